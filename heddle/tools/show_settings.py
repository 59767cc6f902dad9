"""`heddle settings`: every setting with its current value."""
from __future__ import annotations

import textwrap

from heddle.settings import TABLE, settings
from heddle.tools.console import strong


def print_settings() -> None:
    """Prints each setting as NAME=value, its legal values, and what it does."""
    for row in TABLE:
        value = settings.get(row.name)
        changed = "" if value == row.default else f"  (default {_shown(row.default)})"
        print(f"{strong(row.name)}={_shown(value)}{changed}")
        print(textwrap.indent(textwrap.fill(f"{row.help}. Legal: {row.legal()}.", 96), "    "))


def _shown(value: object) -> str:
    return str(int(value)) if isinstance(value, bool) else str(value)
