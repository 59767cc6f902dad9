"""The operations of networks (`benchmarks.networks`) in each peer's own words.

Inputs: the name of a peer. Outputs: its `NetworkOps`, and its own random weights.
Invariants: no peer but the one asked for is imported.
"""
from __future__ import annotations

import importlib
import math
from collections.abc import Callable
from typing import Any

from benchmarks.networks import NetworkOps, Shapes

BATCH_EPSILON = LAYER_EPSILON = 1e-5


def open_ops(peer: str) -> tuple[NetworkOps, Callable[[Shapes], object]]:
    """The operations of a peer, and what draws weights of given shapes by its own generator, uniform within 1 / sqrt(inputs)."""
    if peer.startswith("torch"): return _torch()
    return _jax() if peer == "jax" else _tensor(peer.split("-")[0])


def _bound(shape: tuple[int, ...]) -> float: return 1 / math.sqrt(math.prod(shape[1:]) or 1)


def _tensor(package: str) -> tuple[NetworkOps, Callable[[Shapes], object]]:
    api: Any = importlib.import_module(package)

    def batch_norm(x: Any, scale: Any, bias: Any, mean: Any, var: Any) -> Any:
        return x.batchnorm(scale, bias, mean, (var + BATCH_EPSILON).rsqrt())

    def group_norm(x: Any, groups: int, scale: Any, bias: Any) -> Any:
        y = x.reshape(x.shape[0], groups, -1).layernorm(eps=LAYER_EPSILON).reshape(x.shape)
        return y * scale.reshape(1, -1, 1, 1) + bias.reshape(1, -1, 1, 1)

    def draw(shapes: Shapes) -> object:
        drawn = [api.Tensor.uniform(*shape, low=-_bound(shape), high=_bound(shape)) for shape in shapes.values()]
        api.Tensor.realize(*drawn)
        return drawn

    return NetworkOps(
        conv=lambda x, w, stride, padding: x.conv2d(w, stride=stride, padding=padding), batch_norm=batch_norm, group_norm=group_norm,
        layer_norm=lambda x, w, b: x.layernorm(eps=LAYER_EPSILON) * w + b,
        max_pool=lambda x: x.max_pool2d((3, 3), stride=2, padding=1), mean=lambda x: x.mean((2, 3)), relu=lambda x: x.relu(),
        silu=lambda x: x.silu(), gelu=lambda x: 0.5 * x * (1 + (x * (1 / math.sqrt(2))).erf()),
        linear=lambda x, w, b: x.linear(w.T, b), rows=lambda table, ids: table[ids],
        attention=lambda q, k, v, causal: q.scaled_dot_product_attention(k, v, is_causal=causal),
        reshape=lambda x, shape: x.reshape(shape), swap=lambda x, a, b: x.transpose(a, b), join=lambda a, b: a.cat(b, dim=1),
        double=lambda x: x.repeat_interleave(2, 2).repeat_interleave(2, 3)), draw


def _torch() -> tuple[NetworkOps, Callable[[Shapes], object]]:
    import torch
    import torch.nn.functional as F

    def draw(shapes: Shapes) -> object:
        return [torch.empty(shape).uniform_(-_bound(shape), _bound(shape)) for shape in shapes.values()]

    return NetworkOps(
        conv=lambda x, w, stride, padding: F.conv2d(x, w, stride=stride, padding=padding),
        batch_norm=lambda x, w, b, mean, var: F.batch_norm(x, mean, var, w, b, eps=BATCH_EPSILON),
        group_norm=lambda x, groups, w, b: F.group_norm(x, groups, w, b, LAYER_EPSILON),
        layer_norm=lambda x, w, b: F.layer_norm(x, (x.shape[-1],), w, b, LAYER_EPSILON), max_pool=lambda x: F.max_pool2d(x, 3, 2, 1),
        mean=lambda x: x.mean((2, 3)), relu=torch.relu, silu=F.silu, gelu=F.gelu, linear=F.linear,
        rows=lambda table, ids: F.embedding(ids, table),
        attention=lambda q, k, v, causal: F.scaled_dot_product_attention(q, k, v, is_causal=causal), reshape=torch.reshape,
        swap=torch.transpose, join=lambda a, b: torch.cat((a, b), 1), double=lambda x: F.interpolate(x, scale_factor=2.0)), draw


def _jax() -> tuple[NetworkOps, Callable[[Shapes], object]]:
    import jax
    import jax.numpy as jnp

    from benchmarks.peers import jax_peer

    def conv(x: Any, w: Any, stride: int, padding: int) -> Any:
        return jax.lax.conv_general_dilated(x, w, (stride, stride), [(padding, padding)] * 2,
                                            dimension_numbers=("NCHW", "OIHW", "NCHW"))

    def along(v: Any) -> Any: return v[:, None, None]

    def batch_norm(x: Any, scale: Any, bias: Any, mean: Any, var: Any) -> Any:
        return (x - along(mean)) * along(jax.lax.rsqrt(var + BATCH_EPSILON) * scale) + along(bias)

    def group_norm(x: Any, groups: int, scale: Any, bias: Any) -> Any:
        y = x.reshape(x.shape[0], groups, -1)
        y = (y - y.mean(-1, keepdims=True)) * jax.lax.rsqrt(y.var(-1, keepdims=True) + LAYER_EPSILON)
        return y.reshape(x.shape) * along(scale) + along(bias)

    def max_pool(x: Any) -> Any:
        return jax.lax.reduce_window(x, -jnp.inf, jax.lax.max, (1, 1, 3, 3), (1, 1, 2, 2), [(0, 0), (0, 0), (1, 1), (1, 1)])

    def attention(q: Any, k: Any, v: Any, causal: bool) -> Any:
        hide = jnp.where(jnp.tril(jnp.ones((q.shape[2], k.shape[2]), bool)), 0, -jnp.inf) if causal else 0
        return jax_peer.attention(q, k, v, hide)

    def draw(shapes: Shapes) -> object:
        keys = jax.random.split(jax.random.key(0), len(shapes))
        drawn = [jax.random.uniform(key, shape, minval=-_bound(shape), maxval=_bound(shape))
                 for key, shape in zip(keys, shapes.values(), strict=True)]
        return jax.block_until_ready(drawn)

    return NetworkOps(
        conv=conv, batch_norm=batch_norm, group_norm=group_norm,
        layer_norm=lambda x, w, b: jax_peer.layer_norm(x, w, b, LAYER_EPSILON), max_pool=max_pool, mean=lambda x: x.mean((2, 3)),
        relu=lambda x: jnp.maximum(x, 0), silu=jax.nn.silu, gelu=lambda x: jax.nn.gelu(x, approximate=False),
        linear=lambda x, w, b: x @ w.T + (0 if b is None else b), rows=lambda table, ids: table[ids], attention=attention,
        reshape=jnp.reshape, swap=jnp.swapaxes, join=lambda a, b: jnp.concatenate((a, b), 1),
        double=lambda x: x.repeat(2, 2).repeat(2, 3)), draw
