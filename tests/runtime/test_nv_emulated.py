"""NV on an emulated driver: what is asked of it, and what users are told when it refuses or a kernel does wrong.

What any GPU does is in test_nv_device.py, which runs here too, in a process of its own.
"""
from __future__ import annotations

import contextlib
import errno
import gc
import os
import re
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from heddle import Context, Tensor, TinyJit
from heddle.device import Device
from heddle.errors import DeviceError, OutOfMemoryError
from heddle.runtime import ops_nv
from heddle.runtime.cuda import nvrtc
from heddle.runtime.cuda.nvrtc import NVRTCCompiler
from heddle.runtime.nv.memory import NVAllocator
from heddle.runtime.nv.program import NVProgram
from heddle.runtime.ops_nv import NVDevice
from heddle.settings import settings
from heddle.uop.program_info import ProgramInfo
from tests.emulators.nv import FAMILIES, NVMock, Spec
from tests.emulators.nv.errors import Status
from tests.emulators.nv.install import as_device

ROOT = Path(__file__).resolve().parent.parent.parent
OpenNV = Callable[..., NVMock]
MIB = 1 << 20

pytestmark = pytest.mark.skipif(not nvrtc.probe().usable, reason="NVRTC is not installed")


@pytest.fixture
def open_nv(monkeypatch: pytest.MonkeyPatch) -> Iterator[OpenNV]:
    """open_nv(family="AD102", gpus=1, version=…): NV is GPUs of the mock, of which nothing is known yet."""
    with contextlib.ExitStack() as stack, Context(DEV="NV"):
        yield lambda **options: stack.enter_context(as_device(monkeypatch, **options))


def device() -> NVDevice:
    found = Device["NV"]
    assert isinstance(found, NVDevice)
    return found


def load(source: str, name: str, workgroup: int = 32, pointers: int = 1) -> NVProgram:
    """A kernel of CUDA C's, with its place in this file."""
    nv = device()
    info = ProgramInfo(name, tuple(range(pointers)), (0,), (), grid=(1,), workgroup=(workgroup,))
    return NVProgram(nv.queue, info, NVRTCCompiler(nv.queue.info.arch).compile(source), (__file__, 1, ""))


def test_what_every_gpu_does() -> None:
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "tests/runtime/test_nv_device.py"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False, env=os.environ | {"EMULATE": "NV"})
    assert done.returncode == 0 and re.search(r"\d+ passed", done.stdout), done.stdout[-6000:]


# ---- how the driver is asked


def test_the_probe_names_gpus_and_driver_and_makes_no_channel(open_nv: OpenNV) -> None:
    mock = open_nv(gpus=2, family="GH100")
    found = ops_nv.probe()
    assert found.usable and found.hardware and not found.by_default, "whoever wants it names it"
    assert found.detail.count("GH100 (mock), sm_90a, 4 multiprocessors, 4 GiB") == 2
    assert found.detail.endswith("; driver 580.105.08")
    assert not mock.calls["RM_ALLOC 0xa06c"] and not mock.calls["UVM_INITIALIZE"]


def test_multiprocessors_are_those_that_are_there(open_nv: OpenNV) -> None:
    """An H200 has 132 of the 144 that its chip has room for; a kernel with a stack has local memory for as many."""
    open_nv(spec=Spec(FAMILIES["GH100"], gpcs=8, tpcs=9, swept=(1, 1 << 8, 3, 1, 16)))
    assert device().queue.info.units == 132 and device().renderer.capabilities.threads == 132
    assert ops_nv.probe().detail.startswith("NVIDIA GH100 (mock), sm_90a, 132 multiprocessors, 4 GiB")


@pytest.mark.parametrize("version", ("535.288.01", "550.163.01", "570.148.08", "590.48.01"))
def test_releases(open_nv: OpenNV, version: str) -> None:
    """A kernel, and memory that goes back, in the structures of each."""
    mock = open_nv(version=version)
    x = Tensor(np.zeros(3 * MIB, np.uint8)).realize()
    assert (x[:10] + 1).tolist() == [1] * 10
    del x
    gc.collect()
    Device["NV"].allocator.empty_cache()
    device().synchronize()
    device().queue.timeline.reclaim()
    assert mock.calls["UVM_FREE"] >= 1 and not mock.faults
    assert [said for said in mock.refusals if "0x13e with 1032 bytes" not in said] == [], "the release is asked for in two sizes"


def test_small_tensors_share_blocks(open_nv: OpenNV) -> None:
    mock = open_nv()
    Tensor([1.0]).realize()
    before = mock.calls["RM_ALLOC 0x40"]
    kept = [Tensor([float(n)]).realize() for n in range(50)]
    assert mock.calls["RM_ALLOC 0x40"] == before and [x.item() for x in kept] == [float(n) for n in range(50)]


