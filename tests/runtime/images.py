"""Object files for other systems, linked by our loader and run there: under Wine, under qemu-user.

Inputs: objects by our compilers, arrays. Outputs: what is in the arrays after a kernel has run there. Invariants: addresses are chosen
here, so that the loader links as if it ran there; `image_host.c` maps the images where they were linked to, and finds functions.
"""
from __future__ import annotations

import functools
import os
import shutil
import struct
import subprocess
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

import numpy as np
import pytest

from heddle.device import Compiler
from heddle.runtime.common.elf import Image, Linker
from heddle.runtime.common.llvm import LLVMCompiler, find_llvm
from heddle.runtime.cpu.clang import ClangCompiler, find_clang
from heddle.runtime.cpu.cpuinfo import Arch

_HEAD, _IMAGE, _FUNCTION = struct.Struct("<9Q"), struct.Struct("<4Q"), struct.Struct("<Q56s")
_FIRST, _APART = 0x2_0000_0000, 0x1000_0000  # addresses that nothing else is at, of the first image and between two
_SOURCE = Path(__file__).with_name("image_host.c")
_ARM64_LIBRARY = Path("/usr/aarch64-linux-gnu/lib/libc.so.6")


class Emulated(NamedTuple):
    """A system that programs can be run for here: by one of these emulators, with objects made for `system` and `machine`."""

    system: str
    machine: str
    emulators: tuple[str, ...]
    cure: str


WINE = Emulated("windows", "x86_64", ("wine64", "/usr/lib/wine/wine64", "wine"), "Debian has Wine in wine64")
QEMU = ("qemu-aarch64", "qemu-aarch64-static")
_QEMU_CURE = "Debian has them in qemu-user and libc6-arm64-cross"
#: code for macOS on a Linux of the same processor: functions are called alike, as far as kernels and the pool go
EMULATED = {"windows": WINE, "linux-aarch64": Emulated("linux", "aarch64", QEMU, _QEMU_CURE),
            "macos-aarch64": Emulated("macos", "aarch64", QEMU, _QEMU_CURE)}


def compiler_for(language: str, system: str, machine: str) -> Compiler:
    """Our compiler of "c" or "ll" for another system, with the instructions that every processor of its kind has."""
    arch = Arch(machine, "x86-64" if machine == "x86_64" else "generic")
    if language == "ll": return LLVMCompiler(find_llvm() or "", arch, system)
    clang, _ = find_clang()
    if clang is None: pytest.skip("needs clang: pip install ziglang")
    return ClangCompiler(clang, arch, 16, system)


def run(emulated: Emulated, folder: Path, kernel: tuple[bytes, str], arrays: Sequence[np.ndarray], pieces: int,
        pool: bytes | None = None, threads: int = 1, times: int = 1) -> None:
    """Runs a kernel, an object and a name, so many times on the arrays, which then hold the results."""
    linked = _Linked()
    own = linked.add(kernel[0])
    others = linked.add(pool).functions if pool is not None else {}
    head = _HEAD.pack(len(linked.images), len(linked.slots), len(arrays), own.functions[kernel[1]], pieces,
                      others.get("heddle_pool_start", 0), others.get("heddle_pool_run", 0), threads, times)
    buffers = [struct.pack("<Q56x", x.nbytes) + x.tobytes().ljust(-(-x.nbytes // 64) * 64, b"\0") for x in arrays]
    done = subprocess.run(_command(emulated, folder), input=b"".join((head, *linked.images, *linked.slots, *buffers)),
                          capture_output=True, timeout=300, env=os.environ | {"WINEDEBUG": "-all"}, check=False)
    assert done.returncode == 0, (done.returncode, done.stderr[-2000:])
    assert len(done.stdout) == sum(x.nbytes for x in arrays)
    at = 0
    for x in arrays:
        x[...] = np.frombuffer(done.stdout, x.dtype, x.size, at).reshape(x.shape)
        at += x.nbytes


class _Linked:
    """Images at addresses of their own, and the places in them where addresses of functions are missing."""

    def __init__(self) -> None:
        self.images: list[bytes] = []
        self.slots: list[bytes] = []
        self._code = _FIRST

    def add(self, binary: bytes) -> Image:
        """Links one more object."""
        linker, names = Linker(binary, 4096), list[str]()

        def find(name: str) -> int:
            names.append(name)
            return _marker(len(names))

        data = self._code + linker.code_size
        image = linker.link(self._code, data, find)
        for number, name in enumerate(names, 1):
            at = image.code.find(struct.pack("<Q", _marker(number)))
            assert at >= 0, name
            self.slots.append(_FUNCTION.pack(self._code + at, name.encode()))
        self.images.append(_IMAGE.pack(self._code, linker.code_size, data, linker.data_size) + image.code + image.data)
        self._code += _APART
        return image


def _marker(number: int) -> int: return 0x5EED_F00D_0000_0000 + number


def emulator(emulated: Emulated) -> str:
    """The program that runs programs of another system. Skips the test where there is none."""
    found = next((path for path in map(shutil.which, emulated.emulators) if path), None)
    if found is None or (emulated.machine == "aarch64" and not _ARM64_LIBRARY.exists()):
        pytest.skip(f"needs {emulated.emulators[0]}: {emulated.cure}")
    return found


def _command(emulated: Emulated, folder: Path) -> list[str]:
    path = emulator(emulated)
    if emulated.machine == "x86_64": return [path, str(_host(folder, "x86_64-windows-gnu", ".exe", "-lkernel32"))]
    return [path, "-L", str(_ARM64_LIBRARY.parent.parent), str(_host(folder, "aarch64-linux-gnu", "", str(_ARM64_LIBRARY)))]


@functools.cache
def _host(folder: Path, target: str, suffix: str, library: str) -> Path:
    """`image_host.c` as a program for `target`. Without the C library's start, which zig would first compile in a minute or more."""
    clang, _ = find_clang()
    if clang is None or len(clang.command) < 2: pytest.skip("needs zig: pip install ziglang")
    made = folder / f"host{suffix}"
    options = ("-target", target, "-nostdlib", "-O1", "-fno-builtin", "-w", str(_SOURCE), library, "-o", str(made))
    done = subprocess.run([clang.path, "cc", *options], capture_output=True, text=True, timeout=300, check=False)
    assert done.returncode == 0, done.stderr
    return made
