"""RNN, GRU and LSTM with all their attributes, against the standard's formulas in NumPy and against onnxruntime."""
from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import onnx
import pytest
from onnx import helper

from heddle import Tensor, TinyJit
from heddle.errors import UnsupportedError
from heddle.nn.onnx import OnnxRunner, unsupported
from tests.nn.onnx.one_node import check, model

TIME, BATCH, IN, HIDDEN = 3, 2, 2, 3
GATES = {"RNN": 1, "GRU": 3, "LSTM": 4}
USUAL = {"RNN": ["Tanh"], "GRU": ["Sigmoid", "Tanh"], "LSTM": ["Sigmoid", "Tanh", "Tanh"]}
Array = np.ndarray[Any, Any]

# ---- the reference


def sigmoid(x: Array) -> Array: return 1 / (1 + np.exp(-x))


#: each with the parameters that it takes and their defaults
FUNCTIONS: dict[str, tuple[Callable[..., Array], dict[str, float]]] = {
    "Relu": (lambda x: np.maximum(x, 0), {}), "Tanh": (np.tanh, {}), "Sigmoid": (sigmoid, {}),
    "Affine": (lambda x, alpha, beta: alpha * x + beta, {"alpha": np.nan, "beta": 0.0}),
    "LeakyRelu": (lambda x, alpha: np.where(x >= 0, x, alpha * x), {"alpha": 0.01}),
    "ThresholdedRelu": (lambda x, alpha: np.where(x >= alpha, x, 0), {"alpha": 1.0}),
    "ScaledTanh": (lambda x, alpha, beta: alpha * np.tanh(beta * x), {"alpha": np.nan, "beta": np.nan}),
    "HardSigmoid": (lambda x, alpha, beta: np.clip(alpha * x + beta, 0, 1), {"alpha": 0.2, "beta": 0.5}),
    "Elu": (lambda x, alpha: np.where(x >= 0, x, alpha * np.expm1(x)), {"alpha": 1.0}),
    "Softsign": (lambda x: x / (1 + np.abs(x)), {}), "Softplus": (lambda x: np.log1p(np.exp(x)), {}),
}


def functions(op: str, count: int, more: dict[str, Any]) -> list[list[Callable[[Array], Array]]]:
    """The activations of each direction; each takes the next alpha and beta if it has one."""
    names = more.get("activations", USUAL[op] * count)
    given = {kind: iter(more.get(f"activation_{kind}", [])) for kind in ("alpha", "beta")}
    found: list[Callable[[Array], Array]] = []
    for name in names:
        call, defaults = FUNCTIONS[name]
        values = {kind: next(given[kind], default) for kind, default in defaults.items()}
        found.append(lambda x, call=call, values=values: call(x, **values))
    each = len(USUAL[op])
    return [found[i:i + each] for i in range(0, len(found), each)]


def stepped(op: str, f: list[Callable[[Array], Array]], x: Array, w: Array, r: Array, b: Array, h: Array, c: Array, p: Array,
            more: dict[str, Any]) -> tuple[Array, Array]:
    """The next h and c of one row, by the equations of the standard."""
    bound = more.get("clip", np.inf)
    k = HIDDEN

    def part(a: Array, gate: int) -> Array: return a[gate * k:(gate + 1) * k]
    def total(gate: int, state: Array) -> Array:
        return part(w, gate) @ x + part(r, gate) @ state + part(b, gate) + part(b, GATES[op] + gate)
    def clipped(a: Array) -> Array: return np.clip(a, -bound, bound)
    if op == "RNN": return f[0](clipped(total(0, h))), c
    if op == "GRU":
        z, reset = f[0](clipped(total(0, h))), f[0](clipped(total(1, h)))
        old = reset * (part(r, 2) @ h + part(b, 5)) if more.get("linear_before_reset") else part(r, 2) @ (reset * h) + part(b, 5)
        return (1 - z) * f[1](clipped(part(w, 2) @ x + part(b, 2) + old)) + z * h, c
    i = f[0](clipped(total(0, h) + part(p, 0) * c))
    forget = 1 - i if more.get("input_forget") else f[0](clipped(total(2, h) + part(p, 2) * c))
    cell = forget * c + i * f[1](clipped(total(3, h)))
    return f[0](clipped(total(1, h) + part(p, 1) * cell)) * f[2](cell), cell


