"""The short way through a replay: which captures have one, which calls take it, and that both ways give the same or raise the same."""
from __future__ import annotations

import math
import threading
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from heddle import Context, GlobalCounters, Tensor, TinyJit, Variable, dtypes, profile
from heddle.errors import IndexRangeError, JitError, OutOfMemoryError
from heddle.jit.capture import UNFIT, Capture

HALF = 0.5


def numbers(*shape: int, seed: int = 0) -> np.ndarray: return np.random.default_rng(seed).integers(-8, 8, shape).astype(np.float32)
def fresh(*shape: int, seed: int = 0) -> Tensor: return Tensor(numbers(*shape, seed=seed)).realize()


@pytest.fixture
def took(monkeypatch: pytest.MonkeyPatch) -> list[bool]:
    """For each replay whose capture has a short way, whether it took that."""
    found: list[bool] = []
    replay = Capture.replay_simple

    def watched(self: Capture, args: Any, kwargs: Any) -> Any:
        found.append(False)
        result = replay(self, args, kwargs)
        found[-1] = result is not UNFIT
        return result

    monkeypatch.setattr(Capture, "replay_simple", watched)
    return found


def captured(fn: Callable[..., Any], *args: Any, **kwargs: Any) -> TinyJit[..., Any]:
    jit = TinyJit(fn)
    while jit.captured is None: jit(*args, **kwargs)  # again, where the memory of a state has moved meanwhile
    return jit


def capture_of(jit: TinyJit[..., Any]) -> Capture:
    assert jit.captured is not None
    return jit.captured


def values(x: Any) -> Any:
    if isinstance(x, Tensor): return x.numpy().tolist()
    if isinstance(x, dict): return {key: values(v) for key, v in x.items()}
    return [values(v) for v in x] if isinstance(x, (list, tuple)) else x


WEIGHT = fresh(4, 3, seed=7)

# a function, and how one seed calls it
CALLS: dict[str, tuple[Callable[..., Any], Callable[[int], tuple[tuple[Any, ...], dict[str, Any]]]]] = {
    "by position": (lambda a, b: (a - b).realize(), lambda s: ((fresh(4, 3, seed=s), fresh(4, 3, seed=s + 50)), {})),
    "by name": (lambda **x: (x["a"] - x["b"]).realize(), lambda s: ((), {"a": fresh(4, 3, seed=s), "b": fresh(3, seed=s + 50)})),
    "some by name": (lambda a, b, n=2: a * n - b, lambda s: ((fresh(4, 3, seed=s),), {"b": fresh(4, 3, seed=s + 50)})),
    "in containers": (lambda xs, more: {"a": (xs[0] + 1).realize(), "b": [more["y"].sum().realize(), 3]},
                      lambda s: (([fresh(4, 3, seed=s)], {"y": fresh(5, seed=s)}), {})),
    "with Python values": (lambda a, n, how: (a * n).sum(how).realize(), lambda s: ((fresh(4, 3, seed=s), 0.25, 1), {})),
    "with a tensor found": (lambda a: (a * WEIGHT + HALF).realize(), lambda s: ((fresh(4, 3, seed=s),), {})),
    "views and arguments come out": (lambda a: (a, a.T, (y := (a * 2).realize()), y[1], y), lambda s: ((fresh(4, 3, seed=s),), {})),
    "no axes": (lambda a: a.sum().realize(), lambda s: ((fresh(4, 3, seed=s),), {})),
    "several kernels": (lambda a: ((a * 2).realize() @ WEIGHT.T).realize().sum(0).realize(), lambda s: ((fresh(4, 3, seed=s),), {})),
}


@pytest.mark.parametrize("name", CALLS)
def test_both_ways_give_the_same(name: str, took: list[bool]) -> None:
    fn, call = CALLS[name]
    args, kwargs = call(0)
    jit = captured(fn, *args, **kwargs)
    for seed in range(1, 4):
        args, kwargs = call(seed)
        short = values(jit(*args, **kwargs))
        capture_of(jit).is_simple, kept = False, capture_of(jit).is_simple
        assert short == values(jit(*args, **kwargs)) == values(fn(*args, **kwargs))
        capture_of(jit).is_simple = kept
    assert took == [True] * 3


