"""The mock of NVIDIA's kernel driver: each rule of its files, objects and addresses, kept once and broken once."""
from __future__ import annotations

import ctypes
import errno
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from .nv import FAMILIES, MockLimit, NVMock, Spec, Status
from .nv.rm import ESCAPES
from .nv.structs import RELEASES, layout
from .nv.testing import FIRST, Bench, buffer, close_all, peek, poke, signal

OLD = RELEASES[0]


@pytest.fixture(autouse=True)
def _closed() -> Iterator[None]:
    yield
    close_all()


def bench(family: str = "AD102", **options: Any) -> Bench:
    return Bench(NVMock([Spec(FAMILIES[family])], **options))


# ---- sizes by release


def test_layouts_are_those_of_the_release() -> None:
    sizes = {r: layout("NV_CHANNEL_ALLOC_PARAMS", r).size for r in RELEASES}
    assert sizes == {"535.288.01": 360, "550.163.01": 360, "570.148.08": 368, "580.105.08": 368, "590.48.01": 368, "595.45.04": 368}
    assert [layout("UVM_FREE_PARAMS", r).size for r in RELEASES] == [24, 24, 24, 24, 16, 16]
    assert layout("NVOS46_PARAMETERS", "575.1").size == 56
    assert layout("NVOS46_PARAMETERS", "580.65.06").size == 64


@pytest.mark.parametrize("version", RELEASES)
@pytest.mark.parametrize("family", FAMILIES)
def test_the_open_sequence_leads_to_a_signal(family: str, version: str) -> None:
    b = bench(family, version=version).start()
    classes = (ctypes.c_uint32 * 64)()
    p = b.control(b.device, 0x800201, "NV0080_CTRL_GPU_GET_CLASSLIST_PARAMS", numClasses=64, classList=ctypes.addressof(classes))
    assert {b.family.compute, b.family.gpfifo, b.family.copy, b.family.usermode} <= set(classes[:p["numClasses"]])
    version_ = b.control(b.client, 0x13E, "NV0000_CTRL_SYSTEM_GET_BUILD_VERSION_V2_PARAMS").raw("driverVersionBuffer")
    assert version_.split(b"\0")[0].decode() == version
    queue = b.channel(b.family.compute, b.family.copy)
    at = b.memory(4096)
    b.submit(queue, *signal(at, 7))
    b.mock.run()
    assert (peek(at), b.mock.faults) == (7, [])
    assert peek(at + 8) <= b.gpu.now()


@pytest.mark.parametrize("number", [n for n, e in ESCAPES.items() if e.structs])
def test_a_structure_of_another_size_is_einval(number: int) -> None:
    b = bench()
    escape = ESCAPES[number]
    size = layout(escape.structs[0], b.mock.version).size
    with pytest.raises(OSError, match="with") as refused:
        b.rm(number, size=size + 4, status=None, file=b.card if escape.where == "device" else None)
    assert refused.value.errno == errno.EINVAL


def test_newer_structures_are_refused_by_an_older_release() -> None:
    b = bench(version=OLD)
    b.control(b.client, 0x13E, "NV0000_CTRL_SYSTEM_GET_BUILD_VERSION_V2_PARAMS", Status.INVALID_ARGUMENT, size=1032)
    with pytest.raises(OSError, match="escape"): b.rm(0xDA, file=b.card)
    assert bench().rm(0xDA)["rc"] == 0


def test_a_structure_smaller_than_its_request_is_efault() -> None:
    b = bench()
    with pytest.raises(OSError) as refused: b.control_file.ioctl(0xC020462A, buffer(16))
    assert refused.value.errno == errno.EFAULT
    with pytest.raises(OSError) as refused: b.uvm_file.ioctl(0x21, buffer(1200))
    assert refused.value.errno == errno.EFAULT


@pytest.mark.parametrize("request_", [0xC0204B2A, 0x4020462A, 0x30000001])
def test_a_request_that_is_not_rms_is_einval(request_: int) -> None:
    with pytest.raises(OSError, match="not RM's"): bench().control_file.ioctl(request_, buffer(64))


def test_large_structures_go_through_xfer() -> None:
    b = bench()
    inner = buffer(32)
    of = layout("NVOS54_PARAMETERS", b.mock.version)
    time = buffer(8)
    for name, value in (("hClient", b.client), ("hObject", b.subdevice), ("cmd", 0x20800403),
                        ("params", ctypes.addressof(time)), ("paramsSize", 8)):
        at, n = of.fields[name]
        inner[at:at + n] = value.to_bytes(n, "little")
    outer = (ctypes.c_uint64 * 2)(32 << 32 | 0x2A, ctypes.addressof(inner))
    b.control_file.ioctl(0xC01046D3, outer)
    assert peek(ctypes.addressof(time)) > 0


