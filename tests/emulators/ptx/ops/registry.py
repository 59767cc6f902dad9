"""The tables of what the emulator knows, filled by the modules beside this one.

OPS: straight instructions, handler(builder, instruction) -> step.
CONTROL: what ends a basic block, handler(builder, instruction, pc) -> step that schedules lanes.
GATES: warp-wide instructions; handler(builder, instruction, pc) -> may the active lanes go on now?
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, TypeVar

import numpy as np

from ..types import BOOL, Kind, as_dtype

if TYPE_CHECKING:
    from ..program import Builder, Step
    from ..syntax import Instr, Operand
    from ..wave import Wave

Array = np.ndarray
Handler = Callable[["Builder", "Instr"], "Step"]
ControlHandler = Callable[["Builder", "Instr", int], "Step"]
Gate = Callable[["Wave"], bool]
F = TypeVar("F", bound=Callable[..., object])

OPS: dict[str, Handler] = {}
CONTROL: dict[str, ControlHandler] = {}
GATES: dict[str, Callable[[Builder, Instr, int], Gate]] = {}


def op(*names: str) -> Callable[[Handler], Handler]:
    """Register a handler; the step it makes obeys the instruction's guard."""

    def register(handler: Handler) -> Handler:
        def guarded_handler(b: Builder, ins: Instr) -> Step:
            step = handler(b, ins)
            return step if ins.guard is None else guarded(b, ins, step)

        for name in names:
            OPS[name] = guarded_handler
        return handler

    return register


def control(*names: str) -> Callable[[ControlHandler], ControlHandler]:
    def register(handler: ControlHandler) -> ControlHandler:
        for name in names:
            CONTROL[name] = handler
        return handler

    return register


def guarded(b: Builder, ins: Instr, inner: Step) -> Step:
    """The step in those active lanes whose predicate holds."""
    assert ins.guard is not None
    slot, negated = b.src(ins.guard, PRED), ins.guard.negated

    def guard(inside: Step) -> Step:
        def step(x: Wave) -> None:
            p = x.r[slot]
            if p.shape[0] == 1:
                if bool(p[0]) != negated:
                    inside(x)
                return
            before = x.mask, x.count
            mask = x.mask & (~p if negated else p)
            count = int(np.count_nonzero(mask))
            if count:
                x.enter(mask, count)
                inside(x)
                x.enter(*before)

        return step

    step = guard(inner)
    step.guard, step.inner = guard, inner  # type: ignore[attr-defined]
    return step


PRED = Kind("pred", 8, BOOL)


def elementwise(b: Builder, ins: Instr, kinds: tuple[Kind, ...], fn: Callable[..., Array],
                sources: tuple[Operand, ...] | None = None, out: Kind | None = None) -> Step:  # fmt: skip
    """d = fn(a, b, ...), each operand read as its kind; `out` is the result's kind where it is not the first's."""
    operands = ins.operands[1:] if sources is None else sources
    slots = tuple(b.src(o, k) for o, k in zip(operands, kinds))
    d = b.dst(ins.operands[0])
    out = out or kinds[0]
    if all(k.is_plain for k in (*kinds, out)):
        dtypes = tuple(k.dtype for k in kinds)
        return PLAIN[len(slots)](d, slots, dtypes, fn)

    def step(x: Wave) -> None:
        r = x.r
        value = out.store(fn(*(k.load(r[s]) for k, s in zip(kinds, slots))))
        r[d] = value if x.whole else x.merge(d, value)

    return step


def _unary(d: int, slots: tuple[int, ...], dtypes: tuple[np.dtype, ...], fn: Callable[..., Array]) -> Step:
    (s,), (t,) = slots, dtypes

    def step(x: Wave) -> None:
        r = x.r
        value = fn(as_dtype(r[s], t))
        r[d] = value if x.whole else x.merge(d, value)

    return step


def _binary(d: int, slots: tuple[int, ...], dtypes: tuple[np.dtype, ...], fn: Callable[..., Array]) -> Step:
    (s0, s1), (t0, t1) = slots, dtypes

    def step(x: Wave) -> None:
        r = x.r
        a, b = r[s0], r[s1]
        if a.dtype is not t0:
            a = as_dtype(a, t0)
        if b.dtype is not t1:
            b = as_dtype(b, t1)
        value = fn(a, b)
        r[d] = value if x.whole else x.merge(d, value)

    return step


def _ternary(d: int, slots: tuple[int, ...], dtypes: tuple[np.dtype, ...], fn: Callable[..., Array]) -> Step:
    (s0, s1, s2), (t0, t1, t2) = slots, dtypes

    def step(x: Wave) -> None:
        r = x.r
        value = fn(as_dtype(r[s0], t0), as_dtype(r[s1], t1), as_dtype(r[s2], t2))
        r[d] = value if x.whole else x.merge(d, value)

    return step


def _quaternary(d: int, slots: tuple[int, ...], dtypes: tuple[np.dtype, ...], fn: Callable[..., Array]) -> Step:
    def step(x: Wave) -> None:
        r = x.r
        value = fn(*(as_dtype(r[s], t) for s, t in zip(slots, dtypes)))
        r[d] = value if x.whole else x.merge(d, value)

    return step


PLAIN = {1: _unary, 2: _binary, 3: _ternary, 4: _quaternary}
