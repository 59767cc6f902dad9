"""`python -m benchmarks.gpu.interop`: torch's CUDA tensors and heddle's share memory, and each sees what the other did.

In: a GPU with torch; on an emulated one, where torch has nothing to share, the emulator's own arrays. Out: a line for each exchange;
an error where one is wrong.
"""
from __future__ import annotations

import gc
from typing import Any

import numpy as np

from heddle import Device, Tensor

_ADDED = 50  # times that something is added
_CYCLES = 20_000_000  # of the GPU's clock: ten milliseconds or more


class Torch:
    """torch on the first GPU, working in a stream that is not the default one."""

    name, count = "torch", 1 << 22  # three times that, and what is added, are integers that float32 has

    def __init__(self) -> None:
        import torch
        self._torch, self._stream = torch, torch.cuda.Stream()

    def counted(self) -> Any:
        """0, 1, 2…, to which something was added `_ADDED` times; that is still under way."""
        with self._torch.cuda.stream(self._stream):
            x = self._torch.arange(self.count, device="cuda").float()
            self._torch.cuda._sleep(_CYCLES)
            for _ in range(_ADDED): x.add_(1)
        return x

    def borrow(self, tensor: Tensor) -> Any:
        """heddle's tensor as torch's."""
        with self._torch.cuda.stream(self._stream): return self._torch.from_dlpack(tensor)

    def add(self, x: Any) -> None:
        """1 to each element, in the stream."""
        with self._torch.cuda.stream(self._stream): x.add_(1)

    def lend(self, x: Any) -> Tensor:
        """heddle's tensor of the same memory."""
        with self._torch.cuda.stream(self._stream): return Tensor.from_dlpack(x, copy=False)

    def copied(self, x: Any) -> Any:
        """A copy, which is made after some milliseconds: the stream is busy until then."""
        with self._torch.cuda.stream(self._stream):
            self._torch.cuda._sleep(_CYCLES)
            return x.clone()

    def values(self, x: Any) -> np.ndarray:
        """When the stream is done."""
        with self._torch.cuda.stream(self._stream): return x.cpu().numpy()


class Emulated:
    """The arrays of the emulator."""

    name, count = "another library", 1 << 10

    def __init__(self) -> None:
        from heddle.runtime.cuda import driver
        from tests.emulators.ptx.arrays import Library
        self._library = Library(driver.load(""))

    def counted(self) -> Any:
        x = self._library.array(np.arange(self.count, dtype=np.float32))
        x.add(1, _ADDED)
        return x

    def borrow(self, tensor: Tensor) -> Any: return self._library.from_dlpack(tensor)
    def add(self, x: Any) -> None: x.add(1)
    def copied(self, x: Any) -> Any: return x.copy()
    def lend(self, x: Any) -> Tensor: return Tensor.from_dlpack(x, copy=False)
    def values(self, x: Any) -> np.ndarray: return x.numpy()


def exchange(other: Torch | Emulated) -> list[str]:
    """Both ways, with work under way on either side. What was seen, a line each; AssertionError where it is wrong."""
    count, said = np.arange(other.count, dtype=np.float32), []
    theirs = other.counted()
    ours = other.lend(theirs)
    assert (ours * 2).numpy().tolist() == ((count + _ADDED) * 2).tolist(), f"heddle read before {other.name} was done"
    said.append(f"{other.name} -> heddle: the same memory, after {other.name}'s work")
    result = (ours * 3 + 1).realize()
    del ours, theirs
    gc.collect()
    for _ in range(4): other.values(other.counted())  # takes memory that was let go while heddle's kernel may still be waiting
    assert result.numpy().tolist() == ((count + _ADDED) * 3 + 1).tolist(), f"{other.name} used memory again before heddle was done"
    said.append(f"{other.name} -> heddle: let go only when heddle's work is done")
    made = (Tensor(count, device="CUDA").realize() * 3).realize()
    seen = other.borrow(made)
    other.add(seen)
    assert other.values(seen).tolist() == (count * 3 + 1).tolist(), f"{other.name} read before heddle was done"
    assert made.numpy()[:3].tolist() == [1.0, 4.0, 7.0], "not the same memory"
    said.append(f"heddle -> {other.name}: the same memory, after heddle's work, and what was written is seen")
    kept = other.copied(seen)
    del made, seen
    gc.collect()
    for n in range(4): assert (Tensor(count, device="CUDA").realize() * n).realize().numpy()[-1] == count[-1] * n
    assert other.values(kept).tolist() == (count * 3 + 1).tolist(), f"heddle used memory again before {other.name} was done"
    said.append(f"heddle -> {other.name}: used again only when {other.name}'s work is done")
    return said


def main() -> None:
    """What this machine has."""
    emulated = "emulator" in Device.probe("CUDA").detail
    for line in exchange(Emulated() if emulated else Torch()): print(line)


if __name__ == "__main__": main()
