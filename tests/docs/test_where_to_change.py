"""The page "where do I change …" leads to the right file: every file is there, and questions in other words find their row."""
from __future__ import annotations

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
_ROWS = [line.split("|")[1:4] for line in (ROOT / "docs/where-to-change.md").read_text().splitlines() if line.startswith("| ")]
#: (what is wanted, the file to open first, what else)
ROWS = [(want.strip(), first.strip(" `"), rest) for want, first, rest in _ROWS if want.strip() != "I want to …"]
_COMMON = set("a an the to of in on or and is it its for as how what which that with by do i my not be than from where when".split())

#: questions of somebody who has read nothing but the README, and the file that is meant
QUESTIONS = [
    ("The gradient of max at ties should be split evenly", "heddle/tensor/autograd/rules.py"),
    ("Try a larger tile for matmul on the GPU without tensor cores", "heddle/codegen/policy/matmul_gpu.py"),
    ("Why were these two ops not fused?", "heddle/schedule/fusion_report.py"),
    ("The disk cache keeps stale compiled kernels", "heddle/device/disk_cache.py"),
    ("Freed memory should leave the allocator's cache sooner", "heddle/device/allocator.py"),
    ("A new environment variable", "heddle/settings.py"),
    ("Print the shape in the DEBUG=2 line", "heddle/engine/debug_output.py"),
    ("Simplify (x*6)//3 in integers", "heddle/uop/rules/integers.py"),
    ("A Poisson distribution of random numbers", "heddle/tensor/random/distributions.py"),
    ("TinyJit refuses a view that it could replay", "heddle/jit/call_recording.py"),
    ("An exchange between devices as a tree instead of a ring", "heddle/schedule/collective.py"),
    ("Prefetching of tiles one iteration further ahead", "heddle/codegen/memory/software_pipeline.py"),
    ("exp is off by one ULP: make it more accurate", "heddle/codegen/legalize/transcendental.py"),
    ("fp8 on a device that lacks it", "heddle/codegen/legalize/float_emulation.py"),
    ("The order in which kernels run", "heddle/schedule/topological_order.py"),
    ("Another packet in an AMD queue", "heddle/runtime/amd/pm4.py"),
    ("Which device is the default when there are two GPUs?", "heddle/device/registry.py"),
    ("An optimizer with sign updates", "heddle/nn/optim.py"),
    ("A label out of range in cross entropy should be refused", "heddle/tensor/ops/index_check.py"),
    ("Reuse more memory between intermediates", "heddle/schedule/memory_planner.py"),
]


def words(text: str) -> set[str]:
    return {w.rstrip("s") for w in re.findall(r"[a-z0-9_+]+", text.lower())} - _COMMON


def answer(question: str) -> str:
    """The file of the row that has most of the question's words, rarer ones counting more."""
    rows = [words(want) for want, _, _ in ROWS]

    def weight(row: set[str]) -> float: return sum(1 / sum(w in r for r in rows) for w in words(question) & row)
    return ROWS[max(range(len(ROWS)), key=lambda i: weight(rows[i]))][1]


def test_it_has_more_than_forty_answers() -> None:
    assert len(ROWS) >= 40 and len({want for want, _, _ in ROWS}) == len(ROWS)


@pytest.mark.parametrize(("want", "first", "rest"), ROWS, ids=[want for want, _, _ in ROWS])
def test_every_file_is_there(want: str, first: str, rest: str) -> None:
    assert all((ROOT / file).exists() for file in [first, *re.findall(r"`((?:heddle|tests|docs)/[\w/.]+)`", rest)])


@pytest.mark.parametrize(("question", "file"), QUESTIONS, ids=[q for q, _ in QUESTIONS])
def test_a_question_in_other_words_finds_its_file(question: str, file: str) -> None:
    assert answer(question) == file
