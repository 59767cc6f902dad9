"""Writes docs/images/view.png: the page of `heddle view` on a small training run (needs chromium, see install_system_packages.sh).

The run is the program of docs/examples/view_demo.py. The picture is kept under 200 KB.
"""
from __future__ import annotations

import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
TARGET = ROOT / "docs" / "images" / "view.png"
MOST = 200_000  # bytes


def main() -> None:
    sys.path.insert(0, str(ROOT))
    from heddle.tools.view.run import record_script
    from tests.tools.view.browser import Page, browse, served
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "view_demo.heddle"
        if (status := record_script(ROOT / "docs" / "examples" / "view_demo.py", [], file)) != 0: raise SystemExit(status)
        with browse(Path(folder) / "profile") as driver, served(file) as server:
            page = Page(driver, server.address)
            driver.set_window_size(1280, 900)
            kernel = server.reader.kernel(server.reader.kernels("product", "calls", 0, 1)["rows"][0]["id"])
            stage = next(s for s in kernel["stages"] if s["name"] == "simplify")
            page.open(f"kernels?id={kernel['id']}&stage={stage['id']}&order=calls")
            page.until("/nodes? drawn/.test(document.querySelector('.status')?.textContent ?? '')")
            picture = driver.get_screenshot_as_png()
    if len(picture) > MOST: raise SystemExit(f"the picture has {len(picture)} bytes, more than {MOST}")
    TARGET.parent.mkdir(exist_ok=True)
    TARGET.write_bytes(picture)
    print(f"{TARGET}: {len(picture)} bytes")


if __name__ == "__main__":
    main()
