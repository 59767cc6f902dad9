"""Steps of the programs of symbolic.py: what heddle does with a matrix and a size known at launch, and NumPy with the same integer.

Inputs: (tensor, size, small number). Outputs: a tensor. Invariants: NumPy's side says `Refused` where the program is an error for this
value, and `Unknown` where its result is not compared.
"""
from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from heddle import Tensor

ROWS, COLUMNS = 6, 9


class Refused(Exception):  # noqa: N818 (what NumPy's side says of a size that leaves its axis)
    """The program is an error for this value."""


class Unknown(Exception):  # noqa: N818 (no error: there is nothing to compare with)
    """NumPy has no result, or one that is not compared."""


def _within(begin: int, end: int, size: int) -> None:
    if not 0 <= begin <= end <= size: raise Refused


def _shrunk(a: np.ndarray, begin: int, end: int) -> np.ndarray:
    _within(begin, end, a.shape[-1])
    return a[..., begin:end]


def _row(a: np.ndarray, i: int) -> np.ndarray:
    if not -a.shape[0] <= i < a.shape[0]: raise Refused
    return np.concatenate([a, a[i:i + 1] if i != -1 else a[i:]], 0)


def _sized(a: np.ndarray) -> np.ndarray:
    if not a.size: raise Unknown
    return a


def _softmax(a: np.ndarray) -> np.ndarray:
    e = np.exp(a - _sized(a).max(-1, keepdims=True))
    return e / e.sum(-1, keepdims=True)


def _shrink(t: Tensor, begin: Any, end: Any) -> Tensor: return t.shrink([*[None] * (t.ndim - 1), (begin, end)])


def _arange(t: Tensor, s: Any, k: int) -> Tensor: return t.sum() + Tensor.arange(k, s, 1 + k % 3, device=t.device).sum()


def _ramp(n: int, k: int) -> float:
    if n < k: raise Refused
    return float(np.arange(k, n, 1 + k % 3).sum())


def _keep_below(t: Tensor, s: Any, k: int) -> Tensor:
    cache = Tensor(np.zeros((ROWS, 2), np.float32), t.device).realize()
    cache[s:s + 1].assign(Tensor(np.full((1, 2), k + 1, np.float32), t.device))
    return t.sum() + cache.sum() * 100 + cache[s].sum()


def _kept(a: np.ndarray, n: int, k: int) -> np.ndarray:
    _within(n, n + 1, ROWS)
    return a.sum() + 202.0 * (k + 1)


def _ge(n: int, least: int) -> None:
    if n < least: raise Refused


