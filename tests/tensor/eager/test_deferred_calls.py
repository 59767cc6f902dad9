"""Deferred calls: results are those of graphs that are built at once, whatever happens to operands meanwhile."""
from __future__ import annotations

import copy
import gc
import inspect
import math
import pickle
import threading
import weakref
from collections.abc import Callable, Iterator

import numpy as np
import pytest

from heddle import Context, Tensor, TinyJit, Variable
from heddle.errors import AxisError, GradientError, IndexRangeError, ShapeError
from heddle.tensor import aliasing
from heddle.tensor.autograd.autocast import autocast
from heddle.tensor.eager import deferred_calls, realize_alone
from heddle.tensor.eager.deferred_calls import DEFERRED, Call
from heddle.uop import Ops

pytestmark = pytest.mark.usefixtures("nothing_else_is_pending")

Program = Callable[[Tensor, Tensor], Tensor]


def memory(*values: float) -> Tensor: return Tensor(list(values), dtype="float32").realize()


def pair() -> tuple[Tensor, Tensor]: return memory(1, 2, 3, 4), memory(5, 6, 7, 8.5)


def square(seed: int) -> Tensor: return Tensor(np.random.default_rng(seed).standard_normal((4, 4), np.float32) + 3).realize()


def met(program: Program, make: Callable[[], tuple[Tensor, Tensor]] = lambda: (square(8), square(9))) -> None:
    """Runs a program until all its calls are deferred, and the schedule of the last is known."""
    for _ in range(12): program(*make()).realize()


