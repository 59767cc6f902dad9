"""One tensor computed by itself: beside tensors that are pending, with a gradient, reshaped, read; as the general path does it."""
from __future__ import annotations

import threading
from collections.abc import Callable

import numpy as np
import pytest

from heddle import Context, GlobalCounters, Tensor, TinyJit
from heddle.device.buffer import Buffer
from heddle.tensor import realize
from heddle.tensor.eager import realize_alone
from heddle.uop import GroupOp, Ops

pytestmark = pytest.mark.usefixtures("nothing_else_is_pending")


def memory(*values: float) -> Tensor: return Tensor(np.array(values, np.float32)).realize()


@pytest.fixture
def alone(monkeypatch: pytest.MonkeyPatch) -> list[bool]:
    """For each request to compute one tensor whether it was computed alone."""
    seen: list[bool] = []
    fn = realize_alone.realize_alone
    def record(t: Tensor, is_read: bool) -> bool:
        seen.append(fn(t, is_read))
        return seen[-1]
    monkeypatch.setattr(realize, "realize_alone", record)
    return seen


def rows(values: Tensor) -> Tensor: return values.reshape(2, 2)


def beside_one_elsewhere(a: Tensor, b: Tensor) -> list[Tensor]:
    other = b * 3
    return [(a + b).realize(), other]


def beside_many(a: Tensor, b: Tensor) -> list[Tensor]:
    others = [a * n for n in range(20)]
    return [(a + b).realize(), (a - b).sum().realize(), *others]


def beside_a_view(a: Tensor, b: Tensor) -> list[Tensor]:
    other = rows(a * 2).T
    return [(a + b).realize(), other]


def beside_a_reader_of_an_operand(a: Tensor, b: Tensor) -> list[Tensor]:
    x, y = rows(a), rows(b)
    other = x.exp()
    return [(x + y).realize(), other]


def reshaped(a: Tensor, b: Tensor) -> list[Tensor]:
    y = rows(a + b).realize()
    return [y, y.T, y * 2]


def reduced(a: Tensor, b: Tensor) -> list[Tensor]: return [(rows(a) @ rows(b)).realize(), rows(a + b).sum(0).realize()]


def with_a_gradient(a: Tensor, b: Tensor) -> list[Tensor]:
    x = (a * 1).realize().requires_grad_()
    y = (x * b).realize()
    loss = (y * y).sum().realize()
    loss.backward()
    assert x.grad is not None
    return [y, loss, x.grad]


def with_a_gradient_that_is_reshaped(a: Tensor, b: Tensor) -> list[Tensor]:
    x = (a * 1).realize().requires_grad_()
    y = rows(x * b).realize()
    loss = (y @ y).sum()
    loss.backward()
    assert x.grad is not None
    return [y, loss, x.grad]


def read(a: Tensor, b: Tensor) -> list[Tensor]:
    x, y = a + b, rows(a * b)
    return [Tensor(x.numpy()), Tensor(y.numpy()), x * 2, y.T]


def read_before_a_gradient(a: Tensor, b: Tensor) -> list[Tensor]:
    y = a * b
    loss = (y * y).sum()
    assert y.numpy().shape == (4,)
    assert loss.item() > 0
    loss.backward()
    assert a.grad is not None and y.grad is not None
    return [y, loss, a.grad, y.grad]


#: programs that ask for nothing but single results: those are computed alone
ALONE = [beside_one_elsewhere, beside_many, beside_a_view, beside_a_reader_of_an_operand, reshaped, reduced, with_a_gradient, read]


def beside_a_twin(a: Tensor, b: Tensor) -> list[Tensor]:
    x, y = a + b, a + b
    return [x.realize(), y]


def below_another(a: Tensor, b: Tensor) -> list[Tensor]:
    x = a + b
    y = x.exp()
    return [x.realize(), y]


def below_another_and_reshaped(a: Tensor, b: Tensor) -> list[Tensor]:
    x = a + b
    y, z = rows(x), x.exp()
    return [y.realize(), z, x]


def the_reduction_of_a_reshape_is_read(a: Tensor, b: Tensor) -> list[Tensor]:
    x = rows(a + b).sum(0, keepdim=True)
    y = x * 2
    return [x.reshape(2).realize(), y, x]


def product_and_double(x: Tensor) -> tuple[Tensor, Tensor]: return rows(x.exp()) @ rows(x), x * 2


def above_a_value_that_is_stored_on_the_way(a: Tensor, b: Tensor) -> list[Tensor]:
    product, other = product_and_double((a + b).contiguous())
    return [product.realize(), other]


def above_a_value_that_is_stored_on_the_way_for_nobody(a: Tensor, b: Tensor) -> list[Tensor]:
    return [product_and_double((a + b).contiguous())[0].realize(), a * 2]


def of_a_value_that_another_reads(a: Tensor, b: Tensor) -> list[Tensor]:
    x = a + b
    other = x * 3
    return [(x * 1.0).realize(), other, x]


def with_views(a: Tensor, b: Tensor) -> list[Tensor]:
    x = a + b
    y = rows(x)
    z = y.T
    y.realize()
    y.assign(y * 10)
    return [x, y, z]


def of_a_leaf_that_was_replaced(a: Tensor, b: Tensor) -> list[Tensor]:
    x = (a * 1).realize().requires_grad_()
    x.replace(a + b)
    y = x * 2
    x.realize()
    y.sum().backward()
    assert x.grad is not None
    return [x, y, x.grad]


