"""`python -m benchmarks.onnx_models`: captured calls of ONNX models, next to onnxruntime and OpenVINO on one thread.

    python -m benchmarks.onnx_models                 # writes benchmarks/results/onnx-<cpu>-<date>.md
    python -m benchmarks.onnx_models --rows magika,resnet18 --out -

The models are convolutional networks with random weights (vision_networks.py), of one and of eight pictures, and those that packages
bring along: `pip install --no-deps onnxruntime flatbuffers magika silero-vad rapidocr-onnxruntime`, and `pip install openvino` for the
second peer. Models of a package that is absent are left out, and so is OpenVINO. Each model has a process of its own, held to one
core, in which all are called in turn, with results as NumPy arrays; that these are equal is checked before anything is timed.
"""
from __future__ import annotations

import argparse
import datetime
import importlib
import importlib.util
import json
import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from benchmarks import report
from benchmarks.machine import cpu_name, describe_machine
from benchmarks.setup import environment, pinned
from benchmarks.vision_networks import NETWORKS, network

_SAMPLES, _SECONDS = 15, 4.0  # at least so many calls of each, and for so long


@dataclass(frozen=True)
class Model:
    """A file of a package, and how its inputs are made; `held` are the inputs that do not change from call to call.

    Without a package, `file` names a network, which is written for so many `pictures`.
    """

    package: str
    file: str
    inputs: Callable[[np.random.Generator], dict[str, Any]]
    held: tuple[str, ...] = ()
    atol: float = 2e-5
    pictures: int = 0

    def path(self) -> Path | None:
        """Where the file of a package is; None if the package is absent, or this version of it has no such file."""
        spec = importlib.util.find_spec(self.package)
        if spec is None or spec.origin is None: return None
        found = Path(spec.origin).parent / self.file
        return found if found.is_file() else None

    def is_here(self) -> bool:
        """Whether it can be measured."""
        return importlib.util.find_spec("onnx") is not None if self.pictures else self.path() is not None

    @property
    def needs(self) -> str:
        """The package that it comes from, or is written by."""
        return self.package or "onnx"

    def check(self, got: np.ndarray, want: np.ndarray, what: str = "") -> None:
        """AssertionError if a result is not close to the wanted one; those of a network, to the largest of them."""
        atol = self.atol * max(1.0, float(np.abs(want).max())) if self.pictures else self.atol
        np.testing.assert_allclose(got, want, rtol=1e-3, atol=atol, err_msg=what)

    def written(self, folder: Path) -> Path:
        """The file; a network is written to `folder`. FileNotFoundError if its package is absent."""
        if not self.pictures:
            if (path := self.path()) is not None: return path
            raise FileNotFoundError(f"the package {self.package} has no {self.file}: pip install --no-deps {self.package}")
        path = folder / "network.onnx"
        path.write_bytes(network(self.file, self.pictures)[0])
        return path


def _network(name: str, pictures: int) -> Model:
    size = NETWORKS[name][1]
    # sums of thousands of products, each rounded to 24 bits, in orders of their own
    return Model("", name, _floats(x=(pictures, 3, size, size)), atol=1e-3, pictures=pictures)


def _floats(**shapes: tuple[int, ...]) -> Callable[[np.random.Generator], dict[str, Any]]:
    return lambda rng: {name: rng.standard_normal(shape).astype(np.float32) for name, shape in shapes.items()}


def _speech(samples: int, rate: int | None = 16000) -> Callable[[np.random.Generator], dict[str, Any]]:
    def make(rng: np.random.Generator) -> dict[str, Any]:
        found = {"input": (rng.standard_normal((1, samples)) / 9).astype(np.float32), "state": np.zeros((2, 1, 128), np.float32)}
        return found if rate is None else found | {"sr": np.array(rate, np.int64)}
    return make


_OCR, _VAD = "rapidocr_onnxruntime", "silero_vad"
MODELS = {
    **{name if n == 1 else f"{name} x {n}": _network(name, n) for name in NETWORKS for n in (1, 8)},
    "magika": Model("magika", "models/standard_v3_3/model.onnx",
                    lambda rng: {"bytes": rng.integers(0, 257, (1, 2048)).astype(np.int32)}),
    "text detection": Model(_OCR, "models/ch_PP-OCRv4_det_infer.onnx", _floats(x=(1, 3, 160, 256)), atol=1e-4),
    "text recognition": Model(_OCR, "models/ch_PP-OCRv4_rec_infer.onnx", _floats(x=(1, 3, 48, 160)), atol=1e-4),
    "text direction": Model(_OCR, "models/ch_ppocr_mobile_v2.0_cls_infer.onnx", _floats(x=(2, 3, 48, 192)), atol=1e-4),
    "voice": Model(_VAD, "data/silero_vad.onnx", _speech(576), ("sr",)),
    "voice at 8 kHz": Model(_VAD, "data/silero_vad.onnx", _speech(288, 8000), ("sr",)),
    "voice of version 15": Model(_VAD, "data/silero_vad_16k_op15.onnx", _speech(576), ("sr",)),
    "voice without If": Model(_VAD, "data/silero_vad_op18_ifless.onnx", _speech(576), ("sr",)),
    "voice in half precision": Model(_VAD, "data/silero_vad_half.onnx", _speech(576, None), atol=1e-2),
    "voice for OpenVINO": Model(_VAD, "data/silero_vad_openvino_16k.onnx", _speech(576, None)),
    "a sequence of voice": Model(_VAD, "data/silero_vad_16k_sequence.onnx", _floats(input=(5, 576), h=(1, 1, 128), c=(1, 1, 128))),
}


