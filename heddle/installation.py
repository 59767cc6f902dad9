"""Installation commands: the distribution's name, the command that installs it with an extra, and how heddle's own command is called.

Inputs: the name of an extra of pyproject.toml. Outputs: the command for messages. Invariants: the package `heddle` of the public
index is another project, so no text names it; from a source tree the command installs that tree.
"""
from __future__ import annotations

import os
import shutil
import sys

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


def own_command() -> str:
    """How this shell calls heddle's command: `heddle` if PATH finds this environment's, else its path, else Python with a module."""
    folder = os.path.dirname(sys.executable)
    script = shutil.which("heddle", path=folder)
    if script is None: return f"{_from_here(sys.executable)} -m heddle"
    on_path = shutil.which("heddle")
    return "heddle" if on_path is not None and os.path.samefile(on_path, script) else _from_here(script)


def _from_here(path: str) -> str:
    here = os.getcwd() + os.sep
    return path[len(here):] if path.startswith(here) else path
