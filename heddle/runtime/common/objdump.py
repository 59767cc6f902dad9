"""Disassembly of object files, for DEBUG=7.

Inputs: an object file. Outputs: its instructions, by any installed disassembler; if there is none, a line that says so.
"""
from __future__ import annotations

from heddle.runtime.common.programs import disassembled, find_on_path

# the newest first: an old one lacks processors, and stops at objects for those
_NAMES = (*(f"llvm-objdump-{n}" for n in range(30, 14, -1)), "llvm-objdump", "objdump")


def disassemble(binary: bytes) -> str:
    """The instructions of an object file."""
    tool = next((path for name in _NAMES if (path := find_on_path(name))), None)
    if tool is None: return "(no assembly: neither llvm-objdump nor objdump is on PATH; apt install binutils brings one)"
    text = disassembled([tool, "-d", "--no-show-raw-insn"], binary)
    return text if text.startswith("(") else "\n".join(text.splitlines()[3:]).strip() + "\n"
