"""Counter-based random number generation: the bits of element i of draw c are threefry2x32(key, (i, c)), a pure function.

Inputs: a seed, and the position c of a generator, which each thread has in a small buffer on each device. Outputs: graphs of random
numbers.
Invariants: the same seed gives the same numbers, bit for bit, on every device; no two draws have the same c, which has 64 bits: the
upper 32 change the key. Draws count c on from the buffer; when some are computed, one ASSIGN in the same schedule advances the
buffer, so a replay of the schedule draws new numbers.

Threefry2x32 with 20 rounds: Salmon, Moraes, Dror, Shaw, "Parallel random numbers: as easy as 1, 2, 3" (2011).
"""
from __future__ import annotations

import hashlib
import math
import os
import struct
import threading
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from heddle.dtype import DType, DTypeLike, dtypes, to_dtype
from heddle.errors import DTypeError, ShapeError
from heddle.tensor import tensor_hook
from heddle.tensor.creation import check_sizes, place
from heddle.tensor.host_data import filled_buffer, pack
from heddle.tensor.lock import one_at_a_time
from heddle.tensor.node_builders import alu, cast, constant, mark, match, shape_argument, shaped_like
from heddle.tensor.ops.joining import join
from heddle.tensor.random.normal import exponential, normal, unfused
from heddle.uop import Ops, UOp

if TYPE_CHECKING:
    from heddle.tensor.tensor import Tensor

# ---- the function

_ROTATIONS = ((13, 15, 26, 6), (17, 29, 16, 24))
_PARITY = 0x1BD11BDA  # section 4.2 of the paper


def threefry(key: tuple[UOp, UOp], counter: tuple[UOp, UOp]) -> tuple[UOp, UOp]:
    """Two words of 32 random bits for each pair of counters; all uint32 of one shape and on one device."""
    parity = joined(Ops.XOR, joined(Ops.XOR, *key), _word(_PARITY, key[0]))
    keys = (key[0], key[1], parity)
    a, b = joined(Ops.ADD, counter[0], key[0]), joined(Ops.ADD, counter[1], key[1])
    for group in range(5):
        for bits in _ROTATIONS[group % 2]:
            a = joined(Ops.ADD, a, b)
            b = joined(Ops.XOR, _rotate(b, bits), a)
        a = joined(Ops.ADD, a, keys[(group + 1) % 3])
        b = joined(Ops.ADD, b, joined(Ops.ADD, keys[(group + 2) % 3], _word(group + 1, b)))
    return a, b


def joined(op: Ops, a: UOp, b: UOp) -> UOp:
    """One of the hundred nodes of a draw: without the user's line and checks, which would take most of the time of making a model."""
    return shaped_like(UOp(op, dtypes.uint32, (a, b)), a, line=False)


def _word(value: int, like: UOp) -> UOp: return constant(dtypes.uint32, value, like.shape)


def _rotate(x: UOp, bits: int) -> UOp:
    return joined(Ops.OR, joined(Ops.SHL, x, _word(bits, x)), joined(Ops.SHR, x, _word(32 - bits, x)))


def _words_of(x: UOp) -> tuple[UOp, UOp]:
    """The lower and the upper word of uint64."""
    return cast(x, dtypes.uint32), cast(alu(Ops.SHR, x, constant(dtypes.uint64, 32, x.shape)), dtypes.uint32)


def _joined_words(low: UOp, high: UOp) -> UOp:
    """uint64 of its two words."""
    wide = alu(Ops.SHL, cast(high, dtypes.uint64), constant(dtypes.uint64, 32, high.shape))
    return alu(Ops.OR, wide, cast(low, dtypes.uint64))


# ---- generators


