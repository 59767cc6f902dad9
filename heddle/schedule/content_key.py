"""Content key of a form: a digest of its graph that is equal in every process.

Inputs: a `Form`. Outputs: bytes.
Invariants: forms with equal content keys have equal keys, but for collisions of the hash.
"""
from __future__ import annotations

from collections.abc import Hashable
from typing import Any, cast

from heddle.blake2 import blake2b
from heddle.dtype import DType
from heddle.schedule.cache_key import Form
from heddle.schedule.size_codec import write_size
from heddle.uop import KernelArg, Ops, Symbol, UOp
from heddle.uop.args import Collective
from heddle.uop.mesh import DeviceMesh, Layout

#: types of arguments whose text, and whose form in JSON, is their own
PLAIN = frozenset((int, str, float, bool, type(None)))


class NotStorable(Exception):
    """A template, or a graph, with something in it that has no form in bytes."""


def content_key(form: Form) -> bytes:
    """The digest. NotStorable if the argument of a node has no text that is its own."""
    content, roots, entries = cast("tuple[tuple[object, ...], ...]", form.key)
    checked: set[UOp] = set()
    # a list of plain values, tuples and bytes, whose text has all of them: op, dtype and argument of each node, and its sources
    parts = [x if type(x) in PLAIN else _plain(x, checked) for x in (*content, None, *roots, None, *entries)]
    return blake2b(repr(parts).encode("utf-8", "surrogatepass"), digest_size=32).digest()


def _plain(x: object, checked: set[UOp]) -> Hashable:
    """What is not plain, as plain values. Only arguments, never a source, are tuples or texts of the same kind."""
    kind = type(x)
    if kind is Ops: return cast(Any, x).name
    if kind is DType: return (cast(DType, x).name, cast(DType, x).count)
    if kind is tuple: return tuple([y if type(y) in PLAIN else _plain(y, checked) for y in cast("tuple[object, ...]", x)])
    if isinstance(x, UOp):
        _check_constant(x, checked)
        return x.key
    if isinstance(x, Symbol): return "size", repr(write_size(x))
    if isinstance(x, Collective): return "collective", *[_plain(y, checked) if type(y) not in PLAIN else y for y in x]
    if isinstance(x, DeviceMesh): return "mesh", tuple(x), x.names, x.sizes, x.box, x.rank
    if isinstance(x, Layout): return "layout", _plain(x.mesh, checked), x.cuts
    if isinstance(x, KernelArg): return "kernel", x.ast.key, x.out, x.outputs, x.fresh, repr(write_size(x.sizes))
    raise NotStorable(f"a {kind.__name__}")


def _check_constant(x: UOp, checked: set[UOp]) -> None:
    """NotStorable if the key of a constant, or of movement of one, does not have all of its arguments."""
    for node in x.toposort(gate=lambda n: n not in checked):
        if node in checked: continue
        checked.add(node)
        if type(node.arg) not in PLAIN: _plain(node.arg, checked)