# ---- files


@pytest.mark.parametrize(("number", "through"), [(0x2B, "card"), (0x29, "card"), (0x2A, "card"), (0x4E, "card"), (0x4F, "card"),
                                                 (0x27, "control")])
def test_escapes_come_through_their_own_file(number: int, through: str) -> None:
    b = bench()
    with pytest.raises(OSError, match="through") as refused:
        b.rm(number, status=None, file=b.card if through == "card" else b.control_file)
    assert refused.value.errno == errno.EINVAL


def test_texts_and_folders_are_those_of_the_driver() -> None:
    mock = NVMock([Spec(FAMILIES["GH100"])] * 2)
    assert mock.version in mock.text("/proc/driver/nvidia/version")
    assert mock.list("/proc/driver/nvidia/gpus") == ["0000:01:00.0", "0000:02:00.0"]
    assert mock.exists("/dev/nvidia1") and not mock.exists("/dev/nvidia2")
    with pytest.raises(FileNotFoundError): mock.open("/dev/nvidia2")
    with pytest.raises(FileNotFoundError): mock.text("/sys/nothing")


def test_all_cards_are_told_and_too_small_an_array_is_refused() -> None:
    b = Bench(NVMock([Spec(FAMILIES["AD102"])] * 2), gpu=1)
    cards = buffer(72 * 32)
    b.control_file.ioctl(3 << 30 | 72 * 32 << 16 | 0x46C8, cards)
    rows = [bytes(cards[72 * i:72 * i + 72]) for i in range(3)]
    assert [row[0] for row in rows] == [1, 1, 0]
    assert [int.from_bytes(row[56:60], "little") for row in rows[:2]] == [0, 1]
    with pytest.raises(OSError, match="room"): b.control_file.ioctl(3 << 30 | 72 << 16 | 0x46C8, buffer(72))


def test_a_file_is_registered_once_and_with_a_control_file() -> None:
    b = bench()
    with pytest.raises(OSError, match="REGISTER_FD"): b.rm(0xC9, file=b.card, ctl_fd=b.control_file.number())
    with pytest.raises(OSError, match="REGISTER_FD"): b.rm(0xC9, file=b.mock.open("/dev/nvidia0"), ctl_fd=b.uvm_file.number())


@pytest.mark.parametrize(("cmd", "text", "reply"), [(0, "1.2", None), (0, RELEASES[3], 1), (0x31, "1.2", 0), (0x32, "", 1)])
def test_the_version_is_compared(cmd: int, text: str, reply: int | None) -> None:
    b = bench()
    if reply is None:
        with pytest.raises(OSError, match="version"): b.rm(0xD2, cmd=cmd, versionString=text.encode())
    else:
        v = b.rm(0xD2, cmd=cmd, versionString=text.encode())
        assert (v["reply"], v.raw("versionString").rstrip(b"\0").decode()) == (reply, b.mock.version)


def test_all_goes_with_the_files() -> None:
    b = bench().start()
    b.memory(4096, host=False)
    b.channel(b.family.compute)
    for h in list(b.mock.pages.host): b.mock.munmap(h.start, h.size)
    assert b.mock.leaks()
    for file in list(b.mock.files): file.close()
    assert (b.mock.leaks(), b.gpu.used, b.mock.pages.seen) == ([], 0, [])
    with pytest.raises(OSError, match="Bad file"): b.control_file.close()


# ---- objects


def test_handles_are_chosen_or_given_and_never_twice() -> None:
    b = bench()
    assert b.alloc(b.device, 0x40, "NV_MEMORY_ALLOCATION_PARAMS", handle=0x77, size=4096, owner=b.client) == 0x77
    b.alloc(b.device, 0x40, "NV_MEMORY_ALLOCATION_PARAMS", Status.INSERT_DUPLICATE_NAME, handle=0x77, size=4096, owner=b.client)
    b.rm(0x29, hRoot=b.client, hObjectOld=0x77)
    b.rm(0x29, status=Status.INVALID_OBJECT_HANDLE, hRoot=b.client, hObjectOld=0x77)


