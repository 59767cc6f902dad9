"""`heddle beam`: winners shown, carried and forgotten."""
from __future__ import annotations

import pytest

from heddle.cli import run
from heddle.codegen.actions.legality import SOME_DEVICE
from heddle.engine.beam import winners
from heddle.settings import settings
from tests.engine.beam.kernels import column_sums
from tests.engine.beam.test_winners import winner


@pytest.fixture(autouse=True)
def fresh(tmp_path, monkeypatch):
    monkeypatch.setattr(settings, "CACHE_DIR", str(tmp_path / "cache"))
    winners._here.clear()
    yield
    winners._here.clear()


def test_show(capsys):
    winners.keep(winner(), column_sums(), SOME_DEVICE)
    winners.keep(winner(beam=5, n=64), column_sums(96, 64), SOME_DEVICE)
    assert run(["beam", "show"]) == 0
    shown = capsys.readouterr().out
    assert "2 winners in" in shown and "reduce_80_over_96  BEAM=2" in shown and "35 us, 1.14 times as fast as the heuristic" in shown
    assert "split 0 by 16 as vector, split 1 by 4 as unroll" in shown


def test_from_one_machine_to_another(tmp_path, capsys):
    winners.keep(winner(), column_sums(), SOME_DEVICE)
    file = str(tmp_path / "winners.toml")
    assert run(["beam", "export", file]) == 0 and run(["beam", "clear"]) == 0 and winners.everything() == []
    assert run(["beam", "import", file]) == 0 and winners.everything() == [winner()]
    said = capsys.readouterr().out
    assert "wrote 1 winners" in said and "removed 1 winners" in said and "took in 1 winner\n" in said


def test_what_does_not_fit_is_named(tmp_path, capsys):
    file = tmp_path / "winners.toml"
    file.write_text(winners.to_text([winner(("split 7 by 2 as loop",))]))
    assert run(["beam", "import", str(file)]) == 0
    assert "left out reduce_80_over_96: 'split 7 by 2 as loop': the kernel has no axis 7" in capsys.readouterr().out
    assert winners.everything() == []


def test_mistakes(tmp_path, capsys):
    assert run(["beam", "import", str(tmp_path / "none")]) == 2
    (tmp_path / "raw").write_bytes(b"\xff\xfe\x00")
    assert run(["beam", "import", str(tmp_path / "raw")]) == 2
    assert run(["beam", "export", str(tmp_path / "no" / "folder")]) == 2
    said = capsys.readouterr().err
    assert "none cannot be read: No such file" in said and "raw is no text" in said and "cannot be written" in said
