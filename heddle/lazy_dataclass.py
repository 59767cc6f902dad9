"""Dataclasses whose methods are compiled when first used; otherwise the same as those of `dataclasses.dataclass`.

Inputs: a class with annotated fields, and the options of `dataclasses.dataclass`. Outputs: the same class with its fields,
parameters, `__match_args__` and methods. Invariants: fields are collected, and wrong definitions are errors, when the class is made;
`fields`, `replace`, `asdict`, pickling, match statements and classes derived by either decorator see no difference. Only `vars(cls)`
shows a `_LazyInit` and a `_LazyDocstring` for `__init__` and `__doc__` until they are looked up, and `__repr__`, `__eq__` and
`__hash__` are other functions until each is first called.

The standard library compiles up to six methods per class, which is most of the time that it takes to make one; a first result calls
few of them. What is rare is left to the standard library: `_is_made_at_once` says what.
"""
from __future__ import annotations

import abc
import dataclasses
import inspect
import sys
from collections.abc import Callable, Iterable, Mapping
from types import FunctionType, SimpleNamespace
from typing import Any, TypeVar, dataclass_transform, overload

T = TypeVar("T")
_Field = dataclasses.Field[object]
_DEFAULTS = {"init": True, "repr": True, "eq": True, "frozen": False, "match_args": True, "kw_only": False}


class _LazyInit:
    """`__init__` of `cls`, which replaces itself by its compiled function when it is looked up: signatures show that one."""

    __slots__ = ("cls",)

    def __init__(self, cls: type) -> None:
        self.cls = cls

    def __get__(self, instance: object, owner: type | None = None) -> object:
        method = _compiled_init(self.cls)
        if vars(self.cls).get("__init__") is self: type.__setattr__(self.cls, "__init__", method)
        return method.__get__(instance, owner)


class _LazyDocstring:
    """`__doc__` of a `cls` that has none of its own: its signature, for which `__init__` is compiled."""

    __slots__ = ("cls",)

    def __init__(self, cls: type) -> None:
        self.cls = cls

    def __get__(self, instance: object, owner: type | None = None) -> str:
        text = self.cls.__name__ + _signature(self.cls)
        if vars(self.cls).get("__doc__") is self: type.__setattr__(self.cls, "__doc__", text)
        return text


def _lazy_method(cls: type, name: str) -> FunctionType:
    """`__repr__`, `__eq__` or `__hash__` of `cls`, which replaces itself by its compiled function when it is first called.

    It is no descriptor: where looking one of these up fails, by Ctrl-C too, the interpreter drops the error and goes on without the
    method (Objects/typeobject.c: slot_tp_hash, slot_tp_repr, slot_tp_richcompare): `==` would compare identities.
    """
    made: list[FunctionType] = []

    def compiled() -> FunctionType:
        if not made: made.append(_compiled(cls, name))
        if vars(cls).get(name) is method: setattr(cls, name, made[0])
        return made[0]

    def of_one(self: object) -> object: return compiled()(self)
    def of_two(self: object, other: object) -> object: return compiled()(self, other)
    method = _named(cls, name, of_two if name == "__eq__" else of_one)
    return method


@overload
def dataclass(cls: type[T], /) -> type[T]: ...
@overload
def dataclass(*, init: bool = True, repr: bool = True, eq: bool = True, order: bool = False, unsafe_hash: bool = False,
              frozen: bool = False, match_args: bool = True, kw_only: bool = False, slots: bool = False,
              weakref_slot: bool = False) -> Callable[[type[T]], type[T]]: ...
@dataclass_transform(field_specifiers=(dataclasses.field, dataclasses.Field))
def dataclass(cls: type[T] | None = None, /, **options: bool) -> type[T] | Callable[[type[T]], type[T]]:
    """`dataclasses.dataclass`: the same options, fields, methods and errors."""
    return (lambda decorated: _make(decorated, options)) if cls is None else _make(cls, options)


