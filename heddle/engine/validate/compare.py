"""Validation against the CPU: runs each kernel there too and compares the results (VALIDATE_WITH_CPU=1).

Inputs: a CALL of a compiled kernel. Outputs: it has run; MismatchError if the CPU, given the same inputs, writes something else than
the ULP table allows (tolerance.py). A kernel that runs on that very CPU is compared with its unoptimised form. This locates faults
of a backend or of the optimiser; everything is copied to the host and compared, which is slow. Invariants: the program stops at the
first wrong kernel, with its inputs unchanged, and with a file that reproduces the fault on synthetic data (reproduce.py).
"""
from __future__ import annotations

import time
from collections.abc import Mapping

from heddle.device import Device
from heddle.device.buffer import Buffer
from heddle.engine.compile import program_of
from heddle.engine.launch import ExecContext, exec_kernel, get_runtime, launch_size, resolve_buffer
from heddle.engine.validate.reproducer_file import write_comparison
from heddle.engine.validate.test_inputs import KINDS, make_sample
from heddle.engine.validate.tolerance import Difference, allowances, first_difference, numbers, typical_size
from heddle.errors import Location, MismatchError
from heddle.named_tuple import NamedTuple
from heddle.settings import Context
from heddle.uop.ops import Ops
from heddle.uop.program_info import ProgramInfo
from heddle.uop.uop import UOp

_REFERENCE = "CPU"

Data = Mapping[int, bytes]  # what is in the buffer of each slot


class Pair(NamedTuple):
    """A kernel's program for a device, and what it is compared with."""

    program: UOp
    device: str
    reference: UOp
    variables: Mapping[str, int]

    def difference(self, data: Data) -> tuple[int, Difference] | None:
        """(slot, difference) of the first output that differs, both being run on `data` in buffers of their own."""
        return self.compare(data, _run(self.program, self.device, data, self.variables))

    def compare(self, data: Data, results: Data) -> tuple[int, Difference] | None:
        """The same for results that are there already."""
        expected = _run(self.reference, _REFERENCE, data, self.variables)
        ast, info = self.program.src[0], self.program.arg
        params, allowed = params_of(ast), allowances(ast)
        read = [numbers(data[s], params[s].dtype) for s in info.ins if params[s].dtype.is_float()]
        size = max(map(typical_size, read), default=0.0)
        for slot in info.outs:
            if results[slot] == expected[slot]: continue
            dtype = params[slot].dtype
            found = first_difference(numbers(results[slot], dtype), numbers(expected[slot], dtype), dtype, allowed[slot], size)
            if found is not None: return slot, found
        return None


def params_of(ast: UOp) -> dict[int, UOp]:
    """The PARAMs of a kernel by slot."""
    return {n.arg.slot: n for n in ast.toposort() if n.op is Ops.PARAM}


def make_pair(program: UOp, device: str, variables: Mapping[str, int], loc: Location | None = None) -> Pair | None:
    """What to compare the program with; None where that would be the very same program."""
    reference = Device[_REFERENCE]
    same_device = Device[device].kernel_key == reference.kernel_key
    with Context(BEAM=0, NOOPT=same_device): twin = program_of(program.src[0], reference, loc)
    return None if same_device and twin.src[1] is program.src[1] else Pair(program, device, twin, variables)


def exec_validated(call: UOp, program: UOp, ctx: ExecContext) -> bool:
    """Runs a kernel where it belongs and on the CPU, and compares what they wrote."""
    info: ProgramInfo = program.arg
    buffers = [resolve_buffer(node, ctx) for node in call.src[1:]]
    for b in buffers: b.ensure_allocated()
    pair = make_pair(program, buffers[0].device, ctx.var_vals, call.loc)
    if pair is None: return exec_kernel(call, program, ctx)
    data = {slot: buffers[slot].tobytes() for slot in info.globals}
    done = exec_kernel(call, program, ctx)
    results = {slot: buffers[slot].tobytes() for slot in info.outs}
    found = pair.compare(data, results)
    if found is not None:
        for slot in info.outs: buffers[slot].copyin(memoryview(data[slot]))  # so that one may look into it
        raise mismatch(pair, *found, data, call.loc)
    return done


