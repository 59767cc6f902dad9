"""mma, ldmatrix, stmatrix: fragments spelled out as the manual does, element by element, and products by NumPy."""

from __future__ import annotations

import ml_dtypes
import numpy as np
import pytest

from .ptx import BarrierMisuse
from .ptx.testing import entry, run

RNG = np.random.default_rng(11)
LANES = range(32)


# -- the manual's tables: (lane, element) -> (row, column)
def a_f16_k16(g, t, i):
    row = g if 0 <= i < 2 or 4 <= i < 6 else g + 8
    return row, t * 2 + (i & 1) + (0 if i < 4 else 8)


def b_f16_k16(g, t, i):
    return t * 2 + (i & 1) + (0 if i < 2 else 8), g


def a_f16_k8(g, t, i):
    return (g if i < 2 else g + 8), t * 2 + (i & 1)


def b_f16_k8(g, t, i):
    return t * 2 + i, g


def a_tf32_k8(g, t, i):
    return (g if i in (0, 2) else g + 8), (t if i in (0, 1) else t + 4)


def b_tf32_k8(g, t, i):
    return (t if i == 0 else t + 4), g


def a_tf32_k4(g, t, i):
    return (g if i == 0 else g + 8), t


def b_tf32_k4(g, t, i):
    return t, g


def a_s8_k32(g, t, i):
    row = g if 0 <= i < 4 or 8 <= i < 12 else g + 8
    return row, t * 4 + (i & 3) + (0 if i < 8 else 16)


def b_s8_k32(g, t, i):
    return t * 4 + (i & 3) + (0 if i < 4 else 16), g


def a_s8_k16(g, t, i):
    return (g if i < 4 else g + 8), t * 4 + (i & 3)


def b_s8_k16(g, t, i):
    return t * 4 + i, g


def a_s8_m8(g, t, i):
    return g, t * 4 + i


def a_f64(g, t, i):
    return g, t


def b_f64(g, t, i):
    return t, g


def c_m16n8(g, t, i):
    return (g if i < 2 else g + 8), t * 2 + (i & 1)


def c_m8n8(g, t, i):
    return g, t * 2 + (i & 1)


F16, BF16, F32 = np.dtype(np.float16), np.dtype(ml_dtypes.bfloat16), np.dtype(np.float32)
E4M3, E5M2, S8, U8 = (np.dtype(d) for d in (ml_dtypes.float8_e4m3fn, ml_dtypes.float8_e5m2, np.int8, np.uint8))
S32, F64 = np.dtype(np.int32), np.dtype(np.float64)

CASES = {
    "m16n8k16.row.col.f32.f16.f16.f32": (a_f16_k16, b_f16_k16, F16, F32),
    "m16n8k16.row.col.f16.f16.f16.f16": (a_f16_k16, b_f16_k16, F16, F16),
    "m16n8k16.row.col.f32.bf16.bf16.f32": (a_f16_k16, b_f16_k16, BF16, F32),
    "m16n8k8.row.col.f32.f16.f16.f32": (a_f16_k8, b_f16_k8, F16, F32),
    "m16n8k8.row.col.f32.bf16.bf16.f32": (a_f16_k8, b_f16_k8, BF16, F32),
    "m16n8k8.row.col.f32.tf32.tf32.f32": (a_tf32_k8, b_tf32_k8, F32, F32),
    "m16n8k4.row.col.f32.tf32.tf32.f32": (a_tf32_k4, b_tf32_k4, F32, F32),
    "m16n8k32.row.col.f32.e4m3.e4m3.f32": (a_s8_k32, b_s8_k32, E4M3, F32),
    "m16n8k32.row.col.f32.e5m2.e5m2.f32": (a_s8_k32, b_s8_k32, E5M2, F32),
    "m16n8k32.row.col.s32.s8.s8.s32": (a_s8_k32, b_s8_k32, S8, S32),
    "m16n8k16.row.col.s32.u8.u8.s32": (a_s8_k16, b_s8_k16, U8, S32),
    "m8n8k16.row.col.s32.s8.s8.s32": (a_s8_m8, b_s8_k16, S8, S32),
    "m8n8k4.row.col.f64.f64.f64.f64": (a_f64, b_f64, F64, F64),
}


