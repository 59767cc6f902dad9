"""Damaged files of every format: a load gives right tensors, or a HeddleError that names the file; nothing else.

Inputs: a format and a list of damages. A failure is another exception, an error without the file's name or without a cure, a load
of over
`_SECONDS`, memory that grows by more than `_MEMORY`, a tensor whose bytes are not as many as its shape says, content that differs
though a
checksum covers it, code of the file that ran, or a file changed beside it.
"""
from __future__ import annotations

import os
import random
import resource
import signal
import sys
import tempfile
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple

from heddle.errors import UserError
from tests.fuzz import _damage, _valid_files, harness
from tests.fuzz._damage import Damage
from tests.fuzz._valid_files import FORMATS, contents

_SECONDS = 5.0
_MEMORY = 256 << 20  # bytes


class Case(NamedTuple):
    """A valid file of `format` with these damages: to values of its header if `in_header`, else to its bytes."""

    format: str
    in_header: bool
    damages: tuple[Damage, ...]


class Hang(BaseException):
    """A load took too long. No reader may catch it."""


def draw(rng: random.Random, device: str) -> Case:
    name = rng.choice(list(FORMATS))
    in_header = FORMATS[name].json is not None and rng.random() < 0.6
    one = _damage.draw_value if in_header else _damage.draw_bytes
    return Case(name, in_header, tuple(one(rng) for _ in range(rng.choice((1, 1, 1, 2, 3)))))


def file_of(case: Case) -> bytes:
    """The damaged file."""
    kind = FORMATS[case.format]
    whole, damages = kind.make(), list(case.damages)
    if not case.in_header: return _damage.damaged(whole, damages)
    assert kind.json is not None
    return kind.json(whole, damages)


def check(case: Case, device: str) -> str | None:
    kind, data = FORMATS[case.format], file_of(case)
    path = _folder() / f"{case.format}.damaged"
    expected = _expected(case.format)
    path.write_bytes(data)
    before = _peak()
    _valid_files.executed.clear()
    try:
        with _limited(), _watched(): found = contents(kind.load(path))
    except UserError as fault: wrong = _fault_of(fault, path)
    except Hang: wrong = f"the load took more than {_SECONDS:g} s"
    else: wrong = _wrong(found, expected, must_be_equal=kind.checked and not case.in_header)
    if _valid_files.executed: return f"the load ran {_valid_files.executed[0]}"
    if _peak() - before > _MEMORY: return f"the load of {len(data)} bytes took {(_peak() - before) >> 20} MiB"
    if set(os.listdir(_folder())) - {path.name}: return f"the load left {os.listdir(_folder())}"
    path.unlink(missing_ok=True)
    return wrong


def _expected(name: str) -> Any:
    """What the file holds when it is whole."""
    if name not in _whole:
        path = _folder() / f"{name}.damaged"
        path.write_bytes(FORMATS[name].make())
        _whole[name] = contents(FORMATS[name].load(path))
        path.unlink()
    return _whole[name]


_whole: dict[str, Any] = {}


def _fault_of(fault: UserError, path: Path) -> str | None:
    """What is missing from the error."""
    if str(path) not in fault.what: return f"the error does not name the file: {type(fault).__name__}: {fault.what}"
    if not fault.cure: return f"the error has no cure: {fault.what}"
    return f"the error has {len(fault.what):,} characters" if len(fault.what) > 20_000 else None


def _wrong(found: Any, expected: Any, must_be_equal: bool) -> str | None:
    if must_be_equal and found is not None and found != expected and found != repr(None):
        return f"{found!r:.300} is not {expected!r:.300}"
    for value in _tensors(found):
        dtype, shape, raw = value
        if raw is not None and len(raw) != _nbytes(dtype, shape): return f"{dtype} of shape {shape} has {len(raw)} bytes"
    return None


def _tensors(found: Any) -> Iterator[tuple[str, tuple[int, ...], bytes | None]]:
    if isinstance(found, dict): found = list(found.values())
    if isinstance(found, tuple) and len(found) == 3 and isinstance(found[1], tuple): yield found
    elif isinstance(found, list):
        for part in found: yield from _tensors(part)


def _nbytes(dtype: str, shape: tuple[int, ...]) -> int:
    from heddle.dtype import to_dtype
    count = to_dtype(dtype).itemsize
    for n in shape: count *= n
    return count


# ---- limits


def _folder() -> Path:
    if not _temporary: _temporary.append(tempfile.TemporaryDirectory(prefix="heddle-files-"))
    return Path(_temporary[0].name)


_temporary: list[tempfile.TemporaryDirectory[str]] = []


def _peak() -> int: return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss << 10


@contextmanager
def _limited() -> Iterator[None]:
    """Hang after `_SECONDS`; only the main thread can be interrupted."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return

    def ring(*_: object) -> None: raise Hang
    before = signal.signal(signal.SIGALRM, ring)
    signal.setitimer(signal.ITIMER_REAL, _SECONDS)
    try: yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


_EVENTS = {"os.system", "os.exec", "os.posix_spawn", "subprocess.Popen", "os.remove", "os.rename", "os.mkdir", "os.rmdir", "os.chmod",
           "os.symlink", "socket.connect", "pty.spawn", "shutil.rmtree"}
_watching = [False]


def _hook(event: str, args: tuple[Any, ...]) -> None:
    is_own = event == "os.remove" and str(args[0]).endswith(".damaged")  # the disk cache drops what is damaged
    if _watching[0] and event in _EVENTS and not is_own: _valid_files.executed.append(f"{event} {args!r}"[:200])


@contextmanager
def _watched() -> Iterator[None]:
    """Notes what a load does to the system."""
    if not _hooked:
        sys.addaudithook(_hook)
        _hooked.append(True)
    _watching[0] = True
    try: yield
    finally: _watching[0] = False


_hooked: list[bool] = []


# ---- for people


def smaller(case: Case) -> Iterator[Case]:
    for i in range(len(case.damages)):
        if len(case.damages) > 1: yield case._replace(damages=case.damages[:i] + case.damages[i + 1:])


def show(case: Case) -> str:
    return f"from tests.fuzz.files import *\n# python -c, or a test: the damaged file is file_of(case)\ncase = {case!r}\n" \
           f"assert check(case, 'CPU') is None\n"


FUZZER = harness.Fuzzer("files", draw, check, smaller, show, devices=("CPU",))
