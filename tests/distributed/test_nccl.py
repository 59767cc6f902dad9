"""Collectives by NCCL between real processes: emulated GPUs, and the stand-in library of tests/emulators/nccl."""
from __future__ import annotations

import re
import textwrap
from pathlib import Path

import pytest

from tests.distributed.launching import launch, needs_mpi
from tests.emulators.nccl.install import needs_compiler

pytestmark = [needs_mpi, needs_compiler]
ROOT = Path(__file__).resolve().parent.parent.parent

START = """
    import atexit, os, signal, sys, time
    import numpy as np
    import heddle.distributed as distributed
    from tests.emulators.nccl.install import install
    nccl = install()
    def report():
        print("open", nccl.communicators(), "faults", nccl.faults(), nccl.driver.faults, nccl.driver.internal_errors, flush=True)
    atexit.register(report)
    from heddle import Context, Mesh, Tensor, TinyJit
    from heddle.device import Device
    from heddle.device.buffer import Buffer
    from heddle.dtype import dtypes
    from heddle.engine.communicator import Agreement, Call, communicator
    from heddle.uop.args import Collective
    from heddle.uop.ops import Ops
    distributed.initialize()
    rank, size, comm = distributed.rank(), distributed.size(), communicator()
"""

EXCHANGE = """
    def start(kind, source, out, dtype, op=None, number=0, ranks=None, pairs=()):
        ranks = tuple(range(size)) if ranks is None else ranks
        given = Buffer("CUDA", len(source) // dtype.itemsize, dtype).allocate().copyin(memoryview(source))
        dest = Buffer("CUDA", out, dtype)
        call = Call(Collective(kind, ranks, op, number, 0, pairs), dtype, given.nbytes, None, "CUDA")
        if len(ranks) == size: comm.agree(Agreement([call]))
        assert comm.run(call, dest, given) is (given.nbytes == 0)
        return dest

    def run(kind, source, out, dtype, *args, **kwargs):
        return start(kind, source.tobytes(), out, dtype, *args, **kwargs).tobytes()

    def value(count, dtype, of): return (np.arange(count) % 5 * 3 + of * 7 + 1).astype(dtype)
"""


def run(folder, count, *texts, arguments=(), **environment):
    """Runs the program of these parts, each of which may be indented."""
    given = {"EMULATE": "CUDA", "DEV": "CUDA:PTX", "PYTHONPATH": str(ROOT), "NCCL_STANDIN_DIR": str(folder),
             "COLLECTIVE_TIMEOUT": "30",
             **environment}
    return launch(folder, count, "".join(map(textwrap.dedent, (START, *texts))), *arguments, **given)


def checked(done, count):
    """A run that went well on all ranks, without faults, and with every communicator destroyed."""
    assert done.checked().said.count("open 0 faults  [] []") == count, done.said
    return done


