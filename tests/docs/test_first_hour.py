"""The transcript of the first hour: every step is on the page with its command, and the walk succeeds."""
from __future__ import annotations

import importlib.util
import subprocess
import sys
from pathlib import Path
from types import ModuleType

import pytest

ROOT = Path(__file__).resolve().parents[2]
SCRIPT = ROOT / "scripts/first_hour.py"


def _script() -> ModuleType:
    spec = importlib.util.spec_from_file_location("first_hour", SCRIPT)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules["first_hour"] = module  # dataclasses look their module up
    spec.loader.exec_module(module)
    return module


def test_the_page_shows_every_step() -> None:
    script = _script()
    page = script.PAGE.read_text()
    for step in script.STEPS:
        part = page.partition(f"## {step.title}\n")[2].partition("\n## ")[0]
        assert f"$ {step.command.removeprefix('env ')}\n" in part
        assert all(text in part for text in step.shows)
    for text in script.FILES.values(): assert text in page
    assert str(ROOT) not in page and "/tmp/" not in page


@pytest.mark.slow
def test_the_walk_succeeds() -> None:
    done = subprocess.run([sys.executable, str(SCRIPT)], capture_output=True, text=True, timeout=900)
    assert done.returncode == 0, done.stdout + done.stderr
