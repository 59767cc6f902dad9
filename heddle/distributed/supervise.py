"""Supervisor of one rank: the process that the MPI launcher starts, whose only child is the program.

Inputs: the program and its arguments. Outputs: its exit status, and what it prints, line by line with its rank in front. Invariants:
the program never outlives its supervisor; a program that was killed is not reported to the launcher at once, which would kill the
other ranks before they have said which one they lost; a line is passed on whole, so that lines of several ranks do not mix.
"""
from __future__ import annotations

import ctypes
import os
import re
import select
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator, Sequence

from heddle.process.program import title_of
from heddle.settings import rank_of_launcher

#: seconds until the launcher is told of a killed program; the others usually end everything before
LINGER = 10.0
#: seconds in which what a program has printed is read after its end; what it has started may keep its output open for longer
_DRAIN = 2.0
_DEATH_SIGNAL = 1  # PR_SET_PDEATHSIG of prctl(2)
#: bytes that a pipe takes in one piece
_WHOLE: int = getattr(select, "PIPE_BUF", 4096)
#: Windows has the first two
_PASSED_ON = [s for name, s in signal.Signals.__members__.items() if name in ("SIGINT", "SIGTERM", "SIGHUP", "SIGUSR1")]
#: ends of lines; a progress bar goes back to the begin of its own
_LINE = re.compile(rb"[^\r\n]*(?:\r\n|\r(?!\Z)|\n)")


def _die_with_parent() -> None:
    ctypes.CDLL(None).prctl(_DEATH_SIGNAL, signal.SIGKILL, 0, 0, 0)


def _batches(lines: Sequence[bytes]) -> Iterator[bytes]:
    """The lines in order, joined up to what a pipe takes in one piece; a longer line is a batch of its own.

    The launcher mixes what it reads from several ranks, read by read. A pipe that is nearly full takes the first part of a longer
    write, which a read then ends in.
    """
    batch = b""
    for line in lines:
        if len(batch) + len(line) > _WHOLE and batch:
            yield batch
            batch = b""
        batch += line
    if batch: yield batch


class _Relay:
    """Passes on what comes from `source`, a pipe, to the descriptor `dest`: whole lines, each behind `prefix`."""

    def __init__(self, source: int, dest: int, prefix: bytes) -> None:
        self._source, self._dest, self._prefix = source, dest, prefix
        self._thread = threading.Thread(target=self._run, daemon=True)
        self._thread.start()

    def finish(self, seconds: float) -> None:
        """Waits until everything has come, for so long at most."""
        self._thread.join(seconds)

    def _run(self) -> None:
        rest = b""
        while data := os.read(self._source, 1 << 16):
            text = rest + data
            lines = _LINE.findall(text)
            rest = text[sum(map(len, lines)):]
            if not self._write(lines): return
        if rest: self._write([rest + b"\n"])

    def _write(self, lines: Sequence[bytes]) -> bool:
        """Writes lines, as many at once as a pipe takes whole. False once nobody reads: the program's next write fails then."""
        try:
            for batch in _batches([self._prefix + line for line in lines]):
                data = memoryview(batch)
                while data: data = data[os.write(self._dest, data):]
        except OSError:
            os.close(self._source)
            return False
        return True


def run(program: Sequence[str]) -> int:
    """Runs the program to its end; its exit status, or 128 and the number of the signal that killed it.

    Meanwhile it gets the signals of this process, whose handlers are as they were afterwards.
    """
    before = _die_with_parent if sys.platform == "linux" else None
    rank = rank_of_launcher()
    pipe = None if rank is None else subprocess.PIPE
    # descriptors stay open: MPI's launcher talks to the program through one
    child = subprocess.Popen([sys.executable, *program], close_fds=False, preexec_fn=before, stdout=pipe, stderr=pipe)
    handlers = {number: signal.signal(number, lambda number, _: child.send_signal(number)) for number in _PASSED_ON}
    try: return _status_of(child, title_of(program), rank)
    finally:
        for number, handler in handlers.items(): signal.signal(number, handler)


def _status_of(child: subprocess.Popen[bytes], program: str, rank: int | None) -> int:
    """Passes on what the program prints; its status, after it has ended, and a while later if it was killed."""
    prefix = f"[{rank}] ".encode()
    relays = [_Relay(source.fileno(), dest, prefix) for source, dest in ((child.stdout, 1), (child.stderr, 2)) if source is not None]
    status = child.wait()
    for relay in relays: relay.finish(_DRAIN)
    if status >= 0: return status
    text = f"{program} (process {child.pid}) was killed by {signal.Signals(-status).name}"
    print(text if rank is None else f"[{rank}] {text}", file=sys.stderr, flush=True)
    time.sleep(LINGER)
    return 128 - status


if __name__ == "__main__": sys.exit(run(sys.argv[1:]))
