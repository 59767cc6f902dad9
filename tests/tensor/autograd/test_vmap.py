"""vmap against JAX: single operations, random programs, nesting, gradients, random numbers, errors."""
from __future__ import annotations

import jax
import jax.numpy as jnp
import numpy as np
import pytest

from heddle import Tensor, TinyJit, checkpoint, cond, custom_gradient, grad, nn, scan, vmap
from heddle.errors import HeddleError, TransformError

jax.config.update("jax_platforms", "cpu")


def numbers(*shape, seed=0): return np.random.default_rng(seed).standard_normal(shape).astype(np.float32)


def close(ours, theirs, rtol=1e-4, atol=1e-5): np.testing.assert_allclose(ours.numpy(), np.asarray(theirs), rtol=rtol, atol=atol)


UNARY = {
    "softmax": (lambda x: x.softmax(), jax.nn.softmax), "sort": (lambda x: x.sort()[0], lambda x: jnp.sort(x, -1)),
    "argsort": (lambda x: x.argsort(), lambda x: jnp.argsort(x, -1)), "cumsum": (lambda x: x.cumsum(1), lambda x: jnp.cumsum(x, 1)),
    "cumprod": (lambda x: x.cumprod(0), lambda x: jnp.cumprod(x, 0)), "max": (lambda x: x.max(0), lambda x: x.max(0)),
    "cummax": (lambda x: x.cummax(1)[0] if isinstance(x.cummax(1), tuple) else x.cummax(1), lambda x: jax.lax.cummax(x, 1)),
    "argmax": (lambda x: x.argmax(1), lambda x: jnp.argmax(x, 1)), "flip": (lambda x: x.flip(0), lambda x: jnp.flip(x, 0)),
    "transpose": (lambda x: x.T, lambda x: x.T), "pad": (lambda x: x.pad(((1, 2), (0, 1))), lambda x: jnp.pad(x, ((1, 2), (0, 1)))),
    "slice": (lambda x: x[1:, ::2], lambda x: x[1:, ::2]), "reshape": (lambda x: x.reshape(-1), lambda x: x.reshape(-1)),
    "logsumexp": (lambda x: x.logsumexp(1), lambda x: jax.nn.logsumexp(x, 1)), "var": (lambda x: x.var(), lambda x: x.var(ddof=1)),
    "prod": (lambda x: x.prod(1), lambda x: x.prod(1)), "matmul": (lambda x: x @ x.T, lambda x: x @ x.T),
    "outer": (lambda x: x[0].reshape(-1, 1) * x[1], lambda x: jnp.outer(x[0], x[1])),
    "einsum": (lambda x: Tensor.einsum("ij,kj->ik", x, x), lambda x: jnp.einsum("ij,kj->ik", x, x)),
    "roll": (lambda x: x.roll(1, 0), lambda x: jnp.roll(x, 1, 0)),
    "where": (lambda x: (x > 0).where(x, 2.0), lambda x: jnp.where(x > 0, x, 2.0)),
    "tril": (lambda x: x.tril(), jnp.tril), "topk": (lambda x: x.topk(2)[0], lambda x: jax.lax.top_k(x, 2)[0]),
    "cat": (lambda x: x.cat(x * 2, dim=1), lambda x: jnp.concatenate([x, x * 2], 1)),
    "cast": (lambda x: x.int(), lambda x: x.astype(jnp.int32)),
    "layernorm": (lambda x: x.layernorm(), lambda x: (x - x.mean(-1, keepdims=True)) / jnp.sqrt(x.var(-1, keepdims=True) + 1e-5)),
    "gather": (lambda x: x[Tensor([2, 0, 0])], lambda x: x[jnp.array([2, 0, 0])]),
    "norm": (lambda x: x.square().sum().sqrt(), jnp.linalg.norm),
    "one hot": (lambda x: x.argmax(1).one_hot(4), lambda x: jax.nn.one_hot(jnp.argmax(x, 1), 4)),
    "det": (lambda x: (x[:3, :3]).det(), lambda x: jnp.linalg.det(x[:3, :3])),
    "constant": (lambda x: Tensor.ones(2), lambda x: jnp.ones(2)),
    "bits": (lambda x: x.bitcast("int32") & 255, lambda x: jax.lax.bitcast_convert_type(x, jnp.int32) & 255)}


