"""Writes docs/images/view.png and view-compare.png: the page of `heddle view` on a small training run, and on that run against one
without schedules (needs chromium, see install_system_packages.sh).

The run is the program of docs/examples/view_demo.py. A picture is kept under 200 KB.
"""
from __future__ import annotations

import os
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
IMAGES = ROOT / "docs" / "images"
MOST = 200_000  # bytes


def main() -> None:
    sys.path.insert(0, str(ROOT))
    from heddle.tools.view.run import record_program
    from tests.tools.view.browser import Page, browse, served
    with tempfile.TemporaryDirectory() as folder:
        before, after = (Path(folder) / f"{name}.heddle" for name in ("without-schedules", "with-schedules"))
        for file, noopt in ((before, "1"), (after, "0")):
            os.environ["NOOPT"] = noopt
            if (status := record_program([str(ROOT / "docs" / "examples" / "view_demo.py")], file)) != 0: raise SystemExit(status)
        with browse(Path(folder) / "profile") as driver:
            with served(after) as server:
                page = Page(driver, server.address)
                driver.set_window_size(1280, 900)
                kernel = server.reader.kernel(server.reader.kernels("product", "calls", 0, 1)["rows"][0]["id"])
                stage = next(s for s in kernel["stages"] if s["name"] == "simplify")
                page.open(f"kernels?id={kernel['id']}&stage={stage['id']}&order=calls")
                page.until("/nodes? drawn/.test(document.querySelector('.status')?.textContent ?? '')")
                write("view.png", driver.get_screenshot_as_png())
            with served(after, before) as server:
                page = Page(driver, server.address)
                driver.set_window_size(1000, 760)
                page.open("compare")
                page.until("document.querySelectorAll('.pair-row').length > 3")
                write("view-compare.png", driver.get_screenshot_as_png())


def write(name: str, picture: bytes) -> None:
    """Writes a picture. SystemExit if it is too large."""
    if len(picture) > MOST: raise SystemExit(f"{name} has {len(picture)} bytes, more than {MOST}")
    IMAGES.mkdir(exist_ok=True)
    (IMAGES / name).write_bytes(picture)
    print(f"{IMAGES / name}: {len(picture)} bytes")


if __name__ == "__main__":
    main()
