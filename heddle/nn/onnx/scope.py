"""Execution of ONNX nodes in order, with the named values in scope.

Inputs: a graph that was read, and the values of its inputs. Outputs: the values of its results. Invariants: what decides shapes
(sizes, axes, and everything computed from them) and what no device can hold (strings, formats that heddle lacks) is computed on
the host, by ONNX's own reference evaluator, and never reaches a device.
"""
from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Protocol

import numpy as np
import onnx

from heddle.errors import DTypeError, FileFormatError, HeddleError, OutOfMemoryError
from heddle.nn.onnx.prepared import Attribute, Graph, Node, prepared_defaults, prepared_function
from heddle.nn.onnx.table import Recompute, Value, Version, find, on_host
from heddle.nn.onnx.values import (
    DTYPES,
    HOST_DTYPES,
    is_host_only,
    plain_domain,
    to_numpy_dtype,
    versions_of,
    widened,
)
from heddle.tensor import Tensor

CURE = "Export it again, or run it with onnx.checker first."
#: elements up to which values that a file holds, and what is computed of them, stay on the host
SMALL = 1024
_KEPT = 4096  # results of nodes with their inputs, and tensors made of arrays, that are kept for the next run
#: ops whose results may be larger than their inputs by any factor
_GROWING = frozenset(("ConstantOfShape", "Expand", "Tile", "Range", "Pad", "OneHot", "Resize", "Upsample", "CenterCropPad"))
_CHANCE = frozenset(("RandomUniform", "RandomNormal", "RandomUniformLike", "RandomNormalLike", "Bernoulli", "Dropout", "Multinomial"))
_TO_DTYPE = ("to", "output_dtype", "dtype")  # attributes that name the dtype of a result


class Kept:
    """What is kept between runs of a model: its weights, tensors made of arrays, and results that were computed on the host."""

    _never_changes = True  # captures need not compare what it holds

    def __init__(self, model: onnx.ModelProto, name: str, device: str | None) -> None:
        self.name, self.device = name, device
        self.types = {i.name: i.type for i in model.graph.input}
        self.functions = {(plain_domain(f.domain), f.name): f for f in model.functions}
        self.bodies = {key: (prepared_function(f), prepared_defaults(f)) for key, f in self.functions.items()}
        self.stored: dict[str, Value] = {}
        self._folded: dict[object, list[Value]] = {}
        self._twins: dict[int, tuple[np.ndarray, Tensor]] = {}

    def tensor(self, value: Value) -> Tensor:
        """A value as a tensor; an array is made one once. DTypeError for what no device can hold."""
        if isinstance(value, Tensor): return value
        if isinstance(value, (list, dict)) or value is None or is_host_only(value):
            kind = f"an array of {value.dtype}" if isinstance(value, np.ndarray) else type(value).__name__
            raise DTypeError(f"needs a tensor, got {'an empty optional' if value is None else kind}", CURE)
        array = np.asarray(value)
        known = self._twins.get(id(array))
        if known is not None: return known[1]
        if len(self._twins) > _KEPT: self._twins.clear()
        made = Tensor(array, device=self.device)
        self._twins[id(array)] = (array, made)
        return made

    def fold(self, node: Node, attributes: Mapping[str, Attribute], inputs: Sequence[np.ndarray | None],
             opsets: dict[str, int]) -> list[Value]:
        """The results by ONNX's own evaluator, kept for the next run."""
        given = tuple(None if v is None else (v.dtype.str, v.dtype.name, v.shape, _digest(v)) for v in inputs)
        # the node itself and not its id: the key keeps it alive
        key = (node, tuple((k, repr(attributes.get(k))) for k in node.references), given, tuple(opsets.items()))
        if len(self._folded) > _KEPT: self._folded.clear()
        if key not in self._folded: self._folded[key] = _evaluated(_own(node, attributes), inputs, opsets)
        return self._folded[key]


def _digest(x: np.ndarray) -> bytes:
    if x.dtype == object: return repr(x.tolist()).encode()
    return x.tobytes() if x.nbytes <= 1 << 14 else hashlib.blake2b(np.ascontiguousarray(x).view(np.uint8).reshape(-1).data).digest()


def _own(node: Node, attributes: Mapping[str, Attribute]) -> onnx.NodeProto:
    """The node with the values of the attributes that it refers to."""
    if not node.references: return node.proto
    own = onnx.NodeProto()
    own.CopyFrom(node.proto)
    kept = [a for a in own.attribute if not a.ref_attr_name]
    del own.attribute[:]
    own.attribute.extend(kept)
    for name in node.references:
        value = attributes.get(name)
        if value is None: continue
        stored = onnx.numpy_helper.from_array(value) if isinstance(value, np.ndarray) else value
        own.attribute.append(onnx.helper.make_attribute(name, stored))
    return own


