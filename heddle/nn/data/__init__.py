"""Data loading: datasets, and batches of tensors that worker processes load ahead of time.

Inputs: a dataset, which has a length and gives items by index. Outputs: batches on a device, in an order that the seed decides.
Invariants: batches are the same whatever the number of workers. A worker computes with NumPy arrays and opens no device; it ends
with its iterator, and with its parent however that ends. What an item raises is a DataError that names the item, wherever it was
loaded.
"""
from __future__ import annotations

import itertools
import random
from collections.abc import Callable, Generator, Iterable, Iterator, Mapping, Sequence, Sized
from contextlib import contextmanager
from typing import Any, Generic, NoReturn, Protocol, TypeGuard, TypeVar, cast, runtime_checkable

import numpy as np

from heddle.engine.communicator import current
from heddle.errors import DataError, DTypeError, HeddleError, SettingError, ShapeError
from heddle.narrowing import is_instance
from heddle.nn.data.batches import made_like, mapped, named
from heddle.tensor import Tensor
from heddle.tensor.shard import joined_rows
from heddle.uop.mesh import DeviceMesh

# ---- datasets


_Item = TypeVar("_Item", covariant=True)
Array = Tensor | np.ndarray


@runtime_checkable
class Dataset(Protocol[_Item]):
    """What can be loaded: `len(dataset)` items, `dataset[i]` being NumPy arrays, numbers, strings, tensors, or nested in
    containers."""

    def __len__(self) -> int: ...
    def __getitem__(self, index: int, /) -> _Item: ...


class TensorDataset:
    """Tensors or arrays of equal first axes: item i is the tuple of their elements i. ShapeError if the first axes differ.

    With the default collate a batch is taken from each tensor at once, on the device that it is on, and no worker is started.
    """

    def __init__(self, *tensors: Array) -> None:
        sizes = [t.shape[0] if t.shape else None for t in tensors]
        if not tensors or None in sizes or len(set(sizes)) != 1:
            raise ShapeError(f"TensorDataset got tensors of shapes {[tuple(t.shape) for t in tensors]}",
                             "Give tensors or arrays whose first axis is the same: the items.")
        self.tensors = tensors

    def __len__(self) -> int: return self.tensors[0].shape[0]
    def __getitem__(self, index: int) -> tuple[Array, ...]: return tuple(t[index] for t in self.tensors)

    def batch(self, indices: np.ndarray) -> tuple[Array, ...]:
        """The items at `indices`, stacked."""
        return tuple(t[Tensor(indices.astype(np.int32), device=t.device)] if isinstance(t, Tensor) else np.asarray(t)[indices]
                     for t in self.tensors)


class Subset(Generic[_Item]):
    """The items of a dataset at `indices`, in that order."""

    def __init__(self, dataset: Dataset[_Item], indices: Sequence[int]) -> None: self.dataset, self.indices = dataset, indices
    def __len__(self) -> int: return len(self.indices)
    def __getitem__(self, index: int) -> _Item: return self.dataset[self.indices[index]]


def random_split(dataset: Dataset[_Item], lengths: Sequence[float], seed: int = 0) -> list[Subset[_Item]]:
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
        return {name: default_collate([x[name] for x in items]) for name in cast("Mapping[object, object]", first)}
    if is_instance(first, (list, tuple)):
        if len(lengths := {len(x) for x in items}) > 1: raise _uneven("lengths", sorted(lengths))
        return made_like(first, [default_collate(column) for column in zip(*items, strict=True)])
    return _refuse(first)


def _number_dtype(x: np.ndarray) -> type[np.generic] | np.dtype[np.generic]:
    if x.dtype.kind == "f": return np.float32
    return np.int32 if x.dtype.kind == "i" and np.abs(x).max() < 2**31 else x.dtype


def _uneven(what: str, found: Sequence[object]) -> ShapeError:
    return ShapeError(f"items of one batch have different {what}: {', '.join(map(str, found[:5]))}",
                      "Make them equal in the dataset, or give DataLoader a `collate` that pads them.")


def _refuse(x: object) -> NoReturn:
    raise DTypeError(f"items of {type(x).__name__} cannot be stacked", "Give arrays, numbers or strings, or a `collate` of your own.")


def _is_array(x: object) -> TypeGuard[np.ndarray]: return isinstance(x, np.ndarray)


