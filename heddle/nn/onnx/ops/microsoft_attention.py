"""ONNX attention operators of com.microsoft: packed weights, biases, masks of several shapes, KV caches, rotary positions.

Internally, queries, keys and values are (batch, heads, time, size); additions to the scores broadcast to
(batch, heads, queries, keys).
"""
from __future__ import annotations

from collections.abc import Mapping

from heddle.dtype import dtypes
from heddle.errors import ShapeError, UnsupportedError
from heddle.nn.onnx.ops.attention import by_head, rotated, window
from heddle.nn.onnx.ops.microsoft import MS
from heddle.nn.onnx.ops.microsoft_quantized import plain
from heddle.nn.onnx.ops.reductions import root_mean_normalization
from heddle.nn.onnx.table import Ints, Refusal, Value, on_host, op
from heddle.tensor import Tensor


def _refuses(*names: str) -> Refusal:
    """Attributes that must be left at 0, or at the text NONE."""
    def refuses(attributes: Mapping[str, object]) -> str | None:
        found = [f"{n}={attributes[n]}" for n in names if attributes.get(n, 0) not in (0, "NONE")]
        return f"the attribute {', '.join(found)}" if found else None
    return refuses


def _attended(q: Tensor, k: Tensor, v: Tensor, bias: Tensor | None, scale: float) -> Tensor:
    """(batch, time, heads * size): each group of query heads shares a head of keys."""
    return _weighted(_scores(q, k, bias, scale).softmax(-1), q, v)


def _scores(q: Tensor, k: Tensor, bias: Tensor | None, scale: float, softcap: float = 0.0) -> Tensor:
    """(batch, heads, queries, keys) in float32."""
    groups = q.shape[1] // k.shape[1]
    keys = k if groups == 1 else k.repeat_interleave(groups, 1)
    scores = (q @ keys.transpose(-1, -2)).cast(dtypes.float32) * (scale or q.shape[-1] ** -0.5)
    if softcap: scores = (scores / softcap).tanh() * softcap
    return scores if bias is None else scores + bias


def _softmax_beside(scores: Tensor, sink: Tensor | float) -> Tensor:
    """The softmax as if there were one more key, of the score `sink`: a number, or (heads,); its share goes to nothing."""
    beside = sink.cast(dtypes.float32).reshape(1, -1, 1, 1) if isinstance(sink, Tensor) else sink
    greatest = scores.max(-1, keepdim=True).maximum(beside).detach()
    shares = (scores - greatest).exp()
    return shares / (shares.sum(-1, keepdim=True) + (beside - greatest).exp())


def _weighted(shares: Tensor, q: Tensor, v: Tensor) -> Tensor:
    """(batch, time, heads * size): the mean of the values by shares (batch, heads, queries, keys)."""
    groups = q.shape[1] // v.shape[1]
    values = v if groups == 1 else v.repeat_interleave(groups, 1)
    return (shares.cast(q.dtype) @ values).transpose(1, 2).flatten(2)


def _masked(mask: Tensor, batch: int, keys: int, value: float) -> Tensor:
    """What a mask adds: 1 where a key is seen, as (batch, keys), (batch, queries, keys) or (batch, 1, q, k); or without axes of keys
    the end of each row's keys, (batch,), or all ends and then all starts, (2 * batch,). ShapeError for another length.
    """
    if mask.ndim == 1: mask = _between(mask, batch, keys)
    shape = {2: (mask.shape[0], 1, 1, -1), 3: (mask.shape[0], 1, *mask.shape[1:])}.get(mask.ndim)
    seen = mask.reshape(shape) if shape else mask
    return (seen[..., :keys] > 0).where(0.0, value)


def _between(mask: Tensor, batch: int, keys: int) -> Tensor:
    """(batch, keys): whether a key is before the end of its row, and not before its start if there are starts."""
    at = Tensor.arange(keys, device=mask.device)
    if mask.shape[0] == batch: return at < mask.reshape(-1, 1)
    if mask.shape[0] == 2 * batch: return (at < mask[:batch].reshape(-1, 1)) & (at >= mask[batch:].reshape(-1, 1))
    raise ShapeError(f"a mask of shape {mask.shape} for a batch of {batch}",
                     f"Give ({batch},) ends of keys, ({2 * batch},) ends and starts, or a mask of more axes.")