def _run(program: UOp, device: str, data: Data, variables: Mapping[str, int]) -> Data:
    """What the program makes of `data`: its outputs by slot."""
    info: ProgramInfo = program.arg
    params = params_of(program.src[0])
    buffers = {s: Buffer(device, params[s].arg.size, params[s].dtype).copyin(memoryview(data[s])) for s in info.globals}
    get_runtime(program, device)([buffers[s].raw for s in info.globals], variables, launch_size(info, variables), info.workgroup, True)
    return {s: buffers[s].tobytes() for s in info.outs}


# ---- telling


def mismatch(pair: Pair, slot: int, found: Difference, data: Data, loc: Location | None) -> MismatchError:
    """The error, with a reproducer written for it."""
    info: ProgramInfo = pair.program.arg
    dtype = params_of(pair.program.src[0])[slot].dtype
    beside = f"{_REFERENCE} without the optimiser" if Device[pair.device].name == Device[_REFERENCE].name else _REFERENCE
    size = len(data[slot]) // dtype.itemsize
    what = (f"{info.name} on {pair.device} wrote {found.got} to element {found.index} of buffer {slot} ({dtype.name}), {beside} wrote "
            f"{found.expected}; {found.count} of {size} elements differ by more than the table of ULP allows")
    return MismatchError(what, where=loc, reproducer=write_comparison(pair, what, find_inputs(pair, data)), kernel=info.name,
                         source=pair.program.src[1].arg, device=pair.device, slot=slot, index=found.index, got=found.got,
                         expected=found.expected)


class Inputs(NamedTuple):
    """Data on which the two differ: made up, by `kind` and `seed`, or those few `elements` that have to be as the user had them.

    `elements`: bytes of one element, in hexadecimal, by slot and index; all others are zero.
    """

    kind: str = ""
    seed: int = 0
    elements: Mapping[int, Mapping[int, str]] | None = None

    def data(self, ast: UOp) -> Data:
        """The contents of every buffer."""
        params = params_of(ast)
        if self.elements is None:
            return {slot: make_sample(p.dtype, p.arg.size, self.kind, self.seed + slot) for slot, p in params.items()}
        return {slot: _filled(p, self.elements.get(slot, {})) for slot, p in params.items()}


def _filled(param: UOp, elements: Mapping[int, str]) -> bytes:
    room, step = bytearray(param.arg.size * param.dtype.itemsize), param.dtype.itemsize
    for at, text in elements.items(): room[at * step:(at + 1) * step] = bytes.fromhex(text)
    return bytes(room)


_MOST_ELEMENTS = 1000
_SHRINK_SECONDS = 10.0


def find_inputs(pair: Pair, data: Data) -> Inputs | None:
    """The plainest inputs that show the fault. None where it does not show again, or needs too much of the user's data."""
    ast = pair.program.src[0]
    for kind in KINDS:
        for seed in (0, 100):
            if pair.difference((made := Inputs(kind, seed)).data(ast)) is not None: return made
    if pair.difference(data) is None: return None
    shrunk = _shrink(pair, {slot: bytearray(d) for slot, d in data.items()})
    params = params_of(ast)
    elements = {slot: _not_zero(d, params[slot].dtype.itemsize) for slot, d in shrunk.items()}
    return Inputs(elements=elements) if sum(map(len, elements.values())) <= _MOST_ELEMENTS else None


def _shrink(pair: Pair, data: dict[int, bytearray]) -> dict[int, bytearray]:
    """`data` with zeros wherever the fault shows without what was there: whole buffers, then halves, then smaller parts."""
    params, end = params_of(pair.program.src[0]), time.monotonic() + _SHRINK_SECONDS
    parts = [(slot, 0, params[slot].arg.size) for slot in data]
    while parts and time.monotonic() < end:
        slot, begin, stop = parts.pop(0)
        step = params[slot].dtype.itemsize
        window = slice(begin * step, stop * step)
        before = bytes(data[slot][window])
        if not any(before): continue
        data[slot][window] = bytes(len(before))
        if pair.difference({s: bytes(d) for s, d in data.items()}) is not None: continue
        data[slot][window] = before
        middle = (begin + stop) // 2
        if stop - begin > 1: parts += [(slot, begin, middle), (slot, middle, stop)]
    return data


def _not_zero(data: bytearray, step: int) -> dict[int, str]:
    return {at // step: data[at:at + step].hex() for at in range(0, len(data), step) if any(data[at:at + step])}
