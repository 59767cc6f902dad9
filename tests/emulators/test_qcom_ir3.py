"""The interpreter of ir3: each operation against NumPy, conversions, control flow, and what is refused."""
from __future__ import annotations

import numpy as np
import pytest

from heddle.renderer.nir.adreno import Adreno
from heddle.runtime.qcom import mesa
from heddle.runtime.qcom.ir3_compiler import IR3Compiler
from heddle.runtime.qcom.ir3_program import NO_REGISTER, IR3Program
from tests.emulators.qcom.errors import KernelFault
from tests.emulators.qcom.ir3 import ops
from tests.emulators.qcom.ir3.decode import decode_line, operand
from tests.emulators.qcom.ir3.execute import Launch, execute

needs_mesa = pytest.mark.skipif(not mesa.probe().usable, reason="tinymesa is not installed")
RNG = np.random.default_rng(7)
A = np.concatenate([RNG.integers(0, 1 << 32, 500, np.uint64), [0, 1, 0xFFFFFFFF, 0x80000000, 0x7FFFFFFF]]).astype(np.uint32)
B = np.roll(A, 3)


class HostMemory:
    """Two arrays of the host, at their addresses."""

    def __init__(self, *arrays: np.ndarray) -> None: self._arrays = arrays

    def span(self, address: int) -> tuple[int, np.ndarray]:
        for array in self._arrays:
            start = array.ctypes.data
            if start <= address < start + array.nbytes: return start, array.view(np.uint8)
        raise KernelFault(f"a kernel touches {address:#x}, where there is no memory")


def run(source: str, *arrays: np.ndarray, groups: tuple[int, int, int] = (1, 1, 1), model: str = "a630") -> None:
    """Compiles NIR text and runs it on arrays."""
    program = IR3Program.of_bytes(IR3Compiler(Adreno.parse(model)).compile(source))
    arguments = b"".join(int(a.ctypes.data).to_bytes(8, "little") for a in arrays)
    constants = program.constants(arguments).ljust(16 * program.constlen, b"\xEF")
    ids = [None if r == NO_REGISTER else r for r in (program.group_id, program.local_id)]
    launch = Launch(model, program.code, tuple(np.frombuffer(constants, np.uint32).tolist()), groups, program.threads, program.shared,
                    program.private, program.is_merged, *ids)
    execute(launch, HostMemory(*arrays))


HEAD = """kernel k {threads} 1 1
shared {shared}
arguments {arguments}
  %0 = argument 64 0
  %1 = argument 64 8
  %2 = argument 64 16
  %3 = workgroup_id 0
  %4 = local_invocation_id 0
  %5 = const 32 {threads:#x}
  %6 = imul %3 %5
  %7 = iadd %6 %4
  %8 = const 32 0x4
  %9 = imul %7 %8
  %10 = u2u64 %9
  %11 = iadd %0 %10
  %12 = iadd %1 %10
  %13 = iadd %2 %10
  %14 = load global 32x1 %12 0
  %15 = load global 32x1 %13 0
"""
_U64 = np.uint64
_BINARY = {"iadd": lambda a, b: a + b, "isub": lambda a, b: a - b, "imul": lambda a, b: a * b, "iand": lambda a, b: a & b,
           "ior": lambda a, b: a | b, "ixor": lambda a, b: a ^ b, "ishl": lambda a, b: a << (b & 31),
           "ushr": lambda a, b: a >> (b & 31),
           "ishr": lambda a, b: (a.view(np.int32) >> (b & 31).astype(np.int32)).view(np.uint32),
           "imax": lambda a, b: np.maximum(a.view(np.int32), b.view(np.int32)).view(np.uint32), "umin": np.minimum, "umax": np.maximum,
           "umul_high": lambda a, b: (a.astype(_U64) * b.astype(_U64) >> _U64(32)).astype(np.uint32),
           "udiv": lambda a, b: a // b, "umod": lambda a, b: a % b,
           "fadd": lambda a, b: ops.flushed(_floats(a) + _floats(b)).view(np.uint32),
           "fmul": lambda a, b: ops.flushed(_floats(a) * _floats(b)).view(np.uint32)}


def _floats(x: np.ndarray) -> np.ndarray: return ops.flushed(x.view(np.float32))


