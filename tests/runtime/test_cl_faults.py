"""What happens when OpenCL is missing, broken, too old, full, lost or hangs: with a made-up library, so on every machine."""
from __future__ import annotations

import ctypes
import ctypes.util
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from heddle import Context
from heddle.device import Device
from heddle.device.buffer import Buffer
from heddle.device.interface import Launch
from heddle.dtype import dtypes
from heddle.errors import CompileError, DeviceError, OutOfMemoryError
from heddle.runtime import ops_cl
from heddle.runtime.opencl import library
from heddle.runtime.opencl.compiler import with_lines
from heddle.runtime.opencl.graph import CLGraph
from heddle.runtime.ops_cl import CLDevice
from heddle.uop import Ops, UOp
from heddle.uop.program_info import ProgramInfo
from tests.runtime.fake_opencl import FakeOpenCL


@pytest.fixture(autouse=True)
def _look_again():
    ops_cl.forget_devices()
    yield
    ops_cl.forget_devices()


def install(monkeypatch: pytest.MonkeyPatch, fake: FakeOpenCL) -> FakeOpenCL:
    """Makes `fake` the OpenCL library of the process."""
    ops_cl.forget_devices()
    monkeypatch.setattr(library, "open_library", lambda: library.Library(fake, "libfake.so"))
    return fake


def open_fake(monkeypatch: pytest.MonkeyPatch, **faults: Any) -> tuple[CLDevice, FakeOpenCL]:
    fake = install(monkeypatch, FakeOpenCL(**faults))
    return CLDevice("CL", None, None, None), fake


def program(device: CLDevice) -> Any:
    from heddle.runtime.opencl.queue import CLProgram
    return CLProgram(device.queue, ProgramInfo("k", (0,), (0,), ()), b"code")


# ---- probes


def test_without_the_library_the_probe_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(library, "LIBRARIES", ("libNoSuchOpenCL.so.1",))
    probe = ops_cl.probe()
    assert not probe.usable and not probe.hardware
    assert "the OpenCL library cannot be loaded: libNoSuchOpenCL.so.1: cannot open shared object file" in probe.reason
    assert probe.requires == "a device of OpenCL 1.2 or newer" and probe.looked == "libNoSuchOpenCL.so.1"
    assert "apt install ocl-icd-libopencl1 and pocl-opencl-icd" in probe.cure
    with pytest.raises(DeviceError, match="CL cannot be used here: the OpenCL library cannot be loaded"):
        Device._make(Device.resolve("CL:7"), "CL:7")


def test_a_broken_library(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "libOpenCL.so.1").write_bytes(b"\x7fELF and then nonsense")
    monkeypatch.setattr(library, "LIBRARIES", (str(tmp_path / "libOpenCL.so.1"),))
    assert "file too short" in ops_cl.probe().reason or "invalid ELF header" in ops_cl.probe().reason


