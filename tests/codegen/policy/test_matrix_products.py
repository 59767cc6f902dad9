"""Every product of narrow floats in real programs is given to tensor cores, forward and backward, on every architecture that has them.

A kernel counts as a product by what it computes, whatever schedules it: a sum of products of two factors, each with an axis of the
results that the other one has not.
"""
from __future__ import annotations

from collections.abc import Callable, Sequence

import pytest

from heddle import Tensor
from heddle.codegen.actions.loop_transforms import factors_of, reductions_of
from heddle.codegen.pipeline import allowed_capabilities, to_linear
from heddle.codegen.policy import choose_actions
from heddle.codegen.simplify import simplify
from heddle.device import Device
from heddle.dtype import DType, dtypes
from heddle.engine.execute import scheduling_capabilities
from heddle.nn import TransformerEncoderLayer
from heddle.nn.state import get_parameters
from heddle.renderer import Renderer
from heddle.renderer.c.msl import AppleGPU, MSLRenderer
from heddle.renderer.cuda.cuda import Architecture, CUDARenderer
from heddle.renderer.llvm.amdgcn import AMDArchitecture, AMDRenderer
from heddle.schedule import create_schedule
from heddle.uop import Ops, UOp

GPUS: dict[str, Renderer] = {
    **{f"sm_{n}{letter}": CUDARenderer(Architecture(n, letter)) for n, letter in ((80, ""), (90, "a"), (100, ""))},
    **{name: AMDRenderer(AMDArchitecture.parse(name)) for name in ("gfx1100", "gfx1201", "gfx942")},
    "METAL": MSLRenderer(AppleGPU()),
}
#: a device with work-groups whose kernels are not run, whatever it is: the schedule has no other limits
DEVICE = "NULL:METAL"
#: of a program's results, or of its gradients
Program = Callable[[DType], Sequence[Tensor]]
F32 = dtypes.float32


def given(dtype: DType, *shape: int) -> Tensor: return Tensor.empty(*shape, dtype=dtype, device=DEVICE)


def trained(dtype: DType, *shape: int) -> Tensor:
    x = given(dtype, *shape)
    x.requires_grad = True
    return x


def gradients(y: Tensor, *of: Tensor) -> list[Tensor]:
    """Those of the mean square of `y`."""
    y.float().square().mean().backward()
    found = [x.grad for x in of]
    return [g for g in found if g is not None]


def chain(dtype: DType) -> Sequence[Tensor]:
    a, b, c = (given(dtype, 128, 128) for _ in range(3))
    return [(a @ b) @ c]


def mlp(dtype: DType) -> Sequence[Tensor]:
    """With a bias and a GELU between, the gradients of all."""
    x, w, b, v, c = (trained(dtype, *s) for s in ((256, 128), (128, 512), (512,), (512, 128), (128,)))
    y = (x @ w + b).gelu() @ v + c
    return [y, *gradients(y, x, w, b, v, c)]


def gated(dtype: DType) -> Sequence[Tensor]:
    x, w, v, u = (given(dtype, *s) for s in ((256, 128), (128, 384), (128, 384), (384, 128)))
    return [((x @ w).silu() * (x @ v)) @ u]


def norms(dtype: DType) -> Sequence[Tensor]:
    x, w, scale = given(dtype, 256, 128), given(dtype, 128, 256), given(dtype, 128)
    root_mean_square = (x.float().square().mean(-1, keepdim=True) + 1e-5).rsqrt().cast(dtype)
    return [(x.layernorm() * scale) @ w, (x * root_mean_square * scale) @ w]


def attention(dtype: DType) -> Sequence[Tensor]:
    q, k, v = (trained(dtype, 2, 4, 128, 64) for _ in range(3))
    y = q.scaled_dot_product_attention(k, v, is_causal=True)
    return [y, *gradients(y, q, k, v)]


def weights_of_values(dtype: DType) -> Sequence[Tensor]:
    return [given(dtype, 2, 4, 128, 128).softmax(-1) @ given(dtype, 2, 4, 128, 64)]


