"""The built documentation in a browser: a strict build, nothing cut off at 1,000 px, names of settings unbroken, pictures."""
from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.tools.view.browser import browse

pytestmark = pytest.mark.slow

ROOT = Path(__file__).resolve().parents[2]
#: every page of the navigation
PAGES = re.findall(r": ([\w/-]+)\.md$", (ROOT / "mkdocs.yml").read_text(), re.MULTILINE)
#: elements that reach over the right edge of the window and stand in nothing that scrolls
_CUT_OFF = """
const scrolls = e => e && e !== document.body && (/(auto|scroll)/.test(getComputedStyle(e).overflowX) || scrolls(e.parentElement));
return [...document.querySelectorAll('article *')].filter(e => e.getBoundingClientRect().right > innerWidth + 1
  && e.getBoundingClientRect().width > 0 && !scrolls(e)).map(e => e.tagName + ' ' + e.textContent.slice(0, 60))
"""
#: names in the first column of tables, and of settings anywhere, that take more than one line
_BROKEN = """
const names = [...document.querySelectorAll('article td:first-child code')].filter(e => !/\\s/.test(e.textContent));
const settings = [...document.querySelectorAll('article code')].filter(e => /^[A-Z][A-Z0-9]*(_[A-Z0-9]+)*$/.test(e.textContent));
return [...names, ...settings].filter(e => e.getClientRects().length > 1).map(e => e.textContent)
"""


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of the pages, built as `make docs` builds them."""
    for package in ("mkdocs", "material", "mkdocstrings"): pytest.importorskip(package)
    folder = tmp_path_factory.mktemp("site")
    env = os.environ | {"NO_MKDOCS_2_WARNING": "1", "PYTHONPATH": os.pathsep.join([str(ROOT), *filter(None, sys.path)])}
    for command in (["docs/build.py"], ["-m", "mkdocs", "build", "--strict", "--quiet", "--site-dir", str(folder)]):
        done = subprocess.run([sys.executable, *command], cwd=ROOT, env=env, capture_output=True, text=True, timeout=300)
        assert done.returncode == 0, done.stdout + done.stderr
    return folder


@pytest.fixture(scope="module")
def driver(tmp_path_factory: pytest.TempPathFactory) -> Any:
    with browse(tmp_path_factory.mktemp("profile")) as driver: yield driver


def test_every_page_is_in_the_navigation() -> None:
    pages = {str(page.relative_to(ROOT / "docs").with_suffix("")) for folder in (".", "reference")
             for page in (ROOT / "docs" / folder).glob("*.md")}
    assert sorted(pages) == sorted(PAGES)


@pytest.mark.parametrize("page", PAGES)
def test_nothing_is_cut_off(site: Path, driver: Any, page: str, tmp_path: Path) -> None:
    driver.set_window_size(1000, 900)
    driver.get((site / f"{page}.html").as_uri())
    assert driver.execute_script("return document.querySelectorAll('article h1').length") == 1
    assert driver.execute_script(_CUT_OFF) == []
    assert driver.execute_script(_BROKEN) == []
    picture = Path(os.environ.get("PICTURES", tmp_path)) / f"docs-{page.replace('/', '-')}.png"
    assert driver.save_screenshot(str(picture)) and picture.stat().st_size > 10_000


def test_the_reference_shows_signatures_and_examples(site: Path) -> None:
    text = (site / "reference/tensor-create.html").read_text()
    for name in ("heddle.Tensor.arange", "heddle.Tensor.from_dlpack"): assert f'id="{name}"' in text
    assert "Tensor." in text and "&gt;&gt;&gt;" in text
