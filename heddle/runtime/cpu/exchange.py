"""Exchanges between processes as native steps of CPU graphs (`exchange.c`): MPI's functions, called by their addresses.

Inputs: addresses of MPI's functions, its handles as numbers, and what an exchange does: one nonblocking call, or rounds of messages.
Outputs: `Exchange`, which Python can start and look at, and whose steps a graph can hold. Invariants: nothing here waits. An exchange
is one at a time: whoever starts it again has seen that it is done, or gives up what it was.
"""
from __future__ import annotations

import ctypes
from array import array
from collections.abc import Callable, Sequence

from heddle.device.interface import Step
from heddle.named_tuple import NamedTuple
from heddle.runtime.common import elf
from heddle.runtime.cpu.pool import native_binary
from heddle.runtime.ops_cpu import CPUDevice

#: memories: the buffers of the result and of the source, and memory of the exchange
RESULT, SOURCE, OWN = range(3)
#: what a look at an exchange finds
DONE, PENDING, FAULT, DIFFERENT = 0, 2, 3, 4
#: what the result is filled with at the start: what it has, the source, zeros
NOTHING, COPY, ZEROS = range(3)
#: numbers of the struct `exchange`, and the place of one
_SIZE, _FAULT = 35, 34
#: slots of a mailbox and their bytes, its blocks, and the bytes of a message that a slot holds itself
SLOTS, _SLOT_BYTES, BLOCKS, SLOT_DATA = 256, 64, 4, 32
#: bytes of a result and of a source in memory of the exchange
OWN_BYTES = 32


class Message(NamedTuple):
    """What is sent or received: so many elements of a memory from a byte on, to or from the rank `peer` of the communicator."""

    is_sent: bool
    peer: int
    memory: int
    offset: int
    elements: int


class Round(NamedTuple):
    """Messages that start once `awaited` earlier ones of the exchange are done, in the order in which they start.

    Before that, elements of a memory, from the byte `offset` on, are combined with the result's from `into` on.
    """

    messages: tuple[Message, ...]
    awaited: int = 0
    combined: int = 0
    into: int = 0
    memory: int = SOURCE
    offset: int = 0


class Plan(NamedTuple):
    """An exchange by rounds. `combine` names how elements are combined; `own` are the bytes of memory that it needs of its own."""

    rounds: tuple[Round, ...]
    combine: str = ""
    own: int = 0
    before: int = NOTHING


class Native(NamedTuple):
    """One nonblocking call of MPI: its arguments; at which positions are result, source (-1 for neither) and request."""

    function: int
    arguments: tuple[int, ...]
    result_at: int
    source_at: int
    request_at: int
    before: int = NOTHING


class Functions(NamedTuple):
    """The addresses of MPI_Isend, MPI_Irecv, MPI_Test and MPI_Iprobe."""

    send: int
    receive: int
    test: int
    probe: int


class Codes(NamedTuple):
    """MPI's numbers: ERR_TRUNCATE, ANY_SOURCE and ANY_TAG."""

    truncated: int
    any_source: int
    any_tag: int


def mailbox_bytes(block_bytes: int) -> int:
    """The bytes of a mailbox, which are zeros at first."""
    return SLOTS * _SLOT_BYTES + BLOCKS * block_bytes


class Mailboxes:
    """Those of one process of a communicator, to each rank and from each, at addresses in `memory` that its processes share.

    A message of up to `block_bytes` may go through them, if it is the only one of its exchange from its sender to its receiver.
    """

    def __init__(self, to: Sequence[int], come_from: Sequence[int], block_bytes: int, codes: Codes, memory: object) -> None:
        boxes = array("q")
        for address in (*to, *come_from): boxes.extend((address, address + SLOTS * _SLOT_BYTES, *[0] * BLOCKS))
        self._values = array("q", (_address(boxes), len(to), block_bytes, *codes))
        self._kept, self.block_bytes, self.address = (boxes, memory), block_bytes, _address(self._values)

    def take(self, plan: Plan, itemsize: int) -> bool:
        """Whether all messages of a plan may go through mailboxes. The same on all ranks."""
        messages = [m for r in plan.rounds for m in r.messages]
        ways = [(m.is_sent, m.peer) for m in messages]
        return len(set(ways)) == len(ways) and all(m.elements * itemsize <= max(self.block_bytes, SLOT_DATA) for m in messages)


