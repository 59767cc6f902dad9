"""ONNX maps, represented as Python's dicts: as inputs, and the operators of ai.onnx.ml on them.

Inputs: dicts, and the types that models declare for them. Outputs: `Map`, and what operators make of it. Invariants: the keys of a map
are all integers or all texts; its values are numbers of Python of one dtype or texts, which stay on the host, or tensors of no axes.
"""
from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import cast

import numpy as np
import onnx

from heddle.dtype import dtypes
from heddle.errors import DTypeError, IndexRangeError, NumberRangeError, ShapeError
from heddle.nn.onnx.ops.ml import ML
from heddle.nn.onnx.scope import converted
from heddle.nn.onnx.table import Entry, Host, Ints, Key, Texts, Value, op
from heddle.nn.onnx.values import DTYPES, dtype_name, is_array, strings
from heddle.tensor import Tensor

_STRING = onnx.TensorProto.STRING


class Map(dict[Key, Entry]):
    """A dict with the dtype of its values, which an empty one has as well; that of texts is object."""

    def __init__(self, values: Mapping[Key, Entry], dtype: np.dtype[np.generic]) -> None:
        super().__init__(values)
        self.dtype = dtype


# ---- inputs


def as_map(called: str, kind: onnx.TypeProto, given: object) -> Map:
    """What was given for an input of a map type. DTypeError for what is no dict, and for keys and values of another type.

    NumberRangeError for integers that do not fit the type.
    """
    key, value = kind.map_type.key_type, kind.map_type.value_type.tensor_type.elem_type
    if not isinstance(given, Mapping):
        raise DTypeError(f"{called} is a map, got a {type(given).__name__}",
                         f"Give a dict of {dtype_name(key)} to {dtype_name(value)}.")
    found = {_scalar(f"a key of {called}", key, k): _value(f"the value of {k!r} in {called}", value, v)
             for k, v in cast("Mapping[object, object]", given).items()}
    return Map(found, np.dtype(object) if value == _STRING else converted(0, value).dtype)


def _value(called: str, number: int, given: object) -> Entry:
    """A text, a number of Python, or a tensor of no axes, of a dtype of ONNX. A tensor is not read, so a capture may change it."""
    if not isinstance(given, Tensor) or number == _STRING: return _scalar(called, number, given)
    if given.dtype is DTYPES[number] and given.numel() == 1: return given.reshape(())
    raise DTypeError(f"{called} is {dtype_name(number)}, got a tensor of {given.dtype.name} and shape {given.shape}",
                     "Give one of one element and that dtype.")


def _kinds(number: int) -> tuple[type, ...]:
    if number == _STRING: return str, bytes
    return (int, np.integer, np.bool_, *((float, np.floating) if DTYPES[number].is_float() else ()))


def _scalar(called: str, number: int, given: object) -> int | str:
    """A text, or a number of Python, that fits a dtype of ONNX."""
    if is_array(given) and given.ndim == 0: given = given[()]
    if not isinstance(given, _kinds(number)):
        raise DTypeError(f"{called} is {dtype_name(number)}, got a {type(given).__name__}",
                         "Give a text." if number == _STRING else "Give a number.")
    if number == _STRING: return given.decode() if isinstance(given, bytes) else str(given)
    try: return converted(given, number).item()
    except OverflowError as fault:
        raise NumberRangeError(f"{called} is {dtype_name(number)}: {fault}", "Give one that fits.") from None


def type_fault(kind: onnx.TypeProto) -> str | None:
    """Why maps of a type cannot be had, if they cannot: keys are integers or texts, values single numbers or texts."""
    key, value = kind.map_type.key_type, kind.map_type.value_type
    if key != _STRING and not (key in DTYPES and DTYPES[key].is_integer()): return f"a map with keys of {dtype_name(key)}"
    if value.WhichOneof("value") != "tensor_type": return f"a map with values of the type {value.WhichOneof('value')}"
    number = value.tensor_type.elem_type
    return None if number in DTYPES or number == _STRING else f"a map with values of {dtype_name(number)}"


# ---- operators


def _map(x: Value) -> Map:
    if isinstance(x, Map): return x
    raise DTypeError(f"needs a map, got a {type(x).__name__}", "Give a dict, for an input that the model declares as a map.")


