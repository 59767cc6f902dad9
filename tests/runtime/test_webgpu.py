"""WEBGPU on a real driver: bytes within words, formats that WGSL lacks, special values, compiler errors, graphs."""
from __future__ import annotations

import importlib
from collections.abc import Iterator

import numpy as np
import pytest

from heddle import Context, Tensor, TinyJit
from heddle.device import Device
from heddle.device.buffer import Buffer
from heddle.dtype import dtypes
from heddle.errors import CompileError, DTypeError
from heddle.runtime.webgpu.queue import WGQueue

pytestmark = pytest.mark.skipif(not Device.probe("WEBGPU").usable, reason=f"no WebGPU: {Device.probe('WEBGPU').why_not()}")


@pytest.fixture(autouse=True)
def _on_webgpu() -> Iterator[None]:
    with Context(DEV="WEBGPU"): yield


def test_bytes_at_odd_places_leave_their_neighbours_alone() -> None:
    whole = Buffer("WEBGPU", 16, dtypes.uint8).allocate().copyin(memoryview(np.arange(16, dtype=np.uint8)))
    whole.view(3, dtypes.uint8, 5).ensure_allocated().copyin(memoryview(b"\xff\xfe\xfd"))
    assert list(whole.tobytes()) == [0, 1, 2, 3, 4, 255, 254, 253, *range(8, 16)]


def test_items_store_bytes_of_one_word() -> None:
    x = np.arange(1003).astype(np.uint8)
    assert ((Tensor(x) + 1).numpy() == (x + 1)).all()
    assert ((Tensor(x) > 100).numpy() == (x > 100)).all()
    assert (Tensor(x.astype(np.float16)).exp2().numpy()[:9] == np.exp2(x[:9].astype(np.float16))).all()


