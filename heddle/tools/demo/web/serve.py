"""Local web server of a folder.

Inputs: a folder, a port. Outputs: its files over http on 127.0.0.1, which browsers treat as secure as https. Invariants: requests that
name another host, as a page from elsewhere would make them, are refused; nothing outside the folder is served.
"""
from __future__ import annotations

import io
from functools import partial
from http import HTTPStatus
from http.server import SimpleHTTPRequestHandler
from pathlib import Path
from typing import BinaryIO

from heddle.tools.local import FOR_THIS_MACHINE, LocalRequest, LocalServer


class FolderServer(LocalServer):
    """Serves `folder` on 127.0.0.1; `port` 0 takes any that is free."""

    def __init__(self, folder: Path, port: int = 0) -> None:
        super().__init__(port, partial(_Request, directory=str(folder)))


class _Request(LocalRequest, SimpleHTTPRequestHandler):
    """The base class reads files, and answers with 304 what has not changed."""

    extensions_map = {".html": "text/html; charset=utf-8", ".js": "text/javascript; charset=utf-8", ".css": "text/css; charset=utf-8",
                      ".json": "application/json; charset=utf-8", ".wgsl": "text/plain; charset=utf-8", "": "application/octet-stream"}

    def send_head(self) -> io.BytesIO | BinaryIO | None:
        if self.is_local: return super().send_head()
        self.send_error(HTTPStatus.FORBIDDEN, FOR_THIS_MACHINE)
        return None

    def list_directory(self, path: object) -> None:
        self.send_error(HTTPStatus.NOT_FOUND, "there is no such page")
