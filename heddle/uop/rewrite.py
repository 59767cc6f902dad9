"""The rewrite engine: patterns over nodes, compiled to Python, and the walk that applies them (traced: rewrite_trace.py).

Inputs: a graph and a table of (pattern, function).
Outputs: an equal graph in which no pattern applies.
Invariants: a function returns the new node, or None for "not mine"; each node is visited once per rewrite; the walk does not
recurse; rules that do not terminate are reported by name.
"""
from __future__ import annotations

import inspect
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from types import CodeType
from typing import NoReturn, cast
from weakref import WeakValueDictionary

from heddle.dtype import ConstType, DType
from heddle.uop.ops import GroupOp, Ops
from heddle.uop.rewrite_trace import RewriteStep, Rewriting, RuleFunction, current_trace
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

    def of_op(self, at: str, ops: Collection[Ops]) -> str:
        """The test whether the node in the variable `at` has one of these ops."""
        return f"{at}.op is {self.value(next(iter(ops)))}" if len(ops) == 1 else f"{at}.op in {self.value(ops)}"

    def test(self, pat: UPat, at: str, depth: int, bound: dict[str, str], root: bool) -> int:
        """Emits the tests of `pat` on the node in the variable `at`; returns the indentation at which they all hold."""
        tests: list[str] = []
        if pat.op is not None and not root:
            tests.append(self.of_op(at, pat.op))
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
            self.line(depth, f"for s in {at}.src:")
            self.line(depth + 1, f"if not ({self.of_op('s', pat.src.op)}): break")
            self.line(depth, "else:")
            return depth + 1
        self.temps += 1
        names = [f"s{self.temps}_{i}" for i in range(len(pat.src))]
        either = (pat.op is not None and pat.op <= GroupOp.COMMUTATIVE and len(names) == 2
                  and pat.src[0] is not pat.src[1])
        if either:
            # most nodes have no source of an op that the pattern has: seen before the loop is made
            if (ops := next((sub.op for sub in pat.src if sub.op is not None), None)) is not None:
                self.line(depth, f"if {self.of_op(f'{at}.src[0]', ops)} or {self.of_op(f'{at}.src[1]', ops)}:")
                depth += 1
            self.line(depth, f"for {', '.join(names)} in ({at}.src, {at}.src[::-1]):")
            depth += 1
        elif names:
            self.line(depth, f"{', '.join(names)}, *_ = {at}.src" if pat.any_length else f"{', '.join(names)}, = {at}.src")
        # an op is the quickest test, and the one that most nodes fail
        for sub, name in sorted(zip(pat.src, names, strict=True), key=lambda pair: pair[0].op is None):
            depth = self.test(sub, name, depth, bound, False)
        return depth


#: of the rules of an op, by the identities of patterns and functions
_compiled: WeakValueDictionary[tuple[int, ...], _Match] = WeakValueDictionary()


def _compile(rules: Sequence[Rule]) -> _Match:
    """The function that tries these rules. Tables that add rules of other ops have the same one."""
    key = tuple([id(part) for pair in rules for part in pair])  # a table that has the function has the rules
    if (found := _compiled.get(key)) is None: found = _compiled[key] = _compile_anew(rules)
    return found


def _compile_anew(rules: Sequence[Rule]) -> _Match:
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
    return cast(_Match, scope.pop("match"))  # whose names they are: in them it would keep itself alive


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
        self._compiled: dict[Ops, _Match | None] = {}

    def __add__(self, other: PatternMatcher) -> PatternMatcher: return PatternMatcher(self.rules + other.rules)

    def step(self, node: UOp, ctx: object = None) -> tuple[UOp, RuleFunction] | None:
        """The result of the first rule that applies to `node`, and that rule."""
        match = self.of_op(node.op)
        return None if match is None else match(node, ctx)

    def of_op(self, op: Ops) -> _Match | None:
        """The function that tries the rules of an op; None if there are none."""
        try: return self._compiled[op]
        except KeyError: return self._compiled.setdefault(op, _compile(self._by_op[op]) if op in self._by_op else None)

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
    if trace is None: return _rewrite(root, rules, ctx, {}, None)
    rewriting = trace.begin(root)
    rewriting.result = _rewrite(root, rules, ctx, {}, rewriting)
    return rewriting.result


def rewrite_replaced(root: UOp, rules: PatternMatcher, swap: Mapping[UOp, UOp]) -> UOp:
    """`graph_rewrite` of the graph in which every key of `swap` is its value; values are not searched. The graph in between is not
    made where that can be done without."""
    if can_replace_at_once(swap): return replace_at_once(root, rules, swap)
    return graph_rewrite(root.substitute(dict(swap)), rules)


def can_replace_at_once(swap: Mapping[UOp, UOp]) -> bool:
    """Whether no value contains a key, and nobody wants to see the graph in between."""
    return current_trace.get() is None and not any(n in swap for value in swap.values() for n in value.toposort())


def replace_at_once(root: UOp, rules: PatternMatcher, swap: Mapping[UOp, UOp],
                    sources: Mapping[UOp, tuple[UOp, ...]] | None = None) -> UOp:
    """The same where it can. Nodes that are in `sources` have those, of the graph before it or after it, in place of their own."""
    done = {key: _rewrite(value, rules, None, {}, None) for key, value in swap.items()}
    if root in done: return done[root]
    above = set(swap)
    for node in root.toposort():
        if not above.isdisjoint(node.src): above.add(node)
    return _rewrite(root, rules, None, done, None, above, sources)


def _rewrite(root: UOp, rules: PatternMatcher, ctx: object, done: dict[UOp, UOp], rewriting: Rewriting | None,
             above: Collection[UOp] = (), sources: Mapping[UOp, tuple[UOp, ...]] | None = None) -> UOp:
    """`graph_rewrite` where some nodes are `done`, and those `above` them are not what an earlier rewrite found them to be."""
    lasting, of_op = rules.lasting and ctx is None, rules.of_op
    stack = [root]
    if root.settled is rules and root not in above: return root
    entered: set[UOp] = set()
    waiting: dict[UOp, tuple[UOp, str]] = {}  # nodes whose replacement is being rewritten, with it, and the rule that made it
    steps, limit = 0, 100_000
    while stack:
        node = stack[-1]
        if node in done:
            stack.pop()
            continue
        if waiting and (replaced := waiting.get(node)) is not None:
            if replaced[0] not in done: _no_rest(waiting, f"{replaced[1]}: {node!r} -> {replaced[0]!r}")  # it is below
            done[node] = done[replaced[0]]
            del waiting[node]
            continue
        below = node.src if sources is None else sources.get(node, node.src)
        if node not in entered:
            entered.add(node)
            is_ready = True
            for s in below[::-1]:
                if s in done: continue
                if s.settled is rules and s not in above: done[s] = s  # by an earlier rewrite
                else:
                    stack.append(s)
                    is_ready = False
            if not is_ready: continue
        src = tuple([done[s] for s in below])
        new = node if src == node.src else node.replace(src=src)
        if new is not node and new in done:
            done[node] = done[new]
            continue
        match = of_op(new.op)
        if match is None or (found := match(new, ctx)) is None:
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
        waiting[node] = result, by.__name__
        stack.append(result)
    return done[root]


def _no_rest(waiting: dict[UOp, tuple[UOp, str]], last: str) -> NoReturn:
    from heddle.errors import InternalError
    steps = [f"{rule} on {node!r}" for node, (_, rule) in list(waiting.items())[-10:]]
    raise InternalError("rewriting does not come to rest; the last steps were:\n  " + "\n  ".join([*steps, last]))
