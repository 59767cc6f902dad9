"""ONNX resampling operators: Resize, Upsample, GridSample, AffineGrid.

Resize works axis by axis: the positions that each result reads, and their weights, are computed on the host as a matrix.
"""
from __future__ import annotations

import functools
import itertools
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

from heddle.dtype import dtypes
from heddle.errors import ShapeError
from heddle.nn.onnx.table import Host, Ints, axis_of, integers, op
from heddle.tensor import Tensor
from heddle.tensor.ops.interpolate import rounded


@dataclass(frozen=True)
class How:
    """The attributes of Resize that decide where a result is read."""

    mode: str
    coordinates: str
    nearest: str
    cubic: float
    exclude_outside: bool
    antialias: bool
    extrapolation: float


@dataclass(frozen=True)
class Axis:
    """One axis: sizes before and after, the requested scale, and the part of interest."""

    size: int
    new: int
    scale: float
    roi: tuple[float, float]


def _sources(a: Axis, how: str) -> np.ndarray:
    """For each new position the position in the old axis, as a float."""
    at = np.arange(a.new, dtype=np.float64)
    match how:
        case "half_pixel": return (at + 0.5) / a.scale - 0.5
        case "half_pixel_symmetric":
            kept = a.new / (a.scale * a.size)
            return a.size / 2 * (1 - kept) + (at + 0.5) / a.scale - 0.5
        case "pytorch_half_pixel": return (at + 0.5) / a.scale - 0.5 if a.new > 1 else np.zeros(1)
        case "align_corners": return at * (a.size - 1) / (a.scale * a.size - 1) if a.new > 1 else np.zeros(1)
        case "tf_crop_and_resize":
            begin, end = a.roi
            if a.new == 1: return np.array([0.5 * (begin + end) * (a.size - 1)])
            return begin * (a.size - 1) + at * (end - begin) * (a.size - 1) / (a.new - 1)
        case _: return at / a.scale  # asymmetric


def _nearest(x: np.ndarray, mode: str) -> np.ndarray:
    match mode:
        case "round_prefer_ceil": return np.floor(x + 0.5)
        case "floor": return np.floor(x)
        case "ceil": return np.ceil(x)
        case _: return np.ceil(x - 0.5)  # round_prefer_floor


def _kernel(distance: np.ndarray, how: How) -> np.ndarray:
    """The share of an element so far away."""
    d = np.abs(distance)
    if how.mode == "linear": return np.maximum(1 - d, 0)
    a = how.cubic
    near, far = ((a + 2) * d - (a + 3)) * d * d + 1, ((a * d - 5 * a) * d + 8 * a) * d - 4 * a
    return np.where(d <= 1, near, np.where(d < 2, far, 0))


def weights(a: Axis, how: How) -> np.ndarray:
    """(new, size): how much of each old element goes into each new one."""
    source = _sources(a, how.coordinates)
    shrinks = min(a.scale, 1.0) if how.antialias else 1.0
    reach = (1 if how.mode == "linear" else 2) / shrinks
    first = np.floor(source - reach).astype(int) + 1
    found = np.zeros((a.new, a.size))
    positions = first[:, None] + np.arange(int(np.ceil(2 * reach)))
    share = _kernel((positions - source[:, None]) * shrinks, how)
    if how.exclude_outside: share = np.where((positions < 0) | (positions >= a.size), 0, share)
    share = share / share.sum(1, keepdims=True)
    np.add.at(found, (np.arange(a.new)[:, None], np.clip(positions, 0, a.size - 1)), share)
    return found


def _along(x: Tensor, axis: int, a: Axis, how: How) -> Tensor:
    if how.mode == "nearest":
        positions = np.clip(_nearest(_sources(a, how.coordinates), how.nearest), 0, a.size - 1).astype(np.int32)
        done = x.index_select(axis, Tensor(positions, device=x.device))
    else:
        matrix = Tensor(weights(a, how).astype(np.float32), device=x.device).cast(x.dtype)  # in float32 at least: see `resize`
        done = (x.transpose(axis, -1) @ matrix.T).transpose(axis, -1)
    if how.coordinates != "tf_crop_and_resize": return done
    source = _sources(a, how.coordinates)
    inside = Tensor((source >= 0) & (source <= a.size - 1), device=x.device).reshape([-1 if b == axis else 1 for b in range(x.ndim)])
    return inside.where(done, how.extrapolation)


