"""ctypes bindings of Mesa's compiler for Adreno GPUs (NIR and ir3), from the wheel `tinymesa`.

Inputs: names and numbers. Outputs: the loaded library, and the structures that its functions are given. Neither a GPU nor a driver is
needed. Invariants: structures are those of Mesa 25.2.7, and a wheel of another version is refused; operations and intrinsics are found
by their names in the library's own tables.

Layouts: Mesa 25.2.7, src/compiler/nir/{nir.h, nir_builder.h}, src/freedreno/ir3/{ir3_compiler.h, ir3_shader.h, ir3.h},
src/freedreno/common/freedreno_dev_info.h.
"""
from __future__ import annotations

import ctypes
import functools
import importlib.metadata
import importlib.util
import os
from ctypes import (
    POINTER,
    c_bool,
    c_char_p,
    c_int,
    c_int8,
    c_int32,
    c_uint8,
    c_uint16,
    c_uint32,
    c_uint64,
    c_void_p,
)
from typing import TYPE_CHECKING, TypeVar

from heddle.device.interface import Probe
from heddle.errors import DeviceError
from heddle.installation import install_command

if TYPE_CHECKING:
    from heddle.runtime.common.native import CType

Row = TypeVar("Row", bound=ctypes.Structure)
VERSION = "25.2.7."
REQUIRED = f"Mesa's compiler for Adreno GPUs (the package tinymesa, {VERSION}x)"
CURE = f"{install_command('qcom')} brings it."

# ---- structures


class Builder(ctypes.Structure):
    """nir_builder: where instructions are put."""

    _fields_ = [("cursor_option", c_uint32), ("cursor", c_void_p), ("exact", c_bool), ("fp_fast_math", c_uint32),
                ("shader", c_void_p), ("impl", c_void_p)]


class Def(ctypes.Structure):
    """nir_def: the value that an instruction makes."""

    _fields_ = [("instruction", c_void_p), ("uses", c_uint64 * 2), ("index", c_uint32), ("components", c_uint8),
                ("bits", c_uint8), ("divergent", c_bool), ("loop_invariant", c_bool)]


class Source(ctypes.Structure):
    """nir_src: a value that an instruction reads."""

    _fields_ = [("parent", c_uint64), ("link", c_uint64 * 2), ("value", c_void_p)]


class AluSource(ctypes.Structure):
    """nir_alu_src: the same, by components."""

    _fields_ = [("source", Source), ("swizzle", c_uint8 * 16)]


class Intrinsic(ctypes.Structure):
    """nir_intrinsic_instr; its sources follow."""

    _fields_ = [("header", c_uint64 * 4), ("intrinsic", c_uint32), ("value", Def), ("components", c_uint8),
                ("indices", c_int32 * 8), ("name", c_void_p)]


class IntrinsicInfo(ctypes.Structure):
    """nir_intrinsic_info: `index_map` has for each kind of index which of an instruction's indices it is, plus 1."""

    _fields_ = [("name", c_char_p), ("sources", c_uint8), ("source_components", c_int8 * 11), ("has_value", c_bool),
                ("components", c_uint8), ("bit_sizes", c_uint8), ("bits_of_source", c_int8), ("count", c_uint8),
                ("indices", c_uint8 * 8), ("index_map", c_uint8 * 75), ("flags", c_uint32)]


class OpInfo(ctypes.Structure):
    """nir_op_info."""

    _fields_ = [("name", c_char_p), ("inputs", c_uint8), ("padding", c_uint8 * 47)]


class Alu(ctypes.Structure):
    """nir_alu_instr; its sources follow."""

    _fields_ = [("header", c_uint64 * 4), ("op", c_uint32), ("flags", c_uint32), ("value", Def)]


class LoadConst(ctypes.Structure):
    """nir_load_const_instr of one component."""

    _fields_ = [("header", c_uint64 * 4), ("value", Def), ("bits", c_uint64)]


