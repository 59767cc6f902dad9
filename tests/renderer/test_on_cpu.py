"""Both renderers through their compilers: hand-built kernels run natively and agree with NumPy."""
from __future__ import annotations

import numpy as np
import pytest

from heddle.device import Device
from heddle.dtype import DType, dtypes
from heddle.runtime.cpu.cpuinfo import host
from heddle.settings import Context
from heddle.uop import AxisType, Ops, UOp
from tests.renderer import cases, kernels
from tests.renderer.kernels import NUMPY, Kernel

COMPILERS = [pytest.param(name, marks=pytest.mark.skipif(not kernels.usable(name), reason=f"no {name} here"))
             for name in ("CLANG", "LLVM")]
COMPUTED = (dtypes.bool, *dtypes.ints, dtypes.float32, dtypes.float64)
by_compiler = pytest.mark.parametrize("compiler", COMPILERS)
by_count = pytest.mark.parametrize("count", (1, 4, 16))


def same(got: np.ndarray, want: np.ndarray, dtype: DType, fused: bool = False) -> None:
    """Equal bits but for NaN and the sign of zero; a fused product and sum may differ in the last place."""
    if fused and dtype.is_float(): np.testing.assert_allclose(got, want, rtol=1e-5, atol=1e-5 if dtype.itemsize == 4 else 1e-12)
    else: np.testing.assert_array_equal(got, want.astype(got.dtype))


@by_compiler
@by_count
@pytest.mark.parametrize("dtype", COMPUTED, ids=lambda d: d.name)
def test_every_op_agrees_with_numpy(compiler: str, count: int, dtype: DType) -> None:
    given, arrays = cases.inputs(dtype), []
    for op in cases.ops_for(dtype):
        want = cases.expected(op, dtype, given)
        arrays += [np.zeros_like(want), *(np.ascontiguousarray(a) for a in cases.operands(op, dtype, given))]
    cases.all_ops(dtype, count).run(kernels.device(compiler), *arrays)
    for i, op in enumerate(cases.ops_for(dtype)):
        same(arrays[4 * i], cases.expected(op, dtype, given), dtype, fused=op is Ops.MULACC)


@by_compiler
@by_count
@pytest.mark.parametrize("source", (*COMPUTED, dtypes.float16), ids=lambda d: d.name)
def test_every_cast_agrees_with_numpy(compiler: str, count: int, source: DType) -> None:
    targets = (*COMPUTED, dtypes.float16)
    given = cases.inputs(source)[0]
    if source.is_float(): given = np.abs(np.nan_to_num(given, nan=3.25, posinf=100, neginf=7) % 100)  # in range everywhere
    outs = [np.zeros(cases.SIZE, NUMPY[to]) for to in targets]
    cases.all_casts(source, targets, count).run(kernels.device(compiler), given, *outs)
    with np.errstate(over="ignore"):
        for to, out in zip(targets, outs, strict=True): np.testing.assert_array_equal(out, given.astype(NUMPY[to]), to.name)


@by_compiler
@by_count
@pytest.mark.parametrize("size", (1, 2, 4, 8))
def test_bitcast_keeps_every_bit(compiler: str, count: int, size: int) -> None:
    formats = tuple(d for d in dtypes.all if d.itemsize == size and not d.is_bool())
    bits = np.random.default_rng(1).integers(0, 256, cases.SIZE * size, np.uint8)
    for source in formats:
        outs = [np.zeros(cases.SIZE, NUMPY[to]) for to in formats]
        cases.all_casts(source, formats, count, Ops.BITCAST).run(kernels.device(compiler), bits.view(NUMPY[source]), *outs)
        for out in outs: assert out.tobytes() == bits.tobytes()


