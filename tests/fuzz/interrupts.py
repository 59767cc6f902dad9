"""Ctrl-C at random moments: nothing crashes, hangs or is left behind, and what the program computes next is right.

A process per device runs programs (`_interrupted.py`), gets SIGINT after a random time, catches KeyboardInterrupt and computes again.
"""
from __future__ import annotations

import atexit
import json
import os
import random
import select
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path
from typing import Any, NamedTuple

from heddle.device import Device, disk_cache
from heddle.settings import Context
from tests.fuzz.harness import Fuzzer

ROOT = Path(__file__).resolve().parents[2]
_LIMIT_SECONDS = 60.0
#: of threads, open files and processes that a process has at most, however often it was interrupted
_MOST = {"threads": 40, "files": 150}
_CHILDREN = 20


class Case(NamedTuple):
    """Which program, and after how many seconds it is interrupted."""

    program: str
    seed: int
    delay: float


#: program -> how many times as often as the others, and the longest delay in seconds
_PROGRAMS = {"fresh": (4, 0.4), "product": (3, 0.5), "batch": (3, 0.4), "update": (2, 0.2), "replay": (3, 0.2), "copy": (2, 0.1),
             "training": (2, 0.2), "schedule": (3, 0.3), "draw": (1, 0.2), "gradient": (2, 0.5), "cache": (1, 0.05),
             "search": (1, 2.0), "import": (2, 0.4)}
#: where interrupts came: for those who read a report
where: Counter[str] = Counter()


class Interrupted:
    """The process that is interrupted, on one device; a folder of its own for the disk cache."""

    def __init__(self, device: str, *arguments: str) -> None:
        self.folder = tempfile.mkdtemp(prefix="heddle-interrupts-")
        self.errors = tempfile.TemporaryFile()  # noqa: SIM115
        environ = os.environ | {"DEV": device, "CACHE_DIR": self.folder, "PYTHONPATH": str(ROOT), "VERIFY": "0", "CACHE_SIZE": "8M"}
        self.process = subprocess.Popen([sys.executable, str(ROOT / "tests/fuzz/_interrupted.py"), *arguments], stdin=subprocess.PIPE,
                                        stdout=subprocess.PIPE, stderr=self.errors, env=environ, bufsize=0)

    def tell(self, case: Case) -> None:
        assert self.process.stdin is not None
        self.process.stdin.write(json.dumps({"program": case.program, "seed": case.seed}).encode() + b"\n")

    def hear(self) -> dict[str, Any]:
        """The next line it writes; `ended` or `stuck` if there is none."""
        assert self.process.stdout is not None
        if not select.select([self.process.stdout], [], [], _LIMIT_SECONDS)[0]: return {"stuck": True}
        line = b""
        while not line.endswith(b"\n"):
            if not (part := self.process.stdout.read(65536)): return {"ended": self.process.wait()}
            line += part
        return json.loads(line)

    def said(self) -> str:
        self.errors.seek(0)
        text = self.errors.read().decode(errors="replace")
        self.errors.seek(0)
        self.errors.truncate()
        return text

    def workers(self) -> list[int]:
        found = Path(f"/proc/{self.process.pid}/task")
        return [int(pid) for task in found.glob("*/children") for pid in task.read_text().split()]

    def finish(self) -> str | None:
        """Ends it as a program ends; what is wrong with that."""
        workers = self.workers() if self.process.poll() is None else []
        assert self.process.stdin is not None
        self.process.stdin.close()
        try: status = self.process.wait(_LIMIT_SECONDS)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
            return "it does not end"
        finally: shutil.rmtree(self.folder, ignore_errors=True)
        until = time.monotonic() + 3
        while (left := [pid for pid in workers if _lives(pid)]) and time.monotonic() < until: time.sleep(0.02)
        if left: return f"worker processes are left: {left}"
        return None if status == 0 else f"it ended with status {status}: {self.said()[-1500:]}"


def _lives(pid: int) -> bool:
    try: return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError: return False


_open: dict[str, Interrupted] = {}


def _finish_all() -> None:
    while _open: _open.popitem()[1].finish()


atexit.register(_finish_all)


def draw(rng: random.Random, device: str) -> Case:
    program = rng.choices(list(_PROGRAMS), [share for share, _ in _PROGRAMS.values()])[0]
    return Case(program, rng.randrange(1 << 30), rng.uniform(0, _PROGRAMS[program][1]))


def check(case: Case, device: str) -> str | None:
    """None if the process went on as if nothing had been."""
    if case.program == "import":
        process = Interrupted(device, "import")
        wrong = _interrupt(process, case)
        if wrong is not None: process.process.kill()
        ended = process.finish()
        return wrong or ended
    process = _open.get(device) or _open.setdefault(device, Interrupted(device))
    process.tell(case)
    wrong = _interrupt(process, case) or _state(process)
    if wrong is None: return None
    del _open[device]
    process.process.kill()
    process.finish()
    return wrong


def _interrupt(process: Interrupted, case: Case) -> str | None:
    answer = process.hear()
    if "begun" in answer:
        time.sleep(case.delay)
        process.process.send_signal(signal.SIGINT)
        answer = process.hear()
    if "stuck" in answer:
        process.process.send_signal(signal.SIGABRT)
        return f"stuck: {process.said()[-2000:]}"
    if "ended" in answer: return f"it ended with status {answer['ended']}: {process.said()[-2000:]}"
    where[f"{case.program} {answer['where']}"] += 1
    said = process.said()
    if answer["wrong"]: return f"at {answer['where']}: {answer['wrong']} {said[-1000:]}"
    if "Exception ignored" in said or "Traceback" in said: return f"at {answer['where']} it wrote: {said[-1500:]}"
    for what, most in _MOST.items():
        if answer.get(what, 0) > most: return f"it has {answer[what]} {what}"
    return None


def _state(process: Interrupted) -> str | None:
    """What is wrong with what lies around: the disk cache, processes."""
    if len(process.workers()) > _CHILDREN: return f"it has {len(process.workers())} worker processes"
    with Context(CACHE_DIR=process.folder): broken = disk_cache.verify().broken
    return f"{broken} entries of the disk cache are broken" if broken else None


_WISHED = ("CPU:LLVM", "CPU:CLANG", "PYTHON", "CL", "WEBGPU")
FUZZER = Fuzzer("interrupts", draw, check, devices=tuple(d for d in _WISHED if Device.probe(d).usable))
