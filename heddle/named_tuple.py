"""`typing.NamedTuple`, for classes whose annotations are not looked at.

Inputs: a class with annotated fields. Outputs: the class that `typing.NamedTuple` makes of it.
Invariants: annotations stay the texts that they are (`from __future__ import annotations`). `typing` compiles each of them to see that
it could be a type: 7 of the 135 ms of a first result, which makes 66 of these classes. Type checkers see `typing.NamedTuple`; what
it refuses of a definition (a field without a default after one with, a method named as a tuple's own) they refuse.
"""
from __future__ import annotations

TYPE_CHECKING = False  # as `typing` has it, which LLVM's worker does not load
if TYPE_CHECKING:
    from typing import NamedTuple
else:
    from collections import namedtuple

    class _Definition(type):
        def __new__(cls, name, bases, body):
            fields = body.pop("__annotations__", {})
            defaults = [body.pop(field) for field in fields if field in body]
            made = namedtuple(name, fields, defaults=defaults, module=body.pop("__module__"))  # noqa: PYI024
            made.__annotations__ = made.__new__.__annotations__ = fields
            for key, value in body.items(): setattr(made, key, value)
            return made

    _root = type.__new__(_Definition, "NamedTuple", (), {})

    class _Base:
        """What a class names as its base; the class that is made has none but tuple."""

        def __mro_entries__(self, bases): return (_root,)

    NamedTuple = _Base()

__all__ = ["NamedTuple"]
