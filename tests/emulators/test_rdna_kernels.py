"""Whole kernels: divergence, loops, local memory, widths of memory, atomic operations, lanes, matrices, faults."""
from __future__ import annotations

import dataclasses
import re
import struct

import numpy as np
import pytest

from tests.emulators.amd.errors import KernelFault, MemoryFault
from tests.emulators.amd.rdna import execute, testing
from tests.emulators.amd.rdna.decode import LITERAL
from tests.emulators.amd.rdna.errors import Endless, LdsFault, NotWaitedFor, UnknownInstruction
from tests.emulators.amd.rdna.generations import GENERATIONS
from tests.emulators.amd.rdna.ops import matrix12
from tests.emulators.amd.rdna.testing import PLAIN, FakeMemory, assembly, compiled, dispatch, launch, on_both

pytest.importorskip("llvmlite")


@pytest.fixture(params=["gfx1030", "gfx1100", "gfx1201", "gfx1030/64", "gfx1100/64", "gfx1201/64"])
def cpu(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> str:
    """What the kernels of a test are compiled for."""
    monkeypatch.setattr(testing, "CPU", request.param)
    return request.param


IDS = """
declare i32 @llvm.amdgcn.workitem.id.x()
declare i32 @llvm.amdgcn.workitem.id.y()
declare i32 @llvm.amdgcn.workitem.id.z()
declare i32 @llvm.amdgcn.workgroup.id.x()
declare i32 @llvm.amdgcn.workgroup.id.y()
declare i32 @llvm.amdgcn.workgroup.id.z()
declare void @llvm.amdgcn.s.barrier()
"""


def kernel(body: str, parameters: str = "ptr addrspace(1) %out, ptr addrspace(1) %a", before: str = "") -> str:
    return f"{IDS}{before}\ndefine amdgpu_kernel void @k({parameters}) #0 {{\n{body}\n  ret void\n}}\n{PLAIN}"


THREAD = "  %t = call i32 @llvm.amdgcn.workitem.id.x()\n"
SAVE = "  %po = getelementptr i32, ptr addrspace(1) %out, i32 %t\n  store i32 %r, ptr addrspace(1) %po\n"
LOAD = "  %pa = getelementptr i32, ptr addrspace(1) %a, i32 %t\n  %x = load i32, ptr addrspace(1) %pa\n"


# -- where work-items are
@pytest.mark.usefixtures("cpu")
def test_ids_of_groups_and_items() -> None:
    parts = [("workitem", c) for c in "xyz"] + [("workgroup", c) for c in "xyz"]
    body = "".join(f"  %{kind}{c} = call i32 @llvm.amdgcn.{kind}.id.{c}()\n" for kind, c in parts)
    body += """
  %g1 = mul i32 %workgroupz, 3
  %g2 = add i32 %g1, %workgroupy
  %g3 = mul i32 %g2, 2
  %g = add i32 %g3, %workgroupx
  %i1 = mul i32 %workitemz, 3
  %i2 = add i32 %i1, %workitemy
  %i3 = mul i32 %i2, 5
  %i = add i32 %i3, %workitemx
  %n = mul i32 %g, 60
  %at = add i32 %n, %i
"""
    for k, (kind, c) in enumerate(parts):
        body += f"  %q{k} = getelementptr [6 x i32], ptr addrspace(1) %out, i32 %at, i32 {k}\n"
        body += f"  store i32 %{kind}{c}, ptr addrspace(1) %q{k}\n"
    out, _ = launch(kernel(body), [np.full((2 * 3 * 2 * 60, 6), -1, np.int32)] * 2, (2, 3, 2), (5, 3, 4))
    g, i = np.divmod(np.arange(720), 60)
    wanted = np.stack([i % 5, i // 5 % 3, i // 15, g % 2, g // 2 % 3, g // 6], axis=1)
    assert np.array_equal(out, wanted)


# -- control flow
@pytest.mark.usefixtures("cpu")
def test_lanes_leave_a_loop_one_by_one() -> None:
    """Steps of Collatz' sequence: every lane has its own count, and branches both ways within."""
    body = """
  %p = getelementptr i32, ptr addrspace(1) %p1, i64 %i
  %start = load i32, ptr addrspace(1) %p
  br label %loop
loop:
  %x = phi i32 [%start, %0], [%y, %next]
  %n = phi i32 [0, %0], [%m, %next]
  %stop = icmp ult i32 %x, 2
  br i1 %stop, label %done, label %step
step:
  %odd = trunc i32 %x to i1
  br i1 %odd, label %up, label %down
up:
  %u1 = mul i32 %x, 3
  %u = add i32 %u1, 1
  br label %next
down:
  %d = lshr i32 %x, 1
  br label %next
next:
  %y = phi i32 [%u, %up], [%d, %down]
  %m = add i32 %n, 1
  br label %loop
done:
  %q = getelementptr i32, ptr addrspace(1) %p0, i64 %i
  store i32 %n, ptr addrspace(1) %q
"""
    here, there = on_both(256, body, [np.zeros(256, np.int32), np.arange(256, dtype=np.int32) * 7 + 1])
    assert np.array_equal(here[0], there[0]) and here[0].max() > 100


@pytest.mark.usefixtures("cpu")
def test_waves_take_different_ways() -> None:
    """A branch on something that a whole wave agrees on."""
    body = """
  %w = lshr i64 %i, 5
  %three = urem i64 %w, 3
  switch i64 %three, label %c [i64 0, label %a
                               i64 1, label %b]
a:
  br label %end
b:
  br label %end
c:
  br label %end
end:
  %r = phi i32 [10, %a], [20, %b], [30, %c]
  %q = getelementptr i32, ptr addrspace(1) %p0, i64 %i
  %s = atomicrmw add ptr addrspace(1) %q, i32 %r monotonic
"""
    here, there = on_both(512, body, [np.zeros(512, np.int32)])
    assert np.array_equal(here[0], there[0])


# -- memory
@pytest.mark.parametrize("kind, dtype", [("i8", "i1"), ("i16", "i2"), ("i32", "i4"), ("i64", "i8"), ("float", "f4")])
@pytest.mark.usefixtures("cpu")
def test_vectors_in_memory(kind: str, dtype: str) -> None:
    """Loads and stores of 1 to 16 elements, aligned only as an element is."""
    rng, size = np.random.default_rng(0), np.dtype(dtype).itemsize
    for lanes in (1, 2, 3, 4, 8, 16):
        backwards = ", ".join(f"i32 {k}" for k in reversed(range(lanes)))
        body = f"""
  %at = mul i64 %i, {lanes}
  %odd = add i64 %at, 1
  %p = getelementptr {kind}, ptr addrspace(1) %p1, i64 %odd
  %v = load <{lanes} x {kind}>, ptr addrspace(1) %p, align {size}
  %w = shufflevector <{lanes} x {kind}> %v, <{lanes} x {kind}> %v, <{lanes} x i32> <{backwards}>
  %q = getelementptr {kind}, ptr addrspace(1) %p0, i64 %odd
  store <{lanes} x {kind}> %w, ptr addrspace(1) %q, align {size}
"""
        source = rng.integers(-100, 100, 128 * lanes + 1).astype(dtype)
        here, there = on_both(128, body, [np.zeros_like(source), source])
        assert np.array_equal(here[0], there[0])


@pytest.mark.usefixtures("cpu")
def test_private_memory() -> None:
    """An array that is indexed by what was loaded lies in private memory: on gfx10 through a buffer, else by its own instructions."""
    body = """
  %s = alloca [16 x i32], align 4, addrspace(5)
  br label %fill
fill:
  %k = phi i32 [0, %0], [%k1, %fill]
  %slot = getelementptr i32, ptr addrspace(5) %s, i32 %k
  %sq = mul i32 %k, %k
  store volatile i32 %sq, ptr addrspace(5) %slot
  %k1 = add i32 %k, 1
  %more = icmp ult i32 %k1, 16
  br i1 %more, label %fill, label %done
done:
  %t = call i32 @llvm.amdgcn.workitem.id.x()
  %pa = getelementptr i32, ptr addrspace(1) %a, i32 %t
  %x = load i32, ptr addrspace(1) %pa
  %from = getelementptr i32, ptr addrspace(5) %s, i32 %x
  %r = load volatile i32, ptr addrspace(5) %from
"""
    index = np.random.default_rng(1).integers(0, 16, 64).astype(np.int32)
    source = kernel(body + SAVE)
    out, _ = launch(source, [np.zeros(64, np.int32), index], size=64)
    assert np.array_equal(out, index**2)


LDS = "@tile = internal addrspace(3) global [1024 x i32] poison, align 16\n"


def reversal(barrier: str) -> str:
    body = f"""{THREAD}{LOAD}
  %here = getelementptr i32, ptr addrspace(3) @tile, i32 %t
  store i32 %x, ptr addrspace(3) %here
  {barrier}
  %back = sub i32 255, %t
  %there = getelementptr i32, ptr addrspace(3) @tile, i32 %back
  %r = load i32, ptr addrspace(3) %there
"""
    return kernel(body + SAVE, before=LDS)


@pytest.mark.usefixtures("cpu")
def test_local_memory_with_a_barrier() -> None:
    fence = 'fence syncscope("workgroup") release\n  call void @llvm.amdgcn.s.barrier()\n  fence syncscope("workgroup") acquire'
    a = np.arange(256, dtype=np.int32)
    out, _ = launch(reversal(fence), [np.zeros(256, np.int32), a], size=256)
    assert np.array_equal(out, a[::-1])


def test_local_memory_beyond_the_workgroups_is_a_fault() -> None:
    with pytest.raises(LdsFault, match=r"up to byte 1024, the workgroup has 512"):
        launch(reversal(""), [np.zeros(256, np.int32)] * 2, size=256, lds=512)


@pytest.mark.usefixtures("cpu")
def test_atomics_return_what_was_there() -> None:
    """Tickets from a counter: all different; and a sum."""
    body = f"""{THREAD}{LOAD}
  %old = atomicrmw add ptr addrspace(1) %a, i32 1 monotonic
  %p = getelementptr i32, ptr addrspace(1) %out, i32 %old
  store i32 %t, ptr addrspace(1) %p
"""
    out, counter = launch(kernel(body.replace(LOAD, "")), [np.full(96, -1, np.int32), np.zeros(1, np.int32)], size=96)
    assert sorted(out) == list(range(96)) and counter[0] == 96


@pytest.mark.parametrize("op", ["add", "sub", "and", "or", "xor", "min", "max", "umin", "umax", "xchg", "uinc_wrap", "udec_wrap"])
@pytest.mark.parametrize("space", [1, 3])
@pytest.mark.parametrize("kind, dtype", [("i32", np.int32), ("i64", np.int64)])
@pytest.mark.usefixtures("cpu")
def test_atomic_operations(op: str, space: int, kind: str, dtype: type) -> None:
    """One lane at a time, so that the order is known."""
    rng = np.random.default_rng(3)
    a, before = rng.integers(-50, 50, 64).astype(dtype), rng.integers(-50, 50, 64).astype(dtype)
    place = f"getelementptr {kind}, ptr addrspace({space}) {'%out' if space == 1 else '@tile'}, i32 %t"
    body = f"""{THREAD}
  %pa = getelementptr {kind}, ptr addrspace(1) %a, i32 %t
  %x = load {kind}, ptr addrspace(1) %pa
  %po = getelementptr {kind}, ptr addrspace(1) %out, i32 %t
  %start = load {kind}, ptr addrspace(1) %po
  %pl = {place}
  store {kind} %start, ptr addrspace({space}) %pl
  %old = atomicrmw {op} ptr addrspace({space}) %pl, {kind} %x monotonic
  %new = load {kind}, ptr addrspace({space}) %pl
  store {kind} %old, ptr addrspace(1) %pa
  store {kind} %new, ptr addrspace(1) %po
"""
    got, old = launch(kernel(body, before=LDS), [before, a], size=64)
    u = np.dtype(dtype).str.replace("i", "u")
    unsigned = lambda fn: fn(before.view(u), a.view(u)).view(dtype)
    wanted = {"add": before + a, "sub": before - a, "and": before & a, "or": before | a, "xor": before ^ a,
              "min": np.minimum(before, a),
              "max": np.maximum(before, a), "umin": unsigned(np.minimum), "umax": unsigned(np.maximum), "xchg": a,
              "uinc_wrap": np.where(before.view(u) >= a.view(u), 0, before + 1),
              "udec_wrap": np.where((before == 0) | (before.view(u) > a.view(u)), a, before - 1)}[op]  # fmt: skip
    assert np.array_equal(old, before) and np.array_equal(got, wanted)


# -- lanes
@pytest.mark.parametrize("call, expected", [
    ("i32 @llvm.amdgcn.readfirstlane.i32(i32 %x)", lambda x: np.full(32, x[0])),
    ("i32 @llvm.amdgcn.readlane.i32(i32 %x, i32 5)", lambda x: np.full(32, x[5])),
    ("i32 @llvm.amdgcn.ds.bpermute(i32 %four, i32 %x)", lambda x: x[(x * 3) % 32]),
    ("i32 @llvm.amdgcn.ds.swizzle(i32 %x, i32 2079)", lambda x: x[np.arange(32) ^ 2]),
    ("i32 @llvm.amdgcn.update.dpp.i32(i32 7, i32 %x, i32 273, i32 15, i32 15, i1 false)",
     lambda x: np.where(np.arange(32) % 16 < 1, 7, np.roll(x, 1))),
    ("i32 @llvm.amdgcn.update.dpp.i32(i32 7, i32 %x, i32 276, i32 15, i32 15, i1 true)",
     lambda x: np.where(np.arange(32) % 16 < 4, 0, np.roll(x, 4))),
    ("i32 @llvm.amdgcn.update.dpp.i32(i32 7, i32 %x, i32 320, i32 15, i32 15, i1 true)", lambda x: x[np.arange(32) ^ 15]),
    ("i32 @llvm.amdgcn.update.dpp.i32(i32 7, i32 %x, i32 27, i32 15, i32 15, i1 true)", lambda x: x[np.arange(32) ^ 3]),
    ("i32 @llvm.amdgcn.mov.dpp8.i32(i32 %x, i32 342391)",
     lambda x: x[(np.arange(32) & ~7) + (342391 >> 3 * (np.arange(32) % 8) & 7)]),
    ("i32 @llvm.amdgcn.permlanex16(i32 %x, i32 %x, i32 1985229328, i32 -19088744, i1 false, i1 false)",
     lambda x: x[np.arange(32) ^ 16]),
    ("i32 @llvm.amdgcn.mbcnt.lo(i32 -1, i32 0)", lambda x: np.arange(32)),
    ("i32 @llvm.amdgcn.wave.reduce.umax.i32(i32 %x, i32 0)", lambda x: np.full(32, x.max())),
])  # fmt: skip
@pytest.mark.usefixtures("cpu")
def test_lanes_read_each_other(call: str, expected: object) -> None:
    name = re.search(r"@[\w.]+", call)
    assert name is not None
    types = ", ".join(part.split()[0] for part in call[call.index("(") + 1 : -1].split(", "))
    x = np.random.default_rng(4).integers(0, 1000, 32).astype(np.int32)
    body = f"{THREAD}{LOAD}  %three = mul i32 %x, 12\n  %four = and i32 %three, 127\n  %r = call {call}\n"
    out, _ = launch(kernel(body + SAVE, before=f"declare i32 {name[0]}({types})\n"), [np.zeros(32, np.int32), x])
    assert np.array_equal(out, expected(x))  # type: ignore[operator]


# -- matrices
@pytest.mark.parametrize(("gpu", "width"), (("gfx1100", 16), ("gfx1201", 8)))
def test_matrix_product(gpu: str, width: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """`width`: elements of each factor that a lane holds: on gfx12 the second halves of rows and columns are in lanes 16 to 31."""
    monkeypatch.setattr(testing, "CPU", gpu)
    rng = np.random.default_rng(5)
    a, b = rng.normal(size=(2, 16, 16)).astype(np.float16)
    c = rng.normal(size=(16, 16))
    call, lane = f"@llvm.amdgcn.wmma.f32.16x16x16.f16.v8f32.v{width}f16", np.arange(32)
    body = f"""{THREAD}
  %pa = getelementptr <{width} x half>, ptr addrspace(1) %a, i32 %t
  %va = load <{width} x half>, ptr addrspace(1) %pa
  %pb = getelementptr <{width} x half>, ptr addrspace(1) %b, i32 %t
  %vb = load <{width} x half>, ptr addrspace(1) %pb
  %pc = getelementptr <8 x float>, ptr addrspace(1) %out, i32 %t
  %vc = load <8 x float>, ptr addrspace(1) %pc
  %d = call <8 x float> {call}(<{width} x half> %va, <{width} x half> %vb, <8 x float> %vc)
  store <8 x float> %d, ptr addrspace(1) %pc
"""
    by_halves = width == 8
    along = np.arange(width)[None] + (lane[:, None] // 16 * 8 if by_halves else 0)
    row = np.arange(8)[None] + lane[:, None] // 16 * 8 if by_halves else np.arange(8)[None] * 2 + lane[:, None] // 16
    column = lane[:, None] % 16
    laid = c[row, column].astype(np.float32)
    source = kernel(body, "ptr addrspace(1) %out, ptr addrspace(1) %a, ptr addrspace(1) %b",
                    f"declare <8 x float> {call}(<{width} x half>, <{width} x half>, <8 x float>)")  # fmt: skip
    out, *_ = launch(source, [laid, np.ascontiguousarray(a[column, along]), np.ascontiguousarray(b[along, column])])
    exact = a.astype(np.float64) @ b.astype(np.float64)
    assert np.allclose(out, exact[row, column] + laid, rtol=1e-6, atol=1e-6)


#: of gfx12: how results are called, how factors are, in memory and in IR, how many of these a lane has, and how far apart sums may be
_SPREAD = (
    ("f32.16x16x16.f16.v8f32.v8f16", "<8 x float>", "<8 x half>", np.float16, 1e-6),
    ("f16.16x16x16.f16.v8f16.v8f16", "<8 x half>", "<8 x half>", np.float16, 1e-3),
    ("i32.16x16x16.iu8.v8i32.v2i32", "<8 x i32>", "<2 x i32>", np.int8, 0),
)


@pytest.mark.parametrize(("name", "result", "held", "dtype", "off"), _SPREAD)
def test_matrix_product_of_gfx12(monkeypatch: pytest.MonkeyPatch, name: str, result: str, held: str, dtype: type, off: float) -> None:
    """Lanes from 16 on hold the second half of each row and column of the factors, and the rows from 8 on of the result."""
    monkeypatch.setattr(testing, "CPU", "gfx1201")
    rng = np.random.default_rng(5)
    a, b = (rng.integers(-9, 9, (16, 16)).astype(dtype) for _ in range(2))
    is_integer, call = dtype is np.int8, f"@llvm.amdgcn.wmma.{name}"
    types, sign, last = (f"i1, {held}, i1, {held}", "i1 true, ", ", i1 true") if is_integer else (f"{held}, {held}", "", "")
    if name.startswith("f16"): last = ", i1 false"
    body = f"""{THREAD}
  %pa = getelementptr {held}, ptr addrspace(1) %a, i32 %t
  %va = load {held}, ptr addrspace(1) %pa
  %pb = getelementptr {held}, ptr addrspace(1) %b, i32 %t
  %vb = load {held}, ptr addrspace(1) %pb
  %pc = getelementptr {result}, ptr addrspace(1) %out, i32 %t
  %vc = load {result}, ptr addrspace(1) %pc
  %d = call {result} {call}({sign}{held} %va, {sign}{held} %vb, {result} %vc{last})
  store {result} %d, ptr addrspace(1) %pc
"""
    lane = np.arange(32)
    laid = lambda rows: np.stack([rows[at % 16, at // 16 * 8:at // 16 * 8 + 8] for at in lane])
    kind = {"f": np.float32, "i": np.int32}[name[0]] if "32" in name[:3] else np.float16
    c = rng.integers(-9, 9, (16, 16)).astype(kind)
    source = kernel(body, "ptr addrspace(1) %out, ptr addrspace(1) %a, ptr addrspace(1) %b",
                    f"declare {result} {call}({types}, {result}{', i1' if last else ''})")  # fmt: skip
    out, *_ = launch(source, [laid(np.ascontiguousarray(c.T)), laid(a), laid(np.ascontiguousarray(b.T))])
    exact = a.astype(np.float64) @ b.astype(np.float64) + c
    assert np.allclose(out, laid(exact.T), rtol=off, atol=off)


def test_floats_of_8_bits() -> None:
    """As the Open Compute Project's specification lists them."""
    assert list(matrix12.E4M3[[0x01, 0x08, 0x38, 0x7E, 0xB8]]) == [2.0**-9, 2.0**-6, 1.0, 448.0, -1.0]
    assert np.isnan(matrix12.E4M3[[0x7F, 0xFF]]).all() and np.isfinite(matrix12.E4M3).sum() == 254
    assert list(matrix12.E5M2[[0x01, 0x04, 0x3C, 0x7B, 0x7C]]) == [2.0**-16, 2.0**-14, 1.0, 57344.0, np.inf]


# -- packed halves
@pytest.mark.usefixtures("cpu")
def test_pairs_of_halves() -> None:
    body = """
  %pa = getelementptr <2 x half>, ptr addrspace(1) %p1, i64 %i
  %a = load <2 x half>, ptr addrspace(1) %pa
  %pb = getelementptr <2 x half>, ptr addrspace(1) %p2, i64 %i
  %b = load <2 x half>, ptr addrspace(1) %pb
  %s = fadd <2 x half> %a, %b
  %n = fneg <2 x half> %b
  %m = fmul <2 x half> %s, %n
  %x = shufflevector <2 x half> %m, <2 x half> %a, <2 x i32> <i32 1, i32 2>
  %y = fadd <2 x half> %x, <half 1.5, half -2.0>
  %q = getelementptr <2 x half>, ptr addrspace(1) %p0, i64 %i
  store <2 x half> %y, ptr addrspace(1) %q
"""
    a, b = np.random.default_rng(6).normal(size=(2, 256)).astype(np.float16)
    here, there = on_both(128, body, [np.zeros(256, np.float16), a, b])
    assert np.array_equal(here[0], there[0])


# -- faults
def words_run(words: list[int], registers: dict[str, int] | None = None, size: int = 32, **options: int) -> None:
    """Run bare machine words."""
    memory, code = FakeMemory(), compiled(kernel("", ""), "gfx1100")
    _, descriptor = code.kernels["k"]
    text = memory.add(struct.pack(f"<{len(words)}I", *words) + bytes(256))
    given = dispatch(descriptor, text, 0, (1, 1, 1), (size, 1, 1), memory)
    given.registers.update(registers or {})  # type: ignore[attr-defined]
    execute(given, memory, **options)


def test_scalar_products_with_a_constant() -> None:
    """gfx12: s_fmaak_f32 s1, s2, s3, 0x42 and s_fmamk_f32 s1, s2, 0x42, s3."""
    for words, source in ((0xA2810302, (2, 3, LITERAL)), (0xA3010302, (2, LITERAL, 3))):
        i = GENERATIONS[12](12).decode(0, {0: words, 4: 0x42}.__getitem__)
        assert (i.dst, i.src, i.literal, i.size) == (1, source, 0x42, 8)


S_ENDPGM, S_BARRIER = 0xBFB00000, 0xBFBD0000


def test_a_register_that_is_still_loaded() -> None:
    """s_load_b32 s4, s[2:3], null; s_add_u32 s5, s4, s4: without a wait."""
    with pytest.raises(NotWaitedFor, match=r"s4 is used before s_waitcnt lgkmcnt"):
        memory = FakeMemory()
        data = memory.add(np.arange(16, dtype=np.int32))
        _, descriptor = compiled(kernel("", ""), "gfx1100").kernels["k"]
        text = memory.add(struct.pack("<4I", 0xF4000101, 0xF8000000, 0x80050404, S_ENDPGM) + bytes(256))
        given = dispatch(descriptor, text, data, (1, 1, 1), (32, 1, 1), memory)
        shifted = {"USER_DATA_2": data & 0xFFFFFFFF, "USER_DATA_3": data >> 32}
        given.registers.update(shifted)  # type: ignore[attr-defined]
        execute(given, memory)


def test_words_that_are_no_instruction() -> None:
    with pytest.raises(UnknownInstruction, match=r"ffffffff") as caught:
        words_run([0xBF800000, 0x7E000280, 0xFFFFFFFF])
    assert "v_mov_b32 v0" in "".join(caught.value.__notes__)


def test_an_endless_loop() -> None:
    with pytest.raises(Endless, match=r"more than 1000 instructions"):
        words_run([0x7E000280, 0xBFA0FFFE], step_limit=1000)


def test_a_wave_that_has_ended_is_not_waited_for() -> None:
    """v_cmp_gt_u32 vcc_lo, 32, v0; s_cbranch_vccz past the barrier: the second wave ends without it."""
    words_run([0x7C9800A0, 0xBFA30001, S_BARRIER, S_ENDPGM], size=64)


def test_memory_that_is_not_mapped() -> None:
    body = f"""{THREAD}{LOAD}
  %far = getelementptr i32, ptr addrspace(1) %a, i32 100000000
  %r = load i32, ptr addrspace(1) %far
"""
    with pytest.raises(MemoryFault) as caught:
        launch(kernel(body + SAVE), [np.zeros(32, np.int32)] * 2)
    assert any("global_load_b32" in note or "s_load_b32" in note for note in caught.value.__notes__)


def test_other_architectures_are_refused() -> None:
    memory = FakeMemory()
    _, descriptor = compiled(kernel("", ""), "gfx1100").kernels["k"]
    given = dispatch(descriptor, 0, 0, (1, 1, 1), (32, 1, 1), memory)
    with pytest.raises(KernelFault, match=r"no interpreter for gfx942"): execute(dataclasses.replace(given, arch="gfx942"), memory)


# -- encodings
REGISTER = re.compile(r"\b([vs])(\d+)\b|\b([vs])\[(\d+):\d+\]")


def registers(text: str) -> list[str]:
    """The vector and scalar registers that a line of assembly names, the first of each range."""
    return [f"{a or c}{b or d}" for a, b, c, d in REGISTER.findall(text)]


def test_instructions_are_those_that_llvm_writes(cpu: str) -> None:
    """The same mnemonics in the same order, and no register that the text has not."""
    source = reversal("call void @llvm.amdgcn.s.barrier()")
    number = int(cpu[3:5])
    code, decoder, at = compiled(source, cpu).text, GENERATIONS[number](number), 0
    lines = assembly(source, cpu).split("\nk:")[1].split("s_endpgm")[0].splitlines()
    wanted = [line.split(";")[0].split(None, 1) for line in lines if re.match(r"\s+(s|v|ds|global)_", line)]
    assert len(wanted) > 10
    for name, *operands in wanted:
        i = decoder.decode(at, lambda address: struct.unpack_from("<I", code, address)[0])
        at += i.size
        assert cpu.startswith("gfx1030") or re.sub(r"_e(32|64)$", "", name) == i.name, str(i)  # gfx10's names are given as gfx11's
        assert set(registers(" ".join(operands))) <= set(registers(str(i))), (name, operands, str(i))
