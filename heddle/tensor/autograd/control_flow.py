"""Control flow as graphs: scan, while_loop and cond, whose conditions and lengths need no values on the host.

Inputs: functions of tensors, loop-carried values, conditions. Outputs: tensors, lazily, with gradients. Invariants: loop-carried
values are stored, so all iterations are the same kernels, compiled once; nothing waits for the device, except a while_loop without a
bound. The body of a scan runs once, in Python, on placeholders, and is instantiated for each iteration.
"""
from __future__ import annotations

from collections.abc import Callable, Sequence, Set
from typing import TYPE_CHECKING, TypeVar

from heddle.errors import SettingError, TransformError
from heddle.narrowing import is_instance
from heddle.tensor import aliasing, tensor_hook
from heddle.tensor.autograd.checkpoint import checkpoint as checkpointed
from heddle.tensor.autograd.custom_gradient import GatheredRule
from heddle.tensor.autograd.loop_values import carried_node, stored
from heddle.tensor.autograd.subgraph import Segment, held_nodes, placeholder, segment_of
from heddle.tensor.autograd.tracing import check_has_value, drawing, tracing
from heddle.tensor.capture_mode import is_capturing
from heddle.tensor.node_builders import alu, broadcast, mark, zeros_like
from heddle.tensor.pytree import Pattern, flatten, is_tensor, put_together
from heddle.tensor.random import random
from heddle.uop import Ops, Symbol, UOp
from heddle.uop.symbol import plain

if TYPE_CHECKING:
    from heddle.tensor.tensor import Tensor

#: the carry of a loop, and a result
C = TypeVar("C")
Y = TypeVar("Y")

# ---- nested values


def _tensors(value: object, name: str) -> tuple[list[Tensor], Pattern]:
    """The leaves of a nested value, numbers as tensors, and how it is nested. TransformError for anything else."""
    leaves, pattern = flatten(value, name)
    found: list[Tensor] = []
    for x in leaves:
        if not is_tensor(x) and not isinstance(x, (bool, int, float)):
            raise TransformError(f"{name} holds a {type(x).__name__}", "Carry tensors and numbers, nested in lists, tuples or dicts.")
        found.append(x if is_tensor(x) else tensor_hook.tensor_class(x))
    return found, pattern


def _check_alike(found: Sequence[Tensor], first: Sequence[Tensor], patterns: tuple[Pattern, Pattern], what: str, other: str) -> None:
    """TransformError unless two nested values have one nesting, and leaves of equal shapes and dtypes."""
    if not _nested_alike(*patterns):
        raise TransformError(f"{what} is nested in another way than {other}", "Return what has the same keys and sizes.")
    for i, (a, b) in enumerate(zip(found, first, strict=True)):
        if a.shape != b.shape or a.dtype != b.dtype:
            raise TransformError(f"{what} has {a.shape} {a.dtype.name} as leaf {i}, and {other} {b.shape} {b.dtype.name}",
                                 "Return the same shape and dtype: .cast(), .reshape(), or a start of that dtype.")


def _nested_alike(a: Pattern, b: Pattern) -> bool:
    return (a.kind, a.keys, len(a.parts)) == (b.kind, b.keys, len(b.parts)) and all(map(_nested_alike, a.parts, b.parts))


# ---- scan