def before_a_write(a: Tensor, b: Tensor) -> list[Tensor]:
    x = a + b
    kept = x * 2
    b.assign(b + 1)
    x.realize()
    a.assign(x * 2)
    return [x, a + b, kept]


OTHERS = [
    beside_a_twin, below_another, below_another_and_reshaped, the_reduction_of_a_reshape_is_read, with_views,
    above_a_value_that_is_stored_on_the_way_for_nobody, above_a_value_that_is_stored_on_the_way, of_a_value_that_another_reads,
    of_a_leaf_that_was_replaced, before_a_write, with_a_gradient_that_is_reshaped, read_before_a_gradient]


def outcome(program: Callable[[Tensor, Tensor], list[Tensor]]) -> dict[str, object]:
    """The values, how many kernels ran, the graphs that are left, and which results share memory with which."""
    a, b = memory(1, 2, 3, 4), memory(5, 6, 7, 8.5)
    before = GlobalCounters.kernel_count
    found = program(a, b)
    graphs = [[n.op for n in t.uop.toposort() if n.op not in GroupOp.MOVEMENT] for t in found]
    values = [t.numpy().ravel().tolist() for t in found]
    bases = [t.uop.base if t.uop.base.op is Ops.BUFFER else None for t in found]
    shared = [(i, j) for i, x in enumerate(bases) for j, y in enumerate(bases) if i < j and x is y and x is not None]
    return {"values": values, "kernels": GlobalCounters.kernel_count - before, "graphs": graphs, "shared": shared}


@pytest.mark.parametrize("verify", [0, 1])
@pytest.mark.parametrize("program", ALONE + OTHERS, ids=lambda p: p.__name__)
def test_it_is_as_the_general_path_does_it(monkeypatch: pytest.MonkeyPatch, program: Callable[[Tensor, Tensor], list[Tensor]],
                                           verify: int) -> None:
    with Context(VERIFY=verify):  # without it single ops are found by a shorter key
        for each in {above_a_value_that_is_stored_on_the_way_for_nobody, program}: outcome(each)  # the schedules
        found = [outcome(program) for _ in range(2)]
        monkeypatch.setattr(realize, "realize_alone", lambda t, is_read: False)
        assert [outcome(program)] * 2 == found


@pytest.mark.parametrize("program", ALONE, ids=lambda p: p.__name__)
def test_single_results_are_computed_alone(alone: list[bool], program: Callable[[Tensor, Tensor], list[Tensor]]) -> None:
    def run() -> list[Tensor]: return program(memory(1, 2, 3, 4), memory(5, 6, 7, 8.5))
    kept = [run()]  # the schedules
    count = len(alone)
    alone.clear()
    kept.append(run())
    # what is in memory already, such as the tensors made here, needs no computing
    assert alone.count(True) >= 1 and len(alone) == count
    assert len(kept) == 2


@pytest.mark.usefixtures("nothing_else_is_pending")
def test_no_schedule_is_looked_up_for_what_is_recorded(monkeypatch: pytest.MonkeyPatch) -> None:
    a, b = memory(1, 2), memory(5, 6)
    (a + b).realize()
    monkeypatch.setattr("heddle.tensor.eager.realize_alone.find_plan", lambda *_: pytest.fail("the general path looks it up"))
    jit = TinyJit(lambda a, b: (a + b).realize())
    kernels = GlobalCounters.kernel_count
    assert [jit(a, b).tolist() for _ in range(3)] == [[6, 8]] * 3 and GlobalCounters.kernel_count == kernels + 3


def test_a_result_beside_pending_tensors_has_no_node_until_it_is_accessed() -> None:
    a, b = memory(1, 2), memory(5, 6)
    (a + b).realize()
    others = [a * 2, b - 1, (a * b).reshape(2, 1)]
    kernels = GlobalCounters.kernel_count
    found = (a + b).realize()
    assert found._unseen is not None and GlobalCounters.kernel_count == kernels + 1
    assert found.tolist() == [6, 8] and [t.tolist() for t in others] == [[2, 4], [4, 5], [[5], [12]]]


def test_the_graph_behind_a_value_that_was_read_is_let_go_with_it() -> None:
    a, b = memory(1, 2), memory(5, 6)
    for _ in range(2):
        y = a * b
        graph = y.uop
        assert graph is not None
        del graph
        assert y.numpy().tolist() == [5, 12]
    y.sum().backward()
    assert a.grad is not None and a.grad.tolist() == [5, 6]


def test_views_that_another_thread_makes_meanwhile_share_the_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    a, b = memory(1, 2, 3, 4), memory(5, 6, 7, 8)
    for make in (lambda: a + b, lambda: rows(a + b)):
        make().realize()
        y, views, run = make(), list[Tensor](), realize_alone.run_ready
        def meanwhile(*args: object) -> Buffer | None:
            thread = threading.Thread(target=lambda: views.append(y.reshape(4, 1)))
            thread.start()
            thread.join()
            return run(*args)  # type: ignore[arg-type]
        with monkeypatch.context() as patch:
            patch.setattr(realize_alone, "run_ready", meanwhile)
            y.realize()
        assert views[0].tolist() == [[6], [8], [10], [12]]
        y.assign(y * 10).realize()
        assert views[0].tolist() == [[60], [80], [100], [120]]
