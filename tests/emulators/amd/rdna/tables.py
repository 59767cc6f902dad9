"""Opcode numbers of one generation: (format, number) -> mnemonic, from the text file `opcodes_gfxN.txt`.

Each line of such a file is a format, then `number name` pairs; the names are LLVM's without _e32 and _e64.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path

HERE = Path(__file__).parent


@cache
def opcodes(generation: int) -> dict[str, dict[int, str]]:
    """Of all formats. FileNotFoundError for a generation that is not known."""
    out: dict[str, dict[int, str]] = {}
    for line in (HERE / f"opcodes_gfx{generation}.txt").read_text().splitlines():
        form, *pairs = line.split()
        table = out.setdefault(form, {})
        for number, name in zip(pairs[::2], pairs[1::2]):
            table[int(number, 16)] = name
    return out
