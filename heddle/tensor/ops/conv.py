"""Convolution and pooling in any number of dimensions, by windows over the last axes.

Inputs: (batch, channels, *space). Outputs: (batch, channels', *positions).
Invariants: windows are a view: no element is copied; a convolution is one product under one sum over (channels, *kernel).
"""
from __future__ import annotations

import functools
import math
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Literal, TypeVar, overload

from heddle.dtype import DTypeLike, dtypes, promote, to_dtype
from heddle.errors import ShapeError
from heddle.lazy_dataclass import dataclass
from heddle.tensor.arguments import Ints, Several, Widths
from heddle.tensor.autograd.composite_rules import as_whole
from heddle.tensor.autograd.selection import pinned_tensor
from heddle.tensor.node_builders import alu, broadcast, constant
from heddle.tensor.ops.movement_path import Path, follow, may_follow, path_of
from heddle.tensor.ops.reduce import accumulator, position_dtype
from heddle.uop import Ops, UOp
from heddle.uop.size_conditions import required
from heddle.uop.symbol import bounds_of, greater, is_symbolic, lesser, most

if TYPE_CHECKING:
    from heddle.tensor.tensor import Tensor

Pads = list[tuple[int, int]]
OneOrEach = int | Sequence[int]
#: a node, or a tensor: what can be cut and reshaped
Viewed = TypeVar("Viewed", "UOp", "Tensor")


def per_axis(x: OneOrEach, count: int, what: str, least: int = 1) -> tuple[int, ...]:
    """`x` for each of `count` axes. ShapeError for another number of values, or for one less than `least`."""
    found = _each(x, count, what)
    if any(n < least for n in found): raise ShapeError(f"{what} needs numbers of at least {least}, got {x}", "Give larger numbers.")
    return found


def _each(x: OneOrEach, count: int, what: str) -> tuple[int, ...]:
    found = (x,) * count if isinstance(x, int) else tuple(x)
    if len(found) != count:
        raise ShapeError(f"{what} needs one number or {count}, got {x}",
                         "Give an int, or one int for each axis of space.")
    return found


def resolve_pads(padding: Widths, count: int) -> Pads:
    """(before, after) of each axis from one number, one per axis, one pair per axis, or a flat list, last axis first."""
    if isinstance(padding, int): return [(padding, padding)] * count
    pairs, flat = [p for p in padding if isinstance(p, Sequence)], [p for p in padding if not isinstance(p, Sequence)]
    if len(pairs) == len(padding) == count: return [(p[0], p[1]) for p in pairs]
    if len(flat) == 2 * count: return list(zip(flat[::2], flat[1::2], strict=True))[::-1]
    return [(p, p) for p in _each(flat, count, "padding")]


def windows(x: Tensor, kernel: Sequence[int], stride: Sequence[int], dilation: Sequence[int]) -> Tensor:
    """(..., *space) -> (..., *positions, *kernel): the elements under the kernel at each position.

    Element (o, k) of an axis is element o * stride + k * dilation. ShapeError if the kernel is larger than the space.
    """
    return x._moved(_windows_of(x.uop, kernel, stride, dilation))


def _windows_of(x: UOp, kernel: Sequence[int], stride: Sequence[int], dilation: Sequence[int]) -> UOp:
    count = len(kernel)
    lead = x.ndim - count
    for size, k, d in zip(x.shape[lead:], kernel, dilation, strict=True):
        if not required(d * (k - 1) + 1, "<=", size):
            raise ShapeError(f"the kernel {tuple(kernel)} with dilation {tuple(dilation)} is larger than the space {x.shape[lead:]}",
                             "Add padding, or take a smaller kernel.")
    for i, (k, s, d) in enumerate(zip(kernel, stride, dilation, strict=True)):
        x = _windows_of_axis(x, lead + 2 * i, k, s, d)
    rank = lead + 2 * count
    return x.permute([*range(lead), *range(lead, rank, 2), *range(lead + 1, rank, 2)])


