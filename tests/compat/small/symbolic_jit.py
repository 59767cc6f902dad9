"""Functions compiled once for every length."""
from tinygrad import Tensor, TinyJit, Variable, UOp, GlobalCounters

calls = 0
@TinyJit
def attend(q:Tensor, k:Tensor) -> Tensor:
  global calls
  calls += 1
  return ((q @ k.T).softmax(-1) @ k).realize()

Tensor.manual_seed(4)
cache, q = Tensor.randn(10, 4).realize(), Tensor.randn(2, 4).realize()
v = Variable("len", 1, 10)
for n in range(1, 6):
  out = attend(q, cache[:v.bind(n)] if False else cache.shrink(((0, v.bind(n)), None)))
  ref = (q @ cache[:n].T).softmax(-1) @ cache[:n]
  print(n, out.shape, f"{(out - ref).abs().max().item():.1f}")
print(calls)
i = Variable("i", 1, 10).bind(3)
t = Tensor.ones(10).contiguous()[:i]
print(t.sum().item(), (t + 1).mean().item(), Tensor.arange(10)[:i].max().item())
print((v * 2 + 1).render() if hasattr(v * 2 + 1, "render") else "", v.bind(5).unbind()[1], v.vmin, v.vmax, v.expr)
