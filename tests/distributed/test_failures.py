"""Ranks that die, stop, hang, fail, leave, or do something else: every survivor ends in time and names them."""
from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import time

import pytest

from tests.distributed.launching import FAULTS, launch, launcher, needs_mpi

pytestmark = needs_mpi

#: `{fault}` is what rank 1 does between two collectives
PROGRAM = """
    import os, signal, sys, time
    import heddle.distributed as distributed
    from heddle.device.buffer import Buffer
    from heddle.engine.communicator import Agreement, Call, communicator
    from heddle.distributed.mpi import MPICommunicator
    from heddle.dtype import dtypes
    from heddle.settings import settings
    from heddle.uop.args import Collective
    from heddle.uop.ops import Ops

    distributed.initialize()
    settings.COLLECTIVE_TIMEOUT = 2  # from now on: processes that start on a busy machine come one after the other
    rank, size = distributed.rank(), distributed.size()

    def collective(kind="all_reduce", count=4, op=Ops.ADD, ranks=None):
        source = Buffer("CPU", count, dtypes.float32).allocate().copyin(memoryview(bytes(4 * count)))
        call = Call(Collective(kind, ranks or tuple(range(size)), op), dtypes.float32, source.nbytes, None)
        communicator().agree(Agreement([call]))
        communicator().run(call, Buffer("CPU", count * (size if op is None else 1), dtypes.float32), source)

    collective()
    if rank == 1:
        {fault}
    collective()
"""


def run(folder, fault, count=3):
    return launch(folder, count, PROGRAM.replace("{fault}", fault))


@pytest.mark.parametrize("name", [n if n in ("dies", "fails") else pytest.param(n, marks=pytest.mark.slow) for n in FAULTS])
def test_survivors_name_the_rank_that_is_lost(tmp_path, name):
    fault, reason = FAULTS[name]
    done = run(tmp_path, fault)
    assert done.status != 0
    assert done.seconds < 40
    for survivor in (0, 2):
        said = done.said[done.said.index(f"DistributedError: rank {survivor} on "):]
        assert "all-reduce, ADD of 4 x float32 over 3 ranks" in said.split("\n")[0]
        named = next(line for line in said.replace(": rank 1", ":\nrank 1").split("\n") if line.strip().startswith("rank 1 on"))
        assert reason.replace("{program}", str(tmp_path / "program.py")) in named, done.said
        assert "program.py" in said  # the line of the survivor


@pytest.mark.slow
@pytest.mark.parametrize("lost", [0, 1])
def test_a_rank_that_computes_without_end_ends_with_the_others(tmp_path, lost):
    text = PROGRAM.replace("{fault}", "raise ValueError('a bad batch')\n    while True: pass").replace("rank == 1", f"rank == {lost}")
    done = launch(tmp_path, 2, text)
    assert done.status != 0 and done.seconds < 40
    assert f"ends, for it cannot go on without the others: rank {lost} on" in done.said
    assert "has failed: ValueError: a bad batch" in done.said


@pytest.mark.slow
def test_a_stopped_rank_0_does_not_incriminate_the_others(tmp_path):
    """It passes their questions and answers on."""
    text = PROGRAM.replace("{fault}", "os.kill(os.getpid(), signal.SIGSTOP)").replace("rank == 1", "rank == 0")
    done = launch(tmp_path, 3, text)
    assert done.status != 0 and done.seconds < 40
    for rank, other in ((1, 2), (2, 1)):
        said = done.said[done.said.index(f"DistributedError: rank {rank} on "):].split("Give slow ranks")[0]
        assert re.search(r"rank 0 on \S+ \(process \d+\) does not answer: it is stopped, or its machine is gone", said), done.said
        assert re.search(rf"rank {other} on \S+ \(process \d+\) cannot be reached: rank 0, which passes messages on, does not answer",
                         said), done.said


