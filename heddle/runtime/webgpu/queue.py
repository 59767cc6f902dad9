"""Queue of a WebGPU device: launches and copies are recorded, and submitted in batches.

Inputs: pipelines, memory, launch dimensions. Outputs: asynchronous work. Invariants: recorded commands run in order; they are
submitted before any wait, and when `_MANY` launches have been recorded.
"""
from __future__ import annotations

import ctypes
import struct
import time
from collections import OrderedDict
from collections.abc import Callable, Mapping, Sequence
from ctypes import c_void_p
from typing import TYPE_CHECKING

from heddle.errors import CompileError, DeviceError
from heddle.named_tuple import NamedTuple
from heddle.runtime.common.retired import Retired
from heddle.runtime.webgpu import library as gpu
from heddle.runtime.webgpu.device import WGDevice

if TYPE_CHECKING:
    from heddle.runtime.webgpu.memory import WGMemory
    from heddle.uop.program_info import ProgramInfo

_MANY = 64  # launches of a submission: enough to hide what a submission costs, few enough for the device to begin early
_SLOT = 256  # bytes for the variables of one launch: what every device takes as an offset of uniforms
_SLOTS = 256
_KEPT = 4096  # bind groups kept
_EMPTY = 256  # bytes of the buffer that stands for memory of no bytes


#: layout of a bind group, then number, offset and size of each binding
_Key = tuple[object, ...]


class Binding(NamedTuple):
    """What one pointer of a kernel is bound to. Sizes in bytes."""

    handle: int
    number: int
    offset: int
    size: int