class DeviceId(ctypes.Structure):
    """fd_dev_id."""

    _fields_ = [("gpu_id", c_uint32), ("chip_id", c_uint64)]


class CompilerOptions(ctypes.Structure):
    """ir3_compiler_options."""

    _fields_ = [("push_ubo_with_preamble", c_bool), ("disable_cache", c_bool), ("fb_read_descriptor", c_int32),
                ("fb_read_slot", c_int32), ("storage_16bit", c_bool), ("storage_8bit", c_bool), ("lower_base_vertex", c_bool),
                ("shared_push_consts", c_bool), ("dual_color_blend_by_location", c_bool), ("uche_trap_base", c_uint64)]


class ShaderOptions(ctypes.Structure):
    """ir3_shader_options: which sizes of waves there may be; what constants hold besides is left empty."""

    _fields_ = [("api_wavesize", c_uint32), ("real_wavesize", c_uint32), ("rest", c_uint32 * 55)]


class Info(ctypes.Structure):
    """ir3_info: the size of the code, what it uses."""

    _fields_ = [("size", c_uint32), ("constant_data_offset", c_uint32), ("words", c_uint16), ("instructions", c_uint16),
                ("preamble", c_uint16), ("nops", c_uint16), ("movs", c_uint16), ("covs", c_uint16), ("stores", c_uint16),
                ("loads", c_uint16), ("max_reg", c_int8), ("max_half_reg", c_int8), ("max_const", ctypes.c_int16),
                ("max_waves", c_int8), ("subgroup_size", c_uint8), ("double_threadsize", c_bool)]


class Input(ctypes.Structure):
    """ir3_shader_variant.inputs: which register holds which value of the system."""

    _fields_ = [("slot", c_uint8), ("register", c_uint8), ("components", c_uint8), ("location", c_uint8), ("flags", c_uint8)]


class UboRange(ctypes.Structure):
    """ir3_ubo_range: which part of a buffer of constants is put at which byte of the constant registers."""

    _fields_ = [("block", c_uint32), ("bindless", c_uint32), ("more", c_uint32 * 2), ("offset", c_uint32), ("start", c_uint32),
                ("end", c_uint32), ("padding", c_uint32)]


def at(address: int, offset: int, kind: type[ctypes._SimpleCData[int]]) -> int:  # pyright: ignore[reportPrivateUsage]
    """The number at an offset of a structure."""
    return kind.from_address(address + offset).value


#: offsets in ir3_shader_variant, ir3_const_state and nir_shader
VARIANT_CODE, VARIANT_CONST_STATE, VARIANT_IMMEDIATES, VARIANT_INFO = 192, 200, 208, 224
VARIANT_CONSTANT_DATA, VARIANT_BRANCHES, VARIANT_INSTRLEN, VARIANT_CONSTLEN, VARIANT_PRIVATE = 560, 564, 572, 576, 580
VARIANT_TEXTURES, VARIANT_TEXTURE_COUNT = 1124 + 64, 1124 + 96  # of ir3_ibo_mapping
VARIANT_PRIVATE_PER_WAVE, VARIANT_SHARED, VARIANT_INPUT_COUNT, VARIANT_INPUTS, VARIANT_MERGED = 584, 588, 932, 936, 1243
CONST_MAX_OFFSET, CONST_RANGES, CONST_RANGE_COUNT = 44 + 192, 384, 384 + 1024
SHADER_UBOS, SHADER_SHARED, SHADER_WORKGROUP, COMPILER_NIR_OPTIONS = 48 + 54, 48 + 268, 48 + 280, 32
SHADER_FLOAT_SIZES, SHADER_INT_SIZES = 48 + 304, 48 + 305
#: values of the system, by number; a shader that computes; waves may have 64 or 128 threads
LOCAL_INVOCATION_ID, WORKGROUP_ID, STAGE_COMPUTE, SINGLE_OR_DOUBLE = 42, 47, 5, 1
#: kinds of indices of intrinsics
BASE, WRITE_MASK, RANGE_BASE, RANGE, ACCESS, ALIGN_MUL, ALIGN_OFFSET = 0, 1, 4, 5, 17, 20, 21
IMAGE_DIM, SOURCE_TYPE, RESULT_TYPE = 14, 23, 24
MEMORY_SEMANTICS, MEMORY_MODES, MEMORY_SCOPE, EXECUTION_SCOPE = 37, 38, 39, 40
NUM_COMPONENTS, NUM_ARRAY_ELEMS, BIT_SIZE = 55, 56, 57
#: a barrier of the work-group, for what its threads share, and all memory: acquire and release
SCOPE_WORKGROUP, ACQUIRE_RELEASE, MODES = 4, 3, 0x80000 | 0x100000
JUMP_BREAK = 2
#: of images: GLSL_SAMPLER_DIM_2D and _BUF, nir_type_float, and of 32 bits; what is only read (which goes by texture units), and what
#: is only written
DIM_2D, DIM_BUFFER, FLOAT, ONLY_READ, ONLY_WRITTEN = 1, 5, 128, 1 << 4 | 1 << 6, 1 << 3
FLOAT32 = FLOAT | 32
#: of arithmetic (nir_alu_instr.fp_fast_math): zeros keep their signs, infinities and NaN are values, in formats of 16 and 32 bits
PRESERVES = sum(1 << bit for bit in (0, 1, 3, 4, 6, 7))

