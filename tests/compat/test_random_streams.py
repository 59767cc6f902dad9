"""Seeded random numbers with the reference's values: recorded from its version 0.14.0 on CPU by programs/random_streams.py."""
from __future__ import annotations

import json
import os
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from heddle import Context, Device, Tensor, TinyJit, dtypes, nn
from heddle.compat.random_streams import use_own_streams, use_reference_streams

HERE = Path(__file__).resolve().parent
RECORDED: dict[str, list[Any]] = json.loads((HERE / "random_streams.json").read_text())
#: absolute, by bytes of the dtype: logarithm, cosine and root round differently. Everything else agrees bit by bit.
ROUNDED = {"randn": 1e-6, "randn_like": 1e-6, "normal": 4e-6, "kaiming_normal": 1e-6, "rand together": 1e-6, "randn half": 2e-3,
           "normal half": 4e-3}


def run(*arguments: str, **more: str) -> subprocess.CompletedProcess[str]:
    env = os.environ | {"PYTHONPATH": str(HERE.parent.parent), "DEBUG": "0"} | more
    return subprocess.run([sys.executable, *arguments], capture_output=True, text=True, timeout=300, env=env, check=False)


@pytest.fixture(scope="module")
def drawn() -> dict[str, list[Any]]:
    """What the program draws here."""
    done = run("-m", "heddle.compat", str(HERE / "programs/random_streams.py"), DEV="CPU")
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


@pytest.mark.parametrize("name", RECORDED)
def test_draws_have_the_reference_s_values(drawn: dict[str, list[Any]], name: str) -> None:
    itemsize, shape, values = RECORDED[name]
    assert drawn[name][:2] == [itemsize, shape]
    tolerance = ROUNDED.get(name.rpartition(", seed")[0])
    if tolerance is None: assert drawn[name][2] == values
    else: np.testing.assert_allclose(drawn[name][2], values, rtol=0, atol=tolerance)


@pytest.fixture
def reference() -> Iterator[None]:
    use_reference_streams()
    yield
    use_own_streams()


def test_every_device_draws_the_same(reference: None) -> None:
    for device in {"CPU", "PYTHON", "CL", "WEBGPU"} & set(Device.get_available_devices()):
        Tensor.manual_seed(1337)
        assert Tensor.rand(5, 7, device=device).tolist() == RECORDED["rand, seed 1337"][2], device


def test_the_second_device_has_numbers_of_its_own(reference: None) -> None:
    Tensor.manual_seed(7)
    first, second = Tensor.rand(4, device="PYTHON").tolist(), Tensor.rand(4, device="CPU").tolist()
    Tensor.manual_seed(7)
    assert Tensor.rand(4, device="CPU").tolist() == first and Tensor.rand(4, device="PYTHON").tolist() == second != first


def test_draws_differ_from_heddle_s_own_until_they_are_chosen_again() -> None:
    def draw() -> list[float]:
        Tensor.manual_seed(5)
        return Tensor.rand(4).tolist()
    own = draw()
    use_reference_streams()
    try: assert draw() != own and draw() == draw()
    finally: use_own_streams()
    assert draw() == own


def test_the_state_is_read_and_set(reference: None) -> None:
    Tensor.manual_seed(3)
    Tensor.rand(5).realize()
    state = Tensor.get_rng_state().tolist()
    first = Tensor.randn(6).tolist()
    Tensor.set_rng_state(Tensor(state, dtype=dtypes.uint32))
    assert state[1:] == [3, 5, 0] and Tensor.randn(6).tolist() == first


def test_a_captured_function_goes_on_where_others_drew(reference: None) -> None:
    @TinyJit
    def draw() -> Tensor: return Tensor.rand(4).realize()
    Tensor.manual_seed(11)
    found = []
    for _ in range(3): found += [draw().tolist(), Tensor.rand(3).tolist(), draw().tolist()]
    Tensor.manual_seed(11)
    assert found == [Tensor.rand(n).tolist() for n in (4, 3, 4) * 3]


def test_draws_far_out_and_of_nothing(reference: None) -> None:
    Tensor.set_rng_state(Tensor([1, 2, 0xFFFFFFFE, 0], dtype=dtypes.uint32))
    assert Tensor.rand(0).tolist() == [] and Tensor.rand(2, 0, 3).shape == (2, 0, 3)
    first = Tensor.rand(4).realize()
    assert Tensor.get_rng_state().tolist() == [1, 2, 2, 1] and len(set(first.tolist())) == 4
    assert Tensor.rand(1).shape == (1,) and 0 <= Tensor.rand(1).item() < 1


def test_other_threads_draw_numbers_of_their_own(reference: None) -> None:
    Tensor.manual_seed(2)
    found: list[list[float]] = []
    thread = threading.Thread(target=lambda: found.append(Tensor.rand(4).tolist()))
    thread.start()
    thread.join()
    assert Tensor.rand(4).tolist() != found[0]


def test_chances_are_as_they_should_be(reference: None) -> None:
    Tensor.manual_seed(0)
    x = Tensor.randn(20000).numpy()
    assert abs(x.mean()) < 0.03 and abs(x.std() - 1) < 0.02 and np.isfinite(x).all()
    u = Tensor.rand(20000, dtype=dtypes.bfloat16).float().numpy()
    assert 0 <= u.min() and u.max() < 1 and abs(u.mean() - 0.5) < 0.02
    with Context(DEBUG=0), Tensor.train(): assert abs((Tensor.ones(20000).dropout(0.3) == 0).mean().item() - 0.3) < 0.02
    often = Tensor([1.0, 0.0, 3.0]).multinomial(20000, replacement=True)
    assert abs((often == 2).mean().item() - 0.75) < 0.02 and not (often == 1).any().item()
    assert sorted(Tensor([1.0, 2.0, 3.0]).multinomial(3).tolist()) == [0, 1, 2]


def test_layers_have_the_same_shapes_of_weights(reference: None) -> None:
    made = nn.ConvTranspose2d(4, 6, 3, groups=2, bias=False)
    assert made.weight.shape == (4, 3, 3, 3) and made.bias is None and abs(made.weight.numpy()).max() <= 18 ** -0.5
