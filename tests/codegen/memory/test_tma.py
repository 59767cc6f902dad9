"""Tiles that the device copies by itself: which they are, how they are described, and, on the PTX emulator, what comes out."""
from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from heddle import Context, Tensor, TinyJit
from heddle.codegen import allowed_capabilities, to_linear, to_program
from heddle.codegen.actions.action import Action
from heddle.codegen.actions.legality import follow, is_sane
from heddle.codegen.actions.search_space import edited, edits, starts, states_of
from heddle.codegen.memory.tile_layout import Swizzled
from heddle.codegen.memory.tma import Rows, rows_of
from heddle.codegen.simplify import simplify
from heddle.dtype import DType, dtypes
from heddle.renderer.cuda.cuda import Architecture, CUDARenderer
from heddle.renderer.ptx.ptx import PTXRenderer
from heddle.runtime.cuda import nvrtc
from heddle.runtime.cuda.cubin import usage
from heddle.uop import AxisType, Ops, UOp
from heddle.uop.args import ParamArg
from heddle.uop.program_info import ProgramInfo
from tests.codegen.tensorize.test_mma import product
from tests.emulators import OpenGPU
from tests.emulators.ptx.driver import StandIn
from tests.schedule.graphs import kernels

HOPPER = Architecture(90, "a")
RENDERERS = {"CUDA": CUDARenderer(HOPPER), "CUDA:PTX": PTXRenderer(HOPPER)}
needs_nvrtc = pytest.mark.skipif(not nvrtc.probe().usable, reason="NVRTC is not installed")

# ---- which tiles are boxes


def tile(rows: int = 64, length: int = 64) -> Swizzled:
    return Swizzled((UOp.range(rows, AxisType.LOOP, 0), UOp.range(length, AxisType.REDUCE, 1)), itemsize=2)


def described(at: UOp, of: Swizzled) -> Rows | str:
    buffer = UOp(Ops.PARAM, dtypes.bfloat16, (), ParamArg(0, 1 << 24))
    return rows_of(buffer.index(at).load(dtypes.bfloat16), of)


def test_a_tile_is_a_part_of_lines() -> None:
    """What moves in whole lines says which line, the rest where in it; the map ends where the last box does."""
    t, block, iteration = tile(), UOp.range(4, AxisType.LOOP, 2), UOp.range(3, AxisType.REDUCE, 3)
    row, k = t.axes
    found = described((block * 64 + row) * 256 + iteration * 64 + k + 8, t)
    assert isinstance(found, Rows) and found.map == (2 * 64 + 8 + 64, 3 * 64 + 64, 256, 64, 64)
    assert (found.at.vmin, found.at.vmax, found.row.vmin, found.row.vmax) == (8, 136, 0, 192)


def test_what_is_no_box() -> None:
    t, iteration = tile(), UOp.range(4, AxisType.REDUCE, 3)
    row, k = t.axes
    for at, why in ((row * 252 + k, "not a multiple of 16 bytes"), (k, "not contiguous"), ((row * 256 + k) * 2, "not contiguous"),
                    ((63 - row) * 256 + k, "not contiguous"), (row * 256 + k + iteration * 64 + 8, "wrap into the next row"),
                    ((row < 9).where(row, UOp.const(dtypes.index, 0)) * 256 + k, "not contiguous")):
        assert why in str(described(at, t)), at
    assert "512 rows" in str(described(tile(512).axes[0] * 256 + tile(512).axes[1], tile(512)))


def actions(ast: UOp, arch: Architecture = HOPPER) -> tuple[str, ...]:
    info: ProgramInfo = to_program(ast, PTXRenderer(arch)).arg
    return info.applied


def tma_copies_in(ast: UOp, arch: Architecture = HOPPER) -> int: return sum(a.endswith("as tma") for a in actions(ast, arch))


@pytest.mark.parametrize("transposed", (False, True))
def test_products_of_four_warps_have_them(transposed: bool) -> None:
    ast = product(256, 256, 512, dtypes.bfloat16, transposed)
    assert tma_copies_in(ast) == 2
    with Context(TMA=False): assert tma_copies_in(ast) == 0 and any(a.endswith("as warpgroup") for a in actions(ast))
    assert tma_copies_in(ast, Architecture(90)) == tma_copies_in(ast, Architecture(80)) == tma_copies_in(ast, Architecture(100)) == 0


