"""Saving: the old file or the whole new one, with its permissions, and nothing beside it."""
from __future__ import annotations

import errno
import os
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

from heddle import Tensor
from heddle.errors import DTypeError, FileMissingError, StorageFullError
from heddle.tensor.io.atomic_file import replace_file


@pytest.fixture
def old(tmp_path: Path) -> Path:
    (tmp_path / "weights").write_bytes(b"old")
    (tmp_path / "weights").chmod(0o640)
    return tmp_path / "weights"


def test_a_file_is_replaced_in_one_step(old: Path) -> None:
    def chunks() -> Iterator[bytes]:
        assert old.read_bytes() == b"old"
        yield b"ne"
        yield b"w"

    replace_file(old, chunks())
    assert old.read_bytes() == b"new" and os.listdir(old.parent) == ["weights"] and old.stat().st_mode & 0o777 == 0o640


def test_a_new_file_can_be_read_by_whom_the_umask_lets(tmp_path: Path) -> None:
    (tmp_path / "plain").write_bytes(b"")
    replace_file(tmp_path / "new", [b"new"])
    assert (tmp_path / "new").stat().st_mode == (tmp_path / "plain").stat().st_mode


@pytest.mark.parametrize("fault, error", [
    (OSError(errno.ENOSPC, "full"), StorageFullError), (OSError(errno.EACCES, "denied"), FileMissingError),
    (KeyboardInterrupt(), KeyboardInterrupt), (ValueError("other"), ValueError),
    (FileMissingError("a source is gone"), FileMissingError), (DTypeError("no such format"), DTypeError)], ids=repr)
def test_a_failure_leaves_the_old_file(old: Path, fault: BaseException, error: type[BaseException]) -> None:
    def chunks() -> Iterator[bytes]:
        yield b"new"
        raise fault

    with pytest.raises(error) as caught: replace_file(old, chunks())
    if isinstance(fault, (FileMissingError, DTypeError)): assert caught.value is fault
    assert old.read_bytes() == b"old" and os.listdir(old.parent) == ["weights"]


def test_a_folder_in_its_place(tmp_path: Path) -> None:
    (tmp_path / "weights").mkdir()
    with pytest.raises(FileMissingError, match="cannot write"): replace_file(tmp_path / "weights", [b"new"])
    assert os.listdir(tmp_path) == ["weights"]


def test_a_missing_folder(tmp_path: Path) -> None:
    with pytest.raises(FileMissingError, match="there is no folder"): replace_file(tmp_path / "a" / "b", [b"x"])


def test_views_of_files_are_taken_where_kernels_run(tmp_path: Path) -> None:
    x = np.arange(60, dtype=np.uint8)
    (tmp_path / "x").write_bytes(x.tobytes())
    data = Tensor(tmp_path / "x")
    part, whole = data[10:34].reshape(4, 6), x[10:34].reshape(4, 6)
    views = [lambda t: t.T, lambda t: t[1:, 2:4], lambda t: t[::2], lambda t: t[:1].expand(3, 6), lambda t: t[2]]
    theirs = [whole.T, whole[1:, 2:4], whole[::2], np.broadcast_to(whole[:1], (3, 6)), whole[2]]
    for view, want in zip(views, theirs, strict=True):
        np.testing.assert_array_equal(view(part).numpy(), want)
        np.testing.assert_array_equal((view(part).to("CPU") + 1).numpy(), want + 1)


def test_what_is_written_to_a_file_that_is_there_leaves_the_rest(tmp_path):
    path = tmp_path / "there"
    for make in (lambda: Tensor([1, 2], dtype="uint8").to(f"disk:{path}"),
                 lambda: Tensor([1, 2], dtype="uint8", device=f"DISK:{path}")):
        path.write_bytes(b"x" * 5)
        make().realize()
        assert path.read_bytes() == b"\1\2xxx"
