"""Which tensors share memory: every creation × view × write against a model, and programs that were once wrong."""
from __future__ import annotations

import inspect
import threading
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from heddle import Tensor, TinyJit, Variable, dtypes
from heddle.errors import DeviceError, GradientError, HeddleError, InternalError
from heddle.tensor import aliasing, view_methods
from tests.fuzz import views as fuzzer
from tests.fuzz._views_model import Model

# ---- the whole grid

SHAPE = (2, 3)
NUMBERS = np.arange(6).reshape(SHAPE)

CREATIONS: dict[str, tuple[Callable[[], Tensor], Any]] = {
    "list": (lambda: Tensor(NUMBERS.tolist()), NUMBERS),
    "computed": (lambda: Tensor(NUMBERS.tolist()) + 0, NUMBERS),
    "realized": (lambda: (Tensor(NUMBERS.tolist()) + 0).realize(), NUMBERS),
    "zeros": (lambda: Tensor.zeros(SHAPE, dtype="int32"), np.zeros(SHAPE)),
    "zeros realized": (lambda: Tensor.zeros(SHAPE, dtype="int32").realize(), np.zeros(SHAPE)),
    "full": (lambda: Tensor.full(SHAPE, 7), np.full(SHAPE, 7)),
    "ones times two": (lambda: Tensor.ones(SHAPE, dtype="int32") * 2, np.full(SHAPE, 2)),
    "arange": (lambda: Tensor.arange(6).reshape(SHAPE), NUMBERS),
    "arange realized": (lambda: Tensor.arange(6).reshape(SHAPE).realize(), NUMBERS),
    "pad": (lambda: Tensor([[1, 2]]).pad(((1, 0), (0, 1))), [[0, 0, 0], [1, 2, 0]]),
    "pad realized": (lambda: Tensor([[1, 2]]).pad(((1, 0), (0, 1))).realize(), [[0, 0, 0], [1, 2, 0]]),
    "expand": (lambda: Tensor([1, 2, 3]).expand(SHAPE), [[1, 2, 3]] * 2),
    "expand realized": (lambda: Tensor([1, 2, 3]).expand(SHAPE).realize(), [[1, 2, 3]] * 2),
    "overwritten": (lambda: _overwritten(), [[1, 2, 3]] * 2),
}


def _overwritten() -> Tensor:
    t = Tensor.ones(SHAPE, dtype="int32") * 2
    t[...] = Tensor([1, 2, 3])
    return t


Look = tuple[Callable[[Tensor], Tensor], Callable[[Model], Model]]


def _own(change: Callable[[np.ndarray], np.ndarray] = lambda rows: rows) -> Callable[[Model], Model]:
    return lambda x: Model.of(change(x.rows(np.zeros(0))), "int32")


LOOKS: dict[str, Look] = {
    "[1]": (lambda t: t[1], lambda x: x.view(lambda p: p[1])),
    "[:, ::2]": (lambda t: t[:, ::2], lambda x: x.view(lambda p: p[:, ::2])),
    "[::-1, None]": (lambda t: t[::-1, None], lambda x: x.view(lambda p: p[::-1, None])),
    "reshape": (lambda t: t.reshape(3, 2), lambda x: x.view(lambda p: p.reshape(3, 2))),
    "T": (lambda t: t.T, lambda x: x.view(np.transpose)),
    "T reshape": (lambda t: t.T.reshape(-1), lambda x: x.view(lambda p: p.T.reshape(-1))),
    "T realized": (lambda t: t.T.realize(), lambda x: x.view(np.transpose)),
    "split": (lambda t: t.split(1)[1], lambda x: x.view(lambda p: p[1:])),
    "diagonal": (lambda t: t.diagonal(), lambda x: x.view(np.diagonal)),
    "detach": (lambda t: t.detach(), lambda x: x.detached()),
    "bitcast": (lambda t: t.bitcast(dtypes.uint32), lambda x: x.bits("uint32")),
    "expand": (lambda t: t[:1].expand(2, 3), lambda x: x.view(lambda p: p[:1]).expanded((2, 3))),
    "contiguous": (lambda t: t.contiguous(), _own()),
    "floor": (lambda t: t.floor(), _own()),
    "roll": (lambda t: t.roll(0, 0), _own()),
    "cast": (lambda t: t.cast("int32"), _own()),
    "repeat": (lambda t: t.repeat(2, 1), _own(lambda rows: np.concatenate([rows, rows]))),
    "cat": (lambda t: Tensor.cat(t), _own()),
}

