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
from heddle.runtime.amd.sdma import SDMA
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


#: of ACQUIRE_MEM and RELEASE_MEM: the second level is forgotten, and written back
ACQUIRE_GL2, RELEASE_GL2 = (1 << 14, 1 << 15), (1 << 20, 1 << 21)
ACQUIRE_TC = (1 << 23, 1 << 18)


def test_acquire() -> None:
    words = Words()
    RDNA3.acquire(words)
    want = "c0065800 00000000 ffffffff 00000000 00000000 00000000 00000004 0000c381"
    assert hexes(words) == want.split()
    words = Words()
    CDNA3.acquire(words)
    assert hexes(words) == "c0055800 28c40000 ffffffff 00ffffff 00000000 00000000 00000004".split()
    words = Words()
    RDNA3.acquire(words, near=True)
    assert words.words[-1] == 0x380


def test_the_second_level_is_never_forgotten_without_being_written_back() -> None:
    """As the kernel driver's gfx_v*_emit_mem_sync: what a RELEASE_MEM before is still flushing would be lost."""
    for pm4 in (RDNA2, RDNA3, RDNA4, CDNA3):
        words = Words()
        pm4.acquire(words)
        pm4.acquire(words, near=True)
        pm4.release(words, AT, 1)
        for opcode, body in packets(words.words):
            if opcode == 0x58:
                control, (forgotten, written) = (body[0], ACQUIRE_TC) if pm4 is CDNA3 else (body[6], ACQUIRE_GL2)
                assert not control & forgotten or control & written, str(pm4.arch)
            elif pm4 is not CDNA3:
                assert not body[0] & RELEASE_GL2[0] and body[0] & RELEASE_GL2[1], str(pm4.arch)


def test_between_kernels_of_a_queue_the_second_level_is_left_alone() -> None:
    for pm4 in (RDNA2, RDNA3, RDNA4, CDNA3):
        words = Words()
        pm4.after_kernels(words)
        (flush, _), (acquire, body) = packets(words.words)
        control, levels = (body[0], ACQUIRE_TC) if pm4 is CDNA3 else (body[6], ACQUIRE_GL2)
        assert (flush, acquire) == (0x46, 0x58) and control and not control & sum(levels)


def test_who_waits_for_a_signal_sees_what_others_wrote() -> None:
    fields = (ctypes.c_uint64 * 2)()
    for pm4 in (RDNA2, RDNA3, RDNA4, CDNA3):
        words, whole = Words(), Words()
        queue = ComputeQueue(Card(64, 4).ring, pm4)
        queue.wait_for(words, Signal(ctypes.addressof(fields)), 3)
        pm4.acquire(whole)
        assert words.words[-len(whole) :] == whole.words and len(words) > len(whole)


def test_release() -> None:
    words = Words()
    RDNA3.release(words, AT, 5 << 32 | 6, interrupt=2)
    assert hexes(words) == f"c0064900 0060c514 42000000 {LOW:08x} {HIGH:08x} 00000006 00000005 00000000".split()
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


SDMA_OF = {pm4: SDMA(pm4.arch) for pm4 in (RDNA2, RDNA3, RDNA4, CDNA3)}


def test_copies() -> None:
    words = Words()
    SDMA_OF[RDNA3].copy(words, AT, 0x1000, 256)
    assert hexes(words) == f"00000001 000000ff 00000000 00001000 00000000 {LOW:08x} {HIGH:08x}".split()
    words = Words()
    SDMA_OF[RDNA3].copy(words, 0x10000000000, 0x20000000000, 0x3FFFE0 + 5)
    assert len(words) == 14 and words.words[1] == 0x3FFFDF
    assert words.words[7:] == [1, 4, 0, 0x3FFFE0, 0x200, 0x3FFFE0, 0x100]


@pytest.mark.parametrize(("pm4", "header"), [(CDNA3, 0x5), (RDNA2, 0x30005), (RDNA3, 0x30005), (RDNA4, 0x130005)])
def test_fences(pm4: PM4, header: int) -> None:
    """As ROCr's BlitSdma::BuildFenceCommand: gfx9 has no MTYPE, and gfx12 says that the memory is the host's."""
    words = Words()
    SDMA_OF[pm4].fence(words, AT, 3 << 32 | 4)
    want = f"{header:08x} {LOW:08x} {HIGH:08x} 00000004 {header:08x} {LOW + 4:08x} {HIGH:08x} 00000003"
    assert hexes(words) == want.split()


def test_waits_of_copies() -> None:
    words = Words()
    SDMA_OF[RDNA3].wait(words, AT, 9)
    assert hexes(words) == f"d0000008 {LOW:08x} {HIGH:08x} 00000009 ffffffff 0fff0004".split()
    assert sdma.nop(3) == [0, 0, 0]


def test_caches_of_copies() -> None:
    """As ROCr's BlitSdma::BuildGCRCommand: before and after a copy, where the engine has a second level, from gfx10 on."""
    fields = (ctypes.c_uint64 * 2)()
    signal = Signal(ctypes.addressof(fields))
    for pm4, packets_ in SDMA_OF.items():
        waited, signalled = Words(), Words()
        queue = CopyQueue(Card(64, 1).ring, packets_)
        queue.wait_for(waited, signal, 1)
        queue.signal(signalled, signal, 2)
        has = pm4 is not CDNA3
        assert hexes(waited)[6:] == ("00000111 00000000 c3c00000 00000000 00000000".split() if has else [])
        assert hexes(signalled)[:5] == ("00000111 00000000 80400000 00000000 00000000".split() if has else hexes(signalled)[:5])
        assert len(signalled) == (13 if has else 8)


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
