"""Training demo: a small convnet learns handwritten digits with Adam.

Inputs: the 1,797 shipped images (8 x 8, UCI, see data/README.md). Outputs: a loss line, the accuracy on unseen digits, and
on request a picture. Invariants: the same seed gives the same split, the same initial weights and the same order of images.
"""
from __future__ import annotations

import time
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np

from heddle import Device, Tensor, TinyJit, nn
from heddle.nn.optim import Adam
from heddle.nn.state import get_parameters
from heddle.tools.console import LiveLine
from heddle.tools.work import describe_compiling, describe_work
from heddle.tracing.counters import GlobalCounters

DATA = Path(__file__).resolve().parent.parent.parent / "data" / "digits.npz"
BATCH = 64
TESTED = 360  # images kept for the test, a fifth
RATE = 2e-3


@dataclass(frozen=True)
class Digits:
    """Images (n, 1, 8, 8) float32 in 0..1 and labels (n,) int32, to learn from and to be tested with."""

    images: np.ndarray
    labels: np.ndarray
    test_images: np.ndarray
    test_labels: np.ndarray


@dataclass
class Progress:
    """The loss of every step, and the test images with what was read, right or wrong."""

    losses: list[float] = field(default_factory=list[float])
    read: np.ndarray = field(default_factory=lambda: np.empty(0, np.int64))


class ConvNet:
    """(n, 1, 8, 8) -> (n, 10): three 3x3 convolutions, one halving of the picture, one linear layer."""

    def __init__(self) -> None:
        self.first = nn.Conv2d(1, 32, 3, padding=1)
        self.second = nn.Conv2d(32, 32, 3, padding=1)
        self.third = nn.Conv2d(32, 64, 3, padding=1)
        self.last = nn.Linear(64 * 4 * 4, 10)

    def __call__(self, x: Tensor) -> Tensor:
        x = self.second(self.first(x).relu()).relu().max_pool2d((2, 2))
        return self.last(self.third(x).relu().flatten(1))


def load_digits(seed: int) -> Digits:
    """The shipped images, split by `seed`."""
    with np.load(DATA) as stored:
        images = stored["images"].astype(np.float32)[:, None] / 16
        labels = stored["labels"].astype(np.int32)
    order = np.random.default_rng(seed).permutation(len(labels))
    test, rest = order[:TESTED], order[TESTED:]
    return Digits(images[rest], labels[rest], images[test], labels[test])


def train_step(net: ConvNet, optimizer: Adam, images: Tensor, labels: Tensor) -> Tensor:
    """One step down the gradient; the loss before it."""
    optimizer.zero_grad()
    loss = net(images).sparse_categorical_crossentropy(labels)
    loss.backward()
    return loss.realize(*optimizer.schedule_step())


def read_digits(net: ConvNet, images: np.ndarray) -> np.ndarray:
    """What the net reads in each image, (n,)."""
    return net(Tensor(images)).argmax(-1).numpy()


def train(net: ConvNet, digits: Digits, epochs: int, seed: int) -> Progress:
    """Shows the net every image `epochs` times, in an order of `seed`; prints one line per epoch."""
    optimizer, done, line = Adam(get_parameters(net), lr=RATE), Progress(), LiveLine()
    random = np.random.default_rng(seed + 1)
    step_once = TinyJit(train_step)  # from the third step on, replayed without Python between the kernels
    steps = len(digits.labels) // BATCH  # the few images left over are other ones in every epoch
    for epoch in range(1, epochs + 1):
        order = random.permutation(len(digits.labels))
        for step in range(steps):
            chosen = order[step * BATCH:(step + 1) * BATCH]
            with Tensor.train():
                loss = step_once(net, optimizer, Tensor(digits.images[chosen]), Tensor(digits.labels[chosen])).item()
            done.losses.append(loss)
            line.show(f"epoch {epoch:2}/{epochs}  step {step + 1:2}/{steps}  loss {loss:.4f}")
        done.read = read_digits(net, digits.test_images)
        line.show(f"epoch {epoch:2}/{epochs}  loss {np.mean(done.losses[-steps:]):.4f}  "
                  f"test {accuracy(done.read, digits.test_labels):.2%}", keep=True)
    return done


def accuracy(read: np.ndarray, labels: np.ndarray) -> float:
    """The share read right."""
    return float((read == labels).mean())


def run(epochs: int = 12, seed: int = 0, plot: Path | None = None) -> float:
    """Trains, prints, perhaps plots; the accuracy on the test images."""
    if plot is not None:
        from heddle.tools.demo.plots import check_plotting
        check_plotting(plot)
    digits = load_digits(seed)
    print(f"{len(digits.labels)} digits to learn, {TESTED} to be tested with, on {Device.DEFAULT}")
    GlobalCounters.reset()
    started = time.perf_counter()
    Tensor.manual_seed(seed)
    done = train(ConvNet(), digits, epochs, seed)
    share, wrong = accuracy(done.read, digits.test_labels), int((done.read != digits.test_labels).sum())
    print(f"read {share:.2%} of {TESTED} unseen digits right ({wrong} wrong)")
    print(describe_work(time.perf_counter() - started))
    print(describe_compiling())
    if plot is not None:
        from heddle.tools.demo.plots import plot_training
        plot_training(plot, digits, done)
        print(f"plot: {plot}")
    return share