Write = tuple[Callable[[Tensor], Any], Callable[[Model], Any]]


def _iadd(t: Tensor) -> None: t += 1
def _imul(t: Tensor) -> None: t *= 2
def _set(index: Any, v: Any) -> Callable[[Tensor], None]: return lambda t: t.__setitem__(index, v)


def _first(x: Model) -> Model: return x.view(lambda p: p[:1])


WRITES: dict[str, Write] = {
    "[0] = 9": (_set(0, 9), lambda x: _first(x).write(np.full(1, 9))),
    "[Tensor([0])] = 9": (lambda t: t.__setitem__(Tensor([0]), 9), lambda x: _first(x).write(np.full(1, 9))),
    "[...] = 4": (_set(..., 4), lambda x: x.write(np.full(1, 4))),
    "assign": (lambda t: t.assign(Tensor(np.arange(5, 5 + t.numel(), dtype=t.dtype.name).reshape(t.shape))),
               lambda x: x.write(np.arange(5, 5 + x.places.size).reshape((*x.shape, 1)))),
    "+= 1": (_iadd, lambda x: x.write(x.rows(np.zeros(0)) + 1)),
    "*= 2": (_imul, lambda x: x.write(x.rows(np.zeros(0)) * 2)),
}

GRID = [(a, b, c, onto) for a in CREATIONS for b in LOOKS for c in WRITES for onto in "xy"]


def _is_right(creation: str, look: str, write: str, onto: str) -> bool:
    x, numbers = CREATIONS[creation][0](), np.asarray(CREATIONS[creation][1], float)
    model = Model.of(numbers[..., None], "int32")
    y, seen = LOOKS[look][0](x), LOOKS[look][1](model)
    WRITES[write][0](x if onto == "x" else y)
    WRITES[write][1](model if onto == "x" else seen)
    none = np.zeros(0)
    return x.tolist() == model.value(none).tolist() and y.tolist() == seen.value(none).tolist()


def test_a_part_of_the_grid() -> None:
    wrong = [combination for combination in GRID[::17] if not _is_right(*combination)]
    assert not wrong


@pytest.mark.slow
@pytest.mark.parametrize("creation", CREATIONS)
def test_the_whole_grid(creation: str) -> None:
    """3,024 combinations."""
    assert len(GRID) == 3024
    wrong = [combination for combination in GRID if combination[0] == creation and not _is_right(*combination)]
    assert not wrong


# ---- programs that were once wrong


def test_a_constant_that_was_written_whole_has_memory_of_its_size() -> None:
    t = Tensor.zeros(3)
    t[:] = 3
    t.realize()
    t[0] = 9
    assert t.tolist() == [9, 3, 3]
    t[Tensor([1])] = 8
    assert t.tolist() == [9, 8, 3]


def test_rows_written_from_one_row_are_apart() -> None:
    t = Tensor.ones(2, 3) * 2
    t[...] = Tensor([1.0, 2, 3])
    t.realize()
    t[0] = 9
    assert t.tolist() == [[9, 9, 9], [1, 2, 3]]


@pytest.mark.parametrize("is_realized", [False, True])
@pytest.mark.parametrize("make", [lambda: Tensor([[1, 2], [3, 4]]).pad(((1, 0), (0, 1))), lambda: Tensor.zeros(3, 3, dtype="int32"),
                                  lambda: Tensor.full((3, 3), 4), lambda: Tensor.arange(9).reshape(3, 3)])
def test_views_of_what_is_no_memory_yet_are_views(make: Callable[[], Tensor], is_realized: bool) -> None:
    x = make()
    if is_realized: x.realize()
    wanted, v = x.numpy(), x[1]
    v += 1
    wanted[1] += 1
    assert x.tolist() == wanted.tolist() and x[1].tolist() == v.tolist() == wanted[1].tolist()


