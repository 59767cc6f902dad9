"""Processes that share a disk cache and are killed at random moments, and entries that are damaged: the next reader is right.

Children of this process write, read, shrink and clear; each is killed (SIGKILL) after a random time. Then files of the cache are
harmed. Every read gives the right value or none, and waits for nothing; now and then a whole program is run on what is left.
"""
from __future__ import annotations

import os
import random
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
import warnings
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

from heddle.device import disk_cache
from heddle.settings import Context
from tests.fuzz.harness import Fuzzer

ROOT = Path(__file__).resolve().parents[2]
_KEYS = 24
_LIMIT_SECONDS = 60


class Case(NamedTuple):
    """When each writer is killed, in seconds; what is done to which share of the files; whether a program runs afterwards."""

    kills: tuple[float, ...]
    harms: tuple[str, ...]
    seed: int
    runs: bool


def _truncate(path: Path, rng: random.Random) -> None:
    data = path.read_bytes()
    path.write_bytes(data[:rng.randrange(len(data) + 1)])


def _flip(path: Path, rng: random.Random) -> None:
    data = bytearray(path.read_bytes())
    if data: data[rng.randrange(len(data))] ^= 1 << rng.randrange(8)
    path.write_bytes(data)


def _lengthen(path: Path, rng: random.Random) -> None:
    with path.open("ab") as file: file.write(rng.randbytes(rng.randrange(1, 99)))


def _swap(path: Path, rng: random.Random) -> None:
    other = rng.choice([p for p in sorted(path.parent.parent.rglob("*.entry")) if p.is_file() and os.access(p, os.R_OK)])
    shutil.copyfile(other, path.with_suffix(".copy"))
    path.with_suffix(".copy").replace(path)


def _instead(make: Callable[[Path], object]) -> Callable[[Path, random.Random], None]:
    """Something that is no file, in the place of an entry."""
    def harm(path: Path, rng: random.Random) -> None:
        path.unlink()
        make(path)
    return harm


def _socket(path: Path) -> None:
    with socket.socket(socket.AF_UNIX) as found:
        short = Path(tempfile.mkdtemp()) / "s"  # a socket's path may have no more than about 100 characters
        found.bind(str(short))
        short.rename(path) if short.stat().st_dev == path.parent.stat().st_dev else short.unlink()
        short.parent.rmdir()


HARMS: dict[str, Callable[[Path, random.Random], None]] = {
    "truncate": _truncate, "flip": _flip, "lengthen": _lengthen, "swap": _swap, "empty": lambda path, rng: path.write_bytes(b""),
    "fifo": _instead(lambda path: os.mkfifo(path)), "folder": _instead(lambda path: path.mkdir()), "socket": _instead(_socket),
    "loop": _instead(lambda path: path.symlink_to(path)), "dangling": _instead(lambda path: path.symlink_to("nowhere")),
    "device": _instead(lambda path: path.symlink_to("/dev/zero")), "unreadable": lambda path, rng: path.chmod(0),
    "foreign": lambda path, rng: (path.parent / "notes.entry").write_bytes(b"mine"), "remove": lambda path, rng: path.unlink(),
    "remove all": lambda path, rng: shutil.rmtree(path.parents[2], ignore_errors=True)}


def key_of(at: int) -> bytes: return at.to_bytes(4, "little")
def value_of(at: int) -> bytes: return bytes([at % 251]) * (at * at * 100)


def draw(rng: random.Random, device: str) -> Case:
    kills = tuple(rng.uniform(0, 0.03) for _ in range(rng.randrange(2, 5)))
    return Case(kills, tuple(rng.choice(list(HARMS)) for _ in range(rng.randrange(5))), rng.randrange(1 << 30), rng.random() < 0.03)


def _use(seed: int, begun: int) -> None:
    """What a child does until it is killed."""
    rng = random.Random(seed)
    os.write(begun, b"x")
    while True:
        at, what = rng.randrange(_KEYS), rng.random()
        if what < 0.6: disk_cache.put("program", key_of(at), value_of(at))
        elif what < 0.97:
            found = disk_cache.get("program", key_of(at))
            if found not in (None, value_of(at)): os._exit(1)
        elif what < 0.99: disk_cache.shrink(disk_cache.cache_folder(), 100_000)
        else: disk_cache.clear("program")


