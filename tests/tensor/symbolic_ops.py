"""Operations over sizes known at launch, each with what torch does with the same sizes as integers.

A row is (name, heddle's side, torch's side): functions of a matrix (12, 8), images (2, 3, 12, 12) and a size from 1 to 12.
"""
from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np
import torch
import torch.nn.functional as F  # noqa: N812 (its usual name)

from heddle import Tensor, Variable, nn

N = Variable("n", 1, 12)
_RNG = np.random.default_rng(0)
MATRIX = _RNG.standard_normal((12, 8)).astype(np.float32)
IMAGES = _RNG.standard_normal((2, 3, 12, 12)).astype(np.float32)
_ROW = _RNG.standard_normal((4, 3, 3)).astype(np.float32)
_SQUARE = _RNG.standard_normal((4, 3, 3, 3)).astype(np.float32)
_TURNED = np.ascontiguousarray(_SQUARE.transpose(1, 0, 2, 3))
_VECTOR = np.array([0.5, -1.5, 2.0], np.float32)


class Row(NamedTuple):
    """`least`: from which size on both sides have a result."""

    name: str
    ours: Callable[[Tensor, Tensor, Any], Any]
    theirs: Callable[[torch.Tensor, torch.Tensor, int], torch.Tensor]
    least: int = 1


def t(x: np.ndarray) -> torch.Tensor: return torch.from_numpy(x)
def like(y: Tensor, x: np.ndarray) -> Tensor: return Tensor(x, y.device)


def _rope(x: Tensor, n: Any) -> Tensor:
    angles = Tensor.arange(12, device=x.device).unsqueeze(1) * (1.0 / 10 ** Tensor.arange(0, 4, device=x.device))
    c, s, pairs = angles.cos()[:n], angles.sin()[:n], x[:n].reshape(n, 4, 2)
    a, b = pairs[..., 0], pairs[..., 1]
    return (a * c - b * s).stack(a * s + b * c, dim=-1).flatten(1)


def _torch_rope(x: torch.Tensor, n: int) -> torch.Tensor:
    angles = torch.arange(12).unsqueeze(1) * (1.0 / 10 ** torch.arange(0., 4))
    c, s, pairs = angles.cos()[:n], angles.sin()[:n], x[:n].reshape(n, 4, 2)
    a, b = pairs[..., 0], pairs[..., 1]
    return torch.stack((a * c - b * s, a * s + b * c), -1).flatten(1)


def norm_of(y: Tensor, running_var: bool = True) -> nn.BatchNorm:
    """A BatchNorm over 3 channels with parameters that are no ones and zeros."""
    norm = nn.BatchNorm(3)
    norm.weight, norm.bias = like(y, _VECTOR), like(y, _VECTOR * 2)
    norm.running_mean, norm.running_var = like(y, _VECTOR * 3), like(y, _VECTOR ** 2 + 1)
    norm.num_batches_tracked = Tensor(0, device=y.device)
    return norm


def _block(images: Tensor, training: bool) -> Tensor:
    """A ResNet's block, with pooling."""
    with Tensor.train(training):
        h = norm_of(images)(images.conv2d(like(images, _SQUARE[:3]), padding=1)).relu()
        h = norm_of(images)(h.conv2d(like(images, _SQUARE[1:4]), padding=1))
        return (h + images).relu().max_pool2d((3, 3), stride=2, padding=1)


def _torch_block(images: torch.Tensor, training: bool) -> torch.Tensor:
    def norm(h: torch.Tensor) -> torch.Tensor:
        return F.batch_norm(h, t(_VECTOR * 3), t(_VECTOR ** 2 + 1), t(_VECTOR), t(_VECTOR * 2), training)
    h = norm(F.conv2d(images, t(_SQUARE[:3]), padding=1)).relu()
    return F.max_pool2d((norm(F.conv2d(h, t(_SQUARE[1:4]), padding=1)) + images).relu(), 3, 2, 1)


def _causal(n: int) -> torch.Tensor: return torch.full((n, n), -1e9).triu(1)


def _pools(y: Tensor, **more: Any) -> Tensor:
    values, places = y.max_pool2d((3, 3), stride=2, padding=1, return_indices=True)
    return values + places


def _torch_pools(y: torch.Tensor) -> torch.Tensor:
    values, places = F.max_pool2d(y, 3, 2, 1, return_indices=True)
    return values + places