@pytest.mark.parametrize("method", [
    lambda x: x.cumsum(0), lambda x: x.cumprod(0), lambda x: x.cummax(0)[0], lambda x: x.sort(0)[0], lambda x: x.roll(0, 0),
    lambda x: x.floor(), lambda x: x.round(), lambda x: Tensor.cat(x), lambda x: x.dropout(), lambda x: x.topk(1, 0)[0],
    lambda x: x.max(0, keepdim=True), lambda x: x.sum(0, keepdim=True), lambda x: x.pad(((0, 0), (0, 0))), lambda x: x.contiguous(),
    lambda x: x.cast("int32"), lambda x: x.repeat(1, 1), lambda x: Tensor(x), lambda x: Tensor.stack(x)[0], lambda x: x.clone(),
    lambda x: x.logcumsumexp(0).int() * 0 + x, lambda x: x.sequential([])])
@pytest.mark.parametrize("is_computed", [False, True])
def test_values_that_equal_their_operand_are_their_own(method: Callable[[Tensor], Tensor], is_computed: bool) -> None:
    x = Tensor([[1, 2, 3]]) if is_computed else Tensor([[1, 2, 3]]) * 1
    y, z = method(x), method(x)
    y += 1
    assert x.tolist() == [[1, 2, 3]] and y.tolist() == [[2, 3, 4]]
    x += 10
    assert z.tolist() == [[1, 2, 3]] and x.tolist() == [[11, 12, 13]]


def test_repetitions_and_windows_are_copies() -> None:
    x = Tensor([1, 2, 3, 4])
    for y in (x.repeat(2), x.repeat_interleave(2), x.unfold(0, 2, 1), x.unfold(0, 2, 2), x.unfold(0, 1, 1), x.unfold(0, 3, 4)):
        before = y.tolist()
        y[0] = 9
        assert x.tolist() == [1, 2, 3, 4] and y.tolist()[1:] == before[1:]
        x[:] = 0
        assert y.tolist()[1:] == before[1:]
        x.assign([1, 2, 3, 4])


def test_an_expanded_view_reads_its_operand_until_it_is_written_to() -> None:
    x = Tensor([[1, 2, 3]])
    e, twin = x.expand(2, 3), x.expand(2, 3)
    row = e[0]
    x += 1
    assert e.tolist() == twin.tolist() == [[2, 3, 4]] * 2
    e[1] = 9
    assert e.tolist() == [[2, 3, 4], [9, 9, 9]] and x.tolist() == [[2, 3, 4]] and twin.tolist() == [[2, 3, 4]] * 2
    x += 1
    e += 10
    assert row.tolist() == [12, 13, 14] and x.tolist() == [[3, 4, 5]] and twin.tolist() == [[3, 4, 5]] * 2


@pytest.mark.parametrize("make", [lambda: Tensor([1.0, 2.0]), lambda: Tensor([0.0, 1.0]) + 1, lambda: Tensor.arange(1.0, 3.0)])
def test_a_bitcast_is_a_view(make: Callable[[], Tensor]) -> None:
    c = make()
    c.bitcast(dtypes.uint32).assign(Tensor([0x40400000, 0x40800000], dtype="uint32"))
    assert c.tolist() == [3, 4]
    bits = c.bitcast(dtypes.int32)
    bits[1] = 0
    c[0] = 1.0
    assert c.tolist() == [1, 0] and bits.tolist() == [0x3f800000, 0]


def test_what_simplifies_to_its_operand_can_be_written() -> None:
    x = Tensor([[5]])
    y = x.sum(0)
    y[0] = 9
    assert y.tolist() == [9] and x.tolist() == [[5]]
    x = Tensor.arange(9).reshape(3, 3)
    v = x.T.realize()
    x[::2] = 8
    assert x.tolist() == [[8, 8, 8], [3, 4, 5], [8, 8, 8]] and v.tolist() == [[8, 3, 8], [8, 4, 8], [8, 5, 8]]


def test_a_value_read_from_a_view_of_what_is_assigned_is_the_old_one() -> None:
    x = Tensor.ones(3, dtype="int32") * 2
    x[0] = 5
    x.assign(x.flip(0))
    assert x.tolist() == [2, 2, 5]


