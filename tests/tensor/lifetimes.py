"""Random lives of memory that heddle borrows and lends, where every use after the end is a fault: run by test_lifetimes.py.

    python -m tests.tensor.lifetimes SEED SEQUENCES [forget-owners]

Each block, heddle's and the owners', lies on pages of its own that end where it ends, and that nobody may touch once it is freed;
addresses are never used again. Each step makes, views, lends, borrows, changes, compares or drops something; a NumPy array of our own
beside each tensor says what has to be there. `forget-owners` breaks the rule under test: then a fault has to come.
"""
from __future__ import annotations

import ctypes
import faulthandler
import gc
import random
import resource
import sys
import weakref
from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np
import torch

from heddle import Context, Tensor, memory_stats
from heddle.runtime.cpu.memory import HostAllocator, map_pages
from heddle.runtime.cpu.system.posix import libc
from heddle.tensor.interop import dlpack_import

PAGE = 4096
SHAPE = (2, 4)
NBYTES = 32
_NOTHING, _DROP_PAGES = 0, 4  # PROT_NONE, MADV_DONTNEED


def guarded(nbytes: int) -> int:
    """Address of a block that ends where its pages end; behind them is one that nobody may touch."""
    pages = -(-nbytes // PAGE) * PAGE
    start = map_pages(pages + PAGE)
    libc().mprotect(start + pages, PAGE, _NOTHING)
    return start + pages - nbytes


def forbid(address: int, nbytes: int) -> None:
    """From now on nobody may touch the block."""
    start = address & -PAGE
    pages = -(-(address + nbytes - start) // PAGE) * PAGE
    libc().madvise(start, pages, _DROP_PAGES)
    libc().mprotect(start, pages, _NOTHING)


class Owner:
    """Memory outside heddle, of 8 float32."""

    living = 0

    def __init__(self) -> None:
        self.address = guarded(NBYTES)
        Owner.living += 1

    def __del__(self) -> None:
        forbid(self.address, NBYTES)
        Owner.living -= 1

    def array(self) -> np.ndarray:
        """All of it, holding this object."""
        window: Any = (ctypes.c_float * 8).from_address(self.address)
        window.owner = self
        return np.frombuffer(window, np.float32).reshape(SHAPE)


class Capsule:
    """A capsule that NumPy and torch take as an array."""

    def __init__(self, capsule: Any) -> None: self.capsule = capsule
    def __dlpack__(self, **asked: Any) -> Any: return self.capsule
    def __dlpack_device__(self) -> tuple[int, int]: return 1, 0


class Thing(NamedTuple):
    """Something that sees memory. `model` gives what has to be there; `home` is what heddle takes for one memory."""

    kind: str
    x: Any
    model: Callable[[], np.ndarray]
    home: int


VIEWS: tuple[Callable[[Any], Any], ...] = (
    lambda x: x[1], lambda x: x[:, 1:3], lambda x: x.reshape(8), lambda x: x.reshape(4, 2)[1:], lambda x: x.T, lambda x: x[0][2:],
)


class Sequence:
    """One life, of `steps` steps."""

    def __init__(self, rng: random.Random) -> None:
        self.rng = rng
        self.things: list[Thing] = []
        self.homes = 0
        self.pending: dict[int, list[weakref.ref[Any]]] = {}

    def add(self, kind: str, x: Any, model: Callable[[], np.ndarray], home: int | None = None) -> None:
        if home is None: home = self.homes = self.homes + 1
        self.things.append(Thing(kind, x, model, home))

    def pick(self, *kinds: str) -> Thing | None:
        found = [t for t in self.things if t.kind in kinds]
        return self.rng.choice(found) if found else None

    def forget(self, thing: Thing) -> None: self.things = [t for t in self.things if t is not thing]

    # ---- steps

    def borrow_pointer(self) -> None:
        owner, base = Owner(), self.values()
        owner.array()[:] = base
        self.add("tensor", Tensor.from_blob(owner.address, SHAPE, owner=owner), lambda: base)

    def borrow_array(self) -> None:
        base = self.values()
        a = Owner().array()
        a[:] = base
        x = torch.from_numpy(a) if self.rng.random() < 0.5 else a
        if self.rng.random() < 0.5: self.add("array", x, lambda: base)
        self.add("tensor", Tensor.from_dlpack(x, copy=False), lambda: base)

    def own(self) -> None:
        base = self.values()
        self.add("tensor", Tensor(base).realize(), lambda: base)

    def values(self) -> np.ndarray: return np.array([self.rng.randint(0, 99) for _ in range(8)], np.float32).reshape(SHAPE)

    def view(self) -> None:
        t = self.pick("tensor", "array")
        if t is None or t.model().shape != SHAPE: return
        shape = self.rng.choice(VIEWS)
        self.add(t.kind, shape(t.x), lambda: shape(t.model()), t.home)

    def lend(self) -> None:
        if (t := self.pick("tensor")) is None: return
        how = self.rng.choice((np.from_dlpack, torch.from_dlpack, np.asarray, lambda x: np.asarray(x.__buffer__(1))))
        self.add("array", how(t.x), t.model, t.home)

    def make_capsule(self) -> None:
        if (t := self.pick("tensor")) is None: return
        version = self.rng.choice((None, (1, 0)))
        self.add("capsule", t.x.__dlpack__(max_version=version), t.model, t.home)

    def take_capsule(self) -> None:
        if (t := self.pick("capsule")) is None: return
        self.forget(t)
        how = self.rng.choice(("numpy", "torch", "heddle"))
        if how == "numpy": self.add("array", np.from_dlpack(Capsule(t.x)), t.model, t.home)
        elif how == "torch": self.add("array", torch.from_dlpack(t.x), t.model, t.home)
        elif t.model().flags.c_contiguous: self.add("tensor", Tensor.from_dlpack(t.x), t.model)

    def borrow_back(self) -> None:
        """What we lent, or a part of it, as a tensor again."""
        t = self.pick("array")
        if t is None: return
        try: x = Tensor.from_dlpack(t.x, copy=False)
        except BufferError: return
        self.add("tensor" if getattr(getattr(t.x, "flags", None), "writeable", True) else "frozen", x, t.model)

    def compute(self) -> None:
        """A graph that is computed when it is compared, or when what it reads is assigned."""
        t = self.pick("tensor", "frozen")
        if t is None: return
        result: list[np.ndarray] = []

        def model() -> np.ndarray:
            if not result: result.append(t.model() + 1)
            return result[0]
        self.pending.setdefault(t.home, []).append(weakref.ref(model))
        self.add("graph", t.x + 1, model, t.home)

    def assign(self) -> None:
        t = self.pick("tensor")
        if t is None: return
        for ref in self.pending.pop(t.home, ()):
            if (model := ref()) is not None: model()
        self.check_graphs(lambda g: g.home != t.home)
        t.x.assign(t.x * 2)
        t.x.realize()
        t.model()[...] *= 2

    def write(self) -> None:
        t = self.pick("array")
        if t is None or not getattr(getattr(t.x, "flags", None), "writeable", True): return
        self.check_graphs(lambda g: True)
        t.x[...] = 5
        t.model()[...] = 5

    def check_graphs(self, which: Callable[[Thing], bool]) -> None:
        """Before memory changes of which heddle does not know: what a graph over it gets is not defined."""
        for graph in [t for t in self.things if t.kind == "graph" and which(t)]: self.check(graph)

    def compare(self) -> None:
        if (t := self.pick("tensor", "frozen", "array", "graph")) is not None: self.check(t)

    def check(self, t: Thing) -> None:
        """`t` is what its model says."""
        found = t.x.tolist()
        assert found == t.model().tolist(), (t.kind, found, t.model().tolist())
        if t.kind == "graph":  # computed: a tensor in memory of its own
            self.forget(t)
            base = t.model().copy()
            self.add("tensor", t.x, lambda: base)

    def drop(self) -> None:
        if self.things: self.things.pop(self.rng.randrange(len(self.things)))

    def run(self, steps: int) -> None:
        """All steps, then everything is dropped in a random order."""
        kinds = (self.borrow_pointer, self.borrow_array, self.own, self.view, self.lend, self.make_capsule, self.take_capsule,
                 self.borrow_back, self.compute, self.assign, self.write, self.compare, self.compare, self.drop, self.drop)
        for _ in range(steps): self.rng.choice(kinds)()
        while self.things:
            self.compare()
            self.drop()


def main(seed: int, sequences: int, forget_owners: bool) -> None:
    """Runs `sequences` lives without the collector; says how many blocks there were."""
    faulthandler.disable()
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    made = [0]

    def alloc(_: HostAllocator, nbytes: int) -> int:
        made[0] += 1
        return guarded(nbytes)
    HostAllocator._alloc, HostAllocator._free = alloc, lambda _, address, nbytes: forbid(address, nbytes)  # type: ignore[method-assign]
    if forget_owners:
        memory = dlpack_import.ExternalMemory.memory
        dlpack_import.ExternalMemory.memory = lambda loan, device: memory(loan._replace(owner=None), device)  # type: ignore[method-assign]
    with Context(MEMORY_CACHE=0):
        Sequence(random.Random(seed)).run(60)  # constants and the like are made
        gc.collect()
        gc.disable()
        before = memory_stats("CPU").live
        for n in range(sequences):
            print(f"sequence {seed + n}", flush=True)
            Sequence(random.Random(seed + n)).run(30)
            assert Owner.living == 0, f"{Owner.living} owners are still there"
            assert memory_stats("CPU").live == before, "memory is still there"
    print(f"{sequences} sequences, {made[0]} blocks")


if __name__ == "__main__": main(int(sys.argv[1]), int(sys.argv[2]), "forget-owners" in sys.argv)
