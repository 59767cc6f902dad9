"""The imports of heddle by folder and by module, read from the code; drawn in docs/design.md, checked by tests/test_imports.py.

    python scripts/imports.py            prints the picture
    python scripts/imports.py --write    puts it into docs/design.md
    python scripts/imports.py --circles  prints the import circles, edge by edge, and counts deferred imports

Inputs: the source files. Outputs: `imports()`, an edge for each pair of parts, and `module_graph()`, an edge for each pair of modules.
Invariants: an import inside a function (a deferred one) counts too; what is imported for type checkers alone does not. `from package
import name` is an import of the module `package.name` if there is one, else of the package. That a module makes Python import the
packages above it is no edge. Neither is a name that a module-level `__getattr__` loads on first use: `lazy_modules()` lists those.
"""
from __future__ import annotations

import ast
import functools
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
    "distributed": "the other processes of a program: start-up, collectives by MPI, failures, recipes, checkpoints",
    "web": "captured functions as programs for browsers",
    "compat": "programs written for the reference's API, as they are",
    "tools": "the command line, the device table, the viewer, the demos",
}
_FILES = {**dict.fromkeys(("blake2", "errors", "file_errors", "installation", "lazy_dataclass", "named_tuple", "names_elsewhere",
                           "narrowing", "settings", "process", "tracing"), "errors settings process tracing"),
          "default_dtypes": "dtype", "float_formats": "dtype",
          **dict.fromkeys(("allocator", "compiled"), "device"),
          **dict.fromkeys(("function", "helpers"), "compat"), "llm": "nn",
          **dict.fromkeys(("cli", "__main__"), "tools"), "__init__": ""}


def part_of(module: str) -> str:
    """`heddle.uop.uop` -> `uop`; "" for the package itself."""
    words = module.split(".")
    return "" if len(words) < 2 else _FILES.get(words[1], words[1])


def imported_modules(tree: ast.AST) -> Iterator[str]:
    """Modules of heddle that a file imports, not counting blocks for type checkers."""
    for node, _ in import_statements(tree):
        if isinstance(node, ast.Import): yield from (a.name for a in node.names)
        elif node.module == "heddle": yield from (public_name(a.name) for a in node.names)
        else: yield str(node.module)


def import_statements(tree: ast.AST, deferred: bool = False) -> Iterator[tuple[ast.Import | ast.ImportFrom, bool]]:
    """Each import statement of heddle's modules, and whether it stands inside a function."""
    for node in ast.iter_child_nodes(tree):
        if isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING": continue
        if isinstance(node, ast.Import):
            if any(_is_heddle(a.name) for a in node.names): yield node, deferred
        elif isinstance(node, ast.ImportFrom):
            if _is_heddle(node.module or ""): yield node, deferred
        else: yield from import_statements(node, deferred or isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)))


def _is_heddle(module: str) -> bool: return module.split(".")[0] == "heddle"


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


# ---- modules


@functools.cache
def _modules() -> dict[str, ast.Module]:
    """Every module of heddle by its name; a package by the name of its folder."""
    names = {f: ".".join(f.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__") for f in sorted(PACKAGE.rglob("*.py"))}
    return {name: ast.parse(f.read_text()) for f, name in names.items()}


def _targets(node: ast.Import | ast.ImportFrom) -> set[str]:
    if isinstance(node, ast.Import): return {a.name for a in node.names if a.name in _modules()}
    names = (f"{node.module}.{a.name}" for a in node.names)
    return {name if name in _modules() else str(node.module) for name in names}


def module_graph(with_deferred: bool = True) -> dict[str, set[str]]:
    """Each module, and the modules that it imports: at the top, and inside functions too unless it is said otherwise."""
    return {name: {t for node, deferred in import_statements(tree) if with_deferred or not deferred for t in _targets(node)} - {name}
            for name, tree in _modules().items()}


def deferred_imports() -> list[tuple[str, int, str]]:
    """(module, line, imported module) of every import inside a function."""
    return [(name, node.lineno, t) for name, tree in _modules().items()
            for node, deferred in import_statements(tree) if deferred for t in sorted(_targets(node))]


def lazy_modules() -> list[str]:
    """The modules whose `__getattr__` loads others when a name is first used."""
    return [name for name, tree in _modules().items() if any(_gives_names(n) for n in tree.body)]


def _gives_names(node: ast.stmt) -> bool:
    if isinstance(node, ast.FunctionDef): return node.name == "__getattr__"
    return isinstance(node, ast.Assign) and any(isinstance(t, ast.Name) and t.id == "__getattr__" for t in node.targets)


def circles(graph: dict[str, set[str]]) -> list[list[str]]:
    """The strongly connected components of more than one module, largest first (Tarjan's algorithm)."""
    number: dict[str, int] = {}
    low: dict[str, int] = {}
    stack: list[str] = []
    found: list[list[str]] = []

    def visit(module: str) -> None:
        number[module] = low[module] = len(number)
        stack.append(module)
        for other in sorted(graph[module]):
            if other not in number: visit(other)
            if other in stack: low[module] = min(low[module], low[other])
        if low[module] < number[module]: return
        at = stack.index(module)
        if len(stack) - at > 1: found.append(sorted(stack[at:]))
        del stack[at:]

    for module in graph:
        if module not in number: visit(module)
    return sorted(found, key=lambda c: (-len(c), c))


def describe_circles() -> str:
    """The edges of each circle, the deferred ones with their lines, and how many imports are deferred."""
    graph, lines = module_graph(), []
    late: dict[tuple[str, str], list[int]] = {}
    for here, line, there in deferred_imports(): late.setdefault((here, there), []).append(line)
    for circle in circles(graph):
        lines.append(f"{len(circle)} modules:")
        for here in circle:
            for there in sorted(graph[here] & set(circle)):
                at = late.get((here, there))
                lines.append(f"  {here} -> {there}" + (f" (deferred, line {', '.join(map(str, at))})" if at else ""))
    lines.append(f"{len(deferred_imports())} deferred imports")
    lines.append(f"loaded on first use: {', '.join(lazy_modules())}")
    return "\n".join(lines)


# ---- the page


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
    elif "--circles" in sys.argv: print(describe_circles())
    else: print(picture())
