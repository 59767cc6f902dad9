"""Guards of a capture: outside state that the function read, compared before each replay.

Inputs: rows, each a path from a root (a module's globals, a closure cell, an object) and what was found there. Outputs: whether all of
it still holds, and if not, what changed. Invariants: a check that holds costs an identity comparison for each row, in one generated
function; tensors and objects are held weakly; two plain values are the same only if no program can tell them apart.
"""
from __future__ import annotations

import re
import reprlib
import weakref
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence, Set, Sized
from copy import copy
from operator import attrgetter, is_, itemgetter
from typing import Any, Final, cast

from heddle.jit.impure_calls import state_of
from heddle.jit.plain_values import is_plain, is_same
from heddle.named_tuple import NamedTuple
from heddle.narrowing import is_instance
from heddle.tensor.tensor import Tensor
from heddle.uop import Symbol


class Missing:
    """The type of `MISSING`, which stands for a value that is not there."""

    __slots__ = ()

    def __repr__(self) -> str: return "missing"


MISSING: Final = Missing()
#: the source of a tensor's gradient
GRADIENT: Final = "{p}._read_grad"
#: a function that reads a value from that of the parent
_Read = Callable[[object], object]
#: what reading an attribute, an element, a variable or a cell raises where there is none
_ABSENT = (AttributeError, LookupError, NameError, TypeError, ValueError)


class Change(NamedTuple):
    """A value that has changed. `row` is the number of its guard."""

    path: str
    then: object
    now: object
    row: int


class Row:
    """One guard. `source` reads the value from `p`, the value of row `parent`. `test` says how it is compared with `then`.

    Tests: "same" (identity, or equal plain values), "weak" (identity with what a weak reference holds), "type", "sequence" and
    "mapping" (of plain values), "array" (its bytes), "frozen" (an array whose bytes cannot change: its identity, dtype and
    shape), "state" (of a generator of random numbers, compared after a capture only), "alias" (identity with the value of row `then`),
    "pending" (the graph of a tensor that was pending, compared before replays only), "" (not compared) and "off" (not even read).
    """

    __slots__ = ("is_listed", "parent", "path", "read", "source", "test", "then")

    def __init__(self, path: str, parent: int, source: str, test: str, then: Any, is_listed: bool) -> None:
        self.path, self.parent, self.source, self.test, self.then, self.is_listed = path, parent, source, test, then, is_listed
        self.read: Callable[[object], object] | None = None


