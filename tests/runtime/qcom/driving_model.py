"""A model of the shapes that driver assistance runs on Adreno GPUs, in ONNX, with random weights, and its capture.

Two camera frames as six planes each, convolutions whose frames and weights are images of halves, a recurrent part (GRU) with its
state, and heads. Everything is drawn from one seed, so that another process makes the same inputs.
"""
from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import onnx
from onnx import helper, numpy_helper

from heddle import Tensor, TinyJit
from heddle.dtype import ImageDType, dtypes
from heddle.nn.onnx import OnnxRunner


@dataclass(frozen=True)
class Sizes:
    """`rows`, `columns`: of a plane. `stem`: channels of the first convolution. `blocks`: channels and stride of each pair of a
    convolution by channel and one of points. `state`: width of the recurrent part. `plan`: numbers that it predicts."""

    rows: int
    columns: int
    stem: int
    blocks: tuple[tuple[int, int], ...]
    state: int
    plan: int

    @property
    def frames(self) -> tuple[int, int, int, int]: return 1, 12, self.rows, self.columns


SMALL = Sizes(8, 16, 8, ((12, 2),), 8, 8)
#: planes of 128 x 256 as supercombo has them, a body of separable convolutions, 512 features in the recurrent part
REAL = Sizes(128, 256, 32, ((32, 1), (64, 2), (64, 1), (128, 2), (128, 1), (256, 2), (256, 1), (512, 2)), 512, 1024)


def _weights(sizes: Sizes) -> dict[str, np.ndarray]:
    rng = np.random.default_rng(17)
    shapes: dict[str, tuple[int, ...]] = {"stem": (sizes.stem, 12, 3, 3)}
    channels = sizes.stem
    for n, (wider, _) in enumerate(sizes.blocks):
        shapes |= {f"depth{n}": (channels, 1, 3, 3), f"point{n}": (wider, channels, 1, 1)}
        channels = wider
    shapes |= {"w": (1, 3 * sizes.state, channels), "r": (1, 3 * sizes.state, sizes.state), "b": (1, 6 * sizes.state),
               "plan_w": (sizes.plan, sizes.state), "bias": (sizes.plan,)}
    return {name: (rng.standard_normal(shape) * 0.2).astype(np.float32) for name, shape in shapes.items()}


def model(sizes: Sizes = SMALL) -> onnx.ModelProto:
    """frames, state -> plan, next."""
    def conv(before: str, weight: str, after: str, stride: int, **more: int) -> list[onnx.NodeProto]:
        made = helper.make_node("Conv", [before, weight], [f"{after}c"], strides=[stride, stride], pads=[1, 1, 1, 1], **more)
        return [made, helper.make_node("Elu", [f"{after}c"], [after])]
    nodes, channels = conv("frames", "stem", "x", 2), sizes.stem
    for n, (wider, stride) in enumerate(sizes.blocks):
        nodes += conv("x" if not n else f"x{n - 1}", f"depth{n}", f"d{n}", stride, group=channels)
        nodes += [helper.make_node("Conv", [f"d{n}", f"point{n}"], [f"p{n}"]), helper.make_node("Elu", [f"p{n}"], [f"x{n}"])]
        channels = wider
    nodes += [helper.make_node("GlobalAveragePool", [f"x{len(sizes.blocks) - 1}"], ["g"]), helper.make_node("Flatten", ["g"], ["h"]),
              helper.make_node("Unsqueeze", ["h", "axis"], ["features"]),
              helper.make_node("GRU", ["features", "w", "r", "b", "", "state"], ["", "next"], hidden_size=sizes.state,
                               linear_before_reset=1),
              helper.make_node("Squeeze", ["next", "axis"], ["s"]),
              helper.make_node("Gemm", ["s", "plan_w", "bias"], ["plan"], transB=1)]
    stored = _weights(sizes) | {"axis": np.array([0])}

    def value(name: str, shape: tuple[int, ...]) -> onnx.ValueInfoProto:
        return helper.make_tensor_value_info(name, onnx.TensorProto.FLOAT, shape)
    state = (1, 1, sizes.state)
    graph = helper.make_graph(nodes, "driving", [value("frames", sizes.frames), value("state", state)],
                              [value("plan", (1, sizes.plan)), value("next", state)],
                              [numpy_helper.from_array(array, name) for name, array in stored.items()])
    return helper.make_model(graph, opset_imports=[helper.make_opsetid("", 17)], ir_version=8)


def image_of(shape: tuple[int, ...]) -> ImageDType:
    """An image of halves with as many floats: rows of the last axes, four to a pixel."""
    size, width = int(np.prod(shape)), int(np.prod(shape[-2:]))
    width = width if width % 4 == 0 else 4 * int(np.prod(shape[-2:]))
    while width > 4 * 16384 and width % 8 == 0: width //= 2
    return dtypes.imageh((size // width, width // 4)) if size % width == 0 else dtypes.imageh((size // 4, 1))


def as_image(x: Tensor) -> Tensor:
    """The same tensor in an image of halves."""
    shape = tuple(int(n) for n in x.shape)
    return x.reshape(-1).cast(image_of(shape)).realize().reshape(shape)


def inputs(step: int, device: str, sizes: Sizes = SMALL) -> tuple[Tensor, Tensor]:
    """Frames and the first state."""
    frames = np.random.default_rng(step).standard_normal(sizes.frames).astype(np.float32)
    return as_image(Tensor(frames, device=device)), Tensor(np.zeros((1, 1, sizes.state), np.float32), device=device).realize()


def step_of(device: str, sizes: Sizes = SMALL) -> TinyJit[..., Mapping[str, Tensor]]:
    """frames, state -> plan, next; on a device, with the weights of convolutions in images."""
    runner = OnnxRunner(model(sizes), device)
    stored = runner._kept.stored
    stored |= {name: as_image(Tensor(array, device=device)) for name, array in stored.items()
               if isinstance(array, np.ndarray) and array.ndim == 4}

    def step(frames: Tensor, state: Tensor) -> Mapping[str, Tensor]:
        made = runner({"frames": frames, "state": state})
        return {name: value.realize() for name, value in made.items()}
    return TinyJit(step)


def captured(device: str, path: Path, sizes: Sizes = SMALL) -> list[np.ndarray]:
    """Runs and captures the model, and saves the capture; the plans of four steps, each from the state of the one before."""
    step = step_of(device, sizes)
    plans = run(step, device, sizes)
    step.save(path)
    return plans


def run(step: TinyJit[..., Mapping[str, Tensor]], device: str, sizes: Sizes = SMALL) -> list[np.ndarray]:
    """The plans of four steps."""
    _, state = inputs(0, device, sizes)
    plans: list[np.ndarray] = []
    for n in range(4):
        made = step(inputs(n, device, sizes)[0], state)
        plans.append(made["plan"].numpy().copy())
        state = made["next"].clone().realize()
    return plans
