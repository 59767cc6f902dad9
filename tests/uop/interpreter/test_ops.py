"""The meaning of every op: single values against NumPy, and whole kernels run op by op."""
import math
import struct
import sys

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from heddle.dtype import dtypes, round_to
from heddle.errors import InternalError
from heddle.uop import AxisType, GroupOp, Ops, ParamArg, UOp
from heddle.uop.interpreter.codegen import run_program, translate
from heddle.uop.interpreter.ops import fold

I64, F32 = dtypes.int64, dtypes.float32


def numbers(dtype):
    if dtype.is_bool(): return st.booleans()
    if dtype.is_float():
        width = {2: 16, 4: 32, 8: 64}[dtype.itemsize]
        return st.floats(width=width) | st.sampled_from([0.0, -0.0, math.inf, -math.inf, math.nan, 1.0])
    return st.integers(dtype.min, dtype.max) | st.sampled_from([0, 1, dtype.min, dtype.max])


# ---- fold


NUMPY = {Ops.ADD: np.add, Ops.SUB: np.subtract, Ops.MUL: np.multiply, Ops.FDIV: np.divide, Ops.MAX: np.maximum,
         Ops.CMPLT: np.less, Ops.CMPNE: np.not_equal, Ops.CMPEQ: np.equal, Ops.AND: np.bitwise_and, Ops.OR: np.bitwise_or,
         Ops.XOR: np.bitwise_xor, Ops.NEG: np.negative, Ops.SQRT: np.sqrt, Ops.TRUNC: np.trunc, Ops.NOT: np.invert,
         Ops.IDIV: np.floor_divide, Ops.MOD: np.remainder}
FLOAT_ONLY, INT_ONLY = {Ops.FDIV, Ops.SQRT, Ops.TRUNC}, {Ops.AND, Ops.OR, Ops.XOR, Ops.NOT, Ops.IDIV, Ops.MOD}


@pytest.mark.parametrize("dtype", [*dtypes.ints, dtypes.float16, dtypes.float32, dtypes.float64], ids=str)
@given(st.data())
def test_ops_as_numpy_does_them(dtype, data):
    pair = data.draw(numbers(dtype)), data.draw(numbers(dtype))
    for op in NUMPY.keys() - (INT_ONLY if dtype.is_float() else FLOAT_ONLY):
        values = pair[:1] if op in GroupOp.UNARY else pair
        result = fold(op, dtypes.bool if op in GroupOp.COMPARE else dtype, values, dtype)
        with np.errstate(all="ignore"): expected = NUMPY[op](*(np.array(v, dtype.name) for v in values)).item()
        assert result == expected or (result != result and expected != expected), op
        if dtype.is_float() and op is not Ops.MAX and result == result:
            assert math.copysign(1, result) == math.copysign(1, expected), op


@pytest.mark.parametrize("op, dtype, values, result", [
    (Ops.IDIV, dtypes.int32, (-7, 2), -4), (Ops.IDIV, dtypes.int32, (7, 0), 0), (Ops.IDIV, dtypes.int8, (-128, -1), -128),
    (Ops.MOD, dtypes.int32, (-7, 2), 1), (Ops.MOD, dtypes.int32, (7, -2), -1), (Ops.MOD, dtypes.uint8, (7, 0), 0),
    (Ops.SHL, dtypes.int8, (65, 1), -126), (Ops.SHR, dtypes.int8, (-3, 1), -2), (Ops.SHL, dtypes.int8, (1, 8), None),
    (Ops.SHR, dtypes.int8, (1, -1), None), (Ops.NEG, dtypes.uint8, (1,), 255), (Ops.ADD, dtypes.bool, (True, True), True),
    (Ops.MUL, dtypes.bool, (True, False), False), (Ops.NOT, dtypes.bool, (True,), False), (Ops.EXP2, F32, (200.0,), math.inf),
    (Ops.EXP2, F32, (-math.inf,), 0.0), (Ops.LOG2, F32, (0.0,), -math.inf), (Ops.LOG2, F32, (8.0,), 3.0),
    (Ops.RECIPROCAL, F32, (-0.0,), -math.inf), (Ops.FDIV, F32, (math.inf, -0.0), -math.inf),
    (Ops.WHERE, F32, (False, math.nan, 2.0), 2.0),
    (Ops.MULACC, dtypes.int8, (100, 2, 60), 4), (Ops.CAST, dtypes.uint8, (300.7,), 44), (Ops.CAST, dtypes.bool, (math.nan,), True),
    (Ops.CAST, dtypes.bfloat16, (1.0078125 - 2**-12,), 1.0078125), (Ops.BITCAST, dtypes.uint32, (1.0,), 0x3F800000),
    (Ops.RANGE, I64, (3,), None)])
