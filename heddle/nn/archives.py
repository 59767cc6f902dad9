"""Files in files: tar and zip archives, whose members stay in the archive as long as nobody wants them.

In: a path. Out: the members as uint8 tensors, by name. Always true: what is stored as it is, is mapped and not read; what is packed is
unpacked into memory.
"""
from __future__ import annotations

import lzma
import math
import os
import tarfile
import zipfile
import zlib
from pathlib import Path

from heddle.buffer import set_uop_buffer, uop_buffer
from heddle.dtype import DType, dtypes
from heddle.errors import FileFormatError, FileMissingError
from heddle.tensor import Tensor
from heddle.uop import UOp

PathLike = str | os.PathLike[str]
_LOCAL_HEADER = 30  # bytes of a zip member's own header before its name
_NAME_LENGTHS = 26
_SLICE = 1 << 20  # bytes
#: what the readers of archives raise over damaged ones
_FAULTS = (tarfile.TarError, zipfile.BadZipFile, zlib.error, lzma.LZMAError, EOFError, OSError, ValueError, LookupError,
           NotImplementedError, RuntimeError, OverflowError)


def stored_at(data: Tensor, begin: int, dtype: DType, shape: tuple[int, ...]) -> Tensor:
    """The elements that lie in the bytes `data` from `begin` on, as a view."""
    node = UOp.new_buffer(data.device, math.prod(shape), dtype)
    set_uop_buffer(node, uop_buffer(data._in_memory().uop.base).view(node.arg.size, dtype, begin))
    return Tensor(node.reshape(shape))


def tar_extract(fn: PathLike) -> dict[str, Tensor]:
    """The files in a tar archive, by name; links are left out. FileMissingError; FileFormatError if it is no archive or damaged."""
    path = _existing(fn)
    try:
        with tarfile.open(path, "r:*") as archive:
            if archive.fileobj is not None and _is_packed(path):
                found = {m.name: part.read() for m in archive if m.isfile() and (part := archive.extractfile(m)) is not None}
                while archive.fileobj.read(_SLICE): """The checksum stands behind the end."""
                return {name: Tensor(data) for name, data in found.items()}
            places = {m.name: (m.offset_data, m.size) for m in archive if m.isfile()}
    except _FAULTS as fault: raise _damaged(path, "tar", fault) from None
    return _parts(path, places, "tar")


def _is_packed(path: Path) -> bool:
    """Whether the archive as a whole is compressed."""
    try:
        with tarfile.open(path, "r:"): return False
    except tarfile.ReadError: return True


def zip_extract(fn: PathLike) -> dict[str, Tensor]:
    """The files in a zip archive, by name. FileMissingError; FileFormatError if it is no archive or damaged."""
    path = _existing(fn)
    try:
        with zipfile.ZipFile(path) as archive:
            members = [m for m in archive.infolist() if not m.is_dir()]
            packed = {m.filename: Tensor(archive.read(m)) for m in members if m.compress_type != zipfile.ZIP_STORED}
            stored = {m.filename: (_begin(path, m), m.file_size) for m in members if m.compress_type == zipfile.ZIP_STORED}
    except _FAULTS as fault: raise _damaged(path, "zip", fault) from None
    found = packed | _parts(path, stored, "zip")
    return {m.filename: found[m.filename] for m in members}


def _begin(path: Path, member: zipfile.ZipInfo) -> int:
    """Where the bytes of a member begin: behind its own header, whose last parts differ in length from those in the directory."""
    with open(path, "rb") as file:
        file.seek(member.header_offset + _NAME_LENGTHS)
        lengths = file.read(4)
    return member.header_offset + _LOCAL_HEADER + int.from_bytes(lengths[:2], "little") + int.from_bytes(lengths[2:], "little")


def _parts(path: Path, places: dict[str, tuple[int, int]], kind: str) -> dict[str, Tensor]:
    data = Tensor(path)
    short = [name for name, (begin, size) in places.items() if begin + size > data.shape[0]]
    if short: raise _damaged(path, kind, f"{short[0]} goes on behind its end")
    return {name: stored_at(data, begin, dtypes.uint8, (size,)) for name, (begin, size) in places.items()}


def _existing(fn: PathLike) -> Path:
    path = Path(fn)
    if not path.is_file(): raise FileMissingError(f"there is no file {path}")
    return path


def _damaged(path: Path, kind: str, fault: object) -> FileFormatError:
    return FileFormatError(f"{path} is no {kind} archive, or a damaged one: {fault}", "Fetch it again.")
