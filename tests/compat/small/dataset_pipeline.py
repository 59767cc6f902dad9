"""Batches by random indices, augmentation, accumulation over a set."""
import numpy as np
from tinygrad import Tensor, dtypes, TinyJit
from tinygrad.helpers import trange, tqdm

rng = np.random.default_rng(0)
X, Y = Tensor(rng.integers(0, 255, (50, 1, 6, 6), dtype=np.uint8)), Tensor(np.arange(50, dtype=np.int64) % 5)
Tensor.manual_seed(0)

def augment(x):
  x = x.cast(dtypes.float32) / 255
  return Tensor.where(Tensor.rand(x.shape[0], 1, 1, 1) < 0.5, x.flip(-1), x).pad((1, 1, 1, 1))[:, :, 1:-1, :-2]

seen = []
for i in (t := trange(3, disable=True)):
  samples = Tensor.randint(8, high=X.shape[0])
  xb, yb = augment(X[samples]), Y[samples]
  seen.append((round(xb.mean().item(), 4), yb.sum().item()))
  t.set_description(f"loss {seen[-1][0]}")
print(seen, xb.shape, yb.dtype == dtypes.long)

@TinyJit
def evaluate(x:Tensor, y:Tensor) -> Tensor: return ((x.cast(dtypes.float32).mean((1, 2, 3)) > 127) == (y > 2)).sum().realize()
total = sum(evaluate(X[i:i+10].contiguous().realize(), Y[i:i+10].contiguous().realize()).item() for i in tqdm(range(0, 50, 10), disable=True))
print(total, [c for c in (Y.one_hot(5).sum(0)).tolist()], Y.reshape(-1, 5)[0].numpy().tolist())
perm = Tensor.randperm(10)
print(sorted(perm.tolist()) == list(range(10)), X[perm].shape, X[Tensor([0, -1])].cast(dtypes.int).sum().item())
