"""Orders of kernels that are kept while one is lowered."""
from __future__ import annotations

import gc
import threading
import weakref

from heddle import dtypes
from heddle.uop import Ops, UOp
from heddle.uop.traversal import keeping_orders, orders


def kernel(n: int) -> UOp: return UOp.sink(UOp(Ops.NEG, dtypes.int32, (UOp.const(dtypes.int32, 7_000_000 + n),)))


def test_orders_are_kept_inside_a_section_alone() -> None:
    sink = kernel(1)
    assert sink.toposort() is not sink.toposort()
    with keeping_orders():
        first = sink.toposort()
        assert sink.toposort() is first and list(first)[-1] is sink
        with keeping_orders(): assert sink.toposort() is first
        assert sink.toposort() is first
        assert sink.toposort(gate=lambda n: True) is not first and sink.src[0].toposort() is not sink.src[0].toposort()
    assert sink.toposort() is not first and orders.kept is None


def test_a_kernel_inside_another_has_its_own_order() -> None:
    inner = kernel(2)
    with keeping_orders():
        outer = UOp.sink(inner)
        assert list(outer.toposort())[-1] is outer
        assert list(inner.toposort())[-1] is inner and outer not in inner.toposort()


def test_only_the_latest_are_kept_and_none_lives_longer() -> None:
    gc.disable()
    try:
        with keeping_orders():
            watch = []
            for n in range(3, 9):
                sink = kernel(n)
                sink.toposort()
                watch.append(weakref.ref(sink))
            del sink
            assert [ref() is not None for ref in watch] == [False] * 3 + [True] * 3
        assert not any(ref() for ref in watch)
    finally: gc.enable()


def test_each_thread_keeps_its_own() -> None:
    seen: list[object] = []
    with keeping_orders():
        thread = threading.Thread(target=lambda: seen.append(orders.kept))
        thread.start()
        thread.join()
    assert seen == [None]


def test_a_section_ends_with_the_error_of_a_kernel() -> None:
    sink = kernel(9)
    try:
        with keeping_orders():
            sink.toposort()
            raise ZeroDivisionError
    except ZeroDivisionError: pass
    assert orders.kept is None