class WGQueue:
    """Commands of one device. Only the thread that holds `gpu.lock` writes them down."""

    def __init__(self, device: WGDevice) -> None:
        self.gpu, self._library = device, device.library
        self._encoder: int | None = None
        self._pass: int | None = None
        self._launches = 0
        self._groups: OrderedDict[_Key, int] = OrderedDict()
        self._using: dict[int, set[_Key]] = {}  # number of a buffer -> bind groups that it is in
        self._of_layout: dict[int, set[_Key]] = {}  # layout -> its bind groups
        self.retired: Retired[tuple[int, int]] = Retired(self._release_programs)  # pipelines and their layouts
        self._slot = 0
        self._temporaries: list[int] = []
        self._uniforms = self.make_buffer(_SLOT * _SLOTS, gpu.BUFFER_UNIFORM | gpu.BUFFER_COPY_DST)
        self.nothing = Binding(self.make_buffer(_EMPTY, gpu.BUFFER_STORAGE), 0, 0, _EMPTY)
        self.timer = Timer(self) if device.info.has_timestamps else None

    def make_buffer(self, nbytes: int, usage: int) -> int:
        descriptor = gpu.BufferDescriptor(usage=usage, size=nbytes)
        return self._library.DeviceCreateBuffer(self.gpu.handle, ctypes.byref(descriptor))

    # ---- writing down

    def encoder(self) -> int:
        """What commands are written into, outside of any pass."""
        self._end_pass()
        if (encoder := self._encoder) is None:
            encoder = self._encoder = int(self._library.DeviceCreateCommandEncoder(self.gpu.handle, None))
        return encoder

    def begin_pass(self, timestamps: ctypes.Structure | None = None) -> int:
        """A pass for launches; the one that is open, unless this one is to be timed."""
        if self._pass is not None and timestamps is None: return self._pass
        described = gpu.PassDescriptor(timestamps=ctypes.addressof(timestamps) if timestamps is not None else None)
        opened = int(self._library.CommandEncoderBeginComputePass(self.encoder(), ctypes.byref(described)))
        self._pass = opened
        return opened

    def _end_pass(self) -> None:
        if self._pass is None: return
        self._library.ComputePassEncoderEnd(self._pass)
        self._library.ComputePassEncoderRelease(self._pass)
        self._pass = None

    def copy(self, source: int, at: int, dest: int, to: int, nbytes: int) -> None:
        """Copies between buffers; everything a multiple of 4 bytes."""
        with self.gpu.lock: self._library.CommandEncoderCopyBufferToBuffer(self.encoder(), source, at, dest, to, nbytes)

    def launch(self, pipeline: int, group: int, extents: Sequence[int]) -> None:
        """Writes down a launch of so many work-groups."""
        opened = self.begin_pass()
        self._library.ComputePassEncoderSetPipeline(opened, pipeline)
        self._library.ComputePassEncoderSetBindGroup(opened, 0, group, 0, None)
        self._library.ComputePassEncoderDispatchWorkgroups(opened, *extents, *(1,) * (3 - len(extents)))
        self._launches += 1
        if self._launches >= _MANY: self.submit()

    def submit(self) -> None:
        """Gives the device what was written down."""
        with self.gpu.lock:
            self.gpu.check()
            if self._encoder is not None: self._submit()
            temporaries, self._temporaries = self._temporaries, []
            for buffer in temporaries: self._library.BufferRelease(buffer)

    def _submit(self) -> None:
        encoder = self.encoder()
        self._encoder, self._launches = None, 0
        commands = c_void_p(self._library.CommandEncoderFinish(encoder, None))
        self._library.QueueSubmit(self.gpu.queue, 1, ctypes.byref(commands))
        self._library.CommandBufferRelease(commands)
        self._library.CommandEncoderRelease(encoder)
        self.gpu.check()

    def write(self, buffer: int, offset: int, data: bytes | ctypes.Array[ctypes.c_char], nbytes: int) -> None:
        """Writes the host's bytes, after all that was written down before."""
        with self.gpu.lock:
            self.submit()
            self._library.QueueWriteBuffer(self.gpu.queue, buffer, offset, data, nbytes)
            self.gpu.check()

    def finish(self) -> None:
        """Returns when all work is done. DeviceError if the device was lost or refused a part of it."""
        self.submit()
        self.gpu.finish()

    # ---- what kernels are given

    def binding(self, memory: WGMemory | None) -> Binding:
        """What a kernel is given for `memory`."""
        if not memory: return self.nothing
        size = memory.nbytes + -memory.nbytes % 4
        if size > self.gpu.info.storage_size:
            most = self.gpu.info.storage_size
            raise DeviceError(f"{self.gpu.name} lets a kernel use {most} bytes of a buffer, and one here has {size}",
                              "Split the tensor, or use another device.")
        return Binding(memory.handle, memory.number, memory.offset, size)

    def uniforms(self, values: Sequence[int]) -> Binding:
        """The part of a buffer with the values of a launch's variables, kept until that launch has run."""
        if self._slot >= _SLOTS:
            self.submit()
            self._slot = 0
        at, data = self._slot * _SLOT, struct.pack(f"{len(values)}i", *values)
        self._slot += 1
        self._library.QueueWriteBuffer(self.gpu.queue, self._uniforms, at, data, len(data))
        return Binding(self._uniforms, 0, at, _SLOT)

    def temporary(self, nbytes: int) -> int:
        """A buffer that lives until the next submission has run."""
        buffer = self.make_buffer(nbytes, gpu.BUFFER_STORAGE | gpu.BUFFER_COPY_SRC | gpu.BUFFER_COPY_DST)
        self._temporaries.append(buffer)
        return buffer

    def group(self, layout: int, bindings: Sequence[Binding], is_kept: bool) -> int:
        """The bind group of these bindings, perhaps one of those kept."""
        key = (layout, *((b.number, b.offset, b.size) for b in bindings))
        if is_kept and (found := self._groups.get(key)) is not None: return found
        entries = (gpu.BindGroupEntry * len(bindings))(*(
            gpu.BindGroupEntry(binding=n, buffer=b.handle, offset=b.offset, size=b.size) for n, b in enumerate(bindings)))
        described = gpu.BindGroupDescriptor(layout=layout, count=len(bindings), entries=ctypes.addressof(entries))
        made = self._library.DeviceCreateBindGroup(self.gpu.handle, ctypes.byref(described))
        if is_kept: self._keep(layout, key, made, bindings)
        return made

    def _keep(self, layout: int, key: _Key, group: int, bindings: Sequence[Binding]) -> None:
        self._groups[key] = group
        for b in bindings: self._using.setdefault(b.number, set()).add(key)
        self._of_layout.setdefault(layout, set()).add(key)
        if len(self._groups) > _KEPT: self._drop(next(iter(self._groups)))

    def _drop(self, key: _Key) -> None:
        if (group := self._groups.pop(key, None)) is not None: self._library.BindGroupRelease(group)

    def forget(self, number: int) -> None:
        """The buffer of that number is freed. Does not wait."""
        for key in self._using.pop(number, ()): self._drop(key)

    def release_group(self, group: int) -> None: self._library.BindGroupRelease(group)

    def _release_programs(self, programs: list[tuple[int, int]]) -> None:
        """What was written down with them keeps them; the number of a layout that is released may be given to another one."""
        with self.gpu.lock:
            for pipeline, layout in programs:
                for key in self._of_layout.pop(layout, ()): self._drop(key)
                self._library.BindGroupLayoutRelease(layout)
                self._library.ComputePipelineRelease(pipeline)


