"""ONNX string operators, computed on the host: concatenation, split, normalisation, matching, n-grams; and image decoding."""
from __future__ import annotations

import importlib.util
import io
import itertools
import re
from collections.abc import Iterable, Iterator, Sequence

import numpy as np

from heddle.errors import FileFormatError, PackageMissingError, ShapeError
from heddle.installation import install_command
from heddle.nn.onnx.table import Floats, Host, Ints, Texts, op
from heddle.nn.onnx.values import strings
from heddle.tensor import Tensor


@op("StringConcat", since=20, folds=False)
def string_concat(a: Host, b: Host) -> Host: return strings(np.add(strings(a), strings(b)))


@op("StringSplit", since=20, results=2, folds=False)
def string_split(x: Host, *, delimiter: str | None = None, maxsplit: int | None = None) -> tuple[Host, Host]:
    """The parts of each text along a new last axis, empty texts behind them, and how many parts there are."""
    rows = [t.split(delimiter or None, -1 if maxsplit is None else maxsplit) for t in strings(x).reshape(-1).tolist()]
    longest = max((len(r) for r in rows), default=0)
    padded = np.array([r + [""] * (longest - len(r)) for r in rows], object).reshape(*x.shape, longest)
    return padded, np.array([len(r) for r in rows], np.int64).reshape(x.shape)


@op("StringNormalizer", since=10, folds=False)
def string_normalizer(x: Host, *, case_change_action: str = "NONE", is_case_sensitive: int = 0, locale: str = "",
                      stopwords: Sequence[str] = ()) -> Host:
    """Without the stopwords, in upper or lower case; one empty text if nothing is left. ShapeError for more than one row."""
    if x.ndim not in (1, 2) or (x.ndim == 2 and x.shape[0] != 1):
        raise ShapeError(f"StringNormalizer of shape {x.shape}", "Give one row of texts.")
    stop = set(stopwords) if is_case_sensitive else {w.lower() for w in stopwords}
    kept = [t for t in strings(x).reshape(-1).tolist() if (t if is_case_sensitive else t.lower()) not in stop]
    changed = [{"UPPER": t.upper, "LOWER": t.lower}.get(case_change_action, lambda t=t: t)() for t in kept]
    found = strings(changed or [""])
    return found if x.ndim == 1 else found.reshape(1, -1)


@op("RegexFullMatch", since=20, folds=False)
def regex_full_match(x: Host, *, pattern: str) -> Host:
    """Which texts the pattern matches from end to end. FileFormatError for what is no pattern."""
    try: compiled = re.compile(pattern)
    except re.error as fault: raise FileFormatError(f"{pattern!r} is no pattern: {fault}", "Export it with another one.") from None
    return np.array([compiled.fullmatch(t) is not None for t in strings(x).reshape(-1).tolist()], bool).reshape(x.shape)


@op("TfIdfVectorizer", since=9, folds=False)
def tf_idf_vectorizer(x: Host, *, max_gram_length: int, max_skip_count: int, min_gram_length: int, mode: str,
                      ngram_counts: Sequence[int],
                      ngram_indexes: Sequence[int], pool_int64s: Ints = None,
                      pool_strings: Texts = None,
                      weights: Floats = None) -> Tensor:
    """(items,) or (rows, items) -> (n,) or (rows, n): how often each run of the pool is there (TF), whether (IDF), or both, weighed.

    The members of a run may be up to `max_skip_count` items apart, all equally far; runs of one item are counted once.
    """
    pool: list[str | int] = list(pool_strings or pool_int64s or ())
    bounds = [*ngram_counts, len(pool)]
    known: dict[tuple[str | int, ...], int] = {}
    for n, (begin, end) in enumerate(itertools.pairwise(bounds), 1):
        for i in range(begin, end - n + 1, n): known.setdefault(tuple(pool[i:i + n]), len(known))
    if len(known) > len(ngram_indexes):
        raise FileFormatError(f"{len(known)} runs and {len(ngram_indexes)} ngram_indexes", "Export it with an index for each run.")
    rows = (strings(x) if x.dtype.kind in "OSU" else x).reshape(1, -1).tolist() if x.ndim < 2 else x.tolist()
    found = np.zeros((len(rows), max(ngram_indexes, default=-1) + 1), np.float32)
    shares = np.ones(len(ngram_indexes), np.float32) if weights is None else np.array(weights, np.float32)
    for row, items in zip(found, rows, strict=True):
        for run in _runs(items, range(min_gram_length, max_gram_length + 1), max_skip_count):
            if (which := known.get(run)) is not None: row[ngram_indexes[which]] += 1
    by_column = np.ones(found.shape[1], np.float32)
    by_column[list(ngram_indexes)] = shares[:len(ngram_indexes)]
    done = found if mode == "TF" else (found > 0) * by_column if mode == "IDF" else found * by_column
    return Tensor((done[0] if x.ndim < 2 else done).astype(np.float32))


def _runs(items: Sequence[str | int], lengths: Iterable[int], most_skipped: int) -> Iterator[tuple[str | int, ...]]:
    """The runs of these lengths, with 0 to `most_skipped` items left out between each two members."""
    for n in lengths:
        for step in range(1, most_skipped + 2) if n > 1 else (1,):
            for i in range(len(items) - step * (n - 1)): yield tuple(items[i:i + step * n:step][:n])


@op("ImageDecoder", since=20, folds=False)
def image_decoder(data: Host, *, pixel_format: str = "RGB") -> Host:
    """The bytes of an image file -> (height, width, channels) uint8; with no pixels if it cannot be decoded. PackageMissingError."""
    if importlib.util.find_spec("PIL") is None:
        raise PackageMissingError("decoding images needs the package pillow", install_command("images"))
    from PIL import Image
    channels = 1 if pixel_format == "Grayscale" else 3
    try:
        with Image.open(io.BytesIO(np.asarray(data, np.uint8).tobytes())) as image:
            pixels = np.asarray(image.convert("L" if channels == 1 else "RGB"), np.uint8)
    except (OSError, ValueError, SyntaxError, Image.DecompressionBombError):  # the standard asks for an empty result
        return np.zeros((0, 0, channels), np.uint8)
    pixels = pixels.reshape(*pixels.shape[:2], channels)
    return np.ascontiguousarray(pixels[..., ::-1] if pixel_format == "BGR" else pixels)
