"""Training steps that are like earlier ones: what they leave is what graphs leave, and nobody can tell when a pass was built."""
from __future__ import annotations

import gc
import weakref
from collections.abc import Callable, Iterator

import numpy as np
import pytest

from heddle import Context, GlobalCounters, Tensor, TinyJit
from heddle.errors import GradientError, JitError
from heddle.nn import optim
from heddle.tensor import aliasing
from heddle.tensor.eager import deferred_calls, realize_alone, training_steps
from heddle.tensor.eager.deferred_calls import Call
from tests.fuzz import training

pytestmark = pytest.mark.usefixtures("nothing_else_is_pending")

Optimizers = Callable[[list[Tensor]], optim.Optimizer]


@pytest.fixture(autouse=True)
def fresh(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Every test meets its steps for the first time; nothing is verified, which would need graphs."""
    monkeypatch.setattr(deferred_calls, "_kinds", {})
    monkeypatch.setattr(training_steps, "_steps", {})
    effort = deferred_calls._Effort()
    for module in (deferred_calls, realize_alone, training_steps): monkeypatch.setattr(module, "effort", effort)
    with Context(VERIFY=0): yield


@pytest.fixture
def no_graphs(monkeypatch: pytest.MonkeyPatch) -> Callable[[], None]:
    """A function from which on no graph may be built."""
    def fail(self: object) -> None: pytest.fail("a graph is built")

    def begin() -> None:
        monkeypatch.setattr(Call, "node", fail)
        monkeypatch.setattr(training_steps.Backward, "settle", fail)
    return begin


def memory(seed: int, *shape: int) -> Tensor: return Tensor(np.random.default_rng(seed).standard_normal(shape, np.float32)).realize()


class Model:
    """Two layers, an optimizer and a batch."""

    def __init__(self, optimizer: Optimizers = optim.Adam) -> None:
        self.w, self.b, self.v = memory(1, 8, 4), memory(2, 8), memory(3, 8, 2)
        self.x, self.y = memory(4, 3, 4), memory(5, 3, 2)
        self.optimizer = optimizer([self.w, self.b, self.v])

    def loss(self) -> Tensor: return (self.x.linear(self.w.T, self.b).relu() @ self.v - self.y).square().mean()

    def step(self) -> Tensor:
        self.optimizer.zero_grad()
        loss = self.loss()
        loss.backward()
        self.optimizer.step()
        return loss

    def met(self) -> Model:
        """After steps that make it known."""
        for _ in range(6): self.step()
        return self

    def values(self) -> list[bytes]:
        tensors = [*self.optimizer.params, *(t for v in vars(self.optimizer).values() for t in (v if isinstance(v, list) else [v])
                                             if isinstance(t, Tensor))]
        return [t.numpy().tobytes() for t in tensors]


OPTIMIZERS: dict[str, Optimizers] = {
    "SGD": lambda p: optim.SGD(p, 0.1), "momentum": lambda p: optim.SGD(p, 0.1, momentum=0.9, nesterov=True), "Adam": optim.Adam,
    "AdamW": optim.AdamW, "LAMB": optim.LAMB, "LARS": optim.LARS, "Muon": lambda p: optim.Muon([x for x in p if x.ndim > 1])}


@pytest.mark.parametrize("name", OPTIMIZERS)
def test_steps_without_graphs_are_those_with_them(name: str, no_graphs: Callable[[], None]) -> None:
    with training.effort(is_any=False):
        expected = Model(OPTIMIZERS[name])
        losses = [expected.step().item() for _ in range(9)]
        gradients = [p.grad.numpy().tobytes() for p in expected.optimizer.params]
    found = Model(OPTIMIZERS[name])
    before = [found.step().item() for _ in range(6)]
    no_graphs()
    assert before + [found.step().item() for _ in range(3)] == losses
    assert [p.grad.numpy().tobytes() for p in found.optimizer.params] == gradients
    assert found.values() == expected.values()


def test_other_batches_and_values_that_are_kept(no_graphs: Callable[[], None]) -> None:
    def run(model: Model) -> Iterator[bytes]:
        for i in range(12):
            if i == 8 and deferred_calls.effort.rest == 0: no_graphs()
            model.x, model.y = memory(10 + i, 3, 4), memory(30 + i, 3, 2)
            model.optimizer.zero_grad()
            out = model.x.linear(model.w.T, model.b).relu() @ model.v
            loss = (out - model.y).square().mean()
            loss.backward()
            model.optimizer.step()
            yield out.numpy().tobytes() + loss.numpy().tobytes()
    with training.effort(is_any=False): expected = [*run(Model())]
    assert [*run(Model())] == expected


def test_a_loss_that_was_read_before_its_pass(no_graphs: Callable[[], None]) -> None:
    def run(model: Model, begin: Callable[[], None]) -> Iterator[bytes]:
        for i in range(10):
            if i == 8: begin()
            model.optimizer.zero_grad()
            loss = model.loss()
            yield loss.numpy().tobytes()
            loss.backward()
            model.optimizer.step()
        yield loss.grad.numpy().tobytes()
        yield from model.values()
    with training.effort(is_any=False): expected = [*run(Model(), lambda: None)]
    assert [*run(Model(), no_graphs)] == expected


def test_a_model_that_was_trained_is_run_without_graphs(no_graphs: Callable[[], None]) -> None:
    model = Model().met()
    expected = [(model.x * (i + 1)).realize().linear(model.w.T, model.b).relu().numpy() for i in range(6)]
    inputs = [(model.x * (i + 1)).realize() for i in range(6)]
    no_graphs()
    found = [x.linear(model.w.T, model.b).relu().realize() for x in inputs]
    assert all(np.array_equal(a.numpy(), b) for a, b in zip(found, expected, strict=True)) and all(t._needs_grad for t in found)


def test_gradients_flow_through_what_was_computed_without_a_graph() -> None:
    model = Model().met()
    def hidden() -> Tensor: return model.x.linear(model.w.T, model.b).tanh()
    for _ in range(4): hidden().realize()
    h = hidden().realize()
    model.optimizer.zero_grad()
    (h * 2).sum().backward()
    with training.effort(is_any=False):
        model2 = [p.grad.numpy() for p in (model.w, model.b)]
        model.optimizer.zero_grad()
        (hidden() * 2).sum().backward()
        assert all(np.array_equal(a, p.grad.numpy()) for a, p in zip(model2, (model.w, model.b), strict=True))
    h = hidden().realize()
    model.w.assign(model.w.detach() * 2).realize()
    with pytest.raises(GradientError, match="written to since"): (h * 2).sum().backward()


def test_a_replay_that_takes_no_gradient_refuses_one_that_has_not_been_looked_at() -> None:
    model = Model().met()
    double = TinyJit(lambda x: (x * 2).realize())
    for _ in range(4): double(memory(8, 3, 8))
    def hidden() -> Tensor: return model.x.linear(model.w.T, model.b)
    for _ in range(4): hidden().realize()
    with training.effort(is_any=False): seen = hidden().realize()
    unseen = hidden().realize()
    assert unseen._unseen is not None and seen._unseen is None
    outcomes = []
    for x in (seen, unseen):
        try: outcomes.append(double(x)._needs_grad)
        except JitError as fault: outcomes.append(str(fault).splitlines()[0])
    assert outcomes[0] == outcomes[1]


def test_launches_are_counted_as_they_were() -> None:
    model = Model().met()
    counts = []
    for is_any in (True, False):
        with training.effort(is_any):
            GlobalCounters.reset()
            model.step()
            counts.append((GlobalCounters.kernel_count, GlobalCounters.global_ops, GlobalCounters.global_mem))
    assert counts[0] == counts[1] and counts[0][0]


#: what comes between a backward pass and the step: all of it has the pass built first
BETWEEN: dict[str, Callable[[Model, Tensor], object]] = {
    "gradient read": lambda m, loss: m.w.grad.numpy(),
    "gradient of data": lambda m, loss: m.x.grad.numpy(),
    "gradient of the loss": lambda m, loss: loss.grad.numpy(),
    "gradient changed": lambda m, loss: setattr(m.w, "grad", m.w.grad * 2),
    "gradient dropped": lambda m, loss: setattr(m.b, "grad", None),
    "parameter written": lambda m, loss: m.w.assign(m.w * 0.5),
    "parameter written at once": lambda m, loss: m.w.assign(m.w * 0.5).realize(),
    "parameter written in part": lambda m, loss: m.w.detach().__setitem__(0, 1.0),
    "data written": lambda m, loss: m.x.assign(m.x * 0.5).realize(),
    "data replaced": lambda m, loss: m.x.replace(memory(9, 3, 4)),
    "another pass": lambda m, loss: m.loss().backward(),
    "the same again": lambda m, loss: loss.backward(),
    "another tensor": lambda m, loss: (m.x * 3).realize(),
    "loss read": lambda m, loss: loss.item(),
    "frozen": lambda m, loss: setattr(m.b, "requires_grad", False),
    "another leaf": lambda m, loss: setattr(m.x, "requires_grad", True),
    "rate": lambda m, loss: m.optimizer.lr.assign([0.5]),
    "a replay": lambda m, loss: [_halve(m.w) for _ in range(4)],
}


def gradient_of(x: Tensor) -> bytes:
    """Its value, or why there is none."""
    try: return b"none" if (found := x.grad) is None else found.numpy().tobytes()
    except GradientError as fault: return str(fault).splitlines()[0].encode()


@TinyJit
def _halve(w: Tensor) -> Tensor: return w.assign(w.detach() * 0.5).realize()


@pytest.mark.parametrize("reads_data", [False, True])
@pytest.mark.parametrize("name", BETWEEN)
def test_what_comes_between_a_pass_and_the_step_sees_it_built(name: str, reads_data: bool) -> None:
    def run() -> list[bytes]:
        model = Model().met()
        model.x = memory(7, 3, 4)  # gradients of the other are lost
        model.optimizer.zero_grad()
        loss = model.loss()
        loss.backward()
        x = model.x
        BETWEEN[name](model, loss)
        of_data = gradient_of(x) if reads_data else b""
        model.optimizer.step()
        gradients = [p.grad.numpy().tobytes() for p in model.optimizer.params if p.grad is not None]
        seen = [of_data, loss.numpy().tobytes(), *model.values(), *gradients]
        try: model.step()
        except GradientError as fault: seen.append(str(fault).splitlines()[0].encode())
        return seen + model.values()
    _halve.reset()
    with training.effort(is_any=False): expected = run()
    _halve.reset()
    assert run() == expected


def test_a_pass_without_a_step_is_built_when_somebody_looks() -> None:
    model = Model().met()
    model.optimizer.zero_grad()
    model.loss().backward()
    assert aliasing.deferred_backward() is not None
    found = model.v.grad.numpy()
    with training.effort(is_any=False):
        model.optimizer.zero_grad()
        model.loss().backward()
        assert np.array_equal(found, model.v.grad.numpy())


def test_a_pass_keeps_nothing_alive() -> None:
    model = Model().met()
    model.optimizer.zero_grad()
    model.loss().backward()
    refs = [weakref.ref(t) for t in (model.w, model.x)]
    del model
    gc.collect()
    assert [ref() for ref in refs] == [None, None] and aliasing.deferred_backward() is None


def test_gradients_that_are_lost_say_so() -> None:
    model = Model().met()
    loss = model.step()
    with pytest.raises(GradientError, match="written to since"): loss.gradient(model.w)
    with pytest.raises(GradientError, match="written to after backward"): model.x.grad.numpy()
    assert loss.grad.item() == 1


def test_changed_settings_of_an_optimizer_count() -> None:
    def run(model: Model) -> list[bytes]:
        model.met().optimizer.b1 = 0.5
        model.met().optimizer.lr.assign([0.25])
        model.step()
        model.optimizer.params.pop()
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(model.optimizer, "eps", 0.5)
            model.met()
        return model.met().values()
    with training.effort(is_any=False): expected = run(Model())
    assert run(Model()) == expected


def test_an_optimizer_of_somebody_else_is_always_called() -> None:
    class Counting(optim.SGD):
        moves = 0

        def _move(self, *args: object) -> tuple[Tensor, list[Tensor]]:
            self.moves += 1
            return super()._move(*args)

    model = Model(lambda p: Counting(p, 0.1)).met()
    assert model.optimizer.moves == 18


def test_a_shared_parameter_and_two_optimizers() -> None:
    def run() -> list[bytes]:
        x, w = memory(1, 4, 4), memory(2, 4, 4)
        first, second = optim.SGD([w], 0.125), optim.Adam([w], 0.125)
        for i in range(10):
            first.zero_grad()
            ((x @ w).relu() @ w).square().mean().backward()
            (first, second)[i % 2].step()
        return [w.numpy().tobytes(), second.m[0].numpy().tobytes()]
    with training.effort(is_any=False): expected = run()
    assert run() == expected


def test_operands_in_one_memory_are_another_step() -> None:
    def run() -> list[bytes]:
        w, one, other = memory(1, 4, 4), memory(2, 4, 4), memory(3, 4, 4)
        optimizer = optim.Adam([w], 0.125)
        for i in range(12):  # the target is the input, then another, then the input
            optimizer.zero_grad()
            (one @ w - (one, other)[i // 4 % 2]).square().mean().backward()
            optimizer.step()
        return [w.numpy().tobytes(), optimizer.v[0].numpy().tobytes()]
    with training.effort(is_any=False): expected = run()
    assert run() == expected


def test_views_of_parameters_see_the_step() -> None:
    model = Model().met()
    row = model.w.detach()[0]
    before = row.numpy()
    for _ in range(6): model.step()
    assert np.array_equal(row.numpy(), model.w.numpy()[0]) and not np.array_equal(before, row.numpy())


def test_a_copy_of_a_parameter_keeps_its_value() -> None:
    model = Model().met()
    copy = model.w.detach().contiguous()
    before = copy.numpy()
    model.met()
    assert np.array_equal(copy.numpy(), before) and not np.array_equal(before, model.w.numpy())


def test_where_a_step_is_recorded_graphs_are_built() -> None:
    with training.effort(is_any=False):
        expected = Model().met()
        for _ in range(4): expected.step()
    model = Model().met()
    captured = TinyJit(lambda: model.step().realize())
    for _ in range(4): captured()
    assert model.values() == expected.values()


def test_random_training() -> None:
    import random
    for i in range(25):
        case = training.draw(random.Random(i), "CPU")
        assert (found := training.check(case, "CPU")) is None, found
