"""Deferred calls: tensor methods whose graphs are built when something looks at them.

A program that computes one small step after another spends its time on graphs that differ in their memory alone. So the second call of
a method on operands of the same kinds (dtype, shape, device; in memory, or results of such calls) only notes the method and its
operands. Where that result is realized, the schedule of the first one like it runs on the memory of this one (`realize_alone`), and no
node is ever made. Whoever looks at `Tensor.uop` before has the graph built by the same methods.

Inputs: methods of the class `Tensor` that compute a float tensor from float tensors and numbers.
Outputs: the same methods, whose results may be tensors with a `Call` in place of a node.
Invariants: a graph that is built late is the one that would have been built at once: operands are kept as the nodes they were, and
lines are those of the call. An error of a call is raised by the call. What a program never looks at again costs no more than it did:
calls of one kind whose graphs are always built are not deferred any more.
"""
from __future__ import annotations

import threading
from collections.abc import Callable, Generator, Hashable, Iterable, Mapping, Sequence
from contextlib import contextmanager
from functools import partial, wraps
from typing import TYPE_CHECKING, TypeVar, cast

from heddle.errors import Location, calling, user_location
from heddle.named_tuple import NamedTuple
from heddle.tensor import aliasing, tensor_hook
from heddle.tensor.autograd import autocast, tracing
from heddle.tensor.host_data import runs_kernels
from heddle.tensor.ops.losses import labels_outside, sparse_labels_outside
from heddle.uop import GroupOp, Ops, UOp
from heddle.uop.symbol import is_symbolic
from heddle.uop.symbolic_shapes import holds_symbols

if TYPE_CHECKING:
    from heddle.schedule import KnownPlan
    from heddle.tensor.tensor import Tensor

T = TypeVar("T")

#: methods that are deferred: their graphs depend on nothing but their operands, and end in a value that is stored as it is
DEFERRED = (
    "__add__", "__radd__", "__sub__", "__rsub__", "__mul__", "__rmul__", "__truediv__", "__rtruediv__", "__matmul__", "__neg__",
    "add", "sub", "mul", "div", "neg", "maximum", "minimum", "matmul", "dot", "linear", "sum", "mean", "max", "min", "softmax",
    "log_softmax", "layernorm", "relu", "relu6", "leaky_relu", "sigmoid", "logsigmoid", "tanh", "silu", "gelu", "elu",
    "softplus", "mish", "hardswish", "exp", "exp2", "log", "log2", "sqrt", "rsqrt", "reciprocal", "square", "sin", "cos", "abs", "pow",
    "__pow__", "conv2d", "max_pool2d", "avg_pool2d", "mse_loss", "l1_loss", "binary_crossentropy", "binary_crossentropy_logits",
    "cross_entropy", "sparse_categorical_crossentropy")

#: ops of values that are stored as they are, on a device that computes
STORED_ALONE = GroupOp.ELEMENTWISE - {Ops.BITCAST} | {Ops.REDUCE_AXIS}
#: limits of the calls that one result is made of, of the memories that they read, and of the kinds of calls that are known
_MOST_CALLS, _MOST_LEAVES, _MOST_KINDS = 64, 48, 4096
#: limit of the schedules of a kind, which differ by the leaves that are one memory
_MOST_SCHEDULES = 16
#: so many graphs of one kind are built before its calls are deferred no more, if none of them ran without
_MOST_BUILT = 64
#: views of memory that are operands as it is
_VIEWS = frozenset((Ops.RESHAPE, Ops.PERMUTE, Ops.EXPAND, Ops.SHRINK, Ops.FLIP))
_BUFFER = Ops.BUFFER  # members of an Enum are slow to look up by attribute


def _marks(x: Tensor, y: Tensor, reduction: str = "mean", label_smoothing: float = 0.0, weight: Tensor | None = None,
           ignore_index: int | None = None) -> bool:
    return labels_outside(x, y, ignore_index) is not None


def _marks_sparse(x: Tensor, y: Tensor, ignore_index: int = -1, *_: object, **__: object) -> bool:
    return sparse_labels_outside(x, y, ignore_index) is not None


