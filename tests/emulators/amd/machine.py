"""The cards at work: queues get on one step at a time, in an order drawn by a seed, whenever the host waits.

In: cards, queues that the driver made. Out: progress, faults, events. Always true: a doorbell alone runs nothing, so a host that
forgets to wait sees old values; a card that a fault has lost does nothing until it is revived, and its queues lose what they had
begun.
"""
from __future__ import annotations

import random
from dataclasses import dataclass, field
from typing import Protocol

from tests.emulators.amd.caches import CardCaches, LaunchMemory
from tests.emulators.amd.clock import Clock
from tests.emulators.amd.dispatch import Dispatch, Execute
from tests.emulators.amd.errors import AMDError, CommandFault, Deadlock, KernelFault, MemoryFault
from tests.emulators.amd.events import Events
from tests.emulators.amd.memory import AddressSpace
from tests.emulators.amd.topology import GPU, gpu_id

#: sleeps of the host in a row in which no queue gets on, though one waits, until it is called a deadlock
PATIENCE = 4096
_STEPS = (1, 4, 16, 64, 256)


class Work(Protocol):
    """A queue, as the scheduler sees it. blocked: what it waits for."""

    card: Card
    blocked: str

    def step(self) -> bool:
        """Does one thing; False if there is nothing to do, or all there is has to wait."""
        ...

    def dump(self) -> str:
        """A line on where it stands."""
        ...

    def drop(self) -> None:
        """Forgets what it had begun."""
        ...


@dataclass(eq=False)
class Card:
    """A GPU of the machine. lost: why it does nothing any more. lose_at: packet at which it is lost on order."""

    index: int
    gpu: GPU
    memory: AddressSpace
    lost: AMDError | None = None
    packets: int = 0
    lose_at: int = 0
    dispatches: list[Dispatch] = field(default_factory=list[Dispatch])
    caches: CardCaches = field(default_factory=CardCaches)

    @property
    def id(self) -> int:
        """What the driver calls it."""
        return gpu_id(self.index)

    def count_packet(self) -> None:
        """Another packet. CommandFault if the card is to be lost there. Source: none: a test orders the loss."""
        self.packets += 1
        if self.packets == self.lose_at: raise CommandFault(f"the card is lost at packet {self.packets}, as it was told to be")


class Machine:
    """All cards and queues of the process. faults: what went wrong on cards, oldest first."""

    def __init__(self, gpus: tuple[GPU, ...], clock: Clock, execute: Execute, seed: int) -> None:
        self.clock, self.execute = clock, execute
        self.random = random.Random(seed)
        self.events = Events()
        self.cards = [Card(i, gpu, AddressSpace(f"GPU {i}")) for i, gpu in enumerate(gpus)]
        self.queues: dict[int, Work] = {}
        self.faults: list[Exception] = []
        self.patience = PATIENCE
        self.has_caches = False  # else everything that is written is seen at once
        self._idle = 0

    def launch(self, dispatch: Dispatch, card: Card) -> None:
        """Runs a kernel to its end."""
        if not self.has_caches: return self.execute(dispatch, card.memory)
        memory = LaunchMemory(card.memory, card.caches)
        try: self.execute(dispatch, memory)
        finally: memory.end()

    def step(self) -> bool:
        """One step of one queue that can make one."""
        queues = list(self.queues.values())
        self.random.shuffle(queues)
        return any(self._advance(queue) for queue in queues if queue.card.lost is None)

    def run(self) -> bool:
        """Some steps, as many as chance has it; whether there were any."""
        count = self.random.choice(_STEPS)
        done = 0
        while done < count and self.step(): done += 1
        if done: self._idle = 0
        return done > 0

    def finish(self) -> None:
        """All there is to do."""
        while self.step(): pass

    def idle(self) -> None:
        """The host has waited in vain once more."""
        self._idle += 1
        if self._idle > self.patience: self.report_deadlock()

    def report_deadlock(self) -> None:
        """Deadlock if a queue waits: nothing but the host could help it, and the host waits too."""
        waiting = [q for q in self.queues.values() if q.blocked and q.card.lost is None]
        if not waiting: return
        self._idle = 0
        fault = Deadlock("every queue waits:\n" + "\n".join(q.dump() for q in self.queues.values()))
        self.faults.append(fault)
        raise fault

    def _advance(self, queue: Work) -> bool:
        try: return queue.step()
        except MemoryFault as fault:
            self._lose(queue.card, fault)
            self.events.memory_exception(queue.card.id, fault)
        except (CommandFault, KernelFault) as fault:
            self._lose(queue.card, fault)
            self.events.reset(queue.card.id)
        except Exception as fault:  # of the emulator itself: it shows, and the card is not tried again
            self.faults.append(fault)
            self._drop_work(queue.card)
            raise
        return True

    def _lose(self, card: Card, fault: AMDError) -> None:
        card.lost = fault
        self.faults.append(fault)
        self._drop_work(card)

    def _drop_work(self, card: Card) -> None:
        for queue in self.queues.values():
            if queue.card is card: queue.drop()

    def revive(self) -> None:
        """Cards work again. What was in their queues is gone."""
        for card in self.cards: card.lost = None
