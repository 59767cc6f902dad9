"""Bindings of NCCL: where the library is looked for, which types it is given, and what its statuses say."""
from __future__ import annotations

import ctypes
import os

import pytest

from heddle.dtype import dtypes
from heddle.errors import DeviceError, DTypeError
from heddle.runtime.cuda import nccl
from heddle.uop.ops import Ops


@pytest.fixture(autouse=True)
def _anew():
    nccl.library.cache_clear()
    yield
    nccl.library.cache_clear()


def test_without_a_library_it_says_how_to_get_one(monkeypatch):
    def absent(name): raise OSError(f"{name}: cannot open shared object file")
    monkeypatch.setattr(nccl, "load", absent)
    with pytest.raises(DeviceError, match=r"NCCL cannot be loaded: .*libnccl\.so\.2: cannot open") as error: nccl.library()
    assert "[nccl]' brings it (the package nvidia-nccl-cu12)" in str(error.value)


class Old:
    """A library of an older version: functions that succeed."""

    def __init__(self, version): self.version = version

    def __getattr__(self, name):
        if not name.startswith("nccl") or (name == "ncclCommInitRankConfig" and self.version < 21400): raise AttributeError(name)

        def function(*args):
            if name == "ncclGetVersion": args[0]._obj.value = self.version
            return 0
        return function


def test_an_old_library_is_refused(monkeypatch):
    monkeypatch.setattr(nccl, "load", lambda name: Old(21300))
    with pytest.raises(DeviceError, match=r"lacks a function of NCCL 2\.14 \(ncclCommInitRankConfig\)"): nccl.library()
    monkeypatch.setattr(nccl, "load", lambda name: Old(21805))
    assert str(nccl.library()) == "2.18.5"


@pytest.mark.parametrize(("dtype", "found"), [
    (dtypes.float32, (7, 1)), (dtypes.bfloat16, (9, 1)), (dtypes.float16, (6, 1)), (dtypes.int8, (0, 1)), (dtypes.uint64, (5, 1)),
    (dtypes.int16, (1, 2)), (dtypes.bool, (1, 1)), (dtypes.fp8e4m3, (1, 1)), (dtypes.fp8e5m2, (1, 1))])
def test_elements_without_a_type_are_moved_as_bytes(dtype, found): assert nccl.type_of(dtype) == found


def test_reductions():
    assert nccl.reduction_of(dtypes.bfloat16, Ops.ADD) == (9, 0)
    assert nccl.reduction_of(dtypes.uint8, Ops.MAX) == (1, 2)
    for dtype, op in ((dtypes.fp8e4m3, Ops.ADD), (dtypes.int16, Ops.ADD), (dtypes.bool, Ops.MAX), (dtypes.float32, Ops.MAX),
                      (dtypes.float32, Ops.CMPLT), (dtypes.int32, None)):
        with pytest.raises(DTypeError, match=f"NCCL does not reduce {dtype.name} by") as error: nccl.reduction_of(dtype, op)
        assert "Cast to a dtype that it reduces" in str(error.value)


def test_layouts_of_the_header():
    assert ctypes.sizeof(nccl.UniqueId) == 128
    assert (nccl.Config.magic.offset, nccl.Config.version.offset, nccl.Config.blocking.offset) == (8, 12, 16)


def test_statuses_have_words_and_a_cure():
    for code, cure in ((1, "NCCL_DEBUG=INFO"), (2, "NCCL_SOCKET_IFNAME"), (3, "NCCL_DEBUG=INFO"), (5, "CUDA_VISIBLE_DEVICES"),
                       (6, "checkpoint")):
        error = nccl.NCCLError("ncclAllReduce", code, "words")
        assert f"ncclAllReduce failed: words ({code})" in str(error) and cure in str(error)


@pytest.mark.skipif(not any(os.path.isabs(name) for name in nccl.candidates()), reason="needs the package nvidia-nccl-cu12")
def test_the_package_has_every_function():
    library = nccl.library()
    assert library.version >= nccl.LEAST
    identity = nccl.UniqueId()
    library.call("ncclGetUniqueId", ctypes.byref(identity))
    assert any(bytes(identity))
