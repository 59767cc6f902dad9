"""Classes made by `heddle.lazy_dataclass` are those that `dataclasses` makes: each definition is made by both and compared."""
from __future__ import annotations

import abc
import copy
import dataclasses
import inspect
import math
import pickle
import re
import subprocess
import sys
import threading
from collections.abc import Callable
from dataclasses import KW_ONLY, InitVar, field
from operator import eq, ge, lt, ne
from typing import Any, ClassVar, get_type_hints

import pytest

from heddle import lazy_dataclass
from heddle.lazy_dataclass import dataclass as lazy

Make = Callable[..., Any]


def plain(dataclass: Make, **options: bool) -> type:
    @dataclass(**options)
    class Point:
        x: int
        y: list[float] = field(default_factory=list)
        z: Any = 3

    return Point


def rich(dataclass: Make, **options: bool) -> type:
    """Every kind of field."""
    @dataclass(**options)
    class Rich:
        """Its own words."""

        shared: ClassVar[int] = 7
        a: int
        b: str = field(default="b", repr=False)
        c: int = field(default=2, compare=False)
        d: float = field(default=1.5, hash=False)
        e: tuple[int, ...] = field(default_factory=tuple, init=False)
        f: int = field(default=9, init=False, metadata={"unit": "bytes"})
        _: KW_ONLY
        g: int = 4
        h: int = field(default_factory=lambda: 5)

        def __post_init__(self) -> None:
            self.__dict__["seen"] = self.a, self.g

    return Rich


def derived(dataclass: Make, **options: bool) -> type:
    """A dataclass of a class of a dataclass, which changes a default and the order of nothing."""
    @dataclass(**options)
    class Base:
        x: Any = 0
        y: Any = 1

    class Between(Base):
        y = 2

    @dataclass(**options)
    class Derived(Between):
        z: Any = 3
        x: Any = "x"

    return Derived


def own_methods(dataclass: Make, **options: bool) -> type:
    @dataclass(**options)
    class Own:
        x: int = 0

        def __init__(self, x: int) -> None: object.__setattr__(self, "x", -x)
        def __repr__(self) -> str: return f"<{self.x}>"
        def __eq__(self, other: object) -> bool: return isinstance(other, type(self)) and abs(self.x) == abs(other.x)
        def __hash__(self) -> int: return abs(self.x)

    return Own


def own_equality(dataclass: Make, **options: bool) -> type:
    """A class that defines __eq__ alone: Python gives it no hash, a frozen dataclass has one."""
    @dataclass(**options)
    class Own:
        x: int = 0

        def __eq__(self, other: object) -> bool: return True

    return Own


def named_self(dataclass: Make, **options: bool) -> type:
    @dataclass(**options)
    class Odd:
        self: int
        cls: int = 1
        name: str = "n"
        value: int = 2
        object: int = 3

    return Odd


def empty(dataclass: Make, **options: bool) -> type:
    @dataclass(**options)
    class Empty:
        pass

    return Empty


def initial(dataclass: Make, **options: bool) -> type:
    @dataclass(**options)
    class Initial:
        x: int
        scale: InitVar[int] = 2

        def __post_init__(self, scale: int) -> None: object.__setattr__(self, "x", self.x * scale)

    return Initial


def abstract(dataclass: Make, **options: bool) -> type:
    class Comparable(abc.ABC):
        @abc.abstractmethod
        def __eq__(self, other: object) -> bool: ...

    @dataclass(**options)
    class Concrete(Comparable):
        x: int = 0

    return Concrete


DEFINITIONS = [plain, rich, derived, own_methods, own_equality, named_self, empty, initial, abstract]
OPTIONS: list[dict[str, bool]] = [
    {}, {"frozen": True}, {"eq": False}, {"repr": False}, {"init": False}, {"frozen": True, "eq": False}, {"eq": False, "repr": False},
    {"frozen": True, "repr": False}, {"kw_only": True}, {"match_args": False}, {"order": True}, {"order": True, "frozen": True},
    {"slots": True}, {"slots": True, "frozen": True}, {"slots": True, "weakref_slot": True}, {"unsafe_hash": True},
    {"frozen": True, "kw_only": True}]
