"""Keccak hashes: equal to hashlib's, for every length around a block, in batches, and of other dtypes' bytes."""
from __future__ import annotations

import hashlib
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import numpy as np
import pytest

from heddle import Tensor, TinyJit, dtypes
from heddle.errors import DTypeError
from heddle.tensor.ops.hashing import ALGORITHMS, Sponge


def _digest(name: str, message: bytes) -> bytes:
    made = hashlib.new(name, message)
    return made.digest(ALGORITHMS[name].digest) if name.startswith("shake") else made.digest()  # type: ignore[call-arg]


@pytest.mark.parametrize("name", ALGORITHMS)
def test_every_length_around_a_block(name: str) -> None:
    rate = ALGORITHMS[name].rate
    for length in (0, 1, rate - 1, rate, rate + 1, 3 * rate + 7):
        message = np.random.default_rng(length).integers(0, 256, length).astype(np.uint8).tobytes()
        assert bytes(Tensor(message).keccak(name).tolist()) == _digest(name, message), length


def test_known_answers(fast_device: str) -> None:
    found = Tensor(b"abc").keccak()
    assert found.shape == (32,) and found.dtype is dtypes.uint8
    assert bytes(found.tolist()).hex() == "3a985da74fe225b2045c172d6bd390bd855f086e3e9d525b46bfe24511431532"  # FIPS 202's example
    assert bytes(Tensor(b"abc").keccak("shake_128").tolist()).hex() == "5881092dd818bf5cf8a3ddb793fbcba7"


def test_rows_are_hashed_side_by_side() -> None:
    rows = np.random.default_rng(0).integers(0, 256, (2, 3, 150)).astype(np.uint8)
    found = Tensor(rows).keccak().numpy()
    assert found.shape == (2, 3, 32)
    for i in range(2):
        for j in range(3): assert found[i, j].tobytes() == hashlib.sha3_256(rows[i, j].tobytes()).digest()
    assert Tensor(rows)[:0].keccak().shape == (0, 3, 32)


def test_other_dtypes_are_hashed_by_their_bytes() -> None:
    x = np.array([1.5, -2.0], np.float32)
    assert bytes(Tensor(x).keccak().tolist()) == hashlib.sha3_256(x.tobytes()).digest()
    assert bytes(Tensor(7).keccak().tolist()) == hashlib.sha3_256(np.int32(7).tobytes()).digest()


def test_a_rate_and_a_suffix() -> None:
    assert Tensor(b"abc").keccak((136, 6)).tolist() == Tensor(b"abc").keccak("sha3_256").tolist()
    assert Tensor(b"abc").keccak((144, 0x1F)).shape == (28,)


@pytest.mark.parametrize("cfg", ["md5", (200, 6), (7, 6), (136, 0), (136, 128), (136,), 3, None])
def test_an_algorithm_that_there_is_not(cfg: Any) -> None:
    with pytest.raises(DTypeError, match="keccak has no algorithm"): Tensor(b"abc").keccak(cfg)


def _tree(data: bytes) -> bytes:
    while True:
        data = data.ljust(max(1, -(-len(data) // (1 << 20))) * (1 << 20), b"\0")
        leaves = b"".join(hashlib.shake_128(data[i:i + 4096]).digest(16) for i in range(0, len(data), 4096))
        tops = [hashlib.shake_128(leaves[i:i + 4096]).digest(16) for i in range(0, len(leaves), 4096)]
        if len(tops) == 1: return tops[0]
        data = b"".join(tops)


def test_the_hash_of_a_tensor_is_a_tree() -> None:
    small = np.arange(5, dtype=np.float32)
    assert bytes(Tensor(small).hash().tolist()) == _tree(small.tobytes())
    large = np.random.default_rng(0).integers(0, 256, (1 << 20) + 5).astype(np.uint8)
    assert bytes(Tensor(large).hash().tolist()) == _tree(large.tobytes())


def test_in_a_captured_function() -> None:
    captured = TinyJit(lambda x: x.keccak().realize())
    for n in range(4):
        message = bytes([n] * 10)
        assert bytes(captured(Tensor(message)).tolist()) == hashlib.sha3_256(message).digest()


@pytest.mark.parametrize("axis", [0, 1, None])
def test_on_several_devices(axis: int | None) -> None:
    rows = np.random.default_rng(1).integers(0, 256, (4, 300)).astype(np.uint8)
    found = Tensor(rows).shard(("CPU:0", "CPU:1"), axis).keccak().numpy()
    assert [row.tobytes() for row in found] == [hashlib.sha3_256(row.tobytes()).digest() for row in rows]


def test_from_several_threads() -> None:
    messages = [bytes([n]) * 500 for n in range(4)]
    with ThreadPoolExecutor(4) as pool: found = list(pool.map(lambda m: bytes(Tensor(m).keccak().tolist()), messages))
    assert found == [hashlib.sha3_256(m).digest() for m in messages]


def test_the_table_is_that_of_the_standard() -> None:
    assert all(isinstance(s, Sponge) and s.rate % 8 == 0 and s.rate < 200 for s in ALGORITHMS.values())
    assert all(s.rate == 200 - 2 * s.digest for name, s in ALGORITHMS.items() if name.startswith("sha3"))
