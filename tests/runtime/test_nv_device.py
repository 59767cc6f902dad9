"""What a GPU of NVIDIA's does for NV, whichever there is: a real one, or with EMULATE=NV two emulated ones.

Without either all is skipped. test_nv_emulated.py runs it in a process with the emulator, scripts/gpu_check.sh on a GPU.
"""
from __future__ import annotations

import gc
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

import heddle
from heddle import Context, Tensor, TinyJit, Variable
from heddle.device import Device
from heddle.runtime.cuda.nvrtc import NVRTCCompiler
from heddle.runtime.nv import driver
from heddle.runtime.nv.program import NVProgram
from heddle.runtime.ops_nv import COMPILERS, NVDevice, probe_compiler
from heddle.uop.program_info import ProgramInfo

pytestmark = pytest.mark.skipif(not Device.probe("NV").usable, reason="needs an NVIDIA GPU, or EMULATE=NV")
MIB = 1 << 20


@pytest.fixture(params=[f"NV:{name}" for name in COMPILERS if probe_compiler(name).usable])
def gpu(request: pytest.FixtureRequest) -> Iterator[str]:
    """The default device, by both ways to code."""
    with Context(DEV=request.param): yield request.param


def numbers(*shape: int, seed: int = 0, device: str | None = None) -> Tensor:
    return Tensor(np.random.default_rng(seed).normal(size=shape).astype(np.float32), device=device)


def open_nv() -> NVDevice:
    device = Device["NV"]
    assert isinstance(device, NVDevice)
    return device


# ---- kernels


def test_kernels_of_all_kinds(gpu: str) -> None:
    x, y = numbers(24, 40), numbers(40, 24, seed=1)
    a, b = x.numpy(), y.numpy()
    np.testing.assert_allclose((x @ y).relu().numpy(), np.maximum(a @ b, 0), rtol=1e-4, atol=1e-4)
    np.testing.assert_allclose(x.exp().sum(0).numpy(), np.exp(a).sum(0), rtol=1e-5)
    assert (Tensor(np.arange(1000)) % 7).sum().item() == sum(n % 7 for n in range(1000))


def test_parts_that_begin_anywhere(gpu: str) -> None:
    """The entry for any address: vectors are not moved."""
    line = numbers(1024).realize()
    for start in (0, 1, 2, 3, 4):
        np.testing.assert_array_equal((line[start:start + 512] * 2).numpy(), line.numpy()[start:start + 512] * 2)


def test_products_on_matrix_units(gpu: str) -> None:
    a, b = (np.random.default_rng(n).integers(-3, 4, shape).astype(np.float16) for n, shape in enumerate(((128, 192), (192, 128))))
    np.testing.assert_array_equal((Tensor(a) @ Tensor(b)).numpy(), a @ b)


SPILLS = r"""
extern "C" __global__ void spills(float *out, const float *in, long long n) {
  float own[300];
  for (int i = 0; i < 300; i++) own[i] = in[(i + threadIdx.x) % 64];
  for (int i = 0; i < 300; i++) own[(i * n + threadIdx.x) % 300] += i;
  float all = 0;
  for (int i = 0; i < 300; i++) all += own[i];
  out[blockIdx.x * 64 + threadIdx.x] = all;
}
"""


@pytest.mark.skipif(not probe_compiler("NVRTC").usable, reason="NVRTC is not installed")
def test_a_kernel_with_a_stack() -> None:
    """Local memory is set up by the first kernel that needs it, and lies apart for every thread."""
    device = open_nv()
    info = ProgramInfo("spills", (0, 1), (0,), (1,), vars=("n",), grid=(3,), workgroup=(64,))
    run = NVProgram(device.queue, info, NVRTCCompiler(device.queue.info.arch).compile(SPILLS))
    assert run.kernel.local >= 1200 and device.queue.local >= run.kernel.local
    assert device.allocator.stats().scratch >= run.kernel.local * 64
    given, made = Tensor(np.arange(64, dtype=np.float32), device="NV").realize(), Tensor.zeros(192, device="NV").contiguous().realize()
    buffers = [made._buffer().raw, given._buffer().raw]  # type: ignore[attr-defined]
    seconds = run(buffers, {"n": 7}, (3, 1, 1), wait=True)
    assert seconds is not None and 0 < seconds < 60
    want = [sum((i + t) % 64 + i for i in range(300)) for t in range(64)] * 3
    assert made.tolist() == want


# ---- memory


def test_copies_larger_than_the_pieces() -> None:
    """Three pieces of 4 MiB and a part of one, there and back; the array may be changed as soon as the call returns."""
    data = np.random.default_rng(0).integers(0, 255, 13 * MIB + 5, np.uint8)
    given = data.copy()
    there = Tensor(given, device="NV").realize()
    given[:] = 0
    assert (there.numpy() == data).all()


