"""The stand-in for the driver, called as a program would call libcuda: by ctypes."""

from __future__ import annotations

import ctypes as C

import numpy as np
import pytest

from .ptx.driver import DeviceSpec, StandIn
from .ptx.testing import HEADER

#: o[i] = a[i] * factor
SCALE = (
    HEADER
    + """
.visible .entry scale(.param .u64 o, .param .u64 a, .param .f32 factor, .param .u32 n)
{
  .reg .pred %p; .reg .b32 %i, %n, %t; .reg .f32 %x, %k; .reg .b64 %o, %a;
  ld.param.u64 %o, [o]; ld.param.u64 %a, [a]; ld.param.f32 %k, [factor]; ld.param.u32 %n, [n];
  mov.u32 %i, %ctaid.x; mov.u32 %t, %ntid.x; mul.lo.u32 %i, %i, %t; mov.u32 %t, %tid.x; add.u32 %i, %i, %t;
  setp.ge.u32 %p, %i, %n; @%p bra DONE;
  mad.wide.u32 %a, %i, 4, %a; mad.wide.u32 %o, %i, 4, %o;
  ld.global.f32 %x, [%a]; mul.f32 %x, %x, %k; st.global.f32 [%o], %x;
DONE: ret;
}
"""
)


class Program:
    """A small user of the driver: checks every status."""

    def __init__(self, standin: StandIn):
        self.s = standin
        self.call("cuInit", 0)
        self.context = self.retain(0)
        self.call("cuCtxSetCurrent", self.context)
        self.stream = self.make("cuStreamCreate", 1)

    def call(self, name: str, *args: object) -> None:
        code = getattr(self.s, name)(*args)
        assert code == 0, (name, code, self.s.last_failure, self.s.faults[-1:])

    def make(self, name: str, *args: object) -> C.c_void_p:
        handle = C.c_void_p()
        self.call(name, C.byref(handle), *args)
        return handle

    def retain(self, device: int) -> C.c_void_p:
        return self.make("cuDevicePrimaryCtxRetain", device)

    def upload(self, values: np.ndarray) -> int:
        pointer = self.make("cuMemAlloc_v2", values.nbytes).value
        self.call("cuMemcpyHtoD_v2", pointer, values.ctypes.data, values.nbytes)
        return pointer or 0

    def download(self, pointer: int, n: int) -> np.ndarray:
        out = np.zeros(n, np.float32)
        self.call("cuMemcpyDtoHAsync_v2", out.ctypes.data, pointer, out.nbytes, self.stream)
        return out

    def kernel(self) -> C.c_void_p:
        self.module = self.make("cuModuleLoadData", SCALE.encode())
        return self.make("cuModuleGetFunction", self.module, b"scale")


def params(o: int, a: int, factor: float, n: int) -> tuple[C.Array, list[object]]:
    values = [C.c_uint64(o), C.c_uint64(a), C.c_float(factor), C.c_uint(n)]
    return (C.c_void_p * 4)(*(C.addressof(v) for v in values)), values


@pytest.fixture
def program():
    p = Program(StandIn(2))
    yield p
    assert p.s.internal_errors == []


X = np.arange(100, dtype=np.float32)


def test_launch_and_copies(program):
    a, o = program.upload(X), program.upload(np.zeros_like(X))
    array, _keep = params(o, a, 2.0, 100)
    program.call("cuLaunchKernel", program.kernel(), 2, 1, 1, 64, 1, 1, 0, program.stream, array, None)
    np.testing.assert_array_equal(program.download(o, 100), 2 * X)
    assert program.s.launches == [("scale", (2, 1, 1), (64, 1, 1))]


def test_work_is_done_only_when_waited_for(program):
    host = program.make("cuMemHostAlloc", 400, 0).value
    a, o = program.upload(X), program.upload(np.zeros_like(X))
    result = np.frombuffer((C.c_float * 100).from_address(host), np.float32)
    array, _keep = params(o, a, 2.0, 100)
    program.call("cuLaunchKernel", program.kernel(), 1, 1, 1, 128, 1, 1, 0, program.stream, array, None)
    program.call("cuMemcpyDtoHAsync_v2", host, o, 400, program.stream)
    assert not np.array_equal(result, 2 * X)
    assert program.s.cuStreamQuery(program.stream) == 600
    program.call("cuStreamSynchronize", program.stream)
    np.testing.assert_array_equal(result, 2 * X)
    assert program.s.cuStreamQuery(program.stream) == 0


