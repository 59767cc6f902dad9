"""The tree that the parser builds: modules, functions, instructions and their operands."""

from __future__ import annotations

from dataclasses import dataclass, field


@dataclass(frozen=True)
class Reg:
    """A register, a special register (`%tid.x`) or any other name used as an operand; `_` is the sink."""

    name: str
    negated: bool = False


@dataclass(frozen=True)
class Imm:
    """An integer, or the bits of a float with `float_bits` = 32 or 64."""

    value: int
    float_bits: int = 0


@dataclass(frozen=True)
class Addr:
    """`[base+offset]`, with the coordinates and further parts that tensor copies put inside the brackets."""

    base: Operand | None
    offset: int = 0
    parts: tuple[Operand, ...] = ()


@dataclass(frozen=True)
class Vec:
    """`{a, b, ...}`"""

    items: tuple[Operand, ...]


@dataclass(frozen=True)
class Pair:
    """`d|p`: a destination with a predicate beside it."""

    first: Operand
    second: Operand


@dataclass(frozen=True)
class Args:
    """`(a, b)` of a call."""

    items: tuple[Operand, ...]


Operand = Reg | Imm | Addr | Vec | Pair | Args


@dataclass
class Variable:
    """A declaration in .reg, .shared, .local, .const, .global or .param."""

    space: str
    type: str
    name: str
    dims: tuple[int, ...] = ()
    align: int = 0
    vector: int = 1
    init: list[object] | None = None
    line: int = 0
    external: bool = False

    @property
    def is_array(self) -> bool:
        return bool(self.dims)


@dataclass
class Scope:
    """Names declared between two braces; a name not found here is looked for outside."""

    parent: Scope | None = None
    variables: dict[str, Variable] = field(default_factory=dict)
    labels: dict[str, int] = field(default_factory=dict)  # name -> position in the function's body
    targets: dict[str, list[str]] = field(default_factory=dict)  # .branchtargets lists
    prototypes: set[str] = field(default_factory=set)

    def owner(self, name: str, table: str) -> Scope | None:
        scope: Scope | None = self
        while scope is not None and name not in getattr(scope, table):
            scope = scope.parent
        return scope


@dataclass
class Instr:
    """`@guard op.mods operands;`"""

    op: str
    mods: tuple[str, ...]
    operands: tuple[Operand, ...]
    guard: Reg | None
    scope: Scope
    line: int
    text: str

    def has(self, *mods: str) -> bool:
        return any(m in self.mods for m in mods)

    @property
    def name(self) -> str:
        return ".".join((self.op, *self.mods))


@dataclass
class Function:
    name: str
    is_entry: bool
    params: list[Variable]
    results: list[Variable]
    scope: Scope
    body: list[Instr] | None = None  # None for a declaration
    directives: dict[str, tuple[int, ...]] = field(default_factory=dict)


@dataclass
class Module:
    version: str = ""
    target: tuple[str, ...] = ()
    address_size: int = 64
    scope: Scope = field(default_factory=Scope)
    functions: dict[str, Function] = field(default_factory=dict)
    aliases: dict[str, str] = field(default_factory=dict)
