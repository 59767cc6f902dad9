"""Distributions of random numbers: the methods of Tensor that draw.

Inputs: shapes, dtypes, parameters of a distribution. Outputs: tensors that are not computed yet.
Invariants: all arguments are checked before anything is drawn; the numbers come from the current `Stream`.
"""
from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any, TypedDict, Unpack

from heddle.dtype import DType, DTypeLike, dtypes, to_dtype
from heddle.errors import DTypeError, ShapeError
from heddle.tensor.arguments import Devices
from heddle.tensor.capture_mode import check_may_be_seeded
from heddle.tensor.creation import canonical_device, check_sizes
from heddle.tensor.host_data import canonical_devices
from heddle.tensor.node_builders import fits, mark, match, number_range_error, shape_argument
from heddle.tensor.ops.index_check import known_values
from heddle.tensor.ops.joining import join
from heddle.tensor.random.random import (
    current_stream,
    generator_state,
    made,
    seed_all,
    set_generator_state,
    shifted,
)
from heddle.tensor.random.threefry import joined_words, threefry, words_of

if TYPE_CHECKING:
    import numpy as np

    from heddle.tensor.tensor import Tensor


class _Placed(TypedDict, total=False):
    """What numbers like a tensor may have otherwise."""

    device: Devices | None
    requires_grad: bool | None


class _Uniform(_Placed, total=False):
    dtype: DTypeLike | None
    contiguous: bool


