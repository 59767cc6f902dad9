"""Tensors on several devices: each gives what the same program gives on one, whatever the axis and the number of devices."""
from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from heddle import Tensor, TinyJit, Variable, nn
from heddle.errors import DeviceError, JitError, ShapeError
from heddle.nn.optim import LAMB, SGD, Adam
from heddle.settings import Context
from heddle.tools.demo import train

DEVICES = ("CPU", "CPU:1", "CPU:2", "CPU:3")
TWO = DEVICES[:2]
X = np.random.default_rng(0).standard_normal((12, 24)).astype(np.float32)


def close(found: Any, wanted: Any) -> None:
    np.testing.assert_allclose(found.numpy() if isinstance(found, Tensor) else found, wanted, rtol=1e-5, atol=1e-5)


CASES: dict[str, Callable[[Tensor], Tensor]] = {
    "arithmetic": lambda x: (x * 2 - x / 3).maximum(x + 1),
    "sum": lambda x: x.sum(),
    "mean of rows": lambda x: x.mean(1),
    "max of columns": lambda x: x.max(0),
    "argmax": lambda x: x.argmax(1),
    "variance": lambda x: x.var(0),
    "cumsum": lambda x: x.cumsum(0),
    "sorted rows": lambda x: x.sort(1)[0],
    "order of columns": lambda x: x.argsort(0),
    "softmax of rows": lambda x: x.softmax(1),
    "softmax of columns": lambda x: x.softmax(0),
    "layernorm": lambda x: x.layernorm(),
    "transposed": lambda x: x.T.contiguous(),
    "reshape": lambda x: x.reshape(2, 6, 4, 6),
    "flat": lambda x: x.flatten() + 1,
    "part": lambda x: x[3:9, ::2],
    "one row": lambda x: x[7],
    "flipped": lambda x: x.flip((0, 1)),
    "padded": lambda x: x.pad(((1, 2), (0, 3))),
    "rows picked": lambda x: x[Tensor([3, 0, 11, 5]).to(x.device)],
    "product": lambda x: x @ x.T,
    "product the other way": lambda x: x.T @ x,
    "einsum": lambda x: Tensor.einsum("ij,kj->ik", x, x),
    "cat": lambda x: Tensor.cat(x, x + 1, dim=0),
    "where": lambda x: (x > 0).where(x, 0),
    "cast": lambda x: (x * 10).int(),
    "conv": lambda x: x.reshape(12, 1, 4, 6).conv2d(Tensor.ones(2, 1, 3, 3, device=x.device), padding=1),
    "pool": lambda x: x.reshape(12, 1, 4, 6).max_pool2d((2, 2)),
    "outer": lambda x: x.reshape(12, 1, 24) * x.reshape(12, 24, 1),
    "with a constant": lambda x: x + Tensor.arange(24, device=x.device),
}


@pytest.mark.parametrize("name", CASES)
@pytest.mark.parametrize("axis", [None, 0, 1])
def test_methods_give_what_they_give_on_one_device(name: str, axis: int | None) -> None:
    count = 2 + (list(CASES).index(name) + (axis or 0)) % 3
    close(CASES[name](Tensor(X).shard(DEVICES[:count], axis)), CASES[name](Tensor(X)).numpy())


@pytest.mark.parametrize(("first", "second"), [(None, 0), (0, 0), (0, 1), (1, 0), (1, None)])
def test_operands_cut_along_different_axes(first: int | None, second: int | None) -> None:
    a, b = Tensor(X).shard(DEVICES[:3], first), Tensor(X[::-1].copy()).shard(DEVICES[:3], second)
    close(a + b, X + X[::-1])
    close(a @ b.T, X @ X[::-1].T)
    close(Tensor.cat(a, b, dim=1), np.concatenate([X, X[::-1]], 1))


def test_sizes_known_at_launch() -> None:
    for n in (1, 3, 12):
        size = Variable("n", 1, 12).bind(n)
        close(Tensor(X).shard(TWO, 0)[:size].sum().item(), X[:n].sum())
        close(Tensor(X).shard(TWO, 1)[:size].sum().item(), X[:n].sum())
        close(Tensor(X[:, :1].copy()).shard(TWO, 0).expand(12, size).sum().item(), X[:, 0].sum() * n)


def test_four_null_devices_run_the_schedule() -> None:
    places = ("NULL", "NULL:1", "NULL:2", "NULL:3")
    x = Tensor.ones(8, 8, device="NULL").shard(places, 0)
    assert (x @ x).sum().realize().device == places


