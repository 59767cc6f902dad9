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

from heddle import Context, GlobalCounters, Tensor, TinyJit, Variable, errors
from heddle.errors import DeviceError, FileFormatError, FileMissingError, JitError
from heddle.jit.load import load_bytes


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
    assert isinstance(loaded, TinyJit) and [s.shape for s in loaded.states] == [(4, 3), (3,)]
    loaded.states[0].assign(Tensor.zeros(4, 3))
    result = loaded(*arguments(3))
    assert result[0]["y"].tolist() == [[1, 2, 3]] * 4 and result[2].tolist() == loaded.states[1].tolist()
    again = pickle.loads(pickle.dumps(loaded))
    assert [s.tolist() for s in again.states] == [s.tolist() for s in loaded.states] == [[[0.0] * 3] * 4, result[2].tolist()]
    assert values(again(*arguments(4))) == values(loaded(*arguments(4)))


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
    from heddle.engine import compile
    compile._programs.clear()
    loaded = load_bytes(rewritten(file_of(fn, tmp_path), elsewhere))
    assert values(fn(*arguments(5))) == values(loaded(*arguments(5))) and GlobalCounters.lowered_kernels >= before


@pytest.mark.parametrize(("damage", "text"), [
    (lambda data: data[:len(data) // 2], "is not a capture, or is damaged: BadZipFile"),
    (lambda data: b"", "is not a capture, or is damaged: BadZipFile"),
    (lambda data: data[:300] + bytes([data[300] ^ 1]) + data[301:], "is damaged: BadZipFile: Bad CRC-32"),
    (lambda data: rewritten(data, lambda m: m.update(version=6)), "has version 6 of the format, this heddle reads up to 5"),
    (lambda data: rewritten(data, lambda m: m.update(version=0)), "has version 0 of the format, this heddle reads up to 5"),
    (lambda data: rewritten(data, lambda m: m.update(format="something")), "is no capture"),
    (lambda data: rewritten(data, lambda m: m.pop("outputs")), "is damaged: KeyError"),
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


def test_what_is_loaded_has_no_function(tmp_path: Path) -> None:
    _, fn = captured()
    loaded = pickle.loads(pickle.dumps(fn))
    assert repr(loaded) == "<TinyJit of Model.__call__, from a file>" and loaded.__name__ == "Model.__call__"
    for call in (loaded.reset, loaded.function):
        with pytest.raises(JitError, match=r"Model.__call__ was loaded from a file, without a function to"): call()
    with Context(JIT=0): assert values(loaded(*arguments(3))) == values(fn(*arguments(3)))
    x = arguments(3)[0]
    other = TinyJit(lambda x, n, m: (x[:n] + 1, x[:m] * 2))
    for i in range(3): other(x, N.bind(2 + i), N.bind(2 + i))
    with pytest.raises(JitError, match="a variable has two values in the arguments"):
        pickle.loads(pickle.dumps(other))(x, N.bind(2), N.bind(3))

    class Holder:
        model = loaded

    assert Holder().model is loaded and Holder.model is loaded
    loaded.save(tmp_path / "again.capture")
    again = TinyJit.load(tmp_path / "again.capture")
    for i in range(4, 6): assert values(again(*arguments(i))) == values(loaded(*arguments(i)))


def test_what_is_loaded_is_no_part_of_another_capture() -> None:
    loaded = pickle.loads(pickle.dumps(captured()[1]))
    outer = TinyJit(lambda i: loaded(*arguments(i)))
    with pytest.raises(JitError, match=r"(?s)loaded from a file, without a function.*outside of what is captured"): outer(1)


def test_the_older_name_of_what_is_loaded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(errors, "_warned", set())
    from heddle.jit import load
    with pytest.warns(errors.OldSpellingWarning, match="LoadedJit is heddle.TinyJit now"): assert load.LoadedJit is TinyJit
    with pytest.raises(AttributeError, match="LoadedJIT"): load.LoadedJIT


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


@pytest.mark.parametrize("version", (1, 2))
def test_files_of_every_version_are_read(version: int) -> None:
    """What was saved is `step` of `several_devices`, on one device in version 1 and on two since then."""
    loaded = TinyJit.load(Path(__file__).parent / "captures" / f"version_{version}.capture")
    devices = ("CPU",) if version == 1 else TWO
    for n in (1, 2):
        found = loaded(Tensor([[1.0, 1.0]] * 2).shard(devices, 0))
        assert found["y"].tolist() == [[10, 14, 18]] * 2 and found["turned"].tolist() == [[10, 10], [14, 14], [18, 18]]
        assert found["total"].tolist() == [20 * n, 28 * n, 36 * n] and found["y"].device == (devices[0] if version == 1 else TWO)


def every_source() -> Any:
    """A captured function with a result of every source, a condition on a size and, in version 4, a variable with two values."""
    weight, total = Tensor([1.0, 2.0, 3.0]).realize(), Tensor.zeros(3).contiguous().realize()

    @TinyJit
    def step(x: Tensor, more: list[Tensor], n: Any, m: Any, scale: float = 2.0) -> dict[str, Any]:
        rows = (x[:n] * weight * scale + more[0] if n > 1 else x[:n]).realize()
        total.assign(total + (x[:m] + 1).sum(0))
        return {"rows": rows, "again": rows, "turned": rows.T, "plain": (x + 1).realize(), "n": n + m, "scale": scale, "x": x,
                "column": x[:, 0], "weight": weight, "total": total, "last": total[2]}
    return step


ROWS = Variable("n", 1, 4)


@pytest.mark.parametrize("file", ("version_3_of_4fa9a0a", "version_4_of_4fa9a0a", "version_4_of_fc92453"))
def test_files_of_earlier_commits_are_read(file: str) -> None:
    """Each is what this did at the commit in its name; for version 3 with `ROWS.bind(2)` twice:

    step = every_source()
    for i in range(3): step(Tensor(np.ones((4, 3), np.float32) * i), [Tensor([1.0]).realize()], ROWS.bind(2), ROWS.bind(3))
    step.save(path)
    """
    loaded, total = TinyJit.load(Path(__file__).parent / "captures" / f"{file}.capture"), 0.0
    values = np.arange(12, dtype=np.float32).reshape(4, 3)
    before = loaded.states[1].numpy()
    for n in (2, 3, 4):
        m = 4 if "version_4" in file else n
        x = Tensor(values).realize()
        found = loaded(x, [Tensor([1.0])], ROWS.bind(n), ROWS.bind(m))
        total += (values[:m] + 1).sum(0)
        assert found["again"] is found["rows"] and found["x"] is x and found["scale"] == 2.0 and found["n"].val == n + m
        wanted = {"rows": values[:n] * [2, 4, 6] + 1, "turned": (values[:n] * [2, 4, 6] + 1).T, "plain": values + 1,
                  "column": values[:, 0], "weight": [1, 2, 3], "total": before + total, "last": (before + total)[2]}
        for name, value in wanted.items(): np.testing.assert_array_equal(found[name].numpy(), value)
    with pytest.raises(errors.ShapeError, match="1 < n does not hold for n = 1"):
        loaded(Tensor(values), [Tensor([1.0])], ROWS.bind(1), ROWS.bind(1))


def test_a_kernel_of_an_op_that_is_not_known_is_refused_in_one_line(tmp_path: Path) -> None:
    out = tmp_path / "other.capture"
    with zipfile.ZipFile(Path(__file__).parent / "captures/version_4_of_fc92453.capture") as old, zipfile.ZipFile(out, "w") as new:
        for name in old.namelist(): new.writestr(name, old.read(name).replace(b"STORE void", b"STASH void"))
    with pytest.raises(FileFormatError, match=r"other.capture is damaged: .*STASH") as fault: TinyJit.load(out)
    assert "\n" not in fault.value.what


# ---- over several devices

TWO, X = ("CPU", "CPU:1"), np.arange(24, dtype=np.float32).reshape(6, 4)


def over_two(axis: int | None) -> Any:
    """A captured function of a tensor cut along axis 0, with a state spread along `axis` and one that it assigns."""
    weight, total = Tensor(X / 4).shard(TWO, axis).realize(), Tensor(X * 0).shard(TWO, 0).realize()

    @TinyJit
    def step(x: Tensor, more: float = 3.0) -> dict[str, Tensor]:
        y = x * weight + more
        total.assign(total + y)
        return {"y": y, "turned": y.T, "sum": y.sum(), "total": total, "x": x.T, "here": y.to("CPU") * 2, "rows": y.sum(1)}
    for n in range(3): step(Tensor(X + n).shard(TWO, 0))
    return step


@pytest.mark.parametrize("axis", (None, 0, 1))
@pytest.mark.parametrize("places", ({}, {"cpu:1": "CPU:3"}, {"CPU": "CPU:1", "CPU:1": "CPU"}, {"CPU:1": "PYTHON"}), ids=str)
def test_a_capture_over_several_devices_is_loaded_on_those_or_others(axis: int | None, places: dict[str, str], tmp_path: Path) -> None:
    step = over_two(axis)
    step.save(tmp_path / "step.capture")
    loaded = TinyJit.load(tmp_path / "step.capture", devices=places)
    here = tuple({name.upper(): place for name, place in places.items()}.get(name, name) for name in TWO)
    for n in range(3):
        wanted, found = step(Tensor(X + n).shard(TWO, 0)), loaded(Tensor(X + n).shard(here, 0))
        for name in wanted: np.testing.assert_allclose(found[name].numpy(), wanted[name].numpy(), rtol=1e-5)
        assert found["y"].device == found["total"].device == here and found["here"].device == here[0]
    again = pickle.loads(pickle.dumps(loaded))
    assert again.states[0].device == here and again(Tensor(X).shard(here, 0))["y"].device == here
    with pytest.raises(JitError, match=re.escape(f"device {here} expected")): loaded(Tensor(X))


def test_a_value_that_all_devices_hold_is_in_the_file_once(tmp_path: Path) -> None:
    over_two(None).save(tmp_path / "step.capture")
    with zipfile.ZipFile(tmp_path / "step.capture") as archive: manifest = json.loads(archive.read("capture.json"))
    assert manifest["devices"] == list(TWO) and manifest["version"] == 2
    contents = [state["content"] for state in manifest["states"]]
    assert sorted(contents) == [["state.0.0", "state.0.0"], ["state.1.0", "state.1.1"]]
    assert len(manifest["kernels"]) > len({kernel["program"] for kernel in manifest["kernels"]})


def test_random_numbers_and_assigned_arguments_on_several_devices(tmp_path: Path) -> None:
    def noisy(x: Tensor, out: Tensor) -> Tensor:
        out.assign(out + x * Tensor.rand(6, 4, device=TWO))
        return out.sum()
    step = TinyJit(noisy)
    Tensor.manual_seed(3)
    for _ in range(3): step(Tensor(X).shard(TWO, 0), Tensor(X).shard(TWO, 1).realize())
    step.save(tmp_path / "noisy.capture")
    loaded, sums = TinyJit.load(tmp_path / "noisy.capture"), []
    for fn in (step, loaded):
        Tensor.manual_seed(7)
        out = Tensor(X).shard(TWO, 1).realize()
        sums.append([fn(Tensor(X).shard(TWO, 0), out).item() for _ in range(3)] + out.tolist())
    assert sums[0] == sums[1] and sums[0][0] != sums[0][1]


@pytest.mark.parametrize(("places", "text"), [
    ({"CPU:1": "CUDA:7"}, "was captured on CPU, CPU:1, and CUDA:7 cannot be used here: .*devices={.CPU:1.: .CPU.}"),
    ({"CPU:1": "NOWHERE"}, "and NOWHERE cannot be used here: unknown device 'NOWHERE'"),
    ({"CPU:2": "CPU:3"}, "has no device CPU:2 for which CPU:3 could stand.*It has CPU, CPU:1"),
    ({"CPU:1": "CPU"}, "CPU and CPU:1 of .* would both be CPU"),
])
def test_devices_that_cannot_take_the_place(places: dict[str, str], text: str, tmp_path: Path) -> None:
    over_two(0).save(tmp_path / "step.capture")
    with pytest.raises(DeviceError, match=f"(?s){text}"): TinyJit.load(tmp_path / "step.capture", devices=places)


def test_a_device_of_the_file_that_is_missing_is_named(tmp_path: Path) -> None:
    def elsewhere(manifest: Any) -> None:
        manifest["devices"] = ["CPU", "LOOM:1"]
        for kernel in manifest["kernels"]: kernel["device"] = kernel["device"].replace("CPU:1", "LOOM:1")
    data = rewritten(file_of(over_two(0), tmp_path), elsewhere)
    (tmp_path / "loom.capture").write_bytes(data)
    with pytest.raises(DeviceError, match=r"(?s)captured on CPU, LOOM:1, and LOOM:1 cannot be used here.*devices=\{.LOOM:1.: .CPU.\}"):
        TinyJit.load(tmp_path / "loom.capture")
