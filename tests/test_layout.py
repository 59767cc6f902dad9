"""Rules of the layout that the code itself can be asked about (who imports whom in detail: test_imports.py)."""

from __future__ import annotations

import ast
import functools
import re
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
PACKAGE = ROOT / "heddle"
FILES = sorted(PACKAGE.rglob("*.py"))
#: every runtime, and every compiler that stands in a device's name
DEVICES = {f.stem.removeprefix("ops_").upper() for f in (PACKAGE / "runtime").glob("ops_*.py")} | {
    "CUDA",
    "NV",
    "AMD",
    "QCOM",
    "METAL",
    "CL",
    "WEBGPU",
    "CLANG",
    "LLVM",
    "PTX",
    "HIP",
}
#: files that may ask for a device by name, and which names
NAMED: dict[str, set[str]] = {
    "distributed/planner.py": {"NULL"},  # plans run on its devices alone
    "distributed/host_exchange.py": {"CPU"},  # its compiler makes the code that calls MPI
    "settings.py": {
        "CPU",
        "CLANG",
        "LLVM",
        "CL",
        "CUDA",
        "NV",
        "AMD",
        "METAL",
        "QCOM",
        "WEBGPU",
        "PTX",
        "HIP",
    },  # older switches
    "device/target.py": {"CL", "CPU", "CLANG", "LLVM", "DISK"},  # older names; a path follows DISK
    "device/registry.py": {"METAL", "AMD", "NV", "CUDA", "QCOM", "CL", "WEBGPU", "CPU"},  # the order in which a default is looked for
    # what the devices of other libraries are called here
    "device/device_errors.py": {"METAL", "AMD", "HIP", "CUDA", "NV", "CL", "WEBGPU", "CPU"},
    "compat/switches.py": {"NULL"},  # in the name of a switch
    "engine/validate/compare.py": {"CPU"},  # what VALIDATE_WITH_CPU compares with
    "tensor/host_data.py": {"DISK"},  # a tensor on a file
    "tensor/interop/dlpack_capsule.py": {"CPU", "CUDA"},  # what DLPack calls its device types
}


def name_of(file: Path) -> str:
    return str(file.relative_to(PACKAGE))


def part_of(file: Path) -> str:
    """The folder of the package, or the file at its root, that this belongs to."""
    return file.relative_to(PACKAGE).parts[0]


@functools.cache
def tree_of(file: Path) -> ast.Module:
    return ast.parse(file.read_text(encoding="utf-8"))


def texts(tree: ast.AST) -> Iterator[str]:
    """String constants, but for docstrings and what stands alone."""
    alone = {id(n.value) for n in ast.walk(tree) if isinstance(n, ast.Expr)}
    for n in ast.walk(tree):
        if isinstance(n, ast.Constant) and isinstance(n.value, str) and id(n) not in alone:
            yield n.value


def modules(tree: ast.AST) -> Iterator[str]:
    """Everything that is imported, inside functions too."""
    for n in ast.walk(tree):
        if isinstance(n, ast.Import):
            yield from (a.name for a in n.names)
        elif isinstance(n, ast.ImportFrom):
            yield "." * n.level + (n.module or "")


def devices_named(file: Path) -> set[str]:
    """Devices and compilers in the file's strings, as a whole name or before a colon."""
    return {
        word
        for text in texts(tree_of(file))
        for word in re.split(r"[:_+]", text)
        if re.fullmatch(r"[A-Z]+[:\w+]*", text) and word in DEVICES
    }


@pytest.mark.parametrize("file", FILES, ids=name_of)
def test_only_backends_are_asked_for_by_name(file: Path) -> None:
    if name_of(file).startswith(("runtime/", "renderer/", "tools/")):
        return
    assert devices_named(file) <= NAMED.get(name_of(file), set())


def test_the_exceptions_are_still_needed() -> None:
    for name, allowed in NAMED.items():
        assert devices_named(PACKAGE / name) == allowed, name


@pytest.mark.parametrize("file", FILES, ids=name_of)
def test_only_settings_read_the_environment(file: Path) -> None:
    if name_of(file) == "settings.py":
        return
    words = {n.attr for n in ast.walk(tree_of(file)) if isinstance(n, ast.Attribute)} | {
        a.name for n in ast.walk(tree_of(file)) if isinstance(n, ast.ImportFrom) and n.module == "os" for a in n.names
    }
    assert not words & {"environ", "environb", "getenv", "getenvb"}


