"""What our reader finds in cubins, against kernels whose needs are known; `ptxas -v` says the same numbers where it is installed."""
from __future__ import annotations

import functools

import pytest

from heddle.errors import FileFormatError
from heddle.renderer.cuda.cuda import Architecture
from heddle.runtime.cuda import nvrtc
from heddle.runtime.cuda.cubin import Usage, usage

pytestmark = pytest.mark.skipif(not nvrtc.probe().usable, reason="NVRTC is not installed")

SOURCE = r"""
extern "C" __global__ void __launch_bounds__(1024) too_much(float *a) {
  float r[128];
  for (int i = 0; i < 128; i++) r[i] = a[i * 1024 + threadIdx.x];
  for (int k = 0; k < 3; k++)
    for (int i = 0; i < 128; i++) r[i] = r[i] * r[i + k * 7 + 1 & 127] + a[i];
  for (int i = 0; i < 128; i++) a[i * 1024 + threadIdx.x] = r[i];
}
extern "C" __global__ void __launch_bounds__(256) shares(float *a) {
  __shared__ float t[300];
  t[threadIdx.x] = a[threadIdx.x];
  __syncthreads();
  a[threadIdx.x] = t[255 - threadIdx.x];
}
"""


@functools.cache
def cubin(arch: str) -> bytes: return nvrtc.NVRTCCompiler(Architecture.parse(arch)).compile(SOURCE)


@pytest.mark.parametrize("arch", ("sm_75", "sm_80", "sm_90a", "sm_120"))
def test_registers_shared_memory_and_spills(arch: str) -> None:
    found = usage(cubin(arch))
    assert set(found) == {"too_much", "shares"}
    assert found["shares"].shared == 1200 and found["shares"].spilled == 0 and 4 <= found["shares"].registers <= 32
    assert found["too_much"].shared == 0 and found["too_much"].spilled > 0 and found["too_much"].registers == 64


def test_in_words() -> None:
    assert str(Usage(40, 2048, 0)) == "40 registers, 2048 bytes of shared memory, no spills"
    assert str(Usage(255, 0, 16)) == "255 registers, 0 bytes of shared memory, 16 bytes spilled"


def test_files_that_are_none() -> None:
    with pytest.raises(FileFormatError, match="this is no cubin"): usage(b"\x7fELF\x02\x01" + bytes(100))
    whole = cubin("sm_80")
    for length in (10, 64, len(whole) // 2):
        with pytest.raises(FileFormatError, match="cut short or altered"): usage(whole[:length])
