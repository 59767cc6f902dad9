"""Buffer instructions of the RDNA interpreter: where buffers end, how they are laid out, atomic operations in them."""
from __future__ import annotations

import numpy as np
import pytest

from tests.emulators.amd.rdna.testing import launch
from tests.emulators.test_rdna_kernels import SAVE, THREAD, cpu, kernel

pytest.importorskip("llvmlite")
__all__ = ["cpu"]  # the fixture

#: of a buffer: base, then its size and how it is laid out and checked
_RAW = 3 << 28 | 20 << 12
_BUFFERS = """
declare i32 @llvm.amdgcn.raw.buffer.load.i32(<4 x i32>, i32, i32, i32)
declare <4 x i32> @llvm.amdgcn.struct.buffer.load.v4i32(<4 x i32>, i32, i32, i32, i32)
declare void @llvm.amdgcn.raw.buffer.store.i32(i32, <4 x i32>, i32, i32, i32)
declare i32 @llvm.amdgcn.raw.buffer.atomic.add.i32(i32, <4 x i32>, i32, i32, i32)
declare i32 @llvm.amdgcn.s.buffer.load.i32(<4 x i32>, i32, i32)
"""


def in_buffer(body: str, words: int, form: int, stride: int = 0, swizzled: bool = False) -> np.ndarray:
    """What 64 work-items give, `%r` of each, whose `%rsrc` is a buffer of 100 words, 0 to 99. words: its NUM_RECORDS."""
    parameters = "ptr addrspace(1) %out, ptr addrspace(1) %a, i32 %records, i32 %high, i32 %form"
    describe = """
  %base = ptrtoint ptr addrspace(1) %a to i64
  %low = trunc i64 %base to i32
  %up = lshr i64 %base, 32
  %up32 = trunc i64 %up to i32
  %w1 = or i32 %up32, %high
  %r0 = insertelement <4 x i32> poison, i32 %low, i32 0
  %r1 = insertelement <4 x i32> %r0, i32 %w1, i32 1
  %r2 = insertelement <4 x i32> %r1, i32 %records, i32 2
  %rsrc = insertelement <4 x i32> %r2, i32 %form, i32 3
  %four = mul i32 %t, 4
"""
    source = kernel(f"{THREAD}{describe}{body}{SAVE}", parameters, before=_BUFFERS)
    out, *_ = launch(source, [np.zeros(64, np.int32), np.arange(100, dtype=np.int32), words, stride << 16 | swizzled << 31, form],
                     size=64, formats="III")  # fmt: skip
    return out


@pytest.mark.usefixtures("cpu")
def test_buffers_end_where_their_description_says() -> None:
    load = "  %r = call i32 @llvm.amdgcn.raw.buffer.load.i32(<4 x i32> %rsrc, i32 %four, i32 8, i32 0)\n"
    t = np.arange(64)
    assert np.array_equal(in_buffer(load, 4 * 40, _RAW), np.where(t + 2 < 40, t + 2, 0))
    assert np.array_equal(in_buffer(load, 1, 2 << 28), t + 2)  # never beyond its end
    assert not in_buffer(load, 0, 2 << 28).any()
    scalar = "  %r = call i32 @llvm.amdgcn.s.buffer.load.i32(<4 x i32> %rsrc, i32 40, i32 0)\n"
    assert np.array_equal(in_buffer(scalar, 44, _RAW), np.full(64, 10)) and not in_buffer(scalar, 43, _RAW).any()


@pytest.mark.usefixtures("cpu")
def test_buffers_of_structures() -> None:
    load = """  %v = call <4 x i32> @llvm.amdgcn.struct.buffer.load.v4i32(<4 x i32> %rsrc, i32 %t, i32 4, i32 0, i32 0)
  %r = extractelement <4 x i32> %v, i32 2
"""
    t = np.arange(64)
    assert np.array_equal(in_buffer(load, 4, 0, stride=20), np.where(t < 4, 5 * t + 3, 0))
    assert np.array_equal(in_buffer(load, 5, 1 << 28, stride=20), np.where(t < 5, 5 * t + 3, 0))
    # swizzled: element e of index i is word (i // 8 * 5 + e) * 8 + i % 8
    swizzled = in_buffer(load, 16, 0, stride=20, swizzled=True)
    assert np.array_equal(swizzled, np.where(t < 16, (t // 8 * 5 + 3) * 8 + t % 8, 0))


@pytest.mark.usefixtures("cpu")
def test_buffers_are_written_and_added_to() -> None:
    body = """  call void @llvm.amdgcn.raw.buffer.store.i32(i32 7, <4 x i32> %rsrc, i32 %four, i32 0, i32 0)
  fence syncscope("workgroup") release
  call void @llvm.amdgcn.s.barrier()
  fence syncscope("workgroup") acquire
  %x = call i32 @llvm.amdgcn.raw.buffer.atomic.add.i32(i32 %t, <4 x i32> %rsrc, i32 %four, i32 0, i32 0)
  %y = call i32 @llvm.amdgcn.raw.buffer.atomic.add.i32(i32 0, <4 x i32> %rsrc, i32 %four, i32 0, i32 0)
  %z = mul i32 %y, 100
  %r = add i32 %x, %z
"""
    t = np.arange(64)
    assert np.array_equal(in_buffer(body, 4 * 40, _RAW), np.where(t < 40, (t + 7) * 100 + 7, 0))