#: of methods that look at numbers of classes: whether the graph marks those outside. IndexRangeError if they are known to be.
_LABELS: dict[str, Callable[..., bool]] = {"cross_entropy": _marks, "sparse_categorical_crossentropy": _marks_sparse}


class Kind:
    """What calls have in common that build equal graphs over other memory.

    `schedules`: by which of the leaves are one memory, the schedule of the result, and the order of the leaves in it, if that is
    another. `marks_labels`: see `_LABELS`.
    """

    __slots__ = ("built", "calls", "device", "dtype", "has_passed", "marks_labels", "method", "needs_grad", "passes_built", "runs",
                 "schedules", "shape")

    def __init__(self, method: Callable[..., Tensor], result: Tensor, calls: int, marks_labels: bool) -> None:
        self.method, self.calls, self.marks_labels = method, calls, marks_labels
        self.shape, self.dtype, self.device, self.needs_grad = result.shape, result.dtype, result.device, result._needs_grad
        self.built, self.runs = 0, False
        self.has_passed, self.passes_built = False, 0  # backward passes, and those that were deferred in vain
        self.schedules: dict[tuple[int, ...] | None, tuple[KnownPlan, list[int] | None]] = {}


#: by the method and the kinds of its operands; None for calls that are not deferred
_kinds: dict[Hashable, Kind | None] = {}
_UNKNOWN = cast("Kind", object())


class _Required:
    """The node of an operand that requires a gradient."""

    __slots__ = ("node",)

    def __init__(self, node: UOp) -> None: self.node = node


class Call:
    """A call that has been made and whose graph has not: operands are nodes in memory, other calls, or plain values.

    `leaves`: the BUFFERs that it reads, in order of the operands, as often as they are operands. `made`: its graph, of the first of
    a kind, which has to be made.
    """

    __slots__ = ("kind", "leaves", "loc", "made", "operands")

    def __init__(self, kind: Kind, operands: tuple[object, ...], leaves: tuple[UOp, ...], loc: Location | None,
                 made: UOp | None = None) -> None:
        self.kind, self.operands, self.leaves, self.loc, self.made = kind, operands, leaves, loc, made

    def node(self) -> UOp:
        """The graph of its result. It is the same node as long as one of them lives."""
        made: dict[int, UOp] = {}
        stack = [self]
        while stack:
            call = stack[-1]
            if call.made is None and (missing := [x for x in call.operands if type(x) is Call and id(x) not in made]):
                stack += missing
                continue
            stack.pop()
            if id(call) not in made: made[id(call)] = call._built(made)
        return made[id(self)]

    def _built(self, made: dict[int, UOp]) -> UOp:
        if self.made is not None: return self.made
        self.kind.built += 1
        operands = [self._operand(x, made) for x in self.operands]
        with as_called(self.loc): return at_once(self.kind.method, operands).uop

    def _operand(self, x: object, made: Mapping[int, UOp]) -> object:
        """What the method was called with."""
        Tensor = tensor_hook.tensor_class
        if isinstance(x, Call): return Tensor._of(made[id(x)], x.kind.needs_grad)
        if isinstance(x, UOp): return Tensor._of(x) if x.dtype.is_float() else Tensor(x)  # values of indices are looked at
        return Tensor._of(x.node, True) if isinstance(x, _Required) else x

    def below(self) -> list[Call]:
        """This call, and those that its operands are results of, as often as they are."""
        found: list[Call] = [self]
        for call in found: found += [x for x in call.operands if type(x) is Call]  # as it grows
        return found

    def memories(self) -> tuple[int, ...] | None:
        """Which leaves are one memory: None if each is another, else for each the number of the first that is the same."""
        leaves = self.leaves
        return None if len(set(leaves)) == len(leaves) else tuple(map(leaves.index, leaves))

    def schedule(self) -> tuple[KnownPlan, Sequence[UOp]] | None:
        """The schedule of an earlier call like this one, and the memories that it runs on here."""
        leaves = self.leaves
        found = self.kind.schedules.get(None if len(set(leaves)) == len(leaves) else self.memories())
        if found is None: return None
        plan, order = found
        return plan, leaves if order is None else [leaves[i] for i in order]


