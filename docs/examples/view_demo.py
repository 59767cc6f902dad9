"""A small network is trained for a few steps: what the pictures of docs/view.md show."""
import numpy as np

from heddle import Tensor, TinyJit, nn
from heddle.nn.optim import Adam


class Net:
    def __init__(self):
        self.first, self.last = nn.Linear(64, 96), nn.Linear(96, 10)

    def __call__(self, x):
        return self.last(self.first(x).relu())


net = Net()
optimiser = Adam(nn.state.get_parameters(net), lr=1e-3)


@TinyJit
def step(x, y):
    with Tensor.train():
        loss = net(x).sparse_categorical_crossentropy(y)
        optimiser.zero_grad()
        loss.backward()
        optimiser.step()
    return loss.realize()


numbers = np.random.default_rng(0)
x = Tensor(numbers.standard_normal((64, 64)).astype(np.float32))
y = Tensor(numbers.integers(0, 10, 64).astype(np.int32))
for _ in range(6):
    print(f"loss {step(x, y).item():.3f}")
