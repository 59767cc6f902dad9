"""First calls of networks: shapes of results, every weight used, rows that say what they are, failures with their reason."""
from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from benchmarks import first_call
from benchmarks.networks import NETWORKS, draw_weights
from benchmarks.peers.network_ops import open_ops
from heddle import Tensor

SHAPES = {"resnet18": (1, 1000), "gpt2": (1, 50257), "unet": (1, 4, 32, 32)}


@pytest.mark.parametrize("name", NETWORKS)
def test_a_network_reads_every_weight_and_input(name: str) -> None:
    network, (ops, _) = NETWORKS[name], open_ops("heddle")
    given = {n: Tensor.empty(*shape) for n, shape in network.weights.items()}
    inputs = {n: Tensor(a) for n, a in network.inputs(np.random.default_rng(0)).items()}
    result = network.formula(ops, given, inputs)
    assert result.shape == SHAPES[name]
    read = result.uop.toposort()
    assert [n for n, t in {**given, **inputs}.items() if t.uop.base not in read] == []


def test_weights_keep_the_scale_and_variances_are_positive() -> None:
    made = dict(draw_weights({"a.w": (64, 32, 3, 3), "a.var": (64,), "a.scale": (64,), "a.bias": (64,)}))
    assert made["a.w"].std() == pytest.approx((32 * 9) ** -0.5, rel=0.05) and made["a.w"].dtype == np.float32
    assert (made["a.var"] >= 1).all() and (made["a.scale"] >= 1).all() and abs(made["a.bias"]).max() < 1


def test_a_row_says_what_it_is() -> None:
    assert first_call.about("cold.resnet18 first") == "ResNet-18, a picture of 224 x 224: first result, cold caches"
    assert first_call.about("warm.train_step second").endswith("second result, warm caches")
    assert all(first_call.about(f"{row} {stage}") for row in first_call.ROWS for stage in first_call.STAGES)


def test_a_wrong_result_and_a_peer_that_is_not_there_are_failures(tmp_path: Path) -> None:
    reference = tmp_path / "r.npy"
    first_call._check(np.array([1.0, 2.0]), reference)
    first_call._check(np.array([1.0, 2.0001]), reference)
    with pytest.raises(RuntimeError, match="wrong result: off by"): first_call._check(np.array([1.0, 2.1]), reference)
    found = first_call._process("nonsense", "resnet18", 1, tmp_path / "caches", tmp_path)
    assert isinstance(found, str) and "nonsense" in found
