"""ONNX attention, rotary embedding and loss operators."""
from __future__ import annotations

from heddle.dtype import DType, dtypes
from heddle.nn.onnx.table import op
from heddle.nn.onnx.values import to_dtype
from heddle.tensor import Tensor

# ---- attention


@op("RotaryEmbedding", since=23)
def rotary_embedding(x: Tensor, cos: Tensor, sin: Tensor, position_ids: Tensor | None = None, *, interleaved: int = 0,
                     num_heads: int = 0, rotary_embedding_dim: int = 0) -> Tensor:
    """x: (batch, heads, time, size) or (batch, time, heads * size).

    cos, sin: (longest, size / 2), or (batch, time, size / 2) if there are no `position_ids`.
    """
    flat = x.ndim == 3
    heads = x.reshape(x.shape[0], x.shape[1], num_heads, -1) if flat else x.transpose(1, 2)  # (batch, time, heads, size)
    size = rotary_embedding_dim or heads.shape[-1]
    if position_ids is not None: cos, sin = cos[position_ids.cast(dtypes.int64)], sin[position_ids.cast(dtypes.int64)]
    cos, sin = cos[..., :size // 2].unsqueeze(2), sin[..., :size // 2].unsqueeze(2)
    turned, rest = heads[..., :size], heads[..., size:]
    a, b = (turned[..., 0::2], turned[..., 1::2]) if interleaved else turned.chunk(2, -1)
    left, right = a * cos - b * sin, a * sin + b * cos
    done = left.stack(right, dim=-1).flatten(-2) if interleaved else left.cat(right, dim=-1)
    if rest.shape[-1]: done = done.cat(rest, dim=-1)
    return done.reshape(x.shape) if flat else done.transpose(1, 2)


@op("Attention", since=23, results=4)
def attention(q: Tensor, k: Tensor, v: Tensor, attn_mask: Tensor | None = None, past_key: Tensor | None = None,
              past_value: Tensor | None = None, nonpad_kv_seqlen: Tensor | None = None, *, is_causal: int = 0, q_num_heads: int = 0,
              kv_num_heads: int = 0, qk_matmul_output_mode: int = 0, scale: float | None = None, softcap: float = 0.0,
              softmax_precision: int | None = None, left_window_size: int = -1, right_window_size: int = -1) -> tuple[Tensor, ...]:
    """q, k, v: (batch, heads, time, size), or (batch, time, heads * size) with the numbers of heads given."""
    flat = q.ndim == 3
    if flat: q, k, v = _by_head(q, q_num_heads), _by_head(k, kv_num_heads), _by_head(v, kv_num_heads)
    before: Tensor | int = 0 if past_key is None else past_key.shape[2]
    if past_key is not None and past_value is not None: k, v = past_key.cat(k, dim=2), past_value.cat(v, dim=2)
    if past_key is None and nonpad_kv_seqlen is not None: before = nonpad_kv_seqlen.reshape(-1, 1, 1, 1) - q.shape[2]
    bias = _window(q, k, before, left_window_size, 0 if is_causal else right_window_size)
    if is_causal and right_window_size >= 0: bias = bias + _window(q, k, before, -1, right_window_size)
    if nonpad_kv_seqlen is not None:
        bias = bias + _unless(Tensor.arange(k.shape[2], device=k.device) < nonpad_kv_seqlen.reshape(-1, 1, 1, 1))
    if attn_mask is not None: bias = bias + _mask(attn_mask, k.shape[2])
    y, seen = _attend(q, k, v, bias, q.shape[-1] ** -0.5 if scale is None else scale, softcap, qk_matmul_output_mode,
                      None if softmax_precision is None else to_dtype(softmax_precision))
    return y.transpose(1, 2).flatten(2) if flat else y, k, v, seen


def _by_head(x: Tensor, heads: int) -> Tensor: return x.reshape(x.shape[0], x.shape[1], heads, -1).transpose(1, 2)
def _unless(allowed: Tensor) -> Tensor: return allowed.where(0.0, -float("inf"))


def _window(q: Tensor, k: Tensor, before: Tensor | int, left: int, right: int) -> Tensor:
    """What is added to the scores: nothing for keys at most so far before or behind a query, else -inf; -1 is without end.

    `before`: keys that precede the first query.
    """
    at, here = Tensor.arange(k.shape[2], device=q.device), Tensor.arange(q.shape[2], device=q.device).unsqueeze(1) + before
    allowed = (at == at).expand(q.shape[2], k.shape[2])
    if left >= 0: allowed = allowed & (at >= here - left)
    return _unless(allowed & (at <= here + right) if right >= 0 else allowed)


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


# ---- losses


@op("NegativeLogLikelihoodLoss", since=12)
def negative_log_likelihood(x: Tensor, target: Tensor, weight: Tensor | None = None, *, ignore_index: int | None = None,
                            reduction: str = "mean") -> Tensor:
    """x: (batch, classes, ...), target: (batch, ...) integers, weight: (classes,)."""
    classes = x.shape[1]
    counted = target.ones_like(dtype=dtypes.bool) if ignore_index is None else target != ignore_index
    target = counted.where(target, 0).cast(dtypes.int64)
    hit = target.unsqueeze(1) == Tensor.arange(classes, device=x.device).reshape([1, -1, *[1] * (target.ndim - 1)])
    shares = counted.cast(x.dtype)
    if weight is not None: shares = shares * hit.where(weight.reshape([1, -1, *[1] * (target.ndim - 1)]), 0).sum(1)
    losses = -hit.where(x, 0).sum(1) * shares
    if reduction == "none": return losses
    return losses.sum() / shares.sum() if reduction == "mean" else losses.sum()


@op("SoftmaxCrossEntropyLoss", since=12, results=2)
def softmax_cross_entropy(x: Tensor, target: Tensor, weight: Tensor | None = None, *, ignore_index: int | None = None,
                          reduction: str = "mean") -> tuple[Tensor, Tensor]:
    logs = x.log_softmax(1)
    return negative_log_likelihood(logs, target, weight, ignore_index=ignore_index, reduction=reduction), logs
