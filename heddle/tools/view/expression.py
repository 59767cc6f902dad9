"""Formulas of nodes, as a person would write them: `buf1[r0*4 + r1] * 2.0`.

Inputs: a node and a lookup of others by number. Outputs: one line of bounded length. Invariants: the formula is for reading and not
for parsing; an expression that is too deep or too long ends in `…`.
"""
from __future__ import annotations

import re
from collections.abc import Callable

from heddle.tools.view.nodes import Node

_DEPTH, _LENGTH = 12, 600
#: op -> (sign, how tightly it binds)
_SIGNS = {
    "ADD": ("+", 5), "SUB": ("-", 5), "MUL": ("*", 6), "FDIV": ("/", 6), "IDIV": ("//", 6), "MOD": ("%", 6), "SHL": ("<<", 4),
    "SHR": (">>", 4), "AND": ("&", 3), "XOR": ("^", 2), "OR": ("|", 1), "CMPLT": ("<", 0), "CMPNE": ("!=", 0), "CMPEQ": ("==", 0),
}
_TIGHTEST, _LOOSEST = 9, -1


def expression(root: Node, node: Callable[[int], Node]) -> str:
    """The formula of `root`."""
    text = _Formula(node).write(root.id, _LOOSEST, _DEPTH)
    return text if len(text) <= _LENGTH else text[:_LENGTH] + "…"


class _Formula:
    """Writes nodes as a formula until `_LENGTH` characters are spent."""

    def __init__(self, node: Callable[[int], Node]) -> None:
        self._node = node
        self._room = _LENGTH  # signs that may still be written: shared nodes are written out each time

    def write(self, number: int, binding: int, depth: int) -> str:
        """Node `number` as text, in parentheses if `binding` is tighter than its operator; `…` below `depth` levels."""
        n = self._node(number)
        if (leaf := _leaf(n)) is not None: return self._spend(leaf)
        if depth == 0 or self._room < 0: return self._spend("…")
        if n.op in _SIGNS and len(n.src) == 2: return self._infix(n, binding, depth)
        first = _TIGHTEST if n.op in ("INDEX", "NEG") else _LOOSEST
        src = [self.write(s, _LOOSEST if i else first, depth - 1) for i, s in enumerate(n.src[:8])]
        if len(n.src) > 8: src.append("…")
        return _call(n, src)

    def _infix(self, n: Node, binding: int, depth: int) -> str:
        sign, own = _SIGNS[n.op]
        self._spend(sign)
        text = f"{self.write(n.src[0], own, depth - 1)} {sign} {self.write(n.src[1], own + 1, depth - 1)}"
        if own >= 6: text = text.replace(f" {sign} ", sign) if len(text) < 24 else text
        return f"({text})" if own < binding else text

    def _spend(self, text: str) -> str:
        self._room -= len(text)
        return text


def _leaf(n: Node) -> str | None:
    """Nodes that are known by a name or a value."""
    match n.op:
        case "CONST": return n.arg
        case "RANGE": return f"r{_word(n.arg)}"
        case "PARAM": return f"buf{_word(n.arg.partition('slot=')[2])}"
        case "DEFINE_VAR" | "SPECIAL": return _word(n.arg)
        case "DEFINE_LOCAL": return f"local{_word(n.arg)}"
        case "DEFINE_REG": return f"reg{n.arg}"
        case _: return None if n.src else n.op.lower()


def _word(arg: str) -> str:
    """The first name or number of an argument."""
    found = re.search(r"\w+", arg)
    return found[0] if found else ""


def _call(n: Node, src: list[str]) -> str:
    match n.op, src:
        case "INDEX", [memory, at]: return f"{memory}[{at}]"
        case "INDEX", [memory, at, gate]: return f"{memory}[{at} if {gate}]"
        case "LOAD", [address]: return address
        case "STORE", [address, value, *_]: return f"{address} = {value}"
        case "NEG", [x]: return f"-{x}"
        case "WHERE", [gate, x, y]: return f"({x} if {gate} else {y})"
        case "CAST", [x]: return f"{n.dtype.replace(' × ', 'x')}({x})"
        case "GEP", [x]: return f"{x}.lane{n.arg}"
        case "REDUCE", [x, *ranges]: return f"{n.arg.removeprefix('Ops.').lower()} of {x} over {', '.join(ranges)}"
        case _:
            arg = f"{n.arg[:40]}: " if n.arg and n.op not in ("BITCAST",) else ""
            return f"{n.op.lower()}({arg}{', '.join(src)})"
