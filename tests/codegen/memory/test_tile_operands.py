"""Operands: loads, and factors of products that are computed; what each is copied as."""

from __future__ import annotations

from heddle.codegen.actions.cache import Cache
from heddle.codegen.actions.loop_transforms import axis_name
from heddle.codegen.memory.tile_operands import (
    copied_load,
    is_computed,
    is_gated,
    is_widened,
    loads,
    main_load,
    operand_of,
    operands,
    position,
    whole_operand,
)
from heddle.codegen.simplify import simplify
from heddle.dtype import DType, dtypes
from heddle.uop import AxisType, Ops, ParamArg, UOp
from tests.codegen.kernels import CAPABILITIES
from tests.schedule.graphs import kernels, matmul

F32 = dtypes.float32


def load(slot: int, dtype: DType, axes: int = 2) -> UOp:
    """A load of a matrix of 8 × 8, or of a column of it."""
    rows, columns = UOp.range(8, AxisType.LOOP, 0), UOp.range(8, AxisType.REDUCE, 1)
    at = rows * 8 + columns if axes == 2 else rows
    return UOp(Ops.PARAM, dtype, (), ParamArg(slot, 64)).index(at).load()


def test_a_load_is_its_own_operand_and_so_is_one_that_is_widened_or_changed() -> None:
    x, half = load(0, F32), load(0, dtypes.float16)
    assert operand_of(x) is x and operand_of(x * 2) is x
    assert operand_of(half.cast(F32)) is half


def test_what_only_widens_floats_may_be_copied_wide() -> None:
    half, packed = load(0, dtypes.float16), load(0, dtypes.int8)
    assert is_widened(half.cast(F32)) and copied_load(half.cast(F32)) is half and not is_gated(half.cast(F32))
    for value in (half, (half * 2).cast(F32), packed.cast(F32), load(0, F32)):
        assert not is_widened(value) and copied_load(value) is value
    row = UOp.range(8, AxisType.LOOP, 0)
    inside = UOp(Ops.PARAM, dtypes.float16, (), ParamArg(0, 64)).index(row, row < 7)
    gated = UOp(Ops.LOAD, dtypes.float16, (inside, UOp.const(dtypes.float16, 0.0), row < 7)).cast(F32)
    assert is_widened(gated) and is_gated(gated)


def test_what_is_wider_than_its_load_or_made_of_several_is_computed() -> None:
    packed, scale = load(0, dtypes.int8), load(1, F32, axes=1)
    for value in (packed.cast(F32), packed.cast(F32) * scale, load(0, F32) * scale):
        assert operand_of(value) is value and is_computed(value)
    narrow = packed.cast(dtypes.float16) * scale.cast(dtypes.float16)
    assert operand_of(narrow.cast(F32)) is narrow, "as narrow as it is"


def test_what_is_narrower_than_its_load_is_computed() -> None:
    narrow = load(0, F32).cast(dtypes.bfloat16)
    assert operand_of(narrow.cast(F32)) is narrow


def test_tensor_cores_take_whole_factors() -> None:
    x, half = load(0, F32), load(0, dtypes.float16)
    positive = half.maximum(0)
    assert operand_of(positive.cast(F32)) is half and whole_operand(positive.cast(F32)) is positive
    assert whole_operand(half.cast(F32)) is half and whole_operand(x) is x
    assert whole_operand(UOp.const(F32, 1.0)) is None


def test_a_value_that_is_reduced_or_found_by_a_lookup_is_none() -> None:
    packed, column = load(0, dtypes.int8).cast(F32), UOp.range(8, AxisType.REDUCE, 1)
    assert operand_of(packed.reduce(Ops.ADD, column)) is None
    assert operand_of(UOp.const(F32, 1.0)) is None
    place = load(1, dtypes.int32, axes=1).cast(dtypes.index)
    assert operand_of(UOp(Ops.PARAM, F32, (), ParamArg(2, 64)).index(place).load()) is None


def test_the_layout_is_that_of_the_load_that_moves_most() -> None:
    packed, scale = load(0, dtypes.int8), load(1, F32, axes=1)
    assert main_load(scale * packed.cast(F32)) is packed and position(scale * packed.cast(F32)) is packed.src[0].src[1]


def product() -> UOp:
    """x (16, 64) @ packed weights (32, 64).T with a scale for each row."""
    x = UOp.new_buffer("CPU", 16 * 64, F32).reshape((16, 64))
    packed = UOp.new_buffer("CPU", 32 * 64, dtypes.int8).reshape((32, 64)).cast(F32)
    scale = UOp.new_buffer("CPU", 32, F32).reshape((32, 1)).expand((32, 64))
    (ast,) = kernels(matmul(x, packed.alu(Ops.MUL, scale).permute((1, 0))))
    return simplify(ast)


def test_computed_factors_come_after_the_loads() -> None:
    sink = product()
    found = operands(sink)
    assert found[:-1] == loads(sink) and len(loads(sink)) == 3 and is_computed(found[-1])


def test_a_tile_of_a_computed_factor_is_computed_once_per_element() -> None:
    sink = product()
    number = len(operands(sink)) - 1
    axes = sorted(axis_name(r) for r in operands(sink)[number].ranges)
    action = Cache((str(number), *axes), 16, "thread")
    assert action.why_not(sink, CAPABILITIES) is None
    staged = action.apply(sink, CAPABILITIES)
    (local,) = (n for n in staged.toposort() if n.op is Ops.DEFINE_LOCAL)
    assert local.dtype == F32 and local.arg[1] == 32 * 64
    reduction = next(n for n in staged.toposort() if n.op is Ops.REDUCE)
    assert not any(is_computed(x) for x in operands(staged)), "the product reads the tile"
    inside = reduction.src[0].toposort(gate=lambda n: n.op is not Ops.LOAD)
    assert sum(n.op is Ops.MUL and n.dtype == F32 for n in inside) == 1, "and multiplies it by nothing but the other factor"
