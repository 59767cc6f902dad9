"""Models of packages on the index, run as they are: equal to onnxruntime, captured, and timed beside it.

`pip install --no-deps onnxruntime flatbuffers magika silero-vad rapidocr-onnxruntime` brings what these tests want; each is
skipped without.
"""
from __future__ import annotations

import importlib.util
import statistics
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from heddle import Tensor, TinyJit
from heddle.nn.onnx import OnnxRunner

pytestmark = pytest.mark.slow
_RUNS = 7  # timed calls of each, of which the median counts


@dataclass(frozen=True)
class Model:
    """A file of a package, and how its inputs are made; `held` are the inputs that do not change from call to call."""

    package: str
    file: str
    inputs: Callable[[np.random.Generator], dict[str, Any]]
    held: tuple[str, ...] = ()
    atol: float = 2e-5


def _floats(**shapes: tuple[int, ...]) -> Callable[[np.random.Generator], dict[str, Any]]:
    return lambda rng: {name: rng.standard_normal(shape).astype(np.float32) for name, shape in shapes.items()}


def _speech(samples: int, rate: int | None = 16000) -> Callable[[np.random.Generator], dict[str, Any]]:
    def make(rng: np.random.Generator) -> dict[str, Any]:
        found = {"input": (rng.standard_normal((1, samples)) / 9).astype(np.float32), "state": np.zeros((2, 1, 128), np.float32)}
        return found if rate is None else found | {"sr": np.array(rate, np.int64)}
    return make


_OCR, _VAD = "rapidocr_onnxruntime", "silero_vad"
MODELS = {
    "magika": Model("magika", "models/standard_v3_3/model.onnx",
                    lambda rng: {"bytes": rng.integers(0, 257, (1, 2048)).astype(np.int32)}),
    "text detection": Model(_OCR, "models/ch_PP-OCRv4_det_infer.onnx", _floats(x=(1, 3, 160, 256)), atol=1e-4),
    "text recognition": Model(_OCR, "models/ch_PP-OCRv4_rec_infer.onnx", _floats(x=(1, 3, 48, 160)), atol=1e-4),
    "text direction": Model(_OCR, "models/ch_ppocr_mobile_v2.0_cls_infer.onnx", _floats(x=(2, 3, 48, 192)), atol=1e-4),
    "voice": Model(_VAD, "data/silero_vad.onnx", _speech(576), ("sr",)),
    "voice at 8 kHz": Model(_VAD, "data/silero_vad.onnx", _speech(288, 8000), ("sr",)),
    "voice, version 15": Model(_VAD, "data/silero_vad_16k_op15.onnx", _speech(576), ("sr",)),
    "voice without If": Model(_VAD, "data/silero_vad_op18_ifless.onnx", _speech(576), ("sr",)),
    "voice in half precision": Model(_VAD, "data/silero_vad_half.onnx", _speech(576, None), atol=1e-2),
    "voice for OpenVINO": Model(_VAD, "data/silero_vad_openvino_16k.onnx", _speech(576, None)),
    "a sequence of voice": Model(_VAD, "data/silero_vad_16k_sequence.onnx", _floats(input=(5, 576), h=(1, 1, 128), c=(1, 1, 128))),
}


def _file(model: Model) -> Path:
    spec = importlib.util.find_spec(model.package)
    if spec is None or spec.origin is None:
        pytest.skip(f"the package {model.package} is absent: pip install --no-deps {model.package}")
    path = Path(spec.origin).parent / model.file
    if not path.is_file(): pytest.skip(f"this version of {model.package} has no {model.file}")
    return path


def _session(path: Path) -> Any:
    runtime = pytest.importorskip("onnxruntime", reason="onnxruntime is absent: pip install --no-deps onnxruntime flatbuffers")
    options = runtime.SessionOptions()
    options.log_severity_level = 3
    return runtime.InferenceSession(str(path), options, providers=["CPUExecutionProvider"])


def _given(inputs: dict[str, Any], held: tuple[str, ...]) -> dict[str, Any]:
    """What changes as tensors; what is held as it is, so that it may decide branches."""
    return {name: x if name in held else Tensor(x).realize() for name, x in inputs.items()}


def _captured(runner: OnnxRunner, fixed: dict[str, Any]) -> Any:
    return TinyJit(lambda **x: [found.realize() for found in runner({**x, **fixed}).values()])


@pytest.mark.parametrize("name", list(MODELS))
def test_a_model_gives_what_onnxruntime_gives(name: str) -> None:
    """Plainly, then captured: every later call replays, with new inputs, and nothing is scheduled for it."""
    chosen = MODELS[name]
    path = _file(chosen)
    runner, session = OnnxRunner(path), _session(path)
    step = _captured(runner, {n: x for n, x in chosen.inputs(np.random.default_rng(0)).items() if n in chosen.held})
    for seed in range(4):
        inputs = chosen.inputs(np.random.default_rng(seed))
        given = _given(inputs, chosen.held)
        found = step(**{n: x for n, x in given.items() if n not in chosen.held})
        for result, got, want in zip(runner.graph_outputs, found, session.run(None, inputs), strict=True):
            np.testing.assert_allclose(got.numpy(), want, rtol=1e-3, atol=chosen.atol, err_msg=f"{result} of run {seed}")
    assert "outside values are compared before each replay" in step.explain()  # is captured, and so were the later calls


def medians(name: str) -> tuple[float, float]:
    """Seconds that a captured call takes, and one of onnxruntime, each called in turn."""
    chosen = MODELS[name]
    path = _file(chosen)
    session, inputs = _session(path), chosen.inputs(np.random.default_rng(0))
    step = _captured(OnnxRunner(path), {n: x for n, x in inputs.items() if n in chosen.held})
    given = {n: x for n, x in _given(inputs, chosen.held).items() if n not in chosen.held}
    for _ in range(3): [found.numpy() for found in step(**given)]
    ours, theirs = [], []
    for _ in range(_RUNS):
        begin = time.perf_counter()
        for found in step(**given): found.numpy()
        middle = time.perf_counter()
        session.run(None, inputs)
        ours.append(middle - begin)
        theirs.append(time.perf_counter() - middle)
    return statistics.median(ours), statistics.median(theirs)


def main() -> None:
    """`python -m tests.nn.onnx.test_models`: a row for each model with both times."""
    for name in MODELS:
        ours, theirs = medians(name)
        print(f"{name:26s} heddle {ours * 1e3:8.2f} ms  onnxruntime {theirs * 1e3:8.2f} ms  ratio {theirs / ours:5.2f}")


if __name__ == "__main__": main()