def reference(op: str, inputs: list[Array | None], more: dict[str, Any]) -> list[Array]:
    """Y, Y_h and, of LSTM, Y_c. Rows are computed one by one, each as long as it is."""
    x, w, r, b, lengths, h0, c0, p = [*inputs, None, None, None][:8]
    assert x is not None and w is not None and r is not None and h0 is not None
    if more.get("layout"): x, h0, c0 = x.swapaxes(0, 1), h0.swapaxes(0, 1), None if c0 is None else c0.swapaxes(0, 1)
    count = len(w)
    y, last, cells = (np.zeros((*n, count, BATCH, HIDDEN), np.float64) for n in ((TIME,), (), ()))
    for d, f in enumerate(functions(op, count, more)):
        for row in range(BATCH):
            length = TIME if lengths is None else int(lengths[row])
            h, c = h0[d, row].astype(np.float64), np.zeros(HIDDEN) if c0 is None else c0[d, row].astype(np.float64)
            order = range(length)[::-1] if d or more.get("direction") == "reverse" else range(length)
            for t in order:
                bias = np.zeros(2 * GATES[op] * HIDDEN) if b is None else b[d]
                h, c = stepped(op, f, x[t, row], w[d], r[d], bias, h, c, np.zeros(3 * HIDDEN) if p is None else p[d], more)
                y[t, d, row] = h
            if length: last[d, row], cells[d, row] = h, c
    if more.get("layout"): return [y.transpose(2, 0, 1, 3), last.swapaxes(0, 1), cells.swapaxes(0, 1)][:3 if op == "LSTM" else 2]
    return [y, last, cells][:3 if op == "LSTM" else 2]


# ---- the cases


def drawn(op: str, directions: int = 1, layout: int = 0, lengths: list[int] | None = None, bias: bool = True,
          peepholes: bool = False) -> list[Array | None]:
    rng = np.random.default_rng(len(op) + directions)
    def f(*shape: int) -> Array: return rng.standard_normal(shape).astype(np.float32)
    k = GATES[op] * HIDDEN
    states = [f(directions, BATCH, HIDDEN) for _ in range(2 if op == "LSTM" else 1)]
    x = f(TIME, BATCH, IN)
    if layout: x, states = x.swapaxes(0, 1).copy(), [s.swapaxes(0, 1).copy() for s in states]
    found = [x, f(directions, k, IN), f(directions, k, HIDDEN), f(directions, 2 * k) if bias else None,
             None if lengths is None else np.array(lengths, np.int32), *states]
    return [*found, f(directions, 3 * HIDDEN)] if peepholes else found


