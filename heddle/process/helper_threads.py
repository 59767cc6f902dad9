"""Helper threads: calls that Ctrl-C cannot interrupt midway.

Inputs: functions. Outputs: `Task`s, whose `result` is what the function returned or raised.
Invariants: Python raises KeyboardInterrupt in the main thread only, so that what runs here is never interrupted: Ctrl-C ends the
wait for it, and it goes on to its end. At most one thread per core that this process may use has work that somebody waits for; a
thread without work for `IDLE_SECONDS` ends; a forked child starts its own. The function sees the settings of its caller, and errors
find the caller's line.
"""
from __future__ import annotations

import contextvars
import os
import queue
import threading
from collections.abc import Callable
from types import FrameType
from typing import Generic, TypeVar

from heddle.errors import calling, frame_at
from heddle.process.cores import usable_cores
from heddle.process.fork_safety import free_in_child

T = TypeVar("T", covariant=True)
#: How long a thread waits for the next task.
IDLE_SECONDS = 10.0
WAKE_SECONDS = 1.0  # of a wait, until signals are looked for


class Task(Generic[T]):
    """A call that is under way in a helper thread."""

    def __init__(self, function: Callable[[], T], frame: FrameType | None) -> None:
        self._function: Callable[[], T] | None = function
        self._frame, self._context = frame, contextvars.copy_context()
        self._done = threading.Lock()
        self._done.acquire()
        self._values: list[T] = []  # one, once the function has returned
        self._fault: BaseException | None = None
        self.abandoned = False

    def run(self) -> None:
        """Calls the function in this thread, unless nobody waits for it any more."""
        function, self._function = self._function, None
        if function is None or self.abandoned: return
        before, calling.frame = calling.frame, self._frame
        try: self._values.append(self._context.run(function))
        except BaseException as fault: self._fault = fault  # `result` raises it
        finally: calling.frame, self._frame = before, None
        self._done.release()

    def result(self) -> T:
        """What the function returned. Raises what it raised."""
        is_done = False
        try:
            # a signal that is handled when the wait is about to begin does not end it: Python looks for signals when it wakes
            while not (is_done := self._done.acquire(timeout=WAKE_SECONDS)): pass
        except BaseException:  # Ctrl-C
            self.abandoned = True
            raise
        finally:
            if is_done: self._done.release()
        if self._fault is not None: raise self._fault
        return self._values[0]


_lock = free_in_child(threading.Lock())
_tasks: queue.SimpleQueue[Task[object]] = queue.SimpleQueue()
_running: dict[threading.Thread, Task[object] | None] = {}  # the threads, and what each is doing
#: called when no helper thread has had work for IDLE_SECONDS
on_idle: list[Callable[[], None]] = []


def submit(function: Callable[[], T], frame: FrameType | None = None) -> Task[T]:
    """Starts `function` in a helper thread. `frame`: where errors begin to look for the user's line; by default at the caller."""
    task = Task(function, frame or frame_at(1))
    _tasks.put(task)
    with _lock: _start_thread()
    if not _running and not _tasks.empty(): _tasks.get().run()  # no thread can be started: the system has none left, or Python ends
    return task


def call(function: Callable[[], T]) -> T:
    """What `function` returns, out of reach of Ctrl-C."""
    return function() if threading.current_thread() in _running else submit(function, frame_at(1)).result()


def _start_thread() -> None:
    """Starts a thread if there are tasks that none is free for. With the lock held."""
    for thread in [t for t in list(_running) if not t.is_alive()]: del _running[thread]  # Ctrl-C came while it was started
    at_work = [task for task in list(_running.values()) if task is not None]
    idle = len(_running) - len(at_work)
    if _tasks.qsize() <= idle or sum(not task.abandoned for task in at_work) + idle >= usable_cores(): return
    thread = threading.Thread(target=_work, name=f"heddle-helper-{len(_running)}", daemon=True)
    _running[thread] = None
    try: thread.start()
    except RuntimeError: del _running[thread]


def _work() -> None:
    """The loop of a helper thread; it ends after IDLE_SECONDS without a task."""
    this = threading.current_thread()
    while True:
        try: task = _tasks.get(timeout=IDLE_SECONDS)
        except queue.Empty:
            if _leave(this): return
            continue
        with _lock:
            _running[this] = task
            _start_thread()
        task.run()
        _running[this] = task = None


def _leave(this: threading.Thread) -> bool:
    """Takes an idle thread off the list; whether it may end."""
    with _lock:
        if not _tasks.empty(): return False
        if len(_running) <= 1:
            for tell in on_idle: tell()
        _running.pop(this, None)
    return True


def _after_fork() -> None:
    """In a forked child: the threads are the parent's."""
    global _tasks
    _tasks = queue.SimpleQueue()
    _running.clear()


if hasattr(os, "register_at_fork"): os.register_at_fork(after_in_child=_after_fork)