def session(path: Path, threads: int = 0) -> Any:
    """onnxruntime with this file; 0 threads are as many as it likes. ImportError if it is absent."""
    runtime = importlib.import_module("onnxruntime")
    options = runtime.SessionOptions()
    options.log_severity_level, options.intra_op_num_threads, options.inter_op_num_threads = 3, threads, threads
    return runtime.InferenceSession(str(path), options, providers=["CPUExecutionProvider"])


def by_openvino(path: Path, threads: int) -> Callable[[dict[str, Any]], list[Any]]:
    """OpenVINO with this file. ImportError if it is absent."""
    openvino = importlib.import_module("openvino")
    core = openvino.Core()
    options = {"INFERENCE_NUM_THREADS": threads, "PERFORMANCE_HINT": "LATENCY", "INFERENCE_PRECISION_HINT": "f32"}
    request = core.compile_model(core.read_model(str(path)), "CPU", options).create_infer_request()
    return lambda inputs: list(request.infer(inputs).values())


def captured(path: Path, fixed: dict[str, Any]) -> Any:
    """A TinyJit of the model that gives its results in order; `fixed` are inputs that may decide branches."""
    from heddle import TinyJit
    from heddle.nn.onnx import OnnxRunner
    runner = OnnxRunner(path)
    return TinyJit(lambda **x: [found.realize() for found in runner({**x, **fixed}).values()])


def measure(name: str, least: int = _SAMPLES, seconds: float = _SECONDS) -> dict[str, list[float]]:
    """Seconds of captured calls of a model, and of calls of the peers, in turn. AssertionError if the results differ."""
    from heddle import Tensor
    model = MODELS[name]
    with tempfile.TemporaryDirectory(prefix="heddle-bench-") as folder:
        path = model.written(Path(folder))
        inputs, theirs = model.inputs(np.random.default_rng(0)), session(path, 1)
        step = captured(path, {n: x for n, x in inputs.items() if n in model.held})
        given = {n: Tensor(x).realize() for n, x in inputs.items() if n not in model.held}
        calls: dict[str, Callable[[], list[Any]]] = {
            "heddle": lambda: [found.numpy() for found in step(**given)], "onnxruntime": lambda: theirs.run(None, inputs)}
        if importlib.util.find_spec("openvino") is not None:
            try: infer = by_openvino(path, 1)
            except RuntimeError as fault: print(f"OpenVINO does not take {name}: {fault}", file=sys.stderr)
            else: calls["OpenVINO"] = lambda: infer(inputs)
        for _ in range(4): found = {peer: call() for peer, call in calls.items()}
    for results in found.values():
        for got, want in zip(results, found["onnxruntime"], strict=True): model.check(got, want)
    times: dict[str, list[float]] = {peer: [] for peer in calls}
    end = time.perf_counter() + seconds
    while len(times["heddle"]) < least or time.perf_counter() < end:
        for peer, call in calls.items():
            began = time.perf_counter()
            call()
            times[peer].append(time.perf_counter() - began)
    return times


def run(names: list[str]) -> str:
    """The table of these models, each measured in a process of its own; no figure of OpenVINO where it does not take a file."""
    lines = ["| model | heddle | onnxruntime | OpenVINO | speed of heddle beside the better: medians | quickest calls |",
             "|---|---|---|---|---|---|"]
    with tempfile.TemporaryDirectory(prefix="heddle-bench-") as folder:
        env = environment("heddle", 1, Path(folder), huge_pages=False)
        env["PYTHONPATH"] = os.pathsep.join(filter(None, (env["PYTHONPATH"], os.environ.get("PYTHONPATH"))))
        for name in names:
            if not MODELS[name].is_here():
                print(f"{name}: left out, the package {MODELS[name].needs} is absent", flush=True)
                continue
            command = pinned([sys.executable, "-m", "benchmarks.onnx_models", "--measure", name], 1)
            done = subprocess.run(command, env=env, check=True, capture_output=True, text=True)
            lines.append(row(name, json.loads(done.stdout.splitlines()[-1])))
            print(lines[-1], flush=True)
    return "\n".join(lines)


def row(name: str, times: dict[str, list[float]]) -> str:
    """A line of the table: medians, and how many times as fast as the better peer heddle is by medians and by the quickest calls."""
    ours, theirs = times["heddle"], [times[peer] for peer in times if peer != "heddle"]
    peers = ("heddle", "onnxruntime", "OpenVINO")
    cells = [report.duration(statistics.median(times[peer])) if peer in times else "" for peer in peers]
    ratios = [min(map(statistics.median, theirs)) / statistics.median(ours), min(map(min, theirs)) / min(ours)]
    return "| " + " | ".join([name, *cells, *(f"{ratio:.2f}×" for ratio in ratios)]) + " |"


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.onnx_models", description=__doc__)
    parser.add_argument("--rows", default=",".join(MODELS), help="comma-separated names of models")
    parser.add_argument("--out", type=Path, help="file to write; default benchmarks/results/onnx-<cpu>-<date>.md, - for none")
    parser.add_argument("--measure", choices=MODELS, help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.measure:
        print(json.dumps(measure(options.measure)))
        return
    names = options.rows.split(",")
    if unknown := [n for n in names if n not in MODELS]: parser.error(f"no model {', '.join(unknown)}; there are {', '.join(MODELS)}")
    head = (f"# ONNX models, {cpu_name()}, {datetime.date.today()}\n\n{describe_machine()}. One core, one thread; captured calls, "
            "results as NumPy arrays; medians of interleaved calls.\n")
    report.write("\n".join([head, run(names), ""]), options.out, "onnx-")


if __name__ == "__main__": main()
