"""Attention with masks, grouped queries and dropout switched off, against its formula."""
import math
from tinygrad import Tensor, dtypes

Tensor.manual_seed(10)
q, k, v = Tensor.randn(2, 4, 5, 8), Tensor.randn(2, 2, 7, 8), Tensor.randn(2, 2, 7, 8)
out = q.scaled_dot_product_attention(k, v, enable_gqa=True)
kk, vv = k.repeat_interleave(2, dim=1), v.repeat_interleave(2, dim=1)
ref = (q @ kk.transpose(-2, -1) / math.sqrt(8)).softmax(-1) @ vv
print(out.shape, f"{(out - ref).abs().max().item():.4f}", f"{out.sum().item():.3f}")
s = Tensor.randn(1, 1, 6, 8)
causal = s.scaled_dot_product_attention(s, s, is_causal=True)
mask = Tensor.ones(6, 6, dtype=dtypes.bool).tril()
print(f"{(causal - s.scaled_dot_product_attention(s, s, attn_mask=mask)).abs().max().item():.4f}", f"{causal[0, 0, 0, 0].item():.4f}")
bias = mask.where(0.0, float("-inf"))
print(f"{(causal - s.scaled_dot_product_attention(s, s, attn_mask=bias)).abs().max().item():.4f}")
