"""Graphs over parameters, called on tensors."""
from __future__ import annotations

import pytest

from heddle import GlobalCounters, Tensor, TinyJit
from heddle.errors import DeviceError, DTypeError, KernelError, ShapeError


def pair() -> tuple[Tensor, Tensor]: return Tensor([1.0, 2.0]), Tensor([3.0, 5.0])


def test_parameters_are_replaced_by_the_arguments() -> None:
    x, y = pair()
    assert x.call(y, fxn=x.as_param(0) + y.as_param(1)).tolist() == [4, 7]
    assert x.call(y, fxn=(x.as_param(0) * y.as_param(1)).sum()).item() == 13
    assert x.call(y, fxn=(x.as_param(0) + y.as_param(1)).uop).tolist() == [4, 7]
    assert x.call(y, fxn=y.as_param(1)).tolist() == [3, 5] and x.call(fxn=x + 1).tolist() == [2, 3]
    assert x.call(y, fxn=x.as_param(0) + Tensor([7.0, 7.0])).tolist() == [8, 9]


def test_a_graph_is_called_several_times_and_in_calls() -> None:
    x, y = pair()
    graph = x.as_param(0) * 2 + x.as_param(1)
    once = x.call(y, fxn=graph)
    assert once.call(once, fxn=graph).tolist() == [15, 27] and y.call(x, fxn=graph).tolist() == [7, 12]
    rows = Tensor([[1.0, 2.0], [3.0, 4.0]])
    assert rows.call(fxn=rows.as_param(0).permute(1, 0).reshape(4)).tolist() == [1, 3, 2, 4]
    assert rows.T.call(fxn=rows.as_param(0).flip(0)).tolist() == [[2, 4], [1, 3]]


def test_gradients_of_a_call() -> None:
    x, y = pair()
    product = x.call(y, fxn=x.as_param(0) * y.as_param(1))
    assert [g.tolist() for g in product.sum().gradient(x, y)] == [[3, 5], [1, 2]]
    own = x.call(y, fxn=x.as_param(0) + y.as_param(1), grad_fxn=lambda g, call: (g * 2, g * 3))
    assert [g.tolist() for g in own.sum().gradient(x, y)] == [[2, 2], [3, 3]] and own.tolist() == [4, 7]
    itself = x.call(y, fxn=x.as_param(0), grad_fxn=lambda g, call: (g * 2, None))
    assert [g.tolist() for g in (itself * x).sum().gradient(x, y)] == [[3, 6], [0, 0]]


def test_a_graph_that_has_a_gradient_keeps_it() -> None:
    """Two calls of one graph, with and without a gradient of their own, have their own gradients."""
    x, y = pair()
    plain, own = x * y, x.call(y, fxn=x.as_param(0) * y.as_param(1), grad_fxn=lambda g, call: (g * 10, g * 20))
    assert own.sum().gradient(x)[0].tolist() == [10, 10]
    again = x.call(y, fxn=x.as_param(0) * y.as_param(1), grad_fxn=lambda g, call: (g * 30, g * 40))
    assert again.sum().gradient(x)[0].tolist() == [30, 30] and own.sum().gradient(y)[0].tolist() == [20, 20]
    assert plain.tolist() == own.tolist() == [3, 10]


def test_calls_and_plain_operations_of_equal_graphs_keep_their_gradients() -> None:
    x, y = pair()
    own = [x.call(y, fxn=x.as_param(0) + y.as_param(1), grad_fxn=lambda g, call, k=k: (g * k, g * 9)) for k in (7, 70, 700)]
    plain = x + y
    assert plain.sum().gradient(x)[0].tolist() == [1, 1]
    assert [t.sum().gradient(x)[0].tolist() for t in own] == [[7, 7], [70, 70], [700, 700]]
    Tensor.realize(plain, *own)
    assert [t.tolist() for t in (plain, *own)] == [[4, 7]] * 4


def test_calls_in_captured_functions() -> None:
    graph = Tensor([0.0, 0.0]).as_param(0).exp2()
    step = TinyJit(lambda x: x.call(fxn=graph).realize())
    assert [step(Tensor([float(i), 1.0])).tolist() for i in range(4)] == [[2.0 ** i, 2] for i in range(4)]


@pytest.mark.parametrize("program, kind, says", [
    (lambda x, y: x.call(y, fxn=x.as_param(0) + y.as_param(2)), ShapeError, "has a parameter 2, and call was given 2"),
    (lambda x, y: x.call(y, fxn=x.as_param(-1)), ShapeError, "parameter -1"),
    (lambda x, y: x.call(Tensor([1.0, 2, 3]), fxn=x.as_param(1)), ShapeError, r"argument 1 of call has shape \(3,\)"),
    (lambda x, y: x.reshape(2, 1).call(fxn=x.reshape(1, 2).as_param(0)), ShapeError, r"its parameter \(1, 2\)"),
    (lambda x, y: x.call(y.int(), fxn=x.as_param(1)), DTypeError, "argument 1 of call is int32"),
    (lambda x, y: x.call(y.to("CPU:1"), fxn=x.as_param(1)), DeviceError, "argument 1 of call is on CPU:1"),
    (lambda x, y: x.call(fxn=3), DTypeError, "needs a graph as fxn"),
    (lambda x, y: x.call(1, fxn=x.as_param(0)), DTypeError, "argument 1 is a int"),
    (lambda x, y: x.as_param(0).tolist(), KernelError, "parameter 0 of a graph stands for no memory"),
    (lambda x, y: (x + x.as_param(1)).realize(), KernelError, "parameter 1"),
])
def test_errors(program, kind, says) -> None:
    with pytest.raises(kind, match=says) as fault: program(*(t.to("CPU") for t in pair()))
    assert "test_graph_calls.py" in str(fault.value) and fault.value.cure


def test_what_is_callified_is_stored_once() -> None:
    x, y = (t.realize() for t in pair())
    a, b = x + 1, y * 2
    assert a.callify(b, x) is a
    GlobalCounters.reset()
    total = (a * 3).sum() + b.sum()
    assert total.item() == 31
    computed = GlobalCounters.kernel_count
    assert (a.tolist(), b.tolist()) == ([2, 3], [6, 10]) and GlobalCounters.kernel_count == computed
    assert (x * x).callify().sum().gradient(x)[0].tolist() == [2, 4]
