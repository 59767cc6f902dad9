"""The modules of Linux, macOS and Windows, each on a stand-in of its system calls that records them with their arguments.

They give real memory of this process (`fake_systems.py`).
"""
from __future__ import annotations

import ctypes
import platform
import struct
from typing import cast

import numpy as np
import pytest

from heddle.errors import DeviceError
from heddle.runtime.common import elf, llvm_worker
from heddle.runtime.common.llvm import LLVMCompiler, find_llvm
from heddle.runtime.cpu.cpuinfo import Arch
from heddle.runtime.cpu.system import interface, linux, macos, posix
from heddle.runtime.cpu.system.interface import HUGE_PAGE, CodeMemory, HostSystem
from heddle.runtime.cpu.system.macos import MacOS
from heddle.runtime.cpu.system.windows import MemoryStatus, ProcessorRow, SystemInfo, Windows
from tests.runtime.cpu.fake_systems import PAGE, Darwin, Kernel32, Library, to

_SYSTEMS = (linux.Linux, MacOS, Windows)
_ADD_ONE = """
@steps = internal global i64 0
define void @add_one(ptr %bufs, ptr %vars, ptr %scratch, i64 %begin, i64 %end) {
  %out = load ptr, ptr %bufs
  %old = load i64, ptr %out
  %new = add i64 %old, 1
  store i64 %new, ptr %out
  %step = load i64, ptr @steps
  %next = add i64 %step, 1
  store i64 %next, ptr @steps
  ret void
}
"""
_KERNEL = ctypes.CFUNCTYPE(None, ctypes.c_void_p, ctypes.c_void_p, ctypes.c_void_p, ctypes.c_int64, ctypes.c_int64)


