"""Sharded checkpoints: any layout and number of ranks to any other, resumed training, and what is left of a write that fails."""
from __future__ import annotations

import json
import os
import re

import numpy as np
import pytest

from heddle import Mesh, Tensor, dtypes
from heddle.distributed import checkpoint
from heddle.errors import FileFormatError, FileMissingError, MissingKeyError, ShapeError, StorageFullError
from heddle.nn.data import DataLoader, TensorDataset
from tests.distributed.launching import launch, needs_mpi

DEVICES = ("CPU", "CPU:1", "CPU:2", "CPU:3")
_ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))


def meshes() -> list[tuple[Mesh | None, dict[str, int]]]:
    two = Mesh({"data": 2, "model": 2}, DEVICES)
    return [(None, {}), (two, {}), (two, {"data": 0, "model": 1}), (two, {"data": 1, "model": 1}), (Mesh({"x": 4}, DEVICES), {"x": 0})]


def put(value: np.ndarray, mesh: Mesh | None, spec: dict[str, int]) -> Tensor:
    return Tensor(value) if mesh is None else Tensor(value).shard(mesh, spec)


@pytest.mark.parametrize("before", range(5))
@pytest.mark.parametrize("after", range(5))
def test_any_layout_is_read_in_any_other(tmp_path, before, after):
    value = np.arange(96, dtype=np.float32).reshape(8, 12)
    checkpoint.save({"w": put(value, *meshes()[before])}, tmp_path, {"step": "3"})
    found = put(np.zeros_like(value), *meshes()[after])
    device = found.device
    assert checkpoint.load({"w": found}, tmp_path) == {"step": "3"}
    np.testing.assert_array_equal(found.numpy(), value)
    assert found.device == device
    assert sorted(f.suffix for f in tmp_path.iterdir()) == [".json", ".safetensors"]


@pytest.mark.parametrize("dtype", ["bool", "uint8", "int64", "float16", "bfloat16", "float32"])
def test_every_dtype_and_shape_keeps_its_bits(tmp_path, dtype):
    mesh = Mesh({"x": 2}, DEVICES[:2])
    made = {"matrix": Tensor.randint(4, 6, high=2).cast(getattr(dtypes, dtype)), "one": Tensor(1).cast(getattr(dtypes, dtype))}
    checkpoint.save({"matrix": made["matrix"].shard(mesh, {"x": 1}), "one": made["one"].shard(mesh)}, tmp_path)
    found = {"matrix": Tensor.zeros(4, 6, dtype=dtype), "one": Tensor.zeros(dtype=dtype)}
    checkpoint.load(found, tmp_path)
    for name, t in found.items(): assert t.tolist() == made[name].tolist() and t.dtype == made[name].dtype


def test_what_does_not_fit_is_named_and_changes_nothing(tmp_path):
    with pytest.raises(FileMissingError, match="has no checkpoint"): checkpoint.load({}, tmp_path)
    checkpoint.save({"w": Tensor.ones(4), "v": Tensor.ones(2)}, tmp_path)
    w = Tensor.zeros(4)
    with pytest.raises(MissingKeyError, match=r"u is missing; v has shape \(2,\), here \(3,\)"):
        checkpoint.load({"w": w, "u": Tensor.zeros(1), "v": Tensor.zeros(3)}, tmp_path)
    assert w.tolist() == [0, 0, 0, 0]
    for text in ("{", "[]", json.dumps({"version": 2, "tensors": {}})):
        (tmp_path / "index.json").write_text(text)
        with pytest.raises(FileFormatError, match=r"index\.json"): checkpoint.load({"w": w}, tmp_path)


@pytest.mark.parametrize("failing", ["safe_save", "replace_file"])
def test_a_write_that_fails_leaves_the_old_checkpoint(tmp_path, monkeypatch, failing):
    checkpoint.save({"w": Tensor.ones(4)}, tmp_path, {"step": "1"})

    def fails(*_: object) -> None: raise StorageFullError("no room", "Make room.")
    monkeypatch.setattr(checkpoint, failing, fails)
    with pytest.raises(StorageFullError): checkpoint.save({"w": Tensor.zeros(4)}, tmp_path, {"step": "2"})
    found = Tensor.zeros(4)
    assert checkpoint.load({"w": found}, tmp_path) == {"step": "1"}
    assert found.tolist() == [1, 1, 1, 1]


def test_a_save_deletes_the_files_of_the_checkpoint_that_it_replaces_alone(tmp_path):
    others = ["model-00001-of-00002.safetensors", "0123456789abcdef-00000-of-00001.safetensors", ".0123456789abcdef.backup",
              "0123456789abcdef.saving", "notes.txt"]
    for name in others: (tmp_path / name).write_text("mine")
    checkpoint.save({"w": Tensor.ones(4)}, tmp_path)
    first = set(os.listdir(tmp_path)) - {*others, "index.json"}
    checkpoint.save({"w": Tensor.zeros(4)}, tmp_path)
    second = set(os.listdir(tmp_path)) - {*others, "index.json"}
    assert len(first) == len(second) == 1 and first != second
    assert all((tmp_path / name).read_text() == "mine" for name in others)


