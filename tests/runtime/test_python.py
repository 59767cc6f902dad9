"""The PYTHON device: kernels through its renderer, compiler and loader, and its memory."""
import numpy as np
import pytest

from heddle.device import Device
from heddle.dtype import dtypes
from heddle.errors import FileFormatError, InternalError
from heddle.runtime import ops_python
from heddle.uop import AxisType, Ops, ParamArg, UOp
from heddle.uop.printer import read_graph
from heddle.uop.program_info import ProgramInfo

F32, I64 = dtypes.float32, dtypes.int64


@pytest.fixture
def device(): return ops_python.PythonDevice("PYTHON", None, None, None)


def scale_kernel(size):
    """out[i] = sin(in[i]) * n"""
    out, a = (UOp(Ops.PARAM, F32, (), ParamArg(slot, size)) for slot in (0, 1))
    n = UOp(Ops.DEFINE_VAR, I64, (), ("n", 0, 9))
    length = UOp.const(I64, size)
    i = UOp(Ops.RANGE, I64, (length,), (0, AxisType.GRID))
    place, source = UOp(Ops.INDEX, F32, (out, i)), UOp(Ops.INDEX, F32, (a, i))
    value = UOp(Ops.LOAD, F32, (source,))
    factor = UOp(Ops.CAST, F32, (n,))
    product = UOp(Ops.MUL, F32, (sine := UOp(Ops.SIN, F32, (value,)), factor))
    store = UOp(Ops.STORE, dtypes.void, (place, product))
    return [out, a, n, length, i, place, source, value, sine, factor, product, store, UOp(Ops.END, dtypes.void, (i,))]


def load(device, uops):
    source = device.renderer.render(uops, "scale")
    binary = device.compiler.compile(source)
    info = ProgramInfo("scale", (0, 1), (0,), (1,), ("n",), (4,))
    parts = UOp.sink(), UOp(Ops.SOURCE, dtypes.void, (), source), UOp(Ops.BINARY, dtypes.void, (), binary)
    return device.runtime(UOp(Ops.PROGRAM, dtypes.void, parts, info))


def test_it_is_found_and_never_the_default():
    assert "PYTHON" in Device.names() and isinstance(Device["PYTHON"], ops_python.PythonDevice)
    assert Device.probe("PYTHON").usable and not Device.probe("PYTHON").by_default


def test_a_kernel_runs(device):
    x = np.array([0.5, -1, 2, 1e6], np.float32)
    out = np.zeros(4, np.float32)
    seconds = load(device, scale_kernel(4))([out.data, x.data], {"n": 3, "other": 1}, (4,), None, wait=True)
    assert seconds is not None and seconds > 0
    np.testing.assert_array_equal(out, np.sin(x.astype(np.float64)).astype(np.float32) * np.float32(3))


def test_the_source_is_the_list_of_ops(device):
    uops = scale_kernel(4)
    assert list(read_graph(device.renderer.render(uops, "scale")).src) == uops


def test_the_python_function_can_be_seen(device):
    text = device.compiler.disassemble(device.renderer.render(scale_kernel(4), "scale").encode())
    assert text.startswith("def kernel(buffers, variables):") and "for " in text


def test_a_broken_binary_is_refused(device):
    binary = UOp(Ops.BINARY, dtypes.void, (), b"\x7fELF nonsense")
    with pytest.raises(FileFormatError, match="cannot read this line"):
        device.runtime(UOp(Ops.PROGRAM, dtypes.void, (binary,), ProgramInfo("k", (), (), ())))


def test_a_kernel_that_leaves_its_memory_is_named(device):
    with pytest.raises(InternalError, match="a buffer of 8 bytes was given: PARAM"):
        load(device, scale_kernel(4))([memoryview(bytearray(16)), memoryview(bytearray(8))], {"n": 1})


def test_empty_buffers(device):
    assert load(device, scale_kernel(0))([0, 0], {"n": 1}) is None


def test_memory(device):
    block, ticket = device.allocator.alloc(16)
    device.allocator.copyin(block, memoryview(bytes(range(16))))
    part = device.allocator.offset(block, 4, 8)
    device.allocator.copyin(part, memoryview(b"abcd"))
    device.allocator.copyout(memoryview(out := bytearray(16)), block)
    assert out == bytes(range(8)) + b"abcd" + bytes(range(12, 16))
    assert bytes(device.allocator.as_memoryview(part, 4)) == b"abcd"
    device.allocator.free(block, 16, ticket)


def test_no_op_and_no_format_is_emulated(device):
    caps = device.renderer.capabilities
    assert set(dtypes.all) <= caps.arithmetic and {Ops.EXP2, Ops.LOG2, Ops.SIN} <= caps.native
