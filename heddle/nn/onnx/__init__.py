"""ONNX models, run as tensors: `OnnxRunner(model)(inputs)`; `unsupported(model)` lists what could not be run.

Needs the package onnx (`pip install 'heddle-tensor[onnx]'`).
"""
from __future__ import annotations

import importlib.util

from heddle.errors import PackageMissingError
from heddle.installation import install_command

if importlib.util.find_spec("onnx") is None:
    raise PackageMissingError("models of ONNX need the package onnx", install_command("onnx"))

# ruff: noqa: E402
# importing a file of ops enters them in the table
from heddle.nn.onnx.check import Unsupported
from heddle.nn.onnx.check import unsupported as _unsupported
from heddle.nn.onnx.ops import (
    containers,
    control,
    elementwise,
    indexing,
    maps,
    microsoft,
    microsoft_attention,
    microsoft_quantized,
    ml,
    ml_trees,
    old,
    products,
    quantized,
    recurrent,
    recurrent_attention,
    reductions,
    resize,
    sequences,
    shapes,
    signals,
    spectra,
    texts,
    training,
    vision,
)
from heddle.nn.onnx.parser import (
    AttributeType,
    Domain,
    OnnxDataType,
    OnnxNode,
    OnnxPBParser,
    OnnxValue,
    OpSetId,
)
from heddle.nn.onnx.runner import Model, OnnxRunner, open_model
from heddle.nn.onnx.table import known

__all__ = ["AttributeType", "Domain", "OnnxDataType", "OnnxNode", "OnnxPBParser", "OnnxRunner", "OnnxValue", "OpSetId",
            "Unsupported", "supported_ops", "unsupported"]


def unsupported(model: Model) -> list[Unsupported]:
    """Every op, attribute, result and dtype of a model that cannot be run, with the names of the nodes; nothing is run.

    FileMissingError; FileFormatError if it is no model.
    """
    return _unsupported(open_model(model)[0])


def supported_ops() -> dict[str, int]:
    """The ops that can be run, each with the version of its operator set from which on.

    Those of other domains than the standard's own have the domain before the name: "ai.onnx.ml.Scaler".
    """
    return {f"{domain}.{name}" if domain else name: versions[-1].since for (domain, name), versions in sorted(known().items())}
