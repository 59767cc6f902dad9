"""Programs as Python starts them: a file, or `-m` and the name of a module, each with its arguments.

Inputs: what Python is given on its command line. Outputs: the program run as `__main__`, in this process. Invariants: it has the
arguments and the import path that `python` would give it.
"""
from __future__ import annotations

import importlib.machinery
import importlib.util
import os
import runpy
import sys
from collections.abc import Generator, Sequence
from contextlib import contextmanager

from heddle.errors import FileMissingError


def check_program(program: Sequence[str]) -> None:
    """FileMissingError if a program is neither a file with its arguments, nor `-m`, a module in reach of this folder, and those."""
    if program[0] == "-m":
        name = program[1].partition(".")[0]
        if importlib.util.find_spec(name) or importlib.machinery.PathFinder.find_spec(name, [os.getcwd()]): return
        raise FileMissingError(f"there is no module {name}", "Start in the folder that has it, or install its package.")
    if not os.path.isfile(program[0]):
        raise FileMissingError(f"there is no program {program[0]}", "Give the path of a Python file, or -m and the name of a module.")


def title_of(program: Sequence[str]) -> str:
    """What a program is called in messages."""
    return program[1] if program[0] == "-m" else program[0]


def file_of(program: Sequence[str]) -> str:
    """The file that runs as `__main__`, by the name that its frames have; empty where a module has none."""
    if program[0] != "-m": return program[0]
    found = importlib.util.find_spec(program[1])
    if found is not None and found.submodule_search_locations is not None: found = importlib.util.find_spec(f"{program[1]}.__main__")
    return found.origin or "" if found is not None else ""


def run_program(program: Sequence[str]) -> None:
    """Runs it in this process; what it raises, SystemExit too. The names that it defines are gone afterwards."""
    if program[0] == "-m": runpy.run_module(program[1], run_name="__main__", alter_sys=True)
    else: runpy.run_path(program[0], run_name="__main__")


def set_arguments(program: Sequence[str]) -> None:
    """Arguments and import path are as the program expects them from now on: what runs at its end may still need them."""
    is_module = program[0] == "-m"
    sys.argv = list(program[is_module:])
    sys.path[:0] = [os.getcwd() if is_module else os.path.dirname(os.path.realpath(program[0]))]


@contextmanager
def arguments_of(program: Sequence[str]) -> Generator[None]:
    """The same inside the block alone."""
    argv, path = sys.argv, sys.path[:]
    set_arguments(program)
    try: yield
    finally: sys.argv, sys.path[:] = argv, path
