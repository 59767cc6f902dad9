"""Programs on PATH: compilers, assemblers, disassemblers.

Inputs: a name. Outputs: the path of the file. Invariants: nothing is run.
"""
from __future__ import annotations

import os

from heddle.settings import search_path


def find_on_path(name: str) -> str | None:
    """The first program called `name` on PATH. (`shutil.which` does the same, and imports what unpacks archives.)"""
    for folder in search_path():
        path = os.path.join(folder, name)
        if os.path.isfile(path) and os.access(path, os.X_OK): return path
    return None
