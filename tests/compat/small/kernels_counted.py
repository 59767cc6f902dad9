"""GlobalCounters, DEBUG, Timing, and which results are kept."""
import contextlib, io
from tinygrad import Tensor, GlobalCounters, Context, Device
from tinygrad.helpers import Timing, DEBUG, getenv, colored, ansistrip, prod

x = Tensor.rand(32, 32).realize()
GlobalCounters.reset()
y = (x + 1).realize()
print(GlobalCounters.kernel_count, GlobalCounters.global_ops >= 1024, GlobalCounters.global_mem == 8192)
GlobalCounters.reset()
y.realize(); x.reshape(1024).realize()
print(GlobalCounters.kernel_count)
(x @ x).realize()
print(GlobalCounters.kernel_count, GlobalCounters.global_ops >= 2 * 32 ** 3)
with Context(DEBUG=0):
  print(DEBUG.value, bool(DEBUG), DEBUG < 1)
  with Context(DEBUG=1): print(DEBUG.value, DEBUG >= 1)
told = io.StringIO()
with contextlib.redirect_stdout(told):
  with Timing("matmul ", on_exit=lambda ns: f", {2 * 32 ** 3 / ns > 0}"): (x @ x).realize()
print(told.getvalue().startswith("matmul "), told.getvalue().strip().endswith("ms, True"))
print(getenv("NOT_THERE", 5), getenv("NOT_THERE", "x"), prod((2, 3, 4)), ansistrip(colored("hi", "red")), repr(colored("hi", "GREEN", background=True)))
print(x.nbytes(), x.element_size(), x.numel(), len(x), x.ndim, Device.DEFAULT in Device.get_available_devices())