@by_compiler
def test_special_constants_are_exact(compiler: str) -> None:
    k, values = Kernel("constants"), []
    for dtype in (*COMPUTED, dtypes.float16):
        special = [np.inf, -np.inf, np.nan, -0.0, 0.1, 1.5, 1e-45, 5e-324, 65504.0] if dtype.is_float() else [dtype.min, dtype.max, 1]
        for value in special:
            for count in (1, 4): values.append((UOp.const(dtype.vec(count), value), dtype))
    outs = [k.param(d, c.dtype.count) for c, d in values]
    for out, (const, _) in zip(outs, values, strict=True): k.store(out, 0, const)
    arrays = [np.zeros(c.dtype.count, NUMPY[d]) for c, d in values]
    k.run(kernels.device(compiler), *arrays)
    for array, (const, dtype) in zip(arrays, values, strict=True):
        want = np.full(const.dtype.count, const.arg, NUMPY[dtype])
        np.testing.assert_array_equal(array, want)
        if dtype.is_float(): np.testing.assert_array_equal(np.signbit(array), np.signbit(want))


@by_compiler
def test_lanes_and_tuples_of_constants(compiler: str) -> None:
    k = Kernel("lanes")
    out, mask_out, a = k.param(dtypes.float32, 12), k.param(dtypes.bool, 8), k.param(dtypes.float32, 4)
    v = k.load(a, 0, 4)
    k.store(out, 0, k.add(v.gep((3, 2, 1, 0))) * UOp(Ops.CONST, v.dtype, (), (1.0, 2.0, 3.0, 4.0)))
    k.store(out, 4, UOp(Ops.VECTORIZE, v.dtype, tuple(k.add(v.gep(i)) for i in (1, 1, 2, 0))))
    k.store(out, 8, UOp(Ops.VECTORIZE, dtypes.float32.vec(2), (v.gep(0), v.gep(0))))
    k.store(out, 10, v.gep((2, 3)))
    mask = k.add(v < v.const_like(2.5))
    k.store(mask_out, 0, mask.gep((2, 1, 0, 3)))
    k.store(mask_out, 4, UOp(Ops.VECTORIZE, mask.dtype, tuple(k.add(mask.gep(i)) for i in (3, 0, 3, 1))))
    got, bools = np.zeros(12, np.float32), np.zeros(8, bool)
    k.run(kernels.device(compiler), got, bools, np.array([1, 2, 3, 4], np.float32))
    assert got.tolist() == [4, 6, 6, 4, 2, 2, 3, 1, 1, 1, 3, 4]
    assert bools.tolist() == [False, True, True, False, False, True, False, True]


@by_compiler
def test_two_vectors_side_by_side(compiler: str) -> None:
    k = Kernel("both")
    out, mask_out, a = k.param(dtypes.float32, 8), k.param(dtypes.bool, 8), k.param(dtypes.float32, 8)
    low, high = k.load(a, 0, 4), k.load(a, 4, 4)
    k.store(out, 0, UOp(Ops.VECTORIZE, dtypes.float32.vec(8), (high, low)))
    wide = k.add(low < low.const_like(2.5))
    narrow = k.add(low.cast(dtypes.int8) < UOp.const(dtypes.int8.vec(4), 2))
    k.store(mask_out, 0, UOp(Ops.VECTORIZE, dtypes.bool.vec(8), (wide, narrow)))
    got, bools = np.zeros(8, np.float32), np.zeros(8, bool)
    k.run(kernels.device(compiler), got, bools, np.arange(8, dtype=np.float32))
    assert got.tolist() == [4, 5, 6, 7, 0, 1, 2, 3]
    assert bools.tolist() == [True, True, True, False, True, True, False, False]


