"""Models of ONNX that are wrong: typed errors that name the node and the input."""
from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import onnx
import pytest
from onnx import TensorProto, helper, numpy_helper

from heddle import Tensor
from heddle.errors import (
    AxisError,
    DTypeError,
    FileFormatError,
    IndexRangeError,
    OutOfMemoryError,
    ShapeError,
    UnsupportedError,
    UserError,
)
from heddle.nn.onnx import OnnxRunner

X = {"x": np.arange(6, dtype=np.float32).reshape(2, 3)}
Input = tuple[str, int, Sequence[int] | None]


def node(kind: str, *inputs: str, **attributes: Any) -> onnx.NodeProto: return helper.make_node(kind, inputs, ["y"], **attributes)
def const(name: str, value: Any, kind: Any = np.int64) -> TensorProto: return numpy_helper.from_array(np.array(value, kind), name)


def model(made: onnx.NodeProto, *stored: TensorProto, inputs: Sequence[Input] = (("x", TensorProto.FLOAT, (2,
    3)),)) -> onnx.ModelProto:
    given = [helper.make_tensor_value_info(name, kind, shape) for name, kind, shape in inputs]
    graph = helper.make_graph([made], "the graph", given, [helper.make_empty_tensor_value_info(o) for o in made.output], list(stored))
    return helper.make_model(graph, opset_imports=[helper.make_opsetid("", 17)])


def resized(shape: Sequence[int], count: int = 3) -> TensorProto:
    """A stored tensor whose sizes are not those of its bytes."""
    found = const("w", np.ones(count), np.float32)
    del found.dims[:]
    found.dims.extend(shape)
    return found


def test_a_size_of_minus_one_is_free() -> None:
    """As some exporters write it."""
    free = OnnxRunner(model(node("Relu", "x"), inputs=(("x", TensorProto.FLOAT, (-1, 3)),)))
    assert free.graph_inputs["x"][0] == ("?", 3) and free(X)["y"].shape == (2, 3)
    with pytest.raises(ShapeError, match=r"the input 'x' of the graph has shape \('\?', 3\), got \(2, 4\)"): free({"x": np.ones((2,
        4), np.float32)})


@pytest.mark.parametrize(("wrong", "kind", "text"), [
    (model(node("Add", "x")), UnsupportedError, r"Add \(computes y\): the input b is missing"),
    (model(node("Add", "x", "")), UnsupportedError, r"Add \(computes y\): the input b is missing"),
    (model(node("Add", "x", "zz")), UnsupportedError, r"Add \(computes y\): the input 'zz', which nothing computes"),
    (model(node("Reshape", "x", "s"), const("s", [-2, 3])), ShapeError, "in Reshape that computes y"),
    (model(node("Reshape", "x", "s"), const("s", [1 << 62, 1 << 62])), ShapeError, "in Reshape that computes y"),
    (model(node("Transpose", "x", perm=[0, 5], name="t")), AxisError, "in Transpose t: permute needs each of the 2 axes"),
    (model(node("Transpose", "x", perm=1)), FileFormatError, "in Transpose that computes y of the graph: TypeError"),
    (model(node("Softmax", "x", axis="a")), DTypeError, "in Softmax that computes y: softmax needs an integer axis"),
    (model(node("Flatten", "x", axis=1.5)), DTypeError, "in Flatten that computes y"),
    (model(node("Flatten", "x", axis=4)), AxisError, "in Flatten that computes y"),
    (model(node("Gather", "x", "s", axis=9), const("s", [0])), AxisError, "in Gather that computes y: .* no axis 9"),
    (model(node("Slice", "x", "a", "b", "c"), const("a", [0]), const("b", [1]), const("c", [9])), AxisError, "in Slice .* no axis 9"),
    (model(node("Unsqueeze", "x", "s"), const("s", [9])), AxisError, "in Unsqueeze .* no axis 9"),
    (model(node("Squeeze", "x", "s"), const("s", [7])), AxisError, "in Squeeze .* no axis 7"),
    (model(node("Concat", "x", "x", axis=7)), AxisError, "in Concat .* no axis 7"),
    (model(node("Pad", "x", "s"), const("s", [1, 2])), ShapeError, "in Pad .* padding of 2 axes has 2 numbers"),
    (model(node("MaxPool", "x", kernel_shape=[0, 0])), ShapeError, "in MaxPool"),
    (model(node("ConstantOfShape", "s"), const("s", [-1])), FileFormatError, "in ConstantOfShape .*negative"),
    (model(node("Range", "a", "b", "c"), const("a", 0), const("b", 1 << 40), const("c", 1)), OutOfMemoryError,
        "in Range that computes y"),
    (model(node("Range", "a", "b", "c"), const("a", 0), const("b", 9), const("c", 0)), FileFormatError, "in Range that computes y"),
    (model(node("Add", "a", "b"), const("a", [1, 2]), const("b", [1, 2, 3])), FileFormatError, "in Add that computes y"),
    (model(node("Gather", "a", "b"), const("a", [1, 2]), const("b", [7])), FileFormatError, "in Gather that computes y"),
    (model(node("Gather", "x", "s"), const("s", [2])), IndexRangeError, "in Gather that computes y: the index 2 is outside"),
    (model(node("Gather", "x", "s", axis=1), const("s", -4)), IndexRangeError, "in Gather .* the index -4 is outside"),
    (model(node("GatherElements", "x", "s"), const("s", [[2, 0, 0]])), IndexRangeError, "in GatherElements .* index 2"),
    (model(node("GatherND", "x", "s"), const("s", [[1, 3]])), IndexRangeError, "in GatherND .* index 3"),
    (model(node("GatherND", "x", "s"), const("s", [[1, 2, 0]])), ShapeError, "in GatherND .*into"),
    (model(node("ScatterND", "x", "s", "u"), const("s", [[-3]]), const("u", [[1, 2, 3]], np.float32)), IndexRangeError,
        "in ScatterND .* index -3"),
    (model(node("ScatterElements", "x", "s", "u", axis=1), const("s", [[3]]), const("u", [[1]], np.float32)), IndexRangeError,
        "in ScatterElements .* index 3"),
    (model(node("Resize", "x", "", "s"), const("s", [1, 0], np.float32)), ShapeError, "in Resize .* the scales are"),
    (model(node("Resize", "x", "", "s"), const("s", [1, -2], np.float32)), ShapeError, "in Resize .* the scales are"),
    (model(node("Resize", "x", "", "s"), const("s", [1], np.float32)), ShapeError, "in Resize .* 1 scales for 2 axes"),
    (model(node("Resize", "x", "", "", "s"), const("s", [2, 0])), ShapeError, "in Resize .* the sizes are"),
    (model(node("SequenceAt", "x", "s"), const("s", 0)), DTypeError, "in SequenceAt .* needs a sequence"),
    (model(node("RegexFullMatch", "s", pattern="("), TensorProto(name="s", dims=[1], data_type=8, string_data=[b"a"])), UserError,
        "in RegexFullMatch|from version 20"),
    (model(node("Cast", "x", to=999)), UnsupportedError, "Cast"), (model(node("Relu", "w"), resized([-3])), FileFormatError,
        "'w' has the shape"),
    (model(node("Relu", "w"), resized([1 << 50])), FileFormatError, "'w' cannot be read"),
    (model(node("Relu", "w"), resized([1] * 80, 1)), FileFormatError, "'w' cannot be read"),
    (model(node("Relu", "w"), resized([0, 1 << 62, 4], 0)), FileFormatError, "'w' cannot be read"),
    (model(node("Relu", "x"), inputs=(("x", 12345, (2, 3)),)), UnsupportedError, r"input \(x\)"),
    (model(node("Relu", "x"), inputs=(("x", 0, (2, 3)),)), UnsupportedError, r"input \(x\)"),
    (model(node("If", "c", then_branch=helper.make_graph([], "t", [], []), else_branch=helper.make_graph([], "e", [], [])),
           const("c", True, np.bool_)), FileFormatError, "in If that computes y: 1 results are named, and there are 0"),
    (onnx.ModelProto(), FileFormatError, "has no graph"), (b"", FileFormatError, "has no graph"), (b"abc", FileFormatError,
        "not a model of ONNX")],
    ids=lambda x: x[:30] if isinstance(x, str) else "")
