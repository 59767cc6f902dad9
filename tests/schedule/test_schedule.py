"""Whole schedules: how many kernels well-known layers become, what assignments see, what is kept, and what comes out."""

from __future__ import annotations

import gc
import subprocess
import sys
from collections.abc import Iterable

import numpy as np
import pytest

from heddle import Context, schedule
from heddle.dtype import dtypes
from heddle.schedule import create_schedule, find_plan, plan, schedule_cache
from heddle.schedule.cache_key import Form, form_of
from heddle.schedule.capabilities import SchedulingCapabilities
from heddle.uop import Ops, UOp
from heddle.uop.verify.verifier import Spec, verify
from tests.schedule.graphs import (
    attention,
    calls,
    empty,
    fetch,
    kernels,
    layernorm,
    matmul,
    normal,
    run,
    softmax,
    stored,
)

N, M = 1000, 40  # more than a few vectors, and no multiple of one


def count(*shape: int) -> np.ndarray:
    return np.arange(1, 1 + np.prod(shape), dtype=np.float32).reshape(shape)


# ---- how many kernels


def test_softmax_is_one_kernel() -> None:
    assert len(calls(softmax(empty(64, 128)).contiguous())) == 1


def test_layernorm_is_one_kernel() -> None:
    assert len(calls(layernorm(empty(64, 128), empty(128), empty(128)).contiguous())) == 1


def test_elementwise_chain_is_one_kernel() -> None:
    assert len(calls((((empty(N) * 2) + 1).maximum(0) * empty(N)).contiguous())) == 1


def test_matmul_takes_bias_and_relu_along() -> None:
    product = (matmul(empty(64, 96), empty(96, 128)) + empty(128).broadcast_to((64, 128))).maximum(0)
    assert len(calls(product.contiguous())) == 1


def test_attention_is_three_kernels() -> None:
    q, k, v = (empty(2, 4, 32, 16) for _ in range(3))
    assert len(calls(attention(q, k, v).contiguous())) == 3


def test_adam_is_one_kernel_with_three_stores() -> None:
    p, g, m, v = (empty(N) for _ in range(4))
    m1, v1 = m.assign(m * 0.9 + g * 0.1), v.assign(v * 0.99 + g * g * 0.01)
    p1 = p.assign(p - (m1 * 0.1).alu(Ops.FDIV, v1.alu(Ops.SQRT) + 1e-8))
    (step,) = kernels(p1, m1, v1)
    assert len(step.src) == 3


def test_a_long_chain_is_cut_into_few_distinct_kernels() -> None:
    x = empty(100)
    for i in range(1000):
        x = x * 1.5 + (i % 7)
    found = kernels(x.contiguous())
    assert 5 <= len(found) <= 60 and len(set(found)) < len(found)
    assert max(len(k.toposort()) for k in found) < 1000


@pytest.mark.parametrize("iterations", [5_000, pytest.param(100_000, marks=pytest.mark.slow)])
def test_very_long_chains_schedule(iterations: int) -> None:
    x = empty(4)
    for _ in range(iterations):
        x = (x + 1) * 1.5
    found = kernels(x.contiguous())
    assert len(found) <= iterations / 20 and len(set(found)) < 10


def test_equal_layers_are_one_ast() -> None:
    x = empty(32, 48)
    for _ in range(4):
        x = layernorm(matmul(x, empty(48, 48)).maximum(0), empty(48), empty(48))
    found = kernels(x.contiguous())
    assert len(found) == 8 and len(set(found)) == 2


def test_nothing_to_do() -> None:
    x = empty(8)
    schedule = create_schedule(UOp.sink(x))
    assert schedule.linear.src == () and schedule.becomes == {x: x}


def test_schedules_and_their_kernels_are_valid() -> None:
    nodes = [
        attention(*(empty(1, 2, 8, 4) for _ in range(3))).contiguous(),
        empty(9).pad(((1, 2),)).contiguous(),
        empty(5, 3).gather(stored(np.array([1, 4], np.int32))).contiguous(),
        empty(3).copy_to_device("CPU:1"),
    ]
    verify(create_schedule(UOp.sink(*nodes)).linear, Spec.schedule)


# ---- values