def add_one(system: HostSystem, monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    """Loads a kernel by `system`, made for it, and calls it twice. It has data of its own."""
    binary = LLVMCompiler(find_llvm() or "", Arch("x86_64", "x86-64"), name).compile_cached(_ADD_ONE)
    with monkeypatch.context() as patch:
        patch.setattr(elf, "host_system", system)
        loaded, out = elf.load(binary), np.zeros(1, np.int64)
        for _ in range(2): _KERNEL(loaded["add_one"])((ctypes.c_void_p * 1)(out.ctypes.data), None, None, 0, 1)
        assert out[0] == 2 and ctypes.c_int64.from_address(loaded.memory.data).value == 2
        del loaded


x86_64 = pytest.mark.skipif(platform.machine() not in ("x86_64", "AMD64"), reason="code for x86-64")


def test_every_system_has_the_same_interface() -> None:
    names = {name for name in vars(interface.HostSystem) if not name.startswith("_")}
    for system in _SYSTEMS: assert names <= set(dir(system)), system
    assert {system.name for system in _SYSTEMS} == {"linux", "macos", "windows"}


# ---- macOS


def on_mac(lib: Darwin, machine: str) -> MacOS:
    typed = macos.with_types(cast("ctypes.CDLL", lib))
    made = MacOS(lambda: typed, machine)
    made.page = PAGE if machine == "aarch64" else 4096
    return made


def test_code_of_apple_silicon_is_written_while_it_may_not_run() -> None:
    lib = Darwin()
    system = on_mac(lib, "aarch64")
    memory = system.map_code(PAGE, 100)
    assert [call[2:5] for call in lib.named("mmap")] == [(PAGE, 7, 0x1802), (PAGE, 3, 0x1002)]
    assert lib.named("mmap")[1][1] == memory.code + PAGE  # near the code
    code, data = bytes(range(256)) * 64, b"d" * 100
    system.write_code(memory, code, data)
    assert lib.named("pthread_jit_write_protect_np", "sys_icache_invalidate", "mprotect") == [
        ("pthread_jit_write_protect_np", 0), ("pthread_jit_write_protect_np", 1), ("sys_icache_invalidate", memory.code, PAGE)]
    assert ctypes.string_at(memory.code, PAGE) == code and ctypes.string_at(memory.data, 100) == data
    system.unmap_code(memory)
    assert lib.named("munmap") == [("munmap", memory.code, PAGE), ("munmap", memory.data, PAGE)]


def test_an_interrupt_leaves_code_protected(monkeypatch: pytest.MonkeyPatch) -> None:
    lib = Darwin()
    system = on_mac(lib, "aarch64")
    memory = system.map_code(PAGE, 0)

    def interrupted(address: int, data: bytes) -> None:
        if address == memory.code: raise KeyboardInterrupt

    monkeypatch.setattr(macos, "fill", interrupted)
    with pytest.raises(KeyboardInterrupt): system.write_code(memory, b"code", b"")
    assert lib.named("pthread_jit_write_protect_np")[-1] == ("pthread_jit_write_protect_np", 1)


def test_data_that_is_too_far_away_is_no_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    lib = Darwin(far=True)
    system = on_mac(lib, "aarch64")
    monkeypatch.setattr(macos, "_REACH", PAGE)
    with pytest.raises(MemoryError, match="no 100 bytes near"): system.map_code(PAGE, 100)
    assert len(lib.named("munmap")) == 2


def test_code_of_intel_becomes_executable_by_mprotect() -> None:
    lib = Darwin()
    system = on_mac(lib, "x86_64")
    memory = system.map_code(4096, 8)
    system.write_code(memory, b"\xc3" * 4096, bytes(8))
    assert lib.named("mmap", "mprotect") == [("mmap", None, 8192, 3, 0x1002, -1, 0), ("mprotect", memory.code, 4096, 5)]
    refusing = on_mac(Darwin(refuses=True), "x86_64")
    with pytest.raises(DeviceError, match="does not let memory become executable") as caught:
        refusing.write_code(refusing.map_code(4096, 0), b"\xc3", b"")
    assert "com.apple.security.cs.allow-jit" in str(caught.value)


@x86_64
@pytest.mark.parametrize("machine", MacOS.machines)
def test_a_kernel_for_macos_is_loaded(machine: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """In the memory of each kind of Mac; the instructions are those of this processor."""
    add_one(on_mac(Darwin(), machine), monkeypatch, "macos")


def test_a_large_block_of_apple_silicon_is_cut_at_its_pages() -> None:
    lib = Darwin()
    system = on_mac(lib, "aarch64")
    address = system.map_huge(HUGE_PAGE + 5)
    assert address % HUGE_PAGE == 0
    for _, start, nbytes in lib.named("munmap"): assert isinstance(nbytes, int) and isinstance(start, int) and nbytes % PAGE == 0
    assert sum(cast("int", call[2]) for call in lib.named("munmap")) == HUGE_PAGE
    system.unmap(address, HUGE_PAGE + 5)
    assert lib.named("munmap")[-1] == ("munmap", address, HUGE_PAGE + PAGE)


def numbers(**values: int) -> dict[str, bytes]:
    return {f"hw.{name.replace('__', '.')}": struct.pack("<Q", value) for name, value in values.items()}


def test_facts_of_a_mac() -> None:
    silicon = numbers(memsize=16 << 30, cachelinesize=128, perflevel0__l1dcachesize=128 << 10, perflevel0__l2cachesize=12 << 20,
                      perflevel0__cpusperl2=4)
    system = on_mac(Darwin(silicon | {"machdep.cpu.brand_string": b"Apple M1\0"}), "aarch64")
    found = system.processor()
    assert found[:5] == ("aarch64", "Apple M1", frozenset(), (128 << 10, 3 << 20), 128) and found.cores >= 1
    assert system.memory_total() == 16 << 30 and system.memory_free() == 1200 * PAGE
    intel = numbers(l1dcachesize=32 << 10, l2cachesize=256 << 10, l3cachesize=12 << 20, cachelinesize=64, optional__avx1_0=1,
                    optional__avx2_0=1, optional__avx512f=0)
    found = on_mac(Darwin(intel | {"hw.cacheconfig": struct.pack("<4Q", 12, 2, 2, 12)}), "x86_64").processor()
    assert found.cache == (16 << 10, 128 << 10, 1 << 20) and found.flags == {"avx", "avx2"} and found.model == "x86_64"
    assert on_mac(Darwin(), "x86_64").processor().cache == (32 << 10, 512 << 10)


# ---- Windows


def on_windows(lib: Kernel32) -> Windows: return Windows(lambda name: cast("ctypes.CDLL", lib))


def test_memory_of_windows_is_allocated_and_freed_as_a_whole() -> None:
    lib = Kernel32()
    system = on_windows(lib)
    address = system.map_pages(10000)
    system.unmap(address, 10000)
    assert lib.calls == [("VirtualAlloc", None, 10000, 0x3000, 0x04), ("VirtualFree", address, 0, 0x8000)]
    with pytest.raises(MemoryError, match="VirtualAlloc of 10 bytes"): on_windows(Kernel32(refuses="VirtualAlloc")).map_pages(10)


@pytest.mark.parametrize("others", [0, 3])
def test_aligned_memory_of_windows(others: int) -> None:
    """Another thread may take what was reserved and released: the next try is somewhere else."""
    lib = Kernel32(others)
    system = on_windows(lib)
    address = system.map_huge(5 << 20, 4 << 20)
    assert address % (4 << 20) == 0
    assert lib.calls[-1] == ("VirtualAlloc", address, 5 << 20, 0x3000, 0x04)
    assert len(lib.named("VirtualFree")) == 1 + others
    system.unmap(address, 5 << 20)
    with pytest.raises(MemoryError, match="at a multiple of"): on_windows(Kernel32(others=100)).map_huge(1 << 20)


def test_code_of_windows_is_protected_and_its_data_is_not() -> None:
    lib = Kernel32()
    system = on_windows(lib)
    memory = system.map_code(4096, 16)
    assert memory == CodeMemory(memory.code, 4096, memory.code + 4096, 16)
    system.write_code(memory, b"\xc3" * 4096, b"0123456789abcdef")
    protect, flush = lib.named("VirtualProtect", "FlushInstructionCache")
    assert protect[1:4] == (memory.code, 4096, 0x20) and flush == ("FlushInstructionCache", (1 << 64) - 1, memory.code, 4096)
    assert ctypes.string_at(memory.data, 16) == b"0123456789abcdef"
    ctypes.memset(memory.data, 1, 16)  # still writable
    system.unmap_code(memory)
    refusing = on_windows(Kernel32(refuses="VirtualProtect"))
    with pytest.raises(DeviceError, match="Arbitrary Code Guard"): refusing.write_code(refusing.map_code(4096, 0), b"\xc3", b"")


def test_facts_of_windows() -> None:
    assert (ctypes.sizeof(SystemInfo), ctypes.sizeof(MemoryStatus), ctypes.sizeof(ProcessorRow)) == (48, 64, 32)
    system = on_windows(Kernel32())
    assert system.processor() == ("x86_64", "A Processor @ 3 GHz", {"sse4_1", "sse4_2", "avx", "avx2"}, (24 << 10, 1 << 20), 64, 2)
    assert system.core_numbers() == [1, 2]
    assert (system.memory_total(), system.memory_free()) == (8 << 30, 5 << 30)
    assert on_windows(Kernel32(refuses="GetProcessAffinityMask")).core_numbers()


def test_functions_of_windows_are_looked_for_in_its_libraries() -> None:
    asked: list[str] = []

    def load(name: str) -> ctypes.CDLL:
        asked.append(name)
        if name == "ucrtbase": raise OSError("not found")
        return posix.libc() if name == "kernel32" else cast("ctypes.CDLL", Library({}))

    assert Windows(load).find_function("memset") == linux.Linux().find_function("memset")
    assert asked == ["ucrtbase", "ntdll", "kernel32"]
    with pytest.raises(DeviceError, match="'no_such_function', which neither the C library, ntdll nor kernel32 has"):
        Windows(load).find_function("no_such_function")


def test_resident_memory_of_windows(monkeypatch: pytest.MonkeyPatch) -> None:
    def counters(process: object, rows: object, nbytes: int) -> int:
        assert nbytes == 72
        to(ctypes.byref(cast("ctypes.Array[ctypes.c_uint64]", rows)), struct.pack("<IIQQ", 72, 0, 9 << 20, 8 << 20))
        return 1

    monkeypatch.setattr(ctypes, "CDLL", lambda name: Library({"K32GetProcessMemoryInfo": counters}))
    assert llvm_worker._working_set() == 8 << 20
