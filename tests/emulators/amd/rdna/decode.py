"""Machine words of gfx11 to instructions.

In: a function that gives the word at an address. Out: `Instr`, every field of the encoding by name. Always true: a number that the
opcode table lacks, or an encoding that is not known, is an UnknownInstruction with its words.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from .errors import UnknownInstruction
from .tables import opcodes

Fetch = Callable[[int], int]
#: what an operand's number means
VCC, NULL, M0, EXEC, LITERAL, DPP16, DPP8, DPP8_FI, VGPR = 106, 124, 125, 126, 255, 250, 233, 234, 256
#: instructions of two words whose second is a constant, whatever their operands
_CONSTANT = ("v_fmaak_f32", "v_fmamk_f32", "v_fmaak_f16", "v_fmamk_f16")
#: instructions of global memory that there are for buffers too
_IN_BUFFERS = tuple(f"global_{kind}" for kind in ("load_u", "load_i", "load_b", "load_d16", "store_b", "store_d16", "atomic"))
#: VOP3 instructions with a scalar destination where others have abs and op_sel
SCALAR_DST = (
    "v_div_scale_f32",
    "v_div_scale_f64",
    "v_mad_u64_u32",
    "v_mad_i64_i32",
    "v_add_co_u32",
    "v_sub_co_u32",
    "v_subrev_co_u32",
    "v_add_co_ci_u32",
    "v_sub_co_ci_u32",
    "v_subrev_co_ci_u32",
    "v_mad_co_u64_u32",
    "v_mad_co_i64_i32",
)


@dataclass(frozen=True)
class Dpp:
    """Where the lanes of the first source come from."""

    control: int = 0
    lanes: int | None = None  # 8 times 3 bits: DPP8
    fetch_inactive: bool = False
    bound: bool = False
    bank_mask: int = 15
    row_mask: int = 15


@dataclass(frozen=True)
class Sdwa:
    """Parts of registers: 0 to 3 a byte, 4 and 5 a half, 6 all. unused: what becomes of the rest, 0 zero, 1 the sign, 2 it stays."""

    parts: tuple[int, int]
    signs: tuple[bool, bool]
    result: int = 6
    unused: int = 2


@dataclass
class Instr:
    """One instruction. Operands are numbers as encoded: 0 to 255 scalar or constant, from 256 on a vector register."""

    pc: int
    form: str
    name: str
    words: tuple[int, ...]
    dst: int = 0
    sdst: int = NULL
    src: tuple[int, ...] = ()
    literal: int = 0
    imm: int = 0
    neg: int = 0
    neg_hi: int = 0
    abs: int = 0
    opsel: int = 0
    opsel_hi: int = 0
    clamp: bool = False
    omod: int = 0
    dpp: Dpp | None = None
    sdwa: Sdwa | None = None
    is_spread: bool = False  # WMMA as gfx12 lays it out
    has_halves: bool = True  # 16-bit operands may lie in the upper half of a register
    addr: int = 0
    data: int = 0
    data1: int = 0
    saddr: int = NULL
    offset1: int = 0
    glc: bool = False
    lds: bool = False  # gds bit
    vaddr: bool = False  # scratch: the address register counts
    resource: int = 0  # buffers: the first of four scalar registers that describe it
    has_index: bool = False
    has_offset: bool = False  # both in vector registers
    pair: tuple[Instr, Instr] | None = None  # of a VOPD

    @property
    def size(self) -> int:
        return 4 * len(self.words)

    @property
    def is_short(self) -> bool:
        """The operands' registers have eight bits: of 16-bit operands the top one says which half."""
        return self.has_halves and self.form in ("VOP1", "VOP2", "VOPC")

    def __str__(self) -> str:
        if self.pair:
            return f"{self.pair[0]} :: {self.pair[1]}"
        return f"{self.name} " + ", ".join(operands(self))


def register(code: int) -> str:
    if code >= VGPR:
        return f"v{code - VGPR}"
    names = {VCC: "vcc_lo", 107: "vcc_hi", NULL: "null", M0: "m0", EXEC: "exec_lo", 127: "exec_hi"}
    if code in names:
        return names[code]
    if code < VCC:
        return f"s{code}"
    return f"ttmp{code - 108}" if code < 124 else f"#{code}"


