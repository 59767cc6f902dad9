"""JAX, everything under `jit`."""
from __future__ import annotations

import math
from collections.abc import Callable
from functools import partial
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np

from benchmarks.decode import cache_names, decode, places, token_at
from benchmarks.peers.base import Formula, Peer
from benchmarks.workloads import ADAM_EPSILON, BETA1, BETA2, PARAMETERS, RATE, Arrays, Ops


def conv3x3(x: Any, weight: Any) -> Any:
    return jax.lax.conv_general_dilated(x, weight, (1, 1), "SAME", dimension_numbers=("NCHW", "OIHW", "NCHW"))


def layer_norm(x: Any, weight: Any, bias: Any, epsilon: float) -> Any:
    centred = x - x.mean(-1, keepdims=True)
    return centred * jax.lax.rsqrt((centred * centred).mean(-1, keepdims=True) + epsilon) * weight + bias


def attention(q: Any, k: Any, v: Any, hide: Any) -> Any:
    scores = jnp.einsum("bhqd,bhkd->bhqk", q, k) * (1 / math.sqrt(q.shape[-1])) + hide
    return jnp.einsum("bhqk,bhkd->bhqd", jax.nn.softmax(scores, -1), v)


OPS = Ops(exp=jnp.exp, relu=lambda x: jnp.maximum(x, 0), total=jnp.sum, sum_axis=lambda x, a: x.sum(a),
          softmax=lambda x: jax.nn.softmax(x, -1), layer_norm=layer_norm, gelu=lambda x: jax.nn.gelu(x, approximate=False),
          matmul=jnp.matmul, linear=lambda x, w, b: x @ w.T + b, conv3x3=conv3x3,
          rows=lambda table, ids: table[ids], swap=jnp.swapaxes, attention=attention, reshape=jnp.reshape,
          stored=jax.lax.optimization_barrier)


def loss_of(p: Arrays, images: Any, labels: Any) -> Any:
    y = jnp.maximum(conv3x3(images, p["w1"]) + p["b1"][:, None, None], 0)
    y = jnp.maximum(conv3x3(y, p["w2"]) + p["b2"][:, None, None], 0)
    y = jax.lax.reduce_window(y, -jnp.inf, jax.lax.max, (1, 1, 2, 2), (1, 1, 2, 2), "VALID")
    y = jnp.maximum(conv3x3(y, p["w3"]) + p["b3"][:, None, None], 0)
    logits = y.reshape(len(y), -1) @ p["w4"].T + p["b4"]
    return -jnp.take_along_axis(jax.nn.log_softmax(logits), labels[:, None], 1).mean()


def linear_loss_of(p: Arrays, x: Any, y: Any) -> Any:
    away = x @ p["w"].T + p["b"] - y
    return (away * away).mean()


def train_step(loss_of: Callable[..., Any], p: Arrays, first: Arrays, second: Arrays, step: Any, *examples: Any) -> Any:
    loss, g = jax.value_and_grad(loss_of)(p, *examples)
    tree = jax.tree_util.tree_map
    first = tree(lambda m, d: BETA1 * m + (1 - BETA1) * d, first, g)
    second = tree(lambda s, d: BETA2 * s + (1 - BETA2) * d * d, second, g)
    one, two = 1 / (1 - BETA1**step), 1 / (1 - BETA2**step)
    p = tree(lambda w, m, s: w - RATE * m * one / (jnp.sqrt(s * two) + ADAM_EPSILON), p, first, second)
    return loss, p, first, second


def stepping(make_step: Callable[..., Any], p: Arrays, *examples: Any) -> Callable[[], Any]:
    """A call that makes a step of Adam with these weights and returns the loss before it."""
    state = (p, {n: jnp.zeros_like(w) for n, w in p.items()}, {n: jnp.zeros_like(w) for n, w in p.items()})
    steps = 0

    def step() -> Any:
        nonlocal state, steps
        steps += 1
        loss, *state = make_step(*state, jnp.float32(steps), *examples)
        jax.block_until_ready(state)
        return loss
    return step


class JaxPeer(Peer):
    """One compiled call a formula."""

    ops = OPS

    def version(self) -> str:
        return f"jax {jax.__version__}"

    def put(self, array: np.ndarray) -> Any:
        return jax.device_put(array)

    def compile(self, formula: Formula, x: Arrays) -> Callable[[], Any]:
        call = jax.jit(lambda x: formula(OPS, x))
        return lambda: call(x).block_until_ready()

    def plain(self, formula: Formula, x: Arrays) -> Callable[[], Any]:
        return lambda: formula(OPS, x).block_until_ready()

    def train(self, x: Arrays) -> Callable[[], Any]:
        return stepping(jax.jit(partial(train_step, loss_of)), {name: x[name] for name in PARAMETERS}, x["images"], x["labels"])

    def train_linear(self, x: Arrays) -> Callable[[], Any]:
        return stepping(partial(train_step, linear_loss_of), {name: x[name] for name in ("w", "b")}, x["x"], x["y"])

    def decode(self, x: Arrays) -> Callable[[], Any]:
        at, names = places(), cache_names(x)
        caches = {name: jnp.copy(x[name]) for name in names}

        @partial(jax.jit, donate_argnums=1)
        def call(weights: Arrays, caches: Arrays, token: Any, place: Any) -> Any:
            changed = {**weights, **caches}
            scores = decode(self, changed, token, place)
            return scores, {name: changed[name] for name in names}

        weights = {name: w for name, w in x.items() if name not in names}

        def step() -> Any:
            nonlocal caches
            place = next(at)
            scores, caches = call(weights, caches, token_at(place, x), np.int32(place))
            jax.block_until_ready(caches)
            return scores.block_until_ready()
        return step

    def row_at(self, table: Any, place: Any) -> Any:
        return jax.lax.dynamic_slice_in_dim(table, place, 1)

    def remember(self, x: Arrays, name: str, new: Any, place: Any) -> Any:
        x[name] = jax.lax.dynamic_update_slice_in_dim(x[name], new, place, 1)
        return x[name]

    def attend(self, q: Any, k: Any, v: Any, place: Any) -> Any:
        scores = jnp.einsum("hqd,hkd->hqk", q, k) * (1 / math.sqrt(q.shape[-1]))
        seen = jnp.arange(k.shape[1]) <= place
        return jnp.einsum("hqk,hkd->hqd", jax.nn.softmax(jnp.where(seen, scores, -jnp.inf), -1), v)
