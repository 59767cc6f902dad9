"""Command streams in the file format of Mesa's decoders (.rd), for cffdump.

Inputs: words, the memory that they refer to. Outputs: bytes of a file. Invariants: the contents of all memory come before the stream.

Source of the format: Mesa, src/freedreno/common/redump.h.
"""
from __future__ import annotations

import struct
from collections.abc import Mapping, Sequence

_ADDRESS, _STREAM, _CONTENTS, _GPU_ID, _CHIP_ID = 3, 6, 12, 13, 14


def rd_file(gpu: int, chip: int, address: int, words: Sequence[int], memory: Mapping[int, bytes]) -> bytes:
    """A stream of `words` at an address, and what lies at others."""
    stream = struct.pack(f"<{len(words)}I", *words)
    records = [_record(_GPU_ID, struct.pack("<I", gpu)), _record(_CHIP_ID, struct.pack("<Q", chip))]
    for start, data in {**memory, address: stream}.items():
        records += [_record(_ADDRESS, struct.pack("<3I", start & 0xFFFFFFFF, len(data), start >> 32)), _record(_CONTENTS, data)]
    return b"".join([*records, _record(_STREAM, struct.pack("<3I", address & 0xFFFFFFFF, len(words), address >> 32))])


def _record(kind: int, data: bytes) -> bytes: return struct.pack("<2I", kind, len(data)) + data
