"""ResNet with bottlenecks, and EfficientNet (He and others 2016; Tan and Le 2019)."""
from __future__ import annotations

from heddle import Tensor, nn


class ConvNorm:
    """A convolution without bias, batch norm, and an activation."""

    def __init__(self, inputs: int, outputs: int, kernel: int, stride: int = 1, groups: int = 1, act: str = "relu", eps: float = 1e-5,
                 pads: tuple[int, int] | None = None) -> None:
        padding = kernel // 2 if pads is None else pads * 2
        self.conv = nn.Conv2d(inputs, outputs, kernel, stride, padding, groups=groups, bias=False)
        self.norm, self.act = nn.BatchNorm2d(outputs, eps), act

    def __call__(self, x: Tensor) -> Tensor:
        y = self.norm(self.conv(x))
        return getattr(y, self.act)() if self.act else y


class Bottleneck:
    def __init__(self, inputs: int, outputs: int, stride: int) -> None:
        inner = outputs // 4
        self.layer = [ConvNorm(inputs, inner, 1), ConvNorm(inner, inner, 3, stride), ConvNorm(inner, outputs, 1, act="")]
        self.shortcut = ConvNorm(inputs, outputs, 1, stride, act="") if inputs != outputs or stride != 1 else None

    def __call__(self, x: Tensor) -> Tensor:
        return (x.sequential(self.layer) + (x if self.shortcut is None else self.shortcut(x))).relu()


class ResNet:
    """Pictures (batch, 3, height, width) -> logits (batch, classes)."""

    def __init__(self, first: int, widths: list[int], depths: list[int], classes: int) -> None:
        self.first, self.stages, inputs = ConvNorm(3, first, 7, 2), [], first
        for n, (width, depth) in enumerate(zip(widths, depths, strict=True)):
            self.stages.append([Bottleneck(inputs if i == 0 else width, width, 2 if n and i == 0 else 1) for i in range(depth)])
            inputs = width
        self.classifier = nn.Linear(inputs, classes)

    def __call__(self, x: Tensor) -> Tensor:
        y = self.first(x).max_pool2d(3, 2, padding=1)
        for stage in self.stages: y = y.sequential(stage)
        return self.classifier(y.mean((2, 3)))


class MobileBlock:
    """Expansion, a convolution of each channel by itself, weights of channels by their means, projection."""

    def __init__(self, inputs: int, outputs: int, kernel: int, stride: int, ratio: int) -> None:
        inner, pad = inputs * ratio, kernel // 2
        self.adds = inputs == outputs and stride == 1
        self.expansion = ConvNorm(inputs, inner, 1, act="silu", eps=1e-3) if ratio != 1 else None
        self.depthwise = ConvNorm(inner, inner, kernel, stride, inner, "silu", 1e-3, (pad - 1, pad) if stride == 2 else None)
        reduced = max(1, inputs // 4)
        self.reduce, self.expand = nn.Conv2d(inner, reduced, 1), nn.Conv2d(reduced, inner, 1)
        self.projection = ConvNorm(inner, outputs, 1, act="", eps=1e-3)

    def __call__(self, x: Tensor) -> Tensor:
        y = self.depthwise(x if self.expansion is None else self.expansion(x))
        y = self.projection(y * self.expand(self.reduce(y.mean((2, 3), keepdim=True)).silu()).sigmoid())
        return y + x if self.adds else y


class EfficientNet:
    """Pictures (batch, 3, height, width) -> features (batch, top, height', width'). blocks: (inputs, outputs, kernel, stride,
    ratio)."""

    def __init__(self, first: int, blocks: list[tuple[int, int, int, int, int]], top: int) -> None:
        self.first = ConvNorm(3, first, 3, 2, act="silu", eps=1e-3, pads=(0, 1))
        self.blocks, self.top = [MobileBlock(*sizes) for sizes in blocks], ConvNorm(blocks[-1][1], top, 1, act="silu", eps=1e-3)

    def __call__(self, x: Tensor) -> Tensor: return self.top(self.first(x).sequential(self.blocks))