class Timer:
    """Times one launch at a time by timestamps of the device."""

    def __init__(self, queue: WGQueue) -> None:
        self._queue, library, device = queue, queue.gpu.library, queue.gpu.handle
        described = gpu.QueryDescriptor(kind=gpu.QUERY_TIMESTAMP, count=2)
        self._queries = library.DeviceCreateQuerySet(device, ctypes.byref(described))
        self._resolved = queue.make_buffer(16, gpu.BUFFER_QUERY | gpu.BUFFER_COPY_SRC)
        self._readable = queue.make_buffer(16, gpu.BUFFER_MAP_READ | gpu.BUFFER_COPY_DST)
        ticks = library.functions.get("QueueGetTimestampPeriod")  # where there is none, they are nanoseconds
        self._period = float(ticks(queue.gpu.queue)) if ticks else 1.0

    def seconds(self, launch: Callable[[], None]) -> float:
        """How long what `launch` writes down takes."""
        queue, library = self._queue, self._queue.gpu.library
        queue.begin_pass(library.provider.timestamps(queries=self._queries, begin=0, end=1))
        launch()
        library.CommandEncoderResolveQuerySet(queue.encoder(), self._queries, 0, 2, self._resolved, 0)
        queue.copy(self._resolved, 0, self._readable, 0, 16)
        queue.submit()
        try: stamps = ctypes.string_at(queue.gpu.mapped(self._readable, 16), 16)
        except BaseException:  # Ctrl-C while it is waited for: it cannot be used before it is mapped
            library.BufferRelease(self._readable)
            self._readable = queue.make_buffer(16, gpu.BUFFER_MAP_READ | gpu.BUFFER_COPY_DST)
            raise
        begin, end = struct.unpack("QQ", stamps)
        library.BufferUnmap(self._readable)
        return max(end - begin, 0) * self._period * 1e-9


