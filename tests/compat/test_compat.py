"""Programs of the other package, run as they are; and what they import beside the tensor."""
from __future__ import annotations

import gzip
import hashlib
import io
import os
import subprocess
import sys
import tarfile
import threading
from collections.abc import Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import numpy as np
import pytest

from heddle import Context
from heddle.compat import MODULES, helpers
from heddle.errors import FileMissingError
from heddle.nn import datasets

ROOT = Path(__file__).resolve().parent.parent.parent
WANTED = """trained True
saved True True
sum 48.0
kernels True debug False True
symbolic 4.0
4 True True SGD
6 8 (1, 2) [1, 2] [1, 2] ([2], [1])
6
"""


def run(*arguments: str, **more: str) -> subprocess.CompletedProcess[str]:
    env = os.environ | {"PYTHONPATH": str(ROOT), "DEBUG": "0"} | more
    return subprocess.run([sys.executable, *arguments], capture_output=True, text=True, timeout=300, env=env, check=False)


def test_a_program_runs_as_it_is(tmp_path: Path) -> None:
    done = run("-m", "heddle.compat", str(Path(__file__).with_name("program.py")), str(tmp_path / "net.safetensors"))
    assert done.returncode == 0, done.stderr
    assert done.stdout == WANTED


def test_it_runs_with_its_imports_renamed(tmp_path: Path) -> None:
    text = Path(__file__).with_name("program.py").read_text()
    (tmp_path / "renamed.py").write_text(text.replace("tinygrad.helpers", "heddle.compat.helpers").replace("tinygrad", "heddle"))
    done = run(str(tmp_path / "renamed.py"), str(tmp_path / "net.safetensors"))
    assert done.returncode == 0, done.stderr
    assert done.stdout == WANTED


def test_scripts_that_are_not_there() -> None:
    done = run("-m", "heddle.compat", "nowhere.py")
    assert done.returncode == 2 and "there is no script nowhere.py" in done.stderr
    assert run("-m", "heddle.compat").returncode == 2 and "SCRIPT" in run("-m", "heddle.compat", "--help").stdout


def test_every_module_has_what_it_stands_for() -> None:
    code = "\n".join(["from heddle import compat", "compat.install()", *(f"import tinygrad{'.' * bool(m)}{m}" for m in MODULES),
                      "from tinygrad.nn.state import *", "import tinygrad, heddle", "assert safe_load is heddle.nn.state.safe_load",
                      "assert tinygrad.Tensor is heddle.Tensor and tinygrad.tensor.Tensor is heddle.Tensor",
                      "assert tinygrad.nn.optim.SGD is heddle.nn.optim.SGD and tinygrad.helpers.getenv('NONE', 'x') == 'x'"])
    done = run("-c", code)
    assert done.returncode == 0, done.stderr


@pytest.mark.parametrize("code,said", [
    ("import tinygrad.runtime.ops_amd", "heddle has no module that stands for tinygrad.runtime"),
    ("from tinygrad import nothing", "heddle has nothing that stands for tinygrad.nothing"),
    ("from tinygrad.helpers import nothing", "heddle has nothing that stands for tinygrad.helpers.nothing"),
    ("from tinygrad.helpers import colour", "the nearest is colored"),
    ("from tinygrad.nn import SGD", "there is tinygrad.nn.optim.SGD"),
    ("from tinygrad.helpers import cpu_objdump", "DEBUG=7 shows the assembly"),
    ("import tinygrad\ntinygrad.nn.Lineer", "Did you mean 'Linear'?"),
    ("import tinygrad.nn.optm", "The nearest is tinygrad.nn.optim"),
])
def test_what_has_no_counterpart(code: str, said: str) -> None:
    done = run("-c", f"from heddle import compat\ncompat.install()\n{code}")
    assert done.returncode == 1 and said in done.stderr


def test_another_package_that_is_imported_stays() -> None:
    taken = "import sys, types\nsys.modules['tinygrad'] = types.ModuleType('tinygrad')\n"
    done = run("-c", taken + "from heddle import compat\ncompat.install()")
    assert done.returncode == 1 and "tinygrad is imported already" in done.stderr


# ---- helpers


def test_small_functions() -> None:
    assert helpers.prod(()) == 1 and helpers.ceildiv(7, 2) == 4 and helpers.round_down(7, 4) == 4
    assert helpers.argsort((3, 1, 2)) == (1, 2, 0)
    assert helpers.make_tuple(2, 3) == (2, 2, 2) and helpers.all_same([1, 1]) and not helpers.all_int((1, 2.0))
    assert helpers.fully_flatten([1, (2, [3])]) == [1, 2, 3] and helpers.get_child({"a": [7, 8]}, "a.1") == 8
    assert helpers.merge_dicts([{"a": 1}, {"b": 2}]) == {"a": 1, "b": 2} and helpers.unwrap(0) == 0
    with pytest.raises(ValueError, match="has the values"): helpers.merge_dicts([{"a": 1}, {"a": 2}])
    with pytest.raises(ValueError, match="there is None"): helpers.unwrap(None)
    assert helpers.colored("x", "red") == "\x1b[31mx\x1b[0m" and helpers.colored("x", "RED", True) == "\x1b[101mx\x1b[0m"
    with Context(BEAM=3): assert helpers.BEAM == 3 and helpers.BEAM > 2 and int(helpers.BEAM) == 3 and str(helpers.BEAM) == "3"


