"""Classification of outside values for guards: containers, arrays, iterators, classes and library code.

Inputs: any object. Outputs: what it is to a guard. Invariants: nothing of the user's runs.
"""
from __future__ import annotations

import functools
import inspect
import io
import os
import sys
import threading
import weakref
from collections import Counter, OrderedDict, defaultdict, deque
from collections.abc import Callable, Collection, Iterable
from contextvars import ContextVar
from types import BuiltinFunctionType, FunctionType, GeneratorType, MappingProxyType, ModuleType
from typing import Any, TypeGuard

from heddle.jit.bytecode_reads import COUNTED, GROWING, GROWN, READ, Use
from heddle.jit.guards import MISSING
from heddle.jit.plain_values import is_plain
from heddle.narrowing import is_instance
from heddle.tensor.tensor import Tensor

PACKAGE = os.path.dirname(os.path.dirname(os.path.abspath(__file__))) + os.sep
NN = os.path.join(PACKAGE, "nn") + os.sep
STDLIB = os.path.dirname(os.path.abspath(os.__file__)) + os.sep
#: packages of pure functions, except for those that impure_calls.py names
LIBRARIES = frozenset({"numpy", "scipy", "torch", "jax", "jaxlib", "pandas", "PIL", "cv2", "sympy", "pytest", "_pytest", "hypothesis"})
CONTAINERS = (list, tuple, dict, set, frozenset, OrderedDict, defaultdict, Counter, deque, bytearray)
#: methods that Python calls by itself, and that make no value of a model
UNCALLED = frozenset({"__init__", "__new__", "__post_init__", "__repr__", "__str__", "__format__", "__hash__", "__reduce__", "__del__",
                       "__reduce_ex__", "__getstate__", "__setstate__", "__init_subclass__", "__class_getitem__", "__set_name__",
                       "__dir__", "__sizeof__", "__copy__", "__deepcopy__", "__setattr__", "__delattr__"})
COMPARISONS = frozenset({"__eq__", "__ne__", "__lt__", "__le__", "__gt__", "__ge__"})
MAKING = frozenset({"__init__", "__new__", "__post_init__", "__call__"})
#: attributes in which Python's own classes keep their content
CONTENTS = {"UserDict": "data", "UserList": "data", "UserString": "data", "ChainMap": "maps", "_Environ": "_data"}


# ---- kinds of values


def read(source: str, value: object) -> object:
    return eval(source.replace("{p}", "p"), {"p": value})  # noqa: S307  one of the sources above


def self_of(fn: Callable[..., object]) -> str:
    code = getattr(inspect.unwrap(getattr(fn, "__func__", fn)), "__code__", None)
    return code.co_varnames[0] if code is not None and code.co_argcount else "self"


def by_name(uses: Iterable[Use], kind: str) -> dict[str, list[Use]]:
    found: dict[str, list[Use]] = {}
    for use in uses:
        if use.kind == kind: found.setdefault(use.name, []).append(use)
    return found


def is_skipped(hows: set[str], value: object) -> bool:
    """Whether code only counts with a value, or only appends to it: neither is an input."""
    if READ in hows or not hows: return False
    if type(value) in CONTAINERS: return True
    return COUNTED in hows and GROWN not in hows and is_plain(value)


def is_nn(file: str) -> bool: return file.startswith(NN)


def is_followed(file: str, module: str | None) -> bool:
    """Whether code of this file is the user's."""
    if file.startswith("<"): return not file.startswith("<frozen") and not (module or "").startswith("heddle.")
    if file.startswith(PACKAGE): return False
    if "site-packages" in file or "dist-packages" in file: return (module or "").partition(".")[0] not in LIBRARIES
    return not file.startswith(STDLIB)


def is_followed_module(module: ModuleType) -> bool: return is_followed(getattr(module, "__file__", None) or "<frozen", module.__name__)


def file_of(kind: type) -> str:
    module = sys.modules.get(kind.__module__)
    return getattr(module, "__file__", None) or ("<frozen" if kind.__module__ == "builtins" else "<made at run time>")


def is_library(kind: type) -> bool:
    """Whether a class is Python's, heddle's, or a library's."""
    if not kind.__flags__ & HEAP: return True
    return not is_followed(file_of(kind), kind.__module__)


HEAP = 1 << 9  # of a class made by a `class` statement (Py_TPFLAGS_HEAPTYPE)


def is_opaque(kind: type) -> bool:
    """Whether objects of a class are heddle's, but for those of heddle.nn, whose attributes are the user's.

    A class of heddle.nn may state `_never_changes = True`: what its objects hold gives the same results as long as they live.
    """
    if vars(kind).get("_never_changes") is True: return kind.__module__.partition(".")[0] == "heddle"
    return kind.__module__.partition(".")[0] == "heddle" and not any(is_nn(file_of(c)) for c in kind.__mro__)


