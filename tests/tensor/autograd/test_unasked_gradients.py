"""Gradients that backward() leaves to be read: which tensors get one, what it costs, and when it is too late."""
from __future__ import annotations

import gc

import numpy as np
import pytest
import torch

from heddle import GlobalCounters, Tensor, TinyJit, nn
from heddle.errors import GradientError
from heddle.nn.optim import SGD
from heddle.nn.state import get_parameters
from heddle.tensor.autograd.lazy_gradients import LazyGradient


def counted(run):
    """How many kernels `run` launches."""
    before = GlobalCounters.kernel_count
    run()
    return GlobalCounters.kernel_count - before


# ---- which tensors


def test_every_float_tensor_on_the_way_gets_one():
    a, b = Tensor([1.0, 2.0]), Tensor([3.0, 4.0])
    product = a * b
    loss = product.sum()
    loss.backward()
    assert a.grad.tolist() == [3.0, 4.0] and b.grad.tolist() == [1.0, 2.0]
    assert product.grad.tolist() == [1.0, 1.0] and loss.grad.item() == 1.0


def test_a_whole_model_as_torch():
    rng = np.random.default_rng(0)
    weights = [rng.standard_normal(s).astype(np.float32) for s in ((5, 7), (7,), (7, 3))]
    x = rng.standard_normal((4, 5)).astype(np.float32)
    ours, theirs = [Tensor(w) for w in weights], [torch.tensor(w, requires_grad=True) for w in weights]
    ours_x, theirs_x = Tensor(x), torch.tensor(x, requires_grad=True)
    ours_hidden = (ours_x @ ours[0] + ours[1]).tanh()
    (ours_hidden @ ours[2]).log_softmax().square().mean().backward()
    theirs_hidden = (theirs_x @ theirs[0] + theirs[1]).tanh()
    theirs_hidden.retain_grad()
    (theirs_hidden @ theirs[2]).log_softmax(-1).square().mean().backward()
    for got, want in zip((*ours, ours_x, ours_hidden), (*theirs, theirs_x, theirs_hidden), strict=True):
        np.testing.assert_allclose(got.grad.numpy(), want.grad.numpy(), rtol=1e-4, atol=1e-6)


def test_what_the_result_does_not_depend_on_gets_none():
    a, b, n = Tensor([1.0, 2.0]), Tensor([3.0]), Tensor([1, 2])
    (a * n).sum().backward()
    assert a.grad.tolist() == [1.0, 2.0] and b.grad is None and n.grad is None


def test_a_realized_value_ends_the_walk():
    a = Tensor([1.0, 2.0])
    b = (a * 3).realize()
    b.sum().backward()
    assert a.grad is None and b.grad.tolist() == [1.0, 1.0]


def test_a_value_that_was_only_read_does_not():
    x, w = Tensor([[1.0, 2.0], [3.0, 4.0]]).realize(), Tensor([[1.0, 2.0], [3.0, 5.0]]).realize()

    def hidden():
        found = (x @ w).relu()
        assert found.numpy().shape == (2, 2) and (found.argmax(-1) == 0).float().mean().item() == 0.0
        return found * 1.0

    loss = hidden().square().mean()
    assert loss.item() > 0
    loss.backward()
    expected = torch.tensor(w.numpy(), requires_grad=True)
    (torch.tensor(x.numpy()) @ expected).relu().square().mean().backward()
    np.testing.assert_allclose(w.grad.numpy(), expected.grad.numpy(), rtol=1e-6)


def test_a_loop_that_reads_its_state_holds_little():
    from heddle import memory_stats
    state = Tensor.ones(1 << 18).contiguous().realize()
    gc.collect()
    held = []
    for _ in range(150):
        state = state * 1.01
        state.numpy()
        held.append(memory_stats()["CPU"].live)
    assert max(held) - held[0] < 100 << 20 and held[-1] <= max(held[:100])


