"""Sizes, inputs and builders of the models that `benchmarks.models` measures.

Inputs: the name of a row and a random generator. Outputs: a callable and the arrays of one call.
Invariants: heddle and tinygrad run the same source (`tests/nn/models`), imported under either name; torch runs the model of
`transformers` or `diffusers` of the same sizes, with weights of its own.
"""
from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

IDS = (1, 64)


@dataclass(frozen=True)
class Row:
    """A model: its sizes in words, its builders, and the arrays of one call."""

    title: str
    shared: Callable[[], Any]
    torch: Callable[[], Any]
    inputs: Callable[[np.random.Generator], list[np.ndarray]]


def token_ids(shape: tuple[int, ...] = IDS) -> Callable[[np.random.Generator], list[np.ndarray]]:
    return lambda rng: [rng.integers(0, 1000, shape).astype(np.int32)]


def normal(*shapes: tuple[int, ...]) -> Callable[[np.random.Generator], list[np.ndarray]]:
    return lambda rng: [rng.standard_normal(shape, np.float32) for shape in shapes]


# ---- language models


def _gpt2() -> Any:
    from tests.nn.models.gpt2 import GPT2
    return GPT2(1000, 128, 256, 4, 8)


def _gpt2_torch() -> Any:
    import transformers as t  # pyright: ignore[reportMissingImports]
    model = t.GPT2LMHeadModel(t.GPT2Config(vocab_size=1000, n_positions=128, n_embd=256, n_layer=4, n_head=8, bos_token_id=1,
                                           eos_token_id=2)).eval()
    return lambda ids: model(ids.long(), use_cache=False)


def _decoder(experts: tuple[int, int]) -> Any:
    from tests.nn.models.llama import Decoder
    return Decoder(1000, 256, 688, 4, 8, 4, 128, experts=experts)


def _decoder_torch(kind: str, **more: int) -> Any:
    import transformers as t  # pyright: ignore[reportMissingImports]
    config = getattr(t, f"{kind}Config")(vocab_size=1000, hidden_size=256, intermediate_size=688, num_hidden_layers=4,
                                         num_attention_heads=8, num_key_value_heads=4, **more)
    model = getattr(t, f"{kind}ForCausalLM")(config).eval()
    return lambda ids: model(ids.long(), use_cache=False)


def _bert() -> Any:
    from tests.nn.models.bert import Bert
    return Bert(1000, 128, 256, 1024, 4, 8)


def _bert_torch() -> Any:
    import transformers as t  # pyright: ignore[reportMissingImports]
    model = t.BertModel(t.BertConfig(vocab_size=1000, hidden_size=256, num_hidden_layers=4, num_attention_heads=8,
                                     intermediate_size=1024)).eval()
    return lambda ids, kinds, mask: model(ids.long(), token_type_ids=kinds.long(), attention_mask=mask.long())


def _bert_inputs(rng: np.random.Generator) -> list[np.ndarray]:
    shape = (4, 64)
    return [*token_ids(shape)(rng), np.zeros(shape, np.int32), np.ones(shape, np.int32)]


def _mamba() -> Any:
    from tests.nn.models.mamba import Mamba
    return Mamba(1000, 128, 16, 8, 2)


def _mamba_torch() -> Any:
    import transformers as t  # pyright: ignore[reportMissingImports]
    model = t.MambaForCausalLM(t.MambaConfig(vocab_size=1000, hidden_size=128, state_size=16, num_hidden_layers=2, conv_kernel=4,
                                             expand=2, time_step_rank=8)).eval()
    return lambda ids: model(ids.long(), use_cache=False)


# ---- sound


def _whisper() -> Any:
    from tests.nn.models.whisper import Whisper
    return Whisper(1000, 80, 192, 768, 2, 3, 200)


def _whisper_torch() -> Any:
    import transformers as t  # pyright: ignore[reportMissingImports]
    model = t.WhisperForConditionalGeneration(t.WhisperConfig(
        vocab_size=1000, num_mel_bins=80, d_model=192, encoder_layers=2, decoder_layers=2, encoder_attention_heads=3,
        decoder_attention_heads=3, encoder_ffn_dim=768, decoder_ffn_dim=768, max_source_positions=200, max_target_positions=200,
        pad_token_id=0, bos_token_id=1, eos_token_id=2, decoder_start_token_id=3)).eval()
    return lambda sound, ids: model(sound, decoder_input_ids=ids.long(), use_cache=False)


def _whisper_inputs(rng: np.random.Generator) -> list[np.ndarray]: return [*normal((1, 80, 400))(rng), *token_ids((1, 16))(rng)]


# ---- images


def _vit() -> Any:
    from tests.nn.models.bert import Vit
    return Vit(112, 16, 192, 768, 4, 6)


def _vit_torch() -> Any:
    import transformers as t  # pyright: ignore[reportMissingImports]
    return t.ViTModel(t.ViTConfig(hidden_size=192, num_hidden_layers=4, num_attention_heads=6, intermediate_size=768, image_size=112,
                                  patch_size=16)).eval()


