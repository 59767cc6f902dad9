"""Explanations of TinyJit calls that were not replayed.

Inputs: events of calls that ran in Python. Outputs: findings: those with a reason of their own at once, those of the whole run at
the end.
"""
from __future__ import annotations

from collections import Counter

from heddle.errors import Location
from heddle.tools.explain.findings import Finding
from heddle.tracing.events import Jitted

_WHAT = {"moved": "was captured in vain", "overlapped": "ran in Python", "refused": "refused a call", "reset": "forgot its capture"}


class Jits:
    """The TinyJits of a run."""

    def __init__(self) -> None:
        self._counts: Counter[tuple[str, str]] = Counter()  # (function, what)
        self._lines: dict[str, Location | None] = {}

    def explain(self, event: Jitted) -> Finding | None:
        """A finding for an event that says why."""
        self._counts[event.name, event.what] += 1
        self._lines.setdefault(event.name, event.loc)
        if event.what not in _WHAT: return None
        return Finding("jit", event.loc, f"{event.name} {_WHAT[event.what]}", event.why, event.cure)

    def at_end(self) -> list[Finding]:
        """Functions that were captured again and again by new TinyJits, or never."""
        return [f for name in self._lines for f in (self._too_many(name), self._too_few(name), self._inside(name)) if f is not None]

    def _too_many(self, name: str) -> Finding | None:
        made = self._counts[name, "ran"] - self._counts[name, "reset"]
        if made < 2: return None
        return Finding("jit", self._lines[name], f"{name} ran in Python {made} times for its first capture",
                       f"there are {made} TinyJits of it, each of which runs and captures by itself",
                       "Make the TinyJit once, outside of loops and of functions that are called often.")

    def _too_few(self, name: str) -> Finding | None:
        if self._counts[name, "captured"] or not self._counts[name, "ran"]: return None
        return Finding("jit", self._lines[name], f"{name} was never captured", "it was called once: the second call is captured",
                       "Call it at least three times, or leave TinyJit out.")

    def _inside(self, name: str) -> Finding | None:
        if not self._counts[name, "inside"] or self._counts[name, "captured"]: return None
        return Finding("jit", self._lines[name], f"{name} ran as a part of another capture",
                       "it is called by a function that is captured itself", "Nothing to do: the outer capture holds its kernels.")
