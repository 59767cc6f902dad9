"""Gradients: of several targets, twice, through views, accumulated, of shared tensors, detached."""
from tinygrad import Tensor

x, w = Tensor([1.0, 2.0, 3.0]), Tensor([[1.0, -1.0], [0.5, 2.0], [3.0, 0.0]])
loss = ((x @ w).tanh() * x[:2]).sum()
gx, gw = loss.gradient(x, w)
print([round(v, 4) for v in gx.tolist()], [[round(v, 4) for v in r] for r in gw.tolist()])
second = (gx * gx).sum().gradient(x)[0]
print([round(v, 3) for v in second.tolist()])
a = Tensor([2.0, 3.0], requires_grad=True) if "requires_grad" in Tensor.__init__.__code__.co_varnames else Tensor([2.0, 3.0])
for _ in range(3): (a * a).sum().backward()
print(a.grad.tolist())
a.grad = None
(a.detach() * a).sum().backward()
print(a.grad.tolist())
b = Tensor([1.0, 2.0, 3.0, 4.0])
out = b.reshape(2, 2).T.flip(0).pad(((1, 0), (0, 1))).max(axis=0).sum()
print(out.item(), out.gradient(b)[0].tolist())
print(b.sort()[0][-1].gradient(b)[0].tolist(), b.cumsum().sum().gradient(b)[0].tolist(), b.where(b > 2, 0).sum().item() if False else (b > 2).where(b, 0).sum().gradient(b)[0].tolist())
print(Tensor([0.0, 4.0]).sqrt().sum().item(), b.abs().log().sum().gradient(b, gradient=Tensor(2.0))[0].tolist())