@pytest.mark.parametrize("name", UNARY)
@pytest.mark.parametrize("axis", [0, 1, -1])
def test_operations(name, axis):
    ours, theirs = UNARY[name]
    x = np.moveaxis(numbers(5, 3, 4), 0, axis)
    close(vmap(ours, axis)(Tensor(x)), jax.vmap(theirs, axis)(x))


def test_convolutions_and_pools():
    x, w = numbers(2, 3, 2, 6, 6), numbers(4, 2, 3, 3, seed=1)
    ours = vmap(lambda v: v.conv2d(Tensor(w), padding=1).relu().max_pool2d())(Tensor(x))
    flat = Tensor(x.reshape(6, 2, 6, 6)).conv2d(Tensor(w), padding=1).relu().max_pool2d()
    close(ours, flat.numpy().reshape(ours.shape))
    each = numbers(2, 4, 2, 3, 3, seed=2)  # weights differ too
    ours = vmap(lambda v, k: v.conv2d(k))(Tensor(x), Tensor(each))
    for i in range(2): close(ours[i], Tensor(x[i]).conv2d(Tensor(each[i])).numpy())


@pytest.mark.parametrize("which", ["rows", "index", "both"])
def test_picking(which):
    rows, index = numbers(4, 5, 3), np.random.default_rng(3).integers(0, 5, (4, 2, 6)).astype(np.int32)
    axes = {"rows": (0, None), "index": (None, 0), "both": (0, 0)}[which]
    args = (rows if axes[0] == 0 else rows[0], index if axes[1] == 0 else index[0])
    close(vmap(lambda r, i: r[i], axes)(*map(Tensor, args)), jax.vmap(lambda r, i: r[i], axes)(*map(jnp.asarray, args)))
    ours = vmap(lambda r, i: (r[i] ** 2).sum().gradient(r)[0], axes)(*map(Tensor, args))
    close(ours, jax.vmap(jax.grad(lambda r, i: (r[i] ** 2).sum()), axes)(*map(jnp.asarray, args)))


def test_axes_nested_arguments_and_results():
    a, b = numbers(4, 3), numbers(3, 4, seed=1)

    def fn(pair, scale): return {"sum": pair["a"] + pair["b"][0], "same": scale * 2, "n": 3}

    axes = ({"a": 0, "b": [1]}, None)
    out = vmap(fn, axes, {"sum": 1, "same": None, "n": None})({"a": Tensor(a), "b": [Tensor(b)]}, Tensor([1.0]))
    close(out["sum"], (a + b.T).T)
    assert out["same"].tolist() == [2.0] and out["n"] == 3
    assert vmap(fn, axes)({"a": Tensor(a), "b": [Tensor(b)]}, Tensor([1.0]))["same"].shape == (4, 1)
    close(vmap(lambda x, *, y: x * y)(Tensor(a), y=Tensor(b.T)), a * b.T)


def test_nested():
    x, y = numbers(3), numbers(4, seed=1)
    ours = vmap(vmap(lambda a, b: a * b + a.sin(), (None, 0)), (0, None))(Tensor(x), Tensor(y))
    close(ours, jax.vmap(jax.vmap(lambda a, b: a * b + jnp.sin(a), (None, 0)), (0, None))(x, y))
    z, index = numbers(2, 3, 4), np.random.default_rng(0).integers(0, 4, (2, 3, 5)).astype(np.int32)
    close(vmap(vmap(lambda r, i: r[i].sort()[0]))(Tensor(z), Tensor(index)),
          jax.vmap(jax.vmap(lambda r, i: jnp.sort(r[i])))(z, jnp.asarray(index)))


