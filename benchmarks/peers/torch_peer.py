"""PyTorch, eager and by torch.compile."""
from __future__ import annotations

import os
from collections.abc import Callable
from typing import Any

import ml_dtypes
import numpy as np
import torch
import torch.nn.functional as F

from benchmarks.decode import decode, places, token_at
from benchmarks.peers.base import Formula, Peer
from benchmarks.workloads import ADAM_EPSILON, BETA1, BETA2, PARAMETERS, RATE, Arrays, Ops

OPS = Ops(exp=torch.exp, relu=torch.relu, total=torch.sum, sum_axis=torch.sum, softmax=lambda x: torch.softmax(x, -1),
          layer_norm=lambda x, w, b, e: F.layer_norm(x, (x.shape[-1],), w, b, e), gelu=F.gelu, matmul=torch.matmul, linear=F.linear,
          conv3x3=lambda x, w: F.conv2d(x, w, padding=1), rows=lambda table, ids: F.embedding(ids, table), swap=torch.transpose,
          attention=lambda q, k, v, hide: F.scaled_dot_product_attention(q, k, v, hide), reshape=torch.reshape,
          stored=lambda x: x.contiguous())


class TorchPeer(Peer):
    """Eager calls, or `torch.compile` of the whole formula."""

    ops = OPS

    def __init__(self, compiled: bool) -> None:
        self.compiled = compiled
        torch.set_num_threads(int(os.environ["BENCH_THREADS"]))

    def version(self) -> str:
        return f"torch {torch.__version__}{', compiled' if self.compiled else ''}"

    def put(self, array: np.ndarray) -> torch.Tensor:
        if array.dtype == ml_dtypes.bfloat16: return torch.from_numpy(array.view(np.int16)).view(torch.bfloat16).clone()
        return torch.from_numpy(np.ascontiguousarray(array)).clone()

    def compile(self, formula: Formula, x: Arrays) -> Callable[[], Any]:
        def plain(x: Arrays) -> Any: return formula(OPS, x)
        call = torch.compile(plain) if self.compiled else plain

        def run() -> Any:
            with torch.inference_mode(): return call(x)
        return run

    def train(self, x: Arrays) -> Callable[[], Any]:
        p = {name: x[name].clone().requires_grad_(True) for name in PARAMETERS}
        optimizer = torch.optim.Adam(list(p.values()), lr=RATE, betas=(BETA1, BETA2), eps=ADAM_EPSILON)
        labels = x["labels"].long()

        def loss_of(images: torch.Tensor) -> torch.Tensor:
            y = torch.relu(F.conv2d(images, p["w1"], p["b1"], padding=1))
            y = F.max_pool2d(torch.relu(F.conv2d(y, p["w2"], p["b2"], padding=1)), 2)
            y = torch.relu(F.conv2d(y, p["w3"], p["b3"], padding=1))
            return F.cross_entropy(F.linear(y.flatten(1), p["w4"], p["b4"]), labels)

        call = torch.compile(loss_of) if self.compiled else loss_of

        def step() -> Any:
            optimizer.zero_grad()
            loss = call(x["images"])
            loss.backward()
            optimizer.step()
            return loss.detach()
        return step

    def train_linear(self, x: Arrays) -> Callable[[], Any]:
        p = {name: x[name].clone().requires_grad_(True) for name in ("w", "b")}
        optimizer = torch.optim.Adam(list(p.values()), lr=RATE, betas=(BETA1, BETA2), eps=ADAM_EPSILON)

        def step() -> Any:
            optimizer.zero_grad()
            loss = F.mse_loss(F.linear(x["x"], p["w"], p["b"]), x["y"])
            loss.backward()
            optimizer.step()
            return loss.detach()
        return step

    def decode(self, x: Arrays) -> Callable[[], Any]:
        at = places()

        def plain(token: torch.Tensor, place: int) -> Any: return decode(self, x, token, place)
        call = torch.compile(plain) if self.compiled else plain

        def step() -> Any:
            place = next(at)
            with torch.inference_mode(): return call(torch.from_numpy(token_at(place, x)), place)
        return step

    def attend(self, q: Any, k: Any, v: Any, place: Any) -> Any:
        return F.scaled_dot_product_attention(q[None], k[None], v[None])[0]

    def fetch(self, result: torch.Tensor) -> np.ndarray:
        return (result.float() if result.dtype == torch.bfloat16 else result).numpy()
