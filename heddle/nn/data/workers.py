"""Worker processes of a data loader.

Inputs: a job, and numbers of batches. Outputs: batches, in the order in which they are done.
Invariants: a request is a number of a few bytes, so neither side ever waits for the other to read. It ends when its pipe
is closed, and when its parent is gone. Ctrl-C reaches the parent alone.
"""
from __future__ import annotations

import multiprocessing
import os
import pickle
import signal
import sys
import traceback
from collections.abc import Iterator
from contextlib import suppress
from multiprocessing.connection import Connection, wait
from typing import Any, Protocol, Self

from heddle.errors import DataError, DeviceError, HeddleError, SettingError
from heddle.named_tuple import NamedTuple
from heddle.nn.data.batches import mapped, named
from heddle.process.workers import describe_end, end_with_parent
from heddle.tensor import Tensor

#: how long a worker gets to end by itself
_PATIENCE_SECONDS = 2.0

# ---- in the worker


class Job(Protocol):
    """What a worker does."""

    def load(self, number: int) -> object:
        """The batch of this number."""
        ...


def _work(pipe: Connection, life: Connection, job: Job) -> None:
    """Loads requested batches until the pipe is closed."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    for end in list(_held): end.close()  # the parent's ends of all pipes, which a fork copies
    end_with_parent(life.fileno())
    with suppress(EOFError, OSError):
        while True: pipe.send_bytes(_answer(pipe.recv(), job))


def _answer(number: int, job: Job) -> bytes:
    """A pickle of (number, batch, None), or of (number, None, Fault)."""
    try: return pickle.dumps((number, _as_arrays(job.load(number)), None), protocol=5)
    except BaseException as fault: return pickle.dumps((number, None, _as_fault(fault)), protocol=5)


def _as_arrays(batch: object) -> object:
    """The batch with its tensors as arrays, which can be sent."""
    return mapped(batch, lambda x: x.numpy() if isinstance(x, Tensor) else x)


class Fault(NamedTuple):
    """What a worker raised: a DataError's parts, and the exception behind it, None if it cannot be pickled, with its traceback."""

    what: str
    cure: str | None
    position: int | None  # of the item in the dataset
    cause: BaseException | None
    trace: str

    def as_error(self) -> DataError:
        """The error to raise: its cause is the exception, whose own cause is the traceback as text."""
        made = DataError(self.what, self.cure or "Look at its traceback, above.", index=self.position)
        trace = WorkerTraceback(self.trace)
        made.__cause__ = self.cause or trace
        if self.cause is not None: self.cause.__cause__ = trace
        return made


class WorkerTraceback(Exception):
    """The traceback of a worker, as text."""

    def __str__(self) -> str: return f"in a worker:\n{self.args[0]}"


def _as_fault(fault: BaseException) -> Fault:
    cause = fault.__cause__ if isinstance(fault, DataError) and fault.__cause__ is not None else fault
    trace = "".join(traceback.format_exception(cause))
    try: kept = pickle.loads(pickle.dumps(cause))
    except Exception: kept = None  # it cannot be pickled, or not be made again
    what, index = (fault.what, fault.index) if isinstance(fault, DataError) else (f"loading a batch raised {named(fault)}", None)
    cure = _NO_DEVICE if isinstance(cause, DeviceError) else fault.cure if isinstance(fault, HeddleError) else None
    return Fault(what, cure, index, kept, trace)


_NO_DEVICE = "A forked worker can use no device: make items NumPy arrays, or use workers=0 or a TensorDataset."


# ---- in the parent


#: the ends of pipes that this process keeps, and that no worker may
_held: set[Connection] = set()


