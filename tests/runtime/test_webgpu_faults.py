"""What happens when Dawn or a driver is missing, broken, too old, full, lost or hangs: with a made-up library, so on every machine."""
from __future__ import annotations

import ctypes
import ctypes.util
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from heddle import Context
from heddle.device import Device
from heddle.errors import CompileError, DeviceError, OutOfMemoryError
from heddle.runtime import ops_webgpu
from heddle.runtime.ops_webgpu import WebgpuDevice
from heddle.runtime.support import webgpu as gpu
from heddle.uop.program import ProgramInfo
from tests.runtime.fake_webgpu import FakeWebGPU


@pytest.fixture(autouse=True)
def _look_again() -> Iterator[None]:
    ops_webgpu.forget_adapters()
    yield
    ops_webgpu.forget_adapters()


def install(monkeypatch: pytest.MonkeyPatch, fake: FakeWebGPU) -> None:
    """Makes `fake` the WebGPU library of the process."""
    monkeypatch.setattr(gpu, "open_library", lambda: gpu.Library(fake, "libfake.so"))


def open_fake(monkeypatch: pytest.MonkeyPatch, **faults: Any) -> tuple[WebgpuDevice, FakeWebGPU]:
    fake = FakeWebGPU(**faults)
    install(monkeypatch, fake)
    return WebgpuDevice("WEBGPU", None, None, None), fake


# ---- probes


def test_without_dawn_the_probe_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(gpu, "_places", lambda: iter(("/nowhere/libwebgpu_dawn.so",)))
    probe = ops_webgpu.probe()
    assert not probe.usable and "cannot open shared object file" in probe.reason
    assert "pip install heddle[webgpu]" in probe.cure and probe.wanted and probe.looked


def test_a_broken_library(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    broken = tmp_path / "libwebgpu_dawn.so"
    broken.write_bytes(b"no library")
    monkeypatch.setattr(gpu, "_places", lambda: iter((str(broken),)))
    probe = ops_webgpu.probe()
    assert not probe.usable and str(broken) in probe.reason


def test_a_library_without_the_functions(monkeypatch: pytest.MonkeyPatch) -> None:
    other = ctypes.util.find_library("m")
    assert other is not None
    monkeypatch.setattr(gpu, "_places", lambda: iter((other,)))
    assert "lacks a function that heddle calls" in ops_webgpu.probe().reason


def test_an_old_library() -> None:
    with pytest.raises(AttributeError): gpu.Library(FakeWebGPU(missing="wgpuInstanceRequestAdapter2"), "libold.so")


def test_without_an_adapter_the_probe_says_which_driver_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    install(monkeypatch, FakeWebGPU(no_adapter="No supported adapters."))
    probe = ops_webgpu.probe()
    assert not probe.usable and probe.reason == "WebGPU finds no adapter: No supported adapters."
    assert "apt install mesa-vulkan-drivers libvulkan1" in probe.cure and probe.looked == "libfake.so"


@pytest.mark.skipif(not Device.probe("WEBGPU").usable, reason="Dawn or a driver is missing")
def test_without_a_vulkan_driver(tmp_path: Path) -> None:
    program = "from heddle.device import Device; p = Device.probe('WEBGPU'); print(p.usable, p.reason, p.cure)"
    nothing = str(tmp_path / "none.json")
    env = {**os.environ, "VK_ICD_FILENAMES": nothing, "VK_DRIVER_FILES": nothing}
    said = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, env=env, check=True).stdout
    assert said.startswith("False WebGPU finds no adapter") and "mesa-vulkan-drivers" in said


# ---- the device


def test_a_device_that_does_not_open(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(DeviceError, match="WEBGPU cannot be opened: the driver is too old"):
        open_fake(monkeypatch, refuses_device="the driver is too old")


def test_there_is_one_adapter() -> None:
    with pytest.raises(DeviceError, match="there is no WEBGPU:1: WebGPU offers one adapter"):
        WebgpuDevice("WEBGPU:1", None, None, None)


def test_a_kernel_that_dawn_refuses(monkeypatch: pytest.MonkeyPatch) -> None:
    device, _ = open_fake(monkeypatch, bad_source="unresolved type 'flot'")
    with pytest.raises(CompileError, match=r"the WGSL compiler .* refused a kernel") as caught:
        device.compiler.compile("fn k() {\n  var x: flot;\n}")
    assert caught.value.output == "line 2: unresolved type 'flot'\n  var x: flot;"


def test_no_room(monkeypatch: pytest.MonkeyPatch) -> None:
    device, _ = open_fake(monkeypatch, out_of_memory=True)
    with pytest.raises(OutOfMemoryError): device.allocator.alloc(4096)


def test_a_buffer_larger_than_there_are(monkeypatch: pytest.MonkeyPatch) -> None:
    device, _ = open_fake(monkeypatch)
    with pytest.raises(OutOfMemoryError): device.allocator.alloc(1 << 30)


def test_more_of_a_buffer_than_a_kernel_may_use(monkeypatch: pytest.MonkeyPatch) -> None:
    device, _ = open_fake(monkeypatch)
    memory, _ = device.allocator.alloc(1 << 21)
    with pytest.raises(DeviceError, match="lets a kernel use 1048576 bytes of a buffer"): device.queue.binding(memory)


def test_a_kernel_that_hangs_loses_the_device(monkeypatch: pytest.MonkeyPatch) -> None:
    device, fake = open_fake(monkeypatch, hangs=True)
    with Context(KERNEL_TIMEOUT=0.01), pytest.raises(DeviceError, match=r"did not end within 0\.01 seconds"): device.synchronize()
    called = len(fake.calls)
    with pytest.raises(DeviceError, match="did not end within"): device.synchronize()
    with pytest.raises(DeviceError): device.allocator.alloc(64)
    assert len(fake.calls) == called, "a lost device is asked for nothing"


def test_a_lost_device_says_so_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    device, fake = open_fake(monkeypatch)
    kernel = device.runtime_of(ProgramInfo("k", (), (), ()), b"fn k() {}")
    gpu.TellOfDevice(fake.told.on_lost.function)(None, 1, gpu.view(b"the driver crashed"), None, None)
    for use in (device.synchronize, lambda: kernel([], {}), lambda: device.allocator.alloc(64)):
        with pytest.raises(DeviceError, match="it was lost: the driver crashed"): use()


def test_errors_that_nobody_asked_for_are_raised_by_the_next_call(monkeypatch: pytest.MonkeyPatch) -> None:
    device, fake = open_fake(monkeypatch)
    gpu.TellOfDevice(fake.told.on_error.function)(None, 2, gpu.view(b"binding 0 is too small"), None, None)
    with pytest.raises(DeviceError, match="WEBGPU refused a command: binding 0 is too small"): device.synchronize()
    device.synchronize()