def test_streams_meet_at_events(program):
    """A second stream reads what the first wrote, only if it waits for it."""
    f = program.kernel()
    for waits in (False, True):
        a, b, o = program.upload(X), program.upload(np.zeros_like(X)), program.upload(np.zeros_like(X))
        other, event = program.make("cuStreamCreate", 1), program.make("cuEventCreate", 0)
        first, _k1 = params(b, a, 2.0, 100)
        second, _k2 = params(o, b, 3.0, 100)
        program.call("cuLaunchKernel", f, 1, 1, 1, 128, 1, 1, 0, other, first, None)
        program.call("cuEventRecord", event, other)
        if waits:
            program.call("cuStreamWaitEvent", program.stream, event, 0)
        program.call("cuLaunchKernel", f, 1, 1, 1, 128, 1, 1, 0, program.stream, second, None)
        np.testing.assert_array_equal(program.download(o, 100), (6 if waits else 0) * X)


def test_elapsed_time(program):
    start, end = program.make("cuEventCreate", 0), program.make("cuEventCreate", 0)
    milliseconds = C.c_float(-1)
    program.call("cuEventRecord", start, program.stream)
    program.call("cuEventRecord", end, program.stream)
    assert program.s.cuEventElapsedTime(C.byref(milliseconds), start, end) == 600
    program.call("cuEventSynchronize", end)
    program.call("cuEventElapsedTime", C.byref(milliseconds), start, end)
    assert milliseconds.value >= 0


def test_illegal_address_loses_the_context_and_says_where(program):
    a, o = program.upload(X), program.upload(np.zeros_like(X))
    array, _keep = params(o, a, 2.0, 101)
    program.call("cuLaunchKernel", program.kernel(), 1, 1, 1, 128, 1, 1, 0, program.stream, array, None)
    assert program.s.cuStreamSynchronize(program.stream) == 700
    text = C.c_char_p()
    program.s.cuGetErrorString(700, C.byref(text))
    assert b"ld.global.f32 %x, [%a]" in text.value and b"block (0, 0, 0) thread (100, 0, 0)" in text.value
    assert program.s.cuCtxSynchronize() == 700


def kernel_node(f: C.c_void_p, array: C.Array) -> C.Array:
    """CUDA_KERNEL_NODE_PARAMS_v2, byte by byte as cuda.h lays it out."""
    raw = (C.c_uint64 * 9)()
    raw[0] = f.value
    C.memmove(C.addressof(raw) + 8, (C.c_uint * 7)(1, 1, 1, 128, 1, 1, 0), 28)
    raw[5] = C.addressof(array)
    return raw


def test_graphs_are_updated_and_not_rebuilt(program):
    a, o = program.upload(X), program.upload(np.zeros_like(X))
    f, graph = program.kernel(), program.make("cuGraphCreate", 0)
    array, _keep = params(o, a, 2.0, 100)
    node = program.make("cuGraphAddKernelNode_v2", graph, None, 0, kernel_node(f, array))
    again, _keep2 = params(o, o, 5.0, 100)
    program.make("cuGraphAddKernelNode_v2", graph, C.byref(node), 1, kernel_node(f, again))
    ready = program.make("cuGraphInstantiateWithFlags", graph, 0)
    program.call("cuGraphLaunch", ready, program.stream)
    np.testing.assert_array_equal(program.download(o, 100), 10 * X)
    array, _keep = params(o, a, 3.0, 100)
    program.call("cuGraphExecKernelNodeSetParams_v2", ready, node, kernel_node(f, array))
    program.call("cuGraphLaunch", ready, program.stream)
    np.testing.assert_array_equal(program.download(o, 100), 15 * X)
    assert program.s.calls["cuGraphInstantiateWithFlags"] == 1


def test_a_forgotten_dependency_in_a_graph_shows(program):
    a, o = program.upload(X), program.upload(np.zeros_like(X))
    f, graph = program.kernel(), program.make("cuGraphCreate", 0)
    first, _k1 = params(o, a, 2.0, 100)
    second, _k2 = params(o, o, 5.0, 100)
    for array in (first, second):
        program.make("cuGraphAddKernelNode_v2", graph, None, 0, kernel_node(f, array))
    program.call("cuGraphLaunch", program.make("cuGraphInstantiateWithFlags", graph, 0), program.stream)
    assert not np.array_equal(program.download(o, 100), 10 * X)