def _new_sizes(old: Sequence[int], scales: list[float] | None, sizes: list[int] | None, policy: str) -> tuple[list[int], list[float]]:
    """Sizes and scales of the axes that are resized."""
    if sizes is None and (wrong := [s for s in scales or [] if not 0 < s < np.inf]):
        raise ShapeError(f"the scales are {scales}, of which {wrong} cannot be", "Give finite ones above 0.")
    if sizes is not None and any(n <= 0 for n in sizes): raise ShapeError(f"the sizes are {sizes}", "Give sizes of at least 1.")
    for what, given in (("sizes", sizes), ("scales", scales if sizes is None else None)):
        if given is not None and len(given) != len(old):
            raise ShapeError(f"{len(given)} {what} for {len(old)} axes", "Give one for each axis that is resized.")
    if sizes is None: return [int(np.floor(n * s)) for n, s in zip(old, scales or [], strict=True)], list(scales or [])
    if policy == "stretch": return sizes, [new / n for new, n in zip(sizes, old, strict=True)]
    choose = min if policy == "not_larger" else max
    scale = choose(new / n for new, n in zip(sizes, old, strict=True))
    return [int(np.floor(n * scale + 0.5)) for n in old], [scale] * len(old)


@op("Resize", since=10)
def resize_10(x: Tensor, scales: Host, *, mode: str = "nearest") -> Tensor:
    return resize(x, None, scales, mode=mode, coordinate_transformation_mode="asymmetric", nearest_mode="floor")


@op("Upsample", since=9)
def upsample(x: Tensor, scales: Host, *, mode: str = "nearest") -> Tensor: return resize_10(x, scales, mode=mode)


@op("Resize", since=11)
def resize(x: Tensor, roi: Host | None = None, scales: Host | None = None, sizes: Host | None = None, *, antialias: int = 0,
           axes: Ints = None, coordinate_transformation_mode: str = "half_pixel", cubic_coeff_a: float = -0.75,
           exclude_outside: int = 0, extrapolation_value: float = 0.0, keep_aspect_ratio_policy: str = "stretch",
           mode: str = "nearest", nearest_mode: str = "round_prefer_floor") -> Tensor:
    """To `sizes`, or by `scales`; of `axes` if they are given."""
    how = How(mode, coordinate_transformation_mode, nearest_mode, cubic_coeff_a, bool(exclude_outside), bool(antialias),
              extrapolation_value)
    chosen = [axis_of(a, x.ndim) for a in (range(x.ndim) if axes is None else axes)]
    given = None if scales is None or not scales.size else [float(s) for s in scales.reshape(-1)]
    target_sizes = None if sizes is None or not sizes.size else integers(sizes)
    new, factors = _new_sizes([x.shape[a] for a in chosen], given, target_sizes, keep_aspect_ratio_policy)
    kind = x.dtype
    if mode != "nearest" and not (kind.is_float() and kind.itemsize >= 4): x = x.cast(dtypes.float32)  # rounded once, at the end
    parts = np.zeros((2, len(chosen))) if roi is None or not roi.size else roi.reshape(2, -1).astype(np.float64)
    for i, axis in enumerate(chosen):
        cropped = how.coordinates == "tf_crop_and_resize"
        if new[i] == x.shape[axis] and factors[i] == 1 and not (cropped and tuple(parts[:, i]) != (0.0, 1.0)): continue
        x = _along(x, axis, Axis(x.shape[axis], new[i], factors[i], (float(parts[0, i]), float(parts[1, i]))), how)
    return rounded(x, kind)


# ---- grids


@op("AffineGrid", since=20)
def affine_grid(theta: Tensor, sizes: Host, *, align_corners: int = 0) -> Tensor:
    """(batch, dims, dims + 1) and (batch, channels, *space) -> (batch, *space, dims): the position that each result reads."""
    space = integers(sizes)[2:]
    lines = [np.linspace(-1, 1, n) if align_corners else (np.arange(n) * 2 + 1) / n - 1 for n in space]
    grid = np.stack([*np.meshgrid(*lines, indexing="ij")][::-1] + [np.ones(space)], -1).astype(np.float32)
    flat = Tensor(grid.reshape(-1, len(space) + 1), device=theta.device).cast(theta.dtype)
    return (flat @ theta.transpose(1, 2)).reshape(theta.shape[0], *space, len(space))


