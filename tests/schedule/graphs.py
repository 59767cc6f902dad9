"""Tensor graphs of well-known layers, and short ways to schedule and run what a test has built."""

from __future__ import annotations

import numpy as np

from heddle.dtype import dtypes
from heddle.engine.execute import run_linear
from heddle.schedule import create_schedule
from heddle.uop import Ops, UOp
from tests.schedule.random_graphs import fetch, stored

__all__ = [
    "add",
    "attention",
    "calls",
    "conv",
    "empty",
    "fetch",
    "kernels",
    "layernorm",
    "matmul",
    "normal",
    "run",
    "softmax",
    "stored",
]


def empty(*shape: int, device: str = "CPU") -> UOp:
    """A buffer of floats without memory, for what is scheduled and not run."""
    return UOp.new_buffer(device, int(np.prod(shape)), dtypes.float32).reshape(shape)


def normal(*shape: int, seed: int = 0) -> np.ndarray:
    return np.random.default_rng([seed, *shape]).normal(size=shape).astype(np.float32)


def calls(*nodes: UOp) -> list[UOp]:
    """The CALLs for these tensors."""
    return list(create_schedule(UOp.sink(*nodes)).linear.src)


def kernels(*nodes: UOp) -> list[UOp]:
    """The asts of the kernels for these tensors."""
    return [call.src[0] for call in calls(*nodes) if call.src[0].op is Ops.SINK]


def run(*nodes: UOp) -> list[np.ndarray]:
    """The values of these tensors, scheduled together, by their memory."""
    schedule = create_schedule(UOp.sink(*nodes))
    run_linear(schedule.linear)
    return [fetch(schedule.becomes[n]) for n in nodes]


def add(x: UOp, axis: int = -1) -> UOp:
    """Sum along one axis, repeated along it."""
    return x.reduce_axis(Ops.ADD, (axis % x.ndim,)).expand(x.shape)


def softmax(x: UOp) -> UOp:
    """Along the last axis."""
    e = ((x - x.reduce_axis(Ops.MAX, (x.ndim - 1,)).expand(x.shape)) * 1.4426950408889634).alu(Ops.EXP2)
    return e.alu(Ops.FDIV, add(e))


def layernorm(x: UOp, weight: UOp, bias: UOp) -> UOp:
    """Along the last axis."""
    d = x - add(x) * (1 / x.shape[-1])
    scale = (add(d * d) * (1 / x.shape[-1]) + 1e-5).alu(Ops.SQRT).alu(Ops.RECIPROCAL)
    return d * scale * weight.broadcast_to(x.shape) + bias.broadcast_to(x.shape)


def matmul(a: UOp, b: UOp) -> UOp:
    """a (..., m, k) times b (..., k, n), with the same leading axes or none on b."""
    *lead, m, k = a.shape
    full = (*lead, m, b.shape[-1], k)
    left = a.reshape((*lead, m, 1, k)).expand(full)
    transposed = b.permute((*range(b.ndim - 2), b.ndim - 1, b.ndim - 2))
    right = transposed.reshape((*transposed.shape[:-2], 1, *transposed.shape[-2:])).broadcast_to(full)
    return (left * right).reduce_axis(Ops.ADD, (len(full) - 1,)).reshape(full[:-1])


def attention(q: UOp, k: UOp, v: UOp) -> UOp:
    """q, k, v: (batch, heads, length, width)."""
    return matmul(softmax(matmul(q, k.permute((0, 1, 3, 2))) * 0.25), v)


def windows(x: UOp, size: int, stride: int, dilation: int) -> UOp:
    """(..., n) -> (..., positions, size): x[..., p * stride + w * dilation], by movement ops alone."""
    *lead, n = x.shape
    count = (n - (size - 1) * dilation - 1) // stride + 1
    # a row that repeats with n + dilation moves by one dilation from one repetition to the next
    repeats = -(-size * (n + dilation) // n)
    tall = x.reshape((*lead, 1, n)).expand((*lead, repeats, n)).reshape((*lead, repeats * n))
    whole = ((0, s) for s in lead)
    rows = tall.shrink((*whole, (0, size * (n + dilation)))).reshape((*lead, size, n + dilation))
    whole = tuple((0, s) for s in (*lead, size))
    least = rows.shrink((*whole, (0, (count - 1) * stride + 1))).pad((*((0, 0) for _ in whole), (0, stride - 1)))
    picked = least.reshape((*lead, size, count, stride)).shrink((*whole, (0, count), (0, 1))).reshape((*lead, size, count))
    return picked.permute((*range(len(lead)), len(lead) + 1, len(lead)))


def conv(x: UOp, w: UOp, padding: int = 0, stride: int = 1, dilation: int = 1) -> UOp:
    """x (batch, channels, h, w) with w (out, channels, kh, kw): (batch, out, oh, ow)."""
    x = x.pad(((0, 0), (0, 0), (padding, padding), (padding, padding)))
    across = windows(x, w.shape[3], stride, dilation)  # batch, channels, h, ow, kw
    both = windows(across.permute((0, 1, 3, 4, 2)), w.shape[2], stride, dilation)  # batch, channels, ow, kw, oh, kh
    both = both.permute((0, 4, 2, 1, 5, 3))  # batch, oh, ow, channels, kh, kw
    n, oh, ow, *reduction = both.shape
    full = (n, oh, ow, w.shape[0], *reduction)
    product = both.reshape((n, oh, ow, 1, *reduction)).expand(full) * w.reshape((1, 1, 1, *w.shape)).expand(full)
    return product.reduce_axis(Ops.ADD, (4, 5, 6)).reshape(full[:4]).permute((0, 3, 1, 2))
