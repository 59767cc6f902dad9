"""The memory of tensors in NumPy, torch, JAX and memoryviews: what is shared, what may be written to, what is copied."""
from __future__ import annotations

import gc
import subprocess
import sys
import threading
import weakref

import jax
import numpy as np
import pytest
import torch

import heddle.runtime
from heddle import Context, Device, Tensor, TinyJit, Variable, dtypes
from heddle.device import registry
from heddle.errors import DeviceError, ExchangeError, JitError
from heddle.tensor.interop import dlpack_capsule
from heddle.tensor.random import random


def numbers(*shape: int) -> Tensor:
    """0, 1, 2, … in memory of their own."""
    return (Tensor.arange(int(np.prod(shape)), dtype="float32").reshape(*shape) * 1.0).contiguous().realize()


# ---- np.asarray


def test_asarray_is_the_memory_and_cannot_be_written_to():
    t = numbers(2, 3)
    a = np.asarray(t)
    assert a.tolist() == t.tolist() and not a.flags.writeable and a.ctypes.data == t._buffer().raw
    t.assign(t + 1).realize()
    assert a.tolist() == t.tolist() == [[1, 2, 3], [4, 5, 6]]


def test_np_array_is_a_copy():
    t = numbers(3)
    a = np.array(t)
    a[0] = 9
    assert t.tolist() == [0, 1, 2] and np.asarray(t, np.int32).dtype == np.int32
    assert np.asarray(t, dtype="float64").tolist() == [0, 1, 2]


def test_asarray_computes_what_is_not_computed_yet():
    assert np.asarray(Tensor([1.0, 2.0]) + 1).tolist() == [2, 3]
    assert np.asarray(Tensor(3.0)).shape == () and float(np.asarray(Tensor(3.0))) == 3
    np.testing.assert_array_equal(np.asarray(Tensor.zeros(2, 0)), np.zeros((2, 0)))


def test_functions_of_numpy_take_tensors():
    t = numbers(2, 3)
    assert np.sum(np.asarray(t)) == 15 and np.concatenate([t, t]).shape == (4, 3)
    np.testing.assert_allclose(t, [[0, 1, 2], [3, 4, 5]])


@pytest.mark.parametrize("view", [
    lambda t: t.T, lambda t: t[1:], lambda t: t[:, ::2], lambda t: t.flip(1), lambda t: t.reshape(3, 4, 2),
    lambda t: t.permute(1, 0).unsqueeze(0), lambda t: t[2], lambda t: t[1, 2], lambda t: t[:, None, 3:],
])
def test_views_are_seen_in_place(view):
    t = numbers(4, 6)
    memory = t._buffer()
    a, want = np.asarray(view(t)), view(t).numpy()
    np.testing.assert_array_equal(a, want)
    assert memory.raw <= a.ctypes.data < memory.raw + memory.nbytes
    t.assign(t * 2).realize()
    np.testing.assert_array_equal(a, want * 2)


def test_what_no_strides_describe_is_copied():
    t = numbers(2, 3).pad(((1, 0), (0, 0)))
    assert np.asarray(t).tolist() == t.tolist() and np.from_dlpack(t).tolist() == t.tolist()
    with pytest.raises(ValueError, match="cannot be had without a copy"): np.asarray(t, copy=False)
    with pytest.raises(BufferError, match="a view that no strides describe"): t.__dlpack__(copy=False)


def test_negative_strides_are_copied():
    """torch ends the process on them."""
    t = numbers(2, 3).flip(1)
    for lend in (torch.from_dlpack, np.from_dlpack, jax.dlpack.from_dlpack): assert lend(t).tolist() == [[2, 1, 0], [5, 4, 3]]
    with pytest.raises(BufferError, match="negative strides"): t.__dlpack__(copy=False)
    row = numbers(1, 3)
    torch.from_dlpack(row.flip(0))[0, 1] = 9  # of one row the stride does not count
    assert row.tolist() == [[0, 9, 2]]


@pytest.mark.parametrize("dtype", [d for d in dtypes.all if d.fmt], ids=lambda d: d.name)
def test_every_dtype_that_numpy_has(dtype):
    t = Tensor([0, 1, 1], dtype=dtype)
    a = np.asarray(t)
    assert a.dtype.name == dtype.name and a.tolist() == t.tolist() and np.from_dlpack(t).dtype.name == dtype.name
    assert memoryview(a).format.replace("l", "q").replace("L", "Q") == dtype.fmt
    assert np.asarray(t.__buffer__(0)).tolist() == t.tolist()


