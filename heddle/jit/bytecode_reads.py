"""Bytecode analysis of outside state: globals, free variables, imports and attributes that a code object reads.

Inputs: a code object, with those nested in it. Outputs: `Reads`. Invariants: instructions are classified by the tables of `dis`, so
that the versions of Python agree; a read that is not understood counts as a full read.
"""
from __future__ import annotations

import dis
from collections.abc import Iterator, Sequence
from functools import lru_cache
from types import CodeType
from typing import Final, NamedTuple, TypeAlias

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


def _own_reads(code: CodeType) -> Reads:
    steps = [s for s in dis.get_instructions(code) if s.opname not in _IGNORED]
    uses: list[Use] = []
    attributes: set[Attribute] = set()
    line, after_root = code.co_firstlineno, -1
    for i, step in enumerate(steps):
        line = _line_of(step) or line
        kind = _kind_of(step, code)
        if kind == "attribute":
            if i > after_root: attributes.add(Attribute(step.argval, _how(steps, i)))
        elif kind is not None:
            found: list[Attribute] = []
            after_root = i
            while after_root + 1 < len(steps) and _kind_of(steps[after_root + 1], code) == "attribute":
                after_root += 1
                found.append(Attribute(steps[after_root].argval, _how(steps, after_root)))
            uses.append(Use(kind, _name_of(steps, i), _how(steps, i), tuple(found), line))
    names, strings = set(code.co_names), frozenset(_strings(code.co_consts))
    tests = bool(names & {"hasattr", "getattr", "AttributeError"}) or any(s.opname.startswith("MATCH_") for s in steps)
    # names in strings are read by getattr(x, "name") and by patterns
    if tests: attributes |= {Attribute(s, READ) for s in strings if s.isidentifier()}
    tested = {a.name for a in attributes if tests} | {a.name for u in uses for a in u.attributes if tests}
    stored = frozenset(s.argval for s in steps if s.opname == "STORE_ATTR")
    dynamic = (bool(names & (_DYNAMIC | _ANY_GLOBAL)) or any(u.name in _DYNAMIC_ROOTS for u in uses)
               or any(_is_computed_getattr(steps, i) for i in range(len(steps))))
    return Reads(tuple(uses), frozenset(attributes), frozenset(tested), stored, dynamic, bool(names & _ANY_GLOBAL),
                 any(s.opname in ("COMPARE_OP", "CONTAINS_OP") for s in steps))


def _line_of(step: dis.Instruction) -> int | None:
    return None if step.positions is None else step.positions.lineno


def _kind_of(step: dis.Instruction, code: CodeType) -> str | None:
    """The kind of read of an instruction; None if it reads nothing from outside."""
    op = step.opname
    if op.startswith(("STORE_", "DELETE_")): return None
    if op.startswith("IMPORT_"): return {"IMPORT_NAME": "import", "IMPORT_FROM": "attribute"}.get(op)
    if step.opcode in dis.hasname: return "global" if "GLOBAL" in op or op == "LOAD_NAME" else "attribute"
    # a closure that is only handed to a nested function is read there
    if step.opcode in dis.hasfree and op != "LOAD_CLOSURE": return "free" if step.argval in code.co_freevars else None
    return None


def _name_of(steps: Sequence[dis.Instruction], i: int) -> str:
    """The name that is read, an import's with a dot for each level."""
    name = str(steps[i].argval)
    if steps[i].opname != "IMPORT_NAME": return name
    level = next((s.argval for s in steps[max(0, i - 2):i] if isinstance(s.argval, int)), 0)
    return "." * level + name


#: a constant of code
_Constant: TypeAlias = "str | complex | None | tuple[_Constant, ...]"


def _strings(constants: Sequence[_Constant]) -> Iterator[str]:
    for x in constants:
        if isinstance(x, str): yield x
        elif isinstance(x, tuple): yield from _strings(x)


def _how(steps: Sequence[dis.Instruction], i: int) -> str:
    """The use of the value that instruction `i` loads."""
    rest = steps[i + 1:i + 1 + _MOST]
    if len(rest) < 2: return READ
    if rest[0].opname in ("LOAD_ATTR", "LOAD_METHOD") and rest[0].argval in GROWING: return GROWN
    if rest[0].opname.startswith("LOAD_") and rest[0].opname != "LOAD_ATTR" and rest[1].opname in ("STORE_SUBSCR", "DELETE_SUBSCR"):
        return GROWN
    computed, copied = False, False
    for step in rest:
        op = step.opname
        if op in ("STORE_GLOBAL", "STORE_DEREF", "STORE_NAME", "STORE_ATTR"):
            return COUNTED if step.argval == steps[i].argval and computed and not copied else READ
        if op == "STORE_SUBSCR": return GROWN if computed else READ
        if op.startswith(("COPY", "DUP_")) and not computed and not op.startswith("COPY_FREE"): copied = True
        elif not op.startswith(_UPDATING): return READ
        elif op.startswith(("BINARY_", "INPLACE_")) and op != "BINARY_SUBSCR" and step.argrepr != "[]": computed = True
    return READ


def _is_computed_getattr(steps: Sequence[dis.Instruction], i: int) -> bool:
    """Whether instruction `i` begins a `getattr` whose name is not constant."""
    if steps[i].argval != "getattr" or "GLOBAL" not in steps[i].opname: return False
    is_constant = False
    for step in steps[i + 1:i + 1 + _MOST]:
        op = step.opname
        if op.startswith("CALL"): return not is_constant
        if op == "LOAD_CONST" and isinstance(step.argval, str): is_constant = True
        elif op.startswith(("BUILD_STRING", "FORMAT_", "BINARY_", "CONVERT_")) and is_constant: return True
    return True
