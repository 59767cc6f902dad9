"""safetensors format: 8 bytes with the length of a JSON header, the header, the data.

Inputs: the bytes of a header. Outputs: name, dtype, shape and byte range of every tensor. Invariants: the result is consistent with
the file: every range lies in the data, no two overlap, none is left out, and each is as large as its dtype and shape require.
"""
from __future__ import annotations

import json
import math
from collections.abc import Iterable
from dataclasses import dataclass
from typing import cast

from heddle.dtype import DType, dtypes
from heddle.errors import DTypeError, FileFormatError
from heddle.file_errors import FETCH_AGAIN, is_count, nbytes_of, quoted, reading
from heddle.narrowing import is_instance

DTYPES: dict[str, DType] = {
    "BOOL": dtypes.bool, "I8": dtypes.int8, "U8": dtypes.uint8, "I16": dtypes.int16, "U16": dtypes.uint16, "I32": dtypes.int32,
    "U32": dtypes.uint32, "I64": dtypes.int64, "U64": dtypes.uint64, "F16": dtypes.float16, "BF16": dtypes.bfloat16,
    "F32": dtypes.float32, "F64": dtypes.float64, "F8_E4M3": dtypes.fp8e4m3, "F8_E5M2": dtypes.fp8e5m2,
}
NAMES = {dtype: name for name, dtype in DTYPES.items()}
LARGEST_HEADER = 100_000_000  # bytes; the limit of the format's own library


@dataclass(frozen=True)
class Entry:
    """One tensor: bytes begin … end-1 of the data."""

    name: str
    dtype: DType
    shape: tuple[int, ...]
    begin: int
    end: int


@dataclass(frozen=True)
class Header:
    """All tensors in the order of the data, the file's own notes, and the byte at which the data begins."""

    entries: tuple[Entry, ...]
    metadata: dict[str, str]
    data_start: int


def header_length(first: bytes, file_size: int, where: str) -> int:
    """Bytes of the JSON after the first 8. FileFormatError if the file cannot hold as many."""
    if len(first) < 8: raise FileFormatError(f"{where} is no safetensors file: it has {file_size} bytes, and 8 are needed",
                                              FETCH_AGAIN)
    length = int.from_bytes(first[:8], "little")
    if length > LARGEST_HEADER or 8 + length > file_size:
        raise FileFormatError(f"{where} is cut short or no safetensors file: its header takes {8 + length} bytes, "
                              f"the file has {file_size}", "Fetch the file again.")
    return length


def parse_header(text: bytes, file_size: int, where: str) -> Header:
    """The header, checked. FileFormatError names the tensor that is wrong and its byte counts."""
    with reading(where, "a safetensors file"):
        table = _table(text, where)
        metadata = table.pop("__metadata__", {})
        if not is_instance(metadata, dict) or any(not isinstance(v, str) for v in metadata.values()):
            raise FileFormatError(f"__metadata__ of {where} must hold texts only", FETCH_AGAIN)
        texts = cast("dict[str, str]", metadata)
        start = 8 + len(text)
        entries = sorted((_entry(name, row, where) for name, row in table.items()), key=lambda e: (e.begin, e.end))
        _check_offsets(entries, file_size - start, where)
        return Header(tuple(entries), texts, start)


def _table(text: bytes, where: str) -> dict[str, object]:
    """The JSON of the header, which is UTF-8 and an object."""
    try: table = json.loads(text.decode(), object_pairs_hook=lambda pairs: _unique(pairs, where))
    except (ValueError, RecursionError) as e:
        if isinstance(e, FileFormatError): raise
        raise FileFormatError(f"the header of {where} is no JSON: {e}", FETCH_AGAIN) from None
    if not isinstance(table, dict): raise FileFormatError(f"the header of {where} is no table of tensors", FETCH_AGAIN)
    return cast("dict[str, object]", table)


def _unique(pairs: list[tuple[str, object]], where: str) -> dict[str, object]:
    found: dict[str, object] = {}
    for name, value in pairs:
        if name in found: raise FileFormatError(f"{where} has two entries {quoted(name)!r}", FETCH_AGAIN)
        found[name] = value
    return found


def _entry(name: str, row: object, where: str) -> Entry:
    """One row of the header. FileFormatError for unknown dtypes, and for bytes that shape and dtype do not need."""
    what = f"tensor {quoted(name)!r} of {where}"
    if not is_instance(row, dict) or not {"dtype", "shape", "data_offsets"} <= row.keys():
        raise FileFormatError(f"{what} lacks dtype, shape or data_offsets", FETCH_AGAIN)
    kind, shape, offsets = row["dtype"], row["shape"], row["data_offsets"]
    if not isinstance(kind, str) or kind not in DTYPES:
        raise FileFormatError(f"{what} has the unknown dtype {quoted(kind)!r}", f"There are: {', '.join(DTYPES)}.")
    if not is_instance(shape, list): raise FileFormatError(f"{what} has the shape {quoted(shape)}", FETCH_AGAIN)
    sizes = cast("list[int]", shape)  # which nbytes_of checks
    required = nbytes_of(sizes, DTYPES[kind].itemsize, what)
    match offsets:
        case list([int(begin), int(end)]) if is_count(begin) and is_count(end) and begin <= end: pass
        case _: raise FileFormatError(f"{what} has the data_offsets {quoted(offsets)}", FETCH_AGAIN)
    if end - begin != required:
        raise FileFormatError(f"{what} has {end - begin} bytes, but {kind} of shape {tuple(sizes)} takes {required}",
                              FETCH_AGAIN)
    return Entry(name, DTYPES[kind], tuple(sizes), begin, end)


def _check_offsets(entries: Iterable[Entry], available: int, where: str) -> None:
    """FileFormatError unless the sorted entries cover all `available` bytes without gap or overlap."""
    at, last = 0, "the header"
    for e in entries:
        if e.end > available:
            raise FileFormatError(f"{where} is cut short: tensor {quoted(e.name)!r} ends at byte {e.end} of the data, which has "
                                  f"{available}", FETCH_AGAIN)
        if e.begin < at:
            raise FileFormatError(f"in {where} the bytes of {quoted(e.name)!r} ({e.begin} to {e.end}) overlap those of "
                                  f"{quoted(last)!r}, which end at {at}", FETCH_AGAIN)
        if e.begin > at: raise FileFormatError(f"in {where} bytes {at} to {e.begin} of the data belong to no tensor", FETCH_AGAIN)
        at, last = e.end, e.name
    if at != available: raise FileFormatError(f"in {where} bytes {at} to {available} of the data belong to no tensor", FETCH_AGAIN)


def make_header(tensors: Iterable[tuple[str, DType, tuple[int, ...]]], metadata: dict[str, str] | None) -> bytes:
    """The first bytes of a file with these tensors in this order. DTypeError for a dtype that the format lacks."""
    table: dict[str, object] = {"__metadata__": metadata} if metadata else {}
    at = 0
    for name, dtype, shape in tensors:
        if dtype not in NAMES:
            raise DTypeError(f"safetensors has no {dtype.name}, the dtype of {name!r}", "Cast it, for example with .float().")
        end = at + math.prod(shape) * dtype.itemsize
        table[name] = {"dtype": NAMES[dtype], "shape": list(shape), "data_offsets": [at, end]}
        at = end
    text = json.dumps(table, separators=(",", ":"), ensure_ascii=False).encode()
    text += b" " * (-len(text) % 8)  # so that the data begins at a multiple of 8
    return len(text).to_bytes(8, "little") + text
