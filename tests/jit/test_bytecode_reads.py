"""Reads of outside state, found in bytecode: what counts as an input, and what is only counted with or added to."""
from __future__ import annotations

import inspect
import pathlib
import sys
from collections.abc import Callable, Iterator
from types import CodeType
from typing import Any

import pytest

from heddle.jit import bytecode_reads, guard_discovery
from heddle.jit.bytecode_reads import COUNTED, GROWN, READ, Reads, reads_of


def made(text: str) -> Reads:
    """What a function with these lines reads; `count`, `log` and `table` are free variables or globals."""
    names: dict[str, Any] = {}
    exec("def outer():\n count = log = table = None\n def f(x, k, box):\n" + "\n".join(f"  {line}" for line in text.split("\n"))
         + "\n return f", names)
    fn: Callable[..., Any] = names["outer"]()
    return reads_of(fn.__code__)


def hows(reads: Reads, name: str) -> set[str]:
    return {u.how for u in reads.uses if u.name == name} | {a.how for a in reads.attributes if a.name == name}


@pytest.mark.parametrize(("text", "name", "how"), [
    ("return x * count", "count", READ), ("return x * SCALE", "SCALE", READ), ("return box.scale", "scale", READ),
    ("nonlocal count\ncount += 1", "count", COUNTED), ("nonlocal count\ncount = count + 1", "count", COUNTED),
    ("global N\nN += 1", "N", COUNTED), ("box.n += 1", "n", COUNTED), ("box.n = box.n + k", "n", COUNTED),
    ("box.n = box.m + 1", "m", READ), ("nonlocal count\ncount += x.sum()", "count", READ),
    ("nonlocal count\nx = count = count + 1", "count", READ),
    ("global N\nreturn (N := N + 1)", "N", READ), ("log.append(x)", "log", GROWN), ("box.log.append(x)", "log", GROWN),
    ("LOG.add(x)", "LOG", GROWN), ("table[k] = x", "table", GROWN), ("table[k] += 1", "table", GROWN),
    ("return table[k]", "table", READ),
    ("return log.pop()", "log", READ), ("y = log\ny.append(x)", "log", READ), ("return len(log)", "log", READ),
    ("return [count for _ in x]", "count", READ), ("return (lambda: box.inner.deep)()", "deep", READ),
])
def test_how_a_value_is_used(text: str, name: str, how: str) -> None:
    found = hows(made(text), name)
    assert how in found and (how == READ or READ not in found)


def test_chains_begin_at_roots() -> None:
    use = next(u for u in made("return np.random.rand(3)").uses if u.name == "np")
    assert [a.name for a in use.attributes] == ["random", "rand"] and use.kind == "global" and use.line == 4
    imports = [u for u in made("import a.b\nfrom c import d").uses if u.kind == "import"]
    assert [(u.name, [a.name for a in u.attributes]) for u in imports] == [("a.b", []), ("c", ["d"])]


@pytest.mark.parametrize(("text", "dynamic"), [
    ("return getattr(box, 'scale')", False), ("return getattr(box, 'scale', 2)", False), ("return getattr(box, k)", True),
    ("return getattr(box, f'scale{k}')", True), ("return getattr(box, 'a' + k)", True), ("return vars(box)", True),
    ("return box.__dict__", True), ("return eval('1')", True), ("return box.scale", False),
])
def test_names_that_are_made_at_run_time(text: str, dynamic: bool) -> None: assert made(text).is_dynamic is dynamic


def test_names_in_strings_and_patterns_are_read() -> None:
    assert hows(made("return hasattr(box, 'later')"), "later") == {READ} and "later" in made("return hasattr(box, 'later')").tested
    assert hows(made("match box:\n case Point(scale=2): return x"), "scale") == {READ}


def nested(code: CodeType) -> Iterator[CodeType]:
    yield code
    for constant in code.co_consts:
        if isinstance(constant, CodeType): yield from nested(constant)


LONG = "\n".join(f"print(name{i}, 'text {i}')" for i in range(300))  # indices of more than a byte
PATTERNS = ("class A(B):\n def f(self, *, k):\n  def g(): nonlocal k; k += 1; return super().f(self.n[0], k=[x for x in self.m])\n"
            "  with k as y, open(g): del self.x; return y[k]\n async def h(self):\n  async for x in self: yield f'{x.a!r:>3}'\n")


@pytest.mark.skipif(sys.version_info[:2] not in bytecode_reads._DECODED, reason="its library lists this version")
@pytest.mark.parametrize("text", [LONG, PATTERNS, *map(inspect.getsource, (bytecode_reads, guard_discovery, pathlib))],
                         ids=["long", "patterns", "bytecode_reads", "guard_discovery", "pathlib"])
def test_instructions_are_decoded_as_the_library_lists_them(text: str) -> None:
    codes = list(nested(compile(text, "text.py", "exec", dont_inherit=True)))
    for code in codes: assert bytecode_reads._decoded_steps(code) == bytecode_reads._listed_steps(code)


def test_the_reads_of_listed_instructions_are_those_of_decoded_ones(monkeypatch: pytest.MonkeyPatch) -> None:
    codes = list(nested(compile(inspect.getsource(guard_discovery), "text.py", "exec", dont_inherit=True)))
    found = [bytecode_reads._own_reads(code) for code in codes]
    monkeypatch.setattr(bytecode_reads, "_steps_of", bytecode_reads._listed_steps)
    assert [bytecode_reads._own_reads(code) for code in codes] == found
    assert any(reads.uses for reads in found)
