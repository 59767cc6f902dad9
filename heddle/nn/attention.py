"""Multi-head attention layer.

Inputs: queries, keys and values, and masks of what is hidden. Outputs: the mixed values, and the weights that mixed them.
Invariants: parameters have torch's names and layouts: one in_proj_weight (3 · embed, embed) where keys and values have the width of
queries, else q_proj_weight, k_proj_weight and v_proj_weight. In a boolean mask True hides, as in torch's layer;
`Tensor.scaled_dot_product_attention`, as torch's function of that name, reads True as visible.
"""
from __future__ import annotations

import functools
import math

from heddle.dtype import DTypeLike
from heddle.errors import ShapeError
from heddle.nn.layer import Layer
from heddle.nn.linear import Linear
from heddle.nn.parameters import DeviceLike, Initializer
from heddle.tensor import Tensor
from heddle.tensor.ops.functional import masked


class MultiheadAttention(Layer):
    """softmax(Q K^T / sqrt(d) + mask) V in `num_heads` heads of width d = embed_dim / num_heads (Vaswani and others 2017).

    Q = query W_q^T + b_q, and so on; the heads' results, side by side, go through `out_proj`, a Linear.
    dropout: the chance that a weight is dropped while `Tensor.training`. add_bias_kv: one more key and value, both learnt;
    add_zero_attn: one more, of zeros. kdim, vdim: the widths of keys and values.

    Matrices begin uniform within sqrt(6 / (rows + columns)), out_proj as a `Linear`, the biases as 0, the learnt key and value normal
    with deviation 1 / sqrt(embed_dim): in `dtype` (the default float if None) and on `device` (the default one if None).
    ShapeError if num_heads does not divide embed_dim, DTypeError if `dtype` is no float.
    """

    def __init__(self, embed_dim: int, num_heads: int, dropout: float = 0.0, bias: bool = True, add_bias_kv: bool = False,
                 add_zero_attn: bool = False, kdim: int | None = None, vdim: int | None = None, batch_first: bool = False, *,
                 dtype: DTypeLike | None = None, device: DeviceLike = None) -> None:
        if num_heads < 1 or embed_dim % num_heads:
            raise ShapeError(f"{num_heads} heads do not divide a width of {embed_dim}",
                             "Choose a number of heads that divides embed_dim.")
        self.embed_dim, self.num_heads, self.dropout, self.batch_first = embed_dim, num_heads, dropout, batch_first
        self.kdim, self.vdim, self.add_zero_attn = kdim or embed_dim, vdim or embed_dim, add_zero_attn
        self.head_dim = embed_dim // num_heads
        first = Initializer(self, dtype, device)
        if self.kdim == self.vdim == embed_dim: self.in_proj_weight = first.glorot(3 * embed_dim, embed_dim)
        else:
            self.q_proj_weight = first.glorot(embed_dim, embed_dim)
            self.k_proj_weight = first.glorot(embed_dim, self.kdim)
            self.v_proj_weight = first.glorot(embed_dim, self.vdim)
        self.in_proj_bias = first.filled((3 * embed_dim,), 0) if bias else None
        self.out_proj = Linear(embed_dim, embed_dim, bias, dtype=dtype, device=device)
        if bias: self.out_proj.bias = first.filled((embed_dim,), 0)
        deviation = math.sqrt(2 / (2 * embed_dim))
        self.bias_k = first.normal((1, 1, embed_dim), deviation) if add_bias_kv else None
        self.bias_v = first.normal((1, 1, embed_dim), deviation) if add_bias_kv else None

    def __call__(self, query: Tensor, key: Tensor, value: Tensor, key_padding_mask: Tensor | None = None, need_weights: bool = True,
                 attn_mask: Tensor | None = None, average_attn_weights: bool = True,
                 is_causal: bool = False) -> tuple[Tensor, Tensor | None]:
        """query (t, batch, embed_dim), key (s, batch, kdim), value (s, batch, vdim) -> (t, batch, embed_dim) and the weights.

        With batch_first the batch is axis 0; without a batch all three have two axes. key_padding_mask: (batch, s), or (s,)
        without a batch; attn_mask: (t, s) or (batch · num_heads, t, s): of bool, True being hidden, or of float, which is added
        to the scores. is_causal: row i sees keys 0 to i, whatever attn_mask hides besides. A row that sees nothing mixes no values.
        The weights are (batch, t, s), the mean over heads, or (batch, num_heads, t, s) without `average_attn_weights`; None without
        `need_weights`, which leaves the scores unstored where a device can. ShapeError if a shape does not fit.
        """
        single = query.ndim == 2
        q, k, v = (self._by_batch(x, single) for x in (query, key, value))
        self._check(q, k, v)
        if key_padding_mask is not None and single: key_padding_mask = key_padding_mask.unsqueeze(0)
        q, k, v = self._project(q, k, v)
        k, v, more = self._with_more_keys(k, v)
        is_alone = is_causal and attn_mask is None and key_padding_mask is None and not more and not need_weights
        mask = None if is_alone else self._mask(q, k, more, key_padding_mask, attn_mask, is_causal)
        q, k, v = (x.reshape(x.shape[0], x.shape[1], self.num_heads, self.head_dim).transpose(1, 2) for x in (q, k, v))
        weights = None
        if need_weights:
            weights = _weights(q, k, mask).dropout(self.dropout)
            mixed = weights.matmul(v)
            if average_attn_weights: weights = weights.mean(1)
            if single: weights = weights.squeeze(0)
        else: mixed = q.scaled_dot_product_attention(k, v, mask, self.dropout, is_alone)
        y = self.out_proj(mixed.transpose(1, 2).reshape(mixed.shape[0], mixed.shape[2], self.embed_dim))
        return (y.squeeze(0) if single else y if self.batch_first else y.transpose(0, 1)), weights

    def split_projections(self) -> list[Tensor]:
        """Replaces in_proj_weight, if there is one, by the matrices for queries, keys and values, which it returns: (embed, ...)."""
        if "q_proj_weight" not in vars(self):
            for name, w in zip("qkv", self.in_proj_weight.chunk(3), strict=True):
                setattr(self, f"{name}_proj_weight", w.detach().clone().requires_grad_(self.in_proj_weight.requires_grad))
            del self.in_proj_weight
        return [self.q_proj_weight, self.k_proj_weight, self.v_proj_weight]

    def _by_batch(self, x: Tensor, single: bool) -> Tensor:
        """x as (batch, length, width)."""
        if x.ndim != (2 if single else 3):
            raise ShapeError(f"attention got {x.ndim} axes where its query has {2 if single else 3}",
                             "Give query, key and value all with a batch axis, or all without.")
        return x.unsqueeze(0) if single else x if self.batch_first else x.transpose(0, 1)

    def _check(self, q: Tensor, k: Tensor, v: Tensor) -> None:
        found = tuple(x.shape for x in (q, k, v))
        batch, length = q.shape[0], k.shape[1]
        if found == ((batch, q.shape[1], self.embed_dim), (batch, length, self.kdim), (batch, length, self.vdim)): return
        raise ShapeError(f"attention over widths {self.embed_dim}, {self.kdim} and {self.vdim} got (batch, length, width) "
                         f"{found[0]}, {found[1]} and {found[2]}",
                         "Keys and values need the same length, all three the same batch; mind batch_first.")

    def _project(self, q: Tensor, k: Tensor, v: Tensor) -> tuple[Tensor, Tensor, Tensor]:
        e = self.embed_dim
        biases = [None] * 3 if self.in_proj_bias is None else list(self.in_proj_bias.chunk(3))
        if "q_proj_weight" in vars(self): weights = [self.q_proj_weight, self.k_proj_weight, self.v_proj_weight]
        elif q is k and k is v:
            mixed = q.linear(self.in_proj_weight.T, self.in_proj_bias)
            return mixed[..., :e], mixed[..., e:2 * e], mixed[..., 2 * e:]
        else: weights = list(self.in_proj_weight.chunk(3))
        q, k, v = (x.linear(w.T, b) for x, w, b in zip((q, k, v), weights, biases, strict=True))
        return q, k, v

    def _with_more_keys(self, k: Tensor, v: Tensor) -> tuple[Tensor, Tensor, int]:
        """Keys and values with those that the layer adds, and how many these are."""
        zero = Tensor.zeros(1, 1, self.embed_dim, dtype=k.dtype, device=k.device)
        added = [(self.bias_k, self.bias_v)] if self.bias_k is not None and self.bias_v is not None else []
        if self.add_zero_attn: added.append((zero, zero))
        for one_k, one_v in added:
            k, v = (x.cat(one.expand(x.shape[0], 1, self.embed_dim), dim=1) for x, one in ((k, one_k), (v, one_v)))
        return k, v, len(added)

    def _mask(self, q: Tensor, k: Tensor, more: int, padding: Tensor | None, mask: Tensor | None, is_causal: bool) -> Tensor | None:
        """All masks as one over (batch, heads, t, s): of bool, True being visible, or of float to be added. None if there is
        none."""
        batch, t, s = q.shape[0], q.shape[1], k.shape[1] - more
        given: list[Tensor] = []
        if is_causal: given.append(Tensor.ones(t, s, dtype="bool", device=q.device).triu(1))
        if mask is not None:
            if mask.shape not in ((t, s), (batch * self.num_heads, t, s)):
                allowed = f"{(t, s)} or {(batch * self.num_heads, t, s)}"
                raise ShapeError(f"attention needs a mask {allowed}, got shape {mask.shape}",
                                 "Its axes are queries and keys: one mask for all, or one for each head of each sequence.")
            given.append(mask if mask.ndim == 2 else mask.reshape(batch, self.num_heads, t, s))
        if padding is not None:
            if padding.shape != (batch, s):
                raise ShapeError(f"attention needs a key_padding_mask {(batch, s)}, got shape {padding.shape}",
                                 "Its axes are the batch and the keys.")
            given.append(padding.reshape(batch, 1, 1, s))
        if more: given = [m.pad(tuple([(0, 0)] * (m.ndim - 1) + [(0, more)])) for m in given]
        hidden = [m for m in given if m.dtype.is_bool()]
        added = [m for m in given if not m.dtype.is_bool()]
        total = functools.reduce(Tensor.add, added) if added else None
        if not hidden: return total
        is_hidden = functools.reduce(lambda a, b: a | b, hidden)
        return is_hidden.logical_not() if total is None else is_hidden.where(-math.inf, total)


def _weights(q: Tensor, k: Tensor, mask: Tensor | None) -> Tensor:
    """The share of each key: (..., t, s)."""
    scores = q.matmul(k.transpose(-2, -1)) * (1 / math.sqrt(q.shape[-1]))
    scores, looks = masked(scores, mask)
    shares = scores.softmax(-1)
    return shares if looks is None else looks.where(shares, 0)
