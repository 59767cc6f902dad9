"""`python scripts/unpack_wheels.py WHEELS FOLDER`: puts into a folder what this Python lacks, from wheels, without pip or a network.

In: a folder of wheels, which need not be there. Out: a line for each package that has no wheel for this Python; then the status is 1.
Packages that Python has already stay as they are: another NumPy beside the one that torch was made for would be worse than an old one.
"""
from __future__ import annotations

import importlib.metadata
import platform
import re
import sys
import zipfile
from pathlib import Path


def normal(name: str) -> str:
    """The name of a package as packages are compared by it."""
    return re.sub(r"[-_.]+", "-", name).lower()


def is_here(package: str, installed: set[str]) -> bool:
    """Whether the package is installed, in whatever version; NVIDIA's may have that of CUDA in their name."""
    return package in installed or any(name.startswith(f"{package}-cu") for name in installed)


def fits(wheel: Path) -> bool:
    """Whether the wheel is for this Python, on Linux on this kind of machine."""
    pythons, abis, platforms = (part.split(".") for part in wheel.stem.split("-")[-3:])
    minor = sys.version_info.minor
    is_stable = "abi3" in abis and any(p.startswith("cp3") and int(p[3:]) <= minor for p in pythons)
    takes_it = is_stable or "py3" in pythons or (f"cp3{minor}" in pythons and f"cp3{minor}" in abis)
    return takes_it and any(p == "any" or ("linux" in p and p.endswith(platform.machine())) for p in platforms)


def main(wheels: Path, folder: Path) -> int:
    """How it went, as a status."""
    installed = {normal(found.metadata["Name"] or "") for found in importlib.metadata.distributions()}
    lacking: set[str] = set()
    unpacked: set[str] = set()
    for wheel in sorted(wheels.glob("*.whl")):
        package = normal(wheel.name.partition("-")[0])
        if is_here(package, installed): continue
        if not fits(wheel): lacking.add(package)
        else:
            with zipfile.ZipFile(wheel) as archive: archive.extractall(folder)
            unpacked.add(package)
    for package in sorted(lacking - unpacked): print(f"{package}: no wheel in {wheels} is for this Python", file=sys.stderr)
    return int(bool(lacking - unpacked))


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1]), Path(sys.argv[2])))
