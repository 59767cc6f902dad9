"""Registers of a PTX entry: register classes by dtype, and instructions with their results.

Inputs: dtypes, instructions, operands.
Outputs: lines of PTX, and the register of each value.
Invariants: a value has a register of its own; integers of 8 bits are held extended in 16.
"""
from __future__ import annotations

import struct
from collections.abc import Sequence

from heddle.dtype import ConstType, DType, dtypes
from heddle.renderer.cuda.cuda import Architecture
from heddle.renderer.op_writer import OpWriter
from heddle.uop import UOp
from heddle.uop.interpreter.ops import to_bits

#: dtype -> class of register, type in instructions of arithmetic, type in loads and stores
_HELD = {
    "bool": ("pred", "pred", "u8"), "int8": ("b16", "s16", "s8"), "uint8": ("b16", "u16", "u8"), "int16": ("b16", "s16", "b16"),
    "uint16": ("b16", "u16", "b16"), "int32": ("b32", "s32", "b32"), "uint32": ("b32", "u32", "b32"), "int64": ("b64", "s64", "b64"),
    "uint64": ("b64", "u64", "b64"), "float16": ("b16", "f16", "b16"), "bfloat16": ("b16", "bf16", "b16"),
    "float32": ("f32", "f32", "f32"), "float64": ("f64", "f64", "f64"),
    "fp8e4m3": ("b16", "b16", "u8"), "fp8e5m2": ("b16", "b16", "u8")}
_LETTERS = {"pred": "p", "b16": "h", "b32": "r", "b64": "d", "f32": "f", "f64": "g"}
NARROW = (dtypes.float16, dtypes.bfloat16, *dtypes.fp8s)


class RegisterWriter(OpWriter):
    """The lines of one entry, and what its values are held in. `aligned`: vectors lie at multiples of their size."""

    language = "PTXRenderer"

    def __init__(self, uops: Sequence[UOp], name: str, aligned: bool, arch: Architecture) -> None:
        super().__init__(uops, name)
        self.aligned, self.arch = aligned, arch
        self.lines: list[str] = []
        self._counts = dict.fromkeys(_LETTERS, 0)
        self.values: dict[UOp, str] = {}
        self.lanes: dict[UOp, list[str]] = {}
        self.words: dict[UOp, list[str]] = {}  # vectors as MMA units have them, 32 bits to a register

    def declarations(self) -> list[str]:
        """A line for each class of registers in use."""
        return [f"  .reg .{kind} %{_LETTERS[kind]}<{n}>;" for kind, n in self._counts.items() if n]

    def emit(self, line: str) -> None: self.lines.append(f"  {line};")

    def new(self, kind: str) -> str:
        """A register of a class."""
        self._counts[kind] += 1
        return f"%{_LETTERS[kind]}{self._counts[kind] - 1}"

    def make(self, instruction: str, dtype: DType, *operands: str) -> str:
        """The register with an instruction's result."""
        result = self.new(held(dtype)[0])
        self.emit(f"{instruction} {', '.join((result, *operands))}")
        return result

    def read(self, u: UOp) -> str: return self.values[u]

    def register(self, u: UOp) -> str:
        """A value where no constant may stand."""
        text = self.values[u]
        return text if text.startswith("%") else self.make(f"mov.{held(u.dtype)[0]}", u.dtype, text)

    def fit(self, dtype: DType, value: str) -> str:
        """An integer of 8 bits as it is held, after arithmetic on 16."""
        if dtype == dtypes.int8: return self.make("cvt.s16.s8", dtype, value)
        return self.make("and.b16", dtype, value, "255") if dtype == dtypes.uint8 or dtype in dtypes.fp8s else value


def joined(registers: Sequence[str]) -> str:
    """Registers of one access as an operand."""
    return registers[0] if len(registers) == 1 else f"{{{', '.join(registers)}}}"


def held(dtype: DType) -> tuple[str, str, str]:
    """Class of register, type in arithmetic, type in memory."""
    return _HELD[dtype.scalar().name]


def bits_of(dtype: DType) -> str:
    """The type of instructions that look at bits only."""
    return "pred" if dtype.is_bool() else f"b{max(8 * dtype.itemsize, 16)}"


def literal(dtype: DType, value: ConstType) -> str:
    """A constant, exactly."""
    if dtype in NARROW: return str(to_bits(dtype, float(value)))
    if dtype == dtypes.float32: return f"0f{struct.pack('>f', value).hex().upper()}"
    if dtype == dtypes.float64: return f"0d{struct.pack('>d', value).hex().upper()}"
    return str(int(value))
