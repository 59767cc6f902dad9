"""What happens when Dawn or a driver is missing, broken, too old, full, lost or hangs: with a made-up library, so on every machine."""
from __future__ import annotations

import ctypes
import ctypes.util
import os
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from heddle import Context
from heddle.device import Device
from heddle.errors import CompileError, DeviceError, OutOfMemoryError
from heddle.installation import install_command
from heddle.runtime import ops_webgpu
from heddle.runtime.ops_webgpu import WebgpuDevice
from heddle.runtime.webgpu import library as gpu
from heddle.runtime.webgpu import providers
from heddle.runtime.webgpu.queue import WGProgram
from heddle.uop.program_info import ProgramInfo
from tests.runtime.fake_webgpu import FakeWebGPU


@pytest.fixture(autouse=True)
def _look_again() -> Iterator[None]:
    ops_webgpu.forget_adapters()
    yield
    ops_webgpu.forget_adapters()


def install(monkeypatch: pytest.MonkeyPatch, fake: FakeWebGPU) -> None:
    """Makes `fake` the WebGPU library of the process."""
    monkeypatch.setattr(providers, "open_library", lambda name="": gpu.Library(fake, "libfake.so", providers.DAWN))


def open_fake(monkeypatch: pytest.MonkeyPatch, **faults: Any) -> tuple[WebgpuDevice, FakeWebGPU]:
    fake = FakeWebGPU(**faults)
    install(monkeypatch, fake)
    return WebgpuDevice("WEBGPU", None, None, None), fake


# ---- probes


def look_in(monkeypatch: pytest.MonkeyPatch, *paths: str) -> None:
    """Makes `paths` all there is to look in, for every provider."""
    found = tuple(replace(p, paths=lambda: iter(paths)) for p in providers.PROVIDERS)
    monkeypatch.setattr(providers, "PROVIDERS", found)


def test_without_a_library_the_probe_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    look_in(monkeypatch, "/nowhere/libwebgpu.so")
    probe = ops_webgpu.probe()
    assert not probe.usable and "Dawn: /nowhere/libwebgpu.so: cannot open" in probe.reason and "wgpu-native: " in probe.reason
    assert install_command("webgpu") in probe.cure and probe.requires and "/nowhere/libwebgpu.so" in probe.looked


def test_a_provider_that_is_asked_for_is_the_only_one(monkeypatch: pytest.MonkeyPatch) -> None:
    look_in(monkeypatch, "/nowhere/libwebgpu.so")
    with Context(WEBGPU_PROVIDER="wgpu"): probe = ops_webgpu.probe()
    assert "wgpu-native: " in probe.reason and "Dawn: " not in probe.reason


def test_the_second_provider_serves_where_the_first_is_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(providers, "PROVIDERS", (replace(providers.DAWN, paths=lambda: iter(())), FakeProvider()))
    assert providers.open_library() == "the second"


class FakeProvider:
    name, title = "wgpu", "wgpu-native"
    def open(self) -> str: return "the second"


def test_a_broken_library(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    broken = tmp_path / "libwebgpu_dawn.so"
    broken.write_bytes(b"no library")
    look_in(monkeypatch, str(broken))
    probe = ops_webgpu.probe()
    assert not probe.usable and str(broken) in probe.reason


def test_a_library_without_the_functions(monkeypatch: pytest.MonkeyPatch) -> None:
    other = ctypes.util.find_library("m")
    assert other is not None
    look_in(monkeypatch, other)
    assert "lacks a function that heddle calls" in ops_webgpu.probe().reason and "too old" in ops_webgpu.probe().reason


def test_an_old_library() -> None:
    with pytest.raises(AttributeError):
        gpu.Library(FakeWebGPU(missing="wgpuInstanceRequestAdapter2"), "libold.so", providers.DAWN)


def test_a_version_with_another_header_is_refused() -> None:
    fake = FakeWebGPU(version=0x1B000201)
    with pytest.raises(OSError, match=r"libwgpu.so is version 27\.0\.2\.1, heddle needs version 29"):
        providers.WGPU.check(gpu.Library(fake, "libwgpu.so", providers.WGPU))


def test_structures_are_as_large_as_in_the_headers() -> None:
    """Sizes as a C compiler has them: of Dawn's header of Chrome 133, and of wgpu-native 29's."""
    sizes = {name: tuple(ctypes.sizeof(getattr(p, name)) for p in providers.PROVIDERS)
             for name in ("options", "info", "limits", "timestamps", "message")}
    assert sizes == {"options": (40, 32), "info": (96, 96), "limits": (168, 152), "timestamps": (16, 24), "message": (88, 64)}


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
    with pytest.raises(DeviceError, match="there is no WEBGPU:1: WebGPU lists 1 adapter for WEBGPU"):
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
    kernel = WGProgram(device.queue, ProgramInfo("k", (), (), ()), b"fn k() {}")
    gpu.TellOfDevice(fake.told.on_lost.function)(None, 1, gpu.view(b"the driver crashed"), None, None)
    for use in (device.synchronize, lambda: kernel([], {}), lambda: device.allocator.alloc(64)):
        with pytest.raises(DeviceError, match="it was lost: the driver crashed"): use()


def test_errors_that_nobody_asked_for_are_raised_by_the_next_call(monkeypatch: pytest.MonkeyPatch) -> None:
    device, fake = open_fake(monkeypatch)
    gpu.TellOfDevice(fake.told.on_error.function)(None, 2, gpu.view(b"binding 0 is too small"), None, None)
    with pytest.raises(DeviceError, match="WEBGPU refused a command: binding 0 is too small"): device.synchronize()
    device.synchronize()


HANGING = """
from heddle import Context, Tensor
from heddle.device.buffer import Buffer
from heddle.device import Device
from heddle.dtype import dtypes
from heddle.errors import DeviceError
from heddle.runtime.webgpu.queue import WGProgram
from heddle.uop.program_info import ProgramInfo
source = b'''@group(0) @binding(0) var<storage, read_write> a: array<f32>;
@compute @workgroup_size(64)
fn k(@builtin(local_invocation_id) item: vec3<u32>) { for (var i = 0; i < 60000; i++) { a[item.x] = a[item.x] * 0.5f + 1.0f; } }'''
device, memory = Device["WEBGPU"], Buffer("WEBGPU", 64, dtypes.float32).allocate()
WGProgram(device.queue, ProgramInfo("k", (0,), (0,), (0,)), source)([memory.raw], {}, (60000,))
for use in (device.synchronize, (Tensor([1.0], device="WEBGPU") + 1).tolist):
    try:
        with Context(KERNEL_TIMEOUT=0.3): use()
    except DeviceError as fault: print(fault.what)
"""


@pytest.mark.skipif(not Device.probe("WEBGPU").usable, reason="a library or a driver is missing")
def test_a_process_with_a_kernel_that_hangs_ends() -> None:
    done = subprocess.run([sys.executable, "-c", HANGING], capture_output=True, text=True, timeout=120)
    assert done.returncode == 0 and done.stdout.count("a kernel did not end within 0.3 seconds (KERNEL_TIMEOUT)") == 2, done.stderr
