"""Viewer of program runs in a browser: recorded into one file (`recording.py`), served as a local page (`serve.py`)."""
from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from heddle.tools.view.recording import record

__all__ = ["record"]


def __getattr__(name: str) -> object:
    # recording needs the engine, showing a recording does not
    if name != "record": raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from heddle.tools.view.recording import record
    return record