@contextmanager
def as_called(loc: Location | None) -> Generator[None]:
    """A section that builds what was requested at `loc`, where no autocast was."""
    line, kind = calling.location, autocast.state.dtype
    calling.location, autocast.state.dtype = loc, None
    try: yield
    finally: calling.location, autocast.state.dtype = line, kind


class Seen(NamedTuple):
    """A call that has been replaced by its graph: what is needed to remember the schedule of that."""

    kinds: list[Kind]  # of the call, then of those below it
    memories: tuple[int, ...] | None
    leaves: tuple[UOp, ...]

    def note_schedule(self, slots: Sequence[UOp], plan: KnownPlan) -> None:
        """Remembers the schedule of its graph, which runs on `slots`."""
        numbers = {leaf: i for i, leaf in enumerate(self.leaves)}
        if any(slot not in numbers for slot in slots): return
        for kind in self.kinds: kind.runs = True
        schedules = self.kinds[0].schedules
        if len(schedules) >= _MOST_SCHEDULES: schedules.clear()
        order = [numbers[slot] for slot in slots]
        schedules[self.memories] = plan, None if order == list(range(len(self.leaves))) else order


def see_call(t: Tensor) -> Seen | None:
    """Builds the graph of `t`; nothing refers to its call after that. None if another thread has built it."""
    if (call := t._call) is None: return None
    seen = Seen([x.kind for x in call.below()], call.memories(), call.leaves)
    t._see()
    return seen


# ---- what is deferred


class _Effort:
    """How much is tried: where no call has run without its graph for a while, most calls are not looked at.

    `_TRIES` calls are looked at after `REST` that were not, and `_MANY` after one that ran. Threads need not agree on the counts.
    """

    _TRIES, _MANY, REST = 64, 1024, 2048

    def __init__(self) -> None: self.ran()

    def ran(self) -> None: self.left, self.rest = self._MANY, 0

    def pause(self) -> None:
        """Counts a call that is not looked at."""
        self.rest -= 1
        if not self.rest: self.left = self._TRIES


effort = _Effort()


class _Inside(threading.local):
    """Whether this thread is inside a call that is made at once: what its method calls is a part of it."""

    is_on: bool = False


_inside = _Inside()


def at_once(method: Callable[..., T], operands: Iterable[object] = ()) -> T:
    """Calls `method`; the calls that it makes are not deferred."""
    before, _inside.is_on = _inside.is_on, True
    try: return method(*operands)
    finally: _inside.is_on = before


def defer_calls(cls: type) -> None:
    """Makes the methods in `DEFERRED` defer calls of kinds that they have met."""
    for name in DEFERRED: setattr(cls, name, _deferring(getattr(cls, name), _LABELS.get(name)))


def _deferring(plain_method: Callable[..., Tensor], labels: Callable[..., bool] | None) -> Callable[..., Tensor]:
    @wraps(plain_method)
    def deferring(*operands: object, **keywords: object) -> Tensor:
        if effort.rest or _inside.is_on:
            if effort.rest: effort.pause()
            return plain_method(*operands, **keywords)
        effort.left -= 1
        if effort.left <= 0: effort.rest = effort.REST
        method = plain_method
        key: list[object] = [method]
        if keywords:
            method = partial(plain_method, **keywords)
            if not all(map(_is_plain, keywords.values())): return method(*operands)
            for item in keywords.items(): key += (*item, type(item[1]))
        leaves: tuple[UOp, ...] = ()
        parts: list[object] = []
        Tensor = tensor_hook.tensor_class
        for x in operands:
            if type(x) is Tensor:
                if (call := x._call) is not None:
                    kind = call.kind
                    if x._needs_grad is not kind.needs_grad: return method(*operands)
                    key.append(kind)
                    parts.append(call)
                    leaves += call.leaves
                    continue
                uop = x.uop
                if (storage := x._storage) is None: return method(*operands)
                if (known := storage.operand) is None or known[0] is not uop:
                    if (known := _operand_of(uop)) is None: return method(*operands)
                    storage.operand = known
                key.append(known[1])
                if (needs := x._needs_grad) is not None: key.append(needs)
                parts.append(_Required(uop) if needs else uop)
                leaves += known[2]
            elif (of := type(x)) is int or _is_plain(x):
                key += of, x
                parts.append(x)
            else: return method(*operands)
        whole = tuple(key)
        kind = _kinds.get(whole, _UNKNOWN)
        if kind is None or (kind is not _UNKNOWN and kind.built > _MOST_BUILT and not kind.runs): return at_once(method, operands)
        if kind is _UNKNOWN:
            result = at_once(method, operands)
            calls = 1 + sum(x.kind.calls for x in parts if type(x) is Call)
            if (new := _note(whole, method, operands, leaves, result, calls, labels)) is None: return result
            return Tensor._of_call(Call(new, tuple(parts), leaves, result.uop.loc, result.uop))
        if autocast.state.dtype is not None: return method(*operands)
        if labels is not None and labels(*operands, **keywords) is not kind.marks_labels: return method(*operands)
        return Tensor._of_call(Call(kind, tuple(parts), leaves, user_location()))
    return deferring


