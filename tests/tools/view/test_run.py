"""`python -m heddle view`, as a person runs it: scripts that work, fail, stop or die, and saved recordings."""

from __future__ import annotations

import functools
import os
import signal
import subprocess
import sys
import threading
import urllib.request
from pathlib import Path

import pytest

from heddle.tools.view.read import Reader
from heddle.tools.view.run import record_program

ENVIRONMENT = os.environ | {"DEV": "CPU", "NO_COLOR": "1"}
SCRIPT = "import sys\nfrom heddle import Tensor\nprint(sys.argv[1:], __name__, (Tensor([1.0, 2.0]) + 1).tolist(), flush=True)\n"


@pytest.fixture(autouse=True)
def on_cpu(monkeypatch):
    monkeypatch.setenv("DEV", "CPU")


def write(folder: Path, text: str) -> Path:
    script = folder / "script.py"
    script.write_text(text)
    return script


def view(*arguments: object) -> subprocess.Popen[str]:
    command = [sys.executable, "-m", "heddle", "view", *map(str, arguments)]
    return subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=ENVIRONMENT
    )


def serve_once(process: subprocess.Popen[str]) -> tuple[list[str], bytes, int]:
    """The lines that it prints up to the address, what the page's summary says, and its status after Ctrl-C."""
    watchdog = threading.Timer(120, process.kill)
    watchdog.start()
    lines: list[str] = []
    while not lines or not lines[-1].startswith("http://127.0.0.1:"):
        line = process.stdout.readline()
        assert line, process.stderr.read()
        lines.append(line)
    address = lines[-1].split()[0]
    browser = urllib.request.build_opener(urllib.request.HTTPCookieProcessor())
    browser.open(address, timeout=30).close()
    with browser.open(f"{address.partition('?')[0]}api/summary", timeout=30) as answer:
        summary = answer.read()
    process.send_signal(signal.SIGINT)
    status = process.wait(timeout=60)
    watchdog.cancel()
    return lines, summary, status


def test_a_script_runs_with_its_arguments_and_is_shown(tmp_path):
    process = view(write(tmp_path, SCRIPT), "--port", "a b")
    lines, summary, status = serve_once(process)
    assert lines[0] == "['--port', 'a b'] __main__ [2.0, 3.0]\n" and "script.heddle" in lines[-1]
    assert b'"graph":1' in summary and b'[\\"--port\\", \\"a b\\"]' in summary
    assert status == 0 and process.stderr.read() == ""


def test_a_saved_recording_is_shown_again(tmp_path):
    file = tmp_path / "kept.heddle"
    saving = view("--save", file, write(tmp_path, SCRIPT))
    told, _ = saving.communicate(timeout=120)  # ends by itself: nothing is served
    assert saving.returncode == 0 and f"recorded in {file}; `" in told and "http" not in told
    lines, summary, _ = serve_once(view("--no-open", file))
    assert "kept.heddle" in lines[-1] and b'"graph":1' in summary and len(lines) == 1


def test_saving_has_the_status_of_the_script(tmp_path):
    saving = view("--save", tmp_path / "kept.heddle", write(tmp_path, SCRIPT + "sys.exit(3)"))
    told, faults = saving.communicate(timeout=120)
    assert saving.returncode == 3 and "recorded in" in told and "ended with status 3" in faults


def test_a_script_that_fails_is_told_as_python_tells_it_and_shown(tmp_path):
    process = view(write(tmp_path, SCRIPT + "def f(): return 1 / 0\nf()\n"))
    _, summary, _ = serve_once(process)
    told = process.stderr.read()
    assert (
        told.startswith('Traceback (most recent call last):\n  File "')
        and "heddle/tools" not in told
        and "runpy" not in told
    )
    assert "ZeroDivisionError: division by zero" in told and "ended with status 1" in told
    assert b"ZeroDivisionError" in summary


