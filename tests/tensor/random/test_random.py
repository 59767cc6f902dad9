"""Random numbers: known answers, the same bits everywhere, fresh ones at every draw, and the right distributions."""
from __future__ import annotations

import math

import numpy as np
import pytest

from heddle import Context, GlobalCounters, Tensor, TinyJit, dtype, dtypes
from heddle.device import Device
from heddle.dtype import DType
from heddle.errors import DTypeError, NumberRangeError, ShapeError
from heddle.schedule import create_schedule
from heddle.tensor.node_builders import constant
from heddle.tensor.random import random, ranges
from heddle.tensor.random.normal import normal
from heddle.tensor.random.threefry import threefry
from heddle.uop import UOp
from tests.conftest import computing_devices
from tests.reference import evaluate


def _words(*values: int): return tuple(constant(dtypes.uint32, v) for v in values)


@pytest.mark.parametrize(("key", "counter", "answer"), [
    # kat_vectors of Random123, the authors' own library: threefry2x32, 20 rounds
    ((0, 0), (0, 0), (0x6B200159, 0x99BA4EFE)), ((0xFFFFFFFF, 0xFFFFFFFF), (0xFFFFFFFF, 0xFFFFFFFF), (0x1CB996FC, 0xBB002BE7)),
    ((0x13198A2E, 0x03707344), (0x243F6A88, 0x85A308D3), (0xC4923A9C, 0x483DF7A0)),
])
def test_known_answers(key, counter, answer) -> None:
    assert tuple(int(evaluate(w)) for w in threefry(_words(*key), _words(*counter))) == answer


def _draws(device: str) -> dict[str, np.ndarray]:
    """What one seed draws on `device`, by format; a format that it does not have (WebGPU: float64) is left out."""
    Tensor.manual_seed(1234)
    has = Device[device].renderer.capabilities.dtypes
    draws = {"float32": Tensor.rand(3, 5), "float64": Tensor.rand(7, dtype="float64"), "int32": Tensor.randint(8, low=-3, high=9),
             "float16": Tensor.rand(4, dtype="float16"), "int64": Tensor.randint(5, low=0, high=2 ** 40, dtype="int64")}
    return {name: drawn.numpy() for name, drawn in draws.items() if dtypes.float64 in has or name != "float64"}


def test_same_seed_same_bits_on_every_device() -> None:
    found = []
    for name in computing_devices():
        with Context(DEV=name): found.append(_draws(name))
    assert found[0].keys() >= {"float32", "float16", "int32", "int64"}
    for other in found[1:]:
        for format in other.keys() & found[0].keys(): np.testing.assert_array_equal(found[0][format], other[format], err_msg=format)


def test_the_numbers_of_a_seed_never_change() -> None:
    Tensor.manual_seed(0)
    assert Tensor.rand(3).numpy().tolist() == pytest.approx(evaluate_first(), abs=0)


def evaluate_first() -> list[float]:
    """The first three numbers of seed 0, worked out by hand from the function: element i of draw 0."""
    words = [int(evaluate(threefry(_words(0, 0), _words(i, 0))[0])) for i in range(3)]
    return [(w >> 8) * 2.0 ** -24 for w in words]


def test_order_of_computing_does_not_matter() -> None:
    Tensor.manual_seed(1)
    first, second = Tensor.rand(3), Tensor.rand(3)
    late = second.numpy(), first.numpy(), Tensor.rand(3).numpy()
    Tensor.manual_seed(1)
    early = [Tensor.rand(3).numpy() for _ in range(3)]
    for got, want in zip((late[1], late[0], late[2]), early, strict=True): np.testing.assert_array_equal(got, want)
    assert len({tuple(x) for x in early}) == 3


def test_drawing_again_makes_no_new_kernels() -> None:
    def draw() -> tuple[np.ndarray, int]:
        before = GlobalCounters.lowered_kernels
        return Tensor.rand(37, 3).numpy(), GlobalCounters.lowered_kernels - before
    draw()
    (a, _), (b, made) = draw(), draw()
    assert made == 0 and not np.array_equal(a, b)


