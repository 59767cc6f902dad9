"""Branches, divergence, barriers, warp-wide instructions, memory, and what the emulator reports."""

from __future__ import annotations

import numpy as np
import pytest

from .ptx import (
    BarrierMisuse,
    Endless,
    Machine,
    Misaligned,
    OutOfBounds,
    PtxSyntaxError,
    TooLarge,
    Trap,
    Uninitialised,
)
from .ptx.testing import HEADER, entry, run

T = np.arange(64)
LANE = "mov.u32 %r1, %tid.x; mad.wide.u32 %rd9, %r1, 4, %rd1; mad.wide.u32 %rd8, %r1, 4, %rd2;"
STORE = "st.global.u32 [%rd9], %r10;"


def words(body: str, given: np.ndarray | None = None, block: int = 64, before: str = "", **options: object) -> np.ndarray:
    """Run a block in which each thread stores %r10."""
    data = np.zeros(block, np.uint32) if given is None else given
    return run(entry(LANE + body + STORE, before=before), [np.zeros(block, np.uint32), data], block=block, **options)[0]


# -- divergence
def test_loops_of_different_length_and_an_early_exit():
    body = """mov.u32 %r10, 0; setp.eq.u32 %p3, %r1, 13; @%p3 exit; mov.u32 %r2, 0;
LOOP: setp.ge.u32 %p1, %r2, %r1; @%p1 bra OUT;
and.b32 %r3, %r2, 1; setp.eq.u32 %p2, %r3, 1; @%p2 bra ODD;
add.u32 %r10, %r10, 1; bra NEXT;
ODD: add.u32 %r10, %r10, 100; setp.gt.u32 %p4, %r10, 1500; @%p4 bra OUT;
NEXT: add.u32 %r2, %r2, 1; bra LOOP;
OUT:"""

    def meaning(t: int) -> int:
        total = 0
        for i in range(t):
            total += 100 if i & 1 else 1
            if i & 1 and total > 1500:
                break
        return 0 if t == 13 else total

    assert words(body).tolist() == [meaning(t) for t in range(64)]


def test_indexed_branch():
    body = """and.b32 %r2, %r1, 3; ts: .branchtargets A, B, C, A;
brx.idx %r2, ts;
A: mov.u32 %r10, 10; bra END; B: mov.u32 %r10, 20; bra END; C: mov.u32 %r10, 30;
END:"""
    np.testing.assert_array_equal(words(body), np.array([10, 20, 30, 10])[T & 3])


def test_calls_in_divergent_code():
    function = """.func (.param .b32 out) twice (.param .b32 x, .reg .b32 %y)
{ .reg .b32 %v; .reg .pred %q; ld.param.b32 %v, [x]; setp.lt.u32 %q, %v, 20; @%q bra SMALL;
  add.u32 %v, %v, %y; st.param.b32 [out], %v; ret;
SMALL: mul.lo.u32 %v, %v, 2; st.param.b32 [out], %v; ret; }
"""
    call = "{{ .param .b32 a; .param .b32 r; st.param.b32 [a], {x}; call.uni (r), twice, (a, 7); ld.param.b32 %r10, [r]; }}\n"
    body = "setp.lt.u32 %p1, %r1, 40; @!%p1 bra L; " + call.format(x="%r1") + "bra E; L: " + call.format(x="5") + "E:"
    np.testing.assert_array_equal(words(body, before=function), np.where(T < 40, np.where(T < 20, 2 * T, T + 7), 10))


def test_a_spin_lock_makes_progress():
    """Every lane takes a lock in turn; the one that has it must run although others spin at a lower address."""
    body = """SPIN: atom.global.cas.b32 %r2, [%rd2], 0, 1; setp.ne.u32 %p1, %r2, 0; @%p1 bra SPIN;
ld.global.u32 %r10, [%rd2+4]; add.u32 %r3, %r10, 1; st.global.u32 [%rd2+4], %r3; atom.global.exch.b32 %r4, [%rd2], 0;"""
    out = words(body, np.zeros(2, np.uint32), block=32)
    assert sorted(out.tolist()) == list(range(32))


# -- barriers
def test_shared_memory_across_a_barrier():
    body = """.shared .b32 s[64]; mov.u64 %rd3, s; mad.wide.u32 %rd4, %r1, 4, %rd3; st.shared.u32 [%rd4], %r1;
bar.sync 0; xor.b32 %r2, %r1, 63; mad.wide.u32 %rd4, %r2, 4, %rd3; ld.shared.u32 %r10, [%rd4];"""
    np.testing.assert_array_equal(words(body), 63 - T)


