"""Codec of schedule templates: a template as bytes that another process reads.

Inputs: a `Template` and the form of its graph, or the bytes. Outputs: bytes (JSON); or the template, with the form's user lines.
Invariants: decoding executes nothing; what decodes without an error is what was encoded, and fits the form's memory. No line of a
program is in the bytes: nodes have the number of the graph's node whose line they have.
"""
from __future__ import annotations

import json
import math
from collections.abc import Callable, Iterable, Sequence
from operator import index
from typing import Any, cast

from heddle.dtype import DType, dtypes
from heddle.errors import HeddleError, Location
from heddle.schedule.cache_key import Form
from heddle.schedule.content_key import PLAIN, NotStorable
from heddle.schedule.fusion_report import Boundary, Reason, Why
from heddle.schedule.size_codec import Json, read_size, write_size
from heddle.schedule.template import Fresh, Part, Template
from heddle.uop import KernelInfo, Ops, ParamArg, Symbol, UOp
from heddle.uop.args import Collective
from heddle.uop.mesh import DeviceMesh, Layout
from heddle.uop.ops import AxisType
from heddle.uop.symbol import capacity

_DTYPES = {d.name: d for d in (*dtypes.all, dtypes.void, dtypes.index)}
#: what decoding bytes that `write_template` did not make raises
FAULTS = (ValueError, TypeError, LookupError, AttributeError, OverflowError, RecursionError, HeddleError)


# ---- arguments of nodes


def _write_arg(x: object) -> Json:
    """An argument: plain values as they are, tuples as lists, records as tables of one entry."""
    kind = type(x)
    if kind in PLAIN: return x
    if kind is tuple: return [_write_arg(y) for y in cast("tuple[object, ...]", x)]
    if isinstance(x, Ops): return {"op": x.name}
    if isinstance(x, AxisType): return {"axis": x.name}
    if isinstance(x, DType): return {"dtype": _write_dtype(x)}
    if isinstance(x, Symbol): return {"size": write_size(x.unbound())}
    if isinstance(x, ParamArg) and x.image is None: return {"param": [x.slot, x.size, x.device, _write_arg(x.shape)]}
    if isinstance(x, KernelInfo): return {"kernel": [x.name, _write_arg(x.opts_to_apply)]}
    if isinstance(x, Collective): return {"collective": [_write_arg(y) for y in x]}
    if isinstance(x, DeviceMesh): return {"mesh": [_write_arg(y) for y in (tuple(x), x.names, x.sizes, x.box, x.rank)]}
    if isinstance(x, Layout): return {"layout": [_write_arg(x.mesh), _write_arg(x.cuts)]}
    raise NotStorable(f"a {kind.__name__}")


def _read_arg(data: Json) -> Any:
    if isinstance(data, list): return tuple([_read_arg(x) for x in cast("list[Json]", data)])
    if not isinstance(data, dict): return data
    ((name, value),) = cast("dict[str, Json]", data).items()
    return _RECORDS[name](value)


_RECORDS: dict[str, Callable[[Any], object]] = {
    "op": lambda name: Ops.__members__[name], "axis": lambda name: AxisType.__members__[name], "dtype": lambda row: _read_dtype(row),
    "size": read_size, "param": lambda row: ParamArg(*map(_read_arg, row)), "kernel": lambda row: KernelInfo(*map(_read_arg, row)),
    "collective": lambda row: Collective(*map(_read_arg, row)), "mesh": lambda row: DeviceMesh(*map(_read_arg, row)),
    "layout": lambda row: Layout(*map(_read_arg, row))}


def _write_dtype(x: DType) -> Json:
    if x.name not in _DTYPES: raise NotStorable(x.name)
    return [x.name, x.count]


def _read_dtype(row: Json) -> DType:
    name, count = row
    return _DTYPES[name].vec(count) if count != 1 else _DTYPES[name]


# ---- graphs


class _Table:
    """Numbers of things in order of appearance. `rows` are their forms in JSON."""

    def __init__(self) -> None:
        self._numbers: dict[str, int] = {}
        self.rows: list[Json] = []

    def number(self, row: Json) -> int:
        """The number of a thing with this form."""
        text = json.dumps(row)  # 1, 1.0 and True are equal, and differ here
        if (found := self._numbers.get(text)) is None:
            found = self._numbers[text] = len(self.rows)
            self.rows.append(row)
        return found


