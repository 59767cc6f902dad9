"""Random faults in real runs: one rank is killed, stopped, delayed or made to do something else at a random moment of training, or
before its start.

Inputs: a seed. Outputs: what was done, and what the run said. As a program,
`python -m tests.distributed.fault_injection 0 200 report.json` runs the faults of these seeds one by one, and writes their results.
"""
from __future__ import annotations

import collections
import json
import random
import re
import sys
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path

from tests.distributed.launching import Run, launch

#: seconds of COLLECTIVE_TIMEOUT at the start, to which ranks on a busy machine come one after the other, and then
START, TIMEOUT = 8, 4
#: seconds within which a run has to end: start-up, these times, GRACE and the supervisor's pause
MOST = 60

PROGRAM = """
    import json, os, signal, sys, time
    fault, victim, at = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
    from heddle.settings import rank_of_launcher
    launched = rank_of_launcher()
    if fault == "program" and launched == victim:
        other = os.path.join(os.path.dirname(__file__), "other.py")
        os.execv(sys.executable, [sys.executable, other])
    import heddle
    if launched == victim:
        if fault == "late start": time.sleep(1000)
        if fault == "killed start": os.kill(os.getpid(), signal.SIGKILL)
        if fault == "no start": sys.exit(0)
        if fault == "failed start": raise ValueError("a bad file")
    if fault == "version" and launched == victim: heddle.__version__ = "0.0.1"
    import heddle.distributed as distributed
    from heddle import Mesh, Tensor
    from heddle.settings import settings

    distributed.initialize()
    settings.COLLECTIVE_TIMEOUT = {timeout}
    rank, mesh = distributed.rank(), Mesh({"data": distributed.size()})
    weight = Tensor.ones(12, 4).shard(mesh).realize()
    for step in range(6):
        batch = Tensor.full((12, 12), step).shard(mesh, {"data": 0})
        if rank == victim and step == at:
            print(f"rank {rank} does: {fault}", flush=True)
            if fault == "kill": os.kill(os.getpid(), signal.SIGKILL)
            if fault == "stop": os.kill(os.getpid(), signal.SIGSTOP)
            if fault == "hang": time.sleep(1000)
            if fault == "spin":
                while True: pass
            if fault == "delay": time.sleep(1.5)
            if fault == "raise": raise ValueError("a bad batch")
            if fault == "exit": sys.exit(0)
            if fault == "interrupt": raise KeyboardInterrupt
            if fault == "shape": weight = Tensor.ones(12, 5).shard(mesh).realize()
            if fault == "order": weight.shard(mesh, {"data": 0}).shard(mesh).realize(); (batch.sum(0) * 2).realize()
        weight.assign(weight + (batch @ weight).sum(0)).realize()
    print(f"rank {rank} has finished", flush=True)
""".replace("{timeout}", str(TIMEOUT))

#: what the survivors say of the victim; None: the run goes well
SAID: dict[str, str | None] = {
    "kill": "has died", "stop": "does not answer: it is stopped, or its machine is gone", "hang": "is at", "spin": "is at",
    "delay": None,
    "raise": "has failed: ValueError: a bad batch", "exit": "has ended its program", "interrupt": "has failed: KeyboardInterrupt",
    "shape": "the ranks call different collectives", "order": "the ranks call different collectives",
    "program": "the ranks run different programs", "version": "the ranks run different versions of heddle",
    "late start": "for the others to call initialize()", "killed start": "was killed by SIGKILL",
    "no start": "for the others to call initialize()", "failed start": "ValueError: a bad file",
}


@dataclass(frozen=True)
class Fault:
    """What happens to which of how many ranks, before which step."""

    kind: str
    count: int
    victim: int
    step: int

    @staticmethod
    def drawn(seed: int) -> Fault:
        """The fault of a seed. Kinds come in turn."""
        rng = random.Random(seed)
        count = rng.randint(2, 4)
        return Fault(list(SAID)[seed % len(SAID)], count, rng.randrange(count), rng.randrange(6))


