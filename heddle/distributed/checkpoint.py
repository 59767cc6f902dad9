"""Sharded checkpoints: safetensors files, one per rank, and an index, readable on another number of ranks.

Inputs: tensors by name, on a mesh or on one device; a folder. Outputs: files `<token>-00000-of-00004.safetensors` and `index.json`.
Invariants: each element is written once, by a rank that has it; the index takes its place last, so that a folder has the old
checkpoint or the new one, complete; a rank reads what it needs alone; no file is deleted that an index or a journal does not name.

`index.json`: `{"version": 1, "metadata": {...}, "tensors": {name: {"dtype", "shape", "pieces": [...]}}}`, where a piece is
`{"file", "key", "start", "shape"}`; dtypes are named as in safetensors files. While a save is under way there is a journal,
`.<token>.saving`, with the names of the files that it replaces, so that the next save can remove what an interrupted one has left.
"""
from __future__ import annotations

import json
import re
import secrets
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import TypedDict, cast

from heddle.engine.communicator import current
from heddle.errors import FileFormatError, FileMissingError, MissingKeyError
from heddle.named_tuple import NamedTuple
from heddle.nn.state import inverse_safe_dtypes, safe_dtypes, safe_load, safe_save
from heddle.tensor import Tensor
from heddle.tensor.host_data import new_memory
from heddle.tensor.io.atomic_file import replace_file
from heddle.tensor.shard import layout_on, parts_of
from heddle.uop.mesh import DeviceMesh, Layout

INDEX = "index.json"
#: names of a rank's file, and of a journal
_PART = re.compile(r"\.?(?P<token>[0-9a-f]{16})-\d{5,}-of-\d{5,}\.safetensors(\.[0-9a-f]{16})?")  # with those of `replace_file`
_JOURNAL = re.compile(r"\.[0-9a-f]{16}\.saving")
Start = tuple[int, ...]
Shape = tuple[int, ...]


class Piece(TypedDict):
    """A box of a tensor in a file: from `start`, of `shape`."""

    file: str
    key: str
    start: list[int]
    shape: list[int]


class Entry(TypedDict):
    """A tensor of a checkpoint."""

    dtype: str
    shape: list[int]
    pieces: list[Piece]


class _Box(NamedTuple):
    """What a device of this process has of a tensor."""

    start: Start
    value: Tensor


def save(tensors: Mapping[str, Tensor], folder: str | Path, metadata: Mapping[str, str] | None = None) -> None:
    """Writes `tensors` to `folder`, which is made if needed; every rank has to call it. A checkpoint that was there is replaced.

    Ranks may give different tensors, as those of a pipeline do; what several have is written by one of them. metadata: texts, such as
    the number of the step; those of rank 0 are kept. Deletes the files of the checkpoint that it replaces, and what interrupted saves
    have left, and nothing else. StorageFullError or FileAccessError, and the old checkpoint stays; FileFormatError if the folder has
    an `index.json` of something else.
    """
    where, token, fault = Path(folder), secrets.token_hex(8), ""
    where.mkdir(parents=True, exist_ok=True)
    own = {(name, box.start): box.value for name, t in tensors.items() for box in _boxes(t)}
    described = [{"name": name, "start": start, "shape": part.shape, "dtype": inverse_safe_dtypes[part.dtype],
                  "whole": tensors[name].shape} for (name, start), part in own.items()]
    if _rank() == 0: fault = _announce(where, token)
    every = _from_each_rank({"token": token, "boxes": described, "fault": fault})
    if fault := every[0]["fault"]: raise FileFormatError(fault, "Save to another folder, or move that file away.")
    token, entries, file = every[0]["token"], _entries_of(every), _file_of(every[0]["token"], _rank(), len(every))
    mine = {piece["key"]: own[name, tuple(piece["start"])] for name, entry in entries.items() for piece in entry["pieces"]
            if piece["file"] == file}
    safe_save(mine, where / file)
    _from_each_rank({"token": token, "boxes": [], "fault": ""})  # all files are there
    if _rank() == 0:
        text = json.dumps({"version": 1, "metadata": dict(metadata or {}), "tensors": entries})
        replace_file(where / INDEX, [text.encode()])
        _clean(where, token)
    _from_each_rank({"token": token, "boxes": [], "fault": ""})  # the index is in place