#: for each op the activations that a direction has, with alphas and betas that only some of them take
MIXED: dict[str, dict[str, Any]] = {
    "RNN": {"activations": ["HardSigmoid", "LeakyRelu"], "activation_alpha": [0.3, 0.2], "activation_beta": [0.6]},
    "GRU": {"activations": ["HardSigmoid", "Softsign", "Sigmoid", "Elu"], "activation_alpha": [0.3, 0.5], "activation_beta": [0.4]},
    "LSTM": {"activations": ["Sigmoid", "Affine", "ScaledTanh", "HardSigmoid", "Relu", "Softsign"],
             "activation_alpha": [0.8, 1.5, 0.3], "activation_beta": [0.1, 0.7, 0.4]},
}
BOTH = {"direction": "bidirectional"}
CASES: dict[str, tuple[str, dict[str, Any], dict[str, Any]]] = {
    **{f"{op} {name}": (op, attributes, given) for op in GATES for name, attributes, given in (
        ("plain", {}, {}), ("without a bias", {}, {"bias": False}),
        ("reverse with lengths", {"direction": "reverse"}, {"lengths": [3, 1]}),
        ("both ways with lengths", BOTH, {"directions": 2, "lengths": [2, 3]}), ("clip", {"clip": 0.4}, {}),
        ("a row of length 0", {}, {"lengths": [0, 2]}), ("mixed activations, clipped", {**BOTH, **MIXED[op], "clip": 0.9},
                                                         {"directions": 2, "lengths": [3, 2]}))},
    **{f"RNN {name}": ("RNN", {"activations": [name]}, {}) for name in FUNCTIONS if name not in ("Affine", "ScaledTanh")},
    **{f"RNN {name} with parameters": ("RNN", {"activations": [name], "activation_alpha": [0.45], "activation_beta": [0.3]}, {})
       for name in FUNCTIONS},
    "GRU linear before reset": ("GRU", {"linear_before_reset": 1, "clip": 0.5}, {}),
    "LSTM peepholes": ("LSTM", {}, {"peepholes": True}),
    "LSTM peepholes, clipped, both ways": ("LSTM", {**BOTH, "clip": 0.5}, {"peepholes": True, "directions": 2, "lengths": [1, 3]}),
    "LSTM coupled gates": ("LSTM", {"input_forget": 1}, {"peepholes": True}),
    "LSTM of three other activations": ("LSTM", {"activations": ["Softsign", "Relu", "Softplus"]}, {}),
}


def found(op: str, inputs: list[Array | None], device: str = "PYTHON", **more: Any) -> list[Array]:
    results = 3 if op == "LSTM" else 2
    made = model(op, inputs, results, "", 1, hidden_size=HIDDEN, **more)
    got = OnnxRunner(made, device)({f"x{i}": Tensor(x, device=device) for i, x in enumerate(inputs) if x is not None})
    return [got[f"y{i}"].numpy() for i in range(results)]


@pytest.mark.parametrize("name", list(CASES))
def test_the_formulas_of_the_standard(name: str) -> None:
    op, attributes, given = CASES[name]
    inputs = drawn(op, **given)
    for got, want in zip(found(op, inputs, **attributes), reference(op, inputs, attributes), strict=True):
        assert got.dtype == np.float32
        np.testing.assert_allclose(got, want, rtol=1e-4, atol=1e-5)


@pytest.mark.parametrize("name", list(CASES))
def test_onnxruntime(name: str) -> None:
    op, attributes, given = CASES[name]
    check(op, drawn(op, **given), 3 if op == "LSTM" else 2, hidden_size=HIDDEN, **attributes)


@pytest.mark.parametrize("lengths", [None, [1, 3]], ids=["whole", "lengths"])
@pytest.mark.parametrize("op", list(GATES))
def test_the_batch_as_the_first_axis(op: str, lengths: list[int] | None) -> None:
    """onnxruntime has this layout not on CPU."""
    more = {**BOTH, **MIXED[op], "layout": 1}
    inputs = drawn(op, 2, layout=1, lengths=lengths)
    got, want = found(op, inputs, **more), reference(op, inputs, more)
    assert [g.shape for g in got] == [(BATCH, TIME, 2, HIDDEN), *[(BATCH, 2, HIDDEN)] * (len(got) - 1)]
    for g, w in zip(got, want, strict=True): np.testing.assert_allclose(g, w, rtol=1e-4, atol=1e-5)


def test_on_a_device_and_captured() -> None:
    op, attributes, given = CASES["LSTM peepholes, clipped, both ways"]
    inputs = drawn(op, **given)
    runner = OnnxRunner(model(op, inputs, 3, "", 1, hidden_size=HIDDEN, **attributes))
    held = {f"x{i}": Tensor(x).realize() for i, x in enumerate(inputs) if x is not None and i}
    step = TinyJit(lambda x: runner({"x0": x, **held})["y0"].realize())
    for i in range(3):
        x = np.random.default_rng(i).standard_normal((TIME, BATCH, IN)).astype(np.float32)
        want = reference(op, [x, *inputs[1:]], attributes)[0]
        np.testing.assert_allclose(step(Tensor(x).realize()).numpy(), want, rtol=1e-4, atol=1e-5)


