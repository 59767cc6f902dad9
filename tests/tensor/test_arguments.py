"""Arguments of wrong kinds: every public method of Tensor answers them in words of heddle's, or of Python's about the call."""
from __future__ import annotations

import inspect
import re
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from heddle import Tensor
from heddle.errors import DTypeError, HeddleError
from heddle.tensor.arguments import explain_failures

WRONG: list[Any] = [object(), "a", None, {}, 1.5, -7, [1, "x"], (None,), lambda: 1, [[1], [2, 3]], float("nan"), (99, 99)]
#: what Python itself says of a call whose arguments are too many, too few, or called otherwise
_OF_THE_CALL = re.compile(r"takes .*positional argument|missing .*required|unexpected keyword|multiple values")
#: modes that are switched on for all other tests, and a gradient that would stay
_LEFT_OUT = {"train", "test", "backward", "manual_seed"}
NAMES = [n for n in dir(Tensor) if not n.startswith("_") and n not in _LEFT_OUT and callable(getattr(Tensor, n, None))]


def _calls(name: str) -> Iterator[tuple[str, Callable[[], Any]]]:
    """The method with nothing, with each wrong value alone, after good ones, and for each parameter that has a default."""
    is_static = isinstance(inspect.getattr_static(Tensor, name), staticmethod)

    def method() -> Any: return getattr(Tensor if is_static else Tensor([[1.0, 2.0], [3.0, 4.0]]), name)
    parameters = list(inspect.signature(method()).parameters.values())
    most = sum(p.kind in (p.POSITIONAL_OR_KEYWORD, p.VAR_POSITIONAL) for p in parameters)
    most += any(p.kind is p.VAR_POSITIONAL for p in parameters)
    yield "()", method()
    for bad in [*WRONG, Tensor([1.0, 2.0, 3.0])]:
        yield f"({bad!r})", lambda bad=bad: method()(bad)
        for first in (1, (2, 2), Tensor([[1, 0], [0, 1]])) if most > 1 else ():
            yield f"({first!r}, {bad!r})", lambda first=first, bad=bad: method()(first, bad)
        if most > 2: yield f"(1, tensor, {bad!r})", lambda bad=bad: method()(1, Tensor([[0, 1], [1, 0]]), bad)
        for p in parameters:
            if p.default is not p.empty: yield f"({p.name}={bad!r})", lambda p=p, bad=bad: method()(**{p.name: bad})


@pytest.mark.parametrize("name", NAMES)
def test_a_wrong_argument_is_answered_in_words(name: str) -> None:
    raw: list[str] = []
    for what, call in _calls(name):
        try: call()
        except HeddleError as fault: assert str(fault.what)
        except TypeError as fault:
            if not _OF_THE_CALL.search(str(fault)): raw.append(f"{name}{what}: TypeError: {fault}")
        except Exception as fault: raw.append(f"{name}{what}: {type(fault).__name__}: {fault}")
    assert not raw, "\n".join(raw)


CALLS: list[tuple[Callable[[Tensor], Any], str]] = [
    (lambda x: x.topk("a"), r"topk needs an integer as k, got 'a'\."),
    (lambda x: x.split([1, "b"]), r"several in a tuple, as sizes, got \[1, 'b'\]"),
    (lambda x: x.linear(3), r"linear needs a tensor as weight, got 3"),
    (lambda x: x.dropout("p"), r"dropout needs a number as p, got 'p'"),
    (lambda x: x.pad([(1, None)]), r"a pair for each axis, as padding, got \[\(1, None\)\]"),
    (lambda x: x.gather(0), r"missing a required argument: 'index'"),
    (lambda x: x.topk(1, size=3), r"unexpected keyword argument 'size'"),
    (lambda x: Tensor.stack(), r"missing a required argument: 'self'"),
]


@pytest.mark.parametrize(("call", "text"), CALLS, ids=[text[:20] for _, text in CALLS])
def test_the_argument_is_named_with_the_line_and_the_call(call: Callable[[Tensor], Any], text: str) -> None:
    with pytest.raises(DTypeError, match=text) as found: call(Tensor([1.0, 2.0]))
    assert found.value.where is not None and found.value.where[0] == __file__
    assert "The call is " in str(found.value)


def test_what_no_argument_explains_is_passed_on() -> None:
    class Thing:
        def double(self, times: int) -> int: return [][times]

        def named(self, name: Any) -> str: return name.lower()
    explain_failures(Thing)
    with pytest.raises(IndexError, match="list index out of range"): Thing().double(3)
    wrong: Any = "x"
    with pytest.raises(DTypeError, match=r"(?s)integer as times, got .x..*tensor\.double\(times\)"): Thing().double(wrong)
    with pytest.raises(AttributeError): Thing().named(3)