def test_layers_equal_numpy() -> None:
    x, w, b = normal(20, M), normal(M, 24), normal(24)
    e = np.exp(x - x.max(-1, keepdims=True))
    np.testing.assert_allclose(run(softmax(stored(x)).contiguous())[0], e / e.sum(-1, keepdims=True), rtol=1e-5)
    product = (matmul(stored(x), stored(w)) + stored(b).broadcast_to((20, 24))).maximum(0).contiguous()
    np.testing.assert_allclose(run(product)[0], np.maximum(x @ w + b, 0), rtol=1e-4, atol=1e-5)
    d = w - w.mean(-1, keepdims=True)
    norm = layernorm(stored(w), stored(b), stored(b)).contiguous()
    np.testing.assert_allclose(run(norm)[0], d / np.sqrt(w.var(-1, keepdims=True) + 1e-5) * b + b, rtol=1e-4, atol=1e-5)


def test_attention_equals_numpy() -> None:
    q, k, v = (normal(2, 3, 17, 8, seed=i) for i in range(3))
    e = np.exp(q @ k.swapaxes(-1, -2) * 0.25)
    np.testing.assert_allclose(
        run(attention(*map(stored, (q, k, v))).contiguous())[0], e / e.sum(-1, keepdims=True) @ v, rtol=1e-4, atol=1e-5
    )


def test_a_long_chain_equals_numpy() -> None:
    x, value = stored(normal(50)), normal(50)
    for i in range(1000):
        x = x * 0.75 + (i % 7)
        value = value * np.float32(0.75) + np.float32(i % 7)
    np.testing.assert_allclose(run(x.contiguous())[0], value, rtol=1e-5)


def test_movement_over_a_result_becomes_a_view_of_its_memory() -> None:
    a = normal(6, 4)
    schedule = create_schedule(UOp.sink(node := (stored(a) + 1).permute((1, 0)).reshape((2, 12))))
    view = schedule.becomes[node]
    assert (
        len(schedule.linear.src) == 1 and view.shape == (2, 12) and view.base.op is Ops.BUFFER and view.base.shape == (24,)
    )


def test_constants_and_counters_are_stored_when_wanted() -> None:
    nodes = [UOp.const(dtypes.float32, 2.5, "CPU").broadcast_to((3, 4)), UOp.iota(5, dtypes.int32, "CPU")]
    const, counter = run(*nodes)
    assert const.tolist() == [[2.5] * 4] * 3 and counter.tolist() == [0, 1, 2, 3, 4]


def test_empty_tensors_need_no_kernel_that_reads() -> None:
    zero = stored(np.zeros((0, 3), np.float32))
    (total,) = run(zero.reduce_axis(Ops.ADD, (0,)).contiguous())
    assert total.tolist() == [[0, 0, 0]]


def test_a_wanted_part_of_a_graph_is_computed_once() -> None:
    x = empty(N)
    y = (x * 2).contiguous()
    assert len(calls(y, (y + 1).contiguous())) == 1
    assert len(kernels(y, y.reduce_axis(Ops.ADD, (0,)).contiguous())) == 2


def test_one_node_wanted_twice() -> None:
    x = stored(count(8))
    a, b = run(y := (x + 1).contiguous(), y)
    assert (a == b).all() and a[0] == 2


def test_the_users_line_is_on_the_call() -> None:
    node = (empty(8) + 1.625).contiguous()
    node.loc = ("train.py", 7, "step")
    assert calls(node)[0].loc == ("train.py", 7, "step")


# ---- assignments: everyone sees the memory as it was when it was asked


def test_others_read_the_old_value() -> None:
    a = count(N)
    x = stored(a)
    nodes = [
        x.assign(x * 2),
        (x + 1).contiguous(),
        x.reduce_axis(Ops.ADD, (0,)).contiguous(),
        (x.flip((0,)) + 1).contiguous(),
    ]
    for got, want in zip(run(*nodes), (a * 2, a + 1, a.sum(keepdims=True), a[::-1] + 1), strict=True):
        np.testing.assert_allclose(got, want)


def test_old_value_read_only_before() -> None:
    a = count(N)
    x = stored(a)
    before = (x + 1).contiguous()
    new = x.assign(before * 2)
    np.testing.assert_array_equal(run(new)[0], (a + 1) * 2)


