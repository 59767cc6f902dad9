"""NIR text to machine code for Adreno GPUs, by Mesa's ir3.

Inputs: a kernel as NIR text, a model. Outputs: the bytes of an `IR3Program`. Invariants: one compilation at a time, for Mesa keeps
what it knows of types for the whole process; nothing is read from or written to Mesa's own cache.
"""
from __future__ import annotations

import ctypes
import functools
import threading
from ctypes import byref, c_bool, c_uint8, c_uint32, c_uint64
from dataclasses import replace

from heddle.device.interface import Compiler
from heddle.errors import CompileError
from heddle.renderer.nir.adreno import Adreno
from heddle.runtime.qcom import mesa
from heddle.runtime.qcom.ir3_program import FORM, NO_REGISTER, UNIT, IR3Program
from heddle.runtime.qcom.mesa import (
    CompilerOptions,
    DeviceId,
    Info,
    Input,
    Library,
    ShaderOptions,
    UboRange,
    at,
)
from heddle.runtime.qcom.nir_builder import ShaderBuilder, head_of

_lock = threading.Lock()
_KEY_BYTES, _STREAM_BYTES = 80, 532


class IR3Compiler(Compiler):
    """Compiles for one model."""

    def __init__(self, gpu: Adreno) -> None:
        self._library = mesa.library()
        super().__init__(f"ir3 {mesa.version()} form {FORM} {gpu}")
        self.gpu = gpu

    def compile(self, source: str) -> bytes:
        """The bytes of an IR3Program, which uses textures where that takes fewer instructions. CompileError if ir3 refuses."""
        with _lock:
            made = self._compiled(source, textures=True)
            if not made.texels: return made.to_bytes()
            plain = self._compiled(source, textures=False)
        return (replace(made, anywhere=plain) if made.instructions < plain.instructions else plain).to_bytes()

    def _compiled(self, source: str, textures: bool) -> IR3Program:
        compiler = _compiler(self.gpu)
        shader = ShaderBuilder(self._library, compiler + mesa.COMPILER_NIR_OPTIONS, textures).build(source)
        made = _compiled(self._library, compiler, shader, source, self.gpu)
        if textures: return made
        texels = {at for at, _, _ in made.texels}
        return replace(made, images=tuple(at for at in made.images if at not in texels), texels=())

    def disassemble(self, binary: bytes) -> str:
        """The instructions, as Mesa prints them."""
        return disassembled(IR3Program.of_bytes(binary))

    def usage(self, binary: bytes) -> str:
        """Registers, instructions, constants, shared memory, waves and spills."""
        return str(IR3Program.of_bytes(binary))


class _DecodeOptions(ctypes.Structure):
    """isa_decode_options."""

    _fields_ = [("gpu_id", c_uint32), ("show_errors", c_bool), ("max_errors", c_uint32), ("branch_labels", c_bool), ("stop", c_bool),
                ("rest", c_uint64 * 8)]


def disassembled(program: IR3Program) -> str:
    """The instructions of a program, as Mesa prints them, with a label for each target of a branch."""
    options = _DecodeOptions(gpu_id=int(program.gpu[1:]), show_errors=True, max_errors=1, branch_labels=True)
    with _lock: return mesa.library().written("ir3_isa_disasm", program.code, len(program.code), after=(byref(options),))


@functools.cache
def _compiler(gpu: Adreno) -> int:
    """The address of ir3's compiler for a model."""
    library = mesa.library()
    identity = DeviceId(gpu_id=int(gpu.name[1:]), chip_id=gpu.chip)
    info = library.call("fd_dev_info_raw", byref(identity))
    if not info: raise CompileError(f"Mesa does not know the Adreno GPU {gpu}", source="")
    options = CompilerOptions(disable_cache=True, fb_read_descriptor=-1, fb_read_slot=-1, storage_16bit=True)
    _kept.append((identity, options))
    return library.call("ir3_compiler_create", None, byref(identity), info, byref(options))


_kept: list[object] = []  # what Mesa keeps pointers to


