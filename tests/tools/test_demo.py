"""The main job as a user runs it: in a process of its own, twice, the second time without compiling anything."""
import os
import re
import shlex
import subprocess
import sys

import pytest

from heddle.cli import run
from heddle.device import device_table


def demo(cache, *arguments):
    env = {k: v for k, v in os.environ.items() if k not in ("DEV", "DEBUG")} | {"CACHE_DIR": str(cache), "CACHE": "1"}
    done = subprocess.run([sys.executable, "-m", "heddle", "demo", *arguments], capture_output=True, text=True, timeout=300, env=env)
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.fixture(scope="module")
def cache(tmp_path_factory):
    return tmp_path_factory.mktemp("cache")


def test_the_main_job_finds_the_nearest_lines_and_a_second_run_compiles_nothing(cache):
    first = demo(cache)
    devices, _, work = first.partition("\n\nMiniLM, a text encoder with 6 layers and 22.6 million weights")
    assert devices.splitlines()[-2].startswith("CPU      default") and re.search(r"\n\d+ others: `.*heddle devices`$", devices)
    assert len(devices.splitlines()) == sum(row.usable and row.may_be_default for row in device_table()) + 1
    assert work.startswith(", turns each of the 60 lines of sentences.txt\ninto a vector")
    nearest = first.split("nearest to ")[1].splitlines()
    assert nearest[0] == "How do I keep bread from going dry?"
    assert nearest[1] == "   0.600  Bread stays fresh longer when it is wrapped in cloth and kept in a wooden box."
    assert nearest[2].startswith("   0.523  A loaf that has gone stale")
    assert int(re.search(r"compiled (\d+) kernel", first)[1]) > 0
    assert re.search(r"61 texts of \d+ tokens on CPU: [\d.]+ m?s; \d+ kernels, [\d.]+ GFLOP, [\d.]+ [MG]iB read and written", first)
    assert re.search(rf"\ncompiled \d+ kernels, kept in {cache}: another run compiles nothing\n", first)
    assert "\033" not in first and "\r" not in first
    suggested = [shlex.split(line.split("  ")[1]) for line in first.partition("try next\n")[2].splitlines()]
    assert len(suggested) == 4
    for words in suggested: assert run([*words[[w.endswith("heddle") for w in words].index(True) + 1:], "--help"]) == 0, words
    second = demo(cache)
    assert f"\ncompiled nothing: the kernels were kept in {cache} by an earlier run\n" in second
    assert second.split("nearest to ")[1].splitlines()[:6] == nearest[:6]


def test_a_file_without_a_question_shows_its_nearest_pairs(cache, tmp_path):
    file = tmp_path / "notes.txt"
    file.write_text("The meeting is on Monday.\nCats sleep all day.\nWe will meet on Monday.\n")
    said = demo(cache, "--file", str(file), "--batch", "2").split("nearest pairs of lines\n")[1].splitlines()
    assert said[0].endswith("The meeting is on Monday.") and said[1].strip() == "We will meet on Monday."


def test_a_file_and_a_question(cache, tmp_path):
    file = tmp_path / "notes.txt"
    file.write_text("The meeting is on Monday.\nCats sleep all day.\n")
    said = demo(cache, "--file", str(file), "--query", "What do pets do?", "--batch", "2").split("nearest to ")[1].splitlines()
    assert said[0] == "What do pets do?" and said[1].endswith("Cats sleep all day.")
