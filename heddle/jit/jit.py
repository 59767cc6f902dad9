"""TinyJit: a function of tensors that runs in Python twice and is replayed from then on.

Inputs: a function, or a method. Outputs: the same function, faster. The first call runs plainly, the second is captured, later ones
are replayed: one submission of everything the captured call ran, with the memory of the new arguments in place of the old.
Invariants: a replay gives the result of a plain call, or raises.
"""
from __future__ import annotations

import functools
import inspect
import os
import weakref
from collections.abc import Callable, Iterable, Mapping, Sequence
from operator import methodcaller
from pathlib import Path
from typing import Any, Generic, ParamSpec, Self, TypeVar, cast, overload

from heddle.engine.execute import compile_linear, recorder
from heddle.engine.graph import base_of, written_by
from heddle.errors import JitError, OldSpellingWarning, user_location, warn_once
from heddle.file_errors import raise_unreadable
from heddle.jit.argument_binding import Inputs, Signature, prepared, refused, settle_pending
from heddle.jit.bindings import StateMoved, look, own_memory, roots
from heddle.jit.call_recording import CallRecording
from heddle.jit.capture import UNFIT, Capture
from heddle.jit.guards import bound_names
from heddle.jit.outside_state import MODES, Outside
from heddle.jit.plain_values import is_plain
from heddle.jit.variable_arguments import Names
from heddle.settings import settings
from heddle.tensor import aliasing
from heddle.tensor.capture_mode import BeforeCapture
from heddle.tensor.lock import lock
from heddle.tensor.pytree import Pattern, put_together, take_apart
from heddle.tensor.realize import compute_before_overwriting, realize_all
from heddle.tensor.tensor import Tensor
from heddle.tracing.bus import emit, listeners_to, span
from heddle.tracing.events import Jitted
from heddle.uop import Symbol, UOp

P = ParamSpec("P")
R = TypeVar("R")
#: the arguments of a call, by position and by name
Call = tuple[Sequence[object], Mapping[str, object]]
_listeners = listeners_to(Jitted)

#: Calls after which a function whose states keep moving is not captured any more.
_ATTEMPTS = 4


