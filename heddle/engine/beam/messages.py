"""What a searching process and its workers say to each other: JSON, with bytes behind it, over pipes.

A message is two little-endian 32-bit counts, that many bytes of JSON (an object, UTF-8), and that many bytes of data, often none.
Every request has one answer, in order. The object of a request has `do`, that of an answer has `ok`, and `why` where that is false.

    open     device, settings               the device to work for; first of all
    kernel   ast, places, variables         the kernel to work on, as text; data is made when first needed
    compile  actions                        -> info, and the binary as data
    run      info, is_reference, give_up    the binary as data -> seconds: of each launch; compared with the reference's results
    duel     infos, sizes, rounds           two binaries as data, in turns -> seconds: of each launch, for both

Always true: no object is pickled, so that reading a message runs nothing.
"""
from __future__ import annotations

import json
import struct
from typing import IO, Any, NamedTuple

_HEAD = struct.Struct("<II")


class Message(NamedTuple):
    """The object, and the bytes behind it."""

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