def test_no_steps_leave_the_first_states() -> None:
    inputs = drawn("LSTM")
    assert inputs[0] is not None and inputs[5] is not None and inputs[6] is not None
    y, h, c = found("LSTM", [inputs[0][:0], *inputs[1:]])
    assert y.shape == (0, 1, BATCH, HIDDEN)
    np.testing.assert_array_equal(h, inputs[5])
    np.testing.assert_array_equal(c, inputs[6])


def test_weights_that_the_model_stores_are_not_left_to_the_evaluator() -> None:
    """All inputs are small and stored; ONNX's own evaluator takes no notice of clip and activations."""
    op, attributes, given = CASES["RNN mixed activations, clipped"]
    inputs = drawn(op, **given)
    made = model(op, inputs, 2, "", 1, hidden_size=HIDDEN, **attributes)
    for i in made.graph.input:
        value = inputs[int(i.name[1:])]
        assert value is not None
        made.graph.initializer.append(onnx.numpy_helper.from_array(value, i.name))
    del made.graph.input[:]
    got = OnnxRunner(made, "PYTHON")({})["y0"].numpy()
    np.testing.assert_allclose(got, reference(op, inputs, attributes)[0], rtol=1e-4, atol=1e-5)


# ---- what is refused


REFUSED: dict[str, tuple[dict[str, Any], str]] = {
    "an unknown activation": ({"activations": ["Sigmoid", "Swish"]}, "the activation Swish; there are Relu, Tanh, "),
    "too few activations": ({"activations": ["Sigmoid", "Tanh"], "direction": "bidirectional"},
                            "2 activations, bidirectional GRU needs 4"),
    "no alpha and beta": ({"activations": ["Sigmoid", "ScaledTanh"]},
                          "the activation ScaledTanh without activation_alpha and activation_beta"),
    "no beta": ({"activations": ["Sigmoid", "ScaledTanh"], "activation_alpha": [0.5]},
                "the activation ScaledTanh without activation_beta"),
    "a negative clip": ({"clip": -1.0}, "the attribute clip of -1, which bounds nothing"),
    "a direction": ({"direction": "sideways"}, "the direction sideways; there are forward, reverse, bidirectional"),
}


@pytest.mark.parametrize("name", list(REFUSED))
def test_attributes_that_are_refused_when_the_model_is_opened(name: str) -> None:
    attributes, text = REFUSED[name]
    made = model("GRU", drawn("GRU"), 2, "", 1, hidden_size=HIDDEN, **attributes)
    said = [str(part) for part in unsupported(made)]
    assert len(said) == 1 and said[0].startswith(f"GRU (computes y0): {text}")
    with pytest.raises(UnsupportedError, match=r"(?s)GRU \(computes y0\).*Export it"): OnnxRunner(made)


def test_an_activation_that_a_function_is_given_is_refused_when_it_runs() -> None:
    body = helper.make_node("RNN", ["a", "b", "c"], ["d"], hidden_size=HIDDEN)
    body.attribute.append(onnx.AttributeProto(name="activations", ref_attr_name="kinds", type=onnx.AttributeProto.STRINGS))
    function = helper.make_function("own", "Cell", ["a", "b", "c"], ["d"], [body], [helper.make_opsetid("", 17)], ["kinds"])
    inputs = [x for x in drawn("RNN")[:3] if x is not None]
    given = [helper.make_tensor_value_info(f"x{i}", onnx.TensorProto.FLOAT, x.shape) for i, x in enumerate(inputs)]
    call = helper.make_node("Cell", ["x0", "x1", "x2"], ["y"], domain="own", kinds=["Swish"])
    graph = helper.make_graph([call], "g", given, [helper.make_empty_tensor_value_info("y")])
    imports = [helper.make_opsetid("", 17), helper.make_opsetid("own", 1)]
    runner = OnnxRunner(helper.make_model(graph, opset_imports=imports, functions=[function], ir_version=8))
    with pytest.raises(UnsupportedError, match=r"(?s)in RNN.*the activation Swish.*Export the model with one of these"):
        runner({f"x{i}": x for i, x in enumerate(inputs)})
