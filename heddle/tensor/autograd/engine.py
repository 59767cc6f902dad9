"""Reverse-mode automatic differentiation: traverses a graph from a result to its targets, with one rule per op.

Inputs: a node, its gradient, and the target nodes. Outputs: their gradients, as graphs. Invariants: only nodes between result and
targets are visited; the traversal is iterative; a rule returns one gradient, or None, for each source.
"""
from __future__ import annotations

from collections.abc import Container, Mapping, Sequence, Set
from typing import TYPE_CHECKING

from heddle.errors import DTypeError, GradientError, ShapeError
from heddle.tensor import aliasing, tensor_hook
from heddle.tensor.autograd import lazy_gradients
from heddle.tensor.autograd.composite_rules import Whole, find_whole
from heddle.tensor.autograd.gradient_sums import FEW, LINEAR, total
from heddle.tensor.autograd.realized_graphs import OVERWRITTEN, graph_behind, is_forgotten, requested_within
from heddle.tensor.autograd.rules import RULES, Grads
from heddle.tensor.autograd.tracing import check_has_value
from heddle.tensor.eager.training_steps import defer_backward
from heddle.tensor.lock import locked
from heddle.tensor.node_builders import cast, constant, mark
from heddle.uop import Ops, UOp
from heddle.uop.symbolic_shapes import laid_out

if TYPE_CHECKING:
    from heddle.tensor.tensor import Tensor


# ---- traversal


def _sources(node: UOp, targets: Set[UOp], wholes: dict[UOp, Whole]) -> tuple[UOp, ...]:
    """The nodes that receive the gradient of `node`: its sources, or the graph that computed realized memory."""
    if node.op in aliasing.MEMORY: return () if (graph := graph_behind(node)) is None else (graph,)
    if node.op is Ops.CUSTOM_GRADIENT: return node.src[1:]
    if (whole := find_whole(node, targets)) is not None:
        wholes[node] = whole
        return whole.sources
    return node.src if node.op in RULES else ()


def _reached(root: UOp, targets: Set[UOp], wholes: dict[UOp, Whole]) -> dict[UOp, tuple[UOp, ...]]:
    """All nodes that a gradient of `root` may reach, with their gradient sources; sources first. `wholes`: those with an own rule."""
    done: dict[UOp, tuple[UOp, ...]] = {}
    found: dict[UOp, tuple[UOp, ...]] = {}
    stack: list[tuple[UOp, bool]] = [(root, False)]
    while stack:
        node, entered = stack.pop()
        if node in done: continue
        if entered: done[node] = found[node]
        else:
            found[node] = () if node in targets and node.op in aliasing.MEMORY else _sources(node, targets, wholes)
            stack.append((node, True))
            stack.extend((s, False) for s in found[node] if s not in done)
    return done


def compute(root: UOp, grad: UOp, targets: set[UOp]) -> dict[UOp, UOp]:
    """The gradients of those of `targets` that `root` was computed from, `grad` being that of `root`."""
    wholes: dict[UOp, Whole] = {}
    return _flow(root, grad, _reached(root, targets, wholes), targets, wholes)


tensor_hook.chain_rule = compute


def _flow(root: UOp, grad: UOp, reached: dict[UOp, tuple[UOp, ...]], targets: Set[UOp], wholes: dict[UOp, Whole]) -> dict[UOp, UOp]:
    """The gradients of `targets`, by a backward pass over the nodes of `reached`."""
    leads: set[UOp] = set()
    for node, sources in reached.items():
        if node in targets or not leads.isdisjoint(sources): leads.add(node)
    grads: dict[UOp, list[UOp]] = {root: [grad]}
    for node, sources in reversed(reached.items()):
        if node not in leads or (parts := grads.get(node)) is None or not sources: continue
        stays_apart = len(parts) > FEW and node.op in LINEAR and node not in wholes
        if node not in targets: del grads[node]
        elif not stays_apart: grads[node] = [total(parts)]
        for g in parts if stays_apart else [total(parts)]:
            for source, part in zip(sources, _apply(g, node, sources, leads, wholes), strict=True):
                if part is not None and source in leads: grads.setdefault(source, []).append(part)
    return {t: total(grads[t]) for t in reached if t in targets and t in grads}  # in one order in all processes