VALUES: list[tuple[tuple[Any, ...], dict[str, Any]]] = [
    ((), {}), ((1,), {}), ((2,), {}), ((1, 2), {}), ((1, [2.0]), {}), ((1, 2, 3), {}), ((1, 2, 3, 4, 5, 6), {}), ((), {"x": 1}),
    ((), {"x": 1, "y": 2}), ((1,), {"z": math.nan}), ((1,), {"g": 5, "h": 6}), ((), {"a": 1}), ((1,), {"f": 2}),
    ((1,), {"unknown": 2}), ((3,), {"scale": 4}), ((), {"self": 1}), ((), {"self": 1, "name": "m"})]


def outcome(does: Callable[[], Any]) -> Any:
    """What it returns, or the error it ends in."""
    try: return does()
    except Exception as e: return type(e), str(e)


def seen(cls: type) -> dict[str, Any]:
    """All that two instances of each kind can be asked, and the class itself."""
    report: dict[str, Any] = {
        "signature": str(inspect.signature(cls)), "doc": cls.__doc__, "match": getattr(cls, "__match_args__", None),
        "params": repr(cls.__dataclass_params__), "abstract": getattr(cls, "__abstractmethods__", None),
        "fields": [(repr(f), f.kw_only) for f in dataclasses.fields(cls)], "hash": cls.__hash__ is None,
        "qualified": {name: getattr(getattr(cls, name), "__qualname__", None) for name in
                      ("__init__", "__repr__", "__eq__", "__setattr__", "__delattr__", "__hash__", "__lt__")},
        "annotations": outcome(lambda: cls.__init__.__annotations__), "names": sorted(vars(cls)),
    }
    if not hasattr(cls, "__slots__"): report["defaults"] = [outcome(lambda f=f: getattr(cls, f.name)) for f in dataclasses.fields(cls)]
    made = [outcome(lambda a=a, k=k: cls(*a, **k)) for a, k in VALUES]
    report["made"] = [m if isinstance(m, tuple) else vars(m) if hasattr(m, "__dict__") else "" for m in made]
    objects = [m for m in made if isinstance(m, cls)]
    report["repr"] = [outcome(lambda o=o: repr(o)) if cls.__repr__ is not object.__repr__ else "" for o in objects]
    report["hash of"] = [outcome(lambda o=o: hash(o)) if cls.__hash__ is not object.__hash__ else "" for o in objects]
    report["as dict"] = [outcome(lambda o=o: (dataclasses.asdict(o), dataclasses.astuple(o))) for o in objects]
    if not hasattr(cls, "__slots__"): report["replaced"] = [outcome(lambda o=o: vars(dataclasses.replace(o, x=17))) for o in objects]
    changes = [(o, name) for o in objects for name in ("x", "a", "self", "other")]
    report["set"] = [outcome(lambda o=o, name=name: setattr(copy.copy(o), name, 1)) for o, name in changes]
    report["deleted"] = [outcome(lambda o=o, name=name: delattr(copy.copy(o), name)) for o, name in changes]
    pairs = [(o, p) for o in objects for p in (*objects, copy.copy(o), 1)]
    report["compared"] = [outcome(lambda o=o, p=p, by=by: by(o, p)) for o, p in pairs for by in (eq, ne, lt, ge)]
    report["pickled"] = [outcome(lambda o=o: o == copy.deepcopy(o)) for o in objects]
    return report


def without_addresses(report: dict[str, Any]) -> dict[str, str]:
    return {name: re.sub(r" at 0x[0-9a-f]+", "", repr(value)) for name, value in report.items()}


@pytest.mark.parametrize("options", OPTIONS, ids=lambda options: ",".join(options) or "none")
@pytest.mark.parametrize("definition", DEFINITIONS, ids=lambda definition: definition.__name__)
def test_a_class_is_the_same(definition: Callable[..., type], options: dict[str, bool]):
    """Or the definition ends in the same error."""
    expected, got = (outcome(lambda d=d: definition(d, **options)) for d in (dataclasses.dataclass, lazy))
    if isinstance(expected, type): assert without_addresses(seen(got)) == without_addresses(seen(expected))
    else: assert got == expected