class MemoryKind:
    """What views of memory have in common that calls of one kind read."""

    __slots__ = ()


#: a node in memory, its kind, and the BUFFER that it views, alone in a tuple
Operand = tuple[UOp, MemoryKind, tuple[UOp]]
_memory_kinds: dict[Hashable, MemoryKind] = {}


def _operand_of(uop: UOp) -> Operand | None:
    """What is to be known of an operand; None for a node that is no view of memory."""
    key: list[object] = [uop.dtype, uop.shape]
    node = uop
    while node.op in _VIEWS:
        key += node.op, node.arg
        node = node.src[0]
    if node.op is not _BUFFER: return None
    if len(_memory_kinds) >= _MOST_KINDS: _memory_kinds.clear()
    return uop, _memory_kinds.setdefault((*key, *node.arg[1:]), MemoryKind()), (node,)


def _note(key: Hashable, method: Callable[..., Tensor], operands: Iterable[object], leaves: tuple[UOp, ...], result: Tensor,
          calls: int, labels: Callable[..., bool] | None) -> Kind | None:
    """Remembers a kind of call by its first result; None for one that is not deferred."""
    if autocast.state.dtype is not None or tracing.is_tracing(): return None
    if len(_kinds) >= _MOST_KINDS: _kinds.clear()
    is_deferred = calls <= _MOST_CALLS and 0 < len(leaves) <= _MOST_LEAVES and _may_be_deferred(operands, leaves, result, labels)
    marks_labels = labels is not None and is_deferred and labels(*operands, **getattr(method, "keywords", {}))
    _kinds[key] = kind = Kind(method, result, calls, marks_labels) if is_deferred else None
    return kind


def _is_plain(x: object) -> bool:
    """Whether `x` is a number, or like one, that means the same wherever it is equal; 0.0 equals -0.0, and NaN nothing."""
    of = type(x)
    if of is tuple: return all(type(i) is int for i in cast("tuple[object, ...]", x))
    return of is int or of is bool or of is str or x is None or (of is float and bool(x) and x == x)


def _may_be_deferred(operands: Iterable[object], leaves: Iterable[UOp], result: object, labels: object) -> bool:
    Tensor = tensor_hook.tensor_class
    tensors = [x for x in operands if isinstance(x, Tensor)]
    if type(result) is not Tensor or result._storage is not None: return False
    root = aliasing.unshaped(result.uop)
    if root.op not in STORED_ALONE or type(result.device) is not str or not runs_kernels(result.device): return False
    floats = (tensors[0], result) if labels is not None else (*tensors, result)
    if not all(x.dtype.is_float() for x in floats) or any(is_symbolic(x.shape) for x in (*tensors, result)): return False
    if 0 in result.shape or any(holds_symbols(node) for node in result.uop.toposort() if node.op in GroupOp.MOVEMENT): return False
    return all(leaf.arg.image is None for leaf in leaves)
