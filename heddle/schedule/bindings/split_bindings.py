"""Split bindings: kernels whose buffers exceed the device's largest binding, split into kernels on parts.

Inputs: a kernel's ast, its buffers, the most bytes of a binding and the most bindings.
Outputs: kernels on parts of the buffers, to be run one after the other.
Invariants: results are the same, to the bit; every part begins at a multiple of 256 bytes of its buffer.

The outermost loop that leaves each piece with parts that fit is cut. What no loop cuts (a table that is looked up, a sum over
everything) is seen through several bindings at once, each element through the one that it lies in. Where that takes too many, the
buffer stays whole, and the device says so when the kernel is to run.
"""
from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import combinations

from heddle.schedule.bindings.buffer_offsets import Window, part_of, window_of
from heddle.schedule.index_map import plus
from heddle.uop import AxisType, Ops, UOp

#: bytes; where a binding may begin on every device
ALIGN = 256
#: most pieces of a kernel: a loop that takes more is not the one to cut
_MOST_PIECES = 256


@dataclass(frozen=True)
class Piece:
    """A kernel and what it runs on."""

    ast: UOp
    buffers: tuple[UOp, ...]


def fit_windows(ast: UOp, buffers: Sequence[UOp], most: int, most_buffers: int | None = None) -> list[Piece]:
    """The kernel as pieces that see at most `most` bytes of each buffer, and so many buffers, if there is a way."""
    whole = Piece(ast, tuple(buffers))
    if not _large(ast, most): return [whole]
    return [_through_windows(piece, most, most_buffers) for piece in _cut_by_loop(whole, most, most_buffers) or [whole]]


def _large(ast: UOp, most: int) -> list[UOp]:
    return [n for n in ast.toposort() if n.op is Ops.PARAM and n.arg.size * n.dtype.itemsize > most]


# ---- pieces of a loop


