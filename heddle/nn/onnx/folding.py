"""Graph simplification of ONNX models at load: constant folding, and scales and shifts of channels folded into convolutions.

Inputs: a graph that was read. Outputs: an equal one with fewer nodes. Invariants: a convolution is only folded with what alone reads
its result, and only where weights, factors and addends are stored, of one dtype, and finite afterwards; results keep their names.

    conv(x, w, b) * s + t = conv(x, w * s, b * s + t)    s, t: one for each channel
"""
from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace

import numpy as np
import onnx

from heddle.nn.onnx.prepared import Attribute, Graph, Node

_FORMATS = (np.dtype(np.float32), np.dtype(np.float64))
_CONVOLUTIONS = {"Conv": 0, "ConvTranspose": 1}  # the axis of the weights along which results lie
#: scale and shift of each channel
Line = tuple[np.ndarray, np.ndarray]
#: the results of a node whose inputs are all constants; None if it is not one to be computed on the host
Evaluate = Callable[[Node, list[np.ndarray | None]], list[np.ndarray] | None]


def folded(graph: Graph, opset: int, evaluate: Evaluate) -> Graph:
    """The graph with constant nodes computed and convolutions folded. `opset`: the version of the standard's operator set."""
    return _Folding(graph, opset, evaluate).run()


class _Folding:
    """Simplifies one graph. `stored`: arrays by name, computed constants among them. `uses`: how many nodes read a name. `made`:
    where in `nodes` the convolution is that computes a name."""

    def __init__(self, graph: Graph, opset: int, evaluate: Evaluate) -> None:
        self.graph, self.opset, self.evaluate = graph, opset, evaluate
        self.stored = dict(graph.stored)
        self.uses = Counter(_names_used(graph))
        self.made: dict[str, int] = {}  # the convolution that computes a name, by its number
        self.nodes: list[Node] = []

    def run(self) -> Graph:
        """The simplified graph: without computed and folded nodes, and without stored tensors that are no longer read."""
        for node in self.graph.nodes:
            if self._is_computed(node) or self._is_folded(node): continue
            if node.op in _CONVOLUTIONS and not node.domain and len(node.outputs) == 1: self.made[node.outputs[0]] = len(self.nodes)
            self.nodes.append(self._with_branches(node))
        found = replace(self.graph, nodes=tuple(self.nodes))
        used = set(_names_used(found))
        found.stored = {name: array for name, array in self.stored.items() if name in used or name in self.graph.inputs}
        return found

    def _with_branches(self, node: Node) -> Node:
        if not node.has_graphs: return node
        return replace(node, attributes={name: folded(v, self.opset, self.evaluate) if isinstance(v, Graph) else v
                                         for name, v in node.attributes.items()})

    def constant(self, name: str) -> np.ndarray | None:
        """The array of a name that no caller can give another value."""
        return None if name in self.graph.inputs else self.stored.get(name)

    def _is_computed(self, node: Node) -> bool:
        """Whether the results are stored in place of the node, all of whose inputs are."""
        if not any(node.inputs) or any(name and self.constant(name) is None for name in node.inputs): return False
        found = self.evaluate(node, [self.constant(name) if name else None for name in node.inputs])
        if found is None or len(found) != len(node.outputs): return False
        self.stored.update(zip(node.outputs, found, strict=True))
        return True

    def _is_folded(self, node: Node) -> bool:
        """Whether a convolution before this node has taken it over."""
        if node.domain or node.references or len([name for name in node.outputs if name]) != 1: return False
        for name in node.inputs:
            at = self.made.get(name)
            if at is None or self.uses[name] != 1: continue
            line = self._line(node, name, self.nodes[at])
            conv = None if line is None else self._scaled(self.nodes[at], line, node.outputs[0])
            if conv is None: continue
            self.nodes[at] = conv
            del self.made[name]
            self.made[node.outputs[0]] = at
            return True
        return False

    # ---- what a node does to channels

    def _line(self, node: Node, name: str, conv: Node) -> Line | None:
        """What the node computes of the convolution's result `name`, if that is a scale and a shift for each channel."""
        weights = self.constant(conv.inputs[1])
        if weights is None or weights.dtype not in _FORMATS or weights.ndim < 3: return None
        channels = weights.shape[0] if conv.op == "Conv" else weights.shape[1] * _groups(conv)
        if node.op == "BatchNormalization": return self._normalisation(node, name, channels, weights.dtype)
        if node.op not in ("Add", "Sub", "Mul", "Div") or len(node.inputs) != 2 or node.attributes: return None
        comes_first = node.inputs[0] == name
        array = self.constant(node.inputs[1 if comes_first else 0])
        c = None if array is None or array.dtype != weights.dtype else _by_channel(array, channels, weights.ndim)
        if c is None: return None
        one, zero = np.ones(channels), np.zeros(channels)
        match node.op:
            case "Add": return one, c
            case "Sub": return (one, -c) if comes_first else (-one, c)
            case "Mul": return c, zero
            case "Div":
                with np.errstate(divide="ignore"): return (1 / c, zero) if comes_first else None

    def _normalisation(self, node: Node, name: str, channels: int, dtype: np.dtype[np.generic]) -> Line | None:
        """A BatchNormalization with running statistics."""
        given, training = node.attributes, "training_mode" if self.opset >= 14 else "is_test"
        if node.inputs[0] != name or given.get("spatial", 1) != 1 or len(node.inputs) != 5: return None
        if given.get(training, 0) != (self.opset < 7): return None
        arrays = [self.constant(n) for n in node.inputs[1:]]
        if any(a is None or a.dtype != dtype or a.shape != (channels,) for a in arrays): return None
        scale, bias, mean, var = (np.asarray(a, np.float64) for a in arrays)
        epsilon = np.asarray(given.get("epsilon", 1e-5), np.float64)
        with np.errstate(invalid="ignore", divide="ignore"): scale = scale / np.sqrt(var + epsilon)
        return scale, bias - mean * scale

    # ---- the convolution with it

    def _scaled(self, conv: Node, line: Line, result: str) -> Node | None:
        """The convolution followed by scale and shift, which computes `result`; None if its numbers do not allow it."""
        weights = self.constant(conv.inputs[1])
        named = conv.inputs[2] if len(conv.inputs) > 2 else ""
        bias = self.constant(named) if named else None
        if weights is None or (named and (bias is None or bias.shape != line[0].shape or bias.dtype != weights.dtype)): return None
        scale, shift = line
        with np.errstate(invalid="ignore", over="ignore"):
            w = (weights * _along_results(scale, conv, weights)).astype(weights.dtype)
            b = (shift if bias is None else bias * scale + shift).astype(weights.dtype)
        if not (np.isfinite(w).all() and np.isfinite(b).all()): return None
        return _reading(conv, self._store(result, "weights", w), self._store(result, "bias", b), result)

    def _store(self, result: str, what: str, array: np.ndarray) -> str:
        name = f"{what} of {result}"
        while name in self.stored or self.uses[name]: name += "'"
        self.stored[name] = array
        return name


