"""The table of runtimes: counted from the reports of tests, kept in a file, and shown as it is in the pages."""
from __future__ import annotations

import os
import subprocess
import sys
from datetime import date
from pathlib import Path

import pytest

from tests import runtime_report
from tests.runtime_report import PROPERTY, Row, RuntimeReport, read_rows, tally, write_rows

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "scripts"))
import runtime_table as script  # noqa: E402

SUITE = "tests/tensor/test_conformance_reduce.py::test_sums"


def report(nodeid: str, runtime: str | None, outcome: str = "passed", when: str = "call") -> pytest.TestReport:
    """What pytest tells of one phase of a test."""
    properties = [(PROPERTY, runtime)] if runtime else []
    return pytest.TestReport(nodeid, (nodeid, 0, ""), {}, outcome, None, when, user_properties=properties)  # type: ignore[arg-type]


def rows_of(*reports: pytest.TestReport) -> dict[str, Row]:
    plugin = RuntimeReport(None)
    for each in reports: plugin.pytest_runtest_logreport(each)
    return {row.name: row for row in plugin.rows()}


def test_a_test_counts_once_and_any_phase_may_fail_it() -> None:
    found = rows_of(report(f"{SUITE}[1]", "PYTHON", when="setup"), report(f"{SUITE}[1]", "PYTHON"),
                    report(f"{SUITE}[2]", "PYTHON"), report(f"{SUITE}[2]", "PYTHON", "failed", "teardown"),
                    report(f"{SUITE}[3]", "PYTHON", "failed", "setup"), report(f"{SUITE}[4]", "PYTHON", "skipped"))
    assert found["PYTHON"].suite == {"passed": 1, "failed": 2, "skipped": 1, "not run": 0}
    assert tally(found["PYTHON"].suite) == "1/3, 1 skipped"


def test_a_run_that_was_stopped_says_what_it_did_not_come_to() -> None:
    class Session:
        items = [type("Item", (), {"nodeid": f"{SUITE}[{n}]", "user_properties": [(PROPERTY, "PYTHON")]}) for n in range(5)]
    plugin = RuntimeReport(None)
    plugin.pytest_collection_finish(Session)  # type: ignore[arg-type]
    for n in range(2): plugin.pytest_runtest_logreport(report(f"{SUITE}[{n}]", "PYTHON"))
    assert tally(plugin.rows()[0].suite) == "2/2, 3 not run"


def test_only_the_op_suite_and_own_tests_count() -> None:
    assert not rows_of(report("tests/autograd/test_engine.py::test_sums", "PYTHON"), report("tests/uop/test_uop.py::test_a", None))
    found = rows_of(report("tests/runtime/test_cpu_graph.py::test_a", None),
                    report("tests/runtime/test_disk.py::test_b", None, "failed"))
    assert found["CPU:LLVM"].own == {"passed": 1, "failed": 0, "skipped": 0, "not run": 0}
    assert not found["CPU:LLVM"].suite
    assert tally(found["DISK"].own) == "0/1" and tally(found["DISK"].suite) == "–"


def test_what_a_row_says_of_the_device() -> None:
    row = rows_of(report(SUITE, "CPU:LLVM"))["CPU:LLVM"]
    assert row.opens and row.dtypes == "all" and row.graph and row.timing == "the host's clock" and "cores" in row.shown
    null = rows_of(report("tests/runtime/test_null.py::test_a", None))["NULL"]
    assert null.timing == "" and runtime_report.cells(null)[6:8] == ("–", "–")


def test_the_file_keeps_what_did_not_run_again(tmp_path: Path) -> None:
    file = tmp_path / "runtimes.json"
    write_rows(file, list(rows_of(report(SUITE, "PYTHON"), report("tests/runtime/test_null.py::test_a", None)).values()))
    write_rows(file, list(rows_of(report("tests/runtime/test_python.py::test_a", None, "failed")).values()))
    found = {row.name: row for row in read_rows(file)}
    assert found["PYTHON"].ran.startswith(str(date.today())) and found["NULL"].ran == ""
    assert list(found) == ["NULL", "PYTHON"] and tally(found["PYTHON"].suite) == "1/1" and tally(found["PYTHON"].own) == "0/1"


def test_it_counts_in_a_run_with_workers(pytestconfig: pytest.Config) -> None:
    """The process that leads has the plugin, its workers do not."""
    assert pytestconfig.pluginmanager.hasplugin("runtimes") != hasattr(pytestconfig, "workerinput")


def test_every_runtime_that_ships_has_a_row() -> None:
    shipped = {f.stem.removeprefix("ops_").upper() for f in (ROOT / "heddle" / "runtime").glob("ops_*.py")}
    shown = {row.name.partition(":")[0] for row in read_rows(script.FILE)}
    assert shipped <= shown, "run scripts/runtime_table.py --run for these: " + ", ".join(sorted(shipped - shown))


def test_no_recorded_run_had_a_failure() -> None:
    assert not [row.name for row in read_rows(script.FILE) if row.suite.get("failed") or row.own.get("failed")]


@pytest.mark.parametrize("page", script.PAGES, ids=lambda p: p.name)
def test_pages_show_the_recorded_file(page: Path) -> None:
    assert script.table() in page.read_text(), "run scripts/runtime_table.py --write"


def test_what_cannot_be_used_here_is_told_with_its_cure(monkeypatch: pytest.MonkeyPatch) -> None:
    from heddle import device
    rows = [device.DeviceRow("CL", False, False, "no driver", "Install one.", ()),
            device.DeviceRow("CPU", True, True, "a CPU", "", ())]
    monkeypatch.setattr(device, "device_table", lambda: rows)
    assert runtime_report.not_exercised() == ["CL: no driver -> Install one."]


def test_that_is_what_a_run_ends_with(tmp_path: Path) -> None:
    """With a driver that is missing."""
    (tmp_path / "test_it.py").write_text("def test_it(): pass")
    done = subprocess.run([sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-c", str(ROOT / "pyproject.toml"),
                           "--rootdir", str(ROOT), "-p", "tests.conftest", str(tmp_path / "test_it.py")], cwd=ROOT, text=True,
                          capture_output=True, env=os.environ | {"OCL_ICD_VENDORS": str(tmp_path)}, timeout=120)
    assert done.returncode == 0, done.stdout
    assert done.stdout.splitlines()[-1].startswith("CL: "), done.stdout