def _causal(q: Tensor, k: Tensor) -> Tensor: return window(q, k, k.shape[2] - q.shape[2], -1, 0)


def _sum(*parts: Tensor | None) -> Tensor | None:
    given = [p for p in parts if p is not None]
    return sum(given[1:], given[0]) if given else None


@op("Attention", domain=MS, results=2, refuses=_refuses("do_rotary"))
def attention(x: Tensor, weights: Tensor, bias: Tensor | None = None, mask: Tensor | None = None, past: Tensor | None = None,
              scores_bias: Tensor | None = None, past_length: Tensor | None = None, *, do_rotary: int = 0,
              mask_filter_value: float = -10000.0, num_heads: int, past_present_share_buffer: int = 0,
              qkv_hidden_sizes: Ints = None, rotary_embedding_dim: int = 0, scale: float = 0.0,
              unidirectional: int = 0) -> tuple[Tensor, Tensor]:
    """x: (batch, time, size), weights: (size, queries + keys + values), past: (2, batch, heads, past time, size of a head)."""
    return _packed_attention(x @ weights if bias is None else x @ weights + bias, mask, past, scores_bias, num_heads, scale,
                             bool(unidirectional), mask_filter_value, qkv_hidden_sizes)


def _packed_attention(qkv: Tensor, mask: Tensor | None, past: Tensor | None, scores_bias: Tensor | None, heads: int, scale: float,
                      causal: bool, filter_value: float, sizes: Ints = None) -> tuple[Tensor, Tensor]:
    """Attention of queries, keys and values beside each other in the last axis; the second result is the new cache."""
    parts = qkv.split(list(sizes), -1) if sizes else qkv.chunk(3, -1)
    q, k, v = (by_head(p, heads) for p in parts)
    if past is not None: k, v = past[0].cat(k, dim=2), past[1].cat(v, dim=2)
    bias = _sum(None if mask is None else _masked(mask, k.shape[0], k.shape[2], filter_value),
                _causal(q, k) if causal else None, scores_bias)
    found = _attended(q, k, v, bias, scale)
    return found, k.stack(v) if k.shape == v.shape else k


@op("QAttention", domain=MS, results=2, refuses=_refuses("do_rotary"))
def qattention(x: Tensor, weights: Tensor, bias: Tensor, x_scale: Tensor, w_scale: Tensor, mask: Tensor | None = None,
               x_zero: Tensor | None = None, w_zero: Tensor | None = None, past: Tensor | None = None, *, do_rotary: int = 0,
               mask_filter_value: float = -10000.0, num_heads: int, past_present_share_buffer: int = 0, scale: float = 0.0,
               unidirectional: int = 0) -> tuple[Tensor, Tensor]:
    """Attention whose input and packed weights are integers with scales and zeros."""
    one = Tensor.ones(1, device=x.device)
    total = (plain(x, one, x_zero).cast(dtypes.int32) @ plain(weights, one, w_zero).cast(dtypes.int32)).cast(dtypes.float32)
    return _packed_attention(total * (x_scale * w_scale) + bias, mask, past, None, num_heads, scale, bool(unidirectional),
                             mask_filter_value)


