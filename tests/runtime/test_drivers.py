"""What is the same on every device that a driver stands before: memory and its parts, timing, files."""
from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import numpy as np
import pytest

from heddle import Context, Tensor
from heddle.device import Device
from heddle.device.buffer import Buffer
from heddle.dtype import dtypes
from heddle.engine.beam import winners
from heddle.tracing.counters import GlobalCounters


@pytest.fixture(params=["CL", "WEBGPU"], autouse=True)
def device(request: pytest.FixtureRequest) -> Iterator[str]:
    """The device's name; it is the default one in the test."""
    probe = Device.probe(request.param)
    if not probe.usable: pytest.skip(probe.why_not())
    with Context(DEV=request.param): yield request.param


def test_parts_of_a_buffer_are_a_handle_and_an_offset(device: str) -> None:
    whole = Buffer(device, 16, dtypes.int32).allocate().copyin(memoryview(np.arange(16, dtype=np.int32)))
    part = whole.view(3, dtypes.int32, 5 * 4).ensure_allocated()
    assert part.raw.handle == whole.raw.handle and part.raw.offset == 20
    assert np.frombuffer(part.tobytes(), np.int32).tolist() == [5, 6, 7]


def test_views_at_any_offset() -> None:
    x = Tensor(np.arange(16, dtype=np.int32)).realize()
    assert (x[5:8].contiguous() + x[1:4]).tolist() == [6, 8, 10]
    x[3:5].assign(Tensor([-1, -2], dtype="int32")).realize()
    assert x.tolist()[:7] == [0, 1, 2, -1, -2, 5, 6]


def test_launches_are_timed() -> None:
    x = Tensor.ones(1 << 16).contiguous().realize()
    before = GlobalCounters.time_sum_s
    with Context(DEBUG=0, PROFILE=True): (x * 2 + 1).realize()
    assert 0 < GlobalCounters.time_sum_s - before < 10


def test_a_file_goes_to_the_device(device: str, tmp_path: Path) -> None:
    data = np.arange(1000, dtype=np.float32)
    (tmp_path / "x").write_bytes(data.tobytes())
    moved = Tensor.empty(1000, dtype="float32", device=f"DISK:{tmp_path / 'x'}").to(device)
    np.testing.assert_array_equal((moved + 1).numpy(), data + 1)


SEARCHED: dict[str, tuple[Callable[..., Tensor], tuple[tuple[int, ...], ...]]] = {
    "product": (lambda x, y: x @ y, ((48, 40), (40, 32))),
    "uneven product": (lambda x, y: x.T @ y, ((19, 37), (19, 21))),
    "convolution": (lambda x, y: x.conv2d(y, padding=1), ((2, 4, 12, 12), (8, 4, 3, 3))),
    "softmax": (lambda x: x.softmax(1), ((9, 140),)),
    "columns": (lambda x: x.sum(0), ((96, 80),)),
}


@pytest.mark.parametrize("name", ["product", *(pytest.param(n, marks=pytest.mark.slow) for n in SEARCHED if n != "product")])
def test_a_search_finds_something_right(name: str, device: str, tmp_path: Path) -> None:
    formula, shapes = SEARCHED[name]
    rng = np.random.default_rng(0)
    inputs = [rng.standard_normal(shape, np.float32) for shape in shapes]
    with Context(DEV="CPU"): wanted = formula(*map(Tensor, inputs)).numpy()
    with Context(CACHE_DIR=str(tmp_path)):
        here = [Tensor(x).realize() for x in inputs]
        before = len(winners._here)
        with Context(BEAM=1, BEAM_BUDGET=3.0): found = formula(*here).realize()
        assert len(winners._here) > before
    np.testing.assert_allclose(found.numpy(), wanted, rtol=1e-4, atol=1e-4)


def test_kernels_are_compared_with_the_cpu() -> None:
    rng = np.random.default_rng(0)
    x = Tensor(rng.standard_normal((20, 33), np.float32))
    with Context(VALIDATE_WITH_CPU=True):
        got = ((x.softmax(-1) @ x.T).half() * 2 + (x.sum(1) > 0)).numpy()
    assert got.shape == (20, 20) and np.isfinite(got).all()
