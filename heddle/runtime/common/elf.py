"""In-process ELF loader of object files, so that a kernel from the disk cache runs without importing any compiler.

Inputs: an ELF64 relocatable object for x86-64 or aarch64, as clang and LLVM emit it. Outputs: `Loaded`, with the addresses of its
functions.
Invariants: no page is writable and executable at once; memory has the lifetime of the `Loaded`; every offset in the file is checked
before it is used.

Functions of the C library that a kernel calls (memset, fmodf, __truncdfhf2) are reached through jump stubs beside the code.
"""
from __future__ import annotations

import functools
import struct
import weakref
from collections.abc import Callable

from heddle.errors import FileFormatError
from heddle.named_tuple import NamedTuple
from heddle.runtime.common.elf_file import (
    ALLOC,
    CURE,
    RELA,
    RELOCATABLE,
    RELOCATION,
    WRITE,
    ElfFile,
    Section,
    checked,
    text_at,
)
from heddle.runtime.cpu.system import host_system
from heddle.runtime.cpu.system.interface import CodeMemory

_X86_64, _AARCH64 = 62, 183
_UNDEFINED, _ABSOLUTE, _COMMON = 0, 0xFFF1, 0xFFF2  # section numbers with a meaning
_STUB = 16  # bytes of a jump stub to any address
_MOST = 1 << 28  # bytes of an image: a file that was altered may have any size


class Loaded:
    """An object file in memory. `functions` are the addresses of its global symbols; they are valid while this lives."""

    def __init__(self, memory: CodeMemory, functions: dict[str, int], permanent: bool) -> None:
        self.memory, self.functions = memory, functions
        if not permanent: weakref.finalize(self, host_system.unmap_code, memory).atexit = False

    def __getitem__(self, name: str) -> int:
        """Address of the function `name`. FileFormatError if the object has none."""
        if name in self.functions: return self.functions[name]
        raise FileFormatError(f"the object file has no function {name!r}, only {', '.join(self.functions) or 'none'}", CURE)


def load(binary: bytes, permanent: bool = False) -> Loaded:
    """Loads `binary` into executable memory. `permanent` code is never unmapped: threads may still be in it at exit.

    FileFormatError if it is no complete object for this machine, DeviceError if it wants a function that nobody has.
    """
    with checked(binary, "object file"):
        linker = Linker(binary, host_system.page)
        memory = host_system.map_code(linker.code_size, linker.data_size)
        try:
            image = linker.link(memory.code, memory.data, find_function)
            host_system.write_code(memory, image.code, image.data)
        except BaseException:
            host_system.unmap_code(memory)
            raise
    return Loaded(memory, image.functions, permanent)


class Image(NamedTuple):
    """What an object file is in memory: bytes of its code and of its data, and addresses of its functions."""

    code: bytes
    data: bytes
    functions: dict[str, int]


