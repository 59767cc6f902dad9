"""What a recording holds, and what it costs the program that is recorded."""

from __future__ import annotations

import itertools
import os
import signal
import sqlite3
import subprocess
import sys

import pytest

from heddle import Context, Tensor, schedule
from heddle.errors import FileFormatError
from heddle.tools.view import format, record, recording, timeline
from heddle.tools.view.read import Reader
from heddle.tracing.bus import listeners_to
from heddle.tracing.events import Scheduled
from heddle.uop import UOp, rewrite_trace
from tests.tools.view.samples import gpu_kernels, record_small, small_program, training_step


@pytest.fixture(scope="module")
def small(tmp_path_factory):
    return Reader(record_small(tmp_path_factory.mktemp("view") / "small.heddle"))


def test_graphs_are_kept_once_with_their_line_and_uses(small):
    graphs = small.graphs(0, 10)
    assert graphs["total"] == 2 and [g["uses"] for g in graphs["rows"]] == [1, 3]
    assert graphs["rows"][0]["location"]["text"].startswith("total = (x @ w).relu()")
    assert graphs["rows"][0]["location"]["function"] == "small_program"


def test_the_schedule_says_who_writes_what(small):
    first, second = small.calls(1, 0, 10)["rows"]
    assert [o["written"] for o in first["operands"]] == [1, 0, 0]
    read = [o["buffer"] for o in second["operands"] if not o["written"]]
    assert read == [first["operands"][0]["buffer"]]
    assert first["operands"][0]["bytes"] == 64 * 16 * 4


def test_buffers_have_a_line_and_a_lifetime(small):
    found = timeline.buffers(small, 0, 100)
    assert found["total"] == len(found["rows"])
    sizes = [b["bytes"] for b in found["rows"]]
    assert sizes == sorted(sizes, reverse=True) and sizes[0] == 64 * 32 * 4
    product = next(b for b in found["rows"] if b["bytes"] == 64 * 16 * 4 and b["filled"] == 0)
    assert (product["first"], product["last"], product["calls"]) == (0, 1, 2)  # filled by one kernel, read by the next
    assert product["name"] == "product_64_16_over_32" and product["location"]["text"].startswith("total = (x @ w)")
    assert [b["buffer"] for b in timeline.buffers(small, 1, 2)["rows"]] == [b["buffer"] for b in found["rows"][1:3]]


def test_kernels_have_their_stages_code_and_times(small):
    kernels = small.kernels("", "order", 0, 10)
    assert kernels["total"] == 3 and [k["calls"] for k in kernels["rows"]] == [1, 1, 3]
    kernel = small.kernel(kernels["rows"][0]["id"])
    assert kernel["name"] == "product_64_16_over_32" and kernel["info"]["ops"] >= 2 * 64 * 16 * 32
    names = [s["name"] for s in kernel["stages"]]
    assert names[0] == "ast" and names[-3:] == ["linearize", "prefetch", "stream stores"]
    assert any(n.startswith("optimise: ") for n in names)
    code = small.code(kernel["id"])
    assert "product_64_16_over_32" in code["source"] and code["assembly"]


def test_each_stage_starts_from_the_one_before(small):
    for kernel in small.kernels("", "order", 0, 10)["rows"]:
        stages = small.kernel(kernel["id"])["stages"]
        for stage in stages:
            for r in stage["rewritings"]:
                assert r["result"] is not None and r["steps"] >= 0
        assert all(
            s["root"] and s["nodes"] == len(small.nodes.graph(s["root"])) + (s["name"] in ("linearize", "prefetch", "stream stores"))
            for s in stages
        )


def test_kernels_are_found_by_name_device_and_line(small):
    assert [k["name"] for k in small.kernels("PRODUCT", "time", 0, 10)["rows"]] == ["product_64_16_over_32"]
    assert small.kernels("cpu", "name", 0, 10)["total"] == 3
    assert small.kernels("softmax(1)", "calls", 0, 10)["total"] == 2
    assert small.kernels("%", "time", 0, 10)["total"] == 0


