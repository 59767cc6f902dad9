"""The mock of AMD's caches: what each level keeps, loses and shows, and that each barrier of the runtime is needed on it."""
from __future__ import annotations

import ctypes
import gc
import sys
from collections.abc import Callable

import numpy as np
import pytest

from heddle import Context, Tensor, TinyJit
from heddle.device import Device
from heddle.errors import DeviceError
from heddle.runtime.amd import pm4, sdma
from heddle.runtime.common import llvm
from tests.caches import forget
from tests.emulators.amd.caches import LaunchMemory, SharedMemory
from tests.emulators.amd.dispatch import Memory
from tests.emulators.amd.install import as_device
from tests.emulators.amd.memory import PAGE
from tests.emulators.amd.rdna import execute
from tests.emulators.amd.system import AMDSystem
from tests.emulators.amd.testing import DEVICE, HOST, SDMA, Program, halves, u32
from tests.emulators.amd.topology import GPU, RDNA3, RDNA4
from tests.emulators.test_amd_launch import Kernel

pytestmark = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="memory is mapped as on Linux")
needs_llvm = pytest.mark.skipif(llvm.find_llvm() is None, reason="llvmlite is not installed")

_FLUSH = (0xC0004600, 0x00000407)
#: of ACQUIRE_MEM
_CODE, _SCALARS, _VECTORS, _FIRST, _INVALIDATE, _WRITE_BACK = 1, 1 << 7, 1 << 8, 1 << 9, 1 << 14, 1 << 15
_NEAR = _SCALARS | _VECTORS | _FIRST


def _acquire(control: int) -> tuple[int, ...]: return 0xC0065800, 0, 0xFFFFFFFF, 0, 0, 0, 4, control


class Card:
    """A card with caches, its memory as kernels, copies and the host see it, and a buffer of the card alone."""

    def __init__(self, gpu: GPU = RDNA3) -> None:
        self.program = Program((gpu,))
        self.machine = self.program.system.machine
        self.machine.has_caches = True
        self.card = self.machine.cards[0]
        self.at = self.program.alloc(PAGE, DEVICE)
        self.shared = SharedMemory(self.card.memory, self.card.caches)

    def kernel(self, act: Callable[[Memory], None]) -> None:
        """What a kernel does."""
        memory = LaunchMemory(self.card.memory, self.card.caches)
        act(memory)
        memory.end()

    def load(self, offset: int = 0) -> int:
        """A word, read by a kernel of its own."""
        found: list[bytes] = []
        self.kernel(lambda memory: found.append(memory.read(self.at + offset, 4)))
        return int.from_bytes(found[0], "little")

    def store(self, value: int, offset: int = 0) -> None:
        """A word, written by a kernel of its own."""
        self.kernel(lambda memory: memory.write(self.at + offset, value.to_bytes(4, "little")))

    def in_memory(self) -> int:
        """The word that everyone else sees."""
        return int.from_bytes(self.card.memory.read(self.at, 4), "little")

    def packets(self, *words: int) -> list[str]:
        """Has a compute queue do them; what is wrong with them."""
        self.program.queue().submit(*words)
        return [str(fault) for fault in self.machine.faults]


def test_what_kernels_write_is_in_no_memory_until_it_is_written_back() -> None:
    card = Card()
    card.store(7)
    assert card.in_memory() == 0 and card.card.caches.second.dirty == 1
    assert not card.packets(*_acquire(_WRITE_BACK))
    assert card.in_memory() == 7 and card.card.caches.second.dirty == 0


def test_invalidating_alone_loses_what_was_written() -> None:
    card = Card()
    card.store(7)
    (fault,) = card.packets(*_acquire(_INVALIDATE))
    assert "ACQUIRE_MEM invalidates the second level, and 1 lines of it were not written back" in fault
    card.machine.revive()
    assert card.in_memory() == 0 and card.load() == 0


@pytest.mark.parametrize("words", [_acquire(_INVALIDATE | _WRITE_BACK), (0xC0064900, 0x00300514, 0, 0, 0, 0, 0, 0)])
def test_both_at_once_write_back_first(words: tuple[int, ...]) -> None:
    card = Card()
    card.store(7)
    assert not card.packets(*words) and card.in_memory() == 7


