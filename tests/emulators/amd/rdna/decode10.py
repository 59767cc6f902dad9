"""Machine words of gfx10.3: where they differ from those of gfx11.

In and out as in `decode`; mnemonics are those of gfx11 for what is the same. Always true: what comes out is numbered as on gfx11,
where null and m0 have changed places, and the fields of s_waitcnt too.
"""

from __future__ import annotations

from .decode import M0, NULL, SCALAR_DST, VGPR, Decoder, Fetch, Instr, Sdwa, bits, classify, signed

SDWA, OFF = 249, 127


def renumbered(code: int) -> int:
    return {NULL: M0, M0: NULL}.get(code, code)


class Decoder10(Decoder):
    """Instructions of RDNA2."""

    def classify(self, word: int) -> tuple[str, int]:
        if word >> 26 == 0x37:
            return ("FLAT", "SCRATCH", "GLOBAL", "")[bits(word, 15, 14)], bits(word, 24, 18)
        if word >> 26 == 0x38:
            return "MUBUF", bits(word, 24, 18)
        return ("", word >> 26) if word >> 26 == 0x32 else classify(word)

    def decode(self, pc: int, fetch: Fetch) -> Instr:
        i = super().decode(pc, fetch)
        i.has_halves = False
        i.src = tuple(map(renumbered, i.src))
        if i.form in ("SOP1", "SOP2", "SOPK", "SMEM"):
            i.dst = renumbered(i.dst)
        if i.name in SCALAR_DST and i.form == "VOP3":
            i.sdst = renumbered(i.sdst)
        if i.form in ("SMEM", "GLOBAL", "FLAT", "SCRATCH"):
            i.saddr = NULL if i.saddr == OFF else renumbered(i.saddr)
        if i.form == "MUBUF":
            i.saddr = renumbered(i.saddr)
        if i.name == "s_waitcnt":
            i.imm = (i.imm & 15 | i.imm >> 10 & 0x30) << 10 | (i.imm >> 8 & 63) << 4
        if i.name.startswith("ds_cmpstore"):  # here the value to compare with comes first
            i.data, i.data1 = i.data1, i.data
        return i

    def _short(self, i: Instr, fetch: Fetch) -> Instr:
        if not i.src or i.src[0] != SDWA:
            return super()._short(i, fetch)
        w = fetch(i.pc + i.size)
        i.words += (w,)
        parts, signs = (bits(w, 18, 16), bits(w, 26, 24)), (bool(w >> 19 & 1), bool(w >> 27 & 1))
        first = (w & 255) + (0 if w >> 23 & 1 else VGPR)
        second = tuple(code - VGPR if n == 0 and w >> 31 else code for n, code in enumerate(i.src[1:]))
        i.src = (first, *second)
        i.neg, i.abs = w >> 20 & 1 | w >> 27 & 2, w >> 21 & 1 | w >> 28 & 2
        if i.form == "VOPC":
            i.sdwa = Sdwa(parts, signs)
            i.dst = bits(w, 14, 8) if w >> 15 & 1 else i.dst
        else:
            i.sdwa = Sdwa(parts, signs, bits(w, 10, 8), bits(w, 12, 11))
            i.clamp, i.omod = bool(w >> 13 & 1), bits(w, 15, 14)
        return i

    def _flat(self, pc: int, kind: str, name: str, w: int, fetch: Fetch) -> Instr:
        i = super()._flat(pc, kind, name, w, fetch)
        i.imm, i.glc = signed(w & 0xFFF, 12), bool(w >> 16 & 1)
        return i

    _global = _scratch = _flat

    def _mubuf(self, pc: int, kind: str, name: str, w: int, fetch: Fetch) -> Instr:
        i = super()._mubuf(pc, kind, name, w, fetch)
        i.has_index, i.has_offset, i.lds = bool(w >> 13 & 1), bool(w >> 12 & 1), bool(w >> 16 & 1)
        return i
