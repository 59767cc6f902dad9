"""Models of text and speech against `transformers`, with the same random weights."""
from __future__ import annotations

from typing import Any

import numpy as np
import pytest
import torch

from heddle import Tensor, TinyJit, Variable
from heddle.nn.optim import AdamW
from heddle.nn.state import get_state_dict, load_state_dict
from tests.nn.models.bert import Bert, Vit
from tests.nn.models.gpt2 import GPT2
from tests.nn.models.llama import Decoder
from tests.nn.models.mamba import Mamba
from tests.nn.models.whisper import Whisper

MISSING = "the models extra is not installed: pip install 'heddle-tensor[models]'"
transformers: Any = pytest.importorskip("transformers", reason=MISSING)
RNG = np.random.default_rng(0)
IDS = RNG.integers(4, 64, (2, 7))


def load(ours: Any, theirs: Any, names: dict[str, str], transposed: tuple[str, ...] = ()) -> None:
    """Gives `ours` the weights of `theirs`: each of `names` is replaced in theirs by what stands behind it, in order."""
    state = {}
    for name, value in theirs.state_dict().items():
        value = value.T.contiguous() if name.endswith(transposed) and transposed else value
        for old, new in names.items(): name = name.replace(old, new)
        state[name] = value
    own = get_state_dict(ours)
    load_state_dict(ours, {name: state.get(name, own[name]) for name in own}, verbose=False)
    missing = {name for name in own if name not in state} - {"angles.0", "angles.1"}
    assert not missing, missing


def close(ours: Tensor, theirs: torch.Tensor) -> None:
    np.testing.assert_allclose(ours.numpy(), theirs.detach().numpy(), rtol=1e-4, atol=2e-5)


def gpt2() -> tuple[GPT2, Any]:
    torch.manual_seed(0)
    theirs = transformers.GPT2LMHeadModel(transformers.GPT2Config(
        vocab_size=64, n_positions=32, n_embd=32, n_layer=2, n_head=4, bos_token_id=1, eos_token_id=2)).eval()
    ours = GPT2(64, 32, 32, 2, 4)
    load(ours, theirs, {"transformer.": "", "mlp.c_proj": "mlp_proj", "mlp.": "", ".attn.": "."},
         ("c_attn.weight", "c_proj.weight", "c_fc.weight"))
    return ours, theirs


def llama(**more: Any) -> tuple[Decoder, Any]:
    torch.manual_seed(0)
    sizes: dict[str, Any] = {
        "vocab_size": 64, "hidden_size": 32, "intermediate_size": 48, "num_hidden_layers": 2, "num_attention_heads": 4,
        "num_key_value_heads": 2, "max_position_embeddings": 64, "rms_norm_eps": 1e-5}
    kind = "Mixtral" if more else "Llama"
    theirs = getattr(transformers, f"{kind}ForCausalLM")(getattr(transformers, f"{kind}Config")(**sizes, **more)).eval()
    theta = theirs.config.rope_parameters["rope_theta"]
    ours = Decoder(64, 32, 48, 2, 4, 2, 64, theta, 1e-5, (4, 2) if more else (0, 0))
    load(ours, theirs, {"model.": ""})
    return ours, theirs


def test_gpt2() -> None:
    ours, theirs = gpt2()
    close(ours(Tensor(IDS)), theirs(torch.tensor(IDS)).logits)


def test_three_steps_of_training_gpt2() -> None:
    ours, theirs = gpt2()
    ours_step = AdamW(list(get_state_dict(ours).values()), lr=1e-2, weight_decay=0.01)
    theirs_step = torch.optim.AdamW(theirs.parameters(), lr=1e-2, weight_decay=0.01)
    losses, wanted = [], []
    for _ in range(3):
        with Tensor.train():
            ours_step.zero_grad()
            loss = ours(Tensor(IDS))[:, :-1].reshape(-1, 64).sparse_categorical_crossentropy(Tensor(IDS)[:, 1:].reshape(-1))
            loss.backward()
            ours_step.step()
        losses.append(loss.item())
        theirs_step.zero_grad()
        want = torch.nn.functional.cross_entropy(theirs(torch.tensor(IDS)).logits[:, :-1].reshape(-1, 64),
                                                 torch.tensor(IDS)[:, 1:].reshape(-1))
        want.backward()
        theirs_step.step()
        wanted.append(want.item())
    np.testing.assert_allclose(losses, wanted, rtol=2e-4)
    assert losses[2] < losses[1] < losses[0]


def test_llama() -> None:
    ours, theirs = llama()
    close(ours(Tensor(IDS)), theirs(torch.tensor(IDS)).logits)


