"""The field's words: home-made terms that were replaced stay out of identifiers, comments and docstrings."""
from __future__ import annotations

import io
import re
import tokenize
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
FILES = sorted((ROOT / "heddle").rglob("*.py"))
#: phrases that are gone from the whole package, and what is said instead
PHRASES = {
    "straight list": "linear IR", "running fold": "scan", "behind the items' backs": "asynchronously",
    "behind the item's back": "asynchronously", "behind the thread's back": "asynchronously",
}
#: parts of identifiers that are gone from a folder, and what is said instead. `fold` is for constant folding alone.
PARTS = {
    "heddle/schedule": {"fold": "reduction", "folds": "reductions", "folded": "reduced", "turn": "iteration", "turns": "iterations",
                        "turned": "transposed"},
    "heddle/codegen": {"fold": "reduction", "folds": "reductions", "folded": "reduced", "turn": "iteration", "turns": "iterations",
                       "turned": "transposed", "boxes": "tma_tiles"},
}
#: ops and actions by the names that they had
OLDER_OPS = {"CARRY", "NEXT", "TURN", "FETCH", "COMMIT", "BOX", "DELIVER", "RECEIVE"}


def name_of(file: Path) -> str: return str(file.relative_to(ROOT))


def tokens(file: Path) -> list[tokenize.TokenInfo]:
    return list(tokenize.generate_tokens(io.StringIO(file.read_text(encoding="utf-8")).readline))


@pytest.mark.parametrize("file", FILES, ids=name_of)
def test_phrases_stay_out(file: Path) -> None:
    text = re.sub(r"\s+(#:? )?", " ", file.read_text(encoding="utf-8")).lower()
    found = {phrase: better for phrase, better in PHRASES.items() if phrase in text}
    assert not found


@pytest.mark.parametrize("folder", PARTS)
def test_parts_of_identifiers_stay_out(folder: str) -> None:
    gone = PARTS[folder]
    found = {f"{name_of(file)}:{t.start[0]}: {t.string}: say {gone[part]}" for file in FILES if name_of(file).startswith(folder)
             for t in tokens(file) if t.type == tokenize.NAME for part in t.string.lower().split("_") if part in gone}
    assert not found


def test_ops_have_the_names_of_the_field() -> None:
    from heddle.codegen.actions.action import Action
    from heddle.uop import Ops
    assert not OLDER_OPS & set(Ops.__members__)
    older = ("stage 1 2 by 4", "share 0 1", "pair 0", "matrix 0 1 2", "keep 0 by 4")
    assert [str(Action.parse(text)).split()[0] for text in older] == [
        "cache_read", "cache_shared", "dot_product", "tensorize", "fuse_rows"]
