"""The rewrite engine: patterns over nodes, compiled to Python, and the walk that applies them (traced: rewrite_trace.py).

Inputs: a graph and a table of (pattern, function).
Outputs: an equal graph in which no pattern applies.
Invariants: a function returns the new node, or None for "not mine"; each node is visited once per rewrite; the walk does not
recurse; rules that do not terminate are reported by name.
"""
from __future__ import annotations

import inspect
from collections.abc import Callable, Collection, Iterable, Sequence
from types import CodeType
from typing import cast

from heddle.dtype import ConstType, DType
from heddle.uop.ops import GroupOp, Ops
from heddle.uop.rewrite_trace import RewriteStep, RuleFunction, current_trace
from heddle.uop.uop import UOp


class UPat:
    """A pattern that nodes match. None for a part matches anything.

    `op`: an op or a set of them; `src`: patterns of the sources (one pattern alone: every source); `arg`: equal to this;
    `name`: the rule's parameter for the node; `where`: a last test on the node. Sources of commutative ops match in
    either order.
    """

    __slots__ = ("op", "dtype", "src", "arg", "name", "where", "any_length", "has_arg")

    def __init__(self, op: Ops | Iterable[Ops] | None = None, dtype: DType | Iterable[DType] | None = None,
                 src: tuple[UPat, ...] | UPat | None = None, arg: object = ..., name: str | None = None,
                 where: Callable[[UOp], bool] | None = None, allow_any_len: bool = False) -> None:
        self.op = None if op is None else frozenset((op,)) if isinstance(op, Ops) else frozenset(op)
        self.dtype = None if dtype is None else frozenset((dtype,)) if isinstance(dtype, DType) else frozenset(dtype)
        self.src, self.name, self.where, self.any_length = src, name, where, allow_any_len
        self.has_arg, self.arg = arg is not ..., arg

    @staticmethod
    def var(name: str, dtype: DType | Iterable[DType] | None = None, where: Callable[[UOp], bool] | None = None) -> UPat:
        """Any node, bound to `name`; the same name twice matches the same node."""
        return UPat(None, dtype, name=name, where=where)

    @staticmethod
    def cvar(name: str, where: Callable[[UOp], bool] | None = None) -> UPat:
        """A constant, bound to `name`."""
        return UPat(Ops.CONST, name=name, where=where)

    @staticmethod
    def const(value: ConstType) -> UPat:
        """The constant `value` of any dtype."""
        return UPat(Ops.CONST, where=lambda c: c.arg == value)

    def alu(self, op: Ops, *others: UPat | int) -> UPat:
        return UPat(op, src=(self, *(o if isinstance(o, UPat) else UPat.const(o) for o in others)))

    def __add__(self, x: UPat | int) -> UPat: return self.alu(Ops.ADD, x)
    def __sub__(self, x: UPat | int) -> UPat: return self.alu(Ops.SUB, x)
    def __mul__(self, x: UPat | int) -> UPat: return self.alu(Ops.MUL, x)
    def __floordiv__(self, x: UPat | int) -> UPat: return self.alu(Ops.IDIV, x)
    def __mod__(self, x: UPat | int) -> UPat: return self.alu(Ops.MOD, x)
    def __and__(self, x: UPat | int) -> UPat: return self.alu(Ops.AND, x)
    def __or__(self, x: UPat | int) -> UPat: return self.alu(Ops.OR, x)
    def __xor__(self, x: UPat | int) -> UPat: return self.alu(Ops.XOR, x)
    def __lt__(self, x: UPat | int) -> UPat: return self.alu(Ops.CMPLT, x)
    def named(self, name: str) -> UPat:
        return UPat(self.op, self.dtype, self.src, self.arg if self.has_arg else ..., name, self.where, self.any_length)


#: a pattern, and what returns the new node from the named parts of the old one, or None; rules with effects (engine/) return any
#: true value
Rule = tuple[UPat, RuleFunction]
#: of a node and a context, the result of the first rule that applies and that rule
_Match = Callable[[UOp, object], tuple[UOp, RuleFunction] | None]


