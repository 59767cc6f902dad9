"""Asynchronous copies, mbarriers, tensor copies and warpgroup products: right data, and errors for missing waits."""

from __future__ import annotations

import ctypes as C

import ml_dtypes
import numpy as np
import pytest

from .ptx import AsyncMisuse, BarrierMisuse, Machine, Misaligned, OutOfBounds, nvrtc
from .ptx.driver import StandIn
from .ptx.tensormap import TensorMap
from .ptx.testing import entry, run

RNG = np.random.default_rng(5)
needs_nvrtc = pytest.mark.skipif(not nvrtc.available(), reason="nvidia-cuda-nvrtc is not installed")

COPY = """
.shared .align 128 .b8 tile[512];
mov.u32 %r1, %tid.x; mul.wide.u32 %rd3, %r1, 16; add.u64 %rd4, %rd2, %rd3;
mov.u64 %rd5, tile; cvt.u32.u64 %r2, %rd5; mad.lo.u32 %r2, %r1, 16, %r2;
{copies}
ld.shared.v4.b32 {{%r3,%r4,%r5,%r6}}, [%r2];
add.u64 %rd6, %rd1, %rd3; st.global.v4.b32 [%rd6], {{%r3,%r4,%r5,%r6}};
"""
X = RNG.integers(0, 1 << 32, 128, dtype=np.uint32)


def copied(copies: str) -> np.ndarray:
    return run(entry(COPY.format(copies=copies)), [np.zeros(128, np.uint32), X])[0]


@pytest.mark.parametrize(
    "copies",
    [
        "cp.async.cg.shared.global [%r2], [%rd4], 16; cp.async.commit_group; cp.async.wait_group 0;",
        "cp.async.ca.shared.global [%r2], [%rd4], 16; cp.async.wait_all;",
        "cp.async.ca.shared.global [%r2], [%rd4], 8; cp.async.ca.shared.global [%r2+8], [%rd4+8], 4;"
        "cp.async.ca.shared.global.L2::128B [%r2+12], [%rd4+12], 4; cp.async.wait_all;",
    ],
)
def test_cp_async(copies):
    np.testing.assert_array_equal(copied(copies), X)


def test_cp_async_fills_with_zeros():
    out = copied("cp.async.cg.shared.global [%r2], [%rd4], 16, 6; cp.async.wait_all;").view(np.uint16).reshape(32, 8)
    expected = X.view(np.uint16).reshape(32, 8).copy()
    expected[:, 3:] = 0
    np.testing.assert_array_equal(out, expected)
    mixed = """setp.lt.u32 %p1, %r1, 16; selp.b32 %r9, 16, 0, %p1; selp.b64 %rd4, %rd4, 0, %p1;
cp.async.cg.shared.global [%r2], [%rd4], 16, %r9; cp.async.wait_all;"""
    np.testing.assert_array_equal(copied(mixed), np.where(np.arange(128) < 64, X, 0))


def test_a_read_before_the_wait_is_an_error():
    with pytest.raises(AsyncMisuse, match="not waited for"):
        copied("cp.async.cg.shared.global [%r2], [%rd4], 16; cp.async.commit_group;")
    newest = "cp.async.cg.shared.global [%r2], [%rd4], 16; cp.async.commit_group;" * 2 + "cp.async.wait_group 1;"
    with pytest.raises(AsyncMisuse, match="not waited for"):
        copied(newest)


def test_older_groups_arrive_first():
    """Two stages: the first half is waited for while the second is still under way."""
    two = """cp.async.cg.shared.global [%r2], [%rd4], 16; cp.async.commit_group;
cp.async.cg.shared.global [%r2+512], [%rd4], 16; cp.async.commit_group; cp.async.wait_group 1;"""
    text = entry(COPY.replace("tile[512]", "tile[1024]").format(copies=two))
    np.testing.assert_array_equal(run(text, [np.zeros(128, np.uint32), X])[0], X)


