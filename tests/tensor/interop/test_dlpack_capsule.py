"""Capsules: what they say, who frees them, and how often. A lender of our own counts the calls of its deleter."""
from __future__ import annotations

import ctypes
import gc
import weakref

import numpy as np
import pytest
import torch

from heddle import Tensor, dtypes
from heddle.errors import ExchangeError
from heddle.tensor.interop import dlpack_capsule

_new = ctypes.PYFUNCTYPE(ctypes.py_object, ctypes.c_void_p, ctypes.c_char_p, ctypes.c_void_p)(("PyCapsule_New", ctypes.pythonapi))


class Lender:
    """Lends 8 int32, or what the fields of its capsule are set to say."""

    def __init__(self, name=b"dltensor_versioned", shape=(8,), strides=None, dtype=(0, 32, 1), device=(1, 0), offset=0, flags=0,
                 version=1, null=False, no_deleter=False):
        self.memory = np.arange(64, dtype=np.int32)
        self.deleted = 0
        self.name = name
        self.shape, self.strides = (ctypes.c_int64 * len(shape))(*shape), strides and (ctypes.c_int64 * len(strides))(*strides)
        self.managed = m = dlpack_capsule._KINDS[name][0]()
        m.tensor.data = None if null else self.memory.ctypes.data
        m.tensor.shape, m.tensor.ndim, m.tensor.byte_offset = self.shape, len(shape), offset
        if strides: m.tensor.strides = self.strides
        m.tensor.dtype.code, m.tensor.dtype.bits, m.tensor.dtype.lanes = dtype
        m.tensor.device.type, m.tensor.device.id = device
        if name == b"dltensor_versioned": m.major, m.flags = version, flags
        self.callback = ctypes.CFUNCTYPE(None, ctypes.c_void_p)(self.delete)
        m.deleter = None if no_deleter else ctypes.cast(self.callback, ctypes.c_void_p).value
        self.capsule = _new(ctypes.addressof(m), name, None)

    def delete(self, address):
        assert address == ctypes.addressof(self.managed)
        self.deleted += 1

    def __dlpack__(self, **asked):
        self.asked = asked
        return self.capsule

    def __dlpack_device__(self): return self.managed.tensor.device.type, self.managed.tensor.device.id


def name_of(capsule): return dlpack_capsule._get_name(capsule)


@pytest.mark.parametrize("name", [b"dltensor", b"dltensor_versioned"])
def test_the_deleter_is_called_once_when_the_last_view_is_gone(name):
    lender = Lender(name)
    gc.disable()
    try:
        t = Tensor.from_dlpack(lender)
        assert name_of(lender.capsule) == b"used_" + name and t.tolist() == list(range(8))
        view = t[2:4]
        del t
        assert lender.deleted == 0 and view.tolist() == [2, 3]
        array = np.asarray(view)
        del view
        assert lender.deleted == 0 and array.tolist() == [2, 3]
        del array
        assert lender.deleted == 1
    finally: gc.enable()


def test_a_capsule_may_have_no_deleter():
    assert Tensor.from_dlpack(Lender(no_deleter=True)).tolist() == list(range(8))


def test_a_capsule_is_taken_over_once():
    lender = Lender()
    t = Tensor.from_dlpack(lender)
    with pytest.raises(BufferError, match="has been taken over already"): Tensor.from_dlpack(lender)
    del t
    assert lender.deleted == 1


def test_a_capsule_alone_will_do():
    assert Tensor.from_dlpack(Lender().capsule).tolist() == list(range(8))
    assert Tensor.from_dlpack(np.arange(3).__dlpack__()).tolist() == [0, 1, 2]


@pytest.mark.parametrize("change, reason", [
    ({"dtype": (5, 64, 1)}, "dtype complex, 64 bits, has no twin"), ({"dtype": (2, 32, 4)}, "float, 32 bits x 4, has no twin"),
    ({"dtype": (8, 8, 1)}, "float8_e4m3, 8 bits"), ({"dtype": (99, 8, 1)}, "code 99"), ({"dtype": (2, 128, 1)}, "float, 128 bits"),
    ({"device": (2, 99)}, "CUDA 99, which no device here can use"), ({"device": (77, 0)}, "DLPack device type 77 0"),
    ({"version": 2}, "version 2.0 is not known"), ({"flags": 4}, "smaller than a byte"), ({"null": True}, "null pointer"),
])
def test_what_is_refused_stays_as_it_was(change, reason):
    lender = Lender(**change)
    with pytest.raises(BufferError, match=reason) as caught: Tensor.from_dlpack(lender, copy=False)
    assert name_of(lender.capsule) == b"dltensor_versioned" and lender.deleted == 0
    assert isinstance(caught.value, ExchangeError) and "test_dlpack_capsule.py" in str(caught.value)


