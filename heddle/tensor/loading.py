"""A capture from a file, called like the function that it was made of. The format is described in docs/jit.md.

In: the bytes that saving.py made. Out: a `LoadedJit`. Always true: a file that is cut short, changed or of a newer version is an
error that says so; a kernel whose binary is for another machine, compiler or heddle is compiled again from its graph.

Binaries in the file are run: load files only from where you would run programs from.
"""
from __future__ import annotations

import io
import json
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

from heddle.buffer import uop_buffer
from heddle.device import Device
from heddle.dtype import to_dtype
from heddle.engine.graph import with_graphs
from heddle.engine.jit import Captured
from heddle.engine.programs import compile_key, program_of
from heddle.errors import FileFormatError, FileMissingError, HeddleError, JitError
from heddle.stats import Bytes
from heddle.tensor.plan import Plan, Signature
from heddle.tensor.portable import Json, read_pattern, read_signature, read_size, read_value, read_view
from heddle.tensor.replay import (
    Again,
    FromArgument,
    FromOutput,
    FromState,
    FromVariables,
    Given,
    Replay,
    Source,
)
from heddle.tensor.safetensors import header_length, parse_header
from heddle.tensor.saving import FORMAT, VERSION
from heddle.tensor.slots import Argument, Generator, Output, State
from heddle.tensor.tensor import Tensor
from heddle.tensor.threads import turn
from heddle.uop import Ops, ParamArg, UOp
from heddle.uop.program import ProgramInfo
from heddle.uop.show import read_graph


class LoadedJit:
    """A capture that was read from a file: `TinyJit.load(path)`. Calling it replays.

    `states` are the tensors that the function had found by itself (weights, caches), in the order of `explain()`: they hold what they
    held when it was saved, those that it assigns move on with each call, and `.assign()` changes them. JitError for arguments that do
    not fit, or that share memory with a state that is assigned.
    """

    def __init__(self, name: str, plan: Plan, signature: Signature | None, states: list[Tensor], data: bytes) -> None:
        self.__name__, self._plan, self._signature, self.states, self._data = name, plan, signature, states, data

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        """The results, in memory that is new each time."""
        with turn:
            given = (args, kwargs) if self._signature is None else self._signature.canonical(args, kwargs)
            tensors, sizes = self._plan.take(given)
            replay = self._plan.replay
            memories, states = replay.take(tensors), replay.settle()
            if (path := replay.overlapping(memories, states)) is not None:
                raise JitError(f"argument {path} has the same memory as a tensor that {self.__name__} assigns", "Pass .clone() of it.")
            return replay.run(tensors, memories, states, self._plan.values(tensors, sizes))

    def explain(self) -> str:
        """What was captured, as `TinyJit.explain` says it."""
        baked = [f"  {path} = {value!r}" for path, value in self._plan.baked.values()]
        return "\n".join([self.__name__, *self._plan.replay.describe(), "baked in:", *baked])

    def __reduce__(self) -> tuple[Callable[[bytes], LoadedJit], tuple[bytes]]: return load_bytes, (self._data,)
    def __repr__(self) -> str: return f"<capture of {self.__name__}, from a file>"


def load_file(path: Path) -> LoadedJit:
    """The capture in a file. FileMissingError, FileFormatError."""
    try: data = path.read_bytes()
    except FileNotFoundError: raise FileMissingError(f"there is no file {path}") from None
    return load_bytes(data, str(path))


def load_bytes(data: bytes, where: str = "the capture") -> LoadedJit:
    """The capture in these bytes. FileFormatError if they are cut short, changed, or of a newer version."""
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive: return _Reader(archive, where).capture(data)
    except (HeddleError, MemoryError): raise
    except Exception as e:  # whatever is wrong with the content shows as some built-in error
        raise FileFormatError(f"{where} is no capture, or was damaged: {type(e).__name__}: {e}", "Save it again.") from e


