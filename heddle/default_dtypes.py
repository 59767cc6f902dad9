"""Default dtypes of a process, from the environment variables DEFAULT_FLOAT and DEFAULT_INT.

Inputs: the environment, when tensors or `heddle.dtypes` are first imported. Outputs: `dtypes.default_float` and `dtypes.default_int`.
Invariants: the default float is a float, the default integer an integer.
"""
from __future__ import annotations

from heddle.dtype import DType, DTypeLike, dtypes, to_dtype
from heddle.errors import DTypeError
from heddle.settings import getenv

_KINDS = {"DEFAULT_FLOAT": ("default_float", dtypes.floats), "DEFAULT_INT": ("default_int", dtypes.ints)}


def default_dtype(name: str, value: DTypeLike) -> DType:
    """The dtype that DEFAULT_FLOAT or DEFAULT_INT is to be, by name or as itself. DTypeError for what cannot be one."""
    found, legal = to_dtype(value), _KINDS[name][1]
    if found in legal: return found
    raise DTypeError(f"{name} cannot be {found.name}", f"It is one of {', '.join(d.name for d in legal)}.")


def set_default_dtype(name: str, value: DTypeLike) -> None:
    """Sets `dtypes.default_float` or `dtypes.default_int`, for all threads. DTypeError for what cannot be one."""
    setattr(dtypes, _KINDS[name][0], default_dtype(name, value))


for _name in _KINDS:
    if _text := getenv(f"HEDDLE_{_name}", "") or getenv(_name, ""): set_default_dtype(_name, _text)