def test_a_read_value_that_is_written_to_ends_it():
    a = Tensor([1.0, 2.0]).realize()
    b = a * 3
    b.numpy()
    a.assign(Tensor([5.0, 6.0])).realize()
    loss = (b * b).sum()
    with pytest.raises(GradientError, match="computed from what was overwritten"): loss.gradient(a)
    assert loss.gradient(b)[0].tolist() == [6.0, 12.0]


def test_a_gradient_through_what_was_forgotten_is_an_error_and_no_part_of_it():
    w = Tensor([1.01]).realize()
    state = Tensor([1.0])
    for _ in range(70):
        state = state * w
        state.numpy()
    loss = (state * w).sum()
    loss.backward()
    with pytest.raises(GradientError, match="read too long ago"): w.grad
    with pytest.raises(GradientError, match="read too long ago"): loss.gradient(w)


def test_many_values_of_one_run_are_all_remembered():
    w = Tensor([1.01, 0.99]).realize()
    states = [Tensor([1.0, 1.0])]
    for _ in range(70): states.append((states[-1] * w).contiguous())
    assert states[-1].numpy().shape == (2,)
    states[-1].sum().backward()
    np.testing.assert_allclose(w.grad.numpy(), 70 * np.array([1.01, 0.99]) ** 69, rtol=1e-4)


def test_requires_grad_true_looks_behind_it():
    a = Tensor([1.0, 2.0], requires_grad=True)
    b = (a * 3).realize()
    b.sum().backward()
    assert a.grad.tolist() == [3.0, 3.0] and b.grad.tolist() == [1.0, 1.0]


def test_a_view_has_the_gradient_of_what_it_sees():
    a = Tensor([[1.0, 2.0], [3.0, 4.0]])
    turned, row = a.T, a[1]
    ((turned * Tensor([[1.0, 2.0], [3.0, 4.0]])).sum() + (row * 10).sum()).backward()
    assert turned.grad.tolist() == [[1.0, 2.0], [3.0, 4.0]] and row.grad.tolist() == [10.0, 10.0]
    assert a.grad.tolist() == [[1.0, 3.0], [12.0, 14.0]]


def test_detach_ends_it_and_starts_anew():
    a = Tensor([1.0, 2.0])
    b = a.detach()
    (a * b).sum().backward()
    assert a.grad.tolist() == [1.0, 2.0] and b.grad.tolist() == [1.0, 2.0]


def test_two_handles_on_one_value_both_get_it():
    a = Tensor([1.0, 2.0]).realize()
    b = Tensor(a)
    (a * 2).sum().backward()
    assert a.grad.tolist() == b.grad.tolist() == [2.0, 2.0]


def test_a_draw_that_is_not_computed_yet():
    Tensor.manual_seed(3)
    a, b = Tensor.rand(4), Tensor.rand(4)
    (a * b).sum().backward()
    np.testing.assert_array_equal(a.grad.numpy(), b.numpy())
    np.testing.assert_array_equal(b.grad.numpy(), a.numpy())


def test_a_draw_computed_before_the_gradient_is_read():
    Tensor.manual_seed(3)
    x = Tensor([1.0, 2.0, 3.0, 4.0])
    mask = Tensor.rand(4)
    loss = (x * mask).sum()
    loss.backward()
    loss.item()
    Tensor.rand(3).realize()  # moves the generator
    np.testing.assert_array_equal(x.grad.numpy(), mask.numpy())


def test_adds_up():
    a = Tensor([1.0, 2.0])
    for _ in range(3): (a * 3).sum().backward()
    assert a.grad.tolist() == [9.0, 9.0]
    (a * 1).sum().backward()  # after it was read
    assert a.grad.tolist() == [10.0, 10.0]
    a.grad = None
    (a * 2).sum().backward()
    assert a.grad.tolist() == [2.0, 2.0]


def test_second_derivatives():
    a = Tensor([1.0, 2.0])
    (a ** 3).sum().backward()
    first, a.grad = a.grad, None
    first.sum().backward()
    np.testing.assert_allclose(a.grad.numpy(), [6.0, 12.0], rtol=1e-6)


