"""State by name, and safetensors files: what is read lazily, what is refused, what survives a failure."""
from __future__ import annotations

import json
import os
from collections import namedtuple
from pathlib import Path
from typing import Any

import jax.numpy as jnp
import numpy as np
import pytest
import safetensors.torch
import torch
from hypothesis import given
from hypothesis import strategies as st

from heddle import GlobalCounters, Tensor, TinyJit, dtypes, nn
from heddle.errors import (
    DTypeError,
    FileFormatError,
    FileMissingError,
    HeddleError,
    ShapeError,
    StorageFullError,
)
from heddle.nn.optim import SGD
from heddle.nn.state import (
    accept_filename,
    get_parameters,
    get_state_dict,
    inverse_safe_dtypes,
    load_state_dict,
    safe_dtypes,
    safe_load,
    safe_load_metadata,
    safe_save,
)
from heddle.schedule.sharding import axis_of
from heddle.tensor.io.safetensors import DTYPES, NAMES, parse_header

# ---- collecting


def test_names_are_paths() -> None:
    class Model:
        def __init__(self) -> None:
            self.layers = [nn.Linear(2, 3), (nn.Linear(3, 1, bias=False),)]
            self.table, self.pair = {"a": Tensor([1.0])}, namedtuple("Pair", "x y")(Tensor([1]), 5)
            self.itself, self.nothing, self.size = self, None, 4
    names = ["layers.0.weight", "layers.0.bias", "layers.1.0.weight", "table.a", "pair.x"]
    assert list(get_state_dict(Model())) == names and len(get_parameters(Model())) == 5
    assert list(get_state_dict(Model(), "m.")) == [f"m.{n}" for n in names]


# ---- loading


def test_a_model_takes_all_or_nothing() -> None:
    model = nn.Linear(2, 3)
    before = model.weight.numpy()
    with pytest.raises(ShapeError,
                       match=r"(?s)2 tensors do not fit.*bias is missing.*weight has shape \(3, 4\), "
                       r"the model's has \(3, 2\).*Not used: other"):
        load_state_dict(model, {"weight": Tensor.ones(3, 4), "other": Tensor.ones(1)})
    np.testing.assert_array_equal(model.weight.numpy(), before)
    load_state_dict(model, {"weight": Tensor.ones(3, 2)}, strict=False)
    assert model.weight.tolist() == [[1, 1]] * 3


def test_unused_names_are_told_and_consumed(capsys: pytest.CaptureFixture[str]) -> None:
    stored = {"weight": Tensor.ones(3, 2), "bias": Tensor.zeros(3), "more": Tensor.ones(1)}
    load_state_dict(nn.Linear(2, 3), stored, consume=True)
    assert capsys.readouterr().out == "not used: more.\n".replace(".\n", "\n") and list(stored) == ["more"]


# ---- round trips


@given(st.dictionaries(st.text(min_size=1, max_size=6), st.tuples(st.sampled_from(sorted(DTYPES)),
                                                                  st.lists(st.integers(0, 3), max_size=3).map(tuple)), max_size=5))
def test_what_is_saved_is_loaded(tmp_path_factory: Any, table: dict[str, tuple[str, tuple[int, ...]]]) -> None:
    table.pop("__metadata__", None)
    path = tmp_path_factory.mktemp("st") / "x.safetensors"
    tensors = {name: (Tensor.randint(*shape, high=2) if shape else Tensor.randint((), high=2)).cast(DTYPES[kind]) for name,
               (kind, shape) in table.items()}
    want = {name: t.float().numpy() for name, t in tensors.items()}
    safe_save(tensors, path, {"note": "é"})
    loaded = safe_load(path)
    assert set(loaded) == set(table)
    for name, t in loaded.items():
        assert t.shape == table[name][1] and t.dtype == DTYPES[table[name][0]] and t.device.startswith("DISK")
        np.testing.assert_array_equal(t.to("CPU").float().numpy(), want[name])
    theirs = safetensors.torch.load_file(path)
    for name, t in theirs.items(): np.testing.assert_array_equal(t.float().numpy(), want[name])


def test_files_of_the_format_s_own_library(tmp_path: Path) -> None:
    kinds = {"a": torch.bfloat16, "b": torch.float8_e4m3fn, "c": torch.bool, "d": torch.int64, "e": torch.float16, "f": torch.uint8}
    made = {name: torch.arange(6).reshape(2, 3).to(kind) for name, kind in kinds.items()}
    safetensors.torch.save_file(made, tmp_path / "x", {"k": "v"})
    for name, t in safe_load(tmp_path / "x").items():
        want = made[name].float() if made[name].is_floating_point() else made[name]
        np.testing.assert_array_equal(t.numpy(), want.numpy())
    data, start, table = safe_load_metadata(tmp_path / "x")
    assert table["__metadata__"] == {"k": "v"} and table["d"]["dtype"] == dtypes.int64
    assert data.shape[0] == os.path.getsize(tmp_path / "x") and start % 8 == 0


