"""Verifier rules for single nodes.

Inputs: a node.
Outputs: None, or what is wrong with it.
Invariants: a rule looks at a node and its sources, never further, except for the memory that an INDEX stands for.
"""
from __future__ import annotations

import math
from collections.abc import Callable

from heddle.dtype import DType, dtypes
from heddle.errors import ShapeError
from heddle.uop.args import ParamArg
from heddle.uop.interpreter.ops import lane_values
from heddle.uop.ops import OPS, AxisType, GroupOp, Ops
from heddle.uop.printer import show_line
from heddle.uop.program_info import ProgramInfo
from heddle.uop.uop import UOp

Rule = Callable[[UOp], str | None]

_MEMORY = frozenset((Ops.PARAM, Ops.DEFINE_LOCAL, Ops.BUFFER))
#: what a CALL can run
CALLED = frozenset((Ops.SINK, Ops.PROGRAM, Ops.COPY, Ops.COLLECTIVE, Ops.BUFFER_VIEW, Ops.LINEAR))

#: least and greatest number of sources of the ops that take any number by the op table
_SOURCES = {Ops.CONST: (0, 1), Ops.IOTA: (0, 1), Ops.INDEX: (2, 3), Ops.LOAD: (1, 3), Ops.STORE: (2, 3), Ops.END: (1, math.inf),
            Ops.REDUCE: (1, math.inf), Ops.AFTER: (1, math.inf), Ops.CALL: (1, math.inf), Ops.PROGRAM: (1, 3),
            Ops.MULTI: (1, math.inf), Ops.ASYNC_COPY: (2, 3), Ops.GEP: (1, 2), Ops.TMA_LOAD: (3, math.inf),
            Ops.MBARRIER_WAIT: (2, math.inf),
            Ops.SCAN: (1, 2), Ops.LOOP_CARRIED: (2, math.inf)}

# ---- rules of one node


def arity(node: UOp) -> str | None:
    """Each op has the number of sources that the op table says."""
    required = OPS[node.op].arity
    least, greatest = _SOURCES.get(node.op, (0, math.inf)) if required is None else (required, required)
    if least <= len(node.src) <= greatest: return None
    return f"{node.op.name} takes {least if least == greatest else f'{least} to {greatest}'} sources, not {len(node.src)}"


_DERIVED: dict[str, Callable[[UOp], DType]] = {
    "same": lambda node: node.src[0].dtype, "second": lambda node: node.src[1].dtype, "void": lambda node: dtypes.void,
    "bool": lambda node: dtypes.bool.vec(node.src[0].dtype.count)}


def dtype_of_result(node: UOp) -> str | None:
    """The dtype is the one that the op table derives from the sources."""
    kind = OPS[node.op].result
    if kind == "own" or (kind != "void" and not node.src): return None
    required = _DERIVED[kind](node)
    return None if node.dtype == required else f"the dtype should be {required}"


def operands_agree(node: UOp) -> str | None:
    """The operands of an arithmetic op have one dtype, and so one number of lanes."""
    if node.op not in GroupOp.ALU: return None
    operands = node.src
    if node.op is Ops.WHERE:
        condition, *operands = node.src
        if condition.dtype != dtypes.bool.vec(node.dtype.count):
            return f"the condition is {condition.dtype}, not bool of the same width"
    if len({s.dtype for s in operands}) == 1: return None
    return f"operands differ in dtype: {', '.join(str(s.dtype) for s in operands)}"


def family_of_operands(node: UOp) -> str | None:
    """Float ops have floats, integer ops have integers; only and, or, exclusive or and not also take bools."""
    meaning, dtype = OPS[node.op], node.src[0].dtype if node.src else node.dtype
    if meaning.floats_only and not dtype.is_float(): return f"{node.op.name} is for floats, not {dtype}"
    on_bools = dtype.is_bool() and node.op in (Ops.AND, Ops.OR, Ops.XOR, Ops.NOT)
    if meaning.ints_only and not (dtype.is_integer() or on_bools): return f"{node.op.name} is for integers, not {dtype}"
    return None


def constant_fits(node: UOp) -> str | None:
    """A constant's argument is a value of its dtype, or one for each lane."""
    if node.op is not Ops.CONST: return None
    dtype, values = node.dtype.scalar(), lane_values(node)
    if len(values) not in (1, node.dtype.count): return f"{len(values)} values for {node.dtype.count} lanes"
    kind = float if dtype.is_float() else bool if dtype.is_bool() else int
    for v in values:
        if type(v) is not kind: return f"{v!r} is {type(v).__name__}, {dtype.name} needs {kind.__name__}"
        if kind is int and not dtype.min <= v <= dtype.max: return f"{v} is not in {dtype.name}"
    return None


