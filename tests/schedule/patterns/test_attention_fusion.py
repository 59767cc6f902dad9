"""Chains of two products: which graphs are one kernel's work, and which are not."""

from __future__ import annotations

import numpy as np
import pytest

from heddle import Tensor, Variable
from heddle.dtype import dtypes
from heddle.schedule import create_schedule
from heddle.schedule.capabilities import SchedulingCapabilities
from heddle.schedule.patterns.attention_fusion import INNER, OUTER, is_marked, mark_chains, values_between
from heddle.uop import Ops, UOp
from tests.schedule.graphs import attention, empty, matmul, softmax


def keeps(device: str) -> SchedulingCapabilities:
    """A device like the CPU."""
    return SchedulingCapabilities(packs_operands=True, fuses_rows=True)


def kernels(*nodes: UOp, alive: tuple[UOp, ...] = ()) -> list[UOp]:
    return [c.src[0] for c in create_schedule(UOp.sink(*nodes), keeps, alive).linear.src]


def heads(length: int = 64, width: int = 32, keys: int | None = None) -> list[UOp]:
    return [empty(1, 2, length if n == 0 else keys or length, width) for n in range(3)]


def reductions(ast: UOp) -> list[UOp]:
    return [n for n in ast.toposort() if n.op is Ops.REDUCE]


def test_attention_is_one_kernel() -> None:
    (ast,) = kernels(attention(*heads()).contiguous())
    inner, greatest, total, outer = reductions(ast)
    assert greatest.arg is Ops.MAX and inner.arg is total.arg is outer.arg is Ops.ADD
    assert greatest.src[1:] == total.src[1:] == outer.src[1:] != inner.src[1:]  # all rows are reduced along one axis
    assert len([n for n in ast.toposort() if n.op is Ops.PARAM]) == 4


@pytest.mark.parametrize("length", [4096, 8192])
def test_long_sums_stay_whole_and_factors_lie_as_they_are(length: int) -> None:
    q, k, v = heads(length, 64)
    assert len(kernels(attention(q, k, v).contiguous())) == 1


def test_without_fast_memory_it_is_three() -> None:
    sink = UOp.sink(attention(*heads()).contiguous())
    assert mark_chains(sink, lambda device: SchedulingCapabilities(packs_operands=True)) is sink
    assert len(create_schedule(sink).linear.src) == 3


def test_what_is_marked() -> None:
    order = list(mark_chains(UOp.sink(attention(*heads())), keeps).toposort())
    marked = [n for n in order if n.op is Ops.REDUCE_AXIS and is_marked(n)]
    assert [n.arg[2] for n in marked] == [INNER, OUTER]
    between = values_between(order)
    assert marked[0] in between and marked[1] not in between
    assert {n.arg[0] for n in between if n.op is Ops.REDUCE_AXIS and not is_marked(n)} == {Ops.MAX, Ops.ADD}
    assert not any(n.op is Ops.BUFFER for n in between)


def test_conditions_on_positions_are_not_stored() -> None:
    q, k, v = (Tensor.empty(2, 64, 32) for _ in range(3))
    (ast,) = kernels(q.scaled_dot_product_attention(k, v, is_causal=True).uop.contiguous())
    assert len([n for n in ast.toposort() if n.op is Ops.PARAM]) == 4 and any(n.op is Ops.CMPLT for n in ast.toposort())


def test_what_follows_comes_along() -> None:
    (ast,) = kernels((attention(*heads()) * 2 + empty(1, 2, 64, 32)).contiguous())
    assert len(reductions(ast)) == 4


def test_layouts_other_than_by_heads() -> None:
    q, k, v = (empty(1, 64, 2, 32).permute((0, 2, 1, 3)) for _ in range(3))
    assert len(kernels(attention(q, k, v).permute((0, 2, 1, 3)).contiguous())) == 1


def test_scores_that_others_want_are_stored() -> None:
    q, k, v = heads()
    chances = softmax(matmul(q, k.permute((0, 1, 3, 2))))
    assert len(kernels(matmul(chances, v).contiguous(), (chances * 2).contiguous())) > 1
    assert len(kernels(matmul(chances, v).contiguous(), matmul(chances, empty(1, 2, 64, 8)).contiguous())) > 1
    assert len(kernels(matmul(chances, v).contiguous(), alive=(chances * 2,))) > 1


def test_a_result_that_is_alive_is_no_reader_of_what_it_is_made_of() -> None:
    """Something that is computed from attention, of which the program still has the result."""
    result = attention(*heads())
    for later in (result * 2, result.cast(dtypes.float16)):
        assert len(kernels(later.contiguous(), alive=(result,))) == len(kernels(later.contiguous())) == 1


@pytest.mark.parametrize("rows, keys, width", [(8, 64, 32), (64, 16, 32), (64, 64, 512)])
def test_few_rows_few_scores_or_deep_products_are_no_chain(rows: int, keys: int, width: int) -> None:
    q, k, v = (empty(1, 2, n, width) for n in (rows, keys, keys))
    assert len(kernels(attention(q, k, v).contiguous())) > 1


def test_products_with_nothing_reduced_between_are_no_chain() -> None:
    """The rows of a wide layer are many, and its weights would be read again for each tile of rows."""
    assert len(kernels(matmul(matmul(empty(64, 32), empty(32, 64)).maximum(0), empty(64, 32)).contiguous())) == 2


def test_reductions_along_other_axes_are_no_chain() -> None:
    q, k, v = heads()
    scores = matmul(q, k.permute((0, 1, 3, 2)))
    across = scores - scores.reduce_axis(Ops.MAX, (2,)).expand(scores.shape)
    assert len(kernels(matmul(softmax(across), v).contiguous())) > 1


def test_scores_that_are_moved_are_no_chain() -> None:
    q, k, v = heads()
    scores = matmul(q, k.permute((0, 1, 3, 2)))
    flipped = softmax(scores + scores.flip((3,)))
    padded = softmax(scores + scores.shrink(((0, 1), (0, 2), (0, 64), (1, 64))).pad(((0, 0), (0, 0), (0, 0), (1, 0))))
    for chances in (flipped, padded): assert len(kernels(matmul(chances, v).contiguous())) > 1


def test_short_reductions_in_a_chain_are_stored_first() -> None:
    q, k, _ = heads()
    v = empty(1, 2, 64, 32, 4).reduce_axis(Ops.ADD, (4,)).reshape((1, 2, 64, 32))
    stored, ast = kernels(attention(q, k, v).contiguous())
    assert len(reductions(stored)) == 1 and len(reductions(ast)) == 4


def test_sizes_known_at_launch_only_are_no_chain() -> None:
    n = Variable("n", 1, 64).bind(40)
    q, k, v = Tensor.empty(2, 64, 32), Tensor.empty(2, 64, 32)[:, :n], Tensor.empty(2, 64, 32)[:, :n]
    assert len(kernels(((q @ k.transpose(1, 2)).softmax(-1) @ v).uop.contiguous())) > 1


def test_gradients_are_as_before() -> None:
    """A backward pass wants the chances: they are computed once."""
    q, k, v = (Tensor(np.ones((2, 32, 16), np.float32), requires_grad=True) for _ in range(3))
    (q.scaled_dot_product_attention(k, v) * 2).sum().backward()
    grads = [t.grad.uop for t in (q, k, v) if t.grad is not None]
    assert len(grads) == 3
    marked = mark_chains(UOp.sink(*grads), keeps)
    assert not any(n.op is Ops.REDUCE_AXIS and is_marked(n) for n in marked.toposort())
    assert dtypes.float32 == grads[0].dtype
