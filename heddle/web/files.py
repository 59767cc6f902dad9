"""Files that a web server is to read.

In: a path and bytes. Out: the file, whole or not at all. Always true: any user of the machine may read it, as servers often run as
another.
"""
from __future__ import annotations

from pathlib import Path

from heddle.tensor.files import replace_file


def write_file(file: Path, data: bytes) -> None:
    """Writes `data`. StorageFullError or FileMissingError (no such folder)."""
    replace_file(file, [data])
    file.chmod(0o644)
