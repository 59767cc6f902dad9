"""TinyJit: replays equal plain calls, or raise. A plain call of an equal function on equal tensors is the reference throughout."""
from __future__ import annotations

import gc
import threading
import warnings
import weakref
from collections import OrderedDict, namedtuple
from collections.abc import Callable

import numpy as np
import pytest

from heddle import Context, GlobalCounters, Tensor, TinyJit, Variable, dtypes, errors, memory_stats, nn
from heddle.errors import HeddleWarning, JitError
from heddle.nn.optim import SGD, Adam
from heddle.nn.state import get_parameters, get_state_dict
from heddle.nn.utils import clip_grad_norm_, clip_grad_value_
from heddle.runtime.cpu import graph
from heddle.uop.intern import live_nodes

SCALE = 3.0


def numbers(*shape: int, seed: int = 0) -> np.ndarray: return np.random.default_rng(seed).standard_normal(shape).astype(np.float32)
def fresh(*shape: int, seed: int = 0) -> Tensor: return Tensor(numbers(*shape, seed=seed))


# ---- what comes out


def test_elementwise_over_many_calls():
    calls = []

    @TinyJit
    def f(x, y):
        calls.append(1)
        return (x + y) * x - y / 2
    for i in range(6):
        a, b = numbers(3, 5, seed=i), numbers(3, 5, seed=i + 100)
        np.testing.assert_allclose(f(Tensor(a), Tensor(b)).numpy(), (a + b) * a - b / 2, rtol=1e-5)
    assert len(calls) == 2


def test_matmul_and_softmax():
    f = TinyJit(lambda x, w: (x @ w).softmax(-1).realize())
    for i in range(5):
        x, w = numbers(7, 9, seed=i), numbers(9, 4, seed=i + 50)
        e = np.exp((x @ w) - (x @ w).max(-1, keepdims=True))
        np.testing.assert_allclose(f(Tensor(x), Tensor(w)).numpy(), e / e.sum(-1, keepdims=True), rtol=1e-5)


def test_a_replay_is_one_submission_and_compiles_nothing(monkeypatch):
    def f(x):
        y = (x @ x).relu().realize()
        return (y.sum(0) + x).softmax(-1).realize()
    jit = TinyJit(f)
    for i in range(2): jit(fresh(8, 8, seed=i))
    before = GlobalCounters.compiled_kernels, GlobalCounters.lowered_kernels
    runs, count = [], GlobalCounters.kernel_count
    run_graph = graph.CPUGraph.__call__
    monkeypatch.setattr(graph.CPUGraph, "__call__", lambda *args: runs.append(1) or run_graph(*args))
    jit(fresh(8, 8, seed=9))
    assert runs == [1] and GlobalCounters.kernel_count - count > 1
    assert (GlobalCounters.compiled_kernels, GlobalCounters.lowered_kernels) == before


def test_level_2_shows_each_kernel_of_a_replay(capsys):
    jit = TinyJit(lambda x: (x + 1).realize() @ x)
    for _ in range(2): jit(fresh(4, 4))
    with Context(DEBUG=2): got = jit(fresh(4, 4, seed=1)).numpy()
    assert len([line for line in capsys.readouterr().err.splitlines() if "map_4_4" in line or "product_4_4" in line]) == 2
    x = numbers(4, 4, seed=1)
    np.testing.assert_allclose(got, (x + 1) @ x, rtol=1e-5)


Pair = namedtuple("Pair", "left right")


def test_containers_go_in_and_come_out():
    @TinyJit
    def f(pair, table, *rest, scale, **more):
        total = pair.left + pair.right[0] * table["a"] + rest[0] * scale + more["other"][1]
        nested = [total * 2, (total.sum(), 7)]
        return {"total": total, "list": nested, "pair": Pair(total + 1, None), "order": OrderedDict(z=total - 1)}
    for i in range(5):
        a, b, c, d, e, s = (numbers(4, seed=10 * i + k) for k in range(6))
        out = f(Pair(Tensor(a), [Tensor(b)]), {"a": Tensor(c)}, Tensor(d), scale=Tensor(s), other=("x", Tensor(e)))
        total = a + b * c + d * s + e
        assert list(out) == ["total", "list", "pair", "order"] and type(out["pair"]) is Pair and type(out["order"]) is OrderedDict
        assert out["pair"].right is None and out["list"][1][1] == 7
        for got, wanted in ((out["total"], total), (out["list"][0], total * 2), (out["list"][1][0], total.sum()),
                            (out["pair"].left, total + 1), (out["order"]["z"], total - 1)):
            np.testing.assert_allclose(got.numpy(), wanted, rtol=1e-5, atol=1e-6)


def test_the_ways_to_pass_an_argument_are_one():
    @TinyJit
    def f(x, y, scale=2): return x * scale + y
    for i, call in enumerate((lambda x, y: f(x, y), lambda x, y: f(y=y, x=x), lambda x, y: f(x, y, 2), lambda x, y: f(x, scale=2, y=y),
                              lambda x, y: f(x, y=y))):
        a, b = numbers(3, seed=i), numbers(3, seed=i + 20)
        np.testing.assert_allclose(call(Tensor(a), Tensor(b)).numpy(), a * 2 + b, rtol=1e-6)
    with pytest.raises(TypeError, match=r"missing a required argument"): f(Tensor(a))
    with pytest.raises(TypeError, match=r"multiple values"): f(Tensor(a), Tensor(b), x=Tensor(a))


def test_earlier_results_stay_as_they_are():
    f = TinyJit(lambda x: (x * 2, x.sum()))
    kept = [(i, *f(Tensor([float(i), 1.0]))) for i in range(6)]
    for i, double, total in kept: assert double.tolist() == [2 * i, 2] and total.item() == i + 1


