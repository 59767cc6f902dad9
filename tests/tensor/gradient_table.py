"""Every differentiable method of Tensor beside the same function of torch, for the tests of gradients.

Inputs: none. Outputs: `ROWS`, and the names of the methods that no row needs to cover. Invariants: both sides take the same arguments;
a row is written once and used for values, kinks, extremes, axes of size 1 and 0, and second derivatives.
"""
from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
import torch

from heddle import Tensor
from heddle.uop import Ops

F = torch.nn.functional
S = (3, 4, 5)


@dataclass(frozen=True)
class Row:
    """`ours(*tensors)` and `theirs(*tensors)` over inputs of `shapes` drawn as `kind` says.

    `covers`: the methods that it tests. `small`: other shapes that it is tested with: of size 1, and empty. `ties`: torch has one
    answer where values are equal. `twice`: torch can differentiate it twice.
    """

    name: str
    ours: Callable[..., Any]
    theirs: Callable[..., Any]
    shapes: tuple[tuple[int, ...], ...] = (S,)
    kind: str = "any"
    covers: tuple[str, ...] = ()
    small: tuple[tuple[tuple[int, ...], ...], ...] = ()
    ties: bool = True
    twice: bool = True

    @property
    def methods(self) -> tuple[str, ...]: return self.covers or (self.name.split()[0],)


DRAW: dict[str, Callable[[np.random.Generator, tuple[int, ...]], np.ndarray]] = {
    "any": lambda r, s: r.standard_normal(s), "positive": lambda r, s: np.abs(r.standard_normal(s)) + 0.5,
    "unit": lambda r, s: r.uniform(-0.9, 0.9, s), "above one": lambda r, s: 1.5 + r.random(s),
    "chance": lambda r, s: r.uniform(0.05, 0.95, s),
}


def unary(name: str, theirs: Callable[..., Any] | None = None, kind: str = "any", **more: Any) -> Row:
    """A function of each element by itself."""
    found = theirs or getattr(torch, name, None) or getattr(F, name)
    return Row(name, lambda x: getattr(x, name)(), found, kind=kind, small=(((1,),), ((2, 0, 3),), ((),)), **more)


def same(name: str, fn: Callable[..., Any], *shapes: tuple[int, ...], **more: Any) -> Row:
    """Written alike for both."""
    return Row(name, fn, fn, shapes or (S,), **more)


def both(name: str, ours: Callable[..., Any], theirs: Callable[..., Any], *shapes: tuple[int, ...], **more: Any) -> Row:
    return Row(name, ours, theirs, shapes or (S,), **more)


def per_axis(name: str, ours: Callable[..., Any], theirs: Callable[..., Any], **more: Any) -> Row:
    """A function along axis 1."""
    return Row(name, ours, theirs, **{"small": (((3, 1, 2),), ((0, 3),)), **more})


UNARY: list[Row] = [
    *[unary(n) for n in ("exp", "exp2", "sin", "cos", "tanh", "sigmoid", "abs", "relu", "square", "sinh", "cosh", "asinh", "atan",
         "erf",
                         "expm1", "trunc", "floor", "ceil", "round", "frac", "neg", "reciprocal", "sign")],
    *[unary(n, kind="positive") for n in ("log", "log2", "log10", "sqrt", "rsqrt", "log1p")],
    *[unary(n, kind="unit") for n in ("asin", "acos", "atanh", "tan")], unary("acosh", kind="above one"),
    *[unary(n, getattr(F, n)) for n in ("silu", "softplus", "elu", "leaky_relu", "mish", "selu", "celu", "relu6", "hardtanh",
         "softsign",
                                        "logsigmoid")],
    unary("hardsigmoid", F.hardsigmoid, twice=False),
    unary("hardswish", F.hardswish), unary("swish", F.silu), unary("quick_gelu", lambda x: x * torch.sigmoid(1.702 * x)),
    unary("gelu", lambda x: F.gelu(x, approximate="tanh")),
    both("gelu none", lambda x: x.gelu("none"), F.gelu), both("softplus beta", lambda x: x.softplus(3), lambda x: F.softplus(x, 3)),
    both("elu alpha", lambda x: x.elu(0.7), lambda x: F.elu(x, 0.7)), both("celu alpha", lambda x: x.celu(0.7),
         lambda x: F.celu(x, 0.7)),
    *[same(f"pow {p}", lambda x, p=p: x ** p, kind="positive") for p in (0, 1, 2, 3, -1, -2, -3, 0.5, -0.5, 0.3, 1.5, -1.5, 2.7, 70)],
    *[same(f"pow reverse {b}", lambda x, b=b: b ** x) for b in (2, 2.5, 0.3, 0, 1)],
    *[same(f"clip {low} {high}", lambda x, low=low, high=high: x.clip(low, high)) for low,
         high in ((-0.5, 0.5), (None, 0), (1, None))],
    same("clamp", lambda x: x.clamp(-0.5, 0.5)),
    both("maximum number", lambda x: x.maximum(0), lambda x: torch.maximum(x, torch.zeros((), dtype=x.dtype))),
    both("minimum number", lambda x: x.minimum(0), lambda x: torch.minimum(x, torch.zeros((), dtype=x.dtype))),
    both("nothing", lambda x: x.contiguous().contiguous_backward().clone().realize(), lambda x: x * 1,
         covers=("contiguous", "contiguous_backward", "clone", "realize")),
    both("dtypes", lambda x: x.double().cast("float64").to("CPU").to(x.device), lambda x: x.double(), covers=("double", "cast", "to")),
]