#: name -> what heddle does with (tensor, size, number), what NumPy does with (array, its value, number)
STEPS: dict[str, tuple[Callable[[Tensor, Any, int], Tensor], Callable[[np.ndarray, int, int], Any]]] = {
    "head": (lambda t, s, k: t[..., :s], lambda a, n, k: _shrunk(a, 0, n)),
    "head_plus": (lambda t, s, k: t[..., :s + k], lambda a, n, k: _shrunk(a, 0, n + k)),
    "window": (lambda t, s, k: t[..., s:s + k], lambda a, n, k: _shrunk(a, n, n + k)),
    "shrink": (lambda t, s, k: _shrink(t, s, s + k), lambda a, n, k: _shrunk(a, n, n + k)),
    "tail": (lambda t, s, k: t[..., s:], lambda a, n, k: _shrunk(a, n, a.shape[-1])),
    "fixed": (lambda t, s, k: _shrink(t, 0, k), lambda a, n, k: _shrunk(a, 0, k)),
    "last": (lambda t, s, k: t[..., -1:] if k else t[..., :-1], lambda a, n, k: _sized(a)[..., -1:] if k else _sized(a)[..., :-1]),
    "stepped": (lambda t, s, k: t[..., :s:2 + k % 2], lambda a, n, k: _shrunk(a, 0, n)[..., ::2 + k % 2]),
    "row": (lambda t, s, k: t.cat(t[s - k].unsqueeze(0), dim=0), lambda a, n, k: _row(a, n - k)),
    "transpose": (lambda t, s, k: t.transpose(0, -1), lambda a, n, k: a.swapaxes(0, -1)),
    "add": (lambda t, s, k: t * 0.5 + k, lambda a, n, k: a * 0.5 + k),
    "times_size": (lambda t, s, k: t * (s + k), lambda a, n, k: a * (n + k)),
    "less": (lambda t, s, k: (t < s).where(t, s), lambda a, n, k: np.where(a < n, a, n)),
    "sum": (lambda t, s, k: t.sum(-1, keepdim=True), lambda a, n, k: a.sum(-1, keepdims=True)),
    "max": (lambda t, s, k: t.max(0, keepdim=True), lambda a, n, k: _sized(a).max(0, keepdims=True)),
    "mean": (lambda t, s, k: t.mean(-1, keepdim=True), lambda a, n, k: _sized(a).mean(-1, keepdims=True)),
    "softmax": (lambda t, s, k: t.softmax(-1), lambda a, n, k: _softmax(a)),
    "cumsum": (lambda t, s, k: t.cumsum(-1 if k else 0), lambda a, n, k: a.cumsum(-1 if k else 0)),
    "cummax": (lambda t, s, k: t.cummax(-1)[0], lambda a, n, k: np.maximum.accumulate(a, -1)),
    "sort": (lambda t, s, k: t.sort(-1, descending=bool(k % 2))[0], lambda a, n, k: -np.sort(-a, -1) if k % 2 else np.sort(a, -1)),
    "topk": (lambda t, s, k: t.topk(k, -1)[0], lambda a, n, k: (_ge(a.shape[-1], k), -np.sort(-a, -1)[..., :k])[1]),
    "product": (lambda t, s, k: t @ t.transpose(0, -1), lambda a, n, k: a @ a.swapaxes(0, -1)),
    "cat": (lambda t, s, k: t.cat(t + k, dim=-1), lambda a, n, k: np.concatenate([a, a + k], -1)),
    "cat_ones": (lambda t, s, k: t.cat(Tensor.ones(s, t.shape[1], device=t.device) * k, dim=0),
                 lambda a, n, k: np.concatenate([a, np.full((n, a.shape[1]), k)], 0)),
    "pad": (lambda t, s, k: t.pad([(0, 0)] * (t.ndim - 1) + [(k, s)], value=2.0),
            lambda a, n, k: np.pad(a, [(0, 0)] * (a.ndim - 1) + [(k, n)], constant_values=2.0)),
    "flip": (lambda t, s, k: t.flip(-1), lambda a, n, k: a[..., ::-1]),
    "roll": (lambda t, s, k: t.roll(k, 1), lambda a, n, k: np.roll(_sized(a), k, 1)),
    "repeat": (lambda t, s, k: t.repeat(1, 2), lambda a, n, k: np.tile(a, (1, 2))),
    "flatten": (lambda t, s, k: t.flatten().reshape(1, -1), lambda a, n, k: a.reshape(1, -1)),
    "triangle": (lambda t, s, k: t.tril(), lambda a, n, k: np.tril(a)),
    "arange": (lambda t, s, k: _arange(t, s, k).reshape(1, 1), lambda a, n, k: np.reshape(a.sum() + _ramp(n, k), (1, 1))),
    "full": (lambda t, s, k: t + Tensor.full((s, 1), s, device=t.device, dtype="float32").sum(), lambda a, n, k: a + n * n),
    "realized": (lambda t, s, k: t.contiguous(), lambda a, n, k: a),
    "cache": (lambda t, s, k: _keep_below(t, s, k).reshape(1, 1), lambda a, n, k: np.reshape(_kept(a, n, k), (1, 1))),
    "rand": (lambda t, s, k: t + (Tensor.rand(s, 2, device=t.device) < 1).sum(), lambda a, n, k: a + 2 * n),
    "argmax": (lambda t, s, k: t.round().argmax(-1, keepdim=True).float(), lambda a, n, k: np.round(_sized(a)).argmax(-1)[..., None]),
}


# ---- windows, resizing, parts