@op("MultiHeadAttention", domain=MS, results=3)
def multi_head_attention(q: Tensor, k: Tensor | None = None, v: Tensor | None = None, bias: Tensor | None = None,
                         mask: Tensor | None = None, scores_bias: Tensor | None = None, past_key: Tensor | None = None,
                         past_value: Tensor | None = None, *, mask_filter_value: float = -10000.0, num_heads: int, scale: float = 0.0,
                         unidirectional: int = 0) -> tuple[Tensor, Tensor, Tensor]:
    """q: (batch, time, heads * size) with k and v alike or already by head; or all packed: (batch, time, heads, 3, size)."""
    if k is None:
        if q.ndim != 5: raise ShapeError(f"MultiHeadAttention of a packed {q.shape}", "Give (batch, time, heads, 3, size).")
        q, k, v = (q[:, :, :, i].flatten(2) for i in range(3))
    elif v is None: k, v = k[:, :, :, 0].flatten(2), k[:, :, :, 1].flatten(2)
    if bias is not None:
        sizes = [q.shape[-1], k.shape[-1] if k.ndim == 3 else q.shape[-1]]
        bq, bk, bv = bias.split([*sizes, bias.shape[0] - sum(sizes)])
        q = q + bq
        if k.ndim == 3: k, v = k + bk, v + bv
    query = by_head(q, num_heads)
    key, value = (x if x.ndim == 4 else by_head(x, num_heads) for x in (k, v))
    if past_key is not None and past_value is not None: key, value = past_key.cat(key, dim=2), past_value.cat(value, dim=2)
    added = _sum(None if mask is None else _masked(mask, key.shape[0], key.shape[2], mask_filter_value), scores_bias,
                 _causal(query, key) if unidirectional else None)
    return _attended(query, key, value, added, scale), key, value


# ---- rotary positions


