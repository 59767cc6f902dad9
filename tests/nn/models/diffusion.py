"""The parts of a latent diffusion model: its autoencoder and its conditional UNet (Rombach and others 2022)."""
from __future__ import annotations

import math

from heddle import Tensor, nn
from tests.nn.models.gpt2 import heads, joined


class ResnetBlock2D:
    """Two convolutions with norms before, the time between, and the input beside."""

    def __init__(self, inputs: int, outputs: int, groups: int, eps: float, time: int = 0) -> None:
        self.norm1, self.conv1 = nn.GroupNorm(groups, inputs, eps), nn.Conv2d(inputs, outputs, 3, padding=1)
        self.norm2, self.conv2 = nn.GroupNorm(groups, outputs, eps), nn.Conv2d(outputs, outputs, 3, padding=1)
        if time: self.time_emb_proj = nn.Linear(time, outputs)
        self.conv_shortcut = nn.Conv2d(inputs, outputs, 1) if inputs != outputs else None

    def __call__(self, x: Tensor, time: Tensor | None = None) -> Tensor:
        y = self.conv1(self.norm1(x).silu())
        if time is not None: y = y + self.time_emb_proj(time.silu()).unsqueeze(-1).unsqueeze(-1)
        y = self.conv2(self.norm2(y).silu())
        return y + (x if self.conv_shortcut is None else self.conv_shortcut(x))


class Attention:
    def __init__(self, width: int, other: int, count: int, bias: bool = False) -> None:
        self.count, self.to_q = count, nn.Linear(width, width, bias)
        self.to_k, self.to_v, self.to_out = nn.Linear(other, width, bias), nn.Linear(other, width, bias), [nn.Linear(width, width)]

    def __call__(self, x: Tensor, other: Tensor) -> Tensor:
        q, k, v = heads(self.to_q(x), self.count), heads(self.to_k(other), self.count), heads(self.to_v(other), self.count)
        return self.to_out[0](joined(q.scaled_dot_product_attention(k, v)))


class PixelAttention(Attention):
    """Attention of all pixels to each other, added to them."""

    def __init__(self, width: int, groups: int) -> None:
        super().__init__(width, width, 1, bias=True)
        self.group_norm = nn.GroupNorm(groups, width, 1e-6)

    def __call__(self, x: Tensor) -> Tensor:  # type: ignore[override]
        y = self.group_norm(x).flatten(2).transpose(1, 2)
        return super().__call__(y, y).transpose(1, 2).reshape(x.shape) + x


class Resampler:
    """A convolution that halves the space, or one behind a doubling of it. pads: (1, 1), or (0, 1) in the autoencoder."""

    def __init__(self, width: int, halves: bool, pads: tuple[int, int] = (1, 1)) -> None:
        self.halves, self.conv = halves, nn.Conv2d(width, width, 3, 2 if halves else 1, pads * 2)

    def __call__(self, x: Tensor) -> Tensor:
        return self.conv(x if self.halves else x.interpolate((x.shape[2] * 2, x.shape[3] * 2), "nearest"))


# ---- the autoencoder


class VaeMiddle:
    def __init__(self, width: int, groups: int) -> None:
        self.attentions, self.resnets = [PixelAttention(width, groups)], [ResnetBlock2D(width, width, groups, 1e-6) for _ in range(2)]

    def __call__(self, x: Tensor) -> Tensor: return self.resnets[1](self.attentions[0](self.resnets[0](x)))


class VaeBlock:
    def __init__(self, inputs: int, outputs: int, count: int, groups: int, resampler: str) -> None:
        self.resnets = [ResnetBlock2D(inputs if i == 0 else outputs, outputs, groups, 1e-6) for i in range(count)]
        if resampler == "down": self.downsamplers = [Resampler(outputs, True, (0, 1))]
        if resampler == "up": self.upsamplers = [Resampler(outputs, False)]

    def __call__(self, x: Tensor) -> Tensor:
        return x.sequential([*self.resnets, *getattr(self, "downsamplers", []), *getattr(self, "upsamplers", [])])


class VaeEncoder:
    def __init__(self, inputs: int, latent: int, widths: list[int], count: int, groups: int) -> None:
        last = len(widths) - 1
        self.conv_in = nn.Conv2d(inputs, widths[0], 3, padding=1)
        self.down_blocks = [VaeBlock(widths[max(i - 1, 0)], w, count, groups, "" if i == last else "down")
                            for i, w in enumerate(widths)]
        self.mid_block, self.conv_norm_out = VaeMiddle(widths[-1], groups), nn.GroupNorm(groups, widths[-1], 1e-6)
        self.conv_out = nn.Conv2d(widths[-1], 2 * latent, 3, padding=1)

    def __call__(self, x: Tensor) -> Tensor:
        y = self.mid_block(self.conv_in(x).sequential(self.down_blocks))
        return self.conv_out(self.conv_norm_out(y).silu())


class VaeDecoder:
    def __init__(self, outputs: int, latent: int, widths: list[int], count: int, groups: int) -> None:
        back, last = widths[::-1], len(widths) - 1
        self.conv_in, self.mid_block = nn.Conv2d(latent, back[0], 3, padding=1), VaeMiddle(back[0], groups)
        self.up_blocks = [VaeBlock(back[max(i - 1, 0)], w, count + 1, groups, "" if i == last else "up") for i, w in enumerate(back)]
        self.conv_norm_out, self.conv_out = nn.GroupNorm(groups, back[-1], 1e-6), nn.Conv2d(back[-1], outputs, 3, padding=1)

    def __call__(self, z: Tensor) -> Tensor:
        y = self.mid_block(self.conv_in(z)).sequential(self.up_blocks)
        return self.conv_out(self.conv_norm_out(y).silu())