def test_nothing_is_read_before_it_is_wanted(tmp_path: Path) -> None:
    safe_save({"big": Tensor.ones(1000, 1000), "small": Tensor([1.0, 2.0])}, tmp_path / "x")
    before = GlobalCounters.copy_bytes
    loaded = safe_load(tmp_path / "x")
    assert GlobalCounters.copy_bytes == before
    assert (loaded["small"].to("CPU") * 2).tolist() == [2, 4]
    assert GlobalCounters.copy_bytes - before <= 8


def test_a_model_from_a_file(tmp_path: Path) -> None:
    model, other, x = nn.Conv2d(2, 3, 3), nn.Conv2d(2, 3, 3), Tensor.rand(1, 2, 5, 5).realize()
    safe_save(get_state_dict(model), tmp_path / "m")
    load_state_dict(other, safe_load(str(tmp_path / "m")))
    np.testing.assert_array_equal(model(x).numpy(), other(x).numpy())


@pytest.mark.parametrize("given", ["of another model", "in memory", "not computed", "in a file", "of one moved"])
@pytest.mark.parametrize("is_computed", [False, True])
def test_models_with_the_same_weights_are_trained_apart(given: str, is_computed: bool, tmp_path: Path) -> None:
    first, second = nn.Linear(3, 2000), nn.Linear(3, 2000)
    if is_computed: Tensor.realize(*get_parameters(first), *get_parameters(second))
    state = get_state_dict(first)
    if given == "in memory": state = {name: Tensor(t.numpy()) for name, t in state.items()}
    if given == "not computed": state = {name: t * 2 for name, t in state.items()}
    if given in ("in a file", "of one moved"):
        safe_save(state, tmp_path / "x")
        state = {name: t.to("CPU") if given == "of one moved" else t for name, t in safe_load(tmp_path / "x").items()}
    want = {name: t.numpy().copy() for name, t in state.items()}
    load_state_dict(first, state)
    optimizer = SGD(get_parameters(first), lr=1.0)
    load_state_dict(second, state)
    assert second.weight.requires_grad is None
    x = Tensor.ones(2, 3)
    (first(x).sum() + 3 * second(x).sum()).backward()
    np.testing.assert_allclose(second.weight.grad.numpy(), np.full((2000, 3), 6.0))
    optimizer.step()
    for name, t in get_state_dict(second).items(): np.testing.assert_array_equal(t.numpy(), want[name], name)
    np.testing.assert_allclose(first.weight.numpy(), want["weight"] - 2, rtol=1e-5, atol=1e-5)
    if given != "of another model": np.testing.assert_array_equal(state["weight"].numpy(), want["weight"])


def test_a_target_network_in_captured_steps() -> None:
    online, target = nn.Linear(3, 2), nn.Linear(3, 2)
    optimizer = SGD(get_parameters(online), lr=0.5)

    def step(x: Tensor) -> Tensor:
        optimizer.zero_grad()
        loss = (online(x) - target(x).detach() - 1).square().mean()
        loss.backward()
        return loss.realize(*optimizer.schedule_step())

    captured, x = TinyJit(step), Tensor.ones(4, 3).realize()
    load_state_dict(target, get_state_dict(online))
    losses = []
    for i in range(8):
        losses.append(captured(x).item())
        if i == 4: load_state_dict(target, get_state_dict(online))  # the capture reads both where they were
    assert losses[0] == pytest.approx(1, abs=1e-5) and losses[5] == pytest.approx(1, abs=1e-5)
    for a, b in zip(losses[:3], losses[5:], strict=True): assert a == pytest.approx(b, rel=1e-3)


def test_weights_are_sharded_as_the_model_is() -> None:
    devices, model, w = ("CPU", "CPU:1"), nn.Linear(3, 4), Tensor.rand(4, 3)
    for t in get_parameters(model): t.shard_(devices, axis=0).realize()
    load_state_dict(model, {"weight": w, "bias": Tensor.zeros(4)})
    assert axis_of(model.weight.uop) == axis_of(model.bias.uop) == 0
    np.testing.assert_array_equal(model.weight.numpy(), w.numpy())


# ---- files that are wrong


def _file(path: Path, header: Any, data: bytes = b"", length: int | None = None) -> Path:
    text = header if isinstance(header, bytes) else json.dumps(header).encode()
    path.write_bytes((len(text) if length is None else length).to_bytes(8, "little") + text + data)
    return path


