"""Worker pool of a search: starts workers, sends requests with a time limit, kills and replaces workers.

Inputs: requests. Outputs: an `Answer` for each: the worker's reply, or how the worker ended instead.
Invariants: no wait exceeds its limit; a worker that died or was killed is reaped, and the next request starts another; workers do not
receive the terminal's Ctrl-C, and end by themselves when this process does.
"""
from __future__ import annotations

import contextlib
import queue
import threading
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import IO, Any

from heddle.engine.beam.messages import Message, receive, send
from heddle.named_tuple import NamedTuple
from heddle.process import workers
from heddle.process.workers import Worker, describe_end
from heddle.tracing.counters import Seconds

#: A worker that starts imports Python and heddle, on a machine that may be busy.
_START_SECONDS = 30.0
#: The watchdog in the worker acts when the one here should have.
_GRACE_SECONDS = 1.0


class NoWorkerError(Exception):
    """Workers cannot be started here, or not for this device: an answer to the session, which warns, and never the user's error."""


class Answer(NamedTuple):
    """What came of a request. `ended`: the worker died of it, and how. `late`: its time was over."""

    words: dict[str, Any]
    data: bytes = b""
    ended: str = ""
    late: bool = False

    @property
    def ok(self) -> bool: return not self.ended and bool(self.words["ok"])

    @property
    def why(self) -> str: return self.ended or str(self.words.get("why", ""))


def worker_command() -> list[str]:
    """What starts a worker."""
    return workers.module_command("heddle.engine.beam.worker")


class Member:
    """One worker, alive or not. What was said to it last, `state`, is said again to the one that takes its place."""

    def __init__(self, state: Sequence[Message]) -> None:
        self.state = list(state)
        self._process: Worker | None = None
        self._answers: queue.SimpleQueue[Message | None] = queue.SimpleQueue()
        self._reader: threading.Thread | None = None
        self._unheard: list[Message] = []  # what the present worker has still to be told

    def request(self, request: Message, limit: float) -> Answer:
        """The answer, within `limit` seconds."""
        self.begin(request, limit)
        return self.finish()

    def begin(self, request: Message, limit: float) -> None:
        """Sends a request; `finish` has the answer. NoWorkerError if there can be no worker."""
        self.start()
        self._say(request, limit)

    def _say(self, request: Message, limit: float) -> None:
        assert self._process is not None
        self._limit, self._deadline = limit, time.monotonic() + limit
        # one that died meanwhile: `finish` finds its end
        words = {**request.words, "limit": limit + _GRACE_SECONDS}
        with contextlib.suppress(OSError): send(self._process.requests, Message(words, request.data))

    def finish(self) -> Answer:
        """Waits for the answer to what was begun. A worker that is late or dead is none afterwards."""
        try: said = self._answers.get(timeout=max(0.0, self._deadline - time.monotonic()))
        except queue.Empty:
            self.kill()
            return Answer({}, ended=f"no end after {self._limit:.3g} s", late=True)
        if said is not None: return Answer(said.words, said.data)
        assert self._process is not None
        code = self._process.wait()
        self.kill()
        return Answer({}, ended=describe_end(code))

    def start(self) -> None:
        """Sees to it that there is a worker, and that it knows the state. NoWorkerError if there can be none."""
        self.spawn()
        while self._unheard:
            self._say(self._unheard.pop(0), _START_SECONDS)
            said = self.finish()
            if not said.ok: raise NoWorkerError(f"a worker could not begin: {said.why}")

    def spawn(self) -> None:
        """Starts a process if there is none, and does not wait until it can be spoken to."""
        if self._process is not None: return
        try: self._process = Worker(worker_command())
        except OSError as fault: raise NoWorkerError(f"no process can be started ({fault.strerror or fault})") from fault
        self._answers = queue.SimpleQueue()
        self._reader = threading.Thread(target=_read, args=(self._process.answers, self._answers), daemon=True,
                                        name="heddle-beam-reader")
        self._reader.start()
        self._unheard = list(self.state)

    def switch_kernel(self, kernel: Message) -> None:
        """Makes `kernel` what the present worker, and any that takes its place, works on."""
        self.state = [self.state[0], kernel]
        if self._process is None: self.spawn()  # it hears of the whole state
        else: self._unheard.append(kernel)

    @property
    def pid(self) -> int | None: return None if self._process is None else self._process.pid

    def kill(self) -> None:
        """Ends the worker now."""
        process, self._process, self._unheard = self._process, None, []
        if process is None: return
        process.kill()
        if self._reader is not None: self._reader.join()
        process.close()

    def abandon(self) -> None:
        """In a forked child: the process is the parent's."""
        if self._process is not None: self._process.abandon()


def _read(stream: IO[bytes], answers: queue.SimpleQueue[Message | None]) -> None:
    while (message := receive(stream)) is not None: answers.put(message)
    answers.put(None)


class Crew:
    """The workers of one device: some that compile, side by side, one that runs, alone, and one that is ready to take its place."""

    def __init__(self, device: str, switches: dict[str, object], compilers: int) -> None:
        opening = Message({"do": "open", "device": device, "switches": switches})
        self.compilers = [Member([opening]) for _ in range(compilers)]
        self.runner, self._spare = Member([opening]), Member([opening])

    def everyone(self) -> Iterator[Member]:
        yield from self.compilers
        yield self.runner
        yield self._spare

    def take(self, kernel: Message) -> None:
        """Turns everyone to this kernel; they start side by side. Who has work first is there when this returns."""
        for member in self.everyone(): member.switch_kernel(kernel)
        for member in (*self.compilers, self.runner): member.start()

    def renew_runner(self, kernel: Message) -> None:
        """A process that has run nothing yet runs from now on."""
        self.runner.kill()
        self.runner, self._spare = self._spare, self.runner
        self.runner.switch_kernel(kernel)

    def respawn(self) -> None:
        """Has workers begin to get ready who take the places of those that are gone, for the next search."""
        for member in self.everyone(): member.spawn()

    def compile(self, jobs: Iterable[Sequence[str]], limit: Callable[[], float]) -> Iterator[Answer]:
        """Answers to compiling each list of actions, in order, as many at a time as there are compilers.

        `limit` is asked for each: seconds from when it is begun.
        """
        waiting = iter(jobs)
        busy: list[Member] = []
        for member in self.compilers:
            if not self._begin(member, next(waiting, None), limit()): break
            busy.append(member)
        while busy:
            member = busy.pop(0)
            answer = member.finish()
            if self._begin(member, next(waiting, None), limit()): busy.append(member)
            yield answer

    @staticmethod
    def _begin(member: Member, actions: Sequence[str] | None, limit: float) -> bool:
        if actions is None: return False
        member.begin(Message({"do": "compile", "actions": list(actions)}), limit)
        return True

    def stop(self) -> None:
        """Ends all workers now."""
        for member in self.everyone(): member.kill()

    def abandon(self) -> None:
        """In a forked child: leaves the workers to its parent."""
        for member in self.everyone(): member.abandon()


def seconds_left(deadline: float) -> Seconds:
    """Until `deadline` on the clock of `time.monotonic`; never less than 0."""
    return Seconds(max(0.0, deadline - time.monotonic()))
