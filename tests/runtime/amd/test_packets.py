"""Packets for AMD's compute and copy queues, word by word.

The golden words of PM4 were read by Mesa's decoder as what they are meant to be; those of copies are from AMD's sdma_registers.h.
"""

from __future__ import annotations

import ctypes

import pytest

from heddle.errors import InternalError
from heddle.renderer.llvm.amdgcn import AMDArchitecture
from heddle.runtime.amd import sdma
from heddle.runtime.amd.pm4 import CLOCK, PM4, Dispatch, nop
from heddle.runtime.amd.queue import ComputeQueue, CopyQueue, Ring
from heddle.runtime.common.hardware_queue import Signal, Timeline, Words

RDNA2, RDNA3, RDNA4, CDNA3 = (PM4(AMDArchitecture.parse(g)) for g in ("gfx1030", "gfx1100", "gfx1201", "gfx942"))
AT, LOW, HIGH = 0x7F12_3456_7800, 0x34567800, 0x7F12


def hexes(words: Words) -> list[str]:
    return [f"{word:08x}" for word in words.words]


def packets(words: list[int]) -> list[tuple[int, list[int]]]:
    """(opcode, body) of each packet, by what the headers say."""
    found: list[tuple[int, list[int]]] = []
    at = 0
    while at < len(words):
        header = words[at]
        assert header >> 30 == 3, f"word {at} is no header"
        count = 0 if header >> 16 & 0x3FFF == 0x3FFF else (header >> 16 & 0x3FFF) + 1
        found.append((header >> 8 & 0xFF, words[at + 1 : at + 1 + count]))
        at += 1 + count
    assert at == len(words), "the last packet is cut short"
    return found


# ---- PM4


def test_acquire() -> None:
    words = Words()
    RDNA3.acquire(words)
    want = "c0065800 00000000 ffffffff 00000000 00000000 00000000 00000004 00004381"
    assert hexes(words) == want.split()
    words = Words()
    CDNA3.acquire(words)
    assert hexes(words) == "c0055800 28c00000 ffffffff 00ffffff 00000000 00000000 00000004".split()
    words = Words()
    RDNA3.acquire(words, near=True)
    assert words.words[-1] == 0x380


def test_release() -> None:
    words = Words()
    RDNA3.release(words, AT, 5 << 32 | 6, interrupt=2)
    assert hexes(words) == f"c0064900 0070c514 42000000 {LOW:08x} {HIGH:08x} 00000006 00000005 00000000".split()
    words = Words()
    RDNA3.release(words, AT, 0, what=CLOCK, flush=False)
    assert hexes(words)[:3] == "c0064900 00000514 60000000".split()
    words = Words()
    CDNA3.release(words, AT, 1)
    assert words.words[1] == 0x28514 and len(words) == 8


def test_waits_and_indirect_buffers() -> None:
    words = Words()
    RDNA3.wait(words, AT, 7 << 32 | 8)
    assert hexes(words) == f"c0079300 00000015 {LOW:08x} {HIGH:08x} 00000008 00000007 ffffffff ffffffff 00000004".split()
    words = Words()
    RDNA3.kernels_done(words)
    assert hexes(words) == ["c0004600", "00000407"]
    words = Words()
    RDNA3.run(words, AT, 100)
    assert hexes(words) == f"c0023f00 {LOW:08x} {HIGH:08x} 00800064".split()


def launched(pm4: PM4, **more: int) -> list[int]:
    words = Words()
    what = Dispatch(AT, 0x11, 0x22, 0x33, (16, 4, 2), pm4.arch.wave == 32, **more)
    pm4.launch(words, what, (0xA, 0xB), (7, "n", 3))
    (patch,) = words.patches
    assert (patch.key, patch.is_wide, words.words[patch.at]) == ("n", False, 0)
    words.words[patch.at] = 9
    return words.words


def registers(words: list[int]) -> dict[int, int]:
    """What SET_SH_REG sets, by the register's index."""
    found: dict[int, int] = {}
    for opcode, body in packets(words):
        if opcode == 0x76:
            found |= {0x2C00 + body[0] + n: value for n, value in enumerate(body[1:])}
    return found


@pytest.mark.parametrize("pm4", [RDNA2, RDNA3, RDNA4, CDNA3], ids=lambda p: str(p.arch))
def test_launches(pm4: PM4) -> None:
    words = launched(pm4)
    assert words[:2] == [0xC0087600, 0x204]
    last = [0xC0031500, 7, 9, 3, 0x8005 if pm4.arch.wave == 32 else 5]
    assert words[-5:] == last
    found = registers(words)
    assert [found[r] for r in range(0x2E04, 0x2E0C)] == [0, 0, 0, 16, 4, 2, 0, 0]
    assert (found[0x2E0C], found[0x2E0D]) == (AT >> 8 & 0xFFFFFFFF, AT >> 40)
    assert (found[0x2E12], found[0x2E13], found[0x2E2D if pm4 is CDNA3 else 0x2E28]) == (0x11, 0x22, 0x33)
    assert (found[0x2E15], found[0x2E18], found[0x2E40], found[0x2E41]) == (0, 0, 0xA, 0xB)
    units = {
        "gfx1030": (),
        "gfx1100": range(0x2E2B, 0x2E2F),
        "gfx1201": (0x2E23, *range(0x2E2B, 0x2E2F)),
        "gfx942": range(0x2E25, 0x2E29),
    }
    assert {r for r, value in found.items() if value == 0xFFFFFFFF} == {0x2E16, 0x2E17, 0x2E19, 0x2E1A, *units[str(pm4.arch)]}
    assert 0x2E10 not in found and 0x2E14 not in found


