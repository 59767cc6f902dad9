"""What devices there are, and where tensors lie; counters of what ran."""
from tinygrad import Device, GlobalCounters, Tensor, TinyJit, dtypes
from tinygrad.device import Buffer
from tinygrad.helpers import Context

print(Device.DEFAULT in list(Device.get_available_devices()) or Device.DEFAULT, Device.canonicalize("cpu"), Device.canonicalize("CPU:0"), Device.canonicalize("cpu:1"))
x = Tensor([1.0, 2.0, 3.0], device="PYTHON")
print(x.device, x.to("CPU").device, (x + 1).tolist(), x.to("CPU").to("PYTHON").tolist())
print(Device["CPU"] is Device["CPU"], type(Device["CPU"]).__name__.endswith("Device"))
GlobalCounters.reset()
a = Tensor.ones(64, 64, device="CPU").contiguous().realize()
(a + a).realize()
print(GlobalCounters.kernel_count, GlobalCounters.global_ops >= 64 * 64, GlobalCounters.global_mem >= 64 * 64 * 4, GlobalCounters.mem_used > 0)
before = GlobalCounters.mem_used
big = Tensor.ones(1 << 16, device="CPU").contiguous().realize()
print(GlobalCounters.mem_used - before)
del big
print(GlobalCounters.mem_used == before)


@TinyJit
def step(x): return (x * 2 + 1).realize()


for i in range(4):
    GlobalCounters.reset()
    out = step(Tensor.full((8,), float(i), device="CPU").contiguous().realize())
print(out.tolist()[:2], GlobalCounters.kernel_count >= 1)
buf = Buffer("CPU", 4, dtypes.int32).allocate()
buf.copyin(memoryview(bytearray(b"\1\0\0\0\2\0\0\0\3\0\0\0\4\0\0\0")))
out = bytearray(16)
buf.copyout(memoryview(out))
print(out[4], buf.nbytes, buf.size, buf.dtype == dtypes.int32, buf.device)
try: Tensor([1], device="NOSUCHDEVICE").realize()
except Exception as e: print("refused", len(str(e)) > 0)
with Context(DEBUG=0): print((Tensor([1, 2], device="CPU") * 3).tolist())
