"""Client of the SMT solver z3: a process that reads SMT-LIB 2 (smt-lib.org).

Inputs: definitions, assertions, names.
Outputs: "sat", "unsat" or "unknown", and values of the names.
Invariants: nothing of z3 is loaded into this process, where a driver may have brought another version of it along; the process ends
with its `Solver`.
"""
from __future__ import annotations

import os
import shutil
import subprocess
import sysconfig
from collections.abc import Iterable, Sequence
from typing import Self

from heddle.errors import SettingError


def find_solver() -> str:
    """The program z3, of the package z3-solver or on PATH. SettingError with the cure if there is none."""
    beside = os.path.join(sysconfig.get_path("scripts"), "z3")
    found = beside if os.access(beside, os.X_OK) else shutil.which("z3")
    if found is None:
        raise SettingError("CHECK_OOB=1 needs the solver z3 for an index that its bounds do not decide",
                           "pip install z3-solver, or unset CHECK_OOB.")
    return found


class Solver:
    """`with Solver(seconds) as solver:` a process of z3, which gives up on a question after so many seconds."""

    def __init__(self, seconds: float) -> None:
        self._process = subprocess.Popen([find_solver(), "-in", "-smt2"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
                                         encoding="utf-8")
        self.define([f"(set-option :timeout {int(seconds * 1000)})"])

    def __enter__(self) -> Self: return self

    def __exit__(self, *_: object) -> None:
        self._process.kill()
        self._process.communicate()

    def define(self, commands: Iterable[str]) -> None:
        """Sends commands that have no answer and hold for all questions after them."""
        stdin = self._process.stdin
        assert stdin is not None
        for command in commands: stdin.write(command + "\n")
        stdin.flush()

    def query(self, assertions: Iterable[str], names: Sequence[str] = (),
              definitions: Iterable[str] = ()) -> tuple[str, dict[str, str]]:
        """Whether all `assertions` can hold together, and if so, values of `names` for which they do. `definitions` are forgotten."""
        self.define(["(push)", *definitions, *(f"(assert {a})" for a in assertions), "(check-sat)"])
        answer, values = self._line(), dict[str, str]()
        if answer == "sat" and names:
            for name in names:
                self.define([f"(eval {name})"])
                values[name] = self._line()
        self.define(["(pop)"])
        if answer not in ("sat", "unsat", "unknown"): raise AssertionError(f"z3 answered {answer!r}")
        return answer, values

    def _line(self) -> str:
        stdout = self._process.stdout
        assert stdout is not None
        return stdout.readline().strip()