def test_pieces_that_are_on_their_way_lie_apart() -> None:
    """Wherever in its room the first of them begins."""
    data = np.random.default_rng(1).integers(0, 255, 9 * MIB, np.uint8)
    there, other = Tensor(data, device="NV").realize(), Tensor(data[:5 * MIB // 2], device="NV").realize()
    for _ in range(6):
        assert (other.numpy() == data[:5 * MIB // 2]).all()
        assert (there.numpy() == data).all()


def test_memory_is_freed_after_the_kernels_that_read_it() -> None:
    """Nobody waits between them: blocks are used again, and given back, while launches are under way."""
    want = np.zeros(1 << 12, np.float32)
    total = Tensor(want, device="NV").realize()
    for seed in range(8):
        x = numbers(1 << 12, seed=seed, device="NV").realize()
        want += np.random.default_rng(seed).normal(size=1 << 12).astype(np.float32)
        total = (total + x).realize()
        del x
        if seed % 2: Device["NV"].allocator.empty_cache()
    np.testing.assert_array_equal(total.numpy(), want)


def test_large_blocks_go_back_to_the_driver() -> None:
    device = open_nv()
    gc.collect()
    device.allocator.empty_cache()
    device.synchronize()
    device.queue.timeline.reclaim()
    before = device.allocator.memory_free()
    x = Tensor(np.zeros(6 * MIB, np.uint8), device="NV").realize()
    held = device.allocator.memory_free()
    assert before is not None and held is not None and held <= before - 6 * MIB
    del x
    gc.collect()
    device.allocator.empty_cache()
    device.synchronize()
    device.queue.timeline.reclaim()
    assert device.allocator.memory_free() == before


# ---- launches and graphs


def test_launches_are_timed_by_the_gpu(gpu: str) -> None:
    x = numbers(64, 64).realize()
    with heddle.profile() as seen: (x + 1.5).realize()
    launched = [e for e in seen.events if e.kind == "kernel"]
    assert len(launched) == 1 and launched[0].device == "NV" and 0 < launched[0].seconds < 60


def test_a_replay_is_a_graph_that_follows_its_inputs(gpu: str) -> None:
    w = Tensor(np.eye(8, dtype=np.float32) * 2).realize()
    f = TinyJit(lambda x: ((x @ w).softmax() @ w).realize())
    for seed in range(7):
        x = numbers(8, 8, seed=seed)
        e = np.exp(2 * x.numpy())
        np.testing.assert_allclose(f(x).numpy(), 2 * e / e.sum(1, keepdims=True), rtol=1e-4)


def test_a_replay_follows_a_size(gpu: str) -> None:
    table = numbers(16, 4).realize()
    n = Variable("n", 1, 16)

    def step(n: Any) -> Tensor:
        part = (table.shrink(((0, n), None)) * 2).contiguous()
        return (part.sum(0) + 1).contiguous().realize()
    f = TinyJit(step)
    for rows in (3, 5, 1, 16, 7, 7):
        np.testing.assert_allclose(f(n.bind(rows)).numpy(), 2 * table.numpy()[:rows].sum(0) + 1, rtol=1e-4, atol=1e-5)


def test_replays_under_way_at_the_same_time(gpu: str) -> None:
    """What one reads is not changed for the next: nobody waits until all are submitted."""
    f = TinyJit(lambda x: ((x + 1).contiguous() * 2).realize())
    for seed in range(3): f(numbers(64, seed=seed).realize())
    given = [numbers(64, seed=seed).realize() for seed in range(6)]
    made = [(f(x) + 0).realize() for x in given]
    for x, y in zip(given, made, strict=True): np.testing.assert_array_equal(y.numpy(), (x.numpy() + 1) * 2)


def test_many_launches_go_round_in_the_rooms(gpu: str) -> None:
    """More than the slots of a ring are used one after the other."""
    x = Tensor(np.zeros(4, np.float32)).realize()
    for _ in range(1100): x = (x + 1).realize()
    assert x.tolist() == [1100.0] * 4


# ---- several devices


def two_gpus() -> bool: return Device.probe("NV").usable and len(driver.driver().gpus) > 1


needs_two = pytest.mark.skipif(not two_gpus(), reason="needs two GPUs")


@needs_two
def test_copies_between_gpus_come_after_the_work_on_both() -> None:
    """Each way, with kernels before and behind, and memory that is used again at once."""
    x = numbers(1000, device="NV").realize()
    want = x.numpy()
    for turn in range(4):
        y = ((x + 1).to("NV:1") * 2).realize()
        x = (y.to("NV") - turn).realize()
        want = (want + 1) * 2 - turn
    np.testing.assert_allclose(x.numpy(), want, rtol=1e-6)


@needs_two
def test_a_tensor_on_two_gpus() -> None:
    x, y = numbers(8, 6), numbers(6, 5, seed=1)
    want = x.numpy() @ y.numpy()
    with Context(DEV="NV"):
        got = (x.shard(("NV", "NV:1"), axis=0) @ y.shard(("NV", "NV:1"))).relu()
        np.testing.assert_allclose(got.numpy(), np.maximum(want, 0), rtol=1e-5, atol=1e-5)
