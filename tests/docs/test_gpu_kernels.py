"""The table of GPU kernels: what is counted is right where it is known, and the page has a row for all."""
from __future__ import annotations

import importlib.util
import sys
from pathlib import Path
from types import ModuleType

import pytest

from heddle.runtime.cuda import nvrtc

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture(scope="module")
def script() -> ModuleType:
    spec = importlib.util.spec_from_file_location("gpu_kernels", ROOT / "scripts" / "gpu_kernels.py")
    assert spec is not None and spec.loader is not None
    module = sys.modules[spec.name] = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def of(script: ModuleType, work: str, card: str) -> tuple[object, object]:
    return next(w for w in script.WORK if work in w.name), next(c for c in script.CARDS if card in c.name)


@pytest.mark.skipif(not nvrtc.probe().usable, reason="NVRTC is not installed")
def test_a_product_is_counted(script: ModuleType) -> None:
    """Blocks of 128 × 256 results load 16 MiB of both factors 16 and 32 times, or 32 and 16; all products are on matrix units."""
    counts, least = script.measured(*of(script, "product, bf16", "sm_80"))
    assert counts.kernels == 1 and counts.matrix == counts.by_warps == 2 * 4096**3 and least == 3 * 2 * 4096**2
    assert counts.moved == (16 + 32 + 1) * 2 * 4096**2 or counts.moved == pytest.approx(16.7 * least, rel=0.05)
    assert len(counts.registers) == 1 and 32 <= int(counts.registers[0]) <= 255 and counts.spills == ["0"]


@pytest.mark.skipif(not nvrtc.probe().usable, reason="NVRTC is not installed")
def test_warp_groups_are_counted_apart_and_tma_by_tiles(script: ModuleType) -> None:
    counts, least = script.measured(*of(script, "product, bf16", "sm_90a"))
    assert counts.by_groups == 2 * 4096**3 and not counts.by_warps and 10 * least < counts.moved < 40 * least


def test_loops_that_depend_on_the_group_count_with_their_mean(script: ModuleType) -> None:
    """Of 32 blocks of keys, causal rows see 16.5 on average, two products each."""
    causal, card = of(script, "causal", "METAL")
    counts, _ = script.measured(causal, card)
    tile = 2 * 64 * 2048 * 2048 * 128 / 2
    blocks = 2048 / 32 if counts.shared < 32 << 10 else 2048 / 64
    assert counts.kernels == 1 and counts.by_warps == pytest.approx(2 * tile * (1 + 1 / blocks), rel=0.05)


def test_the_page_has_all_rows(script: ModuleType) -> None:
    text = script.PAGE.read_text().split(script.BEGIN)[1].split(script.END)[0]
    rows = [tuple(cell.strip() for cell in line.split("|")[1:3]) for line in text.strip().splitlines()[2:]]
    assert rows == [(w.name, c.name) for w in script.WORK for c in script.CARDS]
