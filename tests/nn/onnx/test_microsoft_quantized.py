"""Operators of com.microsoft on integers with scales and zeros, against onnxruntime and NumPy."""
from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from heddle import Tensor
from heddle.nn.onnx import OnnxRunner, unsupported
from tests.nn.onnx.one_node import check, f, i8, i32, model, one, u8

MS = "com.microsoft"
#: scale and zero of an input, and of a result; no mean of a few integers lies halfway between two of the result
IN, OUT = [one(0.05), one(120, np.uint8)], [one(0.0431), one(60, np.uint8)]
SIGNED = [one(0.05), one(12, np.int8), one(0.03), one(-6, np.int8)]

PLAIN: dict[str, tuple[str, list[Any], dict[str, Any]]] = {
    "QLinearAdd": ("QLinearAdd", [u8(2, 5), one(0.1), one(7, np.uint8), u8(5), one(0.2), one(99, np.uint8), one(0.3),
                                  one(50, np.uint8)], {}),
    "QLinearMul": ("QLinearMul", [i8(2, 5), one(0.1), one(7, np.int8), i8(5), one(0.2), one(9, np.int8), one(0.9),
                                  one(5, np.int8)], {}),
    "QLinearSigmoid": ("QLinearSigmoid", [u8(2, 5), one(0.05), one(120, np.uint8), one(1 / 256), one(0, np.uint8)], {}),
    "QLinearLeakyRelu": ("QLinearLeakyRelu", [u8(2, 5), one(0.05), one(120, np.uint8), one(0.04), one(60, np.uint8)], {"alpha": 0.1}),
    "QLinearGlobalAveragePool": ("QLinearGlobalAveragePool", [u8(1, 2, 4, 4), one(0.05), one(120, np.uint8), one(0.04),
                                 one(60, np.uint8)], {}),
    "QLinearConcat": ("QLinearConcat", [one(0.1), one(3, np.uint8), u8(2, 3), one(0.2), one(5, np.uint8), u8(2, 2), one(0.1),
                      one(9, np.uint8)], {"axis": 1}),
    "QGemm": ("QGemm", [u8(3, 4), one(0.1), one(9, np.uint8), i8(4, 5), one(0.2), one(3, np.int8), i32(1, 2, 3, 4, 5), one(2.0),
              one(7, np.uint8)], {}),
    "QGemm to float": ("QGemm", [u8(3, 4), one(0.1), one(9, np.uint8), i8(5, 4), one(0.2), one(3, np.int8)], {"transB": 1}),
    "MatMulIntegerToFloat": ("MatMulIntegerToFloat", [u8(3, 4), i8(4, 5), one(0.1), f(5), one(9, np.uint8), i8(5, seed=1), f(5)], {}),
    "DynamicQuantizeMatMul": ("DynamicQuantizeMatMul", [f(3, 8), u8(8, 5), one(0.1), one(120, np.uint8), f(5)], {}),
    "QuantizeLinear": ("QuantizeLinear", [f(2, 5), one(0.1), one(9, np.uint8)], {}),
    "DequantizeLinear": ("DequantizeLinear", [u8(2, 5), one(0.1), one(9, np.uint8)], {}),
    "QLinearSoftmax": ("QLinearSoftmax", [u8(2, 3, 4), *IN, one(1 / 256), one(0, np.uint8)], {"axis": 1, "opset": 13}),
    "QLinearSoftmax of early versions": ("QLinearSoftmax", [u8(2, 3, 4), *IN, one(1 / 256), one(0, np.uint8)],
                                         {"axis": 1, "opset": 12}),
    "QLinearAveragePool": ("QLinearAveragePool", [u8(2, 2, 6, 5), *IN, *OUT], {"kernel_shape": [3, 2]}),
    "QLinearAveragePool of a row": ("QLinearAveragePool", [u8(1, 3, 9), *IN, *OUT], {"kernel_shape": [3], "strides": [2]}),
    "QLinearAveragePool with pads": ("QLinearAveragePool", [i8(1, 2, 7, 5), *SIGNED],
                                     {"kernel_shape": [3, 2], "pads": [1, 1, 1, 0], "strides": [2, 1], "ceil_mode": 1}),
    "QLinearAveragePool with pads that count": ("QLinearAveragePool", [u8(1, 2, 6, 5), *IN, *OUT],
                                                {"kernel_shape": [3, 3], "pads": [1, 1, 1, 1], "count_include_pad": 1}),
    "QLinearAveragePool of one size": ("QLinearAveragePool", [u8(1, 2, 6, 5), *IN, *OUT],
                                       {"kernel_shape": [3, 2], "auto_pad": "SAME_UPPER"}),
    "QLinearAveragePool, channels last": ("QLinearAveragePool", [u8(1, 6, 5, 3), *IN, *OUT],
                                          {"kernel_shape": [3, 2], "channels_last": 1, "pads": [1, 0, 0, 1]}),
    "QLinearGlobalAveragePool, channels last": ("QLinearGlobalAveragePool", [u8(1, 4, 4, 3), *IN, *OUT], {"channels_last": 1}),
    "QLinearWhere": ("QLinearWhere", [u8(2, 5) > 100, u8(2, 5), *IN, u8(5, seed=1), one(0.1), one(3, np.uint8), *OUT], {}),
    "QLinearConv": ("QLinearConv", [u8(1, 2, 6, 6), *IN, u8(4, 1, 3, 3), one(0.02), one(100, np.uint8), one(0.3), one(60, np.uint8),
                                    i32(100, -200, 300, 5)], {"group": 2, "pads": [1, 1, 1, 1]}),
    "QLinearConv, channels last": ("QLinearConv", [u8(1, 6, 6, 2), *IN, u8(3, 2, 3, 3), one(0.02), one(100, np.uint8), one(0.4),
                                                   one(60, np.uint8)], {"channels_last": 1, "strides": [2, 1]}),
    "QEmbedLayerNormalization": ("QEmbedLayerNormalization", [
        i32([1, 2, 0], [3, 3, 1]), i32([0, 1, 1], [0, 0, 0]), u8(4, 8), u8(5, 8, seed=1), u8(2, 8, seed=2), u8(8), u8(8, seed=1),
        i32([1, 1, 0], [1, 1, 1]), *(one(s) for s in (0.1, 0.05, 0.02, 0.1, 0.03)), *(one(z, np.uint8) for z in (3, 40, 5, 6, 70))],
        {"epsilon": 1e-5}),
    "QEmbedLayerNormalization of words": ("QEmbedLayerNormalization", [
        i32([1, 2, 0], [3, 3, 1]), None, u8(4, 8), u8(5, 8, seed=1), None, u8(8), u8(8, seed=1), None, one(0.1), one(0.05), None,
        one(0.1), one(0.03), one(3, np.uint8), one(40, np.uint8), None, one(6, np.uint8), one(70, np.uint8)], {"epsilon": 1e-5}),
}


