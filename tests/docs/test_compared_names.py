"""The comparison of public names with the reference's: the page is what the tree is, and little is excused."""
from __future__ import annotations

import importlib.util
import sys
from pathlib import Path
from types import ModuleType

import pytest

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture(scope="module")
def compared() -> ModuleType:
    """The script, and what it finds in this process."""
    spec = importlib.util.spec_from_file_location("compared_names", ROOT / "scripts/compared_names.py")
    assert spec is not None and spec.loader is not None
    module = sys.modules["compared_names"] = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    module.found = list(module.facts())
    return module


def test_every_difference_has_a_reason(compared: ModuleType) -> None:
    assert len(compared.found) > 1000
    assert [f for f in compared.found if f.verdict == "unexplained"] == []


def test_every_reason_is_needed(compared: ModuleType) -> None:
    owners = {f.owner for f in compared.found}
    names = {f"{f.owner}.{f.name}".removesuffix(".()") for f in compared.found}
    for key in compared.REASONS:
        name = key.partition("(")[0]
        assert name in names or name.removesuffix(".*") in owners, f"nothing is called {key}"


def test_at_most_two_in_a_hundred_are_excused(compared: ModuleType) -> None:
    excused = [f for f in compared.found if f.verdict == "excused"]
    assert len(excused) <= 0.02 * len(compared.found), excused


def test_the_page_is_what_the_script_writes(compared: ModuleType) -> None:
    assert compared.PAGE.read_text() == compared.page(), "run python scripts/compared_names.py"


def test_what_is_recorded_is_names_and_signatures() -> None:
    import json
    recorded = json.loads((ROOT / "tests/docs/reference_names.json").read_text())
    assert recorded["version"] == "0.14.0" and len(recorded["names"]["Tensor"]) > 250
    for names in recorded["names"].values():
        for keywords in names.values():
            for word in keywords or ():
                assert len(word) == 3 and all(part is None or len(part) < 80 for part in word)
