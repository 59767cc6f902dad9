"""Instructions of a program, from the text of Mesa's disassembler.

In: code. Out: `Instruction`s in order. Always true: what a line says and is not understood is an error, so that no modifier is lost.
"""
from __future__ import annotations

import functools
import math
import re
from dataclasses import dataclass, replace

from heddle.runtime.qcom import mesa
from heddle.runtime.qcom.ir3_compiler import disassembled
from heddle.runtime.qcom.ir3_program import IR3Program
from tests.emulators.qcom.errors import KernelFault

#: prefixes of an instruction that change no value: waits, hints of the scheduler, of reconvergence and of the last use
_SILENT = {"sy", "ss", "jp", "ul", "eq", "last"}
_LINE = re.compile(r"^((?:\([a-z0-9]+\))*)\s*([a-z0-9_.]+)\s*(.*)$")
_OPERAND = re.compile(r"^((?:\([a-z]+\))*)(h?)(?:([rcp])(\d+)\.([xyzw])|([rc])<(a[01]\.x) ([+-] \d+)>)$")
#: floats that an instruction has by name (ir3-common.xml, #flut)
_NAMED = {"(e)": math.e, "(pi)": math.pi, "(1/pi)": 1 / math.pi, "(1/log2(e))": math.log(2), "(log2(e))": math.log2(math.e),
          "(1/log2(10))": math.log10(2), "(log2(10))": math.log2(10)}
_IMMEDIATE = re.compile(r"^((?:\([a-z]+\))*)(h?)\(?(0x[\da-f]+|-?[\d.]+(?:e[+-]\d+)?|-?inf|nan)\)?$")


@dataclass(frozen=True)
class Operand:
    """A register (`file` r, p or a), constant (c) or immediate (i); `number` counts components; `relative`: to an address register."""

    file: str
    number: int
    half: bool = False
    negated: bool = False
    absolute: bool = False
    inverted: bool = False
    repeats: bool = False
    value: float = 0
    relative: str = ""


@dataclass(frozen=True)
class Access:
    """What is between the brackets of a load or store: a space, an address, bytes further on; or elements of 1 << `shift` further."""

    space: str
    base: Operand | None
    offset: int
    index: Operand | None = None
    shift: int = 0


@dataclass(frozen=True)
class Instruction:
    """`name` is the whole mnemonic. `rpt`: how often it is repeated. `count`: elements of an access.

    `image`: the number of a texture, of which `components` are read, or of an image that is written. `aliases`: what it reads in
    place of registers, by their numbers.
    """

    name: str
    text: str
    rpt: int = 0
    saturates: bool = False
    rounds_even: bool = False
    operands: tuple[Operand, ...] = ()
    access: Access | None = None
    count: int = 1
    target: int = -1
    image: int | None = None
    components: tuple[int, ...] = ()
    aliases: tuple[tuple[int, Operand], ...] = ()


def operand(text: str) -> Operand:
    """A register, constant or immediate with its modifiers."""
    inverted = text.startswith("!")
    word = text.lstrip("!").replace("(absneg)", "(abs)(neg)")  # the third value of #absneg in Mesa's ir3-common.xml: -|x|
    if word in ("a0.x", "a1.x"): return Operand("a", int(word[1]))
    if (found := _OPERAND.match(word)) is not None:
        marks = set(re.findall(r"\((\w+)\)", found[1]))
        if marks - {"neg", "abs", "r", "last", "not"}: raise KernelFault(f"{text} has a modifier that is not emulated")
        flags = {"negated": "neg" in marks, "absolute": "abs" in marks, "repeats": "r" in marks,
                 "inverted": inverted or "not" in marks, "half": bool(found[2])}
        if found[3]: return Operand(found[3], 4 * int(found[4]) + "xyzw".index(found[5]), **flags)
        return Operand(found[6], int(found[8].replace(" ", "")), relative=found[7], **flags)
    for name, value in _NAMED.items():
        if word.endswith(name):
            before = word.removesuffix(name)
            return Operand("i", 0, before.endswith("h"), "(neg)" in before, "(abs)" in before, value=value)
    if (found := _IMMEDIATE.match(word)) is not None:
        marks = set(re.findall(r"\((\w+)\)", found[1]))
        return Operand("i", 0, bool(found[2]), "neg" in marks, "abs" in marks, inverted,
                       value=float(found[3]) if re.search(r"[.n]", found[3]) else int(found[3], 0))
    raise KernelFault(f"{text!r} is no operand that is emulated")


def _access(text: str) -> Access:
    found = re.fullmatch(r"([glpc])\[(.*)\]", text)
    if found is None: raise KernelFault(f"{text!r} is no address that is emulated")
    inside = found[2].replace(" ", "")
    if (plain := re.fullmatch(r"(h?r\d+\.[xyzw])?([+-]?\d+)?", inside)) is not None:
        return Access(found[1], operand(plain[1]) if plain[1] else None, int(plain[2] or 0))
    if (constant := re.fullmatch(r"(a1\.x)(?:\+(\d+))?", inside)) is not None and found[1] == "c":
        return Access("c", operand(constant[1]), int(constant[2] or 0))
    if (sum_ := re.fullmatch(r"(r\d+\.[xyzw])\+\(?(r\d+\.[xyzw])(?:\+(\d+))?\)?<<(\d+)", inside)) is not None:
        return Access(found[1], operand(sum_[1]), int(sum_[3] or 0) << int(sum_[4]), operand(sum_[2]), int(sum_[4]))
    raise KernelFault(f"{text!r} is no address that is emulated")


