"""The emulator of Metal on kernels written by hand, whose results follow from Metal's specification."""
from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from heddle.runtime.cpu.clang import find_clang
from tests.emulators.metal.compiler import Library, check_spaces, run
from tests.emulators.metal.errors import MetalCompileError, MetalFault

pytestmark = pytest.mark.skipif(find_clang()[0] is None, reason="kernels for the emulator are compiled by clang: pip install ziglang")

HEAD = "#include <metal_stdlib>\nusing namespace metal;\n"
ITEM = "uint i [[thread_index_in_threadgroup]]"


def launch(body: str, *arrays: np.ndarray[Any, Any], groups: tuple[int, ...] = (1, 1, 1), items: tuple[int, ...] = (32, 1, 1),
           arguments: str | None = None, before: str = "", language: tuple[int, int] = (3, 1)) -> None:
    """Runs `body` as a kernel over `arrays`, which are a, b, c … by default of int and all written."""
    kinds = {"int32": "int", "float32": "float", "float16": "half", "uint32": "uint", "uint8": "uchar"}
    named = ", ".join(f"device {kinds[str(x.dtype)]} *{'abcd'[n]} [[buffer({n})]]" for n, x in enumerate(arrays))
    text = f"{HEAD}{before}kernel void k({arguments or f'{named}, {ITEM}'}) {{\n{body}\n}}\n"
    addresses = {n: (x.ctypes.data, x.ctypes.data + x.nbytes) for n, x in enumerate(arrays)}
    run(Library(text, language), "k", addresses, groups, items)


def ints(n: int = 32) -> np.ndarray[Any, Any]: return np.arange(n, dtype=np.int32)


# ---- what kernels compute


def test_a_barrier_shows_what_the_others_wrote() -> None:
    a = ints(64)
    launch("threadgroup int tile[64]; tile[i] = a[i] * 2;\nthreadgroup_barrier(mem_flags::mem_threadgroup); a[i] = tile[63 - i];", a,
           items=(64, 1, 1))
    assert (a == 2 * ints(64)[::-1]).all()


def test_threadgroup_memory_needs_no_line_of_its_own() -> None:
    a = ints()
    launch("threadgroup int x[32];\nthreadgroup int y;\nx[i] = a[i]; if (i == 0) y = 5;\n"
           "threadgroup_barrier(mem_flags::mem_threadgroup); a[i] = x[i ^ 1] + y;", a)
    assert (a == (ints() ^ 1) + 5).all()


def test_positions_of_a_thread() -> None:
    a = np.zeros(4 * 6, np.int32)
    launch("a[(g.x + 2 * g.y) * 6 + index] = int(g.x * 1000 + g.y * 100 + t.x * 10 + t.y + 10000 * n.x);", a, groups=(2, 2, 1),
           items=(3, 2, 1), arguments="device int *a [[buffer(0)]], uint3 g [[threadgroup_position_in_grid]], uint3 n "
           "[[threads_per_threadgroup]], uint2 t [[thread_position_in_threadgroup]], uint index [[thread_index_in_threadgroup]]")
    expected = [gx * 1000 + gy * 100 + x * 10 + y + 30000 for gy in range(2) for gx in range(2) for y in range(2) for x in range(3)]
    assert a.tolist() == expected


def test_operations_of_a_simd_group() -> None:
    a = ints(64)
    b = np.zeros((64, 6), np.int32)
    launch("int x = a[i]; b[i * 6] = simd_sum(x); b[i * 6 + 1] = simd_shuffle_xor(x, 3); b[i * 6 + 2] = simd_shuffle_down(x, 1);\n"
           "b[i * 6 + 3] = simd_broadcast(x, 7); b[i * 6 + 4] = simd_max(x); b[i * 6 + 5] = simd_shuffle_up(x, 2);", a, b,
           items=(64, 1, 1))
    lane, base = ints(64) % 32, ints(64) // 32 * 32
    assert (b[:, 0] == base * 32 + 496).all() and (b[:, 1] == ints(64) ^ 3).all()
    assert (b[:, 2] == np.where(lane < 31, ints(64) + 1, ints(64))).all() and (b[:, 3] == base + 7).all()
    assert (b[:, 4] == base + 31).all() and (b[:, 5] == np.where(lane < 2, ints(64), ints(64) - 2)).all()


