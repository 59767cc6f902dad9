"""Impure functions, whose results a capture cannot guard: clocks, random numbers of Python and NumPy, files, identities.

Inputs: a function or object that code may call. Outputs: the name under which it is reported, and for generators of random numbers
their state. Invariants: nothing here is called while a replay is checked.
"""
from __future__ import annotations

import datetime
import random
import sys
from types import BuiltinFunctionType, FunctionType, MethodType
from typing import Any, Final

#: by module: names of functions that may give another result in each call
_NAMES: Final[dict[str, frozenset[str]]] = {module: frozenset(names.split()) for module, names in {
    "builtins": "input open id breakpoint __import__",
    "time": "time time_ns perf_counter perf_counter_ns monotonic monotonic_ns process_time process_time_ns thread_time thread_time_ns "
            "localtime gmtime ctime strftime asctime clock_gettime clock_gettime_ns",
    "posix": "urandom getpid getppid listdir scandir stat lstat getcwd times read getloadavg access cpu_count",
    "nt": "urandom getpid getppid listdir scandir stat lstat getcwd times read access cpu_count",
    "os": "walk popen getlogin",
    "io": "open",
    "_io": "open",
    "secrets": "token_bytes token_hex token_urlsafe randbelow choice",
    "uuid": "uuid1 uuid4",
    "_thread": "get_ident get_native_id",
    "threading": "current_thread active_count enumerate get_ident get_native_id",
    "subprocess": "run check_output call check_call Popen getoutput getstatusoutput",
    "tempfile": "mkdtemp mkstemp mktemp NamedTemporaryFile TemporaryDirectory",
    "genericpath": "exists isfile isdir getmtime getatime getctime getsize",
    "sys": "_getframe getrefcount getsizeof gettrace getprofile",
    "gc": "get_objects get_count get_referrers",
    "numpy": "load fromfile loadtxt genfromtxt memmap",
}.items()}

#: public names of modules
_SHOWN: Final = {"builtins": "", "io": "", "_io": "", "posix": "os", "nt": "os", "_thread": "threading", "genericpath": "os.path"}
_CALLABLE: Final = FunctionType, BuiltinFunctionType, MethodType, type

#: methods of dates, of paths and of files
_DATES: Final = frozenset({"now", "utcnow", "today"})
_FILES: Final = frozenset({"read", "readline", "readlines", "readinto", "read_text", "read_bytes"})


def impure_name(x: object) -> str | None:
    """The display name of a function whose result no guard can predict; None for every other value."""
    if not isinstance(x, _CALLABLE) and type(x).__name__ != "cython_function_or_method": return None
    name = getattr(x, "__name__", "")
    owner = getattr(x, "__self__", None)
    if is_generator(owner): return f"{'random' if isinstance(owner, random.Random) else 'numpy.random'}.{name}"
    if isinstance(owner, type) and issubclass(owner, datetime.date) and name in _DATES: return f"{owner.__name__}.{name}"
    module = getattr(x, "__module__", None) or ""
    if name not in _NAMES.get(module, ()): return None
    shown = _SHOWN.get(module, module)
    return f"{shown}.{name}" if shown else name


def impure_method(name: str) -> bool:
    """Whether a method of this name reads a file."""
    return name in _FILES


def is_generator(x: object) -> bool:
    """Whether `x` is a random number generator of Python or of NumPy."""
    if isinstance(x, random.Random): return True
    numpy = sys.modules.get("numpy.random")
    return numpy is not None and isinstance(x, (numpy.Generator, numpy.RandomState, numpy.BitGenerator))


def state_of(generator: Any) -> str:
    """The state of a random number generator: it changes with each draw."""
    if isinstance(generator, random.Random):
        try: return repr(generator.getstate())
        except NotImplementedError: return ""  # SystemRandom has none
    numpy = sys.modules["numpy.random"]
    if isinstance(generator, numpy.RandomState): return repr(generator.get_state(legacy=False))
    return repr(getattr(generator, "bit_generator", generator).state)
