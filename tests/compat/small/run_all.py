"""Runs the programs beside it in one process, as `python -m heddle.compat` would each; their output as JSON, with tracebacks."""
import contextlib
import io
import json
import sys
import traceback
from pathlib import Path

from heddle import compat


def main(folder: Path, names: list[str]) -> None:
    compat.install(random_streams=True)
    found = {}
    for name in names:
        file, told = folder / f"{name}.py", io.StringIO()
        with contextlib.redirect_stdout(told):
            try: exec(compile(file.read_text(), str(file), "exec"), {"__name__": "__main__", "__file__": str(file)})
            except Exception: traceback.print_exc(file=told)
        found[name] = told.getvalue()
    print(json.dumps(found))


if __name__ == "__main__": main(Path(__file__).parent, sys.argv[1:])
