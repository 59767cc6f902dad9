"""Types: the checker is strict on the whole package, `Any` is for the edge, and what is ignored is counted. Counts may only fall."""
from __future__ import annotations

import ast
import io
import re
import tokenize
import tomllib
from collections import Counter
from pathlib import Path

from heddle.narrowing import is_instance

ROOT = Path(__file__).resolve().parent.parent
#: programs written for another package are run by heddle/compat: what they pass has no type
FILES = sorted(f for f in (ROOT / "heddle").rglob("*.py") if "compat" not in f.parts)
#: uses of `Any` by folder; lower a ceiling when you remove some
MOST_ANY = {
    "tensor": 41, "jit": 18, "nn": 13, "uop": 12, "device": 3, "engine": 3, "lazy_dataclass.py": 5, "settings.py": 2,
    "process": 1, "runtime": 1, "schedule": 10, "tools": 1, "tracing": 1}
#: comments `type: ignore` in the package
MOST_IGNORED = 7
#: lines of the package that the checker ignores for one of its rules
MOST_LINES = 9
#: the rules that are off in a folder; a line in pyproject.toml says why
OFF = {"heddle/tensor": {"reportGeneralTypeIssues", "reportPrivateUsage"}, "heddle/jit": {"reportPrivateUsage"}, ".": set()}
#: files with rules of their own: one whose every operator takes tensors, nodes and numbers
OWN_RULES = {"heddle/uop/kernel_builder.py"}


def folder_of(file: Path) -> str: return file.relative_to(ROOT / "heddle").parts[0]


def uses_of_any(tree: ast.AST) -> int:
    """How often the name stands in code: in annotations, aliases and casts, not in imports and prose."""
    names = (n.id if isinstance(n, ast.Name) else n.attr for n in ast.walk(tree) if isinstance(n, (ast.Name, ast.Attribute)))
    return sum(name == "Any" for name in names)


def ignored(text: str) -> int:
    return sum(t.type == tokenize.COMMENT and "type: ignore" in t.string for t in tokenize.generate_tokens(io.StringIO(text).readline))


def test_the_checker_is_strict_on_the_whole_package() -> None:
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["pyright"]
    assert settings["typeCheckingMode"] == "strict" and settings["include"] == ["heddle"]
    assert not {"exclude", "ignore", "strict"} & settings.keys() and not [key for key in settings if key.startswith("report")]
    off = {folder["root"]: {key for key in folder if key.startswith("report")} for folder in settings["executionEnvironments"]}
    assert off == OFF


def test_files_and_lines_with_rules_of_their_own_become_no_more() -> None:
    texts = {file.relative_to(ROOT).as_posix(): file.read_text(encoding="utf-8") for file in (ROOT / "heddle").rglob("*.py")}
    assert {name for name, text in texts.items() if re.search(r"^# pyright: ", text, re.MULTILINE)} == OWN_RULES
    assert sum(len(re.findall(r"# pyright: ignore", text)) for text in texts.values()) <= MOST_LINES, "say the type"


def test_any_becomes_no_more() -> None:
    found: Counter[str] = Counter()
    for file in FILES: found[folder_of(file)] += uses_of_any(ast.parse(file.read_text(encoding="utf-8")))
    assert not {folder: count for folder, count in found.items() if count > MOST_ANY.get(folder, 0)}, "say the type"


def test_ignored_lines_become_no_more() -> None:
    assert sum(ignored(file.read_text(encoding="utf-8")) for file in FILES) <= MOST_IGNORED, "say the type"


def test_uses_are_counted_in_code_alone() -> None:
    source = 'from typing import Any\ndef f(x: Any, *y: Any) -> dict[str, Any]:\n    """Any."""\n    return "Any"  # type: ignore\n'
    assert uses_of_any(ast.parse(source)) == 3 and ignored(source) == 1 and ignored('"# type: ignore"\n') == 0


def test_narrowing_costs_nothing() -> None:
    assert is_instance is isinstance