class Guards:
    """Rows to compare. `changed()` is the fast check; `changes()` lists all differences."""

    def __init__(self) -> None:
        self.rows: list[Row] = []
        self.notes: list[str] = []  # values that cannot be guarded
        self.refusal: tuple[str, str] | None = None  # why the function cannot be captured, and the cure
        self._constants: dict[str, object] = {"is_": is_, "is_equal": _is_equal, "renew": _renew, "__builtins__": {
            "type": type, "len": len, "all": all, "map": map, "list": list, "tuple": tuple, "dict": dict, "bytes": bytes}}
        self.holds: Callable[[], bool] | None = None  # the fast comparison, once it is compiled
        self._restored: dict[int, Tensor] = {}
        self._put: Callable[[], None] | None = None

    # ---- making them

    def constant(self, value: object) -> str:
        """A name for a value in the sources of rows."""
        name = f"k{len(self._constants)}"
        self._constants[name] = value
        return name

    def add(self, path: str, parent: int, source: str, test: str = "", then: Any = None, is_listed: bool = False) -> int:
        """A guard; its number."""
        self.rows.append(Row(path, parent, source, test, then, is_listed))
        self.holds = None
        return len(self.rows) - 1

    def compiled(self) -> Callable[[], bool]:
        """One function of all comparisons, kept as `holds`. Its globals have no names of its own, which would be a reference cycle."""
        used = {row.parent for row in self.rows if row.test != "off"} | {row.then for row in self.rows if row.test == "alias"}
        lines = ["def holds():", " try:"]
        for i, row in enumerate(self.rows):
            if row.test in ("state", "off") or (not row.test and i not in used): continue
            value = self._source(i)
            if i in used or row.test in ("same", "sequence", "mapping", "array", "frozen", "weak"):
                lines.append(f"  v{i} = {value}")
                value = f"v{i}"
            if row.test: lines.append(f"  if {self._differs(row, value)}: return False")
        lines += [" except absent: return False", " return True"]
        names = {**self._constants, "absent": _ABSENT}
        exec("\n".join(lines), names)  # noqa: S102  the sources are made of names and constants alone
        self._constants = names
        found = self.holds = cast("Callable[[], bool]", names.pop("holds"))
        return found

    def _differs(self, row: Row, value: str) -> str:
        """The source of a comparison that is true if the value has changed."""
        match row.test:
            case "same":
                if row.then is None or row.then is True or row.then is False: return f"{value} is not {row.then}"
                then = self.constant(row.then)
                return f"{value} is not {then} and not is_equal({then}, {value})"
            case "weak": return f"{value} is not {self.constant(row.then)}() or {value} is None"  # None is what a dead reference gives
            case "type": return f"type({value}) is not {self.constant(row.then)}"
            case "alias": return f"{value} is not v{row.then}"
            case "pending": return f"{value} is not {self.constant(row.then)}"
            case "array":
                kind, dtype, shape, data = map(self.constant, row.then)
                return (f"type({value}) is not {kind} or {value}.dtype != {dtype} or {value}.shape != {shape} "
                        f"or {value}.tobytes() != {data}")
            case "frozen":
                array, dtype, shape = map(self.constant, row.then)
                return f"{value} is not {array}() or {value} is None or {value}.dtype != {dtype} or {value}.shape != {shape}"
            case _: pass
        then: object = row.then
        different = f"type({value}) is not {self.constant(type(then))} or len({value}) != {len(row.then)}"
        different += f" or {self._other_elements(row.then, value)}"
        if row.test == "mapping": different += f" or {self._other_elements(row.then.values(), f'{value}.values()')}"
        return different

    def _other_elements(self, then: Iterable[object], value: str) -> str:
        """The source of a comparison of as many plain values; equal ones become the next operands of the identity test."""
        known = self.constant(list(then))
        return f"not (all(map(is_, {value}, {known})) or renew({known}, {value}))"

    # ---- checks

    def changed(self) -> Change | None:
        """The first value that has changed."""
        return None if (self.holds or self.compiled())() else next(iter(self._all_changes({"state"})), None)

    def was_pending(self, change: Change) -> bool:
        """Whether it is that of a tensor which was pending, and which another capture reads from its memory."""
        return self.rows[change.row].test == "pending"

    def changed_meanwhile(self, with_states: bool) -> Change | None:
        """The first value that has changed, those of random generators included if asked. Compiles nothing: for few comparisons."""
        return next(iter(self._all_changes({"pending"} if with_states else {"pending", "state"})), None)

    def changes(self, without: Set[str] = frozenset({"pending"})) -> list[Change]:
        """Every value that has changed, generators of random numbers included, but for rows with the tests `without`."""
        has_states = "state" not in without and any(row.test == "state" for row in self.rows)
        return [] if (self.holds or self.compiled())() and not has_states else self._all_changes(without)

    def _all_changes(self, without: Set[str]) -> list[Change]:
        """Every row that has changed, except those below one that has: what is in another object is not compared."""
        values: list[object] = []
        found: list[Change] = []
        for i, row in enumerate(self.rows):
            parent = values[row.parent] if row.parent >= 0 else None
            value = MISSING if parent is MISSING else self._value(row, parent)
            values.append(value)
            if parent is MISSING or row.test in ("", "off") or row.test in without: continue
            change = self._change(i, row, value, values)
            if change is None: continue
            found.append(change)
            values[-1] = MISSING  # what is in it is not what was in the other one
        return found

    def _value(self, row: Row, parent: object) -> object:
        read = row.read
        if read is None: read = row.read = self._reader(row.source)
        try: return read(parent)
        except _ABSENT: return MISSING

    def _reader(self, source: str) -> _Read:
        """A function of the parent's value that reads what the source says. Compiling each source would take most of the time that a
        first call spends on guards."""
        if (path := _PATH.fullmatch(source)) is not None:
            root, get = path.group(1), _getter(path.group(2))
            if root == "{p}": return get
            holder = self._constants[root]
            return lambda _: get(holder)
        if (membership := _MEMBERSHIP.fullmatch(source)) is not None:
            name, table = membership.group(1), cast("Mapping[str, object]", self._constants[membership.group(2)])
            return lambda _: name in table
        return eval(f"lambda p: {source.replace('{p}', 'p')}", self._constants)  # noqa: S307  as above

    def _change(self, i: int, row: Row, value: Any, values: Sequence[object]) -> Change | None:
        """The change of one row, given its value and those of the rows before; None if it is as it was."""
        then = row.then
        match row.test:
            case "same": return None if _is_equal(then, value) else Change(row.path, then, value, i)
            case "weak": return None if value is not None and value is then() else Change(row.path, then, value, i)
            case "type": return None if type(value) is then else Change(row.path, then, value, i)
            case "alias": return None if value is values[then] else Change(row.path, values[then], value, i)
            case "pending": return None if value is then else Change(row.path, "pending", "in memory", i)
            case "array":
                kind, dtype, shape, data = then
                same = type(value) is kind and value.dtype == dtype and value.shape == shape and value.tobytes() == data
                return None if same else Change(row.path, "an array", value, i)
            case "frozen":
                array, dtype, shape = then
                same = value is not None and value is array() and value.dtype == dtype and value.shape == shape
                return None if same else Change(row.path, "an array", value, i)
            case "state": return None if state_of(value) == then else Change(f"the position of {row.path}", "one", "another one", i)
            case _: pass
        return _other_element(row, value, i)

    # ---- tensors that a call leaves behind

    def unread(self) -> list[tuple[int, object]]:
        """The rows that are not compared, and their current values."""
        values = self._values()
        return [(i, values[i]) for i, row in enumerate(self.rows) if row.test == ""]

    def _values(self) -> list[object]:
        values: list[object] = []
        for row in self.rows:
            parent = values[row.parent] if row.parent >= 0 else None
            values.append(MISSING if parent is MISSING else self._value(row, parent))
        return values

    def expect(self, i: int, value: object) -> None:
        """Row `i` must hold this plain value; rows below another value are not compared."""
        self.rows[i].test, self.rows[i].then = "same", value
        self._leave_out_below({i})

    def leave_out_gradients(self, accessed: Set[int]) -> None:
        """Compares no gradients but those of the tensors `accessed`, by id: names alone do not tell whose are read."""
        if not any(row.source == GRADIENT for row in self.rows): return
        values = self._values()
        unread = {i for i, row in enumerate(self.rows) if row.source == GRADIENT and id(values[row.parent]) not in accessed}
        for i in unread: self.rows[i].test = ""
        self._leave_out_below(unread)

    def _leave_out_below(self, above: Set[int]) -> None:
        below = {*above}
        for n, row in enumerate(self.rows):
            if row.parent in below:
                below.add(n)
                row.test = "off"
        self.holds = None

    def restore(self, row: int, tensor: Tensor) -> bool:
        """Registers `tensor` to be restored by `put_back` where row `row` reads. False if that is impossible."""
        source = self.rows[row].source
        if source.endswith(")") or not ("." in source or "[" in source): return False
        self._restored[row] = tensor
        self._put = None
        return True

    def put_back(self) -> None:
        """Restores the tensors of `restore` as the captured call had left them."""
        if not self._restored: return
        put = self._put
        if put is None: put = self._put = self._compiled_put()
        put()

    def _compiled_put(self) -> Callable[[], None]:
        needed: set[int] = set()
        for row in self._restored:
            while (row := self.rows[row].parent) >= 0: needed.add(row)
        lines = [f" v{i} = {self._source(i)}" for i in sorted(needed)]
        for i, tensor in self._restored.items():
            lines.append(f" if {self._source(i)} is not {(name := self.constant(tensor))}: {self._source(i)} = {name}")
        names = dict(self._constants)
        exec("\n".join(["def put():", *lines]), names)  # noqa: S102  as above
        return cast("Callable[[], None]", names.pop("put"))

    def _source(self, i: int) -> str: return self.rows[i].source.replace("{p}", f"v{self.rows[i].parent}")

    # ---- for people

    def describe(self) -> list[str]:
        """The values that are listed among those baked in, the number of all, and the values that cannot be guarded."""
        listed = {row.path: row.then for row in self.rows if row.is_listed}
        lines = [f"  {path} = {reprlib.repr(value)}" for path, value in listed.items()]
        lines.append(f"{len(self.rows)} outside values are compared before each replay")
        return lines + (["not guarded:", *(f"  {text}" for text in self.notes)] if self.notes else [])


