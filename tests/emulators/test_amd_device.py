"""The AMD runtime where the card is lost at any packet, and where the driver refuses any request."""
from __future__ import annotations

import errno
import sys

import numpy as np
import pytest

from heddle import Context, Tensor, TinyJit
from heddle.errors import DeviceError, HeddleError
from heddle.runtime import ops_amd
from heddle.runtime.common import llvm
from tests.emulators.amd.dispatch import Dispatch, Memory
from tests.emulators.amd.errors import MemoryFault
from tests.emulators.amd.install import AMDEmulator, as_device, card
from tests.emulators.amd.rdna import execute
from tests.emulators.amd.system import one_gpu

pytestmark = [
    pytest.mark.skipif(not sys.platform.startswith("linux"), reason="memory is mapped as on Linux"),
    pytest.mark.skipif(llvm.find_llvm() is None, reason="llvmlite is not installed")]


def _compute() -> None:
    """Kernels that need each other, copies before and after."""
    numbers = np.arange(70, dtype=np.float32)
    with Context(DEV="AMD"):
        first = (Tensor(numbers) * 2).realize()
        second = (first.max() - first).realize()
        np.testing.assert_array_equal((second + first).numpy(), np.full(70, 138, np.float32))


def test_caches_are_told_what_they_must_do(monkeypatch: pytest.MonkeyPatch) -> None:
    machine = as_device(monkeypatch, one_gpu(execute))
    machine.machine.has_caches = True
    _compute()
    with Context(DEV="AMD"):
        step = TinyJit(lambda x: ((x + 1).realize() * 2).realize())
        for number in range(4): assert step(Tensor([float(number)])).tolist() == [2.0 * number + 2]
    assert not machine.machine.faults and len(machine.machine.cards[0].dispatches) > 8


@pytest.mark.parametrize("packet", [1, 5, 12, 30])
def test_a_card_that_is_lost(monkeypatch: pytest.MonkeyPatch, packet: int) -> None:
    machine = as_device(monkeypatch, one_gpu(execute))
    machine.lose(0, packet)
    with pytest.raises(DeviceError, match="reset"): _compute()


def test_a_run_goes_on_after_a_fault(monkeypatch: pytest.MonkeyPatch) -> None:
    def act(launch: Dispatch, memory: Memory) -> None: raise MemoryFault(0x1000, "write")
    emulator = AMDEmulator()
    try:
        machine = as_device(monkeypatch, emulator.system).machine
        for execute_, works in ((act, False), (execute, True)):
            machine.execute = execute_
            if works: _compute()
            else:
                with pytest.raises(DeviceError, match="0x1000"): _compute()
                assert len(emulator.faults()) == 1
                emulator.revive()
    finally:
        monkeypatch.undo()
        emulator.end()


def test_it_is_usable_where_it_is_named_and_not_the_default(monkeypatch: pytest.MonkeyPatch) -> None:
    as_device(monkeypatch, one_gpu(execute))
    found = ops_amd.probe()
    assert found.usable and found.hardware and not found.by_default and "gfx1100" in found.detail


def test_cards_of_a_run_are_named() -> None:
    assert [card(arch).major for arch in ("gfx1030", "gfx1100", "gfx1201")] == [10, 11, 12]
    with pytest.raises(ValueError, match="there are gfx1030, gfx1100, gfx1201"): card("gfx942")


def _requests() -> dict[str, int]:
    """How often each request is made by `_compute`."""
    with pytest.MonkeyPatch.context() as patch:
        machine = as_device(patch, one_gpu(execute))
        _compute()
        names = machine.driver.calls
    return {name: names.count(name) for name in dict.fromkeys(names)}


def test_each_request_may_be_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    """The first, one in the middle and the last of each kind: an error of heddle's, or none where it does not matter."""
    wrong, told = list[str](), set[str]()
    for name, count in _requests().items():
        for after in sorted({0} if name == "WAIT_EVENTS" else {0, count // 2, count - 1}):  # asked every few milliseconds
            machine = as_device(monkeypatch, one_gpu(execute))
            machine.fail(name, errno.ENOMEM, after)
            try: _compute()
            except HeddleError: told.add(name)
            except Exception as fault: wrong.append(f"{name}, after {after}: {fault!r}")
            if machine.machine.faults: wrong.append(f"{name}, after {after}: {machine.machine.faults[0]}")
            if machine.driver.orders: wrong.append(f"{name}, after {after}: was not asked for")
    assert not wrong, "\n".join(wrong)
    assert told >= {"open /dev/kfd", "ACQUIRE_VM", "ALLOC_MEMORY_OF_GPU", "MAP_MEMORY_TO_GPU", "CREATE_QUEUE", "CREATE_EVENT"}
