"""Submissions as Mesa's cffdump decodes them, apart from heddle and from the emulated GPU: the same fields.

decoded/MODEL.txt is what cffdump of Mesa 22.3.6 (as Debian's source package has it) prints of `words_of`. CFFDUMP=path of that program
(meson's target src/freedreno/decode/cffdump, with -Dtools=freedreno) decodes again and compares; RNN_PATH has to name Mesa's folders
src/freedreno/registers and src/freedreno/registers/adreno.
"""
from __future__ import annotations

import os
import re
import struct
import subprocess
from pathlib import Path

import numpy as np
import pytest

from heddle.dtype import dtypes
from heddle.renderer.nir.adreno import Adreno
from heddle.runtime.common.hardware_queue import Words
from heddle.runtime.qcom.image import QCOMImage, descriptor
from heddle.runtime.qcom.pm4 import PM4, Dispatch
from tests.emulators.qcom.ir3.execute import Launch
from tests.emulators.qcom.models import MODELS
from tests.emulators.qcom.packets import CommandProcessor
from tests.runtime.qcom.rd_file import rd_file
from tests.runtime.qcom.test_pm4 import program

DECODED = Path(__file__).parent / "decoded"
_STREAM, _CODE, _PRIVATE = 0x7F0000100000, 0x7F0012340080, 0x7F0020000000
_CONSTANTS, _TABLES = 0x7F0000001000, 0x7F0000002000
_IMAGES = QCOMImage(0x7F0030000000, dtypes.imagef((64, 12)), 192), QCOMImage(0x7F0031000000, dtypes.imageh((32, 8)), 64)
#: two of three descriptors are those of the images, the first is of the texture that reads the second
_MEMORY = {_TABLES: b"".join(descriptor(_IMAGES[n]) for n in (1, 0, 1))}


def words_of(model: str) -> Words:
    """What heddle submits: caches, a wait, stamps, a launch with images and private memory, a signal."""
    words, pm4, gpu = Words(), PM4(Adreno.parse(model)), Adreno.parse(model)
    pm4.acquire(words)
    pm4.wait(words, 0x7F0000200040, 4)
    pm4.stamp(words, 0x7F0000200000)
    size = 1024 * gpu.fibers
    kernel = program(gpu=model, images=(0, 1), textures=(1,), private=600)
    pm4.launch(words, Dispatch(kernel, _CODE, _PRIVATE, size), _CONSTANTS, _TABLES, (7, 3, 1))
    pm4.kernels_done(words, reads_textures=True)
    pm4.stamp(words, 0x7F0000200010)
    pm4.release(words, 0x7F0000200020, 5)
    return words


def file_of(model: str) -> bytes: return rd_file(int(model[1:]), Adreno.parse(model).chip, _STREAM, words_of(model).words, _MEMORY)


def essence(text: str) -> str:
    """Packets, their fields and their words; without what cffdump repeats at a launch, and without other memory."""
    lines: list[str] = []
    at_launch = False
    for line in text.splitlines():
        if line.startswith(("t4", "t7")): at_launch = False
        elif "register values" in line: at_launch = True
        of_packets = re.match(r"(t[47]\t|\t\t\t+[{A-Z]|0*7f00001[0-9a-f]{5}:)", line)
        if of_packets and (not at_launch or line.startswith("00007f00001")): lines.append(line)
    return "\n".join(lines) + "\n"


def recorded(model: str) -> str: return (DECODED / f"{model}.txt").read_text()


@pytest.mark.parametrize("model", ["a630", "a660"])
def test_the_words_are_those_that_were_decoded(model: str) -> None:
    rows = re.findall(r"^00007f00001[0-9a-f]{5}:\t\t0000: (.*)$", recorded(model), re.M)
    assert [int(word, 16) for row in rows for word in row.split()] == words_of(model).words


