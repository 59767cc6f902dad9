"""YOLOv8: a detector without anchors, its boxes as distributions over distances (Jocher and others 2023; Li and others 2020)."""
from __future__ import annotations

from heddle import Tensor, nn
from tests.nn.models.resnet import ConvNorm


def conv(inputs: int, outputs: int, kernel: int = 1, stride: int = 1) -> ConvNorm:
    return ConvNorm(inputs, outputs, kernel, stride, act="silu", eps=1e-3)


class Bottleneck:
    def __init__(self, width: int, adds: bool) -> None:
        self.cv1, self.cv2, self.adds = conv(width, width, 3), conv(width, width, 3), adds

    def __call__(self, x: Tensor) -> Tensor:
        y = self.cv2(self.cv1(x))
        return x + y if self.adds else y


class Split:
    """C2f: half of the channels goes through bottlenecks, and the result of each is kept beside the others."""

    def __init__(self, inputs: int, outputs: int, count: int, adds: bool = False) -> None:
        half = outputs // 2
        self.cv1, self.cv2 = conv(inputs, 2 * half), conv((2 + count) * half, outputs)
        self.m = [Bottleneck(half, adds) for _ in range(count)]

    def __call__(self, x: Tensor) -> Tensor:
        parts = list(self.cv1(x).chunk(2, dim=1))
        for block in self.m: parts.append(block(parts[-1]))
        return self.cv2(parts[0].cat(*parts[1:], dim=1))


class Pyramid:
    """SPPF: what is greatest within 5, 9 and 13 pixels, beside the pixels themselves."""

    def __init__(self, width: int) -> None: self.cv1, self.cv2 = conv(width, width // 2), conv(2 * width, width)

    def __call__(self, x: Tensor) -> Tensor:
        parts = [self.cv1(x)]
        for _ in range(3): parts.append(parts[-1].max_pool2d(5, 1, padding=2))
        return self.cv2(parts[0].cat(*parts[1:], dim=1))


class Head:
    """At each place of each level: a box by four distributions over `bins` distances, and a score for each class."""

    def __init__(self, widths: list[int], classes: int, bins: int = 16) -> None:
        self.bins, self.strides = bins, [8 * 2 ** i for i in range(len(widths))]
        box, score = max(16, widths[0] // 4, 4 * bins), max(widths[0], min(classes, 100))
        self.cv2 = [[conv(w, box, 3), conv(box, box, 3), nn.Conv2d(box, 4 * bins, 1)] for w in widths]
        self.cv3 = [[conv(w, score, 3), conv(score, score, 3), nn.Conv2d(score, classes, 1)] for w in widths]

    def __call__(self, levels: list[Tensor]) -> Tensor:
        """Centre, size (pixels) and scores: (batch, 4 + classes, places)."""
        found = []
        for x, stride, box, score in zip(levels, self.strides, self.cv2, self.cv3, strict=True):
            batch, _, h, w = x.shape
            chances = x.sequential(box).reshape(batch, 4, self.bins, h * w).softmax(2)
            distances = (chances * Tensor.arange(self.bins).reshape(1, 1, -1, 1)).sum(2)  # left, top, right, bottom
            columns, rows = (Tensor.arange(w) + 0.5).expand(h, w).flatten(), (Tensor.arange(h) + 0.5).repeat_interleave(w)
            places = Tensor.stack(columns, rows).unsqueeze(0)
            low, high = places - distances[:, :2], places + distances[:, 2:]
            found.append(((low + high) / 2 * stride).cat((high - low) * stride, x.sequential(score).flatten(2).sigmoid(), dim=1))
        return found[0].cat(*found[1:], dim=2)


class Yolo:
    """Pictures (batch, 3, h, w), sides multiples of 32 -> boxes and scores (batch, 4 + classes, places)."""

    def __init__(self, width: int, classes: int) -> None:
        a, b, c, d, e = (width * 2 ** i for i in range(5))
        self.back = [conv(3, a, 3, 2), conv(a, b, 3, 2), Split(b, b, 1, True), conv(b, c, 3, 2), Split(c, c, 2, True),
                     conv(c, d, 3, 2), Split(d, d, 2, True), conv(d, e, 3, 2), Split(e, e, 1, True), Pyramid(e)]
        self.up = [Split(e + d, d, 1), Split(d + c, c, 1)]
        self.down = [conv(c, c, 3, 2), Split(c + d, d, 1), conv(d, d, 3, 2), Split(d + e, e, 1)]
        self.head = Head([c, d, e], classes)

    def __call__(self, x: Tensor) -> Tensor:
        fine = x.sequential(self.back[:5])
        middle = fine.sequential(self.back[5:7])
        coarse = middle.sequential(self.back[7:])
        second = self.up[0](doubled(coarse).cat(middle, dim=1))
        first = self.up[1](doubled(second).cat(fine, dim=1))
        second = self.down[1](self.down[0](first).cat(second, dim=1))
        return self.head([first, second, self.down[3](self.down[2](second).cat(coarse, dim=1))])


def doubled(x: Tensor) -> Tensor: return x.interpolate((x.shape[2] * 2, x.shape[3] * 2), "nearest")
