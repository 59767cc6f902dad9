"""Recurrent layers: RNN, LSTM and GRU over sequences, and their cells for one step.

Inputs: sequences (time, batch, in), or (batch, time, in) with `batch_first`. Outputs: the hidden state after each step, and the
last state. Invariants: parameters have torch's names, layouts and order of gates, and are in the float `dtype` and on the `device`
that a layer or cell is given (None: the defaults; DTypeError for a dtype that is no float). A layer multiplies all inputs with its
input weights at once; only the product with the hidden state is computed step by step, as kernels that are equal for all steps.
"""
from __future__ import annotations

from collections.abc import Callable, Sequence

from heddle.dtype import DTypeLike
from heddle.errors import SettingError, ShapeError
from heddle.nn.layer import Layer
from heddle.nn.parameters import DeviceLike, Initializer, Shape, fan_in_bound
from heddle.tensor import Tensor
from heddle.tensor.autograd.loop_values import carried

#: the gates of inputs and of the hidden state, with what the last step left -> what this one leaves
Step = Callable[[Tensor, Tensor, tuple[Tensor, ...]], tuple[Tensor, ...]]


def _tanh_step(x: Tensor, h: Tensor, state: tuple[Tensor, ...]) -> tuple[Tensor, ...]: return ((x + h).tanh(),)


def _relu_step(x: Tensor, h: Tensor, state: tuple[Tensor, ...]) -> tuple[Tensor, ...]: return ((x + h).relu(),)


def _lstm_step(x: Tensor, h: Tensor, state: tuple[Tensor, ...]) -> tuple[Tensor, ...]:
    """Gates in the order input, forget, cell, output (Hochreiter and Schmidhuber 1997, with the forget gate of Gers and others
    2000)."""
    i, f, g, o = (x + h).chunk(4, dim=-1)
    cell = f.sigmoid() * state[1] + i.sigmoid() * g.tanh()
    return o.sigmoid() * cell.tanh(), cell


def _gru_step(x: Tensor, h: Tensor, state: tuple[Tensor, ...]) -> tuple[Tensor, ...]:
    """Gates in the order reset, update, new (Cho and others 2014); the reset gate scales the product, bias included."""
    (xr, xz, xn), (hr, hz, hn) = x.chunk(3, dim=-1), h.chunk(3, dim=-1)
    new, keep = (xn + (xr + hr).sigmoid() * hn).tanh(), (xz + hz).sigmoid()
    return (new + keep * (state[0] - new),)


_BY_NONLINEARITY: dict[str, Step] = {"tanh": _tanh_step, "relu": _relu_step}


def _step_of(nonlinearity: str) -> Step:
    if nonlinearity not in _BY_NONLINEARITY:
        raise SettingError(f"there is no nonlinearity {nonlinearity!r}", 'There are: "tanh", "relu".')
    return _BY_NONLINEARITY[nonlinearity]


# ---- cells


class _Cell(Layer):
    """Parameters of one step: weight_ih (gates · hidden, in), weight_hh (gates · hidden, hidden), bias_ih, bias_hh (gates ·
    hidden,)."""

    gates = 1

    def __init__(self, input_size: int, hidden_size: int, bias: bool = True, *, dtype: DTypeLike | None = None,
                 device: DeviceLike = None) -> None:
        self.input_size, self.hidden_size = input_size, hidden_size
        first, bound, rows = Initializer(self, dtype, device), fan_in_bound(hidden_size), self.gates * hidden_size
        self.weight_ih = first.uniform((rows, input_size), bound)
        self.weight_hh = first.uniform((rows, hidden_size), bound)
        self.bias_ih = self._first_bias(first, rows, bound) if bias else None
        self.bias_hh = self._first_bias(first, rows, bound) if bias else None

    def _first_bias(self, first: Initializer, rows: int, bound: float) -> Tensor: return first.uniform((rows,), bound)

    def _advance(self, step: Step, x: Tensor, state: tuple[Tensor, ...]) -> tuple[Tensor, ...]:
        _check_last(type(self).__name__, x, self.input_size)
        new = step(x.linear(self.weight_ih.T, self.bias_ih), state[0].linear(self.weight_hh.T, self.bias_hh), state)
        return tuple(map(carried, new))

    def _zeros(self, x: Tensor) -> Tensor:
        return Tensor.zeros(*x.shape[:-1], self.hidden_size, dtype=x.dtype, device=x.device).contiguous()


