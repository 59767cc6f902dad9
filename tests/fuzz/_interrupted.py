"""A process that is interrupted: runs programs on a device until Ctrl-C, then computes again and says whether all was right.

Inputs: a line of JSON per case: `program` and `seed`; SIGINT at any time after "begun" was written. Outputs: a line of JSON: `where`
the interrupt came, and what is `wrong`, or null. The file is run as a script; `import` is a process of its own, see `import_again`.
"""
from __future__ import annotations

import json
import os
import random
import sys
import threading
import time
import traceback
from collections.abc import Callable, Iterator
from typing import Any

#: A program that is not interrupted within this time has lost its interrupt.
LONGEST_SECONDS = 20.0
_FILES = "/proc/self/fd"


def expect(got: Any, right: Any, what: str) -> None:
    if got != right: raise AssertionError(f"{what}: got {str(got)[:200]}, not {str(right)[:200]}")


def fresh(rng: random.Random) -> None:
    """Kernels that no cache has: their constants are new."""
    from heddle import Tensor
    size, a, b = rng.randrange(3, 40), rng.randrange(1, 1 << 20), rng.randrange(1, 1 << 20)
    x = Tensor(list(range(size)), dtype="int32").realize()
    y = (x * a + b).realize()
    total, top = (x * b - a).sum(), (x + a).max()
    expect(y.tolist(), [n * a + b for n in range(size)], "map")
    expect((total.item(), top.item()), (sum(n * b - a for n in range(size)), size - 1 + a), "reduce")


def product(rng: random.Random) -> None:
    """A tiled kernel, which takes a compiler longer."""
    from heddle import Tensor
    n, k = rng.randrange(17, 40), rng.randrange(1, 1 << 10)
    x = Tensor.arange(n).reshape(1, n).expand(n, n).contiguous().float()
    y = (x @ (x + k)).realize()
    expect(y[0].tolist(), [float(sum(range(n)) * (j + k)) for j in range(n)], "matmul")


def batch(rng: random.Random) -> None:
    """Several kernels in one schedule, which are compiled side by side."""
    from heddle import Tensor
    a = [rng.randrange(1, 1 << 12) for _ in range(4)]
    x = Tensor(list(range(8)), dtype="int32")
    results = [(x + c).reshape(2, 4).sum(1) * c for c in a]
    Tensor.realize(*results)
    for c, r in zip(a, results, strict=True): expect(r.tolist(), [(6 + 4 * c) * c, (22 + 4 * c) * c], "batch")


_weights: list[Any] = []
_count = [0]


def update(rng: random.Random) -> None:
    """A weight that is counted up: after an interrupt it is what it was, or one more."""
    from heddle import Tensor
    if not _weights: _weights.append(Tensor.zeros(5).contiguous().realize())
    weight = _weights[0]
    for _ in range(20):
        weight.assign(weight + 1)
        weight.realize()
        got = weight.tolist()
        if got != [got[0]] * 5 or got[0] not in (_count[0], _count[0] + 1, _count[0] + 2): expect(got, _count[0] + 1, "assign")
        _count[0] = int(got[0])


_captured: list[Any] = []


def replay(rng: random.Random) -> None:
    """A captured function: captured, captured again, replayed."""
    from heddle import Tensor, TinyJit
    if not _captured or rng.random() < 0.2:
        k = rng.randrange(1, 1 << 20)
        _captured[:] = [k, TinyJit(lambda x: ((x + k).realize() * 2).sum())]
    k, fn = _captured
    for _ in range(30):
        n = rng.randrange(100)
        expect(fn(Tensor([n, n + 1], dtype="int32").realize()).item(), (2 * n + 1 + 2 * k) * 2, "replay")


def copy(rng: random.Random) -> None:
    """To the device and back, small and large, and over another device."""
    from heddle import Tensor
    for size in (3, 50_000):
        data = [rng.randrange(1 << 30)] * size
        x = Tensor(data, dtype="int32").realize()
        expect(x.tolist(), data, "copy")
        expect(x.to("PYTHON").to(x.device).realize().tolist(), data, "copies")


def schedule(rng: random.Random) -> None:
    """A long graph, most of which is scheduling and lowering."""
    from heddle import Tensor
    x = Tensor([float(rng.randrange(9))] * 4)
    y = x
    for _ in range(rng.randrange(30, 60)): y = (y + 1).reshape(2, 2).permute(1, 0).reshape(4)
    z = y.sum()
    expect((z - x.sum()).item() % 4, 0.0, "chain")


def draw(rng: random.Random) -> None:
    """Random numbers: the generator moves on and never repeats itself."""
    from heddle import Tensor
    a, b = Tensor.rand(16).realize(), Tensor.rand(16)
    found = a.tolist() + b.tolist()
    if len(set(found)) < 20 or not all(0 <= v < 1 for v in found): expect(found, "32 draws", "rand")


def gradient(rng: random.Random) -> None:
    """A backward pass and a step of an optimizer."""
    from heddle import Tensor, nn
    k = float(rng.randrange(1, 1 << 10))
    w = Tensor([k, 2.0], requires_grad=True)
    optimizer = nn.optim.SGD([w], lr=0.5)
    before = Tensor.training
    Tensor.training = True
    try:
        (w * w * 3).sum().backward()
        optimizer.step()
    finally: Tensor.training = before
    expect(w.tolist(), [k - 3 * k, 2.0 - 6.0], "step")


