"""AMD's runtime on a modelled machine: memory, queues, graphs, two GPUs, faults. Kernels run in the interpreter of RDNA3."""

from __future__ import annotations

import errno
import gc
import os
import sys
from collections.abc import Callable, Iterator
from dataclasses import replace

import numpy as np
import pytest

from heddle import Context, Tensor, TinyJit, Variable
from heddle.device import Device, on_fork
from heddle.errors import DeviceError, ExchangeError, OutOfMemoryError
from heddle.runtime.amd import gpu as amd_gpu
from heddle.runtime.amd import kfd
from heddle.runtime.amd.code import CodeObject
from heddle.runtime.amd.program import AMDProgram
from heddle.runtime.common import llvm, system
from heddle.runtime.ops_amd import AMDDevice
from heddle.uop.program_info import ProgramInfo
from tests.emulators.amd.dispatch import Dispatch, Memory
from tests.emulators.amd.rdna import execute
from tests.emulators.amd.system import AMDSystem
from tests.emulators.amd.topology import GPU, RDNA2, RDNA3, RDNA4, RDNA35

pytestmark = [
    pytest.mark.skipif(not sys.platform.startswith("linux"), reason="memory is mapped as on Linux"),
    pytest.mark.skipif(llvm.find_llvm() is None, reason="llvmlite is not installed"),
]
Open = Callable[..., AMDSystem]


#: callables that drop what the engine keeps of kernels and graphs; which GPUs are open is kept by machine
_FORGET = [each for each in on_fork if each not in (kfd._opened.clear, amd_gpu._gpus.clear)]


def forget() -> None:
    """Nothing is known any more of kernels or graphs."""
    for each in _FORGET:
        each()


@pytest.fixture
def machine(monkeypatch: pytest.MonkeyPatch) -> Iterator[Open]:
    """machine(GPUs, seed=…): AMD is these, of which nothing is known yet. No fault stays unseen but those that a test takes out."""
    monkeypatch.setattr("heddle.device.Device._opened", {})
    monkeypatch.setattr("heddle.device.Device._by_text", {})
    made: list[AMDSystem] = []

    def put(*gpus: GPU, seed: int = 0, run: Callable[[Dispatch, Memory], None] = execute) -> AMDSystem:
        made.append(AMDSystem(gpus or (RDNA3,), run, seed))
        made[-1].machine.has_caches = True
        monkeypatch.setattr(system, "_systems", [made[-1]])
        forget()
        return made[-1]

    yield put
    forget()
    assert [fault for found in made for fault in found.machine.faults] == []


def device(name: str = "AMD") -> AMDDevice:
    found = Device[name]
    assert isinstance(found, AMDDevice)
    return found


def requests(found: AMDSystem, name: str) -> int:
    return sum(name in str(call) for call in found.driver.calls)


@pytest.mark.parametrize(("rows", "columns", "length", "turned"), [(16, 16, 16, False), (64, 48, 32, True), (128, 64, 48, False)])
@pytest.mark.parametrize(("form", "gpu"), [("float16", RDNA3), ("bfloat16", RDNA3), ("bfloat16", RDNA4)])
def test_products_on_matrix_units(machine: Open, form: str, gpu: GPU, rows: int, columns: int, length: int, turned: bool) -> None:
    """Of integers, whose sums are exact in whatever order, up to 256 in either format."""
    machine(gpu)
    rng = np.random.default_rng(rows)
    a = rng.integers(-2, 3, (rows, length)).astype(np.float32)
    b = rng.integers(-2, 3, (columns, length) if turned else (length, columns)).astype(np.float32)
    with Context(DEV="AMD"):
        x, y = (Tensor(data).cast(form).realize() for data in (a, b))
        got = (x @ (y.T if turned else y)).realize().cast("float32").numpy()
    np.testing.assert_array_equal(got, a @ (b.T if turned else b))


