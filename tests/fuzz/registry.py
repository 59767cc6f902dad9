"""Which fuzzers there are: every module of this folder that defines `FUZZER`, by file name."""
from __future__ import annotations

import importlib
from pathlib import Path
from typing import Any

from tests.fuzz.harness import Fuzzer

_SUPPORT = {"__init__", "__main__", "harness", "registry"}


def names() -> list[str]:
    """The names of all fuzzers."""
    stems = (f.stem for f in Path(__file__).parent.glob("*.py"))
    return sorted(stem for stem in stems if stem not in _SUPPORT and not stem.startswith(("test_", "_")))


def load(name: str) -> Fuzzer[Any]:
    """The fuzzer of that name."""
    return importlib.import_module(f"tests.fuzz.{name}").FUZZER
