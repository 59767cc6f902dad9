"""PM4 packets of Adreno's command processor: registers, waits, caches, signals, launches.

Inputs: addresses, values, a `Dispatch` of a kernel. Outputs: words appended to `Words`. Invariants: headers carry odd parity over
their count and over their register or opcode; register numbers and events are those of the GPU's generation, 6 or 7.

Numbers and layouts: Mesa, src/freedreno/registers/adreno/{adreno_pm4.xml, a6xx.xml}; the order of a launch is that of
src/freedreno/computerator/a6xx.cc, but that A7xx loads no code ahead (src/freedreno/vulkan/tu_shader.cc); caches between kernels as in
src/freedreno/vulkan/tu_cmd_buffer.cc (all go through UCHE).
"""
from __future__ import annotations

from dataclasses import dataclass

from heddle.renderer.nir.adreno import Adreno
from heddle.runtime.common.hardware_queue import Words
from heddle.runtime.qcom.image import DESCRIPTOR_BYTES
from heddle.runtime.qcom.ir3_program import NO_REGISTER, IR3Program

# ---- opcodes

_WAIT_FOR_IDLE, _EXEC_CS, _LOAD_STATE, _WAIT_REG_MEM, _REG_TO_MEM = 0x26, 0x33, 0x34, 0x3C, 0x3E
_INDIRECT_BUFFER, _EVENT_WRITE, _SET_MARKER = 0x3F, 0x46, 0x65
_COMPUTE = 8  # of SET_MARKER
#: events: the second-level cache writes back what memory has not yet, and then a value; it forgets what memory may have anew
_CACHE_FLUSH_TS, _CACHE_INVALIDATE, _WITH_VALUE = 4, 49, 1 << 30
#: the same of A7xx, whose value comes with the event that all before is done
_CACHE_CLEAN_7, _CACHE_INVALIDATE_7, _DONE_7, _WITH_VALUE_7 = 49, 51, 22, 1 << 27
#: DEBUG_LABEL of both, which does nothing but go on to the next set of registers
_LABEL = 63
#: of WAIT_REG_MEM: 32 bits of memory are at least the reference
_AT_LEAST, _IN_MEMORY, _DELAY = 5, 1 << 4, 16
_ALL = 0xFFFFFFFF
#: words that INDIRECT_BUFFER runs at most: it has 20 bits for their number
LARGEST_RUN = (1 << 20) - 1
#: of LOAD_STATE6: what is loaded, from memory, for the compute shader
_INDIRECT, _CS, _CS_TEXTURES = 2 << 16, 13 << 18, 5 << 18
_SHADER, _CONSTANTS, _IMAGES, _TEXTURES = _CS | 0 << 14, _CS | 1 << 14, _CS | 3 << 14, _CS_TEXTURES | 1 << 14

# ---- registers

_ALWAYS_ON_COUNTER = 0x0980
#: ticks a second of that counter
TICKS = 19_200_000
_SP_CS_CTRL, _SP_CS_SHARED, _SP_CS_BRANCH, _SP_CS_PRIVATE = 0xA9B0, 0xA9B1, 0xA9B2, 0xA9B6
_SP_CS_CONFIG, _SP_CS_INSTRLEN, _SP_CS_STACK, _SP_CS_WAVES = 0xA9BB, 0xA9BC, 0xA9BD, 0xA9C2
_SP_PS_INSTRLEN = 0xAB05
_SP_CS_TEXTURES, _SP_CS_TEXTURE_COUNT, _SP_CS_IMAGE_COUNT = 0xA9E6, 0xA9BA, 0xAA00
_SP_MODE, _SP_CHICKEN, _SP_FLOAT, _SP_COUNTERS, _TPL1_ECO = 0xAB00, 0xAE03, 0xAE04, 0xAE0F, 0xB600
_HLSQ_IDS, _HLSQ_SHARED_LPAC, _HLSQ_SHARED_CONSTANTS = 0xB997, 0xB9D0, 0xBB11
#: of A7xx alone: waves of pixels, which hold no ids; how work-groups follow each other, the size of the last; what shares constants
_SP_PS_WAVES, _SP_PS_IDS, _SP_CS_ORDER, _SP_CS_LAST, _SP_CS_HYSTERESIS, _SP_CS_VGS = 0xA9C6, 0xA9C8, 0xA9DB, 0xA9DF, 0xA9BE, 0xA9C5
#: of HLSQ_INVALIDATE_CMD: the state and the images of compute; of SP_MODE_CONTROL: constants may be demoted, OpenCL's images
_CS_STATE, _CS_IMAGES, _MODE = 1 << 5, 1 << 6, 1 | 1 << 1
_ENABLED, _THREADSIZE_AT, _CS_COUNTERS = 1 << 8, 20, 1 << 5
#: of constants in a shader processor: 256 vectors, 512
_CONSTANT_RAM, _CONSTANT_RAM_7 = 2 << 5, 3 << 5
#: of the order of work-groups: first along z, tiles of 4 groups along x
_Z_FIRST, _TILE_WIDTH, _TILE_HEIGHT_AT = 1 << 11, 4 << 20, 26
#: by model, SP_CHICKEN_BITS and TPL1_DBG_ECO_CNTL (freedreno_devices.py)
_CHICKEN = {"a618": (0x430, 0x108000), "a630": (0x1430, 0x108000), "a640": (0x420, 0x8000), "a650": (0x1400, 0x108000),
            "a660": (0x1400, 0x5008000), "a730": (0x1400, 0x1000000), "a740": (0x10001400, 0x11100000)}
