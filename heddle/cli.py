"""Command-line entry point `heddle`: start-up, exit status, and error reporting.

Inputs: command-line arguments. Outputs: text, and an exit status: 0 success, 1 nothing usable, 2 user error, 130 interrupted.
Invariants: a user error is reported as a message, never as a traceback. The commands themselves are in `tools/commands.py`.
"""
from __future__ import annotations

import os
import sys
from collections.abc import Sequence

from heddle.errors import UserError
from heddle.settings import is_completing


def main(arguments: Sequence[str] | None = None) -> None:
    """Runs the command line and leaves the process with its status."""
    sys.exit(run(list(sys.argv[1:] if arguments is None else arguments)))


def run(arguments: list[str]) -> int:
    """Runs the command line; the exit status."""
    try:
        status = _dispatch(arguments)
        sys.stdout.flush()
        return status
    except UserError as e:
        return _tell(e)
    except BrokenPipeError:
        # the reader went away (`| head`): nothing more to say, and Python must not try to say it while it ends
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except KeyboardInterrupt:
        print("\nstopped", file=sys.stderr)
        return 130


def _dispatch(arguments: list[str]) -> int:
    if not arguments and not is_completing():
        # the device table does without the command-line library, which takes longer to import than all of heddle
        from heddle.tools.doctor import print_devices
        return 0 if print_devices() else 1
    from heddle.tools.commands import run_command
    return run_command(arguments)


def _tell(e: UserError) -> int:
    # the middle part of an error, the place in the user's code, means nothing here
    print("\n  ".join(["heddle: " + e.what, *([e.cure] if e.cure else [])]), file=sys.stderr)
    return 2