MBARRIER = """
.shared .align 8 .b64 bar; .shared .align 4 .b32 box;
mov.u32 %r1, %tid.x; mov.u64 %rd5, bar; cvt.u32.u64 %r2, %rd5; mov.u64 %rd6, box; cvt.u32.u64 %r3, %rd6;
setp.eq.u32 %p1, %r1, 0; @%p1 mbarrier.init.shared.b64 [%r2], {count}; bar.sync 0;
shr.u32 %r4, %r1, 5; setp.eq.u32 %p2, %r4, {waiter};
@%p2 bra WAIT;
mul.lo.u32 %r5, %r1, 3; @%p3 bra WAIT;
setp.eq.u32 %p4, %r1, {writer}; @%p4 st.shared.b32 [%r3], 77;
mbarrier.arrive.shared.b64 %rd7, [%r2];
bra DONE;
WAIT:
mbarrier.try_wait.parity.shared.b64 %p5, [%r2], 0;
@!%p5 bra WAIT;
ld.shared.b32 %r6, [%r3]; mad.wide.u32 %rd8, %r1, 4, %rd1; st.global.b32 [%rd8], %r6;
DONE:
"""


@pytest.mark.parametrize("waiter", [0, 1])
def test_one_warp_waits_for_another(waiter):
    """Whichever stands first in the text: the waiting warp must not keep the other from running."""
    writer = 0 if waiter else 32
    body = MBARRIER.format(count=32, waiter=waiter, writer=writer).replace("@%p3 bra WAIT;", "")
    out, _ = run(entry(body), [np.zeros(64, np.uint32), np.zeros(1, np.uint32)], block=64)
    np.testing.assert_array_equal(out.reshape(2, 32)[waiter], 77)


def test_a_wait_that_never_ends_is_reported():
    body = MBARRIER.format(count=33, waiter=1, writer=0).replace("@%p3 bra WAIT;", "")
    with pytest.raises(BarrierMisuse, match=r"never arrive[\s\S]*mbarrier.try_wait"):
        run(entry(body), [np.zeros(64, np.uint32), np.zeros(1, np.uint32)], block=64)


def test_an_mbarrier_must_be_initialised():
    body = ".shared .align 8 .b64 bar; mov.u64 %rd5, bar; cvt.u32.u64 %r2, %rd5; mbarrier.arrive.shared.b64 %rd7, [%r2];"
    with pytest.raises(AsyncMisuse, match="no mbarrier"):
        run(entry(body), [np.zeros(1, np.uint32)] * 2)


BULK = """
.shared .align 128 .b8 tile[256]; .shared .align 8 .b64 bar;
mov.u32 %r1, %tid.x; mov.u64 %rd5, bar; cvt.u32.u64 %r2, %rd5; mov.u64 %rd6, tile; cvt.u32.u64 %r3, %rd6;
setp.ne.u32 %p1, %r1, 0; @%p1 bra READY;
mbarrier.init.shared.b64 [%r2], 1;
mbarrier.arrive.expect_tx.shared.b64 %rd7, [%r2], {bytes};
cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%r3], [%rd2], 256, [%r2];
READY: bar.sync 0;
{wait}
mad.lo.u32 %r4, %r1, 4, %r3; ld.shared.b32 %r5, [%r4]; add.u32 %r5, %r5, 1; st.shared.b32 [%r4], %r5;
bar.sync 0; @%p1 bra DONE;
cp.async.bulk.global.shared::cta.bulk_group [%rd1], [%r3], 256; cp.async.bulk.commit_group; cp.async.bulk.wait_group 0;
DONE:
"""
SPIN = "AGAIN: mbarrier.try_wait.parity.shared::cta.b64 %p2, [%r2], 0; @!%p2 bra AGAIN;"


def test_bulk_copies_in_and_out():
    out, _ = run(entry(BULK.format(bytes=256, wait=SPIN)), [np.zeros(64, np.uint32), X[:64]], block=64)
    np.testing.assert_array_equal(out, X[:64] + np.uint32(1))


def test_bulk_copies_need_their_wait_and_their_bytes():
    with pytest.raises(AsyncMisuse, match="not waited for"):
        run(entry(BULK.format(bytes=256, wait="")), [np.zeros(64, np.uint32), X[:64]], block=64)
    with pytest.raises(BarrierMisuse, match="never arrive"):
        run(entry(BULK.format(bytes=512, wait=SPIN)), [np.zeros(64, np.uint32), X[:64]], block=64)
    off = BULK.format(bytes=256, wait=SPIN).replace("[%rd2], 256", "[%rd2+4], 240")
    with pytest.raises(Misaligned, match="multiples of 16"):
        run(entry(off), [np.zeros(64, np.uint32), X], block=64)


