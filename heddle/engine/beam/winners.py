"""Search results: kept on disk, and exchanged between machines as a text file.

Inputs: a kernel, a device, the width of the search. Outputs: its `Winner`.
Invariants: the key is the kernel's ast and the language and architecture of the device, not the version of heddle or of the compiler.
The result of the widest search is kept and serves every narrower one. A list is checked before it is used: every action must exist and
must be legal for the kernel in this version (actions/legality.py).

The file is TOML: a `version`, and a `[[winner]]` for each, with the actions as DEBUG=3 prints them and the kernel as DEBUG=5 does.
"""
from __future__ import annotations

import json
import tomllib
from collections.abc import Iterable
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any, cast

from heddle.device import Compiled, disk_cache, on_fork
from heddle.errors import DeviceError, FileFormatError, VerifyError
from heddle.file_errors import reading
from heddle.uop import UOp

if TYPE_CHECKING:
    from heddle.renderer import Capabilities

_KIND = "winner"
_VERSION = 1
_CURE = "Write it again with `python -m heddle beam export FILE`."
_here: dict[bytes, Winner] = {}  # of this process: found with CACHE=0, or by a search that was stopped early
on_fork.append(_here.clear)


@dataclass(frozen=True)
class Winner:
    """A list of actions, for which kernel, and what it gained. Times are in seconds, for one launch, measured in one run."""

    name: str
    target: str  # language and architecture
    beam: int
    actions: tuple[str, ...]
    seconds: float
    heuristic: float
    ast: str  # the kernel as text

    def graph(self) -> UOp:
        """The kernel. FileFormatError if the text is none."""
        from heddle.uop.printer import read_graph
        from heddle.uop.verify.verifier import Spec, verify
        ast = read_graph(self.ast)
        try: verify(ast, Spec.kernel_ast)
        except VerifyError as fault: raise FileFormatError(f"the kernel of {self.name} is none: {fault.what}", _CURE) from fault
        return ast


def key_of(ast: UOp, target: str) -> bytes: return disk_cache.key_of(_KIND, ast.key, target)


def keep(winner: Winner, ast: UOp, caps: Capabilities, on_disk: bool = True) -> None:
    """Remembers `winner` for this process, and for all others if `on_disk`; unless that of a wider search is known, and fits."""
    key = key_of(ast, winner.target)
    known = _look_up(key)
    if known is not None and known.beam > winner.beam and why_not(known, ast, caps) is None: return
    _here[key] = winner
    if on_disk: disk_cache.put(_KIND, key, json.dumps(asdict(winner)).encode())


def find(ast: UOp, device: Compiled, beam: int) -> Winner | None:
    """What a search of width `beam` or more has found for this kernel, if it still fits."""
    key = key_of(ast, device.renderer.target)
    found = _look_up(key)
    if found is None or found.beam < beam: return None
    if key not in _here:
        if why_not(found, ast, device.renderer.capabilities) is not None: return None
        _here[key] = found
    return found


def _look_up(key: bytes) -> Winner | None:
    if (found := _here.get(key)) is not None: return found
    data = disk_cache.get(_KIND, key)
    return None if data is None else _on_disk(data)


def everything() -> list[Winner]:
    """All that is on disk, by name."""
    data = (disk_cache.peek(e) for e in disk_cache.entries(_KIND))
    found = [w for d in data if d is not None and (w := _on_disk(d)) is not None]
    return sorted(found, key=lambda w: (w.name, w.target, w.beam, w.ast))


def clear() -> int:
    """Forgets all; returns how many there were on disk."""
    _here.clear()
    return disk_cache.clear(_KIND)


def why_not(winner: Winner, ast: UOp, caps: Capabilities) -> str | None:
    """Why the actions cannot be done to the kernel; None if they can."""
    from heddle.codegen.actions.action import Action
    from heddle.codegen.actions.legality import is_sane
    from heddle.codegen.simplify import simplify
    sink = simplify(ast)
    for text in winner.actions:
        try: action = Action.parse(text)
        except ValueError as fault: return str(fault)
        if (why := action.why_not(sink, caps)) is not None: return f"{text!r}: {why}"
        sink = action.apply(sink, caps)
    return None if is_sane(sink, caps) else "what they make cannot be lowered"


