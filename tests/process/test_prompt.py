"""Tracebacks end at the user's line, in scripts, at prompts and in notebooks; debuggers and other hooks see all frames."""
from __future__ import annotations

import subprocess
import sys
import traceback
from pathlib import Path

import pytest

from heddle import Tensor
from heddle.errors import ShapeError
from heddle.process import prompt
from heddle.process.tracebacks import shortened
from heddle.settings import Context

PROGRAM = '''
from heddle import Tensor, TinyJit

@TinyJit
def outer(x): return inner(x)
def inner(x): return (x @ Tensor.ones(5, 5)).realize()
outer(Tensor.ones(3, 4).realize())
'''


def said_by(tmp_path: Path, program: str, *options: str, **environment: str) -> str:
    file = tmp_path / "train.py"
    file.write_text(program)
    root = str(Path(__file__).resolve().parents[2])
    done = subprocess.run([sys.executable, *options, str(file)], cwd=tmp_path, capture_output=True, text=True, timeout=120,
                          env={"PYTHONPATH": root, "PATH": "/usr/bin:/bin", "CACHE": "0", **environment}, input="")
    return done.stderr


def test_a_traceback_has_the_users_frames_alone(tmp_path: Path) -> None:
    said = said_by(tmp_path, PROGRAM)
    frames = [line.strip() for line in said.splitlines() if line.startswith("  File ")]
    assert [frame.partition('train.py", ')[2] for frame in frames] == ["line 7, in <module>", "line 5, in outer", "line 6, in inner"]
    assert "ShapeError: matmul needs equal inner sizes" in said
    assert "frames of heddle are left out: HEDDLE_TRACEBACK=full shows all)" in said


def test_all_frames_are_shown_on_request(tmp_path: Path) -> None:
    said = said_by(tmp_path, PROGRAM, HEDDLE_TRACEBACK="full")
    assert "heddle/tensor/ops/matmul.py" in said and "are left out" not in said


def test_other_errors_keep_their_frames(tmp_path: Path) -> None:
    """A fault of heddle, or of code that heddle calls."""
    said = said_by(tmp_path, "from heddle import TinyJit, Tensor\nTinyJit(lambda x: 1 // 0)(Tensor([1]))")
    assert "heddle/jit/jit.py" in said and "ZeroDivisionError" in said and "are left out" not in said


def test_a_program_that_has_its_own_hook_gets_the_whole_traceback(tmp_path: Path) -> None:
    hook = "import sys, traceback\n" \
           "sys.excepthook = lambda kind, fault, trace: print(len(traceback.extract_tb(trace)), file=sys.stderr)\n"
    assert int(said_by(tmp_path, hook + "from heddle import Tensor\nTensor.ones(3) @ Tensor.ones(4)")) > 3


def test_a_debugger_sees_all_frames_afterwards(tmp_path: Path) -> None:
    """`python -i` and `pdb.pm()` look at `sys.last_value` after the traceback was printed."""
    def fail() -> None: _ = Tensor.ones(3) @ Tensor.ones(4)
    with pytest.raises(ShapeError) as caught: fail()
    fault, whole = caught.value, traceback.extract_tb(caught.value.__traceback__)
    with shortened(fault):
        assert [frame.name for frame in traceback.extract_tb(fault.__traceback__)][-1] == "fail"
        assert "are left out" in "".join(traceback.format_exception(fault))
    assert traceback.extract_tb(fault.__traceback__) == whole and "are left out" not in "".join(traceback.format_exception(fault))
    with Context(TRACEBACK="full"), shortened(fault): assert traceback.extract_tb(fault.__traceback__) == whole


def test_the_error_behind_an_error_is_shortened_too() -> None:
    def fail() -> None:
        try: _ = Tensor.ones(3) @ Tensor.ones(4)
        except ShapeError as first: raise ShapeError("another", "Do something.") from first
    with pytest.raises(ShapeError) as caught: fail()
    with shortened(caught.value): text = "".join(traceback.format_exception(caught.value))
    assert "matmul.py" not in text and "direct cause" in text


def test_the_prompt_of_python_shows_values(tmp_path: Path) -> None:
    root = str(Path(__file__).resolve().parents[2])
    lines = "from heddle import Tensor\nTensor([1, 2], device='CPU') + 1\n_.shape\n1 + 1\n"
    said = subprocess.run([sys.executable, "-i", "-q"], input=lines, cwd=tmp_path, capture_output=True, text=True, timeout=120,
                          env={"PYTHONPATH": root, "PATH": "/usr/bin:/bin", "CACHE": "0"})
    assert said.stdout == "Tensor([2, 3], int32 on CPU)\n(2,)\n2\n"


class FakeShell:
    """What is used of IPython's shell."""

    def __init__(self) -> None: self.custom_exceptions, self.handler, self.shown = (), None, []

    def set_custom_exc(self, kinds, handler) -> None: self.custom_exceptions, self.handler = kinds, handler
    def showtraceback(self, exc_tuple, tb_offset=None) -> None: self.shown = traceback.extract_tb(exc_tuple[2])


def test_a_shell_of_ipython_shortens_tracebacks() -> None:
    shell = FakeShell()
    prompt.install_in(shell)
    try: _ = Tensor.ones(3) @ Tensor.ones(4)
    except ShapeError as fault: shell.handler(shell, type(fault), fault, fault.__traceback__, tb_offset=1)
    assert [frame.name for frame in shell.shown] == ["test_a_shell_of_ipython_shortens_tracebacks"]
    own = shell.handler
    prompt.install_in(shell)
    assert shell.handler is own


def test_in_ipython_itself(tmp_path: Path) -> None:
    pytest.importorskip("IPython")
    program = "import IPython\nIPython.start_ipython(argv=['--colors=NoColor', '--simple-prompt', '-c', " \
              "'from heddle import Tensor; y = Tensor([1, 2], device=\"CPU\") + 1; display(y); Tensor.ones(3) @ Tensor.ones(4)'])\n"
    file = tmp_path / "run.py"
    file.write_text(program)
    import os
    done = subprocess.run([sys.executable, str(file)], capture_output=True, text=True, timeout=120,
                          env=os.environ | {"IPYTHONDIR": str(tmp_path), "HOME": str(tmp_path)})
    said = done.stdout + done.stderr
    assert "Tensor([2, 3], int32 on CPU)" in said and "ShapeError: matmul needs" in said
    assert "matmul.py" not in said and "HEDDLE_TRACEBACK=full" in said
