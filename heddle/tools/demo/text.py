"""Text input of the encoder: lines of a file, their tokens, and batches of few shapes.

Inputs: a file. Outputs: `Batch`es of ids and masks. Invariants: each line is in exactly one batch; every batch has the same number
of rows, and its width is a multiple of 16, so that a file of any size needs a handful of shapes and each shape is compiled once.
"""
from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

import numpy as np

from heddle.errors import FileFormatError, FileMissingError, PackageMissingError, UserError
from heddle.installation import install_command

LONGEST = 256  # tokens of a line that count; the model was trained with no more
WIDTH = 16  # widths are multiples of this
SHIPPED = Path(__file__).resolve().parent.parent.parent / "data" / "sentences.txt"


@dataclass(frozen=True)
class Batch:
    """`rows[i]` is the number of the line in row i of `ids` and `mask`, both (b, t). Rows past len(rows) are filling."""

    rows: tuple[int, ...]
    ids: np.ndarray  # int32
    mask: np.ndarray  # float32, 1 for a token and 0 for padding


def read_lines(path: Path) -> list[str]:
    """The lines of a text file that are not empty. FileMissingError, or FileFormatError if it is no UTF-8 text or empty."""
    try:
        text = path.read_text(encoding="utf-8")
    except (FileNotFoundError, IsADirectoryError) as e:
        raise FileMissingError(f"cannot read {path}: {e.strerror}", "Give a text file, one sentence per line.", None) from e
    except PermissionError as e:
        raise UserError(f"cannot read {path}: {e.strerror}", "Give a file that you may read.", None) from e
    except UnicodeDecodeError as e:
        raise FileFormatError(f"{path} is no UTF-8 text: byte {e.start} is {e.object[e.start]:#04x}",
                              "Save it as UTF-8, or give another file.", None) from e
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    if not lines: raise FileFormatError(f"{path} holds no text", "Give a text file, one sentence per line.", None)
    return lines


class _Encoded(Protocol):
    @property
    def ids(self) -> list[int]: ...


class _Tokenizer(Protocol):
    """What is used of a `tokenizers.Tokenizer`."""

    def no_padding(self) -> None: ...
    def enable_truncation(self, max_length: int) -> None: ...
    def encode_batch(self, input: list[str]) -> Sequence[_Encoded]: ...


def _load_tokenizer(file: Path) -> _Tokenizer:
    try:
        from tokenizers import Tokenizer
    except ImportError as e:
        raise PackageMissingError("the demo splits text with the package `tokenizers`, which is not installed",
                        f"Install it: {install_command('demo')}", None) from e
    return Tokenizer.from_file(str(file))


def tokenize(lines: Sequence[str], tokenizer_file: Path) -> list[list[int]]:
    """The token ids of each line, at most LONGEST, with the marks of begin and end."""
    tokenizer = _load_tokenizer(tokenizer_file)
    tokenizer.no_padding()
    tokenizer.enable_truncation(LONGEST)
    return [encoded.ids for encoded in tokenizer.encode_batch(list(lines))]


def batches(tokens: Sequence[list[int]], size: int) -> Iterator[Batch]:
    """Lines of about the same length together, `size` in a batch, shortest first."""
    order = sorted(range(len(tokens)), key=lambda i: len(tokens[i]))
    by_width: dict[int, list[int]] = {}
    for i in order: by_width.setdefault(_padded(len(tokens[i])), []).append(i)
    for width, lines in by_width.items():
        for start in range(0, len(lines), size):
            yield _make_batch(tokens, tuple(lines[start:start + size]), size, width)


def _padded(length: int) -> int:
    return -(-length // WIDTH) * WIDTH


def _make_batch(tokens: Sequence[list[int]], rows: tuple[int, ...], size: int, width: int) -> Batch:
    ids, mask = np.zeros((size, width), np.int32), np.zeros((size, width), np.float32)
    mask[:, 0] = 1  # a filling row counts as one token, so that its mean is not 0 / 0
    for row, line in enumerate(rows):
        ids[row, :len(tokens[line])] = tokens[line]
        mask[row, :len(tokens[line])] = 1
    return Batch(rows, ids, mask)
