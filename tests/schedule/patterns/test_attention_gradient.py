"""Attention with its gradients on GPUs: which graphs have kernels by blocks alone, and what they keep in memory."""
from __future__ import annotations

import pytest

from heddle import Tensor, Variable
from heddle.codegen.pipeline import allowed_capabilities, to_linear
from heddle.dtype import dtypes
from heddle.engine.execute import scheduling_capabilities_of
from heddle.schedule import Planned, plan
from heddle.schedule.template import Fresh
from heddle.uop import Ops, UOp
from tests.codegen.policy.test_matrix_products import DEVICE, GPUS

BF16 = dtypes.bfloat16


def empty(*shape: int) -> Tensor: return Tensor.empty(*shape, dtype=BF16, device=DEVICE, requires_grad=True)


def heads(length: int, keys: int | None = None, width: int = 64, shared: int = 1) -> list[Tensor]:
    """Queries, keys and values, and the gradient of the output."""
    q, k, v, do = (empty(1, 4 // (shared if n in (1, 2) else 1), (keys or length) if n in (1, 2) else length, width) for n in range(4))
    return [q, k, v, do]


def planned(roots: list[Tensor], gpu: str) -> Planned:
    caps = scheduling_capabilities_of(allowed_capabilities(GPUS[gpu]))
    found = plan([x.uop.contiguous() for x in roots], lambda device: caps)
    assert found is not None
    return found


def with_gradients(q: Tensor, k: Tensor, v: Tensor, do: Tensor, causal: bool = False, shared: bool = False) -> list[Tensor]:
    out = q.scaled_dot_product_attention(k, v, is_causal=causal, enable_gqa=shared)
    return [out, *out.gradient(q, k, v, gradient=do)]


def kernels(made: Planned) -> list[UOp]: return [c.src[0] for c in made.template.linear.src if c.src[0].op is Ops.SINK]


def largest(ast: UOp) -> int: return max(n.arg.size for n in ast.toposort() if n.op is Ops.PARAM)


def memory(made: Planned) -> int: return sum(a.size for a in made.template.allocations if isinstance(a, Fresh))


@pytest.mark.parametrize("gpu", GPUS)
@pytest.mark.parametrize("causal", [False, True])
def test_every_kernel_is_by_blocks(gpu: str, causal: bool) -> None:
    """Of the rows a maximum and two sums; the output, and three gradients: all products on tensor cores."""
    found = kernels(planned(with_gradients(*heads(512), causal=causal), gpu))
    assert len(found) == 7 and all(largest(ast) == 4 * 512 * 64 for ast in found)
    for ast in found:
        lowered = to_linear(ast, GPUS[gpu])
        assert any("fuse_blocks" in str(action) for action in lowered.ast.arg)
        assert any(u.op is Ops.WMMA for u in lowered.uops)


@pytest.mark.parametrize("gpu", ["sm_80", "gfx1201", "METAL"])
def test_loops_go_through_blocks_that_a_causal_mask_shows(gpu: str) -> None:
    """Rows of queries end at their last key, those of keys begin at their first query; without a mask there is nothing to skip."""
    for causal in (False, True):
        for ast in kernels(planned(with_gradients(*heads(1024), causal=causal), gpu)):
            sizes = [u.src[0] for u in to_linear(ast, GPUS[gpu]).uops if u.op is Ops.RANGE and u.src[0].vmax in (16, 32)]
            assert [size.op is Ops.CONST for size in sizes] == [not causal]


@pytest.mark.parametrize("gpu", ["sm_90a", "gfx1100", "METAL"])
def test_memory_is_linear_in_the_length(gpu: str) -> None:
    used = [memory(planned(with_gradients(*heads(length)), gpu)) for length in (512, 1024, 4096)]
    results = 4 * 4 * 64 * 2  # bytes of the output and three gradients for each position
    for length, size in zip((512, 1024, 4096), used, strict=True): assert size <= length * (results + 3 * 4 * 4) + 4096


def test_queries_and_keys_of_other_lengths_and_shared_heads() -> None:
    for roots in (with_gradients(*heads(128, 320)), with_gradients(*heads(256, shared=2), shared=True)):
        found = kernels(planned(roots, "sm_80"))
        fused = [ast for ast in found if sum(n.op is Ops.REDUCE for n in ast.toposort()) > 1]
        assert len(fused) == 7 and all(largest(ast) <= 4 * 320 * 64 for ast in found)


def test_some_gradients_alone() -> None:
    """A gradient of values needs what softmax reduced, and not the gradients of scores."""
    q, k, v, do = heads(256)
    out = q.scaled_dot_product_attention(k, v)
    assert len(kernels(planned([out, *out.gradient(v, gradient=do)], "sm_80"))) == 4
    assert len(kernels(planned([out, *out.gradient(q, gradient=do)], "sm_80"))) == 5


def test_two_products_with_the_same_probabilities() -> None:
    q, k, v, other = heads(256)
    p = (q @ k.transpose(-1, -2)).softmax()
    found = kernels(planned([p @ v, p @ other], "sm_80"))
    assert len(found) == 4 and all(largest(ast) == 4 * 256 * 64 for ast in found)


@pytest.mark.parametrize("what", ["probabilities that are read", "a result of scores", "no maximum", "few rows", "narrow", "deep",
                                  "float32", "a symbolic length"])
def test_what_is_stored(what: str) -> None:
    """Kernels by blocks are for scores that nobody else reads, of softmax or the like, in whole tiles."""
    q, k, v, do = heads(8 if what == "few rows" else 256, 256, {"narrow": 8, "deep": 512}.get(what, 64))
    if what == "float32": q, k, v, do = (x.float() for x in (q, k, v, do))
    if what == "a symbolic length":
        n = Variable("n", 16, 256).bind(100)
        q, k, v, do = (x[:, :, :n] for x in (q, k, v, do))
    scores = q @ k.transpose(-1, -2) * 0.125
    p = scores.relu() if what == "no maximum" else scores.softmax()
    out = p @ v
    roots = [out, *out.gradient(q, k, v, gradient=do)]
    if what == "probabilities that are read": roots.append(p * 2)
    if what == "a result of scores": roots.append(scores.flip(-1) + scores)
    found = kernels(planned(roots, "sm_80"))
    assert any(largest(ast) >= q.uop.capacity // q.uop.shape[-1] * 256 for ast in found)


def test_layers_one_after_another() -> None:
    """The gradient of a layer's output is made of the scores of layers after it."""
    x, ways = empty(1, 256, 128), [[empty(128, 128) for _ in range(4)] for _ in range(2)]
    for of_q, of_k, of_v, of_out in ways:
        q, k, v = ((x @ w).reshape(1, 256, 4, 32).transpose(1, 2) for w in (of_q, of_k, of_v))
        x = x + q.scaled_dot_product_attention(k, v, is_causal=True).transpose(1, 2).reshape(1, 256, 128) @ of_out
    loss = (x.float() ** 2).mean()
    found = kernels(planned([loss, *loss.gradient(*(w for layer in ways for w in layer))], "sm_90a"))
    assert sum(sum(n.op is Ops.REDUCE for n in ast.toposort()) > 1 for ast in found) == 2 * 7
    assert all(largest(ast) <= 256 * 128 for ast in found)
