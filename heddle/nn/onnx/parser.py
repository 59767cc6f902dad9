"""ONNX models as Python dicts, for programs that inspect them.

Inputs: a model's file. Outputs: its fields by name, with nodes, tensors and types as records beside them. Invariants: what a file
leaves out is not there, but for lists, which are empty; nothing is run, and tensors are those that a runner would have.
"""
from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum, IntEnum
from typing import Any

import numpy as np
import onnx
from google.protobuf.message import Message

from heddle.dtype import DType
from heddle.errors import FileAccessError, FileMissingError
from heddle.file_errors import FETCH_AGAIN, reading
from heddle.named_tuple import NamedTuple
from heddle.nn.onnx.values import (
    DTYPES,
    Stored,
    attribute,
    dtype_name,
    is_host_only,
    load_model,
    plain_domain,
    to_array,
    to_dtype,
    versions_of,
)
from heddle.nn.tensor_io import TensorIO
from heddle.tensor import Tensor


class OnnxDataType(IntEnum):
    """Numbers of dtypes in files."""

    FLOAT, UINT8, INT8, UINT16, INT16, INT32, INT64 = range(1, 8)
    BOOL, FLOAT16, DOUBLE, UINT32, UINT64 = range(9, 14)
    BFLOAT16 = 16

    def to_dtype(self) -> DType:
        """heddle's twin."""
        return to_dtype(int(self))


class AttributeType(IntEnum):
    """Numbers of kinds of attributes in files."""

    FLOAT, INT, STRING, TENSOR, GRAPH, FLOATS, INTS, STRINGS = range(1, 9)


class Domain(Enum):
    """Where operators come from."""

    ONNX = "ai.onnx"
    ONNX_ML = "ai.onnx.ml"
    AI_ONNX_TRAINING = "ai.onnx.training"
    AI_ONNX_PREVIEW_TRAINING = "ai.onnx.preview.training"
    MICROSOFT_CONTRIB_OPS = "com.microsoft"
    MICROSOFT_NCHWC = "com.microsoft.nchwc"
    MICROSOFT_EXPERIMENTAL = "com.microsoft.experimental"
    PYTORCH_ATEN = "org.pytorch.aten"

    @classmethod
    def from_onnx(cls, domain: str | None) -> Domain:
        """The domain of this name; none is the standard's own. ValueError for one that is not known."""
        return cls(domain or "ai.onnx")


class OpSetId(NamedTuple):
    """A set of operators and its version."""

    domain: Domain | str
    version: int


class OnnxValue(tuple[tuple[str | int, ...] | None, str]):
    """What an input has to be: (shape, the name of its dtype), with both as attributes; `dtype` is heddle's, None for what has none.

    A size is a text where it is free; the shape is None where any will do.
    """

    shape: tuple[str | int, ...] | None
    dtype: DType | None
    is_optional: bool
    is_sequence: bool

    def __new__(cls, shape: tuple[str | int, ...] | None, called: str, kind: onnx.TypeProto) -> OnnxValue:
        """Of a type of ONNX, with its shape and the name of its dtype."""
        made = super().__new__(cls, (shape, called))
        made.is_optional = kind.WhichOneof("value") == "optional_type"
        inner = kind.optional_type.elem_type if made.is_optional else kind
        made.is_sequence = inner.WhichOneof("value") == "sequence_type"
        inner = inner.sequence_type.elem_type if made.is_sequence else inner
        made.shape, made.dtype = shape, DTYPES.get(inner.tensor_type.elem_type)
        return made


#: an attribute as programs expect it
Option = int | float | str | tuple[int | float | str, ...] | Tensor | np.ndarray | onnx.TypeProto | onnx.GraphProto


@dataclass(frozen=True)
class OnnxNode:
    """An operation: its name and set, the names of its inputs and results, its attributes."""

    op: str
    opset_id: OpSetId
    inputs: tuple[str, ...]
    outputs: tuple[str, ...]
    opts: dict[str, Option] = field(default_factory=dict[str, "Option"])


