"""Saving of captures: a file that another process can replay. The format is described in docs/jit.md.

Inputs: a captured TinyJit. Outputs: bytes: a ZIP archive of capture.json, buffers.safetensors and the kernels.
Invariants: nothing in it is pickled; the same capture gives the same manifest.
"""
from __future__ import annotations

import io
import json
import zipfile
from collections.abc import Hashable, Iterable, Mapping, Sequence
from dataclasses import asdict
from hashlib import sha256
from typing import TypeVar, cast

from heddle.device.buffer import uop_buffer
from heddle.engine.compile import compile_key
from heddle.errors import JitError
from heddle.jit.bindings import Argument, Generator, State, param_for
from heddle.jit.capture import Capture
from heddle.jit.capture_codec import (
    write_condition,
    write_memory,
    write_param,
    write_pattern,
    write_signature,
    write_value,
    write_view,
)
from heddle.jit.results import Source
from heddle.schedule.size_codec import Json, write_size
from heddle.tensor.aliasing import leaves_of
from heddle.tensor.io.safetensors import make_header
from heddle.tracing.progress import reporting
from heddle.uop import Ops, Symbol, UOp
from heddle.uop.printer import show_graph

# 3 is written only where there are conditions, which older readers would not check; 4 only where variables have other names here,
# 5 only where there are images
FORMAT, VERSION = "heddle capture", 5
_TIME = (1980, 1, 1, 0, 0, 0)  # the same capture gives the same bytes


@reporting("saving a capture")
def capture_bytes(captured: Capture) -> bytes:
    """The file. JitError for what a file cannot hold."""
    executable = captured.executable
    calls, arenas = executable.linear.src, executable.arenas
    has_images = any(b.image is not None for call in calls for b in map(_base, call.src[1:]))
    states = captured.settle()
    programs = _numbers(call.src[0] for call in calls if call.src[0].op is Ops.PROGRAM)
    kernels = _numbers((call.src[0], call.src[1].device or "") for call in calls if call.src[0].op is Ops.PROGRAM)
    buffers = _numbers(b for call in calls for b in map(_base, call.src[1:]) if b.op is Ops.BUFFER)
    kept: dict[str, UOp] = {}  # contents of memories, by name
    signature = captured.inputs.signature
    manifest = {
        "format": FORMAT, "version": 5 if has_images else _version(captured), "name": captured.name,
        "signature": write_signature(None if signature is None else signature.signature),
        "arguments": _arguments(captured),
        "states": [_state(i, s, m, kept) for i, (s, m) in enumerate(zip(captured.states, states, strict=True))],
        "outputs": [write_param(o.param) for o in captured.outputs],
        "results": {"pattern": write_pattern(captured.results.pattern),
                    "sources": [_source(s, captured, states) for s in captured.results.sources]},
        "buffers": [write_memory(b) | {"kept": b not in arenas.buffers, "left": b in captured.left} for b in buffers],
        "kernels": [{"device": device, "compile_key": compile_key(device), "program": programs[p], "info": asdict(p.arg)}
                    for p, device in kernels],
        "calls": [_call(call, kernels, buffers) for call in calls],
        **({"conditions": [write_condition(c) for c in captured.conditions]} if captured.conditions else {}),
        **({"variables": _variables(captured)} if _has_names(captured) else {}),
        "memory": {"arena": arenas.size, "unplanned": arenas.unplanned},
    }
    kept |= {f"buffer.{i}": b for b, i in buffers.items() if b not in arenas.buffers}
    return _zip(manifest | {"devices": names_of_devices(manifest)}, programs, kept)


def _has_names(captured: Capture) -> bool: return any(captured.names) or bool(captured.constants)
def _version(captured: Capture) -> int: return 4 if _has_names(captured) else 3 if captured.conditions else 2


def _variables(captured: Capture) -> Json:
    """The names of variables in each argument, and the user's names by those of the capture, where they differ; and the constants."""
    return {"arguments": list(map(dict, captured.names)), "names": dict(captured.results.names), "constants": dict(captured.constants)}


_T = TypeVar("_T", bound=Hashable)


def _numbers(things: Iterable[_T]) -> dict[_T, int]:
    """The index of each, in order of appearance."""
    return {x: i for i, x in enumerate(dict.fromkeys(things))}


def names_of_devices(manifest: Json) -> list[str]:
    """Every device that a manifest names."""
    found: set[str] = set()
    parts: list[Json] = [manifest]
    while parts:
        part = parts.pop()
        for key, value in cast("dict[str, Json]", part).items() if isinstance(part, dict) else enumerate(part):
            if key in ("device", "copy"): found.update([value] if isinstance(value, str) else value)
            elif isinstance(value, (dict, list)): parts.append(value)
    return sorted(found)


def _keep_shards(kept: dict[str, UOp], name: str, parts: Sequence[UOp]) -> list[str]:
    """Adds the shards of a memory on several devices to those that are `kept`; the name of each. Equal shards are stored once."""
    names: dict[bytes, str] = {}
    digests = [sha256(_content(part)).digest() for part in parts]
    for i, digest in enumerate(digests):
        if digest in names: continue
        names[digest] = f"{name}.{i}"
        kept[names[digest]] = parts[i]
    return [names[digest] for digest in digests]