def block(dtype: DType) -> Sequence[Tensor]:
    layer = TransformerEncoderLayer(128, 4, 512, 0.0, "gelu", batch_first=True, norm_first=True, dtype=dtype, device=DEVICE)
    weights = get_parameters(layer)
    for w in weights: w.requires_grad = True
    y = layer(given(dtype, 2, 128, 128))
    return [y, *gradients(y, *weights)]


def heads(dtype: DType) -> Sequence[Tensor]:
    """A classifier's, over as many classes as there are; rows, columns and sums that are no multiples of a tile."""
    x, w = trained(dtype, 250, 122), trained(dtype, 122, 1001)
    y = (x @ w).log_softmax(-1)
    return [y, *gradients(y, x, w)]


def few_rows(dtype: DType) -> Sequence[Tensor]: return [given(dtype, 8, 512) @ given(dtype, 512, 1000)]


def gradients_of_weights(dtype: DType) -> Sequence[Tensor]:
    x, w = trained(dtype, 4, 64, 128), trained(dtype, 256, 128)
    y = (x @ w.T).relu()
    return gradients(y, x, w)


def wide_weights(dtype: DType) -> Sequence[Tensor]:
    """Weights in float32, cast for each product."""
    x, w, v = given(dtype, 256, 128), trained(F32, 128, 256), trained(F32, 256, 128)
    y = (x @ w.cast(dtype)).gelu() @ v.cast(dtype)
    return [y, *gradients(y, w, v)]