def test_barriers_with_counts():
    """Warp 1 hands over to warp 0 by an arrive; each warp has its own barrier too."""
    body = """.shared .b32 s; setp.lt.u32 %p1, %r1, 32; mov.u32 %r10, 0; @%p1 bra FIRST;
mov.u32 %r2, 42; st.shared.u32 [s], %r2; bar.sync 2, 32; bar.arrive 1, 64; bra END;
FIRST: bar.sync 1, 64; ld.shared.u32 %r10, [s];
END:"""
    np.testing.assert_array_equal(words(body), np.where(T < 32, 42, 0))


def test_reducing_barriers():
    body = """setp.lt.u32 %p1, %r1, 5; bar.red.popc.u32 %r2, 0, %p1; bar.red.and.pred %p2, 0, %p1; bar.red.or.pred %p3, 0, %p1;
selp.b32 %r3, 100, 0, %p2; selp.b32 %r4, 1000, 0, %p3; add.u32 %r10, %r2, %r3; add.u32 %r10, %r10, %r4;"""
    np.testing.assert_array_equal(words(body), 1005)


def test_parts_of_a_warp_meet_at_a_barrier_one_after_the_other():
    body = """setp.lt.u32 %p1, %r1, 16; @%p1 bra FAR;
NEAR: bar.sync 0; mov.u32 %r10, 7; bra END;
FAR: mov.u32 %r2, 1; bra NEAR;
END:"""
    np.testing.assert_array_equal(words(body), np.full(64, 7))


def test_barrier_misuse():
    with pytest.raises(BarrierMisuse, match="divided") as caught:
        words("setp.lt.u32 %p1, %r1, 16; @%p1 bra A; bar.sync 0; bra E; A: bar.sync 0; E: mov.u32 %r10, 0;")
    assert "bar.sync 0" in str(caught.value) and "thread (0, 0, 0)" in str(caught.value)
    with pytest.raises(BarrierMisuse, match="32 threads have exited"):
        words("setp.lt.u32 %p1, %r1, 32; @%p1 exit; bar.sync 0; mov.u32 %r10, 0;")
    with pytest.raises(BarrierMisuse, match="never arrive"):
        words("setp.lt.u32 %p1, %r1, 32; @%p1 bar.sync 1; @!%p1 bar.sync 2; mov.u32 %r10, 0;")
    with pytest.raises(BarrierMisuse, match="never arrive"):
        words("mov.u32 %r10, 0; bar.sync 1, 128;")


# -- warps
def test_shuffles():
    """The manual's four modes, with the predicate; 0x1f00 and 0x1c03 make segments."""
    cases = {
        "up.b32 %r10|%p1, %r1, 3, 0": lambda i: i - 3 if i >= 3 else i,
        "down.b32 %r10|%p1, %r1, 5, 31": lambda i: i + 5 if i + 5 < 32 else i,
        "bfly.b32 %r10|%p1, %r1, 9, 31": lambda i: i ^ 9,
        "idx.b32 %r10|%p1, %r1, 7, 31": lambda i: 7,
        "down.b32 %r10|%p1, %r1, 1, 0x1c03": lambda i: i + 1 if i % 4 < 3 else i,
        "idx.b32 %r10|%p1, %r1, 2, 0x181f": lambda i: i // 8 * 8 + 2,
    }
    for code, meaning in cases.items():
        found = words(f"shfl.sync.{code}, 0xffffffff;", block=32)
        assert found.tolist() == [meaning(i) for i in range(32)], code
    inside = words("shfl.sync.up.b32 %r2|%p1, %r1, 3, 0, -1; selp.b32 %r10, 1, 0, %p1;", block=32)
    np.testing.assert_array_equal(inside, np.arange(32) >= 3)


def test_votes_matches_and_reductions():
    bits = int("".join("1" if i % 3 == 0 else "0" for i in reversed(range(32))), 2)
    body = "rem.u32 %r2, %r1, 3; setp.eq.u32 %p1, %r2, 0; "
    for code, expected in {
        "vote.sync.ballot.b32 %r10, %p1, -1;": bits,
        "vote.sync.any.pred %p2, %p1, -1; selp.b32 %r10, 1, 0, %p2;": 1,
        "vote.sync.all.pred %p2, %p1, -1; selp.b32 %r10, 1, 0, %p2;": 0,
        "redux.sync.add.u32 %r10, %r1, -1;": 496,
        "redux.sync.max.s32 %r10, %r1, -1;": 31,
        "@%p1 activemask.b32 %r10; @!%p1 mov.u32 %r10, " + str(bits) + ";": bits,
    }.items():
        assert set(words(body + code, block=32).tolist()) == {expected}, code
    groups = words(body + "match.any.sync.b32 %r10, %r2, -1;", block=32)
    assert groups.tolist() == [bits << i % 3 & 0xFFFFFFFF for i in range(32)]