def test_distributions() -> None:
    Tensor.manual_seed(5)
    n = 200_000
    u, z = Tensor.rand(n).numpy(), Tensor.randn(n).numpy()
    assert 0 <= u.min() and u.max() < 1 and abs(u.mean() - 0.5) < 0.003 and abs(u.var() - 1 / 12) < 0.001
    assert np.abs(np.histogram(u, 20, (0, 1))[0] / n - 0.05).max() < 0.003
    assert abs(z.mean()) < 0.01 and abs(z.std() - 1) < 0.01 and abs((z ** 3).mean()) < 0.05 and abs((z ** 4).mean() - 3) < 0.1
    assert abs(np.corrcoef(z[:-1], z[1:])[0, 1]) < 0.01 and np.isfinite(z).all()
    k = Tensor.randint(n, low=-2, high=5).numpy()
    assert set(k) == set(range(-2, 5)) and np.abs(np.bincount(k + 2) / n - 1 / 7).max() < 0.004


@pytest.mark.parametrize("kind", dtypes.ints, ids=str)
def test_whole_numbers_of_the_whole_range_and_none_beyond(kind: DType) -> None:
    """What did not fit wrapped: of 300 numbers in uint8 the first 44 came twice as often."""
    low, high = int(kind.min), int(kind.max) + 1
    x = Tensor.randint(4000, low=low, high=high, dtype=kind).numpy().astype(np.float64)
    part = (x - low) / (high - low)
    assert 0 <= part.min() < 0.02 and 0.98 < part.max() <= 1 and abs(part.mean() - 0.5) < 0.05
    assert Tensor.randint(50, low=high - 1, high=high, dtype=kind).tolist() == [high - 1] * 50
    for bounds, wrong in (((0, high + 1), high), ((low - 1, 9), low - 1)):
        with pytest.raises(NumberRangeError, match=f"{wrong} does not fit in {kind.name}"):
            Tensor.randint(3, low=bounds[0], high=bounds[1], dtype=kind)


def test_ranges_and_shapes() -> None:
    x = Tensor.uniform(1000, low=-2, high=3).numpy()
    assert -2 <= x.min() < -1.9 and 2.9 < x.max() < 3
    assert Tensor.normal(2, 3, mean=5, std=0).tolist() == [[5] * 3] * 2
    for made, bound in ((Tensor.kaiming_uniform(50, 20, a=0), (6 / 20) ** 0.5), (Tensor.glorot_uniform(50, 20), (6 / 70) ** 0.5),
                        (Tensor.scaled_uniform(50, 20), 1000 ** -0.5)):
        assert bound * 0.95 < np.abs(made.numpy()).max() <= bound
    assert sorted(Tensor.randperm(20).tolist()) == list(range(20)) and Tensor.rand(0, 3).shape == (0, 3)
    assert Tensor.rand_like(Tensor.ones(2, dtype="float16")).dtype == dtypes.float16 and Tensor.randn(()).shape == ()


RANGES = [(-1, 1), (0, 1), (1000, 1001), (-0.1, 0.1), (-3, -2), (2 ** 52, 2 ** 52 + 1), (5, 2), (-3e38, 3.3e38)]