_P = c_void_p
_FUNCTIONS: dict[str, tuple[CType | None, tuple[CType, ...]]] = {
    "glsl_type_singleton_init_or_ref": (None, ()), "fd_dev_info_raw": (_P, (POINTER(DeviceId),)),
    "ir3_compiler_create": (_P, (_P, POINTER(DeviceId), _P, POINTER(CompilerOptions))), "ir3_compiler_destroy": (None, (_P,)),
    "ir3_finalize_nir": (None, (_P, POINTER(c_uint32), _P)), "ir3_nir_post_finalize": (None, (_P,)),
    "ir3_shader_from_nir": (_P, (_P, _P, POINTER(ShaderOptions), _P)), "ir3_shader_destroy": (None, (_P,)),
    "ir3_shader_create_variant": (_P, (_P, _P, c_bool)), "ir3_isa_disasm": (None, (_P, c_int, _P, _P)),
    "nir_builder_init_simple_shader": (Builder, (c_int, _P, c_char_p)), "nir_builder_instr_insert": (None, (_P, _P)),
    "nir_load_const_instr_create": (_P, (_P, c_uint32, c_uint32)), "nir_intrinsic_instr_create": (_P, (_P, c_uint32)),
    "nir_alu_instr_create": (_P, (_P, c_uint32)), "nir_def_init": (None, (_P, _P, c_uint32, c_uint32)),
    "nir_build_alu1": (_P, (_P, c_uint32, _P)), "nir_build_alu2": (_P, (_P, c_uint32, _P, _P)),
    "nir_build_alu3": (_P, (_P, c_uint32, _P, _P, _P)), "nir_build_alu4": (_P, (_P, c_uint32, _P, _P, _P, _P)),
    "nir_push_loop": (_P, (_P,)), "nir_pop_loop": (None, (_P, _P)), "nir_push_if": (_P, (_P, _P)), "nir_pop_if": (None, (_P, _P)),
    "nir_jump_instr_create": (_P, (_P, c_uint32)), "nir_lower_reg_intrinsics_to_ssa": (c_bool, (_P,)),
    "nir_lower_int64": (c_bool, (_P,)),
}


@functools.cache
def find() -> str | None:
    """The path of the library, without loading it; None if it is not installed."""
    spec = importlib.util.find_spec("tinymesa")
    for folder in (spec.submodule_search_locations or ()) if spec else ():
        path = os.path.join(folder, "libtinymesa.so")
        if os.path.exists(path): return path
    return None


