"""Data loading: datasets, and batches of tensors that worker processes load ahead of time.

Inputs: a dataset, which has a length and gives items by index. Outputs: batches on a device, in an order that the seed decides.
Invariants: batches are the same whatever the number of workers. A worker computes with NumPy arrays and opens no device; it ends
with its iterator, and with its parent however that ends. What an item raises is a DataError that names the item, wherever it was
loaded.
"""
from __future__ import annotations

import itertools
import random
from collections.abc import Callable, Generator, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any, Protocol, runtime_checkable

import numpy as np

from heddle.errors import DataError, DTypeError, HeddleError, SettingError, ShapeError
from heddle.nn.batches import made_like, mapped, named
from heddle.tensor import Tensor

# ---- datasets


@runtime_checkable
class Dataset(Protocol):
    """What can be loaded: `len(dataset)` items, `dataset[i]` being NumPy arrays, numbers, strings, tensors, or nested in
    containers."""

    def __len__(self) -> int: ...
    def __getitem__(self, index: int, /) -> Any: ...


class TensorDataset:
    """Tensors or arrays of equal first axes: item i is the tuple of their elements i. ShapeError if the first axes differ.

    With the default collate a batch is taken from each tensor at once, on the device that it is on, and no worker is started.
    """

    def __init__(self, *tensors: Any) -> None:
        sizes = [t.shape[0] if t.shape else None for t in tensors]
        if not tensors or None in sizes or len(set(sizes)) != 1:
            raise ShapeError(f"TensorDataset got tensors of shapes {[tuple(t.shape) for t in tensors]}",
                             "Give tensors or arrays whose first axis is the same: the items.")
        self.tensors = tensors

    def __len__(self) -> int: return self.tensors[0].shape[0]
    def __getitem__(self, index: int) -> tuple[Any, ...]: return tuple(t[index] for t in self.tensors)

    def batch(self, indices: np.ndarray) -> tuple[Any, ...]:
        """The items at `indices`, stacked."""
        return tuple(t[Tensor(indices.astype(np.int32), device=t.device)] if isinstance(t, Tensor) else np.asarray(t)[indices]
                     for t in self.tensors)


class Subset:
    """The items of a dataset at `indices`, in that order."""

    def __init__(self, dataset: Dataset, indices: Sequence[int]) -> None: self.dataset, self.indices = dataset, indices
    def __len__(self) -> int: return len(self.indices)
    def __getitem__(self, index: int) -> Any: return self.dataset[self.indices[index]]


def random_split(dataset: Dataset, lengths: Sequence[float], seed: int = 0) -> list[Subset]:
    """Disjoint subsets of the given lengths, or shares that add up to 1 (what is left over goes to the first ones), drawn by
    `seed`.

    SettingError if the lengths do not add up to that of the dataset.
    """
    total = len(dataset)
    sizes = [int(n) for n in lengths]
    if any(n != size for n, size in zip(lengths, sizes, strict=True)) and abs(sum(lengths) - 1) < 1e-6:
        sizes = [int(total * share) for share in lengths]
        for i in range(total - sum(sizes)): sizes[i % len(sizes)] += 1
    if sum(sizes) != total or min(sizes, default=0) < 0:
        raise SettingError(f"a dataset of {total} items cannot be split into {list(lengths)}",
                           f"Give lengths that add up to {total}, or to 1.")
    order, ends = np.random.default_rng(seed).permutation(total), np.cumsum([0, *sizes])
    return [Subset(dataset, order[a:b].tolist()) for a, b in itertools.pairwise(ends)]


# ---- collating


