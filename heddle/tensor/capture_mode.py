"""Capture mode: while a function is captured, this thread must not read values of tensors.

Inputs: the name of the captured function. Outputs: JitError from every read of a value.
Invariants: the mode is a context variable, so it holds for the thread that captures and for no other.
"""
from __future__ import annotations

from contextvars import ContextVar, Token
from typing import Generic, TypeVar

from heddle.errors import JitError
from heddle.uop.symbol import may_read

T = TypeVar("T")

_capturing: ContextVar[str | None] = ContextVar("capturing", default=None)
_before: ContextVar[bool] = ContextVar("before_capture", default=False)


class _Mode(Generic[T]):
    """A value of a context variable for the length of a `with` block."""

    def __init__(self, variable: ContextVar[T], value: T) -> None:
        self._variable, self._value = variable, value
        self._tokens: list[Token[T]] = []

    def __enter__(self) -> None: self._tokens.append(self._variable.set(self._value))
    def __exit__(self, *_: object) -> None: self._variable.reset(self._tokens.pop())


class Capturing(_Mode["str | None"]):
    """`with Capturing(name):` forbids reads of values, which would become constants in the capture of the function `name`."""

    def __init__(self, name: str) -> None: super().__init__(_capturing, name)


class BeforeCapture(_Mode[bool]):
    """`with BeforeCapture():` a plain call of a function that will be captured.

    What is checked by reading values is computed too, as it will be in the capture: both have the same graphs, which are scheduled and
    compiled once.
    """

    def __init__(self) -> None: super().__init__(_before, True)


def is_before_capture() -> bool:
    """Whether this thread runs a function plainly that will be captured."""
    return _before.get()


def is_capturing() -> bool:
    """Whether this thread is capturing a function, so that no value may be read."""
    return _capturing.get() is not None


def check_may_be_read() -> None:
    """JitError while a function is being captured."""
    if (name := _capturing.get()) is not None:
        raise JitError(f"{name} reads the value of a tensor while it is captured, which replays would not repeat",
                       "Return the tensor and read it outside, or compute with tensors what depends on it.")


def check_may_be_seeded() -> None:
    """JitError while a function is being captured: replays would draw further numbers and not the same ones again."""
    if (name := _capturing.get()) is not None:
        raise JitError(f"{name} seeds the random numbers while it is captured, which replays would not repeat",
                       "Call Tensor.manual_seed() outside, before each call that is to draw the same numbers.")


may_read.append(check_may_be_read)