BINARY: list[Row] = [
    same("add", lambda a, b: a.add(b), S, (4, 1)), same("sub", lambda a, b: a.sub(b), S, (5,)),
    same("mul", lambda a, b: a.mul(b), S, (4, 1)), same("div", lambda a, b: a.div(b), S, (4, 1), kind="positive"),
    same("div rounded", lambda a, b: a.div(b, rounding_mode="floor") + a.div(b, rounding_mode="trunc"), S, S, kind="positive"),
    both("idiv", lambda a, b: a.idiv(b), lambda a, b: a.div(b, rounding_mode="trunc"), S, S, kind="positive"),
    both("mod", lambda a, b: a.mod(b), torch.remainder, S, S, kind="positive"), same("fmod", lambda a, b: a.fmod(b), S, S,
         kind="positive"),
    same("pow", lambda a, b: a.pow(b), S, (5,), kind="positive"),
    same("maximum", lambda a, b: a.maximum(b), S, S, small=(((1,), (3, 1)), ((2, 0), (0,)))),
    same("minimum", lambda a, b: a.minimum(b), S, S, small=(((1,), (3, 1)), ((2, 0), (0,)))),
    same("copysign", lambda a, b: a.copysign(b), S, S), same("logaddexp", lambda a, b: a.logaddexp(b), S, S, small=(((1,), (2, 0)),)),
    same("alu", lambda a, b: a.alu(Ops.MUL, b).alu(Ops.SIN) if isinstance(a, Tensor) else (a * b).sin(), S, (4, 1)),
    same("usum", lambda a, b: a.usum(b, 2, a) if isinstance(a, Tensor) else a + b + 2 + a, S, (4, 1)),
    same("uprod", lambda a, b: a.uprod(b, 2, a) if isinstance(a, Tensor) else a * b * 2 * a, S, (4, 1)),
    same("ufix", lambda a, b: a.ufix(b) * a if isinstance(a, Tensor) else b * a, S, S),
    same("lerp", lambda a, b, c: a.lerp(b, c), S, S, S),
    both("where", lambda a, b: (a > 0).where(a, b), lambda a, b: torch.where(a > 0, a, b), S, S),
    both("where of products", lambda a, b: (a * b + a > b * b).where(a * b, b * 3), lambda a,
         b: torch.where(a * b + a > b * b, a * b, b * 3),
         S, S, covers=("where",)),
    both("masked_fill", lambda a, b: a.masked_fill(a > b, 3.0), lambda a, b: a.masked_fill(a > b, 3.0), S, S),
    same("clip tensors", lambda a, b, c: a.clip(b, c), S, S, S, ties=False),
]


def _values_of(x: Any) -> Any: return x[0] if isinstance(x, tuple) else x


def _stack(op: str) -> Callable[..., Any]:
    return lambda *xs: getattr(Tensor if isinstance(xs[0], Tensor) else torch, op)(*xs)


