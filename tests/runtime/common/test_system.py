"""The operating system as runtimes see it: against files, pipes and mappings that any Linux has."""
from __future__ import annotations

import ast
import ctypes
import errno
import os
import struct
import sys
from pathlib import Path

import pytest

from heddle.runtime.common.system import (
    MAP_FIXED,
    MAP_PRIVATE,
    MAP_SHARED,
    PROT_READ,
    PROT_WRITE,
    system,
    use,
)

pytestmark = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="kernel drivers are spoken to on Linux alone")
_PAGE = 4096
_FIONREAD = 0x541B  # bytes that wait in a pipe, from asm-generic/ioctls.h


def test_a_system_in_use_when_python_ends(monkeypatch: pytest.MonkeyPatch) -> None:
    """Objects that replace it may live longer than the names of its module."""
    with monkeypatch.context() as patch, use(system()): patch.setattr("heddle.runtime.common.system._systems", None)


def test_a_mapped_file_and_its_bytes_are_the_same(tmp_path: Path) -> None:
    path = tmp_path / "memory"
    path.write_bytes(bytes(2 * _PAGE))
    file = system().open(str(path))
    address = file.mmap(0, _PAGE, PROT_READ | PROT_WRITE, MAP_SHARED, _PAGE)
    ctypes.memmove(address, b"heddle", 6)
    assert file.read(6, _PAGE) == b"heddle"
    assert file.write(b"H", _PAGE) == 1
    assert ctypes.string_at(address, 6) == b"Heddle"
    file.close()
    assert ctypes.string_at(address, 1) == b"H"
    system().munmap(address, _PAGE)


def test_a_mapping_goes_where_it_was_told_to() -> None:
    room = system().mmap(0, 4 * _PAGE, PROT_READ | PROT_WRITE, MAP_PRIVATE)
    inside = system().mmap(room + _PAGE, _PAGE, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_FIXED)
    assert inside == room + _PAGE
    system().munmap(room, 4 * _PAGE)


def test_an_ioctl_fills_its_argument() -> None:
    reading, writing = os.pipe()
    os.write(writing, b"12345")
    file = system().open(f"/proc/self/fd/{reading}", os.O_RDONLY)
    count = ctypes.c_int()
    assert file.wait(0.0)
    assert file.ioctl(_FIONREAD, count) == 0
    assert count.value == 5
    with pytest.raises(OSError) as caught: file.ioctl(0x1234, count)
    assert caught.value.errno in (errno.ENOTTY, errno.EINVAL)
    file.close()
    for fd in (reading, writing): os.close(fd)


@pytest.mark.parametrize("width", [1, 2, 4, 8])
def test_registers_are_read_and_written_by_their_width(width: int) -> None:
    at = system().mmap(0, _PAGE, PROT_READ | PROT_WRITE, MAP_PRIVATE)
    registers = system().registers(at, 64, width)
    registers[3] = 0x5A
    system().barrier()
    assert registers[3] == 0x5A
    assert ctypes.string_at(at, 64) == bytes(3 * width) + struct.pack("<B", 0x5A) + bytes(64 - 3 * width - 1)
    with pytest.raises(IndexError): registers[64 // width] = 1
    system().munmap(at, _PAGE)


def test_what_is_refused_is_an_error_of_the_system(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError): system().open(str(tmp_path / "none"))
    with pytest.raises(OSError, match="mmap"): system().mmap(0, 0, PROT_READ, MAP_PRIVATE)
    with pytest.raises(OSError, match="munmap"): system().munmap(1, _PAGE)
    assert system().list(str(tmp_path / "none")) == []
    assert not system().exists(str(tmp_path / "none"))


def test_another_system_takes_its_place_for_a_while() -> None:
    linux, other = system(), type(system())()
    with use(other): assert system() is other
    assert system() is linux


def test_runtimes_of_kernel_drivers_reach_the_system_here_alone() -> None:
    import heddle.runtime
    folder = Path(heddle.runtime.__path__[0])
    files = [f for name in ("nv", "amd", "qcom") for f in (*folder.glob(f"ops_{name}.py"), *folder.glob(f"{name}/*.py"))
             if f.name not in ("mesa.py", "comgr.py")]  # compilers, which find their libraries among installed packages
    for file in files:
        tree = ast.parse(file.read_text())
        imported = {a.name.split(".")[0] for n in ast.walk(tree) if isinstance(n, ast.Import) for a in n.names}
        imported |= {(n.module or "").split(".")[0] for n in ast.walk(tree) if isinstance(n, ast.ImportFrom)}
        assert not imported & {"fcntl", "mmap", "select"}, file.name
        calls = {f"{n.value.id}.{n.attr}" for n in ast.walk(tree) if isinstance(n, ast.Attribute) and isinstance(n.value, ast.Name)}
        assert not calls & {"os.open", "os.read", "os.write", "os.path", "os.listdir", "time.sleep"}, file.name
