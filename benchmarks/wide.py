"""`python -m benchmarks.wide`: many operations at many shapes against torch, to find what is slow and not to boast of what is fast.

    python -m benchmarks.wide --threads 1 --rows product,conv --below 0.8

In: groups of rows. Out: a table of the rows, those first of which heddle is slowest beside torch. Always true: both run in turns in
one process, heddle as a captured call; each row's results are compared. A cell is the best of its calls: in one process and beside
other work a median says more about the machine. With one thread, times are of the processor and not of the clock.
"""
from __future__ import annotations

import argparse
import os
import time
from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np

Formula = Callable[..., Any]


class Row(NamedTuple):
    """Shapes of the inputs, and what heddle and torch do with them."""

    shapes: tuple[tuple[int, ...], ...]
    ours: Formula
    theirs: Formula


def same(formula: Formula, *shapes: tuple[int, ...]) -> Row:
    """What both spell alike."""
    return Row(shapes, formula, formula)


def conv(x: tuple[int, ...], w: tuple[int, ...], **how: Any) -> Row:
    """A convolution."""
    def theirs(x: Any, w: Any) -> Any:
        import torch
        return torch.conv2d(x, w, **how)
    return Row((x, w), lambda x, w: x.conv2d(w, **how), theirs)


def transposed(x: tuple[int, ...], w: tuple[int, ...], **how: Any) -> Row:
    """A transposed convolution."""
    def theirs(x: Any, w: Any) -> Any:
        import torch
        return torch.conv_transpose2d(x, w, **how)
    return Row((x, w), lambda x, w: x.conv_transpose2d(w, **how), theirs)


def products() -> dict[str, Row]:
    """Sizes, layouts, and long, flat and batched ones."""
    square = {f"{n}": ((n, n), (n, n)) for n in (500, 512, 1024, 2048)}
    rows = {f"product {n}": same(lambda a, b: a @ b, *s) for n, s in square.items()}
    rows |= {f"product {n}, both across": same(lambda a, b: a.T @ b.T, *s) for n, s in square.items()}
    rows |= {f"product {n}, left across": same(lambda a, b: a.T @ b, *s) for n, s in square.items()}
    rows |= {f"product {n}, right across": same(lambda a, b: a @ b.T, *s) for n, s in square.items()}
    return rows | {
        "product, sums of 4096": same(lambda a, b: a @ b, (1024, 4096), (4096, 1024)),
        "product, gradient of weights": same(lambda a, b: a.T @ b, (4096, 384), (4096, 1536)),
        "product, gradient of wide weights": same(lambda a, b: a.T @ b, (4096, 1536), (4096, 384)),
        "product, 8 rows": same(lambda a, b: a @ b.T, (8, 1024), (4096, 1024)),
        "product, 32 rows": same(lambda a, b: a @ b, (32, 1024), (1024, 4096)),
        "product, 64 columns": same(lambda a, b: a @ b, (16384, 64), (64, 64)),
        "product, matrix and vector": same(lambda a, b: a @ b, (2048, 2048), (2048,)),
        "product, vector and matrix": same(lambda a, b: a @ b, (2048,), (2048, 2048)),
        "product, outer": same(lambda a, b: a @ b, (2048, 8), (8, 2048)),
        "product, 256 of 64": same(lambda a, b: a @ b, (256, 64, 64), (256, 64, 64)),
        "product, scores": same(lambda a, b: a @ b.transpose(-1, -2), (96, 128, 32), (96, 128, 32)),
        "product, scores and values": same(lambda a, b: a @ b, (96, 128, 128), (96, 128, 32)),
    }


