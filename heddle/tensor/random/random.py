"""Random number generators: the bits of element i of draw c are threefry2x32(key, (i, c)), a pure function.

Inputs: a seed, and the position c of a generator, which each thread has in a small buffer on each device. Outputs: nodes of random
numbers; the distributions made of them are in `distributions.py`.
Invariants: the same seed gives the same numbers, bit for bit, on every device; no two draws have the same c, which has 64 bits: the
upper 32 change the key. Draws count c on from the buffer; when some are computed, one ASSIGN in the same schedule advances the
buffer, so a replay of the schedule draws new numbers.
"""
from __future__ import annotations

import math
import os
import struct
import threading
from collections.abc import Callable, Sequence
from dataclasses import field
from typing import TYPE_CHECKING
from weakref import WeakValueDictionary

from heddle.blake2 import blake2b
from heddle.dtype import DType, dtypes
from heddle.engine.communicator import current
from heddle.errors import ShapeError
from heddle.lazy_dataclass import dataclass
from heddle.tensor import tensor_hook
from heddle.tensor.host_data import filled_buffer, pack
from heddle.tensor.lock import locked
from heddle.tensor.node_builders import alu, cast, constant, mark
from heddle.tensor.ops.joining import join
from heddle.tensor.random.normal import exponential, normal, unfused
from heddle.tensor.random.ranges import are_numbers, is_span_finite, limit
from heddle.tensor.random.threefry import joined, joined_words, threefry, word, words_of
from heddle.uop import Ops, UOp
from heddle.uop.mesh import DeviceMesh

if TYPE_CHECKING:
    from heddle.tensor.tensor import Tensor

#: the draws of one schedule whose numbers lie in memory: those of a model's weights
_NUMBERED = 256
#: a device, or the devices of a sharded tensor
Devices = str | tuple[str, ...]

# ---- generators


@dataclass
class Generator:
    """The state on one device: the key (2 words), the position (64 bits), and how many draws count on from it.

    `numbers` are 0, 1, 2, … in memory: draws that read theirs from there are equal kernels where their shapes are. `earlier` has
    the nodes of former positions in graphs that have not been computed, by their distance from the present one.
    """

    key: UOp
    position: UOp
    numbers: UOp
    draws: int = 0
    earlier: WeakValueDictionary[int, UOp] = field(default_factory=WeakValueDictionary[int, UOp])


