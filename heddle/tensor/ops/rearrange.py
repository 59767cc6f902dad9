"""Rearrangement by axis names: `x.rearrange("b (h d) n -> b h n d", h=8)`, in the notation of einops (Rogozhnikov, 2022).

Inputs: a tensor, a formula, sizes of names. Outputs: a view with its axes split, permuted, merged. Invariants: every name occurs
once on each side, and merged names have the last one innermost.
"""
from __future__ import annotations

import math
import re
from collections import Counter
from itertools import chain
from typing import TYPE_CHECKING

from heddle.errors import ShapeError

if TYPE_CHECKING:
    from heddle.tensor.tensor import Tensor

_TOKEN = re.compile(r"\.\.\.|[A-Za-z_]\w*|1|[()]|\S")
_DOTS = "..."  # among the names of an axis: joined with them
_APART = "... apart"  # not in parentheses: axes of their own
Axes = list[list[str]]  # for each axis the names that it joins


def rearrange(x: Tensor, formula: str, sizes: dict[str, int]) -> Tensor:
    """See `Tensor.rearrange`."""
    if formula.count("->") != 1: raise ShapeError(f"rearrange needs one '->' in {formula!r}", 'Write it as "b c -> c b".')
    before, after = (_read(side, formula) for side in formula.split("->"))
    dots = [f"...{n}" for n in range(x.ndim - sum(axis != [_APART] for axis in before))]  # what `...` stands for
    if any(_DOTS in axis for axis in before):
        raise ShapeError(f"rearrange {formula!r}: '...' is split",
                         "Write ... outside of parentheses on the left, or name the axes.")
    left, right = ([part for axis in side for part in _spread(axis, dots)] for side in (before, after))
    names, ordered = list(chain(*left)), list(chain(*right))
    unlike = sorted(set(names) ^ set(ordered))
    twice = sorted({n for side in (before, after) for n, count in Counter(chain(*side)).items() if count > 1})
    unknown = sorted(set(sizes) - set(names))
    if twice:
        raise ShapeError(f"rearrange {formula!r}: {', '.join(twice)} comes twice on one side",
                         "Name each axis once on each side.")
    if unlike:
        raise ShapeError(f"rearrange {formula!r}: {', '.join(unlike)} is on one side only",
                         "Name it on both sides, or leave it out.")
    if unknown:
        raise ShapeError(f"rearrange {formula!r} has no axis {', '.join(unknown)}",
                         "Give sizes only for axes that the formula names.")
    if len(left) != x.ndim:
        raise ShapeError(f"rearrange {formula!r} is for {len(left)} axes, got shape {x.shape}",
                         "Name each axis, or write ... for those that stay.")
    known = dict(sizes)
    for axis, n in zip(left, x.shape, strict=True): _fill_in(axis, n, known, formula)
    split = x.reshape([known[name] for name in names]).permute([names.index(name) for name in ordered])
    return split.reshape([math.prod([known[name] for name in axis]) for axis in right])


def _read(side: str, formula: str) -> Axes:
    """The axes of one side; `...` outside of parentheses is one axis for now, and a 1 joins nothing."""
    axes, inside = Axes(), False
    for token in _TOKEN.findall(side):
        if token in "()":
            if inside == (token == "("):
                raise ShapeError(f"rearrange {formula!r}: parentheses do not pair",
                                 "Parentheses do not nest: close each before the next one.")
            inside = token == "("
            if inside: axes.append([])
        elif token not in ("1", _DOTS) and not token.isidentifier():
            raise ShapeError(f"rearrange {formula!r}: {token!r} is no name of an axis", "Use names of letters and digits, 1, or ....")
        elif inside: axes[-1] += [] if token == "1" else [token]
        else: axes.append([] if token == "1" else [_APART if token == _DOTS else token])
    if inside: raise ShapeError(f"rearrange {formula!r}: parentheses do not pair", "Close each parenthesis.")
    return axes


def _spread(axis: list[str], dots: list[str]) -> Axes:
    """An axis with the names of those that `...` stands for: axes of their own, or parts of a joined one."""
    if axis == [_APART]: return [[name] for name in dots]
    return [[name for part in axis for name in (dots if part == _DOTS else [part])]]


def _fill_in(axis: list[str], n: int, known: dict[str, int], formula: str) -> None:
    """Adds the size of the one name of an axis of size `n` that is not known yet."""
    rest = [name for name in axis if name not in known]
    product = math.prod([known[name] for name in axis if name in known])
    if len(rest) > 1:
        raise ShapeError(f"rearrange {formula!r}: only one of {', '.join(rest)} can be worked out", "Give the sizes of the others.")
    if rest and product and n % product == 0: known[rest[0]] = n // product
    elif rest or product != n:
        given = ", ".join(f"{name}={known[name]}" for name in axis if name in known)
        raise ShapeError(f"rearrange {formula!r}: an axis of size {n} is not ({' '.join(axis)}){given and f' with {given}'}",
                         "Give sizes whose product is the size of the axis.")
