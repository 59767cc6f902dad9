"""Fused operators of com.microsoft against onnxruntime."""
from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from heddle.errors import HeddleError
from heddle.nn.onnx import OnnxRunner
from tests.nn.onnx.one_node import check, model

MS = "com.microsoft"


def f(*shape: int,
      seed: int = 0) -> np.ndarray: return np.random.default_rng(seed + sum(shape)).standard_normal(shape).astype(np.float32)
def u8(*shape: int, seed: int = 0) -> np.ndarray: return np.random.default_rng(seed).integers(0, 256, shape).astype(np.uint8)
def i8(*shape: int, seed: int = 0) -> np.ndarray: return np.random.default_rng(seed).integers(-128, 128, shape).astype(np.int8)
def i32(*x: Any) -> np.ndarray: return np.array(x, np.int32)
def one(x: float, kind: Any = np.float32) -> np.ndarray: return np.array(x, kind)


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
    "EmbedLayerNormalization": ("EmbedLayerNormalization", [i32([1, 2, 0], [3, 3, 1]), i32([0, 1, 1], [0, 0, 0]), f(4, 8), f(5, 8),
                                f(2, 8), f(8), f(8, seed=1), i32([1, 1, 0], [1, 1, 1])], {"epsilon": 1e-5}),
    "QuantizeLinear": ("QuantizeLinear", [f(2, 5), one(0.1), one(9, np.uint8)], {}),
    "DequantizeLinear": ("DequantizeLinear", [u8(2, 5), one(0.1), one(9, np.uint8)], {}),
}


@pytest.mark.parametrize("name", list(PLAIN))
def test_a_fused_operator(name: str) -> None:
    op, inputs, attributes = PLAIN[name]
    results = {"EmbedLayerNormalization": 2}.get(op, 1)
    check(op, inputs, results, MS, atol=1e-4 if "MatMul" in op else 2e-5, **attributes)


def _cache(batch: int, heads: int, time: int, size: int) -> np.ndarray: return f(2, batch, heads, time, size)


ATTENTION: dict[str, tuple[str, Callable[[], list[Any]], int, dict[str, Any]]] = {
    "plain": ("Attention", lambda: [f(2, 3, 8), f(8, 24), f(24)], 1, {"num_heads": 2}),
    "causal": ("Attention", lambda: [f(2, 3, 8), f(8, 24), f(24)], 1, {"num_heads": 2, "unidirectional": 1}),
    "mask of keys": ("Attention", lambda: [f(2, 3, 8), f(8, 24), f(24), i32([1, 1, 0], [1, 1, 1])], 1, {"num_heads": 2}),
    "mask of counts": ("Attention", lambda: [f(2, 3, 8), f(8, 24), f(24), i32(2, 3)], 1, {"num_heads": 2}),
    "mask of queries": ("Attention", lambda: [f(2, 3, 8), f(8, 24), f(24), np.tril(np.ones((2, 3, 3), np.int32))], 1,
                        {"num_heads": 2}),
    "past": ("Attention", lambda: [f(2, 3, 8), f(8, 24), f(24), None, _cache(2, 2, 4, 4)], 2, {"num_heads": 2, "unidirectional": 1}),
    "bias of scores": ("Attention", lambda: [f(2, 3, 8), f(8, 24), f(24), None, None, f(2, 2, 3, 3)], 1,
                       {"num_heads": 2, "scale": 0.3}),
    "sizes": ("Attention", lambda: [f(2, 3, 8), f(8, 28), f(28), None], 1, {"num_heads": 2, "qkv_hidden_sizes": [8, 8, 12]}),
    "quantised": ("QAttention", lambda: [u8(1, 3, 8), i8(8, 24), f(24), one(0.02), one(0.01), None, one(128, np.uint8),
                                         one(0, np.int8)], 1,
                  {"num_heads": 2}),
    "heads": ("MultiHeadAttention", lambda: [f(2, 3, 8), f(2, 5, 8), f(2, 5, 8, seed=1)], 1, {"num_heads": 2}),
    "heads with bias": ("MultiHeadAttention", lambda: [f(2, 3, 8), f(2, 5, 8), f(2, 5, 8, seed=1), f(24)], 1, {"num_heads": 2}),
    "heads with mask": ("MultiHeadAttention", lambda: [f(2, 3, 8), f(2, 3, 8), f(2, 3, 8, seed=1), None, i32([1, 1, 0], [1, 1, 1])], 1,
                        {"num_heads": 2}),
    "heads with a cache": ("MultiHeadAttention", lambda: [f(2, 1, 8), f(2, 1, 8), f(2, 1, 8, seed=1), None, None, None, f(2, 2, 4, 4),
                           f(2, 2, 4, 4, seed=1)], 3, {"num_heads": 2}),
    "keys by head": ("MultiHeadAttention", lambda: [f(2, 3, 8), f(2, 2, 5, 4), f(2, 2, 5, 4, seed=1)], 1, {"num_heads": 2}),
    "causal heads": ("MultiHeadAttention", lambda: [f(2, 3, 8), f(2, 3, 8), f(2, 3, 8, seed=1)], 1,
                     {"num_heads": 2, "unidirectional": 1}),
}