def test_a_factor_whose_lines_are_no_multiples_of_16_bytes_is_copied_by_the_items() -> None:
    """Each factor for itself."""
    assert tma_copies_in(product(256, 252, 512, dtypes.bfloat16)) == 1 and tma_copies_in(product(256, 256, 512, dtypes.bfloat16)) == 2


def test_what_the_kernel_says_of_its_maps() -> None:
    """The pointer, bytes of an element, then the lines; a program that was written down says the same."""
    info: ProgramInfo = to_program(product(256, 128, 512, dtypes.float16), RENDERERS["CUDA"]).arg
    assert info.maps == ((1, 2, 512, 256, 512, 64, 64), (2, 2, 128, 512, 128, 64, 64)) and info.ins == (1, 2)
    words = {name: list(map(list, value)) if name == "maps" else value for name, value in vars(info).items()}
    assert ProgramInfo.of_words(words) == info


def test_an_iteration_waits_for_its_loads_and_issues_the_next() -> None:
    uops = to_linear(product(256, 256, 2048, dtypes.bfloat16), RENDERERS["CUDA"]).uops
    loop = next(n for n, u in enumerate(uops) if u.op is Ops.RANGE and u.arg[1] is AxisType.REDUCE)
    end = next(n for n, u in enumerate(uops) if u.op is Ops.END and u.src[0] is uops[loop])
    inside = [u.op for u in uops[loop:end]]
    order = [Ops.MBARRIER_WAIT, Ops.ASYNC_WAIT, Ops.BARRIER, Ops.TMA_LOAD, Ops.WGMMA]
    assert [inside.index(op) for op in order] == sorted(inside.index(op) for op in order) and Ops.ASYNC_COPY not in inside
    assert [u.arg[2:] for u in uops if u.op is Ops.DEFINE_LOCAL] == [(), (), ("barriers",)], "tiles lie first, where memory is aligned"


@needs_nvrtc
@pytest.mark.parametrize("dtype", (dtypes.bfloat16, dtypes.fp8e4m3))
def test_nothing_spills(dtype: DType) -> None:
    text = to_program(product(4096, 4096, 512, dtype, transposed=True), RENDERERS["CUDA"]).src[1].arg
    found = usage(nvrtc.NVRTCCompiler(HOPPER).compile_cached(text))
    assert "tma_load(" in text and len(found) == 2 and all(use.spilled == 0 for use in found.values()), found


# ---- a search


def test_a_search_tries_both_ways_and_no_boxes_that_nobody_asks_for() -> None:
    caps = allowed_capabilities(RENDERERS["CUDA:PTX"])
    kernel = simplify(product(256, 256, 512, dtypes.bfloat16))
    found = starts(kernel, caps)
    assert {sum(a.kind == "tma" for a in plan.actions) for plan in found if any(a.name == "tensorize" for a in plan.actions)} >= {0, 2}
    first, states = found[0].actions, states_of(kernel, found[0].actions, caps)
    plans = [p for e in edits(kernel, first, caps) if (p := edited(states, first, e, caps)) is not None]
    assert any(sum(a.kind == "tma" for a in p.actions) == 1 for p in plans)
    assert all(any(a.name == "pipeline" for a in p.actions) for p in plans if any(a.kind == "tma" for a in p.actions))
    assert follow(kernel, [a for a in first if a.name != "pipeline"], caps) is None
    inner = states[[a.name for a in first].index("pipeline") + 1]
    assert not is_sane(inner, caps), "without a grid the barriers would be used by several blocks, one after the other"


def test_a_device_that_cannot_is_not_asked_to() -> None:
    kernel = simplify(product(256, 256, 512, dtypes.bfloat16))
    first = starts(kernel, allowed_capabilities(RENDERERS["CUDA:PTX"]))[0].actions
    at = next(n for n, a in enumerate(first) if a.kind == "tma")
    with Context(TMA=False): caps = allowed_capabilities(RENDERERS["CUDA:PTX"])
    assert first[at].why_not(states_of(kernel, first, caps)[at], caps) == "the device has no TMA"
    assert str(Action.parse("cache 1 8 4 as tma")) == "cache 1 8 4 as tma"


# ---- what comes out


