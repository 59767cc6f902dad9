"""WGSL: every op on scalars and vectors against NumPy where there is a driver, and what the text looks like everywhere."""
from __future__ import annotations

import numpy as np
import pytest

from heddle.codegen.memory.coalesce_loads import join_loads
from heddle.device import Device
from heddle.device.buffer import Buffer
from heddle.dtype import DType, dtypes
from heddle.renderer import Capabilities
from heddle.renderer.wgsl.wgsl import WGSLRenderer
from heddle.runtime.webgpu.queue import WGProgram
from heddle.uop import GroupOp, Ops, ParamArg, UOp
from heddle.uop.program_info import ProgramInfo
from tests.renderer import cases
from tests.renderer.kernels import NUMPY, Kernel
from tests.renderer.test_on_cpu import same

on_a_driver = pytest.mark.skipif(not Device.probe("WEBGPU").usable, reason=f"no WebGPU: {Device.probe('WEBGPU').why_not()}")
FORMATS = (dtypes.bool, *(d for d in dtypes.ints), dtypes.float32)


def text(k: Kernel) -> str: return WGSLRenderer("test").render(k.ops, k.name)


def run(k: Kernel, *arrays: np.ndarray) -> list[np.ndarray]:
    """What the kernel makes of its buffers."""
    device = Device["WEBGPU"]
    slots = tuple(range(len(arrays)))
    program = WGProgram(device.queue, ProgramInfo(k.name, slots, slots, slots), text(k).encode())  # type: ignore[attr-defined]
    buffers = [Buffer("WEBGPU", a.size, p.dtype).allocate() for a, p in zip(arrays, k.params, strict=True)]
    for a, b in zip(arrays, buffers, strict=True): b.copyin(memoryview(a).cast("B"))
    program([b.raw for b in buffers], {})
    return [np.frombuffer(b.tobytes(), a.dtype) for a, b in zip(arrays, buffers, strict=True)]


