"""Recordings that tests look at: a small program, and a graph of 50,000 nodes."""

from __future__ import annotations

import random
import shutil
import sqlite3
from pathlib import Path

import numpy as np

from heddle import Context, Tensor, nn
from heddle.dtype import dtypes
from heddle.engine.inspect_stages import Stage
from heddle.nn import optim
from heddle.nn.state import get_parameters
from heddle.tools.view import format, record
from heddle.tools.view.write import Writer
from heddle.uop import Ops, ParamArg, UOp


def small_program() -> float:
    """A product with a softmax, and three times the same sum."""
    rng = np.random.default_rng(0)
    x, w = (Tensor(rng.standard_normal(shape).astype(np.float32)) for shape in ((64, 32), (32, 16)))
    total = (x @ w).relu().softmax(1).numpy().sum()
    for _ in range(3):
        total += (x.exp().sum(1) + 1).mean().item()
    return float(total)


def record_small(file: Path) -> Path:
    """A recording of `small_program`."""
    with Context(DEV="CPU"), record(file, "small.py", ["--fast", "<b>1</b>"]):
        small_program()
    return file


def record_change(before: Path, after: Path) -> None:
    """A recording of `small_program` and one that differs from it in known ways.

    Kernel 1 takes twice as long and moves three times as much; kernel 2 has other actions and another source; kernel 3 computes
    something else under the same name; kernel 4 of each is in one only.
    """
    with Context(DEV="CPU"), record(before, "before.py"):
        small_program()
        (Tensor([1.0, 2.0, 3.0]) * 3).realize()
    shutil.copy(before, after)
    db = sqlite3.connect(after)
    db.executescript("""
        UPDATE event SET seconds = seconds * 2, bytes = bytes * 3 WHERE kernel = 1;
        UPDATE kernel SET info = json_set(info, '$.applied', json('["split 0 by 8 as loop", "mark 9 as grid"]')),
                          source = replace(source, 'ret void', 'ret void ; changed') WHERE id = 2;
        UPDATE kernel SET name = name || '_new' WHERE id = 4;
        UPDATE node SET arg = arg || ' ' WHERE op = 'SINK' AND id IN (SELECT ast FROM kernel WHERE id IN (3, 4));
        UPDATE meta SET value = 'after.py' WHERE key = 'script';
    """)
    db.close()


def training_step() -> None:
    """A product, a reduction, and a step of Adam."""
    rng = np.random.default_rng(0)
    layer = nn.Linear(16, 8)
    optimizer = optim.Adam(get_parameters(layer))
    with Tensor.train():
        loss = layer(Tensor(rng.standard_normal((32, 16)).astype(np.float32))).relu().square().mean()
        loss.backward()
        optimizer.step()
        loss.realize()


def gpu_kernels() -> None:
    """Kernels that use what GPUs have: tensor cores, shared memory, vector loads. To be run on a device that computes nothing."""
    (Tensor.empty(128, 64, dtype=dtypes.bfloat16) @ Tensor.empty(64, 128, dtype=dtypes.bfloat16)).realize()
    Tensor.empty(8, 4096).layernorm().realize()
    (Tensor.empty(4, 4096) @ Tensor.empty(4096, 64)).realize()


def big_graph(count: int) -> UOp:
    """A graph of exactly `count` nodes, as wide as an unrolled kernel is."""
    pick = random.Random(0)
    made = [UOp(Ops.PARAM, dtypes.float32, (), ParamArg(i, 1024)) for i in range(64)]
    known = set(made)
    while len(made) < count - 1:
        a, b = made[-pick.randint(1, 64)], made[-pick.randint(1, min(400, len(made)))]
        node = UOp(pick.choice((Ops.ADD, Ops.MUL, Ops.MAX)), dtypes.float32, (a, b))
        if node not in known:
            made.append(node)
        known.add(node)
    read = {s for n in made for s in n.src}
    ends = [n for n in made if n not in read]
    return UOp.sink(*ends)


def record_big(file: Path, count: int = 50_000) -> Path:
    """A recording that holds one graph of `count` nodes and no kernel."""
    db = format.create(file)
    writer = Writer(db)
    root = big_graph(count)
    db.execute("BEGIN")
    number = writer.insert("graph", None, writer.node(root), writer.location(("big.py", 1, "<module>")), 1, 0.0)
    writer.stage(Stage("tensor graph", root), 0, graph=number)
    db.execute("INSERT INTO meta VALUES ('complete', '1')")
    db.execute("COMMIT")
    db.close()
    return file
