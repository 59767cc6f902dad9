"""Reader of `torch.save` files that needs no torch.

Inputs: a path, or the bytes as a tensor. Outputs: the saved value, with heddle's tensors in place of torch's. Invariants: nothing in a
file is executed: the names that its pickle may use are listed here, and any other one is refused; weights stay in the file until they
are used.
Source of the format: a zip archive of `data.pkl` and one file per storage, as torch has written it since version 1.6.
"""
from __future__ import annotations

import collections
import io
import pickle
import pickletools
from collections.abc import Callable
from typing import Any

from heddle.dtype import DType, dtypes
from heddle.errors import FileFormatError
from heddle.file_errors import DECOMPRESSED_LIMIT, FETCH_AGAIN, is_count, nbytes_of, quoted, reading
from heddle.named_tuple import NamedTuple
from heddle.nn.archives import PathLike, Source, stored_at, zip_extract
from heddle.tensor import Tensor
from heddle.tensor.host_data import bytes_of
from heddle.tracing.progress import reporting

_STORAGES = {"FloatStorage": dtypes.float32, "DoubleStorage": dtypes.float64, "HalfStorage": dtypes.float16,
             "BFloat16Storage": dtypes.bfloat16, "LongStorage": dtypes.int64, "IntStorage": dtypes.int32, "ShortStorage": dtypes.int16,
             "CharStorage": dtypes.int8, "ByteStorage": dtypes.uint8, "BoolStorage": dtypes.bool}
_OLD_CURE = "Save it again with torch 1.6 or newer: torch.save(model.state_dict(), path)."
_OLD_MAGIC = b"\x80\x02\x8a\x0al\xfc\x9cF\xf9 j\xa8P\x19."  # the first pickle of a file in the format before 1.6: a number of torch's
_CURE = "Save only tensors, numbers, text and containers of them: torch.save(model.state_dict(), path)."


class _Storage(NamedTuple):
    """Elements of one dtype in a file of the archive."""

    data: Tensor
    dtype: DType


class _Kept(NamedTuple):
    """A name of the pickle that stands for itself: a kind of storage."""

    name: str


class _Call(NamedTuple):
    """A function that a pickle may call, and cannot change."""

    make: Callable[..., object]

    def __call__(self, *args: object) -> object: return self.make(*args)


@reporting("reading a file of torch")
def torch_load(t: Tensor | PathLike, limit: int = DECOMPRESSED_LIMIT) -> Any:
    """What a file of `torch.save` holds; tensors stay in the file, which is mapped. `t`: a path, or the bytes as a tensor of uint8.

    `limit`: as for `zip_extract`; torch itself compresses nothing. FileMissingError; FileFormatError for a file of another format, of
    a version before 1.6, or with anything but data in it.
    """
    path = str(Source(t))
    try: files = zip_extract(t, limit)
    except FileFormatError as fault:
        with Source(t).open() as file: is_old = file.read(len(_OLD_MAGIC)) == _OLD_MAGIC
        if is_old: raise FileFormatError(f"{path} is in the format that torch.save had before version 1.6", _OLD_CURE) from fault
        raise
    name = next((n for n in files if n.endswith("/data.pkl") or n == "data.pkl"), None)
    if name is None: raise FileFormatError(f"{path} is no file of torch.save: it has no data.pkl", _OLD_CURE)
    order = files.get(f"{name.removesuffix('data.pkl')}byteorder")
    if order is not None and bytes(bytes_of(order)) != b"little":
        raise FileFormatError(f"{path} was written on a big-endian machine", "Save it again on a little-endian one.")
    with reading(path, "a file of torch.save"):
        return _Reader(path, name.removesuffix("data.pkl"), files, bytes(bytes_of(files[name]))).load()


class _Reader(pickle.Unpickler):
    """Reads a pickle of tensors; of what it names only what is listed is made."""

    def __init__(self, path: str, folder: str, files: dict[str, Tensor], pickled: bytes) -> None:
        _check_sizes(pickled)
        super().__init__(io.BytesIO(pickled))
        self._path, self._folder, self._files = path, folder, files

    def find_class(self, module: str, name: str) -> Callable[..., object] | _Kept:
        if (found := _NAMES.get((module, name))) is not None: return found
        if module == "torch" and name in _STORAGES: return _Kept(name)
        raise FileFormatError(f"{self._path} holds more than data: its pickle asks for {quoted(module)}.{quoted(name)}", _CURE)

    def persistent_load(self, pid: tuple[str, _Kept, str, object, int]) -> _Storage:
        """The storage that a tensor names."""
        _, kind, key, _, count = pid
        data, dtype = self._files[f"{self._folder}data/{key}"], _STORAGES[kind.name]
        if not is_count(count) or data.shape[0] < count * dtype.itemsize:
            raise FileFormatError(f"{self._path}: storage {quoted(key)} of {quoted(count)} elements is cut short", FETCH_AGAIN)
        return _Storage(data, dtype)


def _check_sizes(pickled: bytes) -> None:
    """ValueError where a text goes on behind the end, or a number of an object would have the reader keep room for as many."""
    for op, argument, _ in pickletools.genops(pickled):
        if "PUT" in op.name and isinstance(argument, int) and argument > len(pickled): raise ValueError(f"object number {argument}")


def _rebuild(storage: _Storage, offset: int, size: tuple[int, ...], stride: tuple[int, ...], *_: object) -> Tensor:
    """A tensor that torch describes by its steps in a storage."""
    size, stride = tuple(size), tuple(stride)
    data, dtype = storage
    what = f"a tensor of shape {quoted(size)} and strides {quoted(stride)} from element {quoted(offset)}"
    if not all(map(is_count, (offset, *size, *stride))): raise ValueError(what)
    nbytes_of(size, dtype.itemsize, what)
    last = offset + sum((n - 1) * s for n, s in zip(size, stride, strict=True))
    if 0 not in size and last >= data.shape[0] // dtype.itemsize: raise ValueError(f"{what}, beyond its storage")
    if 0 in size: return Tensor.empty(*size, dtype=dtype, device=data.device)
    order = sorted(range(len(size)), key=lambda a: (-stride[a], size[a]))
    dense, step = True, 1
    for a in reversed(order):
        dense &= size[a] == 1 or stride[a] == step
        step *= size[a]
    if dense:
        flat = stored_at(data, offset * dtype.itemsize, dtype, tuple(size[a] for a in order))
        return flat.permute([order.index(a) for a in range(len(size))]) if size else flat
    positions = Tensor(offset, dtype=dtypes.int64)
    for a, (n, s) in enumerate(zip(size, stride, strict=True)):
        positions = positions + (Tensor.arange(n, dtype=dtypes.int64) * s).reshape([-1 if b == a else 1 for b in range(len(size))])
    return stored_at(data, 0, dtype, (data.shape[0] // dtype.itemsize,)).to(None)[positions]  # files compute nothing


def _parameter(data: Tensor, requires_grad: bool = True, *_: object) -> Tensor:
    """A parameter is its tensor."""
    return data


_NAMES: dict[tuple[str, str], Callable[..., object]] = {
    ("torch._utils", "_rebuild_tensor_v2"): _Call(_rebuild), ("torch._utils", "_rebuild_parameter"): _Call(_parameter),
    ("torch", "Size"): tuple, ("collections", "OrderedDict"): collections.OrderedDict, ("builtins", "set"): set,
}