def _row(begin: int, end: int, dtype: str = "F32", shape: list[Any] | None = None) -> dict[str, Any]:
    return {"dtype": dtype, "shape": [(end - begin) // 4] if shape is None else shape, "data_offsets": [begin, end]}


BROKEN: list[tuple[Any, bytes, int | None, str]] = [
    ({"a": _row(0, 8)}, b"1234", None, "cut short: tensor 'a' ends at byte 8 of the data, which has 4"),
    ({"a": _row(0, 8), "b": _row(4, 12)}, b"0" * 12, None, r"bytes of 'b' \(4 to 12\) overlap those of 'a', which end at 8"),
    ({"a": _row(0, 4), "b": _row(8, 12)}, b"0" * 12, None, "bytes 4 to 8 of the data belong to no tensor"),
    ({"a": _row(0, 4)}, b"0" * 9, None, "bytes 4 to 9 of the data belong to no tensor"),
    ({"a": _row(0, 8, shape=[3])}, b"0" * 8, None, r"tensor 'a' of .* has 8 bytes, but F32 of shape \(3,\) takes 12"),
    ({"a": _row(0, 4, "F31")}, b"0" * 4, None, "unknown dtype 'F31'.*There are: BOOL"),
    ({"a": _row(0, 4, shape=[-1])}, b"0" * 4, None, "has the shape"), ({"a": _row(4, 0, shape=[1])}, b"0" * 4, None,
                                                                       "has the data_offsets"),
    ({"a": {"dtype": "F32"}}, b"", None, "lacks dtype, shape or data_offsets"), (b"[1, 2]", b"", None, "no table of tensors"),
    (b'{"a": ', b"", None, "header of .* is no JSON"), (b"\xff\xfe{}", b"", None,
                                                        "no JSON"), ({"__metadata__": {"a": 1}}, b"", None, "must hold texts"),
    (b'{"a": {"dtype":"U8","shape":[0],"data_offsets":[0,0]}, "a": 1}', b"", None, "two entries 'a'"),
    (b"{}", b"", 1 << 40, "header takes 1099511627784 bytes, the file has 10"),
]


@pytest.mark.parametrize(("header", "data", "length", "text"), BROKEN, ids=[b[3][:30] for b in BROKEN])
def test_broken_file(tmp_path: Path, header: Any, data: bytes, length: int | None, text: str) -> None:
    with pytest.raises(FileFormatError, match="(?s)" + text): safe_load(_file(tmp_path / "x", header, data, length))


def test_short_and_missing_files(tmp_path: Path) -> None:
    (tmp_path / "x").write_bytes(b"123")
    with pytest.raises(FileFormatError, match="it has 3 bytes, and 8 are needed"): safe_load(tmp_path / "x")
    with pytest.raises(FileMissingError, match="cannot open"): safe_load(tmp_path / "y")


@given(st.binary(max_size=200))
def test_any_header_is_read_or_refused(text: bytes) -> None:
    try: parse_header(text, 8 + len(text), "x")
    except FileFormatError: pass


def test_every_cut_of_a_good_file_is_refused(tmp_path: Path) -> None:
    safe_save({"a": Tensor([1.0, 2.0]), "b": Tensor([[1], [2]])}, tmp_path / "x")
    whole = (tmp_path / "x").read_bytes()
    for n in range(len(whole)):
        (tmp_path / "y").write_bytes(whole[:n])
        with pytest.raises(HeddleError): safe_load(tmp_path / "y")


# ---- saving


def test_a_failed_save_leaves_the_old_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "x"
    safe_save({"a": Tensor([1.0])}, path)
    old = path.read_bytes()

    def full(fd: int) -> None: raise OSError(28, "No space left on device")
    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(StorageFullError, match=r"(?s)cannot write .*No space left.*Make room"): safe_save({"a": Tensor([2.0])}, path)
    assert path.read_bytes() == old and os.listdir(tmp_path) == ["x"]
    with pytest.raises(FileMissingError, match="there is no folder"): safe_save({"a": Tensor([2.0])}, tmp_path / "no" / "x")


def test_tensors_lie_at_multiples_of_their_size(tmp_path: Path) -> None:
    safe_save({"a": Tensor([True]), "b": Tensor([1.0], dtype="float64"), "c": Tensor([1], dtype="int16")}, tmp_path / "x")
    _, start, table = safe_load_metadata(tmp_path / "x")
    for row in table.values(): assert (start + row["data_offsets"][0]) % row["dtype"].itemsize == 0
    assert set(NAMES) == set(DTYPES.values())


def test_a_file_saved_over_itself(tmp_path: Path) -> None:
    path = tmp_path / "x"
    safe_save({"a": Tensor([1.0, 2.0])}, path)
    loaded = safe_load(path)
    safe_save({"a": loaded["a"].to("CPU") + 1, "b": loaded["a"]}, path)
    again = safe_load(path)
    assert again["a"].tolist() == [2, 3] and again["b"].tolist() == [1, 2]


@pytest.mark.parametrize("device", ["CPU", "CPU:1", "PYTHON"])
def test_a_file_is_streamed_into_memory(tmp_path: Path, device: str) -> None:
    rng = np.random.default_rng(0)
    given = {"a": rng.normal(size=(300, 7)).astype(np.float32), "none": np.zeros((0, 3), np.float32), "one": np.array(5, np.int64),
             "bytes": rng.integers(0, 255, 1001, np.uint8)}
    safe_save({name: Tensor(x) for name, x in given.items()}, tmp_path / "x")
    found = safe_load(tmp_path / "x", stream=True, device=device)
    (tmp_path / "x").unlink()  # nothing is in the file any more
    for name, x in given.items():
        assert found[name].device == device and found[name].shape == x.shape
        np.testing.assert_array_equal(found[name].numpy(), x)


def test_what_is_not_streamed(tmp_path: Path) -> None:
    safe_save({"a": Tensor([1.0, 2.0])}, tmp_path / "x")
    assert safe_load(tmp_path / "x", device="CPU:1")["a"].device == "CPU:1"
    with pytest.raises(DTypeError, match="streams from a path"): safe_load(Tensor(tmp_path / "x"), stream=True)
    (tmp_path / "x").write_bytes((tmp_path / "x").read_bytes()[:-1])
    with pytest.raises(FileFormatError, match="cut short"): safe_load(tmp_path / "x", stream=True)


# ---- state dicts of other libraries


def test_the_state_dict_of_a_torch_module() -> None:
    theirs, ours = torch.nn.Linear(3, 2), nn.Linear(3, 2)
    load_state_dict(ours, theirs.state_dict())
    x = np.ones((4, 3), np.float32)
    np.testing.assert_allclose(ours(Tensor(x)).numpy(), theirs(torch.from_numpy(x)).detach().numpy(), rtol=1e-5)
    before = theirs.weight.detach().clone()
    ours.weight.assign(ours.weight + 1).realize()  # a copy: torch's own stay
    assert torch.equal(theirs.weight, before)


@pytest.mark.parametrize("make", [np.asarray, torch.tensor, lambda x: torch.tensor(x, requires_grad=True), jnp.asarray],
                         ids=["numpy", "torch", "parameter", "jax"])
def test_arrays_of_other_libraries_in_a_state_dict(make: Any) -> None:
    model, given = nn.Linear(2, 1), {"weight": make([[1.0, 2.0]]), "bias": make([3.0])}
    load_state_dict(model, given)
    assert model.weight.tolist() == [[1, 2]] and model.bias.tolist() == [3] and not isinstance(given["weight"], Tensor)


@pytest.mark.parametrize("bad", ["text", None, 1.5, [1.0], {"a": 1}, torch.zeros(2, dtype=torch.complex64), torch.zeros(2).to_sparse(),
                                 np.array(["a"]), torch.empty(2, device="meta")], ids=lambda b: type(b).__name__)
def test_what_is_no_tensor_in_a_state_dict_is_named(bad: Any) -> None:
    model = nn.Linear(2, 2)
    before = model.weight
    with pytest.raises(DTypeError, match="'bias' of the state dict is a") as caught: load_state_dict(model, {"weight":
        Tensor.ones(2, 2), "bias": bad})
    assert model.weight is before and caught.value.cure


def test_a_missing_name_is_a_key_error_and_a_value_error() -> None:
    with pytest.raises(KeyError) as caught: load_state_dict(nn.Linear(2, 3), {"weigth": Tensor.ones(3, 2)})
    assert isinstance(caught.value,
        ShapeError) and "weight is missing" in str(caught.value) and "Not used: weigth" in str(caught.value)


# ---- functions of bytes


def test_functions_of_bytes_take_paths(tmp_path):
    @accept_filename
    def total(t: Tensor) -> int:
        """Sums bytes."""
        return int(t.to("CPU").sum().item())
    (tmp_path / "x").write_bytes(b"\1\2\3")
    assert total(tmp_path / "x") == total(str(tmp_path / "x")) == total(Tensor([1, 2, 3], dtype="uint8")) == 6
    assert total.__doc__ == "Sums bytes."
    with pytest.raises(FileMissingError): total(tmp_path / "none")


def test_dtypes_by_their_names_in_files():
    assert safe_dtypes["BF16"] is dtypes.bfloat16 and inverse_safe_dtypes[dtypes.int8] == "I8"