# ---- where a tensor is


def test_shard_and_back() -> None:
    t = Tensor(X)
    spread = t.shard(TWO, 0)
    assert spread.device == TWO and spread.shape == X.shape and t.device == "CPU"
    back = spread.to("CPU")
    assert back.device == "CPU"
    np.testing.assert_array_equal(back.numpy(), X)
    assert spread.to("CPU:3").device == "CPU:3" and spread.to(TWO) is spread
    np.testing.assert_array_equal(spread.shard(DEVICES[1:], 1).numpy(), X)
    np.testing.assert_array_equal(spread.shard(TWO, 1).realize().numpy(), X)
    assert t.shard(["cpu:0"]).device == "CPU" and t.to(TWO).device == TWO


def test_shard_in_place_moves_the_gradient() -> None:
    t = Tensor(X, requires_grad=True)
    (t * t).sum().backward()
    assert t.shard_(TWO, 1) is t and t.device == TWO and t.grad is not None and t.grad.device == TWO
    close(t.grad, 2 * X)


def test_creation_on_several_devices() -> None:
    for make in (lambda d: Tensor.zeros(3, 4, device=d), lambda d: Tensor.arange(5, device=d), lambda d: Tensor.eye(3, device=d),
                 lambda d: Tensor([[1, 2], [3, 4]], device=d), lambda d: Tensor(2.5, device=d)):
        assert make(TWO).device == TWO
        np.testing.assert_array_equal(make(TWO).numpy(), make("CPU").numpy())
    assert Tensor.empty(4, 4, device=TWO).realize().device == TWO


def test_random_numbers_are_those_of_the_first_device() -> None:
    Tensor.manual_seed(3)
    wanted = [Tensor.rand(4, 6).numpy(), Tensor.randn(4, 6).numpy(), Tensor.rand(4, 6).numpy()]
    Tensor.manual_seed(3)
    spread = Tensor.zeros(4, 6).shard(TWO, 1)
    found = [Tensor.rand(4, 6, device=TWO).numpy(), (spread + Tensor.randn(4, 6, device=TWO)).numpy(), spread.rand_like().numpy()]
    for f, w in zip(found, wanted, strict=True): np.testing.assert_array_equal(f, w)


# ---- errors


def test_uneven_shards_name_sizes_that_fit() -> None:
    with pytest.raises(ShapeError, match=re.escape("axis 0 of (7, 8), size 7, into 2 equal parts")) as fault:
        Tensor.ones(7, 8).shard(TWO, 0)
    assert "6, 8" in str(fault.value) and "axis 1" in str(fault.value) and "test_shard.py" in str(fault.value)
    with pytest.raises(ShapeError, match="leave the axis out"): Tensor.ones(7).shard(TWO, 0)
    with pytest.raises(ShapeError, match="no axes"): Tensor(1.0).shard(TWO, 0)
    with pytest.raises(ShapeError, match="no axis 2"): Tensor.ones(4, 4).shard(TWO, 2)


def test_devices_named_wrongly() -> None:
    with pytest.raises(DeviceError, match="from_blob makes a tensor on one device"): Tensor.from_blob(64, (4,), device=TWO)
    with pytest.raises(DeviceError, match="not all different"): Tensor.ones(4).shard(("CPU", "cpu:0"))
    with pytest.raises(DeviceError, match="unknown device 'CPX'"): Tensor.ones(4).shard(("CPU", "CPX"))
    with pytest.raises(DeviceError, match="needs a device"): Tensor.ones(4).shard(())


@pytest.mark.parametrize("other", ["CPU", "CPU:2", TWO[::-1], DEVICES])
def test_operands_elsewhere_are_refused_with_the_cure(other: Any) -> None:
    spread, elsewhere = Tensor(X).shard(TWO, 0), Tensor(X).to(other).realize()
    for join in (lambda: spread + elsewhere, lambda: elsewhere @ spread.T, lambda: Tensor.cat(spread, elsewhere)):
        with pytest.raises(DeviceError, match="operand 0: shape") as fault: join()
        assert "made at" in str(fault.value) and ".shard(other.device, axis)" in str(fault.value) and "CPU:1" in str(fault.value)
    with pytest.raises(DeviceError, match="assign needs a value on"): spread.assign(elsewhere)


# ---- writing


