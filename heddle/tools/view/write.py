"""Writer of recordings: graphs, rewrites and source lines as rows.

Inputs: nodes, stages, the user's lines. Outputs: rows, and their numbers. Invariants: equal nodes share one row, so a graph and its
next form share their common parts; sources precede their readers.
"""
from __future__ import annotations

import inspect
import linecache
import sqlite3

from heddle.engine.inspect_stages import Stage
from heddle.errors import Location, ShapeError
from heddle.uop import UOp
from heddle.uop.rewrite_trace import Rewriting, RuleFunction


class Writer:
    """Fills the tables of nodes, locations, rules and stages. Holds the nodes that it wrote: give it none that hold memory."""

    def __init__(self, db: sqlite3.Connection) -> None:
        self.db = db
        self._nodes: dict[UOp, int] = {}
        self._locations: dict[Location, int] = {}
        self._rules: dict[RuleFunction, int] = {}

    def insert(self, table: str, *values: object) -> int:
        """Adds a row; its number."""
        marks = ", ".join("?" * len(values))
        return int(self.db.execute(f"INSERT INTO {table} VALUES ({marks})", values).lastrowid or 0)

    def location(self, loc: Location | None) -> int | None:
        """The user's line, with its text as it is now."""
        if loc is None: return None
        found = self._locations.get(loc)
        if found is None:
            file, line, function = loc
            found = self._locations[loc] = self.insert("location", None, file, line, function, linecache.getline(file, line).strip())
        return found

    def node(self, root: UOp) -> int:
        """The number of `root`, with all below it written."""
        if root in self._nodes: return self._nodes[root]
        rows: list[tuple[object, ...]] = []
        for node in root.toposort(gate=lambda n: n not in self._nodes):
            if node in self._nodes: continue
            number = self._nodes[node] = len(self._nodes) + 1
            src = " ".join([str(self._nodes[s]) for s in node.src])
            arg = "" if node.arg is None else repr(node.arg)
            rows.append((number, node.op.name, _dtype(node), _shape(node), arg, src, self.location(node.loc)))
        self.db.executemany("INSERT INTO node VALUES (?, ?, ?, ?, ?, ?, ?)", rows)
        return self._nodes[root]

    def rule(self, fn: RuleFunction) -> int:
        """A rule or a pass: its name, the first line of its docstring (a rule's algebra), and its position in the source."""
        found = self._rules.get(fn)
        if found is None:
            code = inspect.unwrap(fn).__code__
            says = (fn.__doc__ or "").strip().split("\n")[0]
            file = _inside_heddle(code.co_filename)
            found = self._rules[fn] = self.insert("rule", None, fn.__name__, says, file, code.co_firstlineno)
        return found

    def stage(self, stage: Stage, position: int, graph: int | None = None, kernel: int | None = None) -> None:
        """A stage of a graph or of a kernel, with its rewritings."""
        root = None if stage.graph is None else self.node(stage.graph)
        count = 0 if stage.graph is None else len(stage.graph.toposort())
        number = self.insert("stage", None, graph, kernel, position, stage.name, root, count, stage.error)
        for at, rewriting in enumerate(stage.rewritings): self._rewriting(rewriting, number, at)

    def _rewriting(self, r: Rewriting, stage: int, position: int) -> None:
        result = None if r.result is None else self.node(r.result)
        number = self.insert("rewriting", None, stage, position, r.by, self.node(r.root), result, len(r.steps), int(r.direct))
        rows = [(number, at, self.node(s.before), self.node(s.after), self.rule(s.rule)) for at, s in enumerate(r.steps)]
        self.db.executemany("INSERT INTO step VALUES (?, ?, ?, ?, ?)", rows)


def _dtype(node: UOp) -> str:
    if node.dtype.kind == "void": return ""
    return node.dtype.name if node.dtype.count == 1 else f"{node.dtype.name} × {node.dtype.count}"


def _shape(node: UOp) -> str:
    """`32 × 64`; nothing for scalars and for what is no tensor, `?` where the sources do not fit."""
    try: return " × ".join(map(str, node.shape))
    except ShapeError: return "?"


def _inside_heddle(file: str) -> str:
    """The path from the package on, so that a recording does not tell where heddle was installed."""
    return "heddle/" + file.rpartition("/heddle/")[2]
