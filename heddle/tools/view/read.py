"""Queries of the viewer's page on a recording, as plain values.

Inputs: a recording and a query: which kernel, which part of a graph. Outputs: dictionaries and lists, as JSON has them.
Invariants: an answer is of bounded size, whatever the size of the recording; the recording is not changed. Unknown numbers are a
MissingKeyError.
"""
from __future__ import annotations

import json
import sqlite3
from pathlib import Path
from typing import Any

from heddle.errors import MissingKeyError
from heddle.tools.view.expression import expression
from heddle.tools.view.format import open_recording
from heddle.tools.view.nodes import Node, Nodes, neighbourhood

Row = dict[str, Any]

PIECE = 5000  # most rows in one answer
_LONGEST_ARG = 160  # characters of an argument in a graph; the node by itself has all of them
_NEAR = 60  # nodes of the picture of one rewrite

#: how kernels may be ordered
_KERNEL_ORDERS = {"time": "seconds DESC, k.id", "calls": "calls DESC, k.id", "name": "k.name, k.id", "order": "k.id",
                  "ops": "CAST(json_extract(k.info, '$.ops') AS INTEGER) DESC, k.id",
                  "bytes": "CAST(json_extract(k.info, '$.bytes') AS INTEGER) DESC, k.id"}
_KERNELS = """SELECT k.id, k.name, k.device, k.location, k.info, k.error, count(e.id) AS calls, total(e.seconds) AS seconds
              FROM kernel k LEFT JOIN event e ON e.kernel = k.id"""


