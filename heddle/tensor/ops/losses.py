"""Loss functions.

Inputs: predictions and targets. Outputs: a mean, a sum, or the loss of each element, as `reduction` says.
Invariants: losses of logits go through log_softmax or softplus, so that no logarithm of a rounded 0 is taken.
"""
from __future__ import annotations

from typing import TYPE_CHECKING

from heddle.errors import DTypeError, ShapeError
from heddle.tensor.autograd.composite_rules import as_whole
from heddle.tensor.ops.index_check import marked, outside

if TYPE_CHECKING:
    from heddle.tensor.tensor import Tensor


def reduced(loss: Tensor, reduction: str, weight: Tensor | None = None) -> Tensor:
    """`loss` as `reduction` says; the mean is over `weight` if there is one."""
    if reduction == "none": return loss
    if reduction == "sum": return loss.sum()
    if reduction == "mean": return loss.mean() if weight is None else loss.sum() / weight.sum()
    raise DTypeError(f"there is no reduction {reduction!r}", 'There are: "mean", "sum", "none".')


def sparse_labels_outside(x: Tensor, labels: Tensor, ignore_index: int) -> Tensor | None:
    """Where `labels` of `sparse_categorical_crossentropy` are no class of `x`: see `outside`."""
    return outside("sparse_categorical_crossentropy", labels, x.shape[-1], ignore=ignore_index)


def labels_outside(x: Tensor, labels: Tensor) -> Tensor | None:
    """Where `labels` of `cross_entropy` are no class of `x`, if they are no chances: see `outside`."""
    return None if labels.ndim == x.ndim else outside("cross_entropy", labels, x.shape[_class_axis(x)])


def _class_axis(x: Tensor) -> int: return 0 if x.ndim == 1 else 1


