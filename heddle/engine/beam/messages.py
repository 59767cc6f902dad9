"""Message protocol between a searching process and its workers: JSON followed by binary data, over pipes.

A message is two little-endian 32-bit counts, that many bytes of JSON (an object, UTF-8), and that many bytes of data, often none.
Every request has one answer, in order. The object of a request has `do`, that of an answer has `ok`, and `why` where that is false.

    open     device, settings               the device to work for; the first request
    kernel   variables, kind, seed          the kernel to work on, as text in the data; its inputs are made when first needed
    compile  actions                        -> info, and the binary as data
    run      info, is_reference, give_up    the binary as data -> seconds: of each launch; compared with the reference's results
    duel     infos, sizes, rounds           two binaries as data, run alternately -> seconds: of each launch, for both

Invariants: no object is pickled, so reading a message executes nothing.
"""
from __future__ import annotations

from heddle.process.workers import Message, receive, send

__all__ = ["Message", "receive", "send"]
