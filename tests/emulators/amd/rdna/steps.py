"""Steps of instructions that compute lane by lane, or once per wave."""

from __future__ import annotations

from dataclasses import dataclass

from . import dpp
from .decode import EXEC, LITERAL, M0, NULL, VCC, VGPR, Instr
from .operands import (
    Read,
    Write,
    destination,
    finished,
    raw32,
    scalar_destination,
    scalar_source,
    source,
    unknown,
    width,
)
from .registry import Scalar, Step, Vector
from .waves import Array, Waves


@dataclass(frozen=True)
class VectorStep:
    """Computing and writing apart, because the halves of a dual instruction both read before either writes."""

    value: Read
    write: Write

    def run(self, w: Waves) -> None:
        self.write(w, self.value(w))


def vector_step(i: Instr, meaning: Vector) -> VectorStep:
    compute, count = meaning.compute, len(meaning.sources)
    if meaning.accumulates and len(i.src) < count:
        i.src = (*i.src, own(i, meaning.result))
    elif meaning.accumulates:
        i.src = (*i.src[: count - 1], own(i, meaning.result))
    reads = [source(i, at, kind) for at, kind in enumerate(meaning.sources)]
    if i.clamp and meaning.result[0] != "f":
        value = saturating(i, meaning, reads)
    else:
        match reads:
            case [a]:
                value = lambda w: compute(a(w))
            case [a, b]:
                value = lambda w: compute(a(w), b(w))
            case [a, b, c]:
                value = lambda w: compute(a(w), b(w), c(w))
            case _:
                raise unknown(i, f"{count} sources")
        value = finished(i, meaning.result, value)
    if meaning.result == "mask":
        return VectorStep(value, mask_writer(i))
    return VectorStep(value, limited(i, destination(i, meaning.result)))


def own(i: Instr, kind: str) -> int:
    """The destination as a source."""
    return VGPR + i.dst


def saturating(i: Instr, meaning: Vector, reads: list[Read]) -> Read:
    """Integer sums and differences with clamp stay within the range of their kind."""
    from .ops.integer import SATURATING

    if i.name not in SATURATING:
        raise unknown(i, "clamp is not modelled here")
    compute, (a, b) = SATURATING[i.name], reads
    return lambda w: compute(a(w), b(w))


def limited(i: Instr, write: Write) -> Write:
    """With the lanes left alone that DPP leaves alone."""
    which = dpp.written(i) if i.dpp else None
    if which is None:
        return write

    def masked(w: Waves, a: Array) -> None:
        saved = w.mask, w.whole
        w.mask, w.whole = which(w), False
        write(w, a)
        w.mask, w.whole = saved

    return masked


def mask_writer(i: Instr) -> Write:
    """Of comparisons: a scalar register, or EXEC."""
    n = EXEC if i.name.startswith("v_cmpx") else i.dst
    return lambda w, mask: w.put_lanes(n, mask)


def scalar_step(i: Instr, meaning: Scalar) -> Step:
    compute, write = meaning.compute, scalar_destination(i, meaning.result) if meaning.result != "scc" else None
    reads = [scalar_source(i, at, kind) for at, kind in enumerate(meaning.sources)] if i.src else []
    if i.form == "SOPK":
        reads = [raw32(i, i.dst)]  # the functions of this form know the constant

    def step(w: Waves) -> None:
        result = compute(w, i, *(r(w) for r in reads)) if i.form == "SOPK" else compute(*(r(w) for r in reads))
        if write is None:
            return w.put_scc(result)
        if meaning.scc == "own":
            result, scc = result
        else:
            scc = None
        if meaning.scc == "nonzero":
            scc = result != 0
        write(w, result)
        if scc is not None:
            w.put_scc(scc)

    return step


def span(code: int, count: int) -> range:
    """Operand numbers of the registers from `code` on; none for constants."""
    if code >= VGPR or code <= EXEC + 1 and code != NULL:
        return range(code, code + count)
    return range(0)


def vector_uses(i: Instr, meaning: Vector) -> frozenset[int]:
    out: set[int] = set()
    for code, kind in zip(i.src, meaning.sources):
        if i.is_short and kind.endswith("16") and code >= VGPR:
            code = VGPR + (code - VGPR & 127)
        out |= set(span(code, width(kind)))
    if meaning.result == "mask":
        out |= set(span(i.dst, 1))
    else:
        out |= set(span(VGPR + (i.dst & 127 if i.is_short and meaning.result.endswith("16") else i.dst), width(meaning.result)))
    return frozenset(out)


def scalar_uses(i: Instr, meaning: Scalar) -> frozenset[int]:
    out = {r for code, kind in zip(i.src, meaning.sources) for r in span(code, width(kind))}
    if meaning.result != "scc":
        out |= set(span(i.dst, width(meaning.result)))
    return frozenset(out)


__all__ = ["LITERAL", "M0", "VCC", "VectorStep", "scalar_step", "scalar_uses", "span", "vector_step", "vector_uses"]
