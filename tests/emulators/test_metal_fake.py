"""The stand-in for Metal refuses what Metal's validation layer refuses: each rule is broken once, by hand-written calls."""
from __future__ import annotations

import gc
from collections.abc import Callable
from typing import Any, NamedTuple

import pytest

from heddle.runtime.cpu.clang import find_clang
from tests.emulators.metal.errors import MetalMisuse
from tests.emulators.metal.fake import FakeMetal

pytestmark = pytest.mark.skipif(find_clang()[0] is None, reason="kernels for the emulator are compiled by clang: pip install ziglang")

COPY = """#include <metal_stdlib>
using namespace metal;
kernel void k(device float *out [[buffer(0)]], device const float *in [[buffer(1)]], uint3 item [[thread_position_in_threadgroup]]) {
  out[item.x] = in[item.x];
}
"""
ONE, FOUR = (1, 1, 1), (4, 1, 1)
CONCURRENT_DISPATCH = 32


class Session(NamedTuple):
    """What a program that uses Metal has made."""

    metal: FakeMetal
    device: Any
    queue: Any
    pipeline: Any
    a: Any
    b: Any

    def buffer(self) -> Any: return self.queue.commandBuffer()

    def encoder(self) -> Any:
        """One that is ready to dispatch."""
        encoder = self.buffer().computeCommandEncoder()
        encoder.setComputePipelineState_(self.pipeline)
        for at, memory in enumerate((self.b, self.a)): encoder.setBuffer_offset_atIndex_(memory, 0, at)
        return encoder

    def indirect(self, **more: Any) -> Any:
        """An indirect command buffer of one command, which is a copy of `a` to `b`."""
        descriptor: Any = self.metal.MTLIndirectCommandBufferDescriptor.alloc().init()
        wanted = {"CommandTypes": CONCURRENT_DISPATCH, "InheritBuffers": False, "InheritPipelineState": False,
                  "MaxKernelBufferBindCount": 2} | more
        for name, value in wanted.items(): getattr(descriptor, f"set{name}_")(value)
        made = self.device.newIndirectCommandBufferWithDescriptor_maxCommandCount_options_(descriptor, 1, 0)
        command = made.indirectComputeCommandAtIndex_(0)
        command.setComputePipelineState_(self.pipeline)
        for at, memory in enumerate((self.b, self.a)): command.setKernelBuffer_offset_atIndex_(memory, 0, at)
        command.concurrentDispatchThreadgroups_threadsPerThreadgroup_(ONE, FOUR)
        return made


def opened() -> Session:
    metal = FakeMetal(devices=2)
    device: Any = metal.devices[0]
    return Session(metal, device, device.newCommandQueueWithMaxCommandBufferCount_(4), pipeline_of(metal, device),
                   *(device.newBufferWithLength_options_(16, 0) for _ in range(2)))


def pipeline_of(metal: FakeMetal, device: Any, indirect: bool = True) -> Any:
    options: Any = metal.MTLCompileOptions.alloc().init()
    options.setLanguageVersion_(196609)
    options.setFastMathEnabled_(False)
    library, error = device.newLibraryWithSource_options_error_(COPY, options, None)
    assert error is None
    descriptor: Any = metal.MTLComputePipelineDescriptor.alloc().init()
    descriptor.setComputeFunction_(library.newFunctionWithName_("k"))
    descriptor.setSupportIndirectCommandBuffers_(indirect)
    return device.newComputePipelineStateWithDescriptor_options_reflection_error_(descriptor, 0, None, None)[0]


def run(s: Session, encode: Callable[[Any], None]) -> None:
    """A command buffer with what `encode` writes down, committed."""
    buffer = s.buffer()
    encoder = buffer.computeCommandEncoder()
    encode(encoder)
    encoder.endEncoding()
    buffer.commit()
    s.metal.run(lambda: buffer.status() >= 4)


# ---- what is right