def _conv(t: Tensor, k: int) -> Tensor:
    weight = Tensor(_weight(k), t.device).reshape(1, 1, -1)
    return t.unsqueeze(1).conv2d(weight, padding=k % 2, stride=1 + k // 2).squeeze(1)


def _weight(k: int) -> np.ndarray: return np.array([0.5, -0.25, 1.0][:1 + k % 3], np.float32)


def _windows(a: np.ndarray, width: int, step: int) -> np.ndarray:
    if width < 1 or step < 1 or a.shape[-1] < width: raise Refused
    return np.lib.stride_tricks.sliding_window_view(a, width, -1)[..., ::step, :]


def _convolved(a: np.ndarray, k: int) -> np.ndarray:
    return _windows(np.pad(a, [(0, 0), (k % 2, k % 2)]), 1 + k % 3, 1 + k // 2) @ _weight(k)


def _pooled(a: np.ndarray, k: int) -> np.ndarray:
    border = np.pad(a, [(0, 0), (k % 2, k % 2)], constant_values=-np.inf)
    return _windows(border, 2, 1 + k // 2).max(-1)


def _mean_pooled(a: np.ndarray, k: int) -> np.ndarray: return _windows(a, 1 + k % 3, 1 + k // 2).mean(-1)


def _parts(a: np.ndarray, width: int) -> np.ndarray:
    """The last of parts of `width` columns."""
    if width < 1: raise Refused
    return a[:, (max(-(-a.shape[1] // width), 1) - 1) * width:]


def _bordered(a: np.ndarray, k: int) -> np.ndarray:
    mode, widths = ("reflect", "edge", "wrap")[k % 3], (1 + k // 3, 2)
    if a.shape[-1] < {"reflect": 3, "edge": 1, "wrap": 2}[mode]: raise Refused
    return np.pad(a, [(0, 0), widths], mode=mode)


_MODES = ("reflect", "replicate", "circular")


def _nearest(a: np.ndarray, n: int) -> np.ndarray:
    if n < 1 or not a.shape[-1]: raise Refused
    return a[..., np.arange(n) * a.shape[-1] // n]


def _linear(a: np.ndarray, n: int) -> np.ndarray:
    if n < 1 or not a.shape[-1]: raise Refused
    if n == a.shape[-1]: return a
    size = a.shape[-1]
    at = np.clip((np.arange(n) + 0.5) * size / n - 0.5, 0, size - 1)
    first = np.floor(at).astype(int)
    share = at - first
    return a[..., first] * (1 - share) + a[..., np.minimum(first + 1, size - 1)] * share


def _attention(t: Tensor) -> Tensor:
    q = (t * 0.1).unsqueeze(0)
    return q.scaled_dot_product_attention(q, q, is_causal=True).squeeze(0)


def _attended(a: np.ndarray) -> np.ndarray:
    q = _sized(a) * 0.1
    scores = np.where(np.tri(len(q), dtype=bool), q @ q.T / np.sqrt(q.shape[1]), -np.inf)
    return _softmax(scores) @ q


def _write_head(t: Tensor, s: Any, k: int) -> Tensor:
    whole = (t * 1).contiguous()
    whole[:, :s] = float(k)
    return whole + 0


def _headed(a: np.ndarray, n: int, k: int) -> np.ndarray:
    _within(0, n, a.shape[1])
    return np.concatenate([np.full((len(a), n), float(k)), a[:, n:]], 1)


def _picked(t: Tensor, s: Any) -> Tensor: return t[:, Tensor.arange(s, device=t.device).flip(0) // 2]
def _scattered(t: Tensor, s: Any) -> Tensor:
    at = (Tensor.arange(t.shape[1], device=t.device) % (s + 1)).unsqueeze(0).expand(*t.shape)
    return Tensor.zeros(t.shape[0], s + 1, device=t.device).scatter_reduce(1, at, t, "sum")


def _summed_at(a: np.ndarray, n: int) -> np.ndarray:
    out = np.zeros((len(a), n + 1))
    for i in range(a.shape[1]): out[:, i % (n + 1)] += a[:, i]
    return out


def _normed(a: np.ndarray) -> np.ndarray:
    away = _sized(a) - a.mean(-1, keepdims=True)
    return away / np.sqrt((away ** 2).mean(-1, keepdims=True) + 1e-5)


def _known(holds: bool) -> None:
    if not holds: raise Unknown


def _picks(a: np.ndarray, n: int) -> np.ndarray:
    if (n + 1) // 2 > a.shape[1] and n: raise Unknown  # beyond the columns
    return a[:, np.arange(n)[::-1] // 2]


STEPS |= {
    "conv": (lambda t, s, k: _conv(t, k), lambda a, n, k: _convolved(a, k)),
    "max_pool": (lambda t, s, k: t.unsqueeze(1).max_pool2d((2,), stride=1 + k // 2, padding=k % 2).squeeze(1),
                 lambda a, n, k: _pooled(a, k)),
    "avg_pool": (lambda t, s, k: t.unsqueeze(1).avg_pool2d((1 + k % 3,), stride=1 + k // 2).squeeze(1),
                 lambda a, n, k: _mean_pooled(a, k)),
    "unfold": (lambda t, s, k: t.unfold(1, 1 + k % 3, 1 + k // 2).flatten(1),
               lambda a, n, k: (w := _windows(a, 1 + k % 3, 1 + k // 2)).reshape(len(a), w.shape[1] * w.shape[2])),
    "unfold_so_many": (lambda t, s, k: t.unfold(1, s, 1 + k % 2).sum(-1), lambda a, n, k: _windows(a, n, 1 + k % 2).sum(-1)),
    "unfold_so_far": (lambda t, s, k: t.unfold(1, 1 + k % 2, s).sum(-1), lambda a, n, k: _windows(a, 1 + k % 2, n).sum(-1)),
    "diagonal": (lambda t, s, k: t.diagonal(k - 1).unsqueeze(0) * 2, lambda a, n, k: np.diagonal(a, k - 1)[None] * 2),
    "diagonal_so_far": (lambda t, s, k: t.diagonal(s - k).unsqueeze(0) * 2, lambda a, n, k: np.diagonal(a, n - k)[None] * 2),
    "logcumsumexp": (lambda t, s, k: (t * 0.1).logcumsumexp(-1 if k else 0),
                     lambda a, n, k: np.logaddexp.accumulate(a * 0.1, -1 if k else 0)),
    "linspace": (lambda t, s, k: t.sum().reshape(1, 1) + Tensor.linspace(k, s, s + 1, device=t.device),
                 lambda a, n, k: a.sum().reshape(1, 1) + np.linspace(k, n, n + 1)),
    "chunk": (lambda t, s, k: t.chunk(1 + k, 1)[-1] * 2, lambda a, n, k: _parts(a, max(-(-a.shape[1] // (1 + k)), 1)) * 2),
    "split": (lambda t, s, k: t.split(s, 1)[-1] * 2, lambda a, n, k: _parts(a, n) * 2),
    "split_in_two": (lambda t, s, k: t.split([s, t.shape[1] - s], 1)[k % 2] * 2,
                     lambda a, n, k: (_within(0, n, a.shape[1]), (a[:, :n], a[:, n:])[k % 2] * 2)[1]),
    "border": (lambda t, s, k: t.unsqueeze(0).pad((1 + k // 3, 2, 0, 0), mode=_MODES[k % 3]).squeeze(0),
               lambda a, n, k: _bordered(a, k)),
    "nearest": (lambda t, s, k: t.interpolate((s,), "nearest"), lambda a, n, k: _nearest(a, n)),
    "linear": (lambda t, s, k: t.interpolate((s,)), lambda a, n, k: _linear(a, n)),
    "half": (lambda t, s, k: t.interpolate((k + 1,)), lambda a, n, k: _linear(a, k + 1)),
    "roll_so_far": (lambda t, s, k: t.roll(s, 1), lambda a, n, k: np.roll(_sized(a), n, 1)),
    "repeat_so_often": (lambda t, s, k: t.repeat(1, s), lambda a, n, k: np.tile(a, (1, n))),
    "repeat_each": (lambda t, s, k: t.repeat_interleave(s, 0), lambda a, n, k: np.repeat(a, n, 0)),
    "reverse": (lambda t, s, k: t[:, ::-1] + 1, lambda a, n, k: a[:, ::-1] + 1),
    "masked": (lambda t, s, k: t.masked_fill(Tensor.arange(t.shape[1], device=t.device) >= s, k),
               lambda a, n, k: np.where(np.arange(a.shape[1]) >= n, k, a)),
    "triangle_so_far": (lambda t, s, k: t.triu(s - k), lambda a, n, k: np.triu(a, n - k)),
    "attention": (lambda t, s, k: _attention(t), lambda a, n, k: _attended(a)),
    "layernorm": (lambda t, s, k: t.layernorm(), lambda a, n, k: _normed(a)),
    "logsumexp": (lambda t, s, k: (t * 0.1).logsumexp(-1, keepdim=True),
                  lambda a, n, k: np.logaddexp.reduce(_sized(a) * 0.1, -1, keepdims=True)),
    "var": (lambda t, s, k: t.var(-1, keepdim=True, correction=0), lambda a, n, k: _sized(a).var(-1, keepdims=True)),
    "pick": (lambda t, s, k: _picked(t, s), lambda a, n, k: _picks(a, n)),
    "scatter": (lambda t, s, k: _scattered(t, s), lambda a, n, k: _summed_at(a, n)),
    "write": (_write_head, _headed),
    "one_hot": (lambda t, s, k: t.sum().reshape(1, 1) + Tensor([k], device=t.device).one_hot(s + 1),
                lambda a, n, k: (_known(k <= n), a.sum().reshape(1, 1) + (np.arange(n + 1) == k))[1]),
    "choice": (lambda t, s, k: t + 1 if s > k + 2 else t - 1, lambda a, n, k: a + 1 if n > k + 2 else a - 1),
    "cumprod": (lambda t, s, k: t.clip(-1, 1).cumprod(-1), lambda a, n, k: np.clip(a, -1, 1).cumprod(-1)),
    "min": (lambda t, s, k: t.min(-1, keepdim=True), lambda a, n, k: _sized(a).min(-1, keepdims=True)),
    "stack": (lambda t, s, k: t.stack(t * k, dim=1).flatten(0, 1),
              lambda a, n, k: np.stack([a, a * k], 1).reshape(2 * len(a), a.shape[1])),
    "eye": (lambda t, s, k: t.sum() + Tensor.eye(s, device=t.device) * 2, lambda a, n, k: a.sum() + np.eye(n) * 2),
    "inv": (lambda t, s, k: ((t @ t.T) * 0.01 + Tensor.eye(t.shape[0], device=t.device)).inv(),
            lambda a, n, k: np.linalg.inv(_sized(a) @ a.T * 0.01 + np.eye(len(a)))),
}
