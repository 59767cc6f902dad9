"""NULL does everything but run."""
from __future__ import annotations

import re
from itertools import pairwise

import pytest

from heddle import GlobalCounters, Tensor
from heddle.device import Device, memory_stats
from heddle.device.buffer import Buffer
from heddle.dtype import dtypes
from heddle.engine.launch import copy_buffer
from heddle.errors import DeviceError, OutOfMemoryError
from heddle.runtime.cuda import nvrtc
from heddle.settings import Context
from tests.caches import forget


def test_reading_is_an_error():
    buffer = Buffer("NULL", 4, dtypes.float32).copyin(memoryview(bytes(16)))
    with pytest.raises(DeviceError, match="NULL has no data to read"): buffer.tobytes()
    assert buffer.as_memoryview() is None


def test_copies():
    source, dest = Buffer("NULL", 4, dtypes.float32), Buffer("NULL:1", 4, dtypes.float32)
    assert copy_buffer(dest, source) == 16
    assert copy_buffer(source, Buffer("CPU", 4, dtypes.float32)) == 16
    with pytest.raises(DeviceError, match="has no data to read"): copy_buffer(Buffer("CPU", 4, dtypes.float32), source)


def test_memory_is_counted_and_limited():
    with Context(MEMORY_LIMIT="64M"):
        held = [Buffer("NULL:9", 4 << 20, dtypes.float32).allocate() for _ in range(4)]
        with pytest.raises(OutOfMemoryError, match="NULL:9 is out of memory") as caught:
            Buffer("NULL:9", 1 << 20, dtypes.float32).allocate()
        assert "16 MiB  4194304 x float32  made at " in str(caught.value) and "test_null.py" in str(caught.value)
        held.pop()
        Buffer("NULL:9", 1 << 20, dtypes.float32).allocate()
    assert memory_stats("NULL:9").peak_live == 64 << 20 and len(held) == 3


def test_blocks_do_not_overlap():
    spans = sorted((b.raw, b.raw + b.nbytes) for b in [Buffer("NULL", n * 100, dtypes.float64).allocate() for n in range(1, 50)])
    assert all(end <= start for (_, end), (start, _) in pairwise(spans))


def test_views_have_addresses_inside():
    buffer = Buffer("NULL", 16, dtypes.float32).allocate()
    assert buffer.view(4, dtypes.float32, 32).ensure_allocated().raw == buffer.raw + 32


@pytest.mark.parametrize("name, renderer", [("NULL", "ClangRenderer"), ("NULL:CLANG", "ClangRenderer"), ("NULL:LLVM", "LLVMRenderer")])
def test_renders_in_the_language_asked_for(name, renderer):
    assert type(Device[name].renderer).__name__ == renderer and Device[name].renderer.capabilities.vector == 32


def test_one_graph_for_two_targets_has_a_schedule_for_each():
    x, counts = Tensor.empty(256, 4096, device="NULL").realize(), list[int]()
    for name in ("NULL:CLANG", "NULL:METAL", "NULL:CLANG"):
        with Context(DEV=name):
            before = GlobalCounters.kernel_count
            x.cumsum(1).realize()
            counts.append(GlobalCounters.kernel_count - before)
    assert counts[0] == counts[2] == 1 < counts[1]  # rows of a scan are cut into pieces where they are too few for a GPU


def test_vector_width_may_be_chosen():
    assert Device["NULL::64"].renderer.capabilities.vector == 64 and Device["NULL:LLVM:0"].renderer.capabilities.vector == 0
    assert Device["NULL"].kernel_key != Device["NULL::64"].kernel_key != Device["NULL:LLVM:64"].kernel_key
    with pytest.raises(DeviceError, match="NULL has no architecture 'x86'"): Device["NULL:CLANG:x86"]


@pytest.mark.skipif(not nvrtc.probe().usable, reason="NVRTC is not installed")
def test_cuda_is_compiled_and_says_what_a_kernel_takes(capsys):
    forget()
    with Context(DEV="NULL:CUDA:sm_90", DEBUG=3, CACHE=False):
        (Tensor.empty(64, 64) @ Tensor.empty(64, 64)).realize()
    said = capsys.readouterr().err
    assert re.search(r"takes: product_64_64_over_64\w*: \d+ registers, \d+ bytes of shared memory, no spills", said)
    assert Device["NULL:CUDA:sm_90"].compiler.cachekey != Device["NULL:CUDA:sm_80"].compiler.cachekey


def test_cuda_for_an_architecture_that_does_not_exist():
    with pytest.raises(DeviceError, match="there is no NVIDIA architecture 'sm_7'"): Device["NULL:CUDA:sm_7"]
