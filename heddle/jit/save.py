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
from typing import TypeVar

from heddle.device.buffer import uop_buffer
from heddle.engine.compile import compile_key
from heddle.errors import JitError
from heddle.jit.argument_binding import Signature
from heddle.jit.bindings import Argument, Generator, State, place_for
from heddle.jit.capture import Capture
from heddle.jit.capture_codec import (
    Json,
    write_condition,
    write_pattern,
    write_place,
    write_signature,
    write_size,
    write_value,
    write_view,
)
from heddle.jit.replay import Again, FromArgument, FromOutput, FromState, FromVariables, Given, Replay, Source
from heddle.tensor.aliasing import leaves_of
from heddle.tensor.io.safetensors import make_header
from heddle.uop import Ops, UOp
from heddle.uop.printer import show_graph

# 3 is written only where there are conditions, which older readers would not check; 4 only where variables have other names here
FORMAT, VERSION = "heddle capture", 4
_TIME = (1980, 1, 1, 0, 0, 0)  # the same capture gives the same bytes


def capture_bytes(name: str, captured: Capture, signature: Signature | None) -> bytes:
    """The file. JitError for what a file cannot hold."""
    replay, calls = captured.replay, captured.replay.executable.linear.src
    if any(b.image is not None for call in calls for b in map(_base, call.src[1:])):
        raise JitError(f"{name} uses an image, which a file cannot hold", "Use .cast(dtypes.imagef(...)) where it is loaded.")
    states = replay.settle()
    programs = _numbers(call.src[0] for call in calls if call.src[0].op is Ops.PROGRAM)
    kernels = _numbers((call.src[0], call.src[1].device or "") for call in calls if call.src[0].op is Ops.PROGRAM)
    buffers = _buffers(replay)
    kept = _Contents()
    manifest = {
        "format": FORMAT, "version": _version(captured), "name": name,
        "signature": write_signature(None if signature is None else signature.signature),
        "arguments": _arguments(captured),
        "states": [_state(i, s, m, kept) for i, (s, m) in enumerate(zip(replay.states, states, strict=True))],
        "outputs": [write_place(o.place) for o in replay.outputs],
        "results": {"pattern": write_pattern(replay.pattern), "sources": [_source(s, replay, states) for s in replay.sources]},
        "buffers": [{"device": b.device, "size": b.size, "dtype": b.dtype.name, "kept": b not in replay.executable.arenas.buffers,
                     "left": b in replay.left} for b in buffers],
        "kernels": [{"device": device, "compile_key": compile_key(device), "program": programs[p], "info": asdict(p.arg)}
                    for p, device in kernels],
        "calls": [_call(call, kernels, buffers) for call in calls],
        **({"conditions": [write_condition(c) for c in replay.conditions]} if replay.conditions else {}),
        **({"variables": _variables(captured)} if _has_names(captured) else {}),
        "memory": {"arena": replay.executable.arenas.size, "unplanned": replay.executable.arenas.unplanned},
    }
    for b, i in buffers.items():
        if b not in replay.executable.arenas.buffers: kept.add(f"buffer.{i}", b)
    return _zip(manifest | {"devices": names_of_devices(manifest)}, programs, kept)


def _has_names(captured: Capture) -> bool: return any(captured.names) or bool(captured.replay.constants)
def _version(captured: Capture) -> int: return 4 if _has_names(captured) else 3 if captured.replay.conditions else 2


def _variables(captured: Capture) -> Json:
    """The names of variables in each argument, and the user's names by those of the capture, where they differ; and the constants."""
    return {"arguments": list(map(dict, captured.names)), "names": dict(captured.replay.names), "constants": captured.replay.constants}


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
        for key, value in part.items() if isinstance(part, dict) else enumerate(part):
            if key in ("device", "copy"): found.update([value] if isinstance(value, str) else value)
            elif isinstance(value, (dict, list)): parts.append(value)
    return sorted(found)


class _Contents:
    """The contents of buffers.safetensors: memories by name, equal contents stored once."""

    def __init__(self) -> None:
        self.memories: dict[str, UOp] = {}

    def add(self, name: str, memory: UOp) -> str:
        """Adds a memory under this name."""
        self.memories[name] = memory
        return name

    def add_parts(self, name: str, parts: Sequence[UOp]) -> list[str]:
        """Adds the shards of a memory on several devices; the name of each. Equal shards are stored once."""
        known: dict[bytes, str] = {}
        digests = [sha256(_content(part)).digest() for part in parts]
        for i, digest in enumerate(digests):
            if digest not in known: known[digest] = self.add(f"{name}.{i}", parts[i])
        return [known[digest] for digest in digests]