@pytest.mark.parametrize("index", ['{"weight_map": {}}', '{"version": 2}', "[1", ""])
def test_an_index_of_something_else_is_not_replaced(tmp_path, index):
    (tmp_path / "index.json").write_text(index)
    with pytest.raises(FileFormatError, match=r"a checkpoint would replace a file: .*index\.json") as error:
        checkpoint.save({"w": Tensor.ones(4)}, tmp_path)
    assert "Save to another folder" in str(error.value)
    assert os.listdir(tmp_path) == ["index.json"] and (tmp_path / "index.json").read_text() == index


def test_an_index_deletes_nothing_but_files_of_ranks(tmp_path):
    """As one that somebody has edited."""
    folder = tmp_path / "checkpoint"
    checkpoint.save({"w": Tensor.ones(4)}, folder)
    index = json.loads((folder / "index.json").read_text())
    victims = tmp_path / "0123456789abcdef-00000-of-00001.safetensors", folder / "model-00001-of-00002.safetensors"
    for victim, name in zip(victims, (f"../{victims[0].name}", victims[1].name), strict=True):
        victim.write_text("mine")
        index["tensors"][name] = {"dtype": "F32", "shape": [1], "pieces": [{"file": name, "key": "k", "start": [0], "shape": [1]}]}
    (folder / "index.json").write_text(json.dumps(index))
    checkpoint.save({"w": Tensor.ones(4)}, folder)
    assert [victim.read_text() for victim in victims] == ["mine", "mine"]
    assert len(os.listdir(folder)) == 3


class Killed(BaseException):
    """The end of a process."""


@pytest.mark.parametrize("at", ["safe_save", "replace_file", "_clean", "unlink"])
def test_the_next_save_removes_what_an_interrupted_one_has_left(tmp_path, monkeypatch, at):
    (tmp_path / "model-00001-of-00002.safetensors").write_text("mine")
    checkpoint.save({"w": Tensor.ones(4)}, tmp_path)

    def killed(*arguments, **options):
        match at:
            case "safe_save":
                name = arguments[1].name
                (tmp_path / f".{name}.{16 * 'a'}").write_text("a half")
                (tmp_path / name.replace("00000-of", "00001-of")).write_text("of another rank")
            case "replace_file" if arguments[0].suffix == ".saving": return replace_file(*arguments)
            case "unlink" if arguments[0].name.startswith("."): return unlink(*arguments, **options)
            case _: pass
        raise Killed

    replace_file, unlink = checkpoint.replace_file, type(tmp_path).unlink
    with monkeypatch.context() as patch, pytest.raises(Killed):
        if at == "unlink": patch.setattr(type(tmp_path), "unlink", killed)
        else: patch.setattr(checkpoint, at, killed)
        checkpoint.save({"w": Tensor.full((4,), 2)}, tmp_path)
    assert len(os.listdir(tmp_path)) > 3
    found = Tensor.zeros(4)
    checkpoint.load({"w": found}, tmp_path)
    assert found.tolist() == ([1] * 4 if at in ("safe_save", "replace_file") else [2] * 4)
    checkpoint.save({"w": Tensor.full((4,), 3)}, tmp_path)
    checkpoint.load({"w": found}, tmp_path)
    assert found.tolist() == [3] * 4
    assert len(os.listdir(tmp_path)) == 3 and (tmp_path / "model-00001-of-00002.safetensors").read_text() == "mine"


def test_a_loader_cuts_batches_over_a_mesh_and_loads_each_item_once():
    mesh = Mesh({"data": 2, "model": 2}, DEVICES)
    items = [(np.arange(3, dtype=np.float32) + 10 * i, i) for i in range(10)]
    alone = [(x.numpy(), y.numpy()) for x, y in DataLoader(items, 4, shuffle=True, seed=3, drop_last=True)]
    together = list(DataLoader(items, 4, shuffle=True, seed=3, drop_last=True, device=mesh, workers=1))
    for (x, y), (one_x, one_y) in zip(together, alone, strict=True):
        assert x.device == mesh
        np.testing.assert_array_equal(x.numpy(), one_x)
        np.testing.assert_array_equal(y.numpy(), one_y)
        np.testing.assert_array_equal((x.sum(0)).numpy(), one_x.sum(0))
    (rows,) = next(iter(DataLoader(TensorDataset(np.arange(8)), 4, device=mesh)))
    assert rows.tolist() == [0, 1, 2, 3]


