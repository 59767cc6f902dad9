"""Direct launches: kernels without variables on the handles of their memory, for what is launched again and again.

Inputs: compiled CALLs, and the numbers of their buffers in the list of a run. Outputs: what runs them all.
Invariants: what is launched and counted is what launches of single CALLs (launch.py) do; those are taken where launches are timed or
recorded.
"""
from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from operator import itemgetter
from typing import cast

from heddle.device import Program
from heddle.engine.launch import device_of, get_runtime
from heddle.named_tuple import NamedTuple
from heddle.tracing.counters import count_launches
from heddle.uop.ops import Ops
from heddle.uop.program_info import ProgramInfo
from heddle.uop.uop import UOp

#: runs a kernel on the handles of the memories of a run
DirectLaunch = Callable[[Sequence[object]], object]

_NO_VALUES: Mapping[str, int] = {}


class DirectLaunches(NamedTuple):
    """Kernels, what is counted for them, and the numbers of the memories that they use."""

    launches: tuple[DirectLaunch, ...]
    ops: int
    nbytes: int
    used: frozenset[int]

    def run(self, raws: Sequence[object], schedule_hits: int = 0) -> None:
        """Runs all kernels on the memories with these handles. `schedule_hits`: 1 if their schedule was in the cache. DeviceError."""
        launches, ops, nbytes, _ = self
        for launch in launches: launch(raws)
        count_launches(len(launches), ops, nbytes, schedule_hits)


def direct_launches(calls: Sequence[UOp], numbers: Sequence[Sequence[int]]) -> DirectLaunches | None:
    """The launches of CALLs whose buffers have these numbers; None if one is no kernel, or differs from run to run."""
    if any(call.src[0].op is not Ops.PROGRAM or call.src[0].arg.vars for call in calls): return None
    launches: list[DirectLaunch] = []
    used: set[int] = set()
    ops = nbytes = 0
    for call, own in zip(calls, numbers, strict=True):
        info: ProgramInfo = call.src[0].arg
        slots = [own[slot] for slot in info.globals]
        used.update(slots)
        runtime = get_runtime(call.src[0], device_of(call))
        launches.append(fixed_launch(runtime, info, slots) or general_launch(runtime, info, slots))
        ops, nbytes = ops + info.ops, nbytes + info.bytes
    return DirectLaunches(tuple(launches), ops, nbytes, frozenset(used))


def fixed_launch(runtime: Program, info: ProgramInfo, slots: Sequence[int]) -> DirectLaunch | None:
    """The shortest way to launch a kernel without variables on the memories with these numbers, where its device has one."""
    make = getattr(runtime, "fixed", None)
    return None if make is None else make(info.grid, slots)


def general_launch(runtime: Program, info: ProgramInfo, slots: Sequence[int]) -> DirectLaunch:
    """The same on any device."""
    take, grid, workgroup = picker(slots), info.grid, info.workgroup
    return lambda raws: runtime(take(raws), _NO_VALUES, grid, workgroup)


def picker(slots: Sequence[int]) -> Callable[[Sequence[object]], Sequence[object]]:
    """What takes the elements with these numbers from a list."""
    if len(slots) > 1: return cast("Callable[[Sequence[object]], Sequence[object]]", itemgetter(*slots))
    return lambda raws: [raws[i] for i in slots]
