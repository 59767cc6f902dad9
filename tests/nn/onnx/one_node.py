"""Models of one node, and what onnxruntime (or, of standard operators, ONNX's own evaluator) computes of them."""
from __future__ import annotations

import importlib.util
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
import onnx
import pytest
from onnx import helper

from heddle import Tensor
from heddle.nn.onnx import OnnxRunner
from heddle.nn.onnx.values import is_host_only

HAS_RUNTIME = importlib.util.find_spec("onnxruntime") is not None


def model(op: str, inputs: Sequence[np.ndarray | None], results: int, domain: str, version: int, **attributes: Any) -> onnx.ModelProto:
    """A model of one node, of a `version` of the operator set of its domain; None is an input that is left out."""
    named = {f"x{i}": x for i, x in enumerate(inputs) if x is not None}
    given = [helper.make_tensor_value_info(n, helper.np_dtype_to_tensor_dtype(x.dtype), x.shape) for n, x in named.items()]
    names = [f"x{i}" if x is not None else "" for i, x in enumerate(inputs)]
    outputs = [f"y{i}" for i in range(results)]
    node = helper.make_node(op, names, outputs, domain=domain, **attributes)
    graph = helper.make_graph([node], "one", given, [helper.make_empty_tensor_value_info(n) for n in outputs])
    imports = [helper.make_opsetid("", 17)] + ([helper.make_opsetid(domain, version)] if domain else [])
    return helper.make_model(graph, opset_imports=imports, ir_version=8)


def wanted(made: onnx.ModelProto, inputs: Mapping[str, np.ndarray]) -> list[Any]:
    """What onnxruntime computes; the test is skipped without it."""
    runtime = pytest.importorskip("onnxruntime", reason="onnxruntime is absent: pip install --no-deps onnxruntime flatbuffers")
    options = runtime.SessionOptions()
    options.log_severity_level = 4
    return runtime.InferenceSession(made.SerializeToString(), options, providers=["CPUExecutionProvider"]).run(None, dict(inputs))


def check(op: str, inputs: Sequence[np.ndarray | None], results: int = 1, domain: str = "", version: int = 1, atol: float = 1e-5,
          device: str = "PYTHON", compared: int | None = None, **attributes: Any) -> None:
    """heddle gives what onnxruntime gives, in dtype, shape and values; of `compared` results, or all."""
    made = model(op, inputs, results, domain, version, **attributes)
    given = {f"x{i}": x for i, x in enumerate(inputs) if x is not None}
    want = wanted(made, given)
    found = OnnxRunner(made, device)({n: x if is_host_only(x) else Tensor(x, device=device) for n, x in given.items()})
    for name, value in list(zip(found, want, strict=True))[:compared]:
        got = found[name].numpy() if isinstance(found[name], Tensor) else found[name]
        if isinstance(value, list): assert got == value, name
        elif value.dtype.kind in "OSU": assert got.tolist() == value.tolist(), name
        else:
            assert (got.shape, got.dtype) == (value.shape, value.dtype), name
            np.testing.assert_allclose(got, value, rtol=1e-3, atol=atol, err_msg=name)


# ---- inputs


def f(*shape: int, seed: int = 0) -> np.ndarray:
    """Normal numbers in float32; other shapes and seeds give others."""
    return np.random.default_rng(seed + sum(shape)).standard_normal(shape).astype(np.float32)


def u8(*shape: int, seed: int = 0) -> np.ndarray: return np.random.default_rng(seed).integers(0, 256, shape).astype(np.uint8)
def i8(*shape: int, seed: int = 0) -> np.ndarray: return np.random.default_rng(seed).integers(-128, 128, shape).astype(np.int8)
def i32(*x: Any) -> np.ndarray: return np.array(x, np.int32)
def one(x: float, kind: Any = np.float32) -> np.ndarray: return np.array(x, kind)
