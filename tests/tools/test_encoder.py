"""The sentence encoder agrees with the plain NumPy one, whatever the batch and the padding."""
import numpy as np
import pytest

from heddle import Device, Tensor
from heddle.tools.demo.embed import embed, nearest_pairs
from heddle.tools.demo.encoder import Encoder, is_used, own_name
from heddle.tools.demo.model import find_model
from heddle.tools.demo.text import tokenize
from tests.tools.reference_encoder import ReferenceEncoder

LINES = [
    "Hello.",
    "Bread stays fresh longer when it is wrapped in cloth and kept in a wooden box.",
    "Naïve café, 東京 and 1.5e-3!",
    "The quick brown fox jumps over the lazy dog, " * 6,
    "",
]


@pytest.fixture(scope="module")
def tokens():
    return tokenize(LINES, find_model().tokenizer)


@pytest.fixture(scope="module")
def wanted(tokens):
    reference = ReferenceEncoder(find_model().weights)
    return np.stack([reference.encode(ids) for ids in tokens])


@pytest.fixture(scope="module")
def encoder():
    return Encoder.load(find_model().weights)


@pytest.mark.parametrize("batch", [1, 3, 8])
def test_embeddings_agree_with_numpy_whatever_the_batch(encoder, tokens, wanted, batch):
    vectors = embed(encoder, tokens, batch)
    assert vectors.shape == (len(LINES), 384) and vectors.dtype == np.float32
    np.testing.assert_allclose(vectors, wanted, atol=1e-4)


@pytest.mark.parametrize("width", [7, 40])
def test_padding_changes_nothing(encoder, tokens, wanted, width):
    line = 0
    ids, mask = np.full((2, width), 777, np.int32), np.zeros((2, width), np.float32)
    ids[:, :len(tokens[line])] = tokens[line]
    mask[:, :len(tokens[line])] = 1
    vectors = encoder(Tensor(ids), Tensor(mask)).numpy()
    np.testing.assert_allclose(vectors, wanted[[line, line]], atol=1e-4)


def test_it_runs_on_the_other_compiler_too(tokens, wanted):
    usable = [row.name for row in _compilers() if row.usable]
    for compiler in usable:
        device = f"CPU:{compiler}"
        from heddle import Context
        with Context(DEV=device):
            assert Device.DEFAULT == "CPU"
            vectors = embed(Encoder.load(find_model().weights), tokens[:2], 2)
        np.testing.assert_allclose(vectors, wanted[:2], atol=1e-4)


def _compilers():
    from heddle.device import device_table
    return next(row for row in device_table() if row.name == "CPU").compilers


def test_rows_have_length_one(encoder, tokens):
    lengths = np.linalg.norm(embed(encoder, tokens, 3), axis=1)
    np.testing.assert_allclose(lengths, 1, atol=1e-6)


def test_every_weight_of_the_encoder_has_one_name_in_the_file():
    from heddle.nn.state import get_state_dict, safe_load
    stored = safe_load(find_model().weights)
    ours = {own_name(name): tuple(weight.shape) for name, weight in stored.items() if is_used(name)}
    assert ours == {name: tuple(weight.shape) for name, weight in get_state_dict(Encoder()).items()}
    assert len(stored) == len(ours) + 3  # the table of positions, and the pooler's two


def test_nearest_pairs_are_the_highest_scores(monkeypatch):
    monkeypatch.setattr("heddle.tools.demo.embed.BLOCK", 7)
    rng = np.random.default_rng(3)
    vectors = rng.standard_normal((20, 16)).astype(np.float32)
    scores = vectors @ vectors.T
    every = sorted(((float(scores[i, j]), i, j) for i in range(20) for j in range(i + 1, 20)), reverse=True)
    found = nearest_pairs(vectors, 5)
    assert [(i, j) for _, i, j in found] == [(i, j) for _, i, j in every[:5]]
    np.testing.assert_allclose([s for s, _, _ in found], [s for s, _, _ in every[:5]], rtol=1e-5)
    assert nearest_pairs(vectors[:1], 5) == []
