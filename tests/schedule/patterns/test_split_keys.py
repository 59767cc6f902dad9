"""Attention of a few rows, split along its keys: which graphs are, into which kernels, and which stay as they are."""
from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest

from heddle import Context, GlobalCounters, Tensor, Variable, profile
from heddle.dtype import DType, dtypes
from heddle.schedule import create_schedule
from heddle.schedule.capabilities import SchedulingCapabilities
from heddle.schedule.patterns.attention_fusion import CHUNK, INNER, JOINED, is_marked, values_between
from heddle.schedule.patterns.split_keys import split_keys
from heddle.uop import Ops, UOp
from tests.nn.models.llama import Decoder
from tests.schedule.graphs import attention, empty, matmul, softmax

BF16 = dtypes.bfloat16


def splits(device: str) -> SchedulingCapabilities:
    """A device like a GPU."""
    return SchedulingCapabilities(parallel_loops=1 << 14, fuses_blocks=(BF16,), splits_keys=True)


def kernels(*nodes: UOp, alive: tuple[UOp, ...] = ()) -> list[UOp]:
    return [c.src[0] for c in create_schedule(UOp.sink(*nodes), splits, alive).linear.src]


def heads(rows: int = 1, keys: int = 256, width: int = 64) -> list[UOp]:
    return [empty(1, 4, rows if n == 0 else keys, width) for n in range(3)]


