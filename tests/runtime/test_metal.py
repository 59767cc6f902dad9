"""The Metal runtime's call sequence, on a stand-in for the framework that checks it and runs the kernels."""
from __future__ import annotations

import sys
from collections.abc import Iterator
from types import SimpleNamespace
from typing import Any, NamedTuple

import numpy as np
import pytest

from heddle import Context, Tensor, TinyJit, Variable
from heddle.device import Device
from heddle.device.buffer import Buffer
from heddle.device.interface import Launch
from heddle.dtype import dtypes
from heddle.engine.launch import copy_buffer
from heddle.errors import CompileError, DeviceError, ExchangeError, OutOfMemoryError
from heddle.installation import install_command
from heddle.renderer.c.msl import AppleGPU
from heddle.runtime import ops_metal
from heddle.runtime.cpu.clang import find_clang
from heddle.runtime.metal import framework
from heddle.runtime.metal.memory import MetalMemory
from heddle.runtime.metal.queue import MetalProgram
from heddle.runtime.ops_metal import MetalDevice
from heddle.settings import settings
from heddle.uop.program_info import ProgramInfo
from tests.emulators.metal.fake import FakeMetal
from tests.emulators.metal.fake.events import SharedEvent
from tests.emulators.metal.install import as_device, install

pytestmark = pytest.mark.skipif(find_clang()[0] is None, reason="kernels for the emulator are compiled by clang: pip install ziglang")

HEAD = "#include <metal_stdlib>\nusing namespace metal;\n"
ADD = HEAD + """kernel void k(device float *out0 [[buffer(0)]], device const float *in1 [[buffer(1)]],
  constant long *variables [[buffer(2)]],
  uint3 group [[threadgroup_position_in_grid]], uint3 item [[thread_position_in_threadgroup]]) {
  int at = group.x * 32 + item.x;
  out0[at] = in1[at] + variables[0];
}
"""
DOUBLE = HEAD + """kernel void k(device float *io0 [[buffer(0)]], uint3 group [[threadgroup_position_in_grid]],
  uint3 item [[thread_position_in_threadgroup]]) { io0[group.x * 32 + item.x] *= 2; }
"""
OUTSIDE = DOUBLE.replace("item.x] *=", "item.x + 1000] *=")


@pytest.fixture(autouse=True)
def _look_again() -> Iterator[None]:
    yield
    framework.forget()


@pytest.fixture
def fake(monkeypatch: pytest.MonkeyPatch) -> FakeMetal: return install(monkeypatch, FakeMetal())


def opened(name: str = "METAL", arch: str | None = None) -> MetalDevice: return MetalDevice(name, None, arch, None)


def program(device: MetalDevice, source: str, **more: Any) -> MetalProgram:
    wanted: dict[str, Any] = {"grid": (2,), "workgroup": (32,)} | more
    count = source.count("[[buffer(") - bool(wanted.get("vars"))
    info = ProgramInfo("k", tuple(range(count)), (0,), (), **wanted)
    binary = device.compiler.compile(source)
    return MetalProgram(device.queue, info, device.compiler.library(binary), source, ("train.py", 7, "f"))  # type: ignore[attr-defined]


def memory(device: MetalDevice, values: np.ndarray[Any, Any]) -> MetalMemory:
    raw, _ = device.allocator.alloc(values.nbytes)
    device.allocator.copyin(raw, values.reshape(-1).view(np.uint8).data)
    return raw


def read(device: MetalDevice, raw: MetalMemory, count: int) -> np.ndarray[Any, Any]:
    found = np.zeros(count, np.float32)
    device.allocator.copyout(found.view(np.uint8).data, raw)
    return found


def numbers(n: int = 64) -> np.ndarray[Any, Any]: return np.arange(n, dtype=np.float32)


# ---- devices


