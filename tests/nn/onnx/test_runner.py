"""Whole models: results, what stays on the host, control flow and functions, captures, and what is refused."""
from __future__ import annotations

import importlib.util
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import onnx
import pytest
from onnx import TensorProto, helper, numpy_helper
from onnx.reference import ReferenceEvaluator

from heddle import Device, GlobalCounters, Tensor, TinyJit
from heddle.errors import DTypeError, FileFormatError, FileMissingError, ShapeError
from heddle.installation import install_command
from heddle.nn.onnx import OnnxRunner, unsupported

FLOAT = TensorProto.FLOAT
ROOT = Path(__file__).resolve().parents[3]


def info(name: str, shape: Any, dtype: int = FLOAT) -> onnx.ValueInfoProto: return helper.make_tensor_value_info(name, dtype, shape)
def node(op: str, inputs: str, output: str, **more: Any) -> onnx.NodeProto:
    return helper.make_node(op, inputs.split(), output.split(), **more)


def model(nodes: list[onnx.NodeProto], inputs: list[Any], outputs: list[Any], weights: dict[str, np.ndarray] | None = None,
          opset: int = 20, functions: Any = ()) -> onnx.ModelProto:
    stored = [numpy_helper.from_array(array, name) for name, array in (weights or {}).items()]
    imports = [helper.make_opsetid("", opset), helper.make_opsetid("own", 1)]
    graph = helper.make_graph(nodes, "net", inputs, outputs, stored)
    return helper.make_model(graph, opset_imports=imports, functions=list(functions), ir_version=10)


def small_net() -> onnx.ModelProto:
    """A convolution with its usual followers, a reshape that depends on the batch, and a product."""
    draw = np.random.default_rng(0)
    weights = {"w": draw.standard_normal((4, 1, 3, 3)), "s": np.ones(4), "b": np.zeros(4), "m": draw.standard_normal(4) * 0.1,
               "v": np.ones(4) * 2, "dense": draw.standard_normal((16, 3)), "bias": draw.standard_normal(3)}
    integers = {"zero": np.array([0]), "one": np.array([1]), "rest": np.array([-1])}
    nodes = [node("Conv", "x w", "c", pads=[1, 1, 1, 1]), node("BatchNormalization", "c s b m v", "n"), node("Relu", "n", "r"),
             node("MaxPool", "r", "p", kernel_shape=[2, 2], strides=[2, 2]), node("Shape", "p", "shape"),
             node("Slice", "shape zero one", "batch"), node("Concat", "batch rest", "wanted", axis=0),
             node("Reshape", "p wanted", "flat"), node("Gemm", "flat dense bias", "g"), node("Softmax", "g", "y")]
    return model(nodes, [info("x", ["batch", 1, 4, 4])], [info("y", ["batch", 3])],
                 {k: v.astype(np.float32) for k, v in weights.items()} | {k: v.astype(np.int64) for k, v in integers.items()})


# ---- results


@pytest.mark.parametrize("batch", [1, 5])
def test_a_net_gives_what_the_reference_gives(batch: int) -> None:
    net, x = small_net(), np.random.default_rng(1).standard_normal((batch, 1, 4, 4)).astype(np.float32)
    runner = OnnxRunner(net)
    assert runner.graph_inputs == {"x": (("batch", 1, 4, 4), "FLOAT")} and runner.graph_outputs == ("y",)
    np.testing.assert_allclose(runner({"x": x})["y"].numpy(), ReferenceEvaluator(net).run(None, {"x": x})[0], rtol=1e-4, atol=1e-5)


def test_models_come_from_files_bytes_and_objects(tmp_path: Path) -> None:
    net, x = small_net(), np.ones((2, 1, 4, 4), np.float32)
    onnx.save(net, tmp_path / "net.onnx")
    onnx.save(small_net(), tmp_path / "outside.onnx", save_as_external_data=True, location="weights.bin", size_threshold=0)
    models = (net, net.SerializeToString(), tmp_path / "net.onnx", str(tmp_path / "outside.onnx"))
    found = [OnnxRunner(m)({"x": x})["y"].numpy() for m in models]
    for other in found[1:]: np.testing.assert_array_equal(found[0], other)


def test_shapes_are_worked_out_on_the_host() -> None:
    runner, x = OnnxRunner(small_net()), Tensor.ones(2, 1, 4, 4).realize()
    runner({"x": x})["y"].realize()
    before = GlobalCounters.kernel_count
    lazy = runner({"x": x})["y"]
    assert GlobalCounters.kernel_count == before  # nothing ran
    lazy.realize()
    assert GlobalCounters.kernel_count - before <= 8