def test_chain_of_assigns() -> None:
    a = count(N)
    y = (x := stored(a)).assign(x * 2)
    z = y.assign(y + 1)
    new, between = run(z, (y * 10).contiguous())
    np.testing.assert_array_equal(new, a * 2 + 1)
    np.testing.assert_array_equal(between, a * 20)


@pytest.mark.parametrize("shape", [(8,), (N,), (M, M)], ids=str)
def test_value_that_reads_its_own_memory_backwards(shape: tuple[int, ...]) -> None:
    a = count(*shape)
    x = stored(a)
    np.testing.assert_array_equal(run(x.assign(x.flip((0,))))[0], a[::-1])


def test_value_that_multiplies_its_own_memory() -> None:
    a = count(M, M) % 7
    x = stored(a)
    np.testing.assert_array_equal(run(x.assign(matmul(x, x)))[0], a @ a)


def test_value_that_reductions_its_own_memory() -> None:
    a = count(N)
    x = stored(a)
    np.testing.assert_allclose(run(x.assign(x - x.reduce_axis(Ops.ADD, (0,)).expand((N,))))[0], a - a.sum())


def test_assigned_transposed() -> None:
    a = count(M, M)
    x = stored(a)
    transposed = x.permute((1, 0))
    np.testing.assert_array_equal(run(transposed.assign(x + 1))[0], (a + 1).T)


def test_part_that_moves_by_one() -> None:
    a = count(N)
    x = stored(a)
    schedule = create_schedule(UOp.sink(node := x.shrink(((1, N),)).assign(x.shrink(((0, N - 1),)))))
    from heddle.engine.execute import run_linear

    run_linear(schedule.linear)
    np.testing.assert_array_equal(fetch(schedule.becomes[node].base), np.concatenate([a[:1], a[:-1]]))


@pytest.mark.parametrize("apart", [False, True])
def test_swap(apart: bool) -> None:
    a, b = count(N), count(N) * 10
    x, y = stored(a), stored(b)
    from_y, from_x = (y.contiguous(), x.contiguous()) if apart else (y, x)
    got = run(x.assign(from_y), y.assign(from_x))
    np.testing.assert_array_equal(got, [b, a])


def test_three_buffers_go_round() -> None:
    arrays = [count(N) * 10**i for i in range(3)]
    x, y, z = map(stored, arrays)
    np.testing.assert_array_equal(run(x.assign(y), y.assign(z), z.assign(x)), [arrays[1], arrays[2], arrays[0]])


def test_two_buffers_become_sum_and_product() -> None:
    a, b = count(N) % 50, count(N) % 31
    x, y = stored(a), stored(b)
    np.testing.assert_array_equal(run(x.assign(x + y), y.assign(x * y)), [a + b, a * b])


def test_cycle_with_a_chain_of_assigns() -> None:
    a, b = count(N), count(N) * 10
    x, y = stored(a), stored(b)
    after = x.assign(y)
    np.testing.assert_array_equal(run(after.assign(after + 1), y.assign(x)), [b + 1, a])


def test_old_and_new_value_in_one_sum() -> None:
    a, b = count(N), count(N) * 10
    x, y = stored(a), stored(b)
    np.testing.assert_array_equal(run((x.assign(y + 1) * 2 + (x + 1)).contiguous())[0], (b + 1) * 2 + a + 1)
    x, y = stored(a), stored(b)
    np.testing.assert_array_equal(run((x.assign(y + 1) * 2 + x.flip((0,))).contiguous())[0], (b + 1) * 2 + a[::-1])


def test_assigns_that_read_each_others_memory_backwards_are_not_joined() -> None:
    a, b = count(N), count(N) * 10
    p, m = stored(a), stored(b)
    m1 = m.assign(m + p.flip((0,)))
    np.testing.assert_array_equal(run(m1, p.assign(p - m1)), [b + a[::-1], a - b - a[::-1]])
    p, m = stored(a), stored(b)
    m1 = m.assign(m + 1)
    np.testing.assert_array_equal(run(m1, p.assign(p - m1 + m.flip((0,)))), [b + 1, a - b - 1 + b[::-1]])