class Stream:
    """How a key follows from a seed, and what is drawn with it: heddle's own numbers. Another is chosen with `use_stream`.

    All sizes are checked before, all dtypes as well. Outputs: nodes or tensors of the sizes, on the device.
    """

    #: whether a single sample of `multinomial` is drawn as one of several with replacement
    one_by_inversion = False
    #: whether keys depend on the order in which devices first draw
    counts_devices = False
    #: whether the weights of a transposed convolution are drawn again after those of a convolution
    draws_transposed_again = False

    def key(self, seed: int, thread: int, generators: int) -> tuple[int, int]:
        """The key of a thread's next generator, after as many: the seed for thread 0; for another, words that nobody else has."""
        if thread == 0: return seed & 0xFFFFFFFF, seed >> 32
        return struct.unpack("<II", blake2b(struct.pack("<QQ", seed, thread), digest_size=8).digest())

    def unit(self, sizes: tuple[int, ...], kind: DType, device: Devices) -> UOp:
        """Floats in [0, 1)."""
        return _unit(*random_words(sizes, device), kind)

    def normal(self, sizes: tuple[int, ...], kind: DType, device: Devices) -> UOp:
        """Floats with mean 0 and deviation 1."""
        return cast(normal(*random_words(sizes, device)), kind)

    def integers(self, sizes: tuple[int, ...], low: int, high: int, kind: DType, device: Devices) -> UOp:
        """Whole numbers in [low, high)."""
        a, b = (cast(w, dtypes.uint64) for w in random_words(sizes, device))
        if high - low == 1 << 64: return cast(alu(Ops.OR, alu(Ops.SHL, a, constant(dtypes.uint64, 32, sizes)), b), kind)
        span = constant(dtypes.uint64, high - low, sizes)
        if high - low <= 1 << 32: drawn = alu(Ops.SHR, alu(Ops.MUL, a, span), constant(dtypes.uint64, 32, sizes))
        else: drawn = alu(Ops.MOD, alu(Ops.OR, alu(Ops.SHL, a, constant(dtypes.uint64, 32, sizes)), b), span)
        return cast(alu(Ops.ADD, drawn, constant(dtypes.uint64, low % (1 << 64), sizes)), kind)

    def width(self, kind: DType) -> DType:
        """The dtype in which numbers in [0, 1) are drawn that become a range of `kind`."""
        return kind if kind.is_float() and kind.itemsize >= 4 else dtypes.float32

    def within(self, unit: Tensor, bound: float, kind: DType) -> Tensor:
        """Numbers in [0, 1) as numbers in [-bound, bound)."""
        return self.between(unit, -bound, bound, kind)

    def between(self, unit: Tensor, low: float, high: float, kind: DType) -> Tensor:
        """Numbers in [0, 1) as numbers of `kind` in [low, high). What rounds to `high` becomes the number before it."""
        drawn, bound = _stretched(unit, low, high), limit(low, high, unit.dtype, kind)
        if bound is None: return drawn.cast(kind)
        if not kind.is_float(): drawn = drawn.cast(kind)
        return (drawn.minimum(bound) if low < high else drawn.maximum(bound)).cast(kind)

    def samples(self, rows: int, count: int, device: Devices) -> Tensor:
        """(rows, count) float32 in [0, 1)."""
        return made(self.unit((rows, count), dtypes.float32, device), None)

    def arrivals(self, weights: Tensor) -> Tensor:
        """(rows, n) chances -> (rows, n) times at which each arrives first, where those of greater chance arrive sooner."""
        return made(exponential(*random_words(weights.shape, weights.device)), None) / weights


_stream = Stream()


def current_stream() -> Stream:
    """What draws the numbers now."""
    return _stream


@locked
def use_stream(stream: Stream) -> None:
    """From now on numbers are drawn by `stream`; every generator starts again with the same seed."""
    global _stream
    _stream = stream
    _restart()


_seed: int | None = None  # None until one is given
_own_seed = int.from_bytes(os.urandom(4), "little")
#: Each thread draws by itself: what one draws would else be counted on while another's draws move the position.
_generators: dict[tuple[int, str], Generator] = {}
#: thread -> number of its key: 0 for the one that gave the seed, the others in the order of their first draws
_streams: dict[int, int] = {threading.main_thread().ident or 0: 0}


@locked
def seed_all(seed: int) -> None:
    """Every generator starts again, with `seed`."""
    global _seed
    _seed = seed & 0xFFFFFFFFFFFFFFFF
    _restart()


def _current_seed() -> int:
    """The seed that was given; else one that all processes of this program have, or that only this process has."""
    if _seed is not None: return _seed
    return _own_seed if current.communicator is None else current.communicator.seed


def _restart() -> None:
    here = threading.get_ident()
    devices = [device for thread, device in _generators if thread == here]
    _generators.clear()
    _streams.clear()
    _streams[here] = 0
    if not _stream.counts_devices:
        for device in devices: _generator(device)


def _generator(device: str) -> Generator:
    """This thread's on one device."""
    key = threading.get_ident(), device
    found = _generators.get(key)
    if found is None:
        thread = _streams.setdefault(key[0], len(_streams))
        found = _generators[key] = _new_generator(_stream.key(_current_seed(), thread, len(_own_generators())), 0, device)
    return found


def _new_generator(words: tuple[int, int], position: int, device: str) -> Generator:
    return Generator(filled_buffer(pack(words, dtypes.uint32), dtypes.uint32, (2,), device),
                     filled_buffer(pack([position], dtypes.uint64), dtypes.uint64, (1,), device),
                     filled_buffer(pack(range(_NUMBERED), dtypes.uint64), dtypes.uint64, (_NUMBERED,), device))