def test_weights_go_to_the_device_that_is_named() -> None:
    runner = OnnxRunner(small_net(), device="CPU:1")
    y = runner({"x": np.ones((1, 1, 4, 4), np.float32)})["y"]
    assert y.device == Device.canonicalize("CPU:1") and abs(float(y.sum().item()) - 1) < 1e-5


def test_a_model_is_captured() -> None:
    runner, reference = OnnxRunner(small_net()), ReferenceEvaluator(small_net())
    step = TinyJit(lambda x: runner({"x": x})["y"].realize())
    for i in range(4):
        x = np.random.default_rng(i).standard_normal((2, 1, 4, 4)).astype(np.float32)
        np.testing.assert_allclose(step(Tensor(x).realize()).numpy(), reference.run(None, {"x": x})[0], rtol=1e-4, atol=1e-5)


def test_debug_shows_each_node(capsys: pytest.CaptureFixture[str]) -> None:
    OnnxRunner(small_net())({"x": np.ones((2, 1, 4, 4), np.float32)}, debug=1)
    said = capsys.readouterr().out
    assert "Conv : (2, 4, 4, 4)\n" in said and said.count("\n") == 9  # the convolution has taken over the normalisation


# ---- what chooses and repeats


def test_branches_see_what_is_around_them() -> None:
    branches = {f"{name}_branch": helper.make_graph([node(op, "x x", "z")], name, [], [info("z", None)])
                for name, op in (("then", "Add"), ("else", "Mul"))}
    net = model([node("If", "which", "y", **branches)], [info("x", [2]), info("which", [], TensorProto.BOOL)], [info("y", [2])])
    for which, want in ((True, [6, 6]), (False, [9, 9])):
        assert OnnxRunner(net)({"x": np.full(2, 3, np.float32), "which": np.array(which)})["y"].tolist() == want


def test_loops_carry_and_collect() -> None:
    body = helper.make_graph([node("Add", "s x", "t"), node("Identity", "going", "still"), node("Identity", "t", "seen")], "body",
                             [info("i", [], TensorProto.INT64), info("going", [], TensorProto.BOOL), info("s", [2])],
                             [info("still", [], TensorProto.BOOL), info("t", [2]), info("seen", [2])])
    net = model([node("Loop", "n c x", "last all", body=body)],
                [info("x", [2])], [info("last", [2]), info("all", [3, 2])], {"n": np.array(3, np.int64), "c": np.array(True)})
    found = OnnxRunner(net)({"x": np.array([1, 2], np.float32)})
    assert found["last"].tolist() == [4, 8] and found["all"].tolist() == [[2, 4], [3, 6], [4, 8]]


def test_functions_of_the_model() -> None:
    scaled = node("LeakyRelu", "a", "b")
    scaled.attribute.append(onnx.AttributeProto(name="alpha", ref_attr_name="slope", type=onnx.AttributeProto.FLOAT))
    function = helper.make_function("own", "Leak", ["a"], ["b"], [scaled], [helper.make_opsetid("", 20)], ["slope"])
    net = model([node("Leak", "x", "y", domain="own", slope=0.5)], [info("x", [2])], [info("y", [2])], functions=[function])
    assert OnnxRunner(net)({"x": np.array([-2, 2], np.float32)})["y"].tolist() == [-1, 2]


def test_older_models() -> None:
    nodes = [node("Unsqueeze", "x", "u", axes=[0]), node("Squeeze", "u", "s", axes=[0]), node("Clip", "s", "c", min=0.0, max=1.0),
             node("Softmax", "c", "p", axis=1), node("ReduceSum", "p", "r", axes=[2], keepdims=0),
             node("Slice", "r", "y", starts=[0], ends=[1])]
    net = model(nodes, [info("x", [2, 3, 4])], [info("y", [1, 3])], opset=9)
    x = np.random.default_rng(0).standard_normal((2, 3, 4)).astype(np.float32)
    rows = np.exp(np.clip(x, 0, 1)).reshape(2, -1)
    want = (rows / rows.sum(1, keepdims=True)).reshape(2, 3, 4).sum(2)[:1]
    np.testing.assert_allclose(OnnxRunner(net)({"x": x})["y"].numpy(), want, rtol=1e-5)


# ---- what is refused


