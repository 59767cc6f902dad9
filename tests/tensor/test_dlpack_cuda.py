"""Memory of a GPU, lent and borrowed: with a made-up driver and a made-up library in torch's place, so on every machine."""
from __future__ import annotations

import ctypes
import gc
import weakref
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

from heddle import Context, Tensor
from heddle.device import Device
from heddle.dtype import dtypes
from heddle.errors import ExchangeError
from heddle.tensor.interop import dlpack_capsule
from tests.emulators import OpenGPU, use_driver
from tests.emulators.ptx.arrays import Library
from tests.runtime.fake_cuda import FakeCUDA


@pytest.fixture
def fake(monkeypatch: pytest.MonkeyPatch) -> Iterator[FakeCUDA]:
    made = FakeCUDA(gpus=2)
    use_driver(monkeypatch, lambda name: made)
    yield made
    gc.collect()


class Owner(np.ndarray):
    """An array that can be watched."""


class Lender:
    """Speaks DLPack as torch's CUDA tensors do, over `count` float32 of a GPU."""

    def __init__(self, count: int, gpu: int = 0) -> None:
        name = "CUDA" if gpu == 0 else f"CUDA:{gpu}"
        self.pointer, _ = Device[name].allocator.alloc(4 * count)
        self.gpu, self.streams = gpu, []
        words: Any = (ctypes.c_uint32 * count).from_address(self.pointer)
        self.array = np.frombuffer(words, np.uint32).view(Owner)

    def __dlpack_device__(self) -> tuple[int, int]: return 2, self.gpu

    def __dlpack__(self, *, stream: int | None = None, max_version: Any = None, dl_device: Any = None, copy: Any = None) -> Any:
        self.streams.append(stream)
        return dlpack_capsule.make(self.array, dtypes.float32, (2, self.gpu), max_version is not None, False)


def test_a_tensor_is_made_over_the_same_memory(fake: FakeCUDA) -> None:
    lender = Lender(6)
    ctypes.memmove(lender.pointer, np.arange(6, dtype=np.float32).ctypes.data, 24)
    tensor = Tensor.from_dlpack(lender, copy=False)
    assert tensor.device == "CUDA" and tensor.tolist() == [0.0, 1.0, 2.0, 3.0, 4.0, 5.0]
    ctypes.memmove(lender.pointer, np.full(6, 7, np.float32).ctypes.data, 24)
    assert tensor.tolist() == [7.0] * 6


def test_the_lender_is_told_our_stream(fake: FakeCUDA) -> None:
    lender = Lender(4)
    Tensor.from_dlpack(lender, copy=False)
    stream: Any = Device["CUDA"]
    assert lender.streams == [stream.stream.handle]


def test_the_lender_is_held_as_long_as_the_tensor(fake: FakeCUDA) -> None:
    lender = Lender(4)
    watched = weakref.ref(lender.array)
    tensor = Tensor.from_dlpack(lender, copy=False)
    del lender
    gc.collect()
    assert watched() is not None
    del tensor
    gc.collect()
    assert watched() is None


def test_a_gpu_that_the_driver_does_not_list_is_asked_for_a_copy_on_the_host(fake: FakeCUDA) -> None:
    class Elsewhere:
        def __dlpack_device__(self) -> tuple[int, int]: return 2, 2

        def __dlpack__(self, *, dl_device: tuple[int, int], **more: Any) -> Any: return np.arange(3.0).__dlpack__()
    assert Tensor.from_dlpack(Elsewhere()).tolist() == [0, 1, 2]
    with pytest.raises(ExchangeError, match="on CUDA 2, which no device here can use"): Tensor.from_dlpack(Elsewhere(), copy=False)
    with pytest.raises(ExchangeError, match="cannot be exported on CUDA 2"): Tensor([1.0]).__dlpack__(dl_device=(2, 2))


def test_each_gpu_has_its_own(fake: FakeCUDA) -> None:
    assert Tensor.from_dlpack(Lender(4, gpu=1), copy=False).device == "CUDA:1"
    with pytest.raises(ExchangeError, match="CUDA 1, which CUDA cannot use in place"):
        Tensor.from_dlpack(Lender(4, gpu=1), device="CUDA", copy=False)


#: what the host asks or waits for
WAITS = {"cuStreamQuery", "cuEventQuery", "cuCtxSynchronize"}


def asked(fake: FakeCUDA) -> list[str]: return [name for name in fake.calls if name != "cuCtxSetCurrent"]