def shift_in_range(node: UOp) -> str | None:
    """A constant shift is by 0 to bits - 1."""
    if node.op not in (Ops.SHL, Ops.SHR) or node.src[1].op is not Ops.CONST: return None
    wrong = [n for n in lane_values(node.src[1]) if not 0 <= n < node.dtype.bits]
    return f"a shift of {node.dtype.bits} bits by {wrong[0]}" if wrong else None


def conversion_keeps_size(node: UOp) -> str | None:
    """CAST keeps the lanes, BITCAST the lanes and the bytes."""
    if node.op not in (Ops.CAST, Ops.BITCAST): return None
    source = node.src[0].dtype
    if source.count != node.dtype.count: return f"{source.count} lanes become {node.dtype.count}"
    if node.op is Ops.CAST or source.itemsize == node.dtype.itemsize: return None
    return f"{source.itemsize} bytes become {node.dtype.itemsize}"


def sources_fill_vector(node: UOp) -> str | None:
    """VECTORIZE has as many lanes as its sources together, all of one dtype."""
    if node.op is not Ops.VECTORIZE: return None
    lanes, scalar = sum(s.dtype.count for s in node.src), node.dtype.scalar()
    if lanes != node.dtype.count: return f"{lanes} lanes are given for {node.dtype.count}"
    return None if all(s.dtype.scalar() == scalar for s in node.src) else f"not every source is {scalar}"


def lanes_exist(node: UOp) -> str | None:
    """GEP takes lanes that its source has."""
    if node.op is not Ops.GEP: return None
    source = node.src[0].dtype
    if len(node.src) == 2:
        inside = node.src[1].vmin >= 0 and node.src[1].vmax < source.count
        return None if inside else f"{source} has no lanes {node.src[1].vmin} to {node.src[1].vmax}"
    if node.dtype != source.scalar().vec(len(node.arg)): return f"{len(node.arg)} lanes of {source} are not {node.dtype}"
    return None if all(0 <= lane < source.count for lane in node.arg) else f"{source} has not all lanes of {node.arg}"


def range_counts(node: UOp) -> str | None:
    """A RANGE counts with scalar integers of one dtype, and says what it becomes."""
    if node.op is not Ops.RANGE: return None
    if not (node.dtype.is_integer() and node.dtype.count == 1 and node.src[0].dtype == node.dtype):
        return "it does not count with scalar integers of one dtype"
    match node.arg:
        case (_, AxisType()) | (_, AxisType(), str()): return None
        case _: return "its argument is not (id, AxisType), or these and a name"


def closes_ranges(node: UOp) -> str | None:
    """REDUCE and END close RANGEs, and REDUCE has an associative op."""
    if node.op not in (Ops.REDUCE, Ops.END): return None
    if node.op is Ops.REDUCE and node.arg not in GroupOp.ASSOCIATIVE: return f"cannot reduce with {node.arg}"
    others = [s.op.name for s in node.src[1:] if s.op is not Ops.RANGE]
    return f"it closes RANGEs, not {', '.join(others)}" if others else None


def carries_on(node: UOp) -> str | None:
    """A LOOP_CARRIED goes through RANGEs in the dtype that it starts with, and YIELD gives one a value of its dtype."""
    if node.op is Ops.LOOP_CARRIED:
        others = [s.op.name for s in node.src[2:] if s.op is not Ops.RANGE]
        if others: return f"it goes through RANGEs, not {', '.join(others)}"
        return None if node.src[0].dtype == node.dtype else f"it starts with {node.src[0].dtype}"
    if node.op is not Ops.YIELD: return None
    if node.src[0].op is not Ops.LOOP_CARRIED: return f"{node.src[0].op.name} has no next iteration"
    return None if node.src[0].dtype == node.src[1].dtype else f"{node.src[0].dtype} becomes {node.src[1].dtype}"


def _under(node: UOp) -> UOp:
    """The first source, without the AFTERs around it: an INDEX's memory, the address of a LOAD or STORE."""
    node = node.src[0]
    while node.op is Ops.AFTER: node = node.src[0]
    return node


def index_names_memory(node: UOp) -> str | None:
    """INDEX is of memory, in its dtype, at a scalar integer, and its condition is a scalar bool."""
    if node.op is not Ops.INDEX: return None
    memory = _under(node)
    if memory.op not in _MEMORY: return f"{memory.op.name} is not memory"
    if node.dtype != memory.dtype: return f"the memory holds {memory.dtype}"
    if not (node.src[1].dtype.is_integer() and node.src[1].dtype.count == 1): return f"the index is {node.src[1].dtype}"
    if len(node.src) == 3 and node.src[2].dtype != dtypes.bool: return f"the condition is {node.src[2].dtype}"
    return None


