"""Each kernel run on the CPU too, and the results compared (VALIDATE_WITH_CPU=1; SPEC E4).

In: a CALL of a compiled kernel. Out: it has run; VerifyError if the CPU, given the same inputs, writes something else.
For finding out whether a backend is at fault: everything is copied to the host and compared in Python, which is slow.
"""
from __future__ import annotations

import math
import struct
from typing import Any

from heddle.buffer import Buffer
from heddle.device import Device
from heddle.dtype import DType, decode_float
from heddle.engine.programs import program_of
from heddle.engine.realize import ExecContext, exec_kernel, get_runtime, launch_size, pm_exec, resolve_buffer
from heddle.errors import VerifyError
from heddle.uop.ops import Ops
from heddle.uop.program import ProgramInfo
from heddle.uop.rewrite import PatternMatcher, UPat
from heddle.uop.uop import UOp

_REFERENCE = "CPU"
#: Relative difference that is allowed: sums are folded in another order, and functions are other polynomials.
_TOLERANCE = {"float64": 1e-9, "float32": 1e-3, "float16": 2e-2, "bfloat16": 1e-1, "fp8e4m3": 0.5, "fp8e5m2": 0.5}


def exec_validated(call: UOp, program: UOp, ctx: ExecContext) -> bool:
    """Runs a kernel where it belongs and on the CPU, and compares what they wrote."""
    buffers = [resolve_buffer(node, ctx).ensure_allocated() for node in call.src[1:]]
    reference = Device[_REFERENCE]
    if Device[buffers[0].device].kernel_key == reference.kernel_key: return exec_kernel(call, program, ctx)
    copies = [Buffer(_REFERENCE, b.size, b.dtype).copyin(memoryview(b.tobytes())) for b in buffers]
    done = exec_kernel(call, program, ctx)
    twin = program_of(program.src[0], reference, call.loc)
    info: ProgramInfo = twin.arg
    get_runtime(twin, _REFERENCE)([copies[slot].raw for slot in info.globals], ctx.var_vals, launch_size(info, ctx.var_vals),
                                  info.workgroup, True)
    for slot in info.outs: _compare(program.arg.name, slot, buffers[slot], copies[slot], call)
    return done


def _compare(kernel: str, slot: int, got: Buffer, wanted: Buffer, call: UOp) -> None:
    for at, (x, y) in enumerate(zip(_numbers(got), _numbers(wanted), strict=True)):
        if not _is_near(x, y, got.dtype):
            raise VerifyError(f"{kernel} on {got.device} wrote {x} to element {at} of buffer {slot}, {_REFERENCE} wrote {y}",
                              where=call.loc)


def _numbers(buffer: Buffer) -> list[float]:
    """What is in the buffer, as Python numbers."""
    data, dtype = memoryview(buffer.tobytes()), buffer.dtype
    if dtype.fmt is not None and dtype.fmt != "e": return data.cast(dtype.fmt).tolist()  # type: ignore[call-overload]
    return [_decode(dtype, data[at:at + dtype.itemsize]) for at in range(0, data.nbytes, dtype.itemsize)]


def _decode(dtype: DType, data: memoryview) -> float:
    return struct.unpack("e", data)[0] if dtype.fmt == "e" else decode_float(dtype, int.from_bytes(data, "little"))


def _is_near(x: float, y: float, dtype: DType) -> bool:
    if not dtype.is_float() or x == y: return x == y
    if math.isnan(x) or math.isnan(y): return math.isnan(x) and math.isnan(y)
    return math.isclose(x, y, rel_tol=(allowed := _TOLERANCE[dtype.name]), abs_tol=allowed * 1e-2)


_RULE: Any = (UPat(Ops.CALL, src=(UPat(Ops.PROGRAM, name="program"),), name="call", allow_any_len=True), exec_validated)
#: `pm_exec` with kernels checked
pm_validate = PatternMatcher([_RULE]) + pm_exec
