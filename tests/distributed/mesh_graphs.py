"""Random graphs over values that are spread over a mesh, beside what NumPy says: in one process or, as a program, in several."""
from __future__ import annotations

import random
import threading
from collections.abc import Iterable, Iterator
from contextlib import contextmanager

import numpy as np

from heddle.engine.execute import run_linear
from heddle.schedule import create_schedule
from heddle.uop import UOp
from heddle.uop.mesh import DeviceMesh, Layout
from tests.schedule import random_graphs
from tests.schedule.random_graphs import Grower, Pair, fetch, stored


def spread(node: UOp, mesh: DeviceMesh, rng: random.Random) -> UOp:
    """`node` in a random layout that fits it."""
    while True:
        layout = Layout(mesh, tuple([rng.choice([None, *range(node.ndim)]) for _ in mesh.sizes]))
        if all(node.shape[a] % layout.count(a) == 0 for a in layout.cuts if a is not None): return node.shard(mesh, layout)


class Spread(Grower):
    """Every leaf is on the mesh."""

    def __init__(self, seed: int, mesh: DeviceMesh) -> None:
        self.mesh = mesh
        super().__init__(seed, mesh[0])

    def shape(self) -> tuple[int, ...]:
        return tuple(self.rng.choice([1, 2, 3, 4, 6, 8, 12, 24]) for _ in range(self.rng.randint(0, 3)))

    def leaf(self) -> Pair:
        p = super().leaf()
        return Pair(spread(p.node, self.mesh, self.rng), p.value)


@contextmanager
def _rows_and_products_on(grower: Spread) -> Iterator[None]:
    """Leaves that steps of the grower make on one device are spread too."""
    random_graphs.stored = lambda v, d: spread(stored(v, d), grower.mesh, grower.rng)  # type: ignore[assignment]
    try: yield
    finally: random_graphs.stored = stored


def grown(seed: int, mesh: DeviceMesh) -> Spread:
    """The graphs of a seed, made by one thread at a time: ranks may be threads of one process."""
    with _growing:
        grower = Spread(seed, mesh)
        with _rows_and_products_on(grower): grower.grow(6 + seed % 10)
    return grower


_growing = threading.Lock()


def check(mesh: DeviceMesh, seeds: Iterable[int]) -> None:
    """Each graph gives what NumPy gives, as a whole on one device, and after another random layout."""
    for seed in seeds:
        grower = grown(seed, mesh)
        wanted = [p for p in grower.pool[-3:] if p.value.size]
        nodes = [p.node.copy_to_device(mesh[0]).contiguous() for p in wanted]
        nodes += [spread(p.node, mesh, grower.rng).copy_to_device(mesh[0]).contiguous() for p in wanted]
        schedule = create_schedule(UOp.sink(*nodes))
        run_linear(schedule.linear)
        for node, p in zip(nodes, wanted * 2, strict=True):
            np.testing.assert_allclose(fetch(schedule.becomes[node]), p.value, rtol=1e-5, atol=1e-3, err_msg=f"seed {seed}")