def _own_generators() -> list[tuple[str, Generator]]:
    """This thread's, with their devices."""
    return [(device, g) for (thread, device), g in list(_generators.items()) if thread == threading.get_ident()]


@locked
def next_draw(device: Devices, by: int) -> tuple[tuple[UOp, UOp], tuple[UOp, UOp]]:
    """The two words of the key and those of the position, lower first, of shape (1,); the position then moves on `by`.

    On several devices these are the key and position of the first, so that the numbers are those that it would draw alone.
    """
    first = device if isinstance(device, str) else device[0]
    state = _generator(first)
    words, position = (m if device == first else m.shard(_as_tuple(device), None) for m in (state.key, state.position))
    is_in_memory = device == first and state.draws < _NUMBERED
    number = (state.numbers.shrink([(state.draws, state.draws + 1)]) if is_in_memory
              else constant(dtypes.uint64, state.draws, (1,)))
    draw = alu(Ops.ADD, position, number)
    state.draws += by
    return (words.shrink([(0, 1)]), words.shrink([(1, 2)])), words_of(draw)


def _as_tuple(device: Devices) -> tuple[str, ...]: return device if isinstance(device, DeviceMesh) else tuple(device)


def check_count(shape: tuple[int, ...]) -> int:
    """The number of elements. ShapeError for more than one draw can give."""
    if (count := math.prod(shape)) <= 1 << 32: return count
    raise ShapeError(f"at most 2**32 random numbers can be drawn at once, got shape {shape}",
                     "Draw parts and join them with Tensor.cat.")


class _Draws(threading.local):
    """What draws instead of the generator, the innermost last: transformations that run a function on one value of many."""

    def __init__(self) -> None: self.overrides: list[Callable[[tuple[int, ...], Devices], tuple[UOp, UOp]]] = []


draws = _Draws()


def random_words(shape: tuple[int, ...], device: Devices) -> tuple[UOp, UOp]:
    """One draw: two words of random bits for each element."""
    return draws.overrides[-1](shape, device) if draws.overrides else _random_words(shape, device)


def _random_words(shape: tuple[int, ...], device: Devices) -> tuple[UOp, UOp]:
    """Two words of random bits for each element: one draw. On several devices each works out all that it needs of it."""
    count = check_count(shape)
    (first_word, second_word), (low, high) = next_draw(device, 1)
    # 0 changes nothing; no two values change the key alike, as the factors are odd
    key = (joined(Ops.ADD, first_word, joined(Ops.MUL, high, word(0x9E3779B9, high))),
           joined(Ops.XOR, second_word, joined(Ops.MUL, high, word(0x85EBCA6B, high))))
    element = UOp.iota(count, dtypes.uint32, device if isinstance(device, str) else _as_tuple(device))
    a, b = threefry((key[0].expand((count,)), key[1].expand((count,))), (element, low.expand((count,))))
    return mark(a.reshape(shape)), mark(b.reshape(shape))


def generator_state(device: str) -> UOp:
    """This thread's generator on `device` as 4 words: the key and the position, lower word first, with all draws so far counted."""
    g = _generator(device)
    position = alu(Ops.ADD, g.position, constant(dtypes.uint64, g.draws, (1,)))
    upper = alu(Ops.SHR, position, constant(dtypes.uint64, 32, (1,)))
    parts = (g.key, cast(position, dtypes.uint32), cast(upper, dtypes.uint32))
    return join([made(p, None) for p in parts], 0).uop


@locked
def set_generator_state(device: str, words: Sequence[int]) -> None:
    """This thread's generator on `device` goes on from where `generator_state` was read."""
    first, second, low, high = words
    _generators[threading.get_ident(), device] = _new_generator((first, second), low | high << 32, device)


