"""The mock of AMD's kernel driver: requests of the interface, memory, queues, events; each rule broken once (amd.md §1)."""
from __future__ import annotations

import ctypes
import errno
import sys
from collections.abc import Callable

import pytest

from heddle.runtime.common.system import MAP_PRIVATE, MAP_SHARED, PROT_NONE, PROT_READ, PROT_WRITE
from tests.emulators.amd import interface as calls
from tests.emulators.amd.errors import MemoryFault, Misuse
from tests.emulators.amd.memory import DOORBELL, FREED, GTT, PUBLIC, USERPTR, VRAM, WRITABLE
from tests.emulators.amd.testing import COMPUTE, DEVICE, HOST, RING, SDMA, HandQueue, Program, u32
from tests.emulators.amd.topology import GPU, PAGE, RDNA2, RDNA3, RDNA4, gpu_id, render_path

pytestmark = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="memory is mapped as on Linux")
_READ_WRITE = PROT_READ | PROT_WRITE


def _refused(code: int, act: Callable[[], object]) -> None:
    with pytest.raises(OSError) as caught: act()
    assert caught.value.errno == code


# ---- topology and files


def test_the_topology_lists_the_cards() -> None:
    system = Program((RDNA3, RDNA2)).system
    root = "/sys/class/kfd/kfd/topology/nodes"
    assert system.list(root) == ["0", "1", "2"]
    assert system.text(f"{root}/0/gpu_id") == "0\n"
    assert int(system.text(f"{root}/2/gpu_id")) == gpu_id(1)
    properties = dict(line.split() for line in system.text(f"{root}/2/properties").splitlines())
    assert properties["gfx_target_version"] == "100300" and properties["drm_render_minor"] == "129"
    assert int(properties["simd_count"]) == 160
    assert system.exists(render_path(1)) and not system.exists(render_path(2))
    with pytest.raises(FileNotFoundError): system.open(render_path(2))
    with pytest.raises(FileNotFoundError): system.text(f"{root}/9/name")
    file = system.open(f"{root}/1/name")
    assert file.read(100) == b"navi31\n"


@pytest.mark.parametrize(("card", "arch", "stack", "area"), [
    # by hand from amd.md: waves = CUs * 32; stack = pages(40 + waves * 12 + 8); area = stack + pages(CUs * bytes of a CU)
    (RDNA3, "gfx1100", 0xA000, 0xA000 + 96 * 0x75000),
    (RDNA2, "gfx1030", 0x7000, 0x7000 + 80 * 0x55000),
    (RDNA4, "gfx1201", 0x7000, 0x7000 + 64 * 0x75000)])
def test_sizes_of_save_areas(card: GPU, arch: str, stack: int, area: int) -> None:
    assert (card.arch, card.control_stack, card.save_area) == (arch, stack, area)
    assert card.save_mapping == area + card.cus * 32 * 32


def test_a_device_file_is_opened_for_both() -> None:
    with pytest.raises(Misuse): Program().system.open("/dev/kfd", 0)


def test_a_closed_file_takes_nothing() -> None:
    program = Program()
    program.kfd.close()
    _refused(errno.EBADF, lambda: program.call(calls.GetVersion))


# ---- requests


def test_numbers_of_requests_are_the_headers() -> None:
    assert calls.request(calls.CreateQueue) == 0xC0604B02 and calls.request(calls.AllocMemory) == 0xC0284B16
    assert calls.request(calls.WaitEvents) == 0xC0184B0C and calls.request(calls.Info, "d") == 0x40206445
    assert ctypes.sizeof(calls.EventData) == 48 and ctypes.sizeof(calls.Aperture) == 56


def test_the_version() -> None:
    found = Program().call(calls.GetVersion)
    assert (found.major, found.minor) == (1, 17)


def test_a_request_that_there_is_none() -> None:
    program = Program()
    _refused(errno.ENOTTY, lambda: program.kfd.ioctl(0xC0084B7F, calls.GetVersion()))
    _refused(errno.ENOTTY, lambda: program.kfd.ioctl(calls.request(calls.GetVersion, "L"), calls.GetVersion()))


