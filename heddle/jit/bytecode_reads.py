"""Bytecode analysis of outside state: globals, free variables, imports and attributes that a code object reads.

Inputs: a code object, with those nested in it. Outputs: `Reads`. Invariants: instructions are classified by the tables of `dis`, so
that the versions of Python agree; a read that is not understood counts as a full read.
"""
from __future__ import annotations

import dis
import sys
from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache
from types import CodeType
from typing import Final, TypeAlias

from heddle.named_tuple import NamedTuple

# uses of a value
READ: Final = "read"
COUNTED: Final = "counted"  # only updated from itself: n += 1
GROWN: Final = "grown"  # only written to: log.append(x), table[k] = x

#: methods of containers that change them and return nothing
GROWING = frozenset({"append", "extend", "add", "update", "insert", "appendleft", "extendleft", "clear", "discard"})
#: functions that may read any attribute
_DYNAMIC = frozenset({"__dict__", "__getattribute__", "__getstate__", "attrgetter", "methodcaller", "getmembers", "asdict", "astuple",
                      "deepcopy"})
_DYNAMIC_ROOTS = frozenset({"vars", "dir", "replace", "fields", "copy"})
#: functions that may read any global
_ANY_GLOBAL = frozenset({"eval", "exec", "globals", "locals"})
_IGNORED = frozenset({"CACHE", "NOP", "RESUME", "PRECALL", "EXTENDED_ARG", "NOT_TAKEN"})
_UPDATING = ("LOAD_CONST", "LOAD_SMALL_INT", "LOAD_FAST", "LOAD_DEREF", "LOAD_GLOBAL", "LOAD_NAME", "BINARY_", "INPLACE_", "SWAP",
             "ROT_")
_MOST = 16  # instructions in which an update is looked for


class Attribute(NamedTuple):
    """An attribute that is read, and the use of its value."""

    name: str
    how: str


class Use(NamedTuple):
    """A global ("global"), free variable ("free") or import ("import") that is read, with the attributes read directly from it."""

    kind: str
    name: str
    how: str
    attributes: tuple[Attribute, ...]
    line: int


class Reads(NamedTuple):
    """The reads of a code object. `attributes` are those of other values; `tested` are names whose absence may matter."""

    uses: tuple[Use, ...]
    attributes: frozenset[Attribute]
    tested: frozenset[str]
    stored: frozenset[str]  # attributes that are set
    is_dynamic: bool  # any attribute may be read
    any_global: bool
    compares: bool


@lru_cache(maxsize=4096)
def reads_of(code: CodeType) -> Reads:
    """The reads of a code object and of those nested in it."""
    parts = [_own_reads(c) for c in _nested(code)]
    uses = [u for p in parts for u in p.uses]
    # a free variable of nested code that is a local one here is a value like any other
    inner = {a for u in uses if u.kind == "free" and u.name not in code.co_freevars for a in u.attributes}
    return Reads(tuple(u for u in uses if u.kind != "free" or u.name in code.co_freevars),
                 frozenset(inner).union(*(p.attributes for p in parts)), frozenset().union(*(p.tested for p in parts)),
                 frozenset().union(*(p.stored for p in parts)), any(p.is_dynamic for p in parts),
                 any(p.any_global for p in parts), any(p.compares for p in parts))


def _nested(code: CodeType) -> Iterator[CodeType]:
    yield code
    for constant in code.co_consts:
        if isinstance(constant, CodeType): yield from _nested(constant)


class Step(NamedTuple):
    """An instruction. `value`: the name or constant that it loads or stores, else None."""

    op: str  # "BINARY_SUBSCR" for every subscription
    kind: str  # of its operand: "name", "free", "const" or ""
    value: object
    offset: int


#: by opcode; the names of a call's arguments are left out
_KINDS: Final = {i: kind for kind, opcodes in (("const", dis.hasconst), ("name", dis.hasname), ("free", dis.hasfree))
                 for i in opcodes if dis.opname[i] != "KW_NAMES"}