@dataclass
class Generator:
    """The state on one device: the key (2 words), the position (64 bits), and how many draws count on from it."""

    key: UOp
    position: UOp
    draws: int = 0


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
        return struct.unpack("<II", hashlib.blake2b(struct.pack("<QQ", seed, thread), digest_size=8).digest())

    def unit(self, sizes: tuple[int, ...], kind: Any, device: Any) -> UOp:
        """Floats in [0, 1)."""
        return _unit(*random_words(sizes, device), kind)

    def normal(self, sizes: tuple[int, ...], kind: Any, device: Any) -> UOp:
        """Floats with mean 0 and deviation 1."""
        return cast(normal(*random_words(sizes, device)), kind)

    def integers(self, sizes: tuple[int, ...], low: int, high: int, kind: Any, device: Any) -> UOp:
        """Whole numbers in [low, high)."""
        a, b = (cast(w, dtypes.uint64) for w in random_words(sizes, device))
        span = constant(dtypes.uint64, high - low, sizes)
        if high - low <= 1 << 32: drawn = alu(Ops.SHR, alu(Ops.MUL, a, span), constant(dtypes.uint64, 32, sizes))
        else: drawn = alu(Ops.MOD, alu(Ops.OR, alu(Ops.SHL, a, constant(dtypes.uint64, 32, sizes)), b), span)
        return cast(alu(Ops.ADD, drawn, constant(dtypes.uint64, low % (1 << 64), sizes)), kind)

    def width(self, kind: Any) -> Any:
        """The dtype in which numbers in [0, 1) are drawn that become a range of `kind`."""
        return kind if kind.is_float() and kind.itemsize >= 4 else dtypes.float32

    def within(self, unit: Tensor, bound: float, kind: Any) -> Tensor:
        """Numbers in [0, 1) as numbers in [-bound, bound)."""
        return self.between(unit, -bound, bound, kind)

    def between(self, unit: Tensor, low: float, high: float, kind: Any) -> Tensor:
        """Numbers in [0, 1) as numbers of `kind` in [low, high)."""
        # where the middle is 0 only one step rounds: 2u - 1 is exact
        if low == -high: return ((unit * 2 - 1) * high).cast(kind)
        return _shifted(unit * (high - low), low).cast(kind)

    def samples(self, rows: int, count: int, device: Any) -> Tensor:
        """(rows, count) float32 in [0, 1)."""
        return RandomMixin.rand(rows, count, device=device, dtype=dtypes.float32)

    def arrivals(self, weights: Tensor) -> Tensor:
        """(rows, n) chances -> (rows, n) times at which each arrives first, where those of greater chance arrive sooner."""
        return _made(exponential(*random_words(weights.shape, weights.device)), None) / weights


_stream = Stream()


def current_stream() -> Stream:
    """What draws the numbers now."""
    return _stream


@one_at_a_time
def use_stream(stream: Stream) -> None:
    """From now on numbers are drawn by `stream`; every generator starts again with the same seed."""
    global _stream
    _stream = stream
    seed_all(_seed)


_seed: int = int.from_bytes(os.urandom(4), "little")
#: Each thread draws by itself: what one draws would else be counted on while another's draws move the position.
_generators: dict[tuple[int, str], Generator] = {}
#: thread -> number of its key: 0 for the one that gave the seed, the others in the order of their first draws
_streams: dict[int, int] = {threading.main_thread().ident or 0: 0}


@one_at_a_time
def seed_all(seed: int) -> None:
    """Every generator starts again, with `seed`."""
    global _seed
    _seed = seed & 0xFFFFFFFFFFFFFFFF
    here = threading.get_ident()
    devices = [device for thread, device in _generators if thread == here]
    _generators.clear()
    _streams.clear()
    _streams[here] = 0
    if not _stream.counts_devices:
        for device in devices: _generator(device)


def _generator(device: str) -> Generator:
    """This thread's on one device."""
    place = threading.get_ident(), device
    found = _generators.get(place)
    if found is None:
        thread = _streams.setdefault(place[0], len(_streams))
        found = _generators[place] = _new_generator(_stream.key(_seed, thread, len(_own_generators())), 0, device)
    return found


def _new_generator(words: tuple[int, int], position: int, device: str) -> Generator:
    return Generator(filled_buffer(pack(words, dtypes.uint32), dtypes.uint32, (2,), device),
                     filled_buffer(pack([position], dtypes.uint64), dtypes.uint64, (1,), device))


def _own_generators() -> list[tuple[str, Generator]]:
    """This thread's, with their devices."""
    return [(device, g) for (thread, device), g in list(_generators.items()) if thread == threading.get_ident()]


@one_at_a_time
def next_draw(device: str | tuple[str, ...], by: int) -> tuple[tuple[UOp, UOp], tuple[UOp, UOp]]:
    """The two words of the key and those of the position, lower first, of shape (1,); the position then moves on `by`.

    On several devices these are the key and position of the first, so that the numbers are those that it would draw alone.
    """
    first = device if isinstance(device, str) else device[0]
    state = _generator(first)
    words, position = (m if device == first else m.shard(tuple(device), None) for m in (state.key, state.position))
    draw = alu(Ops.ADD, position, constant(dtypes.uint64, state.draws, (1,)))
    state.draws += by
    return (words.shrink([(0, 1)]), words.shrink([(1, 2)])), _words_of(draw)


