"""Memory in WGSL: array layouts, and packed access to 8- and 16-bit elements.

Inputs: the linear IR of a kernel.
Outputs: a `Layout` for each buffer and each piece of local memory, and the functions by which kernels read and write what is
packed.
Invariants: 8- and 16-bit formats and bools are packed in words as everywhere else; what is always touched four elements at a time
is an array of vectors of four.
"""
from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, field

from heddle.dtype import DType
from heddle.renderer import memory_of
from heddle.renderer.wgsl.types import LANES, is_packed
from heddle.uop import Ops, UOp
from heddle.uop.polynomial import linear


@dataclass
class Layout:
    """How a piece of memory is touched. `wholes`: four elements from a multiple of four on; `parts`: anything else."""

    memory: UOp
    wholes: set[Ops] = field(default_factory=set[Ops])
    parts: set[Ops] = field(default_factory=set[Ops])

    @property
    def packed(self) -> bool: return self.memory.op is Ops.PARAM and is_packed(self.memory.dtype)

    @property
    def is_atomic(self) -> bool:
        """Whether threads may store to parts of one word at a time."""
        return self.packed and Ops.STORE in self.parts

    @property
    def in_vectors(self) -> bool:
        """Whether the array holds vectors: no store is of a part of one, and no element lies beyond the last whole one."""
        if self.packed or self.memory.dtype.itemsize > 4 or not self.wholes or Ops.STORE in self.parts: return False
        size: int = self.memory.arg.size if self.memory.op is Ops.PARAM else self.memory.arg[1]
        return not self.parts or size % LANES == 0


def layouts(uops: Sequence[UOp]) -> dict[UOp, Layout]:
    """How each piece of memory is touched."""
    found = {u: Layout(u) for u in uops if u.op in (Ops.PARAM, Ops.DEFINE_LOCAL)}
    for u in uops:
        if u.op not in (Ops.LOAD, Ops.STORE) or (layout := found.get(memory_of(u.src[0]))) is None: continue
        (layout.wholes if is_whole(u) else layout.parts).add(u.op)
    return found


def is_whole(access: UOp) -> bool:
    """Whether a LOAD or STORE touches four elements from a multiple of four on."""
    value = access if access.op is Ops.LOAD else access.src[1]
    if value.dtype.count != LANES: return False
    terms, constant = linear(access.src[0].src[1])
    return math.gcd(constant, *terms.values()) % LANES == 0


# ---- functions for packed memory


def load_part(name: str, dtype: DType, kind: str, held: str, at: str, atomic: bool) -> str:
    """fn load_NAME: one element as a `held`; `kind` is the type in which its bits are taken out, `at` that of positions."""
    bits, per_word = dtype.itemsize * 8, 4 // dtype.itemsize
    word = f"{name}[at >> {per_word // 2}u]"
    if atomic: word = f"atomicLoad(&{word})"
    if kind == "i32": word = f"bitcast<i32>({word})"
    value = f"extractBits({word}, (u32(at) & {per_word - 1}u) * {bits}u, {bits}u)"
    return f"fn load_{name}(at: {at}) -> {held} {{ return {value}{' != 0u' if held == 'bool' else ''}; }}"


def load_whole(name: str, dtype: DType, kind: str, held: str, at: str, atomic: bool) -> str:
    """fn load4_NAME: four elements, from a multiple of four on."""
    def word(index: str) -> str: return f"atomicLoad(&{name}[{index}])" if atomic else f"{name}[{index}]"

    if dtype.itemsize == 1:
        body, shifts = f"  let word = vec4<u32>({word('at >> 2u')});\n", "vec4<u32>(24u, 16u, 8u, 0u)"
    else:
        body = f"  let first = {word('at >> 1u')};\n  let second = {word('(at >> 1u) + 1')};\n"
        if at == "u32": body = body.replace("+ 1", "+ 1u")
        body += "  let word = vec4<u32>(first, first, second, second);\n"
        shifts = "vec4<u32>(16u, 0u, 16u, 0u)"
    high = f"word << {shifts}"  # the bits of each element at the top
    if kind == "i32": high = f"bitcast<vec4<i32>>({high})"
    value = f"({high}) >> vec4<u32>({32 - dtype.itemsize * 8}u)"
    if held == "bool": value = f"({value}) != vec4<u32>()"
    return f"fn load4_{name}(at: {at}) -> vec4<{held}> {{\n{body}  return {value};\n}}"


def store_part(name: str, dtype: DType, at: str) -> str:
    """fn store_NAME: one element. Others may store to other parts of the word at the same time: each changes its own bits."""
    bits, per_word = dtype.itemsize * 8, 4 // dtype.itemsize
    mask, index = f"0x{(1 << bits) - 1:x}u", f"&{name}[at >> {per_word // 2}u]"
    return "\n".join((
        f"fn store_{name}(at: {at}, value: u32) {{",
        f"  let shift = (u32(at) & {per_word - 1}u) * {bits}u;",
        f"  atomicAnd({index}, ~({mask} << shift));",
        f"  atomicOr({index}, (value & {mask}) << shift);", "}"))


def store_whole(name: str, dtype: DType, at: str, atomic: bool) -> str:
    """fn store4_NAME: four elements, from a multiple of four on."""
    def write(index: str, word: str) -> str:
        return f"  atomicStore(&{name}[{index}], {word});" if atomic else f"  {name}[{index}] = {word};"

    mask = "0xffu" if dtype.itemsize == 1 else "0xffffu"
    lines = [f"fn store4_{name}(at: {at}, value: vec4<u32>) {{", f"  let v = value & vec4<u32>({mask});"]
    if dtype.itemsize == 1: lines.append(write("at >> 2u", "v.x | (v.y << 8u) | (v.z << 16u) | (v.w << 24u)"))
    else:
        one = "1u" if at == "u32" else "1"
        lines += [write("at >> 1u", "v.x | (v.y << 16u)"), write(f"(at >> 1u) + {one}", "v.z | (v.w << 16u)")]
    return "\n".join((*lines, "}"))
