"""The action `partition`: which loops it may cut, what is left of conditions, and concatenated values against NumPy."""

from __future__ import annotations

import itertools

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from heddle import Tensor
from heddle.codegen.actions.action import Action
from heddle.codegen.actions.loop_transforms import changes
from heddle.codegen.actions.partition import MOST_PARTS, Partition
from heddle.codegen.policy.cpu_schedule import optimise
from heddle.codegen.simplify import simplify
from heddle.renderer import gate_of
from heddle.uop import Ops, UOp
from tests.codegen import kernels
from tests.codegen.kernels import CAPABILITIES, Case, on_cpu, whole
from tests.schedule.graphs import stored


def concatenated(rows: int, *columns: int) -> Case:
    """Matrices beside each other, by padding: the sum of zeros and one of them."""
    values = [whole(rows, n, seed=i) for i, n in enumerate(columns)]
    total, start = sum(columns), 0
    node: UOp | None = None
    for x, n in zip(values, columns, strict=True):
        padded = stored(x).pad(((0, 0), (start, total - start - n)))
        node, start = padded if node is None else node + padded, start + n
    assert node is not None
    return kernels.case((node.contiguous(), np.concatenate(values, 1)))


def gates(sink: UOp) -> list[UOp]:
    return [n for n in sink.toposort() if n.op is Ops.INDEX and gate_of(n) is not None]


def why_not(case: Case, *texts: str) -> str | None:
    sink = simplify(case.ast)
    for text in texts[:-1]: sink = Action.parse(text).apply(sink, CAPABILITIES)
    return Action.parse(texts[-1]).why_not(sink, CAPABILITIES)


def test_each_part_reads_one_tensor_without_a_condition() -> None:
    case = concatenated(6, 30, 9, 11)
    sink = simplify(case.ast)
    columns = sink.src[0].src[2]
    assert changes(sink, columns) == [30, 39] and len(gates(sink)) == 3
    cut, actions = optimise(sink, CAPABILITIES)
    assert [str(a) for a in actions if a.name == "partition"] == ["partition b by 30", "partition b.1 by 9"]
    assert len(cut.src) == 3 and not gates(cut)
    case.check(on_cpu(case, cut), [str(a) for a in actions])


@pytest.mark.parametrize(("texts", "reason"), [
    (("partition 1 by 0",), "there are no 0 of 50 iterations"), (("partition 1 by 50",), "there are no 50 of 50"),
    (("partition 7 by 2",), "the kernel has no axis 7"), (("partition 0 1 by 2",), "takes one loop"),
    (("split 1 by 10 as unroll", "partition 3 by 2"), "not a loop"), (("mark 0 as grid", "partition 1 by 5"), "the grid comes last"),
])
def test_what_is_refused(texts: tuple[str, ...], reason: str) -> None:
    assert reason in (why_not(concatenated(6, 30, 20), *texts) or "")


def test_reductions_are_not_cut() -> None:
    assert "reductions" in (why_not(kernels.sum_rows(), "partition 0 by 2") or "")


def test_no_more_parts_than_code_should_have() -> None:
    case = concatenated(3, *range(1, 12))
    sink, actions = optimise(simplify(case.ast), CAPABILITIES)
    assert not any(a.name == "partition" for a in actions)
    case.check(on_cpu(case, sink))
    parts = [f"partition {n} by 1" for n in (1, *range(3, 3 + 2 * MOST_PARTS, 2))]
    assert "parts already" in (why_not(case, *parts[:MOST_PARTS]) or "")


def test_a_search_tries_the_places_where_conditions_change() -> None:
    found = [str(a) for (a,) in Partition.additions(simplify(concatenated(6, 30, 9, 11).ast), CAPABILITIES, ())]
    assert found == ["partition b by 30", "partition b by 39"]


# ---- programs

sizes = st.integers(1, 70)
MODES = ["constant", "reflect", "replicate", "circular"]
NUMPY = {"constant": "constant", "reflect": "reflect", "replicate": "edge", "circular": "wrap"}


@settings(max_examples=40, deadline=None)
@given(st.integers(1, 5), st.lists(sizes, min_size=2, max_size=5), st.sampled_from([np.float32, np.float64, np.int8, np.bool_]),
       st.booleans())
