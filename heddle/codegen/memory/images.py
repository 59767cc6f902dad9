"""Images as memory: loads and stores by pixels of four floats, the only accesses that devices offer.

Inputs: a kernel some of whose PARAMs are images.
Outputs: the same with loops that write whole pixels (`write_by_pixels`, before the loops are optimised), and with every load and
store one of a pixel (`touch_by_pixels`, once values are vectors).
Invariants: kernels without images see no change; for a device without images they are memory like any other; no kernel reads an
image that it writes.
"""
from __future__ import annotations

from dataclasses import replace

from heddle.codegen.actions.loop_transforms import fresh_id, iterations, offset_by, replace_ranges, size_of
from heddle.codegen.actions.predication import stores_of
from heddle.codegen.legalize.lower import lower
from heddle.dtype import dtypes
from heddle.errors import InternalError
from heddle.renderer import Capabilities
from heddle.uop import AxisType, Ops, UOp
from heddle.uop.polynomial import linear
from heddle.uop.rewrite import graph_rewrite
from heddle.uop.rewrite_trace import direct
from heddle.uop.rules import symbolic

PIXEL = dtypes.float32.vec(4)


def writes_images(sink: UOp) -> bool:
    """Whether some output is an image."""
    return any(_is_image(store.src[0]) for end in sink.src for store in stores_of(end))


def _is_image(index: UOp) -> bool: return index.op is Ops.INDEX and index.src[0].image is not None


# ---- loops


@direct
def write_by_pixels(sink: UOp, caps: Capabilities) -> UOp:
    """`sink` with the loops of outputs that are images as one loop over pixels, with the four floats of each as lanes."""
    if caps.image is None: return _as_plain(sink)
    if not writes_images(sink): return sink
    ends: list[UOp] = []
    for loops in dict.fromkeys(end.src[1:] for end in sink.src):
        part = UOp.sink(*(end for end in sink.src if end.src[1:] == loops))
        address = next((s.src[0] for end in part.src for s in stores_of(end) if _is_image(s.src[0])), None)
        # outputs with loops of their own get axes of their own
        ends += (part if address is None else _over_pixels(part, address, fresh_id(sink) + 2 * len(ends))).src
    return UOp.sink(*ends, arg=sink.arg)


def _as_plain(sink: UOp) -> UOp:
    """`sink` for a device without images, which holds the same elements in the same order."""
    images = [n for n in sink.toposort() if n.op is Ops.PARAM and n.image is not None]
    return sink.substitute({n: n.replace(arg=replace(n.arg, image=None)) for n in images}) if images else sink


def _over_pixels(sink: UOp, address: UOp, number: int) -> UOp:
    """The outputs at `address`, element by element in the order of memory."""
    steps, start = linear(address.src[1])
    order = sorted(steps, key=lambda r: -steps[r])
    below = [iterations(order[n + 1:]) for n in range(len(order))]
    if start or [steps[r] for r in order] != below or iterations(order) != address.src[0].size:
        raise InternalError(f"an image is not written as a whole: {address!r}")
    pixel, lane = UOp.range(address.src[0].size // 4, AxisType.LOOP, number), UOp.range(4, AxisType.VECTOR, number + 1)
    return replace_ranges(sink, {r: ((pixel * 4 + lane) // steps[r] % size_of(r), (pixel, lane)) for r in order})


# ---- loads and stores


@direct
def touch_by_pixels(sink: UOp, caps: Capabilities) -> UOp:
    """`sink` with every value that comes from an image a lane, or all, of a pixel."""
    if caps.image is None: return sink
    swap: dict[UOp, UOp] = {}
    for node in sink.toposort():
        if node.op is Ops.LOAD and _is_image(node.src[0]): swap[node] = _from_pixels(node)
        elif node.op is Ops.STORE and _is_image(node.src[0]) and not (node.src[1].dtype == PIXEL and _phase(node.src[0].src[1]) == 0):
            raise InternalError(f"a part of a pixel is written: {node!r}")
    return lower(sink.substitute(swap), caps) if swap else sink  # positions have new divisions


def _phase(at: UOp) -> int | None:
    """Which float of its pixel a position is; None if that differs."""
    steps, start = linear(at)
    return None if any(step % 4 for step in steps.values()) else start % 4


def _from_pixels(load: UOp) -> UOp:
    """The lanes of a load, each from the pixel that holds it."""
    at, phase = load.src[0].src[1], _phase(load.src[0].src[1])
    if phase == 0 and load.dtype == PIXEL: return load
    lanes = [_lane(load, offset_by(at, n), None if phase is None else phase + n) for n in range(load.dtype.count)]
    return lanes[0] if len(lanes) == 1 else UOp(Ops.VECTORIZE, load.dtype, tuple(lanes))


def _lane(load: UOp, at: UOp, phase: int | None) -> UOp:
    """The float at one position; `phase` positions (modulo 4) into its pixel, or wherever the position says."""
    if phase is not None: return _pixel(load, offset_by(at, -(phase % 4))).gep(phase % 4)
    pixel, which = _pixel(load, graph_rewrite(at // 4 * 4, symbolic)), graph_rewrite(at % 4, symbolic)
    found = pixel.gep(3)
    for n in (2, 1, 0): found = (which < n + 1).where(pixel.gep(n), found)
    return found


def _pixel(load: UOp, at: UOp) -> UOp:
    """The pixel that starts at a position; where the load's own condition does not hold, zeros."""
    gate = (UOp.const(PIXEL, 0.0), load.src[2]) if len(load.src) == 3 else ()
    return UOp(Ops.LOAD, PIXEL, (load.src[0].src[0].index(at), *gate))