def resnet(dtype: DType) -> Sequence[Tensor]:
    """The convolutions of ResNet-18, with norms that are scaled and shifted only."""
    def conv(x: Tensor, channels: int, size: int, stride: int) -> Tensor:
        y = x.conv2d(given(dtype, channels, x.shape[1], size, size), stride=stride, padding=size // 2)
        return y * given(dtype, 1, channels, 1, 1) + given(dtype, 1, channels, 1, 1)

    x = conv(given(dtype, 2, 3, 224, 224), 64, 7, 2).relu().max_pool2d((3, 3), stride=2, padding=1)
    for channels, stride in ((64, 1), (64, 1), (128, 2), (128, 1), (256, 2), (256, 1), (512, 2), (512, 1)):
        beside = x if stride == 1 else conv(x, channels, 1, stride)
        x = (conv(conv(x, channels, 3, stride).relu(), channels, 3, 1) + beside).relu()
    return [x.mean((2, 3)).pad(((0, 14), (0, 0))) @ given(dtype, 512, 1000)]


def norms_backward(dtype: DType) -> Sequence[Tensor]:
    x, w, scale = trained(dtype, 256, 128), trained(dtype, 128, 256), trained(dtype, 128)
    return gradients((x.layernorm() * scale) @ w, x, w, scale)


def weights_of_values_backward(dtype: DType) -> Sequence[Tensor]:
    scores, v = trained(dtype, 2, 4, 128, 128), trained(dtype, 2, 4, 128, 64)
    return gradients(scores.softmax(-1) @ v, scores, v)


def resnet_block_backward(dtype: DType) -> Sequence[Tensor]:
    """Two convolutions with norms that are scaled and shifted, beside one of 1 × 1 that halves the image as the first does."""
    x, weights = trained(dtype, 2, 64, 28, 28), [trained(dtype, *s) for s in ((128, 64, 3, 3), (128, 128, 3, 3), (128, 64, 1, 1))]
    scale, shift = trained(dtype, 1, 128, 1, 1), trained(dtype, 1, 128, 1, 1)
    y = (x.conv2d(weights[0], stride=2, padding=1) * scale + shift).relu().conv2d(weights[1], padding=1) * scale + shift
    return gradients((y + x.conv2d(weights[2], stride=2)).relu(), x, *weights, scale, shift)


PROGRAMS: dict[str, tuple[Program, int]] = {  # and the products in it
    "chain": (chain, 2), "mlp": (mlp, 6), "gated": (gated, 3), "norms": (norms, 2), "attention": (attention, 4),
    "softmax": (weights_of_values, 1), "block": (block, 16), "heads": (heads, 3), "few rows": (few_rows, 1),
    "weights": (gradients_of_weights, 3), "wide weights": (wide_weights, 5), "resnet": (resnet, 21),
    "norms backward": (norms_backward, 3), "softmax backward": (weights_of_values_backward, 3),
    "resnet block backward": (resnet_block_backward, 9)}
#: of which the final code is looked at, for time
SAMPLE = (("chain", "METAL"), ("attention", "sm_80"), ("attention", "gfx1100"), ("attention", "METAL"), ("softmax backward", "sm_90a"),
          ("norms backward", "gfx1201"),
          *(pytest.param(name, gpu, marks=pytest.mark.slow) for name in ("resnet block backward", "mlp") for gpu in GPUS))


def is_product(ast: UOp) -> bool:
    loops = {r for end in ast.src for r in end.src[1:]}
    for reduction in reductions_of(ast):
        factors = factors_of(reduction)
        if not factors: continue
        a, b = (loops & f.ranges for f in factors)
        if a - b and b - a and all(set(reduction.src[1:]) & f.ranges for f in factors): return True
    return False


def products(program: Program, dtype: DType) -> list[UOp]:
    """The kernels of a program that are products."""
    calls = create_schedule(UOp.sink(*[t.uop for t in program(dtype)]), scheduling_capabilities).linear.src
    return [c.src[0] for c in calls if c.src[0].op is Ops.SINK and is_product(c.src[0])]


#: actions by which products are on tensor cores; the blocks of attention are checked in the final code, as others have them too
_ON_UNITS = ("tensorize", "fuse_blocks")


@pytest.mark.parametrize("name", [pytest.param(n, marks=pytest.mark.slow) if n == "resnet block backward" else n for n in PROGRAMS])
@pytest.mark.parametrize("dtype", (dtypes.bfloat16, pytest.param(dtypes.float16, marks=pytest.mark.slow)), ids=lambda d: d.name)
def test_all_products_are_on_tensor_cores(name: str, dtype: DType) -> None:
    program, count = PROGRAMS[name]
    assert Device[DEVICE].renderer.capabilities.workgroup is not None
    found = products(program, dtype)
    assert len(found) == count
    missed = [f"{gpu}: product {n}" for gpu, renderer in GPUS.items() for n, ast in enumerate(map(simplify, dict.fromkeys(found)))
              if not any(a.name in _ON_UNITS for a in choose_actions(ast, allowed_capabilities(renderer))[1])]
    assert not missed


@pytest.mark.parametrize(("name", "gpu"), SAMPLE)
def test_tensor_cores_are_in_the_final_code(name: str, gpu: str) -> None:
    found = list(dict.fromkeys(products(PROGRAMS[name][0], dtypes.bfloat16)))
    used = [any(u.op in (Ops.WMMA, Ops.WGMMA) for u in to_linear(ast, GPUS[gpu]).uops) for ast in found]
    assert used and all(used)


@pytest.mark.parametrize("gpu", ("METAL", "gfx1100"))
@pytest.mark.parametrize("length", (320, 323))
def test_a_factor_that_sums_have_in_common_is_no_matrix(gpu: str, length: int) -> None:
    """As in the mean of a convolution of one channel by weights of one pixel: where tiles have a border no unit was found."""
    images, weights = given(F32, 5, length), given(F32, 33)
    calls = create_schedule(UOp.sink((images.reshape(5, 1, length) * weights.reshape(1, 33, 1)).sum(2).uop), scheduling_capabilities)
    (ast,) = [c.src[0] for c in calls.linear.src]
    assert all(u.op not in (Ops.WMMA, Ops.WGMMA) for u in to_linear(ast, GPUS[gpu]).uops)