@pytest.mark.parametrize(("low", "high"), RANGES)
@pytest.mark.parametrize("kind", [*dtypes.floats, dtypes.int64], ids=str)
def test_the_end_of_a_range_is_never_drawn(kind: DType, low: float, high: float) -> None:
    """low + u (high - low) rounds to high in float32 once in thousands of draws, and more often in narrower formats."""
    def draw() -> Tensor: return Tensor.uniform(1 << 16, low=low, high=high, dtype=kind)
    if not kind.is_float() and (high <= 0 or low > high): pytest.skip("the whole parts of numbers beyond a bound may be that bound")
    if dtypes.finfo(kind if kind.is_float() else "float32").max < abs(low): pytest.skip("the format ends before the range")
    Tensor.manual_seed(3)
    got = draw().cast("float64").numpy()
    assert ((got < high) if low < high else (got > high)).all()
    # what was on this side of the bound is what it was
    Tensor.manual_seed(3)
    unit = Tensor.rand(1 << 16, dtype=kind if kind.is_float() and kind.itemsize >= 4 else "float32")
    before = random._stretched(unit, low, high).cast(kind).cast("float64").numpy()
    kept = before < high if low < high else before > high
    np.testing.assert_array_equal(got[kept], before[kept])
    assert len(set(got[~kept])) <= 1


@pytest.mark.parametrize("wide", [dtypes.float32, dtypes.float64], ids=str)
def test_the_greatest_draw_is_worked_out_as_the_device_does(wide: DType) -> None:
    rng = np.random.default_rng(2)
    top = Tensor([1 - 2.0 ** -dtypes.finfo(wide)[1] / 2], dtype=wide)
    for _ in range(200):
        low, span = float(rng.normal() * 10.0 ** rng.integers(-3, 9)), float(10.0 ** rng.integers(-6, 6))
        assert random._stretched(top, low, low + span).item() == ranges.last(low, low + span, wide)
        assert random._stretched(top, -span, span).item() == ranges.last(-span, span, wide)


@pytest.mark.parametrize("kind", dtypes.floats, ids=str)
def test_the_number_below(kind: DType) -> None:
    info = dtypes.finfo(kind)
    for value in (1.0, 1.5, 0.0, -1.0, -1.5, info.max, info.tiny, -info.tiny, info.smallest_subnormal, 0.7, -0.7):
        found = ranges.below(kind, value)
        rounded, middle = float(dtype.round_to(kind, value)), float(dtype.round_to(kind, found / 2 + value / 2))
        assert found < value and dtype.round_to(kind, found) == found and middle in (found, rounded)
        # the next number above it is the value, or beyond it
        gap = info.eps * 2.0 ** max(math.frexp(found)[1] - 1, math.frexp(info.tiny)[1] - 1)
        assert found + gap >= value


def test_a_clamp_adds_no_kernel_and_is_made_only_where_it_changes_something() -> None:
    GlobalCounters.reset()
    Tensor.uniform(64, low=100, high=101, dtype="float16").realize()
    assert GlobalCounters.kernel_count == 2  # the other one moves the generator on
    for low, high in ((0, 1), (-0.3, 0.3), (0, 3), (-1, 1)): assert ranges.limit(low, high, dtypes.float32, dtypes.float32) is None
    assert ranges.limit(1000, 1001, dtypes.float32, dtypes.float32) == 1001 - 2.0 ** -14


def test_bounds_may_be_numbers_of_numpy_and_tensors() -> None:
    Tensor.manual_seed(3)
    assert Tensor.uniform(1 << 16, low=np.float32(1000), high=np.float64(1001)).max().item() < 1001
    assert Tensor.uniform(9, low=Tensor(1.0), high=2.0).min().item() >= 1


def test_dropout_only_while_training() -> None:
    x = Tensor.ones(10_000)
    assert x.dropout(0.5).tolist() == x.tolist()
    with Tensor.train():
        y = x.dropout(0.25).numpy()
        assert set(np.unique(y)) == {np.float32(0), np.float32(1 / 0.75)} and abs((y == 0).mean() - 0.25) < 0.02
        assert x.dropout(0).tolist() == x.tolist() and not x.dropout(1).numpy().any()


# ---- the same bits everywhere, for all that is drawn