class RandomMixin:
    """Static methods that draw. All take `device=`, `dtype=` and `requires_grad=`."""

    __slots__ = ()

    @staticmethod
    def manual_seed(seed: int = 0) -> None:
        """Starts all random numbers again: the same seed gives the same numbers, on every device.

        So it does for the thread that calls this. Others draw numbers of their own, which depend on the order in which they begin.
        JitError in a function that is being captured.
        """
        check_may_be_seeded()
        seed_all(seed)

    @staticmethod
    def get_rng_state(device: str | None = None) -> Tensor:
        """The state of the random numbers on a device, as a tensor of 4 uint32: what is drawn next depends on nothing else.

        It is that of the thread that calls this. Draws count from the call that makes the tensor of random numbers.
        """
        return made(generator_state(canonical_device(device, "get_rng_state")), None)

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
        set_generator_state(canonical_device(device, "set_rng_state"), words)

    def threefry(self: Tensor, seed: Tensor) -> Tensor:
        """uint64: 64 random bits for each counter in this tensor under the key `seed`; both uint64, and they broadcast.

        Threefry2x32 with 20 rounds: the lower word of each is the first. DTypeError for other dtypes.
        """
        if self.dtype is not dtypes.uint64 or seed.dtype is not dtypes.uint64:
            raise DTypeError(f"threefry needs uint64 counters and keys, got {self.dtype.name} and {seed.dtype.name}",
                             'Cast them: .cast("uint64").')
        counter, key = match("threefry", self.uop, seed.uop)
        low, high = threefry(words_of(key), words_of(counter))
        return made(mark(joined_words(low, high)), None)

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
        start = made(joined_words(counter[0].uop, counter[1].uop), None).threefry(made(joined_words(key[0].uop, key[1].uop), None))
        counters = type(key).arange(half, device=key.device, dtype=dtypes.uint32)
        keys = tuple(word.broadcast_to((half,)) for word in words_of(start.uop))
        drawn = threefry((keys[0], keys[1]), (counters.uop, (counters + half).uop))
        return join([made(mark(x), None) for x in drawn], 0)[:num]

    @staticmethod
    def rand(*shape: object, device: Devices | None = None, dtype: DTypeLike | None = None, requires_grad: bool | None = None,
             contiguous: bool = True) -> Tensor:
        """Uniform in [0, 1), with all the bits that the dtype has there. DTypeError unless it is a float."""
        kind, sizes, where = _float_kind(dtype, "rand"), check_sizes(shape_argument(shape, "rand"), "rand"), canonical_devices(device)
        return made(current_stream().unit(sizes, kind, where), requires_grad)

    @staticmethod
    def randn(*shape: object, device: Devices | None = None, dtype: DTypeLike | None = None,
              requires_grad: bool | None = None) -> Tensor:
        """Normal with mean 0 and deviation 1, by the method of Box and Muller in float32; |x| is at most 6.7."""
        kind, sizes = _float_kind(dtype, "randn"), check_sizes(shape_argument(shape, "randn"), "randn")
        return made(current_stream().normal(sizes, kind, canonical_devices(device)), requires_grad)

    @staticmethod
    def randint(*shape: object, low: int = 0, high: int = 10, device: str | None = None, dtype: DTypeLike | None = None,
                requires_grad: bool | None = None) -> Tensor:
        """Whole numbers in [low, high). ShapeError if there are none, DTypeError unless the dtype is an integer, NumberRangeError if
        it cannot hold them all.
        """
        kind = dtypes.default_int if dtype is None else to_dtype(dtype)
        if not kind.is_integer():
            raise DTypeError(f"randint needs an integer dtype, got {kind.name}",
                             "Leave dtype out, or give one such as dtypes.int32.")
        match low, high:
            case int(), int(): pass
            case _: raise DTypeError(f"randint needs whole bounds, got {low} and {high}",
                                     "Give ints, or use Tensor.uniform for floats.")
        if low >= high: raise ShapeError(f"randint needs low < high, got {low} and {high}", "Exchange the bounds; high is exclusive.")
        for bound in (low, high - 1):
            if not fits(bound, kind): raise number_range_error(bound, kind)
        sizes = check_sizes(shape_argument(shape, "randint"), "randint")
        return made(current_stream().integers(sizes, low, high, kind, canonical_devices(device)), requires_grad)

    @staticmethod
    def uniform(*shape: Any, low: float = 0.0, high: float = 1.0, dtype: DTypeLike | None = None,
                requires_grad: bool | None = None, **more: Any) -> Tensor:
        """Uniform in [low, high): no number rounds to `high`, in any dtype. For an integer dtype the whole parts of such numbers.

        A dtype that has no number in [low, high) gives the one below `high`; equal bounds give the bound.
        """
        kind = dtypes.default_float if dtype is None else to_dtype(dtype)
        unit = RandomMixin.rand(*shape, dtype=current_stream().width(kind), **more)
        return _finished(current_stream().between(unit, low, high, kind), kind, requires_grad)

    @staticmethod
    def normal(*shape: Any, mean: float = 0.0, std: float = 1.0, requires_grad: bool | None = None, **more: Any) -> Tensor:
        """Normal with this mean and deviation."""
        kind = _float_kind(more.pop("dtype", None), "normal")
        drawn = RandomMixin.randn(*shape, dtype=kind if kind.itemsize >= 4 else dtypes.float32, **more)
        return _finished(shifted(drawn * std, mean), kind, requires_grad)

    @staticmethod
    def scaled_uniform(*shape: object, **more: object) -> Tensor:
        """Uniform in [-1, 1), divided by the square root of the number of elements."""
        sizes = shape_argument(shape, "scaled_uniform")
        return _uniform_within(sizes, math.prod(sizes) ** -0.5 if math.prod(sizes) else 1.0, more)

    @staticmethod
    def glorot_uniform(*shape: object, **more: object) -> Tensor:
        """Uniform within sqrt(6 / (inputs + outputs)): Glorot and Bengio (2010). shape: (out, in, *kernel)."""
        sizes = _layer_shape(shape, "glorot_uniform")
        return _uniform_within(sizes, math.sqrt(6 / (sizes[0] + math.prod(sizes[1:]))), more)

    @staticmethod
    def kaiming_uniform(*shape: object, a: float = 0.01, **more: object) -> Tensor:
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
        Finite floats of at least 0, one of them above 0 in each row: ShapeError where they are known now and are not; else such a row
        gives any indices. Sources: inversion of the cumulative sum; the race of exponentials of Efraimidis and Spirakis
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
        _check_weights(self)
        weights = (self.unsqueeze(0) if self.ndim == 1 else self).detach().cast(dtypes.float32)
        if replacement or (num_samples == 1 and current_stream().one_by_inversion):
            sums = weights.cumsum(1)
            drawn = current_stream().samples(weights.shape[0], num_samples, self.device) * sums[:, -1:]
            found = (drawn.unsqueeze(-1) >= sums.unsqueeze(1)).sum(-1).minimum(_last_above_0(weights))
        else:
            found = current_stream().arrivals(weights).topk(num_samples, dim=1, largest=False)[1]
        return (found[0] if self.ndim == 1 else found).cast(dtypes.int32)

    def rand_like(self: Tensor, **more: Unpack[_Uniform]) -> Tensor:
        """Uniform in [0, 1) in the shape and dtype of this tensor, on its device."""
        given: _Uniform = {"device": self.device, "dtype": self.dtype, **more}
        return RandomMixin.rand(*self.shape, **given)

    def randn_like(self: Tensor, dtype: DTypeLike | None = None, **more: Unpack[_Placed]) -> Tensor:
        """Normal in the shape of this tensor and on its device, and in its dtype unless one is given."""
        given: _Placed = {"device": self.device, **more}
        return RandomMixin.randn(*self.shape, dtype=self.dtype if dtype is None else dtype, **given)


