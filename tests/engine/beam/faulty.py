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

#: what is put at the beginning of a kernel in C
IN_KERNEL = {"segv": "*(volatile int *)8 = 1;", "loop": "for (;;) { __asm__ volatile (\"\"); }"}


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
        if self.kind in IN_KERNEL or self.kind in EDITS: codegen.to_program = self.edited  # type: ignore[assignment]
        try: return super().do_compile(data, actions)
        finally: codegen.to_program = REAL

    def edited(self, sink: UOp, renderer: Any, watch: Any = None, actions: Any = None) -> UOp:
        program = REAL(sink, renderer, watch, actions)
        head, brace, body = program.src[1].arg.partition(") {\n")
        if self.kind in IN_KERNEL: source = head + brace + IN_KERNEL[self.kind] + "\n" + body
        else: source = head + brace + EDITS[self.kind](body)
        return program.replace(src=(program.src[0], UOp(Ops.SOURCE, arg=source)))


def add_to_result(body: str) -> str: return body.rstrip().removesuffix("}") + "  ((float *)bufs[0])[3] += 1.0f;\n}\n"


def write_beyond(body: str) -> str: return body.rstrip().removesuffix("}") + "  ((float *)bufs[0])[-2] = 1.0f;\n}\n"


EDITS = {"wrong": add_to_result, "outside": write_beyond}
REAL = codegen.to_program


def main() -> None:
    fault = json.loads(sys.argv[2])
    worker.Worker = lambda: Faulty(**fault)  # type: ignore[misc,assignment]
    worker.main()