class TinyJit(Generic[P, R]):
    """`@TinyJit` on a function or method, or `TinyJit(fn)`. `prune` and `optimize` change nothing: what nobody needs is left out.

    Tensors and bound Variables may come by position, by name, and in nested lists, tuples and dicts; every other argument is part of
    the capture and has to be the same in each call. What the function reads from outside (attributes, globals, closures, containers,
    arrays) is compared before each replay. Results are tensors and plain values, nested likewise; each replay's are new
    memory. Tensors that the function assigns, and random numbers, move on with each replay. Methods are captured object by object.

    Python does not run in a replay: what the function prints, counts or stores in attributes happens in the first two calls only.
    Tensors that it leaves in attributes are filled again in place.

    Raises JitError if arguments or outside values are not like those captured, if the function reads the value of a tensor while
    it is captured, or if a tensor that it reads is gone. An error while the function is captured stops it where it is: what it
    assigned until then stays assigned, as in a plain call. `reset()` starts again; `explain()` says what was captured.

    What `load` gives has a capture and no function: JitError where only a plain call gives the result. `states` are then the tensors
    that the function had found by itself (weights, caches), in the order of `explain()`: they hold what they held when it was saved,
    those that it assigns move on with each call, and `.assign()` changes them.
    """

    __slots__ = ("__weakref__", "__wrapped__", "_attempts", "_calls", "_captured", "_of", "_owner", "_reason", "_signature",
                 "_written", "prune", "states")

    @overload
    def __new__(cls, fxn: Callable[P, R], *, prune: bool = False, optimize: bool = False) -> Self: ...
    @overload
    def __new__(cls, fxn: None = None, *, prune: bool = False,
                optimize: bool = False) -> Callable[[Callable[P, R]], TinyJit[P, R]]: ...
    def __new__(cls, fxn: Callable[P, R] | None = None, *, prune: bool = False, optimize: bool = False) -> object:
        """Without a function, as in `@TinyJit(prune=True)`, a decorator."""
        return super().__new__(cls) if fxn is not None else functools.partial(cls, prune=prune, optimize=optimize)

    def __init__(self, fxn: Callable[P, R] | None = None, *, prune: bool = False, optimize: bool = False) -> None:
        if not callable(fxn): raise JitError(f"TinyJit needs a function, got a {type(fxn).__name__}", "Write TinyJit(f), or @TinyJit.")
        self.__wrapped__ = fxn
        self._signature = _signature(fxn)
        self._begin(None, (), prune)

    def _begin(self, captured: Capture | None, states: Sequence[Tensor], prune: bool = False) -> None:
        self.prune = prune  # the reference then leaves out what depends on no argument; here a replay computes what a plain call would
        self.states = list(states)
        self._of: dict[int, tuple[weakref.ref[object], TinyJit[..., R]]] = {}  # for methods: by the id of the object
        self._owner: weakref.ref[object] | None = None
        self._forget()
        self._captured = captured

    @staticmethod
    def _of_capture(captured: Capture, states: Sequence[Tensor]) -> TinyJit[..., Any]:
        """A TinyJit without a function."""
        made = cast("TinyJit[..., Any]", object.__new__(TinyJit))
        made._begin(captured, states)
        return made

    @property
    def _is_loaded(self) -> bool:
        """Whether there is a capture only, and no function."""
        return not hasattr(self, "__wrapped__")

    def reset(self) -> None:
        """Drops the capture: the next call runs plainly, the one after is captured. JitError for one that was loaded."""
        if self._is_loaded: raise JitError(f"{self._name} was loaded from a file, without a function to capture", "Load it again.")
        if _listeners and self._captured is not None:
            self._emit("reset", "reset() was called", "Call reset() only when what was captured has changed.")
        self._forget()
        for _, other in list(self._of.values()): other.reset()

    def _forget(self) -> None:
        self._captured: Capture | None = None
        self._written: _Written | None = None  # set once a call has run
        self._attempts = self._calls = 0
        self._reason = ""

    # ---- methods

    @overload
    def __get__(self, obj: None, owner: type) -> TinyJit[P, R]: ...
    @overload
    def __get__(self, obj: object, owner: type) -> TinyJit[..., R]: ...
    def __get__(self, obj: object | None, owner: type) -> TinyJit[..., R]:
        """The method of one object, with a capture of its own."""
        if obj is None: return self
        found = self._of.get(id(obj))
        return found[1] if found is not None else self._bind(obj)

    def _bind(self, obj: object) -> TinyJit[..., R]:
        if self._is_loaded: return self
        key, table = id(obj), self._of
        made: TinyJit[..., R] = TinyJit(self.__wrapped__, prune=self.prune)
        try: made._owner = weakref.ref(obj, lambda _: table.pop(key, None) and None)
        except TypeError:
            raise JitError(f"a {type(obj).__name__} cannot have a captured method: its __slots__ leave out __weakref__",
                           "Add '__weakref__' to them.") from None
        made._signature = _signature(_bound(self.__wrapped__, obj))
        table[key] = made._owner, made
        return made

    def function(self) -> Callable[..., R]:
        """What is captured, bound to its object if it is a method. JitError if there is only a capture, from a file."""
        if self._is_loaded: raise JitError(f"{self._name} was loaded from a file, without a function to run in Python",
                                           "Call it outside of what is captured or exported.")
        if self._owner is None: return self.__wrapped__
        obj = self._owner()
        if obj is None: raise JitError(f"the object of {self._name} is gone", "Keep it as long as its method is called.")
        return _bound(self.__wrapped__, obj)

    # ---- calling

    def __call__(self, *args: P.args, **kwargs: P.kwargs) -> R:
        """Runs, captures or replays."""
        # inside another capture this is a part of it
        if recorder.get() is not None:
            if _listeners: self._emit("inside")
            return self.function()(*args, **kwargs)
        self._calls += 1
        with lock:
            # with VALIDATE every index is read where it is used, which Python does
            if (settings.VALIDATE or not settings.JIT) and not self._is_loaded: return self._in_python((args, kwargs))
            if (captured := self._captured) is not None:
                try:
                    if captured.is_simple and (result := captured.replay_simple(args, kwargs)) is not UNFIT: return result
                    return self._replay(captured, args, kwargs)
                except StateMoved:
                    if self._is_loaded: raise
                    self._captured = self._written = None  # a first call: its memory may be an argument's, or be written to
                except JitError as fault:
                    if _listeners: self._emit("refused", fault.what.rstrip("."), fault.cure or "")
                    raise
            if self._signature is not None and not self._signature.is_of(self.__wrapped__):
                self._signature = _signature(self.function())
            given = self._canonical(args, kwargs)
            if self._written is None: return self._first(given)
            return self._capture(given)

    def _canonical(self, args: Sequence[object], kwargs: Mapping[str, object]) -> Call:
        """The arguments in the one form that calls with the same meaning share. TypeError as from the function itself."""
        return (args, kwargs) if self._signature is None else self._signature.canonical(args, kwargs)

    def _first(self, given: Call) -> R:
        """Runs plainly, realizes all pending work, and records what is written."""
        inputs, leaves = self._take_apart(given)
        settle_pending(_tensors(inputs, leaves))
        written = _Written(outside := self._outside(inputs, leaves))
        token = recorder.set(written.add)
        try:
            with BeforeCapture(): results = _compute_due(result := self.function()(*given[0], **given[1]))
        finally: recorder.reset(token)
        outside.finish(results)
        if _listeners: self._emit("ran")
        written.close(dict(zip(inputs.paths, _tensors(inputs, leaves), strict=True)))
        self._written = written
        return result

    def _capture(self, given: Call, before: Sequence[Names] | None = None) -> R:
        """Runs with every launch recorded, unless arguments overlap what the function writes to: then plainly.

        `before`: how an earlier capture named the variables of the arguments, if this call needs more of them.
        """
        inputs, leaves = self._take_apart(given)
        for path, x in inputs.baked.values(): _check_value(path, x)
        tensors = prepared(_tensors(inputs, leaves))
        written = self._written
        assert written is not None
        settle_pending(tensors, _living(written.used))
        if (path := written.overlapping(inputs.paths, tensors)) is not None: return self._plainly(given, path)
        written.own(inputs.paths, tensors)
        outside = self._outside(inputs, leaves).after(written.outside)
        if (refusal := outside.guards.refusal) is not None:
            raise JitError(f"{self._name} cannot be captured: {refusal[0]}", refusal[1])
        fn = self.function()
        sizes = [n for n in (leaves[i] for i in inputs.sizes) if isinstance(n, Symbol)]
        recording = CallRecording(self._name, inputs, tensors, sizes, before, bound_names(outside.guards))
        inside = _with(leaves, inputs.sizes, recording.sizes)
        with span("capture", self._name):
            result = recording.run(lambda twins: _call(fn, inputs.pattern, _with(inside, inputs.positions, twins)))
        written.learn(recording)
        written.outside = outside
        captured = recording.captured
        if captured is not None and (reason := outside.close(recording, self._name)) is not None: captured, self._reason = None, reason
        if captured is not None: captured.guards = outside.guards
        self._keep(captured)
        return result

    def _outside(self, inputs: Inputs, leaves: Sequence[object]) -> Outside:
        """The outside state that the function reads, before it runs."""
        return Outside(self.__wrapped__, self._owner, dict(inputs.baked.values()), _tensors(inputs, leaves))

    def _keep(self, captured: Capture | None) -> None:
        """Keeps what was captured, if anything was. JitError once too many calls were not."""
        if captured is not None and captured.guards is not None:
            self._captured = captured
            for text in captured.guards.notes: warn_once(f"{self._name} {text}", key=f"TinyJit {self._name} {text}")
            if _listeners: self._emit("captured")
            return
        if _listeners:
            self._emit("moved", self._reason or "a tensor that it reads or leaves behind has another memory than before the call",
                       "Change tensors that outlive a call by .assign(), and make them before the first call.")
        self._attempts += 1
        if self._attempts >= _ATTEMPTS:
            if self._reason: raise JitError(f"{self._name} cannot be captured: {self._reason}",
                                            "Pass what changes as a tensor, or keep it in one and change it by .assign().")
            raise JitError(f"{self._name} gives tensors that it reads another memory in every call", "Change them by .assign() alone.")

    def _replay(self, captured: Capture, args: Sequence[object], kwargs: Mapping[str, object]) -> R:
        tensors, sizes = captured.take(args, kwargs)
        memories = captured.memories(tensors)
        if (values := captured.values(tensors, sizes)) is None:
            said = f"a variable has two values in the arguments of {self._name}, and had one when it was captured"
            if self._is_loaded: raise JitError(said, "Save it again after a call with two values.")
            return self._capture(self._canonical(args, kwargs), captured.names)
        states = captured.settle()
        if (path := captured.overlapping(memories, states)) is not None: return self._plainly((args, kwargs), path)
        if (path := captured.strided(memories)) is not None:
            return self._plainly((args, kwargs), path, "is a view that is not contiguous, unlike the captured one, and is assigned",
                                 "Pass a contiguous tensor")
        return captured.run(tensors, memories, states, values)

    def _plainly(self, given: Call, path: str, why: str = "", cure: str = "Pass .clone() of it") -> R:
        """Runs in Python, which defines the result for overlapping memory."""
        said = f"argument {path} {why or f'has the same memory as a tensor that {self._name} assigns'}"
        if self._is_loaded: raise JitError(said, f"{cure}.")
        warn_once(f"{said}: such calls run without replay. {cure}.", key=f"TinyJit overlap {self._name} {path} {why}")
        if _listeners: self._emit("overlapped", said.replace(f"that {self._name} assigns", "that it assigns"), f"{cure}.")
        return self._in_python(given)

    def _in_python(self, given: Call) -> R:
        # leftovers are in other tensors now
        if self._captured is not None and self._captured.left: self._captured = None
        return self.function()(*given[0], **given[1])

    def _take_apart(self, given: Call) -> tuple[Inputs, list[object]]:
        args, kwargs = given
        leaves: list[object] = []
        names = self._signature.names if self._signature is not None else ()
        parts = [take_apart(x, names[i] if i < len(names) else f"args[{i}]", leaves) for i, x in enumerate(args)]
        named = [take_apart(x, key, leaves) for key, x in kwargs.items()]
        positional = Pattern("the positional arguments", tuple, (), tuple(parts))
        by_name = Pattern("the arguments by name", dict, tuple(kwargs), tuple(named))
        return Inputs.of(Pattern("the arguments", tuple, (), (positional, by_name)), leaves, self._signature), leaves

    @property
    def plan(self) -> Capture | None:
        """Older name of `captured`."""
        warn_once("TinyJit.plan is TinyJit.captured now", OldSpellingWarning)
        return self._captured

    # ---- the reference's names

    @property
    def fxn(self) -> Callable[P, R]:
        """The function itself."""
        return self.__wrapped__

    @property
    def cnt(self) -> int:
        """Calls since it was made, or since the last `reset()`: after 2 the function is captured."""
        return self._calls

    @property
    def captured(self) -> Capture | None:
        """What was captured: `.linear` are its kernels and copies, `.jit_cache` the same in a list. None before that."""
        return self._captured

    @property
    def jit_cache(self) -> list[UOp]:
        """The CALLs that a replay runs, kernels and copies in order; empty before anything is captured."""
        return [] if self._captured is None else self._captured.jit_cache

    # ---- for people

    def _emit(self, what: str, why: str = "", cure: str = "") -> None:
        emit(Jitted(what, self._name, id(self), why, cure, user_location()))

    @property
    def _name(self) -> str:
        if self._is_loaded and self._captured is not None: return self._captured.name
        return getattr(self.__wrapped__, "__qualname__", None) or repr(self.__wrapped__)

    @property
    def __name__(self) -> str: return self._name if self._is_loaded else getattr(self.__wrapped__, "__name__", "TinyJit")

    def save(self, path: str | os.PathLike[str]) -> None:
        """Writes the capture to a file, which `TinyJit.load` reads, also in another process or on another machine.

        It holds the kernels, the constants, and the tensors that the function found (weights, caches) as they are now. JitError if
        nothing is captured yet, or if it holds what a file cannot; StorageFullError, FileMissingError (no such folder).
        """
        from heddle.tensor.io.atomic_file import replace_file
        replace_file(Path(path), [self._to_bytes()])

    @staticmethod
    def load(path: str | os.PathLike[str], devices: Mapping[str, str] | None = None) -> TinyJit[..., Any]:
        """The capture in a file that `save` wrote, without its function. Its binaries are run: load only what you trust.

        `devices`: which device takes the place of one that the file names, `{"CUDA:1": "CPU:1"}`; others are those of the same name.
        Kernels are compiled again for devices that are not like those of the capture. FileMissingError; FileFormatError if it is cut
        short, changed, or of a newer version; DeviceError if a device cannot be used here.
        """
        try: data = Path(path).read_bytes()
        except OSError as fault: raise_unreadable(fault, str(path))
        return load_bytes(data, str(path), devices)

    def __reduce__(self) -> tuple[object, ...]:
        """A pickle holds what `save` writes, and gives what `load` gives."""
        return load_bytes, (self._to_bytes(),)

    def _to_bytes(self) -> bytes:
        from heddle.jit.save import capture_bytes
        with lock:
            if self._captured is None:
                cure = "Call it twice, or once more, and save it then." if settings.JIT else "Leave JIT=0 out."
                raise JitError(f"{self._name} has no capture yet", cure)
            if (change := self._changed_since()) is not None: raise change
            return capture_bytes(self._captured)

    def _changed_since(self) -> JitError | None:
        """The error for a file that would hold a stale outside value. The modes are those of the process that loads it."""
        assert self._captured is not None
        guards = self._captured.guards
        if guards is None: return None
        changes = (c for c in guards.changes({"state"}) if c.path not in MODES)
        return None if (change := next(changes, None)) is None else refused(change)

    def explain(self) -> str:
        """Describes the capture: inputs by path, tensors found, constants, results, memory, kernels; and unguarded values."""
        if self._captured is None:
            state = "has not been called" if self._written is None else "has run once, and will be captured"
            return f"{self._name} {state}; nothing is captured yet"
        return "\n".join([self._name, *self._captured.describe()])

    def __repr__(self) -> str: return f"<TinyJit of {self._name}{', from a file' if self._is_loaded else ''}>"


