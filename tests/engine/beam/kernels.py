"""What the tests of the search share: a small kernel, workers that misbehave, a crew that only pretends."""
from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any

from heddle.codegen.actions.search_space import starts
from heddle.codegen.simplify import simplify
from heddle.device import Device
from heddle.engine.beam.messages import Message
from heddle.engine.beam.worker_pool import Answer
from heddle.process import workers
from heddle.uop import UOp
from tests.codegen import kernels

ROOT = str(Path(__file__).resolve().parents[3])
_START = "import json, sys; sys.path[:] = json.loads(sys.argv[1]); from tests.engine.beam.faulty import main; main()"


def column_sums(m: int = 96, n: int = 80) -> UOp:
    return kernels.sum_columns(m, n).ast


def first_lists(ast: UOp) -> list[tuple[str, ...]]:
    """The lists that every search begins with, the heuristic's first."""
    return [tuple(map(str, p.actions)) for p in starts(simplify(ast), Device["CPU"].renderer.capabilities)]


def faulty_command(kind: str, victims: list[Any], log: Path) -> Callable[[], list[str]]:
    """In place of `crew.worker_command`: workers in which the victims misbehave."""
    fault = json.dumps({"kind": kind, "victims": [v if v == "all" else list(v) for v in victims], "log": str(log)})
    path = json.dumps([ROOT, *workers.search_path()])
    return lambda: [sys.executable, "-P", "-c", _START, path, fault]


class PretendedRunner:
    """Runs nothing: `cost` says how long a list of actions takes, or how it fails; `in_turns` the same for duels."""

    def __init__(self, cost: Callable[[list[str]], float | str], in_turns: Callable[[list[str]], float | str]) -> None:
        self.cost, self.in_turns, self.state = cost, in_turns, []

    def switch_kernel(self, message: Message) -> None: self.state = [None, message]
    def kill(self) -> None: pass

    def request(self, request: Message, limit: float) -> Answer:
        if request.words["do"] == "run": return self.answer(self.cost(json.loads(request.data)))
        parts = request.data[:request.words["size"]], request.data[request.words["size"]:]
        answers = [self.answer(self.in_turns(json.loads(p))) for p in parts]
        failed = next((a for a in answers if not a.ok), None)
        return failed or Answer({"ok": True, "seconds": [a.words["seconds"] * 3 for a in answers]})

    def answer(self, cost: float | str) -> Answer:
        if isinstance(cost, float): return Answer({"ok": True, "seconds": [cost]})
        return Answer({}, ended=cost) if "worker" in cost else Answer({"ok": False, "why": cost})


class PretendedCrew:
    """Compiles nothing: the binary is the list of actions."""

    def __init__(self, cost: Callable[[list[str]], float | str], in_turns: Callable[[list[str]], float | str] | None = None) -> None:
        self.compilers, self.runner = [None, None], PretendedRunner(cost, in_turns or cost)
        self.compiled: list[tuple[str, ...]] = []

    def take(self, kernel: Message) -> None: self.runner.switch_kernel(kernel)
    def renew_runner(self, kernel: Message) -> None: self.runner.switch_kernel(kernel)
    def stop(self) -> None: pass

    def compile(self, jobs: Iterable[Sequence[str]], limit: Callable[[], float]) -> Iterator[Answer]:
        for actions in jobs:
            self.compiled.append(tuple(actions))
            yield Answer({"ok": True, "info": {}}, json.dumps(list(actions)).encode())
