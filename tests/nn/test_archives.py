"""Files in files, and those of torch.save."""
from __future__ import annotations

import io
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
    for read, kind in ((tar_extract, "tar"), (zip_extract, "zip"), (torch_load, "zip")):
        with pytest.raises(FileFormatError) as caught: read(tmp_path / "x")
        assert f"{tmp_path / 'x'} is not a {kind} archive, or is damaged" in caught.value.what
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


def test_archives_with_bytes_turned_over(tmp_path: Path) -> None:
    """Whatever is wrong, the error says so; what is packed has checksums, and they are looked at."""
    rng = np.random.default_rng(0)
    for suffix, packing in (("tar", "w:gz"), ("tar", "w:xz"), ("zip", "")):
        path, data = tmp_path / f"x.{suffix}", bytes(rng.integers(0, 9, 3000, np.uint8))
        if suffix == "tar":
            with tarfile.open(path, packing) as archive:  # type: ignore[call-overload]
                member = tarfile.TarInfo("a")
                member.size = len(data)
                archive.addfile(member, io.BytesIO(data))
        else:
            with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive: archive.writestr("a", data)
        whole, read = path.read_bytes(), tar_extract if suffix == "tar" else zip_extract
        refused = 0
        for at in rng.integers(20, len(whole), 60):
            path.write_bytes(whole[:at] + bytes([whole[at] ^ 1 << int(rng.integers(8))]) + whole[at + 1:])
            try: found = {name: bytes(t.tolist()) for name, t in read(path).items()}
            except FileFormatError: refused += 1
            else: assert data in found.values()
        assert refused > 40


def test_names_of_members_lead_nowhere(tmp_path: Path) -> None:
    with tarfile.open(tmp_path / "x.tar", "w") as archive:
        for name in ("../../evil", "/etc/passwd"): archive.addfile(tarfile.TarInfo(name))
        link = tarfile.TarInfo("link")
        link.type, link.linkname = tarfile.SYMTYPE, "/etc/passwd"
        archive.addfile(link)
    before = sorted(tmp_path.parent.iterdir())
    assert {name: t.shape for name, t in tar_extract(tmp_path / "x.tar").items()} == {"../../evil": (0,), "/etc/passwd": (0,)}
    assert sorted(tmp_path.parent.iterdir()) == before


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
    with pytest.raises(FileFormatError, match=r"in the format that torch\.save had before version 1\.6") as caught: torch_load(path)
    assert "Save it again with torch 1.6 or newer" in (caught.value.cure or "")
    path.write_bytes(path.read_bytes()[1:])
    with pytest.raises(FileFormatError) as caught: torch_load(path)
    assert "is not a zip archive" in caught.value.what
    with zipfile.ZipFile(path, "w") as archive: archive.writestr("x/other", b"")
    with pytest.raises(FileFormatError, match=r"has no data\.pkl"): torch_load(path)
    with zipfile.ZipFile(path, "w") as archive: archive.writestr("x/data.pkl", pickle.dumps([1, 2])[:-3])
    with pytest.raises(FileFormatError, match="is damaged"): torch_load(path)


def packed(tmp_path: Path, pickled: bytes, count: int = 6) -> Path:
    """A file of torch.save with a pickle of one's own, and a storage of `count` floats."""
    with zipfile.ZipFile(tmp_path / "own.pt", "w") as archive:
        archive.writestr("x/data.pkl", pickled)
        archive.writestr("x/data/0", np.arange(count, dtype=np.float32).tobytes())
    return tmp_path / "own.pt"


def tensor(offset: int, size: tuple[int, ...], stride: tuple[int, ...], count: int = 6) -> bytes:
    """The pickle of a tensor with these steps, written by hand."""
    def number(n: int) -> bytes: return f"I{n}\n".encode()
    def several(numbers: tuple[int, ...]) -> bytes: return b"(" + b"".join(map(number, numbers)) + b"t"
    storage = b"(U\x07storagectorch\nFloatStorage\nU\x010U\x03cpu" + number(count) + b"tQ"
    return b"ctorch._utils\n_rebuild_tensor_v2\n(" + storage + number(offset) + several(size) + several(stride) + b"tR."


def test_steps_in_a_storage(tmp_path: Path) -> None:
    assert torch_load(packed(tmp_path, tensor(1, (2, 2), (2, 1)))).tolist() == [[1, 2], [3, 4]]
    assert torch_load(packed(tmp_path, tensor(0, (3, 3), (1, 1)))).tolist() == [[0, 1, 2], [1, 2, 3], [2, 3, 4]]
    assert torch_load(packed(tmp_path, tensor(0, (1 << 40,), (0,)))).shape == (1 << 40,)  # nothing is made before it is wanted


@pytest.mark.parametrize("pickled", [
    tensor(5, (2,), (1,)), tensor(0, (2, 4), (4, 1)), tensor(-1, (2,), (1,)), tensor(3, (2,), (-1,)), tensor(0, (-2,), (1,)),
    tensor(0, (2,), (1, 1)), tensor(0, (2,), (1,), 1 << 40), b"\x80\x04N" + b"r" + b"\xff\xff\xff\x0f" + b".",
    b"\x80\x63N.", b"\x80\x02X\x02\x00\x00\x00\xff\xff.", b"\x80\x05\x96\x00\x00\x00\x00\x01\x00\x00\x00.",
    b"ctorch._utils\n_rebuild_tensor_v2\n(N}U\x0c__defaults__Nsub."])
def test_pickles_that_lie(tmp_path: Path, pickled: bytes) -> None:
    with pytest.raises(FileFormatError, match=r"damaged|cut short"): torch_load(packed(tmp_path, pickled))