def test_what_is_lent_may_be_let_go_by_any_thread():
    gone = []
    for lend in (np.asarray, np.from_dlpack, torch.from_dlpack, lambda t: t.__dlpack__()):
        for _ in range(50):
            t = Tensor([1.0, 2.0]) + 1
            held = [lend(t), Tensor.from_dlpack(np.from_dlpack(t))]
            gone.append(weakref.ref(t._buffer()))
            del t
            threads = [threading.Thread(target=held.pop) for _ in range(2)]
            for thread in threads: thread.start()
            for thread in threads: thread.join()
    del threads, thread
    assert not any(ref() for ref in gone)


def test_threads_lend_and_borrow_at_the_same_time():
    t, failed = numbers(4, 4), []

    def work(n):
        for i in range(40):
            x = Tensor.from_dlpack(np.from_dlpack(t + n))
            if np.asarray(x.T)[1, 2] != 9 + n or x.__dlpack__() is None: failed.append((n, i))
    threads = [threading.Thread(target=work, args=(n,)) for n in range(4)]
    for thread in threads: thread.start()
    for thread in threads: thread.join()
    assert not failed


def test_what_is_lent_lives_on():
    gc.disable()
    try:
        for lend in (np.asarray, np.from_dlpack, torch.from_dlpack, lambda t: t.__buffer__(0), lambda t: t.__dlpack__()):
            t = Tensor([1.0, 2.0]) + 1
            alive, lent = weakref.ref(t.realize()._buffer()), lend(t)
            del t
            assert alive() is not None
            del lent
            assert alive() is None
    finally: gc.enable()


# ---- writing


def test_what_is_written_is_seen_by_views_and_graphs_that_are_computed_later():
    t = numbers(2, 2)
    view, graph, a = t[0], t + 100, np.from_dlpack(t)
    a[0] = [7, 8]
    assert t.tolist() == [[7, 8], [2, 3]] and view.tolist() == [7, 8] and graph.tolist() == [[107, 108], [102, 103]]


def test_tensors_that_are_equal_by_chance_do_not_see_what_is_written():
    x = Tensor([1.0, 2.0])
    a, b = x * 3, x * 3
    Tensor.realize(a, b)
    np.from_dlpack(a)[0] = 50
    assert a.tolist() == [50, 6] and b.tolist() == [3, 6]


def test_a_constant_is_not_changed_for_others():
    a, b = Tensor.ones(3).contiguous(), Tensor.ones(3).contiguous()
    np.from_dlpack(a)[:] = 5
    assert a.tolist() == [5, 5, 5] and b.tolist() == [1, 1, 1] and Tensor.ones(3).tolist() == [1, 1, 1]


def test_a_copy_is_a_copy():
    t = numbers(3)
    a = np.from_dlpack(t, copy=True)
    a[0] = 9
    assert t.tolist() == [0, 1, 2]
    b = torch.from_dlpack(t, copy=True)
    b[0] = 9
    assert t.tolist() == [0, 1, 2]


def test_a_file_is_not_changed_by_what_is_computed_in_its_memory(tmp_path):
    file = tmp_path / "data"
    file.write_bytes(bytes(range(16)))
    on_disk = Tensor(file)
    mapped = np.asarray(on_disk)
    here = on_disk.to("CPU").realize()
    here.assign(here + 1).realize()
    assert here.tolist() == list(range(1, 17)) and on_disk.tolist() == mapped.tolist() == list(range(16))
    assert not mapped.flags.writeable and file.read_bytes() == bytes(range(16))


# ---- DLPack


def test_what_torch_and_jax_see():
    t = numbers(2, 3)
    a, j = torch.from_dlpack(t.T), jax.dlpack.from_dlpack(t)
    assert a.shape == (3, 2) and a.stride() == (1, 3) and a.data_ptr() == t._buffer().raw and j.tolist() == t.tolist()
    a[0, 1] = 30
    assert t.tolist() == [[0, 1, 2], [30, 4, 5]]


def test_the_device(tmp_path):
    assert numbers(1).__dlpack_device__() == (1, 0) and Tensor([1.0], device="CPU:1").__dlpack_device__() == (1, 0)
    (tmp_path / "data").write_bytes(b"1234")
    for t in (Tensor(tmp_path / "data"), Tensor.empty(3, device="NULL")):
        with pytest.raises(BufferError, match=r"cannot be exported to other libraries.\n.*\n  Copy it first"): t.__dlpack_device__()
        with pytest.raises(BufferError): t.__dlpack__()