@op("RotaryEmbedding", domain=MS)
def rotary_embedding(x: Tensor, positions: Tensor, cos: Tensor, sin: Tensor, *, interleaved: int = 0, is_packed_batching: int = 0,
                     num_heads: int = 0, rotary_embedding_dim: int = 0, scale: float = 1.0) -> Tensor:
    """x: (batch, time, heads * size) or (batch, heads, time, size); positions: (1,), from which rows count on, or (batch, time)."""
    size = 2 * cos.shape[-1] if not rotary_embedding_dim else 0
    heads = num_heads or (1 if x.ndim == 4 else x.shape[-1] // max(size, 1))
    split = x if x.ndim == 4 else by_head(x, heads)
    at = positions.cast(dtypes.int64)
    if positions.ndim == 1: at = at.reshape(1, 1) + Tensor.arange(split.shape[2], device=x.device, dtype=dtypes.int64)
    done = rotated(split, cos[at].unsqueeze(1), sin[at].unsqueeze(1), bool(interleaved))
    return done if x.ndim == 4 else done.transpose(1, 2).flatten(2)


@op("GroupQueryAttention", domain=MS, results=4, refuses=_refuses("k_quant_type", "v_quant_type", "sliding_window_cache"))
def group_query_attention(q: Tensor, k: Tensor | None, v: Tensor | None, past_key: Tensor | None, past_value: Tensor | None,
                          lengths: Tensor, total_length: Value, cos: Tensor | None = None, sin: Tensor | None = None,
                          position_ids: Tensor | None = None, scores_bias: Tensor | None = None, head_sink: Tensor | None = None,
                          k_scale: Tensor | None = None, v_scale: Tensor | None = None, q_weight: Tensor | None = None,
                          k_weight: Tensor | None = None, *, causal: int = 1, do_rotary: int = 0, k_norm_epsilon: float = 0.0,
                          k_quant_type: str = "NONE", kv_cache_bit_width: int = 0, kv_num_heads: int, local_window_size: int = -1,
                          num_heads: int, q_norm_epsilon: float = 0.0, qk_norm_epsilon: float = 1e-6, qk_output: int = 0,
                          rotary_interleaved: int = 0, scale: float = 0.0, sliding_window_cache: int = 0, smooth_softmax: int = 0,
                          softcap: float = 0.0, v_quant_type: str = "NONE") -> tuple[Tensor | None, ...]:
    """Attention with a cache. `lengths`: (batch,) keys of each row, less one; new keys are written behind those of the cache.

    Results: (batch, time, heads * size), the caches of keys and values, and with `qk_output` the scores (batch, heads, time, keys)
    before (1) or after (2) the softmax. A cache comes back as long as it was, or as `total_length` if that is more; it is longer by
    `time` where `total_length` is a tensor, which is not read. `head_sink`: (heads,), a score beside those of the keys, which is 0 for
    all heads with `smooth_softmax`. `q_weight`, `k_weight`: (size,), of a normalisation by the root mean square of each head.
    UnsupportedError for a rotation without its tables, and for scales of a cache of integers.
    """
    if k_scale is not None or v_scale is not None:
        raise UnsupportedError("GroupQueryAttention has a cache of integers (k_scale, v_scale)", "Export it with a cache of floats.")
    time = q.shape[1]
    query, key, value = _heads_of_groups(q, k, v, num_heads, kv_num_heads)
    if q_weight is not None: query = root_mean_normalization(query, q_weight, epsilon=q_norm_epsilon or qk_norm_epsilon)[0]
    if k_weight is not None: key = root_mean_normalization(key, k_weight, epsilon=k_norm_epsilon or qk_norm_epsilon)[0]
    ends = lengths.reshape(-1, 1).cast(dtypes.int64) + 1
    begins = (ends - time).maximum(0)  # of a first prompt, rows may be shorter than the longest
    at = begins + Tensor.arange(time, device=q.device, dtype=dtypes.int64)  # (batch, time): the positions of the new tokens
    if do_rotary:
        if cos is None or sin is None:
            raise UnsupportedError("GroupQueryAttention has do_rotary and no cos_cache and sin_cache", "Export it with both inputs.")
        positions = at if position_ids is None else position_ids.cast(dtypes.int64)
        cosines, sines = cos[positions].unsqueeze(1), sin[positions].unsqueeze(1)
        query, key = (rotated(x, cosines, sines, bool(rotary_interleaved)) for x in (query, key))
    if past_key is not None and past_value is not None and past_key.shape[2]:
        longest = past_key.shape[2] + time
        if not isinstance(total_length, Tensor): longest = max(past_key.shape[2], int(on_host(total_length).max()))
        key, value = (_written(old, new, begins, longest) for old, new in ((past_key, key), (past_value, value)))
    seen = _seen_keys(at, ends, key.shape[2], bool(causal), local_window_size)
    if scores_bias is not None: scores_bias = scores_bias.pad([(0, 0)] * 3 + [(0, key.shape[2] - scores_bias.shape[3])])
    scores = _scores(query, key, _sum(seen.where(0.0, -float("inf")), scores_bias), scale, softcap)
    sink = head_sink if head_sink is not None else 0.0 if smooth_softmax else None
    shares = scores.softmax(-1) if sink is None else _softmax_beside(scores, sink)
    shown = None if qk_output not in (1, 2) else seen.where(scores, 0) if qk_output == 1 else shares
    return _weighted(shares, query, value), key, value, None if shown is None else shown.cast(q.dtype)


def _heads_of_groups(q: Tensor, k: Tensor | None, v: Tensor | None, heads: int, kv_heads: int) -> tuple[Tensor, Tensor, Tensor]:
    """Queries, keys and values as (batch, heads, time, size), of three inputs or of one that has them side by side."""
    if k is None or v is None:
        size = q.shape[2] // (heads + 2 * kv_heads)
        q, k, v = q.split([heads * size, kv_heads * size, kv_heads * size], -1)
    return by_head(q, heads), by_head(k, kv_heads), by_head(v, kv_heads)


def _seen_keys(at: Tensor, ends: Tensor, count: int, is_causal: bool, window_size: int) -> Tensor:
    """(batch, 1, time or 1, count): which keys a query sees: those up to its own position in `at`, (batch, time), or all before
    `ends`, (batch, 1); with a window size above 0 only so many of the last ones."""
    keys, here = Tensor.arange(count, device=at.device, dtype=dtypes.int64), at.unsqueeze(1).unsqueeze(-1)
    seen = keys <= here if is_causal else keys < ends.unsqueeze(1).unsqueeze(-1)
    return seen & (keys > here - window_size) if window_size > 0 else seen


def _written(old: Tensor, new: Tensor, begins: Tensor, length: int) -> Tensor:
    """(batch, heads, length, size): the cache with the new tokens of each row behind its own."""
    time = new.shape[2]
    offset = Tensor.arange(length, device=old.device, dtype=dtypes.int64) - begins  # (batch, length)
    offset = offset.reshape(offset.shape[0], 1, length, 1).expand(old.shape[0], old.shape[1], length, old.shape[3])
    kept = old.pad([(0, 0), (0, 0), (0, length - old.shape[2]), (0, 0)])
    return ((offset >= 0) & (offset < time)).where(new.gather(2, offset.clip(0, time - 1)), kept)
