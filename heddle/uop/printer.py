"""Printer and parser of graphs.

Inputs: a node.
Outputs: one short line (`show_line`), or the whole graph under it (`show_graph`), which `read_graph` turns into the identical node
again. A line of a graph reads

    7: ADD float32 [4, 4] (3, 6)  # at train.py:41, in forward
    8: RANGE int64 (2) arg=(0, AxisType.LOOP)

number, op, dtype, shape if it has axes, numbers of the sources, argument, and the user's line if known.
Invariants: sources stand above their readers, the last line is the root, and no walk recurses over the graph.
"""
from __future__ import annotations

import ast
import math
import re
from collections.abc import Hashable, Iterable
from typing import TypeVar, cast

from heddle.dtype import DType, ImageDType, dtypes, to_dtype
from heddle.errors import FileFormatError, Location, ShapeError, VerifyError
from heddle.uop.args import BufferArg, ParamArg
from heddle.uop.node_text import dtype_text, shorten
from heddle.uop.node_text import show_line as show_line
from heddle.uop.ops import AxisType, Ops
from heddle.uop.program_info import KernelInfo, ProgramInfo
from heddle.uop.uop import UOp

# ---- writing


def _shape_text(node: UOp) -> str:
    """The shape in brackets; nothing for scalars, and `[?]` where the sources do not fit: a bad graph prints too."""
    try: shape = node.shape
    except ShapeError: return " [?]"
    return f" {list(shape)}" if shape else ""


def _location_text(node: UOp) -> str:
    if node.loc is None or not (node.loc[0] + node.loc[2]).isprintable(): return ""
    return f"  # at {node.loc[0]}:{node.loc[1]}, in {node.loc[2]}"


def _graph_line(node: UOp, number: int, sources: str, locations: bool) -> str:
    arg = "" if node.arg is None else f" arg={node.arg!r}"
    sources = f" ({sources})" if sources else ""
    location = _location_text(node) if locations else ""
    return f"{number}: {node.op.name} {dtype_text(node.dtype)}{_shape_text(node)}{sources}{arg}{location}"


def show_graph(root: UOp, locations: bool = True) -> str:
    """The graph under `root`, one node per line, sources first; `read_graph` reads it back. `locations`: with the user's lines."""
    numbers: dict[UOp, int] = {}
    lines: list[str] = []
    for number, node in enumerate(root.toposort()):
        numbers[node] = number
        lines.append(_graph_line(node, number, ", ".join(str(numbers[s]) for s in node.src), locations))
    return "\n".join(lines) + "\n"


# ---- reading

#: records that may stand in an argument, by name
_RECORDS: dict[str, type] = {cls.__name__: cls for cls in (BufferArg, ImageDType, KernelInfo, ParamArg, ProgramInfo)}
#: what reading an argument that nobody printed, or making a node of it, raises
_FAULTS = (ValueError, TypeError, LookupError, AttributeError, OverflowError, SyntaxError, RecursionError, MemoryError, VerifyError)
_NUMBERS = {"inf": math.inf, "nan": math.nan}
_ENUMS = {"Ops": Ops, "AxisType": AxisType}
_LINE = re.compile(r"(?P<number>\d+): (?P<op>\w+) (?P<dtype>\w+)(?:\.vec\((?P<count>\d+)\))?(?: \[[^\]]*\])?"
                   r"(?: \((?P<src>[\d, ]*)\))?(?: arg=(?P<arg>.*))?")
_REMARK = "  # at "
_LOCATION = re.compile(r"(?P<file>.*):(?P<row>\d+), in (?P<function>.*)")

Record = TypeVar("Record", bound=type)


def readable(record: Record) -> Record:
    """Lets `read_graph` make this dataclass when it meets its printed form. Use as a decorator."""
    _RECORDS[record.__name__] = record
    return record


def _bad(text: str, why: str) -> Exception:
    return FileFormatError(f"cannot read this line of a printed graph ({why}): {shorten(text)}",
                           "Print the graph again with show_graph.")