class RNNCell(_Cell):
    """One step of a plain recurrent network: tanh(W_ih x + b_ih + W_hh h + b_hh), or relu of it.

    x: (batch, in) or (in,), h: (batch, hidden), zeros if None -> the next h. weight_ih: (hidden, in), weight_hh: (hidden, hidden),
    bias_ih, bias_hh: (hidden,), or None without `bias`: uniform within 1 / sqrt(hidden) at first, in `dtype` (the default float if
    None) and on `device` (the default one if None). SettingError for another nonlinearity than "tanh" and "relu", DTypeError if
    `dtype` is no float; when called, ShapeError if x does not fit.
    """

    def __init__(self, input_size: int, hidden_size: int, bias: bool = True, nonlinearity: str = "tanh", *,
                 dtype: DTypeLike | None = None, device: DeviceLike = None) -> None:
        super().__init__(input_size, hidden_size, bias, dtype=dtype, device=device)
        self.nonlinearity = nonlinearity
        _step_of(nonlinearity)

    def __call__(self, x: Tensor, h: Tensor | None = None) -> Tensor:
        """x: (batch, in) or (in,), h: (batch, hidden) or (hidden,) -> the next h."""
        return self._advance(_step_of(self.nonlinearity), x, (self._zeros(x) if h is None else h,))[0]


class LSTMCell(_Cell):
    """One step of a long short-term memory: x (batch, in) and the state -> the next (hidden state, cell), (batch, hidden) each.

    weight_ih: (4 hidden, in), weight_hh: (4 hidden, hidden), uniform within 1 / sqrt(hidden) at first; bias_ih, bias_hh: (4
    hidden,), zeros at first, or None without `bias`. Gates in the order input, forget, cell, output. `dtype`, `device` and errors as
    of `RNNCell`.
    """

    gates = 4

    def _first_bias(self, first: Initializer, rows: int, bound: float) -> Tensor: return first.filled((rows,), 0)

    def __call__(self, x: Tensor, hc: tuple[Tensor, Tensor] | None = None) -> tuple[Tensor, Tensor]:
        """x: (batch, in), hc: hidden state and cell, (batch, hidden) each, zeros if None -> the next two."""
        hidden, cell = self._advance(_lstm_step, x, (self._zeros(x),) * 2 if hc is None else hc)
        return hidden, cell


class GRUCell(_Cell):
    """One step of a gated recurrent unit: x (batch, in) or (in,), h (batch, hidden), zeros if None -> the next h.

    r = sigmoid(W_ir x + b_ir + W_hr h + b_hr), z likewise, n = tanh(W_in x + b_in + r (W_hn h + b_hn)); next h = (1 - z) n + z h.
    weight_ih: (3 hidden, in), weight_hh: (3 hidden, hidden), bias_ih, bias_hh: (3 hidden,), or None without `bias`, in the order
    r, z, n: uniform within 1 / sqrt(hidden) at first. `dtype`, `device` and errors as of `RNNCell`.
    """

    gates = 3

    def __call__(self, x: Tensor, h: Tensor | None = None) -> Tensor:
        """x: (batch, in) or (in,), h: (batch, hidden) or (hidden,) -> the next h."""
        return self._advance(_gru_step, x, (self._zeros(x) if h is None else h,))[0]


# ---- layers


