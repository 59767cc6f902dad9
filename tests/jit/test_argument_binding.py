"""The arguments of captured functions in their canonical form: what `inspect` would say, worked out once for each form of a call."""
from __future__ import annotations

import inspect

import pytest

from heddle.jit.argument_binding import _FORMS, Signature


def plain(a, b=2, *, c=3): ...
def many(a, *rest, c=3, **named): ...
def only_named(**named): ...
def by_position(a, b=(1, 2), /, d=4): ...


CALLS = [
    (plain, (1,), {}), (plain, (1, 5), {}), (plain, (), {"b": 7, "a": 1}), (plain, (1,), {"c": 9}), (many, (1, 2, 3), {"z": 4}),
    (many, (1,), {"c": 0, "y": [1], "x": {}}), (only_named, (), {"x": 1, "y": 2}), (only_named, (), {"y": 1, "x": 2}),
    (only_named, (), {}), (by_position, (1,), {}), (by_position, (1, 8), {"d": 5}),
]


@pytest.mark.parametrize(("fn", "args", "kwargs"), CALLS)
def test_it_is_what_inspect_says(fn, args, kwargs) -> None:
    signature, bound = Signature(inspect.signature(fn)), inspect.signature(fn).bind(*args, **kwargs)
    bound.apply_defaults()
    for _ in range(2):
        got = signature.canonical(args, kwargs)
        assert tuple(got[0]) == bound.args and list(got[1].items()) == list(bound.kwargs.items())
    other = signature.canonical([f"{x}!" for x in args], {name: f"{x}!" for name, x in kwargs.items()})
    changed = inspect.signature(fn).bind(*[f"{x}!" for x in args], **{name: f"{x}!" for name, x in kwargs.items()})
    changed.apply_defaults()
    assert tuple(other[0]) == changed.args and other[1] == changed.kwargs


def test_a_call_that_does_not_fit_is_pythons_error() -> None:
    signature = Signature(inspect.signature(plain))
    for args, kwargs, said in (((), {}, "missing a required argument: 'a'"), ((1,), {"d": 1}, "unexpected keyword argument 'd'"),
                               ((1, 2, 3), {}, "too many positional arguments")):
        with pytest.raises(TypeError, match=said): signature.canonical(args, kwargs)


def test_few_forms_are_kept() -> None:
    signature = Signature(inspect.signature(only_named))
    for n in range(3 * _FORMS): assert signature.canonical((), {f"x{n}": n}) == ((), {f"x{n}": n})
    assert len(signature._forms) <= _FORMS
