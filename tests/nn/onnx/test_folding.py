"""Graphs made smaller when a model is opened: what is folded into convolutions, what is not, and that results stay what they were."""
from __future__ import annotations

from typing import Any

import numpy as np
import onnx
import pytest
from onnx import TensorProto, helper
from onnx.reference import ReferenceEvaluator

from heddle import Tensor, TinyJit
from heddle.nn.onnx import OnnxRunner
from tests.nn.onnx.test_runner import info, model, node

Weights = dict[str, np.ndarray]


def numbers(*shape: int, seed: int = 0, least: float = -1.0, dtype: Any = np.float32) -> np.ndarray:
    return np.random.default_rng([seed, *shape]).uniform(least, 1.5, shape).astype(dtype)


def normalisation(channels: int) -> Weights:
    return {n: numbers(channels, seed=i, least=0.5 if n == "v" else -1) for i, n in enumerate("sbmv")}


def ops_of(runner: OnnxRunner) -> list[str]: return [n.op for n in runner._graph.nodes]


def check(made: onnx.ModelProto, left: list[str], *shape: int) -> OnnxRunner:
    """The ops that are left, and the same result as the reference's. A runner of the model."""
    x, runner = numbers(*shape, seed=9), OnnxRunner(made)
    assert ops_of(runner) == left
    for name, want in zip(runner.graph_outputs, ReferenceEvaluator(made).run(None, {"x": x}), strict=True):
        np.testing.assert_allclose(runner({"x": x})[name].numpy(), want, rtol=1e-4, atol=1e-5)
    return runner


def net(nodes: list[onnx.NodeProto], weights: Weights, results: str = "y", opset: int = 20) -> onnx.ModelProto:
    return model(nodes, [info("x", None)], [info(name, None) for name in results.split()], weights, opset)


def conv(bias: bool = False, **more: Any) -> onnx.NodeProto: return node("Conv", "x w c" if bias else "x w", "k", **more)


# ---- what is folded


@pytest.mark.parametrize("bias", [False, True])
def test_a_chain_of_factors_and_addends(bias: bool) -> None:
    nodes = [conv(bias), node("BatchNormalization", "k s b m v", "n"), node("Mul", "n f", "p"), node("Sub", "t p", "q"),
             node("Div", "q d", "r"), node("Add", "r one", "z"), node("Relu", "z", "y")]
    weights = {"w": numbers(4, 3, 3, 3), "c": numbers(4), "f": numbers(1, 4, 1, 1), "t": numbers(4, 1, 1), "one": numbers(1),
               "d": numbers(1, 1, 1, least=0.5)} | normalisation(4)
    runner = check(net(nodes, weights), ["Conv", "Relu"], 2, 3, 6, 5)
    assert len(runner.weights) == 2  # what is not read any more is let go