def check_count(shape: tuple[int, ...]) -> int:
    """The number of elements. ShapeError for more than one draw can give."""
    if (count := math.prod(shape)) <= 1 << 32: return count
    raise ShapeError(f"at most 2**32 random numbers can be drawn at once, got shape {shape}",
                     "Draw parts and join them with Tensor.cat.")


class _Draws(threading.local):
    """Who is asked in place of the generator, the innermost last: transformations that run a function on one value of many."""

    def __init__(self) -> None: self.asked: list[Callable[[tuple[int, ...], Any], tuple[UOp, UOp]]] = []


draws = _Draws()


def random_words(shape: tuple[int, ...], device: str | tuple[str, ...]) -> tuple[UOp, UOp]:
    """One draw: two words of random bits for each element."""
    return draws.asked[-1](shape, device) if draws.asked else _random_words(shape, device)


def _random_words(shape: tuple[int, ...], device: str | tuple[str, ...]) -> tuple[UOp, UOp]:
    """Two words of random bits for each element: one draw. On several devices each works out all that it needs of it."""
    count = check_count(shape)
    (first_word, second_word), (low, high) = next_draw(device, 1)
    # 0 changes nothing; no two values change the key alike, as the factors are odd
    key = (joined(Ops.ADD, first_word, joined(Ops.MUL, high, _word(0x9E3779B9, high))),
           joined(Ops.XOR, second_word, joined(Ops.MUL, high, _word(0x85EBCA6B, high))))
    element = UOp.iota(count, dtypes.uint32, device if isinstance(device, str) else tuple(device))
    a, b = threefry((key[0].expand((count,)), key[1].expand((count,))), (element, low.expand((count,))))
    return mark(a.reshape(shape)), mark(b.reshape(shape))


def generator_state(device: str) -> UOp:
    """This thread's generator on `device` as 4 words: the key and the position, lower word first, with all draws so far counted."""
    g = _generator(device)
    position = alu(Ops.ADD, g.position, constant(dtypes.uint64, g.draws, (1,)))
    upper = alu(Ops.SHR, position, constant(dtypes.uint64, 32, (1,)))
    parts = (g.key, cast(position, dtypes.uint32), cast(upper, dtypes.uint32))
    return join([_made(p, None) for p in parts], 0).uop


@one_at_a_time
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
    """Notes that `assign` has run. Out: the old position in terms of what is in the buffer now."""
    position = assign.src[0]
    state = next((g for g in _generators.values() if g.position is position), None)
    if state is None: return {}
    draws, state.draws = state.draws, 0
    return {position: alu(Ops.SUB, position, constant(dtypes.uint64, draws, (1,)))}


def unsettled() -> list[UOp]:
    """The positions of this thread's generators that draws have not been counted in yet: computing them does that."""
    return [g.position for _, g in _own_generators() if g.draws]


def states() -> dict[UOp, tuple[str, str]]:
    """The memories of this thread's generators: device, and which of its two they are."""
    return {memory.base: (device, part) for device, g in _own_generators()
            for part, memory in (("key", g.key), ("position", g.position))}


def state(device: str, part: str) -> UOp:
    """The memory now of a generator's "key" or "position"."""
    g = _generator(device)
    return (g.key if part == "key" else g.position).base


def is_position(memory: UOp) -> bool:
    """Whether `memory` is the position of a generator."""
    return any(g.position is memory for g in _generators.values())


# ---- tensors


