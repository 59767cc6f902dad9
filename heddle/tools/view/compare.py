"""Comparison of two recordings, kernel by kernel.

Inputs: the recording that is shown ("after") and an earlier one ("before"). Outputs: totals of both; pairs of kernels with their
time, memory traffic, actions and sources; what is new and what is gone.
Invariants: a kernel is in one pair. Pairs are made by ast and device, then by ast, by name and device, and by name, each in the order
of first use; what is left is new or gone.
"""
from __future__ import annotations

import difflib
import json
from collections import defaultdict
from collections.abc import Callable, Iterable

from heddle.blake2 import blake2b
from heddle.errors import MissingKeyError
from heddle.named_tuple import NamedTuple
from heddle.tools.view.read import Reader, Row

#: lines of two sources together, beyond which they are not compared line by line
_MOST_LINES = 6000

_KERNELS = """SELECT k.id, k.name, k.device, k.ast, k.location, k.source, k.info, k.error, count(e.id) AS calls,
                     total(e.seconds) AS seconds, total(e.bytes) AS bytes, total(e.ops) AS ops
              FROM kernel k LEFT JOIN event e ON e.kernel = k.id GROUP BY k.id ORDER BY k.id"""


class Pair(NamedTuple):
    """A kernel in both recordings, or in one. `by`: what it was found by."""

    before: Row | None
    after: Row | None
    by: str

    @property
    def shown(self) -> Row:
        """The kernel of the later recording, if it is there."""
        found = self.after or self.before
        assert found is not None, "a pair has a kernel"
        return found

    @property
    def has_other_actions(self) -> bool:
        return self.before is not None and self.after is not None and self.before["actions"] != self.after["actions"]

    @property
    def has_other_source(self) -> bool:
        return self.before is not None and self.after is not None and self.before["source"] != self.after["source"]

    @property
    def state(self) -> str:
        """`new`, `gone`, `changed` (actions or source differ), `same`."""
        if self.before is None: return "new"
        if self.after is None: return "gone"
        return "changed" if self.has_other_actions or self.has_other_source else "same"

    def change(self, what: str) -> float:
        """How much more of `seconds` or `bytes` there is after than before."""
        return (self.after[what] if self.after else 0) - (self.before[what] if self.before else 0)


class Comparison:
    """Two recordings. Not for several threads at once."""

    def __init__(self, before: Reader, after: Reader) -> None:
        self.before, self.after = before, after
        self.pairs = _pairs(_kernels(before), _kernels(after))

    def totals(self) -> Row:
        """The figures of both recordings, and how many kernels are new, gone, changed and the same."""
        states = [p.state for p in self.pairs]
        return {"before": _totals(self.before), "after": _totals(self.after),
                "counts": {state: states.count(state) for state in ("new", "gone", "changed", "same")}}

    def rows(self, order: str, start: int, count: int) -> Row:
        """Pairs in an order of `ORDERS`, each kernel without its source."""
        found = sorted(self.pairs, key=ORDERS.get(order, ORDERS["change"]))
        return {"total": len(found), "rows": [self._row(p) for p in found[start:start + count]]}

    def pair(self, before: int, after: int) -> Pair:
        """The pair of these kernels; 0 for none. MissingKeyError if they are no pair."""
        for p in self.pairs:
            if ((p.before or {}).get("id", 0), (p.after or {}).get("id", 0)) == (before, after): return p
        raise MissingKeyError(f"no pair of kernels {before} and {after}", "Reload the page.")

    def differences(self, before: int, after: int) -> Row:
        """What differs within a pair: actions, and lines of the source, each as (sign, text) with `-`, `+` or a blank."""
        p = self.pair(before, after)
        old_actions, new_actions = (_actions_of(k) for k in (p.before, p.after))
        old, new = (_source_of(k) for k in (p.before, p.after))
        too_long = len(old) + len(new) > _MOST_LINES
        return {**self._row(p), "actions": _changes(old_actions, new_actions, len(old_actions) + len(new_actions)),
                "source": [] if too_long else _changes(old, new), "too_long": too_long}

    def _row(self, p: Pair) -> Row:
        reader = self.before if p.after is None else self.after
        sides = {name: k and {key: value for key, value in k.items() if key not in ("source", "ast", "location")}
                 for name, k in (("before", p.before), ("after", p.after))}
        return {"name": p.shown["name"], "device": p.shown["device"], "location": reader.location(p.shown["location"]), "by": p.by,
                "state": p.state, "other_actions": p.has_other_actions, "other_source": p.has_other_source, **sides}


