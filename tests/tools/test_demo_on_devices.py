"""Both demos on every device that may be somebody's default: the same results as on CPU, to a tolerance that stands here."""
from __future__ import annotations

from functools import cache

import numpy as np
import pytest

from heddle import Context, Tensor
from heddle.device import DEFAULT_ORDER
from heddle.nn.state import get_parameters
from heddle.tools.demo import train
from heddle.tools.demo.embed import embed
from heddle.tools.demo.encoder import Encoder
from heddle.tools.demo.model import find_model
from heddle.tools.demo.text import SHIPPED, read_lines, tokenize
from heddle.tracing.counters import GlobalCounters
from tests.conftest import computing_devices, is_sampled

#: what benchmarks.demos allows, too: vectors of length 1, and losses relative to their size
ENCODER, LOSS = 1e-4, 1e-3
LAYERS, BATCH = 6, 16
OTHERS = [d for d in computing_devices() if d.partition(":")[0] in DEFAULT_ORDER and is_sampled(d)]


@cache
def embedded(device: str, lines: int) -> tuple[np.ndarray, int]:
    """Vectors of the shipped text's first lines, and how many kernels made them."""
    model = find_model()
    tokens = tokenize(read_lines(SHIPPED)[:lines], model.tokenizer)
    with Context(DEV=device):
        GlobalCounters.reset()
        return embed(Encoder.load(model.weights), tokens, BATCH), GlobalCounters.kernel_count


@cache
def trained(device: str, steps: int, batch: int) -> tuple[list[float], np.ndarray]:
    """Losses of the first steps, and the last layer's weights after them."""
    with Context(DEV=device), Tensor.train():
        Tensor.manual_seed(0)
        net, digits = train.ConvNet(), train.load_digits(0)
        optimizer = train.Adam(get_parameters(net), lr=train.RATE)
        parts = [slice(at * batch, at * batch + batch) for at in range(steps)]
        losses = [train.train_step(net, optimizer, Tensor(digits.images[p]), Tensor(digits.labels[p])).item() for p in parts]
        return losses, net.last.weight.numpy()


def _same_vectors(device: str, lines: int) -> None:
    (got, kernels), (want, cpu_kernels) = embedded(device, lines), embedded("CPU", lines)
    np.testing.assert_allclose(got, want, atol=ENCODER)
    # in each batch: attention is one kernel on a CPU, three elsewhere
    assert kernels <= cpu_kernels + 2 * LAYERS * -(-lines // BATCH)


def _same_training(device: str, steps: int, batch: int) -> None:
    (losses, weights), (wanted, cpu_weights) = trained(device, steps, batch), trained("CPU", steps, batch)
    np.testing.assert_allclose(losses, wanted, rtol=LOSS)
    np.testing.assert_allclose(weights, cpu_weights, atol=steps * train.RATE / 10)  # a step moves a weight by about RATE


@pytest.mark.parametrize("other", OTHERS)
def test_a_sentence_is_embedded_as_on_cpu(other: str) -> None:
    _same_vectors(other, 1)


@pytest.mark.parametrize("other", [pytest.param(d, marks=[pytest.mark.slow] if d == "CL" else []) for d in OTHERS])
def test_a_step_of_training_is_that_of_cpu(other: str) -> None:
    """Slow on CL: its 33 kernels take the driver most of a second each."""
    _same_training(other, 1, 8)


@pytest.mark.slow
@pytest.mark.parametrize("other", OTHERS)
def test_the_whole_text_is_embedded_as_on_cpu(other: str) -> None:
    _same_vectors(other, len(read_lines(SHIPPED)))


@pytest.mark.slow
@pytest.mark.parametrize("other", OTHERS)
def test_an_epoch_of_training_goes_as_on_cpu(other: str) -> None:
    _same_training(other, 22, 64)