def _zip(manifest: Json, programs: Mapping[UOp, int], kept: _Contents) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        _add(archive, "capture.json", [json.dumps(manifest, indent=1).encode()])
        _add(archive, "buffers.safetensors", _safetensors(kept.memories))
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
    """The contents of the memories. Wide dtypes first, so that each lies at a multiple of its own size."""
    ordered = sorted(kept.items(), key=lambda item: -item[1].dtype.itemsize)
    yield make_header([(name, b.dtype, (b.size,)) for name, b in ordered], None)
    for _, memory in ordered: yield _content(memory)


def _content(memory: UOp) -> bytearray:
    data = bytearray(memory.size * memory.dtype.itemsize)
    if data: uop_buffer(memory).ensure_allocated().copyout(memoryview(data))
    return data


# ---- the manifest


def _arguments(captured: Capture) -> Json:
    baked = {str(i): {"path": path, "value": write_value(value, f"argument {path}")} for i, (path, value) in captured.baked.items()}
    sizes = {str(i): {"path": path, "size": write_size(size)} for i, (path, size) in captured.sizes.items()}
    written = captured.replay.written_arguments
    tensors = [_argument(a) | {"written": i in written} for i, a in enumerate(captured.replay.arguments)]
    return {"pattern": write_pattern(captured.pattern), "places": captured.positions, "tensors": tensors, "values": baked,
            "sizes": sizes}


def _argument(a: Argument) -> dict[str, Json]:
    return {"path": a.path, "shape": write_size(a.shape), "dtype": a.dtype.name, "device": a.device, "view": write_view(a.view),
            "needs_grad": a.needs_grad, "symbolic": a.is_symbolic}


def _state(number: int, state: State | Generator, memory: UOp, kept: _Contents) -> Json:
    if isinstance(state, Generator): return {"generator": state.part, "device": state.device}
    name, leaves = f"state.{number}", leaves_of(memory)
    content = kept.add_parts(name, leaves) if memory.op is Ops.MULTI else [kept.add(name, memory)]
    return write_place(place_for(memory)) | {"shape": write_size(state.shape), "written": state.is_written, "content": content}


def _source(source: Source, replay: Replay, states: list[UOp]) -> Json:
    if isinstance(source, Given): return {"from": "value", "value": write_value(source.value, "a result")}
    if isinstance(source, FromVariables): return {"from": "variables", "size": write_size(source.size.unbound())}
    if isinstance(source, Again): return {"from": "result", "number": source.number}
    if isinstance(source, FromArgument): return {"from": "argument", "number": source.number, "view": write_view(source.view)}
    if isinstance(source, FromOutput):
        return {"from": "output", "number": source.number, "view": write_view(source.view), "group": source.group}
    assert isinstance(source, FromState)
    memory = source.memory()
    number = next((i for i, m in enumerate(states) if m is memory and isinstance(replay.states[i], State)), None)
    if number is None: raise JitError("a result is a tensor that the captured function never reads", "Return a .clone() of it.")
    return {"from": "state", "number": number, "view": write_view(source.view)}


def _buffers(replay: Replay) -> dict[UOp, int]:
    """Every BUFFER of the calls, numbered: arenas, constants, and what is left behind."""
    found = dict.fromkeys(_base(b) for call in replay.executable.linear.src for b in call.src[1:])
    return {b: i for i, b in enumerate(b for b in found if b.op is Ops.BUFFER)}


def _base(buffer: UOp) -> UOp:
    while buffer.op is Ops.BUFFER_VIEW: buffer = buffer.src[0]
    return buffer


def _call(call: UOp, kernels: Mapping[tuple[UOp, str], int], buffers: Mapping[UOp, int]) -> Json:
    what, *args = call.src
    done: dict[str, Json] = {"copy": what.arg} if what.op is Ops.COPY else {"kernel": kernels[what, args[0].device or ""]}
    return done | {"buffers": [_buffer(b, buffers) for b in args]}


def _buffer(buffer: UOp, buffers: Mapping[UOp, int]) -> Json:
    if buffer.op is Ops.BUFFER: return {"buffer": buffers[buffer]}
    if buffer.op is Ops.BUFFER_VIEW:
        return {"view": list(buffer.arg), "dtype": buffer.dtype.name, "of": _buffer(buffer.src[0], buffers)}
    return {"slot": buffer.arg.slot, "size": buffer.arg.size, "dtype": buffer.dtype.name, "device": buffer.arg.device}
