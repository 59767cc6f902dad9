"""Compilation of kernels with caching: SINK -> PROGRAM with its BINARY.

Inputs: a kernel's ast, or its PROGRAM without BINARY, and its device. Outputs: its PROGRAM. The lookup order is this process, then the
disk cache; only a miss in both lowers and compiles the kernel, several in parallel. A hit on disk imports neither codegen nor a
compiler. Where lowering gives the source of a program that the disk has, that one's binary is taken.
Invariants: everything that changes the binary is in the key: the ast, language and capabilities of the device, compiler, settings that
affect output, and heddle's own source text.
"""
from __future__ import annotations

import marshal
import sys
import threading
import time
from collections import OrderedDict
from collections.abc import Callable, Generator, Sequence
from contextlib import closing
from dataclasses import fields
from functools import partial

from heddle.device import Compiled, Device, disk_cache, on_fork
from heddle.engine import debug_output
from heddle.engine.code_fingerprint import code_fingerprint, is_code_unchanged
from heddle.engine.dtype_support import check_dtypes
from heddle.engine.key_history import Parts, earlier_parts, remember_parts
from heddle.errors import CompileError, HeddleError, Location
from heddle.named_tuple import NamedTuple
from heddle.process.collector import paused_collector
from heddle.process.fork_safety import free_in_child
from heddle.process.helper_threads import Task, submit
from heddle.settings import settings
from heddle.tracing import bus
from heddle.tracing.counters import Bytes, GlobalCounters
from heddle.tracing.events import Programmed
from heddle.tracing.progress import reporting
from heddle.uop.ops import Ops
from heddle.uop.program_info import KernelInfo, ProgramInfo
from heddle.uop.uop import UOp

_KIND, _FORMAT = "program", 3  # of entries on disk, and their version
_KEPT, _KEPT_BYTES = 8192, Bytes(128 << 20)  # programs kept in this process, and their text and code; the oldest is evicted first
Key = tuple[UOp, str, str, tuple[str, ...] | None]
_programs: OrderedDict[Key, UOp] = OrderedDict()
_held = [0]  # bytes of their text and code
_lock = free_in_child(threading.Lock())
on_fork.append(_programs.clear)
_listeners = bus.listeners_to(Programmed)


class CompileRequest(NamedTuple):
    """A request to compile a kernel: a SINK, or a PROGRAM that has its SOURCE. `loc` is the user's line, for errors."""

    ast: UOp
    device: Compiled
    loc: Location | None = None
    actions: tuple[str, ...] | None = None  # what a search found; None for the heuristic's actions

    def key(self) -> Key:
        """The key in this process."""
        return self.ast, self.device.kernel_key, settings.cache_key(), self.actions

    def parts(self) -> Parts:
        """The parts of the disk cache's key: the same in every process."""
        found = {} if self.actions is None else {"actions": ", ".join(self.actions)}
        return {"kernel": self.ast.key.hex(), **found, **surroundings(self.device)}

    def disk_key(self) -> bytes:
        """The key in the disk cache."""
        return disk_cache.key_of(*self.parts().values())


def surroundings(device: Compiled) -> Parts:
    """The parts of every key that do not depend on the kernel."""
    return {"device": device.kernel_key, "settings": settings.cache_key(), "code of heddle": code_fingerprint().hex(),
            "Python": ".".join(map(str, sys.version_info[:2])), "format": f"{_FORMAT}.{marshal.version}"}


def program_of(ast: UOp, device: Compiled, loc: Location | None = None) -> UOp:
    """The PROGRAM, with its BINARY, of one kernel. CompileError if the compiler refuses it."""
    request = CompileRequest(ast, device, loc)
    found = _programs.get(request.key())
    return found if found is not None else obtain_programs([request])[0]


def compile_key(device: str) -> str:
    """Everything that a kernel's binary depends on besides its graph, the same in every process."""
    return disk_cache.key_of(Device[device].kernel_key, settings.cache_key(), code_fingerprint()).hex()


def obtain_programs(requests: Sequence[CompileRequest]) -> list[UOp]:
    """The PROGRAM of each request; those that no cache has are compiled in parallel."""
    keys = [w.key() for w in requests]
    found = {key: program for key in keys if (program := _programs.get(key)) is not None}
    missing = {key: w for key, w in zip(keys, requests, strict=True) if key not in found}
    if missing: found |= _make(missing)
    return [found[key] for key in keys]


