"""A generator and a discriminator, trained in turns."""
from tinygrad import Context, Tensor, nn
from tinygrad.nn.state import get_parameters

class G:
  def __init__(self): self.l = [nn.Linear(4, 12), nn.Linear(12, 6)]
  def __call__(self, z): return self.l[1](self.l[0](z).leaky_relu(0.2)).tanh()
class D:
  def __init__(self): self.l = [nn.Linear(6, 12), nn.Linear(12, 1)]
  def __call__(self, x): return self.l[1](self.l[0](x).leaky_relu(0.2))

Tensor.manual_seed(7)
g, d = G(), D()
og, od = nn.optim.Adam(get_parameters(g), lr=2e-3, b1=0.5), nn.optim.Adam(get_parameters(d), lr=2e-3, b1=0.5)
real = Tensor.randn(16, 6).tanh().realize()

@Context(TRAINING=1)
def train_d(fake:Tensor):
  od.zero_grad()
  loss = d(real).binary_crossentropy_logits(Tensor.ones(16, 1)) + d(fake.detach()).binary_crossentropy_logits(Tensor.zeros(16, 1))
  loss.backward()
  loss.realize()
  od.step()
  return loss

@Context(TRAINING=1)
def train_g(z:Tensor):
  og.zero_grad(); od.zero_grad()
  loss = d(g(z)).binary_crossentropy_logits(Tensor.ones(16, 1)).backward().realize()
  og.step()
  return loss

for i in range(5):
  z = Tensor.randn(16, 4).realize()
  print(f"{train_d(g(z).realize()).item():.4f} {train_g(z).item():.4f}")
print(f"{sum(p.square().sum().item() for p in get_parameters(g)):.3f}")