# ---- the parts of a call


def _bound(fn: Callable[..., R], obj: object) -> Callable[..., R]:
    """The method of an object, as reading the attribute gives it."""
    return methodcaller("__get__", obj)(fn)


def _signature(fn: Callable[..., object]) -> Signature | None:
    try: return Signature(inspect.signature(fn)).made_of(fn)
    except (TypeError, ValueError): return None  # written in C: its arguments have no names to go by


def _check_value(path: str, x: object) -> None:
    """JitError for a value that may change while it stays the same object."""
    if isinstance(x, Tensor) or is_plain(x): return
    if issubclass(type(x), (bytearray, memoryview, set)) or (hasattr(x, "__array__") and getattr(x, "shape", ()) != ()):
        raise JitError(f"argument {path} is a {type(x).__name__}, whose content would be baked into the capture",
                       "Pass a tensor: Tensor(x).")


def _compute_due(result: object) -> list[object]:
    """Realizes the tensors in a result, and pending assignments; returns the leaves of the result."""
    leaves: list[object] = []
    take_apart(result, "result", leaves)
    realize_all([x for x in leaves if isinstance(x, Tensor)])
    return leaves


def _tensors(inputs: Inputs, leaves: Sequence[object]) -> list[Tensor]:
    return [x for x in (leaves[i] for i in inputs.positions) if isinstance(x, Tensor)]