@pytest.mark.parametrize(("parent", "number", "struct", "status"), [
    ("client", 0x2080, "NV2080_ALLOC_PARAMETERS", Status.INVALID_OBJECT_PARENT),
    ("subdevice", 0x3E, "NV_MEMORY_ALLOCATION_PARAMS", Status.INVALID_OBJECT_PARENT),
    ("subdevice", 0xA06C, "NV_CHANNEL_GROUP_ALLOCATION_PARAMETERS", Status.INVALID_OBJECT_PARENT),
    ("device", 0x9067, "NV_CTXSHARE_ALLOCATION_PARAMETERS", Status.INVALID_OBJECT_PARENT),
    ("device", 0xC561, None, Status.INVALID_OBJECT_PARENT),
    ("device", 0xC9C0, None, Status.INVALID_OBJECT_PARENT),
    ("nobody", 0x80, "NV0080_ALLOC_PARAMETERS", Status.INVALID_OBJECT_PARENT),
    ("device", 0xCBC0, None, Status.INVALID_CLASS),
    ("device", 0x90F1, None, Status.INVALID_ARGUMENT),
    ("device", 0x40, None, Status.INVALID_ARGUMENT),
    ("subdevice", 0xC561, "NV_HOPPER_USERMODE_A_PARAMS", Status.INVALID_ARGUMENT),
    ("client", 0x80, "NV0080_ALLOC_PARAMETERS", Status.INVALID_CLASS),
    ("device", 0x2080, "NV2080_ALLOC_PARAMETERS", Status.INSUFFICIENT_RESOURCES),
])
def test_a_class_has_its_parent_and_its_parameters(parent: str, number: int, struct: str | None, status: Status) -> None:
    b = bench()
    handles = {"client": b.client, "device": b.device, "subdevice": b.subdevice, "nobody": 0x1234}
    b.alloc(handles[parent], number, struct, status, **({"deviceId": 3} if number == 0x80 else {}))


def test_hopper_takes_parameters_of_its_registers() -> None:
    b = bench("GH100")
    b.alloc(b.subdevice, 0xC661, "NV_HOPPER_USERMODE_A_PARAMS", bBar1Mapping=1)


def test_a_device_needs_its_file() -> None:
    b = bench()
    b.card.close()
    b.alloc(b.client, 0x80, "NV0080_ALLOC_PARAMETERS", Status.INVALID_CLASS, deviceId=b.mock.instance(b.gpu))


def test_what_hangs_below_goes_first() -> None:
    b = bench().start()
    b.channel(b.family.compute)
    b.rm(0x29, hRoot=b.client, hObjectOld=b.group)
    assert not b.gpu.channels
    b.rm(0x29, hRoot=b.client, hObjectOld=b.client)
    b.rm(0x29, status=Status.INVALID_CLIENT, hRoot=b.client, hObjectOld=b.client)


@pytest.mark.parametrize(("fields", "status"), [
    ({"size": 0}, Status.INVALID_ARGUMENT), ({"attr": 0x1A000000}, Status.INVALID_ARGUMENT),
    ({"alignment": 3, "flags": 0x100}, Status.INVALID_ARGUMENT), ({"alignment": 3}, Status.OK),
    ({"alignment": 64, "flags": 0x100}, Status.OK), ({"owner": 0}, Status.INVALID_OWNER),
    ({"internalflags": 1}, Status.INVALID_ARGUMENT), ({"rangeHi": 1 << 20}, Status.INVALID_ARGUMENT),
    ({"flags": 0x80000}, Status.INVALID_ARGUMENT), ({"size": 8 << 30}, Status.NO_MEMORY)])
def test_memory_that_cannot_be(fields: dict[str, int], status: Status) -> None:
    b = bench()
    b.alloc(b.device, 0x40, "NV_MEMORY_ALLOCATION_PARAMS", status, **{"size": 4096, "owner": b.client, **fields})
    b.alloc(b.device, 0x3E, "NV_MEMORY_ALLOCATION_PARAMS", Status.INVALID_ARGUMENT, size=4096, owner=b.client, attr=0x18000000)


def test_video_memory_is_counted_in_pages_of_its_attributes() -> None:
    b = bench()
    free = (ctypes.c_uint32 * 2)(0x16, 0)
    list_ = {"fbInfoListSize": 1, "fbInfoList": ctypes.addressof(free)}
    handle = b.alloc(b.device, 0x40, "NV_MEMORY_ALLOCATION_PARAMS", size=3 << 20, attr=0x19800000, owner=b.client)
    b.control(b.subdevice, 0x20801301, "NV2080_CTRL_FB_GET_INFO_PARAMS", **list_)
    assert free[1] == (4 << 20) - (4 << 10)
    b.rm(0x29, hRoot=b.client, hObjectOld=handle)
    b.control(b.subdevice, 0x20801301, "NV2080_CTRL_FB_GET_INFO_PARAMS", **list_)
    assert free[1] == 4 << 20