@pytest.mark.parametrize("name", list(PLAIN))
def test_an_operator_on_integers(name: str) -> None:
    op, inputs, attributes = PLAIN[name]
    check(op, inputs, 2 if op == "QEmbedLayerNormalization" else 1, MS, atol=1e-4 if "MatMul" in op else 2e-5, **attributes)


# ---- LSTM


def _cells(batch: int, directions: int = 1, columns: bool = False, lengths: list[int] | None = None,
           peepholes: bool = False) -> list[Any]:
    """Inputs of 4 steps of 5 numbers, 3 cells a direction; a scale for each direction or each column."""
    shape = (directions, 12) if columns else (directions,)
    def scale(seed: int) -> np.ndarray: return np.abs(f(*shape, seed=seed) * 0.01 + 0.02)
    lasts = [f(directions, batch, 3), f(directions, batch, 3, seed=1), f(directions, 9) if peepholes else None]
    return [f(4, batch, 5), u8(directions, 5, 12), u8(directions, 3, 12), f(directions, 24),
            None if lengths is None else i32(*lengths), *lasts,
            scale(0), np.full(shape, 130, np.uint8), scale(1), np.full(shape, 121, np.uint8)]


BOTH: dict[str, Any] = {"direction": "bidirectional"}
CELLS: dict[str, tuple[list[Any], dict[str, Any]]] = {
    "plain": (_cells(1), {}), "a batch": (_cells(3), {}), "columns": (_cells(1, columns=True), {}),
    "reverse with lengths": (_cells(2, lengths=[4, 2]), {"direction": "reverse"}),
    "both ways with peepholes": (_cells(1, 2, peepholes=True), BOTH),
    "clipped": (_cells(1), {"clip": 0.7, "activations": ["HardSigmoid", "Softsign", "Tanh"]}),
}


