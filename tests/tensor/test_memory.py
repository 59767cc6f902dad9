"""A program with too little memory: what it is told, that nothing is half done, and that it can go on."""
from __future__ import annotations

import gc
import os
import subprocess
import sys

import numpy as np
import pytest

import heddle
from heddle import Context, GlobalCounters, Tensor, TinyJit, memory_stats
from heddle.errors import OutOfMemoryError
from heddle.settings import settings

MIB = 1 << 18  # float32


def room(mib: int) -> Context:
    """A limit of `mib` MiB above what is in use now."""
    gc.collect()  # tensors in the frames of exceptions that earlier tests have kept
    heddle.empty_cache()
    return Context(MEMORY_LIMIT=memory_stats("CPU").live + (mib << 20))


def test_who_holds_what_and_where_it_was_made():
    with room(64):
        weights = Tensor.rand(20, MIB).realize()
        biases = Tensor.rand(9, MIB).realize()
        small = [Tensor.rand(1, 1000 + i).realize() for i in range(9)]
        with pytest.raises(OutOfMemoryError) as caught: (weights + Tensor.rand(3, 1, 1)).realize()
    text = str(caught.value)
    assert "requested 60 MiB" in text and "live " in text and "device total" in text and "test_memory.py" in text.splitlines()[1]
    holders = text[text.index("The largest live buffers:"):].splitlines()[1:]
    assert len(holders) == 5 and "20 MiB  5242880 x float32  made at" in holders[0] and "weights = Tensor.rand(20, MIB)" in holders[0]
    assert "biases = Tensor.rand(9, MIB)" in holders[1] and biases is not small
    assert caught.value.requested == 60 << 20 and caught.value.total > caught.value.free > 0


def test_nothing_is_half_done():
    with room(64):
        total = Tensor.zeros(MIB).contiguous().realize()
        ran = GlobalCounters.kernel_count
        total.assign(total + 1)
        large = [(Tensor.rand(40, MIB) * 2).contiguous() for _ in range(2)]
        for _ in range(2):
            with pytest.raises(MemoryError): Tensor.realize(total, *large)
        assert GlobalCounters.kernel_count == ran  # what is assigned has not been added yet, not even once
        del large
        assert total.numpy().max() == total.numpy().min() == 1


def test_a_program_goes_on_with_less():
    with room(40):
        for rows in (128, 64, 32, 16):
            try: got = Tensor.ones(rows, MIB).contiguous().realize()
            except MemoryError: continue
            break
        assert rows == 32 and got.sum().item() == 32 * MIB


def test_what_is_kept_makes_room_before_a_request_fails():
    with room(64):
        for mib in (40, 50, 30, 60, 10, 55): Tensor.ones(mib, MIB).contiguous().realize()


def test_a_replay_without_room():
    f = TinyJit(lambda x: (x * 2).realize())
    with room(64):
        x = Tensor.ones(12, MIB).contiguous().realize()
        for _ in range(3): f(x)
        held = [f(x) for _ in range(3)]
        with pytest.raises(MemoryError): held += [f(x), f(x)]
        del held
        np.testing.assert_array_equal(f(x).numpy()[3, :5], [2, 2, 2, 2, 2])


def test_training_under_a_limit_of_64_mib_with_everything_on():
    program = """
from heddle import Tensor, memory_stats, nn
from heddle.nn.optim import Adam
from heddle.nn.state import get_parameters
layers = [nn.Linear(256, 512), nn.Linear(512, 256)]
optimizer = Adam([p for layer in layers for p in get_parameters(layer)])
for step in range(6):
    optimizer.zero_grad()
    with Tensor.train(): loss = (layers[1](layers[0](Tensor.rand(512, 256)).relu()).square()).mean()
    loss.backward()
    optimizer.step()
held = []
try:
    while True: held.append(Tensor.rand(1 << 20).realize())
except MemoryError as fault: print(str(fault).splitlines()[0])
held.clear()
print(loss.item() > 0, memory_stats("CPU").peak_total <= 64 << 20)
"""
    env = os.environ | {"MEMORY_LIMIT": "64M", "PROFILE": "1", "CACHE_DIR": settings.CACHE_DIR}
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, env=env, timeout=120)
    assert done.returncode == 0, done.stderr
    assert "CPU is out of memory: requested 4 MiB; MEMORY_LIMIT 64 MiB" in done.stdout and "True True" in done.stdout


def test_tensors_are_freed_with_the_last_reference():
    gc.collect()
    gc.disable()
    try:
        x = Tensor.rand(4, MIB).realize()
        before = memory_stats("CPU").live
        y = (x * 2).realize()
        view, graph = y[1:], y + 1
        assert memory_stats("CPU").live == before + (4 << 20)
        del y
        assert memory_stats("CPU").live == before + (4 << 20)
        del view
        assert memory_stats("CPU").live == before + (4 << 20)
        del graph
        assert memory_stats("CPU").live == before
    finally: gc.enable()
