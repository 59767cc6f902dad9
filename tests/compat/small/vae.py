"""A variational autoencoder with the reparametrisation trick."""
from tinygrad import Context, Tensor, nn

class VAE:
  def __init__(self):
    self.enc, self.mu, self.logvar, self.dec = nn.Linear(10, 8), nn.Linear(8, 2), nn.Linear(8, 2), nn.Linear(2, 10)
  def __call__(self, x):
    h = self.enc(x).relu()
    mu, logvar = self.mu(h), self.logvar(h)
    z = mu + (0.5 * logvar).exp() * Tensor.randn(*mu.shape)
    return self.dec(z).sigmoid(), mu, logvar

Tensor.manual_seed(3)
model, x = VAE(), Tensor.rand(12, 10)
opt = nn.optim.Adam(nn.state.get_parameters(model), lr=0.02)
with Context(TRAINING=1):
  for i in range(4):
    out, mu, logvar = model(x)
    bce = out.binary_crossentropy(x, reduction="sum")
    kld = -0.5 * (1 + logvar - mu.square() - logvar.exp()).sum()
    opt.zero_grad()
    (bce + kld).backward()
    Tensor.realize(bce, kld)
    opt.step()
    print(f"{bce.item():.3f} {kld.item():.4f}")
print(model(x)[0].shape, bool((model(x)[0].min() >= 0).item()))
