"""scan, cond and while_loop against JAX: values, gradients, captures, random numbers, errors."""
from __future__ import annotations

import jax
import jax.numpy as jnp
import numpy as np
import pytest

from heddle import GlobalCounters, Tensor, TinyJit, cond, scan, while_loop
from heddle.errors import HeddleError, TransformError

jax.config.update("jax_platforms", "cpu")


def numbers(*shape, seed=0): return np.random.default_rng(seed).standard_normal(shape).astype(np.float32)


def close(ours, theirs, rtol=1e-4, atol=1e-5): np.testing.assert_allclose(ours.numpy(), np.asarray(theirs), rtol=rtol, atol=atol)


WEIGHT = numbers(4, 4, seed=9) * 0.4


def cell(w): return lambda h, x: ((w @ h + x).tanh(), h * 2)
def jax_cell(w): return lambda h, x: (jnp.tanh(w @ h + x), h * 2)


# ---- scan


@pytest.mark.parametrize(("count", "checkpoint", "reverse"), [
    (1, False, False), (1, True, True), (4, False, True), (4, True, False), (4, True, True), (36, False, False), (36, True, False)])
def test_scan_and_its_gradients(count, reverse, checkpoint):
    w, xs, start = Tensor(WEIGHT), Tensor(numbers(count, 4)), Tensor(numbers(4, seed=1))
    last, ys = scan(cell(w), start, xs, reverse=reverse, checkpoint=checkpoint)
    wanted, outputs = jax.lax.scan(jax_cell(WEIGHT), start.numpy(), xs.numpy(), reverse=reverse)
    close(last, wanted)
    close(ys, outputs)

    def loss(w, xs, start):
        last, ys = jax.lax.scan(jax_cell(w), start, xs, reverse=reverse)
        return (last ** 2).sum() + jnp.sin(ys).sum()

    found = (last.square().sum() + ys.sin().sum()).gradient(w, xs, start)
    for a, b in zip(found, jax.grad(loss, (0, 1, 2))(WEIGHT, xs.numpy(), start.numpy()), strict=True): close(a, b, 1e-3, 1e-4)


def test_nested_carries_and_inputs():
    def ours(c, x): return {"n": c["n"] + 1, "v": (c["v"][0] * x["a"] + x["b"].sum(),)}, (c["v"][0].sum(), None)
    def theirs(c, x): return {"n": c["n"] + 1, "v": (c["v"][0] * x["a"] + x["b"].sum(),)}, (c["v"][0].sum(), None)

    a, b, v = numbers(6, 3), numbers(6, 2, seed=1), numbers(3, seed=2)
    last, (sums, nothing) = scan(ours, {"n": 0, "v": (Tensor(v),)}, {"a": Tensor(a), "b": Tensor(b)})
    wanted, (outputs, _) = jax.lax.scan(theirs, {"n": 0, "v": (v,)}, {"a": a, "b": b})
    assert last["n"].item() == 6 and nothing is None
    close(last["v"][0], wanted["v"][0])
    close(sums, outputs)


def test_length_alone_and_no_iterations():
    last, ys = scan(lambda c, x: (c * 2, None), Tensor([1.0]), length=5)
    assert last.tolist() == [32.0] and ys is None
    last, ys = scan(lambda c, x: (c + x, c), Tensor([1.0]), Tensor(np.zeros((0, 1), np.float32)))
    assert last.tolist() == [1.0] and ys.shape == (0, 1)


def test_iterations_share_their_kernels():
    w, start = Tensor(WEIGHT * 0.9).realize(), Tensor(numbers(4)).realize()
    compiled = []
    for count in (8, 24):
        before = GlobalCounters.compiled_kernels
        scan(lambda h, x: ((w @ h).tanh(), None), start, length=count)[0].realize()
        compiled.append(GlobalCounters.compiled_kernels - before)
    assert compiled[1] == 0


def test_a_captured_scan():
    w = Tensor(WEIGHT).realize()
    run = TinyJit(lambda h, xs: tuple(t.realize() for t in scan(cell(w), h, xs)))
    for i in range(4):
        h, xs = numbers(4, seed=i), numbers(6, 4, seed=i + 20)
        last, ys = run(Tensor(h), Tensor(xs))
        wanted, outputs = jax.lax.scan(jax_cell(WEIGHT), h, xs)
        close(last, wanted)
        close(ys, outputs)


def test_draws_are_new_in_each_iteration():
    _, ys = scan(lambda c, x: (c + 1, Tensor.rand(2) + c * 0), Tensor(0.0), length=40)
    assert len(np.unique(ys.numpy())) == 80


def test_scan_in_scan():
    def inner(c, x): return c * 0.5 + x, c
    def outer(c, row): return scan(inner, c, row)[0], scan(inner, c, row)[1].sum()

    def jax_outer(c, row):
        last, ys = jax.lax.scan(inner, c, row)
        return last, ys.sum()

    xs = numbers(3, 4)
    ours, theirs = scan(outer, Tensor(0.0), Tensor(xs)), jax.lax.scan(jax_outer, 0.0, xs)
    close(ours[0], theirs[0])
    close(ours[1], theirs[1])


# ---- cond


@pytest.mark.parametrize("value", [2.0, -2.0])
def test_cond_selects_values_and_gradients(value):
    def ours(x, w): return cond(x.sum() > 0, lambda x: (x * w).sin(), lambda x: x.exp() / w, x).sum()
    def theirs(x, w): return jax.lax.cond(x.sum() > 0, lambda x: jnp.sin(x * w), lambda x: jnp.exp(x) / w, x).sum()

    x, w = np.array([value, 0.5], np.float32), np.array([1.5, -0.5], np.float32)
    X, W = Tensor(x), Tensor(w)
    close(ours(X, W), theirs(x, w))
    for a, b in zip(ours(X, W).gradient(X, W), jax.grad(theirs, (0, 1))(x, w), strict=True): close(a, b)


