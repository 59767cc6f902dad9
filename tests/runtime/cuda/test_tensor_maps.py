"""Tensor maps as the driver is asked for them: which, when, and where they lie."""
from __future__ import annotations

from typing import Any

import pytest

from heddle.device.interface import Launch
from heddle.errors import DeviceError
from heddle.runtime.cuda.tensor_maps import TensorMaps
from tests.runtime.fake_cuda import FakeCUDA
from tests.runtime.test_cuda import open_fake, program

#: pointer 1, halves: 96 lines of 64 of 128 elements, boxes of 64 × 32
MAP = (1, 2, 64, 96, 128, 64, 32)


def asked(args: tuple[Any, ...]) -> tuple[Any, ...]:
    """What a call of cuTensorMapEncodeTiled says, without where the map goes."""
    _, kind, rank, address, sizes, strides, box, steps, *rest = args
    return kind, rank, address, tuple(sizes), tuple(strides), tuple(box), tuple(steps), *rest


def test_a_map_is_made_for_each_address(monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[tuple[Any, ...]] = []

    def encode(self: object, *args: Any) -> int:
        seen.append(args)
        return 0
    monkeypatch.setattr(FakeCUDA, "_cuTensorMapEncodeTiled", encode, raising=False)
    device, fake = open_fake(monkeypatch)
    kernel = program(device, maps=(MAP,))
    for pointers in ((256, 512), (272, 512), (256, 1024), (256, 516), (256, 1024)): kernel(pointers, {}, (1,), (1,))
    assert [asked(args) for args in seen] == [
        (1, 2, at, (64, 96), (256,), (64, 32), (1, 1), 0, 3, 2, 0) for at in (512, 1024)]
    assert [launch.entry for launch in fake.launches] == ["k", "k", "k", "k_anywhere", "k"], "that entry has no use for a map"
    assert {args[0] % 64 for args in seen} == {0}


def test_they_are_the_last_arguments() -> None:
    maps = TensorMaps((MAP, (0, *MAP[1:])))
    assert [address % 64 for address in maps.addresses] == [0, 0] and maps.addresses[1] == maps.addresses[0] + 128
    assert TensorMaps(()).addresses == []


def test_each_node_of_a_graph_has_its_own(monkeypatch: pytest.MonkeyPatch) -> None:
    device, fake = open_fake(monkeypatch)
    kernel = program(device, maps=(MAP,))
    graph = device.graph()((Launch(kernel, kernel.info, ((0, 0), (1, 0))), Launch(kernel, kernel.info, ((1, 0), (0, 0)))))
    for raws, made in (([256, 512], 2), ([256, 512], 2), ([256, 1024], 3), ([768, 1024], 4)):
        graph(raws, {})
        assert fake.calls.count("cuTensorMapEncodeTiled") == made


def test_a_map_that_the_driver_refuses(monkeypatch: pytest.MonkeyPatch) -> None:
    device, _ = open_fake(monkeypatch, fail={"cuTensorMapEncodeTiled": 1})
    with pytest.raises(DeviceError, match="cuTensorMapEncodeTiled failed"): program(device, maps=(MAP,))([256, 512], {}, (1,), (1,))