def test_the_summary_says_what_ran(small):
    summary = small.summary()
    assert summary["meta"]["script"] == "small.py" and summary["meta"]["complete"] == "1"
    assert summary["launches"] == 5 and summary["devices"] == ["CPU"] and summary["device_seconds"] > 0
    assert {"name", "says", "count"} <= set(summary["rules"][0])


def test_recording_changes_no_result_and_ends_with_the_block(tmp_path):
    with Context(DEV="CPU"):
        plain = small_program()
        with record(tmp_path / "a.heddle"):
            assert small_program() == plain
    assert listeners_to(Scheduled) == [] and rewrite_trace.current_trace.get() is None


def test_memory_of_recorded_tensors_is_freed(tmp_path):
    import heddle

    with Context(DEV="CPU"), record(tmp_path / "a.heddle"):
        before = heddle.GlobalCounters.mem_used
        x = Tensor.ones(1 << 16).contiguous().realize()
        y = (x + 1).realize()
        assert heddle.GlobalCounters.mem_used > before
        del x, y
        assert heddle.GlobalCounters.mem_used == before


def test_a_program_that_fails_is_recorded_as_far_as_it_came(tmp_path):
    with pytest.raises(ZeroDivisionError), Context(DEV="CPU"), record(tmp_path / "a.heddle"):
        (Tensor.ones(8).contiguous() + 1).realize()
        raise ZeroDivisionError("no such luck")
    summary = Reader(tmp_path / "a.heddle").summary()
    assert summary["meta"]["error"] == "ZeroDivisionError: no such luck" and summary["counts"]["kernel"] >= 1


def test_a_kernel_that_does_not_compile_is_shown_with_what_the_compiler_said(tmp_path, monkeypatch):
    from heddle.device import Device
    from heddle.errors import CompileError

    def refuse(source):
        raise CompileError("the compiler refused", output="line 3: no")

    with Context(DEV="CPU", CACHE=False):
        x = Tensor.ones(11, 3).contiguous().realize()
        monkeypatch.setattr(Device["CPU"].compiler, "compile", refuse)
        with pytest.raises(CompileError), record(tmp_path / "a.heddle"):
            ((x + 0.125).sum(1) * 3).realize()
    reader = Reader(tmp_path / "a.heddle")
    kernel = reader.kernel(1)
    assert "line 3: no" in kernel["error"] and [s["name"] for s in kernel["stages"]][-3:] == ["linearize", "prefetch", "stream stores"]
    assert "0x3FC0000000000000" in reader.code(1)["source"]  # 0.125


def test_what_was_noted_survives_a_process_that_dies(tmp_path):
    import subprocess
    import sys

    program = (
        f"import os; from heddle import Tensor; from heddle.tools.view import record\n"
        f"with record({str(tmp_path / 'a.heddle')!r}):\n (Tensor.ones(8).contiguous() + 1).realize(); os._exit(9)"
    )
    assert subprocess.run([sys.executable, "-c", program], check=False).returncode == 9
    summary = Reader(tmp_path / "a.heddle").summary()
    assert (
        "complete" not in summary["meta"]
        and summary["counts"]["graph"] >= 1
        and summary["counts"]["kernel"] >= 1
    )


def test_answers_are_bounded_pieces(small):
    root = small.graph(1)["stages"][0]["root"]
    piece = small.graph_piece(root, None, 5, 3)
    assert piece["total"] == len(small.nodes.graph(root)) and [r[0] for r in piece["rows"]] == [
        n.id for n in small.nodes.graph(root)[5:8]
    ]


def test_the_whole_graph_after_all_steps_is_the_result(small):
    rewritings = small.rows("SELECT id, root, result, steps FROM rewriting WHERE steps > 0")
    assert rewritings
    for r in rewritings:
        after = small.graph_at_step(r["id"], r["steps"], 0, 5000)
        wanted = [n.id for n in small.nodes.graph(r["result"])]
        assert sorted(row[0] for row in after["rows"]) == sorted(wanted)
        before = small.graph_at_step(r["id"], 0, 0, 5000)
        assert [row[0] for row in before["rows"]] == [n.id for n in small.nodes.graph(r["root"])]


