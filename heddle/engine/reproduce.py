"""A file that shows a failure again: a small program that rebuilds the kernel from text and fails in the same way.

In: a kernel that could not be compiled. Out: the path of the file. It holds the kernel and none of the user's data.
"""
from __future__ import annotations

import hashlib
import os

from heddle.settings import cache_folder
from heddle.uop.uop import UOp

_TEXT = '''"""Compiling the kernel {name} for {device} failed. Run this file to see it again.

What the compiler said:
{output}
"""
from heddle.device import Device
from heddle.engine.programs import program_of
from heddle.uop.show import read_graph

SOURCE = r"""
{source}
"""

GRAPH = r"""
{graph}
"""

if __name__ == "__main__":
    program_of(read_graph(GRAPH.strip()), Device["{device}"])
'''


def write_reproducer(name: str, ast: UOp, device: str, source: str, output: str) -> str | None:
    """Writes the file beside the disk cache and returns its path; None where nothing can be written."""
    from heddle.uop.show import show_graph
    graph = show_graph(ast)
    text = _TEXT.format(name=name, device=device, output=_quotable(output), source=_quotable(source), graph=_quotable(graph))
    digest = hashlib.blake2b(f"{device}\0{graph}".encode(), digest_size=6).hexdigest()
    path = os.path.join(cache_folder(), "reproducers", f"{name}_{digest}.py")
    try:
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, "w", encoding="utf-8") as file: file.write(text)
    except OSError: return None  # the error itself matters more than its file
    return path


def _quotable(text: str) -> str:
    return text.strip().replace('"""', "'''")