@by_compiler
@by_count
def test_bool_vectors_of_different_widths_meet(compiler: str, count: int) -> None:
    k = Kernel("masks")
    out, number, f, d, b = (k.param(t, 16) for t in (dtypes.bool, dtypes.int64, dtypes.float32, dtypes.float64, dtypes.bool))
    with k.loop(16 // count) as i:
        at = i * count
        narrow = k.add(k.load(f, at, count) < k.load(f, at, count).const_like(8.0))
        wide = k.add(k.load(d, at, count) < k.load(d, at, count).const_like(4.0))
        stored = k.load(b, at, count)
        both = k.add(narrow & wide | stored.alu(Ops.NOT))
        k.store(out, at, both.ne(UOp.const(both.dtype, False)))
        k.store(number, at, k.add(both.where(stored, narrow)).cast(dtypes.int64))
    fs, ds = np.arange(16, dtype=np.float32), np.arange(16, dtype=np.float64)[::-1].copy()
    bs = np.arange(16) % 3 == 0
    got, numbers = np.zeros(16, bool), np.zeros(16, np.int64)
    k.run(kernels.device(compiler), got, numbers, fs, ds, bs)
    both = (fs < 8) & (ds < 4) | ~bs
    np.testing.assert_array_equal(got, both)
    np.testing.assert_array_equal(numbers, np.where(both, bs, fs < 8))


@by_compiler
def test_bool_registers_and_any_nonzero_byte_is_true(compiler: str) -> None:
    k = Kernel("any")
    out, each, a = k.param(dtypes.bool, 4), k.param(dtypes.bool, 4), k.param(dtypes.bool, 16)
    acc = k.register(dtypes.bool.vec(4), False)
    with k.loop(4) as i: k.set(acc, k.get(acc).alu(Ops.OR, k.load(a, i * 4, 4)))
    k.store(out, 0, k.get(acc))
    with k.loop(4) as i: k.store(each, i, k.load(a, i))
    got, single = np.zeros(4, np.uint8), np.zeros(4, np.uint8)
    k.run(kernels.device(compiler), got, single, np.array([0, 2, 0, 0] + [0] * 9 + [0, 0, 255], np.uint8))
    assert got.tolist() == [0, 1, 0, 1] and single.tolist() == [0, 1, 0, 0]


@by_compiler
@pytest.mark.parametrize("count", (1, 4, 3))
def test_closed_gates_never_touch_memory(compiler: str, count: int) -> None:
    """The address is far outside the array: touching it would end the process."""
    k = Kernel("gates")
    out, a = k.param(dtypes.float32, 64), k.param(dtypes.float32, 64)
    with k.loop(64 // count) as i:
        inside = i < 5
        far = inside.where(i * count, UOp.const(dtypes.int64, 1 << 50))
        other = UOp.const(dtypes.float32.vec(count), 7.0)
        value = k.load(a, far, count, other, inside)
        k.store(out, i * count, value)
        k.store(out, far, value + other, inside)
    got, given = np.zeros(64, np.float32), np.arange(64, dtype=np.float32)
    k.run(kernels.device(compiler), got, given)
    done = 64 // count * count
    np.testing.assert_array_equal(got[:done], np.where(np.arange(done) < 5 * count, given[:done] + 7, 7))
    assert not got[done:].any()


@by_compiler
def test_loads_happen_before_later_stores(compiler: str) -> None:
    """a[0], a[1] = a[1], a[0] and a register read before it changes."""
    k = Kernel("swap")
    a = k.param(dtypes.int32, 2)
    first, second = k.load(a, 0), k.load(a, 1)
    k.store(a, 0, second)
    k.store(a, 1, first)
    reg = k.register(dtypes.int32, 5)
    old = k.get(reg)
    k.set(reg, k.get(reg) + 1)
    k.store(a, 0, k.load(a, 0) + old * 100 + k.get(reg) * 1000)
    got = np.array([1, 2], np.int32)
    k.run(kernels.device(compiler), got)
    assert got.tolist() == [2 + 500 + 6000, 1]


@by_compiler
def test_wide_integers_do_not_overflow_as_int(compiler: str) -> None:
    k = Kernel("wide")
    out, a = k.param(dtypes.int64, 3), k.param(dtypes.int64, 1)
    x = k.load(a, 0)
    yes = x < 5
    k.store(out, 0, yes.where(UOp.const(dtypes.int64, 100000), UOp.const(dtypes.int64, 1)) * 100000)
    k.store(out, 1, UOp.const(dtypes.int64, 1).alu(Ops.SHL, x + 37))
    k.store(out, 2, UOp.const(dtypes.int64, 3).alu(Ops.SUB, x * 3000000000))
    got = np.zeros(3, np.int64)
    k.run(kernels.device(compiler), got, np.array([3], np.int64))
    assert got.tolist() == [10**10, 1 << 40, 3 - 9 * 10**9]


@by_compiler
@pytest.mark.parametrize("threads", (1, 2, 4))
def test_kept_programs_run_alike_on_any_number_of_threads(compiler: str, threads: int) -> None:
    rng, device = np.random.default_rng(2), kernels.device(compiler)
    with Context(THREADS=threads):
        a, b, out = (rng.normal(size=1024).astype(np.float32) for _ in range(3))
        kernels.add_vectors().run(device, out, a, b)
        np.testing.assert_array_equal(out, a + b)
        rows, sums = rng.normal(size=800).astype(np.float32), np.zeros(8, np.float32)
        kernels.sum_rows().run(device, sums, rows)
        np.testing.assert_allclose(sums, rows.reshape(8, 100).sum(1), rtol=1e-4, atol=1e-5)
        left, right, product = rows[:256], rows[256:768].copy(), np.zeros(128, np.float32)
        kernels.matmul_tile().run(device, product, left, right, n=20)
        want = left.reshape(8, 32)[:, :20] @ right.reshape(32, 16)[:20]
        np.testing.assert_allclose(product.reshape(8, 16), want, rtol=1e-4, atol=1e-4)


@by_compiler
def test_masked_relu(compiler: str) -> None:
    rng = np.random.default_rng(3)
    a, m, out = rng.normal(size=19).astype(np.float32), rng.integers(0, 2, 19).astype(bool), np.zeros(19, np.float32)
    a[3] = np.nan
    m[3] = True
    kernels.masked_relu().run(kernels.device(compiler), out, a, m)
    np.testing.assert_array_equal(out, np.where(m, np.maximum(a, 0), -1))


@by_compiler
def test_nested_loops_with_a_variable_end(compiler: str) -> None:
    k = Kernel("triangle")
    out = k.param(dtypes.int64, 5)
    n = k.var("n", 0, 5)
    with k.loop(n) as i:
        acc = k.register(dtypes.int64)
        with k.loop(i + 1) as j, k.loop(2, AxisType.REDUCE) as h: k.set(acc, k.get(acc) + j * 10 + h)
        k.store(out, i, k.get(acc))
    got = np.full(5, -1, np.int64)
    k.run(kernels.device(compiler), got, n=4)
    assert got.tolist() == [sum(j * 10 + h for j in range(i + 1) for h in range(2)) for i in range(4)] + [-1]


@by_compiler
@pytest.mark.parametrize("arch", ("x86_64,x86-64", "x86_64,x86-64-v3", "x86_64,-avx512f"))
def test_narrower_processors_give_the_same_results(compiler: str, arch: str) -> None:
    """Without instructions for halves and rounding, the kernel calls libgcc and the maths library."""
    if host().machine != "x86_64": pytest.skip("processors of x86-64")
    device = Device[f"CPU:{compiler}:{arch}"]
    targets = (dtypes.float16, dtypes.float32, dtypes.float64, dtypes.int32)
    for source in (dtypes.float16, dtypes.float64):
        given = np.abs(np.nan_to_num(cases.inputs(source)[0], nan=3.25, posinf=100, neginf=7) % 100)
        outs = [np.zeros(cases.SIZE, NUMPY[to]) for to in targets]
        cases.all_casts(source, targets, 16).run(device, given, *outs)
        for to, out in zip(targets, outs, strict=True): np.testing.assert_array_equal(out, given.astype(NUMPY[to]), to.name)
    dtype, arrays = dtypes.float32, []
    given = cases.inputs(dtype)
    for op in cases.ops_for(dtype):
        arrays += [np.zeros_like(cases.expected(op, dtype, given)), *(a.copy() for a in given)]
    cases.all_ops(dtype, 16).run(device, *arrays)
    for i, op in enumerate(cases.ops_for(dtype)): same(arrays[4 * i], cases.expected(op, dtype, given), dtype, fused=op is Ops.MULACC)