def default_collate(items: Sequence[Any]) -> Any:
    """Items as one batch: arrays, tensors and numbers stacked along a new first axis, containers entry by entry, strings as a list.

    Python's floats become float32, its integers int32 if they fit, else int64. ShapeError if shapes or lengths differ,
    DTypeError for what cannot be stacked.
    """
    first = items[0]
    if isinstance(first, (np.ndarray, np.generic, Tensor)) or hasattr(first, "__array__"):
        arrays = [x.numpy() if isinstance(x, Tensor) else np.asarray(x) for x in items]
        if len(shapes := {a.shape for a in arrays}) > 1: raise _uneven("shapes", sorted(shapes))
        return np.stack(arrays)
    if isinstance(first, (bool, int, float, complex)):
        found = np.asarray(items)
        return found.astype(_number_dtype(found)) if found.dtype != object else _refuse(first)
    if isinstance(first, (str, bytes)): return list(items)
    if isinstance(first, Mapping):
        if len(keys := {tuple(x) for x in items}) > 1: raise _uneven("keys", sorted(map(str, keys)))
        return {name: default_collate([x[name] for x in items]) for name in first}
    if isinstance(first, (tuple, list)):
        if len(lengths := {len(x) for x in items}) > 1: raise _uneven("lengths", sorted(lengths))
        return made_like(first, [default_collate(column) for column in zip(*items, strict=True)])
    return _refuse(first)


def _number_dtype(x: np.ndarray) -> Any:
    if x.dtype.kind == "f": return np.float32
    return np.int32 if x.dtype.kind == "i" and np.abs(x).max() < 2**31 else x.dtype


def _uneven(what: str, found: Sequence[Any]) -> ShapeError:
    return ShapeError(f"items of one batch have different {what}: {', '.join(map(str, found[:5]))}",
                      "Make them equal in the dataset, or give DataLoader a `collate` that pads them.")


def _refuse(x: Any) -> Any:
    raise DTypeError(f"items of {type(x).__name__} cannot be stacked", "Give arrays, numbers or strings, or a `collate` of your own.")


def _as_tensors(batch: Any, device: Any) -> Any:
    """The batch with its arrays as tensors on the device; copies to it have begun."""
    def moved(x: Any) -> Any:
        if isinstance(x, np.ndarray) and x.dtype.kind in "biufc": x = Tensor(x)
        if not isinstance(x, Tensor): return x
        if isinstance(device, (tuple, list)): return x.shard(tuple(device), 0).realize()
        return (x if device is None else x.to(device)).realize()
    return mapped(batch, moved)


# ---- loading


class _Job:
    """What loads batches: the dataset, the order of this epoch, and the seed of what its items draw."""

    def __init__(self, dataset: Any, collate: Callable[[list[Any]], Any], order: np.ndarray, batch_size: int,
                 seed: tuple[int, int]) -> None:
        self.dataset, self.collate, self.order, self.batch_size, self.seed = dataset, collate, order, batch_size, seed

    @property
    def is_at_once(self) -> bool:
        """Whether batches are taken from whole tensors."""
        return isinstance(self.dataset, TensorDataset) and self.collate is default_collate

    def load(self, number: int) -> Any:
        """Batch `number`. DataError if an item, or collating them, raises."""
        indices = self.order[number * self.batch_size:(number + 1) * self.batch_size]
        with _seeded(*self.seed, number):
            if self.is_at_once: return self.dataset.batch(indices)
            return self._collated([self._item(i) for i in indices.tolist()], indices)

    def _item(self, index: int) -> Any:
        try: return self.dataset[index]
        except Exception as fault:
            raise DataError(f"item {index} of the dataset raised {named(fault)}", "Look at its traceback, above.",
                            index=index) from fault

    def _collated(self, items: list[Any], indices: np.ndarray) -> Any:
        try: return self.collate(items)
        except Exception as fault:
            shown = ", ".join(map(str, indices[:8])) + (", …" if len(indices) > 8 else "")
            raise DataError(f"collating the items {shown} raised {named(fault)}",
                            (fault.cure if isinstance(fault, HeddleError) else None) or "Look at its traceback, above.") from fault


@contextmanager
def _seeded(seed: int, epoch: int, number: int) -> Generator[None]:
    """Python's and NumPy's global generators begin at a state of this batch's own, and are as before afterwards."""
    drawn = np.random.SeedSequence([seed, epoch, number]).generate_state(4)
    before, arrays_before = random.getstate(), np.random.get_state()
    random.seed(drawn.tobytes())
    np.random.seed(drawn)
    try: yield
    finally:
        random.setstate(before)
        np.random.set_state(arrays_before)


