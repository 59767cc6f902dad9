"""Memory bindings of a capture: memory that is read or written and may be replaced in the next run.

Inputs: tensors as they were when captured. Outputs: for each run the memory that replaces theirs. Invariants: a mismatch is an error
with its name, the expected value, the actual value, and the cure; nothing here keeps an object alive that the user has released.
"""
from __future__ import annotations

import weakref
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TypeAlias

from heddle.device import Device
from heddle.device.buffer import Buffer, NewBuffer, find_buffer, node_of, uop_buffer
from heddle.dtype import DType
from heddle.errors import JitError, Location, describe_location
from heddle.jit.variable_arguments import Names, own_bindings
from heddle.tensor import aliasing
from heddle.tensor.assign import copy_of, own_memory
from heddle.tensor.host_data import new_memory, start_of
from heddle.tensor.random import random
from heddle.tensor.tensor import Tensor
from heddle.uop import Ops, ParamArg, Symbol, UOp
from heddle.uop.symbol import Leaf
from heddle.uop.symbolic_shapes import holds_symbols, map_symbols
from heddle.uop.variable_bindings import rebound, renamed, symbols_of

# ---- how a tensor looks at its memory


def look(tensor: Tensor) -> tuple[UOp, UOp | None]:
    """The memory of a realized tensor, and its view of it: None for contiguous elements that are all of that memory."""
    uop = tensor.uop
    node = uop.src[0] if uop.op is Ops.RESHAPE else uop
    if node.op is Ops.BUFFER: return node, None
    memory = aliasing.memory_of(uop)
    assert memory is not None
    if aliasing.is_whole(uop) and memory.op is not Ops.MULTI: return memory, None
    if memory.op is Ops.BUFFER and (start := start_of(uop)) is not None:
        return UOp(Ops.BUFFER_VIEW, memory.dtype, (memory,), (uop.numel, start)), None
    return memory, uop.substitute({memory: param_for(memory)})


def without_values(view: UOp) -> UOp:
    """The view with its variables unbound."""
    return map_symbols(view, lambda n: n.unbound()) if _is_symbolic(view) else view


def with_values(view: UOp, values: Mapping[str, int], names: Names | None = None) -> UOp:
    """The view with its variables bound to `values`, and then renamed by `names`, if given."""
    return map_symbols(view, lambda n: rebound(n, values, names)) if values and _is_symbolic(view) else view


def with_names(view: UOp, names: Names) -> UOp:
    """The view with its variables renamed by `names`, if given."""
    return map_symbols(view, lambda n: renamed(n, names)) if names and _is_symbolic(view) else view


def leaves_of_view(view: UOp) -> list[Leaf]:
    """The variables of a view."""
    return [leaf for node in view.toposort() if holds_symbols(node) for n in symbols_of(node.arg) for leaf in n.leaves()]


def _is_symbolic(view: UOp | None) -> bool: return view is not None and any(map(holds_symbols, view.toposort()))


def is_symbolic_tensor(tensor: Tensor) -> bool:
    """Whether a tensor is a view with variables."""
    return tensor._memory is not None and _is_symbolic(tensor.uop)


def param_for(memory: UOp) -> UOp:
    """A PARAM for any memory of this size; on several devices a MULTI of PARAMs, which also stores the sharding."""
    leaves = aliasing.leaves_of(memory)
    params = {m: UOp(Ops.PARAM, m.dtype, (), ParamArg(i, m.size, m.device, image=m.image)) for i, m in enumerate(leaves)}
    return memory.substitute(params)


def param_in(view: UOp) -> UOp:
    """The PARAM of the memory in a view that was made over `param_for` it."""
    while view.op is not Ops.PARAM and view.op is not Ops.MULTI: view = view.src[0]
    return view


def in_memory(tensor: Tensor) -> Tensor:
    """`tensor`, realized; a padded view is copied, and an empty tensor gets memory of size 0."""
    tensor.realize()
    if aliasing.memory_of(tensor.uop) is not None: return tensor
    if tensor.numel() != 0: return tensor.clone().realize()
    return Tensor(new_memory(tensor.shape, tensor.dtype, tensor.device))


def root(memory: UOp) -> Buffer:
    """The Buffer that owns a memory: overlapping memories have one root. (Disjoint views of one Buffer have it too.)"""
    buffer = find_buffer(memory) or uop_buffer(memory)
    return buffer if buffer.base is None else buffer.base


def roots(memory: UOp) -> list[int]:
    """The ids of the Buffers that own a memory, or the memory of a view: one per device."""
    if memory.op not in aliasing.MEMORY: memory = aliasing.memory_of(memory) or memory
    return [id(root(leaf)) for leaf in aliasing.leaves_of(memory)]


def contiguous(view: UOp) -> UOp:
    """New memory with the elements of a view, contiguous."""
    return copy_of(view.reshape((view.numel,)))


# ---- arguments