def test_a_gradient_for_a_result_of_many_elements():
    a = Tensor([1.0, 2.0])
    (a * 2).backward(Tensor([1.0, 10.0]))
    assert a.grad.tolist() == [2.0, 20.0]


def test_layers_without_an_optimizer():
    x = Tensor.rand(3, 4)
    for layer in (nn.Linear(4, 4), nn.LayerNorm(4), nn.RMSNorm(4), nn.GroupNorm(2, 4), nn.BatchNorm(4)):
        with Tensor.train(): layer(x).square().sum().backward()
        for p in get_parameters(layer):
            if p.is_param: assert p.grad.numpy().shape == p.shape, type(layer).__name__


# ---- exclusions


def test_requires_grad_false_excludes_the_tensor_alone():
    a, b = Tensor([1.0, 2.0], requires_grad=False), Tensor([3.0, 4.0])
    hidden = a * b
    (hidden * 2).sum().backward()
    assert a.grad is None and b.grad.tolist() == [2.0, 4.0] and hidden.grad.tolist() == [2.0, 2.0]
    a.requires_grad = None
    (a * b).sum().backward()
    assert a.grad.tolist() == [3.0, 4.0]


def test_is_param_is_for_optimizers_alone():
    a, b = Tensor([1.0, 2.0]), Tensor([3.0, 4.0])
    assert a.is_param and b.is_param_(False) is b and not b.is_param
    optimizer = SGD([a, b], lr=0.5)
    assert [p is a for p in optimizer.params] == [True] and [p is b for p in optimizer.buffers] == [True]
    (a * b).sum().backward()
    assert b.grad.tolist() == [1.0, 2.0]
    optimizer.step()
    assert a.tolist() == [-0.5, 0.0] and b.tolist() == [3.0, 4.0]
    assert b.is_param_().is_param and SGD([b], lr=0.1).params == [b]


def test_is_param_and_requires_grad_together():
    t = Tensor([1.0], requires_grad=False)
    assert not t.is_param
    t.is_param = True
    assert t.requires_grad is None and t.is_param
    t.requires_grad = True
    t.is_param = False
    assert t.requires_grad is None and not t.is_param
    t.requires_grad = True
    assert t.is_param
    batch = nn.BatchNorm(2)
    assert batch.weight.is_param and not batch.running_mean.is_param and not batch.num_batches_tracked.is_param


def test_exclusion_ends_with_the_tensor():
    t = Tensor([1.0]).is_param_(False)
    del t
    gc.collect()
    assert all(Tensor([float(i)]).is_param for i in range(50))


def test_as_param_is_a_slot():
    t = Tensor([[1.0, 2.0]]).as_param(3)
    assert t.shape == (1, 2) and t.dtype.name == "float32" and t.uop.base.op.name == "PARAM" and t.uop.base.arg.slot == 3


# ---- what it costs


def _forward():
    x, w, v = (Tensor.rand(8, 8).realize() for _ in range(3))
    hidden = (x @ w).relu()
    return (hidden @ v).sum(), x, w, v, hidden


def test_what_nobody_reads_is_not_computed():
    loss, *held = _forward()
    kernels = counted(loss.item)
    loss, *held = _forward()
    loss.backward()
    assert counted(loss.item) == kernels
    assert all(type(t._grad) is LazyGradient for t in held)
    held[2].grad.realize()
    assert type(held[0]._grad) is LazyGradient


def _step(x, layers, optimizer):
    optimizer.zero_grad()
    loss = layers[1](layers[0](x).relu()).square().mean()
    loss.backward()
    optimizer.step()


def test_a_step_computes_no_gradient_of_its_input():
    counts = set()
    for wanted in (None, False):
        x = Tensor.rand(8, 8, requires_grad=wanted).realize()
        layers = [nn.Linear(8, 8), nn.Linear(8, 1)]
        optimizer = SGD(get_parameters(layers), lr=0.1)
        for _ in range(2): _step(x, layers, optimizer)
        counts.add(counted(lambda: _step(x, layers, optimizer)))  # noqa: B023
    assert len(counts) == 1


