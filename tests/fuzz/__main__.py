"""`python -m tests.fuzz NAME [--seconds S] [--count N] [--seed SEED] [--device DEV ...] [--record FILE]`: runs one fuzzer."""
from __future__ import annotations

import argparse
import datetime
import os
import platform
import random
import sys
import tempfile
from pathlib import Path

from tests import emulators
from tests.fuzz import harness, registry


def main() -> int:
    names = registry.names()
    parser = argparse.ArgumentParser(prog="python -m tests.fuzz", description="Looks for wrong answers with random cases.")
    parser.add_argument("name", choices=names, help="which fuzzer")
    parser.add_argument("--seconds", type=float, help="how long (default: 60, if --count is not given)")
    parser.add_argument("--count", type=int, help="how many cases")
    parser.add_argument("--seed", type=int, help="default: a new one, which is printed")
    parser.add_argument("--start", type=int, default=0, help="number of the first case")
    parser.add_argument("--device", nargs="+", default=(), help="devices to take in turn")
    parser.add_argument("--failures", type=int, default=10, help="stop after so many failures")
    parser.add_argument("--record", type=Path, help="append the summary to this file")
    args = parser.parse_args()
    seed = random.SystemRandom().randrange(1 << 30) if args.seed is None else args.seed
    seconds = 60.0 if args.seconds is None and args.count is None else args.seconds
    print(f"{args.name}: seed {seed}", flush=True)
    from heddle.settings import settings
    emulator = emulators.install()  # EMULATE=CUDA and its like: a GPU that is not there
    settings.CACHE_DIR = settings.CACHE_DIR or tempfile.mkdtemp(prefix="heddle-fuzz-")
    fuzzer = registry.load(args.name) if emulator is None else harness.on_emulator(registry.load(args.name), emulator)
    report = harness.run(fuzzer, seed=seed, start=args.start, count=args.count, seconds=seconds,
                         devices=tuple(args.device), most_failures=args.failures, tell=lambda text: print(text, flush=True))
    print(report.summary())
    if args.record:
        with args.record.open("a", encoding="utf-8") as file:
            file.write(f"- {datetime.date.today()}, {os.cpu_count()} cores {platform.machine()}: {report.summary()}\n")
    return bool(report.failures)


sys.exit(main())