def test_results_may_be_views_arguments_constants_and_tensors_found():
    w = Tensor([1.0, 2.0])

    @TinyJit
    def f(x):
        y = (x + w).realize()
        return y.reshape(1, 2).T, x, x.reshape(2, 1), w, w.reshape(1, 2), Tensor([5.0, 6.0]), y.pad(((1, 0),)), Tensor.ones(2), "text"
    for i in range(5):
        x = Tensor([float(i), 0.0])
        turned, same, shaped, found, view, constant, padded, ones, text = f(x)
        assert turned.tolist() == [[i + 1], [2]] and turned.shape == (2, 1)
        assert same is x and shaped.tolist() == [[i], [0]] and found is w and view.tolist() == [[1, 2]]
        assert constant.tolist() == [5, 6] and padded.tolist() == [0, i + 1, 2] and ones.tolist() == [1, 1] and text == "text"
        constant.assign(Tensor([0.0, 0.0])).realize()
        shaped.assign(Tensor([[8.0], [9.0]])).realize()
        assert x.tolist() == [8, 9]


def test_empty_tensors():
    f = TinyJit(lambda x, y: (x + 1, y * 2))
    for i in range(4):
        a, b = f(Tensor.zeros(0, 3), Tensor([float(i)]))
        assert a.shape == (0, 3) and a.tolist() == [] and b.tolist() == [2 * i]


def test_constants_as_arguments_are_not_baked_in():
    f = TinyJit(lambda x, y: x + y)
    for i in range(5): assert f(Tensor(float(i)), Tensor.full((2,), i * 2.0)).tolist() == [3 * i, 3 * i]


def test_lazy_arguments_are_computed_first():
    f = TinyJit(lambda x: x * 2)
    for i in range(5): assert f((Tensor([1.0, i]) + 1).reshape(2, 1).expand(2, 2)).tolist() == [[4, 4], [2 * i + 2] * 2]


@pytest.mark.parametrize("dtype", ["float64", "float16", "bfloat16", "int8", "uint64", "bool"])
def test_dtypes(dtype):
    f = TinyJit(lambda x: (x.cast("float32") * 2 + 1).cast(dtype))
    for i in range(4):
        x = Tensor([0, 1, i]).cast(dtype)
        assert f(x).tolist() == (x.cast("float32") * 2 + 1).cast(dtype).tolist()


# ---- views of memory


def test_consecutive_parts_may_lie_anywhere():
    data, f = fresh(12, 3), TinyJit(lambda x: x * 2)
    for i in range(5): np.testing.assert_array_equal(f(data[2 * i:2 * i + 3]).numpy(), numbers(12, 3)[2 * i:2 * i + 3] * 2)
    np.testing.assert_array_equal(f(fresh(3, 3, seed=4)).numpy(), numbers(3, 3, seed=4) * 2)


def test_a_result_may_be_turned_and_reshaped():
    f = TinyJit(lambda x: (x + 1).reshape(2, 3, 4).permute(2, 0, 1).reshape(8, 3).realize())
    for i in range(4):
        x = np.arange(24, dtype=np.float32) * (i + 1)
        assert (f(Tensor(x).realize()).numpy() == (x + 1).reshape(2, 3, 4).transpose(2, 0, 1).reshape(8, 3)).all()


def test_other_views_are_the_same_in_each_call():
    f = TinyJit(lambda x: x.reshape(-1) + 1)
    for i in range(4): np.testing.assert_array_equal(f(fresh(3, 4, seed=i).T).numpy(), numbers(3, 4, seed=i).T.reshape(-1) + 1)
    with pytest.raises(JitError, match=r"strides 12 elements, reshape .3, 4., permute .1, 0. expected, as captured, got consec"):
        f(fresh(4, 3))
    with pytest.raises(JitError, match=r"Pass the same view, or .contiguous"): f(fresh(8, 3)[::2])


# ---- training and other state


class Net:
    def __init__(self) -> None:
        self.conv, self.norm, self.last = nn.Conv2d(1, 4, 3), nn.BatchNorm(4), nn.Linear(4 * 4 * 4, 5)

    def __call__(self, x: Tensor) -> Tensor: return self.last(self.norm(self.conv(x)).relu().dropout(0.3).flatten(1))


def train(steps: int, make, jit: bool) -> tuple[dict[str, np.ndarray], list[float], list[np.ndarray]]:
    Tensor.manual_seed(5)
    net = Net()
    optimizer = make(get_parameters(net))

    def step(x: Tensor, y: Tensor) -> Tensor:
        optimizer.zero_grad()
        loss = net(x).sparse_categorical_crossentropy(y)
        loss.backward()
        optimizer.step()
        return loss
    run, losses, grads = TinyJit(step) if jit else step, [], []
    for i in range(steps):
        if i == 5: optimizer.lr.assign(optimizer.lr * 0.5)
        with Tensor.train(): losses.append(run(fresh(6, 1, 6, 6, seed=i), Tensor(np.arange(6, dtype=np.int32) % 5)).item())
        grads.append(net.last.weight.grad.numpy())
    return {k: v.numpy() for k, v in get_state_dict(net).items()}, losses, grads


@pytest.mark.parametrize("make", [lambda p: Adam(p, lr=1e-2), lambda p: SGD(p, lr=0.1, momentum=0.9)], ids=["Adam", "SGD"])
def test_training_equals_plain_training(make):
    plain, replayed = train(8, make, False), train(8, make, True)
    assert plain[1] == replayed[1]
    for name, value in plain[0].items(): np.testing.assert_array_equal(replayed[0][name], value, err_msg=name)
    for a, b in zip(plain[2], replayed[2], strict=True): np.testing.assert_array_equal(a, b)


def test_lazy_assignments_are_part_of_the_call():
    w = Tensor([0.0, 0.0])

    @TinyJit
    def f(x):
        w.assign(w * 2 + x)
        return x + 1
    wanted = np.zeros(2)
    for i in range(6):
        f(Tensor([1.0, i]))
        wanted = wanted * 2 + [1, i]
        assert w.tolist() == wanted.tolist()