#: the source of what is read by attributes and keys from the parent or from a constant: `{p}.weight`, `k3['scale']`
_PATH: Final = re.compile(r"(\{p\}|k\d+)((?:\.\w+|\[(?:\d+|'[^'\\{}]*')\])+)", re.ASCII)
_STEP: Final = re.compile(r"((?:\.\w+)+)|\[(?:(\d+)|'([^']*)')\]", re.ASCII)
#: the source of whether a table of globals has a name
_MEMBERSHIP: Final = re.compile(r"'(\w+)' in (k\d+)", re.ASCII)


def _getter(path: str) -> _Read:
    """A function that reads a path such as `.names[0]['first'].text`."""
    gets = [cast(_Read, attrgetter(names[1:]) if names else itemgetter(int(index) if index else key))
            for names, index, key in _STEP.findall(path)]
    if len(gets) == 1: return gets[0]

    def get(value: object) -> object:
        for step in gets: value = step(value)
        return value
    return get


def bound_names(guards: Guards) -> set[str]:
    """The names of the variables that are bound outside, where the function reads them."""
    found = [row.then() for row in guards.rows if row.test == "weak"]
    return {leaf.name for x in found if isinstance(x, Symbol) for leaf in x.leaves() if leaf.value is not None}


def _other_element(row: Row, value: Any, i: int) -> Change | None:
    """The first element of a container of plain values that has changed."""
    then = row.then
    if type(value) is not type(then): return Change(row.path, then, value, i)
    if is_instance(then, dict):
        if not _are_same(list(then), list(value)): return Change(f"the keys of {row.path}", list(then), list(value), i)
        for key, old in then.items():
            if not is_same(old, value[key]): return Change(f"{row.path}[{key!r}]", old, value[key], i)
        return None
    old, new = list(then), list(value)
    if len(old) != len(new): return Change(row.path, then, value, i)
    pairs = enumerate(zip(old, new, strict=True))
    return next((Change(f"{row.path}[{n}]", a, b, i) for n, (a, b) in pairs if not is_same(a, b)), None)