@pytest.mark.parametrize("count", [2, pytest.param(4, marks=pytest.mark.slow)])
def test_every_collective_gives_what_numpy_gives(tmp_path, count):
    done = run(tmp_path, count, EXCHANGE, """
    import ml_dtypes
    same = np.testing.assert_array_equal
    kinds = {np.float32: dtypes.float32, np.float64: dtypes.float64, np.int8: dtypes.int8, np.uint8: dtypes.uint8,
             np.int32: dtypes.int32, np.uint32: dtypes.uint32, np.int64: dtypes.int64, np.uint64: dtypes.uint64,
             np.float16: dtypes.float16, ml_dtypes.bfloat16: dtypes.bfloat16, np.int16: dtypes.int16, np.bool_: dtypes.bool,
             ml_dtypes.float8_e4m3fn: dtypes.fp8e4m3}
    for count in (1, 1000):
        for kind, dtype in kinds.items():
            every, wide = ([value(n, kind, k) for k in range(size)] for n in (count, count * size))
            own, mine = every[rank], slice(rank * count, (rank + 1) * count)
            def is_(got, wanted): same(np.frombuffer(got, kind), wanted)
            is_(run("all_gather", own, count * size, dtype), np.concatenate(every))
            is_(run("broadcast", own, count, dtype, number=1), every[1])
            is_(run("all_to_all", wide[rank], count * size, dtype), np.concatenate([w[mine] for w in wide]))
            ring = tuple((k, (k + 1) % size) for k in range(size))
            is_(run("permute", own, count, dtype, number=rank, pairs=ring), every[(rank - 1) % size])
            is_(run("permute", own, count, dtype, number=rank, pairs=((1, 0),)), every[1] if rank == 0 else np.zeros(count, kind))
            if dtype in (dtypes.int16, dtypes.bool, dtypes.fp8e4m3): continue
            is_(run("all_reduce", own, count, dtype, Ops.ADD), sum(every[1:], every[0]))
            is_(run("reduce_scatter", wide[rank], count, dtype, Ops.ADD), sum(wide[1:], wide[0])[mine])
            is_(run("all_reduce", own, count, dtype, Ops.MUL), np.prod(every, 0, dtype=kind))
            if dtype.is_integer(): is_(run("all_reduce", own, count, dtype, Ops.MAX), np.max(every, 0))
    for dtype, op in ((dtypes.int16, Ops.ADD), (dtypes.fp8e4m3, Ops.ADD), (dtypes.float32, Ops.MAX)):
        try: start("all_reduce", bytes(8), 8 // dtype.itemsize, dtype, op)
        except TypeError as error: print(error, flush=True)
    group = tuple(k for k in range(size) if k % 2 == rank % 2)
    if size > 2:
        kind = np.int64
        is_(run("all_reduce", value(9, kind, rank), 9, dtypes.int64, Ops.ADD, ranks=group), sum(value(9, kind, k) for k in group))
    run("all_reduce", value(0, np.int32, rank), 0, dtypes.int32, Ops.ADD)
    """)
    checked(done, count)
    for refused in ("int16 by ADD", "fp8e4m3 by ADD", "float32 by MAX"):
        assert done.said.count(f"NCCL does not reduce {refused}") == count, done.said


TRAINING = """
    mesh = Mesh({"data": size})
    Tensor.manual_seed(0)
    weight = Tensor.rand(8, 4).shard(mesh).realize()
    images = Tensor.rand(4 * size, 8).shard(mesh, {"data": 0}).realize()
    waits = "cuStreamQuery", "cuStreamSynchronize", "cuEventSynchronize", "cuEventQuery"

    @TinyJit
    def step(images): return weight.assign(weight - images.transpose(0, 1) @ (images @ weight) * 0.01).realize()

    before = sum(nccl.driver.calls[name] for name in waits)
    for n in range(4): step(images)
    if Device["CUDA"].memory_kind: print("waited", sum(nccl.driver.calls[name] for name in waits) - before)
    print("weight", weight.numpy().round(5).tolist())
    print("reduced", sum("ncclAllReduce" in call for call in nccl.calls()), flush=True)
"""


@pytest.mark.parametrize("count", [2, pytest.param(4, marks=pytest.mark.slow)])
def test_training_waits_for_nothing_until_its_result_is_read(tmp_path, count):
    done = checked(run(tmp_path, count, TRAINING), count)
    assert done.said.count("waited 0\n") == count, done.said
    assert done.said.count("reduced 4\n") == count, done.said
    weights = set(re.findall(r"weight (.*)", done.said))
    assert len(weights) == 1
    assert set(re.findall(r"weight (.*)", run(tmp_path, count, TRAINING, DEVICE_COLLECTIVES="host").checked().said)) == weights


