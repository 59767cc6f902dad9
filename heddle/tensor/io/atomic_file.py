"""Atomic file writes: afterwards there is either the old file or the complete new one.

Inputs: a path and the new contents. Outputs: nothing. Invariants: a failure leaves the old file, if any, untouched, and no other file.
"""
from __future__ import annotations

import errno
import os
import secrets
from collections.abc import Iterable
from pathlib import Path
from typing import BinaryIO

from heddle.errors import FileAccessError, FileMissingError, HeddleError, StorageFullError

Chunk = bytes | bytearray | memoryview


def replace_file(path: Path, chunks: Iterable[Chunk], mode: int | None = None) -> None:
    """Writes `chunks` to a temporary file beside `path`, which then takes its place with the permissions of the file that was there.

    `mode`: permissions that the file has in any case.
    StorageFullError; FileMissingError where there is no such folder or it cannot be written to; what making a chunk raises.
    """
    temporary = path.with_name(f".{path.name}.{secrets.token_hex(8)}")
    try:
        with open(temporary, "xb") as file: _write(file, chunks)
        if mode is None and path.exists(): mode = path.stat().st_mode & 0o7777
        if mode is not None: temporary.chmod(mode)
        os.replace(temporary, path)
    except HeddleError: raise  # of a chunk
    except FileNotFoundError:
        raise FileMissingError(f"cannot write {path}: there is no folder {path.parent}", "Create it first.") from None
    except OSError as e:
        full, what = e.errno in (errno.ENOSPC, errno.EDQUOT, errno.EFBIG), f"cannot write {path}: {e.strerror}"
        if full: raise StorageFullError(what, "Make room, or write elsewhere.") from None
        raise FileAccessError(what, "Check that the folder can be written to.", code=e.errno or errno.EACCES) from None
    finally: temporary.unlink(missing_ok=True)


def _write(out: BinaryIO, chunks: Iterable[Chunk]) -> None:
    for chunk in chunks: out.write(chunk)
    out.flush()
    os.fsync(out.fileno())  # only now is it known that there was room
