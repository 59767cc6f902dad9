"""Loading of saved captures: a callable from a capture file. The format is described in docs/jit.md.

Inputs: the bytes that save.py made, and which devices replace those it names. Outputs: a `LoadedJit`. Invariants: a file that is
truncated, altered or of a newer version, or that names a device which is not present, is an error that says so; a kernel whose binary
is for another machine, compiler or heddle is compiled again from its graph.

Binaries in the file are executed: load files only from sources whose programs you would run.
"""
from __future__ import annotations

import io
import json
import zipfile
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

from heddle.device import Device
from heddle.device.buffer import uop_buffer
from heddle.device.target import parse_target
from heddle.dtype import to_dtype
from heddle.engine.compile import compile_key, program_of
from heddle.engine.executable import Arenas, Executable
from heddle.engine.graph import with_graphs
from heddle.errors import DeviceError, FileFormatError, JitError
from heddle.file_errors import DECOMPRESSED_LIMIT, raise_unreadable, reading
from heddle.jit.argument_binding import Signature
from heddle.jit.bindings import Argument, Generator, Output, State
from heddle.jit.capture import UNFIT, Capture
from heddle.jit.capture_codec import (
    Json,
    read_condition,
    read_pattern,
    read_place,
    read_signature,
    read_size,
    read_value,
    read_view,
)
from heddle.jit.replay import Again, FromArgument, FromOutput, FromState, FromVariables, Given, Replay, Source
from heddle.jit.save import FORMAT, VERSION, names_of_devices
from heddle.tensor.aliasing import leaves_of
from heddle.tensor.io.safetensors import header_length, parse_header
from heddle.tensor.lock import lock
from heddle.tensor.tensor import Tensor
from heddle.tracing.counters import Bytes
from heddle.uop import Ops, UOp
from heddle.uop.printer import read_graph
from heddle.uop.program_info import ProgramInfo
from heddle.uop.verify.verifier import Spec, verify

#: what `load_bytes` was given
MadeOf = tuple[bytes, str, dict[str, str]]

_CURE = "Save it again."


class LoadedJit:
    """A capture that was read from a file: `TinyJit.load(path)`. Calling it replays.

    `states` are the tensors that the function had found by itself (weights, caches), in the order of `explain()`: they hold what they
    held when it was saved, those that it assigns move on with each call, and `.assign()` changes them. JitError for arguments that do
    not fit, or that share memory with a state that is assigned.
    """

    def __init__(self, name: str, captured: Capture, states: list[Tensor], made_of: MadeOf) -> None:
        self.__name__, self._captured, self.states, self._made_of = name, captured, states, made_of

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        """The results, in memory that is new each time."""
        with lock:
            captured = self._captured
            if captured.is_simple and (result := captured.replay_simple(args, kwargs)) is not UNFIT: return result
            tensors, sizes = captured.take(args, kwargs)
            replay = captured.replay
            memories = replay.take(tensors)
            if (values := captured.values(tensors, sizes)) is None:
                raise JitError(f"a variable has two values in the arguments of {self.__name__}, and had one when it was captured",
                               "Save it again after a call with two values.")
            states = replay.settle()
            if (path := replay.overlapping(memories, states)) is not None:
                raise JitError(f"argument {path} has the same memory as a tensor that {self.__name__} assigns", "Pass .clone() of it.")
            if (path := replay.strided(memories)) is not None:
                raise JitError(f"argument {path} is a view that is not contiguous, unlike the captured one, and {self.__name__} "
                               "assigns to it", "Pass a contiguous tensor.")
            return replay.run(tensors, memories, states, values)

    def explain(self) -> str:
        """What was captured, as `TinyJit.explain` says it."""
        baked = [f"  {path} = {value!r}" for path, value in self._captured.baked.values()]
        return "\n".join([self.__name__, *self._captured.replay.describe(), "baked in:", *baked])

    def __reduce__(self) -> tuple[Callable[..., LoadedJit], MadeOf]: return load_bytes, self._made_of
    def __repr__(self) -> str: return f"<capture of {self.__name__}, from a file>"


