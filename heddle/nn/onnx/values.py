"""Values of ONNX files: dtypes, stored tensors, attributes.

Inputs: what the protocol buffers hold. Outputs: heddle's dtypes, NumPy arrays, Python values. Invariants: formats that no device
here has (strings, integers of 2 and 4 bits, rarer formats of 4 and 8 bits) are arrays of the host.
"""
from __future__ import annotations

import math
from collections.abc import Callable, Iterable
from typing import Protocol, TypeGuard

import numpy as np
import onnx
from onnx import AttributeProto, TensorProto, checker, numpy_helper

from heddle.dtype import DType, dtypes
from heddle.errors import DTypeError, FileFormatError

DTYPES: dict[int, DType] = {
    TensorProto.BOOL: dtypes.bool, TensorProto.INT8: dtypes.int8, TensorProto.INT16: dtypes.int16, TensorProto.INT32: dtypes.int32,
    TensorProto.INT64: dtypes.int64, TensorProto.UINT8: dtypes.uint8, TensorProto.UINT16: dtypes.uint16,
    TensorProto.UINT32: dtypes.uint32, TensorProto.UINT64: dtypes.uint64, TensorProto.FLOAT16: dtypes.float16,
    TensorProto.BFLOAT16: dtypes.bfloat16, TensorProto.FLOAT: dtypes.float32, TensorProto.DOUBLE: dtypes.float64,
    TensorProto.FLOAT8E4M3FN: dtypes.fp8e4m3, TensorProto.FLOAT8E5M2: dtypes.fp8e5m2,
}
_HOST_NAMES = ("STRING", "UINT4", "INT4", "UINT2", "INT2", "FLOAT4E2M1", "FLOAT8E4M3FNUZ", "FLOAT8E5M2FNUZ", "FLOAT8E8M0")
#: dtypes whose values are arrays of the host; older versions of the package onnx lack some of them
HOST_DTYPES: dict[int, str] = {TensorProto.DataType.Value(n): n for n in _HOST_NAMES if n in TensorProto.DataType.keys()}
#: the value of an attribute that is no graph
Stored = int | float | str | list[int] | list[float] | list[str] | np.ndarray | onnx.TypeProto
#: elements up to which a sparse tensor is stored as a dense one
_MOST_DENSE = 1 << 28


def plain_domain(domain: str) -> str:
    """The name of a set of operators; the standard's own, which has two, is ""."""
    return "" if domain == "ai.onnx" else domain


def versions_of(imports: Iterable[onnx.OperatorSetIdProto]) -> dict[str, int]:
    """The versions of operator sets by domain."""
    return {plain_domain(o.domain): o.version for o in imports}


def is_known(number: object) -> bool:
    """Whether values of a dtype can be held, on a device or on the host."""
    return number in DTYPES or number in HOST_DTYPES


def dtype_name(number: object) -> str:
    """How ONNX calls a dtype."""
    if isinstance(number, int) and number in TensorProto.DataType.values(): return TensorProto.DataType.Name(number)
    return f"dtype {number}"


def to_dtype(number: int) -> DType:
    """heddle's twin of a dtype of ONNX. DTypeError for those that have none (texts, complex numbers, less than a byte)."""
    if number in DTYPES: return DTYPES[number]
    raise DTypeError(f"{dtype_name(number)} of ONNX has no twin here", f"There are: {', '.join(map(dtype_name, DTYPES))}.")


def to_numpy_dtype(dtype: DType) -> np.dtype[np.generic]:
    """NumPy's twin of a dtype, or that which the package ml_dtypes adds to it."""
    return onnx.helper.tensor_dtype_to_np_dtype(next(number for number, d in DTYPES.items() if d is dtype))


_ON_DEVICES = frozenset(onnx.helper.tensor_dtype_to_np_dtype(number) for number in DTYPES)


def is_array(x: object) -> TypeGuard[np.ndarray]: return isinstance(x, np.ndarray)


def is_host_only(x: object) -> TypeGuard[np.ndarray]:
    """Whether a value is an array that no device can hold: strings, and formats that heddle lacks."""
    return is_array(x) and x.dtype not in _ON_DEVICES


