"""What users are told when something goes wrong on a GPU: whole programs on emulated GPUs, and the text of the error they end with.

The three parts of each message are read: what was wrong, and in which kernel; the user's line; what to do.
"""
from __future__ import annotations

import ctypes
from typing import Any

import numpy as np
import pytest

from heddle import Context, Tensor, TinyJit
from heddle.device import Device
from heddle.errors import CompileError, DeviceError, HeddleError, OutOfMemoryError
from heddle.installation import install_command
from heddle.runtime.cuda import driver, nvrtc
from heddle.runtime.cuda.stream import CUDAProgram
from heddle.uop.program_info import ProgramInfo
from tests.emulators import OpenGPU, use_driver

HERE = "test_cuda_faults_emulated.py:"


def said(fault: HeddleError, *, line: str) -> str:
    """The message, which names this file and the text of the line."""
    assert fault.where is not None and fault.cure
    text = str(fault)
    assert HERE in text and line in text, text
    return text


KERNEL = b""".version 8.0
.target sm_90
.address_size 64
.extern .shared .align 128 .b8 shared[];
.visible .entry k() { ret; }
"""


def numbers(*shape: int) -> Tensor: return Tensor(np.ones(shape, np.float32), device="CUDA")


# ---- nothing to run on


def test_no_driver(monkeypatch: pytest.MonkeyPatch) -> None:
    use_driver(monkeypatch, ctypes.CDLL)
    monkeypatch.setattr(driver, "LIBRARIES", ("libNoSuchDriver.so.1",))
    with pytest.raises(DeviceError, match="libNoSuchDriver") as caught: Tensor([1.0], device="CUDA")
    text = said(caught.value, line="Tensor([1.0], device=")
    assert "an NVIDIA GPU and its driver, version 525 or newer" in text and "DEV=NULL:CUDA:sm_90" in text


def test_a_driver_that_is_too_old(open_gpu: OpenGPU) -> None:
    open_gpu(version=11080)
    with pytest.raises(DeviceError, match=r"too old: it supports CUDA 11\.8") as caught: Tensor([1.0], device="CUDA")
    assert "Update NVIDIA's driver to version 525 or newer" in said(caught.value, line="Tensor([1.0], device=")


# ---- compiling


@pytest.fixture
def no_nvrtc(monkeypatch: pytest.MonkeyPatch) -> None:
    missing = nvrtc.open_library

    def nowhere() -> nvrtc.Library: return missing(iter(("nowhere.so",)))
    monkeypatch.setattr(nvrtc, "library", nowhere)


@pytest.mark.usefixtures("no_nvrtc")
@pytest.mark.parametrize("kernels", (1, 2))
def test_nvrtc_is_missing(open_gpu: OpenGPU, kernels: int) -> None:
    """One kernel is compiled here, several in threads, which know no line of the user's by themselves."""
    open_gpu()
    x = numbers(5).realize()
    with Context(DEV="CUDA:NVRTC"), pytest.raises(DeviceError, match=r"NVRTC cannot be loaded: .*nowhere\.so") as caught:
        Tensor.realize(*(x + 1.5, x * 2.5)[:kernels])
    assert install_command("cuda") in said(caught.value, line="Tensor.realize(")


def test_nvrtc_fails(monkeypatch: pytest.MonkeyPatch, open_gpu: OpenGPU) -> None:
    """An option that this one does not know."""
    open_gpu()
    monkeypatch.setattr(nvrtc, "OPTIONS", ("--no-such-option",))
    x = numbers(6).realize()
    with Context(DEV="CUDA:NVRTC"), pytest.raises(CompileError, match=r"NVRTC .* refused a kernel") as caught: (x * 3.25).realize()
    text = said(caught.value, line="(x * 3.25).realize()")
    assert "no-such-option" in text and "map_6" in text and caught.value.reproducer


def test_the_driver_refuses_ptx(open_gpu: OpenGPU) -> None:
    gpu = open_gpu()
    x = numbers(7).realize()
    gpu.fail("cuModuleLoadDataEx", 222)
    with Context(DEV="CUDA:PTX"), pytest.raises(CompileError, match="does not take map_7") as caught: (x * 4.25).realize()
    assert "update the driver" in said(caught.value, line="(x * 4.25).realize()")


# ---- memory


def test_out_of_memory(open_gpu: OpenGPU) -> None:
    open_gpu(memory=1 << 20)
    x = numbers(1 << 17).realize()
    with pytest.raises(OutOfMemoryError, match="CUDA is out of memory: requested 1 MiB; device total 1 MiB, free 512 KiB") as caught:
        (x.reshape(-1, 1) + numbers(2)).realize()
    said(caught.value, line="(x.reshape(-1, 1) + numbers(2)).realize()")
    assert float((x + 1).max().numpy()) == 2.0, "the device works on"


