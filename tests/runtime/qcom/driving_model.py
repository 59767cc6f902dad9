"""A model of the shapes that driver assistance runs on Adreno GPUs, in ONNX, with random weights, and its capture.

Two camera frames as six planes, convolutions whose frames and weights are images of halves, a recurrent part (GRU) with its state, and
heads. Everything is drawn from one seed, so that another process makes the same inputs.
"""
from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import numpy as np
import onnx
from onnx import helper, numpy_helper

from heddle import Tensor, TinyJit
from heddle.dtype import ImageDType, dtypes
from heddle.nn.onnx import OnnxRunner

FRAMES, STATE, PLAN = (1, 12, 8, 16), (1, 1, 8), 8


def _weights() -> dict[str, np.ndarray]:
    rng = np.random.default_rng(17)
    shapes = {"stem": (8, 12, 3, 3), "depth": (8, 1, 3, 3), "point": (12, 8, 1, 1), "w": (1, 24, 12), "r": (1, 24, 8),
              "b": (1, 48), "plan": (PLAN, 8), "bias": (PLAN,)}
    return {name: (rng.standard_normal(shape) * 0.2).astype(np.float32) for name, shape in shapes.items()}


def model() -> onnx.ModelProto:
    """frames, state -> plan, next."""
    conv = {"strides": [2, 2], "pads": [1, 1, 1, 1]}
    nodes = [helper.make_node("Conv", ["frames", "stem"], ["a"], **conv), helper.make_node("Elu", ["a"], ["b0"]),
             helper.make_node("Conv", ["b0", "depth"], ["c"], group=8, **conv), helper.make_node("Relu", ["c"], ["d"]),
             helper.make_node("Conv", ["d", "point"], ["e"]), helper.make_node("Elu", ["e"], ["f"]),
             helper.make_node("GlobalAveragePool", ["f"], ["g"]), helper.make_node("Flatten", ["g"], ["h"]),
             helper.make_node("Unsqueeze", ["h", "axis"], ["x"]),
             helper.make_node("GRU", ["x", "w", "r", "b", "", "state"], ["", "next"], hidden_size=8, linear_before_reset=1),
             helper.make_node("Squeeze", ["next", "axis"], ["s"]),
             helper.make_node("Gemm", ["s", "plan_w", "bias"], ["plan"], transB=1)]
    stored = {("plan_w" if name == "plan" else name): value for name, value in _weights().items()} | {"axis": np.array([0])}

    def value(name: str, shape: tuple[int, ...]) -> onnx.ValueInfoProto:
        return helper.make_tensor_value_info(name, onnx.TensorProto.FLOAT, shape)
    graph = helper.make_graph(nodes, "driving", [value("frames", FRAMES), value("state", STATE)],
                              [value("plan", (1, PLAN)), value("next", STATE)],
                              [numpy_helper.from_array(array, name) for name, array in stored.items()])
    return helper.make_model(graph, opset_imports=[helper.make_opsetid("", 17)], ir_version=8)


def image_of(shape: tuple[int, ...]) -> ImageDType:
    """An image of halves with as many floats: rows of the last axes, four to a pixel."""
    size, width = int(np.prod(shape)), int(np.prod(shape[-2:]))
    width = width if width % 4 == 0 else 4 * int(np.prod(shape[-2:]))
    return dtypes.imageh((size // width, width // 4)) if size % width == 0 else dtypes.imageh((size // 4, 1))


def as_image(x: Tensor) -> Tensor:
    """The same tensor in an image of halves."""
    shape = tuple(int(n) for n in x.shape)
    return x.reshape(-1).cast(image_of(shape)).realize().reshape(shape)


def inputs(step: int, device: str) -> tuple[Tensor, Tensor]:
    """Frames and the first state."""
    frames = np.random.default_rng(step).standard_normal(FRAMES).astype(np.float32)
    return as_image(Tensor(frames, device=device)), Tensor(np.zeros(STATE, np.float32), device=device).realize()


def captured(device: str, path: Path) -> list[np.ndarray]:
    """Runs and captures the model, and saves the capture; the plans of four steps, each from the state of the one before."""
    runner = OnnxRunner(model(), device)
    stored = runner._kept.stored
    stored |= {name: as_image(Tensor(array, device=device)) for name, array in stored.items()
               if isinstance(array, np.ndarray) and array.ndim == 4}

    @TinyJit
    def step(frames: Tensor, state: Tensor) -> Mapping[str, Tensor]:
        made = runner({"frames": frames, "state": state})
        return {name: value.realize() for name, value in made.items()}
    plans = run(step, device)
    step.save(path)
    return plans


def run(step: TinyJit[..., Mapping[str, Tensor]], device: str) -> list[np.ndarray]:
    """The plans of four steps."""
    _, state = inputs(0, device)
    plans: list[np.ndarray] = []
    for n in range(4):
        made = step(inputs(n, device)[0], state)
        plans.append(made["plan"].numpy().copy())
        state = made["next"].clone().realize()
    return plans
