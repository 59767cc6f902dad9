"""Disk cache of compiled binaries and measurements, shared between processes.

Inputs: a kind, a key of bytes, a value of bytes. Outputs: the value, or None.
Invariants: a fault of the cache costs time and never correctness. One file per entry, named after its key; written under a temporary
name in the same folder and renamed, so that readers see a complete file or none; verified by checksum when read; no index.

File format: magic, version, size of the value, checksum of kind + key + value, then the value.
"""
from __future__ import annotations

import errno
import os
import re
import stat
import struct
import threading
from collections.abc import Iterator

from heddle.blake2 import blake2b
from heddle.errors import warn_once
from heddle.lazy_dataclass import dataclass
from heddle.process.fork_safety import free_in_child
from heddle.settings import cache_folder, settings
from heddle.tracing.counters import Bytes, GlobalCounters

_VERSION = 1
_HEADER = struct.Struct("<6sHQ16s")
_MAGIC = b"heddle"
_SUFFIX, _TEMP = ".entry", ".tmp"
_OURS = r"([0-9a-f]{2})+\.entry"  # a key and the suffix
#: Bytes written by this process between two checks of the total size: a check lists the folder.
_LOOK_EVERY = 1 << 24
#: Age of a temporary file whose process must have died while writing.
_ABANDONED_SECONDS = 3600

_lock = free_in_child(threading.Lock())
_written = _LOOK_EVERY  # so that the first write of a process checks
_serial = 0
_unwritable: set[str] = set()  # folders where writing failed once


@dataclass(frozen=True)
class CacheReport:
    """The contents of the cache. `broken` counts entries that failed their check."""

    folder: str
    entries: int
    bytes: Bytes
    limit: Bytes
    by_kind: dict[str, tuple[int, Bytes]]
    broken: int = 0


def get(kind: str, key: bytes) -> bytes | None:
    """The value stored under `key`, or None. A damaged entry is removed, an unreadable one is left, with a warning."""
    if not settings.CACHE: return None
    key = _short(key)
    value = _read(_path(kind, key), kind, key)
    GlobalCounters.add(**({"disk_misses": 1} if value is None else {"disk_hits": 1}))
    return value


def put(kind: str, key: bytes, value: bytes) -> None:
    """Stores `value`. Where that is impossible (folder read-only, disk full), there is one warning, and the program goes on."""
    folder = cache_folder()
    if not settings.CACHE or folder in _unwritable or len(value) > settings.CACHE_SIZE: return
    key = _short(key)
    path = _path(kind, key)
    try: _write(path, _HEADER.pack(_MAGIC, _VERSION, len(value), _checksum(kind, key, value)) + value)
    except OSError as fault:
        if os.path.exists(path): return  # another process has created it meanwhile
        _unwritable.add(folder)
        warn_once(f"the disk cache in {folder} cannot be written ({fault.strerror or fault}): kernels are compiled again in "
                  f"each process. Set CACHE_DIR to a folder with room, or CACHE=0", key=f"unwritable {folder}")
        return
    _count_written(folder, len(value))


def key_of(*parts: str | bytes) -> bytes:
    """One key of all `parts`, in order."""
    digest = blake2b(digest_size=32)
    for part in parts:
        data = part.encode() if isinstance(part, str) else part
        digest.update(struct.pack("<Q", len(data)))
        digest.update(data)
    return digest.digest()


# ---- files


def _short(key: bytes) -> bytes:
    return key if len(key) <= 32 else key_of(key)


def _path(kind: str, key: bytes) -> str:
    name = key.hex()
    return f"{cache_folder()}{os.sep}{kind}{os.sep}{name[:2]}{os.sep}{name}{_SUFFIX}"


def _checksum(kind: str, key: bytes, value: bytes | memoryview) -> bytes:
    digest = blake2b(kind.encode() + b"\0" + key, digest_size=16)
    digest.update(value)
    return digest.digest()


def _read(path: str, kind: str, key: bytes, warns: bool = True) -> bytes | None:
    try: data = _content(path)
    except (FileNotFoundError, NotADirectoryError): return None
    except OSError as fault:
        why = fault.strerror or fault
        if warns: _warn_of("cannot be read", path, f"({why}): its kernels are compiled again. Check its permissions and its disk")
        return None
    value = _unpack(data, kind, key)
    if value is not None: _renew(path)
    elif _remove(path) and warns and not _is_of_another_version(data):
        _warn_of("was damaged", path, "and is removed: its kernels are compiled again. Check the disk if this goes on")
    return value


def _warn_of(what: str, path: str, more: str) -> None:
    """Warns once per process and kind of fault."""
    warn_once(f"an entry of the disk cache {what}: {path} {more}, or set CACHE_DIR or CACHE=0", key=f"entry {what}")


def _content(path: str) -> bytes:
    # without blocking: a pipe in the folder would never answer
    fd = os.open(path, os.O_RDONLY | getattr(os, "O_BINARY", 0) | getattr(os, "O_NONBLOCK", 0))
    try:
        status = os.fstat(fd)
        if not stat.S_ISREG(status.st_mode): raise OSError(errno.EINVAL, "no regular file")
        return _read_all(fd, status.st_size)
    finally: os.close(fd)


def _read_all(fd: int, size: int) -> bytes:
    parts = [os.read(fd, size)]
    while len(parts[-1]) and sum(map(len, parts)) < size: parts.append(os.read(fd, size))
    return parts[0] if len(parts) == 1 else b"".join(parts)