class _Reader:
    """One file being read."""

    def __init__(self, archive: zipfile.ZipFile, where: str) -> None:
        self.archive, self.where = archive, where
        self.manifest = self._manifest()
        self.contents = self._contents(archive.read("buffers.safetensors"))

    def _manifest(self) -> Json:
        found = json.loads(self.archive.read("capture.json"))
        if found.get("format") != FORMAT: raise FileFormatError(f"{self.where} is no capture")
        if found["version"] != VERSION:
            raise FileFormatError(f"{self.where} has version {found['version']} of the format, this heddle reads {VERSION}",
                                  "Update heddle." if found["version"] > VERSION else "Save it again with this heddle.")
        return found

    def _contents(self, data: bytes) -> dict[str, memoryview]:
        length = header_length(data[:8], len(data), self.where)
        header = parse_header(data[8:8 + length], len(data), self.where)
        return {e.name: memoryview(data)[header.data_start + e.begin:header.data_start + e.end] for e in header.entries}

    # ---- memory

    def memory(self, name: str, size: int, dtype: str, device: str) -> UOp:
        """A BUFFER with what the file holds under this name."""
        node = UOp.new_buffer(Device.canonicalize(device), size, to_dtype(dtype))
        content = self.contents[name]
        if content.nbytes != size * node.dtype.itemsize: raise FileFormatError(f"{name} in {self.where} has {content.nbytes} bytes")
        if content.nbytes: uop_buffer(node).copyin(content)
        return node

    def buffers(self) -> list[UOp]:
        """The memories that belong to the capture: arenas, constants, and what is left behind."""
        return [self.memory(f"buffer.{i}", row["size"], row["dtype"], row["device"]) if row["kept"] else
                UOp.new_buffer(Device.canonicalize(row["device"]), row["size"], to_dtype(row["dtype"]))
                for i, row in enumerate(self.manifest["buffers"])]

    def states(self) -> tuple[list[State | Generator], list[Tensor | None]]:
        """The states, and the tensors that they are."""
        tensors = [self.state(i, row) if "generator" not in row else None for i, row in enumerate(self.manifest["states"])]
        found: list[State | Generator] = []
        for tensor, row in zip(tensors, self.manifest["states"], strict=True):
            if tensor is None: found.append(Generator(Device.canonicalize(row["device"]), row["generator"]))
            else:
                assert tensor._memory is not None and tensor._storage is not None
                found.append(State(tensor._memory, [tensor._storage], row["written"]))
        return found, tensors

    def state(self, i: int, row: Json) -> Tensor:
        memory = self.memory(f"state.{i}", row["size"], row["dtype"], row["device"])
        return Tensor(memory.reshape(shape) if _count(shape := read_size(row["shape"])) == row["size"] else memory)

    # ---- kernels

    def programs(self) -> list[UOp]:
        """The kernels, those of another machine compiled anew."""
        return [self.program(i, row) for i, row in enumerate(self.manifest["kernels"])]

    def program(self, i: int, row: Json) -> UOp:
        ast = read_graph(self.archive.read(f"kernels/{i}.ast").decode())
        if compile_key(row["device"]) != row["compile_key"]: return program_of(ast, Device[row["device"]])
        fields: dict[str, Any] = {name: tuple(value) if isinstance(value, list) else value for name, value in row["info"].items()}
        source, binary = self.archive.read(f"kernels/{i}.source").decode(), self.archive.read(f"kernels/{i}.binary")
        return UOp(Ops.PROGRAM, src=(ast, UOp(Ops.SOURCE, arg=source), UOp(Ops.BINARY, arg=binary)), arg=ProgramInfo(**fields))

    def captured(self, buffers: list[UOp]) -> Captured:
        programs = self.programs()
        calls = [self.call(row, programs, buffers) for row in self.manifest["calls"]]
        linear = UOp(Ops.LINEAR, src=tuple(calls))
        arenas = tuple(b for b, row in zip(buffers, self.manifest["buffers"], strict=True) if not row["kept"])
        sizes = self.manifest["memory"]
        return Captured(linear, with_graphs(linear), Bytes(sizes["arena"]), Bytes(sizes["unplanned"]), arenas)

    def call(self, row: Json, programs: list[UOp], buffers: list[UOp]) -> UOp:
        args = [_read_buffer(b, buffers) for b in row["buffers"]]
        what = programs[row["kernel"]] if "kernel" in row else UOp(Ops.COPY, args[0].dtype, (), Device.canonicalize(row["copy"]))
        return UOp(Ops.CALL, src=(what, *args))

    # ---- the whole

    def capture(self, data: bytes) -> LoadedJit:
        """The capture, ready to be called."""
        m, given, buffers = self.manifest, self.manifest["arguments"], self.buffers()
        states, tensors = self.states()
        sources = [self.source(row, tensors) for row in m["results"]["sources"]]
        replay = Replay(
            m["name"], [_argument(a) for a in given["tensors"]], states,
            list(map(_output, m["outputs"])), self.captured(buffers),
            read_pattern(m["results"]["pattern"]), sources, [i for i, a in enumerate(given["tensors"]) if a["written"]],
            [b for b, row in zip(buffers, m["buffers"], strict=True) if row["left"]])
        baked = {int(i): (row["path"], read_value(row["value"])) for i, row in given["values"].items()}
        sizes = {int(i): (row["path"], read_size(row["size"])) for i, row in given["sizes"].items()}
        plan = Plan(replay, read_pattern(given["pattern"]), given["places"], (baked, sizes))
        signature = read_signature(m["signature"])
        known = None if signature is None else Signature(signature)
        return LoadedJit(m["name"], plan, known, [t for t in tensors if t is not None], data)

    def source(self, row: Json, states: list[Tensor | None]) -> Source:
        match row["from"]:
            case "value": return Given(read_value(row["value"]))
            case "variables": return FromVariables(read_size(row["size"]))
            case "result": return Again(row["number"])
            case "argument": return FromArgument(row["number"], read_view(row["view"]))
            case "output": return FromOutput(None, _view(row), row["group"], row["number"])
            case "state": return self.from_state(row, states)
            case other: raise FileFormatError(f"{self.where} takes a result from {other!r}")

    def from_state(self, row: Json, states: list[Tensor | None]) -> FromState:
        state = states[row["number"]]
        if state is None or state._storage is None: raise FileFormatError(f"state {row['number']} of {self.where} is no tensor")
        return FromState.over(state._storage, _view(row))


def _output(row: Json) -> Output:
    return Output(UOp(Ops.PARAM, to_dtype(row["dtype"]), (), ParamArg(0, row["size"], Device.canonicalize(row["device"]))))


def _view(row: Json) -> UOp:
    if (view := read_view(row["view"])) is None: raise ValueError("a result without a view")
    return view


def _count(shape: tuple[int, ...]) -> int:
    count = 1
    for n in shape: count *= n
    return count


def _argument(row: Json) -> Argument:
    return Argument(row["path"], read_size(row["shape"]), to_dtype(row["dtype"]), Device.canonicalize(row["device"]),
                    read_view(row["view"]), row["needs_grad"], row["symbolic"])


def _read_buffer(row: Json, buffers: list[UOp]) -> UOp:
    if "view" in row:
        size, offset = row["view"]
        return UOp(Ops.BUFFER_VIEW, to_dtype(row["dtype"]), (_read_buffer(row["of"], buffers),), (size, offset))
    if "buffer" in row: return buffers[row["buffer"]]
    return UOp(Ops.PARAM, to_dtype(row["dtype"]), (), ParamArg(row["slot"], row["size"], Device.canonicalize(row["device"])))


