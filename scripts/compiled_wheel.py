"""Build hook: a wheel in which the modules that build graphs are compiled, for one platform and Python.

    HATCH_BUILD_HOOK_ENABLE_CUSTOM=1 pip wheel --no-deps .

Inputs: the modules that `pyproject.toml` names (`[tool.hatch.build.targets.wheel.hooks.custom]`), and a C compiler.
Outputs: an extension module beside each source in the wheel. Python imports it in place of the source, which stays for readers,
tracebacks and the fingerprint of the disk cache.
Invariants: the sources are compiled as they are: annotations declare nothing, no variable becomes a C number. Nothing is written to
the tree. Without the variable, and for editable installs, the wheel is the pure one.
"""
from __future__ import annotations

import os
import re
import shutil
import tempfile
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

#: what Cython would otherwise take for C: types from annotations, and from what is assigned
_DIRECTIVES = {"language_level": 3, "annotation_typing": False, "infer_types": False, "binding": True}
#: What is left for C: a literal shifted by what a builtin returns as a C number, as in 1 << len(x), wraps at 64 bits. And a frame
#: counted from the top is another one, since compiled functions have none.
_UNLIKE_PYTHON = re.compile(r"(<<|\*\*)\s*(len|ord|hash|abs|sum)\b|_getframe|frame_at|currentframe|FunctionType")


class CompiledModules(BuildHookInterface):  # type: ignore[type-arg]
    """Adds compiled modules to a wheel."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        if version == "editable": return
        self._folder = tempfile.mkdtemp(prefix="heddle-compiled-")
        for built, name in compiled(Path(self.root), self.config["modules"], Path(self._folder)).items():
            build_data["force_include"][str(built)] = name
        build_data["pure_python"], build_data["infer_tag"] = False, True

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:
        if version != "editable": shutil.rmtree(self._folder)


def unlike_python(source: str) -> list[str]:
    """The lines of a module that would mean something else once they are compiled."""
    return [line.strip() for line in source.splitlines() if _UNLIKE_PYTHON.search(line)]


def compiled(root: Path, modules: list[str], folder: Path) -> dict[Path, str]:
    """Compiles the modules into `folder`: each extension module, and its name in the wheel. ValueError if one may not be compiled."""
    from Cython.Build import cythonize
    from setuptools import Distribution, Extension
    from setuptools.command.build_ext import build_ext

    for name in (chosen := [Path(module) for module in modules]):  # copies: Cython writes beside its sources
        if lines := unlike_python((root / name).read_text()): raise ValueError(f"{name} cannot be compiled: {lines[0]}")
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(root / name, folder / name)
        for parent in name.parents[:-1]: (folder / parent / "__init__.py").touch()
    here, workers = os.getcwd(), os.cpu_count() or 1
    os.chdir(folder)  # names in tracebacks are relative to where Cython runs
    try:
        arguments = [] if os.name == "nt" else ["-O3", "-g0"]
        extensions = [Extension(".".join(name.with_suffix("").parts), [str(name)], extra_compile_args=arguments) for name in chosen]
        command = build_ext(Distribution({"ext_modules": cythonize(extensions, nthreads=workers, compiler_directives=_DIRECTIVES)}))
        command.build_lib, command.build_temp, command.parallel = "lib", "temp", workers
        command.ensure_finalized()
        command.run()
    finally: os.chdir(here)
    return {path: path.relative_to(folder / "lib").as_posix() for path in sorted((folder / "lib").rglob("*")) if path.is_file()}


def get_build_hook() -> type[BuildHookInterface]:  # type: ignore[type-arg]
    """For hatchling, which finds two classes here."""
    return CompiledModules