def _cut_by_loop(whole: Piece, most: int, most_buffers: int | None) -> list[Piece]:
    """The kernel in pieces of its loops, by which all fits, or what is written does and the rest takes few bindings; none: it stays.

    Few pieces are tried first, then pieces with several bindings of an input, then many pieces, then those of several loops.
    """
    large = set(_large(whole.ast, most))
    if not large: return []
    least = max(-(-p.arg.size * p.dtype.itemsize // most) for p in large)
    outputs, found = large & _written(whole.ast), [] if large & _written(whole.ast) else [whole]
    loops = _loops(whole.ast)
    for pieces, fits in _tries(whole, loops, (least, least + 1, 2 * least, 4 * least), most):
        if fits >= large: return pieces
        if not found and fits >= outputs: found = pieces
    if found and all(_is_seen(piece, most, most_buffers) for piece in found): return found
    for pieces, fits in _tries(whole, loops, [least << n for n in range(3, 9)], most):
        if fits >= large: return pieces
    for pieces, _ in _tries(whole, loops, [_MOST_PIECES], most) if outputs else ():
        if not pieces or not _cut_by_loop(pieces[0], most, most_buffers): continue
        return [part for piece in pieces for part in _cut_by_loop(piece, most, most_buffers) or [piece]]
    return []


def _tries(whole: Piece, loops: Sequence[UOp], counts: Iterable[int], most: int) -> Iterator[tuple[list[Piece], set[UOp]]]:
    """The kernel in pieces of each loop, so many as `counts` say or as the loop has iterations."""
    for loop in loops:
        for count in dict.fromkeys(min(n, loop.src[0].arg, _MOST_PIECES) for n in counts): yield _pieces(whole, loop, count, most)


def _is_seen(piece: Piece, most: int, most_buffers: int | None) -> bool:
    """Whether there are bindings enough for the kernel to see its large buffers through several."""
    more = sum(len(list(_row_of_windows(p, most))) - 1 for p in _large(piece.ast, most))
    return most_buffers is None or len(piece.buffers) + more <= most_buffers


def _written(ast: UOp) -> set[UOp]: return {n.src[0].src[0] for n in ast.toposort() if n.op is Ops.STORE}


def _loops(ast: UOp) -> list[UOp]:
    """The loops of known length around all that is stored, the outermost first."""
    ends = [n for n in ast.toposort() if n.op is Ops.END]
    shared = [r for r in ends[0].src[1:] if all(r in end.src[1:] for end in ends)] if ends else []
    return [r for r in shared if r.op is Ops.RANGE and r.arg[1] is AxisType.LOOP and r.src[0].op is Ops.CONST and r.src[0].arg > 1]


def _pieces(whole: Piece, loop: UOp, count: int, most: int) -> tuple[list[Piece], set[UOp]]:
    """The kernel in `count` pieces of `loop`, and the large buffers of which each piece sees little enough.

    Neither where a piece would read what another has written.
    """
    large = _large(whole.ast, most)
    length: int = loop.src[0].arg
    step = -(-length // count)
    asts = [_one_piece(whole.ast, loop, at, min(step, length - at)) for at in range(0, length, step)]
    seen = [{p: _window(ast, p) for p in _params(ast)} for ast in asts]
    both = _written(whole.ast) & {n.src[0].src[0] for n in whole.ast.toposort() if n.op is Ops.LOAD}
    if any(a[p].meets(b[p]) for p in both for a, b in combinations(seen, 2)): return [], set()
    parts = [{p: _aligned(w[p], p) for p in large} for w in seen]
    fits = {p for p in large if all(found[p].size * p.dtype.itemsize <= most for found in parts)}
    return [_on_parts(Piece(ast, whole.buffers), found) for ast, found in zip(asts, parts, strict=True)], fits


def _params(ast: UOp) -> list[UOp]: return [n for n in ast.toposort() if n.op is Ops.PARAM]


def _one_piece(ast: UOp, loop: UOp, first: int, size: int) -> UOp:
    """`ast` over `size` iterations of a loop, from the iteration `first` on."""
    own = UOp.range(size, AxisType.LOOP, loop.arg[0])
    values: dict[UOp, UOp] = {loop: plus(own, first)}
    for node in ast.toposort():
        if node in values: continue
        src = tuple(own if node.op is Ops.END and s is loop else values[s] for s in node.src)
        values[node] = node if src == node.src else node.replace(src=src)
    return values[ast]


def _buffer_of(piece: Piece, param: UOp) -> UOp:
    slot: int = param.arg.slot
    return piece.buffers[slot]


def _window(ast: UOp, param: UOp) -> Window:
    """What a kernel sees of a buffer, as far as is known."""
    return window_of(param, [n for n in ast.toposort() if n.op is Ops.INDEX and n.src[0] is param])


def _aligned(window: Window, param: UOp) -> Window: return window.aligned(max(1, ALIGN // param.dtype.itemsize))


def _on_parts(piece: Piece, windows: dict[UOp, Window]) -> Piece:
    """The kernel on parts of its large buffers."""
    new = {p: UOp(Ops.PARAM, p.dtype, (), replace(p.arg, size=w.size)) for p, w in windows.items()}
    values: dict[UOp, UOp] = dict(new)
    for node in piece.ast.toposort():
        if node in values: continue
        src = tuple(values[s] for s in node.src)
        if node.op is Ops.INDEX and node.src[0] in windows: src = (src[0], plus(src[1], -windows[node.src[0]].first), *src[2:])
        values[node] = node if src == node.src else node.replace(src=src)
    buffers = list(piece.buffers)
    for p, w in windows.items(): buffers[p.arg.slot] = part_of(_buffer_of(piece, p), w)
    return Piece(values[piece.ast], tuple(buffers))


# ---- several bindings of one buffer


def _through_windows(piece: Piece, most: int, most_buffers: int | None) -> Piece:
    """The kernel with what it reads of large buffers seen through several bindings."""
    large = _large(piece.ast, most)
    if not large or _written(piece.ast) & set(large) or not _is_seen(piece, most, most_buffers): return piece
    rows = {p: list(_row_of_windows(p, most)) for p in large}
    buffers, parts = list(piece.buffers), dict[UOp, list[tuple[UOp, Window]]]()
    for p, row in rows.items():
        slots = [p.arg.slot, *range(len(buffers), len(buffers) + len(row) - 1)]
        found = [part_of(_buffer_of(piece, p), window) for window in row]
        buffers[p.arg.slot] = found[0]
        buffers += found[1:]
        params = [UOp(Ops.PARAM, p.dtype, (), replace(p.arg, slot=slot, size=w.size)) for slot, w in zip(slots, row, strict=True)]
        parts[p] = list(zip(params, row, strict=True))
    return Piece(_looked_through(piece.ast, parts), tuple(buffers))


def _row_of_windows(param: UOp, most: int) -> Iterator[Window]:
    step = most // ALIGN * ALIGN // param.dtype.itemsize
    for first in range(0, param.arg.size, step): yield Window(first, min(step, param.arg.size - first))


def _looked_through(ast: UOp, parts: dict[UOp, list[tuple[UOp, Window]]]) -> UOp:
    """`ast` with every load of a buffer made a choice among loads of its parts."""
    values: dict[UOp, UOp] = {}
    for node in ast.toposort():
        if node in parts or (node.op is Ops.INDEX and node.src[0] in parts): continue
        if node.op is Ops.LOAD and node.src[0].src[0] in parts:
            memory, *index = node.src[0].src
            values[node] = _chosen(parts[memory], [values[s] for s in index])
        else: values[node] = node.replace(src=tuple(values[s] for s in node.src)) if node.src else node
    return values[ast]


def _chosen(parts: list[tuple[UOp, Window]], index: list[UOp]) -> UOp:
    """The element at an index, from the part that contains it."""
    at, *valid = index
    found: UOp | None = None
    for param, window in reversed(parts):
        inside = (at >= window.first) & (at < window.first + window.size)
        for condition in valid: inside = inside & condition
        value = param.index(plus(at, -window.first), inside).load()
        found = value if found is None else (at < window.first + window.size).where(value, found)
    assert found is not None
    return found
