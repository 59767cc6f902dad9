"""Images on a real driver: what is written is read again, at every border; halves; copies; replays; what is refused."""
from __future__ import annotations

import ctypes
from pathlib import Path

import numpy as np
import pytest

from heddle import Context, Tensor, TinyJit
from heddle.device import Device
from heddle.device.buffer import Buffer
from heddle.dtype import ImageDType, dtypes
from heddle.errors import DeviceError, DTypeError, ExchangeError, ShapeError

pytestmark = pytest.mark.skipif(not Device.probe("CL").usable or Device["CL"].info.image is None,  # type: ignore[attr-defined]
                                reason="no OpenCL device with images")


@pytest.fixture(autouse=True)
def _on_cl():
    with Context(DEV="CL"): yield


def numbers(*shape: int) -> np.ndarray:
    return (np.arange(np.prod(shape), dtype=np.float32).reshape(shape) % 37) / 4 - 3  # halves hold all of them


@pytest.mark.parametrize("image,shape", [(dtypes.imagef((3, 5)), (6, 10)), (dtypes.imageh((4, 3)), (3, 16))])
def test_all_elements_are_written_and_read(image: ImageDType, shape: tuple[int, ...]) -> None:
    """Rows of the tensor are not rows of the image: every pixel is made of, and looked at from, several places."""
    x = numbers(*shape)
    held = (Tensor(x) + 1).cast(image).realize()
    assert held.dtype is dtypes.float32 and held.shape == shape
    assert held._buffer().raw.image == image
    np.testing.assert_array_equal(held.numpy(), x + 1)
    np.testing.assert_array_equal((held * 2).numpy(), (x + 1) * 2)
    np.testing.assert_array_equal(held.T.contiguous().numpy(), x.T + 1)
    np.testing.assert_array_equal(held.flip(0, 1)[1:, 1:].numpy(), np.flip(x + 1)[1:, 1:])
    np.testing.assert_array_equal(held.pad(((1, 2), (3, 1))).sum(0).numpy(), np.pad(x + 1, ((1, 2), (3, 1))).sum(0))


def test_one_pixel() -> None:
    held = Tensor([1.0, -2.0, 0.5, 4.0]).cast(dtypes.imageh((1, 1)))
    assert (held + held.flip(0)).tolist() == [5.0, -1.5, -1.5, 5.0]


def test_halves_round_and_overflow() -> None:
    room = Tensor.empty(4, dtype=dtypes.imageh((1, 1))).realize()
    room._buffer().copyin(memoryview(np.array([1e6, 1 / 3, -0.0, -65504], np.float32)))
    assert room.tolist() == [float("inf"), float(np.float16(1 / 3)), 0.0, -65504.0]
    written = (Tensor([1.0, -0.0, float("inf"), float("nan")]) / 3).cast(dtypes.imageh((1, 1))).numpy()
    np.testing.assert_allclose(written, [1 / 3, 0, np.inf, np.nan], rtol=1e-3)


def test_products_of_images() -> None:
    a, b = numbers(24, 32), numbers(32, 40)
    image_a, image_b = Tensor(a).cast(dtypes.imagef((24, 8))), Tensor(b).cast(dtypes.imageh((32, 10)))
    np.testing.assert_allclose((image_a @ image_b).cast(dtypes.imagef((24, 10))).numpy(), a @ b, rtol=1e-5, atol=1e-4)


def test_an_image_is_assigned_from_itself() -> None:
    """A kernel that wrote the image it reads would not be OpenCL: the value is computed first."""
    x = numbers(4, 8)
    held = Tensor(x).cast(dtypes.imagef((4, 2))).realize()
    held.assign(held.flip(0) + held)
    np.testing.assert_array_equal(held.numpy(), np.flip(x, 0) + x)
    held[1:3, 2:5] = 7.0
    wanted = np.flip(x, 0) + x
    wanted[1:3, 2:5] = 7
    np.testing.assert_array_equal(held.numpy(), wanted)