class Scope:
    """The values by name of a graph that runs, and of those around it."""

    def __init__(self, kept: Kept, values: dict[str, Value], opsets: dict[str, int], debug: int,
                 attributes: Mapping[str, Attribute] | None = None) -> None:
        self.kept, self.values, self.opsets, self.debug = kept, values, opsets, debug
        self.attributes = attributes or {}
        self.done: list[Node] = []

    def run(self, graph: Graph) -> list[Value]:
        """The values of its results after all nodes."""
        self.values.update({name: value for name,
                            value in graph.stored.items() if name not in graph.inputs or name not in self.values})
        for node in graph.nodes: self.step(node)
        return [self.values[name] for name in graph.outputs]

    def step(self, node: Node) -> None:
        """Runs one node and enters its results. An error names it."""
        try: found = self.results(node, [self.values[name] if name else None for name in node.inputs])
        except HeddleError as fault:
            fault.what = f"in {node.called}: {fault.what}"
            raise
        except MemoryError as fault:
            raise OutOfMemoryError(f"in {node.called}: {fault}", "Use a machine with more memory.") from fault
        except Exception as fault:  # of attributes of a wrong type, and of the evaluator of the package onnx
            raise FileFormatError(f"in {node.called} of {self.kept.name}: {type(fault).__name__}: {fault}", CURE) from fault
        if len(found) < len(node.outputs) and any(node.outputs[len(found):]):
            raise FileFormatError(f"in {node.called}: {len(node.outputs)} results are named, and there are {len(found)}", CURE)
        if self.debug: print(f"{node.op} {node.proto.name}: {', '.join(str(getattr(v, 'shape', '?')) for v in found)}")
        self.values.update((name, value) for name, value in zip(node.outputs, found, strict=False) if name)
        self.done.append(node)

    def results(self, node: Node, inputs: list[Value]) -> list[Value]:
        """The results of one node."""
        attributes = self.attributes_of(node)
        if (node.domain, node.op) in self.kept.bodies: return self.function(node, attributes, inputs)
        version = find(node.domain, node.op, self.opsets.get(node.domain, 1))
        assert version is not None  # or the model would have been refused
        if needs_host(version, attributes, inputs):
            return self.kept.fold(node, attributes, [None if v is None else on_host(v) for v in inputs], self.opsets)
        arrays = small_arrays(version, node, inputs)
        if arrays is None: return self.call(version, node, attributes, inputs)
        if node.op in _GROWING:
            found = self.call(version, node, attributes, inputs)  # nothing is computed yet: only the size is looked at
            if any(v.numel() > SMALL for v in found if isinstance(v, Tensor)): return found
        return self.kept.fold(node, attributes, arrays, self.opsets)

    def constants(self, node: Node, inputs: list[np.ndarray | None]) -> list[np.ndarray] | None:
        """The results of a node whose inputs no caller can change; None unless it is sure that they are small arrays."""
        version = None if (node.domain, node.op) in self.kept.bodies else find(node.domain, node.op, self.opsets.get(node.domain, 1))
        if version is None or node.references or node.op in _GROWING or small_arrays(version, node, inputs) is None: return None
        self.values.update(zip(node.inputs, inputs, strict=True))
        self.step(node)
        found = [v for name in node.outputs if isinstance(v := self.values.get(name), np.ndarray)]
        return found if len(found) == len(node.outputs) else None

    def call(self, version: Version, node: Node, attributes: Mapping[str, Attribute], inputs: list[Value]) -> list[Value]:
        """The function of the table, its inputs converted to the kinds that it takes."""
        ready = [self.as_kind(version.kind(i), v) for i, v in enumerate(inputs)]
        given = {name: self.branch(v) if isinstance(v, Graph) else v for name, v in attributes.items()}
        more: dict[str, int | Recompute] = {"outputs": len(node.outputs), "recompute": self.recompute}
        found = version.call(*ready, **given, **{name: more[name] for name in version.extra})
        results = list(found) if isinstance(found, tuple) else [found]
        device = self.kept.device  # what is made of nothing (Range, RandomNormal) is made on the default one
        return results if device is None else [v.to(device) if isinstance(v, Tensor) else v for v in results]

    def as_kind(self, kind: str, value: Value) -> Value:
        """An input of an op in the form that its function takes."""
        if value is None or kind == "Value": return value
        if kind == "Tensor": return self.kept.tensor(widened(value) if is_host_only(value) and value.dtype != object else value)
        if isinstance(value, (list, dict)): raise DTypeError(f"needs a tensor, got a {type(value).__name__}", CURE)
        return on_host(value)

    def attributes_of(self, node: Node) -> Mapping[str, Attribute]:
        """Those of the node; one that refers to an attribute of the function around it is that, if it was given."""
        if not node.references: return node.attributes
        own = {name: self.attributes[other] for name, other in node.references.items() if other in self.attributes}
        return node.attributes | own

    def branch(self, graph: Graph) -> Callable[..., list[Value]]:
        """A graph among the attributes as a function; it sees the names around it."""
        def run(*inputs: Value) -> list[Value]:
            values = dict(self.values)
            values.update(zip(graph.inputs, inputs, strict=True))
            return Scope(self.kept, values, self.opsets, self.debug, self.attributes).run(graph)
        return run

    def function(self, node: Node, attributes: Mapping[str, Attribute], inputs: list[Value]) -> list[Value]:
        """A function that the model brings along; it sees its inputs only."""
        body, defaults = self.kept.bodies[node.domain, node.op]
        if len(inputs) > len(body.inputs):
            raise FileFormatError(f"{len(inputs)} inputs, the function takes {len(body.inputs)}", CURE)
        values = dict(zip(body.inputs, inputs + [None] * (len(body.inputs) - len(inputs)), strict=True))
        opsets = self.opsets | versions_of(self.kept.functions[node.domain, node.op].opset_import)
        return Scope(self.kept, values, opsets, self.debug, defaults | dict(attributes)).run(body)

    def recompute(self, result: str, given: Mapping[str, Value]) -> Value:
        """The value of the name `result`, computed again with other values for the names in `given`."""
        needed = {result}
        nodes: list[Node] = []
        for node in reversed(self.done):
            if not any(name in needed and name not in given for name in node.outputs): continue
            needed.update(name for name in node.inputs if name)
            nodes.append(node)
        again = Scope(self.kept, self.values | dict(given), self.opsets, self.debug, self.attributes)
        for node in reversed(nodes):
            again.step(node)
            again.values.update(given)
        return again.values[result]