def test_a_last_simd_group_may_be_smaller() -> None:
    a = ints(40)
    launch("a[i] = simd_sum(1);", a, items=(40, 1, 1))
    assert a.tolist() == [32] * 32 + [8] * 8


@pytest.mark.parametrize("kind, dtype", [("float", np.float32), ("half", np.float16)])
def test_matrices_of_a_simd_group(kind: str, dtype: type) -> None:
    rng = np.random.default_rng(0)
    a, b = (rng.integers(-4, 5, (8, 8)).astype(dtype) for _ in range(2))
    c = np.zeros((8, 12), np.float32)
    launch(f"simdgroup_matrix<{kind}, 8, 8> x, y; simdgroup_float8x8 z = make_filled_simdgroup_matrix<float, 8, 8>(1.0f);\n"
           "simdgroup_load(x, a); simdgroup_load(y, b, 8, ulong2(0), true); simdgroup_multiply_accumulate(z, x, y, z);\n"
           "simdgroup_store(z, c, 12);", a, b, c)
    assert (c[:, :8] == a.astype(np.float32) @ b.astype(np.float32).T + 1).all() and (c[:, 8:] == 0).all()


def test_each_thread_holds_two_neighbours_of_a_row() -> None:
    a, b = np.arange(64, dtype=np.float32), np.zeros((32, 2), np.float32)
    launch("simdgroup_float8x8 x; simdgroup_load(x, a);\nfor (int n = 0; n < 2; n++) b[2 * i + n] = x.thread_elements()[n];", a, b)
    assert sorted(b.ravel().tolist()) == a.tolist() and (b[:, 1] == b[:, 0] + 1).all()
    assert b[:8, 0].tolist() == [0, 2, 8, 10, 16, 18, 24, 26] and b[8, 0] == 4 and b[16, 0] == 32


def test_vectors_and_packed_vectors() -> None:
    a = np.arange(9, dtype=np.float32)
    launch("float4 v = float4(*(device packed_float4 *)(a + 1));\n"
           "*(device packed_float4 *)(a + 5) = packed_float4(v.wzyx + float4(0.5f));", a, items=(1, 1, 1))
    assert a.tolist() == [0, 1, 2, 3, 4, 4.5, 3.5, 2.5, 1.5]


def test_narrow_floats_round_to_nearest_even() -> None:
    a = np.array([1 + 2**-8, 1 + 3 * 2**-8, -65504 * 2.0, np.inf, np.nan], np.float32)
    b = np.zeros(5, np.float32)
    launch("b[i] = float(bfloat(a[i]));", a, b, items=(5, 1, 1))
    assert b[:4].tolist() == [1, 1 + 2**-6, -131072, np.inf] and np.isnan(b[4])


def test_bits_of_two_bfloats_are_joined() -> None:
    """As copysign is computed: the host's compiler must not lose the sign."""
    a = np.array([-3.0, 3.0, -0.0, 0.0], np.float32)
    launch("bfloat sign = bfloat(a[i]), one = bfloat(float(sign) * float(sign) + 1.0f);\n"
           "bfloat both = as_type<bfloat>((ushort)(as_type<ushort>(one) | (ushort)(as_type<ushort>(sign) & (ushort)32768)));\n"
           "a[i] = float(float(sign) == 5.0f ? one : both);", a, items=(4, 1, 1))
    assert a.tolist() == [-10, 10, -1, 1]


def test_atomics() -> None:
    a = np.zeros(1, np.uint32)
    launch("atomic_fetch_add_explicit(a, i, memory_order_relaxed);", a, arguments=f"device atomic_uint *a [[buffer(0)]], {ITEM}")
    assert a[0] == 496


def test_max_takes_the_number_where_the_other_is_nan() -> None:
    a = np.array([np.nan, 1.0], np.float32)
    launch("a[1] = max(a[0], a[1]);", a, items=(1, 1, 1))
    assert a[1] == 1


# ---- what kernels do wrong