# ---- kernels


def test_an_illegal_address_is_told_with_the_line_of_the_kernel(open_gpu: OpenGPU) -> None:
    """The emulator sees that the memory was given back; the launch was long ago when that is noticed."""
    gpu = open_gpu()
    x = numbers(8, 3).realize()
    assert gpu.cuMemFree_v2(x._buffer().raw) == 0
    y = (x * 5.25).realize()
    with pytest.raises(DeviceError, match=r"it was lost when .* an illegal memory access .* in map_") as caught: y.numpy()
    text = said(caught.value, line="y.numpy()")
    assert "that was freed" in text and "y = (x * 5.25).realize()" in text and "DEBUG=2" in text
    with pytest.raises(DeviceError, match="CUDA cannot be used: it was lost when"): numbers(2).realize()


def test_with_debug_the_kernel_is_named_at_its_launch(open_gpu: OpenGPU, capsys: pytest.CaptureFixture[str]) -> None:
    gpu = open_gpu()
    x = numbers(9, 3).realize()
    assert gpu.cuMemFree_v2(x._buffer().raw) == 0
    with Context(DEBUG=2), pytest.raises(DeviceError, match=r"\(700\), in map_") as caught: (x * 6.25).realize()
    said(caught.value, line="(x * 6.25).realize()")
    assert "map_" not in capsys.readouterr().out, "a launch that failed is not shown as one that took some time"


@pytest.mark.parametrize("compiler", ("NVRTC", "PTX"))
def test_a_block_that_wants_more_registers_than_there_are(open_gpu: OpenGPU, compiler: str) -> None:
    open_gpu(registers=512)
    x = numbers(64, 4).realize()
    said_of_it = r"map_\w+ \(.*\) is too large for CUDA: a block needs \d+ threads of 32 registers, and the device has room for 16"
    with Context(DEV=f"CUDA:{compiler}"), pytest.raises(DeviceError, match=said_of_it) as caught: (x + 7.25).realize()
    assert "NOOPT=1" in said(caught.value, line="(x + 7.25).realize()")
    Device["CUDA"].synchronize()


def test_a_launch_that_the_driver_has_no_room_for(open_gpu: OpenGPU) -> None:
    """As where other processes hold a part of the GPU."""
    gpu = open_gpu()
    x = numbers(11).realize()
    gpu.fail("cuLaunchKernel", 701)
    said_of_it = (r"map_11 \(.*\) is too large for CUDA: a block needs \d+ threads of 32 registers and 0 bytes of shared memory: "
                  r"cuLaunchKernel failed: too many resources requested")
    with pytest.raises(DeviceError, match=said_of_it) as caught: (x + 8.25).realize()
    assert "BEAM=0" in said(caught.value, line="(x + 8.25).realize()")
    assert (x + 8.25).numpy()[0] == 9.25, "the device works on"


def test_a_block_that_wants_more_shared_memory_than_the_device_has(open_gpu: OpenGPU) -> None:
    """Kernels of ours keep to what the architecture has, so this one is written by hand."""
    gpu = open_gpu()
    numbers(1).realize()
    device: Any = Device["CUDA"]
    info = ProgramInfo("k", (), (), (), grid=(1,), workgroup=(32,), scratch=228 << 10)
    with pytest.raises(DeviceError, match=r"k \(train\.py:41, in forward\) is too large .* 233472 bytes of shared memory, .* 232448"):
        CUDAProgram(device.stream, info, KERNEL, ("train.py", 41, "forward"))
    assert gpu.calls["cuLaunchKernel"] == 0


# ---- graphs


def test_a_graph_that_may_not_be_changed(open_gpu: OpenGPU) -> None:
    gpu = open_gpu()
    w = numbers(23, 23).realize()  # a size of its own: a kernel that another test has made keeps that one's line
    f = TinyJit(lambda x: ((x @ w).softmax() @ w).realize())
    given = [numbers(23, 23).realize() for _ in range(5)]
    for x in given[:4]: f(x)
    gpu.fail("cuGraphExecKernelNodeSetParams", 910)
    with pytest.raises(DeviceError, match=r"CUDA refuses to give \w+ \(.*\) other buffers or sizes in a captured graph") as caught:
        f(given[4])
    assert "jit.reset()" in said(caught.value, line="f(given[4])") and "((x @ w).softmax() @ w)" in str(caught.value)
    f.reset()
    for x in given: np.testing.assert_allclose(f(x).numpy(), np.ones((23, 23)), rtol=1e-6)
