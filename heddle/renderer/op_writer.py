"""Base of all writers: a kernel's linear IR, op by op, each by the method that a table names.

Inputs: the linear IR.
Outputs: what the methods of a language write.
"""
from __future__ import annotations

from collections.abc import Sequence

from heddle.errors import InternalError
from heddle.uop import GroupOp, Ops, UOp


class OpWriter:
    """A kernel being written. A language has the methods of `_METHODS` for the ops that it can say."""

    #: whose kernel it is, for errors
    language: str

    def __init__(self, uops: Sequence[UOp], name: str) -> None:
        self.uops, self.name = uops, name

    def write_ops(self) -> None:
        """Writes all ops, in order. InternalError for one that the language lacks."""
        for u in self.uops:
            write = getattr(self, _METHODS.get(u.op, ""), None)
            if write is None: raise InternalError(f"{self.language} does not render {u.op.name} (kernel {self.name})")
            write(u)

    def nothing(self, u: UOp) -> None: pass


#: the method that writes an op; a language that lacks one has no such op
_METHODS = {
    Ops.PARAM: "param", Ops.DEFINE_VAR: "define_var", Ops.DEFINE_LOCAL: "define_local", Ops.DEFINE_REG: "define_reg",
    Ops.SPECIAL: "special", Ops.CONST: "const", Ops.RANGE: "range", Ops.END: "end", Ops.BARRIER: "barrier", Ops.INDEX: "index",
    Ops.LOAD: "load", Ops.STORE: "store", Ops.VECTORIZE: "vectorize", Ops.GEP: "gep", Ops.LOOKUP: "lookup", Ops.WMMA: "tensor_core",
    Ops.WGMMA: "group_unit", Ops.QUAD_SHUFFLE: "quad_shuffle", Ops.WARP_SHUFFLE: "warp_shuffle", Ops.DOT: "dot",
    Ops.LDMATRIX: "load_matrix", Ops.ASYNC_COPY: "async_copy", Ops.ASYNC_COMMIT: "async_commit", Ops.ASYNC_WAIT: "async_wait",
    Ops.TMA_TILE: "nothing", Ops.TMA_LOAD: "tma_load", Ops.MBARRIER_WAIT: "mbarrier_wait",
    Ops.CAST: "cast", Ops.BITCAST: "bitcast",
    Ops.AFTER: "after", Ops.SINK: "nothing", Ops.GROUP: "nothing", **dict.fromkeys(GroupOp.ALU, "alu"),
}