class LossMixin:
    """Losses of predictions. All take reduction "mean", "sum" or "none" (the loss of each element); DTypeError for another."""

    __slots__ = ()

    def binary_crossentropy(self: Tensor, Y: Tensor, reduction: str = "mean") -> Tensor:  # noqa: N803 (the public name)
        """-(Y log p + (1 - Y) log(1 - p)) by `reduction`, self being chances p in [0, 1], Y of its shape the truth in [0, 1].

        `binary_crossentropy_logits` is the more exact one, where p comes out of a sigmoid.
        """
        return reduced(-_times_log(Y, self) - _times_log(1 - Y, 1 - self), reduction)

    def binary_crossentropy_logits(self: Tensor, Y: Tensor, reduction: str = "mean",  # noqa: N803
                                   pos_weight: Tensor | None = None) -> Tensor:
        """`binary_crossentropy` of sigmoid(self), without overflow. pos_weight: what the losses of Y = 1 are multiplied by."""
        yes = -self.logsigmoid() if pos_weight is None else -self.logsigmoid() * pos_weight
        return reduced(Y * yes + (1 - Y) * (-self).logsigmoid() * -1, reduction)

    def sparse_categorical_crossentropy(self: Tensor, Y: Tensor, ignore_index: int = -1, label_smoothing: float = 0.0,  # noqa: N803
                                        reduction: str = "mean") -> Tensor:
        """Cross-entropy of softmax(self) with class numbers. self: (..., classes) logits, Y: (...) integers.

        label_smoothing: the share of the truth that is spread over all classes. Where Y is ignore_index nothing is counted, nor in
        the mean's divisor. ShapeError if the shapes do not fit. Labels outside: see `cross_entropy`.
        """
        if self.shape[:-1] != Y.shape or not self.shape:
            raise ShapeError(f"crossentropy needs labels of shape {self.shape[:-1]} for logits of shape {self.shape}, got {Y.shape}",
                             "Give an integer label for each row of logits.")
        logs = self.log_softmax()
        counted = Y != ignore_index
        lost = sparse_labels_outside(self, Y, ignore_index)
        at_label = marked(Y._one_hot_bool(self.shape[-1]).where(logs, 0).sum(-1), lost)
        loss = -at_label * (1 - label_smoothing) - logs.mean(-1) * label_smoothing if label_smoothing else -at_label
        return reduced(counted.where(loss, 0), reduction, counted.cast(logs.dtype))

    def cross_entropy(self: Tensor, Y: Tensor, reduction: str = "mean", label_smoothing: float = 0.0) -> Tensor:  # noqa: N803
        """Cross-entropy of softmax(self) over axis 1 with class numbers, or with chances in self's shape.

        self: (batch, classes, ...) logits, Y: (batch, ...) integers or (batch, classes, ...). label_smoothing: the share of the truth
        that is spread over all classes. reduction: "mean", "sum" or "none", which gives (batch, ...). A class number outside
        [0, classes) is an IndexRangeError where it is known now, and makes the loss NaN where it is computed.
        """
        if not 0 <= label_smoothing <= 1:
            raise ShapeError(f"label_smoothing must be between 0 and 1, got {label_smoothing}",
                             "Give a fraction such as 0.1.")
        axis, lost = _class_axis(self), labels_outside(self, Y)
        chances = Y if Y.ndim == self.ndim else _chances(Y, self.shape[axis], axis)
        if chances.shape != self.shape:
            raise ShapeError(f"cross_entropy of shape {self.shape} needs labels without axis {axis}, or of the same shape, "
                             f"got {Y.shape}", "Move the axis of the classes, or reshape the labels.")
        logs = self.log_softmax(axis)
        if chances is not Y and not label_smoothing:
            return reduced(marked(-chances.bool().where(logs, 0).sum(axis), lost), reduction)
        chances = chances.cast(self.dtype) * (1 - label_smoothing) + label_smoothing / self.shape[axis]
        return reduced(marked(-_weighted(chances, logs).sum(axis), lost), reduction)

    def nll_loss(self: Tensor, Y: Tensor, weight: Tensor | None = None, ignore_index: int | None = None,  # noqa: N803
                 reduction: str = "mean") -> Tensor:
        """-self at the label. self: (batch, classes, ...) log chances, Y: (batch, ...) integers -> by `reduction`.

        weight: (classes,), by which each loss is multiplied; the mean is over the weights. Labels of `ignore_index` do not count;
        other labels outside: see `cross_entropy`.
        """
        axis = _class_axis(self)
        lost = outside("nll_loss", Y, self.shape[axis], ignore=ignore_index)
        hit = _chances(Y, self.shape[axis], axis).bool()
        each = Y.ones_like(dtype=self.dtype) if weight is None else \
            hit.where(weight._on_axis(axis, self.ndim), 0).sum(axis)
        loss = -hit.where(self, 0).sum(axis) * each
        if ignore_index is not None: loss, each = ((Y != ignore_index).where(x, 0) for x in (loss, each))
        return reduced(marked(loss, lost), reduction, each)

    def mse_loss(self: Tensor, Y: Tensor, reduction: str = "mean") -> Tensor:  # noqa: N803
        """(self - Y)**2"""
        return reduced((self - Y).square(), reduction)

    def l1_loss(self: Tensor, Y: Tensor, reduction: str = "mean") -> Tensor:  # noqa: N803
        """|self - Y|"""
        return reduced((self - Y).abs(), reduction)


def _weighted(share: Tensor, value: Tensor) -> Tensor:
    """share * value, which is 0 where `share` is, whatever the value."""
    result = share * (share == 0).where(0.0, value)
    return as_whole(result, (share, value), lambda g, share, value: (lambda: g * value, lambda: g * share))


def _times_log(share: Tensor, x: Tensor) -> Tensor:
    """share * log(x), which is 0 where `share` is, whatever x."""
    none = share == 0
    result = none.where(0.0, share * none.where(1.0, x).log())
    return as_whole(result, (share, x), lambda g, share, x: (lambda: g * x.log(),
                                                             lambda: (share == 0).where(0.0, g * share / (share == 0).where(1.0, x))))


def _chances(labels: Tensor, classes: int, axis: int) -> Tensor:
    """(batch, ...) class numbers -> (batch, classes, ...): 1 at the class."""
    hot = labels._one_hot_bool(classes).float()
    return hot.permute([*range(axis), hot.ndim - 1, *range(axis, hot.ndim - 1)])