def test_nobody_holds_what_has_died():
    from heddle.tensor.autograd import lazy_gradients
    gc.collect()
    before = len(lazy_gradients._held())
    w = Tensor.rand(4).realize()
    (Tensor.rand(4) * w).sum().backward()
    gc.collect()
    assert len(lazy_gradients._held()) == before + 1
    del w
    gc.collect()
    assert len(lazy_gradients._held()) == before


# ---- too late


def test_read_after_a_step_is_an_error():
    x, w = Tensor([1.0, 2.0]), Tensor([3.0, 4.0])
    optimizer = SGD([w], lr=0.1)
    (x * w).sum().backward()
    optimizer.step()
    with pytest.raises(GradientError, match=r"written to after backward\(\).*\n.*\n  Read \.grad before"): x.grad
    x.grad = None
    (x * w).sum().backward()
    np.testing.assert_allclose(x.grad.numpy(), w.numpy())


def test_read_before_a_step_stays():
    x, w = Tensor([1.0, 2.0]), Tensor([3.0, 4.0])
    optimizer = SGD([w], lr=0.1)
    (x * w).sum().backward()
    g = x.grad
    optimizer.step()
    assert g.tolist() == [3.0, 4.0] and x.grad.tolist() == [3.0, 4.0]


def test_a_write_to_a_part_loses_it_too():
    x, w = Tensor([1.0, 2.0]), Tensor([3.0, 4.0]).realize()
    (x * w).sum().backward()
    w[0] = 10.0
    w.realize()
    with pytest.raises(GradientError, match="was written to"): x.grad


def test_training_by_hand():
    Tensor.manual_seed(0)
    rng = np.random.default_rng(0)
    x, y = rng.standard_normal((16, 3)).astype(np.float32), rng.standard_normal((16, 1)).astype(np.float32)
    start = [rng.standard_normal(s).astype(np.float32) for s in ((3, 4), (4, 1))]
    ours, theirs = [Tensor(s) for s in start], [torch.tensor(s, requires_grad=True) for s in start]
    ours_x, ours_y = Tensor(x), Tensor(y)
    for _ in range(4):
        for p in ours: p.grad = None
        ((ours_x @ ours[0]).relu() @ ours[1] - ours_y).square().mean().backward()
        for p in ours: p.assign(p.detach() - 0.1 * p.grad)
        Tensor.realize(*ours)
        for p in theirs: p.grad = None
        ((torch.tensor(x) @ theirs[0]).relu() @ theirs[1] - torch.tensor(y)).square().mean().backward()
        with torch.no_grad():
            for p in theirs: p -= 0.1 * p.grad
    for a, b in zip(ours, theirs, strict=True): np.testing.assert_allclose(a.numpy(), b.detach().numpy(), rtol=1e-5, atol=1e-6)


def test_pending_assignments_are_what_is_read():
    w, x = Tensor([1.0, 2.0]).realize(), Tensor([3.0, 4.0])
    w.assign(w * 10)
    (w * x).sum().backward()
    w.realize()
    assert x.grad.tolist() == [10.0, 20.0]


def test_constants_say_so():
    a = Tensor.ones(2)
    (a * Tensor([3.0, 4.0])).sum().backward()
    with pytest.raises(GradientError, match="equal constants are one node"): a.grad
    b = Tensor.ones(2, requires_grad=True)
    (b * Tensor([3.0, 4.0])).sum().backward()
    assert b.grad.tolist() == [3.0, 4.0]


def test_nothing_to_differentiate_is_an_error():
    excluded = Tensor([2.0, 3.0], requires_grad=False)
    with pytest.raises(GradientError, match="no tensor that requires a gradient"): (excluded * 2).sum().backward()
    done = Tensor([1.0, 2.0]).sum().realize()
    with pytest.raises(GradientError, match="no tensor that requires a gradient"): done.backward()


