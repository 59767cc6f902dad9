"""Messages go through a pipe whole, or not at all."""
from __future__ import annotations

import io

import pytest

from heddle.engine.beam.messages import Message, receive, send


def sent(*messages: Message) -> bytes:
    stream = io.BytesIO()
    for m in messages: send(stream, m)
    return stream.getvalue()


def test_what_is_sent_is_received():
    first, second = Message({"do": "compile", "actions": ["split 0 by 4 as unroll"], "n": 1.5}), Message({"ok": True}, b"\0\xff" * 9)
    stream = io.BytesIO(sent(first, second))
    assert receive(stream) == first and receive(stream) == second and receive(stream) is None


@pytest.mark.parametrize("kept", [0, 3, 8, 12, -1])
def test_a_message_cut_short_is_none(kept):
    whole = sent(Message({"ok": True}, b"data"))
    assert receive(io.BytesIO(whole[:kept])) is None
