"""Every optimiser on one problem, with a schedule of rates and two groups."""
import math

from tinygrad import Context, Tensor, nn
from tinygrad.nn import optim
from tinygrad.nn.optim import LAMB, SGD, Adam, AdamW, OptimizerGroup

target = Tensor([[1.0, -2.0, 0.5], [0.25, 3.0, -1.0]])
X = Tensor.eye(3)


def problem():
    Tensor.manual_seed(3)
    return nn.Linear(3, 2)


def solve(net, opt, steps=60, schedule=None):
    with Context(TRAINING=1):
        for i in range(steps):
            if schedule is not None: opt.lr.assign(Tensor([schedule(i)])).realize()
            opt.zero_grad()
            loss = (net(X) - target.T).square().mean().backward()
            opt.step()
    return loss.item()


start = (problem()(X) - target.T).square().mean().item()
for make in (lambda p: SGD(p, lr=0.3), lambda p: SGD(p, lr=0.1, momentum=0.9), lambda p: SGD(p, lr=0.1, momentum=0.9, nesterov=True, weight_decay=1e-4),
             lambda p: Adam(p, lr=0.1), lambda p: AdamW(p, lr=0.1, weight_decay=0.01), lambda p: LAMB(p, lr=0.1), lambda p: optim.LARS(p, lr=0.5)):
    net = problem()
    opt = make([net.weight, net.bias])
    print(solve(net, opt) < start / 3, len(opt.params), opt.lr.shape)
net = problem()
print("cosine", solve(net, SGD([net.weight, net.bias], lr=0.0), schedule=lambda i: 0.15 * (1 + math.cos(math.pi * i / 60))) < start / 3)
net = problem()
group = OptimizerGroup(SGD([net.weight], lr=0.3), Adam([net.bias], lr=0.1))
print("group", solve(net, group) < start / 3, len(group.params))
