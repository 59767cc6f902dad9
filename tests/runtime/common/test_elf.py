"""The loader of object files: what compilers make runs, what is broken is refused, and memory comes and goes with it."""
from __future__ import annotations

import ctypes
import gc
import random
import struct

import pytest

from heddle.errors import DeviceError, FileFormatError
from heddle.runtime.common import elf
from heddle.runtime.common.llvm import LLVMCompiler, find_llvm
from heddle.runtime.cpu.cpuinfo import parse_arch

INT_TO_INT = ctypes.CFUNCTYPE(ctypes.c_int64, ctypes.c_int64)


def compile_ir(text: str) -> bytes:
    return LLVMCompiler(find_llvm() or "", parse_arch(None)).compile_cached(text)


SQUARE = "define i64 @square(i64 %x) {\n  %y = mul i64 %x, %x\n  ret i64 %y\n}\n"
STATEFUL = """
@count = internal global i64 40
@zeros = internal global [3 x i64] zeroinitializer
@table = internal constant [3 x ptr] [ptr @one, ptr @two, ptr @one]
define internal i64 @one(i64 %x) { ret i64 1 }
define internal i64 @two(i64 %x) { ret i64 2 }
define i64 @next(i64 %by) {
  %old = load i64, ptr @count
  %new = add i64 %old, %by
  store i64 %new, ptr @count
  %z = load i64, ptr getelementptr ([3 x i64], ptr @zeros, i64 0, i64 2)
  %sum = add i64 %new, %z
  ret i64 %sum
}
define i64 @pick(i64 %i) {
  %at = getelementptr [3 x ptr], ptr @table, i64 0, i64 %i
  %f = load ptr, ptr %at
  %r = call i64 %f(i64 0)
  ret i64 %r
}
"""
CALLS_OUT = """
declare i64 @labs(i64)
declare double @cbrt(double)
define i64 @f(i64 %x) {
  %a = call i64 @labs(i64 %x)
  %d = sitofp i64 %a to double
  %c = call double @cbrt(double %d)
  %r = fptosi double %c to i64
  ret i64 %r
}
"""


def call(loaded: elf.Loaded, name: str, value: int) -> int:
    return INT_TO_INT(loaded[name])(value)


def test_a_function_runs() -> None:
    assert call(elf.load(compile_ir(SQUARE)), "square", 12) == 144


def test_data_tables_and_zeros_are_placed_and_each_load_has_its_own() -> None:
    first, second = elf.load(compile_ir(STATEFUL)), elf.load(compile_ir(STATEFUL))
    assert [call(first, "next", 1), call(first, "next", 1), call(second, "next", 5)] == [41, 42, 45]
    assert [call(first, "pick", i) for i in range(3)] == [1, 2, 1]


def test_functions_of_the_c_and_maths_library_are_reached() -> None:
    assert call(elf.load(compile_ir(CALLS_OUT)), "f", -27) == 3


def test_a_missing_function_is_named() -> None:
    binary = compile_ir("declare i64 @no_such_function_anywhere(i64)\n"
                        "define i64 @f(i64 %x) {\n  %r = call i64 @no_such_function_anywhere(i64 %x)\n  ret i64 %r\n}\n")
    with pytest.raises(DeviceError, match="'no_such_function_anywhere', which neither libc"): elf.load(binary)


def test_a_missing_name_lists_those_there_are() -> None:
    with pytest.raises(FileFormatError, match="no function 'cube', only square"): elf.load(compile_ir(SQUARE))["cube"]


def mapping_of(address: int) -> str | None:
    """The permissions of the memory at `address`."""
    with open("/proc/self/maps") as file:
        for line in file:
            low, high = (int(x, 16) for x in line.split()[0].split("-"))
            if low <= address < high: return line.split()[1]
    return None


def test_memory_is_never_writable_and_executable_and_goes_with_the_object() -> None:
    loaded = elf.load(compile_ir(STATEFUL))
    address = loaded["next"]
    assert mapping_of(address) == "r-xp"
    assert mapping_of(loaded.memory.data + loaded.memory.data_size - 1) == "rw-p"
    del loaded
    gc.collect()
    assert mapping_of(address) != "r-xp"


def test_text_and_other_objects_are_refused() -> None:
    for bad in (b"", b"int main() {}", b"\x7fELF" + bytes(60), compile_ir(SQUARE)[:100]):
        with pytest.raises(FileFormatError): elf.load(bad)
    with open("/proc/self/exe", "rb") as file, pytest.raises(FileFormatError, match="no object file"): elf.load(file.read(4096))


@pytest.mark.parametrize("seed", range(40))
def test_an_altered_object_is_refused_or_loads_but_never_breaks_the_process(seed: int) -> None:
    """Only headers and tables are altered here: what the code itself does is the compiler's word, guarded by a checksum on disk."""
    binary, rng = bytearray(compile_ir(CALLS_OUT)), random.Random(seed)
    start = struct.unpack_from("<Q", binary, 40)[0]  # where the section headers are
    for _ in range(8): binary[rng.choice((rng.randrange(64), rng.randrange(start, len(binary))))] = rng.randrange(256)
    try: elf.load(bytes(binary))
    except (FileFormatError, DeviceError): return


@pytest.mark.parametrize("kind,value,before,after", [
    (283, 0x5000, 0x94000000, 0x94001000),  # CALL26: bl +0x4000
    (283, 0x0800, 0x94000000, 0x97FFFE00),  # bl -0x800
    (275, 0x12345678, 0x90000000, 0x90091A20),  # ADRP to the page at 0x12345000, from that at 0x1000
    (277, 0x12345678, 0x91000000, 0x9119E000),  # add x0, x0, #0x678
    (286, 0x12345678, 0xF9400000, 0xF9433C00),  # ldr x0, [x0, #0x678]
    (299, 0x12345670, 0x3DC00000, 0x3DC19C00),  # ldr q0, [x0, #0x670]
    (280, 0x1040, 0x54000000, 0x54000200),  # b.eq +0x40
])
def test_aarch64_instructions_are_patched(kind: int, value: int, before: int, after: int) -> None:
    memory = bytearray(struct.pack("<I", before))
    elf._apply_aarch64(memory, 0, kind, value, 0x1000)
    assert hex(struct.unpack("<I", memory)[0]) == hex(after)


def test_a_jump_that_is_too_far_is_refused() -> None:
    memory = bytearray(4)
    with pytest.raises(OverflowError): elf._apply_aarch64(memory, 0, 283, 1 << 40, 0)


def test_an_object_for_aarch64_is_placed() -> None:
    """It cannot run here, but every relocation is applied."""
    import llvmlite.binding as llvm
    llvm.initialize_all_targets()
    llvm.initialize_all_asmprinters()
    machine = llvm.Target.from_triple("aarch64-unknown-linux-gnu").create_target_machine(opt=2, reloc="pic", codemodel="small")
    module = llvm.parse_assembly(STATEFUL + CALLS_OUT)
    module.triple, module.data_layout = machine.triple, str(machine.target_data)
    assert set(elf.load(machine.emit_object(module)).functions) == {"next", "pick", "f"}
