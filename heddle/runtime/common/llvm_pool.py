"""Pool of LLVM worker processes: started on demand, shared by threads, replaced when they end.

Inputs: modules as text. Outputs: object files, or `RefusedError` with LLVM's words, or `WorkerEndedError`.
Invariants: a crash of LLVM ends a worker and not this process; a request whose worker ended is sent once more, to a fresh one;
workers end when no helper thread has had work for a while, at exit, and with this process however it ends; a forked child starts its
own. Calls come from helper threads, where nothing is interrupted.
"""
from __future__ import annotations

import atexit
import os
import sys
import threading
from contextlib import suppress

from heddle.errors import warn_once
from heddle.process import helper_threads
from heddle.process.cores import usable_cores
from heddle.process.fork_safety import free_in_child
from heddle.process.workers import Message, Worker, describe_end, module_command, receive, send
from heddle.runtime.common.llvm_worker import Options, RefusedError, compile_module

#: A worker takes about 60 MB. More than a few of them would compile faster than this process lowers.
_MOST = min(4, usable_cores())
_ERROR_BYTES = 4000  # of what LLVM wrote before it ended


class WorkerEndedError(Exception):
    """Two workers ended without an answer: `how`, and what they `wrote` before."""

    def __init__(self, how: str, wrote: str) -> None:
        super().__init__(how)
        self.how, self.wrote = how, wrote


_taking = free_in_child(threading.Lock())


class _Process:
    """One worker, ready for requests."""

    def __init__(self) -> None:
        self.errors = os.memfd_create("errors") if hasattr(os, "memfd_create") else None
        try: self.worker = Worker(module_command("heddle.runtime.common.llvm_worker", alone=True), self.errors)
        except OSError:
            if self.errors is not None: os.close(self.errors)
            raise

    def request(self, message: Message | None) -> Message:
        """The answer to a message; without one, that it is ready. EOFError if it ended instead."""
        # one that has ended: so have its answers
        with suppress(OSError):
            if message is not None: send(self.worker.requests, message)
        answer = receive(self.worker.answers)
        if answer is None: raise EOFError
        return answer

    def end(self) -> tuple[str, str]:
        """Ends it, unless it has ended by itself: how, and what it wrote."""
        how = describe_end(self.worker.finish())
        wrote = b""
        if (errors := self._take_errors()) is not None:
            wrote = os.pread(errors, _ERROR_BYTES, max(0, os.fstat(errors).st_size - _ERROR_BYTES))
            os.close(errors)
        self.close()
        return how, wrote.decode(errors="replace")

    def _take_errors(self) -> int | None:
        """The file of what it wrote, for who closes it: the thread that reads from it may find that another one ends it."""
        with _taking: errors, self.errors = self.errors, None
        return errors

    def close(self) -> None:
        """Ends it now."""
        self.worker.kill()
        self.worker.close()
        if (errors := self._take_errors()) is not None: os.close(errors)
        _alive.discard(self)


_here = free_in_child(threading.Lock())  # lock on the use of LLVM in this process
_changed = threading.Condition(threading.Lock())  # of what follows
_alive: set[_Process] = set()
_idle: list[_Process] = []
_starting = _waiting = 0
_fault: OSError | None = None  # why the last one could not be started


def compile_apart(text: str, options: Options) -> bytes:
    """The object file of a module, compiled in a worker; in this process where no worker can be started."""
    if not sys.executable or hasattr(sys, "frozen"): return _compile_here(text, options)  # a program that brings Python along
    request, ended = Message(options._asdict(), text.encode()), ("", "")
    for _ in range(2):
        try: process = _take()
        except OSError as fault:
            warn_once(f"no process can be started for LLVM ({fault.strerror or fault}): it works in this one, and frees less memory")
            return _compile_here(text, options)
        try: answer = process.request(request)
        except EOFError: ended = _end(process)
        else:
            if answer.words["retires"]: _end(process)
            else: _give_back(process)
            if not answer.words["ok"]: raise RefusedError(answer.words["why"])
            return answer.data
    raise WorkerEndedError(*ended)


def prepare() -> None:
    """Starts a worker, if there is none, and does not wait for it."""
    if not (_alive or _starting) and sys.executable and not hasattr(sys, "frozen"): helper_threads.submit(_start_first)


def _compile_here(text: str, options: Options) -> bytes:
    with _here: return compile_module(text, options)


def _take() -> _Process:
    """An idle worker. OSError if none can be started."""
    global _waiting
    with _changed:
        _waiting += 1
        try:
            while not _idle:
                if _waiting > _starting and len(_alive) + _starting < _MOST: _start()
                _changed.wait(helper_threads.WAKE_SECONDS)  # one without a limit might not hear a signal
                if _fault is not None and not _alive: raise _fault
            return _idle.pop()
        finally: _waiting -= 1


def _give_back(process: _Process) -> None:
    with _changed:
        _idle.append(process)
        _changed.notify()


def _end(process: _Process) -> tuple[str, str]:
    found = process.end()
    with _changed: _changed.notify_all()  # those that wait start another
    return found


def _start() -> None:
    """Starts a worker in a thread of its own, which registers it when it is ready. The lock must be held."""
    global _starting, _fault
    _starting, _fault = _starting + 1, None
    threading.Thread(target=_start_now, name="heddle-llvm-start", daemon=True).start()


def _start_now() -> None:
    global _starting, _fault
    process: _Process | None = None
    fault: OSError | None = None
    try:
        process = _Process()
        _alive.add(process)
        process.request(None)
    except EOFError: fault, process = OSError("; ".join(process.end()) if process else ""), None
    except OSError as error: fault = error
    with _changed:
        _starting -= 1
        if process is not None: _idle.append(process)
        _fault = fault
        _changed.notify_all()


def _start_first() -> None:
    with _changed:
        if not (_alive or _starting): _start()


def stop() -> None:
    """Ends all workers now."""
    with _changed:
        while _idle: _idle.pop().close()
        for process in tuple(_alive): process.worker.kill()  # the thread that works with it finds that it has ended, and closes it


def _abandon() -> None:
    """In a forked child: the workers are the parent's."""
    global _changed, _starting, _waiting, _fault
    _changed = threading.Condition(threading.Lock())
    for process in _alive: process.worker.abandon()
    _alive.clear()
    _idle.clear()
    _starting, _waiting, _fault = 0, 0, None


helper_threads.on_idle.append(stop)
atexit.register(stop)
if hasattr(os, "register_at_fork"): os.register_at_fork(after_in_child=_abandon)