def test_caches_are_written_in_part():
    cache = Tensor.zeros(6, 2).contiguous().realize()
    steps = [TinyJit(lambda x, i=i: (cache[i:i + 1].assign(x), cache.sum(0))[1]) for i in range(2)]
    wanted = np.zeros((6, 2), np.float32)
    for turn in range(5):
        for i, step in enumerate(steps):
            x = numbers(1, 2, seed=10 * turn + i)
            wanted[i] = x
            np.testing.assert_allclose(step(Tensor(x)).numpy(), wanted.sum(0), rtol=1e-6)
    np.testing.assert_array_equal(cache.numpy(), wanted)


# formats that the device computes in, and those that it stores as integers
FORMATS = ["float32", "float16", "bfloat16", "fp8e5m2"]


@pytest.mark.parametrize("dtype", FORMATS)
def test_arguments_are_assigned_in_place(dtype):
    @TinyJit
    def f(x, y):
        x.assign(x + y)
        return x * 2
    for i in range(4):
        x, kept = Tensor([1.0, i], dtype=dtype), None
        before, backup = x * 10, Tensor(x)
        kept = f(x, Tensor([1.0, 1.0], dtype=dtype))
        assert x.tolist() == [2, i + 1] and kept.tolist() == [4, 2 * i + 2]
        assert before.tolist() == Tensor([10, 10 * i], dtype=dtype).tolist() and backup.tolist() == [1, i]


@pytest.mark.parametrize("dtype", FORMATS)
def test_values_built_before_see_the_state_as_it_was(dtype):
    w = Tensor([1.0], dtype=dtype)
    f = TinyJit(lambda x: (w.assign(w + x).realize(), x * 1)[1])
    for i in range(6):
        old, shifted = w * 8, w.pad(((1, 0),))
        f(Tensor([1.0], dtype=dtype))
        assert old.tolist() == [8 * (i + 1)] and shifted.tolist() == [0, i + 1] and w.tolist() == [i + 2]


def test_assignments_that_wait_run_before_a_replay():
    w = Tensor([1.0])
    f = TinyJit(lambda x: x + w)
    for i in range(6):
        w.assign(Tensor([float(i)]))
        assert f(Tensor([1.0])).tolist() == [i + 1]


def test_copies_of_a_state_keep_what_they_see():
    w, kept = Tensor([0.0]), []
    f = TinyJit(lambda x: w.assign(w + x).realize().sum())
    for i in range(6):
        f(Tensor([1.0]))
        kept.append((i + 1, Tensor(w), w.detach()))
    assert [t.item() for _, t, _ in kept] == [i for i, _, _ in kept]
    assert all(view.item() == 6 for _, _, view in kept)


def test_two_jits_share_a_state():
    w = Tensor([1.0, 1.0])
    up, double = TinyJit(lambda x: w.assign(w + x).realize().sum()), TinyJit(lambda: w.assign(w * 2).realize().sum())
    wanted = np.ones(2)
    for i in range(6):
        wanted = wanted + [1, i]
        assert up(Tensor([1.0, i])).item() == wanted.sum()
        wanted = wanted * 2
        assert double().item() == wanted.sum()
    assert w.tolist() == wanted.tolist()


def test_memory_made_and_changed_inside_starts_anew():
    @TinyJit
    def f(x):
        total = Tensor([10.0, 20.0])
        total.assign(total + x).realize()
        total.assign(total * x).realize()
        return total
    for i in range(5): assert f(Tensor([1.0, i])).tolist() == [11, (20 + i) * i]


class Model:
    """Leaves a tensor behind, and returns the same."""

    def __init__(self) -> None: self.seen = self.twice = None

    def run(self, x: Tensor) -> Tensor:
        self.seen = (x + 1).realize()
        self.twice = self.seen * 2
        return self.seen


def test_what_is_left_behind_is_kept_up_to_date():
    model = Model()
    f, kept = TinyJit(model.run), []
    for i in range(5):
        kept.append(f(Tensor([float(i)])))
        assert model.seen.tolist() == [i + 1] and model.twice.tolist() == [2 * i + 2]
    assert [t.item() for t in kept] == [1, 2, 3, 4, 5]


# ---- random numbers


def test_seeding_inside_is_refused():
    @TinyJit
    def f(x):
        Tensor.manual_seed(3)
        return x + Tensor.rand(2)

    f(Tensor.ones(2).contiguous())
    with pytest.raises(JitError, match="f seeds the random numbers while it is captured"): f(Tensor.ones(2).contiguous())


def test_random_numbers_go_on():
    def f(x): return x.dropout(0.5), Tensor.rand(3), Tensor.randn(2).realize()

    def sequence(fn):
        Tensor.manual_seed(3)
        out = []
        for i in range(6):
            if i == 4: out.append(Tensor.rand(2).tolist())
            waiting = Tensor.rand(2) if i == 5 else None
            with Tensor.train(): out += [t.tolist() for t in fn(Tensor.ones(40).contiguous())]
            if waiting is not None: out.append(waiting.tolist())
        return out
    jit = TinyJit(f)
    plain = sequence(f)
    assert sequence(jit) == plain == sequence(jit)
    assert len({tuple(x) for x in plain if len(x) == 3}) == 6


def test_numbers_drawn_and_dropped_count():
    def f(x):
        Tensor.rand(2)
        return x + Tensor.rand(1)

    def sequence(fn):
        Tensor.manual_seed(3)
        return [fn(Tensor([0.0])).item() for _ in range(5)]
    assert sequence(TinyJit(f)) == sequence(f)


def test_weights_that_wait_are_drawn_once():
    """They were drawn inside the capture, by a position that draws outside of it had moved on: others in each replay."""
    Tensor.manual_seed(3)
    cell = nn.GRUCell(4, 8)
    f = TinyJit(lambda x, h: cell(x, h).realize())
    h = expected = Tensor.zeros(1, 8).contiguous().realize()
    for _ in range(5):
        x = Tensor.rand(1, 4).realize()
        h, expected = f(x, h).clone().realize(), cell(x, expected).realize()
        np.testing.assert_allclose(h.numpy(), expected.numpy(), rtol=1e-5, atol=1e-6)