def test_a_library_that_is_none_of_opencl(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(library, "LIBRARIES", (ctypes.util.find_library("c") or "libc.so.6",))
    assert "lacks a function of OpenCL 1.2" in ops_cl.probe().reason


def test_no_driver(monkeypatch: pytest.MonkeyPatch) -> None:
    install(monkeypatch, FakeOpenCL(platforms=0))
    probe = ops_cl.probe()
    assert not probe.usable and probe.reason == "libfake.so lists no device" and "/etc/OpenCL/vendors" in probe.looked


def test_an_old_version(monkeypatch: pytest.MonkeyPatch) -> None:
    install(monkeypatch, FakeOpenCL(version="OpenCL 1.1 fake"))
    probe = ops_cl.probe()
    assert not probe.usable and probe.hardware and probe.reason == "Fake GPU has OpenCL 1.1"


def test_a_driver_that_fails_at_listing_its_devices(monkeypatch: pytest.MonkeyPatch) -> None:
    install(monkeypatch, FakeOpenCL(fail={"clGetDeviceInfo": -6}))
    probe = ops_cl.probe()
    assert not probe.usable
    assert "a driver fails at listing its devices: clGetDeviceInfo failed: out of host memory (-6)" in probe.reason


def test_probing_makes_no_context_and_a_gpu_is_a_default(monkeypatch: pytest.MonkeyPatch) -> None:
    fake = install(monkeypatch, FakeOpenCL(platforms=2))
    probe = ops_cl.probe()
    assert probe.usable and probe.by_default and probe.detail.count("Fake GPU, 8 units, OpenCL 1.2, driver 1.0") == 2
    assert "clCreateContext" not in fake.calls
    assert CLDevice("CL:1", None, None, None).info.handle != CLDevice("CL", None, None, None).info.handle
    with pytest.raises(DeviceError, match="there is no CL:2: OpenCL lists 2 devices") as caught: CLDevice("CL:2", None, None, None)
    assert "CL:0 is Fake GPU" in str(caught.value)


# ---- memory


def test_memory_that_is_not_there(monkeypatch: pytest.MonkeyPatch) -> None:
    for function in ("clCreateBuffer", "clEnqueueMigrateMemObjects"):
        device, _ = open_fake(monkeypatch, fail={function: -4})
        with pytest.raises(OutOfMemoryError, match="CL is out of memory: requested 1"): device.allocator.alloc(1000)
        assert device.queue.lost is None


def test_copies_there_and_back(monkeypatch: pytest.MonkeyPatch) -> None:
    device, _ = open_fake(monkeypatch)
    memory, _ticket = device.allocator.alloc(8)
    device.allocator.copyin(memory, memoryview(b"abcdefgh"))
    room = bytearray(3)
    device.allocator.copyout(memoryview(room), device.allocator.offset(memory, 3, 2))
    assert room == b"cde"


# ---- a device that is lost


def test_a_lost_device_is_not_used_again(monkeypatch: pytest.MonkeyPatch) -> None:
    device, fake = open_fake(monkeypatch)
    launch = program(device)
    memory, _ = device.allocator.alloc(8)
    fake.fail["clEnqueueNDRangeKernel"] = -5
    with pytest.raises(DeviceError, match=r"it was lost when clEnqueueNDRangeKernel failed: out of resources \(-5\)"):
        launch([memory], {})
    fake.fail.clear()
    fake.calls.clear()
    for use in (lambda: launch([memory], {}), device.synchronize, lambda: device.allocator.alloc(8)):
        with pytest.raises(DeviceError, match="CL cannot be used: it was lost"): use()
    device.allocator.free(memory, 8, 1)
    assert not fake.calls, "a lost device is not spoken to"


def test_a_launch_that_fails_after_it_was_queued(monkeypatch: pytest.MonkeyPatch) -> None:
    device, _ = open_fake(monkeypatch, fail={"a launch": -14})
    with pytest.raises(DeviceError, match=r"lost when a command failed: an event in the wait list failed \(-14\)"):
        device.synchronize()


def test_a_kernel_that_hangs(monkeypatch: pytest.MonkeyPatch) -> None:
    device, _ = open_fake(monkeypatch, hang=True)
    launch = program(device)
    memory, _ = device.allocator.alloc(8)
    launch([memory], {})
    with Context(KERNEL_TIMEOUT=0.05), pytest.raises(DeviceError, match=r"did not end within 0.05 seconds \(KERNEL_TIMEOUT\)"):
        device.synchronize()
    with pytest.raises(DeviceError, match="CL cannot be used"): launch([memory], {})


def test_a_buffer_of_a_lost_device_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    device, _ = open_fake(monkeypatch)
    device.queue.lose("it was pulled out")
    buffer = Buffer("CL", 4, dtypes.float32)
    buffer._allocator = device.allocator
    with pytest.raises(DeviceError, match="CL cannot be used: it was pulled out") as caught: buffer.copyin(memoryview(bytes(16)))
    assert "Start a new process" in str(caught.value)


# ---- captures


def graph_of(device: Any) -> CLGraph:
    """One launch on one buffer."""
    return device.graph()([Launch(program(device), ProgramInfo("k", (0,), (0,), ()), ((0, 0),), sizes=(8,))])


def test_an_argument_is_told_anew_once_memory_has_been_given_back(monkeypatch: pytest.MonkeyPatch) -> None:
    """A handle may be that of other memory by then."""
    device, fake = open_fake(monkeypatch)
    memory, _ = device.allocator.alloc(8)
    run, launch = graph_of(device), program(device)
    for _ in range(3):
        run([memory], {})
        launch([memory], {})
    assert fake.calls.count("clSetKernelArg") == 4, "a handle and an offset each"
    device.queue.release(next(iter(fake.memory)))
    run([memory], {})
    launch([memory], {})
    assert fake.calls.count("clSetKernelArg") == 8


def test_a_device_that_fails_in_a_replay_is_lost(monkeypatch: pytest.MonkeyPatch) -> None:
    device, fake = open_fake(monkeypatch)
    memory, _ = device.allocator.alloc(8)
    run = graph_of(device)
    fake.fail["clEnqueueNDRangeKernel"] = -5
    for told in (r"it was lost when clEnqueueNDRangeKernel failed: out of resources \(-5\)", "CL cannot be used: it was lost"):
        with pytest.raises(DeviceError, match=told): run([memory], {})


def test_kernel_objects_go_with_their_graph(monkeypatch: pytest.MonkeyPatch) -> None:
    device, fake = open_fake(monkeypatch)
    made = graph_of(device)
    assert "clReleaseKernel" not in fake.calls
    del made
    assert fake.calls.count("clReleaseKernel") == 1


@pytest.mark.parametrize("version,function", [("OpenCL 1.2 fake", "clCreateCommandQueue"),
                                              ("OpenCL 2.0 fake", "clCreateCommandQueueWithProperties")])
def test_queues_are_made_as_the_version_wants(monkeypatch: pytest.MonkeyPatch, version: str, function: str) -> None:
    device, fake = open_fake(monkeypatch, version=version)
    assert device.queue.timed and [c for c in fake.calls if c.startswith("clCreateCommandQueue")] == [function] * 2


# ---- programs


def test_a_refused_kernel_shows_the_line(monkeypatch: pytest.MonkeyPatch) -> None:
    device, _ = open_fake(monkeypatch, fail={"clBuildProgram": -11}, log="<source>:2:7: error: no such type")
    with pytest.raises(CompileError, match=r"OpenCL's compiler .Fake GPU. refused a kernel") as caught:
        device.compiler.compile("void k() {\n  flot x;\n}")
    assert "line 2: flot x;" in caught.value.output


def test_a_binary_that_the_driver_does_not_take(monkeypatch: pytest.MonkeyPatch) -> None:
    device, _ = open_fake(monkeypatch, fail={"clCreateProgramWithBinary": -42})
    with pytest.raises(DeviceError, match=r"clCreateProgramWithBinary failed: invalid binary \(-42\)"): program(device)


def test_a_binary_that_is_no_longer_taken_is_made_anew(monkeypatch: pytest.MonkeyPatch) -> None:
    """One from the disk cache, say, that a driver of the same version refuses."""
    device, fake = open_fake(monkeypatch, fail={"clCreateProgramWithBinary": -42})
    made: list[str] = []

    def compile_again(source: str) -> bytes:
        made.append(source)
        fake.fail.clear()
        return b"code"

    monkeypatch.setattr(device.compiler, "compile", compile_again)
    parts = UOp.sink(), UOp(Ops.SOURCE, dtypes.void, (), "text"), UOp(Ops.BINARY, dtypes.void, (), b"old")
    launch = device.runtime(UOp(Ops.PROGRAM, dtypes.void, parts, ProgramInfo("k", (0,), (0,), ())))
    assert made == ["text"]
    memory, _ = device.allocator.alloc(8)
    launch([memory], {})
    fake.fail["clCreateProgramWithBinary"] = -5
    with pytest.raises(DeviceError, match="out of resources"): program(device)


def test_lines_of_a_log() -> None:
    assert with_lines("a:1:2: error: x\na:9:9: error: beyond", "one\ntwo") == "a:1:2: error: x\na:9:9: error: beyond\nline 1: one"


# ---- the process


def test_a_process_with_a_hung_kernel_ends(tmp_path: Path) -> None:
    code = """
from heddle.runtime import ops_cl
from heddle.runtime.opencl import library as opencl
from tests.runtime.fake_opencl import FakeOpenCL
opencl.open_library = lambda: opencl.Library(FakeOpenCL(hang=True), "libfake.so")
from heddle import Context, Tensor
with Context(DEV="CL", KERNEL_TIMEOUT=0.1):
    try: print((Tensor([1.0]) + 1).tolist())
    except Exception as fault: print(type(fault).__name__)
    try: print((Tensor([1.0]) + 1).tolist())
    except Exception as fault: print(type(fault).__name__)
"""
    root = str(Path(__file__).parent.parent.parent)
    env = os.environ | {"PYTHONPATH": root, "HEDDLE_CACHE_DIR": str(tmp_path)}
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=60, cwd=root, env=env, check=False)
    assert done.stdout.split() == ["DeviceError", "DeviceError"] and done.returncode == 0, done.stderr
