"""What a cubin says of its kernels, read by the mock itself: code, registers, stack, shared memory, constants, parameters.

In: an ELF file of machine 190. Out: a `Kernel` for each .text section. Always true: nothing is taken from heddle's own reader.
"""
from __future__ import annotations

import struct
from dataclasses import dataclass

_CODE, _RELA = ".text.", ".rela.text."
_WIDTHS = {2: (0, 8), 0x38: (4, 4), 0x39: (4, 4)}  # relocation kind -> offset and bytes it patches
_WIDE_ABI = 8  # ABI version from which on the architecture stands one byte higher
_PARAM_CBANK, _FRAME_SIZE, _MIN_STACK, _REGCOUNT, _NUM_BARRIERS = 0x0A, 0x11, 0x12, 0x2F, 0x4C


@dataclass(frozen=True)
class Kernel:
    """One kernel. Sizes in bytes; `holes` are (offset, bytes) of its code that a loader patches."""

    name: str
    code: bytes
    holes: tuple[tuple[int, int], ...]
    registers: int
    stack: int
    shared: int
    constants: dict[int, int]  # bank -> size
    parameters: tuple[int, int]  # where in bank 0, and how many
    arch: int  # compute capability times 10, of the GPUs that it was made for
    barriers: int = 0  # one more than the highest that it uses

    def matches(self, code: bytes) -> bool:
        """Whether a loader made that of this."""
        if len(code) != len(self.code): return False
        return self.code == code if not self.holes else self._masked(self.code) == self._masked(code)

    def _masked(self, code: bytes) -> bytes:
        data = bytearray(code)
        for at, n in self.holes: data[at:at + n] = bytes(n)
        return bytes(data)


def kernels(cubin: bytes) -> list[Kernel]:
    """All kernels of a cubin."""
    assert cubin[:4] == b"\x7fELF" and struct.unpack_from("<H", cubin, 18)[0] == 190, "no cubin"
    table, count, names = struct.unpack_from("<Q", cubin, 40)[0], *struct.unpack_from("<HH", cubin, 60)
    rows = [struct.unpack_from("<IIQQQQIIQQ", cubin, table + 64 * i) for i in range(count)]
    texts = rows[names][4]
    by_name = {_text(cubin, texts + row[0]): row for row in rows}
    symbols = _symbols(cubin, rows)
    about = _about(cubin, by_name.get(".nv.info"), symbols)
    flags = struct.unpack_from("<I", cubin, 48)[0]
    arch = flags >> 8 & 0xFF if cubin[8] >= _WIDE_ABI else flags & 0xFF
    found: list[Kernel] = []
    for name, row in by_name.items():
        if not name.startswith(_CODE): continue
        kernel = name[len(_CODE):]
        shared = by_name.get(f".nv.shared.{kernel}")
        at, size = _parameters(cubin, by_name[f".nv.info.{kernel}"])
        registers = about.get((_REGCOUNT, kernel), row[7] >> 24)
        stack = max(about.get((what, kernel), 0) for what in (_FRAME_SIZE, _MIN_STACK))
        found.append(Kernel(kernel, _data(cubin, row), _holes(cubin, by_name.get(_RELA + kernel)), registers, stack,
                            shared[5] if shared else 0, _banks(by_name, kernel), (at, size), arch,
                            _barriers(cubin, row[2], by_name[f".nv.info.{kernel}"])))
    return found


def _text(data: bytes, at: int) -> str: return data[at:data.index(b"\0", at)].decode()
def _data(cubin: bytes, row: tuple[int, ...]) -> bytes: return cubin[row[4]:row[4] + row[5]]


def _symbols(cubin: bytes, rows: list[tuple[int, ...]]) -> list[str]:
    table = next(row for row in rows if row[1] == 2)
    texts = rows[table[6]][4]
    return [_text(cubin, texts + row[0]) for row in struct.iter_unpack("<IBBHQQ", _data(cubin, table))]


def _records(data: bytes, short: tuple[int, ...] = ()) -> list[tuple[int, bytes]]:
    """Those with bytes of their own, and of those whose value stands in place of a size the ones asked for."""
    found: list[tuple[int, bytes]] = []
    at = 0
    while at + 4 <= len(data):
        form, what, size = struct.unpack_from("<BBH", data, at)
        at += 4
        if form != 4:
            if what in short: found.append((what, size.to_bytes(2, "little")))
            continue
        found.append((what, data[at:at + size]))
        at += size
    return found


def _about(cubin: bytes, row: tuple[int, ...] | None, symbols: list[str]) -> dict[tuple[int, str], int]:
    if row is None: return {}
    pairs = [(what, struct.unpack("<II", data)) for what, data in _records(_data(cubin, row)) if len(data) == 8]
    return {(what, symbols[symbol]): value for what, (symbol, value) in pairs}


def _barriers(cubin: bytes, flags: int, info: tuple[int, ...]) -> int:
    """By the file's ABI version: in the flags of the code's section, or in a record.

    Source: none of NVIDIA's; compiled here by NVRTC and ptxas 12.9 and 13.5 with bar.sync 0, 3, 15 and a register.
    """
    if cubin[8] < _WIDE_ABI: return flags >> 20 & 0xFF
    return next((data[0] for what, data in _records(_data(cubin, info), short=(_NUM_BARRIERS,)) if what == _NUM_BARRIERS), 0)


def _parameters(cubin: bytes, row: tuple[int, ...]) -> tuple[int, int]:
    for what, data in _records(_data(cubin, row)):
        if what == _PARAM_CBANK:
            at, size = struct.unpack_from("<HH", data, 4)
            return at, size
    return 0, 0


def _holes(cubin: bytes, row: tuple[int, ...] | None) -> tuple[tuple[int, int], ...]:
    if row is None: return ()
    places: list[tuple[int, int]] = []
    for at, info, _ in struct.iter_unpack("<QQq", _data(cubin, row)):
        offset, width = _WIDTHS.get(info & 0xFFFFFFFF, (0, 16))  # of an unknown kind: the whole instruction
        places.append((at + offset, width))
    return tuple(places)


def _banks(by_name: dict[str, tuple[int, ...]], kernel: str) -> dict[int, int]:
    found: dict[int, int] = {}
    for name, row in by_name.items():
        bank, _, owner = name.removeprefix(".nv.constant").partition(".")
        if name.startswith(".nv.constant") and bank.isdigit() and owner in ("", kernel): found[int(bank)] = row[5]
    return found
