"""What the pages and the README show runs: their Python blocks, the dumps, and the names that they mention."""
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from heddle import Device
from heddle.settings import settings

ROOT = Path(__file__).resolve().parents[2]
PAGES = ("README.md", *sorted(f"docs/{page.name}" for page in (ROOT / "docs").glob("*.md")))
#: pages whose blocks are run by another test, and the file that has it
ELSEWHERE = {"docs/first-hour.md": "tests/docs/test_first_hour.py", "docs/qcom.md": "tests/runtime/test_qcom.py"}
#: pages whose blocks continue the ones before them: they run as one program
CONTINUED = frozenset({"docs/custom-kernels.md", "docs/several-processes.md"})
#: what a page presumes: imports that its reader has typed before, memory of another program
PREPARED = {"docs/opencl.md": """\
from heddle import Tensor, dtypes
owner = Tensor.rand(64, 64, device="CL").cast(dtypes.imagef((64, 16))).realize()
cl_mem = owner._buffer().raw.handle
"""}
#: pages whose blocks need a device
DEVICES = {"docs/opencl.md": "CL"}


def blocks_of(page: str) -> list[str]:
    """Each Python block of a page that is a program and not an excerpt of a file."""
    return [block for block in re.findall(r"```python\n(.*?)```", (ROOT / page).read_text(), re.DOTALL) if "--8<--" not in block]


def python_programs() -> list:
    """Each program that the pages show, with the page that it is on."""
    found = []
    for page in PAGES:
        if page in ELSEWHERE: continue
        blocks = blocks_of(page)
        programs = ["".join(blocks)] if page in CONTINUED else blocks
        found += [pytest.param(page, program, id=f"{page}:{number}") for number, program in enumerate(programs)]
    return found


def earlier(page, block):
    """Code that a reader of the page has typed before."""
    return "from heddle import Tensor\n" if "import" not in block and page == "docs/index.md" else PREPARED.get(page, "")


@pytest.mark.parametrize(("page", "block"), python_programs())
def test_blocks_run(page, block, tmp_path):
    device = DEVICES.get(page)
    if device is not None and not Device.probe(device).usable: pytest.skip(f"{device} cannot be used here")
    for package in set(re.findall(r"^import (onnx|gguf|torch)$", block, re.MULTILINE)): pytest.importorskip(package)
    block = block.replace('"docs/', f'"{ROOT}/docs/')
    done = subprocess.run([sys.executable, "-c", earlier(page, block) + block], cwd=tmp_path, capture_output=True, text=True,
                          timeout=120, env=os.environ | {"CACHE_DIR": settings.CACHE_DIR})
    assert done.returncode == 0, done.stderr
    for said in re.findall(r"now it is: (\[.*\])", block): assert said in done.stdout


def test_no_block_is_left_out():
    assert {page for page in PAGES if blocks_of(page)} == {p.values[0] for p in python_programs()} | set(ELSEWHERE)
    assert all((ROOT / file).exists() for file in ELSEWHERE.values())


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
