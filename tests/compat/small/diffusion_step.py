"""Noise schedules, time embeddings and one reverse step of a diffusion model."""
import math
from tinygrad import Tensor, nn, dtypes

def timestep_embedding(timesteps, dim, max_period=10000):
  half = dim // 2
  freqs = (-math.log(max_period) * Tensor.arange(half, dtype=dtypes.float32) / half).exp()
  args = timesteps.reshape(-1, 1) * freqs.reshape(1, -1)
  return Tensor.cat(args.cos(), args.sin(), dim=-1)

class Block:
  def __init__(self, ch, emb):
    self.norm, self.conv, self.emb = nn.GroupNorm(2, ch), nn.Conv2d(ch, ch, 3, padding=1), nn.Linear(emb, ch)
  def __call__(self, x, e): return x + self.conv(self.norm(x).swish()) + self.emb(e.silu()).reshape(*x.shape[:1], -1, 1, 1)

Tensor.manual_seed(5)
betas = Tensor.linspace(1e-4, 0.02, 10)
alphas = (1 - betas).cumprod(0)
x0, noise, t = Tensor.randn(2, 4, 8, 8), Tensor.randn(2, 4, 8, 8), Tensor([3, 7])
a = alphas[t].reshape(-1, 1, 1, 1)
xt = a.sqrt() * x0 + (1 - a).sqrt() * noise
emb = timestep_embedding(t, 16)
block = Block(4, 16)
pred = block(xt, emb)
loss = (pred - noise).square().mean()
x_prev = (xt - (1 - a).sqrt() * pred) / a.sqrt()
up = x_prev.interpolate((16, 16), mode="nearest")
print([round(v, 5) for v in alphas.tolist()])
print(f"{emb.sum().item():.4f} {loss.item():.4f} {x_prev.std().item():.4f}", up.shape)
print(f"{x_prev.clip(-1, 1).mean((1, 2, 3)).tolist()[0]:.4f}", x_prev.pad((1, 1, 2, 2)).shape)
