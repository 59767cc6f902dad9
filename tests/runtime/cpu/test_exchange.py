"""Exchanges as native steps: with functions in place of MPI's, what is done, waited for, refused and resumed, by each compiler."""
from __future__ import annotations

import ctypes

import numpy as np
import pytest

from heddle.device.interface import REASONS, Launch
from heddle.dtype import dtypes
from heddle.errors import InternalError
from heddle.runtime.cpu import pool
from heddle.runtime.cpu.clang import find_clang
from heddle.runtime.cpu.exchange import (
    COPY,
    DIFFERENT,
    DONE,
    FAULT,
    OWN_BYTES,
    PENDING,
    RESULT,
    SOURCE,
    ZEROS,
    Exchange,
    ExchangeCode,
    Functions,
    Message,
    Native,
    Plan,
    Round,
    sequence,
)
from heddle.runtime.cpu.graph import StepGraph
from tests.renderer import kernels
from tests.renderer.kernels import Kernel
from tests.runtime.test_cpu_graph import launch

COMPILERS = [name for name in ("CLANG", "LLVM") if kernels.usable(name)]
_FUNCTION = ctypes.CFUNCTYPE(ctypes.c_int, *[ctypes.c_uint64] * 8)
FLOAT, WORLD = 7, -2


@pytest.fixture(params=COMPILERS)
def device(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(pool, "_pools", [])
    return kernels.device(request.param)


class FakeMPI:
    """Another rank that sends ones. A request is done after `late` looks at it; call number `fails` returns 15."""

    def __init__(self, late: int = 0, fails: int = -1) -> None:
        self.late, self.fails = late, fails
        self.calls: list[tuple[object, ...]] = []
        self.left: dict[int, int] = {}
        self.probes = 0
        self.kept = [_FUNCTION(f) for f in (self._send, self._receive, self._test, self._probe, self._whole)]
        addresses = [ctypes.cast(f, ctypes.c_void_p).value or 0 for f in self.kept]
        self.functions, self.whole = Functions(*addresses[:4]), addresses[4]

    def _begin(self, name: str, request: int, *what: object) -> int:
        self.calls.append((name, *what))
        if len(self.calls) - 1 == self.fails: return 15
        ctypes.c_uint64.from_address(request).value = len(self.calls)
        self.left[len(self.calls)] = self.late
        return 0

    def _send(self, memory: int, count: int, kind: int, peer: int, tag: int, comm: int, request: int, _: int) -> int:
        return self._begin("send", request, list((ctypes.c_float * count).from_address(memory)), kind, peer, tag, comm)

    def _receive(self, memory: int, count: int, kind: int, peer: int, tag: int, comm: int, request: int, _: int) -> int:
        (ctypes.c_float * count).from_address(memory)[:] = [1.0] * count
        return self._begin("receive", request, count, kind, peer, tag, comm)

    def _test(self, request: int, is_done: int, status: int, *_: int) -> int:
        number = ctypes.c_uint64.from_address(request).value
        self.left[number] -= 1
        ctypes.c_int.from_address(is_done).value = int(self.left[number] < 0)
        (ctypes.c_char * 64).from_address(status)[:] = bytes(64)
        return 0

    def _probe(self, *_: int) -> int:
        self.probes += 1
        return 0

    def _whole(self, source: int, result: int, count: int, kind: int, comm: int, request: int, *_: int) -> int:
        ctypes.memmove(result, source, 4 * count)
        return self._begin("whole", request, count, kind, comm)


def two_rounds() -> Plan:
    """Adds what is received to the source, and the same again to the sum."""
    first = Round((Message(False, 1, RESULT, 0, 3), Message(True, 1, SOURCE, 0, 3)))
    second = Round((Message(False, 2, 2, 0, 3), Message(True, 2, RESULT, 0, 3)), 2, 3, 0, SOURCE, 0)
    return Plan((first, second, Round((), 4, 3, 0, 2, 0)), "add_float32", 12)


def made(device, mpi: FakeMPI, plan: Plan | Native, count=None) -> Exchange:
    count = count if count is not None else sequence()
    exchange = Exchange(ExchangeCode(device), mpi.functions, (FLOAT, WORLD), count.buffer_info()[0], plan, 12)
    vars(exchange)["test_keeps"] = mpi, count
    return exchange


def memories() -> tuple[np.ndarray, np.ndarray]: return np.full(3, -1, np.float32), np.arange(3, dtype=np.float32)


@pytest.mark.parametrize("late", [0, 1, 5])
def test_each_round_starts_once_the_one_before_is_done(device, late: int) -> None:
    mpi, (result, source) = FakeMPI(late), memories()
    exchange = made(device, mpi, two_rounds())
    for tag in (2, 3):
        mpi.calls.clear()
        assert exchange.start(result.ctypes.data, source.ctypes.data)
        looks = 0
        while (found := exchange.test()) == PENDING: looks += 1
        assert found == DONE == exchange.test() and looks >= late
        world = WORLD % (1 << 64)
        assert mpi.calls == [("receive", 3, FLOAT, 1, tag, world), ("send", [0, 1, 2], FLOAT, 1, tag, world),
                             ("receive", 3, FLOAT, 2, tag, world), ("send", [1, 2, 3], FLOAT, 2, tag, world)]
        assert result.tolist() == [2, 3, 4]


@pytest.mark.parametrize("fails", range(4))
def test_a_fault_of_any_message_is_kept(device, fails: int) -> None:
    mpi, (result, source) = FakeMPI(fails=fails), memories()
    exchange = made(device, mpi, two_rounds())
    found = exchange.test() if exchange.start(result.ctypes.data, source.ctypes.data) else FAULT
    assert found == FAULT and exchange.fault == 15


@pytest.mark.parametrize(("before", "want"), [(COPY, [0, 1, 2]), (ZEROS, [0, 0, 0])])
def test_results_are_filled_at_the_start(device, before: int, want: list[float]) -> None:
    exchange, (result, source) = made(device, FakeMPI(), Plan((), before=before)), memories()
    assert exchange.start(result.ctypes.data, source.ctypes.data) and exchange.test() == DONE
    assert result.tolist() == want


@pytest.mark.parametrize("late", [0, 3])
def test_a_collective_of_mpi_is_one_request(device, late: int) -> None:
    mpi, (result, source) = FakeMPI(late), memories()
    exchange = made(device, mpi, Native(mpi.whole, (0, 0, 3, FLOAT, WORLD), 1, 0, 5))
    assert exchange.start(result.ctypes.data, source.ctypes.data)
    for _ in range(late): assert exchange.test() == PENDING
    assert exchange.test() == DONE and mpi.calls == [("whole", 3, FLOAT, WORLD % (1 << 64))] and result.tolist() == [0, 1, 2]
    failing = FakeMPI(fails=0)
    exchange = made(device, failing, Native(failing.whole, (0, 0, 3, FLOAT, WORLD), 1, 0, 5))
    assert not exchange.start(result.ctypes.data, source.ctypes.data) and exchange.fault == 15


@pytest.mark.parametrize(("name", "dtype"), [
    (name, dtype) for name in ("add", "mul", "max") for dtype in (dtypes.float32, dtypes.float64, *dtypes.ints)
    if dtype.itemsize >= 4 and not (name == "max" and dtype.is_float())])  # a maximum of floats is left to MPI
def test_elements_are_combined_as_numpy_does(device, name: str, dtype) -> None:
    code = ExchangeCode(device)
    typed = dtype.name if name == "max" else dtype.name.removeprefix("u")
    rng = np.random.default_rng(0)
    for count in (0, 1, 3, 17, 1000):
        a, b = (rng.integers(0, 1 << 63, count, np.uint64).view(np.int64).astype(dtype.name) for _ in range(2))
        if "int64" in dtype.name: a, b = ~a, b
        with np.errstate(over="ignore"): want = {"add": np.add, "mul": np.multiply, "max": np.maximum}[name](a, b)
        combine = ctypes.CFUNCTYPE(None, ctypes.c_void_p, ctypes.c_void_p, ctypes.c_int64)(code.code[f"heddle_combine_{typed}".replace(
            "combine_", f"combine_{name}_")])
        combine(a.ctypes.data, b.ctypes.data, count)
        np.testing.assert_array_equal(a, want)


# ---- in graphs


def double(device) -> Launch:
    """out = 2 a, of three elements."""
    k = Kernel("twice")
    out, a = k.param(dtypes.float32, 3), k.param(dtypes.float32, 3)
    with k.loop(3) as i: k.store(out, i, k.load(a, i) + k.load(a, i))
    return launch(device, k, 2, 0)


class Waiting:
    """Looks again until a graph goes on; keeps why it stood."""

    def __init__(self, most: int = 1 << 30) -> None:
        self.reasons: list[tuple[int, int]] = []
        self.most = most

    def __call__(self, found: int, again) -> int:
        self.reasons.append(divmod(found, REASONS))
        for _ in range(self.most):
            if (after := again()) != found: return after
        raise TimeoutError


@pytest.mark.parametrize("late", [0, 3, 500, 1000])
def test_a_graph_goes_on_where_it_stood(device, late: int) -> None:
    """A graph looks 200 times before it asks."""
    exchange, waiting = made(device, FakeMPI(late), two_rounds()), Waiting()
    start, progress, wait = (exchange.step(name, waiting) for name in ("start", "progress", "wait"))
    graph = StepGraph(device, [Launch(None, None, ((0, 0), (1, 0)), step=start), Launch(None, None, (), step=progress),
                               Launch(None, None, (), step=wait), double(device)])
    for _ in range(2):
        result, source = memories()
        out = np.zeros(3, np.float32)
        graph([result.ctypes.data, source.ctypes.data, out.ctypes.data], {})
        assert out.tolist() == [4, 6, 8]
    assert set(waiting.reasons) == ({(2, PENDING)} if late > 100 else set())


def test_a_graph_ends_where_a_step_fails(device) -> None:
    for fails, at in ((0, 0), (2, 1)):
        waiting = Waiting(0)
        exchange = made(device, FakeMPI(fails=fails, late=int(fails == 2)), two_rounds())
        graph = StepGraph(device, [Launch(None, None, ((0, 0), (1, 0)), step=exchange.step("start", waiting)),
                                   Launch(None, None, (), step=exchange.step("wait", waiting)), double(device)])
        (result, source), out = memories(), np.zeros(3, np.float32)
        with pytest.raises(TimeoutError): graph([result.ctypes.data, source.ctypes.data, out.ctypes.data], {})
        assert waiting.reasons == [(at, FAULT)] and not out.any()


def test_an_agreement_is_done_where_nothing_differs(device) -> None:
    mpi, waiting = FakeMPI(), Waiting(1)
    plan = Plan((Round((Message(False, 1, RESULT, 0, 8), Message(True, 1, SOURCE, 0, 8))),), own=2 * OWN_BYTES)
    exchange = made(device, mpi, plan)
    graph = StepGraph(device, [Launch(None, None, (), step=exchange.step("begin_own", waiting)),
                               Launch(None, None, (), step=exchange.step("agree", waiting))])
    same = np.ones(8, np.float32).tobytes()
    exchange.own(OWN_BYTES)[:] = same
    graph([], {})
    assert bytes(exchange.own()) == same
    exchange.own(OWN_BYTES)[:] = same[:16] + bytes(16)  # what comes behind is no part of it
    graph([], {})
    exchange.own(OWN_BYTES)[:] = bytes(8) + same[8:]
    with pytest.raises(TimeoutError): graph([], {})
    assert waiting.reasons == [(1, DIFFERENT)]


def test_a_step_that_nobody_resumes_is_a_fault_of_ours(device) -> None:
    exchange = made(device, FakeMPI(fails=0), two_rounds())
    step = exchange.step("start", Waiting())._replace(resume=None)
    (result, source), graph = memories(), StepGraph(device, [Launch(None, None, ((0, 0), (1, 0)), step=step)])
    with pytest.raises(InternalError): graph([result.ctypes.data, source.ctypes.data], {})


def test_the_text_for_llvm_is_made_from_the_c_source(request: pytest.FixtureRequest) -> None:
    """One for all systems. Compared where the clang here is of the version that made it; --update-golden makes it anew."""
    clang, _ = find_clang()
    if clang is None: pytest.skip("no clang here")
    text = pool.generate(clang.command, "x86_64", "linux", "exchange.c")
    if request.config.getoption("--update-golden"):
        with open(f"{pool._FOLDER}/exchange.ll", "w", encoding="utf-8") as file: file.write(text)
    with open(f"{pool._FOLDER}/exchange.ll", encoding="utf-8") as file: kept = file.read()
    if text.splitlines()[0] != kept.splitlines()[0]: pytest.skip("made by another version of clang")
    assert text == kept