def _make(missing: dict[Key, CompileRequest]) -> dict[Key, UOp]:
    """Programs that this process does not have yet, read from disk or compiled."""
    if settings.BEAM: missing = _searched(missing)
    # read before the programs: an entry that another process adds in between is not taken for an evicted one
    earlier = {key: earlier_parts(w.ast.key) for key, w in missing.items()} if _listeners else {}
    made = {key: program for key, w in missing.items() if (program := _from_disk(w)) is not None}
    jobs = {key: w for key, w in missing.items() if key not in made}
    made.update(zip(jobs, _lower_and_compile(list(jobs.values())), strict=True))
    for key, w in missing.items(): _keep(key, made[key], w)
    for key, parts in earlier.items():
        w, how = missing[key], "compiled" if key in jobs else "disk"
        bus.emit(Programmed(how, made[key], w.parts(), parts, w.loc))
    return made


def _searched(missing: dict[Key, CompileRequest]) -> dict[Key, CompileRequest]:
    """The same kernels, with the actions that searches find for them. Custom kernels keep their own."""
    from heddle.engine.beam import find_actions
    free = {key: w for key, w in missing.items()
            if w.ast.op is Ops.SINK and not (isinstance(w.ast.arg, KernelInfo) and w.ast.arg.opts_to_apply is not None)}
    found = find_actions([(w.ast, w.device) for w in free.values()])
    return missing | {key: w._replace(actions=actions) for (key, w), actions in zip(free.items(), found, strict=True)}


def with_binary(program: UOp, device: Compiled, loc: Location | None = None) -> UOp:
    """Adds the BINARY to a PROGRAM that has its SOURCE only."""
    return program if len(program.src) > 2 else obtain_programs([CompileRequest(program, device, loc)])[0]


def _nbytes(program: UOp) -> int: return sum(len(part.arg) for part in program.src[1:])


def _forget(key: Key) -> None:
    if (program := _programs.pop(key, None)) is not None: _held[0] -= _nbytes(program)
    if not _programs: _held[0] = 0


def _keep(key: Key, program: UOp, request: CompileRequest) -> None:
    if request.ast.loc is None: request.ast.loc = request.loc  # runtimes report it when an asynchronous launch fails
    with _lock:
        _forget(key)
        _programs[key] = program
        _held[0] += _nbytes(program)
        while len(_programs) > _KEPT or (_held[0] > _KEPT_BYTES and len(_programs) > 1): _forget(next(iter(_programs)))
    if settings.DEBUG >= 3: debug_output.show_program(program, request.device, request.loc)


# ---- on disk


def _from_disk(w: CompileRequest) -> UOp | None:
    """The program from the disk cache, if it is there and no pass has to be seen."""
    # passes that are to be printed or verified have to run
    if settings.DEBUG >= 6 or settings.VERIFY: return None
    data = disk_cache.get(_KIND, w.disk_key())
    if data is None or (kept := unpack(data)) is None: return None
    ast = w.ast.src[0] if w.ast.op is Ops.PROGRAM else w.ast
    source, binary = map(UOp.with_key, (UOp(Ops.SOURCE, arg=kept.source), UOp(Ops.BINARY, arg=kept.binary)), kept.keys)
    return UOp(Ops.PROGRAM, src=(ast, source, binary), arg=kept.info)


def _source_key(w: CompileRequest, source: str) -> bytes:
    """Where the disk cache has the key of a program that the same compiler made of this source."""
    return disk_cache.key_of(w.device.kernel_key, w.parts()["format"], source)


def _binary_of_source(w: CompileRequest, source: str) -> bytes | None:
    """The binary of a program with this source: of another ast, or from before an edit of heddle that left it as it was."""
    key = disk_cache.get("source", _source_key(w, source))
    data = None if key is None else disk_cache.get(_KIND, key)
    return kept.binary if data is not None and (kept := unpack(data)) is not None and kept.source == source else None


def _put_on_disk(w: CompileRequest, program: UOp, is_kept: bool) -> None:
    """Writes a program to the disk cache if it `is_kept`, and what its key was made of in any case."""
    if is_kept:
        disk_cache.put(_KIND, w.disk_key(), _pack(program, w))
        disk_cache.put("source", _source_key(w, program.src[1].arg), w.disk_key())
    remember_parts(w.ast.key, w.parts())


_INFO_FIELDS = tuple(f.name for f in fields(ProgramInfo))


