"""Gradients summed over parts of a batch: the same step as that of the whole batch."""
import numpy as np
from tinygrad import Context, Tensor, nn
from tinygrad.nn.optim import SGD
from tinygrad.nn.state import get_parameters, get_state_dict, load_state_dict

rng = np.random.default_rng(3)
X, Y = rng.normal(size=(32, 6)).astype(np.float32), rng.normal(size=(32, 2)).astype(np.float32)


class Net:
    def __init__(self): self.a, self.b = nn.Linear(6, 8), nn.Linear(8, 2)

    def __call__(self, x): return self.b(self.a(x).tanh())


Tensor.manual_seed(5)
whole, parts = Net(), Net()
load_state_dict(parts, {k: v.clone() for k, v in get_state_dict(whole).items()}, verbose=False)


@Context(TRAINING=1)
def train(net, micro):
    opt = SGD(get_parameters(net), lr=0.1, momentum=0.9)
    for _ in range(3):
        opt.zero_grad()
        for i in range(0, 32, micro):
            x, y = Tensor(X[i:i + micro]), Tensor(Y[i:i + micro])
            loss = ((net(x) - y).square().mean() / (32 // micro)).backward()
            for p in opt.params: p.grad.realize()
        opt.step()
    return loss.item() * (32 // micro)


train(whole, 32)
train(parts, 8)
for (name, a), b in zip(get_state_dict(whole).items(), get_parameters(parts)):
    print(name, np.allclose(a.numpy(), b.numpy(), atol=1e-5))
w = get_state_dict(whole)["a.weight"]
clipped = (w * (1 / (w.square().sum().sqrt() + 1e-6)).minimum(1.0))
print("norm", round(clipped.square().sum().sqrt().item(), 3) <= 1)
(g,) = (w.detach() ** 3).sum().gradient(w) if False else (Tensor([2.0]),)
x = Tensor([1.0, 2.0, 3.0])
(g,) = (x ** 3).sum().gradient(x)
print(g.tolist())
