"""The stand-in for NCCL says no where NCCL would, or leaves open what happens: one rank, on an emulated GPU."""
from __future__ import annotations

import ctypes
from types import SimpleNamespace

import numpy as np
import pytest

from heddle.device import Device
from heddle.device.buffer import Buffer
from heddle.dtype import dtypes
from heddle.errors import DeviceError
from heddle.runtime.cuda import nccl
from heddle.runtime.cuda.nccl_group import NCCL, NCCLGroup
from heddle.uop.args import Collective
from heddle.uop.ops import Ops
from tests.emulators.nccl.install import NCCLStandIn, needs_compiler

pytestmark = needs_compiler
OK, ARGUMENT, USAGE = 0, 4, 5


@pytest.fixture
def one(open_gpu, monkeypatch, tmp_path):
    """A communicator of one rank on CUDA, and its stream; CUDA:1 is there too."""
    monkeypatch.setenv("NCCL_STANDIN_DIR", str(tmp_path))
    standin = NCCLStandIn(open_gpu(gpus=2))
    monkeypatch.setattr(nccl, "load", lambda name: standin.library)
    nccl.library.cache_clear()
    stream = Device["CUDA:PTX"].stream
    made = NCCL(stream)
    group = made.join(1, 0, made.new_identity(), lambda: None)
    assert group.is_ready()
    yield SimpleNamespace(standin=standin, f=nccl.library().functions, group=group, comm=group._comm, stream=stream, nccl=made)
    nccl.library.cache_clear()


def memory(count, device="CUDA"):
    return Buffer(device, count, dtypes.float32).allocate().copyin(memoryview(np.arange(count, dtype=np.float32)).cast("B"))


def all_reduce(one, source, dest, count, kind=7, op=0, stream=None, comm=None):
    return one.f["ncclAllReduce"](source, dest, count, kind, op, comm or one.comm, one.stream.handle if stream is None else stream)


def test_one_rank_reduces_with_itself(one):
    source, dest = memory(8), Buffer("CUDA", 8, dtypes.float32).allocate()
    work = one.group.start(Collective("all_reduce", (0,), Ops.ADD), dtypes.float32, dest.raw, source.raw, 32)
    assert not one.group.is_ready() and one.group.is_ready(), "in the stream once it was asked for"
    work.queued()
    assert work.has_begun() or not work.is_done()
    work.join()
    np.testing.assert_array_equal(np.frombuffer(dest.tobytes(), np.float32), np.arange(8))
    assert work.is_done() and not one.standin.faults()


def test_arguments_that_are_refused(one):
    a, b, there = memory(8), memory(8), memory(8, "CUDA:1")
    host = np.zeros(8, np.float32)
    for why, code, given in [
            ("too long", ARGUMENT, (a.raw, b.raw, 900)), ("memory of the host", ARGUMENT, (host.ctypes.data, b.raw, 8)),
            ("of another device", ARGUMENT, (a.raw, there.raw, 8)), ("no type", ARGUMENT, (a.raw, b.raw, 8, 12)),
            ("no operation", ARGUMENT, (a.raw, b.raw, 8, 7, 4)), ("8-bit floats", ARGUMENT, (a.raw, b.raw, 8, 10)),
            ("a stream of another device", USAGE, (a.raw, b.raw, 8, 7, 0, Device["CUDA:1:PTX"].stream.handle)),
            ("no stream", USAGE, (a.raw, b.raw, 8, 7, 0, 12345))]:
        assert all_reduce(one, *given) == code, why
    assert one.f["ncclBroadcast"](a.raw, b.raw, 8, 7, 1, one.comm, one.stream.handle) == ARGUMENT, "no such root"
    assert one.group.is_ready()


def test_a_call_has_to_wait_for_the_last_one(one):
    a, b = memory(8), memory(8)
    assert all_reduce(one, a.raw, b.raw, 8) == nccl.IN_PROGRESS
    assert all_reduce(one, a.raw, b.raw, 8) == USAGE
    while not one.group.is_ready(): pass
    assert all_reduce(one, b.raw, a.raw, 8) == nccl.IN_PROGRESS


