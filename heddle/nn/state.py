"""State dicts: parameters by name, collected, loaded and saved.

Inputs: an object whose attributes hold tensors; files. Outputs: {name: tensor}. Invariants: a loaded tensor stays in its file until it
is used; a file is written completely or not at all; a model is changed only once everything fits.
"""
from __future__ import annotations

import functools
import itertools
import os
from collections.abc import Callable, Iterator
from io import FileIO
from pathlib import Path
from typing import TypedDict, TypeVar

from heddle.device import Device
from heddle.device.buffer import uop_buffer
from heddle.dtype import DType, dtypes
from heddle.errors import DTypeError, FileFormatError, HeddleError, MissingKeyError, ShapeError
from heddle.file_errors import FETCH_AGAIN
from heddle.narrowing import is_instance
from heddle.nn.archives import stored_at, tar_extract, zip_extract
from heddle.nn.gguf import gguf_load, gguf_unsupported
from heddle.nn.tensor_io import TensorIO
from heddle.nn.torch_file import torch_load
from heddle.tensor import Tensor
from heddle.tensor.assign import load
from heddle.tensor.host_data import bytes_of, new_memory
from heddle.tensor.io.atomic_file import replace_file
from heddle.tensor.io.packed_weights import is_packed
from heddle.tensor.io.safetensors import (
    DTYPES,
    NAMES,
    Entry,
    Header,
    header_length,
    make_header,
    parse_header,
)
from heddle.tracing.progress import reporting

__all__ = ["accept_filename", "get_parameters", "get_state_dict", "gguf_load", "gguf_unsupported", "load_state_dict", "safe_load",
           "TensorIO", "safe_load_metadata", "safe_save", "tar_extract", "torch_load", "zip_extract"]

T = TypeVar("T")
#: dtypes by the names that safetensors files have for them, and the other way round
safe_dtypes, inverse_safe_dtypes = DTYPES, NAMES


def accept_filename(func: Callable[[Tensor], T]) -> Callable[[Tensor | str | os.PathLike[str]], T]:
    """A function of the bytes of a file, (n,) uint8, that takes a path as well: the file is mapped, and read where it is used.

    FileMissingError if there is no such file.
    """
    @functools.wraps(func)
    def opened(fn: Tensor | str | os.PathLike[str]) -> T: return func(fn if isinstance(fn, Tensor) else Tensor(Path(fn)))
    return opened


# ---- collecting


def get_state_dict(obj: object, prefix: str = "", tensor_type: type[Tensor] = Tensor) -> dict[str, Tensor]:
    """Every tensor that `obj` holds, in attributes, lists, tuples and dicts, by its path: {"layers.0.weight": ...}."""
    found: dict[str, Tensor] = {}
    stack: list[tuple[str, object, tuple[int, ...]]] = [(prefix.strip("."), obj, ())]
    while stack:
        name, x, above = stack.pop()
        if isinstance(x, tensor_type): found[name] = x
        elif id(x) not in above:
            parts = [(f"{name}.{k}" if name else k, v, (*above, id(x))) for k, v in _parts(x)]
            stack.extend(reversed(parts))
    return found


def _parts(x: object) -> Iterator[tuple[str, object]]:
    """What `x` consists of, by name."""
    if is_instance(x, dict): yield from ((str(k), v) for k, v in x.items())
    elif (named := getattr(x, "_asdict", None)) is not None: yield from named().items()
    elif is_instance(x, (list, tuple)): yield from ((str(i), v) for i, v in enumerate(x))
    elif hasattr(x, "__dict__") and not isinstance(x, type): yield from vars(x).items()


def get_parameters(obj: object) -> list[Tensor]:
    """Every tensor that `obj` holds, in order."""
    return list(get_state_dict(obj).values())


# ---- loading into a model


@reporting("loading weights")
def load_state_dict(model: object, state_dict: dict[str, Tensor], strict: bool = True, verbose: bool = True, consume: bool = False,
                    realize: bool = True) -> list[Tensor]:
    """Makes the tensors of `model` those of `state_dict`, on the devices they have there, in the dtypes of `state_dict`.

    strict: every tensor of the model must be there. verbose: prints a line about what was not used. consume: takes what is used out
    of `state_dict`, with its memory. Out: the tensors loaded. Values may be arrays of NumPy, torch or JAX too.
    Values are copied: into the memory of the model where it has some of their dtype, so that captured functions stay valid. What is on
    one device is sharded as the model is. Files stay mapped until they are written to, and memory that comes by DLPack is shared.
    MissingKeyError, a ShapeError, lists everything that does not fit, and the model stays as it was.
    Weights of `gguf_load` in blocks stay packed if they are on the device of the model's already.
    """
    own = get_state_dict(model)
    state_dict = state_dict if consume else dict(state_dict)
    for name in own:
        if name in state_dict: state_dict[name] = _as_tensor(name, state_dict[name])
    missing = [name for name in own if name not in state_dict]
    unused = [name for name in state_dict if name not in own]
    faults = [f"{name} is missing" for name in missing] if strict else []
    faults += [f"{name} has shape {state_dict[name].shape}, the model's has {t.shape}"
               for name, t in own.items() if name in state_dict and state_dict[name].shape != t.shape]
    if faults:
        kind = MissingKeyError if strict and missing else ShapeError
        raise kind(_listing(f"{len(faults)} tensors do not fit the model", faults),
                   f"Not used: {_some(unused)}. Rename its keys, or pass strict=False." if unused else
                   "Make the model as it was when it was saved, or pass strict=False for a part of it.")
    if verbose and unused: print(f"not used: {_some(unused)}")
    loaded: list[Tensor] = []
    for name, t in own.items():
        if name not in state_dict: continue
        stored = state_dict.pop(name) if consume else state_dict[name]
        moved = stored if stored.device == t.device else stored.shard_like(t)
        loaded.append(t.replace(moved) if consume or is_packed(moved) else load(t, moved))
    if realize and (whole := [t for t in loaded if not is_packed(t)]): whole[0].realize(*whole[1:])
    return loaded