class _Worker:
    """A worker process and the pipe to it. The worker ends when its end of a second pipe, `_life`, is closed: it does not outlive
    this process."""

    def __init__(self, context: Any, number: int, job: Job) -> None:
        self.pipe, theirs = context.Pipe()
        life, self._life = context.Pipe(duplex=False)
        _held.update((self.pipe, self._life))
        self.requested: list[int] = []  # batches that it has not given yet
        self.is_lost = False
        self.process = context.Process(target=_work, args=(theirs, life, job), daemon=True, name=f"heddle-data-{number}")
        try: self.process.start()
        except BaseException:
            self._close()
            raise
        finally:
            theirs.close()
            life.close()

    def _close(self) -> None:
        for end in (self.pipe, self._life):
            _held.discard(end)
            end.close()

    def end(self) -> None:
        """Ends the process: at once if it is at work."""
        if self.requested: self.process.terminate()
        else: self.pipe.close()
        self.process.join(_PATIENCE_SECONDS)
        if self.process.is_alive():
            self.process.kill()
            self.process.join()
        self._close()
        self.process.close()


class Crew:
    """Workers for one epoch, ended on leaving the `with`. DataError if they cannot be started, or one dies, or an item raises."""

    def __init__(self, job: Job, count: int, start_method: str | None) -> None:
        methods = multiprocessing.get_all_start_methods()
        method = start_method or ("fork" if "fork" in methods and sys.platform != "darwin" else "spawn")
        if method not in methods: raise SettingError(f"there is no start method {method!r}", f"There are: {', '.join(methods)}.")
        context = multiprocessing.get_context(method)
        self._owner, self._workers = os.getpid(), list[_Worker]()
        try:
            for n in range(count): self._workers.append(_Worker(context, n, job))
        except BaseException as fault:
            self._end()
            if not isinstance(fault, Exception): raise
            raise DataError(f"a worker cannot be started: {type(fault).__name__}: {fault}",
                            'Give a dataset and a collate that can be pickled, start_method="fork", or workers=0.') from fault

    def __enter__(self) -> Self: return self
    def __exit__(self, *_: object) -> None: self._end()

    def _end(self) -> None:
        if os.getpid() != self._owner: return  # a forked child: the workers are its parent's
        while self._workers: self._workers.pop().end()

    def request(self, number: int) -> None:
        """Has batch `number` loaded by the worker with least to do."""
        worker = min(self._workers, key=lambda w: len(w.requested))
        worker.requested.append(number)
        with suppress(OSError): worker.pipe.send(number)  # `receive` notices that it has died

    def receive(self, until: int | None = None) -> Iterator[tuple[int, object]]:
        """What has come, with its number: a batch, or the Fault in its place. until: a batch to wait for, if it has not come
        yet."""
        while True:
            for number, batch in self._arrived():
                if number == until: until = None
                yield number, batch
            if until is None: return
            self._wait(until)

    def _arrived(self) -> Iterator[tuple[int, object]]:
        """What has come by now, without waiting."""
        for worker in self._workers:
            while worker.requested and not worker.is_lost and worker.pipe.poll():
                if (found := self._taken(worker)) is None: break
                yield found

    def _wait(self, until: int) -> None:
        """Waits until something has come. DataError if the worker that loads batch `until` has died."""
        busy = [w for w in self._workers if w.requested and not w.is_lost]
        for worker in self._workers:
            if until in worker.requested and worker.is_lost: raise self._death(worker)
        wait([w.pipe for w in busy] + [w.process.sentinel for w in busy])
        for worker in busy:
            if not worker.process.is_alive() and not worker.pipe.poll(): worker.is_lost = True

    def _taken(self, worker: _Worker) -> tuple[int, object] | None:
        """The next batch of a worker, with its number; None, and the worker is lost, if its pipe ends."""
        try: number, batch, fault = pickle.loads(worker.pipe.recv_bytes())
        except (EOFError, OSError):
            worker.is_lost = True
            return None
        worker.requested.remove(number)
        return number, fault or batch

    def _death(self, worker: _Worker) -> HeddleError:
        worker.process.join(_PATIENCE_SECONDS)
        code = worker.process.exitcode
        how = "the worker has closed its pipe" if code is None else describe_end(code)
        return DataError(f"while batch {worker.requested[0]} was loaded, {how}",
                         "The system ends processes for want of memory: try fewer workers. workers=0 shows a crash where it happens.")
