"""Imported pages: memory of the host that a GPU uses in place, by whole pages, for as long as something wraps it.

Inputs: ranges of bytes whose owners keep them. Outputs: imports of a driver. Invariants: imports do not overlap, which drivers refuse;
an import is freed with the last wrap in it; pages that no wrap holds are imported anew at their next use, since an import keeps the
pages that it was made of, and their addresses may have others by then.
"""
from __future__ import annotations

import threading
from collections import Counter, deque
from collections.abc import Callable, Iterable
from typing import Generic, TypeVar

Handle = TypeVar("Handle")
Span = tuple[int, int]


class ImportedPages(Generic[Handle]):
    """The imports of one GPU.

    `make(address, nbytes)` imports pages, and may raise OSError; `free` ends an import; `finish` waits until no launch uses any.
    """

    def __init__(self, page: int, make: Callable[[int, int], Handle], free: Callable[[Handle], None],
                 finish: Callable[[], None]) -> None:
        self._page, self._make, self._free, self._finish = page, make, free, finish
        self._lock = threading.Lock()
        self._imports: dict[Span, Handle] = {}
        self._wraps: Counter[Span] = Counter()
        self._released: deque[Span] = deque()  # and not yet counted

    def use(self, pointer: int, nbytes: int) -> None:
        """Imports the pages of these bytes, unless wraps hold them all in one import. OSError; what was imported before stays so."""
        span = self._span(pointer, nbytes)
        with self._lock:
            self._count_released()
            if not self._holds(span): self._import(span)
            self._wraps[span] += 1

    def release(self, pointer: int, nbytes: int) -> None:
        """Ends one `use` of these bytes, on which all launches are done. Safe in a finalizer: it never blocks."""
        self._released.append(self._span(pointer, nbytes))
        if self._lock.acquire(blocking=False):
            try: self._count_released()
            finally: self._lock.release()

    def _span(self, pointer: int, nbytes: int) -> Span:
        return pointer // self._page * self._page, -(-(pointer + nbytes) // self._page) * self._page

    # ---- with the lock held

    def _holds(self, span: Span) -> bool:
        at, end = span
        if not any(start <= at and end <= last for start, last in self._imports): return False
        for start, last in sorted(self._wraps):
            if start <= at: at = max(at, last)
        return at >= end

    def _import(self, span: Span) -> None:
        """Imports a range, joined with the wrapped ranges of the imports that it overlaps."""
        old = [other for other in self._imports if _overlap(other, span)]
        kept = [wrap for wrap in self._wraps if any(_overlap(wrap, other) for other in old)]
        if old: self._finish()
        for other in old: self._free(self._imports.pop(other))
        try: self._make_all(_joined([*kept, span]))
        except OSError:
            self._make_all(_joined(kept))
            raise

    def _make_all(self, spans: Iterable[Span]) -> None:
        made: list[Span] = []
        try:
            for start, last in spans:
                self._imports[start, last] = self._make(start, last - start)
                made.append((start, last))
        except OSError:
            for span in made: self._free(self._imports.pop(span))
            raise

    def _count_released(self) -> None:
        while self._released:
            span = self._released.popleft()
            self._wraps[span] -= 1
            if self._wraps[span]: continue
            del self._wraps[span]
            for other in [other for other in self._imports if _overlap(other, span)]:
                if not any(_overlap(other, wrap) for wrap in self._wraps): self._free(self._imports.pop(other))


def _overlap(a: Span, b: Span) -> bool: return a[0] < b[1] and b[0] < a[1]


def _joined(spans: Iterable[Span]) -> list[Span]:
    """The ranges, those that overlap as one."""
    joined: list[Span] = []
    for start, last in sorted(spans):
        if joined and start < joined[-1][1]: joined[-1] = joined[-1][0], max(joined[-1][1], last)
        else: joined.append((start, last))
    return joined