class Reader:
    """One open recording. Not for several threads at once."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.db = open_recording(path)
        self.db.row_factory = sqlite3.Row
        self.nodes = Nodes(self.db)

    # ---- small things

    def rows(self, sql: str, *values: object) -> list[Row]:
        return [dict(row) for row in self.db.execute(sql, values)]

    def row(self, sql: str, *values: object) -> Row:
        """The only row. MissingKeyError if there is none."""
        found = self.rows(sql, *values)
        if not found: raise MissingKeyError(f"no row of {values}", "Reload the page.")
        return found[0]

    def number(self, sql: str) -> float:
        return self.db.execute(sql).fetchone()[0] or 0

    def location(self, number: int | None) -> Row | None:
        return None if number is None else self.row("SELECT file, line, function, text FROM location WHERE id = ?", number)

    # ---- the whole

    def summary(self) -> Row:
        """What was recorded, and how much of it."""
        meta = {row["key"]: row["value"] for row in self.rows("SELECT key, value FROM meta")}
        counts = {table: self.number(f"SELECT count(*) FROM {table}")
                  for table in ("graph", "kernel", "node", "rewriting", "step", "event", "memory", "rule")}
        work = "FROM event WHERE kind IN ('kernel', 'copy', 'view')"
        return {
            "file": self.path.name, "meta": meta, "counts": counts,
            "devices": [row["device"] for row in self.rows("SELECT DISTINCT device FROM kernel ORDER BY device")],
            "launches": self.number(f"SELECT count(*) {work}"),
            "device_seconds": self.number(f"SELECT total(seconds) {work}"),
            "ops": self.number(f"SELECT total(ops) {work}"), "bytes": self.number(f"SELECT total(bytes) {work}"),
            "peak": self.number("SELECT max(live) FROM memory"),
            "host": self.rows("""SELECT kind, count(*) AS count, total(seconds) AS seconds FROM event
                                 WHERE kind NOT IN ('kernel', 'copy', 'view') GROUP BY kind ORDER BY seconds DESC"""),
            "rules": self.rows("""SELECT r.name, r.says, r.file, r.line, count(*) AS count FROM step s JOIN rule r ON r.id = s.rule
                                  GROUP BY s.rule ORDER BY count DESC LIMIT 40"""),
        }

    # ---- tensor graphs and their schedules

    def graphs(self, start: int, count: int) -> Row:
        """The graphs that were scheduled, in order."""
        found = self.rows("""SELECT g.id, g.location, g.uses, g.start, s.nodes,
                                    (SELECT count(*) FROM call c WHERE c.graph = g.id) AS calls
                             FROM graph g LEFT JOIN stage s ON s.graph = g.id AND s.position = 0
                             ORDER BY g.id LIMIT ? OFFSET ?""", count, start)
        for row in found: row["location"] = self.location(row["location"])
        return {"total": self.number("SELECT count(*) FROM graph"), "rows": found}

    def graph(self, number: int) -> Row:
        """A graph: its stages and its calls."""
        found = self.row("SELECT id, location, uses, start FROM graph WHERE id = ?", number)
        stages = self._stages("graph", number)
        return {**found, "location": self.location(found["location"]), "stages": stages,
                "calls": self.number_of("call WHERE graph = ?", number),
                "boundaries": self.number_of("boundary WHERE graph = ?", number)}

    def number_of(self, what: str, *values: object) -> int:
        return self.db.execute(f"SELECT count(*) FROM {what}", values).fetchone()[0]

    def calls(self, graph: int, start: int, count: int) -> Row:
        """The schedule of a graph: calls in order, with the memory that each works on."""
        found = self.rows("SELECT c.position, c.what, c.kernel, c.location, k.name FROM call c LEFT JOIN kernel k ON k.id = c.kernel "
                          "WHERE c.graph = ? AND c.position >= ? ORDER BY c.position LIMIT ?", graph, start, count)
        for row in found:
            row["location"] = self.location(row["location"])
            row["operands"] = self.rows("SELECT slot, buffer, device, dtype, bytes, written FROM operand WHERE graph = ? AND "
                                        "position = ? ORDER BY slot", graph, row["position"])
        return {"total": self.number_of("call WHERE graph = ?", graph), "rows": found}

    def boundaries(self, graph: int, start: int, count: int) -> Row:
        """The values that go from call to call of a graph through memory, and why."""
        found = self.rows("""SELECT position, writer, readers, op, dtype, shape, bytes, location, why FROM boundary
                             WHERE graph = ? AND position >= ? ORDER BY position LIMIT ?""", graph, start, count)
        for row in found: row["location"] = self.location(row["location"])
        return {"total": self.number_of("boundary WHERE graph = ?", graph), "rows": found}

    def _stages(self, owner: str, number: int) -> list[Row]:
        found = self.rows(f"SELECT id, name, root, nodes, error FROM stage WHERE {owner} = ? ORDER BY position", number)
        for row in found:
            row["rewritings"] = self.rows("SELECT id, by, root, result, steps FROM rewriting WHERE stage = ? ORDER BY position",
                                          row["id"])
        return found

    # ---- kernels

    def kernels(self, search: str, order: str, start: int, count: int) -> Row:
        """The kernels whose name, device or line contains `search`."""
        where = "WHERE (instr(lower(k.name), ?1) OR instr(lower(k.device), ?1) OR k.location IN " \
                "(SELECT id FROM location WHERE instr(lower(file || ':' || line || ' ' || text), ?1)))"
        sort = _KERNEL_ORDERS.get(order, _KERNEL_ORDERS["time"])
        found = self.rows(f"{_KERNELS} {where} GROUP BY k.id ORDER BY {sort} LIMIT ?2 OFFSET ?3", search.lower(), count, start)
        total = self.db.execute(f"SELECT count(*) FROM kernel k {where}", (search.lower(),)).fetchone()[0]
        return {"total": total, "rows": [self._kernel_row(row) for row in found]}

    def _kernel_row(self, row: Row) -> Row:
        return {**row, "location": self.location(row["location"]), "info": json.loads(row["info"] or "{}")}

    def kernel(self, number: int) -> Row:
        """A kernel with its stages, the schedules that use it, and its launches in figures. Source and assembly: `code`."""
        found = self._kernel_row(self.row(f"{_KERNELS} WHERE k.id = ? GROUP BY k.id", number))
        spread = self.rows("SELECT min(seconds) AS least, max(seconds) AS most, min(start) AS first FROM event WHERE kernel = ?",
                           number)
        event = self.rows("SELECT id FROM event WHERE kernel = ? ORDER BY start LIMIT 1", number)
        used = self.rows("SELECT graph, position FROM call WHERE kernel = ? ORDER BY graph, position LIMIT 50", number)
        first = event[0]["id"] if event else None
        return {**found, **spread[0], "event": first, "used": used, "stages": self._stages("kernel", number)}

    def code(self, kernel: int) -> Row:
        """Source and assembly of a kernel."""
        return self.row("SELECT source, assembly FROM kernel WHERE id = ?", kernel)

    # ---- nodes

    def graph_piece(self, root: int, against: int | None, start: int, count: int, numbered: bool = False) -> Row:
        """Nodes of the graph under `root`. Those that the graph `against` does not have are marked.

        `numbered`: sources are given by their positions in the graph.
        """
        order = self.nodes.graph(root)
        old = None if against is None else {n.id for n in self.nodes.graph(against)}
        piece = self._piece(order, old, start, count)
        if numbered:
            positions = {n.id: position for position, n in enumerate(order)}
            for row in piece["rows"]: row[5] = [positions[s] for s in row[5]]
        return piece

    def graph_at_step(self, rewriting: int, step: int, start: int, count: int) -> Row:
        """Nodes of the whole graph after `step` rewrites; those that the last of them made are marked."""
        r = self.row("SELECT root, result, direct FROM rewriting WHERE id = ?", rewriting)
        steps = [(s["before"], s["after"]) for s in
                 self.rows("SELECT before, after FROM step WHERE rewriting = ? AND position < ? ORDER BY position", rewriting, step)]
        def after(count: int) -> list[Node]:
            return self.nodes.graph_after(r["root"], r["result"], steps[:count], (rewriting, count), bool(r["direct"]))
        order = after(len(steps))
        old = {n.id for n in after(len(steps) - 1)} if steps else None
        return self._piece(order, old, start, count)

    def _piece(self, order: list[Node], old: set[int] | None, start: int, count: int) -> Row:
        rows = [self._node_row(n, old is not None and n.id not in old) for n in order[start:start + count]]
        return {"total": len(order), "rows": rows}

    def _node_row(self, n: Node, is_new: bool) -> list[object]:
        arg = n.arg if len(n.arg) <= _LONGEST_ARG else n.arg[:_LONGEST_ARG] + "…"
        return [n.id, n.op, n.dtype, n.shape, arg, list(n.src), n.location or 0, int(is_new)]

    def node(self, number: int) -> Row:
        """All of one node, as a formula too."""
        n = self.nodes.node(number)
        return {**n._asdict(), "location": self.location(n.location), "formula": expression(n, self.nodes.node)}

    # ---- rewrites

    def steps(self, rewriting: int, start: int, count: int) -> Row:
        """The steps of a rewriting: rule and formulas."""
        found = self.rows("""SELECT s.position, s.before, s.after, r.name, r.says, r.file, r.line
                             FROM step s JOIN rule r ON r.id = s.rule WHERE s.rewriting = ? AND s.position >= ?
                             ORDER BY s.position LIMIT ?""", rewriting, start, count)
        return {"total": self.number_of("step WHERE rewriting = ?", rewriting), "rows": found}

    def step(self, rewriting: int, position: int) -> Row:
        """One step: what it made of what, as formulas and as the parts of the graph near it."""
        found = self.row("SELECT s.before, s.after, r.name, r.says, r.file, r.line FROM step s JOIN rule r ON r.id = s.rule "
                         "WHERE s.rewriting = ? AND s.position = ?", rewriting, position)
        near = {side: neighbourhood(found[side], self.nodes.node, _NEAR) for side in ("before", "after")}
        sides: Row = {}
        for side, other in (("before", "after"), ("after", "before")):
            there = {n.id for n in near[other]}
            root = self.nodes.node(found[side])
            sides[side] = {"root": root.id, "formula": expression(root, self.nodes.node), "location": self.location(root.location),
                           "rows": [self._node_row(n, n.id not in there) for n in near[side]]}
        return {**found, **sides, "position": position}