# -- boxes of a tensor: 8 x 16 halves from (%rd2's column, row) on, all of it read back byte by byte
BOX = """
.shared .align 1024 .b8 tile[2048]; .shared .align 8 .b64 bar;
mov.u32 %r1, %tid.x; mov.u64 %rd5, bar; cvt.u32.u64 %r2, %rd5; mov.u64 %rd6, tile; cvt.u32.u64 %r3, %rd6; add.u32 %r3, %r3, {to};
setp.ne.u32 %p1, %r1, 0; @%p1 bra READY;
mbarrier.init.shared.b64 [%r2], {count};
mbarrier.arrive.expect_tx.shared.b64 _, [%r2], {bytes};
mov.b64 %rd7, map; cvta.param.u64 %rd7, %rd7; add.u64 %rd7, %rd7, {further};
{copy}
READY: bar.sync 0;
AGAIN: mbarrier.try_wait.parity.shared::cta.b64 %p2, [%r2], {parity}; @!%p2 bra AGAIN;
mad.lo.u32 %r4, %r1, 2, %r3; mad.wide.u32 %rd8, %r1, 2, %rd1;
ld.shared.b16 %h1, [%r4]; ld.shared.b16 %h2, [%r4+256]; st.global.b16 [%rd8], %h1; st.global.b16 [%rd8+256], %h2;
"""
TENSOR_COPY = "cp.async.bulk.tensor.2d.shared::cluster.global.tile.mbarrier::complete_tx::bytes [%r3{}], [%rd7, {{{}, {}}}], [%r2];"
BOXES = {"count": 1, "bytes": 256, "parity": 0, "to": 0, "further": 0}


def boxed(x: int, y: int, matrix: np.ndarray, copies: int = 1, swizzle: int = 0, text: str = BOX, **other: object) -> np.ndarray:
    """What lies in shared memory after a box of 16 lines of 8 halves from column x, line y on."""
    names = ".param .u64 p1, .param .align 64 .b8 map[128], .param .align 64 .b8 after[128]"
    copy = "\n".join(TENSOR_COPY.format(f"+{256 * n}", x, y) for n in range(copies))
    kernel = entry(text.format(**(BOXES | {"copy": copy} | other)), 1).replace(".param .u64 p1", names)
    m = Machine()
    out = m.array(np.zeros(256, np.uint16))
    lines, columns = matrix.shape
    described = TensorMap(m.array(matrix), 1, (columns, lines), (columns * 2,), (8, 16), (1, 1), swizzle).encode()
    m.launch(m.load(kernel), "k", 1, 128, out, described, bytes(128))
    return m.read(out)


MATRIX = np.arange(1, 24 * 20 + 1, dtype=np.uint16).reshape(20, 24)


@pytest.mark.parametrize(("x", "y"), [(0, 0), (8, 3), (20, 12), (-3, -5), (24, 0), (-100, 7)])
def test_what_a_box_has_outside_the_tensor_is_zero(x, y):
    """The bytes are counted all the same."""
    padded = np.zeros((20 + 400, 24 + 400), np.uint16)
    padded[200:220, 200:224] = MATRIX
    expected = padded[200 + y : 216 + y, 200 + x : 208 + x]
    np.testing.assert_array_equal(boxed(x, y, MATRIX, parity=0, copies=2, bytes=512)[:128].reshape(16, 8), expected)


