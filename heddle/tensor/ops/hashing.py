"""Keccak hashes of bytes: SHA-3, SHAKE, and a tree hash for large tensors.

Inputs: the bytes of the last axis. Outputs: uint8 digests, equal to those of Python's hashlib.
Invariants: all rows are hashed at once; each of the 24 rounds is one kernel, the same for all rounds, blocks and algorithms.

Source: FIPS 202, "SHA-3 Standard: Permutation-Based Hash and Extendable-Output Functions" (2015), sections 3.2 (the steps theta to
iota), 4 (the sponge) and 6 (the suffixes).
"""
from __future__ import annotations

import functools
import math
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, NamedTuple

from heddle.dtype import dtypes
from heddle.errors import DTypeError
from heddle.tensor import tensor_hook

if TYPE_CHECKING:
    from heddle.tensor.tensor import Tensor


class Sponge(NamedTuple):
    """One algorithm: bytes absorbed by a round of the sponge, bytes of the digest, and the bits that follow the message."""

    rate: int
    digest: int
    suffix: int


#: The digests of SHAKE have half as many bytes as the strength in bits allows for collisions: what the reference gives.
ALGORITHMS = {
    "sha3_224": Sponge(144, 28, 0x06), "sha3_256": Sponge(136, 32, 0x06), "sha3_384": Sponge(104, 48, 0x06),
    "sha3_512": Sponge(72, 64, 0x06), "shake_128": Sponge(168, 16, 0x1F), "shake_256": Sponge(136, 32, 0x1F)}

_LEAF, _CHUNK = 4096, 1 << 20  # bytes hashed at once by `hash`, and bytes of a tree of them


