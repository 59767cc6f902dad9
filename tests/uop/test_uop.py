"""The node: one object for equal content, a key that is the same everywhere, no recursion, no leaks."""

from __future__ import annotations

import gc
import math
import pickle
import subprocess
import sys
import threading
import weakref

import pytest

from heddle.dtype import dtypes
from heddle.uop import AxisType, BufferArg, Ops, ParamArg, UOp
from heddle.uop.intern import live_nodes
from heddle.uop.interpreter.ops import identity_of
from heddle.uop.printer import show_graph, show_line
from heddle.uop.shapes import shape_of

F32, I32 = dtypes.float32, dtypes.int32
DEEP = 30_000


def param(slot: int = 0, size: int = 8) -> UOp:
    return UOp(Ops.PARAM, F32, (), ParamArg(slot, size))


def chain(length: int) -> UOp:
    node = param()
    for _ in range(length):
        node = UOp(Ops.NEG, F32, (node,))
    return node


# ---- identity


def test_equal_content_is_one_object() -> None:
    assert param() + param(1) is param() + param(1)
    assert param() + param(1) is not param(1) + param()
    assert UOp.range(4, id=3) is UOp.range(4, id=3) and UOp.range(4) is not UOp.range(4)
    assert UOp.new_buffer("CPU", 4, F32) is not UOp.new_buffer("CPU", 4, F32)


def test_constants_that_compare_equal_are_not_one() -> None:
    constants = [
        UOp.const(d, v)
        for d, v in (
            (I32, 1),
            (dtypes.int64, 1),
            (dtypes.bool, True),
            (F32, 1.0),
            (F32, 0.0),
            (F32, -0.0),
            (dtypes.index, 1),
        )
    ]
    assert len(set(constants)) == len(constants)
    assert UOp.const(F32, 0.1) is UOp.const(F32, 0.10000000149011612)
    vectors = [UOp(Ops.CONST, F32.vec(2), (), v) for v in ((0.0, 1.0), (-0.0, 1.0), 0.0)]
    assert len(set(vectors)) == 3


def test_nan_is_one_constant() -> None:
    assert UOp.const(F32, math.nan) is UOp.const(F32, float("nan"))


def test_constants_are_as_their_dtype_stores_them() -> None:
    assert UOp.const(dtypes.int8, 300).arg == 44 and UOp.const(dtypes.bool, 7).arg is True
    assert type(UOp.const(F32, 3).arg) is float and type(UOp.const(I32, True).arg) is int


def test_the_users_line_is_no_part_of_identity() -> None:
    node = param() + param(2)
    node.loc = ("a.py", 1, "f")
    assert param() + param(2) is node and node.replace(op=Ops.MUL).loc == ("a.py", 1, "f")


def test_threads_get_the_same_object() -> None:
    found: list[list[UOp]] = []
    start = threading.Barrier(8)

    def build() -> None:
        start.wait()
        found.append([param(i, 1 << 20) + i for i in range(500)])

    threads = [threading.Thread(target=build) for _ in range(8)]
    for t in threads:
        t.start()
    for t in threads:
        t.join()
    assert len({tuple(map(id, nodes)) for nodes in found}) == 1


def test_threads_get_the_same_object_while_nodes_die() -> None:
    """Entries of freed nodes leave the table many at once, while others make such nodes again."""
    before, switch = sys.getswitchinterval(), threading.Barrier(6)
    made: list[list[UOp]] = [[] for _ in range(6)]

    def build(mine: list[UOp]) -> None:
        for step in range(60):
            switch.wait()
            for i in range(200): param(i, 3 << 20) * (step % 3)  # freed at once
            mine.append(param(step, 5 << 20) + 1)

    sys.setswitchinterval(1e-6)
    try:
        threads = [threading.Thread(target=build, args=(mine,)) for mine in made]
        for t in threads: t.start()
        for t in threads: t.join()
    finally: sys.setswitchinterval(before)
    assert len({tuple(map(id, mine)) for mine in made}) == 1


def test_pickle_gives_the_same_object() -> None:
    node = (param() * 2.5).reshape((2, 4)).reduce_axis(Ops.MAX, (1,))
    assert pickle.loads(pickle.dumps(node)) is node


# ---- lives


