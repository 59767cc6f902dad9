"""Captures in files: what is loaded does what was saved, and what is damaged says so."""
from __future__ import annotations

import io
import json
import pickle
import re
import subprocess
import sys
import zipfile
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from heddle import GlobalCounters, Tensor, TinyJit, Variable
from heddle.errors import FileFormatError, FileMissingError, JitError
from heddle.tensor.loading import LoadedJit, load_bytes


class Model:
    """A weight, a constant, a running sum that is assigned, and an argument that is cut at launch."""

    def __init__(self) -> None:
        self.weight = Tensor(np.arange(12, dtype=np.float32).reshape(4, 3) / 4)
        self.total = Tensor.zeros(3).contiguous().realize()

    def __call__(self, x: Tensor, more: dict[str, Tensor], n: Variable, scale: float = 2.0) -> Any:
        y = (x[:n] @ self.weight) * scale + Tensor([1.0, 2.0, 3.0])
        self.total.assign(self.total + y.sum(0))
        return {"y": y, "again": y, "view": y.T, "n": n + 1, "scale": scale}, more["z"], self.total


N = Variable("n", 1, 8)


def arguments(i: int) -> tuple[Any, ...]:
    rng = np.random.default_rng(i)
    x, z = (Tensor(rng.integers(-3, 4, shape).astype(np.float32)) for shape in ((8, 4), 2))
    return x, {"z": z}, N.bind(1 + i % 8)


def values(result: Any) -> Any:
    table, z, total = result
    assert table["again"] is table["y"] and table["n"].val == table["y"].numpy().shape[0] + 1
    return table["y"].tolist(), table["view"].tolist(), table["scale"], z.tolist(), total.tolist()


def captured() -> tuple[Model, Any]:
    model = Model()
    fn = TinyJit(model.__call__)
    for i in range(3): fn(*arguments(i))
    return model, fn


def test_what_is_loaded_does_what_was_saved(tmp_path: Path) -> None:
    _, fn = captured()
    fn.save(tmp_path / "model.capture")
    loaded = TinyJit.load(tmp_path / "model.capture")
    for i in range(3, 9): assert values(fn(*arguments(i))) == values(loaded(*arguments(i)))
    x, more, n = arguments(2)
    assert values(fn(x, n=n, more=more)) == values(loaded(x, n=n, more=more, scale=2.0))
    said, told = ([re.sub(", made at.*?(?=, assigned|$)", "", line) for line in x.explain().splitlines()] for x in (fn, loaded))
    assert told == said[:len(told)] and "  scale = 2.0" in told


def test_states_are_tensors() -> None:
    _, fn = captured()
    loaded = pickle.loads(pickle.dumps(fn))
    assert isinstance(loaded, LoadedJit) and [s.shape for s in loaded.states] == [(4, 3), (3,)]
    loaded.states[0].assign(Tensor.zeros(4, 3))
    result = loaded(*arguments(3))
    assert result[0]["y"].tolist() == [[1, 2, 3]] * 4 and result[2].tolist() == loaded.states[1].tolist()
    again = pickle.loads(pickle.dumps(loaded))
    assert again.states[0].tolist() == (np.arange(12).reshape(4, 3) / 4).tolist()  # as it was when it was saved


PROGRAM = """
import sys
from heddle import GlobalCounters, Tensor, TinyJit, Variable
f = TinyJit.load(sys.argv[1])
y = f(Tensor([[1.0] * 4] * 8), {"z": Tensor([1.0, 2.0])}, Variable("n", 1, 8).bind(2))[0]["y"].tolist()
print(y, GlobalCounters.lowered_kernels, "heddle.codegen" in sys.modules)
"""


def test_another_process_compiles_nothing(tmp_path: Path) -> None:
    _, fn = captured()
    fn.save(tmp_path / "model.capture")
    run = subprocess.run([sys.executable, "-c", PROGRAM, str(tmp_path / "model.capture")], capture_output=True, text=True, check=False)
    assert run.returncode == 0, run.stderr
    y = (np.ones((2, 4)) @ (np.arange(12).reshape(4, 3) / 4) * 2 + [1, 2, 3]).tolist()
    assert run.stdout.strip() == f"{y} 0 False"


