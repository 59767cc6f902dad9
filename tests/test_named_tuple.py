"""`heddle.named_tuple.NamedTuple` makes the classes that `typing.NamedTuple` makes."""
from __future__ import annotations

import copy
import pickle
import typing
from collections.abc import Callable

import pytest

from heddle import named_tuple

Base = typing.Any


def plain(base: Base) -> type:
    class Pair(base):
        """Two of a kind."""

        a: int
        b: tuple[int, ...] = ()
    return Pair


def without_docstring(base: Base) -> type:
    class Pair(base):
        a: int
        b: str
    return Pair


def with_methods(base: Base) -> type:
    class Pair(base):
        a: int = 1
        b: int = 2
        LIMIT: float = 7

        @property
        def total(self) -> int: return self.a + self.b

        @classmethod
        def of(cls, a: int) -> object: return cls(a)

        @staticmethod
        def zero() -> int: return 0

        def __add__(self, other: object) -> object: return "added"
        def __repr__(self) -> str: return f"<{self.a}>"
        def __eq__(self, other: object) -> bool: return other == 3
        def __hash__(self) -> int: return 5
    return Pair


def seen(cls: typing.Any) -> dict[str, object]:
    one, other = cls(1, "b"), cls(b=2, a=1)
    return {
        "bases": cls.__bases__, "fields": cls._fields, "defaults": cls._field_defaults, "doc": cls.__doc__, "module": cls.__module__,
        "name": cls.__qualname__.rpartition(".")[2], "match": cls.__match_args__, "slots": vars(cls).get("__slots__"),
        "repr": repr(one), "dict": one._asdict(), "replaced": tuple(one._replace(a=3)), "made": tuple(cls._make(one)),
        "equal": (one == other, one == (1, "b"), one != other), "hash": hash(one) == hash(cls(1, "b")), "len": len(one), "a": one.a,
        "sum": one + other, "copied": tuple(copy.copy(one)), "deep": tuple(copy.deepcopy(one)),
        "methods": [name for name in ("total", "of", "zero") if name in dir(one)],
    }


@pytest.mark.parametrize("definition", [plain, without_docstring, with_methods], ids=lambda definition: definition.__name__)
def test_a_class_is_the_same(definition: Callable[[Base], type]):
    got, expected = definition(named_tuple.NamedTuple), definition(typing.NamedTuple)
    assert seen(got) == seen(expected)
    assert typing.get_type_hints(got) == typing.get_type_hints(expected)


def test_a_class_of_methods_calls_them():
    pair = typing.cast(typing.Any, with_methods(named_tuple.NamedTuple))
    assert (pair.of(4).total, pair.zero(), pair(1), hash(pair(1))) == (6, 0, 3, 5)


@pytest.mark.parametrize("call", [lambda c: c(), lambda c: c(1, 2, 3), lambda c: c(1, z=2), lambda c: setattr(c(1), "a", 2)])
def test_a_wrong_call_is_the_same_error(call: Callable[[type], object]):
    errors = []
    for base in (named_tuple.NamedTuple, typing.NamedTuple):
        with pytest.raises((TypeError, AttributeError)) as caught: call(plain(base))
        errors.append((caught.type, str(caught.value)))
    assert errors[0] == errors[1]


class Kept(named_tuple.NamedTuple):
    """Pickled by its name."""

    a: int
    b: str = "x"


def test_instances_are_pickled_and_matched():
    again = pickle.loads(pickle.dumps(Kept(1)))
    assert type(again) is Kept and again == (1, "x")
    match again:
        case Kept(a, b="x"): assert a == 1
        case _: pytest.fail("not matched")
