"""Weights of 8 and 4 bits with scales per row and block."""
from tinygrad import Tensor, dtypes, nn

class Int8Linear:
  def __init__(self, weight:Tensor):
    scale = weight.abs().max(axis=1) / 127.0
    self.weight, self.scale = (weight.T / scale).round().T.cast(dtypes.int8), scale.half()
  def __call__(self, x): return x.dot(self.weight.cast(self.scale.dtype).T * self.scale)

class NF4Linear:
  CODE = [-1.0, -0.6962, -0.5251, -0.3949, -0.2844, -0.1848, -0.0911, 0.0, 0.0796, 0.1609, 0.2461, 0.3379, 0.4407, 0.5626, 0.723, 1.0]
  def __init__(self, v:Tensor, block=8):
    self.shape, code = v.shape, Tensor(NF4Linear.CODE)
    groups = v.reshape(-1, block)
    self.scale = groups.abs().max(axis=1, keepdim=True)
    normed = (groups / self.scale).reshape(-1, 1)
    index = (normed - code).abs().argmin(axis=-1).cast(dtypes.uint8).reshape(-1)
    self.weight = index[::2] * 16 + index[1::2]
  def dequant(self):
    code = Tensor(NF4Linear.CODE)
    unpacked = Tensor.stack(self.weight // 16, self.weight % 16, dim=-1).cast(dtypes.int)
    return (code[unpacked].reshape(self.scale.shape[0], -1) * self.scale).reshape(self.shape)

Tensor.manual_seed(2)
w, x = Tensor.randn(8, 16), Tensor.randn(3, 16)
q = Int8Linear(w)
print(q.weight.dtype.itemsize, q.weight.abs().max().item(), q.weight.cast(dtypes.int).sum().item())
print(f"{(q(x).float() - x @ w.T).abs().max().item():.1f}", q(x).dtype.itemsize)
n = NF4Linear(w)
print(n.weight.numel(), n.weight.cast(dtypes.int).sum().item(), f"{(n.dequant() - w).abs().mean().item():.4f}")
packed = Tensor([[0x12, 0xF0], [0x7F, 0x80]], dtype=dtypes.uint8)
print((packed & 0xF).tolist(), (packed >> 4).tolist(), packed.bitcast(dtypes.uint16).tolist(), packed.bitcast(dtypes.int8).tolist())
