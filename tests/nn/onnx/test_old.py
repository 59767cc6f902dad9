"""Ops as early versions of the operator set have them, against formulas in NumPy and torch."""
from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
import onnx
import pytest
import torch
from onnx import helper

from heddle import Tensor
from heddle.nn.onnx import OnnxRunner, unsupported

RNG = np.random.default_rng(0)
X = RNG.standard_normal((2, 3, 4, 5)).astype(np.float32)
C = RNG.standard_normal(3).astype(np.float32)


def run(op: str, opset: int, inputs: Sequence[np.ndarray], results: int = 1, domain: str = "", **attributes: Any) -> list[Any]:
    """The results of one node on the interpreter."""
    given = [helper.make_tensor_value_info(f"x{i}", helper.np_dtype_to_tensor_dtype(x.dtype), x.shape) for i, x in enumerate(inputs)]
    names = [f"y{i}" for i in range(results)]
    node = helper.make_node(op, [g.name for g in given], names, domain=domain, **attributes)
    graph = helper.make_graph([node], "one", given, [helper.make_empty_tensor_value_info(n) for n in names])
    model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", opset)], ir_version=8)
    found = OnnxRunner(model, "PYTHON")({g.name: Tensor(x, device="PYTHON") for g, x in zip(given, inputs, strict=True)})
    return [found[n].numpy() for n in names]


def softplus(x: np.ndarray) -> np.ndarray: return np.log1p(np.exp(x))


CASES: dict[str, tuple[str, int, Sequence[np.ndarray], dict[str, Any], Callable[[], Any]]] = {
    "Add along axis 1": ("Add", 6, [X, C], {"broadcast": 1, "axis": 1}, lambda: X + C[:, None, None]),
    "Add along two axes": ("Add", 6, [X, X[0, :, :, 0]], {"broadcast": 1, "axis": 1}, lambda: X + X[0, :, :, 0][:, :, None]),
    "Mul from the end": ("Mul", 1, [X, X[0, 0, 0]], {"broadcast": 1, "consumed_inputs": [0, 0]}, lambda: X * X[0, 0, 0]),
    "Sub of one": ("Sub", 6, [X, C[:1].reshape(())], {"broadcast": 1}, lambda: X - C[0]),
    "Greater along an axis": ("Greater", 1, [X, C], {"broadcast": 1, "axis": -3}, lambda: X > C[:, None, None]),
    "Relu with consumed_inputs": ("Relu", 1, [X], {"consumed_inputs": [0]}, lambda: np.maximum(X, 0)),
    "PRelu by channel": ("PRelu", 6, [X, C], {}, lambda: np.where(X < 0, X * C[:, None, None], X)),
    "Reshape": ("Reshape", 1, [X], {"shape": [0, -1]}, lambda: X.reshape(2, -1)),
    "Tile": ("Tile", 1, [X, np.array([3]), np.array([1])], {}, lambda: np.tile(X, (1, 3, 1, 1))),
    "Pad": ("Pad", 1, [X], {"paddings": [0, 0, 1, 0, 0, 0, 0, 2], "value": 1.5},
            lambda: np.pad(X, [(0, 0), (0, 0), (1, 0), (0, 2)], constant_values=1.5)),
    "Concat": ("Concat", 1, [X, X], {}, lambda: np.concatenate([X, X], 1)),
    "Upsample by attributes": ("Upsample", 1, [X], {"height_scale": 2.0, "width_scale": 3.0}, lambda: X.repeat(2, 2).repeat(3, 3)),
    "Upsample by scales": ("Upsample", 7, [X], {"scales": [1.0, 1.0, 2.0, 1.0]}, lambda: X.repeat(2, 2)),
    "Cast by name": ("Cast", 1, [X], {"to": "INT32"}, lambda: X.astype(np.int32)),
    "Affine": ("Affine", 1, [X], {"alpha": 2.0, "beta": 1.0}, lambda: X * 2 + 1),
    "Scale": ("Scale", 1, [X], {"scale": 2.0}, lambda: X * 2),
    "ImageScaler": ("ImageScaler", 1, [X], {"bias": [1.0, 2.0, 3.0], "scale": 0.5}, lambda: X / 2 + np.arange(1, 4)[:, None, None]),
    "ParametricSoftplus": ("ParametricSoftplus", 1, [X], {"alpha": 2.0, "beta": 0.5}, lambda: 2 * softplus(X / 2)),
    "ScaledTanh": ("ScaledTanh", 1, [X], {"alpha": 2.0, "beta": 0.5}, lambda: 2 * np.tanh(X / 2)),
    "Crop": ("Crop", 1, [X], {"border": [1, 1, 2, 1]}, lambda: X[:, :, 1:3, 1:3]),
    "Crop to a size": ("Crop", 1, [X], {"border": [1, 0, 0, 0], "scale": [2, 3]}, lambda: X[:, :, :2, 1:4]),
}


