"""Worker processes: started with heddle's code alone, driven by messages, ended with their parent.

Inputs: the command that starts a worker. Outputs: a `Worker`, whose two streams carry messages.
Invariants: the user's main module is not imported, nor anything in its folder; a worker has a session of its own, so that Ctrl-C in a
terminal does not reach it; no object is pickled. A worker ends as soon as its parent does, whatever either of them is doing: the
system signals the end of a pipe that only the parent holds (on Windows the worker ends at its next request).
"""
from __future__ import annotations

import json
import os
import select
import signal
import struct
import sys
from contextlib import suppress

from heddle.named_tuple import NamedTuple

TYPE_CHECKING = False  # as `typing` has it, which LLVM's worker does not load
if TYPE_CHECKING:
    import subprocess
    from typing import IO, Any

_HEAD = struct.Struct("<II")
_HAS_PIPE_SIGNALS = hasattr(os, "O_ASYNC")
#: for `creationflags` of a process that Ctrl-C in a terminal does not reach: CREATE_NEW_PROCESS_GROUP, where there are no sessions
OWN_GROUP = 0x200 if sys.platform == "win32" else 0


class Message(NamedTuple):
    """An object of JSON, and bytes that follow it."""

    words: dict[str, Any]
    data: bytes = b""


def send(stream: IO[bytes], message: Message) -> None:
    """Writes one message. OSError if nobody reads any more."""
    text = json.dumps(message.words).encode()
    stream.write(_HEAD.pack(len(text), len(message.data)) + text + message.data)
    stream.flush()


def receive(stream: IO[bytes]) -> Message | None:
    """The next message; None when there are no more, or the other side died within one."""
    head = stream.read(_HEAD.size)
    if len(head) < _HEAD.size: return None
    text_size, data_size = _HEAD.unpack(head)
    body = stream.read(text_size + data_size)
    if len(body) < text_size + data_size: return None
    return Message(json.loads(body[:text_size]), body[text_size:])


# ---- in the parent


def module_command(module: str, alone: bool = False) -> list[str]:
    """What starts a worker that runs `main` of `module`, with the same search path as here.

    alone: what the package imports by itself stays out, and so does `site`, whose work the search path has in it already: 11 and 3 of
    the 75 ms until a worker of LLVM is ready (Zen 4). For modules that use nothing of either.
    """
    start = "import json, sys; sys.path[:] = json.loads(sys.argv[1]); "
    if alone: start += f"sys.modules['heddle'] = package = type(sys)('heddle'); package.__path__ = [{_package_folder()!r}]; "
    return [sys.executable, "-SP" if alone else "-P", "-c", f"{start}from {module} import main; main()", json.dumps(search_path())]


def _package_folder() -> str: return os.path.dirname(os.path.dirname(os.path.abspath(__file__)))


def search_path() -> list[str]:
    """Where modules are looked for here, without the folder of the user's script and the current one, but for heddle's own."""
    home = os.path.dirname(_package_folder())
    main = getattr(sys.modules.get("__main__"), "__file__", None)
    script = os.path.dirname(os.path.abspath(main)) if main else None
    found = [p for p in sys.path if p and (p != script or p == home)]
    first = next((n for n, p in enumerate(found) if os.path.isdir(os.path.join(p, "heddle"))), len(found))
    return [*found[:first], home, *found[first:]]


class Worker:
    """A process started by `command`. `requests` and `answers` are its streams. OSError if it cannot be started.

    `errors`: a file descriptor for what it writes to standard error, which is otherwise discarded.
    """

    def __init__(self, command: list[str], errors: int | None = None) -> None:
        import subprocess
        ends = os.pipe() if _HAS_PIPE_SIGNALS else ()
        try:
            # a file, which closes itself: whoever drops a worker at any moment, the process ends
            self._life = open(ends[1], "wb", buffering=0) if ends else None  # noqa: SIM115
            self._process: subprocess.Popen[bytes] = subprocess.Popen(
                [*command, str(ends[0])] if ends else command, stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL if errors is None else errors, start_new_session=True, creationflags=OWN_GROUP,
                pass_fds=ends[:1])
        finally:
            if ends: os.close(ends[0])
        assert self._process.stdin is not None and self._process.stdout is not None
        self.requests, self.answers = self._process.stdin, self._process.stdout

    @property
    def pid(self) -> int: return self._process.pid

    def wait(self, timeout: float | None = None) -> int:
        """The exit status, once it has ended; negative: the signal that ended it."""
        return self._process.wait(timeout)

    def finish(self) -> int:
        """The exit status of a worker that gets no more requests."""
        with suppress(OSError): self.requests.close()  # what was not sent yet has no reader
        return self.wait()

    def kill(self) -> None:
        """Ends the process now. Its streams stay open: `close` is for whoever reads them."""
        self._process.kill()
        self._process.wait()

    def close(self) -> None:
        """Closes the streams of a process that has ended."""
        for pipe in (self.requests, self.answers, self._life):
            with suppress(OSError):
                if pipe is not None: pipe.close()

    def abandon(self) -> None:
        """In a forked child: the process is the parent's. Its pipes lead nowhere from here, and it is not waited for."""
        nowhere = os.open(os.devnull, os.O_RDWR)
        for pipe in (self.requests, self.answers, self._life):
            if pipe is not None and not pipe.closed: os.dup2(nowhere, pipe.fileno(), inheritable=False)
        os.close(nowhere)
        _abandoned.append(self)


#: processes of a parent: dropping one would wait for it
_abandoned: list[Worker] = []


def describe_end(code: int) -> str:
    """How a worker with this exit status ended."""
    if code >= 0: return f"the worker ended with status {code}"
    try: return f"the worker was ended by {signal.Signals(-code).name}"
    except ValueError: return f"the worker was ended by signal {-code}"


# ---- in the worker


def end_with_parent(pipe: int | None = None) -> None:
    """From now on this process ends when its parent does, also in the middle of native code.

    pipe: the end to read of a pipe whose other end only the parent holds; by default the one that `Worker` gives.
    """
    if not _HAS_PIPE_SIGNALS: return
    import fcntl
    if pipe is None: pipe = int(sys.argv[-1])
    signal.signal(signal.SIGIO, signal.SIG_DFL)  # which ends the process
    fcntl.fcntl(pipe, fcntl.F_SETOWN, os.getpid())
    fcntl.fcntl(pipe, fcntl.F_SETFL, fcntl.fcntl(pipe, fcntl.F_GETFL) | os.O_ASYNC)
    if select.select([pipe], [], [], 0)[0]: os._exit(0)  # nothing is ever written: the parent has ended already


def take_output() -> IO[bytes]:
    """What was standard output, for answers alone; what prints from now on goes to standard error."""
    answers = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)
    return answers
