"""Networks whose first call is measured: ResNet-18, a GPT-2-shaped prefill, a UNet with cross attention.

Inputs: a peer's `NetworkOps`, weights by name, the arrays of one call. Outputs: the result in that peer's arrays.
Invariants: each network is one formula for all peers; weights have the same values in every process.
"""
from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np

from benchmarks.workloads import Arrays

Shapes = dict[str, tuple[int, ...]]


@dataclass(frozen=True)
class NetworkOps:
    """A peer's own operations, as its users write them. Pictures are (n, c, h, w)."""

    conv: Callable[[Any, Any, int, int], Any]  # x, weight, stride, padding
    batch_norm: Callable[[Any, Any, Any, Any, Any], Any]  # x, weight, bias, running mean and variance
    group_norm: Callable[[Any, int, Any, Any], Any]  # x, groups, weight, bias
    layer_norm: Callable[[Any, Any, Any], Any]  # over the last axis
    max_pool: Callable[[Any], Any]  # windows of 3, stride 2, padding 1
    mean: Callable[[Any], Any]  # (n, c, h, w) -> (n, c)
    relu: Callable[[Any], Any]
    silu: Callable[[Any], Any]
    gelu: Callable[[Any], Any]  # the exact form
    linear: Callable[[Any, Any, Any], Any]  # x @ weight.T + bias
    rows: Callable[[Any, Any], Any]  # rows of a table by ids
    attention: Callable[[Any, Any, Any, bool], Any]  # q, k, v (n, heads, t, width), whether causal
    reshape: Callable[[Any, tuple[int, ...]], Any]
    swap: Callable[[Any, int, int], Any]  # two axes
    join: Callable[[Any, Any], Any]  # channels of two pictures
    double: Callable[[Any], Any]  # (n, c, h, w) -> (n, c, 2h, 2w), nearest


@dataclass(frozen=True)
class Network:
    """A network: what it is, the shapes of its weights, its inputs and its formula."""

    about: str
    weights: Shapes
    inputs: Callable[[np.random.Generator], Arrays]
    formula: Callable[[NetworkOps, Arrays, Arrays], Any]


def draw_weights(shapes: Shapes) -> Iterator[tuple[str, np.ndarray]]:
    """Weights that keep the scale of what goes through, one by one: small numbers, scales around 1, positive variances."""
    rng = np.random.default_rng(2026)
    block = rng.standard_normal(1 << 20, np.float32)
    for name, shape in shapes.items():
        drawn = np.resize(block, shape)
        if len(shape) > 1: drawn *= np.float32(1 / math.sqrt(math.prod(shape[1:])))
        elif name.endswith((".scale", ".var")): drawn = 1 + np.float32(0.1) * np.abs(drawn)
        else: drawn *= np.float32(0.1)
        yield name, drawn


def _norm(name: str, width: int, running: bool = False) -> Shapes:
    return {f"{name}.{part}": (width,) for part in ("scale", "bias", *(("mean", "var") if running else ()))}


def _linear(name: str, out: int, into: int) -> Shapes: return {f"{name}.w": (out, into), f"{name}.b": (out,)}


# ---- ResNet-18 (He and others 2016)

_STAGES = (64, 128, 256, 512)


def _resnet18_weights() -> Shapes:
    shapes: Shapes = {"conv.w": (64, 3, 7, 7), **_norm("conv", 64, True)}
    into = 64
    for s, out in enumerate(_STAGES):
        for b in range(2):
            name = f"{s}.{b}"
            shapes |= {f"{name}.1.w": (out, into, 3, 3), **_norm(f"{name}.1", out, True),
                       f"{name}.2.w": (out, out, 3, 3), **_norm(f"{name}.2", out, True)}
            if into != out: shapes |= {f"{name}.short.w": (out, into, 1, 1), **_norm(f"{name}.short", out, True)}
            into = out
    return shapes | _linear("head", 1000, 512)


