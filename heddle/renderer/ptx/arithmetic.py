"""Arithmetic in PTX: one or a few instructions for each op on values.

Inputs: ops of arithmetic, CAST, BITCAST.
Outputs: lines of PTX.
Invariants: floats that are not computed with here are converted by way of float32; integers of 8 bits are cut back after arithmetic
on 16.
"""
from __future__ import annotations

import math

from heddle.dtype import DType, dtypes
from heddle.errors import InternalError
from heddle.renderer import APPROXIMATE, UNFUSED
from heddle.renderer.cuda.cuda import FP8, FP8S
from heddle.renderer.cuda.mma import EXP2_INSTRUCTION
from heddle.renderer.ptx.registers import NARROW, RegisterWriter, bits_of, held, literal
from heddle.uop import GroupOp, Ops, UOp

_ARITHMETIC = {Ops.ADD: "add", Ops.SUB: "sub", Ops.IDIV: "div", Ops.MOD: "rem"}
_ON_BITS = {Ops.AND: "and", Ops.OR: "or", Ops.XOR: "xor"}
_ON_BOOLS = {Ops.ADD: "or", Ops.MAX: "or", Ops.MUL: "and", Ops.SUB: "xor", Ops.CMPNE: "xor", **_ON_BITS}
_COMPARE = {Ops.CMPLT: "lt", Ops.CMPNE: "ne", Ops.CMPEQ: "eq"}


