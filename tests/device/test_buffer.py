"""Buffers: lazy memory, views, lifetime, and the nodes they belong to."""
from __future__ import annotations

import ctypes
import gc
import weakref

import numpy as np
import pytest

from heddle import Tensor
from heddle.device import Device
from heddle.device.buffer import Buffer, has_buffer, node_of, set_uop_buffer, uop_buffer
from heddle.dtype import dtypes
from heddle.errors import DeviceError, DTypeError, ExchangeError, InternalError, ShapeError
from heddle.tracing.counters import GlobalCounters
from heddle.uop import BufferArg, Ops, UOp
from heddle.uop.uop import new_buffer_id


def filled(size=8, dtype=dtypes.int32):
    data = memoryview(bytearray(range(size * dtype.itemsize)))
    return Buffer("CPU", size, dtype).copyin(data), data


def test_lazy():
    buffer = Buffer("NULL", 16, dtypes.float32)
    before = GlobalCounters.mem_used
    assert not buffer.is_allocated() and buffer.nbytes == 64
    buffer.ensure_allocated().ensure_allocated()
    assert buffer.is_allocated() and GlobalCounters.mem_used == before + 64
    with pytest.raises(InternalError, match="already has memory"): buffer.allocate()
    del buffer
    assert GlobalCounters.mem_used == before


def test_copyin_copyout():
    buffer, data = filled()
    assert buffer.tobytes() == bytes(data)
    out = memoryview(bytearray(32)).cast("i")
    assert buffer.copyout(out) is out and bytes(out) == bytes(data)
    with pytest.raises(ShapeError, match="holds 32 bytes, got 31"): buffer.copyin(data[:31])
    with pytest.raises(ShapeError, match="contiguous"): buffer.copyin(memoryview(bytearray(64))[::2])


def test_empty():
    buffer = Buffer("CPU", 0, dtypes.float32)
    assert buffer.copyin(memoryview(b"")).tobytes() == b"" and buffer.as_memoryview().nbytes == 0
    assert buffer.view(0, dtypes.int8, 0).ensure_allocated().is_allocated()


def test_views_share_memory_and_keep_it_alive():
    buffer, data = filled()
    view = buffer.view(4, dtypes.int16, 8)
    inner = view.view(2, dtypes.int8, 3)
    assert view.tobytes() == bytes(data[8:16]) and inner.tobytes() == bytes(data[11:13]) and inner.base is buffer
    inner.copyin(memoryview(b"\xff\xfe"))
    assert buffer.tobytes()[11:13] == b"\xff\xfe"
    alive = weakref.ref(buffer)
    del buffer, view
    assert alive() is not None and inner.tobytes() == b"\xff\xfe"
    del inner
    assert alive() is None


@pytest.mark.parametrize("size, offset", [(9, 0), (1, 32), (8, 4), (1, -4)])
def test_views_stay_inside(size, offset):
    with pytest.raises(ShapeError, match="reaches beyond the 32 bytes"): filled()[0].view(size, dtypes.int32, offset)


def test_view_allocates_its_base():
    base = Buffer("CPU", 8, dtypes.uint8)
    base.view(4, dtypes.uint8, 4).copyin(memoryview(b"abcd"))
    assert base.tobytes()[4:] == b"abcd"


def test_foreign_memory_keeps_its_owner():
    class Owner: pass
    owner, memory = Owner(), (ctypes.c_int32 * 4)(1, 2, 3, 4)
    owner.memory, alive = memory, weakref.ref(owner)
    buffer = Buffer("CPU", 4, dtypes.int32, external_ptr=ctypes.addressof(memory), owner=owner)
    view = buffer.view(2, dtypes.int32, 8)
    del owner, buffer
    assert alive() is not None and memoryview(view.tobytes()).cast("i").tolist() == [3, 4]
    memory[3] = 7
    assert memoryview(view.tobytes()).cast("i").tolist() == [3, 7]
    del view
    assert alive() is None


def test_foreign_memory_must_be_aligned():
    with pytest.raises(DTypeError, match="0x1002 is not aligned to the 4 bytes of float32"):
        Buffer("CPU", 1, dtypes.float32, external_ptr=0x1002)


def test_memoryview_is_the_memory_and_keeps_it_alive():
    buffer, _ = filled()
    alive, window = weakref.ref(buffer), buffer.as_memoryview()
    window[0] = 99
    assert buffer.tobytes()[0] == 99
    part = window[4:8].cast("i")
    del buffer, window
    assert alive() is not None and part.nbytes == 4
    del part
    assert alive() is None


def test_ref_holds_the_buffer():
    buffer, _ = filled()
    alive = weakref.ref(buffer.ref(2))
    buffer.ref(-1)
    del buffer
    assert alive() is not None
    alive().ref(-1)
    assert alive() is None
    with pytest.raises(InternalError, match="let go more often"): Buffer("CPU", 1, dtypes.int8).ref(-1)


def test_memory_is_freed_without_the_collector():
    gc.disable()
    try:
        before = Device["NULL"].allocator.stats().live
        for _ in range(100): uop_buffer(UOp.new_buffer("NULL", 1000, dtypes.float32)).allocate()
        assert Device["NULL"].allocator.stats().live == before
    finally: gc.enable()