def test_draws_that_wait_keep_their_gradients():
    """They are computed before a call is captured, which is no end of their gradients."""
    def trained(make):
        Tensor.manual_seed(3)
        w = Tensor([1.0, 2.0, 3.0], requires_grad=True)
        scaled = w * Tensor.rand(3)
        f = make(lambda x: (x + scaled.detach()).realize())
        for _ in range(3): f(Tensor.rand(3).realize())
        (scaled * scaled).sum().backward()
        return w.grad.numpy()
    np.testing.assert_allclose(trained(TinyJit), trained(lambda fn: fn), rtol=1e-6)


# ---- gradients that outlive a call


@pytest.mark.parametrize("is_read", [False, True])
@pytest.mark.parametrize("needs", [None, True])
@pytest.mark.parametrize("clip", [lambda w: None, lambda w: clip_grad_norm_(w, 1.0), lambda w: clip_grad_value_(w, 0.5)],
                         ids=["as it is", "norm", "value"])
def test_gradients_are_added_up_by_replays(is_read, needs, clip):
    """As micro-batches do: the gradient is there before the first call, and is set to 0 after each step."""
    def trained(make):
        w = Tensor([1.0, 2.0, 3.0], requires_grad=needs)
        w.grad = Tensor.zeros(3).contiguous().realize()

        @make
        def add(x):
            loss = (w * x).square().sum()
            loss.backward()
            return loss.realize(*([w.grad] if is_read else []))

        losses = []
        for i in range(12):
            losses.append(add(Tensor([1.0, 0.5, 0.1 * i])).item())
            if i % 4 == 3:
                clip(w)
                w.assign(w - 0.1 * w.grad).realize()
                w.grad.assign(Tensor.zeros(3)).realize()
        return losses
    np.testing.assert_allclose(trained(TinyJit), trained(lambda fn: fn), rtol=1e-5)


def test_two_captured_steps_whose_gradients_meet():
    """As of a GAN: the step of the generator adds to the gradients of the discriminator, which clears them in its own step."""
    def trained(make):
        Tensor.manual_seed(5)
        critic, maker = nn.Linear(2, 1), nn.Linear(2, 2)
        of_critic, of_maker = SGD(get_parameters(critic), lr=0.1), SGD(get_parameters(maker), lr=0.1)

        @make
        def judge(real, z):
            of_critic.zero_grad()
            loss = critic(real).softplus().mean() - critic(maker(z).detach()).sigmoid().mean()
            loss.backward()
            return loss.realize(*of_critic.schedule_step())

        @make
        def forge(z):
            of_maker.zero_grad()
            loss = critic(maker(z)).sigmoid().mean()
            loss.backward()
            return loss.realize(*of_maker.schedule_step())

        losses = []
        for i in range(6):
            real, z = numbers(4, 2, seed=i), numbers(4, 2, seed=i + 10)
            for _ in range(1 + i % 2): losses.append(judge(Tensor(real), Tensor(z)).item())
            losses.append(forge(Tensor(z)).item())
        return losses
    np.testing.assert_allclose(trained(TinyJit), trained(lambda fn: fn), rtol=1e-4)


def test_a_gradient_that_is_cleared_outside_is_refused_in_words():
    w = Tensor([1.0, 2.0], requires_grad=True)

    @TinyJit
    def add(x):
        (w * x).sum().backward()
        return w.grad.realize()

    for _ in range(3): add(Tensor([1.0, 1.0]))
    w.grad = None
    with pytest.raises(JitError, match=r"w\.grad: a gradient .* is gone") as caught: add(Tensor([1.0, 1.0]))
    assert "zero_grad() in the function" in caught.value.cure


# ---- memory in common


def test_the_same_tensor_for_both_arguments():
    f = TinyJit(lambda x, y: x * 2 + y)
    a, b = Tensor([1.0]), Tensor([10.0])
    assert [f(a, a).item(), f(a, a).item(), f(a, b).item(), f(b, a).item(), f(b, b).item()] == [3, 3, 12, 21, 30]


def test_an_argument_that_is_also_found():
    w = Tensor([1.0])
    f = TinyJit(lambda x: x * 2 + w)
    assert [f(w).item(), f(w).item(), f(Tensor([5.0])).item(), f(w).item()] == [3, 3, 11, 3]


def test_results_are_fed_back():
    f = TinyJit(lambda x, h: ((h * 0.5 + x).tanh(), h))
    h, wanted = Tensor([0.1, 0.2]), np.array([0.1, 0.2], np.float32)
    for i in range(6):
        h, old = f(Tensor([1.0, i]), h)
        np.testing.assert_allclose(old.numpy(), wanted, rtol=1e-6)
        wanted = np.tanh(wanted * 0.5 + np.array([1, i], np.float32))
    np.testing.assert_allclose(h.numpy(), wanted, rtol=1e-6)


def accumulator():
    state = Tensor([1.0, 2.0])

    def f(x):
        state.assign(state + x.flip(0)).realize()
        return state
    return f


def test_a_state_that_is_returned_and_fed_back():
    plain, jit = accumulator(), TinyJit(accumulator())
    for i in range(4):
        x = numbers(2, seed=i)
        np.testing.assert_array_equal(jit(Tensor(x)).numpy(), plain(Tensor(x)).numpy())
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", HeddleWarning)
            got = jit(jit(Tensor(x)))
        np.testing.assert_array_equal(got.numpy(), plain(plain(Tensor(x))).numpy())


def test_an_overlap_with_what_is_written_is_said_once():
    jit, state = TinyJit(accumulator()), None
    for i in range(3): state = jit(Tensor([1.0, i]))
    with pytest.warns(HeddleWarning, match=r"argument x has the same memory as a tensor that .* assigns: such calls run"):
        jit(state)