def _with(leaves: Sequence[object], positions: Iterable[int], tensors: Sequence[object]) -> list[object]:
    """`leaves` with replacements at these positions."""
    changed = list(leaves)
    for i, x in zip(positions, tensors, strict=True): changed[i] = x
    return changed


def _call(fn: Callable[..., R], pattern: Pattern, leaves: Sequence[object]) -> R:
    args, kwargs = put_together(pattern, leaves)
    return fn(*args, **kwargs)


Refs = list[weakref.ref[aliasing.Storage]]


class _Written:
    """Memory that a call has written and used: overlaps are then known before the next call is captured."""

    def __init__(self, outside: Outside) -> None:
        self.outside = outside
        self.paths, self._memories = set[str](), dict[UOp, bool]()  # whether a memory is written to
        self._before = [ref for refs in aliasing.all_storages().values() for ref in refs]
        self._storages: Refs = []
        self.used: Refs = []

    def add(self, linear: UOp, var_vals: Mapping[str, int]) -> None:
        """Records a LINEAR that is about to run."""
        self.outside.trace.add(linear)
        for call in compile_linear(linear).src:
            for buffer in call.src[1:]: self._memories.setdefault(base_of(buffer), False)
            for buffer in written_by(call): self._memories[buffer] = True

    def close(self, arguments: dict[str, Tensor]) -> None:
        """Classifies the memories: arguments by path, others by the tensors that referred to them before."""
        own = {path: aliasing.leaves_of(memory) for path, x in arguments.items() if (memory := aliasing.memory_of(x.uop)) is not None}
        self.paths = {path for path, leaves in own.items() if any(map(self._memories.get, leaves))}
        known = {leaf for leaves in own.values() for leaf in leaves}
        self._sort({memory: is_written for memory, is_written in self._memories.items() if memory not in known})
        self._memories.clear()

    def learn(self, capture: CallRecording) -> None:
        """Records the result of a capture, which distinguishes arguments from other tensors."""
        used, written, known = capture.recording.used, capture.recording.written, set(aliasing.flat(capture.nodes))
        self.paths = {a.path for a, node in zip(capture.arguments, capture.nodes, strict=True)
                      if not written.isdisjoint(aliasing.leaves_of(node))}
        self._before = [ref for refs in capture.before.values() for ref in refs]
        self._sort({memory: memory in written for memory in used if memory not in known})

    def _sort(self, memories: dict[UOp, bool]) -> None:
        living = [(ref, aliasing.leaves_of(s.memory)) for ref in self._before if (s := ref()) is not None and s.memory is not None]
        self.used = [ref for ref, leaves in living if any(leaf in memories for leaf in leaves)]
        self._storages = [ref for ref, leaves in living if any(map(memories.get, leaves))]
        self._before.clear()

    def own(self, paths: Sequence[str], tensors: Sequence[Tensor]) -> None:
        """Gives memory that will be written an owner of its own, and realizes values that were built on it before."""
        arguments = [x._storage for path, x in zip(paths, tensors, strict=True) if path in self.paths]
        storages = [*arguments, *_living(self._storages)]
        owned = {own_memory(s) for s in storages if s is not None and s.memory is not None}
        if owned: compute_before_overwriting(set(aliasing.flat(owned)))

    def overlapping(self, paths: Sequence[str], tensors: Sequence[Tensor]) -> str | None:
        """The path of an argument that overlaps other memory, one of which is written."""
        written, used = _roots(self._storages), _roots(self.used)
        owners = [roots(look(t)[0]) for t in tensors]
        assigned = [i for i, path in enumerate(paths) if path in self.paths]
        for i, own in enumerate(owners):
            for owner in own:
                if owner in (used if i in assigned else written): return paths[i]
                if any(owner in owners[n] for n in assigned if n != i): return paths[i]
        return None


def _living(refs: Refs) -> list[aliasing.Storage]: return [s for ref in refs if (s := ref()) is not None]


def _roots(refs: Refs) -> set[int]:
    """The ids of the Buffers that own the memory of these."""
    return {i for s in _living(refs) if s.memory is not None for i in roots(s.memory)}


def load_bytes(data: bytes, where: str = "the capture", devices: Mapping[str, str] | None = None) -> TinyJit[..., Any]:
    """The capture in these bytes, as `TinyJit.load` reads it from the file `where`. FileFormatError, DeviceError."""
    from heddle.jit.capture_reader import read_bytes
    return TinyJit._of_capture(*read_bytes(data, where, devices))
