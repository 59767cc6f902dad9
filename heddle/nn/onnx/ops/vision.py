"""ONNX vision operators other than resizing: detection, regions of interest, unpooling, col2im, deformable convolution."""
from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np

from heddle.dtype import dtypes
from heddle.errors import IndexRangeError, ShapeError
from heddle.nn.onnx.ops.products import by_channel, window_pads
from heddle.nn.onnx.ops.resize import between
from heddle.nn.onnx.table import Host, Ints, integers, on_host, op
from heddle.tensor import Tensor

# ---- boxes


def _corners(boxes: np.ndarray, center_point_box: int) -> np.ndarray:
    """(boxes, 4): the smaller and the larger coordinates of each box, of floats of 32 bits."""
    boxes = boxes.astype(np.float32)
    first, second = boxes[:, :2], boxes[:, 2:]
    if center_point_box: return np.concatenate([first - second / 2, first + second / 2], 1)
    return np.concatenate([np.minimum(first, second), np.maximum(first, second)], 1)


def _kept(boxes: np.ndarray, scores: np.ndarray, most: int, iou: float, least: float | None) -> list[int]:
    """The boxes that are kept, the best first; of equal scores the first one."""
    order = np.argsort(-scores, kind="stable")
    if least is not None: order = order[scores[order] > least]
    areas = (boxes[:, 2] - boxes[:, 0]) * (boxes[:, 3] - boxes[:, 1])
    found: list[int] = []
    while len(order) and len(found) < most:
        best, order = int(order[0]), order[1:]
        found.append(best)
        low, high = np.maximum(boxes[best, :2], boxes[order, :2]), np.minimum(boxes[best, 2:], boxes[order, 2:])
        shared = np.prod(np.maximum(high - low, 0), axis=1)
        both = areas[best] + areas[order] - shared
        order = order[~((shared > iou * both) & (both > 0))]
    return found


@op("NonMaxSuppression", since=10, folds=False)
def non_max_suppression(boxes: Host, scores: Host, most: Host | None = None, iou: Host | None = None, least: Host | None = None, *,
                        center_point_box: int = 0) -> Host:
    """boxes: (batch, boxes, 4), scores: (batch, classes, boxes) -> (kept, 3): batch, class and box of each that is kept."""
    if boxes.ndim != 3 or scores.ndim != 3 or boxes.shape[2] != 4 or boxes.shape[::2][:1] + boxes.shape[1:2] != scores.shape[::2]:
        raise ShapeError(f"boxes of shape {boxes.shape} and scores of shape {scores.shape}",
                         "Give (batch, boxes, 4) and (batch, classes, boxes).")
    count = 0 if most is None else max(int(most.reshape(-1)[0]), 0)
    overlap, limit = 0.0 if iou is None else float(iou.reshape(-1)[0]), None if least is None else float(least.reshape(-1)[0])
    rows = [(b, c, i) for b in range(len(boxes)) for c in range(scores.shape[1])
            for i in _kept(_corners(boxes[b], center_point_box), scores[b, c], count, overlap, limit)]
    return np.array(rows, np.int64).reshape(-1, 3)


# ---- regions of interest


def _shares(first: Tensor, size: Tensor, bins: int, samples: Tensor, most: int, length: int) -> tuple[Tensor, Tensor]:
    """(regions, bins, samples, length): how much of each element a sample has: of the lower and of the upper neighbour.

    first, size, samples: (regions,): where a region begins, the size of a bin, and how many samples a bin has, `most` at most.
    """
    n = Tensor.arange(most, device=first.device, dtype=first.dtype).reshape(1, 1, -1)
    bin_ = Tensor.arange(bins, device=first.device, dtype=first.dtype).reshape(1, -1, 1)
    by_region = [t.reshape(-1, 1, 1) for t in (first, size, samples.cast(first.dtype))]
    at = by_region[0] + (bin_ + (n + 0.5) / by_region[2]) * by_region[1]
    counted = (at >= -1) & (at <= length) & (n < by_region[2])
    at = at.clip(0, length - 1)
    low, positions = at.floor(), Tensor.arange(length, device=first.device, dtype=first.dtype)
    upper = (low + 1).minimum(length - 1)
    lower_share = counted.where(1 - (at - low), 0).unsqueeze(-1) * (positions == low.unsqueeze(-1))
    return lower_share, counted.where(at - low, 0).unsqueeze(-1) * (positions == upper.unsqueeze(-1))


