"""`EMULATE=CUDA python -m tests.emulators MODULE ARGUMENTS...`: a module of Python's with the emulated device in its place."""
from __future__ import annotations

import runpy
import sys

from heddle.engine.beam import worker_pool
from tests.emulators import install, worker_command

if install() is not None: worker_pool.worker_command = worker_command
del sys.argv[0]
runpy.run_module(sys.argv[0], run_name="__main__", alter_sys=True)