def without_default(dataclass: Make) -> object:
    @dataclass
    class Wrong:
        x: int = 0
        y: int
    return Wrong


def mutable_default(dataclass: Make) -> object:
    @dataclass
    class Wrong:
        x: list[int] = []
    return Wrong


def without_annotation(dataclass: Make) -> object:
    @dataclass
    class Wrong:
        x = field(default=1)
    return Wrong


def two_keyword_marks(dataclass: Make) -> object:
    @dataclass
    class Wrong:
        _: KW_ONLY
        x: int
        __: KW_ONLY
        y: int
    return Wrong


def class_variable_of_a_factory(dataclass: Make) -> object:
    @dataclass
    class Wrong:
        x: ClassVar[list[int]] = field(default_factory=list)
    return Wrong


def own_assignment(dataclass: Make) -> object:
    @dataclass(frozen=True)
    class Wrong:
        x: int

        def __setattr__(self, name: str, value: object) -> None: pass
    return Wrong


def own_order(dataclass: Make) -> object:
    @dataclass(order=True)
    class Wrong:
        x: int

        def __lt__(self, other: object) -> bool: return False
    return Wrong


def order_without_equality(dataclass: Make) -> object: return dataclass(order=True, eq=False)(type("Wrong", (), {}))


@pytest.mark.parametrize("definition", [without_default, mutable_default, without_annotation, two_keyword_marks, own_assignment,
                                        class_variable_of_a_factory, own_order, order_without_equality])
def test_a_wrong_definition_is_the_same_error_at_once(definition: Callable[[Make], object]):
    expected = outcome(lambda: definition(dataclasses.dataclass))
    assert issubclass(expected[0], (TypeError, ValueError)) and outcome(lambda: definition(lazy)) == expected


@pytest.mark.parametrize("base_by", [lazy, dataclasses.dataclass], ids=["lazy", "standard"])
@pytest.mark.parametrize("derived_by", [lazy, dataclasses.dataclass], ids=["lazy", "standard"])
def test_each_decorator_derives_from_the_other(base_by: Make, derived_by: Make):
    def make(base_by: Make, derived_by: Make, frozen: tuple[bool, bool]) -> type:
        @base_by(frozen=frozen[0])
        class Base:
            x: int
            y: int = 1

        @derived_by(frozen=frozen[1])
        class Derived(Base):
            z: int = 2
        return Derived

    for frozen in ((True, True), (False, False), (True, False), (False, True)):
        expected = outcome(lambda frozen=frozen: make(dataclasses.dataclass, dataclasses.dataclass, frozen))
        got = outcome(lambda frozen=frozen: make(base_by, derived_by, frozen))
        if isinstance(expected, type): assert without_addresses(seen(got)) == without_addresses(seen(expected))
        else: assert got == expected


@lazy(frozen=True)
class Kept:
    x: int
    y: tuple[int, ...] = ()


@lazy
class Tree:
    children: list[Tree] = field(default_factory=list)


def test_instances_are_pickled_matched_and_have_their_types():
    kept = Kept(1, (2, 3))
    assert pickle.loads(pickle.dumps(kept)) == kept and copy.copy(kept) == kept
    match kept:
        case Kept(x, y=(first, *_)): assert (x, first) == (1, 2)
        case _: raise AssertionError(kept)
    assert get_type_hints(Kept) == {"x": int, "y": tuple[int, ...]} and get_type_hints(Kept.__init__)["x"] is int
    assert dataclasses.is_dataclass(Kept) and dataclasses.replace(kept, x=5) == Kept(5, (2, 3))


def test_a_printed_cycle_ends():
    tree = Tree()
    tree.children.append(tree)
    assert repr(tree) == "Tree(children=[...])"


