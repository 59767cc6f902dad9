"""What the pages and the README show runs: their Python blocks, the dumps, and the names that they mention."""
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from heddle.settings import settings

ROOT = Path(__file__).resolve().parents[2]
PAGES = ("README.md", *(f"docs/{name}.md" for name in (
    "index", "adding-a-device", "memory", "beam", "jit", "profiling", "view", "several-devices", "web", "cuda", "metal", "amd",
    "weights", "numbers", "faults", "errors", "training", "models", "transformations", "accuracy")))


def python_blocks() -> list:
    """Each Python block that is a program and not an excerpt of a file, with the page that it is on."""
    found = []
    for page in PAGES:
        for number, block in enumerate(re.findall(r"```python\n(.*?)```", (ROOT / page).read_text(), re.DOTALL)):
            if "--8<--" not in block: found.append(pytest.param(page, block, id=f"{page}:{number}"))
    return found


def earlier(page, block):
    """Imports that a reader of the page has typed before."""
    return "from heddle import Tensor\n" if "import" not in block and page == "docs/index.md" else ""


@pytest.mark.parametrize(("page", "block"), python_blocks())
def test_blocks_run(page, block, tmp_path):
    block = block.replace('"docs/', f'"{ROOT}/docs/')
    done = subprocess.run([sys.executable, "-c", earlier(page, block) + block], cwd=tmp_path, capture_output=True, text=True,
                          timeout=120, env=os.environ | {"CACHE_DIR": settings.CACHE_DIR})
    assert done.returncode == 0, done.stderr
    for said in re.findall(r"now it is: (\[.*\])", block): assert said in done.stdout


def test_the_dumps_of_the_life_of_a_tensor():
    program = "import sys; sys.path.insert(0, 'docs'); from build_life import dump_life; " \
              "parts = dump_life(); print(*parts); print(parts['life-run.txt']); print(parts['life-source.c'])"
    done = subprocess.run([sys.executable, "-c", program], cwd=ROOT, capture_output=True, text=True, timeout=120)
    assert done.returncode == 0, done.stderr
    wanted = set(re.findall(r'"(life-[\w.-]+)"', (ROOT / "docs/life.md").read_text()))
    assert wanted <= set(done.stdout.splitlines()[0].split())
    assert "f32x8" in done.stdout and ">>> [1.0, 1.0, 1.0, 1.0]" in done.stdout  # the mean of 64 ones, squared
    assert str(ROOT) not in done.stdout


@pytest.mark.parametrize("page", [*sorted(p.name for p in (ROOT / "docs").glob("*.md")), "../README.md"])
def test_files_that_pages_name_exist(page):
    text = (ROOT / "docs" / page).read_text()
    for name in re.findall(r"`((?:heddle|docs|tests|benchmarks|scripts)/[\w/.-]+)`", text):
        assert "<" in name or (ROOT / name).exists(), f"{page} names {name}, which is not there"
