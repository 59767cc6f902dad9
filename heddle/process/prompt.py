"""Hooks of interactive Python: tracebacks that end at the user's line, and the echo of a prompt.

Inputs: exceptions that nobody caught, values that a prompt echoes. Outputs: text, by the hook that was there before.
Invariants: a hook that a program has set for itself stays, and gets whole tracebacks. `import heddle` loads this file and no more:
what shortens tracebacks is loaded when there is one to shorten.
"""
from __future__ import annotations

import builtins
import sys

TYPE_CHECKING = False  # as `typing` has it, which takes as long to load as all of this
if TYPE_CHECKING:
    from collections.abc import Callable
    from types import ModuleType, TracebackType
    from typing import Protocol

    class Shell(Protocol):
        """IPython's shell, as far as it is used here."""

        custom_exceptions: tuple[type[BaseException], ...]

        def set_custom_exc(self, exc_tuple: tuple[type[BaseException], ...], handler: Callable[..., None]) -> None: ...
        def showtraceback(self, exc_tuple: tuple[object, ...], tb_offset: int | None = None) -> None: ...

#: type of value -> what a prompt shows of it instead of `repr`
echoes: dict[type, Callable[..., str]] = {}
#: hooks that print as Python's own does: Debian's and Ubuntu's reports crashes first
_PLAIN_HOOKS = ("sys", "apport_python_hook")


def install() -> None:
    """Sets the hooks of this process, and of the IPython shell that it runs in, where nobody has set any."""
    if sys.excepthook.__module__ in _PLAIN_HOOKS: sys.excepthook = _printing_with(sys.excepthook)
    if sys.displayhook is sys.__displayhook__: sys.displayhook = _echo
    if "IPython" in sys.modules and (shell := sys.modules["IPython"].get_ipython()) is not None: install_in(shell)


def install_in(shell: Shell) -> None:
    """Has an IPython shell shorten the tracebacks of user errors, unless it has a handler of its own."""
    if not shell.custom_exceptions: shell.set_custom_exc((_tracebacks().UserError,), _show_in_shell)


# ---- tracebacks


def _tracebacks() -> ModuleType:
    from heddle.process import tracebacks
    return tracebacks


def _printing_with(hook: Callable[..., object]) -> Callable[..., object]:
    def print_shortened(kind: type[BaseException], fault: BaseException, trace: TracebackType | None) -> object:
        if "heddle.errors" not in sys.modules: return hook(kind, fault, trace)  # it cannot be one of heddle
        with _tracebacks().shortened(fault): return hook(kind, fault, fault.__traceback__)
    return print_shortened


def _show_in_shell(shell: Shell, kind: type[BaseException], fault: BaseException, trace: object, tb_offset: int | None = None) -> None:
    with _tracebacks().shortened(fault): shell.showtraceback((kind, fault, fault.__traceback__), tb_offset=tb_offset)


# ---- the echo


def _echo(value: object) -> None:
    if (text_of := echoes.get(type(value))) is None: return sys.__displayhook__(value)
    print(text_of(value))
    setattr(builtins, "_", value)  # noqa: B010 as Python's own hook does
