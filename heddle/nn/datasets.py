"""Image datasets MNIST, Fashion-MNIST and CIFAR-10, downloaded once and cached, or read from a local folder.

Inputs: a device. Outputs: (training images, labels, test images, labels), uint8, images (n, channels, rows, columns).
Invariants: with the setting DATASETS, which names a folder, nothing is fetched.
"""
from __future__ import annotations

import gzip
import math
import zlib
from pathlib import Path

from heddle.errors import FileFormatError, FileMissingError
from heddle.file_errors import FETCH_AGAIN
from heddle.nn.archives import tar_extract
from heddle.settings import settings
from heddle.tensor import Tensor
from heddle.tensor.io.download import fetch

_MNIST = "https://storage.googleapis.com/cvdf-datasets/mnist/"
_FASHION = "http://fashion-mnist.s3-website.eu-central-1.amazonaws.com/"
_CIFAR = "https://www.cs.toronto.edu/~kriz/cifar-10-binary.tar.gz"
Images = tuple[Tensor, Tensor, Tensor, Tensor]


def mnist(device: str | None = None, fashion: bool = False, base_url: str | None = None) -> Images:
    """Handwritten digits (LeCun and others, 1998), or clothes (Xiao and others, 2017): 60,000 and 10,000 of 28 x 28.

    `base_url`: address or folder of the four files. FileMissingError where they cannot be had; FileFormatError.
    """
    base = base_url or _local("fashion-mnist" if fashion else "mnist") or (_FASHION if fashion else _MNIST)
    return (_idx(base, "train-images-idx3-ubyte.gz", device), _idx(base, "train-labels-idx1-ubyte.gz", device),
            _idx(base, "t10k-images-idx3-ubyte.gz", device), _idx(base, "t10k-labels-idx1-ubyte.gz", device))


def cifar(device: str | None = None, url: str | None = None) -> Images:
    """Small photographs of ten kinds of things (Krizhevsky, 2009): 50,000 and 10,000 of 3 x 32 x 32.

    `url`: address or path of the archive. FileMissingError where it cannot be had; FileFormatError.
    """
    source = url or _local(".", "cifar-10-binary.tar.gz") or _CIFAR
    path = Path(source) if _is_path(source) else _fetched(source, gunzip=True)
    files = tar_extract(path)
    def rows(*names: str) -> Tensor:
        missing = [name for name in names if f"cifar-10-batches-bin/{name}.bin" not in files]
        if missing: raise FileFormatError(f"{path} has no cifar-10-batches-bin/{missing[0]}.bin", FETCH_AGAIN)
        parts = [files[f"cifar-10-batches-bin/{name}.bin"].reshape(-1, 3073).to(device) for name in names]
        return parts[0].cat(*parts[1:]) if len(parts) > 1 else parts[0]
    train, test = rows(*[f"data_batch_{n}" for n in range(1, 6)]), rows("test_batch")
    return train[:, 1:].reshape(-1, 3, 32, 32), train[:, 0], test[:, 1:].reshape(-1, 3, 32, 32), test[:, 0]


def _is_path(source: str) -> bool: return "://" not in source


def _local(*names: str) -> str | None:
    """A path in the folder of the setting DATASETS; None without the setting."""
    if not settings.DATASETS: return None
    folder = Path(settings.DATASETS).expanduser()
    inner = folder.joinpath(*names)
    return str(inner if inner.exists() or len(names) > 1 else folder)


def _fetched(url: str, gunzip: bool) -> Path:
    try: return fetch(url, gunzip=gunzip)
    except FileMissingError as fault:
        raise FileMissingError(fault.what, f"Connect to the network; or get {url.rpartition('/')[2]} elsewhere, put it into a folder, "
                               "and name that: DATASETS=folder.") from None


def _idx(base: str, name: str, device: str | None) -> Tensor:
    """The array of a file in the format IDX: two zeros, the type, the number of axes, each length in 4 bytes, then the data."""
    if not _is_path(base): data = Tensor(_fetched(base.rstrip("/") + "/" + name, gunzip=True))
    else: data = _read_local(Path(base), name)
    where = f"{base}: {name}"
    head = bytes(data[:4].tolist()) if data.shape[0] >= 4 else b""
    axes = head[3] if head else 0
    if head[:3] != b"\0\0\x08" or not 1 <= axes <= 4: raise FileFormatError(f"{where} is no IDX file of bytes", FETCH_AGAIN)
    sizes = bytes(data[4:4 + 4 * axes].tolist())
    shape = [int.from_bytes(sizes[i:i + 4], "big") for i in range(0, 4 * axes, 4)]
    start = 4 + 4 * axes
    if data.shape[0] != start + math.prod(shape):
        raise FileFormatError(f"{where} holds {data.shape[0] - start} bytes of data, its header says {tuple(shape)}", FETCH_AGAIN)
    found = data[start:].to(device)
    return found if axes == 1 else found.reshape(shape[0], 1, *shape[1:])


def _read_local(folder: Path, name: str) -> Tensor:
    """A file of a folder, compressed or not."""
    for file in (folder / name, folder / name.removesuffix(".gz"), folder / name.removesuffix(".gz").replace("-idx", ".idx")):
        if not file.is_file(): continue
        if file.suffix != ".gz": return Tensor(file)
        try: return Tensor(gzip.decompress(file.read_bytes()))
        except (OSError, EOFError, zlib.error) as fault:
            raise FileFormatError(f"{file} is no gzip file, or a damaged one: {fault}", FETCH_AGAIN) from None
    raise FileMissingError(f"there is no {name}, compressed or not, in {folder}", "Check the folder that DATASETS or base_url names.")
