"""The second library that offers WebGPU, on a real driver and in a process of its own: the runtime's tests, part of the op suite."""
from __future__ import annotations

import os
import subprocess
import sys

import pytest

from heddle.device import Device
from heddle.runtime import ops_webgpu
from heddle.settings import Context


def why_not() -> str:
    """Why wgpu-native does not run here; empty if it does."""
    ops_webgpu.forget_adapters()
    with Context(WEBGPU_PROVIDER="wgpu"): probe = ops_webgpu.probe()
    ops_webgpu.forget_adapters()
    return "" if probe.usable else probe.why_not()


on_wgpu_native = pytest.mark.skipif(bool(why_not()), reason=f"no wgpu-native: {why_not()}")


def run(*arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([sys.executable, *arguments], capture_output=True, text=True, env={**os.environ, "WEBGPU_PROVIDER": "wgpu"})


@on_wgpu_native
def test_the_table_names_library_and_version() -> None:
    said = run("-c", "from heddle.device import Device; print(Device.probe('WEBGPU').detail)").stdout
    assert "wgpu-native 29." in said
    assert "wgpu-native" not in Device.probe("WEBGPU").detail


@on_wgpu_native
@pytest.mark.parametrize("tests", [
    ("tests/runtime/test_webgpu.py",), ("tests/tensor", "-k", "WEBGPU and (matmul or running_folds or casts)")],
    ids=("runtime", "ops"))
def test_what_passes_on_dawn_passes_on_wgpu_native(tests: tuple[str, ...]) -> None:
    done = run("-m", "pytest", "-q", "-p", "no:cacheprovider", *tests)
    assert done.returncode == 0 and " passed" in done.stdout, done.stdout[-3000:]
