"""Interning of nodes: equal nodes are one object.

Inputs: the content of a node.
Outputs: the living node with that content, or a new one.
Invariants: of two threads that make the same node both get the same one; the table keeps no node alive.
"""
from __future__ import annotations

import os
import threading
import weakref
from collections.abc import Callable, Hashable, Iterator
from typing import TYPE_CHECKING, cast

from heddle.dtype import DType, dtypes
from heddle.uop.ops import Ops

if TYPE_CHECKING:
    from heddle.uop.uop import UOp

#: op, dtype, the identities of the sources, argument. A node keeps its sources alive, so their identities stand for them as long as it
#: lives; were the sources themselves in the table, a node that one of them reaches (by a gradient's rule) could never be freed.
Content = tuple[object, ...]
_table: dict[Content, weakref.ref[UOp]] = {}
# Held while the table changes; re-entrant, for nodes may be freed, and so dropped, at any point of that.
_table_lock = threading.RLock()
# a process is forked while no other thread holds it: the child could never take it again
if hasattr(os, "register_at_fork"):
    os.register_at_fork(before=_table_lock.acquire, after_in_parent=_table_lock.release, after_in_child=_table_lock.release)


class _Ref(weakref.ref["UOp"]):
    """A weak reference that stores its key in the table."""

    __slots__ = ("content",)

    content: Content


def _drop(ref: _Ref, table: dict[Content, weakref.ref[UOp]] = _table, lock: threading.RLock = _table_lock) -> None:
    content = ref.content
    with lock:
        if table.get(content) is ref: del table[content]  # or else there is a newer node with the same content


# `type.__call__` would enter `__init__` by way of C
_new = cast("Callable[[type], UOp]", object.__new__)
_CONST = Ops.CONST


class UOpMetaClass(type):
    """Makes `UOp(...)` return the living node with the same content if there is one."""

    def __call__(cls, op: Ops, dtype: DType = dtypes.void, src: tuple[UOp, ...] = (), arg: Hashable = None) -> UOp:
        # constants are known by their text: -0.0 equals 0.0 and is another number, NaN equals nothing and is one constant
        argument = repr(arg) if op is _CONST and type(arg) is not int else arg
        # the same for two sources and for one, which nearly all nodes have: four times as fast
        if len(src) == 2: content = (op, dtype, argument, id(src[0]), id(src[1]))
        elif len(src) == 1: content = (op, dtype, argument, id(src[0]))
        else: content = (op, dtype, argument, *map(id, src))
        ref = _table.get(content)
        if ref is not None and (found := ref()) is not None: return found
        node = _new(cls)
        node.__init__(op, dtype, src, arg)
        ref = _Ref(node, _drop)
        ref.content = content
        # another thread may have made the same node meanwhile: the first one in the table stays
        if _table.setdefault(content, ref) is ref: return node
        with _table_lock:  # only who holds it takes an entry away, or puts another in its place
            other = _table.setdefault(content, ref)
            if other is not ref:
                if (found := other()) is not None: return found
                _table[content] = ref
        return node


def live_nodes() -> Iterator[UOp]:
    """Every node that is alive now: for leak tests."""
    for ref in list(_table.values()):
        if (node := ref()) is not None: yield node