@dataclass(frozen=True)
class Argument:
    """A tensor argument."""

    path: str
    shape: tuple[int, ...]
    dtype: DType
    device: str | tuple[str, ...]
    view: UOp | None
    needs_grad: bool

    is_symbolic: bool
    names: Names = field(default_factory=dict[str, str])  # the capture's names of its variables, where they differ

    @staticmethod
    def of(path: str, tensor: Tensor, names: Names) -> Argument:
        """The requirements on tensors in place of this one."""
        view = look(tensor)[1]
        unbound = None if view is None else without_values(view)
        shape = tensor.shape if unbound is None else unbound.shape
        return Argument(path, shape, tensor.dtype, tensor.device, unbound, bool(tensor._needs_grad), _is_symbolic(view), names)

    def memory_of(self, x: Tensor) -> UOp:
        """The memory of `x`, which is realized; its node if it is a view that has to be copied. JitError for a mismatch."""
        uop = x.uop
        node = uop.src[0] if uop.op is Ops.RESHAPE else uop
        # most are consecutive elements, and fit: what is not seen here at a glance is looked at closely
        if (node.op is Ops.BUFFER and self.view is None and uop._shape == self.shape and uop.dtype is self.dtype
                and node.arg.device == self.device and (self.needs_grad or not x._needs_grad)): return node
        return self._checked(x)

    def _checked(self, x: Tensor) -> UOp:
        if self.is_symbolic and self.view is not None and (self.needs_grad or not x._needs_grad):
            if (memory := _seen_through(self.view, x.uop)) is not None: return memory
        uop = without_values(x.uop) if self.is_symbolic else x.uop
        if uop.shape != self.shape: raise self._wrong("shape", self.shape, uop.shape, "Make a TinyJit for each shape.")
        if uop.dtype is not self.dtype: raise self._wrong("dtype", self.dtype.name, uop.dtype.name, f"Use .cast({self.dtype!r}).")
        if uop.device != self.device: raise self._wrong("device", self.device, uop.device, f"Use .to({self.device!r}).")
        if x._needs_grad and not self.needs_grad: raise self._wrong("requires_grad", "False", "True", "Use .detach().")
        memory, view = look(x)
        if self.is_symbolic and view is not None: view = without_values(view)
        if view is self.view: return memory
        # replays read consecutive elements: those of any view can be copied
        if self.view is None and not _is_symbolic(view): return x.uop
        raise self._wrong("strides", _view_text(self.view), _view_text(view), "Pass the same view, or .contiguous() in every call.")

    def node_of(self, x: Tensor) -> UOp:
        """What a PARAM for this argument stands for: the elements of `x` in order, or the memory that it is a view of."""
        if self.view is None: return x.uop.reshape((x.numel(),))
        memory = aliasing.memory_of(x.uop)
        assert memory is not None
        return memory

    def bindings(self, x: Tensor) -> dict[str, Leaf]:
        """The variables of the view `x`, with their values. JitError if one has two."""
        return own_bindings(leaves_of_view(x.uop)) if self.is_symbolic else {}

    def _wrong(self, what: str, required: object, got: object, cure: str) -> JitError:
        return JitError(f"argument {self.path}: {what} {required} expected, as captured, got {got}", cure)

    def __str__(self) -> str:
        view = "" if self.view is None else f", seen through {_view_text(self.view)}"
        return f"{self.path}: {self.shape} {self.dtype.name} on {self.device}{view}"


#: the argument of a node of a view
_Argument: TypeAlias = "int | str | Symbol | None | tuple[_Argument, ...]"


def _seen_through(view: UOp, uop: UOp) -> UOp | None:
    """The BUFFER behind `uop`, if `uop` is `view` of it with bound variables."""
    while view.op is uop.op and len(uop.src) == 1 and view.dtype is uop.dtype:
        if not _is_with_values(uop.arg, view.arg): return None
        view, uop = view.src[0], uop.src[0]
    if view.op is not Ops.PARAM or uop.op is not Ops.BUFFER or uop.dtype is not view.dtype: return None
    param, memory = view.arg, uop.arg
    return uop if (param.size, param.device, param.image) == (memory.size, memory.device, memory.image) else None


def _is_with_values(arg: _Argument, unbound: _Argument) -> bool:
    """Whether the argument of a node is `unbound` with bound variables."""
    if isinstance(arg, Symbol): return arg.unbound() == unbound
    if type(arg) is not tuple or type(unbound) is not tuple: return arg == unbound
    return len(arg) == len(unbound) and all(map(_is_with_values, arg, unbound))


def _view_text(view: UOp | None) -> str:
    """The movement ops of a view, the memory first, as text."""
    if view is None: return "consecutive elements"
    steps: list[str] = []
    while view.op is not Ops.PARAM and view.op is not Ops.MULTI:
        steps.append(f"{view.op.name.lower()}{_arg_text(view.arg)}")
        view = view.src[0]
    if view.op is Ops.MULTI: steps.append("all on each device" if view.arg is None else f"cut along axis {view.arg}")
    return f"{view.size} elements, {', '.join(reversed(steps))}"