_TEXTURE = re.compile(r"\((f16|f32)\)\(([xyzw]+)\)(h?r\d+\.[xyzw]), (r\d+\.[xyzw]), s#\d+, t#(\d+)")
_STORE = re.compile(r"(h?r\d+\.[xyzw]), (r\d+\.[xyzw]), (\d+)")


def _of_image(text: str, name: str, rest: str) -> Instruction:
    """isam of a texture (whose sampler it does not use), by two coordinates; stib of an image, with an immediate number."""
    if name == "isam.1d" and (read := _TEXTURE.fullmatch(rest)) is not None and (read[1] == "f16") == (read[3][0] == "h"):
        components = tuple("xyzw".index(letter) for letter in read[2])
        return Instruction(name, text, operands=(operand(read[3]), operand(read[4])), image=int(read[5]), components=components)
    if re.fullmatch(r"stib\.b\.typed\.2d\.f(16|32)\.4\.imm", name) and (store := _STORE.fullmatch(rest)) is not None:
        return Instruction(name, text, operands=(operand(store[1]), operand(store[2])), image=int(store[3]))
    # a descriptor that is only fetched ahead, in A7xx preambles: no register has the result (ir3_nir_opt_prefetch_descriptors.c)
    if name.startswith("resinfo.b.") and (ahead := re.fullmatch(r"r63\.x, (\d+)", rest)) is not None:
        return Instruction(name, text, image=int(ahead[1]))
    raise KernelFault(f"{text!r} is not emulated")


def _split(text: str) -> list[str]:
    """Operands, at the commas outside of brackets."""
    return [part.strip() for part in re.split(r",(?![^<\[]*[>\]])", text)] if text else []


def decode_line(line: str, labels: dict[str, int]) -> Instruction:
    """One line of the disassembler."""
    found = _LINE.match(line.strip())
    if found is None: raise KernelFault(f"{line!r} is no instruction")
    rpt, saturates, even = 0, False, False
    for mark in re.findall(r"\((\w+)\)", found[1]):
        if mark.startswith("rpt"): rpt = int(mark[3:])
        elif mark == "sat": saturates = True
        elif mark in ("even", "rne"): even = True
        elif mark not in _SILENT and not mark.startswith("nop"): raise KernelFault(f"{line!r} has a prefix that is not emulated")
    if found[2].startswith(("isam", "stib", "resinfo")): return _of_image(line.strip(), found[2], found[3])
    operands: list[Operand] = []
    access, count, target = None, 1, -1
    parts = _split(found[3])
    if found[2][:3] in ("ldg", "stg", "ldl", "stl", "ldp", "stp", "stc", "ldc") and parts:
        count, parts = int(parts[-1]), parts[:-1]
    for part in parts:
        if part.startswith("#"): target = labels[part[1:]]
        elif "[" in part: access = _access(part)
        elif part.startswith("(even)"):  # of a conversion's result: to the nearest
            even = True
            operands.append(operand(part[6:]))
        else: operands.append(operand(part))
    return Instruction(found[2], line.strip(), rpt, saturates, even, tuple(operands), access, count, target)


@functools.lru_cache(maxsize=4096)
def decode(gpu: str, code: bytes) -> tuple[Instruction, ...]:
    """All instructions of a program."""
    if not mesa.probe().usable: raise KernelFault("programs are decoded by Mesa's disassembler: install tinymesa")
    empty = IR3Program("", gpu, (1, 1, 1), 0, 0, 0, 0, 0, 0, 0, False, True, False, 0, 0, 0, 0, 0, 0, 0, 0)
    text = disassembled(IR3Program(**{**empty.__dict__, "code": code}))
    lines: list[str] = []
    labels: dict[str, int] = {}
    for line in text.splitlines():
        if not (stripped := line.strip()): continue
        if (label := re.fullmatch(r"(l\d+):", stripped)) is not None: labels[label[1]] = len(lines)
        else: lines.append(stripped)
    # of what fills the last unit after the end, the disassembler leaves out some
    if len(lines) > len(code) // 8: raise KernelFault(f"{len(code) // 8} instructions are {len(lines)} lines of the disassembler")
    if not any(line.endswith("end") for line in lines): raise KernelFault("a program has no end")
    return tuple(_aliased([decode_line(line, labels) for line in lines], set(labels.values())))


def _aliased(instructions: list[Instruction], targets: set[int]) -> list[Instruction]:
    """Gives texture reads the aliases before them: alias.tex.b32.N is one of N + 1 or more that follow each other (ir3-cat7.xml)."""
    waiting: list[tuple[int, Operand]] = []
    found: list[Instruction] = []
    for n, it in enumerate(instructions):
        if waiting and n in targets: raise KernelFault(f"a branch goes between an alias and {it.text!r}")
        if it.name.startswith("alias."):
            if it.name[:14] != "alias.tex.b32." or it.operands[0].half: raise KernelFault(f"{it.text!r} is not emulated")
            waiting.append((it.operands[0].number, it.operands[1]))
        elif waiting and it.name != "nop":
            if not it.components: raise KernelFault(f"{it.text!r} follows an alias")
            it, waiting = replace(it, aliases=tuple(waiting)), []
        found.append(it)
    return found