def test_a_loader_refuses_what_cannot_be_cut_evenly():
    mesh, items = Mesh({"data": 4}, DEVICES), list(range(10))
    for batch, sizes in ((6, "4 or 8"), (3, "4"), (1, "4")):
        with pytest.raises(ShapeError, match=f"batches of {batch} items cannot be cut evenly over 4 devices") as error:
            DataLoader(items, batch, device=mesh, drop_last=True)
        assert f"a multiple of 4, such as {sizes}." in str(error.value)
    with pytest.raises(ShapeError, match="the last batch, 2 of 10 items, cannot be cut evenly over 4 devices") as error:
        DataLoader(items, 8, device=mesh)
    assert "Leave it out with drop_last=True, or give 8 or 12 items." in str(error.value)
    with pytest.raises(ShapeError, match="batches of 3 items cannot be cut evenly"): DataLoader(items, 3, device=DEVICES)
    assert [len(batch.tolist()) for batch in DataLoader(items, 8, device=mesh, drop_last=True)] == [8]
    assert [len(batch.tolist()) for batch in DataLoader(items[:4], 8, device=mesh)] == [4], "the last batch may be small"
    assert [len(batch.tolist()) for batch in DataLoader(items, 3, device=Mesh({"model": 4}, DEVICES))] == [3, 3, 3, 1], "not cut"
    grows = list(range(8))
    loader = DataLoader(grows, 4, device=mesh)
    grows += [8, 9]
    with pytest.raises(ShapeError, match="the last batch, 2 of 10 items"): iter(loader)


TRAINING = """
    import os, sys
    sys.path.insert(0, {root!r})
    import heddle.distributed as distributed
    from heddle import Mesh, Tensor, nn
    from heddle.distributed import checkpoint
    from heddle.nn.data import DataLoader
    from heddle.nn.optim import AdamW
    from heddle.nn.state import get_state_dict
    import numpy as np

    recipe, begin, end, folder = sys.argv[1], int(sys.argv[2]), int(sys.argv[3]), sys.argv[4]
    distributed.initialize()
    mesh = Mesh({"data": distributed.size()})
    rng = np.random.default_rng(0)
    loaded = []

    class Items:
        items = [(rng.standard_normal(6).astype(np.float32), int(rng.integers(4))) for _ in range(32)]
        def __len__(self): return len(self.items)
        def __getitem__(self, i): loaded.append(i); return self.items[i]

    Tensor.manual_seed(0)
    model = nn.Sequential(nn.Linear(6, 16), nn.Tanh(), nn.Dropout(0.2), nn.Linear(16, 4))
    if recipe == "parameters": distributed.shard_parameters(model, mesh)
    else: distributed.data_parallel(model, mesh)
    optimizer = AdamW(nn.state.get_parameters(model), lr=0.01)
    if recipe == "optimizer": distributed.shard_optimizer(optimizer, mesh)
    state = {**get_state_dict(model, "model"), **get_state_dict(optimizer, "optimizer")}
    if begin: assert checkpoint.load(state, folder) == {"step": str(begin)}
    loader = DataLoader(Items(), 8, shuffle=True, seed=5, device=mesh)
    with Tensor.train():
        for step in range(begin, end):
            Tensor.manual_seed(step)
            loader.epoch = step
            batch, labels = next(iter(loader))
            optimizer.zero_grad()
            loss = model(batch).sparse_categorical_crossentropy(labels).backward()
            optimizer.step()
            if distributed.rank() == 0: print(f"loss {loss.item()!r}", flush=True)
            else: loss.item()
    checkpoint.save(state, folder, {"step": str(end)})
    print(f"loaded {len(loaded)} items", flush=True)
""".replace("{root!r}", repr(_ROOT))


@needs_mpi
@pytest.mark.parametrize(("first", "then", "recipe"), [
    (2, 1, "parameters"), *[pytest.param(*case, marks=pytest.mark.slow) for case in (
        (1, 2, "optimizer"), (4, 2, "parameters"), (2, 4, "data"))]])
def test_training_goes_on_with_another_number_of_ranks(tmp_path, first, then, recipe):
    """Four steps on some ranks, then four on others, are eight on one: draws and batches too."""
    (tmp_path / "whole").mkdir()
    whole = launch(tmp_path, 1, TRAINING, "data", "0", "8", str(tmp_path / "whole")).checked().said
    said = [launch(tmp_path, n, TRAINING, recipe, *steps, str(tmp_path / "parts")).checked().said
            for n, steps in ((first, ("0", "4")), (then, ("4", "8")))]
    wanted, found = ([float(n) for n in re.findall(r"loss (\S+)", text)] for text in (whole, "".join(said)))
    assert len(wanted) == 8 and found == pytest.approx(wanted, rel=1e-5)
    for n, text in zip((first, then), said, strict=True): assert text.count(f"loaded {4 * 8 // n} items") == n
    files = list((tmp_path / "parts").glob("*.safetensors"))
    assert len(files) == then