def test_a_wrong_model(wrong: Any, kind: type[UserError], text: str) -> None:
    with pytest.raises(kind) as caught, np.errstate(all="ignore"): OnnxRunner(wrong)(X)["y"].numpy()
    import re
    assert re.search(text, caught.value.what) and caught.value.cure, caught.value.what


@pytest.mark.parametrize("given", [[1], None, {"x": "text"}, {"x": object()}, {}, {"x": np.ones((2, 3))}, X | {"q": 1}, {1: 2}],
    ids=["list", "nothing", "text", "object", "none of them", "other shape", "one too many", "no name"])
def test_wrong_inputs(given: Any) -> None:
    with pytest.raises(UserError) as caught: OnnxRunner(model(node("Relu", "x")))(given)
    assert "input" in caught.value.what and "the graph" in caught.value.what and caught.value.cure


@pytest.mark.parametrize("grow", [
    lambda: model(node("ConstantOfShape", "s"), const("s", [1 << 40])), lambda: model(node("Expand", "a", "b"), const("a", [1]),
        const("b", [1 << 40])),
    lambda: model(node("Tile", "a", "b"), const("a", [1, 2]), const("b", [1 << 40])),
    lambda: model(node("OneHot", "a", "b", "c"), const("a", [1]), const("b", 1 << 40), const("c", [0, 1], np.float32))],
    ids=["ConstantOfShape", "Expand", "Tile", "OneHot"])
def test_small_numbers_that_make_a_large_tensor_take_no_memory(grow: Callable[[], onnx.ModelProto]) -> None:
    """The host computes sizes only; a terabyte is a lazy tensor."""
    found = OnnxRunner(grow())(X)["y"]
    assert isinstance(found, Tensor) and found.numel() >= 1 << 40


def test_files(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError, match="no file"): OnnxRunner(tmp_path / "none")
    with pytest.raises(PermissionError, match="no regular file"): OnnxRunner(tmp_path)
    beside = model(node("Relu", "w"), const("w", np.ones(9), np.float32))
    onnx.save(beside, tmp_path / "m", save_as_external_data=True, location="data", size_threshold=0)
    (tmp_path / "data").unlink()
    with pytest.raises(UserError, match="m is not a model of ONNX"): OnnxRunner(tmp_path / "m")
