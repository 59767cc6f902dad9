"""Every value is in the bits of a launch's descriptor where NVIDIA's headers have its field."""
from __future__ import annotations

from itertools import pairwise

import pytest

from heddle.errors import InternalError
from heddle.runtime.nv.qmd import V3, V4, V5, Descriptor, Layout, layout_of

_VALUES = {"block_x": 256, "block_y": 2, "block_z": 1, "program": 0x12_3456_7880, "registers": 168, "barriers": 3, "shared": 0x4000,
           "least_shared": 9, "most_shared": 26, "target_shared": 17, "local": 0x500}
# bits of the fields, as the sheet of each version has them: those of lower and of higher halves one by one
_WANTED: list[tuple[Layout, dict[tuple[int, int], int]]] = [
    (V3, {(583, 580): 3, (579, 576): 0, (415, 384): 70000, (431, 416): 3, (463, 448): 2, (607, 592): 256, (623, 608): 2, (639, 624): 1,
          (1567, 1536): 0x34567880, (1584, 1568): 0x12, (656, 648): 168, (767, 763): 3, (561, 544): 0x4000, (567, 562): 9,
          (574, 569): 26, (662, 657): 17, (1623, 1600): 0x500, (378, 378): 1, (382, 382): 0, (186, 186): 1, (191, 191): 1,
          (134, 134): 1, (369, 368): 1, (1055, 1024): 0x40000, (1072, 1056): 0x25, (1087, 1075): 0x18, (640, 640): 1, (1074, 1074): 1,
          (641, 641): 0, (643, 643): 1, (1247, 1216): 0x100, (1264, 1248): 0x13, (1279, 1267): 0x40, (1266, 1266): 1}),
    (V4, {(583, 580): 4, (25, 23): 2, (21, 16): 0x1F, (1055, 1024): 70000, (1071, 1056): 3, (1103, 1088): 2, (1167, 1152): 256,
          (1183, 1168): 2, (1199, 1184): 1, (1247, 1216): 0x34567880, (1272, 1248): 0x12, (1208, 1200): 168, (1215, 1211): 3,
          (601, 584): 0x4000, (613, 608): 9, (619, 614): 26, (625, 620): 17, (567, 544): 0x500, (568, 568): 1, (569, 569): 0,
          (602, 602): 1, (607, 607): 1, (1137, 1136): 1, (1567, 1536): 0x25_0004_0000 >> 6 & 0xFFFFFFFF,
          (1586, 1568): 0x25_0004_0000 >> 38, (1599, 1587): 0x18, (416, 416): 1, (419, 419): 1, (420, 420): 0, (428, 428): 1,
          (431, 431): 1, (1791, 1779): 0x40}),
    (V5, {(471, 468): 5, (153, 151): 2, (149, 144): 0x1F, (1279, 1248): 70000, (1295, 1280): 3, (1327, 1312): 2, (1103, 1088): 256,
          (1119, 1104): 2, (1127, 1120): 1, (1055, 1024): 0x12_3456_7880 >> 4 & 0xFFFFFFFF, (1076, 1056): 0x1, (1136, 1128): 168,
          (1141, 1137): 3, (1162, 1152): 0x4000 >> 7, (1168, 1163): 9, (1174, 1169): 26, (1180, 1175): 17, (1215, 1200): 0x50,
          (456, 456): 1, (457, 457): 0, (472, 472): 1, (477, 477): 1, (625, 624): 1,
          (1375, 1344): 0x25_0004_0000 >> 6 & 0xFFFFFFFF, (1394, 1376): 0, (1407, 1395): 0x18, (1856, 1856): 1, (1859, 1859): 1,
          (1868, 1868): 1, (1871, 1871): 1, (1599, 1587): 0x40})]


@pytest.mark.parametrize(("layout", "wanted"), _WANTED, ids=["V3", "V4", "V5"])
def test_places_of_fields(layout: Layout, wanted: dict[tuple[int, int], int]) -> None:
    descriptor = Descriptor(layout, _VALUES, {3: (0x13_0000_0100, 0x400)}, 0x180)
    made = descriptor.launch((70000, 3, 2), 0x25_0004_0000)
    assert len(made) == layout.nbytes
    whole = int.from_bytes(made, "little")
    found = {(high, low): whole >> low & (1 << high - low + 1) - 1 for high, low in wanted}
    assert found == wanted


@pytest.mark.parametrize("layout", [V3, V4, V5])
def test_launches_of_a_kernel_differ_in_their_blocks_and_arguments_alone(layout: Layout) -> None:
    descriptor = Descriptor(layout, _VALUES, {}, 0x180)
    one, other = descriptor.launch((1, 1, 1), 0x1000), descriptor.launch((1, 1, 1), 0x2000)
    assert one != other
    assert descriptor.launch((1, 1, 1), 0x1000) == one
    fields = (*layout.fields.values(), *layout.bank_address[:4], *layout.bank_size[:4], *layout.bank_valid[:4])
    in_order = sorted(fields, key=lambda place: place[1])
    assert all(before[0] < after[1] for before, after in pairwise(in_order)), "fields do not overlap"


def test_what_does_not_fit_is_an_error() -> None:
    with pytest.raises(InternalError, match=r"block_z=0x400 does not fit bits 1127:1120"):
        Descriptor(V5, {**_VALUES, "block_z": 1024}, {}, 0x180)
    with pytest.raises(InternalError, match=r"shared=0x4040 .* in units of 128"):
        Descriptor(V5, {**_VALUES, "shared": 0x4040}, {}, 0x180)
    with pytest.raises(InternalError, match=r"bank_address=0x20 .* in units of 64"):
        Descriptor(V4, _VALUES, {}, 0x180).launch((1, 1, 1), 0x20)


def test_versions_by_architecture() -> None:
    assert [layout_of(n).major for n in (80, 86, 89, 90, 100, 120)] == [3, 3, 3, 4, 5, 5]