@pytest.mark.parametrize("axis", [None, 0, 1])
def test_assignment(axis: int | None) -> None:
    t = Tensor(X).shard(DEVICES[:3], axis).realize()
    before, view = t * 2, t[2:5]
    t.assign(t + 1)
    close(before, X * 2)
    close(t, X + 1)
    close(view, (X + 1)[2:5])
    t[1:4, 2:] = 7
    t[5] = Tensor(X[0]).to(t.device)
    wanted = X + 1
    wanted[1:4, 2:] = 7
    wanted[5] = X[0]
    close(t, wanted)
    t += 1
    close(t, wanted + 1)


def test_a_value_cut_otherwise_is_assigned() -> None:
    t = Tensor.zeros(12, 24).shard(TWO, 0).realize()
    t.assign(Tensor(X).shard(TWO, 1))
    close(t, X)
    lazy = Tensor(X).shard(TWO, 1) + 0
    lazy.assign(Tensor(X + 1).to(TWO))
    close(lazy, X + 1)


def test_copies_do_not_follow() -> None:
    source = Tensor(X).realize()
    spread = source.to(TWO).realize()
    back = spread.to("CPU").realize()
    spread.assign(spread + 1).realize()
    close(source, X)
    close(back, X)
    back.assign(back * 0).realize()
    close(spread, X + 1)
    source.assign(source * 0).realize()
    close(spread, X + 1)


# ---- gradients


@pytest.mark.parametrize(("x_axis", "w_axis"), [(0, None), (0, 1), (None, 0)])
def test_gradients_equal_those_of_one_device(x_axis: int | None, w_axis: int | None) -> None:
    def gradients(place: Callable[[Tensor, int | None], Tensor]) -> list[np.ndarray]:
        x, w = place(Tensor(X), x_axis), place(Tensor(X[:, :12].copy()), w_axis)
        x.requires_grad = w.requires_grad = True
        ((x.T @ w).relu().softmax(1) * x[0:1].T).sum().backward()
        return [x.grad.numpy(), w.grad.numpy()]
    for found, wanted in zip(gradients(lambda t, a: t.shard(TWO, a)), gradients(lambda t, a: t), strict=True): close(found, wanted)


def test_gradients_flow_through_moving() -> None:
    x = Tensor(X, requires_grad=True)
    spread = x.shard(TWO, 1)
    ((spread * spread).to("CPU") * 3).sum().backward()
    assert x.grad is not None and x.grad.device == "CPU"
    close(x.grad, 6 * X)


def test_dropout_is_that_of_one_device() -> None:
    with Tensor.train():
        Tensor.manual_seed(1)
        wanted = Tensor(X).dropout(0.5).numpy()
        Tensor.manual_seed(1)
        close(Tensor(X).shard(TWO, 0).dropout(0.5), wanted)


# ---- training


@pytest.mark.parametrize("make", [lambda p: SGD(p, 0.1, momentum=0.9), lambda p: Adam(p, 0.1), lambda p: LAMB(p, 0.1)])
@pytest.mark.parametrize("axis", [None, 0, 1])
def test_optimizers_step_on_spread_parameters(make: Callable[[list[Tensor]], Any], axis: int | None) -> None:
    def trained(place: Callable[[Tensor], Tensor]) -> np.ndarray:
        w = place(Tensor(X))
        optimizer = make([w])
        for _ in range(3):
            optimizer.zero_grad()
            (w * w).sum().backward()
            optimizer.step()
        return w.numpy()
    close(trained(lambda t: t.shard(TWO, axis)), trained(lambda t: t))


def digits_losses(devices: tuple[str, ...] | None, steps: int,
                  train_step: Any = train.train_step) -> tuple[list[float], list[np.ndarray]]:
    """Losses of the digits demo's convnet, images cut over `devices` and weights on each; and the weights in the end."""
    with Context(VERIFY=False): return digits_run(devices, steps, train_step)  # a hundred kernels, each verified after each pass


def digits_run(devices: tuple[str, ...] | None, steps: int, train_step: Any) -> tuple[list[float], list[np.ndarray]]:
    Tensor.manual_seed(0)
    net, digits = train.ConvNet(), train.load_digits(0)
    parameters = nn.state.get_parameters(net)
    if devices is not None:
        for p in parameters: p.shard_(devices)
    optimizer, losses = Adam(parameters, lr=train.RATE), []
    with Tensor.train():
        for step in range(steps):
            chosen = slice(step * train.BATCH, (step + 1) * train.BATCH)
            images, labels = Tensor(digits.images[chosen]), Tensor(digits.labels[chosen])
            if devices is not None: images, labels = images.shard(devices, 0), labels.shard(devices, 0)
            losses.append(train_step(net, optimizer, images, labels).item())
    return losses, [p.numpy() for p in parameters]