@pytest.mark.parametrize("gpu", [RDNA3, RDNA4])
def test_factors_that_are_transposed_for_matrix_units(machine: Open, gpu: GPU) -> None:
    """Both along their rows: so many that a thread has several vectors, and so few that not all threads have one."""
    machine(gpu)
    rng = np.random.default_rng(5)
    for rows, columns, length in ((128, 256, 64), (32, 16, 40)):
        a, b = (rng.integers(-2, 3, (length, n)).astype(np.float32) for n in (rows, columns))
        with Context(DEV="AMD"):
            x, y = (Tensor(data).cast("bfloat16").realize() for data in (a, b))
            np.testing.assert_array_equal((x.T @ y).realize().cast("float32").numpy(), a.T @ b)


@pytest.mark.parametrize(("gpu", "seed"), [(RDNA3, 0), (RDNA3, 1), (RDNA3, 2), (RDNA4, 0)])
def test_results_reach_the_host_whatever_the_order_of_work(machine: Open, gpu: GPU, seed: int) -> None:
    machine(gpu, seed=seed)
    with Context(DEV="AMD"):
        a, b = (np.random.default_rng(n).random((33, 33), np.float32) for n in range(2))
        got = ((Tensor(a) @ Tensor(b)).softmax() + Tensor(a).sum(1, keepdim=True)).numpy()
        want = np.exp(a @ b - (a @ b).max(1, keepdims=True))
        np.testing.assert_allclose(got, want / want.sum(1, keepdims=True) + a.sum(1, keepdims=True), rtol=1e-5)


def test_a_kernel_waits_for_the_one_before_though_nobody_else_does(machine: Open) -> None:
    machine()
    with Context(DEV="AMD"):
        x = Tensor.zeros(70).contiguous().realize()
        for _ in range(5):
            x = (x + 1).realize()
        assert x.tolist() == [5.0] * 70


def test_large_data_goes_in_pieces_both_ways(machine: Open) -> None:
    machine()
    data = np.random.default_rng(0).integers(0, 1 << 31, 1_700_001, dtype=np.int32)  # more than six pieces
    x = Tensor(data, device="AMD").realize()
    np.testing.assert_array_equal(x.numpy(), data)
    np.testing.assert_array_equal(x[1_000_003:1_000_050].numpy(), data[1_000_003:1_000_050])


def test_launches_are_timed_by_the_device(machine: Open) -> None:
    machine()
    gpu = device().gpu
    assert gpu.ticks_a_second == 100e6
    before, now = gpu.moments([0, int(gpu.ticks_a_second)])
    assert now - before == pytest.approx(1.0)
    with Context(DEV="AMD", DEBUG=2):
        (Tensor.ones(64).contiguous() * 2).realize()
    assert gpu.end.stamp > gpu.begin.stamp > 0


# ---- memory


def test_small_blocks_share_pages_and_all_of_them_come_back(machine: Open) -> None:
    found = machine()
    allocator = device().allocator
    xs = [Tensor(np.full(10, n, np.float32), device="AMD").realize() for n in range(40)]
    before = requests(found, "ALLOC")
    xs += [Tensor(np.full(10, n, np.float32), device="AMD").realize() for n in range(40)]
    assert requests(found, "ALLOC") == before, "the second forty lie in the first one's slab"
    assert [x.numpy()[3] for x in xs] == [*range(40), *range(40)]
    free = allocator.memory_free()
    large = Tensor(np.zeros(1 << 20, np.float32), device="AMD").realize()
    assert allocator.memory_free() == free - (4 << 20)
    del large, xs
    gc.collect()
    allocator.empty_cache()
    device().synchronize()
    device().gpu.timeline.reclaim()
    assert allocator.memory_free() >= free and allocator.stats().live == 0


def test_memory_is_given_back_only_after_what_was_submitted_before(machine: Open) -> None:
    machine()
    with Context(DEV="AMD"):
        x = Tensor(np.arange(1 << 18, dtype=np.float32)).realize()
        y = (x + 1).realize()
        del x
        gc.collect()
        device().allocator.empty_cache()
        np.testing.assert_array_equal(y.numpy(), np.arange(1 << 18, dtype=np.float32) + 1)


