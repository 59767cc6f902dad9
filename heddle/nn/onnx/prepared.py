"""ONNX graphs parsed once: nodes with their attributes as Python values, stored tensors as arrays.

Inputs: graphs and functions as protocol buffers. Outputs: `Graph` and `Node`. Invariants: what is read here is not read again when the
model runs; constants are stored tensors like any other.
"""
from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import ClassVar

import numpy as np
import onnx

from heddle.nn.onnx.values import Stored, attribute, is_array, plain_domain, strings, to_array, to_dense

#: an attribute of the first versions, of inputs that results may overwrite
UNUSED = "consumed_inputs"


@dataclass(eq=False)
class Node:
    """One node. `references`: attributes that are those of the function around it, by the names there."""

    proto: onnx.NodeProto
    op: str
    domain: str
    inputs: tuple[str, ...]
    outputs: tuple[str, ...]
    attributes: dict[str, Attribute] = field(default_factory=dict[str, "Attribute"])
    references: dict[str, str] = field(default_factory=dict[str, str])

    @property
    def called(self) -> str:
        """How messages call it."""
        return f"{self.op} {self.proto.name or f'that computes {next(iter(self.outputs), None)}'}"

    @property
    def has_graphs(self) -> bool:
        """Whether a graph is among its attributes."""
        return any(isinstance(v, Graph) for v in self.attributes.values())


@dataclass(eq=False)
class Graph:
    """Nodes in order, the names of inputs and results, and stored tensors by name."""

    _never_changes: ClassVar[bool] = True  # captures need not compare what it holds

    inputs: tuple[str, ...]
    outputs: tuple[str, ...]
    nodes: tuple[Node, ...]
    stored: dict[str, np.ndarray]


#: the value of an attribute of a node
Attribute = Stored | Graph


def prepared_graph(graph: onnx.GraphProto) -> Graph:
    """A graph with its constants among the stored tensors. FileFormatError and what damaged attributes lead to."""
    stored = {s.name: to_array(s) for s in graph.initializer}
    stored |= {s.values.name: to_dense(s) for s in graph.sparse_initializer}
    nodes = _nodes(graph.node, stored)
    return Graph(tuple(i.name for i in graph.input), tuple(o.name for o in graph.output), nodes, stored)


def prepared_function(function: onnx.FunctionProto) -> Graph:
    """The body of a function of a model."""
    stored: dict[str, np.ndarray] = {}
    return Graph(tuple(function.input), tuple(function.output), _nodes(function.node, stored), stored)


def prepared_defaults(function: onnx.FunctionProto) -> dict[str, Attribute]:
    """The attributes that a function has where a node does not give them."""
    return {a.name: _value(a) for a in function.attribute_proto}


def _value(a: onnx.AttributeProto) -> Attribute:
    value = attribute(a)
    return prepared_graph(value) if isinstance(value, onnx.GraphProto) else value


def _nodes(protos: Iterable[onnx.NodeProto], stored: dict[str, np.ndarray]) -> tuple[Node, ...]:
    found: list[Node] = []
    for proto in protos:
        node = Node(proto, proto.op_type, plain_domain(proto.domain), tuple(proto.input), tuple(proto.output))
        for a in proto.attribute:
            if a.name == UNUSED: continue
            if a.ref_attr_name: node.references[a.name] = a.ref_attr_name
            else: node.attributes[a.name] = _value(a)
        is_constant = node.op == "Constant" and not node.domain and not node.references and len(node.outputs) == 1
        if is_constant and (array := constant(node.attributes)) is not None: stored[node.outputs[0]] = array
        else: found.append(node)
    return tuple(found)


def constant(attributes: Mapping[str, object]) -> np.ndarray | None:
    """The value of a Constant with these attributes; None if they are not those of one."""
    if len(attributes) != 1: return None
    name, value = next(iter(attributes.items()))
    if name in ("value_string", "value_strings"): return strings(value)
    kind = {"value_int": np.int64, "value_ints": np.int64, "value_float": np.float32, "value_floats": np.float32}.get(name)
    return value if is_array(value) else None if kind is None else np.array(value, kind)