def test_a_tensor_stays_where_it_is_when_its_twins_are_many() -> None:
    """Whoever had the memory first keeps it: others that see it too are told nothing of a move."""
    a = np.zeros(3, np.float32)
    x = Tensor.from_dlpack(a)
    y = x.contiguous().realize()
    x += 1
    x.realize()
    assert a.tolist() == x.tolist() == [1, 1, 1] and y.tolist() == [0, 0, 0]


def test_a_value_is_kept_from_an_assignment_that_has_not_run() -> None:
    x = (Tensor([1, 4, 7]) + 1).realize()
    y = x.contiguous()
    x.assign(Tensor([4, 7, 3]))
    z, v = y.repeat(2), y[1:]
    assert y.tolist() == [2, 5, 8] and z.tolist() == [2, 5, 8] * 2 and v.tolist() == [5, 8] and x.tolist() == [4, 7, 3]


def test_a_padded_view_that_is_computed_with_the_write_keeps_its_value() -> None:
    x = Tensor([1, 2])
    padded = x.pad(((1, 0),))
    x.assign(x + 1)
    Tensor.realize(padded, x)
    assert padded.tolist() == [0, 1, 2] and x.tolist() == [2, 3]


def test_views_stay_views_when_their_equals_are_computed() -> None:
    x, other = Tensor.zeros(3), Tensor.zeros(3)[0]
    v = x[0]
    other.realize()
    v += 1
    assert x.tolist() == [1, 0, 0] and other.item() == 0


def test_an_array_of_a_twin_sees_no_writes() -> None:
    x = Tensor([1, 2]).realize()
    y = x.contiguous()
    array = np.asarray(y)
    x += 1
    assert x.tolist() == [2, 3] and array.tolist() == y.tolist() == [1, 2]


def test_a_file_is_written_where_the_view_is(tmp_path: Any) -> None:
    file = tmp_path / "x"
    t = Tensor.empty(6, dtype="int32", device=f"DISK:{file}")
    t.assign(Tensor([1, 2, 3, 4, 5, 6]))
    t[1:3].assign(Tensor([8, 9]))
    t.reshape(2, 3)[1].assign(Tensor([7, 7, 0]))
    assert np.fromfile(file, np.int32).tolist() == [1, 8, 9, 7, 7, 0]
    t.bitcast("float32")[5:].assign(Tensor([1.0]))
    assert np.fromfile(file, np.int32).tolist() == [1, 8, 9, 7, 7, 0x3f800000]
    with pytest.raises(DeviceError, match="only consecutive elements"): t.reshape(2, 3).T.assign(Tensor([[7, 7]] * 3))
    with pytest.raises(DeviceError, match="computes nothing"): t[1] = 5
    with pytest.raises(DeviceError, match="another copy"): t.contiguous().assign(Tensor([0] * 6))


def test_tensors_on_several_devices_follow_the_rule() -> None:
    x = Tensor([[1, 2], [3, 4]]).shard(("CPU", "CPU:1"), 0).realize()
    row, turned, own, bits, wide = x[1], x.T, x.contiguous().realize(), x.bitcast("uint32"), x[:1].expand(2, 2)
    x += 1
    row += 10
    turned[0] = 0
    bits.assign(bits + 1)
    wide[1] = 3
    assert x.tolist() == turned.T.tolist() == [[1, 4], [1, 16]]
    assert row.tolist() == [1, 16] and own.tolist() == [[1, 2], [3, 4]] and wide.tolist() == [[1, 4], [3, 3]]


def test_sizes_of_variables_follow_the_rule() -> None:
    n = Variable("n", 1, 8).bind(3)
    x = Tensor([1.0] * 8)
    y = x[:n]
    own = y.contiguous()
    y += 1
    w = y * 2
    w += 1
    first = w[:1]
    first += 5
    assert x.tolist() == [2, 2, 2, 1, 1, 1, 1, 1] and own.tolist() == [1, 1, 1] and w.tolist() == [10, 5, 5]


