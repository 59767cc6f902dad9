"""NumPy: the reference of every row, and a peer like the others."""
from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import numpy as np

from benchmarks.decode import cache_names, decode, places, token_at
from benchmarks.peers.base import Formula, Peer
from benchmarks.workloads import ADAM_EPSILON, BETA1, BETA2, PARAMETERS, RATE, Arrays, Ops


def softmax(x: np.ndarray) -> np.ndarray:
    e = np.exp(x - x.max(-1, keepdims=True))
    e /= e.sum(-1, keepdims=True)
    return e


def layer_norm(x: np.ndarray, weight: np.ndarray, bias: np.ndarray, epsilon: float) -> np.ndarray:
    centred = x - x.mean(-1, keepdims=True)
    return centred / np.sqrt((centred * centred).mean(-1, keepdims=True) + np.float32(epsilon)) * weight + bias


def erf(x: np.ndarray) -> np.ndarray:
    """Abramowitz and Stegun 7.1.26, wrong by at most 1.5e-7."""
    t = 1 / (1 + np.float32(0.3275911) * np.abs(x))
    series = ((((1.061405429 * t - 1.453152027) * t + 1.421413741) * t - 0.284496736) * t + 0.254829592) * t
    return np.sign(x) * (1 - series * np.exp(-x * x))


def windows(x: np.ndarray) -> np.ndarray:
    """(n, c, h, w) -> (n * h * w, c * 9): what each 3x3 window of the picture, padded by 1, holds."""
    n, c, h, w = x.shape
    padded = np.pad(x, ((0, 0), (0, 0), (1, 1), (1, 1)))
    view = np.lib.stride_tricks.sliding_window_view(padded, (3, 3), axis=(2, 3))
    return view.transpose(0, 2, 3, 1, 4, 5).reshape(n * h * w, c * 9)


def conv3x3(x: np.ndarray, weight: np.ndarray) -> np.ndarray:
    n, _, h, w = x.shape
    return (windows(x) @ weight.reshape(len(weight), -1).T).reshape(n, h, w, -1).transpose(0, 3, 1, 2)


def attention(q: np.ndarray, k: np.ndarray, v: np.ndarray, hide: np.ndarray) -> np.ndarray:
    return softmax(q @ k.swapaxes(-1, -2) * np.float32(1 / math.sqrt(q.shape[-1])) + hide) @ v


def matmul(a: np.ndarray, b: np.ndarray) -> np.ndarray:
    """In float32 what NumPy has no product for."""
    return a.astype(np.float32, copy=False) @ b.astype(np.float32, copy=False)


OPS = Ops(exp=np.exp, relu=lambda x: np.maximum(x, 0), total=np.sum, sum_axis=lambda x, a: x.sum(a), softmax=softmax,
          layer_norm=layer_norm, gelu=lambda x: x * (1 + erf(x * np.float32(1 / math.sqrt(2)))) * np.float32(0.5), matmul=matmul,
          linear=lambda x, w, b: x @ w.T + b, conv3x3=conv3x3, rows=lambda table, ids: table[ids], swap=np.swapaxes,
          attention=attention, reshape=np.reshape, stored=np.ascontiguousarray)


class NumpyPeer(Peer):
    """Arrays as they are; the training step by hand."""

    ops = OPS

    def version(self) -> str:
        return f"numpy {np.__version__}"

    def put(self, array: np.ndarray) -> np.ndarray:
        return array

    def compile(self, formula: Formula, x: Arrays) -> Callable[[], Any]:
        return lambda: formula(OPS, x)

    def train(self, x: Arrays) -> Callable[[], float]:
        return stepping({name: x[name].copy() for name in PARAMETERS}, lambda p: loss_and_gradients(p, x["images"], x["labels"]))

    def train_linear(self, x: Arrays) -> Callable[[], float]:
        def loss_and_gradients(p: Arrays) -> tuple[float, Arrays]:
            away = x["x"] @ p["w"].T + p["b"] - x["y"]
            d = away * np.float32(2 / away.size)
            return float((away * away).mean()), {"w": d.T @ x["x"], "b": d.sum(0)}
        return stepping({name: x[name].copy() for name in ("w", "b")}, loss_and_gradients)

    def decode(self, x: Arrays) -> Callable[[], Any]:
        at, x = places(), {**x, **{name: x[name].copy() for name in cache_names(x)}}

        def step() -> Any:
            place = next(at)
            return decode(self, x, token_at(place, x), place)
        return step

    def attend(self, q: Any, k: Any, v: Any, place: Any) -> Any:
        return softmax(q @ k.swapaxes(-1, -2) * np.float32(1 / math.sqrt(q.shape[-1]))) @ v