@pytest.mark.parametrize("groups", [1, 2])
@pytest.mark.parametrize("op", ["Conv", "ConvTranspose"])
def test_groups(op: str, groups: int) -> None:
    channels = 6 if op == "Conv" else 2 * groups
    shape = (6, 4 // groups, 2, 3) if op == "Conv" else (4, 2, 2, 3)
    nodes = [node(op, "x w", "k", group=groups), node("BatchNormalization", "k s b m v", "y")]
    weights, x = {"w": numbers(*shape)} | normalisation(channels), numbers(2, 4, 5, 7)
    runner, plain = OnnxRunner(net(nodes, weights)), OnnxRunner(net(nodes, weights, "y k"))
    assert ops_of(runner) == [op] and ops_of(plain) == [op, "BatchNormalization"]
    np.testing.assert_allclose(runner({"x": x})["y"].numpy(), plain({"x": x})["y"].numpy(), rtol=1e-4, atol=1e-5)


@pytest.mark.parametrize("space", [1, 3])
def test_other_numbers_of_axes(space: int) -> None:
    nodes = [conv(), node("Mul", "f k", "y")]
    check(net(nodes, {"w": numbers(4, 3, *[2] * space), "f": numbers(4, *[1] * space)}), ["Conv"], 2, 3, *[5] * space)


def test_constants_are_computed_first() -> None:
    nodes = [conv(), node("Reshape", "c shape", "t"), node("Neg", "t", "u"), node("Add", "k u", "y")]
    check(net(nodes, {"w": numbers(4, 3, 1, 1), "c": numbers(4), "shape": np.array([1, 4, 1, 1])}), ["Conv"], 2, 3, 4, 4)


def test_a_normalisation_of_the_first_versions() -> None:
    """`is_test` says that it does not train: the statistics are those of the batch without it, and nothing is folded."""
    weights = {"w": numbers(4, 3, 1, 1)} | normalisation(4)
    for is_test, left in ((1, ["Conv"]), (0, ["Conv", "BatchNormalization"])):
        runner = OnnxRunner(net([conv(), node("BatchNormalization", "k s b m v", "y", is_test=is_test)], weights, opset=6))
        assert ops_of(runner) == left


def test_in_a_branch() -> None:
    body = helper.make_graph([conv(), node("Mul", "k f", "z")], "body", [], [info("z", None)],
                             [onnx.numpy_helper.from_array(numbers(4, 3, 1, 1), "w"), onnx.numpy_helper.from_array(numbers(1), "f")])
    other = helper.make_graph([node("Identity", "x", "z")], "other", [], [info("z", None)])
    made = model([node("If", "flag", "y", then_branch=body, else_branch=other)],
                 [info("x", None), info("flag", [], TensorProto.BOOL)], [info("y", None)])
    runner, x = OnnxRunner(made), numbers(2, 3, 4, 4)
    assert [n.op for n in runner._graph.nodes[0].attributes["then_branch"].nodes] == ["Conv"]
    want = ReferenceEvaluator(made).run(None, {"x": x, "flag": np.array(True)})[0]
    np.testing.assert_allclose(runner({"x": x, "flag": True})["y"].numpy(), want, rtol=1e-4, atol=1e-5)


def test_weights_of_two_convolutions_are_folded_apart() -> None:
    nodes = [conv(), node("BatchNormalization", "k s b m v", "n"), node("Conv", "x w", "l"), node("Mul", "l f", "p"),
             node("Add", "n p", "y")]
    check(net(nodes, {"w": numbers(4, 3, 3, 3), "f": numbers(4, 1, 1)} | normalisation(4)), ["Conv", "Conv", "Add"], 2, 3, 6, 6)


# ---- what is not


def test_what_a_branch_reads_stays() -> None:
    branches = {f"{name}_branch": helper.make_graph([node(op, "k k", "z")], name, [], [info("z", None)])
                for name, op in (("then", "Add"), ("else", "Mul"))}
    nodes = [conv(), node("Mul", "k f", "q"), node("If", "flag", "i", **branches), node("Add", "q i", "y")]
    made = model(nodes, [info("x", None), info("flag", [], TensorProto.BOOL)], [info("y", None)],
                 {"w": numbers(4, 3, 1, 1), "f": numbers(4, 1, 1)})
    runner, x = OnnxRunner(made), numbers(2, 3, 4, 4)
    assert ops_of(runner) == ["Conv", "Mul", "If", "Add"]
    want = ReferenceEvaluator(made).run(None, {"x": x, "flag": np.array(True)})[0]
    np.testing.assert_allclose(runner({"x": x, "flag": True})["y"].numpy(), want, rtol=1e-4, atol=1e-5)


@pytest.mark.parametrize("nodes, results", [
    ([conv(), node("Mul", "k f", "y"), node("Relu", "k", "z")], "y z"),  # something else reads what the convolution computes
    ([conv(), node("Mul", "k f", "y")], "y k"),  # it is a result itself
    ([conv(), node("Mul", "k k", "y")], "y"),
    ([conv(), node("Mul", "k space", "y")], "y"),  # other factors at other places
    ([conv(), node("Add", "k batch", "y")], "y"),  # for other pictures
    ([conv(), node("Add", "k rows", "y")], "y"),  # with more axes
    ([conv(), node("Div", "f k", "y")], "y"),  # is no factor
    ([conv(), node("Mul", "k huge", "y")], "y"),  # overflows
    ([conv(), node("Mul", "k nothing", "i"), node("Div", "i nothing", "y")], "y"),  # 0 / 0 is NaN at run time as well
    ([node("Conv", "x computed", "k"), node("Mul", "k f", "y")], "y"),
])
def test_what_stays(nodes: list[onnx.NodeProto], results: str) -> None:
    weights = {"w": numbers(4, 3, 1, 1), "f": numbers(1, 4, 1, 1), "space": numbers(4, 4), "batch": numbers(2, 1, 1, 1),
               "rows": numbers(1, 1, 4, 1, 1), "huge": np.full(1, 3e38, np.float32), "nothing": np.zeros(1, np.float32)}
    if any("computed" in n.input for n in nodes):
        nodes = [node("ReduceMean", "x", "mean", keepdims=0), node("Mul", "w mean", "computed"), *nodes]
    x, made = numbers(2, 3, 4, 4, seed=9), net(nodes, weights, results)
    runner = OnnxRunner(made)
    assert len(runner._graph.nodes) == len(nodes) - ("nothing" in nodes[1].input)
    with np.errstate(all="ignore"): want = ReferenceEvaluator(made).run(None, {"x": x})
    for name, value in zip(runner.graph_outputs, want, strict=True):
        np.testing.assert_allclose(runner({"x": x})[name].numpy(), value, rtol=1e-4, atol=1e-5)


def test_what_a_caller_may_replace_stays() -> None:
    """A stored tensor that is an input as well is a default."""
    weights = {"w": numbers(4, 3, 1, 1), "f": numbers(1, 4, 1, 1)}
    made = model([conv(), node("Mul", "k f", "y")], [info("x", None), info("f", [1, 4, 1, 1])], [info("y", None)], weights)
    runner, x = OnnxRunner(made), numbers(2, 3, 4, 4)
    assert ops_of(runner) == ["Conv", "Mul"]
    plain = runner({"x": x})["y"].numpy()
    np.testing.assert_allclose(runner({"x": x, "f": weights["f"] * 2})["y"].numpy(), plain * 2, rtol=1e-5)


def test_training_normalisations_stay() -> None:
    nodes = [conv(), helper.make_node("BatchNormalization", [*"ksbmv"], ["y", "mean", "var"], training_mode=1)]
    assert ops_of(OnnxRunner(net(nodes, {"w": numbers(4, 3, 1, 1)} | normalisation(4)))) == ["Conv", "BatchNormalization"]


def test_gradients_see_the_weights_that_they_name() -> None:
    made = model([conv(), node("Mul", "k f", "y"),
                  helper.make_node("Gradient", ["w", "x"], ["g"], domain="ai.onnx.preview.training", xs=["w"], zs=["x"], y="y")],
                 [info("x", [1, 3, 4, 4])], [info("g", None)], {"w": numbers(4, 3, 1, 1), "f": numbers(1, 4, 1, 1)})
    made.opset_import.append(helper.make_opsetid("ai.onnx.preview.training", 1))
    x = numbers(1, 3, 4, 4)
    found = OnnxRunner(made)({"x": x})["g"].numpy()
    want = numbers(1, 4, 1, 1).reshape(4, 1) * x.sum((0, 2, 3))
    np.testing.assert_allclose(found.reshape(4, 3), want, rtol=1e-4)


# ---- captures


def test_a_capture_compares_no_weights() -> None:
    """They cannot be replaced, and small ones are arrays over memory that nobody can write to."""
    runner = OnnxRunner(net([node("Conv", "x w", "k"), node("Relu", "k", "y")], {"w": numbers(4, 3, 1, 1)}))
    step = TinyJit(lambda x: runner({"x": x})["y"].realize())
    x = Tensor(numbers(1, 3, 4, 4)).realize()
    for _ in range(3): found = step(x)
    assert step.captured is not None and [row.path for row in step.captured.guards.rows if row.path.startswith("runner.weights")] == []
    with pytest.raises(ValueError, match="read-only"): runner.weights["w"][0] = 1
    with pytest.raises(TypeError, match="does not support item assignment"): runner.weights["w"] = x
    np.testing.assert_array_equal(found.numpy(), runner({"x": x})["y"].numpy())


def test_a_capture_sees_what_is_assigned_to_a_large_weight() -> None:
    runner = OnnxRunner(net([conv(), node("Relu", "k", "y")], {"w": numbers(64, 3, 3, 3)}))
    step = TinyJit(lambda x: runner({"x": x})["y"].realize())
    x = Tensor(numbers(1, 3, 4, 4)).realize()
    for _ in range(3): before = step(x)
    runner.weights["w"].assign(runner.weights["w"] * 2).realize()
    np.testing.assert_allclose(step(x).numpy(), before.numpy() * 2, rtol=1e-5)