REDUCE: list[Row] = [
    *[per_axis(n, lambda a, n=n: getattr(a, n)(1), lambda a, n=n: getattr(a, n)(1)) for n in ("sum", "mean", "prod", "logsumexp")],
    *[both(f"{n} of all", lambda a, n=n: getattr(a, n)(), lambda a, n=n: getattr(a, n)(), small=(((1,),), ((),)))
      for n in ("sum", "mean", "prod", "var", "std")],
    same("sum of several", lambda a: a.sum((0, 2), keepdim=True)), same("mean of several", lambda a: a.mean((0, 2))),
    both("prod of several", lambda a: a.prod((0, 2)), lambda a: a.prod(2).prod(0)),
    per_axis("max", lambda a: a.max(1), lambda a: a.amax(1)), per_axis("min", lambda a: a.min(1), lambda a: a.amin(1)),
    both("max of several", lambda a: a.max((0, 2)), lambda a: a.amax((0, 2))), both("min of all", lambda a: a.min(),
         lambda a: a.amin()),
    both("max of products", lambda a: (a * a).sum(2).max(1), lambda a: (a * a).sum(2).amax(1)),
    per_axis("var", lambda a: a.var(1), lambda a: a.var(1)), per_axis("std", lambda a: a.std(1), lambda a: a.std(1), small=(),
         ties=False),
    both("var_mean", lambda a: sum(a.var_mean(1)), lambda a: a.var(1) + a.mean(1)),
    both("std_mean", lambda a: sum(a.std_mean(1)), lambda a: a.std(1) + a.mean(1), ties=False),
    both("var whole", lambda a: a.var(1, correction=0), lambda a: a.var(1, correction=0), small=(((2, 1),),)),
    per_axis("softmax", lambda a: a.softmax(1), lambda a: a.softmax(1)), per_axis("log_softmax", lambda a: a.log_softmax(1),
         lambda a: a.log_softmax(1)),
    per_axis("softmin", lambda a: a.softmin(1), lambda a: F.softmin(a, 1)),
    *[both(f"normalize {p}", lambda a, p=p: a.normalize(p, 1), lambda a, p=p: F.normalize(a, p, 1)) for p in (2, 1, 3)],
    *[per_axis(n, lambda a, n=n: _values_of(getattr(a, n)(1)), lambda a, n=n: _values_of(getattr(a, n)(1)))
      for n in ("cumsum", "cumprod", "cummax", "cummin", "logcumsumexp")],
    same("cumsum of columns", lambda a: a.cumsum(0) * a), same("cumprod of many", lambda a: a.cumprod(0) * a, (40, 2)),
    same("cumprod of a view", lambda a: a.transpose(0, 1).cumprod(0).transpose(0, 1), S),
    both("cummax of a view", lambda a: a.reshape(12, 5).cummax(0)[0], lambda a: a.reshape(12, 5).cummax(0).values),
    both("sort", lambda a: a.sort(1)[0], lambda a: a.sort(dim=1, stable=True).values, small=(((3, 1),), ((2, 0),))),
    both("sort descending", lambda a: a.sort(1, descending=True)[0], lambda a: a.sort(dim=1, descending=True, stable=True).values),
    both("topk", lambda a: a.topk(2, 1)[0], lambda a: a.topk(2, 1).values, ties=False),
    both("sort of products", lambda a: (a * a + a).sum(2).sort(1)[0], lambda a: (a * a + a).sum(2).sort(1).values, ties=False),
]

