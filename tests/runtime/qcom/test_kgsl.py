"""KGSL's structures and requests, against the numbers of the public header."""
from __future__ import annotations

import ctypes
import errno

import pytest

from heddle.runtime.common import system
from heddle.runtime.qcom import kgsl
from heddle.runtime.qcom.kgsl import KGSL
from tests.emulators.qcom.errors import Misuse
from tests.emulators.qcom.system import QCOMSystem

#: msm_kgsl.h: request, and the offset of each field in bytes
HEADER = {
    "DEVICE_GETPROPERTY": (0xC0180902, {"type": 0, "value": 8, "sizebytes": 16}),
    "DEVICE_WAITTIMESTAMP_CTXTID": (0x400C0907, {"context_id": 0, "timestamp": 4, "timeout": 8}),
    "DRAWCTXT_CREATE": (0xC0080913, {"flags": 0, "drawctxt_id": 4}), "DRAWCTXT_DESTROY": (0x40040914, {"drawctxt_id": 0}),
    "CMDSTREAM_READTIMESTAMP_CTXTID": (0xC00C0916, {"context_id": 0, "type": 4, "timestamp": 8}),
    "GPUMEM_GET_INFO": (0xC0480936, {"gpuaddr": 0, "id": 8, "flags": 12, "size": 16, "mmapsize": 24, "useraddr": 32}),
    "GPUMEM_SYNC_CACHE": (0x40200937, {"gpuaddr": 0, "id": 8, "op": 12, "offset": 16, "length": 24}),
    "GPUOBJ_ALLOC": (0xC0300945, {"size": 0, "flags": 8, "va_len": 16, "mmapsize": 24, "id": 32, "metadata_len": 36, "metadata": 40}),
    "GPUOBJ_FREE": (0x40200946, {"flags": 0, "priv": 8, "id": 16, "type": 20, "len": 24}),
    "GPUOBJ_IMPORT": (0xC0200948, {"priv": 0, "priv_len": 8, "flags": 16, "type": 24, "id": 28}),
    "GPU_COMMAND": (0xC040094A, {"flags": 0, "cmdlist": 8, "cmdsize": 16, "numcmds": 20, "objlist": 24, "objsize": 32, "numobjs": 36,
                                 "synclist": 40, "syncsize": 48, "numsyncs": 52, "context_id": 56, "timestamp": 60}),
    "GET_FAULT_REPORT": (0xC018095E, {"faultlist": 0, "faultnents": 8, "faultsize": 12, "context_id": 16})}


@pytest.mark.parametrize("name", kgsl.REQUESTS)
def test_requests_are_those_of_the_header(name: str) -> None:
    request, offsets = HEADER[name]
    structure = kgsl.REQUESTS[name][2]
    assert kgsl.request_number(name) == request
    assert {field: getattr(structure, field).offset for field in offsets} == offsets


def test_other_structures() -> None:
    assert ctypes.sizeof(kgsl.CommandObject) == 32 and kgsl.CommandObject.flags.offset == 24
    faults = kgsl.Faults
    assert ctypes.sizeof(faults) == 24 and (faults.type.offset, faults.count.offset, faults.size.offset) == (8, 12, 16)
    assert ctypes.sizeof(kgsl.PageFault) == 32 and kgsl.PageFault.fault_type.offset == 24
    assert ctypes.sizeof(kgsl.DeviceInfo) == 40 and kgsl.DeviceInfo.gmem_size.offset == 32 and kgsl.DeviceInfo.gpu_id.offset == 24


@pytest.fixture
def machine():
    made = QCOMSystem()
    with system.use(made): yield made


def refused(code: int, name: str, **fields: int) -> None:
    with pytest.raises(OSError, match=f"the driver refuses {name}") as caught: KGSL().call(name, **fields)
    assert caught.value.errno == code


