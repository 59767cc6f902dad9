"""ONNX models, run as tensors: `OnnxRunner(model)(inputs)`; `unsupported(model)` lists what could not be run.

Needs the package onnx (`pip install 'heddle-tensor[onnx]'`).
"""
from __future__ import annotations

import importlib.util
import pkgutil

from heddle.errors import PackageMissingError
from heddle.installation import install_command

if importlib.util.find_spec("onnx") is None:
    raise PackageMissingError("models of ONNX need the package onnx", install_command("onnx"))

# ruff: noqa: E402
from heddle.nn.onnx import ops
from heddle.nn.onnx.check import Unsupported
from heddle.nn.onnx.check import unsupported as _unsupported
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

for _file in pkgutil.iter_modules(ops.__path__): importlib.import_module(f"{ops.__name__}.{_file.name}")  # which enters its operators

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
