"""Memory of others: raw pointers and their owners, arrays of NumPy, torch and JAX; what may be written to."""
from __future__ import annotations

import array
import ctypes
import gc
import mmap
import random
import weakref

import jax
import ml_dtypes
import numpy as np
import pytest
import torch

from heddle import Device, GlobalCounters, Tensor, TinyJit, dtypes, memory_stats
from heddle.dtype import _from_torch_dtype, _to_torch_dtype
from heddle.errors import DeviceError, DTypeError, ExchangeError, ShapeError
from heddle.nn.optim import SGD
from heddle.runtime.opencl.queue import CLQueue

# ---- raw pointers


def floats(*values: float) -> np.ndarray: return np.array(values, np.float32)


def test_a_pointer_is_used_in_place():
    a = floats(1, 2, 3, 4)
    before = memory_stats("CPU").live
    t = Tensor.from_blob(a.ctypes.data, (2, 2), owner=a)
    assert t.dtype == dtypes.float32 and t.device == "CPU" and memory_stats("CPU").live == before
    a[0] = 10
    assert t.tolist() == [[10, 2], [3, 4]] and (t * 2).tolist() == [[20, 4], [6, 8]]
    t.assign(t + 1).realize()
    assert a.tolist() == [11, 3, 4, 5]
    t[1].assign(Tensor([0.0, 0.0]))
    assert a.tolist() == [11, 3, 0, 0]


@pytest.mark.parametrize("dtype", dtypes.all, ids=lambda d: d.name)
def test_every_dtype(dtype):
    raw = np.arange(4 * dtype.itemsize, dtype=np.uint8) % 2
    t = Tensor.from_blob(raw.ctypes.data, (4,), dtype=dtype, owner=raw)
    assert t.dtype == dtype and bytes(t._bytes()) == raw.tobytes() and t.realize().clone().tolist() == t.tolist()


def test_the_owner_lives_as_long_as_any_view():
    class Owner: pass
    owner, a = Owner(), floats(1, 2, 3, 4)
    owner.a, alive = a, weakref.ref(owner)
    gc.disable()
    try:
        t = Tensor.from_blob(a.ctypes.data, (4,), owner=owner)
        del owner
        view = t.reshape(2, 2)[1]
        graph = t + 1
        del t
        assert alive() is not None and view.tolist() == [3, 4]
        del view
        assert alive() is not None and graph.tolist() == [2, 3, 4, 5]
        assert alive() is None
    finally: gc.enable()


def test_an_owner_cannot_be_resized_or_closed_under_a_tensor():
    grows, file = bytearray(16), mmap.mmap(-1, 4096)
    numbers = array.array("f", [1, 2])
    tensors = [Tensor.from_blob(np.frombuffer(x, np.uint8).ctypes.data, (2,), owner=x) for x in (grows, file, numbers)]
    with pytest.raises(BufferError): grows.extend(b"more")
    with pytest.raises(BufferError): file.close()
    with pytest.raises(BufferError): numbers.append(3)
    assert tensors[2].tolist() == [1, 2]
    del tensors
    grows.extend(b"more")
    numbers.append(3)
    file.close()


def test_memory_that_ends_too_soon():
    a = floats(1, 2, 3, 4)
    with pytest.raises(ExchangeError, match="needs 20 bytes at byte 0 of a ndarray, which has 16") as caught:
        Tensor.from_blob(a.ctypes.data, (5,), owner=a)
    assert "test_dlpack_import.py" in str(caught.value)
    with pytest.raises(ExchangeError, match="needs 12 bytes at byte 8 of a"): Tensor.from_blob(a.ctypes.data + 8, (3,), owner=a)
    assert Tensor.from_blob(a.ctypes.data + 8, (2,), owner=a).tolist() == [3, 4]


@pytest.mark.parametrize("ptr, shape, dtype, error, text", [
    (0, (4,), "float32", ExchangeError, "null pointer for 16 bytes"), (-8, (4,), "float32", ExchangeError, "no addresses"),
    (1 << 64, (1,), "uint8", ExchangeError, "no addresses"), ((1 << 64) - 4, (2,), "float32", ExchangeError, "no addresses"),
    (0x1002, (1,), "float32", DTypeError, "0x1002 is not aligned to the 4 bytes of float32"),
    ("0x1000", (1,), "int8", DTypeError, "got a str"),
    (1.5, (1,), "int8", DTypeError, "got a float"), (0x1000, (-1,), "int8", ShapeError, "at least 0"),
    (0x1000, (1.5,), "int8", ShapeError, "whole numbers"), (0x1000, (1,), "float33", DTypeError, "unknown dtype 'float33'"),
])
def test_what_is_no_memory(ptr, shape, dtype, error, text):
    with pytest.raises(error, match=text): Tensor.from_blob(ptr, shape, dtype=dtype)


