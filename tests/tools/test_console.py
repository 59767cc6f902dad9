"""Colours, bars and moving lines on a terminal; plain text in a pipe."""
import io
from contextlib import redirect_stdout

import pytest

from heddle.settings import Context
from heddle.tools import console
from heddle.tools.work import describe_compiling, describe_work, format_operations
from heddle.tracing.counters import GlobalCounters


class Terminal(io.StringIO):
    def isatty(self): return True


@pytest.fixture
def terminal(monkeypatch):
    """Standard output while the test redirects it here (pytest puts its own in place until then)."""
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setattr(console, "use_color", lambda: True)
    return Terminal()


def test_a_pipe_gets_no_colours_and_no_bar(capsys):
    with console.progress("work", 3) as advance: advance(3)
    print(console.strong("bold"))
    assert capsys.readouterr().out == "bold\n"


def test_a_pipe_gets_only_the_lines_that_stay(capsys):
    line = console.LiveLine()
    line.show("step 1")
    line.show("step 2")
    line.show("done", keep=True)
    assert capsys.readouterr().out == "done\n"


def test_a_terminal_sees_the_line_move(terminal):
    with redirect_stdout(terminal):
        line = console.LiveLine()
        line.show("step 1")
        line.show("done", keep=True)
    assert terminal.getvalue() == "\r\033[Kstep 1\r\033[Kdone\n"
    assert console.styled("x", "green") == "\033[32mx\033[0m"


def test_a_terminal_sees_a_bar(terminal):
    with redirect_stdout(terminal), console.progress("embedding", 4) as advance: advance(4)
    assert "embedding" in terminal.getvalue() and "4/4" in terminal.getvalue()


@pytest.mark.parametrize(("n", "said"), [
    (0, "0 FLOP"), (999, "999 FLOP"), (1000, "1 kFLOP"), (84.6e9, "84.6 GFLOP"), (3e15, "3 PFLOP")])
def test_operations_in_a_unit_for_people(n, said):
    assert format_operations(n) == said


def test_work_is_reported_from_the_counters(tmp_path):
    GlobalCounters.reset()
    with Context(CACHE_DIR=str(tmp_path)):
        assert describe_work(1.5) == "1.50 s; 0 kernels, 0 FLOP, 0 B read and written"
        assert describe_compiling() == f"compiled nothing: the kernels were kept in {tmp_path} by an earlier run"
        GlobalCounters.add(compiled_kernels=1, kernel_count=2)
        assert "2 kernels" in describe_work(0.1)
        assert describe_compiling() == f"compiled 1 kernel, kept in {tmp_path}: another run compiles nothing"
        with Context(CACHE=0): assert describe_compiling() == "compiled 1 kernel, not kept: CACHE=0"
    GlobalCounters.reset()
