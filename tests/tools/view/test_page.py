"""The page in a browser: every view, by pointer and by keys, small recordings and a graph of 50,000 nodes."""

from __future__ import annotations

import sqlite3

import pytest

from heddle.tools.view import format
from tests.tools.view.browser import Page, browse, served
from tests.tools.view.samples import record_big, record_change, record_small

DRAWN = "/nodes? drawn/.test(document.querySelector('.status')?.textContent ?? '')"


@pytest.fixture(scope="module")
def driver(tmp_path_factory):
    with browse(tmp_path_factory.mktemp("profile")) as driver:
        yield driver


@pytest.fixture(scope="module")
def small(tmp_path_factory):
    with served(record_small(tmp_path_factory.mktemp("view") / "small.heddle")) as server:
        yield server


@pytest.fixture
def page(driver, small):
    page = Page(driver, small.address)
    page.faults()
    yield page
    assert page.faults() == []


def stage_id(small, kernel: int, name: str) -> int:
    return next(s["id"] for s in small.reader.kernel(kernel)["stages"] if s["name"] == name)


@pytest.mark.parametrize(
    ("view", "said"),
    [
        (
            "overview",
            (
                "small.py --fast <b>1</b>",
                "Kernels that took longest",
                "product_64_16_over_32",
                "Rules and passes that applied most",
                "normal_sum",
            ),
        ),
        ("timeline", ("Whole run", "kernel 5")),
        ("memory", ("",)),
        ("graphs", ("2 graphs", "softmax(1)", "tensor graph", "3×")),
        ("kernels", ("3 kernels", "product_64_16_over_32", "Source", "linearize", "void ")),
    ],
)
def test_every_view_loads(page, view, said):
    page.open(view)
    page.until("document.querySelector('#tabs a[aria-current]')")
    page.until_text(*said)
    assert page.run("return document.querySelector('#tabs a[aria-current]').dataset.view") == view
    assert "undefined" not in page.text() and "NaN" not in page.text() and "[object" not in page.text()


def test_views_by_keys_and_back(page):
    page.open()
    page.until_text("Kernels that took longest")
    page.keys("5")
    page.until_text("3 kernels")
    page.keys("4")
    page.until_text("2 graphs")
    page.keys("?")
    page.until("document.getElementById('keys').open")
    page.run("document.getElementById('keys').close()")
    page.driver.back()
    page.until_text("3 kernels")


def test_kernels_are_searched_chosen_and_ordered(page):
    page.open("kernels")
    page.until_text("3 kernels", "void ")
    page.search(".side input", "PRODUCT")
    page.until_text("1 kernel")
    page.search(".side input", "nothing like it")
    page.until_text("no kernel fits")
    page.open("kernels?order=name")
    page.until("document.querySelectorAll('.side .row').length === 3")
    names = page.run(
        "return [...document.querySelectorAll('.side .row .first span:first-child')].map(e => e.textContent)"
    )
    assert names == sorted(names)
    page.until("document.querySelector('.side .row[aria-selected=true]') !== null")
    page.keys("j")
    page.wait(lambda: page.said(".head h1") == names[1])


def test_buffers_with_their_lines_and_lifetimes(page, small):
    page.open("memory")
    page.until("document.querySelectorAll('.side .row').length > 3")
    first = small.reader.rows("SELECT max(bytes) AS bytes FROM operand")[0]["bytes"]
    assert f"{first / 1024:.2f} KiB" in page.said(".side .row")  # the largest first
    assert "samples.py" in page.said(".side") and "read first by" in page.said(".side") and "filled by" in page.said(".side")
    bar = page.run("const i = document.querySelector('.side .row .life i'), b = i.getBoundingClientRect(); return [b.width, b.height]")
    assert min(bar) > 0
    page.click(".side .row .second a", "graph 1")
    page.until("location.hash.startsWith('#graphs')")


