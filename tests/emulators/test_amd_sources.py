"""Each rule of the mock of AMD's driver and command processors names its public source, so that one sheet's mistake is not also the
mock's. What instructions do is in the tables of `rdna`, whose files name the manuals that they follow."""
from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

from .test_nv_sources import _name

_FOLDER = Path(__file__).parent / "amd"
#: files whose errors are the tests' own: what drives the mock, its place in a test run, structures with a checked attribute
_NO_RULES = {"install", "interface", "system", "testing"}
#: what a broken rule ends in: a refusal of the driver, a fault of the card, a host that does what no machine survives
_ENDS = {"refuse", "CommandFault", "MemoryFault", "KernelFault", "OSError", "Misuse"}
#: a file of the kernel, of ROCr, kfdtest, PAL or LLVM, a manual page; or why there is none
_SOURCE = re.compile(r"Source: .*?(\w+\.(c|h|cpp|rst)\b|\w+\(2\)|none: .{10})", re.DOTALL)
_FILES = sorted(f for f in _FOLDER.glob("*.py") if f.stem not in _NO_RULES)


def rules(tree: ast.Module) -> list[ast.FunctionDef]:
    """The functions that end in one of `_ENDS`; what is defined within others belongs to them."""
    def ends(function: ast.FunctionDef) -> bool:
        return any(isinstance(node, ast.Raise) and _name(node.exc) in _ENDS for node in ast.walk(function))
    return [node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef) and ends(node)]


@pytest.mark.parametrize("file", _FILES, ids=lambda file: file.stem)
def test_rules_name_their_source(file: Path) -> None:
    found = rules(ast.parse(file.read_text(encoding="utf-8")))
    without = [f"{file.name}:{rule.lineno} {rule.name}" for rule in found if not _SOURCE.search(ast.get_docstring(rule) or "")]
    assert not without, without


def test_there_are_rules() -> None:
    assert sum(len(rules(ast.parse(file.read_text(encoding="utf-8")))) for file in _FILES) > 50