def test_lines_of_16_bytes_swizzled_by_32_swap_every_fourth_line():
    """Bit 4 of the address, exclusive or bit 7."""
    plain, found = boxed(0, 0, MATRIX, copies=2, bytes=512), boxed(0, 0, MATRIX, swizzle=1, copies=2, bytes=512)
    at = np.arange(0, 512, 2)
    np.testing.assert_array_equal(found, plain[(at ^ (at >> 3 & 0x10)) // 2])


def test_a_box_is_waited_for_by_its_phase_and_its_bytes():
    with pytest.raises(AsyncMisuse, match=r"not waited for[\s\S]*ld.shared"):  # the phase before the first counts as over
        boxed(0, 0, MATRIX, copies=2, bytes=512, parity=1)
    with pytest.raises(BarrierMisuse, match=r"phase 0 wants 0 more arrivals and 256 more bytes[\s\S]*mbarrier.try_wait"):
        boxed(0, 0, MATRIX, copies=2, bytes=768)
    with pytest.raises(BarrierMisuse, match="phase 0 wants 1 more arrivals and 0 more bytes"):
        boxed(0, 0, MATRIX, copies=2, bytes=512, count=2)
    with pytest.raises(AsyncMisuse, match=r"not waited for[\s\S]*ld.shared"):  # the second box is late for the phase
        boxed(0, 0, MATRIX, copies=2, bytes=256)
    spare = BOX.replace("ld.shared.b16 %h2, [%r4+256];", "mov.b16 %h2, 0;")
    with pytest.raises(AsyncMisuse, match=r"256 bytes are on their way to shared memory when the kernel ends[\s\S]*tensor"):
        boxed(0, 0, MATRIX, copies=2, bytes=256, text=spare)


def test_places_of_boxes_and_maps():
    with pytest.raises(Misaligned, match=r"a box in shared memory begins at a multiple of 128[\s\S]*tensor"):
        boxed(0, 0, MATRIX, to=64)
    with pytest.raises(OutOfBounds, match="do not fit into the block's shared memory"):
        boxed(0, 0, MATRIX, to=1920)
    with pytest.raises(Misaligned, match="a tensor map lies at a multiple of 64"):
        boxed(0, 0, MATRIX, further=16)
    with pytest.raises(AsyncMisuse, match="no tensor map at"):
        boxed(0, 0, MATRIX, further=128)
    twice = TENSOR_COPY.format("", 0, 0) * 2
    with pytest.raises(AsyncMisuse, match="another copy to these bytes"):
        boxed(0, 0, MATRIX, copy=twice, bytes=512)


# -- Hopper's product: tensor copies into swizzled shared memory, wgmma from there
GEMM = r"""
typedef unsigned long long u64; typedef unsigned u32;
struct alignas(64) Map { char bytes[128]; };
__device__ u32 at(const void *p) { return (u32)__cvta_generic_to_shared(p); }
__device__ u64 describe(u32 a, u32 leading, u32 stride, u64 mode) {
  return (u64)((a & 0x3ffff) >> 4) | (u64)(leading >> 4) << 16 | (u64)(stride >> 4) << 32 | mode << 62;
}
__device__ void load(u32 to, const Map *map, int x, int y, u32 bar) {
  asm volatile("cp.async.bulk.tensor.2d.shared::cluster.global.tile.mbarrier::complete_tx::bytes [%0], [%1, {%2, %3}], [%4];"
               :: "r"(to), "l"(map), "r"(x), "r"(y), "r"(bar) : "memory");
}
__device__ void wait(u32 bar, u32 parity) {
  asm volatile("{ .reg .pred p; AGAIN: mbarrier.try_wait.parity.shared::cta.b64 p, [%0], %1; @p bra DONE; bra AGAIN; DONE: }"
               :: "r"(bar), "r"(parity) : "memory");
}
// o (64 x 32) = a (64 x K, rows of K) * b; b is N x K (K-major) or K x N (N-major)
extern "C" __global__ void __launch_bounds__(128) gemm(float *o, const __grid_constant__ Map a, const __grid_constant__ Map b, int k) {
  extern __shared__ __align__(1024) char s[];
  __shared__ __align__(8) u64 bar[2];
  float d[16];
  for (int i = 0; i < 16; i++) d[i] = 0;
  if (threadIdx.x == 0)
    for (int i = 0; i < 2; i++) asm volatile("mbarrier.init.shared::cta.b64 [%0], 1;" :: "r"(at(bar + i)));
  __syncthreads();
  for (int stage = 0; stage * 64 < k; stage++) {
    char *sa = s + (stage & 1) * 12288, *sb = sa + 8192;
    u32 m = at(bar + (stage & 1));
    if (threadIdx.x == 0) {
      asm volatile("mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], 12288;" :: "r"(m));
      load(at(sa), &a, stage * 64, 0, m);
      load(at(sb), &b, TRANSPOSED ? 0 : stage * 64, TRANSPOSED ? stage * 64 : 0, m);
    }
    wait(m, stage >> 1 & 1);
    asm volatile("wgmma.fence.sync.aligned;");
    for (int j = 0; j < 4; j++) {
      u64 da = describe(at(sa) + 32 * j, 16, 1024, 1);
      u64 db = TRANSPOSED ? describe(at(sb) + 64 * 16 * j, 4096, 512, 2) : describe(at(sb) + 32 * j, 16, 1024, 1);
      asm volatile("{ .reg .pred p; setp.ne.b32 p, %18, 0; wgmma.mma_async.sync.aligned.m64n32k16.f32.bf16.bf16 "
        "{%0,%1,%2,%3,%4,%5,%6,%7,%8,%9,%10,%11,%12,%13,%14,%15}, %16, %17, p, 1, 1, 0, %19; }"
        : "+f"(d[0]), "+f"(d[1]), "+f"(d[2]), "+f"(d[3]), "+f"(d[4]), "+f"(d[5]), "+f"(d[6]), "+f"(d[7]), "+f"(d[8]),
          "+f"(d[9]), "+f"(d[10]), "+f"(d[11]), "+f"(d[12]), "+f"(d[13]), "+f"(d[14]), "+f"(d[15])
        : "l"(da), "l"(db), "r"(stage + j), "n"(TRANSPOSED));
    }
    asm volatile("wgmma.commit_group.sync.aligned;");
    WAIT
    __syncthreads();
  }
  int t = threadIdx.x, row = t / 32 * 16 + t % 32 / 4, column = t % 4 * 2;
  for (int i = 0; i < 16; i++) o[(row + i / 2 % 2 * 8) * 32 + column + i / 4 * 8 + i % 2] = d[i];
}
"""
WAIT = 'asm volatile("wgmma.wait_group.sync.aligned 0;");'


def tensor_map(m: Machine, values: np.ndarray, box: tuple[int, int], swizzle: int) -> bytes:
    rows, columns = values.shape
    address = m.array(values.view(np.uint16))
    return TensorMap(address, 9, (columns, rows), (columns * 2,), box, (1, 1), swizzle).encode()


def gemm(transposed: bool, wait: str = WAIT):
    k = 256
    a = RNG.integers(-4, 5, (64, k)).astype(ml_dtypes.bfloat16)
    b = RNG.integers(-4, 5, (k, 32)).astype(ml_dtypes.bfloat16)
    ptx = nvrtc.to_ptx(GEMM.replace("WAIT\n", wait + "\n"), "compute_90a", f"-DTRANSPOSED={int(transposed)}")
    m = Machine()
    o = m.array(np.zeros((64, 32), np.float32))
    map_a = tensor_map(m, a, (64, 64), 3)
    map_b = tensor_map(m, b, (32, 64), 2) if transposed else tensor_map(m, np.ascontiguousarray(b.T), (64, 32), 3)
    m.launch(m.load(ptx), "gemm", 1, 128, o, map_a, map_b, k, shared=2 * 12288)
    return m.read(o), a.astype(np.float32) @ b.astype(np.float32)


@needs_nvrtc
@pytest.mark.parametrize("transposed", [False, True])
def test_wgmma_from_swizzled_tensor_copies(transposed):
    found, expected = gemm(transposed)
    np.testing.assert_array_equal(found, expected)


@needs_nvrtc
def test_accumulators_without_a_wait_are_poison():
    found, expected = gemm(False, wait="")
    assert not np.array_equal(found, expected)


def test_tensor_maps_of_the_driver():
    s = StandIn()
    context, pointer = C.c_void_p(), C.c_uint64()
    assert s.cuInit(0) == s.cuDevicePrimaryCtxRetain(C.byref(context), 0) == s.cuCtxSetCurrent(context) == 0
    s.cuMemAlloc_v2(C.byref(pointer), 1 << 16)
    room = (C.c_char * 192)()
    out = (C.addressof(room) + 63) // 64 * 64

    def encode(box: tuple[int, int], swizzle: int = 3, stride: int = 512) -> int:
        dims, strides = (C.c_uint64 * 2)(256, 64), (C.c_uint64 * 1)(stride)
        boxes, steps = (C.c_uint32 * 2)(*box), (C.c_uint32 * 2)(1, 1)
        return s.cuTensorMapEncodeTiled(out, 9, 2, pointer.value, dims, strides, boxes, steps, 0, swizzle, 0, 0)

    assert encode((64, 32)) == 0
    assert encode((128, 32)) == 1 and "wider than the swizzle" in s.last_failure.why
    assert encode((64, 512)) == 1
    assert encode((64, 32), stride=500) == 1
    assert encode((4, 32)) == 1 and "multiple of 16 bytes" in s.last_failure.why
    pointer.value += 8
    assert encode((64, 32)) == 1 and "not aligned to 16 bytes" in s.last_failure.why
