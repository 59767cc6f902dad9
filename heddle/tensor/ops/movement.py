"""Movement operations (views): reshape, permute, expand, pad, shrink, flip, and their compositions. Nothing is copied.

Inputs: a tensor and sizes or axes. Outputs: the same elements in another arrangement (pad adds a border, cat joins).
Invariants: a view of realized memory shares that memory; a negative axis counts from the end.
"""
from __future__ import annotations

import math
from collections.abc import Sequence
from typing import TYPE_CHECKING, SupportsInt, cast

from heddle.errors import AxisError, DTypeError, ShapeError
from heddle.narrowing import is_instance
from heddle.tensor.arguments import Borders, Ints, Pairs, Several, Sizes
from heddle.tensor.node_builders import broadcast, constant, mark, resolve_axes, resolve_axis, shape_argument
from heddle.tensor.ops.conv import tiled, windows
from heddle.tensor.ops.joining import as_tensors, join
from heddle.uop import Symbol
from heddle.uop.size_conditions import fitted, known_now, required, within
from heddle.uop.symbol import greater, is_symbolic, lesser, most, plain

if TYPE_CHECKING:
    from heddle.tensor.tensor import Tensor


class MovementMixin:
    """Movement operations."""

    __slots__ = ()

    # ---- the six movement ops of graphs

    def reshape(self: Tensor, shape: object = (), *args: object) -> Tensor:
        """The same elements in row-major order under another shape; one size may be -1, a size of None stays as it is.

        ShapeError if the sizes do not hold just as many elements.
        """
        sizes = shape if not args and is_instance(shape, (list, tuple)) else (shape, *args)
        own = self.uop.shape
        if None in sizes: sizes = [own[i] if n is None and i < len(own) else n for i, n in enumerate(sizes)]
        return self._view(self.uop.reshape(_fill_in_size(own, shape_argument((sizes,), "reshape"))))

    def view(self: Tensor, shape: object = (), *args: object) -> Tensor:
        """The same as `reshape`."""
        return self.reshape(shape, *args)

    def permute(self: Tensor, order: object = (), *args: object) -> Tensor:
        """Axis i of the result is axis order[i]. ShapeError unless each axis comes once."""
        axes, rank = shape_argument((order, *args), "permute"), self.ndim
        found = [a + rank if a < 0 else a for a in axes]
        if sorted(found) != list(range(rank)):
            raise AxisError(f"permute needs each of the {rank} axes of shape {self.shape} once, got {axes}",
                            "Name each axis once; negative axes count from the last.")
        return self._view(self.uop.permute(found))

    def expand(self: Tensor, shape: object = (), *args: object) -> Tensor:
        """Repeats axes of size 1, and adds leading ones; -1 or None keeps a size. ShapeError for an axis of another size."""
        sizes = shape if not args and is_instance(shape, (list, tuple)) else (shape, *args)
        own = self.uop.shape
        own = (1,) * (len(sizes) - len(own)) + own
        target = shape_argument([o if n is None or n == -1 else n for n, o in zip(sizes, own, strict=False)], "expand")
        if len(own) != len(sizes) or any(o not in (1, n) for o, n in zip(own, target, strict=True)):
            raise ShapeError(f"expand can only repeat axes of size 1: {self.shape} does not become {tuple(sizes)}",
                             "Use .repeat() for axes of another size.")
        return self._repeated(broadcast(self.uop, target))

    broadcast_to = expand

    def pad(self: Tensor, padding: Borders, mode: str = "constant", value: float | None = 0.0) -> Tensor:
        """Adds a border around the tensor.

        padding: flat as (before, after) of the last axis, then of the one before, …; or one (before, after) or None an axis.
        Negative widths cut, before a border is added. mode: "constant" (with `value`; 0 for None), "reflect", "replicate" or
        "circular", whose borders are made of what is left. ShapeError for a border that needs more elements than there are, or a
        cut of more.
        """
        return _padded(self, padding, mode, 0.0 if value is None else value)

    def _pad_zeros(self: Tensor, widths: Sequence[tuple[int, int]]) -> Tensor:
        node = self.uop.pad(widths)
        return self if node is self.uop else self._of(mark(node), self._needs_grad)

    def shrink(self: Tensor, arg: Pairs) -> Tensor:
        """The slice begin <= i < end of each axis; arg has one (begin, end) or None per axis."""
        own = self.uop.shape
        if len(arg) != len(own):
            raise ShapeError(f"shrink needs {len(own)} parts for shape {own}, got {len(arg)}",
                             "Give (begin, end) or None for each axis.")
        parts = [(0, n) if p is None else p for p, n in zip(arg, own, strict=True)]
        if any(not within(b, e, n) for (b, e), n in zip(parts, own, strict=True)):
            raise ShapeError(f"shrink needs 0 <= begin <= end <= size for each axis of {self.shape}, got {tuple(arg)}",
                             "Give bounds within the shape.")
        if is_symbolic(parts): parts = [(b, fitted(b, e, n)) for (b, e), n in zip(parts, own, strict=True)]
        return self._view(self.uop.shrink(parts))

    def _part(self: Tensor, axis: int, begin: int, end: int) -> Tensor:
        """Elements begin … end-1 of one axis, which may count from the end."""
        return self.shrink([(begin, end) if a == axis % self.ndim else None for a in range(self.ndim)])

    def _on_axis(self: Tensor, axis: int, rank: int) -> Tensor:
        """(n,) -> `rank` axes, the others of size 1."""
        return self.reshape([-1 if a == axis else 1 for a in range(rank)])

    def flip(self: Tensor, axis: object, *more: int) -> Tensor:
        """Reverses the given axes."""
        axes = (*axis, *more) if is_instance(axis, (list, tuple)) else (axis, *more)
        return self._view(self.uop.flip(resolve_axes(axes, self.ndim, "flip")))

    # ---- axes

    @property
    def T(self: Tensor) -> Tensor:  # noqa: N802 (the public name)
        """The axes in reverse order."""
        uop = self.uop
        return self._view(uop.permute(range(len(uop.shape) - 1, -1, -1)))

    def transpose(self: Tensor, dim0: int = 1, dim1: int = 0) -> Tensor:
        """Exchanges two axes; negative ones count from the end. ShapeError if there is no such axis."""
        order = list(range(rank := self.ndim))
        a, b = resolve_axis(dim0, rank, "transpose"), resolve_axis(dim1, rank, "transpose")
        order[a], order[b] = order[b], order[a]
        return self._view(self.uop.permute(order))

    def squeeze(self: Tensor, dim: int | None = None) -> Tensor:
        """Removes the axes of size 1, or `dim` if its size is 1."""
        if dim is None: return self.reshape(tuple(n for n in self.shape if n != 1))
        axis = resolve_axis(dim, self.ndim, "squeeze")
        if not self.shape or self.shape[axis] != 1: return self
        return self.reshape(self.shape[:axis] + self.shape[axis + 1:])

    def unsqueeze(self: Tensor, dim: int) -> Tensor:
        """Inserts an axis of size 1 at `dim`."""
        own = self.uop.shape
        axis = resolve_axis(dim, len(own) + 1, "unsqueeze")
        return self.reshape((*own[:axis], 1, *own[axis:]))

    def flatten(self: Tensor, start_dim: int = 0, end_dim: int = -1) -> Tensor:
        """Merges the axes from `start_dim` to `end_dim` into one."""
        if not self.shape: return self.reshape(1)
        a, b = resolve_axis(start_dim, self.ndim, "flatten"), resolve_axis(end_dim, self.ndim, "flatten")
        return self.reshape((*self.shape[:a], math.prod(self.shape[a:b + 1]), *self.shape[b + 1:]))

    def unflatten(self: Tensor, dim: int, sizes: Several) -> Tensor:
        """Splits axis `dim` into several axes; one size may be -1. ShapeError unless they hold as many elements."""
        axis = resolve_axis(dim, self.ndim, "unflatten")
        return self.reshape((*self.shape[:axis], *_fill_in_size((self.shape[axis],), tuple(sizes)), *self.shape[axis + 1:]))

    # ---- repetition and rotation

    def repeat(self: Tensor, repeats: object, *more: int) -> Tensor:
        """Tiles the tensor this many times along each axis; more numbers than axes add leading ones."""
        times = shape_argument((*repeats, *more) if is_instance(repeats, (list, tuple)) else (repeats, *more), "repeat")
        if len(times) < self.ndim:
            raise ShapeError(f"repeat needs at least {self.ndim} numbers for shape {self.shape}, got {times}",
                             "Give a number for each axis.")
        own = (1,) * (len(times) - self.ndim) + self.shape
        x = self.reshape([n for size in own for n in (1, size)])
        return x.expand([n for pair in zip(times, own, strict=True) for n in pair]).reshape(
            [t * n for t, n in zip(times, own, strict=True)])

    def repeat_interleave(self: Tensor, repeats: Ints | Tensor, dim: int | None = None) -> Tensor:
        """Repeats each element along `dim` (of the flat tensor if None): (..., n, ...) -> (..., n * repeats, ...).

        A list or tensor of integers, whose values are read, has a number for each element: (..., sum(repeats), ...). ShapeError
        for another length, or a negative number.
        """
        x = self.flatten() if dim is None else self
        axis = resolve_axis(0 if dim is None else dim, x.ndim, "repeat_interleave")
        if getattr(repeats, "shape", None) == (): repeats = int(cast("SupportsInt", repeats))
        if not isinstance(repeats, (int, Symbol)): return x.index_select(axis, _positions_repeated(x.shape[axis], repeats))
        wide = x.unsqueeze(axis + 1).expand((*x.shape[:axis + 1], repeats, *x.shape[axis + 1:]))
        return wide.reshape((*x.shape[:axis], x.shape[axis] * repeats, *x.shape[axis + 1:]))

    def roll(self: Tensor, shifts: Ints, dims: Ints | None = None) -> Tensor:
        """Rotates elements along the axes (of the flat tensor if None); those shifted off the end reappear at the beginning.

        ShapeError unless there is a shift for each axis.
        """
        if dims is None: return self.flatten().roll(shifts, 0).reshape(self.shape)
        x: Tensor = self
        steps, axes = (shifts,) if isinstance(shifts, (int, Symbol)) else tuple(shifts), resolve_axes(dims, self.ndim, "roll")
        if len(steps) != len(axes):
            raise ShapeError(f"roll needs a shift for each of {len(axes)} axes, got {len(steps)}",
                             "Give as many shifts as axes.")
        for shift, axis in zip(steps, axes, strict=True):
            if not (size := x.shape[axis]) or not (cut := -shift % greater(size, 1)): continue
            first, second = x.split([cut, size - cut], axis)
            x = second.cat(first, dim=axis)
        return x

    # ---- concatenation and splitting

    def cat(self: Tensor, *args: Tensor, dim: int = 0) -> Tensor:
        """Concatenates the tensors along `dim`; their other sizes must be equal. -0.0 becomes 0.0."""
        return join([self, *args], dim)

    def stack(self: Tensor, *args: Tensor, dim: int = 0) -> Tensor:
        """Stacks the tensors along a new axis `dim`; their shapes must be equal."""
        tensors = as_tensors("stack", [self, *args])
        if any(t.shape != tensors[0].shape for t in tensors):
            raise ShapeError(f"stack needs equal shapes, got {', '.join(str(t.shape) for t in tensors)}",
                             "Use Tensor.cat to join along an axis that exists.")
        return join([t.unsqueeze(dim) for t in tensors], resolve_axis(dim, tensors[0].ndim + 1, "stack"))

    def split(self: Tensor, sizes: Ints, dim: int = 0) -> tuple[Tensor, ...]:
        """Parts of the given `sizes` along `dim`, or of one size and a remainder. ShapeError unless sizes add up to the axis."""
        axis = resolve_axis(dim, self.ndim, "split")
        length = self.shape[axis] if self.shape else 0
        if isinstance(sizes, (int, Symbol)):
            if not required(1, "<=", sizes):
                raise ShapeError(f"split needs parts of at least 1 element, got {plain(sizes)}", "Give a positive size.")
            count = max(known_now(-(-length // greater(sizes, 1))), 1)
            sizes = [sizes] * (count - 1) + [length - sizes * (count - 1)]
        if not required(sum(sizes), "==", length) or any(not required(0, "<=", n) for n in sizes):
            raise ShapeError(f"split needs sizes that add up to {length}, got {list(sizes)}",
                             "Give sizes that add up to the axis, or one size for all parts.")
        parts: list[Tensor] = []
        begin = 0
        for n in sizes:
            parts.append(self._part(axis, begin, begin + n))
            begin += n
        return tuple(parts)

    def chunk(self: Tensor, chunks: int, dim: int = 0) -> list[Tensor]:
        """At most `chunks` parts of equal size along `dim`; the last one may be smaller."""
        if chunks < 1: raise ShapeError(f"chunk needs at least 1 part, got {chunks}", "Give a positive number of parts.")
        length = self.shape[resolve_axis(dim, self.ndim, "chunk")]
        if known_now(lesser(length, 1)) == 0: return [self] * chunks
        return list(self.split(greater(1, -(-length // chunks)), dim))

    def meshgrid(self: Tensor, *args: Tensor, indexing: str = "ij") -> tuple[Tensor, ...]:
        """Coordinate grids: one tensor for each 1-D tensor given, all of the grid's shape; "xy" exchanges its first two axes."""
        tensors = as_tensors("meshgrid", [self, *args])
        if indexing not in ("ij", "xy"): raise DTypeError(f'meshgrid has no indexing {indexing!r}', 'There are: "ij", "xy".')
        swap = indexing == "xy" and len(tensors) > 1
        order = [1, 0, *range(2, len(tensors))] if swap else list(range(len(tensors)))
        shape = [tensors[i].numel() for i in order]
        positions = [order.index(i) for i in range(len(tensors))]
        return tuple(t._on_axis(at, len(tensors)).expand(shape) for t, at in zip(tensors, positions, strict=True))

    # ---- triangles

    def tril(self: Tensor, diagonal: int = 0) -> Tensor:
        """The lower triangle of the last two axes, up to the `diagonal`-th diagonal above the main one; 0 elsewhere."""
        return self._triangle(diagonal + 1).where(self.zeros_like(), self)

    def triu(self: Tensor, diagonal: int = 0) -> Tensor:
        """The upper triangle of the last two axes, from the `diagonal`-th diagonal above the main one; 0 elsewhere."""
        return self._triangle(diagonal).where(self, self.zeros_like())

    def _triangle(self: Tensor, diagonal: int) -> Tensor:
        """(rows, columns) bool: column >= row + diagonal."""
        if self.ndim < 2: raise ShapeError(f"a triangle needs at least two axes, got shape {self.shape}", "Unsqueeze it first.")
        rows, columns = self.shape[-2:]
        if not isinstance(diagonal, Symbol): diagonal = max(-most(rows), min(diagonal, most(columns)))  # further out nothing changes
        down = type(self).arange(rows, device=self.device).unsqueeze(1) + diagonal
        return down <= type(self).arange(columns, device=self.device)

    def pad_to(self: Tensor, *shape: Sizes, value: float = 0) -> Tensor:
        """Pads the end of each axis with `value` to these sizes; None keeps an axis. ShapeError if one is smaller."""
        sizes = _resized(self, shape, "pad_to")
        return self.pad([(0, n - own) for own, n in zip(self.shape, sizes, strict=True)], value=value)

    def shrink_to(self: Tensor, *shape: Sizes) -> Tensor:
        """Keeps the first elements of each axis, up to these sizes; None keeps an axis. ShapeError if one is larger."""
        return self.shrink([(0, n) for n in _resized(self, shape, "shrink_to")])

    def diagonal(self: Tensor, offset: int = 0, dim1: int = 0, dim2: int = 1) -> Tensor:
        """The diagonal over axes dim1 and dim2 with offset `offset`, as a view: both axes go, a last one is added. AxisError."""
        a, b = (resolve_axis(dim, self.ndim, "diagonal") for dim in (dim1, dim2))
        if a == b: raise AxisError(f"diagonal needs two axes, got {dim1} and {dim2} of shape {self.shape}", "Name two different axes.")
        x = self.permute([*(n for n in range(self.ndim) if n not in (a, b)), a, b])
        rows, columns = x.shape[-2:]
        right, down = greater(offset, 0), greater(-offset, 0)
        count = greater(lesser(rows - down, columns - right), 0)
        if is_symbolic((rows, columns, offset)): return _symbolic_diagonal(x, count, right + down * columns)
        start = right + down * columns
        return x.flatten(-2)[..., start:start + max(count * (columns + 1) - columns, 0):columns + 1]

    def unfold(self: Tensor, dim: int, size: int, step: int) -> Tensor:
        """Windows of `size` elements along `dim`, `step` apart: (..., n, ...) -> (..., (n - size) // step + 1, ..., size).

        ShapeError for a size or step below 1, or a size above n.
        """
        if not self.ndim: return self.reshape(1).unfold(dim, size, step).squeeze(0)
        axis = resolve_axis(dim, self.ndim, "unfold")
        if size < 1 or step < 1:
            raise ShapeError(f"unfold needs a size and a step of at least 1, got {size} and {step}",
                             "Give a positive size and step.")
        seen = windows(self.transpose(axis, -1), (size,), (step,), (1,))
        return seen.transpose(axis, -2)

    def rearrange(self: Tensor, formula: str, **sizes: int) -> Tensor:
        """Splits, permutes and merges axes by name: `x.rearrange("b (h d) n -> b h n d", h=8)`, as einops does.

        `...` stands for any axes, 1 for an axis of size 1. ShapeError if the formula does not fit.
        """
        from heddle.tensor.ops.rearrange import rearrange
        return rearrange(self, formula, sizes)

    def interpolate(self: Tensor, size: Ints, mode: str = "linear", align_corners: bool = False) -> Tensor:
        """Resamples the last axes to `size`: mode "nearest", "nearest-exact", "linear" (bilinear and so on) or "cubic".

        With `align_corners` the first and last elements stay where they are. Integers are rounded. ShapeError, DTypeError.
        """
        return interpolated(self, (size,) if isinstance(size, int) else tuple(size), mode, align_corners)

    def diag(self: Tensor) -> Tensor:
        """(n,) -> (n, n): a diagonal matrix."""
        if self.ndim != 1:
            raise ShapeError(f"diag needs one axis, got shape {self.shape}",
                             "Flatten it, or use .diagonal() for the diagonal of a matrix.")
        return type(self).eye(self.shape[0], device=self.device, dtype="bool").where(self, self.zeros_like())


def interpolated(x: Tensor, size: Sequence[int], mode: str, align_corners: bool, factors: Sequence[float] | None = None) -> Tensor:
    """See ops/interpolate.py, which needs NumPy."""
    from heddle.tensor.ops.interpolate import interpolate
    return interpolate(x, size, mode, align_corners, factors)


def _symbolic_diagonal(x: Tensor, count: int, start: int) -> Tensor:
    """Every (columns + 1)-th element of the last two axes, `count` of them from `start`. The last step ends in a repeated element."""
    lead, (rows, columns) = x.shape[:-2], x.shape[-2:]
    if not count: return x.flatten(-2)[..., :0]
    step, every = columns + 1, [(0, n) for n in lead]
    twice = tiled(x.uop.reshape((*lead, rows * columns)), len(lead), 2)
    cut = twice.shrink([*every, (start, start + count * step)]).reshape((*lead, count, step))
    return x._view(cut.shrink([*every, (0, count), (0, 1)]).reshape((*lead, count)))


def _is_less(own: int, n: int) -> bool: return n < own
def _is_more(own: int, n: int) -> bool: return n > own


def _positions_repeated(size: int, repeats: Sequence[int] | Tensor) -> list[int]:
    """Each of `size` positions as often as `repeats` says."""
    counts = [int(n) for n in (repeats if isinstance(repeats, Sequence) else repeats.flatten().tolist())]
    if len(counts) != size or min(counts, default=0) < 0:
        raise ShapeError(f"repeat_interleave needs a number of at least 0 for each of {size} elements, got {counts}",
                         "Give one number for all, or one for each element.")
    return [at for at, n in enumerate(counts) for _ in range(n)]


def _resized(x: Tensor, shape: tuple[Sizes, ...], what: str) -> list[int]:
    """`shape` with the sizes of `x` in place of None."""
    given = cast("tuple[int | None, ...]",
                 tuple(shape[0]) if len(shape) == 1 and isinstance(shape[0], (tuple, list)) else shape)
    shape_argument([n for n in given if n is not None], what)
    sizes = [own if n is None else n for own, n in zip(x.shape, given, strict=len(given) == x.ndim)]
    wrong = _is_less if what == "pad_to" else _is_more
    if len(given) == x.ndim and not any(map(wrong, x.shape, sizes)): return sizes
    raise ShapeError(f"{what} cannot make shape {given} of {x.shape}", "Give sizes whose product is the number of elements.")


def _fill_in_size(own: tuple[int, ...], target: tuple[int, ...]) -> tuple[int, ...]:
    """`target` with its -1, if any, replaced by the remaining size. ShapeError if the elements do not fit."""
    count = math.prod(own)
    if not is_symbolic(target) and min(target, default=0) >= 0 and math.prod(target) == count: return target
    if any(n < -1 for n in target if not isinstance(n, Symbol)) or target.count(-1) > 1:
        raise ShapeError(f"reshape takes sizes of at least 0 and one -1, got {target}",
                         "Give non-negative sizes; -1 stands for one that is computed.")
    if -1 in target:
        rest = -math.prod(target)
        if rest == 0 == count:
            raise ShapeError(f"reshape cannot make {target} of {own}, which has no elements: -1 may stand for any size",
                             "Give all sizes; flatten() and unflatten() join and split axes of any size.")
        if (rest == 0 and count) or (rest and count % rest): raise _bad_reshape(own, target, count)
        target = tuple(count // rest if n == -1 else n for n in target)
    if math.prod(target) != count: raise _bad_reshape(own, target, count)
    return target


def _bad_reshape(own: tuple[int, ...], target: tuple[int, ...], count: int) -> ShapeError:
    return ShapeError(f"reshape cannot make {target} of {own}, which has {count} elements",
                      "The product of the sizes must stay the same; one size may be -1.")


# ---- padding

_Widths = list[tuple[int, int]]
_MODES = ("constant", "reflect", "replicate", "circular")


def _padded(x: Tensor, padding: Borders, mode: str, value: float) -> Tensor:
    """See `Tensor.pad`."""
    if mode not in _MODES: raise DTypeError(f"pad has no mode {mode!r}", f"There are: {', '.join(_MODES)}.")
    widths = _widths_of(padding, x.ndim)
    for axis, (before, after) in enumerate(widths):
        if not required(cut := _cut_of(before) + _cut_of(after), "<=", size := x.shape[axis]):
            raise ShapeError(f"pad cannot cut {plain(cut)} of the {plain(size)} elements of axis {axis}",
                             "Give negative widths that leave 0 elements or more.")
    if mode != "constant": return _from_itself(x, widths, mode)
    x = x.shrink([(_cut_of(b), n - _cut_of(e)) for (b, e), n in zip(widths, x.shape, strict=True)])
    widths = [(b + _cut_of(b), e + _cut_of(e)) for b, e in widths]
    padded = x._pad_zeros(widths)
    if value == 0: return padded
    inside = x._of(constant(x.bool().dtype, True, x.shape, x.device), False)._pad_zeros(widths)
    return inside.where(padded, value)


def _cut_of(width: int) -> int:
    """What a width below 0 takes away."""
    return greater(0, -width)


def _widths_of(padding: Borders, rank: int) -> _Widths:
    """One (before, after) an axis, from either way of writing. ShapeError if it is neither."""
    padding = tuple(padding)
    if all(p is None or isinstance(p, (tuple, list)) for p in padding):
        if len(padding) != rank:
            raise ShapeError(f"pad needs {rank} pairs for {rank} axes, got {len(padding)}",
                             "Give (before, after) or None for each axis.")
        return [(p[0], p[1]) if isinstance(p, (tuple, list)) else (0, 0) for p in padding]
    flat = [p for p in padding if p is not None and not isinstance(p, (tuple, list))]
    if len(flat) < len(padding) or len(flat) % 2 or len(flat) > 2 * rank:
        raise ShapeError(f"pad needs (before, after) for up to {rank} axes, the last axis first, got {padding}",
                         "Give an even count of ints: (left, right, top, bottom).")
    pairs = [(flat[i], flat[i + 1]) for i in range(0, len(flat), 2)][::-1]
    return [(0, 0)] * (rank - len(pairs)) + pairs


def _from_itself(x: Tensor, widths: _Widths, mode: str) -> Tensor:
    """`x` with borders made of its own elements, axis by axis. ShapeError for a border wider than they allow."""
    for axis, (before, after) in enumerate(widths):
        if (before, after) == (0, 0): continue
        size = x.shape[axis]
        x = x._part(axis, _cut_of(before), size - _cut_of(after))
        before, after, size = greater(0, before), greater(0, after), x.shape[axis]
        wider = greater(before, after)
        if not is_symbolic((wider,)) and wider == 0: continue
        if not required({"reflect": wider + 1, "replicate": lesser(wider, 1), "circular": wider}[mode], "<=", size):
            raise ShapeError(f"{mode} padding of axis {axis} by {(before, after)} needs more than its {size} elements",
                             'Pad less, or use mode="constant".')
        parts = [_border(x, axis, before, mode, True), x, _border(x, axis, after, mode, False)]
        parts = [p for p in parts if p.shape[axis]]
        x = parts[0].cat(*parts[1:], dim=axis) if len(parts) > 1 else x
    return x


def _border(x: Tensor, axis: int, width: int, mode: str, before: bool) -> Tensor:
    """The border of one side: the other end (circular), the neighbours reversed (reflect), or the edge repeated."""
    size = x.shape[axis]
    if mode == "circular": return x._part(axis, size - width, size) if before else x._part(axis, 0, width)
    if mode == "reflect":
        return (x._part(axis, 1, 1 + width) if before else x._part(axis, size - 1 - width, size - 1)).flip(axis)
    if not width: return x._part(axis, 0, 0)
    edge = x._part(axis, 0, 1) if before else x._part(axis, size - 1, size)
    return edge.expand([width if a == axis else n for a, n in enumerate(x.shape)])