def test_no_elements_need_no_memory():
    assert Tensor.from_blob(0, (0, 3)).tolist() == [] and (Tensor.from_blob(0, (0,)) + 1).tolist() == []


def test_a_pointer_as_numpy_integer():
    a = floats(1, 2)
    assert Tensor.from_blob(np.uint64(a.ctypes.data), 2, owner=a).tolist() == [1, 2]


def test_memory_that_may_not_be_written_to_stays_as_it_is():
    data = bytes(range(8))
    t = Tensor.from_blob(np.frombuffer(data, np.uint8).ctypes.data, (8,), dtype="uint8", owner=data)
    view = t[4:]
    t.assign(t + 1).realize()
    assert t.tolist() == list(range(1, 9)) and view.tolist() == [5, 6, 7, 8] and data == bytes(range(8))
    t = Tensor.from_blob(np.frombuffer(data, np.uint8).ctypes.data, (8,), dtype="uint8", owner=data)
    t[0].assign(Tensor(9, dtype="uint8"))
    assert t.tolist() == [9, *range(1, 8)] and data == bytes(range(8))


def test_a_replay_leaves_memory_alone_that_may_not_be_written_to():
    a = floats(1, 2)
    a.flags.writeable = False

    @TinyJit
    def step(x): return (w.assign(w + x) * 1).realize()
    w = Tensor.from_dlpack(a)
    for i in range(4): assert step(Tensor([1.0, 1.0])).tolist() == [2 + i, 3 + i]
    assert a.tolist() == [1, 2]


@pytest.mark.parametrize("shift", range(0, 64, 4))
def test_kernels_ask_for_no_more_than_the_alignment_of_an_element(shift):
    raw = np.zeros(4096 + 64, np.uint8)
    base = raw.ctypes.data + (-raw.ctypes.data) % 64 + shift
    a = np.frombuffer((ctypes.c_char * 2304).from_address(base), np.float32).reshape(24, 24)
    a[:] = np.arange(576).reshape(24, 24) / 100
    t = Tensor.from_blob(base, (24, 24), owner=raw)
    np.testing.assert_allclose((t @ t + t.sum(0)).numpy(), a @ a + a.sum(0), rtol=1e-4)
    t.assign(t * 2 + 1).realize()
    assert a[0, 0] == 1 and abs(a[23, 23] - 12.5) < 1e-5


def test_devices_that_take_pointers_and_those_that_do_not():
    a = floats(1, 2)
    assert Tensor.from_blob(a.ctypes.data, (2,), device="CPU:1", owner=a).device == "CPU:1"
    assert (Tensor.from_blob(a.ctypes.data, (2,), device="PYTHON", owner=a) + 1).tolist() == [2, 3]
    assert Tensor.from_blob(0x1000, (2,), device="NULL").device == "NULL"
    with pytest.raises(DeviceError, match="DISK:/tmp/x cannot use memory that heddle does not own"):
        Tensor.from_blob(a.ctypes.data, (2,), device="DISK:/tmp/x", owner=a)


# ---- dtypes of torch


def test_dtypes_of_torch_and_back():
    for d in (*dtypes.all, *dtypes.fp8_fnuz):
        twin = _to_torch_dtype(d)
        assert isinstance(twin, torch.dtype) and twin.itemsize == d.itemsize and _from_torch_dtype(twin) is d
    assert _from_torch_dtype(torch.half) is dtypes.float16 and _from_torch_dtype(torch.long) is dtypes.int64


def test_dtypes_of_torch_that_have_no_twin():
    twins = {_to_torch_dtype(d) for d in (*dtypes.all, *dtypes.fp8_fnuz)}
    others = {v for v in vars(torch).values() if isinstance(v, torch.dtype)} - twins
    assert torch.complex64 in others
    for d in others:
        with pytest.raises(DTypeError, match=f"{d!s} has no twin here"): _from_torch_dtype(d)
    with pytest.raises(DTypeError, match="index has no twin in torch"): _to_torch_dtype(dtypes.index)
    with pytest.raises(DTypeError, match="has no twin in torch"): _to_torch_dtype(dtypes.float32.vec(4))
    with pytest.raises(DTypeError, match="float32 is no dtype of torch"): _from_torch_dtype("float32")


# ---- arrays


