"""The mock and the NV runtime against what a real driver was asked and answered (`nv/recorded`)."""
from __future__ import annotations

import ctypes
import gzip
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from heddle import Context, Tensor
from heddle.runtime.cuda import nvrtc

from .nv import FAMILIES, Spec
from .nv.controls import COMMANDS
from .nv.files import RMFile, UVMFile
from .nv.install import as_device
from .nv.rm import ESCAPES
from .nv.structs import View, layout
from .nv.uvm import COMMANDS as UVM_COMMANDS

RELEASE = "580.159.04"
RECORDED = Path(__file__).parent / "nv" / "recorded"
CONTROL, ALLOC, SCHEDULE, TOKEN, REGISTER = 0x2A, 0x2B, 0xA06C0101, 0xC36F0108, 27
TPC_MASK = 0x2080122B
#: of an H100: 8 GPCs of up to 9 TPCs, 66 of which are there
H100 = Spec(FAMILIES["GH100"], gpcs=8, tpcs=9, swept=(0, 64, 64, 64, 64, 0, 64, 64))

Request = tuple[Any, ...]


def recorded(program: str) -> list[dict[str, Any]]:
    with gzip.open(RECORDED / f"{program}-gh100-{RELEASE}.jsonl.gz", "rt") as file: return [json.loads(line) for line in file]


def request_of(row: dict[str, Any]) -> Request:
    """What is the same on every machine."""
    if row["call"] == "uvm": return "uvm", row["number"]
    if row["call"] == "escape": return "escape", row["number"], row["size"]
    return row["call"], row["number"], row["nbytes"], row["status"]


def watch(patch: pytest.MonkeyPatch, seen: list[Request]) -> None:
    """Notes each request that the mock serves, as `request_of` writes it."""
    def noting(of: Callable[[int, Any], Request], real: Callable[[Any, int, Any], int]) -> Callable[[Any, int, Any], int]:
        def ioctl(self: Any, request: int, argument: Any) -> int:
            returned = real(self, request, argument)
            seen.append(of(request, argument))
            return returned
        return ioctl

    def of_manager(request: int, argument: Any) -> Request:
        number = request & 0xFF
        if number not in (CONTROL, ALLOC): return "escape", number, ctypes.sizeof(argument)
        view = View(ctypes.addressof(argument), layout("NVOS54_PARAMETERS" if number == CONTROL else "NVOS21_PARAMETERS", RELEASE))
        name, what = ("control", "cmd") if number == CONTROL else ("alloc", "hClass")
        return name, view[what], view["paramsSize"], view["status"]
    patch.setattr(RMFile, "ioctl", noting(of_manager, RMFile.ioctl))
    patch.setattr(UVMFile, "ioctl", noting(lambda request, _: ("uvm", request), UVMFile.ioctl))


@pytest.mark.skipif(not nvrtc.probe().usable, reason="kernels are compiled by NVRTC: pip install 'heddle-tensor[cuda]'")
def test_a_first_kernel_asks_for_what_a_real_driver_granted(monkeypatch: pytest.MonkeyPatch) -> None:
    """In the same order, with structures of the same sizes, and with the same statuses: what changes here is to be recorded anew."""
    seen: list[Request] = []
    with as_device(monkeypatch, spec=H100, version=RELEASE) as mock:
        watch(monkeypatch, seen)
        with Context(DEV="NV:NVRTC"): assert (Tensor([1.5, 2.5]) + 2.25).tolist() == [3.75, 4.75]
        assert not mock.faults and not mock.refusals
    assert seen == [request_of(row) for row in recorded("heddle") if row["call"] != "mmap"]


def test_the_mock_has_an_h100s_multiprocessors() -> None:
    masks = [bytes.fromhex(row["got"]) for row in recorded("heddle") if row.get("number") == TPC_MASK and row["call"] == "control"]
    assert [int.from_bytes(got[20:24], "little") for got in masks] == [H100.tpc_mask(gpc) for gpc in range(H100.gpcs)]
    assert H100.tpc_count * H100.sms == 132


@pytest.mark.parametrize("program", ("heddle", "libcuda"))
def test_structures_have_the_sizes_that_a_real_driver_took(program: str) -> None:
    checked = 0
    for row in recorded(program):
        if row["call"] == "control" and row["number"] in COMMANDS:
            wanted = {layout(COMMANDS[row["number"]].params, RELEASE).size}
            found = row["nbytes"]
        elif row["call"] in ("escape", "alloc"):
            escape = ESCAPES.get(row["number"] if row["call"] == "escape" else ALLOC)
            if escape is None or not escape.structs: continue
            wanted, found = {layout(name, RELEASE).size for name in escape.structs}, row["size"]
        else: continue
        assert found in wanted, row
        checked += 1
    assert checked >= 50


def test_nvidias_library_registers_channels_before_it_schedules_them() -> None:
    """Of each group: every channel's token, then every channel is UVM's, then the group is scheduled."""
    rows = [row for row in recorded("libcuda") if (row["call"], row["number"] if row["call"] != "mmap" else 0) in
            (("control", TOKEN), ("uvm", REGISTER), ("control", SCHEDULE))]
    text = "".join({TOKEN: "t", REGISTER: "r", SCHEDULE: "s"}[row["number"]] for row in rows)
    groups = text.split("s")[:-1]
    assert text.endswith("s") and len(groups) == 4
    for group in groups: assert group == "t" * (len(group) // 2) + "r" * (len(group) // 2) and group


def test_the_mock_knows_each_request_that_heddle_makes() -> None:
    for row in recorded("heddle"):
        if row["call"] == "uvm": assert row["number"] in UVM_COMMANDS
        elif row["call"] == "control": assert row["number"] in COMMANDS