@pytest.mark.parametrize("n", [33, 50, 1007])
def test_update_by_a_reduction_of_something_else(n: int) -> None:
    """No element may be updated twice: what is left over after whole vectors has loops of its own, for its reductions too."""
    a, b = count(n), count(100, n) % 9
    x = stored(a)
    np.testing.assert_array_equal(run(x.assign(x - stored(b).reduce_axis(Ops.ADD, (0,)).reshape((n,))))[0], a - b.sum(0))


def test_a_later_version_is_not_written_while_an_earlier_one_is_read_elsewhere() -> None:
    a = count(M, M)
    x = stored(a)
    first = x.assign(x * 2)
    second = first.assign(first.permute((1, 0)).contiguous())
    both = (first.flip((0,)) + second).contiguous()
    got = run(second, both)
    np.testing.assert_array_equal(got[0], a.T * 2)
    np.testing.assert_array_equal(got[1], a[::-1] * 2 + a.T * 2)


def test_adam_equals_numpy() -> None:
    arrays = [np.abs(normal(N, seed=i)) for i in range(4)]
    p, g, m, v = map(stored, arrays)
    m1, v1 = m.assign(m * 0.9 + g * 0.1), v.assign(v * 0.99 + g * g * 0.01)
    got = run(p.assign(p - (m1 * 0.1).alu(Ops.FDIV, v1.alu(Ops.SQRT) + 1e-8)), m1, v1)
    a, b, c, d = arrays
    c, d = c * 0.9 + b * 0.1, d * 0.99 + b * b * 0.01
    for mine, want in zip(got, (a - c * 0.1 / (np.sqrt(d) + 1e-8), c, d), strict=True):
        np.testing.assert_allclose(mine, want, rtol=1e-4)


# ---- the cache


def graph(x: UOp, y: UOp) -> UOp:
    return (matmul(x, y) + x.reduce_axis(Ops.ADD, (1,)).expand(x.shape)).contiguous()


def test_the_same_graph_over_other_buffers_is_scheduled_once() -> None:
    schedule_cache.clear()
    seen = set()
    for seed in range(3):
        a, b = normal(12, 12, seed=seed), normal(12, 12, seed=seed + 9)
        node = graph(stored(a), stored(b))
        schedule = create_schedule(UOp.sink(node))
        seen.add(tuple(c.src[0] for c in schedule.linear.src))
        np.testing.assert_allclose(run(node)[0], a @ b + a.sum(1, keepdims=True), rtol=1e-4, atol=1e-5)
    assert len(schedule_cache) == 1 and len(seen) == 1


def test_results_of_one_template_have_memory_of_their_own() -> None:
    a, b = count(N), count(N) * 2
    first, second = (create_schedule(UOp.sink(n := (stored(v) + 1).contiguous())).becomes[n].base for v in (a, b))
    assert first is not second


def test_the_same_buffer_twice_is_another_graph() -> None:
    schedule_cache.clear()
    a, b = normal(8, 8), normal(8, 8, seed=1)
    x, y = stored(a), stored(b)
    np.testing.assert_allclose(run((x * y).contiguous())[0], a * b)
    np.testing.assert_allclose(run((x * x).contiguous())[0], a * a)
    assert len(schedule_cache) == 2


def test_devices_with_other_traits_have_schedules_of_their_own() -> None:
    schedule_cache.clear()
    node = stored(count(N))
    for seed in range(5): node = node * stored(normal(N, seed=seed))
    found = [create_schedule(UOp.sink(node.contiguous()), lambda device, most=most: SchedulingCapabilities(most))
             for most in (4, None, 4, None)]
    assert [max(len(c.src) - 1 for c in s.linear.src) for s in found] == [4, 7, 4, 7]
    assert [s.cached for s in found] == [False, False, True, True] and len(schedule_cache) == 2


def test_the_traits_of_all_devices_of_a_graph_count() -> None:
    schedule_cache.clear()
    asked: list[str] = []

    def capabilities(device: str) -> SchedulingCapabilities:
        asked.append(device)
        return SchedulingCapabilities()
    node = (empty(N).copy_to_device("CPU:2").copy_to_device("CPU:1") + empty(N, device="CPU:1")).contiguous()
    create_schedule(UOp.sink(node), capabilities)
    assert {*asked} == {"CPU", "CPU:1", "CPU:2"}
    asked.clear()
    assert create_schedule(UOp.sink(node), capabilities).cached and sorted(asked) == ["CPU", "CPU:1", "CPU:2"]


