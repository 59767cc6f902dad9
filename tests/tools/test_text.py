"""Lines, tokens and batches of the sentence encoder."""
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from heddle.errors import FileFormatError, FileMissingError
from heddle.installation import install_command
from heddle.tools.demo.text import SHIPPED, WIDTH, batches, read_lines, tokenize

token_lists = st.lists(st.lists(st.integers(1, 30000), min_size=1, max_size=70), min_size=1, max_size=40)


@given(tokens=token_lists, size=st.integers(1, 9))
def test_every_line_is_in_one_batch_with_its_tokens(tokens, size):
    seen = []
    for batch in batches(tokens, size):
        assert batch.ids.dtype == np.int32 and batch.mask.dtype == np.float32
        assert batch.ids.shape == batch.mask.shape
        assert batch.ids.shape[0] == size and batch.ids.shape[1] % WIDTH == 0
        for row, line in enumerate(batch.rows):
            count = len(tokens[line])
            assert batch.ids[row, :count].tolist() == tokens[line]
            assert batch.mask[row].sum() == count and not batch.ids[row, count:].any()
        seen += batch.rows
    assert sorted(seen) == list(range(len(tokens)))


@given(tokens=token_lists)
def test_filling_rows_are_not_empty_and_shapes_are_few(tokens):
    made = list(batches(tokens, 8))
    assert all((batch.mask.sum(1) >= 1).all() for batch in made)
    assert len({batch.ids.shape for batch in made}) <= -(-70 // WIDTH)


def test_shipped_text_is_sixty_different_sentences():
    lines = read_lines(SHIPPED)
    assert len(lines) == len(set(lines)) == 60
    assert all(line.endswith(".") for line in lines)


def test_empty_lines_do_not_count(tmp_path):
    file = tmp_path / "a.txt"
    file.write_text("\n  one \n\n\ntwo\n", encoding="utf-8")
    assert read_lines(file) == ["one", "two"]


@pytest.mark.parametrize(("content", "error", "text"), [
    (None, FileMissingError, "No such file"),
    (b"", FileFormatError, "holds no text"),
    (b"abc\xff", FileFormatError, "byte 3 is 0xff"),
])
def test_bad_text_files(tmp_path, content, error, text):
    file = tmp_path / "a.txt"
    if content is not None: file.write_bytes(content)
    with pytest.raises(error, match=text): read_lines(file)


def test_a_folder_is_no_text(tmp_path):
    with pytest.raises(FileMissingError, match="cannot read"): read_lines(tmp_path)


def test_tokens_are_cut_at_the_longest_and_not_padded():
    from heddle.tools.demo.model import find_model
    short, long = tokenize(["Bread.", "bread " * 400], find_model().tokenizer)
    assert short == [101, 7852, 1012, 102]  # [CLS] bread . [SEP]
    assert len(long) == 256 and long[-1] == 102


def test_missing_tokenizer_package_is_told(monkeypatch):
    import sys

    from heddle.errors import UserError
    monkeypatch.setitem(sys.modules, "tokenizers", None)
    with pytest.raises(UserError, match="tokenizers") as caught: tokenize(["a"], Path("unused"))
    assert install_command("demo") in caught.value.cure
