"""Seeded draws of every kind, as JSON on standard output: once recorded with the reference, now compared with it."""
import json

from tinygrad import Context, Tensor, TinyJit, dtypes, nn

WEIGHTS = [0.1, 0.5, 0.2, 0.2]
ROWS = [[0.1, 0.9], [0.5, 0.5]]


def jitted():
    @TinyJit
    def step(x: Tensor) -> Tensor: return (x + Tensor.rand(3)).realize()
    return Tensor.stack(*[step(Tensor.zeros(3).contiguous().realize()).clone().realize() for _ in range(5)])


def seeded(seed):
    Tensor.manual_seed(seed)
    return Tensor.rand(3)


def dropped(x: Tensor):
    with Context(TRAINING=1): return x.dropout(0.3).realize()


def twice():
    first = Tensor.rand(3).realize()
    return first.cat(Tensor.rand(4))


def together():
    a, b = Tensor.rand(3), Tensor.randn(2)
    return a.cat(b, Tensor.rand(1)).realize().cat(Tensor.rand(2))


def lstm():
    cell = nn.LSTMCell(2, 3)
    return cell.weight_ih.flatten().cat(cell.weight_hh.flatten())


def layer(made):
    return made.weight.flatten() if getattr(made, "bias", None) is None else made.weight.flatten().cat(made.bias)


CASES = {
    "rand": lambda: Tensor.rand(5, 7), "rand of one": lambda: Tensor.rand(1), "rand without axes": lambda: Tensor.rand(()),
    "rand long": lambda: Tensor.rand(2001)[-5:], "rand twice": twice, "rand together": together,
    "rand half": lambda: Tensor.rand(7, dtype=dtypes.half), "rand bfloat16": lambda: Tensor.rand(5, dtype=dtypes.bfloat16).float(),
    "rand double": lambda: Tensor.rand(5, dtype=dtypes.double), "rand_like": lambda: Tensor.rand_like(Tensor.ones(2, 3)),
    "rand_like half": lambda: Tensor.ones(2, 3).half().rand_like(),
    "randn": lambda: Tensor.randn(5, 7), "randn half": lambda: Tensor.randn(5, dtype=dtypes.half),
    "randn_like": lambda: Tensor.ones(3).randn_like(),
    "randint": lambda: Tensor.randint(40), "randint range": lambda: Tensor.randint(40, low=-7, high=1000),
    "randint uint8": lambda: Tensor.randint(9, low=5, high=100, dtype=dtypes.uint8),
    "randint int64": lambda: Tensor.randint(9, low=-5, high=100, dtype=dtypes.int64),
    "randint to 2**31": lambda: Tensor.randint(9, high=2**31 - 1), "uniform": lambda: Tensor.uniform(20, low=-2, high=10),
    "uniform half": lambda: Tensor.uniform(8, low=-2, high=10, dtype=dtypes.half),
    "uniform int": lambda: Tensor.uniform(8, low=-2, high=10, dtype=dtypes.int),
    "uniform double": lambda: Tensor.uniform(8, dtype=dtypes.double),
    "normal": lambda: Tensor.normal(3, 4, mean=2, std=3), "normal half": lambda: Tensor.normal(8, mean=2, std=3, dtype=dtypes.half),
    "scaled_uniform": lambda: Tensor.scaled_uniform(3, 4), "glorot_uniform": lambda: Tensor.glorot_uniform(3, 4, 2),
    "kaiming_uniform": lambda: Tensor.kaiming_uniform(3, 4, 2), "kaiming_normal": lambda: Tensor.kaiming_normal(3, 4, 2),
    "kaiming_uniform a": lambda: Tensor.kaiming_uniform(3, 4, a=0.5), "randperm": lambda: Tensor.randperm(20),
    "dropout": lambda: dropped(Tensor.arange(20).float()), "dropout half": lambda: dropped(Tensor.ones(9, dtype=dtypes.half)),
    "multinomial": lambda: Tensor(WEIGHTS).multinomial(30, replacement=True),
    "multinomial rows": lambda: Tensor(ROWS).multinomial(4, replacement=True),
    "multinomial once": lambda: Tensor(WEIGHTS).multinomial(3), "multinomial one": lambda: Tensor(ROWS).multinomial(1),
    "jit": jitted, "seeds -1": lambda: seeded(-1), "Linear": lambda: layer(nn.Linear(3, 4)),
    "Linear without bias": lambda: layer(nn.Linear(3, 4, bias=False)),
    "Conv2d": lambda: layer(nn.Conv2d(2, 3, 3)), "Conv1d": lambda: layer(nn.Conv1d(2, 3, 3)),
    "ConvTranspose2d": lambda: layer(nn.ConvTranspose2d(2, 3, 2)), "Embedding": lambda: layer(nn.Embedding(5, 3)), "LSTMCell": lstm,
}

if __name__ == "__main__":
    found = {}
    for seed in (0, 1337, 2**32 + 5):
        for name, case in CASES.items() if seed < 2**32 else list(CASES.items())[:1]:
            Tensor.manual_seed(seed)
            x = case()
            found[f"{name}, seed {seed}"] = [x.dtype.itemsize, list(x.shape), x.tolist()]
    print(json.dumps(found))
