"""Kernels as users write them, for tests of custom_kernel on every runtime."""
from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import numpy as np

from heddle import Tensor, UOp
from heddle.dtype import AddrSpace, dtypes
from heddle.uop import AxisType, KernelInfo, Ops

REG, LOCAL = AddrSpace.REG, AddrSpace.LOCAL


def add_one(b: UOp, a: UOp) -> UOp:
    a, b = a.flatten(), b.flatten()
    i = UOp.range(a.shape[0], 0)
    return b[i].store(a[i] + 1).end(i).sink(arg=KernelInfo("add_one"))


def sums_and_products(c: UOp, d: UOp, a: UOp, b: UOp) -> UOp:
    i = UOp.range(a.shape[0], 0)
    return UOp.group(c[i].store(a[i] + b[i]), d[i].store(a[i] * b[i])).end(i).sink(arg=KernelInfo("sums_and_products"))


def rows_reduced(b: UOp, a: UOp) -> UOp:
    i, k = UOp.range(a.shape[0], 0), UOp.range(a.shape[1], 1, AxisType.REDUCE)
    return b[i].store(a[i, k].reduce(k, arg=Ops.ADD)).end(i).sink(arg=KernelInfo("rows"))


def rows_summed(b: UOp, a: UOp) -> UOp:
    """In a register."""
    i, k = UOp.range(a.shape[0], 0), UOp.range(a.shape[1], 1, AxisType.REDUCE)
    row = a[i, :]
    acc = UOp.placeholder((1,), b.dtype, 0, REG)
    acc = acc.after(i)[0].set(0)
    acc = acc[0].set(acc.after(k)[0] + row[k], end=k)
    return b[i].set(acc[0], end=i).sink(arg=KernelInfo("rows_summed", opts_to_apply=()))


def product(c: UOp, a: UOp, b: UOp) -> UOp:
    """In the result itself."""
    i, j, k = UOp.range(c.shape[0], 0), UOp.range(c.shape[1], 1), UOp.range(a.shape[1], 2, axis_type=AxisType.REDUCE)
    c = c[i, j].set(0.0)
    c = c[i, j].set(c.after(k)[i, j] + a[i, k] * b[k, j], end=k)
    return c.end(i, j).sink(arg=KernelInfo("product", opts_to_apply=()))