def _as_tensors(batch: object, device: str | Sequence[str] | None) -> object:
    """The batch with its arrays as tensors on the device; copies to it have begun."""
    def moved(x: object) -> object:
        if _is_array(x) and x.dtype.kind in "biufc": x = Tensor(x)
        if not isinstance(x, Tensor): return x
        if isinstance(device, DeviceMesh): return joined_rows(x, device, ROWS) if ROWS in device.names else x.shard(device).realize()
        if device is None or isinstance(device, str): return (x if device is None else x.to(device)).realize()
        return x.shard(tuple(device), 0).realize()
    return mapped(batch, moved)


# ---- loading


class _Job:
    """What loads batches: the dataset, the order of this epoch, and the seed of what its items draw."""

    def __init__(self, dataset: Dataset[object], collate: Callable[[list[object]], object], order: np.ndarray, batch_size: int,
                 seed: tuple[int, int], part: tuple[int, int] = (0, 1)) -> None:
        self.dataset, self.collate, self.order, self.batch_size, self.seed = dataset, collate, order, batch_size, seed
        self.part = part  # number and count: of each batch only this part is loaded
        #: from which batches are taken at once
        self.tensors = dataset if isinstance(dataset, TensorDataset) and collate is default_collate else None

    def load(self, number: int) -> object:
        """Batch `number`. DataError if an item, or collating them, raises."""
        indices = self._part_of(self.order[number * self.batch_size:(number + 1) * self.batch_size])
        with _seeded(*self.seed, number, *self.part[:1] if self.part[1] > 1 else ()):
            if self.tensors is not None: return self.tensors.batch(indices)
            return self._collated([self._item(i) for i in indices.tolist()], indices)

    def _part_of(self, indices: np.ndarray) -> np.ndarray:
        """The indices of a batch that this process loads: `_check_cuts` has seen that they divide."""
        k, count = self.part
        size = len(indices) // count
        return indices[k * size:(k + 1) * size]

    def _item(self, index: int) -> object:
        try: return self.dataset[index]
        except Exception as fault:
            raise DataError(f"item {index} of the dataset raised {named(fault)}", "Look at its traceback, above.",
                            index=index) from fault

    def _collated(self, items: list[object], indices: np.ndarray) -> object:
        try: return self.collate(items)
        except Exception as fault:
            shown = ", ".join(map(str, indices[:8])) + (", …" if len(indices) > 8 else "")
            raise DataError(f"collating the items {shown} raised {named(fault)}",
                            (fault.cure if isinstance(fault, HeddleError) else None) or "Look at its traceback, above.") from fault


@contextmanager
def _seeded(seed: int, epoch: int, *number: int) -> Generator[None]:
    """Python's and NumPy's global generators begin at a state of this batch's own, and are as before afterwards."""
    drawn = np.random.SeedSequence([seed, epoch, *number]).generate_state(4)
    before, arrays_before = random.getstate(), np.random.get_state()
    random.seed(drawn.tobytes())
    np.random.seed(drawn)
    try: yield
    finally:
        random.setstate(before)
        np.random.set_state(arrays_before)


#: the axis of a mesh along which the rows of a batch are cut
ROWS = "data"


def _own_part(device: str | Sequence[str] | None) -> tuple[int, int]:
    """Which of how many parts of a batch this process loads."""
    if not isinstance(device, DeviceMesh) or ROWS not in device.names: return 0, 1
    i = device.names.index(ROWS)
    return device.process[i], device.grid[i]


def _members(device: str | Sequence[str] | None) -> int:
    """Into how many parts the rows of a batch are cut."""
    if isinstance(device, DeviceMesh): return device.sizes[device.names.index(ROWS)] if ROWS in device.names else 1
    return 1 if device is None or isinstance(device, str) else len(device)


def _check_cuts(batch_size: int, items: int | None, drop_last: bool, members: int) -> None:
    """ShapeError, with the sizes that divide, if some batch cannot be cut evenly over `members`; `items` may be unknown."""
    def near(n: int) -> str: return " or ".join(str(k) for k in (n - n % members, n + members - n % members) if k)
    if batch_size % members:
        raise ShapeError(f"batches of {batch_size} items cannot be cut evenly over {members} devices",
                         f"Give a batch_size that is a multiple of {members}, such as {near(batch_size)}.")
    if items is None or drop_last or not items % members: return
    raise ShapeError(f"the last batch, {items % batch_size} of {items} items, cannot be cut evenly over {members} devices",
                     f"Leave it out with drop_last=True, or give {near(items)} items.")


def _drawn_seed(device: str | Sequence[str] | None) -> int:
    """A seed, which on a mesh is the same in all processes."""
    return current.communicator.seed if isinstance(device, DeviceMesh) and current.communicator is not None else random.getrandbits(32)


