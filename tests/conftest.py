"""What all tests share: texts that are kept in files and compared, or written anew with --update-golden."""
from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--update-golden", action="store_true", help="write the kept texts anew instead of comparing with them")


@pytest.fixture
def golden(request: pytest.FixtureRequest) -> Callable[[str, str], None]:
    """golden(name, text): `text` equals the file `golden/name` beside the test."""
    folder = Path(request.path).parent / "golden"

    def check(name: str, text: str) -> None:
        file = folder / name
        if request.config.getoption("--update-golden"):
            folder.mkdir(exist_ok=True)
            file.write_text(text, encoding="utf-8")
        assert file.exists(), f"{file} is missing: run pytest --update-golden and read what it writes"
        assert text == file.read_text(encoding="utf-8")

    return check