def test_tensors_concatenated(rows: int, columns: list[int], dtype: type, negated: bool) -> None:
    values = [(whole(rows, n, seed=i) % 5).astype(dtype) for i, n in enumerate(columns)]
    tensors = [Tensor(x) for x in values]
    if negated and dtype is not np.bool_: tensors[0], values[0] = -tensors[0], -values[0]
    np.testing.assert_array_equal(Tensor.cat(*tensors, dim=1).numpy(), np.concatenate(values, 1))
    flat = [x.reshape(-1) for x in values]
    np.testing.assert_array_equal(Tensor.cat(*[t.reshape(-1) for t in tensors]).numpy(), np.concatenate(flat))


@pytest.mark.parametrize(("mode", "n"), itertools.product(MODES, (5, 16, 33, 70)))
def test_padded_on_all_sides(mode: str, n: int) -> None:
    x = whole(2, 9, n)
    for before, after in ((1, 1), (3, 0), (0, 4)):
        found = Tensor(x).reshape(1, 2, 9, n).pad((before, after, after, before), mode=mode).numpy()[0]
        np.testing.assert_array_equal(found, np.pad(x, ((0, 0), (after, before), (before, after)), NUMPY[mode]))


@pytest.mark.parametrize("n", [2, 17, 64, 100, 5001])
def test_rolled_and_shifted(n: int) -> None:
    x = whole(3, n)
    for k in (1, n // 2, n - 1):
        np.testing.assert_array_equal(Tensor(x).roll(k, 1).numpy(), np.roll(x, k, 1))
        np.testing.assert_array_equal(Tensor(x[0]).roll(k, 0).numpy(), np.roll(x[0], k))
    t = Tensor(x)
    np.testing.assert_array_equal(Tensor.zeros(3, 1).cat(t[:, :-1], dim=1).numpy(), np.concatenate([np.zeros((3, 1)), x[:, :-1]], 1))
    np.testing.assert_array_equal((t[:, 1:] - t[:, :-1]).numpy(), np.diff(x, axis=1))


def test_narrow_parts_that_lie_across_share_their_rows() -> None:
    """Each would be read along the rows: those are loops of all parts, and stay loops."""
    x, y, z = whole(64, 3, 20), whole(64, 20, 30, seed=1), whole(64, 2, 20, seed=2)
    found = Tensor(x).permute((0, 2, 1)).cat(Tensor(y), Tensor(z).permute((0, 2, 1)), dim=2)
    np.testing.assert_array_equal(found.numpy(), np.concatenate([x.transpose(0, 2, 1), y, z.transpose(0, 2, 1)], 2))


@settings(max_examples=60, deadline=None)
@given(st.lists(st.tuples(st.integers(1, 40), st.booleans(), st.booleans()), min_size=2, max_size=5), st.integers(1, 70),
       st.integers(1, 40))
def test_parts_that_lie_in_any_order(parts: list[tuple[int, bool, bool]], batch: int, rows: int) -> None:
    tensors, values = list[Tensor](), list[np.ndarray]()
    for i, (n, is_across, is_repeated) in enumerate(parts):
        x = whole(1 if is_repeated else batch, *((n, rows) if is_across else (rows, n)), seed=i)
        t = Tensor(x)
        if is_across: t, x = t.permute((0, 2, 1)), x.transpose(0, 2, 1)
        tensors.append(t.expand(batch, rows, n))
        values.append(np.broadcast_to(x, (batch, rows, n)))
    np.testing.assert_array_equal(Tensor.cat(*tensors, dim=2).numpy(), np.concatenate(values, 2))


@pytest.mark.parametrize("n", [9000, 65536, 100001])
def test_long_rows_alone_keep_their_threads(n: int) -> None:
    """Without loops outside, blocks of a loop are the grid's where no condition changes inside them."""
    x, y = whole(2 * n), whole(n, seed=1)
    np.testing.assert_array_equal(Tensor(x).cat(Tensor(y)).numpy(), np.concatenate([x, y]))


def test_assigned_in_place() -> None:
    x = whole(4, 50)
    t = Tensor(x).realize()
    t[:, 3:40] = t[:, 3:40] * 2
    x[:, 3:40] *= 2
    np.testing.assert_array_equal(t.numpy(), x)