def advances(roots: Sequence[UOp]) -> list[UOp]:
    """The ASSIGN that moves on each generator from which `roots` draw."""
    if not (drawn := [g for g in _generators.values() if g.draws]): return []
    read = UOp.sink(*roots).toposort()
    return [position.assign(alu(Ops.ADD, position, constant(dtypes.uint64, g.draws, (1,))))
            for g in drawn if (position := g.position) in read]


def advanced(assign: UOp) -> dict[UOp, UOp]:
    """Notes that `assign` has run. Out: the old position, and those before it, in terms of what is in the buffer now."""
    position = assign.src[0]
    state = next((g for g in _generators.values() if g.position is position), None)
    if state is None: return {}
    draws, state.draws = state.draws, 0
    # from the present one each: a draw that is never computed would else get one more subtraction with each schedule
    before = {0: position, **state.earlier}
    now = {far: alu(Ops.SUB, position, UOp.const(dtypes.uint64, far).broadcast_to((1,))) for far in (d + draws for d in before)}
    state.earlier = WeakValueDictionary(now)
    return dict(zip(before.values(), now.values(), strict=True))


def drawn(roots: Sequence[UOp]) -> set[UOp]:
    """The nodes of these graphs that depend on draws."""
    found = {g.position for g in _generators.values()}
    if not (roots and found): return set()
    for node in UOp.sink(*roots).toposort():
        if not found.isdisjoint(node.src): found.add(node)
    return found


def unsettled() -> list[UOp]:
    """The positions of this thread's generators that draws have not been counted in yet: computing them does that."""
    return [g.position for _, g in _own_generators() if g.draws]


def states() -> dict[UOp, tuple[str, str]]:
    """The memories of this thread's generators: device, and which of its three they are."""
    return {memory.base: (device, part) for device, g in _own_generators()
            for part, memory in (("key", g.key), ("position", g.position), ("numbers", g.numbers))}


def state(device: str, part: str) -> UOp:
    """The memory now of a generator's "key", "position" or "numbers"."""
    g = _generator(device)
    return {"key": g.key, "position": g.position, "numbers": g.numbers}[part].base


def is_position(memory: UOp) -> bool:
    """Whether `memory` is the position of a generator."""
    return any(g.position is memory for g in _generators.values())


# ---- numbers of the bits


def made(uop: UOp, requires_grad: bool | None) -> Tensor:
    Tensor = tensor_hook.tensor_class
    return Tensor(uop, requires_grad=requires_grad)


def _stretched(unit: Tensor, low: float, high: float) -> Tensor:
    """Numbers in [0, 1) as numbers from low to high, which may round to high."""
    # where the middle is 0 only one step rounds: 2u - 1 is exact
    if low == -high: return (unit * 2 - 1) * high
    if not are_numbers(low, high) or is_span_finite(low, high, unit.dtype): return shifted(unit * (high - low), low)
    return shifted(unit * (high / 2 - low / 2), low / 2) * 2


def shifted(x: Tensor, by: float) -> Tensor:
    """x + by for a product x, with the same bits on every device."""
    return x if by == 0 else made(unfused(x.uop), None) + by


# bits of the significand, the leading one included: multiples of 2**-bits below 1 are exact
_SIGNIFICANT = {"float64": 53, "float32": 24, "float16": 11, "bfloat16": 8, "fp8e4m3": 4, "fp8e5m2": 3,
                "fp8e4m3fnuz": 4, "fp8e5m2fnuz": 3}


def _unit(a: UOp, b: UOp, dtype: DType) -> UOp:
    """Random bits as a float in [0, 1)."""
    bits = _SIGNIFICANT[dtype.name]
    if bits > 32:
        words, width = joined_words(b, a), 64
    else: words, width = a, 32
    whole = alu(Ops.SHR, words, constant(words.dtype, width - bits, a.shape))
    wide = dtype if dtype.itemsize >= 4 else dtypes.float32
    return cast(alu(Ops.MUL, cast(whole, wide), constant(wide, 2.0 ** -bits, a.shape)), dtype)