def test_memory_of_others_follows_the_rule() -> None:
    a = np.arange(6, dtype=np.float32)
    t = Tensor.from_blob(a.ctypes.data, (2, 3), device="CPU", owner=a)
    own, row, wide = t.contiguous(), t[0], t[:1].expand(2, 3)
    row += 10
    t.T[2] = 7
    t.bitcast("int32")[0, 0] = 0
    wide += 1
    t.realize()
    assert a.tolist() == [0, 11, 7, 3, 4, 7] and own.tolist() == [[0, 1, 2], [3, 4, 5]] and wide.tolist() == [[1, 12, 8]] * 2
    fixed = np.arange(4, dtype=np.float32)
    fixed.flags.writeable = False
    t = Tensor.from_dlpack(fixed)
    part = t[1:]
    part += 1
    t[0] = 9
    assert fixed.tolist() == [0, 1, 2, 3] and t.tolist() == [9, 2, 3, 4] and part.tolist() == [2, 3, 4]


def test_threads_write_to_views_of_one_memory() -> None:
    x = Tensor([0] * 4).realize()
    views = [x[i] for i in range(4)]

    def count(i: int) -> None:
        for _ in range(10): views[i].__iadd__(1)

    threads = [threading.Thread(target=count, args=(i,)) for i in range(4)]
    for t in threads: t.start()
    for t in threads: t.join()
    assert x.tolist() == [10] * 4


#: cases of the fuzzer that were once wrong, by what was wrong with them
FOUND = {
    "a ramp that was computed": ((0, 0, 2, 0), (6, 0, 144, 0), (5, 0, 365, 0)),
    "an expanded view outlives its operand": ((0, 0, 9, 0), (3, 0, 7, 0), (2, 1, 9, 0), (6, 58, 401, 0)),
    "a diagonal of what was flipped": ((0, 0, 11, 0), (1, 0, 11, 0), (4, 0, 128, 0), (6, 0, 417, 0), (4, 1, 13, 2)),
    "bits that were assigned": ((0, 0, 10, 0), (1, 0, 8, 0), (5, 1, 203, 0), (5, 0, 23, 10)),
    "bits that were picked": ((0, 0, 11, 0), (2, 0, 8, 0), (5, 3, 176, 0)),
    "the gradient of Tensor(x)": ((0, 0, 10, 0), (3, 0, 100, 0), (5, 0, 10, 0)),
    "the gradient of a repetition": ((0, 0, 11, 5), (3, 0, 13, 0), (5, 0, 173, 4)),
    "the gradient of what was rolled by 0": ((0, 0, 11, 11), (0, 0, 8, 0), (3, 0, 8, 8), (3, 2, 5, 0), (5, 0, 308, 0)),
    "elements picked of a detached view": ((0, 0, 11, 0), (2, 0, 7, 0), (1, 0, 8, 0), (0, 0, 5, 0), (0, 0, 3, 0), (5, 16, 166, 0)),
    "a detached view that is computed with others": ((0, 0, 10, 0), (1, 0, 7, 0), (3, 5, 355, 0), (6, 0, 332, 2)),
    "a view replaced by a detached one": ((0, 0, 10, 0), (1, 0, 1, 7), (1, 7, 7, 0), (4, 157, 259, 0)),
    "a view whose equal was computed by itself": ((0, 0, 2, 0), (3, 0, 321, 9), (3, 0, 5, 0), (6, 310, 6, 0), (5, 0, 0, 0)),
    "a reduction that simplifies to what is written": ((0, 33, 5, 0), (1, 0, 0, 0), (3, 1, 8, 370), (5, 0, 11, 338)),
    "a gradient of zeros alone": ((0, 0, 10, 0), (1, 0, 10, 0), (2, 0, 13, 0), (0, 0, 4, 0), (2, 0, 2, 0), (2, 0, 11, 0),
                                  (4, 190, 86, 0), (4, 323, 13, 8)),
}


@pytest.mark.parametrize("what", FOUND)
def test_a_case_that_the_fuzzer_found(what: str) -> None:
    assert fuzzer.check(FOUND[what], "CPU") is None


# ---- gradients


def test_gradients_flow_through_writes() -> None:
    w = Tensor([1.0, 2.0, 3.0], requires_grad=True)
    y = w * 1
    v = y[1:]
    v *= 10
    (y * Tensor([1.0, 2.0, 3.0])).sum().backward()
    assert v.tolist() == [20, 30] and w.grad is not None and w.grad.tolist() == [1, 20, 30]