#: bits of an operand below the index of a name
_FLAG_BITS: Final = {"LOAD_GLOBAL": 1, "LOAD_ATTR": 1 if sys.version_info >= (3, 12) else 0, "LOAD_SUPER_ATTR": 2}
#: of each opcode: its name, the kind of its operand, and the bits below an index
_OPCODES: Final = [None if name in _IGNORED or name.startswith("<") else (name, _KINDS.get(i, ""), _FLAG_BITS.get(name, 0))
                   for i, name in enumerate(dis.opname)]


def _decoded_steps(code: CodeType) -> list[Step]:
    """The instructions that `_listed_steps` gives, decoded here, which is faster. For the formats of `_DECODED`."""
    steps: list[Step] = []
    data, names, constants, high = code.co_code, code.co_names, code.co_consts, 0
    variable: Callable[[int], str] = getattr(code, "_varname_from_oparg")  # noqa: B009  as `dis` reads them: typeshed has no such name
    for offset in range(0, len(data), 2):
        opcode = data[offset]
        if opcode == dis.EXTENDED_ARG:
            high = (high | data[offset + 1]) << 8
            continue
        row = _OPCODES[opcode]
        if row is not None:
            op, kind, flag_bits = row
            value: object = None
            if kind:
                index = (high | data[offset + 1]) >> flag_bits
                value = names[index] if kind == "name" else constants[index] if kind == "const" else variable(index)
            steps.append(Step(op, kind, value, offset))
        if opcode >= dis.HAVE_ARGUMENT: high = 0
    return steps


def _listed_steps(code: CodeType) -> list[Step]:
    """The instructions of a code object, as the library of its version of Python lists them."""
    return [Step("BINARY_SUBSCR" if s.argrepr == "[]" and s.opname == "BINARY_OP" else s.opname, kind := _KINDS.get(s.opcode, ""),
                 s.argval if kind or s.opname == "LOAD_SMALL_INT" else None, s.offset)
            for s in dis.get_instructions(code) if s.opname not in _IGNORED]


#: versions of Python whose instructions are decoded here
_DECODED: Final = frozenset({(3, 11), (3, 12), (3, 13)})
_steps_of = _decoded_steps if sys.version_info[:2] in _DECODED else _listed_steps


def _own_reads(code: CodeType) -> Reads:
    """What the instructions of one code object read, without those of functions inside it. A variable and the attributes loaded
    from it right after it are one use; other attributes are noted by name alone, whatever object they are read of."""
    steps = _steps_of(code)
    kinds = [_kind_of(step, code) for step in steps]
    uses: list[Use] = []
    attributes: set[Attribute] = set()
    after_root = -1
    line_at = _lines_of(code)
    for i, kind in enumerate(kinds):
        if kind is None: continue
        if kind == "attribute":
            if i > after_root: attributes.add(Attribute(str(steps[i].value), _how(steps, i)))
            continue
        found: list[Attribute] = []
        after_root = i
        while after_root + 1 < len(steps) and kinds[after_root + 1] == "attribute":
            after_root += 1
            found.append(Attribute(str(steps[after_root].value), _how(steps, after_root)))
        uses.append(Use(kind, _name_of(steps, i), _how(steps, i), tuple(found), line_at(steps[i].offset)))
    names, strings = set(code.co_names), frozenset(_strings(code.co_consts))
    tests = bool(names & {"hasattr", "getattr", "AttributeError"}) or any(s.op.startswith("MATCH_") for s in steps)
    # names in strings are read by getattr(x, "name") and by patterns
    if tests: attributes |= {Attribute(s, READ) for s in strings if s.isidentifier()}
    tested = {a.name for a in attributes if tests} | {a.name for u in uses for a in u.attributes if tests}
    stored = frozenset(str(s.value) for s in steps if s.op == "STORE_ATTR")
    dynamic = (bool(names & (_DYNAMIC | _ANY_GLOBAL)) or any(u.name in _DYNAMIC_ROOTS for u in uses)
               or any(_is_computed_getattr(steps, i) for i, kind in enumerate(kinds) if kind == "global"))
    return Reads(tuple(uses), frozenset(attributes), frozenset(tested), stored, dynamic, bool(names & _ANY_GLOBAL),
                 any(s.op in ("COMPARE_OP", "CONTAINS_OP") for s in steps))