def test_contexts_know_training_and_leave_out_what_steers_the_other_compiler() -> None:
    code = """
        from heddle import compat
        compat.install()
        from tinygrad import Context, Tensor
        from tinygrad.helpers import DEBUG, TRAINING, Context as same
        assert same is Context and not TRAINING and TRAINING.value == 0
        with Context(TRAINING=1, DEBUG=0):
            assert TRAINING and int(TRAINING) == 1 and (Tensor.ones(1000).dropout(0.5) == 0).any().item()
            with Context(TRAINING=0): assert not TRAINING and (Tensor.ones(1000).dropout(0.5) == 1).all().item()
            assert TRAINING
        assert not TRAINING
        @Context(TRAINING=1)
        def step(): return TRAINING.value
        assert step() == 1 and step() == 1 and not TRAINING
        with Context(WINO=1, BEAM=0): print("went on")
        Context(NOBODY_KNOWS=1)
    """
    done = run("-c", "\n".join(line[8:] for line in code.splitlines()))
    assert "went on" in done.stdout and "WINO steers tinygrad's own compiler" in done.stderr
    assert done.returncode == 1 and "SettingError" in done.stderr and "NOBODY_KNOWS" in done.stderr


def test_times_are_printed(capsys: pytest.CaptureFixture[str]) -> None:
    with helpers.Timing("step ", lambda ns: f" of {type(ns).__name__}"): pass
    assert capsys.readouterr().out.startswith("step ") and helpers.Timing(enabled=False)(lambda: 5)() == 5


def test_bars_count(capsys: pytest.CaptureFixture[str]) -> None:
    bar = helpers.trange(3, desc="going")
    assert list(bar) == [0, 1, 2] and bar.n == 3
    with helpers.tqdm(total=4) as manual: manual.update(4, close=True)
    helpers.tqdm.write("a line")
    assert manual.n == 4 and "a line" in capsys.readouterr().err


# ---- files from elsewhere


class _Quiet(SimpleHTTPRequestHandler):
    def log_message(self, format: str, *args: object) -> None: """Nothing."""


@pytest.fixture
def site(tmp_path: Path) -> Iterator[tuple[Path, str]]:
    """A folder and the address at which its files are."""
    folder = tmp_path / "site"
    folder.mkdir()
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(_Quiet, directory=str(folder)))
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    with Context(CACHE_DIR=str(tmp_path / "cache")): yield folder, f"http://127.0.0.1:{server.server_port}/"
    server.shutdown()
    thread.join()
    server.server_close()


def test_files_are_fetched_once(site: tuple[Path, str]) -> None:
    folder, address = site
    (folder / "a.gz").write_bytes(gzip.compress(b"hello"))
    path = helpers.fetch(address + "a.gz", gunzip=True)
    assert path.read_bytes() == b"hello" and helpers.fetch(address + "a.gz", "named").read_bytes()[:2] == b"\x1f\x8b"
    (folder / "a.gz").unlink()
    assert helpers.fetch(address + "a.gz", gunzip=True) == path and helpers.fetch("./here") == Path("here")
    with pytest.raises(FileMissingError, match="cannot be fetched"): helpers.fetch(address + "b")
    (folder / "b").write_bytes(b"other")
    with pytest.raises(FileMissingError, match="another file"): helpers.fetch(address + "b", sha256="00")
    assert helpers.fetch(address + "b", sha256=hashlib.sha256(b"other").hexdigest()).read_bytes() == b"other"


def header(x: np.ndarray) -> bytes:
    """That of a file in the format IDX."""
    return bytes((0, 0, 8, x.ndim)) + b"".join(n.to_bytes(4, "big") for n in x.shape)


def test_images(site: tuple[Path, str]) -> None:
    folder, address = site
    rng = np.random.default_rng(0)
    images = {n: rng.integers(0, 256, (count, 28, 28), np.uint8) for n, count in (("train", 5), ("t10k", 3))}
    for name, x in images.items():
        labels = np.arange(len(x), dtype=np.uint8)
        (folder / f"{name}-images-idx3-ubyte.gz").write_bytes(gzip.compress(header(x) + x.tobytes()))
        (folder / f"{name}-labels-idx1-ubyte.gz").write_bytes(gzip.compress(header(labels) + labels.tobytes()))
    x, y, test_x, test_y = datasets.mnist(base_url=address)
    np.testing.assert_array_equal(x.numpy()[:, 0], images["train"])
    np.testing.assert_array_equal(test_x.numpy()[:, 0], images["t10k"])
    assert y.tolist() == [0, 1, 2, 3, 4] and test_y.tolist() == [0, 1, 2]


def test_photographs(site: tuple[Path, str]) -> None:
    folder, address = site
    rows = np.random.default_rng(1).integers(0, 256, (12, 3073), np.uint8)
    with tarfile.open(folder / "c.tar.gz", "w:gz") as archive:
        for n, name in enumerate([*[f"data_batch_{i}" for i in range(1, 6)], "test_batch"]):
            part = rows[2 * n:2 * n + 2].tobytes()
            member = tarfile.TarInfo(f"cifar-10-batches-bin/{name}.bin")
            member.size = len(part)
            archive.addfile(member, io.BytesIO(part))
    x, y, test_x, test_y = datasets.cifar(url=address + "c.tar.gz")
    np.testing.assert_array_equal(x.numpy(), rows[:10, 1:].reshape(-1, 3, 32, 32))
    assert y.tolist() == rows[:10, 0].tolist() and test_x.shape == (2, 3, 32, 32) and test_y.tolist() == rows[10:, 0].tolist()
