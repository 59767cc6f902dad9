"""The command that starts a program several times."""
from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import textwrap
import threading
import time
from pathlib import Path

import pytest

from heddle.distributed import launch, supervise
from heddle.errors import CommandError, DistributedError, FileMissingError
from heddle.settings import _RANK_VARIABLES, rank_of_launcher
from tests.distributed import launching
from tests.test_cli import heddle

ROOT = Path(__file__).resolve().parent.parent.parent


@pytest.fixture
def fake_launcher(tmp_path, monkeypatch):
    path = tmp_path / "mpiexec"
    path.write_text("#!/bin/sh\necho \"$@\"\n")
    path.chmod(0o755)
    monkeypatch.setattr(launch, "find_launcher", lambda: str(path))
    return path


def test_the_launcher_gets_count_options_and_program(fake_launcher, tmp_path):
    program = tmp_path / "train.py"
    program.write_text("")
    line = launch.command(4, [str(program), "--epochs", "2"], ["--hostfile=hosts"])
    assert line == [str(fake_launcher), "-n", "4", "--hostfile=hosts", sys.executable, "-m", "heddle.distributed.supervise",
                    str(program), "--epochs", "2"]


def test_a_program_that_is_not_there_is_refused(fake_launcher):
    with pytest.raises(FileMissingError, match=r"there is no program nowhere\.py"): launch.command(2, ["nowhere.py"], [])
    done = heddle("launch", "-n", "2", "nowhere.py")
    assert done.returncode == 2 and "heddle: " in done.stderr and "Traceback" not in done.stderr


def test_a_program_may_be_a_module(fake_launcher, tmp_path, monkeypatch):
    (tmp_path / "jobs").mkdir()
    (tmp_path / "jobs" / "train.py").write_text("import sys; print(__name__, sys.argv[1:]); sys.exit(9)")
    monkeypatch.chdir(tmp_path)
    line = launch.command(2, ["-m", "jobs.train", "--epochs", "2"], [])
    assert line[3:] == [sys.executable, "-m", "heddle.distributed.supervise", "-m", "jobs.train", "--epochs", "2"]
    own = {k: v for k, v in os.environ.items() if k not in _RANK_VARIABLES} | {"PYTHONPATH": str(ROOT)}
    done = subprocess.run(line[3:], capture_output=True, text=True, check=False, env=own)
    assert done.returncode == 9 and done.stdout == "__main__ ['--epochs', '2']\n"
    with pytest.raises(FileMissingError, match="there is no module trains"): launch.command(2, ["-m", "trains.now"], [])
    assert "there is no module trains" in heddle("launch", "-n", "2", "-m", "trains.now").stderr


def test_without_a_launcher_it_says_how_to_get_one(monkeypatch):
    monkeypatch.setattr(launch.shutil, "which", lambda name, path=None: None)
    with pytest.raises(CommandError, match=r"no MPI launcher was found") as error: launch.find_launcher()
    assert "pip install 'heddle-tensor[mpi]'" in str(error.value)


def test_a_supervisor_passes_the_exit_status_on(tmp_path):
    program = tmp_path / "p.py"
    program.write_text("import sys; sys.exit(7)")
    before = [signal.getsignal(number) for number in supervise._PASSED_ON]
    assert supervise.run([str(program)]) == 7
    assert [signal.getsignal(number) for number in supervise._PASSED_ON] == before


def supervised(folder, text, **environment):
    """A program under a supervisor alone."""
    program = folder / "p.py"
    program.write_text(textwrap.dedent(text))
    own = {k: v for k, v in os.environ.items() if k not in _RANK_VARIABLES}
    return subprocess.run([sys.executable, "-m", "heddle.distributed.supervise", str(program)], capture_output=True, text=True,
                          env={**own, **environment}, timeout=60)


def test_lines_are_passed_on_whole_with_the_rank_in_front(tmp_path):
    text = """
    import os, sys, time
    for piece in ("one", " line\\nand", " another\\r\\n", "10 %\\r", "20 %\\r", "\\n"):
        os.write(1, piece.encode())
        time.sleep(0.05)
    os.write(2, b"a fault\\nwithout an end")
    """
    done = supervised(tmp_path, text, PMI_RANK="3")
    assert done.stdout.encode() == b"[3] one line\n[3] and another\n[3] 10 %\n[3] 20 %\n"  # universal newlines
    assert done.stderr == "[3] a fault\n[3] without an end\n"


@launching.needs_mpi
def test_long_lines_of_several_ranks_do_not_mix(tmp_path):
    text = """
    import heddle.distributed as distributed
    distributed.initialize()
    for n in range(40): print(str(distributed.rank()) * 3000, n, flush=True)
    """
    said = launching.launch(tmp_path, 2, text).checked().printed.splitlines()
    for rank in (0, 1): assert [line for line in said if line.startswith(f"[{rank}]")] == [
        f"[{rank}] {str(rank) * 3000} {n}" for n in range(40)]


def test_a_slow_reader_of_a_full_pipe_gets_whole_lines_only():
    source, into = os.pipe()
    reading, dest = os.pipe()
    relay = supervise._Relay(source, dest, b"[0] ")
    lines = [b"%d %s\n" % (n, b"0" * (n * 37 % 3000)) for n in range(400)]
    writer = threading.Thread(target=lambda: (os.write(into, b"".join(lines)), os.close(into)), daemon=True)
    writer.start()
    got = []
    while sum(map(len, got)) < sum(len(line) + 4 for line in lines):
        time.sleep(0.02)
        got.append(os.read(reading, 1 << 16))
    relay.finish(10)
    writer.join(10)
    for descriptor in (source, reading, dest): os.close(descriptor)
    assert all(piece.endswith(b"\n") and piece.startswith(b"[0] ") for piece in got)
    assert b"".join(got) == b"".join(b"[0] " + line for line in lines)


def test_output_is_as_it_was_without_a_launcher(tmp_path):
    assert supervised(tmp_path, "print('alone')").stdout == "alone\n"


def test_a_rank_that_was_killed_is_named(tmp_path, monkeypatch, capfd):
    monkeypatch.setattr(supervise, "LINGER", 0)
    monkeypatch.setattr(supervise, "rank_of_launcher", lambda: 2)
    program = tmp_path / "p.py"
    program.write_text("import os; os.kill(os.getpid(), 9)")
    assert supervise.run([str(program)]) == 137
    assert re.fullmatch(r"\[2\] .*p\.py \(process \d+\) was killed by SIGKILL\n", capfd.readouterr().err)


@pytest.mark.parametrize(("environ", "rank"), [
    ({}, None), ({"PMI_RANK": "3", "SLURM_PROCID": "0"}, 3), ({"PMIX_RANK": "0"}, 0), ({"OMPI_COMM_WORLD_RANK": "7"}, 7),
    ({"PMI_ID": "2"}, 2), ({"MV2_COMM_WORLD_RANK": "5"}, 5), ({"SLURM_PROCID": "11"}, 11), ({"PMI_RANK": "", "SLURM_PROCID": "1"}, 1),
    ({"PMI_RANK": "no"}, None)])
def test_the_rank_that_a_launcher_gives(environ, rank):
    assert rank_of_launcher(environ) == rank


def test_no_communicator_before_the_start():
    from heddle.distributed.world import is_initialized
    from heddle.engine.communicator import communicator
    assert not is_initialized()
    with pytest.raises(DistributedError, match=r"Call heddle\.distributed\.initialize"): communicator()
