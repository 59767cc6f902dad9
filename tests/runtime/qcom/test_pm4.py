"""Packets for Adreno's command processor: words known from Mesa's own decoder, and what the launch of a kernel sets."""
from __future__ import annotations

import struct
from dataclasses import replace

import pytest

from heddle.renderer.nir.adreno import Adreno
from heddle.runtime.common.hardware_queue import Words
from heddle.runtime.qcom import pm4
from heddle.runtime.qcom.ir3_program import IR3Program
from heddle.runtime.qcom.pm4 import PM4, Dispatch, packet_header, register_header
from tests.emulators.qcom.errors import CommandFault
from tests.emulators.qcom.models import A630, A660, A730, Model
from tests.emulators.qcom.packets import CommandProcessor


def program(**fields: object) -> IR3Program:
    base = IR3Program("k", "a630", (32, 4, 1), 24, 4, 2, 1, 64, 2048, 0, False, True, False, 0xC0, 0, 20, 3, 0, 0, 16, 4,
                      ((0, 0, 24),), tuple(range(240)), code=bytes(256))
    return replace(base, **fields)  # type: ignore[arg-type]


def test_headers() -> None:
    """Decoded by Mesa's cffdump as SET_MARKER, SP_CS_CONFIG, HLSQ_CS_NDRANGE_0 and the six after it, LOAD_STATE6, CTRL_REG0."""
    assert [packet_header(0x65, 1), register_header(0xA9BB, 1), register_header(0xB990, 7), packet_header(0x34, 3),
            register_header(0xA9B0, 1)] == [0x70E50001, 0x48A9BB01, 0x40B99007, 0x70348003, 0x40A9B001]
    for value in range(64): assert (value.bit_count() + pm4.odd_parity(value)) % 2 == 1


def words_of_launch(model: str = "a630", groups: tuple[int | str, ...] = (7, 3, 1), **fields: object) -> Words:
    words = Words()
    PM4(Adreno.parse(model)).launch(words, Dispatch(program(**fields), 0x7F0012340080), 0x7F0000001000, 0x7F0000002000, groups)
    return words


def holds(words: Words, *wanted: int) -> bool:
    """Whether the words contain these in order."""
    return any(words.words[at:at + len(wanted)] == list(wanted) for at in range(len(words)))


def test_a_launch() -> None:
    words = words_of_launch()
    assert holds(words, 0x70E50001, 8)
    assert holds(words, 0x40B99007, 0x0000307F, 0xE0, 0, 0xC, 0, 1, 0), "32 x 4 x 1 threads in 7 x 3 x 1 groups"
    assert holds(words, 0x70348003, 0x10364000, 0x00001000, 0x7F00), "64 vectors of constants"
    assert holds(words, 0x70348003, 2 << 22 | 0x360000, 0x12340080, 0x7F00), "two units of code"
    assert holds(words, 0x40A9B001, 0x80004204), "4 full and 2 half registers, merged, branches"
    assert holds(words, packet_header(0x33, 4), 0, 7, 3, 1)
    assert not holds(words, register_header(0xB9D0, 1)), "no second compute pipe"


def test_models_differ() -> None:
    assert holds(words_of_launch("a660"), register_header(0xB9D0, 1)) and holds(words_of_launch("a660"), register_header(0xA9C2, 2))
    long = bytes(128 * 100)
    assert holds(words_of_launch(code=long), 64 << 22 | 0x360000)
    assert holds(words_of_launch(code=long), register_header(0xA9BC, 1), 100)
    assert holds(words_of_launch("a650", code=long), 100 << 22 | 0x360000)


@pytest.mark.parametrize("model", [A630, A660, A730], ids=lambda m: m.name)
def test_code_that_the_cache_does_not_hold(model: Model) -> None:
    """Its length is also that of pixels in the other set of registers, or what fetches ahead may fault."""
    assert not holds(words_of_launch(model.name, code=bytes(128 * model.preload)), register_header(0xAB05, 1))
    units = model.preload + 1
    words = words_of_launch(model.name, code=bytes(128 * units)).words
    at = next(n for n in range(len(words)) if words[n:n + 4] == [register_header(0xAB05, 1), units, packet_header(0x46, 1), 0x3F])
    assert at < words.index(packet_header(0x33, 4))
    memory = Memory(words)
    CommandProcessor(model, memory).run(0, len(memory.data))
    assert memory.launched == 1
    for wrong in ([*words[:at], *words[at + 2:]], [*words[:at + 2], *words[at + 4:]], [*words[:at + 1], units - 1, *words[at + 2:]]):
        memory = Memory(wrong)
        with pytest.raises(CommandFault, match=f"{units} units of code"): CommandProcessor(model, memory).run(0, len(memory.data))


