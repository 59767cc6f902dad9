"""The mock of AMD's queues, asked whether caches are told what they must do: each rule broken once."""
from __future__ import annotations

import sys

import pytest

from tests.emulators.amd.testing import Program, halves
from tests.emulators.amd.topology import GPU, RDNA3, RDNA4
from tests.emulators.test_amd_launch import Kernel

pytestmark = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="memory is mapped as on Linux")

_FLUSH = (0xC0004600, 0x00000407)
#: all levels, and those that kernels of one queue do not share
_ALL, _NEAR = 0x4381, 0x380


def _acquire(control: int = _ALL) -> tuple[int, ...]: return 0xC0065800, 0, 0xFFFFFFFF, 0, 0, 0, 4, control
def _wait(address: int) -> tuple[int, ...]: return 0xC0053C00, 0x10, *halves(address), 0, 0, 4


def _release(address: int, event: int = 0x0070C514) -> tuple[int, ...]:
    return 0xC0064900, event, 0x42000000, *halves(address), 1, 0, 0


def _faults(*parts: str, gpu: GPU = RDNA3) -> list[str]:
    """What is wrong with a queue of these parts, each submitted by itself where a bar is between them."""
    program = Program((gpu,))
    program.system.machine.checks_caches = True
    kernel, page, queue = Kernel(program), program.alloc(), program.queue()
    words = {"launch": (*kernel.registers(), *kernel.dispatch(1, 1, 1)), "acquire": _acquire(), "near": _acquire(_NEAR),
             "later": _acquire(_ALL & ~(1 << 9)), "flush": _FLUSH, "wait": _wait(page), "release": _release(page),
             "stamp": _release(page, 0x514)}
    for part in parts:
        if part == "|":
            queue.ring_doorbell()
            program.wait()
        else: queue.put(*words[part])
    queue.ring_doorbell()
    program.wait()
    return [str(fault) for fault in program.system.machine.faults]


@pytest.mark.parametrize("parts", [
    "acquire launch release", "acquire launch flush near launch stamp release", "wait acquire launch launch release",
    "acquire launch release | acquire launch release"])
def test_what_is_enough(parts: str) -> None:
    assert not _faults(*parts.split())


@pytest.mark.parametrize(("parts", "says"), [
    ("launch release", "others may have written"), ("near launch release", "others may have written"),
    ("acquire wait launch release", "others may have written"), ("acquire launch release | launch release", "others may have written"),
    ("acquire launch flush launch release", "kernels wrote that it waited for"), ("acquire launch", "written back"),
    ("acquire launch stamp", "written back")])
def test_what_is_not(parts: str, says: str) -> None:
    found = _faults(*parts.split())
    assert len(found) == 1 and says in found[0]


def test_the_first_level_is_none_of_its_own_from_gfx12_on() -> None:
    assert _faults("later", "launch", "release")
    assert not _faults("later", "launch", "release", gpu=RDNA4)