def _make(cls: type[T], options: dict[str, bool]) -> type[T]:
    own = _own_fields(cls, options)
    bases = [base for base in cls.__mro__[:0:-1] if hasattr(base, "__dataclass_fields__")]
    fields = {name: field for base in (*bases, own) for name, field in _fields_of(base).items()}
    if _is_made_at_once(cls, bases, fields, options): return dataclasses.dataclass(**options)(cls)
    for name, field in _fields_of(own).items():
        if not isinstance(getattr(cls, name, None), dataclasses.Field): continue
        if field.default is dataclasses.MISSING: delattr(cls, name)
        else: setattr(cls, name, field.default)
    options, params = _DEFAULTS | options, _params_of(own)
    for name, value in options.items():
        if hasattr(params, name): setattr(params, name, value)  # of later Pythons alone: match_args, kw_only
    _set_fields(cls, fields, params)
    for name, method in _methods(cls, own, options).items():
        if name not in vars(cls): setattr(cls, name, method)
    if not cls.__doc__: type.__setattr__(cls, "__doc__", _LazyDocstring(cls))
    return abc.update_abstractmethods(cls)


def _own_fields(cls: type, options: Mapping[str, bool]) -> type:
    """A class without methods that has those fields which `cls` adds to its bases'. The standard library collects and checks them."""
    annotations = inspect.get_annotations(cls)
    own = type(cls.__name__, (), {"__module__": cls.__module__, "__doc__": "fields", "__annotations__": annotations})
    loose = (name for name, value in vars(cls).items() if isinstance(value, dataclasses.Field))
    for name in (*annotations, *loose):
        if hasattr(cls, name): setattr(own, name, getattr(cls, name))
    return dataclasses.dataclass(init=False, repr=False, eq=False, match_args=False, kw_only=options.get("kw_only", False))(own)


def _is_made_at_once(cls: type, bases: Iterable[type], fields: Mapping[str, _Field], options: Mapping[str, bool]) -> bool:
    """Whether the standard library shall make the class: its options or fields are rare, or they are an error, which it words."""
    frozen = options.get("frozen", False)
    defaults = [_has_default(field) for field in _parameters(fields.values()) if not field.kw_only]
    return not options.keys() <= _DEFAULTS.keys() \
        or any(_kind(field) == "_FIELD_INITVAR" for field in fields.values()) \
        or any(_params_of(base).frozen != frozen for base in bases) \
        or defaults != sorted(defaults) \
        or (frozen and not vars(cls).keys().isdisjoint(("__setattr__", "__delattr__")))


def _methods(cls: type, own: type, options: Mapping[str, bool]) -> dict[str, object]:
    """What the class gets where it has none of its own, by name."""
    fields = _fields_of(cls)
    lazy = [name for name in ("__init__", "__repr__", "__eq__") if options[name.strip("_")]]
    methods: dict[str, object] = {name: _LazyInit(cls) if name == "__init__" else _lazy_method(cls, name) for name in lazy}
    if "__replace__" in vars(own): methods["__replace__"] = vars(own)["__replace__"]  # Python 3.13
    if options["frozen"]: methods |= _frozen_methods(cls, {name for name, field in fields.items() if _kind(field) == "_FIELD"})
    if options["match_args"]:
        methods["__match_args__"] = tuple(field.name for field in _parameters(fields.values()) if not field.kw_only)
    # a class that defines __eq__ has None in the place of a hash, which does not count as its own
    has_hash = "__hash__" in vars(cls) and (vars(cls)["__hash__"] is not None or "__eq__" not in vars(cls))
    if options["eq"] and not has_hash: type.__setattr__(cls, "__hash__", _lazy_method(cls, "__hash__") if options["frozen"] else None)
    return methods


def _frozen_methods(cls: type, names: set[str]) -> dict[str, object]:
    def set_attribute(self: object, name: str, value: object) -> None:
        if type(self) is cls or name in names: raise dataclasses.FrozenInstanceError(f"cannot assign to field {name!r}")
        super(cls, self).__setattr__(name, value)

    def delete_attribute(self: object, name: str) -> None:
        if type(self) is cls or name in names: raise dataclasses.FrozenInstanceError(f"cannot delete field {name!r}")
        super(cls, self).__delattr__(name)

    return {"__setattr__": _named(cls, "__setattr__", set_attribute), "__delattr__": _named(cls, "__delattr__", delete_attribute)}


