"""Indexing: `x[...]`, `x[...] = v`, gather, scatter, one-hot.

Inputs: a tensor and integers, slices, None, Ellipsis, integer tensors or lists, or one bool mask. Outputs: the selected elements.
Invariants: indexing with integers and slices is a view; a known index is checked; through a computed one that falls outside its axis a
read gives `index_check.poison`, and a write leaves that in all the elements that it might have addressed.
"""
from __future__ import annotations

from collections.abc import Callable, Collection
from typing import TYPE_CHECKING

from heddle.dtype import DType, dtypes, sum_acc_dtype
from heddle.errors import AxisError, DTypeError, ShapeError
from heddle.tensor.index_kernels import last_along, sums_along
from heddle.tensor.node_builders import broadcast_shapes, constant, mark, mixed_devices, resolve_axis
from heddle.tensor.ops.index_check import marked, outside
from heddle.tensor.ops.reduce import position_dtype
from heddle.tensor.ops.subscript import Subscript, fitting, read_subscript, take_view, write_view
from heddle.uop.symbol import most

if TYPE_CHECKING:
    from heddle.tensor.tensor import Tensor


class IndexingMixin:
    """Indexing methods."""

    __slots__ = ()

    def __getitem__(self: Tensor, indices: object) -> Tensor:
        """The elements at `indices`, as NumPy has it; ints beside tensors select before these do, as in torch.

        IndexRangeError for an int or list outside its axis, ShapeError for too many indices.
        """
        subscript = read_subscript(self, indices)
        view = take_view(self, subscript)
        return pick(view, subscript.picks, subscript.checked) if subscript.picks else view

    def __setitem__(self: Tensor, indices: object, v: object) -> None:
        """Writes `v`, broadcast, to the elements at `indices`; for repeated indices the last value wins.

        All views see it. What is in memory is written to at once. A mask is read if `v` has a value for each selected element.
        """
        if isinstance(indices, type(self)) and indices.dtype.is_bool(): return self._set_masked(indices, self._fitting(v))
        subscript, value = read_subscript(self, indices), self._fitting(v)
        if subscript.picks: return self._set_picked(subscript, value)
        is_alone = self._storage is None or not (self._memory is not None or self._storage.has_others(self))
        view = take_view(self, subscript)
        if is_alone: self._write(write_view(self, view, value))  # a view of unrealized values: no need to compute it now
        elif view.numel(): view._write(fitting(value, view.shape))
        elif self._storage is not None: self._storage.leave()  # nothing is written, but the result is a value of its own from now on

    def _set_picked(self: Tensor, subscript: Subscript, value: Tensor) -> None:
        x = self._uncast()
        x._set_all(write_picked(x, take_view(x, subscript), subscript.picks, value.bitcast(x.dtype), subscript.checked))

    def _set_masked(self: Tensor, mask: Tensor, value: Tensor) -> None:
        """Assigns where `mask`, of the first axes, is true: `value` broadcasts, or has one row per true element, in C order.
        AxisError if `mask` has another shape; with one row per element their number is read on the host."""
        if mask.shape != self.shape[:mask.ndim]:
            raise AxisError(f"a mask of shape {mask.shape} does not fit a tensor of shape {self.shape}",
                            "Give a mask of the same shape, or of its first axes.")
        inner = self.shape[mask.ndim:]
        if value.ndim == len(inner) + 1 and value.shape[0] != 1 and value.shape[:1] != mask.shape:
            # one value for each selected element, as in NumPy; else it broadcasts over these, or has the axes of the mask itself
            value = fitting(value, (int(mask.sum().item()), *inner))
            if not value.shape[0]: return
            number = mask.flatten().cast(_index_dtype(mask)).cumsum(0) - 1
            value = rows_of(value, number.reshape(mask.shape))
        x = self._uncast()
        x._set_all(mask.reshape((*mask.shape, *[1] * (self.ndim - mask.ndim))).where(value.bitcast(x.dtype), x))

    def _set_all(self: Tensor, value: Tensor) -> None:
        self._write(value)
        if self._memory is not None: self.realize()

    def _fitting(self: Tensor, v: object) -> Tensor:
        return v.cast(self.dtype) if isinstance(v, type(self)) else self._converted(v, self.dtype)

    # ---- along one axis

    def gather(self: Tensor, dim: int, index: Tensor) -> Tensor:
        """result[i][j] = self[index[i][j]][j] for dim 0, and so on. index: integers, no larger than self on the other axes.

        IndexRangeError for an index outside that is known now; through one that is computed NaN, or the last integer of the dtype.
        """
        axis = resolve_axis(dim, self.ndim, "gather")
        if not self.shape and not index.shape: return self.reshape(1).gather(0, index.reshape(1)).reshape(())
        _check_index("gather", self, index, axis)
        return marked(self._gather(axis, index), outside("gather", index, self.shape[axis]))

    def _gather(self: Tensor, axis: int, index: Tensor) -> Tensor:
        """`gather` with a valid index."""
        index = _wide(index, self.shape[axis])
        x = self.shrink([None if a == axis else (0, n) for a, n in enumerate(index.shape)])
        if self._needs_grad:  # the gradient of a gather from the flat tensor would compare every index with every element
            return index._one_hot_bool(self.shape[axis]).where(_rows_last(x, axis), 0).sum(-1).cast(self.dtype)
        flat = index.cast(_index_dtype(x))
        stride, total = 1, flat.zeros_like()
        beyond = (flat < 0) | (flat >= x.shape[axis])
        for a in range(x.ndim - 1, -1, -1):
            along = flat if a == axis else type(self).arange(x.shape[a], device=self.device, dtype=flat.dtype)._on_axis(a, x.ndim)
            total = total + along * stride
            stride *= x.shape[a]
        return rows_of(x.flatten(), beyond.where(-1, total))

    def index_select(self: Tensor, dim: int, index: object) -> Tensor:
        """The slices of `dim` selected by the 1-D integer `index`, as `x[index]` does."""
        axis = resolve_axis(dim, self.ndim, "index_select")
        return self[(*[slice(None)] * axis, index)]

    def scatter(self: Tensor, dim: int, index: Tensor, src: float | Tensor, reduce: str | None = None) -> Tensor:
        """This tensor with self[index[i][j]][j] = src[i][j] for dim 0, and so on; reduce "add" or "multiply" combines.

        Of several values for one place the last one stays. An index outside is an IndexRangeError, or, where it is computed, leaves
        NaN (or the last integer of the dtype) all along `dim`.
        """
        if reduce not in (None, "add", "multiply"):
            raise DTypeError(f"scatter has no reduce {reduce!r}",
                             'There are: "add", "multiply".')
        axis = resolve_axis(dim, self.ndim, "scatter")
        if not self.shape: return _on_an_axis(self, index, src, lambda x, i, s: x.scatter(0, i, s, reduce))
        wide, sources = self._sources("scatter", axis, index, src)
        return marked(self._placed(axis, wide, sources, reduce), self._lost("scatter", axis, index))

    def _placed(self: Tensor, axis: int, index: Tensor, src: Tensor, reduce: str | None) -> Tensor:
        """This tensor with the sources that go to each element: added, multiplied, or the last of them in its place."""
        if reduce == "add" and (sums := self._sums_along(axis, index, src, sum_acc_dtype(self.dtype))) is not None:
            return self + sums.cast(self.dtype)
        if not (reduce or src._needs_grad) and (found := self._last_along(axis, index, src)) is not None: return found
        hit, values = self._hits(axis, index, src)
        if reduce == "add": return self + hit.where(values, 0).sum(-1).cast(self.dtype)
        if reduce == "multiply": return self * hit.where(values, 1).prod(-1).cast(self.dtype)
        last = hit.where(type(self).arange(1, index.shape[axis] + 1, device=self.device), 0)
        chosen = hit & (last == last.max(-1, keepdim=True))
        return hit.any(-1).where(chosen.where(values, 0).sum(-1).cast(self.dtype), self)

    def scatter_add(self: Tensor, dim: int, index: Tensor, src: Tensor) -> Tensor:
        """This tensor with `src` added at the elements that `index` selects."""
        return self.scatter(dim, index, src, "add")

    def scatter_reduce(self: Tensor, dim: int, index: Tensor, src: Tensor, reduce: str, include_self: bool = True) -> Tensor:
        """Reduces the elements of `src` into the elements that `index` selects: "sum", "prod", "mean", "amax", "amin".

        Without `include_self` the value that was there counts only where nothing comes.
        """
        if reduce not in ("sum", "prod", "mean", "amax", "amin"):
            raise DTypeError(f"scatter_reduce has no reduce {reduce!r}", 'There are: "sum", "prod", "mean", "amax", "amin".')
        axis = resolve_axis(dim, self.ndim, "scatter_reduce")
        if not self.shape: return _on_an_axis(self, index, src, lambda x, i, s: x.scatter_reduce(0, i, s, reduce, include_self))
        wide, sources = self._sources("scatter_reduce", axis, index, src)
        if reduce in ("sum", "mean") and self.dtype.is_float():
            combined = self._reduced_along(axis, wide, sources, reduce, include_self)
            if combined is not None: return marked(combined, self._lost("scatter_reduce", axis, index))
        hit, values = self._hits(axis, wide, sources)
        if not index.numel(): return self
        own, came = self.unsqueeze(-1), hit.any(-1)
        if include_self: hit, values = hit.cat(own.full_like(True, dtype="bool"), dim=-1), values.expand(hit.shape).cat(own, dim=-1)
        kept = hit.where(values, {"prod": 1, "amax": self.dtype.min, "amin": self.dtype.max}.get(reduce, 0)).cast(self.dtype)
        if reduce == "prod": combined = kept.prod(-1)
        elif reduce in ("amax", "amin"): combined = kept.max(-1) if reduce == "amax" else kept.min(-1)
        else: combined = kept.sum(-1, dtype=self._scatter_sum_dtype(reduce))
        if reduce == "mean":
            count = hit.sum(-1).maximum(1)
            # uint64 with int32 is a float
            combined = combined / count if self.dtype.is_float() else combined // count.cast(combined.dtype)
        return marked(came.where(combined.cast(self.dtype), self), self._lost("scatter_reduce", axis, index))

    def _last_along(self: Tensor, axis: int, index: Tensor, src: Tensor) -> Tensor | None:
        """This tensor with the last of the sources that go to each element; None where it is not looked for row by row."""
        if (last := last_along(index, axis, self.shape[axis])) is None: return None
        found = src.gather(axis, (last - 1).maximum(0))
        return (last.pad_to(self.shape) > 0).where(found.pad_to(self.shape), self)

    def _reduced_along(self: Tensor, axis: int, index: Tensor, src: Tensor, reduce: str, include_self: bool) -> Tensor | None:
        """`scatter_reduce` of floats with "sum" or "mean"; None where sums are not made row by row."""
        kind = sum_acc_dtype(self.dtype)
        if (sums := self._sums_along(axis, index, src, kind)) is None: return None
        if include_self:
            sums = self + sums
            if reduce == "sum": return sums.cast(self.dtype)
        counts = self._sums_along(axis, index, index.full_like(1.0, dtype=kind), kind)
        assert counts is not None
        came = counts > 0
        if reduce == "mean": sums = sums / (counts + 1 if include_self else counts.maximum(1))
        return came.where(sums.cast(self.dtype), self)

    def _sums_along(self: Tensor, axis: int, index: Tensor, src: Tensor, dtype: DType) -> Tensor | None:
        """The sums of the sources that go to each element of this tensor, in `dtype`; None where they are not made row by row."""
        sums = sums_along(src.cast(dtype), index, axis, self.shape[axis])
        return None if sums is None else sums.pad_to(self.shape)

    def _scatter_sum_dtype(self: Tensor, reduce: str) -> DType:
        """The dtype of the sums: those of a mean of integers may overflow the dtype though the mean does not."""
        if reduce == "mean" and not self.dtype.is_float(): return dtypes.uint64 if self.dtype.is_unsigned() else dtypes.int64
        return sum_acc_dtype(self.dtype)

    def _lost(self: Tensor, what: str, axis: int, index: Tensor) -> Tensor | None:
        """The rows along `axis` with an index out of range; None if there are none."""
        lost = outside(what, index, self.shape[axis])
        if lost is None: return None
        return lost.any(axis, keepdim=True).pad_to(self._beside(axis))

    def _beside(self: Tensor, axis: int) -> list[int | None]:
        """The shape, with None for `axis`."""
        return [None if a == axis else n for a, n in enumerate(self.shape)]

    def _sources(self: Tensor, what: str, axis: int, index: Tensor, src: Tensor | float) -> tuple[Tensor, Tensor]:
        """The index, in a dtype that holds an invalid one, and what goes there, of the same shape."""
        _check_index(what, self, index, axis)
        src = self._operand(src)
        if isinstance(src, (int, float)): src = index.full_like(src, dtype=self.dtype)
        if src.ndim != index.ndim or any(s < i for s, i in zip(src.shape, index.shape, strict=True)):
            raise ShapeError(f"{what} needs a source for each index: {index.shape}, not {src.shape}",
                             "Expand the source to the shape of the index.")
        return _wide(index, self.shape[axis]), src.shrink([(0, n) for n in index.shape]).cast(self.dtype)

    def _hits(self: Tensor, axis: int, index: Tensor, src: Tensor) -> tuple[Tensor, Tensor]:
        """A mask, for each element of this tensor and, on a last axis, each source, of the sources that go there; and the sources."""
        index, src = index.pad_to(self._beside(axis), value=-1), src.pad_to(self._beside(axis))
        # the axis of the sources goes last, beside the axis of the targets
        hit = _rows_last(index, axis) == type(self).arange(self.shape[axis], device=self.device, dtype=index.dtype).reshape(
            [*[-1 if a == axis else 1 for a in range(self.ndim)], 1])
        return hit, _rows_last(src, axis)

    # ---- masks

    def masked_select(self: Tensor, mask: Tensor, size: int | None = None, fill_value: object = 0) -> Tensor:
        """(n,): the elements where `mask` is true. Looks at the mask now, because its values decide the shape.

        With `size` nothing is looked at: (size,), the first so many of them, and `fill_value` where there are fewer.
        """
        import numpy as np
        mask = mask.expand(self.shape)
        if size is not None:
            positions, is_one = _true_positions(mask.bool(), size, "masked_select")
            return is_one.where(rows_of(self.flatten(), positions), fill_value).cast(self.dtype)
        return rows_of(self.flatten(), type(self)(np.flatnonzero(mask.numpy()).astype(_index_dtype(self).name), self.device))

    def nonzero(self: Tensor, size: int | None = None, fill_value: int = 0) -> Tensor:
        """(n, axes) int32: where the value is other than 0. Looks at the values now.

        With `size` nothing is looked at: (size, axes), the first so many of them, and rows of `fill_value` where there are fewer.
        """
        import numpy as np
        kind = position_dtype(max(map(most, self.shape), default=1))
        if size is None: return type(self)(np.argwhere(self.numpy()).astype(kind.name), self.device)
        positions, is_one = _true_positions(self != 0, size, "nonzero")
        columns: list[Tensor] = []
        inner = self.numel()
        for n in self.shape:
            inner //= max(n, 1)
            columns.append(is_one.where(positions // max(inner, 1) % max(n, 1), fill_value))
        if not columns: return self._of(constant(kind, 0, (size, 0), self.device), False)
        return columns[0].stack(*columns[1:], dim=1).cast(kind)

    def one_hot(self: Tensor, num_classes: int = -1) -> Tensor:
        """(...) -> (..., num_classes) int32: 1 at the index, else 0. -1 takes as many classes as needed, looking at the values.

        IndexRangeError for an index outside that is known now; one that is computed gives the least int32 in all classes.
        """
        if self.dtype.is_float():
            raise DTypeError(f"one_hot needs integers, got {self.dtype.name}",
                             "Cast it with .cast(dtypes.int32).")
        if num_classes == -1:
            if not self.numel(): raise ShapeError("one_hot of nothing does not say how many classes there are", "Give num_classes.")
            num_classes = int(self.max().item()) + 1
        lost = outside("one_hot", self, num_classes)
        return marked(self._one_hot_bool(num_classes).int(), None if lost is None else lost.unsqueeze(-1))

    def _one_hot_bool(self: Tensor, num_classes: int) -> Tensor:
        """Whether the index equals each class; all false for one out of range."""
        index = _wide(self, num_classes)
        return index.unsqueeze(-1) == type(self).arange(num_classes, device=self.device, dtype=index.dtype)


def _true_positions(mask: Tensor, size: int, what: str) -> tuple[Tensor, Tensor]:
    """(size,) each: the flat indices of the first `size` true elements, and whether there are so many.

    Element i that is true is the one with number cumsum(mask)[i]; so index k is the number of elements whose count is at most k.
    """
    if size < 0: raise ShapeError(f"{what} needs a size of at least 0, got {size}", "Give a number of elements.")
    make, kind = type(mask), _index_dtype(mask)
    counts, rank = mask.flatten().cast(kind).cumsum(0), make.arange(size, device=mask.device, dtype=kind)
    if not counts.numel() or not size: return rank, make.full((size,), False, device=mask.device)
    positions = (counts.unsqueeze(0) <= rank.unsqueeze(1)).cast(kind).sum(1)
    return positions, rank < counts[-1]


def _on_an_axis(x: Tensor, index: Tensor, src: Tensor | float, scatter: Callable[[Tensor, Tensor, Tensor], Tensor]) -> Tensor:
    """`scatter` on a tensor without axes, as if it had one of size 1."""
    src = x._operand(src)
    if isinstance(src, (int, float)): src = index.full_like(src, dtype=x.dtype)
    if index.shape or src.shape:
        raise ShapeError(f"a tensor without axes is scattered to by an index and a source without axes, got {index.shape}",
                         "Give an index and a source of shape ().")
    return scatter(x.reshape(1), index.reshape(1), src.reshape(1)).reshape(())


def _rows_last(x: Tensor, axis: int) -> Tensor:
    """A copy of `axis` at the end; the axis itself has size 1."""
    return x.unsqueeze(-1).transpose(axis, -1)


def _wide(index: Tensor, size: int) -> Tensor:
    """The index in a dtype that holds every index of an axis of `size`, and an invalid one: narrow integers do not hold the size."""
    if index.dtype is dtypes.uint64: return (index > dtypes.int64.max).where(-1, index.cast(dtypes.int64))
    if not index.dtype.is_integer(): return index
    return index.cast(dtypes.int64 if index.dtype.itemsize + index.dtype.is_unsigned() > 4 else position_dtype(size))


def _index_dtype(x: Tensor) -> DType: return position_dtype(x.numel())


def _check_index(what: str, x: Tensor, index: Tensor, axis: int) -> None:
    """DTypeError unless the index has integers, ShapeError unless it has the axes of `x` and fits on the others."""
    if not index.dtype.is_integer():
        raise DTypeError(f"{what} needs an integer index, got {index.dtype.name}",
                         "Cast it with .cast(dtypes.int32).")
    if index.ndim != x.ndim or any(a != axis and i > n for a, (i, n) in enumerate(zip(index.shape, x.shape, strict=False))):
        raise ShapeError(f"{what} along axis {axis} needs an index no larger than {x.shape} on the other axes, got {index.shape}",
                         "Shrink the index on the other axes.")


def rows_of(x: Tensor, index: Tensor, clamped: bool = False) -> Tensor:
    """x[index]: rows of axis 0; an index out of range gives 0, or the nearest row if `clamped`."""
    if x.uop.device and index.uop.device and x.device != index.device: raise mixed_devices("indexing", [x.uop, index.uop])
    return x._of(mark(x.uop.gather(index.uop, clamped)), x._needs_grad)


def pick(x: Tensor, picks: dict[int, Tensor], checked: Collection[int] = ()) -> Tensor:
    """Elements of `x` by integer tensors on some axes; these broadcast together.

    Their axes stand where the first of them was if they are neighbours, else in front. Those on `checked` axes are known to be inside.
    """
    axes = sorted(picks)
    lost = _outside_of(x, picks, checked)
    x, index = _flat_index(x, picks)
    return _picked(x, index, axes, lost)


def _picked(x: Tensor, index: Tensor, axes: list[int], lost: Tensor | None = None) -> Tensor:
    """Rows of x, with the axes of the index in place of those that it indexes. Where it is out of range they are `lost`."""
    rows = rows_of(x, index, clamped=True)
    if lost is not None: rows = marked(rows, lost.reshape((*lost.shape, *[1] * (rows.ndim - lost.ndim))))
    at = _first_of(axes)
    order = [*range(index.ndim, index.ndim + at), *range(index.ndim), *range(index.ndim + at, rows.ndim)]
    return rows.permute(order)


def _first_of(axes: list[int]) -> int:
    """Where the axes of the index stand: in place of those that it indexes if these are neighbours, else in front."""
    return axes[0] if axes == list(range(axes[0], axes[-1] + 1)) else 0


def _outside_of(x: Tensor, picks: dict[int, Tensor], checked: Collection[int]) -> Tensor | None:
    """A mask of indices out of range, in their broadcast shape; None if they are all valid."""
    masks = [outside("indexing", picks[a], x.shape[a], least=-x.shape[a]) for a in sorted(picks) if a not in checked]
    found = [mask for mask in masks if mask is not None]
    if not found: return None
    shape = broadcast_shapes([index.shape for index in picks.values()], "indexing")
    lost = found[0]
    for mask in found[1:]: lost = lost | mask
    return lost.expand(shape)


def _flat_index(x: Tensor, picks: dict[int, Tensor]) -> tuple[Tensor, Tensor]:
    """x with the indexed axes merged in front, and one flat index into them."""
    axes = sorted(picks)
    shape = broadcast_shapes([picks[a].shape for a in axes], "indexing")
    kind = _index_dtype(x)
    total: Tensor | None = None
    for a in axes:
        i = picks[a].cast(kind) if picks[a].dtype.itemsize < kind.itemsize else _wide(picks[a], x.shape[a])
        if not i.dtype.is_unsigned(): i = (i < 0).where(i + x.shape[a], i)
        if len(axes) > 1: i = ((i < 0) | (i >= x.shape[a])).where(-x.numel() - 1, i)
        total = i if total is None else total * x.shape[a] + i
    assert total is not None
    if len(axes) > 1: total = (total < 0).where(-1, total)
    x = x.permute([*axes, *[a for a in range(x.ndim) if a not in picks]])
    return x.flatten(0, len(axes) - 1), total.expand(shape)


def write_picked(whole: Tensor, view: Tensor, picks: dict[int, Tensor], value: Tensor, checked: Collection[int]) -> Tensor:
    """`whole` with `value` at the elements of `view` that `picks` select."""
    axes = sorted(picks)
    lost = _outside_of(view, picks, checked)
    rows, index = _flat_index(view, picks)
    picked = _picked(rows, index, axes)
    value, at = fitting(value, picked.shape), _first_of(axes)
    value = value.permute([*range(at, at + index.ndim), *range(at), *range(at + index.ndim, value.ndim)])
    value, flat = value.flatten(0, max(index.ndim - 1, 0)) if index.ndim else value.unsqueeze(0), index.flatten()
    if not flat.numel() or not view.numel(): return whole
    # for repeated rows, the last value wins
    make = type(whole)
    if (source := last_along(flat, 0, rows.shape[0])) is None:
        hit = make.arange(rows.shape[0], device=whole.device, dtype=flat.dtype).unsqueeze(1) == flat.unsqueeze(0)
        source = hit.where(make.arange(1, flat.shape[0] + 1, device=whole.device), 0).max(1)
    new = (source > 0).reshape((-1, *[1] * (rows.ndim - 1))).where(rows_of(value, source - 1), rows)
    if lost is not None: new = marked(new, lost.any())
    order = [*axes, *[a for a in range(view.ndim) if a not in picks]]
    new = new.reshape([view.shape[a] for a in order]).permute([order.index(a) for a in range(view.ndim)])
    return write_view(whole, view, new)
