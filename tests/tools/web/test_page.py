"""The demo: the encoder in Node and in headless Chromium, against the CPU's numbers; the page by keys, on a phone, without WebGPU."""
from __future__ import annotations

import http.client
import itertools
import os
import re
import signal
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from heddle.errors import UserError
from heddle.settings import settings
from heddle.tools.demo.embed import embed
from heddle.tools.demo.encoder import Encoder
from heddle.tools.demo.model import find_model
from heddle.tools.demo.text import tokenize
from heddle.tools.demo.web.run import run
from tests.tools.view.browser import Page, browse
from tests.web.node import running

IMAGES = Path(__file__).resolve().parents[3] / "docs" / "images"
LINES = ["Wrap the loaf in cloth.", "Stale bread makes good toast.", "My bicycle has a flat tyre."]
QUERY = "How do I keep bread fresh?"
WEBGPU = "--enable-unsafe-webgpu"
READY = "document.querySelector('#status').textContent.startsWith('Ready')"
DONE = "document.querySelector('#status').textContent.startsWith('Done')"


@pytest.fixture(scope="module")
def demo(tmp_path_factory):
    """The command at work: the folder that it builds, and the address at which it serves it."""
    folder = tmp_path_factory.mktemp("demo")
    env = os.environ | {"CACHE_DIR": settings.CACHE_DIR}
    process = subprocess.Popen([sys.executable, "-m", "heddle", "demo", "web", "--folder", str(folder)], stdout=subprocess.PIPE,
                               stderr=subprocess.PIPE, text=True, env=env)
    assert process.stdout is not None
    said = "".join(itertools.islice(process.stdout, 2))
    address = re.search(r"open (http://127\.0\.0\.1:\d+/) in a browser", said)
    assert address and "82 kernels a line" in said, f"{said}\n{process.communicate(timeout=60)}"
    yield folder, address[1]
    process.send_signal(signal.SIGINT)
    assert process.communicate(timeout=60)[1].strip() == "stopped" and process.returncode == 130


@pytest.fixture(scope="module")
def folder(demo): return demo[0]


def vectors(texts):
    files = find_model()
    return embed(Encoder.load(files.weights), tokenize(texts, files.tokenizer), 4)


def type_texts(page, lines, query):
    page.run("document.querySelector('#lines').value = arguments[0]; document.querySelector('#query').value = arguments[1]",
             "\n".join(lines), query)


def test_vectors_in_node_are_the_cpus(folder, tmp_path):
    texts = ["", "a " * 26 + "unaffable 東"]  # all padding, and none
    assert [len(t) for t in tokenize(texts, find_model().tokenizer)] == [2, 32]
    found = vectors_in_node(folder, tmp_path, "encoder", 32, texts)
    np.testing.assert_allclose(found, vectors(texts), atol=1e-4, rtol=0)


@pytest.mark.slow
def test_vectors_of_long_lines_are_the_cpus(folder, tmp_path):
    """Slow: a program for 256 tokens, on a CPU that plays a GPU."""
    texts = ["bread and " * 60, "one " * 300]
    found = vectors_in_node(folder, tmp_path, "encoder_long", 256, texts)
    np.testing.assert_allclose(found, vectors(texts), atol=1e-4, rtol=0)


def vectors_in_node(folder, tmp_path, program, width, texts):
    """What a program of the demo gives for texts, by the tokenizer of the page."""
    body = """
      const { WordPiece } = await import(`file://${args.folder}/wordpiece.js`);
      const words = JSON.parse(await (await import("node:fs/promises")).readFile(`${args.folder}/model/words.json`));
      const encoder = await (await load(`${args.folder}/model/${args.program}.js`)).load();
      const tokenizer = new WordPiece(words), found = [];
      for (const text of args.texts) {
        const tokens = tokenizer.encode(text), ids = new Int32Array(args.width), mask = new Float32Array(args.width);
        ids.set(tokens);
        mask.fill(1, 0, tokens.length);
        found.push((await encoder.run({ ids, mask })).result);
      }
      encoder.destroy();
      return found;"""
    with running(tmp_path) as node: return np.stack(node.run(body, folder=folder, program=program, width=width, texts=texts))


@pytest.fixture(scope="module")
def page(demo, tmp_path_factory):
    with browse(tmp_path_factory.mktemp("profile"), WEBGPU) as driver:
        page = Page(driver, demo[1])
        page.open()
        seen = page.wait(lambda: page.run("return document.querySelector('#progress').value"), "progress")
        assert 0 < seen <= 1
        page.until(f"({READY}) || !document.querySelector('#fault').hidden")
        if "no GPU" in page.said("#fault"): pytest.skip("needs an adapter for WebGPU in Chromium")
        yield page


