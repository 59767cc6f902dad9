"""Two recordings compared: which kernels belong together, their figures, and what differs; as data, as text, from the command line."""

from __future__ import annotations

import json
import urllib.error
import urllib.request
from pathlib import Path

import pytest

from heddle import Context, Tensor
from heddle.errors import FileFormatError, FileMissingError, MissingKeyError, UserError
from heddle.tools.commands import run_command
from heddle.tools.view import record
from heddle.tools.view.compare import ORDERS, Comparison
from heddle.tools.view.compare_text import comparison_lines, relative
from heddle.tools.view.read import Reader
from heddle.tools.view.run import view
from tests.tools.view.browser import served
from tests.tools.view.samples import record_change


@pytest.fixture(scope="module")
def files(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    folder = tmp_path_factory.mktemp("compare")
    record_change(folder / "before.heddle", folder / "after.heddle")
    return folder / "before.heddle", folder / "after.heddle"


@pytest.fixture
def compared(files: tuple[Path, Path]) -> Comparison:
    return Comparison(*map(Reader, files))


def ids(comparison: Comparison) -> set[tuple[int, int, str, str]]:
    return {((p.before or {}).get("id", 0), (p.after or {}).get("id", 0), p.by, p.state) for p in comparison.pairs}


def test_kernels_are_paired_by_ast_then_by_name(compared: Comparison):
    assert ids(compared) == {(1, 1, "ast", "same"), (2, 2, "ast", "changed"), (3, 3, "name", "same"), (4, 0, "", "gone"),
                             (0, 4, "", "new")}
    assert compared.totals()["counts"] == {"same": 2, "changed": 1, "new": 1, "gone": 1}


def test_a_recording_is_the_same_as_itself(files: tuple[Path, Path]):
    comparison = Comparison(Reader(files[0]), Reader(files[0]))
    assert {p.state for p in comparison.pairs} == {"same"} and {p.by for p in comparison.pairs} == {"ast"}
    assert all(p.change("seconds") == p.change("bytes") == 0 for p in comparison.pairs)


def test_kernels_are_found_again_whatever_came_before_them(tmp_path: Path):
    for name, sizes in (("a", (3, 5)), ("b", (6, 5, 4, 3))):  # nodes and kernels have other numbers
        with Context(DEV="CPU"), record(tmp_path / name):
            for n in sizes: (Tensor.ones(n, 9).contiguous().realize().exp().sum(1) + 2).realize()
    comparison = Comparison(Reader(tmp_path / "a"), Reader(tmp_path / "b"))
    same = [p for p in comparison.pairs if p.by == "ast" and p.before and p.after]
    assert len(same) >= 2 and all(p.before["name"] == p.after["name"] and p.state == "same" for p in same if p.before and p.after)
    assert {p.state for p in comparison.pairs} == {"same", "new"}


def test_figures_of_a_pair(compared: Comparison):
    row = next(r for r in compared.rows("name", 0, 10)["rows"] if r["name"] == "product_64_16_over_32")
    assert row["after"]["seconds"] == pytest.approx(2 * row["before"]["seconds"]) and row["before"]["seconds"] > 0
    assert row["after"]["bytes"] == 3 * row["before"]["bytes"] > 0 and row["before"]["calls"] == row["after"]["calls"] == 1
    assert row["location"]["text"].startswith("total = (x @ w)") and not row["other_actions"] and not row["other_source"]
    totals = compared.totals()
    more = row["before"]["bytes"] * 2
    assert totals["after"]["bytes"] - totals["before"]["bytes"] == more
    assert totals["before"]["kernels"] == totals["after"]["kernels"] == 4
    assert totals["after"]["seconds"] == pytest.approx(totals["before"]["seconds"] + row["before"]["seconds"])


def test_what_differs_in_a_pair(compared: Comparison):
    found = compared.differences(2, 2)
    assert found["other_actions"] and found["other_source"] and found["by"] == "ast"
    assert [text for sign, text in found["actions"] if sign == "+"] == ["split 0 by 8 as loop", "mark 9 as grid"]
    assert [text for sign, text in found["actions"] if sign == "-"] == found["before"]["actions"]
    changed = [(sign, text.strip()) for sign, text in found["source"] if sign in "+-"]
    assert changed == [("-", "ret void"), ("+", "ret void ; changed")]
    assert compared.differences(1, 1)["source"] == compared.differences(1, 1)["actions"] == []
    assert {sign for sign, _ in compared.differences(0, 4)["source"]} == {"+"}
    with pytest.raises(MissingKeyError, match="no pair"):
        compared.differences(1, 2)


@pytest.mark.parametrize("order", sorted(ORDERS))
def test_orders(compared: Comparison, order: str):
    rows = compared.rows(order, 0, 10)
    assert rows["total"] == len(rows["rows"]) == 5 and compared.rows(order, 1, 2)["rows"] == rows["rows"][1:3]

    def figures(side: str, what: str) -> list[float]: return [(r[side] or {}).get(what, 0) for r in rows["rows"]]
    ordered = {
        "change": [abs(a - b) for a, b in zip(figures("after", "seconds"), figures("before", "seconds"), strict=True)],
        "traffic": [abs(a - b) for a, b in zip(figures("after", "bytes"), figures("before", "bytes"), strict=True)],
        "before": figures("before", "seconds"), "after": figures("after", "seconds"),
        "launches": [max(pair) for pair in zip(figures("after", "calls"), figures("before", "calls"), strict=True)],
        "state": [-["new", "gone", "changed", "same"].index(r["state"]) for r in rows["rows"]],
    }.get(order)
    names = [r["name"] for r in rows["rows"]]
    assert ordered == sorted(ordered, reverse=True) if ordered is not None else names == sorted(names)


# ---- as text


def test_the_text_has_totals_kernels_and_actions(compared: Comparison):
    text = "\n".join(comparison_lines(compared))
    assert "before: before.heddle    after: after.heddle" in text and "2 kernels are the same, 1 changed, 1 new, 1 gone" in text
    line = next(line for line in text.splitlines() if line.startswith("product_64_16_over_32"))
    assert "+100 %" in line and "14 KiB    42 KiB" in line
    assert "  + mark 9 as grid" in text and "actions, source" in text
    assert max(map(len, text.splitlines())) <= 150
    assert "… 3 more" in "\n".join(comparison_lines(compared, most=2))


@pytest.mark.parametrize(
    ("before", "after", "text"),
    [(2, 3, "+50 %"), (2, 1, "-50 %"), (2, 9, "4.5 times"), (2, 2, ""), (0, 2, "new"), (0, 0, ""), (None, 1, "new")],
)
def test_relative_changes(before: float | None, after: float | None, text: str):
    assert relative(before, after) == text


def test_options_may_follow_a_recording(files: tuple[Path, Path], capsys: pytest.CaptureFixture[str]):
    before, after = map(str, files)
    assert run_command(["view", after, "--against", before, "--text"]) == 0
    late = capsys.readouterr().out
    assert run_command(["view", "--against", before, "--text", after]) == 0
    assert late == capsys.readouterr().out and "1 changed" in late
    with pytest.raises(UserError, match="takes no arguments"):
        run_command(["view", after, "something"])


@pytest.mark.parametrize(
    ("target", "arguments", "against", "text", "fault", "said"),
    [
        ("after", [], None, True, UserError, "nothing to compare with"),
        ("after", [], "nowhere", True, FileMissingError, "there is no file"),
        ("after", [], "script", True, UserError, "is no recording"),
        ("script", [], "before", True, UserError, "is no recording"),
        ("after", ["x"], "before", True, UserError, "takes no arguments"),
        ("after", [], "damaged", True, FileFormatError, "damaged"),
        ("after", [], "damaged", False, FileFormatError, "damaged"),
    ],
)
def test_mistakes_are_named(files: tuple[Path, Path], tmp_path: Path, target: str, arguments: list[str], against: str | None,
                            text: bool, fault: type[Exception], said: str):
    (tmp_path / "script").write_text("print(1)")
    (tmp_path / "damaged").write_bytes(files[0].read_bytes().replace(b"CREATE TABLE event", b"CREATE TABLE evens"))
    found = {"before": files[0], "after": files[1], **{name: tmp_path / name for name in ("nowhere", "script", "damaged")}}
    with pytest.raises(fault, match=said):
        view(found[target], arguments, None, 0, False, None if against is None else found[against], text)


# ---- from the server


def test_the_server_answers_with_another_recording_only(files: tuple[Path, Path]):
    def ask(address: str, query: str) -> dict[str, object]:
        with urllib.request.urlopen(f"{address}api/{query}", timeout=30) as answer: return json.loads(answer.read())
    before, after = files
    with served(after, before) as server:
        assert ask(server.address, "summary")["is_compared"] is True
        assert ask(server.address, "comparison")["counts"] == {"same": 2, "changed": 1, "new": 1, "gone": 1}
        assert ask(server.address, "pairs?order=name&from=1&count=2")["total"] == 5
        assert ask(server.address, "pair?before=2&after=2")["other_actions"] is True
    with served(after) as server:
        assert ask(server.address, "summary")["is_compared"] is False
        with pytest.raises(urllib.error.HTTPError, match="404"):
            ask(server.address, "comparison")