@pytest.mark.skipif(sys.platform == "darwin", reason="this is a Mac")
def test_elsewhere_it_needs_macos(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(framework, "load", framework.import_metal)
    framework.forget()
    found = ops_metal.probe()
    assert not found.usable and not found.hardware
    assert "Metal needs macOS" in found.reason and "DEV=NULL:METAL" in found.cure


def test_without_pyobjc_it_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    def missing() -> Any: raise ModuleNotFoundError("No module named 'Metal'")
    monkeypatch.setattr(framework, "load", missing)
    framework.forget()
    found = ops_metal.probe()
    assert not found.usable and found.hardware and found.cure == install_command("metal")


def test_a_session_without_a_gpu(monkeypatch: pytest.MonkeyPatch) -> None:
    install(monkeypatch, FakeMetal(devices=0))
    assert "lists no GPU" in ops_metal.probe().reason


def test_the_probe_names_the_gpus(monkeypatch: pytest.MonkeyPatch) -> None:
    fake = install(monkeypatch, FakeMetal(devices=2))
    found = ops_metal.probe()
    assert found.usable and found.detail == "Apple M2, apple8-3.1, 4 GiB; Apple M2 Pro, apple8-3.1, 4 GiB" and not fake.queues


@pytest.mark.parametrize("macos, family, gpu", [((12, 6), 7, "apple7-2.4"), ((13, 0), 7, "apple7-3.0"), ((14, 5), 8, "apple8-3.1"),
                                                ((15, 1), 9, "apple9-3.2"), ((26, 0), 10, "apple10-4.0")])
def test_the_language_is_that_of_the_system(monkeypatch: pytest.MonkeyPatch, macos: tuple[int, int], family: int, gpu: str) -> None:
    install(monkeypatch, FakeMetal(macos=macos, family=family))
    device = opened()
    assert str(device.info.arch) == gpu
    assert (dtypes.bfloat16 in device.renderer.capabilities.as_bits) == (macos < (14, 0))
    raw = memory(device, numbers())
    program(device, DOUBLE)([raw], {}, (2,), (32,))
    assert (read(device, raw, 64) == 2 * numbers()).all()


def test_code_may_be_for_an_older_gpu_and_not_for_a_newer(fake: FakeMetal) -> None:
    assert opened(arch="apple7-3.0").renderer.target == "MSL apple7-3.0"
    assert opened(arch="apple7-3.0").queue is opened().queue
    with pytest.raises(DeviceError, match=r"Apple M2 is apple8-3.1 and cannot run code for apple9"): opened(arch="apple9")


def test_a_device_that_is_not_there(fake: FakeMetal) -> None:
    with pytest.raises(DeviceError, match=r"there is no METAL:1: Metal lists 1 GPU[\s\S]*METAL:0 is Apple M2"): opened("METAL:1")


def test_null_renders_for_metal() -> None:
    renderer = Device["NULL:METAL"].renderer
    assert renderer.target == f"MSL {AppleGPU()}" and Device["NULL:METAL:apple9-3.0"].renderer.target == "MSL apple9-3.0"


# ---- memory


@pytest.mark.parametrize("nbytes", [1, 5, 4096, 100_001])
def test_what_is_copied_in_comes_out(fake: FakeMetal, nbytes: int) -> None:
    device, data = opened(), np.random.default_rng(0).integers(0, 256, nbytes).astype(np.uint8)
    raw, out = memory(device, data), np.zeros(nbytes, np.uint8)
    device.allocator.copyout(out.data, raw)
    assert (out == data).all()


def test_the_host_waits_for_work_before_it_reads_or_writes(fake: FakeMetal) -> None:
    device = opened()
    raw, run = memory(device, numbers()), program(device, DOUBLE)
    run([raw], {}, (2,), (32,))
    assert raw.bytes(8)[4] == 0 and not any(fake.faults)  # nothing ran yet: work is done when somebody waits
    device.allocator.copyin(raw, numbers().view(np.uint8).data)
    run([raw], {}, (2,), (32,))
    assert (read(device, raw, 64) == 2 * numbers()).all()


def test_a_buffer_goes_with_its_last_holder(fake: FakeMetal) -> None:
    device = opened()
    raw, ticket = device.allocator.alloc(1 << 20)
    used = fake.devices[0].currentAllocatedSize()
    device.allocator.free(raw, 1 << 20, ticket)
    del raw
    device.allocator.empty_cache()
    assert fake.devices[0].currentAllocatedSize() == used - (1 << 20)


def test_no_room(monkeypatch: pytest.MonkeyPatch) -> None:
    install(monkeypatch, FakeMetal(memory=1 << 20))
    with pytest.raises(OutOfMemoryError, match="METAL is out of memory"): opened().allocator.alloc(1 << 20)


@pytest.mark.parametrize("count", [64, 3])
def test_a_copy_within_the_device(fake: FakeMetal, count: int) -> None:
    device = opened()
    source, dest = memory(device, numbers()), memory(device, np.zeros(64, np.float32))
    part = device.allocator.offset(source, 4 * (64 - count), 4 * (64 - count))
    assert device.allocator.transfer(dest, part, 4 * count, device.allocator)
    assert (read(device, dest, 64)[:count] == numbers()[64 - count:]).all()


def test_copies_that_the_device_cannot_do_go_through_the_host(fake: FakeMetal) -> None:
    device = opened()
    raw = memory(device, numbers())
    assert not device.allocator.transfer(raw, raw._replace(offset=2), 4, device.allocator)
    assert not device.allocator.transfer(raw, raw._replace(offset=4), 8, device.allocator)  # it would overlap


def test_copies_between_devices_wait_for_both(monkeypatch: pytest.MonkeyPatch) -> None:
    install(monkeypatch, FakeMetal(devices=2, seed=3))
    first, second = opened(), opened("METAL:1")
    source, dest = memory(first, numbers()), memory(second, np.zeros(64, np.float32))
    twice = program(first, DOUBLE)
    twice([source], {}, (2,), (32,))
    assert second.allocator.transfer(dest, source, 256, first.allocator)
    twice([source], {}, (2,), (32,))  # comes after the copy
    first.synchronize()
    assert (read(second, dest, 64) == 2 * numbers()).all() and (read(first, source, 64) == 4 * numbers()).all()


def test_a_buffer_of_another_library_is_used_in_place(fake: FakeMetal) -> None:
    device = opened()
    theirs = fake.devices[0].newBufferWithLength_options_(256, 0)
    assert theirs is not None
    theirs.contents().as_buffer(256)[:] = numbers().tobytes()
    raw = device.allocator.wrap(id(theirs), 256)
    program(device, DOUBLE)([raw], {}, (2,), (32,))
    device.synchronize()
    assert (np.frombuffer(theirs.contents().as_buffer(256), np.float32) == 2 * numbers()).all()


def test_buffers_that_cannot_be_used(monkeypatch: pytest.MonkeyPatch) -> None:
    fake = install(monkeypatch, FakeMetal(devices=2))
    device, theirs = opened(), fake.devices[1].newBufferWithLength_options_(64, 0)
    own = fake.devices[0].newBufferWithLength_options_(64, 0)
    with pytest.raises(DeviceError, match="belongs to another GPU"): device.allocator.wrap(id(theirs), 64)
    with pytest.raises(ExchangeError, match="80 bytes are more than the 64"): device.allocator.wrap(id(own), 80)
    with pytest.raises(ExchangeError, match="no MTLBuffer at 0x10"): device.allocator.wrap(16, 64)


# ---- kernels


def test_arguments_and_the_integers_of_the_launch(fake: FakeMetal) -> None:
    device = opened()
    out, source = memory(device, np.zeros(64, np.float32)), memory(device, numbers())
    run = program(device, ADD, vars=("n",))
    assert run([out, source], {"n": 5}, (2,), (32,)) is None
    assert (read(device, out, 64) == numbers() + 5).all()


def test_offsets_are_part_of_an_argument(fake: FakeMetal) -> None:
    device = opened()
    raw = memory(device, numbers())
    program(device, DOUBLE)([device.allocator.offset(raw, 128, 128)], {}, (1,), (32,))
    assert (read(device, raw, 64)[:32] == numbers()[:32]).all() and (read(device, raw, 64)[32:] == 2 * numbers()[32:]).all()


def test_a_launch_is_timed_by_the_device(fake: FakeMetal) -> None:
    device = opened()
    seconds = program(device, DOUBLE)([memory(device, numbers())], {}, (2,), (32,), wait=True)
    assert seconds is not None and 0 < seconds < 1e-3


def test_a_launch_of_nothing(fake: FakeMetal) -> None:
    device = opened()
    assert program(device, DOUBLE)([None], {}, (0,), (32,), wait=True) == 0.0 and not fake.dispatches


def test_many_launches_are_under_way(fake: FakeMetal) -> None:
    device = opened()
    raw, run = memory(device, np.ones(64, np.float32)), program(device, DOUBLE)
    for _ in range(100): run([raw], {}, (2,), (32,))
    assert (read(device, raw, 64) == 2.0 ** 100).all()


def test_fast_mathematics_is_off(monkeypatch: pytest.MonkeyPatch) -> None:
    for macos in ((13, 0), (15, 0)):
        install(monkeypatch, FakeMetal(macos=macos))
        opened().compiler.compile(DOUBLE)  # the stand-in refuses it otherwise


# ---- faults


def test_a_source_that_metal_refuses(fake: FakeMetal) -> None:
    with pytest.raises(CompileError, match=r"Apple M2[\s\S]*undeclared identifier[\s\S]*line 3: kernel void") as caught:
        opened().compiler.compile(HEAD + "kernel void k(device int *a [[buffer(0)]]) { a[0] = b; }")
    assert "a[0] = b" in caught.value.source


def test_too_many_threads(fake: FakeMetal) -> None:
    fake.most_threads = 16
    with pytest.raises(DeviceError, match=r"k \(train.py:7, in f\) is too large for METAL: a threadgroup needs 32 threads"):
        program(opened(), DOUBLE)


def test_too_much_threadgroup_memory(fake: FakeMetal) -> None:
    large = DOUBLE.replace("{ io0", "{\n  threadgroup float tile[9000];\n  tile[item.x] = 1; io0")
    with pytest.raises(CompileError, match=r"no pipeline of k[\s\S]*Threadgroup memory size \(36000\)"): program(opened(), large)


def test_a_kernel_outside_its_memory(fake: FakeMetal) -> None:
    device = opened()
    raw = memory(device, numbers())
    program(device, OUTSIDE)([raw], {}, (2,), (32,))
    says = r"METAL cannot be used: a kernel touched memory that is not its own in k \(train.py:7, in f\)"
    with pytest.raises(DeviceError, match=says) as caught: device.synchronize()
    assert "VALIDATE_WITH_CPU=1" in str(caught.value.cure) and "buffer 0" in caught.value.what
    for use in (device.synchronize, lambda: device.allocator.alloc(64), lambda: program(device, DOUBLE)([raw], {})):
        with pytest.raises(DeviceError, match="METAL cannot be used"): use()


@pytest.mark.parametrize("code, says", [(2, "took too long"), (7, "may not use the GPU"), (11, "removed"), (99, "error 99")])
def test_other_errors_of_a_command_buffer_lose_the_device(fake: FakeMetal, code: int, says: str) -> None:
    device = opened()
    fake.break_next(code)
    program(device, DOUBLE)([memory(device, numbers())], {}, (2,), (32,))
    with pytest.raises(DeviceError, match=says): device.synchronize()
    assert device.allocator.lost is not None


def test_a_command_buffer_without_memory_loses_nothing(fake: FakeMetal) -> None:
    device = opened()
    raw, run = memory(device, numbers()), program(device, DOUBLE)
    fake.break_next(8)
    run([raw], {}, (2,), (32,))
    with pytest.raises(OutOfMemoryError, match="METAL: the device is out of memory in k"): device.synchronize()
    run([raw], {}, (2,), (32,))
    device.synchronize()


def test_a_kernel_that_does_not_end(fake: FakeMetal, monkeypatch: pytest.MonkeyPatch) -> None:
    device = opened()
    program(device, DOUBLE)([memory(device, numbers())], {}, (2,), (32,))
    fake.hangs = True
    monkeypatch.setattr(settings, "KERNEL_TIMEOUT", 0.01)
    with pytest.raises(DeviceError, match=r"did not end within 0.01 seconds \(KERNEL_TIMEOUT\): k \(train.py:7"): device.synchronize()


# ---- graphs


def graph_of(device: MetalDevice, *launches: Launch) -> Any: return device.graph()(launches)


def test_a_graph_is_made_once_and_then_only_changed(fake: FakeMetal) -> None:
    device = opened()
    add = program(device, ADD, vars=("n",))
    twice = program(device, DOUBLE)
    run = graph_of(device, Launch(add, add.info, ((0, 0), (1, 0))), Launch(twice, twice.info, ((0, 0),)),
                   Launch(None, None, ((2, 0), (0, 0)), 256), Launch(twice, twice.info, ((2, 0),)))
    first, second, out, copy = (memory(device, x) for x in (numbers(), numbers() * 3, numbers() * 0, numbers() * 0))
    for source, n in ((first, 1), (first, 1), (second, 7), (first, 2)):
        run([out, source, copy], {"n": n})
        expected = 2 * (read(device, source, 64) + n)
        assert (read(device, out, 64) == expected).all() and (read(device, copy, 64) == 2 * expected).all()
    assert len(fake.dispatches) == 12


def test_a_graph_waits_before_it_changes_what_runs(fake: FakeMetal) -> None:
    device = opened()
    add = program(device, ADD, vars=("n",))
    run = graph_of(device, Launch(add, add.info, ((0, 0), (1, 0))), Launch(add, add.info, ((1, 0), (0, 0))))
    a, b = memory(device, numbers()), memory(device, numbers())
    for n in range(4): run([a, b], {"n": n})  # nobody waits between them
    assert (read(device, b, 64) == numbers() + 2 * (0 + 1 + 2 + 3)).all()


def test_a_graph_changes_one_recording_while_the_other_runs(fake: FakeMetal) -> None:
    """Before, each replay with another buffer or number waited until the device had nothing to do."""
    device = opened()
    add = program(device, ADD, vars=("n",))
    run = graph_of(device, *[Launch(add, add.info, ((0, 0), (1, 0)))] * 3)
    a, b = memory(device, numbers()), memory(device, numbers())
    under_way: list[int] = []
    for pair, n in (([a, b], 0), ([a, b], 1), ([b, a], 2), ([b, a], 2), ([b, a], 2)):
        run(pair, {"n": n})
        under_way.append(len(fake.queues[-1]._pending))
    assert under_way == [1, 2, 2, 2, 3], "what is changed waits for its own last run alone; the fifth changes nothing"
    assert (read(device, b, 64) == numbers() + 1 + 2).all()


def test_parts_of_buffers_and_copies_that_the_device_cannot_do(fake: FakeMetal) -> None:
    device = opened()
    twice = program(device, DOUBLE, grid=(1,))
    run = graph_of(device, Launch(twice, twice.info, ((0, 128),)), Launch(None, None, ((1, 0), (0, 130)), 6),
                   Launch(twice, twice.info, ((0, 128),)))
    raw, out = memory(device, numbers()), memory(device, np.zeros(8, np.uint8))
    run([raw, out], {})
    assert (read(device, raw, 64)[32:] == 4 * numbers()[32:]).all()
    found = np.zeros(8, np.uint8)
    device.allocator.copyout(found.data, out)
    assert found[:6].tobytes() == (2 * numbers()).tobytes()[130:136]


def test_a_launch_of_no_groups_does_nothing(fake: FakeMetal) -> None:
    device = opened()
    twice = program(device, DOUBLE, grid=("n",), vars=())
    run = graph_of(device, Launch(twice, twice.info, ((0, 0),)), Launch(twice, twice.info, ((0, 0),)))
    raw = memory(device, numbers())
    for n in (0, 2, 0): run([raw], {"n": n})
    assert (read(device, raw, 64) == 4 * numbers()).all()


def test_an_indirect_command_buffer_that_is_refused(fake: FakeMetal, monkeypatch: pytest.MonkeyPatch) -> None:
    device = opened()
    twice = program(device, DOUBLE)
    monkeypatch.setattr(type(fake.devices[0]), "newIndirectCommandBufferWithDescriptor_maxCommandCount_options_", lambda *a: None)
    with pytest.raises(DeviceError, match="no indirect command buffer for 2 kernels"):
        graph_of(device, *[Launch(twice, twice.info, ((0, 0),))] * 2)


# ---- the whole


@pytest.fixture
def metal(monkeypatch: pytest.MonkeyPatch) -> Iterator[FakeMetal]:
    """METAL as a device that users open, for one test."""
    fake = as_device(monkeypatch, FakeMetal(devices=2))
    with Context(DEV="METAL"): yield fake


def test_a_captured_function_is_one_submission(metal: FakeMetal) -> None:
    weight = Tensor(numbers(16).reshape(4, 4)).realize()

    @TinyJit
    def step(x: Tensor) -> Tensor: return ((x @ weight).relu().sum(1) + 1).realize()

    for n in range(4):
        x = numbers(16).reshape(4, 4) - n
        assert np.allclose(step(Tensor(x).realize()).numpy(), np.maximum(x @ numbers(16).reshape(4, 4), 0).sum(1) + 1)


def test_a_variable_of_a_captured_function(metal: FakeMetal) -> None:
    rows = Variable("rows", 1, 8)
    data = Tensor(numbers(64).reshape(8, 8)).realize()

    @TinyJit
    def total(n: Any) -> Tensor: return (data[:n].sum() * 2 + 1).realize()

    for n in (3, 4, 5, 6, 2): assert total(rows.bind(n)).item() == 2 * numbers(8 * n).sum() + 1


def test_float64_is_refused_with_a_reason(metal: FakeMetal) -> None:
    with pytest.raises(Exception, match="METAL has no float64"): (Tensor([1.0], dtype="float64") + 1).realize()


def test_many_buffers_make_several_kernels(metal: FakeMetal) -> None:
    parts = [Tensor(numbers(4) + n).realize() for n in range(40)]
    total = parts[0]
    for part in parts[1:]: total = total + part
    assert total.tolist() == (numbers(4) * 40 + sum(range(40))).tolist()


def test_tensors_on_two_devices(metal: FakeMetal) -> None:
    there = (Tensor(numbers()) * 2).to("METAL:1")
    assert (there + 1).to("METAL").tolist() == (2 * numbers() + 1).tolist()


def test_a_buffer_of_metal_as_a_tensor(metal: FakeMetal) -> None:
    theirs = metal.devices[0].newBufferWithLength_options_(256, 0)
    assert theirs is not None
    theirs.contents().as_buffer(256)[:] = numbers().tobytes()
    x = Tensor.from_blob(id(theirs), (8, 8), dtype="float32", device="METAL", owner=theirs)
    assert (x.T + 1).tolist() == (numbers().reshape(8, 8).T + 1).tolist()


class Storage(NamedTuple):
    """torch's storage of a tensor on mps: the address of a buffer of Metal."""

    buffer: Any

    def data_ptr(self) -> int: return id(self.buffer)
    def nbytes(self) -> int: return self.buffer.length()


class OnMps:
    """A torch tensor on mps, as far as it is asked."""

    device, dtype = SimpleNamespace(type="mps"), "torch.float32"

    def __init__(self, buffer: Any, shape: tuple[int, ...], first: int = 0, ordered: bool = True) -> None:
        self.buffer, self.shape, self.first, self.ordered = buffer, shape, first, ordered

    def is_contiguous(self) -> bool: return self.ordered
    def stride(self) -> tuple[int, ...]: return (1, 8) if not self.ordered else (8, 1)
    def contiguous(self) -> OnMps: return OnMps(self.buffer, self.shape, self.first)
    def untyped_storage(self) -> Storage: return Storage(self.buffer)
    def storage_offset(self) -> int: return self.first


OnMps.__module__ = "torch"


@pytest.fixture
def theirs(metal: FakeMetal, monkeypatch: pytest.MonkeyPatch) -> tuple[Any, list[str]]:
    """A buffer of torch's with 0 … 63, and what was called of torch."""
    calls: list[str] = []
    mps = SimpleNamespace(synchronize=lambda: calls.append("synchronize"))
    monkeypatch.setitem(sys.modules, "torch", SimpleNamespace(mps=mps))  # type: ignore[arg-type]
    buffer = metal.devices[0].newBufferWithLength_options_(256, 0)
    assert buffer is not None
    buffer.contents().as_buffer(256)[:] = numbers().tobytes()
    return buffer, calls


def test_a_torch_tensor_on_mps_is_used_in_place(theirs: tuple[Any, list[str]]) -> None:
    buffer, calls = theirs
    x = Tensor.from_dlpack(OnMps(buffer, (4, 8), first=16), copy=False)
    assert calls == ["synchronize"] and x.device == "METAL"
    assert (x * 2).tolist() == (2 * numbers()[16:48].reshape(4, 8)).tolist()
    x.assign(x + 100).realize()
    Device["METAL"].synchronize()
    assert (np.frombuffer(buffer.contents().as_buffer(256), np.float32)[16:48] == numbers()[16:48] + 100).all()


def test_a_torch_tensor_on_mps_may_be_copied(theirs: tuple[Any, list[str]]) -> None:
    buffer, _ = theirs
    own = Tensor.from_dlpack(OnMps(buffer, (64,)), copy=True)
    there = Tensor.from_dlpack(OnMps(buffer, (64,)), device="METAL:1")
    buffer.contents().as_buffer(256)[:] = bytes(256)
    assert own.tolist() == numbers().tolist() == there.tolist()


def test_a_torch_tensor_on_mps_that_is_not_in_order(theirs: tuple[Any, list[str]]) -> None:
    turned = OnMps(theirs[0], (8, 8), ordered=False)
    with pytest.raises(ExchangeError, match=r"not contiguous: shape \(8, 8\), strides \(1, 8\)"):
        Tensor.from_dlpack(turned, copy=False)
    assert Tensor.from_dlpack(turned).shape == (8, 8)


def test_buffers_of_the_registry_are_of_this_device(metal: FakeMetal) -> None:
    here = Buffer("METAL", 64, dtypes.float32).allocate()
    there = Buffer("METAL:1", 64, dtypes.float32).allocate()
    here.copyin(numbers().view(np.uint8).data)
    copy_buffer(there, here)
    assert (np.frombuffer(there.copyout(memoryview(bytearray(256))), np.float32) == numbers()).all()


def test_an_event_never_goes_back() -> None:
    event = SharedEvent(FakeMetal().devices[0])
    event._signal(2)
    with pytest.raises(Exception, match="goes from 2 back to 1"): event._signal(1)