def test_a_divided_warp_meets_at_a_shuffle():
    """Both arms set a register, and the lanes must be together again when they exchange it."""
    body = """setp.lt.u32 %p1, %r1, 10; @%p1 bra A; mov.u32 %r2, 1; mov.u32 %r3, 0;
W: add.u32 %r3, %r3, 1; setp.lt.u32 %p2, %r3, %r1; @%p2 bra W; bra S;
A: mov.u32 %r2, 2;
S: shfl.sync.bfly.b32 %r10, %r2, 16, 31, -1;"""
    np.testing.assert_array_equal(words(body, block=32), np.where((np.arange(32) ^ 16) < 10, 2, 1))


def test_a_shuffle_that_not_all_named_lanes_reach():
    with pytest.raises(BarrierMisuse, match="never arrive"):
        words("setp.lt.u32 %p1, %r1, 8; mov.u32 %r10, 0; @%p1 bra A; bar.sync 0; bra E;"
              "A: shfl.sync.idx.b32 %r10, %r1, 0, 31, -1; bar.sync 0; E:", block=32)  # fmt: skip
    with pytest.raises(BarrierMisuse, match="does not name itself"):
        words("shfl.sync.idx.b32 %r10, %r1, 0, 31, 0xffff;", block=32)


# -- memory
def test_atomics_one_after_another():
    old = words("atom.global.add.u32 %r10, [%rd2], %r1;", np.zeros(1, np.uint32))
    np.testing.assert_array_equal(old, np.r_[0, np.cumsum(T)[:-1]])
    for code, start, expected in [
        ("red.global.max.s32 [%rd2], %r1;", -5, 63), ("red.global.xor.b32 [%rd2], %r1;", 7, 7),
        ("red.global.inc.u32 [%rd2], 9;", 0, 4), ("red.global.dec.u32 [%rd2], 9;", 0, 6),
        ("mov.b32 %f1, 0f3F000000; red.global.add.f32 [%rd2], %f1;", 0, int(np.float32(32).view(np.uint32))),
    ]:  # fmt: skip
        given = np.array([start], np.int32).view(np.uint32)
        out = run(entry(LANE + code), [np.zeros(64, np.uint32), given], block=64)[1]
        assert int(out[0]) == expected & 0xFFFFFFFF, code
    pair = LANE + "mov.b32 %r2, 0x3c004000; red.global.add.noftz.f16x2 [%rd2], %r2;"
    halves = run(entry(pair), [np.zeros(64, np.uint32)] * 2, block=64)[1]
    assert halves[:1].view(np.float16).tolist() == [128, 64]


def test_generic_addresses_of_every_space():
    body = """.shared .b32 s[64]; .local .b32 l[2];
mov.u64 %rd3, s; cvta.shared.u64 %rd4, %rd3; mad.wide.u32 %rd4, %r1, 4, %rd4; st.u32 [%rd4], %r1;
mov.u64 %rd5, l; cvta.local.u64 %rd6, %rd5; add.u32 %r2, %r1, 1000; st.u32 [%rd6+4], %r2; ld.local.u32 %r3, [l+4];
ld.u32 %r4, [%rd4]; ld.u32 %r5, [%rd8]; isspacep.shared %p1, %rd4; isspacep.local %p2, %rd6; isspacep.global %p3, %rd8;
selp.b32 %r6, 1, 0, %p1; selp.b32 %r7, 2, 0, %p2; selp.b32 %r8, 4, 0, %p3;
add.u32 %r10, %r3, %r4; add.u32 %r10, %r10, %r5; add.u32 %r10, %r10, %r6; add.u32 %r10, %r10, %r7; add.u32 %r10, %r10, %r8;"""
    np.testing.assert_array_equal(words(body, np.full(64, 10000, np.uint32)), 11007 + 2 * T)


def test_vectors_and_narrow_types():
    body = """ld.global.v4.u8 {%r2,%r3,%r4,%r5}, [%rd8]; st.global.v2.u16 [%rd8], {%r3, %r2}; ld.global.s8 %r6, [%rd8+2];
add.u32 %r10, %r4, %r6;"""
    given = np.arange(256, dtype=np.uint8).view(np.uint32)
    out, changed = run(entry(LANE + body + STORE), [np.zeros(64, np.uint32), given], block=64)
    np.testing.assert_array_equal(changed.view(np.uint16).reshape(64, 2), np.stack([4 * T + 1, 4 * T], axis=1))
    np.testing.assert_array_equal(out, ((4 * T + 2) + (4 * T).astype(np.uint8).view(np.int8)).astype(np.uint32))