def test_a_graph_is_written_once_and_then_where_it_differs(open_nv: OpenNV) -> None:
    mock = open_nv()
    w = Tensor(np.eye(8, dtype=np.float32) * 2).realize()
    f = TinyJit(lambda x: ((x @ w).softmax() @ w).realize())
    given = [Tensor(np.full((8, 8), n, np.float32)).realize() for n in range(6)]
    submitted: list[int] = []
    for x in given:
        np.testing.assert_allclose(f(x).numpy(), np.full((8, 8), 0.25), rtol=1e-6)
        submitted.append(device().queue.timeline.submitted)
    assert submitted[-1] - submitted[-2] == 2, "all kernels at once, and the copy to the host"
    assert not mock.faults


def test_gpus_that_do_not_reach_each_other(open_nv: OpenNV) -> None:
    """Copies between them pass the host."""
    mock = open_nv(gpus=2, has_peers=False)
    x = Tensor(np.arange(100, dtype=np.float32)).realize()
    assert ((x + 1).to("NV:1") * 2).tolist() == [2.0 * n + 2 for n in range(100)] and not mock.faults


def test_gpus_that_nvlink_joins(open_nv: OpenNV) -> None:
    """The driver refuses to enable what is enabled already; copies between them do not pass the host."""
    mock = open_nv(gpus=2, has_nvlink=True)
    x = Tensor(np.arange(100, dtype=np.float32)).realize()
    assert ((x + 1).to("NV:1") * 2).tolist() == [2.0 * n + 2 for n in range(100)] and not mock.faults
    assert "UVM_ENABLE_PEER_ACCESS: INVALID_DEVICE (0x26): the GPUs are linked by NVLink" in mock.refusals
    source, target = (Device[name].allocator for name in ("NV", "NV:1"))
    assert isinstance(source, NVAllocator) and target.transfer(target.alloc(64)[0], source.alloc(64)[0], 64, source)


def test_clocks_that_are_not_granted(open_nv: OpenNV) -> None:
    mock = open_nv()
    mock.fail("RM_CONTROL 0x2080200a", Status.INSUFFICIENT_PERMISSIONS)
    assert (Tensor([1.0]) + 1).tolist() == [2.0] and mock.calls["RM_CONTROL 0x2080200a"] == 1


# ---- what cannot be had


def test_there_are_not_so_many(open_nv: OpenNV) -> None:
    open_nv()
    with pytest.raises(DeviceError, match=r"there is no NV:3: the driver lists 1 GPU for NV") as caught: Device["NV:3"]
    assert "NV:0 is NVIDIA AD102 (mock), sm_89" in str(caught.value)


def test_interfaces_and_architectures(open_nv: OpenNV) -> None:
    open_nv()
    assert (Tensor([1.0], device="NVK+NV") + 1).tolist() == [2.0]
    with pytest.raises(DeviceError, match=r"NV has no interface 'PCI'"): Tensor([1.0], device="PCI+NV").realize()
    assert Device["NV:NVRTC:sm_86"].renderer.target == "CUDA C sm_86"
    for arch in ("sm_90", "sm_75"):
        with pytest.raises(DeviceError, match=f"is sm_89 and cannot run code for {arch}"): Device[f"NV:NVRTC:{arch}"]


def test_tiles_are_copied_by_threads_on_hopper(open_nv: OpenNV) -> None:
    open_nv(family="GH100")
    caps = Device["NV"].renderer.capabilities
    assert caps.has_async_copies and not caps.has_tma
    a = np.random.default_rng(0).integers(-3, 4, (128, 128)).astype(np.float16)
    np.testing.assert_array_equal((Tensor(a) @ Tensor(a)).numpy(), a @ a)


def test_only_what_is_to_be_seen(open_nv: OpenNV) -> None:
    open_nv()
    with Context(VISIBLE_DEVICES="CPU"), pytest.raises(DeviceError, match="VISIBLE_DEVICES=CPU hides it"): Device["NV"]


def test_a_driver_that_is_too_old(open_nv: OpenNV) -> None:
    mock = open_nv()
    mock.version = "525.60.13"
    found = ops_nv.probe()
    assert not found.usable and "driver is release 525.60.13, and NV needs 535 or newer" in found.reason and "Update" in found.cure
    assert not mock.files, "nothing is left open"


def test_requests_that_are_refused(open_nv: OpenNV) -> None:
    mock = open_nv()
    mock.fail("RM_ALLOC 0xa06c", Status.INSUFFICIENT_RESOURCES)
    refused = "NV cannot be used: the driver refuses an object of class 0xa06c: no resources are left"
    with pytest.raises(DeviceError, match=refused) as caught: Tensor([1.0]).realize()
    assert "NVRM" in str(caught.value) and "DEV=CUDA" in str(caught.value)
    assert not mock.files and not mock.clients, "nothing is left of the try"
    assert Tensor([1.0]).tolist() == [1.0], "and the next one finds the GPU as it was"


def test_files_that_may_not_be_opened(open_nv: OpenNV) -> None:
    mock = open_nv()
    mock.fail("open /dev/nvidia0", -errno.EACCES)
    found = ops_nv.probe()
    assert not found.usable and "/dev/nvidia0" in found.reason and "Permission denied" in found.reason
    assert not mock.files, "nothing is left open"


