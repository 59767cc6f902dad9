"""A program as its users write them for the other package: run by the tests with heddle in its place."""
import os
import sys

import numpy as np
from tinygrad import Context, Device, GlobalCounters, Tensor, TinyJit, Variable, dtypes, nn
from tinygrad.dtype import DType
from tinygrad.helpers import (
    DEBUG,
    Timing,
    argfix,
    colored,
    dedup,
    flatten,
    getenv,
    partition,
    prod,
    round_up,
    tqdm,
    trange,
)
from tinygrad.nn.optim import SGD, Adam
from tinygrad.nn.state import get_parameters, get_state_dict, load_state_dict, safe_load, safe_save


class Net:
    def __init__(self):
        self.l1, self.l2 = nn.Linear(8, 16), nn.Linear(16, 3)

    def __call__(self, x: Tensor) -> Tensor:
        return self.l2(self.l1(x).relu())


Tensor.manual_seed(1337)
rng = np.random.default_rng(0)
x_all = rng.normal(size=(240, 8)).astype(np.float32)
y_all = (x_all[:, :3].argmax(1)).astype(np.int32)
net = Net()
opt = Adam(get_parameters(net), lr=0.02)


@TinyJit
def step(x: Tensor, y: Tensor) -> Tensor:
    opt.zero_grad()
    loss = net(x).sparse_categorical_crossentropy(y).backward()
    opt.step()
    return loss.realize()


with Tensor.train():
    for _ in (t := trange(getenv("STEPS", 60))):
        pick = rng.integers(0, 240, 32)
        loss = step(Tensor(x_all[pick]), Tensor(y_all[pick]))
        t.set_description(colored(f"loss {loss.item():.3f}", "green"))

accuracy = (net(Tensor(x_all)).argmax(axis=1) == Tensor(y_all)).mean().item()
print("trained", accuracy > 0.9)

safe_save(get_state_dict(net), path := sys.argv[1])
other = Net()
load_state_dict(other, safe_load(path), verbose=False)
print("saved", os.path.getsize(path) > 700, np.array_equal(other(Tensor(x_all)).numpy(), net(Tensor(x_all)).numpy()))

GlobalCounters.reset()
with Context(DEBUG=0), Timing("it took ", enabled=False): print("sum", (Tensor.ones(4, 4).contiguous() * 3).sum().item())
print("kernels", GlobalCounters.kernel_count > 0, "debug", DEBUG >= 1, bool(DEBUG == 0))

n = Variable("n", 1, 10).bind(4)
print("symbolic", Tensor.ones(10).contiguous()[:n].sum().item() if len(sys.argv) < 3 else "left out")
print(dtypes.float32.itemsize, isinstance(dtypes.int8, DType), Device.DEFAULT == Device.canonicalize(None), SGD.__name__)
print(prod((2, 3)), round_up(5, 4), argfix((1, 2)), dedup([1, 1, 2]), flatten([[1], [2]]), partition([1, 2], lambda v: v > 1))
print(sum(tqdm([1, 2, 3], disable=True)))
