"""Each rule of the mock of NVIDIA's driver and GPUs names its public source, so that one sheet's mistake is not also the mock's."""
from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

from .nv.launch import _RULES

_FOLDER = Path(__file__).parent / "nv"
#: what a broken rule ends in: a refusal of the driver, an error of the system, a fault of the GPU
_ENDS = {"Refused", "DeviceFault", "OSError", "FileNotFoundError", "_bad", "bad", "_refused", "_illegal"}
#: a file, a manual, what was compiled and disassembled, a manual page; or why there is none
_SOURCE = re.compile(r"Source: .*?(\w+\.(c|h|rs|ref\.txt)\b|manual|programming guide|compiled|\w+\(2\)|procfs|none[:,] .{10})",
                     re.DOTALL)


def _name(call: ast.expr | None) -> str:
    if not isinstance(call, ast.Call): return ""
    return call.func.attr if isinstance(call.func, ast.Attribute) else getattr(call.func, "id", "")


def _rules(tree: ast.Module) -> list[ast.FunctionDef]:
    """The functions that end in one of `_ENDS`; what is defined within others belongs to them."""
    def ends(function: ast.FunctionDef) -> bool:
        return any(isinstance(node, ast.Raise) and _name(node.exc) in _ENDS for node in ast.walk(function))
    return [node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef) and ends(node)]


@pytest.mark.parametrize("file", sorted(_FOLDER.glob("*.py")), ids=lambda file: file.stem)
def test_rules_name_their_source(file: Path) -> None:
    rules = _rules(ast.parse(file.read_text(encoding="utf-8")))
    without = [f"{file.name}:{rule.lineno} {rule.name}" for rule in rules if not _SOURCE.search(ast.get_docstring(rule) or "")]
    assert not without, without


@pytest.mark.parametrize("rule", _RULES, ids=lambda rule: rule.__name__)
def test_rules_of_launches_name_their_source(rule: object) -> None:
    assert _SOURCE.search(rule.__doc__ or ""), rule


def test_there_are_rules() -> None:
    assert sum(len(_rules(ast.parse(file.read_text(encoding="utf-8")))) for file in _FOLDER.glob("*.py")) > 60
