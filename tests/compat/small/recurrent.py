"""LSTM cells over a sequence, embeddings, losses with padding."""
from tinygrad import Context, Tensor, nn

class Tagger:
  def __init__(self): self.emb, self.cell, self.out = nn.Embedding(12, 6), nn.LSTMCell(6, 5), nn.Linear(5, 4)
  def __call__(self, tokens):
    x, hc, outs = self.emb(tokens), None, []
    for t in range(tokens.shape[1]):
      hc = self.cell(x[:, t], hc)
      outs.append(self.out(hc[0]))
    return Tensor.stack(*outs, dim=1)

Tensor.manual_seed(6)
net = Tagger()
tokens, tags = Tensor([[1, 2, 3, 0], [4, 5, 0, 0]]), Tensor([[0, 1, 2, -100], [3, 1, -100, -100]])
opt = nn.optim.Adam(nn.state.get_parameters(net), lr=0.05)
with Context(TRAINING=1):
  for _ in range(4):
    logits = net(tokens)
    loss = logits.reshape(-1, 4).sparse_categorical_crossentropy(tags.reshape(-1), ignore_index=-100)
    opt.zero_grad(); loss.backward().realize(); opt.step()
    print(f"{loss.item():.5f}")
print(net(tokens).argmax(-1).tolist(), (tags >= 0).sum().item(), tokens.one_hot(12).sum().item())