def load_file(path: Path, devices: Mapping[str, str] | None = None) -> LoadedJit:
    """The capture in a file. FileMissingError, FileFormatError, DeviceError."""
    try: data = path.read_bytes()
    except OSError as fault: raise_unreadable(fault, str(path))
    return load_bytes(data, str(path), devices)


def load_bytes(data: bytes, where: str = "the capture", devices: Mapping[str, str] | None = None) -> LoadedJit:
    """The capture in these bytes, on the devices that `devices` gives for those it names; see `TinyJit.load`.

    FileFormatError if they are cut short, changed, or of a newer version; DeviceError if a device is not here.
    """
    with reading(where, "a capture", _CURE), zipfile.ZipFile(io.BytesIO(data)) as archive:
        return _Reader(archive, where, devices or {}).capture((data, where, dict(devices or {})))


# ---- devices


def _devices_here(names: Sequence[str], given: Mapping[str, str], where: str) -> dict[str, str]:
    """The device for each that a file names: the replacement in `given`, or else the one of that name. DeviceError."""
    chosen = {str(parse_target(name)): place for name, place in given.items()}
    if unknown := [name for name in chosen if name not in names]:
        missing = unknown[0]
        raise DeviceError(f"{where} has no device {missing} for which {chosen[missing]} could stand", f"It has {', '.join(names)}.")
    found = {name: _opened(name, chosen.get(name, name), names, where) for name in names}
    for name, place in found.items():
        twice = [other for other in names if found[other] == place]
        if len(twice) > 1:
            raise DeviceError(f"{' and '.join(twice)} of {where} would both be {place}", f"Give {name} a device of its own.")
    return found


def _opened(name: str, place: str, names: Sequence[str], where: str) -> str:
    """The device `place`, opened. DeviceError if it cannot be used."""
    try:
        _ = Device[place]
        return Device.canonicalize(place)
    except DeviceError as fault:
        raise DeviceError(f"{where} was captured on {', '.join(names)}, and {place} cannot be used here: {fault.what}",
                          f'Say what stands for it: TinyJit.load(path, devices={{"{name}": "CPU"}}).') from fault