class Linker:
    """The layout of one object file in two parts, code (with what is only read) and data, and its image at given addresses.

    page: bytes of a page; `code_size` is a multiple of it.
    """

    def __init__(self, binary: bytes, page: int) -> None:
        file = ElfFile(binary, _MACHINES, "object file of 64-bit ELF for x86-64 or aarch64", (RELOCATABLE,))
        self.machine, self.sections, self._page = file.machine, file.sections, page
        self._rules = _MACHINES[self.machine]
        self.symbols, self.strings = file.symbols()
        self.stubs: dict[int, int] = {}  # symbol -> offset of its jump stub
        self.slots: dict[int, int] = {}  # symbol -> offset of its address slot
        self._relocations = [(s, r) for s in self.sections if s.kind == RELA for r in self._relocations_of(s)]
        self.code_size, self.data_size = self._lay_out()

    def link(self, code: int, data: int, find: Callable[[str], int]) -> Image:
        """The image for these addresses of code and data. Functions outside the object are where `find` says. FileFormatError."""
        self._code, self._data, self._find = code, data, find
        self._image = bytearray(self.code_size + self.data_size)
        self._copy()
        for section, relocation in self._relocations: self._relocate(self.sections[section.info], *relocation)
        with memoryview(self._image) as image:
            return Image(bytes(image[:self.code_size]), bytes(image[self.code_size:]), self._functions())

    def _relocations_of(self, section: Section) -> list[tuple[int, int, int, int]]:
        """(offset, kind, symbol, addend) of each relocation in loaded memory."""
        if not self._is_loaded(self.sections[section.info]): return []
        return [(at, info & 0xFFFFFFFF, info >> 32, addend) for at, info, addend in RELOCATION.iter_unpack(section.data)]

    @staticmethod
    def _is_loaded(section: Section) -> bool:
        return bool(section.flags & ALLOC) and section.name != ".eh_frame"  # nothing unwinds through a kernel

    # ---- layout

    def _lay_out(self) -> tuple[int, int]:
        """Assigns offsets to sections, jump stubs and address slots: read-only and executable ones first, then writable pages."""
        loaded = [s for s in self.sections if self._is_loaded(s)]
        end = 0
        for section in (s for s in loaded if not s.flags & WRITE): end = _put(section, end)
        end = -(-end // _STUB) * _STUB
        for _, (_, kind, symbol, _) in self._relocations:
            if kind in self._rules.through_slot and symbol not in self.slots: self.slots[symbol], end = end, end + _STUB
            elif self.symbols[symbol][3] == _UNDEFINED and symbol not in self.stubs: self.stubs[symbol], end = end, end + _STUB
        code_size = -(-end // self._page) * self._page
        end = code_size
        for section in (s for s in loaded if s.flags & WRITE): end = _put(section, end)
        if end > _MOST: raise IndexError(f"an image of {end} bytes")
        return code_size, max(end, 1) - code_size

    def _at(self, offset: int) -> int:
        """The address of what is at an offset of the image."""
        return self._code + offset if offset < self.code_size else self._data + offset - self.code_size

    def _copy(self) -> None:
        for section in self.sections:
            if self._is_loaded(section) and section.data: self._image[section.at:section.at + section.size] = section.data
        for symbol, at in self.stubs.items(): self._image[at:at + _STUB] = self._rules.stub(self._outside(symbol))
        for symbol, at in self.slots.items(): struct.pack_into("<Q", self._image, at, self._address(symbol))

    def _outside(self, symbol: int) -> int: return self._find(self._name(symbol))
    def _name(self, symbol: int) -> str: return text_at(self.strings, self.symbols[symbol][0])

    def _address(self, symbol: int) -> int:
        section, value = self.symbols[symbol][3:5]
        if section == _ABSOLUTE: return value
        if section == _COMMON: raise FileFormatError("the object file has common symbols, which kernels do not use", CURE)
        if section == _UNDEFINED: return self._at(self.stubs[symbol]) if symbol in self.stubs else self._outside(symbol)
        return self._at(self.sections[section].at) + value

    def _relocate(self, section: Section, at: int, kind: int, symbol: int, addend: int) -> None:
        width = self._rules.widths.get(kind)
        if width is None: raise FileFormatError(f"relocation kind {kind} of machine {self.machine} is not known here", CURE)
        if not 0 <= at <= section.size - width: raise IndexError(f"relocation at byte {at} of {section.name}")
        through = kind in self._rules.through_slot
        target = self._at(self.slots[symbol]) if through else self._address(symbol)
        self._rules.apply(self._image, section.at + at, kind, target + addend, self._at(section.at + at))

    def _functions(self) -> dict[str, int]:
        return {self._name(i): self._address(i) for i, (_, info, _, section, _, _) in enumerate(self.symbols)
                if info >> 4 in (1, 2) and section not in (_UNDEFINED, _COMMON)}


def _put(section: Section, end: int) -> int:
    section.at = -(-end // section.align) * section.align
    return section.at + section.size


@functools.cache
def find_function(name: str) -> int:
    """Address of a function of the C library, the maths library or the compiler's helpers. DeviceError if none has it."""
    return host_system.find_function(name)


# ---- relocations by machine. `value` is the target with its addend, `address` that of the bytes that are patched.



class _Machine(NamedTuple):
    """Relocations of one processor architecture."""

    widths: dict[int, int]  # relocation kind -> bytes it patches
    through_slot: frozenset[int]  # kinds that need the address of an address slot
    stub: Callable[[int], bytes]
    apply: Callable[[bytearray, int, int, int, int], None]


def _stub_x86(target: int) -> bytes:
    return b"\xff\x25\0\0\0\0" + struct.pack("<Q", target) + b"\x90\x90"  # jmp [rip+0]; the address


def _apply_x86(memory: bytearray, at: int, kind: int, value: int, address: int) -> None:
    match kind:
        case 1: struct.pack_into("<Q", memory, at, value & (1 << 64) - 1)  # R_X86_64_64
        case 24: struct.pack_into("<q", memory, at, value - address)  # PC64
        case 10: struct.pack_into("<I", memory, at, value)  # 32
        case 11: struct.pack_into("<i", memory, at, value)  # 32S
        case _: struct.pack_into("<i", memory, at, value - address)  # PC32, PLT32, GOTPCREL and its relaxable forms


def _stub_aarch64(target: int) -> bytes:
    return struct.pack("<IIQ", 0x58000050, 0xD61F0200, target)  # ldr x16, .+8; br x16; the address


def _bits(memory: bytearray, at: int, value: int, count: int, shift: int) -> None:
    """Inserts the low `count` bits of `value` into the instruction at `at`, shifted left by `shift`."""
    mask = ((1 << count) - 1) << shift
    word = struct.unpack_from("<I", memory, at)[0]
    struct.pack_into("<I", memory, at, word & ~mask | value << shift & mask)


def _check_reach(distance: int, bits: int) -> None:
    if not -(1 << bits - 1) <= distance < 1 << bits - 1: raise OverflowError(f"a jump of {distance} bytes")


def _apply_aarch64(memory: bytearray, at: int, kind: int, value: int, address: int) -> None:
    """Patches the bytes at `at` by the rule of a relocation of ELF for the Arm 64-bit architecture. OverflowError for a jump too
    far."""
    match kind:
        case 257: struct.pack_into("<Q", memory, at, value & (1 << 64) - 1)  # ABS64
        case 258: struct.pack_into("<I", memory, at, value)  # ABS32
        case 260: struct.pack_into("<q", memory, at, value - address)  # PREL64
        case 261: struct.pack_into("<i", memory, at, value - address)  # PREL32
        case 282 | 283:  # JUMP26, CALL26
            _check_reach(value - address, 28)
            _bits(memory, at, value - address >> 2, 26, 0)
        case 273 | 280:  # LD_PREL_LO19, CONDBR19
            _check_reach(value - address, 21)
            _bits(memory, at, value - address >> 2, 19, 5)
        case 279:  # TSTBR14
            _check_reach(value - address, 16)
            _bits(memory, at, value - address >> 2, 14, 5)
        case 274 | 275 | 276 | 311:  # ADR_PREL_LO21, ADR_PREL_PG_HI21, its unchecked form, ADR_GOT_PAGE
            distance = value - address if kind == 274 else (value >> 12) - (address >> 12)
            _check_reach(distance, 21)
            _bits(memory, at, distance, 2, 29)
            _bits(memory, at, distance >> 2, 19, 5)
        case _:  # the low 12 bits of an address, in units of what is loaded
            _bits(memory, at, (value & 0xFFF) >> _LOW_BITS[kind], 12, 10)


# ADD_ABS_LO12_NC, LDST8 to LDST128_ABS_LO12_NC, LD64_GOT_LO12_NC -> log2 of the unit
_LOW_BITS = {277: 0, 278: 0, 284: 1, 285: 2, 286: 3, 299: 4, 312: 3}

_MACHINES = {
    _X86_64: _Machine({1: 8, 24: 8, 2: 4, 4: 4, 10: 4, 11: 4, 9: 4, 41: 4, 42: 4}, frozenset((9, 41, 42)), _stub_x86, _apply_x86),
    _AARCH64: _Machine({257: 8, 260: 8, 258: 4, 261: 4, **dict.fromkeys((273, 274, 275, 276, 279, 280, 282, 283, 311), 4),
                        **dict.fromkeys(_LOW_BITS, 4)}, frozenset((311, 312)), _stub_aarch64, _apply_aarch64),
}
