"""ONNX recurrent operators: RNN, GRU, LSTM.

Where the standard leaves a choice, results are those of onnxruntime: the cell of an LSTM is not clipped before its activation, and a
row of length 0 has zeros as its last states.
"""
from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeVar, cast

from heddle.errors import UnsupportedError
from heddle.nn.onnx.table import Refusal, op
from heddle.tensor import Tensor

T = TypeVar("T")
Function = Callable[[Tensor], Tensor]
Gates = Callable[[Tensor, tuple[Tensor, ...]], tuple[Tensor, ...]]

_USUAL = {"RNN": ["Tanh"], "GRU": ["Sigmoid", "Tanh"], "LSTM": ["Sigmoid", "Tanh", "Tanh"]}
_DIRECTIONS = {"forward": 1, "reverse": 1, "bidirectional": 2}
_CURE = "Export the model again, or run it with onnx.checker first."

# ---- activations, by the names that attributes have for them


@dataclass(frozen=True)
class Activation:
    """`function` makes it of alpha and beta. `parameters`: those of the operator, with its default, or None if it has none."""

    function: Callable[[float, float], Function]
    parameters: Mapping[str, float | None]


_ACTIVATIONS: dict[str, Activation] = {
    "Relu": Activation(lambda alpha, beta: Tensor.relu, {}),
    "Tanh": Activation(lambda alpha, beta: Tensor.tanh, {}),
    "Sigmoid": Activation(lambda alpha, beta: Tensor.sigmoid, {}),
    "Affine": Activation(lambda alpha, beta: lambda x: x * alpha + beta, {"alpha": None, "beta": 0.0}),
    "LeakyRelu": Activation(lambda alpha, beta: lambda x: x.leaky_relu(alpha), {"alpha": 0.01}),
    "ThresholdedRelu": Activation(lambda alpha, beta: lambda x: (x >= alpha).where(x, 0), {"alpha": 1.0}),
    "ScaledTanh": Activation(lambda alpha, beta: lambda x: (x * beta).tanh() * alpha, {"alpha": None, "beta": None}),
    "HardSigmoid": Activation(lambda alpha, beta: lambda x: x.hardsigmoid(alpha, beta), {"alpha": 0.2, "beta": 0.5}),
    "Elu": Activation(lambda alpha, beta: lambda x: x.elu(alpha), {"alpha": 1.0}),
    "Softsign": Activation(lambda alpha, beta: Tensor.softsign, {}),
    "Softplus": Activation(lambda alpha, beta: lambda x: x.softplus(), {}),
}
_BY_NAME = {name.lower(): (name, found) for name, found in _ACTIVATIONS.items()}


def resolved(names: Sequence[str], alphas: Sequence[float], betas: Sequence[float]) -> list[Function]:
    """A function for each name. Each takes the next alpha and beta, if it has such a parameter; the case of a name does not matter.

    UnsupportedError for an unknown name, and for a parameter that is not given and has no default.
    """
    given = {"alpha": iter(alphas), "beta": iter(betas)}
    return [_resolved(name, given) for name in names]


def _resolved(name: str, given: Mapping[str, Iterator[float]]) -> Function:
    if name.lower() not in _BY_NAME:
        raise UnsupportedError(f"the activation {name}; there are {', '.join(_ACTIVATIONS)}", "Export the model with one of these.")
    plain, found = _BY_NAME[name.lower()]
    values = {parameter: next(given[parameter], default) for parameter, default in found.parameters.items()}
    missing = [f"activation_{parameter}" for parameter, value in values.items() if value is None]
    if missing: raise UnsupportedError(f"the activation {plain} without {' and '.join(missing)}", "Export the model with it.")
    known = {"alpha": 0.0, "beta": 0.0} | {parameter: value for parameter, value in values.items() if value is not None}
    return found.function(known["alpha"], known["beta"])


# ---- attributes


def activations_of(name: str, attributes: Mapping[str, object]) -> list[list[Function]]:
    """The activations of each direction, which clip what they are given. UnsupportedError for attributes that cannot be run."""
    direction, clip, usual = attributes.get("direction", "forward"), attributes.get("clip", 0.0), _USUAL[name]
    if not isinstance(direction, str) or direction not in _DIRECTIONS:
        raise UnsupportedError(f"the direction {direction}; there are {', '.join(_DIRECTIONS)}", _CURE)
    if not isinstance(clip, (int, float)): raise UnsupportedError("the attribute clip, which is no number", _CURE)
    if clip < 0: raise UnsupportedError(f"the attribute clip of {clip:g}, which bounds nothing", "Export with a positive one.")
    alphas, betas = (_values(attributes, end, float) for end in ("activation_alpha", "activation_beta"))
    names, count = _values(attributes, "activations", str) or usual * _DIRECTIONS[direction], len(usual) * _DIRECTIONS[direction]
    if len(names) != count: raise UnsupportedError(f"{len(names)} activations, {direction} {name} needs {count}", _CURE)
    found = resolved(names, alphas, betas)
    return [found[i:i + len(usual)] for i in range(0, count, len(usual))]


