"""LLVM worker process: modules as text on standard input, object files on standard output.

Inputs: requests, whose data is a module's text and whose object describes the target machine (`Options`). Outputs: answers with the
object file, or with `why` LLVM refused the text.
Invariants: nothing is imported but llvmlite and Python's own modules; LLVM keeps memory of every module (0.1 to 0.8 MB for each large
one), so that a worker ends after the answer with which it has grown by `_MOST_GROWTH` bytes: `retires` is then true.
"""
from __future__ import annotations

import contextlib
import functools
import importlib
import os
import re
import sys
from types import ModuleType

from heddle.named_tuple import NamedTuple
from heddle.process.workers import Message, end_with_parent, receive, send, take_output

TYPE_CHECKING = False  # as `typing` has it, which takes 3 of the 37 ms until the worker is ready
if TYPE_CHECKING:
    from typing import Protocol

    class _Machine(Protocol):
        """llvmlite's TargetMachine."""

        triple: str
        target_data: object

        def emit_object(self, module: object) -> bytes: ...

        def emit_assembly(self, module: object) -> str: ...

_MOST_GROWTH = 128 << 20


class Options(NamedTuple):
    """A target machine of LLVM. An empty `cpu` is this machine's processor with all its features; `loops`: vectorize them."""

    triple: str
    cpu: str
    edits: tuple[str, ...]
    loops: bool


class RefusedError(Exception):
    """LLVM cannot read or verify a module; its message."""


def compile_module(text: str, options: Options) -> bytes:
    """The object file. LLVM's objects are not thread-safe."""
    llvm, machine = load(), _target_machine(options.triple, options.cpu, tuple(options.edits))
    # a context keeps each constant and type of its modules: this one is freed with the kernel
    with llvm.create_context() as context:
        try:
            module = llvm.parse_assembly(text, context)
            module.verify()
        except RuntimeError as fault: raise RefusedError(str(fault)) from fault
        with module:
            module.triple, module.data_layout = machine.triple, str(machine.target_data)
            light = options.loops and not _needs_level_1(text)
            _optimise(llvm, machine, module, light, options.loops)
            return _emit(llvm, machine, module, light and text.count("\n") >= _LARGE and not _has_scalar_loop(text))


@functools.cache
def load() -> ModuleType:
    """llvmlite's binding, initialised for this machine's processor."""
    llvm = importlib.import_module("llvmlite.binding")
    llvm.initialize_native_target()
    llvm.initialize_native_asmprinter()
    llvm.initialize_native_asmparser()  # for the few instructions that pool.c spells out
    return llvm


@functools.cache
def _target_machine(triple: str, cpu: str, edits: tuple[str, ...]) -> _Machine:
    llvm = load()
    try: target = llvm.Target.from_triple(triple)
    except RuntimeError:  # not the processor of this machine
        llvm.initialize_all_targets()
        llvm.initialize_all_asmprinters()
        target = llvm.Target.from_triple(triple)
    features = [] if cpu else [f"{'+' if on else '-'}{name}" for name, on in llvm.get_host_cpu_features().items()]
    return target.create_target_machine(cpu=cpu or llvm.get_host_cpu_name(), features=",".join([*features, *edits]), opt=2,
                                        reloc="pic", codemodel="small")


#: arithmetic on vectors, and on scalars that are no positions (those have 64 bits)
_VECTOR = r" = (?:f|add|sub|mul|xor|and|or|shl|[al]shr|[su]div|[su]rem|select|call)[a-z ]*<"
_SCALAR = r" = (?:f\w+|add|sub|mul|xor|and|or|shl|[al]shr|[su]div|[su]rem)[a-z ]* (?:half|float|double|i8|i16|i32) "


#: the test of a loop of a few iterations, and the lines of a kernel in which LLVM unrolls it whole (a row of 512 elements by a vector:
#: 24 us unrolled, 29 us as a loop; Zen 5)
_FEW_ITERATIONS = r"\.more = icmp slt i64 %\w+, [2-4]\n"
_SHORT_LINES = 250


def _needs_level_1(text: str) -> bool:
    """Whether LLVM's own loop passes or vectorizers have something left to do."""
    is_unrolled = re.search(_FEW_ITERATIONS, text) is not None and text.count("\n") < _SHORT_LINES
    return is_unrolled or not _is_vectorized(text)


def _is_vectorized(text: str) -> bool:
    """Whether codegen has put most of a kernel's arithmetic in vectors."""
    return len(re.findall(_VECTOR, text)) > len(re.findall(_SCALAR, text))


def _has_scalar_loop(text: str) -> bool:
    """Whether an innermost loop loads single elements only: of these the addresses are most of the work."""
    bodies = (part.partition(".last:")[0] for part in text.split(".body:")[1:])
    return any(" load " in body and " x " not in body for body in bodies if ".head:" not in body)


