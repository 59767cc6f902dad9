"""The CUDA runtime's call sequence, on a made-up driver that checks it; what kernels compute is tested on the PTX emulator."""
from __future__ import annotations

import threading
from typing import Any

import pytest

from heddle.device import Device
from heddle.device.buffer import Buffer
from heddle.device.interface import Launch, Probe
from heddle.dtype import dtypes
from heddle.engine.launch import copy_buffer
from heddle.errors import DeviceError, ExchangeError
from heddle.runtime import ops_cuda
from heddle.runtime.cuda import nvrtc
from heddle.runtime.cuda.stream import CUDAProgram
from heddle.runtime.ops_cuda import CUDADevice
from heddle.uop.program_info import ProgramInfo
from tests.emulators import use_driver
from tests.runtime.fake_cuda import FakeCUDA, LaunchSeen


def open_fake(monkeypatch: pytest.MonkeyPatch, name: str = "CUDA", arch: str | None = None,
              compiler: str | None = None, **more: Any) -> tuple[CUDADevice, FakeCUDA]:
    fake = FakeCUDA(**more)
    install(monkeypatch, fake)
    return CUDADevice(name, compiler, arch, None), fake


def install(monkeypatch: pytest.MonkeyPatch, fake: FakeCUDA) -> None:
    """Makes `fake` the driver of the process."""
    use_driver(monkeypatch, lambda name: fake)


def program(device: CUDADevice, **more: Any) -> CUDAProgram:
    wanted = {"grid": (3, 2), "workgroup": (64, 4)} | more
    return CUDAProgram(device.stream, ProgramInfo("k", (0, 1), (0,), (1,), **wanted), b"cubin")


# ---- devices


def test_the_probe_names_the_gpus(monkeypatch: pytest.MonkeyPatch) -> None:
    install(monkeypatch, FakeCUDA(gpus=2))
    found = ops_cuda.probe()
    assert found.usable and found.hardware and found.by_default
    assert found.detail == "Fake GPU 0, sm_90a, 8 multiprocessors, 8 GiB; Fake GPU 1, sm_90a, 8 multiprocessors, 8 GiB; CUDA 12.8"


def test_code_is_for_the_gpu_or_for_an_older_one(monkeypatch: pytest.MonkeyPatch) -> None:
    device, _ = open_fake(monkeypatch)
    assert device.renderer.target == "CUDA C sm_90a" and not device.compiler.to_ptx  # type: ignore[attr-defined]
    assert open_fake(monkeypatch, arch="sm_80")[0].renderer.target == "CUDA C sm_80"
    later = open_fake(monkeypatch, arch="compute_80")[0]
    assert later.compiler.to_ptx and later.kernel_key != device.kernel_key  # type: ignore[attr-defined]
    with pytest.raises(DeviceError, match="Fake GPU 0 is sm_90a and cannot run code for sm_100"): open_fake(monkeypatch, arch="sm_100")
    with pytest.raises(DeviceError, match="cannot run code for sm_80a"): open_fake(monkeypatch, arch="sm_80a")


def test_a_driver_that_runs_ptx_is_given_ptx(monkeypatch: pytest.MonkeyPatch) -> None:
    assert open_fake(monkeypatch, takes_cubins=False)[0].compiler.to_ptx  # type: ignore[attr-defined]


def test_our_own_ptx(monkeypatch: pytest.MonkeyPatch) -> None:
    device, fake = open_fake(monkeypatch, compiler="PTX")
    assert device.renderer.target == "PTX sm_90a" and device.compiler.compile(".version 8.0\n") == b".version 8.0\n\0"
    assert device.compiler.disassemble(b"ret;\0") == "ret;" and fake.gpus == 1


def test_compilers_of_one_device_share_its_stream(monkeypatch: pytest.MonkeyPatch) -> None:
    device, fake = open_fake(monkeypatch)
    assert CUDADevice("CUDA", "PTX", None, None).stream is device.stream and fake.calls.count("cuStreamCreate") == 1
    assert CUDADevice("CUDA", "NVRTC", None, None).allocator.dlpack_stream == device.stream.handle