def test_what_the_driver_refuses(machine: QCOMSystem) -> None:
    refused(errno.EINVAL, "GPUOBJ_ALLOC", size=0)
    refused(errno.EINVAL, "GPUOBJ_ALLOC", size=1 << 32)
    refused(errno.EINVAL, "GPUOBJ_FREE", id=99)
    refused(errno.EINVAL, "DRAWCTXT_CREATE", flags=0)
    refused(errno.EINVAL, "DEVICE_GETPROPERTY", type=77)
    refused(errno.EINVAL, "GPU_COMMAND", context_id=5)
    refused(errno.EINVAL, "GPUMEM_SYNC_CACHE", gpuaddr=0x1000)
    refused(errno.EOPNOTSUPP, "GPUOBJ_IMPORT", type=7)
    with pytest.raises(OSError, match="there is no request"): KGSL().file.ioctl(0xC0080999, kgsl.ContextCreate())
    with pytest.raises(Misuse, match="GPUOBJ_ALLOC with 8 bytes"): KGSL().file.ioctl(0xC0300945, kgsl.ContextCreate())


def test_memory_has_no_address_before_it_is_mapped(machine: QCOMSystem) -> None:
    connection = KGSL()
    made = connection.call("GPUOBJ_ALLOC", size=5000, flags=kgsl.USE_CPU_MAP | kgsl.aligned_to(1 << 20))
    assert made.mmapsize == 8192 and machine.driver.objects[made.id].address == 0
    with pytest.raises(OSError) as caught: connection.file.mmap(0, 4096, 3, 1, made.id * 4096)
    assert caught.value.errno == errno.ERANGE
    address = connection.file.mmap(0, 8192, 3, 1, made.id * 4096)
    assert address % (1 << 20) == 0
    with pytest.raises(OSError) as caught: connection.file.mmap(0, 8192, 3, 1, made.id * 4096)
    assert caught.value.errno == errno.EBUSY
    found = connection.info_at(address + 100)
    assert found is not None and (found.gpuaddr, found.size) == (address, 8192) and connection.info_at(8) is None
    connection.call("GPUOBJ_FREE", id=made.id)
    assert connection.info_at(address) is None


def test_a_fault_that_the_context_survives_is_no_error_of_the_submission(machine: QCOMSystem) -> None:
    connection = KGSL()
    context = connection.call("DRAWCTXT_CREATE", flags=kgsl.CONTEXT).drawctxt_id
    made = connection.call("GPUOBJ_ALLOC", size=4096, flags=kgsl.USE_CPU_MAP)
    address = connection.file.mmap(0, 4096, 3, 1, made.id * 4096)
    (ctypes.c_uint32 * 1).from_address(address)[0] = 0x70268000  # CP_WAIT_FOR_IDLE
    assert connection.submit(context, address, 1) == 1
    machine.driver.orders["GPU_COMMAND"] = errno.EDEADLK
    with pytest.raises(OSError) as caught: connection.submit(context, address, 1)
    assert caught.value.errno == errno.EDEADLK


def test_a_fault_is_noted_with_its_address(machine: QCOMSystem) -> None:
    """For contexts that ask for it, once they have ended; and nothing is an error where the driver has no reports."""
    connection = KGSL()
    context = connection.call("DRAWCTXT_CREATE", flags=kgsl.CONTEXT).drawctxt_id
    silent = connection.call("DRAWCTXT_CREATE", flags=kgsl.CONTEXT & ~(1 << 30)).drawctxt_id
    refused(errno.EINVAL, "GET_FAULT_REPORT", context_id=context)
    for n in (context, silent):
        connection.submit(n, 0x7000, 1)  # the driver does not look whether the commands are mapped
        machine.driver.run()
    assert connection.page_faults(context) == ["a read of 0x7000, where the GPU has no memory"]
    assert connection.call("GET_FAULT_REPORT", context_id=context).faultnents == 2
    assert connection.page_faults(silent) == []
    refused(errno.EINVAL, "GET_FAULT_REPORT", context_id=silent)
    machine.driver.orders["GET_FAULT_REPORT"] = errno.ENOTTY
    assert connection.page_faults(context) == []


@pytest.mark.parametrize(("kind", "text"), [
    (1 | 4, "a read of 0x50, where the GPU has no memory"), (2 | 8, "a write to 0x50, which is not allowed"),
    (2 | 16, "a write to 0x50"), (1, "a read of 0x50")])
def test_faults_are_described(kind: int, text: str) -> None:
    assert kgsl._described(kgsl.PageFault(fault_addr=0x50, fault_type=kind)) == text
