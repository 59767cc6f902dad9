"""YOLOv8 in plain functions of torch over a dict of weights: what the one on heddle.nn is compared with."""
from __future__ import annotations

import torch
import torch.nn.functional as F

Weights = dict[str, torch.Tensor]


def conv(w: Weights, name: str, x: torch.Tensor, stride: int = 1) -> torch.Tensor:
    kernel = w[f"{name}.conv.weight"]
    y = F.conv2d(x, kernel, None, stride, kernel.shape[-1] // 2)
    mean, var, weight, bias = (w[f"{name}.norm.{part}"] for part in ("running_mean", "running_var", "weight", "bias"))
    return F.silu(F.batch_norm(y, mean, var, weight, bias, eps=1e-3))


def split(w: Weights, name: str, x: torch.Tensor, count: int, adds: bool = False) -> torch.Tensor:
    parts = list(conv(w, f"{name}.cv1", x).chunk(2, 1))
    for i in range(count):
        y = conv(w, f"{name}.m.{i}.cv2", conv(w, f"{name}.m.{i}.cv1", parts[-1]))
        parts.append(parts[-1] + y if adds else y)
    return conv(w, f"{name}.cv2", torch.cat(parts, 1))


def pyramid(w: Weights, name: str, x: torch.Tensor) -> torch.Tensor:
    y = conv(w, f"{name}.cv1", x)
    return conv(w, f"{name}.cv2", torch.cat([y, *[F.max_pool2d(y, n, 1, n // 2) for n in (5, 9, 13)]], 1))


def branch(w: Weights, name: str, x: torch.Tensor) -> torch.Tensor:
    y = conv(w, f"{name}.1", conv(w, f"{name}.0", x))
    return F.conv2d(y, w[f"{name}.2.weight"], w[f"{name}.2.bias"])


def yolo(w: Weights, x: torch.Tensor) -> torch.Tensor:
    y = conv(w, "back.1", conv(w, "back.0", x, 2), 2)
    fine = split(w, "back.4", conv(w, "back.3", split(w, "back.2", y, 1, True), 2), 2, True)
    middle = split(w, "back.6", conv(w, "back.5", fine, 2), 2, True)
    coarse = pyramid(w, "back.9", split(w, "back.8", conv(w, "back.7", middle, 2), 1, True))
    second = split(w, "up.0", torch.cat([F.interpolate(coarse, scale_factor=2), middle], 1), 1)
    first = split(w, "up.1", torch.cat([F.interpolate(second, scale_factor=2), fine], 1), 1)
    second = split(w, "down.1", torch.cat([conv(w, "down.0", first, 2), second], 1), 1)
    third = split(w, "down.3", torch.cat([conv(w, "down.2", second, 2), coarse], 1), 1)
    found = []
    for i, level in enumerate((first, second, third)):
        box, stride = branch(w, f"head.cv2.{i}", level), 8 * 2 ** i
        batch, channels, height, width = box.shape
        weights = torch.arange(channels // 4).float().reshape(1, -1, 1, 1)
        sides = F.conv2d(box.reshape(batch, 4, channels // 4, -1).transpose(1, 2).softmax(1), weights.reshape(1, -1, 1, 1))[:, 0]
        rows, columns = torch.meshgrid(torch.arange(height) + 0.5, torch.arange(width) + 0.5, indexing="ij")
        places = torch.stack([columns.flatten(), rows.flatten()])
        low, high = places - sides[:, :2], places + sides[:, 2:]
        scores = branch(w, f"head.cv3.{i}", level).flatten(2).sigmoid()
        found.append(torch.cat([(low + high) / 2 * stride, (high - low) * stride, scores], 1))
    return torch.cat(found, 2)
