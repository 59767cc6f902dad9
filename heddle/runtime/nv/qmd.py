"""Launch descriptors of NVIDIA's compute engines (QMD), by architecture.

Inputs: the launch parameters of a kernel. Outputs: bytes. Invariants: bit offsets of fields are those of NVIDIA's class headers
(open-gpu-doc: clc6c0qmd, clcbc0qmd, clcdc0qmd, clcec0qmd); a value that does not fit its field is an error, never truncated.
"""
from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from heddle.errors import InternalError

#: descriptors lie at multiples of this
ALIGN = 256
#: constant buffers that a descriptor names
BANKS = 8


def _every(first: int, count: int, step: int, bits: int = 1) -> tuple[tuple[int, int], ...]:
    """Bits (highest, lowest) of the same field of several buffers."""
    return tuple((first + step * n + bits - 1, first + step * n) for n in range(count))


@dataclass(frozen=True)
class Layout:
    """A version: where its fields are, as (highest bit, lowest bit), and in which power of two of bytes some of them count."""

    major: int
    nbytes: int
    fields: Mapping[str, tuple[int, int]]
    bank_address: tuple[tuple[int, int], ...]
    bank_size: tuple[tuple[int, int], ...]
    bank_valid: tuple[tuple[int, int], ...]
    bank_invalidate: tuple[tuple[int, int], ...]
    shifts: Mapping[str, int]
    #: fields that are the same in all launches
    always: Mapping[str, int]

    def put(self, name: str, value: int) -> int:
        """The bits of a field."""
        return self.fit(name, self.fields[name], value)

    def fit(self, name: str, bits: tuple[int, int], value: int) -> int:
        """A value as the bits (highest, lowest) of the descriptor. InternalError if it does not fit."""
        high, low = bits
        shift = self.shifts.get(name, 0)
        if value < 0 or value & (1 << shift) - 1 or value >> shift >> high - low + 1:
            raise InternalError(f"{name}={value:#x} does not fit bits {high}:{low} of a launch's descriptor, in units of {1 << shift}")
        return value >> shift << low


# caches forget what was at the addresses before; a kernel's last writes are seen by everyone before it counts as done
_ALWAYS = {"invalidate": 0x3F, "call_limit": 1, "membar": 1}

V3 = Layout(
    major=3, nbytes=256, shifts={"bank_size": 4}, always={**_ALWAYS, "global_caching": 1},
    fields={
        "major": (583, 580), "global_caching": (134, 134), "invalidate": (191, 186), "call_limit": (378, 378), "membar": (369, 368),
        "grid_x": (415, 384), "grid_y": (431, 416), "grid_z": (463, 448), "block_x": (607, 592), "block_y": (623, 608),
        "block_z": (639, 624), "program": (1584, 1536), "registers": (656, 648), "barriers": (767, 763), "shared": (561, 544),
        "least_shared": (567, 562), "most_shared": (574, 569), "target_shared": (662, 657),
        "local": (1623, 1600), "sass": (1663, 1656)},
    bank_address=_every(1024, BANKS, 64, 49), bank_size=_every(1075, BANKS, 64, 13), bank_valid=_every(640, BANKS, 1),
    bank_invalidate=_every(1074, BANKS, 64))

V4 = Layout(
    major=4, nbytes=384, always={**_ALWAYS, "type": 2, "group": 0x1F},
    fields={
        "major": (583, 580), "type": (25, 23), "group": (21, 16), "invalidate": (607, 602), "call_limit": (568, 568),
        "membar": (1137, 1136), "grid_x": (1055, 1024), "grid_y": (1071, 1056), "grid_z": (1103, 1088), "block_x": (1167, 1152),
        "block_y": (1183, 1168), "block_z": (1199, 1184), "program": (1272, 1216), "registers": (1208, 1200),
        "barriers": (1215, 1211), "shared": (601, 584), "least_shared": (613, 608), "most_shared": (619, 614),
        "target_shared": (625, 620), "local": (567, 544), "sass": (543, 536)},
    bank_address=_every(1536, BANKS, 64, 51), bank_size=_every(1587, BANKS, 64, 13), bank_valid=_every(416, BANKS, 4),
    bank_invalidate=_every(419, BANKS, 4), shifts={"bank_address": 6, "bank_size": 4})

V5 = Layout(
    major=5, nbytes=384, always={**_ALWAYS, "type": 2, "group": 0x1F},
    fields={
        "major": (471, 468), "type": (153, 151), "group": (149, 144), "invalidate": (477, 472), "call_limit": (456, 456),
        "membar": (625, 624), "grid_x": (1279, 1248), "grid_y": (1295, 1280), "grid_z": (1327, 1312), "block_x": (1103, 1088),
        "block_y": (1119, 1104), "block_z": (1127, 1120), "program": (1076, 1024), "registers": (1136, 1128),
        "barriers": (1141, 1137), "shared": (1162, 1152), "least_shared": (1168, 1163), "most_shared": (1174, 1169),
        "target_shared": (1180, 1175), "local": (1215, 1200), "sass": (455, 448)},
    bank_address=_every(1344, BANKS, 64, 51), bank_size=_every(1395, BANKS, 64, 13), bank_valid=_every(1856, BANKS, 4),
    bank_invalidate=_every(1859, BANKS, 4), shifts={"bank_address": 6, "bank_size": 4, "program": 4, "shared": 7, "local": 4})

def layout_of(number: int) -> Layout:
    """That of an architecture, such as 90."""
    return V3 if number < 90 else V4 if number < 100 else V5


class Descriptor:
    """The launches of one kernel: all that is the same in them is worked out once."""

    def __init__(self, layout: Layout, values: Mapping[str, int], banks: Mapping[int, tuple[int, int]], arguments: int) -> None:
        """`banks`: address and size of constant buffers by number; number 0 comes with a launch and has `arguments` bytes."""
        self._layout = layout
        whole = layout.put("major", layout.major)
        for name, value in {**layout.always, **values}.items(): whole |= layout.put(name, value)
        for bank, (address, nbytes) in {**banks, 0: (0, arguments)}.items():
            whole |= layout.fit("bank_address", layout.bank_address[bank], address)
            whole |= layout.fit("bank_size", layout.bank_size[bank], nbytes)
            whole |= 1 << layout.bank_valid[bank][1] | 1 << layout.bank_invalidate[bank][1]
        self._whole = whole

    def launch(self, grid: Sequence[int], arguments: int) -> bytes:
        """The descriptor of a launch of so many blocks, whose constant buffer 0 is at the address `arguments`."""
        layout, whole = self._layout, self._whole
        for name, blocks in zip(("grid_x", "grid_y", "grid_z"), grid, strict=True): whole |= layout.put(name, blocks)
        return (whole | layout.fit("bank_address", layout.bank_address[0], arguments)).to_bytes(layout.nbytes, "little")
