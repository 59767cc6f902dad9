"""Modules, functions, launches."""

from __future__ import annotations

import ctypes
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from ..errors import PtxError
from ..launch import Loaded, run
from ..memory import Block
from ..program import Program, size_of
from ..wave import Launch, Triple
from .api import Context, entry, pointers, put
from .codes import (
    INVALID_IMAGE,
    INVALID_PTX,
    INVALID_VALUE,
    NO_BINARY,
    NOT_FOUND,
    OUT_OF_RESOURCES,
    Failure,
)
from .queues import Stream, stream_of, submit, synchronise

if TYPE_CHECKING:
    from .api import StandIn

INT, SIZE, U64 = ctypes.c_int, ctypes.c_size_t, ctypes.c_uint64
JIT_INFO_LOG, JIT_INFO_SIZE, JIT_ERROR_LOG, JIT_ERROR_SIZE = 3, 4, 5, 6
ELF = b"\x7fELF"


@dataclass(eq=False)
class Module:
    loaded: Loaded
    context: Context


@dataclass(eq=False)
class Function:
    """A kernel with the attributes that the program may set."""

    name: str
    module: Module
    program: Program
    dynamic: int  # bytes of dynamic shared memory it may be launched with

    @property
    def max_threads(self) -> int:
        limit = self.program.directives
        return int(np.prod(limit.get("maxntid") or limit.get("reqntid") or (1024,)))

    @property
    def registers(self) -> int:
        """A guess: PTX has virtual registers only. What .maxnreg says is kept."""
        return (self.program.directives.get("maxnreg") or (32,))[0]


# -- modules
def image_text(s: StandIn, image: int) -> str:
    """PTX from what a program hands over: PTX, or a binary for which PTX was registered."""
    head = ctypes.string_at(image, 4)
    if head == ELF:
        for cubin, text in s.ptx_of.items():
            if ctypes.string_at(image, min(len(cubin), elf_size(image))) == cubin:
                return text
        raise Failure(NO_BINARY, "a cubin whose PTX nobody registered")
    text = ctypes.string_at(image).decode("utf-8", "replace")
    if ".version" not in text:
        raise Failure(INVALID_IMAGE, "neither PTX nor a cubin")
    return text


def elf_size(image: int) -> int:
    """Bytes up to the end of the section headers, which stand last in a cubin."""
    offset = ctypes.c_uint64.from_address(image + 0x28).value
    entry_size, count = (ctypes.c_uint16.from_address(image + at).value for at in (0x3A, 0x3C))
    return offset + entry_size * count


def load_module(s: StandIn, image: int, log: Callable[[str], None]) -> Module:
    context = s.context()
    spec = s.specs[context.device]
    try:
        loaded = Loaded(image_text(s, image), s.memory, context.device)
        check_target(loaded, spec.capability)
        for name in loaded.kernels():
            loaded.program(name)
    except PtxError as error:
        log(str(error))
        s.faults.append(error)
        raise Failure(INVALID_PTX, str(error)) from error
    return Module(loaded, context)


def check_target(loaded: Loaded, capability: tuple[int, int]) -> None:
    """sm_80 runs on all later devices; sm_90a on 9.0 alone."""
    target = next((t for t in loaded.module.target if t.startswith("sm_")), None)
    if target is None:
        return
    number, own = int("".join(c for c in target if c.isdigit())), 10 * capability[0] + capability[1]
    if number > own or (target[-1] == "a" and number != own):
        raise Failure(NO_BINARY, f"{target} on a device of compute capability {capability}")


@entry("cuModuleLoadData", "pp")
def module_load(s: StandIn, out: int, image: int) -> None:
    put(out, s.handle(load_module(s, image, lambda text: None)))


@entry("cuModuleLoadDataEx", "ppupp")
def module_load_ex(s: StandIn, out: int, image: int, count: int, names: int, values: int) -> None:
    """With the compiler's options, of which the buffers for its logs are used."""
    options = dict(zip(list((INT * count).from_address(names)) if count else [], pointers(values, count)))

    def log(text: str) -> None:
        buffer, room = options.get(JIT_ERROR_LOG), options.get(JIT_ERROR_SIZE, 0)
        if buffer and room:
            data = text.encode()[: room - 1] + b"\0"
            ctypes.memmove(buffer, data, len(data))

    for which in (JIT_INFO_LOG, JIT_ERROR_LOG):
        if options.get(which) and options.get(which + 1):
            ctypes.memset(options[which], 0, 1)
    put(out, s.handle(load_module(s, image, log)))


@entry("cuModuleUnload", "p")
def module_unload(s: StandIn, handle: int) -> None:
    module = s.drop(handle, Module)
    synchronise(s, module.context)
    module.loaded.unload()
    for h in [h for h, t in s.handles.items() if isinstance(t, Function) and t.module is module]:
        del s.handles[h]


