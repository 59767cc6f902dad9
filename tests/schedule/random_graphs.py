"""Random tensor graphs with the NumPy value of every node beside it.

The values are small whole numbers wherever possible, so that sums are exact in any order and a wrong element shows.
"""

from __future__ import annotations

import random
from dataclasses import dataclass

import numpy as np

from heddle.device import uop_buffer
from heddle.dtype import to_dtype
from heddle.uop import Ops, UOp


@dataclass
class Pair:
    """A node and what it should be."""

    node: UOp
    value: np.ndarray


def stored(value: np.ndarray, device: str = "CPU") -> UOp:
    """A buffer holding `value`, in its shape."""
    dtype = to_dtype(str(value.dtype))
    node = UOp.new_buffer(device, value.size, dtype)
    if value.size:
        uop_buffer(node).allocate().copyin(memoryview(np.ascontiguousarray(value)).cast("B"))
    return node.reshape(value.shape)


def fetch(node: UOp) -> np.ndarray:
    """The contents of the buffer under a realised node, in the buffer's own order, reshaped to the node's shape."""
    assert node.base.op is Ops.BUFFER
    out = np.empty(node.base.size, dtype={"float32": np.float32, "int32": np.int32, "float64": np.float64}[node.dtype.name])
    if out.size:
        uop_buffer(node.base).copyout(memoryview(out).cast("B"))
    return out.reshape(node.shape)


class Grower:
    """Grows one random graph."""

    def __init__(self, seed: int, device: str = "CPU") -> None:
        self.rng = random.Random(seed)
        self.device = device
        self.pool = [self.leaf() for _ in range(self.rng.randint(1, 3))]

    def shape(self) -> tuple[int, ...]:
        return tuple(self.rng.choice([1, 2, 3, 4, 5, 7, 16, 17, 33]) for _ in range(self.rng.randint(0, 3)))

    def leaf(self) -> Pair:
        value = np.array(np.random.RandomState(self.rng.randint(0, 1 << 30)).randint(-3, 4, self.shape()), dtype=np.float32)
        return Pair(stored(value, self.device), value)

    def grow(self, steps: int) -> Pair:
        for _ in range(steps):
            made = getattr(self, self.rng.choice(STEPS))(self.rng.choice(self.pool))
            if made is not None and made.value.size <= 20000 and np.abs(made.value).max(initial=0) < 1 << 20:
                self.pool.append(made)
        return self.pool[-1]

    def unary(self, p: Pair) -> Pair:
        pick = self.rng.randint(0, 3)
        if pick == 0:
            return Pair(-p.node, -p.value)
        if pick == 1:
            return Pair(p.node + 2, p.value + np.float32(2))
        if pick == 2:
            return Pair(p.node * 3, p.value * np.float32(3))
        return Pair(p.node.maximum(0), np.maximum(p.value, np.float32(0)))

    def binary(self, p: Pair) -> Pair | None:
        q = self.rng.choice(self.pool)
        try:
            shape = np.broadcast_shapes(p.value.shape, q.value.shape)
        except ValueError:
            return None
        if int(np.prod(shape)) > 20000:
            return None
        a, b = p.node.broadcast_to(shape), q.node.broadcast_to(shape)
        pick = self.rng.randint(0, 4)
        if pick == 0:
            return Pair(a + b, p.value + q.value)
        if pick == 1:
            return Pair(a * b, p.value * q.value)
        if pick == 2:
            return Pair(a - b, p.value - q.value)
        if pick == 3:
            return Pair(a.maximum(b), np.maximum(p.value, q.value))
        return Pair((a < b).where(a, b * 2), np.where(p.value < q.value, p.value, q.value * np.float32(2)))

    def reshape(self, p: Pair) -> Pair:
        left, shape = p.value.size, []
        while left > 1:
            f = self.rng.choice([d for d in range(1, left + 1) if left % d == 0])
            shape.append(f)
            left //= f
            if len(shape) > 4:
                shape[-1] *= left
                break
        return Pair(p.node.reshape(shape), p.value.reshape(shape))

    def permute(self, p: Pair) -> Pair:
        axes = self.rng.sample(range(p.value.ndim), p.value.ndim)
        return Pair(p.node.permute(axes), p.value.transpose(axes))

    def expand(self, p: Pair) -> Pair | None:
        shape = tuple(self.rng.choice([2, 3, 5]) if s == 1 else s for s in p.value.shape)
        return Pair(p.node.expand(shape), np.broadcast_to(p.value, shape))

    def pad(self, p: Pair) -> Pair:
        widths = [(self.rng.randint(0, 2), self.rng.randint(0, 2)) for _ in p.value.shape]
        return Pair(p.node.pad(widths), np.pad(p.value, widths) if widths else p.value)

    def shrink(self, p: Pair) -> Pair:
        parts = []
        for s in p.value.shape:
            b = self.rng.randint(0, s - 1) if s > 0 else 0
            parts.append((b, self.rng.randint(b + 1, s) if s else 0))
        return Pair(p.node.shrink(parts), p.value[tuple(slice(b, e) for b, e in parts)])

    def flip(self, p: Pair) -> Pair:
        axes = [a for a in range(p.value.ndim) if self.rng.random() < 0.5]
        return Pair(p.node.flip(axes), np.flip(p.value, axes))

    def reduce(self, p: Pair) -> Pair | None:
        axes = tuple(a for a in range(p.value.ndim) if self.rng.random() < 0.5)
        if self.rng.random() < 0.6:
            return Pair(p.node.reduce_axis(Ops.ADD, axes), p.value.sum(axes, keepdims=True) if axes else p.value)
        return Pair(p.node.reduce_axis(Ops.MAX, axes), p.value.max(axes, keepdims=True) if axes else p.value)

    def normalise(self, p: Pair) -> Pair | None:
        """x less its sum along the last axis: a reduction that is used inside the same nest."""
        if not p.value.ndim:
            return None
        s = p.node.reduce_axis(Ops.ADD, (p.value.ndim - 1,)).expand(p.value.shape)
        return Pair(p.node - s, p.value - p.value.sum(-1, keepdims=True))

    def contiguous(self, p: Pair) -> Pair:
        return Pair(p.node.contiguous(), p.value)

    def gather(self, p: Pair) -> Pair | None:
        if not p.value.ndim:
            return None
        rows = p.value.shape[0]
        index = np.array(
            np.random.RandomState(self.rng.randint(0, 999)).randint(-1, rows + 1, self.shape()[:2]), dtype=np.int32
        )
        good = ((index >= 0) & (index < rows)).reshape(index.shape + (1,) * (p.value.ndim - 1))
        value = np.where(good, p.value[np.clip(index, 0, rows - 1)], np.float32(0))
        return Pair(p.node.gather(stored(index, self.device)), value)

    def matmul(self, p: Pair) -> Pair | None:
        """p (… k) times a new leaf (k, n)."""
        if p.value.ndim < 1 or p.value.shape[-1] == 0:
            return None
        v = p.value.reshape(-1, p.value.shape[-1])
        (m, k), n = v.shape, self.rng.choice([1, 4, 17, 32, 40])
        w = np.array(np.random.RandomState(n).randint(-2, 3, (n, k)), dtype=np.float32)
        if m * n > 20000:
            return None
        a = p.node.reshape((m, 1, k)).expand((m, n, k))
        b = stored(w, self.device).reshape((1, n, k)).expand((m, n, k))
        return Pair((a * b).reduce_axis(Ops.ADD, (2,)).reshape((m, n)), v @ w.T)


