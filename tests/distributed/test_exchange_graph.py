"""Captures whose collectives are part of one native graph: values on real ranks, what makes them so, and faults in their replays."""
from __future__ import annotations

import re

import pytest

from tests.distributed.launching import FAULTS, launch, needs_mpi

pytestmark = needs_mpi

COMMON = """
    import os, signal, sys, time
    import numpy as np
    import heddle.distributed as distributed
    from heddle import Context, GlobalCounters, Mesh, Tensor, TinyJit, profile
    from heddle.errors import DistributedError
    from heddle.settings import settings
    from heddle.tensor.node_builders import mark
    from heddle.uop import Ops
    from heddle.uop.args import Collective

    distributed.initialize()
    rank, n = distributed.rank(), distributed.size()
    everyone = tuple(range(n))

    def exchanged(x, kind, ranks=everyone, op=None, number=0, pairs=()):
        what = Collective(kind, ranks, op, number, 0, pairs)
        return Tensor._of(mark(x.uop.exchange(what)), False)

    def is_one_graph(fn): return fn.captured.executable._exchanges is not None
"""

VALUES = COMMON + """
    def data(k, size, dtype):
        rng = np.random.default_rng(k)
        return [rng.integers(-9, 9, size).astype(dtype) for _ in range(n)]

    def check(make, expect, sizes, dtypes=("float32", "int64")):
        for size in sizes:
            for dtype in dtypes:
                @TinyJit
                def fn(x):
                    return (make(x * 2) + 1).realize()
                for k in range(5):
                    every = data(k, size, dtype)
                    got = fn(Tensor(every[rank])).numpy()
                    want = (expect([2 * x for x in every]) + 1).astype(dtype)
                    same = np.allclose(got, want, 1e-6, 0) if "float" in dtype else (got == want).all()
                    assert got.dtype == dtype and same, (size, dtype, k, got, want)
                assert is_one_graph(fn), (size, dtype)

    sizes = (n, 8 * n, 15 * n, 4096 * n, 70001 * n)
    reduce = {Ops.ADD: np.add, Ops.MUL: np.multiply, Ops.MAX: np.maximum}
    floats, ints, unsigned = ("float32", "float64"), ("int32", "int64"), ("uint32", "uint64")
    for op, counts, dtypes in ((Ops.ADD, (1, 2, 3, 7, *sizes, 300_001), floats + ints + unsigned),
                               (Ops.MUL, (1, 5, 3001), floats + ints + unsigned), (Ops.MAX, (1, 5, 3001, 50001), ints + unsigned)):
        check(lambda x: exchanged(x, "all_reduce", op=op), reduce[op].reduce, counts, dtypes)
    check(lambda x: exchanged(x, "all_gather").reshape(-1), np.concatenate, (1, 3, 4001), ("float32", "int8", "uint16"))
    check(lambda x: exchanged(x.reshape(n, -1), "reduce_scatter", op=Ops.ADD).reshape(-1),
          lambda every: np.add.reduce(every).reshape(n, -1)[rank], sizes)
    check(lambda x: exchanged(x.reshape(n, -1), "all_to_all").reshape(-1),
          lambda every: np.concatenate([x.reshape(n, -1)[rank] for x in every]), sizes)
    check(lambda x: exchanged(x, "broadcast", number=n - 1), lambda every: every[n - 1], (1, 3, 4001))
    ring, chain = tuple((k, (k + 1) % n) for k in everyone), tuple((k, k + 1) for k in range(n - 1))
    check(lambda x: exchanged(x, "permute", number=rank, pairs=ring), lambda every: every[(rank - 1) % n], (1, 3, 4001, 70001))
    check(lambda x: exchanged(x, "permute", number=rank, pairs=chain),
          lambda every: every[rank - 1] if rank else 0 * every[0], (1, 3, 4001))
    if n % 2 == 0:
        own = tuple(range(n // 2)) if rank < n // 2 else tuple(range(n // 2, n))
        check(lambda x: exchanged(exchanged(x, "all_reduce", own, Ops.ADD), "all_reduce", op=Ops.ADD),
              lambda every: (n // 2) * np.add.reduce(every), (1, 7, 4001, 70001))
    print("values are right", flush=True)
"""


@pytest.mark.parametrize("count", [1, 2, pytest.param(3, marks=pytest.mark.slow), 4, pytest.param(8, marks=pytest.mark.slow)])
def test_replays_give_what_numpy_gives(tmp_path, count):
    done = launch(tmp_path, count, VALUES).checked()
    assert done.said.count("values are right") == count


FAR = COMMON + """
    from heddle.engine.communicator import communicator
    native = communicator()._native
    native._hosts = [f"host{k // 2}" for k in everyone]
    pair = (0, 1) if rank < 2 else (2, 3)

    @TinyJit
    def fn(x): return (exchanged(exchanged(x, "all_reduce", pair, Ops.ADD), "all_reduce", op=Ops.ADD) + 1).realize()
    for k in range(4): assert fn(Tensor(np.full(1000, rank + k, np.float32))).tolist() == [2 * (6 + 4 * k) + 1] * 1000, k
    assert is_one_graph(fn)
    calls = fn.captured.executable._agreement.calls
    print("by rounds:", *[call.exchange.by_rounds for call in calls], flush=True)
"""


