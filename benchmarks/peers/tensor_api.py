"""heddle and tinygrad, which offer the same Tensor: one peer for both, given the package."""
from __future__ import annotations

import importlib
import importlib.metadata
import math
from collections.abc import Callable, Sequence
from typing import Any

import ml_dtypes
import numpy as np

from benchmarks.decode import FIRST, LONGEST, PLACES, decode, places, token_at
from benchmarks.peers.base import Formula, Peer
from benchmarks.workloads import ADAM_EPSILON, BETA1, BETA2, PARAMETERS, RATE, Arrays, Ops


def layer_norm(x: Any, weight: Any, bias: Any, epsilon: float) -> Any:
    return x.layernorm(eps=epsilon) * weight + bias


def attention(q: Any, k: Any, v: Any, hide: Any) -> Any:
    return (q @ k.transpose(-2, -1) * (1 / math.sqrt(q.shape[-1])) + hide).softmax(-1) @ v


OPS = Ops(exp=lambda x: x.exp(), relu=lambda x: x.relu(), total=lambda x: x.sum(), sum_axis=lambda x, a: x.sum(a),
          softmax=lambda x: x.softmax(-1), layer_norm=layer_norm, gelu=lambda x: 0.5 * x * (1 + (x * (1 / math.sqrt(2))).erf()),
          matmul=lambda a, b: a @ b, linear=lambda x, w, b: x @ w.T + b, conv3x3=lambda x, w: x.conv2d(w, padding=1),
          rows=lambda table, ids: table[ids], swap=lambda x, a, b: x.transpose(a, b), attention=attention,
          reshape=lambda x, shape: x.reshape(shape), stored=lambda x: x.contiguous())


def loss_of(p: Arrays, images: Any, labels: Any) -> Any:
    y = images.conv2d(p["w1"], p["b1"], padding=1).relu().conv2d(p["w2"], p["b2"], padding=1).relu().max_pool2d((2, 2))
    y = y.conv2d(p["w3"], p["b3"], padding=1).relu().flatten(1)
    return (y @ p["w4"].T + p["b4"]).sparse_categorical_crossentropy(labels)


class TensorPeer(Peer):
    """`package` is "heddle" or "tinygrad". Calls are captured by TinyJit where the package has it."""

    ops = OPS

    def __init__(self, package: str) -> None:
        self.package = package
        self.api = importlib.import_module(package)
        self.jit: Callable[[Any], Any] = getattr(self.api, "TinyJit", lambda fn: fn)
        self.device = self.api.Device[self.api.Device.DEFAULT]

    def version(self) -> str:
        import os
        known = {d.metadata["Name"]: d.version for d in importlib.metadata.distributions()}
        jit = ", TinyJit" if hasattr(self.api, "TinyJit") else ""
        return f"{self.package} {known.get(self.package, '(working tree)')}, DEV={os.environ.get('DEV', '')}{jit}"

    def training(self) -> Any:
        """A block in which layers and optimisers train."""
        return self.api.Tensor.train() if hasattr(self.api.Tensor, "train") else self.api.Context(TRAINING=1)

    def adam(self, parameters: Arrays) -> Any:
        """The package's Adam over the training row's parameters."""
        for w in parameters.values(): w.requires_grad = True
        optim = importlib.import_module(f"{self.package}.nn.optim")
        return optim.Adam(list(parameters.values()), lr=RATE, b1=BETA1, b2=BETA2, eps=ADAM_EPSILON)

    def put(self, array: np.ndarray) -> Any:
        if array.dtype != ml_dtypes.bfloat16: return self.api.Tensor(array).realize()
        return self.api.Tensor(array.astype(np.float32)).cast("bfloat16").realize()

    def compile(self, formula: Formula, x: Arrays) -> Callable[[], Any]:
        call = self.jit(lambda **x: formula(OPS, x).realize())

        def run() -> Any:
            out = call(**x)
            self.device.synchronize()
            return out
        return run

    def plain(self, formula: Formula, x: Arrays) -> Callable[[], Any]:
        def run() -> Any:
            out = formula(OPS, x).realize()
            self.device.synchronize()
            return out
        return run

    def train(self, x: Arrays) -> Callable[[], Any]:
        p = self.copies(x, PARAMETERS)
        optimizer = self.adam(p)

        def one(images: Any, labels: Any) -> Any:
            optimizer.zero_grad()
            loss = loss_of(p, images, labels)
            loss.backward()
            return loss.realize(*optimizer.schedule_step())

        call = self.jit(one)

        def step() -> Any:
            with self.training():
                loss = call(x["images"], x["labels"])
            self.device.synchronize()
            return loss
        return step

    def copies(self, x: Arrays, names: Sequence[str]) -> Arrays:
        """Tensors to be trained, with memory of their own."""
        return {name: self.api.Tensor(self.fetch(x[name])).realize() for name in names}

    def train_linear(self, x: Arrays) -> Callable[[], Any]:
        p = self.copies(x, ("w", "b"))
        optimizer = self.adam(p)

        def step() -> Any:
            with self.training():
                optimizer.zero_grad()
                loss = (x["x"].linear(p["w"].T, p["b"]) - x["y"]).square().mean()
                loss.backward()
                if self.package == "heddle": optimizer.step()  # the loss is computed before what it reads is written to
                else: loss.realize(*optimizer.schedule_step())
            self.device.synchronize()
            return loss
        return step

    def decode(self, x: Arrays) -> Callable[[], Any]:
        at, variable = places(), self.variable("place", 1, LONGEST - 1)
        tokens = {place: self.put(token_at(place, x)) for place in range(FIRST, FIRST + PLACES)}
        call = self.jit(lambda token, place: decode(self, x, token, place).realize())

        def step() -> Any:
            place = next(at)
            scores = call(tokens[place], variable.bind(place))
            self.device.synchronize()
            return scores
        return step

    def variable(self, name: str, low: int, high: int) -> Any:
        """A size that is known at launch."""
        return self.api.Variable(name, low, high)

    def row_at(self, table: Any, place: Any) -> Any:
        return table.shrink(((place, place + 1), None))

    def remember(self, x: Arrays, name: str, new: Any, place: Any) -> Any:
        x[name].shrink((None, (place, place + 1), None)).assign(new).realize()
        return x[name].shrink((None, (0, place + 1), None))

    def attend(self, q: Any, k: Any, v: Any, place: Any) -> Any:
        return (q @ k.transpose(-2, -1) * (1 / math.sqrt(q.shape[-1]))).softmax(-1) @ v

    def fetch(self, result: Any) -> np.ndarray:
        return (result.cast("float32") if "bfloat16" in str(result.dtype) else result).numpy()
