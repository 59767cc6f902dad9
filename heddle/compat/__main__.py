"""Entry point of `python -m heddle.compat SCRIPT [ARGS]`: runs a program written against the reference's public API."""
from __future__ import annotations

import os
import runpy
import signal
import sys
from collections.abc import Callable
from importlib.machinery import SourceFileLoader
from pathlib import Path
from types import ModuleType, TracebackType

from heddle import compat

_USAGE = """python -m heddle.compat [--own-random] SCRIPT [ARGS]
python -m heddle.compat [--own-random] -m MODULE [ARGS]
python -m heddle.compat [--own-random] -c PROGRAM [ARGS]

Runs a program that imports tinygrad with heddle in its place. Seeded random numbers have tinygrad's values, or with
--own-random heddle's."""


def main(arguments: list[str]) -> int:
    """Runs the program with its arguments; the exit status, 2 if there is no such program."""
    own_random = arguments[:1] == ["--own-random"]
    arguments = arguments[own_random:]
    if not arguments or arguments[0] in ("-h", "--help"):
        print(_USAGE)
        return 0 if arguments else 2
    first, *others = arguments
    if first in ("-m", "-c") and not others: return _refuse(f"{first} needs a {'module' if first == '-m' else 'program'} after it")
    if first not in ("-m", "-c") and not Path(first).exists(): return _refuse(f"there is no script {first}")
    compat.install(random_streams=not own_random)
    if first == "-m":
        name, *rest = others
        sys.argv, sys.path[0] = ["-m", *rest], os.getcwd()
        return _run(lambda: runpy.run_module(name, run_name="__main__", alter_sys=True))
    if first == "-c":
        program, *rest = others
        sys.argv, sys.path[0] = ["-c", *rest], ""
        return _run(lambda: exec(compile(program, "<string>", "exec"), vars(_new_main(None))))
    sys.argv, script = arguments, Path(first)
    if script.is_dir() or not script.suffix.startswith(".py"):
        sys.path[0] = str(script.parent.resolve())
        return _run(lambda: runpy.run_path(first, run_name="__main__"))
    sys.path[0] = str(script.parent.resolve())  # as for `python SCRIPT`
    return _run(lambda: _run_script(script))


def _refuse(fault: str) -> int:
    print(f"heddle: {fault}", file=sys.stderr)
    return 2


def _new_main(file: str | None) -> ModuleType:
    """A fresh `__main__`, which stays when the program has ended: its threads and exit functions may still need it."""
    module = ModuleType("__main__")
    vars(module)["__builtins__"] = __builtins__
    vars(module)["__annotations__"] = {}
    if file is not None: module.__file__, module.__loader__ = file, SourceFileLoader("__main__", file)
    module.__package__ = None
    sys.modules["__main__"] = module
    return module


def _run_script(script: Path) -> None:
    file = str(script.absolute())
    loader = SourceFileLoader("__main__", file)
    # read before the new __main__ is there: a fault of the file is the caller's
    exec(loader.source_to_code(script.read_bytes(), file), vars(_new_main(file)))


def _run(program: Callable[[], object]) -> int:
    """Runs it; a fault is shown as Python shows it, without the calls in this file."""
    try: program()
    except KeyboardInterrupt as fault:
        _show(fault)
        signal.signal(signal.SIGINT, signal.SIG_DFL)  # as Python ends: others can tell that it was interrupted
        os.kill(os.getpid(), signal.SIGINT)
    except Exception as fault:
        _show(fault)
        return 1
    return 0


def _show(fault: BaseException) -> None:
    tb = fault.__traceback__
    while tb is not None and _is_ours(tb): tb = tb.tb_next
    sys.excepthook(type(fault), fault.with_traceback(tb), tb)


def _is_ours(tb: TracebackType) -> bool:
    file = tb.tb_frame.f_code.co_filename
    return file == __file__ or "importlib._bootstrap" in file


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
