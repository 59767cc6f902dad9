"""Support check of ONNX models: everything that cannot be run, at once and without running anything.

Inputs: a model. Outputs: an `Unsupported` for each op, attribute, result or dtype that this importer does not have.
"""
from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

import onnx

from heddle.errors import DTypeError
from heddle.nn.onnx.ops.maps import type_fault
from heddle.nn.onnx.prepared import UNUSED
from heddle.nn.onnx.table import Version, find
from heddle.nn.onnx.values import attribute, dtype_name, is_known, plain_domain, versions_of

Functions = dict[tuple[str, str], onnx.FunctionProto]  # by domain and name


@dataclass(frozen=True)
class Unsupported:
    """A part of a model that cannot be run. `node` is its name, or what it computes if it has none."""

    node: str
    op: str
    what: str

    def __str__(self) -> str: return f"{self.op} ({self.node}): {self.what}"


def unsupported(model: onnx.ModelProto) -> list[Unsupported]:
    """Everything that `OnnxRunner` refuses in `model`, by node; empty if it can be run."""
    opsets = versions_of(model.opset_import)
    functions = {(f.domain, f.name): f for f in model.functions}
    found = [*_graph(model.graph, opsets, functions)]
    for f in model.functions:
        found += _nodes(f.node, opsets | versions_of(f.opset_import), functions, set(f.input), f.output)
    return found


def _graph(graph: onnx.GraphProto, opsets: dict[str, int], functions: Functions,
           around: set[str] | None = None) -> Iterator[Unsupported]:
    """What of a graph cannot be run; `around` are the names that a graph among attributes sees."""
    for stored in graph.initializer:
        if not is_known(stored.data_type): yield Unsupported(stored.name, "initializer", f"the dtype {dtype_name(stored.data_type)}")
    for given in graph.input:
        if around is not None and given.type.WhichOneof("value") is None: continue  # what it is shows when it runs
        # graphs among attributes are given what is computed; some exporters leave the dtype of their inputs open
        if (what := _type_fault(given.type, may_be_open=around is not None)): yield Unsupported(given.name, "input", what)
    stored = {s.name for s in graph.initializer} | {s.values.name for s in graph.sparse_initializer}
    names = stored | {i.name for i in graph.input} | (around or set())
    yield from _nodes(graph.node, opsets, functions, names, [o.name for o in graph.output])


def _type_fault(kind: onnx.TypeProto, may_be_open: bool) -> str | None:
    """Why values of a type cannot be had: sparse tensors, dtypes that are unknown."""
    match kind.WhichOneof("value"):
        case "tensor_type":
            number = kind.tensor_type.elem_type
            return None if is_known(number) or (may_be_open and number == 0) else f"the dtype {dtype_name(number)}"
        case "sequence_type": return _type_fault(kind.sequence_type.elem_type, may_be_open)
        case "optional_type": return _type_fault(kind.optional_type.elem_type, may_be_open)
        case "map_type": return type_fault(kind)
        case other: return f"the type {other}"


def _nodes(nodes: Iterable[onnx.NodeProto], opsets: dict[str, int], functions: Functions, names: set[str],
           results: Iterable[str]) -> Iterator[Unsupported]:
    """What of nodes one after the other cannot be run; `names` are those that the first one sees."""
    for node in nodes:
        for name in node.input:
            if not name or name in names: continue
            yield Unsupported(_name_of(node), node.op_type, f"the input {name!r}, which nothing computes")
        yield from _node(node, opsets, functions, names)
        names.update(node.output)
    for name in results:
        if name not in names: yield Unsupported(name, "result", "nothing computes it")


def _name_of(node: onnx.NodeProto) -> str: return node.name or f"computes {next(iter(node.output), '')}"


def _node(node: onnx.NodeProto, opsets: dict[str, int], functions: Functions, names: set[str]) -> Iterator[Unsupported]:
    for a in node.attribute:
        if a.type == onnx.AttributeProto.GRAPH: yield from _graph(a.g, opsets, functions, names)
    if (node.domain, node.op_type) in functions: return
    domain, name = plain_domain(node.domain), _name_of(node)
    version = find(domain, node.op_type, opsets.get(domain, 1))
    if version is None:
        known = find(domain, node.op_type, 1 << 30)
        later = known and f"from version {known.since} of the operator set on; this is {opsets.get(domain, 1)}"
        yield Unsupported(name, f"{domain}.{node.op_type}" if domain else node.op_type, later or "there is no such op here")
    else:
        for what in _faults(node, version): yield Unsupported(name, node.op_type, what)


def _faults(node: onnx.NodeProto, version: Version) -> Iterator[str]:
    values: dict[str, object] = {}
    for a in node.attribute:
        if a.name == UNUSED: continue
        if a.name not in version.attributes: yield f"the attribute {a.name}"
        elif not a.ref_attr_name:
            try: values[a.name] = attribute(a)
            except DTypeError as fault: yield fault.what
    given = {a.name for a in node.attribute}
    for name in sorted(version.required - given): yield f"the attribute {name} is missing"
    absent = [name for i, name in enumerate(version.needs) if i >= len(node.input)
              or not (node.input[i] or name in version.may_be_empty)]
    if absent: yield f"the input {', '.join(absent)} is missing"
    if not version.variadic and len(node.input) > len(version.kinds):
        yield f"{len(node.input)} inputs, the op takes {len(version.kinds)}"
    if any(node.output[version.results:]): yield f"result number {version.results + 1}, {node.output[version.results]}"
    if version.refuses is not None and (what := version.refuses(values)): yield what
