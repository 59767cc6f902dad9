"""Disassembly of object files, for DEBUG=7.

Inputs: an object file. Outputs: its instructions, by any installed disassembler; if there is none, a line that says so.
"""
from __future__ import annotations

import os

from heddle.runtime.common.programs import find_on_path

# the newest first: an old one lacks processors, and stops at objects for those
_NAMES = (*(f"llvm-objdump-{n}" for n in range(30, 14, -1)), "llvm-objdump", "objdump")


def disassemble(binary: bytes) -> str:
    """The instructions of an object file."""
    tool = next((path for name in _NAMES if (path := find_on_path(name))), None)
    if tool is None: return "(no assembly: neither llvm-objdump nor objdump is on PATH; apt install binutils brings one)"
    import subprocess
    import tempfile
    with tempfile.NamedTemporaryFile(suffix=".o") as file:  # objdump reads no pipes
        file.write(binary)
        file.flush()
        done = subprocess.run([tool, "-d", "--no-show-raw-insn", file.name], capture_output=True, text=True, check=False)
    if done.returncode != 0: return f"(no assembly: {os.path.basename(tool)} says {done.stderr.strip()})"
    return "\n".join(done.stdout.splitlines()[3:]).strip() + "\n"
