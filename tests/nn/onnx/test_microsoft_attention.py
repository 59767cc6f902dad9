"""Attention of com.microsoft against onnxruntime, and against formulas in NumPy."""
from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from heddle import Tensor
from heddle.errors import HeddleError, ShapeError, UnsupportedError
from heddle.nn.onnx import OnnxRunner, unsupported
from heddle.nn.onnx.ops.microsoft_attention import attention
from tests.nn.onnx.one_node import check, f, i8, i32, model, one, u8

MS = "com.microsoft"


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


# ---- grouped queries

HEADS, GROUPS, SIZE = 4, 2, 16


def _grouped(q: np.ndarray, k: np.ndarray, v: np.ndarray, lengths: np.ndarray, tables: list[np.ndarray] | None = None,
             bias: Any = 0.0, sink: np.ndarray | None = None, norms: tuple[np.ndarray, np.ndarray] | None = None,
             **more: Any) -> list[np.ndarray]:
    """What GroupQueryAttention gives for a prompt, in float64: a query after the other, as the documentation words it."""
    batch, time = q.shape[:2]
    def by_head(x: np.ndarray, heads: int) -> np.ndarray: return x.reshape(batch, time, heads, -1).swapaxes(1, 2).astype(np.float64)
    query, key, value = by_head(q, HEADS), by_head(k, GROUPS), by_head(v, GROUPS)
    if norms is not None:
        query, key = (x / np.sqrt((x * x).mean(-1, keepdims=True) + 1e-6) * w for x, w in zip((query, key), norms, strict=True))
    if tables is not None: query, key = (_turned(x, *tables, bool(more.get("rotary_interleaved"))) for x in (query, key))
    bias = np.broadcast_to(bias, (batch, HEADS, time, time))
    y, before, after = np.zeros((batch, time, HEADS, SIZE)), *(np.zeros((batch, HEADS, time, time)) for _ in range(2))
    for b, h, t in np.ndindex(batch, HEADS, time):
        end = t + 1 if more.get("causal", 1) else int(lengths[b]) + 1
        begin = max(0, t + 1 - more["local_window_size"]) if more.get("local_window_size", -1) > 0 else 0
        of = h // (HEADS // GROUPS)
        scores = key[b, of, begin:end] @ query[b, h, t] * more.get("scale", SIZE ** -0.5)
        if more.get("softcap"): scores = np.tanh(scores / more["softcap"]) * more["softcap"]
        scores = scores + bias[b, h, t, begin:end]
        beside = np.exp(sink[h]) if sink is not None else float(more.get("smooth_softmax", 0))
        shares = np.exp(scores) / (np.exp(scores).sum() + beside)
        before[b, h, t, begin:end], after[b, h, t, begin:end] = scores, shares
        y[b, t, h] = shares @ value[b, of, begin:end]
    return [y.reshape(batch, time, -1), key, value, *({1: [before], 2: [after]}.get(more.get("qk_output", 0), []))]


def _turned(x: np.ndarray, cos: np.ndarray, sin: np.ndarray, interleaved: bool) -> np.ndarray:
    """(batch, heads, time, size) by the angle of each position; pairs are neighbours, or lie half of what is turned apart."""
    half = cos.shape[1]
    found = x.copy()
    for i in range(half):
        a, b = (2 * i, 2 * i + 1) if interleaved else (i, i + half)
        c, s = cos[:x.shape[2], i], sin[:x.shape[2], i]
        found[..., a], found[..., b] = x[..., a] * c - x[..., b] * s, x[..., a] * s + x[..., b] * c
    return found


