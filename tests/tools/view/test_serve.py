"""The server: what it gives, what it refuses, and to whom."""

from __future__ import annotations

import http.client
import json
import socket

import pytest

from heddle.tools.view.read import Reader
from heddle.tools.view.serve import ANSWERS, PageServer, start
from tests.tools.view.samples import record_small


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    server = PageServer(Reader(record_small(tmp_path_factory.mktemp("view") / "small.heddle")))
    start(server)
    yield server
    server.shutdown()
    server.server_close()


def get(server, path, method="GET", **headers):
    """(status, headers, body) of a request."""
    connection = http.client.HTTPConnection("127.0.0.1", server.server_port, timeout=20)
    connection.request(method, path, headers=headers)
    answer = connection.getresponse()
    body = answer.read()
    connection.close()
    return answer.status, answer.headers, body


def test_it_listens_on_this_machine_only(server):
    assert server.server_address[0] == "127.0.0.1"
    assert server.socket.family is socket.AF_INET


@pytest.mark.parametrize(
    ("path", "kind"),
    [
        ("/", "text/html"),
        ("/main.js", "text/javascript"),
        ("/style.css", "text/css"),
        ("/icon.svg", "image/svg+xml"),
        ("/vendor/highlight.min.js", "text/javascript"),
    ],
)
def test_files_of_the_page(server, path, kind):
    status, headers, body = get(server, path)
    assert status == 200 and headers["Content-Type"].startswith(kind) and body
    assert (
        "default-src 'none'" in headers["Content-Security-Policy"]
        and headers["X-Content-Type-Options"] == "nosniff"
    )


def test_the_page_wants_nothing_from_elsewhere():
    from heddle.tools.view import serve

    for file in (f for f in serve._PAGE.iterdir() if f.is_file()):
        text = file.read_text(encoding="utf-8").replace("http://www.w3.org/2000/svg", "")
        assert "http:" not in text and "https:" not in text and "//cdn" not in text, file.name
        assert "innerHTML" not in text and "insertAdjacentHTML" not in text and "eval(" not in text, file.name


def test_files_of_other_projects_come_with_version_and_licence(server):
    from heddle.tools.view import serve

    folder = serve._PAGE / "vendor"
    assert '"11.12.0"' in (folder / "highlight.min.js").read_text(encoding="utf-8")
    assert "| 11.12.0 | BSD 3-Clause" in (folder / "README.md").read_text(encoding="utf-8")
    assert "Redistribution and use" in (folder / "highlight-LICENSE.txt").read_text(encoding="utf-8")
    assert get(server, "/vendor/README.md")[0] == get(server, "/vendor/../../serve.py")[0] == 404


@pytest.mark.parametrize(
    "host", ["example.org", "127.0.0.1", "127.0.0.1:1", "localhost.example.org:{port}", "[::1]:{port}", ""]
)
def test_other_hosts_are_refused(server, host):
    status, _, body = get(server, "/api/summary", Host=host.format(port=server.server_port))
    assert status == 403 and b"127.0.0.1 only" in body and b"meta" not in body


@pytest.mark.parametrize("host", ["127.0.0.1:{port}", "localhost:{port}", "LOCALHOST:{port}"])
def test_this_host_is_served(server, host):
    assert get(server, "/api/summary", Host=host.format(port=server.server_port))[0] == 200


@pytest.mark.parametrize(
    "path",
    [
        "/nothing",
        "/../read.py",
        "/%2e%2e/read.py",
        "/page/main.js",
        "//etc/passwd",
        "/etc/passwd",
        "/api/",
        "/api/nothing",
        "/api/../main.js",
        "/main.js/",
        "/index.html%00",
        "/summary",
    ],
)
def test_other_paths_are_refused(server, path):
    assert get(server, path)[0] == 404


@pytest.mark.parametrize("method", ["POST", "PUT", "DELETE", "PATCH", "HEAD", "OPTIONS", "TRACE"])
def test_only_get_is_served(server, method):
    assert get(server, "/api/summary", method)[0] == 501