def _roi_align(x: Tensor, rois: Tensor, batch: Tensor, mode: str, size: tuple[int, int], ratio: int, scale: float,
               shift: float) -> Tensor:
    """(regions, channels, *size): what RoiAlign pools.

    `x`: (images, channels, height, width). `rois`: (regions, 4), as x and y of the first and of the last corner, in units of 1 /
    `scale` pixels. `batch`: (regions,), which image. `mode`: "avg" or "max". `ratio`: samples of a bin along an axis, or 0 for as
    many as it has pixels, rounded up. `shift`: 0.5 where pixels have their centre there, as from version 16 on, or 0. The greatest
    number of samples is read on the host.
    """
    first, last = rois[:, :2] * scale - shift, rois[:, 2:] * scale - shift
    extent = last - first if shift else (last - first).maximum(1.0)  # as older versions have it, a region is at least one pixel
    images = x[batch.cast(dtypes.int64)]
    parts: list[tuple[Tensor, Tensor, Tensor]] = []
    for axis, bins, length in ((1, size[0], x.shape[2]), (0, size[1], x.shape[3])):
        each = extent[:, axis] / bins
        samples = each.ceil().maximum(1) if ratio <= 0 else each.full_like(ratio)
        most = ratio if ratio > 0 else max(int(on_host(samples.max())), 1)
        parts.append((*_shares(first[:, axis], each, bins, samples, most, length), samples.reshape(-1, 1, 1, 1)))
    (yl, yu, ny), (xl, xu, nx) = parts
    if mode == "avg":  # the mean along one axis after the other
        down, along = ((yl + yu) / ny).sum(2).unsqueeze(1), ((xl + xu) / nx).sum(2).unsqueeze(1)
        return (down @ images @ along.transpose(-1, -2)).cast(x.dtype)
    # the greatest of all weighted neighbours of all samples
    flat = [[p.flatten(1, 2).unsqueeze(1) for p in pair] for pair in ((yl, yu), (xl, xu))]
    corners = [v @ images @ h.transpose(-1, -2) for v in flat[0] for h in flat[1]]
    best = corners[0].maximum(corners[1]).maximum(corners[2]).maximum(corners[3])
    ys, xs = yl.shape[2], xl.shape[2]
    grid = best.reshape(*best.shape[:2], size[0], ys, size[1], xs)
    real = [(Tensor.arange(m, device=x.device) < n.reshape(-1, 1)) for m, n in ((ys, ny), (xs, nx))]
    counted = real[0].reshape(-1, 1, 1, ys, 1, 1) & real[1].reshape(-1, 1, 1, 1, 1, xs)
    return counted.where(grid, x.dtype.min).max((3, 5)).cast(x.dtype)


@op("RoiAlign", since=10, folds=False)
def roi_align_10(x: Tensor, rois: Tensor, batch: Tensor, *, mode: str = "avg", output_height: int = 1, output_width: int = 1,
                 sampling_ratio: int = 0, spatial_scale: float = 1.0) -> Tensor:
    return _roi_align(x, rois, batch, mode, (output_height, output_width), sampling_ratio, spatial_scale, 0.0)


@op("RoiAlign", since=16, folds=False)
def roi_align(x: Tensor, rois: Tensor, batch: Tensor, *, coordinate_transformation_mode: str = "half_pixel", mode: str = "avg",
              output_height: int = 1, output_width: int = 1, sampling_ratio: int = 0, spatial_scale: float = 1.0) -> Tensor:
    """x: (batch, channels, height, width), rois: (regions, 4) as x1 y1 x2 y2, batch: (regions,) -> (regions, channels, *output).

    Without a `sampling_ratio` the regions decide how many samples there are, and so are read while the graph is built.
    """
    shift = 0.5 if coordinate_transformation_mode == "half_pixel" else 0.0
    return _roi_align(x, rois, batch, mode, (output_height, output_width), sampling_ratio, spatial_scale, shift)


@op("MaxRoiPool", folds=False)
def max_roi_pool(x: Tensor, rois: Host, *, pooled_shape: Sequence[int], spatial_scale: float = 1.0) -> Tensor:
    """rois: (regions, 5) as batch x1 y1 x2 y2, of whole pixels; an empty bin gives 0."""
    rows: list[Tensor] = []
    for batch, *box in rois.tolist():
        if not (batch == int(batch) and 0 <= batch < x.shape[0]):
            raise IndexRangeError(f"a region is of the picture {batch:g}, and there are {x.shape[0]}", "Count pictures from 0.")
        x1, y1, x2, y2 = (math.floor(v * spatial_scale + 0.5) for v in box)
        part = x[int(batch)]
        for axis, (begin, end, bins) in enumerate(((y1, y2, pooled_shape[0]), (x1, x2, pooled_shape[1])), 1):
            part = _binned(part, axis, begin, max(end - begin + 1, 1), bins)
        rows.append(part)
    return Tensor.stack(*rows) if rows else Tensor.zeros(0, x.shape[1], *pooled_shape, dtype=x.dtype, device=x.device)