class _Recurrent(Layer):
    """What RNN, LSTM and GRU have in common: parameters by layer and direction, and the loop over time.

    x: (time, batch, in), (batch, time, in) with `batch_first`, or (time, in) for one sequence -> (output, state). output: x's
    shape with hidden features (twice as many with `bidirectional`: forward, then backward) for the last axis. state: after the
    last step, (layers · directions, batch, hidden), or without the batch axis as x is; given as `hx` it is where the layer
    begins, zeros if None.

    lengths: (batch,) integers, as a list or a tensor: sequence i has lengths[i] steps and padding behind it. The state does not
    change in padding, its output is 0, and the backward direction begins at the sequence's own end: what torch does with packed
    sequences. dropout: the chance that an element of what one layer gives to the next is dropped while `Tensor.training`.
    """

    gates, states = 1, 1

    def __init__(self, input_size: int, hidden_size: int, num_layers: int = 1, bias: bool = True, batch_first: bool = False,
                 dropout: float = 0.0, bidirectional: bool = False, proj_size: int = 0, *, dtype: DTypeLike | None = None,
                 device: DeviceLike = None) -> None:
        if num_layers < 1: raise SettingError(f"a recurrent layer needs layers, got num_layers={num_layers}", "Give 1 or more.")
        if not 0 <= dropout <= 1: raise SettingError(f"dropout is {dropout}", "Give a chance from 0 to 1.")
        if not 0 <= proj_size < max(hidden_size, 1):
            raise SettingError(f"proj_size is {proj_size} with {hidden_size} hidden features",
                               "Give a proj_size below hidden_size, or 0 for none.")
        self.input_size, self.hidden_size, self.num_layers, self.bias = input_size, hidden_size, num_layers, bias
        self.batch_first, self.dropout, self.bidirectional, self.proj_size = batch_first, dropout, bidirectional, proj_size
        first = Initializer(self, dtype, device)
        for layer in range(num_layers):
            features = input_size if layer == 0 else self._width * len(self._directions)
            for suffix in self._suffixes(layer): self._make(first, suffix, features)

    @property
    def _width(self) -> int: return self.proj_size or self.hidden_size

    @property
    def _directions(self) -> tuple[str, ...]: return ("", "_reverse") if self.bidirectional else ("",)

    def _suffixes(self, layer: int) -> list[str]: return [f"_l{layer}{direction}" for direction in self._directions]

    def _make(self, first: Initializer, suffix: str, inputs: int) -> None:
        bound, rows = fan_in_bound(self.hidden_size), self.gates * self.hidden_size
        shapes: dict[str, Shape] = {"weight_ih": (rows, inputs), "weight_hh": (rows, self._width)}
        if self.bias: shapes |= {"bias_ih": (rows,), "bias_hh": (rows,)}
        if self.proj_size: shapes["weight_hr"] = (self.proj_size, self.hidden_size)
        for name, shape in shapes.items(): setattr(self, name + suffix, first.uniform(shape, bound))

    def _step(self, x: Tensor, h: Tensor, state: tuple[Tensor, ...]) -> tuple[Tensor, ...]: raise NotImplementedError

    def _run(self, x: Tensor, hx: tuple[Tensor, ...] | None,
             lengths: Sequence[int] | Tensor | None) -> tuple[Tensor, tuple[Tensor, ...]]:
        """The output and each of the last states."""
        what = type(self).__name__
        if x.ndim not in (2, 3): raise ShapeError(f"{what} needs (time, batch, in) or (time, in), got shape {x.shape}",
                                                  "Give one sequence, or a batch of them.")
        _check_last(what, x, self.input_size)
        single = x.ndim == 2
        y = x.unsqueeze(1) if single else x.transpose(0, 1) if self.batch_first else x
        if y.shape[0] == 0:
            raise ShapeError(f"{what} needs a step at least, got shape {x.shape}", "Leave out sequences without steps.")
        start = self._start(y, hx, single)
        valid = None if lengths is None else _valid_steps(what, y, lengths)
        last: list[tuple[Tensor, ...]] = []
        for layer in range(self.num_layers):
            if layer: y = y.dropout(self.dropout)
            parts: list[Tensor] = []
            for suffix in self._suffixes(layer):
                states = tuple(s[len(last)] for s in start)
                part, end = self._walk(y, states, suffix, valid)
                parts.append(part)
                last.append(end)
            y = parts[0].cat(*parts[1:], dim=-1)
        ends = tuple(Tensor.stack(*[end[n] for end in last]) for n in range(self.states))
        if single: return y.squeeze(1), tuple(e.squeeze(1) for e in ends)
        return (y.transpose(0, 1) if self.batch_first else y), ends

    def _start(self, y: Tensor, hx: tuple[Tensor, ...] | None, single: bool) -> tuple[Tensor, ...]:
        """Each state before the first step: (layers · directions, batch, features)."""
        lead = self.num_layers * len(self._directions)
        shapes = [(lead, y.shape[1], n) for n in (self._width, self.hidden_size)[:self.states]]
        if hx is None: return tuple(Tensor.zeros(*shape, dtype=y.dtype, device=y.device).contiguous() for shape in shapes)
        if len(hx) != self.states: raise ShapeError(f"{type(self).__name__} has {self.states} states, got {len(hx)}",
                                                    "Give what an earlier call returned.")
        given = tuple(s.unsqueeze(1) if single and s.ndim == 2 else s for s in hx)
        for s, shape in zip(given, shapes, strict=True):
            if s.shape != shape: raise ShapeError(f"{type(self).__name__} needs a state {shape}, got shape {s.shape}",
                                                  "Its axes are (layers · directions, batch, features).")
        return given

    def _walk(self, x: Tensor, state: tuple[Tensor, ...], suffix: str, valid: Tensor | None) -> tuple[Tensor, tuple[Tensor, ...]]:
        """One direction of one layer: x (time, batch, features) -> (time, batch, width) and the last states."""
        bias_ih, bias_hh = (getattr(self, f"{name}{suffix}") if self.bias else None for name in ("bias_ih", "bias_hh"))
        gates = x.linear(getattr(self, f"weight_ih{suffix}").T, bias_ih).contiguous()
        recurrent = getattr(self, f"weight_hh{suffix}").T
        order = range(x.shape[0])[::-1] if suffix.endswith("_reverse") else range(x.shape[0])
        outputs: list[Tensor] = [x] * x.shape[0]
        for t in order:
            new = self._step(gates[t], state[0].linear(recurrent, bias_hh), state)
            if self.proj_size: new = (new[0].linear(getattr(self, f"weight_hr{suffix}").T), *new[1:])
            if valid is not None: new = tuple(valid[t].where(a, b) for a, b in zip(new, state, strict=True))
            state = tuple(map(carried, new))
            outputs[t] = state[0] if valid is None else valid[t].where(state[0], 0)
        return Tensor.stack(*outputs), state


