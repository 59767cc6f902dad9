"""Types: `Any` is for the edge, and what the type checker is told to ignore is counted. Both counts may only fall."""
from __future__ import annotations

import ast
import io
import tokenize
from collections import Counter
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
#: programs written for another package are run by heddle/compat: what they pass has no type
FILES = sorted(f for f in (ROOT / "heddle").rglob("*.py") if "compat" not in f.parts)
#: uses of `Any` by folder; lower a ceiling when you remove some
MOST_ANY = {
    "tensor": 40, "jit": 26, "nn": 14, "uop": 12, "device": 3, "engine": 3, "lazy_dataclass.py": 5, "settings.py": 2,
    "process": 1, "runtime": 1, "schedule": 1, "tools": 1, "tracing": 1}
#: comments `type: ignore` in the package
MOST_IGNORED = 7


def folder_of(file: Path) -> str: return file.relative_to(ROOT / "heddle").parts[0]


def uses_of_any(tree: ast.AST) -> int:
    """How often the name stands in code: in annotations, aliases and casts, not in imports and prose."""
    names = (n.id if isinstance(n, ast.Name) else n.attr for n in ast.walk(tree) if isinstance(n, (ast.Name, ast.Attribute)))
    return sum(name == "Any" for name in names)


def ignored(text: str) -> int:
    return sum(t.type == tokenize.COMMENT and "type: ignore" in t.string for t in tokenize.generate_tokens(io.StringIO(text).readline))


def test_any_becomes_no_more() -> None:
    found: Counter[str] = Counter()
    for file in FILES: found[folder_of(file)] += uses_of_any(ast.parse(file.read_text(encoding="utf-8")))
    assert not {folder: count for folder, count in found.items() if count > MOST_ANY.get(folder, 0)}, "say the type"


def test_ignored_lines_become_no_more() -> None:
    assert sum(ignored(file.read_text(encoding="utf-8")) for file in FILES) <= MOST_IGNORED, "say the type"


def test_uses_are_counted_in_code_alone() -> None:
    source = 'from typing import Any\ndef f(x: Any, *y: Any) -> dict[str, Any]:\n    """Any."""\n    return "Any"  # type: ignore\n'
    assert uses_of_any(ast.parse(source)) == 3 and ignored(source) == 1 and ignored('"# type: ignore"\n') == 0