def test_nodes_die_when_dropped() -> None:
    gc.disable()
    try:
        node = (param(5, 77) + 1.5625e-9) * 3.25e-9  # numbers that no cache of constants holds
        _ = node.key, node.shape, node.ranges, node.device, show_graph(node)
        watch = [weakref.ref(n) for n in node.toposort()]
        del node
        assert [w() for w in watch] == [None] * len(watch)
    finally:
        gc.enable()


def test_a_deep_graph_dies_when_dropped() -> None:
    gc.collect()
    before = sum(1 for _ in live_nodes())
    node = chain(DEEP)
    assert sum(1 for _ in live_nodes()) >= before + DEEP
    del node
    assert sum(1 for _ in live_nodes()) <= before + 1


# ---- deep graphs


def test_deep_chains_are_built_and_asked_without_recursion() -> None:
    node = chain(DEEP)
    assert len(node.key) == 16 and node.shape == (8,) and node.device is None and node.ranges == frozenset()
    assert repr(node) == "NEG float32 [8] (NEG)" and node.numel == 8 and node.bounds == (-math.inf, math.inf)
    assert len(node.toposort()) == DEEP + 1 and len(show_graph(node).splitlines()) == DEEP + 1
    other = param(1)
    new = node.substitute({param(): other})
    assert next(iter(new.toposort())) is other and new is not node and new.substitute({other: param()}) is node


def test_shared_sources_are_walked_once() -> None:
    node = param()
    for _ in range(200):
        node = node + node
    assert len(node.toposort()) == 201 and node.key != (node + node).key
    assert len(node.substitute({param(): param(1)}).toposort()) == 201


# ---- keys


def test_keys_differ_where_content_does() -> None:
    nodes = [
        param(),
        param(1),
        param() + param(1),
        param(1) + param(),
        UOp.const(F32, 0.0),
        UOp.const(F32, -0.0),
        UOp.const(I32, 0),
        UOp(Ops.CONST, F32.vec(4), (), 0.0),
        param().cast(I32),
        UOp.range(3, id=0),
        UOp.range(3, AxisType.GRID, 0),
    ]
    assert len({n.key for n in nodes}) == len(nodes)


PROGRAM = """
from heddle.dtype import dtypes
from heddle.uop import AxisType, Ops, ParamArg, UOp
[UOp.range(2) for _ in range({unused})]
p = UOp(Ops.PARAM, dtypes.float32, (), ParamArg(0, 64, "CPU", (8, 8)))
i, k = UOp.range(8, AxisType.GRID, 0), UOp.range(8, AxisType.REDUCE, 1)
value = (p.index(i * 8 + k, k < 3).load() * 1.5).alu(Ops.EXP2).reduce(Ops.MAX, k)
node = UOp.sink(p.index(i).store(value).end(i), p.reshape((64,)).flip((0,)).cast(dtypes.bfloat16), arg=frozenset(("x",)))
"""


def test_keys_are_the_same_in_another_process() -> None:
    scope: dict = {}
    exec(PROGRAM.format(unused=3), scope)  # our own text
    program = PROGRAM.format(unused=17) + "print(node.key.hex())"
    run = subprocess.run(
        [sys.executable, "-c", program],
        env={"PYTHONHASHSEED": "99", "PYTHONPATH": "."},
        capture_output=True,
        text=True,
        check=True,
    )
    assert run.stdout.strip() == scope["node"].key.hex()


# ---- facts


def test_walks_list_sources_first() -> None:
    a, b = param(), param(1)
    node = (a + b) * (a - b)
    order = list(node.toposort())
    assert order == [a, b, a + b, a - b, node]
    assert list(node.toposort(gate=lambda n: n.op is not Ops.SUB)) == [a, b, a + b, a - b, node]


def test_substitute_does_not_enter_what_it_puts_in() -> None:
    a, b = param(), param(1)
    assert (a + b).substitute({a: a * b, b: a}) is (a * b) + a
    assert (a + b).substitute({}) is a + b and (a + b).substitute({param(9): a}) is a + b


def test_device_is_that_of_the_memory_below() -> None:
    x = UOp.new_buffer("CPU:1", 4, F32)
    assert (x + 1).device == "CPU:1" and (UOp.const(F32, 1.0).broadcast_to((4,)) + x).device == "CPU:1"
    assert x.copy_to_device("NULL").device == "NULL" and x.copy_to_device("CPU:1") is x
    assert UOp.const(F32, 1.0).device is None and UOp.const(F32, 1.0, "CPU").device == "CPU"


