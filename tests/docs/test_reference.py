"""The reference: every public name is in it with words about it and an example, and the examples give what the pages show."""
from __future__ import annotations

import doctest
import os
import re
import subprocess
import sys
import warnings
from pathlib import Path

import pytest

from heddle.errors import OldSpellingWarning
from heddle.settings import settings

ROOT = Path(__file__).resolve().parents[2]
PAGES = sorted((ROOT / "docs/reference").glob("*.md"))
NAMES = (ROOT / "docs/public-names.txt").read_text().split()
#: an entry: its name (generated from the docstring, or written in the page), and everything up to the next entry
_ENTRY = re.compile(r"^(?:::: (?P<generated>[\w.]+)|## `(?P<written>[\w.]+)`)\n(?P<body>.*?)(?=^::: |^## |\Z)",
                    re.MULTILINE | re.DOTALL)
_EXAMPLE = re.compile(r"```pycon\n(.*?)```", re.DOTALL)
_NUMBER = re.compile(r"(?<![\w.])-?\d+\.\d*(?:e[+-]?\d+)?")
#: pages whose examples need a package that a plain installation does not have
_NEEDS = {"onnx": ("onnx",), "state": ("torch", "gguf")}
#: pages whose kernels take a C compiler minutes
_MARKS = {"tensor-hash": pytest.mark.slow}
#: pages whose examples change the process that they run in for as long as it lives: it has joined others, say
_IN_A_PROCESS_OF_THEIR_OWN = frozenset({"distributed"})


def entries() -> list[tuple[str, bool, str]]:
    """(name, whether its text is generated, its part of the page) of every entry."""
    found = [match for page in PAGES for match in _ENTRY.finditer(page.read_text())]
    return [(m["generated"] or m["written"], bool(m["generated"]), m["body"]) for m in found]


def test_every_public_name_has_one_entry() -> None:
    assert sorted(name for name, _, _ in entries()) == NAMES


def test_every_entry_has_an_example() -> None:
    bare = [name for name, _, body in entries() if not (example := _EXAMPLE.search(body)) or ">>> " not in example[1]]
    assert not bare, f"give an example of: {', '.join(bare)}"


def test_entries_that_are_not_generated_say_what_they_are() -> None:
    silent = [name for name, generated, body in entries() if not generated and not body.partition("```")[0].strip()]
    assert not silent, f"describe: {', '.join(silent)}"


def test_every_page_is_in_the_navigation() -> None:
    navigation = (ROOT / "mkdocs.yml").read_text()
    assert [page.name for page in PAGES if f"reference/{page.name}" not in navigation] == []


class _Numbers(doctest.OutputChecker):
    """Text has to be equal; numbers with a point in it nearly so: the last digit depends on the processor and its compiler."""

    def check_output(self, want: str, got: str, optionflags: int) -> bool:
        if _words(want) != _words(got): return False
        wanted, found = ([float(x) for x in _NUMBER.findall(text)] for text in (want, got))
        return found == pytest.approx(wanted, rel=1e-3, abs=2e-4)


def _words(text: str) -> str:
    return "".join(_NUMBER.sub("#", text).split())


def failures_of(page: Path) -> str:
    """Runs the examples of a page in this process: what did not give what the page shows, or nothing."""
    import numpy as np
    text = "\n".join(_EXAMPLE.findall(page.read_text()))
    found = doctest.DocTestParser().get_doctest(text, {"__name__": "__main__"}, page.name, str(page), 0)
    runner = doctest.DocTestRunner(_Numbers(), optionflags=doctest.IGNORE_EXCEPTION_DETAIL)
    report: list[str] = []
    with np.printoptions(), warnings.catch_warnings():
        warnings.simplefilter("ignore", OldSpellingWarning)  # older names are in the list too
        runner.run(found, out=report.append)
    if not found.examples: return f"{page.name} has no examples"
    return "".join(report) if runner.failures else ""


@pytest.mark.parametrize("page", [pytest.param(page, id=page.stem, marks=_MARKS.get(page.stem, ())) for page in PAGES])
def test_examples_give_what_the_page_shows(page: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    for package in _NEEDS.get(page.stem, ()): pytest.importorskip(package)
    monkeypatch.chdir(tmp_path)
    if page.stem not in _IN_A_PROCESS_OF_THEIR_OWN:
        assert not (failures := failures_of(page)), failures
        return
    program = "import sys, pathlib; from tests.docs.test_reference import *; sys.exit(failures_of(pathlib.Path(sys.argv[1])) or 0)"
    done = subprocess.run([sys.executable, "-c", program, str(page)], capture_output=True, text=True, timeout=300,
                          env={**os.environ, "PYTHONPATH": str(ROOT), "CACHE_DIR": settings.CACHE_DIR})
    assert done.returncode == 0, done.stderr


@pytest.mark.parametrize(("want", "got", "equal"), [
    ("[0.5, 0.25]\n", "[0.5, 0.250001]\n", True), ("[0.5]\n", "[0.6]\n", False), ("[3]\n", "[4]\n", False),
    ("[0.5, 1.0]\n", "[0.5]\n", False), ("(1.5, True)\n", "(1.5, False)\n", False)])
def test_numbers_are_compared(want: str, got: str, equal: bool) -> None:
    assert _Numbers().check_output(want, got, 0) is equal
