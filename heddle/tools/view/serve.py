"""Local web page of the viewer: a few files and the answers to its queries, over HTTP on 127.0.0.1.

Inputs: a recording. Outputs: an address. Invariants: only this machine is listened to; a request that names another host is
refused, so that no web page can reach the recording through a name of its own; with a token, browsers without it are refused; no
request changes anything; only the page's own files are sent.
"""
from __future__ import annotations

import hmac
import json
import threading
from collections.abc import Callable
from functools import partial
from http import HTTPStatus
from http.cookies import SimpleCookie
from importlib import resources
from typing import TypeVar
from urllib.parse import parse_qs, urlsplit

from heddle.errors import FileFormatError, MissingKeyError
from heddle.file_errors import reading
from heddle.tools.local import FOR_THIS_MACHINE, LOCAL_NAMES, LocalRequest, LocalServer
from heddle.tools.view import timeline
from heddle.tools.view.compare import Comparison
from heddle.tools.view.read import PIECE, Reader

_TYPES = {".html": "text/html", ".js": "text/javascript", ".css": "text/css", ".svg": "image/svg+xml"}
_PAGE = resources.files("heddle.tools.view") / "page"
_FILES = frozenset(f"{folder}{f.name}" for folder in ("", "vendor/") for f in (_PAGE / folder).iterdir()
                   if f.is_file() and f.name.endswith(tuple(_TYPES)))


#: why a request without the token is refused
_WITHOUT_TOKEN = "open the whole address that `heddle view` printed: its token admits the browser"

_Number = TypeVar("_Number", int, float)
_LARGEST = 1 << 63  # SQLite's integers


class QueryError(Exception):
    """An argument of a request that is no number."""


class Query:
    """The arguments of a request."""

    def __init__(self, text: str) -> None:
        self._values = parse_qs(text)

    def text(self, name: str) -> str: return self._values.get(name, [""])[0]

    def number(self, name: str, default: int | None = None) -> int:
        """An integer. QueryError if it is none, or if it is missing and has no default."""
        text = self.text(name)
        return default if not text and default is not None else self._read(name, int)

    def time(self, name: str) -> float: return self._read(name, float)

    def _read(self, name: str, kind: type[_Number]) -> _Number:
        try: value = kind(self.text(name))
        except ValueError as fault: raise QueryError(f"{name}: {fault}") from None
        if not -_LARGEST < value < _LARGEST: raise QueryError(f"{name} is out of range")
        return value

    def piece(self) -> tuple[int, int]:
        """First row and number of rows."""
        return max(self.number("from", 0), 0), min(max(self.number("count", PIECE), 0), PIECE)


Answer = Callable[[Reader, Query], object]
#: answers about two recordings; without the second they are as if they were not there
COMPARISONS: dict[str, Callable[[Comparison, Query], object]] = {
    "comparison": lambda c, q: c.totals(),
    "pairs": lambda c, q: c.rows(q.text("order"), *q.piece()),
    "pair": lambda c, q: c.differences(q.number("before", 0), q.number("after", 0)),
}

ANSWERS: dict[str, Answer] = {
    "summary": lambda r, q: r.summary(),
    "graphs": lambda r, q: r.graphs(*q.piece()),
    "graph": lambda r, q: r.graph(q.number("id")),
    "calls": lambda r, q: r.calls(q.number("graph"), *q.piece()),
    "boundaries": lambda r, q: r.boundaries(q.number("graph"), *q.piece()),
    "kernels": lambda r, q: r.kernels(q.text("search"), q.text("order"), *q.piece()),
    "kernel": lambda r, q: r.kernel(q.number("id")),
    "code": lambda r, q: r.code(q.number("kernel")),
    "nodes": lambda r, q: r.graph_piece(q.number("root"), q.number("against", 0) or None, *q.piece(), bool(q.number("numbered", 0))),
    "nodes-at-step": lambda r, q: r.graph_at_step(q.number("rewriting"), q.number("step"), *q.piece()),
    "node": lambda r, q: r.node(q.number("id")),
    "steps": lambda r, q: r.steps(q.number("rewriting"), *q.piece()),
    "step": lambda r, q: r.step(q.number("rewriting"), q.number("position")),
    "lanes": lambda r, q: timeline.lanes(r),
    "events": lambda r, q: timeline.events(r, q.time("begin"), q.time("end"), q.number("pixels", 1000)),
    "event": lambda r, q: timeline.event(r, q.number("id")),
    "next-event": lambda r, q: timeline.next_event(r, q.number("id"), q.number("by")),
    "buffers": lambda r, q: timeline.buffers(r, *q.piece()),
    "memory": lambda r, q: timeline.memory(r, q.time("begin"), q.time("end"), min(q.number("pixels", 1000), 4000)),
}


