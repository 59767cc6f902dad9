"""Findings: an observation, the line in the program, the reason, and the cure.

Inputs: findings one by one, as events arrive. Outputs: each of them once, with its number of occurrences.
"""
from __future__ import annotations

from heddle.errors import Location
from heddle.named_tuple import NamedTuple

#: the parts of the report, in order, and what they are about
SECTIONS = {
    "fusion": "Values that went through memory instead of being computed inside the kernel that reads them",
    "early": "Values that were realised before the only line that reads them",
    "compiled": "Kernels that were compiled again for the same line",
    "schedule": "Graphs that were scheduled again for the same line",
    "disk": "Kernels that the disk cache did not have",
    "memory": "Work done again because a cache in this process was too small",
    "jit": "Calls of TinyJit that were not replayed",
}


class Finding(NamedTuple):
    """One observation, in three parts as errors are. `loc` is the user's line."""

    section: str
    loc: Location | None
    what: str
    why: str
    cure: str


class Findings:
    """Findings by what they say. Of those with the same `key` the first few texts are kept."""

    _SHOWN = 3

    def __init__(self) -> None:
        self._found: dict[object, list[Finding]] = {}
        self._times: dict[object, int] = {}

    def add(self, finding: Finding, key: object = None) -> None:
        """Notes a finding. Those of a section with an equal `key` (the finding itself if none is given) are one, met several times."""
        key = finding.section, finding if key is None else key
        kept = self._found.setdefault(key, [])
        self._times[key] = self._times.get(key, 0) + 1
        if len(kept) < self._SHOWN and all(f.why != finding.why for f in kept): kept.append(finding)

    def of(self, section: str) -> list[tuple[Finding, int]]:
        """The findings of a section with how often each was met; several reasons are joined."""
        rows = [(key, found) for key, found in self._found.items() if found[0].section == section]
        return [(found[0]._replace(why="; then ".join(f.why for f in found)), self._times[key]) for key, found in rows]

    def __len__(self) -> int: return len(self._found)
