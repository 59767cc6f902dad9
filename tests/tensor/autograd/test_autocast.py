"""Mixed precision: which dtype each operation has, and that training with it learns."""
from __future__ import annotations

import threading

import numpy as np
import pytest

from heddle import Tensor, TinyJit, autocast, dtypes, nn
from heddle.errors import DTypeError
from heddle.tensor.autograd.autocast import NARROW, WIDE

X, W = Tensor([[1.0, 2.0], [3.0, 4.0]]), Tensor([[1.0, 0.5], [0.25, 2.0]])


@pytest.mark.parametrize("kind", ["float16", "bfloat16"])
def test_products_are_narrow_and_sums_are_wide(kind):
    with autocast(kind):
        product = X @ W
        assert product.dtype.name == kind and X.linear(W).dtype.name == kind and Tensor.einsum("ij,jk->ik", X, W).dtype.name == kind
        assert X.reshape(1, 1, 2, 2).conv2d(W.reshape(1, 1, 2, 2)).dtype.name == kind
        assert (product * 2).dtype.name == kind and (product + X).dtype.name == "float32"
        for wide in (product.sum(), product.softmax(), product.exp(), product.mean(0), product.layernorm(), product.square(),
                     product.cross_entropy(Tensor([0, 1])), product.pow(3.0)):
            assert wide.dtype.name == "float32"
    assert (X @ W).dtype.name == "float32" and product.exp().dtype.name == kind


def test_every_name_in_the_tables_is_a_method():
    for name in (*NARROW, *WIDE): assert callable(getattr(Tensor, name)), name


def test_what_is_no_float32_stays():
    with autocast():
        wide = Tensor([[1.0, 2.0]], dtype="float64")
        assert (wide @ wide.T).dtype is dtypes.float64 and (Tensor([[1, 2]]) @ Tensor([[1], [2]])).dtype is dtypes.int32


def test_nested_disabled_decorated_and_in_other_threads():
    seen = []
    with autocast("float16"):
        with autocast(enabled=False): assert (X @ W).dtype.name == "float32"
        with autocast("bfloat16"): assert (X @ W).dtype.name == "bfloat16"
        assert (X @ W).dtype.name == "float16"
        thread = threading.Thread(target=lambda: seen.append((X @ W).dtype.name))
        thread.start()
        thread.join()

    @autocast("float16")
    def product(): return X @ W

    assert seen == ["float32"] and product().dtype.name == "float16" and (X @ W).dtype.name == "float32"
    with pytest.raises(ZeroDivisionError), autocast(): 1 / 0  # noqa: B018
    assert (X @ W).dtype.name == "float32"


def test_gradients_have_the_dtype_of_parameters():
    layer = nn.Linear(4, 3)
    x = Tensor.rand(5, 4)
    with autocast("float16"): loss = layer(x).square().mean()
    loss.backward()
    assert loss.dtype.name == layer.weight.grad.dtype.name == x.grad.dtype.name == "float32"
    plain = layer(x).square().mean().gradient(layer.weight)[0]
    np.testing.assert_allclose(layer.weight.grad.numpy(), plain.numpy(), rtol=2e-2, atol=1e-3)


def test_another_dtype_is_refused():
    with pytest.raises(DTypeError, match="float16 or bfloat16, not in float32"): autocast("float32")


def test_a_capture_is_for_its_mode():
    product = TinyJit(lambda x: (x @ W).realize())
    with autocast("float16"):
        for _ in range(3): assert product(X.clone()).dtype.name == "float16"
    from heddle.errors import JitError
    with pytest.raises(JitError, match="autocast"): product(X.clone())
