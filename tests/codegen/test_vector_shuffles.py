"""Vectors picked from others in registers: blocks turned, and elements that lie apart."""
from __future__ import annotations

import itertools

import pytest

from heddle.codegen.vector_shuffles import load_strided, transpose, transpose_columns
from heddle.dtype import dtypes
from heddle.uop import Ops, ParamArg, UOp

F32 = dtypes.float32
MEMORY = UOp(Ops.PARAM, F32, (), ParamArg(0, 1024))


@pytest.mark.parametrize(("n", "lanes"), [(1, 1), (2, 2), (4, 4), (8, 8), (16, 16), (4, 16), (8, 16), (2, 8)])
def test_transpose(n: int, lanes: int) -> None:
    rows = [UOp(Ops.DEFINE_VAR, F32.vec(lanes), (), (f"row{i}", 0.0, 1.0)) for i in range(n)]
    values = {row: tuple(100 * i + j for j in range(lanes)) for i, row in enumerate(rows)}
    assert len(transpose(rows)) == lanes
    for j, column in enumerate(transpose(rows)):
        known = dict(values)
        for node in column.toposort():
            if node.op is Ops.VECTORIZE: known[node] = tuple(itertools.chain(*(known[s] for s in node.src)))
            elif node.op is Ops.GEP: known[node] = tuple(known[node.src[0]][i] for i in node.arg)
        assert known[column] == tuple(100 * i + j for i in range(n))


@pytest.mark.parametrize(("lanes", "size"), [(2, 2), (4, 4), (16, 16), (16, 8), (16, 4), (8, 2)])
def test_transpose_columns(lanes: int, size: int) -> None:
    loads = [MEMORY.index(UOp.const(dtypes.index, 32 * j)).load(F32.vec(size)) for j in range(lanes)]
    found = transpose_columns(loads)
    assert [elements(row) for row in found] == [[32 * j + i for j in range(lanes)] for i in range(size)]


def elements(x: UOp) -> list[int]:
    """The element of memory that each lane holds."""
    if x.op is Ops.LOAD: return [x.src[0].src[1].arg + i for i in range(x.dtype.count)]
    held = [e for s in x.src for e in elements(s)]
    return held if x.op is Ops.VECTORIZE else [held[i] for i in x.arg]


@pytest.mark.parametrize("lanes", [4, 8, 16])
@pytest.mark.parametrize("step", [-8, -3, -2, -1, 1, 2, 3, 4, 5, 7, 8])
def test_elements_apart(step: int, lanes: int) -> None:
    index = UOp(Ops.INDEX, F32, (MEMORY, UOp.const(dtypes.index, 200)), ("stride", step, lanes))
    found = load_strided(index, F32)
    if abs(step) > lanes // 2:
        assert found is None
        return
    assert found is not None and found.dtype == F32.vec(lanes) and elements(found) == [200 + i * step for i in range(lanes)]
    loads = [n for n in found.toposort() if n.op is Ops.LOAD]
    assert len(loads) == abs(step) and all(n.dtype == F32.vec(lanes) for n in loads)
    touched = [e for n in loads for e in elements(n)]
    assert {min(touched), max(touched)} == {200, 200 + (lanes - 1) * step}  # nothing beyond the first and the last


def test_lanes_under_conditions_are_no_vectors() -> None:
    valid = UOp(Ops.CONST, dtypes.bool.vec(8), (), (True,) * 8)
    index = UOp(Ops.INDEX, F32, (MEMORY, UOp.const(dtypes.index, 0), valid), ("stride", 2, 8))
    assert load_strided(index, F32) is None