def test_the_schedule_that_was_used_last_goes_last() -> None:
    schedule_cache.clear()
    graphs = [(empty(8) + n).contiguous() for n in range(3)]
    keys = [calls(g) and next(reversed(schedule_cache)) for g in graphs]
    assert list(schedule_cache) == keys
    for n in (0, 0, 2, 0): calls(graphs[n])
    assert list(schedule_cache) == [keys[1], keys[2], keys[0]]


def test_single_ops_are_found_as_long_as_the_cache_has_them(monkeypatch: pytest.MonkeyPatch) -> None:
    schedule_cache.clear()
    walks: list[tuple[UOp, ...]] = []
    def walk(roots: tuple[UOp, ...], alive: Iterable[UOp] = ()) -> Form:
        walks.append(roots)
        return form_of(roots, alive)
    monkeypatch.setattr(schedule, "form_of", walk)
    limited, free = SchedulingCapabilities(9), SchedulingCapabilities()
    graphs = [empty(8) + (empty(8) if n else 2.0) for n in range(2)]
    assert [find_plan(g, lambda _: free) for g in graphs] == [None, None]
    templates = [planned.template for g in graphs if (planned := plan([g], lambda _: free)) is not None]
    keys = list(schedule_cache)
    def found(n: int, capabilities: SchedulingCapabilities = free) -> int:
        """The number of walks."""
        before = len(walks)
        assert (plan := find_plan(graphs[n], lambda _: capabilities)) is not None and plan[1] is templates[n]
        assert list(plan[0]) == [b for b in graphs[n].toposort() if b.op is Ops.BUFFER]
        assert list(schedule_cache) == [keys[1 - n], keys[n]]  # it is the one that was used last
        return len(walks) - before
    with Context(VERIFY=0):
        assert [found(n) for n in (0, 1, 0, 0, 1, 1)] == [1, 1, 0, 0, 0, 0]
        assert find_plan(graphs[0], lambda _: limited) is None and found(0) == 0
        assert found(0, SchedulingCapabilities()) == 1 and found(0) == 1  # equal ones: the whole key is looked up
        with Context(SCACHE=0): assert find_plan(graphs[0], lambda _: free) is None
        with Context(VERIFY=1): assert found(0) == 1 and found(0) == 1
        assert found(0) == 0
        assert schedule_cache.popitem(last=False)[1] is templates[1]  # as when others have come
        assert find_plan(graphs[1], lambda _: free) is None and find_plan(graphs[0], lambda _: free) is not None
        schedule_cache.clear()
        assert find_plan(graphs[0], lambda _: free) is None


def test_the_cache_can_be_left_out() -> None:
    schedule_cache.clear()
    with Context(SCACHE=0):
        calls((empty(8) + 1).contiguous())
    assert not schedule_cache


# ---- the same in every process


PROGRAM = """
from tests.schedule.graphs import attention, empty, kernels
found = kernels(attention(*(empty(2, 4, 32, 16) for _ in range(3))).contiguous(), empty(1 << 20).reduce_axis(O, (0,)).contiguous())
print(*[k.key.hex() for k in found])
"""


def test_kernels_are_the_same_in_another_process() -> None:
    program = PROGRAM.replace("(O,", "(__import__('heddle.uop').uop.Ops.ADD,")
    texts = {
        subprocess.run(
            [sys.executable, "-c", f"from tests.schedule.graphs import empty; [empty(3) for _ in range({n})]\n{program}"],
            check=True,
            capture_output=True,
            text=True,
            env={"PYTHONHASHSEED": str(n), "PYTHONPATH": "."},
        ).stdout
        for n in (1, 50)
    }
    assert len(texts) == 1 and len(texts.pop().split()) >= 5


def test_the_collector_waits_until_a_graph_is_scheduled(monkeypatch: pytest.MonkeyPatch) -> None:
    schedule_cache.clear()
    states: list[bool] = []
    inner = schedule._schedule
    monkeypatch.setattr(schedule, "_schedule", lambda *args: states.append(gc.isenabled()) or inner(*args))
    calls((empty(8) + 1).contiguous())
    assert states == [False] and gc.isenabled()