def test_a_profile_has_the_time_of_a_collective(tmp_path):
    done = run(tmp_path, 2, """
    mesh = Mesh({"data": size})
    Tensor.ones(4, 4).shard(mesh, {"data": 0}).contiguous().realize().sum(0).realize()
    """, DEBUG="2")
    checked(done, 2)
    lines = [line for line in done.said.splitlines() if "all-reduce" in line]
    assert len(lines) == 2 and all("ms" in line or "us" in line or "µs" in line for line in lines), done.said


# ---- beside kernels


def test_kernels_run_beside_a_collective_until_it_is_joined(tmp_path):
    """The other rank calls the collective when this one has computed, and read, what needs no result of it."""
    checked(run(tmp_path, 2, """
    def start(source, out, kind, op=None):
        given = Buffer("CUDA", len(source), dtypes.float32).allocate().copyin(memoryview(source.tobytes()))
        dest = Buffer("CUDA", out, dtypes.float32)
        return comm.start(Call(Collective(kind, (0, 1), op), dtypes.float32, given.nbytes, None, "CUDA"), dest, given), dest

    own = np.arange(6, dtype=np.float32) + rank * 10
    sign = os.path.join(sys.argv[1], "computed")
    under_way, dest = start(own, 12, "all_gather")  # which makes the communicator
    under_way.finish()
    dest.tobytes()
    for kind, out, op, wanted in (("all_reduce", 6, Ops.ADD, [10, 12, 14, 16, 18, 20]),
                                  ("all_gather", 12, None, [*range(6), *range(10, 16)])):
        if rank == 1:
            while not os.path.exists(sign): time.sleep(0.01)
        under_way, dest = start(own, out, kind, op)
        assert under_way.host_waits is False
        if rank == 0:
            assert (Tensor.full((4,), 3.0).contiguous().realize() * 2).tolist() == [6.0] * 4
            assert not under_way.is_done()
            with open(sign, "w"): pass
        under_way.finish()
        # a copy from the device comes after what it was given before
        assert np.frombuffer(dest.tobytes(), np.float32).tolist() == wanted
        assert under_way.is_done() and under_way.is_done()
        under_way.finish()  # its events may be those of others now
        comm.agree(Agreement([]))
        if rank == 0: os.remove(sign)
        comm.agree(Agreement([]))
    """, arguments=[str(tmp_path)]), 2)


def test_what_is_exchanged_on_gpus_is_under_way_while_kernels_run(tmp_path):
    """In a profile; the results are those without overlap, bit for bit."""
    text = """
    mesh = Mesh({"data": size})
    Tensor.manual_seed(0)
    a, b = (Tensor.rand(4 * size, 6).shard(mesh, {"data": 0}).contiguous().realize() for _ in range(2))
    w = Tensor.rand(6, 6).shard(mesh).realize()

    @TinyJit
    def step(a, b): return ((a.sum(0) + 1).contiguous().realize((b.transpose(0, 1) @ b + w).relu().contiguous(), (w @ w).contiguous()))

    from heddle import profile
    beside = False
    for n in range(4):
        with profile() as seen: print("result", step(a, b).tolist(), flush=True)
        exchanges = [e for e in seen.events if e.kind == "collective"]
        kernels = [e for e in seen.events if e.kind == "kernel"]
        beside |= any(c.start <= k.start and k.start + k.seconds <= c.start + c.seconds for c in exchanges for k in kernels)
    print("collectives", len(exchanges), "beside kernels", beside, flush=True)
    """
    done = checked(run(tmp_path, 2, text, COLLECTIVE_BUCKET="0"), 2)
    assert len(re.findall(r"collectives [1-9]\d* beside kernels True", done.said)) == 2, done.said
    alone = checked(run(tmp_path, 2, text, COLLECTIVE_BUCKET="0", COLLECTIVE_OVERLAP="0"), 2)
    assert alone.said.count("beside kernels False") == 2, alone.said
    assert re.findall("result .*", done.said) == re.findall("result .*", alone.said)


# ---- which way collectives go