def _winner_of(entry: object) -> Winner:
    """KeyError, TypeError, ValueError or OverflowError if a field is missing or is something else."""
    if not isinstance(entry, dict): raise TypeError("a winner is a table")
    fields = cast("dict[str, Any]", entry)
    if not isinstance(fields["actions"], list): raise TypeError("actions are a list of texts")
    texts = tuple(map(str, cast("list[object]", fields["actions"])))
    return Winner(str(fields["name"]), str(fields["target"]), int(fields["beam"]), texts, float(fields["seconds"]),
                  float(fields["heuristic"]), str(fields["ast"]))


def _on_disk(data: bytes) -> Winner | None:
    """An entry of the disk cache; None, which is a miss, for one of another version of the format."""
    try: return _winner_of(json.loads(data))
    except (KeyError, TypeError, ValueError, OverflowError, RecursionError): return None


# ---- as text

_HEAD = "# Winners of heddle's BEAM search: `python -m heddle beam import FILE` makes them known on another machine.\n"


def to_text(winners: Iterable[Winner]) -> str:
    """The file that `of_text` reads."""
    return "\n".join([_HEAD + f"version = {_VERSION}", *(_table(w) for w in winners)]) + "\n"


def _table(w: Winner) -> str:
    # a literal string keeps the lines as they are; it cannot hold three quotes, which only the text of a constant could
    ast = json.dumps(w.ast) if "'''" in w.ast else f"'''\n{w.ast}'''"
    actions = "".join(f"  {json.dumps(a)},\n" for a in w.actions)
    return (f"\n[[winner]]\nname = {json.dumps(w.name)}\ntarget = {json.dumps(w.target)}\nbeam = {w.beam}\nactions = [\n{actions}]\n"
            f"seconds = {w.seconds!r}\nheuristic = {w.heuristic!r}\nast = {ast}")


def of_text(text: str, where: str) -> list[Winner]:
    """The winners in a file. FileFormatError, naming the file and the entry, if it is none of ours."""
    try: found = tomllib.loads(text)
    except (ValueError, RecursionError) as fault:
        raise FileFormatError(f"{where} is no file of winners: {fault}", _CURE, where=None) from fault
    if found.get("version") != _VERSION:
        raise FileFormatError(f"{where} has version {found.get('version')!r}, and this heddle reads {_VERSION}", _CURE, where=None)
    entries: object = found.get("winner", [])
    if not isinstance(entries, list): raise FileFormatError(f"winner in {where} is no list of tables", _CURE, where=None)
    out: list[Winner] = []
    for number, entry in enumerate(cast("list[object]", entries), 1):
        try: out.append(_winner_of(entry))
        except (KeyError, TypeError, ValueError, OverflowError) as fault:
            raise FileFormatError(f"winner {number} of {where} cannot be read: {fault!r}", _CURE, where=None) from fault
    return out


# ---- into the cache


@dataclass(frozen=True)
class Refusal:
    """An entry that was not imported, and why."""

    winner: Winner
    why: str


def take_in(winners: Iterable[Winner]) -> tuple[int, list[Refusal]]:
    """Makes those known whose actions fit their kernel; returns how many, and the others."""
    from heddle.codegen.actions.legality import capabilities_for
    refused: list[Refusal] = []
    taken = 0
    for w in winners:
        try:
            caps = capabilities_for(w.target)
            with reading(f"winner {w.name}", "a kernel with actions", _CURE):
                ast = w.graph()
                why = why_not(w, ast, caps)
        except (DeviceError, FileFormatError) as fault: why = fault.what
        else:
            if why is None: keep(w, ast, caps)
        if why is None: taken += 1
        else: refused.append(Refusal(w, why))
    return taken, refused