def test_arguments_in_common_of_which_one_is_assigned():
    def f(x, y):
        x.assign(x * 2 + y.flip(0)).realize()
        return y + 1
    jit = TinyJit(f)
    for i in range(6):
        a, b = Tensor([1.0, i]), Tensor([1.0, i])
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", HeddleWarning)
            pairs = [(jit, a), (f, b)] if i % 2 else []
            results = [fn(t, t).tolist() for fn, t in pairs] or [fn(t, Tensor([3.0, 4.0])).tolist() for fn, t in ((jit, a), (f, b))]
        assert results[0] == results[1] and a.tolist() == b.tolist()


def test_an_overlap_found_while_capturing_is_an_error():
    w, late = Tensor([1.0]), []

    def f(x):
        if late: w.assign(w + x).realize()
        late.append(1)
        return x + w
    jit = TinyJit(f)
    jit(w)
    with pytest.raises(JitError, match=r"argument x has the same memory as another tensor, and .* assigns to it.*\n.*\n  Pass .clone"):
        jit(w)
    assert w.item() == 2  # it was assigned all the same


def test_an_error_inside_a_capture_leaves_what_a_plain_call_leaves():
    def whole(): return Tensor([4.0, 5.0]).realize()
    def square(): return Tensor([[4.0, 5.0], [6.0, 7.0]]).realize()

    for make in (whole, lambda: square()[1], lambda: square().T, lambda: whole().shard(("CPU", "CPU:1"), axis=0).realize()):
        def shown(wrap, make=make):
            state, kept = make().clone().realize(), []

            def f(x, stop):
                kept.append(x * 10)
                before = x * 2
                kept.append(x.reshape(-1))
                state.assign(state + before)
                x.assign(x + 1)
                kept.append(x + before)
                if stop: raise KeyError("the user's")
                return x * 2
            jit, x = wrap(f), make()
            outside = x * 1000
            jit(make(), False)
            with pytest.raises(KeyError): jit(x, True)
            first = x.tolist()
            x.assign(x * 0)
            return [first, *(t.tolist() for t in (x, outside, state, *kept))]
        assert shown(TinyJit) == shown(lambda f: f)


# ---- what does not fit


def captured(f, *args):
    jit = TinyJit(f)
    for _ in range(3): jit(*args)
    return jit


@pytest.mark.parametrize(("other", "message"), [
    (lambda: fresh(3, 2), r"argument x\['a'\]: shape \(2, 3\) expected, as captured, got \(3, 2\)"),
    (lambda: fresh(2, 3).cast("int32"), r"dtype float32 expected, as captured, got int32.*\n.*\n  Use .cast\(dtypes.float32\)"),
    (lambda: fresh(2, 3).to("CPU:1"), r"argument x\['a'\]: device CPU expected, as captured, got CPU:1.*\n.*\n  Use .to\('CPU'\)"),
    (lambda: 5, r"argument x\['a'\] was a tensor when it was captured, and is 5 now"),
    (lambda: [fresh(2, 3)], r"argument x\['a'\] was a tensor when it was captured, and is a list now"),
    (lambda: Tensor(numbers(2, 3), requires_grad=True), r"requires_grad False expected, as captured, got True.*\n.*\n  Use .detach"),
])
def test_tensors_that_do_not_fit(other, message):
    jit = captured(lambda x: x["a"] + 1, {"a": fresh(2, 3)})
    with pytest.raises(JitError, match=message): jit({"a": other()})
    assert jit({"a": fresh(2, 3)}).shape == (2, 3)


@pytest.mark.parametrize(("args", "message"), [
    (([fresh(2)], 1), r"x: a tuple when it was captured, a list now"),
    (((fresh(2), fresh(2)), 1), r"x: 1 elements when it was captured, 2 now"),
    (((fresh(2),), 2), r"argument n was 1 when it was captured, and is 2 now"),
    (((fresh(2),), 1.0), r"argument n was 1 when it was captured, and is 1.0 now"),
    (((fresh(2),), True), r"argument n was 1 when it was captured, and is True now"),
    (((fresh(2),), fresh(2)), r"argument n was 1 when it was captured, and is a Tensor now"),
    (((fresh(2),), 1, 2), r"the positional arguments: 2 elements when it was captured, 3 now"),
])
def test_values_that_do_not_fit(args, message):
    jit = captured(lambda x, n, *rest: x[0] * n, (fresh(2),), 1)
    with pytest.raises(JitError, match=message): jit(*args)


def test_zeros_of_both_signs_are_different_values():
    jit = captured(lambda x, n: x * n, fresh(2), 0.0)
    with pytest.raises(JitError, match=r"argument n was 0.0 when it was captured, and is -0.0 now"): jit(fresh(2), -0.0)


def test_keys_in_another_order():
    jit = captured(lambda x: x["a"] - x["b"], {"a": fresh(2), "b": fresh(2)})
    with pytest.raises(JitError, match=r"x: keys \['a', 'b'\] when it was captured, \['b', 'a'\] now"):
        jit({"b": fresh(2), "a": fresh(2)})


def test_objects_are_baked_in_by_identity():
    model = Model()
    jit = captured(lambda m, x: x + 1, model, fresh(2))
    jit(model, fresh(2))
    with pytest.raises(JitError, match=r"argument m was a Model when it was captured, and is a Model now"): jit(Model(), fresh(2))


def test_the_mode_and_outer_values_are_baked_in(monkeypatch):
    rate = 2.0
    jit = TinyJit(lambda x: x.dropout(0.5) * rate * SCALE)
    for _ in range(3): jit(Tensor.ones(4))
    with Tensor.train(), pytest.raises(JitError, match=r"Tensor.training was False when it was captured, and is True now"):
        jit(Tensor.ones(4))
    rate = 4.0
    with pytest.raises(JitError, match=r"rate was 2.0 when it was captured, and is 4.0 now"): jit(Tensor.ones(4))
    rate = 2.0
    assert jit(Tensor.ones(4)).tolist() == [6] * 4
    monkeypatch.setitem(globals(), "SCALE", 5.0)
    with pytest.raises(JitError, match=r"SCALE was 3.0 when it was captured, and is 5.0 now"): jit(Tensor.ones(4))