def _unpack(data: bytes, kind: str, key: bytes) -> bytes | None:
    if len(data) < _HEADER.size: return None
    magic, version, size, checksum = _HEADER.unpack_from(data)
    value = data[_HEADER.size:]
    if (magic, version, size) != (_MAGIC, _VERSION, len(value)): return None
    return value if _checksum(kind, key, value) == checksum else None


def _is_of_another_version(data: bytes) -> bool:
    return len(data) >= _HEADER.size and _HEADER.unpack_from(data)[0] == _MAGIC and _HEADER.unpack_from(data)[1] != _VERSION


def _write(path: str, data: bytes) -> None:
    global _serial
    folder = os.path.dirname(path)
    os.makedirs(folder, exist_ok=True)
    with _lock: _serial += 1
    temp = f"{path}.{os.getpid()}.{threading.get_ident()}.{_serial}{_TEMP}"
    try:
        try: _write_new(temp, data)
        except FileNotFoundError:  # another process has just removed the folder
            os.makedirs(folder, exist_ok=True)
            _write_new(temp, data)
        os.replace(temp, path)
    except BaseException:
        _remove(temp)
        raise


def _write_new(path: str, data: bytes) -> None:
    with open(path, "xb") as file: file.write(data)


def _remove(path: str) -> bool:
    try: os.unlink(path)
    except OSError: return False  # another process was faster, or the folder is read-only: the entry stays a miss
    return True


def _renew(path: str) -> None:
    """Updates the entry's time of last use."""
    try: os.utime(path)
    except OSError: return  # read-only: the eviction order does not matter there


# ---- eviction


def _count_written(folder: str, nbytes: int) -> None:
    global _written
    with _lock:
        _written += nbytes
        if _written < min(_LOOK_EVERY, max(1, settings.CACHE_SIZE // 16)): return
        _written = 0
    shrink(folder, settings.CACHE_SIZE)


def shrink(folder: str, most: int) -> int:
    """Evicts entries, least recently used first, until at most `most` bytes are left; returns how many were evicted.

    Any number of processes may do so at the same time. It goes an eighth below `most`, so that it need not be done again soon.
    """
    import time
    entries = sorted(_entries(folder))
    now, total, dropped = time.time(), sum(size for _, size, _ in entries), 0
    target = most if total <= most else most - most // 8
    for mtime, size, path in entries:
        abandoned = path.endswith(_TEMP) and now - mtime > _ABANDONED_SECONDS
        if not abandoned and (total <= target or path.endswith(_TEMP)): continue
        if _remove(path): dropped += 1
        total -= size
    return dropped


def _entries(folder: str) -> Iterator[tuple[float, int, str]]:
    """(time of last use, size, path) of every file of the cache; the folder may hold others, under any name."""
    for parent, _, names in os.walk(folder):
        for name in names:
            if not name.endswith(_TEMP) and not re.fullmatch(_OURS, name): continue
            path = os.path.join(parent, name)
            try: status = os.stat(path)
            except OSError: continue  # another process removed it meanwhile
            yield status.st_mtime, status.st_size, path


# ---- for people


def report() -> CacheReport:
    """Entries and bytes, by kind."""
    folder = cache_folder()
    by_kind: dict[str, tuple[int, Bytes]] = {}
    for _, size, path in _entries(folder):
        kind = os.path.relpath(path, folder).split(os.sep)[0]
        count, nbytes = by_kind.get(kind, (0, 0))
        by_kind[kind] = (count + 1, Bytes(nbytes + size))
    total = Bytes(sum(nbytes for _, nbytes in by_kind.values()))
    return CacheReport(folder, sum(count for count, _ in by_kind.values()), total, settings.CACHE_SIZE, by_kind)


@dataclass(frozen=True)
class Entry:
    """One entry on disk. `last_used` counts seconds as `time.time` does."""

    kind: str
    key: bytes
    path: str
    bytes: Bytes
    last_used: float


def entries(kind: str = "", prefix: str = "") -> list[Entry]:
    """The entries of a kind (of all, if none is given) whose key in hexadecimal digits starts with `prefix`; the newest use first."""
    folder, found = cache_folder(), list[Entry]()
    for mtime, size, path in _entries(os.path.join(folder, kind)):
        name = os.path.basename(path).removesuffix(_SUFFIX)
        if path.endswith(_TEMP) or not name.startswith(prefix): continue
        found.append(Entry(os.path.relpath(path, folder).split(os.sep)[0], bytes.fromhex(name), path, Bytes(size), mtime))
    return sorted(found, key=lambda e: -e.last_used)


def peek(entry: Entry) -> bytes | None:
    """The value of an entry, which does not count as a use; None if it is damaged or gone."""
    try: return _unpack(_content(entry.path), entry.kind, entry.key)
    except OSError: return None


def clear(kind: str = "") -> int:
    """Removes every entry, or those of one kind; returns how many there were."""
    removed = sum(_remove(path) for _, _, path in list(_entries(os.path.join(cache_folder(), kind))))
    _unwritable.discard(cache_folder())
    return removed


def verify() -> CacheReport:
    """Checks every entry, removes those that fail, and reports."""
    folder, broken = cache_folder(), 0
    for _, _, path in list(_entries(folder)):
        if path.endswith(_TEMP): continue
        kind, name = os.path.relpath(path, folder).split(os.sep)[0], os.path.basename(path).removesuffix(_SUFFIX)
        broken += _read(path, kind, bytes.fromhex(name), warns=False) is None
    found = report()
    return CacheReport(folder, found.entries, found.bytes, found.limit, found.by_kind, broken)