def operands(i: Instr) -> list[str]:
    """For messages: which registers, without their widths."""
    match i.form:
        case "SOPP":
            return [hex(i.imm)]
        case "SOPK":
            return [register(i.dst), hex(i.imm)]
        case "SMEM":
            return [register(i.dst), register(i.addr), hex(i.imm)]
        case "DS":
            return [f"v{r}" for r in (i.dst, i.addr, i.data, i.data1)] + [f"offset:{i.imm:#x}"]
        case "MUBUF":
            return [f"v{i.dst}", f"v{i.addr}", register(i.resource), register(i.saddr), f"offset:{i.imm}"]
        case "FLAT" | "GLOBAL" | "SCRATCH":
            return [f"v{i.dst}", f"v{i.addr}", f"v{i.data}", register(i.saddr), f"offset:{i.imm}"]
        case _:
            pass
    first = register(i.dst) if i.form.startswith("SOP") or i.form == "VOPC" else f"v{i.dst}"
    shown = [hex(i.literal) if s == LITERAL else register(s) for s in i.src]
    return [first, *([register(i.sdst)] if i.sdst != NULL else []), *shown]


def bits(word: int, high: int, low: int) -> int:
    return word >> low & (1 << high - low + 1) - 1


def signed(value: int, width: int) -> int:
    return value - (1 << width) if value >> width - 1 else value


