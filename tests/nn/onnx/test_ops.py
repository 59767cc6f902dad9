"""Every op against the cases that ONNX ships for it: one case each, and all of them in the slow run."""
from __future__ import annotations

from typing import Any

import numpy as np
import onnx
import pytest
import torch
from onnx import TensorProto, helper
from onnx.reference import ReferenceEvaluator

from heddle.nn.onnx import OnnxRunner, supported_ops
from tests.nn.onnx.backend import Case, cases, check, compare, run_batches

#: what draws numbers has no values to compare; what has no case is compared below or in the other files here
_NO_CASES = {"Bernoulli", "RandomNormal", "RandomNormalLike", "RandomUniform", "RandomUniformLike", "GlobalLpPool", "Affine",
             "Crop", "ImageScaler", "MaxRoiPool", "Multinomial", "Optional", "ParametricSoftplus", "Scale", "ScaledTanh"}
#: cases that fail, and why
KNOWN: dict[str, str] = {}


def _full_name(node: onnx.NodeProto) -> str:
    return f"{node.domain}.{node.op_type}" if node.domain not in ("", "ai.onnx") else node.op_type


def _smallest(name: str) -> Case:
    """The smallest case with a node of an op; those of a function's expansion come last."""
    found = [c for c in cases() if any(_full_name(n) == name for n in c.model.graph.node) and c.name not in KNOWN]
    return min(found, key=lambda c: ("expanded" in c.name, c.size, c.name))


#: operators that the package onnx has no cases for, or few; compared with onnxruntime in test_ml.py and test_microsoft.py
_ELSEWHERE = ("com.microsoft.", "ai.onnx.ml.", "SimplifiedLayerNormalization")


@pytest.mark.parametrize("name", sorted(n for n in set(supported_ops()) - _NO_CASES if not n.startswith(_ELSEWHERE)))
def test_an_op_gives_what_onnx_says(name: str) -> None: check(_smallest(name))


@pytest.mark.slow
def test_every_case_of_onnx() -> None:
    """Exactly those in the table fail: one that starts to pass has to leave it."""
    count, failed = run_batches(8)
    assert count >= 2027
    assert sorted(failed) == sorted(KNOWN), "\n".join(f"{k}: {v}" for k, v in failed.items() if k not in KNOWN)


# ---- ops and attributes that few cases have


def _model(op: str, inputs: list[np.ndarray], opset: int = 22, **attributes: Any) -> onnx.ModelProto:
    given = [helper.make_tensor_value_info(f"x{i}", helper.np_dtype_to_tensor_dtype(x.dtype), x.shape) for i, x in enumerate(inputs)]
    node = helper.make_node(op, [g.name for g in given], ["y"], **attributes)
    graph = helper.make_graph([node], "one", given, [helper.make_empty_tensor_value_info("y")])
    return helper.make_model(graph, opset_imports=[helper.make_opsetid("", opset)], ir_version=10)


POOLS: list[tuple[str, dict[str, Any]]] = [
    ("MaxPool", {}), ("MaxPool", {"strides": [2, 3], "pads": [1, 0, 1, 1]}),
    ("MaxPool", {"auto_pad": "SAME_UPPER", "strides": [2, 2]}),
    ("MaxPool", {"dilations": [2, 1]}), ("AveragePool", {"strides": [2, 2], "ceil_mode": 1}),
    ("AveragePool", {"pads": [1, 1, 1, 1], "count_include_pad": 1}), ("AveragePool", {"pads": [1, 1, 0, 1]}),
    ("AveragePool", {"auto_pad": "SAME_LOWER", "strides": [2, 2]}), ("LpPool", {"p": 3}), ("LpPool", {"strides": [2, 1]}),
]


@pytest.mark.parametrize(("op", "attributes"), POOLS, ids=lambda x: x if isinstance(x, str) else "-".join(x) or "plain")
def test_pools(op: str, attributes: dict[str, Any]) -> None:
    x = np.random.default_rng(0).standard_normal((1, 2, 7, 8)).astype(np.float32)
    model = _model(op, [x], kernel_shape=[3, 2], **attributes)
    compare(op, OnnxRunner(model, "PYTHON")({"x0": x})["y"], ReferenceEvaluator(model).run(None, {"x0": x})[0], 1e-4, 1e-5)


WINDOWS: dict[str, dict[str, Any]] = {"plain": {}, "columns": {"storage_order": 1},
                                      "border": {"strides": [2, 2], "pads": [1, 1, 1, 1]}}


@pytest.mark.parametrize("more", WINDOWS.values(), ids=WINDOWS)
def test_where_the_greatest_stood(more: dict[str, Any]) -> None:
    """Against torch: ONNX's own evaluator looks at wrong places where there is no border."""
    x = np.random.default_rng(0).standard_normal((2, 3, 6, 7)).astype(np.float32)
    model = _model("MaxPool", [x], kernel_shape=[3, 2], **more)
    model.graph.node[0].output.append("where")
    model.graph.output.append(helper.make_empty_tensor_value_info("where"))
    found = OnnxRunner(model, "PYTHON")({"x0": x})
    pads = tuple(more.get("pads", [0, 0])[:2])
    values, places = torch.nn.functional.max_pool2d(torch.tensor(x), (3, 2), more.get("strides", 1), pads, return_indices=True)
    want = places.numpy()
    if "storage_order" in more: want = want % 7 * 6 + want // 7
    np.testing.assert_array_equal(found["y"].numpy(), values.numpy())
    np.testing.assert_array_equal(found["where"].numpy(), want + np.arange(6).reshape(2, 3, 1, 1) * 42)


def test_global_lp_pool() -> None:
    x = np.random.default_rng(0).standard_normal((1, 2, 4, 5)).astype(np.float32)
    want = (np.abs(x) ** 3).sum((2, 3), keepdims=True) ** (1 / 3)
    compare("GlobalLpPool", OnnxRunner(_model("GlobalLpPool", [x], p=3), "PYTHON")({"x0": x})["y"], want, 1e-4, 1e-5)


@pytest.mark.parametrize("op", ["RandomUniformLike", "RandomNormalLike", "Bernoulli"])
def test_numbers_are_drawn_in_the_shape_and_dtype_of_another(op: str) -> None:
    x = np.full((40, 50), 0.5, np.float32)
    runner = OnnxRunner(_model(op, [x]))
    first, second = runner({"x0": x})["y"].numpy(), runner({"x0": x})["y"].numpy()
    assert first.shape == x.shape and first.dtype == x.dtype and not np.array_equal(first, second)
    assert abs(first.mean() - (0.0 if "Normal" in op else 0.5)) < 0.1


def test_numbers_are_drawn_in_a_shape() -> None:
    draws: dict[str, dict[str, Any]] = {"RandomUniform": {"low": 2.0, "high": 3.0}, "RandomNormal": {"mean": 2.5, "scale": 0.1}}
    for op, more in draws.items():
        found = OnnxRunner(_model(op, [], shape=[30, 40], dtype=TensorProto.DOUBLE, **more))({})["y"].numpy()
        assert found.shape == (30, 40) and found.dtype == np.float64 and abs(found.mean() - 2.5) < 0.1


def test_more_than_a_hundred_ops() -> None:
    assert len(supported_ops()) > 150
