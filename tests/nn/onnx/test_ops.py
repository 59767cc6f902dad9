"""Every op against the cases that ONNX ships for it: one case each, and all of them in the slow run."""
from __future__ import annotations

import functools
import importlib
import pkgutil
import warnings
from typing import Any

import ml_dtypes
import numpy as np
import onnx
import onnx.backend.test.case.node as cases_of_onnx
import pytest
import torch
from onnx import TensorProto, helper, numpy_helper
from onnx.reference import ReferenceEvaluator

from heddle.nn.onnx import OnnxRunner, supported_ops, unsupported

#: modules of cases that take ten seconds each to make; their ops are compared below
_SLOW = ("averagepool", "lppool", "maxpool")
#: what draws numbers has no values to compare, what has no case is compared below or in test_runner.py
_NO_CASES = {"Bernoulli", "RandomNormal", "RandomNormalLike", "RandomUniform", "RandomUniformLike", "AveragePool", "LpPool",
             "MaxPool", "GlobalLpPool"}
_BY_CHANCE = ("test_bernoulli", "test_training_dropout")


@functools.cache
def node_cases(with_slow: bool) -> list[Any]:
    """All cases whose model can be run and whose results are not drawn, the smallest first."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        for module in pkgutil.iter_modules(cases_of_onnx.__path__):
            if with_slow or module.name not in _SLOW: importlib.import_module(f"{cases_of_onnx.__name__}.{module.name}")
    found = [c for c in cases_of_onnx._NodeTestCases if not unsupported(c.model) and not c.name.startswith(_BY_CHANCE)]
    return sorted(found, key=lambda c: ("expanded" in c.name, sum(np.size(x) for x in c.data_sets[0][0]), c.name))


def _array(x: Any) -> np.ndarray: return numpy_helper.to_array(x) if isinstance(x, TensorProto) else np.asarray(x)


def check(case: Any, device: str | None = None) -> None:
    """Runs the case and compares every result: shape, dtype, values."""
    names = [i.name for i in case.model.graph.input]
    for inputs, results in case.data_sets:
        found = OnnxRunner(case.model, device)(dict(zip(names, map(_array, inputs), strict=True)))
        for name, want in zip(case.model.graph.output, map(_array, results), strict=True):
            compare(case.name, found[name.name], want, max(case.rtol, 1e-3), max(case.atol, 1e-5))


def compare(what: str, tensor: Any, want: np.ndarray, rtol: float, atol: float) -> None:
    """A tensor with what should be in it. Formats of 16 bits and less may differ by a step."""
    got = tensor.numpy()
    assert got.shape == want.shape, what
    assert want.dtype.name.replace("float8_e4m3fn", "fp8e4m3").replace("float8_e5m2", "fp8e5m2") == tensor.dtype.name, what
    if want.dtype.itemsize <= 2 and tensor.dtype.is_float():
        rtol = max(rtol, 2 * float(ml_dtypes.finfo(want.dtype).eps))
        atol = max(atol, rtol * 2.0 ** -4)
        want = want.astype(np.float32)
    np.testing.assert_allclose(got, want, rtol=rtol, atol=atol, err_msg=what)


@pytest.mark.parametrize("name", sorted(set(supported_ops()) - _NO_CASES))
def test_an_op_gives_what_onnx_says(name: str) -> None:
    case = next(c for c in node_cases(False) if any(n.op_type == name for n in c.model.graph.node))
    check(case, "PYTHON" if sum(np.size(x) for x in case.data_sets[0][0]) <= 200 else None)


@pytest.mark.slow
def test_every_case_of_onnx() -> None:
    cases = node_cases(True)
    assert len(cases) > 1400
    failed: list[str] = []
    for case in cases:
        try: check(case)
        except AssertionError as fault: failed.append(f"{case.name}: {str(fault).strip()[:300]}")
    assert not failed, "\n".join(failed)


# ---- ops whose cases take too long to make


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
    for op, more in (("RandomUniform", {"low": 2.0, "high": 3.0}), ("RandomNormal", {"mean": 2.5, "scale": 0.1})):
        found = OnnxRunner(_model(op, [], shape=[30, 40], dtype=TensorProto.DOUBLE, **more))({})["y"].numpy()
        assert found.shape == (30, 40) and found.dtype == np.float64 and abs(found.mean() - 2.5) < 0.1


def test_more_than_a_hundred_ops() -> None:
    assert len(supported_ops()) > 150