def inject(fault: Fault, folder: Path) -> Run:
    """Runs the program with a fault. It fails if it does not end."""
    (folder / "other.py").write_text("import heddle.distributed as d; d.initialize()")
    return launch(folder, fault.count, PROGRAM, fault.kind, str(fault.victim), str(fault.step), COLLECTIVE_TIMEOUT=str(START))


def wrong(fault: Fault, run: Run) -> str:
    """What is not as it should be; nothing if all is well: every survivor names the victim with its host, and the collective."""
    if run.seconds > MOST: return f"took {run.seconds:.0f} s"
    words = SAID[fault.kind]
    if words is None:
        well = run.status == 0 and run.said.count("has finished") == fault.count
        return "" if well else f"status {run.status}"
    if run.status == 0: return "ended as if all were well"
    survivors = [k for k in range(fault.count) if k != fault.victim]
    accused = {int(k) for k in re.findall(r"rank (\d+) on [^\n:]* does not answer", run.said)} - {fault.victim}
    if accused: return f"says of the healthy ranks {accused} that they are stopped"
    if fault.kind.endswith(" start"): return _wrong_start(fault, run, words)
    if fault.kind in ("shape", "order", "program", "version"):
        # every rank is a survivor, and says so
        if run.said.count(words) < fault.count: return f"said by {run.said.count(words)} of {fault.count} ranks"
        return "" if f"rank {fault.victim}" in run.said[run.said.index(words):] else "does not name the victim"
    for k in survivors:
        said = re.search(rf"rank {k} on [^\n]* (cannot complete|has waited|ends, for it cannot go on)", run.said)
        if said is None: return f"rank {k} says nothing"
        text = run.said[said.start():].split("Start again")[0]
        named = text.find(f"rank {fault.victim} on ")
        if named < 0 or words not in text[named:]: return f"rank {k} does not name the victim"
        if " cannot complete " in text.split("\n")[0] and "program.py" not in text: return f"rank {k} names no line"
    return ""


def _wrong_start(fault: Fault, run: Run, words: str) -> str:
    """The same of a rank that does not come to the start: it says so itself, or else all others do."""
    if fault.kind in ("killed start", "failed start"):
        return "" if re.search(rf"^\[{fault.victim}\] .*{re.escape(words)}", run.printed, re.MULTILINE) else "does not name the victim"
    waiting = {int(k) for k in re.findall(rf"DistributedError: rank (\d+) on [^\n]*{re.escape(words)}", run.said)}
    silent = set(range(fault.count)) - {fault.victim} - waiting
    return f"ranks {silent} say nothing" if silent else "the victim waits for others" if fault.victim in waiting else ""


def main(first: int, last: int, report: str) -> None:
    """Runs the faults of seeds from `first` up to `last`, and writes what came of them."""
    rows: list[dict[str, object]] = []
    for seed in range(first, last):
        fault, began = Fault.drawn(seed), time.monotonic()
        with tempfile.TemporaryDirectory() as folder:
            run = inject(fault, Path(folder))
            found = wrong(fault, run)
        rows.append({"seed": seed, **vars(fault), "seconds": round(time.monotonic() - began, 1), "wrong": found})
        if found: print(f"seed {seed}: {fault}: {found}\n{run.said}", flush=True)
        Path(report).write_text("[\n" + ",\n".join(map(json.dumps, rows)) + "\n]\n")
    by_kind = collections.Counter(str(row["kind"]) for row in rows)
    wrongs, longest = sum(bool(row["wrong"]) for row in rows), max(float(str(row["seconds"])) for row in rows)
    kinds = ", ".join(f"{kind} {n}" for kind, n in by_kind.items())
    print(f"{len(rows)} faults, {wrongs} wrong; the longest run took {longest} s; {kinds}")


if __name__ == "__main__": main(int(sys.argv[1]), int(sys.argv[2]), sys.argv[3])