def test_llama_decodes_with_its_cache_in_a_captured_step() -> None:
    ours, theirs = llama()
    want = theirs(torch.tensor(IDS)).logits
    close(ours(Tensor(IDS[:, :3]), cached=True), want[:, :3])
    step = TinyJit(lambda ids, at: ours(ids, at, cached=True).realize())
    at = Variable("at", 1, 63)
    for i in range(3, 7): close(step(Tensor(IDS[:, i:i + 1]).realize(), at.bind(i)), want[:, i:i + 1])


def test_mixtral() -> None:
    ours, theirs = llama(num_local_experts=4, num_experts_per_tok=2)
    close(ours(Tensor(IDS)), theirs(torch.tensor(IDS)).logits)


def test_bert() -> None:
    torch.manual_seed(0)
    theirs = transformers.BertModel(transformers.BertConfig(
        vocab_size=64, hidden_size=32, num_hidden_layers=2, num_attention_heads=4, intermediate_size=48,
        max_position_embeddings=32)).eval()
    ours = Bert(64, 32, 32, 48, 2, 4)
    load(ours, theirs, {
        "embeddings.word_embeddings": "words", "embeddings.position_embeddings": "places", "embeddings.token_type_embeddings": "kinds",
        "embeddings.LayerNorm": "norm", "encoder.layer.": "layers.", "attention.self.": "attention.",
        "attention.output.dense": "attention.out",
        "attention.output.LayerNorm": "norm1", "intermediate.dense": "inner", "output.dense": "outer", "output.LayerNorm": "norm2",
        "pooler.dense": "pooler"})
    mask, kinds = np.ones((2, 7), np.int64), np.zeros((2, 7), np.int64)
    mask[1, 4:], kinds[0, 3:] = 0, 1
    got = ours(Tensor(IDS), Tensor(kinds), Tensor(mask))
    want = theirs(torch.tensor(IDS), attention_mask=torch.tensor(mask), token_type_ids=torch.tensor(kinds))
    close(got[0], want.last_hidden_state)
    close(got[1], want.pooler_output)


def test_vit() -> None:
    torch.manual_seed(0)
    theirs = transformers.ViTModel(transformers.ViTConfig(
        hidden_size=32, num_hidden_layers=2, num_attention_heads=4, intermediate_size=48, image_size=16, patch_size=8)).eval()
    ours = Vit(16, 8, 32, 48, 2, 4)
    load(ours, theirs, {
        "embeddings.cls_token": "first", "embeddings.position_embeddings": "places",
        "embeddings.patch_embeddings.projection": "patches",
        "q_proj": "query", "k_proj": "key", "v_proj": "value", "o_proj": "out", "layernorm_before": "norm1",
        "layernorm_after": "norm2", "layernorm": "norm", "mlp.fc1": "inner", "mlp.fc2": "outer", "pooler.dense": "pooler"})
    x = RNG.standard_normal((2, 3, 16, 16)).astype(np.float32)
    want = theirs(torch.tensor(x))
    got = ours(Tensor(x))
    close(got[0], want.last_hidden_state)
    close(got[1], want.pooler_output)


@pytest.mark.slow
def test_whisper() -> None:
    torch.manual_seed(0)
    theirs = transformers.WhisperForConditionalGeneration(transformers.WhisperConfig(
        vocab_size=64, num_mel_bins=8, d_model=16, encoder_layers=2, decoder_layers=2, encoder_attention_heads=2,
        decoder_attention_heads=2, encoder_ffn_dim=32, decoder_ffn_dim=32, max_source_positions=16, max_target_positions=16,
        pad_token_id=0, bos_token_id=1, eos_token_id=2, decoder_start_token_id=3)).eval()
    ours = Whisper(64, 8, 16, 32, 2, 2, 16)
    load(ours, theirs, {"model.": ""})
    sound = RNG.standard_normal((2, 8, 32)).astype(np.float32)
    close(ours(Tensor(sound), Tensor(IDS)), theirs(torch.tensor(sound), decoder_input_ids=torch.tensor(IDS)).logits)


def test_mamba() -> None:
    torch.manual_seed(0)
    theirs = transformers.MambaForCausalLM(transformers.MambaConfig(
        vocab_size=64, hidden_size=16, state_size=4, num_hidden_layers=2, conv_kernel=4, expand=2, time_step_rank=4)).eval()
    ours = Mamba(64, 16, 4, 4, 2)
    load(ours, theirs, {"backbone.": ""})
    close(ours(Tensor(IDS)), theirs(torch.tensor(IDS)).logits)
