"""ONNX model runner: models as lazy functions of tensors.

Inputs: a model and its inputs. Outputs: its results by name. Invariants: a model with anything that cannot be run is refused when
it is opened, with all of it; how nodes run is `scope.py`.
"""
from __future__ import annotations

import os
from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, TypeGuard

import numpy as np
import onnx

from heddle.device import Device
from heddle.errors import (
    DTypeError,
    FileFormatError,
    HeddleError,
    NumberRangeError,
    ShapeError,
    UnsupportedError,
)
from heddle.file_errors import quoted, reading
from heddle.narrowing import is_instance
from heddle.nn.onnx.check import Unsupported, unsupported
from heddle.nn.onnx.folding import folded
from heddle.nn.onnx.ops.maps import as_map
from heddle.nn.onnx.parser import OnnxNode, described, existing, node_record
from heddle.nn.onnx.prepared import Graph, prepared_graph
from heddle.nn.onnx.scope import CURE, SMALL, Kept, Scope, converted
from heddle.nn.onnx.table import RECOMPUTE, ArrayValue, Value, find
from heddle.nn.onnx.values import (
    DTYPES,
    dtype_name,
    is_array,
    is_host_only,
    load_model,
    strings,
    to_dtype,
    versions_of,
)
from heddle.nn.tensor_io import TensorIO
from heddle.tensor import Tensor
from heddle.tracing.progress import reporting

Model = onnx.ModelProto | str | os.PathLike[str] | bytes | Tensor


class OnnxRunner:
    """A model of ONNX that is called with its inputs by name: `OnnxRunner("model.onnx")({"x": tensor})["y"]`.

    `graph_inputs` are the names of the inputs with `shape` (a text where a size is free) and `dtype`, `graph_outputs` the names of the
    results. `device`: where the weights go (None: the default one). FileFormatError lists everything in the model that cannot be run.
    """

    @reporting("loading an ONNX model")
    def __init__(self, model: Model, device: str | None = None) -> None:
        self.model, self.name = open_model(model)
        with reading(self.name, "a model of ONNX", CURE): found = unsupported(self.model)
        if found: raise _refusal(self.name, found)
        self.device = device
        self.opsets = versions_of(self.model.opset_import)
        with reading(self.name, "a model of ONNX", CURE):
            self._kept = Kept(self.model, self.name, device)
            self._graph = self._simplified(prepared_graph(self.model.graph))
            self._kept.stored = {name: self._weight(array) for name, array in self._graph.stored.items()}
            self.graph_inputs = {i.name: described(i.type) for i in self.model.graph.input if i.name not in self.weights}
        self._graph.stored = {}
        self.graph_outputs, self.graph_name = self._graph.outputs, self.model.graph.name

    @property
    def graph_nodes(self) -> tuple[OnnxNode, ...]:
        """The operations in the order in which they run."""
        return tuple([node_record(node, self.opsets) for node in self.model.graph.node])

    @property
    def graph_values(self) -> Mapping[str, Value]:
        """The stored tensors by name; those of few elements are arrays of the host."""
        return self.weights

    def to(self, device: str | None) -> OnnxRunner:
        """The same model with its weights on `device` (None: the default one). DeviceError if there is no such device."""
        return OnnxRunner(self.model, Device.canonicalize(device))

    @property
    def weights(self) -> Mapping[str, Value]:
        """What the model stores, by name, as it is used: tensors, and small arrays that nobody can write to. No name can be set."""
        return MappingProxyType(self._kept.stored)

    def _simplified(self, graph: Graph) -> Graph:
        """With constants computed and convolutions folded, unless a node computes parts of the graph again with other values."""
        if any(RECOMPUTE in version.extra for node in graph.nodes
               if (version := find(node.domain, node.op, self.opsets.get(node.domain, 1)))): return graph
        return folded(graph, self.opsets.get("", 1), Scope(self._kept, {}, self.opsets, 0).constants)

    def _weight(self, array: np.ndarray) -> Value:
        """Small arrays stay on the host: they may be sizes and axes. So do those that no device can hold."""
        if array.size > SMALL and not is_host_only(array): return Tensor(array, device=self.device)
        if not array.size or array.dtype.hasobject: return array
        # over bytes, which nobody can write to: what is kept never changes, and captures need not compare it
        return np.frombuffer(array.tobytes(), array.dtype).reshape(array.shape)

    def __call__(self, inputs: Mapping[str, object], debug: int = 0) -> dict[str, Any]:
        """The results by name: tensors; lists for sequences, dicts for maps, None for an empty optional, arrays of the host for texts.

        `inputs`: tensors, or what tensors are made from; lists for sequences, dicts for maps, None for an empty optional. An integer
        or a truth value of one element that is no Tensor stays on the host, where it may decide branches and shapes. ShapeError and
        DTypeError name the input that does not fit. debug: 1 prints each node that is left after folding constants, with the shapes
        of its results.
        """
        match inputs:
            case Mapping(): pass
            case _: raise DTypeError(f"the inputs of {self.name} are a {type(inputs).__name__}", "Give a dict of tensors by name.")
        if unknown := [n for n in inputs if n not in self.graph_inputs and n not in self._kept.types]:
            names = ", ".join(map(repr, unknown))
            raise ShapeError(f"{self.name} has no input {names}", f"Its inputs: {', '.join(self.graph_inputs)}.")
        scope = Scope(self._kept, dict(self._kept.stored), self.opsets, debug)
        for name in self._kept.types:
            if name in self.graph_inputs or name in inputs: scope.values[name] = self._given(name, inputs)
        results = scope.run(self._graph)
        return {name: self._result(value) for name, value in zip(self.graph_outputs, results, strict=True)}

    def _result(self, value: Value) -> Value:
        """A value as the caller gets it."""
        if isinstance(value, list): return [self._result(v) for v in value]
        return value if value is None or isinstance(value, dict) or is_host_only(value) else self._kept.tensor(value)

    def _given(self, name: str, inputs: Mapping[str, object]) -> Value:
        kind = self._kept.types[name]
        is_optional = kind.WhichOneof("value") == "optional_type"
        if name not in inputs and not is_optional:
            shape, dtype = described(kind)
            raise ShapeError(f"{self.name} needs the input {name!r}, of shape {shape} and {dtype}",
                             f"Given: {', '.join(map(str, inputs)) or 'none'}.")
        return self._typed(f"the input {name!r} of {self.name}", kind, inputs.get(name))

    def _typed(self, called: str, kind: onnx.TypeProto, given: object) -> Value:
        """What was given, as a value of a type of ONNX. DTypeError, ShapeError."""
        match kind.WhichOneof("value"):
            case "optional_type": return None if given is None else self._typed(called, kind.optional_type.elem_type, given)
            case "map_type": return as_map(called, kind, given)
            case "sequence_type":
                if not is_instance(given, (list, tuple)):
                    raise DTypeError(f"{called} is a sequence, got a {type(given).__name__}", "Give a list of tensors.")
                inner = kind.sequence_type.elem_type
                return [self._typed(f"value {i} of {called}", inner, v) for i, v in enumerate(given)]
            case _: pass
        number = kind.tensor_type.elem_type
        value = self._array_or_tensor(called, number, given)
        shape = described(kind)[0]
        if not _fits(shape, value.shape):
            raise ShapeError(f"{called} has shape {shape}, got {tuple(value.shape)}",
                             "Reshape it; a size with a name may be any.")
        return value

    def _array_or_tensor(self, called: str, number: int, given: object) -> ArrayValue:
        """A tensor of the dtype `number` of ONNX, or an array if no device can hold it or it is one whole number."""
        try: value = given if isinstance(given, Tensor) else _on_host(given, number)
        except OverflowError as fault: raise NumberRangeError(f"{called} is {dtype_name(number)}: {fault}",
                                                              "Give one that fits.") from None
        try: value = Tensor(given, device=self.device) if value is None else value
        except HeddleError as fault:
            fault.what = f"{called}: {fault.what}"
            raise
        wrong = value.dtype is not to_dtype(number) if isinstance(value, Tensor) else False
        if wrong or (number not in DTYPES and isinstance(value, Tensor)):
            raise DTypeError(f"{called} is {dtype_name(number)}, got {value.dtype.name}", "Cast it.")
        return value


