"""Exported programs in Node compute what the functions compute here."""
import json
import re

import numpy as np
import pytest

from heddle import Tensor, Variable, dtypes, export_web, nn
from heddle.uop.symbol import lesser
from heddle.web import program as web_program
from tests.web.node import running

RANDOM = np.random.default_rng(3)


@pytest.fixture(scope="module")
def node(tmp_path_factory):
    with running(tmp_path_factory.mktemp("node")) as node: yield node


def manifest_of(export):
    text = export.module.read_text()
    return json.loads(re.search(r"export const manifest = (\{.*?\n\});", text, re.DOTALL)[1])


def crossing(x):
    """An array as JavaScript holds it: 16-bit floats as 32-bit ones."""
    return x.astype(np.float32) if x.dtype == np.float16 else x


def run(node, export, *runs, **options):
    """The outputs of each run, as the CPU's are shaped."""
    given = [{name: value if isinstance(value, int) else crossing(value) for name, value in inputs.items()} for inputs in runs]
    body = """
      const program = await (await load(args.module)).load(args.options);
      const outputs = [];
      for (const inputs of args.runs) outputs.push(await program.run(inputs));
      program.destroy();
      return outputs;"""
    return node.run(body, module=export.module, runs=given, options=options)


def shown(x):
    return x.numpy() if isinstance(x, Tensor) else x


CONV = nn.Conv2d(3, 5, 3, padding=1)
LAYER = nn.Linear(24, 7)
TABLE = nn.Embedding(50, 12)
floats = RANDOM.standard_normal((4, 6)).astype(np.float32)
wide = np.array([2**40 + 3, -2**53 - 1, 7, -1, 2**62, 5], np.int64)