class Recorder:
    """A bus that keeps launches; memory is what the stream says, and zeros elsewhere."""

    def __init__(self, stream: bytes) -> None:
        self.memory, self.launches = {**_MEMORY, _STREAM: stream}, list[Launch]()
        self.written: dict[int, bytes] = {0x7F0000200040: struct.pack("<I", 4)}

    def read(self, address: int, nbytes: int) -> bytes:
        for start, data in {**self.memory, **self.written}.items():
            if start <= address < start + len(data): return data[address - start:address - start + nbytes]
        return bytes(nbytes)

    def write(self, address: int, data: bytes) -> None: self.written[address] = data
    def clock(self) -> int: return 0
    def launch(self, what: Launch) -> None: self.launches.append(what)


@pytest.mark.parametrize("model", ["a630", "a660"])
def test_both_decoders_see_the_same_launch(model: str) -> None:
    text, words = recorded(model), words_of(model).words
    stream = struct.pack(f"<{len(words)}I", *words)
    bus = Recorder(stream)
    processor = CommandProcessor(MODELS[model], bus)
    processor.run(_STREAM, len(stream))
    (launch,) = bus.launches

    def field(name: str) -> list[int]: return [int(n, 0) for n in re.findall(rf"\b{name} = (0x[\da-f]+|\d+)", text)]
    assert [*field("NGROUPS_X"), *field("NGROUPS_Y"), *field("NGROUPS_Z")] == list(launch.groups)
    assert [n + 1 for axis in "XYZ" for n in field(f"LOCALSIZE{axis}")] == list(launch.threads)
    assert [(n + 1) * 1024 for n in field("SHARED_SIZE")][:1] == [launch.shared] and field("MEMSIZEPERITEM") == [launch.private]
    assert field("CONSTLEN") == [len(launch.constants) // 4] and ("MERGEDREGS" in text) == launch.is_merged
    assert field("FULLREGFOOTPRINT") == [4] and field("HALFREGFOOTPRINT") == [2] and field("BRANCHSTACK") == [1]
    assert re.findall(r"WGIDCONSTID = r(\d+)\.x", text)[0] == str((launch.group_id or 0) // 4)
    assert re.findall(r"LOCALIDREGID = r(\d+)\.x", text)[0] == str((launch.local_id or 0) // 4)
    seen = [*launch.textures, *launch.images]
    assert [(i.width, i.height, i.pitch) for i in seen] == list(zip(field("WIDTH"), field("HEIGHT"), field("PITCH"), strict=True))
    assert [i.address & 0xFFFFFFFF for i in seen] == field("BASE_LO")
    formats = {"FMT6_16_16_16_16_FLOAT": np.float16, "FMT6_32_32_32_32_FLOAT": np.float32}
    assert [i.kind for i in seen] == [formats[name] for name in re.findall(r"FMT = (\w+)", text)]
    assert re.findall(r"EVENT = (\w+)", text) == ["CACHE_INVALIDATE", "CACHE_INVALIDATE", "CACHE_FLUSH_TS"]
    assert re.findall(r"MODE = (\w+) \| MARKER", text) == ["RM6_COMPUTE"]
    for first, count in re.findall(r"write \w+ \(([\da-f]+)\)\n((?:\t\t\t.*\n)+)", text):  # every register, under its own name
        assert all(int(first, 16) + n in processor.registers for n in range(len(count.splitlines())))
    assert struct.unpack("<I", bus.written[0x7F0000200020])[0] == 5


@pytest.mark.skipif("CFFDUMP" not in os.environ, reason="CFFDUMP does not name Mesa's decoder")
@pytest.mark.parametrize("model", ["a630", "a660"])
def test_decoded_again(model: str, tmp_path: Path) -> None:
    file = tmp_path / f"{model}.rd"
    file.write_bytes(file_of(model))
    done = subprocess.run([os.environ["CFFDUMP"], "--no-color", str(file)], capture_output=True, text=True, check=True)
    assert essence(done.stdout) == recorded(model)
