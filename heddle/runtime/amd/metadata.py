"""Kernel metadata of AMD code objects: a MessagePack decoder.

Inputs: the bytes of the ELF note. Outputs: dicts, lists, texts and numbers. Invariants: lengths are checked before they are used;
truncated bytes are an IndexError.
"""
from __future__ import annotations

import struct
from typing import Any

_NUMBERS = {0xCA: ">f", 0xCB: ">d", 0xCC: ">B", 0xCD: ">H", 0xCE: ">I", 0xCF: ">Q", 0xD0: ">b", 0xD1: ">h", 0xD2: ">i", 0xD3: ">q"}
_CONSTANTS = {0xC0: None, 0xC2: False, 0xC3: True}
#: first byte -> (what it is, how long its length is)
_LONG = {0xC4: ("bytes", 1), 0xC5: ("bytes", 2), 0xC6: ("bytes", 4), 0xD9: ("text", 1), 0xDA: ("text", 2), 0xDB: ("text", 4),
         0xDC: ("list", 2), 0xDD: ("list", 4), 0xDE: ("dict", 2), 0xDF: ("dict", 4)}


def decode(data: bytes) -> Any:
    """The value that `data` begins with. IndexError if it is cut short, or of a kind that such notes have not."""
    return _Reader(data).value()


class _Reader:
    """Reads MessagePack values one after the other; `at` is the offset of the next byte."""

    def __init__(self, data: bytes) -> None:
        self.data, self.at = data, 0

    def take(self, count: int) -> bytes:
        if self.at + count > len(self.data): raise IndexError(f"bytes {self.at} to {self.at + count} of metadata are missing")
        self.at += count
        return self.data[self.at - count:self.at]

    def value(self) -> object:
        """The next MessagePack value: dict, list, text, number, bool or None. IndexError if it is truncated or of an unknown kind."""
        first = self.take(1)[0]
        if first < 0x80: return first
        if first >= 0xE0: return first - 0x100
        if first < 0x90: return self.made("dict", first & 15)
        if first < 0xA0: return self.made("list", first & 15)
        if first < 0xC0: return self.made("text", first & 31)
        if first in _CONSTANTS: return _CONSTANTS[first]
        if first in _NUMBERS:
            form = _NUMBERS[first]
            return struct.unpack(form, self.take(struct.calcsize(form)))[0]
        if first not in _LONG: raise IndexError(f"metadata with a value of kind {first:#x}")
        what, width = _LONG[first]
        return self.made(what, int.from_bytes(self.take(width), "big"))

    def made(self, what: str, count: int) -> object:
        if what == "text": return self.take(count).decode()
        if what == "bytes": return self.take(count)
        if what == "list": return [self.value() for _ in range(count)]
        return {self.value(): self.value() for _ in range(count)}
