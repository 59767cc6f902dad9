"""What a GPU of NVIDIA's does for heddle, whichever there is: a real one, or with EMULATE=CUDA two emulated ones.

Without either all is skipped. test_cuda_emulated.py runs it in a process with the emulator, scripts/gpu_check.sh on a GPU.
"""
from __future__ import annotations

import gc
import re
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

import heddle
from heddle import Context, Tensor, TinyJit, Variable
from heddle.device import Device
from heddle.engine.beam import worker_pool
from heddle.errors import MismatchError
from heddle.runtime.cuda import driver
from heddle.runtime.ops_cuda import COMPILERS, probe_compiler
from tests.emulators import EMULATED, worker_command

pytestmark = pytest.mark.skipif(not Device.probe("CUDA").usable, reason="needs an NVIDIA GPU, or EMULATE=CUDA")
MIB = 1 << 20


@pytest.fixture(params=[f"CUDA:{name}" for name in COMPILERS if probe_compiler(name).usable])
def gpu(request: pytest.FixtureRequest) -> Iterator[str]:
    """The default device, by both ways to code."""
    with Context(DEV=request.param): yield request.param


def numbers(*shape: int, seed: int = 0, device: str | None = None) -> Tensor:
    return Tensor(np.random.default_rng(seed).normal(size=shape).astype(np.float32), device=device)


# ---- products


def test_products_by_whatever_unit_there_is(gpu: str) -> None:
    """In all layouts, of parts, by replays on other buffers, also where those begin anywhere: small integers have no rounding."""
    rng = np.random.default_rng(4)
    a, b = (rng.integers(-3, 4, shape).astype(np.float32) for shape in ((72, 192), (192, 72)))

    def half(x: np.ndarray) -> Tensor: return Tensor(x).cast("float16").realize().cast("float32")

    for x, y in ((half(a), half(b)), (half(a), half(b.T.copy()).T), (half(a.T.copy()).T, half(b))):
        np.testing.assert_array_equal((x @ y).numpy(), a @ b)
    np.testing.assert_array_equal((half(a)[8:] @ half(b)[:, 8:]).numpy(), a[8:] @ b[:, 8:])
    other, line = half(b), half(a.reshape(-1)).cast("float16").realize()
    multiply = TinyJit(lambda x: (x.cast("float32") @ other).realize())
    for start in (0, 192, 384, 1, 3):
        part = line[start:start + 64 * 192].reshape(64, 192).realize()
        np.testing.assert_array_equal(multiply(part).numpy(), a.reshape(-1)[start:start + 64 * 192].reshape(64, 192) @ b)


# ---- memory


def test_copies_larger_than_the_pinned_pieces() -> None:
    """Three pieces of 4 MiB and a part of one, there and back; the array may be changed as soon as the call returns."""
    data = np.random.default_rng(0).integers(0, 255, 13 * MIB + 5, np.uint8)
    given = data.copy()
    there = Tensor(given, device="CUDA").realize()
    given[:] = 0
    assert (there.numpy() == data).all()


def test_memory_is_freed_after_the_kernels_that_read_it() -> None:
    """Nobody waits between them: blocks are used again, and given back, while launches are under way."""
    want = np.zeros(1 << 12, np.float32)
    total = Tensor(want, device="CUDA").realize()
    for seed in range(8):
        x = numbers(1 << 12, seed=seed, device="CUDA").realize()
        want += x.numpy() if seed % 4 == 0 else np.random.default_rng(seed).normal(size=1 << 12).astype(np.float32)
        total = (total + x).realize()
        del x
        if seed % 2: Device["CUDA"].allocator.empty_cache()
    np.testing.assert_array_equal(total.numpy(), want)


def test_what_is_freed_is_given_back() -> None:
    allocator = Device["CUDA"].allocator
    gc.collect()
    allocator.empty_cache()
    before = allocator.stats().live
    x = Tensor(np.zeros(3 * MIB, np.uint8), device="CUDA").realize()
    assert allocator.stats().live >= before + 3 * MIB
    del x
    gc.collect()
    assert allocator.stats().live == before


# ---- launches and graphs