# ---- every change is seen


def changes(reader: Reader) -> dict[str, list[int]]:
    """For each pass, the numbers of steps by which it changed a graph or kernel, where it did.

    Checks that rewritings lead from each stage to the next one, and that their steps make their results.
    """
    found: dict[str, list[int]] = {}
    owners = [getattr(reader, kind)(row["id"]) for kind in ("graph", "kernel") for row in reader.rows(f"SELECT id FROM {kind}")]
    for before, stage in (pair for owner in owners for pair in itertools.pairwise(owner["stages"])):
        at, steps = before["root"], 0
        for r in stage["rewritings"]:
            if r["root"] == at:
                at, steps = r["result"], steps + r["steps"]
                assert reader.graph_at_step(r["id"], r["steps"], 0, 1)["total"] == len(reader.nodes.graph(at))
                assert [row[0] for row in ends(reader, r, r["steps"])] == [n.id for n in reader.nodes.graph(at)][-3:]
        assert at == stage["root"], (stage["name"], stage["error"])
        name = stage["name"].removeprefix("optimise: ").split()[0]
        if stage["root"] != before["root"]: found.setdefault(name, []).append(steps)
    return found


def ends(reader: Reader, rewriting: dict, step: int) -> list[list]:
    """The last three nodes after `step` steps."""
    total = reader.graph_at_step(rewriting["id"], step, 0, 1)["total"]
    return reader.graph_at_step(rewriting["id"], step, max(total - 3, 0), 3)["rows"]


def test_every_pass_that_changes_a_kernel_has_steps(tmp_path):
    with Context(DEV="CPU", CACHE=0), record(tmp_path / "a.heddle"):
        training_step()
    found = changes(Reader(tmp_path / "a.heddle"))
    assert {"prepared", "simplify", "split", "mark", "cache", "expand", "linearize"} <= set(found)
    assert all(steps > 0 for counts in found.values() for steps in counts), found
    names = {row["name"]: row for row in Reader(tmp_path / "a.heddle").rows("SELECT name, says, file FROM rule")}
    assert names["mark"]["says"].startswith("mark a b … as kind") and names["mark"]["file"] == "heddle/codegen/actions/mark.py"
    assert {"merge", "renumber", "expand", "linearize"} <= set(names)


@pytest.mark.slow
def test_every_pass_that_changes_a_kernel_of_a_gpu_has_steps(tmp_path):
    with Context(DEV="NULL:CUDA"), record(tmp_path / "a.heddle"):
        gpu_kernels()
    found = changes(Reader(tmp_path / "a.heddle"))
    assert {"tensorize", "share", "thread", "linearize", "scalarize", "copy"} <= set(found)
    assert all(steps > 0 for counts in found.values() for steps in counts), found


# ---- files


def test_other_files_are_refused_in_words(tmp_path):
    other = tmp_path / "other.db"
    sqlite3.connect(other).executescript("CREATE TABLE a(b)").connection.close()
    with pytest.raises(FileFormatError, match="no recording of heddle"):
        format.open_recording(other)
    (tmp_path / "cut").write_bytes(format.MAGIC + b"xx")
    with pytest.raises(FileFormatError, match="cannot read"):
        format.open_recording(tmp_path / "cut")
    with pytest.raises(FileFormatError, match="cannot write"):
        format.create(tmp_path / "no" / "folder")


@pytest.mark.parametrize("version", [2, 7])
def test_other_versions_are_refused(tmp_path, version):
    db = format.create(tmp_path / "a.heddle")
    db.execute(f"PRAGMA user_version={version}")
    db.close()
    with pytest.raises(FileFormatError, match=f"version {version}, and this heddle reads version {format.VERSION}"):
        format.open_recording(tmp_path / "a.heddle")