def convolutions() -> dict[str, Row]:
    """Strides, borders, groups, kernels of one and of many elements, odd shapes."""
    return {
        "conv 3x3": conv((8, 64, 56, 56), (64, 64, 3, 3), padding=1),
        "conv 3x3, step 2": conv((8, 64, 56, 56), (128, 64, 3, 3), padding=1, stride=2),
        "conv 3x3, 7 x 7": conv((8, 512, 7, 7), (512, 512, 3, 3), padding=1),
        "conv 3x3, odd": conv((3, 17, 29, 31), (23, 17, 3, 3)),
        "conv 3x3, one channel": conv((64, 1, 28, 28), (32, 1, 3, 3)),
        "conv 3x3, dilated": conv((8, 64, 28, 28), (64, 64, 3, 3), padding=2, dilation=2),
        "conv 3x3, 4 groups": conv((8, 64, 28, 28), (64, 16, 3, 3), padding=1, groups=4),
        "conv 1x1": conv((8, 256, 28, 28), (64, 256, 1, 1)),
        "conv 1x1, step 2": conv((8, 256, 28, 28), (512, 256, 1, 1), stride=2),
        "conv 5x5": conv((8, 32, 32, 32), (64, 32, 5, 5), padding=2),
        "conv 7x7, step 2": conv((4, 3, 224, 224), (64, 3, 7, 7), padding=3, stride=2),
        "conv 16x16, step 16": conv((4, 3, 224, 224), (384, 3, 16, 16), stride=16),
        "conv 3x3, depthwise": conv((8, 64, 56, 56), (64, 1, 3, 3), padding=1, groups=64),
        "conv 7x7, depthwise": conv((4, 96, 56, 56), (96, 1, 7, 7), padding=3, groups=96),
        "conv 5x5, blur": conv((1, 3, 512, 512), (3, 1, 5, 5), padding=2, groups=3),
        "conv transposed 2x2, step 2": transposed((8, 64, 28, 28), (64, 32, 2, 2), stride=2),
        "conv transposed 3x3, step 2": transposed((8, 64, 28, 28), (64, 32, 3, 3), stride=2, padding=1, output_padding=1),
        "conv transposed 4x4, step 2": transposed((8, 64, 28, 28), (64, 32, 4, 4), stride=2, padding=1),
    }


def reductions() -> dict[str, Row]:
    """Along every axis, scans, and what is sorted."""
    return {
        "reduce, sum of all": same(lambda x: x.sum(), (1 << 24,)),
        "reduce, sums of short rows": same(lambda x: x.sum(1), (65536, 16)),
        "reduce, softmax of rows of 10": same(lambda x: x.softmax(1), (65536, 10)),
        "reduce, softmax of rows of 16": same(lambda x: x.softmax(-1), (32, 12, 64, 16)),
        "reduce, softmax of rows of 24": same(lambda x: x.softmax(1), (16384, 24)),
        "reduce, loss over 10 classes": Row(((65536, 10),), lambda x: -x.log_softmax(1)[:, 3].mean(),
                                            lambda x: -x.log_softmax(1)[:, 3].mean()),
        "reduce, sums of the middle": same(lambda x: x.sum(1), (64, 256, 256)),
        "reduce, sums by channel": same(lambda x: x.sum((0, 2, 3)), (32, 64, 32, 32)),
        "reduce, greatest of columns": Row(((4096, 1024),), lambda x: x.max(0), lambda x: x.amax(0)),
        "reduce, place of the greatest": same(lambda x: x.argmax(1), (4096, 1024)),
        "reduce, sums of odd columns": same(lambda x: x.sum(0), (999, 777)),
        "reduce, softmax of odd rows": same(lambda x: x.softmax(1), (999, 777)),
        "reduce, softmax of columns": same(lambda x: x.softmax(0), (1024, 1024)),
        "reduce, running sums of rows": same(lambda x: x.cumsum(1), (1024, 4096)),
        "reduce, running sums of columns": same(lambda x: x.cumsum(0), (1024, 4096)),
        "reduce, sorted rows": same(lambda x: x.sort(1)[0], (256, 1024)),
        "reduce, running sum of all": same(lambda x: x.cumsum(0), (1 << 20,)),
        "reduce, sorted thousand": same(lambda x: x.sort(0)[0], (1000,)),
        "reduce, sorted million": same(lambda x: x.sort(0)[0], (1000000,)),
        "reduce, ten greatest of a vocabulary": same(lambda x: x.topk(10, 1)[0], (64, 32000)),
        "reduce, eight greatest": same(lambda x: x.topk(8, 1)[0], (256, 1024)),
    }


