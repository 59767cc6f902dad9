"""The launch descriptor (QMD) of each family: where its fields are, and what they say.

In: the blob. Out: `QMD`. Always true: bit ranges are those of NVIDIA's class headers (V3.0 of clc6c0qmd.h, V4.0 of clcbc0qmd.h, V5.0
of clcdc0qmd.h and clcec0qmd.h).
"""
from __future__ import annotations

from dataclasses import dataclass

Bits = tuple[int, int]  # high, low
SIZE = {3: 256, 4: 384, 5: 384}
GRID_OF_BLOCKS = 2  # QMD_TYPE
#: bits that an address's or a size's field leaves out
PROGRAM_SHIFT, SHARED_SHIFT = {3: 0, 4: 0, 5: 4}, {3: 0, 4: 0, 5: 7}
LOCAL_SHIFT, CONSTANT_SHIFT = {3: 0, 4: 0, 5: 4}, {3: 0, 4: 6, 5: 6}
RELEASES, CONSTANTS = 3, 8

_V3: dict[str, Bits] = {
    "major": (583, 580), "minor": (579, 576), "group": (133, 128), "is_queue": (136, 136),
    "grid_x": (415, 384), "grid_y": (431, 416), "grid_z": (463, 448),
    "block_x": (607, 592), "block_y": (623, 608), "block_z": (639, 624),
    "program_lo": (1567, 1536), "program_hi": (1584, 1568), "registers": (656, 648), "barriers": (767, 763),
    "shared": (561, 544), "shared_min": (567, 562), "shared_max": (574, 569), "shared_target": (662, 657),
    "local_low": (759, 736), "local_high": (1623, 1600),
    "dependent": (511, 480), "dependent_enable": (512, 512), "dependent_action": (515, 513),
    "release0_enable": (823, 823), "release0_structure": (831, 830), "release0_wide": (829, 829),
    "release0_lo": (799, 768), "release0_hi": (807, 800), "release0_payload_lo": (863, 832), "release0_payload_hi": (895, 864),
    "release1_enable": (951, 951), "release1_structure": (959, 958), "release1_wide": (957, 957),
    "release1_lo": (927, 896), "release1_hi": (935, 928), "release1_payload_lo": (991, 960), "release1_payload_hi": (1023, 992),
    "release2_enable": (1719, 1719), "release2_structure": (1727, 1726), "release2_wide": (1725, 1725),
    "release2_lo": (1695, 1664), "release2_hi": (1703, 1696), "release2_payload_lo": (1759, 1728), "release2_payload_hi": (1791, 1760),
}


def _later_releases(enable: int, at: dict[int, int], high: int) -> dict[str, Bits]:
    """V4 and V5: enables in the low words, addresses and payloads 128 bits apart."""
    found: dict[str, Bits] = {}
    for i, low in at.items():
        e = enable + 16 * i
        found |= {f"release{i}_enable": (e, e), f"release{i}_structure": (e + 2, e + 1), f"release{i}_wide": (e + 12, e + 12),
                  f"release{i}_lo": (low + 31, low), f"release{i}_hi": (low + 32 + high, low + 32),
                  f"release{i}_payload_lo": (low + 95, low + 64), f"release{i}_payload_hi": (low + 127, low + 96)}
    return found


