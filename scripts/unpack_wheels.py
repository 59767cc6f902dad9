"""`python scripts/unpack_wheels.py WHEELS FOLDER`: puts into a folder what this Python lacks, from wheels, without a network.

In: a folder of wheels, which need not be there. Out: the status 1 if one that is wanted could not be unpacked. Packages that Python
has already stay as they are: another NumPy beside the one that torch was made for would be worse than an old one.
"""
from __future__ import annotations

import importlib.metadata
import subprocess
import sys
from pathlib import Path


def is_here(wheel: Path) -> bool:
    """Whether this Python has the package, in whatever version."""
    try: return bool(importlib.metadata.version(wheel.name.partition("-")[0]))
    except importlib.metadata.PackageNotFoundError: return False


def unpack(wheel: Path, folder: Path) -> bool:
    """Installs one wheel, which pip checks to be made for this Python."""
    command = [sys.executable, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--no-index", "--no-deps",
               "--target", str(folder), str(wheel)]
    return subprocess.run(command, check=False).returncode == 0


def main(wheels: Path, folder: Path) -> int:
    """How it went, as a status."""
    missing = [wheel for wheel in sorted(wheels.glob("*.whl")) if not is_here(wheel)]
    failed = [wheel for wheel in missing if not unpack(wheel, folder)]  # each is tried
    return int(bool(failed))


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1]), Path(sys.argv[2])))
