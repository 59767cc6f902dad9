"""What is measured on a GPU: the rows, each for heddle and for torch on the same memory.

In: whether sizes are to be tiny. Out: `Row`s, the most telling first: where time runs out, the last are left out.
Always true: both are given the same inputs, in the same layout; sums of narrow floats come out as bfloat16 or wider on both sides.
"""
from __future__ import annotations

import functools
import math
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

from benchmarks.decode import GPT2, Decoder, decode, decode_inputs
from heddle import Tensor


@dataclass(frozen=True)
class Row:
    """One computation. `work`: floating-point operations, or bytes where `is_memory`.

    `inputs` makes float32 arrays in torch on the device, from (torch, device); they are cast to `dtype` (heddle's name of it).
    `apart`: the largest difference that is right, as a share of the largest value.
    """

    name: str
    dtype: str
    inputs: Callable[[Any, str], list[Any]]
    heddle: Callable[..., Tensor]
    torch: Callable[..., Any]
    work: float
    apart: float
    is_memory: bool = False
    tf32: bool = False
    tma: bool = True

    @property
    def ceiling(self) -> str:
        """Which of the measured ceilings it is held against."""
        return "memory" if self.is_memory else "tf32" if self.tf32 else self.dtype


def rows(tiny: bool) -> list[Row]:
    """All of them."""
    sizes = (64,) if tiny else (8192, 4096, 2048, 1024)
    products = [_matmul(m, kind) for m in sizes for kind in ("bfloat16", "fp8e4m3", "tf32", "float32")]
    by_items = replace(products[0], name=f"{products[0].name} TMA=0", tma=False)
    return [*products[:2], by_items, *_memory_rows(tiny), _attention(tiny), _decoder(tiny), _convolution(tiny), *products[2:]]


def normal(*shapes: tuple[int, ...]) -> Callable[[Any, str], list[Any]]:
    """Inputs of these shapes."""
    return lambda torch, device: [torch.randn(*shape, device=device) for shape in shapes]


def _torch() -> Any:
    import torch
    return torch


def functional() -> Any:
    """torch.nn.functional, loaded late: rows can be listed without torch."""
    import torch.nn.functional
    return torch.nn.functional


def _memory_rows(tiny: bool) -> list[Row]:
    n, r, c = (1 << 12, 16, 256) if tiny else (1 << 26, 8192, 4096)
    def chain(a: Any, b: Any) -> Any: return (a * 2 + b).relu()
    def total(a: Any) -> Any: return a.sum()
    def softmax(a: Any) -> Any: return a.softmax(-1)
    def norm(a: Any) -> Any: return functional().layer_norm(a, a.shape[-1:])
    def transpose(a: Any) -> Any: return a.T.contiguous()
    return [Row("elementwise", "float32", normal((n,), (n,)), chain, chain, 12.0 * n, 1e-6, True),
            Row("softmax", "float32", normal((r, c)), softmax, softmax, 8.0 * r * c, 1e-5, True),
            Row("layernorm", "float32", normal((r, c)), lambda a: a.layernorm(), norm, 8.0 * r * c, 1e-5, True),
            Row("transpose", "float32", normal((r, c)), transpose, transpose, 8.0 * r * c, 0.0, True),
            Row("sum", "float32", normal((r, c)), total, total, 4.0 * r * c, 1e-3, True)]


def _matmul(n: int, kind: str) -> Row:
    """`kind`: a dtype, or tf32. The second factor of fp8 lies column by column, which is the only way that torch takes it."""
    def plain(a: Any, b: Any) -> Any: return a @ b
    apart = {"float32": 1e-5, "tf32": 2e-3, "bfloat16": 2e-2, "fp8e4m3": 2e-2}[kind]
    narrow = kind == "fp8e4m3"
    ours = (lambda a, b: a.matmul(b.transpose(), dtype="bfloat16")) if narrow else plain
    dtype = "float32" if kind == "tf32" else kind
    return Row(f"matmul {kind} {n}", dtype, normal((n, n), (n, n)), ours, _scaled_product if narrow else plain, 2.0 * n ** 3, apart,
               tf32=kind == "tf32")


def _scaled_product(a: Any, b: Any) -> Any:
    """a @ b.T of fp8 in bfloat16; torch has it on GPUs alone."""
    torch = _torch()
    if not a.is_cuda: return (a.float() @ b.float().t()).bfloat16()
    one = torch.ones((), device=a.device)
    return torch._scaled_mm(a, b.t(), one, one, out_dtype=torch.bfloat16)


def _convolution(tiny: bool) -> Row:
    images, channels, side = (1, 8, 8) if tiny else (32, 64, 56)
    return Row("conv 3x3", "float32", normal((images, channels, side, side), (channels, channels, 3, 3)),
               lambda x, w: x.conv2d(w, padding=1), lambda x, w: functional().conv2d(x, w, padding=1),
               2.0 * images * channels * channels * 9 * side * side, 1e-5)


def _attention(tiny: bool) -> Row:
    batch, heads, length, width = (1, 2, 32, 16) if tiny else (4, 16, 4096, 128)
    def theirs(q: Any, k: Any, v: Any) -> Any: return functional().scaled_dot_product_attention(q, k, v)
    return Row(f"attention {length}", "bfloat16", normal(*[(batch, heads, length, width)] * 3),
               lambda q, k, v: q.scaled_dot_product_attention(k, v), theirs,
               4.0 * batch * heads * length * length * width, 3e-2)


# ---- a step of a decoder


def _decoder(tiny: bool) -> Row:
    """A token of a GPT-2-shaped decoder after others, with the weights and caches in bfloat16."""
    size, place = (Decoder(1, 64, 2, 64, 16), 2) if tiny else (GPT2, 400)
    names = list(decode_inputs(_Shapes(), size))

    def inputs(torch: Any, device: str) -> list[Any]:
        made = decode_inputs(_OnDevice(torch, device), size)
        return [made[name] for name in names]

    @functools.cache
    def token_of(device: str) -> Any: return _torch().tensor([place % size.vocabulary], device=device)

    def ours(*x: Tensor) -> Tensor:
        from benchmarks.peers.tensor_api import TensorPeer
        token = Tensor([place % size.vocabulary], device=x[0].device)
        arrays = dict(zip(names, x, strict=True))
        return decode(TensorPeer("heddle"), arrays, token, place)

    def theirs(*x: Any) -> Any:
        arrays = dict(zip(names, x, strict=True))
        with _torch().no_grad(): return decode(_torch_peer(), arrays, token_of(x[0].device), place)
    return Row("decode step (GPT-2)", "bfloat16", inputs, ours, theirs, 2.0 * size.weights, 5e-2, True)


def _torch_peer() -> Any:
    """The peer, whose operations are all that is asked of it."""
    from benchmarks.peers.torch_peer import TorchPeer
    return object.__new__(TorchPeer)


class _OnDevice:
    """What `decode_inputs` asks of a random generator, with arrays of torch."""

    def __init__(self, torch: Any, device: str) -> None: self._torch, self._device = torch, device
    def standard_normal(self, shape: tuple[int, ...], dtype: Any) -> Any: return self._torch.randn(*shape, device=self._device)


class _Shapes:
    """The same without arrays: it is the names alone that are wanted."""

    def standard_normal(self, shape: tuple[int, ...], dtype: Any) -> Any: return math.nan