def test_gradients_inside_and_outside():
    w, x = numbers(3, 2), numbers(5, 3, seed=1)
    W, X = Tensor(w), Tensor(x)
    per_example = vmap(grad(lambda w, v: (v @ w).tanh().square().sum()), (None, 0))(W, X)
    close(per_example, jax.vmap(jax.grad(lambda w, v: (jnp.tanh(v @ w) ** 2).sum()), (None, 0))(w, x))
    (outer,) = vmap(lambda v: (v @ W).tanh().square().sum())(X).sum().gradient(W)
    close(outer, jax.grad(lambda w: jax.vmap(lambda v: (jnp.tanh(v @ w) ** 2).sum())(x).sum())(w))
    vmap(lambda v: (v @ W).gelu().sum())(X).sum().backward()
    close(W.grad, jax.grad(lambda w: jax.vmap(lambda v: jax.nn.gelu(v @ w).sum())(x).sum())(w))
    second = vmap(grad(lambda v: grad(lambda u: (u ** 3).sum())(v).square().sum()))(X)
    close(second, jax.vmap(jax.grad(lambda v: (jax.grad(lambda u: (u ** 3).sum())(v) ** 2).sum()))(x), rtol=1e-3)


def test_layers_custom_gradients_checkpoints_and_control_flow():
    Tensor.manual_seed(0)
    layer, x = nn.Linear(3, 3), numbers(4, 3)
    clipped = custom_gradient(lambda v, s: v * s, lambda g, y, v, s: ((g * s).clip(-0.5, 0.5), (g * v).sum().reshape(1) * 10))

    def fn(v, s):
        hidden = checkpoint(lambda h: layer(h).tanh(), clipped(v, s))
        hidden = cond(hidden.sum() > 0, lambda h: h * 2, lambda h: h.exp(), hidden)
        return scan(lambda c, r: ((c * r).sin(), c.sum()), hidden, hidden)[1].sum()

    s = Tensor([0.7])
    values = vmap(fn, (0, None))(Tensor(x), s)
    close(values, [fn(Tensor(row), s).item() for row in x])
    ours = vmap(lambda v: fn(v, s).gradient(v)[0])(Tensor(x))
    for i, row in enumerate(x):
        v = Tensor(row)
        close(ours[i], fn(v, s).gradient(v)[0].numpy())
    (total,) = vmap(fn, (0, None))(Tensor(x), s).sum().gradient(s)
    np.testing.assert_allclose(total.item(), sum(fn(Tensor(row), s).gradient(s)[0].item() for row in x), rtol=1e-3)


STEPS = (
    (lambda a, b: a * b, lambda a, b: a * b), (lambda a, b: a.sin() + b, lambda a, b: jnp.sin(a) + b),
    (lambda a, b: a.softmax(0), lambda a, b: jax.nn.softmax(a, 0)), (lambda a, b: a.sort(0)[0] - b, lambda a, b: jnp.sort(a, 0) - b),
    (lambda a, b: (a @ b.T) @ a * 0.2, lambda a, b: (a @ b.T) @ a * 0.2),
    (lambda a, b: a.cumsum(1) * 0.5, lambda a, b: jnp.cumsum(a, 1) * 0.5),
    (lambda a, b: a.maximum(b), jnp.maximum), (lambda a, b: a - a.mean(1, keepdim=True), lambda a, b: a - a.mean(1, keepdims=True)),
    (lambda a, b: (a > b).where(a, b * 2), lambda a, b: jnp.where(a > b, a, b * 2)),
    (lambda a, b: a.flip(1).tanh(), lambda a, b: jnp.tanh(jnp.flip(a, 1))))


