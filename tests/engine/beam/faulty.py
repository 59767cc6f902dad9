"""A worker in which chosen candidates misbehave: what the tests start in place of a real one.

In: on the command line, the search path, and a fault as JSON: `kind`, the `victims` (lists of actions), and a `log` to which every
victim's name is added when it is about to misbehave. Faults of kernels are put into their source: real machine code does it.
"""
from __future__ import annotations

import json
import os
import signal
import sys
import time
from typing import Any

from heddle import codegen
from heddle.engine.beam import worker
from heddle.engine.beam.messages import Message
from heddle.uop import Ops, UOp

#: what begins a kernel in LLVM's language, in place of the label of its first block
_BEGINNINGS = {
    "segv": "entry:\n  store volatile i32 1, ptr inttoptr (i64 8 to ptr)\n",
    "loop": "fault:\n  br label %forever\nforever:\n  call void asm sideeffect \"\", \"\"()\n  br label %forever\nentry:\n"}
#: what it does last
_ENDINGS = {
    "wrong": "  %e = getelementptr float, ptr %d0, i64 3\n  %x = load float, ptr %e\n  %y = fadd float %x, 1.0\n"
             "  store float %y, ptr %e\n",
    "outside": "  %e = getelementptr float, ptr %d0, i64 -2\n  store float 1.0, ptr %e\n"}


def with_fault(kind: str, source: str) -> str:
    """A kernel that misbehaves; `nothing`: one that writes nothing."""
    if kind in _BEGINNINGS: return source.replace("entry:\n", _BEGINNINGS[kind], 1)
    if kind in _ENDINGS: return source.replace("  ret void\n}", f"{_ENDINGS[kind]}  ret void\n}}", 1)
    assert kind == "nothing"
    return source.replace("entry:\n", "entry:\n  ret void\nrest:\n", 1).replace("%entry", "%rest")


class Faulty(worker.Worker):
    """Does as a worker does, but for the victims."""

    def __init__(self, kind: str, victims: list[list[str]], log: str) -> None:
        super().__init__()
        self.kind, self.victims, self.log = kind, victims, log
        self.binaries: set[bytes] = set()

    def misbehaves(self, actions: list[str]) -> bool:
        return self.victims == ["all"] or actions in self.victims

    def note(self, actions: list[str]) -> None:
        with open(self.log, "a", encoding="utf-8") as file: file.write(f"{self.kind}: {', '.join(actions)}\n")

    def do_compile(self, data: bytes, actions: list[str]) -> Message:
        if not self.misbehaves(actions): return super().do_compile(data, actions)
        self.note(actions)
        if self.kind == "slow compiler": time.sleep(1000)
        if self.kind == "dying compiler": os.kill(os.getpid(), signal.SIGKILL)
        if self.kind in (*_BEGINNINGS, *_ENDINGS): codegen.to_program = self.edited  # type: ignore[assignment]
        try: return super().do_compile(data, actions)
        finally: codegen.to_program = REAL

    def edited(self, sink: UOp, renderer: Any, watch: Any = None, actions: Any = None) -> UOp:
        program = REAL(sink, renderer, watch, actions)
        return program.replace(src=(program.src[0], UOp(Ops.SOURCE, arg=with_fault(self.kind, program.src[1].arg))))


REAL = codegen.to_program


def main() -> None:
    fault = json.loads(sys.argv[2])
    worker.Worker = lambda: Faulty(**fault)  # type: ignore[misc,assignment]
    worker.main()