INDEX = np.array([[[0, 1, 0, 2, 3], [1, 1, 1, 1, 1]]] * 3)
LABELS = np.array([1, 0, 2])
MOVEMENT: list[Row] = [
    same("index", lambda x: x[1], covers=("chunk",)), same("slices", lambda x: x[:, ::2, 1:3]), same("newaxis",
         lambda x: x[None, 1:, 2]),
    both("backwards", lambda x: x[..., 3:0:-1], lambda x: x.flip(-1)[..., 1:4]), same("list", lambda x: x[:, [0, 2, 2]]),
    same("lists", lambda x: x[[0, 1], [2, 2]]),
    both("gather", lambda x: x.gather(1, Tensor(INDEX)), lambda x: x.gather(1, torch.tensor(INDEX))),
    both("index_select", lambda x: x.index_select(1, [0, 2, 2]), lambda x: x.index_select(1, torch.tensor([0, 2, 2]))),
    both("scatter", lambda x, s: x.scatter(1, Tensor(INDEX[:, :1]), s), lambda x, s: x.scatter(1, torch.tensor(INDEX[:, :1]), s),
         S, (3, 1, 5)),
    both("scatter_add", lambda x, s: x.scatter_add(1, Tensor(INDEX), s), lambda x, s: x.scatter_add(1, torch.tensor(INDEX), s), S,
         (3, 2, 5)),
    *[both(f"scatter_reduce {how}", lambda x, s, how=how: x.scatter_reduce(1, Tensor(INDEX), s, how),
           lambda x, s, how=how: x.scatter_reduce(1, torch.tensor(INDEX), s, how), S, (3, 2, 5), twice=how in ("sum", "mean"))
      for how in ("sum", "prod", "mean", "amax", "amin")],
    both("masked_select", lambda x: x.masked_select(x > 0), lambda x: x.masked_select(x > 0)),
    both("cat", lambda a, b: a.cat(b, dim=1), lambda a, b: torch.cat([a, b], 1), S, (3, 2, 5), small=(((3, 0), (3, 1)),)),
    both("stack", lambda a, b: a.stack(b, dim=1), lambda a, b: torch.stack([a, b], 1), S, S),
    same("permute", lambda a: a.permute(2, 0, 1).reshape(5, 12) * 2, covers=("permute", "reshape")),
    both("views", lambda a: a.view(12, 5).unflatten(0, (3, 4)).flatten(1).unsqueeze(0).squeeze(0).T.transpose(0, 1).contiguous() * 2,
         lambda a: a.view(12, 5).unflatten(0, (3, 4)).flatten(1) * 2,
         covers=("view", "unflatten", "flatten", "unsqueeze", "squeeze", "T", "transpose")),
    same("expand", lambda a: a.expand(7, 3, 4, 5)), same("broadcast_to", lambda a: a.broadcast_to((2, 3, 4, 5))),
    same("flip", lambda a: a.flip((0, 2))), same("roll", lambda a: a.roll(2, 1)), both("repeat", lambda a: a.repeat(2, 1, 3),
         lambda a: a.repeat(2, 1, 3)),
    same("repeat_interleave", lambda a: a.repeat_interleave(2, 1)), same("diagonal", lambda a: a.diagonal(), (4, 4)),
    same("diag", lambda a: a.diag(), (4,)), same("tril", lambda a: a.tril()), same("triu", lambda a: a.triu(1)),
    both("unfold", lambda a: a.unfold(1, 2, 1), lambda a: a.unfold(1, 2, 1)), both("split", lambda a: a.split(2, 1)[1],
         lambda a: a.split(2, 1)[1]),
    both("chunk", lambda a: a.chunk(2, 1)[0], lambda a: a.chunk(2, 1)[0]),
    both("shrink", lambda a: a.shrink([(1, 3), None, (0, 2)]), lambda a: a[1:3, :, :2]),
    both("shrink_to", lambda a: a.shrink_to(2, 4, 3), lambda a: a[:2, :, :3]), both("pad_to", lambda a: a.pad_to(4, 4, 6),
         lambda a: F.pad(a, (0, 1, 0, 0, 0, 1))),
    both("rearrange", lambda a: a.rearrange("a b c -> b (c a)"), lambda a: a.permute(1, 2, 0).reshape(4, 15)),
    both("meshgrid", lambda a, b: (lambda m: m[0] * m[1])(a.meshgrid(b)), lambda a,
         b: (lambda m: m[0] * m[1])(torch.meshgrid(a, b, indexing="ij")), (3,), (4,)),
    both("squeeze_axes", lambda a: a.sum(1, keepdim=True).squeeze_axes((1,)), lambda a: a.sum(1)),
    both("pad", lambda a: a.pad((1, 2, -1, 1), value=2.0), lambda a: F.pad(a, (1, 2, -1, 1), value=2.0)),
    *[both(f"pad {mode}", lambda a, mode=mode: a.pad((1, 2, 2, 1), mode=mode), lambda a, mode=mode: F.pad(a, (1, 2, 2, 1), mode=mode))
      for mode in ("reflect", "replicate", "circular")],
    *[both(f"interpolate {mode}", lambda a, mode=mode: a.interpolate((7,), mode=mode), lambda a,
         theirs=theirs: F.interpolate(a, 7, mode=theirs))
      for mode, theirs in (("linear", "linear"), ("nearest", "nearest"))],
]

