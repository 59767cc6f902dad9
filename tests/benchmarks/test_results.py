"""Recorded runs: the index names every page, and no other."""
from __future__ import annotations

import re
from pathlib import Path

FOLDER = Path(__file__).resolve().parents[2] / "benchmarks" / "results"


def test_the_index_names_every_page() -> None:
    named = re.findall(r"\]\(([\w.-]+\.md)\)", (FOLDER / "README.md").read_text(encoding="utf-8"))
    pages = {page.name for page in FOLDER.glob("*.md")} - {"README.md"}
    assert len(named) == len(set(named)) and set(named) == pages