def test_a_structure_shorter_than_its_request_says() -> None:
    with pytest.raises(Misuse): Program().kfd.ioctl(calls.request(calls.AllocMemory), calls.GetVersion())


def test_a_request_with_a_wrong_direction() -> None:
    with pytest.raises(Misuse): Program().kfd.ioctl(calls.request(calls.GetVersion) ^ 3 << 30, calls.GetVersion())


def test_an_older_shorter_structure_is_taken() -> None:
    program = Program()
    args = (ctypes.c_uint32 * 1)()
    program.kfd.ioctl(2 << 30 | 4 << 16 | 0x4B << 8 | 1, args)
    assert args[0] == 1


def test_apertures() -> None:
    program = Program((RDNA3, RDNA3))
    assert program.call(calls.GetApertures).count == 2
    items = (calls.Aperture * 2)()
    assert program.call(calls.GetApertures, items=ctypes.addressof(items), count=2).count == 2
    assert [item.gpu_id for item in items] == [gpu_id(0), gpu_id(1)] and items[0].limit == (1 << 47) - 1


def test_clocks() -> None:
    program = Program()
    before = program.call(calls.GetClockCounters, gpu_id=gpu_id(0))
    program.system.sleep(10.0)
    after = program.call(calls.GetClockCounters, gpu_id=gpu_id(0))
    assert 10**9 <= after.gpu - before.gpu < 12 * 10**8 + 10**9 and after.cpu - before.cpu >= 10**10


def test_what_a_render_node_tells() -> None:
    program = Program((RDNA4,))
    data = (ctypes.c_uint32 * 110)()
    args = calls.Info(to=ctypes.addressof(data), size=440, query=0x16)
    program.render[0].ioctl(calls.request(calls.Info, "d"), args)
    assert (data[0], data[5], data[7], data[12]) == (0x7550, 4, 100_000, 64)
    program.alloc(1 << 20, DEVICE)
    args = calls.Info(to=ctypes.addressof(data), size=96, query=0x19)
    program.render[0].ioctl(calls.request(calls.Info, "d"), args)
    assert data[4] == 1 << 20
    args.query = 0x77
    _refused(errno.EINVAL, lambda: program.render[0].ioctl(calls.request(calls.Info, "d"), args))


def test_a_request_fails_when_told_to() -> None:
    program = Program()
    program.system.fail("ALLOC_MEMORY_OF_GPU", errno.ENOMEM, after=1)
    first = program.alloc()
    _refused(errno.ENOMEM, program.alloc)
    assert first != program.alloc()
    program.system.fail("open /dev/kfd", errno.EACCES)
    _refused(errno.EACCES, lambda: program.system.open("/dev/kfd"))
    program.system.fail(f"mmap {render_path(0)}", errno.ENOMEM)
    _refused(errno.ENOMEM, program.alloc)


# ---- address spaces and memory


def test_memory_needs_an_address_space() -> None:
    program = Program()
    program.system.driver.memories._vms.clear()
    _refused(errno.ENODEV, program.alloc)
    other = program.system.open(render_path(0))
    program.call(calls.AcquireVM, file=other.number(), gpu_id=gpu_id(0))
    program.alloc()


def test_a_gpu_has_one_address_space() -> None:
    program = Program((RDNA3, RDNA3))
    other = program.system.open(render_path(0))
    _refused(errno.EBUSY, lambda: program.call(calls.AcquireVM, file=other.number(), gpu_id=gpu_id(0)))
    _refused(errno.EINVAL, lambda: program.call(calls.AcquireVM, file=other.number(), gpu_id=gpu_id(1)))
    _refused(errno.EINVAL, lambda: program.call(calls.AcquireVM, file=4, gpu_id=gpu_id(0)))
    _refused(errno.EINVAL, lambda: program.call(calls.AcquireVM, file=other.number(), gpu_id=7))


