"""Text for clang: what it looks like. That it computes the right thing is tested in test_on_cpu.py."""
from __future__ import annotations

import pytest

from heddle.dtype import dtypes
from heddle.errors import InternalError
from heddle.renderer import Capabilities
from heddle.renderer.c.clang import ClangRenderer
from heddle.uop import Ops, UOp
from tests.renderer import kernels
from tests.renderer.kernels import Kernel

C = ClangRenderer("test", Capabilities(vector=64))


def body(k: Kernel) -> list[str]:
    """The lines of a kernel between its arguments and its end."""
    lines = C.render(k.ops, k.name).splitlines()
    start = max(i for i, line in enumerate(lines) if "bufs[" in line)
    return [line.strip() for line in lines[start + 1:-1]]


def test_a_value_read_once_is_written_where_it_is_read() -> None:
    k = Kernel("once")
    out, a, b = (k.param(dtypes.float32, 8) for _ in range(3))
    with k.loop(8) as i: k.store(out, i, (k.load(a, i) + k.load(b, i)) * 2.0 - 1.0)
    assert body(k)[1] == "out0[i0] = (in1[i0] + in2[i0]) * 2.0f - 1.0f;"


def test_a_value_read_twice_gets_a_name() -> None:
    k = Kernel("twice")
    out, a = (k.param(dtypes.float32, 8) for _ in range(2))
    x = k.load(a, 0) + 1.0
    k.store(out, 0, x * x)
    assert body(k) == ["float f0 = in1[0] + 1.0f;", "out0[0] = f0 * f0;"]


def test_a_load_does_not_move_past_a_store() -> None:
    k = Kernel("order")
    out, a = (k.param(dtypes.int32, 8) for _ in range(2))
    x = k.load(a, 0)
    k.store(out, 0, UOp.const(dtypes.int32, 1))
    k.store(out, 1, x)
    assert body(k) == ["int k0 = in1[0];", "out0[0] = 1;", "out0[1] = k0;"]


def test_a_value_does_not_move_into_a_loop() -> None:
    k = Kernel("loop")
    out, a = (k.param(dtypes.float32, 8) for _ in range(2))
    x = k.load(a, 0) * 3.0
    k.add(x)
    with k.loop(8) as i: k.store(out, i, x)
    assert body(k)[0] == "float f0 = in1[0] * 3.0f;"


def test_a_sum_in_a_register_reads_as_one_line() -> None:
    k = Kernel("sum")
    out, a = (k.param(dtypes.float32, 8) for _ in range(2))
    acc = k.register(dtypes.float32)
    with k.loop(8) as i: k.set(acc, k.get(acc) + k.load(a, i))
    k.store(out, 0, k.get(acc))
    assert "acc0 = acc0 + in1[i0];" in body(k)


def test_a_buffer_that_is_read_and_written_is_called_io() -> None:
    k = Kernel("inplace")
    a = k.param(dtypes.float32, 8)
    k.store(a, 0, k.load(a, 0) + 1.0)
    assert "float *io0 = bufs[0];" in C.render(k.ops, k.name)


def test_names_of_variables_cannot_collide_with_words_of_the_language() -> None:
    k = Kernel("names")
    out = k.param(dtypes.int64, 2)
    k.store(out, 0, k.var("int", 0, 5))
    k.store(out, 1, k.var("größe-1", 0, 5))
    source = C.render(k.ops, k.name)
    assert "const long n0_int = vars[0];" in source and "const long n1_gr__e_1 = vars[1];" in source


def test_expressions_do_not_grow_without_bound() -> None:
    k = Kernel("long")
    out, a = (k.param(dtypes.float32, 512) for _ in range(2))
    total = k.load(a, 0)
    for i in range(1, 400): total = k.add(total + k.load(a, i))
    k.store(out, 0, total)
    assert max(map(len, C.render(k.ops, k.name).splitlines())) < 250


def test_rendering_is_deterministic() -> None:
    assert len({C.render(k.ops, k.name) for k in (kernels.matmul_tile() for _ in range(3))}) == 1


def test_what_has_no_word_is_an_internal_error() -> None:
    k = Kernel("exp")
    out, a = (k.param(dtypes.float32, 8) for _ in range(2))
    k.store(out, 0, k.load(a, 0).alu(Ops.EXP2))
    with pytest.raises(InternalError, match="has no EXP2"): C.render(k.ops, k.name)
    k = Kernel("bf16")
    out, a = k.param(dtypes.float32, 8), k.param(dtypes.bfloat16, 8)
    k.store(out, 0, k.load(a, 0).cast(dtypes.float32))
    with pytest.raises(InternalError, match="should have become integer arithmetic"): C.render(k.ops, k.name)