def test_recordings_are_told_from_scripts(tmp_path):
    format.create(tmp_path / "a.heddle").close()
    (tmp_path / "a.py").write_text("print(1)")
    assert format.is_recording(tmp_path / "a.heddle") and not format.is_recording(tmp_path / "a.py")


def test_values_between_kernels_are_told_with_the_reason(small):
    (boundary,) = small.boundaries(1, 0, 10)["rows"]
    assert (boundary["writer"], boundary["readers"], boundary["bytes"]) == (0, "1", 64 * 16 * 4)
    assert (
        boundary["shape"] == "64 × 16"
        and boundary["why"]
        and boundary["location"]["text"].startswith("total = (x @ w)")
    )


def test_memory_over_time_is_told_by_pixel(small):
    from heddle.tools.view.timeline import lanes, memory

    span = lanes(small)
    found = memory(small, span["begin"], span["end"], 10)["devices"]["CPU"]
    assert 0 < len(found["points"]) <= 11 and found["peak"] >= 64 * 32 * 4
    assert all(p["most"] >= p["live"] and p["total"] >= p["live"] + p["cached"] for p in found["points"])
    late = memory(small, span["end"] + 1, span["end"] + 2, 10)["devices"]["CPU"]
    assert late["points"] == [] and late["before"]["live"] == found["points"][-1]["live"]


def test_many_events_are_merged_by_pixel_and_none_is_lost(tmp_path):
    from heddle.tools.view.timeline import events

    db = format.create(tmp_path / "a.heddle")
    db.execute("BEGIN")
    for n in range(20_000):
        db.execute(
            "INSERT INTO event VALUES (NULL, 'kernel', ?, 'CPU', 0, ?, 5e-6, 1, 1, NULL, NULL, '')",
            (f"k{n}", n * 1e-5),
        )
    db.execute("COMMIT")
    db.close()
    reader = Reader(tmp_path / "a.heddle")
    merged = events(reader, 0.0, 0.2, 500)["rows"]
    assert len(merged) <= 501 and sum(row["count"] for row in merged) == 20_000
    near = events(reader, 0.1, 0.101, 500)["rows"]
    assert 99 <= len(near) <= 103 and all("count" not in row for row in near)


KILLED = """
import os, signal, sqlite3, sys, time
from heddle import Tensor
from heddle.tools.view import record, recording
recording._FLUSHED = 0.05
with record(sys.argv[1]):
    (Tensor([1.0, 2.0]) + 1).realize()
    db = sqlite3.connect(sys.argv[1])
    while not db.execute("SELECT count(*) FROM event WHERE kind = 'kernel'").fetchone()[0]: time.sleep(0.02)
    os.kill(os.getpid(), signal.SIGKILL)
"""


def test_what_ran_is_there_if_the_process_is_killed(tmp_path):
    file = tmp_path / "killed.heddle"
    done = subprocess.run([sys.executable, "-c", KILLED, str(file)], timeout=120)
    assert done.returncode == -signal.SIGKILL
    found = Reader(file).summary()
    assert found["launches"] == 1 and "complete" not in found["meta"] and found["peak"] > 0


def test_what_was_written_meanwhile_is_not_there_twice(tmp_path, monkeypatch):
    monkeypatch.setattr(recording, "_FLUSHED", 0.001)
    kernels = Reader(record_small(tmp_path / "small.heddle")).kernels("", "order", 0, 10)
    assert [k["calls"] for k in kernels["rows"]] == [1, 1, 3]


def test_a_forked_child_leaves_the_file_to_its_parent(tmp_path):
    with record(tmp_path / "a.heddle"):
        (Tensor([1.0, 2.0]) + 1).realize()
        other = UOp.sink((Tensor([1.0, 2.0]) * 3).contiguous().uop)
        if (child := os.fork()) == 0:
            status = 1
            try:
                schedule.create_schedule(other)
                status = 0
            finally: os._exit(status)
        assert os.waitpid(child, 0)[1] == 0
    assert Reader(tmp_path / "a.heddle").summary()["counts"]["graph"] == 1