@pytest.mark.parametrize("name", list(ATTENTION))
def test_attention(name: str) -> None:
    op, inputs, results, attributes = ATTENTION[name]
    check(op, inputs(), results, MS, atol=1e-3 if name == "quantised" else 2e-5, **attributes)


def test_packed_heads_are_those_beside_each_other() -> None:
    """onnxruntime has the packed form on GPUs alone, so it is compared with the plain one."""
    x = f(2, 3, 2, 3, 4)
    packed = OnnxRunner(model("MultiHeadAttention", [x], 1, MS, 1, num_heads=2), "PYTHON")({"x0": x})["y0"]
    q, k, v = (np.ascontiguousarray(x[:, :, :, i].reshape(2, 3, 8)) for i in range(3))
    plain = OnnxRunner(model("MultiHeadAttention", [q, k, v], 1, MS, 1, num_heads=2), "PYTHON")({"x0": q, "x1": k, "x2": v})["y0"]
    np.testing.assert_array_equal(packed.numpy(), plain.numpy())


def _angles(time: int, half: int) -> list[np.ndarray]:
    at = np.outer(np.arange(time), 1 / 10 ** np.arange(half)).astype(np.float32)
    return [np.cos(at), np.sin(at)]


@pytest.mark.parametrize("interleaved", [0, 1])
@pytest.mark.parametrize("positions", [np.array([2]), np.array([[0, 1, 5], [3, 4, 5]])], ids=["from", "each"])
def test_rotary_embedding(interleaved: int, positions: np.ndarray) -> None:
    check("RotaryEmbedding", [f(2, 3, 16), positions.astype(np.int64), *_angles(9, 4)], 1, MS, interleaved=interleaved)
    check("RotaryEmbedding", [f(2, 2, 3, 8), positions.astype(np.int64), *_angles(9, 4)], 1, MS, interleaved=interleaved)


@pytest.mark.parametrize("more", [{}, {"local_window_size": 2}, {"softcap": 3.0}, {"scale": 0.2}],
                         ids=lambda m: next(iter(m), "plain"))
def test_group_query_attention_of_a_prompt(more: dict[str, Any]) -> None:
    past = np.zeros((2, 2, 0, 8), np.float32)
    check("GroupQueryAttention", [f(2, 5, 32), f(2, 5, 16), f(2, 5, 16, seed=1), past, past, i32(4, 4), one(5, np.int32)], 3, MS,
          num_heads=4,
          kv_num_heads=2, **more)


@pytest.mark.parametrize("packed", [False, True])
def test_group_query_attention_with_a_cache(packed: bool) -> None:
    q, k, v = f(2, 1, 64), f(2, 1, 32), f(2, 1, 32, seed=1)
    given = [np.concatenate([q, k, v], -1), None, None] if packed else [q, k, v]
    check("GroupQueryAttention", [*given, f(2, 2, 6, 16), f(2, 2, 6, 16, seed=1), i32(6, 6), one(7, np.int32), *_angles(16, 8)],
          3, MS, num_heads=4,
          kv_num_heads=2, do_rotary=1)


def test_columns_assigned_to_blocks_are_refused() -> None:
    inputs = [f(3, 64), u8(5, 2, 16), f(10), u8(5), i32(*([1, 0, 0, 1] * 16))]
    made = model("MatMulNBits", inputs, 1, MS, 1, K=64, N=5, bits=4, block_size=32)
    with pytest.raises(HeddleError, match="g_idx"): OnnxRunner(made)({f"x{i}": x for i, x in enumerate(inputs)})
