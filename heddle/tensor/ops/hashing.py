"""Keccak hashes of bytes: SHA-3, SHAKE, and a tree hash for large tensors.

Inputs: the bytes of the last axis. Outputs: uint8 digests, equal to those of Python's hashlib.
Invariants: all rows are hashed at once; each of the 24 rounds is one kernel, the same for all rounds, blocks and algorithms.

Source: FIPS 202, "SHA-3 Standard: Permutation-Based Hash and Extendable-Output Functions" (2015), sections 3.2 (the steps theta to
iota), 4 (the sponge) and 6 (the suffixes).
"""
from __future__ import annotations

import math
from typing import TYPE_CHECKING

from heddle.device.buffer import uop_buffer
from heddle.dtype import dtypes
from heddle.engine.execute import recorder
from heddle.engine.jit import Recording, assemble
from heddle.errors import DTypeError
from heddle.named_tuple import NamedTuple
from heddle.tensor import aliasing
from heddle.tensor.lock import lock
from heddle.uop import Ops, UOp

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
        lanes, each = _padded(rows, sponge).bitcast(dtypes.uint64).contiguous().realize(), sponge.rate // 8
        for begin in range(0, lanes.shape[1], each):
            block = lanes[:, begin:begin + each].pad([(0, 0), (0, 25 - each)])
            state = _permuted((state ^ block).contiguous().realize())
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
    """The algorithm that `cfg` names or describes. DTypeError if there is none."""
    if isinstance(cfg, str) and cfg in ALGORITHMS: return ALGORITHMS[cfg]
    match cfg:
        case tuple((int(rate), int(suffix))) if 0 < rate < 200 and rate % 8 == 0 and 0 < suffix < 128:
            return Sponge(rate, (200 - rate) // 2, suffix)
        case _: pass
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
    """Keccak-f[1600] of (n, 25) uint64 in memory, lane (x, y) at x + 5 y. Its launches are recorded for a kind of state once."""
    if recorder.get() is not None: return _rounds(state).realize()  # a part of that recording
    with lock:
        memory = _memory(state.uop)
        key = memory.op is Ops.MULTI and memory.arg, *((leaf.device, leaf.size) for leaf in aliasing.leaves_of(memory))
        if (known := _permutations.get(key)) is not None: return known.run(state)
        if len(_permutations) >= _MOST_PERMUTATIONS: del _permutations[next(iter(_permutations))]
        with Recording() as recording: first = _rounds(state).realize()
        _permutations[key] = _Permutation(recording, state.uop, first.uop)
        return first


class _Permutation:
    """The launches that permute one kind of state, for other states of that kind: a message has one for each of its blocks.

    Building and scheduling the graph of 24 rounds takes 25 ms, a run of the recorded launches 0.03 ms (one row, CPU).
    """

    def __init__(self, recording: Recording, state: UOp, result: UOp) -> None:
        self._result = result
        self._executable = assemble(recording, aliasing.flat(map(_memory, (state, result))), ())

    def run(self, state: Tensor) -> Tensor:
        """The permuted state, in new memory."""
        memory = _memory(self._result)
        result = type(state)._of(self._result.substitute({memory: aliasing.new_like(memory)}), False)
        self._executable.run([uop_buffer(leaf) for leaf in aliasing.flat(map(_memory, (state.uop, result.uop)))])
        return result


_MOST_PERMUTATIONS = 8
_permutations: dict[object, _Permutation] = {}


def _memory(node: UOp) -> UOp:
    """The memory of a tensor's node that is computed."""
    memory = aliasing.memory_of(node)
    assert memory is not None
    return memory


def _rounds(state: Tensor) -> Tensor:
    """The 24 rounds, each a kernel."""
    device, make = state.device, type(state)
    offsets, sources = _rotations()
    left, order = make(offsets, device, dtypes.uint64), make(sources, device, dtypes.int32)
    # memory of its own for each constant: kernels that read parts of one memory would differ
    for n in _round_constants(): state = _round(state, left, order, make([n], device, dtypes.uint64)).contiguous()
    return state


def _round(state: Tensor, left: Tensor, order: Tensor, constant: Tensor) -> Tensor:
    """Theta, rho, pi, chi and iota."""
    a = state.reshape((state.shape[0], 5, 5))  # row, y, x
    c = a[:, 0] ^ a[:, 1] ^ a[:, 2] ^ a[:, 3] ^ a[:, 4]
    after = c.roll(-1, 1)
    d = c.roll(1, 1) ^ ((after << 1) | (after >> 63))
    lanes = (a ^ d.unsqueeze(1)).reshape(state.shape)
    # two shifts: of a lane that is not rotated, none by 64; counts are all in range
    lanes = lanes._bits(Ops.SHL, left) | (lanes >> 1)._bits(Ops.SHR, 63 - left)
    b = lanes[:, order].reshape((state.shape[0], 5, 5))
    mixed = (b ^ (~b.roll(-1, 2) & b.roll(-2, 2))).reshape(state.shape)
    first = type(state).arange(25, device=state.device, dtype=dtypes.int32) == 0
    return mixed ^ first.where(constant, 0)


def _rotations() -> tuple[list[int], list[int]]:
    """By how much rho rotates each lane, and which lane pi takes to each: lane (y, 2x + 3y) comes from (x, y)."""
    offsets, sources = [0] * 25, [0] * 25
    x, y = 1, 0
    for t in range(24):
        offsets[x + 5 * y] = (t + 1) * (t + 2) // 2 % 64
        x, y = y, (2 * x + 3 * y) % 5
    for x in range(5):
        for y in range(5): sources[y + 5 * ((2 * x + 3 * y) % 5)] = x + 5 * y
    return offsets, sources


def _round_constants() -> tuple[int, ...]:
    """What iota adds in each round: bit 2**j - 1 of it is bit j + 7 * round of a shift register of 8 bits."""
    bits, register = list[int](), 1
    for _ in range(7 * 24):
        bits.append(register & 1)
        register = register << 1 ^ (0x171 if register & 0x80 else 0)
    return tuple(sum(bits[j + 7 * n] << (1 << j) - 1 for j in range(7)) for n in range(24))
