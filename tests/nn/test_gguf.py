"""GGUF files, written by the package gguf: values of every type, what stays packed, and files that are refused."""
from __future__ import annotations

import math
import struct
from pathlib import Path
from typing import Any

import gguf
import numpy as np
import pytest
from gguf import GGMLQuantizationType as Kind
from hypothesis import given
from hypothesis import strategies as st

from heddle import (
    Device,
    GlobalCounters,
    Tensor,
    TinyJit,
    dtypes,
    empty_cache,
    memory_stats,
    nn,
    reset_peak_memory,
)
from heddle.errors import (
    DTypeError,
    FileFormatError,
    FileMissingError,
    HeddleError,
    ShapeError,
    UnsupportedError,
)
from heddle.nn.gguf import ggml_data_to_tensor
from heddle.nn.gguf_blocks import OTHER_TYPES, TYPES
from heddle.nn.state import gguf_load, gguf_unsupported, load_state_dict

BLOCKS = {number: t for number, t in TYPES.items() if t.decode is not None}
PLAIN = {number: t for number, t in TYPES.items() if t.decode is None}


def write(path: Path, tensors: dict[str, tuple[np.ndarray, Kind | None]], **notes: Any) -> Path:
    """A file with these tensors (packed bytes with their kind, or plain arrays), as the package gguf writes it."""
    writer = gguf.GGUFWriter(path, "test")
    for key, value in notes.items(): writer.add_array(key, value) if isinstance(value, list) else writer.add_key_value(
        key, value, gguf.GGUFValueType.get_type(value))
    for name, (array, kind) in tensors.items(): writer.add_tensor(name, array, raw_dtype=kind)
    writer.write_header_to_file()
    writer.write_kv_data_to_file()
    writer.write_tensors_to_file()
    writer.close()
    return path


def packed_bytes(number: int, rows: int, seed: int = 0) -> np.ndarray:
    """Blocks of any bytes, whose scales are finite."""
    rng, kind = np.random.default_rng(seed), TYPES[number]
    raw = rng.integers(0, 256, (64 * rows, kind.nbytes), dtype=np.uint8)
    with np.errstate(all="ignore"): values = gguf.quants.dequantize(raw, Kind(number))
    return raw[np.isfinite(values).all(1)][:rows]


# ---- the table


def test_the_table_is_that_of_ggml() -> None:
    for number, kind in TYPES.items():
        assert Kind(number).name == kind.name and gguf.GGML_QUANT_SIZES[Kind(number)] == (kind.size, kind.nbytes)
    for number, name in OTHER_TYPES.items(): assert Kind(number).name == name and number not in TYPES
    assert {k.value for k in Kind} == {*TYPES, *OTHER_TYPES}


@pytest.mark.parametrize("number", BLOCKS, ids=lambda n: TYPES[n].name)
def test_blocks_of_any_bytes_are_unpacked_as_the_reference_does(number: int) -> None:
    raw = packed_bytes(number, 12)
    want = gguf.quants.dequantize(raw, Kind(number)).astype(np.float32)
    got = BLOCKS[number].decode(Tensor(raw)).numpy()
    np.testing.assert_array_equal(got.view(np.uint32), want.view(np.uint32))


@pytest.mark.parametrize("device", ["PYTHON", "CPU:LLVM"])
def test_other_runtimes_unpack_the_same(device: str) -> None:
    for number in (2, 12, 14):
        raw = packed_bytes(number, 2)
        want = gguf.quants.dequantize(raw, Kind(number)).astype(np.float32)
        np.testing.assert_array_equal(BLOCKS[number].decode(Tensor(raw, device=device)).numpy(), want)


# ---- files


