"""Every structure has the layout of NVIDIA's headers, release by release."""
from __future__ import annotations

import ctypes
import json
from pathlib import Path
from typing import Any

import pytest

from heddle.runtime.nv.structs import LAYOUTS, Structs

# sizes and offsets from open-gpu-kernel-modules' headers, compiled by gcc for x86-64
_KNOWN: dict[str, Any] = json.loads((Path(__file__).parent / "nv_structs.json").read_text())
_ORDER: list[str] = _KNOWN["order"]


def _layout(name: str, version: str) -> dict[str, Any]:
    """As of this version: that of the newest before it that says something else."""
    by_version: dict[str, Any] = _KNOWN["structs"][name]
    return by_version[[v for v in _ORDER[:_ORDER.index(version) + 1] if v in by_version][-1]]


@pytest.mark.parametrize("version", _ORDER)
@pytest.mark.parametrize("name", LAYOUTS)
def test_layout(name: str, version: str) -> None:
    kind, known = Structs(int(version.split(".")[0])).kind(name), _layout(name, version)
    assert ctypes.sizeof(kind) == known["size"]
    offsets = {field: (at, size) for field, at, size in known["fields"]}
    found = {field: (getattr(kind, field).offset, getattr(kind, field).size) for field, _ in kind._fields_}
    if name.endswith("_with_fd"): assert found["fd"] == offsets["fd"]  # before it is another structure, whole
    else:
        assert {field: place for field, place in found.items() if offsets.get(field) != place} == {}
        assert {field for field in offsets if "." not in field and "[" not in field} == set(found)


def test_a_release_between_two_has_the_older_layout() -> None:
    assert Structs(545).kind("NV_MEMORY_ALLOCATION_PARAMS") is Structs(535).kind("NV_MEMORY_ALLOCATION_PARAMS")
    assert Structs(600).kind("UVM_FREE_PARAMS") is Structs(590).kind("UVM_FREE_PARAMS")


def test_fields_that_are_not_named_are_zero() -> None:
    made = Structs(580)("NVOS54_PARAMETERS", hClient=7, params=1 << 40)
    assert (made.hClient, made.params, made.status) == (7, 1 << 40, 0)
