"""Products on matrix units: which are given to them, and (on the PTX emulator) that they come out right."""
from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from typing import Any, NamedTuple

import numpy as np
import pytest

from heddle import Context, Tensor, memory_stats
from heddle.codegen import allowed_capabilities, to_linear, to_program
from heddle.codegen.actions.action import Action
from heddle.codegen.actions.block_swizzle import rows_together
from heddle.codegen.actions.loop_transforms import stride
from heddle.codegen.actions.search_space import starts
from heddle.codegen.memory.tile_layout import Swizzled, Tile
from heddle.codegen.policy import matmul_mma
from heddle.codegen.policy.matmul_mma import Warps, choose_block
from heddle.codegen.simplify import simplify
from heddle.codegen.tensorize.mma_store_shuffle import shuffle_stores
from heddle.dtype import DType, dtypes
from heddle.renderer import Capabilities
from heddle.renderer.cuda.cuda import Architecture, CUDARenderer, warp_unit, warpgroup_unit
from heddle.renderer.ptx.ptx import PTXRenderer
from heddle.runtime import ops_cuda
from heddle.runtime.cuda import nvrtc
from heddle.runtime.cuda.cubin import usage
from heddle.uop import AxisType, Ops, UOp
from heddle.uop.args import ParamArg
from heddle.uop.rewrite import graph_rewrite
from heddle.uop.rules import symbolic
from tests.emulators import use_driver
from tests.emulators.ptx.driver import DeviceSpec, StandIn
from tests.emulators.ptx.ops.wgmma import roughly_summed
from tests.schedule.graphs import kernels, matmul

UNIT = warp_unit(dtypes.bfloat16, 16)
AMPERE = CUDARenderer(Architecture(80))
HALVES = (dtypes.float16, dtypes.bfloat16)


def product(m: int, n: int, k: int, dtype: DType, transposed: bool = False) -> UOp:
    """The ast of a (m, k) @ b (k, n), reduced in float32."""
    a = UOp.new_buffer("CPU", m * k, dtype).reshape((m, k))
    b = UOp.new_buffer("CPU", n * k, dtype).reshape((n, k) if transposed else (k, n))
    found = kernels(matmul(a.cast(dtypes.float32), (b.permute((1, 0)) if transposed else b).cast(dtypes.float32)))
    assert len(found) == 1
    return found[0]


def source(ast: UOp, renderer: CUDARenderer | PTXRenderer = AMPERE) -> str: return to_program(ast, renderer).src[1].arg


# ---- which products


@pytest.mark.parametrize("dtype", HALVES)
def test_narrow_floats_go_to_the_unit(dtype: DType) -> None:
    kind = "bf16" if dtype == dtypes.bfloat16 else "f16"
    for text in (source(product(64, 64, 64, dtype)), source(product(64, 64, 64, dtype), PTXRenderer(Architecture(80)))):
        assert f"mma.sync.aligned.m16n8k16.row.col.f32.{kind}.{kind}.f32" in text


def test_float32_goes_there_only_if_it_may_be_rounded() -> None:
    ast = product(64, 64, 64, dtypes.float32)
    assert "mma.sync" not in source(ast)
    with Context(TF32=True): assert "mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32" in source(ast)


def test_a_search_sees_the_units_that_may_be_used() -> None:
    def first() -> list[str]:
        found = starts(simplify(product(64, 64, 64, dtypes.float32)), allowed_capabilities(AMPERE))
        return [str(action) for action in found[0].actions]

    assert not any("tensorize" in text for text in first())
    with Context(TF32=True): assert any("tensorize" in text for text in first())


def test_fp8_from_ada_on() -> None:
    ast = product(64, 64, 64, dtypes.fp8e4m3)
    assert "mma.sync" not in source(ast)
    for renderer in (CUDARenderer, PTXRenderer): assert "m16n8k32.row.col.f32.e4m3.e4m3.f32" in source(ast, renderer(Architecture(89)))


def test_ptx_of_fp8_is_of_the_version_that_has_them() -> None:
    ada = Architecture(89)
    for dtype, knows, version in ((dtypes.fp8e5m2, True, 8.4), (dtypes.fp8e5m2, False, 8.0), (dtypes.bfloat16, True, 8.0)):
        text = source(product(64, 64, 64, dtype), PTXRenderer(ada, supports_fp8=knows))
        assert text.startswith(f".version {version}\n") and ("mma.sync" in text) == (dtype == dtypes.bfloat16 or knows)