@pytest.mark.parametrize("fields", [
    {"gpFifoEntries": 48}, {"gpFifoEntries": 0}, {"gpFifoOffset": 1 << 40}, {"gpFifoOffset": FIRST + 4}, {"hVASpace": "space"},
    {"engineType": 9}, {"userdOffset": 100}, {"userdOffset": 1 << 20}])
def test_a_channel_that_cannot_be(fields: dict[str, Any]) -> None:
    b = bench().start()
    status = Status.INVALID_ADDRESS if "gpFifoOffset" in fields else Status.INVALID_ARGUMENT
    changed: dict[str, Any] = {k: b.space if v == "space" else v for k, v in fields.items()}
    b.channel(status=status, **changed)


def test_a_channel_names_objects_of_the_right_kind() -> None:
    b = bench().start()
    b.channel(status=Status.INVALID_OBJECT_HANDLE, hObjectError=b.space)
    b.channel(status=Status.INVALID_OBJECT_HANDLE, hContextShare=b.space)


def test_a_copy_engines_channel_does_not_compute() -> None:
    b = bench().start()
    b.group = b.new_group(engine=9)
    queue = b.channel(b.family.copy)
    b.alloc(queue.handle, b.family.compute, status=Status.INVALID_CLASS)


def test_a_channel_tells_its_token_is_registered_and_then_scheduled() -> None:
    b = bench().start()
    queue = b.channel(b.family.compute, register=False, schedule=False)
    assert queue.token and peek(b.errors + 24, 4) == queue.token, "before it is scheduled"
    b.schedule(Status.INVALID_STATE)
    b.control(queue.handle, 0xA06F0103, "NVA06F_CTRL_GPFIFO_SCHEDULE_PARAMS", Status.INVALID_STATE, bEnable=1)
    b.register(queue)
    b.schedule()
    other = b.channel(b.family.copy, register=False, schedule=False)
    b.schedule(Status.INVALID_STATE)
    b.register(other)
    b.schedule()


def test_channels_of_a_copy_engine_are_scheduled_without_uvm() -> None:
    b = bench().start()
    b.group = b.new_group(engine=9)
    b.channel(b.family.copy, register=False)


def test_controls_are_for_their_object_and_of_their_size() -> None:
    b = bench()
    b.control(b.device, 0x20800403, "NV2080_CTRL_TIMER_GET_TIME_PARAMS", Status.INVALID_OBJECT_HANDLE)
    b.control(b.subdevice, 0x20800403, "NV2080_CTRL_TIMER_GET_TIME_PARAMS", Status.INVALID_ARGUMENT, size=12)
    b.control(b.subdevice, 0x20809999, "NV2080_CTRL_TIMER_GET_TIME_PARAMS", Status.NOT_SUPPORTED)
    b.control(b.subdevice, 0x2080200A, "NV2080_CTRL_PERF_BOOST_PARAMS", flags=0x52, duration=0xFFFFFFFF)
    b.control(b.subdevice, 0x2080200A, "NV2080_CTRL_PERF_BOOST_PARAMS", Status.INVALID_ARGUMENT, duration=4000)


@pytest.mark.parametrize(("family", "version", "wanted"), [
    ("GA100", OLD, 0x800), ("AD102", OLD, 0x809), ("GH100", OLD, 0x900), ("GB202", "570.148.08", 0xA04),
    ("GB202", RELEASES[3], 0xC00)])
def test_what_a_gpu_tells_of_itself(family: str, version: str, wanted: int) -> None:
    b = bench(family, version=version)
    asked = (ctypes.c_uint32 * 6)(0x0C, 0, 0x17, 0, 0x0E, 0)
    b.control(b.subdevice, 0x20801201, "NV2080_CTRL_GR_GET_INFO_PARAMS", grInfoListSize=3, grInfoList=ctypes.addressof(asked))
    assert list(asked[1::2]) == [wanted, 2, 32]


def test_what_is_there_of_a_chip() -> None:
    """An H200: of 8 GPCs of 9 TPCs each, 66 TPCs are there."""
    b = Bench(NVMock([Spec(FAMILIES["GH100"], gpcs=8, tpcs=9, swept=(1, 1 << 8, 3, 1, 16))]))
    most = (ctypes.c_uint32 * 6)(0x14, 0, 0x17, 0, 0x20, 0)
    b.control(b.subdevice, 0x20801201, "NV2080_CTRL_GR_GET_INFO_PARAMS", grInfoListSize=3, grInfoList=ctypes.addressof(most))
    assert list(most[1::2]) == [8, 9, 2]
    assert b.control(b.subdevice, 0x2080122A, "NV2080_CTRL_GR_GET_GPC_MASK_PARAMS")["gpcMask"] == 0xFF
    masks = [b.control(b.subdevice, 0x2080122B, "NV2080_CTRL_GR_GET_TPC_MASK_PARAMS", gpcId=n)["tpcMask"] for n in range(9)]
    assert masks == [0x1FE, 0xFF, 0x1FC, 0x1FE, 0x1EF, 0x1FF, 0x1FF, 0x1FF, 0] and b.gpu.spec.tpc_count == 66