@pytest.mark.parametrize(
    ("ending", "status"), [("sys.exit(3)", 3), ("sys.exit()", 0), ("import os; os._exit(4)", 4)]
)
def test_the_status_of_the_script(tmp_path, ending, status):
    assert record_program([str(write(tmp_path, SCRIPT + ending))], tmp_path / "a.heddle") == status
    assert Reader(tmp_path / "a.heddle").summary()["counts"]["graph"] == 1


def test_a_script_that_takes_its_process_with_it_is_shown(tmp_path):
    script = write(tmp_path, SCRIPT + "import ctypes; ctypes.string_at(0)")
    assert record_program([str(script)], tmp_path / "a.heddle") == -signal.SIGSEGV
    assert Reader(tmp_path / "a.heddle").summary()["counts"]["kernel"] == 1


def test_modules_beside_the_script_are_found(tmp_path):
    (tmp_path / "beside.py").write_text("value = 7")
    script = write(tmp_path, "import beside, sys; sys.exit(beside.value)")
    assert record_program([str(script)], tmp_path / "a.heddle") == 7


def test_modules_beside_the_script_are_found_at_its_end_too(tmp_path):
    """What `atexit` runs finds the arguments and modules that the script had."""
    (tmp_path / "beside.py").write_text("import sys; print('beside', sys.argv[1:], flush=True)")
    script = write(tmp_path, "import atexit, sys\natexit.register(lambda: __import__('beside'))")
    command = [sys.executable, "-m", "heddle", "view", "--save", str(tmp_path / "a.heddle"), str(script), "4"]
    done = subprocess.run(command, env=ENVIRONMENT, capture_output=True, text=True)
    assert done.returncode == 0 and "beside ['4']" in done.stdout, done.stderr


def test_a_module_is_recorded_by_its_name(tmp_path):
    (tmp_path / "lines").mkdir()
    (tmp_path / "lines" / "__main__.py").write_text("from . import own\n" + SCRIPT + "\nsys.exit(own.status(sys.argv))")
    (tmp_path / "lines" / "own.py").write_text("def status(argv): return 5 if argv[1:] == ['--save', '3'] else 1")
    command = [sys.executable, "-m", "heddle", "view"]
    run = functools.partial(subprocess.run, cwd=tmp_path, env=ENVIRONMENT, capture_output=True, text=True)
    done = run([*command, "--save", "a.heddle", "-m", "lines", "--save", "3"])
    assert done.returncode == 5 and "lines ended with status 5" in done.stderr, done.stderr
    summary = Reader(tmp_path / "a.heddle").summary()
    assert (summary["meta"]["script"], summary["meta"]["arguments"], summary["counts"]["graph"]) == ("-m lines", '["--save", "3"]', 1)
    for arguments, said in ((("-m", "nowhere"), "there is no module nowhere"), (("--text", "-m", "lines"), "a module is none")):
        done = run([*command, *arguments])
        assert done.returncode == 2 and said in done.stderr


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("/nowhere/a.py",), "there is no file /nowhere/a.py"),
        ((), "Missing argument"),
        (("--port", "99999", "a.py"), "--port"),
        (("--save", "/nowhere/b.heddle", "{script}"), "cannot write the recording /nowhere/b.heddle"),
        (("{other}",), "no recording of heddle"),
    ],
)
def test_mistakes_are_told_in_words(tmp_path, arguments, said):
    import sqlite3

    script, other = write(tmp_path, SCRIPT), tmp_path / "other.db"
    sqlite3.connect(other).executescript("CREATE TABLE a(b)").connection.close()
    process = view(*(a.format(script=script, other=other) for a in arguments))
    _, told = process.communicate(timeout=120)
    assert process.returncode == 2 and said in told and "Traceback" not in told


def test_a_port_that_is_taken_is_told_in_words(tmp_path):
    import socket

    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        process = view("--port", taken.getsockname()[1], write(tmp_path, SCRIPT))
        _, told = process.communicate(timeout=120)
    assert process.returncode == 2 and "cannot listen on port" in told
