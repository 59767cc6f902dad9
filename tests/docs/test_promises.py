"""The page of promises: it has every row, and every test that it names exists."""
from __future__ import annotations

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
TEXT = (ROOT / "docs/promises.md").read_text()
ROWS = {int(number): row for number, row in re.findall(r"^\| (\d+) (\|.*)$", TEXT, re.MULTILINE)}
NAMED = sorted(set(re.findall(r"`(tests/[\w/.]+)::(\w+)`", TEXT)))


def test_every_row_is_there() -> None:
    assert sorted(ROWS) == list(range(1, 46))
    assert all(re.search(r"`tests/[\w/.]+::\w+`", row) for row in ROWS.values())


@pytest.mark.parametrize(("file", "name"), NAMED, ids=[f"{file}::{name}" for file, name in NAMED])
def test_the_test_exists(file: str, name: str) -> None:
    assert re.search(rf"^def {name}\(", (ROOT / file).read_text(), re.MULTILINE)
