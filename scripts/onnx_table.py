"""The table of ONNX operators in docs/weights.md: `python scripts/onnx_table.py` writes it; a test compares it."""
from __future__ import annotations

import textwrap
from pathlib import Path

from heddle.nn.onnx import supported_ops

PAGE = Path(__file__).resolve().parent.parent / "docs" / "weights.md"
BEGIN, END = "<!-- onnx ops: begin (scripts/onnx_table.py writes this) -->", "<!-- onnx ops: end -->"


def table() -> str:
    """A paragraph for each domain: its operators, with the version from which on they run where that is not the first."""
    domains: dict[str, list[str]] = {}
    for name, since in supported_ops().items():
        domain, _, plain = name.rpartition(".")
        domains.setdefault(domain, []).append(plain if since == 1 else f"{plain} ({since})")
    rows = []
    for domain in sorted(domains):
        head = f"**{f'`{domain}`' if domain else 'ai.onnx'}**, {len(domains[domain])} operators: "
        rows.append("\n".join(textwrap.wrap(head + ", ".join(sorted(domains[domain])) + ".", 130, break_long_words=False)))
    return "\n\n".join(rows)


def written(page: str) -> str:
    """The page with the table of today."""
    before, rest = page.split(BEGIN)
    return f"{before}{BEGIN}\n{table()}\n{END}{rest.split(END)[1]}"


if __name__ == "__main__": PAGE.write_text(written(PAGE.read_text(encoding="utf-8")), encoding="utf-8")