def test_without_nvrtc_the_driver_compiles(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(nvrtc, "probe", lambda: Probe(False, reason="not installed"))
    assert open_fake(monkeypatch)[0].renderer.target == "PTX sm_90a"
    assert open_fake(monkeypatch, compiler="NVRTC")[0].renderer.target == "CUDA C sm_90a"


def test_a_gpu_that_is_not_there(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(DeviceError, match="there is no CUDA:1: the driver lists 1 GPU") as caught: open_fake(monkeypatch, "CUDA:1")
    assert "CUDA:0 is Fake GPU 0, sm_90a" in str(caught.value.cure)


def test_an_index_counts_the_gpus_that_can_be_used(monkeypatch: pytest.MonkeyPatch) -> None:
    """One that is too old has none, and errors name it; other libraries count it: their memory is found by their number."""
    device, _ = open_fake(monkeypatch, gpus=2, archs=((6, 1), (9, 0)))
    assert device.info.name == "Fake GPU 1" and device.allocator.dlpack_device == (2, 1)
    with pytest.raises(DeviceError, match="no CUDA:1: the driver lists 1 GPU") as caught: CUDADevice("CUDA:1", None, None, None)
    assert caught.value.cure == ("There is: CUDA:0 is Fake GPU 1, sm_90a, 8 multiprocessors, 8 GiB. "
                                 "Not usable: Fake GPU 0, sm_61, 8 multiprocessors, 8 GiB, which is too old.")
    assert Device.can_import("CUDA", 2, 1) and not Device.can_import("CUDA", 2, 0) and not Device.can_import("CUDA:1", 2, 1)
    assert Device.importing_device(2, 1) == "CUDA" and Device.importing_device(2, 0) is None


# ---- memory


@pytest.mark.parametrize("nbytes", (1, 4096, (4 << 20) - 1, (4 << 20) + 5, (12 << 20) + 3))
def test_what_is_copied_in_comes_out(monkeypatch: pytest.MonkeyPatch, nbytes: int) -> None:
    device, _ = open_fake(monkeypatch)
    data = bytes(i * 7 % 251 for i in range(1009)) * (nbytes // 1009 + 1)
    raw, ticket = device.allocator.alloc(nbytes)
    device.allocator.copyin(raw, memoryview(data)[:nbytes])
    back = bytearray(nbytes)
    device.allocator.copyout(memoryview(back), raw)
    assert back == data[:nbytes]
    device.allocator.free(raw, nbytes, ticket)


def test_memory_is_given_back_in_the_order_of_the_stream(monkeypatch: pytest.MonkeyPatch) -> None:
    device, fake = open_fake(monkeypatch)
    raw, ticket = device.allocator.alloc(1000)
    device.allocator.free(raw, 1000, ticket)
    assert raw in fake.blocks, "kept for the next buffer"
    device.allocator.empty_cache()
    assert raw not in fake.blocks and fake.calls[-1] == "cuMemFreeAsync"
    assert device.allocator.memory_total() == 8 << 30 and device.allocator.memory_free() == 4 << 30


def test_copies_between_devices_wait_for_both(monkeypatch: pytest.MonkeyPatch) -> None:
    first, fake = open_fake(monkeypatch, gpus=2)
    second = CUDADevice("CUDA:1", None, None, None)
    (a, _), (b, _) = first.allocator.alloc(64), second.allocator.alloc(64)
    first.allocator.copyin(a, memoryview(bytes(range(64))))
    fake.calls.clear()
    assert second.allocator.transfer(b, a, 64, first.allocator)
    wanted = ["cuEventRecord", "cuStreamWaitEvent", "cuMemcpyPeerAsync", "cuEventRecord", "cuStreamWaitEvent"]
    assert [c for c in fake.calls if c != "cuCtxSetCurrent"] == wanted
    back = bytearray(64)
    second.allocator.copyout(memoryview(back), b)
    assert back == bytes(range(64))
    assert not first.allocator.transfer(a, 0, 64, Device["PYTHON"].allocator)


def test_memory_of_others(monkeypatch: pytest.MonkeyPatch) -> None:
    device, fake = open_fake(monkeypatch, gpus=2)
    own, _ = device.allocator.alloc(64)
    assert device.allocator.wrap(own, 64) == own and device.allocator.dlpack_device == (2, 0)
    with pytest.raises(ExchangeError, match="the driver has no device memory at 0x10"): device.allocator.wrap(16, 4)
    second = CUDADevice("CUDA:1", None, None, None)
    with pytest.raises(DeviceError, match="is on the GPU 0, and CUDA:1 is another") as caught: second.allocator.wrap(own, 64)
    assert "Use the device CUDA." in str(caught.value.cure) and fake.gpus == 2


def test_buffers_of_the_registry_are_of_this_device(monkeypatch: pytest.MonkeyPatch) -> None:
    install(monkeypatch, FakeCUDA())
    monkeypatch.setattr(Device, "_opened", {})
    monkeypatch.setattr(Device, "_by_text", {})
    source, dest = Buffer("CPU", 4, dtypes.float32).copyin(memoryview(bytes(range(16)))), Buffer("CUDA", 4, dtypes.float32)
    assert copy_buffer(dest, source) == 16 and dest.tobytes() == bytes(range(16))


# ---- launches


def test_a_launch_hands_over_extents_and_arguments(monkeypatch: pytest.MonkeyPatch) -> None:
    device, fake = open_fake(monkeypatch, arguments=3)
    kernel = program(device, vars=("n",))
    assert kernel([256, 512], {"n": 7}, (3, 2), (64, 4)) is None
    assert kernel([256, None], {"n": -7}, (1,), None, wait=True) == pytest.approx(0.25e-3)
    assert fake.launches == [LaunchSeen("k", (3, 2, 1), (64, 4, 1), 0, (256, 512, 7)),
                             LaunchSeen("k", (1, 1, 1), (1, 1, 1), 0, (256, 0, -7))]


def test_addresses_decide_which_entry_runs(monkeypatch: pytest.MonkeyPatch) -> None:
    device, fake = open_fake(monkeypatch)
    kernel = program(device)
    for pointers in ((256, 512), (256, 516), (264, 512), (272, 528)): kernel(pointers, {}, (1,), (1,))
    assert [seen.entry for seen in fake.launches] == ["k", "k_anywhere", "k_anywhere", "k"]


def test_a_kernel_without_a_second_entry_runs_anywhere(monkeypatch: pytest.MonkeyPatch) -> None:
    device, fake = open_fake(monkeypatch, entries=("k",))
    program(device)([257, 512], {}, (1,), (1,))
    assert fake.launches[0].entry == "k"


def test_much_shared_memory_is_asked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    device, fake = open_fake(monkeypatch)
    program(device, scratch=64 << 10)([256, 512], {}, (1,), (1,))
    assert fake.launches[0].shared == 64 << 10 and fake.calls.count("cuFuncSetAttribute") == 2
    program(device, scratch=40 << 10)([256, 512], {}, (1,), (1,))
    assert fake.launches[1].shared == 0


def test_threads_launch_in_turn(monkeypatch: pytest.MonkeyPatch) -> None:
    device, fake = open_fake(monkeypatch, arguments=2)
    kernel = program(device)

    def many(base: int) -> None:
        for n in range(200): kernel([base, base + n], {}, (1,), (1,))
    threads = [threading.Thread(target=many, args=(1 << 20 + t,)) for t in range(4)]
    for t in threads: t.start()
    for t in threads: t.join()
    assert len(fake.launches) == 800 and all(0 <= b - a < 200 for a, b in (seen.arguments for seen in fake.launches))


# ---- graphs


def graph_of(device: CUDADevice) -> Any:
    """A kernel from slot 0 to slot 1, a copy of slot 1 to the second half of slot 2, a kernel of a size known at launch."""
    fixed, sized = program(device), program(device, vars=("n",), grid=("n",))
    return device.graph()((Launch(fixed, fixed.info, ((1, 0), (0, 0))), Launch(None, None, ((2, 32), (1, 0)), 32),
                           Launch(sized, sized.info, ((0, 0), (2, 0)))))


def test_a_graph_is_made_once_and_then_only_changed(monkeypatch: pytest.MonkeyPatch) -> None:
    device, fake = open_fake(monkeypatch, arguments=2)
    memory = [device.allocator.alloc(64)[0] for _ in range(4)]
    a, b, c, d = memory
    device.allocator.copyin(b, memoryview(bytes(range(64))))
    graph = graph_of(device)
    graph([a, b, c], {"n": 5})
    wanted = [LaunchSeen("k", (3, 2, 1), (64, 4, 1), 0, (b, a)), LaunchSeen("k", (5, 1, 1), (64, 4, 1), 0, (a, c))]
    assert fake.launches == wanted and not fake.updates
    back = bytearray(64)
    device.allocator.copyout(memoryview(back), c)
    assert back[32:] == bytes(range(32)), "the copy"
    graph([a, b, c], {"n": 5})
    assert fake.launches == wanted * 2 and not fake.updates
    graph([a, b, c], {"n": 6})
    assert fake.updates == [2] and fake.launches[-1].grid == (6, 1, 1)
    graph([d, b, c], {"n": 6})
    assert fake.updates == [2, 0, 2] and fake.launches[-2].arguments == (b, d)
    graph([d, b, a + 16], {"n": 6})
    assert fake.updates == [2, 0, 2, 1, 2] and fake.calls.count("cuGraphInstantiateWithFlags") == 1


def test_a_graph_changes_to_the_entry_that_its_addresses_want(monkeypatch: pytest.MonkeyPatch) -> None:
    device, fake = open_fake(monkeypatch, arguments=2)
    a, b, c = (device.allocator.alloc(128)[0] for _ in range(3))
    graph = graph_of(device)
    graph([a, b, c], {"n": 1})
    graph([a + 4, b, c], {"n": 1})
    assert [seen.entry for seen in fake.launches] == ["k", "k", "k_anywhere", "k_anywhere"]


def test_a_launch_of_no_blocks_is_left_out(monkeypatch: pytest.MonkeyPatch) -> None:
    device, fake = open_fake(monkeypatch, arguments=2)
    a, b, c = (device.allocator.alloc(64)[0] for _ in range(3))
    graph_of(device)([a, b, c], {"n": 0})
    assert len(fake.launches) == 1 and "cuGraphLaunch" not in fake.calls


def test_a_graph_that_goes_gives_its_handles_back(monkeypatch: pytest.MonkeyPatch) -> None:
    device, fake = open_fake(monkeypatch)
    graph = graph_of(device)
    graph([device.allocator.alloc(64)[0] for _ in range(3)], {"n": 1})
    assert len(fake.graphs) == 2
    del graph
    assert not fake.graphs