REDUCE = """
    mesh = Mesh({"data": size})
    total = Tensor.ones(4, 4).shard(mesh, {"data": 0}).contiguous().realize().sum(0).realize()
    assert total.tolist() == [4.0] * 4
    print("reduced by nccl", sum("ncclAllReduce" in call for call in nccl.calls()), flush=True)
"""


def test_ranks_that_share_a_gpu_go_through_the_host_and_say_so(tmp_path):
    done = run(tmp_path, 2, "nccl.driver.serial = 0\n", REDUCE).checked()
    assert done.said.count("reduced by nccl 0") == 2
    warned = r"collectives on CUDA go through host memory: ranks 0 and 1 on \S+ use the same GPU"
    assert len(re.findall(warned, done.said)) == 1, done.said


def test_without_nccl_on_one_rank_all_go_through_the_host(tmp_path):
    text = """
    from heddle.runtime.cuda import nccl as binding
    def absent(name): raise OSError(f"{name}: no such file")
    if rank == 1: binding.load = absent
    """
    done = run(tmp_path, 2, text, REDUCE).checked()
    assert done.said.count("reduced by nccl 0") == 2
    assert "rank 1 on" in done.said and "NCCL cannot be loaded: " in done.said and "[nccl]' brings it" in done.said, done.said
    forced = run(tmp_path, 2, text, REDUCE, DEVICE_COLLECTIVES="nccl")
    assert forced.status != 0
    assert forced.said.count("DistributedError: DEVICE_COLLECTIVES=nccl, and CUDA cannot: rank 1 on") == 2, forced.said


def test_ranks_on_other_kinds_of_devices_meet_in_host_memory(tmp_path):
    text = """
    kind = "CPU" if rank == 1 else "CUDA"
    mesh = Mesh({"data": size}, kind)
    for n in range(2):
        total = Tensor.full((4, 4), n + 1.0).shard(mesh, {"data": 0}).contiguous().realize().sum(0).realize()
        assert total.tolist() == [4.0 * (n + 1)] * 4
    both = Mesh({"data": size}, "CUDA" if rank == 1 else "CUDA:1")
    total = Tensor.ones(4, 4).shard(both, {"data": 0}).contiguous().realize().sum(0).realize()
    assert total.tolist() == [4.0] * 4
    """
    checked(run(tmp_path, 2, text), 2)


IN_PLACE = EXCHANGE.replace("is (given.nbytes == 0)", "is True"), """
    def copies(): return sum(nccl.driver.calls[name] for name in ("cuMemcpyDtoHAsync_v2", "cuMemcpyHtoDAsync_v2"))

    same, moved = np.testing.assert_array_equal, []
    for kind, dtype in ((np.float32, dtypes.float32), (np.int64, dtypes.int64), (np.float16, dtypes.float16)):
        every, wide = ([value(n, kind, k) for k in range(size)] for n in (50, 50 * size))
        mine = slice(rank * 50, (rank + 1) * 50)
        ring = tuple((k, (k + 1) % size) for k in range(size))
        expected = [("all_gather", every[rank], 50 * size, (), {}, np.concatenate(every)),
                    ("broadcast", every[rank], 50, (), {"number": 1}, every[1]),
                    ("all_to_all", wide[rank], 50 * size, (), {}, np.concatenate([w[mine] for w in wide])),
                    ("permute", every[rank], 50, (), {"number": rank, "pairs": ring}, every[(rank - 1) % size]),
                    ("permute", every[rank], 50, (), {"number": rank, "pairs": ((1, 0),)},
                     every[1] if rank == 0 else np.zeros(50, kind))]
        if dtype is not dtypes.float16:
            expected += [("all_reduce", every[rank], 50, (Ops.ADD,), {}, sum(every[1:], every[0])),
                         ("reduce_scatter", wide[rank], 50, (Ops.ADD,), {}, sum(wide[1:], wide[0])[mine])]
        for what, given, out, args, kwargs, wanted in expected:
            before = copies()
            dest = start(what, given.tobytes(), out, dtype, *args, **kwargs)
            moved.append(copies() - before)
            same(np.frombuffer(dest.tobytes(), kind), wanted, what)
    print("moved", sorted(set(moved)), "by nccl", sum("ncclCommInit" in call for call in nccl.calls()), flush=True)
"""