def test_replays_and_copies(tmp_path: Path) -> None:
    weight = Tensor(numbers(8, 4)).cast(dtypes.imagef((8, 1))).realize()
    step = TinyJit(lambda x: (x * weight).cast(dtypes.imagef((8, 1))).realize())
    for n in range(4):
        got = step(Tensor(numbers(8, 4) + n).realize()).numpy()
        np.testing.assert_array_equal(got, numbers(8, 4) * (numbers(8, 4) + n))
    step.save(tmp_path / "step")
    loaded: TinyJit[..., Tensor] = TinyJit.load(tmp_path / "step")
    result = loaded(Tensor(numbers(8, 4) + 9).realize())
    np.testing.assert_array_equal(result.numpy(), numbers(8, 4) * (numbers(8, 4) + 9))
    assert loaded(Tensor(numbers(8, 4)).realize()).uop.base.buffer.image == dtypes.imagef((8, 1))
    np.testing.assert_array_equal((weight.to("CPU") + 1).numpy(), numbers(8, 4) + 1)
    with Context(VALIDATE_WITH_CPU=True): np.testing.assert_array_equal((weight - 1).numpy(), numbers(8, 4) - 1)


def test_memory_of_an_image_is_used_again_for_one() -> None:
    """Blocks are kept by kind: a buffer of as many bytes is not given out as an image, nor the other way round."""
    def handle(image: ImageDType | None) -> int:
        made.append(Buffer("CL", 64, dtypes.float32, image=image).allocate())
        return made[-1].raw.handle

    made: list[Buffer] = []
    first = handle(dtypes.imagef((4, 4)))
    made.clear()
    assert first not in (handle(None), handle(dtypes.imagef((2, 8)))) and handle(dtypes.imagef((4, 4))) == first


def test_images_of_other_programs() -> None:
    owner = Tensor(numbers(2, 12)).cast(dtypes.imagef((2, 3))).realize()
    pointer = owner._buffer().raw.handle
    lent = Tensor.from_blob(pointer, (24,), dtype=dtypes.imagef((2, 3)), device="CL")
    np.testing.assert_array_equal((lent + 1).numpy(), numbers(2, 12).reshape(-1) + 1)
    with pytest.raises(ExchangeError, match=r"is an image of 2 rows of 3 pixels .* not imagef\(\(3, 2\)\)"):
        Tensor.from_blob(pointer, (24,), dtype=dtypes.imagef((3, 2)), device="CL")
    with pytest.raises(ShapeError, match="holds 24 elements"):
        Tensor.from_blob(pointer, (20,), dtype=dtypes.imagef((2, 3)), device="CL")


def test_what_is_refused() -> None:
    with pytest.raises(ShapeError, match=r"imagef\(\(2, 2\)\) holds 16 .* \(2 x 2 pixels of four\), and the shape \(5, 3\) has 15"):
        Tensor.empty(5, 3, dtype=dtypes.imagef((2, 2)))
    with pytest.raises(ShapeError, match="a height and a width of at least 1"): dtypes.imageh((0, 4))
    with pytest.raises(DTypeError, match="is a kind of memory and no number format"): Tensor.ones(4, dtype=dtypes.imagef((1, 1)))  # type: ignore[arg-type]
    with pytest.raises(DeviceError, match=r"CPU has no images, so imagef\(\(1, 1\)\) cannot be there"):
        Tensor([1.0, 2.0, 3.0, 4.0], device="CPU").cast(dtypes.imagef((1, 1))).realize()
    height, width = Device["CL"].info.image  # type: ignore[attr-defined]
    with pytest.raises(DeviceError, match=rf"CL has images of up to {height} rows of {width} pixels"):
        Tensor.empty(4 * (width + 1), dtype=dtypes.imagef((1, width + 1))).numpy()


def test_a_device_without_images(monkeypatch: pytest.MonkeyPatch) -> None:
    from dataclasses import replace
    queue = Device["CL"].queue  # type: ignore[attr-defined]
    monkeypatch.setattr(queue, "info", replace(queue.info, image=None))
    with pytest.raises(DeviceError, match="has no images"): Tensor.empty(4, dtype=dtypes.imagef((1, 1))).numpy()


def test_the_layout_of_descriptions() -> None:
    """As cl.h has it on 64-bit machines."""
    from heddle.runtime.opencl.image import _Description, _Format
    assert ctypes.sizeof(_Format) == 8 and ctypes.sizeof(_Description) == 72 and _Description.buffer.offset == 64
