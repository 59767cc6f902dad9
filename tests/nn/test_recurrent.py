"""Recurrent layers against torch's: values, gradients, directions, lengths."""
from __future__ import annotations

from typing import Any

import numpy as np
import pytest
import torch

from heddle import Tensor, TinyJit, nn
from heddle.errors import SettingError, ShapeError
from heddle.nn.state import get_parameters
from heddle.schedule import create_schedule
from heddle.uop import UOp
from tests.nn.against_torch import check, share

RNG = np.random.default_rng(1)


def normal(*shape: int) -> np.ndarray: return RNG.standard_normal(shape).astype(np.float32)


LAYERS = ["LSTM", "GRU", "RNN"]
OPTIONS = [
    pytest.param({}, id="plain"), pytest.param({"bias": False, "bidirectional": True}, id="bidirectional, no bias"),
    pytest.param({"num_layers": 2, "bidirectional": True, "batch_first": True}, id="deep", marks=pytest.mark.slow)]


@pytest.mark.parametrize("kind", LAYERS)
@pytest.mark.parametrize("options", OPTIONS)
def test_layer(kind: str, options: dict[str, Any]) -> None:
    ours, theirs = getattr(nn, kind)(5, 3, **options), getattr(torch.nn, kind)(5, 3, **options)
    share(ours, theirs)
    check(ours, theirs, [normal(2, 3, 5)])


@pytest.mark.slow
@pytest.mark.parametrize("kind", LAYERS)
def test_a_state_to_begin_with(kind: str) -> None:
    ours, theirs = getattr(nn, kind)(4, 3, 2), getattr(torch.nn, kind)(4, 3, 2)
    share(ours, theirs)
    begin = [normal(2, 2, 3) for _ in range(1 + (kind == "LSTM"))]
    check(ours, theirs, [normal(2, 2, 4), *begin], lambda layer, x: layer(x[0], (x[1], x[2]) if kind == "LSTM" else x[1]))


@pytest.mark.parametrize("kind", LAYERS)
def test_one_sequence_without_a_batch(kind: str) -> None:
    ours, theirs = getattr(nn, kind)(4, 3, bidirectional=True), getattr(torch.nn, kind)(4, 3, bidirectional=True)
    share(ours, theirs)
    check(ours, theirs, [normal(3, 4)])


def test_relu() -> None:
    ours, theirs = nn.RNN(4, 3, 1, "relu"), torch.nn.RNN(4, 3, 1, "relu")
    share(ours, theirs)
    check(ours, theirs, [normal(3, 2, 4)])


@pytest.mark.slow
def test_projections() -> None:
    options: dict[str, Any] = {"num_layers": 2, "proj_size": 2, "bidirectional": True}
    ours, theirs = nn.LSTM(4, 3, **options), torch.nn.LSTM(4, 3, **options)
    share(ours, theirs)
    check(ours, theirs, [normal(2, 2, 4)])


@pytest.mark.slow
@pytest.mark.parametrize("kind", LAYERS)
def test_lengths_are_torchs_packed_sequences(kind: str) -> None:
    options: dict[str, Any] = {"num_layers": 2, "bidirectional": True, "batch_first": True}
    ours, theirs, lengths = getattr(nn, kind)(4, 3, **options), getattr(torch.nn, kind)(4, 3, **options), [2, 4, 1]
    share(ours, theirs)

    def packed(layer: Any, x: list[Any]) -> Any:
        parts = torch.nn.utils.rnn.pack_padded_sequence(x[0], torch.tensor(lengths), batch_first=True, enforce_sorted=False)
        output, state = layer(parts)
        return torch.nn.utils.rnn.pad_packed_sequence(output, batch_first=True)[0], state
    check(ours, theirs, [normal(3, 4, 4)], lambda layer, x: layer(x[0], lengths=lengths), packed)


def test_lengths_as_a_tensor_are_read_in_each_replay() -> None:
    layer = nn.GRU(3, 2, bidirectional=True)
    Tensor.realize(*get_parameters(layer))
    run = TinyJit(lambda x, lengths: layer(x, lengths=lengths))
    x = normal(4, 2, 3)
    for lengths in ([4, 4], [1, 3], [2, 4], [4, 1]):
        got, last = run(Tensor(x).realize(), Tensor(lengths, dtype="int32").realize())
        want, end = layer(Tensor(x), lengths=lengths)
        np.testing.assert_allclose(got.numpy(), want.numpy(), rtol=1e-5, atol=1e-6)
        np.testing.assert_allclose(last.numpy(), end.numpy(), rtol=1e-5, atol=1e-6)


