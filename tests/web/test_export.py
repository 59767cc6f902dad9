"""What an export writes, and what it refuses and why."""
import hashlib
import json
import re
import subprocess
import sys

import numpy as np
import pytest

from heddle import GlobalCounters, Tensor, TinyJit, Variable, dtypes, export_web, nn
from heddle.errors import DTypeError, ExportError, InternalError, JitError
from heddle.nn.optim import Adam
from heddle.web.limits import allowed_limits, shared_bytes
from tests.web.test_node import manifest_of

X = Tensor(np.arange(8, dtype=np.float32).reshape(2, 4))


def files(folder): return sorted(p.name for p in folder.iterdir())


def test_files_and_manifest(tmp_path):
    weight = Tensor.rand(4, 3).realize()
    export = export_web(lambda x: x @ weight, {"x": X}, tmp_path, name="product")
    assert files(tmp_path) == ["heddle.js", "product.0.bin", "product.d.ts", "product.js", "product.wgsl"]
    manifest = manifest_of(export)
    told = {"name": "x", "dtype": "float32", "array": "Float32Array", "shape": [2, 4], "room": [2, 4], "buffer": 0}
    assert manifest["inputs"] == [told]
    assert manifest["outputs"][0]["shape"] == [2, 3] and manifest["features"] == []
    assert (tmp_path / "product.0.bin").read_bytes() == weight.numpy().tobytes()
    assert export.weights == 48 and export.kernels == 1 and export.size == sum(p.stat().st_size for p in tmp_path.iterdir())
    assert "x: Float32Array;" in (tmp_path / "product.d.ts").read_text()


def test_the_same_export_twice_is_the_same_text(tmp_path):
    weight = Tensor.rand(4, 3).realize()
    for folder in ("a", "b"): export_web(lambda x: (x @ weight).relu(), {"x": X}, tmp_path / folder, name="same")
    for name in files(tmp_path / "a"): assert (tmp_path / "a" / name).read_bytes() == (tmp_path / "b" / name).read_bytes()


def test_weights_are_cut_into_files_of_a_set_size_with_checksums(tmp_path):
    weights = [Tensor.rand(300).realize() for _ in range(3)]
    fn = lambda x: x + sum((w.sum() for w in weights), Tensor(0.0))
    export = export_web(fn, [X], tmp_path, name="cut", chunk_bytes=1000)
    chunks = manifest_of(export)["weights"]["chunks"]
    assert [c["bytes"] for c in chunks] == [1000, 1000, 1000, 600]
    for c in chunks:
        data = (tmp_path / c["file"]).read_bytes()
        assert (len(data), hashlib.sha256(data).hexdigest()) == (c["bytes"], c["sha256"])
    export_web(fn, [X], tmp_path, name="cut", chunk_bytes=4000)
    assert [n for n in files(tmp_path) if n.endswith(".bin")] == ["cut.0.bin"]  # those of the older export are gone


def test_no_kernel_is_run_that_the_function_does_not_run(tmp_path):
    weight = Tensor.rand(4, 3).realize()
    fn = lambda x: (x @ weight).softmax(-1).sum(0)
    GlobalCounters.reset()
    fn(X).realize()
    plainly = GlobalCounters.kernel_count
    assert export_web(fn, [X], tmp_path, name="f").kernels == plainly == 2


def test_kernels_stay_within_what_every_adapter_offers(tmp_path):
    weights = [Tensor.rand(64).realize() for _ in range(20)]
    export = export_web(lambda x: x + sum(weights[1:], weights[0]), [Tensor.rand(64)], tmp_path, name="many")
    for name, value in export.limits.items(): assert value <= allowed_limits(None)[name]
    assert max(len(s["bind"]) for s in manifest_of(export)["steps"]) <= 8


def test_memory_that_a_group_shares_is_counted_by_what_it_holds():
    source = "var<workgroup> s0: array<vec4<f32>, 6>;\nvar<workgroup> s1: array<f16, 3>;\nvar<workgroup> s2: array<vec2<u32>, 2>;\n"
    assert shared_bytes(source + "var<storage, read_write> a: array<f32>;") == 96 + 6 + 16
    with pytest.raises(InternalError, match="how large are mat4x4f of WGSL"): shared_bytes("var<workgroup> s0: array<mat4x4f, 1>;")


