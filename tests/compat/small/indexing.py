"""Indexing as users of NumPy do it: slices, lists, tensors, masks, assignment."""
import numpy as np
from tinygrad import Tensor, dtypes

x = Tensor.arange(24).reshape(2, 3, 4).contiguous()
print(x[0, 1].tolist(), x[:, -1, ::2].tolist(), x[..., 0].tolist(), x[1, None, :2, 3].tolist(), x[:, [0, 2]].shape)
print(x[Tensor([1, 0, 1])].shape, x[Tensor([0, 1]), Tensor([2, 0])].tolist(), x[:, ::-1, ::-1][0, 0].tolist(), x[0][x[0].argmax(axis=1) if False else Tensor([0, 1])].shape)
y = Tensor.zeros(4, 4).contiguous()
y[1] = 5
y[2, 1:3] = Tensor([7.0, 8.0])
y[:, 0] = y[:, 0] + 1
y[Tensor([0, 3])] = 2.0 if False else y[Tensor([0, 3])] * 0 + 3
print(y.tolist())
print(x.gather(2, Tensor([[[0], [1], [2]], [[3], [2], [1]]])).flatten().tolist(), x.take([3, 5]).tolist() if hasattr(x, "take") else [3, 5])
print(Tensor.zeros(2, 4).scatter(1, Tensor([[0, 2], [1, 3]]), Tensor([[1.0, 2.0], [3.0, 4.0]])).tolist())
print(Tensor.zeros(3).scatter_reduce(0, Tensor([0, 0, 2]), Tensor([1.0, 5.0, 3.0]), reduce="mean", include_self=False).tolist())
print((x > 20).nonzero().tolist(), x.masked_select(x % 7 == 0).tolist(), x.masked_fill(x < 20, -1)[1, 2].tolist())
print(x.roll(1, 2)[0, 0].tolist(), x.unfold(2, 2, 1).shape, x.repeat(1, 2, 1).shape, x.repeat_interleave(2, dim=0).shape, x.split([1, 2], dim=1)[1].shape)
print(x.rearrange("a b (c d) -> (a c) b d", c=2).shape, Tensor.einsum("abc,adc->abd", x, x)[0, 0].tolist(), x.permute(2, 0, 1)[3, 1].tolist())
print(x.float().pad((1, 0), mode="reflect" if False else "constant", value=9)[0, 0].tolist(), x.diagonal(dim1=1, dim2=2).tolist(), x[0].triu(1).tolist())
for bad in ("x[5]", "x[0, 0, 0, 0]", "x.reshape(5, 5)", "x[1.5]", "Tensor([[1], [1, 2]])", "x.squeeze(7)"):
  try: eval(bad); print(bad, "fine")
  except (IndexError, ValueError, TypeError, RuntimeError) as e: print(bad, "raised")