@pytest.mark.parametrize("value", [0.0, -1.0, 4.0])
def test_what_is_not_selected_does_not_count(value):
    x = Tensor([value])
    y = cond(x.sum() > 0, lambda v: v.sqrt().log(), lambda v: v * 3, x)
    wanted = (np.log(np.sqrt(value)), 1 / (2 * value)) if value > 0 else (value * 3, 3.0)
    assert y.item() == pytest.approx(wanted[0]) and y.sum().gradient(x)[0].item() == pytest.approx(wanted[1])


def test_a_condition_of_python_runs_one():
    seen = []
    assert cond(False, lambda: seen.append(1), lambda: "no") == "no" and not seen


def test_several_results_of_cond():
    x = Tensor([1.0, 2.0])
    out = cond(x.sum() > 0, lambda v: {"a": v * 2, "n": v.argmax()}, lambda v: {"a": v * 3, "n": v.argmin()}, x)
    assert out["a"].tolist() == [2.0, 4.0] and out["n"].item() == 1
    pair = cond(x.sum() < 0, lambda v: (v, v * 2), lambda v: (v * 3, v * v), x)
    assert (pair[0].sum() + pair[1].sum()).gradient(x)[0].tolist() == [5.0, 7.0]


def test_cond_finds_weights_that_are_not_drawn_yet():
    Tensor.manual_seed(4)
    w, x = Tensor.rand(3), Tensor([1.0, 2.0, 3.0])
    cond(x.sum() > 0, lambda v: v * w, lambda v: v / w, x).sum().backward()
    assert w.grad.tolist() == [1.0, 2.0, 3.0]


# ---- while_loop


@pytest.mark.parametrize("most", [None, 20])
def test_while_loops(most):
    def run(start): return while_loop(lambda c: c[1] < 50, lambda c: (c[0] + 1, c[1] * 2), (0, Tensor(start)), max_iterations=most)
    for start in (1.0, 3.0, 60.0):
        count, value = run(start)
        wanted = jax.lax.while_loop(lambda c: c[1] < 50, lambda c: (c[0] + 1, c[1] * 2), (0, start))
        assert count.item() == int(wanted[0]) and value.item() == float(wanted[1])


def test_gradients_of_a_bounded_loop():
    x = Tensor([1.5])
    y = while_loop(lambda c: c.sum() < 100, lambda c: c * c, x, max_iterations=8)
    assert y.item() == pytest.approx(1.5 ** 16, rel=1e-5)
    assert y.sum().gradient(x)[0].item() == pytest.approx(16 * 1.5 ** 15, rel=1e-4)


def test_the_bound_ends_it():
    assert while_loop(lambda c: c < 100, lambda c: c + 1, Tensor(0), max_iterations=7).item() == 7
    assert while_loop(lambda c: c < 100, lambda c: c + 1, Tensor(5), max_iterations=0).item() == 5


def test_a_captured_bounded_loop():
    run = TinyJit(lambda x: while_loop(lambda c: c.sum() < 50, lambda c: c * 2, x, max_iterations=10).realize())
    for start in (1.0, 3.0, 10.0, 49.0, 70.0):
        wanted = start
        while wanted < 50: wanted *= 2
        assert run(Tensor([start])).item() == wanted


def test_an_unbounded_loop_is_not_captured():
    run = TinyJit(lambda x: while_loop(lambda c: c.sum() < 50, lambda c: c * 2, x).realize())
    assert run(Tensor([1.0])).item() == 64.0
    with pytest.raises(HeddleError, match="max_iterations="): run(Tensor([1.0]))


@pytest.mark.parametrize(("run", "text"), [
    pytest.param(lambda: scan(lambda c, x: (c.int(), None), Tensor(1.0), length=2), r"\(\) int32 as leaf 0.*\(\) float32", id="dtype"),
    pytest.param(lambda: scan(lambda c, x: ((c, c), None), Tensor(1.0), length=2), "nested in another way", id="nesting"),
    pytest.param(lambda: scan(lambda c, x: c, Tensor(1.0), length=2), "a carry and a result", id="no pair"),
    pytest.param(lambda: scan(lambda c, x: (c, x), Tensor(1.0)), "needs one length", id="no length"),
    pytest.param(lambda: scan(lambda c, x: (c, x), Tensor(1.0), (Tensor([1.0]), Tensor([1, 2]))), "needs one length", id="lengths"),
    pytest.param(lambda: scan(lambda c, x: (c * c.item(), None), Tensor(1.0), length=2), "without values", id="value"),
    pytest.param(lambda: scan(lambda c, x: (c, None), "text", length=2), "init holds a str", id="text"),
    pytest.param(lambda: cond(Tensor([True, False]), lambda: 1, lambda: 2), "one element", id="condition"),
    pytest.param(lambda: cond(Tensor(True), lambda: Tensor(1.0), lambda: Tensor([1.0])), "the result of false_fn has", id="branches"),
    pytest.param(lambda: while_loop(lambda c: c > 0, lambda c: c, Tensor([1.0, 2.0])), "condition of a loop", id="loop condition"),
    pytest.param(lambda: while_loop(lambda c: c > 0, lambda c: c, Tensor(1), max_iterations=-1), "max_iterations is", id="bound")])
def test_refusals(run, text):
    with pytest.raises(HeddleError, match=text): run()
    assert issubclass(TransformError, HeddleError)
