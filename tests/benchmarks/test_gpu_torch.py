"""What the comparison on a GPU does with torch's tensors there: with a torch whose GPU is the emulated one, so on every machine."""
from __future__ import annotations

import contextlib
import ctypes
import sys
import types
from collections.abc import Generator
from typing import Any

import numpy as np
import pytest

from benchmarks.gpu import interop, sides
from heddle import Context, Device, Tensor, TinyJit
from tests.emulators import OpenGPU
from tests.emulators.ptx.arrays import DeviceArray, Library


class Stream:
    """A stream of torch's, or one that it was told of."""

    def __init__(self, handle: int) -> None: self.cuda_stream = handle


class Event:
    """One with a time."""

    def __init__(self, library: Library) -> None: self._library, self.handle = library, library._make("cuEventCreate", 0)
    def record(self, stream: Stream) -> None: self._library.call("cuEventRecord", self.handle, stream.cuda_stream)

    def elapsed_time(self, end: Event) -> float:
        milliseconds = ctypes.c_float(0)
        self._library.call("cuEventElapsedTime", ctypes.byref(milliseconds), self.handle, end.handle)
        return milliseconds.value


class OnGPU:
    """A torch tensor of float32."""

    def __init__(self, array: DeviceArray) -> None: self.array = array
    def element_size(self) -> int: return 4
    def float(self) -> OnGPU: return self
    def clone(self) -> OnGPU: return OnGPU(self.array.copy())
    def cpu(self) -> OnGPU: return self
    def numpy(self) -> np.ndarray: return self.array.numpy()
    def add_(self, amount: float) -> None: self.array.add(amount)
    def __dlpack__(self, **asked: Any) -> Any: return self.array.__dlpack__(**asked)
    def __dlpack_device__(self) -> tuple[int, int]: return self.array.__dlpack_device__()


class TorchCUDA:
    """torch.cuda, as far as it is asked."""

    def __init__(self, library: Library) -> None: self._library, self.slept = library, 0
    def Stream(self) -> Stream: return Stream(self._library._make("cuStreamCreate", 1))
    def ExternalStream(self, handle: int) -> Stream: return Stream(handle)
    def current_stream(self) -> Stream: return Stream(self._library.stream)
    def synchronize(self) -> None: self._library.call("cuCtxSynchronize")
    def _sleep(self, cycles: int) -> None: self.slept += cycles

    def Event(self, enable_timing: bool) -> Event:
        assert enable_timing
        return Event(self._library)

    @contextlib.contextmanager
    def stream(self, chosen: Stream) -> Generator[None]:
        before, self._library.stream = self._library.stream, chosen.cuda_stream
        try: yield
        finally: self._library.stream = before


@pytest.fixture
def torch(open_gpu: OpenGPU, monkeypatch: pytest.MonkeyPatch) -> Any:
    """torch with an emulated GPU."""
    library = Library(open_gpu())
    made: Any = types.ModuleType("torch")
    made.cuda = TorchCUDA(library)
    made.arange = lambda count, device: OnGPU(library.array(np.arange(count, dtype=np.float32)))
    made.from_dlpack = lambda tensor: OnGPU(library.from_dlpack(tensor))
    monkeypatch.setitem(sys.modules, "torch", made)
    return made


def test_torch_has_what_is_asked_of_it() -> None:
    real = pytest.importorskip("torch").cuda
    asked = [name for name in vars(TorchCUDA) if not name.startswith("__")]
    assert "ExternalStream" in asked and all(hasattr(real, name) for name in (*asked, "get_device_name"))


def test_memory_goes_to_torch_and_back(torch: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(interop.Torch, "count", 1 << 8)
    with Context(DEV="CUDA"): said = interop.exchange(interop.Torch())
    assert len(said) == 4 and all("torch" in line for line in said) and torch.cuda.slept


def test_both_libraries_are_timed_by_events_in_their_streams(torch: Any) -> None:
    with Context(DEV="CUDA"):
        side = sides.GPU(torch)
        theirs = torch.arange(64, device="cuda")
        ours = side.lend(theirs, "float32")
        assert ours.device == "CUDA" and ours.tolist() == list(range(64))
        jit = TinyJit(lambda x: (x * 2 + 1).realize())
        for _ in range(2): jit(ours)
        assert 0 < side.heddle_seconds(lambda: jit(ours)) < 60
        assert 0 < side.torch_seconds(lambda: theirs.add_(1)) < 60
        side.check()
        Device["CUDA"].synchronize()
        assert Tensor.from_dlpack(theirs, copy=False)[0].item() > 1
