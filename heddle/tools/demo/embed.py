"""Semantic search demo: the lines of a text that are nearest in meaning to a question.

Inputs: a text file, optionally a question. Outputs, on standard output: the nearest lines with their scores, and the cost.
"""
from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from pathlib import Path

import numpy as np

from heddle import Device, Tensor
from heddle.tools.console import progress, strong
from heddle.tools.demo.encoder import Encoder
from heddle.tools.demo.model import find_model
from heddle.tools.demo.text import SHIPPED, batches, read_lines, tokenize
from heddle.tools.work import describe_work
from heddle.tracing.counters import GlobalCounters

QUESTION = "How do I keep bread from going dry?"  # asked of the shipped text if there is no other
SHOWN = 5
BLOCK = 1024  # rows of the table of all pairs that are looked at together


def run(file: Path | None = None, query: str | None = None, batch: int = 16) -> None:
    """Embeds the lines of `file` (None: the text that ships) and prints those nearest to `query`, or the nearest pairs."""
    lines = read_lines(file or SHIPPED)
    if file is None and query is None: query = QUESTION
    started = time.perf_counter()
    model = find_model()
    tokens = tokenize([*lines, query] if query else lines, model.tokenizer)
    GlobalCounters.reset()
    encoder = Encoder.load(model.weights)
    with progress("embedding", len(tokens)) as advance:
        vectors = embed(encoder, tokens, batch, advance)
    if query:
        show_nearest(lines, vectors[:-1], query, vectors[-1])
    else:
        show_pairs(lines, vectors)
    seconds = time.perf_counter() - started
    print(f"\n{len(tokens)} texts of {sum(map(len, tokens))} tokens on {Device.DEFAULT}: {describe_work(seconds)}")


def embed(encoder: Encoder, tokens: Sequence[list[int]], batch: int,
          advance: Callable[[int], None] = lambda done: None) -> np.ndarray:
    """One unit vector per list of tokens, (n, width) float32, in their order. `advance` hears how many more are done."""
    vectors: list[np.ndarray] = [np.empty(0)] * len(tokens)
    for part in batches(tokens, batch):
        out = encoder(Tensor(part.ids), Tensor(part.mask)).numpy()
        for row, line in enumerate(part.rows):
            vectors[line] = out[row]
        advance(len(part.rows))
    return np.stack(vectors)


def show_nearest(lines: Sequence[str], vectors: np.ndarray, query: str, asked: np.ndarray) -> None:
    """Prints the lines nearest to the question."""
    scores = (Tensor(vectors) @ Tensor(asked)).numpy()
    print(f"\nnearest to {strong(query)}")
    for i in np.argsort(-scores, kind="stable")[:SHOWN]:
        print(f"  {scores[i]:6.3f}  {lines[i]}")


def show_pairs(lines: Sequence[str], vectors: np.ndarray) -> None:
    """Prints the pairs of lines that are nearest to each other."""
    print("\nnearest pairs of lines")
    for score, i, j in nearest_pairs(vectors, SHOWN):
        print(f"  {score:6.3f}  {lines[i]}\n          {lines[j]}")


def nearest_pairs(vectors: np.ndarray, count: int) -> list[tuple[float, int, int]]:
    """The `count` pairs (score, i, j), i < j, of the highest scores, highest first."""
    found: list[tuple[float, int, int]] = []
    for start in range(0, len(vectors), BLOCK):
        scores = (Tensor(vectors[start:start + BLOCK]) @ Tensor(vectors).T).numpy()
        rows, columns = np.triu_indices(len(scores), k=1 + start, m=len(vectors))
        best = np.argsort(-scores[rows, columns], kind="stable")[:count]
        found += [(float(scores[r, c]), start + int(r), int(c)) for r, c in zip(rows[best], columns[best])]
    return sorted(found, key=lambda pair: -pair[0])[:count]
