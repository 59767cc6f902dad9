"""DISK: files as memory."""
from __future__ import annotations

import errno
import gc
import os
import subprocess
import sys
import time

import pytest

from heddle import Tensor
from heddle.device import Device
from heddle.device.buffer import Buffer
from heddle.dtype import dtypes
from heddle.engine.launch import copy_buffer
from heddle.errors import DeviceError, FileFormatError, FileMissingError, StorageFullError
from heddle.runtime import ops_disk


@pytest.fixture
def file(tmp_path):
    path = tmp_path / "data.bin"
    path.write_bytes(bytes(range(256)) * 16)
    return path


def disk(path, size=4096, dtype=dtypes.uint8) -> Buffer:
    return Buffer(f"DISK:{path}", size, dtype)


def test_read(file):
    buffer = disk(file)
    assert buffer.tobytes() == file.read_bytes()
    assert buffer.view(2, dtypes.int16, 2).tobytes() == b"\2\3\4\5"
    assert bytes(buffer.as_memoryview()[10:12]) == b"\n\v" and buffer.as_memoryview().readonly


def test_nothing_is_opened_before_it_is_read(tmp_path):
    buffer = disk(tmp_path / "later").ensure_allocated()
    (tmp_path / "later").write_bytes(bytes(4096))
    assert buffer.tobytes() == bytes(4096)


def test_missing_file(tmp_path, file):
    with pytest.raises(FileMissingError) as caught: disk(tmp_path / "dta.bin").tobytes()
    assert f"there is no file {tmp_path}/dta.bin" in str(caught.value) and f"Did you mean {file}?" in str(caught.value)
    with pytest.raises(FileMissingError, match=r"The folder .*nowhere does not exist"): disk(tmp_path / "nowhere" / "x").tobytes()
    with pytest.raises(FileMissingError, match="cannot be opened: Is a directory"): disk(tmp_path).tobytes()
    with pytest.raises(FileNotFoundError): disk(tmp_path / "dta.bin").tobytes()


def test_a_file_cut_short(file):
    with pytest.raises(FileFormatError, match=r"it has 4 KiB \(4096 bytes\), 4097 were expected"): disk(file, 4097).tobytes()


def test_write_and_grow(tmp_path):
    buffer = disk(tmp_path / "new", 8)
    buffer.view(4, dtypes.uint8, 4).copyin(memoryview(b"wxyz"))
    assert (tmp_path / "new").read_bytes() == b"\0\0\0\0wxyz"
    buffer.copyin(memoryview(b"abcdefgh"))
    assert buffer.tobytes() == b"abcdefgh" and (tmp_path / "new").read_bytes() == b"abcdefgh"


def test_write_without_room(tmp_path, monkeypatch):
    def full(fd, data, at): raise OSError(errno.ENOSPC, "No space left on device")
    monkeypatch.setattr(ops_disk.os, "pwrite", full)
    with pytest.raises(StorageFullError, match=r"no room to write .*new \(No space left on device\)"):
        disk(tmp_path / "new", 4).copyin(memoryview(b"abcd"))


def test_copy_to_cpu_maps_the_file(file):
    buffer, part = Buffer("CPU", 256, dtypes.int32), disk(file).view(256, dtypes.int32, 1024)
    assert copy_buffer(buffer, part) == 0 and buffer.tobytes() == file.read_bytes()[1024:2048]
    del part
    gc.collect()
    assert buffer.view(1, dtypes.uint8, 3).tobytes() == b"\3"


def test_changing_what_was_mapped_leaves_the_file(file):
    before, buffer = file.read_bytes(), Buffer("CPU", 4096, dtypes.uint8)
    copy_buffer(buffer, disk(file))
    buffer.copyin(memoryview(bytes(4096)))
    assert buffer.tobytes() == bytes(4096) and file.read_bytes() == before


def test_copy_of_what_is_not_aligned_moves_bytes(tmp_path):
    (tmp_path / "odd").write_bytes(bytes(range(33)))
    buffer = Buffer("CPU", 8, dtypes.int32)
    assert copy_buffer(buffer, disk(tmp_path / "odd", 33).view(8, dtypes.int32, 1)) == 32
    assert buffer.tobytes() == bytes(range(1, 33))


def test_copy_into_memory_that_is_there_moves_bytes(file):
    buffer = Buffer("CPU", 4096, dtypes.uint8).allocate()
    assert copy_buffer(buffer, disk(file)) == 4096 and buffer.tobytes() == file.read_bytes()