def _zip(manifest: Json, programs: Mapping[UOp, int], kept: Mapping[str, UOp]) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        _add(archive, "capture.json", [json.dumps(manifest, indent=1).encode()])
        _add(archive, "buffers.safetensors", _safetensors(kept))
        for program, i in programs.items():
            ast, source, binary = program.src
            _add(archive, f"kernels/{i}.ast", [show_graph(ast).encode()])
            _add(archive, f"kernels/{i}.source", [source.arg.encode()])
            _add(archive, f"kernels/{i}.binary", [binary.arg])
    return out.getvalue()


def _add(archive: zipfile.ZipFile, name: str, chunks: Iterable[bytes | bytearray]) -> None:
    with archive.open(zipfile.ZipInfo(name, _TIME), "w", force_zip64=True) as file:
        for chunk in chunks: file.write(chunk)


def _safetensors(kept: Mapping[str, UOp]) -> Iterable[bytes | bytearray]:
    """The contents of the memories. Wide dtypes first, so that each begins at a multiple of its own size."""
    ordered = sorted(kept.items(), key=lambda item: -item[1].dtype.itemsize)
    yield make_header([(name, b.dtype, (b.size,)) for name, b in ordered], None)
    for _, memory in ordered: yield _content(memory)


def _content(memory: UOp) -> bytearray:
    data = bytearray(memory.size * memory.dtype.itemsize)
    if data: uop_buffer(memory).ensure_allocated().copyout(memoryview(data))
    return data


# ---- the manifest


def _arguments(captured: Capture) -> Json:
    inputs, written = captured.inputs, captured.written_arguments
    baked = {str(i): {"path": path, "value": write_value(value, f"argument {path}")} for i, (path, value) in inputs.baked.items()}
    sizes = {str(i): {"path": path, "size": write_size(size)} for i, (path, size) in inputs.sizes.items()}
    tensors = [_argument(a) | {"written": i in written} for i, a in enumerate(captured.arguments)]
    return {"pattern": write_pattern(inputs.pattern), "places": list(inputs.positions), "tensors": tensors, "values": baked,
            "sizes": sizes}


def _argument(a: Argument) -> dict[str, Json]:
    return {"path": a.path, "shape": write_size(a.shape), "dtype": a.dtype.name, "device": a.device, "view": write_view(a.view),
            "needs_grad": a.needs_grad, "symbolic": a.is_symbolic}


def _state(number: int, state: State | Generator, memory: UOp, kept: dict[str, UOp]) -> Json:
    if isinstance(state, Generator): return {"generator": state.part, "device": state.device}
    content = [name := f"state.{number}"]
    if memory.op is Ops.MULTI: content = _keep_shards(kept, name, leaves_of(memory))
    else: kept[name] = memory
    return write_param(param_for(memory)) | {"shape": write_size(state.shape), "written": state.is_written, "content": content}


def _source(source: Source, captured: Capture, states: list[UOp]) -> Json:
    if isinstance(source.value, Symbol): return {"from": "variables", "size": write_size(source.value.unbound())}
    if source.kind == "value": return {"from": "value", "value": write_value(source.value, "a result")}
    row: dict[str, Json] = {"from": source.kind, "number": source.number}
    if source.state is not None: row["number"] = _number_of_state(source.state.memory(), captured, states)
    if source.kind != "result": row["view"] = write_view(source.view)
    return row | {"group": source.group} if source.kind == "output" else row


def _number_of_state(memory: UOp, captured: Capture, states: list[UOp]) -> int:
    for i, (state, other) in enumerate(zip(captured.states, states, strict=True)):
        if other is memory and isinstance(state, State): return i
    raise JitError("a result is a tensor that the captured function never reads", "Return a .clone() of it.")


def _base(buffer: UOp) -> UOp:
    while buffer.op is Ops.BUFFER_VIEW: buffer = buffer.src[0]
    return buffer


def _call(call: UOp, kernels: Mapping[tuple[UOp, str], int], buffers: Mapping[UOp, int]) -> Json:
    what, *args = call.src
    if what.op is Ops.COLLECTIVE:
        raise JitError(f"a capture with collectives between processes ({what.arg.name}) cannot be saved",
                       "Capture it again in the processes that are to run it.")
    done: dict[str, Json] = {"copy": what.arg} if what.op is Ops.COPY else {"kernel": kernels[what, args[0].device or ""]}
    return done | {"buffers": [_buffer(b, buffers) for b in args]}


def _buffer(buffer: UOp, buffers: Mapping[UOp, int]) -> Json:
    if buffer.op is Ops.BUFFER: return {"buffer": buffers[buffer]}
    if buffer.op is Ops.BUFFER_VIEW:
        return {"view": list(buffer.arg), "dtype": buffer.dtype.name, "of": _buffer(buffer.src[0], buffers)}
    return write_memory(buffer) | {"slot": buffer.arg.slot}
