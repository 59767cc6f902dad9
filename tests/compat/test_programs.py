"""Programs as the reference's users write them, run as they are and with their imports renamed.

What they print was recorded from its version 0.14.0; `sequence` takes too long there, and `abstractions` and `devices` use the buffers
of older versions: for these it is written by hand.
"""
from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import time
from pathlib import Path

import numpy as np
import pytest

HERE = Path(__file__).resolve().parent
TRAINED = {"digits", "generate", "generative", "optimisers", "quickstart", "sequence"}
PROGRAMS = [pytest.param(p, id=p.stem) for p in sorted((HERE / "programs/expected").glob("*.txt"))]
#: one way of running is enough from day to day for those that take seconds
RENAMED = [pytest.param(p, id=p.stem, marks=[pytest.mark.slow] if p.stem in TRAINED else [])
           for p in sorted((HERE / "programs/expected").glob("*.txt"))]


def run(*arguments: str, **more: str) -> subprocess.CompletedProcess[str]:
    env = os.environ | {"PYTHONPATH": str(HERE.parent.parent), "DEBUG": "0", "DEV": "CPU"} | more
    return subprocess.run([sys.executable, *arguments], capture_output=True, text=True, timeout=300, env=env, check=False)


@pytest.mark.parametrize("expected", PROGRAMS)
def test_programs_run_as_they_are(expected: Path) -> None:
    done = run("-m", "heddle.compat", str(HERE / f"programs/{expected.stem}.py"))
    assert done.returncode == 0, done.stderr
    assert done.stdout == expected.read_text()


@pytest.mark.parametrize("expected", RENAMED)
def test_programs_run_with_their_imports_renamed(expected: Path, tmp_path: Path) -> None:
    renamed = tmp_path / f"{expected.stem}.py"
    renamed.write_text((HERE / f"programs/{expected.stem}.py").read_text().replace("tinygrad", "heddle"))
    done = run(str(renamed))
    assert done.returncode == 0, done.stderr
    assert done.stdout == expected.read_text()


# ---- data


def idx(x: np.ndarray) -> bytes: return bytes((0, 0, 8, x.ndim)) + b"".join(n.to_bytes(4, "big") for n in x.shape) + x.tobytes()


@pytest.fixture
def digits(tmp_path: Path) -> Path:
    """A folder with files in the format of MNIST."""
    rng = np.random.default_rng(0)
    for part, count in (("train", 6), ("t10k", 3)):
        (tmp_path / f"{part}-images-idx3-ubyte").write_bytes(idx(rng.integers(0, 256, (count, 28, 28), np.uint8)))
        (tmp_path / f"{part}-labels-idx1-ubyte").write_bytes(idx(np.arange(count, dtype=np.uint8)))
    return tmp_path


def test_data_is_read_from_a_folder(digits: Path) -> None:
    done = run("-m", "heddle.compat", str(HERE / "programs/datasets.py"), DATASETS=str(digits))
    assert done.stdout == "(1, 28, 28) True True (1, 28, 28)\nTrue True [0, 1, 2]\n", done.stderr


def test_data_that_is_not_there_or_damaged(digits: Path, tmp_path: Path) -> None:
    (digits / "t10k-labels-idx1-ubyte").unlink()
    missing = run("-m", "heddle.compat", str(HERE / "programs/datasets.py"), DATASETS=str(digits))
    assert missing.returncode == 1 and "FileMissingError: there is no t10k-labels-idx1-ubyte.gz" in missing.stderr
    (digits / "t10k-labels-idx1-ubyte").write_bytes(b"\0\0\x08\x01\0\0\0\x09abc")
    damaged = run("-m", "heddle.compat", str(HERE / "programs/datasets.py"), DATASETS=str(digits))
    assert damaged.returncode == 1 and "holds 3 bytes of data, its header says (9,)" in damaged.stderr
    far = run("-c", "from heddle.nn.datasets import mnist\nmnist(base_url='http://127.0.0.1:9/')", CACHE_DIR=str(tmp_path / "cache"))
    assert far.returncode == 1 and "DATASETS=folder" in far.stderr


# ---- as in plain Python


def both(tmp_path: Path, program: str, *arguments: str, name: str = "script.py") -> tuple[subprocess.CompletedProcess[str], ...]:
    """A script run by Python, and by heddle.compat."""
    (tmp_path / name).write_text(program)
    return run(str(tmp_path / name), *arguments), run("-m", "heddle.compat", str(tmp_path / name), *arguments)