def test_nearest_lines_and_matrix_have_the_cpus_scores(page):
    type_texts(page, LINES, QUERY)
    page.click("#find")
    page.until(DONE)
    *of, asked = vectors([*LINES, QUERY])
    of = np.stack(of)
    scores = [float(s) for s in page.run("return [...document.querySelectorAll('#nearest li')].map(e => e.dataset.score)")]
    np.testing.assert_allclose(scores, np.sort(of @ asked)[::-1], atol=1e-4)
    assert LINES[int(np.argmax(of @ asked))] in page.said("#nearest li") and page.said("#nearest .score") == f"{scores[0]:.3f}"
    matrix = page.run("return [...document.querySelectorAll('#table td[data-score]')].map(e => +e.dataset.score)")
    np.testing.assert_allclose(np.reshape(matrix, (3, 3)), of @ of.T, atol=1e-4)
    size, colours = page.run("""
      const c = document.querySelector('#matrix'), d = c.getContext('2d').getImageData(0, 0, c.width, c.height).data;
      return [c.width, new Set(Array.from({length: 9}, (_, i) => {
        const at = 4 * (c.width * Math.floor((Math.floor(i / 3) + .5) * c.width / 3) + Math.floor((i % 3 + .5) * c.width / 3));
        return d.slice(at, at + 3).join(); })).size]""")
    assert size > 100 and colours == 4  # three pairs, and the diagonal
    assert "3 by 3 squares" in page.said("#matrix-text") and LINES[1] in page.said("#matrix-text")
    assert page.faults() == []


def test_a_picture_of_the_page(page, request):
    """With --update-golden it is that of docs/web.md, of the lines that the page begins with."""
    if request.config.getoption("--update-golden"):
        page.open()
        page.until(READY)
        page.click("#find")
        page.until(DONE)
        page.driver.set_window_size(900, 1700)
    picture = page.driver.get_screenshot_as_png()
    assert picture.startswith(b"\x89PNG") and 20_000 < len(picture) < 250_000
    if request.config.getoption("--update-golden"): (IMAGES / "web-demo.png").write_bytes(picture)


def test_the_page_works_by_keys_and_has_names_for_everything(page):
    type_texts(page, LINES[:1], QUERY)
    page.run("document.querySelector('#status').textContent = ''; document.querySelector('#query').focus()")
    from selenium.webdriver.common.keys import Keys
    page.driver.switch_to.active_element.send_keys(Keys.ENTER)
    page.until(DONE)
    assert page.run("""return [...document.querySelectorAll('input, textarea, button, progress, canvas')].filter(e =>
        !e.labels?.length && !e.textContent.trim() && !e.getAttribute('aria-labelledby')).map(e => e.id)""") == []
    order = []
    page.run("document.body.tabIndex = -1; document.body.focus()")
    for _ in range(5):
        page.driver.switch_to.active_element.send_keys(Keys.TAB)
        order.append(page.run("return document.activeElement.id || document.activeElement.localName"))
    assert order == ["lines", "query", "find", "matrix", "summary"]
    assert page.run("return document.querySelector('#status').getAttribute('aria-live')") == "polite"


def test_the_page_fits_a_phone_and_the_dark(page):
    driver = page.driver
    driver.set_window_size(360, 740)
    driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", {"width": 360, "height": 740, "deviceScaleFactor": 2, "mobile": True})
    assert page.run("return document.documentElement.scrollWidth <= innerWidth")
    assert page.run("return document.querySelector('#find').getBoundingClientRect().height") >= 44
    colour = "return getComputedStyle(document.body).backgroundColor"
    seen = []
    for scheme in ("light", "dark"):
        driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": [{"name": "prefers-color-scheme", "value": scheme}]})
        seen.append(page.run(colour))
    assert seen == ["rgb(251, 250, 247)", "rgb(22, 24, 29)"]
    driver.execute_cdp_cmd("Emulation.clearDeviceMetricsOverride", {})


def test_a_lost_gpu_is_told(page):
    page.run("import('./page.js').then((p) => p.current().program.device.destroy())")
    page.wait(lambda: "The GPU was lost" in page.said("#fault"), "the fault")
    assert page.run("return document.querySelector('#find').disabled")


def test_without_webgpu_the_page_says_so(demo, tmp_path):
    with browse(tmp_path) as driver:
        page = Page(driver, demo[1])
        page.open()
        page.wait(lambda: page.said("#fault"), "the fault")
        assert "WebGPU here" in page.said("#fault") and ("recent Chrome" in page.said("#fault") or "driver" in page.said("#fault"))
        assert page.run("return document.querySelector('#loading').hidden && document.querySelector('#find').disabled")


def test_the_server_is_for_this_machine_alone(demo):
    host = demo[1].removeprefix("http://").strip("/")
    for name, path, status in ((host, "/", 200), ("evil.example", "/", 403), (host, "/model/", 404), (host, "/../text.py", 404)):
        connection = http.client.HTTPConnection(host)
        connection.request("GET", path, headers={"Host": name})
        answer = connection.getresponse()
        assert answer.status == status
        assert "default-src 'none'" in answer.headers["Content-Security-Policy"]
        connection.close()


def test_any_user_of_the_machine_may_serve_the_folder(folder):
    assert all(file.stat().st_mode & 0o444 == 0o444 for file in folder.rglob("*") if file.is_file())
    weights = [[f.read_bytes() for f in sorted((folder / "model").glob(f"{name}.*.bin"))] for name in ("encoder", "encoder_long")]
    assert weights[0] == weights[1]  # which is why the page fetches each once


def test_a_port_that_is_taken(demo, tmp_path):
    with pytest.raises(UserError, match="cannot be used: Address already in use"):
        run(tmp_path, int(demo[1].rsplit(":", 1)[1].strip("/")))