class _Reader:
    """One file being read."""

    def __init__(self, archive: zipfile.ZipFile, where: str, devices: Mapping[str, str]) -> None:
        self.archive, self.where = archive, where
        self.manifest = self._manifest()
        named = self.manifest["devices"] if "devices" in self.manifest else names_of_devices(self.manifest)
        self.device_of = _devices_here(named, devices, where).__getitem__
        self.contents = self._contents(self.read("buffers.safetensors"))

    def read(self, member: str) -> bytes:
        """A member, its checksum verified. FileFormatError for an implausible compression ratio."""
        info = self.archive.getinfo(member)
        if info.compress_type != zipfile.ZIP_STORED and info.file_size > DECOMPRESSED_LIMIT:
            raise FileFormatError(f"{member} in {self.where} takes {info.file_size} bytes when decompressed", _CURE)
        return self.archive.read(info)

    def _manifest(self) -> Json:
        found = json.loads(self.read("capture.json"))
        if found.get("format") != FORMAT: raise FileFormatError(f"{self.where} is no capture", "Name a file that TinyJit.save wrote.")
        if found["version"] not in range(1, VERSION + 1):
            raise FileFormatError(f"{self.where} has version {found['version']} of the format, this heddle reads up to {VERSION}",
                                  "Update heddle.")
        return found

    def _contents(self, data: bytes) -> dict[str, memoryview]:
        length = header_length(data[:8], len(data), self.where)
        header = parse_header(data[8:8 + length], len(data), self.where)
        return {e.name: memoryview(data)[header.data_start + e.begin:header.data_start + e.end] for e in header.entries}

    # ---- memory

    def memory(self, name: str, place: UOp) -> UOp:
        """A BUFFER like `place` with the file's contents under this name."""
        node = UOp.new_buffer(place.device or "", place.size, place.dtype)
        content = self.contents[name]
        if content.nbytes != node.size * node.dtype.itemsize:
            raise FileFormatError(f"{name} in {self.where} has {content.nbytes} bytes", _CURE)
        if content.nbytes: uop_buffer(node).copyin(content)
        return node

    def buffers(self) -> list[UOp]:
        """The memories that belong to the capture: arenas, constants, and leftovers."""
        return [self.buffer(i, row) for i, row in enumerate(self.manifest["buffers"])]

    def buffer(self, i: int, row: Json) -> UOp:
        place = read_place(row, self.device_of)
        return self.memory(f"buffer.{i}", place) if row["kept"] else UOp.new_buffer(place.device or "", place.size, place.dtype)

    def states(self) -> tuple[list[State | Generator], list[Tensor | None]]:
        """The states, and their tensors."""
        tensors = [self.state(i, row) if "generator" not in row else None for i, row in enumerate(self.manifest["states"])]
        found: list[State | Generator] = []
        for tensor, row in zip(tensors, self.manifest["states"], strict=True):
            if tensor is None: found.append(Generator(self.device_of(row["device"]), row["generator"]))
            else:
                assert tensor._memory is not None and tensor._storage is not None
                found.append(State(tensor._memory, [tensor._storage], row["written"]))
        return found, tensors

    def state(self, i: int, row: Json) -> Tensor:
        place, names = read_place(row, self.device_of), row.get("content", [f"state.{i}"])
        parts = zip(leaves_of(place), names, strict=True)
        memory = place.substitute({leaf: self.memory(name, leaf) for leaf, name in parts})
        return Tensor(memory.reshape(shape) if _count(shape := read_size(row["shape"])) == place.size else memory)

    # ---- kernels

    def programs(self) -> list[UOp]:
        """The kernels; those of another machine are compiled again."""
        return [self.program(i, row) for i, row in enumerate(self.manifest["kernels"])]

    def program(self, i: int, row: Json) -> UOp:
        """The PROGRAM of kernel `i`; compiled again if its binary is for another machine, compiler or heddle."""
        number = row.get("program", i)  # in version 1 no two devices have a kernel in common
        ast, device = read_graph(self.read(f"kernels/{number}.ast").decode()), self.device_of(row["device"])
        if compile_key(device) != row["compile_key"]:
            verify(ast, Spec.kernel_ast)
            return program_of(ast, Device[device])
        source, binary = self.read(f"kernels/{number}.source").decode(), self.read(f"kernels/{number}.binary")
        parts = ast, UOp(Ops.SOURCE, arg=source), UOp(Ops.BINARY, arg=binary)
        return UOp(Ops.PROGRAM, src=parts, arg=ProgramInfo.of_words(row["info"]))

    def executable(self, buffers: list[UOp]) -> Executable:
        """The calls on these BUFFERs, in order and as graphs, with the sizes of the arenas in bytes."""
        programs = self.programs()
        calls = [self.call(row, programs, buffers) for row in self.manifest["calls"]]
        linear = UOp(Ops.LINEAR, src=tuple(calls))
        arenas = tuple(b for b, row in zip(buffers, self.manifest["buffers"], strict=True) if not row["kept"])
        sizes = self.manifest["memory"]
        return Executable(linear, with_graphs(linear), Arenas(arenas, Bytes(sizes["arena"]), Bytes(sizes["unplanned"])))

    def call(self, row: Json, programs: list[UOp], buffers: list[UOp]) -> UOp:
        args = [self.part(b, buffers) for b in row["buffers"]]
        what = programs[row["kernel"]] if "kernel" in row else UOp(Ops.COPY, args[0].dtype, (), self.device_of(row["copy"]))
        return UOp(Ops.CALL, src=(what, *args))

    def part(self, row: Json, buffers: list[UOp]) -> UOp:
        """A buffer of a CALL."""
        if "view" in row:
            size, offset = row["view"]
            return UOp(Ops.BUFFER_VIEW, to_dtype(row["dtype"]), (self.part(row["of"], buffers),), (size, offset))
        return buffers[row["buffer"]] if "buffer" in row else read_place(row, self.device_of, row["slot"])

    # ---- the whole

    def capture(self, made_of: MadeOf) -> LoadedJit:
        """The capture, ready to be called."""
        m, given, buffers = self.manifest, self.manifest["arguments"], self.buffers()
        states, tensors = self.states()
        sources = [self.source(row, tensors) for row in m["results"]["sources"]]
        none = {"arguments": [{}] * (len(given["sizes"]) + len(given["tensors"])), "names": {}, "constants": {}}
        variables = m.get("variables", none)
        own = [{str(old): str(new) for old, new in row.items()} for row in variables["arguments"]]
        count = len(given["sizes"])
        replay = Replay(
            m["name"], [self.argument(a, names) for a, names in zip(given["tensors"], own[count:], strict=True)], states,
            [Output(read_place(row, self.device_of)) for row in m["outputs"]], self.executable(buffers),
            read_pattern(m["results"]["pattern"]), sources, [i for i, a in enumerate(given["tensors"]) if a["written"]],
            [b for b, row in zip(buffers, m["buffers"], strict=True) if row["left"]],
            [read_condition(row) for row in m.get("conditions", ())],
            {str(name): int(value) for name, value in variables["constants"].items()},
            {str(new): str(old) for new, old in variables["names"].items()})
        baked = {int(i): (row["path"], read_value(row["value"])) for i, row in given["values"].items()}
        sizes = {int(i): (row["path"], read_size(row["size"])) for i, row in given["sizes"].items()}
        signature = read_signature(m["signature"])
        known = None if signature is None else Signature(signature)
        captured = Capture(replay, read_pattern(given["pattern"]), given["places"], (baked, sizes), known, size_names=own[:count])
        return LoadedJit(m["name"], captured, [t for t in tensors if t is not None], made_of)

    def argument(self, row: Json, names: dict[str, str]) -> Argument:
        device, view = row["device"], read_view(row["view"], self.device_of)
        here = self.device_of(device) if isinstance(device, str) else tuple(map(self.device_of, device))
        shape, dtype = read_size(row["shape"]), to_dtype(row["dtype"])
        return Argument(row["path"], shape, dtype, here, view, row["needs_grad"], row["symbolic"], names)

    def source(self, row: Json, states: list[Tensor | None]) -> Source:
        """The source of one result. FileFormatError for an unknown kind."""
        match row["from"]:
            case "value": return Given(read_value(row["value"]))
            case "variables": return FromVariables(read_size(row["size"]))
            case "result": return Again(row["number"])
            case "argument":
                is_flat = self.manifest["arguments"]["tensors"][row["number"]]["view"] is None
                return FromArgument(row["number"], read_view(row["view"], self.device_of), is_flat)
            case "output": return FromOutput(None, self.view(row), row["group"], row["number"])
            case "state": return self.from_state(row, states)
            case other: raise FileFormatError(f"{self.where} takes a result from {other!r}", _CURE)

    def from_state(self, row: Json, states: list[Tensor | None]) -> FromState:
        state = states[row["number"]]
        if state is None or state._storage is None: raise FileFormatError(f"state {row['number']} of {self.where} is no tensor", _CURE)
        return FromState.over(state._storage, self.view(row))

    def view(self, row: Json) -> UOp:
        if (view := read_view(row["view"], self.device_of)) is None: raise ValueError("a result without a view")
        return view


def _count(shape: tuple[int, ...]) -> int:
    count = 1
    for n in shape: count *= n
    return count