@pytest.mark.parametrize(("fault", "others"), [
    ("collective(count=5); sys.exit()", "all-reduce, ADD of 5 x float32 over 2 ranks"),
    pytest.param("collective('all_gather', op=None); sys.exit()", "all-gather, 4 x float32 over 2 ranks", marks=pytest.mark.slow),
    pytest.param("collective(op=Ops.MUL); sys.exit()", "all-reduce, MUL of 4 x float32 over 2 ranks", marks=pytest.mark.slow),
])
def test_another_collective_is_named_with_its_rank(tmp_path, fault, others):
    done = run(tmp_path, fault, 2)
    assert done.status != 0
    assert done.said.count("the ranks call different collectives; number 1 of this run is") == 2
    assert done.said.count("    rank 0: all-reduce, ADD of 4 x float32 over 2 ranks") == 2
    assert done.said.count(f"    rank 1: {others}") == 2


@pytest.mark.parametrize(("fault", "count"), [
    ("checkpoint.save({}, 'saved')", 2), pytest.param("communicator().texts('', 'other things')", 3, marks=pytest.mark.slow)])
def test_an_exchange_of_texts_that_others_do_not_call_is_named_with_its_rank(tmp_path, fault, count):
    done = run(tmp_path, f"from heddle.distributed import checkpoint; os.chdir(os.path.dirname(__file__)); {fault}", count)
    assert done.status != 0
    assert done.said.count("the ranks call different collectives; number 1 of this run is") == count, done.said
    others = "rank 0" if count == 2 else "ranks 0, 2"
    assert done.said.count(f"    {others}: all-reduce, ADD of 4 x float32 over {count} ranks") == count
    what = "a checkpoint" if "save" in fault else "other things"
    assert len(re.findall(rf"    rank 1: an exchange for {what} at \S*program.py:\d+:  from heddle", done.said)) == count, done.said


def test_another_program_is_refused_at_the_start(tmp_path):
    # it is slow to say so: the launcher, which ends every rank with the first that leaves, must not cut it off
    (tmp_path / "other.py").write_text("import sys, time\n"
                                       "import heddle.distributed as d\n"
                                       "sys.excepthook = lambda *fault: (time.sleep(1.5), sys.__excepthook__(*fault))\n"
                                       "d.initialize()\n")
    text = f"""
    import os, sys
    from heddle.settings import rank_of_launcher
    if rank_of_launcher() == 1: os.execv(sys.executable, [sys.executable, {str(tmp_path / "other.py")!r}])
    import heddle.distributed as distributed
    distributed.initialize()
    """
    done = launch(tmp_path, 2, text, COLLECTIVE_TIMEOUT="60")
    assert done.status != 0
    assert done.said.count("the ranks run different programs: program.py (") == 2, done.said
    assert "other.py (" in done.said


@pytest.mark.slow
def test_another_version_is_refused_at_the_start(tmp_path):
    text = """
    import heddle
    from heddle.settings import rank_of_launcher
    if rank_of_launcher() == 1: heddle.__version__ = "0.0.1"
    import heddle.distributed as distributed
    distributed.initialize()
    """
    done = launch(tmp_path, 2, text, COLLECTIVE_TIMEOUT="60")
    assert "the ranks run different versions of heddle: 0.1.0 on rank 0; 0.0.1 on rank 1" in done.said, done.said


START = """
    import os, sys, time
    from heddle.settings import rank_of_launcher
    import heddle.distributed as distributed
    if rank_of_launcher() == 1: time.sleep(60)
    distributed.initialize()
"""


@pytest.mark.slow
def test_a_rank_that_does_not_come_to_the_start_ends_the_others(tmp_path):
    done = launch(tmp_path, 3, START, COLLECTIVE_TIMEOUT="4")
    assert done.status != 0 and done.seconds < 40
    for rank in (0, 2):
        assert re.search(rf"DistributedError: rank {rank} on \S+ \(process \d+\) has waited 4 s for the others to call initialize\(\)",
                         done.said), done.said
    assert done.said.count("program.py:6:  distributed.initialize()") == 2, done.said


