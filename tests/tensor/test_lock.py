"""Eight threads at once give what one after the other gives; forked children are told; spawned ones work; importing starts nothing."""
from __future__ import annotations

import os
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
import pytest

from heddle import Tensor, TinyJit, nn
from heddle.nn.optim import Adam
from heddle.settings import Context, settings
from heddle.tensor import aliasing
from heddle.tensor.autograd import realized_graphs
from tests.caches import forget

THREADS = 8


@pytest.fixture(autouse=True)
def often() -> Iterator[None]:
    """Threads take turns a thousand times more often than usual."""
    before = sys.getswitchinterval()
    sys.setswitchinterval(1e-5)
    yield
    sys.setswitchinterval(before)


def in_threads(work: Callable[[int], Any], count: int = THREADS) -> list[Any]:
    """work(n) in thread n, all starting together; the results in order."""
    found: list[Any] = [None] * count
    faults: list[BaseException] = []
    start = threading.Barrier(count)

    def run(n: int) -> None:
        try:
            start.wait()
            found[n] = work(n)
        except BaseException as fault: faults.append(fault)
    threads = [threading.Thread(target=run, args=(n,)) for n in range(count)]
    for t in threads: t.start()
    for t in threads: t.join()
    if faults: raise faults[0]
    return found


def values(n: int, *shape: int) -> np.ndarray:
    return np.random.default_rng(n).standard_normal(shape).astype(np.float32)


# ---- programs


def mixed(n: int) -> np.ndarray:
    """Kernels that all threads share, and some that only this one has."""
    x = Tensor(values(n, 16, 8))
    for k in range(4): x = (x @ x.T).softmax() @ x + k
    return (x * (n % 3 + 2)).sum(0).numpy()


def assigning(n: int) -> np.ndarray:
    x = Tensor(values(n, 64)).realize()
    for k in range(10):
        before, view = x + k, x[3:9]
        x.assign(x * 0.5 + before)
        x[5] = float(k)
        before = before + view.sum()
    return np.concatenate([x.numpy(), before.numpy()])


def training(n: int) -> np.ndarray:
    layer = nn.Linear(8, 4)
    layer.weight.assign(Tensor(values(n, 4, 8))).realize()
    layer.bias.assign(Tensor(values(n + 50, 4))).realize()
    optimizer = Adam([layer.weight, layer.bias], 0.01)
    for k in range(4):
        optimizer.zero_grad()
        (layer(Tensor(values(k, 16, 8))).relu() ** 2).mean().backward()
        optimizer.step()
    return layer.weight.numpy()


def replaying(n: int) -> np.ndarray:
    state = Tensor(np.zeros(32, np.float32)).realize()

    @TinyJit
    def step(x: Tensor) -> Tensor:
        state.assign(state + x)
        return (state * 2).sum()
    return np.array([step(Tensor(values(n + k, 32))).item() for k in range(6)] + state.tolist())


def spread(n: int) -> np.ndarray:
    x = Tensor(values(n, 8, 8)).shard(("CPU", "CPU:1"), n % 2)
    return (x @ x).sum(1).numpy()


@pytest.mark.parametrize("program", [mixed, assigning, replaying, spread])
def test_threads_give_the_sequential_result(program: Callable[[int], np.ndarray], tmp_path: Any) -> None:
    wanted = [program(n) for n in range(THREADS)]
    with Context(CACHE_DIR=str(tmp_path)):
        settings_now = {"CACHE_DIR": str(tmp_path)}
        for cold in (True, False):
            if cold: forget()

            def work(n: int) -> np.ndarray:
                with Context(**settings_now): return program(n)
            for found, w in zip(in_threads(work), wanted, strict=True): np.testing.assert_array_equal(found, w)


def test_threads_doing_different_things() -> None:
    """A capture first computes what others have assigned: in another schedule than theirs, so that sums may be rounded otherwise."""
    kinds = [mixed, assigning, training, replaying]
    wanted = [kinds[n % 4](n) for n in range(THREADS)]
    forget()
    for _ in range(2):
        for found, w in zip(in_threads(lambda n: kinds[n % 4](n)), wanted, strict=True):
            np.testing.assert_allclose(found, w, rtol=1e-5, atol=1e-6)