def test_a_kernel_leads_to_line_time_source_assembly_and_graph(page, small):
    page.open("kernels?id=1")
    page.until_text("samples.py", "softmax(1)", "launches 1", "void @product_64_16_over_32")
    page.click(".strip button", "Assembly")
    page.until("document.querySelector('pre.code')?.textContent.includes('ret')")
    page.click(".strip button", "Source")
    page.until("document.querySelector('pre.code .hljs-type, pre.code .hljs-keyword')?.textContent")
    assert page.said("pre.code") == small.reader.code(1)["source"]
    page.click(".strip button", "ast")
    page.until(DRAWN)
    page.click(".facts a", "in the timeline")
    page.until_text("shown")
    page.until("location.hash.startsWith('#timeline')")
    page.open("kernels?id=1")
    page.click(".facts a", "graph 1")
    page.until_text("each call below those whose results it reads")
    page.click(".row a", "reduce_64_16")
    page.until_text("void @reduce_64_16")


def test_stages_as_graph_text_and_by_keys(page, small):
    page.open(f"kernels?id=1&stage={stage_id(small, 1, 'ast')}")
    page.until(DRAWN)
    page.click(".choice button", "Text")
    page.until_text("REDUCE", "AxisType.LOOP")
    page.keys("]")
    page.wait(lambda: page.said(".strip button[aria-pressed=true]").startswith("simplify"))


def test_nodes_are_found_chosen_folded_and_followed(page, small):
    page.open(f"kernels?id=2&stage={stage_id(small, 2, 'ast')}")
    page.until(DRAWN)
    whole = page.said(".status")
    page.search(".bar-of-tools input", "fdiv", enter=True)
    page.until_text("1 of 1", "As a formula", "exp2(")
    page.click(".inspector button", "Only its sources")
    page.wait(lambda: page.said(".status") != whole)
    page.click(".inspector button", "Whole graph")
    page.wait(lambda: page.said(".status") == whole)
    page.run("document.querySelector('.picture canvas').focus()")
    page.keys("Escape", "ArrowUp")
    page.wait(lambda: page.said(".inspector h2") == "SINK")
    page.keys("Enter")
    page.until_text("1 node drawn")
    page.keys("Enter", "ArrowUp")
    page.wait(lambda: page.said(".inspector h2") == "END")


@pytest.mark.parametrize("where", ["kernels?id=1&stage={small}", "graphs"])
def test_graphs_open_whole_and_in_the_middle(page, small, where):
    page.open(where.format(small=stage_id(small, 1, "ast")))
    page.until(DRAWN)
    left, top, right, bottom = page.wait(lambda: (box := page.drawn())[2] > box[0] and box, "a drawing")
    assert 0 < left < right < 1 and 0 < top < bottom < 1
    assert left == pytest.approx(1 - right, abs=0.02) and top < 1 - bottom < top + 0.12  # above the lines at the foot


def test_rewrites_step_by_step(page, small):
    stages = small.reader.kernel(2)["stages"]
    stage = max(stages, key=lambda s: sum(r["steps"] for r in s["rewritings"]))
    first = small.reader.steps(next(r["id"] for r in stage["rewritings"] if r["steps"]), 0, 2)["rows"]
    total = sum(r["steps"] for r in stage["rewritings"])
    page.open(f"kernels?id=2&stage={stage['id']}&as=rewrites")
    page.until_text(f"{total} rewrites", first[0]["name"], first[0]["says"])
    page.until(
        "document.querySelectorAll('.formula').length === 2 && document.querySelectorAll('.two canvas').length === 2"
    )
    page.keys("j")
    page.until("location.hash.includes('step=1')")
    page.click(".choice button", "Whole graph after it")
    page.until(DRAWN)


def test_a_stage_without_rewrites_says_so(page, small):
    page.open(f"kernels?id=1&stage={stage_id(small, 1, 'lower')}&as=rewrites")
    page.until_text("No rewrites", "none applied")
    page.open(f"kernels?id=1&stage={stage_id(small, 1, 'separate steps')}&as=rewrites")
    page.until_text("No rewrites", "changed nothing")


