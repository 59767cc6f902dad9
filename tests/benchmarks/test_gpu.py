"""The comparison on a GPU, on an emulated one: its rows, its processes, its table, and the script that runs it all."""
from __future__ import annotations

import os
import re
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from benchmarks.gpu import __main__ as gpu
from benchmarks.gpu import nccl
from benchmarks.gpu.rows import Row, rows
from benchmarks.rounds import AskedProcess
from heddle.device.interface import Probe
from heddle.runtime.cuda import nvrtc
from tests.distributed import launching
from tests.emulators.nccl.install import needs_compiler

ROOT = Path(__file__).resolve().parent.parent.parent
SCRIPT = ROOT / "scripts" / "gpu_check.sh"
needs_nvrtc = pytest.mark.skipif(not nvrtc.probe().usable, reason="NVRTC is not installed")


def row(name: str, tiny: bool = False) -> Row: return next(r for r in rows(tiny) if r.name == name)


def test_rates_and_ratios() -> None:
    found = {"heddle": 2e-3, "torch": 3e-3, "torch.compile": 1e-3, "apart": 1e-6}
    memory = row("softmax")
    want = "| softmax | 2 ms | 3 ms | 1 ms | 0.134 TB/s | 25% | 0.50 | 1.0e-06 |"
    assert gpu.line(memory, found, {"memory": 4 * memory.work / 2e-3}) == want
    del found["torch.compile"]
    want = "| matmul bfloat16 1024 | 2 ms | 3 ms | torch.compile: no gcc | 1.07 TFLOP/s |  | 1.50 | 1.0e-06 |"
    assert gpu.line(row("matmul bfloat16 1024"), found | {"note": "torch.compile: no gcc"}, {}) == want
    assert gpu.line(memory, {"failed": "why"}, {}).count("|") == want.count("|")


def test_what_is_measured() -> None:
    names = {r.name for r in rows(tiny=False)}
    assert {"elementwise", "sum", "softmax", "layernorm", "conv 3x3", "attention 4096", "decode step (GPT-2)"} <= names
    assert {f"matmul {kind} {n}" for kind in ("float32", "tf32", "bfloat16", "fp8e4m3") for n in (1024, 2048, 4096, 8192)} <= names
    assert [(r.name, r.dtype) for r in rows(tiny=False) if not r.tma] == [("matmul bfloat16 8192 TMA=0", "bfloat16")]
    assert {r.ceiling for r in rows(tiny=False)} == {"memory", "float32", "tf32", "bfloat16", "fp8e4m3"}


@needs_nvrtc
def test_rows_on_the_emulator(tmp_path: Path) -> None:
    """All that happens on a GPU but the clock: the process, torch's side, results compared, torch.compile, the table."""
    out = tmp_path / "result.md"
    chosen = ("matmul tf32 64", "softmax")
    subprocess.run([sys.executable, "-m", "benchmarks.gpu", "--emulated", "--rounds", "2", "--limit", "200", "--out", str(out),
                    "--rows", *chosen], cwd=ROOT, check=True, capture_output=True, env=os.environ | {"PYTHONPATH": str(ROOT)})
    text = out.read_text()
    assert "CUDA C sm_90a on the PTX emulator. Ceilings measured here: memory" in text
    shown = {cells[1].strip(): cells for cells in (line.split("|") for line in text.splitlines() if line.count("|") == 9)}
    assert set(chosen) < set(shown), text
    for name in chosen:
        assert all(shown[name][n].strip().endswith("s") for n in (2, 3, 4)) and "%" in shown[name][6], shown[name]
        assert float(shown[name][8]) <= row(name, tiny=True).apart


ANSWERS = """
import json, sys, time
lost = False
for line in sys.stdin:
    command = json.loads(line)
    if command["do"] == "hello": answer = {"version": "a fake"}
    elif command["do"] == "ceilings": answer = {"ceilings": {"memory": 1e12}}
    elif command["do"] == "check": answer = {"failed": "lost"} if lost else {}
    elif command["do"] == "compile" and name == "layernorm": time.sleep(60)
    elif command["do"] == "compile": answer = {"failed": "no gcc"} if name == "conv 3x3" else {"torch.compile": 1e-3}
    elif (name := command["name"]) == "softmax": time.sleep(60)
    elif name == "sum": sys.exit("the device was lost")
    elif name == "attention 4096": answer, lost = {"failed": "an illegal address"}, True
    elif lost: answer = {"failed": "the device is lost"}
    else: answer = {"apart": 0.0, "heddle": 1e-3, "torch": 1e-3}
    print(json.dumps(answer), flush=True)
"""


