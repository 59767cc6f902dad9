"""Requests of AMD's kernel driver: numbers and layouts as in its header, and faults in words."""

from __future__ import annotations

import ctypes
import re
from pathlib import Path

import pytest

from heddle.runtime.amd import kfd
from heddle.runtime.amd.kfd import REQUESTS, EventData, hardware_fault, memory_fault, request_number

HEADER = Path("/usr/include/linux/kfd_ioctl.h")
NUMBERS = {
    "GET_VERSION": 0x80084B01,
    "CREATE_QUEUE": 0xC0604B02,
    "DESTROY_QUEUE": 0xC0084B03,
    "GET_CLOCK_COUNTERS": 0xC0284B05,
    "CREATE_EVENT": 0xC0204B08,
    "WAIT_EVENTS": 0xC0184B0C,
    "ACQUIRE_VM": 0x40084B15,
    "ALLOC_MEMORY_OF_GPU": 0xC0284B16,
    "FREE_MEMORY_OF_GPU": 0x40084B17,
    "MAP_MEMORY_TO_GPU": 0xC0184B18,
    "UNMAP_MEMORY_FROM_GPU": 0xC0184B19,
    "AVAILABLE_MEMORY": 0xC0104B23,
}
#: where some fields are, in bytes
OFFSETS = {
    "CREATE_QUEUE": {"doorbell_offset": 24, "ring_size": 32, "queue_type": 40, "queue_id": 52, "eop_addr": 56, "ctl_stack_size": 84},
    "CREATE_EVENT": {"event_type": 12, "auto_reset": 16, "event_id": 24},
    "WAIT_EVENTS": {"num": 8, "timeout": 16, "result": 20},
    "ALLOC_MEMORY_OF_GPU": {"size": 8, "handle": 16, "mmap_offset": 24, "gpu_id": 32, "flags": 36},
    "MAP_MEMORY_TO_GPU": {"device_ids_ptr": 8, "n_devices": 16, "n_success": 20},
    "GET_CLOCK_COUNTERS": {"cpu": 8, "system_freq": 24, "gpu_id": 32},
}


def test_numbers_are_those_of_the_header() -> None:
    assert {name: request_number(name) for name in REQUESTS} == NUMBERS


def test_fields_lie_where_the_driver_reads_them() -> None:
    for name, fields in OFFSETS.items():
        structure = REQUESTS[name][2]
        assert {field: getattr(structure, field).offset for field in fields} == fields, name
    assert ctypes.sizeof(EventData) == 48
    assert (EventData.va.offset, EventData.gpu_id.offset, EventData.event_id.offset) == (16, 24, 40)  # type: ignore[attr-defined]


@pytest.mark.skipif(not HEADER.exists(), reason="the kernel's headers are not installed")
def test_the_installed_header_agrees() -> None:
    """Structures by name, with the width of each field; an older header ends earlier, and names some fields otherwise."""
    text = HEADER.read_text()
    found = re.findall(r"#define AMDKFD_IOC_(\w+)\s*\\?\s*AMDKFD_IO(\w*)\((0x\w+),\s*struct (\w+)\)", text)
    rows = {name: (direction, int(number, 16), struct) for name, direction, number, struct in found}
    for name, (number, direction, structure) in REQUESTS.items():
        theirs = rows[name]
        assert theirs[:2] == ({1: "W", 2: "R", 3: "WR"}[direction], number), name
        body = re.search(rf"struct {theirs[2]} \{{(.*?)\}};", text, re.S)
        assert body is not None
        plain = re.sub(r"/\*.*?\*/", "", body[1], flags=re.S)
        widths = [int(width) // 8 for width in re.findall(r"__[us](\d+)\s+\w+;", plain)]
        ours = [ctypes.sizeof(kind) for _, kind in structure._fields_]  # type: ignore[misc]
        assert ours[: len(widths)] == widths, name


def test_flags_are_those_of_the_header() -> None:
    assert (kfd.VRAM, kfd.GTT, kfd.USERPTR) == (1, 2, 4)
    if not HEADER.exists():
        pytest.skip("the kernel's headers are not installed")
    text = HEADER.read_text()
    for name in ("VRAM", "GTT", "USERPTR", "WRITABLE", "EXECUTABLE", "PUBLIC", "NO_SUBSTITUTE", "COHERENT", "UNCACHED"):
        found = re.search(rf"KFD_IOC_ALLOC_MEM_FLAGS_{name}\s+\(1U? << (\d+)\)", text)
        assert found is not None and getattr(kfd, name) == 1 << int(found[1]), name


def test_faults_in_words() -> None:
    assert memory_fault(EventData(word0=1, va=0x1000, gpu_id=7)) == "the GPU touched 0x1000, where there is no memory"
    told = memory_fault(EventData(word1=1, word2=1, word3=1, va=0x2000, gpu_id=7))
    assert told == "the GPU touched near 0x2000, which may only be read and which may not be run"
    assert memory_fault(EventData(va=0x1000, error_type=3)).endswith("with an error of kind 3")
    assert "reset the GPU (reset 1, cause 2), and its memory is lost" in hardware_fault(EventData(word0=1, word1=2, word2=1, word3=7))
