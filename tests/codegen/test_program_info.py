"""What kernels say of themselves: name, work, buffers."""
from __future__ import annotations

from dataclasses import replace

import pytest

from heddle.codegen import to_program
from heddle.codegen.program_info import kernel_name
from heddle.dtype import DType, dtypes
from heddle.renderer.c.clang import ClangRenderer
from heddle.uop import Ops, UOp
from heddle.uop.cost import count_bytes, count_ops
from heddle.uop.program_info import ProgramInfo
from tests.codegen.kernels import CAPABILITIES
from tests.schedule.graphs import conv, empty, kernels, matmul, softmax

GRAPHS = {
    "map_1000": (empty(1000) * 2 + empty(1000)).maximum(0),
    "map_1": (empty(1) * 2),
    "reduce_32_100_over_100_100": softmax(empty(32, 100)),
    "reduce_64_over_200": empty(64, 200).reduce_axis(Ops.ADD, (1,)),
    "product_64_80_over_48": matmul(empty(64, 48), empty(48, 80)),
    "map_6_24": empty(50, 24).gather(UOp.new_buffer("CPU", 6, dtypes.int32)),
    "product_16_8_10_over_4_3_3": conv(empty(1, 4, 8, 10), empty(16, 4, 3, 3), padding=1),
}


def ast_of(node: UOp) -> UOp:
    only, = kernels(node.contiguous())
    return only


def info(node: UOp) -> ProgramInfo: return to_program(ast_of(node), ClangRenderer("test", CAPABILITIES)).arg


@pytest.mark.parametrize("name", GRAPHS)
def test_names_say_what_is_done_over_which_sizes(name: str) -> None: assert kernel_name(ast_of(GRAPHS[name])) == name


def test_work_of_a_product() -> None:
    ast = ast_of(matmul(empty(64, 48), empty(48, 80)))
    assert count_ops(ast) == 2 * 64 * 48 * 80 and count_bytes(ast) == 4 * (64 * 48 + 48 * 80 + 64 * 80)


def test_work_of_an_elementwise_kernel() -> None:
    ast = ast_of((empty(1000) * 2 + empty(1000)).maximum(0))
    assert count_ops(ast) == 3000 and count_bytes(ast) == 12_000


def test_a_value_of_the_outer_loop_counts_once_a_iteration() -> None:
    scaled = ((empty(50, 1) * 2 + 1).expand((50, 200)) * empty(50, 200))
    assert count_ops(ast_of(scaled)) == 100 + 10_000


def test_only_what_is_touched_counts() -> None:
    part = empty(1000, 100).shrink(((0, 10), (0, 100))) + 1
    assert count_bytes(ast_of(part)) == 2 * 4 * 1000
    rows = empty(5000, 64).gather(UOp.new_buffer("CPU", 6, dtypes.int32))
    assert count_bytes(ast_of(rows)) == 4 * (6 * 64 * 2 + 6)


def test_buffers_read_and_written() -> None:
    made = info(matmul(empty(64, 48), empty(48, 80)))
    assert (made.globals, made.outs, made.ins, made.vars) == ((0, 1, 2), (0,), (1, 2), ())
    x = empty(100)
    update, = kernels(x.assign(x + empty(100)))
    made = to_program(update, ClangRenderer("test", CAPABILITIES)).arg
    assert made.outs == (0,) and made.ins == (0, 1)


@pytest.mark.parametrize("dtype", [dtypes.float16, dtypes.bfloat16, dtypes.fp8e4m3, dtypes.fp8e5m2, dtypes.bool], ids=str)
def test_buffers_of_every_format_are_read_and_written(dtype: DType) -> None:
    """Those that the device stores as integers too."""
    x = UOp.new_buffer("CPU", 100, dtype)
    update, = kernels(x.assign(x.cast(dtypes.float32).alu(Ops.MUL, empty(100)).cast(dtype)))
    few = replace(CAPABILITIES, dtypes=frozenset({dtypes.float32, dtypes.uint16, dtypes.uint8}))
    made = to_program(update, ClangRenderer("test", few))
    assert made.arg.outs == (0,) and made.arg.ins == (0, 1)


def test_pieces_scratch_and_actions() -> None:
    made = info(matmul(empty(256, 256), empty(256, 256)))
    assert made.grid[0] >= CAPABILITIES.threads and made.scratch % 64 == 0 and made.scratch > 0
    assert made.applied and all(isinstance(a, str) for a in made.applied)
    made = info(empty(5000).reduce_axis(Ops.ADD, (0,)))
    assert made.grid == (1,) and made.scratch == 0
