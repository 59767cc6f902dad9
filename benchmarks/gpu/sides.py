"""Where the rows run: on a GPU, or on the emulator with torch on the CPU, which shows that all of it works and not how fast.

In: torch tensors. Out: the same memory as heddle's tensors, and the seconds of launches by the device's events.
Always true: one kind of event times both libraries, on the stream that each of them launches in; the host is ahead of the device
while it is timed, so that what is measured is the device's work and not Python's.
"""
from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any, Protocol

from heddle import Device, Tensor, dtypes

#: numbers that torch and heddle name differently
_TORCH_NAMES = {"fp8e4m3": "float8_e4m3fn"}
_AHEAD = 60e-6  # seconds of the host for one launch, at most
_LEAST, _MOST_LAUNCHES = 0.01, 50


class Side(Protocol):
    """A place to run."""

    device: str  # torch's name
    compiler: str  # of torch.compile

    def lend(self, t: Any, dtype: str) -> Tensor:
        """heddle's tensor of a torch tensor."""
        ...

    def heddle_seconds(self, launch: Callable[[], Any]) -> float:
        """Of one launch by heddle."""
        ...

    def torch_seconds(self, launch: Callable[[], Any]) -> float:
        """Of one launch by torch."""
        ...

    def check(self) -> None:
        """An error if torch cannot use the device any more."""
        ...


def torch_dtype(torch: Any, name: str) -> Any:
    """torch's twin of a dtype of heddle."""
    return getattr(torch, _TORCH_NAMES.get(name, name))


class GPU:
    """The first GPU; torch and heddle share its memory."""

    device, compiler = "cuda", "inductor"

    def __init__(self, torch: Any) -> None:
        self._torch = torch
        handle: Any = Device["CUDA"]
        self._ours, self._theirs = torch.cuda.ExternalStream(handle.stream.handle), torch.cuda.current_stream()

    def lend(self, t: Any, dtype: str) -> Tensor:
        if t.element_size() > 1: return Tensor.from_dlpack(t, copy=False)
        return Tensor.from_dlpack(t.view(self._torch.uint8), copy=False).bitcast(getattr(dtypes, dtype))  # torch does not lend its fp8

    def heddle_seconds(self, launch: Callable[[], Any]) -> float: return self._seconds(self._ours, launch)
    def torch_seconds(self, launch: Callable[[], Any]) -> float: return self._seconds(self._theirs, launch)

    def check(self) -> None: self._torch.cuda.synchronize()

    def _seconds(self, stream: Any, launch: Callable[[], Any]) -> float:
        """As many launches as take `_LEAST` seconds together."""
        launch()
        once = self._timed(stream, launch, 1)
        return self._timed(stream, launch, max(1, min(_MOST_LAUNCHES, int(_LEAST / max(once, 1e-7)))))

    def _timed(self, stream: Any, launch: Callable[[], Any], count: int) -> float:
        cuda = self._torch.cuda
        begin, end = (cuda.Event(enable_timing=True) for _ in range(2))
        cuda.synchronize()
        with cuda.stream(stream): cuda._sleep(int(count * _AHEAD * 2e9))  # cycles of a clock of at most 2 GHz
        begin.record(stream)
        for _ in range(count): launch()
        end.record(stream)
        cuda.synchronize()
        return begin.elapsed_time(end) * 1e-3 / count


class Emulated:
    """The PTX emulator beside torch on the CPU: seconds are the host's, and mean nothing."""

    device, compiler = "cpu", "eager"

    def __init__(self, torch: Any) -> None: self._torch = torch

    def lend(self, t: Any, dtype: str) -> Tensor:
        words = t.contiguous().view({1: self._torch.uint8, 2: self._torch.int16, 4: self._torch.int32}[t.element_size()])
        return Tensor(words.numpy(), device="CUDA").bitcast(getattr(dtypes, dtype)).reshape(*t.shape).realize()

    def heddle_seconds(self, launch: Callable[[], Any]) -> float:
        def run() -> None:
            launch()
            Device["CUDA"].synchronize()
        return self.torch_seconds(run)

    def torch_seconds(self, launch: Callable[[], Any]) -> float:
        begin = time.perf_counter()
        launch()
        return time.perf_counter() - begin

    def check(self) -> None:
        """torch works on the CPU."""
