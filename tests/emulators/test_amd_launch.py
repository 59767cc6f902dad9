"""The mock of AMD's queues: launches of kernels, what registers and descriptors must agree on, and in which order kernels end."""
from __future__ import annotations

import ctypes
import struct
import sys

import pytest

from tests.emulators.amd.errors import CommandFault, KernelFault, MemoryFault
from tests.emulators.amd.memory import GTT, WRITABLE
from tests.emulators.amd.testing import HOST, HandQueue, Program, halves, u32, u64
from tests.emulators.amd.topology import GPU, PAGE, RDNA2, RDNA3, RDNA4, RDNA35

pytestmark = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="memory is mapped as on Linux")

_PRIV = 1 << 20
_RSRC1, _RSRC2 = 0x60AF0042 | _PRIV, 2 << 1 | 1 << 7  # 3 granules of registers at least; two user SGPRs and the workgroup's x
_FLUSH = (0xC0004600, 0x00000407)


class Kernel:
    """Code and descriptor in memory of a card, with the registers of its launch."""

    def __init__(self, program: Program, flags: int = HOST, scratch: int = 0, lds: int = 0, properties: int = 0x408) -> None:
        self.memory = program.alloc(2 * PAGE, flags)
        self.target = program.alloc()
        self.code = self.memory + PAGE
        self.descriptor = struct.pack("<III4xq20xIIIH6x", lds, scratch, 16, PAGE - 64, 0, _RSRC1, _RSRC2 | bool(scratch), properties)
        ctypes.memmove(self.memory + 64, self.descriptor, 64)
        self.set = {0x2E04: 0, 0x2E05: 0, 0x2E06: 0, 0x2E07: 32, 0x2E08: 2, 0x2E09: 1, 0x2E0C: self.code >> 8 & 0xFFFFFFFF,
                    0x2E0D: self.code >> 40, 0x2E12: _RSRC1, 0x2E13: _RSRC2 | bool(scratch) | -(-lds // 512) << 15,
                    0x2E40: self.target & 0xFFFFFFFF, 0x2E41: self.target >> 32}

    def registers(self) -> tuple[int, ...]:
        """Packets that set them."""
        return tuple(word for number, value in self.set.items() for word in (0xC0017600, number - 0x2C00, value))

    def dispatch(self, *groups: int, initiator: int = 0x8005) -> tuple[int, ...]:
        """The golden packet."""
        return 0xC0031500, *groups, initiator


def _run(program: Program, kernel: Kernel, groups: tuple[int, int, int] = (7, 3, 1), initiator: int = 0x8005) -> None:
    program.queue().submit(*kernel.registers(), *kernel.dispatch(*groups, initiator=initiator), *_FLUSH)


def _fault_of(program: Program, kernel: Kernel, initiator: int = 0x8005) -> Exception:
    _run(program, kernel, initiator=initiator)
    assert len(program.system.machine.faults) == 1 and not program.launches
    return program.system.machine.faults[0]


@pytest.mark.parametrize("gpu", [RDNA2, RDNA3, RDNA4])
def test_a_launch_is_handed_on(gpu: GPU) -> None:
    program = Program((gpu,))
    kernel = Kernel(program, lds=1000)
    _run(program, kernel)
    assert not program.system.machine.faults and u32(kernel.target) == 1
    found = program.launches[0]
    assert (found.arch, found.code_address, found.descriptor) == (gpu.arch, kernel.code, kernel.descriptor)
    assert (found.groups, found.size, found.wave, found.lds_bytes) == ((7, 3, 1), (32, 2, 1), 32, 1024)
    assert found.user_sgprs == halves(kernel.target) and found.registers["PGM_RSRC1"] == _RSRC1


def test_a_block_of_registers_at_once() -> None:
    program = Program()
    kernel = Kernel(program)
    for number in range(0x2E04, 0x2E0A): del kernel.set[number]
    queue = program.queue()
    queue.submit(0xC0087600, 0x00000204, 0, 0, 0, 8, 4, 2, 0, 0, *kernel.registers(), *kernel.dispatch(1, 1, 1), *_FLUSH)
    assert program.launches[0].size == (8, 4, 2)


def test_a_grid_of_work_items() -> None:
    program = Program()
    _run(program, Kernel(program), groups=(64, 4, 3), initiator=0x8025)
    assert program.launches[0].groups == (2, 2, 3)


def test_a_grid_from_memory_and_an_empty_one() -> None:
    program = Program()
    kernel, queue = Kernel(program), program.queue()
    at = program.alloc()
    ctypes.memmove(at, struct.pack("<3I", 4, 5, 6), 12)
    queue.submit(*kernel.registers(), 0xC0021600, *halves(at), 0x8005, *kernel.dispatch(1, 0, 1), *_FLUSH)
    assert [launch.groups for launch in program.launches] == [(4, 5, 6)]


def test_code_without_a_descriptor_is_run_by_its_registers() -> None:
    program = Program()
    kernel = Kernel(program, properties=1 << 3)
    ctypes.memset(kernel.memory + 64, 0, 64)
    _run(program, kernel)
    assert program.launches[0].descriptor is None


@pytest.mark.parametrize(("changed", "says"), [
    ({0x2E07: 0}, "NUM_THREAD_X"), ({0x2E07: 32 | 32 << 16}, "NUM_THREAD_X"), ({0x2E07: 1024}, "2048 work-items"),
    ({0x2E12: _RSRC1 & ~0x3F}, "vector registers"), ({0x2E13: _RSRC2 | 2}, "other inputs"), ({0x2E13: _RSRC2 | 1}, "TMPRING_SIZE"),
    ({0x2E13: _RSRC2 | 129 << 15}, "LDS")])
def test_registers_that_a_card_would_not_survive(changed: dict[int, int], says: str) -> None:
    program = Program()
    kernel = Kernel(program)
    kernel.set |= changed
    fault = _fault_of(program, kernel)
    assert isinstance(fault, CommandFault) and says in str(fault)


@pytest.mark.parametrize(("gpu", "needs"), [(RDNA2, False), (RDNA3, True), (RDNA35, False), (RDNA4, False),
                                            (GPU(110003, engines=1, arrays_per_engine=2, cus=12), True),
                                            (GPU(110003, engines=1, arrays_per_engine=1, cus=4), False)])
def test_waves_of_some_cards_must_start_privileged(gpu: GPU, needs: bool) -> None:
    program = Program((gpu,))
    kernel = Kernel(program)
    kernel.set[0x2E12] = _RSRC1 & ~_PRIV
    _run(program, kernel)
    assert ["without PRIV" in str(fault) for fault in program.system.machine.faults] == ([True] if needs else [])


@pytest.mark.parametrize("number", [0x2E04, 0x2E07, 0x2E0C, 0x2E12, 0x2E13, 0x2E40])
def test_registers_that_were_never_set(number: int) -> None:
    program = Program()
    kernel = Kernel(program)
    del kernel.set[number]
    assert "never set" in str(_fault_of(program, kernel))


@pytest.mark.parametrize(("initiator", "says"), [
    (0x8004, "COMPUTE_SHADER_EN"), (0x800D, "reserved bits"), (0x8007, "partial"), (0x0005, "waves of 64"), (0x8025, "work-items in")])
def test_wrong_initiators(initiator: int, says: str) -> None:
    program = Program()
    assert says in str(_fault_of(program, Kernel(program), initiator=initiator))


def test_lds_that_a_kernel_needs() -> None:
    program = Program()
    kernel = Kernel(program, lds=1000)
    kernel.set[0x2E13] = _RSRC2 | 1 << 15
    assert "512 bytes of LDS, and the kernel needs 1000" in str(_fault_of(program, kernel))


def test_code_may_be_executed() -> None:
    program = Program()
    fault = _fault_of(program, Kernel(program, GTT | WRITABLE))
    assert isinstance(fault, MemoryFault) and (fault.access, fault.missing) == ("execute", False)


def test_code_is_mapped_as_far_as_it_is_fetched() -> None:
    program = Program()
    kernel = Kernel(program)
    kernel.code += PAGE
    kernel.set[0x2E0C] = kernel.code >> 8 & 0xFFFFFFFF
    fault = _fault_of(program, kernel)
    assert isinstance(fault, MemoryFault) and fault.va == kernel.memory + 2 * PAGE


def test_arguments_are_mapped() -> None:
    program = Program()
    kernel = Kernel(program)
    kernel.set[0x2E40], kernel.set[0x2E41] = 0x1000, 0
    fault = _fault_of(program, kernel)
    assert isinstance(fault, MemoryFault) and (fault.va, fault.access) == (0x1000, "read")


@pytest.mark.parametrize(("gpu", "unit", "engines"), [(RDNA2, 1024, 1), (RDNA3, 256, 6), (RDNA4, 256, 4)])
def test_private_memory(gpu: GPU, unit: int, engines: int) -> None:
    need = 100 * 32
    ring = 4 | -(-need // unit) << 12
    for size, mapped, says in ((ring, True, ""), (4 | (need // unit) << 12, True, "needs 3200"), (4095 | 4 << 12, True, "waves"),
                               (ring, False, "private memory of a dispatch")):
        if gpu.major == 10 and not mapped: continue  # its base is in scalar registers
        program = Program((gpu,))
        kernel = Kernel(program, scratch=100)
        area = program.alloc(4 * engines * PAGE) if mapped else 0x100000
        kernel.set[0x2E18] = size
        if gpu.major > 10: kernel.set |= {0x2E10: area >> 8 & 0xFFFFFFFF, 0x2E11: area >> 40}
        _run(program, kernel)
        assert [says in str(fault) for fault in program.system.machine.faults] == ([True] if says else [])
        if not says and gpu.major > 10: assert program.launches[0].scratch_base == area


def test_the_scratch_base_is_no_register_of_older_cards() -> None:
    program = Program((RDNA2,))
    kernel = Kernel(program)
    kernel.set[0x2E10] = 0
    assert "no compute register" in str(_fault_of(program, kernel))


def test_what_a_kernel_does_wrong_is_told() -> None:
    program = Program()

    def act(dispatch: object, memory: object) -> None: raise KernelFault("an unknown instruction")
    program.system.machine.execute = act
    _run(program, Kernel(program))
    assert isinstance(program.system.machine.faults[0], KernelFault)


def test_an_error_of_the_emulator_is_seen() -> None:
    program = Program()

    def act(dispatch: object, memory: object) -> None: raise ZeroDivisionError
    program.system.machine.execute = act
    with pytest.raises(ZeroDivisionError): _run(program, Kernel(program))


# ---- order


def _release(address: int, value: int) -> tuple[int, ...]:
    return 0xC0064900, 0x0070C514, 0x42000000, *halves(address), *halves(value), 0


def _two_launches(seed: int, *between: int) -> list[int]:
    program = Program(seed=seed)
    one, two, queue = Kernel(program), Kernel(program), program.queue()
    queue.submit(*one.registers(), *one.dispatch(1, 1, 1), *between, *two.registers(), *two.dispatch(1, 1, 1))
    return [[one.code, two.code].index(launch.code_address) for launch in program.launches]


def test_launches_overlap_unless_something_waits_for_them() -> None:
    assert {tuple(_two_launches(seed)) for seed in range(20)} == {(0, 1), (1, 0)}
    assert {tuple(_two_launches(seed, *_FLUSH)) for seed in range(20)} == {(0, 1)}


def test_what_is_released_follows_the_launches_before_it() -> None:
    def signalled(queue: HandQueue, kernel: Kernel, page: int, program: Program) -> bool:
        queue.put(*kernel.registers(), *kernel.dispatch(1, 1, 1), *_release(page, 1))
        queue.ring_doorbell()
        for _ in range(10_000):
            if u64(page): break
            program.system.sleep(0)
        return u32(kernel.target) == 1
    for seed in range(20):
        program = Program(seed=seed)
        assert signalled(program.queue(), Kernel(program), program.alloc(), program)


def test_a_wait_for_what_was_released_puts_launches_in_order() -> None:
    for seed in range(20):
        program = Program(seed=seed)
        one, two, queue, page = Kernel(program), Kernel(program), program.queue(), program.alloc()
        queue.submit(*one.registers(), *one.dispatch(1, 1, 1), *_release(page, 1), 0xC0053C00, 0x15, *halves(page), 1, 0xFFFFFFFF, 4,
                     *two.registers(), *two.dispatch(1, 1, 1))
        assert [launch.code_address for launch in program.launches] == [one.code, two.code]
