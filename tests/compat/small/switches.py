"""Context as a block and as a decorator, ContextVars, BEAM, NOOPT, default dtypes."""
from tinygrad import Tensor, Context
from tinygrad.helpers import BEAM, NOOPT, ContextVar

x = Tensor.arange(64).float().reshape(8, 8).contiguous().realize()
with Context(BEAM=0, NOOPT=1): print(BEAM.value, bool(NOOPT), (x @ x).sum().item())
with Context(BEAM=1): print((x.T @ x)[0].sum().item(), BEAM > 0)
print(BEAM.value, bool(NOOPT))
MY = ContextVar("MY_SWITCH", 3)
with Context(MY_SWITCH=4): print(MY.value, MY == 4)
print(MY.value)
@Context(NOOPT=1)
def f(): return bool(NOOPT)
print(f(), bool(NOOPT))
try:
  with Context(NO_SUCH_SWITCH=1): pass
except Exception as e: print("raised")