def test_launches_are_timed_by_events(gpu: str) -> None:
    x = numbers(64, 64).realize()
    with heddle.profile() as seen: (x + 1.5).realize()
    launched = [e for e in seen.events if e.kind == "kernel"]
    assert len(launched) == 1 and launched[0].device == "CUDA" and 0 < launched[0].seconds < 60


def test_a_replay_is_a_graph_that_follows_its_inputs(gpu: str) -> None:
    w = Tensor(np.eye(8, dtype=np.float32) * 2).realize()
    f = TinyJit(lambda x: ((x @ w).softmax() @ w).realize())
    for seed in range(6):
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


def test_a_replay_that_writes_what_it_reads_next_time(gpu: str) -> None:
    state = Tensor.zeros(32).contiguous().realize()

    def step(x: Tensor) -> Tensor:
        state.assign(state * 0.5 + x)
        return (state.sum() + x.max()).realize(state)
    f, want = TinyJit(step), np.zeros(32, np.float32)
    for seed in range(6):
        x = numbers(32, seed=seed)
        want = want * np.float32(0.5) + x.numpy()
        np.testing.assert_allclose(f(x).numpy(), want.sum() + x.numpy().max(), rtol=1e-4)


# ---- several devices


def two_gpus() -> bool:
    probe = Device.probe("CUDA")
    return probe.usable and len(driver.devices()) > 1


needs_two = pytest.mark.skipif(not two_gpus(), reason="needs two GPUs")


@needs_two
def test_copies_between_gpus_come_after_the_work_on_both() -> None:
    """Each way, with kernels before and behind, and memory that is used again at once."""
    x = numbers(1000, device="CUDA").realize()
    want = x.numpy()
    for turn in range(4):
        y = ((x + 1).to("CUDA:1") * 2).realize()
        x = (y.to("CUDA") - turn).realize()
        want = (want + 1) * 2 - turn
    np.testing.assert_allclose(x.numpy(), want, rtol=1e-6)


@needs_two
def test_a_tensor_on_two_gpus() -> None:
    x, y = numbers(8, 6), numbers(6, 5, seed=1)
    want = x.numpy() @ y.numpy()
    with Context(DEV="CUDA"):
        got = (x.shard(("CUDA", "CUDA:1"), axis=0) @ y.shard(("CUDA", "CUDA:1"))).relu()
        np.testing.assert_allclose(got.numpy(), np.maximum(want, 0), rtol=1e-5, atol=1e-5)


# ---- finding faults, and faster kernels


def test_kernels_are_compared_with_the_cpu(gpu: str) -> None:
    with Context(VALIDATE_WITH_CPU=1):
        x = numbers(24, 16)
        e = np.exp(x.numpy())
        want = e / e.sum(1, keepdims=True) @ x.numpy().T
        np.testing.assert_allclose((x.softmax() @ x.transpose()).numpy(), want, rtol=1e-4, atol=1e-5)


def test_a_wrong_kernel_is_found(gpu: str, monkeypatch: pytest.MonkeyPatch) -> None:
    compiler = Device[gpu].compiler
    compile_right = type(compiler).compile

    def compile_wrong(self: Any, source: str) -> bytes:
        return compile_right(self, source.replace("3.0625f", "3.125f").replace("0f40440000", "0f40480000"))
    monkeypatch.setattr(type(compiler), "compile", compile_wrong)
    with Context(VALIDATE_WITH_CPU=1, CACHE=0), pytest.raises(MismatchError, match="map_19"):
        (numbers(19) * 3.0625).realize()


@pytest.mark.filterwarnings("error")
def test_a_search_finds_what_computes_the_same(gpu: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    if EMULATED: monkeypatch.setattr(worker_pool, "worker_command", worker_command)
    x = numbers(24, 20).realize()
    want = (x @ x.transpose()).numpy()
    with Context(BEAM=1, BEAM_BUDGET=4 if EMULATED else 10, DEBUG=2): got = (x @ x.transpose()).contiguous().numpy()
    np.testing.assert_allclose(got, want, rtol=1e-5, atol=2e-5)  # sums of 20 in another order
    tried = re.search(r"BEAM product_24_24_over_20: (\d+) tried", capsys.readouterr().err)
    assert tried and int(tried[1]) > 1