def test_copy_from_cpu(tmp_path):
    source = Buffer("CPU", 4, dtypes.uint8).copyin(memoryview(b"abcd"))
    assert copy_buffer(disk(tmp_path / "out", 4), source) == 4 and (tmp_path / "out").read_bytes() == b"abcd"


@pytest.mark.skipif(not os.path.isdir("/proc/self/fd"), reason="counts open files of Linux")
def test_files_are_closed_with_the_last_buffer(file):
    before = len(os.listdir("/proc/self/fd"))
    held = [Buffer("CPU", 4096, dtypes.uint8) for _ in range(20)]
    for buffer in held: copy_buffer(buffer, disk(file))
    del held, buffer
    assert len(os.listdir("/proc/self/fd")) == before


def test_a_file_runs_no_kernels(file):
    with pytest.raises(DeviceError, match="is a file and runs no kernels"): Device[f"DISK:{file}"].runtime(None)
    with pytest.raises(DeviceError, match="DISK needs a path"): Device["DISK"]


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="needs /dev/full")
def test_the_systems_own_full_disk(tmp_path):
    os.symlink("/dev/full", tmp_path / "full")
    with pytest.raises(StorageFullError): disk(tmp_path / "full", 0).view(0, dtypes.uint8, 0).allocator.copyin(
        ops_disk.Region(ops_disk.File(str(tmp_path / "full"), 0), 0, 4), memoryview(b"abcd"))


# ---- files that are cut short while they are mapped

CUT_SHORT = """
import os, sys, time
import numpy as np
from heddle import Tensor, TinyJit
from heddle.errors import DeviceError
from heddle.nn.state import safe_load, safe_save
from pathlib import Path
{0}
os.truncate(path, 100)
time.sleep(0.01)
for n in range(2):
    try: use()
    except DeviceError as fault:
        assert str(path) in str(fault) and "was cut short to 100" in str(fault) and "rename" in str(fault), fault
    else: raise AssertionError("nothing was raised")
print("ended", flush=True)
"""

USES = {
    "a kernel": "x = Tensor(path).to('CPU').realize(); use = lambda: x.sum().item()",
    "a part": "x = Tensor(path).to('CPU').realize(); use = lambda: x[200_000:300_000].max().item()",
    "a kernel that ran before": "x = Tensor(path).to('CPU').realize(); (x + 1).realize(); use = lambda: (x + 1).realize()",
    "a copy to the host": "x = Tensor(path).to('CPU').realize(); use = x.numpy",
    "the file itself": "x = Tensor(path); x.to('PYTHON').realize(); use = x.numpy",
    "another device": "x = Tensor(path); x.numpy(); use = lambda: x.to('PYTHON').realize()",
    "a replay": """
x, fn = Tensor(path).to('CPU').realize(), TinyJit(lambda y: ((x + y).realize() * 2).sum().realize())
one = Tensor([1], dtype="uint8").realize()
for _ in range(4): fn(one)
use = lambda: fn(one)""",
    "weights": """
safe_save({"a": Tensor(np.ones(300_000, np.float32)), "b": Tensor(np.ones((2, 3), np.float32))}, path)
weights = {name: t.to("CPU") for name, t in safe_load(path).items()}
use = lambda: weights["a"].sum().item()""",
    "memory lent to NumPy": "x = Tensor(path).to('CPU').realize(); use = lambda: np.asarray(x)",
}


@pytest.mark.skipif(os.name != "posix", reason="elsewhere files in use cannot be cut short")
@pytest.mark.parametrize("how", USES)
def test_a_file_that_is_cut_short_while_it_is_mapped(how, tmp_path):
    """In a process of its own: without a check the system ends it (SIGBUS)."""
    path = tmp_path / "weights"
    path.write_bytes(bytes(1 << 20))
    done = subprocess.run([sys.executable, "-c", CUT_SHORT.format(f"path = Path({str(path)!r})\n{USES[how]}")], capture_output=True,
                          text=True, env=os.environ | {"DEV": "CPU"})
    assert (done.returncode, done.stdout) == (0, "ended\n"), done.stderr


def test_a_file_that_is_replaced_or_grows_is_read_as_it_was(tmp_path):
    path = tmp_path / "weights"
    path.write_bytes(bytes([1] * 1000))
    x = Tensor(path).to("CPU").realize()
    (tmp_path / "new").write_bytes(b"")
    (tmp_path / "new").replace(path)
    time.sleep(0.01)
    assert x.cast("int32").sum().item() == 1000
    with path.open("ab") as file: file.write(b"more")
    assert x.cast("int32").sum().item() == 1000