def _resnet18(o: NetworkOps, p: Arrays, x: Arrays) -> Any:
    def conv(y: Any, name: str, stride: int, padding: int) -> Any:
        y = o.conv(y, p[f"{name}.w"], stride, padding)
        return o.batch_norm(y, *(p[f"{name}.{part}"] for part in ("scale", "bias", "mean", "var")))

    y = o.max_pool(o.relu(conv(x["images"], "conv", 2, 3)))
    for s in range(len(_STAGES)):
        for b in range(2):
            name, stride = f"{s}.{b}", 2 if s and not b else 1
            short = conv(y, f"{name}.short", stride, 0) if f"{name}.short.w" in p else y
            y = o.relu(conv(o.relu(conv(y, f"{name}.1", stride, 1)), f"{name}.2", 1, 1) + short)
    return o.linear(o.mean(y), p["head.w"], p["head.b"])


# ---- GPT-2 (Radford and others 2019)

_LAYERS, _WIDTH, _HEADS, _TOKENS, _WORDS = 12, 768, 12, 64, 50257


def _gpt2_weights() -> Shapes:
    shapes: Shapes = {"words": (_WORDS, _WIDTH), "places": (1024, _WIDTH), **_norm("norm", _WIDTH)}
    for i in range(_LAYERS):
        shapes |= _norm(f"{i}.norm1", _WIDTH) | _norm(f"{i}.norm2", _WIDTH)
        for name, out, into in (("qkv", 3, 1), ("mix", 1, 1), ("up", 4, 1), ("down", 1, 4)):
            shapes |= _linear(f"{i}.{name}", out * _WIDTH, into * _WIDTH)
    return shapes


