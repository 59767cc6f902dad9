"""The table of runtimes in the docs: made of what test runs wrote into docs/runtimes.json.

    python scripts/runtime_table.py             prints the table
    python scripts/runtime_table.py --write     puts it into the pages
    python scripts/runtime_table.py --run       runs the op suite on every runtime that works or can be emulated here, then --write
    python scripts/runtime_table.py --run CL    the same for one; the rows of the others stay

In: docs/runtimes.json. Out: the text between the marks of the pages. Always true: nothing in the table is written by hand.
"""
from __future__ import annotations

import argparse
import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))
import heddle.runtime  # noqa: E402
from tests.emulators import EMULATORS  # noqa: E402
from tests.runtime_report import markdown_table, read_rows, runtime_names  # noqa: E402

heddle.runtime.__path__.append(str(ROOT / "tests" / "emulators"))  # as tests/conftest.py does

FILE = ROOT / "docs" / "runtimes.json"
PAGES = (ROOT / "docs" / "runtimes.md",)
BEGIN, END = "<!-- runtimes: begin (scripts/runtime_table.py writes this) -->", "<!-- runtimes: end -->"


def table() -> str:
    """The table of the recorded runs."""
    return markdown_table(read_rows(FILE))


def write() -> None:
    """Puts the table between the marks of each page."""
    for page in PAGES:
        before, rest = page.read_text().split(BEGIN)
        page.write_text(f"{before}{BEGIN}\n{table()}\n{END}{rest.split(END)[1]}")


def is_emulated(name: str) -> bool:
    """Whether a device that is not here has an emulator, which then stands for it with all its compilers."""
    from heddle.device import Device
    return name in EMULATORS and not Device.probe(name).usable


def run(name: str) -> int:
    """The op suite and a runtime's own tests, each in a process of its own; how many of the two failed."""
    suite = sorted(str(f.relative_to(ROOT)) for f in (ROOT / "tests" / "tensor").glob("test_conformance_*.py"))
    own = sorted(str(f.relative_to(ROOT)) for f in (ROOT / "tests" / "runtime").glob(f"test_{name.partition(':')[0].lower()}*.py"))
    failed = 0
    pytest = (sys.executable, "-m", "pytest", "-q", "-m", "", "--few-examples", f"--runtime-results={FILE}")
    environment = os.environ | ({"EMULATE": name} if is_emulated(name) else {})
    for arguments in ([*suite, "-k", f"[{name}] or [{name}-" + (f" or [{name}:" if is_emulated(name) else "")], own):
        if not arguments: continue  # no tests of its own; pytest would run all there are
        done = subprocess.run([*pytest, *arguments], cwd=ROOT, env=environment)
        failed += done.returncode not in (0, 5)  # 5: there was nothing to run, as for what does not compute
    return failed


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--write", action="store_true")
    parser.add_argument("--run", nargs="*", metavar="RUNTIME")
    options = parser.parse_args()
    failed = sum([run(name) for name in options.run or runtime_names()]) if options.run is not None else 0
    if options.write or options.run is not None: write()
    print(table())
    sys.exit(failed)


if __name__ == "__main__":
    main()
