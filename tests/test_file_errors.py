"""Damaged files: typed errors that name the file, whatever its reader raises."""
from __future__ import annotations

import bz2
import gzip
import io
import json
import lzma
import os
import pickle
import tarfile
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from heddle import Tensor
from heddle.errors import (
    DeviceError,
    FileAccessError,
    FileFormatError,
    FileMissingError,
    MissingKeyError,
    OutOfMemoryError,
    ShapeError,
)
from heddle.file_errors import LARGEST_SIZE, nbytes_of, quoted, reading
from heddle.nn.state import gguf_load, safe_load, tar_extract, torch_load, zip_extract


@pytest.mark.parametrize("raised", [
    ValueError("x"), TypeError("x"), KeyError("x"), IndexError("x"), AttributeError("x"), RecursionError("x"), EOFError("x"),
    OverflowError("x"), ZeroDivisionError("x"), AssertionError("x"), UnicodeDecodeError("utf-8", b"\xff", 0, 1, "x"),
    pickle.UnpicklingError("x"), zipfile.BadZipFile("x"), tarfile.ReadError("x"), lzma.LZMAError("x"), OSError("x"), OSError(22, "x"),
    ShapeError("x", "cure"), FileFormatError("x", "cure")], ids=lambda e: type(e).__name__)
def test_what_a_reader_raises_names_the_file(raised: Exception) -> None:
    with pytest.raises(FileFormatError) as caught, reading("a/file", "a tar archive"): raise raised
    assert "a/file is not a tar archive, or is damaged: " in caught.value.what and "x" in caught.value.what
    assert caught.value.cure and caught.value.__cause__ is raised


@pytest.mark.parametrize("raised", [
    DeviceError("x", "y"), FileMissingError("x", "y"), MissingKeyError("x", "y"), FileFormatError("a/file is cut", "y"),
        KeyboardInterrupt()],
    ids=lambda e: type(e).__name__)
def test_what_is_no_fault_of_the_content_passes(raised: BaseException) -> None:
    with pytest.raises(type(raised)) as caught, reading("a/file", "a tar archive"): raise raised
    assert caught.value is raised


def test_faults_of_the_system() -> None:
    with pytest.raises(OutOfMemoryError, match="a/file needs more memory"), reading("a/file", "x"): raise MemoryError
    with pytest.raises(FileMissingError, match="no file a/file"), reading("a/file", "x"): raise FileNotFoundError(2, "gone")
    with pytest.raises(PermissionError, match="a/file cannot be read") as caught, reading("a/file", "x"): raise PermissionError(13,
        "no")
    assert isinstance(caught.value, FileAccessError) and caught.value.errno == 13


def test_values_of_files_in_messages_are_printable_and_short() -> None:
    assert quoted("a\0b\x1b[31m\udc80\u202e") == "a\ufffdb\ufffd[31m\ufffd\ufffd" and len(quoted("x" * 9999)) < 400
    assert quoted(10**5000) == "an integer of 16610 bits" and quoted([10**5000]) == "a list"


@pytest.mark.parametrize("sizes", [[1] * 65, [-1], [True], [1.0], ["1"], [1 << 63], [1 << 62, 2], [10**40], [0, 10**40], [None]],
    ids=str)
def test_sizes_that_no_tensor_has(sizes: list[Any]) -> None:
    with pytest.raises(FileFormatError, match="tensor 'w'"): nbytes_of(sizes, 4, "tensor 'w'")


def test_sizes_that_tensors_have() -> None:
    assert nbytes_of([2, 3], 4, "") == 24 and nbytes_of([], 4, "") == 4 and nbytes_of([1] * 64, 1, "") == 1
    assert nbytes_of([0, LARGEST_SIZE], 1, "") == 0


# ---- headers of safetensors: each value of a wrong type or size


def _safetensors(path: Path, row: dict[str, Any], data: bytes = b"0000") -> Path:
    header = json.dumps({"w": {"dtype": "F32", "shape": [1], "data_offsets": [0, 4]} | row}).encode()
    path.write_bytes(len(header).to_bytes(8, "little") + header + data)
    return path


