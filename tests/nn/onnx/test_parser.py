"""Models of ONNX as dicts, and what a runner says of its model."""
from __future__ import annotations

from pathlib import Path

import numpy as np
import onnx
import pytest
from onnx import TensorProto, helper

from heddle import Tensor, dtypes
from heddle.errors import FileFormatError, FileMissingError, IndexRangeError
from heddle.nn.onnx import Domain, OnnxDataType, OnnxPBParser, OnnxRunner, OpSetId


@pytest.fixture
def model(tmp_path: Path) -> Path:
    nodes = [helper.make_node("Add", ["x", "w"], ["y"], name="sum"),
             helper.make_node("Pad", ["y"], ["z"], pads=[0, 0, 0, 1], mode="constant", value=1.5)]
    graph = helper.make_graph(nodes, "small", [helper.make_tensor_value_info("x", TensorProto.FLOAT, ["N", 2])],
                              [helper.make_tensor_value_info("z", TensorProto.FLOAT, ["N", 3])],
                              [helper.make_tensor("w", TensorProto.FLOAT, [2], [1.0, 2.0])])
    made = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 10)], ir_version=8, producer_name="tests")
    onnx.save(made, path := tmp_path / "m.onnx")
    return path


def test_a_model_as_dicts(model: Path) -> None:
    for source in (model, str(model), Tensor(model)):
        found = OnnxPBParser(source).parse()
        assert found["opset_import"] == [{"domain": "", "version": 10}] and found["producer_name"] == "tests"
        first, second = (node["parsed_node"] for node in found["graph"]["node"])
        assert (first.op, first.inputs, first.outputs, first.opts) == ("Add", ("x", "w"), ("y",), {})
        assert second.opset_id == OpSetId(Domain.ONNX, 10) and second.opts == {"mode": "constant", "pads": (0, 0, 0, 1), "value": 1.5}
        weight, value = found["graph"]["initializer"][0], found["graph"]["input"][0]
        assert weight["parsed_tensor"].tolist() == [1, 2] and weight["dims"] == [2] and OnnxDataType(weight["data_type"]) == 1
        assert value["parsed_type"].shape == ("N", 2) and value["parsed_type"].dtype is dtypes.float32
        assert value["type"]["tensor_type"]["shape"]["dim"] == [{"dim_param": "N"}, {"dim_value": 2}]
    assert OnnxDataType.BFLOAT16.to_dtype() is dtypes.bfloat16 and Domain.from_onnx(None) is Domain.ONNX


def test_a_runner_describes_its_model(model: Path) -> None:
    run = OnnxRunner(model)
    value = run.graph_inputs["x"]
    assert value == (("N", 2), "FLOAT") and value.shape == ("N", 2) and value.dtype is dtypes.float32
    assert not value.is_optional and not value.is_sequence and run.graph_name == "small"
    assert [n.op for n in run.graph_nodes] == ["Add", "Pad"] and "w" in run.graph_values
    inputs = {name: Tensor.ones(3, *v.shape[1:], dtype=v.dtype) for name, v in run.graph_inputs.items()}
    assert run.to("CPU")(inputs)["z"].tolist() == [[2, 3, 1.5]] * 3


def test_tensors_in_other_files(tmp_path: Path, model: Path) -> None:
    made = onnx.load(model)
    made.graph.initializer[0].raw_data = np.float32([1, 2]).tobytes()
    made.graph.initializer[0].ClearField("float_data")
    onnx.save(made, path := tmp_path / "apart.onnx", save_as_external_data=True, location="w.bin", size_threshold=0)
    assert OnnxPBParser(path).parse()["graph"]["initializer"][0]["parsed_tensor"].tolist() == [1, 2]
    (tmp_path / "w.bin").unlink()
    assert "parsed_tensor" not in OnnxPBParser(path, load_external_data=False).parse()["graph"]["initializer"][0]


def test_sequences_and_optionals() -> None:
    kinds = {"s": helper.make_sequence_type_proto(helper.make_tensor_type_proto(TensorProto.INT64, None)),
             "o": helper.make_optional_type_proto(helper.make_tensor_type_proto(TensorProto.STRING, [2]))}
    graph = helper.make_graph([helper.make_node("SequenceLength", ["s"], ["n"])], "g",
                              [helper.make_value_info(name, kind) for name, kind in kinds.items()],
                              [helper.make_tensor_value_info("n", TensorProto.INT64, [])])
    run = OnnxRunner(helper.make_model(graph, opset_imports=[helper.make_opsetid("", 18)]))
    s, o = run.graph_inputs["s"], run.graph_inputs["o"]
    assert s.is_sequence and not s.is_optional and s.dtype is dtypes.int64 and s[1] == "SEQUENCE(INT64)"
    assert o.is_optional and o.dtype is None and int(run({"s": [np.zeros(2, np.int64)]})["n"].item()) == 1


def test_what_is_no_model(tmp_path: Path) -> None:
    (tmp_path / "bad").write_bytes(b"nothing of a model" * 10)
    with pytest.raises(FileFormatError): OnnxPBParser(tmp_path / "bad")
    with pytest.raises(FileMissingError): OnnxPBParser(tmp_path / "none")


@pytest.mark.parametrize("batch", [2.0, -1.0, 0.5])
def test_regions_of_pictures_that_are_not_there(batch: float) -> None:
    graph = helper.make_graph([helper.make_node("MaxRoiPool", ["x", "r"], ["y"], pooled_shape=[1, 1])], "g",
                              [helper.make_tensor_value_info("x", TensorProto.FLOAT, [2, 1, 4, 4]),
                               helper.make_tensor_value_info("r", TensorProto.FLOAT, [1, 5])],
                              [helper.make_tensor_value_info("y", TensorProto.FLOAT, None)])
    run = OnnxRunner(helper.make_model(graph, opset_imports=[helper.make_opsetid("", 13)]))
    x = np.arange(32, dtype=np.float32).reshape(2, 1, 4, 4)
    assert run({"x": x, "r": np.float32([[1, 0, 0, 1, 1]])})["y"].item() == 21
    with pytest.raises(IndexRangeError, match="there are 2"): run({"x": x, "r": np.float32([[batch, 0, 0, 1, 1]])})