@pytest.mark.parametrize("seed", range(8))
def test_random_programs(seed):
    rng = np.random.default_rng(seed)
    steps = [STEPS[i] for i in rng.integers(0, len(STEPS), 5)]
    a, b, c = numbers(3, 4, 4, seed=seed), numbers(4, 4, seed=seed + 50), numbers(4, 3, 4, seed=seed + 99)

    def run(which, x, y, z):
        value = x
        for n, step in enumerate(steps): value = step[which](value, (y, z)[n % 2])
        return value

    axes = (0, None, 1)
    close(vmap(lambda *t: run(0, *t), axes, 1)(*map(Tensor, (a, b, c))), jax.vmap(lambda *t: run(1, *t), axes, 1)(a, b, c), 1e-3, 1e-4)
    ours = vmap(lambda x, y, z: run(0, x, y, z).square().sum().gradient(y)[0], axes)(*map(Tensor, (a, b, c)))
    theirs = jax.vmap(jax.grad(lambda x, y, z: (run(1, x, y, z) ** 2).sum(), 1), axes)(a, b, c)
    close(ours, theirs, 2e-3, 2e-3)


def test_random_numbers():
    x = Tensor(numbers(4, 2))
    with pytest.raises(TransformError, match="draws random numbers"): vmap(lambda v: v + Tensor.rand(2))(x)
    different = vmap(lambda v: Tensor.rand(3) + v.sum() * 0, randomness="different")(x).numpy()
    same = vmap(lambda v: Tensor.rand(3) + v.sum() * 0, randomness="same")(x).numpy()
    assert len(np.unique(different)) == 12 and len(np.unique(same)) == 3
    nested = vmap(vmap(lambda v: Tensor.randn() + v * 0, randomness="different"), randomness="different")(x).numpy()
    assert len(np.unique(nested)) == 8
    with Tensor.train(): dropped = vmap(lambda v: v.dropout(0.5), randomness="different")(Tensor.ones(64, 64)).numpy()
    assert 0.4 < (dropped == 0).mean() < 0.6 and not np.array_equal(dropped[0], dropped[1])


def test_in_a_captured_function():
    w = Tensor(numbers(3, 3)).realize()
    step = TinyJit(lambda x: vmap(grad(lambda v: (v @ w).tanh().sum()))(x).realize())
    for i in range(4):
        x = numbers(5, 3, seed=i)
        close(step(Tensor(x)), jax.vmap(jax.grad(lambda v: jnp.tanh(v @ w.numpy()).sum()))(x))


def test_what_is_shared_is_computed_once():
    from heddle.uop import Ops
    w = Tensor(numbers(3, 3)).realize()
    graph = vmap(lambda v: v * (w @ w).sum())(Tensor(numbers(5, 3))).uop
    assert all(n.shape == () or n.shape[0] != 5 for n in graph.toposort() if n.op is Ops.REDUCE_AXIS)


@pytest.mark.parametrize(("run", "text"), [
    pytest.param(lambda x: vmap(lambda v: v if v.sum().item() > 0 else -v)(x), "without values", id="item"),
    pytest.param(lambda x: vmap(lambda v: v.realize())(x), "without values", id="realize"),
    pytest.param(lambda x: vmap(lambda v: v.sum().backward())(x), r"\.grad of what backward", id="backward"),
    pytest.param(lambda x: vmap(lambda a, b: a + b)(x, Tensor([1.0, 2.0])), "sizes 3 and 2", id="sizes"),
    pytest.param(lambda x: vmap(lambda a: a, None)(x), "maps no argument", id="nothing"),
    pytest.param(lambda x: vmap(lambda a, b: a, (0, 0, 0))(x, x), "in_axes has 3 parts", id="axes"),
    pytest.param(lambda x: vmap(lambda a: a, 0, None)(x), "out_axes is None for the result", id="out axes"),
    pytest.param(lambda x: vmap(lambda a: a, 5)(x), "no axis 5", id="axis"),
    pytest.param(lambda x: vmap(lambda a: a, randomness="maybe"), "maybe", id="randomness")])
def test_refusals(run, text):
    with pytest.raises(HeddleError, match=text): run(Tensor(numbers(3, 2)))


def test_assigning_to_what_is_outside_is_refused_or_as_before():
    state = Tensor([1.0, 2.0]).realize()
    with pytest.raises(TransformError): vmap(lambda v: state.assign(v).realize())(Tensor(numbers(3, 2)))
    assert Tensor(numbers(3, 2)).sum().item() == pytest.approx(numbers(3, 2).sum(), rel=1e-5)