def _are_same(old: Sequence[object], new: Sequence[object]) -> bool:
    return len(old) == len(new) and all(map(is_same, old, new))


def _is_equal(old: object, new: object) -> bool:
    """Whether two immutable values are the same: plain ones, or those of one type (dates, fractions, paths) that are equal."""
    if is_same(old, new): return True
    if is_plain(old) or type(old) is not type(new) or not is_value(old): return False
    return bool(old == new) and repr(old) == repr(new)


def _renew(known: list[object], value: Iterable[object]) -> bool:
    """Whether as many plain values equal the `known` ones, which they then replace."""
    new = list(value)
    if not _are_same(known, new): return False
    known[:] = new
    return True


def is_value(x: object) -> bool:
    """Whether `x` is immutable, though `is_plain` does not name its type."""
    return type(x).__module__.partition(".")[0] in _VALUE_MODULES and type(x).__hash__ is not None and not callable(x)


_VALUE_MODULES = frozenset({"datetime", "decimal", "_pydecimal", "fractions", "pathlib", "uuid", "ipaddress", "zoneinfo", "re"})


def snapshot(container: Collection[object]) -> Collection[object]:
    """A private copy of a container with the same elements."""
    return container if isinstance(container, (tuple, frozenset)) else copy(container)


def weakly(x: object) -> tuple[str, object]:
    """An identity test, and its operand: a weak reference where the type supports it."""
    try: return "weak", weakref.ref(x)
    except TypeError: return "same", x


# ---- for people


def gone_tensor(then: object) -> bool:
    """Whether a guard was for an object that has been freed."""
    return isinstance(then, weakref.ref) and then() is None


def referent(x: object) -> object:
    """The object of a weak reference, None if it has been freed; every other value as it is."""
    return cast("weakref.ref[object]", x)() if isinstance(x, weakref.ref) else x


def text_of(x: object, other: object = None) -> str:
    """A value as text for a message, distinguishable from `other`."""
    if x is MISSING: return "missing"
    x, other = referent(x), referent(other)
    if isinstance(x, type): return x.__qualname__ if isinstance(other, type) else f"a {x.__qualname__}"
    if isinstance(x, str) and x in ("an array", "one", "another one", "pending", "in memory"): return x
    if is_plain(x) or is_value(x) or _is_short(x):
        return reprlib.repr(x)
    what = getattr(x, "__qualname__", None) or type(x).__qualname__
    return f"another {what}" if other is not None and type(x) is type(other) else f"a {what}"


_SHOWN = 8  # elements of a container


def _is_short(x: object) -> bool:
    return isinstance(x, Sized) and issubclass(type(x), (list, tuple, dict, set, frozenset)) and len(x) <= _SHOWN