_CONVS: list[dict[str, Any]] = [{}, {"stride": 2}, {"padding": 1}, {"stride": (2, 3), "padding": (2, 1), "dilation": (1, 2)},
     {"groups": 2, "padding": 1}]
PRODUCTS: list[Row] = [
    same("image_dot", lambda a, b: a.image_dot(b) if isinstance(a, Tensor) else a @ b, (3, 4), (4, 2)),
    both("image_conv2d", lambda x, w: x.image_conv2d(w, padding=1), lambda x, w: torch.conv2d(x, w, padding=1),
         (1, 2, 4, 5), (3, 2, 3, 3)),
    same("matmul", lambda a, b: a @ b, (2, 3, 4), (4, 5), small=(((1, 1), (1, 1)), ((2, 0), (0, 3)))),
    same("dot", lambda a, b: a @ b, (3, 4), (4,)), same("matmul batches", lambda a, b: a @ b, (2, 1, 3, 4), (5, 4, 2)),
    both("linear", lambda a, b, c: a.linear(b, c), lambda a, b, c: a @ b + c, (3, 4), (4, 2), (2,)), same("outer", lambda a,
         b: a.outer(b), (3,), (4,)),
    both("einsum", lambda a, b: Tensor.einsum("bij,bkj->bik", a, b), lambda a, b: torch.einsum("bij,bkj->bik", a, b), (2, 3, 4),
         (2, 5, 4)),
    both("newton_schulz", lambda a: a.newton_schulz(2, (1.5, -0.5), 0.0), lambda a: _newton_schulz(a), (3, 4)),
    *[both(f"conv2d {how}", lambda x, w, b, how=how: x.conv2d(w, b, **how), lambda x, w, b, how=how: torch.conv2d(x, w, b, **how),
           (2, 4, 9, 8), (6, 4 // how.get("groups", 1), 3, 2), (6,)) for how in _CONVS],
    *[both(f"conv_transpose2d {how}", lambda x, w, how=how: x.conv_transpose2d(w, **how), lambda x, w,
         how=how: F.conv_transpose2d(x, w, **how),
           (1, 4, 4, 3), (4, 2, 3, 2)) for how in ({}, {"stride": 2, "padding": 1})],
    both("max_pool2d", lambda x: x.max_pool2d(3, 2, padding=1), lambda x: F.max_pool2d(x, 3, 2, 1), (2, 3, 6, 7), ties=False),
    both("max_pool2d apart", lambda x: (x * x + x).max_pool2d(2), lambda x: F.max_pool2d(x * x + x, 2), (2, 3, 6, 4), ties=False),
    both("max_unpool2d", lambda x: (lambda v, i: v.max_unpool2d(i, 2))(*x.max_pool2d(2, return_indices=True)),
         lambda x: F.max_unpool2d(*F.max_pool2d(x, 2, return_indices=True), 2), (1, 2, 4, 6), ties=False),
    both("avg_pool2d", lambda x: x.avg_pool2d(3, 2, padding=1), lambda x: F.avg_pool2d(x, 3, 2, 1), (2, 3, 6, 7)),
    both("layernorm", lambda a: a.layernorm(), lambda a: F.layer_norm(a, a.shape[-1:]), small=(((3, 1),),)),
    both("rmsnorm", lambda a: a.rmsnorm(), lambda a: a * (a.square().mean(-1, keepdim=True) + 1e-6).rsqrt(), small=(((3, 1),),)),
    both("batchnorm", lambda a, w, b, m, v: a.batchnorm(w, b, m, v), lambda a, w, b, m,
         v: (a - m.reshape(4, 1)) * (w * v).reshape(4, 1) + b.reshape(4, 1),
         S, (4,), (4,), (4,), (4,)),
    both("scaled_dot_product_attention", lambda q, k, v: q.scaled_dot_product_attention(k, v, is_causal=True),
         lambda q, k, v: F.scaled_dot_product_attention(q, k, v, is_causal=True), (2, 6, 4), (2, 6, 4), (2, 6, 4)),
    both("sequential", lambda a: a.sequential([lambda x: x * 2, lambda x: x.tanh()]), lambda a: (a * 2).tanh()), same("dropout",
         lambda a: a.dropout(0.5) if isinstance(a, Tensor) else a * 1),
    both("sparse_categorical_crossentropy", lambda a: a.sparse_categorical_crossentropy(Tensor(LABELS), label_smoothing=0.1),
         lambda a: F.cross_entropy(a, torch.tensor(LABELS), label_smoothing=0.1), (3, 4)),
    both("cross_entropy", lambda a: a.cross_entropy(Tensor(LABELS)), lambda a: F.cross_entropy(a, torch.tensor(LABELS)), (3, 4)),
    both("cross_entropy smooth", lambda a: a.cross_entropy(Tensor(LABELS), label_smoothing=0.1),
         lambda a: F.cross_entropy(a, torch.tensor(LABELS), label_smoothing=0.1), (3, 4)),
    both("cross_entropy chances", lambda a, c: a.cross_entropy(c), lambda a, c: F.cross_entropy(a, c), (3, 4), (3, 4)),
    both("nll_loss", lambda a: a.nll_loss(Tensor(LABELS)), lambda a: F.nll_loss(a, torch.tensor(LABELS)), (3, 4)),
    both("binary_crossentropy", lambda a, y: a.binary_crossentropy(y), lambda a,
         y: -(y * a.log() + (1 - y) * (1 - a).log()).mean(), S, S, kind="chance"),
    both("binary_crossentropy_logits", lambda a, y: a.binary_crossentropy_logits(y), F.binary_cross_entropy_with_logits, S, S),
    both("mse_loss", lambda a, y: a.mse_loss(y), F.mse_loss, S, S), both("l1_loss", lambda a, y: a.l1_loss(y), F.l1_loss, S, S),
    both("huber_loss", lambda a, y: a.huber_loss(y), F.huber_loss, S, S),
    both("smooth_l1_loss", lambda a, y: a.smooth_l1_loss(y), F.smooth_l1_loss, S, S),
]

_N = (2, 3, 3)
LINALG: list[Row] = [
    both("det", lambda a: a.det(), torch.linalg.det, _N, ties=False, twice=False),
    both("slogdet", lambda a: a.slogdet()[1], lambda a: torch.linalg.slogdet(a)[1], _N, ties=False, twice=False),
    both("inv", lambda a: a.inv(), torch.linalg.inv, _N, ties=False, twice=False),
    both("solve", lambda a, b: a.solve(b), torch.linalg.solve, _N, (2, 3, 2), ties=False, twice=False),
    both("cholesky", lambda a: (a @ a.transpose(1, 2) + Tensor(np.eye(3))).cholesky(),
         lambda a: torch.linalg.cholesky(a @ a.mT + torch.eye(3, dtype=a.dtype)), _N, ties=False, twice=False),
    both("qr", lambda a: a.qr()[1].abs(), lambda a: torch.linalg.qr(a).R.abs(), _N, ties=False, twice=False),
    both("svd", lambda a: a.svd()[1], torch.linalg.svdvals, (3, 3), ties=False, twice=False),
]


def _newton_schulz(x: torch.Tensor) -> torch.Tensor:
    x = x / x.square().sum((-2, -1), keepdim=True).sqrt()
    for _ in range(2): x = 1.5 * x - 0.5 * (x @ x.mT) @ x
    return x


ROWS: list[Row] = [*UNARY, *BINARY, *REDUCE, *MOVEMENT, *PRODUCTS, *LINALG]

#: what gives no float, looks at values, makes tensors of nothing, or is about devices, memory and modes
NOT_DIFFERENTIABLE = set("""
    as_param is_param is_param_ custom_kernel call callify linear_with_vars schedule_linear
    all allclose any arange
    const const_like from_url hash invalids keccak max_numel max_shape random_bits shard_like threefry
    argmax argmin argsort assign backward bfloat16 bitcast bitwise_and bitwise_not bitwise_or bitwise_xor
    bool data detach device dtype element_size empty empty_like eq eye float from_blob from_dlpack full full_like ge
    get_rng_state
    glorot_uniform grad gradient gt half int is_floating_point isclose isfinite isinf isnan item kaiming_normal kaiming_uniform le
    linspace logical_and logical_not logical_or long lshift lt manual_seed multinomial nbytes ndim ne nonzero normal numel numpy
    one_hot ones ones_like rand rand_like randint randn randn_like randperm replace requires_grad requires_grad_ rshift set_rng_state
    scaled_uniform shape shard shard_ short size test to_ tolist train training uniform uop xor zeros zeros_like
""".split())
