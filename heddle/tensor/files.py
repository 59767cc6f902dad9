"""Writing a file so that there is either the old one or the whole new one.

In: a path and the bytes to be there. Out: nothing. Always true: a failure leaves the old file, if any, untouched.
"""
from __future__ import annotations

import errno
import os
import tempfile
from collections.abc import Iterable
from pathlib import Path
from typing import BinaryIO

from heddle.errors import FileMissingError, StorageFullError

Chunk = bytes | bytearray | memoryview


def replace_file(path: Path, chunks: Iterable[Chunk]) -> None:
    """Writes `chunks` to a temporary file beside `path`, which then takes its place.

    StorageFullError or FileMissingError (no such folder).
    """
    try:
        with tempfile.NamedTemporaryFile(dir=path.parent, prefix=f".{path.name}.", delete=False) as file:
            try: _write(file, chunks)  # type: ignore[arg-type]
            except BaseException:
                file.close()
                os.unlink(file.name)
                raise
        os.replace(file.name, path)
    except FileNotFoundError: raise FileMissingError(f"cannot write {path}: there is no folder {path.parent}") from None
    except OSError as e:
        full = e.errno in (errno.ENOSPC, errno.EDQUOT, errno.EFBIG)
        raise StorageFullError(f"cannot write {path}: {e.strerror}",
                               "Make room, or write elsewhere." if full else "Check that the folder can be written to.") from None


def _write(out: BinaryIO, chunks: Iterable[Chunk]) -> None:
    for chunk in chunks: out.write(chunk)
    out.flush()
    os.fsync(out.fileno())