def _everything(device: str, count: int) -> dict[str, np.ndarray]:
    Tensor.manual_seed(77)
    with Context(DEV=device), Tensor.train():
        odds = Tensor([0.1, 0.2, 0.3, 0.4, 0.9] * 7)
        drawn = {
            "randn": Tensor.randn(count), "randn half": Tensor.randn(count, dtype="float16"),
            "normal": Tensor.normal(count, mean=0.3, std=1.7), "normal half": Tensor.normal(count, mean=0.3, dtype="float16"),
            "uniform": Tensor.uniform(count, low=-0.7, high=2.3), "symmetric": Tensor.uniform(count, low=-0.3, high=0.3),
            "whole": Tensor.uniform(count, low=-5, high=9, dtype="int32"), "randint": Tensor.randint(count, low=-7, high=100),
            "kaiming_uniform": Tensor.kaiming_uniform(count // 10, 10), "kaiming_normal": Tensor.kaiming_normal(count // 10, 10),
            "glorot": Tensor.glorot_uniform(count // 10, 10), "scaled": Tensor.scaled_uniform(count // 10, 10),
            "randperm": Tensor.randperm(50), "multinomial": odds.multinomial(20),
            "replaced": odds.multinomial(100, replacement=True), "dropout": Tensor.ones(count).dropout(0.3)}
        return {name: t.numpy() for name, t in drawn.items()}


def test_every_draw_has_the_same_bits_on_every_device() -> None:
    """randn was made of logarithm, sine and square root, which differ by device."""
    devices = [d for d in computing_devices() if d != "TINY"]
    first = _everything(devices[0], 1000)
    for other in devices[1:]:
        found = _everything(other, 1000)
        for name, values in first.items(): np.testing.assert_array_equal(values, found[name], err_msg=f"{name} on {other}")


def test_many_normal_numbers_have_the_same_bits(fast_device: str) -> None:
    Tensor.manual_seed(8)
    want = Tensor.randn(1 << 17, device="CPU").numpy()
    with Context(DEV=fast_device):
        Tensor.manual_seed(8)
        got = Tensor.randn(1 << 17).numpy()
    np.testing.assert_array_equal(got.view(np.uint32), want.view(np.uint32))


def test_a_product_and_a_sum_are_not_fused() -> None:
    """What a fused operation would give differs in the last bit of some numbers."""
    Tensor.manual_seed(8)
    z = Tensor.randn(4096).numpy()
    Tensor.manual_seed(8)
    got = Tensor.normal(4096, mean=0.3, std=1.7).numpy()
    product = ((z * np.float32(1.7)).view(np.uint32) & np.uint32(0xFFFFFFFE)).view(np.float32)
    np.testing.assert_array_equal(got, product + np.float32(0.3))


def test_normal_numbers_follow_the_normal_distribution() -> None:
    """Kolmogorov and Smirnov's statistic, moments and tails of 4 million."""
    Tensor.manual_seed(3)
    z = np.sort(Tensor.randn(1 << 22).numpy().astype(np.float64))
    n, some = len(z), slice(None, None, 64)
    below = np.array([0.5 * math.erfc(-v / math.sqrt(2)) for v in z[some]])
    assert np.abs(below - np.arange(n)[some] / n).max() * math.sqrt(n) < 1.63  # exceeded by 1 % of samples
    assert abs(z.mean()) * math.sqrt(n) < 3.5 and abs(z.var() - 1) * math.sqrt(n / 2) < 3.5
    assert abs((z ** 3).mean()) < 0.01 and abs((z ** 4).mean() - 3) < 0.03
    for limit in (3.0, 4.0, 4.5, 5.0):
        expected = n * math.erfc(limit / math.sqrt(2))
        assert abs((np.abs(z) > limit).sum() - expected) < 4 * math.sqrt(expected) + 1


def test_the_tails_of_the_normal_distribution() -> None:
    """The function itself, for words that are drawn once in 2**31: the radius of the probability they stand for."""
    radii = np.array([1 << k for k in range(32)] + [0xFFFFFFFF, 0xAAAAAAAA, 0], np.uint32)
    up, down = np.full(35, 0xFFFFFFFF, np.uint32), np.zeros(35, np.uint32)
    x = Tensor._of(normal(Tensor(radii).uop, Tensor(up).uop), False).numpy()
    digits = [max(int(r), 1) >> max(int(r).bit_length() - 24, 0) << max(int(r).bit_length() - 24, 0) for r in radii | 1]
    np.testing.assert_allclose(x, [math.sqrt(-2 * math.log(d / 2 ** 32)) for d in digits], rtol=5e-7)
    assert 6.6 < x[0] == x.max() < 6.7 and (np.diff(x[:32]) < 0).all() and x.min() > 0
    np.testing.assert_array_equal(Tensor._of(normal(Tensor(radii).uop, Tensor(down).uop), False).numpy(), -x)


def test_the_angles_of_normal_numbers() -> None:
    """sin of angles in (-pi/2, pi/2), each as far from the ends as from its neighbours: to 3e-7 of itself."""
    words = np.unique(np.concatenate([np.arange(0, 1 << 32, 100_003), (1 << 31) + np.arange(-4096, 4096)])).astype(np.uint32)
    radius = np.full(len(words), 1 << 31, np.uint32)
    got = Tensor._of(normal(Tensor(radius).uop, Tensor(words).uop), False).numpy()
    v = ((words >> 8 | 1).astype(np.float64) - 2 ** 23) / 2 ** 24
    np.testing.assert_allclose(got, math.sqrt(-2 * math.log(0.5 + 2 ** -25)) * np.sin(np.pi * v), rtol=4e-7)


# ---- the state


def test_state_is_saved_and_restored(device: str) -> None:
    with Context(DEV=device):
        Tensor.manual_seed(5)
        Tensor.rand(3).realize()
        state = Tensor.get_rng_state()
        want = Tensor.rand(4).numpy(), Tensor.randn(4).numpy()
        Tensor.rand(9).realize()
        Tensor.set_rng_state(state)
        got = Tensor.rand(4).numpy(), Tensor.randn(4).numpy()
    for a, b in zip(want, got, strict=True): np.testing.assert_array_equal(a, b)


def test_state_counts_draws_that_were_not_computed_yet() -> None:
    Tensor.manual_seed(5)
    waiting = Tensor.rand(3)
    state = Tensor.get_rng_state()
    following = Tensor.rand(4)
    assert not np.array_equal(waiting.numpy(), following.numpy()[:3])
    Tensor.set_rng_state(state.tolist())
    np.testing.assert_array_equal(Tensor.rand(4).numpy(), following.numpy())


def test_state_moves_between_devices() -> None:
    a, b = [d for d in computing_devices() if d != "TINY"][:2]
    Tensor.manual_seed(5)
    Tensor.rand(2, device=a).realize()
    state = Tensor.get_rng_state(a)
    want = Tensor.rand(5, device=a).numpy()
    Tensor.set_rng_state(state, b)
    np.testing.assert_array_equal(Tensor.rand(5, device=b).numpy(), want)


def test_state_in_a_captured_function() -> None:
    """A replay advances the state, and goes on from the one that was set."""
    draw = TinyJit(lambda: Tensor.rand(4).realize())
    Tensor.manual_seed(5)
    for _ in range(3): draw()
    state = Tensor.get_rng_state().realize()
    want = [draw().numpy() for _ in range(2)]
    Tensor.set_rng_state(state)
    got = [draw().numpy() for _ in range(2)]
    for a, b in zip(want, got, strict=True): np.testing.assert_array_equal(a, b)
    assert not np.array_equal(*got)


@pytest.mark.parametrize(("state", "error"), [([1, 2, 3], ShapeError), ([1, 2, 3, -1], DTypeError), ([0.5] * 4, DTypeError)])
def test_a_wrong_state_is_refused(state: list, error: type[Exception]) -> None:
    with pytest.raises(error, match="state of the random numbers"): Tensor.set_rng_state(state)


def test_draws_do_not_repeat_after_two_to_the_32(device: str) -> None:
    """The position had 32 bits, and wrapped."""
    with Context(DEV=device):
        def drawn_at(position: int) -> np.ndarray:
            Tensor.set_rng_state([9, 8, position & 0xFFFFFFFF, position >> 32])
            return np.stack([Tensor.rand(6).numpy() for _ in range(2)])
        before, after, start, later = (drawn_at(p) for p in ((1 << 32) - 1, 1 << 32, 0, 1 << 63))
        np.testing.assert_array_equal(before[1], after[0])
        assert not np.intersect1d(start, after).size and not np.intersect1d(start, later).size
        Tensor.set_rng_state([9, 8, 0xFFFFFFFF, 0])
        Tensor.rand(2).realize()
        assert Tensor.get_rng_state().tolist() == [9, 8, 0, 1]


def test_draws_of_one_schedule_are_one_kernel() -> None:
    calls = create_schedule(UOp.sink(*[Tensor.uniform(4, 16, low=-0.5, high=0.5).uop for _ in range(5)])).linear.src
    assert len(calls) == 5 and len({call.src[0] for call in calls}) == 1


def test_draws_whose_numbers_are_no_longer_in_memory() -> None:
    Tensor.manual_seed(3)
    together = [Tensor.rand(2) for _ in range(random._NUMBERED + 2)]
    Tensor.realize(*together)
    Tensor.manual_seed(3)
    for drawn in together: assert drawn.tolist() == Tensor.rand(2).tolist()


def test_a_draw_that_waits_is_as_large_after_many_schedules_as_after_one() -> None:
    """Each schedule moved the position on, and put one more subtraction into the graphs that counted from an earlier one."""
    def graph_size() -> int: return len(UOp.sink(*[w.uop for w in waiting]).toposort())
    Tensor.manual_seed(6)
    expected = [Tensor.rand(3).tolist() for _ in range(23)]
    Tensor.manual_seed(6)
    waiting = [Tensor.rand(3)]
    assert Tensor.rand(3).tolist() == expected[1]
    waiting.append(Tensor.rand(3))
    assert Tensor.rand(3).tolist() == expected[3]
    before = graph_size()
    for numbers in expected[4:]: assert Tensor.rand(3).tolist() == numbers
    assert graph_size() == before
    assert [w.tolist() for w in waiting] == [expected[0], expected[2]]


def test_positions_before_the_present_one_are_kept_only_for_draws_that_wait() -> None:
    Tensor.manual_seed(6)
    waiting = Tensor.rand(3)
    for _ in range(3): Tensor.rand(3).realize()
    state = random._generator(Device.DEFAULT)
    assert list(state.earlier) == [4]
    waiting.realize()
    assert not state.earlier


@pytest.mark.parametrize(("weights", "what"), [
    ([0.0, 0.0], "all weights are 0"), ([1.0, -2.0], "got -2.0 at 1"), ([math.nan, 1.0], "got nan at 0"),
    ([math.inf, 1.0], "got inf at 0"), ([[1.0, 2.0], [0.0, 0.0]], "all weights are 0, in row 1"),
    ([[1.0, 2.0], [3.0, -1.0]], r"got -1.0 at \(1, 1\)")])
@pytest.mark.parametrize("replacement", [False, True])
def test_weights_that_are_no_chances_are_refused_where_they_are_known(weights: list, what: str, replacement: bool) -> None:
    """They gave the first index, or any."""
    for kind in (dtypes.float16, dtypes.float32, dtypes.float64):
        known = Tensor(weights, dtype=kind).realize()
        with pytest.raises(ShapeError, match=rf"multinomial .*{what}(.|\n)*softmax"): known.multinomial(1, replacement)
    computed = Tensor(weights).realize() * 1
    assert computed.multinomial(1, replacement).shape[-1] == 1
    assert Tensor([[0.0, 2.0]]).realize().multinomial(1, replacement).tolist() == [[1]]