def test_everything_that_cannot_be_run_is_listed_at_once(tmp_path: Path) -> None:
    inner = helper.make_graph([helper.make_node("Enclose", ["x"], ["d"], name="inside")], "b", [], [info("d", None)])
    nodes = [helper.make_node("Join", ["x", "x"], ["a"], name="join"), helper.make_node("Relu", ["x"], ["r"], name="fine"),
             helper.make_node("Relu", ["x"], ["r2"], name="odd", colour=3), helper.make_node("Elu", ["x", "x"], ["e"]),
             helper.make_node("Concat", ["x", "x"], ["k"], name="lost"),
             helper.make_node("Relu", ["x"], ["m", "where"], name="pool"),
             helper.make_node("LSTM", ["x", "x", "x"], ["l"], name="cell", activations=["Relu", "Swish", "Tanh"]),
             helper.make_node("Gelu", ["x"], ["g"], name="new"),
             helper.make_node("Magic", ["x"], ["q"], name="far", domain="com.other"),
             helper.make_node("If", ["x"], ["i"], name="choice", then_branch=inner, else_branch=inner),
             helper.make_node("Cast", ["x"], ["h"], name="cast", to=TensorProto.COMPLEX64)]
    net = model(nodes, [info("x", [2]), info("t", [1], TensorProto.COMPLEX64)], [info("a", [2])],
                {"w": np.zeros(1, np.complex64)}, opset=18)
    onnx.save(net, tmp_path / "x.onnx")
    kernels = GlobalCounters.kernel_count
    found = {(u.node, u.op): u.what for u in unsupported(tmp_path / "x.onnx")}
    assert found.pop(("computes e", "Elu")) == "2 inputs, the op takes 1"
    assert found.pop(("new", "Gelu")).startswith("from version 20")
    assert found.pop(("cell", "LSTM")).startswith("the activation Swish; there are Relu, Tanh")
    assert found == {
        ("join", "Join"): "there is no such op here", ("odd", "Relu"): "the attribute colour",
        ("lost", "Concat"): "the attribute axis is missing", ("pool", "Relu"): "result number 2, where",
        ("far", "com.other.Magic"): "there is no such op here",
        ("inside", "Enclose"): "there is no such op here", ("cast", "Cast"): "the attribute to=COMPLEX64",
        ("t", "input"): "the dtype COMPLEX64", ("w", "initializer"): "the dtype COMPLEX64"}
    with pytest.raises(FileFormatError, match=r"(?s)parts that cannot be run:.*Join \(join\).*Enclose \(inside\).*Export it"):
        OnnxRunner(net)
    assert GlobalCounters.kernel_count == kernels and unsupported(small_net()) == []


def test_an_op_that_came_later_says_from_when_on() -> None:
    net = model([node("Gelu", "x", "y")], [info("x", [2])], [info("y", [2])], opset=18)
    assert [u.what for u in unsupported(net)] == ["from version 20 of the operator set on; this is 18"]


def test_names_that_nothing_computes_and_inputs_that_are_missing() -> None:
    inner = helper.make_graph([node("Add", "x nowhere", "d")], "b", [], [info("d", None)])
    nodes = [node("Relu", "lost", "r", name="odd"), node("Add", "r", "s", name="short"),
             helper.make_node("If", ["x"], ["i"], name="choice", then_branch=inner, else_branch=inner)]
    found = [str(u) for u in unsupported(model(nodes, [info("x", [1])], [info("s", None), info("gone", None)]))]
    assert found == ["Relu (odd): the input 'lost', which nothing computes", "Add (short): the input b is missing",
                     *["Add (computes d): the input 'nowhere', which nothing computes"] * 2, "result (gone): nothing computes it"]


def test_weights_that_are_damaged(tmp_path: Path) -> None:
    net = small_net()
    net.graph.initializer[0].dims[0] = 9
    with pytest.raises(FileFormatError, match="stored tensor 'w' cannot be read"): OnnxRunner(net)
    onnx.save(small_net(), tmp_path / "x.onnx", save_as_external_data=True, location="weights.bin", size_threshold=0)
    (tmp_path / "weights.bin").unlink()
    with pytest.raises(FileFormatError, match=r"x\.onnx is not a model"): OnnxRunner(tmp_path / "x.onnx")
    with pytest.raises(FileFormatError, match="cannot be read"): OnnxRunner((tmp_path / "x.onnx").read_bytes())


def test_inputs_that_do_not_fit() -> None:
    runner, good = OnnxRunner(small_net()), np.ones((2, 1, 4, 4), np.float32)
    with pytest.raises(ShapeError, match=r"net needs the input 'x', of shape \('batch', 1, 4, 4\) and FLOAT"): runner({})
    with pytest.raises(ShapeError, match=r"(?s)no input 'z'.*Its inputs: x"): runner({"x": good, "z": good})
    with pytest.raises(ShapeError, match=r"'x' of net has shape \('batch', 1, 4, 4\), got \(2, 1, 4\)"): runner({"x": good[..., 0]})
    with pytest.raises(DTypeError, match="input 'x' of net is FLOAT, got float64"): runner({"x": good.astype(np.float64)})