def test_integers_of_two_words() -> None:
    rng = np.random.default_rng(0)
    for kind in (np.int64, np.uint64):
        info = np.iinfo(kind)
        a, b = (rng.integers(info.min, info.max, 200, kind, endpoint=True) for _ in range(2))
        b[::3] >>= kind(50)
        b[b == 0] = 1
        x, y = Tensor(a), Tensor(b)
        for name, ours, theirs in (("+", x + y, a + b), ("-", x - y, a - b), ("*", x * y, a * b), ("//", x // y, a // b),
                                   ("%", x % y, a % b), ("<", x < y, a < b), (">>", x >> 37, a >> 37), ("<<", x << 33, a << 33),
                                   ("max", x.maximum(y), np.maximum(a, b)), ("float", x.float(), a.astype(np.float32))):
            np.testing.assert_array_equal(ours.numpy(), theirs, err_msg=f"{name} of {kind.__name__}")


def test_loops_inside_loops_count_in_two_words(monkeypatch: pytest.MonkeyPatch) -> None:
    """As where positions do not fit 32 bits: the inner one starts anew in each turn of the outer one."""
    monkeypatch.setattr(importlib.import_module("heddle.codegen.linearize"), "index_dtype", lambda sink, caps: dtypes.int64)
    x, w = np.arange(16, dtype=np.float32).reshape(1, 1, 4, 4), np.ones((4, 1, 3, 3), np.float32)
    with Context(CACHE=0): got = Tensor(x).conv2d(Tensor(w), padding=1).numpy()
    around = np.lib.stride_tricks.sliding_window_view(np.pad(x[0, 0], 1), (3, 3)).sum((2, 3))
    assert (got == np.broadcast_to(around, got.shape)).all()


def test_nan_and_infinity_survive() -> None:
    x = Tensor(np.array([np.nan, np.inf, -np.inf, -0.0, 1.0], np.float32))
    assert np.array_equal(x.maximum(0.5).numpy(), np.array([np.nan, np.inf, 0.5, 0.5, 1.0], np.float32), equal_nan=True)
    assert x.isnan().tolist() == [True, False, False, False, False]
    assert (x == x).tolist() == [False, True, True, True, True]
    assert np.array_equal((x * 0).numpy(), np.array([np.nan, np.nan, np.nan, 0, 0], np.float32), equal_nan=True)


def test_the_sine_of_large_numbers() -> None:
    x = np.concatenate([np.linspace(-1e4, 1e4, 1001), [1e20, 3e38, 22.0, 355.0, 1e-30]]).astype(np.float32)
    np.testing.assert_allclose(Tensor(x).sin().numpy(), np.sin(x.astype(np.float64)), rtol=4e-7, atol=2e-8)


def test_a_format_that_webgpu_lacks() -> None:
    with pytest.raises(DTypeError, match="WEBGPU has no float64"): (Tensor([1.0], dtype="float64") + 1).tolist()


def test_a_kernel_that_dawn_refuses() -> None:
    with pytest.raises(CompileError, match="refused a kernel") as caught:
        Device["WEBGPU"].compiler.compile("@compute @workgroup_size(1)\nfn k() {\n  var x: flot;\n}")
    assert "line 3: " in caught.value.output and "flot" in caught.value.output


def test_many_values_have_names_that_are_no_types() -> None:
    x = np.random.default_rng(0).normal(size=(3, 2, 16, 16)).astype(np.float32)
    with np.errstate(all="ignore"): want = np.exp(x - x.max(-1, keepdims=True))
    np.testing.assert_allclose(Tensor(x).softmax(-1).numpy(), want / want.sum(-1, keepdims=True), rtol=1e-5)


def test_a_capture_is_one_submission(monkeypatch: pytest.MonkeyPatch) -> None:
    @TinyJit
    def step(x: Tensor) -> Tensor:
        for _ in range(5): x = (x * 2 + 1).realize()
        return x

    queue = Device["WEBGPU"].queue  # type: ignore[attr-defined]  # of this runtime only
    submit, submitted = queue._submit, list[int]()
    monkeypatch.setattr(queue, "_submit", lambda: (submitted.append(queue._launches), submit()))
    for n in range(4):
        x = Tensor([float(n), 2.0]).realize()
        queue.submit()
        submitted.clear()
        y = step(x)
        if n == 3: assert submitted == [5]
        assert y.tolist() == [n * 32 + 31.0, 95.0]


def test_launches_of_a_capture_work_in_parts_of_one_buffer(monkeypatch: pytest.MonkeyPatch) -> None:
    """What lies between kernels is in one piece of memory; nothing is copied out of it for a launch."""
    @TinyJit
    def chain(x: Tensor) -> Tensor:
        for _ in range(6): x = (x.T * 2).contiguous()
        return x.realize()

    x = np.arange(256, dtype=np.float32).reshape(16, 16)
    for _ in range(3): chain(Tensor(x).realize())
    monkeypatch.setattr(WGQueue, "copy", lambda *args: pytest.fail("a copy"))
    found = chain(Tensor(x).realize())
    monkeypatch.undo()
    np.testing.assert_array_equal(found.numpy(), x * 64)


def test_a_launch_of_a_capture_copies_a_part_that_begins_anywhere_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is looked at when a graph is patched is not copied for it: the launch itself does that."""
    whole = Tensor(np.arange(1024, dtype=np.float32)).realize()
    parts = [whole.shrink(((start, start + 512),)) for start in (1, 2, 3, 5)]
    step = TinyJit(lambda x: ((x + 1).contiguous() * 2).realize())
    for part in parts[:3]: step(part)
    temporaries: list[int] = []
    make = WGQueue.temporary
    monkeypatch.setattr(WGQueue, "temporary", lambda queue, nbytes: (temporaries.append(nbytes), make(queue, nbytes))[1])
    found = step(parts[3])
    monkeypatch.undo()
    np.testing.assert_array_equal(found.numpy(), (np.arange(5, 517) + 1.0) * 2)
    assert len(temporaries) == 1


def test_every_16_bit_float_keeps_its_bits() -> None:
    bits = np.arange(1 << 16, dtype=np.uint16)
    half = Tensor(bits).bitcast("float16").contiguous().realize()
    assert np.array_equal(half.bitcast("uint16").contiguous().numpy(), bits)
    with np.errstate(invalid="ignore"): want = bits.view(np.float16).astype(np.float32)
    assert np.array_equal(half.float().numpy(), want, equal_nan=True)
    assert np.array_equal(Tensor(want).half().numpy(), bits.view(np.float16), equal_nan=True)


def test_more_work_groups_than_a_dimension_has() -> None:
    x = np.arange(70_000 * 64, dtype=np.float32).reshape(-1, 64) % 251
    np.testing.assert_array_equal(Tensor(x).sum(1).numpy(), x.sum(1))