def values(shape, dtype):
    """Small numbers that every format holds exactly, so that sums are exact too."""
    return RNG.integers(0 if dtype is U8 else -4, 5, shape).astype(np.float32).astype(dtype)


def lanes_of(matrix, place, count):
    """(lanes, elements) as the fragment's table has them."""
    return np.array([[matrix[place(lane >> 2, lane % 4, i)] for i in range(count)] for lane in LANES], matrix.dtype)


def run_mma(name, a, b, c, a_place, b_place, c_place):
    """Feed each lane its registers, run one mma, take the result's registers apart."""
    m, n = c.shape
    fa, fb, fc = (
        lanes_of(x, place, x.size // 32) for x, place in ((a, a_place), (b, b_place), (c, c_place))
    )
    raw = [np.ascontiguousarray(f).view(np.float64 if a.dtype is F64 else np.uint32) for f in (fa, fb, fc)]
    width, letter = (8, "fd") if a.dtype is F64 else (4, "r")
    kind = "f64" if a.dtype is F64 else "b32"
    loads, at, groups = "", 0, []
    for pointer, words in zip((2, 3, 4), raw):
        names = []
        for i in range(words.shape[1]):
            loads += f"ld.global.{kind} %{letter}{at}, [%rd1{pointer}+{i * width}];\n"
            names.append(f"%{letter}{at}")
            at += 1
        groups.append("{" + ",".join(names) + "}")
    targets = [f"%{letter}{at + i}" for i in range(raw[2].shape[1])]
    addresses = "".join(
        f"mad.wide.u32 %rd1{p}, %r60, {w.shape[1] * width}, %rd{p};\n" for p, w in ((1, raw[2]), (2, raw[0]), (3, raw[1]), (4, raw[2]))
    )
    stores = "".join(f"st.global.{kind} [%rd11+{i * width}], {t};\n" for i, t in enumerate(targets))
    body = f"""mov.u32 %r60, %tid.x;\n{addresses}{loads}
mma.sync.aligned.{name} {{{",".join(targets)}}}, {groups[0]}, {groups[1]}, {groups[2]};
{stores}"""
    out, *_ = run(entry(body, 4), [np.zeros_like(raw[2]), *raw])
    found = np.zeros((m, n), c.dtype)
    for lane in LANES:
        for i, v in enumerate(out[lane].view(c.dtype)):
            found[c_place(lane >> 2, lane % 4, i)] = v
    return found


@pytest.mark.parametrize("name", CASES)
def test_mma(name):
    a_place, b_place, dtype, out = CASES[name]
    m, n, k = (int(v) for v in name.split(".")[0].replace("m", "").replace("n", " ").replace("k", " ").split())
    a, b = values((m, k), dtype), values((k, n), dtype)
    c = RNG.integers(-9, 9, (m, n)).astype(out)
    found = run_mma(name, a, b, c, a_place, b_place, c_m16n8 if m == 16 else c_m8n8)
    np.testing.assert_array_equal(found, (a.astype(np.float64) @ b.astype(np.float64) + c).astype(out))


def test_tf32_ignores_the_low_13_bits():
    a, b = np.full((16, 8), 1 + 2.0**-11, np.float32), np.eye(8, dtype=np.float32)
    found = run_mma("m16n8k8.row.col.f32.tf32.tf32.f32", a, b, np.zeros((16, 8), np.float32), a_tf32_k8, b_tf32_k8, c_m16n8)
    np.testing.assert_array_equal(found, 1)


def test_integer_sums_wrap_or_saturate():
    a, b = np.full((16, 32), 127, np.int8), np.full((32, 8), 127, np.int8)
    c = np.full((16, 8), 2**31 - 100, np.int32)
    name = "m16n8k32.row.col.{}s32.s8.s8.s32"
    wrapped = run_mma(name.format(""), a, b, c, a_s8_k32, b_s8_k32, c_m16n8)
    np.testing.assert_array_equal(wrapped, (2**31 - 100 + 32 * 127 * 127) - 2**32)
    full = run_mma(name.format("satfinite."), a, b, c, a_s8_k32, b_s8_k32, c_m16n8)
    np.testing.assert_array_equal(full, 2**31 - 1)


def test_mma_by_a_part_of_a_warp_is_an_error():
    body = """mov.u32 %r1, %tid.x; setp.lt.u32 %p1, %r1, 16; @!%p1 bra L;
mov.b32 %f0, 0f00000000; mov.b32 %r2, 0;
mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {%f1,%f2,%f3,%f4}, {%r2,%r2,%r2,%r2}, {%r2,%r2}, {%f0,%f0,%f0,%f0};
L: bar.warp.sync 0xffff; """
    with pytest.raises(BarrierMisuse):
        run(entry(body), [np.zeros(32, np.float32)] * 2)


LOAD_ROWS = """
.shared .align 16 .b8 tile[512];
mov.u32 %r1, %tid.x; mul.wide.u32 %rd3, %r1, 16; add.u64 %rd4, %rd2, %rd3;
mov.u64 %rd5, tile; add.u64 %rd6, %rd5, %rd3; cvt.u32.u64 %r2, %rd6;
ld.global.v4.b32 {%r3,%r4,%r5,%r6}, [%rd4]; st.shared.v4.b32 [%r2], {%r3,%r4,%r5,%r6};
bar.warp.sync 0xffffffff;
"""
STORE_REGISTERS = "add.u64 %rd7, %rd1, %rd3; st.global.v4.b32 [%rd7], {%r10,%r11,%r12,%r13};"


@pytest.mark.parametrize("transposed", [False, True])
def test_ldmatrix(transposed):
    tiles = np.arange(256, dtype=np.uint16).reshape(4, 8, 8)
    mod = ".trans" if transposed else ""
    body = f"{LOAD_ROWS} ldmatrix.sync.aligned.m8n8.x4{mod}.shared.b16 {{%r10,%r11,%r12,%r13}}, [%r2];\n{STORE_REGISTERS}"
    out, _ = run(entry(body), [np.zeros(128, np.uint32), tiles])
    lanes = out.view(np.uint16).reshape(32, 4, 2)
    for lane in LANES:
        for i in range(4):
            row, column = lane // 4, lane % 4 * 2
            expected = [tiles[i, column + e, row] if transposed else tiles[i, row, column + e] for e in range(2)]
            assert lanes[lane, i].tolist() == expected


def test_stmatrix_is_the_way_back():
    tiles = np.arange(256, dtype=np.uint16).reshape(4, 8, 8)
    body = f"""{LOAD_ROWS} ldmatrix.sync.aligned.m8n8.x4.trans.shared.b16 {{%r10,%r11,%r12,%r13}}, [%r2];
stmatrix.sync.aligned.m8n8.x4.shared.b16 [%r2], {{%r10,%r11,%r12,%r13}};
bar.warp.sync 0xffffffff; ld.shared.v4.b32 {{%r10,%r11,%r12,%r13}}, [%r2]; {STORE_REGISTERS}"""
    out, _ = run(entry(body), [np.zeros(128, np.uint32), tiles])
    np.testing.assert_array_equal(out.view(np.uint16).reshape(4, 8, 8), tiles.swapaxes(1, 2))


def test_movmatrix_transposes():
    tile = np.arange(64, dtype=np.uint16).reshape(8, 8)
    body = """mov.u32 %r1, %tid.x; mad.wide.u32 %rd3, %r1, 4, %rd2; ld.global.b32 %r2, [%rd3];
movmatrix.sync.aligned.m8n8.trans.b16 %r3, %r2; mad.wide.u32 %rd4, %r1, 4, %rd1; st.global.b32 [%rd4], %r3;"""
    out, _ = run(entry(body), [np.zeros(32, np.uint32), tile])
    np.testing.assert_array_equal(out.view(np.uint16).reshape(8, 8), tile.T)
