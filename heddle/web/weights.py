"""Weight files of an exported program: contents of buffers, concatenated, and split into files of a set size with checksums.

Inputs: a `Program`. Outputs: the offset of each content in the whole, and the files. Invariants: contents begin and end at whole
words; the same contents give the same files.
"""
from __future__ import annotations

import hashlib
from collections.abc import Iterator
from pathlib import Path
from typing import TypedDict

from heddle.device import Device
from heddle.device.buffer import uop_buffer
from heddle.tensor.io.atomic_file import replace_file
from heddle.uop import UOp
from heddle.web.program import Program

#: permissions of what a web server is to read, which often runs as another user
PUBLIC = 0o644
_WORD = 8  # bytes: no element is wider


class Chunk(TypedDict):
    """A file of weights."""

    file: str
    bytes: int
    sha256: str


class Weights(TypedDict):
    """All weights: bytes, files, and the part of the whole that each buffer begins with."""

    bytes: int
    chunks: list[Chunk]
    segments: list[dict[str, int]]


def write_weights(program: Program, folder: Path, name: str, chunk_bytes: int) -> Weights:
    """Writes NAME.0.bin, NAME.1.bin, … of `chunk_bytes` each, the last perhaps of less; their description in the manifest."""
    parts: list[dict[str, int]] = []
    at = 0
    for number, memory in program.contents.items():
        nbytes = _padded(memory.size * memory.dtype.itemsize)
        parts.append({"buffer": number, "at": at, "bytes": min(nbytes, program.buffers[number])})
        at += nbytes
    chunks = [_write(folder / f"{name}.{i}.bin", data) for i, data in enumerate(_cut(program, chunk_bytes))]
    return {"bytes": at, "chunks": chunks, "segments": parts}


def _write(file: Path, data: bytes) -> Chunk:
    replace_file(file, [data], PUBLIC)
    return {"file": file.name, "bytes": len(data), "sha256": hashlib.sha256(data).hexdigest()}


def _cut(program: Program, size: int) -> Iterator[bytes]:
    """All contents, in pieces of `size`."""
    piece = bytearray()
    for memory in program.contents.values():
        data = memoryview(_content(memory))
        while data:
            taken = size - len(piece)
            piece += data[:taken]
            data = data[taken:]
            if len(piece) == size:
                yield bytes(piece)
                piece.clear()
    if piece: yield bytes(piece)


def _content(memory: UOp) -> bytes:
    data = bytearray(_padded(nbytes := memory.size * memory.dtype.itemsize))
    buffer = uop_buffer(memory).ensure_allocated()
    Device[buffer.device].synchronize()
    if nbytes: buffer.copyout(memoryview(data)[:nbytes])
    return bytes(data)


def _padded(nbytes: int) -> int: return nbytes + -nbytes % _WORD