def test_a_row_that_fails_leaves_the_others(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """One that hangs, one that ends the process, one after which the device is lost; and what torch's compiler does may fail too."""
    monkeypatch.setattr(gpu, "_START", 5.0)
    process = AskedProcess([sys.executable, "-c", ANSWERS], os.environ, tmp_path / "log")
    lines: list[str] = []
    chosen = [row(name) for name in ("elementwise", "softmax", "layernorm", "sum", "attention 4096", "conv 3x3")]
    assert gpu.measure(chosen, process, 1, 1.0, time.monotonic() + 60, lines.append) == 3 and "6 rows, 3 failed." in lines[-1]
    process.stop()
    said = {line.split("|")[1].strip(): line for line in lines[2:-1]}
    assert "not done after 1 s" in said["softmax"] and "process ended: the device was lost" in said["sum"]
    assert "an illegal address" in said["attention 4096"]
    assert all("| 1.00 |" in said[name] for name in ("elementwise", "layernorm", "conv 3x3"))
    assert said["layernorm"].split("|")[4].strip() == "not done after 1 s" and said["conv 3x3"].split("|")[4].strip() == "no gcc"


def test_what_no_time_is_left_for_is_said(tmp_path: Path) -> None:
    process = AskedProcess([sys.executable, "-c", ANSWERS], os.environ, tmp_path / "log")
    lines: list[Any] = []
    gpu.measure([row("elementwise")], process, 1, 5.0, time.monotonic() - 1, lines.append)
    process.stop()
    assert lines[-2].startswith("| elementwise | not measured: no time left |") and lines[-1] == "\n1 rows, 0 failed."


def test_without_a_worker_that_is_all_that_is_said(tmp_path: Path) -> None:
    lines: list[str] = []
    gpu.measure([], AskedProcess([sys.executable, "-c", "raise SystemExit('no torch')"], os.environ, tmp_path / "log"), 1, 5.0, 0,
                lines.append)
    assert lines == ["Nothing could be measured: process ended: no torch"]


# ---- the script


def test_the_script_refuses_what_it_does_not_know() -> None:
    assert subprocess.run(["bash", "-n", str(SCRIPT)], check=False).returncode == 0
    refused = subprocess.run(["bash", str(SCRIPT), "--wet"], capture_output=True, text=True, check=False)
    assert refused.returncode == 2 and "unknown option --wet" in refused.stderr


def test_its_steps_together_keep_to_nine_minutes() -> None:
    script = SCRIPT.read_text()
    drawn = re.findall(r'^PART="a part.* LASTS=(\d+)', script, re.M)
    limits = [int(drawn[0] if limit == '"$LASTS"' else limit) for limit in re.findall(r'^step "[^"]+" (\S+)', script, re.M)]
    assert len(limits) == 12 and sum(limits) <= 9 * 60 - 15


@launching.needs_mpi
@needs_compiler
@needs_nvrtc
def test_nccl_on_two_emulated_gpus(tmp_path: Path) -> None:
    done = subprocess.run([sys.executable, "-m", "tests.emulators", "benchmarks.gpu.nccl", "--emulated"], cwd=ROOT, text=True,
                          capture_output=True, check=False,
                          env=os.environ | {"EMULATE": "CUDA", "DEV": "CUDA", "NCCL_STANDIN_DIR": str(tmp_path),
                                            "PYTHONPATH": str(ROOT), **launching.ALLOWED})
    assert done.returncode == 0, done.stdout + done.stderr
    assert done.stdout.count(": as NumPy's") == 5 and "all-reduce of 1024 bytes over 2 ranks: not timed" in done.stdout


@pytest.mark.parametrize(("found", "says"), [
    (Probe(False, reason="no driver"), "there is no GPU: no driver"), (Probe(True, count=1), "there is one GPU"),
    (Probe(True, count=2), "no MPI launcher was found")])
def test_without_two_gpus_or_mpi_nccl_is_not_run(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], found: Probe,
                                                 says: str) -> None:
    monkeypatch.setattr(type(nccl.Device), "probe", lambda self, name: found)
    monkeypatch.setattr("heddle.distributed.launch.shutil.which", lambda name, path=None: None)
    monkeypatch.setattr("importlib.util.find_spec", lambda name: name)
    nccl.main(emulated=False)
    assert f"NCCL was not run: {says}" in capsys.readouterr().out


@needs_nvrtc
def test_a_part_of_a_dry_run(tmp_path: Path) -> None:
    """Two steps as on a GPU, and no others."""
    result = tmp_path / "result.md"
    done = subprocess.run(["bash", str(SCRIPT), "--dry", "--only", "first torch", "--wheels", str(tmp_path / "none")], text=True,
                          capture_output=True, check=False, cwd=tmp_path,
                          env=os.environ | {"RESULT": str(result), "PYTHON": sys.executable, "PATIENCE": "2"})
    text = result.read_text()
    assert done.returncode == 0 and "0 of the 2 steps failed" in done.stdout, done.stdout + text
    assert "| first kernels | passed |" in text and "| torch tensors without a copy | passed |" in text and "conformance" not in text
    assert "CUDA:PTX: PTX sm_90a computes" in text and text.count("the same memory, after") == 2 and text.count("used again only") == 1


@pytest.mark.slow
@needs_nvrtc
def test_a_whole_dry_run(tmp_path: Path) -> None:
    result = tmp_path / "result.md"
    done = subprocess.run(["bash", str(SCRIPT), "--dry", "--wheels", str(tmp_path / "none")], text=True, capture_output=True,
                          check=False, env=os.environ | {"RESULT": str(result), "PYTHON": sys.executable, "PATIENCE": "3"})
    assert done.returncode == 0, done.stdout + result.read_text()
