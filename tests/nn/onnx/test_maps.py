"""Maps as inputs and results, and the operators that take them, against onnxruntime and the standard's words."""
from __future__ import annotations

from typing import Any

import numpy as np
import onnx
import pytest
from onnx import TensorProto, helper

from heddle import Tensor, TinyJit
from heddle.errors import (
    DTypeError,
    IndexRangeError,
    JitError,
    NumberRangeError,
    ShapeError,
    UnsupportedError,
)
from heddle.nn.onnx import OnnxRunner, unsupported
from tests.nn.onnx.one_node import wanted

FLOAT, DOUBLE, INT64, STRING = TensorProto.FLOAT, TensorProto.DOUBLE, TensorProto.INT64, TensorProto.STRING
ML = "ai.onnx.ml"


def map_type(key: int, value: int) -> onnx.TypeProto:
    found = onnx.TypeProto()
    found.map_type.key_type = key
    found.map_type.value_type.tensor_type.elem_type = value
    return found


def graph(nodes: list[onnx.NodeProto], kind: onnx.TypeProto, result: onnx.ValueInfoProto | None = None) -> onnx.ModelProto:
    """A model of the input x, of any type, and the result y."""
    given = [helper.make_value_info("x", kind)]
    made = helper.make_graph(nodes, "maps", given, [result or helper.make_empty_tensor_value_info("y")])
    return helper.make_model(made, opset_imports=[helper.make_opsetid("", 17), helper.make_opsetid(ML, 1)], ir_version=8)


def one(op: str, key: int, value: int, **attributes: Any) -> onnx.ModelProto:
    return graph([helper.make_node(op, ["x"], ["y"], domain=ML, **attributes)], map_type(key, value))


def found(made: onnx.ModelProto, x: Any) -> np.ndarray:
    y = OnnxRunner(made)({"x": x})["y"]
    return y.numpy() if isinstance(y, Tensor) else y


WORDS: dict[str, Any] = {"string_vocabulary": ["a", "c", "b", "z"]}
SPARSE: dict[str, Any] = {"map_form": "SPARSE", "max_map": 5}
FLOATS = {3: 7.5, 0: 2.0, 1: -2.75}
#: operator, types of key and value, attributes, the map, and the row that is made of it
CASES: dict[str, tuple[str, int, int, dict[str, Any], dict[Any, Any], np.ndarray]] = {
    "words": ("DictVectorizer", STRING, FLOAT, WORDS, {"a": 4.0, "c": 8.5}, np.array([[4, 8.5, 0, 0]], np.float32)),
    "other words are left out": ("DictVectorizer", STRING, FLOAT, WORDS, {"q": 9.0, "z": 8.0}, np.array([[0, 0, 0, 8]], np.float32)),
    "a vocabulary of integers": ("DictVectorizer", INT64, FLOAT, {"int64_vocabulary": [7, -1, 3]}, {3: 1.0, 7: 2.0},
                                 np.array([[2, 0, 1]], np.float32)),
    "cast": ("CastMap", INT64, FLOAT, {}, FLOATS, np.array([[2, -2.75, 7.5]], np.float32)),
    "cast to integers": ("CastMap", INT64, FLOAT, {"cast_to": "TO_INT64"}, FLOATS, np.array([[2, -2, 7]], np.int64)),
    "cast to texts": ("CastMap", INT64, FLOAT, {"cast_to": "TO_STRING"}, FLOATS,
                      np.array([["2.000000", "-2.750000", "7.500000"]], object)),
    "cast by index": ("CastMap", INT64, FLOAT, SPARSE, FLOATS, np.array([[2, -2.75, 0, 7.5, 0]], np.float32)),
    "cast to texts by index": ("CastMap", INT64, FLOAT, {**SPARSE, "cast_to": "TO_STRING"}, FLOATS,
                               np.array([["2.000000", "-2.750000", "0.f", "7.500000", "0.f"]], object)),
}
#: what the bindings of onnxruntime take no dict for
MORE: dict[str, tuple[str, int, int, dict[str, Any], dict[Any, Any], np.ndarray]] = {
    "integers": ("DictVectorizer", STRING, INT64, WORDS, {"b": 1 << 60}, np.array([[0, 0, 1 << 60, 0]], np.int64)),
    "doubles": ("DictVectorizer", INT64, DOUBLE, {"int64_vocabulary": [5, 6]}, {6: 0.1}, np.array([[0, 0.1]], np.float64)),
    "texts": ("DictVectorizer", INT64, STRING, {"int64_vocabulary": [5, 6]}, {6: "u"}, np.array([["", "u"]], object)),
    "no keys": ("DictVectorizer", STRING, DOUBLE, WORDS, {}, np.zeros((1, 4), np.float64)),
    "cast of texts": ("CastMap", INT64, STRING, {}, {9: "1.5", 2: "-3"}, np.array([[-3, 1.5]], np.float32)),
    "texts as they are": ("CastMap", INT64, STRING, {"cast_to": "TO_STRING"}, {9: "u", 2: "v"}, np.array([["v", "u"]], object)),
    "texts to integers": ("CastMap", INT64, STRING, {**SPARSE, "cast_to": "TO_INT64"}, {4: "12"},
                          np.array([[0, 0, 0, 0, 12]], np.int64)),
    "cast of no keys": ("CastMap", INT64, FLOAT, {}, {}, np.zeros((1, 0), np.float32)),
}