def _row(values: Sequence[Entry], dtype: np.dtype[np.generic]) -> Tensor | np.ndarray:
    """(1, n): a tensor, or texts on the host."""
    device = next((v.device for v in values if isinstance(v, Tensor)), None)
    if device is not None:
        return Tensor.stack(*[v if isinstance(v, Tensor) else Tensor(np.array(v, dtype), device=device) for v in values]).unsqueeze(0)
    row = np.array([values], dtype).reshape(1, -1)
    return strings(row) if row.dtype.hasobject else Tensor(row)


@op("ZipMap", domain=ML)
def zip_map(x: Host, *, classlabels_int64s: Ints = None, classlabels_strings: Texts = None) -> tuple[Value]:
    """A map for each row: label -> value."""
    labels = list(classlabels_strings or classlabels_int64s or ())
    rows = x if x.ndim > 1 else x[None]
    if rows.ndim != 2 or rows.shape[1] != len(labels):
        raise ShapeError(f"{len(labels)} labels for values of shape {x.shape}", "Give a column for each label.")
    return ([Map(dict(zip(labels, values, strict=True)), rows.dtype) for values in rows.tolist()],)


def _one_vocabulary(attributes: Mapping[str, object]) -> str | None:
    given = [name for name in ("int64_vocabulary", "string_vocabulary") if attributes.get(name)]
    return None if len(given) == 1 else f"{len(given)} vocabularies, it needs int64_vocabulary or string_vocabulary"


@op("DictVectorizer", domain=ML, refuses=_one_vocabulary)
def dict_vectorizer(x: Value, *, int64_vocabulary: Ints = None, string_vocabulary: Texts = None) -> Value:
    """(1, words of the vocabulary): the value of each word, 0 or no text where the map has none; other keys are left out."""
    given = _map(x)
    other = "" if given.dtype.hasobject else 0
    return _row([given.get(word, other) for word in string_vocabulary or int64_vocabulary or ()], given.dtype)


def _text(value: object) -> str:
    if isinstance(value, Tensor): raise ValueError("the text of a tensor, which is not read")
    return value if isinstance(value, str) else f"{value:f}"


_CASTS: dict[str, tuple[Callable[[Entry], Entry], Entry]] = {  # how, and the value where a sparse map has none, as onnxruntime has it
    "TO_FLOAT": (lambda v: v.cast(dtypes.float32) if isinstance(v, Tensor) else float(v), 0.0),
    "TO_INT64": (lambda v: v.cast(dtypes.int64) if isinstance(v, Tensor) else int(v), 0), "TO_STRING": (_text, "0.f")}
_CAST_DTYPES = {"TO_FLOAT": np.dtype(np.float32), "TO_INT64": np.dtype(np.int64), "TO_STRING": np.dtype(object)}


def _cast_fault(attributes: Mapping[str, object]) -> str | None:
    cast, form, most = attributes.get("cast_to", "TO_FLOAT"), attributes.get("map_form", "DENSE"), attributes.get("max_map", 1)
    if cast not in _CASTS: return f"cast_to is {cast!r}; there are {', '.join(_CASTS)}"
    if form not in ("DENSE", "SPARSE"): return f"map_form is {form!r}; there are DENSE, SPARSE"
    return f"max_map is {most}" if form == "SPARSE" and isinstance(most, int) and most < 1 else None


@op("CastMap", domain=ML, refuses=_cast_fault)
def cast_map(x: Value, *, cast_to: str = "TO_FLOAT", map_form: str = "DENSE", max_map: int = 1) -> Value:
    """(1, n): the values in the order of their keys, or with SPARSE each at the index that its key is, of `max_map`.

    IndexRangeError for a key that is no such index, DTypeError for a value that cannot be cast.
    """
    given = _map(x)
    cast, missing = _CASTS[cast_to]
    keys = sorted(key for key in given if not isinstance(key, str))
    if len(keys) < len(given): raise DTypeError("CastMap of a map with texts as keys", "Give one with INT64 keys.")
    try: values = {key: cast(given[key]) for key in keys}
    except (ValueError, OverflowError) as fault:
        raise DTypeError(f"CastMap {cast_to}: {fault}", "Give values that can be cast, or export with another cast_to.") from fault
    if map_form == "DENSE": return _row(list(values.values()), _CAST_DTYPES[cast_to])
    if outside := [key for key in values if not 0 <= key < max_map]:
        raise IndexRangeError(f"CastMap of the key {outside[0]} to {max_map} indices", f"Give keys from 0 to {max_map - 1}.")
    return _row([values.get(i, missing) for i in range(max_map)], _CAST_DTYPES[cast_to])
