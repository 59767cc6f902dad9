"""Images that programs written for the reference train on: what `tinygrad.nn.datasets` has. They are fetched once and kept.

In: a device. Out: (training images, labels, test images, labels), uint8, images (n, channels, rows, columns).
"""
from __future__ import annotations

from heddle.compat.helpers import fetch
from heddle.nn.state import tar_extract
from heddle.tensor import Tensor

_MNIST = "https://storage.googleapis.com/cvdf-datasets/mnist/"
_FASHION = "http://fashion-mnist.s3-website.eu-central-1.amazonaws.com/"
_CIFAR = "https://www.cs.toronto.edu/~kriz/cifar-10-binary.tar.gz"
Images = tuple[Tensor, Tensor, Tensor, Tensor]


def mnist(device: str | None = None, fashion: bool = False, base_url: str | None = None) -> Images:
    """Handwritten digits (LeCun and others, 1998), or clothes (Xiao and others, 2017): 60,000 and 10,000 of 28 x 28."""
    def part(name: str, skipped: int) -> Tensor:
        return Tensor(fetch((base_url or (_FASHION if fashion else _MNIST)) + name, gunzip=True))[skipped:].to(device)
    return (part("train-images-idx3-ubyte.gz", 16).reshape(-1, 1, 28, 28), part("train-labels-idx1-ubyte.gz", 8),
            part("t10k-images-idx3-ubyte.gz", 16).reshape(-1, 1, 28, 28), part("t10k-labels-idx1-ubyte.gz", 8))


def cifar(device: str | None = None, url: str = _CIFAR) -> Images:
    """Small photographs of ten kinds of things (Krizhevsky, 2009): 50,000 and 10,000 of 3 x 32 x 32."""
    files = tar_extract(fetch(url, gunzip=True))
    def rows(*names: str) -> Tensor:
        parts = [files[f"cifar-10-batches-bin/{name}.bin"].reshape(-1, 3073).to(device) for name in names]
        return parts[0].cat(*parts[1:]) if len(parts) > 1 else parts[0]
    train, test = rows(*[f"data_batch_{n}" for n in range(1, 6)]), rows("test_batch")
    return train[:, 1:].reshape(-1, 3, 32, 32), train[:, 0], test[:, 1:].reshape(-1, 3, 32, 32), test[:, 0]
