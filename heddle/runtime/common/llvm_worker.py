"""LLVM worker process: modules as text on standard input, object files on standard output.

Inputs: requests, whose data is a module's text and whose object describes the target machine (`Options`). Outputs: answers with the
object file, or with `why` LLVM refused the text.
Invariants: nothing is imported but llvmlite and Python's own modules; LLVM keeps memory of every module (0.1 to 0.8 MB for each large
one), so that a worker ends after the answer with which it has grown by `_MOST_GROWTH` bytes: `retires` is then true.
"""
from __future__ import annotations

import functools
import os
import sys
from typing import Any, NamedTuple

from heddle.process.workers import Message, end_with_parent, receive, send, take_output

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
            _optimise(llvm, machine, module, options.loops)
            return machine.emit_object(module)


@functools.cache
def load() -> Any:
    """llvmlite's binding, initialised for this machine's processor."""
    import llvmlite.binding as llvm  # pyright: ignore[reportMissingTypeStubs]
    llvm.initialize_native_target()
    llvm.initialize_native_asmprinter()
    llvm.initialize_native_asmparser()  # for the few instructions that pool.c spells out
    return llvm


@functools.cache
def _target_machine(triple: str, cpu: str, edits: tuple[str, ...]) -> Any:
    llvm = load()
    try: target = llvm.Target.from_triple(triple)
    except RuntimeError:  # not the processor of this machine
        llvm.initialize_all_targets()
        llvm.initialize_all_asmprinters()
        target = llvm.Target.from_triple(triple)
    features = [] if cpu else [f"{'+' if on else '-'}{name}" for name, on in llvm.get_host_cpu_features().items()]
    return target.create_target_machine(cpu=cpu or llvm.get_host_cpu_name(), features=",".join([*features, *edits]), opt=2,
                                        reloc="pic", codemodel="small")


def _optimise(llvm: Any, machine: Any, module: Any, loops: bool) -> None:
    # as for clang (see there): kernels have unrolled what they want unrolled
    options = llvm.create_pipeline_tuning_options(speed_level=1)
    options.loop_vectorization = options.slp_vectorization = loops
    options.loop_interleaving = options.loop_unrolling = False
    with llvm.create_pass_builder(machine, options) as builder, builder.getModulePassManager() as passes: passes.run(module, builder)


# ---- the process


def main() -> None:
    """Answers requests until their end, or until this process has grown too large."""
    end_with_parent()
    requests, answers = sys.stdin.buffer, take_output()
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


def _answer(request: Message) -> tuple[dict[str, Any], bytes]:
    try: return {"ok": True}, compile_module(request.data.decode(), Options(**request.words))
    except RefusedError as fault: return {"ok": False, "why": str(fault)}, b""


def _resident_bytes() -> int:
    try:
        with open("/proc/self/statm", "rb") as file: return int(file.read().split()[1]) * os.sysconf("SC_PAGE_SIZE")
    except OSError:  # no Linux
        import resource
        return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * (1 if sys.platform == "darwin" else 1024)