class Decoder:
    """Instructions of one generation."""

    def __init__(self, generation: int) -> None:
        self.tables = opcodes(generation)

    def classify(self, word: int) -> tuple[str, int]:
        """The encoding and the opcode's number of an instruction's first word."""
        return classify(word)

    def decode(self, pc: int, fetch: Fetch) -> Instr:
        """The instruction at `pc`. UnknownInstruction if it is none."""
        word = fetch(pc)
        kind, number = self.classify(word)
        if kind == "VOPD":
            return self.dual(pc, word, fetch)
        name = self.tables.get(kind, {}).get(number) or self.buffer_name(kind, number)
        if name is None:
            raise UnknownInstruction(pc, (word,), f"{kind or 'an encoding'} {number:#x} is not known")
        method = "_sop" if kind in ("SOP1", "SOP2", "SOPC") else f"_{kind.lower()}"
        return getattr(self, method)(pc, kind, name, word, fetch)

    def buffer_name(self, kind: str, number: int) -> str | None:
        """What accesses global memory accesses buffers by the same number."""
        name = self.tables["GLOBAL"].get(number, "") if kind == "MUBUF" else ""
        return name.replace("global_", "buffer_") if name.startswith(_IN_BUFFERS) else None

    # -- scalar
    def _sop(self, pc: int, kind: str, name: str, w: int, fetch: Fetch) -> Instr:
        match kind:
            case "SOP2":
                src, dst = (w & 255, bits(w, 15, 8)), bits(w, 22, 16)
            case "SOP1":
                src, dst = (w & 255,), bits(w, 22, 16)
            case _:
                src, dst = (w & 255, bits(w, 15, 8)), NULL
        return self._with_literal(Instr(pc, kind, name, (w,), dst, src=src), fetch)

    def _sopp(self, pc: int, kind: str, name: str, w: int, fetch: Fetch) -> Instr:
        return Instr(pc, kind, name, (w,), imm=w & 0xFFFF)

    def _sopk(self, pc: int, kind: str, name: str, w: int, fetch: Fetch) -> Instr:
        i = Instr(pc, kind, name, (w,), bits(w, 22, 16), imm=w & 0xFFFF)
        if name == "s_setreg_imm32_b32":
            i.words, i.literal = (w, fetch(pc + 4)), fetch(pc + 4)
        return i

    def _smem(self, pc: int, kind: str, name: str, w: int, fetch: Fetch) -> Instr:
        high = fetch(pc + 4)
        return Instr(
            pc,
            kind,
            name,
            (w, high),
            bits(w, 12, 6),
            addr=bits(w, 5, 0) * 2,
            imm=signed(high & 0x1FFFFF, 21),
            saddr=bits(high, 31, 25),
        )

    # -- vector
    def _vop1(self, pc: int, kind: str, name: str, w: int, fetch: Fetch) -> Instr:
        return self._short(Instr(pc, kind, name, (w,), bits(w, 24, 17), src=(w & 511,)), fetch)

    def _vop2(self, pc: int, kind: str, name: str, w: int, fetch: Fetch) -> Instr:
        i = Instr(pc, kind, name, (w,), bits(w, 24, 17), src=(w & 511, VGPR + bits(w, 16, 9)))
        if name in ("v_cndmask_b32", "v_add_co_ci_u32", "v_sub_co_ci_u32", "v_subrev_co_ci_u32"):
            i.src += (VCC,)
        if name.endswith("_co_ci_u32"):
            i.sdst = VCC
        if name in _CONSTANT:
            i.literal, i.words = fetch(pc + 4), (w, fetch(pc + 4))
            i.src = (i.src[0], LITERAL, i.src[1]) if "mk" in name else (*i.src, LITERAL)
            return i
        return self._short(i, fetch)

    def _vopc(self, pc: int, kind: str, name: str, w: int, fetch: Fetch) -> Instr:
        dst = EXEC if name.startswith("v_cmpx") else VCC
        return self._short(Instr(pc, kind, name, (w,), dst, src=(w & 511, VGPR + bits(w, 16, 9))), fetch)

    def _vop3(self, pc: int, kind: str, name: str, w: int, fetch: Fetch) -> Instr:
        high = fetch(pc + 4)
        i = Instr(
            pc,
            kind,
            name,
            (w, high),
            w & 255,
            src=(high & 511, bits(high, 17, 9), bits(high, 26, 18)),
            neg=bits(high, 31, 29),
            omod=bits(high, 28, 27),
            clamp=bool(w >> 15 & 1),
        )
        if name in SCALAR_DST:
            i.sdst = bits(w, 14, 8)
        else:
            i.abs, i.opsel = bits(w, 10, 8), bits(w, 14, 11)
        return self._short(i, fetch)

    def _vop3p(self, pc: int, kind: str, name: str, w: int, fetch: Fetch) -> Instr:
        high = fetch(pc + 4)
        i = Instr(
            pc,
            kind,
            name,
            (w, high),
            w & 255,
            src=(high & 511, bits(high, 17, 9), bits(high, 26, 18)),
            neg=bits(high, 31, 29),
            neg_hi=bits(w, 10, 8),
            opsel=bits(w, 13, 11),
            clamp=bool(w >> 15 & 1),
            opsel_hi=bits(high, 28, 27) | bits(w, 14, 14) << 2,
        )
        return self._short(i, fetch)

    def dual(self, pc: int, w: int, fetch: Fetch) -> Instr:
        """Two vector instructions in one."""
        high, dst_x = fetch(pc + 4), bits(fetch(pc + 4), 31, 24)
        parts = (
            ("VOPDX", bits(w, 25, 22), dst_x, w & 511, bits(w, 16, 9)),
            ("VOPDY", bits(w, 21, 17), bits(high, 23, 17) << 1 | (~dst_x & 1), high & 511, bits(high, 16, 9)),
        )
        words, made = (w, high), list[Instr]()
        names = [self.tables[kind].get(number, "") for kind, number, *_ in parts]
        if not all(names):
            raise UnknownInstruction(pc, words, "a dual instruction that is not known")
        if LITERAL in (parts[0][3], parts[1][3]) or any(n in _CONSTANT for n in names):
            words += (fetch(pc + 8),)
        for (kind, _, dst, src0, src1), name in zip(parts, names):
            src = (src0, VGPR + src1)
            if name == "v_cndmask_b32":
                src += (VCC,)
            if name in _CONSTANT:
                src = (src0, LITERAL, src[1]) if "mk" in name else (*src, LITERAL)
            made.append(Instr(pc, kind, name, words, dst, src=src, literal=words[-1]))
        return Instr(pc, "VOPD", "dual", words, pair=(made[0], made[1]))

    def _short(self, i: Instr, fetch: Fetch) -> Instr:
        """Adds the word that a first source of 250, 233 or 234 says there is, or the literal."""
        if not i.src or i.src[0] not in (DPP16, DPP8, DPP8_FI):
            return self._with_literal(i, fetch)
        extra = fetch(i.pc + i.size)
        i.words += (extra,)
        if i.src[0] == DPP16:
            i.dpp = Dpp(
                bits(extra, 16, 8), None, bool(extra >> 18 & 1), bool(extra >> 19 & 1), bits(extra, 27, 24), bits(extra, 31, 28)
            )
            if i.form != "VOP3" and i.form != "VOP3P":
                i.neg, i.abs = extra >> 20 & 1 | extra >> 21 & 2, extra >> 21 & 1 | extra >> 22 & 2
        else:
            i.dpp = Dpp(lanes=bits(extra, 31, 8), fetch_inactive=i.src[0] == DPP8_FI)
        i.src = (VGPR + (extra & 255), *i.src[1:])
        return i

    def _with_literal(self, i: Instr, fetch: Fetch) -> Instr:
        if LITERAL in i.src:
            i.literal = fetch(i.pc + i.size)
            i.words += (i.literal,)
        return i

    # -- memory
    def _ds(self, pc: int, kind: str, name: str, w: int, fetch: Fetch) -> Instr:
        high = fetch(pc + 4)
        return Instr(
            pc,
            kind,
            name,
            (w, high),
            bits(high, 31, 24),
            addr=high & 255,
            data=bits(high, 15, 8),
            data1=bits(high, 23, 16),
            imm=w & 255,
            offset1=bits(w, 15, 8),
            lds=bool(w >> 17 & 1),
        )

    def _flat(self, pc: int, kind: str, name: str, w: int, fetch: Fetch) -> Instr:
        high = fetch(pc + 4)
        return Instr(
            pc,
            kind,
            name,
            (w, high),
            bits(high, 31, 24),
            addr=high & 255,
            data=bits(high, 15, 8),
            saddr=bits(high, 22, 16),
            imm=signed(w & 0x1FFF, 13),
            glc=bool(w >> 14 & 1),
            vaddr=bool(high >> 23 & 1),
        )

    _global = _scratch = _flat

    def _mubuf(self, pc: int, kind: str, name: str, w: int, fetch: Fetch) -> Instr:
        high = fetch(pc + 4)
        data = bits(high, 15, 8)
        return Instr(
            pc,
            kind,
            name,
            (w, high),
            data,
            addr=high & 255,
            data=data,
            saddr=bits(high, 31, 24),
            imm=w & 0xFFF,
            glc=bool(w >> 14 & 1),
            resource=bits(high, 20, 16) * 4,
            has_index=bool(high >> 23 & 1),
            has_offset=bool(high >> 22 & 1),
        )


