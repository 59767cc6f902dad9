"""Beam search over lists of actions for one kernel.

Inputs: a kernel's ast, its device, a width and a budget in seconds. Outputs: a `Winner`.
Invariants: the heuristic's kernel is measured first, and the returned list either was run alternately with it and won, with the same
results, or is the heuristic's own. That holds at every moment: a search that is stopped returns the best proven so far.

The search is a beam: of all lists measured, the `width` fastest whose neighbours were not tried yet are expanded by one action,
until a round finds nothing faster or the budget is spent. Candidates are compiled in parallel; while one runs, nothing else does.

The budget counts from the start, but at least half of it is left for the search when the workers have started and the heuristic's
kernel has been measured. When it is spent nothing is begun any more; what is under way is given `_LEAST_LIMIT` seconds.
"""
from __future__ import annotations

import random
import time
from collections.abc import Iterable, Iterator, Sequence
from itertools import islice

from heddle.codegen import allowed_capabilities
from heddle.codegen.actions.search_space import Plan, edited, edits, starts, states_of
from heddle.codegen.program_info import kernel_name
from heddle.codegen.simplify import simplify
from heddle.device import Compiled
from heddle.engine.beam import quarantine
from heddle.engine.beam.messages import Message
from heddle.engine.beam.progress import Show
from heddle.engine.beam.winners import Winner
from heddle.engine.beam.worker_pool import Answer, Crew, NoWorkerError, seconds_left
from heddle.named_tuple import NamedTuple
from heddle.uop import Ops, UOp
from heddle.uop.printer import show_graph

_BATCH = 4  # most candidates for each compiler between two looks at the clock: one for each second of the budget
_CLEARLY = 0.98  # of the other's time: what counts as faster
_FINALISTS = 3
_LEAST_FINAL = 0.05  # seconds, in which nothing is proven anew
_FINAL_SHARE = 0.15  # of the budget, at least, for running the finalists against the heuristic
_MOST_FINAL_SHARE = 0.4  # of the budget, at most
_MOST_PREPARING = 0.5  # of the budget, at most, for starting workers and measuring the heuristic's kernel
_LEAST_LIMIT = 0.2  # seconds in which a worker can answer at all


class Measured(NamedTuple):
    """A list that ran and was right. `seconds`: its best launch. The answer of the compiler has the binary."""

    plan: Plan
    seconds: float
    compiled: Answer

    @property
    def texts(self) -> tuple[str, ...]: return tuple(map(str, self.plan.actions))


class Duel(NamedTuple):
    """Typical times of two kernels that ran in turns, and whether the other was faster."""

    heuristic: float
    other: float
    won: bool


