"""Explanations of repeated scheduling and compilation: the difference from the previous request of the same line.

Inputs: events of graphs and kernels, in order. Outputs: findings. Invariants: no node is kept alive.
"""
from __future__ import annotations

from collections import defaultdict, deque

from heddle.errors import Location
from heddle.settings import settings
from heddle.tools.explain.device_text import device_text
from heddle.tools.explain.findings import Finding
from heddle.tools.explain.portrait import Difference, Portrait, closest, portrait
from heddle.tracing.counters import format_bytes
from heddle.tracing.events import Programmed, Scheduled

_REMEMBERED = 8  # portraits of one line

_CURES = {
    "sizes": "Bind what changes to a variable, Variable(\"n\", 1, 512).bind(n), or pad to one size.",
    "constants": "A Python number is part of the kernel: pass what changes as a tensor, Tensor(x).",
    "dtypes": "Use one number format: cast before this line.",
    "devices": "Keep the tensors of this line on one device, and its compiler the same.",
    "arguments": "Keep axes and orders the same, or give each of them a line of its own.",
    "operations": "The line computes something else each time: look for Python conditions and loops around it.",
}


def _text(found: list[Difference]) -> str: return "; ".join(f"{d.kind}: {d.text}" for d in found)


def _cure(found: list[Difference]) -> str: return " ".join(_CURES[d.kind] for d in found[:2])


class Graphs:
    """The graphs that each line has had computed."""

    def __init__(self) -> None:
        self._seen: defaultdict[Location | None, deque[Portrait]] = defaultdict(lambda: deque(maxlen=_REMEMBERED))

    def explain(self, event: Scheduled) -> tuple[Finding, object] | None:
        """Why the graph was not in the schedule cache, and what the finding is grouped by; None if it was, or is the line's first."""
        if event.schedule.cached: return None
        new, earlier = portrait(event.planned.sink), list(self._seen[event.loc])
        self._seen[event.loc].append(new)
        calls = len(event.schedule.linear.src)
        what = f"a schedule of {calls} kernels and copies was made" if calls != 1 else "a schedule of one kernel was made"
        if not settings.SCACHE:
            return Finding("schedule", event.loc, what, "the schedule cache is off: SCACHE=0", "Set SCACHE=1."), "off"
        if not earlier: return None
        found = closest(new, earlier)
        if found: return Finding("schedule", event.loc, what, _text(found), _cure(found)), (event.loc, *(d.kind for d in found))
        return Finding("schedule", event.loc, what, "its schedule had been dropped: the cache keeps those of 1024 graphs",
                       "Compute fewer different graphs between two runs of this line."), (event.loc, "dropped")


class Kernels:
    """The kernels that each line has had made, graph by graph."""

    def __init__(self) -> None:
        self._seen: defaultdict[Location | None, deque[tuple[int, Portrait]]] = defaultdict(lambda: deque(maxlen=_REMEMBERED))
        self._graph = 0

    def next_graph(self) -> None:
        """The kernels that follow belong to another graph."""
        self._graph += 1

    def explain(self, event: Programmed) -> tuple[Finding, object] | None:
        """Why the kernel is not one that the line had before; None if the line had none in an earlier graph."""
        new, seen = portrait(event.program.src[0]), self._seen[event.loc]
        earlier = [p for graph, p in seen if graph < self._graph]
        seen.append((self._graph, new))
        if not earlier: return None
        found = closest(new, earlier)
        origin = "compiled" if event.how == "compiled" else "read from the disk cache"
        what = f"{event.program.arg.name} was {origin}"
        if not found: return None  # the kernel is the same: the other parts of its key are explained with the disk cache
        return Finding("compiled", event.loc, what, _text(found), _cure(found)), (event.loc, *(d.kind for d in found))


def explain_disk(event: Programmed) -> Finding | None:
    """Why the disk cache did not have a kernel; None if it had, or if the kernel was never compiled on this machine."""
    if event.how == "disk": return None
    what = f"{event.program.arg.name} was compiled"
    if not settings.CACHE: return Finding("disk", event.loc, what, "the disk cache is off: CACHE=0", "Set CACHE=1.")
    if settings.VERIFY or settings.DEBUG >= 6:
        return Finding("disk", event.loc, what, "passes that are verified or shown have to run", "Set VERIFY=0 and DEBUG below 6.")
    if not event.earlier: return None
    text, cure = explain_parts(event.parts, event.earlier)
    return Finding("disk", event.loc, what, text, cure)


_PART_CURES = {
    "device": "Keep device, compiler and its options; another processor needs kernels of its own.",
    "actions": "Keep what the search found: the folder of the disk cache, or a file written by `heddle beam`.",
    "settings": "Run with the same settings: each change makes other kernels.",
    "code of heddle": "Nothing to do: heddle itself has changed, and kernels are made anew once.",
    "Python": "Nothing to do: each version of Python has entries of its own.",
    "format": "Nothing to do: the form of entries has changed, and kernels are made anew once.",
}


def explain_parts(now: dict[str, str], earlier: tuple[dict[str, str], ...]) -> tuple[str, str]:
    """(why, cure): in what the parts of a key differ from those of the closest of `earlier`, the newest of which is last."""
    candidates = [[name for name in now if before.get(name) != now[name]] for before in earlier]
    if not candidates or not min(candidates, key=len):
        limit = format_bytes(settings.CACHE_SIZE)
        return "its entry is gone: evicted, removed, or damaged", f"Raise CACHE_SIZE, now {limit}, if this happens often."
    at = min(reversed(range(len(candidates))), key=lambda i: len(candidates[i]))
    changed = candidates[at]
    return "; ".join(_part_text(name, earlier[at].get(name, ""), now[name]) for name in changed), \
        " ".join(_PART_CURES.get(name, "Use the same as before.") for name in changed)


def _part_text(name: str, old: str, new: str) -> str:
    """What of one part has changed, word by word where it has words."""
    if name == "code of heddle": return "heddle's own code is another one"
    if name == "device": return device_text(old, new)
    gone, come = (sorted(set(a.split()) - set(b.split())) for a, b in ((old, new), (new, old)))
    return f"{name}: {' '.join(gone) or 'nothing'} became {' '.join(come) or 'nothing'}"