def _lines_of(code: CodeType) -> Callable[[int], int]:
    """The line of the instruction at an offset; offsets may only increase. Where it has none, that of the one before."""
    ranges, line, end = iter(code.co_lines()), code.co_firstlineno, 0

    def line_at(offset: int) -> int:
        nonlocal line, end
        while end <= offset:
            _, end, found = next(ranges)
            line = found or line
        return line
    return line_at


def _kind_of(step: Step, code: CodeType) -> str | None:
    """The kind of read of an instruction; None if it reads nothing from outside."""
    op, kind = step.op, step.kind
    if kind not in ("name", "free"): return None
    if op.startswith(("STORE_", "DELETE_")): return None
    if op.startswith("IMPORT_"): return {"IMPORT_NAME": "import", "IMPORT_FROM": "attribute"}.get(op)
    if kind == "name": return "global" if "GLOBAL" in op or op == "LOAD_NAME" else "attribute"
    # a closure that is only handed to a nested function is read there
    return "free" if op != "LOAD_CLOSURE" and step.value in code.co_freevars else None


def _name_of(steps: Sequence[Step], i: int) -> str:
    """The name that is read, an import's with a dot for each level."""
    name = str(steps[i].value)
    if steps[i].op != "IMPORT_NAME": return name
    level = next((s.value for s in steps[max(0, i - 2):i] if isinstance(s.value, int)), 0)
    return "." * level + name


#: a constant of code
_Constant: TypeAlias = "str | complex | None | tuple[_Constant, ...]"


def _strings(constants: Sequence[_Constant]) -> Iterator[str]:
    for x in constants:
        if isinstance(x, str): yield x
        elif isinstance(x, tuple): yield from _strings(x)


def _how(steps: Sequence[Step], i: int) -> str:
    """The use of the value that instruction `i` loads."""
    rest = steps[i + 1:i + 1 + _MOST]
    if len(rest) < 2: return READ
    if rest[0].op in ("LOAD_ATTR", "LOAD_METHOD") and rest[0].value in GROWING: return GROWN
    if rest[0].op.startswith("LOAD_") and rest[0].op != "LOAD_ATTR" and rest[1].op in ("STORE_SUBSCR", "DELETE_SUBSCR"):
        return GROWN
    computed, copied = False, False
    for step in rest:
        op = step.op
        if op in ("STORE_GLOBAL", "STORE_DEREF", "STORE_NAME", "STORE_ATTR"):
            return COUNTED if step.value == steps[i].value and computed and not copied else READ
        if op == "STORE_SUBSCR": return GROWN if computed else READ
        if op.startswith(("COPY", "DUP_")) and not computed and not op.startswith("COPY_FREE"): copied = True
        elif not op.startswith(_UPDATING): return READ
        elif op.startswith(("BINARY_", "INPLACE_")) and op != "BINARY_SUBSCR": computed = True
    return READ


def _is_computed_getattr(steps: Sequence[Step], i: int) -> bool:
    """Whether instruction `i` begins a `getattr` whose name is not constant."""
    if steps[i].value != "getattr" or "GLOBAL" not in steps[i].op: return False
    is_constant = False
    for step in steps[i + 1:i + 1 + _MOST]:
        op = step.op
        if op.startswith("CALL"): return not is_constant
        if op == "LOAD_CONST" and isinstance(step.value, str): is_constant = True
        elif op.startswith(("BUILD_STRING", "FORMAT_", "BINARY_", "CONVERT_")) and is_constant: return True
    return True