def test_four_warps_together_where_hopper_can_and_there_are_iterations_enough() -> None:
    hopper = CUDARenderer(Architecture(90, "a"))
    large = product(256, 256, 256, dtypes.bfloat16)
    assert "wgmma.mma_async.sync.aligned.m64n64k16.f32.bf16.bf16" in source(large, hopper)
    few_iterations, few_rows = product(256, 256, 64, dtypes.bfloat16), product(32, 256, 256, dtypes.bfloat16)
    across = product(256, 256, 384, dtypes.fp8e4m3)
    for ast, renderer in ((large, CUDARenderer(Architecture(90))), (few_iterations, hopper), (across, hopper), (few_rows, hopper)):
        assert "wgmma" not in source(ast, renderer) and "mma.sync" in source(ast, renderer)
    along = product(256, 256, 384, dtypes.fp8e4m3, transposed=True)
    for renderer in (hopper, PTXRenderer(Architecture(90, "a"))):
        assert "wgmma.mma_async.sync.aligned.m64n64k32.f32.e4m3.e4m3" in source(along, renderer)


@pytest.mark.parametrize("tma", (False, True))
def test_four_warps_multiply_two_iterations(tma: bool) -> None:
    """Both have buffers of their own. By TMA both are loaded before the loop, in which nothing is."""
    with Context(TMA=tma): uops = to_linear(product(256, 256, 128, dtypes.bfloat16), CUDARenderer(Architecture(90, "a"))).uops
    ops = [u.op for u in uops]
    loop = next(n for n, u in enumerate(uops) if u.op is Ops.RANGE and u.arg[1] is AxisType.REDUCE)
    assert uops[loop].src[0].arg == 2 and ops.count(Ops.WGMMA) == 1 and ops.index(Ops.WGMMA) > loop
    assert [u.arg[1] % 2 for u in uops if u.op is Ops.DEFINE_LOCAL and u.dtype == dtypes.bfloat16] == [0, 0]
    copies = [n for n, op in enumerate(ops) if op in (Ops.TMA_LOAD, Ops.ASYNC_COPY)]
    assert copies and copies[0] < loop and (copies[-1] < loop) is tma


def test_an_older_gpu_has_none_that_we_use() -> None:
    assert CUDARenderer(Architecture(75)).capabilities.tensor_cores == ()


@pytest.mark.parametrize(("m", "n", "k"), ((4, 64, 64), (64, 4, 64), (64, 64, 8)))
def test_what_does_not_fill_it_is_computed_as_before(m: int, n: int, k: int) -> None:
    assert "mma.sync" not in source(product(m, n, k, dtypes.bfloat16))


@pytest.mark.parametrize(("m", "n", "k"), ((8, 64, 64), (64, 64, 24), (27, 37, 41)))
def test_rows_and_iterations_that_are_missing_are_zeros(m: int, n: int, k: int) -> None:
    assert "mma.sync" in source(product(m, n, k, dtypes.bfloat16))


@pytest.mark.parametrize("value", (lambda x: x.cast(dtypes.bfloat16), lambda x: (x * 2).alu(Ops.EXP2).cast(dtypes.bfloat16)))
def test_what_is_rounded_on_the_way_goes_to_the_unit(value: Callable[[UOp], UOp]) -> None:
    """Wide memory, computed with or not, which nothing else reads often enough to store the narrow value."""
    a = UOp.new_buffer("CPU", 16 * 32, dtypes.float32).reshape((16, 32))
    b = UOp.new_buffer("CPU", 32 * 8, dtypes.bfloat16).reshape((32, 8))
    (ast,) = kernels(matmul(value(a).cast(dtypes.float32), b.cast(dtypes.float32)))
    text = source(ast)
    assert "mma.sync.aligned.m16n8k16.row.col.f32.bf16.bf16.f32" in text


