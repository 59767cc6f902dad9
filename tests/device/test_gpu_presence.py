"""A GPU is seen by its files, whatever its driver."""
from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from heddle.device import gpu_presence


@pytest.fixture(autouse=True)
def empty_machine(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[Path]:
    monkeypatch.setattr("sys.platform", "linux")
    monkeypatch.setattr(gpu_presence, "_DEVICES", str(tmp_path))
    monkeypatch.setattr(gpu_presence, "_PCI", str(tmp_path / "pci"))
    gpu_presence.gpu_may_be_here.cache_clear()
    yield tmp_path
    gpu_presence.gpu_may_be_here.cache_clear()


def add_pci(folder: Path, kind: str) -> None:
    (folder / "pci" / "0000:00:01.0").mkdir(parents=True)
    (folder / "pci" / "0000:00:01.0" / "class").write_text(f"{kind}\n")


def test_nothing_there() -> None:
    assert not gpu_presence.gpu_may_be_here()


@pytest.mark.parametrize("file", ["dri/renderD128", "nvidiactl", "kfd", "dxg", "kgsl-3d0", "mali0"])
def test_a_device_file(empty_machine: Path, file: str) -> None:
    (empty_machine / file).parent.mkdir(exist_ok=True)
    (empty_machine / file).touch()
    assert gpu_presence.gpu_may_be_here()


def test_files_of_other_devices(empty_machine: Path) -> None:
    (empty_machine / "dri").mkdir()  # as where the kernel's graphics have no card
    (empty_machine / "tty0").touch()
    assert not gpu_presence.gpu_may_be_here()


@pytest.mark.parametrize(("kind", "gpu"), [("0x030000", True), ("0x030200", True), ("0x020000", False)])
def test_a_card_without_a_driver(empty_machine: Path, kind: str, gpu: bool) -> None:
    add_pci(empty_machine, kind)
    assert gpu_presence.gpu_may_be_here() is gpu


def test_other_systems_ask_their_drivers(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.platform", "darwin")
    assert gpu_presence.gpu_may_be_here()