CONVOLUTIONS = [
    Row("conv1d over time", lambda x, i, n: i[:, :, 0, :n].conv2d(like(i, _ROW), padding=1),
        lambda x, i, n: F.conv1d(i[:, :, 0, :n], t(_ROW), padding=1)),
    Row("Whisper's front end", lambda x, i, n: i[:, :, 0, :n].conv2d(like(i, _ROW[:3]), padding=1).gelu().conv2d(
        like(i, _ROW), stride=2, padding=1).gelu(),
        lambda x, i, n: F.gelu(F.conv1d(F.gelu(F.conv1d(i[:, :, 0, :n], t(_ROW[:3]), padding=1), approximate="tanh"),
                                        t(_ROW), stride=2, padding=1), approximate="tanh")),
    Row("stride 3", lambda x, i, n: i[:, :, 0, :n].pad((1, 1)).conv2d(like(i, _ROW), stride=3),
        lambda x, i, n: F.conv1d(i[:, :, 0, :n], t(_ROW), padding=1, stride=3)),
    Row("stride 2, dilation 3", lambda x, i, n: i[:, :, 0, :n].conv2d(like(i, _ROW), padding=3, stride=2, dilation=3),
        lambda x, i, n: F.conv1d(i[:, :, 0, :n], t(_ROW), padding=3, stride=2, dilation=3)),
    Row("height and width", lambda x, i, n: i[:, :, :n, :n].conv2d(like(i, _SQUARE), padding=1, stride=2),
        lambda x, i, n: F.conv2d(i[:, :, :n, :n], t(_SQUARE), padding=1, stride=2)),
    Row("a batch", lambda x, i, n: i.permute(2, 1, 0, 3)[:n].conv2d(like(i, _SQUARE), padding=1),
        lambda x, i, n: F.conv2d(i.permute(2, 1, 0, 3)[:n], t(_SQUARE), padding=1)),
    Row("groups", lambda x, i, n: i[:, :, :n].conv2d(like(i, _SQUARE[:3, :1]), padding=1, groups=3),
        lambda x, i, n: F.conv2d(i[:, :, :n], t(_SQUARE[:3, :1]), padding=1, groups=3)),
    Row("kernel 1, stride 2", lambda x, i, n: i[:, :, :n].conv2d(like(i, _SQUARE[:, :, :1, :1]), stride=2),
        lambda x, i, n: F.conv2d(i[:, :, :n], t(_SQUARE[:, :, :1, :1]), stride=2)),
    Row("transposed", lambda x, i, n: i[:, :, :n].conv_transpose2d(like(i, _TURNED)),
        lambda x, i, n: F.conv_transpose2d(i[:, :, :n], t(_TURNED))),
    Row("transposed, stride 2", lambda x, i, n: i[:, :, :n].conv_transpose2d(like(i, _TURNED), stride=2, padding=1, output_padding=1),
        lambda x, i, n: F.conv_transpose2d(i[:, :, :n], t(_TURNED), stride=2, padding=1, output_padding=1)),
    Row("max_pool2d", lambda x, i, n: i[:, :, :n].max_pool2d((2, 2)), lambda x, i, n: F.max_pool2d(i[:, :, :n], 2), 2),
    Row("max_pool2d with a border", lambda x, i, n: _pools(i[:, :, :n]), lambda x, i, n: _torch_pools(i[:, :, :n])),
    Row("max_pool2d, ceil_mode", lambda x, i, n: i[:, :, :n].max_pool2d((3, 3), stride=2, padding=1, ceil_mode=True),
        lambda x, i, n: F.max_pool2d(i[:, :, :n], 3, 2, 1, ceil_mode=True)),
    Row("avg_pool2d", lambda x, i, n: i[:, :, :n].avg_pool2d((3, 3), stride=1, padding=1),
        lambda x, i, n: F.avg_pool2d(i[:, :, :n], 3, 1, 1)),
    Row("avg_pool2d without the border", lambda x, i, n: i[:, :, :n].avg_pool2d((3, 3), stride=2, padding=1, count_include_pad=False),
        lambda x, i, n: F.avg_pool2d(i[:, :, :n], 3, 2, 1, count_include_pad=False)),
    Row("a block, evaluated", lambda x, i, n: _block(i.permute(2, 1, 0, 3)[:n], False),
        lambda x, i, n: _torch_block(i.permute(2, 1, 0, 3)[:n], False)),
    Row("a block, trained", lambda x, i, n: _block(i.permute(2, 1, 0, 3)[:n], True),
        lambda x, i, n: _torch_block(i.permute(2, 1, 0, 3)[:n], True)),
]