def _arg_text(arg: object) -> str: return "" if arg is None else f" {arg}" if isinstance(arg, tuple) else f"({arg})"


# ---- state that the function reads and assigns


class StateMoved(JitError):
    """What the function reads is in other memory than kernels can find it in: the next call is a first one again."""


class State:
    """A tensor that the function reads without being passed it: a parameter, a cache, an optimizer's state."""

    def __init__(self, memory: UOp, storages: Sequence[aliasing.Storage], is_written: bool) -> None:
        self._refs = [weakref.ref(s) for s in storages]
        self._fitting: Callable[[], UOp | None] = weakref.ref(memory)  # the last one that was looked at
        self.loc, self.is_written, self._param = memory.loc, is_written, param_for(memory)
        self.shape = next((t.shape for s in storages for t in s.tensors()), memory.shape)
        self.dtype, self.size, self.device = memory.dtype, memory.size, memory.device
        self._layouts = [self._layout(s, memory) for s in storages]

    def _layout(self, storage: aliasing.Storage, memory: UOp) -> UOp:
        """In which order the elements of a storage's root are in its memory."""
        return self._param if storage.root is memory else storage.root.substitute({memory: self._param})

    def storages(self) -> list[aliasing.Storage]:
        """The live storages of this state."""
        return [s for ref in self._refs if (s := ref()) is not None]

    def memory(self) -> UOp:
        """Its current memory. JitError if it is gone; StateMoved if it is in another order, or of another size, than it was."""
        if len(self._refs) == 1 and (storage := self._refs[0]()) is not None:
            memory = storage.memory
            if memory is not None and memory is self._fitting(): return own_memory(storage) if self.is_written else memory
        return self._checked()

    def _checked(self) -> UOp:
        storages = self.storages()
        if not storages: raise gone(self.loc, self.shape, self.dtype)
        memory = storages[0].memory
        if memory is None or any(s.memory is not memory for s in storages) or not self._fits(memory) \
                or any(self._layout(s, memory) not in self._layouts for s in storages):
            raise StateMoved(f"{self} is another memory now", "Call .reset() on the TinyJit when tensors that it reads are replaced.")
        self._fitting = weakref.ref(memory)
        return own_memory(storages[0]) if self.is_written else memory

    def _fits(self, memory: UOp) -> bool:
        if memory.op is Ops.MULTI: return param_for(memory) is self._param
        return (memory.size, memory.dtype, memory.device) == (self.size, self.dtype, self.device)

    def __str__(self) -> str: return f"the tensor {self.shape} {self.dtype.name}{_made_at(self.loc)}"


def gone(loc: Location | None, shape: tuple[int, ...], dtype: DType) -> JitError:
    """The error for a state that was replaced instead of assigned."""
    return JitError(f"a tensor that the captured function reads is gone: {shape} {dtype.name}{_made_at(loc)}",
                    "Change it with .assign() where it is now replaced by a new tensor, pass it as an argument, or call .reset().")


def _made_at(loc: Location | None) -> str: return f", made at {describe_location(loc)}" if loc else ""


@dataclass(frozen=True)
class Generator:
    """The key or the position of a device's random number generator."""

    device: str
    part: str

    @property
    def is_written(self) -> bool: return self.part == "position"

    def memory(self) -> UOp:
        """Its current memory."""
        return random.state(self.device, self.part)

    def __str__(self) -> str: return f"the {self.part} of the random numbers of {self.device}"


# ---- results


class Output:
    """Memory that is new in every run, like `param`: a PARAM, or a MULTI of PARAMs."""

    def __init__(self, param: UOp) -> None:
        self.param, self.is_whole = param, param.op is Ops.PARAM  # and not sharded
        self._about = param.device or "", param.size, param.dtype
        self._image = param.image
        self._nbytes = param.size * param.dtype.itemsize if self._image is None else 0

    def buffers(self, loc: Location | None) -> list[Buffer]:
        """New memory for one run, on each of its devices, for a tensor of the user's line `loc`."""
        if self.is_whole: return [self.buffer(loc, False)]
        return [Buffer(leaf.device or "", leaf.size, leaf.dtype, loc=loc) for leaf in aliasing.leaves_of(self.param)]

    def buffer(self, loc: Location | None, is_written: bool) -> Buffer:
        """The same where `is_whole`. `is_written`: kernels write it, so that it gets memory at once, if it is plain."""
        device, size, dtype = self._about
        if is_written and self._nbytes:
            return NewBuffer(device, size, dtype, self._nbytes, Device[device].allocator, loc)
        return Buffer(device, size, dtype, loc=loc, image=self._image)

    def node(self, buffers: Sequence[Buffer]) -> UOp:
        """The node of a tensor over it: a BUFFER, or a MULTI of BUFFERs."""
        nodes = [node_of(buffer) for buffer in buffers]
        return nodes[0] if self.is_whole else self.param.substitute(dict(zip(aliasing.leaves_of(self.param), nodes, strict=True)))