@op("GridSample", since=16)
def grid_sample(x: Tensor, grid: Tensor, *, align_corners: int = 0, mode: str = "linear", padding_mode: str = "zeros") -> Tensor:
    """x: (batch, channels, *space), grid: (batch, *positions, dims), the last axis of space first, -1 … 1 from edge to edge."""
    space, count, edge = x.shape[2:], grid.shape[-1], bool(align_corners)
    at = [_in_pixels(grid[..., count - 1 - i], n, edge) for i, n in enumerate(space)]
    if mode in ("cubic", "bicubic"):
        return between(x, at, range(-1, 3), _cubic_share, lambda p, n: _inside(p, n, edge, padding_mode)).cast(x.dtype)
    at = [_inside(a, n, edge, padding_mode) for a, n in zip(at, space, strict=True)]
    return looked_up(x, [a.round() for a in at]) if mode == "nearest" else between(x, at).cast(x.dtype)


def between(x: Tensor, at: Sequence[Tensor], reach: Sequence[int] = range(2),
            share_of: Callable[[Tensor, int], Tensor] = lambda d, o: 1 + d if o else 1 - d,
            inside: Callable[[Tensor, int], Tensor] = lambda p, n: p) -> Tensor:
    """x: (batch, channels, *space) at positions between its elements, (batch, *positions) for each axis; outside there are zeros.

    The elements at the offsets `reach` from the whole part of a position are added up, each with its share on every axis: `share_of`
    (the distance, the offset). `inside` (positions, size) brings positions beyond the edge to others.
    """
    low, parts = [a.floor() for a in at], list[Tensor]()
    for corner in itertools.product(reach, repeat=len(at)):
        positions = [lower + o for lower, o in zip(low, corner, strict=True)]
        share = functools.reduce(Tensor.mul, [share_of(a - p, o) for a, p, o in zip(at, positions, corner, strict=True)])
        parts.append(looked_up(x, [inside(p, n) for p, n in zip(positions, x.shape[2:], strict=True)]) * share.unsqueeze(1))
    return functools.reduce(Tensor.add, parts)


def _cubic_share(distance: Tensor, offset: int) -> Tensor:
    """The kernel of Keys with a = -0.75."""
    d, a = distance.abs(), -0.75
    near, far = ((a + 2) * d - (a + 3)) * d * d + 1, ((a * d - 5 * a) * d + 8 * a) * d - 4 * a
    return (d <= 1).where(near, (d < 2).where(far, 0))


def _in_pixels(at: Tensor, size: int, align_corners: bool) -> Tensor:
    return (at + 1) / 2 * (size - 1) if align_corners else ((at + 1) * size - 1) / 2


def _inside(at: Tensor, size: int, align_corners: bool, padding_mode: str) -> Tensor:
    """Places beyond the edge as the padding has them."""
    if padding_mode == "border": return at.clip(0, size - 1)
    if padding_mode != "reflection": return at
    low, high = (0.0, float(size - 1)) if align_corners else (-0.5, size - 0.5)
    span = high - low
    if span == 0: return at.zeros_like()
    away = (at - low).abs() % (2 * span)
    return ((away > span).where(2 * span - away, away) + low).clip(0, size - 1)


def looked_up(x: Tensor, positions: Sequence[Tensor]) -> Tensor:
    """The elements at integer positions; outside there are zeros."""
    batch, channels, *space = x.shape
    inside, flat = positions[0] >= 0, positions[0].zeros_like(dtype=dtypes.int32)
    for position, n in zip(positions, space, strict=True):
        inside = inside & (position >= 0) & (position <= n - 1)
        flat = flat * n + position.clip(0, n - 1).cast(dtypes.int32)
    index = flat.flatten(1).unsqueeze(1)
    index = index.expand(batch, channels, index.shape[2])
    found = x.flatten(2).gather(2, index).reshape(batch, channels, *flat.shape[1:])
    return inside.unsqueeze(1).where(found, 0).cast(x.dtype)
