"""The measurement of Ctrl-C: a table of what was measured, and no figure for a program that has no result."""
from __future__ import annotations

import pytest

from benchmarks import interrupt


def test_a_search_that_is_interrupted_has_a_result() -> None:
    header, _, row = interrupt.table([0.3]).splitlines()
    assert header == "| Ctrl-C after | result after another |" and row.startswith("| 0.3 s | ")


def test_a_program_without_a_result_is_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(interrupt, "_PROGRAM", "print('begins', flush=True); import time; time.sleep(60)")
    with pytest.raises(RuntimeError, match="no result after Ctrl-C at 0 s"): interrupt.seconds_to_result(0)
