"""`python -m benchmarks.gpu.nccl`: collectives by NCCL between two GPUs of this machine, and the bandwidth of all-reduces.

In: two GPUs, mpi4py and an MPI launcher, and NCCL; emulated ones with EMULATE=CUDA, which say nothing of speed. Out: a line for each
collective, and for each size of an all-reduce; an error where one is wrong. With one GPU, or none, or no MPI, a line says that NCCL
was not run, and that is no error.
"""
from __future__ import annotations

import functools
import importlib.util
import subprocess
import sys
import time
from collections.abc import Callable

import numpy as np

from heddle import Device, Mesh, Tensor, TinyJit, distributed
from heddle.distributed.launch import command
from heddle.errors import CommandError
from heddle.settings import settings

_RANKS = 2
_RUNS = 20  # all-reduces that are timed together
_SIZES = tuple(1 << n for n in range(10, 29, 3))  # bytes: 1 KiB to 256 MiB
_FEW = (1 << 10, 1 << 13)


def why_not() -> str:
    """Why NCCL cannot be run here; empty if it can."""
    found = Device.probe("CUDA")
    if not found.usable: return f"there is no GPU: {found.reason}"
    if (found.count or 1) < _RANKS: return "there is one GPU"
    if importlib.util.find_spec("mpi4py") is None: return "mpi4py is not installed"
    try: command(_RANKS, [__file__], [])
    except CommandError as fault: return fault.what
    return ""


def main(emulated: bool) -> None:
    """Starts the ranks, or says why not."""
    if why := why_not(): return print(f"NCCL was not run: {why}")
    options = ["--emulated"] if emulated else []
    done = subprocess.run(command(_RANKS, [__file__, "--rank", *options], []), check=False)
    if done.returncode != 0: sys.exit(f"a rank failed ({done.returncode})")


# ---- in each rank


def rank(emulated: bool) -> None:
    """One rank: its own GPU among those of the machine."""
    calls: Callable[[], int] | None = None
    if emulated:
        from tests.emulators.nccl.install import install
        calls = functools.partial(_calls, install())
    settings.DEVICE_COLLECTIVES = "nccl"
    distributed.initialize()
    own, count = distributed.rank(), distributed.size()
    device = f"CUDA:{own}" if own else "CUDA"
    mesh = Mesh({"data": count}, device)
    _check(mesh, count)
    for nbytes in _FEW if emulated else _SIZES: _measure(mesh, device, nbytes, calls is None)
    if calls is not None and not calls(): raise AssertionError("nothing went by NCCL")


def _calls(standin: object) -> int: return sum("ncclAllReduce" in call for call in standin.calls())  # type: ignore[attr-defined]


def _check(mesh: Mesh, count: int) -> None:
    """Each collective, beside NumPy."""
    host = np.arange(8 * count * 4 * count, dtype=np.float32).reshape(8 * count, 4 * count)
    cut = Tensor(host).shard(mesh, {"data": 0}).contiguous().realize()
    weight = Tensor(host[:4 * count]).shard(mesh, {"data": 0}).contiguous().realize()
    for name, value, wanted in (
            ("all-reduce", cut.sum(0), host.sum(0)), ("all-gather", cut.flip(0), host[::-1]),
            ("all-to-all", cut.shard(mesh, {"data": 1}) + 1, host + 1), ("broadcast", cut[0], host[0]),
            ("product over a cut axis", cut.shard(mesh, {"data": 1}) @ weight, host @ host[:4 * count])):
        np.testing.assert_allclose(value.numpy(), wanted, rtol=1e-5)
        if distributed.rank() == 0: print(f"{name}: as NumPy's", flush=True)


def _measure(mesh: Mesh, device: str, nbytes: int, is_timed: bool) -> None:
    """The time of an all-reduce in replays, and the bandwidth of a ring: 2(n-1)/n of the bytes by the time."""
    count = distributed.size()
    value = Tensor.ones(count, nbytes // 4).shard(mesh, {"data": 0}).contiguous().realize()
    step = TinyJit(lambda x: x.sum(0).realize())
    for _ in range(3): step(value)
    Device[device].synchronize()
    begin = time.perf_counter()
    for _ in range(_RUNS): total = step(value)
    Device[device].synchronize()
    seconds = (time.perf_counter() - begin) / _RUNS
    if float(total[0].item()) != count: raise AssertionError(f"the sum of {count} ones is {total[0].item()}")
    if distributed.rank() != 0: return
    rate = f"{seconds * 1e6:.1f} us, {2 * (count - 1) / count * nbytes / seconds / 1e9:.3f} GB/s" if is_timed else "not timed"
    print(f"all-reduce of {nbytes} bytes over {count} ranks: {rate}", flush=True)


if __name__ == "__main__": (rank if "--rank" in sys.argv else main)("--emulated" in sys.argv)