def test_between_machines_all_reduces_are_those_of_mpi(tmp_path):
    done = launch(tmp_path, 4, FAR).checked()
    assert done.said.count("by rounds: True False") == 4


SEVERAL = COMMON + """
    @TinyJit
    def fn(a, b):
        x = exchanged(a * 2, "all_reduce", op=Ops.ADD)
        y = exchanged(b @ b, "all_reduce", op=Ops.ADD)
        z = (a + 1).sum()
        return (exchanged(x + z, "all_reduce", op=Ops.ADD) + y.sum()).realize(), (x * 3).realize()

    def run(k):
        a, b = np.arange(50, dtype=np.float32) % 7 + k + rank, np.ones((8, 8), np.float32) * (k + rank)
        got = fn(Tensor(a), Tensor(b))
        every = [(np.arange(50, dtype=np.float32) % 7 + k + r, np.ones((8, 8), np.float32) * (k + r)) for r in everyone]
        x, y = sum(2 * a for a, _ in every), sum(b @ b for _, b in every)
        want = sum(x + (a + 1).sum() for a, _ in every) + y.sum()
        np.testing.assert_allclose(got[0].numpy(), want, rtol=1e-5)
        np.testing.assert_array_equal(got[1].numpy(), 3 * x)

    for k in range(4): run(k)
    assert is_one_graph(fn)
    calls = fn.jit_cache
    phases = [c.src[0].arg.phase for c in calls if c.src[0].op is Ops.COLLECTIVE]
    assert "start" in phases and "wait" in phases, phases
    before = GlobalCounters.collective_bytes
    run(4)
    sent = GlobalCounters.collective_bytes - before
    # one rank looks at its launches, and others do not: they meet
    for k in range(6):
        before = GlobalCounters.collective_bytes
        if rank == k % n:
            with profile() as seen: run(k)
            assert len([e for e in seen.events if e.kind == "collective"]) == 3
        else: run(k)
        assert GlobalCounters.collective_bytes - before == sent > 0
        if rank == 0 and k == 3:
            with Context(DEBUG=2): run(k)
        elif k == 3: run(k)
    with Context(THREADS=2): run(7)
    print("values are right", flush=True)
"""


@pytest.mark.parametrize("count", [2, pytest.param(3, marks=pytest.mark.slow), pytest.param(4, marks=pytest.mark.slow)])
def test_kernels_and_collectives_are_one_call_which_ranks_that_watch_theirs_meet(tmp_path, count):
    done = launch(tmp_path, count, SEVERAL).checked()
    assert done.said.count("values are right") == count


#: `{fault}` is what rank 1 does between two replays
FAULTS_PROGRAM = COMMON + """
    @TinyJit
    def step(x):
        y = exchanged(x * 2, "all_reduce", op=Ops.ADD)  # the first one
        return (exchanged(y + 1, KIND, op=OP) * 2).realize()

    @TinyJit
    def other(x): return (exchanged(x * 2, "all_reduce", op=Ops.ADD) + 1).realize()

    KIND, OP = "all_reduce", Ops.ADD
    x, longer = Tensor.ones(8).realize(), Tensor.ones(24).realize()
    for k in range(6):
        if k == 3: settings.COLLECTIVE_TIMEOUT = 2
        step(x)
        other(longer)
    assert is_one_graph(step) and is_one_graph(other)
    if rank == 1:
        {fault}
    step(x)
    print(f"rank {rank} goes on", flush=True)
"""


@pytest.mark.parametrize("name", [n if n in ("dies", "hangs") else pytest.param(n, marks=pytest.mark.slow) for n in FAULTS])
@pytest.mark.parametrize("count", [2, pytest.param(3, marks=pytest.mark.slow)])
def test_survivors_name_the_rank_that_is_lost(tmp_path, name, count):
    fault, reason = FAULTS[name]
    done = launch(tmp_path, count, FAULTS_PROGRAM.replace("{fault}", fault))
    assert done.status != 0 and done.seconds < 40 and "goes on" not in done.said
    for survivor in {*range(count)} - {1}:
        said = done.said[done.said.index(f"DistributedError: rank {survivor} on "):]
        assert f"all-reduce, ADD of 8 x float32 over {count} ranks at" in said.split("\n")[0], done.said
        assert "in exchanged:" in said.split("\n")[0], done.said
        named = next(line for line in said.replace(": rank 1", ":\nrank 1").split("\n") if line.strip().startswith("rank 1 on"))
        assert reason.replace("{program}", str(tmp_path / "program.py")) in named, done.said