def test_a_factor_of_one_load_is_computed_for_the_unit() -> None:
    a = UOp.new_buffer("CPU", 16 * 32, dtypes.bfloat16).reshape((16, 32)).maximum(0)
    b = UOp.new_buffer("CPU", 32 * 8, dtypes.bfloat16).reshape((32, 8))
    (ast,) = kernels(matmul(a.cast(dtypes.float32), b.cast(dtypes.float32)))
    assert "mma.sync" in source(ast)


# ---- how


def test_blocks_keep_all_multiprocessors_at_work() -> None:
    caps = Capabilities(workgroup_threads=256, threads=64, has_async_copies=True)

    def warps(*sizes: int) -> Warps: return choose_block(*sizes, UNIT, caps).warps  # type: ignore[misc]

    assert warps(4096, 4096, 1) == Warps(4, 8, 2, 4)
    assert warps(512, 512, 1) == Warps(2, 4, 2, 2)
    assert warps(128, 128, 64) == Warps(4, 8, 2, 2), "batches are work too"
    assert warps(16, 8, 1) == Warps(1, 1, 1, 1)


def test_four_warps_have_blocks_of_their_own() -> None:
    caps = Capabilities(workgroup_threads=256, threads=64, shared_memory=227 << 10, has_async_copies=True)
    together = warpgroup_unit(dtypes.bfloat16)
    found = [choose_block(n, n, 1, together, caps) for n in (4096, 1536, 1024, 512)]
    assert [(b.height, b.width, b.threads) for b in found] == [(128, 256, 256), (64, 128, 128), (128, 128, 256), (64, 64, 128)]
    one_wave = choose_block(2048, 2048, 1, together, replace(caps, threads=132))
    assert (one_wave.height, one_wave.width) == (128, 256), "128 of 132 at once, and not 256 in two iterations"
    assert found[0].bytes_of_iteration(1) == (128 + 256) * 128


def test_blocks_of_factors_that_no_cache_holds_come_in_groups() -> None:
    def order(n: int) -> list[str]:
        program = to_program(product(n, n, 1024, dtypes.bfloat16), CUDARenderer(Architecture(90, "a"), 132))
        return [text for text in program.arg.applied if text.startswith("join")]

    assert order(8192) == ["join a.0 b.0 by 16 as loop"] and order(1024) == []


def test_rows_of_a_tile_are_apart() -> None:
    row, k = UOp.range(16, AxisType.LOOP, 0), UOp.range(32, AxisType.REDUCE, 1)
    tile = Tile((row, k), 8)
    assert tile.size == 16 * 40 and stride(tile.position((row, k)), row) == 40 and stride(tile.position((row, k)), k) == 1
    assert Tile((k, row), 8).size == 32 * 24 and Tile((row, k)).size == 16 * 32


def test_the_action_reads_as_text() -> None:
    for text in ("tensorize 6 4 10", "cache 1 9 10 4 as warp", "cache 1 9 10 4 as warpgroup", "pipeline 15 by 4"):
        assert str(Action.parse(text)) == text


def test_factors_are_copied_16_bytes_at_a_time() -> None:
    text = source(product(256, 256, 64, dtypes.bfloat16))
    assert text.count("fetch<aligned, 8>((tile") == 4 and "cp.async.cg.shared.global [%0], [%1], 16;" in text


def test_tiles_are_filled_some_iterations_ahead() -> None:
    """One barrier an iteration; copies for the iteration after next, into one of three places."""
    ast = product(64, 64, 96, dtypes.bfloat16)
    uops = to_linear(ast, AMPERE).uops
    ops = [u.op for u in uops]
    loop = next(n for n, u in enumerate(uops) if u.op is Ops.RANGE and u.arg[1] is AxisType.REDUCE and u.src[0].arg == 3)
    inside = ops[loop:]
    assert inside.count(Ops.BARRIER) == inside.count(Ops.ASYNC_WAIT) == inside.count(Ops.ASYNC_COMMIT) == 1
    assert Ops.ASYNC_COPY in inside
    assert next(u for u in uops if u.op is Ops.ASYNC_WAIT).arg[1:] == ("copies", 1)
    assert inside.index(Ops.ASYNC_WAIT) < inside.index(Ops.BARRIER)
    assert inside.index(Ops.BARRIER) < inside.index(Ops.ASYNC_COPY) < inside.index(Ops.ASYNC_COMMIT) < inside.index(Ops.LDMATRIX)
    sizes = [u.arg[1] for u in uops if u.op is Ops.DEFINE_LOCAL]
    assert [size % 3 for size in sizes] == [0, 0]