def test_gradients_flow_through_writes_to_what_was_computed() -> None:
    w = Tensor([1.0, 2.0, 3.0], requires_grad=True)
    y = (w * w).realize()
    y += w
    (y * 2).sum().backward()
    assert w.grad is not None and w.grad.tolist() == [6, 10, 14]


def test_a_gradient_that_a_write_has_lost_is_an_error() -> None:
    w = Tensor([1.0, 2.0], requires_grad=True)
    other = Tensor([3.0, 4.0], requires_grad=True)
    total = Tensor([0.0, 0.0]).realize()
    total += w
    total += w
    total.realize()
    with pytest.raises(GradientError, match="memory that was written to"): (total * other).sum().backward()
    y = (w * 3).realize()
    w.assign(w.detach() + 1).realize()
    with pytest.raises(GradientError, match="whose operands were"): (y + other).sum().backward()


def test_a_leaf_that_is_computed_later_keeps_its_gradient() -> None:
    w = Tensor.ones(3, requires_grad=True)
    y = (w * 2).realize()
    w.realize()
    y.sum().backward()
    assert w.grad is not None and w.grad.tolist() == [2, 2, 2]


# ---- captures


def test_captures_follow_the_rule() -> None:
    @TinyJit
    def step(x: Tensor) -> tuple[Tensor, Tensor, Tensor]:
        view, own = x[1:], x.contiguous()
        view += 1
        return x[:1], own, own[1:]

    x = Tensor([1, 2, 3])
    for n in range(4):
        first, own, rest = step(x)
        assert x.tolist() == [1, 3 + n, 4 + n] and own.tolist() == [1, 2 + n, 3 + n]
        first += 5
        assert x.tolist()[0] == 6
        x[0] = 1
        rest[0] = 0
        assert own.tolist() == [1, 0, 3 + n] and x.tolist() == [1, 3 + n, 4 + n]


def test_a_captured_expanded_view_of_an_argument_reads_it() -> None:
    f = TinyJit(lambda x: (x.expand(2, 2), (x + 1).realize()))
    x = Tensor([[1, 2]])
    for _ in range(4):
        e, _ = f(x)
        x += 1
        assert e.tolist() == [x.tolist()[0]] * 2
        e[0] = 0
        assert x.tolist()[0][0] > 0


def test_captures_write_the_bits_and_the_elements_of_an_argument() -> None:
    @TinyJit
    def step(x: Tensor) -> tuple[Tensor, Tensor]:
        bits = x.bitcast("int32")
        bits += 1
        wide = x.bitcast("int32")[:1].expand(2)
        wide += 1
        return bits.reshape(2, 1), wide

    x = Tensor([0, 0]).bitcast("float32").clone().realize()
    for n in range(1, 5):
        bits, wide = step(x)
        assert x.bitcast("int32").tolist() == [n, n] and bits.tolist() == [[n], [n]] and wide.tolist() == [n + 1] * 2
    skip = TinyJit(lambda v: v.assign(v + 1).realize() * 1)
    y = Tensor([1, 2, 3, 4, 5])
    for _ in range(4): skip(y[::2])
    assert y.tolist() == [5, 2, 7, 4, 9]


def test_captures_that_read_a_state_through_an_expanded_view() -> None:
    state = Tensor([[1, 2]]).realize()
    wide = state.expand(2, 2)

    @TinyJit
    def step() -> Tensor:
        state.assign(state + 1)
        return wide + 0

    assert [step().tolist()[0][0] for _ in range(4)] == [2, 3, 4, 5] and wide.tolist() == [[5, 6]] * 2


def test_captures_leave_values_behind_that_later_writes_do_not_change() -> None:
    kept: list[Tensor] = []

    @TinyJit
    def step(x: Tensor) -> Tensor:
        kept.append(x.contiguous())
        x += 1
        return (x * 2).realize()

    x = Tensor([1, 2, 3])
    for _ in range(4): step(x)
    x += 10
    assert [k.tolist() for k in kept] == [[1, 2, 3], [4, 5, 6]] and x.tolist() == [15, 16, 17]


# ---- the table


