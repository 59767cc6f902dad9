"""Streaming stores: which results go past the caches, what that looks like in source, and that values are the same."""
from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import numpy as np
import pytest

from heddle import Context, Device, Tensor
from heddle.codegen.pipeline import to_linear, to_program
from heddle.renderer import STREAMED, Renderer
from heddle.renderer.c.clang import ClangRenderer
from heddle.renderer.llvm.llvmir import LLVMRenderer
from heddle.uop import Ops
from tests.codegen.kernels import CAPABILITIES
from tests.schedule.graphs import kernels

LARGE = 1 << 20


def renderer(kind: type[Renderer], streamed: int = LARGE, vector: int = CAPABILITIES.vector) -> Renderer:
    return kind("CPU", replace(CAPABILITIES, streamed=streamed, threads=2, vector=vector))


def is_streamed(x: Tensor, vector: int = CAPABILITIES.vector) -> bool:
    """Whether the last kernel's stores go past the caches; either all of them do, or none."""
    *_, ast = kernels(x.uop.contiguous())
    uops = to_linear(ast, renderer(LLVMRenderer, vector=vector)).uops
    found = {u.arg == STREAMED for u in uops if u.op is Ops.STORE and u.src[0].op is Ops.INDEX and u.src[0].src[0].op is Ops.PARAM}
    assert len(found) == 1
    return found.pop()


@pytest.mark.parametrize("vector", [16, 32, 64])
def test_large_results_are(vector: int) -> None:
    x = Tensor.empty(512, 512)
    assert is_streamed(x * 2, vector) and is_streamed(x.reshape(-1).cat(x.reshape(-1)), vector)
    assert is_streamed(x @ Tensor.empty(512, 512), vector)
    if vector < 64: return
    assert is_streamed(x.half().reshape(-1).cat(x.half().reshape(-1)))
    assert is_streamed(Tensor.empty(1 << 20) < 0) and not is_streamed(x < 0), "256 KiB of bools"


def test_what_is_small_or_odd_or_read_is_not() -> None:
    assert not is_streamed(Tensor.empty(511, 512) * 2), "less than a MiB"
    assert not is_streamed(Tensor.empty(513, 513) * 2), "the last vector begins anywhere"
    assert not is_streamed(Tensor.empty(1024, 300).pad(((0, 0), (0, 1))) * 2), "rows begin anywhere"
    x = Tensor.empty(1 << 18)
    *_, ast = kernels(x.uop.assign((x * 2).uop))
    assert not [u for u in to_linear(ast, renderer(LLVMRenderer)).uops if u.arg == STREAMED], "its lines are in the caches already"


def test_a_part_of_a_line_is_not() -> None:
    x = Tensor.empty(1 << 16, 8)
    assert not is_streamed(x.pad(((0, 0), (0, 8))), 32), "half a line at a time"


@pytest.mark.parametrize(("kind", "text"), [(LLVMRenderer, "!nontemporal"), (ClangRenderer, "__builtin_nontemporal_store")])
def test_sources_have_both_ways(kind: type[Renderer], text: str) -> None:
    *_, ast = kernels((Tensor.empty(512, 512) * 2).uop.contiguous())
    source = to_program(ast, renderer(kind)).src[1].arg
    assert text in source and "sfence()" in source
    assert text not in to_program(ast, renderer(kind, 0)).src[1].arg


SHAPE = 2048, 2048  # 16 MiB
PROGRAMS: dict[str, tuple[Callable[[Tensor, Tensor], Tensor], Callable[[np.ndarray, np.ndarray], np.ndarray]]] = {
    "elementwise": (lambda x, y: x * 2 + y, lambda x, y: x * 2 + y),
    "transposed": (lambda x, y: x.T.contiguous(), lambda x, y: x.T),
    "side by side": (lambda x, y: x.cat(y, dim=1), lambda x, y: np.concatenate([x, y], 1)),
    "compared": (lambda x, y: (x < y).cat(x < 0, y < 0, x < 1), lambda x, y: np.concatenate([x < y, x < 0, y < 0, x < 1])),
    "narrowed": (lambda x, y: x.half().cat(y.half()), lambda x, y: np.concatenate([x, y]).astype(np.float16)),
    "by rows": (lambda x, y: x - x.max(1, keepdim=True), lambda x, y: x - x.max(1, keepdims=True)),
    "odd": (lambda x, y: x[:, :-1].cat(y[:, 1:3], dim=1), lambda x, y: np.concatenate([x[:, :-1], y[:, 1:3]], 1)),
    "product": (lambda x, y: x[:, :8] @ y[:8], lambda x, y: x[:, :8] @ y[:8]),
}


@pytest.mark.parametrize("device", ["CPU:LLVM", "CPU:CLANG"])
@pytest.mark.parametrize("name", PROGRAMS)
def test_values_are_the_same(name: str, device: str) -> None:
    if not (probe := Device.probe(device)).usable: pytest.skip(probe.why_not())
    rng = np.random.default_rng(0)
    x, y = (rng.integers(-9, 9, SHAPE).astype(np.float32) for _ in range(2))
    program, expected = PROGRAMS[name]
    with Context(DEV=device):
        for _ in range(2): np.testing.assert_array_equal(program(Tensor(x), Tensor(y)).numpy(), expected(x, y))


@pytest.mark.parametrize("device", ["CPU:LLVM", "CPU:CLANG"])
@pytest.mark.parametrize("offset", [0, 1, 16])
def test_memory_that_begins_anywhere_is_written(offset: int, device: str) -> None:
    if not (probe := Device.probe(device)).usable: pytest.skip(probe.why_not())
    count = 4 << 20
    owner = np.full(count + 32, 7, np.float32)
    first = -owner.ctypes.data // 4 % 16 + offset  # `offset` elements behind the start of a line
    with Context(DEV=device):
        into = Tensor.from_blob(owner[first:].ctypes.data, (count,), dtype="float32", device="CPU")
        into.assign(Tensor.arange(count).float() * 2).realize()
    np.testing.assert_array_equal(owner[first:first + count], np.arange(count, dtype=np.float32) * 2)
    assert (owner[:first] == 7).all() and (owner[first + count:] == 7).all()
