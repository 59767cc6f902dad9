"""What of a model cannot be run, all of it at once and without running anything.

In: a model. Out: an `Unsupported` for each op, attribute, result or dtype that this importer does not have.
"""
from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import onnx

from heddle.errors import DTypeError
from heddle.nn.onnx.table import Version, find
from heddle.nn.onnx.values import DTYPES, attribute, dtype_name

_STANDARD = ("", "ai.onnx")


@dataclass(frozen=True)
class Unsupported:
    """A part of a model that cannot be run. `node` is its name, or what it computes if it has none."""

    node: str
    op: str
    what: str

    def __str__(self) -> str: return f"{self.op} ({self.node}): {self.what}"


def unsupported(model: onnx.ModelProto) -> list[Unsupported]:
    """Everything that `OnnxRunner` refuses in `model`, by node; empty if it can be run."""
    opsets = {o.domain if o.domain not in _STANDARD else "": o.version for o in model.opset_import}
    functions = {(f.domain, f.name): f for f in model.functions}
    found = [*_graph(model.graph, opsets, functions)]
    for f in model.functions:
        own = opsets | {o.domain if o.domain not in _STANDARD else "": o.version for o in f.opset_import}
        for node in f.node: found += _node(node, own, functions)
    return found


def _graph(graph: onnx.GraphProto, opsets: dict[str, int], functions: dict[Any, Any],
           is_inner: bool = False) -> Iterator[Unsupported]:
    for stored in graph.initializer:
        if stored.data_type not in DTYPES: yield Unsupported(stored.name, "initializer", f"the dtype {dtype_name(stored.data_type)}")
    for stored in graph.sparse_initializer: yield Unsupported(stored.values.name, "sparse initializer", "sparse tensors")
    for given in graph.input:
        if is_inner and given.type.WhichOneof("value") is None: continue  # what it is shows when it runs
        if not given.type.HasField("tensor_type"): yield Unsupported(given.name, "input", f"the type {given.type.WhichOneof('value')}")
        elif given.type.tensor_type.elem_type not in DTYPES:
            yield Unsupported(given.name, "input", f"the dtype {dtype_name(given.type.tensor_type.elem_type)}")
    for node in graph.node: yield from _node(node, opsets, functions)


def _node(node: onnx.NodeProto, opsets: dict[str, int], functions: dict[Any, Any]) -> Iterator[Unsupported]:
    for a in node.attribute:
        if a.type == onnx.AttributeProto.GRAPH: yield from _graph(a.g, opsets, functions, True)
    if (node.domain, node.op_type) in functions: return
    domain = "" if node.domain in _STANDARD else node.domain
    name = node.name or f"computes {next(iter(node.output), '')}"
    version = find(domain, node.op_type, opsets.get(domain, 1))
    if version is None:
        known = find(domain, node.op_type, 1 << 30)
        later = known and f"from version {known.since} of the operator set on; this is {opsets.get(domain, 1)}"
        yield Unsupported(name, f"{domain}.{node.op_type}" if domain else node.op_type, later or "there is no such op here")
    else:
        for what in _faults(node, version): yield Unsupported(name, node.op_type, what)


def _faults(node: onnx.NodeProto, version: Version) -> Iterator[str]:
    values: dict[str, Any] = {}
    for a in node.attribute:
        if a.name not in version.attributes: yield f"the attribute {a.name}"
        elif not a.ref_attr_name:
            try: values[a.name] = attribute(a)
            except DTypeError as fault: yield fault.what
    given = {a.name for a in node.attribute}
    for name in sorted(version.required - given): yield f"the attribute {name} is missing"
    if not version.variadic and len(node.input) > len(version.host):
        yield f"{len(node.input)} inputs, the op takes {len(version.host)}"
    if any(node.output[version.results:]): yield f"result number {version.results + 1}, {node.output[version.results]}"
    if version.refuses is not None and (what := version.refuses(values)): yield what
