"""Worker processes: messages, and that they end with their parent at once, whatever they are doing."""
from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from heddle.process.workers import Message, Worker, describe_end, module_command, receive, send

ECHO = """
import sys
from heddle.process.workers import *
from heddle.process.workers import Message
end_with_parent()
requests, answers = sys.stdin.buffer, take_output()
print("lost")
while (request := receive(requests)) is not None: send(answers, Message({"got": request.words}, request.data[::-1]))
"""
#: a worker that never looks at its input, in native code that keeps Python's lock
BUSY = """
import ctypes
from heddle.process.workers import end_with_parent
end_with_parent()
print(flush=True)
while True: ctypes.PyDLL(None).sleep(1000)
"""
posix = pytest.mark.skipif(os.name != "posix", reason="needs signals of pipes")


def is_gone(pid: int) -> bool:
    try: return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] == "Z"
    except FileNotFoundError: return True


def test_messages_go_both_ways_and_prints_do_not_come_between() -> None:
    worker = Worker([sys.executable, "-c", ECHO])
    send(worker.requests, Message({"n": 1}, b"abc"))
    assert receive(worker.answers) == Message({"got": {"n": 1}}, b"cba")
    worker.requests.close()
    assert worker.wait() == 0 and receive(worker.answers) is None
    worker.close()


@posix
@pytest.mark.parametrize("end", [signal.SIGTERM, signal.SIGKILL])
def test_a_busy_worker_ends_at_once_with_its_parent(end: signal.Signals) -> None:
    code = ("import sys, time; from heddle.process.workers import Worker; "
            f"w = Worker([sys.executable, '-c', {BUSY!r}]); w.answers.readline(); print(w.pid, flush=True); time.sleep(99)")
    parent = subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE, text=True)
    assert parent.stdout is not None
    pid = int(parent.stdout.readline())
    time.sleep(0.1)
    assert not is_gone(pid)
    parent.send_signal(end)
    parent.wait()
    until = time.monotonic() + 2
    while not is_gone(pid): assert time.monotonic() < until


@posix
def test_a_worker_that_is_dropped_ends() -> None:
    worker = Worker([sys.executable, "-c", BUSY])
    worker.answers.readline()
    process = worker._process
    del worker
    assert process.wait(2) == -signal.SIGIO


@posix
def test_a_worker_whose_parent_ended_while_it_began(tmp_path: Path) -> None:
    late = BUSY.replace("import ctypes", "import ctypes, time; time.sleep(0.3)").replace("print(flush=True)", "")
    done = subprocess.run([sys.executable, "-c", f"import sys; from heddle.process.workers import Worker; import os\n"
                           f"w = Worker([sys.executable, '-c', {late!r}]); print(w.pid, flush=True); os._exit(0)"],
                          capture_output=True, text=True, check=True)
    until = time.monotonic() + 10
    while not is_gone(int(done.stdout)): assert time.monotonic() < until


def test_how_it_ended() -> None:
    assert describe_end(3) == "the worker ended with status 3" and describe_end(-9) == "the worker was ended by SIGKILL"


def test_the_command_imports_no_main_module() -> None:
    assert "heddle.engine.beam.worker" in module_command("heddle.engine.beam.worker")[3]


def test_a_worker_alone_leaves_out_what_the_package_imports() -> None:
    *command, code, path = module_command("heddle.process.workers", alone=True)
    code = code.replace("from heddle.process.workers import main; main()",
                        "from heddle.process import workers; print(*(name for name in sys.modules if name.startswith('heddle')))")
    done = subprocess.run([*command, code, path], capture_output=True, text=True, check=True)
    assert set(done.stdout.split()) == {"heddle", "heddle.named_tuple", "heddle.process", "heddle.process.workers"}
