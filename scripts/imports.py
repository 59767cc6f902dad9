"""Which folder of heddle imports which: read from the code, drawn for docs/design.md, checked by tests/test_imports.py.

    python scripts/imports.py            prints the picture
    python scripts/imports.py --write    puts it into docs/design.md

In: the source files. Out: `imports()`, an edge for each pair of parts. Always true: what stands inside a function counts too; what is
imported for type checkers alone does not.
"""
from __future__ import annotations

import ast
import sys
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PACKAGE = ROOT / "heddle"
BEGIN, END = "<!-- imports: begin (scripts/imports.py writes this) -->", "<!-- imports: end -->"

#: the parts in the order of the pipeline, and what each is; single files stand together
PARTS = {
    "errors settings process tracing": "what everything may use: errors, switches, fork safety, worker processes, events, counters",
    "dtype": "number formats, promotion",
    "uop": "the one node, its op table, rules, verifier, printer, interpreter",
    "renderer": "linear IR -> source, one folder per language",
    "schedule": "graph -> LINEAR of CALLs",
    "codegen": "one kernel -> linear IR",
    "device": "registry and interface of devices; buffers, allocators, the disk cache",
    "runtime": "one folder per backend",
    "engine": "drives the stages",
    "tensor": "Tensor: operations, autograd, random numbers, interop",
    "jit": "capture and replay of functions",
    "nn": "layers, optimisers, state",
    "web": "captured functions as programs for browsers",
    "compat": "programs written for the reference's API, as they are",
    "tools": "the command line, the device table, the viewer, the demos",
}
_FILES = {**dict.fromkeys(("errors", "file_errors", "installation", "settings", "process", "tracing"),
                          "errors settings process tracing"),
          "default_dtypes": "dtype",
          **dict.fromkeys(("allocator", "compiled"), "device"),
          **dict.fromkeys(("function", "helpers"), "compat"), "llm": "nn",
          **dict.fromkeys(("cli", "__main__"), "tools"), "__init__": ""}


def part_of(module: str) -> str:
    """`heddle.uop.uop` -> `uop`; "" for the package itself."""
    words = module.split(".")
    return "" if len(words) < 2 else _FILES.get(words[1], words[1])


def imported_modules(tree: ast.AST) -> Iterator[str]:
    """Modules of heddle that a file imports, not counting blocks for type checkers."""
    for node in ast.iter_child_nodes(tree):
        if isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING": continue
        if isinstance(node, ast.Import): yield from (a.name for a in node.names if a.name.startswith("heddle"))
        elif isinstance(node, ast.ImportFrom) and (node.module or "").startswith("heddle"):
            if node.module == "heddle": yield from (public_name(a.name) for a in node.names)
            else: yield str(node.module)
        else: yield from imported_modules(node)


def public_name(name: str) -> str:
    """The module behind `from heddle import name`: a part of that name, or the public face, which is tensor's."""
    is_part = (PACKAGE / name).is_dir() or (PACKAGE / f"{name}.py").exists()
    return f"heddle.{name if is_part else 'tensor'}"


def imports() -> dict[tuple[str, str], list[str]]:
    """(importing part, imported part) -> the files that do it."""
    edges: dict[tuple[str, str], list[str]] = {}
    for file in sorted(PACKAGE.rglob("*.py")):
        name = str(file.relative_to(ROOT).with_suffix("")).replace("/", ".")
        here = part_of(name)
        for there in {part_of(m) for m in imported_modules(ast.parse(file.read_text()))} - {here, ""}:
            if here: edges.setdefault((here, there), []).append(str(file.relative_to(ROOT)))
    return edges


def picture() -> str:
    """A line a part: what it is, and what it imports."""
    edges = imports()
    order = list(PARTS)
    lines = ["| part | what | imports, besides errors, settings, process and tracing |", "|---|---|---|"]
    for part, what in PARTS.items():
        used = sorted((b for a, b in edges if a == part and b != order[0]), key=order.index)
        lines.append(f"| `{part}` | {what} | {', '.join(used) or '–'} |")
    return "\n".join(lines)


def write() -> None:
    """Puts the picture into docs/design.md, between its marks."""
    page = ROOT / "docs" / "design.md"
    text = page.read_text()
    before, rest = text.split(BEGIN)
    page.write_text(f"{before}{BEGIN}\n{picture()}\n{END}{rest.split(END)[1]}")


if __name__ == "__main__":
    if "--write" in sys.argv: write()
    else: print(picture())
