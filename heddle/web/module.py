"""Text files of an exported program: module, declarations, kernels.

Inputs: the parts that `export.py` has collected. Outputs: text. Invariants: the same program gives the same text; the manifest in the
module is plain JSON.
"""
from __future__ import annotations

import hashlib
import json
from collections.abc import Sequence
from importlib import resources
from typing import cast

from heddle.web.interface import Division, Input, Leaf, Result, Size, Variable
from heddle.web.program import Copy, Dispatch, Kernel, Part, Program
from heddle.web.weights import Weights

FORMAT, VERSION = "heddle web", 1
RUNTIME = "heddle.js"
Interface = tuple[list[Input], list[Variable], list[Result]]
_MARK = "//// kernel"  # begins each kernel in the file of kernels


def runtime_text() -> str:
    """The part of every program that is the same."""
    return (resources.files("heddle.web") / RUNTIME).read_text(encoding="utf-8")


def kernels_text(kernels: Sequence[Kernel]) -> str:
    """All kernels, each after a line that names it."""
    return "".join(f"{_MARK} {i}: {k.name}\n{k.source}" for i, k in enumerate(kernels))


def manifest(name: str, program: Program, interface: Interface, limits: dict[str, int],
             weights: Weights) -> dict[str, object]:
    """Everything that the runtime has to know."""
    inputs, variables, results = interface
    text = kernels_text(program.kernels).encode()
    return {
        "format": FORMAT, "version": VERSION, "name": name, "features": [], "limits": dict(sorted(limits.items())),
        "inputs": [_plain(i) for i in inputs], "variables": [_plain(v) for v in variables], "outputs": [_plain(r) for r in results],
        "kernels": {"file": f"{name}.wgsl", "bytes": len(text), "sha256": hashlib.sha256(text).hexdigest(),
                    "list": [{"name": k.name, "variables": list(k.variables)} for k in program.kernels]},
        "weights": weights, "buffers": program.buffers, "states": sorted(program.written),
        "steps": [_step(s) for s in program.steps],
    }


def _plain(x: Input | Variable | Result) -> dict[str, object]:
    left_out = {"dtype": "", "array": "", "shape": None, "room": (), "buffer": None, "size": None}
    found = {key: value for key, value in vars(x).items() if key not in left_out or value != left_out[key] or value == [] }
    if isinstance(x, Result) and (x.buffer is not None or x.size is not None): del found["value"]
    if isinstance(x, Result) and x.buffer is not None: found["room"] = x.room
    return found


def _step(step: Dispatch | Copy) -> dict[str, object]:
    if isinstance(step, Copy): return {"copy": [_part(step.source), _part(step.dest)]}
    return {"kernel": step.kernel, "bind": [_part(p) for p in step.parts], "grid": list(step.grid)}


def _part(part: Part) -> list[int]: return list(part)


def module_text(name: str, interface: Interface, manifest: dict[str, object], made_from: str) -> str:
    """The ES module."""
    return f"""// {name}: made by heddle.export_web from {made_from}. Runs in browsers and in Node, wherever there is WebGPU.
//
//   import {{ load }} from "./{name}.js";
//   const program = await load({{ onProgress: ({{ loaded, total }}) => console.log(loaded / total) }});
//   const outputs = await program.run({{ {_example(*interface)} }});
//
// {name}.wgsl and {name}.*.bin belong beside this file; heddle.js is the part that all such programs share.
import {{ loadProgram }} from "./{RUNTIME}";
export {{ HeddleError }} from "./{RUNTIME}";

/** Inputs, outputs, needed features and limits, buffers, and the steps of each run. */
export const manifest = {_json(manifest)};

/** Opens a device, fetches kernels and weights, and gets everything ready. See {name}.d.ts. */
export function load(options = {{}}) {{
  return loadProgram(manifest, new URL("./", import.meta.url).href, options);
}}
"""


def _example(inputs: Sequence[Input], variables: Sequence[Variable], results: Sequence[Result]) -> str:
    return ", ".join([*(f"{_key(i.name)}: new {i.array}(…)" for i in inputs), *(f"{v.name}: {v.greatest}" for v in variables)])


def _json(manifest: dict[str, object]) -> str:
    """JSON with a line for each entry of the long lists."""
    lines: list[str] = []
    for key, value in manifest.items():
        entries = cast("list[object]", value) if isinstance(value, list) else []
        if entries and isinstance(entries[0], dict): text = "[\n" + ",\n".join(f"  {_flat(v)}" for v in entries) + "\n ]"
        else: text = _flat(manifest[key])
        lines.append(f" {json.dumps(key)}: {text}")
    return "{\n" + ",\n".join(lines) + "\n}"


