"""ONNX operators of newer language models: linear attention with a recurrent state, causal convolution, flexible attention."""
from __future__ import annotations

from heddle.dtype import dtypes
from heddle.errors import ShapeError
from heddle.nn.onnx.table import Branch, op
from heddle.nn.onnx.values import to_dtype
from heddle.tensor import Tensor

_RULES = ("linear", "gated", "delta", "gated_delta")


@op("LinearAttention", since=27, results=2)
def linear_attention(q: Tensor, k: Tensor, v: Tensor, past: Tensor | None = None, decay: Tensor | None = None,
                     beta: Tensor | None = None,
                     *, chunk_size: int = 64, kv_num_heads: int, q_num_heads: int, scale: float = 0.0,
                     update_rule: str = "gated_delta") -> tuple[Tensor, Tensor]:
    """q: (batch, time, heads * dk), k: (batch, time, kv heads * dk), v: (batch, time, kv heads * dv) -> the result and the last state.

    S = exp(decay) * S + beta * k (v - exp(decay) * S k), of which the rule has a part; the result is scale * q S.
    """
    if update_rule not in _RULES: raise ShapeError(f"update_rule {update_rule!r}", f"There are: {', '.join(_RULES)}.")
    kind, wide = q.dtype, dtypes.float64 if q.dtype is dtypes.float64 else dtypes.float32
    batch, time = q.shape[:2]
    qs, ks, vs = (x.cast(wide).reshape(batch, time, n, -1) for x, n in ((q, q_num_heads), (k, kv_num_heads), (v, kv_num_heads)))
    factor = scale or qs.shape[-1] ** -0.5
    dk, dv = ks.shape[-1], vs.shape[-1]
    state = Tensor.zeros(batch, kv_num_heads, dk, dv, dtype=wide, device=q.device) if past is None else past.cast(wide)
    gates = None if decay is None or "gated" not in update_rule else decay.cast(wide).reshape(batch, time, kv_num_heads, -1).exp()
    rates = None if beta is None or "delta" not in update_rule else beta.cast(wide).reshape(batch, time, -1)
    rows: list[Tensor] = []
    for t in range(time):
        if gates is not None: state = state * gates[:, t].unsqueeze(-1)
        value = vs[:, t]
        if "delta" in update_rule: value = value - (ks[:, t].unsqueeze(2) @ state).squeeze(2)
        if rates is not None: value = value * rates[:, t].unsqueeze(-1)
        state = state + ks[:, t].unsqueeze(-1) * value.unsqueeze(2)
        shared = state.repeat_interleave(q_num_heads // kv_num_heads, 1)
        rows.append((qs[:, t].unsqueeze(2) @ shared).squeeze(2) * factor)
    result = Tensor.stack(*rows, dim=1).reshape(batch, time, -1) if rows else Tensor.zeros(batch, 0, q_num_heads * dv, device=q.device)
    return result.cast(kind), state.cast(kind if past is None else past.dtype)


@op("CausalConvWithState", since=27, results=2)
def causal_conv_with_state(x: Tensor, w: Tensor, bias: Tensor | None = None, past: Tensor | None = None, *,
                           activation: str = "none") -> tuple[Tensor, Tensor]:
    """x: (batch, channels, time), w: (channels, 1, k), past: (batch, channels, k - 1) -> the result and the last k - 1 elements."""
    width = w.shape[2]
    whole = x.pad([(0, 0), (0, 0), (width - 1, 0)]) if past is None else past.cast(x.dtype).cat(x, dim=2)
    done = whole.conv2d(w, bias, groups=x.shape[1])
    if activation in ("silu", "swish"): done = done * done.sigmoid()
    return done.cast(x.dtype), whole[:, :, whole.shape[2] - (width - 1):]


@op("FlexAttention", domain="ai.onnx.preview")
def flex_attention(q: Tensor, k: Tensor, v: Tensor, *, prob_mod: Branch | None = None, score_mod: Branch | None = None,
                   scale: float | None = None, softmax_precision: int | None = None) -> Tensor:
    """q, k, v: (batch, heads, time, size); graphs may change the scores and the chances."""
    wide = to_dtype(softmax_precision) if softmax_precision else dtypes.float64 if q.dtype is dtypes.float64 else dtypes.float32
    groups = q.shape[1] // k.shape[1]
    keys, values = k.repeat_interleave(groups, 1), v.repeat_interleave(groups, 1)
    factor = q.shape[-1] ** -0.5 if scale is None else scale
    scores = (q @ keys.transpose(-1, -2)).cast(wide) * factor
    if score_mod is not None: scores = score_mod(scores)[0]
    chances = scores.softmax(-1)
    if prob_mod is not None: chances = prob_mod(chances)[0]
    return (chances.cast(q.dtype) @ values).cast(q.dtype)