class _Source:
    """Writer of the Python source of a matching function."""

    def __init__(self) -> None:
        self.lines: list[str] = ["def match(n, ctx):"]
        self.values: dict[str, object] = {"Ops": Ops}
        self.temps = 0

    def value(self, x: object) -> str:
        name = f"v{len(self.values)}"
        self.values[name] = x
        return name

    def line(self, depth: int, text: str) -> None:
        self.lines.append(" " * depth + text)

    def test(self, pat: UPat, at: str, depth: int, bound: dict[str, str], root: bool) -> int:
        """Emits the tests of `pat` on the node in the variable `at`; returns the indentation at which they all hold."""
        tests: list[str] = []
        if pat.op is not None and not root:
            tests.append(f"{at}.op is {self.value(next(iter(pat.op)))}" if len(pat.op) == 1 else f"{at}.op in {self.value(pat.op)}")
        if pat.dtype is not None: tests.append(f"{at}.dtype in {self.value(pat.dtype)}")
        if pat.has_arg: tests.append(f"{at}.arg == {self.value(pat.arg)}")
        if isinstance(pat.src, tuple):
            tests.append(f"len({at}.src) {'>=' if pat.any_length else '=='} {len(pat.src)}")
        if pat.name is not None and pat.name in bound: tests.append(f"{at} is {bound[pat.name]}")
        if pat.where is not None: tests.append(f"{self.value(pat.where)}({at})")
        if tests:
            self.line(depth, f"if {' and '.join(tests)}:")
            depth += 1
        if pat.name is not None: bound.setdefault(pat.name, at)
        return self.sources(pat, at, depth, bound)

    def sources(self, pat: UPat, at: str, depth: int, bound: dict[str, str]) -> int:
        """Emits the tests of the sources of `pat`; returns the indentation at which they hold. Two sources of a commutative op are
        tried in both orders, by a loop."""
        if pat.src is None: return depth
        if isinstance(pat.src, UPat):
            if pat.src.op is None: return depth
            self.line(depth, f"if all(s.op in {self.value(pat.src.op)} for s in {at}.src):")
            return depth + 1
        self.temps += 1
        names = [f"s{self.temps}_{i}" for i in range(len(pat.src))]
        either = (pat.op is not None and pat.op <= GroupOp.COMMUTATIVE and len(names) == 2
                  and pat.src[0] is not pat.src[1])
        if either:
            self.line(depth, f"for {', '.join(names)} in ({at}.src, {at}.src[::-1]):")
            depth += 1
        elif names:
            self.line(depth, f"{', '.join(names)}, *_ = {at}.src" if pat.any_length else f"{', '.join(names)}, = {at}.src")
        for sub, name in zip(pat.src, names, strict=True): depth = self.test(sub, name, depth, bound, False)
        return depth


def _compile(rules: Sequence[Rule]) -> _Match:
    out = _Source()
    for pat, fn in rules:
        bound: dict[str, str] = {}
        depth = out.test(pat, "n", 1, bound, True)
        parameters = _parameters(fn)
        given = [f"{k}={v}" for k, v in bound.items() if k in parameters] + (["ctx=ctx"] if "ctx" in parameters else [])
        call = out.value(fn)
        out.line(depth, f"r = {call}({', '.join(given)})")
        out.line(depth, f"if r is not None and r is not n: return r, {call}")
    out.line(1, "return None")
    scope = out.values
    exec(compile("\n".join(out.lines), f"<rules of {rules[0][1].__name__}…>", "exec"), scope)  # noqa: S102 our own text
    return cast(_Match, scope["match"])


def _parameters(fn: RuleFunction) -> Collection[str]:
    """The names of the parameters of a rule; `inspect.signature` takes ten times as long."""
    code: CodeType | None = getattr(fn, "__code__", None)
    return inspect.signature(fn).parameters if code is None else code.co_varnames[:code.co_argcount + code.co_kwonlyargcount]


