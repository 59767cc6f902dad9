"""Runs a model: node by node, as tensors are: nothing is computed before it is wanted.

In: a model and its inputs. Out: its results by name. Always true: a model with anything that cannot be run is refused when it is
opened, with all of it; what decides shapes (sizes, axes, and all that is computed from them) is worked out on the host, by ONNX's own
reference evaluator, and never touches a device.
"""
from __future__ import annotations

import os
from collections.abc import Mapping
from typing import Any

import numpy as np
import onnx

from heddle.errors import (
    DTypeError,
    FileAccessError,
    FileFormatError,
    FileMissingError,
    HeddleError,
    OutOfMemoryError,
    ShapeError,
    UnsupportedError,
)
from heddle.file_errors import quoted, reading
from heddle.nn.onnx.check import Unsupported, unsupported
from heddle.nn.onnx.table import Version, find, on_host, wants_outputs
from heddle.nn.onnx.values import attribute, dtype_name, to_array, to_dtype
from heddle.tensor import Tensor

Value = Any  # a Tensor, an array that is known on the host, or None where an input is left out
Model = onnx.ModelProto | str | os.PathLike[str] | bytes

#: elements up to which integers that a file holds, and what is computed of them, stay on the host
_SMALL = 1024
_KEPT = 4096  # nodes with their inputs, of those that were worked out
#: ops whose results may be larger than their inputs by any factor
_GROWING = frozenset(("ConstantOfShape", "Expand", "Tile", "Range", "Pad", "OneHot", "Resize", "Upsample", "CenterCropPad"))
_CURE = "Export it again, or run it with onnx.checker first."
_CHANCE = frozenset(("RandomUniform", "RandomNormal", "RandomUniformLike", "RandomNormalLike", "Bernoulli", "Dropout"))


class OnnxRunner:
    """A model of ONNX that is called with its inputs by name: `OnnxRunner("model.onnx")({"x": tensor})["y"]`.

    `graph_inputs` are the names of the inputs with shape (a text where a size is free) and dtype, `graph_outputs` the names of the
    results. `device`: where the weights go (None: the default one). FileFormatError lists everything in the model that cannot be run.
    """

    def __init__(self, model: Model, device: str | None = None) -> None:
        self.model, self.name = open_model(model)
        with reading(self.name, "a model of ONNX", _CURE): found = unsupported(self.model)
        if found: raise _refusal(self.name, found)
        self.device = device
        self.opsets = {("" if o.domain == "ai.onnx" else o.domain): o.version for o in self.model.opset_import}
        self.functions = {(f.domain, f.name): f for f in self.model.functions}
        graph = self.model.graph
        with reading(self.name, "a model of ONNX", _CURE):
            self.weights = {stored.name: self._weight(to_array(stored)) for stored in graph.initializer}
            self.graph_inputs = {i.name: _described(i) for i in graph.input if i.name not in self.weights}
        self.graph_outputs = tuple(o.name for o in graph.output)
        self._folded: dict[object, list[Value]] = {}

    def _weight(self, array: np.ndarray) -> Value:
        """Small integers stay on the host: they are sizes and axes."""
        return array if array.dtype.kind in "iub" and array.size <= _SMALL else Tensor(array, device=self.device)

    def __call__(self, inputs: Mapping[str, Any], debug: int = 0) -> dict[str, Tensor]:
        """The results by name. `inputs`: tensors, or what tensors are made from.

        ShapeError, DTypeError name the input that does not fit. debug: 1 prints each node with the shapes of its results.
        """
        if not isinstance(inputs, Mapping):
            raise DTypeError(f"the inputs of {self.name} are a {type(inputs).__name__}", "Give a dict of tensors by name.")
        scope = _Scope(self, dict(self.weights), self.opsets, debug)
        for name in self.graph_inputs: scope.values[name] = self._given(name, inputs)
        if unknown := [n for n in inputs if n not in self.graph_inputs and n not in self.weights]:
            names = ", ".join(map(repr, unknown))
            raise ShapeError(f"{self.name} has no input {names}", f"Its inputs: {', '.join(self.graph_inputs)}.")
        results = scope.run(self.model.graph.node, self.graph_outputs)
        return {name: scope.tensor(value) for name, value in zip(self.graph_outputs, results, strict=True)}

    def _given(self, name: str, inputs: Mapping[str, Any]) -> Value:
        shape, dtype = self.graph_inputs[name]
        if name not in inputs:
            raise ShapeError(f"{self.name} needs the input {name!r}, of shape {shape} and {dtype}",
                             f"Given: {', '.join(map(str, inputs)) or 'none'}.")
        given = inputs[name]
        try: value = given if isinstance(given, Tensor) else Tensor(given, device=self.device)
        except HeddleError as fault:
            fault.what = f"the input {name!r} of {self.name}: {fault.what}"
            raise
        if value.dtype is not to_dtype(dtype_number(dtype)):
            raise DTypeError(f"the input {name!r} of {self.name} is {dtype}, got {value.dtype.name}", "Cast it.")
        if not _fits(shape, value.shape):
            raise ShapeError(f"the input {name!r} of {self.name} has shape {shape}, got {value.shape}",
                             "Reshape it; a size with a name may be any.")
        return value