def test_only_what_was_written_is_written_back() -> None:
    card = Card()
    card.store(7)
    card.card.memory.write(card.at + 4, b"\x09\0\0\0")  # by somebody else, in the same line
    card.packets(*_acquire(_WRITE_BACK))
    assert card.card.memory.read(card.at, 8) == b"\x07\0\0\0\x09\0\0\0"


def test_a_line_that_was_read_stays_as_it_was() -> None:
    card = Card()
    assert card.load() == 0
    card.card.memory.write(card.at, b"\x05\0\0\0")
    assert card.load() == 0
    card.packets(*_acquire(_NEAR))
    assert card.load() == 0  # the second level has it still
    card.packets(*_acquire(_NEAR | _INVALIDATE | _WRITE_BACK))
    assert card.load() == 5


def test_a_kernel_sees_stale_lines_near_it_that_a_kernel_before_wrote() -> None:
    card = Card()
    card.load()
    card.store(3)
    assert card.load() == 0
    card.packets(*_acquire(_SCALARS))
    assert card.load() == 0
    card.packets(*_acquire(_VECTORS | _FIRST))
    assert card.load() == 3


def test_a_kernel_sees_what_it_wrote_itself() -> None:
    card = Card()
    seen: list[bytes] = []

    def act(memory: Memory) -> None:
        memory.read(card.at, 4)
        memory.write(card.at, b"\x04\0\0\0")
        seen.append(memory.read(card.at, 8))
    card.kernel(act)
    assert seen == [b"\x04\0\0\0\0\0\0\0"] and card.load() == 0


def test_the_first_level_is_one_of_its_own_up_to_gfx11() -> None:
    for gpu, seen in ((RDNA3, 0), (RDNA4, 3)):
        card = Card(gpu)
        card.load()
        card.store(3)
        card.packets(*_acquire(_VECTORS))
        assert card.load() == seen


def test_scalar_loads_and_instructions_have_caches_of_their_own() -> None:
    card = Card()
    memory = LaunchMemory(card.card.memory, card.card.caches)
    for read, bit in ((lambda: memory.scalars.read(card.at, 4), _SCALARS), (lambda: memory.read(card.at, 4, execute=True), _CODE)):
        old = read()
        card.store(u := int.from_bytes(old, "little") + 1)
        card.packets(*_acquire(_VECTORS | _FIRST))
        assert read() == old
        card.packets(*_acquire(bit))
        assert int.from_bytes(read(), "little") == u


def test_uncached_memory_is_kept_near_alone() -> None:
    card = Card()
    card.at = card.program.alloc(PAGE, HOST)  # coherent
    assert card.load() == 0
    ctypes.c_uint32.from_address(card.at).value = 6
    assert card.load() == 0
    card.packets(*_acquire(_NEAR))
    assert card.load() == 6
    card.store(8)
    assert u32(card.at) == 8


def test_copies_go_through_the_second_level() -> None:
    card = Card()
    card.store(7)
    assert card.shared.read(card.at, 4) == b"\x07\0\0\0"
    card.shared.write(card.at, b"\x02\0\0\0")
    assert card.in_memory() == 0 and card.load() == 2
    page, queue = card.program.alloc(), card.program.queue(SDMA)
    queue.submit(1, 3, 0, *halves(card.at), *halves(page))
    assert u32(page) == 2 and card.in_memory() == 0
    queue.submit(17 | 1 << 8, 0, _WRITE_BACK << 16, 0, 0)
    assert card.in_memory() == 2
    card.store(9)
    queue.submit(17 | 1 << 8, 0, _INVALIDATE << 16, 0, 0)
    assert "an SDMA engine's GCR invalidates" in str(card.machine.faults[0])


def test_what_a_mapping_held_is_gone_with_it() -> None:
    card = Card()
    card.store(7)
    card.program.free(card.at)
    assert card.card.caches.second.dirty == 0


