"""CPU kernels in C for other systems: compiled by zig, and run under qemu-user and Wine where these are installed.

The same source with the same inputs is compiled and run for the host first. Results may differ by roundings: where a product and a sum
are one instruction is the compiler's choice for each processor.
"""
from __future__ import annotations

import functools
import importlib.util
import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

import numpy as np
import pytest

from heddle import Context, Device, Tensor
from heddle.dtype import dtypes
from heddle.engine.compile import program_of

#: as in `heddle/runtime/cpu/clang.py`; `long` has 64 bits in kernels, and 32 on Windows
_OPTIONS = ("-O1", "-ffreestanding", "-fno-builtin", "-fwrapv", "-fno-strict-aliasing", "-ffp-contract=fast", "-std=gnu17", "-w")
_LLP64 = ("-Dlong=long long",)


class System(NamedTuple):
    """A target of zig; what its objects begin with; the program that runs its executables here, if there is one."""

    target: str
    begins: bytes
    options: tuple[str, ...] = ()
    emulators: tuple[str, ...] = ()
    suffix: str = ""


SYSTEMS = {
    "x86_64-windows": System("x86_64-windows-gnu", b"\x64\x86", _LLP64, ("wine64", "/usr/lib/wine/wine64", "wine"), ".exe"),
    "aarch64-linux": System("aarch64-linux-musl", b"\x7fELF", emulators=("qemu-aarch64", "qemu-aarch64-static")),
    "aarch64-macos": System("aarch64-macos", b"\xcf\xfa\xed\xfe\x0c\x00\x00\x01"),
}
HOST = System("native-native-musl" if sys.platform == "linux" else "native", b"")


def _elementwise() -> Tensor: return (_given(7, 9).exp() + _given(7, 9).sin() * 2).sqrt()
def _product() -> Tensor: return (_given(12, 20) @ _given(20, 16)).relu()
def _reduced() -> Tensor: return _given(6, 33).softmax(1)
def _long_integers() -> Tensor: return (_given(64).cast(dtypes.int64) * 10_000_000_019 + 3) // 7 >> 2
def _short_formats() -> Tensor: return (_given(40).cast(dtypes.int8).cast(dtypes.int16) * 3).cast(dtypes.uint8)
def _masked() -> Tensor: return (_given(5, 8) > 2).where(_given(5, 8), -1.0).pad(((1, 2), (0, 3)))


PROGRAMS: dict[str, Callable[[], Tensor]] = {f.__name__.strip("_"): f for f in (
    _elementwise, _product, _reduced, _long_integers, _short_formats, _masked)}


def _given(*shape: int) -> Tensor: return Tensor.empty(*shape)


class Kernel(NamedTuple):
    """A kernel in C: its name, source, grid pieces, scratch bytes, and the C type and size of each buffer."""

    name: str
    source: str
    pieces: int
    scratch: int
    buffers: tuple[tuple[str, int], ...]


_C_TYPES = {"float32": "float", "int64": "long long", "uint8": "unsigned char", "int8": "signed char", "int16": "short",
            "int32": "int", "bool": "unsigned char"}


@functools.cache
def kernels(program: str, compiler: str = "CLANG") -> tuple[Kernel, ...]:
    """The kernels of a program, for a processor with vectors of 16 bytes, as both x86-64 and AArch64 have them."""
    found: list[Kernel] = []
    with Context(DEV=f"NULL:{compiler}:16"):
        for ast, *buffers in (call.src for call in PROGRAMS[program]().schedule_linear().src):
            compiled = program_of(ast, Device[f"NULL:{compiler}:16"], None)
            info, text = compiled.arg, compiled.src[1].arg
            sizes = tuple((_C_TYPES[buffers[slot].dtype.name], buffers[slot].size) for slot in info.globals)
            found.append(Kernel(info.name, text, int(np.prod(info.grid)), info.scratch, sizes))
    return tuple(found)