@pytest.mark.parametrize(
    ("path", "status"),
    [
        ("/api/kernel?id=999", 404),
        ("/api/kernel?id=abc", 400),
        ("/api/kernel", 400),
        ("/api/kernel?id=99999999999999999999999", 400),
        ("/api/nodes?root=-5", 404),
        ("/api/events?begin=a&end=b", 400),
        ("/api/step?rewriting=1&position=99999", 404),
        ("/api/kernels?order=';--", 200),
        ("/api/kernels?from=-4&count=-1", 200),
    ],
)
def test_odd_questions_are_told_in_words(server, path, status):
    got, _, body = get(server, path.replace(";", "%3B").replace("'", "%27"))
    assert got == status
    if status != 200:
        assert json.loads(body)["error"]


def test_every_question_of_the_page_has_an_answer(server):
    asked = {
        "summary": "",
        "graphs": "",
        "graph": "id=1",
        "calls": "graph=1",
        "boundaries": "graph=1",
        "kernels": "",
        "kernel": "id=1",
        "code": "kernel=1",
        "nodes": "root=20",
        "nodes-at-step": "rewriting=1&step=0",
        "node": "id=3",
        "steps": "rewriting=1",
        "step": "rewriting=1&position=0",
        "lanes": "",
        "events": "begin=0&end=9&pixels=100",
        "event": "id=1",
        "next-event": "id=1&by=1",
        "memory": "begin=0&end=9&pixels=100",
        "buffers": "",
    }
    assert set(asked) == set(ANSWERS)
    for name, query in asked.items():
        status, headers, body = get(server, f"/api/{name}?{query}")
        assert status == 200, (name, body)
        assert headers["Content-Type"].startswith("application/json") and json.loads(body) is not None


def test_several_at_once(server):
    from concurrent.futures import ThreadPoolExecutor

    with ThreadPoolExecutor(8) as pool:
        assert {
            status for status, *_ in pool.map(lambda n: get(server, f"/api/node?id={n % 30 + 1}"), range(60))
        } == {200}


def test_a_damaged_recording_is_told_in_words(tmp_path):
    file = record_small(tmp_path / "a.heddle")
    import sqlite3

    damaged = sqlite3.connect(file)
    damaged.execute("DROP TABLE stage")
    damaged.close()
    with PageServer(Reader(file)) as server:
        start(server)
        status, _, body = get(server, "/api/kernel?id=1")
        server.shutdown()
    assert status == 500 and b"the recording is damaged" in body


@pytest.fixture
def guarded(tmp_path):
    server = PageServer(Reader(record_small(tmp_path / "small.heddle")), token="a-secret")
    start(server)
    yield server
    server.shutdown()
    server.server_close()


def test_the_token_admits_a_browser(guarded):
    port = guarded.server_port
    assert guarded.address == f"http://127.0.0.1:{port}/?token=a-secret"
    status, headers, _ = get(guarded, "/?token=a-secret", Host="localhost:9000")  # the port at the other end of a tunnel
    assert status == 303 and headers["Location"] == "/"
    cookie, *flags = headers["Set-Cookie"].split("; ")
    assert {"HttpOnly", "SameSite=Strict"} <= set(flags)
    for path in ("/", "/main.js", "/api/summary"):
        assert get(guarded, path, Cookie=cookie, Host="localhost:9000")[0] == 200


@pytest.mark.parametrize("path", ["/", "/main.js", "/api/summary", "/?token=another", "/?token=", "/api/summary?token=a-secret"])
def test_without_the_token_nothing_is_sent(guarded, path):
    for cookie in ({}, {"Cookie": f"{guarded.cookie}=another"}, {"Cookie": f"{guarded.cookie}="}):
        status, headers, body = get(guarded, path, **cookie)
        assert status == 403 and "token" in json.loads(body)["error"] and "Set-Cookie" not in headers


def test_with_a_token_another_host_is_refused_too(guarded):
    status, _, body = get(guarded, "/?token=a-secret", Host="example.org:80")
    assert status == 403 and "127.0.0.1" in json.loads(body)["error"]