def values(*shape: int, seed: int = 1) -> np.ndarray: return np.random.default_rng(seed).integers(-3, 4, shape).astype(np.float32)


def tensor(x: np.ndarray, dtype: str = "bfloat16") -> Tensor: return Tensor(x).cast(dtype).realize()


def transposed(x: Tensor) -> Tensor:
    """The same, with the other axis along memory."""
    return x.T.contiguous().realize().T


#: a @ b, a @ b.T, a.T @ b: several blocks and iterations, one that starts earlier, two fours of warps
LAYOUTS: dict[str, Callable[[Tensor, Tensor], Tensor]] = {
    "rows": lambda a, b: a @ b, "columns": lambda a, b: a @ transposed(b), "both": lambda a, b: transposed(a) @ b}


def check(driver: StandIn, got: Tensor, expected: np.ndarray, entry: str = "") -> None:
    """Exactly: small integers have no rounding. `entry`: how the name of the kernel ends."""
    np.testing.assert_array_equal(got.cast("float32").numpy(), expected)
    launched = [name for name, *_ in driver.launches if name.startswith("product")]
    assert launched and launched[-1].endswith("_anywhere") == (entry == "_anywhere") and not driver.faults


@pytest.fixture(params=("CUDA:NVRTC", "CUDA:PTX"))
def compiler(request: pytest.FixtureRequest) -> str:
    """Who makes the code."""
    if request.param == "CUDA:NVRTC" and not nvrtc.probe().usable: pytest.skip("NVRTC is not installed")
    return request.param


@pytest.mark.parametrize("layout", LAYOUTS)
def test_products_are_those_of_numpy(open_gpu: OpenGPU, compiler: str, layout: str) -> None:
    driver = open_gpu()
    a, b = values(136, 256), values(256, 72, seed=2)
    with Context(DEV=compiler): check(driver, (LAYOUTS[layout](tensor(a), tensor(b))).realize(), a @ b)
    assert driver.calls["cuTensorMapEncodeTiled"] == 2


def test_wide_blocks_of_several_boxes(open_gpu: OpenGPU, compiler: str) -> None:
    """128 columns of a block are two boxes side by side; halves, and lines of another matrix between."""
    driver = open_gpu(multiprocessors=1)
    a, b = values(128, 448), values(192, 384, seed=2)
    with Context(DEV=compiler):
        x, y = tensor(a, "float16"), tensor(b, "float16")
        check(driver, (x[:, 128:320] @ y[:, 64:320]).realize(), a[:, 128:320] @ b[:, 64:320])
    assert driver.calls["cuTensorMapEncodeTiled"] == 2


def test_one_factor_by_boxes_and_one_by_the_items(open_gpu: OpenGPU, compiler: str) -> None:
    driver = open_gpu()
    a, b = values(64, 256), values(256, 68, seed=2)
    with Context(DEV=compiler): check(driver, (tensor(a) @ tensor(b)).realize(), a @ b)
    assert driver.calls["cuTensorMapEncodeTiled"] == 1


def test_small_blocks_have_more_iterations_under_way(open_gpu: OpenGPU) -> None:
    """The device copies up to 8 iterations ahead where they fit; each place is filled more than once."""
    assert "pipeline c.0 by 4" in actions(product(4096, 4096, 4096, dtypes.bfloat16))
    small = product(64, 64, 1216, dtypes.bfloat16)
    assert actions(small)[-1] == "pipeline c.0 by 8"
    with Context(TMA=False): assert actions(small)[-1] == "pipeline c.0 by 4"
    driver = open_gpu()
    a, b = values(64, 1216), values(1216, 64, seed=2)
    with Context(DEV="CUDA:PTX"):
        x, y = (tensor(z).cast("float32") for z in (a, b))
        check(driver, (x @ y).realize(), a @ b)


def test_bytes(open_gpu: OpenGPU, compiler: str) -> None:
    driver = open_gpu()
    a, b = values(64, 384), values(64, 384, seed=2)
    with Context(DEV=compiler):
        x, y = (tensor(z, "fp8e4m3").cast("float32") for z in (a, b))
        check(driver, (x @ y.T).realize(), a @ b.T)
    assert driver.calls["cuTensorMapEncodeTiled"] == 2