# ---- what is computed on the host


def small_arrays(version: Version, node: Node, inputs: Sequence[Value]) -> list[np.ndarray | None] | None:
    """The inputs of a node that is computed of small arrays alone, so that its results may decide shapes; None of any other node."""
    if not inputs or not version.folds or node.op in _CHANCE or node.has_graphs: return None
    if any(v is None and name for v, name in zip(inputs, node.inputs, strict=True)): return None  # an empty optional
    arrays = [v for v in inputs if v is None or (isinstance(v, np.ndarray) and v.size <= SMALL)]
    return arrays if len(arrays) == len(inputs) else None


def needs_host(version: Version, attributes: Mapping[str, Attribute], inputs: Sequence[Value]) -> bool:
    """Whether a node takes or gives what no device can hold, and its own function does not deal with that."""
    if not version.folds or any(isinstance(v, (list, dict)) for v in inputs): return False
    if any(attributes.get(name) in HOST_DTYPES for name in _TO_DTYPE if isinstance(attributes.get(name), int)): return True
    narrow = version.name == "DequantizeLinear"  # its numbers are widened, which every device can hold
    return any(is_host_only(v) and version.kind(i) == "Tensor" and not (narrow and v.dtype != object) for i, v in enumerate(inputs))


class _Evaluator(Protocol):
    def run(self, output_names: None, feed_inputs: dict[str, np.ndarray], /) -> Iterable[object]: ...


def _evaluator(model: onnx.ModelProto) -> _Evaluator:
    from onnx.reference import ReferenceEvaluator
    return ReferenceEvaluator(model)


def _evaluated(node: onnx.NodeProto, inputs: Sequence[np.ndarray | None], opsets: dict[str, int]) -> list[Value]:
    from onnx import helper
    named = {n: v for n, v in zip(node.input, inputs, strict=True) if v is not None}
    given = [helper.make_tensor_value_info(n, helper.np_dtype_to_tensor_dtype(v.dtype), v.shape) for n, v in named.items()]
    results = [helper.make_empty_tensor_value_info(o) for o in node.output if o]
    graph = helper.make_graph([node], "folded", given, results)
    imports = [helper.make_opsetid(domain, version) for domain, version in opsets.items()]
    found = iter(_evaluator(helper.make_model(graph, opset_imports=imports)).run(None, named))
    return [np.asarray(next(found)) if o else None for o in node.output]


def converted(value: object, number: int) -> np.ndarray:
    """A number of Python as an array of the dtype that ONNX calls `number`. OverflowError if it does not fit."""
    kind = to_numpy_dtype(DTYPES[number]) if number in DTYPES else onnx.helper.tensor_dtype_to_np_dtype(number)
    return np.array(value, kind)