def _start(seed: int) -> int:
    """A child that is at work."""
    ready, begun = os.pipe()
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # newer Pythons warn of forks where there are threads
        pid = os.fork()
        if pid == 0:
            try: _use(seed, begun)
            finally: os._exit(2)
    os.close(begun)
    os.read(ready, 1)
    os.close(ready)
    return pid


#: folder of the program's cache, and what it prints
_FOLDER = Path(tempfile.gettempdir()) / f"heddle-fuzz-cache-{os.getpid()}"
PROGRAM = "from heddle import Tensor; print(((Tensor([1.0, 2.0]) + 3) * 2).tolist(), Tensor.arange(10).sum().item())"


def check(case: Case, device: str) -> str | None:
    """None if whatever is left of the cache gives right values or none."""
    rng = random.Random(case.seed)
    folder = _FOLDER / device.replace(":", "-")
    with Context(CACHE_DIR=str(folder), CACHE=True), warnings.catch_warnings():
        warnings.simplefilter("ignore")  # of damage: there is some
        children = [_start(case.seed + n) for n in range(len(case.kills))]
        ended = [_kill(pid, delay) for pid, delay in zip(children, case.kills, strict=True)]
        if (wrong := next((code for code in ended if code != -signal.SIGKILL), None)) is not None:
            return f"a reader ended with status {wrong}: it got a wrong value, or raised"
        if (broken := disk_cache.verify().broken) and not case.harms and not _harmed.pop(device, None):
            return f"{broken} entries are broken, and only writers were killed"
        for harm in case.harms: _harm(harm, folder, rng)
        _harmed[device] = bool(case.harms)
        return _read_all() or (_run(device, folder) if case.runs else None) or _write_all(folder)


_harmed: dict[str, bool] = {}


def _kill(pid: int, delay: float) -> int:
    time.sleep(delay)
    os.kill(pid, signal.SIGKILL)
    return os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])


def _harm(harm: str, folder: Path, rng: random.Random) -> None:
    files = [path for path in sorted(folder.rglob("*.entry")) if path.is_file()]
    if files: HARMS[harm](rng.choice(files), rng)


def _read_all() -> str | None:
    for at in range(_KEYS):
        began = time.monotonic()
        found = disk_cache.get("program", key_of(at))
        if found not in (None, value_of(at)): return f"entry {at} has a wrong value"
        if time.monotonic() - began > 10: return f"reading entry {at} took {time.monotonic() - began:.0f} s"
    disk_cache.entries()
    disk_cache.report()
    return None


def _write_all(folder: Path) -> str | None:
    """Whatever lies there, what is written from now on is read again, but for folders in the place of files."""
    for at in range(_KEYS): disk_cache.put("program", key_of(at), value_of(at))
    missing = [at for at in range(_KEYS) if disk_cache.get("program", key_of(at)) != value_of(at)]
    missing = [at for at in missing if not Path(disk_cache._path("program", key_of(at))).is_dir()]
    for path in folder.rglob("*.entry"):
        if path.is_dir(): path.rmdir()
    return f"entries {missing} were written and are not there" if missing else None


def _run(device: str, folder: Path) -> str | None:
    """A whole program on what is left."""
    environ = os.environ | {"DEV": device, "CACHE_DIR": str(folder), "CACHE": "1", "PYTHONPATH": str(ROOT), "VERIFY": "0"}
    try: done = subprocess.run([sys.executable, "-W", "ignore", "-c", PROGRAM], env=environ, capture_output=True, text=True,
                               timeout=_LIMIT_SECONDS, check=False)
    except subprocess.TimeoutExpired: return "the program does not end"
    if done.stdout != "[8.0, 10.0] 45\n" or done.stderr: return f"the program printed {done.stdout!r} and {done.stderr[-1500:]!r}"
    return None


FUZZER = Fuzzer("cache", draw, check, devices=("CPU",))
