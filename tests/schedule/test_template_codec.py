"""Templates as bytes: what is read is what was written, or an error that says that it is not."""
from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from heddle.errors import user_location
from heddle.schedule import _made
from heddle.schedule.cache_key import Form, form_of
from heddle.schedule.capabilities import any_device
from heddle.schedule.content_key import NotStorable
from heddle.schedule.template import Template
from heddle.schedule.template_codec import FAULTS, read_template, write_template
from heddle.uop import UOp, Variable
from heddle.uop.mesh import DeviceMesh, Layout
from tests.schedule.graphs import add, empty, matmul, softmax
from tests.schedule.random_graphs import Assigner, Grower


def planned(*roots: UOp, alive: tuple[UOp, ...] = ()) -> tuple[Template, Form]:
    form = form_of(roots, alive)
    return _made(form, any_device), form


def check(template: Template, form: Form) -> None:
    read = read_template(write_template(template, form), form)
    assert read.linear is template.linear  # nodes are interned: equal ones are one
    for name in ("inputs", "allocations", "homes", "kept", "boundaries", "seen", "result"):
        assert getattr(read, name) == getattr(template, name), name
    assert read.lines_in(form.nodes) == template.lines_in(form.nodes)


def sized() -> UOp:
    n: Any = Variable("n", 1, 8).bind(3)
    return add(empty(8).shrink([(0, n)]) * 2.0).contiguous()


def on_mesh(x: UOp, *cuts: int | None) -> UOp:
    """One of two processes, with two devices each."""
    mesh = DeviceMesh(("CPU", "CPU:1"), ("data", "model"), (2, 2), (1, 2), 1)
    return x.shard(mesh, Layout(mesh, cuts))


x = empty(4, 8)
GRAPHS: dict[str, Callable[[], tuple[UOp, ...]]] = {
    "softmax": lambda: (softmax(x).contiguous(),),
    "two products": lambda: (matmul(matmul(x, empty(8, 8)), empty(8, 4)), add(x).contiguous()),
    "a write": lambda: ((b := UOp.new_buffer("CPU", 32, x.dtype).reshape((4, 8))).assign(softmax(b)),),
    "a variable": lambda: (sized(),),
    "a mesh": lambda: (add(softmax(on_mesh(x, 0, None)) + on_mesh(x, None, 1)).contiguous(),
                       matmul(on_mesh(x, 0, None), on_mesh(x.reshape((8, 4)), None, 1)).contiguous()),
    "two devices": lambda: (add(softmax(x).shard(("CPU", "CPU:1"), 0)).contiguous(),),
    "special numbers": lambda: tuple((x * c).contiguous() for c in (0.0, -0.0, float("inf"), float("nan"), 1e300)),
    "constants": lambda: (UOp.const(x.dtype, 3.0).broadcast_to((4, 8)).contiguous(),),
}


@pytest.mark.parametrize("what", GRAPHS)
def test_what_is_read_is_what_was_written(what: str): check(*planned(*GRAPHS[what]()))


@pytest.mark.parametrize("seed", range(20))
def test_random_graphs(seed: int):
    grower: Any = (Grower, Assigner)[seed % 2](seed, "CPU")
    grower.grow(12)
    check(*planned(*dict.fromkeys(p.node.contiguous() for p in grower.pool[-3:] if p.value.size)))


def test_what_lives_beside_it_is_kept():
    inner = softmax(x)
    template, form = planned(matmul(inner.contiguous(), empty(8, 8)), alive=(inner.contiguous() * 2.0,))
    assert template.kept
    check(template, form)


def test_lines_are_those_of_the_graph_that_reads_it():
    def graph() -> Form:
        root = softmax(x).contiguous()
        root.loc = user_location()
        return form_of((root,))
    form = graph()
    form.roots[0].loc = ("old.py", 1, "f")
    data = write_template(_made(form, any_device), form)
    assert b"old.py" not in data
    form.roots[0].loc = ("new.py", 7, "g")
    assert ("new.py", 7, "g") in read_template(data, form).lines_in(form.nodes)


def test_a_line_of_no_node_is_not_written():
    template, form = planned(softmax(x).contiguous())
    template.lines = tuple((None, ("nowhere.py", 1, "f")) for _ in template.lines)
    with pytest.raises(NotStorable): write_template(template, form)


