"""Beam search and speculative loops written with tensors of integers."""
from tinygrad import Tensor, dtypes, TinyJit

Tensor.manual_seed(77)
table = Tensor.randn(6, 6).log_softmax(-1).realize()
def beam(start, width, steps):
  seqs, scores = Tensor([[start]]), Tensor([0.0])
  for _ in range(steps):
    total = scores.unsqueeze(1) + table[seqs[:, -1]]
    values, flat = total.flatten().topk(width)
    rows, toks = flat // 6, flat % 6
    seqs, scores = seqs[rows].cat(toks.unsqueeze(1), dim=1), values
  return seqs.tolist(), [round(v, 4) for v in scores.tolist()]
print(*beam(0, 3, 3))
@TinyJit
def greedy(t:Tensor) -> Tensor: return table[t].argmax(-1).realize()
tok, path = Tensor([0]), []
for _ in range(6):
  tok = greedy(tok.contiguous().realize())
  path.append(tok.item())
print(path)
draft, target = Tensor(path[:4]), Tensor(path[:2] + [9, path[3]])
accepted = (draft == target).cast(dtypes.int).cumprod(0).sum().item()
print(accepted, Tensor.cat(draft[:accepted], target[accepted:accepted + 1]).tolist())
penalty = Tensor.zeros(6).scatter_reduce(0, draft, Tensor.ones(4), "sum")
print(penalty.tolist(), (table[0] - penalty).argmax().item())
