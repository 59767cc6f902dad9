"""A device error is short: what was requested, the nearest name, what can be used, where the rest is explained."""
from __future__ import annotations

import textwrap

import pytest

from heddle.device import Device, DeviceRow, Probe, device_table
from heddle.device.device_errors import unknown_device, unusable_device, what_is_usable
from heddle.errors import DeviceError

CPU = DeviceRow("CPU", True, True, "a processor", "", (), True)
CUDA = DeviceRow("CUDA", True, False, "a GPU", "", (), True)
METAL = DeviceRow("METAL", False, False, "Metal needs macOS; looked in the system", "Use a Mac.", (), True)
NULL = DeviceRow("NULL", True, False, "runs nothing", "", ())


@pytest.mark.parametrize("name", ["gpux", "mps", "tpu", "rocm:1", "cuda:0", "gpu", "CUDA:3:PTX", "nonsense", "metal", "QCOM", "AMD"])
def test_no_error_is_longer_than_twelve_lines(name: str) -> None:
    """As a terminal of 120 columns shows it, on the machine at hand."""
    try: Device[name]
    except DeviceError as fault:
        shown = [part for line in f"DeviceError: {fault}".splitlines() for part in textwrap.wrap(line, 120)]
        assert len(shown) <= 12, "\n".join(shown)
        assert "`python -m heddle devices`" in shown[-1]
    else: assert Device.probe(name).usable


@pytest.mark.parametrize("name, rows, hint", [
    ("mps", [METAL, CPU], "Did you mean 'METAL'? It cannot be used here: Metal needs macOS."),
    ("gpu1", [CUDA, CPU], "Did you mean 'CPU'?"), ("tpu", [CPU], "heddle has no runtime for TPUs."),
    ("tpu:0", [CPU], "heddle has no runtime"),
    ("nvidia", [CPU, CUDA], "Did you mean 'CUDA'?"), ("rocm", [CPU], "No ROCM can be used here."), ("xyz", [CPU], "Usable here:")])
def test_names_of_other_libraries_are_understood(name: str, rows: list[DeviceRow], hint: str) -> None:
    cure = unknown_device(name, rows).cure
    assert cure is not None and cure.startswith(hint)


def test_a_gpu_by_its_general_name_is_another_one_where_there_is_one() -> None:
    """`gpu` is an older name of CL, and most who write it mean any GPU."""
    missing = Probe(False, reason="libOpenCL.so.1 was not found", cure="Install it.")
    cure = str(unusable_device("CL", missing, [CPU, CUDA], "gpu:0").cure)
    assert cure.startswith("Install it.\n  Did you mean 'CUDA'?\n  Usable here:")
    assert "No GPU can be used here." in str(unusable_device("CL", missing, [CPU, METAL], "GPU").cure)
    assert "Did you mean" not in str(unusable_device("CL", missing, [CPU, CUDA], "CL").cure)


def test_each_usable_device_has_a_line_and_the_others_are_named() -> None:
    assert what_is_usable([METAL, CUDA, CPU, NULL]) == [
        "Usable here:", "  CUDA: a GPU", "  CPU: a processor", "  also NULL; not usable: METAL",
        "`python -m heddle devices` shows all devices, why not each, and the cure."]
    assert what_is_usable([METAL])[:2] == ["No device can be used here:", "  not usable: METAL"]
    assert what_is_usable([NULL])[:2] == ["Usable here:", "  NULL"]
    long = what_is_usable([DeviceRow("CPU", True, True, "word " * 60, "", (), True)])[1]
    assert len(long) < 110 and long.endswith("…")


def test_the_table_knows_which_devices_may_be_the_default() -> None:
    assert {row.name for row in device_table() if row.may_be_default} >= {"CPU", "CL", "CUDA"}
    assert not any(row.may_be_default for row in device_table() if row.name in ("NULL", "PYTHON", "DISK"))
