"""Tensor API: creation, mathematics, indexing, gradients.

`Tensor` is a thin handle on a UOp graph; nothing is computed before a value is read or `realize()` is called.
"""
from heddle import default_dtypes as default_dtypes  # before there is a tensor
from heddle.tensor.tensor import Tensor

__all__ = ["Tensor"]
