"""QCOM on an emulated Adreno GPU: probe, memory, launches, replays, faults, memory of other libraries."""
from __future__ import annotations

import ctypes
import errno
import re
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from heddle import Context, Tensor, TinyJit
from heddle.device import Device
from heddle.dtype import dtypes
from heddle.errors import DeviceError, ExchangeError, OutOfMemoryError
from heddle.runtime import ops_qcom
from heddle.runtime.common import system
from heddle.runtime.qcom import cl_mem, mesa
from heddle.runtime.qcom.ir3_program import IR3Program
from heddle.runtime.qcom.program import QCOMProgram
from heddle.uop.program_info import ProgramInfo
from tests.emulators.qcom.install import as_device
from tests.emulators.qcom.models import A630, A650, A660, A730, A740, Model
from tests.emulators.qcom.system import QCOMSystem

pytestmark = [pytest.mark.skipif(not sys.platform.startswith("linux"), reason="memory is mapped as on Linux"),
              pytest.mark.skipif(not mesa.probe().usable, reason="tinymesa is not installed")]


@pytest.fixture
def machine(monkeypatch: pytest.MonkeyPatch) -> QCOMSystem: return as_device(monkeypatch, QCOMSystem())


def on_qcom(data: Any) -> Tensor: return Tensor(data, device="QCOM")


# ---- probe