@pytest.mark.parametrize("row", [
    {"dtype": ["F32"]}, {"dtype": {}}, {"dtype": None}, {"dtype": 1}, {"shape": [1] * 1002}, {"shape": [10**40]},
    {"shape": [0, 10**40], "data_offsets": [0, 0]}, {"shape": [10**4000] * 3}, {"shape": [10**40], "data_offsets": [0, 4 * 10**40]},
    {"shape": 1}, {"shape": [[1]]}, {"shape": {"0": 1}}, {"data_offsets": [0]}, {"data_offsets": [0, None]}, {"data_offsets": "04"},
    {"data_offsets": [-4, 0]}, {"data_offsets": [4, 0]}, {"data_offsets": [0, 1 << 70]}, {"data_offsets": [True, 4]}], ids=str)
@pytest.mark.parametrize("stream", [False, True])
def test_a_header_of_safetensors(row: dict[str, Any], stream: bool, tmp_path: Path) -> None:
    path = _safetensors(tmp_path / "x", row)
    with pytest.raises(FileFormatError) as caught: safe_load(path, stream=stream)
    assert "'w'" in caught.value.what and str(path) in caught.value.what and len(caught.value.what) < 1000 and caught.value.cure


@pytest.mark.parametrize("text", ['{"w": NaN}', "[" * 100_000, '{"a":1,"a":2}', "\ufeff{}", '"x"', '{"__metadata__": [1]}', "{" +
    "9" * 5000],
                         ids=lambda t: t[:12])
def test_other_json(text: str, tmp_path: Path) -> None:
    for encoding in ("utf-8", "utf-16"):
        header = text.encode(encoding)
        (tmp_path / "x").write_bytes(len(header).to_bytes(8, "little") + header)
        with pytest.raises(FileFormatError) as caught: safe_load(tmp_path / "x")
        assert str(tmp_path / "x") in caught.value.what


# ---- archives that grow


def _tar(size: int, compress: Callable[[bytes], bytes]) -> bytes:
    out = io.BytesIO()
    with tarfile.open(fileobj=out, mode="w") as archive:
        member = tarfile.TarInfo("zeros")
        member.size = size
        archive.addfile(member, io.BytesIO(bytes(size)))
    return compress(out.getvalue())


@pytest.mark.parametrize("compress", [gzip.compress, bz2.compress, lzma.compress], ids=["gz", "bz2", "xz"])
def test_a_tar_that_grows(compress: Callable[[bytes], bytes], tmp_path: Path) -> None:
    path = tmp_path / "x.tar"
    path.write_bytes(_tar(1 << 20, compress))
    with pytest.raises(FileFormatError, match=r"x\.tar takes more than 64") as caught: tar_extract(path, limit=1 << 16)
    assert caught.value.cure == "If the file is to be trusted, allow more: limit=131072."
    assert tar_extract(path)["zeros"].shape == (1 << 20,)


@pytest.mark.parametrize("kind", [tarfile.XHDTYPE, tarfile.GNUTYPE_LONGNAME])
def test_a_header_of_tar_that_grows(kind: bytes, tmp_path: Path) -> None:
    """Long names are read at once: the limit is on the stream and not on the sizes of files."""
    member = tarfile.TarInfo("x")
    member.type, member.size = kind, 1 << 30
    (tmp_path / "x.tar").write_bytes(gzip.compress(member.tobuf() + bytes(1 << 21)))
    with pytest.raises(FileFormatError): tar_extract(tmp_path / "x.tar", limit=1 << 16)


def test_a_sparse_file_in_a_tar(tmp_path: Path) -> None:
    """A few bytes of a header may stand for any number of zeros."""
    out = io.BytesIO()
    header = tarfile.TarInfo("sparse")
    header.type = tarfile.GNUTYPE_SPARSE
    raw = bytearray(header.tobuf(tarfile.GNU_FORMAT))
    raw[386:386 + 24] = b"%011o\0%011o\0" % (0, 0)
    raw[483:495] = b"%011o\0" % (1 << 31)
    raw[148:156] = b"%06o\0 " % (sum(raw[:148]) + 8 * 32 + sum(raw[156:]))
    out.write(bytes(raw) + bytes(1024))
    (tmp_path / "x.tar").write_bytes(out.getvalue())
    with pytest.raises(FileFormatError, match="takes more than"): tar_extract(tmp_path / "x.tar")