def test_data_parallel_training_equals_training_on_one_device() -> None:
    """Sums over the batch are added up in another order: the tolerance is that of float32 sums, grown over the steps."""
    losses, weights = digits_losses(TWO, 3)
    wanted_losses, wanted = digits_losses(None, 3)
    np.testing.assert_allclose(losses, wanted_losses, rtol=1e-4)
    for found, w in zip(weights, wanted, strict=True): np.testing.assert_allclose(found, w, rtol=1e-3, atol=1e-4)


def test_replicas_stay_equal_bit_for_bit() -> None:
    w = Tensor(X[:4]).to(TWO).realize()
    optimizer = Adam([w], 0.01)
    for n in range(3):
        optimizer.zero_grad()
        (Tensor(X + n).shard(TWO, 0) @ w.T).exp().mean().backward()
        optimizer.step()
    a, b = (Tensor(part).numpy() for part in w.uop.base.src)
    np.testing.assert_array_equal(a, b)


# ---- state


def test_state_dicts_load_into_spread_models() -> None:
    layer = nn.Linear(24, 12)
    for p in nn.state.get_parameters(layer): p.shard_(TWO, 0)
    nn.state.load_state_dict(layer, {"weight": Tensor(X), "bias": Tensor(X[:, 0].copy())}, verbose=False)
    assert layer.weight.device == TWO
    close(layer(Tensor(X).to(TWO)), X @ X.T + X[:, 0])


# ---- captures


@pytest.mark.parametrize("axis", [None, 0, 1])
def test_a_capture_takes_and_returns_spread_tensors(axis: int | None) -> None:
    @TinyJit
    def f(x: Tensor, y: Tensor) -> dict[str, Tensor]:
        return {"sum": x + y * 2, "total": (x @ y.T).sum(1), "turned": x.T, "gathered": y.to("CPU") + 1}
    for n in range(5):
        x, y = Tensor(X + n).shard(TWO, axis), Tensor(X * n).shard(TWO, 0)
        found = f(x, y)
        close(found["sum"], X + n + X * n * 2)
        np.testing.assert_allclose(found["total"].numpy(), ((X + n) @ (X * n).T).sum(1), rtol=1e-3, atol=1e-2)
        close(found["turned"], (X + n).T)
        close(found["gathered"], X * n + 1)
        assert found["sum"].device == TWO and found["gathered"].device == "CPU"
        assert found["turned"]._storage is x._storage


def test_a_capture_assigns_spread_tensors() -> None:
    state = Tensor(X).shard(TWO, 1).realize()

    @TinyJit
    def f(x: Tensor, out: Tensor) -> Tensor:
        state.assign(state * 0.5 + x)
        out.assign(state + 1)
        return state.sum()
    wanted, out = X.copy(), Tensor(X).shard(TWO, 0).realize()
    for n in range(5):
        total = f(Tensor(X + n).shard(TWO, 0), out)
        wanted = wanted * 0.5 + X + n
        close(state, wanted)
        close(out, wanted + 1)
        np.testing.assert_allclose(total.item(), wanted.sum(), rtol=1e-4)
    assert "cut along axis 0" in f.explain()


def test_a_capture_is_for_one_placement() -> None:
    double = TinyJit(lambda x: x * 2)
    for _ in range(3): close(double(Tensor(X).shard(TWO, 0)), X * 2)
    with pytest.raises(JitError, match=re.escape("device ('CPU', 'CPU:1') expected")): double(Tensor(X))
    with pytest.raises(JitError, match=re.escape("cut along axis 0 expected, as captured, got 288 elements, cut along axis 1")):
        double(Tensor(X).shard(TWO, 1))


def test_states_that_are_moved_are_refused() -> None:
    state = Tensor(X).shard(TWO, 0).realize()
    add = TinyJit(lambda x: x + state)
    for _ in range(3): close(add(Tensor(X).shard(TWO, 0)), X * 2)
    state.shard_(TWO, 1).realize()
    with pytest.raises(JitError): add(Tensor(X).shard(TWO, 0))


def test_captured_training_equals_plain_training() -> None:
    plain, wanted = digits_losses(TWO, 4)
    replayed, found = digits_losses(TWO, 4, TinyJit(train.train_step))
    np.testing.assert_allclose(replayed, plain, rtol=1e-5)
    for f, w in zip(found, wanted, strict=True): np.testing.assert_allclose(f, w, rtol=1e-4, atol=1e-6)
