"""`python -m heddle view`: runs a program in a process of its own while recording it, and serves the recording.

Inputs: a script or a module with its arguments, or a recording. Outputs: a page at a printed address, which has a token, until Ctrl-C,
or a recording in a file.
Invariants: a script that fails, is interrupted, or crashes its process is shown up to that point.
"""
from __future__ import annotations

import secrets
import signal
import socket
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

from heddle.errors import DeviceError, FileMissingError, UserError
from heddle.file_errors import reading
from heddle.installation import own_command
from heddle.process.program import check_program, file_of, run_program, set_arguments, title_of
from heddle.process.tracebacks import print_error_of_script
from heddle.settings import came_by_ssh
from heddle.tools.console import strong
from heddle.tools.view.compare import Comparison
from heddle.tools.view.compare_text import comparison_lines
from heddle.tools.view.format import create, is_recording
from heddle.tools.view.read import Reader
from heddle.tools.view.serve import PageServer

_OF_SIGNAL = 128  # what a shell adds to the number of a signal that ended a program


def view(target: Path, arguments: Sequence[str], save: Path | None, port: int, browse: bool | None, against: Path | None = None,
         text: bool = False, is_module: bool = False) -> int:
    """Records `target` if it is a script, or a module, then serves; with `save` it serves only if `browse` is True.

    `against`: an earlier recording that `target`, one too, is compared with; with `text` on the console instead of a page.
    The exit status: that of the script if nothing is served. UserError for files that are missing or cannot be read.
    """
    program = ["-m", str(target), *arguments] if is_module else [str(target), *arguments]
    if is_module:
        check_program(program)
        if against is not None or text: raise UserError("only recordings are compared, and a module is none", "Leave -m out.")
    elif not target.is_file(): raise FileMissingError(f"there is no file {target}", "Name a Python script, or a recording.")
    if against is not None or text: _compare(target, arguments, save, port, browse, against, text)
    elif not is_module and is_recording(target):
        if save is not None or arguments:
            raise UserError(f"{target} is a recording: it takes no arguments and no --save",
                            "Leave them out, or name a script.")
        serve(target, port, bool(browse))
    elif save is not None:
        status = _record(program, save)
        print(f"recorded in {save}; `{own_command()} view {save}` shows it")
        if not browse: return status if status >= 0 else _OF_SIGNAL - status
        serve(save, port, browse)
    else:
        with tempfile.TemporaryDirectory(prefix="heddle-view-") as folder:
            file = Path(folder) / f"{target.name if is_module else target.stem}.heddle"
            _record(program, file)
            serve(file, port, bool(browse))
    return 0


def _compare(target: Path, arguments: Sequence[str], save: Path | None, port: int, browse: bool | None, against: Path | None,
             text: bool) -> None:
    if against is None:
        raise UserError("--text shows a comparison, and there is nothing to compare with", "Name a recording with --against.")
    if not against.is_file():
        raise FileMissingError(f"there is no file {against}", "Name a recording that `heddle view --save` wrote.")
    for file in (target, against):
        if not is_recording(file):
            raise UserError(f"{file} is no recording, and only recordings are compared",
                            f"Record it first: `{own_command()} view --save FILE {file}`.")
    if save is not None or arguments:
        raise UserError("a comparison takes no arguments of a script and no --save", "Leave them out.")
    if not text: return serve(target, port, bool(browse), against)
    with reading(f"{against} or {target}", "a recording", "Record the scripts again."):
        lines = list(comparison_lines(Comparison(Reader(against), Reader(target))))
    print("\n".join(lines))


def _record(program: Sequence[str], file: Path) -> int:
    """The status of the program, below zero for a signal."""
    create(file).close()  # before it runs: a file that cannot be written is reported at once
    status = record_program(program, file)
    if status != 0: print(f"{title_of(program)} ended with status {status}; what follows was recorded until then", file=sys.stderr)
    return status


def record_program(program: Sequence[str], file: Path) -> int:
    """Runs a file, or -m and a module, as `python` would, recording into `file`. Its status; below zero: the signal that ended it."""
    command = [sys.executable, "-m", "heddle.tools.view.run", str(file), *program]
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the program; what it did is shown then
    try: return subprocess.run(command, check=False).returncode
    finally: signal.signal(signal.SIGINT, before)


def serve(file: Path, port: int, browse: bool, against: Path | None = None) -> None:
    """Serves a recording, compared with an earlier one if that is given, until Ctrl-C. DeviceError if the port is taken."""
    try:
        with reading(str(file), "a recording", "Record the script again."):
            server = PageServer(Reader(file), port, secrets.token_urlsafe(18), None if against is None else Reader(against))
    except OSError as fault:
        raise DeviceError(f"cannot listen on port {port}: {fault.strerror}", "Name another with --port, or none.") from None
    shown = file.name if against is None else f"{file.name} against {against.name}"
    print(f"{strong(server.address)}  shows {shown}; Ctrl-C ends it", flush=True)
    if came_by_ssh():
        port = server.server_port
        print(f"from where you sit: ssh -N -L {port}:127.0.0.1:{port} {socket.gethostname()}, then open the same address", flush=True)
    if browse:
        import webbrowser
        webbrowser.open(server.address)
    with server:
        try: server.serve_forever(poll_interval=0.2)
        except KeyboardInterrupt: print()


def main(file: str, *program: str) -> None:
    """What the recording process runs."""
    from heddle.tools.view import record
    signal.signal(signal.SIGINT, signal.default_int_handler)  # the process that waits ignores it, and such things are inherited
    del sys.path[0]  # that of this module
    set_arguments(program)
    words = 1 + (program[0] == "-m")
    try:
        with record(file, " ".join(program[:words]), program[words:]): run_program(program)
    except (Exception, KeyboardInterrupt) as fault:
        print_error_of_script(fault, file_of(program))
        sys.exit(1)


if __name__ == "__main__": main(*sys.argv[1:])