def test_passes_without_rules_have_steps_too(page, small):
    page.open(f"kernels?id=1&stage={stage_id(small, 1, 'linearize')}&as=rewrites")
    page.until_text("linearize", "The kernel as a list of ops", "codegen/linearize.py")
    page.click(".side .row", "linearize")
    page.click(".choice button", "Whole graph after it")
    page.until(DRAWN)


def test_the_timeline_is_zoomed_searched_and_followed(page):
    page.open("timeline")
    page.until_text("shown")
    before = page.said(".bar-of-tools")
    page.run("document.querySelector('.picture canvas').focus()")
    page.keys("+", "+")
    page.wait(lambda: page.said(".bar-of-tools") != before)
    page.keys("0")
    page.wait(lambda: page.said(".bar-of-tools") == before)
    page.wait(
        lambda: page.keys("ArrowRight") or page.run("return !document.querySelector('.inspector').hidden")
    )
    page.open("timeline?kernel=2")
    page.until_text("reduce_64_16_over_16_16", "arithmetic")
    page.click(".inspector a", "Source, assembly")
    page.until_text("launches")


def test_dark_and_light(page):
    page.open("overview")
    page.until_text("Kernels that took longest")
    ground = "return getComputedStyle(document.body).backgroundColor"
    before, theme = page.run(ground), page.run("return document.documentElement.dataset.theme")
    page.keys("t")
    assert page.run(ground) != before
    page.keys("t")
    assert page.run("return document.documentElement.dataset.theme") == theme


# ---- two recordings


@pytest.fixture(scope="module")
def compared(tmp_path_factory):
    folder = tmp_path_factory.mktemp("compare")
    record_change(folder / "before.heddle", folder / "after.heddle")
    with served(folder / "after.heddle", folder / "before.heddle") as server:
        yield server


def test_two_runs_are_compared(driver, compared):
    page = Page(driver, compared.address)
    page.faults()
    page.open()  # a comparison opens with the comparison
    page.until_text("Two runs compared", "before.heddle", "after.heddle (after.py)", "2 kernels the same, 1 changed, 1 new, 1 gone")
    page.until("document.querySelectorAll('.pair-row').length === 5")
    cells = page.run("return [...document.querySelectorAll('.pair-row')].map(r => [...r.children].map(c => c.innerText))")
    product = next(c for c in cells if c[0] == "product_64_16_over_32")
    assert product[1] == "same" and product[5] == "+100 %" and product[6:] == ["14.0 KiB", "42.0 KiB"]
    assert [c[1] for c in cells if c[5] in ("new", "gone")] in (["new", "gone"], ["gone", "new"])
    assert next(c for c in cells if c[1] == "actions, source")[0] == "reduce_64_16_over_16_16"
    page.click(".pair-row", "reduce_64_16")
    page.until_text("+ split 0 by 8 as loop", "ret void ; changed")
    added = page.run("return [...document.querySelectorAll('.diff .added')].map(e => e.innerText.trim())")
    assert added[-1] == "+   ret void ; changed"
    page.click(".pair-row", "reduce_64_16")
    page.wait(lambda: page.run("return document.querySelector('.diff')") is None)
    assert page.faults() == []


def test_a_comparison_is_sorted_and_followed(driver, compared):
    page = Page(driver, compared.address)
    page.open("compare")
    page.until("document.querySelectorAll('.pair-row').length === 5")
    names = "return [...document.querySelectorAll('.pair-row .mono')].map(e => e.innerText)"
    page.click(".compare th button", "kernel")
    page.wait(lambda: (found := page.run(names)) == sorted(found) and len(found) == 5)
    assert page.run("return location.hash") == "#compare?order=name"
    page.click(".compare th button", "what differs")
    page.wait(lambda: page.run("return document.querySelector('.pair-row .state').innerText") == "new")
    page.keys("j", "Enter")
    page.until("document.querySelector('tr.more a')")
    page.click("tr.more a", "stages, source and assembly")
    page.until_text("launches")
    assert page.run("return location.hash").startswith("#kernels?id=")


# ---- what recordings may hold