def test_the_interpreters_memory():
    with Context(DEV="PYTHON"):
        t = Tensor([1.0, 2.0]) + 1
        a = np.from_dlpack(t)
        a[0] = 7
        assert t.tolist() == [7, 3] and Tensor.from_dlpack(a).device == "PYTHON" and (Tensor.from_dlpack(a) * 2).tolist() == [14, 6]


def test_where_and_how_it_is_wanted():
    t = numbers(2)
    assert dlpack_capsule.read(t.__dlpack__(dl_device=(1, 0), copy=False)).pointer == t._buffer().raw
    with pytest.raises(BufferError, match="cannot be exported on CUDA 99: there is no such device here"):
        t.__dlpack__(dl_device=(2, 99))
    with pytest.raises(BufferError, match="CPU has no streams, got stream=1"): t.__dlpack__(stream=1)


def test_memory_that_is_read_only_says_so_or_is_copied():
    a = np.arange(3.0)
    a.flags.writeable = False
    t = Tensor.from_dlpack(a)
    assert dlpack_capsule.read(t.__dlpack__(max_version=(1, 0))).readonly
    old = dlpack_capsule.read(t.__dlpack__())
    assert old.pointer != a.ctypes.data and not old.readonly
    with pytest.raises(BufferError, match="read-only, which the requested version of DLPack cannot express"):
        t.__dlpack__(copy=False)


# ---- memoryviews


def test_the_buffer_protocol():
    t = numbers(2, 3)
    seen = t.__buffer__(0)
    assert seen.readonly and seen.shape == (2, 3) and seen.format == "f" and seen.tolist() == t.tolist()
    t.__buffer__(1)[0, 1] = 9
    assert t.tolist() == [[0, 9, 2], [3, 4, 5]] and seen[0, 1] == 9
    with pytest.raises(BufferError, match="Python cannot look at the memory"): t.cast("bfloat16").__buffer__(0)
    fixed = np.frombuffer(b"abcd", np.uint8)
    with pytest.raises(BufferError, match="is read-only"):
        Tensor.from_blob(fixed.ctypes.data, (4,), dtype="uint8", owner=fixed).__buffer__(1)


def test_formats_that_numpy_does_not_have_come_as_float32():
    a = np.asarray(Tensor([1.5, -2.0]).cast("bfloat16"))
    assert a.dtype == np.float32 and a.tolist() == [1.5, -2]
    with pytest.raises(ExchangeError): np.asarray(Tensor([1.5]).cast("bfloat16"), copy=False)


def test_devices_without_values():
    with pytest.raises(DeviceError, match="no data to read"): np.asarray(Tensor.empty(2, device="NULL"))


def test_nothing_is_lent_while_a_function_is_captured():
    @TinyJit
    def f(x):
        np.asarray(x)
        return x + 1
    f(Tensor([1.0]))
    with pytest.raises(JitError, match="reads the value of a tensor"): f(Tensor([1.0]))


def test_replays_write_where_the_memory_was_lent():
    total = numbers(2)
    seen = np.asarray(total)

    @TinyJit
    def add(x: Tensor) -> Tensor: return total.assign(total + x).realize()
    for _ in range(4): result = add(Tensor([1.0, 1.0]))
    assert seen.tolist() == total.tolist() == result.tolist() == [4, 5]


def test_results_of_replays_that_are_lent_are_not_overwritten():
    f = TinyJit(lambda x: (x * 2).realize())
    lent = []
    for i in range(12): lent.append((np.from_dlpack(f(Tensor([float(i)]))), i))
    assert [a.tolist() for a, _ in lent] == [[2.0 * i] for _, i in lent]


def test_tensors_whose_sizes_are_variables_are_copied():
    x = numbers(4, 6)
    for n in (2, 3):
        v = Variable("n", 1, 3).bind(n)
        for t in (x[:v], (x + 1)[:, :v].T, x[v:v + 1], x.bfloat16()[:v]):
            want = t.numpy()
            np.testing.assert_array_equal(np.asarray(t), want)
            lent = torch.from_dlpack(t)
            np.testing.assert_array_equal(lent.float().numpy(), want)
            with pytest.raises(ValueError, match="without a copy"): np.asarray(t, copy=False)
        with pytest.raises(BufferError, match="its sizes are variables"): x[:v].__dlpack__(copy=False)
        with pytest.raises(BufferError, match="cannot look at the memory"): x[:v].__buffer__(0)


