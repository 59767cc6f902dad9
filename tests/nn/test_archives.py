"""Files in files, and those of torch.save."""
from __future__ import annotations

import pickle
import tarfile
import zipfile
from pathlib import Path

import numpy as np
import pytest
import torch

from heddle import GlobalCounters, dtypes
from heddle.errors import FileFormatError, FileMissingError
from heddle.nn.state import tar_extract, torch_load, zip_extract

BYTES = {"a": b"hello", "folder/b": bytes(range(256)) * 5, "empty": b""}


@pytest.mark.parametrize("packing", ["", "gz"])
def test_tar(tmp_path: Path, packing: str) -> None:
    for name, data in BYTES.items():
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_bytes(data)
    with tarfile.open(tmp_path / "x.tar", f"w:{packing}") as archive:  # type: ignore[call-overload]
        for name in BYTES: archive.add(tmp_path / name, name)
    found = tar_extract(tmp_path / "x.tar")
    assert {name: bytes(t.tolist()) for name, t in found.items()} == BYTES and all(t.dtype == dtypes.uint8 for t in found.values())


@pytest.mark.parametrize("packing", [zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED])
def test_zip(tmp_path: Path, packing: int) -> None:
    with zipfile.ZipFile(tmp_path / "x.zip", "w", packing) as archive:
        for name, data in BYTES.items(): archive.writestr(name, data)
    assert {name: bytes(t.tolist()) for name, t in zip_extract(tmp_path / "x.zip").items()} == BYTES


def test_archives_that_are_none(tmp_path: Path) -> None:
    (tmp_path / "x").write_bytes(b"no archive at all" * 100)
    with pytest.raises(FileFormatError, match="no tar archive"): tar_extract(tmp_path / "x")
    with pytest.raises(FileFormatError, match="no zip archive"): zip_extract(tmp_path / "x")
    with pytest.raises(FileFormatError, match="no zip archive"): torch_load(tmp_path / "x")
    for read in (tar_extract, zip_extract, torch_load):
        with pytest.raises(FileMissingError, match="there is no file"): read(tmp_path / "nothing")


def saved(tmp_path: Path, x: object, **how: object) -> Path:
    torch.save(x, tmp_path / "x.pt", **how)  # type: ignore[arg-type]
    return tmp_path / "x.pt"


KINDS = [torch.float32, torch.float64, torch.float16, torch.bfloat16, torch.int64, torch.int32, torch.int16, torch.int8,
         torch.uint8, torch.bool]


def test_every_dtype_of_torch(tmp_path: Path) -> None:
    given = {str(kind): torch.arange(-3, 9).reshape(3, 4).to(kind) for kind in KINDS}
    found = torch_load(saved(tmp_path, given))
    for name, t in given.items():
        assert f"torch.{found[name].dtype.name}" == name and found[name].shape == (3, 4)
        np.testing.assert_array_equal(found[name].to("CPU").float().numpy(), t.float().numpy())


def test_views_of_torch(tmp_path: Path) -> None:
    x = torch.arange(60, dtype=torch.float32).reshape(3, 4, 5)
    given = {"turned": x.permute(2, 0, 1), "part": x[1:, 1:3], "last": x[2], "every": x[:, ::2], "repeated": x[:1].expand(4, 4, 5),
             "number": torch.tensor(7.0), "none": torch.zeros(0, 3), "parameter": torch.nn.Parameter(x[0]),
             "channels": torch.arange(120.0).reshape(2, 3, 4, 5).contiguous(memory_format=torch.channels_last)}
    found = torch_load(saved(tmp_path, given))
    for name, t in given.items(): np.testing.assert_array_equal(found[name].numpy(), t.detach().numpy(), err_msg=name)


def test_a_model_of_torch_stays_in_its_file(tmp_path: Path) -> None:
    model = torch.nn.Sequential(torch.nn.Linear(4, 5), torch.nn.BatchNorm1d(5))
    path = saved(tmp_path, {"model": model.state_dict(), "epoch": 3, "names": ["a", ("b", None)], "size": torch.Size((2, 3))})
    GlobalCounters.reset()
    found = torch_load(path)
    assert found["epoch"] == 3 and found["names"] == ["a", ("b", None)] and found["size"] == (2, 3)
    assert list(found["model"]) == list(model.state_dict()) and found["model"]["0.weight"].device.startswith("DISK")
    assert GlobalCounters.kernel_count == 0
    for name, t in model.state_dict().items(): np.testing.assert_array_equal(found["model"][name].numpy(), t.numpy())


class _Harm:
    def __reduce__(self) -> tuple[object, ...]: return Path.touch, (Path("harm"),)


def test_nothing_in_a_file_is_run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    with pytest.raises(FileFormatError, match="its pickle asks for"): torch_load(saved(tmp_path, {"x": _Harm()}))
    assert not (tmp_path / "harm").exists()
    with pytest.raises(FileFormatError, match=r"asks for torch.nn.modules.linear.Linear"):
        torch_load(saved(tmp_path, torch.nn.Linear(2, 2)))


def test_files_of_torch_that_are_damaged(tmp_path: Path) -> None:
    path = saved(tmp_path, torch.zeros(3), _use_new_zipfile_serialization=False)
    with pytest.raises(FileFormatError, match="no zip archive"): torch_load(path)
    with zipfile.ZipFile(path, "w") as archive: archive.writestr("x/other", b"")
    with pytest.raises(FileFormatError, match=r"has no data\.pkl"): torch_load(path)
    with zipfile.ZipFile(path, "w") as archive: archive.writestr("x/data.pkl", pickle.dumps([1, 2])[:-3])
    with pytest.raises(FileFormatError, match="is damaged"): torch_load(path)
