"""What a repository has besides code: changelog, rules for contributions, templates, workflows. They name what is there."""
from __future__ import annotations

import re
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
TEXTS = ("CHANGELOG.md", "CONTRIBUTING.md", "SECURITY.md", "CODE_OF_CONDUCT.md", "docs/versions.md")
WORKFLOWS = sorted((ROOT / ".github/workflows").glob("*.yml"))
FORMS = sorted(f for f in (ROOT / ".github/ISSUE_TEMPLATE").glob("*.yml") if f.name != "config.yml")


def test_the_changelog_has_the_version_and_its_kinds_of_change() -> None:
    text = (ROOT / "CHANGELOG.md").read_text()
    heads = re.findall(r"^## (.*)$", text, re.MULTILINE)
    assert heads and (PROJECT["version"] in heads[0] or heads[0] == "Unreleased")
    assert any(PROJECT["version"] in head for head in heads)
    kinds = set(re.findall(r"^### (.*)$", text, re.MULTILINE))
    assert kinds and kinds <= {"Added", "Changed", "Deprecated", "Removed", "Fixed", "Security"}


@pytest.mark.parametrize("name", TEXTS)
def test_files_and_targets_that_are_named_exist(name: str) -> None:
    text = (ROOT / name).read_text()
    for link in re.findall(r"\]\(([\w./-]+\.(?:md|txt))\)", text): assert ((ROOT / name).parent / link).is_file(), link
    targets = re.findall(r"^([\w-]+):", (ROOT / "Makefile").read_text(), re.MULTILINE)
    for target in re.findall(r"(?:^    |`)make ([\w-]+)", text, re.MULTILINE): assert target in targets, target


def test_settings_and_errors_that_are_named_exist() -> None:
    from heddle import errors
    from heddle.settings import is_setting
    text = "".join((ROOT / name).read_text() for name in (*TEXTS, ".github/ISSUE_TEMPLATE/defect.yml"))
    for name in re.findall(r"\b(?:HEDDLE_)?([A-Z_]{4,})=\w+", text): assert is_setting(name), name
    for name in re.findall(r"`(\w+(?:Error|Warning))`", text): assert hasattr(errors, name), name


@pytest.mark.parametrize("file", WORKFLOWS, ids=lambda file: file.stem)
def test_a_workflow_runs_what_there_is(file: Path) -> None:
    yaml = pytest.importorskip("yaml")
    work = yaml.safe_load(file.read_text())
    assert work["permissions"] == {"contents": "read"} and work["jobs"]
    targets = re.findall(r"^([\w-]+):", (ROOT / "Makefile").read_text(), re.MULTILINE)
    for job in work["jobs"].values():
        assert "runs-on" in job and job["steps"]
        for step in job["steps"]:
            assert ("uses" in step) != ("run" in step)
            if "uses" in step: assert re.fullmatch(r"actions/[\w-]+@v\d+", step["uses"])
            for target in re.findall(r"make ([\w-]+)", step.get("run", "")): assert target in targets


def test_every_python_and_system_is_tried() -> None:
    yaml = pytest.importorskip("yaml")
    minors = re.findall(r"Python :: (3\.\d+)", "\n".join(PROJECT["classifiers"]))
    jobs = [job for file in WORKFLOWS for job in yaml.safe_load(file.read_text())["jobs"].values()]
    matrices = [job["strategy"]["matrix"] for job in jobs if "strategy" in job]
    assert len(matrices) >= 3 and all(matrix["python"] == minors for matrix in matrices)
    systems = {system for matrix in matrices for system in matrix.get("system", ())} | {job["runs-on"] for job in jobs}
    assert {"ubuntu-latest", "macos-latest", "windows-latest"} <= systems


@pytest.mark.parametrize("file", FORMS, ids=lambda file: file.stem)
def test_a_form_for_issues_is_one(file: Path) -> None:
    yaml = pytest.importorskip("yaml")
    form = yaml.safe_load(file.read_text())
    assert form["name"] and form["description"] and len({part["id"] for part in form["body"]}) == len(form["body"])
    assert all(part["type"] in ("textarea", "input", "dropdown") and part["attributes"]["label"] for part in form["body"])