class ArithmeticWriter(RegisterWriter):
    """What an entry computes."""

    def alu(self, u: UOp) -> None:
        """One instruction, or a few, by what the first source holds; integers of 8 bits are cut back."""
        dtype, operands = u.src[0].dtype, [self.read(s) for s in u.src]
        if dtype.is_bool() and u.op not in (Ops.WHERE, Ops.NOT): self.values[u] = self._of_bools(u, operands)
        elif u.op in GroupOp.COMPARE:
            unordered = "u" if u.op is Ops.CMPNE and dtype.is_float() else ""
            a = self.register(u.src[0])
            self.values[u] = self.make(f"setp.{_COMPARE[u.op]}{unordered}.{held(dtype)[1]}", u.dtype, a, operands[1])
        elif u.op is Ops.WHERE: self.values[u] = self._where(u, operands)
        elif u.op in _ON_BITS: self.values[u] = self.make(f"{_ON_BITS[u.op]}.{bits_of(dtype)}", u.dtype, *operands)
        elif u.op is Ops.NOT: self.values[u] = self.fit(u.dtype, self.make(f"not.{bits_of(dtype)}", u.dtype, *operands))
        elif u.op is Ops.MAX: self.values[u] = self._greater(u, operands)
        elif u.op in (Ops.SHL, Ops.SHR): self.values[u] = self._shift(u, operands)
        else: self.values[u] = self.fit(u.dtype, self.make(self._instruction(u), u.dtype, *operands))

    def _of_bools(self, u: UOp, operands: list[str]) -> str:
        if u.op in _ON_BOOLS: return self.make(f"{_ON_BOOLS[u.op]}.pred", u.dtype, *operands)
        if u.op is Ops.CMPLT: return self.make("and.pred", u.dtype, self.make("not.pred", u.dtype, operands[0]), operands[1])
        if u.op is not Ops.CMPEQ: raise InternalError(f"PTX has no {u.op.name} of bools (kernel {self.name})")
        return self.make("not.pred", u.dtype, self.make("xor.pred", u.dtype, *operands))

    def _instruction(self, u: UOp) -> str:
        """The name of what takes operands and gives a result of one dtype."""
        kind, is_float = held(u.dtype)[1], u.dtype.is_float()
        if u.op is Ops.SUB and u.arg == UNFUSED: return f"sub.rn.{kind}"
        if u.op in _ARITHMETIC: return f"{_ARITHMETIC[u.op]}.{kind}"
        if u.op is Ops.MUL: return f"mul.{kind}" if is_float else f"mul.lo.{kind}"
        if u.op is Ops.MULACC: return f"fma.rn.{kind}" if is_float else f"mad.lo.{kind}"
        if u.op is Ops.NEG: return f"neg.{kind.replace('u', 's')}"
        if u.op is Ops.TRUNC: return f"cvt.rzi.{kind}.{kind}"
        if u.op is Ops.EXP2 and u.arg == APPROXIMATE: return EXP2_INSTRUCTION
        found = {Ops.FDIV: "div.rn", Ops.RECIPROCAL: "rcp.rn", Ops.SQRT: "sqrt.rn"}.get(u.op)
        if found is None: raise InternalError(f"PTX has no {u.op.name} of {u.dtype} (kernel {self.name})")
        return f"{found}.{kind}"

    def _where(self, u: UOp, operands: list[str]) -> str:
        gate, yes, no = operands
        if not u.dtype.is_bool(): return self.make(f"selp.{held(u.dtype)[0]}", u.dtype, yes, no, gate)
        then = self.make("and.pred", u.dtype, gate, yes)
        otherwise = self.make("and.pred", u.dtype, self.make("not.pred", u.dtype, gate), no)
        return self.make("or.pred", u.dtype, then, otherwise)

    def _greater(self, u: UOp, operands: list[str]) -> str:
        """The greater; of floats, the one that is NaN."""
        kind, (a, b) = held(u.dtype)[1], (self.register(u.src[0]), operands[1])
        if not u.dtype.is_float(): return self.make(f"max.{kind}", u.dtype, a, b)
        if u.dtype == dtypes.float32 and self.arch.number >= 80: return self.make("max.NaN.f32", u.dtype, a, b)
        larger = self.make(f"selp.{kind}", u.dtype, a, b, self.make(f"setp.gt.{kind}", dtypes.bool, a, b))
        return self.make(f"selp.{kind}", u.dtype, a, larger, self.make(f"setp.nan.{kind}", dtypes.bool, a, a))

    def _shift(self, u: UOp, operands: list[str]) -> str:
        """The instruction counts in 32 bits."""
        value, count = operands
        if count.startswith("%") and u.src[1].dtype.itemsize != 4:
            count = self.make(f"cvt.u32.u{max(8 * u.src[1].dtype.itemsize, 16)}", dtypes.uint32, count)
        kind = bits_of(u.dtype) if u.op is Ops.SHL else held(u.dtype)[1]
        return self.fit(u.dtype, self.make(f"{'shl' if u.op is Ops.SHL else 'shr'}.{kind}", u.dtype, value, count))

    # ---- conversions

    def cast(self, u: UOp) -> None: self.values[u] = self._converted(u.dtype, u.src[0].dtype, self.register(u.src[0]))

    def _converted(self, to: DType, source: DType, value: str) -> str:
        """A register with `value` in another dtype. Narrow floats go through float32; floats to integers are truncated, narrowed
        floats rounded to the nearest even."""
        if to == source: return value
        if source.is_bool():
            chosen = self.make("selp.b32", dtypes.int32, "1", "0", value)
            return self._converted(to, dtypes.int32, chosen)
        if source in NARROW: return self._converted(to, dtypes.float32, self._widened(source, value))
        if to in NARROW and source != dtypes.float32: value, source = self._converted(dtypes.float32, source, value), dtypes.float32
        from_kind, to_kind = held(source)[1], held(to)[1]
        if source.is_integer() and to.is_integer(): return self._resized(to, source, value)
        if to in dtypes.fp8s: return self._to_fp8(FP8S[to.name], value)
        rounding = ""
        if source.is_float() and to.is_integer(): rounding = ".rzi"
        elif not (source == dtypes.float32 and to == dtypes.float64): rounding = ".rn"
        return self.make(f"cvt{rounding}.{to_kind}.{from_kind}", to, value)

    def _resized(self, to: DType, source: DType, value: str) -> str:
        """An integer of another size or sign: what is too much is cut off."""
        if max(source.itemsize, 2) == max(to.itemsize, 2): return self.fit(to, self.make(f"mov.{bits_of(to)}", to, value))
        return self.fit(to, self.make(f"cvt.{held(to)[1]}.{held(source)[1]}", to, value))

    def _widened(self, source: DType, value: str) -> str:
        """A narrow float as float32."""
        if source in dtypes.fp8s:
            pair = self.make(f"cvt.rn.f16x2.{FP8S[source.name].kind}x2", dtypes.uint32, value)
            value, source = self.make("cvt.u16.u32", dtypes.float16, pair), dtypes.float16
        if source == dtypes.float16: return self.make("cvt.f32.f16", dtypes.float32, value)
        zero = self.make("mov.b16", dtypes.uint16, "0")
        return self.make("mov.b32", dtypes.float32, f"{{{zero}, {value}}}")

    def _to_fp8(self, form: FP8, value: str) -> str:
        """float32 as a float of 8 bits: the instruction makes the largest number of what is too large, which is undone for
        infinity.
        """
        byte = dtypes.uint8
        rounded = self.make(f"cvt.rn.satfinite.{form.kind}x2.f32", byte, literal(dtypes.float32, 0.0), value)
        size = self.make("abs.f32", dtypes.float32, value)
        infinite = self.make("setp.eq.f32", dtypes.bool, size, literal(dtypes.float32, math.inf))
        signed = self.make("and.b16", byte, rounded, "128")
        return self.make("selp.b16", byte, self.make("or.b16", byte, signed, str(form.infinity)), rounded, infinite)

    def bitcast(self, u: UOp) -> None:
        source, to = u.src[0].dtype, u.dtype
        value = self.register(u.src[0])
        if source.is_bool() or to.is_bool(): raise InternalError(f"the bits of {source} are not read as {to} (kernel {self.name})")
        if held(source)[0] == held(to)[0]: self.values[u] = self.fit(to, value)
        else: self.values[u] = self.make(f"mov.{bits_of(to)}", to, value)