class RandomMixin:
    """Static methods that draw. All take `device=`, `dtype=` and `requires_grad=`."""

    __slots__ = ()

    @staticmethod
    def manual_seed(seed: int = 0) -> None:
        """Starts all random numbers again: the same seed gives the same numbers, on every device.

        So it does for the thread that calls this. Others draw numbers of their own, which depend on the order in which they begin.
        """
        seed_all(seed)

    @staticmethod
    def get_rng_state(device: str | None = None) -> Tensor:
        """The state of the random numbers on a device, as a tensor of 4 uint32: what is drawn next depends on nothing else.

        It is that of the thread that calls this. Draws count from the call that makes the tensor of random numbers.
        """
        return _made(generator_state(place(device)), None)

    @staticmethod
    def set_rng_state(state: Tensor, device: str | None = None) -> None:
        """The next draws on a device are those that followed when `get_rng_state` gave `state`, on that device or another.

        `state`: what `get_rng_state` gave, or its 4 numbers. ShapeError or DTypeError for anything else. Not in a captured
        function, which would do it once: set the state before the call.
        """
        words: list[Any] = [*(state.tolist() if hasattr(state, "tolist") else state)]
        cure = "Pass what get_rng_state gave."
        if len(words) != 4: raise ShapeError(f"the state of the random numbers has 4 words, got {len(words)}", cure)
        if not all(type(w) is int and 0 <= w < 1 << 32 for w in words):
            raise DTypeError(f"the state of the random numbers is made of uint32, got {words}", cure)
        set_generator_state(place(device), words)

    def threefry(self: Tensor, seed: Tensor) -> Tensor:
        """uint64: 64 random bits for each counter in this tensor under the key `seed`; both uint64, and they broadcast.

        Threefry2x32 with 20 rounds: the lower word of each is the first. DTypeError for other dtypes.
        """
        if self.dtype is not dtypes.uint64 or seed.dtype is not dtypes.uint64:
            raise DTypeError(f"threefry needs uint64 counters and keys, got {self.dtype.name} and {seed.dtype.name}",
                             'Cast them: .cast("uint64").')
        counter, key = match("threefry", self.uop, seed.uop)
        low, high = threefry(_words_of(key), _words_of(counter))
        return _made(mark(_joined_words(low, high)), None)

    @staticmethod
    def random_bits(key: Tensor, counter: Tensor, num: int) -> Tensor:
        """(num,) uint32: random bits, a pure function of a key and a counter, (2,) uint32 each, lower word first.

        The key of the draw is threefry(counter, key); elements i and i + ceil(num / 2) are the two words of its threefry of the
        counters i and i + ceil(num / 2). ShapeError for other shapes, or more than 2**32 elements; DTypeError for other dtypes.
        """
        for name, x in (("key", key), ("counter", counter)):
            if x.dtype is not dtypes.uint32:
                raise DTypeError(f"random_bits needs a {name} of uint32, got {x.dtype.name}", 'Cast it: .cast("uint32").')
            if x.shape != (2,):
                raise ShapeError(f"random_bits needs a {name} of two words, got shape {x.shape}",
                                 "Give its 64 bits as two uint32, the lower one first.")
        if not 0 <= num <= 1 << 32: raise ShapeError(f"random_bits gives 0 to 2**32 words, got {num}", "Draw parts and join them.")
        half = (num + 1) // 2
        start = _made(_joined_words(counter[0].uop, counter[1].uop), None).threefry(_made(_joined_words(key[0].uop, key[1].uop), None))
        places = type(key).arange(half, device=key.device, dtype=dtypes.uint32)
        keys = tuple(word.broadcast_to((half,)) for word in _words_of(start.uop))
        drawn = threefry((keys[0], keys[1]), (places.uop, (places + half).uop))
        return join([_made(mark(x), None) for x in drawn], 0)[:num]

    @staticmethod
    def rand(*shape: Any, device: str | None = None, dtype: DTypeLike | None = None, requires_grad: bool | None = None,
             contiguous: bool = True) -> Tensor:
        """Uniform in [0, 1), with all the bits that the dtype has there. DTypeError unless it is a float."""
        kind, sizes, where = _float_kind(dtype, "rand"), check_sizes(shape_argument(shape, "rand"), "rand"), place(device)
        return _made(_stream.unit(sizes, kind, where), requires_grad)

    @staticmethod
    def randn(*shape: Any, device: str | None = None, dtype: DTypeLike | None = None,
              requires_grad: bool | None = None) -> Tensor:
        """Normal with mean 0 and deviation 1, by the method of Box and Muller in float32; |x| is at most 6.7."""
        kind, sizes = _float_kind(dtype, "randn"), check_sizes(shape_argument(shape, "randn"), "randn")
        return _made(_stream.normal(sizes, kind, place(device)), requires_grad)

    @staticmethod
    def randint(*shape: Any, low: int = 0, high: int = 10, device: str | None = None, dtype: DTypeLike | None = None,
                requires_grad: bool | None = None) -> Tensor:
        """Whole numbers in [low, high). ShapeError if there are none, DTypeError unless the dtype is an integer."""
        kind = dtypes.default_int if dtype is None else to_dtype(dtype)
        if not kind.is_integer():
            raise DTypeError(f"randint needs an integer dtype, got {kind.name}",
                             "Leave dtype out, or give one such as dtypes.int32.")
        if not isinstance(low, int) or not isinstance(high, int):
            raise DTypeError(f"randint needs whole bounds, got {low} and {high}", "Give ints, or use Tensor.uniform for floats.")
        if low >= high: raise ShapeError(f"randint needs low < high, got {low} and {high}", "Exchange the bounds; high is exclusive.")
        sizes = check_sizes(shape_argument(shape, "randint"), "randint")
        return _made(_stream.integers(sizes, low, high, kind, place(device)), requires_grad)

    @staticmethod
    def uniform(*shape: Any, low: float = 0.0, high: float = 1.0, dtype: DTypeLike | None = None,
                requires_grad: bool | None = None, **more: Any) -> Tensor:
        """Uniform in [low, high); for an integer dtype the whole parts of such numbers."""
        kind = dtypes.default_float if dtype is None else to_dtype(dtype)
        unit = RandomMixin.rand(*shape, dtype=_stream.width(kind), **more)
        return _finished(_stream.between(unit, low, high, kind), kind, requires_grad)

    @staticmethod
    def normal(*shape: Any, mean: float = 0.0, std: float = 1.0, requires_grad: bool | None = None, **more: Any) -> Tensor:
        """Normal with this mean and deviation."""
        kind = _float_kind(more.pop("dtype", None), "normal")
        drawn = RandomMixin.randn(*shape, dtype=kind if kind.itemsize >= 4 else dtypes.float32, **more)
        return _finished(_shifted(drawn * std, mean), kind, requires_grad)

    @staticmethod
    def scaled_uniform(*shape: Any, **more: Any) -> Tensor:
        """Uniform in [-1, 1), divided by the square root of the number of elements."""
        sizes = shape_argument(shape, "scaled_uniform")
        return _uniform_within(sizes, math.prod(sizes) ** -0.5 if math.prod(sizes) else 1.0, more)

    @staticmethod
    def glorot_uniform(*shape: Any, **more: Any) -> Tensor:
        """Uniform within sqrt(6 / (inputs + outputs)): Glorot and Bengio (2010). shape: (out, in, *kernel)."""
        sizes = _layer_shape(shape, "glorot_uniform")
        return _uniform_within(sizes, math.sqrt(6 / (sizes[0] + math.prod(sizes[1:]))), more)

    @staticmethod
    def kaiming_uniform(*shape: Any, a: float = 0.01, **more: Any) -> Tensor:
        """Uniform within sqrt(6 / ((1 + a**2) inputs)): He and others (2015). shape: (out, in, *kernel)."""
        sizes = _layer_shape(shape, "kaiming_uniform")
        return _uniform_within(sizes, math.sqrt(6 / ((1 + a ** 2) * math.prod(sizes[1:]))), more)

    @staticmethod
    def kaiming_normal(*shape: Any, a: float = 0.01, **more: Any) -> Tensor:
        """Normal with deviation sqrt(2 / ((1 + a**2) inputs)): He and others (2015). shape: (out, in, *kernel)."""
        sizes = _layer_shape(shape, "kaiming_normal")
        return RandomMixin.normal(*sizes, std=math.sqrt(2 / ((1 + a ** 2) * math.prod(sizes[1:]))), **more)

    @staticmethod
    def randperm(n: int, device: str | None = None, dtype: DTypeLike = dtypes.int32, **more: Any) -> Tensor:
        """The numbers 0 … n-1 in random order."""
        return RandomMixin.rand(n, device=device, **more).argsort().cast(dtype)

    def multinomial(self: Tensor, num_samples: int = 1, replacement: bool = False) -> Tensor:
        """(n,) or (rows, n) weights -> (num_samples,) or (rows, num_samples) int32: indices drawn with chances in their proportion.

        Without `replacement` an index is drawn once at most; where fewer weights than samples are above 0, those of 0 come last.
        Finite floats of at least 0. Sources: inversion of the cumulative sum; the race of exponentials of Efraimidis and Spirakis
        (2006).
        """
        if self.ndim not in (1, 2) or not self.dtype.is_float():
            raise ShapeError(f"multinomial needs floats of one or two axes, got {self.dtype.name} of shape {self.shape}",
                             "Cast it with .float(), and give (choices,) or (rows, choices).")
        choices = self.shape[-1]
        if num_samples < 1 or not choices:
            raise ShapeError(f"multinomial cannot draw {num_samples} of {choices}",
                             "Give a num_samples of at least 1 and at least one weight.")
        if num_samples > choices and not replacement:
            raise ShapeError(f"multinomial cannot draw {num_samples} of {choices} without replacement", "Pass replacement=True.")
        weights = (self.unsqueeze(0) if self.ndim == 1 else self).detach().cast(dtypes.float32)
        if replacement or (num_samples == 1 and _stream.one_by_inversion):
            sums = weights.cumsum(1)
            drawn = _stream.samples(weights.shape[0], num_samples, self.device) * sums[:, -1:]
            found = (drawn.unsqueeze(-1) >= sums.unsqueeze(1)).sum(-1).minimum(_last_above_0(weights))
        else:
            found = _stream.arrivals(weights).topk(num_samples, dim=1, largest=False)[1]
        return (found[0] if self.ndim == 1 else found).cast(dtypes.int32)

    def rand_like(self: Tensor, **more: Any) -> Tensor:
        """Uniform in [0, 1) in the shape and dtype of this tensor, on its device."""
        return RandomMixin.rand(*self.shape, **{"device": self.device, "dtype": self.dtype, **more})

    def randn_like(self: Tensor, dtype: DTypeLike | None = None, **more: Any) -> Tensor:
        """Normal in the shape of this tensor and on its device, and in its dtype unless one is given."""
        return RandomMixin.randn(*self.shape, **{"device": self.device, "dtype": self.dtype if dtype is None else dtype, **more})


