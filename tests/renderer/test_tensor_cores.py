"""Fragment layouts: the registers of all threads hold each element of a matrix, equally often."""
from __future__ import annotations

from collections import Counter

import pytest

from heddle.dtype import dtypes
from heddle.renderer.c.msl import AppleGPU, MSLRenderer
from heddle.renderer.cuda.cuda import Architecture, CUDARenderer, warp_unit, warpgroup_unit
from heddle.renderer.llvm.amdgcn import AMDArchitecture, AMDRenderer
from heddle.renderer.tensor_cores import WARP, Coordinate, Digit, Fragment, TensorCore

DEVICES = (CUDARenderer(Architecture(89)), CUDARenderer(Architecture(90, "a")), MSLRenderer(AppleGPU()),
           *(AMDRenderer(AMDArchitecture.parse(gpu)) for gpu in ("gfx1100", "gfx1201", "gfx942")))
UNITS = [unit for device in DEVICES for unit in device.capabilities.tensor_cores]


def at(coordinate: Coordinate, thread: int, register: int) -> int:
    def total(digits: tuple[Digit, ...], n: int) -> int: return sum(n // d.divisor % d.extent * d.weight for d in digits)

    return total(coordinate.thread, thread) + total(coordinate.register, register)


def held(layout: Fragment, wave: int = WARP) -> Counter[tuple[int, int]]:
    """How many registers of a warp hold the element in each row and column."""
    return Counter((at(layout.row, t, r), at(layout.column, t, r)) for t in range(wave) for r in range(layout.registers))


@pytest.mark.parametrize("unit", UNITS, ids=lambda unit: f"{unit.rows}x{unit.columns}x{unit.depth} {unit.dtype.name}")
def test_each_element_is_held(unit: TensorCore) -> None:
    for layout, rows, columns in ((unit.a, unit.rows, unit.depth), (unit.b, unit.depth, unit.columns),
                                  (unit.c, unit.rows // unit.warps, unit.columns)):
        if layout is None: continue
        found = held(layout, unit.wave)
        assert set(found) == {(row, column) for row in range(rows) for column in range(columns)}
        assert len(set(found.values())) == 1 and (layout is not unit.c or found.total() == rows * columns)


def test_nvidia_holds_results_as_the_manual_says() -> None:
    """PTX, "matrix fragments for mma.m16n8k16": row = lane >> 2 (+ 8 for i >= 2), column = (lane & 3) * 2 + (i & 1)."""
    c = warp_unit(dtypes.float16, 16).c
    for lane in range(WARP):
        for i in range(4):
            assert at(c.row, lane, i) == (lane >> 2) + 8 * (i >= 2) and at(c.column, lane, i) == (lane & 3) * 2 + (i & 1)


@pytest.mark.parametrize(("gpu", "wave", "depth"), (("gfx1201", 32, 8), ("gfx942", 64, 4)))
def test_amd_holds_parts_of_rows_and_columns(gpu: str, wave: int, depth: int) -> None:
    """AMD's Matrix Instruction Calculator, v_wmma_f32_16x16x16_f16 of RDNA4 and v_mfma_f32_16x16x16_f16 of CDNA3: register r of lane l
    holds A[l % 16][l // 16 * depth + r], B[the same][l % 16] and D[l // 16 * depth + r][l % 16]."""
    unit = AMDRenderer(AMDArchitecture.parse(gpu)).capabilities.tensor_cores[0]
    assert unit.wave == wave and unit.a is not None and unit.b is not None
    assert unit.a.registers == unit.b.registers == unit.c.registers == depth
    for lane in range(wave):
        for r in range(depth):
            along, across = lane // 16 * depth + r, lane % 16
            assert (at(unit.a.row, lane, r), at(unit.a.column, lane, r)) == (across, along)
            assert (at(unit.b.row, lane, r), at(unit.b.column, lane, r)) == (along, across)
            assert (at(unit.c.row, lane, r), at(unit.c.column, lane, r)) == (along, across)


def test_narrower_tiles_of_a_warp_group_are_its_first_columns() -> None:
    unit = warpgroup_unit(dtypes.float16)
    found = unit.for_tile(64, 24, 64)
    assert found is not None and found.columns == 24 and found.c.registers == 12
    assert set(held(found.c)) == {(row, column) for row in range(16) for column in range(24)}
    assert unit.for_tile(64, 20, 64) is None and unit.for_tile(64, 264, 64) is None and unit.for_tile(16, 24, 64) is None
    assert warp_unit(dtypes.float16, 16).for_tile(16, 4, 16) is None