def moves() -> dict[str, Row]:
    """Elements that go elsewhere."""
    def cat(a: Any, b: Any) -> Any:
        import torch
        return torch.cat([a, b], 1)

    def pad(x: Any, mode: str) -> Any:
        import torch
        return torch.nn.functional.pad(x, (1, 1, 1, 1), mode=mode)
    return {
        "move, transposed": same(lambda x: x.T.contiguous(), (4096, 4096)),
        "move, channels last": same(lambda x: x.permute((0, 2, 3, 1)).contiguous(), (8, 64, 56, 56)),
        "move, heads": same(lambda x: x.permute((0, 2, 1, 3)).contiguous(), (8, 128, 12, 32)),
        "move, side by side": Row(((1024, 1024), (1024, 1024)), lambda a, b: a.cat(b, dim=1), cat),
        "move, mirrored": Row(((1024, 1024),), lambda x: x.flip(1).contiguous(), lambda x: x.flip(1)),
        "move, repeated": same(lambda x, y: x + y, (1024, 1024), (1024, 1)),
        "move, repeated to odd columns": same(lambda x, y: x * y, (999, 777), (999, 1)),
        "move, odd columns side by side": Row(((999, 1600), (999, 77)), lambda a, b: a.cat(b, dim=1), cat),
        "move, rolled": same(lambda x: x.roll(100, 1), (999, 777)),
        "move, differences": same(lambda x: x[:, 1:] - x[:, :-1], (999, 777)),
        "move, border of zeros": Row(((64, 57, 57),), lambda x: x.pad((1, 1, 1, 1)), lambda x: pad(x, "constant")),
        "move, mirrored border": Row(((1, 64, 57, 57),), lambda x: x.pad((1, 1, 1, 1), mode="reflect"), lambda x: pad(x, "reflect")),
        "move, lower triangle": same(lambda x: x.tril(), (777, 777)),
    }


def layers() -> dict[str, Row]:
    """What stands between the products of networks: resampling, joining, picking, pools and norms, at odd sizes too."""
    def functional(name: str, *args: Any, **how: Any) -> Formula:
        def theirs(*x: Any) -> Any:
            import torch
            return getattr(torch.nn.functional, name)(*x, *args, **how)
        return theirs

    def resized(x: tuple[int, ...], size: tuple[int, int], mode: str) -> Row:
        ours = mode.removeprefix("bi")
        return Row((x,), lambda x: x.interpolate(size, mode=ours), functional("interpolate", size=size, mode=mode))

    def joined(dim: int, *shapes: tuple[int, ...]) -> Row:
        def theirs(*x: Any) -> Any:
            import torch
            return torch.cat(x, dim)
        return Row(shapes, lambda x, *y: x.cat(*y, dim=dim), theirs)

    def stacked(dim: int, *shapes: tuple[int, ...]) -> Row:
        def theirs(*x: Any) -> Any:
            import torch
            return torch.stack(x, dim)
        return Row(shapes, lambda x, *y: x.stack(*y, dim=dim), theirs)
    return {
        "layer, bilinear to 61 x 61": resized((8, 32, 31, 31), (61, 61), "bilinear"),
        "layer, bilinear doubled": resized((8, 32, 32, 32), (64, 64), "bilinear"),
        "layer, nearest doubled": resized((8, 32, 31, 31), (62, 62), "nearest"),
        "layer, channels joined": joined(1, (8, 48, 31, 31), (8, 33, 31, 31)),
        "layer, three joined": joined(1, (8, 64, 28, 28), (8, 32, 28, 28), (8, 32, 28, 28)),
        "layer, last axis joined": joined(-1, (512, 33, 17), (512, 33, 19)),
        "layer, rows joined": joined(0, (333, 777), (666, 777)),
        "layer, stacked": stacked(0, (333, 777), (333, 777), (333, 777)),
        "layer, stacked at the end": stacked(-1, (333, 777), (333, 777)),
        "layer, windows": Row(((8, 16, 31, 31),), lambda x: x.unfold(2, 3, 1).contiguous(), lambda x: x.unfold(2, 3, 1).contiguous()),
        "layer, pixels shuffled": Row(((4, 64, 33, 33),), lambda x: x.reshape(4, 16, 2, 2, 33, 33).permute(
            0, 1, 4, 2, 5, 3).reshape(4, 16, 66, 66).contiguous(), functional("pixel_shuffle", 2)),
        "layer, greatest of windows": Row(((8, 64, 57, 57),), lambda x: x.max_pool2d((3, 3), 2, padding=1),
                                          functional("max_pool2d", 3, 2, 1)),
        "layer, means of windows": Row(((8, 64, 57, 57),), lambda x: x.avg_pool2d((2, 2)), functional("avg_pool2d", 2)),
        "layer, mean of pictures": Row(((8, 512, 7, 7),), lambda x: x.mean((2, 3)), lambda x: x.mean((2, 3))),
        "layer, norm of odd rows": Row(((999, 777),), lambda x: x.layernorm(), functional("layer_norm", (777,))),
        "layer, norm of 1024": Row(((999, 1024),), lambda x: x.layernorm(), functional("layer_norm", (1024,))),
        "layer, gelu": Row(((999, 777),), lambda x: x.gelu(), functional("gelu", approximate="tanh")),
        "layer, silu": Row(((999, 777),), lambda x: x.silu(), functional("silu")),
        "layer, log of softmax": Row(((999, 777),), lambda x: x.log_softmax(), functional("log_softmax", -1)),
        "layer, spread": Row(((999, 777),), lambda x: x.std(1), lambda x: x.std(1)),
        "layer, squares of rows": same(lambda x: (x * x).mean(1), (999, 777)),
        "layer, greater of two": Row(((999, 777), (999, 777)), lambda a, b: a.maximum(b), lambda a, b: a.maximum(b)),
        "layer, clipped": Row(((999, 777),), lambda x: x.clip(-1, 1), lambda x: x.clip(-1, 1)),
        "layer, powers": same(lambda x: (x * x + 1) ** 0.7, (999, 777)),
        "layer, sines": same(lambda x: x.sin(), (999, 777)),
        "layer, gated": same(lambda x: x[:, :1024] * x[:, 1024:].sigmoid(), (512, 2048)),
        "layer, rotated pairs": Row(((512, 8, 64), (512, 1, 32), (512, 1, 32)), rotated, rotated),
        "layer, bias to channels": same(lambda x, b: x + b, (8, 64, 31, 31), (64, 1, 1)),
    }


