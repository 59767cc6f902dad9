"""Loading of saved captures: a callable from a capture file. The format is described in docs/jit.md.

Inputs: the bytes that save.py made, and which devices replace those it names. Outputs: a Capture and the tensors it uses.
Invariants: a file that is truncated, altered or of a newer version, or that names a device which is not present, is an error that says
so; a kernel whose binary is for another machine, compiler or heddle is compiled again from its graph.

Binaries in the file are executed: load files only from sources whose programs you would run.
"""
from __future__ import annotations

import io
import json
import math
import zipfile
from collections.abc import Mapping, Sequence

from heddle.device import Device
from heddle.device.buffer import uop_buffer
from heddle.device.target import parse_target
from heddle.dtype import to_dtype
from heddle.engine.compile import compile_key, program_of
from heddle.engine.executable import Arenas, Executable
from heddle.engine.graph import with_graphs
from heddle.errors import DeviceError, FileFormatError
from heddle.file_errors import DECOMPRESSED_LIMIT, reading
from heddle.jit.argument_binding import Inputs, Signature
from heddle.jit.bindings import Argument, Generator, Output, State
from heddle.jit.capture import Capture
from heddle.jit.capture_codec import (
    read_condition,
    read_param,
    read_pattern,
    read_signature,
    read_value,
    read_view,
)
from heddle.jit.results import Results, Source
from heddle.jit.save import FORMAT, VERSION, names_of_devices
from heddle.schedule.size_codec import Json, read_size
from heddle.tensor.aliasing import leaves_of
from heddle.tensor.io.safetensors import header_length, parse_header
from heddle.tensor.tensor import Tensor
from heddle.tracing.counters import Bytes
from heddle.tracing.progress import reporting
from heddle.uop import Ops, UOp
from heddle.uop.printer import read_graph
from heddle.uop.program_info import ProgramInfo
from heddle.uop.verify.verifier import Spec, verify

_CURE = "Save it again."


@reporting("loading a capture")
def read_bytes(data: bytes, where: str = "the capture", devices: Mapping[str, str] | None = None) -> tuple[Capture, Sequence[Tensor]]:
    """The capture in these bytes, on the devices that `devices` gives for those it names, and its tensors; see `TinyJit.load`.

    FileFormatError if they are cut short, changed, or of a newer version; DeviceError if a device is not here.
    """
    with reading(where, "a capture", _CURE), zipfile.ZipFile(io.BytesIO(data)) as archive:
        return _Reader(archive, where, devices or {}).capture()


# ---- devices


def _devices_here(names: Sequence[str], given: Mapping[str, str], where: str) -> dict[str, str]:
    """The device for each that a file names: the replacement in `given`, or else the one of that name. DeviceError."""
    chosen = {str(parse_target(name)): device for name, device in given.items()}
    if unknown := [name for name in chosen if name not in names]:
        missing = unknown[0]
        raise DeviceError(f"{where} has no device {missing} for which {chosen[missing]} could stand", f"It has {', '.join(names)}.")
    found = {name: _opened(name, chosen.get(name, name), names, where) for name in names}
    for name, device in found.items():
        twice = [other for other in names if found[other] == device]
        if len(twice) > 1:
            raise DeviceError(f"{' and '.join(twice)} of {where} would both be {device}", f"Give {name} a device of its own.")
    return found