def _gpt2(o: NetworkOps, p: Arrays, x: Arrays) -> Any:
    def norm(y: Any, name: str) -> Any: return o.layer_norm(y, p[f"{name}.scale"], p[f"{name}.bias"])
    def linear(y: Any, name: str) -> Any: return o.linear(y, p[f"{name}.w"], p[f"{name}.b"])

    def heads(y: Any) -> Any: return o.swap(o.reshape(y, (1, _TOKENS, _HEADS, _WIDTH // _HEADS)), 1, 2)

    y = o.rows(p["words"], x["ids"]) + p["places"][:_TOKENS]
    for i in range(_LAYERS):
        qkv = linear(norm(y, f"{i}.norm1"), f"{i}.qkv")
        q, k, v = (heads(qkv[..., n * _WIDTH:(n + 1) * _WIDTH]) for n in range(3))
        y = y + linear(o.reshape(o.swap(o.attention(q, k, v, True), 1, 2), (1, _TOKENS, _WIDTH)), f"{i}.mix")
        y = y + linear(o.gelu(linear(norm(y, f"{i}.norm2"), f"{i}.up")), f"{i}.down")
    return o.linear(norm(y, "norm")[:, -1], p["words"], None)


# ---- a UNet with cross attention (Rombach and others 2022), two levels

_WIDE, _DEEP, _TIME, _CONTEXT, _GROUPS, _PIXELS = 64, 128, 256, 128, 8, 32
#: residual blocks: name, channels in and out
_RESIDUAL = (("down0", _WIDE, _WIDE), ("down1", _WIDE, _DEEP), ("mid0", _DEEP, _DEEP), ("mid1", _DEEP, _DEEP),
             ("up0", 2 * _DEEP, _DEEP), ("up1", _DEEP + _WIDE, _DEEP), ("up2", _DEEP + _WIDE, _WIDE), ("up3", 2 * _WIDE, _WIDE))
_ATTENTION = (("down0", _WIDE), ("mid0", _DEEP), ("up2", _WIDE), ("up3", _WIDE))


def _unet_weights() -> Shapes:
    shapes: Shapes = {"in.w": (_WIDE, 4, 3, 3), "out.w": (4, _WIDE, 3, 3), **_norm("out", _WIDE), "halve.w": (_WIDE, _WIDE, 3, 3),
                      "double.w": (_DEEP, _DEEP, 3, 3), **_linear("time1", _TIME, _WIDE), **_linear("time2", _TIME, _TIME)}
    for name, into, out in _RESIDUAL:
        shapes |= {**_norm(f"{name}.norm1", into), f"{name}.1.w": (out, into, 3, 3), **_linear(f"{name}.time", out, _TIME),
                   **_norm(f"{name}.norm2", out), f"{name}.2.w": (out, out, 3, 3)}
        if into != out: shapes[f"{name}.short.w"] = (out, into, 1, 1)
    for name, width in _ATTENTION:
        shapes |= _norm(f"{name}.pixels", width)
        for n, other in ((1, width), (2, _CONTEXT)):
            shapes |= _norm(f"{name}.norm{n}a", width)
            for part, into in (("q", width), ("k", other), ("v", other), ("mix", width)):
                shapes |= _linear(f"{name}.{part}{n}", width, into)
        shapes |= _norm(f"{name}.norm3a", width) | _linear(f"{name}.up", 4 * width, width) | _linear(f"{name}.down", width, 4 * width)
    return shapes


def _unet(o: NetworkOps, p: Arrays, x: Arrays) -> Any:
    def linear(y: Any, name: str) -> Any: return o.linear(y, p[f"{name}.w"], p[f"{name}.b"])
    def pixels(y: Any, name: str) -> Any: return o.group_norm(y, _GROUPS, p[f"{name}.scale"], p[f"{name}.bias"])

    def residual(y: Any, name: str) -> Any:
        out = o.conv(o.silu(pixels(y, f"{name}.norm1")), p[f"{name}.1.w"], 1, 1)
        out = out + o.reshape(linear(time, f"{name}.time"), (1, -1, 1, 1))
        out = o.conv(o.silu(pixels(out, f"{name}.norm2")), p[f"{name}.2.w"], 1, 1)
        return out + (o.conv(y, p[f"{name}.short.w"], 1, 0) if f"{name}.short.w" in p else y)

    def transform(y: Any, name: str, width: int, side: int) -> Any:
        def norm(z: Any, n: int) -> Any: return o.layer_norm(z, p[f"{name}.norm{n}a.scale"], p[f"{name}.norm{n}a.bias"])
        def heads(z: Any, t: int) -> Any: return o.swap(o.reshape(z, (1, t, 8, width // 8)), 1, 2)

        def attend(z: Any, other: Any, t: int, n: int) -> Any:
            q, k, v = heads(linear(z, f"{name}.q{n}"), side * side), *(heads(linear(other, f"{name}.{part}{n}"), t) for part in "kv")
            return linear(o.reshape(o.swap(o.attention(q, k, v, False), 1, 2), (1, side * side, width)), f"{name}.mix{n}")

        z = o.swap(o.reshape(pixels(y, f"{name}.pixels"), (1, width, side * side)), 1, 2)
        z = z + attend(norm(z, 1), norm(z, 1), side * side, 1)
        z = z + attend(norm(z, 2), x["context"], 16, 2)
        z = z + linear(o.gelu(linear(norm(z, 3), f"{name}.up")), f"{name}.down")
        return o.reshape(o.swap(z, 1, 2), (1, width, side, side)) + y

    time = o.silu(linear(o.silu(linear(x["time"], "time1")), "time2"))
    half = _PIXELS // 2
    y = seen0 = o.conv(x["latents"], p["in.w"], 1, 1)
    y = seen1 = transform(residual(y, "down0"), "down0", _WIDE, _PIXELS)
    y = seen2 = o.conv(y, p["halve.w"], 2, 1)
    y = seen3 = residual(y, "down1")
    y = residual(transform(residual(y, "mid0"), "mid0", _DEEP, half), "mid1")
    y = residual(o.join(residual(o.join(y, seen3), "up0"), seen2), "up1")
    y = o.conv(o.double(y), p["double.w"], 1, 1)
    y = transform(residual(o.join(y, seen1), "up2"), "up2", _WIDE, _PIXELS)
    y = transform(residual(o.join(y, seen0), "up3"), "up3", _WIDE, _PIXELS)
    return o.conv(o.silu(pixels(y, "out")), p["out.w"], 1, 1)


def _normal(**shapes: tuple[int, ...]) -> Callable[[np.random.Generator], Arrays]:
    return lambda rng: {name: rng.standard_normal(shape, np.float32) for name, shape in shapes.items()}


NETWORKS = {
    "resnet18": Network("ResNet-18, a picture of 224 x 224", _resnet18_weights(), _normal(images=(1, 3, 224, 224)), _resnet18),
    "gpt2": Network("GPT-2, 12 layers of 768, 64 tokens", _gpt2_weights(),
                    lambda rng: {"ids": rng.integers(0, _WORDS, (1, _TOKENS)).astype(np.int32)}, _gpt2),
    "unet": Network("UNet with cross attention, latents of 32 x 32", _unet_weights(),
                    _normal(latents=(1, 4, _PIXELS, _PIXELS), time=(1, _WIDE), context=(1, 16, _CONTEXT)), _unet),
}
