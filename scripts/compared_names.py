"""Comparison of heddle's public names with the reference's: writes docs/compared-names.md.

    python scripts/compared_names.py            # writes the page
    python scripts/compared_names.py --check    # exit status 1 if the page is not what would be written

Inputs: tests/docs/reference_names.json, recorded from the reference's signatures (names, keywords, kinds and defaults; nothing else),
and heddle as it is imported. Outputs: a row for each public name, with its keywords and defaults: the same, better or excused.
Invariants: what differs has a reason in `REASONS`, or the script fails; keywords that heddle takes as synonyms count as the same.
"""
from __future__ import annotations

import ast
import importlib
import inspect
import json
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

from heddle import dtypes
from heddle.tensor.arguments import SYNONYMS

ROOT = Path(__file__).resolve().parent.parent
RECORDED, PAGE = ROOT / "tests/docs/reference_names.json", ROOT / "docs/compared-names.md"


class Fact(NamedTuple):
    """One name, or one keyword of a name: what the reference has, what heddle has, and how they compare."""

    owner: str
    name: str
    keyword: str  # empty for the name itself
    there: str
    here: str
    verdict: str  # "same", "better" or "excused"
    why: str


#: why a name or `name(keyword)` differs: verdict and reason. An owner's `*` holds for all its names, a keyword's for all names.
REASONS: dict[str, tuple[str, str]] = {
    "Buffer.allocated_views": ("excused", "how the reference keeps views; here `base` of the view holds them"),
    "Buffer.as_memoryview(allow_zero_copy)": ("better", "the memory itself wherever the host sees it; `tobytes()` and `numpy()` copy"),
    "Buffer.get_buf(device)": ("better", "may be left out: a buffer has one device"),
    **{f"Tensor.{name}": ("better", "left out, a tensor with no axes") for name in (
        "expand(shape)", "permute(order)", "reshape(shape)", "view(shape)")},
    **{f"nn.state.TensorIO.{name}": ("better", "as in every file of Python, whose class it is")
       for name in ("read(size)", "writelines(lines)")},
    "Buffer.options": ("excused", "notes for the reference's own allocators, accepted and not kept"),
    "Buffer.profile_events": ("excused", "events are in the profile: `heddle.profile`"),
    "Buffer.trace_num": ("excused", "a number for the reference's own viewer"),
    "Device[...].runtime(obj)": ("excused", "called by the engine alone, which passes a PROGRAM"),
    "Tensor.cumprod(axis)": ("better", "0 if left out, as in cumsum"),
    "Tensor.one_hot(num_classes)": ("better", "as many classes as needed if left out"),
    "Tensor.randint(dtype)": ("better", "dtypes.default_int, which is int32 unless a program sets it"),
    "Tensor.selu(alpha)": ("better", "all digits of the paper's constant"),
    "Tensor.selu(gamma)": ("better", "all digits of the paper's constant"),
    "Tensor.decode_hevc_frame": ("excused", "video is decoded by circuits of a GPU that no runtime here drives"),
    "TinyJit.add_linear": ("excused", "how the reference's engine hands over what it records"),
    **dict.fromkeys(("nn.state.fs_load", "nn.state.fs_store"), ("excused", "speak to a file server of the reference's own")),
}


# ---- what heddle has


def _holders() -> dict[str, Any]:
    """What stands here for each owner of the recording."""
    import heddle
    from heddle import Buffer, Context, Device, GlobalCounters, Tensor, TinyJit, UOp, Variable

    @TinyJit
    def add_one(x: Tensor) -> Tensor: return (x + 1).realize()
    for _ in range(3): add_one(Tensor([1.0]))
    found: dict[str, Any] = {
        "Tensor": Tensor, "dtypes": dtypes, "DType": dtypes.float32, "Variable": Variable, "TinyJit": add_one, "Device": Device,
        "Device[...]": Device.default, "Device[...].renderer": Device.default.renderer, "GlobalCounters": GlobalCounters,
        "Buffer": Tensor([1.0]).realize().uop.buffer, "Context": Context, "UOp": UOp}
    calls = {"TinyJit": TinyJit, "Buffer": Buffer}
    return {"found": found, "calls": calls, "root": heddle}


def _member(owner: str, name: str, holders: dict[str, Any]) -> tuple[bool, Any]:
    """Whether heddle has it, and what it is."""
    if owner in holders["found"]:
        holder = holders["found"][owner]
        if name == "()": return True, holders["calls"].get(owner, holder)
        static = inspect.getattr_static(holder, name, None)
        if isinstance(static, property) or inspect.isdatadescriptor(static): return True, None
        return hasattr(holder, name), getattr(holder, name, None)
    module, _, kind = owner.rpartition(".")
    holder = getattr(importlib.import_module(f"heddle.{module}"), kind, None)
    if name == "()": return holder is not None, holder
    return hasattr(holder, name), getattr(holder, name, None)


def _parameters(fn: Callable[..., Any]) -> list[inspect.Parameter]:
    # a class that has a __new__ as well says its parameters in __init__
    found = list(inspect.signature(fn.__init__ if isinstance(fn, type) and "__new__" in vars(fn) else fn).parameters.values())
    return found[1:] if found and found[0].name == "self" else found


# ---- comparing