def test_values_that_need_care(op, dtype, values, result):
    source = F32 if isinstance(values[0], float) else dtype
    assert fold(op, dtype, values, source) == result


@pytest.mark.parametrize("op, value", [
    (Ops.LOG2, -1.0), (Ops.SQRT, -1.0), (Ops.SIN, math.inf), (Ops.SIN, math.nan), (Ops.EXP2, math.nan)])
def test_nan_comes_out(op, value): assert math.isnan(fold(op, F32, (value,), F32))


@pytest.mark.parametrize("dtype", [dtypes.bfloat16, dtypes.float16, F32, dtypes.float64], ids=str)
@given(st.integers(-2**63, 2**63 - 1))
def test_integers_round_once_to_floats(dtype, value):
    result = fold(Ops.CAST, dtype, (value,), I64)
    step = lambda up: _neighbour(dtype, result, up)
    if math.isfinite(result):
        assert all(abs(int(result) - value) <= abs(int(n) - value) for n in (step(True), step(False)) if math.isfinite(n))


def _neighbour(dtype, value, up):
    """The next representable number: by searching the step that changes it."""
    size = abs(value) * (2.0 ** -54 if dtype == dtypes.float64 else 2.0 ** -24) or 2.0 ** -30
    while round_to(dtype, value + (size if up else -size)) == value: size *= 1.25
    return round_to(dtype, value + (size if up else -size))


@given(st.integers(0, 2**32 - 1))
def test_bitcast_there_and_back(bits):
    value = fold(Ops.BITCAST, F32, (bits,), dtypes.uint32)
    if value is None: assert (bits & 0x7FFFFFFF) > 0x7F800000, "only NaN has no constant"
    else: assert fold(Ops.BITCAST, dtypes.uint32, (value,), F32) == bits


def test_folding_imports_nothing_heavy():
    import subprocess
    code = "import heddle.uop.interpreter.ops, sys; print('numpy' in sys.modules)"
    seen = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout
    assert seen.strip() == "False"


# ---- kernels


class Kernel:
    """Writes a list of ops."""

    def __init__(self): self.uops = []

    def __call__(self, op, dtype=dtypes.void, src=(), arg=None):
        self.uops.append(node := UOp(op, dtype, tuple(src), arg))
        return node

    def param(self, dtype, size): return self(Ops.PARAM, dtype, (), ParamArg(sum(u.op is Ops.PARAM for u in self.uops), size))
    def const(self, dtype, value): return self(Ops.CONST, dtype, (), value)
    def range(self, size, axis=AxisType.LOOP): return self(Ops.RANGE, I64, (size,), (len(self.uops), axis))
    def end(self, loop): return self(Ops.END, dtypes.void, (loop,))
    def index(self, memory, at): return self(Ops.INDEX, memory.dtype, (memory, at))
    def load(self, memory, at, dtype=None): return self(Ops.LOAD, dtype or memory.dtype, (self.index(memory, at),))
    def store(self, memory, at, value): return self(Ops.STORE, dtypes.void, (self.index(memory, at), value))
    def run(self, *arrays, **variables): run_program(self.uops, [a.data for a in arrays], variables)


@pytest.mark.parametrize("dtype", [d for d in dtypes.all if d.fmt is not None], ids=str)
def test_elementwise_loop(dtype):
    k = Kernel()
    out, a, b = (k.param(dtype, 8) for _ in range(3))
    i = k.range(k.const(I64, 8), AxisType.GRID)
    k.store(out, i, k(Ops.ADD, dtype, (k.load(a, i), k.load(b, i))))
    k.end(i)
    rng = np.random.default_rng(0)
    x, y = (rng.normal(size=8).astype(dtype.name) if dtype.is_float() else rng.integers(0, 2, 8).astype(dtype.name) * (dtype.max or 1)
            for _ in range(2))
    k.run(result := np.zeros(8, dtype.name), x, y)
    with np.errstate(all="ignore"): np.testing.assert_array_equal(result, x + y)


@pytest.mark.parametrize("dtype", [dtypes.bfloat16, *dtypes.fp8s], ids=str)
def test_memory_of_formats_python_does_not_know(dtype):
    ml_dtypes = pytest.importorskip("ml_dtypes")
    kind = {"bfloat16": ml_dtypes.bfloat16, "fp8e4m3": ml_dtypes.float8_e4m3fn, "fp8e5m2": ml_dtypes.float8_e5m2}[dtype.name]
    k = Kernel()
    out, a = k.param(dtype, 4), k.param(dtype, 4)
    i = k.range(k.const(I64, 4))
    value = k.load(a, i)
    k.store(out, i, k(Ops.MUL, dtype, (value, value)))
    k.end(i)
    x = np.array([1.5, -3, 0.1, 7], kind)
    result = np.zeros(4, kind)
    run_program(k.uops, [result.view(np.uint8).data, x.view(np.uint8).data])
    np.testing.assert_array_equal(result.astype(np.float32), (x * x).astype(np.float32))


