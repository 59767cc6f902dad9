"""Races for shared memory in the PTX emulator: each kind found once, and what is no race."""
from __future__ import annotations

import numpy as np
import pytest

from .ptx.errors import Race
from .ptx.testing import entry, run

#: %r1 the thread, %rd4 the address of its own word, %rd5 that of the word of thread `63 - %r1`, %p1 whether it is thread 0
_BEGIN = """.shared .align 8 .b32 s[64]; mov.u32 %r1, %tid.x; mov.u64 %rd3, s; mad.wide.u32 %rd4, %r1, 4, %rd3;
xor.b32 %r2, %r1, 63; mad.wide.u32 %rd5, %r2, 4, %rd3; setp.eq.u32 %p1, %r1, 0; mov.u32 %r10, 0;
"""
_END = "mad.wide.u32 %rd6, %r1, 4, %rd1; st.global.u32 [%rd6], %r10;"
_OTHERS = "xor.b32 %r2, %r1, 1; mad.wide.u32 %rd5, %r2, 4, %rd3;"  # the word of the neighbour, in the same warp


def threads(body: str, block: int = 64, **options: object) -> list[int]:
    """What 64 threads of a block have in %r10."""
    return run(entry(_BEGIN + body + _END, params=1), [np.zeros(64, np.uint32)], block=block, **options)[0].tolist()


STORE, LOAD = "st.shared.u32 [%rd4], %r1;", "ld.shared.u32 %r10, [%rd5];"


@pytest.mark.parametrize(("body", "what"), [
    (f"{STORE} {LOAD}", "offset 252 of block (0, 0, 0) is written by thread (63, 0, 0) and read by thread (0, 0, 0)"),
    (f"{STORE} bar.sync 0; {LOAD} st.shared.u32 [%rd4], %r10;", "is read by thread (63, 0, 0) and written by thread (0, 0, 0)"),
    ("st.shared.u32 [s], %r1;", "is written by thread (0, 0, 0) and written by thread (63, 0, 0)"),
    ("and.b32 %r3, %r1, 31; mad.wide.u32 %rd5, %r3, 4, %rd3; st.shared.u32 [%rd5], %r1;",
     "offset 0 of block (0, 0, 0) is written by thread (0, 0, 0) and written by thread (32, 0, 0)"),
    ("@%p1 st.shared.u32 [s], 5; setp.eq.u32 %p2, %r1, 40; @%p2 st.shared.u32 [s], 6;",
     "thread (0, 0, 0) and written by thread (40, 0, 0)"),
    (f"{STORE} bar.warp.sync -1; {LOAD}", "written by thread (63, 0, 0)"),
    (f"{_OTHERS} {STORE} {LOAD}", "is written by thread (1, 0, 0) and read by thread (0, 0, 0)"),
    (f"{STORE} bar.sync 0; red.shared.add.u32 [%rd4], 1; {LOAD}", "is written by thread (63, 0, 0) and read by thread (0, 0, 0)"),
    (f"{STORE} red.shared.add.u32 [%rd5], 1;", "is written by thread (63, 0, 0) and updated by thread (0, 0, 0)"),
    (f"{STORE} bar.sync 0; ld.shared.u8 %r10, [%rd5+2]; bar.sync 0; {STORE} ld.shared.u8 %r10, [%rd5+3]; st.shared.u8 [%rd4+1], %r2;",
     "is read by thread|is written by thread"),
])
def test_a_race_names_both_threads(body: str, what: str) -> None:
    with pytest.raises(Race) as told: threads(body)
    assert any(part in str(told.value) for part in what.split("|")), told.value
    assert "with no barrier between" in str(told.value)
    assert len(told.value.where.threads) == 2 and "line" in str(told.value)  # type: ignore[union-attr]


@pytest.mark.parametrize("body", [
    f"{STORE} bar.sync 0; {LOAD}",
    f"{STORE} bar.sync 0; {LOAD} bar.sync 0; st.shared.u32 [%rd4], %r10; bar.sync 0; {LOAD}",
    f"{_OTHERS} {STORE} bar.warp.sync -1; {LOAD}",
    "mov.u32 %r3, 7; st.shared.u32 [s], %r3; bar.sync 0; st.shared.u32 [s], %r3;",  # which changes nothing
    f"@%p1 st.shared.u32 [s], 0; bar.sync 0; red.shared.add.u32 [s], 1; atom.shared.add.u32 %r10, [s], 1; bar.sync 0; {LOAD}"
    .replace(LOAD, "ld.shared.u32 %r10, [s];"),
    f"{STORE} ld.shared.u32 %r10, [%rd4]; {STORE}",  # its own
    f"{STORE} bar.sync 0; {LOAD} ld.shared.u32 %r10, [%rd4]; ld.shared.u32 %r10, [s];",
])
def test_what_is_no_race(body: str) -> None:
    assert len(threads(body)) == 64


def test_blocks_have_memory_of_their_own() -> None:
    text = entry(_BEGIN + f"{STORE} bar.sync 0; {LOAD}" + _END, params=1)
    assert run(text, [np.zeros(64, np.uint32)], grid=5, block=64)[0].tolist() == list(range(63, -1, -1))


def test_a_copy_that_was_waited_for_is_still_its_threads_own() -> None:
    """cp.async.wait_group is for the thread that made the copy; others need a barrier besides."""
    copy = """mad.wide.u32 %rd6, %r1, 4, %rd1; cp.async.ca.shared.global [%rd4], [%rd6], 4;
cp.async.commit_group; cp.async.wait_group 0;"""
    values = np.arange(64, dtype=np.uint32)
    body = _BEGIN + copy + "{}" + LOAD + "bar.sync 0;" + _END
    assert run(entry(body.format("bar.sync 0;"), params=1), [values], block=64)[0].tolist() == values[::-1].tolist()
    with pytest.raises(Race, match=r"written by thread \(63, 0, 0\)"): run(entry(body.format(""), params=1), [values], block=64)


def test_watching_can_be_left_out() -> None:
    assert threads(f"{STORE} {LOAD}", races=False) == list(range(63, -1, -1))