def scan(fn: Callable[..., tuple[C, Y]], init: object, xs: object = None, length: int | None = None, reverse: bool = False,
         checkpoint: bool = False) -> tuple[C, Y]:
    """The last carry, and all `y` along a new first axis, of `carry, y = fn(carry, x)` for each x along the first axis of `xs`.

    `init`, `xs` and what `fn` returns may be nested; `y` may be None. Without `xs`, which is then None, there are `length` iterations.
    `reverse`: from the last x to the first. `checkpoint`: in the backward pass an iteration is computed again, and only carries are
    kept. Draws are new ones in each iteration. `fn` runs once, on tensors without values. TransformError if it returns a carry of
    another nesting, shape or dtype than it gets, if axes of `xs` differ, or if it needs a value.
    """
    carry, carry_pattern = _tensors(init, "init")
    each, xs_pattern = _tensors([] if xs is None else xs, "xs")
    count = _length(each, length)
    parts = [_slices(x, count) for x in each]
    name = f"scan of {getattr(fn, '__qualname__', repr(fn))}"
    starts = [placeholder(c.uop) for c in carry]
    inputs = [placeholder(p[0].uop) if count else _empty_one(x) for p, x in zip(parts, each, strict=True)]
    drawn: list[tuple[UOp, list[Tensor]]] = []

    def draw(shape: tuple[int, ...], device: random.Devices) -> tuple[UOp, UOp]:
        """One draw for all iterations, of which each gets its part."""
        all_of, most = tensor_hook.tensor_class._of, max(count, 1)
        drawn_now = [_slices(all_of(word, False), most) for word in random.random_words((most, *shape), device)]
        first, second = (placeholder(values[0].uop) for values in drawn_now)
        for node, values in zip((first, second), drawn_now, strict=True):
            note(node)
            drawn.append((node, values))
        return first, second

    with tracing(name, [*starts, *inputs]) as note, drawing(draw):
        given = put_together(carry_pattern, [c._of(s, c._needs_grad) for c, s in zip(carry, starts, strict=True)])
        x = None if xs is None else put_together(xs_pattern, [t._of(s, t._needs_grad) for t, s in zip(each, inputs, strict=True)])
        result: object = checkpointed(fn, given, x) if checkpoint else fn(given, x)
    next_carry, y = _carry_and_result(result, name)
    after, after_pattern = _tensors(next_carry, "the carry")
    _check_alike(after, carry, (after_pattern, carry_pattern), "the carry that comes out", "the one that goes in")
    outputs, output_pattern = flatten(y, "y")
    made = {i: y for i, y in enumerate(outputs) if is_tensor(y)}
    needs = any(t._needs_grad for t in (*carry, *each, *after, *made.values())) or None
    roots = [t.uop for t in (*after, *made.values())]
    segment = Segment(tuple(roots), (*starts, *inputs, *[node for node, _ in drawn]), ())
    nodes, rows = [c.uop for c in carry], list[list[UOp]]()
    for i in reversed(range(count)) if reverse else range(count):
        found = segment.over([*nodes, *[p[i].uop for p in parts], *[words[i].uop for _, words in drawn]])
        nodes, results = [carried_node(n) for n in found[:len(nodes)]], found[len(nodes):]
        rows.append([mark(stored(n)) for n in results])
    if reverse: rows.reverse()
    for k, (i, one) in enumerate(made.items()): outputs[i] = _stacked([row[k] for row in rows], one, needs)
    last = [c._of(n, needs) for c, n in zip(carry, nodes, strict=True)]
    return put_together(carry_pattern, last), put_together(output_pattern, outputs)


def _carry_and_result(result: object, name: str) -> tuple[object, object]:
    """What a scanned function has returned. TransformError if it is no pair."""
    if is_instance(result, tuple) and len(result) == 2: return result[0], result[1]
    raise TransformError(f"{name} needs a function that returns a carry and a result", "Write return carry, y; or carry, None.")


def _length(each: Sequence[Tensor], length: int | None) -> int:
    """The number of iterations: the one size of the first axes, and `length` if it is given. TransformError if they differ."""
    sizes: set[object] = {x.shape[0] if x.ndim else None for x in each}
    if length is not None: sizes.add(length)
    if len(sizes) == 1 and isinstance(size := sizes.pop(), int) and size >= 0: return size
    if (unknown := next((n for n in (length, *(x.shape[0] for x in each if x.ndim)) if isinstance(n, Symbol)), None)) is not None:
        raise TransformError(f"scan builds its iterations one by one, and their number is {plain(unknown)}, which is known at launch",
                             "Scan over all that there may be, and keep the state by where() in those beyond the size.")
    raise TransformError(f"scan needs one length, and xs has {[x.shape[0] if x.ndim else 'no axis' for x in each]}, length {length}",
                         "Give xs first axes of one size that is known, or length= alone.")


def _empty_one(x: Tensor) -> UOp: return placeholder(x.empty(*x.shape[1:], dtype=x.dtype, device=x.device).uop)


def _slices(x: Tensor, count: int) -> list[Tensor]:
    """The `count` values along the first axis, of one that is computed once: kernels see the part that is theirs."""
    whole = x._of(mark(stored(x.uop)), x._needs_grad)
    return [whole[i] for i in range(count)]


def _stacked(rows: list[UOp], like: Tensor, needs: bool | None) -> Tensor:
    if not rows: return like.empty(0, *like.shape, dtype=like.dtype, device=like.device)
    first, *others = [like._of(row, needs) for row in rows]
    return first.stack(*others)


# ---- cond


def cond(pred: object, true_fn: Callable[..., Y], false_fn: Callable[..., Y], *operands: object) -> Y:
    """`true_fn(*operands)` if `pred` is true, else `false_fn(*operands)`.

    `pred` a bool of Python: only that function runs. A tensor of one element: both are computed and one is selected, on the device,
    without a wait; neither values nor gradients of the other one count, be they infinite or NaN. TransformError if the two return
    other nestings, shapes or dtypes.
    """
    if not is_tensor(pred): return true_fn(*operands) if pred else false_fn(*operands)
    if pred.numel() != 1:
        raise TransformError(f"cond needs a condition of one element, got shape {pred.shape}", "Use .where() for many.")
    held = held_nodes()
    yes, yes_pattern = _tensors(true_fn(*operands), "the result of true_fn")
    no, no_pattern = _tensors(false_fn(*operands), "the result of false_fn")
    _check_alike(no, yes, (no_pattern, yes_pattern), "the result of false_fn", "that of true_fn")
    return put_together(yes_pattern, selected(pred, yes, no, _operands(operands), held))


def _operands(operands: object) -> list[UOp]:
    return [aliasing.unshaped(x.uop) for x in flatten(operands, "operands")[0] if is_tensor(x)]


