"""Conversion between host data and tensors: the inputs of `Tensor(...)`, and the results of `.numpy()` and `.tolist()`.

Inputs: Python numbers, nested lists, bytes, NumPy arrays, paths. Outputs: graphs over filled buffers; and the reverse.
Invariants: the caller's data is copied at once, so changing it later changes no tensor (a file is read on use); a number that does not
fit its dtype is an error and never wraps.
"""
from __future__ import annotations

import errno
import functools
import itertools
import math
import operator
import os
import stat
import struct
from array import array
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, SupportsBytes, SupportsIndex
from typing import cast as typed

from heddle.device import Device
from heddle.dtype import DType, ImageDType, decode_float, dtypes, encode_float, unsigned_of
from heddle.errors import DeviceError, DTypeError, FileAccessError, FileMissingError, ShapeError
from heddle.tensor.arguments import Devices
from heddle.tensor.filled_memory import check_image_size, filled_buffer
from heddle.tensor.node_builders import Shape, cast, constant, fits, mark, number, number_range_error
from heddle.uop import Ops, Symbol, UOp
from heddle.uop.mesh import DeviceMesh, Layout, layout_of
from heddle.uop.symbol import bound_shape, capacity, is_symbolic
from heddle.uop.symbolic_shapes import holds_symbols, laid_out

if TYPE_CHECKING:
    import numpy as np

    from heddle.device.buffer import Buffer
    from heddle.tensor.tensor import Tensor

_own_ids = itertools.count()
#: what a tensor is made of; with the type of a constant the type checker asks for no parameters of them
_PATHS: tuple[type, ...] = (str, os.PathLike)
_ROWS: tuple[type, ...] = (list, tuple, range)
_BYTES: tuple[type, ...] = (bytes, bytearray, memoryview)


def graph_of(value: Any, device: str | None, dtype: DType | None) -> UOp:
    """The graph of `value`."""
    if isinstance(value, UOp): return _from_uop(value, dtype)
    if isinstance(value, Symbol): return number(value, dtype or dtypes.default_int, device)
    if isinstance(value, _PATHS): return _from_file(value, device, dtype)
    device = Device.canonicalize(device)
    if isinstance(value, (bool, int, float)):
        dtype = dtype or dtypes.from_py(value)
        return constant(dtype, value, (), device)
    if value is None: return filled_buffer(b"", dtype or dtypes.default_float, (0,), device)
    if isinstance(value, _ROWS): return _from_list(value, device, dtype)
    if isinstance(value, _BYTES): return (_from_bytes if _is_flat(value) else _from_array)(value, device, dtype)
    if hasattr(value, "uop"): return cast(value.uop, dtype or value.dtype)
    if hasattr(value, "__dlpack__") and not hasattr(value, "__array_interface__"): return _from_lender(value, device, dtype)
    if hasattr(value, "__array__"): return _from_array(value, device, dtype)
    raise DTypeError(f"a tensor cannot be made from {type(value).__name__}",
                     "Give a number, a list of numbers, bytes, a NumPy array, a path, or None.")


def canonical_devices(device: Devices | None) -> str | tuple[str, ...]:
    """The canonical name of a device, or of several. DeviceError if one is unknown or repeated, or if there are none."""
    if isinstance(device, DeviceMesh): return device
    if isinstance(device, str) or not isinstance(device, Sequence): return Device.canonicalize(device)
    names = tuple([Device.canonicalize(d) for d in device])
    if not names: raise DeviceError("a tensor needs a device, got an empty tuple", "Name one, or None for the default.")
    if len(set(names)) < len(names):
        raise DeviceError(f"the devices {', '.join(names)} are not all different", "Number them: CPU, CPU:1, CPU:2.")
    return names if len(names) > 1 else names[0]


def own_node(node: UOp) -> UOp:
    """A node with the value of `node` that is shared with no other tensor, even an equal one."""
    return mark(UOp(Ops.CONTIGUOUS, node.dtype, (node,), next(_own_ids)))


