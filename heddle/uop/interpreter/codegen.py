"""Code generation of the interpreter: a kernel's linear IR as a Python function.

Inputs: the ops of one kernel in order.
Outputs: a function of its buffers and variables that computes exactly what `OPS` says.
Invariants: every op is one statement; a scalar is a Python number, a vector a tuple; whatever leaves its memory, reads what was
never written or shifts too far is an InternalError that names the op.
"""
from __future__ import annotations

import ctypes
import math
from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any, NoReturn, TypeVar, cast

from heddle.dtype import ConstType, DType, dtypes, round_to
from heddle.errors import InternalError
from heddle.uop.interpreter import ops
from heddle.uop.interpreter.workgroups import Elements, Kernel, Memory, Thread, over_groups
from heddle.uop.ops import AxisType, GroupOp, Ops
from heddle.uop.printer import show_line
from heddle.uop.uop import UOp

T = TypeVar("T")

_INFIX = {Ops.ADD: "+", Ops.SUB: "-", Ops.MUL: "*", Ops.AND: "&", Ops.OR: "|", Ops.XOR: "^", Ops.SHR: ">>", Ops.SHL: "<<",
          Ops.CMPLT: "<", Ops.CMPNE: "!=", Ops.CMPEQ: "=="}
#: results that lie in the dtype if the sources do
_CLOSED = GroupOp.COMPARE | {Ops.AND, Ops.OR, Ops.XOR, Ops.SHR, Ops.MAX, Ops.WHERE, Ops.MOD, Ops.TRUNC}

_DEEPEST = 19  # Python itself allows 20 nested loops

# ---- what the generated text calls


def _fail(node: UOp, why: str) -> NoReturn: raise InternalError(f"{why}: {show_line(node)}")


def _outside(node: UOp, at: int, size: int) -> NoReturn:
    _fail(node, f"element {at} (of {node.src[1].dtype.count if node.op is Ops.STORE else node.dtype.count} from there on) "
                f"is outside a memory of {size}")


def _shift_count(node: UOp, count: int) -> int:
    return count if 0 <= count < node.dtype.bits else _fail(node, f"a shift by {count}")


def _written(node: UOp, value: T | None) -> T:
    return value if value is not None else _fail(node, "read before anything was written there")


class _Bits:
    """Memory of a format that memoryviews do not know, through the integers of its bits."""

    def __init__(self, dtype: DType, view: memoryview) -> None: self.dtype, self.view = dtype, view
    def __len__(self) -> int: return len(self.view)
    def __setitem__(self, at: int, value: ConstType) -> None: self.view[at] = ops.to_bits(self.dtype, value)

    def __getitem__(self, at: int | slice) -> ConstType | list[ConstType]:
        if isinstance(at, slice): return [ops.from_bits(self.dtype, b) for b in self.view[at]]
        return ops.from_bits(self.dtype, self.view[at])


def _open_memory(node: UOp, memory: Memory) -> Elements:
    """The elements of a PARAM's buffer."""
    nbytes = node.arg.size * node.dtype.itemsize
    raw = memoryview(memory)
    if raw.nbytes < nbytes: _fail(node, f"a buffer of {raw.nbytes} bytes was given")
    elements: Any = []
    if nbytes == 0: return elements
    raw = raw.cast("B")[:nbytes]
    if node.dtype.fmt in (None, "e"): return _Bits(node.dtype, raw.cast("B" if node.dtype.itemsize == 1 else "H"))
    elements = raw.cast  # the type checker requires a literal format letter
    return elements(node.dtype.fmt)


def _check_variable(node: UOp, value: int) -> int:
    _, least, greatest = node.arg
    return value if least <= value <= greatest else _fail(node, f"{value} is not a value of this variable")


# ---- text of one op on scalars