def classify(w: int) -> tuple[str, int]:
    """The encoding and the opcode's number of an instruction's first word."""
    if w >> 31 == 0:
        if w >> 25 == 0x3F:
            return "VOP1", bits(w, 16, 9)
        return ("VOPC", bits(w, 24, 17)) if w >> 25 == 0x3E else ("VOP2", bits(w, 30, 25))
    if w >> 30 == 2:
        match w >> 23:
            case 0x17D:
                return "SOP1", bits(w, 15, 8)
            case 0x17E:
                return "SOPC", bits(w, 22, 16)
            case 0x17F:
                return "SOPP", bits(w, 22, 16)
            case _:
                pass
        return ("SOPK", bits(w, 27, 23)) if w >> 28 == 11 else ("SOP2", bits(w, 29, 23))
    match w >> 26:
        case 0x3D:
            return "SMEM", bits(w, 25, 18)
        case 0x35:
            return "VOP3", bits(w, 25, 16)
        case 0x32:
            return "VOPD", 0
        case 0x33:
            return ("VOP3P", bits(w, 22, 16)) if w >> 24 == 0xCC else ("", w >> 24)
        case 0x36:
            return "DS", bits(w, 25, 18)
        case 0x37:
            return ("FLAT", "SCRATCH", "GLOBAL", "")[bits(w, 17, 16)], bits(w, 24, 18)
        case 0x38:
            return "MUBUF", bits(w, 25, 18)
        case _:
            return "", w >> 26
