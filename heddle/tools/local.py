"""Local HTTP server, shared by the tools that serve pages.

Inputs: a port. Outputs: an address on 127.0.0.1, which browsers treat as secure as https. Invariants: only this machine is listened
to; a request that names another host, as a page from elsewhere would make it, is refused; a page may run its own scripts and query
its own server, and nothing else.
"""
from __future__ import annotations

import sys
from collections.abc import Callable
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from socket import socket

#: names of this machine in the address of a page
LOCAL_NAMES = frozenset(("127.0.0.1", "localhost"))
_POLICY = "default-src 'none'; script-src 'self'; worker-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; " \
          "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
#: why a request of another host's page is refused
FOR_THIS_MACHINE = "this page is for 127.0.0.1 only"


class LocalServer(ThreadingHTTPServer):
    """Serves on 127.0.0.1; `port` 0 takes any that is free. A page that is closed while it is sent something is no error."""

    daemon_threads = True

    def __init__(self, port: int, handler: Callable[..., BaseHTTPRequestHandler]) -> None:
        super().__init__(("127.0.0.1", port), handler)
        self.hosts = {f"{name}:{self.server_port}" for name in LOCAL_NAMES}
        if self.server_port == 80: self.hosts |= LOCAL_NAMES

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.server_port}/"

    def handle_error(self, request: socket | tuple[bytes, socket], client_address: object) -> None:
        """Nothing where the browser has gone away."""
        if not isinstance(sys.exc_info()[1], ConnectionError): super().handle_error(request, client_address)


class LocalRequest(BaseHTTPRequestHandler):
    """One request. Methods without a `do_` in a class below are refused by the base class."""

    protocol_version = "HTTP/1.1"
    server_version, sys_version = "heddle", ""
    timeout = 60  # seconds that a connection may stay silent
    cache = "no-cache"

    @property
    def local_server(self) -> LocalServer:
        assert isinstance(self.server, LocalServer)
        return self.server

    @property
    def is_local(self) -> bool:
        """Whether the request names this machine."""
        return self.headers.get("Host", "").lower() in self.local_server.hosts

    def end_headers(self) -> None:
        for header, value in (("Content-Security-Policy", _POLICY), ("X-Content-Type-Options", "nosniff"),
                              ("Referrer-Policy", "no-referrer"), ("Cache-Control", self.cache),
                              ("Cross-Origin-Resource-Policy", "same-origin")): self.send_header(header, value)
        super().end_headers()

    def log_message(self, format: str, *args: object) -> None: """Nothing: the terminal belongs to the user."""
