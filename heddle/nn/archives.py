"""Tar and zip archives, with members memory-mapped or read on use.

Inputs: a path, or the bytes as a tensor. Outputs: the members as uint8 tensors, by name. Invariants: an uncompressed member is
mapped and not read; compressed ones are decompressed into memory, up to a limit; nothing is written to disk.
"""
from __future__ import annotations

import bz2
import gzip
import io
import lzma
import math
import os
import tarfile
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO, cast

from heddle.device.buffer import set_uop_buffer, uop_buffer
from heddle.dtype import DType, dtypes
from heddle.errors import FileAccessError, FileFormatError, FileMissingError
from heddle.file_errors import DECOMPRESSED_LIMIT, FETCH_AGAIN, quoted, reading
from heddle.nn.tensor_io import TensorIO
from heddle.tensor import Tensor
from heddle.tensor.host_data import in_memory
from heddle.tracing.counters import format_bytes
from heddle.uop import UOp

if TYPE_CHECKING:
    from _typeshed import WriteableBuffer

PathLike = str | os.PathLike[str]
_LOCAL_HEADER = 30  # bytes of a zip member's own header before its name
_LOCAL_MAGIC = b"PK\x03\x04"
_NAME_LENGTHS = 26
_ENCRYPTED = 1  # of a zip member's flags
_SLICE = 1 << 20  # bytes
#: compressed bytes of a member that are decompressed at once: bzip2 and LZMA give all that these hold, whatever is asked for
_CHUNK = 1 << 12
#: how compressed tar archives begin, and what decompresses them
_COMPRESSIONS: tuple[tuple[bytes, Callable[[BinaryIO], io.BufferedIOBase]], ...] = (
    (b"\x1f\x8b", gzip.open), (b"BZh", bz2.open), (b"\xfd7zXZ\0", lzma.open), (b"\x5d\0\0", lzma.open))


def stored_at(data: Tensor, begin: int, dtype: DType, shape: tuple[int, ...]) -> Tensor:
    """The elements of the bytes `data` from `begin` on, as a view."""
    node = UOp.new_buffer(data.device, math.prod(shape), dtype)
    set_uop_buffer(node, uop_buffer(in_memory(data).uop.base).view(node.arg.size, dtype, begin))
    return Tensor(node.reshape(shape))


# ---- tar


def tar_extract(t: Tensor | PathLike, limit: int = DECOMPRESSED_LIMIT) -> dict[str, Tensor]:
    """The files in a tar archive, by name; links are left out. `t`: a path, or the bytes as a tensor of uint8.

    `limit`: bytes that a compressed archive, or a sparse file in it, may take when decompressed. FileMissingError; FileFormatError if
    it is no archive, damaged, or beyond the limit.
    """
    path = Source(t)
    with reading(str(path), "a tar archive"), path.open() as raw:
        first = raw.read(8)
        raw.seek(0)
        decompress = next((make for magic, make in _COMPRESSIONS if first.startswith(magic)), None)
        if decompress is None: return _mapped_tar(path, raw, limit)
        with decompress(raw) as whole:
            stream = _Limited(whole, limit, path)
            with tarfile.open(fileobj=io.BufferedReader(stream, _SLICE), mode="r:") as archive:
                found = {m.name: _read_member(archive, m, path, limit) for m in archive if m.isreg()}
            while stream.read(_SLICE): """The checksum follows the end."""
        return {name: Tensor(data) for name, data in found.items()}


def _mapped_tar(path: Source, raw: BinaryIO, limit: int) -> dict[str, Tensor]:
    """The files of an archive that is not compressed: mapped, but for sparse ones."""
    with tarfile.open(fileobj=raw, mode="r:") as archive:
        found = archive.getmembers()
        if not found: _check_empty(path, raw)
        members = {m.name: m for m in found if m.isreg()}
        sparse = {name: Tensor(_read_member(archive, m, path, limit)) for name, m in members.items() if m.issparse()}
    return _parts(path, {name: (m.offset_data, m.size) for name, m in members.items() if name not in sparse}, "tar") | sparse


def _check_empty(path: Source, raw: BinaryIO) -> None:
    """FileFormatError for a file that begins as an empty archive does, and is none: zeros over the first bytes."""
    raw.seek(0)
    while chunk := raw.read(_SLICE):
        if any(chunk): raise _damaged(path, "tar", "it begins with zeros")


def _read_member(archive: tarfile.TarFile, member: tarfile.TarInfo, path: Source, limit: int) -> bytes:
    if member.size > limit: raise _too_large(path, limit)
    part = archive.extractfile(member)
    return b"" if part is None else part.read()


class _Limited(io.RawIOBase):
    """A decompressed stream that ends with an error where it is longer than `limit`."""

    def __init__(self, stream: io.BufferedIOBase, limit: int, path: Source) -> None:
        super().__init__()
        self._stream, self._limit, self._path = stream, limit, path

    def readable(self) -> bool: return True
    def seekable(self) -> bool: return True
    def tell(self) -> int: return self._stream.tell()

    def readinto(self, target: WriteableBuffer) -> int:
        room = memoryview(target).cast("B")
        chunk = self._stream.read(len(room))
        if self._stream.tell() > self._limit: raise _too_large(self._path, self._limit)
        room[:len(chunk)] = chunk
        return len(chunk)

    def seek(self, to: int, whence: int = os.SEEK_SET) -> int:
        if (to if whence == os.SEEK_SET else self.tell() + to) > self._limit: raise _too_large(self._path, self._limit)
        return self._stream.seek(to, whence)


