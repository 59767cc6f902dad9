"""The order of a grid's blocks: each has one place, and those near each other share rows and columns."""
from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from heddle.codegen.actions.block_swizzle import in_groups, rows_together
from heddle.codegen.actions.search_space import Actions, edited, edits, states_of
from heddle.codegen.simplify import simplify
from heddle.dtype import dtypes
from heddle.uop import AxisType, Ops, UOp
from heddle.uop.rewrite import graph_rewrite
from heddle.uop.rules import symbolic
from tests.codegen import kernels
from tests.codegen.actions.test_action import done
from tests.codegen.actions.test_search_space import GROUPS, parsed


def places(n_rows: int, n_columns: int, together: int) -> list[tuple[int, int]]:
    """(row, column) of each block, in order; also checks what is known of both."""
    rows, columns = (UOp.range(n, AxisType.LOOP, i) for i, n in enumerate((n_rows, n_columns)))
    found = in_groups(UOp.sink(rows, columns), rows, columns, together, AxisType.LOOP)
    (row, (both,)), (column, again) = found[rows], found[columns]
    assert again == (both,) and both.vmax + 1 == n_rows * n_columns
    assert (row.vmin, row.vmax, column.vmin, column.vmax) == (0, n_rows - 1, 0, n_columns - 1)
    at = [tuple(graph_rewrite(x.substitute({both: UOp.const(dtypes.index, n)}), symbolic).arg for x in (row, column))
          for n in range(n_rows * n_columns)]
    return at  # type: ignore[return-value]


def test_down_some_rows_then_to_the_next_column() -> None:
    assert places(3, 4, 2) == [(0, 0), (1, 0), (0, 1), (1, 1), (0, 2), (1, 2), (0, 3), (1, 3), (2, 0), (2, 1), (2, 2), (2, 3)]
    assert places(2, 2, 2) == [(0, 0), (1, 0), (0, 1), (1, 1)]


@settings(max_examples=40, deadline=None)
@given(st.integers(2, 13), st.integers(2, 13), st.data())
def test_each_block_has_one_place(n_rows: int, n_columns: int, data: st.DataObject) -> None:
    together = data.draw(st.integers(2, n_rows))
    found = places(n_rows, n_columns, together)
    assert sorted(found) == [(r, c) for r in range(n_rows) for c in range(n_columns)]
    groups = [r // together for r, _ in found]
    assert groups == sorted(groups), "a group of rows is done before the next begins"


@pytest.mark.parametrize("text", ("join 0 1 by 2 as loop", "join 0 1 by 4 as loop", "join 0 1 by 7 as loop", "join 1 0 by 5 as loop"))
def test_a_kernel_stores_the_same_in_that_order(text: str) -> None: done(kernels.elementwise(7, 10), text)


@pytest.mark.parametrize(("text", "why"), (("join 0 1 by 8 as loop", "a group size of 8 is out of range"),
                                           ("join 0 1 by 1 as loop", "a group size of 1"),
                                           ("join 1 0 by 2 as loop", None), ("join 0 1 by 7 as loop", None)))
def test_which_groups_there_may_be(text: str, why: str | None) -> None:
    action, = parsed(text)
    said = action.why_not(simplify(kernels.elementwise(7, 10).ast), GROUPS)
    assert said is None if why is None else why in (said or "")


def test_a_reduction_has_no_blocks() -> None:
    sink = parsed("split 1 by 4 as reduce")[0].apply(simplify(kernels.sum_rows(6, 40).ast), GROUPS)
    reduces = [r.arg[0] for n in sink.toposort() if n.op is Ops.REDUCE for r in n.src[1:]]
    why = parsed(f"join {reduces[0]} {reduces[1]} by 2 as loop")[0].why_not(sink, GROUPS)
    assert why == "the outputs do not share the loops"


def test_a_search_puts_blocks_in_groups_changes_them_and_takes_them_apart() -> None:
    kernel, plain = simplify(kernels.elementwise(16, 40).ast), parsed("mark a as grid", "mark b as grid")

    def near(actions: Actions) -> list[list[str]]:
        states = states_of(kernel, actions, GROUPS)
        plans = [edited(states, actions, edit, GROUPS) for edit in edits(kernel, actions, GROUPS)]
        return [[str(action) for action in p.actions] for p in plans if p is not None]

    grouped = ["join a b by 8 as loop", "mark (a+b) as grid"]
    assert grouped in near(plain)
    found = near(parsed(*grouped))
    assert ["join a b by 4 as loop", "mark (a+b) as grid"] in found
    assert ["order a b", "join a b as loop", "mark (a+b) as grid"] in found


# ---- how many rows together


def lines_read(order: list[tuple[int, int]], height: int, width: int, under_way: int) -> int:
    """Rows and columns of the factors that the blocks read, each once for all blocks that are under way with it."""
    waves = [order[n:n + under_way] for n in range(0, len(order), under_way)]
    return sum(len({r for r, _ in w}) * height + len({c for _, c in w}) * width for w in waves)


@pytest.mark.parametrize(("n_rows", "n_columns", "height", "width", "under_way"), (
    (64, 32, 128, 256, 132), (32, 16, 128, 256, 132), (64, 64, 128, 128, 108), (31, 33, 128, 256, 132)))
def test_blocks_under_way_read_less(n_rows: int, n_columns: int, height: int, width: int, under_way: int) -> None:
    together = rows_together(n_rows, n_columns, height, width, under_way)
    assert together
    row_by_row = [(r, c) for r in range(n_rows) for c in range(n_columns)]
    before = lines_read(row_by_row, height, width, under_way)
    assert lines_read(places(n_rows, n_columns, together), height, width, under_way) < 0.95 * before


@pytest.mark.parametrize("sizes", ((8, 8, 128, 128, 64), (2, 2, 128, 256, 132), (128, 4, 128, 128, 132), (1, 40, 128, 128, 132)))
def test_what_reads_as_little_row_by_row_stays(sizes: tuple[int, ...]) -> None: assert rows_together(*sizes) == 0  # type: ignore[arg-type]
