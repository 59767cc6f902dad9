"""Exported programs in headless Chromium compute what the functions compute here."""
from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from heddle import Tensor, export_web
from heddle.tools.demo.web.serve import FolderServer
from heddle.tools.view.serve import start
from tests.tools.view.browser import browse
from tests.web.node import decoded, encoded
from tests.web.test_node import CASES, check, crossing, flat, tensors

NAMES = ("elementwise", "matmul", "convolution", "int64", "bool", "int8", "float16", "fold", "embedding")
RUN = """
const [name, given, done] = arguments;
const bytes = (text) => Uint8Array.from(atob(text), (c) => c.charCodeAt(0)).buffer;
const text = (array) => btoa(String.fromCharCode(...new Uint8Array(array.buffer, array.byteOffset, array.byteLength)));
(async () => {
  const program = await (await import(`./${name}.js`)).load();
  const inputs = Object.fromEntries(Object.entries(given).map(([k, v]) => [k, new globalThis[v.array](bytes(v.base64))]));
  const runs = [];
  for (let i = 0; i < 3; i++) runs.push(await program.run(inputs));
  program.destroy();
  const coded = (v) => (ArrayBuffer.isView(v) ? { array: v[Symbol.toStringTag], base64: text(v) } : v);
  return runs.map((outputs) => Object.fromEntries(Object.entries(outputs).map(([k, v]) => [k, coded(v)])));
})().then((value) => done({ value }), (fault) => done({ code: fault.code, fault: String(fault) }));"""


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    folder = tmp_path_factory.mktemp("web")
    (folder / "index.html").write_text("<!doctype html><title>Programs</title><link rel=icon href=data:,>")
    return folder


@pytest.fixture(scope="module")
def browser(folder, tmp_path_factory):
    with browse(tmp_path_factory.mktemp("profile"), "--enable-unsafe-webgpu") as driver, FolderServer(folder) as server:
        start(server)
        driver.get(server.address)
        yield driver
        server.shutdown()


def run(browser, name: str, inputs):
    """The outputs of three runs. Skips the test where the browser finds no adapter."""
    answer = browser.execute_async_script(RUN, name, encoded(inputs))
    if answer.get("code") in ("no-webgpu", "no-adapter"): pytest.skip(f"needs an adapter for WebGPU in Chromium: {answer['fault']}")
    assert "value" in answer, answer
    return decoded(answer["value"])


@pytest.mark.parametrize("name", NAMES)
def test_numbers_are_the_cpus(browser, folder: Path, name):
    fn, inputs = CASES[name]
    export_web(fn, tensors(inputs), folder, name=name)
    wanted = flat(fn(**tensors(inputs)))
    for got in run(browser, name, {key: crossing(x) for key, x in inputs.items()}): check(got, wanted)


def test_random_numbers_go_on_from_run_to_run(browser, folder):
    Tensor.manual_seed(11)
    draw = lambda: Tensor.rand(6)
    export_web(draw, [], folder, name="draw")
    for got in run(browser, "draw", {}): np.testing.assert_array_equal(got["result"], draw().numpy())
