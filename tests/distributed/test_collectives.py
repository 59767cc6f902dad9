"""Collectives of the communicator between real processes, beside what NumPy says."""
from __future__ import annotations

import pytest

from tests.distributed.launching import launch, needs_mpi

pytestmark = needs_mpi

PROGRAM = """
    import numpy as np
    import heddle.distributed as distributed
    from heddle.device.buffer import Buffer
    from heddle.engine.communicator import Agreement, Call, communicator
    from heddle.dtype import dtypes
    from heddle.uop.args import Collective
    from heddle.uop.ops import Ops

    distributed.initialize()
    rank, size = distributed.rank(), distributed.size()
    comm = communicator()

    def value(count, dtype, of):
        return (np.arange(count) * 3 + of * 7 + 1).astype(dtype)

    def run(kind, count, out, dtype=np.float32, op=None, number=0, ranks=None, pairs=()):
        ranks = tuple(range(size)) if ranks is None else ranks
        kind_of = {np.float32: dtypes.float32, np.float64: dtypes.float64, np.int32: dtypes.int32, np.uint8: dtypes.uint8,
                   np.int64: dtypes.int64, np.float16: dtypes.float16}[dtype]
        source = Buffer("CPU", count, kind_of).allocate().copyin(memoryview(value(count, dtype, rank)).cast("B"))
        dest = Buffer("CPU", out, kind_of)
        call = Call(Collective(kind, ranks, op, number, 0, pairs), kind_of, source.nbytes, None)
        if len(ranks) == size: comm.agree(Agreement([call]))
        comm.run(call, dest, source)
        return np.frombuffer(dest.tobytes(), dtype)

    for count in (1, 5, 1000, 100_000):
        for dtype in (np.float32, np.float64, np.int32, np.int64, np.uint8):
            every = [value(count, dtype, k) for k in range(size)]
            same = np.testing.assert_array_equal
            if dtype is not np.uint8: same(run("all_reduce", count, count, dtype, Ops.ADD), sum(every[1:], every[0]))
            same(run("all_gather", count, count * size, dtype), np.concatenate(every))
            same(run("broadcast", count, count, dtype, number=1), every[1])
            ring = tuple((k, (k + 1) % size) for k in range(size))
            same(run("permute", count, count, dtype, number=rank, pairs=ring), every[(rank - 1) % size])
            same(run("permute", count, count, dtype, number=rank, pairs=((1, 0),)), every[1] if rank == 0 else np.zeros(count, dtype))
            wide = [value(count * size, dtype, k) for k in range(size)]
            mine = slice(rank * count, (rank + 1) * count)
            if dtype is not np.uint8: same(run("reduce_scatter", count * size, count, dtype, Ops.ADD), sum(wide[1:], wide[0])[mine])
            same(run("all_to_all", count * size, count * size, dtype), np.concatenate([w[mine] for w in wide]))
    same(run("all_reduce", 9, 9, np.int32, Ops.MAX), np.max([value(9, np.int32, k) for k in range(size)], 0))
    same(run("all_reduce", 4, 4, np.int64, Ops.MUL), np.prod([value(4, np.int64, k) for k in range(size)], 0))
    same(run("all_gather", 9, 9 * size, np.float16), np.concatenate([value(9, np.float16, k) for k in range(size)]))
    group = tuple(k for k in range(size) if k % 2 == rank % 2)
    same(run("all_reduce", 9, 9, np.int64, Ops.ADD, ranks=group), sum(value(9, np.int64, k) for k in group))
    print(f"rank {rank} is done", flush=True)
"""


@pytest.mark.parametrize("count", [2, 4, pytest.param(8, marks=pytest.mark.slow)])
def test_every_collective_gives_what_numpy_gives(tmp_path, count):
    done = launch(tmp_path, count, PROGRAM).checked()
    assert all(f"rank {k} is done" in done.said for k in range(count)), done.said


def test_a_reduction_that_mpi_leaves_open_is_refused(tmp_path):
    text = PROGRAM.split("for count in")[0] + """
    for dtype, op in ((np.float32, Ops.MAX), (np.uint8, Ops.ADD), (np.float16, Ops.ADD)):
        try: run("all_reduce", 4, 4, dtype, op)
        except TypeError as error: print(error, flush=True)
    """
    said = launch(tmp_path, 2, text).checked().said
    for refused in ("float32 by MAX", "uint8 by ADD", "float16 by ADD"): assert said.count(f"MPI does not reduce {refused}") == 2, said


def test_processes_share_the_cores_of_their_machine(tmp_path):
    text = """
    import os
    import heddle.distributed as distributed
    from heddle.settings import settings

    distributed.initialize()
    print("threads", settings.THREADS, "of", len(os.sched_getaffinity(0)), flush=True)
    """
    done = launch(tmp_path, 2, text, THREADS="0").checked()
    for line in done.said.split("threads ")[1:]:
        threads, cores = int(line.split()[0]), int(line.split()[2])
        assert threads == max(1, cores // 2) or cores == threads == 1


def test_one_process_needs_no_others(tmp_path):
    text = """
    import heddle.distributed as distributed
    assert (distributed.rank(), distributed.size(), distributed.is_initialized()) == (0, 1, False)
    distributed.initialize()
    distributed.initialize()
    assert (distributed.rank(), distributed.size(), distributed.is_initialized()) == (0, 1, True)
    """
    launch(tmp_path, 1, text).checked()
