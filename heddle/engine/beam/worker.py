"""Search worker: a process that compiles or runs candidates, one request at a time, until its input ends.

Inputs: requests on standard input, see messages.py. Outputs: answers on the original standard output; what a candidate prints there is
discarded.
Invariants: the user's program is not imported: the process starts with this file's `main` alone. Every request runs under a watchdog
that needs neither Python nor a parent: a candidate that never ends takes the process with it. The process ends with its parent.
"""
from __future__ import annotations

import faulthandler
import os
import sys

from heddle.device.interface import Compiled
from heddle.engine.beam.candidate_run import Candidate, Refused, Trial, duel, info_as_words
from heddle.engine.beam.messages import Message, receive, send
from heddle.errors import HeddleError
from heddle.process.workers import end_with_parent, take_output
from heddle.settings import settings
from heddle.uop import UOp
from heddle.uop.program_info import ProgramInfo


class Worker:
    """What a worker knows between two requests."""

    device: Compiled
    ast: UOp
    variables: dict[str, int]
    data: tuple[str, int]

    def __init__(self) -> None:
        self.trial: Trial | None = None
        self.reference: Candidate | None = None

    def answer(self, request: Message) -> Message:
        """Does what is asked. What goes wrong with a candidate is an answer."""
        try: return getattr(self, f"do_{request.words['do']}")(request.data, **{k: v for k, v in request.words.items() if k != "do"})
        except Refused as why: return Message({"ok": False, "why": str(why)})
        except (HeddleError, ArithmeticError, LookupError, TypeError, ValueError, RecursionError, MemoryError) as fault:
            return Message({"ok": False, "why": f"{type(fault).__name__}: {fault}"})

    def do_open(self, data: bytes, device: str, switches: dict[str, object]) -> Message:
        from heddle.device import Device
        for name, value in switches.items(): setattr(settings, name, value)
        self.device = Device[device]
        return Message({"ok": True})

    def do_kernel(self, data: bytes, variables: dict[str, int], kind: str, seed: int) -> Message:
        from heddle.uop.printer import read_graph
        self.ast, self.variables, self.data = read_graph(data.decode()), variables, (kind, seed)
        self.trial = None
        return Message({"ok": True})

    def do_compile(self, data: bytes, actions: list[str]) -> Message:
        from heddle.codegen import to_program
        program = to_program(self.ast, self.device.renderer, actions=actions)
        # past the caches: most candidates are never needed again
        binary = self.device.compiler.compile(program.src[1].arg)
        return Message({"ok": True, "info": info_as_words(program.arg)}, binary)

    def do_run(self, data: bytes, info: dict[str, object], is_reference: bool, give_up: float) -> Message:
        if self.trial is None: self.trial = Trial(self.ast, self.device, self.variables, *self.data)
        candidate = Candidate(self.device, self.ast, ProgramInfo.of_words(info), data)
        first = self.trial.first_run(candidate, is_reference)
        return Message({"ok": True, "seconds": self.trial.times(candidate, first, give_up)})

    def do_duel(self, data: bytes, infos: list[dict[str, object]], size: int, rounds: int) -> Message:
        """Seconds of two kernels, run in alternation: `data` holds both binaries, the first of `size` bytes."""
        trial = self.trial = self.trial or Trial(self.ast, self.device, self.variables, *self.data)
        a, b = (Candidate(self.device, self.ast, ProgramInfo.of_words(info), binary)
                for info, binary in zip(infos, (data[:size], data[size:]), strict=True))
        trial.first_run(a, is_reference=True)
        trial.first_run(b)
        return Message({"ok": True, "seconds": duel(trial, a, b, rounds)})


def main() -> None:
    """Answers until there are no more requests."""
    end_with_parent()
    requests, answers = sys.stdin.buffer, take_output()
    with open(os.devnull, "wb") as nowhere:
        worker = Worker()
        while (request := receive(requests)) is not None:
            faulthandler.dump_traceback_later(request.words.pop("limit"), exit=True, file=nowhere)
            answer = worker.answer(request)
            faulthandler.cancel_dump_traceback_later()
            try: send(answers, answer)
            except OSError: return  # nobody waits for it any more