@pytest.mark.parametrize("how", [zipfile.ZIP_DEFLATED, zipfile.ZIP_BZIP2, zipfile.ZIP_LZMA], ids=["deflate", "bzip2", "lzma"])
def test_a_zip_that_grows(how: int, tmp_path: Path) -> None:
    path = tmp_path / "x.zip"
    with zipfile.ZipFile(path, "w", how) as archive:
        for name in "ab": archive.writestr(name, bytes(1 << 16))
    with pytest.raises(FileFormatError, match=r"x\.zip takes more than") as caught: zip_extract(path, limit=100_000)  # both together
    assert caught.value.cure == "If the file is to be trusted, allow more: limit=200000."
    assert {t.shape for t in zip_extract(path).values()} == {(1 << 16,)}
    with pytest.raises(FileFormatError, match="takes more than"): torch_load(path, limit=10)


@pytest.mark.parametrize("how", [zipfile.ZIP_DEFLATED, zipfile.ZIP_BZIP2], ids=["deflate", "bzip2"])
def test_a_zip_that_lies_about_its_sizes(how: int, tmp_path: Path) -> None:
    """What is written in the directory bounds what is decompressed."""
    with zipfile.ZipFile(tmp_path / "x", "w", how) as archive: archive.writestr("a", bytes(1 << 22))
    data = (tmp_path / "x").read_bytes()
    (tmp_path / "x").write_bytes(data.replace((1 << 22).to_bytes(4, "little"), (10).to_bytes(4, "little")))
    with pytest.raises(FileFormatError): zip_extract(tmp_path / "x", limit=1000)


def test_encrypted_members(tmp_path: Path) -> None:
    with zipfile.ZipFile(tmp_path / "x", "w") as archive: archive.writestr("a", b"text")
    data = bytearray((tmp_path / "x").read_bytes())
    for at in (6, data.index(b"PK\x01\x02") + 8): data[at] |= 1
    (tmp_path / "x").write_bytes(bytes(data))
    with pytest.raises(FileFormatError, match="is encrypted"): zip_extract(tmp_path / "x")


def test_zeros_over_the_beginning_of_a_tar(tmp_path: Path) -> None:
    data = _tar(5000, bytes)
    (tmp_path / "x").write_bytes(bytes(1024) + data[1024:-1024] + b"x")
    with pytest.raises(FileFormatError, match="begins with zeros"): tar_extract(tmp_path / "x")
    (tmp_path / "x").write_bytes(bytes(10240))
    assert tar_extract(tmp_path / "x") == {}


# ---- paths


LOADERS = [safe_load, gguf_load, torch_load, tar_extract, zip_extract]


@pytest.mark.parametrize("load", LOADERS, ids=lambda f: f.__name__)
def test_paths_that_are_no_files(load: Callable[[Any], Any], tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError) as missing: load(tmp_path / "none")
    assert missing.value.errno == 2 and str(tmp_path / "none") in str(missing.value) and missing.value.cure  # type: ignore[attr-defined]
    os.mkfifo(tmp_path / "pipe")
    for path in (tmp_path, tmp_path / "pipe", Path("/dev/zero")):  # none is read: a pipe would never answer
        with pytest.raises(FileAccessError, match="no regular file"): load(path)
    with pytest.raises(FileNotFoundError): load("a\0b")


def test_the_bytes_of_what_is_no_file(tmp_path: Path) -> None:
    with pytest.raises(FileAccessError, match="no regular file") as caught: Tensor(tmp_path)
    assert isinstance(caught.value, OSError) and caught.value.where[0] == __file__  # type: ignore[index]
