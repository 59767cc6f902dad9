"""Filters of images: blur, edges, sharpening, pyramids, all as convolutions, poolings and shifts."""
import numpy as np
from tinygrad import Tensor, dtypes
from tinygrad.helpers import flatten, make_tuple

H, W = make_tuple(24, 2)
y, x = Tensor.arange(H).reshape(H, 1), Tensor.arange(W).reshape(1, W)
disk = (((y - 12) ** 2 + (x - 12) ** 2) < 49).where(1.0, 0.0)
image = disk.reshape(1, 1, H, W)

blur = Tensor([[1.0, 2, 1], [2, 4, 2], [1, 2, 1]]).reshape(1, 1, 3, 3) / 16
sobel_x = Tensor([[-1.0, 0, 1], [-2, 0, 2], [-1, 0, 1]]).reshape(1, 1, 3, 3)
edges = (image.conv2d(sobel_x, padding=1).square() + image.conv2d(sobel_x.transpose(2, 3), padding=1).square()).sqrt()
print(int(disk.sum().item()), round(image.conv2d(blur, padding=1).sum().item(), 3), int((edges > 0).sum().item()))
print(edges[0, 0, 12, 10:14].tolist(), edges.max().item() == edges.numpy().max())
dilated, eroded = image.max_pool2d(3, stride=1, padding=1), -(-image).max_pool2d(3, stride=1, padding=1)
print(int((dilated - eroded).sum().item()), eroded.sum().item() < disk.sum().item())
half = image.avg_pool2d(2)
print(half.shape, round(half.sum().item() * 4, 3), half.interpolate((H, W), mode="nearest").shape)
print(np.array_equal(image.flip(3).numpy(), image.numpy()[..., ::-1]), image.pad((2, 2, 1, 1)).shape, image[..., 4:20, 4:20].shape)
rgb = Tensor.stack(disk, disk * 0.5, disk * 0.25, dim=-1)
gray = (rgb * Tensor([0.299, 0.587, 0.114])).sum(-1)
print(rgb.shape, round(gray.max().item(), 4), (rgb * 255).clip(0, 255).cast(dtypes.uint8)[12, 12].tolist())
print(flatten([[1, 2], [3]]), image.roll(1, 2).sum().item() == image.sum().item(), disk.triu().sum().item() < disk.sum().item())
patches = image.reshape(1, 1, 6, 4, 6, 4).permute(0, 2, 4, 1, 3, 5).reshape(36, 16)
print(patches.shape, int((patches.sum(1) == 16).sum().item()))
