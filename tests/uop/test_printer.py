"""Graphs as text: a printed graph reads back as the identical node."""
import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from heddle.dtype import dtypes
from heddle.errors import FileFormatError
from heddle.uop import AxisType, BufferArg, Ops, ParamArg, UOp
from heddle.uop.printer import read_graph, show_graph, show_line
from heddle.uop.program_info import ProgramInfo


def _scalar(value, dtype=dtypes.float32): return UOp(Ops.CONST, dtype, (), value)


def _same(root: UOp) -> bool: return read_graph(show_graph(root)) is root


def test_line_names_op_dtype_argument_and_sources():
    a = UOp(Ops.DEFINE_VAR, dtypes.int32, (), ("n", 0, 9))
    assert show_line(a) == "DEFINE_VAR int32 ('n', 0, 9)"
    assert show_line(a + 3) == "ADD int32 (DEFINE_VAR, 3)"
    assert repr(a + 3) == show_line(a + 3)


def test_line_stays_short():
    source = UOp(Ops.SOURCE, dtypes.void, (), "x" * 5000)
    many = UOp.sink(*(_scalar(float(i)) for i in range(100)))
    assert len(show_line(source)) < 120 and len(show_line(many)) < 120
    assert "94 more" in show_line(many)


def test_graph_text():
    x = UOp(Ops.BUFFER, dtypes.float32, (), BufferArg(7, "CPU", 6))
    y = x.reshape((2, 3)) * UOp(Ops.PERMUTE, dtypes.float32, (x.reshape((3, 2)),), (1, 0))
    y.loc = ("train.py", 41, "forward")
    assert show_graph(y) == (
        "0: BUFFER float32 [6] arg=BufferArg(id=7, device='CPU', size=6)\n"
        "1: RESHAPE float32 [2, 3] (0) arg=(2, 3)\n"
        "2: RESHAPE float32 [3, 2] (0) arg=(3, 2)\n"
        "3: PERMUTE float32 [2, 3] (2) arg=(1, 0)\n"
        "4: MUL float32 [2, 3] (1, 3)  # at train.py:41, in forward\n")
    assert _same(y)


def test_a_graph_with_wrong_shapes_prints():
    a, b = (UOp(Ops.BUFFER, dtypes.float32, (), BufferArg(i, "CPU", 4 + i)) for i in (1, 2))
    assert "[?]" in show_graph(a + b)
    assert _same(a + b)


@pytest.mark.parametrize("arg", [
    None, True, 1, -1, 1.0, -0.0, 1e300, math.inf, -math.inf, "a 'quoted' \n line  # at x.py:1, in f", b"\x00\xff", (),
    (1, (2.5, -3), ("s", None)), Ops.ADD, (Ops.MAX, (0, 1)), (3, AxisType.GRID), dtypes.float16, dtypes.int8.vec(4),
    dtypes.index, ParamArg(0, 4), ParamArg(1, 8, "CPU:1", (2, 4)), BufferArg(5, "NULL", 3), frozenset((1, 2)),
    ProgramInfo("k", (0, 1), (0,), (1,), ("n",), (4, "n"), None, 64, 10, 20, ("split 0 4",))], ids=repr)
def test_every_kind_of_argument_reads_back(arg):
    node = UOp(Ops.CALL, dtypes.void, (_scalar(1.0),), arg)
    assert _same(node)
    node.loc = ("a b.py", 3, "<module>")
    assert _same(node)


@pytest.mark.parametrize("value", [0.0, -0.0, math.inf, -math.inf, math.nan, 1, True, 2.0, (0, 1, 2, 3), (0.5, math.nan)])
def test_constants_read_back(value):
    lanes = len(value) if isinstance(value, tuple) else 1
    again = read_graph(show_graph(node := _scalar(value, dtypes.float64.vec(lanes))))
    assert again is node


@given(st.recursive(st.none() | st.booleans() | st.integers() | st.floats() | st.text() | st.binary(),
                    lambda inner: st.lists(inner, max_size=4).map(tuple)))
def test_any_plain_argument_reads_back(arg):
    assert repr(read_graph(show_graph(UOp(Ops.CALL, dtypes.void, (), arg))).arg) == repr(arg)


def test_user_line_comes_back():
    text = show_graph(UOp(Ops.SOURCE, dtypes.void, (), "int x;"))
    node = read_graph(text.replace("int x;", "int y;").rstrip() + "  # at m.py:9, in <lambda>\n")
    assert node.loc == ("m.py", 9, "<lambda>") and node.arg == "int y;"


@pytest.mark.parametrize("text, why", [
    ("", "there is no node"), ("hello", "number: OP dtype"), ("1: CONST float32 arg=1.0", "expected number 0"),
    ("0: CONSTANT float32 arg=1.0", "no op CONSTANT"), ("0: CONST float33 arg=1.0", "float33"),
    ("0: ADD float32 (0, 1)", "list index out of range"), ("0: CONST float32 arg=open('x')", "no record 'open'"),
    ("0: CONST float32 arg=__import__('os').name", "no value named"), ("0: CONST float32 arg=(1,", "was never closed"),
    ("0: CONST float32 arg=Ops.FOO", "FOO"), ("0: CONST float32 arg=1+1", "no literal")])
def test_bad_text_is_refused(text, why):
    with pytest.raises(FileFormatError, match=why.replace("(", r"\(")): read_graph(text)


def test_long_chain():
    node = _scalar(1.0)
    for _ in range(30_000): node = UOp(Ops.NEG, dtypes.float32, (node,))
    assert _same(node)
