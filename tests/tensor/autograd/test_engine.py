"""Gradients of every differentiable op against torch, and what the walk promises beside them."""
from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
import torch

from heddle import Tensor, dtypes
from heddle.errors import GradientError, ShapeError
from heddle.tensor.autograd.rules import RULES
from heddle.uop import OPS, GroupOp, Ops
from tests.reference import evaluate
from tests.tensor.conformance import held, normal

F = torch.nn.functional
S = (3, 4, 5)
Row = tuple[str, Callable[..., Any], Callable[..., Any], list[tuple[int, ...]], str]


def _method(name: str, kind: str = "any", theirs: Callable[..., Any] | None = None) -> Row:
    return name, lambda x: getattr(x, name)(), theirs or getattr(torch, name), [S], kind


def _same(name: str, fn: Callable[..., Any], *shapes: tuple[int, ...], kind: str = "any") -> Row:
    return name, fn, fn, list(shapes), kind


INDEX = np.array([[[0, 1, 0, 2, 3], [1, 1, 1, 1, 1]]] * 3)
LABELS = np.array([1, 0, 2])
CASES: list[Row] = [
    *[_method(n) for n in ("exp", "exp2", "sin", "cos", "tanh", "sigmoid", "abs", "relu", "square", "sinh", "cosh", "asinh",
                           "atan", "erf", "expm1", "trunc", "floor", "ceil", "round", "frac",
                           "neg", "reciprocal")],
    *[_method(n, "positive") for n in ("log", "log2", "log10", "sqrt", "rsqrt", "log1p")],
    *[_method(n, "unit") for n in ("asin", "acos", "atanh", "tan")], _method("acosh", "above one"),
    *[_method(n, theirs=getattr(F, n)) for n in ("silu", "softplus", "elu", "leaky_relu", "hardswish", "mish", "selu", "celu",
                                                 "relu6", "softsign",
                                                  "hardsigmoid", "logsigmoid")],
    ("gelu", lambda x: x.gelu(), lambda x: F.gelu(x, approximate="tanh"), [S], "any"), ("gelu_erf", lambda x: x.gelu("none"),
                                                                                        F.gelu, [S], "any"),
    _same("add", lambda a, b: a + b, S, (4, 1)), _same("sub", lambda a, b: a - b, S,
                                                       (5,)), _same("mul", lambda a, b: a * b, S, (4, 1)),
    _same("div", lambda a, b: a / b, S, (4, 1), kind="positive"), _same("pow", lambda a, b: a ** b, S, (5,), kind="positive"),
    _same("cube", lambda a: a ** 3, S), _same("root", lambda a: a ** -1.5, S, kind="positive"), _same("rpow", lambda a: 2.5 ** a, S),
    _same("maximum", lambda a, b: a.maximum(b), S, S), _same("minimum", lambda a, b: a.minimum(b), S, S),
    ("where", lambda a, b: (a > 0).where(a, b), lambda a, b: torch.where(a > 0, a, b), [S, S],
     "any"), _same("clip", lambda a: a.clip(-0.5, 0.5), S),
    _same("sum", lambda a: a.sum(1), S), _same("mean", lambda a: a.mean((0, 2)), S), ("max", lambda a: a.max(1),
                                                                                      lambda a: a.amax(1), [S], "any"),
    ("min", lambda a: a.min(1), lambda a: a.amin(1), [S], "any"), _same("prod", lambda a: a.prod(1),
                                                                        S), _same("var", lambda a: a.var(1), S),
    _same("std", lambda a: a.std(), S), _same("logsumexp", lambda a: a.logsumexp(1), S), _same("softmax", lambda a: a.softmax(1), S),
    _same("log_softmax", lambda a: a.log_softmax(1), S), _same("cumsum", lambda a: a.cumsum(1),
                                                               (2, 40)), _same("cumprod", lambda a: a.cumprod(1), S),
    _same("cumsum of columns", lambda a: a.cumsum(0) * a, S), _same("cumprod of many", lambda a: a.cumprod(0) * a, (40, 2)),
    _same("cummax", lambda a: a.cummax(1)[0], S),
    _same("matmul", lambda a, b: a @ b, (2, 3, 4), (4, 5)), _same("vector", lambda a, b: a @ b, (3, 4), (4,)),
    _same("batches", lambda a, b: a @ b, (2, 1, 3, 4), (5, 4, 2)),
    ("einsum", lambda a, b: Tensor.einsum("bij,bkj->bik", a, b), lambda a, b: torch.einsum("bij,bkj->bik", a, b),
     [(2, 3, 4), (2, 5, 4)], "any"),
    ("max_pool", lambda x: x.max_pool2d(3, 2, padding=1), lambda x: F.max_pool2d(x, 3, 2, 1), [(2, 3, 6, 7)], "any"),
    ("avg_pool", lambda x: x.avg_pool2d(3, 2, padding=1), lambda x: F.avg_pool2d(x, 3, 2, 1), [(2, 3, 6, 7)], "any"),
    _same("index", lambda x: x[1], S), _same("slices", lambda x: x[:, ::2, 1:3], S), _same("newaxis", lambda x: x[None, 1:, 2], S),
    ("backwards", lambda x: x[..., 3:0:-1], lambda x: x.flip(-1)[..., 1:4], [S], "any"), _same("list", lambda x: x[:, [0, 2, 2]], S),
    _same("lists", lambda x: x[[0, 1], [2, 2]], S), ("gather", lambda x: x.gather(1, Tensor(INDEX)),
                                                     lambda x: x.gather(1, torch.tensor(INDEX)), [S], "any"),
    ("cat", lambda a, b: a.cat(b, dim=1), lambda a, b: torch.cat([a, b], 1), [S, (3, 2, 5)], "any"),
    _same("permute", lambda a: a.permute(2, 0, 1).reshape(5, 12) * 2, S), _same("expand", lambda a: a.expand(7, 3, 4, 5),
                                                                                S), _same("flip", lambda a: a.flip((0, 2)), S),
    ("pad", lambda a: a.pad((1, 2, -1, 1), value=2.0), lambda a: F.pad(a, (1, 2, -1, 1), value=2.0), [S], "any"),
    ("reflect", lambda a: a.pad((1, 2, 2, 1), mode="reflect"), lambda a: F.pad(a, (1, 2, 2, 1), mode="reflect"), [S], "any"),
    ("layernorm", lambda a: a.layernorm(), lambda a: F.layer_norm(a, (5,)), [S], "any"),
    ("attention", lambda q, k, v: q.scaled_dot_product_attention(k, v, is_causal=True),
     lambda q, k, v: F.scaled_dot_product_attention(q, k, v, is_causal=True), [(2, 6, 4)] * 3, "any"),
    ("sparse", lambda a: a.sparse_categorical_crossentropy(Tensor(LABELS)),
     lambda a: F.cross_entropy(a, torch.tensor(LABELS)), [(3, 4)], "any"),
    ("dense", lambda a: a.cross_entropy(Tensor(LABELS), label_smoothing=0.1),
     lambda a: F.cross_entropy(a, torch.tensor(LABELS), label_smoothing=0.1), [(3, 4)], "any"),
    _same("sort", lambda a: a.sort(1)[0], S), _same("topk", lambda a: a.topk(2, 1)[0], S),
    *[(f"conv {how}", lambda x, w, b, how=how: x.conv2d(w, b, **how), lambda x, w, b, how=how: torch.conv2d(x, w, b, **how),
       [(2, 4, 9, 8), (6, 4 // how.get("groups", 1), 3, 2), (6,)], "any")
      for how in ({}, {"stride": 2}, {"padding": 1}, {"stride": (2, 3), "padding": (2, 1), "dilation": (1, 2)},
                  {"groups": 2, "padding": 1})],
]
_DRAW = {"any": lambda r, s: r.standard_normal(s), "positive": lambda r, s: np.abs(r.standard_normal(s)) + 0.5,
         "unit": lambda r, s: r.uniform(-0.9, 0.9, s),
         "above one": lambda r, s: 1.5 + r.random(s)}



def _run(ours: Callable[..., Any], theirs: Callable[..., Any], shapes: list[Any], kind: str) -> list[tuple[Tensor, np.ndarray]]:
    """The gradients of a weighted sum of the result: ours still to be computed, torch's as arrays."""
    rng = np.random.default_rng(0)
    xs = [np.asarray(_DRAW[kind](rng, s)).astype(held("float64")) for s in shapes]
    h, t = [Tensor(x, requires_grad=True) for x in xs], [torch.tensor(x, dtype=torch.float64, requires_grad=True) for x in xs]
    result = theirs(*t)
    weight = normal(rng, *result.shape)
    (result * torch.tensor(weight)).sum().backward()
    (ours(*h) * Tensor(weight)).sum().backward()
    return [(a.grad, b.grad.numpy()) for a, b in zip(h, t, strict=True)]


@pytest.mark.parametrize("case", CASES, ids=lambda c: c[0])
def test_rule_against_torch(case: Row) -> None:
    """The graph of the gradient is right: evaluated without scheduling or compiling anything."""
    name, ours, theirs, shapes, kind = case
    loose = 1e-7 if name == "hardsigmoid" else 1e-9  # torch's 1/6 is a float32
    for got, want in _run(ours, theirs, shapes, kind): np.testing.assert_allclose(evaluate(got), want, rtol=loose, atol=loose)


SAMPLE = ("tanh", "div", "max", "prod", "softmax", "matmul", "batches", "conv {'padding': 1}", "max_pool", "slices", "list",
          "layernorm", "attention", "sparse", "cumsum")


@pytest.mark.parametrize("case", [c for c in CASES if c[0] in SAMPLE], ids=lambda c: c[0])
def test_computed_gradient_against_torch(fast_device: str, case: Row) -> None:
    """In float64, or float32 where the device has no float64."""
    rtol, atol = (1e-8, 1e-9) if held("float64") == "float64" else (1e-4, 2e-5)
    for got, want in _run(*case[1:]): np.testing.assert_allclose(got.numpy(), want, rtol=rtol, atol=atol)


def test_every_op_of_floats_has_a_rule() -> None:
    whole = {op for op in GroupOp.ALU if OPS[op].ints_only or OPS[op].result == "bool"}
    without = {Ops.TRUNC, Ops.MULACC}  # flat; made by codegen only
    assert GroupOp.ALU - whole - without <= RULES.keys() and GroupOp.MOVEMENT <= RULES.keys()


# ---- what backward and gradient do


def test_gradients_add_up_until_they_are_cleared() -> None:
    x = Tensor([1.0, 2.0], requires_grad=True)
    (x * x).sum().backward()
    (x * 3).sum().backward()
    assert x.grad.tolist() == [5.0, 7.0] and x.grad.requires_grad is False
    x.grad = None
    x.sum().backward()
    assert x.grad.tolist() == [1.0, 1.0]


def test_a_given_gradient_and_several_targets() -> None:
    x, y = Tensor([1.0, 2.0], requires_grad=True), Tensor([3.0, 4.0], requires_grad=True)
    dx, dy = (x * y).gradient(x, y, gradient=Tensor([1.0, 10.0]))
    assert dx.tolist() == [3.0, 40.0] and dy.tolist() == [1.0, 20.0]
    assert x.grad is None


def test_second_derivative() -> None:
    x = Tensor([1.0, 2.0, 3.0], requires_grad=True)
    (first,) = (x * x * x).sum().gradient(x)
    (second,) = first.sum().gradient(x)
    assert first.tolist() == [3.0, 12.0, 27.0] and second.tolist() == [6.0, 12.0, 18.0]


def test_looking_at_the_loss_first_changes_nothing() -> None:
    x = Tensor([1.0, 2.0, 3.0], requires_grad=True)
    hidden = (x * x).realize()
    loss = (hidden * x).sum()
    assert loss.item() == 36.0
    loss.backward()
    assert x.grad.tolist() == [3.0, 12.0, 27.0]


def test_looking_first_keeps_what_was_dropped() -> None:
    x = Tensor.ones(200, requires_grad=True)
    with Tensor.train(): y = x.dropout(0.5) * 3
    seen = y.numpy()
    Tensor.rand(3).numpy()
    y.sum().backward()
    np.testing.assert_array_equal(x.grad.numpy(), seen)
    assert {0.0, 6.0} == set(seen.tolist())


def test_a_result_whose_inputs_have_changed_has_no_gradient() -> None:
    x = Tensor([1.0, 2.0], requires_grad=True)
    loss = (x * x).sum().realize()
    x.assign(x.detach() + 1).realize()
    with pytest.raises(GradientError, match="computed from no tensor"): loss.backward()


def test_equal_parameters_have_gradients_of_their_own() -> None:
    a, b = (Tensor.zeros(3, requires_grad=True) for _ in range(2))
    (a * 2 + b * 5).sum().backward()
    assert a.grad.tolist() == [2.0] * 3 and b.grad.tolist() == [5.0] * 3


def test_second_derivative_of_a_convolution() -> None:
    rng = np.random.default_rng(0)
    x, w = rng.standard_normal((1, 2, 5, 5)), rng.standard_normal((3, 2, 3, 3))
    tx, tw = torch.tensor(x, requires_grad=True), torch.tensor(w, requires_grad=True)
    (gx,) = torch.autograd.grad((torch.conv2d(tx, tw, padding=1) ** 3).sum(), tx, create_graph=True)
    (gx ** 2).sum().backward()
    hx, hw = Tensor(x, requires_grad=True), Tensor(w, requires_grad=True)
    (g,) = (hx.conv2d(hw, padding=1) ** 3).sum().gradient(hx)
    (g ** 2).sum().backward()
    np.testing.assert_allclose(hw.grad.numpy(), tw.grad.numpy(), rtol=1e-9)


def test_the_chain_through_a_convolution_gives_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    rng = np.random.default_rng(1)
    x, w = rng.standard_normal((2, 4, 7, 6)), rng.standard_normal((6, 2, 3, 2))

    def both() -> list[np.ndarray]:
        hx, hw = Tensor(x, requires_grad=True), Tensor(w, requires_grad=True)
        out = hx.conv2d(hw, stride=(2, 1), padding=1, groups=2)
        return [g.numpy() for g in (out * out).sum().gradient(hx, hw)]

    own = both()
    monkeypatch.setattr("heddle.tensor.autograd.engine.find_whole", lambda node, targets: None)
    for a, b in zip(own, both(), strict=True): np.testing.assert_allclose(a, b, rtol=1e-9, atol=1e-9)


def test_ties_share_and_relu_is_flat_at_zero() -> None:
    x = Tensor([1.0, 3.0, 3.0], requires_grad=True)
    x.max().backward()
    assert x.grad.tolist() == [0.0, 0.5, 0.5]
    y = Tensor([-1.0, 0.0, 2.0], requires_grad=True)
    y.relu().sum().backward()
    assert y.grad.tolist() == [0.0, 0.0, 1.0]


def test_gradient_of_a_product_with_zeros() -> None:
    for row in ([2.0, 0.0, 3.0], [0.0, 0.0, 3.0], [2.0, 1.0, 3.0]):
        x, t = Tensor(row, requires_grad=True), torch.tensor(row, requires_grad=True)
        x.prod().backward()
        t.prod().backward()
        assert x.grad.tolist() == t.grad.tolist()


def test_narrow_floats_and_embeddings() -> None:
    x = Tensor([1.0, 2.0], dtype="float16", requires_grad=True)
    (x * x).sum().backward()
    assert x.grad.dtype == dtypes.float16 and x.grad.tolist() == [2.0, 4.0]
    table = Tensor.ones(4, 2, requires_grad=True)
    (table[Tensor([1, 1, 3])] * Tensor([[1.0], [10.0], [100.0]])).sum().backward()
    assert table.grad.tolist() == [[0, 0], [11, 11], [0, 0], [100, 100]]


def test_setitem_carries_gradients_of_both_sides() -> None:
    x, y = Tensor([1.0, 2.0, 3.0], requires_grad=True), Tensor([5.0], requires_grad=True)
    z = x * 2
    z[1:2] = y * 3
    z.sum().backward()
    assert x.grad.tolist() == [2.0, 0.0, 2.0] and y.grad.tolist() == [3.0]


def test_detach_stops_gradients() -> None:
    x = Tensor([2.0], requires_grad=True)
    (x * x.detach()).sum().backward()
    assert x.grad.tolist() == [2.0]


def test_deep_chain() -> None:
    x = Tensor([1.0], requires_grad=True)
    y = x
    for _ in range(50_000): y = y + 1
    y.sum().backward()
    assert evaluate(x.grad).tolist() == [1.0]


def test_a_result_of_no_elements_has_no_gradient_to_add() -> None:
    x = Tensor([1.0, 2.0], requires_grad=True)
    for none in (x[:0], x[x > 5], x.masked_select(x > 5), x[Tensor([], dtype="int32")]): none.sum().backward()
    assert x.grad is None
    (x[:0].sum() + (x * 3).sum()).backward()
    assert x.grad.tolist() == [3.0, 3.0]


# ---- errors


def test_errors() -> None:
    x = Tensor([1.0, 2.0], requires_grad=True)
    with pytest.raises(GradientError, match="one element, got shape \\(2,\\)"): (x * 2).backward()
    with pytest.raises(GradientError, match="only floats have gradients"): Tensor([1, 2], requires_grad=True)
    with pytest.raises(GradientError, match="only floats"): x.int().sum().backward()
    with pytest.raises(ShapeError, match="gradient must have shape"): (x * 2).backward(Tensor([1.0]))
    with pytest.raises(GradientError, match="computed from no tensor"): Tensor([1.0]).sum().backward()
    with pytest.raises(GradientError, match="target 1 is int32"): x.sum().gradient(x, Tensor([1, 2]))
    a, b = Tensor.ones(2), Tensor.ones(2)
    with pytest.raises(GradientError, match="targets 0 and 1 are equal constants"): (a * b).sum().gradient(a, b)
