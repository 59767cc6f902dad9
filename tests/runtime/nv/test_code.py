"""What a cubin's kernels need for their launches, against kernels whose needs are known, and words that depend on addresses."""
from __future__ import annotations

import functools
import struct
from pathlib import Path

import pytest

from heddle.errors import CompileError, FileFormatError
from heddle.renderer.cuda.cuda import Architecture
from heddle.runtime.cuda import nvrtc
from heddle.runtime.nv.code import Image

compiled = pytest.mark.skipif(not nvrtc.probe().usable, reason="NVRTC is not installed")

SOURCE = r"""
__device__ float table[64] = {1, 2, 3};
__constant__ int some[8];
extern "C" __global__ void k(float *a, int n, long long m, char c) {
  __shared__ float s[128];
  s[threadIdx.x] = a[threadIdx.x];
  asm volatile("bar.sync 3, 64;");
  a[n] = s[127 - threadIdx.x] + m + c;
}
extern "C" __global__ void k_anywhere(float *a, int n) {
  float own[100];
  for (int i = 0; i < 100; i++) own[i * n % 100] = a[i];
  a[0] = own[n] + table[n] + some[n];
}
"""
#: where the code of an architecture has its parameters in constant bank 0
PARAMETERS_AT = {"sm_80": 0x160, "sm_89": 0x160, "sm_90a": 0x210, "sm_100": 0x380, "sm_120": 0x380}


@functools.cache
def cubin(arch: str) -> bytes: return nvrtc.NVRTCCompiler(Architecture.parse(arch)).compile(SOURCE)


@compiled
@pytest.mark.parametrize("arch", PARAMETERS_AT)
def test_what_entries_need(arch: str) -> None:
    image = Image(cubin(arch))
    assert image.arch == Architecture.parse(arch).number
    k, other = image.entries["k"], image.entries["k_anywhere"]
    assert k.parameters == ((0, 8), (8, 4), (16, 8), (24, 1)) and other.parameters == ((0, 8), (8, 4))
    assert k.parameters_at == PARAMETERS_AT[arch] and k.bank_bytes == PARAMETERS_AT[arch] + 25
    assert (k.barriers, other.barriers) == (4, 0), "one more than the highest that is named"
    assert k.shared == 512 + (1024 if image.arch >= 90 else 0) and other.shared == 0
    assert k.usage.spilled == 0 and other.usage.spilled >= 400
    assert k.code % 128 == other.code % 128 == 0 and k.code != other.code
    assert other.banks[3][1] == 32, "the constants that are the program's own"
    assert all(place % 256 == 0 for place, _ in other.banks.values())


@compiled
@pytest.mark.parametrize("arch", ("sm_80", "sm_120"))
def test_addresses_are_those_of_the_memory_it_is_in(arch: str) -> None:
    image = Image(cubin(arch))
    base = 0x7F_1234_5000_00
    one, other = image.at(base), image.at(base + 0x100000)
    assert len(one) == len(other) == image.nbytes
    place, _ = image.entries["k_anywhere"].banks[4]  # which has the address of `table`
    address, moved = (struct.unpack_from("<Q", data, place)[0] for data in (one, other))
    assert moved - address == 0x100000
    assert one[address - base:][:12] == struct.pack("<3f", 1, 2, 3)
    assert [n for n, (a, b) in enumerate(zip(one, other, strict=True)) if a != b] == [place + 2]


@compiled
def test_the_gpu_may_read_on_after_the_code() -> None:
    assert Image(cubin("sm_80")).at(0)[-4096:] == bytes(4096)


@compiled
def test_relocations_that_are_not_known() -> None:
    binary = bytearray(cubin("sm_80"))
    known = struct.pack("<I", 2)
    offset = struct.unpack_from("<Q", binary, 40)[0]  # of the table of sections
    rows = [struct.unpack_from("<IIQQQQIIQQ", binary, offset + 64 * n) for n in range(struct.unpack_from("<H", binary, 60)[0])]
    for row in rows:
        if row[1] not in (4, 9): continue
        for at in range(row[4], row[4] + row[5], 24 if row[1] == 4 else 16):
            if binary[at + 8:at + 12] == known: binary[at + 8:at + 12] = struct.pack("<I", 0x77)
    with pytest.raises(CompileError, match=r"a relocation of kind 0x77 for 'table', which NV does not support"): Image(bytes(binary))


@compiled
def test_files_that_are_cut_short() -> None:
    whole = cubin("sm_80")
    for length in (10, 64, len(whole) // 2):
        with pytest.raises(FileFormatError, match="cut short or altered"): Image(whole[:length])


# ---- other compilers than the one that is installed


CUBINS = sorted((Path(__file__).parent / "cubins").glob("*.cubin"))


@pytest.mark.parametrize("file", CUBINS, ids=lambda file: file.stem)
def test_what_entries_need_whichever_compiler_made_them(file: Path) -> None:
    image = Image(file.read_bytes())
    arch = Architecture.parse(file.stem.split("-")[-1])
    assert image.arch == arch.number
    meet, alone = image.entries["meet"], image.entries["alone"]
    assert (meet.barriers, alone.barriers) == (4, 0)
    assert (meet.usage.shared, alone.usage.shared) == (256, 0) and meet.usage.registers > 0
    assert meet.parameters == alone.parameters == ((0, 8), (8, 4))
    assert meet.parameters_at == PARAMETERS_AT.get(str(arch), PARAMETERS_AT["sm_90a"]) and meet.bank_bytes == meet.parameters_at + 12


def test_compilers_of_two_releases_are_among_them() -> None:
    assert {file.stem.rpartition("-")[0] for file in CUBINS} == {"nvrtc-12.9", "nvrtc-13.5", "ptxas-12.9", "ptxas-13.5"}
