"""Chunks of keys: how a work-group of every architecture shares one, what it loads, and which kernels are none."""
from __future__ import annotations

import math
from dataclasses import replace

import pytest

from heddle import Tensor, Variable
from heddle.codegen import to_program
from heddle.codegen.actions.action import Action
from heddle.codegen.actions.chunk_fusion import find_chunk, row_axes, shared_bytes_of_chunk, threads_of
from heddle.codegen.actions.group_reduce import group_reductions
from heddle.codegen.actions.legality import follow
from heddle.codegen.actions.loop_transforms import size_of
from heddle.codegen.pipeline import allowed_capabilities, to_linear
from heddle.codegen.policy import choose_actions
from heddle.codegen.simplify import simplify
from heddle.dtype import DType, dtypes
from heddle.engine.execute import scheduling_capabilities_of
from heddle.errors import InternalError
from heddle.renderer import memory_of
from heddle.schedule import create_schedule
from heddle.uop import Ops, UOp
from tests.codegen.policy.test_matrix_products import DEVICE, GPUS

F16, BF16, F32 = dtypes.float16, dtypes.bfloat16, dtypes.float32
N = Variable("n", 1, 4096)


def kernels(gpu: str, dtype: DType = BF16, shared: int = 4, rows: int = 1, keys: int = 4096, width: int = 128,
            length: Variable | None = None) -> list[UOp]:
    """Attention of 32 heads, some of which share keys."""
    q, k, v = (Tensor.empty(1, 32 // (shared if n else 1), keys if n else rows, width, dtype=dtype, device=DEVICE) for n in range(3))
    if length is not None: k, v = (x[:, :, :length] for x in (k, v))
    caps = scheduling_capabilities_of(allowed_capabilities(GPUS[gpu]))
    y = q.scaled_dot_product_attention(k, v, enable_gqa=shared > 1)
    return [c.src[0] for c in create_schedule(UOp.sink(y.uop.contiguous()), lambda device: caps).linear.src]


def loads(ast: UOp, gpu: str, slot: int) -> list[UOp]:
    return [u for u in to_linear(ast, GPUS[gpu]).uops if u.op is Ops.LOAD and (m := memory_of(u.src[0])).op is Ops.PARAM
            and m.arg.slot == slot]


@pytest.mark.parametrize("gpu", GPUS)
@pytest.mark.parametrize("dtype", [BF16, F16, F32])
def test_a_work_group_has_all_heads_of_a_chunk(gpu: str, dtype: DType) -> None:
    """Eight heads of keys, 32 chunks of 128 keys; no thread does the work of another one."""
    first, second = kernels(gpu, dtype)
    program = to_program(first, GPUS[gpu]).arg
    assert math.prod(program.grid) == 8 * 32 and program.workgroup == (128,) and program.scratch <= 48 << 10
    assert [a.split()[0] for a in program.applied] == ["fuse_chunk", "mark", "mark"]
    joined, caps = to_program(second, GPUS[gpu]).arg, GPUS[gpu].capabilities
    lanes = 4 if caps.threads * caps.workgroup_threads <= 32 * 128 else 1  # of a thread, which has one result where others idle
    assert math.prod(joined.grid) * math.prod(joined.workgroup) == 32 * 128 // lanes


@pytest.mark.parametrize("gpu", GPUS)
@pytest.mark.parametrize("length", [None, N.bind(1000)])
def test_keys_and_values_are_loaded_once_by_vectors(gpu: str, length: Variable | None) -> None:
    """Each thread: 128 keys of 128 elements by 128 threads, vectors of 8 or 4 of them, some in each iteration of a loop."""
    caps, (first, _) = GPUS[gpu].capabilities, kernels(gpu, length=length)
    for slot in (2, 3):
        found = loads(first, gpu, slot)
        assert {u.dtype.count for u in found} == {min(caps.lanes_moved, 8)} and len(found) <= 4 * 8 // min(caps.lanes_moved, 8)
        assert all(len(u.src[0].src) == 2 for u in found), "under no condition"


@pytest.mark.parametrize(("shared", "rows", "most", "threads"), [
    (1, 1, 1, 128), (4, 1, 4, 128), (8, 1, 8, 128), (1, 13, 13, 64), (2, 15, 15, 64), (8, 3, 12, 64)])
def test_rows_of_a_work_group(shared: int, rows: int, most: int, threads: int) -> None:
    """As many rows as it has room for, of those that read the same keys, with half as many threads where that makes room for all."""
    caps, first = GPUS["sm_80"].capabilities, kernels("sm_80", shared=shared, rows=rows)[0]
    chunk, program = find_chunk(simplify(first)), to_program(first, GPUS["sm_80"]).arg
    assert chunk is not None and program.workgroup == (threads,)
    assert 0 <= program.scratch - shared_bytes_of_chunk(chunk, threads_of(chunk, threads, most, caps), most) < 4 * 64, "aligned"


def test_memory_of_a_chunk() -> None:
    """Products and weights of each row, and sums of each part of the keys."""
    caps = GPUS["sm_80"].capabilities
    chunk = find_chunk(simplify(kernels("sm_80")[0]))
    assert chunk is not None and chunk.width == 128 and size_of(chunk.key) == 128 and len(chunk.reductions) == 2
    threads = threads_of(chunk, 128, 4, caps)
    assert (threads.by_depth, threads.by_row, threads.by_column, threads.parts) == (16, 16, 16, 8)
    assert shared_bytes_of_chunk(chunk, threads, 4) == 4 * 4 * (2 * 128 + 8 * 128 + 2)
    assert threads_of(chunk, 128, 4, replace(caps, has_shuffles=False)).by_depth == 1


def test_what_is_refused() -> None:
    caps = allowed_capabilities(GPUS["sm_80"])
    first, second = map(simplify, kernels("sm_80"))
    chunk = find_chunk(first)
    assert chunk is not None and find_chunk(second) is None
    column, rows = chunk.column.arg[0], [r.arg[0] for r in row_axes(first, chunk)]
    key, batch = chunk.key.arg[0], first.src[0].src[1].arg[0]

    def refusal(text: str, sink: UOp = first, capabilities: object = caps) -> str | None:
        return Action.parse(text).why_not(sink, replace(caps, shared_memory=8 << 10) if capabilities is None else caps)

    assert refusal(f"fuse_chunk {column} {rows[0]} by 128") is None
    for text, why in {
            f"fuse_chunk {key} by 128": "chunk of keys", f"fuse_chunk {column} {batch} by 128": "rows are loops",
            f"fuse_chunk {column} by 96": "do not divide", f"fuse_chunk {column} by 8": "fewer than"}.items():
        assert why in (refusal(text) or ""), text
    assert "no room" in (refusal(f"fuse_chunk {column} {rows[0]} by 128", capabilities=None) or "")
    assert "chunk of keys" in (refusal("fuse_chunk 0 by 128", second) or "")


def test_threads_do_not_share_what_is_their_own() -> None:
    """All reductions of a chunk are along one axis: threads that share it may not have columns of their own, which differ."""
    caps, first = allowed_capabilities(GPUS["sm_80"]), simplify(kernels("sm_80")[0])
    chunk = find_chunk(first)
    assert chunk is not None
    shared, own = f"split {chunk.key.arg[0]} by 32 as workgroup", f"split {chunk.column.arg[0]} by 32 as workgroup mask"
    for actions, legal in (([shared], True), ([own], True), ([shared, own], False)):
        assert (follow(first, map(Action.parse, actions), caps) is not None) == legal


def test_without_room_each_thread_has_its_own() -> None:
    """Slow, and right: what a device has no shared memory for is computed again by each thread."""
    caps, first = allowed_capabilities(GPUS["sm_80"]), simplify(kernels("sm_80")[0])
    small = replace(caps, shared_memory=2 << 10)
    _, actions = choose_actions(first, small)
    assert "fuse_chunk" not in [a.name for a in actions] and follow(first, actions, small) is not None


def test_a_schedule_by_which_they_would_is_an_error() -> None:
    caps, first = allowed_capabilities(GPUS["sm_80"]), simplify(kernels("sm_80")[0])
    chunk = find_chunk(first)
    assert chunk is not None
    actions = f"split {chunk.key.arg[0]} by 32 as workgroup", f"split {chunk.column.arg[0]} by 32 as workgroup mask"
    sink = first
    for text in actions: sink = Action.parse(text).apply(sink, caps)
    with pytest.raises(InternalError, match="of its own"): group_reductions(sink, caps)