@entry("cuModuleGetFunction", "ppp")
def module_function(s: StandIn, out: int, handle: int, name: int) -> None:
    module, text = s.get(handle, Module), ctypes.string_at(name).decode()
    if text not in module.loaded.kernels():
        raise Failure(NOT_FOUND, f"no kernel {text!r}")
    program = module.loaded.program(text)
    room = s.specs[module.context.device].shared_per_block - program.shared_size
    put(out, s.handle(Function(text, module, program, room)))


@entry("cuModuleGetGlobal cuModuleGetGlobal_v2", "pppp")
def module_global(s: StandIn, address: int, size: int, handle: int, name: int) -> None:
    loaded, text = s.get(handle, Module).loaded, ctypes.string_at(name).decode()
    if text not in loaded.symbols:
        raise Failure(NOT_FOUND, f"no variable {text!r}")
    if address:
        put(address, loaded.symbols[text], U64)
    if size:
        put(size, size_of(loaded.module.scope.variables[text]), SIZE)


@entry("cuModuleGetLoadingMode", "p")
def loading_mode(s: StandIn, out: int) -> None:
    put(out, 1, INT)


# -- functions
@entry("cuFuncGetAttribute", "pip")
def function_attribute(s: StandIn, out: int, which: int, handle: int) -> None:
    f = s.get(handle, Function)
    spec = s.specs[f.module.context.device]
    capability = 10 * spec.capability[0] + spec.capability[1]
    version = int(float(f.module.loaded.module.version or "0") * 10)
    most = min(f.max_threads, spec.registers // f.registers)
    values = {0: most, 1: f.program.shared_size, 2: 0, 3: f.program.local_size, 4: f.registers, 5: version,
              6: capability, 7: 0, 8: f.dynamic, 9: -1, 10: 0, 11: 0, 12: 0, 13: 0, 14: 0, 15: 0}  # fmt: skip
    if which not in values:
        raise Failure(INVALID_VALUE, f"attribute {which}")
    put(out, values[which], INT)


@entry("cuFuncSetAttribute", "pii")
def set_function_attribute(s: StandIn, handle: int, which: int, value: int) -> None:
    f = s.get(handle, Function)
    if which == 8:
        if f.program.shared_size + value > s.specs[f.module.context.device].shared_opt_in:
            raise Failure(INVALID_VALUE, "more shared memory than a block may have")
        f.dynamic = value
    elif which not in (9, 14, 15):
        raise Failure(INVALID_VALUE, f"attribute {which} cannot be set")


@entry("cuFuncSetCacheConfig", "pi")
def cache_config(s: StandIn, handle: int, which: int) -> None:
    s.get(handle, Function)


def blocks_per_unit(s: StandIn, f: Function, threads: int, dynamic: int) -> int:
    spec = s.specs[f.module.context.device]
    warps = -(-threads // 32)
    by_threads = 2048 // (warps * 32)
    by_registers = spec.registers // max(1, f.registers * warps * 32)
    shared = f.program.shared_size + dynamic + 1024
    return max(0, min(32, by_threads, by_registers, (spec.shared_opt_in + 1024) // shared))


@entry("cuOccupancyMaxActiveBlocksPerMultiprocessor", "ppiz")
def occupancy(s: StandIn, out: int, handle: int, threads: int, dynamic: int) -> None:
    put(out, blocks_per_unit(s, s.get(handle, Function), threads, dynamic), INT)


@entry("cuOccupancyMaxActiveBlocksPerMultiprocessorWithFlags", "ppizu")
def occupancy_flags(s: StandIn, out: int, handle: int, threads: int, dynamic: int, flags: int) -> None:
    occupancy(s, out, handle, threads, dynamic)


@entry("cuOccupancyMaxPotentialBlockSize", "pppppzi")
def best_block(s: StandIn, grid: int, block: int, handle: int, size_of_block: int, _: int, dynamic: int, limit: int) -> None:
    f = s.get(handle, Function)
    top = min(limit or 1024, f.max_threads)
    best = max(range(32, top + 1, 32), key=lambda n: (n * blocks_per_unit(s, f, n, dynamic), n))
    put(block, best, INT)
    put(grid, blocks_per_unit(s, f, best, dynamic) * s.specs[f.module.context.device].multiprocessors, INT)


# -- launches
@dataclass
class Call:
    """A launch with its arguments copied, as the driver copies them when it is asked for."""

    function: Function
    grid: Triple
    block: Triple
    shared: int
    params: bytes
    cluster: Triple = (1, 1, 1)
    cooperative: bool = False


def arguments(program: Program, params: int, extra: int) -> bytes:
    """The parameter buffer, from an array of pointers or from one packed buffer."""
    if params:
        buffer = bytearray(program.param_size)
        for p, address in zip(program.params, pointers(params, len(program.params))):
            at = program.param_offsets[p.name]
            buffer[at : at + size_of(p)] = ctypes.string_at(address, size_of(p))
        return bytes(buffer)
    if extra:
        fields: dict[int, int] = {}
        words = pointers(extra, 5)
        for key, value in zip(words[::2], words[1::2]):
            if key == 0:
                break
            fields[key] = value
        size = SIZE.from_address(fields[2]).value
        return ctypes.string_at(fields[1], size).ljust(program.param_size, b"\0")
    if program.param_size:
        raise Failure(INVALID_VALUE, f"no arguments for the {len(program.params)} parameters of {program.name}")
    return b""


def check_call(s: StandIn, call: Call) -> None:
    """What the driver refuses before anything runs."""
    f, threads = call.function, int(np.prod(call.block))
    if min(*call.grid, *call.block) < 1 or call.block[2] > 64 or call.grid[1] > 65535 or call.grid[2] > 65535:
        raise Failure(INVALID_VALUE, f"grid {call.grid}, block {call.block}")
    if threads > f.max_threads:
        raise Failure(INVALID_VALUE, f"{threads} threads in a block of {f.max_threads}")
    if f.registers * threads > s.specs[f.module.context.device].registers:
        raise Failure(OUT_OF_RESOURCES, "registers")
    if call.shared > f.dynamic:
        raise Failure(INVALID_VALUE, f"{call.shared} bytes of dynamic shared memory, {f.dynamic} are allowed")


def execute(s: StandIn, call: Call) -> None:
    """Run the kernel now."""
    f, context = call.function, call.function.module.context
    s.launches.append((f.name, call.grid, call.block))
    s.inject(f.name)

    def reaches(block: Block) -> bool:
        return block.owner < 0 or block.owner == context.device or block.owner in context.peers

    options = dict(s.launch_options)
    launch = Launch(f.program, call.grid, call.block, call.params, s.memory, call.shared, context.device, reaches,
                    call.cluster, printed=s.printed, cooperative=call.cooperative, **options)  # type: ignore[arg-type]  # fmt: skip
    run(launch)


def submit_call(s: StandIn, stream: Stream, call: Call) -> None:
    check_call(s, call)
    if call.function.module.context is not stream.context:
        raise Failure(400, "the kernel is of another context than the stream")
    submit(s, stream, call.function.name, lambda: execute(s, call))


@entry("cuLaunchKernel", "puuuuuuuppp")
def launch_kernel(s: StandIn, f: int, gx: int, gy: int, gz: int, bx: int, by: int, bz: int, shared: int, stream: int,
                  params: int, extra: int) -> None:  # fmt: skip
    function = s.get(f, Function)
    call = Call(function, (gx, gy, gz), (bx, by, bz), shared, arguments(function.program, params, extra))
    submit_call(s, stream_of(s, stream), call)


@entry("cuLaunchCooperativeKernel", "puuuuuuupp")
def launch_cooperative(s: StandIn, f: int, gx: int, gy: int, gz: int, bx: int, by: int, bz: int, shared: int, stream: int,
                       params: int) -> None:  # fmt: skip
    function = s.get(f, Function)
    call = Call(function, (gx, gy, gz), (bx, by, bz), shared, arguments(function.program, params, 0), cooperative=True)
    unit = blocks_per_unit(s, function, bx * by * bz, shared)
    if gx * gy * gz > unit * s.specs[function.module.context.device].multiprocessors:
        raise Failure(720)
    submit_call(s, stream_of(s, stream), call)


class LaunchConfig(ctypes.Structure):
    """CUlaunchConfig"""

    _fields_ = (("grid", ctypes.c_uint * 3), ("block", ctypes.c_uint * 3), ("shared", ctypes.c_uint),
                ("stream", ctypes.c_void_p), ("attributes", ctypes.c_void_p), ("count", ctypes.c_uint))  # fmt: skip


ATTRIBUTE_BYTES, COOPERATIVE, CLUSTER = 72, 2, 4  # CUlaunchAttribute: id, 4 bytes of padding, 64 bytes of value


@entry("cuLaunchKernelEx", "pppp")
def launch_kernel_ex(s: StandIn, config: int, f: int, params: int, extra: int) -> None:
    c, function = LaunchConfig.from_address(config), s.get(f, Function)
    cluster, cooperative = (1, 1, 1), False
    for i in range(c.count):
        at = c.attributes + i * ATTRIBUTE_BYTES
        which = INT.from_address(at).value
        if which == CLUSTER:
            cluster = tuple((ctypes.c_uint * 3).from_address(at + 8))
        elif which == COOPERATIVE:
            cooperative = bool(INT.from_address(at + 8).value)
    if any(g % k for g, k in zip(c.grid, cluster)):
        raise Failure(912, f"grid {tuple(c.grid)} is no multiple of the cluster {cluster}")
    call = Call(function, tuple(c.grid), tuple(c.block), c.shared, arguments(function.program, params, extra), cluster,
                cooperative)  # type: ignore[arg-type]  # fmt: skip
    submit_call(s, stream_of(s, c.stream or 0), call)
