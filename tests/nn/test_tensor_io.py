"""Tensors as files: streams over them, every reader of formats with bytes in place of a path, and files that are written to."""
from __future__ import annotations

import bz2
import gzip
import io
import tarfile
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from heddle import Tensor, dtypes, nn
from heddle.errors import DeviceError, DTypeError, FileFormatError, FileMissingError, NumberRangeError
from heddle.nn.state import (
    TensorIO,
    gguf_load,
    load_state_dict,
    safe_load,
    safe_load_metadata,
    safe_save,
    tar_extract,
    torch_load,
    zip_extract,
)

torch = pytest.importorskip("torch")
DATA = bytes(range(256)) * 1000


def as_bytes(data: bytes, where: str, folder: Path) -> Tensor:
    """A tensor of these bytes, in memory, in a file, or as a part of a larger one."""
    if where == "memory": return Tensor(data)
    if where == "part": return Tensor(b"before" + data + b"after")[6:6 + len(data)]
    (folder / "bytes").write_bytes(data)
    return Tensor(folder / "bytes")


WHERE = pytest.mark.parametrize("where", ["memory", "file", "part"])


# ---- the stream


@WHERE
def test_a_stream_reads_as_a_file_does(where: str, tmp_path: Path) -> None:
    stream, plain = TensorIO(as_bytes(DATA, where, tmp_path)), io.BytesIO(DATA)
    for do in (lambda f: f.read(3), lambda f: f.seek(-7, 2), lambda f: f.read(), lambda f: f.read(1), lambda f: f.seek(70000),
               lambda f: f.read(70000), lambda f: f.seek(5, 1), lambda f: f.tell(), lambda f: f.seek(10 ** 9), lambda f: f.read(4),
               lambda f: f.seek(0), lambda f: f.readline(), lambda f: f.read(0), lambda f: f.readinto(bytearray(9))):
        assert do(stream) == do(plain)
    assert stream.seekable() and stream.readable() and stream.writable()
    with pytest.raises(NumberRangeError, match="no position -1"): stream.seek(-1)
    buffered = io.BufferedReader(TensorIO(as_bytes(DATA, where, tmp_path)))
    assert buffered.read() == DATA and buffered.seek(256) == 256 and buffered.peek(1)[:1] == b"\0"


def test_an_empty_stream() -> None:
    stream = TensorIO(Tensor(b""))
    assert stream.read() == b"" and stream.read(5) == b"" and stream.write(b"abc") == 0 and stream.seek(0, 2) == 0


@pytest.mark.parametrize("x", [[1.0, 2.0], [[1, 2]], 5])
def test_streams_are_of_bytes(x: Any) -> None:
    with pytest.raises(DTypeError, match="TensorIO needs bytes"): TensorIO(Tensor(x))
    with pytest.raises(DTypeError): TensorIO("a path")  # type: ignore[arg-type]


def test_what_is_written_goes_into_the_tensor(tmp_path: Path) -> None:
    x = Tensor(b"abcdefgh").realize()
    stream = TensorIO(x)
    assert stream.read(2) == b"ab" and stream.write(b"XY") == 2 and stream.read(1) == b"e"
    assert stream.seek(6) == 6 and stream.write(b"12345") == 2 and stream.write(b"more") == 0
    assert bytes(x.tolist()) == b"abXYef12"
    path = tmp_path / "file"
    path.write_bytes(b"abcdef")
    file = TensorIO(Tensor(path))
    file.seek(1)
    file.write(b"__")
    assert path.read_bytes() == b"a__def"


# ---- formats


def tar_of(**files: bytes) -> bytes:
    data = io.BytesIO()
    with tarfile.open(fileobj=data, mode="w") as archive:
        for name, content in files.items():
            member = tarfile.TarInfo(name)
            member.size = len(content)
            archive.addfile(member, io.BytesIO(content))
    return data.getvalue()


@WHERE
@pytest.mark.parametrize("packed", [bytes, gzip.compress, bz2.compress], ids=["plain", "gzip", "bzip2"])
def test_tar(where: str, packed: Callable[[bytes], bytes], tmp_path: Path) -> None:
    files = {"a": b"hello", "b": DATA, "empty": b""}
    found = tar_extract(as_bytes(packed(tar_of(**files)), where, tmp_path))
    assert {name: bytes(t.numpy()) for name, t in found.items()} == files


