"""Ctrl-C in finalizers: no KeyboardInterrupt is lost.

Inputs: errors that Python cannot raise, of finalizers and callbacks. Outputs: KeyboardInterrupt a moment later, where it can be.
Invariants: Python raises KeyboardInterrupt wherever the main thread is. In `__del__`, in callbacks of weak references and in those of
native code it would print it and go on; there it is sent again, until the main thread is elsewhere. Every other error goes to the
hook that was there before. What such a finalizer had still to do is left undone, which may cost memory and never a result.
"""
from __future__ import annotations

import _thread
import os
import signal
import sys
import threading
import time
from typing import Any

#: how soon after an interrupt in a finalizer the next attempt is made
_AGAIN_SECONDS = 0.0005
_OURS = ("heddle", "weakref")


def raise_later() -> None:
    """KeyboardInterrupt in the main thread, soon."""
    _thread.start_new_thread(_send, ())  # waits for nothing, unlike `Thread.start`: the interrupt could come there


def _send() -> None:
    time.sleep(_AGAIN_SECONDS)
    main = threading.main_thread().ident
    if hasattr(signal, "pthread_kill") and main is not None: signal.pthread_kill(main, signal.SIGINT)
    else: os.kill(os.getpid(), signal.SIGINT)


def install() -> None:
    """Puts a hook before `sys.unraisablehook`."""
    before = sys.unraisablehook

    def hook(unraisable: Any) -> None:
        module = str(getattr(unraisable.object, "__module__", None))
        if unraisable.exc_type is KeyboardInterrupt and module.partition(".")[0] in _OURS: raise_later()
        else: before(unraisable)
    sys.unraisablehook = hook