#: of A7xx, SP_CHICKEN_BITS_1 to _3, SP_HLSQ_DBG_ECO_CNTL; and what is the same for both: SP_DBG_ECO_CNTL, TPL1_DBG_ECO_CNTL1,
#: SP_ISDB_CNTL, SP_UNKNOWN_AE6A, SP_HLSQ_TIMEOUT_THRESHOLD_DP, SP_HLSQ_DBG_ECO_CNTL_1, SP_UNKNOWN_AB01, SP_HLSQ_MODE_CNTL (constants
#: are not shared), SP_UNKNOWN_AB22, SP_UNKNOWN_B310
_CHICKEN_7 = {"a730": (0x402400, 0, 0, 0x8000), "a740": (0x400400, 0x430800, 0, 0)}
_SAME_7 = ((0xAE00, 0x10000000), (0xB602, 0x40724), (0xAE06, 0), (0xAE6A, 0), (0xAE6B, 0x80), (0xAE73, 0), (0xAB01, 0), (0xAB02, 0),
           (0xAB22, 0), (0xB310, 0))
_SP_CHICKEN_1, _SP_HLSQ_ECO = 0xAE08, 0xAE6C
_PRIVATE_UNIT, _PRIVATE_PAGE, _STACK_UNIT = 9, 12, 11  # bits that registers leave out of sizes


@dataclass(frozen=True)
class _Numbers:
    """Registers that generations have at different numbers."""

    constants: int  # SP_CS_CONST_CONFIG
    range: int  # SP_CS_NDRANGE_0 to _6
    groups: int  # SP_CS_KERNEL_GROUP_X to _Z
    invalidate: int  # SP_UPDATE_CNTL
    images: int  # SP_CS_UAV_BASE


_NUMBERS = {6: _Numbers(0xB987, 0xB990, 0xB999, 0xBB08, 0xA9F2), 7: _Numbers(0xA9CD, 0xA9D4, 0xA9DC, 0xAB1F, 0xA9F8)}


@dataclass(frozen=True)
class Dispatch:
    """What a launch sets, but for its size and its constants. `private`: where threads' private memory is, and how much an SP has."""

    program: IR3Program
    code: int
    private: int = 0
    private_bytes: int = 0


def odd_parity(value: int) -> int:
    """The bit that makes the number of set bits odd."""
    return ~value.bit_count() & 1


def write(words: Words, register: int, *values: int) -> None:
    """Sets registers from `register` on."""
    words.add(register_header(register, len(values)), *values)


def register_header(register: int, count: int) -> int:
    """The header of a packet that sets `count` registers."""
    return 4 << 28 | odd_parity(register) << 27 | register << 8 | odd_parity(count) << 7 | count


def packet(words: Words, opcode: int, *body: int) -> None:
    """A header and its words."""
    words.add(packet_header(opcode, len(body)), *body)


def packet_header(opcode: int, count: int) -> int:
    """The header of a packet with `count` words."""
    return 7 << 28 | odd_parity(opcode) << 23 | opcode << 16 | odd_parity(count) << 15 | count


def _pair(value: int) -> tuple[int, int]: return value & _ALL, value >> 32