def test_no_driver(machine: QCOMSystem, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(system, "_systems", [machine.linux])
    probe = ops_qcom.probe()
    assert not probe.usable and probe.reason == "there is no /dev/kgsl-3d0" and not probe.hardware
    assert "NULL:QCOM:a630" in probe.cure and "Adreno 6xx or 7xx" in probe.requires
    with pytest.raises(DeviceError, match=r"QCOM cannot be used here: there is no /dev/kgsl-3d0"): Tensor([1], device="QCOM").realize()


@pytest.mark.parametrize("code,cure", [(errno.EACCES, "Let this user open it"), (errno.EBUSY, "Qualcomm's")])
def test_a_driver_that_does_not_open(monkeypatch: pytest.MonkeyPatch, code: int, cure: str) -> None:
    machine = as_device(monkeypatch, QCOMSystem())
    machine.refusal = code
    probe = ops_qcom.probe()
    assert not probe.usable and probe.hardware and "cannot be opened" in probe.reason and cure in probe.cure


@pytest.mark.parametrize("chip,reason", [(0x05040001, "an Adreno GPU with chip number 0x5040001: kernels are made for a618, a630"),
                                         (0x44050001, "an Adreno GPU with chip number 0x44050001: kernels are made for a618")])
def test_other_gpus(monkeypatch: pytest.MonkeyPatch, chip: int, reason: str) -> None:
    as_device(monkeypatch, QCOMSystem(Model("other", chip, 1, 2048, 64)))
    probe = ops_qcom.probe()
    assert not probe.usable and probe.hardware and probe.reason.startswith(reason) and probe.cure == "Use DEV=CL."
    with pytest.raises(DeviceError, match="QCOM cannot be used here"): Tensor([1], device="QCOM").realize()


def test_a_gpu_that_can_be_used(machine: QCOMSystem) -> None:
    probe = Device.probe("QCOM")
    assert probe.usable and probe.detail == "Adreno 630" and not probe.by_default
    assert str(Device["QCOM"].arch) == "a630"
    with pytest.raises(DeviceError, match="there is no QCOM:1"): Device["QCOM:1"]
    with pytest.raises(DeviceError, match="Adreno 630 is a630 and cannot run code for a650"): Device["QCOM::a650"]


# ---- launches


@pytest.mark.parametrize("model", [A630, A650, A660, A730, A740], ids=lambda m: m.name)
def test_products_reductions_and_maps(monkeypatch: pytest.MonkeyPatch, model: Model) -> None:
    machine = as_device(monkeypatch, QCOMSystem(model))
    rng, rows = np.random.default_rng(1), 30 + model.chip % 97  # a process has one model: programs are kept by shape
    a, b = rng.standard_normal((rows, 70)).astype(np.float32), rng.standard_normal((70, 20)).astype(np.float32)
    np.testing.assert_allclose((on_qcom(a) @ on_qcom(b)).numpy(), a @ b, rtol=1e-4, atol=1e-4)
    np.testing.assert_allclose(on_qcom(a).softmax(1).numpy().sum(1), np.ones(rows), rtol=1e-5)
    whole = np.arange(-rows, rows, dtype=np.int64) * 10 ** 10
    np.testing.assert_array_equal((on_qcom(whole) * 3 // 7).numpy(), whole * 3 // 7)
    np.testing.assert_array_equal((on_qcom(a).half() * 2).numpy(), a.astype(np.float16) * 2)
    assert machine.driver.faults == []


def test_divisors_whose_reciprocals_are_subnormal(machine: QCOMSystem) -> None:
    a = np.array([3e38, 1e38, -3e38, 2.0 ** -100, np.inf, 1.0, -0.0], np.float32)
    b = np.array([2e38, 3e38, 1.7e38, 2.0 ** 127, 3e38, np.inf, 3e38], np.float32)
    np.testing.assert_array_equal((on_qcom(a) / on_qcom(b)).numpy(), np.where(np.abs(a / b) < 2.0 ** -126, 0 * a / b, a / b))


def test_a_launch_that_is_timed(machine: QCOMSystem) -> None:
    with Context(DEBUG=2): on_qcom(np.ones(4096, np.float32)).sum().realize()
    gpu = Device["QCOM"].gpu  # type: ignore[attr-defined]
    assert gpu.end.stamp >= gpu.begin.stamp > 0


def test_replays_are_two_requests_each(machine: QCOMSystem) -> None:
    """One submission for all kernels of a replay: what it costs is counted in requests to the driver."""
    weight = on_qcom(np.arange(16, dtype=np.float32).reshape(4, 4)).realize()
    step = TinyJit(lambda x: ((x @ weight).relu().sum(1) + 1).realize())
    inputs = [on_qcom(np.full((3, 4), n, np.float32)).realize() for n in range(5)]
    for n, x in enumerate(inputs):
        before = len(machine.driver.calls)
        result = step(x)
        calls = machine.driver.calls[before:]
        np.testing.assert_array_equal(result.numpy(), (np.full((3, 4), n) @ np.arange(16).reshape(4, 4)).sum(1) + 1)
    assert calls.count("GPU_COMMAND") == 1 and set(calls) <= {"GPU_COMMAND", "DEVICE_WAITTIMESTAMP_CTXTID"}


def test_views_and_copies(machine: QCOMSystem) -> None:
    x = np.arange(1000, dtype=np.uint8)
    held = on_qcom(x).realize()
    held[3:17] = 5
    wanted = x.copy()
    wanted[3:17] = 5
    np.testing.assert_array_equal(held.numpy(), wanted)
    np.testing.assert_array_equal(held.to("CPU").numpy(), wanted)
    np.testing.assert_array_equal(held.clone().numpy(), wanted)


# ---- memory


def test_memory_that_is_full(monkeypatch: pytest.MonkeyPatch) -> None:
    machine = as_device(monkeypatch, QCOMSystem(room=32 << 20))
    with pytest.raises(OutOfMemoryError): Tensor.zeros(64 << 20, dtype="uint8", device="QCOM").contiguous().realize()
    assert on_qcom([1.0, 2.0]).sum().item() == 3 and machine.driver.faults == []


def test_memory_is_given_back(machine: QCOMSystem) -> None:
    on_qcom([1.0]).sum().item()
    before = set(machine.driver.objects)
    held = Tensor.zeros(8 << 20, dtype="uint8", device="QCOM").contiguous().realize()
    assert set(machine.driver.objects) > before
    del held
    allocator = Device["QCOM"].allocator
    allocator.empty_cache()
    Device["QCOM"].synchronize()
    Device["QCOM"].gpu.timeline.reclaim()  # type: ignore[attr-defined]
    assert set(machine.driver.objects) <= before | {max(machine.driver.objects)}


# ---- faults


def test_a_kernel_that_touches_no_memory(machine: QCOMSystem) -> None:
    """The driver ends the context; every later use of the device says so."""
    x = on_qcom(np.ones(1 << 16, np.float32)).realize()
    (x + 1).numpy()
    found = machine.driver.find(x.uop.base.buffer.raw)
    assert found is not None
    found.size = 0  # as if the driver had lost it
    where = rf"\(a read of {found.address:#x}, where the GPU has no memory\)"
    with pytest.raises(DeviceError, match=rf"ended the GPU's context after a fault of a kernel {where}, in map_65536"): (x * 3).numpy()
    with pytest.raises(DeviceError, match="QCOM cannot be used"): on_qcom([1.0]).sum().item()


def test_a_kernel_that_writes_where_there_is_no_memory(machine: QCOMSystem) -> None:
    x = on_qcom(np.ones(1 << 16, np.float32)).realize()
    out = on_qcom(np.zeros(1 << 16, np.float32)).realize()
    out.assign(x + 1).realize().numpy()
    found = machine.driver.find(out.uop.base.buffer.raw)
    assert found is not None
    found.size = 0
    with pytest.raises(DeviceError, match=rf"\(a write to {found.address:#x}, where the GPU has no memory\), in map_65536"):
        out.assign(x + 3).realize().numpy()


def test_a_submission_that_is_refused(machine: QCOMSystem) -> None:
    x = on_qcom(np.ones(64, np.float32)).realize()
    (x + 1).numpy()
    machine.driver.orders["GPU_COMMAND"] = errno.EDEADLK
    with pytest.raises(DeviceError, match=r"the driver refuses GPU_COMMAND: .*deadlock"): (x + 1).numpy()


@pytest.mark.parametrize("code,what", [(errno.EPROTO, "the driver had to recover the GPU from a fault of a kernel"),
                                       (errno.EDEADLK, "the driver ended the GPU's context after a fault of a kernel")])
def test_a_hang_that_the_driver_reports(machine: QCOMSystem, monkeypatch: pytest.MonkeyPatch, code: int, what: str) -> None:
    """KGSL says it where a timestamp is waited for: once if the context goes on, always if it has ended. Results are lost."""
    x = on_qcom(np.ones(64, np.float32)).realize()
    (x + 1).numpy()
    monkeypatch.setattr(machine.driver, "run", lambda: False)
    machine.driver.orders["DEVICE_WAITTIMESTAMP_CTXTID"] = code
    with pytest.raises(DeviceError, match=rf"{what}, in map_64"): (x * 5).numpy()
    with pytest.raises(DeviceError, match="QCOM cannot be used"): on_qcom([1.0]).sum().item()


def test_work_that_was_queued_although_it_is_refused(machine: QCOMSystem) -> None:
    """GPU_COMMAND may answer EPROTO for an earlier fault: the commands are queued, and run once."""
    x = on_qcom(np.ones(64, np.float32)).realize()
    (x + 1).numpy()
    machine.driver.orders["GPU_COMMAND"] = errno.EPROTO
    before, launches = len(machine.driver.calls), machine.driver.launches
    np.testing.assert_array_equal((x * 7).numpy(), np.full(64, 7))
    calls = machine.driver.calls[before:]
    assert calls.count("GPU_COMMAND") == calls.count("CMDSTREAM_READTIMESTAMP_CTXTID") == 1 and machine.driver.launches == launches + 1


@pytest.mark.parametrize("request_name", ["GPUOBJ_ALLOC", "DRAWCTXT_CREATE"])
def test_an_older_kernel(machine: QCOMSystem, request_name: str) -> None:
    machine.driver.orders[request_name] = errno.ENOTTY
    with pytest.raises(DeviceError, match=f"an older kernel driver than this needs: the driver refuses {request_name}") as found:
        on_qcom([1.0]).sum().item()
    assert "GPU objects" in str(found.value)
    assert on_qcom([1.0, 2.0]).sum().item() == 3, "opened anew"


def test_private_memory(machine: QCOMSystem) -> None:
    """A kernel with more live values than registers spills them to memory of its threads, which every processor has."""
    count = 250
    lines = [f"  %{100 + n} = load global 32x1 %12 {4 * 64 * n}" for n in range(count)]
    lines += [f"  store global 32x1 %11 {4 * 64 * (count - 1 - n)} %{100 + n}" for n in range(count)]
    source = """kernel spill 64 1 1
shared 0
arguments 16
  %0 = argument 64 0
  %1 = argument 64 8
  %4 = local_invocation_id 0
  %8 = const 32 0x4
  %9 = imul %4 %8
  %10 = u2u64 %9
  %11 = iadd %0 %10
  %12 = iadd %1 %10
""" + "\n".join([*lines, ""])
    data = np.random.default_rng(5).integers(0, 1 << 32, (count, 64), np.uint32)
    x, out = on_qcom(data).realize(), on_qcom(np.zeros_like(data)).realize()
    device: Any = Device["QCOM"]
    binary = device.compiler.compile(source)
    compiled = IR3Program.of_bytes(binary)
    assert compiled.private > 0 and compiled.stores > 0 and "private memory" in device.compiler.usage(binary)
    kernel = QCOMProgram(device.gpu, device.allocator, ProgramInfo("spill", (0, 1), (0,), (1,)), binary)
    kernel([out.uop.base.buffer.raw, x.uop.base.buffer.raw], {}, (1,))
    np.testing.assert_array_equal(out.numpy(), data[::-1])
    assert device.gpu.private_bytes() >= 64 * compiled.private and machine.driver.faults == []


@pytest.mark.parametrize("model", [A630, A730], ids=lambda m: m.name)
def test_a_kernel_longer_than_the_cache_of_instructions(monkeypatch: pytest.MonkeyPatch, model: Model) -> None:
    machine = as_device(monkeypatch, QCOMSystem(model))
    count = 16 * model.preload
    lines = [f"  %{10 + n + 1} = {'imul' if n % 2 else 'iadd'} %{10 + n} %9" for n in range(count)]
    source = """kernel long 64 1 1
shared 0
arguments 8
  %0 = argument 64 0
  %1 = local_invocation_id 0
  %2 = const 32 0x4
  %3 = imul %1 %2
  %4 = u2u64 %3
  %5 = iadd %0 %4
  %9 = load global 32x1 %5 0
  %10 = const 32 0x1
""" + "\n".join([*lines, f"  store global 32x1 %5 0 %{10 + count}", ""])
    data = np.arange(64, dtype=np.uint32) * 7 + model.generation
    x, expected = on_qcom(data).realize(), np.ones(64, np.uint32)
    for n in range(count): expected = expected * data if n % 2 else expected + data
    device: Any = Device["QCOM"]
    binary = device.compiler.compile(source)
    assert IR3Program.of_bytes(binary).units > model.preload
    QCOMProgram(device.gpu, device.allocator, ProgramInfo("long", (0,), (0,), (0,)), binary)([x.uop.base.buffer.raw], {}, (1,))
    np.testing.assert_array_equal(x.numpy(), expected)
    assert machine.driver.faults == []


def test_a_kernel_that_hangs(machine: QCOMSystem, monkeypatch: pytest.MonkeyPatch) -> None:
    x = on_qcom(np.ones(64, np.float32)).realize()
    (x + 1).numpy()
    monkeypatch.setattr(machine.driver, "run", lambda: False)
    with Context(KERNEL_TIMEOUT=0.05), pytest.raises(DeviceError, match=r"did not end within 0\.05 seconds"): (x + 1).numpy()


# ---- memory of others


def test_memory_of_the_host_is_used_in_place(machine: QCOMSystem) -> None:
    array = np.arange(4096, dtype=np.float32)
    held = Tensor.from_blob(array.ctypes.data, (4096,), dtype="float32", device="QCOM", owner=array)
    np.testing.assert_array_equal((held * 2).numpy(), array * 2)
    held.assign(held + 1).realize()
    Device["QCOM"].synchronize()
    np.testing.assert_array_equal(array, np.arange(4096) + 1)


def opencl_buffer(machine: QCOMSystem, data: np.ndarray) -> tuple[int, ctypes.Array[ctypes.c_uint64]]:
    """A stand-in for Qualcomm's OpenCL: memory of the driver, and the object behind the cl_mem, whose word 20 is its address."""
    kgsl = machine.open("/dev/kgsl-3d0")
    from heddle.runtime.qcom import kgsl as driver
    made = driver.ObjectAlloc(size=data.nbytes, flags=driver.USE_CPU_MAP)
    kgsl.ioctl(driver.request_number("GPUOBJ_ALLOC"), made)
    address = kgsl.mmap(0, made.mmapsize, 3, 1, made.id * 4096)
    ctypes.memmove(address, data.ctypes.data, data.nbytes)
    words = (ctypes.c_uint64 * 32)(*range(1, 33))
    words[20] = address
    return address, words


def test_a_buffer_of_opencl(machine: QCOMSystem) -> None:
    data = np.arange(64, dtype=np.int32).reshape(8, 8)
    address, words = opencl_buffer(machine, data)
    handle = ctypes.addressof(words)
    assert cl_mem.buffer_address(handle, data.nbytes) == address
    held = Tensor.from_blob(cl_mem.buffer_address(handle, data.nbytes), (8, 8), dtype="int32", device="QCOM", owner=words)
    np.testing.assert_array_equal((held + 1).numpy(), data + 1)
    held.assign(held * 2).realize()
    Device["QCOM"].synchronize()
    np.testing.assert_array_equal(np.frombuffer((ctypes.c_char * 256).from_address(address), np.int32).reshape(8, 8), data * 2)
    np.testing.assert_array_equal(held.numpy(), data * 2)


def test_the_block_of_the_page(machine: QCOMSystem) -> None:
    """Kernels use a buffer of OpenCL in place as docs/qcom.md shows it."""
    page = Path(__file__).resolve().parents[2] / "docs/qcom.md"
    (block,) = re.findall(r"```python\n(.*?)```", page.read_text(), re.DOTALL)
    data = np.arange(64, dtype=np.int32).reshape(8, 8)
    _, words = opencl_buffer(machine, data)
    names: dict[str, Any] = {"cl_mem": ctypes.addressof(words), "buffer": words}
    exec(block, names)
    np.testing.assert_array_equal((names["x"] + 1).numpy(), data + 1)


def test_objects_of_other_libraries(machine: QCOMSystem) -> None:
    _, words = opencl_buffer(machine, np.zeros(64, np.int32))
    handle = ctypes.addressof(words)
    with pytest.raises(ExchangeError, match="5000 bytes are more than the 4096 of the cl_mem"): cl_mem.buffer_address(handle, 5000)
    words[20] = 0x1234
    with pytest.raises(ExchangeError, match="has 0x1234 where a buffer's address is expected"): cl_mem.buffer_address(handle, 4)
    words[20] = 0
    with pytest.raises(ExchangeError, match="has 0x0 where"): cl_mem.buffer_address(handle, 4)
    for bad in (0x10, handle + 1, 0, 1 << 60):
        with pytest.raises(ExchangeError, match="is no object of this process"): cl_mem.buffer_address(bad, 4)


def test_an_image_of_opencl(machine: QCOMSystem) -> None:
    """Four floats to a pixel, rows one after the other."""
    data = np.arange(64 * 16 * 4, dtype=np.float32)
    address, words = opencl_buffer(machine, data)
    pointer = cl_mem.buffer_address(ctypes.addressof(words), data.nbytes)
    assert pointer == address
    held = Tensor.from_blob(pointer, (64 * 16 * 4,), dtype=dtypes.imagef((64, 16)), device="QCOM", owner=words)
    np.testing.assert_array_equal(held.numpy(), data)
    np.testing.assert_array_equal((held.reshape(64, 64) @ on_qcom(np.eye(64, dtype=np.float32))).numpy(), data.reshape(64, 64))
    held.assign(held + 1).realize()
    np.testing.assert_array_equal(held.numpy(), data + 1)


def test_an_image_of_opencl_whose_rows_have_gaps(machine: QCOMSystem) -> None:
    """48 bytes of pixels in rows of 64, and halves in rows of 128 for 72."""
    for kind, pitch in ((dtypes.imagef((256, 3)), 64), (dtypes.imageh((128, 9)), 128)):
        element = np.float16 if kind.format.itemsize == 2 else np.float32
        rows = np.full((kind.height, pitch // np.dtype(element).itemsize), -1, element)
        rows[:, :4 * kind.width] = np.arange(kind.size).reshape(kind.height, -1) % 2048
        address, words = opencl_buffer(machine, rows)
        assert cl_mem.buffer_address(ctypes.addressof(words), kind.nbytes) == address
        held = Tensor.from_blob(address, (kind.size,), dtype=kind, device="QCOM", owner=words)
        np.testing.assert_array_equal((held * 2).numpy(), rows[:, :4 * kind.width].reshape(-1).astype(np.float32) * 2)


@pytest.mark.parametrize("height,width,error,match", [
    (64, 4, ExchangeError, "16384 bytes at .* fit no distance between rows of imagef"),
    (1024, 16, ExchangeError, "there are only 16384 bytes")])
def test_images_whose_rows_are_not_known(machine: QCOMSystem, height: int, width: int, error: type[Exception], match: str) -> None:
    address, words = opencl_buffer(machine, np.zeros(64 * 16 * 4, np.float32))
    with pytest.raises(error, match=match):
        Tensor.from_blob(address, (height * width * 4,), dtype=dtypes.imagef((height, width)), device="QCOM", owner=words)
    inside = np.zeros(1 << 14, np.float32)
    with pytest.raises(ExchangeError, match=r"fit no distance between rows|is no image of another library"):
        Tensor.from_blob(inside.ctypes.data + 64, (64 * 16 * 4,), dtype=dtypes.imagef((64, 16)), device="QCOM", owner=inside)


def test_linux_is_untouched(machine: QCOMSystem) -> None:
    assert system.system() is machine and machine.linux is not machine
