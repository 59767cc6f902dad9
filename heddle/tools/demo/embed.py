"""Semantic search demo: the lines of a text that are nearest in meaning to a question.

Inputs: a text file, optionally a question. Outputs, on standard output: what is done, the nearest lines with their scores, what it
cost, and what to try next.
"""
from __future__ import annotations

import math
import time
from collections.abc import Callable, Sequence
from pathlib import Path

import numpy as np

from heddle import Device, Tensor
from heddle.installation import own_command
from heddle.nn.state import get_parameters
from heddle.tools.console import progress, strong
from heddle.tools.demo.encoder import Encoder
from heddle.tools.demo.model import find_model
from heddle.tools.demo.text import SHIPPED, batches, read_lines, tokenize
from heddle.tools.work import describe_compiling, describe_work
from heddle.tracing.counters import GlobalCounters

QUESTION = "How do I keep bread from going dry?"  # for the shipped text, if no other is given
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
    print(describe(encoder, len(lines), (file or SHIPPED).name, query is not None))
    with progress("embedding", len(tokens)) as advance:
        vectors = embed(encoder, tokens, batch, advance)
    if query:
        show_nearest(lines, vectors[:-1], query, vectors[-1])
    else:
        show_pairs(lines, vectors)
    seconds = time.perf_counter() - started
    print(f"\n{len(tokens)} texts of {sum(map(len, tokens))} tokens on {Device.DEFAULT}: {describe_work(seconds)}")
    print(describe_compiling())
    print_next_steps()


def describe(encoder: Encoder, lines: int, name: str, has_query: bool) -> str:
    """What the demo does, in a paragraph."""
    weights = sum(math.prod(w.shape) for w in get_parameters(encoder))
    sought = "those that mean nearly what a question says" if has_query else "the pairs that mean nearly the same"
    size = f"{len(encoder.layers)} layers and {weights / 1e6:.1f} million weights"
    return (f"\nMiniLM, a text encoder with {size}, turns each of the {lines} lines of {name}\n"
            f"into a vector; near vectors are near in meaning. Here are {sought}.")


def print_next_steps() -> None:
    """Prints commands to go on with, as this shell calls them."""
    heddle = own_command()
    steps = ((f"{heddle} demo --file notes.txt --query \"What did we decide?\"", "search a text of your own"),
             (f"{heddle} demo train", "train a convnet to read handwritten digits"),
             (f"DEBUG=2 {heddle} demo", "every kernel, with its time"),
             (f"{heddle} --help", "all commands"))
    width = max(len(command) for command, _ in steps)
    print("\ntry next")
    for command, what in steps: print(f"  {command:{width}}  {what}")


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


def show_nearest(lines: Sequence[str], vectors: np.ndarray, query: str, query_vector: np.ndarray) -> None:
    """Prints the lines nearest to the question."""
    scores = (Tensor(vectors) @ Tensor(query_vector)).numpy()
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
