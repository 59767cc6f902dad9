"""Memory, file, process and disk-cache helpers of `heddle.helpers`."""
from __future__ import annotations

import contextlib
import ctypes
import decimal
import functools
import gc
import getpass
import hashlib
import linecache
import pickle
import shlex
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Generator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from types import FrameType
from typing import Any, TypeVar, cast

from heddle.device import disk_cache as kept_files
from heddle.errors import CommandError, FileMissingError
from heddle.settings import cache_folder

T = TypeVar("T")

#: what the machine is
OSX, WIN = sys.platform == "darwin", sys.platform == "win32"
#: seconds of the clock when this was imported
START_TIME = time.perf_counter()
#: folder of the package
BASEDIR = Path(__file__).resolve().parent.parent


# ---- memory


def flat_mv(mv: memoryview) -> memoryview:
    """The same memory as bytes in one axis."""
    return mv if mv.nbytes == 0 and mv.format == "B" else mv.cast("B") if mv.nbytes else memoryview(bytearray())


def from_mv(mv: memoryview, to_type: Any = ctypes.c_char) -> Any:
    """The same memory as an array of ctypes: as many elements as fit."""
    return (to_type * (mv.nbytes // ctypes.sizeof(to_type))).from_buffer(flat_mv(mv))


def to_mv(ptr: int, sz: int) -> memoryview:
    """`sz` bytes of memory at an address, which must stay valid."""
    return memoryview((ctypes.c_uint8 * sz).from_address(ptr)).cast("B")


def mv_address(mv: memoryview) -> int:
    """The address of memory that can be written to."""
    return ctypes.addressof(ctypes.c_char.from_buffer(flat_mv(mv)))


def to_char_p_p(options: Sequence[bytes], to_type: Any = ctypes.c_char) -> Any:
    """An array of pointers to texts, as C functions take options."""
    made = [ctypes.create_string_buffer(o) for o in options]
    pointed: type[ctypes.c_char] = to_type
    pointer = ctypes.POINTER(pointed)
    return (pointer * len(made))(*[ctypes.cast(m, pointer) for m in made])


@contextlib.contextmanager
def disable_gc() -> Generator[None]:
    """Inside, Python does not look for cycles of garbage."""
    was_on = gc.isenabled()
    gc.disable()
    try: yield
    finally:
        if was_on: gc.enable()


def suppress_finalizing(func: Callable[..., T]) -> Callable[..., T | None]:
    """A function whose faults are dropped while Python ends, when what it uses may be gone."""
    @functools.wraps(func)
    def safe(*args: Any, **kwargs: Any) -> T | None:
        try: return func(*args, **kwargs)
        except (AttributeError, TypeError, ImportError):
            if not sys.is_finalizing(): raise
            return None
    return safe


# ---- files and processes


def temp(x: str, append_user: bool = False) -> str:
    """The path of a file of this name in the folder for temporary files."""
    return str(Path(tempfile.gettempdir()) / (f"{x}.{getpass.getuser()}" if append_user else x))


def system(cmd: str, **kwargs: Any) -> str:
    """What a command writes, without the end of the last line. CommandError if it fails, FileMissingError if there is none."""
    words = shlex.split(cmd)
    try: done = subprocess.run(words, capture_output=True, text=True, check=False, **kwargs)
    except FileNotFoundError:
        raise FileMissingError(f"there is no command {words[0]!r}", "Install it, or check PATH.") from None
    if done.returncode:
        raise CommandError(f"{cmd!r} ended with status {done.returncode}: {done.stderr.strip()}", "Run it by hand to see why.")
    return done.stdout.strip()


def wait_cond(cb: Callable[..., T], *args: Any, value: Any = True, timeout_ms: int = 10000, msg: str = "") -> T:
    """What `cb(*args)` gives once that is `value`. TimeoutError after `timeout_ms`."""
    end = time.perf_counter() + timeout_ms / 1e3
    while (found := cb(*args)) != value:
        if time.perf_counter() > end: raise TimeoutError(f"{msg or 'waited'}: not {value!r} after {timeout_ms} ms, but {found!r}")
    return found


def panic(e: type[Exception] | None = None, *arg: Any) -> Any:
    """Raises."""
    raise (e or RuntimeError)(*(arg or (("PANIC!",) if e is None else ())))


def select_by_name(candidates: Sequence[T], get_name: Callable[..., str], query: str, err_msg: str) -> list[T]:
    """The candidates of this name, all for an empty one. CommandError if there is none."""
    found = [c for c in candidates if not query or get_name(c) == query]
    if not found: raise CommandError(err_msg, f"There are: {', '.join(map(get_name, candidates))}.")
    return found


def select_first_inited(candidates: Sequence[Callable[..., T]], err_msg: str, cache: dict[Any, Any] | None = None, *args: Any) -> T:
    """What the first candidate gives that does not raise, which `cache` keeps. If all raise, a group of their faults."""
    if cache is None: cache = {}
    faults: list[Exception] = []
    for make in candidates:
        if make in cache: return cache[make]
        try: cache[make] = found = make(*args)
        except Exception as fault: faults.append(fault)
        else: return found
    if len(faults) == 1: raise faults[0]
    raise ExceptionGroup(err_msg, faults)


# ---- where a program is


def lines(fn: str) -> list[str]:
    """The lines of a source file."""
    return linecache.getlines(fn)


def printable(loc: tuple[str, int]) -> str:
    """The line of source at (file, number), without the space around it."""
    return linecache.getline(*loc).strip()


def get_stacktrace(frm: FrameType | None, max_frames: int = 30) -> tuple[tuple[Any, ...], ...]:
    """(file, line, function, source) of a frame and those that called it, the nearest first."""
    found: list[tuple[Any, ...]] = []
    while frm is not None and len(found) < max_frames:
        file, line = frm.f_code.co_filename, frm.f_lineno
        found.append((file, line, frm.f_code.co_name, printable((file, line))))
        frm = frm.f_back
    return tuple(found)


# ---- events in the user's own program


def perf_counter_us() -> decimal.Decimal:
    """Microseconds of the clock."""
    return decimal.Decimal(time.perf_counter_ns()) / 1000


@dataclass(frozen=True)
class TracingKey:
    """What an event is called, what it belongs to, and what it gave."""

    display_name: str
    keys: tuple[Any, ...] = ()
    ret: Any = None
    tb: tuple[tuple[Any, ...], ...] | None = None


@dataclass(frozen=True)
class Metadata:
    """The operation of a program that something was made for."""

    name: str
    backward: bool = False

    def __str__(self) -> str: return self.name + (" bw" if self.backward else "")


class ProfileEvent:
    """Something that happened while a program ran."""


@dataclass
class ProfileRangeEvent(ProfileEvent):
    """From `st` to `en`, in microseconds."""

    device: str
    name: str | TracingKey
    st: decimal.Decimal
    en: decimal.Decimal | None = None
    profile_key: bytes | None = None


@dataclass(frozen=True)
class ProfilePointEvent(ProfileEvent):
    """At `ts`, in microseconds."""

    device: str
    name: str
    key: Any
    arg: Any = field(default_factory=dict[str, object])
    ts: decimal.Decimal = field(default_factory=perf_counter_us)


#: what `cpu_profile` and `profile_marker` noted
cpu_events: list[ProfileEvent] = []


@contextlib.contextmanager
def cpu_profile(name: str | TracingKey, device: str = "TINY", display: bool = True,
                profile_key: bytes | None = None) -> Generator[ProfileRangeEvent]:
    """Notes in `cpu_events` how long the block took, if `display`."""
    event = ProfileRangeEvent(device, name, perf_counter_us(), None, profile_key)
    try: yield event
    finally:
        event.en = perf_counter_us()
        if display: cpu_events.append(event)


def profile_marker(name: str, color: str = "gray") -> None:
    """Notes a moment in `cpu_events`."""
    cpu_events.append(ProfilePointEvent("TINY", "marker", None, {"name": name, "color": color}))


# ---- what a program keeps on disk


def __getattr__(name: str) -> Any:
    if name == "cache_dir": return cache_folder()
    if name == "CACHEDB": return str(Path(cache_folder()) / "kept")
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def _key(table: str, key: Any) -> bytes:
    entries = sorted(cast("dict[str, str]", key).items()) if isinstance(key, dict) else key
    return hashlib.sha256(repr((table, entries)).encode()).digest()


def diskcache_get(table: str, key: dict[str, Any] | str | int) -> Any:
    """What `diskcache_put` kept under this key; None if there is nothing, or a setting has turned the cache off."""
    found = kept_files.get("kept", _key(table, key))
    return None if found is None else pickle.loads(found)


def diskcache_put(table: str, key: dict[str, Any] | str | int, val: T, prepickled: bool = False) -> T:
    """Keeps a value that can be pickled; it is gone once the cache is full of newer ones. The value again."""
    kept_files.put("kept", _key(table, key), val if prepickled else pickle.dumps(val))  # type: ignore[arg-type]
    return val


def diskcache_clear() -> None:
    """Removes all that is kept, compiled kernels included."""
    kept_files.shrink(cache_folder(), 0)


def memoized_on_disk(func: Callable[..., T]) -> Callable[..., T]:
    """A function whose results are kept on disk, by its code and arguments."""
    code = getattr(func, "__code__", None)
    version = hashlib.sha256(code.co_code + repr(code.co_consts).encode()).hexdigest() if code is not None else ""
    table = f"{getattr(func, '__module__', '')}.{getattr(func, '__qualname__', '')} {version}"
    @functools.wraps(func)
    def kept(*args: Any, **kwargs: Any) -> T:
        key = pickle.dumps((args, sorted(kwargs.items()))).hex()
        found = diskcache_get(table, key)
        return diskcache_put(table, key, (func(*args, **kwargs),))[0] if found is None else found[0]
    return kept