def _by_channel(array: np.ndarray, channels: int, rank: int) -> np.ndarray | None:
    """A stored factor or addend of (batch, channels, *space), one for each channel; None if it differs along other axes."""
    if array.ndim > rank: return None
    shape = (1,) * (rank - array.ndim) + array.shape
    if any(n != 1 for axis, n in enumerate(shape) if axis != 1) or shape[1] not in (1, channels): return None
    return np.broadcast_to(array.reshape(-1).astype(np.float64), (channels,))


def _along_results(scale: np.ndarray, conv: Node, weights: np.ndarray) -> np.ndarray:
    """One number for each result channel, in the shape in which it meets the weights."""
    space = (1,) * (weights.ndim - 2)
    if conv.op == "Conv": return scale.reshape(-1, 1, *space)
    groups = _groups(conv)  # (in, out / groups, *kernel): the rows of a group meet its own results
    return scale.reshape(groups, -1).repeat(weights.shape[0] // groups, axis=0).reshape(*weights.shape[:2], *space)


def _groups(conv: Node) -> int:
    found = conv.attributes.get("group", 1)
    assert isinstance(found, int)  # or a model is refused
    return found


def _reading(conv: Node, weights: str, bias: str, result: str) -> Node:
    """The convolution with other weights and bias, and its result under another name."""
    inputs, proto = (conv.inputs[0], weights, bias), onnx.NodeProto()
    proto.CopyFrom(conv.proto)
    del proto.input[:], proto.output[:]
    proto.input.extend(inputs)
    proto.output.append(result)
    return replace(conv, proto=proto, inputs=inputs, outputs=(result,))


def _names_used(graph: Graph) -> Iterator[str]:
    """Each name once for each time that something reads it; texts among attributes may be names."""
    yield from graph.outputs
    for node in graph.nodes:
        yield from node.inputs
        yield from _names_in(node.attributes)


def _names_in(attributes: Mapping[str, Attribute]) -> Iterator[str]:
    for value in attributes.values():
        if isinstance(value, Graph): yield from _names_used(value)
        elif isinstance(value, str): yield value
        elif isinstance(value, (list, tuple)): yield from (v for v in value if isinstance(v, str))