def test_launches_run_on_them() -> None:
    card = Card()
    kernel = Kernel(card.program)  # adds one to a number in memory of the host
    launch = (*kernel.registers(), *kernel.dispatch(1, 1, 1), *_FLUSH)
    assert not card.packets(*launch, *launch, *_acquire(_NEAR), *launch)
    assert u32(kernel.target) == 2  # the second one saw what was there before the first


# ---- the runtime's own barriers


def _compute() -> None:
    """Kernels that need each other, in eager launches and in graphs, between which nothing is copied."""
    with Context(DEV="AMD"):
        x = Tensor(np.arange(70, dtype=np.float32)).realize()
        for _ in range(4):
            x.assign(x + 1).realize()
            Device["AMD"].synchronize()  # what the host writes next, it writes after the kernel
        np.testing.assert_array_equal(x.numpy(), np.arange(70) + 4)
        @TinyJit
        def step(a: Tensor) -> None:
            for _ in range(3): a.assign((a + 1) * 2).realize()
        y = Tensor.zeros(16).contiguous().realize()
        for _ in range(4): step(y)
        assert y.tolist() == [float(2 ** 13 - 2)] * 16


def _load() -> None:
    """Kernels whose code takes the place of others' code."""
    with Context(DEV="AMD"):
        for factor in range(2, 8):
            x = (Tensor(np.arange(10, dtype=np.float32)).realize() * factor).realize()
            np.testing.assert_array_equal(x.numpy(), factor * np.arange(10))
            forget()
            gc.collect()


def _exchange() -> None:
    """Data that goes to another GPU: from a kernel, and again after the kernel has changed it; and as a copy left it."""
    x = Tensor(np.arange(100, dtype=np.float32), device="AMD").realize()
    for number in range(1, 4):
        x.assign(x + 1).realize()
        np.testing.assert_array_equal(x.to("AMD:1").realize().numpy(), np.arange(100) + number)


def _forward() -> None:
    """Data of the host that goes on to another GPU."""
    np.testing.assert_array_equal(Tensor(np.arange(100), device="AMD").realize().to("AMD:1").realize().numpy(), np.arange(100))


def _run(patch: pytest.MonkeyPatch, work: Callable[[], None], gpu: GPU = RDNA3, cards: int = 2) -> AMDSystem:
    machine = as_device(patch, AMDSystem((gpu,) * cards, execute))
    machine.machine.has_caches = True
    machine.machine.patience = 64
    forget()
    work()
    forget()
    return machine


@needs_llvm
@pytest.mark.parametrize("work", [_compute, _load, _exchange, _forward])
@pytest.mark.parametrize("gpu", [RDNA3, RDNA4], ids=lambda gpu: gpu.arch)
def test_the_runtime_has_the_barriers_it_needs(monkeypatch: pytest.MonkeyPatch, gpu: GPU, work: Callable[[], None]) -> None:
    assert not _run(monkeypatch, work, gpu).machine.faults


#: what the runtime leaves out, and the work that shows it
_LEFT_OUT: dict[str, tuple[object, str, object, Callable[[], None]]] = {
    "scalars, between kernels": (pm4, "_ACQUIRE_NEAR", _VECTORS | _FIRST, _compute),
    "vectors, between kernels": (pm4, "_ACQUIRE_NEAR", _SCALARS | _FIRST, _compute),
    "first level, between kernels": (pm4, "_ACQUIRE_NEAR", _SCALARS | _VECTORS, _compute),
    "instructions, after a wait": (pm4, "_ACQUIRE_ALL", _NEAR | _INVALIDATE | _WRITE_BACK, _load),
    "all, after a wait": (pm4, "_ACQUIRE_ALL", 0, _load),
    "second level, after a kernel": (pm4, "_RELEASE_CACHES", 0, _exchange),
    "caches, before a copy": (sdma.SDMA, "acquire", lambda self, words: None, _exchange),
    "caches, after a copy": (sdma.SDMA, "release", lambda self, words: None, _forward)}


@needs_llvm
@pytest.mark.parametrize("name", _LEFT_OUT)
def test_each_barrier_is_needed(monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    owner, what, instead, work = _LEFT_OUT[name]
    monkeypatch.setattr(owner, what, instead)
    with pytest.raises((AssertionError, DeviceError)): _run(monkeypatch, work)
