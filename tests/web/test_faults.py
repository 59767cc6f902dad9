"""What an exported program says in Node when something is wrong: files, inputs, devices."""
import numpy as np
import pytest

from heddle import Tensor, Variable, export_web
from tests.web.node import JavaScriptError, running

X = np.arange(8, dtype=np.float32)


@pytest.fixture(scope="module")
def node(tmp_path_factory):
    with running(tmp_path_factory.mktemp("node")) as node: yield node


@pytest.fixture
def export(tmp_path):
    weight = Tensor.rand(4, 300).realize()
    return export_web(lambda x: (x @ weight).sum(-1), {"x": Tensor(X.reshape(2, 4))}, tmp_path, name="f", chunk_bytes=2000)


def fails(node, export, body, *texts, code, **args):
    """`body` throws a HeddleError of `code` that says all `texts`; `load(options)` and `program` are at hand."""
    with pytest.raises(JavaScriptError) as caught:
        node.run(f"const f = await load(args.module); {body}", module=export.module, **args)
    assert caught.value.code == code, caught.value
    for text in texts: assert text in caught.value.message, caught.value.message


def test_a_file_that_was_changed(node, export):
    file = export.module.with_name("f.1.bin")
    file.write_bytes(b"\x01" + file.read_bytes()[1:])
    fails(node, export, "await f.load()", "f.1.bin is not the file that was exported", "Copy all files", code="checksum")


def test_a_file_that_was_cut_short(node, export):
    file = export.module.with_name("f.0.bin")
    file.write_bytes(file.read_bytes()[:-8])
    fails(node, export, "await f.load()", "has 1992 bytes in place of 2000", code="checksum")


def test_kernels_that_were_changed(node, export):
    file = export.module.with_name("f.wgsl")
    file.write_text(file.read_text() + "\n")
    fails(node, export, "await f.load()", "f.wgsl is not the file", code="checksum")


def test_a_file_that_is_missing(node, export):
    export.module.with_name("f.2.bin").unlink()
    fails(node, export, "await f.load()", "f.2.bin cannot be fetched", "all files of the export", code="fetch")


def test_a_server_that_has_no_such_file(node, export):
    fetch = "async (url) => new Response('no', {status: 404, statusText: 'Not Found'})"
    body = f"await f.load({{baseURL: 'https://a.example/w', fetch: {fetch}}})"
    fails(node, export, body, "https://a.example/w/f.wgsl", "404 Not Found", code="fetch")


def test_files_may_come_from_elsewhere_and_are_counted(node, export):
    body = """
      const { readFile } = await import("node:fs/promises");
      const f = await load(args.module), told = [], asked = [];
      const fetch = async (url) => {
        asked.push(url);
        return new Response(await readFile(url.replace("https://a.example/w", args.folder)));
      };
      const p = await f.load({ baseURL: "https://a.example/w", fetch, onProgress: (x) => told.push(x) });
      p.destroy();
      return [told, asked];"""
    told, asked = node.run(body, module=export.module, folder=export.module.parent)
    assert asked == [f"https://a.example/w/{n}" for n in ("f.wgsl", "f.0.bin", "f.1.bin", "f.2.bin")]
    assert [t["loaded"] for t in told] == sorted(t["loaded"] for t in told)
    assert told[-1]["loaded"] == told[-1]["total"] == 4800 + export.module.with_name("f.wgsl").stat().st_size


@pytest.mark.parametrize(("inputs", "texts"), [
    ("{}", ("x is a Float32Array of 8 elements (float32, shape [2, 4])", "got nothing")),
    ("{x: new Float64Array(8)}", ("got a Float64Array",)),
    ("{x: [1, 2]}", ("got an array",)),
    ("{x: new Float32Array(6)}", ("got 6 elements",)),
    ("{x: new Float32Array(8), y: 1}", ("f has no input y", "It takes: x")),
    ("null", ("takes an object with x",)),
])
def test_inputs_that_do_not_fit(node, export, inputs, texts):
    fails(node, export, f"const p = await f.load(); try {{ await p.run({inputs}) }} finally {{ p.destroy() }}", *texts, code="input")


@pytest.mark.parametrize("value", ["0", "9", "2.5", "undefined", "'3'"])
def test_sizes_that_do_not_fit(node, tmp_path, value):
    export = export_web(lambda x, n: x[:n].sum(), {"x": Tensor(X), "n": Variable("n", 1, 8).bind(3)}, tmp_path, name="f")
    body = f"const p = await f.load(); try {{ await p.run({{x: new Float32Array(8), n: {value}}}) }} finally {{ p.destroy() }}"
    fails(node, export, body, "n is a whole number from 1 to 8", code="input")