def test_ranges_are_those_still_open() -> None:
    i, j = UOp.range(4, id=0), UOp.range(UOp.range(3, id=5), AxisType.REDUCE, 1)
    x = param().index(i * 2 + j).load()
    assert x.ranges == {i, j, j.src[0]} and x.reduce(Ops.ADD, j).ranges == {i, j.src[0]}
    assert param(1).index(i).store(x.reduce(Ops.ADD, j)).end(i).ranges == {j.src[0]}


def test_base_is_under_all_movement() -> None:
    x = UOp.new_buffer("CPU", 6, F32)
    assert x.reshape((2, 3)).permute((1, 0)).pad(((1, 0), (0, 0))).flip((1,)).base is x and (x + 1).base is x + 1


def test_movement_that_moves_nothing_is_no_node() -> None:
    x = UOp.new_buffer("CPU", 6, F32).reshape((2, 3))
    for same in (
        x.reshape((2, 3)),
        x.permute((0, 1)),
        x.expand((2, 3)),
        x.pad(((0, 0), (0, 0))),
        x.shrink(((0, 2), (0, 3))),
        x.flip(()),
        x.reduce_axis(Ops.ADD, ()),
        x.reshape((6,)).reshape((2, 3)),
        x.cast(F32),
        x.bitcast(F32),
        x.contiguous().contiguous(),
    ):
        assert same in (x, x.contiguous())


def test_operators_take_numbers_on_either_side() -> None:
    a = UOp(Ops.DEFINE_VAR, I32, (), ("a", 0, 9))
    assert (1 + a).src[0].arg == 1 and (1 - a).op is Ops.SUB and (a > 3).src[0].arg == 3 and (a >= 3).op is Ops.NOT
    assert (a < 3).dtype == dtypes.bool and a.eq(3).op is Ops.CMPEQ and (a < 3).where(a, 0).dtype == I32
    assert (a // 2).op is Ops.IDIV and (-a).op is Ops.NEG and a.maximum(2).op is Ops.MAX


def test_lanes() -> None:
    x = UOp(Ops.DEFINE_VAR, F32, (), ("x", 0, 1))
    four = x.splat(4)
    assert four.dtype == F32.vec(4) and four.gep(2) is x and four.gep((0, 1, 2, 3)) is four and four.splat(4) is four
    assert four.gep((3, 1)).dtype == F32.vec(2) and UOp.const(F32, 2.0).splat(8).op is Ops.CONST
    assert (four < four).dtype == dtypes.bool.vec(4) and four.cast(I32).dtype == I32.vec(4)


@pytest.mark.parametrize(
    ("op", "dtype", "value"),
    [
        (Ops.ADD, F32, 0),
        (Ops.MUL, I32, 1),
        (Ops.MAX, I32, -(2**31)),
        (Ops.MAX, F32, -math.inf),
        (Ops.MAX, dtypes.uint8, 0),
        (Ops.MAX, dtypes.bool, False),
    ],
)
def test_what_folding_starts_from(op: Ops, dtype, value) -> None:
    assert identity_of(op, dtype) == value


def test_memory_knows_its_size() -> None:
    assert param(0, 7).size == 7 and UOp(Ops.BUFFER, F32, (), BufferArg(1, "CPU", 5)).size == 5
    assert UOp(Ops.DEFINE_LOCAL, F32, (), (0, 9)).size == 9 and UOp(Ops.BUFFER_VIEW, F32, (param(),), (3, 1)).size == 3


def test_new_memory_knows_what_would_be_worked_out() -> None:
    node = UOp.new_buffer("CPU:1", 6, F32)
    assert (node.shape, node.device) == (shape_of(node), node._device_below()[0]) == ((6,), "CPU:1")


def test_short_lines_do_not_work_anything_out() -> None:
    a, b = param(0, 4), param(1, 5)
    assert show_line(a + b) == "ADD float32 (PARAM, PARAM)"  # shapes that do not fit print too


def test_programs_have_keys_by_their_text_and_code():
    def key(op: Ops, arg: object) -> bytes: return UOp(op, arg=arg).key
    found = [key(op, arg) for op in (Ops.SOURCE, Ops.BINARY) for arg in ("a", "b", b"a", b"", "", "a'", "\ud800")]
    assert len(set(found)) == len(found)
