"""NVRTC: what it says of source that it refuses, and what is said where it is missing or too old."""
from __future__ import annotations

import pytest

from heddle.errors import CompileError, DeviceError
from heddle.installation import install_command
from heddle.renderer.cuda.cuda import Architecture
from heddle.runtime.cuda import nvrtc
from heddle.runtime.cuda.nvrtc import NVRTCCompiler, open_library

SCALE = 'extern "C" __global__ void scale(float *a) { a[threadIdx.x] *= 2.0f; }'
needs_nvrtc = pytest.mark.skipif(not nvrtc.probe().usable, reason="NVRTC is not installed")


@needs_nvrtc
def test_a_cubin_or_ptx() -> None:
    assert NVRTCCompiler(Architecture(90)).compile(SCALE).startswith(b"\x7fELF")
    ptx = NVRTCCompiler(Architecture(90), to_ptx=True)
    assert ".visible .entry scale(" in ptx.disassemble(ptx.compile(SCALE)) and ptx.usage(b"") == ""
    assert ptx.cachekey != NVRTCCompiler(Architecture(90)).cachekey


@needs_nvrtc
def test_what_it_refuses() -> None:
    with pytest.raises(CompileError, match=r"NVRTC \d+\.\d+ refused a kernel for sm_90") as caught:
        NVRTCCompiler(Architecture(90)).compile(SCALE.replace("2.0f", "two"))
    assert 'identifier "two" is undefined' in str(caught.value) and caught.value.source.startswith("extern")


@needs_nvrtc
def test_an_architecture_newer_than_it() -> None:
    with pytest.raises(DeviceError, match="does not compile for sm_300") as caught: NVRTCCompiler(Architecture(300)).compile(SCALE)
    assert "sm_90" in str(caught.value.cure) and "newer NVRTC" in str(caught.value.cure)
    assert b".entry scale" in NVRTCCompiler(Architecture(300), to_ptx=True).compile(SCALE), "the driver can do the rest"


def test_none_installed() -> None:
    with pytest.raises(DeviceError, match=r"NVRTC cannot be loaded: .*nowhere\.so") as caught: open_library(iter(("nowhere.so",)))
    assert install_command("cuda") in str(caught.value.cure)
    with pytest.raises(DeviceError, match="there is no file of that name"): open_library(iter(()))


def test_a_library_that_is_another() -> None:
    with pytest.raises(DeviceError, match="undefined symbol: nvrtcVersion"): open_library(iter(("libc.so.6",)))


def test_the_device_table_says_what_is_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(nvrtc, "candidates", lambda: iter(("nowhere.so",)))
    nvrtc.library_file.cache_clear()
    monkeypatch.setattr(nvrtc, "library", lambda: open_library(nvrtc.candidates()))
    try: found = nvrtc.probe()
    finally: nvrtc.library_file.cache_clear()
    assert not found.usable and "nowhere.so" in found.reason and found.requires == nvrtc.REQUIRED and "pip install" in found.cure
