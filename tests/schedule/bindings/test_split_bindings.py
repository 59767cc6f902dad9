"""Kernels on devices that bind little of a buffer at a time: which parts they see, and that results stay the same."""
from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from heddle import Context, Tensor, TinyJit
from heddle.device import Device
from heddle.engine import execute
from heddle.errors import DeviceError
from heddle.schedule import create_schedule
from heddle.schedule.bindings.split_bindings import Piece, _params, fit_windows
from heddle.uop import UOp

MOST = 1024  # bytes of a binding
_rng = np.random.default_rng(0)


def floats(*shape: int) -> np.ndarray: return _rng.standard_normal(shape, np.float32)


@pytest.fixture(params=["PYTHON", "WEBGPU"])
def little(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Iterator[list[int]]:
    """The default device binds MOST bytes. The list: how many buffers each kernel had."""
    if not (probe := Device.probe(request.param)).usable: pytest.skip(probe.why_not())
    device: Any = Device[request.param]
    monkeypatch.setattr(device.renderer, "capabilities", replace(device.renderer.capabilities, binding=MOST))
    if request.param == "WEBGPU":  # which sees to it that nothing goes beyond
        monkeypatch.setattr(device.queue.gpu, "info", replace(device.queue.gpu.info, storage_size=MOST))
    counts: list[int] = []

    def watched(call: UOp, fitted: Callable[[UOp], list[UOp]] = execute._fitted) -> list[UOp]:
        pieces = fitted(call)
        for piece in pieces:
            assert request.param == "WEBGPU" or all(b.size * b.dtype.itemsize <= MOST for b in piece.src[1:])
            counts.append(len(piece.src) - 1)
        return pieces

    monkeypatch.setattr(execute, "_fitted", watched)
    with Context(DEV=request.param): yield counts


CASES: dict[str, tuple[Callable[..., Tensor], Callable[..., np.ndarray], tuple[np.ndarray, ...]]] = {
    "elementwise": (lambda a, b: a * 2 + b.T, lambda a, b: a * 2 + b.T, (floats(40, 40), floats(40, 40))),
    "product": (lambda a, b: a @ b, lambda a, b: a @ b, (floats(48, 40), floats(40, 32))),
    "rows": (lambda a: a.max(1), lambda a: a.max(1), (floats(9, 140),)),
    "everything": (lambda a: a.max(), lambda a: a.max(), (floats(40, 21),)),
    "table": (lambda a: a[Tensor([3, 1, -2, 0, 5])], lambda a: a[[3, 1, -2, 0, 5]], (floats(8, 100),)),
    "turned": (lambda a: a.permute(1, 0, 2).reshape(-1) + 1, lambda a: a.transpose(1, 0, 2).reshape(-1) + 1, (floats(6, 10, 20),)),
    "padded": (lambda a: a.pad(((2, 3), (1, 1))) * 2, lambda a: np.pad(a, ((2, 3), (1, 1))) * 2, (floats(30, 30),)),
    "joined": (lambda a, b: a.cat(b) * 1.5, lambda a, b: np.concatenate((a, b)) * 1.5, (floats(300), floats(450))),
    "loops in loops": (lambda a: a.expand(2, 4, 12, 12) * 2, lambda a: np.broadcast_to(a, (2, 4, 12, 12)) * 2, (floats(4, 12, 12),)),
    "bytes": (lambda a: a > 0, lambda a: a > 0, (floats(3000),)),
}


@pytest.mark.parametrize("name", CASES)
def test_results_stay_the_same(name: str, little: list[int]) -> None:
    ours, theirs, inputs = CASES[name]
    np.testing.assert_allclose(ours(*[Tensor(x).realize() for x in inputs]).numpy(), theirs(*inputs), rtol=1e-4, atol=1e-5)
    assert little


def test_rows_are_changed_in_place(little: list[int]) -> None:
    values = floats(40, 40)
    x = Tensor(values).realize()
    x.assign(x - x.max(1, keepdim=True)).realize()
    np.testing.assert_allclose(x.numpy(), values - values.max(1, keepdims=True), rtol=1e-5)
    x[3:30].assign(x[3:30] * 2).realize()
    np.testing.assert_allclose(x.numpy()[3:30], 2 * (values - values.max(1, keepdims=True))[3:30], rtol=1e-5)


def test_captures(little: list[int]) -> None:
    step = TinyJit(lambda x: ((x * 2).contiguous().max(1, keepdim=True) + x).realize())
    for _ in range(4):
        values = floats(40, 40)
        np.testing.assert_allclose(step(Tensor(values).realize()).numpy(), (values * 2).max(1, keepdims=True) + values, rtol=1e-5)


def test_what_is_small_stays_one_kernel(little: list[int]) -> None:
    (Tensor(floats(16, 16)) + 1).realize()
    assert [n for n in little if n > 1] == [2]


def test_a_table_that_takes_more_bindings_than_there_are_is_told() -> None:
    if not (probe := Device.probe("WEBGPU")).usable: pytest.skip(probe.why_not())
    device: Any = Device["WEBGPU"]
    with pytest.MonkeyPatch.context() as patch, Context(DEV="WEBGPU"):
        patch.setattr(device.renderer, "capabilities", replace(device.renderer.capabilities, binding=MOST))
        patch.setattr(device.queue.gpu, "info", replace(device.queue.gpu.info, storage_size=MOST))
        with pytest.raises(DeviceError, match="lets a kernel use 1024 bytes of a buffer"): Tensor(floats(96, 80)).sum(0).realize()


# ---- one kernel


def pieces_of(x: Tensor, most: int = MOST, most_buffers: int | None = None) -> list[Piece]:
    call = create_schedule(UOp.sink(x.uop)).linear.src[-1]
    return fit_windows(call.src[0], call.src[1:], most, most_buffers)


def parts(piece: Piece) -> list[tuple[int, ...]]: return [b.arg if b.op.name == "BUFFER_VIEW" else () for b in piece.buffers]


def test_the_outermost_loop_is_cut_at_aligned_places() -> None:
    x = Tensor(floats(32, 32)).realize()
    assert [parts(p) for p in pieces_of(x + 1)] == [[(256, n * 256)] * 2 for n in range(4)]
    odd = pieces_of(Tensor(floats(30, 30)).realize() + 1)
    assert all(first % 64 == 0 and size <= 256 for p in odd for size, first in parts(p))


def test_a_kernel_that_fits_is_left_alone() -> None:
    piece, = pieces_of(Tensor(floats(32, 32)).realize() + 1, most=4096)
    assert parts(piece) == [(), ()]


def test_bindings_side_by_side_are_no_more_than_there_may_be() -> None:
    x = Tensor(floats(40, 21)).realize()
    assert len(pieces_of(x.max())[0].buffers) == 5
    assert len(pieces_of(x.max(), most_buffers=4)[0].buffers) == 2


def test_no_piece_reads_what_another_has_written() -> None:
    """Rows that are reduced and written over are kept whole."""
    def in_place(rows: int, columns: int) -> list[Piece]:
        x = Tensor(floats(rows, columns)).realize()
        call = create_schedule(UOp.sink((x - x.max(1, keepdim=True)).uop)).linear.src[-1]
        into, source = (UOp(n.op, n.dtype, (), n.arg) for n in sorted(_params(call.src[0]), key=lambda p: p.arg.slot))
        return fit_windows(call.src[0].substitute({source: into}), call.src[1:2], MOST)

    assert [parts(p) for p in in_place(8, 128)] == [[(256, n * 256)] for n in range(4)]
    piece, = in_place(2, 600)
    assert parts(piece) == [()]