def rotated(x: Any, c: Any, s: Any) -> Any:
    """Rotary positions, by halves."""
    a, b = x[..., :32], x[..., 32:]
    first, second = a * c - b * s, a * s + b * c
    if hasattr(first, "numel") and type(first).__module__.startswith("torch"):
        import torch
        return torch.cat([first, second], -1)
    return first.cat(second, dim=-1)


ROWS: dict[str, Row] = {**products(), **convolutions(), **reductions(), **moves(), **layers()}


class Result(NamedTuple):
    """Seconds of the best call of each, and the largest difference as a share of the largest value."""

    ours: float
    theirs: float
    difference: float

    @property
    def ratio(self) -> float: return self.theirs / self.ours


def measure(row: Row, seconds: float, clock: Callable[[], float]) -> Result:
    """Both in turns, for some `seconds`, after the capture."""
    import torch

    from heddle import Tensor, TinyJit
    rng = np.random.default_rng(2026)
    arrays = [rng.standard_normal(shape, np.float32) for shape in row.shapes]
    mine, other = [Tensor(a).realize() for a in arrays], [torch.tensor(a) for a in arrays]
    call = TinyJit(lambda *x: row.ours(*x).realize())
    for _ in range(3): result = call(*mine)
    wanted = row.theirs(*other).numpy().astype(np.float64)
    difference = float(np.abs(result.numpy() - wanted).max() / max(np.abs(wanted).max(), 1e-30))
    best, end = [float("inf")] * 2, time.perf_counter() + seconds
    while time.perf_counter() < end:
        for i, run in enumerate((lambda: call(*mine), lambda: row.theirs(*other))):
            start = clock()
            run()
            best[i] = min(best[i], clock() - start)
    return Result(best[0], best[1], difference)


def parse() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.wide", description="many operations and shapes against torch")
    parser.add_argument("--rows", default="", help="comma-separated beginnings of rows; default all")
    parser.add_argument("--threads", type=int, default=1, help="threads of both; default 1")
    parser.add_argument("--seconds", type=float, default=0.6, help="length of a row; default 0.6")
    parser.add_argument("--below", type=float, default=float("inf"), help="only rows where heddle is less than so many times as fast")
    return parser.parse_args()


def main() -> None:
    options = parse()
    os.environ["THREADS"] = str(options.threads)
    import torch
    torch.set_num_threads(options.threads)
    clock = time.thread_time if options.threads == 1 else time.perf_counter
    chosen = {name: row for name, row in ROWS.items() if name.startswith(tuple(options.rows.split(",")))}
    found = {name: measure(row, options.seconds, clock) for name, row in chosen.items()}
    print("| row | heddle | torch | times as fast | difference |\n|---|---|---|---|---|")
    for name, r in sorted(found.items(), key=lambda item: item[1].ratio):
        if r.ratio < options.below:
            print(f"| {name} | {r.ours * 1e3:.3f} ms | {r.theirs * 1e3:.3f} ms | {r.ratio:.2f}× | {r.difference:.0e} |")


if __name__ == "__main__":
    main()