def test_rows_that_ldmatrix_reads_are_in_different_banks() -> None:
    """8 rows of 16 bytes of a tile with rows of 64 bytes, or of 256, and 16 between them, touch each bank once."""
    for length in (32, 128):
        row, k = UOp.range(8, AxisType.LOOP, 0), UOp.range(length, AxisType.REDUCE, 1)
        step = stride(Tile((row, k), 8).position((row, k)), row) or 0
        assert len({n * step * 2 % 128 // 4 // 4 for n in range(8)}) == 8


def test_products_of_four_warps_are_under_way_while_the_next_tiles_come() -> None:
    """An iteration waits for all products but those of the previous one, and what is computed from them comes after a wait for all."""
    with Context(TMA=False): uops = to_linear(product(256, 256, 512, dtypes.bfloat16), CUDARenderer(Architecture(90, "a"))).uops
    loop = next(n for n, u in enumerate(uops) if u.op is Ops.RANGE and u.arg[1] is AxisType.REDUCE)
    end = next(n for n, u in enumerate(uops) if u.op is Ops.END and u.src[0] is uops[loop])
    inside = [u.op if u.op is not Ops.ASYNC_WAIT else u.arg[1:] for u in uops[loop:end]]
    order = [("copies", 1), ("products", 1), Ops.BARRIER, Ops.ASYNC_COPY, Ops.ASYNC_COMMIT, Ops.WGMMA]
    assert [inside.index(what) for what in order] == sorted(inside.index(what) for what in order)
    last = next(u for u in uops[end:] if u.op is Ops.ASYNC_WAIT)
    product_of = next(u for u in uops if u.op is Ops.WGMMA)
    assert last.arg[1:] == ("products", 0) and last.src == product_of.src[2:] and len(last.src) == 32


def test_lines_of_a_swizzled_tile() -> None:
    """The place of each element is that of the manual: bits 4 to 6 of the address, exclusive or bits 7 to 9."""
    row, k = UOp.range(16, AxisType.LOOP, 0), UOp.range(64, AxisType.REDUCE, 1)
    tile = Swizzled((row, k), itemsize=2)
    for r, c in ((0, 0), (1, 0), (3, 17), (9, 63), (15, 8)):
        address = (r * 64 + c) * 2
        at = graph_rewrite(tile.position([UOp.const(dtypes.index, n) for n in (r, c)]), symbolic)
        assert at.arg * 2 == address ^ (address >> 3 & 0x70)


@pytest.mark.parametrize("dtype", (dtypes.bfloat16, *(pytest.param(d, marks=pytest.mark.slow)
                                                      for d in (dtypes.float16, dtypes.float32, dtypes.fp8e4m3))))
@pytest.mark.parametrize("arch", ("sm_80", "sm_89", "sm_90a", "sm_100", "sm_120"))
@pytest.mark.skipif(not nvrtc.probe().usable, reason="NVRTC is not installed")
def test_nothing_spills(arch: str, dtype: DType) -> None:
    renderer = CUDARenderer(Architecture.parse(arch))
    for size, transposed in ((1024, False), (1024, True), (4096, False)):  # the last: the largest blocks
        with Context(TF32=True): text = source(product(size, size, 512, dtype, transposed), renderer)
        found = usage(nvrtc.NVRTCCompiler(Architecture.parse(arch)).compile_cached(text))
        assert found and all(use.spilled == 0 for use in found.values()), found
        by_four = arch == "sm_90a" and dtype != dtypes.float32 and (transposed or dtype.itemsize > 1)
        if arch != "sm_80" or dtype != dtypes.fp8e4m3: assert ("wgmma.mma_async" if by_four else "mma.sync") in text


# ---- what comes out


@pytest.fixture
def emulated(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """CUDA: the GPU that is here, or the emulator of PTX, by default as a Hopper. As a parameter: what the emulated device is like."""
    if ops_cuda.probe().usable:
        yield
        return
    standin = StandIn(devices=[DeviceSpec(**getattr(request, "param", {}))])
    use_driver(monkeypatch, lambda name: standin)
    yield
    assert not standin.faults and not standin.internal_errors


AMPERE_OF_ONE = {"capability": (8, 0), "multiprocessors": 1, "shared_opt_in": 163 << 10}


#: what wgmma's sums of 128 products of bytes are off, as a part of the sum of their magnitudes: of random numbers, and at worst
ROUGH, ROUGHEST = 2.0 ** -10, 4 * 33 * 2.0 ** -13


def rounded(x: np.ndarray, dtype: DType) -> np.ndarray: return Tensor(x, device="CPU").cast(dtype).cast(dtypes.float32).numpy()


#: by mma.sync: one tile, uneven sizes, bytes, float32; by wgmma: two fours of warps, uneven sizes, bytes; with zeros beyond the end
CASES = ((64, 64, 64, dtypes.bfloat16), (130, 77, 96, dtypes.float16), (64, 32, 64, dtypes.fp8e4m3), (48, 64, 40, dtypes.float32),
         (128, 256, 256, dtypes.float16), (72, 104, 192, dtypes.bfloat16), (64, 64, 384, dtypes.fp8e5m2), (8, 40, 24, dtypes.bfloat16),
         (27, 37, 41, dtypes.float16), (27, 37, 41, dtypes.float32), (128, 128, 128, dtypes.bfloat16))


@pytest.mark.parametrize("transposed", (False, True))
@pytest.mark.parametrize(("m", "n", "k", "dtype"), CASES)
@pytest.mark.parametrize("device", ("CUDA:NVRTC", "CUDA:PTX"))
def test_products_are_those_of_numpy(device: str, m: int, n: int, k: int, dtype: DType, transposed: bool, emulated: None) -> None:
    _same_as_numpy(device, m, n, k, dtype, transposed)


@pytest.mark.parametrize("device", ("CUDA:NVRTC", "CUDA:PTX"))
def test_long_sums_of_bytes_are_made_in_float32(device: str, emulated: None) -> None:
    """Before: wgmma added to what it had summed already with 13 bits, and the results were off by 1 %."""
    if "NVRTC" in device and not nvrtc.probe().usable: pytest.skip("NVRTC is not installed")
    a, b = (np.abs(np.random.default_rng(n).normal(size=(64, 4096))).astype(np.float32) for n in range(2))
    for dtype in dtypes.fp8s:
        with Context(DEV=device):
            x, y = (Tensor(z).cast(dtype).realize().cast(dtypes.float32) for z in (a, b))
            got = (x @ y.T).numpy()
        want = rounded(a, dtype).astype(np.float64) @ rounded(b, dtype).T
        assert (np.abs(got - want) <= ROUGH * want).all()


@pytest.mark.parametrize("device", ("CUDA:NVRTC", "CUDA:PTX"))
def test_a_large_product_makes_small_ones_vanish(device: str, emulated: None) -> None:
    """The worst that can happen to a sum of 128 products of bytes is the documented one."""
    if "NVRTC" in device and not nvrtc.probe().usable: pytest.skip("NVRTC is not installed")
    a, b = np.full((64, 256), 2.0 ** -7, np.float32), np.full((64, 256), 1.875 * 2.0 ** -7, np.float32)
    a[:, 0] = b[:, 0] = 1
    with Context(DEV=device):
        x, y = (Tensor(z).cast(dtypes.fp8e4m3).realize().cast(dtypes.float32) for z in (a, b))
        got = (x @ y.T).numpy()
    want = a.astype(np.float64) @ b.T
    assert (np.abs(got - want) <= ROUGHEST * want).all()


def test_the_emulator_sums_bytes_as_an_h100_does() -> None:
    """Values of the product of 64 × 384 by 384 × 64 numbers of fp8e5m2, of an H100, before sums were made in float32."""
    rng = np.random.default_rng(3)
    a, b = (rounded(rng.normal(size=(64, 384)).astype(np.float32), dtypes.fp8e5m2).astype(np.float64) for _ in range(2))
    total = np.zeros((1, 64, 64))
    for k in range(0, 384, 32): total = roughly_summed(a[None, :, k:k + 32], b[None, :, k:k + 32].swapaxes(1, 2), total)
    found = (total[0].astype(np.float32) + np.float32(1))[:2]
    assert found[0, :5].tolist() == [-14.4541015625, -35.453125, -28.419921875, 19.912109375, -16.6796875]
    np.testing.assert_allclose(found[1, [0, 1, 2, 61]], [7.683105, -0.3681641, -22.25977, -4.342285], rtol=2e-7)


@pytest.mark.parametrize(("m", "n", "k"), ((64, 64, 64), (130, 77, 96), (128, 256, 256)))
@pytest.mark.parametrize("device", ("CUDA:NVRTC", "CUDA:PTX"))
def test_packed_factors_are_decoded_into_shared_memory_and_go_to_the_unit(device: str, m: int, n: int, k: int,
                                                                         emulated: None) -> None:
    if device == "CUDA:NVRTC" and not nvrtc.probe().usable: pytest.skip("NVRTC is not installed")
    rng = np.random.default_rng(0)
    x, packed = rng.standard_normal((m, k)).astype(np.float32), rng.integers(-8, 8, (n, k)).astype(np.int8)
    w = Tensor(packed, device=device).cast(dtypes.float16) * Tensor(rng.integers(1, 4, (n, 1)).astype(np.float16), device=device)
    half = Tensor(x, device=device).half().realize()
    before = memory_stats(device).live
    y = half.dot(w.T, dtype=dtypes.float32).realize()
    assert memory_stats(device).live - before <= 4 * m * n + 4096, "the result, and nothing unpacked"
    want = half.float().numpy().astype(np.float64) @ w.float().numpy().astype(np.float64).T
    np.testing.assert_allclose(y.numpy(), want, rtol=2e-3, atol=2e-3 * np.abs(want).max())


@pytest.mark.parametrize("stride", (1, 2))
@pytest.mark.parametrize("dtype", (dtypes.bfloat16, pytest.param(dtypes.float16, marks=pytest.mark.slow)))
def test_windows_of_an_image_are_rows_of_a_tile(dtype: DType, stride: int, emulated: None) -> None:
    """Rows of 9 or 5 positions fill no tile: those of both images together do."""
    rng = np.random.default_rng(1)
    x, w = (Tensor(rng.standard_normal(s).astype(np.float32), device="CPU").cast(dtype) for s in ((2, 6, 9, 9), (16, 6, 3, 3)))
    want = x.float().conv2d(w.float(), stride=stride, padding=1).cast(dtype).float().numpy()
    narrow = [t.realize().to("CUDA:PTX") for t in (x, w)]
    (ast,) = kernels(narrow[0].conv2d(narrow[1], stride=stride, padding=1).uop)
    assert "mma.sync" in source(ast, PTXRenderer(Architecture(80)))
    got = narrow[0].conv2d(narrow[1], stride=stride, padding=1).float().numpy()
    np.testing.assert_allclose(got, want, rtol=1e-2, atol=1e-2 * np.abs(want).max())


@pytest.mark.parametrize("emulated", (AMPERE_OF_ONE,), indirect=True)
def test_a_sum_of_pieces_beside_a_product(emulated: None) -> None:
    """The pieces of a long product are added in the epilogue of another one."""
    rng = np.random.default_rng(2)
    made = [rng.standard_normal(s).astype(np.float32) / 8 for s in ((16, 8192), (8192, 16), (16, 32), (32, 16))]
    def total(device: str) -> Tensor:
        a, b, c, d = (Tensor(x, device=device).half().realize() for x in made)
        return (a @ b) + c @ d

    found = [ast for ast in kernels(total("CUDA:PTX").uop) if sum(n.op is Ops.REDUCE for n in ast.toposort()) == 2]
    assert len(found) == 1 and "mma.sync" in source(found[0], PTXRenderer(Architecture(80)))
    np.testing.assert_allclose(total("CUDA:PTX").float().numpy(), total("CPU").float().numpy(), rtol=2e-3, atol=2e-2)


@pytest.mark.parametrize("architecture", (Architecture(80), Architecture(90, "a")))
def test_what_is_computed_is_multiplied_by_single_warps(architecture: Architecture) -> None:
    """Four warps multiply while asynchronous copies fill the next tiles."""
    a = UOp.new_buffer("CPU", 256 * 256, dtypes.float16).reshape((256, 256)).cast(dtypes.float32)
    packed = UOp.new_buffer("CPU", 256 * 256, dtypes.int8).reshape((256, 256)).cast(dtypes.float16)
    scale = UOp.new_buffer("CPU", 256, dtypes.float16).reshape((256, 1)).expand((256, 256))
    (ast,) = kernels(matmul(a, packed.alu(Ops.MUL, scale).permute((1, 0)).cast(dtypes.float32)))
    text = source(ast, CUDARenderer(architecture))
    assert "mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32" in text and "wgmma" not in text


@pytest.mark.parametrize("emulated", (AMPERE_OF_ONE,), indirect=True)
@pytest.mark.parametrize("transposed", (False, True))
def test_the_largest_block_of_ampere(transposed: bool, emulated: None) -> None:
    _same_as_numpy("CUDA:PTX", 128, 256, 96, dtypes.bfloat16, transposed)


class Narrow(NamedTuple):
    """A product of results that are narrow, on a GPU like `spec`; what a thread iterations, how often."""

    sizes: tuple[int, int, int]
    factors: DType
    results: DType
    transposed: bool
    iterations: int
    spec: dict[str, Any] = {"multiprocessors": 1}


ADA = {"capability": (8, 9), "multiprocessors": 1, "shared_opt_in": 99 << 10}
#: by mma.sync, also with pieces that overlap, and bytes; by wgmma; where rows begin anywhere, and where results are wide
NARROW = {
    "mma": Narrow((128, 64, 64), dtypes.float16, dtypes.float16, False, 8),
    "overlapping": Narrow((144, 200, 64), dtypes.bfloat16, dtypes.bfloat16, True, 16, {"multiprocessors": 2}),
    "bytes": Narrow((128, 128, 64), dtypes.fp8e4m3, dtypes.fp8e5m2, True, 8, ADA),
    "wgmma": Narrow((64, 64, 192), dtypes.bfloat16, dtypes.float16, False, 4),
    "wgmma of bytes": Narrow((64, 128, 384), dtypes.fp8e4m3, dtypes.fp8e4m3, True, 4),
    "wgmma to bytes": Narrow((64, 64, 192), dtypes.float16, dtypes.fp8e5m2, True, 2),
    "rows that begin anywhere": Narrow((128, 66, 64), dtypes.float16, dtypes.float16, False, 0),
    "wide": Narrow((64, 64, 64), dtypes.float16, dtypes.float32, False, 0)}


def _narrow(device: str, case: Narrow) -> tuple[np.ndarray, np.ndarray]:
    """The product and a little more, and what NumPy says: of small whole numbers, so that sums are exact."""
    rng, (m, n, k) = np.random.default_rng(4), case.sizes
    a, b = (rng.integers(-2, 3, shape).astype(np.float32) for shape in ((m, k), (n, k) if case.transposed else (k, n)))
    bias = np.arange(n, dtype=np.float32) % 5
    with Context(DEV=device):
        x, y = (Tensor(z).cast(case.factors).realize().cast(dtypes.float32) for z in (a, b))
        found = (x @ (y.T if case.transposed else y) + Tensor(bias).realize()).relu().cast(case.results).realize()
        got = found.cast(dtypes.float32).numpy()
    return got, rounded(np.maximum(a @ (b.T if case.transposed else b) + bias, 0), case.results)


@pytest.mark.parametrize(("language", "name"), (*(("PTX", name) for name in NARROW), ("NVRTC", "mma"), ("NVRTC", "wgmma to bytes"), *(
    pytest.param("NVRTC", name, marks=pytest.mark.slow) for name in NARROW if name not in ("mma", "wgmma to bytes"))))
def test_narrow_results_are_stored_16_bytes_at_a_time(language: str, name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Four neighbouring threads exchange what they have."""
    if language == "NVRTC" and not nvrtc.probe().usable: pytest.skip("NVRTC is not installed")
    case = NARROW[name]
    standin = StandIn(devices=[DeviceSpec(**case.spec)])
    use_driver(monkeypatch, lambda name: standin)
    made: list[Sequence[UOp]] = []
    renderer = PTXRenderer if language == "PTX" else CUDARenderer
    render = renderer.render

    def watched(self: Any, uops: Sequence[UOp], name: str) -> str:
        made.append(uops)
        return render(self, uops, name)

    monkeypatch.setattr(renderer, "render", watched)
    got, expected = _narrow(f"CUDA:{language}", case)
    np.testing.assert_array_equal(got, expected)
    uops, = (ops for ops in made if any(u.op in (Ops.WMMA, Ops.WGMMA) for u in ops))
    stores = [u for u in uops if u.op is Ops.STORE and u.src[0].op is Ops.INDEX and u.src[0].src[0].op is Ops.PARAM]
    assert sum(u.op is Ops.QUAD_SHUFFLE for u in uops) == case.iterations
    assert not case.iterations or all(u.src[1].op is Ops.QUAD_SHUFFLE and u.src[1].dtype.itemsize == 16 for u in stores)
    assert not standin.faults and not standin.internal_errors


def test_what_is_read_where_it_is_written_is_not_transposed() -> None:
    """Another thread would overwrite it before it is read."""
    place = UOp(Ops.PARAM, dtypes.float16, (), ParamArg(0, 64)).index(UOp.range(32, AxisType.WARP, 0) % 4 * 2)
    values = [UOp(Ops.CONST, dtypes.float16.vec(2), (), (1.0, float(n))) for n in range(4)]
    stores = [place.src[0].index(place.src[1] + 8 * n).store(value) for n, value in enumerate(values)]
    caps = Capabilities(has_shuffles=True, tensor_cores=(UNIT,))
    transposed = [n for n in shuffle_stores(UOp.sink(*stores), caps).toposort() if n.op is Ops.QUAD_SHUFFLE]
    assert len(transposed) == 1 and transposed[0].dtype == dtypes.float16.vec(8)
    adds = [s.replace(src=(s.src[0], s.src[0].load(dtypes.float16.vec(2)) + s.src[1])) for s in stores]
    less = replace(caps, has_shuffles=False), replace(caps, tensor_cores=())
    for kept, can in ((adds, caps), *((stores, without) for without in less), (stores[:3], caps)):
        sink = UOp.sink(*kept)
        assert shuffle_stores(sink, can) is sink


#: a few multiprocessors: blocks under way are a small part of those there are, of which some overlap others
FEW = ({"capability": (8, 0), "multiprocessors": 6, "shared_opt_in": 163 << 10}, {"multiprocessors": 4})


@pytest.mark.parametrize("emulated", FEW, indirect=True, ids=("mma", "wgmma"))
def test_blocks_in_groups(emulated: None, monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[int] = []
    monkeypatch.setattr(matmul_mma, "_SECOND_CACHE", 0)
    monkeypatch.setattr(matmul_mma, "rows_together", lambda *sizes: seen.append(rows_together(*sizes)) or seen[-1])
    _same_as_numpy("CUDA:PTX", 288, 280, 192, dtypes.bfloat16, True)
    assert seen == [2] or ops_cuda.probe().hardware


def _same_as_numpy(device: str, m: int, n: int, k: int, dtype: DType, transposed: bool) -> None:
    if "NVRTC" in device and not nvrtc.probe().usable: pytest.skip("NVRTC is not installed")
    rng = np.random.default_rng(3)
    a, b = (rng.normal(size=shape).astype(np.float32) for shape in ((m, k), (n, k) if transposed else (k, n)))
    with Context(DEV=device, TF32=True):
        x, y = (Tensor(z).cast(dtype).realize().cast(dtypes.float32) for z in (a, b))
        got = (x @ (y.T if transposed else y) + 1).numpy()
    a, b = rounded(a, dtype), rounded(b, dtype)
    b = b.T if transposed else b
    # the factors of float32 keep 11 bits; sums of the others are exact up to their own rounding, but for those of bytes by wgmma
    most = 2e-2 if dtype == dtypes.float32 else 1e-4
    if dtype in dtypes.fp8s and k >= 192: most = most + ROUGH * (np.abs(a) @ np.abs(b))
    assert (np.abs(got - (a @ b + 1)) <= most).all()