@pytest.mark.parametrize("wrong", [
    {"size": 0}, {"gpu_id": 7}, {"flags": HOST | VRAM}, {"flags": WRITABLE}, {"flags": HOST | 1 << 9}, {"va": 0x10800}, {"size": 100},
    {"flags": DOORBELL | WRITABLE}, {"flags": USERPTR | WRITABLE, "offset": 0x1010}])
def test_wrong_allocations(wrong: dict[str, int]) -> None:
    fields = {"va": 0x10000000, "size": PAGE, "gpu_id": gpu_id(0), "flags": HOST} | wrong
    program = Program()
    _refused(errno.EINVAL, lambda: program.call(calls.AllocMemory, **fields))


def test_memory_of_a_card_ends() -> None:
    program = Program()
    flags = {"gpu_id": gpu_id(0), "flags": DEVICE}
    half = program.call(calls.AllocMemory, va=0x10000000, size=RDNA3.vram // 2, **flags)
    program.call(calls.AllocMemory, va=0x10000000, size=RDNA3.vram // 2, **flags)
    assert program.call(calls.AvailableMemory, gpu_id=gpu_id(0)).available == 0
    _refused(errno.ENOMEM, lambda: program.call(calls.AllocMemory, va=0x10000000, size=PAGE, **flags))
    program.call(calls.FreeMemory, handle=half.handle)
    assert program.call(calls.AvailableMemory, gpu_id=gpu_id(0)).available == RDNA3.vram // 2


def test_the_host_sees_vram_through_a_large_window_alone() -> None:
    program = Program((RDNA3, GPU(large_bar=False)))
    seen = program.alloc(PAGE, DEVICE | PUBLIC)
    ctypes.c_uint32.from_address(seen).value = 5
    assert program.system.machine.cards[0].memory.read(seen, 4) == b"\5\0\0\0"
    _refused(errno.EINVAL, lambda: program.alloc(PAGE, DEVICE | PUBLIC, gpu=1))
    program.alloc(PAGE, DEVICE, gpu=0, others=(1,))
    _refused(errno.EINVAL, lambda: program.alloc(PAGE, DEVICE, gpu=1, others=(0,)))


def test_hidden_vram_cannot_be_mapped() -> None:
    program = Program()
    made = program.call(calls.AllocMemory, va=program.reserve(PAGE), size=PAGE, gpu_id=gpu_id(0), flags=DEVICE)
    _refused(errno.EPERM, lambda: program.render[0].mmap(0, PAGE, _READ_WRITE, MAP_SHARED, made.offset))
    assert program.render[0].mmap(0, PAGE, PROT_NONE, MAP_PRIVATE, made.offset)


def test_a_mapping_of_a_render_node_is_of_a_buffer() -> None:
    program = Program()
    made = program.call(calls.AllocMemory, va=program.reserve(PAGE), size=PAGE, gpu_id=gpu_id(0), flags=HOST)
    _refused(errno.EINVAL, lambda: program.render[0].mmap(0, PAGE, _READ_WRITE, MAP_SHARED, made.offset + PAGE))
    _refused(errno.EINVAL, lambda: program.render[0].mmap(0, 2 * PAGE, _READ_WRITE, MAP_SHARED, made.offset))
    _refused(errno.EINVAL, lambda: program.render[0].mmap(0, PAGE, _READ_WRITE, MAP_PRIVATE, made.offset))


def test_mapping_to_gpus_counts_them() -> None:
    program = Program((RDNA3, RDNA3))
    made = program.call(calls.AllocMemory, va=program.reserve(PAGE), size=PAGE, gpu_id=gpu_id(0), flags=HOST)
    assert program.map(made.handle, 0, 1).done == 2
    assert program.map(made.handle, 1).done == 1  # once more changes nothing
    assert program.map(made.handle, 0, 1, unmap=True).done == 2
    _refused(errno.EINVAL, lambda: program.map(made.handle, 0, unmap=True))


def test_mapping_stops_at_the_gpu_that_there_is_not() -> None:
    program = Program()
    made = program.call(calls.AllocMemory, va=program.reserve(PAGE), size=PAGE, gpu_id=gpu_id(0), flags=HOST)
    ids = (ctypes.c_uint32 * 2)(gpu_id(0), 7)
    args = calls.MapMemory(handle=made.handle, ids=ctypes.addressof(ids), count=2)
    _refused(errno.EINVAL, lambda: program.kfd.ioctl(calls.request(calls.MapMemory), args))
    assert args.done == 1


def test_wrong_mappings() -> None:
    program = Program()
    made = program.call(calls.AllocMemory, va=program.reserve(PAGE), size=PAGE, gpu_id=gpu_id(0), flags=HOST)
    _refused(errno.EINVAL, lambda: program.call(calls.MapMemory, handle=made.handle, ids=0, count=0))
    _refused(errno.EINVAL, lambda: program.call(calls.MapMemory, handle=made.handle, ids=0, count=1, done=2))
    _refused(errno.ENOMEM, lambda: program.map(made.handle + 1, 0))
    program.map(made.handle, 0)
    twin = program.call(calls.AllocMemory, va=made.va, size=PAGE, gpu_id=gpu_id(0), flags=HOST)
    _refused(errno.EINVAL, lambda: program.map(twin.handle, 0))


def test_what_is_mapped_is_not_freed() -> None:
    program = Program()
    va = program.alloc()
    _refused(errno.EBUSY, lambda: program.call(calls.FreeMemory, handle=program.handles[va]))
    handle = program.handles[va]
    program.free(va)
    _refused(errno.EINVAL, lambda: program.call(calls.FreeMemory, handle=handle))


def test_freed_memory_holds_a_pattern_and_is_gone_from_the_card() -> None:
    program = Program()
    va = program.alloc()
    ctypes.c_uint32.from_address(va).value = 1
    program.free(va)
    assert ctypes.string_at(va, 8) == FREED * 2
    with pytest.raises(MemoryFault) as caught: program.system.machine.cards[0].memory.read(va, 4)
    assert caught.value.va == va and caught.value.missing
    assert ctypes.string_at(program.alloc(), PAGE) == bytes(PAGE)


def test_memory_of_the_host_is_lent_to_a_card() -> None:
    program = Program()
    own = program.system.mmap(0, PAGE, _READ_WRITE, MAP_PRIVATE)
    va = program.reserve(PAGE)
    flags = USERPTR | WRITABLE
    made = program.call(calls.AllocMemory, va=va, size=PAGE, gpu_id=gpu_id(0), flags=flags, offset=own)
    program.map(made.handle, 0)
    program.system.machine.cards[0].memory.write(va + 8, b"heddle")
    assert ctypes.string_at(own + 8, 6) == b"heddle"
    program.system.munmap(own, PAGE)
    with pytest.raises(MemoryFault): program.system.machine.cards[0].memory.read(va, 4)
    fields = {"va": va, "size": PAGE, "gpu_id": gpu_id(0), "flags": flags, "offset": own}
    _refused(errno.EFAULT, lambda: program.call(calls.AllocMemory, **fields))


def test_accesses_are_checked() -> None:
    program = Program()
    memory = program.system.machine.cards[0].memory
    va = program.reserve(3 * PAGE)
    for i, flags in enumerate((GTT, GTT | WRITABLE)):
        made = program.call(calls.AllocMemory, va=va + i * PAGE, size=PAGE, gpu_id=gpu_id(0), flags=flags)
        program.map(made.handle, 0)
    memory.write(va + PAGE, b"ab")
    assert memory.read(va + PAGE - 1, 3) == b"\0ab"  # across two mappings
    for access, act in (("write", lambda: memory.write(va, b"a")), ("execute", lambda: memory.read(va, 4, execute=True))):
        with pytest.raises(MemoryFault) as caught: act()
        assert (caught.value.va, caught.value.access, caught.value.missing) == (va, access, False)
    with pytest.raises(MemoryFault) as caught: memory.write(va + 2 * PAGE - 1, b"ab")
    assert caught.value.va == va + 2 * PAGE and memory.read(va + 2 * PAGE - 1, 1) == b"\0"
    view = memory.view(va + PAGE, 4, writable=True)
    view[3] = 7
    assert memory.read(va + PAGE, 4) == b"ab\0\7"
    with pytest.raises(MemoryFault): memory.view(va + PAGE, PAGE + 1)
    assert memory.span(va + 5)[0] == va


# ---- queues


def test_queues_are_made_and_ended() -> None:
    program = Program()
    queues = [program.queue(kind) for kind in (COMPUTE, SDMA, COMPUTE)]
    assert len({queue.made.queue_id for queue in queues}) == 3
    assert queues[0].made.doorbell >> 62 == 3
    ring = program.handles[queues[0].ring]
    _refused(errno.EBUSY, lambda: program.map(ring, 0, unmap=True))
    program.call(calls.UpdateQueue, queue_id=queues[0].made.queue_id, ring=queues[0].ring, ring_size=RING, percentage=50, priority=1)
    program.call(calls.DestroyQueue, queue_id=queues[0].made.queue_id)
    program.map(ring, 0, unmap=True)
    _refused(errno.EINVAL, lambda: program.call(calls.DestroyQueue, queue_id=queues[0].made.queue_id))


@pytest.mark.parametrize(("wrong", "code"), [
    ({"percentage": 101}, errno.EINVAL), ({"priority": 16}, errno.EINVAL), ({"ring_size": RING - PAGE}, errno.EINVAL),
    ({"ring_size": RING // 2}, errno.EINVAL), ({"ring": 0x10000}, errno.EINVAL), ({"write_pointer": 0x10000}, errno.EINVAL),
    ({"read_pointer": 0x10000}, errno.EINVAL), ({"eop_size": 8192}, errno.EINVAL), ({"eop": 0}, errno.EINVAL),
    ({"control_stack": 0x1000}, errno.EINVAL), ({"save_size": 0x1000}, errno.EINVAL), ({"save": 0x10000}, errno.EINVAL),
    ({"gpu_id": 7}, errno.EINVAL), ({"type": 2}, 524), ({"type": 9}, 524)])
def test_wrong_queues(wrong: dict[str, int], code: int) -> None:
    program = Program()
    _refused(code, lambda: program.queue(COMPUTE, **wrong))


def test_pointers_lie_in_pages_of_their_own() -> None:
    program = Program()
    large = program.alloc(2 * PAGE)
    _refused(errno.EINVAL, lambda: program.queue(SDMA, write_pointer=large))
    page = program.alloc()
    program.queue(SDMA, write_pointer=page + 8)


def test_an_sdma_engine_by_number() -> None:
    program = Program()
    program.queue(4, sdma_engine=1)
    _refused(errno.EINVAL, lambda: program.queue(4, sdma_engine=2))


def test_dma_queues_are_few() -> None:
    program = Program()
    for _ in range(12): program.queue(SDMA)
    _refused(errno.ENOMEM, lambda: program.queue(SDMA))


def test_doorbells_are_mapped_whole() -> None:
    program = Program()
    offset = program.queue(SDMA).made.doorbell & -8192
    for nbytes, at in ((PAGE, offset), (8192, offset + PAGE), (8192, 1 << 62), (8192, offset + 8)):
        _refused(errno.EINVAL, lambda nbytes=nbytes, at=at: program.kfd.mmap(0, nbytes, _READ_WRITE, MAP_SHARED, at))


def test_a_doorbell_has_64_bits() -> None:
    program = Program()
    queue = program.queue(SDMA)
    page = program.kfd.mmap(0, 8192, _READ_WRITE, MAP_SHARED, queue.made.doorbell & -8192)
    with pytest.raises(Misuse): program.system.registers(page, 8192, 4)[2 * queue.slot] = 4
    assert program.system.registers(page, 8192, 8)[queue.slot] == 0


def test_doorbells_are_memory_of_the_driver_too() -> None:
    program = Program()
    va = program.reserve(8192)
    made = program.call(calls.AllocMemory, va=va, size=8192, gpu_id=gpu_id(0), flags=DOORBELL | WRITABLE | 1 << 26)
    program.map(made.handle, 0)


# ---- events


def _event(program: Program, kind: int = 0, **fields: int) -> calls.Arguments:
    return program.call(calls.CreateEvent, type=kind, **fields)


def _wait(program: Program, *numbers: int, every: bool = False, timeout: int = 0) -> tuple[int, ctypes.Array[calls.Arguments]]:
    items = (calls.EventData * len(numbers))()
    for item, number in zip(items, numbers, strict=True): item.event_id = number
    found = program.call(calls.WaitEvents, events=ctypes.addressof(items), count=len(numbers), all=int(every), timeout=timeout)
    return found.result, items


def test_the_host_sets_and_resets_events() -> None:
    program = Program()
    one, two = (_event(program).event_id for _ in range(2))
    assert _wait(program, one)[0] == 1
    program.call(calls.SetEvent, event_id=one)
    assert _wait(program, one, two)[0] == 0 and _wait(program, one, two, every=True)[0] == 1
    program.call(calls.ResetEvent, event_id=one)
    assert _wait(program, one, two)[0] == 1
    program.call(calls.DestroyEvent, event_id=one)
    for kind in (calls.SetEvent, calls.ResetEvent, calls.DestroyEvent):
        _refused(errno.EINVAL, lambda kind=kind: program.call(kind, event_id=one))
    _refused(errno.EINVAL, lambda: _wait(program, one))


def test_events_that_reset_themselves() -> None:
    program = Program()
    number = _event(program, auto_reset=1).event_id
    program.call(calls.SetEvent, event_id=number)
    assert [_wait(program, number)[0] for _ in range(2)] == [0, 1]


def test_exceptions_are_not_set_by_the_host() -> None:
    program = Program()
    number = _event(program, 8).event_id
    assert number >= 0x80000000
    _refused(errno.EINVAL, lambda: program.call(calls.SetEvent, event_id=number))
    _refused(errno.EINVAL, lambda: _event(program, 99))


def test_the_event_page_is_handed_over_once() -> None:
    program = Program()
    page = program.alloc(8 * PAGE)
    handle = program.handles[page]
    first = _event(program, page=handle)
    assert u32(page + 8 * first.slot) == 0xFFFFFFFF and first.trigger == first.event_id
    _refused(errno.EINVAL, lambda: _event(program, page=handle))
    program.map(handle, 0, unmap=True)
    _refused(errno.EPERM, lambda: program.call(calls.FreeMemory, handle=handle))


def test_wrong_event_pages() -> None:
    program = Program()
    _refused(errno.EINVAL, lambda: _event(program, page=program.handles[program.alloc(PAGE)]))
    _refused(errno.EINVAL, lambda: _event(program, page=program.handles[program.alloc(8 * PAGE, DEVICE)]))
    _event(program)
    _refused(errno.EINVAL, lambda: _event(program, page=program.handles[program.alloc(8 * PAGE)]))


def test_the_drivers_own_event_page_is_mapped() -> None:
    program = Program()
    first = _event(program)
    page = program.kfd.mmap(0, 8 * PAGE, _READ_WRITE, MAP_SHARED, first.page)
    assert u32(page + 8 * first.slot) == 0xFFFFFFFF


def test_a_wait_for_ever_with_nothing_to_do() -> None:
    program = Program()
    with pytest.raises(Misuse, match="for ever"): _wait(program, _event(program).event_id, timeout=0xFFFFFFFF)


def test_policies_need_an_address_space() -> None:
    program = Program((RDNA3, RDNA3))
    del program.system.driver.memories._vms[1]
    for kind in (calls.SetMemoryPolicy, calls.SetScratchBackingVA, calls.SetTrapHandler):
        program.call(kind, gpu_id=gpu_id(0))
        _refused(errno.ENODEV, lambda kind=kind: program.call(kind, gpu_id=gpu_id(1)))


def test_queues_by_hand_know_their_card() -> None:
    program = Program((RDNA3, RDNA4))
    assert isinstance(program.queue(COMPUTE, gpu=1), HandQueue)
    assert program.system.driver.calls.count("CREATE_QUEUE") == 1