def answer(reader: Reader, name: str, query: Query, comparison: Comparison | None = None) -> object:
    """The answer to a query of the page.

    MissingKeyError for what is not there, QueryError for what is no number, FileFormatError for damage.
    """
    try:
        with reading(str(reader.path), "a recording", "Record the script again."):
            if name == "summary": value: object = {**reader.summary(), "is_compared": comparison is not None}
            elif comparison is not None and name in COMPARISONS: value = COMPARISONS[name](comparison, query)
            else: value = ANSWERS[name](reader, query)
            json.dumps(value)  # a damaged recording may hold what JSON has no form for
            return value
    except FileFormatError as fault:
        if isinstance(fault.__cause__, QueryError): raise fault.__cause__ from None
        raise


class PageServer(LocalServer):
    """Serves one recording on 127.0.0.1, `against` an earlier one if it is given. `port` 0 takes any that is free.

    With a `token` only a browser that was given `address` once is answered, whatever the port at its end of a tunnel: other users of
    this machine reach the port, and do not have the token.
    """

    def __init__(self, reader: Reader, port: int = 0, token: str = "", against: Reader | None = None) -> None:
        self.reader, self.token = reader, token
        self.comparison = None if against is None else Comparison(against, reader)
        self.lock = threading.Lock()  # a reader is for one thread at a time
        super().__init__(port, _Request)
        self.cookie = f"heddle-view-{self.server_port}"  # cookies are shared by all ports of a host

    @property
    def address(self) -> str: return f"{super().address}?token={self.token}" if self.token else super().address

    def answer(self, name: str, query: Query) -> object:
        """See the function `answer`."""
        with self.lock: return answer(self.reader, name, query, self.comparison)

    def answers(self, name: str) -> bool:
        """Whether this request has an answer."""
        return name in ANSWERS or (self.comparison is not None and name in COMPARISONS)


class _Request(LocalRequest):
    """A request to the page: a file of it, or a query under api/. A token in the address is exchanged for a cookie."""

    cache = "no-store"

    @property
    def page_server(self) -> PageServer:
        assert isinstance(self.server, PageServer)
        return self.server

    def do_GET(self) -> None:  # noqa: N802 (the name that http.server calls)
        """Serves a file of the page, or the answer to a query below api/; 403 for other hosts, 404 for other paths."""
        parts = urlsplit(self.path)
        name = "index.html" if parts.path == "/" else parts.path.removeprefix("/")
        query = name.removeprefix("api/")
        if not self.is_local: self._refuse(HTTPStatus.FORBIDDEN, FOR_THIS_MACHINE)
        elif name == "index.html" and self._is_token(Query(parts.query).text("token")): self._admit()
        elif not self._is_admitted(): self._refuse(HTTPStatus.FORBIDDEN, _WITHOUT_TOKEN)
        elif name in _FILES: self._send((_PAGE / name).read_bytes(), _TYPES[name[name.rfind("."):]])
        elif self.page_server.answers(query) and name.startswith("api/"): self._answer(query, Query(parts.query))
        else: self._refuse(HTTPStatus.NOT_FOUND, "there is no such page")

    @property
    def is_local(self) -> bool:
        """Whether the request names this machine; with a token, by any port: that of a tunnel is the browser's."""
        if not self.page_server.token: return super().is_local
        return self.headers.get("Host", "").lower().partition(":")[0] in LOCAL_NAMES

    def _is_token(self, given: str) -> bool:
        return bool(self.page_server.token) and hmac.compare_digest(given.encode(), self.page_server.token.encode())

    def _is_admitted(self) -> bool:
        """Whether there is no token, or the browser sends it as a cookie."""
        sent = SimpleCookie(self.headers.get("Cookie", "")).get(self.page_server.cookie)
        return not self.page_server.token or (sent is not None and self._is_token(sent.value))

    def _admit(self) -> None:
        """Gives the browser the cookie, and sends it to the address without the token."""
        self.send_response(HTTPStatus.SEE_OTHER)
        self.send_header("Set-Cookie", f"{self.page_server.cookie}={self.page_server.token}; HttpOnly; SameSite=Strict; Path=/")
        self.send_header("Location", "/")
        self.send_header("Content-Length", "0")
        self.end_headers()

    def _answer(self, name: str, query: Query) -> None:
        try: body = json.dumps(self.page_server.answer(name, query), separators=(",", ":")).encode()
        except MissingKeyError as missing: self._refuse(HTTPStatus.NOT_FOUND, f"the recording has no {name}: {missing.what}")
        except QueryError as fault: self._refuse(HTTPStatus.BAD_REQUEST, f"{name}: {fault}")
        except FileFormatError as fault:  # a damaged file: the page shows the message, and what can be read
            self._refuse(HTTPStatus.INTERNAL_SERVER_ERROR, f"the recording is damaged: {fault.what}")
        else: self._send(body, "application/json")

    def _refuse(self, status: HTTPStatus, why: str) -> None:
        self._send(json.dumps({"error": why}).encode(), "application/json", status)

    def _send(self, body: bytes, kind: str, status: HTTPStatus = HTTPStatus.OK) -> None:
        self.send_response(status)
        self.send_header("Content-Type", f"{kind}; charset=utf-8")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)


def start(server: PageServer) -> threading.Thread:
    """Serves in a thread of its own until `server.shutdown()`."""
    thread = threading.Thread(target=partial(server.serve_forever, poll_interval=0.1), name="heddle-view", daemon=True)
    thread.start()
    return thread