class _Lines:
    """The numbers of the graph's nodes by the user's line that they have, plus 1; 0 for none."""

    def __init__(self, nodes: Iterable[UOp]) -> None:
        self._same: dict[int, int] = {}  # of the object, which is that of one operation
        self._equal: dict[Location, int] = {}
        for number, node in enumerate(nodes, 1):
            if node.loc is not None: self._same[id(node.loc)] = self._equal[node.loc] = number

    def number(self, loc: Location | None) -> int:
        """The number of the last node with that line."""
        return 0 if loc is None else self._same.get(id(loc)) or self._equal.get(loc, 0)


def _write_graph(root: UOp, lines: _Lines) -> tuple[dict[str, Json], dict[UOp, int]]:
    """Every node, sources first: op, dtype, argument, line and sources by their numbers."""
    ops, formats, args = _Table(), _Table(), _Table()
    numbers: dict[UOp, int] = {}
    rows: list[list[int]] = []
    for node in root.toposort():
        if node is root: break
        numbers[node] = len(rows)
        rows.append([ops.number(node.op.name), formats.number(_write_dtype(node.dtype)), args.number(_write_arg(node.arg)),
                     lines.number(node.loc), *[numbers[s] for s in node.src]])
    return {"ops": ops.rows, "dtypes": formats.rows, "args": args.rows, "nodes": rows}, numbers


def _read_graph(data: Json, lines: Sequence[Location | None]) -> list[UOp]:
    ops = [Ops.__members__[name] for name in data["ops"]]
    formats, args = list(map(_read_dtype, data["dtypes"])), list(map(_read_arg, data["args"]))
    nodes: list[UOp] = []
    made = nodes.append
    for op, dtype, arg, line, *src in cast("list[list[int]]", data["nodes"]):
        if src and min(src) < 0: raise ValueError("a negative number of a source")
        node = UOp(ops[op], formats[dtype], tuple([nodes[s] for s in src]), args[arg])
        if line and node.loc is None: node.loc = lines[line]
        made(node)
    return nodes


# ---- templates


def write_template(template: Template, form: Form) -> bytes:
    """The bytes. NotStorable if they cannot hold it."""
    lines = _Lines(form.nodes)
    homes = [h for h in template.homes if h is not None]
    graph, numbers = _write_graph(UOp.sink(template.linear, *homes, *template.kept.values()), lines)
    found = graph | {
        "linear": numbers[template.linear], "key": template.linear.key.hex(),
        "lines": [_line(lines, number, loc) for number, loc in template.lines],
        "inputs": template.inputs,
        "allocations": [_write_memory(memory) for memory in template.allocations],
        "homes": [None if home is None else numbers[home] for home in template.homes],
        "kept": [[number, numbers[home]] for number, home in template.kept.items()],
        "boundaries": [_write_boundary(b, lines) for b in template.boundaries],
    }
    return json.dumps(found, separators=(",", ":")).encode()


def _line(lines: _Lines, number: int | None, loc: Location | None) -> int:
    if number is not None: return number + 1
    if loc is not None and not lines.number(loc): raise NotStorable("a line that no node of the graph has")
    return lines.number(loc)


def _write_memory(memory: Fresh | Part) -> Json:
    if isinstance(memory, Fresh): return [memory.device, memory.size, _write_dtype(memory.dtype)]
    return [memory.of, memory.size, memory.start, _write_dtype(memory.dtype)]


def _read_memory(row: Json) -> Fresh | Part:
    first, *sizes, dtype = row
    if len(row) == 3: return Fresh(str(first), index(sizes[0]), _read_dtype(dtype))
    return Part(index(first), index(sizes[0]), index(sizes[1]), _read_dtype(dtype))


def _write_boundary(b: Boundary, lines: _Lines) -> Json:
    return [b.op.name, write_size(b.shape), b.dtype, b.nbytes, lines.number(b.loc), b.why.reason.name, b.why[1:], b.writer, b.readers]