# ---- opening


def open_model(model: Model) -> tuple[onnx.ModelProto, str]:
    """The model and a name for it. FileMissingError; FileFormatError if it is none."""
    if isinstance(model, onnx.ModelProto): found, name = model, model.graph.name or "the model"
    else:
        name = "the model" if isinstance(model, bytes) else str(model)
        if not isinstance(model, bytes): _check_file(name)
        with reading(name, "a model of ONNX", "Fetch or export it again."):
            found = onnx.load_from_string(model) if isinstance(model, bytes) else onnx.load(os.fspath(model))
    if not found.HasField("graph"):
        raise FileFormatError(f"{name} is not a model of ONNX: it has no graph", "Fetch or export it again.")
    return found, name


def _check_file(name: str) -> None:
    """FileMissingError or FileAccessError: what the package onnx raises may be about a file that the model names."""
    try: is_file = os.path.isfile(name)
    except ValueError: is_file = False  # such as a NUL in the name
    if is_file: return
    if os.path.exists(name): raise FileAccessError(f"{name} is a directory or a device and no regular file", "Name a file.")
    raise FileMissingError(f"there is no file {name}", "Check the path.")


def _refusal(name: str, found: list[Unsupported]) -> FileFormatError:
    rows = "\n    ".join(quoted(str(part)) for part in found)
    return UnsupportedError(f"{name} has {len(found)} parts that cannot be run:\n    {rows}",
                            "Export it with other options, or for another version of the operator set.")


def _described(value: onnx.ValueInfoProto) -> tuple[tuple[int | str, ...] | None, str]:
    kind = value.type.tensor_type
    if not kind.HasField("shape"): return None, dtype_name(kind.elem_type)
    # some exporters write -1 for a size that is free
    sizes = [d.dim_value if d.HasField("dim_value") and d.dim_value >= 0 else d.dim_param or "?" for d in kind.shape.dim]
    return tuple(sizes), dtype_name(kind.elem_type)


def _fits(wanted: tuple[int | str, ...] | None, given: tuple[int, ...]) -> bool:
    """Whether a shape is one that the model takes: sizes with a name may be any."""
    if wanted is None: return True
    return len(wanted) == len(given) and all(isinstance(n, str) or n == m for n, m in zip(wanted, given, strict=True))


def dtype_number(name: str) -> int:
    """The number by which ONNX calls a dtype."""
    return onnx.TensorProto.DataType.Value(name)


# ---- running


