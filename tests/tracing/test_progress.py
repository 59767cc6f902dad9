"""Work of more than two seconds is shown on a terminal, and nothing else is written anywhere."""
from __future__ import annotations

import io
import threading
import time
from types import SimpleNamespace

import pytest

from heddle import Tensor
from heddle.settings import Context
from heddle.tracing import progress


class Terminal(io.StringIO):
    def isatty(self) -> bool: return True


@pytest.fixture
def terminal(monkeypatch: pytest.MonkeyPatch) -> Terminal:
    stream = Terminal()
    monkeypatch.setattr(progress, "sys", SimpleNamespace(stderr=stream))
    monkeypatch.setattr(progress, "SECONDS", 0.01)
    monkeypatch.setattr(progress, "_EACH", 0.01)
    return stream


def wait_for(stream: Terminal, text: str) -> None:
    deadline = time.monotonic() + 60
    while text not in stream.getvalue():
        assert time.monotonic() < deadline, stream.getvalue()
        time.sleep(0.002)


def test_long_work_has_a_line_that_goes_away(terminal: Terminal) -> None:
    with progress.reporting("compiling kernels", 3) as advance:
        wait_for(terminal, "\rheddle: compiling kernels 0/3, 0 s")
        advance()
        wait_for(terminal, "\rheddle: compiling kernels 1/3, 0 s")
    last = terminal.getvalue().split("\r")
    assert last[-2].strip() == "" and len(last[-2]) == len("heddle: compiling kernels 1/3, 0 s") and last[-1] == ""
    assert not any(t.name == "heddle-progress" for t in threading.enumerate())


def test_short_work_writes_nothing(terminal: Terminal, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(progress, "SECONDS", 60.0)
    with progress.reporting("work") as advance: advance()
    assert terminal.getvalue() == ""


def test_of_nested_work_the_outermost_is_shown_also_when_it_fails(terminal: Terminal) -> None:
    with pytest.raises(ValueError), progress.reporting("loading weights"):
        with progress.reporting("compiling kernels", 3): wait_for(terminal, "heddle: loading weights, 0 s")
        raise ValueError
    assert "compiling" not in terminal.getvalue() and terminal.getvalue().endswith("\r")
    with progress.reporting("more"): wait_for(terminal, "heddle: more, 0 s")


def test_a_decorated_function_is_reported_each_time(terminal: Terminal) -> None:
    @progress.reporting("exporting")
    def export(n: int) -> int:
        """Exports."""
        wait_for(terminal, "heddle: exporting, 0 s")
        return n + 1
    assert (export(1), export(2), export.__doc__) == (2, 3, "Exports.")


def test_a_pipe_gets_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    stream = io.StringIO()
    monkeypatch.setattr(progress, "sys", SimpleNamespace(stderr=stream))
    monkeypatch.setattr(progress, "SECONDS", 0.0)
    with progress.reporting("work"): assert threading.active_count() > 0 and not any(
        t.name == "heddle-progress" for t in threading.enumerate())
    monkeypatch.setattr(progress, "sys", SimpleNamespace(stderr=None))
    with progress.reporting("work"): pass
    assert stream.getvalue() == ""


def test_compiling_is_reported(terminal: Terminal, monkeypatch: pytest.MonkeyPatch) -> None:
    """By parts, which are counted as they are done."""
    counted: list[str] = []
    line = progress._Line.advance
    monkeypatch.setattr(progress._Line, "advance", lambda self: (counted.append(self._what), line(self))[1])
    with Context(CACHE=0):
        Tensor.realize(*(Tensor.ones(n).contiguous().realize().exp2() * 3.25 for n in (331, 337, 341)))
    assert counted == ["compiling kernels"] * len(counted) and len(counted) >= 2