class _Translator:
    """Collects the lines of the function and the values they use by name."""

    def __init__(self, by_thread: bool) -> None:
        self.lines: list[str] = []
        self.depth = 1
        self.names: dict[UOp, str] = {}
        self.values: dict[str, object] = {
            "inf": math.inf, "nan": math.nan, "single": ctypes.c_float, "fail": _fail, "outside": _outside, "written": _written,
            "open_memory": _open_memory, "check": _check_variable, "greater": ops.greater, "shift_count": _shift_count}
        self.scratch: list[str] = []  # memories that each piece of the grid starts with as they were before it
        self.by_thread = by_thread  # the function does the work of one thread of a work-group

    def line(self, text: str) -> None: self.lines.append("  " * self.depth + text)

    def value(self, x: object) -> str:
        """A name for `x` in the text."""
        name = f"k{len(self.values)}"
        self.values[name] = x
        return name

    def name(self, node: UOp, letter: str = "v") -> str:
        return self.names.setdefault(node, f"{letter}{len(self.names)}")

    def rounded(self, node: UOp, text: str) -> str:
        """`text`, put into the node's dtype."""
        scalar = node.dtype.scalar()
        if scalar == dtypes.float64: return text
        if scalar == dtypes.float32: return f"single({text}).value"
        if scalar.is_bool(): return f"bool({text})"
        if scalar.is_float(): return f"{self.value(partial(round_to, scalar))}({text})"
        low, high = node.bounds
        if scalar.min < low or high < scalar.max: return text  # bounds that are known are those without wrapping
        mask = (1 << scalar.bits) - 1
        if scalar.is_unsigned(): return f"({text}) & {mask}"
        return f"((({text}) + {1 << scalar.bits - 1}) & {mask}) - {1 << scalar.bits - 1}"

    def scalar(self, node: UOp, src: list[str]) -> str:
        """The expression for one lane of an elementwise op."""
        if node.op in (Ops.CAST, Ops.BITCAST): return self.cast(node, src[0])
        if node.op is Ops.MULACC: return self.rounded(node, f"({self.rounded(node, f'{src[0]} * {src[1]}')}) + {src[2]}")
        text = self.plain(node, src)
        return text if node.op in _CLOSED else self.rounded(node, text)

    def plain(self, node: UOp, src: list[str]) -> str:
        """The expression before it is rounded."""
        is_float, is_bool = node.dtype.is_float(), node.dtype.is_bool()
        if node.op in (Ops.SHL, Ops.SHR) and node.src[1].op is not Ops.CONST:
            return f"{src[0]} {_INFIX[node.op]} shift_count({self.value(node)}, {src[1]})"
        if node.op in _INFIX: return f"{src[0]} {_INFIX[node.op]} {src[1]}"
        match node.op:
            case Ops.NEG: return f"-{src[0]}"
            case Ops.NOT: return f"not {src[0]}" if is_bool else f"~{src[0]}"
            case Ops.WHERE: return f"{src[1]} if {src[0]} else {src[2]}"
            case Ops.MAX if is_float: return f"greater({src[0]}, {src[1]})"
            case Ops.MAX: return f"{src[0]} if {src[0]} > {src[1]} else {src[1]}"
            case Ops.IDIV: return f"{src[0]} // {src[1]} if {src[1]} else 0"
            case Ops.MOD: return f"{src[0]} % {src[1]} if {src[1]} else 0"
            case _: return f"{self.value(ops.EXACT[node.op])}({', '.join(src)})"

    def cast(self, node: UOp, x: str) -> str:
        """CAST or BITCAST as an expression. Integers of fewer than 64 bits are exact in a Python float, so one rounding is right;
        others, and floats to integers, go through `ops.cast`."""
        to, source = node.dtype.scalar(), node.src[0].dtype.scalar()
        if node.op is Ops.BITCAST: return f"{self.value(partial(ops.bitcast, to, source))}({x})"
        if to.is_bool(): return f"{x} != 0"
        if source.is_float() and to.is_float(): return self.rounded(node, x)
        if source.is_float(): return f"{self.value(partial(ops.cast, to))}({x})"
        if to.is_float() and source.bits < 64: return self.rounded(node, f"float({x})")
        if to.is_float(): return f"{self.value(partial(ops.cast, to))}({x})"
        return self.rounded(node, f"int({x})" if source.is_bool() else x)

    # ---- statements

    def elementwise(self, node: UOp) -> str:
        src = [self.names[s] for s in node.src]
        if node.dtype.count == 1: return self.scalar(node, src)
        lanes = [self.scalar(node, [f"{s}[{i}]" for s in src]) for i in range(node.dtype.count)]
        return f"({', '.join(lanes)})"

    def dot(self, node: UOp) -> str:
        """Sums of products of groups of lanes, rounded once; a scalar's factors are groups too."""
        is_bits = node.arg.is_float() and not node.src[0].dtype.is_float()
        read, group = self.value(partial(ops.from_bits, node.arg)) if is_bits else "", node.src[0].dtype.count // node.dtype.count
        a, b = ([f"{read}({self.names[s]}[{i}])" for i in range(s.dtype.count)] for s in node.src[:2])
        products = [" + ".join(f"{a[i + n]} * {b[i + n]}" for n in range(group)) for i in range(0, len(a), group)]
        one = node.dtype.count == 1
        added = [self.names[node.src[2]] + ("" if one else f"[{i}]") for i in range(node.dtype.count)]
        lanes = [self.rounded(node, f"{c} + {p}") for c, p in zip(added, products, strict=True)]
        return lanes[0] if one else f"({', '.join(lanes)})"

    def constant(self, node: UOp) -> str:
        kind = float if node.dtype.is_float() else bool if node.dtype.is_bool() else int
        texts = [repr(kind(v)) for v in ops.lane_values(node)]
        if node.dtype.count == 1: return texts[0]
        return f"({', '.join(texts if len(texts) > 1 else texts * node.dtype.count)})"

    def access(self, node: UOp, count: int) -> tuple[str, str]:
        """(memory, index) of a LOAD or STORE of `count` elements through an INDEX, after a line that checks the index."""
        memory, at = self.names[node.src[0].src[0]], self.names[node.src[0]]
        limit = f"len({memory})" if count == 1 else f"len({memory}) - {count - 1}"
        self.line(f"if not 0 <= {at} < {limit}: outside({self.value(node)}, {at}, len({memory}))")
        return memory, at

    def load(self, node: UOp) -> None:
        """Lines for a LOAD. One with a gate (3 sources) has the alternative value, and reads memory only if the gate is true."""
        target = self.name(node)
        if len(node.src) == 3:
            self.line(f"{target} = {self.names[node.src[1]]}")
            self.line(f"if {self.names[node.src[2]]}:")
            self.depth += 1
        self.line(f"{target} = {self.loaded(node)}")
        if len(node.src) == 3: self.depth -= 1

    def loaded(self, node: UOp) -> str:
        """The expression of what is read; registers and local memory fail if it was never written."""
        address, count = node.src[0], node.dtype.count
        if address.op is Ops.DEFINE_REG: return f"written({self.value(node)}, {self.names[address]})"
        memory, at = self.access(node, count)
        text = f"{memory}[{at}]" if count == 1 else f"tuple({memory}[{at}:{at} + {count}])"
        if address.src[0].op is not Ops.DEFINE_LOCAL: return text
        return f"written({self.value(node)}, {text if count == 1 else f'None if None in {memory}[{at}:{at} + {count}] else {text}'})"

    def store(self, node: UOp) -> None:
        """Lines for a STORE, under its gate if it has one. A vector is written element by element, after one check of its whole
        range."""
        address, value = node.src[0], self.names[node.src[1]]
        if len(node.src) == 3:
            self.line(f"if {self.names[node.src[2]]}:")
            self.depth += 1
        if address.op is Ops.DEFINE_REG: self.line(f"{self.names[address]} = {value}")
        else:
            count = node.src[1].dtype.count
            memory, at = self.access(node, count)
            if count == 1: self.line(f"{memory}[{at}] = {value}")
            else:
                for i in range(count): self.line(f"{memory}[{at} + {i}] = {value}[{i}]")
        if len(node.src) == 3: self.depth -= 1

    def open_loop(self, node: UOp) -> None:
        """Lines that open a loop. An iteration of a GRID loop starts with scratch memory as it was before the loop: pieces of a
        grid run in any order on other devices, so none may read what another one left. InternalError beyond Python's limit of
        nested loops."""
        if self.depth > _DEEPEST: _fail(node, f"more than {_DEEPEST} loops inside one another")
        scratch = self.scratch if node.arg[1] is AxisType.GRID else []
        for name in scratch: self.line(f"{name}_before = {name}[:]")
        self.line(f"for {self.name(node, 'i')} in range({self.names[node.src[0]]}):")
        self.depth += 1
        self.line("pass")
        for name in scratch: self.line(f"{name}[:] = {name}_before")  # a piece may rely on no other one

    def define_local(self, node: UOp) -> None:
        if self.by_thread: return self.line(f"{self.name(node, 's')} = shared[{node.arg[0]}]")
        name = self.name(node, "s")
        self.line(f"{name} = [None] * {node.arg[1]}")
        self.scratch.append(name)

    def add(self, node: UOp, params: int) -> int:
        """Writes the lines of one op; returns how many PARAMs there have been."""
        match node.op:
            case Ops.PARAM if self.by_thread:
                self.line(f"{self.name(node, 'm')} = buffers[{params}]")
                return params + 1
            case Ops.PARAM:
                self.line(f"{self.name(node, 'm')} = open_memory({self.value(node)}, buffers[{params}])")
                return params + 1
            case Ops.DEFINE_VAR: self.line(f"{self.name(node)} = check({self.value(node)}, variables[{node.arg[0]!r}])")
            case Ops.DEFINE_LOCAL: self.define_local(node)
            case Ops.SPECIAL: self.line(f"{self.name(node)} = position[{node.arg!r}]")
            case Ops.BARRIER: self.line("yield")
            case Ops.ASYNC_COMMIT | Ops.ASYNC_WAIT: pass  # here every copy is there at once
            case Ops.DEFINE_REG: self.line(f"{self.name(node, 'r')} = None")
            case Ops.CONST: self.line(f"{self.name(node)} = {self.constant(node)}")
            case Ops.RANGE: self.open_loop(node)
            case Ops.END: self.depth -= 1
            case Ops.INDEX: self.line(f"{self.name(node)} = {self.names[node.src[1]]}")
            case Ops.LOAD: self.load(node)
            case Ops.STORE: self.store(node)
            case Ops.VECTORIZE:
                parts = [self.names[s] if s.dtype.count == 1 else f"*{self.names[s]}" for s in node.src]
                self.line(f"{self.name(node)} = ({', '.join(parts)},)")
            case Ops.GEP: self.line(f"{self.name(node)} = {self.lanes(node)}")
            case Ops.LOOKUP: self.line(f"{self.name(node)} = {self.lookup(node)}")
            case Ops.DOT: self.line(f"{self.name(node)} = {self.dot(node)}")
            case _ if node.op in GroupOp.ELEMENTWISE: self.line(f"{self.name(node)} = {self.elementwise(node)}")
            case _: _fail(node, "linear IR cannot hold this")
        return params

    def lookup(self, node: UOp) -> str:
        table, at = (self.names[s] for s in node.src)
        return f"tuple([{table}[i % {node.dtype.count}] for i in {at}])"

    def lanes(self, node: UOp) -> str:
        vector = self.names[node.src[0]]
        if node.dtype.count == 1: return f"{vector}[{node.arg[0]}]" if node.src[0].dtype.count > 1 else vector
        return f"({', '.join(f'{vector}[{i}]' for i in node.arg)})"