class HashMixin:
    """Digests of bytes."""

    __slots__ = ()

    def keccak(self: Tensor, cfg: str | tuple[int, int] = "sha3_256") -> Tensor:
        """(..., n) -> (..., digest) uint8: the hash of the bytes of each row, computed now.

        cfg: "sha3_224", "sha3_256", "sha3_384", "sha3_512", "shake_128" (16 bytes), "shake_256" (32 bytes); or a rate in bytes and a
        suffix, whose digest has (200 - rate) / 2 bytes. DTypeError for another.
        """
        sponge, lead = _sponge(cfg), self.shape[:-1]
        if 0 in lead: return self.full((*lead, sponge.digest), 0, dtypes.uint8, self.device)
        rows = (self if self.shape else self.reshape(1)).detach().contiguous().bitcast(dtypes.uint8)
        rows = rows.reshape((math.prod(lead), rows.shape[-1]))
        state = rows.full((rows.shape[0], 25), 0, dtypes.uint64, rows.device)
        padded = _padded(rows, sponge)
        for begin in range(0, padded.shape[1], sponge.rate):
            block = padded[:, begin:begin + sponge.rate].contiguous().bitcast(dtypes.uint64)
            state = _permuted((state ^ block.pad([(0, 0), (0, 25 - block.shape[1])])).contiguous().realize())
        digest = state.contiguous().bitcast(dtypes.uint8)[:, :sponge.digest]
        return digest.contiguous().reshape((*lead, sponge.digest))

    def hash(self: Tensor) -> Tensor:
        """(16,) uint8: a digest of all bytes of this tensor, by a tree of SHAKE128 that hashes its leaves side by side.

        The bytes are filled up with zeros to whole chunks of 1 MiB. A chunk's 256 pieces of 4096 bytes are hashed to 16 bytes each,
        and these 4096 bytes once more. The digests of several chunks, joined, are hashed in the same way until one is left.
        """
        data = self.detach().flatten().contiguous().bitcast(dtypes.uint8)
        while True:
            chunks = max(1, -(-data.shape[0] // _CHUNK))
            data = data.pad([(0, chunks * _CHUNK - data.shape[0])])
            leaves = data.reshape((chunks * (_CHUNK // _LEAF), _LEAF)).keccak("shake_128")
            data = leaves.reshape((chunks, _LEAF)).keccak("shake_128").flatten()
            if chunks == 1: return data


def _sponge(cfg: object) -> Sponge:
    if isinstance(cfg, str) and cfg in ALGORITHMS: return ALGORITHMS[cfg]
    if isinstance(cfg, tuple) and len(cfg) == 2 and all(isinstance(n, int) for n in cfg):
        rate, suffix = cfg
        if 0 < rate < 200 and rate % 8 == 0 and 0 < suffix < 128: return Sponge(rate, (200 - rate) // 2, suffix)
    raise DTypeError(f"keccak has no algorithm {cfg!r}",
                     f"There are: {', '.join(ALGORITHMS)}; or a rate, a multiple of 8 below 200, and a suffix below 128.")


def _padded(rows: Tensor, sponge: Sponge) -> Tensor:
    """The messages with the suffix, zeros, and a last bit that is set: a multiple of the rate."""
    missing = sponge.rate - rows.shape[1] % sponge.rate
    fill = bytearray(missing)
    fill[0] |= sponge.suffix
    fill[-1] |= 0x80
    return rows.cat(type(rows)(bytes(fill), rows.device).reshape((1, missing)).expand((rows.shape[0], missing)), dim=1).contiguous()


# ---- the permutation


def _permuted(state: Tensor) -> Tensor:
    """Keccak-f[1600] of (n, 25) uint64, lane (x, y) at x + 5 y."""
    from heddle.jit.outside_state import MODES
    modes = tuple([getattr(owner, name) for owner, name in MODES.values()])
    return _permutation(state.shape[0], state.device, modes)(state)


@functools.lru_cache(maxsize=8)
def _permutation(rows: int, device: Any, modes: tuple[Any, ...]) -> Callable[[Tensor], Tensor]:
    """The permutation of so many states on `device`, captured under these `modes`: a message has one for each of its blocks."""
    from heddle.jit.jit import TinyJit
    Tensor = tensor_hook.tensor_class
    make = Tensor
    # memory of its own for each constant: kernels that read parts of one memory would differ
    constants = [make([n], device, dtypes.uint64) for n in _round_constants()]
    offsets, sources = _rotations()
    left = make(list(offsets), device, dtypes.uint64)
    order = make(list(sources), device, dtypes.int32)

    @TinyJit
    def permuted(state: Tensor) -> Tensor:
        for constant in constants: state = _round(state, left, order, constant).contiguous()
        return state.realize()
    return permuted


def _round(state: Tensor, left: Tensor, order: Tensor, constant: Tensor) -> Tensor:
    """Theta, rho, pi, chi and iota."""
    a = state.reshape((state.shape[0], 5, 5))  # row, y, x
    c = a[:, 0] ^ a[:, 1] ^ a[:, 2] ^ a[:, 3] ^ a[:, 4]
    after = c.roll(-1, 1)
    d = c.roll(1, 1) ^ ((after << 1) | (after >> 63))
    lanes = (a ^ d.unsqueeze(1)).reshape(state.shape)
    lanes = (lanes << left) | ((lanes >> 1) >> (63 - left))  # two shifts: of a lane that is not rotated, none by 64
    b = lanes[:, order].reshape((state.shape[0], 5, 5))
    mixed = (b ^ (~b.roll(-1, 2) & b.roll(-2, 2))).reshape(state.shape)
    first = type(state).arange(25, device=state.device, dtype=dtypes.int32) == 0
    return mixed ^ first.where(constant, 0)


@functools.cache
def _rotations() -> tuple[tuple[int, ...], tuple[int, ...]]:
    """By how much rho rotates each lane, and which lane pi takes to each: lane (y, 2x + 3y) comes from (x, y)."""
    offsets, sources = [0] * 25, [0] * 25
    x, y = 1, 0
    for t in range(24):
        offsets[x + 5 * y] = (t + 1) * (t + 2) // 2 % 64
        x, y = y, (2 * x + 3 * y) % 5
    for x in range(5):
        for y in range(5): sources[y + 5 * ((2 * x + 3 * y) % 5)] = x + 5 * y
    return tuple(offsets), tuple(sources)


@functools.cache
def _round_constants() -> tuple[int, ...]:
    """What iota adds in each round: bit 2**j - 1 of it is bit j + 7 * round of a shift register of 8 bits."""
    bits, register = list[int](), 1
    for _ in range(7 * 24):
        bits.append(register & 1)
        register = register << 1 ^ (0x171 if register & 0x80 else 0)
    return tuple(sum(bits[j + 7 * n] << (1 << j) - 1 for j in range(7)) for n in range(24))