def test_variables_with_values_and_addresses():
    before = """.const .align 4 .b32 table[4] = {5, 6, -7, 0x10}; .global .align 8 .u64 here = table;
.global .f32 number = 0f40490FDB; .global .align 1 .b8 text[3] = {72, 105, 0};
"""
    body = """ld.global.u64 %rd3, [here]; ld.const.u32 %r2, [%rd3+8]; ld.global.f32 %f1, [number]; cvt.rni.s32.f32 %r3, %f1;
ld.global.u8 %r4, [text+1]; add.u32 %r10, %r2, %r3; add.u32 %r10, %r10, %r4;"""
    np.testing.assert_array_equal(words(body, before=before), -7 + 3 + 105)


# -- errors
def test_out_of_bounds_names_the_threads():
    with pytest.raises(OutOfBounds, match="0 bytes behind the end of device memory of 240 bytes") as caught:
        words("ld.global.u32 %r10, [%rd8];", np.zeros(60, np.uint32))
    where = caught.value.where
    assert where.text == "ld.global.u32 %r10, [%rd8]" and where.threads[0] == ((0, 0, 0), (60, 0, 0)) and len(where.threads) == 4
    with pytest.raises(OutOfBounds, match="lie outside the 16 bytes of shared memory"):
        words(".shared .b32 s[4]; mov.u64 %rd3, s; mad.wide.u32 %rd4, %r1, 4, %rd3; st.shared.u32 [%rd4], %r1; mov.u32 %r10, 0;")
    with pytest.raises(OutOfBounds, match="near no allocation"):
        words("mov.u64 %rd3, 64; ld.global.u32 %r10, [%rd3];")


def test_use_after_free():
    m = Machine()
    loaded = m.load(entry("ld.global.u32 %r1, [%rd2]; st.global.u32 [%rd1], %r1;"))
    out, gone = m.array(np.zeros(1, np.uint32)), m.array(np.zeros(8, np.uint32))
    m.memory.free(m.memory.find(gone))
    with pytest.raises(OutOfBounds, match="that was freed"):
        m.launch(loaded, "k", 1, 1, out, gone)


def test_misaligned():
    with pytest.raises(Misaligned, match="no multiple of the access's 4 bytes"):
        words("ld.global.u32 %r10, [%rd8+2];")
    with pytest.raises(Misaligned, match="16 bytes"):
        words("ld.global.v4.u32 {%r2,%r3,%r4,%r10}, [%rd8];", np.zeros(100, np.uint32))


def test_a_part_that_nobody_wrote_is_poison_and_no_error_until_it_is_used():
    """Compilers pack a register with one that means nothing, and take the first out again."""
    low = words("mov.b64 %rd3, {%r1, %r7}; cvt.u32.u64 %r10, %rd3;")
    np.testing.assert_array_equal(low, T)
    high = words("mov.b64 %rd3, {%r1, %r7}; shr.u64 %rd3, %rd3, 32; cvt.u32.u64 %r10, %rd3;")
    np.testing.assert_array_equal(high, np.full(64, 0xFBFBFBFB))
    chosen = words("setp.lt.u32 %p1, %r1, 9; selp.b32 %r10, %r1, %r7, %p1;")
    np.testing.assert_array_equal(chosen, np.where(T < 9, T, 0xFBFBFBFB))


def test_uninitialised():
    with pytest.raises(Uninitialised, match="register %r7 is read"):
        words("add.u32 %r10, %r7, 1;")
    with pytest.raises(Uninitialised, match="%r7") as caught:
        words("setp.lt.u32 %p1, %r1, 60; @%p1 mov.u32 %r7, 1; add.u32 %r10, %r7, 1;")
    assert caught.value.where.threads[0][1] == (60, 0, 0)
    fine = words("setp.lt.u32 %p1, %r1, 60; @%p1 mov.u32 %r7, 1; @!%p1 mov.u32 %r7, 2; add.u32 %r10, %r7, 1;")
    np.testing.assert_array_equal(fine, np.where(T < 60, 2, 3))
    with pytest.raises(Uninitialised, match="shared memory at offset 128"):
        words(".shared .b32 s[64]; mov.u64 %rd3, s; mad.wide.u32 %rd4, %r1, 4, %rd3; setp.lt.u32 %p1, %r1, 32;"
              "@%p1 st.shared.u32 [%rd4], %r1; bar.sync 0; ld.shared.u32 %r10, [%rd4];")  # fmt: skip