_trained: list[Any] = []


def training(rng: random.Random) -> None:
    """Steps of a loop, most of which build no graphs: each moves all of the weight halfway to 1, or none of it."""
    from heddle import Tensor, nn
    if not _trained:
        w = Tensor.zeros(5).contiguous().realize()
        _trained[:] = w, nn.optim.SGD([w], lr=0.25)
    w, optimizer = _trained
    w.assign(w.detach() * 0).realize()
    halves = [1 - 0.5 ** n for n in range(24)]
    for _ in range(20):
        optimizer.zero_grad()
        loss = (w - 1).square().sum()
        loss.backward()
        optimizer.step()
        got, before = w.tolist(), 1 - 2 * (1 - w[0].item())
        if got != [got[0]] * 5 or got[0] not in halves: expect(got, "1 - 0.5 ** n", "weight")
        expect(loss.item(), 5 * (1 - before) ** 2, "loss")


def cache(rng: random.Random) -> None:
    """Writes and reads of the disk cache."""
    from heddle.device import disk_cache
    for _ in range(20):
        key = rng.randbytes(8)
        value = bytes([key[0]]) * rng.randrange(1, 100_000)
        disk_cache.put("program", key, value)
        if (found := disk_cache.get("program", key)) is not None: expect(found, value, "entry")


def search(rng: random.Random) -> None:
    """A search, which ends with the best so far at Ctrl-C and leaves it to the next one to interrupt the program."""
    from heddle import Tensor
    from heddle.engine import beam
    from heddle.engine.beam import session
    from heddle.settings import Context
    k = rng.randrange(1, 1 << 20)
    beam.allow_searches()
    with Context(BEAM=1, BEAM_BUDGET=2.0, BEAM_TIMEOUT=1.0):
        expect((Tensor(list(range(64)), dtype="int32").reshape(8, 8) + k).sum().item(), 2016 + 64 * k, "search")
    if session._stopped.is_set(): raise KeyboardInterrupt


PROGRAMS: dict[str, Callable[[random.Random], None]] = {
    f.__name__: f for f in (fresh, product, batch, update, replay, copy, schedule, draw, gradient, training, cache, search)}

# ---- the process


def one_case(program: str, seed: int) -> dict[str, Any]:
    """Runs the program again and again until the interrupt; then all that it left behind is used once more."""
    rng, began = random.Random(seed), time.monotonic()
    where = "lost"
    try:
        say({"begun": True})
        while time.monotonic() - began < LONGEST_SECONDS and not unraisable: PROGRAMS[program](rng)
    except KeyboardInterrupt as interrupt: where = innermost(interrupt)
    if unraisable: return {"where": where, "wrong": f"unraisable: {unraisable.pop()}"}
    if where == "lost": return {"where": where, "wrong": "the interrupt was lost"}
    for name in dict.fromkeys((program, "fresh", "replay")):
        try: PROGRAMS[name](rng) if name != "search" else None
        except BaseException: return {"where": where, "wrong": f"{name} afterwards: {traceback.format_exc()[-1500:]}"}
    if unraisable: return {"where": where, "wrong": f"unraisable: {unraisable.pop()}"}
    files = len(os.listdir(_FILES)) if os.path.isdir(_FILES) else 0
    return {"where": where, "wrong": None, "threads": threading.active_count(), "files": files}


def innermost(interrupt: BaseException) -> str:
    """The file, function and line of heddle's in which the interrupt came."""
    frames = [f for f in traceback.extract_tb(interrupt.__traceback__) if f"{os.sep}heddle{os.sep}" in f.filename]
    last = frames[-1] if frames else traceback.extract_tb(interrupt.__traceback__)[-1]
    return f"{os.path.basename(last.filename)}:{last.lineno} {last.name}"


unraisable: list[str] = []


def note_unraisable(fault: Any) -> None:
    text = "".join(traceback.format_exception(fault.exc_value))
    unraisable.append(f"{fault.err_msg} {fault.object!r}: {text[-1200:]}")


def say(words: dict[str, Any]) -> None: os.write(1, json.dumps(words).encode() + b"\n")


def requests() -> Iterator[dict[str, Any]]:
    for line in sys.stdin: yield json.loads(line)


def import_again() -> None:
    """`import heddle` and its parts, interrupted; then again."""
    where = "too late"
    try:
        say({"begun": True})
        from heddle import Tensor
        (Tensor([1, 2]) + 1).tolist()
        time.sleep(0.3)
    except KeyboardInterrupt as interrupt: where = innermost(interrupt)
    wrong = None
    try: fresh(random.Random(1))
    except BaseException: wrong = traceback.format_exc()[-1500:]
    say({"where": where, "wrong": wrong or (unraisable[0] if unraisable else None)})


def main() -> None:
    sys.unraisablehook = note_unraisable
    threading.excepthook = lambda fault: unraisable.append("".join(traceback.format_exception(fault.exc_value))[-1200:])
    if sys.argv[1:] == ["import"]: return import_again()
    import heddle.tensor  # noqa: F401
    for request in requests(): say(one_case(request["program"], request["seed"]))


if __name__ == "__main__": main()
