"""Words of pushbuffers are those that Mesa's decoder, made from NVIDIA's class headers, reads as what was meant."""
from __future__ import annotations

from heddle.runtime.nv import pushbuffer

_ADDRESS, _NUMBER = 0x12_3456_7890, 0x1_0000_0002
_HIGH, _LOW = 0x12, 0x3456_7890


def test_headers_of_methods() -> None:
    assert pushbuffer.method(4, 0x400, 1, 2, 3, 4) == (0x20048100, 1, 2, 3, 4)
    assert pushbuffer.method(0, 0x5C, -1)[1] == 0xFFFFFFFF


def test_the_object_of_a_subchannel() -> None:
    assert pushbuffer.set_object(pushbuffer.COMPUTE, 0xCBC0) == (0x20012000, 0xCBC0)


def test_waiting_and_signalling() -> None:
    assert pushbuffer.wait(_ADDRESS, _NUMBER) == (0x20050017, _LOW, _HIGH, 2, 1, 0x01001003)
    assert pushbuffer.release(_ADDRESS, _NUMBER) == (0x20050017, _LOW, _HIGH, 2, 1, 0x03100001)


def test_a_launch() -> None:
    assert pushbuffer.launch(0x12_3456_7800) == (0x200120AD, 0x12345678, 0x200120B0, 3)
    assert pushbuffer.settle() == (0x20012044, 0, 0x200125A6, 0x1011)


def test_memory_of_kernels() -> None:
    assert pushbuffer.windows(0x20_0000_0000, 0x21_0000_0000) == (0x200220A8, 0x20, 0, 0x200221EC, 0x21, 0)
    assert pushbuffer.local_memory(_ADDRESS, 0x8000) == (0x200221E4, _HIGH, _LOW, 0x200320B9, 0, 0x8000, 0xFF)


def test_copies() -> None:
    assert list(pushbuffer.copy(_ADDRESS, 0x30_0000_0000, 100)) == [
        (0x20048100, 0x30, 0, _HIGH, _LOW), (0x20018106, 100), (0x200180C0, 0x182)]
    assert pushbuffer.flush_copies(_ADDRESS, 7) == (0x20038090, _HIGH, _LOW, 7, 0x200180C0, 0x14)


def test_long_copies_are_taken_in_parts() -> None:
    words = list(pushbuffer.copy(0, 1 << 36, 5 << 30))
    assert [w[1] for w in words if w[0] == 0x20018106] == [2 << 30, 2 << 30, 1 << 30]
    assert words[3] == (0x20048100, 0x10, 0x80000000, 0, 0x80000000)