def test_names_cannot_become_markup_or_scripts(driver, tmp_path):
    file = record_small(tmp_path / "a.heddle")
    evil = '<img src=x onerror="window.bad=1"><script>window.bad=1</script>'
    db = sqlite3.connect(file)
    for statement in (
        "UPDATE kernel SET name=?, source=?, assembly=?, error=?",
        "UPDATE location SET file=?, function=?, text=?",
        "UPDATE node SET arg=?, shape=?",
        "UPDATE event SET name=?, lane=?, within=?",
        "UPDATE rule SET name=?, says=?",
        "UPDATE stage SET name=?",
        "UPDATE operand SET buffer=?, device=?",
    ):
        db.execute(statement, (evil,) * statement.count("?"))
    db.execute("UPDATE meta SET value=? WHERE key IN ('script', 'error')", (evil,))
    db.commit()
    db.close()
    with served(file) as server:
        page = Page(driver, server.address)
        page.faults()
        stage = max(
            server.reader.kernel(2)["stages"], key=lambda s: sum(r["steps"] for r in s["rewritings"])
        )["id"]
        for view in (
            "overview",
            "timeline",
            "memory",
            "graphs?id=1&stage=schedule",
            "graphs?id=1&as=text",
            "kernels?id=2",
            "kernels?id=2&stage=assembly",
            f"kernels?id=2&stage={stage}",
            f"kernels?id=2&stage={stage}&as=rewrites",
        ):
            page.open(view)
            page.until(
                "document.querySelector('#main .empty, #main canvas, #main .row, #main .note, #main pre')"
            )
            page.wait(lambda: "Reading the recording" not in page.text())
            assert page.run("return window.bad") is None
            assert page.run("return document.querySelectorAll('#main img, #main script').length") == 0
        page.open("kernels?id=2")
        page.until_text("<img src=x onerror=")
        assert page.faults() == []


def test_an_empty_recording_says_what_is_missing(driver, tmp_path):
    format.create(tmp_path / "a.heddle").close()
    with served(tmp_path / "a.heddle") as server:
        page = Page(driver, server.address)
        for view, said in (
            ("overview", "Nothing was computed"),
            ("timeline", "No events"),
            ("memory", "No memory was recorded"),
            ("graphs", "No graphs"),
            ("kernels", "No kernels"),
        ):
            page.open(view)
            page.until_text(said)
        page.open("kernels?id=7")
        page.until_text("This kernel cannot be shown", "the recording has no kernel")


def test_fifty_thousand_nodes(driver, tmp_path):
    with served(record_big(tmp_path / "big.heddle")) as server:
        page = Page(driver, server.address)
        page.faults()
        page.open("graphs")
        page.until_text("50,000 nodes drawn")
        left, top, right, bottom = page.wait(lambda: (box := page.drawn())[2] > box[0] and box, "a drawing")
        assert 0 < left < right < 1 and 0 < top < bottom < 1  # all of it
        assert max(right - left, bottom - top) > 0.85 and left == pytest.approx(1 - right, abs=0.02)
        assert (
            page.run("return document.querySelectorAll('*').length") < 400
        )  # the page holds no element for each node
        # it answers: search, choose, fold, zoom, text
        page.search(".bar-of-tools input", "max", enter=True)
        page.until_text("As a formula", "Read by")
        page.click(".inspector button", "Only its sources")
        page.wait(lambda: "50,000 nodes drawn" not in page.text() and "drawn" in page.text())
        page.click(".inspector button", "Whole graph")
        page.until_text("50,000 nodes drawn")
        page.run("document.querySelector('.picture canvas').focus()")
        page.keys("0", "+", "+", "ArrowUp", "ArrowUp", "-")
        page.click(".choice button", "Text")
        page.until("document.querySelectorAll('.textrow').length > 10")
        page.run("document.querySelector('.detail .rows').scrollTop = 1e9")
        page.until_text("49999:", "SINK")
        assert page.run("return document.querySelectorAll('*').length") < 800
        assert page.faults() == []