def _apply(g: UOp, node: UOp, sources: tuple[UOp, ...], leads: set[UOp], wholes: dict[UOp, Whole]) -> Grads:
    """The gradients of the `sources` of `node`, whose own is `g`; None where there is none, or where it reaches no target."""
    if node.op in aliasing.MEMORY: return (mark(laid_out(g, sources[0].shape)),)
    if node.op is Ops.CUSTOM_GRADIENT: return node.arg.gradients(g, node, [s in leads for s in sources])
    if (whole := wholes.get(node)) is not None: return whole.gradients(g, [s in leads for s in sources])
    return RULES[node.op](g, node)


def pull_back(view: UOp, source: UOp, value: UOp) -> UOp:
    """`value`, of the shape of `view`, scattered to the elements of `source` that `view` shows; 0 elsewhere."""
    while view is not source:
        (placed,) = RULES[view.op](value, view)
        assert placed is not None
        view, value = view.src[0], placed
    return value


# ---- called by Tensor


def _start(result: Tensor, gradient: Tensor | None) -> UOp:
    if not result.dtype.is_float():
        raise GradientError(f"only floats have gradients, this result is {result.dtype.name}", "Start from a float, such as a loss.")
    if gradient is not None:
        if gradient.shape != result.shape:
            raise ShapeError(f"the gradient must have shape {result.shape}, got {gradient.shape}",
                             "Expand or reshape the gradient.")
        return cast(gradient.uop, result.dtype)
    if result.numel() != 1:
        raise GradientError(f"backward() needs a result with one element, got shape {result.shape}",
                            "Take .sum() or .mean() first, or pass gradient=.")
    return constant(result.dtype, 1, result.shape)


def _node_of(target: Tensor) -> UOp:
    """The node of `target` in graphs: a reshape of a reshape drops the inner one."""
    node = target.uop
    while node.op is Ops.RESHAPE: node = node.src[0]
    is_own = node.op is Ops.CONTIGUOUS and node.arg is not None  # made for this leaf alone
    return node if node.op in aliasing.MEMORY or node.op is Ops.ASSIGN or is_own else target.uop


@locked
def gradients(result: Tensor, targets: Sequence[Tensor], gradient: Tensor | None) -> list[Tensor]:
    """See `Tensor.gradient`."""
    start = _start(result, gradient)
    _check_targets(targets)
    nodes = [_node_of(t) for t in targets]
    wholes: dict[UOp, Whole] = {}
    reached = _reached(result.uop, set(nodes), wholes)
    if (earlier := [_node_before(node, reached) for node in nodes]) != nodes:
        nodes, wholes = earlier, {}
        reached = _reached(result.uop, set(nodes), wholes)
    if any(not aliasing.is_leaf(t) for t in targets) and _is_partial({n: s for n, s in reached.items() if n not in nodes}):
        raise GradientError(*lazy_gradients.FORGOTTEN)
    found = _flow(result.uop, start, reached, set(nodes), wholes)
    return [_wrapped(found[node], t) if node in found else t.zeros_like() for t, node in zip(targets, nodes, strict=True)]


def _node_before(target: UOp, reached: Mapping[UOp, object]) -> UOp:
    """A target, or the graph that computed it if the result only contains that: it was computed before the target was."""
    if target in reached or target.op not in aliasing.MEMORY: return target
    before = graph_behind(target)
    if before is not None and before in reached: return before
    before, is_overwritten = requested_within(reached).get(target, (target, False))
    if is_overwritten: raise GradientError(*OVERWRITTEN)
    return before