class RNN(_Recurrent):
    """A plain recurrent network: h = tanh(W_ih x + b_ih + W_hh h + b_hh) at each step, or relu of it with nonlinearity="relu".

    Parameters of layer k: weight_ih_lk (hidden, features), weight_hh_lk (hidden, hidden), bias_ih_lk, bias_hh_lk (hidden,), and
    with `_reverse` behind the name those of the other direction: uniform within 1 / sqrt(hidden) at first. Call with (x, hx,
    lengths): see LSTM, also for `dtype`, `device` and errors; SettingError for another nonlinearity.
    """

    def __init__(self, input_size: int, hidden_size: int, num_layers: int = 1, nonlinearity: str = "tanh", bias: bool = True,
                 batch_first: bool = False, dropout: float = 0.0, bidirectional: bool = False, *, dtype: DTypeLike | None = None,
                 device: DeviceLike = None) -> None:
        super().__init__(input_size, hidden_size, num_layers, bias, batch_first, dropout, bidirectional, dtype=dtype, device=device)
        self.nonlinearity = nonlinearity
        _step_of(nonlinearity)

    def _step(self, x: Tensor, h: Tensor, state: tuple[Tensor, ...]) -> tuple[Tensor, ...]:
        return _step_of(self.nonlinearity)(x, h, state)

    def __call__(self, x: Tensor, hx: Tensor | None = None, lengths: Sequence[int] | Tensor | None = None) -> tuple[Tensor, Tensor]:
        """x: (time, batch, in), hx: (layers · directions, batch, hidden) -> the output, and the last hidden state."""
        output, state = self._run(x, None if hx is None else (hx,), lengths)
        return output, state[0]


