"""Notebooks: each is made of its page, and runs from the first cell to the last."""
from __future__ import annotations

import importlib.util
import os
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING

import pytest

from heddle.settings import settings
from tests.tools.view.browser import browse

if TYPE_CHECKING:
    from nbformat import NotebookNode

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


def _executed(name: str, folder: Path, monkeypatch: pytest.MonkeyPatch) -> NotebookNode:
    """A notebook with the outputs of its cells, run in `folder`."""
    nbformat, nbclient = pytest.importorskip("nbformat"), pytest.importorskip("nbclient")
    pytest.importorskip("ipykernel")
    for key, value in {"PYTHONPATH": f"{ROOT}{os.pathsep}{os.environ.get('PYTHONPATH', '')}", "CACHE_DIR": settings.CACHE_DIR,
                       "IPYTHONDIR": str(folder / "ipython")}.items(): monkeypatch.setenv(key, value)
    book = nbformat.read(ROOT / "docs" / name, as_version=4)
    nbformat.validate(book)
    nbclient.NotebookClient(book, timeout=300, kernel_name="python3", resources={"metadata": {"path": str(folder)}}).execute()
    return book


def _outputs(book: NotebookNode) -> list[NotebookNode]:
    return [output for cell in book.cells if cell.cell_type == "code" for output in cell.outputs]


@pytest.mark.parametrize("name", _NOTEBOOKS)
def test_a_notebook_runs(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    printed = _outputs(_executed(name, tmp_path, monkeypatch))
    assert printed and not any(output.output_type == "error" for output in printed)


@pytest.mark.slow
@pytest.mark.parametrize("name", _NOTEBOOKS)
def test_a_picture_of_a_notebook(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """As a page in a browser: each output is visible, nothing is wider than the window, and the picture is not blank."""
    exporter = pytest.importorskip("nbconvert").HTMLExporter(mathjax_url="", require_js_url="", jquery_url="")
    book = _executed(name, tmp_path, monkeypatch)
    page = tmp_path / "notebook.html"
    page.write_text(exporter.from_notebook_node(book)[0], encoding="utf-8")
    with browse(tmp_path / "profile") as driver:
        driver.set_window_size(1000, 900)
        driver.get("about:blank")
        blank = len(driver.get_screenshot_as_png())
        driver.get(page.as_uri())
        shown = driver.execute_script("return document.body.innerText")
        assert driver.execute_script("return document.body.scrollWidth <= innerWidth")
        driver.set_window_size(1000, driver.execute_script("return document.documentElement.scrollHeight"))
        picture = Path(os.environ.get("PICTURES", tmp_path)) / f"{Path(name).stem}-notebook.png"
        assert driver.save_screenshot(str(picture)) and picture.stat().st_size > 10 * blank
    texts = [output.text for output in _outputs(book) if output.output_type == "stream"]
    assert texts and all(line.strip() in shown for text in texts for line in text.splitlines())