def _values(attributes: Mapping[str, object], name: str, kind: type[T]) -> list[T]:
    given = attributes.get(name)
    return cast("list[T]", given) if isinstance(given, list) else []


def _clipped(function: Function, clip: float) -> Function: return (lambda x: function(x.clip(-clip, clip))) if clip else function


def activation_fault(name: str) -> Refusal:
    """What of the attributes cannot be run, if anything."""
    def refuses(attributes: Mapping[str, object]) -> str | None:
        try: activations_of(name, attributes)
        except UnsupportedError as fault: return fault.what
        return None
    return refuses


# ---- the loop over time


def _over_time(x: Tensor, states: list[Tensor], direction: str, layout: int, lengths: Tensor | None,
               step: Callable[[int], Gates]) -> tuple[Tensor, list[Tensor]]:
    """x: (time, batch, in); states: (directions, batch, hidden) each. `step(d)` makes one step of direction d.

    Results (time, directions, batch, hidden) and the last states; past its length a row of the batch keeps its state and gives 0.
    With `layout` 1 the batch is the first axis of all of them.
    """
    if layout: x, states = x.transpose(0, 1), [s.transpose(0, 1) for s in states]
    outputs: list[Tensor] = []
    lasts: list[tuple[Tensor, ...]] = []
    for d in range(_DIRECTIONS[direction]):
        backwards = direction == "reverse" or d == 1
        state, gates = tuple(s[d] for s in states), step(d)
        found: dict[int, Tensor] = {}
        for t in (range(x.shape[0])[::-1] if backwards else range(x.shape[0])):
            new = gates(x[t], state)
            found[t] = new[0]
            if lengths is not None:
                inside = (lengths > t).unsqueeze(1)
                found[t] = inside.where(new[0], 0)
                new = tuple(inside.where(n, s) for n, s in zip(new, state, strict=True))
            state = new
        none = state[0].unsqueeze(0)[:0]
        outputs.append(Tensor.stack(*[found[t] for t in range(x.shape[0])]) if found else none)
        lasts.append(state if lengths is None else tuple((lengths > 0).unsqueeze(1).where(s, 0) for s in state))
    y = Tensor.stack(*outputs, dim=1)
    final = [Tensor.stack(*[last[i] for last in lasts]) for i in range(len(states))]
    return (y.permute(2, 0, 1, 3), [s.transpose(0, 1) for s in final]) if layout else (y, final)


def _setting(x: Tensor, r: Tensor, b: Tensor | None, given: Sequence[Tensor | None], layout: int,
             gates: int) -> tuple[list[Tensor], Tensor]:
    """The first states (zeros if not given), and the biases: (directions, 2 * gates * hidden)."""
    directions, hidden, batch = r.shape[0], r.shape[2], x.shape[0 if layout else 1]
    shape = (batch, directions, hidden) if layout else (directions, batch, hidden)
    states = [Tensor.zeros(*shape, dtype=x.dtype, device=x.device) if s is None else s for s in given]
    return states, Tensor.zeros(directions, 2 * gates * hidden, dtype=x.dtype, device=x.device) if b is None else b


# ---- the ops


@op("RNN", since=7, results=2, refuses=activation_fault("RNN"), folds=False)
def rnn(x: Tensor, w: Tensor, r: Tensor, b: Tensor | None = None, lengths: Tensor | None = None, h: Tensor | None = None, *,
        activations: object = None, activation_alpha: object = None, activation_beta: object = None, clip: float = 0.0,
        direction: str = "forward", hidden_size: int = 0, layout: int = 0) -> tuple[Tensor, Tensor]:
    """x: (time, batch, in), w: (directions, hidden, in), r: (directions, hidden, hidden)."""
    functions = activations_of("RNN", locals())
    states, bias = _setting(x, r, b, [h], layout, 1)

    def step(d: int) -> Gates:
        at_w, at_r = bias[d].chunk(2)
        f = _clipped(functions[d][0], clip)
        return lambda x, s: (f(x @ w[d].T + s[0] @ r[d].T + at_w + at_r),)
    y, last = _over_time(x, states, direction, layout, lengths, step)
    return y, last[0]


