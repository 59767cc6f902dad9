"""The rows: what is computed, on which inputs, and the least that it costs.

In: a random generator. Out: inputs as NumPy arrays, and a formula written once for all peers over `Ops`, a record of the operations
that each peer calls by another name. Always true: inputs are float32 (bfloat16 where the row says so, or int32 ids), the same in every
process.
"""
from __future__ import annotations

import json
import math
import struct
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import ml_dtypes
import numpy as np

from benchmarks.decode import FIRST, WEIGHTS, decode_inputs

Arrays = dict[str, Any]
F32 = 4  # bytes


@dataclass(frozen=True)
class Ops:
    """A peer's own operations, the fastest that it offers for each."""

    exp: Callable[[Any], Any]
    relu: Callable[[Any], Any]
    total: Callable[[Any], Any]  # sum of all
    sum_axis: Callable[[Any, int], Any]
    softmax: Callable[[Any], Any]  # over the last axis
    layer_norm: Callable[[Any, Any, Any, float], Any]  # over the last axis: x, weight, bias, epsilon
    gelu: Callable[[Any], Any]  # the exact form
    matmul: Callable[[Any, Any], Any]
    linear: Callable[[Any, Any, Any], Any]  # x @ weight.T + bias
    conv3x3: Callable[[Any, Any], Any]  # padding 1, no bias
    rows: Callable[[Any, Any], Any]  # rows of a table by ids
    swap: Callable[[Any, int, int], Any]  # two axes
    attention: Callable[[Any, Any, Any, Any], Any]  # q, k, v (b, heads, t, width), what to add to the scores
    reshape: Callable[[Any, tuple[int, ...]], Any]
    stored: Callable[[Any], Any]  # the value in memory, in rows: no later operation is computed together with it


@dataclass(frozen=True)
class Workload:
    """A row. `flops` and `bytes` are the least that one run needs; `bound` says which of them limits it."""

    name: str
    about: str
    inputs: Callable[[np.random.Generator], Arrays]
    formula: Callable[[Ops, Arrays], Any] | None  # None: steps, each of which changes what the next one finds
    flops: float
    bytes: float
    bound: str  # "memory" or "arithmetic"
    tolerance: float  # of the largest difference, as a share of the largest value
    steps: str = ""  # without a formula: the peer's method that makes steps
    eager: bool = False  # each call builds and computes the formula anew: nothing is compiled or captured beforehand


def normal(rng: np.random.Generator, *shape: int) -> np.ndarray:
    return rng.standard_normal(shape, np.float32)


# ---- formulas


def elementwise(o: Ops, x: Arrays) -> Any:
    return o.relu(x["x"] * 2 + x["y"]) * o.exp(-(x["x"] * x["x"])) - x["y"]


def layer_norm(o: Ops, x: Arrays) -> Any:
    return o.layer_norm(x["x"], x["weight"], x["bias"], 1e-5)


LAYERS, WIDTH, HEADS, INNER, EPSILON = 6, 384, 12, 1536, 1e-12
TEXTS, TOKENS = 8, 128