@needs_mesa
@pytest.mark.parametrize("op", _BINARY)
@pytest.mark.parametrize("model", ["a630", "a660"])
def test_an_operation_of_nir_compiled_and_run(op: str, model: str) -> None:
    count = len(A) // 5 * 5
    a, b = A[:count].copy(), B[:count].copy()
    if op in ("udiv", "umod"): b[b == 0] = 1  # undefined
    out = np.zeros_like(a)
    source = HEAD.format(threads=5, shared=0, arguments=24) + f"  %16 = {op} %14 %15\n  store global 32x1 %11 0 %16\n"
    run(source, out, a, b, groups=(count // 5, 1, 1), model=model)
    with np.errstate(all="ignore"): wanted = _BINARY[op](a, b)
    if op[0] == "f":
        np.testing.assert_array_equal(out.view(np.float32), wanted.view(np.float32))
    else: np.testing.assert_array_equal(out, wanted)


@needs_mesa
def test_three_integers_are_added_by_sad() -> None:
    """Its name is that of a sum of differences; Mesa makes it for a sum."""
    sums = "  %16 = iadd %14 %15\n  %17 = iadd %16 %9\n  store global 32x1 %11 0 %17\n"
    source = HEAD.format(threads=5, shared=0, arguments=24) + sums
    compiler = IR3Compiler(Adreno.parse("a660"))
    assert "sad.s32" in compiler.disassemble(compiler.compile(source))
    out = np.zeros(5, np.uint32)
    run(source, out, A[:5].copy(), B[:5].copy(), model="a660")
    np.testing.assert_array_equal(out, A[:5] + B[:5] + 4 * np.arange(5, dtype=np.uint32))


@needs_mesa
@pytest.mark.parametrize("model", ["a630", "a660"])
def test_subnormal_floats_are_zeros_to_arithmetic_and_kept_by_moves(model: str) -> None:
    a = np.array([0x00000001, 0x807FFFFF, 0x00800000, 0x80800000, 0x00C00000], np.uint32)
    b = np.full(5, np.float32(0.5)).view(np.uint32)
    out = np.zeros(5, np.uint32)
    head = HEAD.format(threads=5, shared=0, arguments=24)
    run(head + "  %16 = fmul %14 %15\n  store global 32x1 %11 0 %16\n", out, a, b, model=model)
    assert out.tolist() == [0, 1 << 31, 0, 1 << 31, 0]  # the last three are normal, and half of each is not
    run(head + "  store global 32x1 %11 0 %14\n", out, a, b, model=model)
    np.testing.assert_array_equal(out, a)


def test_subnormal_halves_are_zeros_in_conversions_and_comparisons() -> None:
    halves = np.array([0x0001, 0x83FF, 0x0400], np.uint32)
    assert ops.convert("f16", "f32", halves, True).tolist() == [0, 1 << 31, np.float32(2.0 ** -14).view(np.uint32)]
    tiny = np.array([2.0 ** -15, -2.0 ** -24, 2.0 ** -14], np.float32).view(np.uint32)
    assert ops.convert("f32", "f16", tiny, True).tolist() == [0, 0x8000, 0x0400]
    assert ops.compare("cmps.f.gt", 16, halves, np.zeros(3, np.uint32)).tolist() == [0, 0, 1]


_HALVES = {"fadd": np.add, "fmul": np.multiply, "fsub": np.subtract, "fmax": np.fmax}


@needs_mesa
@pytest.mark.parametrize("op", _HALVES)
@pytest.mark.parametrize("model", ["a630", "a660"])
def test_an_operation_on_halves_and_a_constant(op: str, model: str) -> None:
    """Constants of arithmetic on halves are held as float32, those that sel.b16 picks as halves (Mesa, ir3_cp.c, lower_immed)."""
    with np.errstate(over="ignore"): a, b = (x[:500].view(np.float32).astype(np.float16) for x in (A, B))
    if op == "fmax": a, b = (np.nan_to_num(x, nan=1.5) + np.float16(0) for x in (a, b))
    words = [x.view(np.uint16).astype(np.uint32) for x in (a, b)]
    out = np.zeros(500, np.uint32)
    source = HEAD.format(threads=5, shared=0, arguments=24) + f"""\
  %16 = u2u16 %14
  %17 = u2u16 %15
  %18 = {op} %16 %17
  %19 = const 16 0x4248
  %20 = fmul %18 %19
  %21 = const 16 0x4100
  %22 = flt %20 %21
  %23 = bcsel %22 %20 %21
  %24 = u2u32 %23
  store global 32x1 %11 0 %24
"""
    run(source, out, *words, groups=(100, 1, 1), model=model)
    with np.errstate(all="ignore"):
        a, b = ops.flushed(a), ops.flushed(b)
        product = ops.flushed(ops.flushed(_HALVES[op](a, b)) * np.float16(3.140625))
        wanted = np.where(product < np.float16(2.5), product, np.float16(2.5))
    np.testing.assert_array_equal(out.astype(np.uint16).view(np.float16), wanted)


@needs_mesa
def test_shared_memory_barriers_and_loops() -> None:
    """The threads of a group turn an array round, three times."""
    source = HEAD.format(threads=64, shared=256, arguments=24).replace("  %0 = arg", "  register r0 32x1\n  %0 = arg", 1) + """\
  %16 = imul %4 %8
  %17 = const 32 0xfc
  %18 = isub %17 %16
  %19 = const 32 0x0
  set r0 %19
  loop {
    %20 = get r0
    %21 = const 32 0x3
    %22 = ige %20 %21
    break_if %22
    barrier
    store shared 32x1 %16 0 %14
    barrier
    %23 = load shared 32x1 %18 0
    %24 = iadd %23 %20
    store global 32x1 %11 0 %24
    %25 = const 32 0x1
    %26 = iadd %20 %25
    set r0 %26
  }
"""
    a, out = np.arange(192, dtype=np.uint32), np.zeros(192, np.uint32)
    run(source, out, a, a.copy(), groups=(3, 1, 1))
    np.testing.assert_array_equal(out.reshape(3, 64), a.reshape(3, 64)[:, ::-1] + 2)


@needs_mesa
def test_paths_that_differ() -> None:
    source = HEAD.format(threads=64, shared=0, arguments=24) + """\
  %16 = ult %14 %15
  if %16 {
    store global 32x1 %11 0 %15
    %17 = iadd %14 %15
    store global 32x1 %12 0 %17
  }
"""
    a, b, out = A[:448].copy(), B[:448].copy(), np.zeros(448, np.uint32)
    before = a.copy()
    run(source, out, a, b, groups=(7, 1, 1))
    np.testing.assert_array_equal(out, np.where(before < b, b, 0))
    np.testing.assert_array_equal(a, np.where(before < b, before + b, before))


@needs_mesa
def test_bytes_go_to_shared_memory_from_half_registers() -> None:
    """The disassembler writes r0.x for the register of stl.u8, and hr0.x for that of stg.u8: both are halves."""
    source = HEAD.format(threads=64, shared=64, arguments=24) + """\
  %16 = ult %14 %15
  %17 = b2i8 %16
  store shared 8x1 %4 0 %17
  barrier
  %18 = const 32 0x3f
  %19 = isub %18 %4
  %20 = load shared 8x1 %19 0
  %21 = u2u32 %20
  store global 32x1 %11 0 %21
"""
    a, b, out = A[:448].copy(), B[:448].copy(), np.zeros(448, np.uint32)
    run(source, out, a, b, groups=(7, 1, 1))
    np.testing.assert_array_equal(out.reshape(7, 64), (a < b).reshape(7, 64)[:, ::-1])


@needs_mesa
def test_a_read_where_there_is_no_memory() -> None:
    a, b, out = np.zeros(64, np.uint32), np.zeros(64, np.uint32), np.zeros(64, np.uint32)
    with pytest.raises(KernelFault, match="no memory"):
        run(HEAD.format(threads=64, shared=0, arguments=24) + "  store global 32x1 %11 0 %14\n", out, a, b, groups=(1 << 20, 1, 1))


@pytest.mark.parametrize("source,to,values,wanted", [
    ("u16", "s32", [1, 0xFFFF], [1, 0xFFFF]), ("s16", "s32", [1, 0xFFFF], [1, 0xFFFFFFFF]),
    ("u8", "s16", [0x80, 0x7F], [0xFF80, 0x7F]),
    ("f32", "s32", [0x4F800000, 0xCF800000, 0x7FC00000, 0xBFC00000], [0x7FFFFFFF, 0x80000000, 0, 0xFFFFFFFF]),
    ("f32", "u32", [0x4F900000, 0xBF800000], [0xFFFFFFFF, 0]), ("s32", "f32", [0xFFFFFFFF], [0xBF800000]),
    ("u32", "f32", [0xFFFFFFFF], [0x4F800000]), ("f16", "f32", [0x3C00, 0xFC00], [0x3F800000, 0xFF800000])])
def test_conversions(source: str, to: str, values: list[int], wanted: list[int]) -> None:
    assert ops.convert(source, to, np.array(values, np.uint32), True).astype(np.uint32).tolist() == wanted


def test_operands() -> None:
    assert operand("(neg)(abs)r2.z").number == 10 and operand("(neg)(abs)r2.z").absolute
    assert operand("(absneg)r8.y").number == 33 and operand("(absneg)r8.y").absolute and operand("(absneg)r8.y").negated
    assert operand("hr4.x").half and operand("h(255)").value == 255 and operand("(0.5)").value == 0.5
    assert operand("c5.w").file == "c" and operand("!p0.y").inverted and operand("0x30000").value == 0x30000
    for text in ("q7.x", "(what)r0.x", "r0"):
        with pytest.raises(KernelFault): operand(text)
    with pytest.raises(KernelFault, match="has a prefix that is not emulated"): decode_line("(odd)nop", {})
    far = decode_line("stc.u32 c[a1.x+24], r1.w, 2", {}).access
    assert far is not None and far.offset == 24 and far.base is not None and far.base.file == "a"
    line = decode_line("(sy)(nop3)(rpt2)add.f r1.x, (r)r2.y, c0.x", {})
    assert (line.name, line.rpt, len(line.operands), line.operands[1].repeats) == ("add.f", 2, 3, True)
    assert decode_line("ldg.u32 r3.z, g[r2.z+16], 4", {}).count == 4 and decode_line("br !p0.x, #l3", {"l3": 9}).target == 9