def test_counting_calls_is_no_input():
    calls = 0

    @TinyJit
    def f(x):
        nonlocal calls
        calls += 1
        return x + 1
    for _ in range(5): f(fresh(2))
    assert calls == 2


def test_looking_at_values_while_capturing():
    for look in (lambda t: t.item(), lambda t: t.sum().tolist(), lambda t: t.numpy(), lambda t: bool(t), lambda t: t.data()):
        jit = TinyJit(lambda x, look=look: (look(x), x + 1)[1])
        jit(Tensor([1.0]))
        with pytest.raises(JitError, match=r"reads the value of a tensor while it is captured.*\n.*\n  Return the tensor"):
            jit(Tensor([1.0]))
        assert (Tensor([1.0]) + 1).item() == 2  # afterwards values may be looked at again


def test_nothing_to_capture():
    jit = TinyJit(lambda x: None)
    jit(fresh(2))
    with pytest.raises(JitError, match=r"computed nothing that could be captured.*\n.*\n  Return tensors, or .realize"): jit(fresh(2))
    with pytest.raises(JitError, match=r"TinyJit needs a function, got a int"): TinyJit(5)  # type: ignore[arg-type]


def test_results_that_may_hide_tensors():
    jit = TinyJit(lambda x: [Model(), x + 1])
    jit(fresh(2))
    with pytest.raises(JitError, match=r"returns a Model, which may hold tensors"): jit(fresh(2))


@pytest.mark.parametrize("value", [np.zeros(2), bytearray(2), {1, 2}])
def test_arguments_whose_content_would_be_baked_in(value):
    jit = TinyJit(lambda x, y: x + 1)
    jit(fresh(2), value)
    with pytest.raises(JitError, match=r"argument y is a .*, whose content would be baked into the capture"): jit(fresh(2), value)


def test_states_that_are_replaced():
    holder = Model()
    holder.seen = Tensor([0.0]).realize()

    def f(x):
        holder.seen = (holder.seen + x).realize()
        return holder.seen * 1
    jit = TinyJit(f)
    jit(Tensor([1.0]))
    with pytest.raises(JitError, match=r"that the captured function reads is gone: \(1,\) float32.*\n.*\n  Change it with .assign"):
        jit(Tensor([1.0]))


def test_states_that_are_replaced_between_calls():
    holder = Model()
    holder.seen = Tensor([0.0])
    jit = captured(lambda x: x + holder.seen, Tensor([1.0]))
    holder.seen = Tensor([5.0])
    with pytest.raises(JitError, match=r"is gone"): jit(Tensor([1.0]))
    jit.reset()
    assert [jit(Tensor([1.0])).item() for _ in range(3)] == [6, 6, 6]


def test_gradients_of_arguments():
    def f(x):
        y = (x * x).sum()
        y.backward()
        return y
    jit = TinyJit(f)
    jit(Tensor([1.0], requires_grad=True))
    with pytest.raises(JitError, match=r"computes the gradient of argument x"): jit(Tensor([1.0], requires_grad=True))


def test_states_that_move_once_are_captured_later():
    both = (Tensor.ones(3) * 2).contiguous(), (Tensor.ones(3) * 2).contiguous()
    both[0].realize(both[1])
    calls, moving = [], [False]

    @TinyJit
    def f(x):
        calls.append(1)
        if moving[0]: both[0].assign(both[0] + x).realize()  # has its memory in common with the other one until now
        return both[0] + both[1]
    for i in range(6):
        moving[0] = i > 0
        assert f(Tensor([1.0, 1.0, 1.0])).tolist() == [4 + i] * 3
    assert len(calls) == 3


# ---- objects, threads, lifetimes


class Layer:
    def __init__(self, scale: float) -> None: self.w = Tensor([scale])

    @TinyJit
    def forward(self, x: Tensor) -> Tensor:
        """Scales."""
        return x * self.w


def test_methods_are_captured_for_each_object():
    layers = [Layer(2.0), Layer(3.0)]
    for i in range(5): assert [layer.forward(Tensor([float(i)])).item() for layer in layers] == [2 * i, 3 * i]
    assert layers[0].forward is layers[0].forward is not layers[1].forward and isinstance(Layer.forward, TinyJit)
    assert "w" in get_state_dict(layers[0]) and len(get_state_dict(layers[0])) == 1
    assert Layer.forward.__name__ == "forward" and Layer.forward.__wrapped__.__doc__ == "Scales."


def test_an_object_is_freed_with_what_was_captured_for_it():
    gc.collect()
    gc.disable()
    try:
        layer = Layer(2.0)
        for _ in range(3): layer.forward(Tensor([1.0]))
        gone, memory = weakref.ref(layer), weakref.ref(layer.w.uop)
        jit = layer.forward
        del layer
        assert gone() is None
        with pytest.raises(JitError, match=r"the object of Layer.forward is gone"): jit.reset() or jit(Tensor([1.0]))
        del jit
        assert memory() is None
    finally: gc.enable()


def test_a_capture_is_freed_with_its_function():
    gc.collect()
    gc.disable()
    try:
        jit, x = TinyJit(lambda x: (x + x.sum()).contiguous() * 2), Tensor([1.0, 2.0]).realize()
        for _ in range(4): jit(x)
        assert jit._captured is not None
        gone = [weakref.ref(jit._captured.executable.linear), *map(weakref.ref, jit._captured.executable.arenas.buffers)]
        assert len(gone) > 1
        del jit
        assert [r() for r in gone] == [None] * len(gone)
    finally: gc.enable()


def test_inside_another_capture_it_is_a_part_of_that():
    inner = TinyJit(lambda x: (x * 2).realize())
    outer = TinyJit(lambda x: inner(x + 1) - 1)
    for i in range(6): assert outer(Tensor([float(i)])).item() == 2 * (i + 1) - 1
    for i in range(4): assert inner(Tensor([float(i)])).item() == 2 * i


