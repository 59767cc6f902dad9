"""Capture mode: while a function is captured, this thread must not read values of tensors.

Inputs: the name of the captured function. Outputs: JitError from every read of a value.
Invariants: the mode is a context variable, so it holds for the thread that captures and for no other.
"""
from __future__ import annotations

from contextvars import ContextVar, Token

from heddle.errors import JitError
from heddle.uop.symbol import may_read

_capturing: ContextVar[str | None] = ContextVar("capturing", default=None)
_before: ContextVar[bool] = ContextVar("before_capture", default=False)


class Capturing:
    """`with Capturing(name):` forbids reads of values, which would become constants in the capture of the function `name`."""

    def __init__(self, name: str) -> None:
        self._name = name
        self._tokens: list[Token[str | None]] = []

    def __enter__(self) -> None: self._tokens.append(_capturing.set(self._name))
    def __exit__(self, *_: object) -> None: _capturing.reset(self._tokens.pop())


class BeforeCapture:
    """`with BeforeCapture():` a plain call of a function that will be captured.

    What is checked by reading values is computed too, as it will be in the capture: both have the same graphs, which are scheduled and
    compiled once.
    """

    def __init__(self) -> None: self._tokens: list[Token[bool]] = []
    def __enter__(self) -> None: self._tokens.append(_before.set(True))
    def __exit__(self, *_: object) -> None: _before.reset(self._tokens.pop())


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


may_read.append(check_may_be_read)
