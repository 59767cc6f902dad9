"""Loss functions.

Inputs: predictions and targets. Outputs: a mean, a sum, or the loss of each element, as `reduction` says.
Invariants: losses of logits go through log_softmax or softplus, so that no logarithm of a rounded 0 is taken.
"""
from __future__ import annotations

from typing import TYPE_CHECKING

from heddle.errors import DTypeError, SettingError, ShapeError
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


def labels_outside(x: Tensor, labels: Tensor, ignore_index: int | None = None) -> Tensor | None:
    """Where `labels` of `cross_entropy` are no class of `x`, if they are no chances: see `outside`."""
    return None if labels.ndim == x.ndim else outside("cross_entropy", labels, x.shape[_class_axis(x)], ignore=ignore_index)


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
                                        reduction: str = "mean", weight: Tensor | None = None) -> Tensor:
        """Cross-entropy of softmax(self) with class numbers. self: (..., classes) logits, Y: (...) integers.

        label_smoothing: the share of the truth that is spread over all classes. Where Y is ignore_index nothing is counted, nor in
        the mean's divisor. weight: (classes,), see `cross_entropy`. ShapeError if the shapes do not fit. Labels outside: see
        `cross_entropy`.
        """
        if self.shape[:-1] != Y.shape or not self.shape:
            raise ShapeError(f"crossentropy needs labels of shape {self.shape[:-1]} for logits of shape {self.shape}, got {Y.shape}",
                             "Give an integer label for each row of logits.")
        _check_weight("sparse_categorical_crossentropy", weight, self.shape[-1])
        lost = sparse_labels_outside(self, Y, ignore_index)
        hit = Y._one_hot_bool(self.shape[-1])
        return _of_labels(self.log_softmax(), hit, Y.ndim, Y != ignore_index, lost, label_smoothing, weight, reduction)

    def cross_entropy(self: Tensor, Y: Tensor, reduction: str = "mean", label_smoothing: float = 0.0,  # noqa: N803
                      weight: Tensor | None = None, ignore_index: int | None = None) -> Tensor:
        """Cross-entropy of softmax(self) over axis 1 with class numbers, or with chances in self's shape.

        self: (batch, classes, ...) logits, Y: (batch, ...) integers or (batch, classes, ...). label_smoothing: the share of the truth
        that is spread over all classes. reduction: "mean", "sum" or "none", which gives (batch, ...). A class number outside
        [0, classes) is an IndexRangeError where it is known now, and makes the loss NaN where it is computed.

        weight: (classes,), by which the loss of each class is multiplied; the mean of class numbers is over the weights of their
        classes, that of chances over the rows. ignore_index: a class number, of any value, that does not count, nor in the mean's
        divisor; DTypeError with chances. ShapeError for a weight of another shape.
        """
        if not 0 <= label_smoothing <= 1:
            raise ShapeError(f"label_smoothing must be between 0 and 1, got {label_smoothing}",
                             "Give a fraction such as 0.1.")
        axis, lost = _class_axis(self), labels_outside(self, Y, ignore_index)
        classes = self.shape[axis]
        _check_weight("cross_entropy", weight, classes)
        is_chances = Y.ndim == self.ndim
        if (Y.shape if is_chances else (*Y.shape[:axis], classes, *Y.shape[axis:])) != self.shape:
            raise ShapeError(f"cross_entropy of shape {self.shape} needs labels without axis {axis}, or of the same shape, "
                             f"got {Y.shape}", "Move the axis of the classes, or reshape the labels.")
        logs = self.log_softmax(axis)
        if not is_chances:
            counted = None if ignore_index is None else Y != ignore_index
            return _of_labels(logs, _is_class(Y, classes, axis), axis, counted, lost, label_smoothing, weight, reduction)
        if ignore_index is not None:
            raise DTypeError("cross_entropy with chances has no ignore_index",
                             "Multiply the rows by 0 that are not to count, or give class numbers.")
        chances = Y.cast(self.dtype) * (1 - label_smoothing) + label_smoothing / classes
        if weight is not None: chances = chances * weight._on_axis(axis, self.ndim)
        return reduced(-_weighted(chances, logs).sum(axis), reduction)

    def nll_loss(self: Tensor, Y: Tensor, weight: Tensor | None = None, ignore_index: int | None = None,  # noqa: N803
                 reduction: str = "mean") -> Tensor:
        """-self at the label. self: (batch, classes, ...) log chances, Y: (batch, ...) integers -> by `reduction`.

        weight: (classes,), by which each loss is multiplied; the mean is over the weights. Labels of `ignore_index` do not count;
        other labels outside: see `cross_entropy`.
        """
        axis = _class_axis(self)
        _check_weight("nll_loss", weight, self.shape[axis])
        lost = outside("nll_loss", Y, self.shape[axis], ignore=ignore_index)
        counted = None if ignore_index is None else Y != ignore_index
        return _of_labels(self, _is_class(Y, self.shape[axis], axis), axis, counted, lost, 0.0, weight, reduction)

    def mse_loss(self: Tensor, Y: Tensor, reduction: str = "mean") -> Tensor:  # noqa: N803
        """(self - Y)**2"""
        return reduced((self - Y).square(), reduction)

    def l1_loss(self: Tensor, Y: Tensor, reduction: str = "mean") -> Tensor:  # noqa: N803
        """|self - Y|"""
        return reduced((self - Y).abs(), reduction)

    def huber_loss(self: Tensor, Y: Tensor, reduction: str = "mean", delta: float = 1.0) -> Tensor:  # noqa: N803
        """d**2 / 2 for d = |self - Y| up to `delta`, and delta * (d - delta / 2) beyond. SettingError unless delta is above 0."""
        if not delta > 0: raise SettingError(f"huber_loss needs a delta above 0, got {delta}", "Give a number such as 1.0.")
        return reduced(_huber(self - Y, delta), reduction)

    def smooth_l1_loss(self: Tensor, Y: Tensor, reduction: str = "mean", beta: float = 1.0) -> Tensor:  # noqa: N803
        """`huber_loss` with the delta `beta`, divided by it; |self - Y| for a beta of 0. SettingError for a negative beta."""
        if not beta >= 0: raise SettingError(f"smooth_l1_loss needs a beta of at least 0, got {beta}", "Give a number such as 1.0.")
        return reduced(_huber(self - Y, beta) / beta if beta else (self - Y).abs(), reduction)