@pytest.mark.parametrize("body, says", [
    ("a[i + 1] = 0;", r"k writes 4 bytes at byte 128 of buffer 0, which has 128, in thread \(31, 0, 0\) of threadgroup \(0, 0, 0\)"),
    ("a[i] = a[int(i) - 1];", r"reads 4 bytes at byte -4 of buffer 0"),
    ("*(device packed_int4 *)(a + 29) = packed_int4(1);", r"writes 16 bytes at byte 116 of buffer 0, which has 128"),
    ("threadgroup int tile[32];\na[i] = tile[i];", "reads threadgroup memory that no thread has written"),
    ("threadgroup int tile[32];\ntile[i] = 1; a[i] = tile[i ^ 1];", "reads byte 0 of threadgroup memory, which thread 0 writes too, "
     "without a barrier|reads threadgroup memory that no thread has written"),
    ("threadgroup int tile[32];\ntile[0] = i;", "writes byte 0 of threadgroup memory, which thread 0 writes too"),
    ("threadgroup int tile[32];\ntile[i] = 1; threadgroup_barrier(mem_flags::mem_threadgroup); a[i] = tile[31]; tile[i] = 2;",
     "which another thread reads, without a barrier"),
    ("threadgroup int tile[32];\ntile[i] = 1; threadgroup_barrier(mem_flags::mem_none); a[i] = tile[31 - i];", "without a barrier"),
    ("threadgroup int tile[32];\ntile[i] = 1; threadgroup_barrier(mem_flags::mem_threadgroup); a[i] = tile[i + 1];",
     "goes beyond the end of threadgroup memory|no buffer of the launch|that no thread has written"),
    ("if (i < 16) threadgroup_barrier(mem_flags::mem_none); a[i] = 1;",
     "a barrier in line 4 is waited at, and a thread has ended"),
    ("if (i < 16) threadgroup_barrier(mem_flags::mem_none); else { a[i] = 1; threadgroup_barrier(mem_flags::mem_none); }",
     "a barrier in line 4 is waited at, and a thread waits in line 4"),
    ("if (i < 16) a[i] = simd_sum(1);", "an operation of a SIMD group in line 4 is waited at"),
    ("*(device long *)(a + 1) = 0;", "an address that is no multiple of"),
])
def test_misuse_is_found(body: str, says: str) -> None:
    with pytest.raises(MetalFault, match=says): launch(body, ints())


def test_a_simdgroup_barrier_orders_its_threads() -> None:
    a = ints()
    launch("threadgroup int tile[32];\ntile[i] = a[i]; simdgroup_barrier(mem_flags::mem_threadgroup); a[i] = tile[31 - i];", a)
    assert (a == ints()[::-1]).all()


def test_the_emulator_goes_on_after_a_fault() -> None:
    a = ints()
    with pytest.raises(MetalFault): launch("threadgroup_barrier(mem_flags::mem_none); a[i + 1] = 0;", a)
    launch("a[i] = simd_max(int(i));", a)
    assert (a == 31).all()


# ---- what is not Metal's language


@pytest.mark.parametrize("body, arguments, says", [
    ("a[0] = nothing;", "device int *a [[buffer(0)]]", "use of undeclared identifier 'nothing'"),
    ("double x = 1;", "device int *a [[buffer(0)]]", "'double' is not supported"),
    ("", "device int *a [[buffer(31)]]", "must be between 0 and 30"),
    ("", "device int *a [[buffer(0)]], device int *b [[buffer(0)]]", "the same buffer index"),
    ("", "device int *a", "has no attribute"),
    ("", "int *a [[buffer(0)]]", "must be a pointer or a reference to device or constant memory"),
    ("", "device int *a [[buffer(0)]], uint x [[thread_index_in_grid]]", "unknown attribute"),
    ("a[0] = 1;", "constant int *a [[buffer(0)]]", "read-only"),
])
def test_the_compiler_refuses(body: str, arguments: str, says: str) -> None:
    with pytest.raises(MetalCompileError, match=says): launch(body, arguments=arguments)


def test_bfloat_came_with_the_language_3_1() -> None:
    with pytest.raises(MetalCompileError, match="bfloat"): launch("bfloat x;", ints(), language=(3, 0))


def test_pointers_keep_to_their_address_space() -> None:
    good = HEAD + "kernel void k(device float *a [[buffer(0)]]) { *(device packed_float2 *)a = packed_float2(1.0f); }"
    check_spaces(good)
    with pytest.raises(MetalCompileError, match="cannot initialize a variable of type 'threadgroup float"):
        check_spaces(HEAD + "kernel void k(device float *a [[buffer(0)]]) { threadgroup float *b = a; *b = 1; }")