class Search:
    """One search. `best` is what has been proven so far, from the moment when `heuristic` is there."""

    def __init__(self, ast: UOp, device: Compiled, width: int, budget: float, timeout: float, crew: Crew, show: Show) -> None:
        self.ast, self.device, self.width, self.timeout, self.crew, self.show = ast, device, width, timeout, crew, show
        self.name, self.kernel, self.capabilities = kernel_name(ast), simplify(ast), allowed_capabilities(device.renderer)
        self.budget, self.batch = budget, max(1, min(_BATCH, int(budget)))
        self.started = self.begin = self.deadline = time.monotonic()
        self.tried = 0
        self.seen: set[UOp] = set()
        self.measured: list[Measured] = []
        self.looked_around: set[tuple[str, ...]] = set()
        self.heuristic: Measured | None = None
        self.best: tuple[Measured, Duel] | None = None
        self.order = random.Random(ast.key)

    # ---- the whole

    def run(self) -> bool:
        """Searches until done. False where the heuristic's kernel itself cannot be measured: there is nothing to compare with."""
        first, *others = starts(self.kernel, self.capabilities)
        self.crew.take(_kernel_message(self.ast, "positive"))
        began = time.monotonic()
        self.deadline = began + 2 * self.timeout
        if not self._measure_heuristic(first): return False
        self.begin = time.monotonic()
        self.budget -= min(self.begin - self.started, _MOST_PREPARING * self.budget)
        self.deadline = self.begin + self.budget - self._final_seconds(self.begin - began)
        self._try(others)
        while (around := self._to_look_around()) and self._has_time():
            before = self._fastest().seconds
            self._try(self._neighbours(around))
            self._prove(self._fastest())
            if self._fastest().seconds > before * _CLEARLY and len(self.looked_around) >= self.width: break
        self._final()
        return True

    def winner(self) -> Winner | None:
        """What has been proven, or the heuristic's list; None if not even that was measured."""
        if self.heuristic is None: return None
        found, duel = self.best or (self.heuristic, Duel(self.heuristic.seconds, self.heuristic.seconds, False))
        return Winner(self.name, self.device.renderer.target, self.width, found.texts, duel.other, duel.heuristic,
                      show_graph(self.ast, locations=False))

    def _final_seconds(self, measuring: float) -> float:
        """The part of the budget for the final; `measuring` the heuristic's kernel took so long, and a new process does so again."""
        return min(max(_FINAL_SHARE * self.budget, measuring), _MOST_FINAL_SHARE * self.budget)

    def _has_time(self) -> bool: return seconds_left(self.deadline) > 0

    def _fastest(self) -> Measured: return min(self.measured, key=lambda m: m.seconds)

    def _to_look_around(self) -> list[Measured]:
        """The fastest that have not been looked around, among those that a width has room for."""
        best = sorted(self.measured, key=lambda m: m.seconds)[:self.width]
        return [m for m in best if m.texts not in self.looked_around]

    def _neighbours(self, around: Sequence[Measured]) -> Iterator[Plan]:
        """In an order that does not depend on what kind they are, since time may be over before the last one."""
        found = [(m.plan.actions, edit) for m in around if self._has_time()
                 for edit in edits(self.kernel, m.plan.actions, self.capabilities)]
        self.order.shuffle(found)
        states = {m.plan.actions: states_of(self.kernel, m.plan.actions, self.capabilities) for m in around}
        for actions, edit in found:
            if not self._has_time(): break
            if (plan := edited(states[actions], actions, edit, self.capabilities)) is not None: yield plan
        self.looked_around.update(m.texts for m in around)

    # ---- trying

    def _measure_heuristic(self, plan: Plan) -> bool:
        self.seen.add(plan.sink)
        compiled = next(self.crew.compile([_texts(plan)], self._limit))
        if not compiled.ok: return False
        request = _run_message(compiled, True, self.timeout)
        answer = self.crew.runner.request(request, self._limit())
        if not answer.ok or not (seconds := min(answer.words["seconds"])): return False
        # whoever takes the runner's place has to know the right results too
        self.crew.runner.state.append(request)
        self.heuristic = Measured(plan, seconds, compiled)
        self.measured.append(self.heuristic)
        return True

    def _try(self, plans: Iterable[Plan]) -> None:
        """Compiles and runs those that are new, as far as time goes."""
        new = iter(self._new(plans))
        while self._has_time() and (batch := list(islice(new, self.batch * len(self.crew.compilers)))):
            answers = list(self.crew.compile(self._while_there_is_time(batch), self._limit))
            for plan, compiled in zip(batch, answers):  # fewer answers than plans, if time is over meanwhile
                if not self._has_time(): return
                self.tried += 1
                if compiled.ok: self._run(plan, compiled)
                elif compiled.ended: self._put_away(plan, compiled)
                self.show(self.tried, time.monotonic() - self.started, self._fastest().seconds, self.measured[0].seconds)

    def _while_there_is_time(self, plans: Iterable[Plan]) -> Iterator[Sequence[str]]:
        for plan in plans:
            if not self._has_time(): return
            yield _texts(plan)

    def _new(self, plans: Iterable[Plan]) -> Iterator[Plan]:
        for plan in plans:
            if plan.sink in self.seen: continue
            self.seen.add(plan.sink)
            if quarantine.reason(self.ast, self.device, _texts(plan)) is None: yield plan

    def _run(self, plan: Plan, compiled: Answer) -> None:
        best = self._fastest().seconds
        answer = self.crew.runner.request(_run_message(compiled, False, 3 * best + 1e-3), self._limit(20 * best + 2))
        if answer.ended: self._put_away(plan, answer)
        elif answer.ok: self.measured.append(Measured(plan, min(answer.words["seconds"]), compiled))

    def _put_away(self, plan: Plan, answer: Answer) -> None:
        """Quarantine, unless it was only our own time that ran out."""
        if answer.late and not self._has_time(): return
        quarantine.quarantine(self.ast, self.device, _texts(plan), answer.why)

    def _limit(self, most: float = float("inf")) -> float:
        """Seconds that a request may take: what is left, but enough for a worker to answer at all."""
        return max(min(self.timeout, most, seconds_left(self.deadline)), _LEAST_LIMIT)

    # ---- proving

    def _prove(self, m: Measured) -> None:
        """Makes `m` the best if it wins against the heuristic's kernel by more than the best did."""
        if m is self.heuristic or (self.best is not None and m is self.best[0]) or not self._has_time(): return
        duel = self._duel(m, seconds_left(self.deadline) / 4)
        if duel is not None and duel.won and (self.best is None or _gain(duel) > _gain(self.best[1])): self.best = m, duel

    def _final(self) -> None:
        """The fastest few against the heuristic once more: in a new process, on other data, at length.

        Where there is no time for that, what has been proven stands.
        """
        self.deadline = self.begin + self.budget
        if seconds_left(self.deadline) < _LEAST_FINAL: return
        fastest = sorted(self.measured, key=lambda m: m.seconds)[:_FINALISTS]
        rivals = fastest if self.best is None else [self.best[0], *(m for m in fastest if m is not self.best[0])]
        self.crew.renew_runner(_kernel_message(self.ast, "mixed"))
        best: tuple[Measured, Duel] | None = None
        is_decided = False
        for at, m in enumerate(rivals):
            if m is self.heuristic or not self._has_time(): continue
            duel = self._duel(m, seconds_left(self.deadline) / (len(rivals) - at))
            is_decided = is_decided or duel is not None or self._has_time()  # not if it was our own time that ran out
            if duel is not None and duel.won and (best is None or _gain(duel) > _gain(best[1])): best = m, duel
        if is_decided: self.best = best

    def _duel(self, m: Measured, seconds: float) -> Duel | None:
        """`m` against the heuristic's kernel, in turns; None if it failed at that."""
        assert self.heuristic is not None
        both = self.heuristic.seconds + m.seconds
        rounds = max(3, min(61, int(min(seconds, 2.0) / max(both, 4e-4))))
        first, second = self.heuristic.compiled, m.compiled
        request = Message({"do": "duel", "infos": [first.words["info"], second.words["info"]], "size": len(first.data),
                           "rounds": rounds}, first.data + second.data)
        answer = self.crew.runner.request(request, self._limit())
        if answer.ended: self._put_away(m.plan, answer)
        return _judge(*answer.words["seconds"]) if answer.ok else None


