"""Global memory as vector instructions see it: gather and scatter over the mappings of a GPU.

In: addresses per lane. Out: elements of 1, 2 or 4 bytes. Always true: each address is looked up in the mappings first, and one that is
in none is a MemoryFault.
"""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np

from ..dispatch import CachedLines, Memory

Array = np.ndarray
DTYPES = {1: np.dtype(np.uint8), 2: np.dtype(np.uint16), 4: np.dtype(np.uint32), 8: np.dtype(np.uint64)}
SHIFT = {1: 0, 2: 1, 4: 2, 8: 3}


@dataclass
class Span:
    """One mapping."""

    start: int
    end: int
    data: Array
    lines: CachedLines | None = None  # what keeps these bytes, if a cache does
    views: dict[int, Array] = field(default_factory=dict[int, Array])

    def view(self, size: int) -> Array:
        """As elements of `size` bytes, from the mapping's start on."""
        if size not in self.views:
            self.views[size] = self.data[: len(self.data) // size * size].view(DTYPES[size])
        return self.views[size]


class Space:
    """The mappings that a launch has touched so far."""

    def __init__(self, memory: Memory) -> None:
        self.memory = memory
        self.spans: tuple[list[Span], list[Span]] = ([], [])

    def span(self, address: int, writable: bool) -> Span:
        known = self.spans[writable]
        for at, span in enumerate(known):
            if span.start <= address < span.end:
                if at:
                    known.insert(0, known.pop(at))
                return span
        start, view = self.memory.span(address, writable)
        span = Span(start, start + len(view), np.frombuffer(view, np.uint8), self.memory.lines(address))
        known.insert(0, span)
        return span

    def parts(self, addresses: Array, size: int, writable: bool) -> list[tuple[Span, Array | None]]:
        """The mappings that these addresses (of `size` bytes each) lie in, with which of them; None: all."""
        low, high = int(addresses.min()), int(addresses.max())
        span = self.span(low, writable)
        if high + size <= span.end:
            return [(span, None)]
        out: list[tuple[Span, Array | None]] = []
        left = np.ones(addresses.shape, bool)
        while left.any():
            first = int(addresses[left].min())
            span = self.span(first, writable)
            if first + size > span.end:
                self.memory.view(first, size, writable)  # crosses the end: a fault
            here = left & (addresses >= np.uint64(span.start)) & (addresses <= np.uint64(span.end - size))
            out.append((span, here))
            left &= ~here
        return out

    def load(self, addresses: Array, size: int, count: int = 1) -> list[Array]:
        """`count` elements of `size` bytes that follow each other, at each address."""
        results = [np.empty(addresses.shape, DTYPES[size]) for _ in range(count)]
        for span, here in self.parts(addresses, size * count, False):
            offsets = ((addresses if here is None else addresses[here]) - np.uint64(span.start)).view(np.int64)
            if span.lines:
                span.lines.read(offsets, size * count)
            found = gather(span, offsets, size, count)
            if here is None:
                return found
            for r, f in zip(results, found):
                r[here] = f
        return results

    def store(self, addresses: Array, values: list[Array], size: int) -> None:
        """The other way. Of lanes that write the same place the last one wins."""
        for span, here in self.parts(addresses, size * len(values), True):
            offsets = ((addresses if here is None else addresses[here]) - np.uint64(span.start)).view(np.int64)
            if span.lines:
                span.lines.will_write(offsets, size * len(values))
            scatter(span, offsets, [v if here is None else v[here] for v in values], size)
            if span.lines:
                span.lines.written(offsets, size * len(values))


def gather(span: Span, offsets: Array, size: int, count: int) -> list[Array]:
    if size > 1 and (offsets & (size - 1)).any():
        parts = [span.view(1).take(offsets + k) for k in range(size * count)]
        return [np.stack(parts[k * size : k * size + size], axis=-1).view(DTYPES[size])[..., 0] for k in range(count)]
    index, data = offsets >> SHIFT[size], span.view(size)
    return [data.take(index + k) if k else data.take(index) for k in range(count)]


def scatter(span: Span, offsets: Array, values: list[Array], size: int) -> None:
    if size > 1 and (offsets & (size - 1)).any():
        for k, value in enumerate(values):
            raw = np.ascontiguousarray(value).view(np.uint8).reshape(*value.shape, size)
            for b in range(size):
                span.view(1)[offsets + (k * size + b)] = raw[..., b]
        return
    index, data = offsets >> SHIFT[size], span.view(size)
    for k, value in enumerate(values):
        data[index + k] = value