class DataLoader:
    """Batches of a dataset: `for batch in loader` is one epoch. A batch has the containers of an item, with tensors on `device`
    in them.

    shuffle: another order in each epoch. sampler: indices in place of that, iterated once in each epoch. drop_last: leave out a
    last batch that is smaller. collate: items -> a batch of arrays, run where the items are loaded; `default_collate` if None.
    workers: processes that load batches ahead, `prefetch` each; 0: a batch is loaded when it is read. device: None: the
    default one; several: the batch is sharded along axis 0.
    seed: decides the order, and what items draw from `random` and `numpy.random`, which begin anew for each batch and are put back
    afterwards; None: drawn from `random`. `epoch` counts the epochs that were begun and may be set: (seed, epoch) decides all of
    one. start_method: of multiprocessing; None: "fork" where the system has it, so that any dataset will do, else "spawn", which
    needs one that can be pickled.

    DataError: an item raised (`index`, and its traceback as the cause), a worker was killed, or none could be started.
    SettingError or DTypeError for arguments that do not fit. Iterators end their workers when they end, are closed, or are no
    longer referenced.
    """

    def __init__(self, dataset: Dataset, batch_size: int = 1, shuffle: bool = False, drop_last: bool = False, workers: int = 0,
                 prefetch: int = 2, device: str | Sequence[str] | None = None, collate: Callable[[list[Any]], Any] | None = None,
                 seed: int | None = None, sampler: Iterable[int] | None = None, start_method: str | None = None) -> None:
        if not hasattr(dataset, "__len__") or not hasattr(dataset, "__getitem__"):
            raise DTypeError(f"DataLoader needs a dataset with a length and items by index, got {type(dataset).__name__}",
                             "Give it __len__ and __getitem__; a list is one too.")
        for name, n, least in (("batch_size", batch_size, 1), ("workers", workers, 0), ("prefetch", prefetch, 1)):
            if not isinstance(n, int) or n < least: raise SettingError(f"{name} is {n!r}", f"Give an integer, {least} or more.")
        if shuffle and sampler is not None: raise SettingError("DataLoader got shuffle and a sampler", "Leave one out.")
        self.dataset, self.batch_size, self.shuffle, self.drop_last = dataset, batch_size, shuffle, drop_last
        self.workers, self.prefetch, self.device, self.collate = workers, prefetch, device, collate or default_collate
        self.sampler, self.start_method, self.epoch = sampler, start_method, 0
        self.seed = random.getrandbits(32) if seed is None else seed
        if self.seed < 0: raise SettingError(f"the seed is {seed}", "Give an integer, 0 or more.")

    def __len__(self) -> int:
        """Batches in an epoch."""
        return self._batches(len(self.dataset) if self.sampler is None else len(self.sampler))  # type: ignore[arg-type]

    def _batches(self, items: int) -> int: return items // self.batch_size if self.drop_last else -(-items // self.batch_size)

    def __iter__(self) -> Iterator[Any]:
        job = _Job(self.dataset, self.collate, self._order(), self.batch_size, (self.seed, self.epoch))
        self.epoch += 1
        count = self._batches(len(job.order))
        return self._load_here(job, count) if self.workers == 0 or job.is_at_once else self._load_ahead(job, count)

    def _order(self) -> np.ndarray:
        if self.sampler is not None: return np.fromiter(self.sampler, np.int64)
        n = len(self.dataset)
        return np.random.default_rng([self.seed, self.epoch]).permutation(n) if self.shuffle else np.arange(n)

    def _load_here(self, job: _Job, count: int) -> Generator[Any]:
        for number in range(count): yield _as_tensors(job.load(number), self.device)

    def _load_ahead(self, job: _Job, count: int) -> Generator[Any]:
        from heddle.nn.data_workers import Crew, Fault
        with Crew(job, min(self.workers, max(count, 1)), self.start_method) as crew:
            ready: dict[int, Any] = {}
            requested = 0
            for number in range(count):
                while requested < min(count, number + self.workers * self.prefetch):
                    crew.request(requested)
                    requested += 1
                # batches that have come early are copied to the device while the caller computes
                for arrived, batch in crew.receive(None if number in ready else number):
                    ready[arrived] = batch if isinstance(batch, Fault) else _as_tensors(batch, self.device)
                if isinstance(found := ready.pop(number), Fault): raise found.as_error()
                yield found
