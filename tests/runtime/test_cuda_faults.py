"""What happens when the NVIDIA driver is missing, too old, full, or refuses: with a made-up driver, so on every machine."""
from __future__ import annotations

import ctypes
from typing import Any

import pytest

from heddle import Context
from heddle.errors import CompileError, DeviceError, OutOfMemoryError
from heddle.runtime import ops_cuda
from heddle.runtime.cuda import driver
from heddle.runtime.cuda.stream import CUDAProgram
from heddle.uop.program_info import ProgramInfo
from tests.emulators import use_driver
from tests.runtime.fake_cuda import FakeCUDA
from tests.runtime.test_cuda import graph_of, install, open_fake, program

HERE = ("train.py", 41, "forward")


# ---- probes


def test_without_the_library_the_probe_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(driver, "LIBRARIES", ("libNoSuchDriver.so.1",))
    use_driver(monkeypatch, ctypes.CDLL)
    found = ops_cuda.probe()
    assert not found.usable and not found.hardware and "libNoSuchDriver.so.1: cannot open shared object file" in found.reason
    assert found.requires == "an NVIDIA GPU and its driver, version 525 or newer" and found.looked == "libNoSuchDriver.so.1"
    assert "NVIDIA's driver" in found.cure and "DEV=NULL:CUDA:sm_90" in found.cure


@pytest.mark.parametrize("more", ({"version": 11040}, {"lacks": ("cuGraphAddKernelNode_v2",)}))
def test_a_driver_that_is_too_old(monkeypatch: pytest.MonkeyPatch, more: dict[str, Any]) -> None:
    install(monkeypatch, FakeCUDA(**more))
    found = ops_cuda.probe()
    assert not found.usable and found.hardware and "driver is too old" in found.reason and "525" in found.cure


def test_a_driver_without_a_gpu(monkeypatch: pytest.MonkeyPatch) -> None:
    install(monkeypatch, FakeCUDA(fail={"cuInit": 100}))
    found = ops_cuda.probe()
    assert not found.usable and not found.hardware and "no CUDA-capable device is detected (100)" in found.reason
    assert "CUDA_VISIBLE_DEVICES" in found.cure
    install(monkeypatch, FakeCUDA(gpus=0))
    assert ops_cuda.probe().reason == "the driver lists no GPU"


def test_a_driver_that_does_not_fit_its_kernel_module(monkeypatch: pytest.MonkeyPatch) -> None:
    install(monkeypatch, FakeCUDA(fail={"cuInit": 803}))
    found = ops_cuda.probe()
    assert not found.usable and found.hardware and "restart the machine" in found.cure


def test_a_gpu_that_is_too_old(monkeypatch: pytest.MonkeyPatch) -> None:
    install(monkeypatch, FakeCUDA(arch=(6, 1)))
    found = ops_cuda.probe()
    assert not found.usable and found.reason == "Fake GPU 0 has compute capability 6.1" and "7.5" in found.requires


def test_gpus_that_are_too_old_are_not_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    install(monkeypatch, FakeCUDA(gpus=2, archs=((6, 1), (9, 0))))
    assert ops_cuda.probe().usable and ops_cuda.probe().count == 1


# ---- memory


def test_out_of_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    device, _ = open_fake(monkeypatch, fail={"cuMemAllocAsync": 2})
    with pytest.raises(OutOfMemoryError, match=r"CUDA is out of memory: requested 1 KiB; device total 8 GiB, free 4 GiB"):
        device.allocator.alloc(1024)


# ---- kernels


def test_an_illegal_address_names_the_kernels_and_loses_the_device(monkeypatch: pytest.MonkeyPatch) -> None:
    device, _ = open_fake(monkeypatch, fail={"a launch": 700})
    kernel = CUDAProgram(device.stream, ProgramInfo("k", (0,), (0,), ()), b"cubin", HERE)
    kernel([256], {}, (1,), (1,))
    said = r"it was lost when .* an illegal memory access .* \(700\), in k \(train\.py:41, in forward\)"
    with pytest.raises(DeviceError, match=said) as caught: device.synchronize()
    assert "outside its memory" in str(caught.value.cure) and "DEBUG=2" in str(caught.value.cure)
    for again in (lambda: kernel([256], {}, (1,), (1,)), device.synchronize, lambda: device.allocator.alloc(64)):
        with pytest.raises(DeviceError, match="CUDA cannot be used: it was lost when"): again()


def test_a_kernel_that_hangs(monkeypatch: pytest.MonkeyPatch) -> None:
    device, _ = open_fake(monkeypatch, hang=True)
    program(device)([256, 512], {}, (1,), (1,))
    with Context(KERNEL_TIMEOUT=0.05), pytest.raises(DeviceError, match=r"did not end within 0\.05 seconds \(KERNEL_TIMEOUT\): k"):
        device.synchronize()
    with pytest.raises(DeviceError, match="cannot be used"): device.synchronize()


def test_too_many_threads_for_its_registers(monkeypatch: pytest.MonkeyPatch) -> None:
    device, _ = open_fake(monkeypatch, registers=200, most_threads=256)
    with pytest.raises(DeviceError, match=r"k is too large for CUDA: a block needs 512 threads of 200 registers, and .* room for 256"):
        program(device, workgroup=(512,))


def test_too_much_shared_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    device, _ = open_fake(monkeypatch)
    with pytest.raises(DeviceError, match="a block needs 262144 bytes of shared memory, and the device has 232448"):
        program(device, scratch=256 << 10)


def test_a_launch_that_the_driver_finds_too_large(monkeypatch: pytest.MonkeyPatch) -> None:
    device, _ = open_fake(monkeypatch, fail={"cuLaunchKernel": 701})
    with pytest.raises(DeviceError, match=r"too large for CUDA: .* too many resources requested") as caught:
        program(device)([256, 512], {}, (1,), (1,))
    assert "BEAM=0" in str(caught.value.cure)
    device.stream.check()


def test_code_that_the_driver_does_not_take(monkeypatch: pytest.MonkeyPatch) -> None:
    device, _ = open_fake(monkeypatch, fail={"the image": 218}, log="line 3: unexpected 'wgmma'")
    with pytest.raises(CompileError, match=r"the driver does not take k: .* PTX JIT compilation failed") as caught: program(device)
    assert "line 3: unexpected 'wgmma'" in str(caught.value) and "update the driver" in str(caught.value.cure)


def test_a_graph_that_may_not_be_changed(monkeypatch: pytest.MonkeyPatch) -> None:
    device, fake = open_fake(monkeypatch)
    memory = [device.allocator.alloc(64)[0] for _ in range(4)]
    graph = graph_of(device)
    graph(memory[:3], {"n": 1})
    fake.fail["cuGraphExecKernelNodeSetParams_v2"] = 910
    said = r"refuses to give k other buffers or sizes in a captured graph: .* violated constraints"
    with pytest.raises(DeviceError, match=said) as caught: graph(memory[1:], {"n": 1})
    assert "jit.reset()" in str(caught.value.cure)


def test_an_error_that_has_no_words_of_ours(monkeypatch: pytest.MonkeyPatch) -> None:
    device, fake = open_fake(monkeypatch)
    fake.fail["cuMemcpyHtoDAsync_v2"] = 1
    with pytest.raises(DeviceError, match=r"cuMemcpyHtoDAsync_v2 failed: an error \(1\)") as caught:
        device.allocator.copyin(device.allocator.alloc(64)[0], memoryview(bytes(8)))
    assert "nvidia-smi" in str(caught.value.cure)