def test_results_are_fed_back(took: list[bool]) -> None:
    jit, x = captured(lambda a: (a + 1).realize(), fresh(4)), Tensor([0.0] * 4).realize()
    for _ in range(3): x = jit(x)
    assert x.tolist() == [3.0] * 4 and took == [True] * 3


def test_results_at_which_nobody_has_looked_stay_so(took: list[bool]) -> None:
    jit = captured(lambda a, b: (a + b).realize(), fresh(4), fresh(4))
    one = Tensor([1.0] * 4).realize()
    x = jit(one, one)
    y = jit(x, x)
    assert x._unseen is not None and y._unseen is not None
    assert (y.tolist(), x.tolist(), jit(x, y).tolist()) == ([4.0] * 4, [2.0] * 4, [6.0] * 4)
    x.assign(x * 10)
    assert jit(x, one).tolist() == [21.0] * 4 and took == [True] * 3 + [False]


@pytest.mark.parametrize("dtype", ["float32", "bool", "int8", "float16", "bfloat16", "fp8e4m3"])
@pytest.mark.parametrize("shape", [(), (3, 2), (1, 7)])
def test_results_are_read_without_a_node(dtype: str, shape: tuple[int, ...], took: list[bool]) -> None:
    """Formats that NumPy has; others are cast, which takes a node."""
    fn = lambda a: ((a + 1).cast(dtype).realize(), (a * 3).realize())
    x = Tensor(np.arange(math.prod(shape), dtype=np.float32).reshape(shape)).realize()
    jit = captured(fn, x)
    found, want = jit(x), fn(x)
    stays = found[0]._unseen is not None and dtype not in ("bfloat16", "fp8e4m3")
    for got, expected in zip(found, want, strict=True):
        array = got.numpy()
        assert (array.dtype, array.shape) == (expected.numpy().dtype, shape) and array.flags.writeable
        np.testing.assert_array_equal(array, expected.numpy())
    assert found[0].realize() is found[0] and (found[0]._unseen is not None) == stays


def test_a_result_of_a_replay_is_not_read_in_a_capture() -> None:
    x = captured(lambda a: (a + 1).realize(), fresh(4))(fresh(4))
    jit = TinyJit(lambda a: (a + float(x.numpy()[0])).realize())
    jit(fresh(4))
    with pytest.raises(JitError, match="reads the value of a tensor while it is captured"): jit(fresh(4))


def test_results_at_which_nobody_has_looked_may_not_fit(took: list[bool]) -> None:
    wide = captured(lambda a: (a + 1).realize(), fresh(4, 3))
    whole = captured(lambda a: (a + 1).cast("int32").realize(), fresh(4))
    jit = captured(lambda a: (a * 2).realize(), fresh(4))
    with pytest.raises(JitError, match=r"argument a: shape \(4,\) expected, as captured, got \(4, 3\)"): jit(wide(fresh(4, 3)))
    with pytest.raises(JitError, match="argument a: dtype float32 expected, as captured, got int32"): jit(whole(fresh(4)))
    there = captured(lambda a: (a + 1).realize(), fresh(4).to("CPU:1").realize())
    with pytest.raises(JitError, match="argument a: device CPU expected"): jit(there(fresh(4).to("CPU:1").realize()))
    assert took == [True, False] * 3


def test_each_result_has_memory_of_its_own(took: list[bool]) -> None:
    jit = captured(lambda a: (a * 2).realize(), fresh(4))
    results = [jit(Tensor([float(i)] * 4).realize()) for i in range(4)]
    assert [r.tolist() for r in results] == [[2.0 * i] * 4 for i in range(4)] and took == [True] * 4


# ---- captures without one


Made = tuple[Callable[..., Any], tuple[Any, ...]]


def assigns() -> Made:
    state = Tensor.zeros(4).contiguous().realize()
    return lambda a: state.assign(state + a).realize(), (fresh(4),)