def test_threads_take_turns():
    w = Tensor([0.0])
    f, failed = TinyJit(lambda x: (w.assign(w + x).realize(), x * 2)[1]), []

    def work(n: int) -> None:
        for i in range(20):
            if f(Tensor([float(n)])).item() != 2 * n: failed.append((n, i))
    threads = [threading.Thread(target=work, args=(n,)) for n in range(4)]
    for t in threads: t.start()
    for t in threads: t.join()
    assert not failed and w.item() == 20 * (0 + 1 + 2 + 3)


def test_replays_hold_no_more_memory_than_one():
    gc.collect()
    f = TinyJit(lambda x: ((x @ x).realize() + 1).sum(0))
    for _ in range(3): f(fresh(32, 32))
    gc.disable()
    try:
        before = GlobalCounters.mem_used
        for i in range(10): f(fresh(32, 32, seed=i))
        assert GlobalCounters.mem_used == before
    finally: gc.enable()


def test_several_devices():
    w = Tensor([1.0, 2.0], device="CPU:1")

    @TinyJit
    def f(x):
        w.assign(w + x.to("CPU:1")).realize()
        return (w * 2).to("CPU") + x
    wanted = np.array([1.0, 2.0])
    for i in range(5):
        wanted += [i, 1]
        assert f(Tensor([float(i), 1.0])).tolist() == (wanted * 2 + [i, 1]).tolist()


@pytest.mark.parametrize("threads", [1, 3])
def test_threads_of_kernels(threads):
    f = TinyJit(lambda x: ((x @ x.T).relu().realize().sum(1), (x * 2 + 1).realize()))
    with Context(THREADS=threads):
        for i in range(4):
            x = numbers(300, 300, seed=i)
            a, b = f(Tensor(x))
            np.testing.assert_allclose(a.numpy(), np.maximum(x @ x.T, 0).sum(1), rtol=1e-3)
            np.testing.assert_allclose(b.numpy(), x * 2 + 1, rtol=1e-6)


# ---- what is said


def test_explain():
    w = Tensor([1.0, 2.0])

    @TinyJit
    def f(x, scale, *, mode):
        h = (x * scale).realize()
        w.assign(w + h).realize()
        return {"y": h @ w, "n": 4}
    assert f.explain().endswith("has not been called; nothing is captured yet")
    x = Tensor([1.0, 2.0])
    f(x, 2, mode="up")
    assert f.explain().endswith("has run once, and will be captured; nothing is captured yet")
    f(x, 2, mode="up")
    text = f.explain()
    assert "  x: (2,) float32 on CPU\n" in text and "the tensor (2,) float32, made at tests/jit/test_jit.py" in text
    assert ", assigned\n" in text and "  result['y']: () float32, new\n" in text and "  result['n']: always 4\n" in text
    assert "3 kernels and copies, 1 submissions:\n" in text and "  scale = 2\n  mode = 'up'\n" in text
    assert "Tensor.training = False" in text
    f.reset()
    assert "nothing is captured yet" in f.explain() and repr(f).startswith("<TinyJit of test_explain")


def test_intermediates_share_memory_over_all_schedules():
    @TinyJit
    def f(x):
        for _ in range(4): x = (x @ x).realize().tanh().realize()
        return x
    for _ in range(2): f(fresh(64, 64))
    assert "intermediates: 32 KiB (112 KiB without memory planning)" in f.explain()
    x = wanted = numbers(64, 64)
    for _ in range(4): wanted = np.tanh(wanted @ wanted)
    np.testing.assert_allclose(f(Tensor(x)).numpy(), wanted, atol=1e-4)


def test_the_default_dtype_is_baked_in(monkeypatch):
    jit = captured(lambda x: x + Tensor(1), Tensor([1]))
    monkeypatch.setattr(dtypes, "default_int", dtypes.int64)
    with pytest.raises(JitError, match=r"dtypes.default_int was dtypes.int32 when it was captured, and is dtypes.int64 now"):
        jit(Tensor([1]))


# ---- results that nobody has looked at


def replayed(*shape: int):
    """A TinyJit that adds 1, captured."""
    jit = TinyJit(lambda x: x + 1)
    for _ in range(2): jit(fresh(*shape))
    return jit


def live_bytes() -> int: return memory_stats("CPU").live


def test_a_result_that_is_dropped_frees_its_memory_at_once():
    jit, x = replayed(64, 64), fresh(64, 64).realize()
    gc.collect()
    gc.disable()
    try:
        before, nodes = live_bytes(), sum(1 for _ in live_nodes())
        result = jit(x)
        assert live_bytes() == before + 4 * 64 * 64 and sum(1 for _ in live_nodes()) == nodes
        part = result[3:5]
        del result
        assert live_bytes() == before + 4 * 64 * 64
        del part
        assert live_bytes() == before and sum(1 for _ in live_nodes()) == nodes
        results = [jit(x) for _ in range(200)]
        results.clear()
        assert live_bytes() == before
    finally: gc.enable()


def test_a_result_is_a_tensor_like_any_other():
    jit, x = replayed(4, 4), fresh(4, 4)
    wanted = x.numpy() + 1
    np.testing.assert_array_equal(jit(x).numpy(), wanted)
    assert jit(x).shape == (4, 4) and jit(x).dtype is dtypes.float32 and jit(x).device == "CPU" and type(jit(x)) is Tensor
    assert repr(jit(x)) == "<Tensor (4, 4) float32 on CPU, in memory>" and jit(x).realize().grad is None
    np.testing.assert_array_equal(jit(jit(x)).numpy(), wanted + 1)
    moved = jit(x)
    moved.assign(moved * 2)
    np.testing.assert_array_equal(moved.numpy(), wanted * 2)
    view, other = (result := jit(x)).reshape(16), result.T
    result += 5
    np.testing.assert_array_equal(view.numpy(), (wanted + 5).reshape(16))
    np.testing.assert_array_equal(other.numpy(), (wanted + 5).T)
    with pytest.raises(AttributeError, match="a Tensor has no attribute 'shpe'"): jit(x).shpe  # noqa: B018
    assert not hasattr(jit(x), "__dataframe__")