class PatternMatcher:
    """A table of rules, indexed by op; the rules of an op are compiled to one Python function at the first node of that op.

    `lasting`: the table lives as long as the process and its rules depend on the node alone, so that a node to which none applies
    remembers that.
    """

    def __init__(self, rules: Sequence[Rule], lasting: bool = False) -> None:
        self.rules, self.lasting = list(rules), lasting
        self._by_op: dict[Ops, list[Rule]] = {}
        for pat, fn in self.rules:
            for op in (pat.op if pat.op is not None else Ops): self._by_op.setdefault(op, []).append((pat, fn))
        self._compiled: dict[Ops, _Match] = {}

    def __add__(self, other: PatternMatcher) -> PatternMatcher: return PatternMatcher(self.rules + other.rules)

    def step(self, node: UOp, ctx: object = None) -> tuple[UOp, RuleFunction] | None:
        """The result of the first rule that applies to `node`, and that rule."""
        match = self._compiled.get(node.op)
        if match is None:
            if node.op not in self._by_op: return None
            match = self._compiled.setdefault(node.op, _compile(self._by_op[node.op]))
        return match(node, ctx)

    def rewrite(self, node: UOp, ctx: object = None) -> UOp | None:
        """The result of the first rule that applies to `node`; None if none does."""
        found = self.step(node, ctx)
        return None if found is None else found[0]


def rule(table: list[Rule], *patterns: UPat) -> Callable[[RuleFunction], RuleFunction]:
    """Decorator: adds the function to `table`, once for each pattern."""
    def add(fn: RuleFunction) -> RuleFunction:
        table.extend((p, fn) for p in patterns)
        return fn
    return add


#: Rewriting steps per node of the graph, beyond which the rules are assumed not to terminate.
_PATIENCE = 200


def graph_rewrite(root: UOp, rules: PatternMatcher, ctx: object = None) -> UOp:
    """Applies `rules` to the graph of `root`, sources first, until none applies.

    The result of a rule is rewritten in turn. Raises InternalError with the last rules and nodes if the rewrite does not terminate.
    """
    trace = current_trace.get()
    rewriting = None if trace is None else trace.begin(root)
    lasting = rules.lasting and ctx is None
    done: dict[UOp, UOp] = {}
    stack: list[tuple[UOp, UOp | None]] = [(root, None)]
    entered: set[UOp] = set()
    waiting: dict[UOp, str] = {}  # nodes whose replacement is being rewritten, and the rule that made it
    steps, limit = 0, 100_000
    while stack:
        node, replacement = stack.pop()
        if node in done: continue
        if replacement is not None:
            done[node] = done[replacement]
            del waiting[node]
            continue
        if node.settled is rules:  # by an earlier rewrite
            done[node] = node
            continue
        if node.src and node not in entered:
            entered.add(node)
            stack.append((node, None))
            stack.extend([(s, None) for s in reversed(node.src) if s not in done])
            continue
        src = tuple([done[s] for s in node.src])
        new = node if src == node.src else node.replace(src=src)
        if new is not node and new in done:
            done[node] = done[new]
            continue
        found = rules.step(new, ctx)
        if found is None:
            done[node] = done[new] = new
            if lasting: new.settled = rules
            continue
        result, by = found
        if result.loc is None: result.loc = new.loc
        if rewriting is not None: rewriting.steps.append(RewriteStep(new, result, by))
        if result in done:
            done[node] = done[result]
            continue
        steps += 1
        if result in waiting or steps > limit:
            if result not in waiting and steps <= _PATIENCE * len(root.toposort()):
                limit *= 2
            else: _no_rest(waiting, f"{by.__name__}: {new!r} -> {result!r}")
        waiting[node] = by.__name__
        stack.append((node, result))
        stack.append((result, None))
    if rewriting is not None: rewriting.result = done[root]
    return done[root]


def _no_rest(waiting: dict[UOp, str], last: str) -> None:
    from heddle.errors import InternalError
    steps = [f"{rule} on {node!r}" for node, rule in list(waiting.items())[-10:]]
    raise InternalError("rewriting does not come to rest; the last steps were:\n  " + "\n  ".join([*steps, last]))
