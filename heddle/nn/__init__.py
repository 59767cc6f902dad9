"""Neural network layers: callable objects with parameters.

Inputs: sizes. Outputs: objects whose attributes are tensors, found by `nn.state.get_state_dict`. Invariants: a layer draws its
parameters when it is made, and nothing is computed before they are used; a parameter's name is its attribute's name.
"""
from __future__ import annotations

from heddle.errors import MissingAttributeError
from heddle.names_elsewhere import LAYERS
from heddle.nn.activation import (
    CELU,
    ELU,
    GELU,
    GLU,
    SELU,
    Hardsigmoid,
    Hardswish,
    Hardtanh,
    LeakyReLU,
    LogSigmoid,
    LogSoftmax,
    Mish,
    PReLU,
    ReLU,
    ReLU6,
    Sigmoid,
    SiLU,
    Softmax,
    Softplus,
    Softsign,
    Tanh,
)
from heddle.nn.attention import MultiheadAttention
from heddle.nn.containers import (
    Dropout,
    Dropout1d,
    Dropout2d,
    Dropout3d,
    Flatten,
    Identity,
    Sequential,
    Unflatten,
)
from heddle.nn.conv import Conv1d, Conv2d, Conv3d, ConvTranspose1d, ConvTranspose2d, ConvTranspose3d
from heddle.nn.grad_scaler import GradScaler
from heddle.nn.linear import Embedding, Linear
from heddle.nn.norm import (
    BatchNorm,
    BatchNorm1d,
    BatchNorm2d,
    BatchNorm3d,
    GroupNorm,
    InstanceNorm,
    LayerNorm,
    LayerNorm2d,
    RMSNorm,
)
from heddle.nn.pool import (
    AdaptiveAvgPool1d,
    AdaptiveAvgPool2d,
    AdaptiveAvgPool3d,
    AdaptiveMaxPool1d,
    AdaptiveMaxPool2d,
    AdaptiveMaxPool3d,
    AvgPool1d,
    AvgPool2d,
    AvgPool3d,
    MaxPool1d,
    MaxPool2d,
    MaxPool3d,
    PixelShuffle,
    Upsample,
)
from heddle.nn.recurrent import GRU, LSTM, RNN, GRUCell, LSTMCell, RNNCell
from heddle.nn.transformer import (
    Transformer,
    TransformerDecoder,
    TransformerDecoderLayer,
    TransformerEncoder,
    TransformerEncoderLayer,
)

__all__ = ["AdaptiveAvgPool1d", "AdaptiveAvgPool2d", "AdaptiveAvgPool3d", "AdaptiveMaxPool1d", "AdaptiveMaxPool2d",
           "AdaptiveMaxPool3d", "AvgPool1d", "AvgPool2d", "AvgPool3d", "BatchNorm", "BatchNorm1d", "BatchNorm2d",
           "BatchNorm3d", "CELU", "Conv1d", "Conv2d", "Conv3d", "ConvTranspose1d", "ConvTranspose2d", "ConvTranspose3d",
           "Dropout", "Dropout1d", "Dropout2d", "Dropout3d", "ELU", "Embedding", "Flatten", "GELU", "GLU", "GRU", "GRUCell",
           "GradScaler", "GroupNorm", "Hardsigmoid", "Hardswish", "Hardtanh", "Identity", "InstanceNorm", "LSTM", "LSTMCell",
           "LayerNorm", "LayerNorm2d", "LeakyReLU", "Linear", "LogSigmoid", "LogSoftmax", "MaxPool1d", "MaxPool2d", "MaxPool3d",
           "Mish", "MultiheadAttention", "PReLU", "PixelShuffle", "RMSNorm", "RNN", "RNNCell", "ReLU", "ReLU6", "SELU", "Sequential",
           "SiLU", "Sigmoid", "Softmax", "Softplus", "Softsign", "Tanh", "Transformer", "TransformerDecoder",
           "TransformerDecoderLayer", "TransformerEncoder", "TransformerEncoderLayer", "Unflatten", "Upsample"]


_LATER = ("data", "datasets", "lr_scheduler", "onnx", "optim", "state", "utils")


def __dir__() -> list[str]: return sorted({*globals(), *_LATER})


def __getattr__(name: str) -> object:
    """`nn.data`, `nn.lr_scheduler`, `nn.onnx`, `nn.optim`, `nn.state` and `nn.utils` are loaded when first touched."""
    import importlib
    if name not in _LATER:
        raise MissingAttributeError.of((*__all__, *_LATER), "module 'heddle.nn'", name, LAYERS)
    return importlib.import_module(f"heddle.nn.{name}")
