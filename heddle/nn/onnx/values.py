"""Values of ONNX files: dtypes, stored tensors, attributes.

In: what the protocol buffers hold. Out: heddle's dtypes, NumPy arrays, Python values.
"""
from __future__ import annotations

from typing import Any

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


def dtype_name(number: int) -> str:
    """How ONNX calls a dtype."""
    return TensorProto.DataType.Name(number) if number in TensorProto.DataType.values() else f"dtype {number}"


def to_dtype(number: int) -> DType:
    """heddle's twin of a dtype of ONNX. DTypeError for those that have none (texts, complex numbers, less than a byte)."""
    if number in DTYPES: return DTYPES[number]
    raise DTypeError(f"{dtype_name(number)} of ONNX has no twin here", f"There are: {', '.join(map(dtype_name, DTYPES))}.")


def to_numpy_dtype(dtype: DType) -> np.dtype[Any]:
    """NumPy's twin of a dtype, or that which the package ml_dtypes adds to it."""
    return onnx.helper.tensor_dtype_to_np_dtype(next(number for number, d in DTYPES.items() if d is dtype))


def to_array(stored: TensorProto) -> np.ndarray:
    """A stored tensor; formats that NumPy lacks are those of the package ml_dtypes. FileFormatError if it is damaged."""
    if any(n < 0 for n in stored.dims):
        raise FileFormatError(f"the stored tensor {stored.name!r} has the shape {tuple(stored.dims)}", "Fetch the model again.")
    try: return numpy_helper.to_array(stored)
    except (ValueError, TypeError, OSError, checker.ValidationError) as fault:  # too few bytes; no file beside the model
        raise FileFormatError(f"the stored tensor {stored.name!r} cannot be read: {fault}", "Fetch the model again.") from None


_READ: dict[int, Any] = {
    AttributeProto.INT: lambda a: a.i, AttributeProto.FLOAT: lambda a: a.f, AttributeProto.STRING: lambda a: a.s.decode(),
    AttributeProto.INTS: lambda a: list(a.ints), AttributeProto.FLOATS: lambda a: list(a.floats),
    AttributeProto.STRINGS: lambda a: [s.decode() for s in a.strings], AttributeProto.TENSOR: lambda a: to_array(a.t),
    AttributeProto.GRAPH: lambda a: a.g,
}


def attribute(a: onnx.AttributeProto) -> Any:
    """The value of an attribute: a number, a text, a list, an array, or a graph. DTypeError for other kinds."""
    if a.type in _READ: return _READ[a.type](a)
    name = AttributeProto.AttributeType.Name
    raise DTypeError(f"attribute {a.name} is of the kind {name(a.type)}", f"Kinds: {', '.join(map(name, _READ))}.")