# ---- mappings of the program's


def test_a_file_has_one_mapping_of_exactly_its_area() -> None:
    b = bench()
    handle = b.allocate(8192)
    file = b.fresh()
    with pytest.raises(OSError, match="before RM_MAP"): file.mmap(0, 8192, 3, 1)
    fields = {"params.hClient": b.client, "params.hDevice": b.device, "params.hMemory": handle, "params.length": 8192,
              "fd": file.number()}
    linear = b.rm(0x4E, **fields)["params.pLinearAddress"]
    b.rm(0x4E, status=Status.STATE_IN_USE, **fields)
    for nbytes, offset, code in ((4096, 0, errno.ENXIO), (8192, 4096, errno.EINVAL)):
        with pytest.raises(OSError, match=r"the area has|begin at 0") as refused: file.mmap(0, nbytes, 3, 1, offset)
        assert refused.value.errno == code
    at = file.mmap(0, 8192, 3, 1)
    poke(at, b"hello")
    b.rm(0x4F, status=Status.INVALID_ARGUMENT, hClient=b.client, hDevice=b.device, hMemory=handle, pLinearAddress=at)
    b.rm(0x4F, hClient=b.client, hDevice=b.device, hMemory=handle, pLinearAddress=linear)


def test_memory_is_mapped_through_a_file_of_its_kind() -> None:
    b = bench()
    video, system = b.allocate(4096), b.allocate(4096, video=False)
    b.map(video, 4096, b.fresh("/dev/nvidiactl"), status=Status.INVALID_ARGUMENT)
    b.map(system, 4096, b.fresh(), status=Status.INVALID_ARGUMENT)
    b.map(system, 8192, b.fresh("/dev/nvidiactl"), status=Status.INVALID_LIMIT)
    b.map(b.space, 4096, b.fresh(), status=Status.INVALID_OBJECT_HANDLE)
    b.map(system, 4096, b.fresh("/dev/nvidiactl"), device=b.client, status=Status.INVALID_DEVICE)
    at = b.map(video, 4096, b.fresh(), flags=1)
    assert f"{at:x}-{at + 4096:x} r--s" in Path("/proc/self/maps").read_text(encoding="utf-8"), "it cannot be written"


