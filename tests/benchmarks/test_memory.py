"""The memory benchmark: ways of making the decoder's weights, and packed weights that are decoded as they should be."""

import subprocess
import sys

import numpy as np
import pytest

from benchmarks import first_call, memory
from benchmarks.networks import NETWORKS


@pytest.mark.parametrize("way", memory.WAYS)
@pytest.mark.parametrize("peer", memory.PEERS)
def test_weights_are_placed_in_every_way(peer, way):
    if peer == "torch": pytest.importorskip("torch")
    from benchmarks.worker import open_peer
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("BENCH_THREADS", "1")
        generator = memory.Generator(peer, way, open_peer(peer).put)
    made = {name: generator.standard_normal((4, 3), np.float32) for name in ("a", "b")}
    placed = generator.place(made)
    assert set(placed) == {"a", "b"} and all(tuple(w.shape) == (4, 3) for w in placed.values())


@pytest.mark.parametrize("name", ["F32", *memory.TYPES])
def test_packed_weights_are_expressions_over_less_memory(name, monkeypatch):
    monkeypatch.setattr(memory, "SIZE", 256)
    weight = memory.packed_weight(name)()
    assert weight.shape == (256, 256) and np.isfinite(weight.numpy()).all()


def test_the_system_says_how_much_a_process_had():
    assert memory._peak_resident() > 1 << 20


def test_networks_count_this_process_and_those_that_it_started(monkeypatch):
    calls = []

    def make_call(peer, name, network):
        def call():
            calls.append(network)
            return peer.put(np.ones(3, np.float32))
        return call
    monkeypatch.setattr(first_call, "network_call", make_call)
    with subprocess.Popen([sys.executable, "-c", "input()"], stdin=subprocess.PIPE) as child:
        found = memory.measure_network("heddle", "unet")
        child.communicate(b"\n")
    assert calls == ["unet"] * memory.STEPS and found["resident"] > found["children"] > 1 << 20
    assert set(memory.NETWORKS) <= {*NETWORKS, "train_step"}