def test_tensors_on_several_devices_are_gathered_first():
    t = numbers(2, 2).shard(("CPU", "CPU:1"), 0)
    assert np.asarray(t).tolist() == [[0, 1], [2, 3]] and np.from_dlpack(t.to("CPU")).tolist() == [[0, 1], [2, 3]]
    with pytest.raises(BufferError, match=r"memory of \('CPU', 'CPU:1'\) cannot be exported"): np.from_dlpack(t)


# ---- devices that DLPack knows by another type, with streams

FAR = """
from heddle.device import Probe
from heddle.runtime.ops_cpu import CPUDevice
from heddle.runtime.cpu.memory import HostAllocator
COMPILERS = ()
DLPACK_TYPES = (7,)
def probe(): return Probe(True, by_default=False)
class FarAllocator(HostAllocator):
    dlpack_device, dlpack_stream = (7, 1), 7
class FarDevice(CPUDevice):
    def __init__(self, name, compiler, arch, interface):
        super().__init__(name, None, None, None)
        self.allocator = FarAllocator(name)
"""


@pytest.fixture
def far(tmp_path, monkeypatch):
    """A device whose memory DLPack calls that of Vulkan, which no other device here uses: FAR:1 is Vulkan 1."""
    monkeypatch.setattr(heddle.runtime, "__path__", [*heddle.runtime.__path__, str(tmp_path)])
    (tmp_path / "ops_far.py").write_text(FAR)
    registry.forget_runtimes()
    yield "FAR:1"
    monkeypatch.undo()
    sys.modules.pop("heddle.runtime.ops_far", None)
    registry.forget_runtimes()
    Device._opened = {t: d for t, d in Device._opened.items() if t.device != "FAR"}
    Device._by_text.clear()
    for place in [p for p in random._generators if p[1].startswith("FAR")]: del random._generators[place]


class Lender:
    """An array on that device."""

    def __init__(self, t): self.t = t
    def __dlpack_device__(self): return 7, 1

    def __dlpack__(self, **asked):
        self.asked = asked
        return self.t.__dlpack__(stream=asked.pop("stream", None), **asked)


def test_capsules_name_the_device_and_take_any_stream(far):
    t = Tensor([1.0, 2.0], device=far)
    assert t.__dlpack_device__() == (7, 1)
    lent = dlpack_capsule.read(t.__dlpack__(stream=3, max_version=(1, 0)))
    assert lent.device == (7, 1) and lent.pointer == t._buffer().raw
    host = dlpack_capsule.read(t.__dlpack__(dl_device=(1, 0), max_version=(1, 0)))
    assert host.device == (1, 0) and host.pointer != t._buffer().raw
    with pytest.raises(BufferError, match="is not on CPU 0, and copy=False"): t.__dlpack__(dl_device=(1, 0), copy=False)


def test_arrays_there_are_borrowed_on_our_stream(far):
    t = Tensor([1.0, 2.0], device=far)
    lender = Lender(t)
    borrowed = Tensor.from_dlpack(lender)
    assert borrowed.device == far and lender.asked == {"max_version": (1, 1)} and borrowed._buffer().raw == t._buffer().raw
    assert (borrowed + 1).tolist() == [2, 3]
    copied = Tensor.from_dlpack(lender, copy=True)
    assert copied.device == far and copied._buffer().raw != t._buffer().raw and copied.tolist() == [1, 2]
    assert Tensor.from_dlpack(lender, device="CPU").device == "CPU" and Tensor(lender).device == "CPU"
    with pytest.raises(BufferError, match="on Vulkan 1, which CPU cannot use in place"):
        Tensor.from_dlpack(lender, device="CPU", copy=False)
    apart = Lender(Tensor.rand(4, 4, device=far)[:, ::2])
    with pytest.raises(BufferError, match="elements are not contiguous"): Tensor.from_dlpack(apart)


def test_a_program_may_end_while_memory_is_lent_and_borrowed():
    program = """
import numpy as np, torch
from heddle import Tensor
kept = [torch.from_dlpack(Tensor([1.0]) + 1), np.from_dlpack(Tensor([1.0]) + 1), Tensor.from_dlpack(torch.ones(3)),
        Tensor([2.0]).__dlpack__(), Tensor.from_dlpack(np.ones(3)), np.asarray(Tensor([1.0])),
        torch.from_dlpack(Tensor.from_dlpack(np.ones(2)))]
np.kept = kept  # outlives heddle's modules
print(sum(float(x[0]) for x in kept if hasattr(x, "shape")))
"""
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, timeout=120)
    assert (done.returncode, done.stdout, done.stderr) == (0, "8.0\n", "")