def _flat(value: object) -> str: return json.dumps(value, separators=(",", ":"), allow_nan=False)


# ---- declarations


def declarations_text(name: str, inputs: Sequence[Input], variables: Sequence[Variable], results: Sequence[Result]) -> str:
    """The types of the module."""
    given = [(i.name, i.array, f"{i.dtype} {_shape(i.shape)}") for i in inputs]
    given += [(v.name, "number", f"a whole number from {v.least} to {v.greatest}") for v in variables]
    return _DECLARATIONS.format(inputs=_fields(given), outputs=_fields([(r.name, *_type_of(r)) for r in results]), name=name)


#: what TypeScript calls the types of values that are no numbers
_KINDS_OF_VALUE: dict[type, str] = {bool: "boolean", str: "string", type(None): "null"}


def _type_of(result: Result) -> tuple[str, str]:
    if result.buffer is not None: return result.array, f"{result.dtype} {_shape(result.shape or [])}"
    if result.size is not None: return "number", size_text(result.size)
    value = result.value
    return _KINDS_OF_VALUE.get(type(value), "number"), f"always {_flat(value)}"


def _fields(rows: Sequence[tuple[str, str, str]]) -> str:
    return "\n".join(f"  /** {said} */\n  {_key(name)}: {kind};" for name, kind, said in rows)


def _key(name: str) -> str: return name if name.isidentifier() else json.dumps(name)
def _shape(shape: Sequence[Size]) -> str: return f"[{', '.join(map(size_text, shape))}]"


def size_text(n: Size) -> str:
    """A size for people: `2*n + 1`."""
    if isinstance(n, int): return str(n)
    products = ["*".join([*([str(factor)] if factor != 1 else []), *map(_atom_text, atoms)]) for factor, atoms in n["sum"]]
    return " + ".join([*products, *([str(n["plus"])] if n["plus"] else [])])


def _atom_text(atom: Leaf | Division) -> str:
    if "variable" in atom: return atom["variable"]
    return f"({size_text(atom['of'])} {atom['op']} {size_text(atom['by'])})"


_DECLARATIONS = """// Types of {name}.js. Tensors come as typed arrays of all their elements, row by row.

/** WebGPU's own types where the project has them (@webgpu/types), anything where it does not. */
type Known<Name extends string> = typeof globalThis extends {{ [key in Name]: {{ prototype: infer T }} }} ? T : any;

export interface Inputs {{
{inputs}
}}

export interface Outputs {{
{outputs}
}}

/** What went wrong, by `code`; the message describes it, with a cure. */
export class HeddleError extends Error {{
  readonly code:
    | "no-webgpu" | "no-adapter" | "missing" | "fetch" | "checksum" | "kernel" | "memory" | "input" | "run" | "lost" | "destroyed";
}}

export interface Progress {{
  /** Bytes that have arrived, and bytes in all. */
  loaded: number;
  total: number;
}}

export interface LoadOptions {{
  /** A device to use; it stays open when the program is destroyed. */
  device?: Known<"GPUDevice">;
  /** An adapter to open a device of. Without either, the browser's best. */
  adapter?: Known<"GPUAdapter">;
  /** Where kernels and weights are, if not beside the module. */
  baseURL?: string | URL;
  /** In place of the global one: for headers, caches, or other sources. */
  fetch?: (url: string) => Promise<Response>;
  onProgress?: (progress: Progress) => void;
}}

export interface Program {{
  /** Runs once. Calls may overlap: they run in the order in which they came, on their inputs as they were then. */
  run(inputs: Inputs): Promise<Outputs>;
  /** The shapes of the outputs, for these sizes. */
  shapes(sizes?: Partial<Inputs>): {{ [name in keyof Outputs]: number[] }};
  /** States (caches, random numbers) are again what they were when the program was exported. */
  reset(): Promise<void>;
  /** Frees all memory. Runs under way and later calls fail with the code "destroyed". */
  destroy(): void;
  /** Resolves when the device is lost, with the reason; load again then. */
  readonly lost: Promise<HeddleError>;
  readonly device: Known<"GPUDevice">;
}}

export const manifest: {{
  readonly name: string;
  readonly features: readonly string[];
  readonly limits: {{ readonly [name: string]: number }};
  readonly [key: string]: unknown;
}};

export function load(options?: LoadOptions): Promise<Program>;
"""