def stepping(weights: Arrays, loss_and_gradients: Callable[[Arrays], tuple[float, Arrays]]) -> Callable[[], float]:
    """A call that makes a step of Adam with these weights and returns the loss before it."""
    moments = {name: (np.zeros_like(w), np.zeros_like(w)) for name, w in weights.items()}
    steps = 0

    def step() -> float:
        nonlocal steps
        steps += 1
        loss, gradients = loss_and_gradients(weights)
        for name, g in gradients.items(): adam(weights[name], g, *moments[name], steps)
        return loss
    return step


def adam(w: np.ndarray, g: np.ndarray, first: np.ndarray, second: np.ndarray, step: int) -> None:
    first += (g - first) * np.float32(1 - BETA1)
    second += (g * g - second) * np.float32(1 - BETA2)
    rate = np.float32(RATE / (1 - BETA1**step))
    w -= rate * first / (np.sqrt(second * np.float32(1 / (1 - BETA2**step))) + np.float32(ADAM_EPSILON))


def loss_and_gradients(p: Arrays, images: np.ndarray, labels: np.ndarray) -> tuple[float, Arrays]:
    """The mean cross-entropy of the convnet and its gradient by every parameter."""
    n, g = len(images), {}
    a1 = np.maximum(conv3x3(images, p["w1"]) + p["b1"][:, None, None], 0)
    a2 = np.maximum(conv3x3(a1, p["w2"]) + p["b2"][:, None, None], 0)
    tiles = a2.reshape(n, 32, 4, 2, 4, 2)
    pooled = tiles.max((3, 5))
    a3 = np.maximum(conv3x3(pooled, p["w3"]) + p["b3"][:, None, None], 0)
    flat = a3.reshape(n, -1)
    chance = softmax(flat @ p["w4"].T + p["b4"])
    loss = -np.log(chance[np.arange(n), labels]).mean()
    d = chance
    d[np.arange(n), labels] -= 1
    d /= n
    g["w4"], g["b4"] = d.T @ flat, d.sum(0)
    d = (d @ p["w4"]).reshape(a3.shape) * (a3 > 0)
    d, g["w3"], g["b3"] = conv_gradients(d, pooled, p["w3"])
    hits = tiles == pooled[:, :, :, None, :, None]
    d = (hits / hits.sum((3, 5), keepdims=True, dtype=np.float32) * d[:, :, :, None, :, None]).reshape(a2.shape).astype(np.float32)
    d, g["w2"], g["b2"] = conv_gradients(d * (a2 > 0), a1, p["w2"])
    _, g["w1"], g["b1"] = conv_gradients(d * (a1 > 0), images, p["w1"], inward=False)
    return float(loss), g


def conv_gradients(d: np.ndarray, x: np.ndarray, weight: np.ndarray, inward: bool = True) -> tuple[Any, np.ndarray, np.ndarray]:
    """Gradients of a 3x3 convolution: by its input (if `inward`), its weight, its bias."""
    rows = d.transpose(0, 2, 3, 1).reshape(-1, d.shape[1])
    by_weight = (rows.T @ windows(x)).reshape(weight.shape)
    by_input = conv3x3(d, weight.transpose(1, 0, 2, 3)[:, :, ::-1, ::-1].copy()) if inward else None
    return by_input, by_weight, rows.sum(0)
