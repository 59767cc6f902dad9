"""Watch over the other processes: which have ended, and what the others are doing.

Inputs: a connection of every rank to rank 0, outside of MPI, so that it works while MPI waits.
Outputs: `ended`, the ranks that have ended with the reason, and on request what each living rank is doing.
Invariants: a thread of each process keeps both current, whatever its main thread does. Collectives send nothing here: messages flow
only when a rank ends, or waits for too long. A process that loses the others while its main thread computes ends after `GRACE`.

Messages are lines of JSON. Rank 0 passes them on to all others.
"""
from __future__ import annotations

import json
import os
import selectors
import socket
import sys
import threading
import time
from collections.abc import Callable, Mapping, Sequence

from heddle.errors import DistributedError, Location, describe_location, user_location

#: seconds that a process has to notice by itself that another one is lost, and that it waits for the others' last words
GRACE = 5.0
#: seconds that a living process may take to answer
ANSWER = 2.0
#: reasons of an end: the program is done; or another rank's end is the reason
FINISHED, SECONDARY = "finished", "has ended because of another rank"

Message = Mapping[str, object]


class Peer:
    """A connection to another process, which sends lines."""

    def __init__(self, connection: socket.socket, rank: int) -> None:
        self.connection, self.rank = connection, rank
        self._received = b""
        self._sending = threading.Lock()

    def send(self, message: Message) -> None:
        """Sends one line. If the process is gone, its connection is found closed by who reads from it."""
        try:
            with self._sending: self.connection.sendall(json.dumps(message).encode() + b"\n")
        except OSError: pass

    def receive(self) -> list[dict[str, object]] | None:
        """The messages that have come; None once the process has ended."""
        try: data = self.connection.recv(1 << 16)
        except OSError: return None
        if not data: return None
        *lines, self._received = (self._received + data).split(b"\n")
        return [json.loads(line) for line in lines]


class Watch:
    """This process's view of the others. `names[k]` describes rank k: `rank 1 on node7 (process 4242)`."""

    def __init__(self, rank: int, names: Sequence[str], peers: Sequence[Peer], doing: Callable[[], str]) -> None:
        self.rank, self.names = rank, names
        self.ended: dict[int, str] = {}  # rank: FINISHED, or the reason
        self.answers: dict[int, str] = {}  # rank: what it was doing when last asked
        self.is_noticed = False  # whether the main thread has raised an error for a lost process, or ends
        self._peers, self._doing = {peer.rank: peer for peer in peers}, doing
        self._selector = selectors.DefaultSelector()
        for peer in peers: self._selector.register(peer.connection, selectors.EVENT_READ, peer)
        self._lost_at: float | None = None
        threading.Thread(target=self._run, name="heddle-watch", daemon=True).start()

    # ---- for the main thread

    def lost(self, ranks: Sequence[int]) -> dict[int, str]:
        """Those of `ranks` that have ended, and why."""
        return {k: why for k, why in self.ended.items() if k in ranks} if self.ended else {}

    def failed(self) -> dict[int, str]:
        """The ranks that have ended before their program did, without those that did so because of others, if there are such."""
        early = {k: why for k, why in self.ended.items() if why != FINISHED}
        return {k: why for k, why in early.items() if why != SECONDARY} or early

    def end(self, why: str) -> None:
        """Tells the others that this process ends."""
        self.is_noticed = True
        self._tell({"end": self.rank, "why": why})

    def request(self) -> None:
        """Asks every rank what it is doing; `answers` fills within `ANSWER` seconds."""
        self.answers.clear()
        self._tell({"ask": self.rank})

    def describe(self, rank: int) -> str:
        """What is known of a rank, after `request`."""
        if (why := self.ended.get(rank)) is not None:
            return f"{self.names[rank]} has ended its program" if why == FINISHED else f"{self.names[rank]} {why}"
        if (answer := self.answers.get(rank)) is not None: return f"{self.names[rank]} {answer}"
        if 0 not in (self.rank, rank) and 0 not in self.answers:
            why = "has ended" if 0 in self.ended else "does not answer"
            return f"{self.names[rank]} cannot be reached: rank 0, which passes messages on, {why}"
        return f"{self.names[rank]} does not answer: it is stopped, or its machine is gone"

    # ---- in the thread

    def _tell(self, message: Message) -> None:
        for peer in self._peers.values(): peer.send(message)

    def _run(self) -> None:
        while self._peers or (self._lost_at is not None and not self.is_noticed):
            for key, _ in self._selector.select(0.5 if self._lost_at is not None else None):
                peer: Peer = key.data
                messages = peer.receive()
                if messages is None: self._closed(peer)
                else:
                    for message in messages: self._handle(message, peer)
            self._end_if_unnoticed()

    def _closed(self, peer: Peer) -> None:
        self._selector.unregister(peer.connection)
        del self._peers[peer.rank]
        if peer.rank not in self.ended: self._handle({"end": peer.rank, "why": "has died"}, peer)

    def _handle(self, message: Message, sender: Peer) -> None:
        if self.rank == 0:
            for peer in list(self._peers.values()):
                if peer is not sender: peer.send(message)
        match message:
            case {"ask": _}: self._tell({"at": self.rank, "doing": self._doing()})
            case {"at": int(rank), "doing": str(doing)}: self.answers[rank] = doing
            case {"end": int(rank), "why": str(why)}:
                self.ended.setdefault(rank, why)
                if why != FINISHED and self._lost_at is None: self._lost_at = time.monotonic()
            case _: raise ValueError(f"unknown message {message}")

    def _end_if_unnoticed(self) -> None:
        """Ends this process if its main thread has not come to a collective since another one was lost: nobody waits for its work."""
        if self._lost_at is None or self.is_noticed or time.monotonic() - self._lost_at < GRACE: return
        lost = "; ".join(f"{self.names[k]} {why}" for k, why in self.failed().items())
        what = f"{self.names[self.rank]} ends, for it cannot go on without the others: {lost}"
        error = DistributedError(what, "Start again from the last checkpoint.", main_location())
        print(f"{type(error).__name__}: {error}", file=sys.stderr, flush=True)
        self._tell({"end": self.rank, "why": SECONDARY})
        os._exit(1)


