"""The guide's device computes: its code is what docs/adding-a-device.md shows."""
import sys
from pathlib import Path

import numpy as np
import pytest

import heddle.runtime
from heddle import Device, Tensor
from heddle.device import registry

TOY = Path(__file__).resolve().parents[2] / "docs" / "examples" / "toy"


@pytest.fixture(scope="module", autouse=True)
def toy():
    """The guide's folder on the path of runtimes, as its text says."""
    heddle.runtime.__path__.append(str(TOY))
    registry.forget_runtimes()
    yield
    heddle.runtime.__path__.remove(str(TOY))
    sys.modules.pop("heddle.runtime.ops_toy", None)  # other tests make a TOY of their own
    registry.forget_runtimes()
    Device._opened = {t: d for t, d in Device._opened.items() if t.device != "TOY"}
    Device._by_text.clear()


def test_it_is_found_by_its_file_name_and_shown_in_the_table():
    row = next(row for row in registry.device_table() if row.name == "TOY")
    assert row.usable and row.detail == "a device for reading, made of Python"
    assert Device.DEFAULT != "TOY"


def test_it_adds_two_arrays():
    a, b = Tensor([1.0, 2.0, 3.0], device="TOY"), Tensor([10.0, 20.0, 30.0], device="TOY")
    assert (a + b).tolist() == [11.0, 22.0, 33.0]
    assert (a + b).device == "TOY"


@pytest.mark.parametrize(("formula", "wanted"), [
    (lambda x: x.sum(1), lambda x: x.sum(1)),
    (lambda x: x @ x.T, lambda x: x @ x.T),
    (lambda x: x.softmax(-1), lambda x: np.exp(x) / np.exp(x).sum(-1, keepdims=True)),
    (lambda x: x.pad(((1, 0), (0, 2))).relu(), lambda x: np.maximum(np.pad(x, ((1, 0), (0, 2))), 0)),
    (lambda x: (x > 0).where(x.sqrt(), -1), lambda x: np.where(x > 0, np.sqrt(np.maximum(x, 0)), -1)),
], ids=["sum", "matmul", "softmax", "pad", "where"])
def test_it_agrees_with_numpy(formula, wanted):
    x = np.random.default_rng(0).standard_normal((4, 5), np.float32)
    np.testing.assert_allclose(formula(Tensor(x, device="TOY")).numpy(), wanted(x), rtol=2e-6, atol=1e-6)


def test_data_moves_between_it_and_the_cpu():
    there = Tensor(np.arange(12, dtype=np.int32).reshape(3, 4)).to("TOY")
    assert (there[1:] * 2).to("CPU").tolist() == [[8, 10, 12, 14], [16, 18, 20, 22]]


def test_the_guide_shows_every_part_of_the_file():
    text = (TOY / "ops_toy.py").read_text()
    guide = (TOY.parents[1] / "adding-a-device.md").read_text()
    parts = [line.split("start:")[1].rstrip("]") for line in text.splitlines() if "--8<-- [start:" in line]
    assert parts and all(f"ops_toy.py:{part}" in guide for part in parts)