def test_a_replay_leaves_what_other_threads_have_assigned_alone() -> None:
    """They may be building graphs that read it, or what was there before."""
    own, other = Tensor([1.0, 2.0]).realize(), Tensor([3.0]).realize()

    @TinyJit
    def step(x: Tensor) -> Tensor:
        own.assign(own + x)
        return own * 2
    other.assign(other + 1)
    found: list[list[float]] = []

    def work() -> None: found.extend(step(Tensor([1.0, 1.0])).tolist() for _ in range(4))
    thread = threading.Thread(target=work)
    thread.start()
    thread.join()
    assert found == [[4.0, 6.0], [6.0, 8.0], [8.0, 10.0], [10.0, 12.0]]
    assert other._storage is not None and other._storage.assigned is not None
    assert other.tolist() == [4.0] and own.tolist() == [5.0, 6.0]


def test_what_another_thread_assigned_is_read_by_captures_and_replays() -> None:
    weight, x = Tensor([1.0, 2.0]).realize(), Tensor([1.0, 1.0]).realize()

    @TinyJit
    def scaled(x: Tensor) -> Tensor: return x * weight
    found: list[list[float]] = []
    for _ in range(5):
        weight.assign(weight + 1)
        x.assign(x + 1)
        thread = threading.Thread(target=lambda: found.append(scaled(x).tolist()))
        thread.start()
        thread.join()
    assert found == [[n * n, n * (n + 1)] for n in (2.0, 3.0, 4.0, 5.0, 6.0)]


def test_what_an_ended_thread_assigned_is_computed() -> None:
    x, y = Tensor([1.0]).realize(), Tensor([5.0]).realize()
    thread = threading.Thread(target=lambda: x.assign(x + 1))
    thread.start()
    thread.join()
    step = TinyJit(lambda: y + 1)
    for _ in range(3): assert step().tolist() == [6.0]
    assert x._storage is not None and x._storage.assigned is None and x.tolist() == [2.0]


def draws(n: int) -> list[tuple]:
    """Single draws, and some that are built before others are computed."""
    found = [tuple(Tensor.rand(4).tolist()) for _ in range(5)]
    late = [Tensor.rand(4) * 2 for _ in range(5)]
    found += [tuple(Tensor.rand(4).tolist()) for _ in range(5)]
    return found + [tuple((t / 2).tolist()) for t in late]


def test_no_draw_comes_twice() -> None:
    """Each thread has numbers of its own; the one that gave the seed goes on with those of the seed."""
    Tensor.manual_seed(5)
    before, wanted = Tensor.rand(4).tolist(), Tensor.rand(4).tolist()
    Tensor.manual_seed(5)
    assert Tensor.rand(4).tolist() == before
    found = [draw for of_thread in in_threads(draws) for draw in of_thread]
    assert len(set(found)) == len(found) == THREADS * 15
    assert Tensor.rand(4).tolist() == wanted


def test_a_thread_that_gives_the_seed_draws_its_numbers() -> None:
    Tensor.manual_seed(7)
    wanted = draws(0)

    def seeded(n: int) -> list[tuple]:
        Tensor.manual_seed(7)
        return draws(n)
    assert in_threads(seeded, 1) == [wanted]
    Tensor.manual_seed(7)


def test_a_tensor_handed_to_other_threads() -> None:
    """What one thread built the others may compute, all at once."""
    shared = Tensor(values(0, 64, 64)) @ Tensor(values(1, 64, 64))
    wanted = values(0, 64, 64) @ values(1, 64, 64)
    for found in in_threads(lambda n: (shared + n).numpy() - n): np.testing.assert_allclose(found, wanted, atol=1e-4)


def test_a_capture_takes_nothing_from_other_threads() -> None:
    """Tensors that others build meanwhile are not part of it."""
    stop, built = threading.Event(), []

    def build() -> None:
        while not stop.is_set(): built.append(Tensor(values(0, 4)) + len(built))
    other = threading.Thread(target=build)
    other.start()
    try:
        for _ in range(5):
            double = TinyJit(lambda x: x * 2)
            for k in range(4): assert double(Tensor([float(k)])).item() == 2.0 * k
            assert len(double._captured.executable.linear.src) == 1 and not double._captured.left  # type: ignore[union-attr]
    finally:
        stop.set()
        other.join()
    np.testing.assert_allclose(built[3].numpy(), values(0, 4) + 3, rtol=1e-6)


def test_lists_of_threads_that_ended_go() -> None:
    before = len(aliasing._of_threads)
    in_threads(lambda n: (Tensor([1.0]) + n).tolist())
    aliasing.pending_tensors()
    assert len(aliasing._of_threads) <= before + 1


# ---- processes