class DataLoader:
    """Batches of a dataset: `for batch in loader` is one epoch. A batch has the containers of an item, with tensors on `device`
    in them.

    shuffle: another order in each epoch. sampler: indices in place of that, iterated once in each epoch. drop_last: leave out a
    last batch that is smaller. collate: items -> a batch of arrays, run where the items are loaded; `default_collate` if None.
    workers: processes that load batches ahead, `prefetch` each; 0: a batch is loaded when it is read. device: None: the
    default one; several: the batch is sharded along axis 0; a mesh: along axis 0 by its axis "data", and each process loads only the
    items of its part, which makes `batch_size` that of all processes together.
    seed: decides the order, and what items draw from `random` and `numpy.random`, which begin anew for each batch and are put back
    afterwards; None: drawn from `random`. `epoch` counts the epochs that were begun and may be set: (seed, epoch) decides all of
    one. start_method: of multiprocessing; None: "fork" where the system has it, so that any dataset will do, else "spawn", which
    needs one that can be pickled.

    DataError: an item raised (`index`, and its traceback as the cause), a worker was killed, or none could be started.
    SettingError or DTypeError for arguments that do not fit; ShapeError, with the sizes that divide, where a batch cannot be cut
    evenly over several devices. Iterators end their workers when they end, are closed, or are no
    longer referenced.
    """

    def __init__(self, dataset: Dataset[object], batch_size: int = 1, shuffle: bool = False, drop_last: bool = False, workers: int = 0,
                 prefetch: int = 2, device: str | Sequence[str] | None = None, collate: Callable[[list[Any]], Any] | None = None,
                 seed: int | None = None, sampler: Iterable[int] | None = None, start_method: str | None = None) -> None:
        if not hasattr(dataset, "__len__") or not hasattr(dataset, "__getitem__"):
            raise DTypeError(f"DataLoader needs a dataset with a length and items by index, got {type(dataset).__name__}",
                             "Give it __len__ and __getitem__; a list is one too.")
        for name, n, least in (("batch_size", batch_size, 1), ("workers", workers, 0), ("prefetch", prefetch, 1)):
            match n:
                case int() if n >= least: pass
                case _: raise SettingError(f"{name} is {n!r}", f"Give an integer, {least} or more.")
        if shuffle and sampler is not None: raise SettingError("DataLoader got shuffle and a sampler", "Leave one out.")
        self.dataset, self.batch_size, self.shuffle, self.drop_last = dataset, batch_size, shuffle, drop_last
        self.workers, self.prefetch, self.device, self.collate = workers, prefetch, device, collate or default_collate
        self.sampler, self.start_method, self.epoch = sampler, start_method, 0
        self.seed = _drawn_seed(device) if seed is None else seed
        if self.seed < 0: raise SettingError(f"the seed is {seed}", "Give an integer, 0 or more.")
        counted = dataset if sampler is None else sampler
        _check_cuts(batch_size, len(counted) if isinstance(counted, Sized) else None, drop_last, _members(device))

    def __len__(self) -> int:
        """Batches in an epoch."""
        counted = self.dataset if self.sampler is None else self.sampler
        if isinstance(counted, Sized): return self._batches(len(counted))
        raise DTypeError(f"a sampler of type {type(counted).__name__} has no length", "Give it a __len__.")

    def _batches(self, items: int) -> int: return items // self.batch_size if self.drop_last else -(-items // self.batch_size)

    def __iter__(self) -> Iterator[Any]:
        job = _Job(self.dataset, self.collate, self._order(), self.batch_size, (self.seed, self.epoch), _own_part(self.device))
        _check_cuts(self.batch_size, len(job.order), self.drop_last, _members(self.device))  # which may have grown
        self.epoch += 1
        count = self._batches(len(job.order))
        return self._load_here(job, count) if self.workers == 0 or job.tensors is not None else self._load_ahead(job, count)

    def _order(self) -> np.ndarray:
        if self.sampler is not None: return np.fromiter(self.sampler, np.int64)
        n = len(self.dataset)
        return np.random.default_rng([self.seed, self.epoch]).permutation(n) if self.shuffle else np.arange(n)

    def _load_here(self, job: _Job, count: int) -> Generator[object]:
        for number in range(count): yield _as_tensors(job.load(number), self.device)

    def _load_ahead(self, job: _Job, count: int) -> Generator[object]:
        """Batches in order, loaded by workers: up to `workers * prefetch` are requested ahead of the caller. The error of a batch
        is raised where that batch would come."""
        from heddle.nn.data.workers import Crew, Fault
        with Crew(job, min(self.workers, max(count, 1)), self.start_method) as crew:
            ready: dict[int, object] = {}
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
