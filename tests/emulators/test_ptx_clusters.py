"""Thread block clusters in the PTX emulator: ranks, each other's shared memory, the cluster's barrier, copies to several blocks."""
from __future__ import annotations

import numpy as np
import pytest

from .ptx.errors import AsyncMisuse, BarrierMisuse, OutOfBounds, Race, Uninitialised
from .ptx.testing import entry, run

#: %r1 the thread, %r2 the rank, %r3 the next rank of a cluster of four, %r5 the thread's own word of s, %p1 whether it is thread 0
_BEGIN = """.shared .align 16 .b32 s[64]; .shared .align 8 .b64 full; mov.u32 %r1, %tid.x; mov.u32 %r2, %cluster_ctarank;
add.u32 %r3, %r2, 1; and.b32 %r3, %r3, 3; mov.u32 %r4, s; mad.lo.u32 %r5, %r1, 4, %r4; mov.u32 %r6, %ctaid.x; mov.u32 %r7, %ntid.x;
mad.lo.u32 %r8, %r6, %r7, %r1; mad.wide.u32 %rd6, %r8, 4, %rd1; setp.eq.u32 %p1, %r1, 0; mov.u32 %r10, 0;
"""
_END = "st.global.u32 [%rd6], %r10;"
STORE, MEET = "st.shared.u32 [%r5], %r8;", "barrier.cluster.arrive.aligned; barrier.cluster.wait.aligned;"
NEXT = "mapa.shared::cluster.u32 %r9, %r5, %r3;"
LOAD = "ld.shared::cluster.u32 %r10, [%r9];"


def blocks(body: str, grid: object = 8, cluster: tuple[int, int, int] = (4, 1, 1), threads: int = 32, **options: object) -> np.ndarray:
    """What each thread of each block has in %r10: (blocks, threads)."""
    n = int(np.prod(grid))
    (out,) = run(entry(_BEGIN + body + _END, params=1), [np.zeros(n * threads, np.uint32)], grid, threads, cluster=cluster, **options)
    return out.reshape(n, threads)


def threads_of(block: int, threads: int = 32) -> np.ndarray: return np.arange(threads) + block * threads