def test_a_dispatch_runs_when_somebody_waits() -> None:
    s = opened()
    with s.metal.pool():
        s.a.contents().as_buffer(16)[:] = bytes(range(16))
        encoder = s.encoder()
        encoder.dispatchThreadgroups_threadsPerThreadgroup_(ONE, FOUR)
        encoder.endEncoding()
        encoder._buffer.commit()
        assert bytes(s.b.contents().as_buffer(16)) != bytes(range(16)), "not yet"
        encoder._buffer.waitUntilCompleted()
    assert bytes(s.b.contents().as_buffer(16)) == bytes(range(16)) and not s.metal.faults
    assert encoder._buffer.GPUEndTime() > encoder._buffer.GPUStartTime() > 0


def test_memory_lives_as_long_as_a_command_buffer_that_uses_it() -> None:
    s = opened()
    a = s.a
    a.contents().as_buffer(16)[:] = bytes(range(16))
    with s.metal.pool():
        encoder = s.encoder()
        encoder.dispatchThreadgroups_threadsPerThreadgroup_(ONE, FOUR)
        encoder.endEncoding()
        encoder._buffer.commit()
        used = s.device.currentAllocatedSize()
        b, buffer = s.b, encoder._buffer
        s = s._replace(a=None)
        del a, encoder
        gc.collect()
        assert s.device.currentAllocatedSize() == used, "the work that reads it is under way"
        buffer.waitUntilCompleted()
    assert bytes(b.contents().as_buffer(16)) == bytes(range(16))


def test_an_indirect_command_buffer_runs_again() -> None:
    s = opened()
    indirect = s.indirect()
    for n in range(3):
        s.a.contents().as_buffer(16)[:] = bytes([n] * 16)
        with s.metal.pool():
            def encode(encoder: Any) -> None:
                encoder.useResources_count_usage_([s.a, s.b], 2, 3)
                encoder.executeCommandsInBuffer_withRange_(indirect, (0, 1))
            run(s, encode)
        assert bytes(s.b.contents().as_buffer(16)) == bytes([n] * 16)


# ---- what is refused: order, lifetimes, indices, sizes


def _commit_twice(s: Session) -> None:
    buffer = s.buffer()
    buffer.commit()
    buffer.commit()


def _two_encoders(s: Session) -> None:
    buffer = s.buffer()
    buffer.computeCommandEncoder()
    buffer.blitCommandEncoder()


def _commit_while_encoding(s: Session) -> None: s.encoder()._buffer.commit()


def _encode_after_the_end(s: Session) -> None:
    encoder = s.encoder()
    encoder.endEncoding()
    encoder.dispatchThreadgroups_threadsPerThreadgroup_(ONE, FOUR)


def _encode_after_commit(s: Session) -> None:
    buffer = s.buffer()
    buffer.commit()
    buffer.computeCommandEncoder()


def _wait_without_commit(s: Session) -> None: s.buffer().waitUntilCompleted()
def _times_too_early(s: Session) -> None: s.buffer().GPUEndTime()


def _signal_while_encoding(s: Session) -> None:
    s.encoder()._buffer.encodeSignalEvent_value_(s.device.newSharedEvent(), 1)


def _wait_for_nobody(s: Session) -> None:
    buffer = s.buffer()
    buffer.encodeWaitForEvent_value_(s.device.newSharedEvent(), 1)
    buffer.commit()
    buffer.waitUntilCompleted()


def _no_pipeline(s: Session) -> None: s.buffer().computeCommandEncoder().dispatchThreadgroups_threadsPerThreadgroup_(ONE, FOUR)


def _a_buffer_is_missing(s: Session) -> None:
    encoder = s.buffer().computeCommandEncoder()
    encoder.setComputePipelineState_(s.pipeline)
    encoder.setBuffer_offset_atIndex_(s.b, 0, 0)
    encoder.dispatchThreadgroups_threadsPerThreadgroup_(ONE, FOUR)


def _too_many_threads(s: Session) -> None: s.encoder().dispatchThreadgroups_threadsPerThreadgroup_(ONE, (2048, 1, 1))
def _no_threads(s: Session) -> None: s.encoder().dispatchThreadgroups_threadsPerThreadgroup_((0, 1, 1), FOUR)
def _index(s: Session) -> None: s.encoder().setBuffer_offset_atIndex_(s.a, 0, 31)
def _offset(s: Session) -> None: s.encoder().setBuffer_offset_atIndex_(s.a, 16, 0)
def _bytes(s: Session) -> None: s.encoder().setBytes_length_atIndex_(bytes(4096), 4096, 0)


