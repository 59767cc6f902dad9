"""PTX text into tokens."""

from __future__ import annotations

import re
from typing import NamedTuple

from .errors import PtxSyntaxError, Where

COMMENT = re.compile(r"//[^\n]*|/\*.*?\*/", re.S)
TOKEN = re.compile(
    r"""
    (?P<float>0[fF][0-9a-fA-F]{8}\b | 0[dD][0-9a-fA-F]{16}\b | \d+\.\d*(?:[eE][+-]?\d+)? | \d+[eE][+-]?\d+)
  | (?P<int>0[xX][0-9a-fA-F]+U? | 0[bB][01]+U? | \d+U?)
  | (?P<string>"(?:\\.|[^"\\])*")
  | (?P<name>[%$A-Za-z_][\w$]*)
  | (?P<mod>\.\w+(?:::[A-Za-z0-9_]+)*)
  | (?P<punct><<|>>|[][{}()<>,;:=@!|+*/&^~-])
  | (?P<space>\s+)
    """,
    re.X,
)


class Token(NamedTuple):
    kind: str
    text: str
    start: int
    line: int


def tokens_of(text: str) -> list[Token]:
    """All tokens, ended by one of kind "end". Comments are blanked first, so that line numbers stay."""
    text = COMMENT.sub(lambda m: re.sub(r"[^\n]", " ", m.group()), text)
    out: list[Token] = []
    line, at = 1, 0
    for m in TOKEN.finditer(text):
        kind, start = m.lastgroup or "", m.start()
        if start != at:
            break
        at = m.end()
        if kind == "space":
            line += m.group().count("\n")
        else:
            out.append(Token(kind, m.group(), start, line))
    if at != len(text):
        raise PtxSyntaxError("unreadable text", Where("module", line, text[at:].split("\n")[0][:60]))
    out.append(Token("end", "", at, line))
    return out
