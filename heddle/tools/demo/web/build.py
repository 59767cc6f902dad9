"""Build of the browser demo: the page, the encoder as two exported programs, and the vocabulary of its tokenizer.

Inputs: a folder. Outputs: every file that the page requests, in it. Invariants: a line of text gives the same vector as in `heddle
demo`.

Lines of at most SHORT tokens go through one program, longer ones through another that the page loads on first use. Both
have the same weights, split in the same way, so the page fetches no file twice.
"""
from __future__ import annotations

import json
import shutil
from importlib import resources
from pathlib import Path

import numpy as np

from heddle import Tensor, export_web
from heddle.tools.demo.encoder import Encoder
from heddle.tools.demo.model import ModelFiles, find_model
from heddle.tools.demo.text import LONGEST
from heddle.web import Export

SHORT = 32  # tokens of most lines
PROGRAMS = {"encoder": SHORT, "encoder_long": LONGEST}


def build(folder: Path) -> list[Export]:
    """Writes the page into `folder` and the model into `folder`/model; the programs."""
    files = find_model()
    model = folder / "model"
    model.mkdir(parents=True, exist_ok=True)
    for file in (resources.files("heddle.tools.demo.web") / "page").iterdir():
        (folder / file.name).write_bytes(file.read_bytes())
    write_words(files, model / "words.json")
    programs = export_encoder(Encoder.load(files.weights), model)
    share_files(programs)
    return programs


def export_encoder(encoder: Encoder, folder: Path) -> list[Export]:
    """The encoder for one line at a time, once for each width."""
    def embed(ids: Tensor, mask: Tensor) -> Tensor: return encoder(ids, mask)

    def example(width: int) -> dict[str, Tensor]:
        return {"ids": Tensor(np.zeros((1, width), np.int32)), "mask": Tensor(np.ones((1, width), np.float32))}
    return [export_web(embed, example(width), folder, name=name) for name, width in PROGRAMS.items()]


def write_words(files: ModelFiles, target: Path) -> None:
    """The tokenizer's words, in the order of their numbers."""
    words: dict[str, int] = json.loads(files.tokenizer.read_text(encoding="utf-8"))["model"]["vocab"]
    target.write_text(json.dumps(sorted(words, key=lambda w: words[w]), ensure_ascii=False, separators=(",", ":")), encoding="utf-8")


def share_files(programs: list[Export]) -> None:
    """Files of the later programs that are those of the first take no room of their own, where the disk can do that."""
    first, *others = ([f for f in p.files if f.suffix == ".bin"] for p in programs)
    for mine, theirs in ((a, b) for files in others for a, b in zip(files, first, strict=False)):
        if mine.read_bytes() != theirs.read_bytes(): continue
        mine.unlink()
        try: mine.hardlink_to(theirs)
        except OSError: shutil.copyfile(theirs, mine)
