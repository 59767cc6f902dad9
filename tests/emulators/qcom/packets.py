"""The command processor: packets of a command buffer one by one, registers, and launches.

In: words in memory. Out: memory written, launches run. Always true: a header's parities are right; a register that compute does not
set, or a field that contradicts another, is a fault; constants that were not loaded hold what no program expects.

Sources: Mesa, src/freedreno/common/freedreno_pm4.h (headers, parity), src/freedreno/registers/adreno/{adreno_pm4.xml, a6xx.xml}
(bodies, registers, fields, variants A6XX and A7XX); the checks of a launch: src/freedreno/computerator/a6xx.cc,
src/freedreno/vulkan/tu_shader.cc, of code longer than the cache: src/gallium/drivers/freedreno/a6xx/fd6_compute.cc;
which tiles of work-groups go with how many rows: the first of these, a7xx_cs_yalign.
"""
from __future__ import annotations

import struct
from collections.abc import Callable
from typing import NamedTuple, Protocol

from tests.emulators.qcom.errors import CommandFault
from tests.emulators.qcom.ir3.execute import Launch
from tests.emulators.qcom.ir3.images import Image
from tests.emulators.qcom.models import Model

#: registers that a compute stream sets, and of those the first halves of addresses
_KNOWN = {*range(0xA9B0, 0xA9BA), 0xA9BB, 0xA9BC, 0xA9BD, 0xAB00, 0xAE03, 0xAE04, 0xAE0F, 0xB600, 0xB987, *range(0xB990, 0xB99C),
          0xBB08, 0xBB11, 0xA9BA, 0xAB05, 0xA9E6, 0xA9E7, 0xA9F2, 0xA9F3, 0xAA00}
_LPAC = {0xA9C2, 0xA9C3, 0xB9D0}
#: the same of A7xx (variants="A7XX-" in a6xx.xml, or no variants)
_KNOWN_7 = {*range(0xA9B0, 0xA9BF), 0xA9C2, 0xA9C3, 0xA9C5, 0xA9C6, *range(0xA9C8, 0xA9CC), 0xA9CD, *range(0xA9D4, 0xA9E0), 0xA9E6,
            0xA9E7, 0xA9F8, 0xA9F9, 0xAA00, 0xAB00, 0xAB01, 0xAB02, 0xAB05, 0xAB1F, 0xAB22, 0xAE00, 0xAE03, 0xAE04, 0xAE06, 0xAE08,
            0xAE09, 0xAE0A, 0xAE0F, 0xAE6A, 0xAE6B, 0xAE6C, 0xAE73, 0xB310, 0xB600, 0xB602}
_COUNTER = 0x0980
#: words of an indirect buffer: CP_INDIRECT_BUFFER has 20 bits, and KGSL takes no more (adreno.c, _verify_ib)
MOST_WORDS = 0xFFFFF
_LABEL, _PS_INSTRLEN = 0x3F, 0xAB05
_UNSET, _NONE = 0xDEADBEEF, 0xFC
#: constants of a shader processor, in vectors, by CONSTANTRAMMODE
_RAM = {0: 128, 1: 192, 2: 256, 3: 512}


class _Registers(NamedTuple):
    """Where a generation has what a launch sets: constants, the grid, KERNEL_GROUP, the invalidation, images."""

    constants: int
    grid: int
    groups: int
    invalidation: int
    images: int


_REGISTERS = {6: _Registers(0xB987, 0xB990, 0xB999, 0xBB08, 0xA9F2), 7: _Registers(0xA9CD, 0xA9D4, 0xA9DC, 0xAB1F, 0xA9F8)}


class Bus(Protocol):
    """What packets touch besides registers."""

    def read(self, address: int, nbytes: int) -> bytes: ...
    def write(self, address: int, data: bytes) -> None: ...
    def clock(self) -> int: ...
    def launch(self, what: Launch) -> None: ...


class StuckError(Exception):
    """A wait that nothing ends."""


def odd(value: int) -> int: return 1 - value.bit_count() % 2


