"""The driver's structures, release by release, as views of the memory in which a program hands them over.

In: the name of a structure and a release. Out: its size, and a `View` whose fields are read and written by name.
Always true: sizes and offsets come from structs.json (compiled headers), or from the few rows here that it lacks.
"""
from __future__ import annotations

import ctypes
import functools
import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

_TABLE: dict[str, Any] = json.loads((Path(__file__).parent / "structs.json").read_text(encoding="utf-8"))
#: releases with layouts of their own, oldest first
RELEASES: tuple[str, ...] = tuple(_TABLE["order"])

#: structures whose layout is the same in all releases and that the table lacks
_FURTHER: dict[str, tuple[int, tuple[tuple[str, int, int], ...]]] = {
    "XFER": (16, (("cmd", 0, 4), ("size", 4, 4), ("ptr", 8, 8))),
    "SYS_PARAMS": (8, (("memblock_size", 0, 8),)),
    "WAIT_OPEN_COMPLETE": (8, (("rc", 0, 4), ("adapterStatus", 4, 4))),
    "NV0000_CTRL_GPU_GET_PROBED_IDS": (256, (("gpuIds", 0, 128), ("excludedGpuIds", 128, 128))),
    "NV0000_CTRL_GPU_ATTACH_IDS": (132, (("gpuIds", 0, 128), ("failedId", 128, 4))),
    "NVC36F_CTRL_SET_TOKEN_NOTIF_INDEX": (4, (("index", 0, 4),)),
    "NV906F_CTRL_GET_CLASS_ENGINEID": (16, (("hObject", 0, 4), ("classEngineID", 4, 4), ("classID", 8, 4), ("engineID", 12, 4))),
}
#: those of them that a release made longer, and to how many bytes: recorded (nv/recorded), not from a header
_GREW = {"NV0000_CTRL_GPU_GET_PROBED_IDS": ((580,), 384)}
_SAME = {"UVM_DISABLE_PEER_ACCESS_PARAMS": "UVM_ENABLE_PEER_ACCESS_PARAMS"}


@dataclass(frozen=True)
class Layout:
    """Size of a structure, and offset and size of its fields."""

    name: str
    size: int
    fields: dict[str, tuple[int, int]]


def order(version: str) -> tuple[int, ...]:
    """A release's number, to compare with others."""
    return tuple(int(part) for part in version.split("."))


@functools.cache
def layout(name: str, version: str) -> Layout:
    """The structure in that release: the newest layout whose branch is not newer. Within a branch nothing used here changes."""
    name = _SAME.get(name, name)
    if name in _FURTHER:
        size, fields = _FURTHER[name]
        since, longer = _GREW.get(name, ((), size))
        if order(version) >= since: size = longer
        return Layout(name, size, {field: (at, n) for field, at, n in fields})
    rows = _TABLE["structs"][name]
    known = [r for r in RELEASES if r in rows and order(r)[0] <= order(version)[0]] or [next(r for r in RELEASES if r in rows)]
    row = rows[known[-1]]
    return Layout(name, row["size"], {field: (at, n) for field, at, n in row["fields"]})


class View:
    """A structure at an address. `view["field"]` is an unsigned number; `raw` reads and writes fields of any size."""

    def __init__(self, address: int, of: Layout) -> None:
        self.address, self.of = address, of

    def __getitem__(self, field: str) -> int: return int.from_bytes(self.raw(field), "little")

    def __setitem__(self, field: str, value: int) -> None:
        at, size = self.of.fields[field]
        ctypes.memmove(self.address + at, (value & (1 << 8 * size) - 1).to_bytes(size, "little"), size)

    def __contains__(self, field: str) -> bool: return field in self.of.fields

    def raw(self, field: str) -> bytes:
        at, size = self.of.fields[field]
        return ctypes.string_at(self.address + at, size)

    def write(self, field: str, data: bytes) -> None:
        """The first bytes of a field."""
        at, size = self.of.fields[field]
        assert len(data) <= size, f"{len(data)} bytes into {field} of {size}"
        ctypes.memmove(self.address + at, data, len(data))
