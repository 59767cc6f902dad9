"""What each mnemonic does: the tables that the files of `ops/` fill.

VECTOR: mnemonic -> kinds of the result and the sources, and a function of arrays. SPECIAL: mnemonic -> a function that makes the step.
LEAVES: those after which a basic block ends, which say where the waves go on.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

from .decode import Instr
from .waves import Array, Waves

Step = Callable[[Waves], None]


@dataclass(frozen=True)
class Vector:
    """An instruction that computes each lane from the same lane of its sources."""

    result: str
    sources: tuple[str, ...]
    compute: Callable[..., Array]
    accumulates: bool = False  # the destination is the last source too


@dataclass(frozen=True)
class Scalar:
    """The same for scalar instructions. `scc`: "no", "nonzero" (of the result), or "own": compute returns a pair."""

    result: str
    sources: tuple[str, ...]
    compute: Callable[..., Any]
    scc: str = "no"


@dataclass(frozen=True)
class Special:
    """Anything else. `uses`: the registers that it reads or writes, by their numbers as operands."""

    make: Callable[[Instr], Step]
    uses: Callable[[Instr], frozenset[int]]


VECTOR: dict[str, Vector] = {}
SCALAR: dict[str, Scalar] = {}
SPECIAL: dict[str, Special] = {}
LEAVES: dict[str, Callable[[Instr], Step]] = {}


def vector(kinds: str, **functions: Callable[..., Array]) -> None:
    """`vector("f32 f32 f32", v_add_f32=np.add)`: the result's kind first."""
    result, *sources = kinds.split()
    for name, compute in functions.items():
        VECTOR[name] = Vector(result, tuple(sources), compute)


def accumulating(kinds: str, **functions: Callable[..., Array]) -> None:
    """The same where the last source is the destination."""
    vector(kinds, **functions)
    for name in functions:
        VECTOR[name] = replace(VECTOR[name], accumulates=True)


def scalar(kinds: str, **functions: Callable[..., Any]) -> None:
    """`scalar("u32 u32 u32 nonzero", s_and_b32=np.bitwise_and)`: what becomes of SCC last, if it is written."""
    result, *sources = kinds.split()
    scc = sources.pop() if sources and sources[-1] in ("nonzero", "own") else "no"
    for name, compute in functions.items():
        SCALAR[name] = Scalar(result, tuple(sources), compute, scc)


def nothing(i: Instr) -> frozenset[int]:
    return frozenset()


def special(
    *names: str, uses: Callable[[Instr], frozenset[int]] = nothing
) -> Callable[[Callable[[Instr], Step]], Callable[[Instr], Step]]:
    def add(make: Callable[[Instr], Step]) -> Callable[[Instr], Step]:
        for name in names:
            SPECIAL[name] = Special(make, uses)
        return make

    return add


def leaves(*names: str) -> Callable[[Callable[[Instr], Step]], Callable[[Instr], Step]]:
    def add(make: Callable[[Instr], Step]) -> Callable[[Instr], Step]:
        for name in names:
            LEAVES[name] = make
        return make

    return add
