"""Policy gradients on a two-armed bandit: sampling, advantage, entropy."""
from tinygrad import Context, Tensor, nn, dtypes

Tensor.manual_seed(11)
logits = Tensor.zeros(2).contiguous().realize()
opt = nn.optim.SGD([logits], lr=0.5)
rewards = Tensor([0.1, 0.9])
with Context(TRAINING=1):
  for step in range(4):
    probs = logits.softmax()
    actions = probs.detach().multinomial(16, replacement=True)
    reward = rewards[actions]
    adv = reward - reward.mean()
    picked = probs.log_softmax().unsqueeze(0).expand(16, 2).gather(1, actions.reshape(16, 1).cast(dtypes.int)).squeeze(1)
    entropy = -(probs * (probs + 1e-8).log()).sum()
    loss = -(picked * adv).mean() - 0.01 * entropy
    opt.zero_grad()
    loss.backward()
    Tensor.realize(loss, entropy)
    opt.step()
    print(f"{actions.sum().item()} {loss.item():.5f} {entropy.item():.4f}")
returns, acc = [], 0.0
for r in reversed([1.0, 0.0, 2.0]): returns.insert(0, acc := r + 0.9 * acc)
print([round(r, 4) for r in returns], logits.softmax().argmax().item())