def test_batches_are_more_lines(open_gpu: OpenGPU, compiler: str) -> None:
    driver = open_gpu()
    a, b = values(2, 64, 192), values(2, 192, 64, seed=2)
    with Context(DEV=compiler): check(driver, (tensor(a) @ tensor(b)).realize(), a @ b)
    assert driver.calls["cuTensorMapEncodeTiled"] == 2


def test_memory_that_lies_anywhere_is_copied_by_the_items(open_gpu: OpenGPU, compiler: str) -> None:
    """A part of a tensor that starts 2 bytes on; then one that starts 16 bytes on."""
    driver = open_gpu()
    a, b = values(64 * 192 + 8), values(192, 64, seed=2)
    with Context(DEV=compiler):
        x, y = tensor(a), tensor(b)
        multiply = TinyJit(lambda part: (part @ y).realize())
        for start in (8, 8): multiply(x[start:start + 64 * 192].reshape(64, 192).realize())  # captured
        for start, entry in ((1, "_anywhere"), (8, ""), (1, "_anywhere"), (0, "")):
            part = x[start:start + 64 * 192].reshape(64, 192).realize()
            check(driver, multiply(part), a[start:start + 64 * 192].reshape(64, 192) @ b, entry)


def test_maps_follow_the_buffers_of_a_graph(open_gpu: OpenGPU, compiler: str) -> None:
    driver = open_gpu()
    w = values(192, 64, seed=9)
    with Context(DEV=compiler):
        y = tensor(w)
        f = TinyJit(lambda x: ((x @ y).relu().realize() @ y.T.contiguous()).realize())
        given = [values(64, 192, seed=n) for n in range(5)]
        held = [tensor(x) for x in given]
        rounded = [np.asarray((Tensor(np.maximum(x @ w, 0)).cast("bfloat16").cast("float32")).numpy()) for x in given]
        expected = [np.asarray(Tensor(r @ w.T, device="CPU").cast("bfloat16").cast("float32").numpy()) for r in rounded]
        for n in (0, 1, 2, 3, 4, 3, 3): np.testing.assert_array_equal(f(held[n]).cast("float32").numpy(), expected[n])
    assert driver.calls["cuGraphLaunch"] >= 3 and driver.calls["cuGraphInstantiateWithFlags"] == 1 and not driver.faults


def test_a_saved_capture_keeps_them(open_gpu: OpenGPU, tmp_path: Path) -> None:
    driver = open_gpu()
    w, x = values(192, 64, seed=9), values(64, 192)
    with Context(DEV="CUDA:PTX"):
        y = tensor(w)
        f = TinyJit(lambda x: (x @ y).realize())
        for _ in range(3): f(tensor(x))
        f.save(tmp_path / "product.capture")
        before = driver.calls["cuTensorMapEncodeTiled"]
        check(driver, TinyJit.load(tmp_path / "product.capture")(tensor(x)), x @ w)
    assert driver.calls["cuTensorMapEncodeTiled"] == before + 2


def test_programs_on_disk_keep_them(open_gpu: OpenGPU) -> None:
    """The second process finds the kernel in the disk cache; here, the second driver."""
    a, b = values(64, 200), values(200, 64, seed=3)
    for _ in range(2):
        driver = open_gpu()
        with Context(DEV="CUDA:PTX"): check(driver, (tensor(a)[:, :192] @ tensor(b)[:192]).realize(), a[:, :192] @ b[:192])
        assert driver.calls["cuTensorMapEncodeTiled"] == 2


def test_a_product_of_what_is_broadcast(open_gpu: OpenGPU) -> None:
    """All rows are one: no box, and right."""
    driver = open_gpu()
    a, b = values(1, 192), values(192, 64, seed=2)
    with Context(DEV="CUDA:PTX"): check(driver, (tensor(a).expand(64, 192) @ tensor(b)).realize(), np.repeat(a, 64, 0) @ b)


def test_the_kernel_of_a_graph_is_one(open_gpu: OpenGPU) -> None:
    """A product with what follows it is a kernel, whose factors are boxes."""
    open_gpu()
    x, y = Tensor.empty(128, 256, dtype="bfloat16"), Tensor.empty(256, 128, dtype="bfloat16")
    found = kernels((x @ y + 1).relu().uop)
    assert len(found) == 1 and tma_copies_in(found[0]) == 2