def _optimise(llvm: ModuleType, machine: _Machine, module: object, light: bool, loops: bool) -> None:
    """The passes that pay for a kernel.

    Codegen has hoisted, unrolled, shared and vectorized what pays. Such a kernel needs registers in place of stack slots, loops
    that end in their test, and instructions combined for the target; the loop passes, the vectorizers and the second and third round
    of combining of LLVM's level 1 take ten times as long and the kernels run no faster (docs/first-second.md). Where scalars
    are left, or short loops, they are worth their time.

    A loop's body is one block before instructions are combined: combining moves them to a later block last first, and a stream that is
    read backwards is not prefetched (the sum of 256 MB took 25 ms for 9; Zen 4).
    """
    tuning = llvm.create_pipeline_tuning_options(speed_level=1)
    tuning.loop_vectorization = tuning.slp_vectorization = loops
    tuning.loop_interleaving = tuning.loop_unrolling = False  # as for clang (see there): kernels have unrolled what they want unrolled
    with llvm.create_pass_builder(machine, tuning) as builder:
        with llvm.create_new_module_pass_manager() if light else builder.getModulePassManager() as passes:
            if light:
                passes.add_sroa_pass()
                passes.add_loop_rotate_pass()
                passes.add_simplify_cfg_pass()
                passes.add_instruction_combine_pass()
            passes.run(module, builder)


#: Passes of code generation that large vectorized kernels are as fast without (1.003 of the time, median of 63; Zen 5). Loop strength
#: reduction puts a counter of its own in place of each address: a sixth of the time, and the counters take registers from tiles. The
#: scheduler that runs after registers are allocated takes a tenth.
_LEFT_OUT = ("disable-lsr", "disable-post-ra")
#: the lines from which on a kernel is large: loops of a few vectors are up to a tenth slower without
_LARGE = 800


def _emit(llvm: ModuleType, machine: _Machine, module: object, is_large: bool) -> bytes:
    """The object file. LLVM's options hold for a process, which may compile other things: they are set for a large kernel only."""
    if not is_large: return machine.emit_object(module)
    for name in _LEFT_OUT: llvm.set_option("", f"-{name}=true")
    try: return machine.emit_object(module)
    finally:
        for name in _LEFT_OUT: llvm.set_option("", f"-{name}=false")


# ---- the process


class _Folder(str):
    """A folder, and the names in it by `/`."""

    __slots__ = ()

    def __truediv__(self, name: str) -> str: return os.path.join(self, name)


class _Unused(ModuleType):
    """A module of which everything is a class."""

    def __getattr__(self, name: str) -> type: return type(name, (), {})


def _stand_in_for_modules() -> None:
    """llvmlite finds its library by `importlib.resources`, which imports `tempfile`, `zipfile`, `urllib` and thirty more; its
    `binding` has a table of the classes of `llvmlite.ir`, which writes modules and is not used here. This process has other
    modules under these names, the first of which knows where packages are: it is ready after 40 ms instead of 52 (Zen 4, one core)."""
    def files(package: str) -> _Folder: return _Folder(sys.modules[package].__path__[0])
    resources = ModuleType("importlib.resources")
    resources.__dict__.update(files=files, as_file=contextlib.nullcontext)
    sys.modules[resources.__name__] = resources
    importlib.__dict__["resources"] = resources
    sys.modules["llvmlite.ir"] = _Unused("llvmlite.ir")


def main() -> None:
    """Answers requests until their end, or until this process has grown too large."""
    end_with_parent()
    requests, answers = sys.stdin.buffer, take_output()
    _stand_in_for_modules()
    load()
    first = 0
    send(answers, Message({"ok": True}))  # ready
    while (request := receive(requests)) is not None:
        answer, data = _answer(request)
        size = _resident_bytes()
        first = first or size  # passes that are used for the first time do not count as growth
        answer["retires"] = size - first > _MOST_GROWTH
        try: send(answers, Message(answer, data))
        except OSError: return  # the request was abandoned
        if answer["retires"]: return


def _answer(request: Message) -> tuple[dict[str, object], bytes]:
    try: return {"ok": True}, compile_module(request.data.decode(), Options(**request.words))
    except RefusedError as fault: return {"ok": False, "why": str(fault)}, b""


def _resident_bytes() -> int:
    if sys.platform == "win32": return _working_set()
    try:
        with open("/proc/self/statm", "rb") as file: return int(file.read().split()[1]) * os.sysconf("SC_PAGE_SIZE")
    except OSError:  # no Linux
        import resource
        return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * (1 if sys.platform == "darwin" else 1024)


def _working_set() -> int:
    """What Windows calls resident memory (Microsoft, "K32GetProcessMemoryInfo", "PROCESS_MEMORY_COUNTERS")."""
    import ctypes
    kernel, counters = ctypes.CDLL("kernel32"), (ctypes.c_uint64 * 9)()  # two numbers of 32 bits, then eight of 64
    kernel.K32GetProcessMemoryInfo.argtypes = (ctypes.c_void_p, ctypes.c_void_p, ctypes.c_uint32)
    kernel.K32GetProcessMemoryInfo(ctypes.c_void_p(-1), counters, ctypes.sizeof(counters))  # -1: this process
    return counters[_WORKING_SET]


_WORKING_SET = 2  # after its peak
