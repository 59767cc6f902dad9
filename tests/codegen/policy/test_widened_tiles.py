"""Products of 16-bit floats on a CPU: tiles hold them widened, and what is multiplied is what float32 tensors would give."""
from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import numpy as np
import pytest

from heddle import Context, Device, Tensor, dtypes
from heddle.codegen.pipeline import to_linear
from heddle.renderer import Capabilities
from heddle.renderer.llvm.llvmir import LLVMRenderer
from heddle.uop import Ops, UOp
from tests.codegen.kernels import CAPABILITIES
from tests.schedule.graphs import kernels


def lowered(x: Tensor, caps: Capabilities = CAPABILITIES) -> list[UOp]:
    """The ops of the last kernel."""
    *_, ast = kernels(x.uop.contiguous())
    return to_linear(ast, LLVMRenderer("CPU", caps)).uops


def tiles(uops: list[UOp]) -> set[str]: return {u.dtype.name for u in uops if u.op is Ops.DEFINE_LOCAL}


def widens_in_the_sum(uops: list[UOp]) -> bool:
    """Whether the loop that adds the products up converts what it loads."""
    inside: list[UOp] = []
    for u in uops:
        if u.op is Ops.RANGE: inside = []
        elif u.op is Ops.END:
            adds = [n for n in inside if n.op is Ops.STORE and n.src[0].op is Ops.DEFINE_REG]
            if len(adds) > 3: return any(n.op in (Ops.CAST, Ops.BITCAST, Ops.SHL) for n in inside)
        else: inside.append(u)
    raise AssertionError("no sum of a tile")


@pytest.mark.parametrize("dtype", ["bfloat16", "float16"])
def test_tiles_are_widened(dtype: str) -> None:
    x, w = Tensor.empty(128, 256, dtype=dtype), Tensor.empty(256, 192, dtype=dtype)
    for product in (x @ w, x @ w.reshape(192, 256).T, x.reshape(256, 128).T @ w):
        uops = lowered(product)
        assert tiles(uops) == {"float32"} and not widens_in_the_sum(uops)
    picture, kernel = Tensor.empty(2, 16, 14, 14, dtype=dtype), Tensor.empty(32, 16, 3, 3, dtype=dtype)
    uops = lowered(picture.conv2d(kernel, padding=1))
    assert tiles(uops) == {"float32"} and not widens_in_the_sum(uops)


def test_what_an_instruction_multiplies_stays_as_it_is() -> None:
    pairs = replace(CAPABILITIES, dot_product_dtypes=frozenset((dtypes.bfloat16,)))
    x, w = Tensor.empty(128, 256, dtype="bfloat16"), Tensor.empty(256, 192, dtype="bfloat16")
    assert "float32" not in tiles(lowered(x @ w, pairs))


def attention(q: Tensor, k: Tensor) -> Tensor: return q.scaled_dot_product_attention(k, k)


PROGRAMS: dict[str, tuple[Callable[..., Tensor], tuple[tuple[int, ...], ...]]] = {
    "product": (lambda x, w: x @ w, ((37, 67), (67, 53))), "transposed": (lambda x, w: x @ w.T, ((40, 64), (96, 64))),
    "both transposed": (lambda x, w: x.T @ w.T, ((67, 37), (53, 67))), "few rows": (lambda x, w: x @ w, ((5, 130), (130, 70))),
    "batches": (lambda x, w: x @ w, ((3, 33, 40), (3, 40, 34))),
    "windows": (lambda x, w: x.conv2d(w, padding=1), ((2, 5, 9, 11), (7, 5, 3, 3))),
    "strided windows": (lambda x, w: x.conv2d(w, padding=2, stride=2, dilation=2), ((1, 8, 19, 17), (24, 8, 3, 3))),
    "groups": (lambda x, w: x.conv2d(w, padding=1, groups=4), ((2, 16, 12, 12), (32, 4, 3, 3))),
    "attention": (attention, ((2, 3, 70, 16), (2, 3, 45, 16))), "itself": (lambda x, w: x @ x.T, ((48, 40), (1, 1))),
}


@pytest.mark.parametrize("device", ["CPU:LLVM", "CPU:CLANG"])
@pytest.mark.parametrize("dtype", ["bfloat16", "float16", "fp8e4m3"])
@pytest.mark.parametrize("name", PROGRAMS)
def test_results_are_those_of_float32(name: str, dtype: str, device: str) -> None:
    if not (probe := Device.probe(device)).usable: pytest.skip(probe.why_not())
    program, shapes = PROGRAMS[name]
    rng = np.random.default_rng(0)
    # sums of these are exact in all formats
    values = [rng.integers(-1, 2, shape).astype(np.float32) for shape in shapes]
    with Context(DEV=device):
        got = program(*(Tensor(v).cast(dtype) for v in values)).float().numpy()
        expected = program(*(Tensor(v) for v in values)).cast(dtype).float().numpy()
    np.testing.assert_allclose(got, expected, rtol=0.07 if name == "attention" else 0, atol=0.07 if name == "attention" else 0)