def _judge(heuristic: Sequence[float], other: Sequence[float]) -> Duel:
    """Faster by the lower quartile (which other work on the machine disturbs less than the median), by the best, in most rounds."""
    a, b = (sorted(times)[len(times) // 4] for times in (heuristic, other))
    rounds_won = sum(y < x for x, y in zip(heuristic, other, strict=True))
    won = b < a * _CLEARLY and min(other) < min(heuristic) and rounds_won * 5 >= 3 * len(other)
    return Duel(a, b, won)


def _gain(duel: Duel) -> float: return duel.heuristic / duel.other


def _texts(plan: Plan) -> tuple[str, ...]: return tuple(map(str, plan.actions))


def _run_message(compiled: Answer, is_reference: bool, give_up: float) -> Message:
    words: dict[str, object] = {"do": "run", "info": compiled.words["info"], "is_reference": is_reference, "give_up": give_up}
    return Message(words, compiled.data)


def _kernel_message(ast: UOp, kind: str) -> Message:
    """The kernel as workers are told of it. Variables are at their greatest: for that the buffers are made."""
    variables = {n.arg[0]: int(n.vmax) for n in ast.toposort() if n.op is Ops.DEFINE_VAR}
    return Message({"do": "kernel", "variables": variables, "kind": kind, "seed": 0}, show_graph(ast, locations=False).encode())


__all__ = ["NoWorkerError", "Search"]
