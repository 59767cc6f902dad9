"""Writes heddle/data/digits.npz from scikit-learn's copy of the UCI digits (needs `pip install scikit-learn`).

The file holds `images` (1797, 8, 8) uint8 in 0..16 and `labels` (1797,) uint8 in 0..9, in the order of the source.
Same input, same bytes: NumPy writes a fixed date into its archives.
"""
from __future__ import annotations

from pathlib import Path

import numpy as np
from sklearn.datasets import load_digits

TARGET = Path(__file__).resolve().parent.parent / "heddle" / "data" / "digits.npz"


def main() -> None:
    digits = load_digits()
    images, labels = digits.images.astype(np.uint8), digits.target.astype(np.uint8)
    if images.shape != (1797, 8, 8) or images.max() != 16:
        raise SystemExit(f"scikit-learn's digits changed: shape {images.shape}, largest value {images.max()}")
    np.savez_compressed(TARGET, images=images, labels=labels)
    print(f"{TARGET}: {TARGET.stat().st_size} bytes, {len(labels)} images")


if __name__ == "__main__":
    main()
