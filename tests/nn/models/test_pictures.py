"""Models of pictures against `transformers` and `diffusers`, with the same random weights."""
from __future__ import annotations

from typing import Any

import numpy as np
import pytest
import torch

from heddle import Tensor
from tests.nn.models.diffusion import Unet, Vae
from tests.nn.models.resnet import EfficientNet, ResNet
from tests.nn.models.test_text import close, load

MISSING = "the models extra is not installed: pip install 'heddle-tensor[models]'"
transformers: Any = pytest.importorskip("transformers", reason=MISSING)
RNG = np.random.default_rng(1)


def normal(*shape: int) -> np.ndarray: return RNG.standard_normal(shape).astype(np.float32)


def with_statistics(model: Any) -> Any:
    """The model with random running statistics, as after training."""
    for name, value in model.named_buffers():
        if name.endswith("running_mean"): value.normal_(std=0.2)
        if name.endswith("running_var"): value.uniform_(0.5, 1.5)
    return model.eval()


def test_resnet() -> None:
    torch.manual_seed(0)
    theirs = with_statistics(transformers.ResNetForImageClassification(transformers.ResNetConfig(
        embedding_size=8, hidden_sizes=[16, 32], depths=[2, 2], layer_type="bottleneck", num_labels=5)))
    ours = ResNet(8, [16, 32], [2, 2], 5)
    load(ours, theirs, {"resnet.embedder.embedder": "first", "resnet.encoder.": "", ".layers.": ".", "convolution": "conv",
                        "normalization": "norm", "classifier.1": "classifier"})
    x = normal(2, 3, 32, 32)
    close(ours(Tensor(x)), theirs(torch.tensor(x)).logits)


def test_efficientnet() -> None:
    torch.manual_seed(0)
    theirs = with_statistics(transformers.EfficientNetModel(transformers.EfficientNetConfig(
        image_size=32, width_coefficient=0.25, depth_coefficient=0.4, hidden_dim=320, kernel_sizes=[3, 3, 5], in_channels=[32, 16, 24],
        out_channels=[16, 24, 40], depthwise_padding=[], strides=[1, 2, 2], num_block_repeats=[1, 2, 2], expand_ratios=[1, 6, 6])))
    ours = EfficientNet(8, [(8, 8, 3, 1, 1), (8, 8, 3, 2, 6), (8, 16, 5, 2, 6)], 320)
    load(ours, theirs, {
        "embeddings.convolution": "first.conv", "embeddings.batchnorm": "first.norm", "encoder.blocks": "blocks",
        "encoder.top_conv": "top.conv", "encoder.top_bn": "top.norm", "expansion.expand_conv": "expansion.conv",
        "expansion.expand_bn": "expansion.norm", "depthwise_conv.depthwise_conv": "depthwise.conv",
        "depthwise_conv.depthwise_norm": "depthwise.norm", "squeeze_excite.": "", "projection.project_conv": "projection.conv",
        "projection.project_bn": "projection.norm"})
    x = normal(2, 3, 32, 32)
    close(ours(Tensor(x)), theirs(torch.tensor(x)).last_hidden_state)


@pytest.fixture(name="diffusers")
def _diffusers() -> Any:
    return pytest.importorskip("diffusers", reason=MISSING)


@pytest.mark.slow
def test_autoencoder(diffusers: Any) -> None:
    torch.manual_seed(0)
    theirs = diffusers.AutoencoderKL(
        in_channels=3, out_channels=3, down_block_types=("DownEncoderBlock2D",) * 2, up_block_types=("UpDecoderBlock2D",) * 2,
        block_out_channels=(8, 16), layers_per_block=1, latent_channels=4, norm_num_groups=4, sample_size=16).eval()
    ours = Vae(3, 4, [8, 16], 1, 4)
    load(ours, theirs, {})
    x, z = normal(1, 3, 16, 16), normal(1, 4, 8, 8)
    wanted = theirs.encode(torch.tensor(x)).latent_dist
    mean, log_variance = ours.encode(Tensor(x))
    close(mean, wanted.mean)
    close(log_variance, wanted.logvar)
    close(ours.decode(Tensor(z)), theirs.decode(torch.tensor(z)).sample)


@pytest.mark.slow
def test_unet(diffusers: Any) -> None:
    torch.manual_seed(0)
    theirs = diffusers.UNet2DConditionModel(
        sample_size=8, in_channels=4, out_channels=4, down_block_types=("CrossAttnDownBlock2D", "DownBlock2D"),
        up_block_types=("UpBlock2D", "CrossAttnUpBlock2D"), block_out_channels=(8, 16), layers_per_block=1, cross_attention_dim=12,
        attention_head_dim=2, norm_num_groups=4).eval()
    ours = Unet(4, (8, 16), 12, 2, 4)
    load(ours, theirs, {})
    x, at, context = normal(2, 4, 8, 8), np.array([3, 700]), normal(2, 5, 12)
    close(ours(Tensor(x), Tensor(at), Tensor(context)), theirs(torch.tensor(x), torch.tensor(at), torch.tensor(context)).sample)
