"""A small network for pictures: convolutions, pools, batch norm, residuals, in training and testing."""
from tinygrad import Context, Tensor, nn

class Block:
  def __init__(self, i, o, stride=1):
    self.c1, self.b1 = nn.Conv2d(i, o, 3, stride=stride, padding=1, bias=False), nn.BatchNorm(o)
    self.down = [nn.Conv2d(i, o, 1, stride=stride, bias=False), nn.BatchNorm(o)] if stride != 1 or i != o else []
  def __call__(self, x): return (self.b1(self.c1(x)) + x.sequential(self.down)).relu()

class Net:
  def __init__(self):
    self.layers = [nn.Conv2d(3, 4, 5, 2, 2), Tensor.relu, nn.BatchNorm(4), Tensor.max_pool2d, Block(4, 4), Block(4, 8, 2)]
    self.head = nn.Linear(8, 3)
  def __call__(self, x): return self.head(x.sequential(self.layers).mean((2, 3)))

Tensor.manual_seed(8)
net, x = Net(), Tensor.randn(2, 3, 32, 32)
opt = nn.optim.LARS(nn.state.get_parameters(net), lr=0.1)
with Context(TRAINING=1):
  for _ in range(2):
    loss = net(x).cross_entropy(Tensor([0, 2]))
    opt.zero_grad(); loss.backward().realize(); opt.step()
    print(f"{loss.item():.4f}")
print([round(v, 3) for v in net(x)[0].tolist()], [round(v, 4) for v in net.layers[2].running_mean.tolist()])
up = nn.ConvTranspose2d(3, 2, 4, stride=2, padding=1)
print(up(x).shape, nn.Conv1d(3, 6, 3, groups=3)(Tensor.randn(1, 3, 9)).shape, x.avg_pool2d(3, stride=2, padding=1).shape, x.max_pool2d(2, ceil_mode=True)[0].shape)
print(f"{x.conv2d(Tensor.ones(1, 3, 3, 3), padding=(1, 0, 2, 1)).std().item():.3f}", f"{x.interpolate((5, 7), mode='linear', align_corners=True).sum().item():.3f}")
