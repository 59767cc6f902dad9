"""Errors have three parts, name the user's line, and are the built-in errors one expects."""
from __future__ import annotations

import pickle
import re
import sys

import pytest

from heddle import errors
from heddle.errors import (
    CompileError,
    DTypeError,
    FileMissingError,
    HeddleError,
    InternalError,
    OutOfMemoryError,
    ShapeError,
    UserError,
    VerifyError,
    nearest,
    user_location,
    warn_once,
)

ALL = [value for value in vars(errors).values() if isinstance(value, type) and issubclass(value, HeddleError)]


def test_three_parts():
    error = ShapeError("matmul needs equal inner sizes, got 128 and 64", "Try b.T")
    what, where, cure = str(error).split("\n  ")
    assert what == "matmul needs equal inner sizes, got 128 and 64."
    assert re.fullmatch(r'at .*test_errors\.py:\d+, in test_three_parts:  error = ShapeError\(.*\)', where)
    assert cure == "Try b.T."


def test_where_may_be_given_or_left_out():
    assert "at model.py:7, in forward" in str(ShapeError("bad", where=("model.py", 7, "forward")))
    assert str(ShapeError("bad", where=None)) == "bad."


def test_user_line_is_outside_heddle():
    from heddle.dtype import to_dtype
    with pytest.raises(DTypeError) as caught: to_dtype("flaot32")
    assert caught.value.where is not None and caught.value.where[0] == __file__
    assert "Did you mean 'float32'? There are: bool" in str(caught.value)


def test_user_line_skips_python_itself():
    import functools
    found = functools.reduce(lambda a, b: user_location(), [1, 2])
    assert found is not None and found[0] == __file__


def test_user_line_skips_what_heddle_compiles_at_run_time():
    scope = {"user_location": user_location}
    exec(compile("def rule(): return user_location()", "<rules of x>", "exec"), scope)
    assert scope["rule"]()[0] == __file__
    scope["__name__"] = "__main__"  # as for python -c
    assert scope["rule"]()[0] == "<rules of x>"


def _lines_of(source: str, file: str = "made.py") -> list[tuple[str, int, str]]:
    found: list[tuple[str, int, str]] = []
    names = {"__name__": "made", "note": lambda: found.append(errors.user_location(sys._getframe(1)))}
    exec(compile(source, file, "exec"), names)
    return found


def test_each_line_of_a_function_is_its_own():
    """Lines are remembered by the position in the code: two in one line are one, and a line comes again and again."""
    body = ["note(); note()", "for _ in range(n):", "  note()", "[note() for _ in range(1)]", "", "note()"]
    source = "\n".join(["def f(n):", *(f"  {line}" for line in body), "f(2)", "f(1)", "note()"])
    lines = [2, 2, 4, 4, 5, 7, 2, 2, 4, 5, 7, 10]
    assert [line for _, line, _ in _lines_of(source)] == lines == [line for _, line, _ in _lines_of(source)]
    assert {name for _, _, name in _lines_of(source)} == {"f", "<listcomp>", "<module>"} or sys.version_info >= (3, 12)


def test_code_that_takes_the_place_of_other_code_has_lines_of_its_own(monkeypatch):
    """Equal ids, equal positions, equal text in another file: what is remembered is of one code object."""
    monkeypatch.setattr(errors, "_MOST_CODES", 4)
    for i in range(300):
        assert _lines_of("\n" * (i % 7) + "note()", f"made{i % 3}.py") == [(f"made{i % 3}.py", i % 7 + 1, "<module>")]
        assert len(errors._lines) <= 4


@pytest.mark.parametrize("kind", ALL, ids=lambda kind: kind.__name__)
def test_every_error_formats_and_pickles(kind):
    error = kind("something is wrong", "do this")
    again = pickle.loads(pickle.dumps(error))
    assert str(again) == str(error) and str(error).startswith("something is wrong.\n  at ")
    assert type(again) is kind and again.cure == "do this."


@pytest.mark.parametrize("kind", [k for k in ALL if k is not HeddleError], ids=lambda kind: kind.__name__)
def test_every_error_is_of_one_family(kind):
    assert issubclass(kind, UserError) != issubclass(kind, InternalError)


def test_errors_are_what_python_programmers_expect():
    assert issubclass(ShapeError, ValueError) and issubclass(DTypeError, TypeError)
    assert issubclass(FileMissingError, FileNotFoundError) and issubclass(OutOfMemoryError, MemoryError)


def test_internal_errors_ask_for_a_report_and_name_the_reproducer():
    text = str(VerifyError("pass 'fold' broke node 3", reproducer="/tmp/fault.py"))
    assert "please report it" in text and text.endswith("Reproducer: /tmp/fault.py")


def test_compile_error_shows_what_the_compiler_said():
    error = CompileError("clang refused kernel r_4", kernel="r_4", source="int x", output="1:5: expected ';'\n")
    assert str(error).endswith("The compiler said:\n  1:5: expected ';'")
    assert (error.kernel, error.source) == ("r_4", "int x")


@pytest.mark.parametrize("word, expected", [("CPUU", "CPU"), ("cdua", "CUDA"), ("metl", "METAL"), ("zzzzzz", None)])
def test_nearest(word, expected):
    assert nearest(word, ["CPU", "CUDA", "METAL"]) == expected


def test_warn_once():
    with pytest.warns(errors.HeddleWarning, match="slow") as caught:
        warn_once("this is slow")
        warn_once("this is slow")
    assert len(caught) == 1 and caught[0].filename == __file__
