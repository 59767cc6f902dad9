"""Notebooks: each is made of its page, and runs from the first cell to the last."""
from __future__ import annotations

import importlib.util
import os
from pathlib import Path
from types import ModuleType

import pytest

from heddle.settings import settings

ROOT = Path(__file__).resolve().parents[2]


def _script() -> ModuleType:
    spec = importlib.util.spec_from_file_location("notebooks", ROOT / "scripts/notebooks.py")
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


_NOTEBOOKS: dict[str, str] = _script().NOTEBOOKS


@pytest.mark.parametrize(("name", "page"), _NOTEBOOKS.items())
def test_a_notebook_is_that_of_its_page(name: str, page: str) -> None:
    assert (ROOT / "docs" / name).read_text() == _script().notebook(ROOT / "docs" / page), "run scripts/notebooks.py --write"


@pytest.mark.parametrize("name", _NOTEBOOKS)
def test_a_notebook_runs(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    nbformat, nbclient = pytest.importorskip("nbformat"), pytest.importorskip("nbclient")
    pytest.importorskip("ipykernel")
    for key, value in {"PYTHONPATH": f"{ROOT}{os.pathsep}{os.environ.get('PYTHONPATH', '')}", "CACHE_DIR": settings.CACHE_DIR,
                       "IPYTHONDIR": str(tmp_path / "ipython")}.items(): monkeypatch.setenv(key, value)
    book = nbformat.read(ROOT / "docs" / name, as_version=4)
    nbformat.validate(book)
    nbclient.NotebookClient(book, timeout=300, kernel_name="python3", resources={"metadata": {"path": str(tmp_path)}}).execute()
    printed = [output for cell in book.cells if cell.cell_type == "code" for output in cell.outputs]
    assert printed and not any(output.output_type == "error" for output in printed)