def facts() -> Iterator[Fact]:
    """Every name and keyword of the recording, compared."""
    recorded, holders = json.loads(RECORDED.read_text())["names"], _holders()
    for owner, names in recorded.items():
        for name, keywords in names.items():
            there, here = _member(owner, name, holders)
            yield _judged(owner, name, "", "", "" if there else "missing", there)
            if not there or not keywords or not callable(here): continue
            own = _parameters(here)
            for number, (keyword, kind, default) in enumerate(keywords):
                if kind == "any keyword": continue
                place = number if kind == "" else -1
                yield _compared(Fact(owner, name, keyword, _shown(default), "", "", ""), own, kind, default, place)


def _compared(fact: Fact, own: list[inspect.Parameter], kind: str, default: str | None, place: int) -> Fact:
    several = next((i for i, p in enumerate(own) if p.kind is p.VAR_POSITIONAL), None)
    if kind == "several": return _judged(*fact[:3], "any number", "missing" if several is None else "any number", several is not None)
    same = [i for i, p in enumerate(own) if p.name == fact.keyword or any(fact.keyword in s and p.name in s for s in SYNONYMS)]
    if not same:
        catches = any(p.kind is p.VAR_KEYWORD for p in own)
        taken = catches and place < 0
        return _judged(*fact[:3], fact.there, fact.there if taken else "missing", taken)
    found = own[same[0]]
    if found.kind is found.VAR_POSITIONAL: return _judged(*fact[:3], fact.there, fact.there, place == same[0])
    here = _shown(None if found.default is found.empty else repr(found.default))
    in_place = place < 0 or (place == same[0] and found.kind is found.POSITIONAL_OR_KEYWORD)
    equal = _value(default) == _value(None if found.default is found.empty else repr(found.default))
    return _judged(*fact[:3], fact.there, here if in_place else f"{here}, by {'position ' + str(same[0] + 1)}", in_place and equal)


def _value(default: str | None) -> Any:
    """A default as a value; formats of numbers by name."""
    if default is None: return inspect.Parameter.empty
    text = default.removeprefix("dtypes.")
    if text != default: return getattr(dtypes, text)
    if default.startswith("<class '"): return default.split("'")[1].rpartition(".")[2]
    return default if default.isidentifier() and default not in ("None", "True", "False") else ast.literal_eval(default)


def _shown(default: str | None) -> str: return "required" if default is None else default


def _judged(owner: str, name: str, keyword: str, there: str, here: str, is_same: bool) -> Fact:
    if is_same: return Fact(owner, name, keyword, there, here, "same", "")
    full = f"{owner}.{name}".removesuffix(".()")
    keys = (f"{full}({keyword})", f"{owner}.*({keyword})", f"*({keyword})") if keyword else (full, f"{owner}.*")
    verdict, why = next((REASONS[key] for key in keys if key in REASONS), ("unexplained", ""))
    return Fact(owner, name, keyword, there, here, verdict, why)


# ---- the page

_HEAD = """# Names compared with tinygrad

Every public name of tinygrad {version}, each keyword, its place and its default, beside heddle's. This page is written by
`scripts/compared_names.py` from `tests/docs/reference_names.json`, which holds names and signatures only, and a test keeps it true.

{total} names and keywords: {same} the same, {better} better, {excused} excused ({share} %). A keyword that heddle takes under another
name as well (`dim` for `axis`, `keepdims` for `keepdim`) counts as the same. Every name heddle has besides is in
`docs/public-names.txt`.

## Differences

| name | keyword | there | here | verdict |
|---|---|---|---|---|
"""


def page() -> str:
    """The text of the page. ValueError for a difference that has no reason."""
    found = list(facts())
    if bare := [f"{f.owner}.{f.name}({f.keyword}): {f.there} there, {f.here} here" for f in found if f.verdict == "unexplained"]:
        raise ValueError("give a reason, or make it the same:\n  " + "\n  ".join(bare))
    count = {v: sum(f.verdict == v for f in found) for v in ("same", "better", "excused")}
    text = _HEAD.format(version=json.loads(RECORDED.read_text())["version"], total=len(found),
                        share=f"{100 * count['excused'] / len(found):.1f}", **count)
    text += "".join(_row(f) for f in found if f.verdict != "same")
    return text + "\n## Identical names\n\n" + "\n".join(_lists([f for f in found if f.verdict == "same"])) + "\n"


def _row(fact: Fact) -> str:
    keyword = f"`{fact.keyword}`" if fact.keyword else ""
    return f"| `{_called(fact)}` | {keyword} | {fact.there or 'there'} | {fact.here} | {fact.verdict}: {fact.why} |\n"


def _called(fact: Fact) -> str: return f"{fact.owner}.{fact.name}".removesuffix(".()")


def _lists(same: list[Fact]) -> Iterator[str]:
    for owner in dict.fromkeys(f.owner for f in same):
        names: dict[str, list[str]] = {}
        for f in same:
            if f.owner != owner: continue
            words = names.setdefault(f.name, [])
            if f.keyword: words.append(f"*{f.keyword}" if f.there == "any number" else f.keyword + (
                "" if f.there == "required" else f"={f.there}"))
        shown = [f"`{owner if name == '()' else name}({', '.join(words)})`" if words else f"`{owner if name == '()' else name}`"
                 for name, words in names.items()]
        yield f"**{owner}**: {', '.join(shown)}.\n"


def main(arguments: list[str]) -> int:
    """Writes the page, or with --check compares it; the exit status."""
    text = page()
    if "--check" in arguments: return int(PAGE.read_text() != text)
    PAGE.write_text(text)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
