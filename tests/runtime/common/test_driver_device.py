"""Driver devices: choice of a GPU and of an architecture, results of probes, device loss."""
from __future__ import annotations

import operator
from typing import NamedTuple

import pytest

from heddle.device.device_lost import Losable
from heddle.device.interface import Compiled, Compiler, Probe
from heddle.errors import DeviceError
from heddle.renderer import Capabilities
from heddle.renderer.c.clang import ClangRenderer
from heddle.runtime.common.driver_device import DriverDevice, Requirement, choose_architecture, choose_gpu
from heddle.runtime.ops_null import NullAllocator


class Model(NamedTuple):
    """A GPU whose architecture is a number."""

    name: str
    arch: int

    def __str__(self) -> str: return f"{self.name}, {self.arch}"


GPUS = (Model("small", 1), Model("large", 3))


@pytest.mark.parametrize(("name", "index"), [("GPU", 0), ("GPU:0", 0), ("GPU:1", 1)])
def test_the_index_in_a_name_chooses_a_gpu(name: str, index: int) -> None:
    assert choose_gpu(name, GPUS) is GPUS[index]


def test_an_index_that_no_gpu_has() -> None:
    with pytest.raises(DeviceError, match="there is no GPU:2: the driver lists 2 GPUs for GPU") as caught: choose_gpu("GPU:2", GPUS)
    assert caught.value.cure == "There is: GPU:0 is small, 1; GPU:1 is large, 3."
    with pytest.raises(DeviceError, match="there is no GPU:1: OpenCL lists 1 device for GPU") as caught:
        choose_gpu("GPU:1", GPUS[:1], "OpenCL", "device", lambda info: info.name)
    assert caught.value.cure == "There is: GPU:0 is small."
    with pytest.raises(DeviceError, match="the driver lists 0 GPUs for GPU"): choose_gpu("GPU", ())


def test_an_architecture_is_the_gpus_unless_another_is_named() -> None:
    large = GPUS[1]
    assert choose_architecture(None, large, int, operator.ge) == 3
    assert choose_architecture("2", large, int, operator.ge) == 2
    with pytest.raises(DeviceError, match="large is 3 and cannot run code for 4") as caught:
        choose_architecture("4", large, int, operator.ge, "; NULL compiles for others")
    assert caught.value.cure == "Leave it out, or write 3; NULL compiles for others."


def test_a_missing_requirement_is_a_probe_result() -> None:
    needs = Requirement("a GPU", "Buy one.")
    found = needs.missing("there is none", "/dev")
    assert found == Probe(False, reason="there is none", requires="a GPU", looked="/dev", cure="Buy one.")
    assert needs.missing("it is broken", cure="Repair it.", hardware=True).cure == "Repair it."


class Order(Losable):
    """An order of work that counts how often it is waited for."""

    waits = 0

    def finish(self) -> None:
        self.check()
        self.waits += 1


def device(order: Order, kind: type[DriverDevice] = DriverDevice) -> DriverDevice:
    return kind("GPU", order, NullAllocator("GPU"), Compiler("none"), ClangRenderer("c", Capabilities()))


def test_a_device_waits_for_its_order_of_work_and_is_lost_with_it() -> None:
    order = Order("GPU")
    opened = device(order)
    opened.synchronize()
    assert order.waits == 1 and opened.allocator.lost is None
    error = order.lose("it fell off the bus")
    assert opened.allocator.lost is order.lost
    with pytest.raises(DeviceError, match="it fell off the bus") as caught: opened.synchronize()
    assert (caught.value.what, caught.value.cure) == (error.what, error.cure)


def test_copies_stay_within_one_order_of_work() -> None:
    order = Order("GPU")
    opened = device(order)
    assert opened.copies_from(device(order)) and not opened.copies_from(device(Order("GPU:1")))
    assert not opened.copies_from(Compiled("NULL", NullAllocator("NULL"), Compiler("none"), opened.renderer))
