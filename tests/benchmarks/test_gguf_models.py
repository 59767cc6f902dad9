"""The decoder of benchmarks.gguf_models: a step gives what the whole text gives, rounded rows come close, and so does llama.cpp."""
from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from benchmarks import gguf_models

pytest.importorskip("gguf")


@pytest.fixture
def small(monkeypatch: pytest.MonkeyPatch) -> None:
    sizes = {"LAYERS": 2, "WIDTH": 256, "INNER": 512, "HEADS": 4, "GROUPS": 2, "VOCABULARY": 300, "LONGEST": 32, "TEXT": 12}
    for name, size in sizes.items(): monkeypatch.setattr(gguf_models, name, size)


@pytest.mark.parametrize("name", gguf_models.TYPES)
def test_scores(name: str, small: None, tmp_path: Path) -> None:
    gguf_models.write_model(path := tmp_path / "x.gguf", name)
    ids = np.arange(gguf_models.TEXT, dtype=np.int32) * 7 % gguf_models.VOCABULARY
    exact, rounded = (gguf_models.ByHeddle(path, how) for how in (False, True))
    want = exact.text(ids)
    assert np.isfinite(want).all() and want.std() > 0
    stepwise = [exact.step(int(token), at) for at, token in enumerate(ids)][-1]
    np.testing.assert_allclose(stepwise, want, rtol=1e-3, atol=1e-4 * np.abs(want).max())
    near = [rounded.step(int(token), at) for at, token in enumerate(ids)][-1]
    assert np.abs(near - want).max() <= 0.05 * np.abs(want).max()
    assert np.array_equal(near, stepwise) == (name in ("F16", "F32"))


@pytest.mark.parametrize("name", gguf_models.TYPES)
def test_scores_are_those_of_llama_cpp(name: str, small: None, tmp_path: Path) -> None:
    pytest.importorskip("llama_cpp")
    gguf_models.write_model(path := tmp_path / "x.gguf", name)
    ids = np.arange(gguf_models.TEXT, dtype=np.int32) * 7 % gguf_models.VOCABULARY
    want = gguf_models.ByHeddle(path, False).text(ids)
    assert np.abs(gguf_models.ByLlamaCpp(path, 1).text(ids) - want).max() <= 0.1 * np.abs(want).max()


def test_cells_take_the_quicker_of_the_two_ways() -> None:
    best = {"heddle": {"token": 8.0}, "rounded": {"token": 4.0}, "llama.cpp": {"token": 2.0}}
    assert gguf_models._cells(best, "token") == "8.00 ms | 4.00 ms | 2.00 ms | 0.50"
    del best["rounded"]
    assert gguf_models._cells(best, "token") == "8.00 ms |  | 2.00 ms | 0.25"