def _binned(x: Tensor, axis: int, begin: int, size: int, bins: int) -> Tensor:
    """The greatest element of each bin of a range of an axis."""
    length = x.shape[axis]
    found: list[Tensor] = []
    for i in range(bins):
        low = min(max(begin + math.floor(i * size / bins), 0), length)
        high = min(max(begin + math.ceil((i + 1) * size / bins), 0), length)
        index = (*[slice(None)] * axis, slice(low, high))
        found.append(x[index].max(axis, keepdim=True) if high > low else x[(*[slice(None)] * axis, slice(0, 1))].zeros_like())
    return found[0].cat(*found[1:], dim=axis)


# ---- windows


@op("MaxUnpool", since=9)
def max_unpool(x: Tensor, positions: Tensor, sizes: Host | None = None, *, kernel_shape: Sequence[int],
               pads: Ints = None, strides: Ints = None) -> Tensor:
    """Each value at its position (counted in the whole result of the least size), elsewhere 0; zeros behind that up to `sizes`."""
    count = len(kernel_shape)
    steps, border = strides or [1] * count, pads or [0] * 2 * count
    least = [(n - 1) * s - border[i] - border[count + i] + k
             for i, (n, s, k) in enumerate(zip(x.shape[2:], steps, kernel_shape, strict=True))]
    inside = positions.cast(dtypes.int64).flatten() % math.prod(least)
    done = x.max_unpool2d(inside.reshape(x.shape), tuple(kernel_shape), tuple(steps), output_size=tuple(least))
    target_sizes = list(done.shape) if sizes is None else integers(sizes)
    return done.pad([(0, n - m) for n, m in zip(target_sizes, done.shape, strict=True)])


@op("Col2Im", since=18)
def col2im(x: Tensor, image_shape: Host, block_shape: Host, *, dilations: Ints = None,
           pads: Ints = None,
           strides: Ints = None) -> Tensor:
    """x: (batch, channels * block, blocks) -> (batch, channels, *image): each block added where it stands."""
    image, block = integers(image_shape), integers(block_shape)
    count = len(image)
    spread, steps, border = dilations or [1] * count, strides or [1] * count, pads or [0] * 2 * count
    whole = [n + border[i] + border[count + i] for i, n in enumerate(image)]
    columns = [(n - d * (k - 1) - 1) // s + 1 for n, k, d, s in zip(whole, block, spread, steps, strict=True)]
    size = math.prod(block)
    # what a transposed convolution does with a kernel that has one 1 for each element of the block
    kernel = Tensor.eye(size, dtype=x.dtype, device=x.device).reshape(size, 1, *block).repeat(x.shape[1] // size, *[1] * (count + 1))
    done = x.reshape(*x.shape[:2], *columns).conv_transpose2d(kernel, groups=x.shape[1] // size, stride=tuple(steps),
                                                              dilation=tuple(spread))
    return done.pad([(0, 0), (0, 0), *[(-border[i], n - m + border[i]) for i,
                                       (n, m) in enumerate(zip(image, done.shape[2:], strict=True))]])


@op("DeformConv", since=19)
def deform_conv(x: Tensor, w: Tensor, offset: Tensor, bias: Tensor | None = None, mask: Tensor | None = None, *,
                dilations: Ints = None, group: int = 1, kernel_shape: Ints = None,
                offset_group: int = 1,
                pads: Ints = None, strides: Ints = None) -> Tensor:
    """A convolution whose every element is read where `offset` moves it to, between its neighbours; `mask` weighs each."""
    kernel, space = w.shape[2:], x.shape[2:]
    count, size = len(kernel), math.prod(w.shape[2:])
    steps, spread = strides or [1] * count, dilations or [1] * count
    border, out = window_pads(space, kernel, steps, spread, "NOTSET", pads), offset.shape[2:]
    moved = offset.reshape(x.shape[0], offset_group, size, count, *out)
    at: list[Tensor] = []
    for i in range(count):
        tap = np.arange(size) // math.prod(kernel[i + 1:]) % kernel[i] * spread[i] - border[i][0]
        here = (np.arange(out[i]) * steps[i]).reshape([-1 if a == i else 1 for a in range(count)])
        start = tap.reshape(-1, *[1] * count) + here
        at.append((moved[:, :, :, i] + Tensor(start.astype(np.float32), device=x.device).cast(x.dtype)).flatten(0, 1))
    grouped = x.reshape(x.shape[0] * offset_group, x.shape[1] // offset_group, *space)
    seen = between(grouped, at)  # (batch * offset groups, channels / offset groups, size, *out)
    if mask is not None: seen = seen * mask.reshape(x.shape[0] * offset_group, 1, size, *out)
    columns = seen.reshape(x.shape[0], group, x.shape[1] // group * size, math.prod(out))
    done = (w.reshape(group, w.shape[0] // group, -1) @ columns).reshape(x.shape[0], w.shape[0], *out)
    return done if bias is None else done + by_channel(bias, done)


@op("Det", since=11)
def det(x: Tensor) -> Tensor: return x.det()
