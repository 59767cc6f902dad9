"""vjp, jvp, Jacobians and Hessians, against JAX."""
from __future__ import annotations

import jax
import jax.numpy as jnp
import numpy as np
import pytest

from heddle import Tensor, grad, hessian, jacobian, jvp, value_and_grad, vjp
from heddle.errors import GradientError, ShapeError

jax.config.update("jax_platforms", "cpu")
X, W = (np.random.default_rng(i).standard_normal(s).astype(np.float32) for i, s in enumerate(((3,), (4, 3))))
PROGRAMS = {
    "tanh": (lambda x: (Tensor(W) @ x).tanh(), lambda x: jnp.tanh(W @ x)),
    "softmax": (lambda x: (x * 3).softmax(), lambda x: jax.nn.softmax(x * 3)),
    "max": (lambda x: (x * x).max() * x, lambda x: (x * x).max() * x),
    "sort": (lambda x: x.sort()[0].cumsum(0), lambda x: jnp.cumsum(jnp.sort(x))),
    "gather": (lambda x: x[Tensor([2, 0, 2, 1])] ** 3, lambda x: x[jnp.array([2, 0, 2, 1])] ** 3),
    "prod": (lambda x: x.prod() + x.exp(), lambda x: x.prod() + jnp.exp(x)),
    "gelu": (lambda x: x.gelu().reshape(1, 3).expand(2, 3), lambda x: jnp.broadcast_to(jax.nn.gelu(x)[None], (2, 3))),
    "constant": (lambda x: Tensor.ones(2) + x.sum() * 0, lambda x: jnp.ones(2) + x.sum() * 0)}


def close(ours, theirs, rtol=1e-4, atol=1e-5): np.testing.assert_allclose(ours.numpy(), np.asarray(theirs), rtol=rtol, atol=atol)


@pytest.mark.parametrize("name", PROGRAMS)
def test_jacobians_and_products_with_them(name):
    ours, theirs = PROGRAMS[name]
    close(jacobian(ours)(Tensor(X)), jax.jacobian(theirs)(X))
    tangent = np.array([0.5, -1.0, 2.0], np.float32)
    value, change = jvp(ours, (Tensor(X),), (Tensor(tangent),))
    expected, wanted = jax.jvp(theirs, (X,), (tangent,))
    close(value, expected)
    close(change, wanted)
    value, pull = vjp(ours, Tensor(X))
    expected, pulled = jax.vjp(theirs, X)
    g = np.linspace(-1, 1, int(np.prod(value.shape)), dtype=np.float32).reshape(value.shape)
    close(pull(Tensor(g))[0], pulled(jnp.asarray(g))[0])


@pytest.mark.parametrize("name", PROGRAMS)
def test_hessians(name):
    ours, theirs = PROGRAMS[name]
    close(hessian(lambda x: (ours(x) ** 2).sum())(Tensor(X)), jax.hessian(lambda x: (theirs(x) ** 2).sum())(X), 1e-3, 1e-3)


def test_gradients_of_nested_arguments():
    value, found = value_and_grad(lambda p, n: (p["a"] * p["b"][0]).sum() * n)({"a": Tensor(X), "b": [Tensor(X) * 2, 3]}, 2)
    assert value.item() == pytest.approx(4 * (X * X).sum(), rel=1e-5)
    close(found["a"], 4 * X)
    close(found["b"][0], 2 * X)
    assert found["b"][1] is None


def test_one_tensor_twice_has_two_gradients():
    x = Tensor(X)
    first, second = grad(lambda a, b: (a * b * b).sum(), (0, 1))(x, x)
    close(first, X * X)
    close(second, 2 * X * X)


def test_several_arguments_and_results():
    a, b = Tensor(X), Tensor(W)
    by_a, by_b = jacobian(lambda a, b: (b @ a).sin(), (0, 1))(a, b)
    want_a, want_b = jax.jacobian(lambda a, b: jnp.sin(b @ a), (0, 1))(X, W)
    close(by_a, want_a)
    close(by_b, want_b)
    out = jacobian(lambda a: {"s": a.sum(), "v": a * 2})(a)
    close(out["s"], np.ones(3))
    close(out["v"], 2 * np.eye(3))
    (y, z), (dy, dz) = jvp(lambda a, b: (a * 2, b.sum() + a.sum()), (a, b), (Tensor.ones(3), Tensor.ones(4, 3)))
    assert y.shape == (3,) and z.shape == () and dy.tolist() == [2.0] * 3 and dz.item() == 15.0


def test_constants_as_arguments():
    assert grad(lambda x: (x * x).sum())(Tensor.ones(3)).tolist() == [2.0] * 3
    assert grad(lambda x: (x.reshape(4) ** 2).sum())(Tensor.rand(2, 2).exp().reshape(4).reshape(2, 2)).shape == (2, 2)


def test_errors():
    with pytest.raises(GradientError, match="one element"): grad(lambda x: x * 2)(Tensor(X))
    with pytest.raises(GradientError, match="float tensors"): jacobian(lambda x: x.argmax())(Tensor(X))
    with pytest.raises(ShapeError, match="tangent number 0"): jvp(lambda x: x, (Tensor(X),), (Tensor([1.0]),))
    with pytest.raises(GradientError, match="2 gradients were given for 1"): vjp(lambda x: x, Tensor(X))[1]((Tensor(X), Tensor(X)))
    with pytest.raises(GradientError, match="no result is a float"): vjp(lambda x: x.argmax(), Tensor(X))[1](None)