class WGProgram:
    """A kernel as a pipeline of the device. Calling it writes a launch down."""

    def __init__(self, queue: WGQueue, info: ProgramInfo, source: bytes) -> None:
        self._queue, self._vars, self.name = queue, info.vars, info.name
        self._outs = frozenset(at for at, slot in enumerate(info.globals) if slot in info.outs)
        queue.retired.make_room()
        module = compile_module(queue.gpu, source)
        entry = info.name.encode()
        described = gpu.PipelineDescriptor(module=module, entry=gpu.view(entry))
        library = queue.gpu.library
        with queue.gpu.errors(gpu.VALIDATION) as refused:
            self._pipeline = library.DeviceCreateComputePipeline(queue.gpu.handle, ctypes.byref(described))
        library.ShaderModuleRelease(module)
        if refused:
            raise CompileError(f"{queue.gpu.name} refused a kernel", kernel=info.name, source=source.decode(), output=refused[0])
        self._layout = library.ComputePipelineGetBindGroupLayout(self._pipeline, 0)
        queue.retired.follow(self, (self._pipeline, self._layout))

    def __call__(self, bufs: Sequence[WGMemory | None], var_vals: Mapping[str, int], global_size: Sequence[int] = (1,),
                 local_size: Sequence[int] | None = None, wait: bool = False) -> float | None:
        """Launches the kernel over `global_size` work-groups; returns its seconds if it is to `wait`."""
        queue = self._queue
        with queue.gpu.lock:
            queue.gpu.check()
            if not wait: return self._launch(bufs, var_vals, global_size)
            queue.finish()
            return self._timed(lambda: self._launch(bufs, var_vals, global_size))

    def _timed(self, launch: Callable[[], None]) -> float:
        if self._queue.timer is not None: return self._queue.timer.seconds(launch)
        begin = time.perf_counter()
        launch()
        self._queue.finish()
        return time.perf_counter() - begin

    def _launch(self, bufs: Sequence[WGMemory | None], var_vals: Mapping[str, int], extents: Sequence[int]) -> None:
        queue = self._queue
        requested = [queue.binding(memory) for memory in bufs]
        copied = self._misplaced(requested)
        bound = [self._copied(b) if at in copied else b for at, b in enumerate(requested)]
        if self._vars: bound.append(queue.uniforms([var_vals[name] for name in self._vars]))
        is_kept = not self._vars and not copied
        group = queue.group(self._layout, bound, is_kept)
        queue.launch(self._pipeline, group, extents)
        if not is_kept: queue.release_group(group)
        for at in copied:
            if at in self._outs: queue.copy(bound[at].handle, 0, requested[at].handle, requested[at].offset, requested[at].size)

    def prepared(self, bufs: Sequence[WGMemory | None]) -> tuple[int, int] | None:
        """Pipeline and bind group for a launch on `bufs`; None if some of them have to be copied for it."""
        requested = [self._queue.binding(memory) for memory in bufs]
        return None if self._misplaced(requested) else (self._pipeline, self._queue.group(self._layout, requested, False))

    def _misplaced(self, requested: Sequence[Binding]) -> list[int]:
        """Which bindings the device does not take as they are: parts that start at no multiple of its alignment, or overlap others."""
        aligned, found = self._queue.gpu.info.storage_alignment, list[int]()
        for at, b in enumerate(requested):
            overlaps = any(o.number == b.number and b.number and o.offset < b.offset + b.size and b.offset < o.offset + o.size
                           for n, o in enumerate(requested[:at]) if n not in found)
            if b.offset % aligned or overlaps: found.append(at)
        return found

    def _copied(self, b: Binding) -> Binding:
        if b.offset % 4: raise DeviceError(f"{self._queue.gpu.name} cannot use memory from byte {b.offset} of a buffer on",
                                           "Copy the tensor first: contiguous().")
        buffer = self._queue.temporary(b.size)
        self._queue.copy(b.handle, b.offset, buffer, 0, b.size)
        return Binding(buffer, 0, 0, b.size)


def compile_module(device: WGDevice, source: bytes) -> int:
    """The shader module of `source`. CompileError with what the compiler said, and the lines it said it of."""
    described = gpu.ShaderSource(gpu.Chained(None, gpu.STYPE_WGSL), gpu.view(source))
    labelled = gpu.Labelled(next=ctypes.addressof(described))
    with device.errors(gpu.VALIDATION) as refused:
        module = device.library.DeviceCreateShaderModule(device.handle, ctypes.byref(labelled))
    if not refused: return module
    text = source.decode()
    lines = text.splitlines()
    messages = device.compiler_messages(module, refused[0])
    shown = ((n, what, lines[n - 1].strip() if 0 < n <= len(lines) else "") for n, what in messages)
    said = [f"line {n}: {what}\n  {line}" for n, what, line in shown]
    device.library.ShaderModuleRelease(module)
    raise CompileError(f"the WGSL compiler ({device.info.name}) refused a kernel", source=text, output="\n".join(said) or refused[0])