def _compiled(cls: type, name: str) -> FunctionType:
    """`__repr__`, `__eq__` or `__hash__` of a class with these fields, as this Python's standard library writes it."""
    base = type("Base", (), {"__dataclass_fields__": _fields_of(cls), "__dataclass_params__": SimpleNamespace(frozen=False)})
    made = type(cls.__name__, (base,), {"__module__": cls.__module__, "__qualname__": cls.__qualname__, "__doc__": "methods"})
    chosen = {"__repr__": {"repr": True}, "__eq__": {"eq": True}, "__hash__": {"unsafe_hash": True}}[name]
    return vars(dataclasses.dataclass(**{"init": False, "repr": False, "eq": False, "match_args": False} | chosen)(made))[name]


class _MadeByFactory:
    """Stands in signatures for a default that a factory makes."""

    def __repr__(self) -> str: return "<factory>"


_MADE_BY_FACTORY = _MadeByFactory()


def _compiled_init(cls: type) -> FunctionType:
    """Assigns parameters, defaults and results of factories in the order of the fields; then calls `__post_init__` if there is one."""
    parameters = _parameters(_fields_of(cls).values())
    instance = "self" if "self" not in _fields_of(cls) else "__dataclass_self__"
    known: dict[str, object] = {"__object__": object, "__made_by_factory__": _MADE_BY_FACTORY}
    positional, keyword, body = [instance], ["*"], ["pass"]
    for field in _fields_of(cls).values():
        if _kind(field) != "_FIELD": continue
        value = field.name
        if field.default_factory is not dataclasses.MISSING:
            known[make := f"__factory_of_{field.name}__"] = field.default_factory
            value = f"{make}() if {field.name} is __made_by_factory__ else {field.name}" if field.init else f"{make}()"
        elif not field.init: continue  # the class has the default
        body.append(f"__object__.__setattr__({instance}, {field.name!r}, {value})" if _params_of(cls).frozen
                    else f"{instance}.{field.name} = {value}")
    for field in parameters:
        known[default := f"__default_of_{field.name}__"] = \
            _MADE_BY_FACTORY if field.default is dataclasses.MISSING else field.default
        (keyword if field.kw_only else positional).append(f"{field.name}={default}" if _has_default(field) else field.name)
    if hasattr(cls, "__post_init__"): body.append(f"{instance}.__post_init__()")
    signature = ", ".join(positional + (keyword if len(keyword) > 1 else []))
    text = f"def make({', '.join(known)}):\n def __init__({signature}):\n  " + "\n  ".join(body) + "\n return __init__"
    made: dict[str, Callable[..., FunctionType]] = {}
    exec(text, vars(sys.modules[cls.__module__]) if cls.__module__ in sys.modules else {}, made)
    init = made["make"](**known)
    init.__annotations__ = {field.name: field.type for field in parameters} | {"return": None}
    return _named(cls, "__init__", init)


def _named(cls: type, name: str, method: FunctionType) -> FunctionType:
    method.__name__, method.__qualname__ = name, f"{cls.__qualname__}.{name}"
    return method


def _signature(cls: type) -> str:
    try: return str(inspect.signature(cls)).replace(" -> None", "")
    except (TypeError, ValueError): return ""  # that of a metaclass or of a C type, which has none


def _fields_of(cls: Any) -> dict[str, _Field]: return cls.__dataclass_fields__


def _set_fields(cls: Any, fields: dict[str, _Field], params: object) -> None:
    cls.__dataclass_fields__, cls.__dataclass_params__ = fields, params


def _params_of(cls: Any) -> Any: return cls.__dataclass_params__


def _kind(field: Any) -> str:
    """`_FIELD`, `_FIELD_CLASSVAR` or `_FIELD_INITVAR`: what the standard library marks a field with."""
    return field._field_type.name


def _has_default(field: _Field) -> bool:
    return field.default is not dataclasses.MISSING or field.default_factory is not dataclasses.MISSING


def _parameters(fields: Iterable[_Field]) -> list[_Field]:
    """The fields that `__init__` takes: those by position, and those by keyword."""
    chosen = [field for field in fields if field.init and _kind(field) == "_FIELD"]
    return [field for field in chosen if not field.kw_only] + [field for field in chosen if field.kw_only]
