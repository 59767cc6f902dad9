"""The verifier: whether a graph is valid at its stage. It runs between passes in debug mode, and in all tests.

Inputs: a graph and the stage it is meant for (`Spec`).
Outputs: nothing, or a VerifyError that names the pass, the rule, and the node with its neighbours.
Invariants: the cost is one look at every new node (the rules stand in rules.py), and nothing recurses.
"""
from __future__ import annotations

from collections.abc import Iterable
from enum import Enum

from heddle.errors import VerifyError
from heddle.uop.ops import GroupOp, Ops
from heddle.uop.printer import show_line
from heddle.uop.uop import UOp
from heddle.uop.verify import rules
from heddle.uop.verify.rules import CALLED, Rule


class Spec(Enum):
    """The stages a graph can be valid for."""

    tensor_graph = "tensor graph"  # what the user's program builds
    kernel_ast = "kernel ast"  # one kernel as SINK of STOREs over RANGEs
    linear_program = "linear program"  # LINEAR of one kernel's ops, in order
    schedule = "schedule"  # LINEAR of CALLs


_VALUES = GroupOp.ELEMENTWISE | {Ops.CONST, Ops.DEFINE_VAR}
_KERNEL = _VALUES | {Ops.PARAM, Ops.DEFINE_LOCAL, Ops.DEFINE_REG, Ops.RANGE, Ops.END, Ops.INDEX, Ops.LOAD, Ops.STORE, Ops.VECTORIZE,
                     Ops.GEP, Ops.LOOKUP, Ops.BARRIER, Ops.SPECIAL, Ops.DOT, Ops.WMMA, Ops.LDMATRIX, Ops.WGMMA, Ops.QUAD_SHUFFLE,
                     Ops.WARP_SHUFFLE, Ops.ASYNC_COMMIT, Ops.ASYNC_WAIT,
                     Ops.TMA_TILE, Ops.TMA_LOAD, Ops.MBARRIER_WAIT}
_ALLOWED: dict[Spec, frozenset[Ops]] = {
    Spec.tensor_graph: frozenset(_VALUES | GroupOp.MOVEMENT | {
        Ops.BUFFER, Ops.PARAM, Ops.DEVICE, Ops.IOTA, Ops.REDUCE_AXIS, Ops.SCAN, Ops.MERGE, Ops.GATHER, Ops.CONTIGUOUS, Ops.COPY,
        Ops.KERNEL,
        Ops.ASSIGN, Ops.DETACH, Ops.CUSTOM_GRADIENT, Ops.SHARD, Ops.MULTI, Ops.COLLECTIVE, Ops.BUFFER_VIEW,
        Ops.SINK}),
    Spec.kernel_ast: frozenset(_KERNEL | {Ops.REDUCE, Ops.LOOP_CARRIED, Ops.YIELD, Ops.RESCALED, Ops.AFTER, Ops.GROUP, Ops.SINK}),
    Spec.linear_program: frozenset(_KERNEL | {Ops.LINEAR, Ops.ASYNC_COPY}),
    Spec.schedule: CALLED | {Ops.LINEAR, Ops.CALL, Ops.BUFFER, Ops.PARAM, Ops.DEVICE, Ops.DEFINE_VAR, Ops.CONST},
}

_EVERYWHERE: tuple[Rule, ...] = (rules.arity, rules.param_says_its_slot)
_OF_VALUES: tuple[Rule, ...] = (
    rules.dtype_of_result, rules.operands_agree, rules.family_of_operands, rules.constant_fits,
    rules.shift_in_range, rules.conversion_keeps_size)
_OF_KERNELS: tuple[Rule, ...] = (
    *_OF_VALUES, rules.sources_fill_vector, rules.lanes_exist, rules.range_counts, rules.closes_ranges,
    rules.carries_on, rules.index_names_memory, rules.access_fits, rules.gate_is_whole, rules.index_within_memory)
