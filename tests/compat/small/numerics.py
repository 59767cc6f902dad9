"""Reductions, sorting, scans and numerics."""
from tinygrad import Tensor, dtypes

Tensor.manual_seed(12)
x = Tensor.randn(4, 6)
print([round(v, 4) for v in (x.mean().item(), x.std().item(), x.var(correction=0).item(), x.logsumexp().item(), x.abs().max().item())])
print([round(v, 4) for v in x.sum(1).tolist()], x.argmax(1).tolist(), x.argmin(0).tolist(), x.argsort(1)[0].tolist())
values, index = x.sort(dim=1, descending=True)
print([round(v, 3) for v in values[0].tolist()], index[0].tolist(), (x > 0).any(1).tolist(), (x > -9).all().item())
print([round(v, 4) for v in x.cumsum(1)[0].tolist()], [round(v, 4) for v in x.cummax(1)[0].tolist()] if not isinstance(x.cummax(1), tuple) else [round(v, 4) for v in x.cummax(1)[0][0].tolist()])
print([round(v, 4) for v in x.logcumsumexp(1)[0].tolist()], [round(v, 4) for v in x.normalize(dim=1)[0].tolist()])
print([round(v, 4) for v in x.prod(0).tolist()], x.topk(2, dim=1)[1].tolist(), x.isclose(x + 1e-9).all().item(), (x - x).abs().max().item())
s, m = x.std_mean(axis=1)
print(round(s[0].item(), 4), round(m[0].item(), 4), Tensor([float("inf"), 1.0, float("nan")]).isnan().tolist(), Tensor([float("inf"), 1.0]).isinf().tolist())
print([round(v, 4) for v in Tensor([0.5, -1.5, 2.5, 3.5]).round().tolist()], Tensor([1.7, -1.7]).trunc().tolist(), Tensor([1.2, -1.2]).ceil().tolist(), Tensor([3.0, -2.0]).sign().tolist())
print([round(v, 5) for v in Tensor([0.1, 1.0, 2.0]).erf().tolist()], [round(v, 5) for v in Tensor([0.3, -0.9]).asin().tolist()], [round(v, 5) for v in Tensor([2.0, 0.5]).pow(Tensor([0.5, -2.0])).tolist()])
print(Tensor.linspace(0, 1, 5).tolist(), Tensor.arange(5, 0, -2).tolist(), Tensor.eye(2).tolist(), Tensor.full((2,), 3).dtype == dtypes.int, Tensor.meshgrid(Tensor([1, 2]), Tensor([3, 4]))[0].tolist())