@pytest.mark.parametrize("change, reason", [
    ({"strides": (2,)}, r"not contiguous: shape \(8,\), strides \(2,\)"), ({"offset": 2}, "is not aligned to the 4 bytes of int32"),
    ({"shape": (2, 3), "strides": (8, 1)}, "not contiguous"), ({"strides": (-1,), "offset": 28}, "not contiguous"),
    ({"flags": 2}, "made a copy"),
])
def test_what_cannot_be_used_in_place_is_copied_unless_that_is_forbidden(change, reason):
    lender = Lender(**change)
    with pytest.raises(BufferError, match=reason): Tensor.from_dlpack(lender, copy=False)
    assert name_of(lender.capsule) == b"dltensor_versioned"
    raw = lender.memory.tobytes()[change.get("offset", 0):]
    shape, strides = change.get("shape", (8,)), change.get("strides", (1,) * len(change.get("shape", (8,))))
    if change.get("strides") == (-1,): wanted = lender.memory[7::-1].copy()
    else: wanted = np.ndarray(shape, np.int32, raw, 0, [4 * s for s in strides])
    assert Tensor.from_dlpack(lender).tolist() == wanted.tolist()
    assert lender.deleted == (1 if name_of(lender.capsule).startswith(b"used") else 0)


def test_offsets_count_bytes():
    assert Tensor.from_dlpack(Lender(offset=8)).tolist() == list(range(2, 10))


def test_null_strides_and_no_axes():
    assert Tensor.from_dlpack(Lender(shape=())).item() == 0
    empty = Tensor.from_dlpack(Lender(shape=(3, 0), null=True))
    assert empty.shape == (3, 0) and empty.tolist() == [[], [], []]


def test_lenders_are_asked_for_the_newest_version():
    lender = Lender()
    Tensor.from_dlpack(lender, copy=False)
    assert lender.asked == {"max_version": (1, 1), "copy": False}


def test_older_lenders_know_no_questions():
    class Old(Lender):
        def __dlpack__(self): return self.capsule
    assert Tensor.from_dlpack(Old(b"dltensor")).tolist() == list(range(8))


def test_an_array_elsewhere_is_asked_for_a_copy_on_the_host():
    class Far(Lender):
        def __dlpack_device__(self): return 2, 99

        def __dlpack__(self, **asked):
            assert asked["dl_device"] == (1, 0)
            return self.capsule
    assert Tensor.from_dlpack(Far()).tolist() == list(range(8))
    with pytest.raises(BufferError, match="on CUDA 99, which no device here can use in place"): Tensor.from_dlpack(Far(), copy=False)


def test_what_is_no_array():
    with pytest.raises(BufferError, match="a list does not speak DLPack"): Tensor.from_dlpack([1, 2])
    with pytest.raises(BufferError, match="is none of DLPack's"): Tensor.from_dlpack(_new(1, b"other", None))

    class Wrong(Lender):
        def __dlpack__(self, **asked): return 7
    with pytest.raises(BufferError, match="gave a int and no capsule"): Tensor.from_dlpack(Wrong())


# ---- our own capsules


@pytest.mark.parametrize("version, name", [(None, b"dltensor"), ((0, 8), b"dltensor"), ((1, 0), b"dltensor_versioned"),
                                           ((1, 3), b"dltensor_versioned"), ((2, 0), b"dltensor_versioned")])
def test_the_capsule_is_of_the_version_asked_for(version, name):
    assert name_of(Tensor([1.0]).__dlpack__(max_version=version)) == name


def buffer_of(t):
    return weakref.ref(t.realize()._buffer())


def test_a_capsule_that_nobody_takes_frees_the_memory():
    gc.disable()
    try:
        t = Tensor([1.0, 2.0]) + 1
        alive, capsule = buffer_of(t), t.__dlpack__()
        del t
        assert alive() is not None
        del capsule
        assert alive() is None
    finally: gc.enable()


def test_a_capsule_may_be_dropped_while_an_exception_is_on_its_way():
    t = Tensor([1.0, 2.0]) + 1
    alive = buffer_of(t)
    with pytest.raises(ZeroDivisionError): print(t.__dlpack__(), 1 / 0)
    del t
    assert alive() is None


def test_who_takes_a_capsule_frees_the_memory():
    gc.disable()
    try:
        t = Tensor([1.0, 2.0]) + 1
        alive, array = buffer_of(t), torch.from_dlpack(t)
        del t
        assert alive() is not None and array.tolist() == [2, 3]
        part = array[1:]
        del array
        assert alive() is not None and part.tolist() == [3]
        del part
        assert alive() is None
    finally: gc.enable()


@pytest.mark.parametrize("dtype", dtypes.all, ids=lambda d: d.name)
def test_what_our_capsules_say(dtype):
    t = Tensor.zeros(2, 3, dtype=dtype).contiguous()
    lent = dlpack_capsule.read(t.__dlpack__(max_version=(1, 0)))
    assert (lent.dtype, lent.shape, lent.strides, lent.device) == (dtype, (2, 3), (3, 1), (1, 0))
    assert not lent.readonly and not lent.copied
    assert lent.pointer == t._buffer().raw
    assert dlpack_capsule.read(t.__dlpack__(max_version=(1, 0), copy=True)).copied
