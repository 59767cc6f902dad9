"""Hooks of interactive Python: tracebacks that end at the user's line, and the echo of a prompt.

Inputs: exceptions that nobody caught, values that a prompt echoes. Outputs: text, by the hook that was there before.
Invariants: only the tracebacks of a `UserError` are shortened, and only while they are printed: debuggers see all frames. A hook that
a program has set for itself stays, and gets whole tracebacks. `TRACEBACK=full` shortens nothing.
"""
from __future__ import annotations

import builtins
import sys
from collections.abc import Callable, Generator, Iterator
from contextlib import contextmanager
from types import TracebackType
from typing import Protocol

from heddle.errors import UserError, is_heddles_frame, is_library_frame

#: type of value -> what a prompt shows of it instead of `repr`
echoes: dict[type, Callable[..., str]] = {}
#: hooks that print as Python's own does: Debian's and Ubuntu's reports crashes first
_PLAIN_HOOKS = ("sys", "apport_python_hook")


class Shell(Protocol):
    """IPython's shell, as far as it is used here."""

    custom_exceptions: tuple[type[BaseException], ...]

    def set_custom_exc(self, exc_tuple: tuple[type[BaseException], ...], handler: Callable[..., None]) -> None: ...
    def showtraceback(self, exc_tuple: tuple[object, ...], tb_offset: int | None = None) -> None: ...


def install() -> None:
    """Sets the hooks of this process, and of the IPython shell that it runs in, where nobody has set any."""
    if sys.excepthook.__module__ in _PLAIN_HOOKS: sys.excepthook = _printing_with(sys.excepthook)
    if sys.displayhook is sys.__displayhook__: sys.displayhook = _echo
    if "IPython" in sys.modules and (shell := sys.modules["IPython"].get_ipython()) is not None: install_in(shell)


def install_in(shell: Shell) -> None:
    """Has an IPython shell shorten the tracebacks of user errors, unless it has a handler of its own."""
    if not shell.custom_exceptions: shell.set_custom_exc((UserError,), _show_in_shell)


# ---- tracebacks


def _printing_with(hook: Callable[..., object]) -> Callable[..., None]:
    def print_shortened(kind: type[BaseException], fault: BaseException, trace: TracebackType | None) -> None:
        with shortened(fault): hook(kind, fault, fault.__traceback__)
    return print_shortened


def _show_in_shell(shell: Shell, kind: type[BaseException], fault: BaseException, trace: object, tb_offset: int | None = None) -> None:
    with shortened(fault): shell.showtraceback((kind, fault, fault.__traceback__), tb_offset=tb_offset)


@contextmanager
def shortened(fault: BaseException) -> Generator[None]:
    """Inside, the traceback of a user error, and those of the errors it comes from, have no frames of heddle, and a note says so."""
    if not isinstance(fault, UserError) or _shows_all():
        yield
        return
    whole = [(f, f.__traceback__) for f in _chain(fault)]
    notes: list[str] = [*getattr(fault, "__notes__", ())]
    try:
        dropped = sum(_shorten(f) for f, _ in whole)
        if dropped: fault.add_note(f"({dropped} frames of heddle are left out: HEDDLE_TRACEBACK=full shows all)")
        yield
    finally:
        for f, trace in whole: f.__traceback__ = trace
        fault.__notes__ = notes


def _shows_all() -> bool:
    """Whether `TRACEBACK=full`. `import heddle` sets the hooks: it should not take the time that settings take to load."""
    from heddle.settings import settings
    return settings.TRACEBACK == "full"


def print_error_of_script(fault: BaseException, script: str) -> None:
    """Prints a traceback as `python script` would, for a tool that runs the script: from its first frame on, and shortened."""
    import traceback
    trace = fault.__traceback__
    while trace is not None and trace.tb_frame.f_code.co_filename != script: trace = trace.tb_next
    with shortened(fault.with_traceback(trace or fault.__traceback__)): traceback.print_exception(fault)


def _chain(fault: BaseException | None) -> Iterator[BaseException]:
    """The fault, and those that it was raised from, as a traceback prints them."""
    seen: set[int] = set()
    while fault is not None and id(fault) not in seen:
        seen.add(id(fault))
        yield fault
        fault = fault.__cause__ or (None if fault.__suppress_context__ else fault.__context__)


def _shorten(fault: BaseException) -> int:
    """Leaves out the frames of heddle, and of Python's library below them; how many. A traceback with no other frames stays."""
    kept, dropped = list[TracebackType](), 0
    is_below = False
    trace = fault.__traceback__
    while trace is not None:
        is_below = is_heddles_frame(trace.tb_frame) or (is_below and is_library_frame(trace.tb_frame))
        if is_below: dropped += 1
        else: kept.append(trace)
        trace = trace.tb_next
    if not kept or not dropped: return 0
    rest: TracebackType | None = None
    for trace in reversed(kept): rest = TracebackType(rest, trace.tb_frame, trace.tb_lasti, trace.tb_lineno)
    fault.__traceback__ = rest
    return dropped


# ---- the echo


def _echo(value: object) -> None:
    if (text_of := echoes.get(type(value))) is None: return sys.__displayhook__(value)
    print(text_of(value))
    setattr(builtins, "_", value)  # noqa: B010 as Python's own hook does
