"""A first tour: making tensors, computing, a small model, its loss and its training."""
import numpy as np
from tinygrad import Context, Device, Tensor, dtypes, nn
from tinygrad.helpers import Timing

print("device", Device.DEFAULT == Device.canonicalize(None))
t1 = Tensor([1, 2, 3, 4, 5])
t2 = Tensor(np.array([1, 2, 3, 4, 5]))
print(t1.shape, t1.dtype == dtypes.int, (t1 == t2).all().item())
full, zeros, ones = Tensor.full(shape=(2, 3), fill_value=5), Tensor.zeros(2, 3), Tensor.ones(2, 3)
print(full.tolist(), zeros.sum().item(), ones.mean().item(), Tensor.full_like(full, fill_value=2).tolist())
print(Tensor.eye(3).tolist(), Tensor.arange(start=0, stop=10, step=2).tolist())
print(Tensor.rand(2, 3).shape, Tensor.randn(2, 3).shape, Tensor.uniform(2, 3, low=0, high=10).max().item() < 10)
t3 = Tensor([1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0]).reshape(2, 2, 2)
print(t3[0, :, 1].tolist(), (t3 * 2 + 1).relu().sum(axis=0).tolist(), t3.permute(2, 0, 1).flatten().tolist())
print(t3.max(axis=(1, 2)).tolist(), t3.cast(dtypes.int32).dtype == dtypes.int32, Tensor([-1.0, 2.0]).relu().log_softmax().exp().numpy().round(4).tolist())


class Linear:
    def __init__(self, in_features, out_features, bias=True):
        self.weight = Tensor.kaiming_uniform(out_features, in_features)
        self.bias = Tensor.zeros(out_features) if bias else None

    def __call__(self, x): return x.linear(self.weight.transpose(), self.bias)


class TinyNet:
    def __init__(self): self.l1, self.l2 = nn.Linear(16, 32, bias=False), nn.Linear(32, 4, bias=False)

    def __call__(self, x): return self.l2(self.l1(x).leaky_relu())


print(Linear(4, 2)(Tensor.ones(3, 4)).shape)
rng = np.random.default_rng(0)
X = rng.normal(size=(256, 16)).astype(np.float32)
Y = X[:, :4].argmax(1).astype(np.int32)
net = TinyNet()
opt = nn.optim.SGD(nn.state.get_parameters(net), lr=0.5)
with Context(TRAINING=1):
    for step in range(120):
        samp = rng.integers(0, 256, 64)
        out = net(Tensor(X[samp]))
        loss = out.sparse_categorical_crossentropy(Tensor(Y[samp]))
        opt.zero_grad()
        loss.backward()
        opt.step()
        if step == 0: first = loss.item()
with Timing("Time: ", enabled=False):
    accuracy = (net(Tensor(X)).argmax(axis=-1).numpy() == Y).mean()
print("learned", bool(accuracy > 0.7), bool(loss.item() < first))