def encoder(o: Ops, x: Arrays) -> Any:
    """The sentence encoder of `heddle demo`: ids and mask (b, t) -> unit vectors (b, WIDTH)."""
    b, t = x["ids"].shape
    hide = (1 - o.reshape(x["mask"], (b, 1, 1, t))) * -1e9

    def norm(y: Any, name: str) -> Any:
        return o.layer_norm(y, x[f"{name}.LayerNorm.weight"], x[f"{name}.LayerNorm.bias"], EPSILON)

    def linear(y: Any, name: str) -> Any:
        return o.linear(y, x[f"{name}.weight"], x[f"{name}.bias"])

    def heads(y: Any) -> Any:
        return o.swap(o.reshape(y, (b, t, HEADS, WIDTH // HEADS)), 1, 2)

    words = o.rows(x["embeddings.word_embeddings.weight"], x["ids"])
    places = x["embeddings.position_embeddings.weight"][:t] + x["embeddings.token_type_embeddings.weight"][0]
    y = norm(words + places, "embeddings")
    for i in range(LAYERS):
        name = f"encoder.layer.{i}"
        q, k, v = (heads(linear(y, f"{name}.attention.self.{part}")) for part in ("query", "key", "value"))
        mixed = o.reshape(o.swap(o.attention(q, k, v, hide), 1, 2), (b, t, WIDTH))
        y = norm(y + linear(mixed, f"{name}.attention.output.dense"), f"{name}.attention.output")
        inner = o.gelu(linear(y, f"{name}.intermediate.dense"))
        y = norm(y + linear(inner, f"{name}.output.dense"), f"{name}.output")
    mask = o.reshape(x["mask"], (b, t, 1))
    mean = o.sum_axis(y * mask, 1) / o.sum_axis(mask, 1)
    return mean / o.reshape(o.sum_axis(mean * mean, 1), (b, 1)) ** 0.5


def perceptron(o: Ops, x: Arrays) -> Any:
    return o.softmax(o.linear(o.relu(o.linear(x["x"], x["w1"], x["b1"])), x["w2"], x["b2"]))


SMALL_KERNELS = 1000


def small_kernels(count: int) -> Callable[[Ops, Arrays], Any]:
    """A chain of kernels with next to nothing to do: what it takes to go from one to the next."""
    def formula(o: Ops, x: Arrays) -> Any:
        y = x["x"]
        for _ in range(count): y = o.stored(o.swap(y, 0, 1) * 1.001)
        return y
    return formula


# ---- inputs


def two_arrays(count: int) -> Callable[[np.random.Generator], Arrays]:
    return lambda rng: {"x": normal(rng, count), "y": normal(rng, count)}


def one_uniform(*shape: int) -> Callable[[np.random.Generator], Arrays]:
    return lambda rng: {"x": rng.random(shape, np.float32)}


def one_normal(*shape: int) -> Callable[[np.random.Generator], Arrays]:
    return lambda rng: {"x": normal(rng, *shape)}


def layer_norm_inputs(rng: np.random.Generator) -> Arrays:
    return {"x": normal(rng, 4096, 1024), "weight": normal(rng, 1024), "bias": normal(rng, 1024)}


def perceptron_inputs(rng: np.random.Generator) -> Arrays:
    return {"x": normal(rng, 1, 64), "w1": normal(rng, 128, 64) / 8, "b1": normal(rng, 128), "w2": normal(rng, 10, 128) / 8,
            "b2": normal(rng, 10)}


def linear_inputs(rng: np.random.Generator) -> Arrays:
    """A layer, and pictures with the numbers that it should give for them."""
    return {"w": normal(rng, 10, 64) / 8, "b": np.zeros(10, np.float32), "x": normal(rng, 8, 64), "y": normal(rng, 8, 10)}


def square_matrices(n: int, dtype: Any = np.float32) -> Callable[[np.random.Generator], Arrays]:
    return lambda rng: {name: normal(rng, n, n).astype(dtype, copy=False) for name in ("a", "b")}


def conv_inputs(rng: np.random.Generator) -> Arrays:
    return {"x": normal(rng, 8, 64, 56, 56), "weight": normal(rng, 64, 64, 3, 3) / 24}


def encoder_inputs(texts: int, tokens: int) -> Callable[[np.random.Generator], Arrays]:
    def inputs(rng: np.random.Generator) -> Arrays:
        from heddle.tools.demo.model import find_model
        ids = rng.integers(1000, 30000, (texts, tokens)).astype(np.int32)
        lengths = rng.integers(tokens // 2, tokens + 1, texts)
        mask = (np.arange(tokens) < lengths[:, None]).astype(np.float32)
        return {**read_safetensors(find_model().weights), "ids": ids, "mask": mask}
    return inputs


def read_safetensors(path: Path) -> Arrays:
    """The float32 arrays of a safetensors file, in plain NumPy, so that no peer's reader is measured."""
    with path.open("rb") as file:
        size = struct.unpack("<Q", file.read(8))[0]
        header = json.loads(file.read(size))
    stored = np.memmap(path, np.uint8, "r", offset=8 + size)
    return {name: np.array(stored[slice(*e["data_offsets"])]).view(np.float32).reshape(e["shape"])
            for name, e in header.items() if name != "__metadata__" and e["dtype"] == "F32" and "pooler" not in name}


IMAGES = 256  # in one training step


def training_inputs(rng: np.random.Generator) -> Arrays:
    """The convnet of `heddle demo train`, with weights scaled by their fan-in, and a batch of pictures of noise."""
    shapes = {"w1": (32, 1, 3, 3), "w2": (32, 32, 3, 3), "w3": (64, 32, 3, 3), "w4": (10, 64 * 4 * 4)}
    weights = {name: normal(rng, *shape) / np.float32(math.sqrt(math.prod(shape[1:]))) for name, shape in shapes.items()}
    biases = {f"b{name[1]}": np.zeros(shape[0], np.float32) for name, shape in shapes.items()}
    return {**weights, **biases, "images": rng.random((IMAGES, 1, 8, 8), np.float32),
            "labels": rng.integers(0, 10, IMAGES).astype(np.int32)}


PARAMETERS = ("w1", "b1", "w2", "b2", "w3", "b3", "w4", "b4")
RATE, BETA1, BETA2, ADAM_EPSILON = 1e-3, 0.9, 0.999, 1e-8

# ---- the rows

M = 1 << 20
_TOKEN_WEIGHTS = LAYERS * (4 * WIDTH * WIDTH + 2 * WIDTH * INNER)  # multiplications a token, without attention itself


def encoder_row(texts: int, tokens: int) -> Workload:
    flops = 2 * texts * tokens * (_TOKEN_WEIGHTS + LAYERS * 2 * tokens * WIDTH)
    return Workload(f"encoder_b{texts}", f"MiniLM sentence encoder, {texts} texts of {tokens} tokens", encoder_inputs(texts, tokens),
                    encoder, flops, 45e6, "arithmetic", 1e-4)


def replay_row(count: int) -> Workload:
    return Workload(f"replay_{count}", "one kernel of 16 x 16" if count == 1 else f"a chain of {count:,} kernels of 16 x 16",
                    one_normal(16, 16), small_kernels(count),
                    count * 256, count * 2048, "memory", 1e-3)


# forward and two products backward (the first layer needs no gradient of its input)
_TRAIN_FLOPS = 2 * IMAGES * (2 * 64 * 9 * 32 + 3 * (64 * 9 * 32 * 32 + 16 * 9 * 32 * 64 + 1024 * 10))

WORKLOADS: tuple[Workload, ...] = (
    Workload("elementwise_16m", "relu(2x + y) exp(-x²) - y, 16 Mi elements", two_arrays(16 * M), elementwise, 16 * M * 12,
             3 * 16 * M * F32, "memory", 1e-5),
    Workload("sum_64m", "sum of 64 Mi elements", one_uniform(64 * M), lambda o, x: o.total(x["x"]), 64 * M,
             64 * M * F32, "memory", 1e-4),
    Workload("rowsum_8192", "sums of rows, 8192 x 8192", one_uniform(8192, 8192), lambda o, x: o.sum_axis(x["x"], 1), 64 * M,
             64 * M * F32, "memory", 1e-4),
    Workload("colsum_8192", "sums of columns, 8192 x 8192", one_uniform(8192, 8192), lambda o, x: o.sum_axis(x["x"], 0), 64 * M,
             64 * M * F32, "memory", 1e-4),
    Workload("softmax_4096", "softmax of rows, 4096 x 4096", one_normal(4096, 4096), lambda o, x: o.softmax(x["x"]), 16 * M * 12,
             2 * 16 * M * F32, "memory", 1e-5),
    Workload("layernorm_4096x1024", "layer norm of rows, 4096 x 1024", layer_norm_inputs, layer_norm, 4 * M * 8, 2 * 4 * M * F32,
             "memory", 1e-4),
    Workload("matmul_512", "product of two 512 x 512", square_matrices(512), lambda o, x: o.matmul(x["a"], x["b"]), 2 * 512**3,
             3 * 512**2 * F32, "arithmetic", 1e-4),
    Workload("matmul_1024", "product of two 1024 x 1024", square_matrices(1024), lambda o, x: o.matmul(x["a"], x["b"]), 2 * 1024**3,
             3 * 1024**2 * F32, "arithmetic", 1e-4),
    Workload("matmul_bf16_1024", "product of two 1024 x 1024 of bfloat16; the limit: pairs, twice the products of float32",
             square_matrices(1024, ml_dtypes.bfloat16), lambda o, x: o.matmul(x["a"], x["b"]), 1024**3, 3 * 1024**2 * F32 // 2,
             "arithmetic", 1e-2),
    Workload("conv3x3_n8c64", "convolution 3 x 3, 8 pictures of 56 x 56, 64 to 64 channels", conv_inputs,
             lambda o, x: o.conv3x3(x["x"], x["weight"]), 2 * 8 * 56 * 56 * 64 * 64 * 9, 2 * 8 * 64 * 56 * 56 * F32,
             "arithmetic", 1e-4),
    encoder_row(TEXTS, TOKENS),
    Workload("train_step", f"one step of Adam on the digits convnet, {IMAGES} pictures", training_inputs, None, _TRAIN_FLOPS, 0,
             "arithmetic", 1e-3, "train"),
    Workload("decode_gpt2", f"a token of a GPT-2-shaped decoder, after {FIRST} others", decode_inputs, None, 2 * WEIGHTS,
             WEIGHTS * F32, "memory", 1e-3, "decode"),
    replay_row(SMALL_KERNELS),
    replay_row(1),
    Workload("eager_add", "sum of two vectors of 256, not compiled beforehand", two_arrays(256), lambda o, x: x["x"] + x["y"],
             256, 3 * 256 * F32, "memory", 1e-6, eager=True),
    Workload("eager_mlp", "two layers, 64 to 128 to 10, and a softmax, of one row; not compiled beforehand", perceptron_inputs,
             perceptron, 2 * (64 * 128 + 128 * 10), (64 * 128 + 128 * 10) * F32, "memory", 1e-5, eager=True),
    Workload("eager_step", "one step of Adam on a layer of 64 to 10, 8 rows, not compiled beforehand", linear_inputs, None,
             2 * 2 * 8 * 64 * 10, 6 * 650 * F32, "memory", 1e-3, "train_linear"),
)

#: the same at sizes that a driver which computes on the CPU gets through, and that every device takes in one buffer
DEVICE_WORKLOADS: tuple[Workload, ...] = (
    Workload("elementwise_4m", "relu(2x + y) exp(-x²) - y, 4 Mi elements", two_arrays(4 * M), elementwise, 4 * M * 12,
             3 * 4 * M * F32, "memory", 1e-5),
    Workload("sum_4m", "sum of 4 Mi elements", one_uniform(4 * M), lambda o, x: o.total(x["x"]), 4 * M, 4 * M * F32, "memory", 1e-4),
    Workload("rowsum_2048", "sums of rows, 2048 x 2048", one_uniform(2048, 2048), lambda o, x: o.sum_axis(x["x"], 1), 4 * M,
             4 * M * F32, "memory", 1e-4),
    Workload("colsum_2048", "sums of columns, 2048 x 2048", one_uniform(2048, 2048), lambda o, x: o.sum_axis(x["x"], 0), 4 * M,
             4 * M * F32, "memory", 1e-4),
    Workload("softmax_1024", "softmax of rows, 1024 x 1024", one_normal(1024, 1024), lambda o, x: o.softmax(x["x"]), M * 12,
             2 * M * F32, "memory", 1e-5),
    *(w for w in WORKLOADS if w.name == "matmul_512"),
    encoder_row(2, 64),
    replay_row(100),
)
BY_NAME = {w.name: w for w in (*WORKLOADS, *DEVICE_WORKLOADS)}


def make_inputs(name: str) -> Arrays:
    """The inputs of a row: the same in every process."""
    return BY_NAME[name].inputs(np.random.default_rng(2026))