def test_no_webgpu(node, export):
    fails(node, export, "give(undefined); await f.load()", "There is no WebGPU here", "recent Chrome", code="no-webgpu")


def test_no_webgpu_where_the_page_is_not_secure(node, export):
    body = "give(undefined); globalThis.isSecureContext = false; try { await f.load() } finally { delete globalThis.isSecureContext }"
    fails(node, export, body, "https", code="no-webgpu")


def test_no_adapter(node, export):
    body = "give({requestAdapter: async () => null}); await f.load()"
    fails(node, export, body, "no GPU that it can use", "driver", code="no-adapter")


def test_a_device_without_the_limits(node, tmp_path):
    fn = lambda x: x.reshape(1, 100_000).expand(400, 100_000).contiguous().sum(0)
    export = export_web(fn, [Tensor.rand(100_000)], tmp_path, name="f", limits={"maxStorageBufferBindingSize": 1 << 30})
    assert export.limits["maxStorageBufferBindingSize"] == 160_000_000
    body = """
      const device = await (await gpu.requestAdapter()).requestDevice();
      try { await f.load({device}) } finally { device.destroy() }"""
    fails(node, export, body, "The device that was given lacks what f needs: maxStorageBufferBindingSize of 160000000", "134217728",
          code="missing")


def test_an_adapter_without_the_limits(node, export):
    adapter = "{features: new Set(), limits: {...f.manifest.limits, maxComputeWorkgroupSizeX: 0}}"
    fails(node, export, f"await f.load({{adapter: {adapter}}})", "lacks what f needs", "maxComputeWorkgroupSizeX", code="missing")


def test_a_kernel_that_is_refused(node, export):
    body = """
      const device = await (await gpu.requestAdapter()).requestDevice();
      const make = device.createShaderModule.bind(device);
      device.createShaderModule = (d) => make({...d, code: d.code.replace("f32", "f33")});
      try { await f.load({device}) } finally { device.destroy() }"""
    fails(node, export, body, "The kernel", "was refused: line", "f33", code="kernel")


def test_a_device_that_is_lost(node, export):
    body = """
      const device = await (await gpu.requestAdapter()).requestDevice();
      const p = await f.load({device}), x = new Float32Array(8);
      await p.run({x});
      const failed = p.run({x}).catch((fault) => fault);
      device.destroy();
      const first = await failed, lost = await p.lost;
      const second = await p.run({x}).catch((fault) => fault);
      return [first, lost, second].map(({name, code, message}) => ({name, code, message}));"""
    said = node.run(f"const f = await load(args.module); {body}", module=export.module)
    for error in said:
        assert (error["name"], error["code"]) == ("HeddleError", "lost")
        assert "The GPU was lost" in error["message"] and "Load the program again" in error["message"]


def test_a_program_that_was_destroyed(node, export):
    body = """
      const p = await f.load(), x = new Float32Array(8);
      const failed = p.run({x}).catch((fault) => fault.code);
      p.destroy();
      p.destroy();
      if (await failed !== "destroyed") throw new Error(await failed);
      await p.run({x});"""
    fails(node, export, body, "f was destroyed", code="destroyed")


def test_a_device_of_the_callers_stays_open(node, export):
    body = """
      const device = await (await gpu.requestAdapter()).requestDevice();
      const f = await load(args.module);
      const sums = [];
      for (let i = 0; i < 2; i++) {
        const p = await f.load({device});
        sums.push((await p.run({x: new Float32Array(8).fill(i)})).result);
        p.destroy();
      }
      device.destroy();
      return sums;"""
    zeros, ones = node.run(body, module=export.module)
    assert not zeros.any() and ones.all()


def test_runs_that_overlap_come_in_order_on_their_own_inputs(node, export):
    body = """
      const p = await (await load(args.module)).load(), x = new Float32Array(8), runs = [];
      for (let i = 0; i < 6; i++) runs.push(p.run({x: x.fill(i)}));
      const bad = p.run({x: 1}).catch((fault) => fault.code);
      const after = p.run({x: x.fill(7)});
      x.fill(99);
      const results = (await Promise.all([...runs, after])).map((r) => r.result);
      p.destroy();
      return [results, await bad];"""
    results, bad = node.run(body, module=export.module)
    assert bad == "input"
    for i, got in zip((0, 1, 2, 3, 4, 5, 7), results, strict=True): np.testing.assert_allclose(got, results[1] * i, rtol=1e-6)
