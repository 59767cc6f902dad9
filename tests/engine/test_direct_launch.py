"""Direct launches: the kernels of a known schedule, launched on the handles of memory, against what launches of single CALLs do."""
from __future__ import annotations

import numpy as np
import pytest

from heddle import Context, GlobalCounters, Tensor
from heddle.engine import run_template
from heddle.engine.direct_launch import direct_launches, picker
from heddle.engine.execute import compile_linear
from heddle.errors import OutOfMemoryError
from heddle.schedule import schedule_cache
from tests.engine.kernels import add_constant, buffer, call, copy, linear, param, values


def _compiled(device: str, *numbers: tuple[int, int]):
    calls = [call(add_constant(4, 1.0 + at), param(out, 4, device), param(into, 4, device)) for at, (out, into) in enumerate(numbers)]
    return compile_linear(linear(*calls)).src


@pytest.mark.parametrize("device", ["CPU", "PYTHON"])
def test_kernels_run_in_order_on_the_memory_with_their_numbers(device: str) -> None:
    found = direct_launches(_compiled(device, (1, 0), (2, 1)), [(3, 0), (1, 3)])
    assert found is not None and found.used == {0, 1, 3} and len(found.launches) == 2
    a, b, c = buffer(4, device, [1.0] * 4), buffer(4, device, [0.0] * 4), buffer(4, device, [0.0] * 4)
    before = GlobalCounters.kernel_count, GlobalCounters.bytes
    found.run([a.memory.raw, c.memory.raw, None, b.memory.raw])
    assert (values(b), values(c)) == ([2.0] * 4, [4.0] * 4)
    assert (GlobalCounters.kernel_count, GlobalCounters.bytes) == (before[0] + 2, before[1] + found.nbytes)


def test_copies_are_no_direct_launches() -> None:
    assert direct_launches(compile_linear(linear(copy(param(1, 4), param(0, 4)))).src, [(1, 0)]) is None


def test_elements_are_picked_in_order() -> None:
    assert list(picker((2, 0))("abc")) == ["c", "a"] and list(picker((1,))("abc")) == ["b"] and list(picker(())("abc")) == []


@pytest.mark.parametrize("device", ["CPU", "PYTHON"])
def test_parts_of_new_memory_need_no_buffer(device: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Several values on the way share one block, in parts."""
    schedule_cache.clear()
    rows = np.arange(12, dtype=np.float32).reshape(3, 4)

    def program(x: Tensor) -> Tensor:
        total = x.sum(1, keepdim=True).contiguous()
        return ((x - total).contiguous().max(0).contiguous() * 2 + total.sum()).realize()

    with Context(VERIFY=0, DEV=device):
        first = program(Tensor(rows).realize()).tolist()
        template = next(reversed(schedule_cache.values()))
        assert [type(x).__name__ for x in template.allocations].count("Part") >= 2
        monkeypatch.setattr(run_template, "_buffers_of", lambda *_: pytest.fail("a Buffer for each part"))
        for scale in (1, 3):
            x = rows * scale
            total = x.sum(1, keepdims=True)
            assert program(Tensor(x).realize()).tolist() == ((x - total).max(0) * 2 + total.sum()).tolist()
        assert program(Tensor(rows).realize()).tolist() == first


def test_nothing_has_run_when_memory_is_short() -> None:
    schedule_cache.clear()
    x = Tensor(np.ones(1 << 16, np.float32)).realize()

    def program() -> Tensor: return (x.reshape(256, 256).sum(1).contiguous().reshape(256, 1) + x.reshape(256, 256)).realize()
    with Context(VERIFY=0):
        for _ in range(3): program()
        before = GlobalCounters.kernel_count
        live = x._buffer().allocator.stats().live
        with Context(MEMORY_LIMIT=live + (64 << 10)), pytest.raises(OutOfMemoryError, match="MEMORY_LIMIT"): program()
        assert GlobalCounters.kernel_count == before
        assert program().tolist() == [[257.0] * 256] * 256