def selected(pred: Tensor, yes: Sequence[Tensor], no: Sequence[Tensor], starts: Sequence[UOp], held: Set[UOp]) -> list[Tensor]:
    """Each of `yes` if `pred`, else of `no`. Gradients of what is not selected are 0 where it began, whatever they are."""
    truth = pred.cast("bool").reshape(()).contiguous().uop
    values = [alu(Ops.WHERE, broadcast(truth, y.shape), y.uop, n.uop) for y, n in zip(yes, no, strict=True)]
    needs = any(t._needs_grad for t in (*yes, *no)) or None
    floats = [i for i, y in enumerate(yes) if y.dtype.is_float()]
    segments = tuple(segment_of([ts[i].uop for i in floats], starts, held) for ts in (yes, no))
    rule = _Selected(segments, [values[i] for i in floats])
    sources = (truth, *segments[0].sources, *segments[1].sources)
    for i, node in zip(floats, rule.attached([values[i] for i in floats], sources), strict=True): values[i] = node
    return [y._of(mark(v), needs if i in floats else False) for i, (y, v) in enumerate(zip(yes, values, strict=True))]


class _Selected(GatheredRule):
    """The gradient of what was selected, through the computation of it alone."""

    def __init__(self, segments: tuple[Segment, ...], values: list[UOp]) -> None:
        super().__init__(values)
        self.counts = [len(s.sources) for s in segments]
        self.segments = [s._replace(sources=()) for s in segments]

    def __repr__(self) -> str: return "the gradient of cond"

    def pull(self, parts: list[UOp], results: list[UOp], sources: tuple[UOp, ...], required: Sequence[bool]) -> list[UOp | None]:
        """See `GatheredRule`."""
        truth, begin = sources[0], 1
        found: list[UOp | None] = [None]
        for number, (segment, count) in enumerate(zip(self.segments, self.counts, strict=True)):
            end = begin + count
            swap = dict(zip(segment.placeholders, sources[begin:end], strict=True))
            grads = segment.gradients(parts, required[begin:end])
            found += [None if grad is None else _where(truth, grad.substitute(swap), number == 0) for grad in grads]
            begin = end
        return found


def _where(truth: UOp, grad: UOp, is_yes: bool) -> UOp:
    """`grad` where `truth` is `is_yes`, else 0."""
    zero, spread = zeros_like(grad), broadcast(truth, grad.shape)
    return mark(alu(Ops.WHERE, spread, grad, zero) if is_yes else alu(Ops.WHERE, spread, zero, grad))


# ---- while_loop


def while_loop(cond_fn: Callable[[C], object], body_fn: Callable[[C], C], init: object, max_iterations: int | None = None) -> C:
    """`init`, taken through `body_fn` as long as `cond_fn` of it is true.

    Without `max_iterations` the host waits for the condition in each iteration: that cannot be captured or batched, and gradients flow
    only where `requires_grad` is True. With it everything is on the device: so many iterations are computed, of which those after the
    condition was false change nothing, and gradients flow through the others. TransformError if the body returns another nesting,
    shape or dtype than it gets, SettingError if `max_iterations` is negative.
    """
    carry, pattern = _tensors(init, "init")
    if max_iterations is None: return _host_loop(cond_fn, body_fn, carry, pattern)
    if max_iterations < 0: raise SettingError(f"max_iterations is {max_iterations}", "Give 0 or more.")
    going: Tensor | None = None
    for _ in range(max_iterations):
        value = put_together(pattern, carry)
        going = _condition(cond_fn(value)) if going is None else going & _condition(cond_fn(value))
        going, held = going.contiguous(), held_nodes()
        after, after_pattern = _tensors(body_fn(value), "the carry")
        _check_alike(after, carry, (after_pattern, pattern), "the carry that comes out", "the one that goes in")
        carry = [t._of(carried_node(t.uop), t._needs_grad) for t in selected(going, after, carry, _operands(carry), held)]
    return put_together(pattern, carry)


def _condition(value: object) -> Tensor:
    found = value if is_tensor(value) else tensor_hook.tensor_class(bool(value))
    if found.numel() != 1: raise TransformError(f"the condition of a loop has shape {found.shape}", "Reduce it: .all() or .any().")
    return found.cast("bool").reshape(())


def _host_loop(cond_fn: Callable[[C], object], body_fn: Callable[[C], C], carry: list[Tensor], pattern: Pattern) -> C:
    if is_capturing():
        raise TransformError("a while_loop without a bound asks the device in each iteration, and replays would not ask again",
                             "Give max_iterations=, the most that there can be.")
    check_has_value([t.uop for t in carry], "while_loop without max_iterations=")
    while _condition(cond_fn(put_together(pattern, carry))).item():
        after, after_pattern = _tensors(body_fn(put_together(pattern, carry)), "the carry")
        _check_alike(after, carry, (after_pattern, pattern), "the carry that comes out", "the one that goes in")
        carry = after
        carry[0].realize(*carry[1:])
    return put_together(pattern, carry)
