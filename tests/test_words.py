"""The field's words: home-made terms that were replaced stay out of identifiers, comments and docstrings."""
from __future__ import annotations

import io
import re
import tokenize
from itertools import pairwise
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
FILES = sorted((ROOT / "heddle").rglob("*.py"))
#: phrases that are gone from the whole package, and what is said instead
PHRASES = {
    "straight list": "linear IR", "running fold": "scan", "behind the items' backs": "asynchronously",
    "behind the item's back": "asynchronously", "behind the thread's back": "asynchronously",
}
#: phrases that are gone from the folders of the compiler, and what is said instead
COMPILER = ("heddle/uop", "heddle/schedule", "heddle/codegen", "heddle/renderer")
COMPILER_PHRASES = {
    "always true:": "Invariants:", "in: ": "Inputs:", "out: ": "Outputs:", "matrix unit": "MMA unit, tensor core",
    "lie side by side": "are contiguous", "lies side by side": "is contiguous", "lies across": "is strided",
    "lie across": "are strided",
    "of the day": "current", "work-item": "thread", "the items of a work-group": "the threads of a work-group", "an item": "a thread",
    "(spec ": "a page of docs/", "(design ": "a page of docs/", "says of itself": "describes", "come to rest": "terminate",
}
#: parts of identifiers that are gone from all folders of the compiler. `items` and `item` are methods of other objects: see below.
_COMPILER_PARTS = {"item": "thread", "items": "threads", "place": "slot, address, offset", "places": "slots, addresses, offsets",
                   "lies": "is contiguous, is strided", "told": "emitted", "wanted": "required", "wants": "uses", "asked": "requested",
                   "asks": "queries", "knows": "supports"}
#: parts of identifiers that are gone from a folder, and what is said instead. `fold` is for constant folding alone.
_LOOP_PARTS = {"fold": "reduction", "folds": "reductions", "folded": "reduced", "turn": "iteration", "turns": "iterations",
               "turned": "transposed"}
#: and those that are gone from the folders of tensors, layers and devices
_TENSOR_PARTS = {"turn": "lock, angle", "wanted": "required, target", "want": "required, target", "place": "position, address, device",
                 "places": "positions, placeholders, devices", "lent": "exported", "lends": "exports", "borrow": "import",
                 "borrows": "imports", "borrowed": "imported", "loan": "external memory", "told": "reported", "asked": "requested",
                 "ask": "request", "asks": "requests", "knows": "stores"}
#: and those that are gone from runtimes, tools and checkpoints
_REQUEST_PARTS = {"place": "address, offset, slot, location", "places": "addresses, offsets, slots, paths",
                  "ask": "request, query", "asks": "requests, queries", "asked": "requested"}
_RUNTIME_PARTS = _REQUEST_PARTS | {part: _TENSOR_PARTS[part] for part in (
    "borrow", "borrows", "borrowed", "lent", "lends", "loan", "told")}
PARTS = {
    "heddle/tensor": _TENSOR_PARTS, "heddle/nn": _TENSOR_PARTS, "heddle/device": _TENSOR_PARTS, "heddle/process": _TENSOR_PARTS,
    "heddle/engine": _TENSOR_PARTS, "heddle/web": _TENSOR_PARTS, "heddle/tracing": _TENSOR_PARTS,
    "heddle/settings.py": _TENSOR_PARTS, "heddle/dtype.py": _TENSOR_PARTS, "heddle/jit": _TENSOR_PARTS,
    "heddle/schedule": _LOOP_PARTS | _COMPILER_PARTS,
    "heddle/codegen": {"boxes": "tma_tiles", "stages": "depth"} | _LOOP_PARTS | _COMPILER_PARTS,
    "heddle/uop": _COMPILER_PARTS, "heddle/renderer": _COMPILER_PARTS,
    "heddle/runtime": _RUNTIME_PARTS,
    "heddle/tools": _REQUEST_PARTS, "heddle/distributed/checkpoint.py": _REQUEST_PARTS,
}
#: public names with such parts, which other folders and the specification use
ALLOWED = {"workgroup_threads", "ASKED"}
#: files that keep some of the words, in names that many other modules use
KEPT = {"heddle/tensor/realize.py": set(_TENSOR_PARTS),
        "heddle/tensor/autograd/engine.py": {"asked"}}
#: pages whose headings are read
PAGES = sorted(page for pattern in ("*.md", "docs/**/*.md", "benchmarks/*.md") for page in ROOT.glob(pattern)
               if "_generated" not in page.parts)