class PM4:
    """The packets of one model."""

    def __init__(self, gpu: Adreno) -> None:
        self.gpu, self._numbers, self._is_7 = gpu, _NUMBERS[gpu.generation], gpu.generation == 7

    # ---- order and caches

    def wait(self, words: Words, address: int, value: int) -> None:
        """The queue goes on when the 32 bits at `address` are `value` or more."""
        packet(words, _WAIT_REG_MEM, _AT_LEAST | _IN_MEMORY, *_pair(address), value & _ALL, _ALL, _DELAY)

    def acquire(self, words: Words) -> None:
        """What comes later sees what the host wrote before."""
        packet(words, _EVENT_WRITE, _CACHE_INVALIDATE_7 if self._is_7 else _CACHE_INVALIDATE)

    def kernels_done(self, words: Words, reads_textures: bool = False) -> None:
        """What comes later waits for the kernels before, and sees what they wrote, also through the caches of texture units."""
        packet(words, _WAIT_FOR_IDLE)
        if reads_textures: self.acquire(words)

    def release(self, words: Words, address: int, value: int) -> None:
        """Once all before is done and can be seen by everyone, writes the low 32 bits of a value."""
        packet(words, _WAIT_FOR_IDLE)
        if self._is_7:
            packet(words, _EVENT_WRITE, _CACHE_CLEAN_7)
            packet(words, _WAIT_FOR_IDLE)
        event = _DONE_7 | _WITH_VALUE_7 if self._is_7 else _CACHE_FLUSH_TS | _WITH_VALUE
        packet(words, _EVENT_WRITE, event, *_pair(address), value & _ALL)

    def stamp(self, words: Words, address: int) -> None:
        """Once all kernels before are done, writes the 64 bits of the clock."""
        is_wide, count = 1 << 30, 2 << 18
        packet(words, _WAIT_FOR_IDLE)
        packet(words, _REG_TO_MEM, _ALWAYS_ON_COUNTER | count | is_wide, *_pair(address))

    def run(self, words: Words, address: int, count: int) -> None:
        """Runs `count` words that lie elsewhere, at most `LARGEST_RUN`."""
        packet(words, _INDIRECT_BUFFER, *_pair(address), count)

    # ---- launches

    def launch(self, words: Words, what: Dispatch, constants: int, descriptors: int, groups: tuple[int | str, ...]) -> None:
        """A kernel over `groups` work-groups; a text is a number of groups that is known later.

        `Words.later` is then given that text, and "TEXT threads N" for the threads along a dimension of which a group has N.
        `constants`: where the constants are; `descriptors`: those of textures, then those of images.
        """
        self._set_modes(words)
        if what.program.units > self.gpu.preload: self._set_length(words, what.program.units)
        self._set_program(words, what)
        if not self._is_7: self._load(words, _SHADER, min(what.program.units, self.gpu.preload), what.code)
        if what.program.vectors: self._load(words, _CONSTANTS, what.program.vectors, constants)
        if what.program.images: self._set_images(words, what.program, descriptors)
        packet(words, _SET_MARKER, _COMPUTE)
        self._set_range(words, what.program.threads, groups)
        words.add(packet_header(_EXEC_CS, 4), 0)
        for count in groups:
            if isinstance(count, str): words.later(count, is_wide=False)
            else: words.add(count)

    def _set_modes(self, words: Words) -> None:
        chicken, eco = _CHICKEN[self.gpu.name]
        write(words, _SP_MODE, _MODE)
        write(words, _SP_COUNTERS, _CS_COUNTERS)
        write(words, _SP_FLOAT, 0)
        write(words, _SP_CHICKEN, chicken)
        write(words, _TPL1_ECO, eco)
        if self._is_7:
            *more, shared = _CHICKEN_7[self.gpu.name]
            write(words, _SP_CHICKEN_1, *more)
            write(words, _SP_HLSQ_ECO, shared)
            for register, value in _SAME_7: write(words, register, value)
        else: write(words, _HLSQ_SHARED_CONSTANTS, 0)
        write(words, self._numbers.invalidate, _CS_STATE | _CS_IMAGES)
        write(words, self._numbers.invalidate, 0)

    def _set_length(self, words: Words, units: int) -> None:
        """The length of a program that the instruction cache does not hold, as that of pixels, too, in both sets of registers.

        What fetches code ahead may go by that length in place of the one of compute, and then faults (Mesa,
        src/gallium/drivers/freedreno/a6xx/fd6_compute.cc, src/freedreno/vulkan/tu_cmd_buffer.cc: all generations do).
        """
        write(words, _SP_PS_INSTRLEN, units)
        packet(words, _EVENT_WRITE, _LABEL)

    def _set_program(self, words: Words, what: Dispatch) -> None:
        """Registers of the program: configuration, sizes, where ids are put, addresses of code and private memory."""
        program, is_double = what.program, int(what.program.is_double)
        write(words, self._numbers.constants, _ENABLED | -(-program.constlen // 4))
        images = len(program.tables) - len(program.textures)
        write(words, _SP_CS_CONFIG, _ENABLED | len(program.textures) << 9 | images << 22)
        write(words, _SP_CS_INSTRLEN, program.units)
        stack = -(-min(program.branches, 64) // 2)
        write(words, _SP_CS_CTRL, program.half << 1 | program.full << 7 | stack << 14 | is_double << _THREADSIZE_AT
              | int(program.is_merged) << 31)
        shared = max(1, (program.shared - 1) // 1024) | (_CONSTANT_RAM_7 if self._is_7 else _CONSTANT_RAM)
        write(words, _SP_CS_SHARED, shared)
        ids = program.group_id | program.size_id << 8 | program.offset_id << 16 | program.local_id << 24
        wave = NO_REGISTER | is_double << 9
        if self._is_7: self._set_waves(words, program, ids, wave)
        else: write(words, _HLSQ_IDS, ids, wave)
        if self.gpu.has_lpac and not self._is_7:
            write(words, _HLSQ_SHARED_LPAC, shared)
            write(words, _SP_CS_WAVES, ids, wave)
        write(words, _SP_CS_BRANCH, 0, program.entry, *_pair(what.code))
        each = -(-program.private // (1 << _PRIVATE_UNIT))
        per_wave = int(program.is_private_per_wave) << 31
        write(words, _SP_CS_PRIVATE, each, *_pair(what.private), what.private_bytes >> _PRIVATE_PAGE | per_wave)
        write(words, _SP_CS_STACK, what.private_bytes >> _STACK_UNIT)

    def _set_waves(self, words: Words, program: IR3Program, ids: int, wave: int) -> None:
        """What A7xx has for itself: where ids are, in which order work-groups and their threads follow, how large the last one is."""
        x, y, z = program.threads
        height = next(height for rows, height in ((8, 3), (4, 5), (2, 9), (1, 17)) if y % rows == 0)
        write(words, _SP_PS_WAVES, 0)
        write(words, _SP_PS_IDS, *(NO_REGISTER * 0x01010101,) * 3, NO_REGISTER << 8)
        write(words, _SP_CS_WAVES, ids, NO_REGISTER | int(program.is_double) << 8)
        write(words, _SP_CS_ORDER, wave | _Z_FIRST | _TILE_WIDTH | height << _TILE_HEIGHT_AT)
        write(words, _SP_CS_LAST, x - 1 << 2 | y - 1 << 12 | z - 1 << 22)
        write(words, _SP_CS_HYSTERESIS, 0)
        write(words, _SP_CS_VGS, 0)

    def _set_images(self, words: Words, program: IR3Program, descriptors: int) -> None:
        images, count = descriptors + DESCRIPTOR_BYTES * len(program.textures), len(program.tables) - len(program.textures)
        if program.textures: self._load(words, _TEXTURES, len(program.textures), descriptors)
        write(words, _SP_CS_TEXTURES, *_pair(descriptors))
        write(words, _SP_CS_TEXTURE_COUNT, len(program.textures))
        if count: self._load(words, _IMAGES, count, images)
        write(words, self._numbers.images, *_pair(images))
        write(words, _SP_CS_IMAGE_COUNT, count)

    def _load(self, words: Words, what: int, units: int, address: int) -> None:
        packet(words, _LOAD_STATE, what | _INDIRECT | units << 22, *_pair(address))

    def _set_range(self, words: Words, threads: tuple[int, int, int], groups: tuple[int | str, ...]) -> None:
        x, y, z = threads
        words.add(register_header(self._numbers.range, 7), 3 | x - 1 << 2 | y - 1 << 12 | z - 1 << 22)
        for extent, count in zip(threads, groups, strict=True):
            if isinstance(count, str): words.later(f"{count} threads {extent}", is_wide=False)
            else: words.add(count * extent)
            words.add(0)
        write(words, self._numbers.groups, 1, 1, 1)
