"""Chains of products by blocks of scores: which kernels are, on every architecture with tensor cores, and what they keep."""
from __future__ import annotations

import pytest

from heddle import Tensor, Variable
from heddle.codegen.actions.action import Action
from heddle.codegen.actions.loop_transforms import size_of
from heddle.codegen.pipeline import allowed_capabilities, to_linear
from heddle.codegen.policy import choose_actions
from heddle.codegen.simplify import simplify
from heddle.dtype import DType, dtypes
from heddle.engine.execute import scheduling_capabilities_of
from heddle.schedule import create_schedule
from heddle.uop import AxisType, Ops, UOp
from tests.codegen.policy.test_matrix_products import DEVICE, GPUS

F16, BF16, F32 = dtypes.float16, dtypes.bfloat16, dtypes.float32


def heads(dtype: DType, length: int, keys: int | None = None, width: int = 64, shared: int = 1) -> list[Tensor]:
    """Queries, keys and values, of four heads or as many as share a head of keys."""
    q, k, v = (Tensor.empty(1, 4 // (shared if n else 1), (keys or length) if n else length, width, dtype=dtype, device=DEVICE)
               for n in range(3))
    return [q, k, v]


def kernels(y: Tensor, gpu: str) -> list[UOp]:
    caps = scheduling_capabilities_of(allowed_capabilities(GPUS[gpu]))
    return [c.src[0] for c in create_schedule(UOp.sink(y.uop.contiguous()), lambda device: caps).linear.src]


def scheduled(ast: UOp, gpu: str) -> tuple[UOp, list[str]]:
    sink, actions = choose_actions(simplify(ast), allowed_capabilities(GPUS[gpu]))
    return sink, [a.name for a in actions]


def shared_bytes(sink: UOp) -> int: return sum(n.arg[1] * n.dtype.itemsize for n in sink.toposort() if n.op is Ops.DEFINE_LOCAL)


@pytest.mark.parametrize(("gpu", "dtype"), [*((gpu, BF16) for gpu in GPUS), ("sm_80", F16), ("gfx1201", F16)])
def test_attention_is_one_kernel_on_tensor_cores(gpu: str, dtype: DType) -> None:
    q, k, v = heads(dtype, 256)
    ast, = kernels(q.scaled_dot_product_attention(k, v, is_causal=True), gpu)
    assert len([n for n in ast.toposort() if n.op is Ops.PARAM]) == 4, "neither scores nor a mask are stored"
    sink, actions = scheduled(ast, gpu)
    assert "fuse_blocks" in actions
    lowered = to_linear(ast, GPUS[gpu])
    products = [n for n in lowered.uops if n.op is Ops.WMMA]
    assert products and not any(n.op is Ops.RANGE and n.arg[1] is AxisType.LOOP and size_of(n) == 64 for n in lowered.uops)
    assert sink is lowered.ast.replace(arg=sink.arg)


@pytest.mark.parametrize("gpu", GPUS)
def test_memory_does_not_grow_with_the_length(gpu: str) -> None:
    used: set[int] = set()
    for length in (512, 16384):
        q, k, v = heads(BF16, length)
        ast, = kernels(q.scaled_dot_product_attention(k, v), gpu)
        sink, _ = scheduled(ast, gpu)
        used.add(shared_bytes(sink))
        assert sum(n.arg.size for n in ast.toposort() if n.op is Ops.PARAM) == 4 * 4 * length * 64
    assert len(used) == 1 and used.pop() <= (GPUS[gpu].capabilities.shared_memory or 0)


@pytest.mark.parametrize(("gpu", "width"), [("sm_80", 16), ("gfx942", 80), ("gfx1100", 128), ("METAL", 128), ("METAL", 256)])
def test_widths_of_heads(gpu: str, width: int) -> None:
    q, k, v = heads(F16, 96, 200, width)
    ast, = kernels(q.scaled_dot_product_attention(k, v), gpu)
    sink, actions = scheduled(ast, gpu)
    assert "fuse_blocks" in actions and shared_bytes(sink) <= (GPUS[gpu].capabilities.shared_memory or 0)


@pytest.mark.parametrize(("gpu", "tiles"), [("sm_80", 2), ("METAL", 2), ("gfx1100", 3), ("gfx942", 3)])
def test_weights_stay_in_registers_where_factors_lie_as_results(gpu: str, tiles: int) -> None:
    """Shared memory has tiles of keys and values, and where a thread holds results otherwise than factors, one of weights."""
    q, k, v = heads(F16, 256)
    ast, = kernels(q.scaled_dot_product_attention(k, v), gpu)
    sink, _ = scheduled(ast, gpu)
    assert len([n for n in sink.toposort() if n.op is Ops.DEFINE_LOCAL and n.dtype == F16]) == tiles
    products = [n for n in to_linear(ast, GPUS[gpu]).uops if n.op is Ops.WMMA]
    assert products and all(len(n.src) == 3 for n in products), "each is added to what came before it"


def test_causal_loops_end_at_their_rows() -> None:
    """The loops over blocks of keys are as long as the rows of the work-group see."""
    q, k, v = heads(BF16, 1024)
    for causal in (False, True):
        ast, = kernels(q.scaled_dot_product_attention(k, v, is_causal=causal), "sm_80")
        sink, _ = scheduled(ast, "sm_80")
        blocks = [r for n in sink.toposort() if n.op is Ops.REDUCE for r in n.src[1:] if r.src[0].vmax == 16]
        ends = {r.src[0].op is Ops.CONST for r in blocks}
        assert len(set(blocks)) == 1 and ends == {not causal}, "one loop for the greatest and both sums"


@pytest.mark.parametrize("gpu", GPUS)
def test_scores_are_computed_once(gpu: str) -> None:
    """As many products of tiles for the scores as for what is summed: 64 keys, a depth and a width of 64."""
    q, k, v = heads(BF16, 1024)
    ast, = kernels(q.scaled_dot_product_attention(k, v), gpu)
    uops = to_linear(ast, GPUS[gpu]).uops
    unit = next(u for u in allowed_capabilities(GPUS[gpu]).tensor_cores if u.dtype == BF16 and u.warps == 1)
    of_scores = 64 // unit.columns * (64 // unit.depth)
    assert sum(u.op is Ops.WMMA for u in uops) == 2 * of_scores
    loops = [n for n, u in enumerate(uops) if u.op is Ops.RANGE and u.src[0].op is Ops.CONST and u.src[0].arg == 16]
    assert len(loops) == 1
    rows = unit.c.registers * 64 // unit.columns  # elements of a thread
    exponentials = [u for u in uops if u.op is Ops.EXP2]
    assert len(exponentials) == rows + 2 * max(1, unit.c.registers // max(unit.c.column.run, 1)), "one each, and two for each row"


@pytest.mark.parametrize(("what", "loops"), [
    ("softmax", 1), ("a mean besides", 1), ("softmax of softmax", 2), ("less than a mean", 2)])
def test_loops_over_blocks(what: str, loops: int) -> None:
    """What is proportional to an exponential of the maximum is summed with it; other reductions are done first."""
    q, k, v = (x.float() for x in heads(BF16, 1024))
    x = q @ k.transpose(-1, -2)
    match what:
        case "softmax": p = x.softmax()
        case "a mean besides": p = (e := (x - x.max(-1, keepdim=True)).exp()) / (e.sum(-1, keepdim=True) + x.mean(-1, keepdim=True))
        case "softmax of softmax": p = x.softmax().softmax()
        case _: p = x - x.mean(-1, keepdim=True)
    ast, = kernels(p.cast(BF16).float() @ v, "sm_80")
    uops = to_linear(ast, GPUS["sm_80"]).uops
    assert len([u for u in uops if u.op is Ops.RANGE and u.src[0].op is Ops.CONST and u.src[0].arg == 16]) == loops


def test_a_maximum_so_far_is_in_the_register_of_the_maximum() -> None:
    """Per thread two rows: a maximum and a sum each, and 16 tiles of four sums of products."""
    q, k, v = heads(BF16, 1024, width=128)
    ast, = kernels(q.scaled_dot_product_attention(k, v), "sm_80")
    assert sum(u.op is Ops.DEFINE_REG for u in to_linear(ast, GPUS["sm_80"]).uops) == 2 + 2 + 16 * 4


def test_grouped_queries_and_any_mask() -> None:
    q, k, v = heads(BF16, 128, shared=2)
    mask = Tensor.empty(1, 1, 128, 128, dtype=dtypes.bool, device=DEVICE)
    _, ast = kernels(q.scaled_dot_product_attention(k, v, attn_mask=mask, enable_gqa=True), "sm_80")  # the first reads the mask
    assert "fuse_blocks" in scheduled(ast, "sm_80")[1]


@pytest.mark.parametrize("gpu", ["sm_90a", "gfx1100", "METAL"])
def test_a_cache_of_symbolic_length(gpu: str) -> None:
    q, k, v = heads(BF16, 32, 4096)
    n = Variable("n", 32, 4096).bind(100)
    k, v = (x.shrink(((0, 1), (0, 4), (0, n), (0, 64))) for x in (k, v))
    ast, = kernels(q.scaled_dot_product_attention(k, v), gpu)
    assert "fuse_blocks" in scheduled(ast, gpu)[1]
    assert any(n.op is Ops.WMMA for n in to_linear(ast, GPUS[gpu]).uops)


@pytest.mark.parametrize(("what", "dtype", "length", "width"), [
    ("no unit without TF32", F32, 256, 64), ("the depth is no multiple of a tile", BF16, 256, 72), ("too few rows", BF16, 8, 64)])
def test_what_is_not_by_blocks(what: str, dtype: DType, length: int, width: int) -> None:
    q, k, v = heads(dtype, length, 256, width)
    assert len(kernels(q.scaled_dot_product_attention(k, v), "sm_80")) > 1, what


def test_why_not() -> None:
    q, k, v = heads(BF16, 256)
    ast, = kernels(q.scaled_dot_product_attention(k, v), "sm_80")
    caps = allowed_capabilities(GPUS["sm_80"])
    sink, actions = simplify(ast), choose_actions(simplify(ast), caps)[1]
    last = next(n for n, a in enumerate(actions) if a.name == "fuse_blocks")
    for action in actions[:last]: sink = action.apply(sink, caps)
    row, column = actions[last].axes
    assert actions[last].why_not(sink, caps) is None
    for text, why in ((f"fuse_blocks {row} by 64", "for rows and columns"), (f"fuse_blocks {column} {row} by 64", "not a tile"),
                      (f"fuse_blocks {row} {column} by 40", "not whole tiles"), (f"fuse_blocks {row} {column} by 4096", "no room")):
        refusal = Action.parse(text).why_not(sink, caps)
        assert refusal is not None and why in refusal, (text, refusal)
    other = allowed_capabilities(GPUS["gfx1100"])
    assert "not a tile" in (actions[last].why_not(sink, other) or "")


def test_keys_that_are_not_there_cost_no_vectors() -> None:
    """Rows of keys are loaded 16 bytes at a time where their number is no multiple of a block, or symbolic."""
    q, k, v = heads(BF16, 64, 200)
    n = Variable("n", 32, 200).bind(100)
    seen = [x.shrink(((0, 1), (0, 4), (0, n), (0, 64))) for x in (k, v)]
    for keys, values in ((k, v), seen):
        ast, = kernels(q.scaled_dot_product_attention(keys, values), "sm_80")
        loads = [u for u in to_linear(ast, GPUS["sm_80"]).uops if u.op is Ops.LOAD and u.src[0].op is Ops.INDEX]
        of_keys = [u for u in loads if u.src[0].src[0].op is Ops.PARAM and len(u.src) > 1]
        assert of_keys and all(u.dtype.count == 8 for u in of_keys)