@WHERE
@pytest.mark.parametrize("kind", [zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED])
def test_zip(where: str, kind: int, tmp_path: Path) -> None:
    data = io.BytesIO()
    with zipfile.ZipFile(data, "w", kind) as archive:
        for name, content in {"a": b"hello", "d/b": DATA, "e": b""}.items(): archive.writestr(name, content)
    found = zip_extract(as_bytes(data.getvalue(), where, tmp_path))
    assert {name: bytes(t.numpy()) for name, t in found.items()} == {"a": b"hello", "d/b": DATA, "e": b""}


@WHERE
def test_safetensors(where: str, tmp_path: Path) -> None:
    x = np.arange(12, dtype=np.float32).reshape(3, 4)
    safe_save({"x": Tensor(x), "odd": Tensor([1, 2, 3], dtype=dtypes.uint8)}, tmp_path / "w", {"note": "hi"})
    data = as_bytes((tmp_path / "w").read_bytes(), where, tmp_path)
    found = safe_load(data)
    np.testing.assert_array_equal(found["x"].numpy(), x)
    assert found["odd"].tolist() == [1, 2, 3] and safe_load_metadata(data)[2]["__metadata__"] == {"note": "hi"}


@WHERE
def test_torch_files(where: str, tmp_path: Path) -> None:
    state = {"w": torch.arange(6.0).reshape(2, 3), "h": torch.ones(3, dtype=torch.bfloat16), "n": {"deep": [1, "text"]}}
    torch.save(state, tmp_path / "w.pt")
    found = torch_load(as_bytes((tmp_path / "w.pt").read_bytes(), where, tmp_path))
    assert found["w"].tolist() == [[0, 1, 2], [3, 4, 5]] and found["h"].dtype is dtypes.bfloat16
    assert found["n"] == {"deep": [1, "text"]}


@WHERE
def test_gguf(where: str, tmp_path: Path) -> None:
    gguf = pytest.importorskip("gguf")
    writer = gguf.GGUFWriter(tmp_path / "m.gguf", "none")
    x = np.arange(64, dtype=np.float32).reshape(2, 32)
    writer.add_tensor("x", x)
    writer.add_tensor("q", gguf.quants.quantize(x, gguf.GGMLQuantizationType.Q8_0), raw_dtype=gguf.GGMLQuantizationType.Q8_0)
    writer.write_header_to_file()
    writer.write_kv_data_to_file()
    writer.write_tensors_to_file()
    writer.close()
    _, found = gguf_load(as_bytes((tmp_path / "m.gguf").read_bytes(), where, tmp_path))
    np.testing.assert_array_equal(found["x"].numpy(), x)
    np.testing.assert_allclose(found["q"].numpy(), x, atol=0.3)


@WHERE
def test_onnx(where: str, tmp_path: Path) -> None:
    onnx = pytest.importorskip("onnx")
    from heddle.nn.onnx import OnnxRunner
    value = [onnx.helper.make_tensor_value_info(name, onnx.TensorProto.FLOAT, [3]) for name in ("x", "y")]
    graph = onnx.helper.make_graph([onnx.helper.make_node("Relu", ["x"], ["y"])], "g", value[:1], value[1:])
    model = onnx.helper.make_model(graph, opset_imports=[onnx.helper.make_opsetid("", 17)], ir_version=8)
    runner = OnnxRunner(as_bytes(model.SerializeToString(), where, tmp_path))
    assert runner({"x": Tensor([-1.0, 0.0, 2.0])})["y"].tolist() == [0, 0, 2]


@pytest.mark.parametrize("load", [tar_extract, zip_extract, safe_load, torch_load, gguf_load])
def test_bytes_that_are_something_else(load: Callable[..., Any]) -> None:
    for data in (b"", b"\0", b"no archive at all" * 100):
        if load is tar_extract and not data: continue
        with pytest.raises(FileFormatError): load(Tensor(data))
    with pytest.raises(DTypeError): load(Tensor([1.5, 2.5]))


# ---- files that are written to


def on_disk(path: Path, *shape: int, **more: Any) -> Tensor: return Tensor.empty(*shape, device=f"disk:{path}", **more)


def test_files_are_written_by_assigning(tmp_path: Path) -> None:
    path = tmp_path / "data"
    on_disk(path, 2, 3).assign(Tensor.arange(6).reshape(2, 3).float() * 2).realize()
    def read() -> list[float]: return np.fromfile(path, np.float32).tolist()
    assert read() == [0, 2, 4, 6, 8, 10]
    on_disk(path, 6)[1:3].assign(Tensor([7.0, 8.0])).realize()
    assert read() == [0, 7, 8, 6, 8, 10]
    on_disk(path, 24, dtype=dtypes.uint8)[20:].bitcast(dtypes.float32).assign(Tensor([-1.0])).realize()
    assert read()[-1] == -1
    on_disk(path, 6).assign([1.0, 2.0, 3.0, 4.0, 5.0, 6.0])
    assert read() == [1, 2, 3, 4, 5, 6]
    on_disk(path, 6).assign(0)
    assert read() == [0] * 6


