"""Kernels written in UOps, with and without gradients."""
from tinygrad import Tensor, dtypes
from tinygrad.uop.ops import UOp, KernelInfo

def add_one(C:UOp, A:UOp) -> UOp:
  i = UOp.range(6, 0)
  return C[i].store(A[i] + 1).end(i).sink(arg=KernelInfo(name="add_one"))

def backward(gradient:UOp, kernel:UOp):
  _, a = kernel.src[1:]
  return (None, gradient)

x = Tensor.arange(6).float().contiguous().realize()
print(Tensor.empty(6).custom_kernel(x, fxn=add_one)[0].tolist())
y = Tensor.empty_like(x).custom_kernel(x, fxn=add_one, grad_fxn=backward)[0]
print((y * y).sum().gradient(x)[0].tolist())