@pytest.mark.parametrize("name", list(CELLS))
def test_an_lstm_of_integers(name: str) -> None:
    """onnxruntime has one scale for as many rows as a thread has, which for one row alone does not depend on the machine."""
    inputs, attributes = CELLS[name]
    check("DynamicQuantizeLSTM", inputs, 3, MS, atol=1e-5 if inputs[0].shape[1] == 1 else 0.01, hidden_size=3, **attributes)


@pytest.mark.parametrize("name", list(CELLS))
def test_an_lstm_of_integers_is_close_to_that_of_floats(name: str) -> None:
    inputs, attributes = CELLS[name]
    def wide(x: np.ndarray, scale: np.ndarray, zero: np.ndarray) -> np.ndarray:
        rows = [part.reshape(len(x), 1, -1).astype(np.float32) for part in (scale, zero)]
        return ((x - rows[1]) * rows[0]).swapaxes(1, 2).copy()
    of_floats = [inputs[0], wide(inputs[1], *inputs[8:10]), wide(inputs[2], *inputs[10:12]), *inputs[3:8]]
    found = [OnnxRunner(made, "PYTHON")({f"x{i}": Tensor(x, device="PYTHON") for i, x in enumerate(given) if x is not None})
             for given, made in ((inputs, model("DynamicQuantizeLSTM", inputs, 3, MS, 1, hidden_size=3, **attributes)),
                                 (of_floats, model("LSTM", of_floats, 3, "", 1, hidden_size=3, **attributes)))]
    for key in ("y0", "y1", "y2"): np.testing.assert_allclose(found[0][key].numpy(), found[1][key].numpy(), atol=0.05)
    assert not np.array_equal(found[0]["y0"].numpy(), found[1]["y0"].numpy())


def test_an_lstm_of_integers_with_an_unknown_activation_is_refused() -> None:
    made = model("DynamicQuantizeLSTM", _cells(1), 3, MS, 1, hidden_size=3, activations=["Tanh", "Swish", "Tanh"])
    assert [part.what.split(";")[0] for part in unsupported(made)] == ["the activation Swish"]


# ---- against NumPy


def _plain(x: np.ndarray) -> np.ndarray: return (x.astype(np.int32) - 120) * np.float32(0.05)
def _packed(x: np.ndarray) -> np.ndarray: return np.clip(np.rint(x / np.float32(0.0431)) + 60, 0, 255).astype(np.uint8)


def _found(op: str, x: np.ndarray, **attributes: Any) -> np.ndarray:
    inputs = [x, *IN, *OUT]
    made = model(op, inputs, 1, MS, 1, **attributes)
    return OnnxRunner(made, "PYTHON")({f"x{i}": v for i, v in enumerate(inputs)})["y0"].numpy()


@pytest.mark.parametrize(("axes", "keepdims"), [([1], 1), ([-1, 0], 0), ([0, 1, 2], 0), ([], 1)], ids=str)
def test_the_mean_over_axes(axes: list[int], keepdims: int) -> None:
    """onnxruntime has the operator's schema, and none that computes it."""
    x = u8(2, 3, 5)
    want = _packed(_plain(x).mean(tuple(axes) or None, keepdims=bool(keepdims)))
    found = _found("QLinearReduceMean", x, keepdims=keepdims, **({"axes": axes} if axes else {}))
    assert found.shape == want.shape
    np.testing.assert_array_equal(found, want)


@pytest.mark.parametrize("counted", [0, 1])
def test_the_border_of_a_pool_is_zero(counted: int) -> None:
    """And not the zero of the integers: with it counted a corner is the sum of four over nine."""
    x = u8(1, 1, 4, 4)
    wide, ones = (np.pad(v[0, 0], 1) for v in (_plain(x), np.ones_like(x)))
    want = np.array([[wide[i:i + 3, j:j + 3].sum() / (9 if counted else ones[i:i + 3, j:j + 3].sum()) for j in range(4)]
                     for i in range(4)])
    found = _found("QLinearAveragePool", x, kernel_shape=[3, 3], pads=[1, 1, 1, 1], count_include_pad=counted)
    np.testing.assert_array_equal(found[0, 0], _packed(want))
