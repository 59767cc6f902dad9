"""Collectives as rounds of messages between two processes each.

Inputs: a collective, this process's position in it, elements and their size. Outputs: its `Plan`; None where MPI's own collective is
to be called. Invariants: which it is depends on what all ranks agree on alone. All ranks get the same bits: elements are combined in
pairs of ranks, pairs of pairs and so on, in which order of the two does not matter.

Source: Thakur, Rabenseifner and Gropp, "Optimization of collective communication operations in MPICH" (2005).
"""
from __future__ import annotations

from collections.abc import Sequence

from heddle.dtype import DType
from heddle.runtime.cpu.exchange import (
    COPY,
    NOTHING,
    OWN,
    OWN_BYTES,
    RESULT,
    SOURCE,
    ZEROS,
    Message,
    Plan,
    Round,
)
from heddle.uop.args import Collective
from heddle.uop.ops import Ops

#: bytes up to which latency counts: all is sent in each round
_SHORT = 16 << 10
#: bytes of a part at least that is combined while the next ones are under way, and parts at most
_PART, _PARTS = 256 << 10, 16

#: elements, from where on in the result, and of which memory from where on
Combined = tuple[int, int, int, int]

_OPS = {Ops.ADD: "add", Ops.MUL: "mul", Ops.MAX: "max"}


def plan_of(what: Collective, own: int, count: int, dtype: DType) -> Plan | None:
    """The rounds of a collective of `count` elements of its source, for the rank at position `own`."""
    n = len(what.ranks)
    if what.kind == "permute": return _permute(what, own, count)
    if what.kind != "all_reduce" or what.op is None or n & (n - 1): return None
    nbytes, size = count * dtype.itemsize, dtype.itemsize
    combine = combination(what.op, dtype)
    if n == 1: return Plan((), before=COPY)
    if n == 2 and nbytes > _PART: return Plan(_in_parts(1 - own, count, size), combine)
    if n == 2 or nbytes <= _SHORT: return Plan(doubling(own, n, count), combine, nbytes if n > 2 else 0)
    return Plan(_halving(own, n, count, size), combine, (count + 1) // 2 * size)


def combination(op: Ops, dtype: DType) -> str:
    """The name of how two elements are combined. Sums and products of integers are the same with and without a sign."""
    name = dtype.name if op is Ops.MAX else dtype.name.removeprefix("u")
    return f"{_OPS[op]}_{name}"


def agreement_plan(own: int, n: int) -> Plan | None:
    """That of the maximum of four numbers in memory of the exchange."""
    if n & (n - 1): return None
    if n == 1: return Plan((), own=2 * OWN_BYTES, before=COPY)
    return Plan(doubling(own, n, OWN_BYTES // 8, 2 * OWN_BYTES), "max_int64", 3 * OWN_BYTES)


def doubling(own: int, n: int, count: int, offset: int = 0) -> tuple[Round, ...]:
    """Recursive doubling: in each round with another rank, all elements. `offset`: where in own memory these may be received."""
    rounds = [Round(_exchange(own ^ 1, SOURCE, 0, count, RESULT, 0, count))]
    combined, distance = (count, 0, SOURCE, 0), 2
    while distance < n:
        rounds.append(_after(rounds, _exchange(own ^ distance, RESULT, 0, count, OWN, offset, count), combined))
        combined, distance = (count, 0, OWN, offset), 2 * distance
    return *rounds, _after(rounds, (), combined)


def _exchange(peer: int, memory: int, offset: int, count: int, into: int, at: int, received: int) -> tuple[Message, ...]:
    """Elements of a memory for others. None are no message."""
    messages = Message(False, peer, into, at, received), Message(True, peer, memory, offset, count)
    return tuple(m for m in messages if m.elements)


def _after(rounds: Sequence[Round], messages: tuple[Message, ...], combined: Combined) -> Round:
    """A round of messages after all before are done, and what these have brought is combined."""
    return Round(messages, sum(len(r.messages) for r in rounds), *combined)


def _in_parts(peer: int, count: int, size: int) -> tuple[Round, ...]:
    """All elements between two ranks, in parts: each is combined once it is there."""
    length = max(_PART // size, -(-count // _PARTS))
    parts = [(start * size, min(length, count - start)) for start in range(0, count, length)]
    received = [Message(False, peer, RESULT, offset, elements) for offset, elements in parts]
    sent = [Message(True, peer, SOURCE, offset, elements) for offset, elements in parts]
    combined = [Round((), n + 1, elements, offset, SOURCE, offset) for n, (offset, elements) in enumerate(parts)]
    return Round((*received, *sent)), *combined


def _halving(own: int, n: int, count: int, size: int) -> tuple[Round, ...]:
    """Reduce-scatter by recursive halving, all-gather by recursive doubling."""
    rounds: list[Round] = []
    parts: list[tuple[tuple[int, int], tuple[int, int]]] = []  # what is halved, and the half that the other one keeps
    begin, end = 0, count
    combined: Combined = 0, 0, SOURCE, 0
    distances = [1 << k for k in range(n.bit_length() - 1)]
    for distance in distances:
        middle = begin + (end - begin) // 2
        kept, sent = ((middle, end), (begin, middle)) if own & distance else ((begin, middle), (middle, end))
        parts.append(((begin, end), sent))
        begin, end = kept
        at = begin * size
        memory, into, offset = (SOURCE, RESULT, at) if distance == 1 else (RESULT, OWN, 0)
        messages = _exchange(own ^ distance, memory, sent[0] * size, sent[1] - sent[0], into, offset, end - begin)
        rounds.append(_after(rounds, messages, combined))
        combined = end - begin, at, SOURCE if into == RESULT else OWN, offset
    for distance in reversed(distances):
        outer, other = parts.pop()
        messages = _exchange(own ^ distance, RESULT, begin * size, end - begin, RESULT, other[0] * size, other[1] - other[0])
        rounds.append(_after(rounds, messages, combined))
        (begin, end), combined = outer, (0, 0, SOURCE, 0)
    return tuple(rounds)


def _permute(what: Collective, own: int, count: int) -> Plan:
    """A message from each that sends to this rank, and one to each that it sends to."""
    received = [Message(False, a, RESULT, 0, count) for a, b in what.pairs if b == own]
    sent = [Message(True, b, SOURCE, 0, count) for a, b in what.pairs if a == own]
    return Plan((Round((*received, *sent)),), before=ZEROS if what.leaves_zeros(own) else NOTHING)
