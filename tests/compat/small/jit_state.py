"""Captured functions: state that moves, random numbers, several results, reset, errors."""
from tinygrad import Tensor, TinyJit, nn

class Counter:
  def __init__(self): self.n, self.calls = Tensor.zeros(1).contiguous().realize(), 0
  @TinyJit
  def step(self, by:Tensor):
    self.calls += 1
    self.n.assign(self.n + by).realize()
    return (self.n * 2).realize(), {"half": (self.n / 2).realize()}

c = Counter()
for i in range(5):
  two, d = c.step(Tensor([float(i)]))
  print(two.item(), d["half"].item(), c.n.item())
print(c.calls)
Tensor.manual_seed(99)
noise = TinyJit(lambda x: (x + Tensor.rand(3)).realize())
print([[round(v, 4) for v in noise(Tensor.zeros(3).contiguous().realize()).tolist()] for _ in range(4)])
@TinyJit
def add(a, b): return (a + b).realize()
for i in range(3): add(Tensor([1.0]), Tensor([float(i)]))
add.reset()
print(add(Tensor([1.0, 2.0]), Tensor([1.0, 2.0])).tolist(), add.cnt)