def _part_of_an_element(s: Session) -> None:
    encoder = s.encoder()
    encoder.setBuffer_offset_atIndex_(s.a, 2, 1)
    encoder.dispatchThreadgroups_threadsPerThreadgroup_(ONE, FOUR)


def _memory_of_another_device(s: Session) -> None:
    other: Any = s.metal.devices[1]
    s.encoder().setBuffer_offset_atIndex_(other.newBufferWithLength_options_(16, 0), 0, 0)


def _copy(s: Session, begin: int, to: int, size: int, dest: Any = None) -> None:
    s.buffer().blitCommandEncoder().copyFromBuffer_sourceOffset_toBuffer_destinationOffset_size_(s.a, begin, dest or s.b, to, size)


def _change_while_it_runs(s: Session) -> None:
    indirect = s.indirect()
    buffer = s.buffer()
    encoder = buffer.computeCommandEncoder()
    encoder.useResources_count_usage_([s.a, s.b], 2, 3)
    encoder.executeCommandsInBuffer_withRange_(indirect, (0, 1))
    encoder.endEncoding()
    buffer.commit()
    indirect.indirectComputeCommandAtIndex_(0).setKernelBuffer_offset_atIndex_(s.b, 0, 1)


def _not_resident(s: Session) -> None:
    encoder = s.buffer().computeCommandEncoder()
    encoder.useResources_count_usage_([s.a], 1, 3)
    encoder.executeCommandsInBuffer_withRange_(s.indirect(), (0, 1))


def _range(s: Session) -> None: s.buffer().computeCommandEncoder().executeCommandsInBuffer_withRange_(s.indirect(), (0, 2))
def _too_few_places(s: Session) -> None: s.indirect(MaxKernelBufferBindCount=1)


def _pipeline_for_no_graph(s: Session) -> None:
    s.indirect().indirectComputeCommandAtIndex_(0).setComputePipelineState_(pipeline_of(s.metal, s.device, indirect=False))


def _memory_of_no_bytes(s: Session) -> None: s.device.newBufferWithLength_options_(0, 0)


REFUSED: dict[Callable[[Session], None], str] = {
    _commit_twice: "commit. is called twice", _two_encoders: "while another one has not ended",
    _commit_while_encoding: "an encoder has not ended", _encode_after_the_end: "is used after it has ended",
    _encode_after_commit: "takes no more commands", _wait_without_commit: "was not committed",
    _times_too_early: "known when it has completed", _signal_while_encoding: "an encoder is open", _wait_for_nobody: "deadlock",
    _no_pipeline: "there is no pipeline", _a_buffer_is_missing: "dispatched without buffer 1",
    _too_many_threads: "2048 threads of a threadgroup are more than the 1024", _no_threads: "is empty",
    _index: "index 31 is not below 31", _offset: "offset 16 is not within the 16 bytes", _bytes: "it takes less than 4096",
    _part_of_an_element: "offset 2 of buffer 1 is no multiple", _memory_of_another_device: "of another device",
    lambda s: _copy(s, 2, 0, 8): "no multiples of 4", lambda s: _copy(s, 8, 0, 12): "beyond the end",
    lambda s: _copy(s, 0, 4, 8, s.a): "overlap", _change_while_it_runs: "changed while its indirect command buffer runs",
    _not_resident: "not made resident", _range: r"the range \(0, 2\) is not within it",
    _too_few_places: "not below maxKernelBufferBindCount, 1", _pipeline_for_no_graph: "made without supportIndirectCommandBuffers",
    _memory_of_no_bytes: "length must not be 0"}


@pytest.mark.parametrize("use, says", REFUSED.items(), ids=[f"{n}{f.__name__}" for n, f in enumerate(REFUSED)])
def test_what_breaks_a_rule_is_refused(use: Callable[[Session], None], says: str) -> None:
    s = opened()
    with s.metal.pool(), pytest.raises(MetalMisuse, match=says): use(s)


def test_objects_that_calls_return_want_a_pool() -> None:
    with pytest.raises(MetalMisuse, match="outside an autorelease pool"): opened().buffer()
