"""`python -m benchmarks.gpu_interop`: torch's CUDA tensors and heddle's share memory, and each sees what the other did.

In: a GPU with torch. Out: a line for each exchange; an error with the numbers where one is wrong.
"""
from __future__ import annotations

import torch

from heddle import Tensor


def main() -> None:
    """Both ways, with work under way on either side."""
    theirs = torch.randn(1 << 22, device="cuda")
    for _ in range(50): theirs.mul_(1.0001)  # still under way when it is lent
    ours = Tensor.from_dlpack(theirs, copy=False)
    got = (ours * 2).numpy()
    assert (got == (theirs * 2).cpu().numpy()).all(), "heddle read before torch was done"
    print("torch -> heddle: the same memory, after torch's work")
    made = (Tensor.arange(1 << 22).cast("float32") * 3).realize()
    seen = torch.from_dlpack(made)
    assert seen.is_cuda and bool((seen == torch.arange(1 << 22, device="cuda").float() * 3).all()), "torch read before heddle was done"
    seen.add_(1)
    torch.cuda.synchronize()
    assert made.numpy()[:3].tolist() == [1.0, 4.0, 7.0], "not the same memory"
    print("heddle -> torch: the same memory, and what torch wrote is seen")


if __name__ == "__main__": main()
