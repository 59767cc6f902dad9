"""What kernels do in one run, where sizes are known at launch only."""
from __future__ import annotations

import pytest

from heddle import GlobalCounters, Tensor, TinyJit, Variable, profile
from heddle.dtype import dtypes
from heddle.engine.kernel_cost import Work, together, value_of
from heddle.uop import UOp
from heddle.uop.cost import Term

N = Variable("n", 1, 100)


def test_sizes_have_values() -> None:
    n = UOp.variable("n", 1, 50)
    assert value_of((n * 3 + 5) // 2, {"n": 7}) == 13 and value_of(UOp.const(dtypes.index, 4), {}) == 4


def test_work_of_several_is_summed_and_bounded() -> None:
    n = UOp.variable("n", 1, 50)
    one = Work({Term(2, 100, (n, n)): 1}, {Term(8, 20, (n,)): 1})
    both = together([one, one, Work({Term(5, 5, ()): 1}, {})])
    assert both.estimate({"n": 2}) == (2 * 8 + 5, 2 * 16) and both.estimate({"n": 50}) == (2 * 100 + 5, 2 * 20)


@pytest.mark.parametrize("n", (1, 7, 100))
def test_counters_count_what_ran(n: int) -> None:
    x = Tensor.ones(100, 8).contiguous().realize()
    part = x[:N.bind(n)]
    GlobalCounters.reset()
    with profile() as p: (part * 2 + 1).realize()
    assert GlobalCounters.ops == 2 * 8 * n and GlobalCounters.bytes == 2 * 4 * 8 * n
    assert [(e.ops, e.bytes) for e in p.events if e.kind == "kernel"] == [(2 * 8 * n, 2 * 4 * 8 * n)]


def test_replays_count_what_ran() -> None:
    """Several kernels, of which one knows its sizes."""
    x, fixed = Tensor.ones(100, 8).contiguous().realize(), Tensor.ones(16).contiguous().realize()
    jit = TinyJit(lambda part: ((part.contiguous() + 1).contiguous().sum(), (fixed * 2).contiguous()))
    counts = {}
    for n in (50, 60, 7, 50):
        GlobalCounters.reset()
        a, b = jit(x[:N.bind(n)])
        Tensor.realize(a, b)
        counts[n] = GlobalCounters.ops, GlobalCounters.bytes
    grown = [(counts[60][i] - counts[50][i], counts[50][i] - counts[7][i]) for i in range(2)]
    assert all(by_ten * 43 == by_43 * 10 and by_ten > 0 for by_ten, by_43 in grown)
    assert counts[7][0] == 2 * 7 * 8 + 16