def version() -> str:
    """The version of the installed wheel."""
    return importlib.metadata.version("tinymesa")


def probe() -> Probe:
    """Whether the compiler is installed, in the version whose structures are known."""
    looked = "the installed packages"
    if find() is None: return Probe(False, reason="tinymesa is not installed", requires=REQUIRED, looked=looked, cure=CURE)
    if not version().startswith(VERSION):
        return Probe(False, reason=f"tinymesa {version()} is another version", requires=REQUIRED, looked=looked, cure=CURE)
    return Probe(True, detail=f"Mesa's ir3 (tinymesa {version()})")


class Library:
    """The loaded library. Its functions are attributes of `call`."""

    def __init__(self, path: str) -> None:
        self.path = path
        self._library = ctypes.CDLL(path)
        self._libc = ctypes.CDLL(None)
        for name, (result, arguments) in _FUNCTIONS.items():
            function = getattr(self._library, name)
            function.restype, function.argtypes = result, arguments
        self.call("glsl_type_singleton_init_or_ref")
        self._ops: dict[str, int] = {}
        self._intrinsics: dict[str, int] = {}

    def call(self, name: str, *args: object) -> int:
        """The result of a function; 0 for none."""
        return getattr(self._library, name)(*args) or 0

    def simple_shader(self, options: int) -> Builder:
        """A builder at the start of a new compute shader."""
        return self._library.nir_builder_init_simple_shader(STAGE_COMPUTE, options, b"kernel")

    def op(self, name: str) -> int:
        """The number of an arithmetic operation."""
        return self._number(name, self._ops, "nir_op_infos", OpInfo)

    def inputs(self, op: int) -> int:
        """How many values an operation takes."""
        return self._row("nir_op_infos", OpInfo, op).inputs

    def intrinsic(self, name: str) -> int:
        """The number of an intrinsic."""
        return self._number(name, self._intrinsics, "nir_intrinsic_infos", IntrinsicInfo)

    def intrinsic_info(self, number: int) -> IntrinsicInfo: return self._row("nir_intrinsic_infos", IntrinsicInfo, number)

    def _row(self, table: str, kind: type[Row], number: int) -> Row:
        start = ctypes.addressof(c_uint8.in_dll(self._library, table))
        return kind.from_address(start + number * ctypes.sizeof(kind))

    def _number(self, name: str, known: dict[str, int], table: str, kind: type[OpInfo | IntrinsicInfo]) -> int:
        """By the table's names, which are read as far as needed."""
        while name not in known:
            found: bytes | None = self._row(table, kind, len(known)).name
            if found is None: raise DeviceError(f"Mesa's table {table} has no {name!r}", CURE)
            known[found.decode()] = len(known)
        return known[name]

    def written(self, write: str, *before: object, after: tuple[object, ...] = ()) -> str:
        """What a function that is given a FILE writes to it."""
        room, size = c_void_p(), c_uint64()
        self._libc.open_memstream.restype = c_void_p
        self._libc.open_memstream.argtypes = (c_void_p, c_void_p)
        self._libc.fclose.argtypes = self._libc.free.argtypes = (c_void_p,)
        file = self._libc.open_memstream(ctypes.byref(room), ctypes.byref(size))
        self.call(write, *before, file, *after)
        self._libc.fclose(file)
        text = ctypes.string_at(room.value or 0, size.value).decode(errors="replace")
        self._libc.free(room)
        return text


@functools.cache
def library() -> Library:
    """The library, loaded once. DeviceError if it is not here, or not of the version that is known."""
    found = probe()
    path = find()
    if path is None or not found.usable: raise DeviceError(f"kernels for Adreno GPUs cannot be compiled: {found.reason}", found.cure)
    try: return Library(path)
    except (OSError, AttributeError) as fault:
        raise DeviceError(f"Mesa's compiler cannot be loaded: {fault}", f"Required is {REQUIRED}. {CURE}") from None
