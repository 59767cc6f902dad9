"""A headless Chromium for tests, through selenium; tests that want it are skipped where either is missing."""

from __future__ import annotations

import shutil
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from heddle.tools.view.read import Reader
from heddle.tools.view.serve import PageServer, start

_FLAGS = (
    "--headless",
    "--no-sandbox",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--disable-dev-shm-usage",
    "--hide-scrollbars",
    "--window-size=1360,900",
)
_KEY = "new KeyboardEvent('keydown', {key: arguments[0], bubbles: true, cancelable: true})"
_DRAWN = """
const c = document.querySelector(arguments[0]), copy = document.createElement('canvas');
Object.assign(copy, {width: c.width, height: c.height});
const pen = copy.getContext('2d', {willReadFrequently: true});
pen.drawImage(c, 0, 0);
const data = pen.getImageData(0, 0, c.width, c.height).data;
let left = c.width, top = c.height, right = -1, bottom = -1;
for (let y = 0; y < c.height; y++) for (let x = 0; x < c.width; x++) if (data[4 * (y * c.width + x) + 3]) {
  if (x < left) left = x; if (x > right) right = x; if (y < top) top = y; if (y > bottom) bottom = y;
}
return [left / c.width, top / c.height, (right + 1) / c.width, (bottom + 1) / c.height];
"""
_CUT_OFF = """
const held = e => { for (let p = e.parentElement; p && p !== document.body; p = p.parentElement) {
  const style = getComputedStyle(p);
  if (/(auto|scroll)/.test(style.overflowX) || style.textOverflow === 'ellipsis') return true;
} return false; };
const seen = e => { const box = e.getBoundingClientRect(); return box.width > 0 && box.height > 0; };
const over = e => e.getBoundingClientRect().right > innerWidth + 1 || e.getBoundingClientRect().left < -1;
const cut = e => { const style = getComputedStyle(e);
  return style.overflowX === 'hidden' && style.textOverflow !== 'ellipsis' && e.scrollWidth > e.clientWidth + 1; };
return [...document.querySelectorAll('body *')].filter(e => seen(e) && !held(e) && (over(e) || cut(e)))
  .map(e => `${e.tagName}.${e.className} ${e.textContent.slice(0, 60)}`);
"""
_PATIENCE = 40  # seconds to wait for the page, on a machine with other work


def programs() -> tuple[str, str]:
    """Chromium and its driver. Skips the test if they are missing."""
    pytest.importorskip("selenium", reason="needs selenium: pip install 'heddle-tensor[dev]'")
    found = (
        shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome"),
        shutil.which("chromedriver"),
    )
    if None in found:
        pytest.skip("needs chromium and chromedriver: scripts/install_system_packages.sh installs them")
    return found


class Page:
    """The page of one server in a browser."""

    def __init__(self, driver: Any, address: str) -> None:
        self.driver, self.address = driver, address

    def run(self, script: str, *arguments: object) -> Any:
        """What a script returns."""
        return self.driver.execute_script(script, *arguments)

    def open(self, where: str = "") -> None:
        """Goes to a view."""
        self.driver.get("about:blank")
        self.driver.get(f"{self.address}#{where}")

    def until(self, script: str) -> Any:
        """Waits until the expression is true; its value."""
        return self.wait(lambda: self.run(f"return {script}"), script)

    def wait(self, test: Callable[[], Any], what: str = "") -> Any:
        end = time.monotonic() + _PATIENCE
        while not (found := test()):
            assert time.monotonic() < end, f"waited in vain for: {what}\nthe page says: {self.text()[:600]}"
            time.sleep(0.03)
        return found

    def text(self) -> str:
        """All that can be read."""
        return self.run("return document.body.innerText")

    def said(self, selector: str) -> str:
        """The text of the first element that fits; empty while there is none."""
        return self.run("return document.querySelector(arguments[0])?.textContent ?? ''", selector)

    def until_text(self, *texts: str) -> None:
        self.wait(lambda: all(t in self.text() for t in texts), " and ".join(texts))

    def drawn(self, selector: str = ".picture canvas") -> tuple[float, float, float, float]:
        """What part of a canvas is drawn on: left, top, right, bottom, of its width and height."""
        return tuple(self.run(_DRAWN, selector))

    def cut_off(self) -> list[str]:
        """Elements that reach over the edge of the window, or of what does not scroll and ends in no ellipsis."""
        return self.run(_CUT_OFF)

    def keys(self, *keys: str) -> None:
        """Presses keys, wherever the page has its focus."""
        for key in keys:
            self.run("(document.activeElement ?? document.body).dispatchEvent(" + _KEY + ")", key)

    def search(self, field: str, text: str, enter: bool = False) -> None:
        """Types into a search field."""
        self.run(
            "const s = document.querySelector(arguments[0]); s.value = arguments[1]; s.dispatchEvent(new Event('input'))",
            field,
            text,
        )
        if enter:
            self.run(f"document.querySelector(arguments[1]).dispatchEvent({_KEY})", "Enter", field)

    def click(self, selector: str, text: str = "") -> None:
        """Clicks the first element that fits and holds the text."""
        from selenium.common.exceptions import StaleElementReferenceException

        script = "return [...document.querySelectorAll(arguments[0])].find(e => e.textContent.includes(arguments[1])) ?? null"

        def clicked() -> bool:
            element = self.run(script, selector, text)
            try:
                if element is not None:
                    element.click()
            except StaleElementReferenceException:  # the page drew itself again between the two: find it anew
                return False
            return element is not None

        self.wait(clicked, f"{selector} with {text!r}")

    def faults(self) -> list[str]:
        """What the console complained of since the last call."""
        return [
            entry["message"]
            for entry in self.driver.get_log("browser")
            if entry["level"] in ("SEVERE", "WARNING")
        ]


@contextmanager
def browse(folder: Path, *flags: str) -> Iterator[Any]:
    """A browser with a new, empty profile in `folder`; `--disable-gpu` unless it is told other flags."""
    chromium, chromedriver = programs()
    from selenium import webdriver
    from selenium.webdriver.chrome.service import Service

    options = webdriver.ChromeOptions()
    options.binary_location = chromium
    for flag in (*_FLAGS, *(flags or ("--disable-gpu",)), f"--user-data-dir={folder}"):
        options.add_argument(flag)
    options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
    driver = webdriver.Chrome(options=options, service=Service(chromedriver))
    driver.set_script_timeout(_PATIENCE)
    try:
        yield driver
    finally:
        driver.quit()


@contextmanager
def served(recording: Path, against: Path | None = None) -> Iterator[PageServer]:
    """A server of a recording, compared with another if that is given."""
    server = PageServer(Reader(recording), against=None if against is None else Reader(against))
    start(server)
    try:
        yield server
    finally:
        server.shutdown()
        server.server_close()