def one_kernel(dtype: DType, count: int, ops: tuple[Ops, ...]) -> Kernel:
    """All ops in one kernel: inputs and outputs of each after those of the one before."""
    k = Kernel(f"ops_{dtype.name}_{count}")
    size = cases.SIZE * len(ops)
    out, flags, *ins = k.param(dtype, size), k.param(dtypes.bool, size), *(k.param(dtype, size) for _ in range(3))
    with k.loop(cases.SIZE // count) as i:
        for n, op in enumerate(ops):
            at = i * count + n * cases.SIZE
            value = k.add(cases.node(op, *(k.load(x, at, count) for x in ins)))
            k.store(flags if op in GroupOp.COMPARE else out, at, value)
    return k


@on_a_driver
@pytest.mark.parametrize("count", (1, 4))
@pytest.mark.parametrize("dtype", FORMATS, ids=lambda d: d.name)
def test_every_op_agrees_with_numpy(dtype: DType, count: int) -> None:
    ops = tuple(op for op in cases.ops_for(dtype) if op is not Ops.FDIV or dtype.is_float())
    given = cases.inputs(dtype)
    if dtype.is_float(): given = [np.where(np.abs(a) < 1e-30, np.copysign(0, a), a).astype(a.dtype) for a in given]  # no subnormals
    operands = [cases.operands(op, dtype, given) for op in ops]
    out, flags = np.zeros(cases.SIZE * len(ops), NUMPY[dtype]), np.zeros(cases.SIZE * len(ops), bool)
    got, got_flags, *_ = run(one_kernel(dtype, count, ops), out, flags, *(np.concatenate([o[n] for o in operands]) for n in range(3)))
    for n, op in enumerate(ops):
        part = slice(n * cases.SIZE, (n + 1) * cases.SIZE)
        want = cases.expected(op, dtype, given)
        rounded = dtype.is_float() and op in (Ops.MULACC, Ops.FDIV, Ops.RECIPROCAL, Ops.SQRT)
        try: same(got_flags[part] if op in GroupOp.COMPARE else got[part], want, dtype, fused=rounded)
        except AssertionError as fault: raise AssertionError(f"{op.name}: {fault}") from None


@on_a_driver
@pytest.mark.parametrize("dtype", FORMATS, ids=lambda d: d.name)
def test_every_cast_of_vectors_agrees_with_numpy(dtype: DType) -> None:
    k = Kernel("casts")
    given = k.param(dtype, cases.SIZE)
    outs = [k.param(to, cases.SIZE) for to in FORMATS[:9]]
    with k.loop(cases.SIZE // 4) as i:
        value = k.load(given, i * 4, 4)
        for out in outs: k.store(out, i * 4, k.add(value.cast(out.dtype)))
    x = cases.inputs(dtype)[0]
    if dtype.is_float(): x = np.abs(np.nan_to_num(x, nan=3.25, posinf=100, neginf=7) % 100).astype(x.dtype)
    _, *got = run(k, x, *(np.zeros(cases.SIZE, NUMPY[o.dtype]) for o in outs))
    for found, out in zip(got, outs, strict=True): np.testing.assert_array_equal(found, x.astype(NUMPY[out.dtype]), out.dtype.name)


@on_a_driver
@pytest.mark.parametrize("dtype", (dtypes.uint8, dtypes.int16, dtypes.float32, dtypes.int64), ids=lambda d: d.name)
def test_vectors_that_begin_anywhere(dtype: DType) -> None:
    k = Kernel("odd")
    out, a = k.param(dtype, 16), k.param(dtype, 16)
    k.store(out, 5, k.load(a, 3, 4) + k.load(a, 8, 4))
    x = np.arange(16).astype(NUMPY[dtype])
    got, _ = run(k, np.zeros(16, NUMPY[dtype]), x)
    assert got.tolist() == [0] * 5 + (x[3:7] + x[8:12]).tolist() + [0] * 7


def copy(dtype: DType, size: int, *spots: tuple[int, int]) -> Kernel:
    """Copies `count` elements from each place."""
    k = Kernel("copy")
    out, a = k.param(dtype, size), k.param(dtype, size)
    for at, count in spots: k.store(out, at, k.load(a, at, count))
    return k


def test_what_is_touched_in_fours_is_an_array_of_vectors() -> None:
    assert "out0: array<vec4<f32>>" in text(copy(dtypes.float32, 16, (0, 4), (8, 4)))
    assert "out0: array<f32>" in text(copy(dtypes.float32, 16, (2, 4)))


def test_a_single_element_is_read_from_a_vector_but_not_written_to_one() -> None:
    written = text(copy(dtypes.float32, 16, (0, 4), (5, 1)))
    assert "in1: array<vec4<f32>>" in written and "out0: array<f32>" in written


def test_no_vector_goes_beyond_the_end() -> None:
    assert "in1: array<f32>" in text(copy(dtypes.float32, 17, (0, 4), (16, 1)))
    assert "in1: array<vec4<f32>>" in text(copy(dtypes.float32, 17, (0, 4)))


def test_whole_words_of_packed_memory_need_no_atomics() -> None:
    assert "atomic" not in text(copy(dtypes.uint8, 16, (0, 4), (12, 4)))
    assert "out0: array<atomic<u32>>" in text(copy(dtypes.uint8, 16, (0, 4), (5, 1)))
    assert "out0: array<atomic<u32>>" in text(copy(dtypes.uint16, 16, (2, 4)))


def test_integers_of_two_words_are_scalars() -> None:
    assert "vec4" not in text(copy(dtypes.int64, 16, (0, 4)))


def test_16_bit_floats_where_the_device_has_them() -> None:
    """They are a type of their own: nothing is packed, and only kernels that use them ask for the feature."""
    k = Kernel("halves")
    out, a, bits = k.param(dtypes.float16, 16), k.param(dtypes.float32, 16), k.param(dtypes.uint16, 16)
    k.store(out, 0, k.load(a, 0, 4).cast(dtypes.float16))
    k.store(bits, 4, k.add(k.load(a, 4).cast(dtypes.float16).bitcast(dtypes.uint16)))
    written = text(k)
    assert written.startswith("enable f16;") and "out0: array<vec4<f16>>" in written and "bitcast<u32>(vec2<f16>(" in written
    assert "f16" not in text(copy(dtypes.uint16, 16, (0, 4)))


# ---- loads of neighbours

GPU = Capabilities(vector=16, workgroup=(64, 1, 1), workgroup_threads=64)


def sum_of(places: list[UOp], dtype: DType = dtypes.float32) -> UOp:
    """out[0] = the sum of elements of an input."""
    source = UOp(Ops.PARAM, dtype, (), ParamArg(1, 64))
    total = source.index(places[0]).load()
    for p in places[1:]: total = total + source.index(p).load()
    return UOp.sink(UOp(Ops.PARAM, dtype, (), ParamArg(0, 1)).index(UOp.const(dtypes.index, 0)).store(total))


def loads(sink: UOp) -> list[int]: return sorted(n.dtype.count for n in sink.toposort() if n.op is Ops.LOAD)


def test_four_neighbours_become_one_load() -> None:
    base = UOp(Ops.SPECIAL, dtypes.index, (UOp.const(dtypes.index, 4),), "gidx0")
    assert loads(join_loads(sum_of([base * 8 + i for i in (3, 0, 2, 1)]), GPU)) == [4]
    assert loads(join_loads(sum_of([base * 8 + i for i in range(5)]), GPU)) == [1, 4]


def test_what_does_not_begin_at_a_multiple_of_four_stays() -> None:
    base = UOp(Ops.SPECIAL, dtypes.index, (UOp.const(dtypes.index, 4),), "gidx0")
    assert loads(join_loads(sum_of([base * 8 + i for i in range(1, 5)]), GPU)) == [1] * 4
    assert loads(join_loads(sum_of([base * 2 + i for i in range(4)]), GPU)) == [1] * 4


def test_devices_without_work_groups_keep_their_loads() -> None:
    assert loads(join_loads(sum_of([UOp.const(dtypes.index, i) for i in range(4)]), Capabilities(vector=16))) == [1] * 4