def test_peer_access_must_be_enabled(program):
    other = program.retain(1)
    program.call("cuCtxPushCurrent_v2", other)
    a = program.upload(X)
    program.call("cuCtxPopCurrent_v2", None)
    o = program.upload(np.zeros_like(X))
    array, _keep = params(o, a, 2.0, 100)
    f = program.kernel()
    program.call("cuCtxEnablePeerAccess", other, 0)
    program.call("cuLaunchKernel", f, 1, 1, 1, 128, 1, 1, 0, program.stream, array, None)
    np.testing.assert_array_equal(program.download(o, 100), 2 * X)
    program.call("cuCtxDisablePeerAccess", other)
    program.call("cuLaunchKernel", f, 1, 1, 1, 128, 1, 1, 0, program.stream, array, None)
    assert program.s.cuStreamSynchronize(program.stream) == 700
    assert "peer" in str(program.s.faults[-1])


def test_peer_copy(program):
    other = program.retain(1)
    program.call("cuCtxPushCurrent_v2", other)
    a = program.upload(X)
    program.call("cuCtxPopCurrent_v2", None)
    o = program.upload(np.zeros_like(X))
    program.call("cuMemcpyPeerAsync", o, program.context, a, other, 400, program.stream)
    np.testing.assert_array_equal(program.download(o, 100), X)


def test_out_of_memory_and_the_stream_ordered_allocator():
    program = Program(StandIn([DeviceSpec(memory=1000)]))
    first = program.make("cuMemAllocAsync", 600, program.stream).value
    program.call("cuMemFreeAsync", first, program.stream)
    program.call("cuMemFree_v2", program.make("cuMemAllocAsync", 900, program.stream).value)
    program.make("cuMemAlloc_v2", 600)
    assert program.s.cuMemAlloc_v2(C.byref(C.c_void_p()), 401) == 2
    assert len(program.s.leaks()) == 2  # the memory and the stream


def test_faults_on_order(program):
    program.s.fail("cuMemAlloc", 2, at=2)
    program.make("cuMemAlloc_v2", 16)
    assert program.s.cuMemAlloc_v2(C.byref(C.c_void_p()), 16) == 2
    program.make("cuMemAlloc_v2", 16)
    a, o = program.upload(X), program.upload(X)
    array, _keep = params(o, a, 2.0, 100)
    program.s.fail("scale", 719)
    program.call("cuLaunchKernel", program.kernel(), 1, 1, 1, 128, 1, 1, 0, program.stream, array, None)
    assert program.s.cuStreamSynchronize(program.stream) == 719


def test_bad_ptx_fills_the_log(program):
    room = 500
    log = C.create_string_buffer(room)
    names, values = (C.c_int * 2)(5, 6), (C.c_void_p * 2)(C.addressof(log), room)
    text = SCALE.replace("mul.f32", "frobnicate.f32").encode()
    assert program.s.cuModuleLoadDataEx(C.byref(C.c_void_p()), text, 2, names, values) == 218
    assert b"unknown instruction 'frobnicate'" in log.value


def test_statuses_of_misuse(program):
    s, f = program.s, program.kernel()
    array, _keep = params(0, 0, 0, 0)
    assert s.cuLaunchKernel(f, 1, 1, 1, 2048, 1, 1, 0, program.stream, array, None) == 1
    assert s.cuLaunchKernel(f, 1, 1, 1, 32, 1, 1, 100 << 10, program.stream, array, None) == 1
    program.call("cuFuncSetAttribute", f, 8, 100 << 10)
    program.call("cuLaunchKernel", f, 1, 1, 1, 32, 1, 1, 100 << 10, program.stream, array, None)
    assert s.cuStreamSynchronize(12345) == 400
    assert s.cuModuleGetFunction(C.byref(C.c_void_p()), program.module, b"missing") == 500
    assert s.cuDeviceGet(C.byref(C.c_int()), 2) == 101
    assert s.cuMemFree_v2(4096) == 1
    assert StandIn().cuDeviceGetCount(C.byref(C.c_int())) == 3
    assert StandIn([]).cuInit(0) == 100
    assert not hasattr(s, "cuNoSuchThing")


def test_a_cubin_runs_the_ptx_registered_for_it(program):
    cubin = bytearray(64)
    cubin[:4] = b"\x7fELF"
    cubin[0x28] = 64  # where section headers would begin
    assert program.s.cuModuleLoadData(C.byref(C.c_void_p()), bytes(cubin)) == 209
    program.s.register(bytes(cubin), SCALE)
    program.make("cuModuleLoadData", bytes(cubin))
