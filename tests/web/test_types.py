"""The declarations beside a module are what TypeScript takes for its types, with and without WebGPU's own."""
import json
import os
import subprocess

import pytest

from heddle import Tensor, Variable, export_web
from tests.web.node import package, program

USE = """
import { load, HeddleError, type Inputs } from "./f.js";
const program = await load({ baseURL: new URL("https://a.example/"), onProgress: ({ loaded, total }) => void (loaded / total) });
const inputs: Inputs = { x: new Float32Array(8), "w.a": new BigInt64Array(2), n: 3 };
const outputs = await program.run(inputs);
const sums: Float32Array = outputs.sum, known: number = outputs.size, always: string = outputs.text;
const counts: BigInt64Array = outputs["all.0"];
const shape: number[] = program.shapes({ n: 2 }).sum;
program.lost.then((e: HeddleError) => e.code === "lost");
// @ts-expect-error
await program.run({ x: [1, 2] });
// @ts-expect-error
outputs.nothing;
export { sums, known, always, counts, shape };
"""
WITH_TYPES = """
// @ts-expect-error
await load({ device: 1 });
declare const device: GPUDevice;
await load({ device });
"""


def compiled(folder, *types: str) -> str:
    """What the compiler complains of."""
    options = {"strict": True, "noEmit": True, "target": "es2022", "module": "esnext", "moduleResolution": "bundler",
               "lib": ["es2022", "dom"], "types": types}
    (folder / "tsconfig.json").write_text(json.dumps({"compilerOptions": options, "files": ["use.ts"]}))
    compiler = [program(), str(package("typescript") / "bin" / "tsc"), "-p", "tsconfig.json"]
    return subprocess.run(compiler, cwd=folder, capture_output=True, text=True, timeout=120).stdout


@pytest.mark.parametrize("types", [(), ("@webgpu/types",)])
def test_declarations(tmp_path, types):
    n = Variable("n", 1, 4)

    def f(x, w, n): return {"sum": x[:, :n].sum(0), "size": n + 1, "text": "a", "all": [w["a"] + 1]}
    export_web(f, {"x": Tensor.rand(2, 4), "w": {"a": Tensor([1, 2], dtype="int64")}, "n": n.bind(2)}, tmp_path)
    (tmp_path / "use.ts").write_text(USE + (WITH_TYPES if types else ""))
    os.symlink(package("typescript").parent, tmp_path / "node_modules")
    assert compiled(tmp_path, *types) == ""