def test_a_file_of_all_types(tmp_path: Path) -> None:
    tensors: dict[str, tuple[np.ndarray, Kind | None]] = {}
    want: dict[str, np.ndarray] = {}
    for number, kind in BLOCKS.items():
        raw = packed_bytes(number, 6).reshape(3, -1)
        tensors[kind.name], want[kind.name] = (raw, Kind(number)), gguf.quants.dequantize(raw, Kind(number)).reshape(3, -1)
    for number, kind in PLAIN.items():
        values = np.arange(-6, 6).reshape(2, 3, 2)
        if kind.name == "BF16": tensors[kind.name] = (gguf.quants.quantize(values.astype(np.float32), Kind(number)), Kind(number))
        else: tensors[kind.name] = (values.astype(kind.dtype.name), None)
        want[kind.name] = values
    path = write(tmp_path / "x.gguf", tensors, tokens=["a", "é"], scores=[0.5, 1.5], layers=7, name="all", flag=True)
    assert gguf_unsupported(path) == {}
    notes, loaded = gguf_load(path)
    assert notes["general.architecture"] == "test" and notes["tokens"] == ["a", "é"] and notes["scores"] == [0.5, 1.5]
    assert (notes["layers"], notes["name"], notes["flag"]) == (7, "all", True)
    assert set(loaded) == set(want)
    for name, t in loaded.items():
        assert t.shape == want[name].shape and t.device == Tensor.ones(1).device
        np.testing.assert_array_equal(t.numpy(), want[name].astype(t.numpy().dtype), err_msg=name)
    assert loaded["BF16"].dtype == dtypes.bfloat16 and loaded["Q4_K"].dtype == dtypes.float32 and loaded["I64"].dtype == dtypes.int64


def test_weights_that_were_quantised(tmp_path: Path) -> None:
    weights = np.random.default_rng(1).standard_normal((4, 64)).astype(np.float32)
    kinds = [Kind.Q4_0, Kind.Q4_1, Kind.Q5_0, Kind.Q5_1, Kind.Q8_0]
    path = write(tmp_path / "x", {k.name: (gguf.quants.quantize(weights, k), k) for k in kinds})
    steps = dict(zip([k.name for k in kinds], [8, 15, 16, 31, 127], strict=True))
    for name, t in gguf_load(path)[1].items():
        assert np.abs(t.numpy() - weights).max() < np.abs(weights).max() * 2 / steps[name]


def test_empty_tensors_and_bytes_in_memory(tmp_path: Path) -> None:
    path = write(tmp_path / "x", {"none": (np.zeros((0, 3), np.float32), None), "one": (np.ones((2, 2), np.float32), None)})
    loaded = gguf_load(Tensor(path.read_bytes()))[1]
    assert loaded["none"].shape == (0, 3) and loaded["one"].tolist() == [[1, 1], [1, 1]]


# ---- what stays packed