_V4: dict[str, Bits] = {
    "major": (583, 580), "minor": (579, 576), "type": (25, 23), "group": (21, 16),
    "grid_x": (1055, 1024), "grid_y": (1071, 1056), "grid_z": (1103, 1088),
    "block_x": (1167, 1152), "block_y": (1183, 1168), "block_z": (1199, 1184),
    "program_lo": (1247, 1216), "program_hi": (1272, 1248), "registers": (1208, 1200), "barriers": (1215, 1211),
    "shared": (601, 584), "shared_min": (613, 608), "shared_max": (619, 614), "shared_target": (625, 620),
    "local_low": (535, 512), "local_high": (567, 544),
    "dependent": (479, 448), "dependent_enable": (368, 368), "dependent_action": (371, 369),
    **_later_releases(320, {0: 640, 1: 768, 2: 896}, 24),
}
_V5: dict[str, Bits] = {
    "major": (471, 468), "minor": (467, 464), "type": (153, 151), "group": (149, 144),
    "grid_x": (1279, 1248), "grid_y": (1295, 1280), "grid_z": (1327, 1312),
    "block_x": (1103, 1088), "block_y": (1119, 1104), "block_z": (1127, 1120),
    "program_lo": (1055, 1024), "program_hi": (1076, 1056), "registers": (1136, 1128), "barriers": (1141, 1137),
    "shared": (1162, 1152), "shared_min": (1168, 1163), "shared_max": (1174, 1169), "shared_target": (1180, 1175),
    "local_low": (1199, 1184), "local_high": (1215, 1200),
    "dependent": (415, 384), "dependent_enable": (336, 336), "dependent_action": (339, 337),
    # the sheet's "same as V4" for releases 1 and 2 can only mean their distance: V4's bits hold other fields here
    **_later_releases(288, {0: 480, 1: 608, 2: 736}, 24),
}
#: version -> low bits of constant buffer 0: address, its upper part, size, valid; and how far the next one is
_CONSTANT: dict[int, tuple[Bits, Bits, Bits, int, int]] = {
    3: ((1055, 1024), (1072, 1056), (1087, 1075), 640, 1),
    4: ((1567, 1536), (1586, 1568), (1599, 1587), 416, 4),
    5: ((1375, 1344), (1394, 1376), (1407, 1395), 1856, 4),
}


def _constants(version: int) -> dict[str, Bits]:
    low, high, size, valid, step = _CONSTANT[version]
    found: dict[str, Bits] = {}
    for i in range(CONSTANTS):
        v = valid + step * i
        found |= {f"constant{i}_lo": (low[0] + 64 * i, low[1] + 64 * i), f"constant{i}_hi": (high[0] + 64 * i, high[1] + 64 * i),
                  f"constant{i}_size": (size[0] + 64 * i, size[1] + 64 * i), f"constant{i}_valid": (v, v)}
    return found


FIELDS: dict[int, dict[str, Bits]] = {v: fields | _constants(v) for v, fields in ((3, _V3), (4, _V4), (5, _V5))}


@dataclass(frozen=True)
class Constant:
    """A constant buffer."""

    address: int
    size: int


@dataclass(frozen=True)
class Release:
    """A semaphore that is released when the grid is done. structure: 0 four words with a timestamp, 1 one word, 2 two."""

    address: int
    payload: int
    structure: int
    is_wide: bool


@dataclass(frozen=True)
class QMD:
    """A descriptor of one version."""

    version: int
    value: int

    @staticmethod
    def parse(version: int, data: bytes) -> QMD: return QMD(version, int.from_bytes(data, "little"))

    def __getitem__(self, field: str) -> int:
        high, low = FIELDS[self.version][field]
        return self.value >> low & (1 << high - low + 1) - 1

    @property
    def grid(self) -> tuple[int, int, int]: return self["grid_x"], self["grid_y"], self["grid_z"]
    @property
    def block(self) -> tuple[int, int, int]: return self["block_x"], self["block_y"], self["block_z"]

    @property
    def program(self) -> int:
        return (self["program_hi"] << 32 | self["program_lo"]) << PROGRAM_SHIFT[self.version]

    @property
    def shared(self) -> int: return self["shared"] << SHARED_SHIFT[self.version]
    @property
    def local(self) -> int: return (self["local_low"] + self["local_high"]) << LOCAL_SHIFT[self.version]

    def constant(self, i: int) -> Constant | None:
        """Buffer i, if it is valid."""
        if not self[f"constant{i}_valid"]: return None
        address = self[f"constant{i}_hi"] << 32 | self[f"constant{i}_lo"]
        return Constant(address << CONSTANT_SHIFT[self.version], self[f"constant{i}_size"] << 4)

    def releases(self) -> list[Release]:
        """Those that are enabled."""
        return [Release(self[f"release{i}_hi"] << 32 | self[f"release{i}_lo"],
                        self[f"release{i}_payload_hi"] << 32 | self[f"release{i}_payload_lo"],
                        self[f"release{i}_structure"], bool(self[f"release{i}_wide"]))
                for i in range(RELEASES) if self[f"release{i}_enable"]]

    def next(self) -> int | None:
        """Address of the descriptor that is scheduled when this one is done."""
        if not self["dependent_enable"]: return None
        return self["dependent"] << 8
