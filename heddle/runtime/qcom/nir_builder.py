"""Builder of NIR shaders from NIR text.

Inputs: a kernel as `renderer/nir/nir.py` writes it. Outputs: a nir_shader of Mesa, with its registers lowered to SSA. Invariants: a
line is one instruction of NIR, or the few that stand for a construct; arithmetic is exact; `ffma` is `mad`.
"""
from __future__ import annotations

import ctypes
from collections.abc import Callable, Sequence
from ctypes import c_uint8, c_uint16, c_uint32

from heddle.errors import InternalError
from heddle.named_tuple import NamedTuple
from heddle.runtime.qcom import mesa
from heddle.runtime.qcom.mesa import AluSource, Builder, Def, Intrinsic, Library, LoadConst, Source

_SPACES = {"global": "global", "shared": "shared"}
_HEAD = 3  # lines


class Kernel(NamedTuple):
    """The head of a kernel. `images`: positions of arguments that are images or texels; `texels`: of these (position, bits, count)."""

    name: str
    threads: tuple[int, int, int]
    shared: int
    arguments: int
    images: tuple[int, ...]
    texels: tuple[tuple[int, int, int], ...]


def head_of(source: str) -> Kernel:
    """What the first three lines of NIR text say, and those that name images."""
    lines = source.splitlines()
    (_, name, *threads), (_, shared), (_, arguments) = (line.split() for line in lines[:_HEAD])
    x, y, z = map(int, threads)
    found = [line.split() for line in lines[_HEAD:] if line.startswith(("  image ", "  texels "))]
    texels = tuple((int(line[1]), int(line[2]), int(line[3])) for line in found if line[0] == "texels")
    return Kernel(name, (x, y, z), int(shared), int(arguments), tuple(int(line[1]) for line in found), texels)


