"""`heddle demo web`: builds the folder and serves it until interrupted."""
from __future__ import annotations

import tempfile
import time
import webbrowser
from pathlib import Path

from heddle.errors import UserError
from heddle.tools.demo.web.build import build
from heddle.tools.demo.web.serve import FolderServer
from heddle.tracing.counters import format_bytes


def run(folder: Path | None = None, port: int = 0, open_browser: bool = False) -> None:
    """Builds into `folder` (None: one that is gone afterwards), and serves it until Ctrl-C."""
    if folder is not None: return _build_and_serve(folder, port, open_browser)
    with tempfile.TemporaryDirectory(prefix="heddle-web-") as made: _build_and_serve(Path(made), port, open_browser)


def _build_and_serve(folder: Path, port: int, open_browser: bool) -> None:
    server = _listen(folder, port)
    with server:
        started = time.perf_counter()
        programs = build(folder)
        print(f"exported the sentence encoder to {folder} in {time.perf_counter() - started:.1f} s: {format_bytes(programs[0].size)}, "
              f"{programs[0].kernels} kernels a line")
        print(f"open {server.address} in a browser with WebGPU; Ctrl-C ends", flush=True)
        if open_browser: webbrowser.open(server.address)
        server.serve_forever(poll_interval=0.1)


def _listen(folder: Path, port: int) -> FolderServer:
    try: return FolderServer(folder, port)
    except OSError as fault:
        raise UserError(f"port {port} cannot be used: {fault.strerror}", "Choose another with --port, or leave it out.",
                        None) from None
