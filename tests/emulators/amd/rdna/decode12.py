"""Machine words of gfx12: where they differ from those of gfx11.

In and out as in `decode`. Vector memory instructions have three words, with offsets of 24 bits; else only opcode numbers differ.
"""

from __future__ import annotations

from .decode import LITERAL, Decoder, Fetch, Instr, bits, classify, signed

_SEGMENTS = ("FLAT", "SCRATCH", "GLOBAL", "")
_RETURNS = 1 << 20  # temporal hint of atomic operations: what was there goes into a register


class Decoder12(Decoder):
    """Instructions of RDNA4."""

    def classify(self, word: int) -> tuple[str, int]:
        if word >> 26 == 0x3D:
            return "SMEM", bits(word, 18, 13)
        if word >> 26 == 0x3B:
            return _SEGMENTS[bits(word, 25, 24)], bits(word, 21, 14)
        if word >> 26 == 0x31:
            return "MUBUF", bits(word, 21, 14)
        if word >> 26 in (0x37, 0x38):  # gfx11's flat and buffer instructions
            return "", word >> 26
        return classify(word)

    def _sop(self, pc: int, kind: str, name: str, w: int, fetch: Fetch) -> Instr:
        i = super()._sop(pc, kind, name, w, fetch)
        if name in ("s_fmaak_f32", "s_fmamk_f32"):
            i.literal = fetch(pc + 4)
            i.words = (w, i.literal)
            i.src = (*i.src, LITERAL) if name == "s_fmaak_f32" else (i.src[0], LITERAL, i.src[1])
        return i

    def _smem(self, pc: int, kind: str, name: str, w: int, fetch: Fetch) -> Instr:
        high = fetch(pc + 4)
        i = Instr(pc, kind, name, (w, high), bits(w, 12, 6), addr=bits(w, 5, 0) * 2, saddr=bits(high, 31, 25))
        i.imm = signed(high & 0xFFFFFF, 24)
        return i

    def _vop3p(self, pc: int, kind: str, name: str, w: int, fetch: Fetch) -> Instr:
        i = super()._vop3p(pc, kind, name, w, fetch)
        i.is_spread = True
        return i

    def _flat(self, pc: int, kind: str, name: str, w: int, fetch: Fetch) -> Instr:
        middle, high = fetch(pc + 4), fetch(pc + 8)
        i = Instr(pc, kind, name, (w, middle, high), middle & 255, addr=high & 255, data=bits(middle, 30, 23), saddr=w & 127)
        i.imm, i.glc, i.vaddr = signed(high >> 8, 24), bool(middle & _RETURNS), bool(middle >> 17 & 1)
        return i

    _global = _scratch = _flat

    def _mubuf(self, pc: int, kind: str, name: str, w: int, fetch: Fetch) -> Instr:
        middle, high = fetch(pc + 4), fetch(pc + 8)
        i = Instr(pc, kind, name, (w, middle, high), middle & 255, addr=high & 255, data=middle & 255, saddr=w & 127)
        i.imm, i.glc, i.resource = signed(high >> 8, 24), bool(middle & _RETURNS), bits(middle, 17, 9)
        i.has_index, i.has_offset = bool(middle >> 31), bool(middle >> 30 & 1)
        return i