def main_location() -> Location | None:
    """The user's line at which the main thread is."""
    ident = threading.main_thread().ident
    frame = None if ident is None else sys._current_frames().get(ident)  # pyright: ignore[reportPrivateUsage]
    return None if frame is None else user_location(frame)


def describe_main() -> str:
    """The same in words."""
    where = main_location()
    return "is running" if where is None else f"is at {describe_location(where)}"


# ---- connecting


def listen(is_local: bool) -> socket.socket:
    """The socket of rank 0, to which the others connect: from other machines too, unless all run on this one."""
    server = socket.create_server(("127.0.0.1" if is_local else "", 0))
    server.listen(4096)
    return server


def accept(server: socket.socket, count: int, token: str, seconds: float) -> list[Peer]:
    """The `count` processes that connect with the right token. DistributedError if they do not in time."""
    peers: list[Peer] = []
    end = time.monotonic() + seconds
    while len(peers) < count:
        server.settimeout(max(end - time.monotonic(), 0.001))
        try:
            connection, _ = server.accept()
            connection.settimeout(max(end - time.monotonic(), 0.001))
            hello: Message = json.loads(_line(connection))
        except TimeoutError:
            raise DistributedError(f"{count - len(peers)} of {count} processes did not connect to rank 0 within {seconds:g} s",
                                   "Check that ports of rank 0's machine can be reached from the others.") from None
        except (OSError, ValueError): continue  # a stranger that went away or talks another language
        if hello.get("token") != token or not isinstance(found := hello.get("rank"), int): connection.close()
        else: peers.append(_ready(connection, found))
    server.close()
    return peers


def connect(host: str, port: int, rank: int, token: str, seconds: float) -> Peer:
    """The connection to rank 0. DistributedError if it cannot be reached."""
    try: connection = socket.create_connection((host, port), timeout=seconds)
    except OSError as fault:
        raise DistributedError(f"rank {rank} cannot reach rank 0 at {host}:{port}: {fault}",
                               "Check that the machines can reach each other by these names.") from None
    connection.sendall(json.dumps({"token": token, "rank": rank}).encode() + b"\n")
    return _ready(connection, 0)


def _line(connection: socket.socket) -> bytes:
    """The first line, byte by byte, so that nothing behind it is taken."""
    line = b""
    while not line.endswith(b"\n") and len(line) < 1024:
        if not (byte := connection.recv(1)): raise OSError("closed")
        line += byte
    return line


def _ready(connection: socket.socket, rank: int) -> Peer:
    connection.settimeout(None)
    connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    return Peer(connection, rank)