def _compiled(library: Library, compiler: int, nir: int, source: str, gpu: Adreno) -> IR3Program:
    options = ShaderOptions(api_wavesize=mesa.SINGLE_OR_DOUBLE, real_wavesize=mesa.SINGLE_OR_DOUBLE)
    library.call("nir_lower_int64", nir)
    library.call("ir3_finalize_nir", compiler, (c_uint32 * 1)(), nir)
    stream = (c_uint8 * _STREAM_BYTES)()
    shader = library.call("ir3_shader_from_nir", compiler, nir, byref(options), stream)
    try:
        library.call("ir3_nir_post_finalize", shader)
        variant = library.call("ir3_shader_create_variant", shader, (c_uint8 * _KEY_BYTES)(), False)
        if not variant: raise CompileError("ir3 did not compile a kernel", source=source)
        return _program(variant, source, gpu)
    finally: library.call("ir3_shader_destroy", shader)


def _program(variant: int, source: str, gpu: Adreno) -> IR3Program:
    """Reads a compiled variant out of Mesa's structures. CompileError if it needs what launches do not provide."""
    kernel, info = head_of(source), Info.from_address(variant + mesa.VARIANT_INFO)

    def number(offset: int, kind: type[ctypes._SimpleCData[int]] = c_uint32) -> int:  # pyright: ignore[reportPrivateUsage]
        return at(variant, offset, kind)

    if number(mesa.VARIANT_CONSTANT_DATA): raise CompileError("ir3 moved constants of a kernel to memory", source=source)
    constants = number(mesa.VARIANT_CONST_STATE, c_uint64)
    count, values = number(mesa.VARIANT_IMMEDIATES + 4), number(mesa.VARIANT_IMMEDIATES + 8, c_uint64)
    immediates = tuple((c_uint32 * count).from_address(values)) if count else ()
    units = max(number(mesa.VARIANT_INSTRLEN), -(-4 * info.words // UNIT))  # what is fetched ahead is code too
    code = ctypes.string_at(number(mesa.VARIANT_CODE, c_uint64), 4 * info.words).ljust(UNIT * units, b"\0")
    inputs = {i.slot: i.register for i in (Input * number(mesa.VARIANT_INPUT_COUNT)).from_address(variant + mesa.VARIANT_INPUTS)}
    return IR3Program(
        kernel.name, str(gpu), kernel.threads, kernel.arguments, info.max_reg + 1, info.max_half_reg + 1,
        number(mesa.VARIANT_BRANCHES), number(mesa.VARIANT_CONSTLEN), number(mesa.VARIANT_SHARED), number(mesa.VARIANT_PRIVATE),
        bool(number(mesa.VARIANT_PRIVATE_PER_WAVE, c_uint8)), bool(number(mesa.VARIANT_MERGED, c_uint8)), info.double_threadsize,
        inputs.get(mesa.WORKGROUP_ID, NO_REGISTER), inputs.get(mesa.LOCAL_INVOCATION_ID, NO_REGISTER),
        info.instructions, info.nops, info.stores, info.loads, info.max_waves,
        at(constants, mesa.CONST_MAX_OFFSET, c_uint32), _ranges(constants, source), immediates, kernel.images,
        tuple((c_uint8 * number(mesa.VARIANT_TEXTURE_COUNT, c_uint8)).from_address(variant + mesa.VARIANT_TEXTURES)),
        tuple((at, bits // 2, count) for at, bits, count in kernel.texels), code=code)


def _ranges(constants: int, source: str) -> tuple[tuple[int, int, int], ...]:
    """Which bytes of the arguments are put at which byte of the constants: (to, from, end)."""
    count = at(constants, mesa.CONST_RANGE_COUNT, c_uint32)
    found = list((UboRange * count).from_address(constants + mesa.CONST_RANGES))
    if any(part.block != 0 for part in found): raise CompileError("ir3 uses a buffer of constants that there is not", source=source)
    return tuple((part.offset, part.start, part.end) for part in found)
