"""Layers: objects with parameters that are called on tensors.

In: sizes. Out: objects whose attributes are tensors, found by `nn.state.get_state_dict`. Always true: a layer draws its parameters
when it is made, and nothing is computed before they are wanted; a parameter's name is its attribute's name.
"""
from __future__ import annotations

from heddle.nn.conv import Conv1d, Conv2d, ConvTranspose1d, ConvTranspose2d
from heddle.nn.linear import Embedding, Linear, LSTMCell
from heddle.nn.norm import (
    BatchNorm,
    BatchNorm2d,
    BatchNorm3d,
    GroupNorm,
    InstanceNorm,
    LayerNorm,
    LayerNorm2d,
    RMSNorm,
)

__all__ = ["BatchNorm", "BatchNorm2d", "BatchNorm3d", "Conv1d", "Conv2d", "ConvTranspose1d", "ConvTranspose2d", "Embedding",
           "GroupNorm", "InstanceNorm", "LSTMCell", "LayerNorm", "LayerNorm2d", "Linear", "RMSNorm"]


_LATER = ("lr_scheduler", "onnx", "optim", "state", "utils")


def __dir__() -> list[str]: return sorted({*globals(), *_LATER})


def __getattr__(name: str) -> object:
    """`nn.lr_scheduler`, `nn.onnx`, `nn.optim`, `nn.state` and `nn.utils` are loaded when first touched."""
    import importlib
    if name not in _LATER:
        from heddle.errors import MissingAttributeError
        raise MissingAttributeError.of((*__all__, *_LATER), "module 'heddle.nn'", name)
    return importlib.import_module(f"heddle.nn.{name}")