@pytest.fixture(autouse=True)
def fresh(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Every test meets its calls for the first time; nothing is verified, which would need graphs."""
    monkeypatch.setattr(deferred_calls, "_kinds", {})
    monkeypatch.setattr(deferred_calls, "effort", effort := deferred_calls._Effort())
    monkeypatch.setattr(realize_alone, "effort", effort)
    with Context(VERIFY=0): yield


@pytest.fixture
def no_graphs(monkeypatch: pytest.MonkeyPatch) -> Callable[[], None]:
    """A function from which on no graph may be built."""
    def fail(self: Call) -> None: pytest.fail("a graph is built")
    return lambda: monkeypatch.setattr(Call, "node", fail)


#: methods that are called with another operand
_OF_TWO = frozenset((
    "__add__", "__radd__", "__sub__", "__rsub__", "__mul__", "__rmul__", "__truediv__", "__rtruediv__", "__matmul__", "add", "sub",
    "mul", "div", "maximum", "minimum", "matmul", "dot", "linear", "mse_loss", "l1_loss", "binary_crossentropy",
    "binary_crossentropy_logits", "cross_entropy"))
#: and those that need other shapes or numbers beside them
_CALLS: dict[str, Program] = {
    "pow": lambda a, b: a.pow(3), "__pow__": lambda a, b: a ** 2,
    "conv2d": lambda a, b: a.reshape(1, 1, 4, 4).conv2d(b.reshape(4, 1, 2, 2), stride=(2, 1), padding=1),
    "max_pool2d": lambda a, b: a.reshape(1, 1, 4, 4).max_pool2d((2, 2), padding=1),
    "avg_pool2d": lambda a, b: a.reshape(1, 1, 4, 4).avg_pool2d(kernel_size=(2, 2)),
    "sparse_categorical_crossentropy": lambda a, b: a.sparse_categorical_crossentropy(LABELS)}
LABELS = Tensor([0, 3, 1, 1]).realize()


@pytest.mark.parametrize("name", DEFERRED)
def test_each_method_gives_what_its_graph_gives(name: str, no_graphs: Callable[[], None]) -> None:
    def call(a: Tensor, b: Tensor) -> Tensor:
        return _CALLS[name](a, b) if name in _CALLS else getattr(a, name)(*((b,) if name in _OF_TWO else ()))
    a, b = square(1), square(2)
    expected = call(a, b).numpy()
    met(call)
    no_graphs()
    found = call(a, b)
    assert found._call is not None and (found.shape, found.dtype) == (expected.shape, a.dtype) and found.device == a.device
    np.testing.assert_array_equal(found.realize().numpy(), expected)


def perceptron(x: Tensor, w: Tensor) -> Tensor: return ((x @ w + 0.5).relu() @ w - x).softmax(-1)


def test_a_chain_of_calls_runs_without_a_graph(no_graphs: Callable[[], None]) -> None:
    met(perceptron)
    x, w = square(1), square(2)
    expected = perceptron(x, w).numpy()
    no_graphs()
    np.testing.assert_array_equal(perceptron(x, w).realize().numpy(), expected)


# ---- what happens to operands


def assigned(a: Tensor, b: Tensor) -> None: a.assign(b)
def added_to(a: Tensor, b: Tensor) -> None: a += b
def set_in_part(a: Tensor, b: Tensor) -> None: a[1] = 100
def set_by_a_view(a: Tensor, b: Tensor) -> None: a.reshape(2, 8)[0, 0:2] = 7
def replaced(a: Tensor, b: Tensor) -> None: a.replace(b * 2)


def replayed(a: Tensor, b: Tensor) -> None:
    @TinyJit
    def step(a: Tensor, b: Tensor) -> Tensor: return a.assign(a * 2 + b).realize()
    for _ in range(4): step(a, b)


@pytest.mark.parametrize("change", [assigned, added_to, set_in_part, set_by_a_view, replaced, replayed])
def test_a_result_is_that_of_the_operands_at_the_time_of_the_call(change: Callable[[Tensor, Tensor], None]) -> None:
    met(perceptron)
    a, b = square(1), square(2)
    expected = perceptron(a, b).numpy()
    found = perceptron(a, b)
    assert found._call is not None
    change(a, b)
    np.testing.assert_allclose(found.realize().numpy(), expected, rtol=1e-6)


def test_a_call_on_a_changed_operand_sees_the_change() -> None:
    met(lambda a, b: a + b, pair)
    a, b = pair()
    for i in range(5):
        a.assign(a + 1)
        assert (a + b).realize().tolist() == [7 + i, 9 + i, 11 + i, 13.5 + i]


def test_operands_in_one_memory_and_others_have_schedules_of_their_own() -> None:
    for _ in range(6):
        a, b = pair()
        assert (a * 2 + b * 3).realize().tolist() == [17, 22, 27, 33.5]
        assert (a * 2 + a * 3).realize().tolist() == [5, 10, 15, 20]
        assert (b * 2 + a * 3).realize().tolist() == [13, 18, 23, 29]
        assert (a + a).realize().tolist() == [2, 4, 6, 8]
        assert (a + b).realize().tolist() == [6, 8, 10, 12.5]


def test_numbers_that_are_equal_are_different_calls() -> None:
    for _ in range(4):
        a = memory(1, -1)
        assert np.signbit((a * 0.0).realize().numpy()).tolist() == [False, True]
        assert np.signbit((a * -0.0).realize().numpy()).tolist() == [True, False]
        assert all(map(math.isnan, (a * math.nan).realize().tolist()))
        assert (a * True).realize().tolist() == (a * 1).realize().tolist() == [1, -1]
        assert (a + math.inf).realize().tolist() == [math.inf] * 2


def test_labels_are_looked_at_by_each_call(no_graphs: Callable[[], None]) -> None:
    scores, labels = square(1), Tensor([0, 3, 1, 2]).realize()
    for _ in range(4): scores.sparse_categorical_crossentropy(labels).realize()
    expected = scores.sparse_categorical_crossentropy(Tensor([3, 3, 0, 0]).realize()).item()
    labels.assign([3, 3, 0, 0]).realize()
    with pytest.raises(IndexRangeError, match="sparse_categorical_crossentropy: the index 4 at 2"):
        scores.sparse_categorical_crossentropy(Tensor([0, 1, 4, 0]).realize())
    with pytest.raises(IndexRangeError, match="the index 9"): scores.cross_entropy(Tensor([0, 1, 9, 0]).realize())
    no_graphs()
    assert scores.sparse_categorical_crossentropy(labels).item() == expected


def test_keywords_and_tuples_are_part_of_a_kind() -> None:
    x = square(1)
    for _ in range(3):
        for axis, keepdim in ((0, True), (0, False), (1, True), ((0, 1), True), ((0, 1), False), (None, True)):
            found = x.sum(axis=axis, keepdim=keepdim)
            assert found._call is not None
            np.testing.assert_allclose(found.numpy(), x.numpy().sum(axis, keepdims=keepdim), rtol=1e-6)
        assert x.mean((0, 1))._call is not None and x.sum(axis=[0, 1])._call is None
    with pytest.raises(AxisError): x.sum(axis=2)


def test_views_of_memory_are_not_mistaken_for_it() -> None:
    for _ in range(4):
        a, b = square(1), square(2)
        x, y = a.numpy(), b.numpy()
        np.testing.assert_array_equal((a.T + b).realize().numpy(), x.T + y)
        np.testing.assert_array_equal((a + b).realize().numpy(), x + y)
        np.testing.assert_array_equal((a.reshape(2, 8) + b.reshape(2, 8)).realize().numpy(), (x + y).reshape(2, 8))
        np.testing.assert_array_equal((a[1:3] + b[:2]).realize().numpy(), x[1:3] + y[:2])
        np.testing.assert_array_equal((a.flip(0) + b).realize().numpy(), x[::-1] + y)


# ---- who looks at a result


def test_views_share_the_memory_of_a_result() -> None:
    met(perceptron)
    y = perceptron(square(1), square(2))
    z = y.T
    y.realize()
    y[0, 1] = 9
    assert z[1, 0].item() == 9


def test_a_write_to_a_result_leaves_what_was_computed_from_it() -> None:
    met(lambda a, b: (a + b).exp(), pair)
    a, b = pair()
    x = a + b
    y = x.exp()
    x.assign(memory(0, 0, 0, 0))
    np.testing.assert_allclose(y.realize().numpy(), np.exp([6, 8, 10, 12.5]), rtol=1e-5)
    assert x.tolist() == [0] * 4
    x = a + b
    x.replace(memory(1, 1, 1, 1))
    assert x.shape == (4,) and x.realize().tolist() == [1] * 4


def test_gradients_flow_through_results() -> None:
    def loss(a: Tensor, b: Tensor) -> Tensor: return ((a @ b).relu() * 2).sum()
    met(loss)
    a, b = square(1), square(2)
    found = loss(a, b)
    assert found._call is not None
    by_a, by_b = found.gradient(a, b)
    np.testing.assert_allclose(by_a.numpy(), 2 * np.ones((4, 4)) @ b.numpy().T, rtol=1e-5)
    np.testing.assert_allclose(by_b.numpy(), 2 * a.numpy().T @ np.ones((4, 4)), rtol=1e-5)
    leaf = square(3).requires_grad_()
    loss(leaf, b).backward()
    assert leaf.grad is not None
    np.testing.assert_allclose(leaf.grad.numpy(), by_a.numpy(), rtol=1e-5)


def test_an_operand_may_ask_for_a_gradient_later() -> None:
    met(lambda a, b: (a * b).exp())
    a, b = square(1), square(2)
    x = a * b
    y = x.exp()
    a.requires_grad_()
    y.sum().backward()
    assert a.grad is not None
    np.testing.assert_allclose(a.grad.numpy(), np.exp(a.numpy() * b.numpy()) * b.numpy(), rtol=1e-5)


def test_a_read_value_has_its_gradient_still() -> None:
    met(lambda a, b: (a * b).sum())
    a, b = square(1), square(2)
    y = (a * b).sum()
    assert y.item() == pytest.approx((a.numpy() * b.numpy()).sum(), rel=1e-5)
    (found,) = y.gradient(a)
    np.testing.assert_array_equal(found.numpy(), b.numpy())


def test_copies_and_pickles() -> None:
    met(lambda a, b: a + b, pair)
    a, b = pair()
    for how in (copy.copy, copy.deepcopy, lambda x: pickle.loads(pickle.dumps(x))):
        y = a + b
        assert y._call is not None
        assert how(y).tolist() == y.tolist() == [6, 8, 10, 12.5]


def test_nodes_have_the_line_of_the_call() -> None:
    met(lambda a, b: a + b, pair)
    a, b = pair()
    y, line = a + b, inspect.currentframe()
    assert y._call is not None and line is not None
    number = line.f_lineno - 2
    assert y.uop.op is Ops.ADD and y.uop.loc is not None
    assert y.uop.loc[:2] == (__file__, number)


def test_errors_are_those_of_the_call() -> None:
    met(lambda a, b: a + b)
    a = square(1)
    for _ in range(3):
        with pytest.raises(ShapeError, match="broadcast"): a + memory(1, 2, 3)


# ---- modes


def test_autocast_holds_where_the_call_is() -> None:
    met(lambda a, b: a @ b)
    a, b = square(1), square(2)
    y = a @ b
    with autocast():
        z = a @ b
        assert y.uop.dtype.name == "float32" and z.dtype.name == "bfloat16"
    np.testing.assert_array_equal(y.numpy(), (a @ b).numpy())


def test_other_settings_have_schedules_of_their_own() -> None:
    met(perceptron)
    x, w = square(1), square(2)
    expected = perceptron(x, w).numpy()
    for settings in ({"NOOPT": 1}, {"SCACHE": 0}, {"VERIFY": 1}, {"JIT": 0}, {}):
        with Context(**settings):
            for _ in range(3): np.testing.assert_allclose(perceptron(x, w).realize().numpy(), expected, rtol=1e-5)


def test_captures_take_results_and_record_calls() -> None:
    met(perceptron)

    @TinyJit
    def step(x: Tensor, w: Tensor) -> Tensor: return perceptron(x, w).realize()
    for seed in range(6):
        x, w = square(seed), square(seed + 9)
        expected = perceptron(perceptron(x, w).realize(), w).numpy()
        np.testing.assert_allclose(step(perceptron(x, w), w).numpy(), expected, rtol=1e-4)


def test_no_operand_is_kept_after_the_run() -> None:
    met(lambda a, b: a + b, pair)
    a, b = pair()
    y = (a + b).realize()
    assert y._unseen is not None
    gone = weakref.ref(a.uop)
    del a
    gc.collect()
    assert gone() is None and y.tolist() == [6, 8, 10, 12.5]
    assert b.tolist() == [5, 6, 7, 8.5]


def test_what_is_always_looked_at_is_not_deferred_any_more() -> None:
    a, b = pair()
    deferred = []
    for _ in range(100):
        y = a + b
        deferred.append(y._call is not None)
        assert y.uop.op is Ops.ADD
    assert all(deferred[:60]) and not any(deferred[70:])


def test_where_nothing_runs_without_a_graph_few_calls_are_looked_at() -> None:
    a, b = pair()
    looked = list[bool]()
    for i in range(6000):
        y = a + float(i % 1000 + 1)  # each is of another kind, and its graph is built
        looked.append(y._call is not None)
        assert y.uop.op is Ops.ADD
    assert sum(looked) < 1300
    del y
    for _ in range(3000): (a * b).realize()
    y = a * b
    assert y._call is not None, "a loop of small steps is found again"


def test_long_chains() -> None:
    x = memory(0, 1)
    for _ in range(3):
        y = x
        for _ in range(20000): y = y + 1
        assert y.realize().tolist() == [20000, 20001]


def test_results_beside_each_other() -> None:
    met(lambda a, b: (a + b).exp(), pair)
    a, b = pair()
    xs = [a + b for _ in range(3)]
    ys = [x.exp() for x in xs]
    assert xs[1].realize().tolist() == [6, 8, 10, 12.5]
    for y in ys: np.testing.assert_allclose(y.realize().numpy(), np.exp([6, 8, 10, 12.5]), rtol=1e-5)
    Tensor.realize(*xs)
    assert xs[0].tolist() == xs[2].tolist() == [6, 8, 10, 12.5]


def test_threads_that_look_and_realize_at_once() -> None:
    met(perceptron)
    x, w = square(1), square(2)
    expected = perceptron(x, w).numpy()
    wrong: list[object] = []

    def work(y: Tensor, looks: bool, start: threading.Barrier) -> None:
        start.wait()
        if looks: assert y.uop.shape == (4, 4)
        found = y.realize().numpy()
        if not np.array_equal(found, expected): wrong.append(found)

    for i in range(60):
        y, start = perceptron(x, w), threading.Barrier(3)
        threads = [threading.Thread(target=work, args=(y, (i + n) % 2 == 0, start)) for n in range(3)]
        for t in threads: t.start()
        for t in threads: t.join()
    assert not wrong


# ---- reads


def test_a_read_builds_no_graph(no_graphs: Callable[[], None]) -> None:
    met(perceptron)
    met(lambda a, b: (a * b).sum())
    x, w = square(1), square(2)
    expected, total = perceptron(x, w).numpy(), (x * w).sum().item()
    no_graphs()
    np.testing.assert_array_equal(perceptron(x, w).numpy(), expected)
    assert perceptron(x, w).tolist() == expected.tolist()
    y = (x * w).sum()
    assert y.item() == y.item() == total and float(y) == total
    assert bytes(perceptron(x, w).data()) == expected.tobytes()


def test_a_gradient_flows_through_what_was_read() -> None:
    met(lambda a, b: (a * b).exp())
    a, b = square(1), square(2)
    y = (a * b).exp()
    expected = y.numpy() * b.numpy()
    assert y._unseen is not None
    (found,) = (y * 1).sum().gradient(a)
    np.testing.assert_allclose(found.numpy(), expected, rtol=1e-5)


def test_no_gradient_flows_through_what_was_read_before_a_write() -> None:
    met(lambda a, b: (a * b).exp())
    for write in (lambda a: a.assign(a + 1).realize(), lambda a: a.replace(a + 1).realize()):
        a, b = square(1), square(2)
        y = (a * b).exp()
        y.numpy()
        assert y._unseen is not None
        before, in_place = a.uop, write.__code__.co_names[0] == "assign"
        write(a)
        if in_place:
            with pytest.raises(GradientError): (y * 1).sum().gradient(a)
        else: assert before is not a.uop


def test_graphs_of_many_results_that_were_read_are_bounded() -> None:
    met(lambda a, b: (a * b).sum())
    kept, operands = list[Tensor](), list[weakref.ref[object]]()
    for seed in range(200):
        a, b = square(seed), square(seed + 1)
        y = (a * b).sum()
        assert y.item() == pytest.approx((a.numpy() * b.numpy()).sum(), rel=1e-5)
        kept.append(y)
        operands.append(weakref.ref(a.uop))
    del a, b, y
    gc.collect()
    assert sum(ref() is not None for ref in operands) < 140
    (found,) = kept[-1].gradient(other := kept[-1])
    assert found.item() == 1 and other is kept[-1]


def test_memory_of_others_is_given_back_after_a_read() -> None:
    met(lambda a, b: a * b)
    owner = np.full((4, 4), 3, np.float32)
    a, b = Tensor.from_dlpack(owner), square(1)
    y = a * b
    np.testing.assert_array_equal(y.numpy(), 3 * b.numpy())
    node = weakref.ref(a.uop)
    del a
    gc.collect()
    assert node() is None and y.shape == (4, 4)


def test_views_of_memory_are_operands(no_graphs: Callable[[], None]) -> None:
    def program(a: Tensor, b: Tensor) -> Tensor: return (a @ b.T + a[1:2] + b.flip(1).reshape(4, 2, 2)[:, 0, 1]).relu()
    met(program)
    a, b = square(1), square(2)
    x, y = a.numpy(), b.numpy()
    no_graphs()
    def expected(x: np.ndarray, y: np.ndarray) -> np.ndarray:
        return np.maximum(x @ y.T + x[1:2] + y[:, ::-1].reshape(4, 2, 2)[:, 0, 1], 0)
    np.testing.assert_allclose(program(a, b).realize().numpy(), expected(x, y), rtol=1e-5)
    np.testing.assert_allclose(program(b, a).numpy(), expected(y, x), rtol=1e-5)


def test_sizes_known_at_launch_are_different_calls() -> None:
    size = Variable("size", 1, 10)
    whole = Tensor.arange(10, dtype="float32").realize()
    for n in (4, 5, 4, 9, 4, 1, 5):
        part = whole[:size.bind(n)]
        assert (part + part).sum().item() == n * (n - 1)
        start = size.bind(n)
        assert (whole[start - 1:start] * 2 + 1).tolist() == [2 * n - 1]


def test_tensors_excluded_from_gradients_are_operands_of_a_kind_of_their_own() -> None:
    for _ in range(12):
        free, excluded = square(1), square(2).requires_grad_(False)
        (free * 2).realize()
        assert (excluded * 2).requires_grad is (Tensor.ones(4).requires_grad_(False) * 2).requires_grad
        assert (free * 2).requires_grad is (Tensor.ones(4) * 2).requires_grad


def test_views_of_one_memory_are_operands_by_turns() -> None:
    x = square(3)
    want = x.numpy()
    for _ in range(12):
        for view, expected in ((x, want), (x.T, want.T), (x.reshape(2, 8), want.reshape(2, 8)), (x.flip(0), want[::-1])):
            assert np.array_equal((view + 1).realize().numpy(), expected + 1)


def test_an_operand_that_was_written_to_is_read_as_it_is_now() -> None:
    x, y = pair()
    met(lambda a, b: a + b, pair)
    assert (x + y).realize().tolist() == [6, 8, 10, 12.5]
    x.assign(Tensor([10.0, 20.0, 30.0, 40.0]))
    assert (x + y).realize().tolist() == [15, 26, 37, 48.5]
    x[1:3] = 0
    assert (x + y).realize().tolist() == [15, 6, 7, 48.5]


@pytest.mark.parametrize("write", ["replace", "assign", "iadd"])
def test_a_deferred_result_that_is_replaced_is_computed_with_the_others(write: str) -> None:
    met(lambda a, b: a * b, pair)
    (a, b), (c, d) = pair(), pair()
    result = a * b
    other = c + 1
    if write == "replace": result.replace(c - d)
    elif write == "assign": result.assign(c - d)
    else: result += c
    seen = [id(t) for t in aliasing.pending_tensors()]
    assert (id(result) in seen or result._memory is not None) and id(other) in seen and len(set(seen)) == len(seen)
    other.realize()
    want = [x * y + z for x, y, z in zip(a.tolist(), b.tolist(), c.tolist(), strict=True)] if write == "iadd" else [-4, -4, -4, -4.5]
    assert result.tolist() == want


def test_a_result_in_another_thread_is_pending_until_it_is_computed() -> None:
    met(lambda a, b: a - b, pair)
    made: list[Tensor] = []
    thread = threading.Thread(target=lambda: made.append((lambda p: p[0] - p[1])(pair())))
    thread.start()
    thread.join()
    assert made[0]._call is not None and not aliasing.is_only_pending(made[0] + 1)
    assert [id(t) for t in aliasing.pending_tensors()].count(id(made[0])) == 1 and made[0]._call is None
    assert made[0].tolist() == [-4, -4, -4, -4.5]
