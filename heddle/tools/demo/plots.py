"""Plot of a training run: the loss, and the misclassified digits.

Inputs: the record that `train.py` keeps. Outputs: an image file. Needs matplotlib, which is an extra of its own.
"""
from __future__ import annotations

import importlib
import math
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Literal, Protocol

import numpy as np

from heddle.errors import FileMissingError, PackageMissingError, UserError
from heddle.installation import install_command

if TYPE_CHECKING:
    from heddle.tools.demo.train import Digits, Progress

SHOWN = 18  # misread digits in the picture, at most
COLUMNS = 9
SMOOTH = 10  # steps that the drawn-out line averages over


class _Axes(Protocol):
    """What is used of `matplotlib.axes.Axes`."""

    def plot(self, *values: Sequence[float] | np.ndarray, color: str, label: str, linewidth: float = ...) -> object: ...
    def set(self, *, xlabel: str, ylabel: str, yscale: str) -> object: ...
    def grid(self, *, alpha: float) -> None: ...
    def legend(self, *, frameon: bool) -> object: ...


class _Figure(Protocol):
    """What is used of `matplotlib.figure.Figure`, and of the parts that it is divided into."""

    def subfigures(self, nrows: int, ncols: int, *, squeeze: Literal[False], height_ratios: tuple[float, ...]) -> np.ndarray: ...
    def subplots(self, nrows: int, ncols: int, *, squeeze: Literal[False]) -> np.ndarray: ...
    def suptitle(self, t: str) -> object: ...


class _Page(_Figure, Protocol):
    def savefig(self, fname: Path, *, dpi: int) -> None: ...


def _figure(inches: tuple[float, float]) -> _Page:
    from matplotlib.figure import Figure
    return Figure(figsize=inches, layout="constrained")


def check_plotting(path: Path) -> None:
    """Finds out before the training, not after it, whether the picture can be written."""
    try:
        importlib.import_module("matplotlib")
    except ImportError as e:
        raise PackageMissingError("plots are drawn by matplotlib, which is not installed",
                        f"Install it: {install_command('plot')}", None) from e
    if not path.resolve().parent.is_dir():
        raise FileMissingError(f"cannot write {path}: there is no folder {path.resolve().parent}",
                               "Make the folder, or give another path.", None)
    if path.suffix.lower() not in (".png", ".svg", ".pdf"):
        raise UserError(f"cannot write {path}: no picture format {path.suffix!r}", "Choose .png, .svg or .pdf.", None)


def plot_training(path: Path, digits: Digits, done: Progress) -> None:
    """Draws the loss of every step above the misread test digits, and writes it to `path`."""
    wrong = np.flatnonzero(done.read != digits.test_labels)
    rows = max(1, math.ceil(min(len(wrong), SHOWN) / COLUMNS))
    figure = _figure((9, 4 + 1.5 * rows))
    above, below = figure.subfigures(2, 1, squeeze=False, height_ratios=(4, 1.5 * rows)).flat
    _draw_loss(above, done.losses)
    _draw_misread(below.subplots(rows, COLUMNS, squeeze=False), digits, done.read, wrong)
    below.suptitle(f"misread: {len(wrong)} of {len(done.read)} unseen digits")
    figure.savefig(path, dpi=110)


def _draw_loss(figure: _Figure, losses: list[float]) -> None:
    axes: _Axes = figure.subplots(1, 1, squeeze=False).flat[0]
    axes.plot(losses, color="0.75", linewidth=0.8, label="each step")
    if len(losses) >= SMOOTH:
        mean = np.convolve(losses, np.full(SMOOTH, 1 / SMOOTH), mode="valid")
        axes.plot(np.arange(SMOOTH - 1, len(losses)), mean, color="tab:blue", label=f"mean of {SMOOTH}")
    axes.set(xlabel="step", ylabel="loss", yscale="log")
    axes.grid(alpha=0.3)
    axes.legend(frameon=False)


def _draw_misread(grid: np.ndarray, digits: Digits, read: np.ndarray, wrong: np.ndarray) -> None:
    for axes in grid.flat: axes.axis("off")
    for axes, i in zip(grid.flat, wrong):
        axes.imshow(digits.test_images[i, 0], cmap="gray_r")
        axes.set_title(f"{digits.test_labels[i]} read as {read[i]}", fontsize=8)