def tensors(rows: int, keys: int, shared: int = 1, dtype: DType = BF16, width: int = 64) -> list[Tensor]:
    """Queries, keys and values, of eight heads or as many as share a head of keys."""
    return [Tensor.empty(1, 8 // (shared if n else 1), keys if n else rows, width, dtype=dtype) for n in range(3)]


def reductions(ast: UOp) -> list[Ops]: return [n.arg for n in ast.toposort() if n.op is Ops.REDUCE]


def is_split(*nodes: UOp) -> bool:
    sink = UOp.sink(*nodes)
    return split_keys(sink, splits) is not sink


def test_attention_is_two_kernels() -> None:
    first, second = kernels(attention(*heads()).contiguous())
    assert sorted(reductions(first), key=str) == [Ops.ADD, Ops.ADD, Ops.ADD, Ops.MAX], "a product, two sums and a maximum"
    rows = [n for n in first.toposort() if n.op is Ops.REDUCE]
    assert len({n.src[1:] for n in rows[1:]}) == 1 != len({n.src[1:] for n in rows}), "along one axis, of the keys of a chunk"
    assert [n.arg.size for n in first.toposort() if n.op is Ops.PARAM][0] == 4 * 2 * (64 + 4), "two chunks, and no score"
    assert sorted(reductions(second), key=str) == [Ops.ADD, Ops.ADD, Ops.MAX]
    assert len([n for n in second.toposort() if n.op is Ops.PARAM]) == 2


def test_what_is_marked() -> None:
    order = list(split_keys(UOp.sink(attention(*heads())), splits).toposort())
    marked = [n.arg[2] for n in order if n.op is Ops.REDUCE_AXIS and is_marked(n)]
    assert sorted(marked) == sorted([INNER, *[CHUNK] * 3, *[JOINED] * 3])
    between = values_between(order)
    assert all(n in between for n in order if n.op is Ops.REDUCE_AXIS and is_marked(n, CHUNK))
    totals = [n for n in order if n.op is Ops.REDUCE_AXIS and is_marked(n, JOINED) and n.arg[0] is Ops.ADD]
    assert not any(n in between for n in totals) and not any(n.op in (Ops.BUFFER, Ops.CONTIGUOUS) for n in between)


def test_without_groups_that_share_memory_it_is_as_before() -> None:
    sink = UOp.sink(attention(*heads()).contiguous())
    assert split_keys(sink, lambda device: SchedulingCapabilities(fuses_blocks=(dtypes.float32,))) is sink


@pytest.mark.parametrize(("rows", "keys", "width", "right"), [
    (1, 128, 64, True), (15, 128, 64, True), (16, 256, 64, False), (1, 127, 64, False), (1, 256, 256, True), (1, 256, 264, False),
    (1, 256, 8, True), (1, 256, 12, False)])
def test_sizes(rows: int, keys: int, width: int, right: bool) -> None:
    """Of more rows there are whole tiles; few keys are few work-groups; other widths are no vectors, or too many registers."""
    assert is_split(attention(*heads(rows, keys, width)).contiguous()) == right


def test_heads_that_share_keys() -> None:
    q, k, v = tensors(1, 512, 4)
    assert len(kernels(q.scaled_dot_product_attention(k, v, enable_gqa=True).uop.contiguous())) == 2
    q, k, v = Tensor.empty(2, 2, 4, 1, 64), Tensor.empty(2, 2, 1, 512, 64), Tensor.empty(2, 2, 1, 512, 64)
    assert len(kernels(((q @ k.transpose(-1, -2)).softmax() @ v).uop.contiguous())) == 2


def test_masks_of_any_kind() -> None:
    q, k, v = tensors(3, 300)
    hidden, added = Tensor.empty(1, 1, 3, 300, dtype="bool"), Tensor.empty(3, 300, dtype=BF16)
    assert len(kernels(q.scaled_dot_product_attention(k, v, is_causal=True).uop.contiguous())) == 2
    for mask in (hidden, added):  # one finds the rows that see anything
        assert len(kernels(q.scaled_dot_product_attention(k, v, mask).uop.contiguous())) == 3


def test_a_length_that_is_known_at_launch() -> None:
    q, k, v = tensors(1, 4096)
    n = Variable("n", 1, 4096).bind(77)
    first, second = kernels(q.scaled_dot_product_attention(k[:, :, :n], v[:, :, :n]).uop.contiguous())
    assert any(n.op is Ops.DEFINE_VAR for n in first.toposort()) and not any(n.op is Ops.DEFINE_VAR for n in second.toposort())
    few, none = Variable("n", 1, 127).bind(77), Variable("n", 0, 4096).bind(77)
    for m in (few, none): assert not is_split(q.scaled_dot_product_attention(k[:, :, :m], v[:, :, :m]).uop.contiguous())


def test_it_is_no_rule_about_softmax() -> None:
    """Sums that change with a maximum by a factor: without a division, with a mask behind the exponential, with one more score."""
    q, k, v = tensors(1, 256, dtype=dtypes.float32)
    scores, kept = q @ k.transpose(-1, -2), Tensor.empty(1, 8, 1, 256, dtype="bool")
    m = scores.max(-1, keepdim=True)
    e = (scores - m).exp()
    s = Tensor.empty(1, 8, 1, 1)
    for weights in (e, kept.where(e, 0) / e.sum(-1, keepdim=True), e / (e.sum(-1, keepdim=True) + (s - m).exp())):
        assert len(kernels((weights @ v).uop.contiguous())) == 2


def test_what_does_not_change_by_a_factor_stays() -> None:
    q, k, v = heads()
    scores = matmul(q, k.permute((0, 1, 3, 2)))
    mean = scores.reduce_axis(Ops.ADD, (3,)).expand(scores.shape)
    for weights in (scores, scores - mean, softmax(softmax(scores)), softmax(scores + scores.flip((3,)))):
        assert not is_split(matmul(weights, v).contiguous())
    across = scores - scores.reduce_axis(Ops.MAX, (1,)).expand(scores.shape)
    assert not is_split(matmul(across, v).contiguous())
    e = ((scores * -1 - scores.reduce_axis(Ops.MAX, (3,)).expand(scores.shape)) * 1.5).alu(Ops.EXP2)
    assert not is_split(matmul(e, v).contiguous())


def test_scores_that_others_want_are_stored() -> None:
    q, k, v = heads()
    weights = softmax(matmul(q, k.permute((0, 1, 3, 2))))
    assert not is_split(matmul(weights, v).contiguous(), (weights * 2).contiguous())
    assert not is_split(matmul(weights, v).contiguous(), matmul(weights, empty(1, 4, 256, 8)).contiguous())
    result = attention(q, k, v)
    assert len(kernels((result * 2).contiguous(), alive=(result,))) == 2


def test_several_in_one_graph() -> None:
    q, k, v = heads()
    assert len(kernels(attention(attention(q, k, v) * 3, k, v).contiguous())) == 4


def test_keys_and_values_may_be_computed() -> None:
    """A cache of bytes with scales: its numbers are read once, and stored nowhere."""
    q = Tensor.empty(1, 8, 1, 64)
    k, v = (Tensor.empty(1, 8, 512, 64, dtype="int8").float() * Tensor.empty(1, 8, 512, 1) for _ in range(2))
    first, _ = kernels(q.scaled_dot_product_attention(k, v).uop.contiguous())
    assert [n.dtype for n in first.toposort() if n.op is Ops.PARAM].count(dtypes.int8) == 2


def test_chunks_are_longer_where_there_are_many_groups() -> None:
    """The maximum of chunks is stored with their sums: 128 keys in each, or 512 where 64 heads are work enough."""
    def chunks(heads: int) -> int:
        q, k, v = (Tensor.empty(1, heads, n, 64) for n in (1, 16384, 16384))
        first, _ = kernels(q.scaled_dot_product_attention(k, v).uop.contiguous())
        return next(n.arg.size for n in first.toposort() if n.op is Ops.PARAM) // (heads * 68)

    assert [chunks(heads) for heads in (1, 8, 16, 64)] == [128, 128, 64, 32]


def test_gradients_are_as_before() -> None:
    q, k, v = (Tensor(np.ones((1, 2, n, 16), np.float32), requires_grad=True) for n in (1, 128, 128))
    (q.scaled_dot_product_attention(k, v) * 2).sum().backward()
    grads = [t.grad.uop for t in (q, k, v) if t.grad is not None]
    assert len(grads) == 3 and not is_split(*grads)


# ---- on devices that do everything but run


GPUS = ("NULL:CUDA:sm_80", "NULL:CUDA:sm_90", "NULL:PTX:sm_90", "NULL:AMD:gfx1100", "NULL:AMD:gfx942", "NULL:METAL", "NULL:QCOM:a630")


@pytest.fixture(params=GPUS)
def gpu(request: pytest.FixtureRequest) -> str: return request.param


def cost(compute: Callable[[], Tensor]) -> tuple[list[str], int]:
    """The kernels of a tensor, and the bytes that they move."""
    GlobalCounters.reset()
    with profile() as events: compute().realize()
    return [e.name for e in events.events if e.kind == "kernel"], GlobalCounters.bytes


@pytest.mark.parametrize(("shared", "most"), [(1, 1.02), (4, 1.07)])
def test_keys_and_values_are_read_once(gpu: str, shared: int, most: float) -> None:
    """32 heads of queries, 4096 keys: with four of them for each head of keys, 18.9 MB in four kernels before."""
    with Context(DEV=gpu):
        q = Tensor.empty(1, 32, 1, 128, dtype=BF16)
        k, v = (Tensor.empty(1, 32 // shared, 4096, 128, dtype=BF16) for _ in range(2))
        names, moved = cost(lambda: q.scaled_dot_product_attention(k, v, enable_gqa=shared > 1))
    assert len(names) == 2 and moved <= most * 2 * k.numel() * 2


def test_a_step_of_a_decoder(gpu: str) -> None:
    """A layer of Llama with a cache of a length that is known at launch: 12 kernels instead of 14."""
    def step(layers: int) -> list[str]:
        model, ids = Decoder(64, 256, 64, layers, 8, 2, 1024), Tensor([[1]]).realize()
        model(ids, Variable("start", 0, 1023).bind(1), cached=True).realize()
        return cost(lambda: model(ids, Variable("start", 0, 1023).bind(700), cached=True))[0]

    with Context(DEV=gpu):
        one, two = step(1), step(2)
    assert len(two) - len(one) == 12 and len([n for n in two if n.startswith("chain_8_")]) == 4