def _read_boundary(row: Json, lines: Sequence[Location | None]) -> Boundary:
    op, shape, dtype, nbytes, line, reason, (again, store, length), writer, readers = row
    why = Why(Reason[reason], again, store, length)
    return Boundary(Ops.__members__[op], read_size(shape), dtype, nbytes, lines[line], why, writer, tuple(readers))


def read_template(data: bytes, form: Form) -> Template:
    """The template that `write_template` wrote for an equal form. One of FAULTS if it did not, or for another form."""
    found: dict[str, Json] = json.loads(data)
    user_lines = [None, *[node.loc for node in form.nodes]]
    nodes = _read_graph(found, user_lines)
    linear, lines, homes = nodes[index(found["linear"])], cast("list[int]", found["lines"]), cast("list[int | None]", found["homes"])
    if min(lines, default=0) < 0: raise ValueError("a negative number of a line")
    template = Template(
        linear, tuple([(i - 1 if i else None, user_lines[i]) for i in lines]), found["inputs"],
        tuple([_read_memory(row) for row in found["allocations"]]), tuple([None if i is None else nodes[i] for i in homes]),
        {number: nodes[i] for number, i in found["kept"]}, tuple([_read_boundary(row, user_lines) for row in found["boundaries"]]))
    # the keys of kernels are needed anyway: programs are looked up by them
    if linear.key.hex() != found["key"]: raise ValueError("another LINEAR")
    _check(template, form)
    return template


# ---- checks


_RUN = frozenset((Ops.SINK, Ops.PROGRAM, Ops.COPY, Ops.BUFFER_VIEW, Ops.COLLECTIVE))


def _check(template: Template, form: Form) -> None:
    """ValueError unless the template has a home for every root, and all CALLs are on memory that it has, or the form."""
    calls = template.linear.src
    if template.linear.op is not Ops.LINEAR or len(calls) != len(template.lines): raise ValueError("no line for each CALL")
    if template.inputs != len(form.slots) or len(template.homes) != len(form.roots): raise ValueError("of another graph")
    memories = _memories(template, form)
    for call in calls:
        if call.op is not Ops.CALL or call.src[0].op not in _RUN: raise ValueError(f"a {call.op.name} that cannot be run")
        for param in call.src[1:]: _check_param(param, memories)
    for root, home in zip(form.roots, template.homes, strict=True): _check_home(root, home, memories)
    for number, home in template.kept.items():
        if number < 0: raise ValueError("a negative number of a node")
        _check_home(form.nodes[number], home, memories)


_Memory = tuple[str | None, int]


def _memories(template: Template, form: Form) -> list[_Memory]:
    """The device and the bytes of each slot."""
    found: list[_Memory] = [(b.arg.device, b.arg.size * b.dtype.itemsize) for b in form.slots]
    devices = form.devices or ("",)  # a graph of constants may have none
    for memory in template.allocations:
        nbytes = memory.size * memory.dtype.itemsize
        if isinstance(memory, Fresh): device, begin, room = memory.device, 0, nbytes
        else: (device, room), begin = found[memory.of], memory.start * memory.dtype.itemsize
        if device not in devices or min(nbytes, begin) < 0 or begin + nbytes > room: raise ValueError("memory that there is not")
        if isinstance(memory, Part) and memory.of < 0: raise ValueError("a negative number of a slot")
        found.append((device, nbytes))
    return found


def _check_param(param: UOp, memories: Sequence[_Memory]) -> None:
    if param.op is not Ops.PARAM or param.arg.slot < 0: raise ValueError(f"a {param.op.name} in place of memory")
    memory = param.arg.device, param.arg.size * param.dtype.itemsize
    if memories[param.arg.slot] != memory: raise ValueError("memory of another size")


def _check_home(root: UOp, home: UOp | None, memories: Sequence[_Memory]) -> None:
    """A home is a PARAM, or a MULTI of RESHAPEs of some, with room for the root's elements; an ASSIGN has none."""
    if home is None:
        if root.op is not Ops.ASSIGN: raise ValueError("a root without memory")
        return
    for param in [part.base for part in home.src] if home.op is Ops.MULTI else [home]: _check_param(param, memories)
    size = math.prod(capacity(home.shape)) if home.op is Ops.MULTI else home.arg.size
    if home.dtype is not root.dtype or size != root.capacity: raise ValueError("a home of another size")