#: a heading that is a free relative clause ("What a kernel takes"): a noun phrase says it ("Resources of a kernel")
_CLAUSE = re.compile(r"^#+ (?:\d+\. )?(?:What|How|When|Where|Why|Who|Which)\b.*")
#: "a line an epoch": say "one line per epoch"
_UNITS = ("line|rank|device|file|stage|epoch|kernel|call|step|row|sentence|thread|process|element|buffer|group|launch|dimension|"
          "message|page|concept|entry|run|node|batch|iteration|block|sample|column|test|folder|tile|warp|result|property")
_LINKS = "of|on|with|is|in|from|for|to|at|by|as|become|becomes|per|or|than|and"
_A_PER_A = re.compile(rf"\b(?:a|an|one) (?!(?:{_LINKS}) )[\w-]+ an? (?:{_UNITS})\b", re.IGNORECASE)
#: ops and actions by the names that they had
OLDER_OPS = {"CARRY", "NEXT", "TURN", "FETCH", "COMMIT", "BOX", "DELIVER", "RECEIVE"}


def is_method(before: tokenize.TokenInfo, name: tokenize.TokenInfo) -> bool:
    """Whether this is `.items` of a dict or `.item` of an array."""
    return before.string == "." and name.string in ("item", "items")


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
    names = [(file, t) for file in FILES if name_of(file).startswith(folder) for before, t in pairwise(tokens(file))
             if t.type == tokenize.NAME and t.string not in ALLOWED and not is_method(before, t)]
    parts = ((file, t, part) for file, t in names for part in t.string.lower().replace("in_place", "").split("_"))
    found = {f"{name_of(file)}:{t.start[0]}: {t.string}: say {gone[part]}" for file, t, part in parts
             if part in gone and part not in KEPT.get(name_of(file), ())}
    assert not found


@pytest.mark.parametrize("file", [f for f in FILES if name_of(f).startswith(COMPILER)], ids=name_of)
def test_phrases_of_the_compiler_stay_out(file: Path) -> None:
    """In comments and docstrings: other strings may be text of a kernel."""
    texts = [re.sub(r"\s+(#:? )?", " ", t.string).lower() for t in tokens(file)
             if t.type == tokenize.COMMENT or (t.type == tokenize.STRING and t.string.startswith('"""'))]
    found = {f"{phrase} say {better}" for phrase, better in COMPILER_PHRASES.items()
             if any(re.search(rf"(?<!\w){re.escape(phrase)}", text) for text in texts)}
    assert not found


def prose(page: Path) -> str:
    """The text of a page without its blocks of code."""
    return re.sub(r"^```.*?^```", "", page.read_text(encoding="utf-8"), flags=re.MULTILINE | re.DOTALL)


@pytest.mark.parametrize("page", PAGES, ids=name_of)
def test_headings_are_noun_phrases(page: Path) -> None:
    found = [line for line in prose(page).splitlines() if _CLAUSE.match(line)]
    assert not found


def test_one_per_line_is_not_one_a_line() -> None:
    """Paragraphs of the pages; docstrings, comments and messages of the package."""
    texts = [(page, prose(page).split("\n\n")) for page in PAGES] + [(file, [file.read_text(encoding="utf-8")]) for file in FILES]
    found = [f"{name_of(file)}: {phrase}" for file, parts in texts for part in parts
             for phrase in _A_PER_A.findall(re.sub(r"\s+(#:? )?", " ", part))]
    assert not found


@pytest.mark.parametrize(("line", "clause", "distributive"), [
    ("## What it needs", True, False), ("## 5. Which kernels there are", True, False), ("## Requirements", False, False),
    ("one folder per stage", False, False), ("a folder a stage", False, True), ("One process a rank", False, True),
    ("a line as an entry", False, False)])
def test_sentences_are_recognized(line: str, clause: bool, distributive: bool) -> None:
    assert (bool(_CLAUSE.match(line)), bool(_A_PER_A.search(line))) == (clause, distributive)


def test_ops_have_the_names_of_the_field() -> None:
    from heddle.codegen.actions.action import Action
    from heddle.uop import Ops
    assert not OLDER_OPS & set(Ops.__members__)
    older = ("stage 1 2 by 4", "share 0 1", "pair 0", "matrix 0 1 2", "keep 0 by 4")
    assert [str(Action.parse(text)).split()[0] for text in older] == [
        "cache", "cache", "dot_product", "tensorize", "fuse_rows"]