@pytest.mark.parametrize("kind", [Kind.Q4_0, Kind.Q8_0, Kind.Q4_K, Kind.Q6_K], ids=lambda kind: kind.name)
def test_blocks_are_unpacked_inside_the_kernel_that_uses_them(kind: Kind, tmp_path: Path) -> None:
    raw = packed_bytes(kind.value, 16384 // gguf.GGML_QUANT_SIZES[kind][0]).reshape(16, -1)
    weight = gguf_load(write(tmp_path / "x", {"w": (raw, kind)}))[1]["w"]
    x = Tensor.rand(1024).realize()
    before, moved = memory_stats("CPU").live, GlobalCounters.global_mem
    got = (weight @ x).realize()
    assert weight.shape == (16, 1024) and GlobalCounters.global_mem - moved < weight.nbytes()  # a copy of it would be written and read
    assert memory_stats("CPU").live - before <= 256  # the result
    want = gguf.quants.dequantize(raw, kind).astype(np.float64) @ x.numpy()
    np.testing.assert_allclose(got.numpy(), want, rtol=1e-4, atol=1e-4 * np.abs(want).max())


def test_a_captured_model_over_packed_weights(tmp_path: Path) -> None:
    raw = packed_bytes(8, 32).reshape(8, -1)  # (8, 128) of Q8_0
    model = nn.Linear(128, 8, bias=False)
    load_state_dict(model, gguf_load(write(tmp_path / "x", {"weight": (raw, Kind.Q8_0)}))[1])
    step = TinyJit(lambda x: model(x).realize())
    for i in range(4):
        x = Tensor.full((2, 128), float(i)).contiguous().realize()
        np.testing.assert_allclose(step(x).numpy(), x.numpy() @ gguf.quants.dequantize(raw, Kind.Q8_0).T, rtol=1e-4, atol=1e-3)
    assert model.weight.uop.base.op.name != "BUFFER"  # still the expression over the blocks


# ---- products with many rows


def picked_rows(rows: int, columns: int) -> np.ndarray:
    """Rows with a single 1: a product with them is elements of the other factor, exactly."""
    x = np.zeros((rows, columns), np.float32)
    x[np.arange(rows), np.arange(rows) * 37 % columns] = 1
    return x


@pytest.mark.parametrize("number", BLOCKS, ids=lambda n: TYPES[n].name)
@pytest.mark.parametrize("rows", [1, 2, 15, 16, 17, 64])
def test_products_are_those_of_the_unpacked_weight(number: int, rows: int) -> None:
    same_products(number, rows, (50, 512), "CPU")


@pytest.mark.parametrize("name", ["Q8_0", "Q4_0", "Q5_1", "MXFP4", "Q4_K", "Q6_K"])
@pytest.mark.parametrize("rows", [2, 17])
@pytest.mark.parametrize("device", ["PYTHON", "WEBGPU", "CL", "CPU:LLVM"])
def test_so_they_are_on_other_runtimes(name: str, rows: int, device: str) -> None:
    if not (probe := Device.probe(device)).usable: pytest.skip(probe.why_not())
    same_products(next(n for n, t in TYPES.items() if t.name == name), rows, (16, 256), device)


def same_products(number: int, rows: int, shape: tuple[int, int], device: str) -> None:
    """Products with picked rows are exact, and the packed blocks are all the memory of the weight on the device."""
    kind, (columns, length) = TYPES[number], shape
    raw = packed_bytes(number, columns * length // kind.size)
    if kind.name == "MXFP4": raw[:, 0] = raw[:, 0] % 16 + 120  # exponents whose sums are finite
    unpacked = gguf.quants.dequantize(raw, Kind(number)).astype(np.float64).reshape(shape)
    packed = Tensor(raw, device=device).realize()
    weight = kind.decode(packed).reshape(shape)
    numbers = np.random.default_rng(0).standard_normal((rows, length)).astype(np.float32)
    for x in (picked_rows(rows, length), numbers):
        given = Tensor(x, device=device).realize()
        before = memory_stats(device).live
        got = (given @ weight.T).realize()
        assert memory_stats(device).live - before <= got.nbytes() + 4096, "the result, in whole blocks of the allocator"
        want = x.astype(np.float64) @ unpacked.T
        if x is not numbers: np.testing.assert_array_equal(got.numpy(), want.astype(np.float32))
        else: assert (np.abs(got.numpy() - want) <= 2e-6 * (np.abs(x).astype(np.float64) @ np.abs(unpacked).T)).all()


@pytest.mark.parametrize("name", ["Q8_0", "Q4_K", *(pytest.param(name, marks=pytest.mark.slow) for name in ("Q4_0", "Q6_K"))])
@pytest.mark.parametrize("rows", [1, 8, 64, *(pytest.param(rows, marks=pytest.mark.slow) for rows in (16, 512))])
def test_packed_weights_stay_packed_whatever_they_are_multiplied_with(name: str, rows: int, tmp_path: Path) -> None:
    """Live bytes afterwards are the result's; at no time is there more than that, and parts of a long product."""
    columns, length = 256, 4096
    number = next(n for n, t in TYPES.items() if t.name == name)
    raw = packed_bytes(number, columns * length // TYPES[number].size).reshape(columns, -1)
    weight = gguf_load(write(tmp_path / "x", {"w": (raw, Kind(number))}))[1]["w"]
    x = Tensor.rand(rows, length).realize()
    for _ in range(2):
        empty_cache()
        reset_peak_memory()
        before, peak_before = memory_stats("CPU").live, memory_stats("CPU").peak_live
        got = (x @ weight.T).realize()
        peak, results = memory_stats("CPU").peak_live - peak_before, got.nbytes()
        assert memory_stats("CPU").live - before <= results + 4096
        # a sum of 4096 products is cut in pieces, whose results are there at a time
        assert peak <= 9 * results + 4096 and (rows > 64 or peak < weight.nbytes() // 4)
        del got
    assert weight.uop.base.op.name != "BUFFER" and memory_stats("CPU").live - before <= 4096


def test_weights_of_8_bits_and_a_scale_stay_so() -> None:
    """Written by hand: what counts is the expression, not where it comes from."""
    rng = np.random.default_rng(0)
    packed = Tensor(rng.integers(-128, 128, (512, 1024)).astype(np.int8)).realize()
    scale = Tensor(rng.random((512, 1), np.float32)).realize()
    for dtype in (dtypes.float32, dtypes.float16):
        for rows in (1, 16, 100):
            x = Tensor.rand(rows, 1024).cast(dtype).realize()
            reset_peak_memory()
            before, moved = memory_stats("CPU").live, GlobalCounters.kernel_count
            y = (x @ (packed.cast(dtype) * scale.cast(dtype)).T).realize()
            assert GlobalCounters.kernel_count - moved == 1
            assert memory_stats("CPU").peak_live - before <= y.nbytes() + 16384  # unpacked, the weight would be 1 MiB or 2


# ---- what is refused


def test_all_types_that_cannot_be_unpacked_are_listed_before_anything_is_read(tmp_path: Path) -> None:
    tensors: dict[str, tuple[np.ndarray, Kind | None]] = {
        f"{kind.name}.{i}": (np.zeros((1, gguf.GGML_QUANT_SIZES[kind][1]), np.uint8), kind)
        for kind in (Kind.IQ2_XXS, Kind.TQ1_0, Kind.Q4_0) for i in range(2)}
    path = write(tmp_path / "x", tensors)
    assert gguf_unsupported(path) == {"IQ2_XXS": ["IQ2_XXS.0", "IQ2_XXS.1"], "TQ1_0": ["TQ1_0.0", "TQ1_0.1"]}
    copied = GlobalCounters.copy_bytes
    with pytest.raises(FileFormatError, match=r"(?s)4 tensors of types.*IQ2_XXS: IQ2_XXS.0, IQ2_XXS.1\n.*TQ1_0: .*There are: F32"):
        gguf_load(path)
    assert GlobalCounters.copy_bytes - copied <= path.stat().st_size  # of the header


def _header(tensors: bytes = b"", count: int = 0, keys: bytes = b"", key_count: int = 0, version: int = 3) -> bytes:
    return b"GGUF" + struct.pack("<IQQ", version, count, key_count) + keys + tensors


def _text(x: str) -> bytes: return struct.pack("<Q", len(x.encode())) + x.encode()


def _tensor(name: str, sizes: tuple[int, ...], kind: int, offset: int) -> bytes:
    return _text(name) + struct.pack(f"<I{len(sizes)}QIQ", len(sizes), *sizes, kind, offset)


BROKEN: list[tuple[bytes, str]] = [
    (b"abc", "header that goes on at byte 3"), (b"ABCDEFGH", "no GGUF file: it begins with b'ABCD'"),
    (_header(version=1), "version 1 of GGUF, and versions 2 and 3"),
    (b"GGUF" + struct.pack(">IQQ", 3, 0, 0), "big-endian machines"),
    (_header(count=1 << 40), "1099511627776 tensors"), (_header(count=1), "header that goes on"),
    (_header(keys=_text("a") + struct.pack("<I", 77), key_count=1), "unknown kind 77"),
    (_header(keys=_text("a") + struct.pack("<IIQ", 9, 9, 1), key_count=1), "list of the unknown kind 9"),
    (_header(keys=2 * (_text("a") + struct.pack("<IB", 0, 1)), key_count=2), "two keys 'a'"),
    (_header(keys=struct.pack("<Q", 1) + b"\xff", key_count=1), "no UTF-8"),
    (_header(keys=_text("general.alignment") + struct.pack("<II", 4, 3), key_count=1), "general.alignment of 3"),
    (_header(2 * _tensor("a", (1,), 0, 0), 2), "two tensors of one name"),
    (_header(_tensor("a", (1, 1, 1, 1, 1), 0, 0), 1), "'a' of 5 axes"),
    (_header(_tensor("a", (1 << 60,), 0, 0), 1), "'a' of .* has the shape"),
    (_header(_tensor("a", (), 8, 0), 1), "rows of 1 elements, which are no whole blocks of Q8_0"),
    (_header(_tensor("a", (31,), 2, 0), 1), "rows of 31 elements, which are no whole blocks of Q4_0"),
    (_header(_tensor("a", (4,), 0, 0), 1), "cut short: tensor 'a' ends at byte"),
    (_header(_tensor("a", (4,), 0, 0) + _tensor("b", (4,), 0, 8), 2) + b"0" * 64, "the data of 'b' and of 'a' overlap"),
    (_header(_tensor("a", (4,), 99, 0), 1), "type 99: a"),
]


@pytest.mark.parametrize(("content", "text"), BROKEN, ids=[text[:30] for _, text in BROKEN])
def test_broken_files(tmp_path: Path, content: bytes, text: str) -> None:
    (tmp_path / "x").write_bytes(content)
    with pytest.raises(FileFormatError, match="(?s)" + text): gguf_load(tmp_path / "x")


def test_every_cut_of_a_good_file_is_refused(tmp_path: Path) -> None:
    whole = write(tmp_path / "x", {"a": (packed_bytes(2, 1), Kind.Q4_0)}, n=1).read_bytes()
    end = len(whole) - (32 - 18)  # what follows is padding
    for n in range(0, end, 7):
        with pytest.raises(HeddleError): gguf_load(Tensor(whole[:n]))
    with pytest.raises(FileMissingError, match="cannot open"): gguf_load(tmp_path / "y")


@given(st.integers(0, 4095), st.integers(0, 255))
def test_a_changed_byte_is_read_or_refused(at: int, value: int) -> None:
    content = bytearray(_header(_tensor("a", (32,), 2, 0) + _tensor("b", (2, 2), 0, 32), 2,
                                _text("k") + struct.pack("<IIQ", 9, 8, 1) + _text("v"), 1) + b"\0" * 128)
    content[at % len(content)] = value
    try: loaded = gguf_load(Tensor(bytes(content)))[1]
    except FileFormatError: return
    assert all(math.prod(t.shape) < 1 << 20 for t in loaded.values())


# ---- data without a file


@pytest.mark.parametrize("kind", sorted(TYPES))
def test_data_by_the_number_of_its_type(kind: int) -> None:
    """As gguf's own reader unpacks it."""
    row = TYPES[kind]
    rng = np.random.default_rng(kind)
    raw = rng.integers(0, 60, (3, row.nbytes), np.uint8)
    found = ggml_data_to_tensor(Tensor(np.concatenate([raw.ravel(), np.zeros(5, np.uint8)])), 3 * row.size, kind)
    if row.decode is None:
        assert found.shape == (3,) and found.dtype is row.dtype and bytes(found._bytes()) == raw.tobytes()
        return
    wanted = gguf.quants.dequantize(raw, gguf.GGMLQuantizationType(kind))
    assert found.shape == (3, row.size)
    np.testing.assert_allclose(found.numpy(), wanted, rtol=1e-6, atol=1e-6)


def test_data_that_does_not_fit() -> None:
    data = Tensor(np.zeros(34, np.uint8))
    with pytest.raises(ShapeError, match="no whole blocks of 32"): ggml_data_to_tensor(data, 33, 8)
    with pytest.raises(ShapeError, match="no whole blocks of 32 in 34 bytes"): ggml_data_to_tensor(data, 64, 8)
    with pytest.raises(UnsupportedError, match="ggml type 99"): ggml_data_to_tensor(data, 32, 99)
    with pytest.raises(DTypeError, match="needs bytes"): ggml_data_to_tensor(data.int(), 32, 8)
    assert ggml_data_to_tensor(data, 0, 8).shape == (0, 32)