WINDOWS = [
    Row("unfold", lambda x, i, n: x[:n].unfold(0, 3, 1), lambda x, i, n: x[:n].unfold(0, 3, 1), 3),
    Row("unfold, step 2", lambda x, i, n: x[:n].unfold(0, 3, 2), lambda x, i, n: x[:n].unfold(0, 3, 2), 3),
    Row("unfold another axis", lambda x, i, n: x[:n].unfold(1, 3, 2), lambda x, i, n: x[:n].unfold(1, 3, 2)),
    Row("unfold so many", lambda x, i, n: x.unfold(0, n, 1), lambda x, i, n: x.unfold(0, n, 1)),
    Row("unfold, so many apart", lambda x, i, n: x.unfold(0, 2, n), lambda x, i, n: x.unfold(0, 2, n)),
    Row("diagonal", lambda x, i, n: x[:n].diagonal(), lambda x, i, n: x[:n].diagonal()),
    Row("diagonals of squares", lambda x, i, n: i[..., :n, :n].diagonal(1, -2, -1),
        lambda x, i, n: i[..., :n, :n].diagonal(1, -2, -1)),
    Row("a diagonal below", lambda x, i, n: x[:n].diagonal(-2), lambda x, i, n: x[:n].diagonal(-2), 2),
    Row("the diagonal so far off", lambda x, i, n: i[0, 0].diagonal(n - 6), lambda x, i, n: i[0, 0].diagonal(n - 6)),
    Row("linspace", lambda x, i, n: x[:n, 0] * Tensor.linspace(-1, 2, n, device=x.device),
        lambda x, i, n: x[:n, 0] * torch.linspace(-1, 2, n)),
    Row("linspace of such ends", lambda x, i, n: x[0] * Tensor.linspace(n, 2 * n + 1, 8, device=x.device),
        lambda x, i, n: x[0] * torch.linspace(n, 2 * n + 1, 8)),
    Row("chunk", lambda x, i, n: x[:n].repeat(3, 1).chunk(3)[1] * 2, lambda x, i, n: x[:n].repeat(3, 1).chunk(3)[1] * 2),
    Row("chunk of unequal parts", lambda x, i, n: x[:n].chunk(2)[1] + 1, lambda x, i, n: x[:n].chunk(2)[1] + 1, 2),
    Row("split", lambda x, i, n: sum(p.sum(0) * k for k, p in enumerate(x.split([n, 12 - n]), 1)),
        lambda x, i, n: sum(p.sum(0) * k for k, p in enumerate(x.split([n, 12 - n]), 1))),
    Row("split by a size", lambda x, i, n: x[:n].repeat(2, 1).split(n)[1] * 2, lambda x, i, n: x[:n].repeat(2, 1).split(n)[1] * 2),
    Row("pad", lambda x, i, n: x.pad((0, 0, n, 12 - n), value=0.5), lambda x, i, n: F.pad(x, (0, 0, n, 12 - n), value=0.5)),
    Row("cut by padding", lambda x, i, n: x.pad((0, 0, 5 - n, 1)) * 1, lambda x, i, n: F.pad(x, (0, 0, 5 - n, 1))),
    Row("reflect", lambda x, i, n: x[None, :n].pad((0, 0, 1, 1), mode="reflect"),
        lambda x, i, n: F.pad(x[:n].T[None], (1, 1), mode="reflect").transpose(1, 2), 2),
    Row("replicate", lambda x, i, n: x[None, :n].pad((0, 0, 1, 2), mode="replicate"),
        lambda x, i, n: F.pad(x[:n].T[None], (1, 2), mode="replicate").transpose(1, 2)),
    Row("replicate so often", lambda x, i, n: x[None].pad((0, 0, n, 0), mode="replicate"),
        lambda x, i, n: F.pad(x.T[None], (n, 0), mode="replicate").transpose(1, 2)),
    Row("circular", lambda x, i, n: x[None, :n].pad((0, 0, 1, 1), mode="circular"),
        lambda x, i, n: F.pad(x[:n].T[None], (1, 1), mode="circular").transpose(1, 2)),
    Row("nearest", lambda x, i, n: i[:, :, :n].interpolate((7, 6), "nearest"), lambda x, i, n: F.interpolate(i[:, :, :n], (7, 6))),
    Row("nearest, upwards", lambda x, i, n: i[:, :, :n].interpolate((2 * n, 24), "nearest"),
        lambda x, i, n: F.interpolate(i[:, :, :n], (2 * n, 24))),
    Row("bilinear", lambda x, i, n: i[:, :, :n].interpolate((7, 6)),
        lambda x, i, n: F.interpolate(i[:, :, :n], (7, 6), mode="bilinear")),
    Row("bilinear to such a size", lambda x, i, n: i[:, :, :5].interpolate((n, 6), align_corners=True),
        lambda x, i, n: F.interpolate(i[:, :, :5], (n, 6), mode="bilinear", align_corners=True)),
    Row("bicubic", lambda x, i, n: i[:, :, :n].interpolate((7, n + 3), "cubic"),
        lambda x, i, n: F.interpolate(i[:, :, :n], (7, n + 3), mode="bicubic")),
    Row("roll", lambda x, i, n: x[:n].roll(2, 0) + x.roll(n, 0).sum(), lambda x, i, n: x[:n].roll(2, 0) + x.roll(n, 0).sum()),
    Row("backwards", lambda x, i, n: x[:n][::-1] * 2, lambda x, i, n: x[:n].flip(0) * 2),
    Row("repeat", lambda x, i, n: x[:2].repeat(n, 1), lambda x, i, n: x[:2].repeat(n, 1)),
    Row("repeat_interleave", lambda x, i, n: x[:2].repeat_interleave(n, 0), lambda x, i, n: x[:2].repeat_interleave(n, 0)),
]