@pytest.mark.parametrize("name", list(CASES))
def test_what_early_versions_give(name: str) -> None:
    op, opset, inputs, attributes, want = CASES[name]
    np.testing.assert_allclose(run(op, opset, inputs, **attributes)[0], want(), rtol=1e-5, atol=1e-6)


def test_max_roi_pool_takes_whole_pixels() -> None:
    """A region of 4 x 2 pixels, and one that goes beyond the image: its empty bins give 0."""
    rois = np.array([[1, 0, 1, 3, 2], [0, 4, 3, 7, 6]], np.float32)
    found = run("MaxRoiPool", 1, [X, rois], pooled_shape=[2, 2])[0]
    np.testing.assert_array_equal(found[0], X[1, :, 1:3, 0:4].reshape(3, 2, 2, 2).max(-1))
    np.testing.assert_array_equal(found[1, :, 0, 0], X[0, :, 3, 4])
    assert not found[1, :, 1, :].any() and not found[1, :, :, 1].any()


@pytest.mark.parametrize(("opset", "more"), [(1, {"is_test": 0}), (6, {"is_test": 0}), (7, {})], ids=str)
def test_batch_normalization_that_trains(opset: int, more: dict[str, Any]) -> None:
    scale, bias, mean, var = (RNG.random(3).astype(np.float32) for _ in range(4))
    y, new_mean, new_var, now, spread = run("BatchNormalization", opset, [X, scale, bias, mean, var], 5, momentum=0.75, **more)
    want = torch.nn.functional.batch_norm(torch.tensor(X), None, None, torch.tensor(scale), torch.tensor(bias), True)
    np.testing.assert_allclose(y, want.numpy(), rtol=1e-4, atol=1e-5)
    np.testing.assert_allclose(now, X.mean((0, 2, 3)), rtol=1e-4, atol=1e-6)
    np.testing.assert_allclose(new_mean, mean * 0.75 + now * 0.25, rtol=1e-5)
    np.testing.assert_allclose(new_var, var * 0.75 + spread * 0.25, rtol=1e-5)


@pytest.mark.parametrize("opset", [1, 6, 7, 9, 14])
def test_batch_normalization_that_does_not_train(opset: int) -> None:
    scale, bias, mean, var = (RNG.random(3).astype(np.float32) for _ in range(4))
    more: dict[str, Any] = {"is_test": 1} if opset < 7 else {}
    y = run("BatchNormalization", opset, [X, scale, bias, mean, var], **more)[0]
    x, m, v, s, b = map(torch.tensor, (X, mean, var, scale, bias))
    want = torch.nn.functional.batch_norm(x, m, v, s, b)
    np.testing.assert_allclose(y, want.numpy(), rtol=1e-4, atol=1e-5)


def test_batch_normalization_of_each_element() -> None:
    """Without `spatial` every element of a row has statistics of its own."""
    parts = [RNG.random(X.shape[1:]).astype(np.float32) for _ in range(4)]
    scale, bias, mean, var = parts
    y = run("BatchNormalization", 6, [X, *parts], is_test=1, spatial=0)[0]
    np.testing.assert_allclose(y, (X - mean) / np.sqrt(var + 1e-5) * scale + bias, rtol=1e-4, atol=1e-5)


def test_parts_named_by_an_input_of_the_first_version() -> None:
    found = run("Split", 1, [X, np.array([1, 2])], 2, axis=1)
    assert [f.shape for f in found] == [(2, 1, 4, 5), (2, 2, 4, 5)]


def test_multinomial_draws_by_chances() -> None:
    chances = np.log(np.array([[0.75, 0.25, 1e-20], [1e-20, 1e-20, 1.0]], np.float32))
    drawn = run("Multinomial", 7, [chances], sample_size=2000)[0]
    assert drawn.dtype == np.int32 and drawn.shape == (2, 2000) and (drawn[1] == 2).all()
    assert set(drawn[0]) == {0, 1} and abs((drawn[0] == 0).mean() - 0.75) < 0.05


def test_a_dtype_by_an_unknown_name_is_refused() -> None:
    x = helper.make_tensor_value_info("x", onnx.TensorProto.FLOAT, [1])
    node, y = helper.make_node("Cast", ["x"], ["y"], to="FLOAT77"), helper.make_empty_tensor_value_info("y")
    graph = helper.make_graph([node], "g", [x], [y])
    found = unsupported(helper.make_model(graph, opset_imports=[helper.make_opsetid("", 5)]))
    assert [u.what for u in found] == ["the attribute to=FLOAT77"]