def test_memory_runs_out(open_nv: OpenNV) -> None:
    """What was freed is given back first, for buffers and for code."""
    open_nv()
    allocator, gib = Device["NV"].allocator, 1 << 30
    kept = [allocator.alloc(gib) for _ in range(3)]
    with pytest.raises(OutOfMemoryError, match=r"NV is out of memory: requested 2 GiB"): allocator.alloc(2 * gib)
    allocator.free(kept[0][0], gib, kept[0][1])
    large, ticket = allocator.alloc(3 * gib // 2)
    allocator.free(large, 3 * gib // 2, ticket)
    assert device().queue.take_own(3 * gib // 2, "some code")
    with pytest.raises(OutOfMemoryError, match=r"NV has no room for some code, of 1073741824 bytes"):
        device().queue.take_own(gib, "some code")


# ---- what kernels do wrong

STRAY = 'extern "C" __global__ void stray(float *a) { a[1 << 28] = 1; }'
LARGE = ('extern "C" __global__ void __launch_bounds__(256) large(float *a) '
         "{ __shared__ float s[70]; s[threadIdx.x % 70] = 1; a[0] = s[3]; }")


def test_a_kernel_that_touches_memory_of_nobody(open_nv: OpenNV) -> None:
    open_nv()
    run = load(STRAY, "stray")
    x = Tensor([1.0]).realize()
    run([x._buffer().raw], {})  # type: ignore[attr-defined]
    fault = r"an unmapped address was accessed \(MMU fault\) \(code 31\), at the address 0x"
    with pytest.raises(DeviceError, match=fault) as caught: device().synchronize()
    assert "in stray (" in str(caught.value) and "Start a new process" in str(caught.value)
    with pytest.raises(DeviceError, match="MMU fault"): x.tolist()
    with pytest.raises(DeviceError, match="MMU fault"): Tensor([2.0]).realize()


def test_a_kernel_that_hangs(open_nv: OpenNV) -> None:
    mock = open_nv(raises_deadlock=False)
    x = Tensor([1.0]).realize()
    queue = device().queue
    with Context(KERNEL_TIMEOUT=0.5):
        with queue.timeline.submission(queue.compute, "the one that hangs") as words:
            queue.compute.wait_for(words, queue.timeline.done, 1 << 40)
        hangs = r"a kernel did not end within 0\.5 seconds \(KERNEL_TIMEOUT\): the one that hangs"
        with pytest.raises(DeviceError, match=hangs): x.tolist()
        with pytest.raises(DeviceError, match="did not end"): (x + 1).realize()
    assert mock.faults


def test_a_gpu_that_is_lost_while_it_works(open_nv: OpenNV) -> None:
    mock = open_nv(raises_deadlock=False)
    x = Tensor([1.0]).realize()
    mock.lose(0, at_method=3)
    with Context(KERNEL_TIMEOUT=0.5), pytest.raises(DeviceError, match=r"NV cannot be used"): (x + 1).tolist()


def test_a_block_that_does_not_fit(open_nv: OpenNV) -> None:
    open_nv()
    with pytest.raises(DeviceError, match=r"large \(.*\) is too large for NV: a block needs 2048 threads of \d+ registers"):
        load(LARGE, "large", workgroup=2048)
    nv, info = device(), ProgramInfo("large", (0,), (0,), (), workgroup=(256,), scratch=120_000)
    with pytest.raises(DeviceError, match=r"a block needs \d+ bytes of shared memory, and the device has 101376"):
        NVProgram(nv.queue, info, NVRTCCompiler(nv.queue.info.arch).compile(LARGE))


def test_code_for_another_gpu(open_nv: OpenNV) -> None:
    open_nv()
    binary = NVRTCCompiler(ops_nv.Architecture.parse("sm_90a")).compile(STRAY)
    with pytest.raises(Exception, match=r"stray was compiled for sm_90, and NV is sm_89"):
        NVProgram(device().queue, ProgramInfo("stray", (0,), (0,), (), workgroup=(32,)), binary)


def test_parameters_are_those_of_the_program(open_nv: OpenNV) -> None:
    open_nv()
    with pytest.raises(Exception, match=r"stray \(.*\) takes 1 parameters and not 2"): load(STRAY, "stray", pointers=2)


# ---- processes


def test_a_forked_child_cannot_use_what_its_parent_opened(open_nv: OpenNV) -> None:
    open_nv()
    x = Tensor([1.0]).realize()
    pid = os.fork()
    if pid == 0:
        said: Any = ""
        try: x.tolist()
        except DeviceError as fault: said = str(fault)
        os._exit(0 if "it was opened before this process was forked" in said else 1)
    assert os.waitpid(pid, 0)[1] == 0
    assert x.tolist() == [1.0], "the parent goes on"


def test_it_is_not_the_default() -> None:
    command = [sys.executable, "-m", "tests.emulators", "heddle"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False,
                          env={k: v for k, v in os.environ.items() if k != "DEV"} | {"EMULATE": "NV", "CACHE_DIR": settings.CACHE_DIR})
    line = next(line for line in done.stdout.splitlines() if re.search(r"\bNV\b", line))
    assert "default" not in line and "AD102 (mock)" in done.stdout, done.stdout
