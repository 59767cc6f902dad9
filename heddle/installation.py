"""Installation commands: the distribution's name, and the command that installs it with an extra.

Inputs: the name of an extra of pyproject.toml. Outputs: the command for messages. Invariants: the package `heddle` of the public
index is
another project, so no text names it; from a source tree the command installs that tree.
"""
from __future__ import annotations

import os

#: what `pip install` is given; the package to import and the command are called heddle
DISTRIBUTION = "heddle-tensor"


def install_command(extra: str = "") -> str:
    """`pip install 'heddle-tensor[cuda]'`, or `pip install -e '.[cuda]'` where heddle runs from its source tree."""
    named = f"[{extra}]" if extra else ""
    if _is_source_tree(): return f"pip install -e '.{named}'"
    return f"pip install '{DISTRIBUTION}{named}'"


def _is_source_tree() -> bool:
    """Whether pyproject.toml is beside the package, as in a checkout or an editable install, and not in site-packages."""
    return os.path.isfile(os.path.join(os.path.dirname(os.path.dirname(os.path.abspath(__file__))), "pyproject.toml"))
