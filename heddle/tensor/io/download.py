"""File downloads with a cache folder.

Inputs: a URL, or a path. Outputs: the path of a file with its contents. Invariants: a cached file is not fetched again unless that is
requested; a file is written completely or not at all, and so is an extracted archive.
"""
from __future__ import annotations

import contextlib
import gzip
import hashlib
import shutil
import tarfile
import tempfile
import urllib.error
import urllib.request
import zipfile
import zlib
from http.client import HTTPException
from pathlib import Path

from heddle.errors import FileFormatError, FileMissingError
from heddle.settings import cache_folder
from heddle.tensor.io.atomic_file import replace_file
from heddle.tracing.progress import reporting


def fetch(url: str, name: Path | str | None = None, subdir: str | None = None, gunzip: bool = False, allow_caching: bool = True,
          headers: dict[str, str] | None = None, sha256: str | None = None, extract: bool = False) -> Path:
    """The path of a file with what is at `url`, which is fetched once and then kept in the cache folder.

    A path is returned as it is. `gunzip`: the file holds what was compressed; `extract`: the path is that of a folder with what was in
    the archive. FileMissingError if it cannot be fetched, or is another file than `sha256` says; FileFormatError if it is no archive.
    """
    if url.startswith(("/", ".")): return Path(url)
    path = Path(name) if name is not None and Path(name).is_absolute() else \
        Path(cache_folder()) / "downloads" / (subdir or "") / (name or hashlib.sha256(f"{url} {gunzip}".encode()).hexdigest())
    if not (path.is_file() and allow_caching):
        found = _content(url, headers, sha256)
        if gunzip: found = _decompressed(found, url)
        path.parent.mkdir(parents=True, exist_ok=True)
        replace_file(path, (found,))
    return _extracted(path, url) if extract else path


@reporting("downloading")
def _content(url: str, headers: dict[str, str] | None, sha256: str | None) -> bytes:
    """The bytes at `url`. FileMissingError, with the reason, or for another SHA-256 than the one given."""
    cure = "Look at the address and the connection, or give a path."
    try:
        request = urllib.request.Request(url, headers={"User-Agent": "heddle", **(headers or {})})
        with urllib.request.urlopen(request, timeout=30) as answer: found = answer.read()
    except (urllib.error.URLError, OSError, ValueError, HTTPException) as fault:
        raise FileMissingError(f"{url} cannot be fetched: {fault}", cure) from None
    if sha256 is not None and (digest := hashlib.sha256(found).hexdigest()) != sha256:
        raise FileMissingError(f"{url} is not the expected file, which has the SHA-256 {digest} and not {sha256}",
                               "Fetch it again, or correct the checksum.")
    return found


def _decompressed(data: bytes, url: str) -> bytes:
    try: return gzip.decompress(data)
    except (OSError, EOFError, zlib.error) as fault:
        raise FileFormatError(f"{url} is no gzip file, or a damaged one: {fault}", "Leave gunzip out, or fetch it again.") from None


def _extracted(path: Path, url: str) -> Path:
    """The folder beside an archive with its files; it is there as a whole or not at all."""
    folder = path.with_name(path.name + ".extracted")
    if folder.is_dir(): return folder
    partial = Path(tempfile.mkdtemp(prefix=folder.name, dir=path.parent))
    try:
        if zipfile.is_zipfile(path):
            with zipfile.ZipFile(path) as archive: archive.extractall(partial)
        else:
            with tarfile.open(path) as archive: archive.extractall(partial, filter="data")
        with contextlib.suppress(FileExistsError): partial.rename(folder)
    except (tarfile.TarError, zipfile.BadZipFile, EOFError, zlib.error) as fault:
        raise FileFormatError(f"{url} is no archive, or a damaged one: {fault}", "Leave extract out, or fetch it again.") from None
    finally: shutil.rmtree(partial, ignore_errors=True)
    return folder