def assigns_an_argument() -> Made: return lambda a: a.assign(a + 1).realize(), (fresh(4),)
def draws() -> Made: return lambda a: (a + Tensor.rand(4)).realize(), (fresh(4),)
def sizes() -> Made:
    return lambda a, n: a[:n].sum().realize(), (fresh(4), Variable("n", 1, 4).bind(2))


def views() -> Made: return lambda a: (a + 1).realize(), (fresh(4, 3).T,)


def shards() -> Made:
    return lambda a: (a + 1).realize(), (fresh(4, 3).shard(("CPU", "CPU:1"), 0).realize(),)


@pytest.mark.parametrize("make", [assigns, assigns_an_argument, draws, sizes, views, shards])
def test_what_does_more_than_fill_new_memory_goes_the_long_way(make: Callable[[], Made], took: list[bool]) -> None:
    fn, args = make()
    jit = captured(fn, *args)
    assert not capture_of(jit).is_simple
    jit(*args)
    assert took == []


# ---- calls that do not take it


def test_what_waits_to_be_computed_goes_the_long_way(took: list[bool]) -> None:
    jit, x = captured(lambda a: (a + 1).realize(), fresh(4)), Tensor([1.0] * 4).realize()
    assert jit(x * 2).tolist() == [3.0] * 4  # lazy
    assert jit(Tensor([5.0] * 4)).tolist() == [6.0] * 4
    x.assign(x + 10)
    assert jit(x).tolist() == [12.0] * 4  # assigned, and not run yet
    assert jit(x).tolist() == [12.0] * 4
    assert took == [False, True, False, True]


def test_what_is_assigned_elsewhere_runs_before(took: list[bool]) -> None:
    state = Tensor([1.0] * 4).realize()
    jit = captured(lambda a: (a + state).realize(), fresh(4))
    state.assign(state + 1)
    assert jit(Tensor([0.0] * 4).realize()).tolist() == [2.0] * 4 and took == [False]


OTHERS = {"shape": (lambda: fresh(4, 3), r"argument a\['x'\]: shape \(3, 4\) expected, as captured, got \(4, 3\)"),
          "dtype": (lambda: fresh(3, 4).cast("int32").realize(), r"argument a\['x'\]: dtype float32 expected"),
          "device": (lambda: fresh(3, 4).to("CPU:1").realize(), r"argument a\['x'\]: device CPU expected"),
          "requires_grad": (lambda: fresh(3, 4).requires_grad_(), r"argument a\['x'\]: requires_grad False expected"),
          "an array": (lambda: numbers(3, 4), r"argument a\['x'\] was a tensor when it was captured"),
          "nothing": (lambda: None, r"argument a\['x'\] was a tensor when it was captured")}


@pytest.mark.parametrize("what", OTHERS)
def test_tensors_that_do_not_fit_are_refused_before_anything_runs(what: str, took: list[bool]) -> None:
    make, said = OTHERS[what]
    jit, other = captured(lambda a: (a["x"] + 1).realize(), {"x": fresh(3, 4)}), make()
    before = GlobalCounters.kernel_count
    with pytest.raises(JitError, match=said): jit({"x": other})
    assert GlobalCounters.kernel_count == before and took == [False]


def test_parts_of_a_memory_are_found_by_the_long_way(took: list[bool]) -> None:
    jit, x = captured(lambda a: (a + 1).realize(), fresh(4)), Tensor([float(i) for i in range(8)]).realize()
    assert jit(x[4:]).tolist() == [5.0, 6.0, 7.0, 8.0] and took == [False]


def test_values_that_do_not_fit(took: list[bool], monkeypatch: pytest.MonkeyPatch) -> None:
    jit = captured(lambda a, n: (a * n + HALF).realize(), fresh(4), 2)
    assert jit(Tensor([1.0] * 4).realize(), int("2")).tolist() == [2.5] * 4
    with pytest.raises(JitError, match="argument n was 2 when it was captured, and is 3 now"): jit(fresh(4), 3)
    with pytest.raises(JitError, match=r"argument n was 2 when it was captured, and is 2\.0 now"): jit(fresh(4), 2.0)
    with pytest.raises(TypeError): jit(fresh(4))
    with Tensor.train(), pytest.raises(JitError, match="training"): jit(fresh(4), 2)
    monkeypatch.setitem(globals(), "HALF", 1.5)
    with pytest.raises(JitError, match="HALF"): jit(fresh(4), 2)
    assert took == [True] + [False] * 5


