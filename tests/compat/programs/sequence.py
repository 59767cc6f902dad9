"""A recurrent network and a block of a transformer: sequences, masks, captured steps."""
import numpy as np
from tinygrad import Context, Tensor, TinyJit, nn
from tinygrad.nn.state import get_parameters


class Counter:
    """Says whether a sequence holds more ones than zeros."""

    def __init__(self): self.cell, self.out = nn.LSTMCell(1, 8), nn.Linear(8, 2)

    def __call__(self, x: Tensor) -> Tensor:
        hc = None
        for i in range(x.shape[1]): hc = self.cell(x[:, i:i + 1], hc)
        return self.out(hc[0])


class TransformerBlock:
    def __init__(self, dim, heads):
        self.heads = heads
        self.q, self.k, self.v, self.o = [nn.Linear(dim, dim) for _ in range(4)]
        self.ln1, self.ln2 = nn.LayerNorm(dim), nn.LayerNorm(dim)
        self.up, self.down = nn.Linear(dim, 4 * dim), nn.Linear(4 * dim, dim)

    def attend(self, x):
        b, t, d = x.shape
        q, k, v = [f(x).reshape(b, t, self.heads, d // self.heads).transpose(1, 2) for f in (self.q, self.k, self.v)]
        return self.o(Tensor.scaled_dot_product_attention(q, k, v, is_causal=True).transpose(1, 2).reshape(b, t, d))

    def __call__(self, x):
        x = x + self.attend(self.ln1(x)).dropout(0.1)
        return x + self.down(self.up(self.ln2(x)).gelu())


Tensor.manual_seed(0)
rng = np.random.default_rng(0)
X = rng.integers(0, 2, (128, 5)).astype(np.float32)
Y = (X.sum(1) > 2.5).astype(np.int32)
net = Counter()
opt = nn.optim.Adam(get_parameters(net), lr=0.05)


@TinyJit
@Context(TRAINING=1)
def step(x, y):
    opt.zero_grad()
    loss = net(x).sparse_categorical_crossentropy(y).backward()
    opt.step()
    return loss.realize()


for _ in range(40): step(Tensor(X), Tensor(Y))
print("counts", bool((net(Tensor(X)).argmax(1).numpy() == Y).mean() > 0.9))
block = TransformerBlock(8, 2)
x = Tensor.randn(2, 6, 8)
y = block(x)
changed = x.numpy().copy()
changed[:, 4:] += 1
z = block(Tensor(changed))
print(y.shape, np.allclose(y.numpy()[:, :4], z.numpy()[:, :4], atol=1e-5), np.allclose(y.numpy()[:, 4:], z.numpy()[:, 4:]))
with Context(TRAINING=1): print((block(x) - block(x)).abs().max().item() > 0)
