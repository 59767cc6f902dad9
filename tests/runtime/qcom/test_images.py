"""Images on an emulated Adreno GPU: texture reads, stores, descriptors, rows with gaps, images of other libraries."""
from __future__ import annotations

import struct
import sys
from typing import Any

import numpy as np
import pytest

from heddle import Context, Tensor, TinyJit
from heddle.device import Device
from heddle.dtype import ImageDType, dtypes
from heddle.errors import DeviceError, ExchangeError
from heddle.runtime.qcom import image, mesa
from heddle.runtime.qcom.image import QCOMImage, descriptor, foreign, pitch_of, texel_descriptor
from tests.emulators.qcom.errors import CommandFault
from tests.emulators.qcom.install import as_device
from tests.emulators.qcom.ir3.images import Image
from tests.emulators.qcom.system import QCOMSystem

pytestmark = [pytest.mark.skipif(not sys.platform.startswith("linux"), reason="memory is mapped as on Linux"),
              pytest.mark.skipif(not mesa.probe().usable, reason="tinymesa is not installed")]
RNG = np.random.default_rng(3)
KINDS = [dtypes.imagef((64, 12)), dtypes.imageh((64, 12)), dtypes.imagef((256, 3)), dtypes.imageh((5, 7)), dtypes.imagef((1, 1))]


@pytest.fixture
def machine(monkeypatch: pytest.MonkeyPatch) -> QCOMSystem: return as_device(monkeypatch, QCOMSystem())


def of_image(kind: ImageDType) -> tuple[np.ndarray, Tensor]:
    """Random elements, as the image's format has them, and the image."""
    x = RNG.standard_normal(kind.size).astype(np.float32)
    if kind.format.itemsize == 2: x = x.astype(np.float16).astype(np.float32)
    return x, Tensor(x, device="QCOM").cast(kind).realize()


def memory_of(x: Tensor) -> QCOMImage:
    memory: Any = x.uop.base.buffer.raw
    assert isinstance(memory, QCOMImage)
    return memory


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.name)
def test_read_written_and_copied(machine: QCOMSystem, kind: ImageDType) -> None:
    x, held = of_image(kind)
    np.testing.assert_array_equal(held.numpy(), x)
    np.testing.assert_array_equal((held * 2).numpy(), x * 2)
    np.testing.assert_array_equal((held.reshape(-1, 4).flip(1) + 0.0).numpy(), x.reshape(-1, 4)[:, ::-1])
    written = (held + 0.25).cast(kind).realize()
    wanted = x + np.float32(0.25)
    if kind.format.itemsize == 2: wanted = wanted.astype(np.float16).astype(np.float32)
    np.testing.assert_array_equal(written.numpy(), wanted)
    np.testing.assert_array_equal(held.to("CPU").numpy(), x)
    assert memory_of(held).pitch % 64 == 0 and memory_of(held) % 64 == 0 and machine.driver.faults == []


def test_texture_units_read_and_whole_pixels_are_written(machine: QCOMSystem) -> None:
    """A product whose operand is an image, into an image: isam and stib in place of ldg and stg, four floats at a time."""
    x, held = of_image(dtypes.imagef((64, 12)))
    code: list[str] = []
    compiler: Any = Device["QCOM"].compiler
    compile_ = compiler.compile

    def keep(source: str) -> bytes:
        binary = compile_(source)
        code.append(compiler.disassemble(binary))
        return binary
    compiler.compile = keep
    try:
        moved = (held * 3.125).cast(dtypes.imagef((64, 12))).realize()
        total = (held.reshape(64, 48) @ Tensor(np.eye(48, dtype=np.float32), device="QCOM").realize()).realize()
    finally: compiler.compile = compile_
    np.testing.assert_array_equal(moved.numpy(), x * np.float32(3.125))
    np.testing.assert_allclose(total.numpy(), x.reshape(64, 48), rtol=1e-6)
    assert "isam" in code[0] and "stib.b.typed.2d.f32.4" in code[0] and "ldg" not in code[0] and "stg" not in code[0]
    assert "isam" in code[-1] and "stg" in code[-1]


def test_what_is_between_rows_is_left_alone(machine: QCOMSystem) -> None:
    """Rows of three pixels of halves have 24 bytes of 64."""
    _, held = of_image(dtypes.imageh((16, 3)))
    memory = memory_of(held)
    assert memory.pitch == 64
    rows = np.frombuffer(image.view_at(int(memory), 16 * 64), np.uint8).reshape(16, 64)
    rows[:, 24:] = 0xA5
    np.testing.assert_array_equal((held + 1).numpy(), held.numpy() + 1)
    held.assign((held + 1).cast(dtypes.imageh((16, 3)))).realize()
    Device["QCOM"].synchronize()
    assert (rows[:, 24:] == 0xA5).all()


def test_a_replay_reads_what_an_earlier_kernel_wrote(machine: QCOMSystem) -> None:
    """Within a submission: the caches of texture units are invalidated before a kernel that reads an image."""
    kind = dtypes.imageh((8, 8))

    @TinyJit
    def step(x: Tensor) -> Tensor:
        between = (x * 2).cast(kind).contiguous().realize()
        return (between.reshape(16, 16).sum(1) + 1).realize()
    for n in range(4):
        x = np.full(256, n, np.float32)
        np.testing.assert_array_equal(step(Tensor(x, device="QCOM").realize()).numpy(), np.full(16, 32 * n + 1))
    assert machine.driver.faults == []