@pytest.mark.parametrize("kind", ["LSTMCell", "GRUCell", "RNNCell"])
def test_cell(kind: str) -> None:
    ours, theirs = getattr(nn, kind)(5, 3), getattr(torch.nn, kind)(5, 3)
    share(ours, theirs, spread=0.7)

    def three_steps(cell: Any, x: list[Any]) -> Any:
        state = None
        for part in x: state = cell(part) if state is None else cell(part, state)
        return state
    check(ours, theirs, [normal(2, 5) for _ in range(3)], three_steps)
    check(ours, theirs, [normal(5)])


def test_dropout_between_layers_in_training_only() -> None:
    Tensor.manual_seed(0)
    layer, x = nn.LSTM(4, 64, 2, dropout=0.5), Tensor(normal(2, 1, 4))
    plain = layer(x)[0].numpy()
    np.testing.assert_array_equal(layer(x)[0].numpy(), plain)
    with Tensor.train(): assert np.abs(layer(x)[0].numpy() - plain).max() > 1e-3
    one = nn.LSTM(4, 8, 1, dropout=0.5)
    plain = one(x)[0].numpy()
    with Tensor.train(): np.testing.assert_array_equal(one(x)[0].numpy(), plain)


def test_first_parameters() -> None:
    Tensor.manual_seed(1)
    for p in get_parameters(nn.GRU(3, 25, 2)): assert 0.15 < np.abs(p.numpy()).max() <= 0.2


def test_errors() -> None:
    layer, x = nn.LSTM(4, 3), Tensor.ones(5, 2, 4)
    with pytest.raises(ShapeError, match="LSTM needs a last axis of 4, got shape"): layer(Tensor.ones(5, 2, 3))
    with pytest.raises(ShapeError, match=r"needs \(time, batch, in\) or \(time, in\)"): layer(Tensor.ones(4))
    with pytest.raises(ShapeError, match="a step at least"): layer(Tensor.ones(0, 2, 4))
    with pytest.raises(ShapeError, match=r"needs a state \(1, 2, 3\), got shape \(1, 5, 3\)"):
        layer(x, (Tensor.ones(1, 5, 3), Tensor.ones(1, 5, 3)))
    with pytest.raises(ShapeError, match="needs 2 lengths"): layer(x, lengths=[1, 2, 3])
    with pytest.raises(ShapeError, match="lengths from 1 to 5"): layer(x, lengths=[0, 2])
    with pytest.raises(ShapeError, match="lengths from 1 to 5"): layer(x, lengths=[1, 6])
    with pytest.raises(SettingError, match='"tanh", "relu"'): nn.RNN(4, 3, 1, "gelu")
    with pytest.raises(SettingError, match="1 or more"): nn.GRU(4, 3, 0)
    with pytest.raises(SettingError, match="below hidden_size"): nn.LSTM(4, 3, proj_size=3)
    with pytest.raises(SettingError, match="from 0 to 1"): nn.GRU(4, 3, dropout=1.5)
    with pytest.raises(ShapeError, match="GRUCell needs a last axis of 4"): nn.GRUCell(4, 3)(Tensor.ones(2, 3))


def _kernels(*tensors: Tensor) -> int:
    linear = create_schedule(UOp.sink(*[t.uop for t in tensors])).linear
    return len({call.src[0] for call in linear.src})


@pytest.mark.parametrize("kind", ["RNN", "LSTM", "GRU"])
def test_steps_share_kernels(kind: str) -> None:
    def counts(steps: int) -> tuple[int, int]:
        layer, x = getattr(nn, kind)(8, 16), Tensor(normal(steps, 3, 8)).realize()
        weights = get_parameters(layer)
        Tensor.realize(*weights)
        output = layer(x)[0]
        return _kernels(output), _kernels(*output.square().sum().gradient(x, *weights))

    few, many = counts(7), counts(13)
    assert few[0] == many[0] <= 9
    assert many[1] <= few[1] + 2 <= 24  # long joins are a kernel of their own


def test_steps_of_a_cell_share_kernels() -> None:
    def count(steps: int) -> int:
        cell, xs, state = nn.LSTMCell(4, 6), Tensor(normal(steps, 3, 4)).realize(), None
        Tensor.realize(*get_parameters(cell))
        outputs = []
        for t in range(steps):
            state = cell(xs[t], state)
            outputs.append(state[0])
        return _kernels(Tensor.stack(*outputs))

    assert count(5) == count(11)


def test_a_plain_loop_shares_kernels() -> None:
    def counts(steps: int) -> tuple[int, int]:
        xs, h, w = Tensor(normal(steps, 3, 4)).realize(), Tensor.zeros(3, 4), Tensor(normal(4, 4)).realize()
        outputs = []
        for t in range(steps):
            h = (h @ w + xs[t]).tanh()
            outputs.append(h)
        output = Tensor.stack(*outputs)
        return _kernels(output), _kernels(*output.square().sum().gradient(xs, w))

    assert counts(6) == counts(12)
