"""Data loader: order, determinism, faults of items and workers, and how iterators end."""
from __future__ import annotations

import os
import random
import signal
import subprocess
import sys
import time
from collections import namedtuple
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from heddle import Tensor, TinyJit, dtypes
from heddle.errors import DataError, DTypeError, SettingError, ShapeError
from heddle.nn.data import DataLoader, Dataset, Subset, TensorDataset, default_collate, random_split

ROOT = Path(__file__).resolve().parents[2]
Pair = namedtuple("Pair", "x y")  # noqa: PYI024


class Noisy:
    """Items that draw from both global generators."""

    def __len__(self) -> int: return 11
    def __getitem__(self, i: int) -> Any: return np.full(2, i, np.float32), random.random(), np.random.rand(3)


class Faulty:
    """Item 5 does what it is told to."""

    def __init__(self, fault: Any) -> None: self.fault = fault
    def __len__(self) -> int: return 9

    def __getitem__(self, i: int) -> float:
        if i == 5: self.fault()
        return float(i)


def numbers(loader: DataLoader) -> list[list[Any]]: return [b.tolist() for b in loader]


@pytest.mark.parametrize("workers", [0, 1, 3])
def test_batches_come_in_order(workers: int) -> None:
    loader = DataLoader(list(range(10)), 4, workers=workers)
    assert numbers(loader) == [[0, 1, 2, 3], [4, 5, 6, 7], [8, 9]] and len(loader) == 3
    short = DataLoader(list(range(10)), 4, drop_last=True, workers=workers)
    assert numbers(short) == [[0, 1, 2, 3], [4, 5, 6, 7]] and len(short) == 2
    assert numbers(DataLoader([], 4, workers=workers)) == []


def test_the_seed_decides_everything_whatever_the_number_of_workers() -> None:
    def epochs(workers: int, seed: int) -> list[Any]:
        loader = DataLoader(Noisy(), 3, shuffle=True, workers=workers, seed=seed)
        return [[part.tolist() for part in batch] for _ in range(2) for batch in loader]
    first = epochs(0, 7)
    assert first[:4] != first[4:] and epochs(0, 8) != first
    for workers in (1, 2, 4): assert epochs(workers, 7) == first
    later = DataLoader(Noisy(), 3, shuffle=True, seed=7)
    later.epoch = 1
    assert [[part.tolist() for part in batch] for batch in later] == first[4:]
    assert sorted(x for batch in first[:4] for x, _ in batch[0]) == list(range(11))


def _seed(n: int) -> None:
    random.seed(n)
    np.random.seed(n)


def test_the_programs_own_random_numbers_are_left_alone() -> None:
    _seed(3)
    want = random.random(), np.random.rand()
    _seed(3)
    for _ in DataLoader(Noisy(), 3, seed=1): pass
    assert (random.random(), np.random.rand()) == want


def test_without_a_seed_it_is_pythons() -> None:
    random.seed(5)
    first = DataLoader(Noisy()).seed
    random.seed(5)
    assert DataLoader(Noisy()).seed == first != DataLoader(Noisy()).seed


def test_items_may_be_nested() -> None:
    items = [{"a": (np.ones(2, np.float16) * i, "name"), "p": Pair(i, [i / 2, True])} for i in range(3)]
    for workers in (0, 1):
        (batch,) = DataLoader(items, 3, workers=workers)
        assert batch["a"][1] == ["name"] * 3 and isinstance(batch["p"], Pair)
        assert batch["a"][0].dtype == dtypes.float16
        assert batch["p"].x.tolist() == [0, 1, 2]
        assert batch["p"].y[0].tolist() == [0, 0.5, 1] and batch["p"].y[1].tolist() == [True] * 3
    assert default_collate([1.5, 2]).dtype == np.float32 and default_collate([1, 2]).dtype == np.int32
    assert default_collate([1, 2**40]).dtype == np.int64 and default_collate([np.float64(1)]).dtype == np.float64
    assert default_collate([True]).dtype == bool


@pytest.mark.parametrize("workers", [0, 2])
def test_tensor_dataset(workers: int) -> None:
    x, y = np.arange(12, dtype=np.float32).reshape(6, 2), np.arange(6)
    data = TensorDataset(Tensor(x), y)
    assert len(data) == 6 and isinstance(data, Dataset) and data[2][0].tolist() == [4, 5]
    got = [(a.tolist(), b.tolist()) for a, b in DataLoader(data, 4, shuffle=True, seed=0, workers=workers)]
    order = np.random.default_rng([0, 0]).permutation(6)
    assert got == [(x[part].tolist(), y[part].tolist()) for part in (order[:4], order[4:])]
    with pytest.raises(ShapeError, match="first axis"): TensorDataset(x, np.zeros(5))
    with pytest.raises(ShapeError, match="first axis"): TensorDataset()


def test_tensors_are_not_for_workers_that_are_forked() -> None:
    items = [Tensor([1.0, 2.0]).realize(), Tensor([3.0, 4.0]).realize()]
    assert [b.tolist() for b in DataLoader(items, 2)] == [[[1, 2], [3, 4]]]
    with pytest.raises(DataError, match="opened before this process was forked") as caught: list(DataLoader(items, 2, workers=1))
    assert "workers=0" in str(caught.value)


