"""Notebooks of the first chapters, made of their pages: text stays text, and each Python block becomes a cell.

    python scripts/notebooks.py            says which notebooks differ from their pages
    python scripts/notebooks.py --write    writes them
"""
from __future__ import annotations

import json
import re
import sys
from pathlib import Path

DOCS = Path(__file__).resolve().parents[1] / "docs"
#: notebook -> its page
NOTEBOOKS = {"notebooks/quickstart.ipynb": "index.md", "notebooks/training.ipynb": "training.md"}
_BLOCK = re.compile(r"```python\n(.*?)```\n", re.DOTALL)
_TWIN = re.compile(r"^This page is also a \[notebook\]\(.*\)\.\n\n", re.MULTILINE)
_LINK = re.compile(r"\]\((?!https?:|#)([^)]+)\)")


def notebook(page: Path) -> str:
    """The notebook of a page, as the text of its file. Cells have no outputs: a reader runs them."""
    parts = enumerate(_BLOCK.split(_TWIN.sub("", page.read_text())))
    cells = [_cell(number, text, is_code=number % 2 == 1) for number, text in parts if text.strip()]
    language = {"kernelspec": {"display_name": "Python 3", "language": "python", "name": "python3"},
                "language_info": {"name": "python"}}
    return json.dumps({"cells": cells, "metadata": language, "nbformat": 4, "nbformat_minor": 5}, indent=1, ensure_ascii=False) + "\n"


def _cell(number: int, text: str, is_code: bool) -> dict[str, object]:
    lines = (text if is_code else _LINK.sub(r"](../\1)", text)).strip("\n").splitlines(keepends=True)
    cell: dict[str, object] = {"cell_type": "code" if is_code else "markdown", "id": f"cell-{number}", "metadata": {}, "source": lines}
    return cell | {"execution_count": None, "outputs": []} if is_code else cell


def main(write: bool) -> int:
    """0 if every notebook is that of its page, or was written."""
    different = [name for name, page in NOTEBOOKS.items()
                 if not (DOCS / name).exists() or (DOCS / name).read_text() != notebook(DOCS / page)]
    for name in different:
        print(f"{'wrote' if write else 'differs from its page'}: docs/{name}")
        if write: (DOCS / name).write_text(notebook(DOCS / NOTEBOOKS[name]))
    return int(bool(different) and not write)


if __name__ == "__main__":
    sys.exit(main("--write" in sys.argv[1:]))