def test_containers_and_states_that_are_others_now(took: list[bool]) -> None:
    kept: list[Tensor] = [fresh(4)]
    jit = captured(lambda xs: (xs[0] + kept[0]).realize(), [fresh(4)])
    with pytest.raises(JitError, match="xs: 1 elements when it was captured, 2 now"): jit([fresh(4), fresh(4)])
    with pytest.raises(JitError, match="xs: a list when it was captured, a tuple now"): jit((fresh(4),))
    kept[0] = fresh(4)
    with pytest.raises(JitError, match="gone"): jit([fresh(4)])
    assert took == [False] * 3


# ---- the world around


def test_settings_and_listeners_hold(took: list[bool], capsys: pytest.CaptureFixture[str]) -> None:
    jit, x = captured(lambda a: (a + 1).realize(), fresh(4)), Tensor([1.0] * 4).realize()
    for _ in range(2):
        GlobalCounters.reset()
        jit(x)
        assert (GlobalCounters.kernel_count, GlobalCounters.ops, GlobalCounters.bytes) == (1, 4, 32)
        with Context(DEBUG=2): jit(x)
        assert capsys.readouterr().err.count("CPU") == 1
        with profile() as p: assert jit(x).tolist() == [2.0] * 4
        assert {"replay", "kernel"} <= {e.kind for e in p.events}


def test_what_stays_as_it_was_is_found_again_after_settings_change() -> None:
    """A replay keeps its launches and what its result needs for as long as no setting changes."""
    x, other = fresh(64), fresh(64, seed=1)
    jit = captured(lambda a: a * 2 + 1, x)
    capture = jit.captured
    assert capture is not None
    kept: list[object] = []
    before = jit(x)
    for context in ({}, {"DEBUG": 1}, {"DEBUG": 1}, {}, {"THREADS": 1}):
        with Context(**context):
            for given in (x, other):
                launched = GlobalCounters.kernel_count
                np.testing.assert_array_equal(jit(given).numpy(), given.numpy() * 2 + 1)
                assert GlobalCounters.kernel_count == launched + 1
            kept.append(capture._direct)
            jit(x)
            assert capture._direct is kept[-1]
    assert None not in kept and len({id(direct) for direct in kept}) == len(kept)
    with profile() as recorded: jit(other)
    assert [e.kind for e in recorded.events if e.kind == "kernel"] == ["kernel"]
    np.testing.assert_array_equal(before.numpy(), numbers(64) * 2 + 1)


@pytest.mark.parametrize("device", ["CPU", "PYTHON"])
def test_kernels_with_memory_between_them_replay_directly(device: str) -> None:
    """The second reads what the first writes, and a constant: memory that is the same in each replay."""
    table = numbers(32, 8, seed=3)
    jit = captured(lambda a: (a @ Tensor(table, device=device)).softmax(-1).max(0) + 1, fresh(4, 32).to(device).realize())
    for seed in range(6):
        x = numbers(4, 32, seed=seed)
        exp = np.exp((logits := x @ table) - logits.max(-1, keepdims=True))
        got = jit(Tensor(x, device=device).realize()).numpy()
        np.testing.assert_allclose(got, (exp / exp.sum(-1, keepdims=True)).max(0) + 1, rtol=1e-5)


def test_a_replay_without_room_for_its_result_has_run_nothing() -> None:
    x = fresh(1 << 16)
    jit = captured(lambda a: a + 1, x)
    jit(x)
    launched, held = GlobalCounters.kernel_count, [jit(x) for _ in range(2)]
    with Context(MEMORY_LIMIT=1 << 16):
        with pytest.raises(OutOfMemoryError): jit(x)
        assert GlobalCounters.kernel_count == launched + 2
    np.testing.assert_array_equal(jit(x).numpy(), numbers(1 << 16) + 1)
    for result in held: np.testing.assert_array_equal(result.numpy(), numbers(1 << 16) + 1)


