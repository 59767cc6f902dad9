"""`python -m heddle.compat SCRIPT [ARGS]`: runs a program written for the reference's public API."""
from __future__ import annotations

import runpy
import sys
from pathlib import Path

from heddle import compat


def main(arguments: list[str]) -> int:
    """Runs the script with its arguments; the exit status, 2 if there is no such script."""
    if not arguments or arguments[0] in ("-h", "--help"):
        print("python -m heddle.compat SCRIPT [ARGS]: runs a program that imports tinygrad with heddle in its place")
        return 0 if arguments else 2
    script = Path(arguments[0])
    if not script.is_file():
        print(f"heddle: there is no script {script}", file=sys.stderr)
        return 2
    compat.install()
    sys.argv = arguments
    sys.path[0] = str(script.parent.resolve())  # as for `python SCRIPT`
    runpy.run_path(str(script), run_name="__main__")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
