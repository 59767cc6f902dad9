"""Custom kernels: user-written UOp kernels, called on tensors.

Inputs: tensors, a function from placeholders to a SINK, perhaps one for the gradient. Outputs: the tensors after the kernel has run.
Invariants: the kernel is one step of the schedule, like any other; arguments that it stores to are changed, in place if they are in
memory; nothing runs that custom/custom_kernel_checks.py refuses.
"""
from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from heddle.device.buffer import find_buffer
from heddle.dtype import dtypes
from heddle.engine.execute import run_linear
from heddle.errors import DeviceError, DTypeError, GradientError, KernelError, ShapeError
from heddle.schedule.custom.custom_kernel import written_kernel
from heddle.tensor import aliasing
from heddle.tensor.autograd.composite_rules import Rule, Whole
from heddle.tensor.host_data import runs_kernels
from heddle.tensor.node_builders import constant, mark, mixed_devices
from heddle.tensor.pytree import is_tensor
from heddle.tensor.realize import schedule_tensors
from heddle.uop import KernelArg, Ops, Symbol, UOp, Variable
from heddle.uop.kernel_builder import WritingMixin, noting_lines
from heddle.uop.variable_bindings import Bindings, symbols_of

if TYPE_CHECKING:
    from heddle.tensor.tensor import Tensor

#: (gradient of each result, the CALL of the kernel) -> a gradient, or None, for each argument
Backward = Callable[..., "Sequence[UOp | Tensor | None]"]


class KernelMixin:
    """Methods for custom kernels."""

    __slots__ = ()

    def custom_kernel(self: Tensor, *lst: Tensor, fxn: Callable[..., UOp], grad_fxn: Backward | None = None) -> list[Tensor]:
        """Runs a kernel written in UOps on this tensor and `lst`; all of them, as they are afterwards.

        `fxn` is called with a placeholder for each, which has its shape and dtype, and returns the kernel:
        `C[i].store(A[i] + 1).end(i).sink(arg=KernelInfo("add_one"))`. What it stores to changes as by `assign`. `grad_fxn(g, kernel)`
        gives the gradients of the arguments `kernel.src[1:]`, from that of the result; a kernel with several results is given one
        gradient for each, in the order of the arguments. KernelError, DTypeError, ShapeError and DeviceError, at the line of the node.
        """
        from heddle.schedule.custom.custom_kernel_checks import check_written
        tensors = [self, *lst]
        _check_arguments(tensors)
        shapes = [[n.unbound() if isinstance(n, Symbol) else n for n in t.uop.shape] for t in tensors]
        slots = [WritingMixin.placeholder(shape, t.dtype, i) for i, (shape, t) in enumerate(zip(shapes, tensors, strict=True))]
        with noting_lines() as lines: sink = fxn(*slots)
        found = written_kernel(sink, lines)
        check_written(found)
        _check_slots(found.ast, tensors)
        if all(0 in tensors[i].shape for i in found.outputs): return tensors
        if any(0 in t.shape for t in tensors):
            raise ShapeError("a kernel that stores something was given a tensor without elements",
                             "Call it only where there are some.")
        fresh = tuple(i for i in found.outputs if _is_fresh(tensors[i]))
        sources, sizes = tuple([t.uop for t in tensors]), _variables(tensors)
        needs_grad = any(t._needs_grad for t in tensors) or None
        results, made = list(tensors), list[UOp]()
        for i in found.outputs:
            node = UOp(Ops.KERNEL, tensors[i].dtype, sources, KernelArg(found.ast, i, found.outputs, fresh, sizes))
            made.append(mark(node))
            results[i] = type(self)._of(node, needs_grad)
        if grad_fxn is not None:
            for node in made: node.gradient = Whole(sources, rule_of(grad_fxn, node, made, found.ast))
        for i in found.outputs: results[i] = _in_place(tensors[i], results[i], i in fresh)
        return results


    def linear_with_vars(self: Tensor, *lst: Tensor) -> tuple[UOp, dict[str, int]]:
        """The LINEAR of CALLs that computes this tensor and `lst`, and the values of its variables, for `run_linear(linear, values)`.

        The tensors look at their memory from now on, which holds nothing before the LINEAR has run: run it once, before they are used.
        """
        return schedule_tensors([self, *lst])

    def schedule_linear(self: Tensor, *lst: Tensor) -> UOp:
        """The LINEAR of `linear_with_vars`, where there are no variables. ShapeError if there are."""
        linear, values = schedule_tensors([self, *lst])
        if not values: return linear
        run_linear(linear, values)  # the tensors hold what they look like
        raise ShapeError(f"the schedule has the variables {', '.join(values)}", "Use linear_with_vars, which gives their values too.")


