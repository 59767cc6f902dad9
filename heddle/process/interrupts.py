"""Deferred KeyboardInterrupt: Ctrl-C in finalizers, callbacks and critical sections is raised afterwards.

Inputs: errors in finalizers and callbacks; sections that must not be interrupted. Outputs: KeyboardInterrupt (or whatever the
program's handler of SIGINT does), where it can be raised.
Invariants: Python raises KeyboardInterrupt wherever the main thread is. In `__del__`, in callbacks of weak references and in those of
native code it would print it and go on: there it is sent again, until the main thread is elsewhere. What such a finalizer had still to
do is left undone, which may cost memory and never a result. The holder of a `DeferringLock` is interrupted when it releases it, or
where it waits and calls `raise_deferred`. Other threads are never interrupted.
"""
from __future__ import annotations

import _thread
import importlib
import os
import signal
import sys
import threading
import time
from collections.abc import Callable, Generator
from contextlib import contextmanager
from types import FrameType

from heddle.errors import frame_at

_signal = importlib.import_module("_signal")  # the functions of `signal` convert numbers to enums first
_Handler = Callable[[int, FrameType | None], object]

# ---- in finalizers

#: how soon after an interrupt in a finalizer the next attempt is made
_AGAIN_SECONDS = 0.0005
_OURS = ("heddle", "weakref", "_weakrefset")


def raise_later() -> None:
    """KeyboardInterrupt in the main thread, soon."""
    _thread.start_new_thread(_send, ())  # waits for nothing, unlike `Thread.start`: the interrupt could come there


def _send() -> None:
    time.sleep(_AGAIN_SECONDS)
    main = threading.main_thread().ident
    if hasattr(signal, "pthread_kill") and main is not None: signal.pthread_kill(main, signal.SIGINT)
    else: _thread.interrupt_main()  # Windows, where `os.kill` with this number would end the process


def install() -> None:
    """Puts a hook before `sys.unraisablehook`. Every error but KeyboardInterrupt goes to the one that was there."""
    before = sys.unraisablehook

    def hook(unraisable: sys.UnraisableHookArgs) -> None:
        module = str(getattr(unraisable.object, "__module__", None))
        if unraisable.exc_type is KeyboardInterrupt and module.partition(".")[0] in _OURS: raise_later()
        else: before(unraisable)
    sys.unraisablehook = hook


# ---- in sections


class _Deferred:
    """What the main thread does not hear of for now."""

    depth = 0  # of sections within each other
    handler: _Handler | None = None  # the program's
    came = False
    awaits_run = False  # a section begins with the next run
    is_run = False  # and that is where we are


def _note(number: int, frame: object) -> None: _Deferred.came = True


def _main_thread() -> int | None: return threading.main_thread().ident


_main = _main_thread()


def _begin() -> None:
    if _Deferred.depth == 0 and callable(handler := _signal.getsignal(signal.SIGINT)):
        _Deferred.came = False
        _signal.signal(signal.SIGINT, _note)
        _Deferred.handler = handler
    _Deferred.depth += 1


def _end() -> None:
    _Deferred.depth -= 1
    if _Deferred.depth or _Deferred.handler is None: return
    handler, _Deferred.handler = _Deferred.handler, None
    _signal.signal(signal.SIGINT, handler)
    if _Deferred.came: _handle(handler)


def _handle(handler: _Handler) -> None:
    _Deferred.came = False
    handler(signal.SIGINT, frame_at(1))


def raise_deferred() -> None:
    """In a section, where it may be left: raises KeyboardInterrupt if Ctrl-C came meanwhile."""
    if not _Deferred.came or _Deferred.is_run or _Deferred.handler is None or _thread.get_ident() != _main: return
    _handle(_Deferred.handler)


@contextmanager
def deferred() -> Generator[None]:
    """A section of the main thread that is not interrupted."""
    if _thread.get_ident() != _main:
        yield
        return
    _begin()
    try: yield
    finally: _end()


@contextmanager
def whole_run() -> Generator[None]:
    """A section that begins with the first launch inside (`begin_run`): what comes before it, such as compiling, is interrupted."""
    if _thread.get_ident() != _main or _Deferred.is_run:
        yield
        return
    _Deferred.awaits_run = True
    try: yield
    finally:
        _Deferred.awaits_run = False
        if _Deferred.is_run:
            _Deferred.is_run = False
            _end()


def begin_run() -> None:
    """All is compiled and allocated, and the first launch comes now."""
    if not _Deferred.awaits_run or _thread.get_ident() != _main: return
    _Deferred.awaits_run = False
    _begin()
    _Deferred.is_run = True


class DeferringLock:
    """A re-entrant lock whose holder is not interrupted."""

    def __init__(self) -> None: self._lock = threading.RLock()

    def __enter__(self) -> None:
        if _thread.get_ident() == _main: _begin()
        self._lock.acquire()

    def __exit__(self, *_: object) -> None:
        self._lock.release()
        if _thread.get_ident() == _main: _end()


def _after_fork() -> None:
    """In a forked child: the thread that forked is the main one, and may have forked in the middle of a section."""
    global _main
    _main = _main_thread()


if hasattr(os, "register_at_fork"): os.register_at_fork(after_in_child=_after_fork)