CASES = {
    "elementwise": (lambda x, y: {"sum": x + y * 2, "curve": (x.exp() - y.sin()).tanh()}, {"x": floats, "y": floats[::-1].copy()}),
    "fold": (lambda x: (x.sum(0), x.softmax(-1), x.argmax(-1)), {"x": floats}),
    "matmul": (lambda x: LAYER(x).relu(), {"x": RANDOM.standard_normal((9, 24)).astype(np.float32)}),
    "convolution": (lambda x: CONV(x), {"x": RANDOM.standard_normal((2, 3, 8, 8)).astype(np.float32)}),
    "embedding": (lambda ids: TABLE(ids), {"ids": np.array([[1, 49], [0, 7]], np.int32)}),
    "int64": (lambda x: {"times": x * 3 - 1, "halves": x // 2, "less": x < 6}, {"x": wide}),
    "uint64": (lambda x: x * 5 + 1, {"x": np.array([2**63 + 9, 1, 2**64 - 1], np.uint64)}),
    "bool": (lambda x, y: {"and": x & y, "some": x.any(), "count": x.sum()},
             {"x": np.array([1, 0, 1, 1, 0], bool), "y": np.array([1, 1, 0, 1, 0], bool)}),
    "int8": (lambda x: x * 3 + 1, {"x": np.array([-128, 127, 3, -4, 5, 6, 7], np.int8)}),
    "uint16": (lambda x: (x + 65530).cast(dtypes.uint16), {"x": np.array([1, 6, 7], np.uint16)}),
    "float16": (lambda x: (x * 1.5 + 0.25, x.max()), {"x": np.array([1.0009765625, -6e-8, 65504, 0.1, 1e-4], np.float16)}),
    "views": (lambda x: (x.T, x[1:3, ::2], x.flip(0), x), {"x": floats}),
    "constants": (lambda x: (x, 3, x.reshape(24) * Tensor.arange(24)), {"x": floats}),
    "nested": (lambda ws, scale=2.0: {"a": [ws["w"] * scale, ws["b"][0]]}, {"ws": {"w": Tensor(floats), "b": [Tensor(floats[0])]}}),
    "empty": (lambda x: (x[:0], x.sum()), {"x": floats}),
}


def tensors(inputs):
    return {name: Tensor(x) if isinstance(x, np.ndarray) else x for name, x in inputs.items()}


def flat(value, path=""):
    """Leaves by the names that results have in JavaScript."""
    if isinstance(value, dict): items = value.items()
    elif isinstance(value, (list, tuple)): items = enumerate(value)
    else: return {path or "result": value}
    return {name: leaf for key, part in items for name, leaf in flat(part, f"{path}.{key}".lstrip(".")).items()}


def check(got, wanted, tolerance=2e-6):
    assert set(got) == set(wanted)
    for name, value in wanted.items():
        value = shown(value)
        if not isinstance(value, np.ndarray):
            assert got[name] == value
            continue
        expected = crossing(value).reshape(-1)
        assert got[name].dtype == (np.uint8 if expected.dtype == bool else expected.dtype)
        np.testing.assert_allclose(got[name], expected, rtol=tolerance, atol=tolerance)


@pytest.mark.parametrize("name", CASES)
def test_numbers_are_the_cpus(node, tmp_path, name):
    fn, inputs = CASES[name]
    export = export_web(fn, tensors(inputs), tmp_path, name=name)
    passed = {key: value.numpy() if isinstance(value, Tensor) else value for key, value in flat(inputs).items()}
    (got,) = run(node, export, passed)
    check(got, flat(fn(**tensors(inputs))))


def test_more_weights_than_a_kernel_may_have(node, tmp_path):
    weights = [Tensor(RANDOM.standard_normal(24).astype(np.float32)).realize() for _ in range(20)]
    fn = lambda x: sum((w * i for i, w in enumerate(weights)), x)
    export = export_web(fn, {"x": Tensor(floats.reshape(24))}, tmp_path, name="many")
    check(run(node, export, {"x": floats.reshape(24)})[0], {"result": fn(Tensor(floats.reshape(24)))})


def test_buffers_of_which_a_kernel_may_see_a_part(node, tmp_path):
    x = RANDOM.standard_normal((24, 32)).astype(np.float32)
    fn = lambda x: (x * 2 + x.max(1, keepdim=True), x.max())
    export = export_web(fn, {"x": Tensor(x)}, tmp_path, name="parts", limits={"maxStorageBufferBindingSize": 1024})
    assert export.limits["maxStorageBufferBindingSize"] <= 1024
    check(run(node, export, {"x": x})[0], flat(fn(Tensor(x))))


def test_parts_that_may_not_be_bound_are_copied(node, tmp_path, monkeypatch):
    """As where bindings may begin at multiples of a million bytes only: no intermediate can be bound where it lies."""
    monkeypatch.setattr(web_program, "ALIGNMENT", 1 << 20)
    fn = lambda x: (x.softmax(-1) @ x.T @ x).softmax(0) @ x.T
    export = export_web(fn, {"x": Tensor(floats)}, tmp_path, name="apart")
    assert any("copy" in step for step in manifest_of(export)["steps"])
    check(run(node, export, {"x": floats})[0], {"result": fn(Tensor(floats))})


def test_states_stay_on_the_device(node, tmp_path):
    cache = Tensor.zeros(4, 3).contiguous().realize()
    at = Variable("at", 0, 3)

    def remember(x, at):
        cache[at:at + 1].assign(x)
        return cache[:at + 1].sum(0), cache * 1

    rows = RANDOM.standard_normal((3, 3)).astype(np.float32)
    export = export_web(remember, [Tensor(rows[:1]), at.bind(2)], tmp_path)
    assert not cache.numpy().any()  # the export has put back what its runs wrote
    got = run(node, export, *({"x": row, "at": i} for i, row in enumerate(rows)))
    for i, row in enumerate(rows):
        wanted = [shown(x) for x in remember(Tensor(row[None]), at.bind(i))]
        check(got[i], {"0": wanted[0], "1": wanted[1]})


def test_random_numbers_go_on_from_run_to_run(node, tmp_path):
    Tensor.manual_seed(7)
    draw = lambda: Tensor.rand(5)
    export = export_web(draw, [], tmp_path, name="draw")
    got = run(node, export, {}, {}, {})
    wanted = [draw().numpy() for _ in range(3)]
    for outputs, numbers in zip(got, wanted, strict=True): check(outputs, {"result": numbers}, 0)
    reset = "const p = await (await load(args.module)).load(); const a = await p.run(); await p.run(); await p.reset();" \
            "const b = await p.run(); p.destroy(); return [a.result, b.result]"
    first, again = node.run(reset, module=export.module)
    assert (first == again).all() and (first == wanted[0]).all()


def test_sizes_are_given_at_each_run(node, tmp_path):
    n = Variable("n", 1, 8)
    weight = Tensor(RANDOM.standard_normal((4, 3)).astype(np.float32)).realize()

    def fn(x, n): return {"rows": x[:n] @ weight, "mean": x[:n].mean(0), "size": n * 2 + 1, "columns": x[:n].T.contiguous()}

    data = RANDOM.standard_normal((8, 4)).astype(np.float32)
    export = export_web(fn, {"x": Tensor(data), "n": n.bind(3)}, tmp_path)
    got = run(node, export, *({"x": data, "n": i} for i in (1, 5, 8)))
    for i, outputs in zip((1, 5, 8), got, strict=True):
        wanted = {"rows": data[:i] @ weight.numpy(), "mean": data[:i].mean(0), "size": 2 * i + 1, "columns": data[:i].T}
        check(outputs, wanted)
    shapes = node.run("const p = await (await load(args.module)).load(); const s = p.shapes({n: 5}); p.destroy(); return s",
                      module=export.module)
    assert shapes == {"rows": [5, 3], "mean": [4], "columns": [4, 5]}


def test_inputs_of_sizes_that_change(node, tmp_path):
    n = Variable("n", 1, 6)
    data = RANDOM.standard_normal((3, 6)).astype(np.float32)
    export = export_web(lambda x: x.softmax(-1), [Tensor(data)[:, :n.bind(2)]], tmp_path, name="sized")
    got = run(node, export, *({"x": data[:, :i].copy(), "n": i} for i in (2, 4, 6)))
    for i, outputs in zip((2, 4, 6), got, strict=True): check(outputs, {"result": Tensor(data[:, :i].copy()).softmax(-1)})


def test_the_lesser_of_two_sizes(node, tmp_path):
    n = Variable("n", 1, 8)
    data = RANDOM.standard_normal((8, 4)).astype(np.float32)
    export = export_web(lambda x, n: x[:lesser(n, 5)].sum(1), {"x": Tensor(data), "n": n.bind(3)}, tmp_path, name="lesser")
    got = run(node, export, *({"x": data, "n": i} for i in (1, 5, 8)))
    for i, outputs in zip((1, 5, 8), got, strict=True): check(outputs, {"result": data[:min(i, 5)].sum(1)})