# ---- zip


def zip_extract(t: Tensor | PathLike, limit: int = DECOMPRESSED_LIMIT) -> dict[str, Tensor]:
    """The files in a zip archive, by name. `t`: a path, or the bytes as a tensor of uint8.

    `limit`: bytes that its compressed members may take together when decompressed. FileMissingError; FileFormatError if it is no
    archive, damaged, encrypted, or beyond the limit.
    """
    path = Source(t)
    with reading(str(path), "a zip archive"):
        with path.open() as file, zipfile.ZipFile(file) as archive:
            members = [m for m in archive.infolist() if not m.is_dir()]
            compressed = [m for m in members if m.compress_type != zipfile.ZIP_STORED]
            if sum(m.file_size for m in compressed) > limit: raise _too_large(path, limit)
            packed = {m.filename: Tensor(read_member(archive, m, limit, path)) for m in compressed}
            stored = {m.filename: (_begin(path, m), m.file_size) for m in members if m.compress_type == zipfile.ZIP_STORED}
        found = packed | _parts(path, stored, "zip")
        return {m.filename: found[m.filename] for m in members}


def read_member(archive: zipfile.ZipFile, member: zipfile.ZipInfo, limit: int, where: object) -> bytes:
    """A member, its checksum compared. FileFormatError beyond `limit` bytes."""
    if member.file_size > limit: raise _too_large(where, limit)
    with archive.open(member) as file: data = b"".join(iter(lambda: file.read(_CHUNK), b""))
    if len(data) != member.file_size: raise FileFormatError(f"{quoted(member.filename)} in {where} is cut short", FETCH_AGAIN)
    return data


def _begin(path: Source, member: zipfile.ZipInfo) -> int:
    """Where the bytes of a member begin: after its own header, whose last parts differ in length from those in the directory."""
    if member.flag_bits & _ENCRYPTED: raise FileFormatError(f"{path} is encrypted", "Decrypt it first.")
    if member.compress_size != member.file_size: raise _damaged(path, "zip", f"{quoted(member.filename)} has two sizes")
    with path.open() as file:
        file.seek(member.header_offset)
        header = file.read(_LOCAL_HEADER)
    if header[:4] != _LOCAL_MAGIC or len(header) < _LOCAL_HEADER:
        raise _damaged(path, "zip", f"{quoted(member.filename)} has no header of its own")
    lengths = header[_NAME_LENGTHS:]
    return member.header_offset + _LOCAL_HEADER + int.from_bytes(lengths[:2], "little") + int.from_bytes(lengths[2:], "little")


# ---- both


class Source:
    """The bytes of a file, from a path or a tensor; `str()` names it. FileMissingError; DTypeError for another kind of tensor."""

    def __init__(self, fn: Tensor | PathLike) -> None:
        self._tensor, self._path = (TensorIO(fn) and fn, None) if isinstance(fn, Tensor) else (None, _existing(fn))

    def __str__(self) -> str: return str(self._path) if self._tensor is None else f"the tensor of {self._tensor.shape[0]} bytes"

    def open(self) -> BinaryIO:
        """From the first byte on."""
        if self._tensor is None: return open(cast(Path, self._path), "rb")
        return io.BufferedReader(TensorIO(self._tensor))

    def data(self) -> Tensor:
        """All bytes; those of a path are mapped."""
        return Tensor(cast(Path, self._path)) if self._tensor is None else self._tensor


def _parts(path: Source, spans: dict[str, tuple[int, int]], kind: str) -> dict[str, Tensor]:
    data = path.data()
    bad = [name for name, (begin, size) in spans.items() if begin < 0 or size < 0 or begin + size > data.shape[0]]
    if bad: raise _damaged(path, kind, f"{quoted(bad[0])} goes on behind its end")
    return {name: stored_at(data, begin, dtypes.uint8, (size,)) for name, (begin, size) in spans.items()}


def _existing(fn: PathLike) -> Path:
    path = Path(fn)
    try: found = path.exists()
    except ValueError: found = False  # such as a NUL in the name
    if not found: raise FileMissingError(f"there is no file {quoted(str(path))}", "Check the path.")
    if not path.is_file(): raise FileAccessError(f"{path} is a directory or a device and no regular file", "Name a file.")
    return path


def _damaged(path: Source, kind: str, fault: object) -> FileFormatError:
    return FileFormatError(f"{path} is no {kind} archive, or a damaged one: {fault}", FETCH_AGAIN)


def _too_large(where: object, limit: int) -> FileFormatError:
    return FileFormatError(f"{where} takes more than {format_bytes(limit)} when decompressed",
                           f"If the file is to be trusted, allow more: limit={2 * limit}.")