def test_no_webgpu_is_needed_to_export(tmp_path):
    program = "import sys; sys.modules['pydawn'] = None\nfrom heddle import Tensor, export_web\n" \
              f"print(export_web(lambda x: x * 2, [Tensor([1., 2.])], {str(tmp_path)!r}, name='f').kernels)\n" \
              "assert 'pydawn.webgpu' not in sys.modules"
    assert subprocess.run([sys.executable, "-c", program], check=True, capture_output=True, text=True).stdout == "1\n"


def test_the_device_that_a_function_is_captured_on_does_not_matter(tmp_path):
    data = np.arange(12, dtype=np.float32).reshape(4, 3)
    for device in ("CPU", "PYTHON"):
        weight = Tensor(data, device=device).realize()
        export_web(lambda x: x @ weight, [X.to(device)], tmp_path / device, name="f")
    for name in ("f.0.bin", "f.wgsl", "f.js"):
        assert (tmp_path / "CPU" / name).read_bytes() == (tmp_path / "PYTHON" / name).read_bytes()


def test_tensors_that_were_not_computed_yet_are_exported_as_weights(tmp_path):
    weight = Tensor.rand(4, 3)
    export = export_web(lambda x: x @ weight, [X], tmp_path, name="f")
    assert (tmp_path / "f.0.bin").read_bytes() == weight.numpy().tobytes() and export.kernels == 1


def test_a_captured_function_and_a_method_can_be_exported(tmp_path):
    class Model:
        def __init__(self): self.scale = Tensor([3.0]).realize()

        @TinyJit
        def __call__(self, x): return x * self.scale

        def plain(self, x): return x + self.scale

    model = Model()
    assert export_web(TinyJit(lambda x: x * 2), [X], tmp_path / "a", name="a").kernels == 1
    assert export_web(model.plain, [X], tmp_path / "b").module.name == "plain.js"
    assert export_web(model.__call__, [X], tmp_path / "c", name="c").weights == 8


def test_what_is_assigned_holds_again_what_it_held(tmp_path):
    state = Tensor([1.0, 2.0]).realize()

    def step(x):
        state.assign(state * x)
        return state.sum()

    export = export_web(step, [Tensor([3.0])], tmp_path)
    assert state.tolist() == [1.0, 2.0]
    assert np.frombuffer((tmp_path / "step.0.bin").read_bytes(), np.float32).tolist() == [1.0, 2.0]
    assert manifest_of(export)["states"] and step(Tensor([3.0])).item() == 9.0


# ---- what is refused


def refused(error, fn, inputs, folder, *texts, **options):
    with pytest.raises(error) as caught: export_web(fn, inputs, folder / "never", name="f", **options)
    for text in texts: assert text in str(caught.value)
    assert caught.value.cure
    assert not (folder / "never").exists()


def test_float64_is_refused(tmp_path):
    refused(DTypeError, lambda x: x.cast(dtypes.float64).sum(), [X], tmp_path, "WebGPU has no float64", "Cast to float32")


def test_a_format_without_an_array_in_javascript_is_refused(tmp_path):
    refused(ExportError, lambda x: x.cast(dtypes.fp8e4m3), [X], tmp_path, "fp8e4m3", "Cast it to float32")


def test_several_devices_are_refused(tmp_path):
    other = Tensor.rand(2, 4, device="CPU:1").realize()
    refused(ExportError, lambda x: (x * 2, other * 2), [X], tmp_path, "several devices", "CPU:1")


def test_a_copy_half_way_is_refused(tmp_path):
    refused(ExportError, lambda x: (x * 2).to("CPU:1").to("CPU") + 1, [X], tmp_path, "copies what it has computed from CPU to CPU:1")