class ExchangeCode:
    """The functions of exchange.c, made by the compiler of a device."""

    def __init__(self, device: CPUDevice) -> None:
        text = "c" if device.language == "c" else "ll"
        self.code = elf.load(native_binary(device.compiler, f"exchange.{text}"), permanent=True)
        self.begin = ctypes.PYFUNCTYPE(ctypes.c_int64, *[ctypes.c_void_p] * 3)(self.code["heddle_exchange_begin"])
        self.test = ctypes.PYFUNCTYPE(ctypes.c_int64, ctypes.c_void_p)(self.code["heddle_exchange_test"])

    def combines(self, name: str) -> bool:
        """Whether there is a function that combines elements in this way: `add_float32`."""
        return f"heddle_combine_{name}" in self.code.functions


class Exchange:
    """An exchange of buffers of `nbytes` (of the source, and as many of the result if one is filled with the other).

    `sequence`: the address of a number that counts the exchanges of the communicator by rounds. `near`: its mailboxes, through which
    messages go if they take them; elements have `itemsize` bytes.
    """

    def __init__(self, code: ExchangeCode, functions: Functions, handles: tuple[int, int], sequence: int, plan: Plan | Native,
                 nbytes: int = 0, near: Mailboxes | None = None, itemsize: int = 1) -> None:
        self.by_rounds = isinstance(plan, Plan)
        self._code, self._functions = code, array("q", functions)
        messages, rounds, requests, own = _tables(plan)
        states = array("q", requests)
        if near is not None and not (isinstance(plan, Plan) and near.take(plan, itemsize)): near = None
        self._kept, self._own = (messages, rounds, requests, states, near), own
        call = (plan.function, *plan.arguments, *[0] * (8 - len(plan.arguments)), plan.result_at, plan.source_at, plan.request_at) \
            if isinstance(plan, Native) else (0,) * 12
        combine = code.code[f"heddle_combine_{plan.combine}"] if isinstance(plan, Plan) and plan.combine else 0
        fields = (_address(self._functions), *handles, sequence, 0 if near is None else near.address, itemsize, *call,
                  _address(rounds), len(rounds) // _ROUND, _address(messages), combine, _address(own), plan.before, nbytes,
                  0, 0, 0, _address(requests), _address(states), *[0] * 5)
        assert len(fields) == _SIZE
        self._values = array("q", fields)
        self.address = _address(self._values)
        self._own_address = _address(own)

    # ---- in Python

    def start(self, result: int, source: int) -> bool:
        """Starts it on memory at these addresses. False for a fault."""
        return self._code.begin(self.address, result, source) != FAULT

    def test(self) -> int:
        """DONE, PENDING or FAULT. Does not wait, and lets it go on."""
        return self._code.test(self.address)

    @property
    def fault(self) -> int:
        """MPI's code of the fault that was found."""
        return self._values[_FAULT] & 0xFFFFFFFF

    def own(self, offset: int = 0) -> memoryview:
        """Its own memory: the result, and behind it the source, of an exchange on that alone."""
        return memoryview(self._own).cast("B")[offset:offset + OWN_BYTES]

    def start_own(self) -> bool:
        """Starts it on its own memory. False for a fault."""
        return self.start(self._own_address, self._own_address + OWN_BYTES)

    # ---- in graphs

    def step(self, name: str, resume: Callable[[int, Callable[[], int]], int]) -> Step:
        """The step of that name: `start`, `progress` or `wait` on buffers of the graph; `begin_own` and `agree` on its own memory."""
        return Step(self._code.code[f"heddle_exchange_{name}"], self.address, resume)


_ROUND = 6  # numbers of a round


def _tables(plan: Plan | Native) -> tuple[array[int], array[int], array[int], array[int]]:
    """Messages, rounds, requests and own memory."""
    if isinstance(plan, Native): return array("q"), array("q"), array("q", [0]), array("q", bytes(2 * OWN_BYTES))
    messages, rounds = array("q"), array("q")
    for r in plan.rounds:
        rounds.extend((len(r.messages), r.awaited, r.combined, r.into, r.memory, r.offset))
        for m in r.messages: messages.extend((int(m.is_sent), m.peer, m.memory, m.offset, m.elements))
    requests = array("q", bytes(8 * max(1, sum(len(r.messages) for r in plan.rounds))))
    return messages, rounds, requests, array("q", bytes(-(-max(plan.own, 8) // 8) * 8))


def _address(values: array[int]) -> int: return values.buffer_info()[0]


def sequence() -> array[int]:
    """The count of a communicator's exchanges, which starts with none."""
    return array("Q", [0])


def address_of(memory: memoryview) -> int:
    """The address of memory that can be written to; whoever asks keeps it."""
    return ctypes.addressof(ctypes.c_char.from_buffer(memory)) if memory.nbytes else 0
