"""Guard discovery: follows a function to the outside state that it may read, and makes a guard for each value.

Inputs: a function, the object that it is bound to, objects among its arguments, modes. Outputs: `Guards`. Invariants: nothing of the
user's runs (properties, `__getattr__` and descriptors are followed by their code); what can neither be guarded nor be ignored is a
refusal or a note.

Names are followed through bytecode (see bytecode_reads.py): globals, closure cells, defaults, modules, and from there every attribute
whose name some code that may run reads. Code of Python's library and of numeric libraries is not followed, nor is heddle's own, except
for `heddle.nn`.
"""
from __future__ import annotations

import builtins
import functools
import importlib.util
import inspect
import io
import operator
import sys
import weakref
from collections import deque
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from types import (
    CodeType,
    FunctionType,
    MappingProxyType,
    MemberDescriptorType,
    MethodType,
    ModuleType,
)
from typing import Any, Final

from heddle.errors import describe_location
from heddle.jit import outside_kinds as kinds
from heddle.jit.bytecode_reads import READ, Attribute, Reads, Use, reads_of
from heddle.jit.guards import GRADIENT, MISSING, Guards, is_value, snapshot, weakly
from heddle.jit.impure_calls import impure_method, impure_name, is_generator, state_of
from heddle.jit.plain_values import is_plain
from heddle.narrowing import is_instance
from heddle.tensor.tensor import Tensor

#: bytes of an array that are compared before each replay: 16 KiB take about a microsecond
MOST_BYTES: Final = 16 << 10
#: elements of a container of plain values that are compared, and rows in all
MOST_ELEMENTS: Final = 4096
MOST_ROWS: Final = 20_000



def guards_of(fn: Callable[..., object], owner: weakref.ref[object] | None, arguments: Mapping[str, object],
              modes: Mapping[str, tuple[object, str]]) -> Guards:
    """The guards of a function. `owner`: its object, if it is a method of one; `arguments`: those that are objects, by path; `modes`:
    an object and an attribute of it, by name."""
    names: dict[str, set[str]] = {}
    flags: set[str] = set()
    while True:  # until a fixed point: the code behind a name may read other names
        before = sum(map(len, names.values())), len(flags)
        follower = _Follower(names, flags)
        follower.run(fn, owner, arguments, modes)
        if (sum(map(len, names.values())), len(flags)) == before: return follower.guards


def _none(_: int) -> None: return None


#: what `getenv` of the module `os` reads from
_ENVIRON = "environ"


