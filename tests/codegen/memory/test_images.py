"""Loads and stores of images: as whole pixels, whatever the kernel."""
from __future__ import annotations

import numpy as np
import pytest

from heddle import Context
from heddle.codegen import to_linear
from heddle.codegen.memory.images import touch_by_pixels, write_by_pixels
from heddle.codegen.simplify import simplify
from heddle.dtype import dtypes
from heddle.errors import InternalError
from heddle.renderer import Capabilities, Renderer
from heddle.uop import AxisType, Ops, ParamArg, UOp
from heddle.uop.interpreter.codegen import run_program

CAPABILITIES = Capabilities(image=(64, 64), workgroup=(64, 64, 64), workgroup_threads=64, vector=16, index_dtype=dtypes.int32)


def memory(slot: int, height: int, width: int) -> UOp:
    return UOp(Ops.PARAM, dtypes.float32, (), ParamArg(slot, height * width * 4, image=dtypes.imagef((height, width))))


def plain(slot: int, size: int) -> UOp: return UOp(Ops.PARAM, dtypes.float32, (), ParamArg(slot, size))


def transposed(out: UOp, source: UOp, rows: int, columns: int) -> UOp:
    r, c = UOp.range(rows, AxisType.LOOP, 0), UOp.range(columns, AxisType.LOOP, 1)
    return UOp.sink(out.index(r * columns + c).store(source.index(c * rows + r).load()).end(r, c))


def accesses(sink: UOp, op: Ops) -> list[UOp]:
    return [u for u in to_linear(sink, Renderer("test", CAPABILITIES)).uops if u.op is op]


def test_stores_are_of_whole_pixels() -> None:
    stores = accesses(transposed(memory(0, 3, 5), plain(1, 60), 6, 10), Ops.STORE)
    assert [s.src[1].dtype for s in stores] == [dtypes.float32.vec(4)]


def test_loads_are_of_whole_pixels() -> None:
    loads = accesses(transposed(plain(0, 60), memory(1, 3, 5), 6, 10), Ops.LOAD)
    assert loads and {load.dtype for load in loads} == {dtypes.float32.vec(4)}


def test_nothing_changes_where_there_are_no_images() -> None:
    sink = transposed(plain(0, 60), plain(1, 60), 6, 10)
    assert write_by_pixels(sink, CAPABILITIES) is sink and touch_by_pixels(sink, CAPABILITIES) is sink
    images = transposed(memory(0, 3, 5), memory(1, 3, 5), 6, 10)
    assert write_by_pixels(images, Capabilities()) is sink, "to a device without images they are memory like any other"


def test_a_part_of_an_image_is_not_written() -> None:
    r = UOp.range(8, AxisType.LOOP, 0)
    with pytest.raises(InternalError, match="not written as a whole"):
        write_by_pixels(UOp.sink(memory(0, 3, 5).index(r).store(UOp.const(dtypes.float32, 1.0)).end(r)), CAPABILITIES)
    with pytest.raises(InternalError, match="a part of a pixel"):
        touch_by_pixels(UOp.sink(memory(0, 3, 5).index(r).store(UOp.const(dtypes.float32, 1.0)).end(r)), CAPABILITIES)


@pytest.mark.parametrize("rows,columns", [(6, 10), (3, 20), (4, 15), (1, 60), (60, 1)])
@pytest.mark.parametrize("of_image", [False, True])
def test_every_element_gets_there(rows: int, columns: int, of_image: bool) -> None:
    """The interpreter runs what an item does: its vectors of four are the pixels."""
    sink = simplify(transposed(memory(0, 3, 5), memory(1, 3, 5) if of_image else plain(1, 60), rows, columns))
    with Context(NOOPT=True): uops = to_linear(sink, Renderer("test", Capabilities(image=(64, 64)))).uops
    if of_image: assert {u.dtype for u in uops if u.op is Ops.LOAD} == {dtypes.float32.vec(4)}
    arrays = np.zeros(60, np.float32), np.arange(60, dtype=np.float32)
    run_program(uops, [memoryview(arrays[u.arg.slot]).cast("B") for u in uops if u.op is Ops.PARAM])
    np.testing.assert_array_equal(arrays[0].reshape(rows, columns), arrays[1].reshape(columns, rows).T)
