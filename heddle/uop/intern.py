"""Interning of nodes: equal nodes are one object.

Inputs: the content of a node.
Outputs: the living node with that content, or a new one.
Invariants: of two threads that make the same node both get the same one; the table keeps no node alive.
"""
from __future__ import annotations

import os
import threading
import weakref
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from heddle.dtype import DType, dtypes
from heddle.uop.ops import Ops

if TYPE_CHECKING:
    from heddle.uop.uop import UOp

#: op, dtype, the identities of the sources, argument. A node keeps its sources alive, so their identities stand for them as long as it
#: lives; were the sources themselves in the table, a node that one of them reaches (by a gradient's rule) could never be freed.
Content = tuple[Any, ...]
_table: dict[Content, weakref.ref[UOp]] = {}
# Held while the table changes; re-entrant, for nodes may be freed, and so dropped, at any point of that.
_table_lock = threading.RLock()
# a process is forked while no other thread holds it: the child could never take it again
if hasattr(os, "register_at_fork"):
    os.register_at_fork(before=_table_lock.acquire, after_in_parent=_table_lock.release, after_in_child=_table_lock.release)


class _Ref(weakref.ref):
    """A weak reference that stores its key in the table."""

    __slots__ = ("content",)


def _drop(ref: Any, table: dict[Content, weakref.ref[UOp]] = _table, lock: Any = _table_lock) -> None:
    with lock:
        found = table.pop(ref.content, ref)
        if found is not ref: table[ref.content] = found  # a newer node with the same content


_make = type.__call__


class UOpMetaClass(type):
    """Makes `UOp(...)` return the living node with the same content if there is one."""

    def __call__(cls, op: Ops, dtype: DType = dtypes.void, src: tuple[UOp, ...] = (), arg: Any = None) -> UOp:
        # constants are known by their text: -0.0 equals 0.0 and is another number, NaN equals nothing and is one constant
        content = (op, dtype, repr(arg) if op is Ops.CONST and type(arg) is not int else arg, *map(id, src))
        ref = _table.get(content)
        if ref is not None and (found := ref()) is not None: return found
        node = _make(cls, op, dtype, src, arg)
        ref = _Ref(node, _drop)
        ref.content = content
        with _table_lock:
            # another thread may have made the same node meanwhile: the first one in the table stays
            other = _table.setdefault(content, ref)
            if other is not ref:
                if (found := other()) is not None: return found
                _table[content] = ref
        return node


def live_nodes() -> Iterator[UOp]:
    """Every node that is alive now: for leak tests."""
    for ref in list(_table.values()):
        if (node := ref()) is not None: yield node
