"""CUDA on emulated GPUs: how the driver is asked, and, in processes of their own, tests that also run on real ones.

Those are test_cuda_device.py, and a part of the op suite that is drawn anew every day; `make test-all` runs all of it.
"""
from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import ml_dtypes
import numpy as np
import pytest

from heddle import Context, Tensor, TinyJit
from heddle.device import Device
from heddle.dtype import to_dtype
from tests.emulators import SEED, OpenGPU

ROOT = Path(__file__).resolve().parent.parent.parent
_SAMPLE = 32  # tests, which take about half a minute of one core


def emulated(*arguments: str) -> None:
    """A run of tests in which GPUs are emulated passes, and is not empty."""
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", *arguments]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False,
                          env=os.environ | {"EMULATE": "CUDA", "SAMPLE_SEED": str(SEED), "PYTHONPATH": str(ROOT)})
    again = f"SAMPLE_SEED={SEED} EMULATE=CUDA python {' '.join(command[1:])}"
    assert done.returncode == 0 and re.search(r"\d+ passed", done.stdout), f"again: {again}\n{done.stdout[-6000:]}"


def test_a_part_of_the_op_suite() -> None:
    suite = sorted(str(f.relative_to(ROOT)) for f in (ROOT / "tests" / "tensor").glob("test_conformance_*.py"))
    emulated("-m", "", "-k", "CUDA", "--sample", str(_SAMPLE), *suite, "tests/tensor/autograd/test_engine.py")


def test_what_every_gpu_does() -> None: emulated("tests/runtime/test_cuda_device.py")


# ---- how the driver is asked


@pytest.mark.parametrize("compiler", ("NVRTC", "PTX"))
def test_a_graph_is_made_once_and_updated(open_gpu: OpenGPU, compiler: str) -> None:
    driver = open_gpu()
    with Context(DEV=f"CUDA:{compiler}"):
        w = Tensor(np.eye(8, dtype=np.float32) * 2).realize()
        f = TinyJit(lambda x: ((x @ w).softmax() @ w).realize())
        given = [Tensor(np.full((8, 8), n, np.float32)).realize() for n in range(6)]
        for x in (*given, given[-1]): np.testing.assert_allclose(f(x).numpy(), np.full((8, 8), 0.25), rtol=1e-6)
    assert driver.calls["cuGraphInstantiateWithFlags"] == 1 and driver.calls["cuGraphLaunch"] >= 5
    updates, kernels = driver.calls["cuGraphExecKernelNodeSetParams_v2"], len(driver.launches) // len(given)
    assert 3 <= updates < driver.calls["cuGraphLaunch"] * kernels, "only what reads the input is told of it"
    assert not driver.faults


def test_memory_is_of_the_stream_and_copies_of_pinned_memory(open_gpu: OpenGPU) -> None:
    driver = open_gpu()
    x = Tensor(np.arange(10, dtype=np.float32), device="CUDA").realize()
    y = (x * 2).realize()
    del x
    Device["CUDA"].allocator.empty_cache()
    assert y.tolist() == [2.0 * n for n in range(10)], "what was freed was freed after the kernel that read it"
    assert driver.calls["cuMemAllocAsync"] >= 2 and driver.calls["cuMemFreeAsync"] >= 1 and not driver.calls["cuMemAlloc_v2"]
    assert driver.calls["cuMemHostAlloc"] == 2 and driver.calls["cuMemcpyHtoDAsync_v2"] == driver.calls["cuMemcpyDtoHAsync_v2"] == 1
    assert not driver.calls["cuStreamSynchronize"] and not driver.calls["cuCtxSynchronize"] and not driver.faults


def test_streams_of_two_gpus_wait_for_each_other_and_the_host_for_neither(open_gpu: OpenGPU) -> None:
    driver = open_gpu(gpus=2)
    x = Tensor(np.arange(10, dtype=np.float32), device="CUDA").realize()
    waits, questions = driver.calls["cuStreamWaitEvent"], driver.calls["cuEventQuery"] + driver.calls["cuStreamQuery"]
    y = ((x + 1).to("CUDA:1") * 2).realize()
    assert driver.calls["cuMemcpyPeerAsync"] == 1 and driver.calls["cuStreamWaitEvent"] == waits + 2
    assert driver.calls["cuEventQuery"] + driver.calls["cuStreamQuery"] == questions
    assert y.tolist() == [2.0 * n + 2 for n in range(10)] and not driver.faults


#: every byte, and numbers on both sides of where each format rounds up, rounds to 0, and has no number any more
_BYTES = np.arange(256, dtype=np.uint8)
_TOO_LARGE = [sign * np.nextafter(np.float32(x), np.float32(to)) for x in (464, 480, 448, 57344, 61440, 65536) for to in (0, 1e9)
              for sign in (1, -1)]