def widened(x: np.ndarray) -> np.ndarray:
    """An array of a narrow format in one that devices have; every value is exact."""
    name = x.dtype.name
    return x.astype(np.uint8 if name.startswith("uint") else np.int8 if name.startswith("int") else np.float32)


def to_array(stored: TensorProto) -> np.ndarray:
    """A stored tensor; formats that NumPy lacks are those of the package ml_dtypes, strings are Python's.

    FileFormatError if it is damaged.
    """
    if any(n < 0 for n in stored.dims):
        raise FileFormatError(f"the stored tensor {stored.name!r} has the shape {tuple(stored.dims)}", "Fetch the model again.")
    try: return strings(found) if (found := numpy_helper.to_array(stored)).dtype.kind in "OSU" else found
    except (ValueError, TypeError, OSError, checker.ValidationError) as fault:  # too few bytes; no file beside the model
        raise FileFormatError(f"the stored tensor {stored.name!r} cannot be read: {fault}", "Fetch the model again.") from None


def strings(x: object) -> np.ndarray:
    """Texts as an array of Python's; bytes are UTF-8. ValueError for other bytes."""
    array = np.asarray(x)
    flat = [t.decode() if isinstance(t, bytes) else str(t) for t in array.reshape(-1).tolist()]
    found = np.empty(len(flat), object)
    found[:] = flat
    return found.reshape(array.shape)


def to_dense(stored: onnx.SparseTensorProto) -> np.ndarray:
    """A sparse tensor with its zeros. FileFormatError if it is damaged or has more than 2**28 elements."""
    values, at, shape = to_array(stored.values), to_array(stored.indices), tuple(stored.dims)
    name = stored.values.name
    if any(n < 0 for n in shape) or math.prod(shape) > _MOST_DENSE or values.ndim != 1:
        raise FileFormatError(f"the sparse tensor {name!r} has the shape {shape}", f"Export it with at most {_MOST_DENSE} elements.")
    positions = at if at.ndim == 1 else np.ravel_multi_index(tuple(at.T), shape) if at.shape[1:] == (len(shape),) else np.array([-1])
    if positions.shape != values.shape or (positions.size and (positions.min() < 0 or positions.max() >= math.prod(shape))):
        raise FileFormatError(f"the sparse tensor {name!r} of shape {shape} has indices outside of it", "Fetch the model again.")
    dense = np.zeros(math.prod(shape), values.dtype)
    dense[positions] = values
    return dense.reshape(shape)


_READ: dict[int, Callable[[AttributeProto], Stored | onnx.GraphProto]] = {
    AttributeProto.INT: lambda a: a.i, AttributeProto.FLOAT: lambda a: a.f, AttributeProto.STRING: lambda a: a.s.decode(),
    AttributeProto.INTS: lambda a: list(a.ints), AttributeProto.FLOATS: lambda a: list(a.floats),
    AttributeProto.STRINGS: lambda a: [s.decode() for s in a.strings], AttributeProto.TENSOR: lambda a: to_array(a.t),
    AttributeProto.GRAPH: lambda a: a.g, AttributeProto.SPARSE_TENSOR: lambda a: to_dense(a.sparse_tensor),
    AttributeProto.TYPE_PROTO: lambda a: a.tp,
}


def attribute(a: onnx.AttributeProto) -> Stored | onnx.GraphProto:
    """The value of an attribute: a number, a text, a list, an array, a graph, or a type. DTypeError for other kinds."""
    if a.type in _READ: return _READ[a.type](a)
    name = AttributeProto.AttributeType.Name
    raise DTypeError(f"attribute {a.name} is of the kind {name(a.type)}", f"Kinds: {', '.join(map(name, _READ))}.")


# ---- files


class _Loader(Protocol):
    def load(self, f: str, *, load_external_data: bool = ...) -> onnx.ModelProto: ...


def _loader() -> _Loader: return onnx


def load_model(path: str, load_external_data: bool = True) -> onnx.ModelProto:
    """The model in a file, with the tensors in files beside it unless they are left out."""
    return _loader().load(path, load_external_data=load_external_data)