def test_tensors_move_to_files(tmp_path: Path) -> None:
    path = tmp_path / "moved"
    there = (Tensor([1.0, 2.0, 3.0]) + 1).to(f"DISK:{path}").realize()
    assert there.device == f"DISK:{path}" and np.fromfile(path, np.float32).tolist() == [2, 3, 4] and there.tolist() == [2, 3, 4]
    assert (there.to(None) * 2).tolist() == [4, 6, 8] and Tensor([5, 6], device=f"disk:{path}").tolist() == [5, 6]
    halves = Tensor([0.5, 1.5]).half().to(f"disk:{tmp_path / 'half'}")
    assert halves.tolist() == [0.5, 1.5] and (tmp_path / "half").stat().st_size == 4


def test_faults_of_files_that_are_written(tmp_path: Path) -> None:
    with pytest.raises(FileMissingError): on_disk(tmp_path / "no" / "file", 2).assign(Tensor([1.0, 2.0])).realize()
    with pytest.raises(FileMissingError): Tensor([1.0]).to(f"disk:{tmp_path / 'no' / 'file'}").realize()
    with pytest.raises(DTypeError): on_disk(tmp_path / "x", 2).assign(Tensor([1, 2]))
    with pytest.raises(DeviceError, match="computes nothing"): (on_disk(tmp_path / "x", 2) + 1).realize()


# ---- torch's own tensors


def test_state_dicts_of_torch(tmp_path: Path) -> None:
    theirs = torch.nn.Sequential(torch.nn.Linear(3, 4), torch.nn.BatchNorm1d(4)).eval()
    class Mine:
        def __init__(self) -> None: self.layers = [nn.Linear(3, 4), nn.BatchNorm(4)]
    mine = Mine()
    load_state_dict(mine.layers, theirs.state_dict(), verbose=False)
    x = np.random.default_rng(0).normal(size=(5, 3)).astype(np.float32)
    with torch.no_grad(): expected = theirs(torch.tensor(x)).numpy()
    np.testing.assert_allclose(mine.layers[1](mine.layers[0](Tensor(x))).numpy(), expected, atol=1e-5)  # type: ignore[operator]


class _Holder:
    def __init__(self, *shape: int) -> None: self.w = Tensor.zeros(*shape)


@pytest.mark.parametrize("make,values", [
    (lambda: torch.nn.Parameter(torch.ones(2)), [1, 1]), (lambda: torch.ones(4)[::2], [1, 1]),
    (lambda: torch.ones(2).bfloat16(), [1, 1]),
    (lambda: torch.ones(2).half(), [1, 1]), (lambda: torch.tensor([1, 2]), [1, 2]), (lambda: torch.ones(1).expand(2), [1, 1]),
    (lambda: torch.tensor([True, False]), [1, 0]), (lambda: torch.ones(2).to(torch.float8_e4m3fn), [1, 1])],
    ids=["parameter", "strided", "bfloat16", "half", "int64", "expanded", "bool", "float8"])
def test_kinds_of_torch_tensors(make: Callable[[], Any], values: list[float]) -> None:
    holder = _Holder(2)
    load_state_dict(holder, {"w": make()})
    assert holder.w.float().tolist() == values


@pytest.mark.parametrize("make", [
    lambda: torch.ones(2, device="meta"), lambda: torch.ones(2).to_sparse(), lambda: torch.ones(2, dtype=torch.complex64),
    lambda: torch.ones(2, dtype=torch.complex64).conj(), lambda: torch.quantize_per_tensor(torch.ones(2), 0.1, 0, torch.qint8),
    lambda: "text", lambda: None, lambda: [1.0, 2.0]], ids=["meta", "sparse", "complex", "conj", "quantized", "text", "none", "list"])
def test_what_cannot_be_loaded_is_named(make: Callable[[], Any]) -> None:
    holder = _Holder(2)
    with pytest.raises(DTypeError, match="'w' of the state dict"): load_state_dict(holder, {"w": make()})
    assert holder.w.tolist() == [0, 0]


def test_a_buffer_of_wider_elements_is_filled_by_bytes() -> None:
    target = np.zeros(3, np.int16)
    assert TensorIO(Tensor(list(range(5)), dtype=dtypes.uint8)).readinto(target) == 5
    assert target.view(np.uint8).tolist() == [0, 1, 2, 3, 4, 0]
