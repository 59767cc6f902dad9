"""Settings switches in the reference's form: objects that behave like their value, and `Context` to override them.

Inputs: names of settings, of the reference and of heddle. Outputs: heddle's settings under these names. Invariants: a switch that
only affects how the reference compiles and runs changes nothing but its own value, and warns once per process.
"""
from __future__ import annotations

import contextvars
import functools
from collections.abc import Callable, Mapping
from functools import wraps
from types import MappingProxyType
from typing import Any, Self

from heddle import settings as _settings
from heddle.default_dtypes import default_dtype, set_default_dtype
from heddle.dtype import dtypes
from heddle.errors import MissingAttributeError, warn_once
from heddle.settings import getenv
from heddle.tensor import Tensor

#: they steer how the reference compiles and runs, and no result: name -> the value there
LEFT_OUT: dict[str, Any] = {
    "ALL2ALL": 0, "ALLOW_DEVICE_USAGE": 1, "ALLREDUCE_CAST": 1, "CACHELEVEL": 2, "CAPTURE_PROCESS_REPLAY": 0, "CAPTURING": 1,
    "DEBUG_RANGEIFY": 0, "DISABLE_FAST_IDIV": 1, "DISALLOW_BROADCAST": 0, "EMULATED_DTYPES": "", "FLOAT16": 0, "FUSE_OPTIM": 0,
    "IGNORE_BEAM_CACHE": 0, "IMAGE": 0, "JIT_BATCH_SIZE": 32, "LRU": 1, "MAX_BUFFER_SIZE": 0, "MAX_KERNEL_BUFFERS": 0,
    "NOLOCALS": 0, "NO_MEMORY_PLANNER": 0, "NULL_ALLOW_COPYOUT": 0, "OPENPILOT_HACKS": 0, "PARALLEL": 0, "PCONTIG": 0, "RING": 1,
    "SPEC": 1, "SPLIT_REDUCEOP": 1, "TC": 1, "TC_OPT": 0, "TC_SELECT": -1, "TRACEMETA": 1, "TRACK_MATCH_STATS": 0, "TRANSCENDENTAL": 1,
    "TUPLE_ORDER": 1, "USE_ATOMICS": 0, "USE_TC": 1, "VIZ": 0, "WINO": 0}
#: switches here that are no settings: name -> how it is read, and how set
_READ: dict[str, tuple[Callable[[], Any], Callable[[Any], None]]] = {}
_NOTHING: Mapping[str, Any] = MappingProxyType({})
_overrides: contextvars.ContextVar[Mapping[str, Any]] = contextvars.ContextVar("heddle_switches", default=_NOTHING)
_made: dict[str, ContextVar] = {}


def _value(x: Any) -> Any: return x.value if isinstance(x, ContextVar) else x


class ContextVar:
    """A switch as an object that behaves like its value: a setting of heddle, one of the reference's, or a program's own.

    A program's own begins with the value of the environment variable of its name, else with `default_value`. The same name gives the
    same switch again.
    """

    key: str

    def __new__(cls, key: str, default_value: Any = 0) -> Self:
        if key in _made: return _made[key]  # type: ignore[return-value]
        made = super().__new__(cls)
        made.key = key
        if not _settings.is_setting(key) and key not in _READ: made._value = getenv(key, LEFT_OUT.get(key, default_value))
        _made[key] = made
        return made

    def __init__(self, key: str, default_value: Any = 0) -> None:
        super().__init__()

    @property
    def value(self) -> Any:
        """What it is now."""
        if self.key in _READ: return _READ[self.key][0]()
        if _settings.is_setting(self.key): return getattr(_settings.settings, _settings.find_setting(self.key).name)
        return _overrides.get().get(self.key, self._value)

    @value.setter
    def value(self, value: Any) -> None:
        if self.key in _READ: _READ[self.key][1](value)
        elif _settings.is_setting(self.key): setattr(_settings.settings, _settings.find_setting(self.key).name, value)
        else: self._value = value

    def tolist(self) -> list[str]:
        """The words of a text with commas."""
        return [word for word in str(self.value).upper().split(",") if word]

    def __bool__(self) -> bool: return bool(self.value)
    def __int__(self) -> int: return int(self.value)
    def __index__(self) -> int: return int(self.value)
    def __str__(self) -> str: return str(self.value)
    def __repr__(self) -> str: return f"<{self.key}={self.value}>"
    def __eq__(self, x: object) -> bool: return self.value == _value(x)
    def __hash__(self) -> int: return hash(self.key)
    def __gt__(self, x: Any) -> bool: return self.value > _value(x)
    def __ge__(self, x: Any) -> bool: return self.value >= _value(x)
    def __lt__(self, x: Any) -> bool: return self.value < _value(x)
    def __le__(self, x: Any) -> bool: return self.value <= _value(x)


