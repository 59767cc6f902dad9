"""Graph traversal with a caller's visited set, and orders of kernels that are kept while one is lowered.

Inputs: the nodes to begin with, and what is known already; sections in which orders are kept (`keeping_orders`).
Outputs: the others, sources first; `orders.kept`, which `UOp.toposort` looks at and adds to.
Invariants: nothing below a known node is looked at, unless there is another way to it; no walk recurses. Kept orders are those of the
latest few kernels; with the outermost section all of them go, and no graph lives longer.
"""
from __future__ import annotations

import threading
from collections import deque
from collections.abc import Container, Generator, Iterable, Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from heddle.uop.uop import UOp


def walk(roots: Sequence[UOp], known: Container[UOp]) -> Iterator[UOp]:
    """The nodes from `roots` down that are not `known`. The caller marks each as known before it takes the next."""
    stack: list[UOp | None] = list(roots[::-1])
    push, pop = stack.append, stack.pop
    while stack:
        node = pop()
        if node is None:  # what stands below it is a node whose sources are known
            if (node := pop()) is not None: yield node
        elif node in known: continue
        elif src := node.src:
            push(node)
            push(None)
            for s in src[::-1]:
                if s not in known: push(s)
        else: yield node


def readers_of(nodes: Iterable[UOp]) -> dict[UOp, list[UOp]]:
    """The nodes, of these, that each node is a source of, in order: one that has it several times is there as often."""
    found: dict[UOp, list[UOp]] = {}
    for node in nodes:
        for source in node.src: found.setdefault(source, []).append(node)
    return found


class Readers:
    """The readers of each node of a graph, as `readers_of` has them: looked up when the first are needed, and once for all passes."""

    def __init__(self, order: Iterable[UOp]) -> None:
        self._order = order
        self._found: dict[UOp, list[UOp]] = {}

    def of(self, node: UOp) -> list[UOp]:
        """The nodes that a node is a source of."""
        if not self._found: self._found = readers_of(self._order)
        return self._found.get(node, [])


# ---- orders that a pass asks for several times, each action for several things

_MOST = 3  # of the kernel before an action, of the one after it, and of a part


class _Orders(threading.local):
    """The orders that this thread keeps, with their roots."""

    kept: deque[tuple[UOp, dict[UOp, None]]] | None = None


orders = _Orders()


@contextmanager
def keeping_orders() -> Generator[None]:
    """A section in which the orders of the latest kernels are kept."""
    before = orders.kept
    if before is None: orders.kept = deque(maxlen=_MOST)
    try: yield
    finally: orders.kept = before