def test_results_know_the_line_that_asked_for_them() -> None:
    jit = captured(lambda a: (a + 1).realize(), fresh(4))
    result = jit(fresh(4))
    assert result.uop.loc is not None and result.uop.loc[0] == __file__
    assert result.uop.loc[2] == "test_results_know_the_line_that_asked_for_them"


def test_threads_replay_at_one_time() -> None:
    jit = captured(lambda a: (a * 2).realize(), fresh(64))
    wrong: list[int] = []

    def work(number: int) -> None:
        for i in range(200):
            if jit(Tensor([float(number * i)] * 64).realize()).tolist() != [2.0 * number * i] * 64: wrong.append(i)
    threads = [threading.Thread(target=work, args=(n,)) for n in range(4)]
    for t in threads: t.start()
    for t in threads: t.join()
    assert not wrong


def test_a_capture_from_a_file_has_one(tmp_path: Any, took: list[bool]) -> None:
    jit = captured(lambda a, b: (a + b).realize(), fresh(4), fresh(4))
    jit.save(tmp_path / "f")
    loaded = TinyJit.load(tmp_path / "f")
    one, two = Tensor([1.0] * 4).realize(), Tensor([2.0] * 4).realize()
    assert loaded(one, two).tolist() == loaded(b=two, a=one).tolist() == loaded(one + 0, two).tolist() == [3.0] * 4
    with pytest.raises(JitError, match="argument b: shape"): loaded(one, fresh(5))
    assert took == [True, True, False, False]


def test_dtypes_and_dtype_defaults(monkeypatch: pytest.MonkeyPatch, took: list[bool]) -> None:
    jit = captured(lambda a: (a + 1).realize(), Tensor([1, 2]).realize())
    assert jit(Tensor([5, 6]).realize()).tolist() == [6, 7]
    monkeypatch.setattr(dtypes, "default_float", dtypes.float64)
    with pytest.raises(JitError, match="default_float"): jit(Tensor([5, 6]).realize())
    assert took == [True, False]


_ids, _table = Tensor([3, 1, 4]).realize(), Tensor.arange(40).reshape(10, 4).float().realize()


@pytest.mark.parametrize("fn", [
    lambda ids: _table[ids] * 2, lambda ids: _table.gather(0, ids.reshape(3, 1).expand(3, 4)), lambda ids: ids.one_hot(10).sum(0),
    lambda ids: _table[:3].sparse_categorical_crossentropy(ids.clip(0, 3)), lambda ids: _table.index_select(0, ids).softmax(-1),
    lambda ids: Tensor.rand(3, 4) + _table[ids], lambda ids: _table[ids, ids.clip(0, 3)],
], ids=["rows", "gather", "one_hot", "labels", "index_select", "random", "pairs"])
def test_the_captured_call_has_the_schedule_of_the_plain_one(fn):
    call = TinyJit(lambda ids: fn(ids).realize())
    call(_ids)
    before = GlobalCounters.schedule_misses
    call(_ids)
    assert GlobalCounters.schedule_misses == before and call._captured is not None


def test_the_plain_call_before_a_capture_refuses_indices_out_of_range():
    call = TinyJit(lambda ids: _table[ids].realize())
    with pytest.raises(IndexRangeError): call(Tensor([3, 1, 10]).realize())
    assert call(_ids).tolist() == call(_ids).tolist() == call(_ids).tolist() == _table.numpy()[[3, 1, 4]].tolist()


def test_outside_of_such_a_call_a_checked_index_is_not_checked_again():
    def nodes(): return len(_table[_ids].uop.toposort())
    alone, inside = nodes(), []
    TinyJit(lambda ids: (inside.append(nodes()), ids + 1)[1].realize())(_ids)
    assert alone == nodes() < inside[0]