def _read_call(tree: ast.Call) -> object:
    """`Record(field=value, …)`, `frozenset({…})`, or `dtypes.name.vec(count)`."""
    args = [_read_value(a) for a in tree.args]
    if isinstance(tree.func, ast.Name) and tree.func.id == "frozenset": return frozenset[object](*cast("list[Iterable[object]]", args))
    if isinstance(tree.func, ast.Name) and tree.func.id in _RECORDS:
        return _RECORDS[tree.func.id](*args, **{k.arg: _read_value(k.value) for k in tree.keywords if k.arg})
    if isinstance(tree.func, ast.Attribute) and tree.func.attr == "vec" and isinstance(tree.func.value, ast.Attribute):
        return _read_dtype(tree.func.value.attr).vec(*cast("list[int]", args))
    raise ValueError(f"no record {ast.unparse(tree.func)!r}; known are {', '.join(_RECORDS)}")


def _read_dtype(name: str) -> DType: return getattr(dtypes, name) if name in ("void", "index") else to_dtype(name)


def _read_name(tree: ast.Attribute) -> object:
    """`Ops.ADD`, `AxisType.LOOP` or `dtypes.float32`."""
    family = tree.value.id if isinstance(tree.value, ast.Name) else ""
    if family == "dtypes": return _read_dtype(tree.attr)
    if family in _ENUMS: return _ENUMS[family][tree.attr]
    raise ValueError(f"no value named {ast.unparse(tree)!r}")


def _read_value(tree: ast.expr) -> object:
    """The value of a printed argument. Only literals and the names above: nothing in the text is executed."""
    match tree:
        case ast.Constant(): return tree.value
        case ast.Tuple(): return tuple(_read_value(e) for e in tree.elts)
        case ast.List(): return [_read_value(e) for e in tree.elts]
        case ast.Set(): return {_read_value(e) for e in tree.elts}
        case ast.Dict() if None not in tree.keys:
            return {_read_value(k): _read_value(v) for k, v in zip(tree.keys, tree.values, strict=True) if k is not None}
        case ast.UnaryOp(op=ast.USub()): return -cast(float, _read_value(tree.operand))
        case ast.Name() if tree.id in _NUMBERS: return _NUMBERS[tree.id]
        case ast.Attribute(): return _read_name(tree)
        case ast.Call(): return _read_call(tree)
        case _: raise ValueError(f"{ast.unparse(tree)!r} is no literal")


def _split_location(text: str) -> tuple[str, Location | None]:
    """A line without its trailing remark, and the user's line the remark names.

    A string argument may contain something that looks like a remark: then what stands before it is not an expression.
    """
    line, _, remark = text.rpartition(_REMARK)  # and no pattern: one with two gaps takes time quadratic in a line
    if not line or (found := _LOCATION.fullmatch(remark)) is None: return text, None
    _, has_arg, arg = line.partition(" arg=")
    if has_arg:
        try: ast.parse(arg, mode="eval")
        except (SyntaxError, ValueError, RecursionError, MemoryError): return text, None
    return line, (found["file"], int(found["row"]), found["function"])


def _read_line(text: str, nodes: list[UOp]) -> UOp:
    """One node, whose sources are numbers into `nodes`. FileFormatError if the line is malformed or out of sequence."""
    line, location = _split_location(text)
    if (m := _LINE.fullmatch(line)) is None: raise _bad(text, "number: OP dtype [shape] (sources) arg=…  # at place")
    if int(m["number"]) != len(nodes): raise _bad(text, f"expected number {len(nodes)}")
    if m["op"] not in Ops.__members__: raise _bad(text, f"no op {m['op']}")
    try:
        dtype = _read_dtype(m["dtype"]).vec(int(m["count"] or 1))
        arg = None if m["arg"] is None else _read_value(ast.parse(m["arg"], mode="eval").body)
        src = tuple([nodes[int(s)] for s in m["src"].split(",")]) if m["src"] else ()
        node = UOp(Ops[m["op"]], dtype, src, cast(Hashable, arg))
    except _FAULTS as problem: raise _bad(text, str(problem)) from problem
    if node.loc is None: node.loc = location
    return node


def read_graph(text: str) -> UOp:
    """The node that `show_graph` printed as `text`: the identical object, if the printed one is alive.

    Raises FileFormatError for a line that is not of the printed form, or that names an unknown op, dtype or record.
    """
    nodes: list[UOp] = []
    for line in text.split("\n"):
        if line.strip(): nodes.append(_read_line(line.strip(), nodes))
    if not nodes: raise _bad(text, "there is no node")
    return nodes[-1]