def _opened(name: str, device: str, names: Sequence[str], where: str) -> str:
    """The device `device`, opened. DeviceError if it cannot be used."""
    try:
        _ = Device[device]
        return Device.canonicalize(device)
    except DeviceError as fault:
        raise DeviceError(f"{where} was captured on {', '.join(names)}, and {device} cannot be used here: {fault.what}",
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

    def memory(self, name: str, param: UOp) -> UOp:
        """A BUFFER like `param` with the file's contents under this name."""
        node = UOp.new_buffer(param.device or "", param.size, param.dtype, param.image)
        content = self.contents[name]
        if content.nbytes != node.size * node.dtype.itemsize:
            raise FileFormatError(f"{name} in {self.where} has {content.nbytes} bytes", _CURE)
        if content.nbytes: uop_buffer(node).copyin(content)
        return node

    def buffers(self) -> list[UOp]:
        """The memories that belong to the capture: arenas, constants, and leftovers."""
        rows = [(row, read_param(row, self.device_of)) for row in self.manifest["buffers"]]
        return [self.memory(f"buffer.{i}", param) if row["kept"]
                else UOp.new_buffer(param.device or "", param.size, param.dtype, param.image)
                for i, (row, param) in enumerate(rows)]

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
        param, names = read_param(row, self.device_of), row.get("content", [f"state.{i}"])
        parts = zip(leaves_of(param), names, strict=True)
        memory = param.substitute({leaf: self.memory(name, leaf) for leaf, name in parts})
        return Tensor(memory.reshape(shape) if math.prod(shape := read_size(row["shape"])) == param.size else memory)

    # ---- kernels

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
        programs = [self.program(i, row) for i, row in enumerate(self.manifest["kernels"])]
        calls = [self.call(row, programs, buffers) for row in self.manifest["calls"]]
        linear = UOp(Ops.LINEAR, src=tuple(calls))
        arenas = tuple(b for b, row in zip(buffers, self.manifest["buffers"], strict=True) if not row["kept"])
        sizes = self.manifest["memory"]
        return Executable(linear, with_graphs(linear), Arenas(arenas, Bytes(sizes["arena"]), Bytes(sizes["unplanned"])))

    def call(self, row: Json, programs: list[UOp], buffers: list[UOp]) -> UOp:
        args = [self.part(b, buffers) for b in row["buffers"]]
        number: int | None = row.get("kernel")
        what = programs[number] if number is not None else UOp(Ops.COPY, args[0].dtype, (), self.device_of(row["copy"]))
        return UOp(Ops.CALL, src=(what, *args))

    def part(self, row: Json, buffers: list[UOp]) -> UOp:
        """A buffer of a CALL."""
        if "view" in row:
            size, offset = row["view"]
            return UOp(Ops.BUFFER_VIEW, to_dtype(row["dtype"]), (self.part(row["of"], buffers),), (size, offset))
        number: int | None = row.get("buffer")
        return buffers[number] if number is not None else read_param(row, self.device_of, row["slot"])

    # ---- the whole

    def capture(self) -> tuple[Capture, list[Tensor]]:
        """The capture, ready to run, and the tensors of its states."""
        m, given, buffers = self.manifest, self.manifest["arguments"], self.buffers()
        states, tensors = self.states()
        none: dict[str, Json] = {"arguments": [{}] * (len(given["sizes"]) + len(given["tensors"])), "names": {}, "constants": {}}
        variables = m.get("variables", none)
        names = [{str(old): str(new) for old, new in row.items()} for row in variables["arguments"]]
        own = names[len(given["sizes"]):]
        arguments = [self.argument(row, theirs) for row, theirs in zip(given["tensors"], own, strict=True)]
        outputs = [Output(read_param(row, self.device_of)) for row in m["outputs"]]
        users = {str(new): str(old) for new, old in variables["names"].items()}
        sources = [self.source(row, tensors) for row in m["results"]["sources"]]
        captured = Capture(
            m["name"], self.inputs(given), arguments, states, outputs, self.executable(buffers),
            Results(read_pattern(m["results"]["pattern"]), sources, arguments, outputs, users),
            [i for i, a in enumerate(given["tensors"]) if a["written"]],
            [b for b, row in zip(buffers, m["buffers"], strict=True) if row["left"]],
            [read_condition(row) for row in m.get("conditions", ())],
            {str(name): int(value) for name, value in variables["constants"].items()}, names)
        return captured, [t for t in tensors if t is not None]

    def inputs(self, given: Json) -> Inputs:
        """What the leaves of the arguments are."""
        baked = {int(i): (row["path"], read_value(row["value"])) for i, row in given["values"].items()}
        sizes = {int(i): (row["path"], read_size(row["size"])) for i, row in given["sizes"].items()}
        signature = read_signature(self.manifest["signature"])
        known = None if signature is None else Signature(signature)
        return Inputs(read_pattern(given["pattern"]), given["places"], baked, sizes, known)

    def argument(self, row: Json, names: dict[str, str]) -> Argument:
        device, view = row["device"], read_view(row["view"], self.device_of)
        here = self.device_of(device) if isinstance(device, str) else tuple(map(self.device_of, device))
        shape, dtype = read_size(row["shape"]), to_dtype(row["dtype"])
        return Argument(row["path"], shape, dtype, here, view, row["needs_grad"], row["symbolic"], names)

    def source(self, row: Json, states: list[Tensor | None]) -> Source:
        """The source of one result. FileFormatError for an unknown kind."""
        match row["from"]:
            case "value": return Source("value", value=read_value(row["value"]))
            case "variables": return Source("value", value=read_size(row["size"]))
            case "result": return Source("result", row["number"])
            case "argument": return Source("argument", row["number"], read_view(row["view"], self.device_of))
            case "output": return Source("output", row["number"], self.view(row), group=row["group"])
            case "state": return self.of_state(row, states)
            case other: raise FileFormatError(f"{self.where} takes a result from {other!r}", _CURE)

    def of_state(self, row: Json, states: list[Tensor | None]) -> Source:
        number: int = row["number"]
        state = states[number]
        if state is None or state._storage is None: raise FileFormatError(f"state {number} of {self.where} is no tensor", _CURE)
        return Source.of_view(state._storage, self.view(row))

    def view(self, row: Json) -> UOp:
        if (view := read_view(row["view"], self.device_of)) is None: raise ValueError("a result without a view")
        return view