class Kept(NamedTuple):
    """A program as stored on disk. `parts` are those of its key there, `keys` the keys of the SOURCE and the BINARY: hashing their
    text again would take as long as reading the entry."""

    info: ProgramInfo
    source: str
    binary: bytes
    parts: Parts
    keys: tuple[bytes, bytes]


def _pack(program: UOp, w: CompileRequest) -> bytes:
    info = tuple(getattr(program.arg, name) for name in _INFO_FIELDS)
    _, source, binary = program.src
    return marshal.dumps((info, source.arg, binary.arg, w.parts(), (source.key, binary.key)))


def unpack(data: bytes) -> Kept | None:
    """Decodes a program from the disk cache; None if another version of heddle wrote it, in another form."""
    try:
        info, source, binary, parts, keys = marshal.loads(data)  # checked by the cache, and holds code to be run anyway
        is_current = len(info) == len(_INFO_FIELDS)
    except (EOFError, TypeError, ValueError): return None
    return Kept(ProgramInfo(*info), source, binary, parts, keys) if is_current else None


# ---- lowering and compiling


def _lower(w: CompileRequest) -> UOp:
    """A PROGRAM with its source. DTypeError for a format that the device lacks; errors of passes get the user's line."""
    if w.ast.op is Ops.PROGRAM: return w.ast
    from heddle.codegen import to_program
    from heddle.codegen.program_info import kernel_name
    check_dtypes(w.ast, w.device, w.loc)
    begin = time.perf_counter()
    watch = partial(debug_output.show_pass, kernel_name(w.ast)) if settings.DEBUG >= 6 else None
    try: program = to_program(w.ast, w.device.renderer, watch, w.actions)
    except HeddleError as fault:
        fault.where = w.loc or fault.where
        raise
    GlobalCounters.add(lowered_kernels=1)
    if bus.is_on(): bus.emit_span("lower", program.arg.name, begin, loc=w.loc)
    return program


def _compile(w: CompileRequest, program: UOp, advance: Callable[[], None] | None = None) -> UOp:
    """`program` with its BINARY; `advance` is called when it is there.

    A CompileError gets the kernel's name, the user's line and a reproducer, others the line.
    """
    source = program.src[1].arg
    try:
        with bus.span("compile", program.arg.name, loc=w.loc):
            binary = w.device.compiler.compile_cached(source, lambda: _binary_of_source(w, source))
    except CompileError as fault:
        from heddle.engine.validate.reproducer_file import write_reproducer
        fault.kernel, fault.source, fault.where = program.arg.name, source, w.loc or fault.where
        fault.reproducer = write_reproducer(program.arg.name, program.src[0], w.device.opened_as or w.device.name, source,
                                            fault.output, w.actions)
        raise
    except HeddleError as fault:  # the compiler is missing, or too old for the device
        fault.where = w.loc or fault.where
        raise
    if advance is not None: advance()
    return program.replace(src=(*program.src[:2], UOp(Ops.BINARY, arg=binary)))


def _lower_and_compile(jobs: list[CompileRequest]) -> list[UOp]:
    """Programs of `jobs`, in order. Lowering is Python and stays in this thread; compilers run in helper threads meanwhile.

    A program is written to the disk cache while later ones are compiled, once all are lowered: no module is loaded after that.
    """
    if not jobs: return []
    found, is_kept = list[UOp](), False
    with reporting("compiling kernels", len(jobs)) as advance, closing(_compile_all(jobs, advance)) as programs:
        for w, program in zip(jobs, programs, strict=True):
            if not found: is_kept = is_code_unchanged()
            found.append(program)
            _put_on_disk(w, program, is_kept)
    return found


def _compile_all(jobs: list[CompileRequest], advance: Callable[[], None]) -> Generator[UOp]:
    """The programs in order, after all are lowered. Compiles in this thread if there is one, else in helper threads while this one
    lowers the next; the first error is raised."""
    for device in dict.fromkeys(w.device for w in jobs): device.compiler.prepare()
    if len(jobs) < 2:
        with paused_collector(): lowered = [_lower(w) for w in jobs]
        for w, program in zip(jobs, lowered, strict=True): yield _compile(w, program)
        return
    tasks: list[Task[UOp]] = []
    try:
        with paused_collector():  # it would walk the graphs of kernels for a fifth of the time of their lowering
            for w in jobs: tasks.append(submit(partial(_compile, w, _lower(w), advance)))
        for task in tasks: yield task.result()
    except BaseException:  # one was refused, or Ctrl-C: the others are not needed
        for task in tasks: task.abandoned = True
        raise
