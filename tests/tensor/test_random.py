"""Random numbers: known answers, the same bits everywhere, fresh ones at every draw, and the right distributions."""
from __future__ import annotations

import numpy as np
import pytest

from heddle import Context, GlobalCounters, Tensor, dtypes
from heddle.device import Device
from heddle.tensor.graph import constant
from heddle.tensor.random import threefry
from tests.conftest import computing_devices
from tests.reference import evaluate


def _words(*values: int): return tuple(constant(dtypes.uint32, v) for v in values)


@pytest.mark.parametrize(("key", "counter", "answer"), [
    # kat_vectors of Random123, the authors' own library: threefry2x32, 20 rounds
    ((0, 0), (0, 0), (0x6B200159, 0x99BA4EFE)), ((0xFFFFFFFF, 0xFFFFFFFF), (0xFFFFFFFF, 0xFFFFFFFF), (0x1CB996FC, 0xBB002BE7)),
    ((0x13198A2E, 0x03707344), (0x243F6A88, 0x85A308D3), (0xC4923A9C, 0x483DF7A0)),
])
def test_known_answers(key, counter, answer) -> None:
    assert tuple(int(evaluate(w)) for w in threefry(_words(*key), _words(*counter))) == answer


def _draws(device: str) -> dict[str, np.ndarray]:
    """What one seed draws on `device`, by format; a format that it does not have (WebGPU: float64) is left out."""
    Tensor.manual_seed(1234)
    has = Device[device].renderer.limits.dtypes
    draws = {"float32": Tensor.rand(3, 5), "float64": Tensor.rand(7, dtype="float64"), "int32": Tensor.randint(8, low=-3, high=9),
             "float16": Tensor.rand(4, dtype="float16"), "int64": Tensor.randint(5, low=0, high=2 ** 40, dtype="int64")}
    return {name: drawn.numpy() for name, drawn in draws.items() if dtypes.float64 in has or name != "float64"}


def test_same_seed_same_bits_on_every_device() -> None:
    found = []
    for name in computing_devices():
        with Context(DEV=name): found.append(_draws(name))
    assert found[0].keys() >= {"float32", "float16", "int32", "int64"}
    for other in found[1:]:
        for format in other.keys() & found[0].keys(): np.testing.assert_array_equal(found[0][format], other[format], err_msg=format)


def test_the_numbers_of_a_seed_never_change() -> None:
    Tensor.manual_seed(0)
    assert Tensor.rand(3).numpy().tolist() == pytest.approx(evaluate_first(), abs=0)


def evaluate_first() -> list[float]:
    """The first three numbers of seed 0, worked out by hand from the function: element i of draw 0."""
    words = [int(evaluate(threefry(_words(0, 0), _words(i, 0))[0])) for i in range(3)]
    return [(w >> 8) * 2.0 ** -24 for w in words]


def test_order_of_computing_does_not_matter() -> None:
    Tensor.manual_seed(1)
    first, second = Tensor.rand(3), Tensor.rand(3)
    late = second.numpy(), first.numpy(), Tensor.rand(3).numpy()
    Tensor.manual_seed(1)
    early = [Tensor.rand(3).numpy() for _ in range(3)]
    for got, want in zip((late[1], late[0], late[2]), early, strict=True): np.testing.assert_array_equal(got, want)
    assert len({tuple(x) for x in early}) == 3


def test_drawing_again_makes_no_new_kernels() -> None:
    def draw() -> tuple[np.ndarray, int]:
        before = GlobalCounters.lowered_kernels
        return Tensor.rand(37, 3).numpy(), GlobalCounters.lowered_kernels - before
    draw()
    (a, _), (b, made) = draw(), draw()
    assert made == 0 and not np.array_equal(a, b)


def test_distributions() -> None:
    Tensor.manual_seed(5)
    n = 200_000
    u, z = Tensor.rand(n).numpy(), Tensor.randn(n).numpy()
    assert 0 <= u.min() and u.max() < 1 and abs(u.mean() - 0.5) < 0.003 and abs(u.var() - 1 / 12) < 0.001
    assert np.abs(np.histogram(u, 20, (0, 1))[0] / n - 0.05).max() < 0.003
    assert abs(z.mean()) < 0.01 and abs(z.std() - 1) < 0.01 and abs((z ** 3).mean()) < 0.05 and abs((z ** 4).mean() - 3) < 0.1
    assert abs(np.corrcoef(z[:-1], z[1:])[0, 1]) < 0.01 and np.isfinite(z).all()
    k = Tensor.randint(n, low=-2, high=5).numpy()
    assert set(k) == set(range(-2, 5)) and np.abs(np.bincount(k + 2) / n - 1 / 7).max() < 0.004


def test_ranges_and_shapes() -> None:
    x = Tensor.uniform(1000, low=-2, high=3).numpy()
    assert -2 <= x.min() < -1.9 and 2.9 < x.max() < 3
    assert Tensor.normal(2, 3, mean=5, std=0).tolist() == [[5] * 3] * 2
    for made, bound in ((Tensor.kaiming_uniform(50, 20, a=0), (6 / 20) ** 0.5), (Tensor.glorot_uniform(50, 20), (6 / 70) ** 0.5),
                        (Tensor.scaled_uniform(50, 20), 1000 ** -0.5)):
        assert bound * 0.95 < np.abs(made.numpy()).max() <= bound
    assert sorted(Tensor.randperm(20).tolist()) == list(range(20)) and Tensor.rand(0, 3).shape == (0, 3)
    assert Tensor.rand_like(Tensor.ones(2, dtype="float16")).dtype == dtypes.float16 and Tensor.randn(()).shape == ()


def test_dropout_only_while_training() -> None:
    x = Tensor.ones(10_000)
    assert x.dropout(0.5) is x
    with Tensor.train():
        y = x.dropout(0.25).numpy()
        assert set(np.unique(y)) == {np.float32(0), np.float32(1 / 0.75)} and abs((y == 0).mean() - 0.25) < 0.02
        assert x.dropout(0) is x and not x.dropout(1).numpy().any()