def _file_of(token: str, rank: int, count: int) -> str: return f"{token}-{rank:05}-of-{count:05}.safetensors"


def _entries_of(every: Sequence[_Given]) -> dict[str, Entry]:
    """The index of what all ranks have: a piece that several have is written by one of them, in turn."""
    entries: dict[str, Entry] = {}
    boxes: dict[tuple[str, Start], list[tuple[int, _Described]]] = {}
    for rank, given in enumerate(every):
        for box in given["boxes"]: boxes.setdefault((box["name"], tuple(box["start"])), []).append((rank, box))
    for number, ((name, start), holders) in enumerate(boxes.items()):
        rank, box = holders[number % len(holders)]
        entry = entries.setdefault(name, {"dtype": box["dtype"], "shape": list(box["whole"]), "pieces": []})
        entry["pieces"].append({"file": _file_of(every[0]["token"], rank, len(every)), "key": f"{name}@{','.join(map(str, start))}",
                                "start": list(start), "shape": list(box["shape"])})
    return entries


def load(tensors: Mapping[str, Tensor], folder: str | Path) -> dict[str, str]:
    """Gives `tensors` the values of a checkpoint, on the devices and in the layouts that they have; its metadata.

    A rank reads its own parts alone, from whichever files have them. FileMissingError if there is no checkpoint; FileFormatError if
    its index is not valid; MissingKeyError, with the names, if a tensor is not in it or has another shape: nothing has changed then.
    """
    where = Path(folder)
    entries, metadata = _index(where)
    faults = [f"{name} is missing" for name in tensors if name not in entries]
    faults += [f"{name} has shape {tuple(entries[name]['shape'])}, here {t.shape}" for name, t in tensors.items()
               if name in entries and tuple(entries[name]["shape"]) != t.shape]
    if faults: raise MissingKeyError(f"{len(faults)} tensors do not fit the checkpoint {where}: {'; '.join(faults[:10])}",
                                     "Make the model as it was when it was saved.")
    files: dict[str, dict[str, Tensor]] = {}
    for name, t in tensors.items():
        needed = [p for p in entries[name]["pieces"] if any(_overlap(p, start, shape) for start, shape, _ in _part_bounds(t))]
        for piece in needed:
            if piece["file"] not in files: files[piece["file"]] = safe_load(where / piece["file"])
        t.replace(_read(t, entries[name], files)).realize()
    return metadata


def _index(where: Path) -> tuple[dict[str, Entry], dict[str, str]]:
    try: found = json.loads((where / INDEX).read_text())
    except FileNotFoundError:
        raise FileMissingError(f"{where} has no checkpoint: there is no {INDEX} in it", "Give the folder that was saved to.") from None
    except ValueError as fault:
        raise FileFormatError(f"{where / INDEX} is not JSON: {fault}", "Copy it again from where it was saved.") from None
    match found:
        case {"version": 1, "tensors": {**tensors}, "metadata": {**metadata}}:
            return cast("dict[str, Entry]", tensors), cast("dict[str, str]", metadata)
        case _: raise FileFormatError(f"{where / INDEX} is no index of version 1", "Load it with the version of heddle that saved it.")


# ---- what a save replaces


def _announce(where: Path, token: str) -> str:
    """Writes the journal of a save, before any file of that. Why the folder cannot be saved to; empty if it can."""
    try: entries, _ = _index(where)
    except FileMissingError: entries = {}
    except FileFormatError as fault: return f"a checkpoint would replace a file: {fault.what}"
    replaced = sorted({piece["file"] for entry in entries.values() for piece in entry["pieces"]})
    replace_file(where / f".{token}.saving", [json.dumps(replaced).encode()])
    return ""


