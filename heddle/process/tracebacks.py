"""Tracebacks that end at the user's line.

Inputs: exceptions. Outputs: their tracebacks without the frames of heddle, while somebody prints them.
Invariants: only those of a `UserError` are shortened, and are whole again afterwards. `TRACEBACK=full` shortens nothing.
"""
from __future__ import annotations

from collections.abc import Generator, Iterator
from contextlib import contextmanager
from types import TracebackType

from heddle.errors import UserError, is_heddles_frame, is_library_frame
from heddle.settings import settings


@contextmanager
def shortened(fault: BaseException) -> Generator[None]:
    """Inside, the traceback of a user error, and those of the errors it comes from, have no frames of heddle, and a note says so."""
    if not isinstance(fault, UserError) or settings.TRACEBACK == "full":
        yield
        return
    whole = [(f, f.__traceback__) for f in _chain(fault)]
    notes: list[str] = [*getattr(fault, "__notes__", ())]
    try:
        dropped = sum(_shorten(f) for f, _ in whole)
        if dropped: fault.add_note(f"({dropped} frames of heddle are left out: HEDDLE_TRACEBACK=full shows all)")
        yield
    finally:
        for f, trace in whole: f.__traceback__ = trace
        fault.__notes__ = notes


def print_error_of_script(fault: BaseException, script: str) -> None:
    """Prints a traceback as `python script` would, for a tool that runs the script: from its first frame on, and shortened."""
    import traceback
    trace = fault.__traceback__
    while trace is not None and trace.tb_frame.f_code.co_filename != script: trace = trace.tb_next
    with shortened(fault.with_traceback(trace or fault.__traceback__)): traceback.print_exception(fault)


def _chain(fault: BaseException | None) -> Iterator[BaseException]:
    """The fault, and those that it was raised from, as a traceback prints them."""
    seen: set[int] = set()
    while fault is not None and id(fault) not in seen:
        seen.add(id(fault))
        yield fault
        fault = fault.__cause__ or (None if fault.__suppress_context__ else fault.__context__)


def _shorten(fault: BaseException) -> int:
    """Leaves out the frames of heddle, and of Python's library below them; how many. A traceback with no other frames stays."""
    kept, dropped = list[TracebackType](), 0
    is_below = False
    trace = fault.__traceback__
    while trace is not None:
        is_below = is_heddles_frame(trace.tb_frame) or (is_below and is_library_frame(trace.tb_frame))
        if is_below: dropped += 1
        else: kept.append(trace)
        trace = trace.tb_next
    if not kept or not dropped: return 0
    rest: TracebackType | None = None
    for trace in reversed(kept): rest = TracebackType(rest, trace.tb_frame, trace.tb_lasti, trace.tb_lineno)
    fault.__traceback__ = rest
    return dropped