def _resnet() -> Any:
    from tests.nn.models.resnet import ResNet
    return ResNet(32, [64, 128, 256, 512], [2, 2, 2, 2], 10)


def _resnet_torch() -> Any:
    import transformers as t  # pyright: ignore[reportMissingImports]
    return t.ResNetForImageClassification(t.ResNetConfig(embedding_size=32, hidden_sizes=[64, 128, 256, 512], depths=[2, 2, 2, 2],
                                                         num_labels=10)).eval()


def _efficientnet() -> Any:
    from tests.nn.models.resnet import EfficientNet
    return EfficientNet(32, [(32, 16, 3, 1, 1), (16, 24, 3, 2, 6), (24, 40, 5, 2, 6), (40, 80, 3, 2, 6)], 1280)


def _efficientnet_torch() -> Any:
    import transformers as t  # pyright: ignore[reportMissingImports]
    return t.EfficientNetModel(t.EfficientNetConfig(
        image_size=112, width_coefficient=1.0, depth_coefficient=1.0, hidden_dim=1280, kernel_sizes=[3, 3, 5, 3],
        in_channels=[32, 16, 24, 40], out_channels=[16, 24, 40, 80], depthwise_padding=[], strides=[1, 2, 2, 2],
        num_block_repeats=[1, 1, 1, 1], expand_ratios=[1, 6, 6, 6])).eval()


def _vae() -> Any:
    from tests.nn.models.diffusion import Vae
    return Vae(3, 4, [32, 64], 1, 8).decode


def _vae_torch() -> Any:
    import diffusers as d  # pyright: ignore[reportMissingImports]
    model = d.AutoencoderKL(in_channels=3, out_channels=3, down_block_types=("DownEncoderBlock2D",) * 2,
                            up_block_types=("UpDecoderBlock2D",) * 2, block_out_channels=(32, 64), layers_per_block=1,
                            latent_channels=4, norm_num_groups=8, sample_size=64).eval()
    return model.decode


def _unet() -> Any:
    from tests.nn.models.diffusion import Unet
    return Unet(4, (32, 64), 64, 8, 8)


def _unet_torch() -> Any:
    import diffusers as d  # pyright: ignore[reportMissingImports]
    return d.UNet2DConditionModel(
        sample_size=32, in_channels=4, out_channels=4, down_block_types=("CrossAttnDownBlock2D", "DownBlock2D"),
        up_block_types=("UpBlock2D", "CrossAttnUpBlock2D"), block_out_channels=(32, 64), layers_per_block=1, cross_attention_dim=64,
        attention_head_dim=8, norm_num_groups=8).eval()


def _unet_inputs(rng: np.random.Generator) -> list[np.ndarray]:
    x, context = normal((1, 4, 32, 32), (1, 16, 64))(rng)
    return [x, rng.integers(0, 1000, (1,)).astype(np.int32), context]


def _yolo() -> Any:
    from tests.nn.models.yolo import Yolo
    return Yolo(8, 20)


def _yolo_torch() -> Any:
    import torch

    from heddle.nn.state import get_state_dict
    from tests.nn.models.torch_yolo import yolo
    state = {name: torch.rand(value.shape) + 0.5 for name, value in get_state_dict(_yolo()).items()}
    return lambda x: yolo(state, x)


ROWS = {
    "gpt2": Row("GPT-2, 4 layers of 256, 64 tokens", _gpt2, _gpt2_torch, token_ids()),
    "llama": Row("Llama, 4 layers of 256, 64 tokens", lambda: _decoder((0, 0)), lambda: _decoder_torch("Llama"), token_ids()),
    "mixtral": Row("Mixtral, 4 layers of 256, 4 experts, 64 tokens", lambda: _decoder((4, 2)),
                   lambda: _decoder_torch("Mixtral", num_local_experts=4, num_experts_per_tok=2), token_ids()),
    "bert": Row("BERT, 4 layers of 256, 4 texts of 64 tokens", _bert, _bert_torch, _bert_inputs),
    "mamba": Row("Mamba, 2 layers of 128, 64 tokens", _mamba, _mamba_torch, token_ids()),
    "whisper": Row("Whisper, 2 + 2 layers of 192, 4 s of sound, 16 tokens", _whisper, _whisper_torch, _whisper_inputs),
    "vit": Row("ViT, 4 layers of 192, 4 images of 112 x 112", _vit, _vit_torch, normal((4, 3, 112, 112))),
    "resnet": Row("ResNet with bottlenecks, 8 blocks, 2 images of 112 x 112", _resnet, _resnet_torch, normal((2, 3, 112, 112))),
    "efficientnet": Row("EfficientNet, 4 blocks, 2 images of 112 x 112", _efficientnet, _efficientnet_torch, normal((2, 3, 112, 112))),
    "vae": Row("decoder of a VAE, latents of 32 x 32", _vae, _vae_torch, normal((1, 4, 32, 32))),
    "unet": Row("UNet with cross attention, latents of 32 x 32", _unet, _unet_torch, _unet_inputs),
    "yolo": Row("YOLOv8 of width 8, an image of 256 x 256", _yolo, _yolo_torch, normal((1, 3, 256, 256))),
}