def access_fits(node: UOp) -> str | None:
    """LOAD and STORE are of an INDEX, in its dtype, or of a register, in exactly its dtype."""
    if node.op not in (Ops.LOAD, Ops.STORE): return None
    address, value = _under(node), node.dtype if node.op is Ops.LOAD else node.src[1].dtype
    if address.op is Ops.DEFINE_REG: return None if value == address.dtype else f"the register holds {address.dtype}, not {value}"
    if address.op is not Ops.INDEX: return f"{address.op.name} is no address to {node.op.name.lower()}"
    return None if value.scalar() == address.dtype else f"the memory holds {address.dtype}, not {value}"


def gate_is_whole(node: UOp) -> str | None:
    """The gate of a LOAD or STORE is a scalar bool; a LOAD with one has another value of its own dtype."""
    if node.op not in (Ops.LOAD, Ops.STORE): return None
    if len(node.src) == 3 and node.src[2].dtype != dtypes.bool: return f"the gate is {node.src[2].dtype}"
    if node.op is Ops.STORE or len(node.src) == 1: return None
    if len(node.src) == 2: return "another value needs a gate"
    return None if node.src[1].dtype == node.dtype else f"the other value is {node.src[1].dtype}"


def _takes_every_value(index: UOp) -> bool:
    """Is `index` a sum of loop counters, each once, times constants? Then it reaches both its bounds."""
    seen: set[UOp] = set()
    stack = [index]
    while stack:
        node = stack.pop()
        if node.op is Ops.ADD: stack += node.src
        elif node.op is Ops.MUL and node.src[1].op is Ops.CONST: stack.append(node.src[0])
        elif node.op is Ops.RANGE and node not in seen and node.src[0].op is Ops.CONST and node.src[0].arg > 0: seen.add(node)
        elif node.op is not Ops.CONST: return False
    return True


def index_within_memory(node: UOp) -> str | None:
    """An access without a condition stays within its memory.

    Only what is certain is reported: an index that is outside for all its values, or one that reaches its bounds.
    """
    if node.op not in (Ops.LOAD, Ops.STORE) or len(node.src) == 3 or _under(node).op is not Ops.INDEX: return None
    index = _under(node)
    if len(index.src) == 3: return None
    count = node.dtype.count if node.op is Ops.LOAD else node.src[1].dtype.count
    size, (low, high) = _under(index).size, index.src[1].bounds
    if 0 <= low and high + count <= size: return None
    certain = high < 0 or low + count > size or _takes_every_value(index.src[1])
    return f"elements {low} to {high + count - 1} of a memory of {size} are touched without a condition" if certain else None


def shape_exists(node: UOp) -> str | None:
    """The sources' shapes fit together."""
    try: _ = node.shape
    except ShapeError as problem: return problem.what
    return None


def no_index_dtype(node: UOp) -> str | None:
    """The dtype `index` has become a real integer."""
    return "the dtype index is still here" if node.dtype.scalar() == dtypes.index else None


def call_is_complete(node: UOp) -> str | None:
    """A CALL runs a kernel, a copy or a view on memory."""
    if node.op is not Ops.CALL: return None
    what, buffers = node.src[0], node.src[1:]
    if what.op not in CALLED: return f"{what.op.name} cannot be run"
    wrong = [b.op.name for b in buffers if b.op not in (Ops.BUFFER, Ops.PARAM, Ops.BUFFER_VIEW, Ops.DEFINE_VAR)]
    if wrong: return f"{wrong[0]} is not memory"
    if what.op in (Ops.COPY, Ops.COLLECTIVE) and len(buffers) != 2: return f"a {what.op.name} is of two buffers, not {len(buffers)}"
    return "its PROGRAM has no ProgramInfo" if what.op is Ops.PROGRAM and not isinstance(what.arg, ProgramInfo) else None


def params_have_buffers(node: UOp) -> str | None:
    """Each PARAM of a CALL's kernel has a buffer of its dtype and size."""
    if node.op is not Ops.CALL or node.src[0].op not in (Ops.SINK, Ops.PROGRAM): return None
    what = node.src[0]
    return _params_match(what if what.op is Ops.SINK else what.src[0], node.src[1:])


def _params_match(ast: UOp, buffers: tuple[UOp, ...]) -> str | None:
    for param in ast.toposort():
        if param.op is not Ops.PARAM: continue
        slot: int = param.arg.slot
        if slot >= len(buffers): return f"{show_line(param)} of its kernel has no buffer among {len(buffers)}"
        if buffers[slot].dtype != param.dtype or buffers[slot].size != param.arg.size:
            return f"{show_line(param)} of its kernel is given {show_line(buffers[slot])}"
    return None


def param_says_its_slot(node: UOp) -> str | None:
    """A PARAM's argument is a ParamArg."""
    return "its argument is not a ParamArg" if node.op is Ops.PARAM and not isinstance(node.arg, ParamArg) else None
