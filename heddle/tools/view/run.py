"""`python -m heddle view`: runs a script in a process of its own while recording it, and serves the recording.

Inputs: a script with its arguments, or a recording. Outputs: a page at a printed address until Ctrl-C. Invariants: a script that
fails, is interrupted, or crashes its process is shown up to that point.
"""
from __future__ import annotations

import runpy
import signal
import subprocess
import sys
import tempfile
import traceback
from collections.abc import Sequence
from pathlib import Path

from heddle.errors import DeviceError, FileMissingError, UserError
from heddle.tools.console import strong
from heddle.tools.view.format import create, is_recording
from heddle.tools.view.read import Reader
from heddle.tools.view.serve import PageServer


def view(target: Path, arguments: Sequence[str], save: Path | None, port: int, browse: bool) -> None:
    """Records `target` if it is a script, then serves. UserError for files that are missing or cannot be read."""
    if not target.is_file(): raise FileMissingError(f"there is no file {target}", "Name a Python script, or a recording.")
    if is_recording(target):
        if save is not None or arguments:
            raise UserError(f"{target} is a recording: it takes no arguments and no --save",
                            "Leave them out, or name a script.")
        serve(target, port, browse)
    elif save is not None: _record_and_serve(target, arguments, save, port, browse)
    else:
        with tempfile.TemporaryDirectory(prefix="heddle-view-") as folder:
            _record_and_serve(target, arguments, Path(folder) / f"{target.stem}.heddle", port, browse)


def _record_and_serve(script: Path, arguments: Sequence[str], file: Path, port: int, browse: bool) -> None:
    create(file).close()  # before the script runs: a file that cannot be written is reported at once
    status = record_script(script, arguments, file)
    if status != 0: print(f"{script} ended with status {status}; what follows was recorded until then", file=sys.stderr)
    serve(file, port, browse)


def record_script(script: Path, arguments: Sequence[str], file: Path) -> int:
    """Runs the script as `python script arguments` would, recording into `file`. Its status; below zero: the signal that ended it."""
    command = [sys.executable, "-m", "heddle.tools.view.run", str(file), str(script), *arguments]
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the script; what it did is shown then
    try: return subprocess.run(command, check=False).returncode
    finally: signal.signal(signal.SIGINT, before)


def serve(file: Path, port: int, browse: bool) -> None:
    """Serves a recording until Ctrl-C. DeviceError if the port is taken."""
    try: server = PageServer(Reader(file), port)
    except OSError as fault:
        raise DeviceError(f"cannot listen on port {port}: {fault.strerror}", "Name another with --port, or none.") from None
    print(f"{strong(server.address)}  shows {file.name}; Ctrl-C ends it", flush=True)
    if browse:
        import webbrowser
        webbrowser.open(server.address)
    with server:
        try: server.serve_forever(poll_interval=0.2)
        except KeyboardInterrupt: print()


def main(file: str, script: str, *arguments: str) -> None:
    """What the recording process runs."""
    from heddle.tools.view import record
    signal.signal(signal.SIGINT, signal.default_int_handler)  # the process that waits ignores it, and such things are inherited
    sys.argv = [script, *arguments]
    sys.path[0] = str(Path(script).resolve().parent)
    try:
        with record(file, script, arguments): runpy.run_path(script, run_name="__main__")
    except (Exception, KeyboardInterrupt) as fault:
        _print_from_script_on(fault, script)
        sys.exit(1)


def _print_from_script_on(fault: BaseException, script: str) -> None:
    """The traceback as `python script` prints it."""
    trace = fault.__traceback__
    while trace is not None and trace.tb_frame.f_code.co_filename != script: trace = trace.tb_next
    traceback.print_exception(fault.with_traceback(trace or fault.__traceback__))


if __name__ == "__main__": main(*sys.argv[1:])
