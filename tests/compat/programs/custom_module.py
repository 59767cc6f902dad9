"""A residual network of modules in modules: names of parameters, state dicts, weights that are shared."""
from dataclasses import dataclass

from tinygrad import Tensor, nn
from tinygrad.helpers import prod
from tinygrad.nn.state import get_parameters, get_state_dict, load_state_dict


@dataclass
class Config:
    channels: int = 4
    blocks: int = 2


class Block:
    def __init__(self, c: int):
        self.conv1, self.bn1 = nn.Conv2d(c, c, 3, padding=1, bias=False), nn.BatchNorm2d(c)
        self.conv2, self.bn2 = nn.Conv2d(c, c, 3, padding=1, bias=False), nn.BatchNorm2d(c)

    def __call__(self, x: Tensor) -> Tensor:
        return (self.bn2(self.conv2(self.bn1(self.conv1(x)).relu())) + x).relu()


class ResNet:
    def __init__(self, config: Config):
        self.config = config
        self.stem = nn.Conv2d(3, config.channels, 3, padding=1)
        self.blocks = [Block(config.channels) for _ in range(config.blocks)]
        self.head = {"norm": nn.LayerNorm(config.channels), "out": nn.Linear(config.channels, 5)}

    def forward(self, x: Tensor) -> Tensor:
        x = self.stem(x).sequential(self.blocks).mean((2, 3))
        return self.head["out"](self.head["norm"](x))

    __call__ = forward


Tensor.manual_seed(0)
net = ResNet(Config())
state = get_state_dict(net)
print(*[f"{name} {tuple(t.shape)}" for name, t in state.items()], sep="\n")
print(len(get_parameters(net)), sum(prod(t.shape) for t in get_parameters(net)))
x = Tensor.randn(2, 3, 8, 8)
other = ResNet(Config())
print((net(x) - other(x)).abs().max().item() > 0)
load_state_dict(other, state, verbose=False)
print((net(x) - other(x)).abs().max().item(), net(x).shape)
try: load_state_dict(other, {"wrong": x}, verbose=False)
except (KeyError, ValueError) as e: print(isinstance(e, KeyError))
print(len(load_state_dict(other, {"stem.bias": Tensor.zeros(4)}, strict=False, verbose=False)), other.stem.bias.tolist())