ALONG = [
    Row("softmax", lambda x, i, n: x[:n].softmax(0), lambda x, i, n: x[:n].softmax(0)),
    Row("logsumexp", lambda x, i, n: x[:n].logsumexp(0), lambda x, i, n: x[:n].logsumexp(0)),
    Row("logcumsumexp", lambda x, i, n: x[:n].logcumsumexp(0), lambda x, i, n: x[:n].logcumsumexp(0)),
    Row("cumsum", lambda x, i, n: x[:n].cumsum(0), lambda x, i, n: x[:n].cumsum(0)),
    Row("cumprod", lambda x, i, n: x[:n].cumprod(0), lambda x, i, n: x[:n].cumprod(0)),
    Row("cummax", lambda x, i, n: x[:n].cummax(0)[0], lambda x, i, n: x[:n].cummax(0)[0]),
    Row("layernorm", lambda x, i, n: x.T[:, :n].layernorm() * x[:n].T, lambda x, i, n: F.layer_norm(x.T[:, :n], (n,)) * x[:n].T, 2),
    Row("std", lambda x, i, n: x[:n].std(0), lambda x, i, n: x[:n].std(0), 2),
    Row("topk", lambda x, i, n: x[:n].topk(2, 0)[0] * 2, lambda x, i, n: x[:n].topk(2, 0)[0] * 2, 2),
    Row("so many of the greatest", lambda x, i, n: x.topk(n, 0)[0] * 2, lambda x, i, n: x.topk(n, 0)[0] * 2),
    Row("sort", lambda x, i, n: x[:n].sort(0)[0] * x[:n], lambda x, i, n: x[:n].sort(0)[0] * x[:n]),
    Row("median", lambda x, i, n: x[:n].sort(0)[0][(n - 1) // 2] * 1, lambda x, i, n: x[:n].median(0)[0]),
    Row("argmax picks", lambda x, i, n: x.gather(0, x[:n].argmax(0, keepdim=True)) * 2,
        lambda x, i, n: x.gather(0, x[:n].argmax(0, keepdim=True)) * 2),
    Row("masked_fill", lambda x, i, n: x[:n].masked_fill(x[:n] > 0, 3.0), lambda x, i, n: x[:n].masked_fill(x[:n] > 0, 3.0)),
    Row("embedding", lambda x, i, n: x[Tensor.arange(n, device=x.device) * 5 % 12], lambda x, i, n: x[torch.arange(n) * 5 % 12]),
    Row("scatter_add", lambda x, i, n: Tensor.zeros(n, 8, device=x.device).scatter_reduce(
        0, (Tensor.arange(12, device=x.device) % n).unsqueeze(1).expand(12, 8), x, "sum"),
        lambda x, i, n: torch.zeros(n, 8).scatter_add(0, (torch.arange(12) % n).unsqueeze(1).expand(12, 8), x)),
    Row("cross entropy", lambda x, i, n: x[:n].sparse_categorical_crossentropy(Tensor.arange(n, device=x.device) % 8),
        lambda x, i, n: F.cross_entropy(x[:n], torch.arange(n) % 8)),
    Row("inv", lambda x, i, n: (x[:n] @ x[:n].T + Tensor.eye(n, device=x.device) * 20).inv(),
        lambda x, i, n: (x[:n] @ x[:n].T + torch.eye(n) * 20).inverse()),
    Row("cholesky", lambda x, i, n: (x[:n] @ x[:n].T + Tensor.eye(n, device=x.device) * 20).cholesky(),
        lambda x, i, n: torch.linalg.cholesky(x[:n] @ x[:n].T + torch.eye(n) * 20)),
    Row("qr", lambda x, i, n: x[:n].qr()[1].abs().sum(0), lambda x, i, n: torch.linalg.qr(x[:n])[1].abs().sum(0)),
]

ATTENTION = [
    Row("causal attention", lambda x, i, n: i[:, :, :n].scaled_dot_product_attention(i[:, :, :n], i[:, :, :n], is_causal=True),
        lambda x, i, n: F.scaled_dot_product_attention(i[:, :, :n], i[:, :, :n], i[:, :, :n], is_causal=True)),
    Row("a prompt behind a cache", lambda x, i, n: i[:, :, 2:6].scaled_dot_product_attention(i[:, :, :n], i[:, :, :n]),
        lambda x, i, n: F.scaled_dot_product_attention(i[:, :, 2:6], i[:, :, :n], i[:, :, :n])),
    Row("a mask of triangles", lambda x, i, n: i[:, :, :n].scaled_dot_product_attention(
        i[:, :, :n], i[:, :, :n], attn_mask=Tensor.full((n, n), -1e9, device=x.device).triu(1)),
        lambda x, i, n: F.scaled_dot_product_attention(i[:, :, :n], i[:, :, :n], i[:, :, :n], attn_mask=_causal(n))),
    Row("a mask by comparing", lambda x, i, n: (x[:n] @ x[:n].T + (Tensor.arange(n, device=x.device).unsqueeze(1) >= Tensor.arange(
        n, device=x.device)).where(0.0, -1e9)).softmax(-1) @ x[:n],
        lambda x, i, n: (x[:n] @ x[:n].T + _causal(n)).softmax(-1) @ x[:n]),
    Row("one query", lambda x, i, n: i[:, :, n - 1:n].scaled_dot_product_attention(i[:, :, :n], i[:, :, :n]),
        lambda x, i, n: F.scaled_dot_product_attention(i[:, :, n - 1:n], i[:, :, :n], i[:, :, :n])),
    Row("rope", lambda x, i, n: _rope(x, n), lambda x, i, n: _torch_rope(x, n)),
    Row("joined", lambda x, i, n: x[:n].cat(x, x[:n] * 2), lambda x, i, n: torch.cat([x[:n], x, x[:n] * 2])),
]

ROWS = [*CONVOLUTIONS, *WINDOWS, *ALONG, *ATTENTION]


def wanted(row: Row, n: int) -> tuple[np.ndarray, list[np.ndarray]]:
    """torch's result, and the gradients of its sum of squares by matrix and images."""
    x, images = (torch.from_numpy(a.copy()).requires_grad_() for a in (MATRIX, IMAGES))
    result = row.theirs(x, images, n)
    if result.requires_grad: result.square().sum().backward()
    return result.detach().numpy(), [np.zeros_like(a) if g is None else g.numpy()
                                     for a, g in ((MATRIX, x.grad), (IMAGES, images.grad))]


def ours(row: Row, x: Tensor, images: Tensor, n: Any) -> tuple[Tensor, Tensor, Tensor]:
    """heddle's result, and the same gradients."""
    x, images = x.detach(), images.detach()
    x.requires_grad = images.requires_grad = True
    result = row.ours(x, images, n)
    if not result._needs_grad: return result * 1, x.zeros_like(), images.zeros_like()
    result.square().sum().backward()
    return result * 1, *(a.zeros_like() if a.grad is None else a.grad * 1 for a in (x, images))