def test_images_that_are_too_large(machine: QCOMSystem) -> None:
    with pytest.raises(DeviceError, match="images of up to 16384 rows of 16384 pixels"):
        Tensor.zeros(4 * 16385, device="QCOM").cast(dtypes.imagef((16385, 1))).realize()


# ---- descriptors


def test_a_descriptor() -> None:
    """Word by word, as A6XX_TEX_CONST has its fields."""
    held = QCOMImage(0x7F_0000_1240, dtypes.imageh((64, 12)), 128)
    words = struct.unpack("<16I", descriptor(held))
    assert words[:6] == (0x62 << 22 | 0x6880, 12 | 64 << 15, 128 << 7 | 1 << 29, 2, 0x1240, 0x7F | 1 << 17) and not any(words[6:])
    read = Image.of_words(descriptor(held))
    assert (read.address, read.width, read.height, read.pitch, read.kind) == (0x7F00001240, 12, 64, 128, np.float16)


@pytest.mark.parametrize("word,bits,match", [(0, 3, "an image with the format"), (0, 1 << 4, "with the format"), (2, 1 << 7, "apart"),
                                             (2, 1 << 30, "no linear 2D image"), (4, 8, "bytes apart"), (5, 1 << 18, "one layer")])
def test_descriptors_that_the_emulated_gpu_refuses(word: int, bits: int, match: str) -> None:
    words = list(struct.unpack("<16I", descriptor(QCOMImage(0x1000, dtypes.imagef((4, 4)), 64))))
    words[word] ^= bits
    with pytest.raises(CommandFault, match=match): Image.of_words(struct.pack("<16I", *words))


# ---- images of other libraries


@pytest.mark.parametrize("kind,nbytes,pitch", [
    (dtypes.imagef((64, 16)), 16384, 256), (dtypes.imagef((256, 3)), 16384, 64), (dtypes.imageh((256, 3)), 16384, 64),
    (dtypes.imagef((512, 36)), 512 * 576, 576), (dtypes.imagef((4, 128)), 8192, 2048)])
def test_rows_of_other_libraries(kind: ImageDType, nbytes: int, pitch: int) -> None:
    assert foreign(0x1000, kind, nbytes).pitch == pitch == pitch_of(kind)


@pytest.mark.parametrize("kind,nbytes,why", [
    (dtypes.imagef((64, 8)), 16384, "no distance between rows"), (dtypes.imagef((64, 8)), 4096, "no distance between rows"),
    (dtypes.imagef((4, 100)), 8192, "more than one distance between rows")])
def test_rows_that_a_size_does_not_tell(kind: ImageDType, nbytes: int, why: str) -> None:
    """Images of few rows may have them further apart, by a power of two."""
    with pytest.raises(ExchangeError, match=why): foreign(0x1000, kind, nbytes)


# ---- factors of products, as textures


def on_qcom(data: Any) -> Tensor: return Tensor(data, device="QCOM")


@pytest.mark.parametrize("dtype", ["float32", "float16"])
def test_factors_are_read_through_texture_units(machine: QCOMSystem, dtype: str) -> None:
    a, b = (np.random.default_rng(n).standard_normal((72, 64)).astype(dtype) for n in range(2))
    results: list[np.ndarray] = []
    for textures in (1, 0):
        with Context(TEXTURES=textures): results.append((on_qcom(a) @ on_qcom(b).T).numpy())
        assert machine.driver.textures_read == 2 * textures
    np.testing.assert_array_equal(*results)
    near = 1e-2 if dtype == "float16" else 1e-4
    np.testing.assert_allclose(results[0].astype(np.float64), a.astype(np.float64) @ b.T, near, near)


def test_factors_anywhere_in_memory(machine: QCOMSystem) -> None:
    """A texture begins at a multiple of its vectors; other buffers are read as memory, also in replays recorded otherwise."""
    weight = np.random.default_rng(3).standard_normal((64, 64)).astype(np.float32)
    held = on_qcom(weight).realize()
    array = np.zeros(64 * 64 + 32, np.float32)
    start = -array.ctypes.data // 4 % 16  # in elements, to a multiple of 64 bytes
    step = TinyJit(lambda x: (x @ held).realize())
    for further, textures in ((0, 2), (4, 2), (1, 0), (0, 2), (3, 0), (0, 2), (8, 2)):
        part = array[start + further:][:64 * 64]
        part[:] = np.arange(64 * 64) % 11 + further
        x = Tensor.from_blob(part.ctypes.data, (64, 64), dtype="float32", device="QCOM", owner=array)
        np.testing.assert_allclose(step(x).numpy(), part.reshape(64, 64) @ weight, rtol=1e-4, atol=1e-3)
        assert machine.driver.textures_read == textures
    assert machine.driver.faults == []


def test_a_descriptor_of_texels() -> None:
    image = Image.of_words(texel_descriptor(0x7_1234_5670, 16, 100_000))
    assert (image.address, image.width, image.height, image.kind) == (0x7_1234_5670, 100_000, 1, np.float32)
    assert Image.of_words(texel_descriptor(0x5678, 8, 3)).address == 0x5678
    words = struct.unpack("<16I", texel_descriptor(0x5670, 16, (1 << 15) + 3))
    assert words[1] == 3 | 1 << 15 and words[2] == 4 << 29 | 3 << 16 | 1 << 4 and words[4] == 0x5640
    with pytest.raises(CommandFault, match="no buffer of texels"): Image.of_words(struct.pack("<16I", *words[:3], 1, *words[4:]))
    with pytest.raises(CommandFault, match="0 texels"): Image.of_words(texel_descriptor(0x40, 16, 0))
