"""PTX text into tokens."""

from __future__ import annotations

import re
from bisect import bisect_right
from dataclasses import dataclass

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


@dataclass(frozen=True)
class Token:
    kind: str
    text: str
    start: int
    line: int


def tokens_of(text: str) -> list[Token]:
    """All tokens, ended by one of kind "end". Comments are blanked first, so that line numbers stay."""
    text = COMMENT.sub(lambda m: re.sub(r"[^\n]", " ", m.group()), text)
    starts = [0, *(m.end() for m in re.finditer("\n", text))]
    out: list[Token] = []
    at = 0
    while at < len(text):
        m = TOKEN.match(text, at)
        if m is None:
            line = bisect_right(starts, at)
            bad = text[at : text.find("\n", at)]
            raise PtxSyntaxError("unreadable text", Where("module", line, bad[:60]))
        if m.lastgroup != "space":
            out.append(Token(m.lastgroup or "", m.group(), at, bisect_right(starts, at)))
        at = m.end()
    out.append(Token("end", "", at, len(starts)))
    return out