@pytest.fixture
def compiled(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The methods that are compiled, in order."""
    names = list[str]()
    method, init = lazy_dataclass._compiled, lazy_dataclass._compiled_init
    monkeypatch.setattr(lazy_dataclass, "_compiled", lambda cls, name: (names.append(name), method(cls, name))[1])
    monkeypatch.setattr(lazy_dataclass, "_compiled_init", lambda cls: (names.append("__init__"), init(cls))[1])
    return names


def test_methods_are_compiled_when_first_used_and_once(compiled: list[str]):
    @lazy(frozen=True)
    class Point:
        """Has a docstring: one is made of the signature of __init__ otherwise."""

        x: int

    assert not compiled
    point = Point(1)
    assert compiled == ["__init__"]
    assert {point: 2}[Point(1)] == 2
    assert compiled == ["__init__", "__hash__", "__eq__"]
    assert repr(point) == repr(Point(1)) and hash(point) == hash(Point(1)) and point != Point(2)
    assert compiled == ["__init__", "__hash__", "__eq__", "__repr__"]


def test_methods_that_were_looked_up_before_they_were_compiled_go_on(compiled: list[str]):
    @lazy(frozen=True)
    class Point:
        """Has a docstring: one is made of the signature of __init__ otherwise."""

        x: int

    equal, shown = Point.__eq__, Point.__repr__
    assert list(inspect.signature(equal).parameters) == ["self", "other"]
    Point.__eq__ = lambda self, other: True
    assert Point(1) == Point(2) and not equal(Point(1), Point(2)) and equal(Point(3), Point(3))
    assert shown(Point(1)).endswith("Point(x=1)") and shown(Point(2)).endswith("Point(x=2)")
    assert compiled == ["__init__", "__eq__", "__repr__"]


@pytest.mark.parametrize("use", [lambda a, b: a == b, lambda a, b: a != b, lambda a, b: hash(a), lambda a, b: repr(a),
                                 lambda a, b: f"{a}", lambda a, b: {a: 1}, lambda a, b: a in [b]])
def test_an_interrupt_while_a_method_is_compiled_is_an_interrupt(use: Any, monkeypatch: pytest.MonkeyPatch):
    """Where a descriptor raises, the interpreter compares identities, and says that what has a hash has none."""
    @lazy(frozen=True)
    class Point:
        x: int

    a, b = Point(1), Point(1)
    with monkeypatch.context() as patch:
        def interrupted(*args: object) -> None: raise KeyboardInterrupt
        patch.setattr(lazy_dataclass, "_compiled", interrupted)
        for _ in range(2):
            with pytest.raises(KeyboardInterrupt): use(a, b)
    assert a == b and hash(a) == hash(b) and repr(a) == repr(b) and a != Point(2)


def test_what_replaces_a_method_before_it_is_compiled_stays():
    @lazy
    class Point:
        x: int

    waiting = vars(Point)["__init__"]
    Point.__init__ = lambda self, x: setattr(self, "x", -x)
    made = object.__new__(Point)
    waiting.__get__(made, Point)(5)
    assert made.x == 5 and Point(5).x == -5


def test_threads_that_meet_at_the_first_call_make_equal_instances():
    for _ in range(20):
        @lazy(frozen=True)
        class Point:
            x: int
            y: list[int] = field(default_factory=list, hash=False)

        barrier, made = threading.Barrier(8), []

        def make(barrier: threading.Barrier = barrier, made: list[Any] = made, Point: Any = Point) -> None:
            barrier.wait()
            made.append(Point(1))

        threads = [threading.Thread(target=make) for _ in range(8)]
        for thread in threads: thread.start()
        for thread in threads: thread.join()
        assert set(made) == {Point(1)} and len(made) == 8


def test_a_first_result_makes_no_class_the_slow_way():
    """But for those with slots, which the standard library makes anew."""
    program = """if True:
        import dataclasses, inspect
        made, make = [], dataclasses._process_class
        options = inspect.signature(make)
        def watched(*args, **kwargs):
            said = options.bind(*args, **kwargs).arguments
            if said["init"] and not said["slots"]: made.append(said["cls"].__qualname__)
            return make(*args, **kwargs)
        dataclasses._process_class = watched
        from heddle import Tensor
        assert (Tensor([1, 2]) + 1).tolist() == [2, 3]
        print(*made)"""
    run = subprocess.run([sys.executable, "-c", program], check=True, capture_output=True, text=True)
    assert run.stdout.split() == []