def _huber(difference: Tensor, delta: float) -> Tensor:
    size = difference.abs()
    # clipped, so that an infinite difference, which is not chosen, has no NaN for its gradient
    return (size < delta).where(difference.clip(-delta, delta).square() / 2, delta * (size - delta / 2))


def _check_weight(name: str, weight: Tensor | None, classes: int) -> None:
    if weight is not None and weight.shape != (classes,):
        raise ShapeError(f"{name} needs a weight for each of {classes} classes, got shape {weight.shape}",
                         f'Give a tensor of shape ({classes},); for weights of examples multiply the losses of reduction="none".')


def _of_labels(logs: Tensor, hit: Tensor, axis: int, counted: Tensor | None, lost: Tensor | None, smoothing: float,
               weight: Tensor | None, reduction: str) -> Tensor:
    """The loss of class numbers. logs: (batch, classes, ...) logarithms of chances, `hit` where the class on `axis` is the label's.

    counted, lost: (batch, ...), the labels that count, and the labels that are no class.
    """
    spread = logs if weight is None else _weighted(weight.cast(logs.dtype)._on_axis(axis, logs.ndim).expand(*logs.shape), logs)
    loss = marked(-hit.where(spread, 0).sum(axis), lost)
    if smoothing: loss = loss * (1 - smoothing) - spread.mean(axis) * smoothing
    each = None
    if weight is not None: each = hit.where(weight.cast(logs.dtype)._on_axis(axis, logs.ndim), 0).sum(axis)
    elif counted is not None: each = counted.cast(logs.dtype)
    if counted is not None: loss, each = counted.where(loss, 0), each if each is None else counted.where(each, 0)
    return reduced(loss, reduction, each)


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


def _is_class(labels: Tensor, classes: int, axis: int) -> Tensor:
    """(batch, ...) class numbers -> (batch, classes, ...): whether the class is the label's."""
    hot = labels._one_hot_bool(classes)
    return hot.permute([*range(axis), hot.ndim - 1, *range(axis, hot.ndim - 1)])