def translate(uops: Sequence[UOp]) -> str:
    """The text of the function, for people to look at."""
    return _text(uops)[0]


def _text(uops: Sequence[UOp]) -> tuple[str, dict[str, object]]:
    out = _Translator(is_by_thread(uops))
    params = 0
    for node in uops:
        try: params = out.add(node, params)
        except KeyError: _fail(node, "a source of this op comes after it, or nowhere")
    if out.depth != 1: raise InternalError("a loop of the kernel is not closed, or closed twice")
    head = "def kernel(buffers, variables, shared, position):" if out.by_thread else "def kernel(buffers, variables):"
    last = ["  return None", "  yield"] if out.by_thread else ["  return None"]  # a thread is a generator even without a barrier
    return "\n".join([head, *out.lines, *last]), out.values


def is_by_thread(uops: Sequence[UOp]) -> bool:
    """Whether the kernel says what one thread of a work-group does."""
    return any(u.op in (Ops.SPECIAL, Ops.BARRIER) for u in uops)


def compile_program(uops: Sequence[UOp]) -> Kernel:
    """The kernel as a Python function of its buffers, in the order of its PARAMs, and the values of its variables."""
    text, scope = _text(uops)
    exec(compile(text, "<kernel>", "exec"), scope)  # our own text
    if not is_by_thread(uops): return cast(Kernel, scope["kernel"])
    return over_groups(uops, cast(Thread, scope["kernel"]), [(u, partial(_open_memory, u)) for u in uops if u.op is Ops.PARAM])


def run_program(uops: Sequence[UOp], buffers: Sequence[Memory],
                variables: Mapping[str, int] | None = None) -> None:
    """Runs the linear IR of a kernel.

    `buffers`: the memory of its PARAMs, in their order; `variables`: the values of its DEFINE_VARs by name. InternalError,
    naming the op, where it leaves its memory, reads what was never written, or shifts by too much.
    """
    compile_program(uops)(buffers, dict(variables or {}))