def test_views_share_and_nothing_else_does() -> None:
    x = Tensor([[1, 2], [3, 4]])
    calls: dict[str, Callable[[], Any]] = {
        "reshape": lambda: x.reshape(4), "view": lambda: x.view(4), "flatten": x.flatten, "unflatten": lambda: x.unflatten(0, (1, 2)),
        "squeeze": x.squeeze, "squeeze_axes": lambda: x.squeeze_axes(()), "unsqueeze": lambda: x.unsqueeze(0),
        "permute": lambda: x.permute(1, 0), "transpose": x.transpose, "T": lambda: x.T, "rearrange": lambda: x.rearrange("a b -> b a"),
        "flip": lambda: x.flip(0), "shrink": lambda: x.shrink(((0, 1), None)), "shrink_to": lambda: x.shrink_to(1, 2),
        "split": lambda: x.split(1)[0], "chunk": lambda: x.chunk(2)[0], "diagonal": x.diagonal, "expand": lambda: x.expand(3, 2, 2),
        "broadcast_to": lambda: x.broadcast_to(3, 2, 2), "meshgrid": lambda: x[0].meshgrid(x[1])[0], "detach": x.detach}
    assert set(calls) == view_methods.VIEWS
    for name, call in calls.items():
        found = call()
        assert found._storage is not None and found._storage.first() is x._storage, name
        assert found._storage.memory is aliasing.memory_of(x.uop), name


def test_no_other_method_returns_its_operand_or_a_view_of_it() -> None:
    """Every public method, with arguments for which it has nothing to do."""
    shared = set[str]()
    names = [n for n in dir(Tensor) if not n.startswith("_") and inspect.isfunction(inspect.getattr_static(Tensor, n))]
    for name in set(names) - view_methods.VIEWS - view_methods.IN_PLACE - view_methods.ITSELF - {"bitcast"}:
        for shape in ((1,), (1, 1), (1, 1, 1, 1)):
            for dtype in ("float32", "uint8"):
                x = Tensor([1], dtype=dtype).reshape(shape)
                zeros = Tensor.zeros(shape, dtype="int32")
                for args in ((), (0,), (1,), (dtype,), ([],), ((1, 1),), (x,), (0, zeros), (0, zeros, x), (0, 1, 1), (0, 0)):
                    try: found = getattr(x, name)(*args)
                    except (HeddleError, TypeError) as fault:  # not its arguments
                        assert not isinstance(fault, InternalError), (name, args)
                        continue
                    if any(_is_view(y, x) for y in (found if isinstance(found, (tuple, list)) else [found])): shared.add(name)
    assert not shared


def _is_view(y: Any, x: Tensor) -> bool:
    return isinstance(y, Tensor) and (y is x or (y._storage is not None and y._storage.first() is x._storage))


# ---- gradients and writes, as random programs found them

LEAF = [[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]]
WEIGHTS = np.arange(1, 7, dtype=np.float32).reshape(2, 3)


def _assigned_whole(leaf: Tensor) -> Tensor:
    x = Tensor([1.0, 2.0, 3.0]).expand(2, 3)
    x.assign(leaf * 1)
    result = x * 2
    x.numpy()
    return result


def _assigned_and_doubled(leaf: Tensor) -> Tensor:
    x = Tensor([1.0, 2.0, 3.0]).expand(2, 3)
    x[None] = leaf * 1
    x *= 2
    return x


def _picked_afterwards(leaf: Tensor) -> Tensor:
    x = Tensor.ones(2, 3) * 2
    x[0] = 0
    x[:] = leaf * 1
    x[Tensor([0])] = 0
    return x


@pytest.mark.parametrize("make", [_assigned_whole, _assigned_and_doubled, _picked_afterwards])
def test_a_gradient_flows_through_what_was_written_and_read_since(make: Callable[[Tensor], Tensor]) -> None:
    leaf = Tensor(LEAF, requires_grad=True)
    result = make(leaf)
    result.numpy()
    (result * Tensor(WEIGHTS)).sum().backward()
    expected = WEIGHTS * ([[0], [1]] if make is _picked_afterwards else 2)
    np.testing.assert_array_equal(leaf.grad.numpy(), expected)


