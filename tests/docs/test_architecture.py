"""ARCHITECTURE.md is held to the tree: its files and names exist, its blocks run and print what it shows."""
from __future__ import annotations

import ast
import functools
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from heddle.settings import settings

ROOT = Path(__file__).resolve().parents[2]
TEXT = (ROOT / "ARCHITECTURE.md").read_text(encoding="utf-8")
#: what stands between single backticks outside code blocks
_MARKED = re.findall(r"`([^`\n]+)`", re.sub(r"```.*?```", "", TEXT, flags=re.DOTALL))
#: files that the page names, and (file, name) of what it names in them: `path: name, Class.method`
FILES = sorted({path for m in _MARKED if (path := m.split(": ")[0]).startswith(("heddle/", "docs/"))})
NAMES = sorted({(path, name) for m in _MARKED if ".py: " in m for path, names in [m.split(": ", 1)] for name in names.split(", ")})
BLOCKS = re.findall(r"```(python|text)\n(.*?)```", TEXT, re.DOTALL)


@functools.cache
def names_in(path: str) -> set[str]:
    """Functions, classes, their methods, and variables of a module."""
    found: set[str] = set()
    for node in ast.parse((ROOT / path).read_text(encoding="utf-8")).body:
        if isinstance(node, ast.FunctionDef | ast.ClassDef): found.add(node.name)
        if isinstance(node, ast.ClassDef): found |= {f"{node.name}.{n.name}" for n in node.body if isinstance(n, ast.FunctionDef)}
        targets = node.targets if isinstance(node, ast.Assign) else [node.target] if isinstance(node, ast.AnnAssign) else []
        found |= {t.id for t in targets if isinstance(t, ast.Name)}
    return found


@functools.cache
def printed() -> str:
    """What the blocks print, as one program typed from the top."""
    program = "\n".join(block for kind, block in BLOCKS if kind == "python")
    done = subprocess.run([sys.executable, "-c", program], cwd=ROOT, capture_output=True, text=True, timeout=120,
                          env=os.environ | {"CACHE_DIR": settings.CACHE_DIR, "DEV": "CPU"})
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_it_walks_through_ten_files() -> None:
    assert len(re.findall(r"^## \d+\. ", TEXT, re.MULTILINE)) == 10 and len(NAMES) >= 40


@pytest.mark.parametrize("path", FILES)
def test_every_file_is_there(path: str) -> None:
    assert (ROOT / path).exists()


@pytest.mark.parametrize(("path", "name"), NAMES)
def test_every_name_is_there(path: str, name: str) -> None:
    assert name in names_in(path)


@pytest.mark.parametrize("number", range(len(BLOCKS)))
def test_blocks_print_what_is_shown(number: int) -> None:
    kind, shown = BLOCKS[number]
    if kind == "python": assert printed() and BLOCKS[number + 1:number + 2][0][0] == "text"
    at = 0
    for line in shown.splitlines() if kind == "text" else ():
        for part in filter(str.strip, line.split("…")):
            found = printed().find(part, at)
            assert found >= 0, f"{part!r} was not printed after what stands before it"
            at = found + len(part)