def test_a_result_that_another_capture_finds_is_a_state():
    kept = replayed(4)(fresh(4))
    add = TinyJit(lambda x: kept.assign(kept + x).realize())
    wanted = numbers(4) + 1
    for i in range(5):
        add(fresh(4, seed=i))
        wanted = wanted + numbers(4, seed=i)
    np.testing.assert_allclose(kept.numpy(), wanted, rtol=1e-6)


def test_a_result_first_looked_at_inside_a_capture_is_no_constant():
    found = [replayed(4)(fresh(4))]
    double = TinyJit(lambda x: found[0] * x)
    double(fresh(4))
    found[0] = replayed(4)(fresh(4))
    double(fresh(4))
    found[0].assign(Tensor([1.0, 2.0, 3.0, 4.0])).realize()
    np.testing.assert_array_equal(double(Tensor([2.0] * 4)).numpy(), [2, 4, 6, 8])


def test_several_threads_look_at_a_result_for_the_first_time():
    jit, x = replayed(8), fresh(8).realize()
    for _ in range(20):
        result, nodes = jit(x), []
        threads = [threading.Thread(target=lambda r=result, n=nodes: n.append(r.uop)) for _ in range(4)]
        for t in threads: t.start()
        for t in threads: t.join()
        assert len(nodes) == 4 and all(n is result.uop for n in nodes) and len(result._storage.tensors()) == 1


def test_what_only_a_cycle_of_references_holds_is_not_left_behind():
    n, x = Variable("n", 1, 4), Tensor([1.0, 2.0, 3.0, 4.0]).realize()

    @TinyJit
    def total(x, n):
        cycle = [(x[:n] * 2).realize()]
        cycle.append(cycle)
        return (cycle[0].sum() + 1).realize()
    assert [total(x, n.bind(i)).item() for i in (1, 2, 3, 4)] == [3, 7, 13, 21]


def test_results_with_symbolic_sizes_are_bound_to_the_values_of_their_run():
    n, x = Variable("n", 1, 8), fresh(8, 3).realize()
    jit = TinyJit(lambda y: (y * 2).contiguous())
    results = [jit(x[:n.bind(k)]) for k in (2, 3, 5, 7)]
    for k, result in zip((2, 3, 5, 7), results, strict=True):
        np.testing.assert_array_equal(result.numpy(), x.numpy()[:k] * 2)
        np.testing.assert_array_equal((result + 1).numpy(), x.numpy()[:k] * 2 + 1)


def test_the_names_of_the_reference(monkeypatch: pytest.MonkeyPatch) -> None:
    def add_one(x: Tensor) -> Tensor: return (x + 1).realize()
    captured = TinyJit(add_one)
    assert captured.fxn is add_one and captured.cnt == 0 and captured.captured is None and captured.jit_cache == []
    for n in range(1, 5):
        captured(Tensor([1.0]))
        assert captured.cnt == n and (captured.captured is not None) == (n > 1)
    assert captured.captured is not None and len(captured.jit_cache) == 1
    assert captured.jit_cache == captured.captured.jit_cache == list(captured.captured.linear.src)
    captured.reset()
    assert captured.cnt == 0 and captured.captured is None
    monkeypatch.setattr(errors, "_warned", set())
    with pytest.warns(errors.OldSpellingWarning, match="TinyJit.captured now"): assert captured.plan is None


def test_a_decorator_with_keywords() -> None:
    table = Tensor([1.0, 2.0]).realize()

    @TinyJit(prune=True)
    def scaled(x: Tensor) -> Tensor: return (x * (table * 2)).realize()
    assert isinstance(scaled, TinyJit) and scaled.prune and not TinyJit(lambda x: x).prune
    for n in range(4):
        assert scaled(Tensor([float(n), 1.0])).tolist() == [2.0 * n, 4.0]
    table.assign(Tensor([5.0, 5.0])).realize()
    assert scaled(Tensor([1.0, 1.0])).tolist() == [10.0, 10.0]  # nothing that a replay leaves out can be out of date


def test_methods_of_a_decorator_with_keywords() -> None:
    class Model:
        def __init__(self, w: float) -> None: self.w = Tensor([w]).realize()

        @TinyJit(prune=True)
        def step(self, x: Tensor) -> Tensor: return (x * self.w).realize()
    a, b = Model(2.0), Model(3.0)
    for _ in range(3): assert a.step(Tensor([1.0])).item() == 2.0 and b.step(Tensor([1.0])).item() == 3.0
    assert a.step.cnt == 3 and a.step.prune


@pytest.mark.parametrize("in_thread", [False, True])
def test_an_expanded_argument_follows_what_is_assigned_before_each_call(in_thread: bool) -> None:
    """Not the function writes it, though the first call may compute the assignment."""
    w = Tensor([[1.0, 2.0]]).realize()
    e, fn = w.expand(3, 2), TinyJit(lambda x: x * 2)
    found: list[list[float]] = []
    for _ in range(4):
        w.assign(w + 1)
        if in_thread: in_another_thread(lambda: found.append(fn(e)[1].tolist()))
        else: found.append(fn(e)[1].tolist())
    assert found == [[4.0, 6.0], [6.0, 8.0], [8.0, 10.0], [10.0, 12.0]] and e[0].tolist() == [5.0, 6.0]


def in_another_thread(work: Callable[[], object]) -> None:
    thread = threading.Thread(target=work)
    thread.start()
    thread.join()


def test_an_argument_that_no_kernel_reads(device: str) -> None:
    """Its factor is zero, which only the kernel's own simplification finds."""
    @TinyJit
    def f(b: Tensor, a: Tensor) -> tuple[Tensor, Tensor]: return (b.sum() + b).realize(), (b + a * 0).realize()
    for i in range(4):
        a, b = (Tensor(np.arange(5, dtype=np.int32) + i, device=device).realize() for _ in range(2))
        total, same = f(b, a)
        assert total.tolist() == (b.numpy().sum() + b.numpy()).tolist() and same.tolist() == b.tolist()