def row_sums(rows, columns):
    k = Kernel()
    out, a = k.param(F32, rows), k.param(F32, rows * columns)
    zero, wide = k.const(F32, 0.0), k.const(I64, columns)
    i = k.range(k.const(I64, rows), AxisType.GRID)
    total = k(Ops.DEFINE_REG, F32, (), 0)
    k(Ops.STORE, dtypes.void, (total, zero))
    j = k.range(wide, AxisType.REDUCE)
    at = k(Ops.ADD, I64, (k(Ops.MUL, I64, (i, wide)), j))
    k(Ops.STORE, dtypes.void, (total, k(Ops.ADD, F32, (k(Ops.LOAD, F32, (total,)), k.load(a, at)))))
    k.end(j)
    k.store(out, i, k(Ops.LOAD, F32, (total,), "result"))
    k.end(i)
    return k


def test_row_sums_round_after_every_step():
    x = np.random.default_rng(1).normal(size=(5, 7)).astype(np.float32)
    row_sums(5, 7).run(result := np.zeros(5, np.float32), x)
    expected = np.zeros(5, np.float32)
    for column in x.T: expected += column
    np.testing.assert_array_equal(result, expected)


def test_vectors():
    k = Kernel()
    wide = F32.vec(4)
    out, a = k.param(F32, 8), k.param(F32, 8)
    i = k(Ops.MUL, I64, (k.range(k.const(I64, 2)), k.const(I64, 4)))
    loop = k.uops[3]
    x = k.load(a, i, wide)
    ones, steps = k(Ops.CONST, wide, (), 1.0), k(Ops.CONST, wide, (), (0.0, 1.0, 2.0, 3.0))
    is_small = k(Ops.CMPLT, dtypes.bool.vec(4), (x, ones))
    chosen = k(Ops.WHERE, wide, (is_small, steps, k(Ops.MULACC, wide, (x, x, ones))))
    low, high = k(Ops.GEP, F32.vec(2), (chosen,), (1, 0)), k(Ops.GEP, F32, (chosen,), (3,))
    k.store(out, i, k(Ops.VECTORIZE, wide, (k(Ops.GEP, F32, (low,), (0,)), k(Ops.GEP, F32, (low,), (1,)), high, high)))
    k.end(loop)
    x = np.array([0, 1, 2, 3, 4, 0.5, 6, 7], np.float32)
    k.run(result := np.zeros(8, np.float32), x)
    chosen = np.where(x < 1, np.tile(np.arange(4), 2), x * x + 1).astype(np.float32)
    np.testing.assert_array_equal(result, chosen[[1, 0, 3, 3, 5, 4, 7, 7]])


def test_gates_leave_memory_alone():
    k = Kernel()
    out, a = k.param(F32, 4), k.param(F32, 2)
    other = k.const(F32, -1.0)
    i = k.range(k.const(I64, 4))
    inside = k(Ops.CMPLT, dtypes.bool, (i, k.const(I64, 2)))
    value = k(Ops.LOAD, F32, (k.index(a, i), other, inside))
    k(Ops.STORE, dtypes.void, (k.index(out, i), value, k(Ops.CMPNE, dtypes.bool, (i, k.const(I64, 3)))))
    k.end(i)
    k.run(result := np.full(4, 9, np.float32), np.array([5, 6], np.float32))
    np.testing.assert_array_equal(result, [5, 6, -1, 9])


def test_scratch_memory_and_variables():
    k = Kernel()
    out = k.param(dtypes.int32, 3)
    n = k(Ops.DEFINE_VAR, I64, (), ("n", 1, 3))
    scratch = k(Ops.DEFINE_LOCAL, dtypes.int32, (), (0, 3))
    i = k.range(n)
    k.store(scratch, i, k(Ops.CAST, dtypes.int32, (i,)))
    k.end(i)
    j = k.range(n)
    k.store(out, j, k(Ops.MUL, dtypes.int32, (k.load(scratch, j), k.const(dtypes.int32, 10))))
    k.end(j)
    k.run(result := np.full(3, -1, np.int32), n=2)
    np.testing.assert_array_equal(result, [0, 10, -1])
    with pytest.raises(InternalError, match="4 is not a value of this variable: DEFINE_VAR"): k.run(result, n=4)