@pytest.mark.parametrize(
    "file", [f for f in FILES if part_of(f) in ("uop", "dtype.py", "float_formats.py")], ids=name_of
)
def test_foundations_import_nothing_from_the_rest(file: Path) -> None:
    own = [m for m in modules(tree_of(file)) if m.startswith("heddle")]
    known = ("heddle.errors", "heddle.blake2", "heddle.lazy_dataclass", "heddle.named_tuple")
    assert all(m.startswith(("heddle.uop", "heddle.dtype", "heddle.float_formats")) or m in known for m in own), own


@pytest.mark.parametrize("file", [f for f in FILES if part_of(f) in ("schedule", "codegen")], ids=name_of)
def test_passes_know_graphs_and_no_devices(file: Path) -> None:
    """From their neighbours they take data types; settings are given to them, but for the switches their stage is steered by.

    A stage as a whole may emit what it decided; its passes do not.
    """
    known = ("heddle.uop", "heddle.dtype", "heddle.errors", "heddle.blake2", "heddle.lazy_dataclass", "heddle.named_tuple",
             "heddle.process.fork_safety", "heddle.process.collector", "heddle.schedule", "heddle.codegen", "heddle.renderer")
    for module in modules(tree_of(file)):
        if module in ("heddle.settings", "heddle.tracing.bus", "heddle.tracing.events"):
            assert file.name in ("__init__.py", "pipeline.py")
        elif module.startswith("heddle"):
            assert module.startswith(known), module
        else:
            allowed = sys.stdlib_module_names | ({"numpy"} if file.name == "memory_planner.py" else set())  # for arrays of lives
            assert module.split(".")[0] in allowed, module
    if part_of(file) == "schedule":
        assert not any(m.startswith(("heddle.codegen", "heddle.renderer")) for m in modules(tree_of(file)))


def test_no_folder_and_no_file_grows_too_large() -> None:
    """26 files beside those that hold older names, and 500 lines: more is two folders, or two files."""
    folders = Counter(f.parent for f in FILES if name_of(f) not in ("uop/interpret.py", "uop/show.py"))
    assert not {str(folder): count for folder, count in folders.items() if count > 26}
    lines = {name_of(f): f.read_text(encoding="utf-8").count("\n") for f in FILES}
    assert not {name: count for name, count in lines.items() if count > 500}


@pytest.mark.parametrize("file", FILES, ids=name_of)
def test_no_file_imports_relative_to_itself(file: Path) -> None:
    assert not any(m.startswith(".") for m in modules(tree_of(file)))


@pytest.mark.parametrize("file", [f for f in FILES if tree_of(f).body], ids=name_of)
def test_every_file_says_what_it_is(file: Path) -> None:
    assert ast.get_docstring(tree_of(file)), "a file opens with what it is for"


_USER_FACING = {"tensor", "ops", "jit", "autograd", "interop", "io", "random", "nn", "data", "onnx",
                 "web", "tools", "explain", "profiling", "view"}
USER_FACING = [f for f in FILES if f.parts[-2] in _USER_FACING or
               f.name in ("registry.py", "buffer.py", "settings.py", "dtype.py", "target.py")]


@pytest.mark.parametrize("file", USER_FACING, ids=name_of)
def test_asserts_tell_types_and_check_no_user(file: Path) -> None:
    """An assert only says what the type checker cannot see: that something is there, or of which class it is."""
    for n in ast.walk(tree_of(file)):
        if not isinstance(n, ast.Assert): continue
        parts = n.test.values if isinstance(n.test, ast.BoolOp) else [n.test]
        for part in parts:
            is_there = isinstance(part, ast.Compare) and ast.unparse(part).endswith(" is not None")
            is_class = isinstance(part, ast.Call) and ast.unparse(part.func) == "isinstance"
            assert is_there or is_class, f"{file.name}:{n.lineno}: {ast.unparse(n.test)}"


def undocumented(tree: ast.Module) -> Iterator[str]:
    """Public classes, and public functions of more than six lines, that say nothing of themselves."""
    todo: list[ast.stmt] = list(tree.body)
    while todo:
        n = todo.pop()
        if not isinstance(n, (ast.ClassDef, ast.FunctionDef)) or n.name.startswith("_"): continue
        is_setter = any(isinstance(d, ast.Attribute) and d.attr == "setter" for d in n.decorator_list)  # its getter speaks for it
        is_short = isinstance(n, ast.FunctionDef) and (n.end_lineno or 0) - n.lineno < 6
        if not (is_setter or is_short or ast.get_docstring(n)): yield f"{n.name}, line {n.lineno}"
        if isinstance(n, ast.ClassDef): todo += n.body


@pytest.mark.parametrize("file", FILES, ids=name_of)
def test_what_is_public_says_what_it_does(file: Path) -> None:
    assert not list(undocumented(tree_of(file)))
