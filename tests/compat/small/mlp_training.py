"""A classifier trained with Adam, a learning-rate schedule and clipped gradients."""
from tinygrad import Context, Tensor, nn, dtypes
from tinygrad.nn.optim import AdamW

class Net:
  def __init__(self):
    self.l1, self.l2, self.norm = nn.Linear(8, 16), nn.Linear(16, 3), nn.LayerNorm(16)
  def __call__(self, x:Tensor) -> Tensor: return self.l2(self.norm(self.l1(x).gelu()).dropout(0.1))

Tensor.manual_seed(42)
X, Y = Tensor.randn(64, 8), Tensor.randint(64, high=3)
net = Net()
opt = AdamW(nn.state.get_parameters(net), lr=0.01, weight_decay=0.1)
with Context(TRAINING=1):
  for step in range(6):
    opt.lr.assign(Tensor([0.01 * (step + 1) / 6]))
    opt.zero_grad()
    loss = net(X).sparse_categorical_crossentropy(Y, label_smoothing=0.1).backward()
    norm = Tensor.stack(*[p.grad.float().square().sum() for p in opt.params if p.grad is not None]).sum().sqrt()
    Tensor.realize(loss, norm)
    for p in opt.params: p.grad = (p.grad * (1.0 / (norm + 1e-6)).minimum(1.0)).cast(p.dtype)
    opt.step()
    print(f"{step} {loss.item():.4f} {norm.item():.3f}")
print(f"{(net(X).argmax(axis=1) == Y).mean().item():.2f}", net(X).dtype == dtypes.float, opt.lr.item() == opt.lr.numpy()[0])
print([tuple(p.shape) for p in opt.params], list(nn.state.get_state_dict(net)))