def _set_training(value: Any) -> None: Tensor.training = bool(value)


_READ["TRAINING"] = lambda: int(Tensor.training), _set_training
_READ["DEFAULT_FLOAT"] = lambda: dtypes.default_float.name, functools.partial(set_default_dtype, "DEFAULT_FLOAT")
_READ["DEFAULT_INT"] = lambda: dtypes.default_int.name, functools.partial(set_default_dtype, "DEFAULT_INT")
TRAINING = ContextVar("TRAINING")


def switch_names() -> list[str]:
    """Every switch that there is without a program's own."""
    return sorted({*LEFT_OUT, *_READ, *(row.name for row in _settings.TABLE), *_settings.ALSO})


def switch_called(name: str, module: str) -> ContextVar:
    """The switch of this name. AttributeError if there is none."""
    if name in switch_names(): return ContextVar(name)
    raise MissingAttributeError.of(tuple(switch_names()), f"module {module!r}", name)


def read_environment() -> None:
    """Notes what environment variables ask for that only the reference does."""
    for name, usual in LEFT_OUT.items():
        if (text := getenv(name, "")) and text != str(usual): _note(name)


def _note(name: str) -> None:
    warn_once(f"{name} steers tinygrad's own compiler: it is left out here", key=f"switch {name}")


class Context(_settings.Context):
    """`with Context(DEBUG=2):` holds inside the block, for this thread or task; also a decorator of functions.

    It knows the reference's switches as well: TRAINING=1 is `Tensor.train()`, DEFAULT_FLOAT="float16" sets `dtypes.default_float`;
    what steers only how the reference compiles is left out with one warning. SettingError for names that nobody knows.
    """

    def __init__(self, **values: Any) -> None:
        self._given = values
        known = (LEFT_OUT.keys() | _made.keys()) - _READ.keys()
        self._own = {n: _value(v) for n, v in values.items() if n in known and not _settings.is_setting(n)}
        for name in sorted(self._own):
            if self._own[name] != LEFT_OUT.get(name, self._own[name]): _note(name)
        super().__init__(**{n: _value(v) for n, v in values.items() if n not in self._own and n not in _READ})
        self._read = {n: default_dtype(n, v) if n != "TRAINING" else v for n, v in values.items() if n in _READ}
        self._opened: list[tuple[contextvars.Token[Mapping[str, Any]], dict[str, Any]]] = []

    def __enter__(self) -> Self:
        super().__enter__()
        before = {name: _READ[name][0]() for name in self._read}
        for name, value in self._read.items(): _READ[name][1](value)
        self._opened.append((_overrides.set({**_overrides.get(), **self._own}), before))
        return self

    def __exit__(self, *fault: Any) -> None:
        token, before = self._opened.pop()
        _overrides.reset(token)
        for name, value in before.items(): _READ[name][1](value)
        super().__exit__(*fault)

    def __call__(self, fn: Callable[..., Any]) -> Callable[..., Any]:  # type: ignore[override]
        @wraps(fn)
        def inside(*args: Any, **kwargs: Any) -> Any:
            with Context(**self._given): return fn(*args, **kwargs)
        return inside