class LSTM(_Recurrent):
    """A long short-term memory in `num_layers` layers, forward or in both directions: x -> (output, (h, c)).

    x: (time, batch, in), (batch, time, in) with `batch_first`, or (time, in). output: the hidden state of the last layer after
    each step, hidden features (proj_size if given), twice as many with `bidirectional`. h, c: (layers · directions, batch,
    features) after the last step. hx: the (h, c) to begin with, zeros if None. lengths: (batch,) steps of each sequence, the
    rest being padding: the state does not change there, the output is 0, and the backward direction begins at the sequence's
    end, as with torch's packed sequences.

    Parameters of layer k: weight_ih_lk (4 hidden, features), weight_hh_lk (4 hidden, hidden or proj_size), bias_ih_lk, bias_hh_lk
    (4 hidden,), weight_hr_lk (proj_size, hidden), and with `_reverse` behind the name those of the other direction: uniform within
    1 / sqrt(hidden) at first, in `dtype` (the default float if None) and on `device` (the default one if None). dropout: between
    layers, while `Tensor.training`. SettingError if num_layers, dropout or proj_size are out of range, DTypeError if `dtype` is no
    float; when called, ShapeError if x, hx or lengths do not fit.
    """

    gates, states = 4, 2

    def _step(self, x: Tensor, h: Tensor, state: tuple[Tensor, ...]) -> tuple[Tensor, ...]: return _lstm_step(x, h, state)

    def __call__(self, x: Tensor, hx: tuple[Tensor, Tensor] | None = None,
                 lengths: Sequence[int] | Tensor | None = None) -> tuple[Tensor, tuple[Tensor, Tensor]]:
        """x: (time, batch, in), hx: (h, c) of (layers · directions, batch, features) each -> the output, and the last (h, c)."""
        output, state = self._run(x, hx, lengths)
        return output, (state[0], state[1])


class GRU(_Recurrent):
    """Gated recurrent units in layers: x -> (output, h), computed at each step as `GRUCell` does.

    Parameters of layer k: weight_ih_lk (3 hidden, features), weight_hh_lk (3 hidden, hidden), bias_ih_lk, bias_hh_lk (3
    hidden,), and with `_reverse` behind the name those of the other direction. Call with (x, hx, lengths): see LSTM, also for
    `dtype`, `device` and errors.
    """

    gates = 3

    def __init__(self, input_size: int, hidden_size: int, num_layers: int = 1, bias: bool = True, batch_first: bool = False,
                 dropout: float = 0.0, bidirectional: bool = False, *, dtype: DTypeLike | None = None,
                 device: DeviceLike = None) -> None:
        super().__init__(input_size, hidden_size, num_layers, bias, batch_first, dropout, bidirectional, dtype=dtype, device=device)

    def _step(self, x: Tensor, h: Tensor, state: tuple[Tensor, ...]) -> tuple[Tensor, ...]: return _gru_step(x, h, state)

    def __call__(self, x: Tensor, hx: Tensor | None = None, lengths: Sequence[int] | Tensor | None = None) -> tuple[Tensor, Tensor]:
        """x: (time, batch, in), hx: (layers · directions, batch, hidden) -> the output, and the last hidden state."""
        output, state = self._run(x, None if hx is None else (hx,), lengths)
        return output, state[0]


def _check_last(what: str, x: Tensor, features: int) -> None:
    if x.ndim and x.shape[-1] == features: return
    raise ShapeError(f"{what} needs a last axis of {features}, got shape {x.shape}", "Make the layer for the last axis of the input.")


def _valid_steps(what: str, y: Tensor, lengths: Sequence[int] | Tensor) -> Tensor:
    """(time, batch, 1) bool: whether a step is in its sequence."""
    known = lengths if isinstance(lengths, Tensor) else Tensor(list(lengths), dtype="int32", device=y.device)
    if known.shape != (y.shape[1],) or not known.dtype.is_integer():
        raise ShapeError(f"{what} needs {y.shape[1]} lengths, one integer for each sequence, got {known!r}",
                         "Give a list of integers, or a tensor of shape (batch,).")
    if not isinstance(lengths, Tensor) and not all(1 <= n <= y.shape[0] for n in lengths):
        raise ShapeError(f"{what} got lengths {list(lengths)} for {y.shape[0]} steps", f"Give lengths from 1 to {y.shape[0]}.")
    steps = Tensor.arange(y.shape[0], dtype=known.dtype, device=known.device)
    return (steps.unsqueeze(1) < known.unsqueeze(0)).unsqueeze(-1).to(y.device)