def _clean(where: Path, saved: str) -> None:
    """Deletes what the save `saved`, which is complete, has replaced, and all that interrupted ones had replaced and written.

    What is not called as files of ranks are is left alone, whatever a journal says.
    """
    found = [path.name for path in where.iterdir()]
    for journal in filter(_JOURNAL.fullmatch, found):
        token = journal.split(".")[1]
        replaced = set(json.loads((where / journal).read_text()))
        for name in found:
            part = _PART.fullmatch(name)
            if part is None or part["token"] == saved: continue
            if part["token"] == token or name in replaced: (where / name).unlink(missing_ok=True)
        (where / journal).unlink()


# ---- parts of tensors


def _boxes(t: Tensor) -> Iterator[_Box]:
    """What this process has of a tensor, each part once."""
    if not isinstance(t.device, DeviceMesh):
        yield _Box((0,) * t.ndim, t)
        return
    seen: set[Start] = set()
    t.realize()
    for (start, _, _), part in zip(_part_bounds(t), parts_of(t), strict=True):
        if start not in seen: yield _Box(start, part)
        seen.add(start)


def _part_bounds(t: Tensor) -> list[tuple[Start, Shape, str]]:
    """(start in the tensor, shape, device) of the part of each device of this process."""
    if not isinstance(t.device, DeviceMesh): return [((0,) * t.ndim, t.shape, str(t.device))]
    mesh, found = t.device, layout_on(t, t.device)
    shape = found.part(t.shape)
    starts = [tuple([mesh.number(m, found.cutting(a)) * n if a in found.cuts else 0 for a, n in enumerate(shape)])
              for m in range(len(mesh))]
    return [(start, shape, device) for start, device in zip(starts, mesh, strict=True)]


def _overlap(piece: Piece, start: Start, shape: Shape) -> list[tuple[int, int]] | None:
    """From where up to where a piece and a part have the same elements, along each axis of the tensor; None if nowhere."""
    rows = zip(piece["start"], piece["shape"], start, shape, strict=True)
    found = [(max(a, b), min(a + n, b + m)) for a, n, b, m in rows]
    return found if all(begin < end for begin, end in found) else None


def _read(t: Tensor, entry: Entry, files: Mapping[str, Mapping[str, Tensor]]) -> Tensor:
    """The tensor's value in new memory, from the pieces in opened files."""
    layout = layout_on(t, t.device) if isinstance(t.device, DeviceMesh) else None
    memory = new_memory(t.shape, safe_dtypes[entry["dtype"]], t.device, layout)
    parts = memory.src if isinstance(layout, Layout) else (memory,)
    for part, (start, shape, device) in zip(parts, _part_bounds(t), strict=True):
        target = Tensor(part)
        for piece in entry["pieces"]:
            if (both := _overlap(piece, start, shape)) is None: continue
            here = tuple([slice(a - s, b - s) for (a, b), s in zip(both, start, strict=True)])
            there = tuple([slice(a - s, b - s) for (a, b), s in zip(both, piece["start"], strict=True)])
            value = files[piece["file"]][piece["key"]]
            target[here] = (value[there] if there else value).to(device)
        target.realize()
    return Tensor(memory, requires_grad=t.requires_grad).cast(t.dtype)


# ---- between ranks


class _Given(TypedDict):
    """What each rank sends before a save: a token of its call, its pieces, and what is wrong with its arguments."""

    token: str
    boxes: list[_Described]
    fault: str


class _Described(TypedDict):
    """A piece of a tensor: elements `start` to `start + shape` of one whose shape is `whole`."""

    name: str
    start: list[int]
    shape: list[int]
    dtype: str
    whole: list[int]


def _rank() -> int: return 0 if current.communicator is None else current.communicator.rank


def _from_each_rank(own: Mapping[str, object]) -> list[_Given]:
    text = json.dumps(own)
    return [json.loads(x) for x in ([text] if current.communicator is None else current.communicator.texts(text, "a checkpoint"))]