def test_a_fault_inside_names_the_node() -> None:
    total = helper.make_node("Add", ["x", "w"], ["y"], name="sum")
    net = model([total], [info("x", None)], [info("y", None)], {"w": np.ones((2, 3), np.float32)})
    with pytest.raises(ShapeError, match=r"in Add sum: .* cannot broadcast"): OnnxRunner(net)({"x": np.ones((2, 2), np.float32)})


def test_what_is_no_model(tmp_path: Path) -> None:
    with pytest.raises(FileMissingError, match="there is no file"): OnnxRunner(tmp_path / "none.onnx")
    (tmp_path / "bad.onnx").write_bytes(b"\x93 not a model")
    with pytest.raises(FileFormatError, match=r"bad\.onnx is not a model of ONNX"): OnnxRunner(tmp_path / "bad.onnx")


def test_without_the_package_the_cure_is_said() -> None:
    code = "import sys; sys.modules['onnx'] = None\nimport heddle.nn.onnx"
    said = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=60, check=False).stderr
    assert "need the package onnx" in said and install_command("onnx") in said


def test_the_table_of_operators_in_the_documentation_is_that_of_today() -> None:
    spec = importlib.util.spec_from_file_location("onnx_table", ROOT / "scripts" / "onnx_table.py")
    assert spec is not None and spec.loader is not None
    script = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(script)
    page = script.PAGE.read_text(encoding="utf-8")
    assert script.written(page) == page, "run python scripts/onnx_table.py"


# ---- what stays on the host


def test_a_branch_on_a_number_is_captured() -> None:
    """As long as it is no tensor; a number of the wrong size or dtype is an error like that of a tensor."""
    branches = {f"{name}_branch": helper.make_graph([node(op, "x x", "z")], name, [], [info("z", None)])
                for name, op in (("then", "Add"), ("else", "Mul"))}
    nodes = [node("Equal", "rate wanted", "same"), node("If", "same", "y", **branches)]
    net = model(nodes, [info("x", [2]), info("rate", [], TensorProto.INT64)], [info("y", [2])], {"wanted": np.array(16000)})
    runner = OnnxRunner(net)
    step = TinyJit(lambda x: runner({"x": x, "rate": 16000})["y"].realize())
    for i in range(4): assert step(Tensor([3.0 + i, 1.0]).realize()).tolist() == [6 + 2 * i, 2]
    assert runner({"x": np.array([3, 1], np.float32), "rate": np.array(8000)})["y"].tolist() == [9, 1]
    assert runner({"x": np.array([3, 1], np.float32), "rate": Tensor(8000, dtype="int64")})["y"].tolist() == [9, 1]
    with pytest.raises(OverflowError, match="input 'rate' of net is INT64"): runner({"x": np.ones(2, np.float32), "rate": 1 << 70})
    with pytest.raises(DTypeError, match="input 'rate' of net is INT64"): runner({"x": np.ones(2, np.float32), "rate": np.array(1.5)})


def test_strings_sequences_and_optionals_come_and_go_as_values_of_python() -> None:
    text = helper.make_tensor_value_info("t", TensorProto.STRING, [2])
    several = helper.make_tensor_sequence_value_info("s", TensorProto.FLOAT, None)
    maybe = helper.make_value_info("o", helper.make_optional_type_proto(helper.make_tensor_type_proto(TensorProto.FLOAT, [1])))
    nodes = [node("StringConcat", "t t", "tt"), node("SequenceInsert", "s x", "ss"), node("OptionalHasElement", "o", "has"),
             node("Identity", "o", "oo")]
    net = model(nodes, [text, several, maybe, info("x", [1])], [info(n, None) for n in ("tt", "ss", "has", "oo")])
    runner = OnnxRunner(net)
    assert {n: kind for n, (_, kind) in runner.graph_inputs.items()} == {
        "t": "STRING", "s": "SEQUENCE(FLOAT)", "o": "OPTIONAL(FLOAT)", "x": "FLOAT"}
    one = np.ones(1, np.float32)
    found = runner({"t": ["a", "ü"], "s": [one, one * 2], "o": None, "x": one * 3})
    assert found["tt"].tolist() == ["aa", "üü"] and found["oo"] is None and not found["has"].item()
    assert [v.item() for v in found["ss"]] == [1, 2, 3]
    with pytest.raises(DTypeError, match="input 's' of net is a sequence, got a ndarray"): runner({"t": ["a", "b"], "s": one,
                                                                                                   "x": one})
    with pytest.raises(DTypeError, match="STRING"): runner({"t": np.ones(2), "s": [], "x": one})