@op("GRU", since=7, results=2, refuses=activation_fault("GRU"), folds=False)
def gru(x: Tensor, w: Tensor, r: Tensor, b: Tensor | None = None, lengths: Tensor | None = None, h: Tensor | None = None, *,
        activations: object = None, activation_alpha: object = None, activation_beta: object = None, clip: float = 0.0,
        direction: str = "forward", hidden_size: int = 0, layout: int = 0, linear_before_reset: int = 0) -> tuple[Tensor, Tensor]:
    """x: (time, batch, in), w: (directions, 3 * hidden, in), r: (directions, 3 * hidden, hidden).

    The first activation is that of the update and the reset gate, the second that of the new state.
    """
    functions = activations_of("GRU", locals())
    states, bias = _setting(x, r, b, [h], layout, 3)

    def step(d: int) -> Gates:
        at_w, at_r = bias[d].chunk(2)
        wz, wr, wh = at_w.chunk(3)
        rz, rr, rh = at_r.chunk(3)
        uz, ur, uh = r[d].chunk(3)
        f, g = (_clipped(function, clip) for function in functions[d])

        def gates(x: Tensor, s: tuple[Tensor, ...]) -> tuple[Tensor, ...]:
            of_z, of_r, of_h = (x @ w[d].T).chunk(3, 1)
            z, reset = f(of_z + s[0] @ uz.T + wz + rz), f(of_r + s[0] @ ur.T + wr + rr)
            old = reset * (s[0] @ uh.T + rh) if linear_before_reset else (reset * s[0]) @ uh.T + rh
            return (1 - z) * g(of_h + old + wh) + z * s[0],
        return gates
    y, last = _over_time(x, states, direction, layout, lengths, step)
    return y, last[0]


@op("LSTM", since=7, results=3, refuses=activation_fault("LSTM"), folds=False)
def lstm(x: Tensor, w: Tensor, r: Tensor, b: Tensor | None = None, lengths: Tensor | None = None, h: Tensor | None = None,
         c: Tensor | None = None, p: Tensor | None = None, *, activations: object = None, activation_alpha: object = None,
         activation_beta: object = None, clip: float = 0.0, direction: str = "forward", hidden_size: int = 0, input_forget: int = 0,
         layout: int = 0) -> tuple[Tensor, Tensor, Tensor]:
    """x: (time, batch, in), w: (directions, 4 * hidden, in), r: (directions, 4 * hidden, hidden), p: (directions, 3 * hidden).

    The activations are those of the gates, of what goes into the cell, and of what comes out of it.
    """
    functions = activations_of("LSTM", locals())
    return lstm_of(functions, x, w, r, b, lengths, h, c, p, clip, direction, input_forget, layout)


def lstm_of(functions: list[list[Function]], x: Tensor, w: Tensor, r: Tensor, b: Tensor | None, lengths: Tensor | None,
            h: Tensor | None, c: Tensor | None, p: Tensor | None, clip: float, direction: str, input_forget: int, layout: int = 0,
            seen: Function = lambda h: h) -> tuple[Tensor, Tensor, Tensor]:
    """An LSTM of the activations of each direction. `seen`: what of the last result (batch, hidden) is multiplied with r."""
    states, bias = _setting(x, r, b, [h, c], layout, 4)

    def step(d: int) -> Gates:
        at_w, at_r = bias[d].chunk(2)
        peep = None if p is None else p[d].chunk(3)
        f, g, out = _clipped(functions[d][0], clip), _clipped(functions[d][1], clip), functions[d][2]

        def gate(x: Tensor, number: int, cell: Tensor) -> Tensor: return f(x if peep is None else x + peep[number] * cell)

        def gates(x: Tensor, s: tuple[Tensor, ...]) -> tuple[Tensor, ...]:
            at_i, at_o, at_f, at_g = (x @ w[d].T + seen(s[0]) @ r[d].T + at_w + at_r).chunk(4, 1)
            i = gate(at_i, 0, s[1])
            forget = 1 - i if input_forget else gate(at_f, 2, s[1])
            cell = forget * s[1] + i * g(at_g)
            return gate(at_o, 1, cell) * out(cell), cell
        return gates
    y, last = _over_time(x, states, direction, layout, lengths, step)
    return y, last[0], last[1]
