"""Text for OpenCL: what it looks like. That it computes the right thing is tested on every device by the conformance suite."""
from __future__ import annotations

from heddle.dtype import dtypes
from heddle.renderer import Capabilities
from heddle.renderer.c.opencl import OpenCLRenderer
from heddle.uop import Ops, ParamArg, UOp
from tests.renderer.kernels import Kernel

CL = OpenCLRenderer("test", Capabilities(vector=16))


def body(k: Kernel) -> list[str]:
    """The lines of a kernel between its arguments and its end."""
    lines = CL.render(k.ops, k.name).splitlines()
    start = max(i for i, line in enumerate(lines) if "(mem" in line)
    return [line.strip() for line in lines[start + 1:-1]]


def special(k: Kernel, name: str, size: int) -> UOp:
    return k.add(UOp(Ops.SPECIAL, dtypes.int32, (UOp.const(dtypes.int32, size),), name))


def test_items_and_groups() -> None:
    k = Kernel("items")
    out = k.param(dtypes.int32, 128)
    k.store(out, special(k, "gidx0", 4) * 32 + special(k, "lidx0", 32), UOp.const(dtypes.int32, 1))
    text = CL.render(k.ops, k.name)
    assert "__kernel __attribute__((reqd_work_group_size(32, 1, 1)))\nvoid items(__global char *mem0, const long at0) {" in text
    assert "const int gidx0 = get_group_id(0);" in text and "const int lidx0 = get_local_id(0);" in text


def test_signed_sums_that_may_wrap_are_unsigned_sums() -> None:
    k = Kernel("wrap")
    out, a = (k.param(dtypes.int32, 8) for _ in range(2))
    k.store(out, 0, k.load(a, 0) + k.load(a, 1))
    assert body(k) == ["out0[0] = (int)((uint)in1[0] + (uint)in1[1]);"]


def test_the_greater_of_narrow_numbers_names_its_type() -> None:
    """C computes them as int, and among the built-in's types none is then the one that is meant."""
    k = Kernel("greatest")
    out, a = (k.param(dtypes.int8, 8) for _ in range(2))
    k.store(out, 0, k.add(k.load(a, 0).alu(Ops.MAX, k.load(a, 1))))
    text = CL.render(k.ops, k.name)
    assert "char max_char(char a, char b) { return a > b ? a : b; }" in text and "out0[0] = max_char(in1[0], in1[1]);" in text


def test_lanes_of_two_wide_vectors_are_picked_from_each() -> None:
    """The language has no vectors of 32."""
    k = Kernel("turned")
    out, a = (k.param(dtypes.float32, 32) for _ in range(2))
    low, high = k.load(a, 0, 16), k.load(a, 16, 16)
    both = k.add(UOp(Ops.VECTORIZE, dtypes.float32.vec(32), (low, high)))
    k.store(out, 0, k.add(both.gep(tuple(range(0, 32, 2)))))
    text = CL.render(k.ops, k.name)
    assert "float32" not in text and "v0.s0, v0.s2" in text and "v1.sc, v1.se" in text


def test_images_are_read_and_written_by_pixels() -> None:
    k = Kernel("images")
    out, a = (k.add(UOp(Ops.PARAM, dtypes.float32, (), ParamArg(n, 60, image=dtypes.imagef((3, 5))))) for n in range(2))
    i = special(k, "lidx0", 15)
    k.store(out, i * 4, k.load(a, i * 4, 4))
    text = CL.render(k.ops, k.name)
    assert "void images(__write_only image2d_t out0, const long at0, __read_only image2d_t in1, const long at1) {" in text
    assert "write_imagef(out0, (int2)(k0 / 4 % 5, k0 / 20), read_imagef(in1, (int2)(k0 / 4 % 5, k0 / 20)));" in text


def test_positions_are_known_not_to_wrap() -> None:
    k = Kernel("position")
    out = k.param(dtypes.int32, 64)
    i = special(k, "lidx0", 8)
    k.store(out, i * 8 + 3, UOp.const(dtypes.int32, 1))
    assert body(k)[-1] == "out0[lidx0 * 8 + 3] = 1;"


def test_half_is_asked_for_where_it_is_used() -> None:
    k = Kernel("halves")
    out, a = (k.param(dtypes.float16, 8) for _ in range(2))
    k.store(out, 0, k.load(a, 0, 4) + k.load(a, 4, 4))
    text = CL.render(k.ops, k.name)
    assert text.startswith("#pragma OPENCL EXTENSION cl_khr_fp16 : enable\n")
    assert "vstore4(vload4(0, in1) + vload4(0, (in1 + 4)), 0, out0);" in text
