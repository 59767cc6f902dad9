"""Checkpointed segments: the same numbers, less memory, more work."""
from __future__ import annotations

import gc

import numpy as np

from heddle import GlobalCounters, Tensor, TinyJit, checkpoint, memory_stats, nn, reset_peak_memory
from heddle.nn.optim import SGD
from heddle.nn.state import get_parameters

SIZE, BLOCKS = 64, 6


def _blocks():
    Tensor.manual_seed(1)
    blocks = [[nn.Linear(SIZE, SIZE) for _ in range(3)] for _ in range(BLOCKS)]
    Tensor.realize(*[p.requires_grad_() for p in get_parameters(blocks)])
    return blocks


def _block(x, layers):
    for layer in layers: x = layer(x).tanh()
    return x


def _loss(x, blocks, is_checkpointed):
    for layers in blocks: x = checkpoint(_block, x, layers) if is_checkpointed else _block(x, layers)
    return x.square().mean()


def _gradients(is_checkpointed):
    blocks = _blocks()
    x = Tensor.linspace(-1, 1, 1024 * SIZE).reshape(1024, SIZE).contiguous().realize()
    gc.collect()
    reset_peak_memory()
    start, kernels = memory_stats()["CPU"].live, GlobalCounters.kernel_count
    loss = _loss(x, blocks, is_checkpointed)
    loss.backward()
    grads = [p.grad for p in reversed(get_parameters(blocks))]
    loss.realize(*grads)
    counted = GlobalCounters.kernel_count - kernels
    return [loss.item(), *(g.numpy() for g in grads)], memory_stats()["CPU"].peak_live - start, counted


def test_less_memory_more_kernels_and_the_same_numbers():
    plain, most, kernels = _gradients(False)
    saved, least, more = _gradients(True)
    for a, b in zip(plain, saved, strict=True): np.testing.assert_array_equal(a, b)
    assert more > kernels and least < 0.6 * most


def test_an_optimizer_asks_in_the_order_that_frees_most():
    def peak(is_checkpointed):
        blocks = _blocks()
        optimizer = SGD(get_parameters(blocks), lr=0.01)
        x = Tensor.ones(1024, SIZE).contiguous().realize()
        gc.collect()
        reset_peak_memory()
        start = memory_stats()["CPU"].live
        _loss(x, blocks, is_checkpointed).backward()
        optimizer.step()
        return memory_stats()["CPU"].peak_live - start

    assert peak(True) < 0.6 * peak(False)


def test_dropout_draws_once():
    def gradient(wrap):
        Tensor.manual_seed(5)
        x = Tensor.linspace(-1, 1, 64).contiguous().realize()
        with Tensor.train():
            hidden = wrap(lambda x: (x * 2).dropout(0.5).tanh() + Tensor.rand(64), x)
            loss = (hidden * hidden).sum()
        loss.backward()
        value = loss.item()
        Tensor.rand(7).realize()  # moves the generator before the gradient is computed
        return value, x.grad.numpy()

    (a, g), (b, h) = gradient(lambda f, x: f(x)), gradient(checkpoint)
    assert a == b
    np.testing.assert_array_equal(g, h)


def test_containers_integers_closures_and_several_results():
    table, w = Tensor.rand(5, 4).realize(), Tensor.rand(4, 4).realize()

    def fn(inputs, scale):
        rows = table[inputs["tokens"]] * inputs["x"] * scale
        return {"a": rows @ w, "n": inputs["tokens"] + 1, "b": (rows.tanh(), "text")}

    def gradients(wrap):
        for t in (table, w): t.grad = None
        x, tokens = Tensor([[1.0, 2.0, 3.0, 4.0]] * 3), Tensor([0, 3, 3])
        out = wrap(fn, {"x": x, "tokens": tokens}, 3)
        assert out["n"].tolist() == [1, 4, 4] and out["b"][1] == "text"
        ((out["a"] * 2).sum() + (out["b"][0] * out["a"]).sum()).backward()
        return [t.grad.numpy() for t in (x, table, w)]

    for a, b in zip(gradients(lambda f, *args: f(*args)), gradients(checkpoint), strict=True):
        np.testing.assert_allclose(a, b, rtol=1e-5)


def test_nested_and_twice_differentiated():
    def inner(x): return (x * x).sin()
    def outer(x): return checkpoint(inner, x * 2) * x

    x = Tensor([0.3, 0.7])
    plain = (((x * 2) ** 2).sin() * x).sum()
    (a,), (b,) = plain.gradient(x), checkpoint(outer, x).sum().gradient(x)
    np.testing.assert_allclose(a.numpy(), b.numpy(), rtol=1e-5)
    (c,), (d,) = a.sum().gradient(x), b.sum().gradient(x)
    np.testing.assert_allclose(c.numpy(), d.numpy(), rtol=1e-4)


def test_an_argument_that_is_a_reshaped_view():
    w = Tensor.rand(6, 6).realize()
    x = Tensor.rand(4, 3).realize()
    hidden = (x @ Tensor.rand(3, 3).realize()).reshape(2, 6)
    loss = checkpoint(lambda h: (h.reshape(4, 3).tanh().reshape(2, 6) @ w), hidden).sum()
    other = (hidden.reshape(4, 3).tanh().reshape(2, 6) @ w).sum()
    np.testing.assert_allclose(loss.gradient(x)[0].numpy(), other.gradient(x)[0].numpy(), rtol=1e-5)


def test_a_captured_step():
    def train(is_checkpointed):
        blocks = _blocks()[:2]
        optimizer = SGD(get_parameters(blocks), lr=0.1)

        @TinyJit
        def step(x):
            optimizer.zero_grad()
            loss = _loss(x, blocks, is_checkpointed)
            loss.backward()
            return loss.realize(*optimizer.schedule_step())

        rng = np.random.default_rng(0)
        return [step(Tensor(rng.standard_normal((8, SIZE)).astype(np.float32))).item() for _ in range(5)]

    np.testing.assert_allclose(train(True), train(False), rtol=1e-5)


def test_weights_that_are_not_drawn_yet():
    def gradients(wrap):
        Tensor.manual_seed(4)
        layer = nn.Linear(3, 3)
        wrap(lambda x: layer(x).tanh(), Tensor([[1.0, 2.0, 3.0]])).sum().backward()
        return layer.weight.grad.numpy(), layer.bias.grad.numpy()

    for a, b in zip(gradients(checkpoint), gradients(lambda f, x: f(x)), strict=True): np.testing.assert_allclose(a, b, rtol=1e-6)