class _Follower:
    """One traversal. `names`: attributes that are read, and how; `flags` that hold for all code: "dynamic", "compares"."""

    def __init__(self, names: dict[str, set[str]], flags: set[str]) -> None:
        self.names, self.flags, self.guards = names, flags, Guards()
        self._rows: dict[int, int] = {}  # by id of an object: its row
        self._held: list[object] = []  # keeps the ids valid
        self._globals: dict[tuple[int, str], int] = {}
        self._name_of_globals: dict[int, str] = {}
        self._classes: set[tuple[int, bool]] = set()
        self._collected: set[CodeType] = set()
        self._left: deque[tuple[object, int, str, str]] = deque()

    def run(self, fn: Callable[..., object], owner: weakref.ref[object] | None, arguments: Mapping[str, object],
            modes: Mapping[str, tuple[object, str]]) -> None:
        """Follows all reads."""
        for name, (holder, attribute) in modes.items():
            # a class is read through its namespace: a metaclass makes attributes slow to read
            source = f"{self.guards.constant(vars(holder))}[{attribute!r}]" if isinstance(holder, type) else \
                f"{self.guards.constant(holder)}.{attribute}"
            self.guards.add(name, -1, source, "same", getattr(holder, attribute), True)
        own = kinds.self_of(fn)
        if owner is not None and (obj := owner()) is not None: self._later(obj, -1, f"{self.guards.constant(owner)}()", own)
        if isinstance(fn, MethodType): self._later(fn.__self__, -1, self.guards.constant(fn.__self__), own)
        plain = fn.__func__ if isinstance(fn, MethodType) else fn
        if isinstance(plain, FunctionType): self._root_function(plain)
        else: self._later(plain, -1, self.guards.constant(plain), getattr(plain, "__qualname__", "self"))
        for path, value in arguments.items(): self._later(value, -1, self.guards.constant(value), path)
        while self._left:
            self._visit(*self._left.popleft())
            if len(self.guards.rows) > MOST_ROWS: return self._refuse(f"it reads more than {MOST_ROWS} values from outside")
        return None

    def _later(self, value: object, parent: int, source: str, path: str) -> None: self._left.append((value, parent, source, path))

    def _refuse(self, why: str, cure: str = "Pass what it reads as arguments.") -> None:
        if self.guards.refusal is None: self.guards.refusal = why, cure

    def _note(self, text: str) -> None:
        if text not in self.guards.notes: self.guards.notes.append(text)

    # ---- names

    def _learn(self, attributes: Iterable[Attribute]) -> None:
        for name, how in attributes: self.names.setdefault(name, set()).add(how)

    def _learn_code(self, reads: Reads) -> None:
        self._learn(reads.attributes)
        for name in reads.stored: self.names.setdefault(name, set()).add("stored")
        for name in reads.tested: self.names.setdefault(name, set()).add("tested")
        if reads.is_dynamic: self.flags.add("dynamic")
        if reads.compares: self.flags.add("compares")

    def _is_read(self, name: str) -> bool:
        if "dynamic" in self.flags and not name.startswith("__"): return True
        return bool(self.names.get(name, set()) - {"stored", "tested"})

    # ---- values

    def _visit(self, value: object, parent: int, source: str, path: str) -> None:
        """Adds the guards of one value, and of the values that it leads to."""
        add = self.guards.add
        if is_plain(value) or is_value(value): return _none(add(path, parent, source, "same", value, True))
        if (row := self._rows.get(id(value))) is not None: return _none(add(path, parent, source, "alias", row))
        number = len(self.guards.rows)
        self._held.append(value)
        kind = type(value)
        if isinstance(value, Tensor): self._tensor(value, parent, source, path)
        elif isinstance(value, FunctionType): self._function(value, parent, source, path)
        elif isinstance(value, MethodType):
            add(path, parent, source, "type", kind)
            self._later(value.__self__, number, "{p}.__self__", path)
            self._later(value.__func__, number, "{p}.__func__", path)
            return None  # it is made anew each time that it is read
        elif isinstance(value, ModuleType): add(path, parent, source, "same", value)
        elif isinstance(value, type): self._class(value, parent, source, path)
        elif kinds.is_exact_container(value): self._container(value, parent, source, path)
        elif kinds.is_array(value): self._array(value, parent, source, path)
        elif is_generator(value):
            add(path, parent, source, *weakly(value))
            self._generator(value, path)
        elif kinds.is_iterator(value): self._iterator(value, parent, source, path)
        elif not self._wrapper(value, parent, source, path): self._object(value, parent, source, path)
        self._rows[id(value)] = number
        return None

    def _tensor(self, value: Tensor, parent: int, source: str, path: str) -> None:
        row = self.guards.add(path, parent, source, *weakly(value))
        if kinds.is_pending(value): self.guards.add(path, row, "{p}.uop", "pending", value.uop)
        # programs may give a tensor attributes of their own, now or, where they ask whether there is one, later
        if type(value) is not Tensor or vars(value) or any("tested" in hows for hows in self.names.values()):
            self._attributes(value, row, path)
        if not path.endswith(".grad") and any(name in self.names for name in ("grad", "backward")):
            self._later(value._read_grad, row, GRADIENT, f"{path}.grad")
            self.guards.add(f"{path}.requires_grad", row, "{p}._needs_grad", "same", value._needs_grad)

    def _generator(self, value: object, path: str) -> None:
        self._note(f"draws from {path}: a replay repeats the numbers of the capture")
        self.guards.add(path, -1, self.guards.constant(value), "state", state_of(value))

    def _iterator(self, value: object, parent: int, source: str, path: str) -> None:
        self.guards.add(path, parent, source, *weakly(value))
        self._refuse(f"it reads {path}, a {type(value).__name__}, which a replay would not advance",
                     "Call next() outside, and pass what that gives.")

    def _array(self, value: Any, parent: int, source: str, path: str) -> None:
        """Guards of an array: its bytes, or, if it cannot be written to, its identity. Refused where bytes cannot be compared, or
        are too many."""
        array: object = value
        kind, cure = type(array), f"Make it a tensor outside, Tensor({path}), or pass it as an argument."
        is_frozen = kinds.is_frozen_array(value)
        size = 0 if is_frozen else kinds.comparable_bytes(value)
        if size is None:
            self._refuse(f"it reads {path}, a {kind.__module__}.{kind.__name__}, whose content a replay would not see change", cure)
        elif size > MOST_BYTES:
            self._refuse(f"it reads {path}, an array of {size} bytes, and replays compare up to {MOST_BYTES}", cure)
        elif kinds.is_buffer(value): self.guards.add(path, parent, f"bytes({source})", "same", bytes(value))
        elif is_frozen: self.guards.add(path, parent, source, "frozen", (weakref.ref(value), value.dtype, value.shape))
        else: self.guards.add(path, parent, source, "array", (kind, value.dtype, value.shape, value.tobytes()))

    def _container(self, value: Collection[object], parent: int, source: str, path: str) -> None:
        """Guards of a list, tuple, dict, set or bytearray: one comparison if all is plain, else of its length and of each element."""
        if isinstance(value, bytearray):
            self.guards.add(path, parent, f"bytes({source})" if len(value) <= MOST_BYTES else source, "same", bytes(value))
            if len(value) > MOST_BYTES: self._refuse(f"it reads {path}, {len(value)} bytes", "Pass them as a tensor.")
            return
        mapping = value if is_instance(value, dict) else None
        if len(value) > MOST_ELEMENTS:
            said = f"it reads {path}, a {type(value).__name__} of {len(value)} elements, and replays compare up to {MOST_ELEMENTS}"
            self._refuse(said, f"Make it a tensor outside, Tensor({path}), or pass it as an argument.")
            return
        elements = list(value if mapping is None else mapping.values())
        if all(map(is_plain, elements)) and (mapping is None or all(map(is_plain, mapping))):
            self.guards.add(path, parent, source, "sequence" if mapping is None else "mapping", snapshot(value), True)
            return
        row = self.guards.add(path, parent, source, "type", type(value))
        self.guards.add(f"len({path})", row, "len({p})", "same", len(value), False)
        if mapping is not None: self._mapping(mapping, row, path)
        elif is_instance(value, (set, frozenset)): self._later(tuple(value), row, "tuple({p})", path)
        else:
            for i, x in enumerate(value): self._later(x, row, f"{{p}}[{i}]", f"{path}[{i}]")

    def _mapping(self, value: Mapping[object, object], row: int, path: str) -> None:
        self._later(tuple(value), row, "tuple({p})", f"the keys of {path}")
        for key, x in value.items():
            name = repr(key) if type(key) in (str, int, bool) else self.guards.constant(key)
            self._later(x, row, f"{{p}}[{name}]", f"{path}[{key!r}]")

    def _wrapper(self, value: object, parent: int, source: str, path: str) -> bool:
        """Follows the parts of a value that wraps others. False for every other value."""
        if isinstance(value, (operator.attrgetter, operator.methodcaller)):
            self._learn(Attribute(name, READ) for x in value.__reduce__()[1] if isinstance(x, str) for name in x.split("."))
            return False
        parts = kinds.parts_of(value)
        row = self.guards.add(path, parent, source, "type", type(value)) if parts else -1
        for part in parts: self._later(kinds.read(part, value), row, part, path if part != "{p}.keywords" else f"{path}.keywords")
        return bool(parts)

    # ---- functions

    def _root_function(self, fn: FunctionType) -> None:
        """The function itself, whose cells are its own as long as it lives."""
        self._rows[id(fn)] = row = self.guards.add(fn.__qualname__, -1, self.guards.constant(fn))
        self._function_parts(fn, row, [f"{self.guards.constant(cell)}.cell_contents" for cell in fn.__closure__ or ()], "")

    def _function(self, fn: FunctionType, parent: int, source: str, path: str) -> None:
        if not kinds.is_followed(fn.__code__.co_filename, fn.__globals__.get("__name__")):
            row = self.guards.add(path, parent, source, *weakly(fn))
            self._impure(fn, fn.__code__, fn.__code__.co_firstlineno)
            if kinds.is_nn(fn.__code__.co_filename): self._collect(fn.__code__)
            elif not fn.__code__.co_filename.startswith(kinds.PACKAGE): self._wrapped(fn, row, path)
            return
        row = self.guards.add(path, parent, source)
        cells = [f"{{p}}.__closure__[{i}].cell_contents" for i in range(len(fn.__closure__ or ()))]
        self._function_parts(fn, row, cells, f"{path}: ")

    def _wrapped(self, fn: FunctionType, row: int, path: str) -> None:
        """Functions of the user's in a closure of Python's own code: decorators."""
        for i, cell in enumerate(fn.__closure__ or ()):
            try: value = cell.cell_contents
            except ValueError: continue
            if kinds.is_one_of(value, FunctionType, MethodType, functools.partial, MappingProxyType, dict):
                self._later(value, row, f"{{p}}.__closure__[{i}].cell_contents", path)

    def _collect(self, code: CodeType) -> None:
        """The names that code of heddle.nn reads."""
        if code in self._collected: return
        self._collected.add(code)
        self._learn_code(reads := reads_of(code))
        for use in reads.uses: self._learn(use.attributes)

    def _function_parts(self, fn: FunctionType, row: int, cells: list[str], prefix: str) -> None:
        """Guards of a function of the user's: code, defaults, attributes, and the variables that its code reads."""
        reads, code = reads_of(fn.__code__), fn.__code__
        self.guards.add(f"the code of {fn.__qualname__}", row, "{p}.__code__", "same", code)
        for part in ("__defaults__", "__kwdefaults__"):
            if getattr(fn, part): self._later(getattr(fn, part), row, f"{{p}}.{part}", f"{prefix}{part}")
            else: self.guards.add(f"{fn.__qualname__}.{part}", row, f"{{p}}.{part}", "same", getattr(fn, part))
        self._learn_code(reads)
        for name, value in vars(fn).items():
            if name != "__wrapped__" and self._is_read(name): self._later(value, row, f"{{p}}.{name}", f"{fn.__qualname__}.{name}")
        for name, uses in kinds.by_name(reads.uses, "free").items(): self._free(fn, row, cells, name, uses)
        for name, uses in kinds.by_name(reads.uses, "global").items(): self._global(fn, name, uses, code)
        for name, uses in kinds.by_name(reads.uses, "import").items(): self._import(fn, name, uses, code)
        if reads.any_global:
            self._note(f"{fn.__qualname__} runs code or reads globals that cannot be followed (eval, exec, globals, locals)")
            for name in [n for n, x in fn.__globals__.items() if not n.startswith("__") and kinds.is_data(x)]:
                self._global(fn, name, [Use("global", name, READ, (), code.co_firstlineno)], code)

    def _free(self, fn: FunctionType, row: int, cells: list[str], name: str, uses: list[Use]) -> None:
        i = fn.__code__.co_freevars.index(name)
        try: value = (fn.__closure__ or ())[i].cell_contents
        except ValueError: return  # not set yet: reading it would be an error
        self._root_value(value, uses, row if "{p}" in cells[i] else -1, cells[i], name, fn.__code__)

    def _global(self, fn: FunctionType, name: str, uses: list[Use], code: CodeType) -> None:
        table = fn.__globals__
        source = self._name_of_globals.get(id(table)) or self.guards.constant(table)
        self._name_of_globals[id(table)] = source
        if name in table: return self._root_value(table[name], uses, -1, f"{source}[{name!r}]", name, code)
        if not all(use.how == READ for use in uses): return None
        self.guards.add(name, -1, f"{name!r} in {source}", "same", False)
        if hasattr(builtins, name): self._impure(getattr(builtins, name), code, uses[0].line)
        return None

    def _import(self, fn: FunctionType, name: str, uses: list[Use], code: CodeType) -> None:
        """Follows the module of an import statement inside a function, if it has been imported by now."""
        package = fn.__globals__.get("__package__") or ""
        full = importlib.util.resolve_name(name, package) if name.startswith(".") and package else name
        found = sys.modules.get(full)
        if found is None: return
        source = f"{self.guards.constant(sys.modules)}[{full!r}]"
        for use in uses:
            self._learn(use.attributes)
            is_chain = bool(use.attributes) and use.attributes[0].name in vars(found)
            self._module(found, -1, source, full, use if is_chain else use._replace(attributes=()), code)

    def _root_value(self, value: object, uses: list[Use], parent: int, source: str, path: str, code: CodeType) -> None:
        """A variable's value, unless the code only writes to it."""
        if isinstance(value, ModuleType):
            for use in uses: self._module(value, parent, source, path, use, code)
            return
        for use in uses:
            self._value_read(value, use.attributes, code, use.line)
        if kinds.is_skipped({use.how for use in uses}, value): return
        key = parent, source
        if key in self._globals: return
        self._globals[key] = 0
        self._later(value, parent, source, path)

    def _module(self, module: ModuleType, parent: int, source: str, path: str, use: Use, code: CodeType) -> None:
        """The module values that a chain of attributes reads."""
        row = self._module_row(module, parent, source, path)
        for i, attribute in enumerate(use.attributes):
            name = attribute.name
            value = vars(module).get(name, MISSING)
            if value is MISSING: return
            if isinstance(value, ModuleType):
                path = f"{path}.{name}"
                module, row = value, self._module_row(value, row, f"{{p}}.{name}", path)
                continue
            self._value_read(value, use.attributes[i + 1:], code, use.line)
            self._module_value(module, name, value, row, f"{path}.{name}", attribute.how)
            return
        # the module itself is a value: any name that is read may be one of its
        any_name = "dynamic" in self.flags and kinds.is_followed_module(module)
        for name, value in list(vars(module).items()):
            if READ in self.names.get(name, ()) or (any_name and not name.startswith("__")):
                self._impure(value, code, use.line)
                self._module_value(module, name, value, row, f"{path}.{name}", READ)

    def _module_row(self, module: ModuleType, parent: int, source: str, path: str) -> int:
        if (row := self._rows.get(id(module))) is None:
            row = self._rows[id(module)] = self.guards.add(path, parent, source, "same", module)
        return row

    def _module_value(self, module: ModuleType, name: str, value: object, row: int, path: str, how: str) -> None:
        if module.__name__.partition(".")[0] == "heddle":
            if isinstance(value, FunctionType) and kinds.is_nn(value.__code__.co_filename): self._collect(value.__code__)
            elif isinstance(value, type): self._class_functions(value, True, -1, path)
            return
        is_library = not kinds.is_followed_module(module)
        if (module.__name__, name) in (("sys", "modules"), ("importlib", "import_module")):
            self._note(f"finds modules by {path}, which cannot be followed")
        if is_library and name == "getenv": name, value, path = _ENVIRON, vars(module)[_ENVIRON], f"{module.__name__}.{_ENVIRON}"
        if is_library and not is_plain(value) and name not in (_ENVIRON, "argv"): return
        if kinds.is_skipped({how}, value) or (key := (id(module), name)) in self._globals: return
        self._globals[key] = row
        self._later(value, row, f"{{p}}.{name}", path)

    def _value_read(self, value: object, attributes: Sequence[Attribute], code: CodeType, line: int) -> None:
        """Notes a value of a variable or of a module that code reads, and the attributes that it reads of it."""
        self._learn(attributes)
        self._impure(value, code, line)
        if isinstance(value, type) and attributes and kinds.is_library(value):
            self._impure(getattr(value, attributes[0].name, None), code, line)

    def _impure(self, value: object, code: CodeType, line: int) -> None:
        """Notes a call of a clock, of a generator of random numbers, or the like; the generator of such a method is guarded by its
        state."""
        name = impure_name(value)
        if name is None: return
        where = describe_location((code.co_filename, line, code.co_name))
        self._note(f"reads {name}() at {where}: a replay repeats the value of the capture")
        owner = getattr(value, "__self__", None)
        if owner is not None and is_generator(owner) and id(owner) not in self._rows:
            self._held.append(owner)
            self._rows[id(owner)] = self.guards.add(name, -1, self.guards.constant(owner), "state", state_of(owner))

    # ---- objects

    def _object(self, value: object, parent: int, source: str, path: str) -> None:
        """Guards of an object: its identity if no attribute of it can be read, else its type and the attributes that code reads."""
        kind = type(value)
        if isinstance(value, io.IOBase) and any(map(impure_method, self.names)):
            self._note(f"may read the file {path}: a replay repeats what the capture read")
        if not kinds.has_attributes(value) or kinds.is_opaque(kind):
            self.guards.add(path, parent, source, *weakly(value))
            if kind.__name__.endswith("Path") and any(map(impure_method, self.names)):
                self._note(f"may read the file at {path}: a replay repeats what the capture read")
            return
        row = self.guards.add(path, parent, source, "type", kind)
        self._attributes(value, row, path)
        self._class_functions(kind, False, row, path)
        if is_instance(value, (list, tuple)):
            base = self.guards.constant(list if isinstance(value, list) else tuple)
            self._later(list(value) if isinstance(value, list) else tuple(value), row, f"{base}({{p}})", path)
        elif is_instance(value, dict):
            self._later(dict(value), row, f"{self.guards.constant(dict)}({{p}})", path)
        elif is_instance(value, (set, frozenset)): self._later(tuple(value), row, "tuple({p})", path)

    def _attributes(self, value: object, row: int, path: str) -> None:
        """The values of an object's attributes whose names are read."""
        kind, own = type(value), kinds.own_attributes(value)
        known = (kinds.CONTENTS[c.__name__] for c in kind.__mro__ if c.__name__ in kinds.CONTENTS and kinds.is_library(c))
        content = kinds.has_hidden_state(kind) or next(known, None)
        is_plain_read = kind.__getattribute__ is object.__getattribute__
        getter = "{p}.%s" if is_plain_read else self.guards.constant(object.__getattribute__) + "({p}, '%s')"
        if "dynamic" in self.flags and hasattr(value, "__dict__"):
            self.guards.add(f"the attributes of {path}", row, "tuple({p}.__dict__)", "sequence", tuple(own))
        methods: set[str] = set()
        for name in sorted({*self.names, *own} if "dynamic" in self.flags or content else self.names):
            found = kinds.in_class(kind, name)
            if inspect.isdatadescriptor(found) and not isinstance(found, MemberDescriptorType): continue  # followed with the class
            where = f"{path}.{name}"
            if isinstance(found, MemberDescriptorType):
                try: held = found.__get__(value, kind)
                except AttributeError: held = MISSING
            else: held = own.get(name, MISSING)
            if held is MISSING:
                if found is not MISSING or "tested" in self.names.get(name, ()): methods.add(name)
                continue
            source = getter % name if name.isidentifier() else f"{{p}}.__dict__[{name!r}]"
            is_input = self._is_read(name) and not kinds.is_skipped(self._hows(name), held)
            if content in (name, True) or is_input: self._later(held, row, source, where)
            elif "stored" in self.names.get(name, ()): self.guards.add(where, row, source)
        if methods and hasattr(value, "__dict__"):
            absent, said = self.guards.constant(frozenset(methods)), f"an attribute of {path} in place of one of its class"
            self.guards.add(said, row, f"{absent}.isdisjoint({{p}}.__dict__)", "same", True)

    def _hows(self, name: str) -> set[str]:
        return {READ} if "dynamic" in self.flags else self.names.get(name, set()) - {"stored", "tested"}

    def _class(self, value: type, parent: int, source: str, path: str) -> None:
        row = self.guards.add(path, parent, source, "same", value)
        self._class_functions(value, True, row, path)
        if not kinds.is_library(type(value)): self._class_functions(type(value), True, row, path)

    def _class_functions(self, kind: type, is_value: bool, row: int, path: str) -> None:
        """Methods, properties and values of a class. `is_value`: the class itself is a value, and may be called."""
        if (id(kind), is_value) in self._classes: return
        self._classes.add((id(kind), is_value))
        seen: set[str] = set()
        for part in kind.__mro__:
            if kinds.is_library(part) and not kinds.is_nn(kinds.file_of(part)): continue
            for name, found in list(vars(part).items()):
                if not self._may_run(name, found, is_value): continue
                if kinds.is_nn(kinds.file_of(part)): self._collect_function(found)
                else: self._class_member(kind if name not in seen else part, name, found)
                seen.add(name)

    def _may_run(self, name: str, found: object, is_value: bool) -> bool:
        if not (name.startswith("__") and name.endswith("__")): return self._is_read(name)
        if not isinstance(found, (FunctionType, staticmethod, classmethod)): return False
        if name in kinds.COMPARISONS: return "compares" in self.flags
        return name not in kinds.UNCALLED or (is_value and name in kinds.MAKING)

    def _class_member(self, kind: type, name: str, found: object) -> None:
        """Follows a method, property or value of a class, read so that no code of the user runs."""
        holder, path = self.guards.constant(kind), f"{kind.__qualname__}.{name}"
        is_function = kinds.is_one_of(found, FunctionType, property, staticmethod, classmethod)
        if isinstance(found, MemberDescriptorType) or (not is_function and kinds.is_skipped(self._hows(name), found)): return
        # as the class gives it, unless that runs code of the user's
        if isinstance(found, FunctionType | property) or not hasattr(type(found), "__get__"):
            self._later(found, -1, f"{holder}.{name}", path)
        else:
            owner = next(c for c in kind.__mro__ if name in vars(c))
            self._later(found, -1, f"{self.guards.constant(owner)}.__dict__[{name!r}]", path)

    def _collect_function(self, found: object) -> None:
        for fn in (found, getattr(found, "fget", None), getattr(found, "__func__", None), getattr(found, "func", None)):
            if isinstance(fn, FunctionType): self._collect(fn.__code__)
