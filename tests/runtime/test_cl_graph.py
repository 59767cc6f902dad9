"""Captures on CL: launches made ready once, lists that the driver keeps, other buffers and variables, times, several devices."""
from __future__ import annotations

from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from heddle import Tensor, TinyJit, Variable, dtypes
from heddle.device import Device
from heddle.engine import graph as graphs
from heddle.runtime.opencl.graph import CLGraph
from heddle.tracing.recorder import Recorder
from tests.runtime.test_cl import in_a_process

pytestmark = pytest.mark.skipif(not Device.probe("CL").usable, reason=f"no OpenCL: {Device.probe('CL').why_not()}")


def floats(*values: float) -> Tensor: return Tensor(np.array(values, np.float32), device="CL").realize()


def steps(x: Tensor) -> Tensor:
    """Three kernels."""
    for _ in range(3): x = (x + x.sum(0, keepdim=True)).contiguous()
    return x.realize()


def wanted(x: np.ndarray) -> list[float]:
    for _ in range(3): x = x + x.sum()
    return x.tolist()


def made_graph() -> CLGraph:
    """The graph that was made last."""
    found: Any = list(graphs.graph_cache.values())[-1].run
    return found


def test_a_replay_follows_its_buffers() -> None:
    captured = TinyJit(steps)
    for n in range(5): assert captured(floats(n, 1)).tolist() == wanted(np.array([n, 1.0]))
    assert isinstance(made_graph(), CLGraph)


@pytest.mark.parametrize("keeps", [True, False], ids=["kept by the driver", "one by one"])
def test_a_replay_on_the_same_buffers_tells_no_arguments(keeps: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    device: Any = Device["CL"]
    if not keeps: monkeypatch.setitem(device.__dict__, "_kept", None)
    captured, x, other = TinyJit(steps), floats(1, 2), floats(3, 4)
    for _ in range(4): captured(x)
    graph, set_arguments = made_graph(), device.queue.library.functions["clSetKernelArg"]
    assert (graph._kept is not None) == (keeps and device._kept is not None)
    told: list[int] = []
    monkeypatch.setattr(graph._kernels[0], "_set", lambda *args: told.append(1) or set_arguments(*args))
    for _ in range(3): assert captured(x).tolist() == wanted(np.array([1.0, 2.0]))
    assert not told
    for again in (other, x, other, other, other): assert captured(again).tolist() == wanted(again.numpy().astype(float))
    assert len(told) == 3, "one argument is another one at each change"


def test_many_replays_are_under_way_at_once() -> None:
    """A list that the driver keeps is queued again before its last run is over."""
    total = floats(0, 0)

    @TinyJit
    def add(x: Tensor) -> None:
        total.assign((total + x.sum(0, keepdim=True)).contiguous() * 1).realize()
        total.assign(total + 1).realize()

    x = floats(1, 2)
    for _ in range(50): add(x)
    assert total.tolist() == [200, 200]


def test_variables_and_launches_without_work_groups() -> None:
    data, n = Tensor(np.arange(12, dtype=np.float32), device="CL").realize(), Variable("n", 0, 6)

    @TinyJit
    def first(x: Tensor, n: Any) -> Tensor: return (x[:n] * 2).sum().reshape(1).realize() + 1

    for count in (3, 5, 2, 6, 6, 0, 4): assert first(data, n.bind(count)).tolist() == [2.0 * sum(range(count)) + 1]


def test_copies_are_part_of_a_capture() -> None:
    a, b, c = floats(1, 2, 3), floats(0, 0, 0), floats(0, 0, 0)

    @TinyJit
    def turn(x: Tensor) -> Tensor:
        b.assign(x + 1).realize()
        c.assign(b).realize()
        b.assign(c * 2).realize()
        return (b + c).realize()

    for k in range(4): assert turn((a + k).contiguous().realize()).tolist() == [3.0 * (v + k + 1) for v in (1, 2, 3)]


def test_images_in_a_capture() -> None:
    values = np.arange(64, dtype=np.float32)
    image = Tensor(values, device="CL").cast(dtypes.imagef((4, 4))).realize()

    @TinyJit
    def scaled(x: Tensor) -> Tensor: return ((image * x).contiguous() + image).realize()

    for k in range(4): np.testing.assert_array_equal(scaled(floats(k)).numpy(), values * k + values)


def test_each_launch_is_told_with_its_own_time() -> None:
    captured, x = TinyJit(steps), floats(1, 2)
    for _ in range(3): captured(x)
    heard = Recorder()
    heard.open()
    captured(x)
    heard.close()
    told = [e for e in heard.events() if e.within]
    assert [e.kind for e in told] == ["kernel"] * 3 and all(e.seconds > 0 for e in told)
    assert all(a.start < b.start for a, b in pairwise(told))


def test_copies_between_devices_are_no_part_of_a_graph(tmp_path: Path) -> None:
    if "pthread" not in Device.probe("CL").detail: pytest.skip("another driver than PoCL")
    code = """
from heddle import Tensor, TinyJit
@TinyJit
def there_and_back(x):
    y = (((x + 1).contiguous() * 2).contiguous().to("CL:1") + 3).contiguous() * 4
    return (y.to("CL:0") + 5).realize()
for n in range(4): print(there_and_back(Tensor([float(n)], device="CL:0").realize()).item())
"""
    assert in_a_process(code, tmp_path, POCL_DEVICES="basic pthread").split() == [f"{((n + 1.0) * 2 + 3) * 4 + 5}" for n in range(4)]