class Assigner(Grower):
    """Also writes to the leaves' memory. A node that reads a leaf means it as it was; one that reads an ASSIGN, as it is then."""

    def __init__(self, seed: int, device: str = "CPU") -> None:
        super().__init__(seed, device)
        self.memories = [p for p in self.pool if p.value.size]  # the newest version of each leaf, in the leaf's shape
        self.buffers = [p.node.base for p in self.memories]
        self.assigns: list[UOp] = []

    def grow(self, steps: int) -> Pair:
        for _ in range(steps):
            super().grow(1)
            if self.memories and self.rng.random() < 0.4:
                self.assign()
        return self.pool[-1]

    def assign(self) -> None:
        """A value of the right size, some of the memory itself among it, into all of one memory, perhaps seen transposed."""
        n = self.rng.randrange(len(self.memories))
        old = self.memories[n]
        axes = (
            self.rng.sample(range(old.value.ndim), old.value.ndim)
            if self.rng.random() < 0.3
            else list(range(old.value.ndim))
        )
        target, shape = old.node.permute(axes), old.value.transpose(axes).shape
        p = self.rng.choice([q for q in self.pool if q.value.size == old.value.size])
        node, value = p.node.reshape(shape), p.value.reshape(shape)
        if self.rng.random() < 0.5:
            node, value = node + target, value + old.value.transpose(axes)
        self.assigns.append(new := target.assign(node))
        back = [axes.index(a) for a in range(old.value.ndim)]
        self.memories[n] = Pair(new.permute(back), value.transpose(back))
        self.pool.append(Pair(new, value))


STEPS = [
    "unary",
    "binary",
    "binary",
    "reshape",
    "permute",
    "expand",
    "pad",
    "shrink",
    "flip",
    "reduce",
    "normalise",
    "contiguous",
    "gather",
    "matmul",
]