def rewritten(data: bytes, change: Any) -> bytes:
    """The file with its manifest changed."""
    out = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(data)) as old, zipfile.ZipFile(out, "w") as new:
        for name in old.namelist():
            content = old.read(name)
            if name == "capture.json":
                manifest = json.loads(content)
                change(manifest)
                content = json.dumps(manifest).encode()
            new.writestr(name, content)
    return out.getvalue()


def file_of(fn: Any, tmp_path: Path) -> bytes:
    fn.save(tmp_path / "x.capture")
    return (tmp_path / "x.capture").read_bytes()


def test_kernels_of_another_machine_are_compiled_anew(tmp_path: Path) -> None:
    _, fn = captured()

    def elsewhere(manifest: Any) -> None:
        for kernel in manifest["kernels"]: kernel["compile_key"] = "of another machine"

    before = GlobalCounters.lowered_kernels
    from heddle.engine import programs
    programs._programs.clear()
    loaded = load_bytes(rewritten(file_of(fn, tmp_path), elsewhere))
    assert values(fn(*arguments(5))) == values(loaded(*arguments(5))) and GlobalCounters.lowered_kernels >= before


@pytest.mark.parametrize(("damage", "text"), [
    (lambda data: data[:len(data) // 2], "is no capture, or was damaged"),
    (lambda data: b"", "is no capture, or was damaged"),
    (lambda data: data[:300] + bytes([data[300] ^ 1]) + data[301:], "was damaged: BadZipFile: Bad CRC-32"),
    (lambda data: rewritten(data, lambda m: m.update(version=2)), "has version 2 of the format, this heddle reads 1"),
    (lambda data: rewritten(data, lambda m: m.update(format="something")), "is no capture"),
    (lambda data: rewritten(data, lambda m: m.pop("outputs")), "was damaged: KeyError"),
    (lambda data: rewritten(data, lambda m: m["states"][0].update(size=5)), "state.0 in .* has 48 bytes"),
])
def test_damaged_files(damage: Any, text: str, tmp_path: Path) -> None:
    data = damage(file_of(captured()[1], tmp_path))
    (tmp_path / "damaged.capture").write_bytes(data)
    with pytest.raises(FileFormatError, match=text): TinyJit.load(tmp_path / "damaged.capture")


def test_what_cannot_be_saved_or_loaded(tmp_path: Path) -> None:
    with pytest.raises(JitError, match="has no capture yet"): TinyJit(lambda x: x + 1).save(tmp_path / "x")
    with pytest.raises(FileMissingError, match="there is no file"): TinyJit.load(tmp_path / "x")
    fn = TinyJit(lambda x, part: x[part] * 2)
    for _ in range(2): fn(Tensor([1.0, 2.0, 3.0]), slice(0, 2))
    with pytest.raises(JitError, match="argument part is slice"): fn.save(tmp_path / "x")
    with pytest.raises(FileMissingError, match="there is no folder"): captured()[1].save(tmp_path / "none" / "x")


def test_arguments_that_overlap_a_state_are_refused() -> None:
    state = Tensor.zeros(3).contiguous().realize()
    fn = TinyJit(lambda x: state.assign(state + x).sum())
    for _ in range(3): fn(Tensor([1.0, 2.0, 3.0]))
    loaded = pickle.loads(pickle.dumps(fn))
    assert loaded(Tensor([1.0, 1.0, 1.0])).item() == 21
    with pytest.raises(JitError, match="has the same memory as a tensor"): loaded(loaded.states[0])


def test_random_numbers_come_from_the_generator_of_the_process() -> None:
    Tensor.manual_seed(1)
    fn = TinyJit(lambda x: x + Tensor.rand(4))
    x = Tensor.zeros(4).contiguous().realize()
    for _ in range(3): fn(x)
    loaded = pickle.loads(pickle.dumps(fn))
    Tensor.manual_seed(5)
    a = [fn(x).tolist() for _ in range(2)]
    Tensor.manual_seed(5)
    assert [loaded(x).tolist() for _ in range(2)] == a and a[0] != a[1]