def test_looking_at_a_value_is_refused(tmp_path):
    refused(JitError, lambda x: x * x.sum().item(), [X], tmp_path, "reads the value of a tensor")


def test_an_argument_that_is_assigned_is_refused(tmp_path):
    refused(ExportError, lambda x: x.assign(x + 1).sum(), [X], tmp_path, "assigns to its argument x", "Return the new value")


def test_a_buffer_beyond_the_limits_is_refused_unless_allowed(tmp_path):
    refused(ExportError, lambda x: x * 2, [X], tmp_path, "maxBufferSize of 32, and 16 is allowed", "limits={'maxBufferSize': 32}",
            limits={"maxBufferSize": 16})


def test_kernels_with_too_many_outputs_are_refused(tmp_path):
    layer = nn.Linear(4, 1, bias=False)
    adam = Adam([layer.weight])

    def step(x):
        adam.zero_grad()
        loss = layer(x).sum()
        loss.backward()
        adam.step()
        return loss

    with Tensor.train():
        refused(ExportError, step, [X], tmp_path, "a kernel writes 3 buffers, and 2 are allowed", "maxStorageBuffersPerShaderStage",
                limits={"maxStorageBuffersPerShaderStage": 2})


@pytest.mark.parametrize(("options", "text"), [
    ({"limits": {"maxBuffersSize": 1}}, "Did you mean 'maxBufferSize'"), ({"limits": {"maxBufferSize": 0}}, "whole number above 0"),
    ({"chunk_bytes": 4}, "at least 8 bytes"), ({"name": "../x"}, "cannot be the name of files")])
def test_options_that_are_wrong(tmp_path, options, text):
    with pytest.raises(ExportError, match=re.escape(text)): export_web(lambda x: x * 2, [X], tmp_path, **options)


def test_a_folder_that_cannot_be_made(tmp_path):
    (tmp_path / "never").write_text("")
    with pytest.raises(ExportError, match="never cannot be made a folder: File exists"):
        export_web(lambda x: x * 2, [X], tmp_path / "never", name="f")


def test_an_export_inside_a_captured_function(tmp_path):
    def outer(x):
        export_web(lambda y: y * 2, [X], tmp_path / "inner", name="f")
        return x + 1

    jit = TinyJit(outer)
    with pytest.raises((ExportError, JitError)) as caught:
        for _ in range(3): jit(X)
    assert caught.value.cure and "captur" in str(caught.value)


def test_two_results_of_one_name_are_refused(tmp_path):
    refused(ExportError, lambda x: {"a": [x + 1], "a.0": x + 2}, [X], tmp_path, "two results are called 'a.0'")


def test_a_manifest_is_plain_json(tmp_path):
    n = Variable("n", 1, 4)
    export = export_web(lambda x, n: {"y": x[:, :n] * 2, "nothing": None, "text": "a"}, {"x": X, "n": n.bind(2)}, tmp_path, name="f")
    manifest = manifest_of(export)
    assert manifest["variables"] == [{"name": "n", "least": 1, "greatest": 4}]
    assert manifest["outputs"][1:] == [{"name": "nothing", "value": None}, {"name": "text", "value": "a"}]
    assert json.loads(json.dumps(manifest)) == manifest
    said = (tmp_path / "f.d.ts").read_text()
    assert "nothing: null;" in said and "/** float32 [2, n] */" in said and "n: number;" in said


def test_a_schedule_for_the_web_is_kept_beside_that_of_the_device_where_it_was_tried(tmp_path):
    q, k, v = (Tensor.rand(2, 64, 32, device="CPU").realize() for _ in range(3))
    fn = lambda q: q.scaled_dot_product_attention(k, v)

    def launches() -> int:
        before = GlobalCounters.kernel_count
        fn(q).realize()
        return GlobalCounters.kernel_count - before
    assert launches() == 1  # on a CPU, rows of scores stay in fast memory
    exports = [export_web(fn, [q], tmp_path / str(n), name="attention") for n in range(2)]
    assert launches() == 1 and [e.kernels for e in exports] == [exports[0].kernels] * 2 and exports[0].kernels > 1
