"""INT8_ACTIVATIONS: products with packed weights whose rows are rounded, against NumPy with the same rounding."""
from __future__ import annotations

from pathlib import Path

import gguf
import numpy as np
import pytest
from gguf import GGMLQuantizationType as Kind

from heddle import Context, Device, Tensor, TinyJit, Variable, dtypes, nn
from heddle.nn.gguf_blocks import TYPES
from heddle.nn.state import gguf_load, load_state_dict
from heddle.runtime.cpu import cpuinfo
from heddle.tensor.io.packed_weights import Digits
from tests.nn.test_gguf import packed_bytes, write

#: tiles of many rows are for processors with the instruction
TILES = pytest.mark.skipif(dtypes.int8 not in cpuinfo.parse_arch(None).dot_product_dtypes, reason="needs AVX512-VNNI")
ROUNDED = {number: t for number, t in TYPES.items() if t.digits is not None}


def weight_of(number: int, shape: tuple[int, int], path: Path, device: str | None = None) -> tuple[Tensor, np.ndarray]:
    """A weight in a file, and what it is."""
    raw = packed_bytes(number, shape[0] * shape[1] // TYPES[number].size)
    unpacked = gguf.quants.dequantize(raw, Kind(number)).astype(np.float64).reshape(shape)
    file = write(path / f"{number}.gguf", {"weight": (raw.reshape(shape[0], -1), Kind(number))})
    return gguf_load(file, device)[1]["weight"], unpacked


def digits_of(number: int) -> Digits:
    digits, kind = TYPES[number].digits, TYPES[number]
    assert digits is not None
    return digits(Tensor(packed_bytes(number, 1)).reshape(-1, kind.nbytes), 1)


def rounded(x: np.ndarray, number: int) -> np.ndarray:
    """Each part of a row in steps of 1/127 of its largest number."""
    integers = digits_of(number).integers
    parts = x.reshape(-1, int(np.prod(integers.shape[-3:]))).astype(np.float32)
    step = np.abs(parts).max(1, keepdims=True) / np.float32(127)
    with np.errstate(divide="ignore"): times = np.where(step == 0, np.float32(0), np.float32(1) / step)
    return (np.round(parts * times).astype(np.float64) * step).reshape(x.shape)


def check(got: np.ndarray, x: np.ndarray, unpacked: np.ndarray, number: int, relu: bool = False) -> None:
    want, most = rounded(x, number) @ unpacked.T, np.abs(x).astype(np.float64) @ np.abs(unpacked).T
    spread = np.abs(x).astype(np.float64) @ np.full_like(unpacked, np.abs(unpacked).max()).T  # offsets are taken away again
    if relu: want = np.maximum(want, 0)
    assert (np.abs(got - want) <= 2e-6 * (most + spread)).all()


@pytest.mark.parametrize("number", ROUNDED, ids=lambda n: TYPES[n].name)
@pytest.mark.parametrize("rows", [1, 2, 3, pytest.param(4, marks=TILES), pytest.param(9, marks=TILES), pytest.param(37, marks=TILES)])
def test_products_are_those_of_rounded_rows(number: int, rows: int, tmp_path: Path) -> None:
    weight, unpacked = weight_of(number, (50, 512), tmp_path)
    x = np.random.default_rng(rows).standard_normal((rows, 512)).astype(np.float32)
    x[0, :32], x[-1, 100] = 0, 50
    with Context(INT8_ACTIVATIONS=True): got = (Tensor(x) @ weight.T).numpy()
    check(got, x, unpacked, number)


@pytest.mark.parametrize("name", ["Q8_0", "Q4_0", "Q4_K", "Q6_K"])
@pytest.mark.parametrize("rows", [1, 3])
@pytest.mark.parametrize("device", ["PYTHON", "WEBGPU", "CL", "CPU:CLANG", "CPU:CLANG:x86_64,-avx512vnni",
                                    "CPU:CLANG:x86_64,x86-64-v3"])
def test_so_they_are_on_other_runtimes(name: str, rows: int, device: str, tmp_path: Path) -> None:
    if "x86_64" in device and cpuinfo.host().machine != "x86_64": pytest.skip("for x86-64")
    if not (probe := Device.probe(device)).usable: pytest.skip(probe.why_not())
    number = next(n for n, t in TYPES.items() if t.name == name)
    with Context(DEV=device):
        weight, unpacked = weight_of(number, (16, 256), tmp_path)
        x = np.random.default_rng(rows).standard_normal((rows, 256)).astype(np.float32)
        with Context(INT8_ACTIVATIONS=True): got = (Tensor(x) @ weight.T).numpy()
    check(got, x, unpacked, number)


def test_nothing_is_rounded_unless_it_is_asked_for(tmp_path: Path) -> None:
    weight, unpacked = weight_of(8, (32, 256), tmp_path)
    x = np.random.default_rng(0).standard_normal((3, 256)).astype(np.float32)
    got = (Tensor(x) @ weight.T).numpy()
    np.testing.assert_allclose(got, x.astype(np.float64) @ unpacked.T, rtol=1e-4, atol=1e-3 * np.abs(unpacked).max())
    with Context(INT8_ACTIVATIONS=True):
        assert not np.array_equal((Tensor(x) @ weight.T).numpy(), got)
        np.testing.assert_array_equal((Tensor(x) @ (weight + 0).T).numpy(), got, "this is another weight")


@TILES
@pytest.mark.parametrize(("rows", "columns", "k"), [(4, 16, 32), (5, 17, 64), (8, 31, 96), (9, 15, 32), (99, 98, 160), (64, 48, 512)])
@pytest.mark.parametrize("device", ["CPU:LLVM", "CPU:CLANG"])
def test_tiles_of_any_sizes(rows: int, columns: int, k: int, device: str, tmp_path: Path) -> None:
    if not (probe := Device.probe(device)).usable: pytest.skip(probe.why_not())
    for number in (2, 3, 8):
        with Context(DEV=device):
            weight, unpacked = weight_of(number, (columns, k), tmp_path)
            x = np.random.default_rng(rows).standard_normal((rows, k)).astype(np.float32)
            with Context(INT8_ACTIVATIONS=True): got = (Tensor(x) @ weight.T).relu().numpy()
        check(got, x, unpacked, number, relu=True)


@pytest.mark.parametrize("device", ["CPU:CLANG:x86_64,-avx512vnni", "PYTHON"])
def test_products_of_many_rows_stay_exact_without_the_instruction(device: str, tmp_path: Path) -> None:
    if "x86_64" in device and cpuinfo.host().machine != "x86_64": pytest.skip("for x86-64")
    with Context(DEV=device):
        weight, _ = weight_of(8, (32, 64), tmp_path)
        x = Tensor(np.random.default_rng(0).standard_normal((4, 64)).astype(np.float32))
        exact = (x @ weight.T).numpy()
        with Context(INT8_ACTIVATIONS=True): np.testing.assert_array_equal((x @ weight.T).numpy(), exact)


@pytest.mark.parametrize("shape", [(1, 3), pytest.param((2, 2), marks=TILES)])
def test_layers_rows_of_any_shape_and_captured_calls(shape: tuple[int, int], tmp_path: Path) -> None:
    number = 2
    weight, unpacked = weight_of(number, (24, 128), tmp_path)
    layer = nn.Linear(128, 24)
    load_state_dict(layer, {"weight": weight, "bias": Tensor.arange(24).float()})
    step = TinyJit(lambda x: layer(x).realize())
    with Context(INT8_ACTIVATIONS=True):
        for seed in range(4):
            x = np.random.default_rng(seed).standard_normal((*shape, 128)).astype(np.float32)
            got = step(Tensor(x).realize()).numpy()
            assert got.shape == (*shape, 24)
            check(got.reshape(-1, 24) - np.arange(24), x.reshape(-1, 128), unpacked, number)
        one = (Tensor(x[0, 0]) @ weight.T).numpy()
        assert one.shape == (24,)
        check(one[None], x[0, :1], unpacked, number)
        half = Tensor(x[0]).half() @ weight.T
        check(half.numpy(), x[0].astype(np.float16).astype(np.float32), unpacked, number)
        assert (Tensor.zeros(0, 128) @ weight.T).numpy().shape == (0, 24)


def test_gradients_are_those_of_the_exact_product(tmp_path: Path) -> None:
    weight, unpacked = weight_of(8, (20, 64), tmp_path)
    x, g = (np.random.default_rng(0).standard_normal(s).astype(np.float32) for s in ((2, 2, 64), (2, 2, 20)))
    with Context(INT8_ACTIVATIONS=True):
        given = Tensor(x, requires_grad=True)
        ((given @ weight.T) * Tensor(g)).sum().backward()
        (by_weight,) = ((Tensor(x) @ weight.T) * Tensor(g)).sum().gradient(weight)
    assert given.grad is not None
    np.testing.assert_allclose(given.grad.numpy(), g @ unpacked, rtol=1e-4, atol=1e-4 * np.abs(unpacked).max())
    np.testing.assert_allclose(by_weight.numpy(), g.reshape(-1, 20).T @ x.reshape(-1, 64), rtol=1e-4, atol=1e-4)


def test_a_number_of_rows_that_is_known_at_launch_is_not_rounded(tmp_path: Path) -> None:
    weight, unpacked = weight_of(8, (20, 64), tmp_path)
    x = np.random.default_rng(0).standard_normal((8, 64)).astype(np.float32)
    rows = Variable("rows", 1, 8)
    with Context(INT8_ACTIVATIONS=True):
        for n in (1, 5, 8):
            got = (Tensor(x)[:rows.bind(n)] @ weight.T).sum(0).numpy()
            want = x[:n].astype(np.float64) @ unpacked.T
            np.testing.assert_allclose(got, want.sum(0), rtol=1e-5, atol=1e-5 * np.abs(want).sum())


@pytest.mark.parametrize("rows", [2, pytest.param(6, marks=TILES)])
def test_numbers_too_small_for_a_step_count_as_zero(rows: int, tmp_path: Path) -> None:
    weight, unpacked = weight_of(8, (20, 64), tmp_path)
    x = np.full((rows, 64), 1e-40, np.float32)
    x[1] = 1e-34
    with Context(INT8_ACTIVATIONS=True): got = (Tensor(x) @ weight.T).numpy()
    np.testing.assert_allclose(got, x.astype(np.float64) @ unpacked.T, rtol=1e-5, atol=1e-38 * np.abs(unpacked).sum())


@pytest.mark.parametrize("rows", [3, pytest.param(6, marks=TILES)])
def test_infinite_and_missing_numbers_stay_seen(rows: int, tmp_path: Path) -> None:
    weight, _ = weight_of(8, (20, 64), tmp_path)
    x = np.ones((rows, 64), np.float32)
    x[0, 3], x[1, 5] = np.inf, np.nan
    with Context(INT8_ACTIVATIONS=True): got = (Tensor(x) @ weight.T).numpy()
    assert not np.isfinite(got[:2]).any() and np.isfinite(got[2]).all()