def _windows_of_axis(x: UOp, axis: int, k: int, s: int, d: int) -> UOp:
    """Axis (size,) -> two axes (positions, k)."""
    before, size, after = x.shape[:axis], x.shape[axis], x.shape[axis + 1:]
    positions = (size - d * (k - 1) - 1) // s + 1
    if is_symbolic((size, k, s, d)): return _windows_of_symbolic_axis(x, axis, positions, (k, s, d))
    if k == 1: return _every(x, axis, positions, s).reshape((*before, positions, 1, *after))
    if d == 1 and s >= k: return _apart(x, axis, positions, k, s)
    # Rows of width w = f*size + d, cut out of the axis repeated end to end: row j begins at j*w, which is j*d modulo the size. So
    # column p of row j is element j*d + p, and the columns 0, s, 2s, … are the positions.
    f = max(1, -(-(positions * s - d) // size))
    w = f * size + d
    times = -(-(k * w) // size)
    x = _cut(tiled(x, axis, times), axis, k * w).reshape((*before, k, w, *after))
    x = _every(_cut(x, axis + 1, positions * s), axis + 1, positions, s)
    order = list(range(x.ndim))
    order[axis:axis + 2] = axis + 1, axis
    return x.permute(order)


def tiled(x: UOp, axis: int, times: int) -> UOp:
    """The elements along an axis, so many times over."""
    before, size, after = x.shape[:axis], x.shape[axis], x.shape[axis + 1:]
    return x.reshape((*before, 1, size, *after)).expand((*before, times, size, *after)).reshape((*before, times * size, *after))


def _windows_of_symbolic_axis(x: UOp, axis: int, positions: int, walk: tuple[int, int, int]) -> UOp:
    """The same for a symbolic size or kernel: windows of an axis of the maximum size, of which some are kept.

    So positions are computed with integers that are known now. Steps known at launch pick every element by its position.
    """
    k, s, d = walk
    if is_symbolic((s, d)): return _picked_windows(x, axis, positions, walk)
    size, most_k, most_positions = x.shape[axis], most(k), most(positions)
    room = max(most(size), (most_positions - 1) * s + d * (most_k - 1) + 1)
    x = _windows_of_axis(x.pad([(0, room - size if a == axis else 0) for a in range(x.ndim)]), axis, most_k, s, d)
    return _cut(_cut(x, axis, positions), axis + 1, k)


def _picked_windows(x: UOp, axis: int, positions: int, walk: tuple[int, int, int]) -> UOp:
    """Windows gathered element by element."""
    k, s, d = walk
    shape = positions, k
    first, more = (alu(Ops.MUL, broadcast(UOp.iota(count, dtypes.int32, x.device).reshape(own), shape),
                       constant(dtypes.int32, step, shape, x.device))
                   for count, own, step in ((positions, (positions, 1), s), (k, (1, k), d)))
    rows = x.permute([axis, *(a for a in range(x.ndim) if a != axis)]).gather(alu(Ops.ADD, first, more))
    return rows.permute([*range(2, axis + 2), 0, 1, *range(axis + 2, rows.ndim)])


def _apart(x: UOp, axis: int, positions: int, k: int, s: int) -> UOp:
    """Windows that do not overlap: the axis split in blocks of s, of each the first k."""
    x = _cut_or_fill(x, axis, positions * s)
    return _cut(x.reshape((*x.shape[:axis], positions, s, *x.shape[axis + 1:])), axis + 1, k)


def _every(x: Viewed, axis: int, count: int, step: int) -> Viewed:
    """Elements 0, step, 2 * step, … of the axis, `count` of them."""
    if step == 1: return _cut(x, axis, count)
    x = _cut_or_fill(x, axis, count * step)
    x = _cut(x.reshape((*x.shape[:axis], count, step, *x.shape[axis + 1:])), axis + 1, 1)
    return x.reshape((*x.shape[:axis + 1], *x.shape[axis + 2:]))


def _cut_or_fill(x: Viewed, axis: int, target: int) -> Viewed:
    """The axis truncated, or padded with zeros, to `target` elements."""
    size = x.shape[axis]
    return _cut(x, axis, target) if target <= size else x.pad([(0, target - size if a == axis else 0) for a in range(x.ndim)])


def _cut(x: Viewed, axis: int, size: int) -> Viewed:
    return x.shrink([(0, size if a == axis else n) for a, n in enumerate(x.shape)])


class ConvMixin:
    """Convolution and pooling."""

    __slots__ = ()

    def conv2d(self: Tensor, weight: Tensor, bias: Tensor | None = None, groups: int = 1, stride: Ints = 1, dilation: Ints = 1,
               padding: Widths = 0, dtype: DTypeLike | None = None) -> Tensor:
        """Convolution over all axes after the first two (cross-correlation, as is customary).

        self: (batch, in, *space), weight: (out, in / groups, *kernel), bias: (out,). Result (batch, out, *positions) in the
        promoted dtype; 16-bit floats accumulate in float32. padding: a number, one an axis, or (before, after) pairs.
        """
        kind = promote(self.dtype, weight.dtype) if dtype is None else to_dtype(dtype)
        count = weight.ndim - 2
        _check_conv(self, weight, groups, count)
        walk = Walk(groups, per_axis(stride, count, "stride"), per_axis(dilation, count, "dilation"), resolve_pads(padding, count))
        result = _convolve(self.cast(accumulator(kind)), weight.cast(accumulator(kind)), walk).cast(kind)
        return result if bias is None else result + bias.reshape((1, -1, *[1] * count))

    def image_conv2d(self: Tensor, weight: Tensor, bias: Tensor | None = None, groups: int = 1, stride: Ints = 1,
                     dilation: Ints = 1, padding: Widths = 0, dtype: DTypeLike | None = None) -> Tensor:
        """The same as `conv2d`: operands are read as images if their memory is one (`dtypes.imagef`)."""
        return self.conv2d(weight, bias, groups, stride, dilation, padding, dtype)

    def _pool(self: Tensor, k_: Ints, stride: Ints = 1, dilation: Ints = 1) -> Tensor:
        """(..., *space) -> (..., *positions, *kernel): a view of the elements under the kernel `k_` at each position.

        Not public in the reference either, but programs written for it call it. See `windows`.
        """
        kernel = (k_,) if isinstance(k_, int) else tuple(k_)
        if len(kernel) > self.ndim:
            raise ShapeError(f"_pool needs an axis for each size of {kernel}, got shape {self.shape}", "Give fewer sizes.")
        return windows(self, per_axis(kernel, len(kernel), "kernel"), per_axis(stride, len(kernel), "stride"),
                       per_axis(dilation, len(kernel), "dilation"))

    def conv_transpose2d(self: Tensor, weight: Tensor, bias: Tensor | None = None, groups: int = 1, stride: Ints = 1,
                         dilation: Ints = 1, padding: Widths = 0, output_padding: Ints = 0) -> Tensor:
        """Transposed convolution: the gradient of `conv2d` with respect to its input.

        self: (batch, in, *space), weight: (in, out / groups, *kernel), bias: (out,) -> (batch, out, *positions), where an axis has
        (n - 1) stride - before - after + dilation (kernel - 1) + 1 + output_padding elements. ShapeError if the channels do not fit.
        """
        count = weight.ndim - 2
        if groups < 1 or count < 1 or self.ndim != weight.ndim or self.shape[1] != weight.shape[0] or weight.shape[0] % groups:
            raise ShapeError(f"conv_transpose2d with {groups} groups needs as many input channels as weight rows, divisible by "
                             f"the groups, got input {self.shape} and weight {weight.shape}",
                                 "Change the groups, or the shape of the weight: (in, out // groups, height, width).")
        steps, spread = per_axis(stride, count, "stride"), per_axis(dilation, count, "dilation")
        more, pads = per_axis(output_padding, count, "output_padding", 0), resolve_pads(padding, count)
        if any(s > 1 for s in steps) and all(d == 1 for d in spread):
            result = _transposed_by_phases(self, weight, groups, steps, pads, more)
            return result if bias is None else result + bias.reshape((1, -1, *[1] * count))
        w = weight.unflatten(0, (groups, -1)).transpose(1, 2).flatten(0, 1).flip(tuple(range(2, weight.ndim)))
        x = _spread(self, steps)
        borders = [(d * (k - 1) - b, d * (k - 1) - e + o)
                   for k, d, (b, e), o in zip(weight.shape[2:], spread, pads, more, strict=True)]
        return x.conv2d(w, bias, groups=groups, dilation=spread, padding=borders)

    # ---- pooling

    @overload
    def max_pool2d(self: Tensor, kernel_size: Ints = ..., stride: Ints | None = ..., dilation: Ints = ..., padding: Widths = ...,
                   ceil_mode: bool = ..., return_indices: Literal[False] = ...) -> Tensor: ...

    @overload
    def max_pool2d(self: Tensor, kernel_size: Ints = ..., stride: Ints | None = ..., dilation: Ints = ..., padding: Widths = ...,
                   ceil_mode: bool = ..., *, return_indices: Literal[True]) -> tuple[Tensor, Tensor]: ...

    @overload
    def max_pool2d(self: Tensor, kernel_size: Ints = ..., stride: Ints | None = ..., dilation: Ints = ..., padding: Widths = ...,
                   ceil_mode: bool = ..., return_indices: bool = ...) -> Tensor | tuple[Tensor, Tensor]: ...

    def max_pool2d(self: Tensor, kernel_size: Ints = (2, 2), stride: Ints | None = None, dilation: Ints = 1, padding: Widths = 0,
                   ceil_mode: bool = False, return_indices: bool = False) -> Tensor | tuple[Tensor, Tensor]:
        """Max pooling, (..., *space) -> (..., *positions): the maximum under the kernel; the border counts as the least value.

        `stride` is the kernel's size if None; `ceil_mode` adds a last, incomplete window. ShapeError for a kernel above the space.
        With `return_indices` also where it stood, the first of several, as an int32 index into the flattened space; NaN is greatest.
        """
        kernel, steps, spread = _pool_sizes(self, kernel_size, stride, dilation)
        pads = _pool_pads(self, kernel, steps, spread, padding, ceil_mode)
        x = self.pad([*[(0, 0)] * (self.ndim - len(kernel)), *pads], value=self.dtype.min) if any(b or e for b, e in pads) else self
        axes = tuple(range(-len(kernel), 0))
        seen = windows(x, kernel, steps, spread)
        greatest = seen.max(axes)
        if not return_indices: return greatest
        count = math.prod(self.shape[-len(kernel):])
        numbers = type(self).arange(count, device=self.device).reshape(self.shape[-len(kernel):]).pad(pads, value=count)
        at = windows(numbers, kernel, steps, spread).expand(seen.shape)
        kept = pinned_tensor(seen)
        hit = (kept == kept.max(axes, keepdim=True)) | kept.isnan()
        return greatest, hit.where(at, count).min(axes).cast(position_dtype(count))

    def max_unpool2d(self: Tensor, indices: Tensor, kernel_size: Ints = (2, 2), stride: Ints | None = None, dilation: Ints = 1,
                     padding: Widths = 0, output_size: Several | None = None) -> Tensor:
        """Max unpooling: the partial inverse of `max_pool2d`, by its results and their indices; 0 elsewhere.

        `output_size`: the shape wanted, of which the last axes count; without it, the least space that pools to this one.
        """
        kernel, steps, spread = _pool_sizes(self, kernel_size, stride, dilation)
        count = len(kernel)
        if indices.shape != self.shape:
            raise ShapeError(f"max_unpool2d needs an index for each value: {self.shape}, not {indices.shape}",
                             "Give the indices that max_pool2d(return_indices=True) returned.")
        least = [(p - 1) * s - b - e + d * (k - 1) + 1 for p, k, s, d, (b, e) in
                 zip(self.shape[-count:], kernel, steps, spread, resolve_pads(padding, count), strict=True)]
        space = tuple(least if output_size is None else output_size[-count:])
        empty = type(self).zeros(*self.shape[:-count], math.prod(space), dtype=self.dtype, device=self.device)
        return empty.scatter(-1, indices.flatten(-count), self.flatten(-count)).reshape((*self.shape[:-count], *space))

    def avg_pool2d(self: Tensor, kernel_size: Ints = (2, 2), stride: Ints | None = None, dilation: Ints = 1, padding: Widths = 0,
                   ceil_mode: bool = False, count_include_pad: bool = True) -> Tensor:
        """Average pooling, (..., *space) -> (..., *positions): the mean under the kernel, in the dtype of `mean`.

        The border counts as zeros, or not at all; else as `max_pool2d`.
        """
        kernel, steps, spread = _pool_sizes(self, kernel_size, stride, dilation)
        axes = tuple(range(-len(kernel), 0))
        lead = [(0, 0)] * (self.ndim - len(kernel))
        pads = _pool_pads(self, kernel, steps, spread, padding, ceil_mode)
        total = windows(self.pad([*lead, *pads]), kernel, steps, spread)
        own = resolve_pads(padding, len(kernel))
        if pads == own and (count_include_pad or not any(b or e for b, e in own)): return total.mean(axes)
        inside = self.ones_like().pad([*lead, *own], value=1.0 if count_include_pad else 0.0)
        inside = inside.pad([*lead, *[(0, e - o) for (_, e), (_, o) in zip(pads, own, strict=True)]])
        return (total.sum(axes) / windows(inside, kernel, steps, spread).sum(axes)).cast(total.mean(axes).dtype)


def _check_conv(x: Tensor, weight: Tensor, groups: int, count: int) -> None:
    """ShapeError unless input and weight fit each other, with `count` axes of space and this many groups."""
    if count < 1 or x.ndim != weight.ndim:
        raise ShapeError(f"conv2d needs input and weight with equally many axes, got {x.shape} and {weight.shape}",
                         "Input is (batch, channels, *space), weight is (out, channels / groups, *kernel).")
    if x.shape[1] != groups * weight.shape[1] or weight.shape[0] % groups:
        raise ShapeError(f"conv2d with {groups} groups needs {groups} x {weight.shape[1]} input channels and a number of output "
                         f"channels divisible by it, got input {x.shape} and weight {weight.shape}",
                             "Change the groups, or the shape of the weight: (out, in // groups, height, width).")


@dataclass(frozen=True)
class Walk:
    """How a kernel traverses its input: stride, dilation, padding."""

    groups: int
    stride: tuple[int, ...]
    dilation: tuple[int, ...]
    pads: Pads


def _convolve(x: Tensor, weight: Tensor, walk: Walk) -> Tensor:
    """x: (batch, in, *space), weight: (out, in / groups, *kernel) -> (batch, out, *positions)"""
    count, groups = weight.ndim - 2, walk.groups
    padded, out = x.pad([(0, 0), (0, 0), *walk.pads]), weight.shape[0] // groups
    left = _left_factor(padded.uop, weight.shape[2:], walk, out)  # (batch, group, out, *positions, in, *kernel)
    batch, positions, inside = left.shape[0], left.shape[3:3 + count], left.shape[3 + count:]
    right = broadcast(weight.uop.reshape((1, groups, out, *[1] * count, *inside)), left.shape)
    summed = (padded._moved(left) * weight._moved(right))._reduced(Ops.ADD, tuple(range(-1 - count, 0)), False, "conv2d")
    result = summed.reshape((batch, groups * out, *positions))
    return as_whole(result, (x, weight), lambda g, x, weight: (lambda: _input_gradient(g, x, weight, walk),
                                                              lambda: _weight_gradient(g, x, weight, walk)))


def _grouped_windows(x: Tensor, kernel: Sequence[int], walk: Walk) -> Tensor:
    """(batch, in, *space) -> (batch, group, *positions, in / groups, *kernel): what is summed over comes last"""
    x = x.pad([(0, 0), (0, 0), *walk.pads])
    return x._moved(_in_groups(x.uop, kernel, walk.groups, walk.stride, walk.dilation))


def _in_groups(x: UOp, kernel: Sequence[int], groups: int, stride: Sequence[int], dilation: Sequence[int]) -> UOp:
    """The same for a node that is padded already."""
    count, seen = len(kernel), _windows_of(x, kernel, stride, dilation)
    seen = seen.reshape((x.shape[0], groups, x.shape[1] // groups, *seen.shape[2:]))
    return seen.permute([0, 1, *range(3, 3 + count), 2, *range(3 + count, 3 + 2 * count)])


def _left_factor(x: UOp, kernel: tuple[int, ...], walk: Walk, out: int) -> UOp:
    """(batch, in, *space), padded -> (batch, group, out, *positions, in / groups, *kernel): windows, repeated for each output."""
    key = x.shape, kernel, walk.groups, walk.stride, walk.dilation, out
    if may_follow(x) and not is_symbolic(key): return follow(x, _path_to_left_factor(*key))
    return _repeated_windows(x, *key[1:])


def _repeated_windows(x: UOp, kernel: tuple[int, ...], groups: int, stride: tuple[int, ...], dilation: tuple[int, ...],
                      out: int) -> UOp:
    seen = _in_groups(x, kernel, groups, stride, dilation)
    batch, group, *others = seen.shape
    return broadcast(seen.reshape((batch, group, 1, *others)), (batch, group, out, *others))


@functools.lru_cache(1024)
def _path_to_left_factor(shape: tuple[int, ...], *walk: Any) -> Path:
    return path_of(lambda x: _repeated_windows(x, *walk), shape)


def _input_gradient(g: Tensor, x: Tensor, weight: Tensor, walk: Walk) -> Tensor:
    """A convolution again: the chain rule would sum overlapping windows, each of which it would store."""
    left = [n + b + e - ((p - 1) * s + d * (k - 1) + 1) for n, (b, e), p, s, d, k in
            zip(x.shape[2:], walk.pads, g.shape[2:], walk.stride, walk.dilation, weight.shape[2:], strict=True)]
    spare = [int(bounds_of(n)[0] < 1) for n in x.shape[2:]]  # windows have at least one position, and the space may be empty
    more = tuple([n + s for n, s in zip(left, spare, strict=True)])
    wide = g.conv_transpose2d(weight, None, walk.groups, walk.stride, walk.dilation, walk.pads, more)
    return wide.shrink([(0, n) for n in x.shape]) if any(spare) else wide


def _weight_gradient(g: Tensor, x: Tensor, weight: Tensor, walk: Walk) -> Tensor:
    """The gradient of the kernel: input windows times the output gradient, summed over batch and positions."""
    count = weight.ndim - 2
    seen = _grouped_windows(x, weight.shape[2:], walk).unsqueeze(2)
    g = g.reshape((g.shape[0], walk.groups, -1, *g.shape[2:], *[1] * (1 + count)))
    shape = (*g.shape[:3 + count], *seen.shape[3 + count:])
    summed = (seen.expand(shape) * g.expand(shape))._reduced(Ops.ADD, (0, *range(3, 3 + count)), False, "conv2d")
    return summed.reshape(weight.shape)


def _transposed_by_phases(x: Tensor, weight: Tensor, groups: int, steps: Sequence[int], pads: Pads, more: Sequence[int]) -> Tensor:
    """A transposed convolution by phases, as one of stride 1 with more channels: no zero between elements is multiplied.

    Position t * s + r of an axis is reached from positions t - a by element a * s + r of the kernel, and by no other. So each of
    the s remainders r has a kernel of its own, 1 / s as long; their results are interleaved.
    """
    count, space = len(steps), x.shape[2:]
    parts = [-(-k // s) for k, s in zip(weight.shape[2:], steps, strict=True)]
    filled = [(0, n * s - k) for n, s, k in zip(parts, steps, weight.shape[2:], strict=True)]
    w = weight._pad_zeros([(0, 0), (0, 0), *filled]).contiguous() if any(e for _, e in filled) else weight
    w = w.reshape((*w.shape[:2], *[size for pair in zip(parts, steps, strict=True) for size in pair]))
    w = w.permute([0, 1, *range(3, w.ndim, 2), *range(2, w.ndim, 2)]).flatten(1, 1 + count)
    wide = x.conv_transpose2d(w, groups=groups)
    reached = wide.shape[2:]
    wide = wide.reshape((x.shape[0], groups * weight.shape[1], *steps, *reached))
    wide = wide.permute([0, 1, *[a for i in range(count) for a in (2 + count + i, 2 + i)]])
    wide = wide.reshape((*wide.shape[:2], *[n * s for n, s in zip(reached, steps, strict=True)]))
    target = [(n - 1) * s + k - b - e + o
              for n, s, k, (b, e), o in zip(space, steps, weight.shape[2:], pads, more, strict=True)]
    return wide.pad([(0, 0), (0, 0), *[(-b, size + b - n) for (b, _), size, n in zip(pads, target, wide.shape[2:], strict=True)]])


def _spread(x: Tensor, steps: Sequence[int]) -> Tensor:
    """Inserts zeros between the elements of the last axes, so that they are `steps` apart."""
    for i, step in enumerate(steps):
        axis = x.ndim - len(steps) + i
        size = x.shape[axis]
        if step == 1 or not size: continue
        wide = x.unsqueeze(axis + 1)
        wide = wide._pad_zeros([(0, step - 1) if a == axis + 1 else (0, 0) for a in range(wide.ndim)])
        wide = wide.reshape((*x.shape[:axis], size * step, *x.shape[axis + 1:]))
        x = wide._part(axis, 0, (size - 1) * step + 1)
    return x


def _pool_sizes(x: Tensor, kernel: OneOrEach, stride: OneOrEach | None, dilation: OneOrEach) -> tuple[tuple[int, ...], ...]:
    """Kernel, stride (that of the kernel if None) and dilation for each axis. ShapeError for one below 1, or too many axes."""
    kernel = (kernel, kernel) if isinstance(kernel, int) else tuple(kernel)
    if any(k < 1 for k in kernel):
        raise ShapeError(f"pooling needs a kernel of at least 1 along each axis, got {kernel}",
                         "Give a kernel of at least 1.")
    if len(kernel) > x.ndim:
        raise ShapeError(f"pooling with kernel {kernel} needs {len(kernel)} axes of space, got shape {x.shape}",
                         "Give a kernel with fewer axes, or unsqueeze the input.")
    return (kernel, per_axis(kernel if stride is None else stride, len(kernel), "stride"),
            per_axis(dilation, len(kernel), "dilation"))


def _pool_pads(x: Tensor, kernel: Sequence[int], stride: Sequence[int], dilation: Sequence[int], padding: Widths,
               ceil_mode: bool) -> Pads:
    """The border, widened at the end for the last, incomplete window of `ceil_mode`."""
    pads = resolve_pads(padding, len(kernel))
    if not ceil_mode: return pads
    wider: Pads = []
    for n, k, s, d, (b, e) in zip(x.shape[-len(kernel):], kernel, stride, dilation, pads, strict=True):
        span = d * (k - 1) + 1
        positions = -(-(n + b + e - span) // s) + 1
        positions = lesser(positions, greater(positions - 1, (n + b - 1) // s + 1))  # a window must begin inside
        wider.append((b, greater(e, (positions - 1) * s + span - n - b)))
    return wider