def run(code: str) -> str:
    """Output of a program in a process of its own, which must end well."""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=120,
                          env=os.environ | {"CACHE_DIR": settings.CACHE_DIR})
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_importing_starts_no_thread_and_no_process() -> None:
    code = """
import os, threading
import heddle, heddle.nn, heddle.nn.optim
from heddle import Tensor, TinyJit, Device
tasks = os.listdir("/proc/self/task") if os.path.isdir("/proc/self/task") else ["this"]
file = f"/proc/self/task/{os.getpid()}/children"
children = open(file).read().split() if os.path.exists(file) else []
print(threading.active_count(), len(tasks), children)
"""
    assert run(code) == "1 1 []\n"


@pytest.mark.skipif(not hasattr(os, "fork"), reason="needs fork")
def test_a_forked_child_is_told_what_to_do() -> None:
    code = """
import os
from heddle import Tensor
from heddle.errors import DeviceError
old = (Tensor([1.0, 2.0]) + 1).realize()
if (child := os.fork()) == 0:
    for use in (lambda: Tensor([1.0]), lambda: old.tolist(), lambda: (old * 2).realize(), lambda: Tensor.rand(2).tolist()):
        try: use()
        except DeviceError as fault: assert "opened before this process was forked" in str(fault) and '"spawn"' in str(fault)
        else: os._exit(1)
    os._exit(0)
assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0
print((old * 2).tolist())
"""
    assert run(code) == "[4.0, 6.0]\n"


@pytest.mark.skipif(not hasattr(os, "fork"), reason="needs fork")
def test_a_child_forked_before_any_device_was_opened_works() -> None:
    code = """
import os
from heddle import Tensor
x = Tensor.full((4,), 2.0) * 3
if (child := os.fork()) == 0: os._exit(0 if x.tolist() == [6.0] * 4 else 1)
assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0
print(x.tolist())
"""
    assert run(code) == "[6.0, 6.0, 6.0, 6.0]\n"


@pytest.mark.skipif(not hasattr(os, "fork"), reason="needs fork")
def test_forking_while_other_threads_compute_leaves_no_lock_behind() -> None:
    code = """
import os, threading
from heddle import Tensor
from heddle.errors import DeviceError
import faulthandler
stop = threading.Event()
def work():
    while not stop.is_set(): ((Tensor([1.0, 2.0]) + 1) * 3).tolist()
work_once = ((Tensor([1.0, 2.0]) + 1) * 3).tolist()
threads = [threading.Thread(target=work, daemon=True) for _ in range(4)]
for t in threads: t.start()
for _ in range(20):
    faulthandler.dump_traceback_later(20, exit=True)
    if (child := os.fork()) == 0:
        try: (Tensor([1.0]) + 1).tolist()
        except DeviceError: os._exit(0)
        os._exit(1)
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0
stop.set()
for t in threads: t.join()
print("fine")
"""
    assert run(code) == "fine\n"


def test_spawned_processes_work(tmp_path: Any) -> None:
    (tmp_path / "job.py").write_text("""
import multiprocessing
from heddle import Tensor
def work(n): return (Tensor([1.0, 2.0]) * n).sum().item()
if __name__ == "__main__":
    print(work(1))
    with multiprocessing.get_context("spawn").Pool(2) as pool: print(pool.map(work, range(4)))
""")
    done = subprocess.run([sys.executable, "job.py"], cwd=tmp_path, capture_output=True, text=True, timeout=120,
                          env=os.environ | {"CACHE_DIR": settings.CACHE_DIR})
    assert done.returncode == 0, done.stderr
    assert done.stdout == "3.0\n[0.0, 3.0, 6.0, 9.0]\n"


@pytest.mark.parametrize("is_computed", [False, True])
@pytest.mark.parametrize("earlier", [0, 1])
def test_a_view_made_while_results_settle(is_computed: bool, earlier: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Graphs are built without waiting: a pending tensor may get a view, its first or one more, between the steps of a run."""
    x, other = Tensor(values(1, 4, 3)), Tensor(values(2, 4, 3))
    late, result = (x * 2).contiguous(), (other + 1).contiguous()
    run = late if is_computed else result
    before = [late.reshape(12) for _ in range(earlier)]
    views: list[Tensor] = []
    remember_inner = realized_graphs.remember_inner

    def remember_and_view(*args: Any) -> None:
        if not views: views.append(late.permute(1, 0))
        remember_inner(*args)
    monkeypatch.setattr(realized_graphs, "remember_inner", remember_and_view)
    run.realize()
    assert views
    np.testing.assert_array_equal(views[0].numpy(), values(1, 4, 3).T * 2)
    late[0, 0] = 9
    assert late.tolist()[0][0] == 9 and late.tolist()[1:] == (values(1, 4, 3) * 2).tolist()[1:]
    assert views[0].tolist()[0][0] == 9 and all(view.tolist()[0] == 9 for view in before)