class _Scope:
    """The values by name of a graph that runs, and of those around it."""

    def __init__(self, runner: OnnxRunner, values: dict[str, Value], opsets: dict[str, int], debug: int,
                 attributes: Mapping[str, onnx.AttributeProto] | None = None) -> None:
        self.runner, self.values, self.opsets, self.debug = runner, values, opsets, debug
        self.attributes = attributes or {}

    def run(self, nodes: Any, results: Any) -> list[Value]:
        """The values of `results` after all `nodes`."""
        for node in nodes:
            found = self.node(node)
            if self.debug: print(f"{node.op_type} {node.name}: {', '.join(str(getattr(v, 'shape', '?')) for v in found)}")
            self.values.update((name, value) for name, value in zip(node.output, found, strict=False) if name)
        return [self.values[name] for name in results]

    def node(self, node: onnx.NodeProto) -> list[Value]:
        """The results of one node. An error names it."""
        called = f"{node.op_type} {node.name or f'that computes {next(iter(node.output), None)}'}"
        try:
            found = self.results(node, [self.values[name] if name else None for name in node.input])
            if len(found) < len(node.output) and any(node.output[len(found):]):
                raise FileFormatError(f"{len(node.output)} results are named, and there are {len(found)}", _CURE)
            return found
        except HeddleError as fault:
            fault.what = f"in {called}: {fault.what}"
            raise
        except MemoryError as fault: raise OutOfMemoryError(f"in {called}: {fault}", "Use a machine with more memory.") from fault
        except Exception as fault:  # of attributes of a wrong type, and of the evaluator of the package onnx
            raise FileFormatError(f"in {called} of {self.runner.name}: {type(fault).__name__}: {fault}", _CURE) from fault

    def results(self, node: onnx.NodeProto, inputs: list[Value]) -> list[Value]:
        function = self.runner.functions.get((node.domain, node.op_type))
        if function is not None: return self.function(function, node, inputs)
        version = find(node.domain, node.op_type, self.opsets.get("" if node.domain == "ai.onnx" else node.domain, 1))
        assert version is not None  # or the model would have been refused
        if not self.is_on_host(node, inputs): return self.call(version, node, inputs)
        if node.op_type in _GROWING:
            found = self.call(version, node, inputs)  # nothing is computed yet: only the size is looked at
            if any(v.numel() > _SMALL for v in found if isinstance(v, Tensor)): return found
        return self.fold(node, inputs)

    def call(self, version: Version, node: onnx.NodeProto, inputs: list[Value]) -> list[Value]:
        ready = [None if v is None else on_host(v) if version.is_host(i) else self.tensor(v) for i, v in enumerate(inputs)]
        attributes = {a.name: self.attribute(a) for a in self.own_attributes(node)}
        if wants_outputs(version): attributes["outputs"] = len(node.output)
        found = version.call(*ready, **attributes)
        return list(found) if isinstance(found, tuple) else [found]

    def attribute(self, a: onnx.AttributeProto) -> Any:
        value = attribute(a)
        return self.branch(value) if isinstance(value, onnx.GraphProto) else value

    def own_attributes(self, node: onnx.NodeProto) -> list[onnx.AttributeProto]:
        """Those of the node; one that refers to an attribute of the function around it is that, if it was given."""
        found: list[onnx.AttributeProto] = []
        for a in node.attribute:
            if not a.ref_attr_name: found.append(a)
            elif a.ref_attr_name in self.attributes:
                own = onnx.AttributeProto()
                own.CopyFrom(self.attributes[a.ref_attr_name])
                own.name = a.name
                found.append(own)
        return found

    def branch(self, graph: onnx.GraphProto) -> Any:
        """A graph among the attributes as a function; it sees the names around it."""
        def run(*inputs: Value) -> list[Value]:
            values = dict(self.values)
            values.update({s.name: self.runner._weight(to_array(s)) for s in graph.initializer})
            values.update(zip([i.name for i in graph.input], inputs, strict=True))
            inside = _Scope(self.runner, values, self.opsets, self.debug, self.attributes)
            return inside.run(graph.node, [o.name for o in graph.output])
        return run

    def function(self, f: onnx.FunctionProto, node: onnx.NodeProto, inputs: list[Value]) -> list[Value]:
        """A function that the model brings along; it sees its inputs only."""
        values = dict(zip(f.input, inputs + [None] * (len(f.input) - len(inputs)), strict=True))
        given = {a.name: a for a in f.attribute_proto} | {a.name: a for a in self.own_attributes(node)}
        opsets = self.opsets | {("" if o.domain == "ai.onnx" else o.domain): o.version for o in f.opset_import}
        return _Scope(self.runner, values, opsets, self.debug, given).run(f.node, f.output)

    def tensor(self, value: Value) -> Tensor:
        return value if isinstance(value, Tensor) else Tensor(np.asarray(value), device=self.runner.device)

    # ---- what is known on the host

    def is_on_host(self, node: onnx.NodeProto, inputs: list[Value]) -> bool:
        """Whether a node is computed of small arrays alone, so that its results may decide shapes."""
        if not inputs or node.op_type in _CHANCE or any(a.type == onnx.AttributeProto.GRAPH for a in node.attribute): return False
        return all(v is None or (isinstance(v, np.ndarray) and v.size <= _SMALL) for v in inputs)

    def fold(self, node: onnx.NodeProto, inputs: list[Value]) -> list[Value]:
        """The results, by ONNX's own evaluator; what was worked out is kept for the next run."""
        own = onnx.NodeProto()
        own.CopyFrom(node)
        del own.attribute[:]
        own.attribute.extend(self.own_attributes(node))
        given = tuple(None if v is None else (v.dtype.str, v.shape, v.tobytes()) for v in inputs)
        key = (own.SerializeToString(), given, tuple(self.opsets.items()))
        known = self.runner._folded
        if len(known) > _KEPT: known.clear()
        if key not in known: known[key] = _evaluated(own, inputs, self.opsets)
        return known[key]


def _evaluated(node: onnx.NodeProto, inputs: list[Value], opsets: dict[str, int]) -> list[Value]:
    from onnx import helper
    from onnx.reference import ReferenceEvaluator
    named = {n: v for n, v in zip(node.input, inputs, strict=True) if v is not None}
    given = [helper.make_tensor_value_info(n, helper.np_dtype_to_tensor_dtype(v.dtype), v.shape) for n, v in named.items()]
    results = [helper.make_empty_tensor_value_info(o) for o in node.output if o]
    graph = helper.make_graph([node], "folded", given, results)
    imports = [helper.make_opsetid(domain, version) for domain, version in opsets.items()]
    found = iter(ReferenceEvaluator(helper.make_model(graph, opset_imports=imports)).run(None, named))
    return [np.asarray(next(found)) if o else None for o in node.output]