ROTARY: dict[str, Any] = {"do_rotary": 1}
#: attributes, and what else is given: tables of so many angles, a bias of the scores, a score beside them, normalisation
GROUPED: dict[str, tuple[dict[str, Any], dict[str, Any]]] = {
    "plain": ({}, {}), "window": ({"local_window_size": 2}, {}), "softcap": ({"softcap": 3.0}, {}), "scale": ({"scale": 0.2}, {}),
    "not causal": ({"causal": 0}, {}), "bias": ({}, {"bias": f(2, HEADS, 5, 5)}),
    "smooth": ({"smooth_softmax": 1}, {}), "smooth window": ({"smooth_softmax": 1, "local_window_size": 2, "softcap": 2.0}, {}),
    "sink": ({}, {"sink": f(HEADS)}), "sink and smooth": ({"smooth_softmax": 1}, {"sink": f(HEADS)}),
    "scores before": ({"qk_output": 1, "smooth_softmax": 1}, {}), "scores after": ({"qk_output": 2, "smooth_softmax": 1}, {}),
    "halves": (ROTARY, {"tables": SIZE // 2}), "pairs": ({**ROTARY, "rotary_interleaved": 1}, {"tables": SIZE // 2}),
    "a part in halves": (ROTARY, {"tables": SIZE // 4}),
    "a part in pairs": ({**ROTARY, "rotary_interleaved": 1, "smooth_softmax": 1}, {"tables": SIZE // 4}),
    "normalised": (ROTARY, {"tables": SIZE // 2, "norms": (f(SIZE), f(SIZE, seed=1))}),
}
#: onnxruntime has these not on CPU
_NOT_ON_CPU = ("a part in halves", "a part in pairs", "normalised")


def _prompt(given: dict[str, Any], lengths: list[int]) -> list[Any]:
    past = np.zeros((2, GROUPS, 0, SIZE), np.float32)
    tables = _angles(9, given["tables"]) if "tables" in given else [None, None]
    q, k, v = f(2, 5, HEADS * SIZE), f(2, 5, GROUPS * SIZE), f(2, 5, GROUPS * SIZE, seed=1)
    more = [None, given.get("bias"), given.get("sink"), None, None, *given.get("norms", ())]
    while more and more[-1] is None: more.pop()
    found = [q, k, v, past, past, i32(*lengths), one(5, np.int32)]
    return found + (tables + more if "tables" in given or more else [])


@pytest.mark.parametrize("name", list(GROUPED))
def test_group_query_attention_by_its_formula(name: str) -> None:
    attributes, given = GROUPED[name]
    inputs = _prompt(given, [4, 4])
    results = 3 + ("qk_output" in attributes)
    made = model("GroupQueryAttention", inputs, results, MS, 1, num_heads=HEADS, kv_num_heads=GROUPS, **attributes)
    found = OnnxRunner(made, "PYTHON")({f"x{i}": Tensor(x, device="PYTHON") for i, x in enumerate(inputs) if x is not None})
    known = {k: v for k, v in given.items() if k != "tables"}
    tables = _angles(9, given["tables"]) if "tables" in given else None
    want = _grouped(*inputs[:3], inputs[5], tables, **known, **attributes)
    assert len(found) == len(want)
    for name, value in zip(found, want, strict=True): np.testing.assert_allclose(found[name].numpy(), value, rtol=1e-4, atol=1e-5)


@pytest.mark.parametrize("name", [n for n in GROUPED if n not in _NOT_ON_CPU])
def test_group_query_attention_of_a_prompt(name: str) -> None:
    attributes, given = GROUPED[name]
    check("GroupQueryAttention", _prompt(given, [4, 4]), 3 + ("qk_output" in attributes), MS, num_heads=HEADS, kv_num_heads=GROUPS,
          **attributes)


@pytest.mark.parametrize("more", [{}, {"rotary_interleaved": 1}, {"smooth_softmax": 1}, {"local_window_size": 3, "smooth_softmax": 1}],
                         ids=lambda m: "-".join(m) or "plain")
@pytest.mark.parametrize("packed", [False, True])
def test_group_query_attention_with_a_cache(packed: bool, more: dict[str, Any]) -> None:
    q, k, v = f(2, 1, 64), f(2, 1, 32), f(2, 1, 32, seed=1)
    given = [np.concatenate([q, k, v], -1), None, None] if packed else [q, k, v]
    check("GroupQueryAttention", [*given, f(2, 2, 6, 16), f(2, 2, 6, 16, seed=1), i32(6, 6), one(7, np.int32), *_angles(16, 8)],
          3, MS, num_heads=4, kv_num_heads=2, do_rotary=1, **more)


def test_positions_that_are_given() -> None:
    at = np.array([[2], [5]], np.int64)
    check("GroupQueryAttention", [f(2, 1, 64), f(2, 1, 32), f(2, 1, 32, seed=1), f(2, 2, 6, 16), f(2, 2, 6, 16, seed=1), i32(6, 6),
                                  one(7, np.int32), *_angles(16, 8), at], 3, MS, num_heads=4, kv_num_heads=2, do_rotary=1)


@pytest.mark.parametrize("size", [6, 12])
def test_a_cache_is_as_long_as_it_has_to_be_where_the_length_is_known(size: int) -> None:
    """12 keys have room for the new one, 6 do not; the same values come back beyond that if the length is a tensor."""
    inputs = [f(1, 1, 64), f(1, 1, 32), f(1, 1, 32, seed=1), f(1, 2, size, 16), f(1, 2, size, 16, seed=1), i32(6), one(7, np.int32),
              None, None, None, f(1, 4, 1, 7)]
    made = model("GroupQueryAttention", inputs, 3, MS, 1, num_heads=4, kv_num_heads=2)
    given: dict[str, Any] = {f"x{i}": Tensor(x) for i, x in enumerate(inputs) if x is not None}
    runner, length = OnnxRunner(made), max(size, 7)
    known, open_ended = runner({**given, "x6": 7}), runner(given)
    assert known["y1"].shape == (1, 2, length, 16) and open_ended["y1"].shape == (1, 2, size + 1, 16)
    key = inputs[3][:, :, :length] if size >= 7 else np.concatenate([inputs[3], np.zeros((1, 2, 1, 16), np.float32)], 2)
    key = key.copy()
    key[:, :, 6] = inputs[1].reshape(1, 2, 16)
    np.testing.assert_array_equal(known["y1"].numpy(), key)
    np.testing.assert_array_equal(open_ended["y1"].numpy()[:, :, :7], key[:, :, :7])
    np.testing.assert_allclose(known["y0"].numpy(), open_ended["y0"].numpy(), rtol=1e-5, atol=1e-6)


# ---- what is refused


@pytest.mark.parametrize(("op", "attributes", "text"), [
    ("Attention", {"num_heads": 2, "do_rotary": 1}, "the attribute do_rotary=1"),
    ("GroupQueryAttention", {"num_heads": 4, "kv_num_heads": 2, "k_quant_type": "PER_TENSOR", "sliding_window_cache": 1},
     "the attribute k_quant_type=PER_TENSOR, sliding_window_cache=1")])
def test_attributes_that_are_refused_when_the_model_is_opened(op: str, attributes: dict[str, Any], text: str) -> None:
    made = model(op, [f(2, 3, 8), f(8, 24), f(24)] if op == "Attention" else _prompt({}, [4, 4]), 1, MS, 1, **attributes)
    assert [str(part) for part in unsupported(made)] == [f"{op} (computes y0): {text}"]
    with pytest.raises(UnsupportedError, match=rf"(?s){op} .*{text}.*Export it"): OnnxRunner(made)


def test_the_text_of_no_quantisation_is_accepted() -> None:
    made = model("GroupQueryAttention", _prompt({}, [4, 4]), 1, MS, 1, num_heads=4, kv_num_heads=2, k_quant_type="NONE")
    assert unsupported(made) == []


@pytest.mark.parametrize(("attributes", "more", "text"), [
    ({"do_rotary": 1}, [], "has do_rotary and no cos_cache and sin_cache"),
    ({}, [*[None] * 5, one(1.0), one(1.0)], r"a cache of integers \(k_scale, v_scale\)")], ids=["tables", "scales"])
def test_inputs_that_are_refused_when_it_runs(attributes: dict[str, Any], more: list[Any], text: str) -> None:
    inputs = [*_prompt({}, [4, 4]), *more]
    runner = OnnxRunner(model("GroupQueryAttention", inputs, 1, MS, 1, num_heads=4, kv_num_heads=2, **attributes))
    with pytest.raises(HeddleError, match=rf"(?s)GroupQueryAttention.*{text}.*Export it with"):
        runner({f"x{i}": x for i, x in enumerate(inputs) if x is not None})


@pytest.mark.parametrize(("ends", "starts"), [([5, 3], [1, 0]), ([4], [2])])
def test_a_mask_of_ends_and_starts_is_that_of_its_keys(ends: list[int], starts: list[int]) -> None:
    rng = np.random.default_rng(5)
    batch, time, size = len(ends), 5, 8
    x, w = (Tensor(rng.standard_normal(shape).astype(np.float32)) for shape in ((batch, time, size), (size, 3 * size)))
    seen = np.array([[start <= k < end for k in range(time)] for end, start in zip(ends, starts, strict=True)], np.int32)
    expected = attention(x, w, mask=Tensor(seen), num_heads=2)[0].numpy()
    found = attention(x, w, mask=Tensor(np.array(ends + starts, np.int32)), num_heads=2)[0].numpy()
    assert found.shape == (batch, time, size)
    np.testing.assert_array_equal(found, expected)


def test_a_mask_of_another_length_is_refused() -> None:
    with pytest.raises(ShapeError, match="a mask of shape"):
        attention(Tensor.ones(2, 3, 8), Tensor.ones(8, 24), mask=Tensor(np.array([1, 2, 3], np.int32)), num_heads=2)
