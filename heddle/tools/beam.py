"""`heddle beam`: lists, deletes, exports and imports the winners of BEAM searches."""
from __future__ import annotations

from pathlib import Path

from heddle.engine.beam import winners
from heddle.errors import FileFormatError, FileMissingError, StorageFullError
from heddle.settings import cache_folder
from heddle.tools.console import strong, styled
from heddle.tracing.counters import format_seconds


def show() -> None:
    """Prints every winner: kernel, times, actions."""
    found = winners.everything()
    print(f"{len(found)} winner{'' if len(found) == 1 else 's'} in {strong(cache_folder())}")
    for w in found:
        gain = "the heuristic's list won" if w.seconds >= w.heuristic else \
            f"{w.heuristic / w.seconds:.2f} times as fast as the heuristic"
        print(f"{strong(w.name)}  BEAM={w.beam}  {w.target}\n  {format_seconds(w.seconds)}, {styled(gain, 'green')}")
        print(f"  {', '.join(w.actions) or 'no actions'}")


def export_to(file: Path) -> None:
    """Writes every winner into a text file."""
    found = winners.everything()
    try: file.write_text(winners.to_text(found), encoding="utf-8")
    except OSError as fault:
        raise StorageFullError(f"{file} cannot be written: {fault.strerror or fault}", "Choose another path.", where=None) from fault
    print(f"wrote {len(found)} winners to {file}")


def import_from(file: Path) -> None:
    """Makes the winners in a file known here. Those whose actions do not fit their kernel are named and left out."""
    taken, refused = winners.take_in(read_winners(file))
    print(f"took in {taken} winner{'' if taken == 1 else 's'}")
    for r in refused: print(styled(f"left out {r.winner.name}: {r.why}", "red"))


def read_winners(file: Path) -> list[winners.Winner]:
    """The winners in a file. FileMissingError; FileFormatError if it is none that `export_to` wrote."""
    try: text = file.read_text(encoding="utf-8")
    except OSError as fault:
        raise FileMissingError(f"{file} cannot be read: {fault.strerror or fault}", "Check the path.", where=None) from fault
    except UnicodeDecodeError as fault:
        raise FileFormatError(f"{file} is no text: {fault}", "Write it again with `python -m heddle beam export FILE`.",
                              where=None) from fault
    return winners.of_text(text, str(file))


def clear() -> None:
    """Forgets every winner."""
    print(f"removed {winners.clear()} winners from {cache_folder()}")