def tiled_product(c: UOp, a: UOp, b: UOp) -> UOp:
    """Tiles that a work-group copies together."""
    t = 4
    gi, gj = UOp.range(a.shape[0] // t, 0, AxisType.GLOBAL), UOp.range(b.shape[1] // t, 1, AxisType.GLOBAL)
    li, lj = UOp.range(t, 2, AxisType.LOCAL), UOp.range(t, 3, AxisType.LOCAL)
    k = UOp.range(a.shape[1] // t, 4, AxisType.REDUCE)
    i, j = gi * t + li, gj * t + lj
    sa, sb = (UOp.placeholder((t, t), a.dtype, n, LOCAL) for n in range(2))
    acc = UOp.placeholder((1,), c.dtype, 0, REG).after(gi, gj, li, lj)[0].set(0)
    copied = UOp.group(sa.after(k)[li, lj].store(a[i, k * t + lj]), sb.after(k)[li, lj].store(b[k * t + li, j])).barrier()
    sa, sb, total = sa.after(copied), sb.after(copied), acc.after(k)[0]
    for n in range(t): total = total + sa[li, n] * sb[n, lj]
    acc = acc.after(acc[0].store(total).barrier().end(k))
    return c[i, j].store(acc[0]).end(gi, gj, li, lj).sink(arg=KernelInfo("tiled_product", opts_to_apply=()))


def softmax(b: UOp, a: UOp) -> UOp:
    i, j = UOp.range(a.shape[0], 0), UOp.range(a.shape[1], 1)
    k, m = (UOp.range(a.shape[1], n, AxisType.REDUCE) for n in (2, 3))
    top = a[i, k].reduce(k, arg=Ops.MAX)
    total = (a[i, m] - top).exp().reduce(m, arg=Ops.ADD)
    return b[i, j].store((a[i, j] - top).exp() / total).end(i, j).sink(arg=KernelInfo("softmax"))


def rope(out: UOp, x: UOp) -> UOp:
    """Pairs (n, n + half) of each row, turned by an angle that grows with the row."""
    i, n = UOp.range(x.shape[0], 0), UOp.range(x.shape[1] // 2, 1)
    half = x.shape[1] // 2
    angle = i.cast(x.dtype) * (n.cast(x.dtype) * (-math.log2(10000.0) / half)).exp2()
    c, s, a, b = angle.cos(), angle.sin(), x[i, n], x[i, n + half]
    stores = UOp.group(out[i, n].store(a * c - b * s), out[i, n + half].store(b * c + a * s))
    return stores.end(i, n).sink(arg=KernelInfo("rope"))


def reversed_in_groups(b: UOp, a: UOp) -> UOp:
    g, item = UOp.special(a.shape[0] // 4, "gidx0"), UOp.special(4, "lidx0")
    tile = UOp.placeholder((4,), a.dtype, 0, LOCAL)
    tile = tile.after(tile[item].store(a[g * 4 + item]).barrier())
    return b[g * 4 + item].store(tile[3 - item]).sink(arg=KernelInfo("reversed_in_groups", opts_to_apply=()))


def tree_sum(b: UOp, a: UOp) -> UOp:
    """One sum, by items that add up pairs; what each has read before a barrier it uses after it."""
    item = UOp.special(8, "lidx0")
    tile = UOp.placeholder((8,), a.dtype, 0, LOCAL)
    own = a[item] * 2.0
    tile = tile.after(tile[item].store(own).barrier())
    for width in (4, 2, 1):
        other = (item < width).where(tile[(item + width) % 8], 0)
        mine = tile[item] + other
        read = tile.after(mine.barrier())
        tile = read.after(read[item.valid(item < width)].store(mine).barrier())
    return UOp.group(b[item].store(tile[0] - own)).sink(arg=KernelInfo("tree_sum", opts_to_apply=()))


def running_sum(b: UOp, a: UOp) -> UOp:
    """Each element is read where the iteration before stored it."""
    i = UOp.range(a.shape[0], 0)
    before = (i > 0).where(b.after(i)[i - 1], 0)
    return b[i].store(before + a[i]).end(i).sink(arg=KernelInfo("running_sum"))


def picked(b: UOp, a: UOp, index: UOp) -> UOp:
    """Rows by an index from memory; 0 for what is outside."""
    i, j = UOp.range(index.shape[0], 0), UOp.range(a.shape[1], 1)
    row = index[i]
    inside = (row >= 0) & (row < a.shape[0])
    return b[i, j].store(inside.where(a[row, j], 0)).end(i, j).sink(arg=KernelInfo("picked"))


def histogram(b: UOp, a: UOp) -> UOp:
    """In registers that are indexed by what was read."""
    i, z, w = UOp.range(a.shape[0], 0, AxisType.REDUCE), UOp.range(4, 1), UOp.range(4, 2)
    counts = UOp.placeholder((4,), dtypes.int32, 0, REG)
    counts = counts.after(counts[z].store(0).end(z))
    bucket = (a[i] & 3)
    counts = counts.after(counts.after(i)[bucket.valid((bucket >= 0) & (bucket < 4))].store(
        ((bucket >= 0) & (bucket < 4)).where(counts.after(i)[bucket], 0) + 1).end(i))
    return b[w].store(counts[w]).end(w).sink(arg=KernelInfo("histogram", opts_to_apply=()))


def reference_rope(x: np.ndarray) -> np.ndarray:
    half = x.shape[1] // 2
    angle = np.arange(len(x))[:, None] * 10000.0 ** (-np.arange(half) / half)
    a, b = x[:, :half], x[:, half:]
    return np.hstack([a * np.cos(angle) - b * np.sin(angle), b * np.cos(angle) + a * np.sin(angle)])


def _softmax(x: np.ndarray) -> np.ndarray:
    e = np.exp(x - x.max(1, keepdims=True))
    return e / e.sum(1, keepdims=True)


def _data(*shape: int) -> np.ndarray: return np.random.default_rng(len(shape)).standard_normal(shape).astype(np.float32)


Case = tuple[Callable[..., UOp], tuple[int, ...], list[np.ndarray], Callable[..., np.ndarray]]
#: name -> kernel, shape of the result, arguments, what NumPy says
CASES: dict[str, Case] = {
    "elementwise": (add_one, (5, 3), [_data(5, 3)], lambda a: a + 1),
    "reduction": (rows_reduced, (7,), [_data(7, 33)], lambda a: a.sum(1)),
    "register": (rows_summed, (7,), [_data(7, 33)], lambda a: a.sum(1)),
    "product": (product, (5, 6), [_data(5, 7), _data(7, 6)], np.matmul),
    "tiled": (tiled_product, (8, 12), [_data(8, 16), _data(16, 12)], np.matmul),
    "softmax": (softmax, (6, 37), [_data(6, 37)], _softmax),
    "rope": (rope, (9, 8), [_data(9, 8)], reference_rope),
    "groups": (reversed_in_groups, (12,), [_data(12)], lambda a: a.reshape(3, 4)[:, ::-1].reshape(12)),
    "tree": (tree_sum, (8,), [_data(8)], lambda a: 2 * a.sum() - 2 * a),
    "running": (running_sum, (11,), [_data(11)], np.cumsum),
    "picked": (picked, (5, 3), [_data(6, 3), np.array([5, 0, -1, 6, 2], np.int32)],
               lambda a, i: np.where(((i >= 0) & (i < 6))[:, None], a[i % 6], 0)),
    "histogram": (histogram, (4,), [np.arange(11, dtype=np.int32) * 3], lambda a: np.bincount(a & 3, minlength=4)),
}


def check(name: str, device: str) -> None:
    """One case on one device, against NumPy."""
    kernel, shape, arrays, wanted = CASES[name]
    kind: Any = np.float32 if name != "histogram" else np.int32
    out = Tensor.empty(*shape, device=device, dtype=kind.__name__)
    got = out.custom_kernel(*(Tensor(a, device) for a in arrays), fxn=kernel)[0]
    np.testing.assert_allclose(got.numpy(), wanted(*arrays), rtol=1e-4, atol=1e-4, err_msg=f"{name} on {device}")