def has_attributes(x: object) -> bool:
    return hasattr(type(x), "__dictoffset__") and (type(x).__dictoffset__ != 0 or any("__slots__" in vars(c) for c in type(x).__mro__))


def own_attributes(x: object) -> dict[str, object]:
    try: return object.__getattribute__(x, "__dict__")
    except AttributeError: return {}


def in_class(kind: type, name: str) -> object:
    return next((vars(c)[name] for c in kind.__mro__ if name in vars(c)), MISSING)


def is_container(x: object) -> TypeGuard[Collection[object]]:
    """Whether `x` is a container of Python's, or of a class below one."""
    return isinstance(x, CONTAINERS)


def is_exact_container(x: object) -> TypeGuard[Collection[object]]:
    """Whether `x` is a container of Python's, or a named tuple: its elements are all of its state."""
    return type(x) in CONTAINERS or is_named_tuple(x)


def is_one_of(x: object, *kinds: type) -> bool:
    """Whether `x` is of one of the types; to the type checker it stays any object, as the parameters of a generic type are unknown."""
    return isinstance(x, kinds)


def is_data(x: object) -> bool:
    """Whether `x` is a value, or a container with nothing that can be called."""
    if is_container(x): return not any(map(callable, x.values() if is_instance(x, dict) else x))
    return not callable(x) and not isinstance(x, ModuleType)


def is_named_tuple(x: object) -> bool: return is_instance(x, tuple) and hasattr(type(x), "_fields")


def is_pending(x: Tensor) -> bool:
    """Whether a tensor has no memory yet, so that graphs which use it compute its value themselves."""
    return x._unseen is None and x._memory is None


def is_array(x: object) -> bool:
    """Whether `x` holds numbers outside of Python's objects: an array of NumPy, of another library, or of Python."""
    if is_buffer(x): return True
    return not isinstance(x, Tensor) and hasattr(type(x), "__array__")


def is_bound_builtin(x: object) -> bool:
    """Whether `x` is a method of a builtin object, and not one that only adds to it."""
    return isinstance(x, BuiltinFunctionType) and x.__name__ not in GROWING and not isinstance(x.__self__, ModuleType | type | None)


#: how the parts of a value that wraps others are read
_PARTS: tuple[tuple[type | tuple[type, ...], tuple[str, ...]], ...] = (
    ((functools.partial, functools.partialmethod), ("{p}.func", "{p}.args", "{p}.keywords")), (weakref.ref, ("{p}()",)),
    (threading.local, ("{p}.__dict__",)), (ContextVar, ("{p}.get(None)",)), ((staticmethod, classmethod), ("{p}.__func__",)),
    (property, ("{p}.fget",)), (functools.cached_property, ("{p}.func",)), (MappingProxyType, ("dict({p})",)))


def parts_of(x: object) -> tuple[str, ...]:
    """How the parts of a value that wraps others are read; () for every other value."""
    if (found := next((parts for kind, parts in _PARTS if isinstance(x, kind)), None)) is not None: return found
    if type(x).__module__ in ("functools", "heddle.jit.jit") and hasattr(x, "__wrapped__"): return ("{p}.__wrapped__",)
    return ("{p}.__self__",) if is_bound_builtin(x) else ()


def is_buffer(x: object) -> bool:
    """Whether `x` is memory of Python's own, or of C: `bytes(x)` is its content."""
    if isinstance(x, memoryview): return True
    return any(c.__module__ in ("array", "mmap", "_ctypes") for c in type(x).__mro__) and not isinstance(x, type) and not callable(x)


def has_hidden_state(kind: type) -> bool:
    """Whether objects of a class of Python's library are values that change: all of their attributes count as read."""
    return kind.__module__ in _STATEFUL or (kind.__module__ == "threading" and kind.__name__ == "Event")


#: modules of Python whose objects hold values that only their methods read
_STATEFUL = frozenset({"queue", "configparser", "weakref", "string", "statistics", "collections", "graphlib", "sched", "shelve"})


def comparable_bytes(x: Any) -> int | None:
    """The size in bytes of an array whose bytes are its whole state and can be read at once."""
    if is_buffer(x): return memoryview(x).nbytes
    if not hasattr(x, "tobytes") or getattr(getattr(x, "dtype", None), "hasobject", True): return None
    return x.nbytes


def is_frozen_array(x: Any) -> bool:
    """Whether `x` is an array of NumPy over bytes of Python: its elements are immutable, though its shape is not."""
    if (numpy := sys.modules.get("numpy")) is None or type(x) is not numpy.ndarray or x.flags.writeable: return False
    while type(x) is numpy.ndarray: x = x.base
    return type(x) is bytes


def is_iterator(x: object) -> bool:
    """Whether `x` is an iterator or a generator of Python's own, whose position cannot be read."""
    if isinstance(x, GeneratorType): return True
    if isinstance(x, io.IOBase) or not hasattr(type(x), "__next__"): return False
    return not isinstance(in_class(type(x), "__next__"), FunctionType)