def _check_arguments(tensors: Sequence[Tensor]) -> None:
    for t in tensors:
        if not is_tensor(t):
            raise DTypeError(f"custom_kernel needs tensors, got {type(t).__name__}", "Make a tensor of it: Tensor(x).")
        device: str | tuple[str, ...] | None = t.uop.device
        if device is not None and (isinstance(device, tuple) or not runs_kernels(device)):
            raise DeviceError(f"a written kernel runs on one device that computes, and was given a tensor on {device}",
                              "Move it there first: .to(device).")
        if t.uop.image is not None or t.uop.base.image is not None:
            raise DTypeError("a written kernel was given an image", "Copy it into plain memory: .contiguous().")
    if len({t.uop.device for t in tensors} - {None}) > 1: raise mixed_devices("custom_kernel", [t.uop for t in tensors])


def _check_slots(ast: UOp, tensors: Sequence[Tensor]) -> None:
    """Placeholders that the function made by itself are arguments, too."""
    for p in ast.toposort():
        if p.op is not Ops.PARAM: continue
        slot: int = p.arg.slot
        if slot >= len(tensors) or tensors[slot].dtype != p.dtype or tensors[slot].uop.capacity != p.arg.size:
            raise KernelError(f"the placeholder in slot {slot} is no argument of the kernel, which has {len(tensors)}",
                              "Use those that the function is called with.")


def _variables(tensors: Sequence[Tensor]) -> tuple[Symbol, ...]:
    """The variables in the shapes, with their values. ShapeError if one has two: the kernel refers to it by name."""
    bindings = Bindings()
    for t in tensors:
        for n in symbols_of(t.uop.shape): bindings.add(n)
    return tuple([Variable(leaf.name, leaf.least, leaf.greatest, value=leaf.value) for leaf in bindings.leaves.values()])


def _is_fresh(t: Tensor) -> bool:
    """Whether a tensor is uninitialised memory."""
    storage = t._storage
    if storage is None or storage.memory is None or storage.memory.op is not Ops.BUFFER or storage.first().assigned is not None:
        return False
    buffer = find_buffer(storage.memory)
    return (buffer is None or buffer.raw is None) and (aliasing.is_whole(t.uop) or aliasing.is_laid_out(t.uop))


def _in_place(target: Tensor, result: Tensor, is_fresh: bool) -> Tensor:
    """The argument after the kernel, which becomes its value, as after an assignment."""
    storage = target._storage
    if storage is None or storage.memory is None: return result
    if is_fresh and not storage.has_others(target):
        target.replace(result)
        return result
    return target.assign(result)


def rule_of(grad_fxn: Backward, node: UOp, made: Sequence[UOp], what: UOp) -> Rule:
    """The gradient rule for one result of a call of `what`: the gradients of the other results are 0."""
    def rule(g: Tensor, *sources: Tensor) -> list[Callable[[], Tensor]]:
        call = UOp(Ops.CALL, dtypes.void, (what, *(s.uop for s in sources)))
        grads = [g.uop if other is node else constant(other.dtype, 0, other.shape) for other in made]
        found = list(grad_fxn(*grads, call))
        if len(found) != len(sources):
            raise GradientError(f"grad_fxn gave {len(found)} gradients for {len(sources)} arguments",
                                "Return one for each of kernel.src[1:], None where there is none.")
        return [_part(x, s) for x, s in zip(found, sources, strict=True)]
    return rule


def _part(x: UOp | Tensor | None, source: Tensor) -> Callable[[], Tensor]:
    """A function of the gradient that `grad_fxn` gave for one argument, zeros for None. ShapeError if it has another shape."""
    def part() -> Tensor:
        if x is None: return source.zeros_like()
        found = x if not isinstance(x, UOp) else type(source)._of(x, False)
        if found.shape != source.shape:
            raise ShapeError(f"grad_fxn gave a gradient of shape {found.shape} for an argument of shape {source.shape}",
                             "Give it the shape of the argument.")
        return found.cast(source.dtype)
    return part