def test_a_grid_that_is_known_later() -> None:
    words = words_of_launch(groups=("n", 3, "n"))
    assert [patch.key for patch in words.patches] == ["n threads 32", "n threads 1", "n", "n"]


def test_order() -> None:
    words = Words()
    gpu = PM4(Adreno.parse("a630"))
    gpu.release(words, 0x100002000, (1 << 32) + 5)
    assert words.words == [packet_header(0x26, 0), packet_header(0x46, 4), 4 | 1 << 30, 0x2000, 1, 5]
    words = Words()
    gpu.stamp(words, 0x3000)
    assert words.words[1:] == [packet_header(0x3E, 3), 0x980 | 2 << 18 | 1 << 30, 0x3000, 0]


# ---- A7xx


def test_registers_of_a7xx() -> None:
    """Numbers of a6xx.xml with variants="A7XX-"."""
    words = words_of_launch("a730", is_double=True)
    moved = {0xA9CD: (1 << 8 | 16,), 0xA9D4: (0x307F, 0xE0, 0, 0xC, 0, 1, 0), 0xA9DC: (1, 1, 1), 0xA9DF: (0x307C,),
             0xA9C2: (0x00FCFCC0, 0x1FC), 0xA9DB: (0xFC | 1 << 9 | 1 << 11 | 4 << 20 | 5 << 26,),
             0xA9C8: (0xFCFCFCFC,) * 3 + (0xFC00,)}
    for register, values in moved.items(): assert holds(words, register_header(register, len(values)), *values), hex(register)
    assert holds(words, register_header(0xAB1F, 1), 0x60) and holds(words, register_header(0xAB1F, 1), 0)
    assert holds(words, register_header(0xA9B1, 1), 1 | 3 << 5), "512 vectors of constants"
    for register, count in ((0xB987, 1), (0xB990, 7), (0xB997, 2), (0xB999, 3), (0xBB08, 1), (0xBB11, 1), (0xB9D0, 1), (0xA9F2, 2)):
        assert not holds(words, register_header(register, count)), hex(register)
    assert not holds(words, 0x70348003, 2 << 22 | 0x360000), "no code is loaded ahead"
    assert holds(words_of_launch("a740"), register_header(0xAE08, 3), 0x400400, 0x430800, 0)


def test_order_on_a7xx() -> None:
    words = Words()
    gpu = PM4(Adreno.parse("a740"))
    gpu.acquire(words)
    gpu.release(words, 0x100002000, 5)
    assert words.words == [packet_header(0x46, 1), 51, packet_header(0x26, 0), packet_header(0x46, 1), 49, packet_header(0x26, 0),
                           packet_header(0x46, 4), 22 | 1 << 27, 0x2000, 1, 5]


class Memory:
    """What the emulated command processor reads and writes: words at 0, and nothing else."""

    def __init__(self, words: list[int]) -> None: self.data, self.launched = bytearray(struct.pack(f"<{len(words)}I", *words)), 0
    def read(self, address: int, nbytes: int) -> bytes: return bytes(self.data[address:address + nbytes]).ljust(nbytes, b"\0")
    def write(self, address: int, data: bytes) -> None: self.written = address, data
    def clock(self) -> int: return 0
    def launch(self, what: object) -> None: self.launched += 1


@pytest.mark.parametrize(("register", "value", "match"), [
    (0xA9C3, 0x1FC, "WIE_CNTL_1"), (0xA9DB, 0xFC | 4 << 20 | 3 << 26, "WGE_CNTL"), (0xA9DF, 0, "the last work-group"),
    (0xA9C6, 1, "pixels' ids"), (0xA9DB, 0xFC | 1 << 9, "waves differ"), (0xA9CD, 0, "not enabled"), (0xAB1F, 0x20, "left set")])
def test_what_the_emulated_a7xx_refuses(register: int, value: int, match: str) -> None:
    def run(*more: int) -> Memory:
        words = words_of_launch("a730").words
        at = words.index(packet_header(0x33, 4))
        memory = Memory([*words[:at], *more, *words[at:]])
        CommandProcessor(A730, memory).run(0, len(memory.data))
        return memory
    assert run().launched == 1
    with pytest.raises(CommandFault, match=match): run(register_header(register, 1), value)


@pytest.mark.parametrize(("model", "other"), [(A730, "a630"), (A630, "a730")], ids=["a730", "a630"])
def test_a_generation_refuses_what_is_the_other_ones(model: Model, other: str) -> None:
    memory = Memory(words_of_launch(other).words)
    with pytest.raises(CommandFault, match=f"compute on {model.name} has no"): CommandProcessor(model, memory).run(0, len(memory.data))
    words = Words()
    PM4(Adreno.parse(other)).release(words, 0x2000, 5)
    memory = Memory(words.words)
    with pytest.raises(CommandFault, match=r"event|CACHE_INVALIDATE"): CommandProcessor(model, memory).run(0, len(memory.data))
