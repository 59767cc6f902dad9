"""Screenshots of every view at 1,000 pixels: something is drawn, and nothing is cut off. PICTURES keeps them in a folder."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from heddle import Context
from heddle.tools.view import record
from heddle.tools.view.serve import PageServer
from tests.tools.view.browser import Page, browse, served
from tests.tools.view.samples import small_program, training_step

if TYPE_CHECKING:
    from selenium.webdriver import Chrome

pytestmark = pytest.mark.slow
_STATUS = "/nodes? drawn/.test(document.querySelector('.status')?.textContent ?? '')"

#: texts on a picture of which one covers another
_COVERED = """
const boxes = [...document.querySelectorAll('.foot > *, .picture > .title, .figures dd')].map(e => {
  const range = document.createRange(); range.selectNodeContents(e);  // a figure may be wider than its box
  return [e, (e.matches('dd') ? range : e).getBoundingClientRect()]; });
const covers = (a, b) => a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom && a.width && b.width;
return boxes.filter(([e, a], i) => boxes.some(([f, b], j) => i < j && covers(a, b))).map(([e]) => e.textContent);
"""
#: view -> what is there when it is drawn, and whether it is a canvas
VIEWS = {
    "overview": ("overview", "document.querySelectorAll('table.list').length >= 4", False),
    "timeline": ("timeline", "/shown/.test(document.querySelector('.bar-of-tools').textContent)", True),
    "memory": ("memory", "document.querySelectorAll('.side .row').length > 3", True),
    "graph": ("graphs", _STATUS, True),
    "schedule": ("graphs?id=1&stage=schedule", "document.querySelectorAll('.detail .row').length > 0", False),
    "kernel": ("kernels?id=1&stage=source", "document.querySelector('pre.code')", False),
    "rewrites": ("kernels?id=1&stage={expand}&as=rewrites", "document.querySelectorAll('.two canvas').length === 2", True),
    "compare": ("compare", "document.querySelectorAll('.pair-row').length > 5", False),
}


@pytest.fixture(scope="module")
def driver(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Chrome]:
    with browse(tmp_path_factory.mktemp("profile")) as driver: yield driver


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[PageServer]:
    """A training step against the same without schedules."""
    folder = tmp_path_factory.mktemp("pictures")
    for name, optimised in (("before", False), ("after", True)):
        with Context(DEV="CPU", NOOPT=not optimised), record(folder / f"{name}.heddle", f"{name}.py"):
            training_step()
            small_program()
    with served(folder / "after.heddle", folder / "before.heddle") as server: yield server


@pytest.mark.parametrize("name", VIEWS)
@pytest.mark.parametrize("theme", ["light", "dark"])
def test_a_picture_of_every_view(driver: Chrome, server: PageServer, tmp_path: Path, name: str, theme: str) -> None:
    image = pytest.importorskip("PIL.Image", reason="looks at pictures: pip install pillow")
    where, there, is_canvas = VIEWS[name]
    page = Page(driver, server.address)
    driver.set_window_size(1000, 900)
    stages = server.reader.kernel(1)["stages"]
    page.open(where.format(expand=next(s["id"] for s in stages if s["name"] == "expand")))
    page.until(f"document.getElementById('tabs').children.length && {there}")
    page.run("document.documentElement.dataset.theme = arguments[0]; document.dispatchEvent(new Event('themechange'));"
             "document.getAnimations().forEach(a => a.finish())", theme)
    if is_canvas:
        left, top, right, bottom = page.wait(lambda: (box := page.drawn())[2] > box[0] and box, "a drawing")
        assert right - left > 0.1 and bottom - top > 0.1
    assert page.cut_off() == [] and page.run(_COVERED) == []
    picture = Path(os.environ.get("PICTURES", tmp_path)) / f"view-{name}-{theme}.png"
    assert driver.save_screenshot(str(picture))
    with image.open(picture) as opened:
        pixels = opened.convert("RGB")
        assert pixels.size[0] == 1000
        colours = {colour: count for count, colour in pixels.getcolors(1 << 24)}
    ground = max(colours.values())
    assert len(colours) > 40 and ground < 0.97 * pixels.size[0] * pixels.size[1]  # letters and lines on one ground


def test_what_is_cut_off_is_found(driver: Chrome, server: PageServer) -> None:
    page = Page(driver, server.address)
    driver.set_window_size(1000, 900)
    page.open("overview")
    page.until_text("Kernels that took longest")
    assert page.cut_off() == []
    page.run("const e = document.createElement('b'); e.textContent = 'too wide'; document.body.append(e);"
             "Object.assign(e.style, {position: 'absolute', left: '980px', whiteSpace: 'nowrap'});")
    assert [found for found in page.cut_off() if "too wide" in found]