class Vae:
    """`encode`: pictures -> the mean and log variance of their latents; `decode`: latents -> pictures."""

    def __init__(self, channels: int, latent: int, widths: list[int], count: int, groups: int) -> None:
        self.encoder, self.decoder = (kind(channels, latent, widths, count, groups) for kind in (VaeEncoder, VaeDecoder))
        self.quant_conv, self.post_quant_conv = nn.Conv2d(2 * latent, 2 * latent, 1), nn.Conv2d(latent, latent, 1)

    def encode(self, x: Tensor) -> tuple[Tensor, ...]: return tuple(self.quant_conv(self.encoder(x)).chunk(2, dim=1))
    def decode(self, z: Tensor) -> Tensor: return self.decoder(self.post_quant_conv(z))


# ---- the UNet


class GatedGelu:
    def __init__(self, width: int, inner: int) -> None: self.proj = nn.Linear(width, 2 * inner)

    def __call__(self, x: Tensor) -> Tensor:
        a, gate = self.proj(x).chunk(2, dim=-1)
        return a * gate.gelu("none")


class TransformerBlock:
    def __init__(self, width: int, context: int, count: int) -> None:
        self.norm1, self.norm2, self.norm3 = (nn.LayerNorm(width) for _ in range(3))
        self.attn1, self.attn2 = Attention(width, width, count), Attention(width, context, count)
        self.ff = {"net": [GatedGelu(width, 4 * width), lambda y: y, nn.Linear(4 * width, width)]}

    def __call__(self, x: Tensor, context: Tensor) -> Tensor:
        y = self.norm1(x)
        x = x + self.attn1(y, y)
        x = x + self.attn2(self.norm2(x), context)
        return x + self.norm3(x).sequential(self.ff["net"])


class PixelTransformer:
    def __init__(self, width: int, context: int, count: int, groups: int) -> None:
        self.norm = nn.GroupNorm(groups, width, 1e-6)
        self.proj_in, self.proj_out = nn.Conv2d(width, width, 1), nn.Conv2d(width, width, 1)
        self.transformer_blocks = [TransformerBlock(width, context, count)]

    def __call__(self, x: Tensor, context: Tensor) -> Tensor:
        y = self.proj_in(self.norm(x)).flatten(2).transpose(1, 2)
        for block in self.transformer_blocks: y = block(y, context)
        return self.proj_out(y.transpose(1, 2).reshape(x.shape)) + x


class UnetBlock:
    """One resnet for each of `inputs`, with attention behind it if `context` is given, and a change of size at the end."""

    def __init__(self, inputs: list[int], outputs: int, groups: int, time: int, context: int, count: int, resampler: str = "") -> None:
        self.resnets = [ResnetBlock2D(n, outputs, groups, 1e-5, time) for n in inputs]
        if context: self.attentions = [PixelTransformer(outputs, context, count, groups) for _ in inputs]
        if resampler == "down": self.downsamplers = [Resampler(outputs, True)]
        if resampler == "up": self.upsamplers = [Resampler(outputs, False)]

    def part(self, i: int, x: Tensor, time: Tensor, context: Tensor) -> Tensor:
        y = self.resnets[i](x, time)
        return self.attentions[i](y, context) if hasattr(self, "attentions") else y


class Unet:
    """Latents (batch, channels, h, w), times (batch,) and contexts (batch, n, context) -> the noise, in the shape of the latents.

    Two levels: attention in the wider picture alone, and in the middle.
    """

    def __init__(self, channels: int, widths: tuple[int, int], context: int, count: int, groups: int) -> None:
        a, b = widths
        time = 4 * a
        self.width, self.conv_in = a, nn.Conv2d(channels, a, 3, padding=1)
        self.time_embedding = {"linear_1": nn.Linear(a, time), "linear_2": nn.Linear(time, time)}
        self.down_blocks = [UnetBlock([a], a, groups, time, context, count, "down"), UnetBlock([a], b, groups, time, 0, count)]
        self.mid_block = UnetBlock([b, b], b, groups, time, 0, count)
        self.mid_block.attentions = [PixelTransformer(b, context, count, groups)]
        self.up_blocks = [UnetBlock([b + b, b + a], b, groups, time, 0, count, "up"),
                          UnetBlock([b + a, a + a], a, groups, time, context, count)]
        self.conv_norm_out, self.conv_out = nn.GroupNorm(groups, a, 1e-5), nn.Conv2d(a, channels, 3, padding=1)

    def __call__(self, x: Tensor, at: Tensor, context: Tensor) -> Tensor:
        half = self.width // 2
        angles = at.float().unsqueeze(1) * (Tensor.arange(half) * (-math.log(10000) / half)).exp()
        time = self.time_embedding["linear_2"](self.time_embedding["linear_1"](angles.cos().cat(angles.sin(), dim=1)).silu())
        y = self.conv_in(x)
        seen = [y]
        for block in self.down_blocks:
            y = block.part(0, y, time, context)
            seen.append(y)
            if hasattr(block, "downsamplers"):
                y = block.downsamplers[0](y)
                seen.append(y)
        middle = self.mid_block
        y = middle.resnets[1](middle.attentions[0](middle.resnets[0](y, time), context), time)
        for block in self.up_blocks:
            for i in range(2): y = block.part(i, y.cat(seen.pop(), dim=1), time, context)
            if hasattr(block, "upsamplers"): y = block.upsamplers[0](y)
        return self.conv_out(self.conv_norm_out(y).silu())
