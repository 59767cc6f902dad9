"""Prefetching: which loads ask for memory ahead of their use, and what that looks like in source."""
from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from heddle import Context, Device, Tensor
from heddle.codegen.pipeline import to_linear, to_program
from heddle.renderer import Renderer, bytes_ahead
from heddle.renderer.c.clang import ClangRenderer
from heddle.renderer.llvm.llvmir import LLVMRenderer
from heddle.uop import Ops
from tests.codegen.kernels import CAPABILITIES
from tests.schedule.graphs import kernels

AHEAD = 1024


def renderer(kind: type[Renderer], ahead: int = AHEAD) -> Renderer:
    return kind("CPU", replace(CAPABILITIES, ahead=ahead, threads=2))


def prefetched(x: Tensor, ahead: int = AHEAD) -> set[int]:
    """The buffers of the last kernel that are fetched ahead."""
    *_, ast = kernels(x.uop.contiguous())
    loads = [u for u in to_linear(ast, renderer(LLVMRenderer, ahead)).uops if u.op is Ops.LOAD and bytes_ahead(u)]
    assert all(bytes_ahead(u) == ahead and u.dtype.itemsize >= 16 for u in loads)
    return {u.src[0].src[0].arg.slot for u in loads}


@pytest.mark.parametrize(("rows", "dtype"), [(1, "float16"), (1, "int8"), (3, "float32"), (3, "bfloat16")])
def test_weights_of_few_rows_are(rows: int, dtype: str) -> None:
    x, w = Tensor.empty(rows, 2048), Tensor.empty(512, 2048, dtype=dtype)
    assert prefetched(x @ w.float().T) == {2}, "each row of weights is read once, and the rows of x again and again"
    assert not prefetched(x @ w.float().T, 0), "the device is not asked"


def test_what_is_read_again_or_in_another_order_is_not() -> None:
    x, w = Tensor.empty(1, 2048), Tensor.empty(2048, 2048)
    assert not prefetched(x @ w), "rows are read a piece at a time"
    assert not prefetched(w.sum(0)), "so they are"
    assert not prefetched(Tensor.empty(64, 2048) @ w), "tiles are read again"
    assert not prefetched(x @ w.T), "a multiplication and an addition wait for memory in any case"
    assert not prefetched(w * 2), "a loop that adds nothing up waits for memory in any case"
    assert not prefetched(x @ Tensor.empty(16, 2048).T), "128 KiB are in a cache"


@pytest.mark.parametrize("kind, text", [(LLVMRenderer, "@llvm.prefetch.p0(ptr %"), (ClangRenderer, ", 0, 3);")])
def test_sources_ask_for_it(kind: type[Renderer], text: str) -> None:
    *_, ast = kernels((Tensor.empty(3, 2048) @ Tensor.empty(512, 2048).T).uop.contiguous())
    assert text in to_program(ast, renderer(kind)).src[1].arg
    assert text not in to_program(ast, renderer(kind, 0)).src[1].arg


@pytest.mark.parametrize("device", ["CPU:LLVM", "CPU:CLANG"])
def test_results_are_the_same_up_to_the_end_of_a_buffer(device: str) -> None:
    if not (probe := Device.probe(device)).usable: pytest.skip(probe.why_not())
    x, w = (np.random.default_rng(0).standard_normal(shape).astype(np.float32) for shape in ((3, 1031), (257, 1031)))
    with Context(DEV=device):
        for rows in (1, 2, 3):
            got = (Tensor(x[:rows]) @ Tensor(w).T).numpy()
            np.testing.assert_allclose(got, x[:rows].astype(np.float64) @ w.T, rtol=1e-4, atol=1e-4)