def test_running_out_of_memory_names_who_holds_it(machine: Open) -> None:
    machine(GPU(vram=64 << 20))
    held = Tensor(np.zeros(8 << 20, np.float32), device="AMD").realize()
    with pytest.raises(OutOfMemoryError, match="AMD is out of memory"):
        Tensor(np.zeros(10 << 20, np.float32), device="AMD").realize()
    assert held.numpy()[0] == 0.0


def test_what_the_driver_says_to_a_request_for_memory_is_told(machine: Open) -> None:
    found = machine()
    allocator = device().allocator
    found.fail("ALLOC_MEMORY_OF_GPU", errno.EPERM)
    with pytest.raises(DeviceError, match="AMD gets no memory: the driver refuses ALLOC_MEMORY_OF_GPU: Operation not permitted"):
        allocator.alloc(4096)
    assert allocator.alloc(4096)[0]


def test_memory_of_the_host_is_used_in_place(machine: Open) -> None:
    found = machine()
    data = np.arange(5000, dtype=np.float32)
    x = Tensor.from_blob(data.ctypes.data, (5000,), dtype="float32", device="AMD", owner=data)
    with Context(DEV="AMD"):
        assert (x * 2).sum().item() == data.sum() * 2
        again = Tensor.from_blob(data.ctypes.data + 400, (100,), dtype="float32", device="AMD", owner=data)
        assert again.sum().item() == data[100:200].sum()
    found.fail("ALLOC_MEMORY_OF_GPU", errno.EFAULT)
    other = np.zeros(9000, np.float32)
    with pytest.raises(ExchangeError, match="cannot use the memory at"):
        device().allocator.wrap(other.ctypes.data + 8192, 4)


def test_memory_of_the_host_is_given_back_after_the_launches_on_it(machine: Open) -> None:
    """Also where a second array begins in the first one's last page: one import has both."""
    found, calls = machine(), ["ALLOC_MEMORY_OF_GPU", "FREE_MEMORY_OF_GPU"]
    data = np.arange(8192, dtype=np.float32)
    first = Tensor.from_blob(data.ctypes.data, (1500,), dtype="float32", device="AMD", owner=data)
    with Context(DEV="AMD"):
        second = Tensor.from_blob(data.ctypes.data + 4 * 1400, (5000,), dtype="float32", device="AMD", owner=data)
        np.testing.assert_array_equal((second + first[1400:1410].sum()).numpy(), data[1400:6400] + data[1400:1410].sum())
        second.assign(second + 1).realize()
    before = [found.driver.calls.count(name) for name in calls]
    del second
    assert data[1400] == 1401 and [found.driver.calls.count(name) for name in calls] == before, "the other tensor is still there"
    del first
    assert [found.driver.calls.count(name) for name in calls] == [before[0], before[1] + 1]


# ---- graphs


def test_a_graph_is_written_once_and_updated(machine: Open) -> None:
    found = machine(seed=3)
    with Context(DEV="AMD"):
        w = Tensor(np.eye(8, dtype=np.float32) * 2).realize()
        step = TinyJit(lambda x: ((x @ w).softmax() @ w).realize())
        given = [Tensor(np.random.default_rng(n).random((8, 8), np.float32)).realize() for n in range(7)]
        for x in given:
            a = x.numpy() * 2
            e = np.exp(a - a.max(1, keepdims=True))
            np.testing.assert_allclose(step(x).numpy(), 2 * e / e.sum(1, keepdims=True), rtol=1e-5)
        made = requests(found, "ALLOC")
        for x in given:
            step(x)
        device().synchronize()
    assert requests(found, "ALLOC") == made


def test_replays_follow_each_other_without_the_host(machine: Open) -> None:
    machine(seed=1)
    with Context(DEV="AMD"):
        add = TinyJit(lambda x: ((x + 1).realize() * 2).realize())
        x = Tensor.ones(16).contiguous().realize()
        want = 1.0
        for _ in range(9):
            x, want = add(x).clone().realize(), (want + 1) * 2
        assert x.tolist() == [want] * 16


def test_extents_of_a_graph_may_vary(machine: Open) -> None:
    machine()
    rows = Variable("rows", 1, 64)
    data = np.random.default_rng(0).random((64, 8), np.float32)
    with Context(DEV="AMD"):
        x = Tensor(data).realize()
        step = TinyJit(lambda n: ((x[:n] + 1).realize() * 2).sum().realize())
        for n in (3, 9, 64, 1, 9, 30):
            assert step(rows.bind(n)).item() == pytest.approx(((data[:n] + 1) * 2).sum(), rel=1e-5)