def _check_targets(targets: Sequence[object]) -> None:
    """DTypeError for a target that is no tensor, GradientError for one of integers, and for two that are one node."""
    seen: dict[UOp, int] = {}
    for i, t in enumerate(targets):
        if not isinstance(t, tensor_hook.tensor_class):
            raise DTypeError(f"gradient needs tensors, target {i} is a {type(t).__name__}", "Write gradient(*targets) for a list.")
        if not t.dtype.is_float():
            raise GradientError(f"only floats have gradients, target {i} is {t.dtype.name}", "Use .float() before.")
        if (first := seen.setdefault(t.uop, i)) != i and targets[first] is not t:
            raise GradientError(f"targets {first} and {i} are equal constants, which are one node of the graph",
                                "Make them with requires_grad=True, before they are used.")


@locked
def backward(result: Tensor, gradient: Tensor | None) -> None:
    """See `Tensor.backward`."""
    if gradient is None and defer_backward(result, _build_backward): return
    _build_backward(result, gradient)


def _build_backward(result: Tensor, gradient: Tensor | None = None, unrequested: Container[int] | None = None) -> None:
    """`unrequested`: the ids of tensors that may get a gradient that was not requested; None for all."""
    check_has_value([result.uop], ".grad of what backward() reaches")
    start = _start(result, gradient)
    leaves = {_node_of(t): t for t in aliasing.leaves()}
    wholes: dict[UOp, Whole] = {}
    reached = _reached(result.uop, set(leaves), wholes)
    others = _others_reached(reached, leaves)
    if unrequested is not None: others = {node: [t for t in found if id(t) in unrequested] for node, found in others.items()}
    found = _flow(result.uop, start, reached, {*leaves, *others}, wholes)
    own, is_partial = _node_of(result), _is_partial(reached)
    # a result that needs a gradient and reaches no leaf was made of no elements, or of pads alone: all its gradients are zero
    if not result._needs_grad and all(node is own and node not in leaves for node in found):
        raise GradientError("the result was computed from no tensor that requires a gradient",
                            "Make one with requires_grad=True, or hand the parameters to an optimizer first.")
    for node, grad in found.items():
        if (leaf := leaves.get(node)) is not None:
            new = _wrapped(grad, leaf)
            leaf.grad = new if (before := leaf.grad) is None else lazy_gradients.in_place(before, before + new)
        for tensor in others.get(node, ()):
            if is_partial: lazy_gradients.refuse(tensor, lazy_gradients.FORGOTTEN)
            elif node.base.op is Ops.CONST: lazy_gradients.refuse(tensor, lazy_gradients.CONSTANT)
            else: lazy_gradients.add(tensor, grad)


def _is_partial(reached: Mapping[UOp, object]) -> bool:
    """Whether unrequested gradients are incomplete: values that were read ended the traversal too early."""
    return any(is_forgotten(node) for node in reached if node.op in aliasing.MEMORY)


def _others_reached(reached: Mapping[UOp, object], leaves: Mapping[UOp, Tensor]) -> dict[UOp, list[Tensor]]:
    """The live float tensors among the nodes `reached` whose gradient was neither requested nor excluded."""
    found: dict[UOp, list[Tensor]] = {}
    memories = [node for node in reached if node.op in aliasing.MEMORY]
    requested = {memory: node for memory, (node, is_overwritten) in requested_within(reached).items() if not is_overwritten}
    assigned = [ref() for node in reached if node.op is Ops.ASSIGN and (ref := aliasing.assigns.get(node)) is not None]
    storages = [s for memory in (*memories, *requested) for s in aliasing.storages_of(memory)]
    storages += [s for s in assigned if s is not None]
    for tensor in dict.fromkeys([*aliasing.pending_tensors(), *(t for s in storages for t in s.tensors())]):
        node = _node_of(tensor)
        node = requested.get(node, node)
        if not tensor.dtype.is_float() or node not in reached: continue
        if leaves.get(node) is not tensor and aliasing.exclusion(tensor) != "gradient": found.setdefault(node, []).append(tensor)
    return found


def _wrapped(grad: UOp, target: Tensor) -> Tensor:
    return target._of(mark(grad.reshape(target.shape)), False)