@pytest.mark.parametrize("name", [*CASES, *MORE])
def test_a_row_is_made_of_a_map(name: str) -> None:
    op, key, value, attributes, x, want = (CASES | MORE)[name]
    got = found(one(op, key, value, **attributes), x)
    assert (got.shape, got.dtype, got.tolist()) == (want.shape, want.dtype, want.tolist())


@pytest.mark.parametrize("name", list(CASES))
def test_the_row_is_that_of_onnxruntime(name: str) -> None:
    op, key, value, attributes, x, want = CASES[name]
    assert wanted(one(op, key, value, **attributes), {"x": x})[0].tolist() == want.tolist()


def test_what_zip_map_gives_is_taken() -> None:
    """Labels to scores, then the map of one row as numbers again; the result of the caller is a dict."""
    nodes = [helper.make_node("ZipMap", ["x"], ["maps"], domain=ML, classlabels_strings=["u", "v"]),
             helper.make_node("Constant", [], ["second"], value_int=1), helper.make_node("SequenceAt", ["maps", "second"], ["row"]),
             helper.make_node("DictVectorizer", ["row"], ["y"], domain=ML, string_vocabulary=["v", "w", "u"])]
    kind = helper.make_tensor_type_proto(FLOAT, [2, 2])
    made = graph(nodes, kind)
    made.graph.output.append(helper.make_empty_tensor_value_info("maps"))
    got = OnnxRunner(made)({"x": np.array([[1, 2], [3, 4]], np.float32)})
    assert got["y"].tolist() == [[4, 0, 3]] and got["maps"] == [{"u": 1, "v": 2}, {"u": 3, "v": 4}]


def test_sequences_of_maps_and_maps_that_pass_through() -> None:
    kind = helper.make_sequence_type_proto(map_type(STRING, INT64))
    nodes = [helper.make_node("Constant", [], ["last"], value_int=-1), helper.make_node("SequenceAt", ["x", "last"], ["y"])]
    runner = OnnxRunner(graph(nodes, kind))
    assert runner.graph_inputs["x"] == (None, "SEQUENCE(MAP(STRING, INT64))") and runner.graph_inputs["x"].is_sequence
    assert runner({"x": [{"a": 1}, {"b": np.int64(2), "c": np.array(3)}]})["y"] == {"b": 2, "c": 3}
    with pytest.raises(DTypeError, match="value 1 of the input 'x' of maps is a map, got a list"): runner({"x": [{"a": 1}, [2]]})


def test_numbers_are_rounded_to_the_type_of_the_map() -> None:
    got = found(one("CastMap", INT64, FLOAT), {0: 0.1, 1: np.float64(1 / 3), 2: 5})
    np.testing.assert_array_equal(got, np.array([[0.1, 1 / 3, 5]], np.float32))


@pytest.mark.parametrize(("op", "key", "attributes", "at"), [
    ("DictVectorizer", STRING, WORDS, 1), ("CastMap", INT64, {}, 1), ("CastMap", INT64, {**SPARSE, "cast_to": "TO_INT64"}, 2)])
def test_values_that_are_tensors_may_change_in_a_capture(op: str, key: int, attributes: dict[str, Any], at: int) -> None:
    runner = OnnxRunner(one(op, key, FLOAT, **attributes))
    keys = ("a", "c") if key == STRING else (0, 2)
    step = TinyJit(lambda x: runner({"x": {keys[0]: 1.0, keys[1]: x}})["y"].realize())
    for i in range(4):
        width = {"DictVectorizer": 4}.get(op, 5 if attributes else 2)
        want = np.zeros((1, width), np.int64 if attributes.get("cast_to") else np.float32)
        want[0, 0], want[0, at] = 1, 3.0 + i
        got = step(Tensor([3.0 + i]).realize()).numpy()
        assert (got.dtype, got.tolist()) == (want.dtype, want.tolist())


def test_a_capture_does_not_replay_other_numbers() -> None:
    runner = OnnxRunner(one("DictVectorizer", STRING, FLOAT, **WORDS))
    step = TinyJit(lambda x: runner({"x": x})["y"].realize())
    for _ in range(3): assert step({"c": 1.0}).tolist() == [[0, 1, 0, 0]]
    with pytest.raises(JitError, match=r"x\['c'\] was 1.0 when it was captured, and is 2.0 now"): step({"c": 2.0})


