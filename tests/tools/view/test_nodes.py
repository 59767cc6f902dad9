"""Nodes of a recording, graphs between two rewrites, and formulas."""

from __future__ import annotations

import pytest

from heddle.dtype import dtypes
from heddle.engine.inspect_stages import Stage
from heddle.tools.view import format
from heddle.tools.view.expression import expression
from heddle.tools.view.nodes import neighbourhood
from heddle.tools.view.read import Reader
from heddle.tools.view.write import Writer
from heddle.uop import AxisType, Ops, ParamArg, UOp
from heddle.uop.rewrite import PatternMatcher, UPat, graph_rewrite
from heddle.uop.rewrite_trace import trace_rewrites

I = dtypes.index
i, j = (UOp.range(size, AxisType.LOOP, n) for n, size in enumerate((8, 4)))
x = UPat.var("x")


def drop_zero(x: UOp) -> UOp:
    """x + 0 = x"""
    return x


def double(x: UOp) -> UOp:
    """x + x = x*2"""
    return x * 2


RULES = PatternMatcher([(x + 0, drop_zero), (x + x, double)])


def recorded(tmp_path, graph: UOp) -> tuple[Reader, dict]:
    """`graph` and what RULES make of it, in a recording."""
    with trace_rewrites() as trace:
        result = graph_rewrite(graph, RULES)
    db = format.create(tmp_path / "a.heddle")
    writer = Writer(db)
    number = writer.insert("graph", None, writer.node(graph), None, 1, 0.0)
    writer.stage(Stage("graph", graph), 0, graph=number)
    writer.stage(Stage("after", result, trace.take()), 1, graph=number)
    db.close()
    reader = Reader(tmp_path / "a.heddle")
    return reader, reader.graph(1)["stages"][1]["rewritings"][0]


@pytest.fixture
def tiny(tmp_path):
    # (i + 0)*j + (i + 0)*j: the sum inside goes first, then both products are one
    return recorded(
        tmp_path,
        UOp.sink((i + UOp.const(I, 0)) * j + UOp(Ops.MUL, I, (UOp(Ops.ADD, I, (i, UOp.const(I, 0))), j))),
    )


def test_the_steps_of_a_tiny_graph(tiny):
    reader, rewriting = tiny
    steps = reader.steps(rewriting["id"], 0, 10)["rows"]
    assert [(s["name"], s["says"]) for s in steps] == [("drop_zero", "x + 0 = x"), ("double", "x + x = x*2")]
    first, second = (reader.step(rewriting["id"], n) for n in range(2))
    assert (first["before"]["formula"], first["after"]["formula"]) == ("r0 + 0", "r0")
    assert (second["before"]["formula"], second["after"]["formula"]) == ("r0*r1 + r0*r1", "r0*r1*2")
    assert steps[0]["file"].endswith("test_nodes.py") or steps[0]["file"].startswith("heddle/")


def test_the_whole_graph_between_two_rewrites(tiny):
    reader, rewriting = tiny
    pieces = [reader.graph_at_step(rewriting["id"], n, 0, 100)["rows"] for n in range(3)]
    ops = [[row[1] for row in rows] for rows in pieces]
    assert ops[0].count("ADD") == 2 and ops[1].count("ADD") == 1 and ops[2].count("ADD") == 0
    assert all(rows[-1][1] == "SINK" for rows in pieces)
    assert any(row[0] < 0 for row in pieces[1])  # the sink over the half-rewritten sum is in no stage
    assert [row[1] for row in pieces[2] if row[7]][-2:] == ["MUL", "SINK"]  # marked as new


@pytest.mark.parametrize("order", [1, -1])
def test_a_node_that_another_became_is_rewritten_too(tmp_path, order):
    zero = UOp.const(I, 0)
    twice, becomes_twice = i + i, UOp(Ops.ADD, I, (UOp(Ops.ADD, I, (i, zero)), i))
    reader, rewriting = recorded(tmp_path, UOp.sink(*[twice.load(), becomes_twice.load()][::order]))
    rows = reader.graph_at_step(rewriting["id"], rewriting["steps"], 0, 100)["rows"]
    assert "ADD" not in [row[1] for row in rows]
    assert rows[-1][0] == rewriting["result"]


def test_rules_without_rest_are_shown_without_end(tmp_path):
    graph = UOp(Ops.NEG, I, (i,))
    turn = [(graph, UOp(Ops.NOT, I, (i,))), (UOp(Ops.NOT, I, (i,)), graph)]
    db = format.create(tmp_path / "a.heddle")
    writer = Writer(db)
    numbers = [(writer.node(a), writer.node(b)) for a, b in turn]
    growing = writer.node(UOp(Ops.NEG, I, (graph,)))
    db.close()
    nodes = Reader(tmp_path / "a.heddle").nodes
    assert [n.op for n in nodes.graph_after(numbers[0][0], None, numbers, 1)][-1] in ("NEG", "NOT")
    assert (
        nodes.graph_after(numbers[0][0], None, [(numbers[0][0], growing)], 2)[-1].op == "NEG"
    )  # x -> -x, of itself


def test_long_chains_are_read_without_recursion(tmp_path):
    node = i
    for n in range(20_000):
        node = UOp(Ops.ADD, I, (node, j if n % 2 else i))
    db = format.create(tmp_path / "a.heddle")
    root = Writer(db).node(node)
    db.close()
    nodes = Reader(tmp_path / "a.heddle").nodes
    assert len(nodes.graph(root)) == len(node.toposort())
    assert len(nodes.graph_after(root, None, [], 0)) == len(node.toposort())
    assert len(neighbourhood(root, nodes.node, 60)) == 60
    assert expression(nodes.node(root), nodes.node).startswith("… + ")


@pytest.mark.parametrize(
    ("graph", "formula"),
    [
        (lambda: (i * 4 + j) // 3 % 2, "(r0*4 + r1)//3%2"),
        (lambda: i - (j - i), "r0 - (r1 - r0)"),
        (lambda: (i < 3).where(i, j), "(r0 if r0 < 3 else r1)"),
        (lambda: buffer().index(i * 4 + j).load(), "buf2[r0*4 + r1]"),
        (lambda: buffer().index(i, i < 5).load(), "buf2[r0 if r0 < 5]"),
        (lambda: buffer().index(i).store(UOp.const(dtypes.float32, 0.5)), "buf2[r0] = 0.5"),
        (lambda: buffer().index(i).load().reduce(Ops.ADD, i), "add of buf2[r0] over r0"),
        (lambda: UOp(Ops.NEG, I, (i + j,)), "-(r0 + r1)"),
        (lambda: UOp(Ops.CAST, dtypes.float32, (i,)), "float32(r0)"),
        (lambda: UOp(Ops.EXP2, dtypes.float32, (UOp(Ops.CAST, dtypes.float32, (i,)),)), "exp2(float32(r0))"),
    ],
)
def test_formulas(tmp_path, graph, formula):
    db = format.create(tmp_path / "a.heddle")
    root = Writer(db).node(graph())
    db.close()
    nodes = Reader(tmp_path / "a.heddle").nodes
    assert expression(nodes.node(root), nodes.node) == formula


def buffer() -> UOp:
    return UOp(Ops.PARAM, dtypes.float32, (), ParamArg(2, 64))