def _check_weights(x: Tensor) -> None:
    """ShapeError for weights, as far as they are known, that give no chances."""
    if x.dtype not in (dtypes.float16, dtypes.float32, dtypes.float64) or (found := known_values(x)) is None: return
    rows = found.reshape(-1, found.shape[-1])
    bad: np.ndarray = ~((rows >= 0) & (rows < math.inf))
    if bad.any():
        at = [*map(int, divmod(int(bad.argmax()), rows.shape[1]))]
        raise ShapeError(f"multinomial needs finite weights of at least 0, got {rows[at[0], at[1]]} at "
                         f"{tuple(at) if x.ndim == 2 else at[1]}", "Give chances: .softmax(-1) of logits, or .clip(0, 1).")
    none: np.ndarray = (rows == 0).all(1)
    if none.any():
        raise ShapeError("multinomial cannot draw where all weights are 0" + (f", in row {int(none.argmax())}" if x.ndim == 2 else ""),
                         "Give at least one weight above 0, such as .softmax(-1) of logits.")


def _last_above_0(weights: Tensor) -> Tensor:
    """(rows, n) -> (rows, 1): the greatest index that can be drawn, which rounding must not pass."""
    return (weights > 0).where(type(weights).arange(weights.shape[1], device=weights.device), 0).max(1, keepdim=True)


def _finished(x: Tensor, kind: DType, requires_grad: bool | None) -> Tensor:
    result = x.cast(kind)
    if requires_grad is not None: result.requires_grad = requires_grad
    return result


def _float_kind(dtype: DTypeLike | None, what: str) -> DType:
    kind = dtypes.default_float if dtype is None else to_dtype(dtype)
    if not kind.is_float(): raise DTypeError(f"{what} needs a float dtype, got {kind.name}", "Use randint for whole numbers.")
    return kind


def _layer_shape(shape: Any, what: str) -> tuple[int, ...]:
    """The shape of weights. ShapeError if there are no inputs or no outputs, for then nothing says how widely to draw."""
    sizes = shape_argument(shape, what)
    if not sizes or any(n < 1 for n in sizes):
        raise ShapeError(f"{what} needs a shape (out, in, *kernel) without zeros, got {sizes}", "Give positive sizes.")
    return sizes


def _uniform_within(sizes: tuple[int, ...], bound: float, more: dict[str, Any]) -> Tensor:
    dtype, requires_grad = more.pop("dtype", None), more.pop("requires_grad", None)
    kind = dtypes.default_float if dtype is None else to_dtype(dtype)
    unit = RandomMixin.rand(*sizes, dtype=current_stream().width(kind), **more)
    return _finished(current_stream().within(unit, bound, kind), kind, requires_grad)
