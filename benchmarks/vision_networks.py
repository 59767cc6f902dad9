"""Convolutional networks as ONNX files with random weights, batch norms folded in as an exporter folds them.

In: a name and a number of pictures. Out: the bytes of an ONNX model, input `x` (N, 3, H, W), one output. The layers, widths and
strides are those of the papers named at each network. Always true: equal names give equal bytes.
"""
from __future__ import annotations

import importlib
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np


class Graph:
    """An ONNX graph under construction; its methods append a node and give the name of its result."""

    def __init__(self, seed: int = 0) -> None:
        self._helper: Any = importlib.import_module("onnx.helper")
        self._from_array: Any = importlib.import_module("onnx.numpy_helper").from_array
        self._rng = np.random.default_rng(seed)
        self._nodes: list[Any] = []
        self._weights: list[Any] = []
        self._count = 0

    def node(self, op: str, *inputs: str, **attributes: Any) -> str:
        """Appends a node with one result."""
        self._count += 1
        self._nodes.append(self._helper.make_node(op, list(inputs), [found := f"v{self._count}"], **attributes))
        return found

    def constant(self, value: np.ndarray) -> str:
        """Adds a weight."""
        self._weights.append(self._from_array(value, name := f"w{len(self._weights)}"))
        return name

    def _random(self, *shape: int) -> str:
        """Normal weights whose products keep the variance of their input (He et al., arXiv:1502.01852)."""
        fan = int(np.prod(shape[1:])) if len(shape) > 1 else 100
        return self.constant((self._rng.standard_normal(shape) * np.sqrt(2 / fan)).astype(np.float32))

    def conv(self, x: str, into: int, out: int, kernel: int = 1, stride: int = 1, groups: int = 1) -> str:
        """A convolution with bias, padded to `ceil(size / stride)`."""
        pad = kernel // 2
        return self.node("Conv", x, self._random(out, into // groups, kernel, kernel), self._random(out), kernel_shape=[kernel] * 2,
                         strides=[stride] * 2, pads=[pad] * 4, group=groups)

    def linear(self, x: str, into: int, out: int) -> str:
        """A product of flattened rows with a matrix, and a bias."""
        return self.node("Gemm", self.node("Flatten", x), self._random(out, into), self._random(out), transB=1)

    def relu(self, x: str) -> str: return self.node("Relu", x)
    def relu6(self, x: str) -> str:
        return self.node("Clip", x, self.constant(np.array(0, np.float32)), self.constant(np.array(6, np.float32)))
    def silu(self, x: str) -> str: return self.node("Mul", x, self.node("Sigmoid", x))
    def add(self, a: str, b: str) -> str: return self.node("Add", a, b)
    def mean(self, x: str) -> str: return self.node("GlobalAveragePool", x)

    def pool(self, x: str, kernel: int, stride: int) -> str:
        """A maximum over windows."""
        return self.node("MaxPool", x, kernel_shape=[kernel] * 2, strides=[stride] * 2, pads=[kernel // 2] * 4)

    def concat(self, *xs: str) -> str: return self.node("Concat", *xs, axis=1)

    def double(self, x: str) -> str:
        """Nearest upsampling to twice the height and width."""
        return self.node("Resize", x, "", self.constant(np.array([1, 1, 2, 2], np.float32)), mode="nearest",
                         coordinate_transformation_mode="asymmetric", nearest_mode="floor")

    def model(self, result: str, shape: Sequence[int]) -> bytes:
        """The finished file."""
        value, f32 = self._helper.make_tensor_value_info, 1
        inputs, outputs = [value("x", f32, list(shape))], [value(result, f32, None)]
        graph = self._helper.make_graph(self._nodes, "network", inputs, outputs, self._weights)
        made = self._helper.make_model(graph, opset_imports=[self._helper.make_opsetid("", 17)], ir_version=8)
        infer: Any = importlib.import_module("onnx.shape_inference").infer_shapes  # the shape of the result is not given
        return infer(made, data_prop=True).SerializeToString()


def resnet(g: Graph, blocks: Sequence[int], is_deep: bool) -> str:
    """Residual networks (He et al., arXiv:1512.03385, table 1), strides in the 3 x 3 convolution of a bottleneck."""
    x, width = g.pool(g.relu(g.conv("x", 3, 64, 7, 2)), 3, 2), 64
    for stage, count in enumerate(blocks):
        inner = 64 << stage
        out = inner * 4 if is_deep else inner
        for i in range(count):
            stride = 2 if stage and not i else 1
            if is_deep: y = g.conv(g.relu(g.conv(g.relu(g.conv(x, width, inner)), inner, inner, 3, stride)), inner, out)
            else: y = g.conv(g.relu(g.conv(x, width, inner, 3, stride)), inner, out, 3)
            skip = x if stride == 1 and width == out else g.conv(x, width, out, 1, stride)
            x, width = g.relu(g.add(y, skip)), out
    return g.linear(g.mean(x), width, 1000)


def mobilenet(g: Graph) -> str:
    """MobileNetV2 (Sandler et al., arXiv:1801.04381, table 2)."""
    x, width = g.relu6(g.conv("x", 3, 32, 3, 2)), 32
    stages = ((1, 16, 1, 1), (6, 24, 2, 2), (6, 32, 3, 2), (6, 64, 4, 2), (6, 96, 3, 1), (6, 160, 3, 2), (6, 320, 1, 1))
    for factor, out, count, first in stages:
        for i in range(count):
            inner, stride = width * factor, 1 if i else first
            y = x if factor == 1 else g.relu6(g.conv(x, width, inner))
            y = g.conv(g.relu6(g.conv(y, inner, inner, 3, stride, inner)), inner, out)
            x, width = g.add(x, y) if i else y, out
    return g.linear(g.mean(g.relu6(g.conv(x, 320, 1280))), 1280, 1000)


def efficientnet(g: Graph) -> str:
    """EfficientNet-B0 (Tan and Le, arXiv:1905.11946, table 1), with squeeze and excitation."""
    x, width = g.silu(g.conv("x", 3, 32, 3, 2)), 32
    stages = ((1, 16, 1, 3, 1), (6, 24, 2, 3, 2), (6, 40, 2, 5, 2), (6, 80, 3, 3, 2), (6, 112, 3, 5, 1), (6, 192, 4, 5, 2),
              (6, 320, 1, 3, 1))
    for factor, out, count, kernel, first in stages:
        for i in range(count):
            inner, stride = width * factor, 1 if i else first
            y = x if factor == 1 else g.silu(g.conv(x, width, inner))
            y = g.silu(g.conv(y, inner, inner, kernel, stride, inner))
            small = width // 4
            gate = g.node("Sigmoid", g.conv(g.silu(g.conv(g.mean(y), inner, small)), small, inner))
            y = g.conv(g.node("Mul", y, gate), inner, out)
            x, width = g.add(x, y) if i else y, out
    return g.linear(g.mean(g.silu(g.conv(x, 320, 1280))), 1280, 1000)


def detector(g: Graph) -> str:
    """A one-stage detector with cross-stage partial blocks and a pyramid of three scales, as the YOLO family is built (Jocher et al.,
    YOLOv8, the smallest size): 80 classes and 4 x 16 bins of box edges at each place."""
    def block(x: str, into: int, out: int, kernel: int = 1, stride: int = 1) -> str:
        return g.silu(g.conv(x, into, out, kernel, stride))

    def partial(x: str, into: int, out: int, count: int, is_residual: bool = True) -> str:
        half = out // 2
        parts = [block(x, into, half), block(x, into, half)]
        for _ in range(count):
            y = block(block(parts[-1], half, half, 3), half, half, 3)
            parts.append(g.add(parts[-1], y) if is_residual else y)
        return block(g.concat(*parts), half * len(parts), out)

    x = block(block("x", 3, 16, 3, 2), 16, 32, 3, 2)
    x = block(partial(x, 32, 32, 1), 32, 64, 3, 2)
    fine = partial(x, 64, 64, 2)
    middle = partial(block(fine, 64, 128, 3, 2), 128, 128, 2)
    x = partial(block(middle, 128, 256, 3, 2), 256, 256, 1)
    pools = [block(x, 256, 128)]
    for _ in range(3): pools.append(g.pool(pools[-1], 5, 1))
    coarse = block(g.concat(*pools), 512, 256)
    middle = partial(g.concat(g.double(coarse), middle), 384, 128, 1, False)
    fine = partial(g.concat(g.double(middle), fine), 192, 64, 1, False)
    middle = partial(g.concat(block(fine, 64, 64, 3, 2), middle), 192, 128, 1, False)
    coarse = partial(g.concat(block(middle, 128, 128, 3, 2), coarse), 384, 256, 1, False)
    heads: list[str] = []
    for x, width in ((fine, 64), (middle, 128), (coarse, 256)):
        boxes = g.conv(block(block(x, width, 64, 3), 64, 64, 3), 64, 64)
        classes = g.conv(block(block(x, width, 80, 3), 80, 80, 3), 80, 80)
        shape = g.constant(np.array([0, 144, -1], np.int64))
        heads.append(g.node("Reshape", g.concat(boxes, classes), shape))
    return g.node("Concat", *heads, axis=2)


NETWORKS: dict[str, tuple[Callable[[Graph], str], int]] = {
    "resnet18": (lambda g: resnet(g, (2, 2, 2, 2), False), 224),
    "resnet50": (lambda g: resnet(g, (3, 4, 6, 3), True), 224),
    "mobilenet_v2": (mobilenet, 224),
    "efficientnet_b0": (efficientnet, 224),
    "detector": (detector, 320),
}


def network(name: str, pictures: int) -> tuple[bytes, tuple[int, ...]]:
    """The file of a network, and the shape of its input."""
    build, size = NETWORKS[name]
    shape = (pictures, 3, size, size)
    return (g := Graph()).model(build(g), shape), shape
