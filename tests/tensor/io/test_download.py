"""Tensors of files and of addresses: formats and devices, one download, and clear errors without a network."""
from __future__ import annotations

import gzip
import threading
from collections.abc import Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import numpy as np
import pytest

from heddle import Context, Tensor, dtypes
from heddle.errors import FileMissingError, ShapeError

WORDS = np.arange(6, dtype=np.int32)


class _Quiet(SimpleHTTPRequestHandler):
    def log_message(self, *_: object) -> None: """Nothing on the terminal."""


@pytest.fixture
def address(tmp_path: Path) -> Iterator[str]:
    """A site on this machine with two files, and a cache of its own."""
    (tmp_path / "words").write_bytes(WORDS.tobytes())
    (tmp_path / "words.gz").write_bytes(gzip.compress(WORDS.tobytes()))
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(_Quiet, directory=str(tmp_path)))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    with Context(CACHE_DIR=str(tmp_path / "cache")): yield f"http://127.0.0.1:{server.server_port}/"
    server.shutdown()
    server.server_close()


def test_from_url(address: str, tmp_path: Path) -> None:
    found = Tensor.from_url(address + "words")
    assert found.dtype is dtypes.uint8 and bytes(found.tolist()) == WORDS.tobytes() and found.device.startswith("DISK:")
    (tmp_path / "words").unlink()
    assert Tensor.from_url(address + "words", dtype="int32", device="CPU").tolist() == WORDS.tolist()
    assert Tensor.from_url(address + "words.gz", gunzip=True, dtype="int32").tolist() == WORDS.tolist()


@pytest.mark.parametrize("url", ["http://127.0.0.1:1/x", "nothing", "", "http://", "ftp:/x"])
def test_without_a_network(url: str) -> None:
    with pytest.raises(FileMissingError, match="cannot be fetched") as found: Tensor.from_url(url)
    assert found.value.cure and "connection" in found.value.cure


def test_a_path_with_a_format_and_a_device(tmp_path: Path) -> None:
    path = tmp_path / "words"
    path.write_bytes(WORDS.tobytes())
    here = Tensor(path, dtype="int32")
    assert here.device == f"DISK:{path.resolve()}" and here.shape == (6,) and here.tolist() == WORDS.tolist()
    there = Tensor(path, device="CPU", dtype=dtypes.int32)
    assert there.device == "CPU" and (there + 1).tolist() == (WORDS + 1).tolist()
    assert Tensor(path, device="CPU").dtype is dtypes.uint8 and Tensor(path, "CPU").shape == (24,)
    path.write_bytes(b"abc")
    with pytest.raises(ShapeError, match="3 bytes, which are no whole number of int32"): Tensor(path, dtype="int32")