@pytest.mark.parametrize("count", [2, pytest.param(4, marks=pytest.mark.slow)])
def test_an_mpi_that_is_given_addresses_of_devices(tmp_path, count):
    done = checked(run(tmp_path, count, *IN_PLACE, DEVICE_COLLECTIVES="mpi"), count)
    # to the device: the source that the test puts there, and zeros where nothing is sent
    assert set(re.findall(r"moved (.*) by nccl 0", done.said)) == {"[1]", "[1, 2]"}, done.said


def test_the_way_without_nccl_is_an_mpi_that_says_that_it_takes_device_memory(tmp_path):
    text = """
    from heddle.distributed import mpi_memory
    from heddle.runtime.cuda import nccl as binding
    def absent(name): raise OSError(f"{name}: no such file")
    binding.load = absent
    mpi_memory.takes = lambda mpi, kind: kind == "cuda" and (rank == 0 or sys.argv[1] == "all")
    """
    done = checked(run(tmp_path, 2, text, *IN_PLACE, arguments=["all"]), 2)
    assert done.said.count("moved [1] by nccl 0") == 1 and done.said.count("moved [1, 2] by nccl 0") == 1, done.said
    assert done.said.count("collectives on CUDA go by MPI: rank 0 on ") == 1, done.said
    some = checked(run(tmp_path, 2, text, *IN_PLACE, arguments=["some"]), 2)
    assert some.said.count("moved [3] by nccl 0") == 2, some.said
    assert some.said.count("collectives on CUDA go through host memory: rank 0 on ") == 1, some.said


def test_settings_that_differ_are_refused(tmp_path):
    text = "from heddle.settings import settings\nif rank == 1: settings.DEVICE_COLLECTIVES = 'host'\n"
    done = run(tmp_path, 2, text, REDUCE)
    assert done.said.count("DEVICE_COLLECTIVES differs between the ranks: (empty) on rank 0, host on rank 1") == 2, done.said


# ---- faults

#: the collective of a program that fails, with its line
CALL = r"all-reduce, ADD of 4 x float32 over 2 ranks at \S*program\.py:\d+:  .*value\.sum\(0\)\.realize\(\)"


def survivor(done, rank):
    """What a rank says from its error on."""
    return done.said[done.said.index(f"DistributedError: rank {rank} on "):]


FAULTY = """
    mesh = Mesh({"data": size})
    value = Tensor.ones(4, 4).shard(mesh, {"data": 0}).contiguous().realize()
    value.sum(0).realize().tolist()
    if rank == 1:
        {fault}
    total = value.sum(0).realize()   # the collective
    print(total.tolist())            # waits for it
"""


@pytest.mark.parametrize(("fault", "reason"), [
    ("os.kill(os.getpid(), signal.SIGKILL)", "rank 1 on {host} (process"),
    pytest.param("raise ValueError('a bad batch')", "has failed: ValueError: a bad batch", marks=pytest.mark.slow),
    pytest.param("time.sleep(1000)", "is at ", marks=pytest.mark.slow),
])
def test_a_rank_that_is_lost_ends_the_others(tmp_path, fault, reason):
    done = run(tmp_path, 2, FAULTY.replace("{fault}", fault), COLLECTIVE_TIMEOUT="3")
    assert done.status != 0 and done.seconds < 60
    said = survivor(done, 0)
    assert "all-reduce, ADD of 4 x float32 over 2 ranks" in said.split("\n")[0] and "program.py" in said, done.said
    assert reason.split("{host}")[0] in said, done.said