def test_an_unwritten_part_of_a_stored_vector_that_is_stored_again_is_no_error():
    """NVRTC stores a vector of what is known and of nothing, and right behind it the other part."""
    pairs = "and.b32 %r2, %r1, 62; mad.wide.u32 %rd3, %r2, 4, %rd2; mov.u32 %r3, 7; st.global.v2.u32 [%rd3], {%r3, %r7};"
    again = "add.u32 %r4, %r1, 0; st.global.u32 [%rd3+4], %r3;"
    got = "ld.global.u32 %r10, [%rd8];"
    np.testing.assert_array_equal(words(f"{pairs}{again}{got}"), np.full(64, 7))
    for other in ("", "st.global.u16 [%rd3+4], %r3;", "@%p1 st.global.u32 [%rd3+4], %r3;", "st.global.u32 [%rd3+8], %r3;",
                  "add.u64 %rd3, %rd3, 0; st.global.u32 [%rd3+4], %r3;", "ld.global.u32 %r5, [%rd3+4]; st.global.u32 [%rd3+4], %r3;"):
        with pytest.raises(Uninitialised, match="register %r7 is read"):
            words(f"setp.lt.u32 %p1, %r1, 60; {pairs}{other}{got}")


def test_endless_trap_and_too_large():
    with pytest.raises(Endless, match="more than 1000 instructions"):
        words("L: add.u32 %r10, %r1, 1; bra L;", step_limit=1000)
    with pytest.raises(Trap) as caught:
        words("mov.u32 %r10, 0; setp.eq.u32 %p1, %r1, 33; @%p1 trap;")
    assert caught.value.where.threads == [((0, 0, 0), (33, 0, 0))]
    with pytest.raises(TooLarge):
        words("mov.u32 %r10, 0;", block=2048)


@pytest.mark.parametrize(
    ("body", "message"),
    [
        ("frob.u32 %r1, %r2;", "unknown instruction 'frob'"),
        ("add.u32 %nope, 1, 2;", "%nope is no register"),
        ("bra NOWHERE;", "unknown label NOWHERE"),
        ("add.u32 %r1 %r2;", "expected ';'"),
        ("call far, (%r1);", "call of far"),
    ],
)
def test_errors_in_the_text(body, message):
    with pytest.raises(PtxSyntaxError, match=message):
        words(body + "mov.u32 %r10, 0;")


def test_blocks_of_a_grid():
    text = entry("""mov.u32 %r1, %ctaid.x; mov.u32 %r2, %ctaid.y; mov.u32 %r3, %nctaid.x; mad.lo.u32 %r4, %r2, %r3, %r1;
mov.u32 %r5, %tid.y; mov.u32 %r6, %ntid.x; mov.u32 %r7, %tid.x; mad.lo.u32 %r8, %r5, %r6, %r7;
mad.lo.u32 %r9, %r4, 15, %r8; mad.wide.u32 %rd3, %r9, 4, %rd1; st.global.u32 [%rd3], %r9;""")
    out, _ = run(text, [np.zeros(700 * 15, np.uint32), np.zeros(1)], grid=(70, 10), block=(5, 3))
    np.testing.assert_array_equal(out, np.arange(700 * 15))


def test_printf_and_assert():
    text = HEADER + """.extern .func (.param .b32 r) vprintf (.param .b64 f, .param .b64 v);
.global .align 1 .b8 fmt[13] = {37, 100, 32, 37, 46, 49, 102, 32, 37, 117, 33, 10, 0};
.visible .entry k() { .local .align 8 .b8 d[24]; .reg .b64 %rd<4>; .reg .b32 %r<4>; .reg .f64 %fd<2>;
mov.b32 %r1, -3; st.local.b32 [d], %r1; mov.f64 %fd1, 0d4004000000000000; st.local.f64 [d+8], %fd1; st.local.b32 [d+16], 7;
mov.u64 %rd1, d; cvta.local.u64 %rd2, %rd1; mov.u64 %rd3, fmt;
{ .param .b64 p0; st.param.b64 [p0], %rd3; .param .b64 p1; st.param.b64 [p1], %rd2; .param .b32 q;
call.uni (q), vprintf, (p0, p1); ld.param.b32 %r2, [q]; } ret; }"""
    m = Machine()
    m.launch(m.load(text), "k", 1, 2)
    assert m.printed == ["-3 2.5 7!\n"] * 2
