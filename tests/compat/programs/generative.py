"""An autoencoder with transposed convolutions, trained by a captured step, saved and loaded with its optimiser's state."""
import os
import tempfile

from tinygrad import Context, Tensor, TinyJit, nn
from tinygrad.nn.state import get_parameters, get_state_dict, load_state_dict, safe_load, safe_save


class Autoencoder:
    def __init__(self):
        self.encoder = [nn.Conv2d(1, 4, 3, stride=2, padding=1), Tensor.silu, nn.Conv2d(4, 2, 3, stride=2, padding=1)]
        self.decoder = [nn.ConvTranspose2d(2, 4, 4, stride=2, padding=1), nn.GroupNorm(2, 4), Tensor.silu, nn.ConvTranspose2d(4, 1, 4, stride=2, padding=1)]

    def __call__(self, x): return x.sequential(self.encoder).tanh().sequential(self.decoder).sigmoid()


Tensor.manual_seed(11)
y, x = Tensor.arange(16).reshape(1, 16, 1), Tensor.arange(16).reshape(1, 1, 16)
centre = Tensor.randint(32, 1, 1, low=4, high=12)
data = (((y - centre).square() + (x - 8).square()) < 20).float().reshape(32, 1, 16, 16).contiguous().realize()
net = Autoencoder()
opt = nn.optim.AdamW(get_parameters(net), lr=0.02)


@TinyJit
@Context(TRAINING=1)
def step(batch):
    opt.zero_grad()
    loss = (net(batch) - batch).square().mean()
    loss.backward()
    opt.step()
    return loss.realize()


losses = [step(data[i % 2 * 16:i % 2 * 16 + 16].contiguous().realize()).item() for i in range(40)]
print("better", losses[-1] < losses[0] / 2)
path = os.path.join(tempfile.mkdtemp(), "all.safetensors")
safe_save({**{f"net.{k}": v for k, v in get_state_dict(net).items()}, **{f"opt.{k}": v for k, v in get_state_dict(opt).items()}}, path)
other = Autoencoder()
load_state_dict(other, {k.removeprefix("net."): v for k, v in safe_load(path).items() if k.startswith("net.")}, verbose=False)
print("same", (other(data) - net(data)).abs().max().item() == 0, any(k.startswith("opt.") for k in safe_load(path)))
