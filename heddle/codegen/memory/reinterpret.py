"""Memory that a kernel only reads, and each element of which it reinterprets: memory of the other dtype.

Inputs: an ast. Outputs: the same without these BITCASTs. Invariants: elements stay where they are: both dtypes have one size.

Loads are then what they would be of a tensor of that dtype: factors of tensor cores, for example, which are copied and not computed.
"""
from __future__ import annotations

from heddle.dtype import DType
from heddle.uop import Ops, UOp
from heddle.uop.rewrite_trace import direct


@direct
def reinterpret(sink: UOp) -> UOp:
    """`sink` with parameters of the dtype that they are read as."""
    order = sink.toposort()
    if not any(n.op is Ops.BITCAST for n in order): return sink
    users: dict[UOp, list[UOp]] = {}
    for node in order:
        for s in node.src: users.setdefault(s, []).append(node)
    dtypes: dict[UOp, DType] = {}  # of parameters, their INDEXes and LOADs
    for param in order:
        if param.op is not Ops.PARAM or param.image is not None or (dtype := _read_as(param, users)) is None: continue
        indices = users[param]
        dtypes |= dict.fromkeys([param, *indices, *(load for index in indices for load in users[index])], dtype)
    if not dtypes: return sink
    new: dict[UOp, UOp] = {}
    for node in order:  # an index may be read from the same memory
        src = tuple([new[s] for s in node.src])
        if node.op is Ops.BITCAST and node.src[0] in dtypes: new[node] = src[0]
        elif node in dtypes: new[node] = node.replace(dtype=dtypes[node], src=src)
        else: new[node] = node if src == node.src else node.replace(src=src)
    return new[sink]


def _read_as(param: UOp, users: dict[UOp, list[UOp]]) -> DType | None:
    """The dtype of as many bytes that all elements which are read are reinterpreted as; None if there is none, or they are stored."""
    indices = users.get(param, [])
    if any(n.op is not Ops.INDEX for n in indices): return None
    loads = [load for index in indices for load in users.get(index, [])]
    if any(load.op is not Ops.LOAD or len(load.src) > 1 or load.dtype != param.dtype for load in loads): return None
    found = {use.dtype if use.op is Ops.BITCAST else None for load in loads for use in users.get(load, [])}
    dtype = found.pop() if len(found) == 1 else None
    return dtype if dtype is not None and dtype.itemsize == param.dtype.itemsize else None
