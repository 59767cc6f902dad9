"""NVIDIA's assembler of PTX: what it makes, where it is installed; how it is found and what is said of it."""
from __future__ import annotations

import stat
from pathlib import Path

import pytest

from heddle.errors import CompileError, DeviceError
from heddle.renderer.cuda.cuda import Architecture
from heddle.runtime.cuda import ptxas
from heddle.runtime.cuda.ptxas import PTXASCompiler
from heddle.runtime.nv.code import Image

ARCH = Architecture.parse("sm_80")
PTX = """\
.version 8.0
.target sm_80
.address_size 64
.visible .entry k(.param .u64 a, .param .u32 n)
{
  .reg .b64 %a; .reg .b32 %n;
  ld.param.u64 %a, [a]; ld.param.u32 %n, [n];
  st.global.u32 [%a], %n;
  ret;
}
"""
needs_ptxas = pytest.mark.skipif(not ptxas.probe().usable, reason="ptxas is not installed")


@pytest.fixture
def stand_in(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A program on PATH that writes back what it is given, and refuses what has the word `wrong` in it."""
    program = tmp_path / "ptxas"
    program.write_text('#!/bin/sh\nif [ "$1" = --version ]; then echo "Cuda compilation tools, release 12.9, V12.9.86"; exit; fi\n'
                       'cat >"$3"; if grep -q wrong "$3"; then echo "ptxas fatal: wrong" >&2; exit 255; fi\n')
    program.chmod(program.stat().st_mode | stat.S_IXUSR)
    monkeypatch.setattr(ptxas, "program", lambda: str(program))
    ptxas.version.cache_clear()
    return program


@needs_ptxas
@pytest.mark.parametrize("arch", ("sm_80", "sm_90a", "sm_120"))
def test_cubins(arch: str) -> None:
    target = Architecture.parse(arch)
    version = ".version 8.7" if arch == "sm_120" else ".version 8.0"
    image = Image(PTXASCompiler(target).compile(PTX.replace("sm_80", arch).replace(".version 8.0", version)))
    assert image.arch == target.number and image.entries["k"].parameters == ((0, 8), (8, 4))


@needs_ptxas
def test_what_it_says_of_errors() -> None:
    with pytest.raises(CompileError, match="refused a kernel for sm_80") as told:
        PTXASCompiler(ARCH).compile(PTX.replace("ret", "rte"))
    assert "rte" in told.value.output


@needs_ptxas
def test_registers_are_told() -> None:
    compiler = PTXASCompiler(ARCH)
    assert compiler.usage(compiler.compile(PTX)).startswith("k: ")


def test_the_program_and_its_version(stand_in: Path) -> None:
    compiler = PTXASCompiler(ARCH)
    assert compiler.version == (12, 9) and compiler.cachekey == "ptxas 12.9.86 sm_80"
    assert compiler.compile("some") == b"some"
    assert ptxas.probe().usable and str(stand_in) in ptxas.probe().detail
    with pytest.raises(CompileError, match=r"ptxas 12\.9\.86 refused") as told: compiler.compile("wrong")
    assert told.value.output == "ptxas fatal: wrong" and told.value.source == "wrong"


def test_a_program_that_is_none(stand_in: Path) -> None:
    stand_in.write_text("#!/bin/sh\necho hello\n")
    with pytest.raises(DeviceError, match="does not say its version"): PTXASCompiler(ARCH)
    stand_in.unlink()
    ptxas.version.cache_clear()
    with pytest.raises(DeviceError, match="does not run"): PTXASCompiler(ARCH)


def test_where_it_is_looked_for(monkeypatch: pytest.MonkeyPatch, stand_in: Path) -> None:
    monkeypatch.setenv("PATH", str(stand_in.parent))
    assert str(stand_in) in list(ptxas.candidates())
    monkeypatch.setattr(ptxas, "program", lambda: None)
    found = ptxas.probe()
    assert not found.usable and "nvidia-cuda-nvcc" in found.cure
    with pytest.raises(DeviceError, match=r"there is no ptxas; required is ptxas 12\.4"): PTXASCompiler(ARCH)