#: how pairs may be ordered
ORDERS: dict[str, Callable[[Pair], tuple[object, ...]]] = {
    "change": lambda p: (-abs(p.change("seconds")), p.shown["name"]),
    "traffic": lambda p: (-abs(p.change("bytes")), p.shown["name"]),
    "before": lambda p: (-(p.before["seconds"] if p.before else 0), p.shown["name"]),
    "after": lambda p: (-(p.after["seconds"] if p.after else 0), p.shown["name"]),
    "launches": lambda p: (-max(k["calls"] for k in (p.before, p.after) if k), p.shown["name"]),
    "state": lambda p: (("new", "gone", "changed", "same").index(p.state), -abs(p.change("seconds"))),
    "name": lambda p: (p.shown["name"], p.shown["id"]),
}


def _kernels(reader: Reader) -> list[Row]:
    """The kernels of a recording: launches, seconds, bytes and operations of all launches, and the text of their actions."""
    found = reader.rows(_KERNELS)
    digests: dict[int, bytes] = {}
    for k in found:
        k["actions"] = list(json.loads(k.pop("info") or "{}").get("applied") or ())
        k["ast"] = _digest(reader, k["ast"], digests)
    return found


def _digest(reader: Reader, root: int, known: dict[int, bytes]) -> bytes:
    """What a graph is, whatever the numbers of its nodes in its recording."""
    for n in reader.nodes.graph(root):
        if n.id in known: continue
        sources = b"".join(known[s] for s in n.src)
        known[n.id] = blake2b(repr((n.op, n.dtype, n.arg)).encode() + sources, digest_size=16).digest()
    return known[root]


#: what makes two kernels a pair, best first
_KEYS: tuple[tuple[str, Callable[[Row], tuple[object, ...]]], ...] = (
    ("ast", lambda k: (k["ast"], k["device"])), ("ast", lambda k: (k["ast"],)),
    ("name", lambda k: (k["name"], k["device"])), ("name", lambda k: (k["name"],)),
)


def _pairs(before: list[Row], after: list[Row]) -> list[Pair]:
    pairs: list[Pair] = []
    for by, key in _KEYS:
        waiting: defaultdict[tuple[object, ...], list[Row]] = defaultdict(list)
        for k in before:
            if by != "name" or k["name"]: waiting[key(k)].append(k)
        for k in after:
            if waiting[key(k)]: pairs.append(Pair(waiting[key(k)].pop(0), k, by))
        before = _without(before, (p.before for p in pairs))
        after = _without(after, (p.after for p in pairs))
    return pairs + [Pair(k, None, "") for k in before] + [Pair(None, k, "") for k in after]


def _without(kernels: list[Row], gone: Iterable[Row | None]) -> list[Row]:
    numbers = {k["id"] for k in gone if k}
    return [k for k in kernels if k["id"] not in numbers]


def _totals(reader: Reader) -> Row:
    found = reader.summary()
    return {"file": found["file"], "script": found["meta"].get("script", ""), "run": float(found["meta"].get("seconds", 0)),
            "kernels": found["counts"]["kernel"], "peak": found["peak"], "seconds": found["device_seconds"],
            **{name: found[name] for name in ("launches", "ops", "bytes")}}


def _actions_of(kernel: Row | None) -> list[str]: return kernel["actions"] if kernel else []


def _source_of(kernel: Row | None) -> list[str]: return str(kernel["source"] or "").splitlines() if kernel else []


def _changes(before: list[str], after: list[str], context: int = 3) -> list[tuple[str, str]]:
    """The lines that differ with `context` lines around them, and `…` where lines are left out; nothing if none differ."""
    found: list[tuple[str, str]] = []
    for line in list(difflib.unified_diff(before, after, n=context, lineterm=""))[2:]:
        if line.startswith("@@"): found += [("…", "")] if found else []
        else: found.append((line[0], line[1:]))
    return found