@pytest.mark.parametrize("program", [
    "import sys; print(sys.argv[1:], __name__, __file__, __package__, __spec__, sys.path[0])",
    "import sys; sys.exit(3)", "import sys; sys.exit('a reason')", "raise SystemExit",
    "def f(): return 1 / 0\nf()", "def f(:\n", "raise KeyError('x') from ValueError('y')", "from . import sibling",
    "import no_such_module",
    "import sibling; print(sibling.VALUE)", "import sys; print(sys.modules['__main__'].__dict__ is globals())",
    "import pickle\nclass A: x = 5\nprint(type(pickle.loads(pickle.dumps(A()))).__module__)",
    "import atexit\nX = 5\natexit.register(lambda: print(X))",
    "import threading\ndef late():\n    import time; time.sleep(0.2); print(X)\nX = 6\nthreading.Thread(target=late).start()",
    "import inspect\ndef f(): pass\nprint(inspect.getsource(f))", "x: int = 5\nprint(__annotations__)",
    "try: input()\nexcept EOFError: print('no input')",
    "# -*- coding: latin-1 -*-\nprint('plain')", "import sys; print('x', file=sys.stderr)",
    "import warnings; warnings.warn('careful')",
    "from __future__ import annotations\ndef f(x: undefined): ...\nprint(f.__annotations__)"])
def test_scripts_behave_as_in_python(tmp_path: Path, program: str) -> None:
    (tmp_path / "sibling.py").write_text("VALUE = 7\n")
    plain, ours = both(tmp_path, program, "a", "--b=c")
    assert (ours.returncode, ours.stdout, ours.stderr) == (plain.returncode, plain.stdout, plain.stderr)


def test_modules_and_texts_are_run() -> None:
    done = run("-m", "heddle.compat", "-c", "import sys, tinygrad\nprint(sys.argv, tinygrad.Tensor([1]).item(), __name__)", "x")
    assert done.stdout == "['-c', 'x'] 1 __main__\n", done.stderr
    done = run("-m", "heddle.compat", "-m", "json.tool", "--help")
    assert done.returncode == 0 and "json" in done.stdout
    assert "needs a module" in run("-m", "heddle.compat", "-m").stderr
    missing = run("-m", "heddle.compat", "-m", "no_such_module_at_all")
    assert missing.returncode == 1 and "no_such_module_at_all" in missing.stderr


def test_tests_are_run_by_pytest(tmp_path: Path) -> None:
    (tmp_path / "test_it.py").write_text("from tinygrad import Tensor\ndef test_sum(): assert Tensor([1, 2]).sum().item() == 3\n")
    done = run("-m", "heddle.compat", "-m", "pytest", "-q", "-p", "no:cacheprovider", str(tmp_path / "test_it.py"))
    assert done.returncode == 0 and "1 passed" in done.stdout, done.stdout + done.stderr


def test_folders_are_run(tmp_path: Path) -> None:
    (tmp_path / "app").mkdir()
    (tmp_path / "app/__main__.py").write_text("import other; print(other.X, __name__)")
    (tmp_path / "app/other.py").write_text("from tinygrad import Tensor; X = Tensor([4]).item()")
    assert run("-m", "heddle.compat", str(tmp_path / "app")).stdout == "4 __main__\n"


def test_own_random_numbers_on_request() -> None:
    code = "from tinygrad import Tensor; Tensor.manual_seed(1337); print(Tensor.rand(1).item())"
    own, theirs = run("-m", "heddle.compat", "--own-random", "-c", code), run("-m", "heddle.compat", "-c", code)
    assert own.stdout == run("-c", code.replace("tinygrad", "heddle")).stdout != theirs.stdout


def test_an_interrupt_ends_a_program_as_python_ends_it(tmp_path: Path) -> None:
    (tmp_path / "loop.py").write_text("import time\nprint('on', flush=True)\ntime.sleep(60)\n")
    env = os.environ | {"PYTHONPATH": str(HERE.parent.parent)}
    with subprocess.Popen([sys.executable, "-m", "heddle.compat", str(tmp_path / "loop.py")], stdout=subprocess.PIPE,
                          stderr=subprocess.PIPE, text=True, env=env) as program:
        assert program.stdout is not None and program.stdout.readline() == "on\n"
        time.sleep(0.1)
        program.send_signal(signal.SIGINT)
        _, told = program.communicate(timeout=60)
    assert program.returncode == -signal.SIGINT and told.count("File") == 1 and re.search(r"KeyboardInterrupt\s*$", told)
