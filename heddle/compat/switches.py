"""Switches as programs written for the reference use them: objects that behave like their value, and `Context` to change them.

In: names of settings. Out: heddle's own settings under these names. Always true: a switch that steers only how the reference itself
compiles is left out with one warning; one that would change results and has no counterpart is a SettingError.
"""
from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any, Self

from heddle import settings as _settings
from heddle.errors import warn_once
from heddle.tensor import Tensor

#: they steer how the reference compiles and runs, and no result
_ELSEWHERE = frozenset((
    "ALL2ALL", "CAPTURING", "CCACHE", "FUSE_OPTIM", "JIT", "JIT_BATCH_SIZE", "LRU", "NOLOCALS",
    "NO_MEMORY_PLANNER", "PARALLEL", "PCONTIG", "RING", "SPEC", "SPLIT_REDUCEOP", "TC_OPT", "TC_SELECT", "TRACEMETA",
    "USE_TC", "VIZ", "WINO"))


class Switch:
    """A setting of heddle as an object that behaves like its value."""

    def __init__(self, key: str) -> None:
        self.key = key

    @property
    def value(self) -> Any: return getattr(_settings.settings, self.key)

    def __bool__(self) -> bool: return bool(self.value)
    def __int__(self) -> int: return int(self.value)
    def __str__(self) -> str: return str(self.value)
    def __eq__(self, x: object) -> bool: return self.value == _value(x)
    def __hash__(self) -> int: return hash(self.key)
    def __gt__(self, x: Any) -> bool: return self.value > _value(x)
    def __ge__(self, x: Any) -> bool: return self.value >= _value(x)
    def __lt__(self, x: Any) -> bool: return self.value < _value(x)
    def __le__(self, x: Any) -> bool: return self.value <= _value(x)


class _Training(Switch):
    """Whether layers behave as in training: `Tensor.training` here."""

    @property
    def value(self) -> int: return int(Tensor.training)


TRAINING = _Training("TRAINING")


def _value(x: Any) -> Any: return x.value if isinstance(x, Switch) else x


def switch_called(name: str, module: str) -> Switch:
    """The setting of this name as a switch. AttributeError if there is none."""
    if name.isupper() and any(row.name == name for row in _settings.TABLE): return Switch(name)
    raise AttributeError(f"module {module!r} has no attribute {name!r}")


class Context(_settings.Context):
    """`heddle.Context`, which knows TRAINING as well: `with Context(TRAINING=1):` is `with Tensor.train():`."""

    def __init__(self, **values: Any) -> None:
        self._given = values
        for name in sorted(_ELSEWHERE & values.keys()):
            warn_once(f"{name} steers tinygrad's own compiler: it is left out here", key=f"switch {name}")
        super().__init__(**{name: value for name, value in values.items() if name not in _ELSEWHERE and name != "TRAINING"})
        self._mode = Tensor.train(values["TRAINING"]) if "TRAINING" in values else None

    def __enter__(self) -> Self:
        super().__enter__()
        if self._mode is not None: self._mode.__enter__()
        return self

    def __exit__(self, *fault: Any) -> None:
        if self._mode is not None: self._mode.__exit__(*fault)
        super().__exit__(*fault)

    def __call__(self, fn: Callable[..., Any]) -> Callable[..., Any]:  # type: ignore[override]
        @wraps(fn)
        def inside(*args: Any, **kwargs: Any) -> Any:
            with Context(**self._given): return fn(*args, **kwargs)
        return inside
