"""ONNX window functions of signal processing."""
from __future__ import annotations

from typing import Any

import numpy as np

from heddle.nn.onnx.table import Host, op
from heddle.nn.onnx.values import DTYPES, to_dtype
from heddle.tensor import Tensor


def type_is_known(attributes: Any) -> str | None:
    """Whether the attribute output_datatype is one that tensors can have."""
    return None if attributes.get("output_datatype", 1) in DTYPES else "the output_datatype"


def _cosines(size: Host, periodic: int, shares: tuple[float, ...], dtype: int) -> Tensor:
    """The sum of (-1)**i * shares[i] * cos(2 pi i n / N), n counting the samples."""
    count = int(size.reshape(-1)[0])
    angle = 2 * np.pi * np.arange(count) / (count if periodic else count - 1)
    return Tensor(sum((-1) ** i * a * np.cos(i * angle) for i, a in enumerate(shares))).cast(to_dtype(dtype))


@op("HannWindow", since=17, refuses=type_is_known)
def hann_window(size: Host, *, output_datatype: int = 1, periodic: int = 1) -> Tensor:
    return _cosines(size, periodic, (0.5, 0.5), output_datatype)


@op("HammingWindow", since=17, refuses=type_is_known)
def hamming_window(size: Host, *, output_datatype: int = 1, periodic: int = 1) -> Tensor:
    return _cosines(size, periodic, (25 / 46, 21 / 46), output_datatype)


@op("BlackmanWindow", since=17, refuses=type_is_known)
def blackman_window(size: Host, *, output_datatype: int = 1, periodic: int = 1) -> Tensor:
    return _cosines(size, periodic, (0.42, 0.5, 0.08), output_datatype)