# ---- several GPUs


def test_two_gpus_wait_for_each_other_and_the_host_for_neither(machine: Open) -> None:
    machine(RDNA3, RDNA3, seed=5)
    x = Tensor(np.arange(1000, dtype=np.float32), device="AMD").realize()
    y = ((x + 1).to("AMD:1") * 2).realize()
    z = (y.to("AMD") + x).realize()
    np.testing.assert_array_equal(z.numpy(), np.arange(1000, dtype=np.float32) * 3 + 2)


def test_gpus_that_do_not_reach_each_other_copy_through_the_host(machine: Open) -> None:
    found = machine(RDNA3, RDNA3)
    x = Tensor(np.arange(100, dtype=np.float32), device="AMD").realize()
    device("AMD:1").allocator.alloc(40)
    found.fail("MAP_MEMORY_TO_GPU", errno.EINVAL)
    assert x.to("AMD:1").tolist() == list(range(100))


# ---- other architectures


@pytest.mark.parametrize("gpu", (RDNA2, RDNA4), ids=lambda g: g.arch)
def test_launches_of_other_architectures(machine: Open, gpu: GPU) -> None:
    found = machine(gpu)
    a = np.random.default_rng(0).random((64, 64), np.float32)
    with Context(DEV="AMD"):
        x = Tensor(a).realize()
        np.testing.assert_allclose((x @ x).numpy(), a @ a, rtol=1e-5)
        e = np.exp(a - a.max(1, keepdims=True))
        np.testing.assert_allclose(x.softmax().numpy(), e / e.sum(1, keepdims=True), rtol=1e-5)
    launched = found.machine.cards[0].dispatches
    assert {d.arch for d in launched} == {gpu.arch} and any(d.lds_bytes for d in launched)


@pytest.mark.parametrize(("gpu", "privileged"), [(RDNA2, False), (RDNA3, True), (RDNA35, False), (RDNA4, False)])
def test_waves_start_privileged_where_they_would_trap_else(machine: Open, gpu: GPU, privileged: bool) -> None:
    launched: list[Dispatch] = []
    machine(gpu, run=lambda dispatch, memory: launched.append(dispatch))
    with Context(DEV="AMD"):
        (Tensor(np.ones(64, np.float32)) + 1).realize()
        device().synchronize()
    assert [bool(d.registers["PGM_RSRC1"] >> 20 & 1) for d in launched] == [privileged]


@pytest.mark.parametrize("gpu", [replace(RDNA35, exports_save_sizes=False), RDNA35, replace(RDNA35, registers=0x80000)])
def test_save_areas_have_the_size_that_the_driver_wants(machine: Open, gpu: GPU) -> None:
    """gfx1151 by the table; by what the kernel exports; and by that alone, where a later kernel wants more than the table says."""
    machine(gpu, run=lambda dispatch, memory: None)
    assert device().info.save_area == gpu.save_area and device().info.control_stack == gpu.control_stack