@pytest.mark.parametrize(("fault", "others"), [
    ("other(longer); sys.exit()", "all-reduce, ADD of 24 x float32"),
    pytest.param("other(Tensor.ones(24).realize() * 2); sys.exit()", "all-reduce, ADD of 24 x float32", marks=pytest.mark.slow),
    pytest.param("exchanged(longer, 'all_reduce', op=Ops.ADD).realize(); sys.exit()", "all-reduce, ADD of 24 x float32",
                 marks=pytest.mark.slow),
    pytest.param("exchanged(x, 'all_gather').realize(); sys.exit()", "all-gather, 8 x float32", marks=pytest.mark.slow),
    ("exchanged(x, 'all_reduce', op=Ops.MUL).realize(); sys.exit()", "all-reduce, MUL of 8 x float32"),
])
@pytest.mark.parametrize("count", [2, pytest.param(3, marks=pytest.mark.slow), pytest.param(4, marks=pytest.mark.slow)])
def test_other_collectives_are_named_with_their_rank(tmp_path, fault, others, count):
    done = launch(tmp_path, count, FAULTS_PROGRAM.replace("{fault}", fault))
    assert done.status != 0 and "goes on" not in done.said
    assert done.said.count("the ranks call different collectives; number 1 of this run is") == count, done.said
    assert done.said.count(f"    rank 1: {others} over {count} ranks at") == count, done.said


def test_fewer_collectives_are_found_out(tmp_path):
    """The first is the same on both ranks, and done before they notice."""
    done = launch(tmp_path, 2, FAULTS_PROGRAM.replace("{fault}", "other(x); sys.exit()").replace("Tensor.ones(24)", "Tensor.ones(8)"))
    assert done.status != 0 and "goes on" not in done.said
    assert done.said.count("the ranks call different collectives; number 2 of this run is") == 2, done.said
    assert done.said.count("    rank 1: none") == 2, done.said


ASSIGNED = COMMON + """
    w, v = Tensor.ones(8).contiguous().realize(), Tensor.ones(8).contiguous().realize()

    @TinyJit
    def step(x):
        v.assign(x * 3)
        w.assign(w - exchanged(x * 2, "all_reduce", op=Ops.ADD))
        return (exchanged(w + v, "all_reduce", op=Ops.ADD) * 2).realize()

    @TinyJit
    def other(x): return (exchanged(x * 2, "all_reduce", op=Ops.ADD) + 1).realize()

    x = Tensor.ones(8).realize()
    for k in range(4): step(x), other(x)
    assert is_one_graph(step) and is_one_graph(other)
    before, late = [w.tolist(), v.tolist()], Tensor.full((8,), 5.0).realize()
    if rank == 0: time.sleep(0.5)  # all that rank 1 has sent is there then
    try: step(late) if rank == 0 else other(late)
    except DistributedError: pass
    else: print("nobody noticed", flush=True)
    if rank == 0: print("kept", [w.tolist(), v.tolist()] == before, flush=True)
    sys.exit(1)
"""


def test_nothing_is_assigned_in_a_run_that_the_others_do_not_make(tmp_path):
    done = launch(tmp_path, 2, ASSIGNED)
    assert "kept True" in done.said and "nobody noticed" not in done.said, done.said


INTERRUPTED = FAULTS_PROGRAM.replace("settings.COLLECTIVE_TIMEOUT = 2", "pass").replace("    if rank == 1:", """
    if rank == 0:
        import threading
        threading.Timer(1.0, lambda: os.kill(os.getpid(), signal.SIGINT)).start()
        begun = time.monotonic()
        try: step(x)
        except KeyboardInterrupt: print("interrupted after", time.monotonic() - begun < 3, flush=True)
        try: step(x)
        except Exception as fault: print(type(fault).__name__, fault, flush=True)
        sys.exit(1)
    if rank == 1:""").replace("{fault}", "time.sleep(3)")


def test_ctrl_c_ends_a_wait_and_no_later_collective_takes_what_it_left(tmp_path):
    done = launch(tmp_path, 2, INTERRUPTED)
    assert "interrupted after True" in done.said, done.said
    said = r"DistributedError rank 0 on \S+ cannot start all-reduce, .*: an earlier collective was given up"
    assert re.search(said, done.said), done.said


LATE = COMMON + """
    @TinyJit
    def step(x): return (exchanged(x * 2, "all_reduce", op=Ops.ADD) + 1).realize()

    for k in range(12):
        if k % n == rank: time.sleep(0.2)
        assert (step(Tensor.full((size := 3000,), k + rank).realize()).numpy() == 2 * sum(k + r for r in everyone) + 1).all()
    assert is_one_graph(step)
    print("in time", flush=True)
"""


def test_ranks_that_are_late_are_waited_for(tmp_path):
    done = launch(tmp_path, 2, LATE).checked()
    assert done.said.count("in time") == 2


def test_what_is_no_graph_says_why(tmp_path):
    text = COMMON + """
    @TinyJit
    def step(x): return (exchanged((x * 2).to("CPU:1"), "all_reduce", op=Ops.ADD) + 1).realize()
    for _ in range(4): assert step(Tensor.ones(4).realize()).tolist() == [2 * n + 1] * 4
    assert not is_one_graph(step)
    """
    done = launch(tmp_path, 2, text, DEBUG="1").checked()
    assert "step runs its collectives one by one: its graph would hold a" in done.said, done.said