def test_blocks_read_each_others_memory() -> None:
    found = blocks(f"{STORE} {MEET} {NEXT} {LOAD} {MEET}")
    for b in range(8): assert (found[b] == threads_of(b // 4 * 4 + (b + 1) % 4)).all()


def test_by_generic_addresses_too() -> None:
    body = f"{STORE} {MEET} cvt.u64.u32 %rd7, %r5; cvta.shared.u64 %rd7, %rd7; mapa.u64 %rd8, %rd7, %r3; ld.u32 %r10, [%rd8]; {MEET}"
    assert (blocks(body)[3] == threads_of(0)).all()
    rank = f"{STORE} cvt.u64.u32 %rd7, %r5; cvta.shared.u64 %rd7, %rd7; mapa.u64 %rd8, %rd7, %r3; getctarank.u32 %r10, [%rd8];"
    assert (blocks(rank.replace("[%rd8]", "%rd8"))[:, 0] == [1, 2, 3, 0] * 2).all()
    windowed = f"{NEXT} getctarank.shared::cluster.u32 %r10, %r9;"
    assert (blocks(windowed)[:, 0] == [1, 2, 3, 0] * 2).all()


def test_clusters_of_two_dimensions() -> None:
    """Blocks (0, 0), (1, 0), (0, 1), (1, 1) of a grid of 4 × 2 are ranks 0 to 3 of one cluster."""
    body = """mov.u32 %r11, %ctaid.y; mad.lo.u32 %r12, %r11, 4, %r6; mad.lo.u32 %r12, %r12, 32, %r1; mad.wide.u32 %rd6, %r12, 4, %rd1;
mov.u32 %r10, %r2;"""
    found = blocks(body, grid=(4, 2), cluster=(2, 2, 1))
    assert found[:, 0].tolist() == [0, 1, 0, 1, 2, 3, 2, 3]


def test_a_store_to_another_block_and_a_remote_arrival() -> None:
    """Each block tells the next one's mbarrier that a word is there."""
    wait = "W: mbarrier.try_wait.parity.shared::cta.b64 %p2, [full], 0; @!%p2 bra W;"
    body = f"""@%p1 mbarrier.init.shared::cta.b64 [full], 32; {MEET} {NEXT} st.shared::cluster.u32 [%r9], %r8;
mov.u32 %r11, full; mapa.shared::cluster.u32 %r12, %r11, %r3; mbarrier.arrive.release.cluster.shared::cluster.b64 _, [%r12];
{wait} ld.shared.u32 %r10, [%r5]; {MEET}"""
    assert (blocks(body)[1] == threads_of(0)).all()


def test_a_copy_goes_to_several_blocks() -> None:
    """Rank 0 sends 128 bytes to ranks 0 and 2 of its cluster, each of which waits at its own mbarrier."""
    wait = "W: mbarrier.try_wait.parity.shared::cta.b64 %p2, [full], 0; @!%p2 bra W;"
    body = f"""@%p1 mbarrier.init.shared::cta.b64 [full], 1; {MEET} mov.u32 %r11, full; mov.b16 %h1, 5; and.b32 %r12, %r2, 1;
setp.eq.u32 %p3, %r12, 1; @%p3 bra D; @%p1 mbarrier.arrive.expect_tx.shared::cta.b64 _, [full], 128; setp.eq.and.u32 %p4, %r2, 0, %p1;
@%p4 cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes.multicast::cluster [%r4], [%rd1], 128, [%r11], %h1;
{wait} ld.shared.u32 %r10, [%r5]; D: {MEET}"""
    text = entry(_BEGIN + body + "mad.wide.u32 %rd6, %r8, 4, %rd2; " + _END, params=2)
    source = np.arange(32, dtype=np.uint32) + 7
    _, out = run(text, [source, np.zeros(4 * 32, np.uint32)], 4, 32, cluster=(4, 1, 1))
    out = out.reshape(4, 32)
    assert (out[[0, 2]] == source).all() and not out[[1, 3]].any()


@pytest.mark.parametrize(("body", "error", "what"), [
    (f"{STORE} {NEXT} {LOAD}", Race, "with no barrier between"),
    (f"{STORE} bar.sync 0; {NEXT} {LOAD} {MEET}", Race, "with no barrier between"),
    (f"{MEET} {NEXT} {LOAD}", Uninitialised, "never written"),
    (f"{STORE} barrier.cluster.arrive; barrier.cluster.arrive; barrier.cluster.wait;", BarrierMisuse, "again"),
    (f"{STORE} barrier.cluster.wait;", BarrierMisuse, "has not arrived"),
    (f"{STORE} mov.u32 %r3, 4; {NEXT}", OutOfBounds, "rank 4 in a cluster of 4"),
    (f"{STORE} {MEET} {NEXT} ld.shared.u32 %r10, [%r9];", OutOfBounds, "outside"),
    (f"{STORE} {MEET} {NEXT} ld.shared::cluster.u32 %r10, [%r9+4096];", OutOfBounds, "a block's shared memory"),
    (f"{STORE} setp.eq.u32 %p2, %r2, 1; @%p2 bra D; {MEET} D:", None, ""),
    (f"{STORE} setp.lt.u32 %p2, %r1, 5; @%p2 bra D; {MEET} bra E; D: {MEET} E:", BarrierMisuse, "divided"),
])
def test_what_is_wrong(body: str, error: type[Exception] | None, what: str) -> None:
    if error is None:
        blocks(body)  # blocks that have exited count as arrived
        return
    with pytest.raises(error, match=what): blocks(body)


def test_a_copy_to_ranks_that_are_not_there() -> None:
    body = f"""@%p1 mbarrier.init.shared::cta.b64 [full], 1; {MEET} mov.u32 %r11, full; mov.b16 %h1, 16;
@%p1 cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes.multicast::cluster [%r4], [%rd1], 128, [%r11], %h1;"""
    with pytest.raises(AsyncMisuse, match="cluster of 4 blocks"): blocks(body)