def test_integers_wrap_and_indices_do_not_need_to():
    k = Kernel()
    out, a = k.param(dtypes.int8, 4), k.param(dtypes.int8, 4)
    i = k.range(k.const(I64, 4))
    k.store(out, i, k(Ops.MUL, dtypes.int8, (k.load(a, i), k.const(dtypes.int8, 3))))
    k.end(i)
    k.run(result := np.zeros(4, np.int8), x := np.array([100, -100, 127, 1], np.int8))
    np.testing.assert_array_equal(result, x * np.int8(3))
    assert "&" not in translate(row_sums(5, 7).uops)


# ---- what goes wrong


def one_load(at, size=4):
    k = Kernel()
    out, a = k.param(F32, 4), k.param(F32, size)
    i = k.range(k.const(I64, 4))
    k.store(out, i, k.load(a, k(Ops.ADD, I64, (i, k.const(I64, at)))))
    k.end(i)
    return k


@pytest.mark.parametrize("at", [1, -1])
def test_an_index_outside_is_named(at):
    with pytest.raises(InternalError, match=r"element (4|-1) .* is outside a memory of 4: LOAD float32 .*INDEX"):
        one_load(at).run(np.zeros(4, np.float32), np.zeros(4, np.float32))


def test_a_vector_may_not_reach_over_the_end():
    k = Kernel()
    a = k.param(F32, 6)
    k.load(a, k.const(I64, 4), F32.vec(4))
    with pytest.raises(InternalError, match="4 from there on"): k.run(np.zeros(6, np.float32))


def test_a_buffer_that_is_too_small():
    with pytest.raises(InternalError, match="a buffer of 8 bytes was given: PARAM"):
        one_load(0).run(np.zeros(4, np.float32), np.zeros(2, np.float32))


@pytest.mark.parametrize("place", ["register", "scratch"])
def test_reading_what_was_never_written(place):
    k = Kernel()
    out = k.param(F32, 1)
    at = k.const(I64, 0)
    if place == "register": value = k(Ops.LOAD, F32, (k(Ops.DEFINE_REG, F32, (), 0),))
    else: value = k.load(k(Ops.DEFINE_LOCAL, F32, (), (0, 4)), at)
    k.store(out, at, value)
    with pytest.raises(InternalError, match="read before anything was written there: LOAD"): k.run(np.zeros(1, np.float32))


def test_scratch_does_not_survive_its_piece():
    k = Kernel()
    scratch = k(Ops.DEFINE_LOCAL, F32, (), (0, 1))
    zero, at, one = k.const(F32, 0.0), k.const(I64, 0), k.const(I64, 1)
    i = k.range(k.const(I64, 2), AxisType.GRID)
    k(Ops.STORE, dtypes.void, (k.index(scratch, at), zero, k(Ops.CMPLT, dtypes.bool, (i, one))))
    k.load(scratch, at)
    k.end(i)
    with pytest.raises(InternalError, match="read before anything was written there"): k.run()


def test_a_shift_too_far():
    k = Kernel()
    n = k(Ops.DEFINE_VAR, dtypes.int32, (), ("n", 0, 99))
    k(Ops.SHL, dtypes.int32, (k.const(dtypes.int32, 1), n))
    k.run(n=31)
    with pytest.raises(InternalError, match="a shift by 32: SHL int32"): k.run(n=32)


@pytest.mark.parametrize("uops, why", [
    ([UOp(Ops.RANGE, I64, (UOp.const(I64, 2),), (0, AxisType.LOOP))], "a source of this op comes after it"),
    ([c := UOp.const(I64, 2), UOp(Ops.RANGE, I64, (c,), (0, AxisType.LOOP))], "is not closed"),
    ([UOp(Ops.GROUP)], "cannot hold this: GROUP")], ids=["order", "open loop", "unknown op"])
def test_lists_that_are_no_kernels(uops, why):
    with pytest.raises(InternalError, match=why): run_program(uops, [])


def test_a_buffer_of_nothing():
    k = Kernel()
    out = k.param(F32, 0)
    i = k.range(k.const(I64, 0))
    k.store(out, i, k.const(F32, 1.0))
    k.end(i)
    k.run(np.zeros(0, np.float32))


def test_bits_of_floats():
    k = Kernel()
    out, a = k.param(dtypes.uint32, 2), k.param(F32, 2)
    i = k.range(k.const(I64, 2))
    k.store(out, i, k(Ops.BITCAST, dtypes.uint32, (k.load(a, i),)))
    k.end(i)
    k.run(result := np.zeros(2, np.uint32), np.array([1.5, -0.0], np.float32))
    assert list(result) == [struct.unpack("<I", struct.pack("<f", 1.5))[0], 1 << 31]
