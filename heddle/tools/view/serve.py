"""Local web page of the viewer: a few files and the answers to its queries, over HTTP on 127.0.0.1.

Inputs: a recording. Outputs: an address. Invariants: only this machine is listened to; a request that names another host is
refused, so that no web page can reach the recording through a name of its own; no request changes anything; only the page's own files
are sent.
"""
from __future__ import annotations

import json
import threading
from collections.abc import Callable
from functools import partial
from http import HTTPStatus
from importlib import resources
from typing import Any, TypeVar
from urllib.parse import parse_qs, urlsplit

from heddle.errors import FileFormatError, MissingKeyError
from heddle.file_errors import reading
from heddle.tools.local import FOR_THIS_MACHINE, LocalRequest, LocalServer
from heddle.tools.view import timeline
from heddle.tools.view.read import PIECE, Reader

_TYPES = {".html": "text/html", ".js": "text/javascript", ".css": "text/css", ".svg": "image/svg+xml"}
_PAGE = resources.files("heddle.tools.view") / "page"
_FILES = frozenset(f.name for f in _PAGE.iterdir() if f.is_file())


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


Answer = Callable[[Reader, Query], Any]

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
    "memory": lambda r, q: timeline.memory(r, q.time("begin"), q.time("end"), min(q.number("pixels", 1000), 4000)),
}


def answer(reader: Reader, name: str, query: Query) -> Any:
    """What the page asks for. MissingKeyError for what is not there, QueryError for what is no number, FileFormatError for damage."""
    try:
        with reading(str(reader.path), "a recording", "Record the script again."):
            value = ANSWERS[name](reader, query)
            json.dumps(value)  # a damaged recording may hold what JSON has no form for
            return value
    except FileFormatError as fault:
        if isinstance(fault.__cause__, QueryError): raise fault.__cause__ from None
        raise


class PageServer(LocalServer):
    """Serves one recording on 127.0.0.1. `port` 0 takes any that is free."""

    def __init__(self, reader: Reader, port: int = 0) -> None:
        self.reader = reader
        self.lock = threading.Lock()  # a reader is for one thread at a time
        super().__init__(port, _Request)

    def answer(self, name: str, query: Query) -> Any:
        """See the function `answer`."""
        with self.lock: return answer(self.reader, name, query)


class _Request(LocalRequest):
    server: PageServer
    cache = "no-store"

    def do_GET(self) -> None:  # noqa: N802 (the name that http.server calls)
        """Serves a file of the page, or the answer to a query below api/; 403 for other hosts, 404 for other paths."""
        parts = urlsplit(self.path)
        name = "index.html" if parts.path == "/" else parts.path.removeprefix("/")
        asked = name.removeprefix("api/")
        if not self.is_local: self._refuse(HTTPStatus.FORBIDDEN, FOR_THIS_MACHINE)
        elif name in _FILES: self._send((_PAGE / name).read_bytes(), _TYPES[name[name.rfind("."):]])
        elif asked in ANSWERS and name.startswith("api/"): self._answer(asked, Query(parts.query))
        else: self._refuse(HTTPStatus.NOT_FOUND, "there is no such page")

    def _answer(self, name: str, query: Query) -> None:
        try: body = json.dumps(self.server.answer(name, query), separators=(",", ":")).encode()
        except MissingKeyError as missing: self._refuse(HTTPStatus.NOT_FOUND, f"the recording has no {name}: {missing.what}")
        except QueryError as fault: self._refuse(HTTPStatus.BAD_REQUEST, f"{name}: {fault}")
        except FileFormatError as fault:  # a damaged file: the page says so, and goes on with what can be read
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