def test_groups_begin_before_they_end(one):
    assert one.f["ncclGroupEnd"]() == USAGE
    a, b = memory(8), memory(8)
    assert one.f["ncclGroupStart"]() == OK == one.f["ncclGroupStart"]()
    assert one.f["ncclSend"](a.raw, 8, 7, 0, one.comm, one.stream.handle) == OK
    assert one.f["ncclRecv"](b.raw, 8, 7, 0, one.comm, one.stream.handle) == OK
    assert one.f["ncclGroupEnd"]() == OK and one.f["ncclGroupEnd"]() == nccl.IN_PROGRESS
    while not one.group.is_ready(): pass
    assert b.tobytes() == a.tobytes()
    assert one.standin.calls()[-6:] == ["ncclGroupStart", "ncclGroupStart", "ncclSend 8 type 7 op 0 with 0",
                                        "ncclRecv 8 type 7 op 0 with 0", "ncclGroupEnd", "ncclGroupEnd"]


def test_a_receive_of_another_size_fails(one):
    a, b = memory(8), memory(8)
    one.f["ncclGroupStart"]()
    one.f["ncclSend"](a.raw, 8, 7, 0, one.comm, one.stream.handle)
    one.f["ncclRecv"](b.raw, 4, 7, 0, one.comm, one.stream.handle)
    one.f["ncclGroupEnd"]()
    while not one.group.is_ready(): pass
    for _ in range(8): one.stream.library.functions["cuStreamQuery"](one.stream.handle)  # each lets the device do one thing
    with pytest.raises(DeviceError, match=r"invalid usage: rank 0 receives 4 \(type 7\) from rank 0, which sends 8") as error:
        one.group.is_ready()
    assert "Give each rank a GPU of its own" in str(error.value)
    one.group.abort()


def test_what_is_destroyed_is_not_used(one):
    a, b = memory(8), memory(8)
    comm = ctypes.c_void_p(one.comm.value)
    one.group.finish()
    assert all_reduce(one, a.raw, b.raw, 8) == USAGE, "after ncclCommFinalize"
    while not one.group.is_ready(): pass
    one.group.close()
    assert all_reduce(one, a.raw, b.raw, 8, comm=comm) == ARGUMENT
    assert one.f["ncclCommDestroy"](comm) == ARGUMENT == one.f["ncclCommAbort"](comm)
    assert all_reduce(one, a.raw, b.raw, 8, comm=a.raw) == ARGUMENT, "no communicator"


def test_destroying_with_work_under_way_is_a_fault(one):
    before = one.standin.faults()
    a, b = memory(8), memory(8)
    all_reduce(one, a.raw, b.raw, 8)
    while not one.group.is_ready(): pass
    one.group.close()
    assert one.standin.faults()[len(before):] == "a communicator was destroyed with 1 operations under way\n"


def test_joining_needs_a_rank_and_a_config(one):
    found, identity = ctypes.c_void_p(), nccl.UniqueId.from_buffer_copy(one.nccl.new_identity())

    def join(count, rank, config):
        return one.f["ncclCommInitRankConfig"](ctypes.byref(found), count, identity, rank, ctypes.byref(config))
    assert join(2, 2, nccl.Config.without_blocking()) == ARGUMENT == join(0, 0, nccl.Config.without_blocking())
    assert join(1, 0, nccl.Config()) == ARGUMENT, "no magic number"
    assert join(2, 0, nccl.Config.without_blocking()) == nccl.IN_PROGRESS
    assert join(2, 0, nccl.Config.without_blocking()) == USAGE, "the rank is taken"


def test_ranks_of_one_gpu_or_of_another_count_do_not_join(one):
    for counts, words in (((2, 2), "Duplicate GPU detected"), ((2, 3), "rank 0 joins 2 ranks, and rank 1 joins 3")):
        identity = one.nccl.new_identity()
        groups = [NCCLGroup(one.stream, nccl.library(), count, rank, identity, lambda: None) for rank, count in enumerate(counts)]
        with pytest.raises(DeviceError, match=words): groups[0].is_ready()
        for group in groups: group.abort()