def arrays(rng: random.Random, library: str):
    """A random view of an array, and the array it is a view of."""
    shape = tuple(rng.choice((1, 2, 3, 5)) for _ in range(rng.randint(1, 3)))
    whole = np.arange(int(np.prod(shape))).reshape(shape)
    dtype = rng.choice(("float32", "int64", "uint8", "bool", "float16", "int16", "float64"))
    if library == "torch":
        whole = torch.from_numpy(whole).to(getattr(torch, dtype))
        view = whole.permute(*rng.sample(range(len(shape)), len(shape)))
    else:
        whole = whole.astype(dtype)
        view = whole.transpose(rng.sample(range(len(shape)), len(shape)))
    kind = rng.choice(("whole", "part", "step", "repeat"))
    if kind == "part": view = view[view.shape[0] // 2:]
    if kind == "step": view = view[..., ::2]
    if kind == "repeat": view = np.broadcast_to(view, (2, *view.shape)) if library == "numpy" else view.expand(2, *view.shape)
    return whole, view


@pytest.mark.parametrize("library", ["numpy", "torch"])
@pytest.mark.parametrize("seed", range(30))
def test_arrays_come_and_go(library, seed):
    whole, view = arrays(random.Random(seed), library)
    t = Tensor.from_dlpack(view)
    assert t.tolist() == view.tolist() and t.dtype.name == str(view.dtype).removeprefix("torch.")
    pointer = whole.ctypes.data if library == "numpy" else whole.data_ptr()
    end = pointer + whole.nbytes
    shares = pointer <= t.realize()._in_memory()._buffer().raw < end and t.numel() > 0
    try: Tensor.from_dlpack(view, copy=False)
    except BufferError: assert not shares
    copied = Tensor.from_dlpack(view, copy=True)
    assert not pointer <= copied._buffer().raw < end and copied.tolist() == view.tolist()
    back = np.from_dlpack(t) if library == "numpy" else torch.from_dlpack(t)
    assert back.tolist() == view.tolist() and back.dtype == view.dtype


@pytest.mark.parametrize("name", ["bfloat16", "float8_e4m3fn", "float8_e5m2"])
def test_formats_that_numpy_does_not_have(name):
    a = torch.tensor([1.0, -2.5, 448.0]).to(getattr(torch, name))
    t = Tensor.from_dlpack(a)
    assert t.dtype is _from_torch_dtype(a.dtype) and t.float().tolist() == a.float().tolist() == np.asarray(t).tolist()
    assert torch.from_dlpack(t).dtype == a.dtype and torch.from_dlpack(t).data_ptr() == a.data_ptr()


def test_writes_are_seen_on_both_sides():
    a = torch.arange(6.0).reshape(2, 3)
    t = Tensor.from_dlpack(a)
    a[0, 0] = 9
    assert t.tolist() == [[9, 1, 2], [3, 4, 5]]
    t.assign(t + 1).realize()
    assert a.tolist() == [[10, 2, 3], [4, 5, 6]]
    back = torch.from_dlpack(t)
    assert back.data_ptr() == a.data_ptr()
    back.zero_()
    assert t.tolist() == a.tolist() == [[0, 0, 0], [0, 0, 0]]


def test_training_in_the_memory_of_torch():
    weights = torch.ones(3)
    w = Tensor.from_dlpack(weights).requires_grad_()
    optimizer = SGD([w], lr=0.5)
    with Tensor.train():
        (w * Tensor([1.0, 2.0, 3.0])).sum().backward()
        optimizer.step()
    assert weights.tolist() == [0.5, 0.0, -0.5]


def test_arrays_of_jax_are_borrowed_and_never_written_to():
    a = jax.numpy.arange(4.0)
    t = Tensor.from_dlpack(a)
    assert t._buffer().raw == a.unsafe_buffer_pointer()
    t.assign(t * 2).realize()
    assert t.tolist() == [0, 2, 4, 6] and a.tolist() == [0, 1, 2, 3]
    back = jax.dlpack.from_dlpack(Tensor([1.0, 2.0]).realize())
    assert back.tolist() == [1, 2]


def test_a_read_only_array_is_never_written_to_and_stays_read_only():
    a = np.arange(4.0)
    a.flags.writeable = False
    t = Tensor.from_dlpack(a)
    assert t._buffer().raw == a.ctypes.data
    back = np.from_dlpack(t)
    assert not back.flags.writeable and back.ctypes.data == a.ctypes.data
    t.assign(t + 1).realize()
    assert a.tolist() == [0, 1, 2, 3] and t.tolist() == [1, 2, 3, 4] and back.tolist() == [0, 1, 2, 3]


def test_borrowing_moves_nothing_and_computes_nothing():
    a, before = np.ones(1 << 16, np.float32), (GlobalCounters.kernel_count, GlobalCounters.copy_bytes, memory_stats("CPU").live)
    t = Tensor.from_dlpack(a)
    assert (GlobalCounters.kernel_count, GlobalCounters.copy_bytes, memory_stats("CPU").live) == before and t.shape == a.shape


def test_another_device_gets_a_copy():
    a = np.arange(4.0)
    t = Tensor.from_dlpack(a, device="PYTHON")
    assert t.device == "PYTHON" and t.tolist() == [0, 1, 2, 3]
    t = Tensor.from_dlpack(a, device="CPU:1")
    a[0] = 5
    assert t.device == "CPU:1" and t.tolist() == [5, 1, 2, 3]
    with pytest.raises(BufferError, match="on CPU 0, which NULL cannot use in place"): Tensor.from_dlpack(a, device="NULL", copy=False)
    assert Tensor.from_dlpack(a, device="NULL").device == "NULL"


def test_a_lender_that_refuses_says_why():
    with pytest.raises(BufferError, match="require gradient"): Tensor.from_dlpack(torch.ones(2, requires_grad=True))


def test_an_argument_of_a_captured_function_may_be_borrowed():
    f = TinyJit(lambda x: x * 2 + 1)
    for i in range(5): assert f(Tensor.from_dlpack(np.full(3, i, np.float32))).tolist() == [2 * i + 1] * 3


def test_a_tensor_made_from_an_array_is_a_copy_in_its_own_format():
    for a in (torch.tensor([1.5, 2.0]).bfloat16(), torch.arange(6).reshape(2, 3).T, torch.tensor(3.0),
              jax.numpy.ones((2, 2), "bfloat16")):
        t = Tensor(a)
        assert t.tolist() == a.tolist() and t.dtype.name == str(a.dtype).removeprefix("torch.") and t.device == "CPU"
    a = torch.zeros(3)
    t, wide = Tensor(a), Tensor(a, dtype="float64")
    a += 1
    assert t.tolist() == wide.tolist() == [0, 0, 0] and wide.dtype == dtypes.float64 and Tensor(a, device="PYTHON").device == "PYTHON"


@pytest.mark.parametrize("name", ["bfloat16", "float8_e4m3fn", "float8_e5m2"])
def test_arrays_of_ml_dtypes(name):
    a = np.array([1.5, -2.0, 0.0]).astype(getattr(ml_dtypes, name))
    t = Tensor(a)
    assert t.dtype is _from_torch_dtype(getattr(torch, name)) and t.tolist() == [1.5, -2, 0]
    assert Tensor(a, dtype="float32").tolist() == [1.5, -2, 0] and Tensor(a[::2]).tolist() == [1.5, 0]


# ---- OpenCL


@pytest.fixture
def cl():
    """The OpenCL device, if there is one."""
    if not Device.probe("CL").usable: pytest.skip(Device.probe("CL").why_not())
    return Device["CL"].queue


def test_a_cl_mem_is_used_in_place(cl):
    a = floats(1, 2, 3, 4)
    handle = cl.library.make("clCreateBuffer", cl.context, 1 | 1 << 5, a.nbytes, a.ctypes.data)  # read and write, copy from the host
    t = Tensor.from_blob(handle, (2, 2), device="CL")
    t.assign(t * 2).realize()
    assert (t + 1).tolist() == [[3, 5], [7, 9]] and t[1].tolist() == [6, 8]
    cl.library.call("clReleaseMemObject", handle)  # its maker lets go of it: the tensor still holds it
    assert cl.library.number("clGetMemObjectInfo", handle, 0x1105) == 1 and t.tolist() == [[2, 4], [6, 8]]


def test_a_cl_mem_of_another_context_or_too_small(cl):
    handle = cl.library.make("clCreateBuffer", cl.context, 1, 16, None)
    with pytest.raises(ExchangeError, match="20 bytes are more than the 16 of the cl_mem"): Tensor.from_blob(handle, (5,), device="CL")
    cl.library.call("clReleaseMemObject", handle)
    other = CLQueue(cl.library, cl.info, "CL")
    handle = other.library.make("clCreateBuffer", other.context, 1, 16, None)
    with pytest.raises(DeviceError, match="belongs to another OpenCL context than CL has"): Tensor.from_blob(handle, (4,), device="CL")
    assert cl.library.number("clGetMemObjectInfo", handle, 0x1105) == 1  # held by its maker alone
    cl.library.call("clReleaseMemObject", handle)


def test_arrays_of_the_host_are_copied_to_opencl(cl):
    a = floats(1, 2)
    t = Tensor.from_dlpack(a, device="CL")
    assert t.device == "CL" and (t + 1).tolist() == [2, 3] and np.asarray(t).tolist() == [1, 2]
    with pytest.raises(BufferError, match="cannot be exported to other libraries"): np.from_dlpack(t)