_RULES: dict[Spec, tuple[Rule, ...]] = {
    Spec.tensor_graph: (*_EVERYWHERE, *_OF_VALUES, rules.shape_exists),
    Spec.kernel_ast: (*_EVERYWHERE, *_OF_KERNELS),
    Spec.linear_program: (*_EVERYWHERE, *_OF_KERNELS, rules.no_index_dtype),
    Spec.schedule: (*_EVERYWHERE, rules.call_is_complete, rules.params_have_buffers),
}

# ---- rules of a whole list


def loops_are_nested(ops: Iterable[UOp]) -> tuple[UOp, str] | None:
    """Every op comes after what it reads, in a loop that is still open; every RANGE is opened and closed once, inside out."""
    open_loops: list[UOp] = []
    closed: set[UOp] = set()
    home: dict[UOp, tuple[UOp, ...]] = {}
    for node in ops:
        if node.op is Ops.END:
            if not open_loops or node.src[0] is not open_loops[-1]: return node, "it does not close the innermost open loop"
            closed.add(open_loops.pop())
            continue
        for s in node.src:
            if s not in home: return node, f"it reads {show_line(s)} before that is there"
            depth = len(home[s])
            if home[s] != tuple(open_loops[:depth]): return node, f"it reads {show_line(s)} after the loop around that was closed"
        if node.op is Ops.RANGE:
            if node in closed or node in open_loops: return node, "the loop is opened a second time"
            open_loops.append(node)
        home[node] = tuple(open_loops)
    return (open_loops[-1], "the loop is never closed") if open_loops else None


# ---- running the rules


def _refuse(node: UOp, rule: str, why: str, spec: Spec, after: str) -> VerifyError:
    made_by = f" after {after!r}" if after else ""
    around = "".join(f"\n      {show_line(s)}" for s in node.src[:8])
    error = VerifyError(f"not a valid {spec.value}{made_by}, rule {rule}: {why}\n    {show_line(node)}{around}\n")
    if node.loc is not None: error.where = node.loc
    return error


def _check_nodes(nodes: Iterable[UOp], spec: Spec, after: str) -> None:
    allowed, of_spec = _ALLOWED[spec], _RULES[spec]
    for node in nodes:
        if node.op not in allowed: raise _refuse(node, "allowed ops", f"{node.op.name} does not belong here", spec, after)
        for rule in of_spec:
            if (why := rule(node)) is not None: raise _refuse(node, rule.__name__, why, spec, after)


def verify(root: UOp, spec: Spec, after: str = "", checked: set[UOp] | None = None) -> None:
    """Checks every node under `root` by the rules of `spec`; what a CALL runs is checked as what it is.

    `after` is the name of the pass that made the graph. `checked` holds nodes that are valid by these rules, with all below them,
    and gets those of this graph: between passes only what a pass made is looked at. VerifyError at the first node that breaks a rule.
    """
    if spec is Spec.schedule: return _verify_schedule(root, after)
    order = root.toposort() if not checked else [n for n in root.toposort(gate=lambda n: n not in checked) if n not in checked]
    _check_nodes(order, spec, after)
    if checked is not None: checked.update(order)
    if spec is not Spec.linear_program: return
    if root.op is not Ops.LINEAR: raise _refuse(root, "loops_are_nested", "it is no list of ops", spec, after)
    if (found := loops_are_nested(root.src)) is not None: raise _refuse(found[0], "loops_are_nested", found[1], spec, after)


def _verify_schedule(root: UOp, after: str) -> None:
    order = root.toposort(gate=lambda n: n.op not in CALLED or n is root or n.op is Ops.BUFFER_VIEW)
    checked: set[UOp] = set()
    for node in order:
        if node.op in (Ops.SINK, Ops.PROGRAM) and node is not root:
            ast = node if node.op is Ops.SINK else node.src[0]
            if ast.op is Ops.SINK: verify(ast, Spec.kernel_ast, after, checked)
        elif node.op not in (Ops.COPY, Ops.COLLECTIVE, Ops.BUFFER_VIEW): _check_nodes((node,), Spec.schedule, after)