def _last_above_0(weights: Tensor) -> Tensor:
    """(rows, n) -> (rows, 1): the greatest index that can be drawn, which rounding must not pass."""
    return (weights > 0).where(type(weights).arange(weights.shape[1], device=weights.device), 0).max(1, keepdim=True)


def _made(uop: UOp, requires_grad: bool | None) -> Tensor:
    Tensor = tensor_hook.tensor_class
    return Tensor(uop, requires_grad=requires_grad)


def _shifted(x: Tensor, by: float) -> Tensor:
    """x + by for a product x, with the same bits on every device."""
    return x if by == 0 else _made(unfused(x.uop), None) + by


def _finished(x: Tensor, kind: DType, requires_grad: bool | None) -> Tensor:
    result = x.cast(kind)
    if requires_grad is not None: result.requires_grad = requires_grad
    return result


def _float_kind(dtype: DTypeLike | None, what: str) -> Any:
    kind = dtypes.default_float if dtype is None else to_dtype(dtype)
    if not kind.is_float(): raise DTypeError(f"{what} needs a float dtype, got {kind.name}", "Use randint for whole numbers.")
    return kind


# bits of the significand, the leading one included: multiples of 2**-bits below 1 are exact
_SIGNIFICANT = {"float64": 53, "float32": 24, "float16": 11, "bfloat16": 8, "fp8e4m3": 4, "fp8e5m2": 3,
                "fp8e4m3fnuz": 4, "fp8e5m2fnuz": 3}


