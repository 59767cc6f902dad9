"""Activation functions that ONNX's RNN, GRU and LSTM name in their attributes.

Inputs: names, and the lists `activation_alpha` and `activation_beta`. Outputs: functions of one tensor. Invariants: a name that is
unknown, or a parameter that is missing, is an UnsupportedError, which `OnnxRunner` lists when a model is opened.
"""
from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from heddle.errors import UnsupportedError
from heddle.tensor import Tensor

Function = Callable[[Tensor], Tensor]


@dataclass(frozen=True)
class Activation:
    """`call` takes the tensor and `parameters` by name: those of the operator, with its default, or None if it has none."""

    call: Callable[..., Tensor]
    parameters: Mapping[str, float | None]


_ALL: dict[str, Activation] = {
    "Relu": Activation(Tensor.relu, {}),
    "Tanh": Activation(Tensor.tanh, {}),
    "Sigmoid": Activation(Tensor.sigmoid, {}),
    "Affine": Activation(lambda x, alpha, beta: x * alpha + beta, {"alpha": None, "beta": 0.0}),
    "LeakyRelu": Activation(lambda x, alpha: x.leaky_relu(alpha), {"alpha": 0.01}),
    "ThresholdedRelu": Activation(lambda x, alpha: (x >= alpha).where(x, 0), {"alpha": 1.0}),
    "ScaledTanh": Activation(lambda x, alpha, beta: (x * beta).tanh() * alpha, {"alpha": None, "beta": None}),
    "HardSigmoid": Activation(lambda x, alpha, beta: x.hardsigmoid(alpha, beta), {"alpha": 0.2, "beta": 0.5}),
    "Elu": Activation(lambda x, alpha: x.elu(alpha), {"alpha": 1.0}),
    "Softsign": Activation(Tensor.softsign, {}),
    "Softplus": Activation(lambda x: x.softplus(), {}),
}
_BY_NAME = {name.lower(): (name, found) for name, found in _ALL.items()}


def resolved(names: Sequence[str], alphas: Sequence[float], betas: Sequence[float]) -> list[Function]:
    """A function for each name. Each takes the next alpha and beta, if it has such a parameter; the case of a name does not matter.

    UnsupportedError for an unknown name, and for a parameter that is not given and has no default.
    """
    given = {"alpha": iter(alphas), "beta": iter(betas)}
    return [_resolved(name, given) for name in names]


def _resolved(name: str, given: Mapping[str, Any]) -> Function:
    if name.lower() not in _BY_NAME:
        raise UnsupportedError(f"the activation {name}; there are {', '.join(_ALL)}", "Export the model with one of these.")
    plain, found = _BY_NAME[name.lower()]
    if not found.parameters: return found.call
    values = {parameter: next(given[parameter], default) for parameter, default in found.parameters.items()}
    missing = [f"activation_{parameter}" for parameter, value in values.items() if value is None]
    if missing: raise UnsupportedError(f"the activation {plain} without {' and '.join(missing)}", "Export the model with it.")
    return lambda x: found.call(x, **values)