class ShaderBuilder:
    """One shader being built. `options`: the address of the compiler's options for NIR. `textures`: False reads texels as memory."""

    def __init__(self, library: Library, options: int, textures: bool = True) -> None:
        self._library, self._textures = library, textures
        self._texels: dict[str, int] = {}  # bits of an element, by number
        self._images: dict[str, str] = {}  # the number that Mesa is given, by that in the text
        self._addresses: dict[str, int] = {}  # of texels that are read as other memory
        self._builder: Builder = library.simple_shader(options)
        self._builder.fp_fast_math = mesa.PRESERVES
        self._at = ctypes.addressof(self._builder)
        self._values: dict[str, int] = {}  # addresses of nir_defs
        self._registers: dict[str, tuple[int, int, int]] = {}  # declaration, bits, components
        self._open: list[tuple[str, int]] = []
        self._lines: dict[str, Callable[[Sequence[str]], int | None]] = {
            "const": self._const, "argument": self._argument, "load": self._load, "store": self._store,
            "image": self._image, "texels": self._image, "load_texel": self._load_texel,
            "load_pixel": self._load_pixel, "store_pixel": self._store_pixel,
            "component": self._component, "get": self._get, "set": self._set, "register": self._register, "barrier": self._barrier,
            "workgroup_id": self._workgroup_id, "local_invocation_id": self._local_id, "loop": self._loop, "if": self._if,
            "break_if": self._break_if, "}": self._end}

    @property
    def shader(self) -> int: return self._builder.shader or 0

    def build(self, source: str) -> int:
        """The address of the shader. InternalError for a line that is none."""
        kernel = head_of(source)
        # nir_opt_phi_precision would make phis of 8 bits out of conversions, with sources of 16: it passes over shaders of 32 bits
        for offset, kind, value in ((mesa.SHADER_UBOS, c_uint8, 1), (mesa.SHADER_SHARED, c_uint32, kernel.shared),
                                    (mesa.SHADER_FLOAT_SIZES, c_uint8, 32), (mesa.SHADER_INT_SIZES, c_uint8, 32)):
            kind.from_address(self.shader + offset).value = value
        (c_uint16 * 3).from_address(self.shader + mesa.SHADER_WORKGROUP)[:] = kernel.threads
        for line in source.splitlines()[_HEAD:]: self._line(line.split())
        self._library.call("nir_lower_reg_intrinsics_to_ssa", self.shader)
        return self.shader

    def _line(self, words: list[str]) -> None:
        result = None
        if len(words) > 1 and words[1] == "=": result, words = words[0], words[2:]
        made = self._lines.get(words[0], self._arithmetic)(words)
        if result is not None:
            if not made: raise InternalError(f"NIR text has a line without a value: {' '.join(words)}")
            self._values[result] = made

    # ---- instructions

    def _insert(self, instruction: int) -> None:
        self._library.call("nir_builder_instr_insert", self._at, instruction)

    def _arithmetic(self, words: Sequence[str]) -> int:
        op = self._library.op(words[0])
        inputs = [self._values[w] for w in words[1:]]
        if self._library.inputs(op) != len(inputs): raise InternalError(f"NIR's {words[0]} does not take {len(inputs)} values")
        self._builder.exact = True
        return self._alu(words[0], *inputs)

    def _const(self, words: Sequence[str]) -> int: return self._constant(int(words[1]), int(words[2], 16))

    def _constant(self, bits: int, value: int) -> int:
        made = self._library.call("nir_load_const_instr_create", self.shader, 1, bits)
        LoadConst.from_address(made).bits = value
        self._insert(made)
        return made + LoadConst.value.offset

    def _component(self, words: Sequence[str]) -> int: return self._pick(self._values[words[1]], int(words[2]))

    def _pick(self, vector: int, lane: int) -> int:
        made = self._library.call("nir_alu_instr_create", self.shader, self._library.op("mov"))
        source = AluSource.from_address(made + ctypes.sizeof(mesa.Alu))
        source.source.value, source.swizzle[0] = vector, lane
        value = made + mesa.Alu.value.offset
        self._library.call("nir_def_init", made, value, 1, Def.from_address(vector).bits)
        self._insert(made)
        return value

    def _intrinsic(self, name: str, sources: Sequence[int], indices: dict[int, int], components: int = 1, bits: int = 32) -> int:
        """Inserts an intrinsic; its value, if it has one."""
        number = self._library.intrinsic(name)
        info = self._library.intrinsic_info(number)
        made = self._library.call("nir_intrinsic_instr_create", self.shader, number)
        instruction = Intrinsic.from_address(made)
        is_vector = 0 in (info.components if info.has_value else 1, *info.source_components[:info.sources])
        instruction.components = components if is_vector else 0
        for n, value in enumerate(sources):
            Source.from_address(made + ctypes.sizeof(Intrinsic) + n * ctypes.sizeof(Source)).value = value
        for kind, value in indices.items():
            if (slot := info.index_map[kind]) == 0: raise InternalError(f"NIR's {name} has no index {kind}")
            instruction.indices[slot - 1] = value
        result = made + Intrinsic.value.offset
        if info.has_value: self._library.call("nir_def_init", made, result, info.components or components, bits)
        self._insert(made)
        return result if info.has_value else 0

    # ---- arguments and positions

    def _argument(self, words: Sequence[str]) -> int:
        bits, offset = int(words[1]), int(words[2])
        indices = {mesa.ALIGN_MUL: 8, mesa.ALIGN_OFFSET: 0, mesa.RANGE_BASE: offset, mesa.RANGE: bits // 8}
        sources = self._constant(32, 0), self._constant(32, offset)
        return self._intrinsic("load_ubo", sources, indices, 1, bits)

    def _workgroup_id(self, words: Sequence[str]) -> int: return self._position("load_workgroup_id", int(words[1]))
    def _local_id(self, words: Sequence[str]) -> int: return self._position("load_local_invocation_id", int(words[1]))
    def _position(self, name: str, dimension: int) -> int: return self._pick(self._intrinsic(name, (), {}, 3), dimension)

    # ---- memory

    def _address(self, space: str, address: int, offset: int) -> int:
        if not offset: return address
        self._builder.exact = True
        further = self._constant(64 if space == "global" else 32, offset)
        return self._library.call("nir_build_alu2", self._at, self._library.op("iadd"), address, further)

    def _load(self, words: Sequence[str]) -> int:
        _, space, shape, address, offset = words
        bits, lanes = map(int, shape.split("x"))
        where = self._address(space, self._values[address], int(offset))
        indices = {mesa.ALIGN_MUL: bits // 8, mesa.ALIGN_OFFSET: 0}
        return self._intrinsic(f"load_{_SPACES[space]}", (where,), indices, lanes, bits)

    def _store(self, words: Sequence[str]) -> None:
        _, space, shape, address, offset, value = words
        bits, lanes = map(int, shape.split("x"))
        where = self._address(space, self._values[address], int(offset))
        indices = {mesa.ALIGN_MUL: bits // 8, mesa.ALIGN_OFFSET: 0, mesa.WRITE_MASK: (1 << lanes) - 1}
        self._intrinsic(f"store_{_SPACES[space]}", (self._values[value], where), indices, lanes, bits)

    # ---- images

    def _image(self, words: Sequence[str]) -> None:
        """Images, and texels where textures are used, are numbered in their order."""
        number = str(len(self._images) + len(self._addresses))
        if words[0] == "texels": self._texels[number] = int(words[2])
        if words[0] == "texels" and not self._textures:
            self._addresses[number] = self._argument(("argument", "64", str(8 * int(words[1]))))
        else: self._images[number] = str(len(self._images))

    def _load_texel(self, words: Sequence[str]) -> int:
        """A vector of four, by its number."""
        _, number, vector = words
        bits, at = self._texels[number], self._values[vector]
        if number in self._addresses:
            offset = self._alu("u2u64", self._alu("imul", at, self._constant(32, bits // 2)))
            indices = {mesa.ALIGN_MUL: bits // 8, mesa.ALIGN_OFFSET: 0}
            return self._intrinsic("load_global", (self._alu("iadd", self._addresses[number], offset),), indices, 4, bits)
        zero = self._constant(32, 0)
        coordinates = self._alu("vec4", at, zero, zero, zero)
        indices = {mesa.IMAGE_DIM: mesa.DIM_BUFFER, mesa.ACCESS: mesa.ONLY_READ, mesa.RESULT_TYPE: mesa.FLOAT | bits}
        image = self._constant(32, int(self._images[number]))
        return self._intrinsic("image_load", (image, coordinates, zero, zero), indices, 4, bits)

    def _alu(self, name: str, *inputs: int) -> int:
        return self._library.call(f"nir_build_alu{len(inputs)}", self._at, self._library.op(name), *inputs)

    def _coordinates(self, column: str, row: str) -> tuple[int, int]:
        """The coordinates of a pixel, as a vector of four, and a zero."""
        zero = self._constant(32, 0)
        return self._alu("vec4", self._values[column], self._values[row], zero, zero), zero

    def _load_pixel(self, words: Sequence[str]) -> int:
        _, image, column, row = words
        coordinates, zero = self._coordinates(column, row)
        indices = {mesa.IMAGE_DIM: mesa.DIM_2D, mesa.ACCESS: mesa.ONLY_READ, mesa.RESULT_TYPE: mesa.FLOAT32}
        return self._intrinsic("image_load", (self._constant(32, int(self._images[image])), coordinates, zero, zero), indices, 4)

    def _store_pixel(self, words: Sequence[str]) -> None:
        _, image, column, row, value = words
        coordinates, zero = self._coordinates(column, row)
        indices = {mesa.IMAGE_DIM: mesa.DIM_2D, mesa.ACCESS: mesa.ONLY_WRITTEN, mesa.SOURCE_TYPE: mesa.FLOAT32}
        number = self._constant(32, int(self._images[image]))
        self._intrinsic("image_store", (number, coordinates, zero, self._values[value], zero), indices, 4)

    def _barrier(self, words: Sequence[str]) -> None:
        self._intrinsic("barrier", (), {mesa.EXECUTION_SCOPE: mesa.SCOPE_WORKGROUP, mesa.MEMORY_SCOPE: mesa.SCOPE_WORKGROUP,
                                        mesa.MEMORY_SEMANTICS: mesa.ACQUIRE_RELEASE, mesa.MEMORY_MODES: mesa.MODES})

    # ---- registers

    def _register(self, words: Sequence[str]) -> None:
        bits, lanes = map(int, words[2].split("x"))
        indices = {mesa.NUM_COMPONENTS: lanes, mesa.BIT_SIZE: bits, mesa.NUM_ARRAY_ELEMS: 0}
        self._registers[words[1]] = self._intrinsic("decl_reg", (), indices), bits, lanes

    def _get(self, words: Sequence[str]) -> int:
        register, bits, lanes = self._registers[words[1]]
        return self._intrinsic("load_reg", (register,), {}, lanes, bits)

    def _set(self, words: Sequence[str]) -> None:
        register, _, lanes = self._registers[words[1]]
        self._intrinsic("store_reg", (self._values[words[2]], register), {mesa.WRITE_MASK: (1 << lanes) - 1}, lanes)

    # ---- control flow

    def _loop(self, words: Sequence[str]) -> None: self._open.append(("loop", self._library.call("nir_push_loop", self._at)))

    def _if(self, words: Sequence[str]) -> None:
        self._open.append(("if", self._library.call("nir_push_if", self._at, self._values[words[1]])))

    def _break_if(self, words: Sequence[str]) -> None:
        self._if(words)
        self._insert(self._library.call("nir_jump_instr_create", self.shader, mesa.JUMP_BREAK))
        self._end(words)

    def _end(self, words: Sequence[str]) -> None:
        kind, node = self._open.pop()
        self._library.call(f"nir_pop_{kind}", self._at, node)