def test_an_argument_without_a_form_is_not_written():
    template, form = planned(softmax(x).contiguous())
    template.linear = template.linear.replace(arg=frozenset((1,)))
    with pytest.raises(NotStorable): write_template(template, form)


# ---- entries that somebody has changed


def change(*path: object, to: object) -> Callable[[Any], Any]:
    """Sets one value inside an entry."""
    def changed(data: Any) -> Any:
        part = data
        for step in path[:-1]: part = part[step]
        part[path[-1]] = to(part[path[-1]]) if callable(to) else to
        return data
    return changed


def find_arg(data: Any, name: str) -> int: return next(i for i, a in enumerate(data["args"]) if isinstance(a, dict) and name in a)


def larger_param(data: Any) -> Any:
    data["args"][find_arg(data, "param")]["param"][1] = 1 << 40
    return data


HOSTILE: dict[str, Callable[[Any], Any]] = {
    "no table": lambda data: [1, 2],
    "nothing": lambda data: None,
    "no nodes": lambda data: data | {"nodes": []},
    "an op that there is not": change("ops", 0, to="SYSTEM"),
    "a name of the class of ops": change("ops", 0, to="__class__"),
    "a format that there is not": change("dtypes", 0, to=["pointer", 1]),
    "a record that there is not": change("args", 0, to={"eval": "print(1)"}),
    "a negative source": change("nodes", -1, to=lambda row: [*row[:4], -1]),
    "a source that comes later": change("nodes", 0, to=lambda row: [*row[:4], 5]),
    "another constant": change("args", to=lambda args: [7 if a == 8 else a for a in args]),
    "larger parameters": larger_param,
    "another slot": lambda data: change("args", find_arg(data, "param"), "param", 0, to=99)(data),
    "a negative slot": lambda data: change("args", find_arg(data, "param"), "param", 0, to=-1)(data),
    "bounds out of order": change("args", 0, to={"size": {"sum": [[1, [{"variable": "n", "least": 5, "greatest": 1}]]], "plus": 0}}),
    "a negative line": change("lines", 0, to=-1),
    "a home on devices that do not fit": lambda data: change("nodes", to=[*data["nodes"], [len(data["ops"]), 0, 0, 0]])(
        data | {"ops": [*data["ops"], "MULTI"], "homes": [len(data["nodes"])]}),
    "a line of no node": change("lines", 0, to=10**6),
    "lines for other calls": change("lines", to=[]),
    "more inputs": change("inputs", to=5),
    "less memory": change("allocations", 0, 1, to=1),
    "memory of negative size": change("allocations", 0, 1, to=-256),
    "memory of a broken size": change("allocations", 0, 1, to=256.5),
    "memory of another device": change("allocations", 0, 0, to="DISK:/etc/passwd"),
    "a part of nothing": change("allocations", 0, to=[-1, 32, 0, ["float32", 1]]),
    "no home": change("homes", 0, to=None),
    "the home of another node": change("homes", 0, to=0),
    "another reason": change("boundaries", to=[[0] * 9]),
    "a kept node that there is not": change("kept", to=[[10**6, 0]]),
    "a deep argument": change("args", 0, to=json.loads("[" * 900 + "]" * 900)),
}


@pytest.mark.parametrize("what", HOSTILE)
def test_what_was_changed_is_an_error(what: str):
    template, form = planned(matmul(softmax(empty(4, 8)).contiguous(), empty(8, 4)))
    data = HOSTILE[what](json.loads(write_template(template, form)))
    with pytest.raises(FAULTS): read_template(json.dumps(data).encode(), form)


@pytest.mark.parametrize("data", [b"", b"{", b"\xff\xfe", b"[" * 100_000, b"\x80\x04K\x01."])
def test_what_is_no_json_is_an_error(data: bytes):
    _, form = planned(softmax(x).contiguous())
    with pytest.raises(FAULTS): read_template(data, form)


def test_every_cut_is_an_error():
    template, form = planned(softmax(x).contiguous())
    data = write_template(template, form)
    for end in np.linspace(0, len(data) - 1, 40, dtype=int):
        with pytest.raises(FAULTS): read_template(data[:end], form)


def test_the_template_of_another_graph_is_an_error():
    template, form = planned(softmax(x).contiguous())
    for root in (softmax(empty(4, 9)).contiguous(), (x + empty(4, 8)).contiguous()):
        with pytest.raises(FAULTS): read_template(write_template(template, form), form_of((root,)))
