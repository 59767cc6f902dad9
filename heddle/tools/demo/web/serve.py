"""Serves a folder to this machine alone.

In: a folder, a port. Out: its files over http on 127.0.0.1, which browsers take for as safe as https. Always true: requests that name
another host, as a page from elsewhere would make them, are refused; nothing outside the folder is served.
"""
from __future__ import annotations

import sys
from functools import partial
from http import HTTPStatus
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

#: the page runs its own scripts and asks its own server, and nothing else
_POLICY = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; base-uri 'none'; " \
          "form-action 'none'; frame-ancestors 'none'"
_HEADERS = {"Content-Security-Policy": _POLICY, "X-Content-Type-Options": "nosniff", "Referrer-Policy": "no-referrer",
            "Cache-Control": "no-cache", "Cross-Origin-Resource-Policy": "same-origin"}


class FolderServer(ThreadingHTTPServer):
    """Serves `folder` on 127.0.0.1; `port` 0 takes any that is free."""

    daemon_threads = True

    def __init__(self, folder: Path, port: int = 0) -> None:
        super().__init__(("127.0.0.1", port), partial(_Request, directory=str(folder)))
        self.hosts = {f"{name}:{self.server_port}" for name in ("127.0.0.1", "localhost")}
        if self.server_port == 80: self.hosts |= {"127.0.0.1", "localhost"}

    def handle_error(self, request: Any, client_address: Any) -> None:
        """Nothing where the browser has gone away: it does that whenever a page is closed."""
        if not isinstance(sys.exc_info()[1], ConnectionError): super().handle_error(request, client_address)

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.server_port}/"


class _Request(SimpleHTTPRequestHandler):
    """One request; the base class reads files, and answers with 304 what has not changed."""

    server: FolderServer
    protocol_version = "HTTP/1.1"
    server_version, sys_version = "heddle", ""
    timeout = 60  # seconds that a connection may stay silent
    extensions_map = {".html": "text/html; charset=utf-8", ".js": "text/javascript; charset=utf-8", ".css": "text/css; charset=utf-8",
                      ".json": "application/json; charset=utf-8", ".wgsl": "text/plain; charset=utf-8", "": "application/octet-stream"}

    def send_head(self) -> Any:
        if self.headers.get("Host", "").lower() in self.server.hosts: return super().send_head()
        self.send_error(HTTPStatus.FORBIDDEN, "this page is for 127.0.0.1 only")
        return None

    def list_directory(self, path: Any) -> None:
        self.send_error(HTTPStatus.NOT_FOUND, "there is no such page")

    def end_headers(self) -> None:
        for header, value in _HEADERS.items(): self.send_header(header, value)
        super().end_headers()

    def log_message(self, format: str, *args: Any) -> None: """Nothing: the terminal belongs to the user."""
