"""What a device's name says."""
from __future__ import annotations

import pytest

from heddle.device.target import Target, parse_target
from heddle.errors import DeviceError, OldSpellingWarning


@pytest.mark.parametrize("text, target", [
    ("CPU", Target("CPU")), ("cpu", Target("CPU")), (" Cpu:0 ", Target("CPU")), ("CPU:1", Target("CPU", 1)),
    ("CPU:LLVM", Target("CPU", 0, "LLVM")), ("cpu:1:llvm", Target("CPU", 1, "LLVM")),
    ("CPU:LLVM:x86_64,-avx512f", Target("CPU", 0, "LLVM", "x86_64,-avx512f")),
    ("CUDA::sm_90", Target("CUDA", 0, None, "sm_90")),
    ("PCI+AMD", Target("AMD", 0, None, None, "PCI")), ("usb+amd:2:LLVM", Target("AMD", 2, "LLVM", None, "USB")),
    ("AMD:HIP:gfx1100", Target("AMD", 0, "HIP", "gfx1100")),
    ("DISK:/A/b:c+d", Target("DISK", "/A/b:c+d")), ("disk:x", Target("DISK", "x"))])
def test_parse(text, target):
    assert parse_target(text) == target
    assert parse_target(str(target)) == target


def test_name_is_that_of_the_memory():
    assert parse_target("PCI+AMD:1:LLVM").name == "AMD:1" and parse_target("CPU:0:LLVM").name == "CPU"
    assert parse_target("DISK:/a/b").name == "DISK:/a/b"


@pytest.mark.parametrize("text", ["", ":1", "CPU:1:LLVM:arch:more", "C PU", "+CPU:", "1", "CPU:1:2:3:4"])
def test_bad_forms(text):
    if text == "+CPU:": assert parse_target(text) == Target("CPU")
    else:
        with pytest.raises(DeviceError, match=r"\[INTERFACE\+\]DEVICE"): parse_target(text)


@pytest.mark.parametrize("old, new", [("GPU", "CL"), ("gpu:1", "CL:1"), ("CLANG", "CPU:CLANG"), ("LLVM", "CPU:LLVM")])
def test_older_names(old, new):
    parse_target.cache_clear()
    with pytest.warns(OldSpellingWarning, match="is an older name of"): assert parse_target(old) == parse_target(new)
