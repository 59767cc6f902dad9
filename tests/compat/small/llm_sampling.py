"""A little transformer with a KV cache over a symbolic position, temperature, top-k and top-p sampling."""
from tinygrad import Tensor, TinyJit, Variable, nn, dtypes

DIM, HEADS, CTX, VOCAB = 16, 2, 12, 20

def precompute_freqs_cis(dim, end, theta=10000.0):
  freqs = 1.0 / (theta ** (Tensor.arange(0, dim, 2)[:(dim // 2)] / dim))
  freqs = Tensor.arange(end).unsqueeze(dim=1) * freqs.unsqueeze(dim=0)
  return Tensor.stack(freqs.cos(), freqs.sin(), dim=-1).reshape(1, end, 1, dim // 2, 2)

def apply_rotary(x, fc):
  x = x.reshape(*x.shape[:-1], -1, 2)
  a, b, c, d = x[..., 0], x[..., 1], fc[..., 0], fc[..., 1]
  return Tensor.stack(a * c - b * d, a * d + b * c, dim=-1).flatten(3)

class Attention:
  def __init__(self):
    self.qkv, self.out = nn.Linear(DIM, 3 * DIM, bias=False), nn.Linear(DIM, DIM, bias=False)
  def __call__(self, x, start_pos, fc, mask):
    bsz, seqlen, _ = x.shape
    q, k, v = [t.reshape(bsz, seqlen, HEADS, DIM // HEADS) for t in self.qkv(x).chunk(3, dim=-1)]
    q, k = apply_rotary(q, fc), apply_rotary(k, fc)
    if not hasattr(self, "cache_kv"):
      self.cache_kv = Tensor.zeros(2, bsz, CTX, HEADS, DIM // HEADS, dtype=x.dtype).contiguous().realize()
    self.cache_kv.shrink((None, None, (start_pos, start_pos + seqlen), None, None)).assign(Tensor.stack(k, v)).realize()
    keys, values = self.cache_kv[0].shrink((None, (0, start_pos + seqlen), None, None)), self.cache_kv[1].shrink((None, (0, start_pos + seqlen), None, None))
    q, keys, values = q.transpose(1, 2), keys.transpose(1, 2), values.transpose(1, 2)
    return self.out(q.scaled_dot_product_attention(keys, values, mask).transpose(1, 2).reshape(bsz, seqlen, DIM))

class Model:
  def __init__(self):
    self.emb, self.att, self.norm, self.head = nn.Embedding(VOCAB, DIM), Attention(), nn.RMSNorm(DIM), nn.Linear(DIM, VOCAB)
    self.freqs = precompute_freqs_cis(DIM // HEADS, CTX * 2).contiguous().realize()
    self.jit = TinyJit(self.forward)
  def forward(self, tokens, start_pos, temperature):
    seqlen = tokens.shape[1]
    fc = self.freqs.shrink((None, (start_pos, start_pos + seqlen), None, None, None))
    mask = Tensor.full((1, 1, seqlen, start_pos + seqlen), float("-inf")).triu(start_pos + 1) if seqlen > 1 else None
    h = self.emb(tokens)
    h = h + self.att(self.norm(h), start_pos, fc, mask)
    logits = self.head(self.norm(h))[:, -1, :].flatten()
    if temperature < 1e-6: return logits.argmax().realize()
    return (logits / temperature).softmax().realize()
  def __call__(self, tokens, start_pos, temperature=0.0):
    if tokens.shape[1] == 1 and start_pos > 0:
      return self.jit(tokens.realize(), Variable("start_pos", 1, CTX - 1).bind(start_pos), temperature)
    return self.forward(tokens, start_pos, temperature)

Tensor.manual_seed(1337)
model = Model()
toks, start_pos = [1, 5, 9], 0
for _ in range(7):
  tok = model(Tensor([toks[start_pos:]]), start_pos).item()
  start_pos = len(toks)
  toks.append(int(tok))
print(toks)
probs = model.forward(Tensor([toks]), 0, 0.8)
values, indices = probs.topk(4)
print(indices.tolist(), [round(v, 4) for v in values.tolist()])
order = probs.sort(descending=True)[0].cumsum()
print(int((order < 0.9).sum().item()), probs.multinomial().dtype == dtypes.int32, abs(probs.sum().item() - 1) < 1e-5)
