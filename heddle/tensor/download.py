"""Downloads of files, kept in the cache folder.

Inputs: an address, or a path. Outputs: the path of a file with what is there. Invariants: what has been fetched is not fetched again
unless that is asked for; a file is written whole or not at all.
"""
from __future__ import annotations

import gzip
import hashlib
import urllib.error
import urllib.request
from pathlib import Path

from heddle.errors import FileMissingError
from heddle.settings import cache_folder
from heddle.tensor.files import replace_file


def fetch(url: str, name: Path | str | None = None, subdir: str | None = None, gunzip: bool = False, allow_caching: bool = True,
          headers: dict[str, str] | None = None, sha256: str | None = None) -> Path:
    """The path of a file with what is at `url`, which is fetched once and then kept in the cache folder.

    A path is returned as it is. FileMissingError if it cannot be fetched, or is another file than `sha256` says.
    """
    if url.startswith(("/", ".")): return Path(url)
    path = Path(name) if name is not None and Path(name).is_absolute() else \
        Path(cache_folder()) / "downloads" / (subdir or "") / (name or hashlib.sha256(f"{url} {gunzip}".encode()).hexdigest())
    if path.is_file() and allow_caching: return path
    try:
        request = urllib.request.Request(url, headers={"User-Agent": "heddle", **(headers or {})})
        with urllib.request.urlopen(request, timeout=30) as answer: found = answer.read()
    except (urllib.error.URLError, OSError, ValueError) as fault:
        raise FileMissingError(f"{url} cannot be fetched: {fault}",
                               "Look at the address and the connection, or give a path.") from None
    if sha256 is not None and (digest := hashlib.sha256(found).hexdigest()) != sha256:
        raise FileMissingError(f"{url} is another file than the one wanted, with the SHA-256 {digest} and not {sha256}",
                               "Fetch it again, or correct the checksum.")
    path.parent.mkdir(parents=True, exist_ok=True)
    replace_file(path, (gzip.decompress(found) if gunzip else found,))
    return path