def _is_number(x: object) -> TypeGuard[np.generic]: return isinstance(x, np.generic)


def _on_host(given: object, number: int) -> np.ndarray | None:
    """What was given as an array that stays on the host; None if a tensor is to be made of it.

    DTypeError for what is no text, where texts are required.
    """
    if isinstance(given, (bool, int)) and number in DTYPES: return converted(given, number)
    if number in DTYPES:
        if not is_array(given) and not _is_number(given): return None
        value = np.asarray(given)
        return value if value.size == 1 and value.dtype.kind in "iub" and value.dtype == converted(0, number).dtype else None
    array = np.asarray(given)
    if dtype_name(number) == "STRING":
        if array.dtype.kind in "OSU" and all(isinstance(t, (str, bytes)) for t in array.reshape(-1).tolist()): return strings(array)
        raise DTypeError(f"an input is STRING, got {array.dtype}", "Give texts, or an array of them.")
    if array.dtype != converted(0, number).dtype:
        raise DTypeError(f"an input is {dtype_name(number)}, got {array.dtype}", "Give an array of that dtype of ml_dtypes.")
    return array


# ---- opening


def open_model(model: Model) -> tuple[onnx.ModelProto, str]:
    """The model and a name for it. FileMissingError; FileFormatError if it is none."""
    if isinstance(model, Tensor): return open_model(TensorIO(model).read())
    if isinstance(model, onnx.ModelProto): found, name = model, model.graph.name or "the model"
    else:
        name = "the model" if isinstance(model, bytes) else str(model)
        if not isinstance(model, bytes): existing(name)
        with reading(name, "a model of ONNX", "Fetch or export it again."):
            found = onnx.load_from_string(model) if isinstance(model, bytes) else load_model(os.fspath(model))
    if not found.HasField("graph"):
        raise FileFormatError(f"{name} is not a model of ONNX: it has no graph", "Fetch or export it again.")
    return found, name


def _refusal(name: str, found: list[Unsupported]) -> FileFormatError:
    rows = "\n    ".join(quoted(str(part)) for part in found)
    return UnsupportedError(f"{name} has {len(found)} parts that cannot be run:\n    {rows}",
                            "Export it with other options, or for another version of the operator set.")


def _fits(declared: tuple[int | str, ...] | None, given: tuple[int, ...]) -> bool:
    """Whether a shape is one that the model takes: sizes with a name may be any."""
    if declared is None: return True
    return len(declared) == len(given) and all(isinstance(n, str) or n == m for n, m in zip(declared, given, strict=True))