def harness(k: Kernel) -> str:
    """A program that fills all buffers, runs the kernel, and prints what they hold afterwards."""
    declared = "\n".join(f"static {kind} b{i}[{size}] __attribute__((aligned(64)));" for i, (kind, size) in enumerate(k.buffers))
    filled = "\n".join(f"  for (int i = 0; i < {size}; i++) b{n}[i] = ({kind})(i * 7 % 11 * 0.5 + {n});"
                       for n, (kind, size) in enumerate(k.buffers))
    shown = "\n".join(f'  for (int i = 0; i < {size}; i++) printf("%.9g\\n", (double)b{n}[i]);'
                      for n, (_, size) in enumerate(k.buffers))
    return f"""{k.source}
#undef long
#include <stdio.h>
{declared}
static char scratch[{max(k.scratch, 64)}] __attribute__((aligned(64)));
int main(void) {{
  void *bufs[] = {{{", ".join(f"b{i}" for i in range(len(k.buffers)))}}};
{filled}
  {k.name}(bufs, 0, scratch, 0, {k.pieces});
{shown}
  return 0;
}}
"""


def _zig() -> str:
    spec = importlib.util.find_spec("ziglang")
    folder = next(iter(spec.submodule_search_locations or ()), None) if spec else None
    if folder is None: pytest.skip("needs zig: pip install ziglang")
    return str(Path(folder) / "zig")


def compiled(source: str, system: System, out: Path, *options: str) -> Path:
    """An object (with "-c") or an executable for `system`."""
    file = out.parent / f"{out.name}.c"
    file.write_text(source)
    command = [_zig(), "cc", "-target", system.target, *_OPTIONS, *system.options, *options, str(file), "-o", str(out)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=300)
    assert done.returncode == 0, done.stderr
    return out


def values(*command: str) -> np.ndarray:
    """The numbers that a program prints."""
    done = subprocess.run(command, capture_output=True, text=True, timeout=300, env=os.environ | {"WINEDEBUG": "-all"})
    assert done.returncode == 0, done.stderr
    return np.array([float(line) for line in done.stdout.split()])


@pytest.mark.parametrize("program", PROGRAMS)
@pytest.mark.parametrize("name", SYSTEMS)
def test_kernels_compile(name: str, program: str, tmp_path: Path) -> None:
    for k in kernels(program):
        made = compiled(k.source, SYSTEMS[name], tmp_path / f"{k.name}.o", "-c").read_bytes()
        assert made.startswith(SYSTEMS[name].begins) and k.name.encode() in made
        if name == "aarch64-linux": assert int.from_bytes(made[18:20], "little") == 183  # EM_AARCH64


@pytest.mark.slow
@pytest.mark.parametrize("program", PROGRAMS)
@pytest.mark.parametrize("name", [name for name, system in SYSTEMS.items() if system.emulators])
def test_kernels_run(name: str, program: str, tmp_path: Path) -> None:
    system = SYSTEMS[name]
    emulator = next((path for path in map(shutil.which, system.emulators) if path), None)
    if emulator is None: pytest.skip(f"needs {system.emulators[0]}: Debian has it in qemu-user and wine64")
    for k in kernels(program):
        wanted = values(str(compiled(harness(k), HOST, tmp_path / f"{k.name}-host")))
        found = values(emulator, str(compiled(harness(k), system, tmp_path / f"{k.name}{system.suffix}")))
        assert len(found) == sum(size for _, size in k.buffers) and np.isfinite(wanted).any()
        np.testing.assert_allclose(found, wanted, rtol=1e-5, atol=1e-6)


def test_long_has_32_bits_on_windows_unless_a_macro_replaces_it(tmp_path: Path) -> None:
    check = "_Static_assert(sizeof(long) == 8, \"\");"
    compiled(check, SYSTEMS["x86_64-windows"], tmp_path / "replaced.o", "-c")
    with pytest.raises(AssertionError, match="static assertion failed"):
        compiled(check, SYSTEMS["x86_64-windows"]._replace(options=()), tmp_path / "plain.o", "-c")