# ---- captured functions


def test_gradients_read_inside_a_captured_function():
    w = Tensor([1.0, 2.0]).realize()

    @TinyJit
    def slope(x):
        w.grad = None
        (x * w).square().sum().backward()
        return w.grad.realize()

    for i in range(5):
        x = np.array([i + 1.0, 2.0], np.float32)
        np.testing.assert_allclose(slope(Tensor(x)).numpy(), 2 * x * x * [1.0, 2.0])


def test_the_gradient_of_an_argument_can_be_returned():
    @TinyJit
    def slope(x):
        (x * x).sum().backward()
        return x.grad.realize()

    for i in range(5): np.testing.assert_allclose(slope(Tensor([i + 1.0, 2.0])).numpy(), [2 * i + 2.0, 4.0])


def test_gradients_a_captured_function_leaves_unread():
    w = Tensor([1.0, 2.0]).realize()

    @TinyJit
    def loss(x):
        found = (x * w).sum()
        found.backward()
        return found.realize()

    for i in range(4): assert loss(Tensor([i + 1.0, 2.0])).item() == i + 5
    with pytest.raises(GradientError, match="inside a captured function"): w.grad


def test_a_captured_step_moves_on():
    w, fixed = Tensor([1.0, 2.0]), Tensor([5.0, 6.0]).is_param_(False)
    optimizer = SGD([w, fixed], lr=0.5)

    @TinyJit
    def step(x):
        optimizer.zero_grad()
        loss = (x * w * fixed).sum()
        loss.backward()
        return loss.realize(*optimizer.schedule_step())

    value = np.array([1.0, 2.0])
    for i in range(5):
        x = np.array([i + 1.0, 1.0])
        np.testing.assert_allclose(step(Tensor(x.astype(np.float32))).item(), (x * value * [5.0, 6.0]).sum())
        value = value - 0.5 * x * [5.0, 6.0]
    np.testing.assert_allclose(w.numpy(), value)


def test_a_replay_that_writes_loses_what_reads_it():
    x, w = Tensor([1.0, 2.0]), Tensor([3.0, 4.0]).realize()

    @TinyJit
    def change(by):
        return w.assign(w * by).sum().realize()

    for _ in range(3): change(Tensor([2.0]))
    (x * w).sum().backward()
    change(Tensor([2.0]))
    with pytest.raises(GradientError, match="was written to"): x.grad


# ---- gradients that are added up


@pytest.mark.parametrize("needs", [None, True])
def test_a_gradient_in_memory_is_added_to_in_place_as_in_torch(needs):
    ours, theirs = Tensor([1.0, 2.0], requires_grad=needs), torch.tensor([1.0, 2.0], requires_grad=True)
    ours.square().sum().backward()
    theirs.square().sum().backward()
    kept, kept_there, doubled = ours.grad.realize(), theirs.grad, ours.grad * 2
    read = ours.grad.numpy()
    (ours * 10).sum().backward()
    (theirs * 10).sum().backward()
    assert ours.grad is kept and theirs.grad is kept_there
    assert kept.tolist() == kept_there.tolist() == [12.0, 14.0]
    assert doubled.tolist() == [4.0, 8.0] and read.tolist() == [2.0, 4.0]


def test_a_gradient_of_another_dtype_or_with_a_gradient_of_its_own_is_replaced():
    w, scale = Tensor([1.0, 2.0], requires_grad=True), Tensor([3.0], requires_grad=True)
    w.grad = Tensor([1.0, 1.0], dtype="float16").realize()
    w.sum().backward()
    assert w.grad.dtype.name == "float32" and w.grad.tolist() == [2.0, 2.0]
    w.grad = kept = (scale * Tensor([1.0, 1.0])).realize()
    w.sum().backward()
    assert w.grad.tolist() == [4.0, 4.0] and kept.tolist() == [3.0, 3.0]