def new_memory(shape: Shape, dtype: DType, device: str | tuple[str, ...], axis: int | Layout | None = None) -> UOp:
    """New, uninitialised memory; on several devices sharded along `axis`, or replicated; on a mesh by a Layout."""
    if isinstance(device, str): return laid_out(UOp.new_buffer(device, math.prod(capacity(shape)), dtype), shape)
    if axis is None and isinstance(device, DeviceMesh): axis = Layout(device, (None,) * len(device.sizes))
    part = layout_of(device, axis).part(shape)
    return UOp.multi([UOp.new_buffer(d, math.prod(part), dtype).reshape(part) for d in device], axis)


def new_image(shape: Shape, image: ImageDType, device: str) -> UOp:
    """A new, uninitialised image. ShapeError if its size is not the number of elements."""
    check_image_size(shape, image)
    return UOp.new_buffer(device, image.size, dtypes.float32, image).reshape(shape)


def _from_uop(node: UOp, dtype: DType | None) -> UOp:
    # a bound variable is an integer of the user's program
    if node.dtype == dtypes.index: node = cast(node, dtypes.default_int)
    return node if dtype is None else cast(node, dtype)


def _from_file(path: str | os.PathLike[str], device: str | None, dtype: DType | None) -> UOp:
    """The bytes of a file, or its elements of `dtype`: mapped, or if a device is named copied there on use."""
    if isinstance(path, str): raise DTypeError("a tensor cannot be made from str", "For the bytes of a file write pathlib.Path(name).")
    try: path = os.path.realpath(path)
    except ValueError as e: raise FileMissingError(f"{path!r} is no path: {e}", "Check the path.") from None
    try: found = os.stat(path)
    except OSError as e: raise FileMissingError(f"cannot open {path}: {e.strerror}", "Check the path.") from None
    if not stat.S_ISREG(found.st_mode):
        raise FileAccessError(f"{path} is a directory or a device and no regular file", "Name a file.", code=errno.EISDIR)
    kind = dtype or dtypes.uint8
    if found.st_size % kind.itemsize:
        raise ShapeError(f"{path} has {found.st_size} bytes, which are no whole number of {kind.name}",
                         "Leave dtype out, and take a slice before .bitcast(dtype).")
    where = f"DISK:{path}"
    node = UOp.new_buffer(where, found.st_size // kind.itemsize, kind)
    return node if device is None or Device.canonicalize(device) == where else node.copy_to_device(Device.canonicalize(device))


# ---- lists


def _from_list(value: Sequence[Any], device: str, dtype: DType | None) -> UOp:
    shape, flat = _flatten(value)
    if dtype is None: dtype = _dtype_of(flat)
    return filled_buffer(pack(flat, dtype), dtype, shape, device)


def _flatten(value: Any) -> tuple[Shape, Sequence[Any]]:
    """Shape and numbers of a nested list. ShapeError for ragged rows."""
    shape: list[int] = []
    level: Sequence[Any] = value
    shape.append(len(level))
    while level and isinstance(level[0], _ROWS):
        width = len(level[0])
        if any(not isinstance(row, _ROWS) or len(row) != width for row in level):
            raise ShapeError(f"the rows of a list differ in length: level {len(shape)} begins with {width} elements and not all do",
                             "Make all rows equally long.")
        shape.append(width)
        level = [x for row in level for x in row]
    return tuple(shape), level


def _dtype_of(flat: Sequence[Any]) -> DType:
    kinds: set[type[object]] = set(map(type, flat))
    if others := kinds - {bool, int, float}:
        for kind in others: _check_kind(kind)
        kinds = (kinds - others) | {_kind_of(x) for x in flat if type(x) in others}
    if not kinds or float in kinds: return dtypes.default_float
    return dtypes.bool if kinds == {bool} else dtypes.default_int


def _kind_of(x: object) -> type[object]:
    """bool, int or float, whichever the number of another library or a subclass is like."""
    if getattr(getattr(x, "dtype", None), "kind", "") == "b": return bool
    try: operator.index(typed(SupportsIndex, x))
    except TypeError: return float
    return int


def _check_kind(kind: type[object]) -> None:
    if issubclass(kind, (int, float)) or (hasattr(kind, "__float__") and not hasattr(kind, "uop")): return
    cure = "Use Tensor.stack(*tensors) or Tensor.cat(*tensors)." if hasattr(kind, "uop") else "Give a number, or a list of numbers."
    raise DTypeError(f"a tensor cannot be made from a list of {kind.__name__}", cure)


def pack(flat: Sequence[Any], dtype: DType) -> bytes:
    """The numbers as bytes in `dtype`. DTypeError for a value that is no number, NumberRangeError for one out of range."""
    try:
        if dtype.is_bool(): return bytes(map(bool, flat))
        if dtype.fmt is None: return _pack_small_floats(flat, dtype)
        if not dtype.is_float() and not all(isinstance(x, int) for x in flat):
            flat = [int(x) if hasattr(x, "__float__") else x for x in flat]
        if dtype.fmt == "e": return struct.pack(f"{len(flat)}e", *(_half(x) for x in flat))
        return array(dtype.fmt, flat).tobytes()
    except (OverflowError, ValueError) as e:
        raise number_range_error(next((x for x in flat if not fits(x, dtype)), flat[0]), dtype) from e
    except TypeError as e:
        raise DTypeError(f"a tensor cannot be made from these values: {e}", "Give numbers; join arrays by np.stack.") from None


def _half(x: float) -> float:
    return math.copysign(math.inf, x) if 65520 <= abs(x) < math.inf else x


def _pack_small_floats(flat: Sequence[Any], dtype: DType) -> bytes:
    bits = [encode_float(dtype, float(x)) for x in flat]
    return array("H" if dtype.itemsize == 2 else "B", bits).tobytes()


# ---- bytes and arrays


def _is_flat(value: object) -> bool:
    """Whether it is bytes one after another, and no memoryview of an array of anything else."""
    return getattr(value, "format", "B") == "B" and getattr(value, "ndim", 1) == 1


def _from_bytes(value: SupportsBytes, device: str, dtype: DType | None) -> UOp:
    raw, dtype = bytes(value), dtype or dtypes.uint8
    if len(raw) % dtype.itemsize:
        raise ShapeError(f"{len(raw)} bytes are no whole number of {dtype.name}, which takes {dtype.itemsize}",
                         "Give whole elements, or another dtype.")
    return filled_buffer(raw, dtype, (len(raw) // dtype.itemsize,), device)


def _from_lender(value: object, device: str, dtype: DType | None) -> UOp:
    """A copy of another library's array, whose format NumPy may lack, or which may be on a device."""
    from heddle.tensor.interop.dlpack_import import import_array
    return cast((copied := import_array(value, True, device)).uop, dtype or copied.dtype)


_NUMPY = {d.name: d for d in dtypes.all if d.fmt is not None}
#: dtypes that arrays may have: those of NumPy, and those of the package ml_dtypes
_ARRAYS = _NUMPY | {"bfloat16": dtypes.bfloat16, "float8_e4m3fn": dtypes.fp8e4m3, "float8_e5m2": dtypes.fp8e5m2,
                    "float8_e4m3fnuz": dtypes.fp8e4m3fnuz, "float8_e5m2fnuz": dtypes.fp8e5m2fnuz}


def _from_array(value: object, device: str, dtype: DType | None) -> UOp:
    """A node with a copy of a NumPy array, in C order and native bytes. `dtype`: what it is converted to. DTypeError for a format
    that no tensor has, NumberRangeError for an integer that `dtype` cannot hold."""
    import numpy as np
    found = np.asarray(value)
    if found.dtype.name not in _ARRAYS:
        raise DTypeError(f"a tensor cannot be made from an array of {found.dtype}", f"There are: {', '.join(sorted(_ARRAYS))}.")
    if dtype is not None and dtype.name in _NUMPY and dtype.name != found.dtype.name:
        _check_array(found, dtype)
        with np.errstate(all="ignore"): found = found.astype(dtype.name)
    own = _ARRAYS[found.dtype.name]
    native = found.dtype.newbyteorder("=")
    if native != found.dtype or not found.flags.c_contiguous: found = np.array(found, native, order="C")
    node = filled_buffer(found.reshape(-1).view(np.uint8).data if found.size else b"", own, found.shape, device)
    return node if dtype is None else cast(node, dtype)


def _check_array(array: np.ndarray, dtype: DType) -> None:
    """NumberRangeError if an integer `dtype` cannot hold all elements of the array."""
    if not dtype.is_integer() or not array.size or (own := _ARRAYS[array.dtype.name]).is_bool(): return
    if own.is_integer() and dtype.min <= own.min and own.max <= dtype.max: return
    for value in (array.min().item(), array.max().item()):
        if not fits(value, dtype): raise number_range_error(value, dtype)


# ---- to the host


def new_array(shape: Shape, kind: str) -> np.ndarray:
    """An uninitialised NumPy array. ShapeError for more axes than NumPy supports."""
    import numpy as np
    try: return np.empty(shape, kind)
    except ValueError:
        raise ShapeError(f"NumPy has no arrays of {len(shape)} axes", "Join some first, as in .flatten().numpy().") from None


#: maximum number of axes of a NumPy array, from version 2 on
_MOST_ARRAY_AXES = 64


def check_array_axes(shape: tuple[int, ...]) -> None:
    """ShapeError for more axes than NumPy supports."""
    if len(shape) > _MOST_ARRAY_AXES:
        raise ShapeError(f"an array of NumPy has at most {_MOST_ARRAY_AXES} axes, this tensor has {len(shape)}",
                         "Reshape it to fewer, such as .flatten(), before it becomes an array.")


def to_numpy(tensor: Tensor) -> np.ndarray:
    """A copy of the value of `tensor`."""
    if tensor.dtype.fmt is None: tensor = (tensor if runs_kernels(tensor.device) else tensor.to(None)).float()
    if is_symbolic(tensor.shape): return _to_numpy(tensor, tensor.dtype.name)
    if 0 in tensor.shape: return new_array(tensor.shape, tensor.dtype.name)
    kept = tensor._in_memory()  # the buffer lives as long as a tensor looks at it
    return copied_out(kept._computed_buffer(), tensor.shape)


def copied_out(buffer: Buffer, shape: Shape) -> np.ndarray:
    """A copy of a whole buffer as an array of this shape."""
    import numpy as np
    result = new_array(shape, buffer.dtype.name)
    if result.size: buffer.copyout(result.reshape(-1).view(np.uint8).data)
    return result


def _to_numpy(tensor: Tensor, kind: str) -> np.ndarray:
    """A copy of a tensor whose sizes are bound: its memory has the maximum sizes."""
    import numpy as np
    whole = new_array(capacity(tensor.shape), kind)
    if whole.size:
        kept = tensor._in_memory()
        kept._computed_buffer().copyout(whole.reshape(-1).view(np.uint8).data)
    return whole[tuple(slice(0, n) for n in bound_shape(tensor.shape))].copy()


def bytes_of(tensor: Tensor) -> bytearray:
    """A copy of the value as bytes in row-major order."""
    return tensor._bytes()


def in_memory(tensor: Tensor) -> Tensor:
    """A tensor with this value that is all of one device's memory, in row-major order."""
    return tensor._in_memory()


def give_own_node(tensor: Tensor) -> None:
    """Makes the node of a tensor, an equal constant of which others may have too, its own."""
    tensor.uop, tensor._storage = own_node(tensor.uop), None


def to_bytes(tensor: Tensor) -> bytearray:
    """A copy of the value of a tensor whose sizes are bound, as bytes in row-major order."""
    return bytearray(_to_numpy(tensor, f"V{tensor.dtype.itemsize}").tobytes())


def to_flat_list(tensor: Tensor) -> list[Any]:
    """The elements as a flat list of Python numbers, in row-major order."""
    raw, unseen = tensor._bytes(), tensor._unseen
    dtype = tensor.dtype if unseen is None else unseen[0].dtype
    if dtype.fmt is None:
        bits = memoryview(raw).cast("H" if dtype.itemsize == 2 else "B")
        return [decode_float(dtype, b) for b in bits]
    return list(struct.unpack(f"{len(raw) // dtype.itemsize}{dtype.fmt}", raw))


def to_list(tensor: Tensor) -> Any:
    """The elements in lists nested as the shape says."""
    flat, shape = to_flat_list(tensor), bound_shape(tensor._known_shape())
    if not shape: return flat[0]
    for axis in range(len(shape) - 1, 0, -1):
        width, rows = shape[axis], math.prod(shape[:axis])
        flat = [flat[i * width:(i + 1) * width] for i in range(rows)]
    return flat


# ---- the same bits in another size


def bitcast_sizes(tensor: Tensor, dtype: DType) -> Tensor:
    """`tensor` with its bits reinterpreted as `dtype` of another size: the last axis changes accordingly."""
    old, new = tensor.dtype.itemsize, dtype.itemsize
    if not tensor.shape or tensor.shape[-1] * old % new:
        raise ShapeError(f"bitcast from {tensor.dtype.name} to {dtype.name} needs a last axis of whole {new} bytes, "
                         f"got shape {tensor.shape}", "Pad the last axis, or bitcast to a format of the same size.")
    if (seen := _memory_as(tensor, dtype)) is not None: return seen
    bits = tensor.bitcast(unsigned_of(old))
    if new < old:
        parts = [(bits >> (8 * new * k)).cast(unsigned_of(new)) for k in range(old // new)]
        whole = parts[0].stack(*parts[1:], dim=-1).flatten(-2)
    else:
        parts = bits.unflatten(-1, (-1, new // old)).cast(unsigned_of(new)).split(1, -1)
        whole = sum((p << (8 * old * k) for k, p in enumerate(parts[1:], 1)), parts[0]).squeeze(-1)
    return whole.bitcast(dtype)


def runs_kernels(device: str | tuple[str, ...]) -> bool:
    """False for devices that only hold data, such as files."""
    return bool(Device[device].renderer.capabilities.arithmetic) if isinstance(device, str) else all(map(runs_kernels, device))


@functools.cache
def runs_on_host(device: str) -> bool:
    """Whether kernels of the device run in this process, so that its memory can be read without synchronisation."""
    caps = Device[device].renderer.capabilities
    return bool(caps.arithmetic) and caps.workgroup is None


def _memory_as(tensor: Tensor, dtype: DType) -> Tensor | None:
    """The contiguous memory of `tensor`, read as `dtype`: for devices that hold data and run no kernels."""
    from heddle.device.buffer import set_uop_buffer, uop_buffer
    from heddle.tensor.aliasing import memory_of
    memory = memory_of(tensor.uop)
    if memory is None or runs_kernels(tensor.device) or (start := start_of(tensor.uop)) is None: return None
    size = tensor.numel() * tensor.dtype.itemsize // dtype.itemsize
    node = UOp.new_buffer(memory.device or "", size, dtype)
    set_uop_buffer(node, uop_buffer(memory).view(size, dtype, start * tensor.dtype.itemsize))
    shape = (*tensor.shape[:-1], tensor.shape[-1] * tensor.dtype.itemsize // dtype.itemsize)
    return type(tensor)(node.reshape(shape))


def start_of(node: UOp) -> int | None:
    """The offset of `node` in its memory, in elements, if it is made by reshapes and by keeping leading rows; else None."""
    start = 0
    while node.op is not Ops.BUFFER:
        if holds_symbols(node): return None
        if node.op is Ops.SHRINK:
            if any(part != (0, n) for part, n in zip(node.arg[1:], node.src[0].shape[1:], strict=True)): return None
            start += node.arg[0][0] * math.prod(node.src[0].shape[1:])
        elif node.op is not Ops.RESHAPE: return None
        node = node.src[0]
    return start
