"""Each activation and loss at a few points."""
from tinygrad import Tensor

x = Tensor([-2.0, -0.5, 0.0, 0.7, 3.0])
for name in ("relu", "relu6", "sigmoid", "tanh", "gelu", "quick_gelu", "silu", "swish", "elu", "celu", "selu", "mish", "softplus", "softsign",
             "hardswish", "hardsigmoid", "hardtanh", "leaky_relu", "logsigmoid", "softmax", "log_softmax", "softmin"):
  print(name, [round(v, 4) for v in getattr(x, name)().tolist()])
y, t = Tensor([[0.2, 0.5, 0.3], [0.1, 0.1, 0.8]]), Tensor([1, 2])
print(round(y.sparse_categorical_crossentropy(t).item(), 4), round(y.cross_entropy(t, label_smoothing=0.2).item(), 4), [round(v, 4) for v in y.cross_entropy(t, reduction="none").tolist()])
print(round(y.log().nll_loss(t).item(), 4), round(y.log().nll_loss(t, weight=Tensor([1.0, 2.0, 3.0])).item(), 4), round(y.log().nll_loss(t, ignore_index=1).item(), 4))
print(round(y.binary_crossentropy(y.round()).item(), 4), round(y.binary_crossentropy_logits(y.round(), pos_weight=Tensor([2.0, 1.0, 1.0])).item(), 4))