#: each item writes to and reads from an array of its own at a place known only when it runs, so that it lies in private memory
_PRIVATE = """
define amdgpu_kernel void @private(ptr addrspace(1) %out, i64 %n) #0 {
entry:
  %array = alloca [64 x i32], align 4, addrspace(5)
  %item = call i32 @llvm.amdgcn.workitem.id.x()
  %n32 = trunc i64 %n to i32
  br label %fill
fill:
  %i = phi i32 [ 0, %entry ], [ %next, %fill ]
  %to = getelementptr inbounds i32, ptr addrspace(5) %array, i32 %i
  %value = mul i32 %i, %item
  store volatile i32 %value, ptr addrspace(5) %to, align 4
  %next = add i32 %i, 1
  %more = icmp slt i32 %next, 64
  br i1 %more, label %fill, label %read
read:
  %from = getelementptr inbounds i32, ptr addrspace(5) %array, i32 %n32
  %got = load volatile i32, ptr addrspace(5) %from, align 4
  %wide = zext i32 %item to i64
  %place = getelementptr inbounds i32, ptr addrspace(1) %out, i64 %wide
  store i32 %got, ptr addrspace(1) %place, align 4
  ret void
}
declare i32 @llvm.amdgcn.workitem.id.x()
attributes #0 = { nounwind "amdgpu-flat-work-group-size"="64,64" "uniform-work-group-size"="true" "amdgpu-no-dispatch-ptr"
  "amdgpu-no-queue-ptr" "amdgpu-no-implicitarg-ptr" "amdgpu-no-hostcall-ptr" "amdgpu-no-dispatch-id" "amdgpu-no-heap-ptr"
  "amdgpu-no-default-queue" "amdgpu-no-completion-action" "amdgpu-no-multigrid-sync-arg" "amdgpu-no-lds-kernel-id" }
!llvm.module.flags = !{!0}
!0 = !{i32 1, !"amdhsa_code_object_version", i32 500}
"""


def private_kernel(found: AMDDevice) -> AMDProgram:
    binary = llvm.amd_compiler(str(found.info.arch)).compile(_PRIVATE)
    assert CodeObject(binary).kernels["private"].private >= 256
    info = ProgramInfo("private", (0,), (0,), (), ("n",), (1,), (64,))
    return AMDProgram(found.gpu, found.memory, info, binary)


@pytest.mark.parametrize("gpu", (RDNA2, RDNA3, RDNA4), ids=lambda g: g.arch)
def test_private_memory_is_there_for_every_item(machine: Open, gpu: GPU) -> None:
    machine(gpu)
    found = device()
    out = Tensor(np.zeros(64, np.int32), device="AMD").realize()
    private_kernel(found)([out._buffer().raw], {"n": 7}, (1,), (64,))
    assert out.tolist() == [7 * item for item in range(64)]
    assert found.allocator.stats().scratch >= 256 * 32 * 32


def test_private_memory_of_rdna2_is_described_in_scalar_registers(machine: Open) -> None:
    launched: list[Dispatch] = []
    machine(RDNA2, run=lambda dispatch, memory: launched.append(dispatch))
    found = device()
    out = Tensor(np.zeros(64, np.int32), device="AMD").realize()
    private_kernel(found)([out._buffer().raw], {"n": 7}, (1,), (64,))
    device().synchronize()
    kernel = CodeObject(llvm.amd_compiler("gfx1030").compile(_PRIVATE)).kernels["private"]
    base = found.gpu.scratch(kernel)[1]
    first = launched[0].user_sgprs
    assert dict(kernel.scalars).keys() >= {"private_segment_buffer", "kernarg_ptr"}
    assert first[:2] == (base & 0xFFFFFFFF, base >> 32 | 1 << 31) and first[3] == 0x21C14FAC
    tmpring = launched[0].registers["TMPRING_SIZE"]
    assert (tmpring >> 12) * 1024 >= kernel.private * 32 and (tmpring & 0xFFF) % 4 == 0


# ---- what goes wrong


def faults_of(found: AMDSystem) -> list[str]:
    """Takes out what the cards did wrong."""
    told = [str(fault) for fault in found.machine.faults]
    found.machine.faults.clear()
    return told


def test_a_fault_of_a_kernel_is_told_with_its_address_and_name(machine: Open) -> None:
    found = machine()
    x = Tensor(np.zeros(64, np.int32), device="AMD").realize()
    private_kernel(device())([0x10_0000], {"n": 1}, (1,), (64,))
    with pytest.raises(DeviceError, match=r"the GPU touched 0x1000\d\d, where there is no memory, in private"):
        x.numpy()
    with pytest.raises(DeviceError, match="cannot be used: the GPU touched"):
        (x + 1).realize()
    assert len(faults_of(found)) == 1


def test_a_reset_of_the_gpu_is_told(machine: Open) -> None:
    found = machine()
    x = Tensor(np.zeros(64, np.int32), device="AMD").realize()
    device().synchronize()
    found.lose(gpu=0, packet=2)
    with pytest.raises(DeviceError, match="had to reset the GPU"):
        (x + 1).numpy()
    faults_of(found)


