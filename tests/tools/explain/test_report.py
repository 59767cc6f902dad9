"""The command: the script runs as it would without, then comes the report, plain in a pipe and coloured on a terminal."""
from __future__ import annotations

import functools
import os
import pty
import subprocess
import sys

import pytest

from heddle.settings import settings

SCRIPT = """
import sys
import helper
from heddle import Tensor
x = Tensor.ones(64, 64).contiguous().realize()
for n in (3, 5): (x[:n] * helper.FACTOR).sum().item()
print("arguments", sys.argv[1:], __name__)
if "fail" in sys.argv: raise ValueError("on purpose")
sys.exit(3)
"""


@pytest.fixture
def script(tmp_path):
    (tmp_path / "helper.py").write_text("FACTOR = 2")
    (tmp_path / "train.py").write_text(SCRIPT)
    return tmp_path / "train.py"


def explain(script, *arguments, **more):
    kept = {k: v for k, v in os.environ.items() if k not in ("DEBUG", "NO_COLOR")} | {"CACHE_DIR": settings.CACHE_DIR, "DEV": "CPU"}
    return subprocess.run([sys.executable, "-m", "heddle", "explain", str(script), *arguments], env=kept | more, capture_output=True,
                          text=True, timeout=120, cwd=script.parent)


def test_the_script_runs_as_ever_and_the_report_follows(script):
    done = explain(script, "--epochs", "3")
    assert done.returncode == 3 and done.stderr == ""
    said, report = done.stdout.split("what heddle did for")
    assert said.startswith("arguments ['--epochs', '3'] __main__\n")
    assert "3 graphs computed" in report and "\033" not in report and not any(line.endswith(" ") for line in report.splitlines())
    place = report.index("train.py:6:  for n in (3, 5)")
    assert place < report.index("why:  sizes: 3 became 5") < report.index("cure: Bind what changes to a variable")
    assert max(map(len, report.splitlines())) <= 110


def test_a_script_that_fails_is_reported_too(script):
    done = explain(script, "fail")
    assert done.returncode == 1 and "ValueError: on purpose" in done.stderr and "why:  sizes: 3 became 5" in done.stdout
    assert "runpy" not in done.stderr and "heddle/tools" not in done.stderr


def test_a_module_runs_by_its_name(script):
    script.with_name("fit.py").write_text(SCRIPT)
    env = os.environ | {"CACHE_DIR": settings.CACHE_DIR, "DEV": "CPU"}
    run = functools.partial(subprocess.run, env=env, capture_output=True, text=True, cwd=script.parent)
    done = run([sys.executable, "-m", "heddle", "explain", "-m", "fit", "-m", "4"])
    assert done.returncode == 3 and done.stderr == "" and done.stdout.startswith("arguments ['-m', '4'] __main__\n")
    assert "what heddle did for fit" in done.stdout and "fit.py:6:  for n in (3, 5)" in done.stdout
    done = run([sys.executable, "-m", "heddle", "explain", "-m", "fit", "fail"])
    assert done.returncode == 1 and "ValueError: on purpose" in done.stderr
    assert "runpy" not in done.stderr and "heddle/tools" not in done.stderr
    done = run([sys.executable, "-m", "heddle", "explain", "-m", "nowhere"])
    assert done.returncode == 2 and "there is no module nowhere" in done.stderr and "Traceback" not in done.stderr


def test_a_script_that_is_not_there(script):
    done = explain(script.parent / "no.py")
    assert done.returncode == 2 and "there is no program" in done.stderr and "Traceback" not in done.stderr


def test_colours_on_a_terminal(script):
    leader, follower = pty.openpty()
    more = {"CACHE_DIR": settings.CACHE_DIR, "DEV": "CPU", "TERM": "xterm-256color"}
    kept = {k: v for k, v in os.environ.items() if k != "NO_COLOR"} | more
    running = subprocess.Popen([sys.executable, "-m", "heddle", "explain", str(script)], env=kept, stdout=follower, stdin=follower,
                               stderr=subprocess.DEVNULL)
    os.close(follower)
    shown = b""
    while True:
        try: part = os.read(leader, 4096)
        except OSError: break  # the other end is closed
        if not part: break
        shown += part
    os.close(leader)
    assert running.wait(120) == 3 and b"\033[33m    why:" in shown and b"\033[32m    cure:" in shown
