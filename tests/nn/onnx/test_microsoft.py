"""Fused operators of com.microsoft against onnxruntime."""
from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from heddle.errors import HeddleError
from heddle.nn.onnx import OnnxRunner
from tests.nn.onnx.one_node import check, f, i32, model, u8

MS = "com.microsoft"


PLAIN: dict[str, tuple[str, list[Any], dict[str, Any]]] = {
    "Gelu": ("Gelu", [f(2, 5)], {}),
    "BiasGelu": ("BiasGelu", [f(2, 5), f(5)], {}),
    "FastGelu": ("FastGelu", [f(2, 5)], {}),
    "FastGelu with bias": ("FastGelu", [f(2, 5), f(5)], {}),
    "QuickGelu": ("QuickGelu", [f(2, 5)], {"alpha": 1.5}),
    "FusedMatMul": ("FusedMatMul", [f(2, 4, 3), f(2, 5, 4)], {"alpha": 0.5, "transA": 1, "transB": 1}),
    "FusedMatMul of the batch": ("FusedMatMul", [f(3, 2, 4), f(2, 4, 5)], {"transBatchA": 1}),
    "FusedGemm": ("FusedGemm", [f(3, 4), f(4, 5), f(5)], {"activation": "LeakyRelu", "activation_alpha": 0.2, "alpha": 0.5}),
    "FusedConv": ("FusedConv", [f(1, 2, 5, 5), f(3, 2, 3, 3), f(3)], {"activation": "Relu", "pads": [1, 1, 1, 1]}),
    "FusedConv with clip": ("FusedConv", [f(1, 2, 5, 5), f(3, 2, 3, 3), f(3)],
                            {"activation": "Clip", "activation_params": [-0.5, 0.5]}),
    "SimplifiedLayerNormalization": ("SkipSimplifiedLayerNormalization", [f(2, 3, 8), f(2, 3, 8, seed=1), f(8)], {"epsilon": 1e-5}),
    "SkipLayerNormalization": ("SkipLayerNormalization", [f(2, 3, 8), f(2, 3, 8, seed=1), f(8), f(8, seed=2), f(8, seed=3)],
                               {"epsilon": 1e-5}),
    "MatMulNBits of 4": ("MatMulNBits", [f(3, 40), u8(6, 2, 16), f(12), u8(6)], {"K": 40, "N": 6, "bits": 4, "block_size": 32}),
    "MatMulNBits without zeros": ("MatMulNBits", [f(3, 64), u8(5, 2, 16), f(10)], {"K": 64, "N": 5, "bits": 4, "block_size": 32}),
    "MatMulNBits of 8": ("MatMulNBits", [f(3, 64), u8(5, 2, 32), f(10), u8(10)], {"K": 64, "N": 5, "bits": 8, "block_size": 32}),
    "EmbedLayerNormalization": ("EmbedLayerNormalization", [i32([1, 2, 0], [3, 3, 1]), i32([0, 1, 1], [0, 0, 0]), f(4, 8), f(5, 8),
                                f(2, 8), f(8), f(8, seed=1), i32([1, 1, 0], [1, 1, 1])], {"epsilon": 1e-5}),
}


@pytest.mark.parametrize("name", list(PLAIN))
def test_a_fused_operator(name: str) -> None:
    op, inputs, attributes = PLAIN[name]
    results = {"EmbedLayerNormalization": 2}.get(op, 1)
    check(op, inputs, results, MS, atol=1e-4 if "MatMul" in op else 2e-5, **attributes)


# ---- columns that are assigned to blocks


def _columns(bits: int, zeros: str, seed: int = 0) -> tuple[list[Any], np.ndarray]:
    """Inputs of MatMulNBits with g_idx (K is 64, N is 5, blocks of 32), and the weights (N, K) that they stand for."""
    rng = np.random.default_rng(seed)
    of, numbers = rng.integers(0, 2, 64).astype(np.int32), rng.integers(0, 2 ** bits, (5, 64))
    scales, at = rng.standard_normal((5, 2)).astype(np.float32), rng.integers(0, 2 ** bits, (5, 2))

    def packed(x: np.ndarray) -> np.ndarray:
        per = 8 // bits
        padded = np.pad(x, [(0, 0), (0, -x.shape[1] % per)]).reshape(len(x), -1, per)
        return (padded << np.arange(0, 8, bits)).sum(-1).astype(np.uint8)
    stored = {"packed": packed(at).reshape(-1), "floats": at.astype(np.float32), "none": None}[zeros]
    if zeros == "none": at = np.full((5, 2), 2 ** (bits - 1))
    want = (numbers - at[:, of]) * scales[:, of]
    return [f(3, 64), packed(numbers).reshape(5, 2, -1), scales if zeros == "floats" else scales.reshape(-1), stored, of], want


@pytest.mark.parametrize("zeros", ["none", "packed", "floats"])
@pytest.mark.parametrize("bits", [2, 4, 8])
def test_columns_take_scale_and_zero_of_the_block_they_are_assigned_to(bits: int, zeros: str) -> None:
    inputs, weights = _columns(bits, zeros)
    made = model("MatMulNBits", inputs, 1, MS, 1, K=64, N=5, bits=bits, block_size=32)
    found = OnnxRunner(made, "PYTHON")({f"x{i}": x for i, x in enumerate(inputs) if x is not None})["y0"].numpy()
    np.testing.assert_allclose(found, inputs[0] @ weights.T, rtol=1e-4, atol=1e-4 * 2 ** bits)


@pytest.mark.parametrize("zeros", ["none", "floats"])
def test_columns_assigned_to_blocks_against_onnxruntime(zeros: str) -> None:
    """onnxruntime 1.32 has g_idx for 4 bits alone, and there takes packed zeros for 8, whatever they are."""
    check("MatMulNBits", _columns(4, zeros)[0], 1, MS, atol=1e-3, K=64, N=5, bits=4, block_size=32)


def test_numbers_of_other_widths_are_refused() -> None:
    inputs = [f(3, 64), u8(5, 2, 12), f(10)]
    made = model("MatMulNBits", inputs, 1, MS, 1, K=64, N=5, bits=3, block_size=32)
    with pytest.raises(HeddleError, match="numbers of 3 bits"): OnnxRunner(made)({f"x{i}": x for i, x in enumerate(inputs)})