#: what rank 1 does after all have met
AFTER_THE_START = """
    import os, signal, time
    import heddle.distributed as distributed
    from heddle.distributed.mpi import MPICommunicator
    from heddle.settings import settings

    def begin(self, world):
        before(self, world)
        settings.COLLECTIVE_TIMEOUT = 2
        if self.rank == 1:
            {fault}

    before, MPICommunicator._begin = MPICommunicator._begin, begin
    distributed.initialize()
"""


@pytest.mark.slow
@pytest.mark.parametrize(("fault", "reason"), [
    ("time.sleep(1000)", r"is in initialize\(\)"), ("os.kill(os.getpid(), signal.SIGKILL)", "has died")])
def test_a_rank_that_is_lost_within_the_start_is_named(tmp_path, fault, reason):
    """MPI blocks there: communicators are made."""
    done = launch(tmp_path, 3, AFTER_THE_START.replace("{fault}", fault))
    assert done.status != 0 and done.seconds < 40
    for rank in (0, 2):
        said = done.said[done.said.index(f"DistributedError: rank {rank} on "):].split("COLLECTIVE_TIMEOUT")[0]
        assert "the start" in said.split("\n")[0] and re.search(rf"rank 1 on \S+ \(process \d+\) {reason}", said), done.said


@pytest.mark.slow
@pytest.mark.parametrize(("fault", "reason"), [
    ("time.sleep(1000)", "is at "), ("os.kill(os.getpid(), signal.SIGKILL)", "has died")])
def test_a_rank_that_is_lost_while_a_group_is_made_is_named(tmp_path, fault, reason):
    """MPI blocks there too. Rank 2 computes on, and ends with the others."""
    text = f"""MPICommunicator._group = lambda *_: {fault}
    if rank == 2:
        communicator().agree(Agreement([Call(Collective("all_reduce", (0, 1), Ops.ADD), dtypes.float32, 16, None)]))
        while True: pass
    collective(ranks=(0, 1))
    """
    done = run(tmp_path, text)
    assert done.status != 0 and done.seconds < 40
    for rank in (0, 2):
        said = done.said[done.said.index(f"DistributedError: rank {rank} on "):].split("Start again")[0]
        expected = rf"rank 1 on \S+ \(process \d+\) {reason}" if rank == 0 else "rank 2 on .* ends, for it cannot go on"
        assert re.search(expected, said), done.said


def test_interrupting_the_launcher_ends_all_ranks(tmp_path):
    program = tmp_path / "program.py"
    program.write_text("import heddle.distributed as d, os, time\n"
                       "d.initialize()\n"
                       f"open(r'{tmp_path}/%d.pid' % d.rank(), 'w').write(str(os.getpid()))\n"
                       "time.sleep(1000)\n")
    options = ["--option=--oversubscribe"] if "Open MPI" in (launcher() or "") else []
    allowed = {"OMPI_ALLOW_RUN_AS_ROOT": "1", "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM": "1"}
    process = subprocess.Popen([sys.executable, "-m", "heddle", "launch", "-n", "2", *options, str(program)],
                               env={**os.environ, **allowed}, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
                               start_new_session=True)
    end = time.monotonic() + 60
    files = [tmp_path / f"{k}.pid" for k in range(2)]
    while not all(f.exists() and f.read_text() for f in files):
        assert time.monotonic() < end and process.poll() is None
        time.sleep(0.05)
    ranks = [int(f.read_text()) for f in files]
    os.killpg(process.pid, signal.SIGINT)
    assert process.wait(30) != 0
    end = time.monotonic() + 30
    while any(_is_running(pid) for pid in ranks):
        assert time.monotonic() < end
        time.sleep(0.05)


def _is_running(pid):
    try:
        with open(f"/proc/{pid}/stat") as file: return file.read().rsplit(")", 1)[1].split()[0] != "Z"
    except FileNotFoundError: return False