def test_scratch_has_a_register_where_the_hardware_takes_it_from_one() -> None:
    for pm4 in (RDNA3, RDNA4, CDNA3):
        found = registers(launched(pm4, tmpring=0x1234, scratch=AT))
        assert (found[0x2E18], found[0x2E10], found[0x2E11]) == (0x1234, AT >> 8 & 0xFFFFFFFF, AT >> 40)
    assert 0x2E10 not in registers(launched(RDNA2, tmpring=0x1234, scratch=AT))


@pytest.mark.parametrize("count", (0, 1, 2, 3, 100, 16384, 16385, 50000))
def test_padding_of_any_length(count: int) -> None:
    words = nop(count)
    assert len(words) == count and all(opcode == 0x10 for opcode, _ in packets(words))


# ---- SDMA


def test_copies() -> None:
    words = Words()
    sdma.copy(words, AT, 0x1000, 256)
    assert hexes(words) == f"00000001 000000ff 00000000 00001000 00000000 {LOW:08x} {HIGH:08x}".split()
    words = Words()
    sdma.copy(words, 0x10000000000, 0x20000000000, 0x3FFFE0 + 5)
    assert len(words) == 14 and words.words[1] == 0x3FFFDF
    assert words.words[7:] == [1, 4, 0, 0x3FFFE0, 0x200, 0x3FFFE0, 0x100]


def test_fences_waits_and_clocks_of_copies() -> None:
    words = Words()
    sdma.fence(words, AT, 3 << 32 | 4)
    assert hexes(words) == f"00030005 {LOW:08x} {HIGH:08x} 00000004 00030005 {LOW + 4:08x} {HIGH:08x} 00000003".split()
    words = Words()
    sdma.wait(words, AT, 9)
    assert hexes(words) == f"d0000008 {LOW:08x} {HIGH:08x} 00000009 ffffffff 0fff0004".split()
    words = Words()
    sdma.timestamp(words, AT)
    assert hexes(words) == f"0000020d {LOW:08x} {HIGH:08x}".split()
    assert sdma.nop(3) == [0, 0, 0]


# ---- rings


class Card:
    """Memory of a ring, its pointer and its doorbell, of which nobody reads."""

    def __init__(self, nbytes: int, unit: int) -> None:
        self.memory = (ctypes.c_uint32 * (nbytes // 4))()
        self.fields = (ctypes.c_uint64 * 4)()
        start = ctypes.addressof(self.fields)
        self.timeline = Timeline("FAKE", Signal(start))
        pad = ComputeQueue.pad if unit == 4 else CopyQueue.pad
        self.ring = Ring(self.timeline, ctypes.addressof(self.memory), nbytes, start + 16, start + 24, unit, pad)

    def put(self, *values: int) -> None:
        words = Words()
        words.add(*values)
        self.ring.put(words)
        self.timeline.submitted += 1

    @property
    def pointers(self) -> tuple[int, int]:
        return self.fields[2], self.fields[3]


def test_a_ring_counts_words_or_bytes_and_never_wraps_its_pointer() -> None:
    for unit, scale in ((4, 1), (1, 4)):
        card = Card(64, unit)
        for turn in range(1, 20):
            card.put(turn, turn, turn)
            card.fields[0] = turn
        assert card.pointers[0] == card.pointers[1]
        # five submissions of three words fill a ring of sixteen but for one, which is padding
        assert card.pointers[0] == (19 * 3 + 3) * scale


def test_a_submission_lies_in_one_piece() -> None:
    card = Card(64, 4)
    for number in range(1, 4):
        card.put(*range(number * 10, number * 10 + 7))
        card.fields[0] = number
    assert list(card.memory)[:7] == list(range(30, 37))
    assert [opcode for opcode, _ in packets(list(card.memory)[14:])] == [0x10]
    assert card.pointers == (23, 23)


def test_nothing_is_overwritten_that_may_still_be_read() -> None:
    card = Card(64, 4)
    waited: list[int] = []

    def done(number: int) -> None:
        waited.append(number)
        card.fields[0] = number

    card.timeline.wait = done  # type: ignore[method-assign]
    for _ in range(5):
        card.put(1, 2, 3, 4)
    assert waited == [1, 2]  # the ring is never quite full
    with pytest.raises(InternalError, match="do not fit a ring"):
        card.put(*range(9))
