"""Graph traversal with a caller's visited set.

Inputs: the nodes to begin with, and what is known already.
Outputs: the others, sources first.
Invariants: nothing below a known node is looked at, unless there is another way to it; no walk recurses.
"""
from __future__ import annotations

from collections.abc import Container, Iterable, Iterator, Sequence

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