def test_a_rank_that_dies_after_queueing_ends_those_that_wait_for_it(tmp_path):
    """Both have queued the collective; one never runs it."""
    text = FAULTY.replace("print(", "(os.kill(os.getpid(), signal.SIGKILL) if rank == 1 else None, print)[1](")
    done = run(tmp_path, 2, text.replace("{fault}", "pass"))
    assert done.status != 0 and done.seconds < 60
    said = survivor(done, 0)
    assert re.match(rf"DistributedError: rank 0 on \S+ cannot complete {CALL}", said)
    assert re.search(r"rank 1 on \S+ \(process \d+\) has died", said), done.said
    assert "at " in said and "value.sum(0).realize()   # the collective" in said, done.said


def test_one_that_does_not_end_is_late(tmp_path):
    text = FAULTY.replace("print(", "(time.sleep(1000) if rank == 1 else None, print)[1](")
    done = run(tmp_path, 2, text.replace("{fault}", "pass"), COLLECTIVE_TIMEOUT="3")
    said = survivor(done, 0)
    assert re.match(rf"DistributedError: rank 0 on \S+ has waited 3 s in {CALL}", said)
    assert re.search(r"rank 1 on \S+ \(process \d+\) is at ", said), done.said


@pytest.mark.parametrize(("fail", "words", "cure"), [
    ("1:2:6", "remote process exited or there was a network error", "Start again from the last checkpoint"),
    pytest.param("1:0:2", "unhandled system error", "NCCL_SOCKET_IFNAME", marks=pytest.mark.slow),
    pytest.param("0:1:1", "unhandled cuda error", "NCCL_DEBUG=INFO", marks=pytest.mark.slow)])
def test_a_failure_of_nccl_names_rank_collective_and_cure(tmp_path, fail, words, cure):
    done = run(tmp_path, 2, FAULTY.replace("{fault}", "pass"), NCCL_STANDIN_FAIL=fail)
    assert done.status != 0 and done.seconds < 60
    rank = int(fail[0])
    said = survivor(done, rank)
    assert re.match(rf"DistributedError: rank {rank} on \S+ cannot complete {CALL}", said), done.said
    assert words in said and cure in said, done.said
    assert words in survivor(done, 1 - rank), done.said  # which the other one is told


@pytest.mark.parametrize("fault", ["count", *(pytest.param(fault, marks=pytest.mark.slow) for fault in ("order", "root", "messages"))])
def test_what_the_agreement_would_have_found_is_found_by_the_stand_in(tmp_path, fault):
    done = run(tmp_path, 2, EXCHANGE, """
    run("all_reduce", value(4, np.float32, rank), 4, dtypes.float32, Ops.ADD)
    comm.agree = lambda agreement: None
    odd, fault = rank == 1, sys.argv[1]
    if fault == "count": run("all_reduce", value(4 + odd, np.float32, rank), 4 + odd, dtypes.float32, Ops.ADD)
    elif fault == "order": run("all_gather" if odd else "broadcast", value(4, np.float32, rank), 8 if odd else 4, dtypes.float32)
    elif fault == "root": run("broadcast", value(4, np.float32, rank), 4, dtypes.float32, number=rank)
    else: run("all_to_all", value(4 + 2 * odd, np.float32, rank), 4 + 2 * odd, dtypes.float32)
    """, arguments=[fault])
    assert done.status != 0 and done.seconds < 60
    failed = r"DistributedError: rank [01] on \S+ cannot complete .*: a collective of NCCL failed: invalid usage: "
    assert re.search(failed + r"(operation 2 is|rank \d receives)", done.said), done.said


def test_another_collective_is_named_before_it_is_queued(tmp_path):
    done = run(tmp_path, 2, FAULTY.replace("{fault}", "value.sum(1).sum().realize(); sys.exit()"))
    assert done.said.count("the ranks call different collectives; number 1 of this run is") == 2, done.said