def test_a_gradient_through_a_part_that_was_written_is_refused() -> None:
    """Also where what was computed from it has been read since, and where another way leads to the leaf."""
    leaf, x = Tensor(LEAF, requires_grad=True), Tensor([1.0, 2.0, 3.0]).expand(2, 3)
    other = leaf * 1
    x[1:2] = other[1:2]
    result = x.repeat((2, 1))
    x[..., ::2] = 1
    result.numpy()
    with pytest.raises(GradientError, match="flows through memory that was written to"): (result.sum() + other.sum()).backward()


def test_a_twin_keeps_its_value_while_a_write_is_pending() -> None:
    """A tensor of equal memory that is first looked at between a whole write and a second one, both still to be computed."""
    x = (Tensor(LEAF, requires_grad=True) * 1).realize()
    twin = x.cast(dtypes.float32)
    x.assign(2)
    x[x > 2] = 1
    row = twin[0]
    assert x.tolist() == [[2.0] * 3] * 2 and twin.tolist() == LEAF and row.tolist() == LEAF[0]


def test_an_expanded_view_is_a_value_of_its_own_after_a_write_of_nothing() -> None:
    x = Tensor.zeros(3, dtype="int32").contiguous().realize()
    y = x.expand(2, 3)
    y[1:1] = 4
    x[-1] = 3
    assert y.tolist() == [[0, 0, 0]] * 2 and x.tolist() == [0, 0, 3]


def test_parts_written_with_gradients_stay_in_their_memory() -> None:
    """A cache that is filled row by row beside weights that are being trained: no write copies it, and it may be captured."""
    cache, weights = Tensor.zeros(4, 3).contiguous().realize(), Tensor([1.0, 2.0, 3.0], requires_grad=True)
    memory = cache._memory
    for i in range(4): cache[i:i + 1] = (weights * (i + 1)).unsqueeze(0)
    assert cache._memory is memory and cache.tolist() == [[n * (i + 1) for n in (1.0, 2.0, 3.0)] for i in range(4)]


def test_an_expanded_view_stays_one_while_an_equal_value_is_computed() -> None:
    x = Tensor.zeros(3, dtype="int32")
    y = x.expand(2, 3)
    equal = y.trunc()
    equal.realize()
    y[y > 2] = 1
    y[0] = 5
    assert y.tolist() == [[5] * 3, [0] * 3] and equal.tolist() == [[0] * 3] * 2 and x.tolist() == [0] * 3


@pytest.mark.parametrize("other", [lambda x: x.squeeze(), lambda x: x])
def test_a_copy_that_is_still_to_be_made_is_not_written_to_with_another(other: Callable[[Tensor], Tensor]) -> None:
    x = Tensor([1, 4, 7], dtype="int32").pad([(1, 0)])
    x[0:1] = 0
    y = Tensor(x)
    kept = x.clone()
    assert x.tolist() == [0, 1, 4, 7]
    other(y)[::2] = Tensor([4, 7], dtype="int32")
    assert y.tolist() == [4, 1, 7, 7] and kept.tolist() == [0, 1, 4, 7] and x.tolist() == [0, 1, 4, 7]


@pytest.mark.parametrize("make", [Tensor, lambda t: t.cat(), lambda t: t.roll(0, 0), lambda t: t.repeat(1, 1)])
def test_what_is_written_to_a_value_made_of_a_detached_one_takes_gradients(make: Callable[[Tensor], Tensor]) -> None:
    leaf = Tensor(LEAF, requires_grad=True)
    x = (leaf * 1).realize()
    y = make(x.detach())
    assert (y * 2).sum().gradient(leaf)[0].tolist() == [[0, 0, 0]] * 2
    y[:] = x * 3
    y.sum().backward()
    assert leaf.grad is not None and leaf.grad.tolist() == [[3, 3, 3]] * 2


def test_an_expanded_view_whose_operand_is_gone_keeps_its_values() -> None:
    x = Tensor.eye(2, dtype="int32")
    wide, other = x.expand((2, 2, 2)), x.floor()
    del x
    other.diagonal()[0] = 0
    assert wide.tolist() == [[[1, 0], [0, 1]]] * 2 and other.tolist() == [[0, 0], [0, 1]]
    other += 1
    assert wide.tolist() == [[[1, 0], [0, 1]]] * 2
