"""Programs on PATH: compilers, assemblers, disassemblers.

Inputs: a name. Outputs: the path of the file, and what a disassembler prints of a binary. Invariants: nothing else is run.
"""
from __future__ import annotations

import os
import sys

from heddle.settings import search_path


def find_on_path(name: str) -> str | None:
    """The first program called `name` on PATH. (`shutil.which` does the same, and imports what unpacks archives.)"""
    for folder in search_path():
        path = os.path.join(folder, program_file(name))
        if os.path.isfile(path) and os.access(path, os.X_OK): return path
    return None


def program_file(name: str) -> str:
    """The name of the file of a program."""
    return f"{name}.exe" if sys.platform == "win32" else name


def disassembled(command: list[str], binary: bytes) -> str:
    """What a disassembler prints of `binary`, or a line with its complaint. It is given a file: few of them read pipes."""
    import subprocess
    import tempfile
    with tempfile.TemporaryDirectory() as folder:  # on Windows nobody else opens a temporary file that is still open
        path = os.path.join(folder, "kernel.o")
        with open(path, "wb") as file: file.write(binary)
        done = subprocess.run([*command, path], capture_output=True, text=True, check=False)
    return done.stdout if done.returncode == 0 else f"(no assembly: {os.path.basename(command[0])} says {done.stderr.strip()})"
