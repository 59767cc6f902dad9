"""Graphs of a recording: their nodes, a part of them at a time, and their form between two rewrites.

Inputs: a recording and numbers of nodes. Outputs: `Node`s, sources first. Invariants: traversals are iterative; a graph that was read
stays in memory until a few others were.
"""
from __future__ import annotations

import sqlite3
from collections import OrderedDict
from collections.abc import Callable, Sequence

from heddle.errors import FileFormatError, MissingKeyError
from heddle.named_tuple import NamedTuple


class Node(NamedTuple):
    """A row of the table of nodes. Numbers below zero are of nodes that existed only between two rewrites."""

    id: int
    op: str
    dtype: str
    shape: str
    arg: str
    src: tuple[int, ...]
    location: int | None


_BLOCK = 512  # nodes that are read at once


class Nodes:
    """Reads nodes, each once."""

    def __init__(self, db: sqlite3.Connection) -> None:
        self._db = db
        self._known: dict[int, Node] = {}  # those below zero are in no graph of the recording
        self._by_content: dict[tuple[object, ...], int] = {}
        self._orders: OrderedDict[object, list[Node]] = OrderedDict()

    def node(self, number: int) -> Node:
        """The node with this number. MissingKeyError if there is none."""
        if number not in self._known: self._read_block(number // _BLOCK)
        found = self._known.get(number)
        if found is None: raise MissingKeyError(f"no node {number}", "Reload the page.")
        return found

    def graph(self, root: int) -> list[Node]:
        """The nodes under `root`, sources first; of linear IR, its ops in order."""
        return self._kept(root, lambda: self._order(root))

    def graph_after(self, root: int, result: int | None, steps: Sequence[tuple[int, int]], key: object,
                    direct: bool = False) -> list[Node]:
        """The graph under `root` after rewrites (before, after), the first of those that led to `result`.

        `direct`: see `replay`. `key` is equal for equal steps.
        """
        def make() -> list[Node]:
            if result is not None: self.graph(result)  # so that its nodes are found by content,
            for before, _ in steps: self.node(before)  # as those are that were there in between
            return self._order(replay(root, dict(steps), self, direct))
        return self._kept((root, key), make)

    def _read_block(self, block: int) -> None:
        """Nodes of one graph mostly have numbers near each other."""
        rows = self._db.execute("SELECT id, op, dtype, shape, arg, src, location FROM node WHERE id >= ? AND id < ?",
                                (block * _BLOCK, (block + 1) * _BLOCK))
        for row in rows:
            number, op, dtype, shape, arg, src, location = row
            n = self._known[number] = Node(number, op, dtype, shape, arg, tuple(map(int, src.split())), location)
            self._by_content[_content(n)] = n.id

    def with_sources(self, number: int, src: tuple[int, ...]) -> int:
        """The node like this one with these sources: one of the recording that was read, else one between."""
        n = self.node(number)
        if src == n.src: return number
        made = n._replace(src=src)
        found = self._by_content.get(_content(made))
        if found is None:
            found = self._by_content[_content(made)] = -1 - len(self._by_content)
            self._known[found] = made._replace(id=found)
        return found

    def _order(self, root: int) -> list[Node]:
        order = in_order(root, self.node)
        return order[:-1] if order[-1].op == "LINEAR" else order  # the list itself is read by nobody

    def _kept(self, key: object, make: Callable[[], list[Node]]) -> list[Node]:
        found = self._orders.get(key)
        if found is None: found = self._orders[key] = make()
        self._orders.move_to_end(key)
        while len(self._orders) > 8: self._orders.popitem(last=False)
        return found


def in_order(root: int, node: Callable[[int], Node]) -> list[Node]:
    """The nodes under `root`, sources first. FileFormatError if a node is above itself."""
    done: dict[int, Node] = {}
    opened: set[int] = set()
    stack: list[tuple[int, bool]] = [(root, False)]
    while stack:
        number, entered = stack.pop()
        if number in done: continue
        n = node(number)
        if entered or not n.src:
            done[number] = n
            continue
        if number in opened: raise FileFormatError(f"node {number} of the recording is above itself", "Record the script again.")
        opened.add(number)
        stack.append((number, True))
        stack.extend((s, False) for s in reversed(n.src) if s not in done)
    return list(done.values())


def neighbourhood(root: int, node: Callable[[int], Node], limit: int) -> list[Node]:
    """`root` and the nodes nearest below it, at most `limit`, nearest first."""
    found = {root: node(root)}
    queue = [root]
    for number in queue:
        for s in found[number].src:
            if s in found or len(found) >= limit: continue
            found[s] = node(s)
            queue.append(s)
    return list(found.values())


def replay(root: int, made: dict[int, int], nodes: Nodes, direct: bool = False) -> int:
    """What `root` becomes by these rewrites, applied as by `graph_rewrite`: sources first, what a rule gave is rewritten in turn.

    `direct`: what was made is left as it is, as by a pass without rules.
    """
    new: dict[int, int] = {}
    stack, waiting = [root], set[int]()
    while stack:
        number = stack[-1]
        if number in new:
            stack.pop()
            continue
        # rules that never came to rest may have made a node of itself: it is left as it was
        lacking = [s for s in nodes.node(number).src if s not in new and s not in waiting]
        if lacking:
            waiting.add(number)
            stack.extend(lacking)
            continue
        current = nodes.with_sources(number, tuple(new.get(s, s) for s in nodes.node(number).src))
        after = made.get(current)
        if direct: new[number] = current if after is None else after
        elif after in new: new[number] = new[current] = new[after]
        elif after is None or after in waiting: new[number] = current
        else:
            waiting.update((number, current))
            stack.append(after)
    return new[root]


def _content(n: Node) -> tuple[object, ...]:
    return n.op, n.dtype, n.arg, n.src
