"""Cost of one launch: operations and bytes of a kernel, for the current values of its variables.

Inputs: a kernel's PROGRAM, values of variables. Outputs: an `Estimate`. Invariants: where all sizes are static, it is the cost
stored in the PROGRAM; a kernel is analysed once.
"""
from __future__ import annotations

import math
import weakref
from collections import Counter
from collections.abc import Iterable, Mapping

from heddle.errors import InternalError
from heddle.named_tuple import NamedTuple
from heddle.uop.cost import Term, byte_terms, op_terms
from heddle.uop.interpreter.ops import fold
from heddle.uop.ops import Ops
from heddle.uop.uop import UOp


class Estimate(NamedTuple):
    """What one run of a CALL does, without running it."""

    ops: int
    bytes: int


class Work:
    """The work of one kernel, or of many together."""

    def __init__(self, ops: Mapping[Term, int], nbytes: Mapping[Term, int]) -> None:
        self.ops, self.bytes = ops, nbytes

    def estimate(self, var_vals: Mapping[str, int]) -> Estimate:
        """With these values of variables."""
        sizes = {n: value_of(n, var_vals) for terms in (self.ops, self.bytes) for term in terms for n in term.iterations}

        def total(terms: Mapping[Term, int]) -> int:
            return sum(min(t.each * math.prod([sizes[n] for n in t.iterations]), t.most) * times for t, times in terms.items())

        return Estimate(total(self.ops), total(self.bytes))


def together(works: Iterable[Work]) -> Work:
    """The sum of several."""
    ops, nbytes = Counter[Term](), Counter[Term]()
    for work in works:
        ops.update(work.ops)
        nbytes.update(work.bytes)
    return Work(ops, nbytes)


_known: weakref.WeakKeyDictionary[UOp, Work] = weakref.WeakKeyDictionary()  # by ast


def work_of(program: UOp) -> Work | None:
    """The work of a PROGRAM; None where it is the same in each run."""
    if not program.arg.vars: return None
    ast = program.src[0]
    found = _known.get(ast)
    if found is None:
        ops, nbytes = (Counter(terms(ast)) for terms in (op_terms, byte_terms))
        found = _known[ast] = Work(ops, nbytes)
    return found if any(t.iterations for t in (*found.ops, *found.bytes)) else None


def value_of(n: UOp, var_vals: Mapping[str, int]) -> int:
    """A size that depends on variables, with these values."""
    values: dict[UOp, int] = {}
    for node in n.toposort():
        if node.op is Ops.CONST: values[node] = int(node.arg)
        elif node.op is Ops.DEFINE_VAR: values[node] = var_vals[node.arg[0]]
        else:
            value = fold(node.op, node.dtype, tuple(values[s] for s in node.src), node.src[0].dtype)
            if value is None: raise InternalError(f"{node!r} is no size")
            values[node] = int(value)
    return values[n]