def _as_tensor(name: str, x: object) -> Tensor:
    """`x`, or a copy of it if it is an array of NumPy, torch or JAX. DTypeError, which names the key, for anything else."""
    if isinstance(x, Tensor): return x
    what, cure = f"{name!r} of the state dict is a {type(x).__name__}", "Give tensors, or arrays of NumPy, torch or JAX."
    if not hasattr(x, "__dlpack__") and not hasattr(x, "__array__"): raise DTypeError(f"{what} and no tensor", cure)
    try: return Tensor(getattr(x, "detach", lambda: x)())
    except HeddleError as fault: raise DTypeError(f"{what} that cannot be read: {fault.what}", fault.cure or cure) from fault
    except (TypeError, ValueError, RuntimeError, BufferError) as fault:  # of the library that the array is from
        raise DTypeError(f"{what} that cannot be read: {fault}", cure) from fault


def _some(names: list[str]) -> str:
    return ", ".join(names[:5]) + (f" and {len(names) - 5} more" if len(names) > 5 else "")


def _listing(what: str, rows: list[str], most: int = 10) -> str:
    more = [f"and {len(rows) - most} more"] if len(rows) > most else []
    return f"{what}:\n    " + "\n    ".join(rows[:most] + more)


# ---- safetensors


class TensorEntry(TypedDict):
    """A tensor in the header of a file; `data_offsets` count bytes from where the data begins."""

    dtype: DType
    shape: tuple[int, ...]
    data_offsets: tuple[int, int]


def safe_load_metadata(t: Tensor | str | os.PathLike[str]) -> tuple[Tensor, int, dict[str, TensorEntry | dict[str, str]]]:
    """(the bytes as a tensor, where the data begins, the header as a table). FileFormatError if the file is not valid."""
    data, header = _open(t)
    table: dict[str, TensorEntry | dict[str, str]] = {
        e.name: {"dtype": e.dtype, "shape": e.shape, "data_offsets": (e.begin, e.end)} for e in header.entries}
    if header.metadata: table["__metadata__"] = header.metadata
    return data, header.data_start, table


def safe_load(fn: Tensor | str | os.PathLike[str], stream: bool = False, device: str | None = None) -> dict[str, Tensor]:
    """The tensors of a safetensors file, by name. They stay in the file, which is mapped: nothing is read before it is used.

    With `stream` the file is read at once, by ordinary reads in the order of the file, into the memory of `device` (None: the
    default one), a tensor at a time: for network disks, and for files larger than the host's memory.
    FileMissingError; FileFormatError, which names the tensor and byte counts, if the file is cut short or not valid.
    """
    data, header = _open(fn)
    if not stream:
        found = {e.name: _part(data, header, e) for e in header.entries}
        return found if device is None else {name: t.to(device) for name, t in found.items()}
    if isinstance(fn, Tensor): raise DTypeError("safe_load streams from a path, and was given bytes", "Leave stream=True out.")
    with open(fn, "rb", buffering=0) as file:
        file.seek(header.data_start)
        return {e.name: _read(file, e, Device.canonicalize(device), str(fn)) for e in header.entries}


def _read(file: FileIO, e: Entry, device: str, where: str) -> Tensor:
    """The next tensor of a file, in new memory. Where the host sees that memory nothing else is taken."""
    memory = new_memory(e.shape, e.dtype, device)
    if e.end == e.begin: return Tensor(memory)
    buffer = uop_buffer(memory.base)
    seen = buffer.as_memoryview()
    target, at = memoryview(bytearray(e.end - e.begin)) if seen is None else seen, 0
    while at < len(target):
        if not (count := file.readinto(target[at:])):
            raise FileFormatError(f"{where} was cut short while it was read: {e.name!r} ends {len(target) - at} bytes behind its end",
                                  FETCH_AGAIN)
        at += count
    if seen is None: buffer.copyin(target)
    return Tensor(memory)


def _open(fn: Tensor | str | os.PathLike[str]) -> tuple[Tensor, Header]:
    data = fn if isinstance(fn, Tensor) else Tensor(Path(fn))
    if data.dtype != dtypes.uint8 or data.ndim != 1:
        raise DTypeError(f"safe_load needs a path or bytes, got {data!r}", "Give a path, or the bytes as a tensor of uint8.")
    where = str(fn) if not isinstance(fn, Tensor) else data.device
    size = data.shape[0]
    length = header_length(bytes(bytes_of(data[:8])) if size >= 8 else b"", size, where)
    return data, parse_header(bytes(bytes_of(data[8:8 + length])), size, where)


def _part(data: Tensor, header: Header, e: Entry) -> Tensor:
    return stored_at(data, header.data_start + e.begin, e.dtype, e.shape)


@reporting("saving weights")
def safe_save(tensors: dict[str, Tensor], fn: str | os.PathLike[str], metadata: dict[str, str] | None = None) -> None:
    """Writes a safetensors file: to a temporary one beside it, which then takes its place.

    DTypeError; StorageFullError or FileMissingError (no such folder), and then the old file, if any, is untouched.
    """
    # wide dtypes first, so that every tensor is at a multiple of its own size
    ordered = sorted(tensors.items(), key=lambda item: -item[1].dtype.itemsize)
    header = make_header([(name, t.dtype, t.shape) for name, t in ordered], metadata)
    if ordered: ordered[0][1].realize(*[t for _, t in ordered[1:]])
    replace_file(Path(fn), itertools.chain((header,), (bytes_of(t) for _, t in ordered)))