def test_who_waits_reads_memory_and_seldom_asks_the_driver(machine: Open, monkeypatch: pytest.MonkeyPatch) -> None:
    found = machine()
    gpu, clock = device().gpu, [100.0]
    monkeypatch.setattr(found, "now", lambda: clock[0])
    before = requests(found, "WAIT_EVENTS")
    for _ in range(1000):
        assert gpu.timeline.fault() is None
    assert requests(found, "WAIT_EVENTS") - before <= 1
    for _ in range(10):
        clock[0] += 0.01
        gpu.timeline.fault()
    assert requests(found, "WAIT_EVENTS") - before >= 10


def test_a_kernel_that_does_not_end_is_named(machine: Open) -> None:
    found = machine(run=lambda dispatch, memory: None)
    found.machine.patience = 1 << 30
    gpu = device().gpu
    with Context(KERNEL_TIMEOUT=0.2):
        with gpu.timeline.submission(gpu.compute, "stuck") as words:
            gpu.pm4.wait(words, gpu.begin.address, 1)  # which nobody signals
        with pytest.raises(DeviceError, match=r"did not end within 0\.2 seconds \(KERNEL_TIMEOUT\): stuck"):
            device().synchronize()
    assert Device["AMD"].allocator.lost is not None


@pytest.mark.parametrize(
    ("request_", "code", "said"),
    [
        ("ACQUIRE_VM", errno.EBUSY, "refuses ACQUIRE_VM: Device or resource busy"),
        ("CREATE_QUEUE", errno.EINVAL, "refuses CREATE_QUEUE: Invalid argument"),
        ("ALLOC_MEMORY_OF_GPU", errno.ENOMEM, "has no room for its queues"),
    ],
)
def test_a_gpu_that_cannot_be_opened_says_why_and_may_be_tried_again(machine: Open, request_: str, code: int, said: str) -> None:
    found = machine()
    found.fail(request_, code)
    with pytest.raises(DeviceError, match=said):
        Device["AMD"]
    assert (Tensor([1.0] * code, device="AMD") + 1).tolist() == [2.0] * code  # each its own kernel: they are kept by what they do


def test_a_gpu_is_opened_once(machine: Open) -> None:
    found = machine()
    first = device()
    with Context(DEV="AMD:LLVM"):
        assert device("AMD:LLVM").gpu is first.gpu
    assert requests(found, "CREATE_QUEUE") == 2 and requests(found, "ACQUIRE_VM") == 1


def test_other_interfaces_are_not_there(machine: Open) -> None:
    machine()
    with pytest.raises(DeviceError, match=r"AMD has no interface 'PCI'[\s\S]*It has: KFD"):
        Device["PCI+AMD"]
    with pytest.raises(DeviceError, match="is gfx1100 and cannot run code for gfx1201"):
        Device["AMD::gfx1201"]
    assert Device["KFD+AMD"].name == "AMD"


@pytest.mark.skipif(not hasattr(os, "fork"), reason="needs fork")
def test_a_forked_child_is_told_and_leaves_the_queues_of_its_parent_alone(machine: Open) -> None:
    found = machine()
    x = (Tensor([1.0] * 6, device="AMD") + 1).realize()
    read, write = os.pipe()
    if (child := os.fork()) == 0:
        try:
            with pytest.raises(DeviceError, match="AMD cannot be used: it was opened before this process was forked"):
                x.tolist()
            gc.collect()
            os.write(write, str(requests(found, "DESTROY_QUEUE")).encode())
        finally:
            os._exit(0)
    os.waitpid(child, 0)
    os.close(write)
    assert os.read(read, 100) == b"0"
    os.close(read)
    assert x.tolist() == [2.0] * 6


def test_queues_end_with_the_gpu(machine: Open) -> None:
    found = machine()
    gpu = amd_gpu.AMDGPU(device().info, "AMD")
    before = requests(found, "DESTROY_QUEUE")
    gpu.timeline.fault = lambda: None
    del gpu
    gc.collect()
    assert requests(found, "DESTROY_QUEUE") == before + 2