@pytest.mark.parametrize("device", ["PYTHON", "CPU:1", ("CPU", "CPU:1")], ids=str)
def test_batches_are_on_the_device(device: Any) -> None:
    for workers in (0, 1):
        for batch in DataLoader(np.arange(8, dtype=np.float32), 4, device=device, workers=workers): assert batch.device == device


def test_batches_feed_a_captured_function() -> None:
    total = TinyJit(lambda x: (x * 2).sum().realize())
    assert [total(x).item() for x in DataLoader(np.ones((12, 3), np.float32), 3, workers=2)] == [18.0] * 4


def test_samplers_subsets_and_splits() -> None:
    assert numbers(DataLoader(list(range(10)), 2, sampler=[3, 3, 9])) == [[3, 3], [9]]
    with pytest.raises(DTypeError, match="sampler of type generator has no length"): len(DataLoader([1], sampler=(i for i in [0])))
    assert numbers(DataLoader(Subset(list("abc"), [2, 0]), 2, collate=lambda x: np.array([ord(c) for c in x]))) == [[99, 97]]
    parts = random_split(list(range(10)), [0.75, 0.25], seed=1)
    assert [len(p) for p in parts] == [8, 2] and sorted(x for p in parts for x in p) == list(range(10))
    assert [len(p) for p in random_split(list(range(10)), [7, 3])] == [7, 3]
    with pytest.raises(SettingError, match="add up to 10"): random_split(list(range(10)), [7, 4])


# ---- faults


class _Unpicklable(Exception):
    def __init__(self, a: int, b: int) -> None: super().__init__("two parts")


def _raise(fault: BaseException) -> None: raise fault


@pytest.mark.parametrize("workers", [0, 2])
@pytest.mark.parametrize("fault", [ValueError("bad row"), KeyError("k"), _Unpicklable(1, 2), StopIteration()],
                         ids=lambda f: type(f).__name__ if isinstance(f, Exception) else None)
def test_what_an_item_raises_names_it_and_has_its_traceback(workers: int, fault: Exception) -> None:
    batches = iter(DataLoader(Faulty(lambda: _raise(fault)), 2, workers=workers))
    assert [next(batches).tolist() for _ in range(2)] == [[0, 1], [2, 3]]
    with pytest.raises(DataError, match=f"item 5 of the dataset raised {type(fault).__name__}") as caught: next(batches)
    assert caught.value.index == 5 and "test_data.py" in str(caught.value.where)
    import traceback
    text = "".join(traceback.format_exception(caught.value))
    assert "in _raise" in text and "if i == 5: self.fault()" in text
    if not isinstance(fault, _Unpicklable): assert type(caught.value.__cause__) is type(fault)
    assert list(batches) == []


def test_other_faults_of_workers() -> None:
    with pytest.raises(DataError, match="loading a batch raised SystemExit: 3"):
        list(DataLoader(Faulty(lambda: sys.exit(3)), 2, workers=2))
    with pytest.raises(DataError) as caught:
        list(DataLoader([1, 2], 2, workers=1, collate=lambda items: lambda: items))
    assert "pickle" in str(caught.value)


@pytest.mark.parametrize("workers", [0, 1])
def test_items_that_do_not_fit_together(workers: int) -> None:
    with pytest.raises(DataError, match=r"different shapes: \(2,\), \(3,\)") as caught:
        list(DataLoader([np.ones(2), np.ones(3)], 2, workers=workers))
    assert "collate" in str(caught.value)
    with pytest.raises(DataError, match="NoneType cannot be stacked"): list(DataLoader([None, None], 2, workers=workers))
    with pytest.raises(DataError, match="different lengths"): list(DataLoader([(1,), (1, 2)], 2, workers=workers))
    with pytest.raises(DataError, match="different keys"): list(DataLoader([{"a": 1}, {"b": 1}], 2, workers=workers))


@pytest.mark.parametrize(("fault", "said"), [
    (lambda: os.kill(os.getpid(), signal.SIGKILL), "ended by SIGKILL"), (lambda: os._exit(7), "ended with status 7"),
    (lambda: os.kill(os.getpid(), signal.SIGTERM), "ended by SIGTERM")], ids=["killed", "exited", "terminated"])
def test_a_worker_that_dies_is_noticed_when_its_batch_is_due(fault: Any, said: str) -> None:
    batches = iter(DataLoader(Faulty(fault), 3, workers=2))
    assert next(batches).tolist() == [0, 1, 2]
    with pytest.raises(DataError, match=f"while batch 1 was loaded, the worker was {said}|the worker {said}"): next(batches)
    assert not children()