def test_registers_are_the_subdevices_and_are_reached_by_registers_alone() -> None:
    b = bench().start()
    usermode = b.alloc(b.subdevice, b.family.usermode)
    b.map(usermode, 0x10000, b.fresh(), status=Status.INVALID_OBJECT_PARENT)
    time = b.doorbell[0x84 // 4] << 32 | b.doorbell[0x80 // 4]
    assert time <= b.gpu.now() < time + 10**9
    b.doorbell[1] = 5
    assert "register 0x4" in str(b.mock.faults[-1])


OWN_PAGES = 0x71000001  # a handle of the program's choice


def own_pages(b: Bench, nbytes: int = 8192) -> tuple[int, dict[str, int]]:
    """Pages of the program's own where a semaphore of 40 bits reaches them, and what the driver is told to make memory of them."""
    at = b.mock.mmap(FIRST << 2, nbytes, 3, 0x12)
    return at, {"params.hRoot": b.client, "params.hObjectParent": b.device, "params.hObjectNew": OWN_PAGES, "params.hClass": 0x71,
                "params.flags": 0x40001010, "params.pMemory": at, "params.limit": nbytes - 1}


def test_the_programs_own_pages_become_memory() -> None:
    b = bench().start()
    at, fields = own_pages(b)
    assert b.rm(0x27, file=b.card, **fields)["params.hObjectNew"] == OWN_PAGES
    b.rm(0x27, file=b.card, status=Status.INSERT_DUPLICATE_NAME, **fields)
    b.rm(0x27, file=b.card, status=Status.INVALID_OBJECT_HANDLE, **{**fields, "params.hObjectNew": b.client})
    for name, value, status in (("flags", 0x1010, Status.INVALID_FLAGS), ("flags", 0x40001210, Status.INVALID_FLAGS),
                                ("pMemory", at + 8, Status.NOT_SUPPORTED), ("limit", (1 << 64) - 1, Status.INVALID_LIMIT)):
        b.rm(0x27, file=b.card, status=status, **{**fields, "params.hObjectNew": OWN_PAGES + 1, f"params.{name}": value})
    b.rm(0x27, file=b.card, **{**fields, "params.hObjectNew": OWN_PAGES + 2, "params.limit": 100})
    b.uvm(0x49, base=at, length=8192)
    b.show(OWN_PAGES, 8192, at)
    queue = b.channel(b.family.compute)
    b.submit(queue, *signal(at + 16, 9))
    b.mock.run()
    assert (peek(at + 16), b.mock.faults) == (9, [])


def test_the_programs_own_pages_get_no_handle_of_the_drivers() -> None:
    b = bench().start()
    at, fields = own_pages(b)
    answer = b.rm(0x27, file=b.card, **{**fields, "params.hObjectNew": 0})
    assert answer["params.hObjectNew"] == 0, "the driver has picked one, and keeps it to itself"
    b.uvm(0x49, base=at, length=8192)
    b.show(answer["params.hObjectNew"], 8192, at, Status.INVALID_OBJECT_HANDLE)


# ---- UVM


def test_nothing_comes_before_initialize() -> None:
    b = bench()
    file = b.mock.open("/dev/nvidia-uvm")
    b.uvm(0x49, Status.ILLEGAL_ACTION, file=file, base=FIRST, length=4096)
    b.uvm(0x30000001)
    b.uvm(0x30000001, Status.INVALID_ARGUMENT, flags=1)
    b.uvm(0x30000001, Status.INVALID_ARGUMENT, file=file, flags=8)
    b.uvm(0x30000001, Status.INVALID_ARGUMENT, file=b.uvm_second)
    b.uvm(0x4B, Status.INVALID_STATE, file=file, uvmFd=b.uvm_file.number())
    b.uvm(0x4B, Status.IN_USE, file=b.uvm_second, uvmFd=b.uvm_file.number())
    with pytest.raises(OSError, match="UVM command"): b.uvm_file.ioctl(0x7777, buffer(64))


def test_ranges_do_not_meet() -> None:
    b = bench().start()
    b.uvm(0x49, base=FIRST, length=0x4000)
    b.uvm(0x49, Status.UVM_ADDRESS_IN_USE, base=FIRST + 0x3000, length=0x4000)
    b.uvm(0x49, Status.INVALID_ADDRESS, base=FIRST + 0x5800, length=0x1000)
    b.uvm(0x22, Status.INVALID_ADDRESS, base=FIRST, length=0x1000)
    b.uvm(0x22, base=FIRST, length=0x4000)
    b.uvm(0x49, base=FIRST + 0x3000, length=0x4000)


def test_newer_releases_free_a_range_without_its_length() -> None:
    b = bench(version=RELEASES[-1]).start()
    b.uvm(0x49, base=FIRST, length=0x4000)
    b.uvm(0x22, base=FIRST)


def test_mappings_are_made_inside_ranges_for_registered_gpus() -> None:
    b = bench()
    b.uvm(0x49, base=FIRST, length=0x10000)
    handle = b.allocate(0x4000)
    b.show(handle, 0x4000, FIRST, Status.INVALID_DEVICE)
    b.uvm(0x25, Status.GPU_UUID_NOT_FOUND, gpu_uuid=bytes(16))
    b.uvm(0x25, gpu_uuid=b.uuid)
    b.uvm(0x25, Status.INVALID_DEVICE, gpu_uuid=b.uuid)
    b.show(handle, 0x4000, FIRST, Status.INVALID_DEVICE)
    b.uvm(0x19, gpuUuid=b.uuid, rmCtrlFd=b.control_file.number(), hClient=b.client, hVaSpace=b.space)
    b.uvm(0x19, Status.INVALID_DEVICE, gpuUuid=b.uuid, rmCtrlFd=b.control_file.number(), hClient=b.client, hVaSpace=b.space)
    b.show(handle, 0x4000, FIRST - 0x4000, Status.INVALID_ADDRESS)
    b.show(handle, 0x4000, FIRST + 0xE000, Status.INVALID_ADDRESS)
    b.show(handle, 0x8000, FIRST, Status.INVALID_LIMIT)
    b.show(handle, 0x4000, FIRST, Status.INVALID_BASE, offset=0x4000)
    b.show(handle, 0x4000, FIRST, Status.INVALID_ARGUMENT, kind=4)
    b.show(handle, 0x4000, FIRST, Status.INVALID_DEVICE, uuid=bytes(16))
    b.show(handle, 0x4000, FIRST)
    b.uvm(0x42, Status.INVALID_DEVICE, base=FIRST, length=0x4000, gpuUuid=bytes(16))
    b.uvm(0x42, base=FIRST, length=0x4000, gpuUuid=b.uuid)
    assert not b.mock.pages.seen
    b.show(handle, 0x4000, FIRST)


def test_a_mapping_takes_the_place_of_another() -> None:
    b = bench().start()
    at = b.memory(4096, host=False)
    b.show(b.allocate(4096), 4096, at)
    assert len(b.mock.pages.seen) == 1


@pytest.mark.parametrize("flags", [0, 0x40])
def test_a_va_space_must_be_owned_externally(flags: int) -> None:
    b = bench()
    b.uvm(0x25, gpu_uuid=b.uuid)
    space = b.alloc(b.device, 0x90F1, "NV_VASPACE_ALLOCATION_PARAMETERS", flags=flags)
    b.uvm(0x19, Status.INVALID_FLAGS, gpuUuid=b.uuid, rmCtrlFd=b.control_file.number(), hClient=b.client, hVaSpace=space)


def test_a_context_is_put_where_nothing_is_in_its_window() -> None:
    b = bench().start()
    queue = b.channel(b.family.compute, register=False, schedule=False)
    window = FIRST << 2
    b.uvm(0x49, base=window + 0x1000, length=0x1000)
    b.register(queue, Status.INVALID_ADDRESS, base=window + 1)
    b.register(queue, Status.INVALID_ADDRESS, base=window, length=4096)
    b.register(queue, Status.INVALID_ADDRESS, base=window, length=2 << 20)
    b.register(queue, Status.OUT_OF_RANGE, base=1 << 40)
    b.register(queue, base=window)
    b.register(queue, Status.INVALID_CHANNEL, base=FIRST << 3)
    b.uvm(0x49, Status.UVM_ADDRESS_IN_USE, base=window + (2 << 20), length=4096)
    b.uvm(0x49, base=window + 0x4000, length=4096)
    other = b.channel(b.family.compute, register=False, schedule=False)
    b.register(other, base=window + 0x1000, length=0x1000)  # of the same group: it has the same context
    b.uvm(0x1C, gpuUuid=b.uuid, hClient=b.client, hChannel=queue.handle)
    b.uvm(0x49, Status.UVM_ADDRESS_IN_USE, base=window + (2 << 20), length=4096)
    b.uvm(0x1C, gpuUuid=b.uuid, hClient=b.client, hChannel=other.handle)
    b.uvm(0x49, base=window + (2 << 20), length=4096)


def test_gpus_linked_by_nvlink_reach_each_other_unasked() -> None:
    mock = NVMock([Spec(FAMILIES["GH100"])] * 2, has_nvlink=True)
    a, b = Bench(mock).start(), Bench(mock, gpu=1)
    a.uvm(0x25, gpu_uuid=b.uuid)
    a.uvm(0x19, gpuUuid=b.uuid, rmCtrlFd=b.control_file.number(), hClient=b.client, hVaSpace=b.space)
    a.uvm(0x1D, Status.INVALID_DEVICE, gpuUuidA=a.uuid, gpuUuidB=b.uuid)
    at = a.memory(4096)
    a.show(a.last, 4096, at, uuid=b.uuid)


def test_memory_of_another_gpu_needs_peer_access() -> None:
    mock = NVMock([Spec(FAMILIES["AD102"])] * 2)
    a, b = Bench(mock).start(), Bench(mock, gpu=1)
    a.uvm(0x25, gpu_uuid=b.uuid)
    a.uvm(0x19, gpuUuid=b.uuid, rmCtrlFd=b.control_file.number(), hClient=b.client, hVaSpace=b.space)
    at = a.memory(4096)
    a.show(a.last, 4096, at, Status.INVALID_DEVICE, uuid=b.uuid)
    a.uvm(0x1D, gpuUuidA=a.uuid, gpuUuidB=b.uuid)
    a.uvm(0x1D, Status.INVALID_DEVICE, gpuUuidA=a.uuid, gpuUuidB=b.uuid)
    a.show(a.last, 4096, at, uuid=b.uuid)
    a.uvm(0x1E, gpuUuidA=a.uuid, gpuUuidB=b.uuid)
    mock.has_peers = False
    a.uvm(0x1D, Status.NOT_SUPPORTED, gpuUuidA=a.uuid, gpuUuidB=b.uuid)


# ---- memory itself


_TOUCH = """
import ctypes
from tests.emulators.nv import FAMILIES, NVMock, Spec
from tests.emulators.nv.testing import Bench
b = Bench(NVMock([Spec(FAMILIES["AD102"])])).start()
at = b.memory(4096, host={host})
print(ctypes.string_at(at, 1), flush=True)
"""


@pytest.mark.parametrize(("host", "code"), [(True, 0), (False, -11)])
def test_memory_that_only_gpus_see_cannot_be_touched(host: bool, code: int) -> None:
    done = subprocess.run([sys.executable, "-c", _TOUCH.format(host=host)], capture_output=True, check=False, cwd=os.getcwd())
    assert (done.returncode, done.stdout) == (code, b"b'\\xfb'\n" if host else b"")


def test_the_program_may_map_what_a_gpu_sees_later_and_unmap_it_again() -> None:
    b = bench().start()
    at = b.memory(8192, host=False)
    assert len(b.mock.pages.doors) == 1
    b.map(b.last, 8192, b.fresh(), at=at)
    poke(at, b"abc")
    assert not b.mock.pages.doors
    b.mock.munmap(at, 8192)
    assert len(b.mock.pages.doors) == 1
    with b.mock.pages.opened(): assert ctypes.string_at(at, 3) == b"abc"


def test_freed_memory_is_full_of_poison() -> None:
    b = bench().start()
    handle = b.allocate(4096)
    at = b.map(handle, 4096, b.fresh())
    poke(at, b"abc")
    b.rm(0x29, hRoot=b.client, hObjectOld=handle)
    b.mock.munmap(at, 4096)
    at = b.map(b.allocate(4096), 4096, b.fresh())
    assert ctypes.string_at(at, 3) == b"\xfb\xfb\xfb"


def test_reserved_addresses_stay_reserved() -> None:
    b = bench().start()
    area = b.mock.mmap(0, 1 << 20, 0, 0x4002)
    at = b.memory(4096, host=False, at=area + 0x10000)
    b.uvm(0x22, base=at, length=4096)
    b.mock.munmap(area, 1 << 20)
    assert b.mock.pages.reserved == []


def test_other_memory_of_this_process_is_no_gpus() -> None:
    b = bench().start()
    other = ctypes.create_string_buffer(1 << 16)
    with pytest.raises(MockLimit, match="other memory"): b.memory(4096, host=False, at=(ctypes.addressof(other) + 0xFFF) & ~0xFFF)


# ---- faults on order


def test_any_call_can_fail_with_a_status_or_an_errno() -> None:
    b = bench()
    b.mock.fail("RM_ALLOC 0x40", Status.INSUFFICIENT_RESOURCES, at=2)
    b.allocate(4096)
    b.alloc(b.device, 0x40, "NV_MEMORY_ALLOCATION_PARAMS", Status.INSUFFICIENT_RESOURCES, size=4096)
    b.allocate(4096)
    b.mock.fail("UVM_CREATE_EXTERNAL_RANGE", Status.NO_MEMORY)
    b.uvm(0x49, Status.NO_MEMORY, base=FIRST, length=4096)
    b.mock.fail("open /dev/nvidia0", -errno.EACCES)
    with pytest.raises(OSError) as refused: b.mock.open("/dev/nvidia0")
    assert refused.value.errno == errno.EACCES
    b.mock.fail("RM_CONTROL 0x20800403", -errno.EINTR)
    with pytest.raises(OSError): b.control(b.subdevice, 0x20800403, "NV2080_CTRL_TIMER_GET_TIME_PARAMS")


def test_an_answer_can_be_cut() -> None:
    b = bench()
    b.mock.truncate("CARD_INFO", keep=0)
    cards = buffer(72 * 32)
    b.control_file.ioctl(3 << 30 | 72 * 32 << 16 | 0x46C8, cards)
    assert not any(cards)
    b.mock.truncate("RM_CONTROL 0x13e", keep=3)
    version = b.control(b.client, 0x13E, "NV0000_CTRL_SYSTEM_GET_BUILD_VERSION_V2_PARAMS").raw("driverVersionBuffer")
    assert version == b.mock.version[:3].encode().ljust(256, b"\0")


def test_a_lost_gpu_answers_nothing_more() -> None:
    b = bench().start()
    queue = b.channel(b.family.compute)
    at = b.memory(4096)
    b.mock.lose(0, at_method=6)
    b.submit(queue, *signal(at, 1), *signal(at, 2))
    b.mock.run()
    assert peek(at) == 1
    assert b.doorbell[0x80 // 4] == 0xFFFFFFFF
    b.control(b.subdevice, 0x20800403, "NV2080_CTRL_TIMER_GET_TIME_PARAMS", Status.GPU_IS_LOST)
    with pytest.raises(OSError): b.mock.open("/dev/nvidia0")


@pytest.mark.parametrize("number", [0x34, 0x57, 0x58])
def test_what_is_not_modelled_says_so(number: int) -> None:
    with pytest.raises(MockLimit, match="not modelled"): bench().rm(number)