def _unit(a: UOp, b: UOp, dtype: Any) -> UOp:
    """Random bits as a float in [0, 1)."""
    bits = _SIGNIFICANT[dtype.name]
    if bits > 32:
        words, width = _joined_words(b, a), 64
    else: words, width = a, 32
    whole = alu(Ops.SHR, words, constant(words.dtype, width - bits, a.shape))
    wide = dtype if dtype.itemsize >= 4 else dtypes.float32
    return cast(alu(Ops.MUL, cast(whole, wide), constant(wide, 2.0 ** -bits, a.shape)), dtype)


def _layer_shape(shape: Any, what: str) -> tuple[int, ...]:
    """The shape of weights. ShapeError if there are no inputs or no outputs, for then nothing says how widely to draw."""
    sizes = shape_argument(shape, what)
    if not sizes or any(n < 1 for n in sizes):
        raise ShapeError(f"{what} needs a shape (out, in, *kernel) without zeros, got {sizes}", "Give positive sizes.")
    return sizes


def _uniform_within(sizes: tuple[int, ...], bound: float, more: dict[str, Any]) -> Tensor:
    dtype, requires_grad = more.pop("dtype", None), more.pop("requires_grad", None)
    kind = dtypes.default_float if dtype is None else to_dtype(dtype)
    unit = RandomMixin.rand(*sizes, dtype=_stream.width(kind), **more)
    return _finished(_stream.within(unit, bound, kind), kind, requires_grad)