def test_a_node_has_one_buffer():
    node = UOp.new_buffer("NULL", 10, dtypes.float32)
    assert not has_buffer(node)
    buffer = uop_buffer(node)
    assert uop_buffer(node) is buffer and (buffer.size, buffer.dtype, buffer.device) == (10, dtypes.float32, "NULL")
    buffer.allocate()
    assert has_buffer(node)


def test_buffer_of_a_view_node():
    node = UOp.new_buffer("CPU", 8, dtypes.uint8)
    uop_buffer(node).copyin(memoryview(bytes(range(8))))
    view = UOp(Ops.BUFFER_VIEW, dtypes.uint16, (node,), (2, 1))
    assert uop_buffer(view).tobytes() == bytes((2, 3, 4, 5)) and uop_buffer(view) is uop_buffer(view)
    with pytest.raises(InternalError, match="CONST is not memory"): uop_buffer(UOp.const(dtypes.int32, 1))


def test_set_uop_buffer():
    node, (buffer, _) = UOp.new_buffer("CPU", 8, dtypes.int32), filled()
    uop_buffer(node)
    assert set_uop_buffer(node, buffer) is buffer and uop_buffer(node) is buffer
    with pytest.raises(InternalError, match="cannot be the memory"): set_uop_buffer(UOp.new_buffer("CPU", 9, dtypes.int32), buffer)
    alive = weakref.ref(buffer)
    del buffer
    assert alive() is not None
    del node
    assert alive() is None


def test_two_nodes_in_turn_do_not_share():
    seen = set()
    for n in range(50):
        node = UOp.new_buffer("NULL", n + 1, dtypes.int8)
        assert uop_buffer(node).size == n + 1
        seen.add(id(node))
        del node
    assert len(seen) < 50  # addresses are used again, buffers are not


def test_a_node_made_for_a_buffer():
    buffer = Buffer("CPU", 4, dtypes.float32)
    number = new_buffer_id()
    later = UOp.new_buffer("CPU", 4, dtypes.float32)
    node = node_of(buffer, number)
    assert uop_buffer(node) is buffer and node.arg == BufferArg(number, "CPU", 4) and number < later.arg.id
    assert node_of(buffer) is not node_of(buffer)


def test_the_names_of_the_reference():
    a = Buffer("CPU", 3, dtypes.float32, preallocate=True)
    assert a.is_allocated() and a.is_initialized() and not Buffer("CPU", 3, dtypes.float32).is_initialized()
    b = Buffer("PYTHON", 3, dtypes.float32, initial_value=np.array([1, 2, 3], np.float32).tobytes())
    assert a.copy_from(b) is a and a.numpy().tolist() == [1.0, 2.0, 3.0] and a.numpy().dtype == np.float32
    assert a.get_buf() == a.get_buf("CPU") == a.raw and a.uop_refcount == 0
    with pytest.raises(DeviceError, match="is not on PYTHON"): a.get_buf("PYTHON")
    with pytest.raises(ShapeError, match="holds 12 bytes"): a.copy_from(Buffer("CPU", 2, dtypes.float32, preallocate=True))
    with pytest.raises(DTypeError, match="NumPy has no bfloat16"): Buffer("CPU", 2, dtypes.bfloat16, preallocate=True).numpy()
    a.numpy()[:] = 0
    assert a.numpy().tolist() == [1.0, 2.0, 3.0]


def test_memory_that_is_given():
    whole = Buffer("CPU", 4, dtypes.uint8, initial_value=b"abcd")
    assert Buffer("CPU", 4, dtypes.uint8, whole.raw, owner=whole).tobytes() == b"abcd"
    assert Buffer("CPU", 4, dtypes.uint8).allocate(external_ptr=whole.raw).tobytes() == b"abcd"
    assert Buffer("CPU", 4, dtypes.uint8).allocate(whole.raw).tobytes() == b"abcd"
    with pytest.raises(ShapeError): Buffer("CPU", 3, dtypes.uint8, initial_value=b"abcd")


def test_a_memoryview_that_is_a_copy():
    a = Buffer("CPU", 4, dtypes.uint8, initial_value=b"abcd")
    copied = a.as_memoryview(allow_zero_copy=False)
    copied[0] = 0
    assert a.tobytes() == b"abcd" and bytes(a.as_memoryview(force_zero_copy=True)) == b"abcd"


def test_the_buffer_of_a_node():
    x = Tensor([1.0, 2.0], device="CPU").realize()
    assert x.uop.is_realized and x.uop.realized is x.uop.buffer and x.uop.buffer.numpy().tolist() == [1.0, 2.0]
    assert x.reshape(2, 1).uop.buffer is x.uop.buffer
    later = x + 1
    assert not later.uop.is_realized and later.uop.realized is None
    with pytest.raises(ExchangeError, match="ADD has no buffer"): _ = later.uop.buffer


def test_memory_by_device():
    x = Tensor(np.zeros(1000, np.float32), device="PYTHON:7").realize()
    found = GlobalCounters.mem_used_per_device
    assert found["PYTHON:7"] >= x.nbytes() and sum(found.values()) == GlobalCounters.mem_used


def test_what_is_not_counted():
    x = Tensor([1.0, 2.0], device="CPU").realize()
    GlobalCounters.reset()
    (x * 3).realize(do_update_stats=False)
    assert GlobalCounters.kernel_count == 0
    (x * 4).realize()
    assert GlobalCounters.kernel_count == 1
