"""ONNX attention operators: rotary embedding, attention with caches and windows, linear attention with a state, flexible attention."""
from __future__ import annotations

from heddle.dtype import DType, dtypes
from heddle.errors import DTypeError, ShapeError
from heddle.nn.onnx.table import Branch, op
from heddle.nn.onnx.values import to_dtype
from heddle.tensor import Tensor

# ---- by head: (batch, heads, time, size)


def by_head(x: Tensor, heads: int) -> Tensor:
    """(batch, time, heads * size) -> (batch, heads, time, size)."""
    return x.unflatten(2, (heads, -1)).transpose(1, 2)


def rotated(x: Tensor, cos: Tensor, sin: Tensor, interleaved: bool) -> Tensor:
    """x: (batch, heads, time, size); cos, sin: (batch, 1, time, part / 2). The elements behind the first `part` stay."""
    part = 2 * cos.shape[-1]
    moved, rest = x[..., :part], x[..., part:]
    a, b = (moved[..., 0::2], moved[..., 1::2]) if interleaved else moved.chunk(2, -1)
    left, right = a * cos - b * sin, a * sin + b * cos
    done = left.stack(right, dim=-1).flatten(-2) if interleaved else left.cat(right, dim=-1)
    return done.cat(rest, dim=-1) if rest.shape[-1] else done


@op("RotaryEmbedding", since=23)
def rotary_embedding(x: Tensor, cos: Tensor, sin: Tensor, position_ids: Tensor | None = None, *, interleaved: int = 0,
                     num_heads: int = 0, rotary_embedding_dim: int = 0) -> Tensor:
    """x: (batch, heads, time, size) or (batch, time, heads * size).

    cos, sin: (longest, size / 2), or (batch, time, size / 2) if there are no `position_ids`.
    """
    heads = by_head(x, num_heads) if x.ndim == 3 else x
    half = (rotary_embedding_dim or heads.shape[-1]) // 2
    if position_ids is not None: cos, sin = (t[position_ids.cast(dtypes.int64)] for t in (cos, sin))
    done = rotated(heads, cos[..., :half].unsqueeze(1), sin[..., :half].unsqueeze(1), bool(interleaved))
    return done.transpose(1, 2).flatten(2) if x.ndim == 3 else done


# ---- attention


@op("Attention", since=23, results=4)
def attention(q: Tensor, k: Tensor, v: Tensor, attn_mask: Tensor | None = None, past_key: Tensor | None = None,
              past_value: Tensor | None = None, nonpad_kv_seqlen: Tensor | None = None, *, is_causal: int = 0, q_num_heads: int = 0,
              kv_num_heads: int = 0, qk_matmul_output_mode: int = 0, scale: float | None = None, softcap: float = 0.0,
              softmax_precision: int | None = None, left_window_size: int = -1, right_window_size: int = -1) -> tuple[Tensor, ...]:
    """q, k, v: (batch, heads, time, size), or (batch, time, heads * size) with the numbers of heads given."""
    flat = q.ndim == 3
    if flat: q, k, v = by_head(q, q_num_heads), by_head(k, kv_num_heads), by_head(v, kv_num_heads)
    before: Tensor | int = 0 if past_key is None else past_key.shape[2]
    if past_key is not None and past_value is not None: k, v = past_key.cat(k, dim=2), past_value.cat(v, dim=2)
    if past_key is None and nonpad_kv_seqlen is not None: before = nonpad_kv_seqlen.reshape(-1, 1, 1, 1) - q.shape[2]
    bias = window(q, k, before, left_window_size, 0 if is_causal else right_window_size)
    if is_causal and right_window_size >= 0: bias = bias + window(q, k, before, -1, right_window_size)
    if nonpad_kv_seqlen is not None:
        bias = bias + _unless(Tensor.arange(k.shape[2], device=k.device) < nonpad_kv_seqlen.reshape(-1, 1, 1, 1))
    if attn_mask is not None: bias = bias + _mask(attn_mask, k.shape[2])
    y, seen = _attend(q, k, v, bias, q.shape[-1] ** -0.5 if scale is None else scale, softcap, qk_matmul_output_mode,
                      None if softmax_precision is None else to_dtype(softmax_precision))
    return y.transpose(1, 2).flatten(2) if flat else y, k, v, seen


def _unless(allowed: Tensor) -> Tensor: return allowed.where(0.0, -float("inf"))


def window(q: Tensor, k: Tensor, before: Tensor | int, left: int, right: int) -> Tensor:
    """What is added to the scores: nothing for keys at most so far before or behind a query, else -inf; -1 is without end.

    `before`: keys that precede the first query.
    """
    at, here = Tensor.arange(k.shape[2], device=q.device), Tensor.arange(q.shape[2], device=q.device).unsqueeze(1) + before
    first, last = at >= here - left, at <= here + right
    if left >= 0 and right >= 0: return _unless(first & last)
    return _unless(first) if left >= 0 else _unless(last) if right >= 0 else Tensor.zeros(q.shape[2], k.shape[2], device=q.device)


def _mask(given: Tensor, keys: int) -> Tensor:
    """The mask as what is added; keys that it does not reach are not looked at."""
    mask = _unless(given) if given.dtype.is_bool() else given.cast(dtypes.float32)
    return mask.pad([*[(0, 0)] * (mask.ndim - 1), (0, keys - mask.shape[-1])], value=-float("inf"))


def _attend(q: Tensor, k: Tensor, v: Tensor, bias: Tensor, scale: float, softcap: float, shown: int,
            precision: DType | None = None) -> tuple[Tensor, Tensor]:
    """The result, and the scores as they are at step `shown`. A query that may look at nothing gives 0."""
    groups = q.shape[1] // k.shape[1]
    keys, values = k.repeat_interleave(groups, 1), v.repeat_interleave(groups, 1)
    steps = [(q * scale ** 0.5) @ (keys * scale ** 0.5).transpose(-2, -1)]
    steps.append((steps[0] / softcap).tanh() * softcap if softcap else steps[0])
    steps.append(steps[1] + bias)
    scores = steps[2] if precision is None else steps[2].cast(precision)
    steps.append((bias.max(-1, keepdim=True) == -float("inf")).where(0, scores.softmax(-1)))
    return steps[3].cast(q.dtype) @ values, steps[shown].cast(q.dtype)


# ---- attention with a recurrent state

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
    qs, ks, vs = (x.cast(wide).unflatten(2, (n, -1)) for x, n in ((q, q_num_heads), (k, kv_num_heads), (v, kv_num_heads)))
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
    result = Tensor.stack(*rows, dim=1).flatten(2) if rows else Tensor.zeros(batch, 0, q_num_heads * dv, device=q.device)
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
    if score_mod is not None: scores = _changed(scores, score_mod)
    chances = scores.softmax(-1)
    if prob_mod is not None: chances = _changed(chances, prob_mod)
    return (chances.cast(q.dtype) @ values).cast(q.dtype)


def _changed(x: Tensor, graph: Branch) -> Tensor:
    """The one result of a graph of one input. DTypeError if it is no tensor."""
    found = graph(x)[0]
    if isinstance(found, Tensor): return found
    raise DTypeError(f"a graph of FlexAttention gives a {type(found).__name__}", "Export it with one that gives a tensor.")