def described(kind: onnx.TypeProto) -> OnnxValue:
    """A type as a record: of a sequence, a map or an optional no shape, and the dtype with what it is of."""
    match kind.WhichOneof("value"):
        case "sequence_type": return OnnxValue(None, f"SEQUENCE({described(kind.sequence_type.elem_type)[1]})", kind)
        case "optional_type": return OnnxValue(None, f"OPTIONAL({described(kind.optional_type.elem_type)[1]})", kind)
        case "map_type":
            keys, values = dtype_name(kind.map_type.key_type), described(kind.map_type.value_type)[1]
            return OnnxValue(None, f"MAP({keys}, {values})", kind)
        case _: pass
    plain = kind.tensor_type
    if not plain.HasField("shape"): return OnnxValue(None, dtype_name(plain.elem_type), kind)
    # some exporters write -1 for a size that is free
    sizes = [d.dim_value if d.HasField("dim_value") and d.dim_value >= 0 else d.dim_param or "?" for d in plain.shape.dim]
    return OnnxValue(tuple(sizes), dtype_name(plain.elem_type), kind)


def node_record(node: onnx.NodeProto, opsets: Mapping[str, int]) -> OnnxNode:
    """A node as a record; `opsets` are the versions by domain."""
    name = plain_domain(node.domain)
    known = Domain(name or "ai.onnx") if (name or "ai.onnx") in {d.value for d in Domain} else name
    options = {a.name: _option(attribute(a)) for a in node.attribute if not a.ref_attr_name}
    opset = OpSetId(known, opsets.get(name, 1))
    return OnnxNode(node.op_type, opset, tuple(node.input), tuple(node.output), options)


def existing(name: str) -> str:
    """`name`, if it is that of a file. FileMissingError or FileAccessError.

    What the package onnx raises may be about another file, which the model names.
    """
    try: is_file = os.path.isfile(name)
    except ValueError: is_file = False  # such as a NUL in the name
    if is_file: return name
    if os.path.exists(name): raise FileAccessError(f"{name} is a directory or a device and no regular file", "Name a file.")
    raise FileMissingError(f"there is no file {name}", "Check the path.")


def _option(value: Stored | onnx.GraphProto) -> Option:
    """An attribute as programs expect it: a list as a tuple, an array as a tensor, unless no device can hold it."""
    if isinstance(value, list): return tuple(value)
    return Tensor(value) if isinstance(value, np.ndarray) and not is_host_only(value) else value


class OnnxPBParser:
    """`OnnxPBParser(path).parse()` is the model as nested dicts, under the names of ONNX's protocol buffers.

    inp: a path, or the bytes as a tensor of uint8. Beside the fields stand `parsed_node` (an OnnxNode), `parsed_tensor` (a Tensor; an
    array of the host for formats that devices lack) and `parsed_type` (an OnnxValue). `load_external_data`: False leaves tensors out
    whose values are in files beside the model. FileMissingError; FileFormatError if it is no model.
    """

    def __init__(self, inp: Tensor | str | os.PathLike[str], load_external_data: bool = True) -> None:
        self._name = inp.device if isinstance(inp, Tensor) else str(inp)
        with reading(self._name, "a model of ONNX", FETCH_AGAIN):
            if isinstance(inp, Tensor): self._model = onnx.load_from_string(TensorIO(inp).read())
            else: self._model = load_model(existing(self._name), load_external_data)
        self._opsets = versions_of(self._model.opset_import)

    def parse(self) -> dict[str, Any]:
        """The model."""
        with reading(self._name, "a model of ONNX", FETCH_AGAIN): return self._fields(self._model)

    def _fields(self, message: Message) -> dict[str, object]:
        found: dict[str, object] = {}
        for row in message.DESCRIPTOR.fields:
            name, value = row.name, getattr(message, row.name)
            if row.is_repeated: found[name] = [self._value(v) for v in value]
            elif message.HasField(name): found[name] = self._value(value)
        if isinstance(message, onnx.NodeProto): found["parsed_node"] = node_record(message, self._opsets)
        if isinstance(message, onnx.TensorProto) and message.data_location != onnx.TensorProto.EXTERNAL:
            found["parsed_tensor"] = _option(to_array(message))
        if isinstance(message, onnx.ValueInfoProto): found["parsed_type"] = described(message.type)
        return found

    def _value(self, value: object) -> object:
        if isinstance(value, Message): return self._fields(value)
        if not isinstance(value, bytes): return value
        try: return value.decode()
        except UnicodeDecodeError: return value
