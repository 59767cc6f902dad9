"""Execution and checking of one search candidate inside a worker.

Inputs: a kernel's ast, compiled candidates. Outputs: launch times in seconds, or a `Refused` with the fault.
Invariants: input data is synthetic (validate/test_inputs.py). Each buffer has guard margins that no kernel may write; results are
compared with those of the heuristic's kernel, so an incorrect candidate is never selected.
"""
from __future__ import annotations

from collections.abc import Mapping, Sequence

from heddle.device.buffer import Buffer
from heddle.device.interface import Compiled, Program
from heddle.engine.launch import launch_size
from heddle.engine.validate.test_inputs import make_sample
from heddle.engine.validate.tolerance import allowances, first_difference, numbers, typical_size
from heddle.uop import Ops, UOp
from heddle.uop.program_info import ProgramInfo

_MARGIN = 4096  # bytes before and after each buffer: keeps its alignment, and catches what runs over an end
_PATTERN = b"\xa5"
_SHORT = 2e-4  # seconds: launches are counted together until they take this long, since clocks are no finer
_ENOUGH = 0.03  # seconds of launches after which one time is known well enough


class Refused(Exception):  # noqa: N818 (it is an answer, and no error of heddle's)
    """A candidate that may not win, and why."""


class Candidate:
    """A compiled form of the kernel, loaded."""

    def __init__(self, device: Compiled, ast: UOp, info: ProgramInfo, binary: bytes) -> None:
        program = UOp(Ops.PROGRAM, src=(ast, UOp(Ops.SOURCE, arg=""), UOp(Ops.BINARY, arg=binary)), arg=info)
        self.info = info
        self.run: Program = device.runtime(program)


class Trial:
    """The kernel's buffers, filled, and what the heuristic's kernel makes of them."""

    def __init__(self, ast: UOp, device: Compiled, variables: Mapping[str, int], kind: str, seed: int) -> None:
        self.ast, self.device, self.variables = ast, device, variables
        params = {n.arg.slot: n for n in ast.toposort() if n.op is Ops.PARAM}
        self.whole: dict[int, Buffer] = {}
        self.buffers: dict[int, Buffer] = {}
        self.filled: dict[int, bytes] = {}
        for slot, p in sorted(params.items()):
            sample = make_sample(p.dtype, p.arg.size, kind, seed + slot)
            self.filled[slot] = _PATTERN * _MARGIN + sample + _PATTERN * _MARGIN
            self.whole[slot] = Buffer(device.name, len(self.filled[slot]) // p.dtype.itemsize, p.dtype).allocate()
            self.buffers[slot] = self.whole[slot].view(p.arg.size, p.dtype, _MARGIN).allocate()
        order = ast.toposort()
        self.written = sorted({n.src[0].src[0].arg.slot for n in order if n.op is Ops.STORE})
        self.read = {n.src[0].src[0].arg.slot for n in order if n.op is Ops.LOAD}
        self.updates = any(slot in self.read for slot in self.written)
        sizes = [typical_size(numbers(self._inside(s), params[s].dtype)) for s in self.read if params[s].dtype.is_float()]
        self.size = max(sizes, default=0.0)
        self.expected: dict[int, bytes] = {}
        self.restore(self.read)

    def _inside(self, slot: int) -> bytes: return self.filled[slot][_MARGIN:-_MARGIN]

    def restore(self, slots: Sequence[int] | set[int]) -> None:
        """The buffers as they were before any run."""
        for slot in slots: self.whole[slot].copyin(memoryview(self.filled[slot]))

    def launch(self, c: Candidate) -> float:
        """Seconds of one launch."""
        raws = [self.buffers[slot].raw for slot in c.info.globals]
        seconds = c.run(raws, self.variables, launch_size(c.info, self.variables), c.info.workgroup, wait=True)
        return seconds or 0.0

    # ---- results

    def first_run(self, c: Candidate, is_reference: bool = False) -> float:
        """Seconds of the first launch, on fresh buffers. Refused if it wrote elsewhere, or something else than the reference."""
        self.restore(self.written)
        seconds = self.launch(c)
        self.device.synchronize()
        for slot in self.written:
            got = self.whole[slot].tobytes()
            if got[:_MARGIN] + got[-_MARGIN:] != _PATTERN * (2 * _MARGIN): raise Refused(f"it wrote outside of buffer {slot}")
            if is_reference: self.expected[slot] = got
            elif got != self.expected[slot]: self._compare(slot, got)
        return seconds

    def _compare(self, slot: int, got: bytes) -> None:
        dtype = self.buffers[slot].dtype
        a, b = (numbers(x[_MARGIN:-_MARGIN], dtype) for x in (got, self.expected[slot]))
        found = first_difference(a, b, dtype, allowances(self.ast)[slot], self.size)
        if found: raise Refused(f"it wrote {found.got} to element {found.index} of buffer {slot}, not {found.expected}")

    # ---- times

    def sample(self, c: Candidate, launches: int) -> float:
        """Seconds of one launch, by `launches` of them."""
        if self.updates: self.restore(self.written)  # values that grow without end, or vanish, take longer
        return sum(self.launch(c) for _ in range(launches)) / launches

    def times(self, c: Candidate, first: float, give_up: float) -> list[float]:
        """Seconds of a launch, several times; the first alone where that was longer than `give_up`."""
        if first > give_up: return [first]
        launches = launches_for(first)
        out: list[float] = []
        while len(out) < 3 or (sum(out) * launches < _ENOUGH and len(out) < 50): out.append(self.sample(c, launches))
        return out


def launches_for(seconds: float) -> int:
    """How many launches are timed together."""
    return max(1, min(200, int(_SHORT / max(seconds, 1e-7))))


def duel(trial: Trial, a: Candidate, b: Candidate, rounds: int) -> list[list[float]]:
    """Both in turns, each first in every other round, so that a disturbance of the machine meets both."""
    launches = launches_for(min(trial.launch(a), trial.launch(b)))
    times: list[list[float]] = [[], []]
    for n in range(rounds):
        for which in ((0, 1), (1, 0))[n % 2]: times[which].append(trial.sample((a, b)[which], launches))
    return times


def info_as_words(info: ProgramInfo) -> dict[str, object]:
    """A ProgramInfo for a message."""
    return {name: getattr(info, name) for name in ProgramInfo.__dataclass_fields__}