def test_errors() -> None:
    with pytest.raises(DTypeError, match="length and items by index, got generator"): DataLoader(x for x in ())  # type: ignore[arg-type]
    for name in ("batch_size", "workers", "prefetch"):
        wrong: dict[str, Any] = {name: -1}
        with pytest.raises(SettingError, match=f"{name} is -1"): DataLoader([1], **wrong)
    with pytest.raises(SettingError, match="shuffle and a sampler"): DataLoader([1], shuffle=True, sampler=[0])
    with pytest.raises(SettingError, match="start method 'thread'"): list(DataLoader([1], workers=1, start_method="thread"))
    with pytest.raises(DataError, match="a worker cannot be started") as caught:
        list(DataLoader(Faulty(lambda: None), workers=1, start_method="spawn"))
    assert "pickled" in str(caught.value)


@pytest.mark.parametrize("method", ["spawn", "forkserver"])
def test_other_ways_to_start_workers(method: str) -> None:
    loader = DataLoader(Noisy(), 4, workers=1, seed=3, start_method=method)
    want = DataLoader(Noisy(), 4, seed=3)
    for got, wanted in zip(loader, want, strict=True): assert [p.tolist() for p in got] == [p.tolist() for p in wanted]


# ---- how iterators end


def children() -> set[int]:
    import multiprocessing
    return {p.pid for p in multiprocessing.active_children() if p.name.startswith("heddle-data") and p.pid}


def test_workers_end_with_their_iterator() -> None:
    for _batch in DataLoader(list(range(50)), 1, workers=2):
        assert len(children()) == 2
        break
    del _batch
    assert not children()
    first, second = (iter(DataLoader(list(range(20)), 2, workers=2)) for _ in range(2))
    assert next(first).tolist() == next(second).tolist() == [0, 1] and len(children()) == 4
    first.close()  # type: ignore[attr-defined]
    assert len(children()) == 2 and [b.tolist() for b in second][-1] == [18, 19] and not children()


def test_a_worker_in_the_middle_of_a_slow_item_does_not_hold_up_the_end() -> None:
    data = Faulty(lambda: time.sleep(60))
    begin = time.monotonic()
    for _ in DataLoader(data, 1, workers=2, prefetch=8): break
    assert time.monotonic() - begin < 20 and not children()


PROGRAM = """
import os, signal, sys, time
import numpy as np
from heddle.nn.data import DataLoader
class Slow:
    def __len__(self): return 100
    def __getitem__(self, i):
        if i > 3: time.sleep(60)
        open(sys.argv[1] + "/" + str(os.getpid()), "w").close()
        return np.ones(200000)
"""


def _run(program: str, folder: Path, stop: int | None = None) -> subprocess.CompletedProcess[str]:
    """Runs a program in a session of its own; `stop`: a signal to its whole process group when it has printed a line."""
    process = subprocess.Popen([sys.executable, "-c", PROGRAM + program, str(folder)], stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                               text=True, start_new_session=True, cwd=ROOT)
    assert process.stdout is not None
    said = process.stdout.readline()
    if stop == signal.SIGINT: os.killpg(process.pid, stop)
    elif stop is not None: process.send_signal(stop)
    out, err = process.communicate(timeout=60)
    return subprocess.CompletedProcess([], process.returncode, said + out, err)


def _all_end(folder: Path) -> bool:
    end = time.monotonic() + 20
    while time.monotonic() < end:
        if not [p for p in folder.iterdir() if _is_running(int(p.name))]: return True
        time.sleep(0.1)
    return False


def _is_running(pid: int) -> bool:
    try: return " Z " not in Path(f"/proc/{pid}/stat").read_text()
    except FileNotFoundError: return False


@pytest.mark.parametrize("end", ["", "os._exit(3)", "raise ValueError"], ids=["end", "exit", "error"])
def test_a_program_ends_with_batches_under_way(end: str, tmp_path: Path) -> None:
    done = _run(f"it = iter(DataLoader(Slow(), 2, workers=2, prefetch=4)); next(it); print('go', flush=True); {end}", tmp_path)
    assert "go" in done.stdout and done.returncode == {"": 0, "os._exit(3)": 3}.get(end, 1)
    assert "Exception ignored" not in done.stderr and _all_end(tmp_path)


def test_ctrl_c_reaches_the_program_alone_and_ends_the_workers(tmp_path: Path) -> None:
    done = _run("""
try:
    for n, batch in enumerate(DataLoader(Slow(), 2, workers=2)): print('go', flush=True) if n == 1 else None
except KeyboardInterrupt: print('interrupted')
""", tmp_path, signal.SIGINT)
    assert "interrupted" in done.stdout and done.returncode == 0 and not done.stderr and _all_end(tmp_path)


def test_workers_end_when_the_program_is_killed(tmp_path: Path) -> None:
    program = "it = iter(DataLoader([1] * 50, 1, workers=2, collate=lambda x: Slow()[0])); next(it)"
    both = "[time.sleep(0.01) for _ in range(2000) if len(os.listdir(sys.argv[1])) < 2]"  # a batch may be there before a worker is
    _run(f"{program}; {both}; print('go', flush=True); time.sleep(60)", tmp_path, signal.SIGKILL)
    assert len(list(tmp_path.iterdir())) >= 2 and _all_end(tmp_path)