# ---- what is refused


def test_what_is_no_map_of_the_type() -> None:
    runner = OnnxRunner(one("DictVectorizer", STRING, INT64, **WORDS))
    of_a = "the value of 'a' in the input 'x' of maps is INT64"
    with pytest.raises(DTypeError, match=r"(?s)input 'x' of maps is a map, got a Tensor.*Give a dict of STRING to INT64"):
        runner({"x": Tensor.ones(2)})
    with pytest.raises(DTypeError, match=r"(?s)a key of the input 'x' of maps is STRING, got a int.*a text"): runner({"x": {1: 2}})
    with pytest.raises(DTypeError, match=f"{of_a}, got a float"): runner({"x": {"a": 1.5}})
    with pytest.raises(DTypeError, match=rf"(?s){of_a}, got a tensor of float32 and shape \(2,\).*one of one element"):
        runner({"x": {"a": Tensor.ones(2)}})
    with pytest.raises(NumberRangeError, match=f"(?s){of_a}: .*Give one that fits"): runner({"x": {"a": 1 << 70}})
    with pytest.raises(ShapeError, match=r"maps needs the input 'x'.*MAP\(STRING, INT64\)"): runner({})


def test_maps_of_other_types_are_listed_when_the_model_is_opened() -> None:
    inner = onnx.TypeProto()
    inner.map_type.key_type = INT64
    inner.map_type.value_type.CopyFrom(map_type(STRING, FLOAT))
    kinds = [(map_type(FLOAT, FLOAT), "a map with keys of FLOAT"), (inner, "a map with values of the type map_type"),
             (map_type(INT64, TensorProto.COMPLEX64), "a map with values of COMPLEX64"),
             (map_type(INT64, TensorProto.INT4), "a map with values of INT4")]
    for kind, text in kinds:
        made = graph([helper.make_node("DictVectorizer", ["x"], ["y"], domain=ML, **WORDS)], kind)
        assert [str(part) for part in unsupported(made)] == [f"input (x): {text}"]
        with pytest.raises(UnsupportedError, match=text): OnnxRunner(made)


@pytest.mark.parametrize(("op", "attributes", "text"), [
    ("DictVectorizer", {}, "0 vocabularies, it needs int64_vocabulary or string_vocabulary"),
    ("DictVectorizer", {**WORDS, "int64_vocabulary": [1]}, "2 vocabularies, it needs int64_vocabulary or string_vocabulary"),
    ("CastMap", {"cast_to": "TO_BOOL"}, "cast_to is 'TO_BOOL'; there are TO_FLOAT, TO_INT64, TO_STRING"),
    ("CastMap", {"map_form": "HOLLOW"}, "map_form is 'HOLLOW'; there are DENSE, SPARSE"),
    ("CastMap", {"map_form": "SPARSE", "max_map": 0}, "max_map is 0")])
def test_attributes_that_are_listed_when_the_model_is_opened(op: str, attributes: dict[str, Any], text: str) -> None:
    made = one(op, INT64, FLOAT, **attributes)
    assert [str(part) for part in unsupported(made)] == [f"{op} (computes y): {text}"]
    with pytest.raises(UnsupportedError, match=op): OnnxRunner(made)


def test_values_and_keys_that_cannot_be_cast() -> None:
    with pytest.raises(IndexRangeError, match=r"(?s)in CastMap.*the key 7 to 5 indices.*Give keys from 0 to 4"):
        found(one("CastMap", INT64, FLOAT, **SPARSE), {7: 1.0})
    with pytest.raises(DTypeError, match=r"(?s)CastMap TO_FLOAT: .*'u'.*Give values that can be cast"):
        found(one("CastMap", INT64, STRING), {7: "u"})
    with pytest.raises(DTypeError, match=r"CastMap TO_INT64: .*infinity"):
        found(one("CastMap", INT64, FLOAT, cast_to="TO_INT64"), {7: float("inf")})
    with pytest.raises(DTypeError, match="CastMap TO_STRING: the text of a tensor"):
        found(one("CastMap", INT64, FLOAT, cast_to="TO_STRING"), {7: Tensor(1.0)})
    with pytest.raises(DTypeError, match="a map with texts as keys"): found(one("CastMap", STRING, FLOAT), {"a": 1.0})


def test_a_tensor_where_a_map_is_needed() -> None:
    made = graph([helper.make_node("CastMap", ["x"], ["y"], domain=ML)], helper.make_tensor_type_proto(FLOAT, [2]))
    with pytest.raises(DTypeError, match=r"(?s)in CastMap.*needs a map, got a Tensor.*Give a dict"):
        found(made, np.ones(2, np.float32))