@pytest.mark.parametrize("version", (None, (1, 0)))
def test_our_memory_is_lent_in_the_order_of_streams(fake: FakeCUDA, version: tuple[int, int] | None) -> None:
    """The borrower's stream waits for ours when it is lent, and ours for the borrower's when it comes back; the host never."""
    with Context(DEV="CUDA"): tensor = Tensor(np.arange(5, dtype=np.float32)).realize()
    assert tensor.__dlpack_device__() == (2, 0)
    fake.calls.clear()
    capsule = tensor.__dlpack__(stream=1, max_version=version)
    lent = dlpack_capsule.read(capsule)
    assert asked(fake) == ["cuEventRecord", "cuStreamWaitEvent"]
    assert lent.device == (2, 0) and lent.shape == (5,) and lent.dtype == dtypes.float32
    assert list((ctypes.c_float * 5).from_address(lent.pointer)) == [0.0, 1.0, 2.0, 3.0, 4.0]
    fake.calls.clear()
    del capsule, lent
    assert asked(fake) == ["cuEventCreate", "cuEventRecord", "cuStreamWaitEvent", "cuEventDestroy_v2"]


@pytest.mark.parametrize("stream, lending", ((None, ["cuStreamQuery"]), (-1, []), (2, ["cuEventRecord", "cuStreamWaitEvent"])))
def test_the_host_waits_where_the_stream_is_not_known(fake: FakeCUDA, stream: int | None, lending: list[str]) -> None:
    """No stream is named; the borrower wants no order; the stream that is another in each thread."""
    with Context(DEV="CUDA"): tensor = Tensor(np.arange(5, dtype=np.float32)).realize()
    fake.calls.clear()
    capsule = tensor.__dlpack__(stream=stream, max_version=(1, 0))
    assert asked(fake) == lending
    del capsule
    assert asked(fake) == [*lending, "cuCtxSynchronize"]


def test_a_stream_that_is_no_more_is_waited_for_by_the_host(fake: FakeCUDA) -> None:
    with Context(DEV="CUDA"): tensor = Tensor(np.arange(5, dtype=np.float32)).realize()
    capsule = tensor.__dlpack__(stream=77, max_version=(1, 0))
    fake.fail["cuEventRecord"] = 400
    fake.calls.clear()
    del capsule
    assert fake.calls[-1] == "cuCtxSynchronize"


def test_stream_0_is_refused(fake: FakeCUDA) -> None:
    with Context(DEV="CUDA"): tensor = Tensor(np.arange(5, dtype=np.float32)).realize()
    with pytest.raises(ExchangeError, match="stream=0 may be the legacy default stream or that of the thread") as caught:
        tensor.__dlpack__(stream=0)
    assert "Pass 1" in str(caught.value.cure)


# ---- with kernels: another library on emulated GPUs, which works in a stream of its own


@pytest.mark.parametrize("gpu", (0, 1))
def test_memory_goes_both_ways_while_both_sides_work(open_gpu: OpenGPU, gpu: int) -> None:
    """What each must wait for, and when memory may be used again, is what the emulator would see done wrong."""
    driver = open_gpu(gpus=2)
    home = "CUDA" if gpu == 0 else "CUDA:1"
    library, count = Library(driver, gpu), np.arange(64, dtype=np.float32)
    theirs = library.array(count)
    theirs.add(1, times=20)
    ours = Tensor.from_dlpack(theirs, copy=False)
    assert ours.device == home
    result = (ours * 3).realize()
    del theirs, ours
    gc.collect()
    library.array(count).numpy()
    assert result.tolist() == ((count + 20) * 3).tolist()
    seen = library.from_dlpack((Tensor(count, device=home).realize() * 5).realize())
    seen.add(2)
    assert seen.numpy().tolist() == (count * 5 + 2).tolist() and not driver.faults


def test_no_host_waits_while_memory_goes_to_another_library(open_gpu: OpenGPU) -> None:
    """Nor when it comes back while the library's work is still to be done, and is used again at once."""
    driver = open_gpu()
    library, count = Library(driver), np.arange(64, dtype=np.float32)
    with Context(DEV="CUDA"):
        x, base = (Tensor(count).realize() * 3).realize(), Tensor(count).realize()
        (Tensor(count).realize() + 1).realize()
        Device["CUDA"].synchronize()  # all kernels are loaded, and copies done
        before = {name: driver.calls[name] for name in (*WAITS, "cuStreamSynchronize")}
        lent = library.from_dlpack(x)
        lent.add(1)
        copied = lent.copy()
        where = lent.address
        del lent, x
        gc.collect()
        y = (base * 0 + 7).realize()
        assert y._buffer().raw == where, "the same memory"
        assert before == {name: driver.calls[name] for name in before}
    assert y.tolist() == [7.0] * 64
    assert copied.numpy().tolist() == (count * 3 + 1).tolist() and not driver.faults