_FLOATS = np.array([464, -464, 61440, -61440, np.inf, -np.inf, np.nan, 0, -0.0, 2.0**-10, 3 * 2.0**-10, 2.0**-17, 1.5 * 2.0**-17, 17.0,
                    18, 19, 1.0625, -1.1875, 1e30, *_TOO_LARGE], np.float32)


@pytest.mark.parametrize("kind", (ml_dtypes.float8_e4m3fn, ml_dtypes.float8_e5m2))
@pytest.mark.parametrize(("compiler", "version"), (("NVRTC", 12080), ("PTX", 12080), ("PTX", 12030)))
def test_floats_of_8_bits(open_gpu: OpenGPU, compiler: str, version: int, kind: type) -> None:
    """Both ways by the architecture's instructions, or without them where the driver does not know their PTX."""
    driver = open_gpu(version=version)
    dtype = "fp8e4m3" if kind is ml_dtypes.float8_e4m3fn else "fp8e5m2"
    with Context(DEV=f"CUDA:{compiler}"):
        renderer: Any = Device["CUDA:PTX" if compiler == "PTX" else "CUDA"].renderer
        assert (to_dtype(dtype) in renderer.capabilities.as_bits) == (version < 12040)
        wide = Tensor(_BYTES).bitcast(dtype).cast("float32").numpy()
        halves = Tensor(_BYTES).bitcast(dtype).cast("bfloat16").cast("float32").numpy()
        narrow = Tensor(_FLOATS).cast(dtype).bitcast("uint8").numpy()
        chosen = (Tensor(_BYTES) < 100).where(Tensor(_BYTES).bitcast(dtype), Tensor(1.5).cast(dtype)).bitcast("uint8").numpy()
        whole = Tensor([1, 7, 460, 464, 465, 59000, 70000, -3]).cast(dtype).bitcast("uint8").numpy()
    np.testing.assert_array_equal(wide, _BYTES.view(kind).astype(np.float32))
    np.testing.assert_array_equal(halves, wide)
    np.testing.assert_array_equal(narrow.view(kind).astype(np.float32), _saturated(_FLOATS, kind))
    np.testing.assert_array_equal(narrow[_FLOATS == 0], [0, 128], "the sign of 0 is kept")
    one_and_a_half = np.array(1.5, kind).view(np.uint8)
    np.testing.assert_array_equal(chosen, np.where(_BYTES < 100, _BYTES, one_and_a_half))
    expected = _saturated(np.array([1, 7, 460, 464, 465, 59000, 70000, -3], np.float32), kind)
    np.testing.assert_array_equal(whole.view(kind).astype(np.float32), expected)
    assert len(driver.launches) >= 5 and not driver.faults


def _saturated(x: np.ndarray, kind: type) -> np.ndarray:
    """`x` rounded to `kind`, finite numbers to its greatest at most."""
    most = float(ml_dtypes.finfo(kind).max)
    return np.where(np.isfinite(x), np.clip(x, -most, most), x).astype(kind).astype(np.float32)


@pytest.mark.parametrize("start", (0, 1))
@pytest.mark.parametrize("compiler", ("NVRTC", "PTX"))
def test_narrow_elements_are_moved_16_bytes_at_a_time(open_gpu: OpenGPU, compiler: str, start: int) -> None:
    """Many of them, on a GPU of one multiprocessor; one by one where the buffer starts in the middle."""
    driver = open_gpu(multiprocessors=1)
    rng, n = np.random.default_rng(5), 4096
    with Context(DEV=f"CUDA:{compiler}"):
        for kind, dtype in ((np.int8, None), (np.uint8, None), (np.int16, None), (np.float16, None), (ml_dtypes.bfloat16, "bfloat16")):
            x, y = (np.asarray(rng.integers(-9 if kind is not np.uint8 else 0, 9, n + start), kind) for _ in range(2))
            a, b = (Tensor(z.astype(np.float32)).cast(dtype) if dtype else Tensor(z) for z in (x, y))
            found = (a.realize()[start:].contiguous().realize() * b.realize()[start:] - 1).realize()
            expected = np.subtract(np.multiply(x, y), kind(1))[start:]
            np.testing.assert_array_equal(found.cast("float32").numpy(), expected.astype(np.float32))
    assert not driver.faults


def test_a_timed_launch_asks_two_events(open_gpu: OpenGPU) -> None:
    driver = open_gpu()
    x = Tensor(np.arange(10, dtype=np.float32), device="CUDA").realize()
    with Context(DEBUG=2): (x + 1).realize()
    assert driver.calls["cuEventElapsedTime"] == 1
    device: Any = Device["CUDA"]
    assert device.timed_by == "the device's events"
