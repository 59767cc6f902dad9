"""One rank of a plan: a program runs as that rank of many, on NULL devices, and exchanges nothing.

Inputs: the rank, the number of ranks, a device of NULL, and a program with its arguments. Outputs: a file with what the rank would
compute, exchange and keep. Invariants: everything but kernels, copies and exchanges happens as in a real run: the program is run, and
files that it writes are written; what it reads from a device is zeros.
"""
from __future__ import annotations

import json
import sys
import time
from collections.abc import Sequence
from pathlib import Path

from heddle.device import Device
from heddle.device.buffer import Buffer
from heddle.engine.communicator import Agreement, Call, Started, current
from heddle.errors import describe_location
from heddle.named_tuple import NamedTuple
from heddle.process.program import run_program, set_arguments
from heddle.runtime.ops_null import NullAllocator
from heddle.settings import settings
from heddle.tracing.counters import GlobalCounters
from heddle.tracing.events import ProfileEvent
from heddle.tracing.recorder import Recorder

#: (kind, ranks, own position or root, pairs, bytes of the source, bytes that have to be sent, user's line) of an exchange
Exchange = tuple[str, Sequence[int], int, Sequence[Sequence[int]], int, int, str]


class PlannedCommunicator:
    """Stands in for all other ranks: they agree with this one, and say what it says."""

    def __init__(self, rank: int, size: int) -> None:
        self.rank, self.size, self.seed = rank, size, 0
        self.exchanges: list[tuple[float, Exchange]] = []  # and when each was called

    def agree(self, agreement: Agreement) -> None: pass
    def texts(self, own: str, what: str) -> list[str]: return [own] * self.size

    def run(self, call: Call, dest: Buffer, source: Buffer) -> bool:
        """Notes the collective down; what it fills takes memory, as in a real run."""
        dest.ensure_allocated()
        what, line = call.what, "" if call.loc is None else describe_location(call.loc)
        self.exchanges.append((time.perf_counter(), (
            what.kind, what.ranks, what.number, what.pairs, call.nbytes, what.sent(call.nbytes), line)))
        return True

    def start(self, call: Call, dest: Buffer, source: Buffer) -> Started:
        """As `run`: it has ended at once."""
        self.run(call, dest, source)
        return _Ended()

    def steps(self, agreement: Agreement) -> str: return "nothing is exchanged"


class _Ended:
    """An exchange with nobody."""

    host_waits = True

    def is_done(self) -> bool: return True
    def finish(self) -> None: pass


class Window(NamedTuple):
    """A part of a run: from the end of one replay of the function `name` to the end of its next, or all of it if `name` is empty."""

    name: str
    begin: float
    end: float


def step_of(events: Sequence[ProfileEvent]) -> Window:
    """The last two replays of the captured function that was replayed last; everything where none was replayed twice."""
    replays = [e for e in events if e.kind == "replay"]
    ends = [e.start + e.seconds for e in replays if e.name == replays[-1].name]
    return Window(replays[-1].name, *ends[-2:]) if len(ends) > 1 else Window("", 0.0, float("inf"))


def run(rank: int, size: int, device: str, program: Sequence[str]) -> dict[str, object]:
    """Runs `program`, a file or `-m` and a module with its arguments, as rank `rank` of `size`; what a step did, and what is kept."""
    communicator, recorder = PlannedCommunicator(rank, size), Recorder()
    current.communicator, NullAllocator.gives_zeros = communicator, True
    settings.DEV, settings.BEAM = device, 0
    set_arguments(program)
    recorder.open()
    try: run_program(program)
    except SystemExit as end:
        if end.code not in (None, 0): raise
    finally: recorder.close()
    events, memory = recorder.events(), [d.allocator.stats() for d in Device.opened()]
    step = step_of(events)
    return {"rank": rank, "step": step.name, "sent_in_all": GlobalCounters.collective_bytes,
            "peak": sum(m.peak_live for m in memory), "live": sum(m.live for m in memory),
            "kernels": [(e.ops, e.bytes) for e in events if e.kind == "kernel" and step.begin <= e.start < step.end],
            "exchanges": [what for at, what in communicator.exchanges if step.begin <= at < step.end]}


def main() -> None:
    """`python -m heddle.distributed.planned_rank FILE RANK SIZE DEVICE PROGRAM …`: writes the result to a file."""
    file, rank, size, device, *program = sys.argv[1:]
    found = run(int(rank), int(size), device, program)
    Path(file).write_text(json.dumps(found))


if __name__ == "__main__":
    main()