class CommandProcessor:
    """One context. `launches`, `indirect`: launches and indirect buffers of all time."""

    def __init__(self, model: Model, bus: Bus) -> None:
        self.model, self.bus, self.at = model, bus, _REGISTERS[model.generation]
        self.registers: dict[int, int] = {}
        self.constants: dict[int, int] = {}
        self.marker = 0
        self.preloaded: tuple[int, int] = (0, 0)
        self.tables: dict[str, tuple[int, int]] = {}  # of textures and images: where, and how many
        self.launches = self.indirect = 0
        self.pixels_length: int | None = None  # SP_FS_INSTRLEN of the other context of registers, since the last event that rolls it
        self._bodies: dict[int, Callable[[list[int]], None]] = {
            0x10: self._nothing, 0x12: self._nothing, 0x13: self._nothing, 0x26: self._wait_for_idle, 0x33: self._exec,
            0x34: self._load_state, 0x3C: self._wait_memory, 0x3E: self._register_to_memory, 0x3F: self._indirect, 0x46: self._event,
            0x65: self._marker}

    def run(self, address: int, nbytes: int, depth: int = 0) -> None:
        """All packets of a buffer."""
        if depth > 2: raise CommandFault("indirect buffers lie three deep")
        words = list(struct.unpack(f"<{nbytes // 4}I", self.bus.read(address, nbytes)))
        at = 0
        while at < len(words):
            header = words[at]
            kind, count = header >> 28, header & (0x7F if header >> 28 == 4 else 0x3FFF)
            body = words[at + 1:at + 1 + count]
            if len(body) != count: raise CommandFault(f"the packet {header:#x} at word {at} goes on after the buffer's end")
            if kind == 4: self._set(header, body)
            elif kind == 7: self._packet(header, body, depth)
            else: raise CommandFault(f"{header:#x} at word {at} is no header")
            at += 1 + count

    def _set(self, header: int, body: list[int]) -> None:
        register, count = header >> 8 & 0x3FFFF, header & 0x7F
        if header >> 7 & 1 != odd(count) or header >> 27 & 1 != odd(register): raise CommandFault(f"{header:#x}: wrong parity")
        for n, value in enumerate(body):
            known = _KNOWN_7 if self.model.generation == 7 else _KNOWN | (_LPAC if self.model.lpac else set())
            if register + n not in known:
                raise CommandFault(f"compute on {self.model.name} has no register {register + n:#x}")
            self.registers[register + n] = value

    def _packet(self, header: int, body: list[int], depth: int) -> None:
        opcode, count = header >> 16 & 0x7F, header & 0x3FFF
        if header >> 15 & 1 != odd(count) or header >> 23 & 1 != odd(opcode): raise CommandFault(f"{header:#x}: wrong parity")
        if opcode not in self._bodies: raise CommandFault(f"opcode {opcode:#x} is not emulated")
        self._depth = depth
        self._bodies[opcode](body)

    # ---- packets

    def _nothing(self, body: list[int]) -> None: pass

    def _wait_for_idle(self, body: list[int]) -> None:
        if body: raise CommandFault("CP_WAIT_FOR_IDLE has no body")

    def _event(self, body: list[int]) -> None:
        event = body[0] & 0xFF
        if event == _LABEL:
            if body != [event]: raise CommandFault("DEBUG_LABEL takes no address")
            self.pixels_length = self.registers.get(_PS_INSTRLEN)
        elif self.model.generation == 7: self._event_7(event, body)
        elif event == 4:
            if len(body) != 4 or not body[0] >> 30 & 1: raise CommandFault("CACHE_FLUSH_TS takes an address and a value")
            self.bus.write(body[1] | body[2] << 32, struct.pack("<I", body[3]))
        elif event == 49:
            if len(body) != 1: raise CommandFault("CACHE_INVALIDATE takes no address")
        else: raise CommandFault(f"event {event} is not emulated")

    def _event_7(self, event: int, body: list[int]) -> None:
        """CP_EVENT_WRITE7: clean, flush and invalidate take no address; RB_DONE_TS writes a value of the packet."""
        if event in (49, 50, 51):
            if body != [event]: raise CommandFault(f"event {event} takes no address")
        elif event == 22:
            if len(body) != 4 or body[0] != 22 | 1 << 27: raise CommandFault(f"RB_DONE_TS with {body[0]:#x}")
            self.bus.write(body[1] | body[2] << 32, struct.pack("<I", body[3]))
        else: raise CommandFault(f"event {event} is not emulated on A7xx")

    def _wait_memory(self, body: list[int]) -> None:
        function, low, high, reference, mask, _ = body
        if function >> 4 & 3 != 1 or function & 0xF not in (3, 5): raise CommandFault(f"CP_WAIT_REG_MEM with function {function:#x}")
        value = struct.unpack("<I", self.bus.read(low | high << 32, 4))[0] & mask
        if not (value == reference if function & 0xF == 3 else value >= reference): raise StuckError

    def _register_to_memory(self, body: list[int]) -> None:
        if body[0] & 0x3FFFF != _COUNTER or body[0] >> 18 & 0xFFF != 2 or not body[0] >> 30 & 1:
            raise CommandFault(f"CP_REG_TO_MEM of {body[0]:#x}: the counter has 64 bits at {_COUNTER:#x}")
        self.bus.write(body[1] | body[2] << 32, struct.pack("<Q", self.bus.clock()))

    def _indirect(self, body: list[int]) -> None:
        low, high, count = body
        if not 0 < count <= MOST_WORDS or low % 4: raise CommandFault(f"an indirect buffer of {count} words at {low | high << 32:#x}")
        self.indirect += 1
        self.run(low | high << 32, 4 * count, self._depth + 1)

    def _marker(self, body: list[int]) -> None: self.marker = body[0] & 0xF

    def _load_state(self, body: list[int]) -> None:
        control, low, high = body[:3]
        address, units = low | high << 32, control >> 22
        table = {(5, 1): "textures", (13, 3): "images"}.get((control >> 18 & 0xF, control >> 14 & 3))
        if table is not None and control >> 16 & 3 == 2 and len(body) == 3:
            if control & 0x3FFF or address % 64: raise CommandFault(f"descriptors from {control & 0x3FFF} on, of {address:#x}")
            self.tables[table] = address, units
            return
        if control >> 16 & 3 != 2 or control >> 18 & 0xF != 13 or len(body) != 3:
            raise CommandFault(f"CP_LOAD_STATE6 with {control:#x}")
        if address % 4: raise CommandFault(f"state is loaded from {address:#x}")
        if control >> 14 & 3 == 0:
            if units > self.model.preload: raise CommandFault(f"{units} units of code loaded ahead: {self.model.preload} are the most")
            self.preloaded = address, units
        elif control >> 14 & 3 == 1:
            first = control & 0x3FFF
            for n, word in enumerate(struct.unpack(f"<{4 * units}I", self.bus.read(address, 16 * units))):
                self.constants[4 * first + n] = word
        else: raise CommandFault(f"CP_LOAD_STATE6 of type {control >> 14 & 3} is not emulated")

    # ---- launches

    def _value(self, register: int) -> int:
        if register not in self.registers: raise CommandFault(f"a launch without register {register:#x}")
        return self.registers[register]

    def _address(self, register: int) -> int: return self._value(register) | self._value(register + 1) << 32

    def _exec(self, body: list[int]) -> None:
        zero, *groups = body
        if zero or len(groups) != 3 or self.marker != 8: raise CommandFault("CP_EXEC_CS: 0, three counts, after the marker of compute")
        control, units, code = self._value(0xA9B0), self._value(0xA9BC), self._address(0xA9B4)
        constlen = self._check_constants()
        is_7 = self.model.generation == 7
        ids, wave = (self._value(at) for at in ((0xA9C2, 0xA9DB) if is_7 else (0xB997, 0xB998)))
        if control >> 20 & 1 != wave >> 9 & 1: raise CommandFault("waves differ in size between SP_CS_CTRL_REG0 and HLSQ_CS_CNTL_1")
        if (control >> 14 & 0x3F) > 32: raise CommandFault("a branch stack of more than 32")
        if is_7: self._check_waves(control, wave)
        else: self._check_lpac(ids, wave)
        if code % 128 or self._value(0xA9B3) >= 16 * units: raise CommandFault(f"code at {code:#x} begins at {self._value(0xA9B3)}")
        if units > self.model.preload and self.pixels_length != units:
            raise CommandFault(f"{units} units of code, and SP_FS_INSTRLEN of the other context is {self.pixels_length}")
        if not is_7 and self.preloaded != (code, min(units, self.model.preload)):
            raise CommandFault(f"other code is loaded ahead than runs: {self.preloaded}")
        if self._value(self.at.invalidation): raise CommandFault("HLSQ_INVALIDATE_CMD is left set")
        threads = self._check_range(groups)
        launch = Launch(self.model.name, self.bus.read(code, 128 * units),
                        tuple(self.constants.get(n, _UNSET) for n in range(4 * constlen)), (groups[0], groups[1], groups[2]), threads,
                        ((self._value(0xA9B1) & 0x1F) + 1) * 1024, self._check_private(), bool(control >> 31),
                        _register(ids & 0xFF), _register(ids >> 24), *self._images(), _register(ids >> 8 & 0xFF),
                        _register(ids >> 16 & 0xFF), self._value(0xA9B3))
        if wave & 0xFF != _NONE: raise CommandFault("an id that no kernel uses is asked for")
        self.launches += 1
        self.bus.launch(launch)

    def _images(self) -> tuple[tuple[Image, ...], tuple[Image, ...]]:
        """What textures and images are set to, whose numbers the configuration, the tables and the registers agree in."""
        setting = self._value(0xA9BB)
        if setting & ~(0xFF << 9 | 0x7F << 22) != 1 << 8: raise CommandFault(f"SP_CS_CONFIG is {setting:#x}")
        found: list[tuple[Image, ...]] = []
        sets = ("textures", setting >> 9 & 0xFF, 0xA9E6, 0xA9BA), ("images", setting >> 22 & 0x7F, self.at.images, 0xAA00)
        for name, count, at, of in sets:
            if count and ((self._address(at), self._value(of)) != self.tables.get(name) or self._value(of) != count):
                raise CommandFault(f"{count} {name} are configured, and others loaded: {self.tables.get(name)}")
            data = self.bus.read(self._address(at), 64 * count) if count else b""
            found.append(tuple(Image.of_words(data[n:n + 64]) for n in range(0, len(data), 64)))
        return found[0], found[1]

    def _check_constants(self) -> int:
        setting, mode = self._value(self.at.constants), self._value(0xA9B1) >> 5 & 3
        constlen, room = 4 * (setting & 0xFF), _RAM[mode]
        if mode == 3 and self.model.generation == 6: raise CommandFault("CONSTLEN_512 is of A7xx alone")
        if not setting >> 8 & 1: raise CommandFault("HLSQ_CS_CNTL is not enabled")
        if constlen > room: raise CommandFault(f"{constlen} vectors of constants in {room}")
        return constlen

    def _check_lpac(self, ids: int, wave: int) -> None:
        if self.model.lpac and (self._value(0xB9D0), self._value(0xA9C2), self._value(0xA9C3)) != (self._value(0xA9B1), ids, wave):
            raise CommandFault("the registers that LPAC repeats differ")

    def _check_waves(self, control: int, wave: int) -> None:
        """What A7xx has besides: waves of one size everywhere, no ids for pixels, whole work-groups, tiles that rows fill."""
        shape = self._value(0xA9C3)
        if shape & 0xFF != _NONE or shape & ~0x1FF or shape >> 8 & 1 != control >> 20 & 1:
            raise CommandFault(f"SP_CS_WIE_CNTL_1 is {shape:#x}")
        if self._value(0xA9C6) or [self._value(0xA9C8 + n) for n in range(4)] != [0xFCFCFCFC] * 3 + [0xFC00]:
            raise CommandFault("registers of pixels' ids are set")
        if self._value(0xA9DF) != self._value(self.at.grid) & ~3: raise CommandFault("the last work-group has another size")
        rows, width, height = (self._value(self.at.grid) >> 12 & 0x3FF) + 1, wave >> 20 & 0x3F, wave >> 26
        known = 0xFF | 1 << 9 | 1 << 11 | 0xFFF << 20
        if wave & ~known or width != 4 or height - 1 not in (2, 4, 8, 16) or rows % (16 // (height - 1)):
            raise CommandFault(f"SP_CS_WGE_CNTL is {wave:#x} for {rows} rows of threads")
        for at in (0xA9BE, 0xA9C5, 0xAB02):
            if self._value(at): raise CommandFault(f"register {at:#x} is {self._value(at):#x}")

    def _check_range(self, groups: list[int]) -> tuple[int, int, int]:
        setting, grid = self._value(self.at.grid), self.at.grid
        x, y, z = (setting >> 2 & 0x3FF) + 1, (setting >> 12 & 0x3FF) + 1, (setting >> 22 & 0x3FF) + 1
        if setting & 3 != 3 or x * y * z > 1024: raise CommandFault(f"a work-group of {x} x {y} x {z} threads")
        for n, (count, threads) in enumerate(zip(groups, (x, y, z), strict=True)):
            if self._value(grid + 1 + 2 * n) != count * threads or self._value(grid + 2 + 2 * n):
                raise CommandFault(f"{self._value(grid + 1 + 2 * n)} threads along dimension {n}, in {count} groups of {threads}")
        if [self._value(self.at.groups + n) for n in range(3)] != [1, 1, 1]: raise CommandFault("KERNEL_GROUP is 1 with CP_EXEC_CS")
        return x, y, z

    def _check_private(self) -> int:
        """Bytes of private memory of a thread."""
        each, size = (self._value(0xA9B6) & 0xFF) * 512, (self._value(0xA9B9) & 0x3FFFF) << 12
        if not each: return 0
        if size < each * self.model.fibers: raise CommandFault(f"{size} bytes for {self.model.fibers} threads of {each} private ones")
        if self._value(0xA9BD) << 11 != size: raise CommandFault("SP_CS_PVT_MEM_HW_STACK_OFFSET is not the size of a shader processor")
        self.bus.read(self._address(0xA9B7), size * self.model.processors)
        return each


def _register(number: int) -> int | None: return None if number == _NONE else number
